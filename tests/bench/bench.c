// make bench: how fast, how small, and whether the gates of the project hold. CPU seconds of this process; the
// median of RUNS runs, with the fastest and the slowest. Never a test: a busy machine is no fault of the code.
// usage: bench OUT.tsv
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include <zlib.h>

#include "broadside/replay_tools.h"
#include "broadside/site.h"
#include "cli.h"
#include "fs.h"
#include "replay_parts.h"
#include "str.h"

enum { RUNS = 7, GAMES = 200, SITE_GAMES = 24, MAX_ROWS = 64 };

// ---- allocations are counted: the linker sends every call of our code here ------------------------------

static uint64_t allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    allocations++;
    return __real_realloc(old, size);
}

// ---- the table of figures --------------------------------------------------------------------------------

typedef struct {
    const char *name, *unit;
    double value, min, max;
    int runs;
} row;

static row rows[MAX_ROWS];
static int row_count;

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double add(const char *name, const char *unit, double *values, int runs)
{
    for (int i = 1; i < runs; i++) {
        for (int j = i; j > 0 && values[j - 1] > values[j]; j--) {
            double swap = values[j];
            values[j] = values[j - 1];
            values[j - 1] = swap;
        }
    }
    rows[row_count++] = (row){name, unit, values[runs / 2], values[0], values[runs - 1], runs};
    return values[runs / 2];
}

static double add_one(const char *name, const char *unit, double value)
{
    return add(name, unit, &value, 1);
}

static double value_of(const char *name)
{
    for (int i = 0; i < row_count; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return rows[i].value;
        }
    }
    return NAN;
}

// ---- what is measured ------------------------------------------------------------------------------------

typedef struct {
    brs_setup setup;
    uint16_t *index;
    uint32_t count;
    brs_str bytes;  // its replay
} recorded;

typedef struct {
    cli_run cli;
    const cli_library *library;
    recorded game[GAMES];
    uint64_t decisions;
    double log2_choices;  // sum of log2(legal choices) over all decisions
    uint64_t coded_bytes, file_bytes;
    void *state;
    brs_choice *choices;
    brs_arena scratch;
} bench;

static void stop(const brs_err *err)
{
    cli_error(err);
    exit(1);
}

// Deck number `first`, or the next one that the edition allows.
static void legal_deck(const cli_game *game, const brs_setup *setup, int first, brs_deck *out)
{
    for (int i = 0; i < game->deck_count; i++) {
        *out = game->deck[(first + i) % game->deck_count];
        if (setup->game->check_deck(setup->edition, &setup->options, setup->cards, out, (brs_report){NULL, NULL})) {
            return;
        }
    }
}

static void record_one(bench *b, const cli_game *game, cli_table *table, int i)
{
    brs_err err = BRS_ERR_NONE;
    recorded *g = &b->game[i];
    brs_replay replay;
    cli_setup(game, game->editions.edition[0], &g->setup);
    g->setup.seed = 1 + (uint64_t)i;
    legal_deck(game, &g->setup, i, &g->setup.deck[0]);
    legal_deck(game, &g->setup, i / game->deck_count, &g->setup.deck[1]);
    if (!cli_table_play(table, &g->setup, NULL, &err)) {
        stop(&err);
    }
    g->count = table->count;
    g->index = BRS_NEW(&b->cli.arena, uint16_t, g->count + 1);
    memcpy(g->index, table->index, g->count * sizeof *g->index);
    const brs_moves moves = {
        .index = g->index, .count = g->count, .end = BRS_END_RULES, .end_seat = BRS_SEAT_NONE};
    if (!brs_replay_record(&g->setup, &moves, &b->cli.arena, &replay, &err) ||
        !brs_replay_encode(&replay, &b->cli.arena, &g->bytes, &err)) {
        stop(&err);
    }
    b->decisions += g->count;
    b->coded_bytes += replay.decisions.bytes.len;
    b->file_bytes += g->bytes.len;
}

