// One function for each kind of page: it builds the tree that the template of that name shows.
// And what a whole build keeps while matches come and go.
#ifndef SITE_PAGES_H
#define SITE_PAGES_H

#include "broadside/site.h"
#include "fs.h"
#include "site_out.h"
#include "site_say.h"
#include "site_template.h"
#include "site_words.h"

// Above so many seats a line has no room for every name and score.
enum { SITE_SMALL_TABLE = 4 };

enum { SITE_EXAMPLES = 12, SITE_RULE_EXAMPLES = 5, SITE_MAX_SHELVES = 32 };

typedef enum {
    SITE_PAGE_INDEX,
    SITE_PAGE_MATCH,
    SITE_PAGE_UNIT,
    SITE_PAGE_COMPARE,
    SITE_PAGE_LINE,
    SITE_PAGE_LESSON,
    SITE_PAGE_LEDGER,
    SITE_PAGE_QUIZ,
    SITE_PAGE_WORKSHEET,
    SITE_PAGE_KEY,
    SITE_PAGE_ANKI,
    SITE_PAGE_GIFT,
    SITE_PAGE_RULES,
    SITE_PAGE_CARD,
    SITE_PAGE_CARDS,
    SITE_PAGE_ABOUT,
    SITE_PAGE_404,
    SITE_PAGE_PRINT,
    SITE_PAGE_EMBED,
    SITE_PAGE_FIND,
    SITE_PAGE_FINDING,
    SITE_PAGE_NAMES,
    SITE_PAGE_STYLE,
    SITE_PAGE_SPECIMEN,
    SITE_PAGE_TONGUES,
    SITE_PAGE_COUNT
} site_page_kind;

typedef struct site_record site_record; // site_record.h

// Where something was seen: at most one a match, in the order of core ids.
typedef struct {
    uint32_t match; // 1 + index among the published matches
    uint32_t seq;
    int unit; // number of the unit
    brs_str text; // what happened
} site_example;

// A game in a list of site_find.h: where in it to look (seq 0: nowhere in particular), and how often.
typedef struct {
    uint32_t match; // 1 + index among the published matches
    uint32_t seq, count;
    int unit;
} site_spot;

// They stand in blocks as bytes (site_spots.c), for a large site has some ten for each of its games.
typedef struct site_spot_block site_spot_block;
typedef struct {
    site_spot_block *first, *last;
    uint32_t match; // of the last one
    int count;
} site_spots;

// A player or a deck, by the normal form of the name.
typedef struct {
    const brs_game_def *game; // of a deck; NULL: a player
    brs_str name;
    uint64_t hash;
    site_spots spots;
} site_topic;

typedef struct {
    site_topic *topic;
    uint32_t *slot; // [2 * cap] open addressing; 1 + index
    int count, cap;
} site_topics;

typedef struct {
    uint32_t count;  // events
    uint32_t looked; // of a victory: how often it was looked at and not met
    uint32_t idle;   // of a step's rule: how often nothing happened in the step
    uint32_t games;
    int examples;
    site_example example[SITE_EXAMPLES];
    site_spots spots; // the games
} site_seen;

// What the front page and the "seen in" lists say of a match.
typedef struct {
    const char *address, *game_title, *edition, *edition_title, *date;
    const char *unit_title;
    const brs_unit_info *unit;
    brs_str names;  // "Ada and Bo"
    brs_str short_names;  // "Ada, Bo and 10 more" for a large table
    brs_str decks;  // "Spindle against Lantern", may be empty
    brs_str ending; // how it ended, a sentence
    brs_str bots;   // who was played by a program
    brs_str seed;   // as the commands write it; empty when chance was recorded
    int units;      // number of the last one
    int told;       // how many have a page
    uint64_t bytes; // of its files
} site_published;

typedef struct {
    const char *path;
    brs_str why;
} site_refused;

// One edition whose rules were used, or one card set whose cards were; or the victories or slips of a game.
typedef struct {
    const brs_game_def *game;
    const brs_edition *edition; // a shelf of rules
    uint64_t set_hash;          // a shelf of cards
    const char *suffix;         // of its card pages: "" or "-0123abcd"
    brs_str title;
    int count;
    bool all_games;   // every game is listed, not only the first
    site_seen *seen;  // [count]
    site_node **card; // [count] the cards as trees; cards only
    brs_str *slug;    // [count] cards only
} site_shelf;

// A lesson: a file of the folder of lessons, in the order of their names. Its texts are views into `text`.
typedef struct {
    const char *path;
    brs_str name, text, body;
    brs_str title, match, author, date, language, description;
    int body_line;
} site_lesson;

enum { SITE_MAX_NOTE_FOLDERS = 16 };

// The files of notes in a folder.
typedef struct {
    brs_str path, *name;
    int count;
} site_note_folder;

