// Archives: every game comes out as it was put in, a damaged archive says one thing, and its index can be made anew.
#include <criterion/criterion.h>
#include <string.h>

#include "broadside/archive.h"
#include "broadside/replay_tools.h"
#include "real_games.h"

enum { GAMES = 12 };

static real_bench bench;
static brs_str file[GAMES + 3];
static int files;

static void keep(const brs_replay *replay)
{
    file[files++] = real_encode(&bench, replay);
}

// Both games, all editions, a view, one that is written out, one with remarks and a key that nobody knows.
static void open_games(void)
{
    static brs_setup setup;
    static brs_replay replay, other;
    brs_err err = BRS_ERR_NONE;
    real_open(&bench);
    files = 0;
    for (int i = 0; i < GAMES; i++) {
        real_setup(&bench, i % 3 == 2 ? "revolution" : "rnr", i, (uint64_t)(i % 4 == 3 ? 0 : 7 + i), &setup);
        real_game(&bench, &setup, 40 + (uint64_t)i, &replay);
        keep(&replay);
    }
    cr_assert(brs_replay_redact(&replay, &setup, 0, &bench.arena, &other, &err), "%s", err.msg);
    keep(&other);
    cr_assert(brs_replay_recode(&replay, &setup, BRS_CODER_EXPLICIT, 0, &bench.arena, &other, &err), "%s", err.msg);
    keep(&other);
    static const brs_remark remark = {.text = {"well played", 11}};
    static const brs_kept odd = {101, {"\xa2hi", 3}};
    replay.remarks = &remark;
    replay.remark_count = 1;
    replay.kept = &odd;
    replay.kept_count = 1;
    keep(&replay);
}

static void close_games(void)
{
    brs_arena_release(&bench.arena);
}

TestSuite(archive, .init = open_games, .fini = close_games);

// Adds files first..last-1 and returns the whole archive.
static brs_str archive_of(brs_str old, int first, int last)
{
    static brs_archive archive;
    brs_err err = BRS_ERR_NONE;
    if (old.len > 0) {
        cr_assert(brs_archive_open(old, &bench.arena, &archive, &err), "%s", err.msg);
    }
    brs_archive_writer *writer = brs_archive_write(old.len > 0 ? &archive : NULL, &bench.arena);
    for (int i = first; i < last; i++) {
        brs_replay replay;
        bool added = false;
        cr_assert(brs_replay_decode(file[i], &bench.arena, &replay, &err), "%s", err.msg);
        cr_assert(brs_archive_add(writer, &replay, &bench.library, &bench.arena, &added, &err), "%d: %s", i, err.msg);
        cr_assert(added);
        cr_assert(brs_archive_add(writer, &replay, &bench.library, &bench.arena, &added, &err));
        cr_assert_not(added, "a game is there once");
    }
    const brs_str more = brs_archive_end(writer);
    const size_t before = old.len > 0 ? archive.records_end : 0;
    char *all = BRS_NEW(&bench.arena, char, before + more.len);
    if (before > 0) {
        memcpy(all, old.ptr, before);
    }
    memcpy(all + before, more.ptr, more.len);
    return (brs_str){all, before + more.len};
}

static brs_str game_of(const brs_archive *archive, int i, brs_err *err)
{
    brs_replay replay;
    brs_str bytes = {NULL, 0};
    if (brs_archive_get(archive, i, &bench.library, &bench.arena, &replay, err)) {
        brs_replay_encode(&replay, &bench.arena, &bytes, err);
    }
    return bytes;
}

static void expect_games(brs_str bytes, int count)
{
    brs_archive archive;
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_archive_open(bytes, &bench.arena, &archive, &err), "%s", err.msg);
    cr_assert_eq(archive.count, count);
    for (int i = 0; i < count; i++) {
        const brs_str game = game_of(&archive, i, &err);
        cr_assert(str_equal(game, file[i]), "game %d came out otherwise: %s", i, err.msg);
    }
}

Test(archive, games_come_out_as_they_were_put_in)
{
    expect_games(archive_of((brs_str){NULL, 0}, 0, files), files);
}