// Half the games are of random bots, half of greedy ones.
static void record_all(bench *b, const cli_game *game)
{
    for (int half = 0; half < 2; half++) {
        const brs_bot_kind *kind = brs_bots[half];
        const brs_bot_kind *const kinds[2] = {kind, kind};
        cli_table *table = BRS_NEW(&b->cli.arena, cli_table, 1);
        cli_table_init(table, game->game, kinds, 2, &b->cli.arena);
        double start = cpu_seconds();
        for (int i = half * GAMES / 2; i < (half + 1) * GAMES / 2; i++) {
            record_one(b, game, table, i);
        }
        add_one(half == 0 ? "record_random" : "record_greedy", "games/s", GAMES / 2 / (cpu_seconds() - start));
    }
}

// Plays all games from their choices, with or without a trace.
static void play_again(bench *b, brs_trace *trace, bool look)
{
    for (int i = 0; i < GAMES; i++) {
        recorded *g = &b->game[i];
        brs_err err = BRS_ERR_NONE;
        brs_game game;
        if (trace != NULL) {
            brs_trace_reset(trace);
        }
        if (!brs_game_start(&game, &g->setup, b->state, b->choices, trace, &err)) {
            stop(&err);
        }
        for (uint32_t d = 0; d < g->count; d++) {
            b->log2_choices += look ? log2(game.n) : 0;
            brs_game_choose(&game, g->index[d]);
        }
    }
}

static void verify_all(bench *b)
{
    for (int i = 0; i < GAMES; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_replay replay;
        brs_setup setup;
        brs_arena_reset(&b->scratch);
        if (!brs_replay_decode(b->game[i].bytes, &b->scratch, &replay, &err) ||
            !brs_replay_setup(&replay, &b->library->library, &b->scratch, &setup, &err) ||
            !brs_replay_verify(&replay, &setup, &b->scratch, NULL, (brs_report){0})) {
            brs_fail(&err, BRS_DESYNC, "game %d does not verify", i);
            stop(&err);
        }
    }
}

// How fast this machine is just now, by a job of which the time on the machine of the gates is known: XXH3-64 of
// 1,764 bytes, 103 ns there. A gate in microseconds means microseconds there.
enum { YARD_BYTES = 1764, YARD_TIMES = 50000 };
static const double yard_there = 103;

static double yardstick(void)
{
    static unsigned char bytes[YARD_BYTES];
    XXH64_hash_t sum = 0;
    double start = cpu_seconds();
    for (int i = 0; i < YARD_TIMES; i++) {
        bytes[sum % YARD_BYTES] ^= (unsigned char)i;
        sum = XXH3_64bits(bytes, sizeof bytes);
    }
    return (cpu_seconds() - start) * 1e9 / YARD_TIMES;
}

// To the last decision of the longest game, from the start: no snapshots are stored.
static void measure_seek(bench *b)
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

static void measure_coder(bench *b)
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

// ---- hostile files ---------------------------------------------------------------------------------------

static void put_crc(brs_buf *out)
{
    const uint32_t crc = (uint32_t)crc32(0, (const Bytef *)out->ptr, (uInt)out->len);
    for (int shift = 24; shift >= 0; shift -= 8) {
        buf_byte(out, (uint8_t)(crc >> shift));
    }
}

static void put_leb(brs_buf *out, size_t value)
{
    for (; value >= 0x80; value >>= 7) {
        buf_byte(out, (uint8_t)(value | 0x80));
    }
    buf_byte(out, (uint8_t)value);
}

