// What a seat may know, a guess at what it may not, and how good a state looks. Used by bots and
// redacted views: hidden cards go back into one pool, from which a guess draws them anew.
#include "rnr_state.h"

static void forget_trace(rnr_state *g)
{
    for (int i = 0; i < g->modifier_count; i++) {
        g->modifier[i].event = 0;
    }
    for (int i = 0; i < g->pending_count; i++) {
        g->pending[i].cause = 0;
    }
    g->hit_count = 0;
    memset(g->hit, 0, sizeof g->hit);
}

static void hide_hand(rnr_state *g, int owner, bool own)
{
    uint64_t secret = own ? 0 : g->zone[owner][RNR_HAND] & ~g->seen[owner];
    g->unknown_hand[owner] = (uint8_t)(g->unknown_hand[owner] + __builtin_popcountll(secret));
    g->hidden[owner] |= secret;
    g->zone[owner][RNR_HAND] &= ~secret;
    g->zone[owner][RNR_PILE] |= secret;
    for (; secret != 0; secret &= secret - 1) {
        g->card[handle_at(owner, __builtin_ctzll(secret))].zone = RNR_PILE;
    }
}

// Slots at the top of a pile that the seat has not seen are unknown to it; those below are too.
static void hide_top(rnr_state *g, int owner, int seat)
{
    int known = 0;
    while (known < g->top_count[owner] && (g->top_known[owner][known] >> seat & 1) != 0) {
        g->top_known[owner][known] = (uint8_t)(1 << seat);
        known++;
    }
    for (int i = known; i < g->top_count[owner]; i++) {
        g->hidden[owner] |= bit_of(g->top[owner][i]);
        g->top[owner][i] = g->top_known[owner][i] = 0;
    }
    g->top_count[owner] = (uint8_t)known;
}

void rnr_observe(const brs_setup *setup, const void *state, int seat, void *out)
{
    (void)setup;
    rnr_state *g = out;
    memcpy(g, state, setup->game->used(state));
    forget_trace(g);
    g->chance.seed = 0;
    memset(g->chance.count, 0, sizeof g->chance.count);
    for (int owner = 0; owner < 2; owner++) {
        hide_top(g, owner, seat);
        hide_hand(g, owner, owner == seat);
    }
}

// A card that was looked at and still lies on top of its pile is known to who looked.
bool rnr_knows(const brs_setup *setup, const void *state, brs_choice choice, int seat)
{
    (void)setup;
    const rnr_state *g = state;
    int handle = choice.arg[0];
    if (choice.kind != RNR_CH_outcome || handle == 0 || handle >= RNR_HANDLES || seat > 1) {
        return false;
    }
    int owner = owner_of(handle);
    for (int i = 0; i < g->top_count[owner]; i++) {
        if (g->top[owner][i] == handle) {
            return (g->top_known[owner][i] >> seat & 1) != 0;
        }
    }
    return false;
}

void rnr_resample(const brs_setup *setup, void *state, uint64_t seed)
{
    (void)setup;
    rnr_state *g = state;
    enum { PURPOSE_GUESS = 77 };
    uint64_t count = 0;
    g->chance.seed = seed;
    g->chance.mode = BRS_CHANCE_SEEDED;
    for (int owner = 0; owner < 2; owner++) {
        for (; g->unknown_hand[owner] > 0 && g->hidden[owner] != 0; g->unknown_hand[owner]--) {
            uint64_t mask = g->hidden[owner];
            uint32_t n = (uint32_t)__builtin_popcountll(mask);
            for (uint32_t k = brs_rng_below(seed, PURPOSE_GUESS, (uint32_t)owner, &count, n); k > 0; k--) {
                mask &= mask - 1;
            }
            int handle = handle_at(owner, __builtin_ctzll(mask));
            g->hidden[owner] &= ~bit_of(handle);
            g->zone[owner][RNR_PILE] &= ~bit_of(handle);
            g->zone[owner][RNR_HAND] |= bit_of(handle);
            g->card[handle].zone = RNR_HAND;
        }
    }
}

// ---- how good is it? -------------------------------------------------------------------------------------------

// Weights in hundredths of an LP, set by hand: what a card is worth beside the LP it will move.
static int32_t worth_of(const rnr_run *r, int handle)
{
    const rnr_card *card = card_of(r, handle);
    int32_t value = 0;
    int points = rnr_points(r, handle);
    bool off = rnr_locked(r, handle);
    switch (card->type) {
    case RNR_UA: value = 900 + card->drain * 700 + points * 30; break;
    case RNR_DEFENSE: value = 150 + points * 22; break;
    case RNR_ATTACK: value = has_flag(r->g, handle, RNR_SPENT) ? 0 : 100 + points * 18; break;
    case RNR_PILLAR: value = 260 + card->yield * 260 + (card->branch == RNR_SCROLL ? 120 : 0); break;
    case RNR_FREEDOM: value = 520; break;
    case RNR_RIGHTS: value = 60; break;
    default: value = 40; break;
    }
    if (rnr_is_petition(r, handle)) {
        value += 420;
    }
    return off ? value * 3 / 5 : value;
}

static int32_t side(rnr_run *r, int seat)
{
    const rnr_state *g = r->g;
    int32_t value = g->lp[seat] * 100 + g->ip[seat] * 12;
    for (int i = 0; i < g->play_count; i++) {
        if (g->card[g->play_order[i]].controller == seat) {
            value += worth_of(r, g->play_order[i]);
        }
    }
    int hand = __builtin_popcountll(g->zone[seat][RNR_HAND]) + g->unknown_hand[seat];
    value += (hand < 8 ? hand : 7) * 150 + g->pile_count[seat] * 8;
    value -= g->lp[seat] < 20 ? (20 - g->lp[seat]) * 150 : 0;
    return value;
}

int32_t rnr_evaluate(const brs_setup *setup, const void *state, int seat)
{
    rnr_run r = rnr_look(setup, state);
    if (r.g->over != 0) {
        return r.g->winner == seat ? 1000000 : r.g->winner == 1 - seat ? -1000000 : 0;
    }
    return side(&r, seat) - side(&r, 1 - seat);
}
