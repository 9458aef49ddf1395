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

// ---- numbers (fuzz_dice.c) -----------------------------------------------------------------------

// A number of its own for each step; the same seed gives the same mutations everywhere.
typedef struct {
    uint64_t at;
} fuzz_dice;

uint64_t fuzz_roll(fuzz_dice *dice);
uint32_t fuzz_below(fuzz_dice *dice, uint32_t n);

// ---- other bytes (fuzz_mutate.c) -----------------------------------------------------------------

// Changes a file of any kind in place: a replay is inflated, changed, deflated, its checksum mended; records of a journal
// or an archive are changed and what wraps them made anew; anything else is changed as text or as bytes. `other` lends
// parts.
size_t fuzz_mutate(uint8_t *data, size_t size, size_t most, brs_str other, fuzz_dice *dice);

// Its parts. Bytes here and there; at most `most` of them.
size_t fuzz_bytes(uint8_t *data, size_t size, size_t most, fuzz_dice *dice);
size_t fuzz_replay(uint8_t *data, size_t size, size_t most, brs_str other, fuzz_dice *dice);
// fuzz_text.c
size_t fuzz_text(uint8_t *data, size_t size, size_t most, brs_str other, fuzz_dice *dice);
// fuzz_tree.c: changes a MessagePack body as a tree, so that its lengths stay right; `other` (may be empty) lends parts.
// Returns the length written to out, 0 when the body is not MessagePack.
size_t fuzz_tree(brs_str body, brs_str other, uint8_t *out, size_t most, fuzz_dice *dice);

// fuzz_records.c
#define FUZZ_JOURNAL "\211BRJ\r\n\x1a\n\x01"
#define FUZZ_ARCHIVE "\211BRA\r\n\x1a\n\x01"
enum { FUZZ_CRC = 4 };
size_t fuzz_journal(uint8_t *data, size_t size, size_t most, brs_str other, fuzz_dice *dice);
size_t fuzz_archive(uint8_t *data, size_t size, size_t most, fuzz_dice *dice);
size_t fuzz_put_length(uint8_t *to, size_t value);
void fuzz_put_crc(uint8_t *to, uint32_t crc);

#endif
