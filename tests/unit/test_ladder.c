// How the bots stand against each other in Revolt N Reign: each rung beats the one below it, and they choose by
// what they see alone.
#include "cli.h"
#include "rnr_state.h"
#include "rnr_table.h"
#include "str.h"

static rnr_table table;

static void load(void)
{
    rnr_table_load(&table);
}

static void release(void)
{
    brs_arena_release(&table.arena);
}

TestSuite(ladder, .init = load, .fini = release);

// Games that `upper` wins against `lower`: every deck meets every other, and each game is played in both seats.
static int wins_of(const char *upper, const char *lower, int games)
{
    const brs_bot_kind *kind[2] = {brs_bot_find(str_of(upper)), brs_bot_find(str_of(lower))};
    const brs_bot_kind *swapped[2] = {kind[1], kind[0]};
    cli_table players[2];
    int wins = 0;
    cli_table_init(&players[0], &brs_rnr, kind, 2, &table.arena);
    cli_table_init(&players[1], &brs_rnr, swapped, 2, &table.arena);
    for (int i = 0; i < games; i++) {
        const int a = i / 2 % table.decks, b = (a + 1 + i / 2 / table.decks) % table.decks;
        brs_setup setup = rnr_table_setup(&table, "rulebook", a, b, (uint64_t)(i / 2 + 1));
        brs_err err = BRS_ERR_NONE;
        brs_result result = {0};
        cr_assert(cli_table_play(&players[i % 2], &setup, NULL, &err), "%s", err.msg);
        brs_rnr.result(&setup, players[i % 2].state, &result);
        wins += result.winner == i % 2;
    }
    return wins;
}

static void expect_above(const char *upper, const char *lower, int games, int percent)
{
    const int wins = wins_of(upper, lower, games);
    cr_expect_gt(wins * 100, games * percent, "%s beat %s in %d of %d games", upper, lower, wins, games);
}

Test(ladder, the_rules_of_thumb_beat_chance)
{
    expect_above("rules", "random", 400, 80);
}

Test(ladder, the_planner_beats_the_rules_of_thumb)
{
    expect_above("planner", "rules", 400, 50);
}

// Another order of the pile and another seed leave the choice as it is: neither is seen.
static void expect_blind(const char *name)
{
    brs_bot bot;
    brs_game game;
    brs_err err = BRS_ERR_NONE;
    brs_setup setup = rnr_table_setup(&table, "rulebook", 1, 4, 9);
    void *state = brs_arena_alloc(&table.arena, 1, brs_rnr.state_size);
    brs_choice *choices = BRS_NEW(&table.arena, brs_choice, BRS_MAX_CHOICES);
    brs_bot_init(&bot, brs_bot_find(str_of(name)), &brs_rnr, &table.arena);
    brs_bot_begin(&bot, 3, 0);
    cr_assert(brs_game_start(&game, &setup, state, choices, NULL, &err), "%s", err.msg);
    for (int i = 0; i < 60 && game.n > 0; i++) {
        rnr_state *g = state;
        const uint64_t seed = g->chance.seed;
        const int wanted = brs_bot_choose(&bot, &game);
        g->chance.seed = seed ^ 0x5DEECE66D;
        cr_expect_eq(brs_bot_choose(&bot, &game), wanted, "%s, decision %d: it knows the seed", name, i);
        g->chance.seed = seed;
        brs_game_choose(&game, wanted);
    }
}

Test(ladder, neither_knows_the_seed)
{
    expect_blind("rules");
    expect_blind("planner");
}
