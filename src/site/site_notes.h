// What people say about a match: notes beside the replay (NAME.notes.md) and the remarks inside it,
// each at its place, and how the places are written.
//
// A place is "t4" (a unit as its file is called, zeros may be left out), "t4.drain" (a section of it),
// "t4.e17" (an event of it) or "match". A notes file:
//
//   # Notes by Coach Lin {lang=en}
//   ## @t4.drain !?
//   > Bo loses 4 LP to UA Drain
//   Three Unconstitutional Acts, no answer. Compare [turn 2](@t2.drain).
//
// A quote that opens a note is its anchor: it must say what an event at that place says, or the
// build stops. A remark in a replay comes from anybody: it never stops a build, and links nowhere
// but to places, https and mailto.
#ifndef SITE_NOTES_H
#define SITE_NOTES_H

#include "replay_quiz.h"
#include "site_say.h"

typedef enum { SITE_AT_MATCH, SITE_AT_UNIT, SITE_AT_SECTION, SITE_AT_EVENT } site_place_kind;

typedef struct site_place {
    uint8_t kind;   // site_place_kind
    uint8_t section;
    int unit;       // index among the match's units
    uint32_t event; // seq
} site_place;

typedef struct site_note {
    site_place at;
    uint8_t glyph;      // as in a remark
    bool trusted;       // from a file of ours: may link to pages of the site
    bool astray;        // a remark made for another state of the table
    bool shown;         // has its place on a page
    bool counted;       // what the table counted, a check
    bool holds;         // and the rules give the same
    brs_str author, lang, text;
    brs_str anchor;     // without the marks; ptr NULL: none
    int line, anchor_line; // in its file, 0: none
    int anchor_lines;   // of the quote
    bool wrong;         // its place or its quote does not hold
    bool quiz;          // it asks: its text is no text for readers
} site_note;

// A question that somebody asks: in a notes file under "## @t4.drain quiz", in a transcript, in a remark of the replay
// (src/replay/replay_quiz.h has its lines). In a file its key must be what the engine says, or the build stops.
typedef struct site_quiz {
    quiz_asked asked;
    site_place at;
    brs_str author, lang;
    int line;      // of the file, that its block begins behind; 0: from a remark
    uint32_t from; // the first event of its place: the order of the questions
} site_quiz;

// Reads the questions of a block at a place and keeps them. False: err->line is the line of the block.
bool site_quiz_add(site_match *match, const site_place *at, brs_str text, const site_quiz *origin, brs_err *err);

// Checks the keys of those from `first` on: of files each wrong or unchecked one is told, of remarks wrong ones are
// dropped, counted and told as a warning. All are then in the order of the match. False: something was told.
bool site_quiz_check(site_match *match, int first, const char *file, brs_report report);

// Says of a question of a remark that it is left out, where, and why.
void site_quiz_warn(const site_match *match, const site_place *at, const brs_err *why, brs_report report);

// Adds questions whose answer is a player, those that the game can ask about its trace: a few of each kind, spread over
// the match.
void site_quiz_pose(site_match *match);

// Nodes "quiz" for those at this place: of a section those at its events, too. `kind` SITE_AT_MATCH: all of them, up to
// the unit before place->unit (by index); those on the whole match only when that leaves none out.
// Without answers nothing in them tells which is right. Returns how many.
int site_put_quizzes(site_scene *scene, const site_place *place, bool answers);

// Reads a place without the '@'. False: there is none, and *err says so.
bool site_place_read(const site_match *match, brs_str text, site_place *out, brs_err *err);

// "t004.drain"; "Turn 4, UA Drain"; the address from the page at hand.
void site_place_write(const site_match *match, const site_place *place, brs_buf *out);
void site_place_name(const site_match *match, const site_wording *words, const site_place *place, brs_buf *out);
void site_place_href(site_scene *scene, const site_place *place, brs_buf *out);

// Reads a notes file into match->notes. Each mistake is reported with file and line; false when
// there was one.
bool site_notes_read(site_match *match, brs_str text, const char *file, brs_report report);

// The remarks of the replay, after those. A question that is none, or whose key is wrong, is left out with a warning.
void site_notes_take_remarks(site_match *match, brs_report report);

// How much the sentence of an event is like an anchor: words in common, in thousandths; SAME: all of them, in order.
enum { SITE_ANCHOR_SAME = 1001 };
int site_anchor_likeness(const site_match *match, brs_str anchor, uint32_t seq);

// The events of a place: seq *first .. *end - 1, of which those of the section count.
void site_place_events(const site_match *match, const site_place *place, uint32_t *first, uint32_t *end);
bool site_place_holds(const site_match *match, const site_place *place, uint32_t seq);

// Nodes "note" for each note at a place.
void site_put_notes(site_scene *scene, const site_place *place);

// What somebody wrote of a variation: the fields "label", "glyph" and "word" of its head, where it has one ...
void site_put_line_label(site_scene *scene, uint32_t line);
// ... and nodes "note" for the notes within it.
void site_put_line_notes(site_scene *scene, uint32_t line);

// Another page begins on which each may stand.
void site_notes_again(site_match *match);

// Nodes "note" for those of a unit that were not put yet: their section is not on the page.
void site_put_rest(site_scene *scene, int unit);

// How many notes a unit has.
int site_notes_of_unit(const site_match *match, int unit);

// ---- Markdown (site_md.c) --------------------------------------------------------------------

enum { SITE_NOTE_MARKERS = 32, SITE_NOTE_HTML = 256 * 1024 };

// Nodes "md" for a text in Markdown, each with one of the fields plain, open, shut and link (with
// outside): what is not on the list of site_md.c stays outside. A text beyond the budgets becomes
// plain text as it is; false then.
bool site_put_markdown(site_scene *scene, brs_str text, bool trusted);

// Reads it as Markdown and keeps nothing: where strangers' texts are looked at apart.
void site_try_markdown(brs_str text);

#endif
