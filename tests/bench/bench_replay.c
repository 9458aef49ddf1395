// Replays: the coder of decisions alone, what zlib costs, seeking, sizes.
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

// To the last decision of the longest game, from the start: no snapshots are stored.
void measure_seek(bench *b)
{
    const recorded *longest = &b->game[0];
    double ms[RUNS];
    for (int i = 1; i < GAMES; i++) {
        longest = b->game[i].count > longest->count ? &b->game[i] : longest;
    }
    for (int run = 0; run < RUNS; run++) {
        brs_err err = BRS_ERR_NONE;
        brs_replay replay;
        brs_setup setup;
        brs_player player;
        brs_arena_reset(&b->scratch);
        double start = cpu_seconds();
        bool more = brs_replay_decode(longest->bytes, &b->scratch, &replay, &err) &&
                    brs_replay_setup(&replay, &b->library->library, &b->scratch, &setup, &err) &&
                    brs_player_open(&player, &replay, &setup, 0, &b->scratch, NULL, &err);
        while (more) {
            more = brs_player_next(&player, &err);
        }
        ms[run] = 1e3 * (cpu_seconds() - start);
    }
    add_one("seek_decisions", "decisions of the longest game", longest->count);
    add("seek", "ms to its last decision", ms, RUNS);
}

// ---- the coder of decisions alone ------------------------------------------------------------------------

// A decision as the coder meets it, its ranks worked out.
typedef struct {
    const brs_model *model;  // NULL: equal shares
    replay_ranks ranks;      // row and size only
    uint32_t n, symbol;
    uint32_t last;           // the last of its game
} coded_decision;

static int collect_decisions(bench *b, coded_decision *out)
{
    int count = 0;
    for (int i = 0; i < GAMES; i++) {
        recorded *g = &b->game[i];
        brs_err err = BRS_ERR_NONE;
        brs_replay replay;
        brs_game game;
        brs_arena_reset(&b->scratch);
        if (!brs_replay_decode(g->bytes, &b->scratch, &replay, &err) ||
            !brs_game_start(&game, &g->setup, b->state, b->choices, NULL, &err)) {
            stop(&err);
        }
        const brs_model *model =
            replay.coder_mode == BRS_CODER_MODEL ? replay_find_model(g->setup.game, replay.coder_model) : NULL;
        for (uint32_t d = 0; d < g->count; d++) {
            coded_decision *at = &out[count++];
            *at = (coded_decision){.model = model, .n = (uint32_t)game.n, .symbol = g->index[d], .last = d + 1 == g->count};
            if (model != NULL) {
                replay_rank(&game, model->key, &at->ranks);
                at->symbol = replay_rank_of(&at->ranks, g->index[d]);
            }
            brs_game_choose(&game, g->index[d]);
        }
    }
    return count;
}

static void encode_all(const coded_decision *all, int count, brs_arena *arena, brs_str *stream)
{
    range_writer out;
    range_write_begin(&out, arena, 64);
    for (int i = 0; i < count; i++) {
        const coded_decision *d = &all[i];
        if (d->model != NULL) {
            replay_model_write(&out, d->model, &d->ranks, d->n, d->symbol);
        } else {
            range_write(&out, d->symbol, 1, d->n);
        }
        if (d->last) {
            *stream++ = range_write_end(&out);
            range_write_begin(&out, arena, 64);
        }
    }
}

static uint32_t decode_all(const coded_decision *all, int count, const brs_str *stream)
{
    range_reader in;
    uint32_t wrong = 0;
    range_read_begin(&in, *stream);
    for (int i = 0; i < count; i++) {
        const coded_decision *d = &all[i];
        uint32_t symbol;
        if (d->model != NULL) {
            symbol = replay_model_read(&in, d->model, &d->ranks, d->n);
        } else {
            symbol = range_read_at(&in, d->n);
            range_read(&in, symbol, 1, d->n);
        }
        wrong += symbol != d->symbol;
        if (d->last && i + 1 < count) {
            range_read_begin(&in, *++stream);
        }
    }
    return wrong;
}

// The least that a symbol takes: the shares of a table summed up, a division, two multiplications.
static uint32_t limit_all(const coded_decision *all, int count)
{
    uint32_t range = UINT32_MAX, low = 0;
    for (int i = 0; i < count; i++) {
        const coded_decision *d = &all[i];
        const uint32_t total = d->n + (low & 1), share = range / total;
        low += share * d->symbol;
        range = (share * (d->n - d->symbol)) | 1u << 31;
    }
    return low ^ range;
}

