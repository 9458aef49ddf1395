// The game interface: all that the recorder, the site, the bots and the commands know of a
// game. A game is a table of functions over a state of plain bytes.
//
// The state is copied by assignment or memcpy of game->used(state) bytes, compared by digest, and holds no pointer.
// Everything that does not change during a game (edition, options, cards, decks) is the setup.
// An engine never blocks: it stops and asks, and what it asks is the list of legal choices.
#ifndef BROADSIDE_GAME_H
#define BROADSIDE_GAME_H

#include "broadside/arena.h"
#include "broadside/error.h"
#include "broadside/language.h"
#include "broadside/options.h"
#include "broadside/rng.h"
#include "broadside/rules.h"
#include "broadside/trace.h"
#include "broadside/types.h"

BRS_C_BEGIN

// ---- a viewer: three callbacks that receive a tree -------------------------------------

// open begins a node (name is a static string, id its number or -1), text gives it a field
// (static key; "" for running text), close ends it. Strings are valid during the call only.
typedef struct brs_viewer {
    void *ctx;
    void (*open)(void *ctx, const char *name, int id);
    void (*text)(void *ctx, const char *key, brs_str value);
    void (*close)(void *ctx);
} brs_viewer;

void brs_view_open(const brs_viewer *v, const char *name, int id);
void brs_view_text(const brs_viewer *v, const char *key, const char *value);
void brs_view_str(const brs_viewer *v, const char *key, brs_str value);
void brs_view_num(const brs_viewer *v, const char *key, int64_t value);
void brs_view_close(const brs_viewer *v);

// ---- choices ---------------------------------------------------------------------------------

// One legal choice. kind is a row of the game's choice kinds; args by kind. 8 bytes, compared as bytes.
typedef struct {
    uint8_t kind, seat;
    uint16_t arg[3];
} brs_choice;

typedef struct {
    const char *id;        // "play"; "order": only what happens first
    const char *sentence;  // template as in brs_event_say, over the choice's args: "plays {card:0}"
} brs_choice_info;

// Why a choice is legal or not.
typedef struct {
    bool ok;
    uint16_t rule;  // when !ok, the rule that forbids it
} brs_verdict;

// Something one might try, and the rule against it.
typedef struct {
    brs_choice choice;
    uint16_t rule;
} brs_refusal;

// ---- chance ----------------------------------------------------------------------------------

// Who answers random outcomes: a seeded stream at once, or a file through the seat BRS_SEAT_CHANCE.
typedef enum { BRS_CHANCE_SEEDED = 1, BRS_CHANCE_RECORDED = 2 } brs_chance_mode;

enum { BRS_MAX_PURPOSES = 6 };

// The part of a game state that core owns. A procedure that needs an outcome calls
// brs_chance_below first thing in its step; -1 means "asked": the step must return ASK and will be
// run again once the answer is there.
typedef struct {
    uint64_t seed;
    uint32_t count[BRS_MAX_PURPOSES][BRS_MAX_SEATS];  // draws used by each stream
    uint16_t n;         // outcomes of the open question
    uint16_t answer;    // 1 + the outcome that was given, 0: none
    uint8_t mode;       // brs_chance_mode
    uint8_t asked;      // 1: a question to BRS_SEAT_CHANCE is open
    uint8_t purpose, seat;
} brs_chance;

// An outcome below n for the stream (purpose, seat), or -1 when the question was put to BRS_SEAT_CHANCE. n = 1
// needs no question. One call per full expression.
int brs_chance_below(brs_chance *chance, int purpose, int seat, uint32_t n);

// Gives the outcome to an open question.
void brs_chance_answer(brs_chance *chance, uint32_t outcome);

// ---- what a game is given -------------------------------------------------------------------

// A compiled card set. `cards` is the game's own; the rest is for everybody.
typedef struct {
    const char *id, *title, *language, *licence;
    int version;
    int count;            // cards, numbered 0..count-1
    uint64_t hash;        // of the compiled programs and names, in order
    const void *cards;    // the game's own table
    const char *source;   // card file it came from
} brs_card_set;

