// The trace: append, check, and say an event in words.
#include "broadside/trace.h"

#include <string.h>

#include "broadside/game.h"
#include "str.h"

void brs_trace_init(brs_trace *trace, brs_arena *arena)
{
    *trace = (brs_trace){.arena = arena};
}

void brs_trace_reset(brs_trace *trace)
{
    trace->event_count = trace->term_count = trace->check_count = trace->outcome_count = 0;
    trace->decision = 0;
}

// Room for one more element; the old array stays in the arena, which is reset as a whole.
static void *room(brs_arena *arena, void *array, uint32_t count, uint32_t *cap, size_t size)
{
    if (count < *cap) {
        return array;
    }
    *cap = *cap == 0 ? 256 : *cap * 2;
    void *grown = brs_arena_alloc(arena, *cap, size);
    if (count > 0) {
        memcpy(grown, array, count * size);
    }
    return grown;
}

uint32_t brs_trace_event(brs_trace *trace, const brs_event *event)
{
    if (trace == NULL) {
        return 0;
    }
    if (trace->watch != NULL) {
        trace->watch(trace->watch_ctx, event);
    }
    trace->events = room(trace->arena, trace->events, trace->event_count, &trace->event_cap, sizeof *event);
    brs_event *kept = &trace->events[trace->event_count++];
    *kept = *event;
    kept->seq = trace->event_count;
    kept->term0 = trace->term_count;
    kept->check0 = trace->check_count;
    kept->decision = trace->decision;
    return kept->seq;
}

void brs_trace_term(brs_trace *trace, brs_term term)
{
    if (trace == NULL || trace->event_count == 0) {
        return;
    }
    trace->terms = room(trace->arena, trace->terms, trace->term_count, &trace->term_cap, sizeof term);
    trace->terms[trace->term_count++] = term;
    trace->events[trace->event_count - 1].nterm++;
}

void brs_trace_check(brs_trace *trace, brs_check check)
{
    if (trace == NULL || trace->event_count == 0) {
        return;
    }
    trace->checks = room(trace->arena, trace->checks, trace->check_count, &trace->check_cap, sizeof check);
    trace->checks[trace->check_count++] = check;
    trace->events[trace->event_count - 1].ncheck++;
}

void brs_trace_outcome(brs_trace *trace, uint8_t kind, int seat, uint16_t arg)
{
    if (trace == NULL) {
        return;
    }
    brs_outcome outcome = {trace->decision, kind, (uint8_t)seat, arg};
    trace->outcomes = room(trace->arena, trace->outcomes, trace->outcome_count, &trace->outcome_cap, sizeof outcome);
    trace->outcomes[trace->outcome_count++] = outcome;
}

const brs_event *brs_trace_at(const brs_trace *trace, uint32_t seq)
{
    return seq == 0 || seq > trace->event_count ? NULL : &trace->events[seq - 1];
}

// ---- invariants ----------------------------------------------------------------------------------

static bool breach(brs_err *err, const brs_game_def *game, const brs_event *e, const char *what)
{
    return brs_fail(err, BRS_UNEXPECTED, "event %u (%s, unit %d) %s", e->seq,
                    game->event_kinds[e->kind].id, e->unit, what);
}

static bool verify_event(const brs_game_def *game, const brs_trace *trace, const brs_event *e, brs_err *err)
{
    if (e->rule == 0 || e->rule >= game->rule_count) {
        return breach(err, game, e, "cites no rule");
    }
    if (e->cause >= e->seq) {
        return breach(err, game, e, "has a cause that is not earlier");
    }
    int64_t sum = 0;
    for (uint32_t i = 0; i < e->nterm; i++) {
        const brs_term *term = &trace->terms[e->term0 + i];
        if (term->event >= e->seq) {
            return breach(err, game, e, "has a term from an event that is not earlier");
        }
        if (term->rule == 0 || term->rule >= game->rule_count) {
            return breach(err, game, e, "has a term that cites no rule");
        }
        sum += term->value;
    }
    if (game->quantities[game->event_kinds[e->kind].quantity].adds && sum != (int64_t)e->arg[2] - e->arg[1]) {
        return breach(err, game, e, "has terms that do not add up to its change");
    }
    return true;
}

bool brs_trace_verify(const brs_game_def *game, const brs_trace *trace, uint32_t first, brs_err *err)
{
    for (uint32_t i = first; i < trace->event_count; i++) {
        if (!verify_event(game, trace, &trace->events[i], err)) {
            return false;
        }
    }
    return true;
}
