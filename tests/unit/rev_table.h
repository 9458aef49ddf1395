// Games of Revolution for tests: editions, seeded games between random players, at every size of table.
#ifndef REV_TABLE_H
#define REV_TABLE_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "broadside/game.h"
#include "broadside/revolution.h"
#include "rev_state.h"

typedef struct {
    brs_arena arena;
    brs_editions editions;
    rev_state state, copy;
    brs_choice choices[BRS_MAX_CHOICES], other[BRS_MAX_CHOICES];
    brs_trace trace;
} rev_bench;

static inline rev_bench *rev_bench_make(void)
{
    rev_bench *b = calloc(1, sizeof *b);
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&b->arena, 0);
    cr_assert(brs_editions_load(&brs_revolution, &b->arena, &b->editions, &err), "%s:%d: %s", err.file, err.line, err.msg);
    brs_trace_init(&b->trace, &b->arena);
    return b;
}

// Game number g of a series: all sizes of table, both editions, and options in turn.
static inline brs_setup rev_bench_setup(const rev_bench *b, int g, int rounds)
{
    brs_setup setup = {.game = &brs_revolution, .seats = 4 + g % 9, .chance = BRS_CHANCE_SEEDED, .seed = (uint64_t)g + 1};
    setup.edition = b->editions.edition[g / 9 % b->editions.count];
    setup.options = setup.edition->options;
    setup.options.value[REV_OPT_rounds] = rounds;
    setup.options.value[REV_OPT_twos_as_value] = g / 18 % 2;
    setup.options.value[REV_OPT_passing_lockout] = g / 36 % 2;
    if (g % 5 == 0 && setup.options.value[REV_OPT_jokers_per_pack] > 0) {
        setup.options.value[REV_OPT_jokers_per_pack] = 3;  // an odd number: the direction may end reversed
    }
    return setup;
}

static inline int rev_bench_pick(uint64_t seed, uint64_t *count, int n)
{
    return (int)brs_rng_below(seed, 99, 0, count, (uint32_t)n);
}

#endif
