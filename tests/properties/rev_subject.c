// Revolution for the properties: tables of every size with every custom, where the cards are, what a seat cannot see.
#include <string.h>

#include "broadside/revolution.h"
#include "properties.h"
#include "rev_state.h"

// All sizes of table, and options in turn; two rounds, so that ranks and the exchange are played.
static bool deal(brs_setup *setup, uint32_t number, brs_err *err)
{
    (void)err;
    setup->seats = 4 + (int)(number % 9);
    setup->options.value[REV_OPT_rounds] = 2;
    setup->options.value[REV_OPT_twos_as_value] = (int32_t)(number / 18 % 2);
    setup->options.value[REV_OPT_passing_lockout] = (int32_t)(number / 36 % 2);
    if (number % 5 == 0 && setup->options.value[REV_OPT_jokers_per_pack] > 0) {
        setup->options.value[REV_OPT_jokers_per_pack] = 3;  // an odd number: the direction may end reversed
    }
    return true;
}

// Cards of each rank in hands, in the pack, and laid this round, as the events tell it.
static const char *lost(const brs_setup *setup, const void *state, const brs_trace *trace, table_memory *memory)
{
    (void)setup;
    const rev_state *g = state;
    for (; memory->seen < trace->event_count; memory->seen++) {
        const brs_event *e = &trace->events[memory->seen];
        if (e->kind == REV_EV_cards_left) {
            memory->laid[rank_in(e->arg[3])] += count_in(e->arg[3]);
        }
    }
    if (g->round != memory->round) {
        memset(memory->laid, 0, sizeof memory->laid);
        memory->round = g->round;
    }
    for (int rank = 0; rank < REV_RANKS; rank++) {
        int sum = g->pool[rank] + memory->laid[rank];
        for (int seat = 0; seat < g->seats; seat++) {
            sum += g->hand[seat][rank];
        }
        if (sum != (rank == REV_JOKER ? g->packs * g->jokers : 4 * g->packs)) {
            return "a card has come or gone";
        }
    }
    for (int seat = 0; seat < g->seats && g->phase > REV_PICK; seat++) {
        int held = 0;
        for (int rank = 0; rank < REV_RANKS; rank++) {
            held += g->hand[seat][rank];
        }
        if (held != g->hand_count[seat]) {
            return "a hand is not counted rightly";
        }
    }
    return NULL;
}

static int secret(const rev_state *g, int owner, int seat, int rank)
{
    int known = g->partner[seat] == owner ? g->known[seat][rank] : 0;
    return g->hand[owner][rank] > known ? g->hand[owner][rank] - known : 0;
}

static bool may_hold(const rev_state *g, int owner, int seat, int rank)
{
    return rank == REV_JOKER || g->partner[seat] != owner || rank <= g->ceiling[owner];
}

// Two hidden cards of two others change hands.
static int swap_one(rev_state *g, int seat, die *d)
{
    const int a = die_below(d, g->seats), b = die_below(d, g->seats);
    const int x = die_below(d, REV_RANKS), y = die_below(d, REV_RANKS);
    if (a == b || a == seat || b == seat || x == y || secret(g, a, seat, x) == 0 || secret(g, b, seat, y) == 0 ||
        !may_hold(g, a, seat, y) || !may_hold(g, b, seat, x)) {
        return 0;
    }
    g->hand[a][x]--;
    g->hand[a][y]++;
    g->hand[b][y]--;
    g->hand[b][x]++;
    return 1;
}

static int swap_hidden(const brs_setup *setup, void *state, int seat, uint64_t seed)
{
    (void)setup;
    rev_state *g = state;
    die d = {seed, 0};
    int swapped = 0;
    for (int i = 0; i < 60; i++) {
        swapped += swap_one(g, seat, &d);
    }
    g->chance.seed = seed;
    g->chance.count[0][0] += 1 + (uint32_t)die_below(&d, 50);
    return swapped;
}

// ---- unknown cards -------------------------------------------------------------------------------------------------

// The best card of a taxed hand: the table knows it, the view has to be told.
static bool view_waits(const rev_state *v, const rev_state *t)
{
    return v->ask == REV_ASK_CHANCE && (t->ask != REV_ASK_CHANCE || t->chance.purpose != v->chance.purpose ||
                                        t->chance.seat != v->chance.seat);
}

static const char *disagree_on(const rev_state *v, const rev_state *t, int owner)
{
    int open = 0;
    for (int rank = 0; rank < REV_RANKS; rank++) {
        const int more = t->hand[owner][rank] - v->hand[owner][rank];
        if (more < 0) {
            return "the view knows a card in a hand where it is not";
        }
        if (more > v->pool[rank] || (more > 0 && rev_may_hold(v, owner, rank) == v->hand[owner][rank])) {
            return "a card of a hand is not among those that the view holds possible";
        }
        open += more;
    }
    if (open + t->unknown[owner] != v->unknown[owner]) {
        return "known and unknown cards of a hand are not as many as it holds";
    }
    return v->hand_count[owner] != t->hand_count[owner] || v->held[owner] != t->held[owner] ||
           v->place[owner] != t->place[owner] ? "the view has other numbers" : NULL;
}

static const char *disagree(const brs_setup *setup, const void *view, const void *truth, int *unknown)
{
    (void)setup;
    const rev_state *v = view, *t = truth;
    *unknown = view_waits(v, t) ? -1 : 0;
    const char *wrong = NULL;
    for (int owner = 0; owner < t->seats && *unknown >= 0 && wrong == NULL; owner++) {
        wrong = disagree_on(v, t, owner);
        *unknown += v->unknown[owner];
    }
    const bool same = v->count == t->count && v->rank == t->rank && v->turn == t->turn && v->direction == t->direction;
    return *unknown < 0 || wrong != NULL ? wrong : same ? NULL : "the view has another table";
}

const subject rev_subject = {&brs_revolution, deal, lost, swap_hidden, NULL, REV_HANDLES, NULL, disagree};
