// The journal: whatever happens, all whole decisions come back (replay.md 5, 10).
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "broadside/journal.h"
#include "buf.h"
#include "fs.h"
#include "real_games.h"

static real_bench bench;
static char home[64];

static void open_bench(void)
{
    real_open(&bench);
    snprintf(home, sizeof home, "/tmp/brs-journal-XXXXXX");
    cr_assert_not_null(mkdtemp(home));
    cr_assert_eq(chdir(home), 0);
}

static void close_bench(void)
{
    unlink("game.journal");
    unlink("game.replay");
    cr_assert_eq(chdir("/"), 0);
    rmdir(home);
    brs_arena_release(&bench.arena);
}

TestSuite(replay_journal, .init = open_bench, .fini = close_bench);

typedef struct {
    brs_setup setup;
    brs_game game;
    brs_journal journal;
    uint64_t draws;
    size_t end[2000];   // of each player's decision: bytes of the journal with it
    uint32_t decisions;
    size_t head;
} live_game;

static size_t size_of(const char *path)
{
    brs_err err = BRS_ERR_NONE;
    brs_str bytes;
    cr_assert(fs_read(path, 16 << 20, &bench.arena, &bytes, &err), "%s", err.msg);
    return bytes.len;
}

static void sit_down(live_game *g, const char *game, uint64_t seed)
{
    brs_err err = BRS_ERR_NONE;
    real_setup(&bench, game, 0, seed, &g->setup);
    void *state = brs_arena_alloc(&bench.arena, 1, g->setup.game->state_size);
    brs_choice *choices = BRS_NEW(&bench.arena, brs_choice, BRS_MAX_CHOICES);
    cr_assert(brs_game_start(&g->game, &g->setup, state, choices, NULL, &err), "%s", err.msg);
    cr_assert(brs_journal_begin(&g->journal, "game.journal", &g->setup, NULL, &bench.arena, &err), "%s", err.msg);
    g->head = size_of("game.journal");
}

// Plays on, to the end or for so many decisions.
static void play_on(live_game *g, uint32_t until)
{
    brs_err err = BRS_ERR_NONE;
    while (g->game.n > 0 && g->decisions < until) {
        int index = (int)brs_rng_below(5, 7, 7, &g->draws, (uint32_t)g->game.n);
        bool chance = g->game.choices[0].seat == BRS_SEAT_CHANCE;
        cr_assert(brs_journal_choice(&g->journal, &g->game, index, &err), "%s", err.msg);
        brs_game_choose(&g->game, index);
        if (!chance) {
            g->end[g->decisions++] = size_of("game.journal");
        }
    }
}

static brs_str bytes_of(const char *path)
{
    brs_err err = BRS_ERR_NONE;
    brs_str bytes = {NULL, 0};
    cr_assert(fs_read(path, 16 << 20, &bench.arena, &bytes, &err), "%s", err.msg);
    return bytes;
}

static live_game *recorded(const char *game, uint64_t seed, uint32_t until)
{
    brs_err err = BRS_ERR_NONE;
    live_game *g = BRS_NEW(&bench.arena, live_game, 1);
    sit_down(g, game, seed);
    play_on(g, until);
    cr_assert(brs_journal_close(&g->journal, true, &err), "%s", err.msg);
    return g;
}

static uint32_t whole_before(const live_game *g, size_t len)
{
    uint32_t count = 0;
    while (count < g->decisions && g->end[count] <= len) {
        count++;
    }
    return count;
}