typedef struct {
    brs_err err;
    bool warning; // of what came with the replay, from anybody: it stops nothing
} site_mistake;

typedef struct {
    const char *id, *name; // "de", "Deutsch"
} site_tongue;

typedef struct {
    const brs_site_options *options;
    const brs_library *library; // in the language of the pages
    const site_wording *words;
    site_tongue *tongue; // the languages of the site, this one too; in folders beside one another
    int tongues;         // 0: there is but this one
    brs_arena *arena; // lives as long as the build
    brs_arena page;   // one page's tree and text
    brs_arena game;   // one match
    brs_buf html;     // the page that is being written
    site_names names;
    site_sources sources;
    struct {
        const brs_game_def *game; // NULL: pages of no game
        site_template page[SITE_PAGE_COUNT];
        bool compiled[SITE_PAGE_COUNT];
    } kit[4];
    int kits;
    brs_str css, study, script; // file names under a/; script may be empty
    brs_str css_text, study_text, script_text; // what stands in them
    brs_str own_css;     // of options->css; may be empty
    struct site_book *book; // takes the pages that are written; NULL: none does
    brs_str origin;      // the base address without a slash at its end; may be empty
    site_out out;
    uint64_t *published; // where in the file of records that of each match begins (site_published.c)
    int published_count;
    const fs_reader *records; // that file
    brs_err lost;        // it could not be read again: the pages lack something
    uint32_t *ordered;   // indexes, as the front page has them, when all are known
    int told;            // how many turns of them have a page
    const char *latest;  // of their dates
    bool dated;          // these differ
    site_refused *refused;
    int refused_count;
    site_shelf rules[SITE_MAX_SHELVES];
    int rule_shelves;
    site_shelf cards[SITE_MAX_SHELVES];
    int card_shelves;
    site_shelf victories[SITE_MAX_SHELVES], slips[SITE_MAX_SHELVES]; // by game
    int victory_shelves, slip_shelves;
    site_topics players, decks;
    uint8_t viewer; // SITE_FOR_ALL ...
    int pages, units;
    site_lesson *lessons;
    int lesson_count;
    site_note_folder note_folder[SITE_MAX_NOTE_FOLDERS];
    int note_folders;
    int note_mistakes; // they stop the build at its end, when all were told
    brs_err note_mistake; // the first
    site_mistake *mistake; // those of the match at hand
    int mistakes, mistake_cap;
} site_build;

// The languages that options name; the page in build->html with the way to itself in the others (a view, or in the
// page's memory).
bool site_read_tongues(site_build *build, brs_err *err);
brs_str site_with_tongues(site_build *build, const char *path);

// A site in one language.
bool site_build_one(const brs_site_options *options, const brs_site_input *inputs, int count, brs_site_report *report, brs_err *err);

// "pages/unit.html"
const char *site_page_file(site_page_kind kind);

// Another one to make matches with, that shares only what does not change. Its pages and game are to be released.
void site_fork(site_build *own, const site_build *build, brs_arena *arena);

// Reads options->css. False: it is not there, or asks for what a page may not (site_look.c).
bool site_read_css(site_build *build, brs_err *err);

// Reads what all pages are made with: language, names, library, templates (site_build.c).
bool site_prepare(site_build *build, brs_err *err);

// Starts a page: an empty tree with the fields that the layout needs. match may be NULL.
void site_begin_page(site_build *build, site_scene *scene, const site_match *match,
                     const char *root);

// Starts a page to study with: it has a sheet of its own, and no script.
void site_begin_study(site_build *build, site_scene *scene, const site_match *match, const char *root);

// Renders it with the templates of a game (NULL: of none) and writes it. `path` is relative to the
// site.
bool site_end_page(site_build *build, site_scene *scene, const brs_game_def *game,
                   site_page_kind kind, const char *path, brs_err *err);

// The same into build->html only.
bool site_render_page(site_build *build, site_scene *scene, const brs_game_def *game, site_page_kind kind, brs_err *err);

// Writes the page in build->html, which is at home at `home`, as a file that needs no other one: with its style, its
// links with whole addresses or, without a base address, as text, and the replay in it (ptr NULL: without).
bool site_write_alone(site_build *build, const char *home, const char *path, brs_str replay, brs_err *err);

// The files of notes on a replay: those it is given with, else those beside it. Ended by NULL.
const char *const *site_note_files(site_build *build, const brs_site_input *input, brs_err *err);

// The notes of a match, from files and from the replay. Mistakes go to build->mistake.
void site_take_notes(site_build *build, const char *const *files, site_match *match);

// Tells and counts a mistake; of a warning: tells it, of the replay at `path`.
void site_note_mistake(site_build *build, const site_mistake *mistake, const char *path);

// The pages of one match.
bool site_write_units(site_build *build, site_match *match, brs_str replay, brs_err *err);
bool site_write_match(site_build *build, const site_match *match, brs_str bytes, brs_err *err);

