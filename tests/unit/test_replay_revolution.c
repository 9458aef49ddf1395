// Replays of Revolution through the same recorder: both editions, four to twelve players, seeded and recorded chance,
// options of the table, ended by the rules or broken off.
#include <criterion/criterion.h>
#include <string.h>

#include "broadside/replay.h"
#include "rev_state.h"
#include "str.h"

static brs_arena arena, scratch;
static brs_library library;

static void open_library(void)
{
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&arena, 0);
    brs_arena_init(&scratch, 0);
    cr_assert(brs_library_load(NULL, &arena, &library, &err), "%s", err.msg);
}

static void close_library(void)
{
    brs_arena_release(&scratch);
    brs_arena_release(&arena);
}

TestSuite(replay_revolution, .init = open_library, .fini = close_library);

// Game number n: edition, players and customs in turn; every fifth with recorded chance.
static void set_up(int n, brs_setup *out)
{
    const brs_shelf *shelf = NULL;
    for (int i = 0; i < library.count; i++) {
        shelf = strcmp(library.shelf[i].game->id, "revolution") == 0 ? &library.shelf[i] : shelf;
    }
    cr_assert_not_null(shelf);
    *out = (brs_setup){.game = shelf->game, .edition = shelf->editions.edition[n % 2], .seats = 4 + n % 9,
                       .chance = n % 5 == 4 ? BRS_CHANCE_RECORDED : BRS_CHANCE_SEEDED,
                       .seed = n % 5 == 4 ? 0 : (uint64_t)n + 1, .name = {"Nia", "Eli", "Sam"}};
    out->options = out->edition->options;
    out->options.value[REV_OPT_rounds] = 2;
    out->options.value[REV_OPT_passing_lockout] = n / 2 % 2;
}

// Plays at random, to the end or so many decisions.
static brs_str play(const brs_setup *setup, uint64_t wish, uint32_t most, brs_replay *replay)
{
    brs_err err = BRS_ERR_NONE;
    brs_game game;
    brs_str bytes = {NULL, 0};
    uint64_t draws = 0;
    uint16_t *index = BRS_NEW(&arena, uint16_t, 20000);
    brs_moves moves = {.index = index, .end = BRS_END_RULES, .end_seat = BRS_SEAT_NONE};
    void *state = brs_arena_alloc(&arena, 1, setup->game->state_size);
    cr_assert(brs_game_start(&game, setup, state, BRS_NEW(&arena, brs_choice, BRS_MAX_CHOICES), NULL, &err), "%s", err.msg);
    while (game.n > 0 && moves.count < most) {
        index[moves.count] = (uint16_t)brs_rng_below(wish, 7, 7, &draws, (uint32_t)game.n);
        brs_game_choose(&game, index[moves.count++]);
    }
    if (game.n > 0) {
        moves.end = BRS_END_UNFINISHED;
    }
    cr_assert(brs_replay_record(setup, &moves, &arena, replay, &err), "%s", err.msg);
    cr_assert(brs_replay_encode(replay, &arena, &bytes, &err), "%s", err.msg);
    return bytes;
}

static brs_code judge(brs_str bytes, brs_replay *replay, brs_setup *setup, brs_err *err)
{
    *err = BRS_ERR_NONE;
    brs_arena_reset(&scratch);
    bool ok = brs_replay_decode(bytes, &scratch, replay, err) && brs_replay_setup(replay, &library, &scratch, setup, err) &&
              brs_replay_verify(replay, setup, &scratch, NULL, brs_report_first(err));
    cr_assert_eq(ok, err->code == BRS_OK);
    return err->code;
}

Test(replay_revolution, games_of_every_size_play_back, .timeout = 30)
{
    for (int n = 0; n < 36; n++) {
        brs_setup *setup = BRS_NEW(&arena, brs_setup, 1), *back = BRS_NEW(&arena, brs_setup, 1);
        brs_replay recorded, read;
        brs_err err;
        set_up(n, setup);
        brs_str file = play(setup, (uint64_t)n + 1, 20000, &recorded);
        cr_assert_eq(judge(file, &read, back, &err), BRS_OK, "game %d: %s", n, err.msg);
        cr_assert_eq(read.seats, setup->seats);
        cr_assert_eq(read.seeded, n % 5 != 4);
        cr_assert_eq(read.result.units / REV_UNIT, 2, "two rounds");
        for (int seat = 0; seat < setup->seats; seat++) {
            cr_assert_eq(read.result.place[seat], recorded.result.place[seat]);
            cr_assert_gt(read.result.place[seat], 0);
        }
        cr_assert_eq(back->options.value[REV_OPT_passing_lockout], n / 2 % 2);
        cr_assert_str_eq(back->name[1], "Eli");
    }
}

Test(replay_revolution, a_match_may_be_broken_off)
{
    brs_setup *setup = BRS_NEW(&arena, brs_setup, 1), *back = BRS_NEW(&arena, brs_setup, 1);
    brs_replay recorded, read;
    brs_err err;
    set_up(3, setup);
    brs_str file = play(setup, 9, 20, &recorded);
    cr_assert_eq(judge(file, &read, back, &err), BRS_OK, "%s", err.msg);
    cr_assert_eq(read.end, BRS_END_UNFINISHED);
    cr_assert_eq(read.result.winner, BRS_SEAT_NONE);
    cr_assert_eq(read.decisions.count, 20);
}

Test(replay_revolution, another_number_of_players_or_another_seed_is_another_game)
{
    brs_setup *setup = BRS_NEW(&arena, brs_setup, 1), *back = BRS_NEW(&arena, brs_setup, 1);
    brs_replay recorded, read;
    brs_err err;
    brs_str file;
    set_up(3, setup);
    play(setup, 9, 20000, &recorded);
    recorded.seed++;
    cr_assert(brs_replay_encode(&recorded, &arena, &file, &err));
    cr_assert_neq(judge(file, &read, back, &err), BRS_OK);
    recorded.seed--;
    recorded.seats = 13;
    bool encoded = brs_replay_encode(&recorded, &arena, &file, &err);
    cr_assert(!encoded || judge(file, &read, back, &err) != BRS_OK);
}
