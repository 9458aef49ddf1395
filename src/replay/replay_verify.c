// Comparing a replay with what its game comes to: each promise of the file by itself, each with its
// own message.
#include <sha2.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "replay_parts.h"

// ---- core id --------------------------------------------------------------------------------

// Neither the coder nor the coded form is part of it: the decisions follow as plain numbers.
static bool core_key(uint64_t key)
{
    return key % 2 == 0 && key != 10 && key != 12 && key != 14;
}

void replay_core_id(const brs_player *player, const brs_replay *replay, brs_arena *arena,
                    uint8_t out[BRS_CORE_ID])
{
    brs_replay coded = *replay;  // in the core, outcomes are coded, however this file writes them
    coded.chance = (brs_coded){player->outcomes, player->run->chance_bytes};
    brs_str map = replay_pack(&coded, arena, core_key), list = buf_str(&player->run->list);
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA2_CTX sha;
    SHA256Init(&sha);
    SHA256Update(&sha, (const uint8_t *)map.ptr, map.len);
    SHA256Update(&sha, (const uint8_t *)list.ptr, list.len);
    SHA256Final(digest, &sha);
    memcpy(out, digest, BRS_CORE_ID);
}

// ---- one line -------------------------------------------------------------------------------

typedef struct {
    brs_report report;
    bool ok;
} verdicts;

static void say(verdicts *v, const brs_err *err)
{
    v->ok = false;
    if (v->report.fn != NULL) {
        v->report.fn(v->report.ctx, err, false);
    }
}

__attribute__((format(printf, 3, 4))) static void disagree(verdicts *v, brs_code code,
                                                           const char *format, ...)
{
    brs_err err = BRS_ERR_NONE;
    va_list args;
    va_start(args, format);
    vsnprintf(err.msg, sizeof err.msg, format, args);
    va_end(args);
    err.code = code;
    say(v, &err);
}

static bool same_result(const brs_result *a, const brs_result *b)
{
    return a->over == b->over && a->winner == b->winner && a->reason == b->reason &&
           a->units == b->units && memcmp(a->place, b->place, sizeof a->place) == 0;
}

static void check_end(const brs_player *p, const brs_replay *replay, verdicts *v)
{
    bool over = p->game.n == 0;
    if (over && replay->end != BRS_END_RULES) {
        disagree(
            v, BRS_DESYNC,
            "decision %lu: the game is over by its rules, but the file says that it was broken off",
            (unsigned long)p->decisions);
    }
    if (!over && replay->end == BRS_END_RULES) {
        disagree(v, BRS_DESYNC, "decision %lu: the file ends here, but the game is not over",
                 (unsigned long)p->decisions);
    }
}

static void check_result(const brs_result *found, const brs_replay *replay, verdicts *v)
{
    const brs_result *wanted = &replay->result;
    if (!same_result(found, wanted)) {
        disagree(v, BRS_RESULT,
                 "key 7 result: the file says winner %d, reason %d, %d units; the rules give "
                 "winner %d, reason %d, %d units",
                 wanted->winner == BRS_SEAT_NONE ? -1 : wanted->winner, wanted->reason,
                 wanted->units, found->winner == BRS_SEAT_NONE ? -1 : found->winner, found->reason,
                 found->units);
    }
}

static void check_core(const brs_played *played, const brs_replay *replay, verdicts *v)
{
    if (played->final_hash != replay->final_hash) {
        disagree(v, BRS_DESYNC,
                 "key 5 final hash: the file says %016llx, the last state has %016llx",
                 (unsigned long long)replay->final_hash, (unsigned long long)played->final_hash);
    }
    if (memcmp(played->core, replay->core, BRS_CORE_ID) != 0) {
        disagree(v, BRS_DESYNC,
                 "key 1 core id: it is not that of this game; the file was changed or put together "
                 "wrongly");
    }
}

bool brs_player_verify(brs_player *player, brs_played *out, brs_report report)
{
    verdicts v = {report, true};
    const brs_replay *replay = player->run->replay;
    const char *left = replay_left_over(player);
    if (left != NULL) {
        disagree(&v, BRS_DESYNC, "decision %lu: %s", (unsigned long)player->decisions, left);
    }
    brs_played played = {.decisions = player->decisions,
                         .outcomes = player->outcomes,
                         .checks = player->run->checked};
    played.result = replay_result(player, replay);
    played.final_hash = player->game.setup->game->digest(player->game.setup, player->game.state);
    if (player->run->line == 0) {
        replay_core_id(player, replay, player->run->arena, played.core);
        check_end(player, replay, &v);
        check_result(&played.result, replay, &v);
        check_core(&played, replay, &v);
    }
    if (out != NULL) {
        *out = played;
    }
    return v.ok;
}

