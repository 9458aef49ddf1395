// What the files of this folder share: lines, names, the reader.
#ifndef TRANSCRIPT_PARTS_H
#define TRANSCRIPT_PARTS_H

#include "broadside/transcript.h"
#include "buf.h"
#include "str.h"

// ---- lines (transcript_lines.c) ------------------------------------------------------------------

enum { TS_MAX_LINE = 16 * 1024, TS_MAX_PARTS = 128, TS_MAX_DEPTH = 8, TS_MAX_DUE = 32 };

extern const char *const ts_glyphs[7];  // "", "!!", "!", "!?", "?!", "?", "??"

// Refuses what is no text: too long, not UTF-8, control characters. Drops a byte order mark.
bool ts_source(brs_str *text, brs_err *err);

// Cuts a glyph off the end of a statement, *glyph 0: there is none. "draw ?" keeps its "?".
void ts_cut_glyph(brs_str *text, uint8_t *glyph);

// "text" with \" and \\; the whole slice. False: it is no quoted text.
bool ts_unquote(brs_str text, brs_arena *arena, brs_str *out);
void ts_quote(brs_buf *out, brs_str text);

bool ts_same_word(brs_str a, const char *word);  // letters alike
bool ts_begins(brs_str text, brs_str beginning);  // letters alike
char ts_lower(char c);

// ---- names (transcript_names.c) --------------------------------------------------------------------

typedef struct {
    brs_str short_name, name;
} ts_alias;

typedef struct {
    const ts_alias *alias;
    int count;
} ts_aliases;

// VERB NOUN, as read: verb is a word of the game's table or "".
typedef struct {
    brs_str verb, noun;
    int column;  // of the part in its line, from 1
    char mark[8];  // signs behind the noun: "~"
} ts_part;

// Splits a statement into parts. False: err says where.
bool ts_split(const brs_game_def *game, brs_str text, int column, ts_part *out, int *count, brs_err *err);

// Does a choice answer with this word?
bool ts_is_verb(const brs_verb *row, brs_str word);

// Spelling of all choices of an open decision; equal ones are told apart by copy numbers.
typedef struct {
    brs_spelling spelling;
    int copy;  // 0: the only one of its name; 2, 3: the second, the third
} ts_spelled;
void ts_spell(const brs_setup *setup, const void *state, const brs_choice *choices, int n, ts_spelled *out);

// Writes "NOUN" or "VERB NOUN"; the length.
int ts_print_noun(const brs_setup *setup, const ts_spelled *spelled, char *out, int cap);
int ts_print(const brs_setup *setup, const ts_spelled *spelled, bool with_verb, char *out, int cap);

typedef enum { TS_NONE, TS_ONE, TS_SEVERAL } ts_found;
// Which of the spelled choices with this verb (and seat, unless BRS_SEAT_NONE) a noun means. *index: the first.
ts_found ts_find(const brs_setup *setup, const ts_spelled *spelled, int n, const ts_part *part, int seat,
                 const ts_aliases *aliases, int *index);
bool ts_fits(const brs_setup *setup, const ts_spelled *spelled, int n, const ts_part *part, int seat);

// Cuts off what stands around a name: "B:Stockade#2.1". *of -1, *copy 0, *sentence -1: not said. sentence may be NULL.
void ts_cut_qualifiers(const brs_setup *setup, brs_str *name, int *of, int *copy, int *sentence);
void ts_expand(const ts_aliases *aliases, brs_str *name);

// Does `wanted` mean this name? 3: exactly, 2: a beginning, 1: beginnings of its words, 0: no.
int ts_likeness(brs_str name, brs_str wanted);
int ts_distance(brs_str a, brs_str b, int most);

// ---- cards by handle (transcript_cards.c) ------------------------------------------------------------

// The card of any place that a name means, those that lie open first, then those of `seat`; 0: there is none.
int ts_card_named(const brs_setup *setup, const void *state, brs_str name, const ts_aliases *aliases, int seat);
// "B:Stockade#2", as short as ts_card_named finds it again; the length.
int ts_card_text(const brs_setup *setup, const void *state, int handle, char *out, int cap);

// ---- the head (transcript_head.c) --------------------------------------------------------------------

typedef struct {
    brs_setup setup;
    brs_replay about;       // names, date, head lines ...: what is said about the game
    brs_str card_text;
    ts_aliases aliases;
    char result;            // '*' or a seat's letter or '-' (no winner), 0: not said
    int result_line;
} ts_head;

// A line of a file, with its number.
typedef struct {
    brs_str text;
    int number;
} ts_line;

bool ts_read_head(const ts_line *lines, int count, const char *file, const brs_transcript_world *world, brs_arena *arena,
                  ts_head *out, brs_report report);
