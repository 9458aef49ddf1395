// Counts over many replays: whole numbers only, so that the sums of parts are the sum of the whole.
#include <string.h>

#include "broadside/replay_tools.h"
#include "replay_parts.h"
#include "str.h"

// log2(n) in 1/65536 bits, by squaring: the same on every machine.
uint32_t brs_log2_scaled(uint32_t n)
{
    uint32_t whole = 0;
    while (n >> (whole + 1) != 0) {
        whole++;
    }
    uint64_t x = (uint64_t)n << (31 - whole);  // from 1 to below 2, 31 bits after the point
    uint32_t log = whole << 16;
    for (int bit = 15; bit >= 0; bit--) {
        x = x * x >> 31;
        if (x >> 32 != 0) {
            log |= 1U << bit;
            x >>= 1;
        }
    }
    return log;
}

int brs_stats_bucket(uint32_t n)
{
    int bucket = 0;
    while (n > 2 && bucket < BRS_STATS_BUCKETS - 1) {
        n = (n + 1) / 2;
        bucket++;
    }
    return bucket;
}

static void count_decision(const brs_player *p, brs_stats *stats)
{
    uint32_t n = (uint32_t)p->game.n;
    uint8_t kind = p->game.choices[p->index].kind;
    if (p->game.choices[0].seat == BRS_SEAT_CHANCE) {
        stats->outcomes++;
        return;
    }
    stats->decisions++;
    stats->entropy += brs_log2_scaled(n);
    stats->choices[brs_stats_bucket(n)]++;
    if (kind < BRS_STATS_KINDS) {
        stats->kinds[kind]++;
    }
}

bool brs_stats_count(const brs_replay *replay, const brs_setup *setup, size_t file_bytes, brs_arena *scratch,
                     brs_stats *stats, brs_err *err)
{
    brs_player player;
    brs_err found = BRS_ERR_NONE;
    brs_stats one = {.games = 1, .file_bytes = file_bytes, .coded_bits = 8 * replay->decisions.bytes.len};
    bool more = brs_player_open(&player, replay, setup, 0, scratch, NULL, &found);
    for (; more; more = brs_player_next(&player, &found)) {
        if (player.index >= 0) {
            count_decision(&player, &one);
        }
    }
    if (found.code == BRS_OK) {
        brs_player_verify(&player, NULL, brs_report_first(&found));
    }
    if (found.code != BRS_OK) {
        return err->code == BRS_OK ? (*err = found, false) : false;
    }
    int group = setup->game->unit->group;
    one.units = group > 0 ? replay->result.units / (uint64_t)group : replay->result.units;
    one.longest = one.decisions;
    one.decisions_squared = one.decisions * one.decisions;
    uint8_t winner = replay->result.winner;
    one.won[winner < BRS_MAX_SEATS ? winner : BRS_MAX_SEATS]++;
    one.ends[replay->end]++;
    if (replay->end == BRS_END_RULES) {
        one.reasons[replay->result.reason < BRS_STATS_REASONS ? replay->result.reason : 0]++;
    }
    brs_stats_add(stats, &one);
    return true;
}

void brs_stats_add(brs_stats *sum, const brs_stats *more)
{
    uint64_t *to = (uint64_t *)sum;
    const uint64_t *from = (const uint64_t *)more;
    uint64_t longest = sum->longest > more->longest ? sum->longest : more->longest;
    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++) {
        to[i] += from[i];
    }
    sum->longest = longest;
}
