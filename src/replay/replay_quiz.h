// Questions that people write about a game, with their answers, and what the engine says to the key.
//
// One block of lines, as transcripts have it, notes (each line an item of a list) and remarks of a replay:
//
//   ask: What is Bo's LP after this step?
//   check: B LP 96
//   right: 96
//   wrong: 100 | A Defense card does not stop UA drain.
//
// A key is checked by what `check:` says: checks of a transcript ("B LP 96; B Stockade DP 8") and sentences of the engine in
// quotes, divided by semicolons. Each must hold after the place that the question stands at, and a number as the right answer
// must be what one of them comes to, or by how much that changed. Without it, a question that names one player and one
// number that can be measured ("How many LP does Bo lose?") is checked by itself.
#ifndef REPLAY_QUIZ_H
#define REPLAY_QUIZ_H

#include "broadside/replay.h"

enum { QUIZ_MAX_ANSWERS = 6, QUIZ_MAX = 256 };

typedef struct {
    brs_str text, why; // why: what is said to who chose it; may be empty
} quiz_answer;

typedef struct {
    brs_str ask, check; // check.len 0: none
    int ask_line, right_line, check_line; // of the block, from 1
    quiz_answer answer[QUIZ_MAX_ANSWERS]; // in the order of their numbers, or of their bytes
    int answers, right; // index of the right one
} brs_quiz;

// Reads a block; the texts are views into it. False: err->line is the line of the block.
bool quiz_read(brs_str text, brs_quiz *out, int cap, int *count, brs_err *err);

// Its key holds, it does not (and `err` has the line of the block and what the engine says instead), or nothing in it
// can be measured.
typedef enum { QUIZ_HOLDS, QUIZ_FAILS, QUIZ_UNCHECKED } quiz_verdict;

// A question and where it stands: a unit by its number (-1: the whole game), in it a section (-1: none) or an event
// (0: none). It is about what comes of that place; of an event it may as well be about what comes of the unit.
typedef struct {
    brs_quiz q;
    int unit, section;
    uint32_t event;
    quiz_verdict verdict;
    brs_err err;
} quiz_asked;

// Plays the game and fills in the verdicts. False: it cannot be played.
bool quiz_check_all(const brs_replay *replay, const brs_setup *setup, quiz_asked *asked, int count, brs_arena *arena, brs_err *err);

#endif
