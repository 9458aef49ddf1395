// A table set up for a scenario: decks made of the cards that it names and of cards that do nothing, and the
// cards put where the scenario wants them when Player A's first Play Phase begins.
#ifndef SCENARIO_TABLE_H
#define SCENARIO_TABLE_H

#include "broadside/game.h"
#include "broadside/replay.h"

enum { TABLE_MAX_PLACED = 64, TABLE_MAX_LINES = 32, TABLE_MAX_LABELS = 64 };

typedef enum { PLACE_PLAY, PLACE_HAND, PLACE_DISCARD, PLACE_EXILE, PLACE_TOP } table_place;

typedef struct {
    int seat;
    table_place place;
    brs_str name;
    int line;
} table_card;

// "13 "Plain Right *"": so many cards of a name, or one of each of so many names that begin so.
typedef struct {
    int count;
    brs_str name;
} table_deck_line;

// What a scenario asks for before its first choice.
typedef struct {
    brs_str edition;       // empty: the first
    brs_str inline_cards;  // card blocks, may be empty
    brs_str option[BRS_MAX_OPTIONS];  // "name value"
    int options;
    table_card card[TABLE_MAX_PLACED];
    int cards;
    int lp[2], ip[2], pile[2];  // -1: as it comes
    int turn, triggers, decisions;  // what has already been counted, 0: as it comes
    brs_str begin;         // kind of choice that the first question offers; empty: done
    bool recorded;         // chance is asked and not seeded
    int seats;
    uint64_t seed;
    table_deck_line deck[TABLE_MAX_LINES];  // a deck to check
    int deck_lines, deck_size, deck_acts;   // sizes: -1: as the edition wants
} table_wish;

typedef struct {
    brs_setup setup;
    void *state;
    brs_trace trace;
    brs_choice choices[BRS_MAX_CHOICES];
    int n;
    char warning[TABLE_MAX_LABELS][8];  // what the compiler said of the cards
    int warnings;
} table;

// Compiles the cards and sets the options, without decks.
bool table_prepare(table *t, const brs_library *library, const table_wish *wish, brs_arena *arena, brs_err *err);
// The deck that is to be checked, filled up to its size.
bool table_deck(const table *t, const table_wish *wish, brs_deck *deck, brs_err *err);

// Sets everything up; false with err (its line is the scenario's when it has one).
bool table_begin(table *t, const brs_library *library, const table_wish *wish, brs_arena *arena, brs_err *err);

// Makes a choice, then those that leave none, but never ends a Play Phase by itself.
bool table_apply(table *t, int index);

// The choice of somebody who wants nothing: end the phase, decline, name no more; else the first.
int table_pass(const table *t);
bool table_can_end_phase(const table *t);

// The nth card of a name in a seat's deck (0: first), 0 when there is none. seat -1: of both decks.
int table_handle(const table *t, int seat, brs_str name, int nth);

// "play", "hand", "discard", "exile", "pile".
const char *table_zone(const table *t, int handle);
bool table_locked(const table *t, int handle);
int table_controller(const table *t, int handle);
int table_strength(const table *t, int handle);  // points with all that holds for a while

// How many cards lie in a seat's "hand", "pile", "discard" or "exile"; -1 for another word.
int table_place_count(const table *t, int seat, brs_str zone);

// The row of a label of rnr_terms.def; 0: there is none.
int table_label(brs_str id);

#endif