// A good game that says more under key 33: MessagePack of `head`, then `unit` so often that the file has 1 MiB.
static brs_str stuffed(bench *b, brs_str head, brs_str unit, size_t times)
{
    brs_err err = BRS_ERR_NONE;
    brs_buf file, raw;
    brs_replay replay;
    brs_str *body = BRS_NEW(&b->cli.arena, brs_str, 1);
    brs_kept *kept = BRS_NEW(&b->cli.arena, brs_kept, 1);
    if (!brs_replay_decode(b->game[0].bytes, &b->cli.arena, &replay, &err)) {
        stop(&err);
    }
    buf_init(&raw, &b->cli.arena, head.len + unit.len * times);
    buf_put(&raw, head);
    for (size_t i = 0; i < times; i++) {
        buf_put(&raw, unit);
    }
    *kept = (brs_kept){33, buf_str(&raw)};
    replay.kept = kept;
    replay.kept_count = 1;
    *body = replay_body(&replay, &b->cli.arena);
    buf_init(&file, &b->cli.arena, body->len + 32);
    buf_put(&file, (brs_str){"\211BRS\r\n\x1a\n\x01\0", 10});
    put_leb(&file, body->len);
    buf_put(&file, *body);
    put_crc(&file);
    return buf_str(&file);
}

// As many variations as may be: the game over and over.
static brs_str varied(bench *b)
{
    brs_err err = BRS_ERR_NONE;
    brs_str file;
    brs_replay replay;
    const recorded *longest = &b->game[0];
    for (int i = 1; i < GAMES; i++) {
        longest = b->game[i].count > longest->count ? &b->game[i] : longest;
    }
    const brs_moves moves = {.index = longest->index, .count = longest->count, .end = BRS_END_RULES, .end_seat = BRS_SEAT_NONE};
    if (!brs_replay_decode(longest->bytes, &b->cli.arena, &replay, &err)) {
        stop(&err);
    }
    if (!brs_replay_vary(&replay, &longest->setup, 0, 0, &moves, &b->cli.arena, &err)) {
        stop(&err);
    }
    const int most = (int)(BRS_REPLAY_MAX_PLAYED / longest->count) - 1;
    brs_variation *all = BRS_NEW(&b->cli.arena, brs_variation, (size_t)most);
    for (int i = 0; i < most; i++) {
        all[i] = replay.variations[0];
        all[i].id = (uint32_t)i + 1;
    }
    replay.variations = all;
    replay.variation_count = most < BRS_REPLAY_MAX_VARIATIONS ? most : BRS_REPLAY_MAX_VARIATIONS;
    if (!brs_replay_encode(&replay, &b->cli.arena, &file, &err)) {
        stop(&err);
    }
    return file;
}

static long status_kib(const char *name)
{
    char line[128];
    long kib = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, name, strlen(name)) == 0) {
            sscanf(line + strlen(name), ": %ld", &kib);
        }
    }
    if (status != NULL) {
        fclose(status);
    }
    return kib;
}

// Reads and verifies a file in a process of its own: milliseconds and MiB above the start.
static void judge_apart(bench *b, brs_str file, double *ms, double *mib)
{
    double found[2] = {0, 0};
    int ends[2];
    fflush(stdout);
    if (pipe(ends) != 0) {
        return;
    }
    const pid_t child = fork();
    if (child == 0) {
        brs_arena arena;
        brs_replay replay;
        brs_setup setup;
        brs_err err = BRS_ERR_NONE;
        FILE *reset = fopen("/proc/self/clear_refs", "w");
        malloc_trim(0);
        if (reset != NULL) {
            fputs("5", reset);
            fclose(reset);
        }
        const long before = status_kib("VmRSS");
        const double start = cpu_seconds();
        brs_arena_init(&arena, 0);
        if (brs_replay_decode(file, &arena, &replay, &err) &&
            brs_replay_setup(&replay, &b->library->library, &arena, &setup, &err)) {
            brs_replay_verify(&replay, &setup, &arena, NULL, (brs_report){0});
        }
        found[0] = 1e3 * (cpu_seconds() - start);
        found[1] = (double)(status_kib("VmHWM") - before) / 1024;
        _exit(write(ends[1], found, sizeof found) == sizeof found ? 0 : 1);
    }
    close(ends[1]);
    if (read(ends[0], found, sizeof found) != sizeof found) {
        fputs("a hostile file broke its reader\n", stderr);
        exit(1);
    }
    close(ends[0]);
    waitpid(child, NULL, 0);
    *ms = found[0] > *ms ? found[0] : *ms;
    *mib = found[1] > *mib ? found[1] : *mib;
}

