// Promise: a replay carries the cards that are not built in (key 22); what it carries is held to its limits.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "broadside/bot.h"
#include "broadside/replay.h"
#include "broadside/rnr.h"
#include "buf.h"
#include "cards_help.h"

static brs_arena arena;
static brs_library library;
static brs_card_set set;
static brs_setup setup;
static brs_str cards;

static brs_str file(const char *path)
{
    char *text = cards_read(path);
    cr_assert_not_null(text, "%s", path);
    brs_str out = {brs_arena_string(&arena, str_of(text)), strlen(text)};
    free(text);
    return out;
}

static void open_table(void)
{
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&arena, 0);
    cr_assert(brs_library_load(NULL, &arena, &library, &err), "%s", err.msg);
    cards = file("tests/cli/files/harbor.cards.md");
    cr_assert(brs_rnr.compile_set(cards, "harbor", &arena, &set, (brs_report){NULL, NULL}));
    setup = (brs_setup){.game = &brs_rnr, .seats = 2, .cards = &set, .chance = BRS_CHANCE_SEEDED, .seed = 7};
    setup.edition = library.shelf[0].editions.edition[0];
    setup.options = setup.edition->options;
    for (int seat = 0; seat < 2; seat++) {
        cr_assert(brs_rnr.read_deck(&set, file("tests/cli/files/harbor.deck"), "deck", &arena, &setup.deck[seat],
                                    (brs_report){NULL, NULL}));
    }
}

static void close_table(void)
{
    brs_arena_release(&arena);
}

// A whole game of random players.
static brs_replay record(brs_str text)
{
    brs_bot bot[2];
    brs_game game;
    brs_err err = BRS_ERR_NONE;
    uint16_t *index = BRS_NEW(&arena, uint16_t, BRS_REPLAY_MAX_DECISIONS);
    brs_moves moves = {.index = index, .end = BRS_END_RULES, .card_text = text};
    for (int seat = 0; seat < 2; seat++) {
        brs_bot_init(&bot[seat], brs_bot_find(BRS_STR("random")), &brs_rnr, &arena);
        brs_bot_begin(&bot[seat], setup.seed, seat);
    }
    cr_assert(brs_game_start(&game, &setup, brs_arena_alloc(&arena, 1, brs_rnr.state_size),
                             BRS_NEW(&arena, brs_choice, BRS_MAX_CHOICES), NULL, &err));
    while (game.n > 0) {
        int choice = brs_bot_choose(&bot[game.choices[0].seat], &game);
        index[moves.count++] = (uint16_t)choice;
        brs_game_choose(&game, choice);
    }
    brs_replay replay;
    cr_assert(brs_replay_record(&setup, &moves, &arena, &replay, &err), "%s", err.msg);
    return replay;
}

// Through bytes and back, as from a stranger; the code that setting it up ends with.
static brs_code set_up(const brs_replay *replay, brs_err *err)
{
    brs_str bytes;
    brs_replay again;
    brs_setup found;
    *err = BRS_ERR_NONE;
    cr_assert(brs_replay_encode(replay, &arena, &bytes, err), "%s", err->msg);
    cr_assert(brs_replay_decode(bytes, &arena, &again, err), "%s", err->msg);
    if (brs_replay_setup(&again, &library, &arena, &found, err)) {
        brs_replay_verify(&again, &found, &arena, NULL, brs_report_first(err));
    }
    return err->code;
}

TestSuite(carried, .init = open_table, .fini = close_table);

Test(carried, a_replay_plays_with_the_cards_in_it_alone)
{
    brs_err err;
    brs_replay replay = record(cards);
    cr_assert_gt(replay.decisions.count, 20);
    cr_assert_eq(set_up(&replay, &err), BRS_OK, "%s", err.msg);
    replay.card_text = (brs_str){"", 0};
    cr_assert_eq(set_up(&replay, &err), BRS_CARD_SET_MISMATCH);
    cr_assert_not_null(strstr(err.help, "--cards"));
}

Test(carried, without_the_text_it_plays_where_the_set_is_known)
{
    brs_err err;
    brs_replay replay = record((brs_str){"", 0});
    cr_assert_eq(set_up(&replay, &err), BRS_CARD_SET_MISMATCH);
    brs_shelf shelf = library.shelf[0];
    shelf.sets = &set;
    shelf.set_count = 1;
    library = (brs_library){&shelf, 1};
    cr_assert_eq(set_up(&replay, &err), BRS_OK, "%s", err.msg);
}

Test(carried, cards_of_other_numbers_are_refused)
{
    brs_err err;
    brs_replay replay = record(cards);
    char *changed = brs_arena_string(&arena, cards);
    memcpy(strstr(changed, "24 DP"), "14", 2);
    replay.card_text = str_of(changed);
    cr_assert_eq(set_up(&replay, &err), BRS_CARD_SET_MISMATCH);
    memcpy(strstr(changed, "14 DP"), "1x", 2);
    cr_assert_eq(set_up(&replay, &err), BRS_TEXT);
    cr_assert_str_eq(err.file, "key 22");
    cr_assert_gt(err.line, 20);
}

// 1,100 cards whose names all come to one address: more than a replay may carry.
Test(carried, too_many_cards_are_refused, .timeout = 60)
{
    brs_err err;
    brs_buf text;
    brs_replay replay = record(cards);
    buf_init(&text, &arena, 1 << 17);
    buf_put(&text, cards);
    for (int i = 0; i < BRS_REPLAY_MAX_CARD_COUNT; i++) {
        buf_puts(&text, "\n## ");
        for (int bit = 0; bit < 11; bit++) {
            buf_puts(&text, (i >> bit & 1) != 0 ? "\xC3\xA9" : "\xC3\xA8");
        }
        buf_puts(&text, "\n\n- Type: UA\n- Rarity: Common\n\n1 Opponent LP Drain. 20 DP.\n");
    }
    replay.card_text = buf_str(&text);
    cr_assert_eq(set_up(&replay, &err), BRS_LIMIT, "%s", err.msg);
}
