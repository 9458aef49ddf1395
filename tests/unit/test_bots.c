// What broadside/bot.h promises, on a toy game whose right answers are known.
#include <criterion/criterion.h>

#include "broadside/bot.h"
#include "cli.h"
#include "toy_game.h"

static brs_arena arena;
static brs_editions editions;
static brs_setup setup;
static toy_state state;
static brs_choice choices[BRS_MAX_CHOICES];
static brs_game game;
static brs_bot bot;

static void begin(const char *kind, uint64_t seed)
{
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&arena, 0);
    cr_assert(brs_editions_load(&toy_game, &arena, &editions, &err), "%s", err.msg);
    setup = (brs_setup){.game = &toy_game, .edition = editions.edition[0], .options = editions.edition[0]->options,
                        .seats = 2, .chance = BRS_CHANCE_SEEDED, .seed = seed};
    cr_assert(brs_game_start(&game, &setup, &state, choices, NULL, &err));
    const brs_bot_kind *found = brs_bot_named((brs_str){kind, strlen(kind)}, &arena);
    cr_assert_not_null(found);
    brs_bot_init(&bot, found, &toy_game, &arena);
    brs_bot_begin(&bot, seed, 0);
}

Test(bots, random_takes_every_choice_about_as_often)
{
    int seen[4] = {0};
    begin("random", 5);
    for (int i = 0; i < 4000; i++) {
        seen[brs_bot_choose(&bot, &game)]++;
    }
    for (int i = 0; i < 4; i++) {
        cr_assert(seen[i] > 900 && seen[i] < 1100, "choice %d was taken %d times of 4000", i, seen[i]);
    }
}

Test(bots, the_same_seed_chooses_the_same)
{
    int first[50];
    begin("random", 77);
    for (int i = 0; i < 50; i++) {
        first[i] = brs_bot_choose(&bot, &game);
    }
    brs_bot_begin(&bot, 77, 0);
    int same_seat = 0, other_seat = 0;
    for (int i = 0; i < 50; i++) {
        same_seat += brs_bot_choose(&bot, &game) == first[i];
    }
    brs_bot_begin(&bot, 77, 1);
    for (int i = 0; i < 50; i++) {
        other_seat += brs_bot_choose(&bot, &game) == first[i];
    }
    cr_assert_eq(same_seat, 50);
    cr_assert_lt(other_seat, 40, "the other seat has a stream of its own");
}

Test(bots, greedy_takes_the_best_of_what_it_sees)
{
    int dares = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        begin("greedy", seed);
        int index = brs_bot_choose(&bot, &game);
        cr_assert(index == 2 || index == 3, "hit 3, or the dare when it guesses more than 3: %d", index);
        dares += index == 3;
        brs_arena_release(&arena);
    }
    cr_assert(dares >= 5 && dares <= 28, "six guesses are above 3 on average about once in four times: %d of 60", dares);
}

Test(bots, greedy_does_not_know_the_secret)
{
    begin("greedy", 3);
    int index = brs_bot_choose(&bot, &game);
    for (int secret = 0; secret <= 5; secret++) {
        state.secret = secret;
        cr_assert_eq(brs_bot_choose(&bot, &game), index, "the true secret %d changed its mind", secret);
    }
}

Test(bots, choosing_leaves_the_game_as_it_was)
{
    begin("greedy", 9);
    toy_state before = state;
    brs_bot_choose(&bot, &game);
    cr_assert_arr_eq((char *)&before, (char *)&state, sizeof state);
}

// Of 1,000 choices, how many are the heaviest one.
static int times_best(const char *kind)
{
    int taken = 0, index = 0;
    uint32_t weight[BRS_MAX_CHOICES];
    begin(kind, 12);
    brs_softmax_weights(&bot, &game, weight);
    for (int i = 1; i < game.n; i++) {
        index = weight[i] > weight[index] ? i : index;
    }
    for (int i = 0; i < 1000; i++) {
        taken += brs_bot_choose(&bot, &game) == index;
    }
    brs_arena_release(&arena);
    return taken;
}

