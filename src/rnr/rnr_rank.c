// How the coder of replays ranks choices, and its models. An old key and an old table never change: replays were
// written with them. Key 1 is what a card is worth, in hundredths of an LP, read off the card and the seat's own numbers;
// nothing is tried out. Key 2 puts first what the rules of thumb advise (rnr_advise.c, rnr_worth.c): better rules of
// thumb are a key of their own.
#include "rnr_state.h"

// ---- what an attack may hit -----------------------------------------------------------------------------------------

enum { MAX_AIMS = 24 };

// The opponent's cards that can be attacked, and what is already sent against them.
typedef struct {
    rnr_run r;
    int seat, aims;
    int wall;  // the first Defense that stands, -1: none
    uint8_t aim[MAX_AIMS];
    int16_t left[MAX_AIMS];
} table_look;

static int aim_at(const table_look *t, int handle)
{
    int i = 0;
    while (i < t->aims && t->aim[i] != handle) {
        i++;
    }
    return i;
}

static table_look look_at(const brs_setup *setup, const void *state, int seat)
{
    table_look t = {.r = rnr_look(setup, state), .seat = seat, .wall = -1};
    const rnr_state *g = t.r.g;
    const rnr_places walls_and_uas = rnr_places_both(g->places[RNR_DEFENSE], g->places[RNR_UA]);
    int handle;
    rnr_walk w = rnr_walk_over(rnr_places_of(g, walls_and_uas, 1 - seat));
    while (t.aims < MAX_AIMS && rnr_walk_on(g, &w, &handle)) {
        const rnr_slot *slot = &g->card[handle];
        t.wall = t.wall < 0 && slot->type == RNR_DEFENSE ? t.aims : t.wall;
        t.left[t.aims] = (int16_t)(slot->points - slot->marked);
        t.aim[t.aims++] = (uint8_t)handle;
    }
    for (w = rnr_walk_over(rnr_places_of_type(g, RNR_ATTACK, seat)); rnr_walk_on(g, &w, &handle);) {
        const rnr_slot *slot = &g->card[handle];
        const int aim = slot->target != 0 ? aim_at(&t, slot->target) : t.aims;
        if (aim < t.aims) {
            t.left[aim] = (int16_t)(t.left[aim] - slot->points);
        }
    }
    return t;
}

static int32_t worth_of_points(int damage, int left, int each, int whole)
{
    return left <= 0 ? 0 : damage < left ? each * damage : each * left + whole;
}

// So much Attack on a card: the points it takes off, and the card if that is all it has left. While a Defense stands,
// what is sent against an Act falls on it.
static int32_t worth_of_hit(const table_look *t, int handle, int damage)
{
    const rnr_card *card = card_of(&t->r, handle);
    int aim = aim_at(t, handle);
    if (aim == t->aims) {
        return worth_of_points(damage, t->r.g->card[handle].points, 18, 120);
    }
    aim = card->type == RNR_UA && t->wall >= 0 ? t->wall : aim;
    return aim == t->wall || card->type != RNR_UA ? worth_of_points(damage, t->left[aim], 22, 150)
                                                  : worth_of_points(damage, t->left[aim], 30, 900 + 700 * card->drain);
}

// An attack that nobody has aimed yet: on the last card that it may hit.
static int32_t worth_of_attack(const table_look *t, const rnr_effect *e, int damage)
{
    if (e->what.type == RNR_ATTACK || e->what.type == RNR_FREEDOM) {
        return 8 * damage;
    }
    for (int i = t->aims - 1; i >= 0; i--) {
        if (e->what.type == RNR_TYPE_ANY || t->r.g->card[t->aim[i]].type == e->what.type) {
            return worth_of_hit(t, t->aim[i], damage);
        }
    }
    return 0;
}

// ---- what a text comes to -----------------------------------------------------------------------------------------

static int32_t worth_of_effect(const table_look *t, int handle, const rnr_effect *e)
{
    const int n = rnr_amount_of(&t->r, &e->amount, t->seat, handle, 2);
    const bool mine = e->who != RNR_WHO_OPPONENT;
    int32_t value;
    switch (e->verb) {
    case RNR_FX_ATTACK: return (e->flags & RNR_FLAG_TO_LP) != 0 ? 100 * n : worth_of_attack(t, e, n);
    case RNR_FX_GAIN: value = e->resource == RNR_LP ? 100 * n : 12 * n; break;
    case RNR_FX_LOSE: value = -(e->resource == RNR_LP ? 100 * n : 12 * n); break;
    case RNR_FX_DRAW: value = 93 * n; break;
    case RNR_FX_DISCARD: value = -90 * n; break;
    case RNR_FX_SACRIFICE: value = -400; break;
    case RNR_FX_MILL: return e->who == RNR_WHO_YOU ? -8 * n : 8 * n;
    case RNR_FX_DESTROY: case RNR_FX_EXILE: return 180;
    case RNR_FX_CONTROL: case RNR_FX_PUT: return 300;
    case RNR_FX_RETURN: return 100;
    case RNR_FX_LOCK: return 120;
    case RNR_FX_WIN: return 5000;
    case RNR_FX_DEFENSE: case RNR_FX_DP: case RNR_FX_DRAIN: case RNR_FX_GENERATE: return 0;
    default: return 20;
    }
    return mine ? value : -value;
}

