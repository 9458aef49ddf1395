// A match ready for its pages: the replay played once with the trace on, cut into units, with the
// table as it was when each unit began.
//
// Playing also checks what the pages rest on: every invariant of the trace, every check of the
// replay, and that each number of the state changed exactly as the events say.
#ifndef SITE_PLAY_H
#define SITE_PLAY_H

#include "broadside/replay_tools.h"
#include "site_tree.h"

// Whose eyes a site is for: all is shown, what everybody at the table could know, or what one seat could
// (SITE_FOR_SEAT + its number). What they cannot know is not made.
enum { SITE_FOR_ALL = 0, SITE_FOR_PUBLIC = 1, SITE_FOR_SEAT = 2 };

enum { SITE_MAX_FACTS = 1024, SITE_MAX_ADDRESS = 96 };

// A decision of a player: what was chosen, and among how many.
typedef struct {
    brs_choice made;
    uint16_t legal;
    const brs_choice *choices;  // the legal ones, `legal` of them
} site_decision;

// One unit: a turn, a trick; number 0 is what came before the first.
typedef struct {
    int number;
    uint32_t first, end; // its events are seq first .. end - 1
    uint8_t seat;        // whose it is, BRS_SEAT_NONE: nobody's
    site_node *board;    // the table when it began
    int32_t *score;      // by seat: the score when it began
    int32_t *fuse;       // by seat: how many of its own units can still begin, then it has lost; NULL: no such end
    int32_t *ladder;     // by seat: the place on the ladder when it began; NULL: the game has none
} site_unit;

enum { SITE_MAX_COMPARED = 8 };

// The match under another edition: number of the first unit that differs, -1: none.
typedef struct {
    const brs_edition *edition;
    struct site_comparison *play; // as site_compare.h has it
    int first;
    bool stopped;
} site_compared;

// A variation that has a page: its number, and what it does otherwise, in which unit.
typedef struct {
    uint32_t line;
    int unit;
    brs_choice made;
} site_line_made;

typedef struct {
    const brs_replay *replay;
    const brs_setup *setup;
    brs_trace trace;
    site_unit *units; // unit_count of them, then one more that holds the table and score at the end
    int unit_count, unit_cap;
    uint8_t viewer; // SITE_FOR_ALL ...
    uint16_t score; // quantity that the game counts for each seat: its first one of a seat; 0: none
    brs_result result; // as the replay records it
    uint64_t final_hash;
    site_decision *decisions;
    uint32_t decision_count, decision_cap; // all that were made, those of chance too
    site_compared compared[SITE_MAX_COMPARED]; // those that have a page
    int compared_count;
    site_line_made *lines;
    int line_count;
    bool has_ledger;
    int questions;
    brs_slip *slips; // by event
    int slip_count;
    struct site_quiz *quizzes; // what people ask about it, in the order of the match (site_notes.h)
    int quiz_count, quiz_cap;
    int quiz_wrong; // how many more came with the replay, whose key is not what the engine says
    struct site_note *notes; // what is said about it (site_notes.h)
    int note_count;
    const brs_told *told; // a view, whose secrets were removed: what it tells in place of units; NULL: it was played
    int told_count;
    bool *astray; // [remark_count] made for another state of the table; NULL: no remarks
    const char *card_suffix;        // of the addresses of this match's card pages: ""
    char address[SITE_MAX_ADDRESS]; // game-edition-core id
    brs_arena *arena;
} site_match;

// Plays a replay. Everything lives in the arena. False: the replay disagrees with the rules, or the
// trace with the state; no page may be made of it.
bool site_play(site_match *out, const brs_replay *replay, const brs_setup *setup, site_names *names,
               brs_arena *arena, brs_err *err);

// The same of a view, which nobody can play: it has no units, but tells what was chosen.
bool site_read_view(site_match *out, const brs_replay *replay, const brs_library *library, brs_setup *setup, brs_arena *arena,
                    brs_err *err);

// How far a match went: the number of its last unit, as was played or as a view says.
int site_last_unit(const site_match *match);

// The same for a viewer.
bool site_play_for(site_match *out, int viewer, const brs_replay *replay, const brs_setup *setup, site_names *names,
                   brs_arena *arena, brs_err *err);

// The number that the game knows the viewer by: BRS_SEAT_NONE sees all, a number that is nobody's only what is open.
int site_viewer_seat(int viewer);

// Reads "all" (or NULL), "public" or a seat: SITE_FOR_ALL ... False: it is none of them.
bool site_read_viewer(const char *view, uint8_t *out, brs_err *err);

// The table as it was when an event had happened, for the eyes of match->viewer: a tree like site_unit's board. The game is
// played again for it. NULL: before the first unit, while the table is still being laid.
site_node *site_table_at(const site_match *match, uint32_t seq, site_names *names);

// What the viewer sees of an event that shows what he may not know: a sentence. Its length, 0: the event's own words.
int site_veil(const site_match *match, const brs_event *event, char *out, int cap);

// "rulebook" matches live at "rnr-rulebook-0123456789abcdef".
void site_address(char out[SITE_MAX_ADDRESS], const brs_replay *replay);

// The first of a match's slips at this event or after it.
int site_slip_from(const site_match *match, uint32_t seq);

// The index of the unit that an event belongs to.
int site_unit_of(const site_match *match, uint32_t seq);

// ---- the numbers of a state, kept by hand from the events -------------------------------------

typedef struct {
    uint32_t key;   // quantity and subject, 0: free
    int32_t value;  // as the events say; as the state says where no event spoke yet
    int32_t state;  // as the last state says
    uint32_t seen;  // stamp of the last state that had it, 0: none
    uint32_t event; // seq of the last event that changed it
} site_kept_fact;

typedef struct {
    site_kept_fact slot[2 * SITE_MAX_FACTS];
    uint32_t stamp;
    int count;
    brs_fact before[SITE_MAX_FACTS], now[SITE_MAX_FACTS];
} site_facts;

// Takes in the events first .. of the trace, then compares with the state at a decision. False: a
// change without an event, or an event that is not true.
bool site_facts_follow(site_facts *facts, const brs_setup *setup, const void *state,
                       const brs_trace *trace, uint32_t first, brs_err *err);

#endif
