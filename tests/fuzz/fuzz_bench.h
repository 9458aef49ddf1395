// What the targets share.
#ifndef FUZZ_BENCH_H
#define FUZZ_BENCH_H

#include "fuzz.h"

struct fuzz_bench {
    brs_arena shelf, scratch;  // scratch is empty at the beginning of a run
    brs_library library;
};

// A promise that does not hold ends the run.
void want(bool held, const char *promise, const brs_err *err);
// A reader says why it refuses, and only then; returns ok.
bool told(bool ok, const brs_err *err, const char *who);

// fuzz_texts.c
void fuzz_transcript(fuzz_bench *b, brs_str data);
void fuzz_cards(fuzz_bench *b, brs_str data);
void fuzz_deck(fuzz_bench *b, brs_str data);
void fuzz_edition(fuzz_bench *b, brs_str data);

#endif