// What stands under a condition that does not hold now comes to nothing.
static int32_t worth_of_sentence(const table_look *t, int handle, const rnr_sentence *s)
{
    rnr_run look = t->r;
    int32_t sum = 0;
    if (s->ntest > 0 && !rnr_tests_pass(&look, s, t->seat, handle)) {
        return 0;
    }
    for (int i = 0; i < s->neffect; i++) {
        sum += worth_of_effect(t, handle, &s->effect[i]);
    }
    return sum;
}

// What a card is worth on the table.
static int32_t worth_in_play(const rnr_card *card, int points)
{
    const int traits = card->traits & (RNR_TRAIT_PETITION | RNR_TRAIT_OUTSIDE);
    int32_t value = traits == RNR_TRAIT_PETITION ? 420 : 0;
    switch (card->type) {
    case RNR_UA: return value + 900 + card->drain * 700 + points * 30;
    case RNR_DEFENSE: return value + 150 + points * 22;
    case RNR_ATTACK: return value + 100 + points * 18;
    case RNR_PILLAR: return value + 260 + card->yield * 260 + (card->branch == RNR_SCROLL ? 120 : 0);
    case RNR_FREEDOM: return value + 520;
    default: return value;
    }
}

// ---- what a choice comes to -----------------------------------------------------------------------------------------

static bool stays_to_attack(const rnr_card *card)
{
    return card->attack_sentence >= 0 && card->sentence[card->attack_sentence].each_turn != 0;
}

static int32_t worth_of_play(const table_look *t, int handle)
{
    const rnr_state *g = t->r.g;
    const rnr_card *card = card_of(&t->r, handle);
    const int hand = __builtin_popcountll(g->zone[t->seat][RNR_HAND]) + g->unknown_hand[t->seat];
    int32_t value = -(hand < 8 ? 150 : 0) - 12 * (card->cost << g->card[handle].doubled);
    value += card->type != RNR_ATTACK || stays_to_attack(card) ? worth_in_play(card, card->points) : 0;
    for (int i = 0; i < card->nsentence; i++) {
        const rnr_sentence *s = &card->sentence[i];
        value += s->head == RNR_HEAD_NONE || s->each_turn != 0 ? worth_of_sentence(t, handle, s) : 0;
    }
    return value;
}

static int32_t worth_of_ability(const table_look *t, brs_choice c)
{
    const rnr_card *card = card_of(&t->r, c.arg[0]);
    const rnr_sentence *s = &card->sentence[c.arg[1]];
    int32_t value = worth_of_sentence(t, c.arg[0], s);
    for (int i = 0; i < s->ncost; i++) {
        const rnr_cost *cost = &s->cost[i];
        value -= cost->kind == RNR_COST_PAY                ? 12 * (cost->x != 0 ? 2 : cost->n)
                 : cost->what.where == RNR_IN_HAND         ? 150 * (cost->what.count > 0 ? cost->what.count : 1)
                 : cost->what.det == RNR_DET_THIS          ? worth_in_play(card, t->r.g->card[c.arg[0]].points)
                                                           : 400;
    }
    return value;
}

// A card that an effect falls on: the dearer the better where it harms the opponent's or helps one's own.
static int32_t worth_of_target(const table_look *t, int handle, bool harms)
{
    const rnr_slot *slot = &t->r.g->card[handle];
    int32_t value = worth_in_play(card_of(&t->r, handle), slot->points);
    return (slot->controller == t->seat) == harms ? -value : value;
}

// What a question to name something is about.
typedef struct {
    bool harms;
    int damage;  // of an attack, 0: it is something else
} aim_of;

