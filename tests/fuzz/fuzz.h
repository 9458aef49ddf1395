// Fuzzing: targets that must hold for any bytes, a mutator that knows the formats, and drivers.
// README.md of this folder tells how to run it.
#ifndef FUZZ_H
#define FUZZ_H

#include "broadside/replay.h"
#include "buf.h"

// ---- what happens to bytes (fuzz_targets.c) ------------------------------------------------------

typedef struct fuzz_bench fuzz_bench;

typedef struct {
    const char *name;
    const char *corpus;  // folder of tests/fuzz/corpus
    void (*run)(fuzz_bench *bench, brs_str data);
} fuzz_target;

extern const fuzz_target fuzz_targets[];
extern const int fuzz_target_count;

// NULL: there is none of that name.
const fuzz_target *fuzz_find(const char *name);
// Loads the games; once per process.
fuzz_bench *fuzz_open(void);
const brs_library *fuzz_library(const fuzz_bench *bench);
// Runs a target; a broken promise aborts, as a finding of a sanitizer does.
void fuzz_run(fuzz_bench *bench, const fuzz_target *target, brs_str data);

// ---- files to begin from (fuzz_seeds.c) -----------------------------------------------------------

typedef struct {
    const char *game;
    uint8_t edition, seats;
    uint64_t seed;      // 0: recorded chance
    uint16_t until;     // decisions; 0: to the end
    uint8_t end;        // brs_end
    bool notes, branch, mend;
} fuzz_recipe;

// A game as the recipe says, played at random.
void fuzz_record(const fuzz_recipe *recipe, const brs_library *library, brs_arena *arena, brs_setup *setup,
                 brs_replay *out);

typedef void (*fuzz_take)(brs_str file);

// Valid files of a corpus' kind, made by this build.
void fuzz_seeds(const char *corpus, const brs_library *library, fuzz_take take);

// ---- other bytes (fuzz_mutate.c, fuzz_tree.c) ----------------------------------------------------

// A number of its own for each step; the same seed gives the same mutations everywhere.
typedef struct {
    uint64_t at;
} fuzz_dice;

uint64_t fuzz_roll(fuzz_dice *dice);
uint32_t fuzz_below(fuzz_dice *dice, uint32_t n);

// Changes bytes here and there; at most `most` of them.
size_t fuzz_bytes(uint8_t *data, size_t size, size_t most, fuzz_dice *dice);
// Changes a MessagePack body as a tree, so that its lengths stay right; `other` (may be empty) lends parts.
// Returns the length written to out, 0 when the body is not MessagePack.
size_t fuzz_tree(brs_str body, brs_str other, uint8_t *out, size_t most, fuzz_dice *dice);
// Changes a file of any kind in place: a replay is inflated, changed, deflated, its checksum mended; a journal's
// records are changed and their chain of checksums mended; anything else is changed as bytes.
size_t fuzz_mutate(uint8_t *data, size_t size, size_t most, brs_str other, fuzz_dice *dice);

#endif