#define BRS_BUILT_IN_SET "built-in card set"  // the source of what the program carries

// A deck: how many of each card, as card numbers in ascending order.
typedef struct {
    uint16_t card[BRS_MAX_DECK];
    int count;
    const char *name;  // as the deck file says; "" when unknown. Not part of the core of a replay.
} brs_deck;

// What a deck file says of itself above its first card. Values point into the text, empty when not given.
typedef struct {
    brs_str name, set, edition;
    int set_line, set_col, edition_line, edition_col;  // of the values
} brs_deck_head;

// A built-in deck, read when the program was built.
typedef struct {
    brs_deck deck;
    int set;              // number of the built-in set that it is of
    const char *edition;  // id of the edition that its file names, "": none
} brs_built_deck;

typedef struct brs_setup {
    const struct brs_game_def *game;
    const brs_edition *edition;
    brs_options options;          // values in force: the edition's and the overrides
    const brs_card_set *cards;    // NULL for games without card sets
    int seats;
    brs_deck deck[2];             // by seat; empty for games without decks
    uint8_t chance;               // brs_chance_mode
    uint64_t seed;                // when seeded
    const char *name[BRS_MAX_SEATS];  // players' names for sentences; NULL: "A", "B", ... Never read by rules.
    char letter[BRS_MAX_SEATS];       // what a transcript calls a seat; 0: 'A', 'B', ... Never read by rules.
} brs_setup;

// The letter of a seat in transcripts.
static inline char brs_seat_letter(const brs_setup *setup, int seat)
{
    return setup->letter[seat] != 0 ? setup->letter[seat] : (char)('A' + seat);
}

// ---- what a game tells ---------------------------------------------------------------------

typedef struct {
    bool over;
    uint8_t winner;              // seat, BRS_SEAT_NONE: no decision
    uint16_t reason;             // row of the game's victories
    uint16_t units;              // turns or tricks played
    uint8_t place[BRS_MAX_SEATS];// 1 = first; 0 when the game has no places
} brs_result;

// A number that the game is about: a row of <game>_quantities.def. Facts and change events name it.
typedef struct {
    const char *id;      // "lp"
    const char *title;   // "Liberty Points"
    const char *subject; // "seat", "card", or "table" (there is one table: subject 0)
    bool adds;           // a change is a sum of terms; false: from one state to another (a place, a controller)
} brs_quantity_info;

typedef struct {
    uint16_t quantity;
    uint16_t subject;  // seat or card handle
    int32_t value;
} brs_fact;

typedef struct {
    const char *id;      // "drain"
    const char *title;   // "UA Drain"
    const char *group;   // "" or the id of the section it is part of ("cleanup")
    uint16_t rule;
    const char *help;    // what this section does, one line, our words
    bool step;           // one of the steps that the rules number, from 1 in the edition's order
} brs_section_info;

// What a page is about. Units are numbered through a match; or they come in groups (rounds), and then unit
// 2005 of group 1000 is number 5 in round 2, and 2000 what comes before the first of that round.
typedef struct {
    const char *id, *title;            // "turn", "Turn"
    const char *word;                  // "turn" in running text; NULL: as the id
    const char *forms, *group_forms;   // "turn|turns" behind a number, one for each plural form; "round|rounds", NULL without groups
    const char *file_prefix;           // "t"
    const brs_section_info *sections;  // ended by an id of NULL
    bool skip_empty;                   // a section in which nothing happened is not worth a word
    int group;                         // 0: no groups
    const char *group_title, *group_prefix;  // "Round", "r"
    const char *group_word, *group_opener;   // in transcripts: "round", "dealer" (the first seat, in the first group)
    const char *group_start;           // what number 0 of a group is: "the deal and the exchange"
    uint16_t ladder;                   // quantity of a seat that each group settles (1 is best), 0: none
    int check_gap;                     // a replay checks a unit when so many decisions were made since the last check
} brs_unit_info;

