// Replays of the real game: Revolt N Reign in every edition, with the built-in decks.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "broadside/replay.h"
#include "buf.h"
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

TestSuite(replay_rnr, .init = open_library, .fini = close_library);

static const brs_shelf *rnr(void)
{
    for (int i = 0; i < library.count; i++) {
        if (strcmp(library.shelf[i].game->id, "rnr") == 0) {
            return &library.shelf[i];
        }
    }
    cr_assert_fail("there is no such game");
    return NULL;
}

// The glossary allows no Pillar twice, which no built-in deck keeps: play it with the rulebook's
// decks, by options.
static void allow_decks(brs_setup *setup, const brs_edition *rulebook)
{
    static const char *const options[] = {"pillar_duplicates", "doubled_names"};
    for (int i = 0; i < 2; i++) {
        int row = brs_option_find(setup->game, str_of(options[i]));
        cr_assert_geq(row, 0);
        setup->options.value[row] = rulebook->options.value[row];
    }
}

// The next built-in deck from number `first` on that is legal under the edition.
static void pick_deck(const brs_setup *setup, uint64_t first, brs_deck *out)
{
    const brs_game_def *game = setup->game;
    uint64_t decks = 0;
    while (game->deck_texts[decks] != NULL) {
        decks++;
    }
    for (uint64_t i = 0; i < decks; i++) {
        brs_err err = BRS_ERR_NONE;
        cr_assert(game->read_deck(setup->cards, str_of(game->deck_texts[(first + i) % decks]),
                                  "deck", &arena, out, brs_report_first(&err)),
                  "%s", err.msg);
        if (game->check_deck(setup->edition, &setup->options, setup->cards, out, (brs_report){0})) {
            return;
        }
    }
    cr_assert_fail("no built-in deck is legal under %s", setup->edition->id);
}

// Two of the built-in decks, chosen by the seed; seed 0: recorded chance.
static void set_up(uint64_t seed, int edition, brs_setup *out)
{
    const brs_shelf *shelf = rnr();
    *out = (brs_setup){.game = shelf->game,
                       .edition = shelf->editions.edition[edition % shelf->editions.count],
                       .cards = &shelf->sets[0],
                       .seats = 2,
                       .seed = seed,
                       .name = {"Ada", "Bo"},
                       .chance = seed == 0 ? BRS_CHANCE_RECORDED : BRS_CHANCE_SEEDED};
    out->options = out->edition->options;
    allow_decks(out, shelf->editions.edition[0]);
    pick_deck(out, seed, &out->deck[0]);
    pick_deck(out, seed + 1 + seed / 8, &out->deck[1]);
}

static brs_str play(const brs_setup *setup, uint64_t wish, brs_replay *replay)
{
    enum { CAP = 20000 };
    brs_err err = BRS_ERR_NONE;
    brs_game game;
    brs_str bytes = {NULL, 0};
    uint64_t draws = 0;
    uint16_t *index = BRS_NEW(&arena, uint16_t, CAP);
    void *state = brs_arena_alloc(&arena, 1, setup->game->state_size);
    brs_moves moves = {.index = index};
    cr_assert(brs_game_start(&game, setup, state, BRS_NEW(&arena, brs_choice, BRS_MAX_CHOICES),
                             NULL, &err),
              "%s", err.msg);
    while (game.n > 0 && moves.count < CAP) {
        index[moves.count] = (uint16_t)brs_rng_below(wish, 7, 7, &draws, (uint32_t)game.n);
        brs_game_choose(&game, index[moves.count++]);
    }
    cr_assert_eq(game.n, 0, "the game ends");
    cr_assert(brs_replay_record(setup, &moves, &arena, replay, &err), "%s", err.msg);
    cr_assert(brs_replay_encode(replay, &arena, &bytes, &err), "%s", err.msg);
    return bytes;
}

static brs_code judge(brs_str bytes, brs_replay *replay, brs_err *err)
{
    *err = BRS_ERR_NONE;
    brs_arena_reset(&scratch);
    brs_setup *setup = BRS_NEW(&scratch, brs_setup, 1);
    bool ok = brs_replay_decode(bytes, &scratch, replay, err) &&
              brs_replay_setup(replay, &library, &scratch, setup, err) &&
              brs_replay_verify(replay, setup, &scratch, NULL, brs_report_first(err));
    cr_assert_eq(ok, err->code == BRS_OK);
    return err->code;
}