// The match under the other editions of its game, a page each, and the links to them: nodes "other".
bool site_write_comparisons(site_build *build, site_match *match, brs_err *err);
void site_put_comparisons(site_scene *scene);

// The variations of the match, a page each beside the game, and the links to them: nodes "fork".
bool site_write_lines(site_build *build, site_match *match, brs_err *err);
void site_put_lines(site_scene *scene);

// A node "row" with what the list of a match says of a unit (by index).
void site_put_unit_row(site_scene *scene, int index, bool spoilers);

// Nodes "column" and "row" for the units from .. end - 1: what each gave and took, and the field "lines".
void site_put_ledger(site_scene *scene, int from, int end);

// What each unit gave and took.
bool site_write_ledger(site_build *build, site_match *match, brs_err *err);

// Questions on it, a worksheet of them and its key.
bool site_write_quiz(site_build *build, site_match *match, brs_err *err);

// A node "question" about the first sum that changes in a place, with its answers. False: there is none to ask about.
struct site_place;
bool site_put_question(site_scene *scene, const struct site_place *place, int number);

// The line of the score: a node "chart".
void site_put_chart(site_scene *scene);

// Lessons: read before anything is played; written with the pages of the site (site_queue.h); nodes "lesson" for a list.
bool site_read_lessons(site_build *build, brs_err *err);
void site_put_lessons(site_build *build, site_scene *scene);

// Names the style and the script by what they hold, before the first page; writes them and the icon; the pages of the site.
void site_name_assets(site_build *build);
bool site_write_assets(site_build *build, brs_err *err);

// Published matches: of each only the place of its record is kept, and a page that names it reads it there. Publishes one
// whose record begins `at`; orders them as the front page has them; gives their places in a list, newest first, by
// 1 + index; reads one. What cannot be read is said in build->lost.
void site_publish(site_build *build, const site_record *record, uint64_t at);
void site_order_matches(site_build *build); // before the pages that list them
uint32_t *site_places(site_build *build, brs_arena *arena);
site_published site_published_at(site_build *build, int index, brs_arena *arena);

bool site_write_index(site_build *build, brs_err *err);

// A node "match" with what a list says of one; it stays open.
void site_open_match(site_scene *scene, const site_published *match, int place);

// Nodes "shelf" for each edition, and the number of card sets.
void site_put_shelves(site_build *build, site_scene *scene);
bool site_write_rules(site_build *build, brs_err *err);
bool site_write_cards(site_build *build, brs_err *err);

// Fields count, games, looked, idle and fewer, and a node "example" {href, text, names, decks, unit_name} for
// each, at most `most`.
void site_put_examples(site_build *build, site_scene *scene, const site_seen *seen, int most);

// Before/after of the score of each seat: nodes "score".
void site_put_scores(site_scene *scene, const site_unit *before, const site_unit *after);

// How the match ended, as parts of a sentence.
void site_say_ending(site_scene *scene);

// A node "slip" {title, rule, rule_id, seat} with its sentence.
void site_put_slip(site_scene *scene, const brs_slip *slip);

// Is this event what a player decided, and not just the first thing that followed?
bool site_is_decision(const site_match *match, const brs_event *e);

// The first few decisions of a unit, each kind once: nodes "lead", and how many more there were. Where nobody had
// anything to decide, what happened all the same, and the flag "forced".
void site_put_leads(site_scene *scene, const site_unit *unit);

// "Ada is played by the greedy bot; Bo and Cy are played by the random bot"; empty when no seat is.
brs_str site_bots_text(const site_match *match, const site_wording *words, brs_arena *arena);

// Too many players for every line to name them all. "Ada, Bo and 10 more" for such a table, else all names.
bool site_is_crowd(const brs_setup *setup);
brs_str site_short_names(const brs_setup *setup, const site_wording *words, brs_arena *arena);
// What stands before item `index` of a list of `count`: nothing, ", " or " and ".
const char *site_join(const site_wording *words, int index, int count);
// Nobody has a name: then site_short_names is "Players A and B" or "Players A to L".
bool site_is_unnamed(const brs_setup *setup);

// The seed as the commands write it; empty when chance was recorded.
brs_str site_seed_text(const site_match *match, brs_arena *arena);

// Fields that every page of a match has: players, edition, address, links.
void site_put_match_head(site_scene *scene);
// The name of a unit as a field; how long a match was, as the field `span`: "23 turns", "5 rounds".
// Is a unit somebody's turn or lead? What comes before the first of a group is not.
bool site_has_leader(const site_match *match, const site_unit *unit);
void site_put_unit_name(site_tree *tree, uint16_t name, const brs_unit_info *info, int unit);
void site_put_span(site_tree *tree, const brs_unit_info *info, int unit);

#endif
