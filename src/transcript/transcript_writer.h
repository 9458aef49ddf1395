// The writer's parts share this: what is being written, and the remarks that stand between its lines.
#ifndef TRANSCRIPT_WRITER_H
#define TRANSCRIPT_WRITER_H

#include "transcript_parts.h"

enum { MAX_LEFT_OUT = 64, MAX_VERBS = 64 };

// A choice that was left out: how it would be written, and which words its question would take.
typedef struct {
    char begin[32];                    // "B hand"
    char noun[2 * BRS_MAX_NOUN + 16];
    const char *joint;
    uint64_t verbs;
    uint32_t decision;
} left_out;

typedef struct {
    const brs_replay *replay;
    const brs_setup *setup;
    brs_arena *arena;
    brs_buf *out;
    brs_player player;
    brs_trace trace;
    uint32_t line;          // of play: 0 the game
    int indent, deeper;     // levels: of the line of play, and below the header of a turn in a variation
    uint32_t move;          // number of the choice
    int unit;
    uint64_t ended;         // sections of this unit that have ended, a bit each
    uint32_t ended_with[64];  // events by then
    uint32_t begin;         // decisions before what is written next
    // the line at hand
    brs_buf text;
    bool open;
    uint32_t line_begin, line_end;
    int pieces;
    uint32_t glyph_begin;   // decisions before the piece at hand
    char head[64];          // "trick 3 S:" waits for its first piece
    bool *told;             // remarks that were written
    left_out left[MAX_LEFT_OUT];
    int left_count;
    bool was_implied;       // the choice at hand
    bool mending;           // a fix comes next: remarks behind what happened wait for it
    // a statement that may go on
    int seat, section;
    bool may_go_on;
    int verb;               // of the part before, for joints
    ts_spelled *spelled;
    void *before;           // state before the choice at hand
    brs_choice pending;     // whose marks wait for the state after it
    bool marks_wait;
    brs_err *err;
} writer;

void tw_indent(writer *w, int more);

// ---- remarks (transcript_remarks.c) ------------------------------------------------------------------

bool tw_is_fix_reason(const writer *w, const brs_remark *remark);
bool tw_is_label(const brs_remark *remark);                // of a variation
void tw_put_remark(writer *w, const brs_remark *remark);
// Remarks of decisions up to `last`: those without a section, those of sections that have ended, or both and of sections
// that have not ended too.
typedef enum { TW_PLAIN, TW_ENDED, TW_ALL } tw_which;
void tw_put_remarks(writer *w, uint32_t last, tw_which which);
// Remarks that stand behind the last event, no decision having been made since.
bool tw_has_event_remarks(const writer *w);
void tw_put_event_remarks(writer *w);
void tw_put_section_remarks(writer *w);
uint8_t tw_glyph_at(writer *w, uint32_t from, uint32_t to);  // of decisions from..to, 0: none
bool tw_is_marked(const writer *w, uint32_t decision);     // does something but a glyph stand there?
bool tw_varies_at(const writer *w, uint32_t decision);     // does a variation begin there?

#endif