static aim_of aim_of_question(const rnr_run *r)
{
    const rnr_ask *ask = &r->g->ask;
    if (ask->what == RNR_ASK_ATTACK || ask->what == RNR_ASK_CLASH) {
        return (aim_of){true, r->g->card[ask->source].points};
    }
    if (ask->what != RNR_ASK_TARGET) {
        return (aim_of){true, 0};
    }
    const rnr_pending *p = &r->g->pending[ask->index];
    const rnr_effect *e = &sentence_of(r, p->source, p->sentence)->effect[p->effect];
    if (e->verb == RNR_FX_ATTACK) {
        return (aim_of){true, e->amount.kind == RNR_AMOUNT_X ? p->x : e->amount.n};
    }
    return (aim_of){rnr_effect_row(e->verb)->polarity != RNR_POS, 0};
}

static int32_t worth_of(const table_look *t, brs_choice c, aim_of aim)
{
    const rnr_state *g = t->r.g;
    const int handle = c.arg[0];
    switch (c.kind) {
    case RNR_CH_play: case RNR_CH_equalize: case RNR_CH_pillar: return worth_of_play(t, handle);
    case RNR_CH_play_aoa: return worth_of_play(t, handle) - 60;
    case RNR_CH_clash: return -250;
    case RNR_CH_activate: return worth_of_ability(t, c);
    case RNR_CH_target: return aim.damage > 0 ? worth_of_hit(t, handle, aim.damage) : worth_of_target(t, handle, aim.harms);
    case RNR_CH_target_lp: return 100 * aim.damage;
    case RNR_CH_choose: return in_play(g, handle) ? worth_of_target(t, handle, true) : -card_of(&t->r, handle)->cost;
    case RNR_CH_discard: return -worth_in_play(card_of(&t->r, handle), card_of(&t->r, handle)->points);
    case RNR_CH_x: case RNR_CH_split: return handle;
    case RNR_CH_keep: case RNR_CH_yes: return 10;
    default: return 0;
    }
}

// ---- rows ---------------------------------------------------------------------------------------------------------

enum { ADVISED = 10000000, LEADS = 4, ROWS = LEADS * (RNR_ASK_CHANCE + 3) };

// The question, in the Play Phase whether it looks best to end it, and how far the best is ahead of the next.
static int row_of(const rnr_state *g, const brs_choice *best, int64_t lead)
{
    const int much = lead >= 450 ? 3 : lead >= 150 ? 2 : lead > 0 ? 1 : 0;
    const int what = g->ask.what != RNR_ASK_PLAY ? g->ask.what
                     : best->kind == RNR_CH_done ? RNR_ASK_CHANCE + 1
                     : best->kind == RNR_CH_play ? RNR_ASK_PLAY
                                                 : RNR_ASK_CHANCE + 2;
    return LEADS * what + much;
}

int rnr_rank(const brs_setup *setup, const void *state, int key, const brs_choice *choices, int n, int32_t *out)
{
    const table_look t = look_at(setup, state, choices[0].seat);
    const aim_of aim = aim_of_question(&t.r);
    const int advised = key == RNR_KEY_THUMB ? rnr_advise(setup, state, choices, n) : n;
    int best = 0;
    int64_t next = INT32_MAX;
    for (int i = 0; i < n; i++) {
        out[i] = i == advised ? -ADVISED : -worth_of(&t, choices[i], aim);
        if (i > 0 && out[i] < out[best]) {
            next = out[best];
            best = i;
        } else if (i > 0 && out[i] < next) {
            next = out[i];
        }
    }
    return row_of(t.r.g, &choices[best], next - out[best]);
}

// ---- models -------------------------------------------------------------------------------------------------------

static const brs_model_row model_1[ROWS] = {
#include "rnr_model_1.def"
};
static const brs_model_row model_2[ROWS] = {
#include "rnr_model_2.def"
};
static const brs_model_row model_3[ROWS] = {
#include "rnr_model_3.def"
};
static const brs_model_row model_4[ROWS] = {
#include "rnr_model_4.def"
};
const brs_model rnr_models[RNR_MODELS] = {
    {1, RNR_KEY_WORTH, ROWS, model_1, 0x69e640efb856dd7a},
    {2, RNR_KEY_WORTH, ROWS, model_2, 0xe5742297d885be45},
    {3, RNR_KEY_THUMB, ROWS, model_3, 0x95da5cf6d87af45a},
    {4, RNR_KEY_WORTH, ROWS, model_4, 0x4b53765753aaf73e},
};

// ---- what replays say by number -----------------------------------------------------------------------------------

static const char *const words[] = {
#define WORD(word) word,
#include "rnr_words.def"
#undef WORD
};
static const uint64_t sets[] = {0x4f3a38040adcc643};  // CC1@1
const brs_shorthand rnr_shorthand = {
    .number = 1,
    .words = words,
    .word_count = sizeof words / sizeof words[0],
    .sets = sets,
    .set_count = sizeof sets / sizeof sets[0],
};
