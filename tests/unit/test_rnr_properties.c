// What must hold in every game of Revolt N Reign, whoever plays: over seeded games between random players.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "rnr_table.h"

enum { MAX_FACTS = 1024 };

typedef struct {
    brs_fact fact[MAX_FACTS];
    int count;
} facts;

static int games_wanted(void)
{
    const char *wanted = getenv("BRS_GAMES");
    return wanted != NULL ? atoi(wanted) : 60;
}

static facts facts_of(const brs_setup *setup, const void *state)
{
    facts f;
    f.count = brs_rnr.facts(setup, state, f.fact, MAX_FACTS);
    cr_assert_lt(f.count, MAX_FACTS);
    return f;
}

static int32_t *find_fact(facts *f, int quantity, int subject)
{
    for (int i = 0; i < f->count; i++) {
        if (f->fact[i].quantity == quantity && f->fact[i].subject == subject) {
            return &f->fact[i].value;
        }
    }
    return NULL;
}

// Folds the events from `first` on over the facts: each must start from what is there.
static void fold(const brs_trace *trace, uint32_t first, facts *f, uint64_t seed)
{
    for (uint32_t i = first; i < trace->event_count; i++) {
        const brs_event *e = &trace->events[i];
        const brs_event_info *info = &brs_rnr.event_kinds[e->kind];
        if (info->quantity == 0) {
            continue;
        }
        int32_t *value = find_fact(f, info->quantity, e->arg[0]);
        cr_assert_not_null(value, "game %llu event %u (%s) speaks of an unknown subject %d", (unsigned long long)seed,
                           e->seq, info->id, e->arg[0]);
        cr_assert_eq(*value, e->arg[1], "game %llu event %u (%s) starts from %d, the state had %d",
                     (unsigned long long)seed, e->seq, info->id, e->arg[1], *value);
        *value = e->arg[2];
    }
}

static void expect_same_facts(const facts *told, const facts *state, uint64_t seed, uint32_t decision)
{
    cr_assert_eq(told->count, state->count);
    for (int i = 0; i < told->count; i++) {
        cr_assert_eq(told->fact[i].value, state->fact[i].value,
                     "game %llu after decision %u: %s of %d is %d, the events say %d", (unsigned long long)seed,
                     decision, brs_rnr.quantities[state->fact[i].quantity].id, state->fact[i].subject,
                     state->fact[i].value, told->fact[i].value);
    }
}

static int pick(uint64_t seed, uint64_t *count, int n)
{
    return (int)brs_rng_below(seed, 99, 0, count, (uint32_t)n);
}

typedef struct {
    rnr_table table;
    void *state, *copy;
    brs_choice choices[BRS_MAX_CHOICES], other[BRS_MAX_CHOICES];
    brs_arena arena;
    brs_trace trace;
} bench;

static bench *make_bench(void)
{
    bench *b = calloc(1, sizeof *b);
    rnr_table_load(&b->table);
    b->state = calloc(1, brs_rnr.state_size);
    b->copy = calloc(1, brs_rnr.state_size);
    brs_arena_init(&b->arena, 0);
    brs_trace_init(&b->trace, &b->arena);
    return b;
}

static brs_setup setup_of(const bench *b, int g, const char *edition)
{
    int n = b->table.decks;
    return rnr_table_setup(&b->table, edition, g % n, (g / n + g) % n, (uint64_t)g + 1);
}

Test(rnr_properties, every_change_has_one_event_whose_terms_add_up_and_that_cites_a_rule)
{
    bench *b = make_bench();
    static const char *const editions[] = {"rulebook", "guide", "glossary"};
    int events = 0;
    for (int g = 0; g < games_wanted(); g++) {
        brs_setup setup = setup_of(b, g, g < 20 ? editions[0] : editions[g % 3]);
        if (!brs_rnr.check_deck(setup.edition, &setup.options, setup.cards, &setup.deck[0], (brs_report){NULL, NULL}) ||
            !brs_rnr.check_deck(setup.edition, &setup.options, setup.cards, &setup.deck[1], (brs_report){NULL, NULL})) {
            continue;
        }
        brs_err err = BRS_ERR_NONE;
        brs_game game;
        uint64_t count = 0;
        brs_trace_reset(&b->trace);
        cr_assert(brs_game_start(&game, &setup, b->state, b->choices, &b->trace, &err), "%s", err.msg);
        facts told = facts_of(&setup, b->state);
        uint32_t seen = b->trace.event_count;
        while (game.n > 0) {
            brs_game_choose(&game, pick(setup.seed, &count, game.n));
            cr_assert(!game.stuck, "game %llu: an offered choice was refused", (unsigned long long)setup.seed);
            cr_assert(brs_trace_verify(&brs_rnr, &b->trace, seen, &err), "game %llu: %s", (unsigned long long)setup.seed, err.msg);
            fold(&b->trace, seen, &told, setup.seed);
            seen = b->trace.event_count;
            facts now = facts_of(&setup, b->state);
            expect_same_facts(&told, &now, setup.seed, game.decisions);
        }
        events += (int)seen;
        brs_result result;
        cr_assert(brs_rnr.result(&setup, b->state, &result), "game %llu does not end", (unsigned long long)setup.seed);
    }
    cr_assert_gt(events, 1000);
}

