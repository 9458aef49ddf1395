// Round trips: what is recorded is read back the same, plays again, and has one encoding.
#include <criterion/criterion.h>

#include "toy_deck_game.c"

static brs_arena arena;
static brs_library library;

static void open_library(void)
{
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&arena, 0);
    cr_assert(brs_library_load(toy_games, &arena, &library, &err), "%s", err.msg);
}

static void close_library(void)
{
    brs_arena_release(&arena);
}

TestSuite(replay_round, .init = open_library, .fini = close_library);

static brs_str encode(const brs_replay *replay)
{
    brs_err err = BRS_ERR_NONE;
    brs_str bytes = {NULL, 0};
    cr_assert(brs_replay_encode(replay, &arena, &bytes, &err), "%s", err.msg);
    return bytes;
}

static brs_replay *decode(brs_str bytes)
{
    brs_err err = BRS_ERR_NONE;
    brs_replay *replay = BRS_NEW(&arena, brs_replay, 1);
    cr_assert(brs_replay_decode(bytes, &arena, replay, &err), "offset %lld: %s",
              (long long)err.offset, err.msg);
    return replay;
}

static void expect_verified(const brs_replay *replay)
{
    brs_err err = BRS_ERR_NONE;
    brs_setup *setup = BRS_NEW(&arena, brs_setup, 1);
    cr_assert(brs_replay_setup(replay, &library, &arena, setup, &err), "%s", err.msg);
    cr_assert(brs_replay_verify(replay, setup, &arena, NULL, brs_report_first(&err)), "%s",
              err.msg);
}

static void expect_round_trip(const brs_replay *replay)
{
    brs_str bytes = encode(replay);
    brs_replay *again = decode(bytes);
    expect_verified(again);
    cr_assert(str_equal(bytes, encode(again)),
              "a replay that is read and written again keeps its bytes");
}

static brs_replay *recorded(const brs_game_def *game, int seats, uint64_t seed, uint64_t wish)
{
    brs_setup *setup = BRS_NEW(&arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&arena, brs_replay, 1);
    toy_setup(&library, game, seats, seed, setup);
    toy_replay(setup, wish, &arena, replay);
    return replay;
}

Test(replay_round, games_with_decks_play_back)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        brs_replay *replay = recorded(&toy_cards, 2, seed, seed * 77);
        expect_round_trip(replay);
        cr_assert(replay->result.over && replay->seeded && replay->set_count == 1);
    }
}

Test(replay_round, games_of_many_seats_have_places)
{
    for (int seats = 2; seats <= 5; seats++) {
        brs_replay *replay = recorded(&toy_dice, seats, 40 + (uint64_t)seats, 9);
        expect_round_trip(replay);
        cr_assert_eq(decode(encode(replay))->result.place[seats - 1],
                     replay->result.place[seats - 1]);
        cr_assert_neq(replay->result.place[seats - 1], 0);
    }
}

Test(replay_round, recorded_chance_plays_back_and_holds_no_seed)
{
    for (uint64_t wish = 1; wish <= 20; wish++) {
        brs_replay *replay = recorded(&toy_cards, 2, 0, wish);
        cr_assert(!replay->seeded && replay->chance.count >= 6);
        expect_round_trip(replay);
    }
}

Test(replay_round, the_same_game_has_the_same_bytes)
{
    brs_str a = encode(recorded(&toy_cards, 2, 5, 6)), b = encode(recorded(&toy_cards, 2, 5, 6));
    brs_str c = encode(recorded(&toy_cards, 2, 5, 7));
    cr_assert(str_equal(a, b));
    cr_assert(!str_equal(a, c));
}