Test(replay_rnr, games_of_every_edition_play_back, .timeout = 30)
{
    size_t bytes = 0, decisions = 0, games = 0;
    int overridden = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        brs_setup *setup = BRS_NEW(&arena, brs_setup, 1);
        brs_replay recorded, read;
        brs_err err;
        brs_str again;
        set_up(seed, (int)seed, setup);
        brs_str file = play(setup, seed, &recorded);
        cr_assert_eq(judge(file, &read, &err), BRS_OK, "seed %d: %s", (int)seed, err.msg);
        cr_assert(brs_replay_encode(&read, &arena, &again, &err), "%s", err.msg);
        cr_assert(str_equal(file, again));
        cr_assert_eq(read.result.winner, recorded.result.winner);
        overridden += read.override_count;
        bytes += file.len;
        decisions += recorded.decisions.count;
        games++;
    }
    cr_assert_eq(overridden, 2 * 8, "every third game is played under the glossary");
    cr_assert_leq(bytes / games, 300, "the names of the decks included");
    cr_assert_geq(decisions / games, 40);
}

Test(replay_rnr, recorded_chance_plays_back, .timeout = 30)
{
    for (uint64_t wish = 1; wish <= 4; wish++) {
        brs_setup *setup = BRS_NEW(&arena, brs_setup, 1);
        brs_replay recorded, read;
        brs_err err;
        set_up(0, (int)wish, setup);
        brs_str file = play(setup, wish, &recorded);
        cr_assert_geq(recorded.chance.count, 10);
        cr_assert_eq(judge(file, &read, &err), BRS_OK, "%s", err.msg);
        cr_assert(!read.seeded);
    }
}

// A change that goes through never makes another game: each bit of a real file, its checksum
// mended.
Test(replay_rnr, no_flipped_bit_makes_another_game, .timeout = 60)
{
    brs_setup *setup = BRS_NEW(&arena, brs_setup, 1);
    brs_replay original, changed;
    brs_err err;
    set_up(5, 0, setup);
    setup->deck[0].name = setup->deck[1].name = "";
    brs_str file = play(setup, 5, &original);
    uint8_t *copy = (uint8_t *)brs_arena_string(&arena, file);
    int kept = 0;
    for (size_t bit = 0; bit < (file.len - 4) * 8; bit++) {
        copy[bit / 8] ^= (uint8_t)(1 << bit % 8);
        uint32_t crc = (uint32_t)crc32(0, copy, (uInt)(file.len - 4));
        for (int i = 0; i < 4; i++) {
            copy[file.len - 4 + (size_t)i] = (uint8_t)(crc >> (24 - 8 * i));
        }
        if (judge((brs_str){(char *)copy, file.len}, &changed, &err) == BRS_OK) {
            kept++;
            cr_assert_arr_eq(changed.core, original.core, sizeof original.core);
            cr_assert(str_equal(changed.checks, original.checks) &&
                      changed.final_hash == original.final_hash);
            cr_assert_eq(changed.result.winner, original.result.winner);
        }
        copy[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    cr_assert_gt(kept, 0, "a letter of a name may change");
    cr_assert_lt(kept, 200);
}

// The bytes of section 10: lines of "offset  byte byte ...", run from the project's top folder.
Test(replay_rnr, the_example_of_the_page_is_a_replay)
{
    FILE *page = fopen("src/replay/README.md", "r");
    cr_assert_not_null(page, "run from the top folder");
    char line[512];
    brs_buf bytes;
    buf_init(&bytes, &arena, 512);
    while (fgets(line, sizeof line, page) != NULL) {
        unsigned at, byte;
        int used;
        if (sscanf(line, "%4x  %n", &at, &used) == 1 && used == 6 && at == bytes.len) {
            for (const char *rest = line + 6; sscanf(rest, "%2x%n", &byte, &used) == 1;
                 rest += used) {
                buf_byte(&bytes, (uint8_t)byte);
            }
        }
    }
    fclose(page);
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_replay_decode(buf_str(&bytes), &arena, &replay, &err), "%s", err.msg);
    cr_assert_eq(bytes.len, 199);
    cr_assert_str_eq(replay.game, "rnr");
    cr_assert_eq(replay.decisions.count, 122);
    cr_assert_eq(replay.result.units, 38);
    cr_assert_str_eq(replay.edition, "rulebook");
    cr_assert_eq(replay.coder_model, 2);
    cr_assert_str_eq(replay.deck_name[0], "Bells at Midnight");
}