static void measure_hostile(bench *b)
{
    enum { ROOM = BRS_REPLAY_MAX_FILE - 4096 };
    const size_t nils = 65535, lists = 3;
    char bytes[] = {(char)0xc6, 0, (char)(ROOM >> 16), (char)(ROOM >> 8 & 0xff), (char)(ROOM & 0xff)};
    brs_buf list;
    buf_init(&list, &b->cli.arena, nils + 3);
    buf_put(&list, (brs_str){"\xdc\xff\xff", 3});
    for (size_t i = 0; i < nils; i++) {
        buf_byte(&list, 0xc0);
    }
    const brs_str files[] = {
        stuffed(b, (brs_str){bytes, sizeof bytes}, BRS_STR("x"), ROOM),     // bytes that nobody knows
        stuffed(b, (brs_str){"\x93", 1}, buf_str(&list), lists),            // as many elements as may be
        stuffed(b, (brs_str){"\xdc\xff\xff", 3}, (brs_str){"\xdc\xff\xff", 3}, 300000),  // claims in claims
        varied(b),                                                          // as much to play as may be
    };
    static const char *const names[] = {"hostile_bytes", "hostile_elements", "hostile_claims", "hostile_play"};
    double worst_ms = 0, worst_mib = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        double ms[RUNS] = {0}, mib = 0;
        for (int run = 0; run < RUNS; run++) {
            judge_apart(b, files[i], &ms[run], &mib);
        }
        const double median = add(names[i], "ms", ms, RUNS);
        worst_ms = median > worst_ms ? median : worst_ms;
        worst_mib = mib > worst_mib ? mib : worst_mib;
    }
    add_one("hostile", "ms, the slowest file of 1 MiB", worst_ms);
    add_one("hostile_memory", "MiB above the start, the largest", worst_mib);
}

static void measure_engine(bench *b)
{
    double yard[RUNS], there[RUNS], bare[RUNS], traced[RUNS], ratio[RUNS], games[RUNS], per_second[RUNS], verified[RUNS], checked[RUNS], of_200[RUNS];
    brs_arena arena;
    brs_trace trace;
    brs_arena_init(&arena, 0);
    brs_trace_init(&trace, &arena);
    play_again(b, &trace, true);  // warms up; the trace has its room now
    const double us = 1e6 / (double)b->decisions;
    allocations = 0;
    play_again(b, NULL, false);
    add_one("allocations", "a decision", (double)allocations / (double)b->decisions);
    for (int run = 0; run < RUNS; run++) {
        yard[run] = yardstick();
        double start = cpu_seconds();
        play_again(b, NULL, false);
        bare[run] = (cpu_seconds() - start) * us;
        yard[run] = (yard[run] + yardstick()) / 2;
        start = cpu_seconds();
        play_again(b, &trace, false);
        traced[run] = (cpu_seconds() - start) * us;
        start = cpu_seconds();
        verify_all(b);
        verified[run] = GAMES / (cpu_seconds() - start);
        there[run] = bare[run] * yard_there / yard[run];
        ratio[run] = traced[run] / bare[run];
        games[run] = GAMES / (bare[run] * (double)b->decisions * 1e-6);
        per_second[run] = 1e6 / bare[run];
    }
    add("yardstick", "ns for XXH3-64 of 1,764 bytes", yard, RUNS);
    add("resimulate_there", "us a decision at the pace of 103 ns", there, RUNS);
    add("resimulate", "us a decision", bare, RUNS);
    add("resimulate_traced", "us a decision", traced, RUNS);
    add("trace_ratio", "times", ratio, RUNS);
    add("games", "games/s", games, RUNS);
    add("decisions", "decisions/s", per_second, RUNS);
    add("verify", "replays/s", verified, RUNS);
    for (int run = 0; run < RUNS; run++) {  // read, decoded, played, checked; a file each 60 decisions instead of 200
        of_200[run] = verified[run] * (double)b->decisions / GAMES / 200 * value_of("yardstick") / yard_there;
    }
    add("verify_200", "games of 200 decisions a second at the pace of 103 ns", of_200, RUNS);
    for (int run = 0; run < RUNS; run++) {
        checked[run] = 1e6 * GAMES / verified[run] / (double)b->decisions / value_of("resimulate");
    }
    add("verify_ratio", "times the bare run (reading, ranks, checks)", checked, RUNS);
    brs_arena_release(&arena);
}

