// Ranks, names and units of Revolution, and what a rule of thumb is worth.
#include "broadside/bot.h"
#include "cli.h"
#include "rev_table.h"

static brs_str text_of(const char *literal)
{
    return (brs_str){literal, strlen(literal)};
}

static void expect_titles(int seats, const char *wanted)
{
    static const char letters[] = "KQPDBCNSTFG";  // King, Queen, Prince, Duke, Baron, Commoner, kNight, Squire, Thane, serF, dunG
    char got[16] = "";
    for (int place = 0; place < seats; place++) {
        got[place] = letters[rev_title_at(seats, place)];
        got[place + 1] = '\0';
    }
    cr_expect_str_eq(got, wanted, "%d players: %s, not %s", seats, got, wanted);
}

// V34, V36, V32: the rows of the table of ranks.
Test(revolution_table, each_number_of_players_has_its_ranks_in_one_order)
{
    expect_titles(4, "KQFG");
    expect_titles(5, "KQPFG");
    expect_titles(6, "KQPTFG");
    expect_titles(7, "KQPBTFG");
    expect_titles(8, "KQPBNTFG");
    expect_titles(9, "KQPDBNTFG");
    expect_titles(10, "KQPDBNSTFG");
    expect_titles(11, "KQPDBCNSTFG");
    expect_titles(12, "KQPDBCCNSTFG");
}

Test(revolution_table, sets_have_names)
{
    cr_expect(memcmp(rev_set_name(set_of(1, 5)).ptr, "an eight", 8) == 0);
    cr_expect(memcmp(rev_set_name(set_of(3, REV_THREE)).ptr, "three threes", 12) == 0);
    cr_expect(memcmp(rev_set_name(set_of(12, 3)).ptr, "twelve sixes", 12) == 0);
    cr_expect(memcmp(rev_set_name(set_of(2, REV_JOKER)).ptr, "two jokers", 10) == 0);
    cr_expect(memcmp(rev_set_name(0).ptr, "no card", 7) == 0);
    cr_expect(memcmp(rev_set_name(set_of(1, 14)).ptr, "no card", 7) == 0);
    cr_expect(memcmp(rev_set_name(set_of(13, 1)).ptr, "no card", 7) == 0);
}

Test(revolution_table, units_are_tricks_in_rounds)
{
    char text[64];
    brs_unit_name(brs_revolution.unit, 2005, text, sizeof text);
    cr_expect_str_eq(text, "Round 2, trick 5");
    brs_unit_name(brs_revolution.unit, 2000, text, sizeof text);
    cr_expect_str_eq(text, "Round 2, the deal and the exchange");
    brs_unit_file(brs_revolution.unit, 2005, text, sizeof text);
    cr_expect_str_eq(text, "r02-t05");
    brs_unit_span(brs_revolution.unit, 5017, text, sizeof text);
    cr_expect_str_eq(text, "5 rounds");
    brs_unit_span(brs_revolution.unit, 1003, text, sizeof text);
    cr_expect_str_eq(text, "1 round");
    const brs_unit_info turn = {.id = "turn", .title = "Turn", .file_prefix = "t"};
    brs_unit_name(&turn, 12, text, sizeof text);
    cr_expect_str_eq(text, "Turn 12");
    brs_unit_file(&turn, 12, text, sizeof text);
    cr_expect_str_eq(text, "t012");
    brs_unit_span(&turn, 12, text, sizeof text);
    cr_expect_str_eq(text, "12 turns");
}

