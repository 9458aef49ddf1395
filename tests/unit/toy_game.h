// A game of a page, for tests of what knows games only through their table: two players with 20 LP take turns;
// "hit K" costs the other K LP (1 to 3), "dare" costs the other a secret number of the other's pile (0 to 5),
// drawn from the stream. Whoever is out of LP has lost. Include once in a test; it brings its own brs_games.
#ifndef TOY_GAME_H
#define TOY_GAME_H

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "broadside/game.h"

typedef struct {
    brs_chance chance;
    int32_t lp[2];
    int32_t turn;
    int32_t secret;  // what a dare will do; -1: not known
} toy_state;

enum { TOY_HIT, TOY_DARE };

static void toy_secret(toy_state *s)
{
    s->secret = brs_chance_below(&s->chance, 0, 0, 6);
}

static size_t toy_used(const void *state)
{
    (void)state;
    return sizeof(toy_state);
}

static bool toy_create(void *state, const brs_setup *setup, brs_trace *trace, brs_err *err)
{
    toy_state *s = state;
    (void)trace;
    (void)err;
    memset(s, 0, sizeof *s);
    s->chance.seed = setup->seed;
    s->chance.mode = setup->chance;
    s->lp[0] = s->lp[1] = setup->options.value[0];
    s->turn = 1;
    toy_secret(s);
    return true;
}

static bool toy_over(const toy_state *s)
{
    return s->lp[0] <= 0 || s->lp[1] <= 0;
}

static int toy_choices(const brs_setup *setup, const void *state, brs_choice *out, int cap)
{
    const toy_state *s = state;
    (void)setup;
    (void)cap;
    if (toy_over(s)) {
        return 0;
    }
    const uint8_t seat = (uint8_t)((s->turn + 1) % 2);
    for (int k = 0; k < 3; k++) {
        out[k] = (brs_choice){.kind = TOY_HIT, .seat = seat, .arg = {(uint16_t)(k + 1)}};
    }
    out[3] = (brs_choice){.kind = TOY_DARE, .seat = seat};
    return 4;
}

static brs_verdict toy_apply(const brs_setup *setup, void *state, brs_choice choice, brs_trace *trace)
{
    toy_state *s = state;
    (void)setup;
    const int other = 1 - choice.seat;
    const int before = s->lp[other];
    s->lp[other] -= choice.kind == TOY_HIT ? choice.arg[0] : s->secret;
    const brs_event event = {.unit = (uint16_t)s->turn, .kind = 1, .rule = 1, .seat = choice.seat,
                             .arg = {other, before, s->lp[other]}};
    if (trace != NULL) {
        brs_trace_event(trace, &event);
        brs_trace_term(trace, (brs_term){.label = 0, .rule = 1, .value = s->lp[other] - before});
    }
    s->turn++;
    toy_secret(s);
    return (brs_verdict){.ok = true};
}

static bool toy_result(const brs_setup *setup, const void *state, brs_result *out)
{
    const toy_state *s = state;
    (void)setup;
    out->over = toy_over(s);
    out->winner = !out->over ? BRS_SEAT_NONE : s->lp[0] > 0 ? 0 : 1;
    out->reason = out->over ? 1 : 0;
    out->units = (uint16_t)s->turn;
    return out->over;
}

static int toy_unit_now(const void *state)
{
    return ((const toy_state *)state)->turn;
}

static uint64_t toy_digest(const brs_setup *setup, const void *state)
{
    const toy_state *s = state;
    (void)setup;
    const int32_t fields[4] = {s->lp[0], s->lp[1], s->turn, s->secret};
    return XXH3_64bits(fields, sizeof fields);
}

static void toy_observe(const brs_setup *setup, const void *state, int seat, void *out)
{
    (void)setup;
    (void)seat;
    toy_state *s = out;
    *s = *(const toy_state *)state;
    s->chance.seed = 0;
    s->secret = -1;
}

static void toy_resample(const brs_setup *setup, void *state, uint64_t seed)
{
    (void)setup;
    toy_state *s = state;
    uint64_t count = 0;
    s->chance.seed = seed;
    s->secret = (int32_t)brs_rng_below(seed, 9, 9, &count, 6);
}

static int32_t toy_evaluate(const brs_setup *setup, const void *state, int seat)
{
    const toy_state *s = state;
    (void)setup;
    return s->lp[seat] - s->lp[1 - seat];
}

static int toy_facts(const brs_setup *setup, const void *state, brs_fact *out, int cap)
{
    const toy_state *s = state;
    (void)setup;
    (void)cap;
    for (uint16_t seat = 0; seat < 2; seat++) {
        out[seat] = (brs_fact){.quantity = 1, .subject = seat, .value = s->lp[seat]};
    }
    return 2;
}

static int toy_print_choice(const brs_setup *setup, const void *state, brs_choice choice, char *out, int cap)
{
    (void)setup;
    (void)state;
    const char digit[2] = {(char)('0' + choice.arg[0]), '\0'};
    const char *word = choice.kind == TOY_DARE ? "dare" : "hit ";
    if (cap > 8) {
        memcpy(out, word, strlen(word) + 1);
        memcpy(out + strlen(word), digit, choice.kind == TOY_HIT ? 2 : 0);
    }
    return (int)strlen(out);
}

static int toy_refused(const brs_setup *setup, const void *state, brs_refusal *out, int cap)
{
    (void)setup;
    (void)state;
    (void)out;
    (void)cap;
    return 0;
}

static const brs_section_info toy_sections[] = {{"blow", "Blow", "", 1, "A blow.", true}, {NULL, NULL, NULL, 0, NULL, false}};
static const brs_unit_info toy_unit = {.id = "turn", .title = "Turn", .file_prefix = "t", .sections = toy_sections};
static const brs_option_info toy_options[] = {
    {"starting_lp", BRS_OPTION_INT, 20, 1, 999, 1, "", "Points at the start."}};
static const brs_rule toy_rules[] = {{"none", "", "", ""}, {"hit", "", "A hit", "A hit takes points."}};
static const brs_event_info toy_events[] = {{"none", "", 0, NULL}, {"hit", "{seat:0} loses {delta}.", 1, NULL}};
static const brs_quantity_info toy_quantities[] = {{.id = "none"}, {.id = "lp", .title = "LP", .subject = "seat"}};
static const brs_victory_info toy_victories[] = {{"none", "", 0, ""}, {"last", "Last", 1, "{seat} wins."}};
static const char *const toy_terms[] = {"hit"};
static const char *const toy_editions[] = {"edition toy\ntitle \"Toy\"\npatch 1\n", NULL};

static const brs_game_def toy_game = {
    .id = "toy", .title = "Toy", .min_seats = 2, .max_seats = 2,
    .options = toy_options, .option_count = 1, .rules = toy_rules, .rule_count = 2,
    .event_kinds = toy_events, .event_count = 2, .quantities = toy_quantities, .quantity_count = 2,
    .victories = toy_victories, .victory_count = 2, .terms = toy_terms, .term_count = 1,
    .unit = &toy_unit, .facts = toy_facts, .print_choice = toy_print_choice, .refused = toy_refused,
    .edition_texts = toy_editions, .state_size = sizeof(toy_state), .used = toy_used, .create = toy_create,
    .choices = toy_choices, .apply = toy_apply, .result = toy_result, .unit_now = toy_unit_now,
    .digest = toy_digest, .observe = toy_observe, .resample = toy_resample, .evaluate = toy_evaluate,
};
const brs_game_def *const brs_games[] = {&toy_game, NULL};

#endif