// Another game: games of random bots at all sizes of table, under its last edition, played again from their choices.
static void measure_other(bench *b, const cli_game *game, const char *us, const char *allocated)
{
    const brs_bot_kind *kinds[BRS_MAX_SEATS];
    double bare[RUNS];
    bench *other = BRS_NEW(&b->cli.arena, bench, 1);
    cli_table *table = BRS_NEW(&b->cli.arena, cli_table, 1);
    for (int seat = 0; seat < BRS_MAX_SEATS; seat++) {
        kinds[seat] = brs_bots[0];
    }
    brs_arena_init(&other->cli.arena, 0);
    other->state = brs_arena_alloc(&other->cli.arena, 1, game->game->state_size);
    other->choices = b->choices;
    cli_table_init(table, game->game, kinds, game->game->max_seats, &other->cli.arena);
    for (int i = 0; i < GAMES; i++) {
        brs_err err = BRS_ERR_NONE;
        recorded *g = &other->game[i];
        cli_setup(game, game->editions.edition[game->editions.count - 1], &g->setup);
        g->setup.seed = 1 + (uint64_t)i;
        g->setup.seats += i % (game->game->max_seats - game->game->min_seats + 1);
        if (!cli_table_play(table, &g->setup, NULL, &err)) {
            stop(&err);
        }
        g->count = table->count;
        g->index = BRS_NEW(&other->cli.arena, uint16_t, g->count + 1);
        memcpy(g->index, table->index, g->count * sizeof *g->index);
        other->decisions += g->count;
    }
    allocations = 0;
    play_again(other, NULL, false);
    add_one(allocated, "a decision", (double)allocations / (double)other->decisions);
    for (int run = 0; run < RUNS; run++) {
        double start = cpu_seconds();
        play_again(other, NULL, false);
        bare[run] = 1e6 * (cpu_seconds() - start) / (double)other->decisions;
    }
    add(us, "us a decision", bare, RUNS);
    brs_arena_release(&other->cli.arena);
}

static void measure_sizes(bench *b)
{
    add_one("decisions_per_game", "decisions", (double)b->decisions / GAMES);
    add_one("replay_size", "bytes", (double)b->file_bytes / GAMES);
    add_one("coded_bits", "bits a decision", 8.0 * (double)b->coded_bytes / (double)b->decisions);
    add_one("choice_bits", "bits a decision (sum log2 n)", b->log2_choices / (double)b->decisions);
    add_one("coded_ratio", "coded / sum log2 n", 8.0 * (double)b->coded_bytes / b->log2_choices);
}

static void measure_site(bench *b, const char *folder)
{
    double pages[RUNS], speed[RUNS];
    brs_site_input inputs[SITE_GAMES];
    for (int i = 0; i < SITE_GAMES; i++) {
        inputs[i] = (brs_site_input){.path = "bench.replay", .bytes = b->game[i * GAMES / SITE_GAMES].bytes};
    }
    for (int run = 0; run < RUNS; run++) {
        char out[256];
        brs_err err = BRS_ERR_NONE;
        brs_site_report report = {0};
        snprintf(out, sizeof out, "%s/%d", folder, run);
        const brs_site_options options = {.out = out};
        double start = cpu_seconds();
        if (!brs_site_build(&options, inputs, SITE_GAMES, &report, &err) || report.matches != SITE_GAMES) {
            brs_fail(&err, BRS_UNEXPECTED, "only %d of %d games got pages", report.matches, SITE_GAMES);
            stop(&err);
        }
        double seconds = cpu_seconds() - start;
        pages[run] = report.pages / seconds;
        speed[run] = (double)report.bytes / 1e6 / seconds;
    }
    add("pages", "pages/s", pages, RUNS);
    add("html", "MB/s", speed, RUNS);
}