bool ts_write_head(const brs_replay *replay, const brs_setup *setup, const brs_transcript_world *world, brs_arena *arena,
                   brs_buf *out, brs_err *err);
// Is it a key whose line is kept as it stands ("x-...")?
bool ts_is_kept_as_is(brs_str key);
// Is this the first line of a body?
bool ts_is_section(const brs_game_def *game, brs_str line);
int ts_seat_of(const brs_setup *setup, brs_str word);  // -1: no seat
bool ts_unit_header(const brs_game_def *game, brs_str line, int *unit, int group, brs_str *rest);

// ---- the reader -------------------------------------------------

// What a state was when a section ended.
typedef struct {
    int unit, section;
    uint32_t events;   // of the trace by then
    void *state;
} ts_snapshot;

// A decision that left no choice: in which unit, and by which card it was asked (0: none).
typedef struct {
    ts_spelled spelled;
    int unit, asker;
    uint32_t events;   // of the trace before it
} ts_forced;

// One line of play: the game, or a variation.
typedef struct {
    brs_game game;
    brs_trace trace;
    uint32_t id, parent, start;      // of the variation
    uint32_t decisions;              // of players
    uint16_t *index;  uint32_t count, cap;
    int *line_of;                    // line of the file for each choice, by its number
    int unit, group;                 // of the header above; -1: none yet
    int decided;                     // unit in which the last choice was made; -1: none yet
    uint32_t statement;              // first decision of the statement above
    bool has_statement;
    uint32_t unit_first;             // decisions made before the unit of the header
    int anchor;                      // section, -1: none
    uint32_t anchor_event;
    void *before;                    // state before the statement above
    uint32_t before_decisions, before_events;
    uint32_t base_events;            // events of the lines above up to where this one forks
    bool only_chance;                // the statement above holds no decision of a player
    bool before_is_ours;             // an alt may stand here
    bool first;                      // nothing was done yet since the header
    int header;                      // unit of the header before, -1: none
    bool no_place;                   // the anchor above is none: its checks are not looked at
    ts_part asker;                   // "for CARD" before the part at hand; an empty noun: nothing was said
    bool lost;                       // a statement was refused: what follows is not played
    ts_snapshot *snapshot;  int snapshot_count;
    ts_forced *forced;  int forced_count;
    void *forced_origin;  bool has_forced_origin;
    brs_table_event *due;  int due_count;   // fixes that wait for a player's decision
    brs_remark *last;                // the remark that the line above made, for lines that go on
    uint8_t last_kind;
    uint8_t end, end_seat;
} ts_frame;

typedef struct {
    uint16_t quantity, subject;
    int32_t difference;
    char is[160];
} ts_known_error;

typedef struct {
    uint32_t parent, start;
    brs_moves moves;
} ts_variation;

// A card that nobody saw: "?", or of a kind, "?defense".
typedef struct {
    int seat, line;
    uint32_t move;   // number of the choice
    char kind[24];   // "" any
} ts_unseen;

// A missed trigger; what was missed must turn up after `events` of the trace.
typedef struct {
    int handle, line, unit;
    uint32_t events;
} ts_miss;

typedef struct ts_detour ts_detour;

// A line of the body that was read.
typedef struct {
    brs_str text;
    int number;
} ts_body;

// A question that somebody asks the readers: its remark, its first line, and the unit that it stands in.
typedef struct {
    int remark, line, unit, section;
} ts_question;

struct brs_scribe {
    const char *file;
    brs_arena *arena;
    brs_report report;
    ts_head head;
    ts_frame *frame[TS_MAX_DEPTH];
    int depth;                       // frames in use
    ts_frame *spare[TS_MAX_DEPTH];
    int line;
    ts_body *body;  int body_count, body_cap;  // kept when `search` is not 0
    long search;                     // choices that may be made in search of the line that is wrong
    bool is_trial;                   // of that search: nothing is told, remarks are not kept
    ts_detour *detour;               // of a trial
    int rewritten;                   // column of the line at hand if it was rewritten, 0: it stands as in the file
    int errors;
    brs_code last_code;              // of the last one
    bool told_lost;
    ts_spelled *spelled;             // BRS_MAX_CHOICES
    brs_choice *choices;             // BRS_MAX_CHOICES, for looking
    ts_part *parts;                  // of the statement at hand
    void *scratch, *origin;          // states
    brs_remark *remarks;  int remark_count, remark_cap;
    ts_question *questions;  int question_count, question_cap;  // those of the remarks, in their order
    brs_table_event *events;  int event_count;
    ts_variation *variations;  int variation_count;
    ts_known_error *known;  int known_count;
    ts_unseen *unseen;  int unseen_count;  // of the game, not of variations
    ts_miss miss[TS_MAX_DUE];  int miss_count;
    uint32_t seen_events;            // of the game's trace, looked at for cards that turn up
};

