// Transcripts: a game as people write it down, a line a statement, and what the rules say to it.
//
// src/transcript/README.md explains the language. Only decisions, chance and what was seen are written; all results are
// computed. Reading is lax (beginnings of names, words left out), writing is strict: one game has one text.
#ifndef BROADSIDE_TRANSCRIPT_H
#define BROADSIDE_TRANSCRIPT_H

#include "broadside/replay.h"

BRS_C_BEGIN

enum {
    BRS_TRANSCRIPT_MAX_FILE = 1 << 20,
    BRS_TRANSCRIPT_MAX_LINES = 65535,
    BRS_TRANSCRIPT_MAX_ERRORS = 100    // of one file; what follows is not looked at
};

// What the head of a transcript may name.
typedef struct {
    const brs_library *library;
    // Finds a deck by its name or file. `set`: the card set it is of. NULL: decks are written out.
    bool (*deck)(void *ctx, const brs_game_def *game, brs_str name, brs_deck *out, const brs_card_set **set,
                 brs_err *err);
    // Finds a card set by its file, and its text. NULL: only built-in sets.
    bool (*cards)(void *ctx, const brs_game_def *game, brs_str file, const brs_card_set **out, brs_str *text,
                  brs_err *err);
    void *ctx;
    // How many choices may be made in search of the line that is wrong, when another one contradicts it; 0: no search.
    long search;
} brs_transcript_world;

// Reads a transcript and plays it. Every mistake goes to `report`, with line and column, one for each cause. True: there
// was none, and *out is the replay.
bool brs_transcript_compile(brs_str text, const char *file, const brs_transcript_world *world, brs_arena *arena,
                            brs_replay *out, brs_report report);

// The one text of a replay. compile gives the same game back, with its remarks.
bool brs_transcript_text(const brs_replay *replay, const brs_transcript_world *world, brs_arena *arena, brs_str *out,
                         brs_err *err);

// ---- line by line: for prompts -------------------------------------------------------------------

// The help of a mistake begins so when a name means several cards that may stand there; their names follow.
#define BRS_TRANSCRIPT_WHICH "Which one: "

// A transcript that grows. What it holds is opaque; it lives in the arena.
typedef struct brs_scribe brs_scribe;

// Begins with the head, all lines up to the first section. NULL: reported.
brs_scribe *brs_scribe_begin(brs_str head, const char *file, const brs_transcript_world *world, brs_arena *arena,
                             brs_report report);

// Reads one more line. False: it was refused and reported; nothing that follows a refused line is played, so begin anew
// without it.
bool brs_scribe_line(brs_scribe *scribe, brs_str line);

// The game as it stands: the open decision and the trace of all that happened.
const brs_game *brs_scribe_game(const brs_scribe *scribe);

// The replay of what was read so far.
bool brs_scribe_end(brs_scribe *scribe, brs_replay *out);

// One choice as a transcript writes it, names in full ("play Stockade"); the length.
int brs_choice_write(const brs_setup *setup, const void *state, const brs_choice *choices, int n, int index, char *out,
                     int cap);

// Which choice of the open decision a text means, beginnings of names and missing words included ("snow" for "play Snow
// Wall"); -1: none, or several: err says which, or the rule against it. *rest: what of the text goes on from there
// ("-> Stockade"). Its room is in the arena.
int brs_choice_read(const brs_game *game, brs_str text, brs_arena *arena, brs_str *rest, brs_err *err);

BRS_C_END

#endif
