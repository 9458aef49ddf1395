// What the labels of terms and checks promise: each reads as a phrase or a whole sentence, in every game that is
// played, whether its condition holds or not.
#include <ctype.h>

#include "rev_table.h"
#include "rnr_table.h"

static char text[600];
static size_t text_len;

static void open_node(void *ctx, const char *name, int id)
{
    (void)ctx;
    (void)name;
    (void)id;
}

static void add_text(void *ctx, const char *key, brs_str value)
{
    (void)ctx;
    cr_assert_eq(key[0], '\0', "a label has running text only");
    cr_assert_lt(text_len + value.len, sizeof text);
    memcpy(text + text_len, value.ptr, value.len);
    text_len += value.len;
    text[text_len] = '\0';
}

static void close_node(void *ctx)
{
    (void)ctx;
}

static const brs_viewer reader = {NULL, open_node, add_text, close_node};

static void begin_text(void)
{
    text_len = 0;
    text[0] = '\0';
}

static void expect_clean(const char *what)
{
    cr_assert_gt(text_len, 0, "an empty %s", what);
    cr_assert_null(strpbrk(text, "|{}?"), "a %s with marks of the template: %s", what, text);
    cr_assert(isalnum((unsigned char)text[text_len - 1]), "a %s takes no full stop of its own: %s", what, text);
}

static void expect_readable(const brs_setup *setup, const brs_trace *trace)
{
    for (uint32_t i = 0; i < trace->event_count; i++) {
        const brs_event *e = &trace->events[i];
        for (uint32_t t = 0; t < e->nterm; t++) {
            begin_text();
            brs_term_say(setup, e, &trace->terms[e->term0 + t], &reader);
            expect_clean("term");
        }
        for (uint32_t c = 0; c < e->ncheck; c++) {
            begin_text();
            brs_check_say(setup, e, &trace->checks[e->check0 + c], &reader);
            expect_clean("check");
            cr_assert(isupper((unsigned char)text[0]), "a check is a sentence: %s", text);
            cr_assert_not_null(strchr(text, ' '), "a check is more than a word: %s", text);
        }
    }
}

static uint32_t play(const brs_setup *setup, void *state, brs_choice *choices, brs_trace *trace)
{
    brs_game game;
    brs_err err = BRS_ERR_NONE;
    uint64_t count = 0;
    brs_trace_reset(trace);
    cr_assert(brs_game_start(&game, setup, state, choices, trace, &err), "%s", err.msg);
    while (game.n > 0 && game.decisions < 4000) {
        brs_game_choose(&game, rev_bench_pick(setup->seed, &count, game.n));
    }
    expect_readable(setup, trace);
    return trace->check_count;
}

Test(labels, every_check_of_revolt_n_reign_is_a_sentence)
{
    rnr_table table;
    rnr_table_load(&table);
    brs_trace trace;
    brs_trace_init(&trace, &table.arena);
    void *state = brs_arena_alloc(&table.arena, 1, brs_rnr.state_size);
    brs_choice *choices = BRS_NEW(&table.arena, brs_choice, BRS_MAX_CHOICES);
    uint32_t checks = 0;
    for (int g = 0; g < 60; g++) {
        brs_setup setup = rnr_table_setup(&table, g % 2 == 0 ? "rulebook" : "guide", g % table.decks,
                                          (g / 2 + 1) % table.decks, (uint64_t)g + 1);
        checks += play(&setup, state, choices, &trace);
    }
    cr_assert_gt(checks, 5000);
    brs_arena_release(&table.arena);
}

Test(labels, every_check_of_revolution_is_a_sentence)
{
    rev_bench *b = rev_bench_make();
    uint32_t checks = 0;
    for (int g = 0; g < 40; g++) {
        brs_setup setup = rev_bench_setup(b, g, 2);
        checks += play(&setup, &b->state, b->choices, &b->trace);
    }
    cr_assert_gt(checks, 2000);
    brs_arena_release(&b->arena);
    free(b);
}

// ---- the two wordings, on a table of our own ------------------------------------------------------------

static brs_str toy_name(const brs_setup *setup, int handle)
{
    (void)setup;
    return handle == 7 ? (brs_str){"Stockade", 8} : (brs_str){"no card", 7};
}

static const char *const toy_terms[] = {"printed on {card}", "It is enough: {num:1}|It is too little: {num:1}",
                                        "{lost|gained} with {card}"};
static const brs_game_def toy = {.id = "toy", .terms = toy_terms, .term_count = 3, .handle_name = toy_name};
static const brs_setup toy_setup = {.game = &toy, .seats = 2};

static void expect_check(uint16_t label, bool passed, uint16_t card, const char *wanted)
{
    const brs_event event = {.arg = {0, 5, 3, 0}};
    begin_text();
    brs_check_say(&toy_setup, &event, &(brs_check){.label = label, .passed = passed, .card = card}, &reader);
    cr_assert_str_eq(text, wanted);
}

Test(labels, a_check_is_worded_by_whether_it_holds)
{
    expect_check(1, true, 0, "It is enough: 5");
    expect_check(1, false, 0, "It is too little: 5");
    expect_check(0, true, 7, "printed on Stockade");
    expect_check(0, false, 7, "printed on Stockade");
}

Test(labels, a_bar_inside_a_place_parts_no_wordings)
{
    expect_check(2, true, 7, "lost with Stockade");
    expect_check(2, false, 7, "lost with Stockade");
}

Test(labels, a_card_that_is_not_known_is_it)
{
    const brs_event event = {.arg = {0, 5, 3, 0}};
    begin_text();
    brs_term_say(&toy_setup, &event, &(brs_term){.label = 0}, &reader);
    cr_assert_str_eq(text, "printed on it");
}