// A replay with every known key that a toy game can have.
static brs_replay *full_replay(void)
{
    static const brs_remark remarks[] = {
        {.section = -1,
         .hash = 0xdeadbeef,
         .author = {"Lin", 3},
         .lang = {"en", 2},
         .text = {"Why?", 4},
         .glyph = 5},
        {.line = 1,
         .decision = 3,
         .section = 2,
         .kind = BRS_REMARK_QUIZ,
         .text = {"**Bold**\n- list", 15}},
        {.decision = 4, .section = -1, .event = 17, .kind = BRS_REMARK_CHECK},
    };
    static const brs_head_line head[] = {{{"x-a", 3}, {"1", 1}}, {{"x-room", 6}, {"42", 2}}};
    static const brs_table_event events[] = {
        {2, {.kind = 1, .seat = 1, .what = 1, .value = -3, .section = 4}}};
    brs_setup *setup = BRS_NEW(&arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&arena, brs_replay, 1);
    brs_err err = BRS_ERR_NONE;
    uint16_t index[12] = {0};
    toy_setup(&library, &toy_cards, 2, 8, setup);
    setup->options.value[TOY_OPTION_GOAL] = 400;
    setup->options.value[TOY_OPTION_EXTRA] = 2;
    setup->options.value[TOY_OPTION_CAP] = 7;
    setup->name[0] = "Ada \xC3\x84";
    setup->deck[1].name = "Second";
    brs_moves moves = {.index = index,
                       .count = 12,
                       .events = events,
                       .event_count = 1,
                       .end = BRS_END_CONCEDED,
                       .end_seat = 1,
                       .check_bits = 16};
    cr_assert(brs_replay_record(setup, &moves, &arena, replay, &err), "%s", err.msg);
    uint16_t other[] = {1, 1, 0, 1, 0};
    brs_moves vary = {.index = other, .count = 5};
    cr_assert(brs_replay_vary(replay, setup, 0, 3, &vary, &arena, &err), "%s", err.msg);
    cr_assert(brs_replay_vary(replay, setup, 1, 5, &vary, &arena, &err), "%s", err.msg);
    cr_assert(brs_replay_vary(replay, setup, 0, 12, &vary, &arena, &err), "%s", err.msg);
    replay->remarks = remarks;
    replay->remark_count = 3;
    replay->head = head;
    replay->head_count = 2;
    replay->date = "2026-11-24";
    replay->event = "Tuesday club";
    replay->place = "Room 5";
    replay->annotator = "Coach Lin";
    replay->lang = "en";
    replay->producer = "broadside test";
    return replay;
}

Test(replay_round, every_field_is_kept)
{
    brs_replay *replay = full_replay(), *again;
    expect_round_trip(replay);
    again = decode(encode(replay));
    cr_assert_str_eq(again->name[0], "Ada \xC3\x84");
    cr_assert_null(again->name[1]);
    cr_assert_str_eq(again->deck_name[1], "Second");
    cr_assert_eq(again->remark_count, 3);
    cr_assert_eq(again->remarks[0].hash, 0xdeadbeef);
    cr_assert_eq(again->remarks[0].section, -1);
    cr_assert_eq(again->remarks[1].section, 2);
    cr_assert_eq(again->remarks[2].event, 17);
    cr_assert(str_is(again->remarks[1].text, "**Bold**\n- list"));
    cr_assert_eq(again->variation_count, 3);
    cr_assert_eq(again->variations[1].parent, 1);
    cr_assert_eq(again->override_count, 3);
    cr_assert(str_is(again->overrides[0].option, "cap"), "short names come first");
    cr_assert(str_is(again->overrides[1].option, "goal"));
    cr_assert_eq(again->overrides[1].value, 400);
    cr_assert_eq(again->event_count, 1);
    cr_assert_eq(again->events[0].amend.value, -3);
    cr_assert_eq(again->events[0].amend.section, 4);
    cr_assert_eq(again->end, BRS_END_CONCEDED);
    cr_assert_eq(again->end_seat, 1);
    cr_assert_eq(again->result.winner, 0, "who concedes loses");
    cr_assert_eq(again->check_bits, 16);
    cr_assert(str_is(again->head[1].value, "42"));
    cr_assert_str_eq(again->date, "2026-11-24");
    cr_assert_str_eq(again->producer, "broadside test");
}