// "Turn 4", "Round 2, trick 5"; "t004", "r02-t05"; "23 turns", "5 rounds" for a match that came to this unit.
// Each writes at most cap - 1 bytes and returns the length.
int brs_unit_name(const brs_unit_info *info, int unit, char *out, int cap);
int brs_unit_file(const brs_unit_info *info, int unit, char *out, int cap);
int brs_unit_span(const brs_unit_info *info, int unit, char *out, int cap);

typedef struct {
    const char *id, *title;  // "life", "Life Victory"
    uint16_t rule;
    const char *sentence;    // template over {seat} (winner)
} brs_victory_info;

// What a coach points out without an opinion, such as points that came to nothing: a row of <game>_slips.def.
typedef struct {
    const char *id, *title;  // "lost_damage", "Lost damage"
    uint16_t rule;
    const char *sentence;    // template as in brs_event_say, over the slip's args
} brs_slip_info;

typedef struct {
    uint16_t kind;           // row of the game's slips
    uint8_t seat;            // whose slip it is
    uint32_t event;          // where it shows
    int32_t arg[4];
} brs_slip;

// An end that comes closer by itself with every unit of a seat's own, such as an empty pile.
typedef struct {
    const char *title;       // "the Draw Pile is empty"
    uint16_t rule;
    int (*left)(const struct brs_setup *setup, const void *state, int seat);  // units of its own that can still begin
} brs_fuse;

// A question about a game whose answer is a player, that an event answers: whose turn is it now? The wrong ones are what
// somebody comes to who overlooks a rule. Texts are rows of the game's terms, templates over the pose's args, {seat} the
// player that they are said of.
enum { BRS_POSE_WRONG = 3 };
typedef struct {
    uint16_t ask;
    bool ahead;      // it is asked before the unit of the event begins; else in it
    uint8_t right;
    int32_t arg[4];
    int wrongs;
    struct {
        uint8_t seat;
        uint16_t why;
    } wrong[BRS_POSE_WRONG];
} brs_pose;

// A mend of the table: a fix or a missed trigger, at the start of a section (keys 24 of a replay).
typedef struct {
    uint8_t kind;     // 1 fix, 2 missed
    uint8_t seat;
    uint8_t section;
    uint16_t what;    // quantity (fix) or card handle (missed)
    int32_t value;
} brs_amend;

// ---- how a transcript writes the game -----------------------------------------------------------

// A word that choices are written with. Reader, writer, prompts and highlighting share the table.
typedef struct {
    const char *word;     // "play"; "" for choices that are written by their noun alone
    const char *also;     // other words that are read for it, with blanks between; "" none
    const char *joint;    // stands between nouns of one word in a row ("; "), NULL: one noun
    bool goes_on;         // continues the statement that the choice before it began: "-> Stockade", "x 3"
    const char *noun;     // what follows: "CARD", "CARD.SENTENCE", "NUMBER", "" nothing
    const char *help;     // one line
    uint8_t line;         // brs_line: in games that write several statements on a line, does it begin one?
} brs_verb;
typedef enum { BRS_LINE_GOES_ON, BRS_LINE_BEGINS, BRS_LINE_BEGINS_RUN } brs_line;  // run: unless the word before is the same

enum { BRS_MAX_NOUN = 96 };

// One choice as a transcript writes it: VERB NAME [SEPARATOR NUMBER].
typedef struct {
    uint8_t verb;             // row of the game's verbs
    uint8_t seat;             // whose it is; for an outcome of chance, whose stream
    uint8_t of;               // seat that the noun belongs to (B in "B:Stockade"), BRS_SEAT_NONE
    bool qualified;           // the noun needs that letter before it
    bool implied;             // made when the text goes on with something else
    bool any;                 // there is but one of its kind: whatever noun is written means it
    bool has_name;
    char separator;           // between name and number: '.', ' '
    int number;               // -1: none
    char name[BRS_MAX_NOUN];  // "Stockade", "888", "?" for a card that nobody saw
} brs_spelling;