Test(bots, softmax_prefers_what_looks_better_the_more_the_cooler_it_is)
{
    int hot = times_best("softmax:50"), warm = times_best("softmax"), cool = times_best("softmax:0.35");
    cr_assert(hot > 200 && hot < 320, "at 50 all four are about as likely: %d", hot);
    cr_assert(warm > hot + 100, "at 1 the best is likelier: %d", warm);
    cr_assert(cool > warm + 100, "at 0.35 much likelier: %d after %d", cool, warm);
    cr_assert_eq(times_best("softmax:1"), warm, "softmax is softmax:1");
}

Test(bots, softmax_takes_each_choice_as_often_as_its_weights_say)
{
    int taken[4] = {0};
    uint32_t weight[BRS_MAX_CHOICES], sum = 0;
    begin("softmax", 4);
    uint32_t told = brs_softmax_weights(&bot, &game, weight);
    for (int i = 0; i < 20000; i++) {
        taken[brs_bot_choose(&bot, &game)]++;
    }
    for (int i = 0; i < 4; i++) {
        int wanted = (int)(20000.0 * weight[i] / told + 0.5);
        cr_assert(taken[i] > wanted - 500 && taken[i] < wanted + 500, "choice %d: %d times, by its weight %d", i, taken[i], wanted);
        sum += weight[i];
    }
    cr_assert_eq(sum, told);
}

Test(bots, softmax_does_not_know_the_secret)
{
    uint32_t weight[BRS_MAX_CHOICES], first[BRS_MAX_CHOICES];
    begin("softmax", 3);
    brs_softmax_weights(&bot, &game, first);
    for (int secret = 0; secret <= 5; secret++) {
        state.secret = secret;
        brs_softmax_weights(&bot, &game, weight);
        cr_assert_arr_eq(weight, first, 4 * sizeof weight[0], "the true secret %d changed its mind", secret);
    }
}

Test(bots, a_parameter_is_a_number_that_the_bot_takes)
{
    const char *const wrong[] = {"softmax:", "softmax:x", "softmax:1.", "softmax:.5", "softmax:0.0001", "softmax:0",
                                 "softmax:0.009", "softmax:101", "softmax:1:1", "softmax:-1", "random:1", "nobody", "nobody:1"};
    brs_arena_init(&arena, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cr_assert_null(brs_bot_named((brs_str){wrong[i], strlen(wrong[i])}, &arena), "%s", wrong[i]);
    }
    const brs_bot_kind *kind = brs_bot_named(BRS_STR("softmax:0.35"), &arena);
    cr_assert_eq(kind->heat, 350);
    cr_assert_str_eq(kind->id, "softmax:0.35");
    cr_assert_eq(brs_bot_named(BRS_STR("softmax:100"), &arena)->heat, 100000);
    cr_assert_eq(brs_bot_named(BRS_STR("greedy"), &arena), brs_bot_find(BRS_STR("greedy")));
}

Test(bots, the_signature_repeats_and_moves_with_the_seed)
{
    begin("random", 1);
    cli_game shelf = {.game = &toy_game, .editions = editions};
    cli_signature a, b, c;
    brs_err err = BRS_ERR_NONE;
    cr_assert(cli_sign(&shelf, editions.edition[0], 50, 1, &arena, &a, &err), "%s", err.msg);
    cr_assert(cli_sign(&shelf, editions.edition[0], 50, 1, &arena, &b, &err));
    cr_assert(cli_sign(&shelf, editions.edition[0], 50, 2, &arena, &c, &err));
    cr_assert_eq(a.signature, b.signature);
    cr_assert_neq(a.signature, c.signature);
    cr_assert_gt(a.decisions, 250);
}

Test(bots, nearest_word_is_near_or_none)
{
    const char *const words[] = {"verify", "show", "site", NULL};
    cr_assert_str_eq(cli_nearest("vrify", words), "verify");
    cr_assert_str_eq(cli_nearest("ver", words), "verify", "a beginning is near");
    cr_assert_str_eq(cli_nearest("shwo", words), "show");
    cr_assert_null(cli_nearest("frobnicate", words));
    cr_assert_null(cli_nearest("", words));
}