// ---- to the end ------------------------------------------------------------------------------

// Work as a machine of any speed counts it, so that no file takes long, whatever its cards and options make of a decision.
static bool within_work(const brs_player *player, uint64_t work, brs_err *err)
{
    return work <= BRS_REPLAY_MAX_WORK ||
           brs_fail(err, BRS_LIMIT, "decision %lu: playing this takes more work than the limit of %d choices to look at",
                    (unsigned long)player->decisions, BRS_REPLAY_MAX_WORK);
}

// Plays on until the line ends, or err says why it cannot. work: of the lines before, and then of this one too.
static void play_out(brs_player *player, bool more, uint64_t *work, brs_err *err)
{
    uint64_t done = 0;
    while (more) {
        const brs_game_def *def = player->game.setup->game;
        *work += (uint64_t)player->game.n + (uint64_t)def->decision_work;
        done = def->work_done != NULL ? def->work_done(player->game.state) : 0;
        more = within_work(player, *work + done, err) && brs_player_next(player, err);
    }
    *work += done;
}

bool replay_work_out(brs_replay *replay, const brs_setup *setup, brs_arena *arena, brs_err *err)
{
    brs_player player;
    brs_err found = BRS_ERR_NONE;
    verdicts v = {brs_report_first(&found), true};
    uint64_t work = 0;
    const bool more = brs_player_open(&player, replay, setup, 0, arena, NULL, &found);
    play_out(&player, more, &work, &found);
    const char *left = found.code == BRS_OK ? replay_left_over(&player) : NULL;
    if (left != NULL) {
        disagree(&v, BRS_DESYNC, "decision %lu: %s", (unsigned long)player.decisions, left);
    }
    if (found.code == BRS_OK) {
        check_end(&player, replay, &v);
    }
    if (found.code != BRS_OK) {
        return err->code == BRS_OK ? (*err = found, false) : false;
    }
    replay->result = replay_result(&player, replay);
    replay->final_hash = setup->game->digest(setup, player.game.state);
    replay_core_id(&player, replay, arena, replay->core);
    return true;
}

// ---- the whole ------------------------------------------------------------------------------

// Plays a line that was opened.
static bool verify_line(brs_player *player, bool more, uint64_t *work, brs_err *err, brs_played *out, brs_report report)
{
    play_out(player, more, work, err);
    if (err->code == BRS_OK) {
        return brs_player_verify(player, out, report);
    }
    verdicts v = {report, true};
    say(&v, err);
    return false;
}

// A few bytes can name many long lines; what is played again and again is bounded together, so that no file takes long.
static bool within_budget(const brs_replay *replay, brs_report report)
{
    verdicts v = {report, true};
    uint64_t sum = replay->decisions.count;
    for (int i = 0; i < replay->variation_count; i++) {
        sum += (uint64_t)replay->variations[i].start + replay->variations[i].decisions.count;
    }
    if (replay->variation_count > 0 && sum > BRS_REPLAY_MAX_PLAYED) {
        disagree(&v, BRS_LIMIT, "key 13 variations: %llu decisions in all lines, the limit is %d",
                 (unsigned long long)sum, BRS_REPLAY_MAX_PLAYED);
    }
    return v.ok;
}

bool brs_replay_verify(const brs_replay *replay, const brs_setup *setup, brs_arena *scratch,
                       brs_played *out, brs_report report)
{
    brs_player player;
    brs_played played = {0};
    brs_err err = BRS_ERR_NONE;
    uint64_t work = 0;
    if (!within_budget(replay, report)) {
        return false;
    }
    bool open = brs_player_open(&player, replay, setup, 0, scratch, NULL, &err);
    bool ok = verify_line(&player, open, &work, &err, &played, report);
    for (int i = 0; ok && i < replay->variation_count; i++) {
        brs_played line = {0};
        open = replay_open_again(&player, replay, setup, replay->variations[i].id, &err);
        ok = verify_line(&player, open, &work, &err, &line, report);
        played.checks += line.checks;
    }
    if (out != NULL) {
        *out = played;
    }
    return ok;
}