// What a check of a transcript comes to ("B LP 96").
typedef struct {
    bool holds;
    bool counts;               // wanted and found are numbers
    uint16_t quantity, subject;  // whose last change tells how it came to be so; quantity 0: none
    int32_t wanted, found;
    char text[160];            // as it is written: names in full
    char is[160];              // what it should say
} brs_measure;

// Something one hopes to meet in games; `sim --matrix` counts the games that show it.
typedef struct {
    const char *id, *title;  // "lock", "a Lock"
    uint8_t low, high;       // percent of games that show it when the decks are in balance; 0 and 100: no bound
    bool (*seen)(const struct brs_setup *setup, const brs_trace *trace);  // in the trace of a whole game
} brs_sight;

// What decks in balance come to when a good bot plays them all against each other.
typedef struct {
    const brs_sight *sights;  // ended by an id of NULL
    const uint8_t *decides;   // by row of the game's victories: percent of games that it decides at least
    uint8_t deck_wins;        // percent of its games that no deck wins more of
} brs_balance;

// A model of how people and programs choose: what the coder of replays expects (src/replay/README.md, section 3).
// The choices of a decision are ranked by a key of the game; of a decision that the game puts into row r, with a
// number of choices of size class s, rank k is as likely as width[r][s][k] says. A model that replays were written
// with never changes: a better one gets another id.
enum { BRS_MODEL_SIZES = 8, BRS_MODEL_RANKS = 12 };  // the last width is that of each further rank
typedef uint16_t brs_model_row[BRS_MODEL_SIZES][BRS_MODEL_RANKS];
typedef struct {
    uint32_t id;                 // from 1, ascending
    int key;                     // of rank()
    int rows;
    const brs_model_row *width;
    uint64_t hash;               // XXH3-64 over key, rows and widths, two bytes each, low one first
} brs_model;

// What replays say by number (src/replay/README.md, section 2). Nothing of it changes, and nothing is added, once
// replays were written with it: what is new goes by its name.
typedef struct {
    int number;                       // of the game, from 1
    const char *const *words;         int word_count;  // ids of editions and options, decks, bots; numbered from 1
    const uint64_t *sets;             int set_count;   // hashes of card sets; numbered from 1
} brs_shorthand;