// Every cut: nothing less than all whole decisions, nothing more, and what comes back verifies.
static void cut_everywhere(const char *game, uint64_t seed, uint32_t until)
{
    live_game *g = recorded(game, seed, until);
    brs_str journal = bytes_of("game.journal");
    brs_salvage *found = BRS_NEW(&bench.arena, brs_salvage, 1);
    uint32_t verified = UINT32_MAX;
    for (size_t len = 0; len <= journal.len; len++) {
        brs_err err = BRS_ERR_NONE;
        brs_replay replay;
        bool ok = brs_journal_read((brs_str){journal.ptr, len}, &bench.library, &bench.arena, found, &err);
        cr_assert_eq(ok, len >= g->head, "%zu bytes: %s", len, err.msg);
        if (!ok) {
            cr_assert_eq(err.code, BRS_TRUNCATED);
            continue;
        }
        cr_assert_eq(found->mismatch.code, BRS_OK, "%s", found->mismatch.msg);
        cr_assert_eq(found->decisions, whole_before(g, len), "cut to %zu of %zu bytes", len, journal.len);
        cr_assert_eq(found->kept + found->lost, len);
        if (found->decisions == verified) {
            continue;
        }
        verified = found->decisions;
        cr_assert(brs_journal_replay(found, &bench.arena, &replay, &err), "%s", err.msg);
        cr_assert_eq(replay.decisions.count, verified);
        cr_assert_eq(replay.end, found->moves.end);
        cr_assert(replay.end == BRS_END_UNFINISHED || len == journal.len);
        cr_assert_eq(real_verify(&bench, &replay, &err), BRS_OK, "%s", err.msg);
    }
    cr_assert_eq(verified, g->decisions);
}

Test(replay_journal, a_cut_at_every_byte_gives_back_all_whole_decisions, .timeout = 60)
{
    cut_everywhere("rnr", 3, 30);
}

Test(replay_journal, so_it_does_with_recorded_chance, .timeout = 60)
{
    cut_everywhere("rnr", 0, 8);
}

Test(replay_journal, so_it_does_for_the_other_game, .timeout = 60)
{
    cut_everywhere("revolution", 2, 25);
}

// A flipped bit ends the prefix there: nothing after it is believed.
Test(replay_journal, no_flipped_bit_is_believed, .timeout = 60)
{
    live_game *g = recorded("rnr", 3, 12);
    brs_str journal = bytes_of("game.journal");
    brs_salvage *found = BRS_NEW(&bench.arena, brs_salvage, 1);
    char *bytes = brs_arena_string(&bench.arena, journal);
    for (size_t bit = g->head * 8; bit < journal.len * 8; bit++) {
        brs_err err = BRS_ERR_NONE;
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        cr_assert(brs_journal_read((brs_str){bytes, journal.len}, &bench.library, &bench.arena, found, &err));
        cr_assert_leq(found->kept, bit / 8, "bit %zu", bit);
        cr_assert_eq(found->decisions, whole_before(g, found->kept));
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    }
}

// A record that is missing from the middle breaks the chain of checksums.
Test(replay_journal, a_missing_record_is_noticed)
{
    live_game *g = recorded("rnr", 3, 12);
    brs_str journal = bytes_of("game.journal");
    brs_salvage found;
    brs_err err = BRS_ERR_NONE;
    brs_buf less;
    buf_init(&less, &bench.arena, journal.len);
    buf_put(&less, (brs_str){journal.ptr, g->end[5]});
    buf_put(&less, (brs_str){journal.ptr + g->end[6], journal.len - g->end[6]});
    cr_assert(brs_journal_read(buf_str(&less), &bench.library, &bench.arena, &found, &err));
    cr_assert_eq(found.decisions, 6);
    cr_assert_gt(found.lost, 0);
}

Test(replay_journal, a_journal_is_gone_on_with_after_a_torn_end)
{
    brs_err err = BRS_ERR_NONE;
    live_game *g = recorded("rnr", 3, 20);
    brs_salvage found;
    brs_replay replay;
    cr_assert_eq(truncate("game.journal", (off_t)g->end[11] + 3), 0);
    cr_assert(brs_journal_read(bytes_of("game.journal"), &bench.library, &bench.arena, &found, &err));
    cr_assert_eq(found.decisions, 12);
    live_game *again = BRS_NEW(&bench.arena, live_game, 1);
    again->setup = found.setup;
    void *state = brs_arena_alloc(&bench.arena, 1, again->setup.game->state_size);
    brs_choice *choices = BRS_NEW(&bench.arena, brs_choice, BRS_MAX_CHOICES);
    cr_assert(brs_game_start(&again->game, &again->setup, state, choices, NULL, &err));
    for (uint32_t i = 0; i < found.moves.count; i++) {
        brs_game_choose(&again->game, found.moves.index[i]);
    }
    cr_assert(brs_journal_resume(&again->journal, "game.journal", &found, &bench.arena, &err), "%s", err.msg);
    play_on(again, 2000);
    cr_assert(brs_journal_end(&again->journal, BRS_END_RULES, BRS_SEAT_NONE, &err));
    cr_assert(brs_journal_close(&again->journal, true, &err));
    cr_assert(brs_journal_finish("game.journal", "game.replay", &bench.library, false, &bench.arena, &err), "%s", err.msg);
    cr_assert(!fs_exists("game.journal"), "the journal goes when the replay is safe");
    cr_assert(brs_replay_decode(bytes_of("game.replay"), &bench.arena, &replay, &err), "%s", err.msg);
    cr_assert_eq(replay.decisions.count, 12 + again->decisions);
    cr_assert_eq(replay.end, BRS_END_RULES);
    cr_assert_str_eq(replay.name[0], "Ada");
}

