// The site: static pages of recorded games, for any game behind brs_game_def.
//
// A build plays every replay again with the trace on, checks the trace against the state, and
// writes one folder of HTML that needs no script and no server. Same replays, same bytes: nothing
// reads a clock, a locale or the order of a folder. The pages and their addresses:
// src/site/README.md.
#ifndef BROADSIDE_SITE_H
#define BROADSIDE_SITE_H

#include "broadside/error.h"
#include "broadside/replay.h"
#include "broadside/types.h"

BRS_C_BEGIN

// In a site that is no view: what it knows of its matches, by the bytes of each replay.
#define BRS_SITE_RECORDS ".broadside-cache"

// One replay to publish. With bytes.ptr NULL the file at `path` is read, one at a time.
typedef struct {
    const char *path; // names the replay in messages
    brs_str bytes;
    const char *const *notes; // files of notes, ended by NULL; NULL: those beside it, NAME.notes.md and
                              // NAME.WHO.notes.md for NAME.replay
} brs_site_input;

// What is to be looked at apart: 0 to count - 1 (brs_site_options.apart).
typedef struct {
    int count;
    void (*work)(void *ctx, int index);
    void (*ended)(void *ctx, int index, const brs_err *why);
    void *ctx;
} brs_site_look;

typedef struct {
    const char
        *out; // folder to make or replace; must be empty, absent, or made by us (.broadside-site)
    const char
        *templates; // folder whose files replace built-in templates of the same name; NULL: none
    const char *css; // a sheet of style that comes after ours; NULL: none
    const brs_library
        *library;      // games and card sets that replays may refer to; NULL: the built-in ones
    const char *lessons; // folder of lessons, NAME.md (src/site/README.md, "Lessons"); NULL: none. Not with a view, nor anonymous
    const char *language; // of the pages: "de" ..., "pseudo", or the file of a catalogue (language.h); NULL: "en". With
                          // several, "en,de", each has its pages in <out>/en, <out>/de, <out>/index.html leads to them, and all
                          // take their place together
    const char *beside;   // set for each of several: all of them
    const char *title; // of the front page; NULL: "Broadside"
    const char *
        base_url; // "https://example.org/b" for absolute links and the sitemap; NULL: relative only
    bool no_spoilers; // who won and the final numbers stand only where a reader opens them: in closed parts, and on the last
                      // page of a match
    bool anonymous; // seats as "A", "B" instead of the players' names, and no notes, which may name them
    const char *view; // "public": what everybody at the table could know; "A", "B" ...: what that seat could; all else
                      // is left out, not hidden. NULL, "all": everything
    bool print;     // a page of each whole match for paper
    bool one;       // each turn and each match as one file that needs no other and carries the replay
    bool epub;      // each match as a book for e-readers, and the lessons as one
    bool embed;     // each turn for a frame in somebody's page
    bool script;    // write the optional step script
    uint64_t max_bytes; // refuse to publish more; 0: no limit
    int jobs;       // matches that are made at once; the bytes do not depend on it
    const char *const *parts; // folders of sites, ended by NULL, that this program made with these options of some of the
                    // replays: their matches are taken as they are. All else is made anew. NULL: none
    bool anew;      // make every page, whatever an earlier build left
    bool check_pages; // a match with a page that is not as it was written is made again
    bool durable;   // wait until the disk has it all, before and after it takes its place

    // Told before each replay and once at the end (done == total); may be NULL.
    void (*progress)(void *ctx, int done, int total, const char *path);
    // Told of every replay that gets no page, and why; the front page lists them too. May be NULL.
    void (*failed)(void *ctx, const char *path, const brs_err *why);
    // Told of what came with a replay and is left out of its pages (a question with a wrong key), when they are made. May
    // be NULL.
    void (*warned)(void *ctx, const char *path, const brs_err *why);
    // Looks at files of strangers where they can do no harm, before anything is done with them here: `work` for each, in a
    // process that may end over it, and `ended` for those over which it did, which get no page. NULL: nobody looks.
    void (*apart)(void *ctx, const brs_site_look *look);
    void *ctx;
} brs_site_options;

typedef struct {
    int matches, failures;
    int pages, units; // HTML files in all; of them unit (turn) pages
    uint64_t bytes;   // of all files
    int note_mistakes; // each was told through `failed`; any of them stops the build
    int made;       // matches whose pages were made; those of the others are as they were
} brs_site_report;

// Builds into "<out>.new", then exchanges the folders, so that a reader never sees half a site. Where <out> was made
// by the same program with the same options, only what changed is made, by the bytes of each replay and its notes,
// and takes its place match by match, so that a linked page is always there and whole. BRS_RETRY when another
// build is at work beside <out>. False: nothing was changed at <out>, or (a full disk in the last moment) the next
// build mends it. Replays that fail are counted in *report (may be NULL) and
// do not stop the build: the caller decides what they mean.
bool brs_site_build(const brs_site_options *options, const brs_site_input *inputs, int count,
                    brs_site_report *report, brs_err *err);

