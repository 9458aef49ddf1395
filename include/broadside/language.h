// Another language than English: a catalogue of sentences, and games that speak it.
//
// English stands where it is used: in the rows of a game's tables (*.def), in the templates, in the list of
// the site's own words. There it is the key: a catalogue (languages/*.words) gives the same sentence in its
// language. So a new sentence is written once, and a sentence that changes asks for a new translation.
//
//   language de
//   name     Deutsch
//   direction ltr                  (or rtl)
//   plural   one   n = 1           (the categories in the order of forms, each with its CLDR rule)
//   plural   other
//
//   = {seat} draws {card:0}.
//   {seat} zieht {card:0}.
//
//   = Steps of this {{unit_id}}
//   Schritte dieses Zuges
//   @GAME Schritte dieses Stichs
//
// A line that begins with "= " is English, the lines below it are the translation; several of a kind are one
// with blanks between. "@GAME text" is what it is in that game. Lines that begin with # are comments.
//
// Places in braces stay: each of the English sentence is used, and no other. Free are those that are grammar:
//   {s:K:form|form}      the form for the number arg[K] (K may be delta), in the order of the plural lines
//   {lost|gained}        by the sign of a change
//   {{name?form|form}}   in templates: the form for the number in that field
//   {{name?@field}}      the same with the forms that another field of the page holds
//   {{unit_id}}, {{unit_title}}, {{step_id}}   words for a turn or trick, which may be written out instead
// Marks of HTML stay as they are, in any order.
#ifndef BROADSIDE_LANGUAGE_H
#define BROADSIDE_LANGUAGE_H

#include "broadside/arena.h"
#include "broadside/error.h"
#include "broadside/types.h"

BRS_C_BEGIN

struct brs_game_def;

enum { BRS_MAX_FORMS = 6, BRS_MAX_RELATIONS = 8, BRS_MAX_RANGES = 4 };

// "n % 10 = 2..4": one condition of a plural rule. `other`: it begins another way to meet the rule ("or").
typedef struct {
    int64_t modulus;  // 0: n itself
    int64_t low[BRS_MAX_RANGES], high[BRS_MAX_RANGES];
    int ranges;
    bool negated, other;
} brs_relation;

typedef struct {
    const char *category;  // "one"
    brs_relation relation[BRS_MAX_RELATIONS];
    int relations;         // 0: every number
} brs_plural_rule;

// One sentence of a catalogue.
typedef struct {
    brs_str english, text;  // text empty: not translated yet
    brs_str game;           // "": everywhere; else only in that game
    int line;
} brs_translation;

typedef struct brs_language {
    const char *id, *name;   // "de", "Deutsch"; lives as long as the text it was read from
    bool right_to_left;
    bool pseudo;             // made of the English sentences: [!! Ŧüřñ !!]
    brs_plural_rule plural[BRS_MAX_FORMS];
    int forms;
    const brs_translation *row;  // in order of english, then game
    int rows;
    const char *file;        // for messages
    // Told of each sentence that is asked for, and which row it got (NULL: none). NULL: nobody is. One thread only.
    void (*asked)(void *ctx, brs_str english, const char *game, const brs_translation *row);
    void *ctx;
} brs_language;

// Reads a catalogue; `text` and `file` must outlive it. False: what is wrong with line and reason.
bool brs_language_read(brs_str text, const char *file, brs_arena *arena, brs_language *out, brs_err *err);

// The pseudo-language, which shows every sentence that is in no catalogue.
void brs_language_pseudo(brs_language *out);

// The sentence in the language, for a game ("": for none); English when it is not there or language is NULL.
// Blanks around it stay. Lives in the catalogue, the arena, or is `english` itself.
brs_str brs_translate(const brs_language *language, brs_str english, const char *game, brs_arena *arena);

// Is there anything in it to translate?
bool brs_has_words(brs_str text);

// The same for strings that end with a 0 byte; NULL stays NULL.
const char *brs_translate_string(const brs_language *language, const char *english, const char *game, brs_arena *arena);

// The form for a number: "card|cards". NULL: English.
brs_str brs_plural_form(const brs_language *language, brs_str forms, int64_t n);

// A game whose tables speak the language; NULL: the game itself. Its rules, ids and numbers are the same ones, and
// `source` is the game it was made from. Lives in the arena.
const struct brs_game_def *brs_game_translate(const struct brs_game_def *game, const brs_language *language, brs_arena *arena);

// "{0} and {1}" with what the numbers stand for, into out; returns the length.
int brs_fill(char *out, int cap, const char *text, const brs_str *args, int count);

BRS_C_END

#endif
