// How the coder of replays ranks choices, and its models. An old key and an old table never change: replays were
// written with them.
#include "rev_state.h"

// ---- key 1: who sheds most, then lowest; key 2: rules of thumb -----------------------------------------------------

// About what the hand is worth less without these cards: everyone counts, low ones most, broken sets least.
static int32_t shed(const uint8_t *hand, int count, int rank)
{
    int left = hand[rank] - count;
    int32_t broken = 150 * ((hand[rank] > 1 ? hand[rank] - 1 : 0) - (left > 1 ? left - 1 : 0));
    int32_t each = rank == REV_JOKER ? 700 : rank == REV_TWO ? 100 : 1000 - 60 * rank;
    return count * each - broken;
}

static int32_t shed_by(const rev_state *g, brs_choice c)
{
    const uint8_t *hand = g->hand[c.seat];
    const int count = count_in(c.arg[0]), rank = rank_in(c.arg[0]);
    switch (c.kind) {
    case REV_CH_play: case REV_CH_convert: case REV_CH_two_value:
        return count == g->hand_count[c.seat] ? 100000 : shed(hand, count, rank);
    case REV_CH_joker: return g->hand_count[c.seat] == 1 ? 100000 : shed(hand, 1, REV_JOKER);
    case REV_CH_clear: return g->hand_count[c.seat] == 1 ? 100000 : shed(hand, 1, REV_TWO);
    case REV_CH_give: case REV_CH_accept: return shed(hand, 1, rank);
    case REV_CH_ask: return rank == REV_JOKER ? 300 : rank == REV_TWO ? 900 : 60 * rank;
    default: return 0;
    }
}

// ---- rows ---------------------------------------------------------------------------------------------------------

enum { LEADS = 4, KINDS = 8, ROWS = LEADS * (REV_ASK_CHANCE + 1 + KINDS) };

// What the decision is about, and what looks best.
static int kind_of(const rev_state *g, const brs_choice *best)
{
    if (g->ask != REV_ASK_TURN) {
        return g->ask;
    }
    const int first = REV_ASK_CHANCE + 1;
    const bool whole = g->hand[best->seat][rank_in(best->arg[0])] == count_in(best->arg[0]);
    switch (best->kind) {
    case REV_CH_pass: return first;
    case REV_CH_play: return first + 1 + (g->count == 0 ? 2 : 0) + (whole ? 1 : 0);
    case REV_CH_clear: return first + 5;
    case REV_CH_joker: return first + 6;
    default: return first + 7;
    }
}

int rev_rank(const brs_setup *setup, const void *state, int key, const brs_choice *choices, int n, int32_t *out)
{
    (void)setup;
    const rev_state *g = state;
    int best = 0;
    int64_t next = INT32_MAX;
    if (key == REV_KEY_THUMB) {
        rev_worth(g, choices, n, out);
    }
    for (int i = 0; i < n; i++) {
        out[i] = -(key == REV_KEY_THUMB ? out[i] : shed_by(g, choices[i]));
        if (i > 0 && out[i] < out[best]) {
            next = out[best];
            best = i;
        } else if (i > 0 && out[i] < next) {
            next = out[i];
        }
    }
    const int64_t lead = next - out[best];
    return LEADS * kind_of(g, &choices[best]) + (lead >= 900 ? 3 : lead >= 300 ? 2 : lead >= 100 ? 1 : 0);
}

// ---- models -------------------------------------------------------------------------------------------------------

static const brs_model_row model_1[ROWS] = {
#include "rev_model_1.def"
};
static const brs_model_row model_2[ROWS] = {
#include "rev_model_2.def"
};
static const brs_model_row model_3[ROWS] = {
#include "rev_model_3.def"
};
static const brs_model_row model_4[ROWS] = {
#include "rev_model_4.def"
};
const brs_model rev_models[REV_MODELS] = {
    {1, REV_KEY_SHED, ROWS, model_1, 0x7c57a622f7f5e49e},
    {2, REV_KEY_SHED, ROWS, model_2, 0xdf16aefd877c8bf1},
    {3, REV_KEY_THUMB, ROWS, model_3, 0x38f623364a4770f9},
    {4, REV_KEY_SHED, ROWS, model_4, 0x4919db0ce6703778},
};

// ---- what replays say by number -----------------------------------------------------------------------------------

static const char *const words[] = {
#define WORD(word) word,
#include "rev_words.def"
#undef WORD
};
const brs_shorthand rev_shorthand = {
    .number = 2, .words = words, .word_count = sizeof words / sizeof words[0]};