Test(archive, what_is_added_later_comes_after_what_is_there)
{
    const brs_str some = archive_of((brs_str){NULL, 0}, 0, 5), all = archive_of(some, 5, files);
    expect_games(all, files);
    cr_assert(str_equal(all, archive_of((brs_str){NULL, 0}, 0, files)), "in two steps or in one: the same bytes");
}

Test(archive, a_game_that_does_not_verify_is_refused)
{
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    bool added = false;
    cr_assert(brs_replay_decode(file[0], &bench.arena, &replay, &err));
    replay.final_hash ^= 1;
    brs_archive_writer *writer = brs_archive_write(NULL, &bench.arena);
    cr_assert_not(brs_archive_add(writer, &replay, &bench.library, &bench.arena, &added, &err));
    cr_assert_eq(err.code, BRS_DESYNC, "%s", err.msg);
    cr_assert_not(added);
}

// The index is at the end, so a cut archive has none; all games before the cut are found by looking for them.
Test(archive, a_cut_anywhere_is_found_and_loses_no_game_before_it)
{
    const brs_str all = archive_of((brs_str){NULL, 0}, 0, 6);
    brs_archive whole, cut;
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_archive_open(all, &bench.arena, &whole, &err));
    for (size_t len = 0; len < all.len; len++) {
        const brs_str part = {all.ptr, len};
        err = BRS_ERR_NONE;
        cr_assert_not(brs_archive_open(part, &bench.arena, &cut, &err), "%zu bytes of %zu", len, all.len);
        cr_assert(err.code == BRS_TRUNCATED || (len == 0 && err.code == BRS_NOT_CANONICAL), "%zu bytes: %s", len, err.msg);
        err = BRS_ERR_NONE;
        if (len < 9) {
            continue;
        }
        int games = 0;
        while (games < whole.count && whole.game[games].at + whole.game[games].size <= len) {
            games++;
        }
        cr_assert(brs_archive_scan(part, &bench.arena, &cut, &err), "%s", err.msg);
        cr_assert_eq(cut.count, games, "%zu bytes: %d games, %d were whole", len, cut.count, games);
    }
}

Test(archive, an_index_made_anew_is_the_one_that_was_there)
{
    const brs_str all = archive_of((brs_str){NULL, 0}, 0, files);
    brs_archive scanned;
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_archive_scan(all, &bench.arena, &scanned, &err));
    cr_assert_eq(scanned.count, files);
    const brs_str index = brs_archive_end(brs_archive_write(&scanned, &bench.arena));
    cr_assert(str_equal(index, (brs_str){all.ptr + scanned.records_end, all.len - scanned.records_end}));
}

// Whichever bit flips: the archive or a game of it says so, or nothing that is shown has changed.
Test(archive, every_flipped_bit_is_found)
{
    const brs_str all = archive_of((brs_str){NULL, 0}, 2, 5);
    char *bytes = brs_arena_string(&bench.arena, all);
    for (size_t bit = 0; bit < 8 * all.len; bit++) {
        brs_archive archive;
        brs_err err = BRS_ERR_NONE;
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        bool found = !brs_archive_open((brs_str){bytes, all.len}, &bench.arena, &archive, &err);
        for (int i = 0; !found && i < archive.count; i++) {
            found = game_of(&archive, i, &err).ptr == NULL;
        }
        cr_assert(found, "bit %zu of byte %zu", bit % 8, bit / 8);
        cr_assert_neq(err.code, BRS_OK);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    }
}

Test(archive, what_is_no_archive_says_so)
{
    brs_archive archive;
    brs_err err = BRS_ERR_NONE;
    cr_assert_not(brs_archive_open(file[0], &bench.arena, &archive, &err));
    cr_assert_eq(err.code, BRS_NOT_CANONICAL);
    brs_str all = archive_of((brs_str){NULL, 0}, 0, 1);
    char *bytes = brs_arena_string(&bench.arena, all);
    bytes[8] = 2;
    err = BRS_ERR_NONE;
    cr_assert_not(brs_archive_open((brs_str){bytes, all.len}, &bench.arena, &archive, &err));
    cr_assert_eq(err.code, BRS_NEWER, "%s", err.msg);
}