typedef struct brs_game_def {
    const char *id, *title;           // "rnr", "Revolt N Reign"
    const brs_language *language;     // that the tables speak; NULL: English
    const struct brs_game_def *source;// of a game in another language: the one it was made from; NULL: this is it
    const char *publisher;            // whose game it is, one sentence
    const char *about;                // what kind of game it is, for somebody who has never seen it, two sentences
    int min_seats, max_seats;

    const brs_option_info *options;       int option_count;
    const brs_rule *rules;                int rule_count;       // row 0: no rule
    const brs_rule_group *rule_groups;    // in the order of rules; may be NULL
    const char *const *unseen;            // by rule: why no game shows it, NULL: games do; may be NULL
    const brs_choice_info *choice_kinds;  int choice_count;
    const brs_event_info *event_kinds;    int event_count;
    const brs_quantity_info *quantities;  int quantity_count;   // row 0: none
    const char *const *terms;             int term_count;       // labels of terms, checks and words
    const brs_victory_info *victories;    int victory_count;    // row 0: no decision
    const brs_slip_info *slip_kinds;      int slip_count;       // row 0: none; may be NULL
    const brs_fuse *fuse;                 // NULL: the game has no such end
    const char *const *phrases;           int phrase_count;     // what the game's own code says beside its tables
    // Names of cards that are words (two sixes), put together of the phrases: made for each language. NULL: names are names.
    const char *const *(*make_names)(const struct brs_game_def *game, brs_arena *arena);
    const char *const *names;             // what make_names gave; NULL: English
    const char *const *small_words;       // of sentences, of a game in another language; NULL: English
    const brs_unit_info *unit;
    const brs_balance *balance;           // NULL: the game has no such targets
    const char *const *edition_texts;     // embedded edition files, ended by NULL
    const char *const *set_texts;         // embedded card files, ended by NULL; may be NULL
    const brs_card_set *sets;             // what they compile to, in their order; NULL: each start compiles them
    const char *const *deck_texts;        // embedded deck files, ended by NULL; may be NULL
    const brs_built_deck *decks;          // what they say, in their order

    size_t state_size;                    // of the whole state; copyable bytes
    size_t (*used)(const void *state);    // bytes from its start that carry the state now

    // Begins a game: checks the decks, sets up, runs to the first question. False: the setup is not legal.
    bool (*create)(void *state, const brs_setup *setup, brs_trace *trace, brs_err *err);
    // The legal choices in canonical order, equal ones merged; 0 = the game is over. All of one seat.
    int (*choices)(const brs_setup *setup, const void *state, brs_choice *out, int cap);
    // What one might try and may not, each with its rule; for "why can't I play this?".
    int (*refused)(const brs_setup *setup, const void *state, brs_refusal *out, int cap);
    // Makes a choice and runs to the next question. Changes nothing when it is refused.
    brs_verdict (*apply)(const brs_setup *setup, void *state, brs_choice choice, brs_trace *trace);
    // The same for a choice that was listed for this very state: it is not looked at again. NULL: `apply` does.
    void (*make)(const brs_setup *setup, void *state, brs_choice choice, brs_trace *trace);
    bool (*result)(const brs_setup *setup, const void *state, brs_result *out);
    // Unit (turn) that the state is in, 0 before the first.
    int (*unit_now)(const void *state);
    // What playing costs, counted in listed choices, so that a budget means the same on every machine: of any decision, and
    // of what the state has gone through beside decisions (NULL: nothing worth counting).
    int decision_work;
    uint32_t (*work_done)(const void *state);
    // Section of the unit that the state is in; NULL: the game does not say.
    int (*section_now)(const void *state);
    // XXH3-64 over the state's fields in a fixed order, streams and pending effects included.
    uint64_t (*digest)(const brs_setup *setup, const void *state);
    // The slips in the trace of a whole game, by event; returns how many there are and writes at most cap. NULL: none.
    int (*slips)(const brs_setup *setup, const brs_trace *trace, brs_slip *out, int cap);
    // The question that an event of the trace of a whole game answers. False: none that is worth asking. NULL: none ever.
    bool (*pose)(const brs_setup *setup, const brs_trace *trace, const brs_event *event, brs_pose *out);
    // The numbers of the state, in a fixed order.
    int (*facts)(const brs_setup *setup, const void *state, brs_fact *out, int cap);
    // The state as that seat may know it: hidden cards, their order and the seed removed.
    void (*observe)(const brs_setup *setup, const void *state, int seat, void *out);
    // Does that seat know the cards that a choice names, beyond what the view shows it? Asked with the state in
    // which the choice is open; about an outcome of a seeded stream, with the state that follows, the choice's seat
    // being the stream's. NULL: never.
    bool (*knows)(const brs_setup *setup, const void *state, brs_choice choice, int seat);
    // Fills what is unknown with a guess that contradicts nothing known; `seed` decides it.
    void (*resample)(const brs_setup *setup, void *state, uint64_t seed);
    // For the coder: ranks the choices of a decision by a cheap whole number each, lower first, equals in canonical
    // order; returns the row of the decision. It reads what the choices' seat may know, and is no bot's evaluation.
    // An old `key` never changes. Models that use it: NULL when there are none.
    int (*rank)(const brs_setup *setup, const void *state, int key, const brs_choice *choices, int n,
                int32_t *out);
    const brs_model *models;              int model_count;
    const brs_shorthand *shorthand;       // NULL: replays of this game name everything
    // How good the state is for a seat, for bots.
    int32_t (*evaluate)(const brs_setup *setup, const void *state, int seat);
    int32_t notable;                      // difference of evaluate() that a player would notice
    // The same with an eye to the turns to come; NULL: as evaluate.
    int32_t (*prospect)(const brs_setup *setup, const void *state, int seat);
    // Index of the choice that a rule of thumb would make, in the state as the choices' seat may know it. NULL: the
    // game has no rules of thumb.
    int (*advise)(const brs_setup *setup, const void *state, const brs_choice *choices, int n);
    // Reads one line of a transcript as a run of choices; returns how many, -1 on error.
    int (*read_statement)(const brs_setup *setup, const void *state, brs_str line, brs_choice *out, int cap,
                          brs_err *err);
    bool (*amend)(const brs_setup *setup, void *state, const brs_amend *amend, brs_trace *trace, brs_err *err);
    // ---- transcripts
    const brs_verb *verbs;                // ended by a word of NULL
    const char *measures;                 // what a check may ask of a seat, one line for help
    // A choice as a transcript writes it.
    void (*spell)(const brs_setup *setup, const void *state, brs_choice choice, brs_spelling *out);
    // Whose unit the state is in: statements without a seat are that player's.
    int (*turn_seat)(const void *state);
    // Reads a check and compares it with the state. False: it is no check of this game.
    bool (*measure)(const brs_setup *setup, const void *state, brs_str check, brs_measure *out, brs_err *err);
    // Signs that may stand behind a choice and say what came of it ("~"), from the states before and after. NULL: none.
    int (*marks)(const brs_setup *setup, const void *before, const void *after, brs_choice choice, char *out, int cap);
    // What a seat sees of an event that shows cards it may not know: a sentence; its length, 0: the event's own words.
    // BRS_SEAT_NONE sees all. NULL: nothing is hidden.
    int (*veil)(const brs_setup *setup, const brs_event *event, int seat, char *out, int cap);
    // Rewrites a line that says several things at once as statements with "|" between them; its length, 0: it is no such
    // line, -1: what it says of the state is not so. state NULL: unknown, nothing is compared. NULL: there are none.
    int (*rewrite)(const brs_setup *setup, const void *state, brs_str line, char *out, int cap, brs_err *err);
    // The other way round: statements with " | " between them as one such line, in the state in which they end. 0: they
    // stay as they are.
    int (*gather)(const brs_setup *setup, const void *state, brs_str line, char *out, int cap);
    // The numbers behind a refusal ("it costs 2 IP and A has 1"); the length, 0: the rule says enough. NULL: it always does.
    int (*shortfall)(const brs_setup *setup, const void *state, const brs_refusal *refusal, char *out, int cap);
    // Handle of the card whose sentence asks the open question, 0: no card asks it. NULL: cards ask nothing.
    int (*asker)(const brs_setup *setup, const void *state);
    // Where a card is, for messages: "in A's hand". NULL or 0: the game does not say.
    int (*where)(const brs_setup *setup, const void *state, int handle, char *out, int cap);
    int handles;                          // handles are below this
    // Is the card behind a handle of this kind ("defense")? NULL: there are no kinds.
    bool (*is_kind)(const brs_setup *setup, int handle, brs_str kind);

    // A choice in words that a person can type.
    int (*print_choice)(const brs_setup *setup, const void *state, brs_choice choice, char *out, int cap);
    // The table as a tree: player, zone, card nodes; seat: whose view, BRS_SEAT_NONE for all cards.
    void (*view)(const brs_setup *setup, const void *state, int seat, const brs_viewer *viewer);
    // What the game's texts can say (effects, for Revolt N Reign), as a tree: for pages.
    void (*catalog)(const brs_viewer *viewer);
    // Sections of a unit in the edition's order; returns how many.
    int (*sections)(const brs_setup *setup, uint8_t *out);
    // Name of a card handle in play ("Stockade"); its card number or -1 by card_of.
    brs_str (*handle_name)(const brs_setup *setup, int handle);
    int (*card_of)(const brs_setup *setup, int handle);
    // Text of a sentence of the card behind a handle; empty when there is none.
    brs_str (*sentence_text)(const brs_setup *setup, int handle, int sentence);
    // The sentence of a card that a term or check of this label stands for, -1: none, or the card has several such.
    // NULL: the game has no sentences.
    int (*sentence_for)(const brs_setup *setup, const brs_event *event, uint16_t label, int handle);

    // Card sets, decks: compile, check; NULL for games without cards. Every mistake and warning goes to
    // `report`, in order of place; false when there was a mistake. The set lives in the arena.
    bool (*compile_set)(brs_str text, const char *file, brs_arena *arena, brs_card_set *out, brs_report report);
    // Are two sets the same but for where they came from: all that their files say, all that it compiles to?
    bool (*same_set)(const brs_card_set *a, const brs_card_set *b);
    void (*deck_head)(brs_str text, brs_deck_head *out);
    bool (*read_deck)(const brs_card_set *set, brs_str text, const char *file, brs_arena *arena, brs_deck *out,
                      brs_report report);
    // The deck as a file that reads back to the same deck; at most cap - 1 bytes, returns the length.
    int (*write_deck)(const brs_card_set *set, const brs_deck *deck, const char *edition, char *out, int cap);
    // Every rule that a deck breaks under an edition's options; reports each. True: legal.
    bool (*check_deck)(const brs_edition *edition, const brs_options *options, const brs_card_set *set,
                       const brs_deck *deck, brs_report report);
    // One card of a set as a tree (name, type, sentences ...), for pages and `cards explain`.
    void (*card_view)(const struct brs_game_def *game, const brs_card_set *set, int card, const brs_viewer *viewer);
    brs_str (*card_slug)(const brs_card_set *set, int card);
} brs_game_def;