// Three in a row: fixed games in which rules of thumb sit in every other seat.
static double mean_place(rev_bench *b, const char *edition, int seats, const char *even, const char *odd, int games)
{
    static cli_table table;
    const brs_bot_kind *kinds[BRS_MAX_SEATS];
    double sum = 0;
    int count = 0;
    for (int seat = 0; seat < seats; seat++) {
        kinds[seat] = brs_bot_find(text_of(seat % 2 == 0 ? even : odd));
    }
    cli_table_init(&table, &brs_revolution, kinds, seats, &b->arena);
    for (int g = 0; g < games; g++) {
        brs_result result;
        brs_err err = BRS_ERR_NONE;
        brs_setup setup = {.game = &brs_revolution, .seats = seats, .chance = BRS_CHANCE_SEEDED, .seed = (uint64_t)g + 1};
        setup.edition = brs_edition_find(&b->editions, text_of(edition));
        setup.options = setup.edition->options;
        setup.options.value[REV_OPT_rounds] = 1;
        cr_assert(cli_table_play(&table, &setup, NULL, &err), "%s", err.msg);
        brs_revolution.result(&setup, table.state, &result);
        for (int seat = 0; seat < seats; seat += 2) {
            sum += result.place[seat];
            count++;
        }
    }
    return sum / count;
}

Test(revolution_table, rules_of_thumb_beat_chance)
{
    rev_bench *b = rev_bench_make();
    for (int seats = 4; seats <= 12; seats += 4) {
        double even = (seats + 1) / 2.0;  // the mean place of equals
        double rules = mean_place(b, "basic", seats, "rules", "random", 300);
        cr_expect_lt(rules, even * 0.88, "%d players, basic: mean place %.2f", seats, rules);
        rules = mean_place(b, "ultimate", seats, "rules", "random", 300);
        cr_expect_lt(rules, even * 0.86, "%d players, ultimate: mean place %.2f", seats, rules);
        double chance = mean_place(b, "basic", seats, "random", "random", 300);
        cr_expect(chance > even * 0.95 && chance < even * 1.05, "%d players at random: mean place %.2f", seats, chance);
    }
}

// The bot sees what its seat may see: another hidden hand does not change its mind.
Test(revolution_table, rules_of_thumb_do_not_look_at_hidden_cards)
{
    rev_bench *b = rev_bench_make();
    static rev_state guess, seen;
    brs_setup setup = rev_bench_setup(b, 16, 1);
    brs_game game;
    brs_bot bot;
    brs_bot_init(&bot, brs_bot_find(text_of("rules")), &brs_revolution, &b->arena);
    cr_assert(brs_game_start(&game, &setup, &b->state, b->choices, NULL, NULL));
    while (game.n > 0) {
        brs_bot_begin(&bot, 1, b->choices[0].seat);
        int index = brs_bot_choose(&bot, &game);
        brs_revolution.observe(&setup, &b->state, b->choices[0].seat, &seen);
        guess = seen;
        brs_revolution.resample(&setup, &guess, game.decisions + 1);
        brs_game other = game;
        other.state = &guess;
        cr_assert_eq(brs_bot_choose(&bot, &other), index, "decision %u", game.decisions);
        brs_game_choose(&game, index);
    }
}

// A game that has no rules of thumb is played at random by the same bot.
Test(revolution_table, a_game_without_rules_of_thumb_is_played_at_random)
{
    rev_bench *b = rev_bench_make();
    static brs_game_def mute;
    mute = brs_revolution;
    mute.advise = NULL;
    brs_setup setup = rev_bench_setup(b, 7, 1);
    setup.game = &mute;
    brs_game game;
    brs_bot rules, chance;
    brs_bot_init(&rules, brs_bot_find(text_of("rules")), &mute, &b->arena);
    brs_bot_init(&chance, brs_bot_find(text_of("random")), &mute, &b->arena);
    brs_bot_begin(&rules, 5, 0);
    brs_bot_begin(&chance, 5, 0);
    cr_assert(brs_game_start(&game, &setup, &b->state, b->choices, NULL, NULL));
    for (int i = 0; i < 40 && game.n > 0; i++) {
        int index = brs_bot_choose(&chance, &game);
        cr_assert_eq(brs_bot_choose(&rules, &game), index);
        brs_game_choose(&game, index);
    }
}