Test(rnr_properties, a_copied_state_goes_on_as_the_original_and_the_trace_changes_nothing)
{
    bench *b = make_bench();
    for (int g = 0; g < games_wanted(); g++) {
        brs_setup setup = setup_of(b, g, "rulebook");
        brs_game game, twin;
        uint64_t count = 0;
        brs_trace_reset(&b->trace);
        cr_assert(brs_game_start(&game, &setup, b->state, b->choices, &b->trace, NULL));
        while (game.n > 0) {
            twin = game;
            memset(b->copy, 0xAA, brs_rnr.state_size);
            memcpy(b->copy, b->state, brs_rnr.used(b->state));
            memcpy(b->other, b->choices, sizeof b->choices);
            twin.state = b->copy;
            twin.choices = b->other;
            twin.trace = NULL;
            int index = pick(setup.seed, &count, game.n);
            brs_game_choose(&game, index);
            brs_game_choose(&twin, index);
            cr_assert_eq(game.n, twin.n);
            cr_assert_eq(brs_rnr.digest(&setup, b->state), brs_rnr.digest(&setup, b->copy),
                         "game %llu decision %u", (unsigned long long)setup.seed, game.decisions);
            cr_assert_eq(memcmp(b->choices, b->other, (size_t)game.n * sizeof(brs_choice)), 0);
        }
    }
}

Test(rnr_properties, refused_choices_are_refused_with_their_rule_and_change_nothing)
{
    bench *b = make_bench();
    brs_refusal refused[BRS_MAX_CHOICES];
    int tried = 0;
    for (int g = 0; g < games_wanted() / 4 + 1; g++) {
        brs_setup setup = setup_of(b, g, "rulebook");
        brs_game game;
        uint64_t count = 0;
        cr_assert(brs_game_start(&game, &setup, b->state, b->choices, NULL, NULL));
        while (game.n > 0) {
            int n = brs_rnr.refused(&setup, b->state, refused, BRS_MAX_CHOICES);
            uint64_t before = brs_rnr.digest(&setup, b->state);
            for (int i = 0; i < n; i++, tried++) {
                brs_verdict verdict = brs_rnr.apply(&setup, b->state, refused[i].choice, NULL);
                cr_assert(!verdict.ok);
                cr_assert_eq(verdict.rule, refused[i].rule);
                cr_assert_neq(verdict.rule, 0);
            }
            cr_assert_eq(brs_rnr.digest(&setup, b->state), before);
            brs_game_choose(&game, pick(setup.seed, &count, game.n));
        }
    }
    cr_assert_gt(tried, 100);
}

// Hidden from a seat: the opponent's hand it has not seen, the order of both piles, the seed.
Test(rnr_properties, what_a_seat_observes_does_not_depend_on_the_seed_or_on_hidden_cards)
{
    bench *b = make_bench();
    void *view_a = calloc(1, brs_rnr.state_size), *view_b = calloc(1, brs_rnr.state_size);
    for (int g = 0; g < games_wanted() / 4 + 1; g++) {
        brs_setup setup = setup_of(b, g, "rulebook");
        brs_game game;
        uint64_t count = 0;
        cr_assert(brs_game_start(&game, &setup, b->state, b->choices, NULL, NULL));
        while (game.n > 0) {
            int seat = b->choices[0].seat;
            memset(view_a, 0, brs_rnr.state_size);
            memset(view_b, 0, brs_rnr.state_size);
            brs_rnr.observe(&setup, b->state, seat, view_a);
            memcpy(b->copy, view_a, brs_rnr.state_size);
            brs_rnr.resample(&setup, b->copy, (uint64_t)g * 7919 + game.decisions);
            brs_rnr.observe(&setup, b->copy, seat, view_b);
            cr_assert_eq(memcmp(view_a, view_b, brs_rnr.state_size), 0, "game %llu decision %u seat %d",
                         (unsigned long long)setup.seed, game.decisions, seat);
            brs_game_choose(&game, pick(setup.seed, &count, game.n));
        }
    }
}
