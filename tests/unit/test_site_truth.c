// What a page says of a change was checked while the page was made: of whole matches of both games and all editions,
// each single addend, rule, cause and number, changed, stops the build. tests/site/targets.py looks at the pages.
#include <criterion/criterion.h>

#include "broadside/site.h"
#include "real_games.h"
#include "site_pages.h"

static real_bench bench;
static site_names names;

static void begin(void)
{
    real_open(&bench);
    site_names_init(&names, &bench.arena);
}

static void end(void)
{
    brs_arena_release(&bench.arena);
}

TestSuite(truth, .init = begin, .fini = end);

static site_match *played(const char *game, int edition, uint64_t seed)
{
    brs_err err = BRS_ERR_NONE;
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&bench.arena, brs_replay, 1);
    site_match *match = BRS_NEW(&bench.arena, site_match, 1);
    real_setup(&bench, game, edition, seed, setup);
    real_game(&bench, setup, seed, replay);
    cr_assert(site_play(match, replay, setup, &names, &bench.arena, &err), "%s", err.msg);
    return match;
}

// The event is looked at anew, as the build does with all of them.
static void expect_found(const site_match *match, const brs_event *e, const char *change)
{
    brs_err err = BRS_ERR_NONE;
    const brs_game_def *game = match->setup->game;
    cr_assert(!brs_trace_verify(game, &match->trace, e->seq - 1, &err), "%s: %s of event %u (%s) is not found",
              match->setup->edition->id, change, e->seq, game->event_kinds[e->kind].id);
}

static int change_terms(const site_match *match, const brs_event *e, bool adds)
{
    for (uint32_t i = 0; i < e->nterm; i++) {
        brs_term *term = &match->trace.terms[e->term0 + i];
        const brs_term was = *term;
        for (int by = -1; by <= 1 && adds; by += 2) {
            term->value = was.value + by;
            expect_found(match, e, "an addend");
        }
        *term = was;
        term->rule = 0;
        expect_found(match, e, "a rule of an addend");
        *term = was;
        term->event = e->seq;
        expect_found(match, e, "where an addend comes from");
        *term = was;
    }
    return (int)e->nterm;
}

// Returns how many terms there were.
static int change_everything(site_match *match)
{
    brs_err err = BRS_ERR_NONE;
    const brs_game_def *game = match->setup->game;
    int terms = 0;
    for (uint32_t i = 0; i < match->trace.event_count; i++) {
        brs_event *e = &match->trace.events[i];
        const brs_event was = *e;
        const bool adds = game->quantities[game->event_kinds[e->kind].quantity].adds;
        cr_assert(!adds || e->nterm > 0 || e->arg[1] == e->arg[2], "event %u changes a number without an addend", e->seq);
        terms += change_terms(match, e, adds);
        e->rule = 0;
        expect_found(match, e, "the rule");
        *e = was;
        e->cause = e->seq;
        expect_found(match, e, "the cause");
        *e = was;
        for (int side = 1; side <= 2 && adds; side++) {
            e->arg[side]++;
            expect_found(match, e, side == 1 ? "the number before" : "the number after");
            *e = was;
        }
    }
    cr_assert(brs_trace_verify(game, &match->trace, 0, &err), "nothing is left of the changes: %s", err.msg);
    return terms;
}

Test(truth, every_changed_addend_rule_cause_and_number_stops_a_match)
{
    for (int edition = 0; edition < 3; edition++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            cr_assert_gt(change_everything(played("rnr", edition, seed)), 100);
        }
    }
    for (int edition = 0; edition < 2; edition++) {
        change_everything(played("revolution", edition, 7));
    }
}