void measure_coder(bench *b)
{
    double in[RUNS], out[RUNS], least[RUNS], against[RUNS];
    coded_decision *all = BRS_NEW(&b->cli.arena, coded_decision, b->decisions);
    brs_str *stream = BRS_NEW(&b->cli.arena, brs_str, GAMES);
    const int count = collect_decisions(b, all);
    volatile uint32_t sink = 0;
    for (int run = 0; run < RUNS; run++) {
        enum { TIMES = 20 };
        double start = cpu_seconds();
        for (int i = 0; i < TIMES; i++) {
            brs_arena_reset(&b->scratch);
            encode_all(all, count, &b->scratch, stream);
        }
        out[run] = TIMES * count / (cpu_seconds() - start);
        start = cpu_seconds();
        for (int i = 0; i < TIMES; i++) {
            if (decode_all(all, count, stream) != 0) {
                fputs("the coder reads something else than it wrote\n", stderr);
                exit(1);
            }
        }
        in[run] = TIMES * count / (cpu_seconds() - start);
        start = cpu_seconds();
        for (int i = 0; i < TIMES; i++) {
            sink = sink + limit_all(all, count);
        }
        least[run] = TIMES * count / (cpu_seconds() - start);
        against[run] = least[run] / in[run];
    }
    add("coder_encode", "decisions/s", out, RUNS);
    add("coder_decode", "decisions/s", in, RUNS);
    add("coder_limit", "decisions/s of a division each", least, RUNS);
    add("coder_against", "times the limit, decoding", against, RUNS);
}

// ---- zlib ------------------------------------------------------------------------------------------------

typedef struct {
    brs_str packed;
    uLong size;  // of the body
} zipped;

// A body is packed only where that makes the file smaller: how many of the games are; and what taking the body out of a
// zlib stream would add to verifying all of them if each was.
void measure_zlib(bench *b)
{
    enum { TIMES = 50 };
    double share[RUNS];
    int packed = 0;
    zipped *all = BRS_NEW(&b->cli.arena, zipped, GAMES);
    for (int i = 0; i < GAMES; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_replay replay;
        brs_arena_reset(&b->scratch);
        if (!brs_replay_decode(b->game[i].bytes, &b->scratch, &replay, &err)) {
            stop(&err);
        }
        const brs_str body = replay_body(&replay, &b->scratch);
        uLongf size = compressBound((uLong)body.len);
        Bytef *to = BRS_NEW(&b->cli.arena, Bytef, size);
        compress2(to, &size, (const Bytef *)body.ptr, (uLong)body.len, 9);
        all[i] = (zipped){{(const char *)to, size}, (uLong)body.len};
        packed += b->game[i].bytes.ptr[9] & 1;
    }
    for (int run = 0; run < RUNS; run++) {
        const double start = cpu_seconds();
        for (int i = 0; i < TIMES * GAMES; i++) {
            const zipped *z = &all[i % GAMES];
            uLongf size = z->size;
            brs_arena_reset(&b->scratch);
            if (uncompress(BRS_NEW(&b->scratch, Bytef, size), &size, (const Bytef *)z->packed.ptr, z->packed.len) != Z_OK) {
                fputs("zlib does not read what it wrote\n", stderr);
                exit(1);
            }
        }
        share[run] = 100 * (cpu_seconds() - start) / TIMES * value_of("verify") / GAMES;
    }
    add_one("zlib_files", "of the games are packed", packed);
    add("zlib_share", "% more for verifying them, if all were", share, RUNS);
}

void measure_sizes(bench *b)
{
    add_one("decisions_per_game", "decisions", (double)b->decisions / GAMES);
    add_one("replay_size", "bytes", (double)b->file_bytes / GAMES);
    add_one("coded_bits", "bits a decision", 8.0 * (double)b->coded_bytes / (double)b->decisions);
    add_one("choice_bits", "bits a decision (sum log2 n)", b->log2_choices / (double)b->decisions);
    add_one("coded_ratio", "coded / sum log2 n", 8.0 * (double)b->coded_bytes / b->log2_choices);
    add_one("coded_random", "coded / sum log2 n, random bots", 8.0 * (double)b->coded_of[0] / b->log2_of[0]);
    add_one("coded_greedy", "coded / sum log2 n, greedy bots", 8.0 * (double)b->coded_of[1] / b->log2_of[1]);
    add_one("bits_greedy", "coded bits a decision, greedy bots", 8.0 * (double)b->coded_of[1] / (double)b->decisions_of[1]);
}
