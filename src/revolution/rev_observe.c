// What a seat may know, a guess at what it may not, and how good a state looks. Used by bots and redacted
// views: hidden cards go back into one pool, from which a guess deals them anew.
#include <string.h>

#include "rev_state.h"

// ---- what a seat knows ------------------------------------------------------------------------------------

// The cards of a hand that `seat` does not know go into the pool.
static void hide_hand(rev_state *g, int owner, int seat)
{
    const bool partner = g->partner[seat] == owner;
    for (int rank = 0; rank < REV_RANKS; rank++) {
        int known = partner ? g->known[seat][rank] : 0;
        known = known < g->hand[owner][rank] ? known : g->hand[owner][rank];
        int secret = g->hand[owner][rank] - known;
        g->hand[owner][rank] = (uint8_t)known;
        g->pool[rank] = (uint8_t)(g->pool[rank] + secret);
        g->unknown[owner] = (uint8_t)(g->unknown[owner] + secret);
    }
    memset(g->known[owner], 0, sizeof g->known[owner]);
    if (!partner) {
        g->ceiling[owner] = REV_NO_CEILING;
    }
}

// What a pair has not told the others.
static void hide_exchange(rev_state *g, int seat)
{
    if (g->phase != REV_POWERS || g->pair >= REV_PAIRS) {
        return;
    }
    const rev_pair *pair = rev_pair_at(g->pair);
    const int upper = rev_holder(g, (rev_title)pair->upper), lower = rev_holder(g, (rev_title)pair->lower);
    if (seat != upper && seat != lower) {
        g->offer = 0;
        memset(g->taxed, 0, sizeof g->taxed);
        memset(g->drawn, 0, sizeof g->drawn);
    }
}

void rev_observe(const brs_setup *setup, const void *state, int seat, void *out)
{
    (void)setup;
    rev_state *g = out;
    memcpy(g, state, sizeof *g);
    g->chance.seed = 0;
    memset(g->chance.count, 0, sizeof g->chance.count);
    hide_exchange(g, seat);
    if (seat < g->seats) {
        g->ceiling[seat] = REV_NO_CEILING;  // it knows the hand itself
    }
    for (int owner = 0; owner < g->seats; owner++) {
        if (owner != seat) {
            hide_hand(g, owner, seat < g->seats ? seat : owner);
        }
    }
}

// What is played lies open; what is dealt is known to who gets it, and an exchange to its two partners.
bool rev_knows(const brs_setup *setup, const void *state, brs_choice choice, int seat)
{
    (void)setup;
    const rev_state *g = state;
    switch (choice.kind) {
    case REV_CH_play:
    case REV_CH_convert:
    case REV_CH_two_value: return true;
    case REV_CH_outcome: return seat == (choice.seat == BRS_SEAT_CHANCE ? g->chance.seat : choice.seat);
    default: return choice.seat < REV_SEATS && g->partner[choice.seat] == seat;
    }
}

// ---- a guess ------------------------------------------------------------------------------------------------

static int cards_up_to(const rev_state *g, int ceiling)
{
    int sum = g->pool[REV_JOKER];
    for (int rank = 0; rank < REV_JOKER && rank <= ceiling; rank++) {
        sum += g->pool[rank];
    }
    return sum;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void guess_hand(rev_state *g, int owner, uint64_t seed)
{
    enum { PURPOSE_GUESS = 77 };
    uint64_t count = 0;
    const int ceiling = g->ceiling[owner];
    for (; g->unknown[owner] > 0; g->unknown[owner]--) {
        int n = cards_up_to(g, ceiling);
        if (n == 0) {
            return;
        }
        int at = (int)brs_rng_below(seed, PURPOSE_GUESS, (uint32_t)owner, &count, (uint32_t)n), rank = REV_JOKER;
        if (at >= g->pool[REV_JOKER]) {
            for (at -= g->pool[REV_JOKER], rank = 0; at >= g->pool[rank]; rank++) {
                at -= g->pool[rank];
            }
        }
        g->pool[rank]--;
        g->hand[owner][rank]++;
    }
}

// The lower its ceiling, the sooner a hand is filled: what is too high for it finds its place in the others.
void rev_resample(const brs_setup *setup, void *state, uint64_t seed)
{
    (void)setup;
    rev_state *g = state;
    g->chance.seed = seed;
    g->chance.mode = BRS_CHANCE_SEEDED;
    for (int rank = 0; rank < REV_RANKS; rank++) {
        for (int owner = 0; owner < g->seats; owner++) {
            if (smaller(g->ceiling[owner], REV_JOKER) == rank) {
                guess_hand(g, owner, seed);
            }
        }
    }
}

// ---- how good is it? -------------------------------------------------------------------------------------------

// Weights set by hand: cards left weigh most, high cards are help, a place is what counts in the end.
int32_t rev_evaluate(const brs_setup *setup, const void *state, int seat)
{
    (void)setup;
    const rev_state *g = state;
    if (g->place[seat] > 0 || g->over != 0) {
        int place = g->place[seat] > 0 ? g->place[seat] : g->held[seat];
        return 100000 - 5000 * place;
    }
    int32_t value = -1000 * g->hand_count[seat];
    for (int rank = 0; rank < REV_RANKS; rank++) {
        int worth = rank == REV_JOKER ? 300 : rank == REV_TWO ? 900 : 60 * rank;
        value += worth * g->hand[seat][rank] + (g->hand[seat][rank] > 1 ? 150 * (g->hand[seat][rank] - 1) : 0);
    }
    for (int other = 0; other < g->seats; other++) {
        value += other != seat && is_in(g, other) ? 200 * (g->hand_count[other] < 8 ? g->hand_count[other] : 8) : 0;
    }
    return value;
}
