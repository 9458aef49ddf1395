// make bench: how fast, how small, and whether the gates of the project hold. CPU seconds of this process; the
// median of RUNS runs, with the fastest and the slowest. Never a test: a busy machine is no fault of the code.
// usage: bench OUT.tsv
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fs.h"

enum { MAX_ROWS = 64 };

// ---- allocations are counted: the linker sends every call of our code here ------------------------------

uint64_t bench_allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    bench_allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    bench_allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    bench_allocations++;
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

double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double add(const char *name, const char *unit, double *values, int runs)
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

double add_one(const char *name, const char *unit, double value)
{
    return add(name, unit, &value, 1);
}

static const row *row_of(const char *name)
{
    static const row none = {.name = "", .value = NAN};
    for (int i = 0; i < row_count; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return &rows[i];
        }
    }
    return &none;
}

double value_of(const char *name)
{
    return row_of(name)->value;
}

_Noreturn void stop(const brs_err *err)
{
    cli_error(err);
    exit(1);
}

// ---- what is told ----------------------------------------------------------------------------------------


// One row as pages.py has it: the figure, its spread, and which of its targets it meets.
static void gate(const char *label, const char *what, const char *name, double most, double goal, double stretch)
{
    const row *r = row_of(name);
    const double value = r->value;
    char spread[64] = "", all[160];
    if (r->runs > 1) {
        snprintf(spread, sizeof spread, " (%.3g to %.3g)", r->min, r->max);
    }
    snprintf(all, sizeof all, "%s%s", what, spread);
    const bool least = most < stretch;
    const double over[3] = {least ? most - value : value - most, least ? goal - value : value - goal, least ? stretch - value : value - stretch};
    printf("%-4s %-66s %10.3g   gate %g, goal %g, stretch %g: %s\n", label, all, value, most, goal, stretch,
           over[2] <= 0 ? "stretch" : over[1] <= 0 ? "goal" : over[0] <= 0 ? "gate" : "MISSED");
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
    measure_zlib(&b);
    measure_hostile(&b);
    measure_sizes(&b);
    measure_other(&b, &b.library->game[1], "shedding", "shedding_allocations");
    measure_site(&b, folder);
    snprintf(remove, sizeof remove, "rm -rf %s", folder);
    bool ok = system(remove) == 0 && write_table(argv[1], &b.cli.arena);
    printf("\n%d games of %s; gates:\n", GAMES, game->game->id);
    gate("G1", "us a decision, trace off, at the pace of 103 ns", "resimulate_there", 2, 1, 0.5);
    gate("G4", "us a decision of the shedding game", "shedding", 1, 0.5, 0.26);
    gate("G4", "allocations a decision of the shedding game", "shedding_allocations", 0, 0, 0);
    gate("G5", "trace on, times the bare run", "trace_ratio", 3, 2, 1.5);
    gate("G6", "verified games of 200 decisions/s, at the pace of 103 ns", "verify_200", 2300, 4300, 10000);
    gate("G7", "allocations a decision", "allocations", 0, 0, 0);
    gate("R1", "coded bits / sum log2 n, random bots", "coded_random", 1.02, 1.02, 1);
    gate("R1", "coded bits / sum log2 n, greedy bots", "coded_greedy", 0.92, 0.75, 0.7);
    gate("R4", "coded bits a decision, greedy bots (Lichess 4.41)", "bits_greedy", 4.41, 2.5, 2.5);
    gate("R5", "% that zlib adds to verifying, if all files were packed", "zlib_share", 5, 2, 2);
    gate("H5", "MB of HTML a second, formatting alone, memory to memory", "formatting", 500, 1000, 2000);
    gate("code", "decoding a decision, times a division each", "coder_against", 12, 12, 12);
    gate("safe", "ms to read and verify a hostile file of 1 MiB", "hostile", 50, 50, 50);
    gate("safe", "MiB above the start for it", "hostile_memory", 5, 5, 5);
    gate("seek", "ms to the last decision of the longest game", "seek", 1, 1, 1);
    return ok ? 0 : 1;
}