// The only list of games, ended by NULL (src/games.c).
// The game as it is written, in English.
static inline const brs_game_def *brs_game_source(const brs_game_def *game)
{
    return game->source != NULL ? game->source : game;
}

extern const brs_game_def *const brs_games[];
const brs_game_def *brs_game_find(brs_str id);

// ---- saying things in words (core/say.c; templates as in brs_event_say) -----------------------

void brs_choice_say(const brs_setup *setup, brs_choice choice, const brs_viewer *out);
void brs_victory_say(const brs_setup *setup, const brs_result *result, const brs_viewer *out);
void brs_slip_say(const brs_setup *setup, const brs_slip *slip, const brs_viewer *out);

// An event's sentence as plain text, at most cap - 1 bytes; returns the length.
int brs_event_text(const brs_setup *setup, const brs_event *event, char *out, int cap);
int brs_check_text(const brs_setup *setup, const brs_event *event, const brs_check *check, char *out, int cap);
int brs_pose_text(const brs_setup *setup, const brs_pose *pose, uint16_t row, int seat, char *out, int cap);

// ---- playing a game: one decision at a time (core/game.c) ------------------------------------

// A running game. Decisions with one legal choice are made by the engine and are not counted.
typedef struct {
    const brs_setup *setup;
    void *state;            // setup->game->state_size bytes, the caller's
    brs_trace *trace;       // NULL: off
    brs_choice *choices;    // BRS_MAX_CHOICES, the caller's; legal ones of the open decision
    int n;                  // how many; 0: the game is over
    uint32_t decisions;     // made so far, forced ones not counted
    bool looks;             // every choice goes through `apply`, which looks whether it is legal: for tests
    bool stuck;             // so it was seen that the engine refuses a choice that it has offered: our bug
    // Told of each decision that leaves no choice, before choices[0] is made. NULL: nobody listens.
    void (*forced)(void *ctx);
    void *forced_ctx;
} brs_game;

// Begins the game and runs to its first open decision. In a recorded game (BRS_CHANCE_RECORDED) chance
// questions are decisions of BRS_SEAT_CHANCE.
bool brs_game_start(brs_game *game, const brs_setup *setup, void *state, brs_choice *choices, brs_trace *trace,
                    brs_err *err);

// Makes choice `index` of the open decision and runs to the next one.
void brs_game_choose(brs_game *game, int index);

// Mends the table at the open decision (game->amend) and lists the choices again. False: not possible, nothing changed.
bool brs_game_amend(brs_game *game, const brs_amend *amend, brs_err *err);

// Index of a choice among the open decision's, -1 if it is not legal.
int brs_game_index(const brs_game *game, brs_choice choice);

BRS_C_END

#endif
