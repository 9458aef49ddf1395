// The trace: what happened, and why. One event for each change and each non-change.
//
// A game appends events while it runs; pages, the terminal and the tests read them. With
// no trace (NULL) the engine does none of this and allocates nothing.
//
// Invariants, checked by brs_trace_check and by every page build:
//   - an event that changes a quantity (its kind's `quantity` is not 0) has
//     arg[0] subject, arg[1] before, arg[2] after; when the quantity adds up, its terms sum to after - before;
//   - cause and every term's event are earlier events (0: a choice or the start);
//   - every event cites a rule (rule is never 0: row 0 of every game is "no rule").
#ifndef BROADSIDE_TRACE_H
#define BROADSIDE_TRACE_H

#include "broadside/arena.h"
#include "broadside/error.h"
#include "broadside/types.h"

BRS_C_BEGIN

struct brs_game_def;
struct brs_setup;
struct brs_viewer;

typedef struct {
    uint16_t label;   // row of the game's terms: "printed drain of {card}" ...
    uint16_t rule;
    uint16_t card;    // the card that supplied it, 0: the rules
    int32_t value;    // signed
    uint32_t event;   // the event it comes from, 0: none
} brs_term;

// A condition that was looked at: it answers "why not less?" or "why did nothing happen?".
typedef struct {
    uint16_t rule, card;
    bool passed;
    uint16_t label;  // row of the game's terms (what was looked at)
} brs_check;

typedef struct {
    uint32_t seq, cause;      // seq from 1; cause: seq of the event that led here, 0: none
    uint32_t term0, check0;   // first of its terms and checks
    uint16_t unit, kind;      // unit: turn or trick; kind: row of the game's event kinds
    uint16_t rule;            // row of the game's rules, never 0
    uint16_t source;          // card handle whose text did it, 0: the rules themselves
    uint8_t sentence, effect; // which of that card (0-based); 0xFF: none
    uint8_t seat, section;    // whose doing; section of the unit
    uint8_t nterm, ncheck;
    uint32_t decision;        // number of the decision it followed (0: setup)
    int32_t arg[4];           // meaning by kind
} brs_event;

// What chance came to in a seeded game, as the choice that the seat of chance would have made: so that a
// record can be read without the rules.
typedef struct {
    uint32_t decision;  // number of the decision it followed (0: setup)
    uint8_t kind;       // row of the game's choice kinds
    uint8_t seat;       // whose stream it came from
    uint16_t arg;       // its first argument; the others are 0
} brs_outcome;

typedef struct {
    brs_event *events;  uint32_t event_count, event_cap;
    brs_term *terms;    uint32_t term_count, term_cap;
    brs_check *checks;  uint32_t check_count, check_cap;
    brs_outcome *outcomes;  uint32_t outcome_count, outcome_cap;
    uint32_t decision;  // stamped on the events that follow
    brs_arena *arena;   // where the arrays grow
    // Told of each event before it is appended, so that a page can look at the table in the middle of a run
    // (at the first event of a turn). It only reads. NULL: nobody watches.
    void (*watch)(void *ctx, const brs_event *event);
    // Told as a section of a unit ends, before anything of the next has changed. It only reads. NULL: nobody watches.
    void (*boundary)(void *ctx);
    void *watch_ctx;
} brs_trace;

// An empty trace that grows in `arena`, which must outlive it.
void brs_trace_init(brs_trace *trace, brs_arena *arena);

// Forgets the events and keeps the memory.
void brs_trace_reset(brs_trace *trace);

// Appends *event with seq set; terms and checks appended after it until the next event belong
// to it. Returns its seq, or 0 when trace is NULL.
uint32_t brs_trace_event(brs_trace *trace, const brs_event *event);
void brs_trace_term(brs_trace *trace, brs_term term);
void brs_trace_check(brs_trace *trace, brs_check check);

// Notes what a seeded stream gave; nothing when trace is NULL.
void brs_trace_outcome(brs_trace *trace, uint8_t kind, int seat, uint16_t arg);

// Tells who watches that a section ends; nothing when trace is NULL.
static inline void brs_trace_boundary(const brs_trace *trace)
{
    if (trace != NULL && trace->boundary != NULL) {
        trace->boundary(trace->watch_ctx);
    }
}

// The event of a seq (1-based); NULL for 0 or beyond.
const brs_event *brs_trace_at(const brs_trace *trace, uint32_t seq);

// What an event kind is: a row of <game>_events.def.
typedef struct {
    const char *id;        // "lp_lost"
    const char *sentence;  // template: "{seat:0} loses {amount} LP ..." see brs_event_say
    uint16_t quantity;     // row of the game's quantities that it changes, 0: none
    const char *question;  // heading of its cause box, a template; NULL: no box
} brs_event_info;

// Plays an event's sentence (or `question`, when asked) to a viewer as text, with cards, seats and rules as nodes
// "card", "seat", "rule" (id = handle, seat, row). Templates hold literal text and
//   {source} {rule} {seat}        the event's fields
//   {card:K} {seat:K} {num:K}     arg[K] as a card, a seat, a number; K = 0..3
//   {delta}                       |arg[2] - arg[1]|
//   {signed}                      arg[2] - arg[1] with its sign
//   {word:K} {victory:K}          arg[K] as a row of the game's terms, of its victories
//   {lost|gained}                 the first word when arg[2] < arg[1], else the second
//   {s:K}                         "s" unless arg[K] is 1;   {s:delta} the same for the delta
//   {s:K:card|cards}              the form for arg[K], as the language has them (language.h)
//   {quote}                       the source card's sentence that did it, quoted; empty if none
void brs_event_say(const struct brs_setup *setup, const brs_event *event, bool question,
                   const struct brs_viewer *out);

// Plays a term's or a check's label in the same way, without a full stop. Labels are rows of the game's terms: templates
// over the event, where {card} is the card of the term or check ("it" when there is none). A term is a phrase:
// "printed drain of {card}". A check is a whole sentence, or two with a bar between them, for a condition that holds
// and one that does not: "There are enough LP|There are too few LP".
void brs_term_say(const struct brs_setup *setup, const brs_event *event, const brs_term *term,
                  const struct brs_viewer *out);
void brs_check_say(const struct brs_setup *setup, const brs_event *event, const brs_check *check,
                   const struct brs_viewer *out);

// Checks the invariants of all events from index `first` on; false with the first breach.
bool brs_trace_verify(const struct brs_game_def *game, const brs_trace *trace, uint32_t first,
                      brs_err *err);

BRS_C_END

#endif
