// Hostile files: what the worst of them takes to read and verify.
#include "bench.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

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

void measure_hostile(bench *b)
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
