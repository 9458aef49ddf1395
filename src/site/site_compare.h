// A match under two editions: the same decisions played with both, and what differs.
#ifndef SITE_COMPARE_H
#define SITE_COMPARE_H

#include "broadside/replay_tools.h"
#include "site_pages.h"

enum { SITE_MAX_SKIPPED = 32, SITE_MAX_RELAXED = 16 };

typedef struct {
    brs_choice made;
    int unit;
    bool forced;
} site_step_made;

typedef enum {
    SITE_STOP_NONE,     // all decisions were played
    SITE_STOP_ILLEGAL,  // the next one is not legal there
    SITE_STOP_QUESTION, // there something is asked that the match has no answer to
    SITE_STOP_DECKS     // the decks may not be played there at all
} site_stop;

// Two events that belong together, or one that is on one side only (the other is 0).
typedef struct {
    uint32_t left, right;
    uint8_t section;
    char sign; // '=' same, '~' changed, '-' only in the match, '+' only under the other edition
    bool idle; // a difference of which nothing comes: a condition was looked at, and is met on both sides or on none
} site_row;

typedef struct site_comparison {
    const site_match *first;
    brs_setup setup;  // under the other edition
    site_match other; // its trace and units; no tables, no decisions
    site_step_made *steps;
    uint32_t count, cap;
    uint32_t at; // the step that was to be made when it stopped
    bool over;   // the game came to its end there
    site_stop stop;
    uint16_t rule;     // ILLEGAL: against it, 0: not known
    brs_choice *asked; // what might be chosen instead
    int asked_count;
    uint32_t skipped[SITE_MAX_SKIPPED]; // the first of the steps that answer what is not asked there
    int skipped_count;                  // of all
    site_step_made picked[SITE_MAX_SKIPPED]; // the first of the orders that only it asks for: taken in canonical order
    int picked_count;
    int relaxed[SITE_MAX_RELAXED]; // options about decks that were kept as in the match
    int relaxed_count;
    bool forked;    // of a line: `fork` is the first decision that is made otherwise, in the unit fork_unit
    uint32_t fork;
    brs_choice fork_made;
    int fork_unit;
    int unit;       // number of the one that was laid side by side last
    site_row *rows; // of it
    int row_count;
    bool same_names;        // cards and players are called the same on both sides
    int differences, looks; // rows that differ: of those something comes, of these nothing
} site_comparison;

// Plays the match under another edition. False: it cannot be compared (the table was mended).
bool site_compare_play(site_comparison *c, const site_match *match, const brs_edition *edition);

// Plays a variation of the match instead, its number as in the replay; setup and rules stay. False: it does not play, or
// it decides nothing otherwise.
bool site_compare_line(site_comparison *c, const site_match *match, uint32_t line);

// Lays the events of a unit side by side; returns how many rows differ and have consequences.
int site_compare_unit(site_comparison *c, int number);

// The event under the other edition that belongs to this one of the match, 0: none.
uint32_t site_compare_partner(const site_comparison *c, uint32_t seq);

#endif