// ---- what is told ----------------------------------------------------------------------------------------


static void gate(const char *label, const char *what, const char *name, double most)
{
    double value = value_of(name);
    printf("%-4s %-5s %s: %.3g, at most %.3g\n", label, value <= most ? "pass" : "FAIL", what, value, most);
}

static void gate_least(const char *label, const char *what, const char *name, double least)
{
    double value = value_of(name);
    printf("%-4s %-5s %s: %.4g, at least %.4g\n", label, value >= least ? "pass" : "FAIL", what, value, least);
}

static bool write_table(const char *path, brs_arena *arena)
{
    brs_buf buf;
    brs_err err = BRS_ERR_NONE;
    buf_init(&buf, arena, 4096);
    buf_puts(&buf, "name\tvalue\tunit\truns\tmin\tmax\n");
    for (int i = 0; i < row_count; i++) {
        const row *r = &rows[i];
        buf_putf(&buf, "%s\t%.6g\t%s\t%d\t%.6g\t%.6g\n", r->name, r->value, r->unit, r->runs, r->min, r->max);
        printf("%-20s %12.4g %-30s [%.4g .. %.4g] n=%d\n", r->name, r->value, r->unit, r->min, r->max, r->runs);
    }
    return fs_write(path, buf_str(&buf), true, &err) || cli_error(&err) == BRS_OK;
}

int main(int argc, char **argv)
{
    static bench b;
    static const cli_command self = {.name = "bench"};
    if (argc != 2) {
        fputs("usage: bench OUT.tsv\n", stderr);
        return 2;
    }
    b.cli.command = &self;
    brs_arena_init(&b.cli.arena, 0);
    brs_arena_init(&b.scratch, 0);
    b.library = cli_library_load(&b.cli);
    if (b.library == NULL) {
        return 1;
    }
    const cli_game *game = &b.library->game[0];
    b.state = brs_arena_alloc(&b.cli.arena, 1, game->game->state_size);
    b.choices = BRS_NEW(&b.cli.arena, brs_choice, BRS_MAX_CHOICES);
    char folder[] = "/tmp/brs-bench-XXXXXX", remove[64];
    if (mkdtemp(folder) == NULL) {
        perror("mkdtemp");
        return 1;
    }
    record_all(&b, game);
    measure_engine(&b);
    measure_seek(&b);
    measure_coder(&b);
    measure_hostile(&b);
    measure_sizes(&b);
    measure_other(&b, &b.library->game[1], "shedding", "shedding_allocations");
    measure_site(&b, folder);
    snprintf(remove, sizeof remove, "rm -rf %s", folder);
    bool ok = system(remove) == 0 && write_table(argv[1], &b.cli.arena);
    printf("\n%d games of %s; gates:\n", GAMES, game->game->id);
    gate("G1", "us a decision, trace off, at the pace of 103 ns", "resimulate_there", 2);
    gate("G4", "us a decision of the shedding game (goal 0.5)", "shedding", 1);
    gate("G4", "allocations a decision of the shedding game", "shedding_allocations", 0);
    gate("G5", "trace on, times the bare run", "trace_ratio", 3);
    gate("G7", "allocations a decision", "allocations", 0);
    gate_least("G6", "verified games of 200 decisions a second, at the pace of 103 ns", "verify_200", 2300);
    gate_least("G6", "the same against the target of the replay format (aim 10,000)", "verify_200", 4300);
    gate("R5", "decoding a decision, times a division each", "coder_against", 12);
    gate("safe", "ms to read and verify a hostile file of 1 MiB", "hostile", 50);
    gate("safe", "MiB above the start for it", "hostile_memory", 5);
    gate("seek", "ms to the last decision of the longest game", "seek", 1);
    return ok ? 0 : 1;
}
