// What sim --matrix counts with: intervals, and the sights of Revolt N Reign in traces made for them.
#include <criterion/criterion.h>

#include "cli.h"
#include "broadside/rnr.h"
#include "rnr_state.h"

static void expect_share(int64_t count, int64_t of, int share, int low, int high)
{
    const cli_share s = cli_wilson(count, of);
    cr_expect(s.share == share && s.low == low && s.high == high, "%lld of %lld: %d [%d, %d]", (long long)count,
              (long long)of, s.share, s.low, s.high);
}

// Figures worked out by hand from the formula with z = 1.96; low is rounded down, high up.
Test(balance, wilson_intervals_are_those_of_the_formula)
{
    expect_share(10, 100, 1000, 552, 1744);
    expect_share(0, 20, 0, 0, 1612);
    expect_share(20, 20, 10000, 8388, 10000);
    expect_share(5600, 11200, 5000, 4907, 5093);
    expect_share(0, 0, 0, 0, 10000);
    expect_share(5000000, 10000000, 5000, 4996, 5004);
}

typedef struct {
    brs_arena arena;
    brs_trace trace;
    brs_card_set set;
    brs_setup setup;
} lens;

static bool sees(const lens *l, const char *id)
{
    const brs_sight *s = brs_rnr.balance->sights;
    while (s->id != NULL && strcmp(s->id, id) != 0) {
        s++;
    }
    cr_assert_not_null(s->id, "no sight %s", id);
    return s->seen(&l->setup, &l->trace);
}

static void begin(lens *l)
{
    *l = (lens){.setup = {.game = &brs_rnr, .seats = 2}};
    brs_arena_init(&l->arena, 0);
    brs_trace_init(&l->trace, &l->arena);
}

static void event(lens *l, rnr_event_id kind, int a, int b, int c, int d)
{
    const brs_event e = {.kind = (uint16_t)kind, .rule = 1, .arg = {a, b, c, d}};
    brs_trace_event(&l->trace, &e);
}

static void check(lens *l, rnr_term_id label, bool passed)
{
    brs_trace_check(&l->trace, (brs_check){.rule = 1, .passed = passed, .label = (uint16_t)label});
}

Test(balance, lp_swings_only_from_below_0_to_above_it)
{
    lens l;
    begin(&l);
    event(&l, RNR_EV_lp_drained, 0, 3, -2, 0);
    event(&l, RNR_EV_lp_gained, 1, 10, 12, 0);
    cr_expect_not(sees(&l, "lp_swing"), "the other seat gained");
    event(&l, RNR_EV_lp_gained, 0, -2, 0, 0);
    cr_expect_not(sees(&l, "lp_swing"), "0 is not back");
    event(&l, RNR_EV_lp_gained, 0, 0, 4, 0);
    cr_expect(sees(&l, "lp_swing"));
    begin(&l);
    event(&l, RNR_EV_lp_drained, 0, 3, 0, 0);
    event(&l, RNR_EV_lp_gained, 0, 0, 4, 0);
    cr_expect_not(sees(&l, "lp_swing"), "0 is not below 0");
}

Test(balance, a_petition_check_fails_on_lp_alone)
{
    lens l;
    begin(&l);
    event(&l, RNR_EV_petition_checked, 0, 3, 3, 5);
    check(&l, RNR_TERM_enough_petitions, false);
    check(&l, RNR_TERM_enough_scrolls, true);
    check(&l, RNR_TERM_enough_lp, false);
    cr_expect_not(sees(&l, "petition_lp"), "Petitions are lacking too");
    event(&l, RNR_EV_petition_checked, 0, 4, 3, 25);
    check(&l, RNR_TERM_enough_petitions, true);
    check(&l, RNR_TERM_enough_scrolls, true);
    check(&l, RNR_TERM_enough_lp, true);
    cr_expect_not(sees(&l, "petition_lp"), "nothing is lacking");
    event(&l, RNR_EV_petition_checked, 0, 4, 3, 19);
    check(&l, RNR_TERM_enough_petitions, true);
    check(&l, RNR_TERM_enough_scrolls, true);
    check(&l, RNR_TERM_enough_lp, false);
    cr_expect(sees(&l, "petition_lp"));
}

Test(balance, the_first_player_wins_when_the_winner_took_the_first_turn)
{
    lens l;
    begin(&l);
    event(&l, RNR_EV_first_player, 1, 0, 0, 0);
    cr_expect_not(sees(&l, "first_player"), "nobody has won");
    event(&l, RNR_EV_game_won, 0, RNR_WIN_life, 0, 0);
    cr_expect_not(sees(&l, "first_player"));
    begin(&l);
    event(&l, RNR_EV_first_player, 1, 0, 0, 0);
    event(&l, RNR_EV_game_won, 1, RNR_WIN_life, 0, 0);
    cr_expect(sees(&l, "first_player"));
}

Test(balance, each_plain_sight_sees_its_own_event_only)
{
    static const struct {
        const char *sight;
        rnr_event_id kind;
    } row[] = {{"aoa", RNR_EV_aoa_clash}, {"lock", RNR_EV_locked}, {"forced", RNR_EV_forced},
               {"doubling", RNR_EV_doubled}, {"order", RNR_EV_order_chosen}, {"redirect", RNR_EV_redirected}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        lens l;
        begin(&l);
        event(&l, row[i].kind, 1, 0, 0, 0);
        for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
            cr_expect_eq(sees(&l, row[k].sight), k == i, "%s looks at %s", row[k].sight, row[i].sight);
        }
    }
}
