// The promises of a trace: what breaks one is found. Each event here is right but for the one thing its test names.
#include <criterion/criterion.h>

#include "broadside/rnr.h"
#include "rnr_state.h"

static brs_arena arena;
static brs_trace trace;

static void begin(void)
{
    brs_arena_init(&arena, 0);
    brs_trace_init(&trace, &arena);
}

static void end(void)
{
    brs_arena_release(&arena);
}

TestSuite(trace, .init = begin, .fini = end);

// B loses 4 LP to two UAs, as the engine would tell it.
static void tell_drain(int first_term, int second_term, int rule, uint32_t cause)
{
    brs_event start = {.kind = RNR_EV_turn_begins, .rule = RNR_RULE_turn_order};
    brs_trace_event(&trace, &start);
    brs_event drain = {.kind = RNR_EV_lp_drained, .rule = (uint16_t)rule, .cause = cause, .arg = {1, 100, 96, 0}};
    brs_trace_event(&trace, &drain);
    brs_trace_term(&trace, (brs_term){.label = RNR_TERM_printed_drain, .rule = RNR_RULE_ua_drain, .value = first_term});
    brs_trace_term(&trace, (brs_term){.label = RNR_TERM_printed_drain, .rule = RNR_RULE_ua_drain, .value = second_term});
}

static void expect_breach(const char *words)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(!brs_trace_verify(&brs_rnr, &trace, 0, &err));
    cr_assert_not_null(strstr(err.msg, words), "the breach is called: %s", err.msg);
    cr_assert_eq(err.code, BRS_UNEXPECTED);
}

Test(trace, an_event_whose_terms_add_up_and_that_cites_a_rule_is_right)
{
    brs_err err = BRS_ERR_NONE;
    tell_drain(-1, -3, RNR_RULE_ua_drain, 1);
    cr_assert(brs_trace_verify(&brs_rnr, &trace, 0, &err), "%s", err.msg);
    cr_assert_eq(trace.events[1].nterm, 2);
}

Test(trace, terms_that_do_not_add_up_are_found)
{
    tell_drain(-1, -2, RNR_RULE_ua_drain, 1);
    expect_breach("do not add up");
}

Test(trace, an_event_without_a_rule_is_found)
{
    tell_drain(-1, -3, RNR_RULE_none, 1);
    expect_breach("cites no rule");
}

Test(trace, a_cause_that_is_not_earlier_is_found)
{
    tell_drain(-1, -3, RNR_RULE_ua_drain, 2);
    expect_breach("not earlier");
}

Test(trace, a_term_from_a_later_event_is_found)
{
    tell_drain(-1, -3, RNR_RULE_ua_drain, 1);
    trace.terms[1].event = 3;
    expect_breach("not earlier");
}

Test(trace, a_term_without_a_rule_is_found)
{
    tell_drain(-1, -3, RNR_RULE_ua_drain, 1);
    trace.terms[0].rule = 0;
    expect_breach("cites no rule");
}

Test(trace, places_need_no_sum)
{
    brs_err err = BRS_ERR_NONE;
    brs_event moved = {.kind = RNR_EV_drawn, .rule = RNR_RULE_draw_phase, .arg = {7, RNR_PILE, RNR_HAND, 0}};
    brs_trace_event(&trace, &moved);
    cr_assert(brs_trace_verify(&brs_rnr, &trace, 0, &err), "%s", err.msg);
}

Test(trace, with_no_trace_nothing_is_told)
{
    brs_event event = {.kind = RNR_EV_turn_begins, .rule = RNR_RULE_turn_order};
    cr_assert_eq(brs_trace_event(NULL, &event), 0);
    brs_trace_term(NULL, (brs_term){.value = 1});
    brs_trace_check(NULL, (brs_check){.passed = true});
    cr_assert_null(brs_trace_at(&trace, 1));
}

Test(trace, sentences_fill_their_places)
{
    brs_setup setup = {.game = &brs_rnr, .seats = 2};
    char text[200];
    tell_drain(-1, -3, RNR_RULE_ua_drain, 1);
    brs_event_text(&setup, &trace.events[1], text, sizeof text);
    cr_assert_str_eq(text, "B loses 4 LP to UA drain: 100 to 96.");
    setup.name[1] = "Bo";
    brs_event_text(&setup, &trace.events[1], text, sizeof text);
    cr_assert_str_eq(text, "Bo loses 4 LP to UA drain: 100 to 96.");
    brs_event_text(&setup, &trace.events[1], text, 10);
    cr_assert_str_eq(text, "Bo loses ");
}