Test(replay_round, names_and_remarks_do_not_change_the_core_id)
{
    brs_replay *replay = full_replay();
    uint8_t core[BRS_CORE_ID];
    memcpy(core, replay->core, sizeof core);
    replay->name[0] = "Somebody else";
    replay->remark_count = 0;
    replay->head_count = 0;
    replay->variation_count = 0;
    replay->date = NULL;
    brs_replay *again = decode(encode(replay));
    expect_verified(again);
    cr_assert_arr_eq(again->core, core, sizeof core);
}

Test(replay_round, a_variation_leaves_its_line_where_it_says)
{
    brs_replay *replay = full_replay();
    brs_setup setup;
    brs_player main, other;
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_replay_setup(replay, &library, &arena, &setup, &err), "%s", err.msg);
    cr_assert(brs_player_open(&main, replay, &setup, 0, &arena, NULL, &err), "%s", err.msg);
    cr_assert(brs_player_open(&other, replay, &setup, 1, &arena, NULL, &err), "%s", err.msg);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(main.index, other.index);
        brs_player_next(&main, &err);
        brs_player_next(&other, &err);
        cr_assert_eq(memcmp(main.game.state, other.game.state, toy_cards.state_size), 0);
    }
    cr_assert_neq(main.index, other.index);
    int more = 0;
    while (brs_player_next(&other, &err)) {
        more++;
    }
    cr_assert_eq(err.code, BRS_OK, "%s", err.msg);
    cr_assert_eq(more, 5);
    cr_assert_eq(other.index, -1);
}

Test(replay_round, a_player_shows_each_choice_before_it_is_made)
{
    brs_replay *replay = recorded(&toy_cards, 2, 3, 4);
    brs_setup setup;
    brs_player p;
    brs_err err = BRS_ERR_NONE;
    uint32_t seen = 0;
    cr_assert(brs_replay_setup(replay, &library, &arena, &setup, &err));
    bool more = brs_player_open(&p, replay, &setup, 0, &arena, NULL, &err);
    for (; more; more = brs_player_next(&p, &err)) {
        if (p.index >= 0) {
            cr_assert_lt(p.index, p.game.n);
            cr_assert_gt(p.game.n, 1, "a forced decision is not a decision");
            seen++;
        }
    }
    cr_assert_eq(err.code, BRS_OK);
    cr_assert_eq(seen, replay->decisions.count);
    cr_assert_eq(p.game.n, 0);
}

Test(replay_round, unfinished_agreed_and_conceded_games_say_so)
{
    static const struct {
        uint8_t end, seat, winner;
    } ends[] = {{BRS_END_CONCEDED, 0, 1},
                {BRS_END_AGREED, 0, 0},
                {BRS_END_AGREED, BRS_SEAT_NONE, BRS_SEAT_NONE},
                {BRS_END_UNFINISHED, BRS_SEAT_NONE, BRS_SEAT_NONE}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        brs_setup setup;
        brs_replay replay;
        brs_err err = BRS_ERR_NONE;
        uint16_t index[4] = {0, 0, 1, 0};
        toy_setup(&library, &toy_cards, 2, i, &setup);
        brs_moves moves = {.index = index,
                           .count = i % 2 == 0 ? 4 : 0,
                           .end = ends[i].end,
                           .end_seat = ends[i].seat};
        cr_assert(brs_replay_record(&setup, &moves, &arena, &replay, &err), "%s", err.msg);
        cr_assert_eq(replay.result.winner, ends[i].winner);
        cr_assert(!replay.result.over);
        expect_round_trip(&replay);
    }
}

