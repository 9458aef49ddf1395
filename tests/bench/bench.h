// What the parts of `make bench` share.
#ifndef BENCH_H
#define BENCH_H

#include "broadside/replay_tools.h"
#include "cli.h"
#include "replay_parts.h"
#include "str.h"

enum { RUNS = 7, GAMES = 200, LONG_GAMES = 60, SITE_GAMES = 24 };

// ---- figures (bench.c) --------------------------------------------------------------------------------------

extern uint64_t bench_allocations;  // calls of malloc and its kin: the linker sends every one of our code there

double cpu_seconds(void);
// One row of the table; the median of the values, which are sorted here, is returned.
double add(const char *name, const char *unit, double *values, int runs);
double add_one(const char *name, const char *unit, double value);
double value_of(const char *name);
_Noreturn void stop(const brs_err *err);

// ---- games (bench_games.c) ----------------------------------------------------------------------------------

typedef struct {
    brs_setup setup;
    uint16_t *index;
    uint32_t count;
    brs_str bytes;  // its replay
} recorded;

typedef struct {
    cli_run cli;
    const cli_library *library;
    recorded game[GAMES], long_game[LONG_GAMES];
    uint64_t decisions, long_decisions;
    double log2_choices;  // sum of log2(legal choices) over all decisions
    uint64_t coded_bytes, file_bytes;
    double log2_of[2];          // of the random games, of the greedy ones
    uint64_t coded_of[2], decisions_of[2];
    void *state;
    brs_choice *choices;
    brs_arena scratch;
} bench;

// Half the games are of random bots, half of greedy ones; and beside them long games of random bots, of 180 to 220 decisions.
void record_all(bench *b, const cli_game *game);
void measure_engine(bench *b);
// Another game: games of random bots at all sizes of table, under its last edition.
void measure_other(bench *b, const cli_game *game, const char *us, const char *allocated);
void measure_site(bench *b, const char *folder);

// ---- replays (bench_replay.c, bench_hostile.c) ----------------------------------------------------------------

void measure_seek(bench *b);
void measure_coder(bench *b);
void measure_zlib(bench *b);
void measure_sizes(bench *b);
void measure_hostile(bench *b);

#endif