// Holds the keys of all questions against the game (transcript_quiz.c). False: one is wrong.
void ts_note_question(brs_scribe *s, const ts_frame *f, const brs_remark *remark);
bool ts_check_questions(brs_scribe *s, const brs_replay *replay);

ts_frame *ts_top(brs_scribe *s);
int ts_column_of(const char *line, const char *at);  // in code points, from 1
bool ts_begin_body(brs_scribe *s);
bool ts_body_line(brs_scribe *s, brs_str line);
bool ts_finish_body(brs_scribe *s);
// Reports a mistake of this line; always false.
bool ts_error(brs_scribe *s, int column, brs_code code, const char *help, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
bool ts_pass_on(brs_scribe *s, int column, const brs_err *err);

// The line at hand makes a remark; NULL: there are too many (told).
brs_remark *ts_add_remark(brs_scribe *s, const ts_frame *f, int kind);

// transcript_frame.c: false means that a mistake was told.
ts_frame *ts_new_frame(brs_scribe *s);       // on top of the others
void ts_listen(ts_frame *f);                 // from now on: forced decisions and ends of sections
bool ts_is_chance(const brs_game *game);
int ts_unit_of(const ts_frame *f);
int ts_section_of(const ts_frame *f);        // -1: the game has none
void ts_copy_state(const ts_frame *f, void *to);
void ts_spell_open(brs_scribe *s, const ts_frame *f);        // all choices of the open decision, to s->spelled
int ts_implied_of(brs_scribe *s, const ts_frame *f);         // the spelled choice that is made unsaid, -1
bool ts_choose(brs_scribe *s, ts_frame *f, int index);
bool ts_mend(brs_scribe *s, ts_frame *f);                    // what is due takes hold at a player's decision
bool ts_go_to_unit(brs_scribe *s, ts_frame *f, int unit, const char *name);
bool ts_go_to_section(brs_scribe *s, ts_frame *f, int section);
bool ts_passed_unit(const ts_frame *f, int unit);            // without any question in it
const void *ts_state_in_unit(const ts_frame *f, int unit);
const ts_snapshot *ts_ended_section(const ts_frame *f, int section);  // of the header's unit; NULL: it has not
bool ts_is_at_section(const ts_frame *f, int section);

// transcript_play.c
int ts_cut_seat(const brs_setup *setup, brs_str *text);      // "B " off the beginning; BRS_SEAT_NONE: there is none
bool ts_play_line(brs_scribe *s, brs_str line, brs_str text);

// transcript_unseen.c
bool ts_note_unseen(brs_scribe *s, ts_frame *f, const ts_part *part, int seat);
bool ts_check_kinds(brs_scribe *s, ts_frame *f, const ts_part *part);

// transcript_mend.c, transcript_alt.c: line begins at its first word, text behind the verb
bool ts_read_fix(brs_scribe *s, brs_str line, brs_str text);
bool ts_check_misses(brs_scribe *s, bool all);  // all: those too whose turn is not over
bool ts_read_missed(brs_scribe *s, brs_str line, brs_str text);
bool ts_begin_alt(brs_scribe *s, brs_str text);
bool ts_end_alt(brs_scribe *s);

// transcript_suspects.c
// Which lines above might be wrong when line number `target` of the body is right (body_count: what the head says of the
// result): one sentence, empty when there is none.
void ts_suspects(brs_scribe *s, int target, char *out, int cap);
int ts_detour_choice(brs_scribe *s, ts_frame *f, int index);  // what a trial chooses in the place of this
bool ts_detour_cuts(const brs_scribe *s);                     // does the statement end here?
void ts_detour_follow(brs_scribe *s, ts_frame *f);
void ts_copy_frame(ts_frame *to, const ts_frame *from);       // but for its moves and its trace
char ts_comes_to(const brs_scribe *s);                        // the result as a head says it: '*', a seat, '-'

// transcript_teach.c
bool ts_teach_illegal(brs_scribe *s, const ts_part *part, int seat, const void *state);
// "Line 31 is not whole: ...": what a statement above began is still asked; n choices, spelled in s->spelled. How long it is.
int ts_say_not_whole(const brs_scribe *s, int n, char *out, int cap);
void ts_add_suspects(brs_scribe *s, char *help, int cap);  // a sentence more, when a line above may be the wrong one
bool ts_teach_check(brs_scribe *s, int column, const brs_measure *measure, uint32_t events);
void ts_list_legal(const brs_setup *setup, const ts_spelled *spelled, int n, const char *verb, char *out, int cap);

#endif