Test(replay_round, recording_refuses_what_did_not_happen)
{
    brs_setup setup;
    brs_replay replay;
    uint16_t index[4096];
    toy_setup(&library, &toy_cards, 2, 5, &setup);
    uint32_t count = toy_play(&setup, 5, index, 4096, &arena);
    brs_moves good = {.index = index, .count = count}, moves = good;
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_replay_record(&setup, &good, &arena, &replay, &err), "%s", err.msg);
    moves.count = count - 1;
    cr_assert(!brs_replay_record(&setup, &moves, &arena, &replay, &err));
    cr_assert_eq(err.code, BRS_ILLEGAL, "a game that is not over needs a reason");
    err = BRS_ERR_NONE;
    moves.count = count + 1;
    cr_assert(!brs_replay_record(&setup, &moves, &arena, &replay, &err));
    cr_assert_eq(err.code, BRS_ILLEGAL, "no choice after the end");
    err = BRS_ERR_NONE;
    moves = good;
    moves.end = BRS_END_UNFINISHED;
    cr_assert(!brs_replay_record(&setup, &moves, &arena, &replay, &err));
    cr_assert_eq(err.code, BRS_ILLEGAL, "a finished game is not unfinished");
    err = BRS_ERR_NONE;
    index[3] = 1000;
    cr_assert(!brs_replay_record(&setup, &good, &arena, &replay, &err));
    cr_assert_eq(err.code, BRS_ILLEGAL, "only legal choices");
}

Test(replay_round, the_writer_writes_only_what_plays_back)
{
    char folder[] = "/tmp/brs-replay-XXXXXX", path[64], bad[64];
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.replay", folder);
    snprintf(bad, sizeof bad, "%s/b.replay", folder);
    brs_replay *replay = full_replay();
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_replay_write(path, replay, &library, false, &arena, &err), "%s", err.msg);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file);
    char bytes[4096];
    brs_str read = {bytes, fread(bytes, 1, sizeof bytes, file)};
    fclose(file);
    cr_assert(str_equal(read, encode(replay)));
    replay->final_hash ^= 1;
    cr_assert(!brs_replay_write(bad, replay, &library, false, &arena, &err));
    cr_assert_eq(err.code, BRS_DESYNC);
    cr_assert_null(fopen(bad, "rb"));
    remove(path);
    remove(folder);
}

Test(replay_round, a_card_file_travels_along)
{
    static const char text[] = "x 9\ny 8\nz 7\nw 6\n";
    brs_setup *setup = BRS_NEW(&arena, brs_setup, 1);
    brs_card_set set;
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    cr_assert(toy_compile_set(BRS_STR(text), "own", &arena, &set, brs_report_first(&err)));
    toy_setup(&library, &toy_cards, 2, 21, setup);
    setup->cards = &set;
    toy_deck(&set, 0, &setup->deck[0]);
    toy_deck(&set, 0, &setup->deck[1]);
    uint16_t index[4096];
    brs_moves moves = {.index = index, .count = toy_play(setup, 3, index, 4096, &arena)};
    cr_assert(brs_replay_record(setup, &moves, &arena, &replay, &err), "%s", err.msg);
    brs_setup found;
    cr_assert(!brs_replay_setup(decode(encode(&replay)), &library, &arena, &found, &err));
    cr_assert_eq(err.code, BRS_CARD_SET_MISMATCH, "without it the set is missing");
    moves.card_text = BRS_STR(text);
    err = BRS_ERR_NONE;
    cr_assert(brs_replay_record(setup, &moves, &arena, &replay, &err), "%s", err.msg);
    expect_round_trip(&replay);
    replay.card_text = BRS_STR("x 9\ny 8\nz 7\nw 5\n");
    cr_assert(!brs_replay_setup(&replay, &library, &arena, &found, &err));
    cr_assert_eq(err.code, BRS_CARD_SET_MISMATCH, "another text than was played");
}

// replay.md 10: a file of 200 decisions, 30 turns, two 60-card decks and names in 240 bytes.
Test(replay_round, a_file_is_small)
{
    size_t sum = 0, decisions = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        brs_replay *replay = recorded(&toy_cards, 2, seed, seed);
        replay->name[0] = "Ada";
        replay->name[1] = "Bo";
        sum += encode(replay).len;
        decisions += replay->decisions.count;
    }
    cr_assert_leq(sum / 40, 200);
    cr_assert_geq(decisions / 40, 20);
}