Test(replay_journal, fixes_of_the_table_and_an_agreed_end_come_back)
{
    brs_err err = BRS_ERR_NONE;
    live_game *g = BRS_NEW(&bench.arena, live_game, 1);
    const brs_amend fix = {.kind = 1, .seat = 0, .section = 3, .what = 1, .value = 31};
    brs_salvage found;
    brs_replay replay;
    sit_down(g, "rnr", 3);
    play_on(g, 6);
    cr_assert(brs_journal_amend(&g->journal, g->game.decisions, &fix, &err));
    cr_assert(brs_game_amend(&g->game, &fix, &err), "%s", err.msg);
    play_on(g, 10);
    cr_assert(brs_journal_end(&g->journal, BRS_END_CONCEDED, 1, &err));
    cr_assert(brs_journal_close(&g->journal, true, &err));
    cr_assert(brs_journal_read(bytes_of("game.journal"), &bench.library, &bench.arena, &found, &err));
    cr_assert(brs_journal_replay(&found, &bench.arena, &replay, &err), "%s", err.msg);
    cr_assert(replay.event_count == 1 && replay.events[0].amend.value == 31);
    cr_assert(replay.end == BRS_END_CONCEDED && replay.end_seat == 1 && replay.result.winner == 0);
    cr_assert_eq(real_verify(&bench, &replay, &err), BRS_OK, "%s", err.msg);
}

// A journal that was cut right after a fix keeps it; its number counts the players' decisions, whoever answered
// between them.
Test(replay_journal, a_fix_as_the_last_record_comes_back_with_recorded_chance_too)
{
    for (uint64_t seed = 0; seed < 2; seed++) {
        brs_err err = BRS_ERR_NONE;
        live_game *g = BRS_NEW(&bench.arena, live_game, 1);
        const brs_amend fix = {.kind = 1, .seat = 1, .section = 3, .what = 1, .value = 9};
        brs_salvage found;
        brs_replay replay;
        sit_down(g, "rnr", seed);
        play_on(g, 6);
        while (g->game.choices[0].seat == BRS_SEAT_CHANCE) {
            cr_assert(brs_journal_choice(&g->journal, &g->game, 0, &err));
            brs_game_choose(&g->game, 0);
        }
        cr_assert(brs_journal_amend(&g->journal, g->decisions, &fix, &err));
        cr_assert(brs_journal_close(&g->journal, true, &err));
        cr_assert(brs_journal_read(bytes_of("game.journal"), &bench.library, &bench.arena, &found, &err));
        cr_assert(found.lost == 0 && found.mismatch.code == BRS_OK, "%s", found.mismatch.msg);
        cr_assert(brs_journal_replay(&found, &bench.arena, &replay, &err), "%s", err.msg);
        cr_assert(replay.event_count == 1 && replay.events[0].decision == 6);
        cr_assert_eq(real_verify(&bench, &replay, &err), BRS_OK, "%s", err.msg);
        unlink("game.journal");
    }
}

Test(replay_journal, what_is_no_journal_is_refused)
{
    static const char *const bad[] = {"\211BRS\r\n\x1a\n\x01", "hello", "\211BRJ\r\n\x1a\n\x02"};
    for (int i = 0; i < 3; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_salvage found;
        cr_assert(!brs_journal_read(str_of(bad[i]), &bench.library, &bench.arena, &found, &err));
        cr_assert_eq(err.code, BRS_NOT_CANONICAL);
    }
}