// Is this a page? And the replay that a page made with `one` carries, its bytes as they are.
bool brs_site_is_page(brs_str bytes);
bool brs_site_replay_of_page(brs_str page, brs_arena *arena, brs_str *out, brs_err *err);

// ---- languages (languages/README.md) --------------------------------------------------------------

typedef struct {
    int sentences, missing, unused; // that pages are made of; of them without a translation; translated for nothing
} brs_catalogue_report;

// All sentences that pages are made of, as the catalogue of a language: "en" (to begin a new one), "de", a file. *out
// (may be NULL) is without its head. What is not translated, and what no page says, goes to `problems`. False: there is
// no such language, or a page cannot be made with it.
bool brs_site_catalogue(const char *language, brs_arena *arena, brs_report problems, brs_str *out, brs_catalogue_report *report, brs_err *err);

// ---- scoresheets ---------------------------------------------------------------------------------

// A form to fill in at the table, for broadside write.
typedef struct {
    const brs_setup *setup;  // game, edition, seats, names; decks may be empty
    const char *title;       // NULL: "Scoresheet"
    const char *templates;   // as in brs_site_options
} brs_sheet_options;

// One page of HTML that needs nothing beside it: two sheets of A4 or Letter, front and back.
bool brs_site_scoresheet(const brs_sheet_options *options, brs_arena *arena, brs_str *out, brs_err *err);

// A site as one zip file: its files in the order of their names, with one date, so that the same site gives the same bytes.
// An existing file is left as it is unless `replace`.
bool brs_site_zip(const char *folder, const char *path, bool replace, brs_err *err);

// ---- one file about a match --------------------------------------------------------------------------

typedef enum {
    BRS_EXPORT_ANKI, // questions as cards for Anki: text with tabs
    BRS_EXPORT_GIFT, // the same for Moodle
    BRS_EXPORT_EPUB, // all its pages as a book for e-readers
} brs_export_form;

typedef struct {
    brs_export_form form;
    const brs_library *library; // as in brs_site_options, like what follows
    const char *templates, *base_url, *language;
    bool anonymous;
} brs_export_options;

// What a site would have of this match at m/<match>/x/. False: the replay or its notes do not hold, or (BRS_TEXT) there
// is nothing of that form to tell of it.
bool brs_site_export(const brs_export_options *options, const brs_site_input *input, brs_arena *arena, brs_str *out,
                     brs_err *err);

// ---- the table as a picture ------------------------------------------------------------------------

typedef struct {
    const brs_replay *replay;
    const brs_setup *setup;
    const char *at;        // a place as notes name it: "t4", "t4.drain", "t4.e89"; NULL: the end
    bool before;           // the table before it; else after it
    const char *view;      // as in brs_site_options
    const char *theme;     // "light", "dark"; NULL: as the reader's screen is
    const char *templates; // as in brs_site_options: board.css, board-light.css, board-dark.css and a game's symbols.html
    const char *language;  // of its words, as in brs_site_options, but one; NULL: "en"
    const brs_library *library; // with a language: what setup was made from; NULL: what is built in
} brs_board_options;

// One file of SVG: no script, no font, nothing outside; with a title and a description of all that it shows. BRS_TEXT:
// there is no such place, or no table there; BRS_USAGE: view or theme are not known, or the replay is a view, which
// nobody can play.
bool brs_site_board(const brs_board_options *options, brs_arena *arena, brs_str *out, brs_err *err);

// ---- notes (src/site/README.md, "Notes") -------------------------------------------------------

// A file of notes and the match that it is about.
typedef struct {
    brs_str text;
    const char *file; // names it in messages
    const brs_replay *replay;
    const brs_setup *setup;
    brs_report mistakes; // each with its line
    brs_report offers;   // of a move: for each note that does not hold, where it belongs (a warning), or that nothing
                         // is like it (an error)
} brs_notes_plan;

// Reads the notes and holds their places and quotes against what happened. With moved (may be NULL): the text with
// each note whose quote is not true there taken to the nearest event that says the same or most of it, and the
// quote as the engine says it. *count (may be NULL): notes, or with moved those that moved. False: a mistake, or
// (with *err) the replay does not play; with moved only the latter.
bool brs_notes_read(const brs_notes_plan *plan, brs_arena *arena, brs_str *moved, int *count, brs_err *err);

typedef struct {
    int pages, links, problems, warnings;
    int over_budget; // unit pages above the size that 95 of 100 should keep
} brs_site_check_report;

// Checks a built site, every page: each href and #id leads somewhere, nothing is asked of another
// host, no style= or on*= attribute, ids are unique, headings are in order, UTF-8. Each problem goes
// to `problems`, and a size above its budget as a warning. True: there was no problem.
bool brs_site_check(const char *folder, brs_report problems, brs_site_check_report *out,
                    brs_err *err);

BRS_C_END

#endif
