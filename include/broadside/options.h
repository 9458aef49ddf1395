// Rule options and editions: every number and switch that differs between texts.
//
// A game declares its options (its X-list <game>_options.def); an edition is a text file
// over a base that sets some of them and says where its text states each rule. Rule code
// reads options, never an edition's name.
#ifndef BROADSIDE_OPTIONS_H
#define BROADSIDE_OPTIONS_H

#include "broadside/arena.h"
#include "broadside/error.h"
#include "broadside/types.h"

BRS_C_BEGIN

struct brs_game_def;

typedef enum {
    BRS_OPTION_INT,
    BRS_OPTION_BOOL,
    BRS_OPTION_CHOICE,  // one of `words`; the value is its position
    BRS_OPTION_ORDER    // an order of `words`; the value holds 4 bits a place, first lowest
} brs_option_type;

typedef struct {
    const char *id;
    brs_option_type type;
    int32_t standard;        // value before any edition sets it
    int32_t min, max;        // for INT
    uint16_t rule;           // row of the rule that reads it
    const char *words;       // CHOICE, ORDER: "a b c"
    const char *help;        // one sentence
} brs_option_info;

// The values in force in one game.
typedef struct {
    int32_t value[BRS_MAX_OPTIONS];
} brs_options;

// Where a text states a rule: source key and lines as in the edition file, and the name of
// the heading in our words.
typedef struct {
    uint16_t rule;
    const char *place;    // "RB:196"
    const char *heading;  // "Phase 4, Step 3"
} brs_citation;

typedef struct {
    const char *key, *title;  // "RB", "Official RuleBook"
} brs_source;

// One edition, read-only after loading; lives in the arena it was loaded into.
typedef struct brs_edition {
    const char *id, *title;
    int patch;
    const struct brs_edition *base;  // NULL for the first
    const struct brs_edition *former;  // the patch before this one: the same text, other values; NULL: none is kept
    brs_options options;             // every value, base included
    const char **option_place;       // [option]: where the text says so, NULL when it is the default
    const brs_source *sources;  int source_count;
    const brs_citation *citations;  int citation_count;  // own, not the base's
    const char *(*notes)[2];  int note_count;             // {rule or option id, note}
} brs_edition;

// The editions of a game, each at its newest patch: those without a base first, then in order of their files.
// edition[0] is the default. At most 16.
typedef struct {
    const brs_edition **edition;
    int count;
} brs_editions;

// Loads all editions of a game from its embedded texts (game->edition_texts) into the arena. Returns false
// with a position in the text on the first mistake.
bool brs_editions_load(const struct brs_game_def *game, brs_arena *arena, brs_editions *out, brs_err *err);

// The edition that a person names, `rulebook` (its newest patch) or `rulebook@1`; NULL when there is none.
const brs_edition *brs_edition_find(const brs_editions *editions, brs_str name);

// The edition as it was at a patch: what a replay was recorded under. NULL when this program does not have it.
const brs_edition *brs_edition_at(const brs_editions *editions, brs_str id, int patch);

// The option's row, -1 when the game has none of that id.
int brs_option_find(const struct brs_game_def *game, brs_str id);

// Reads a value as a person writes it ("3", "on", "lock aoa drain ...").
bool brs_option_read(const brs_option_info *info, brs_str text, int32_t *out, brs_err *err);

// Writes a value as a person writes it; returns the length.
int brs_option_write(const brs_option_info *info, int32_t value, char *out, int cap);

// Checks a value that came from a file.
bool brs_option_valid(const brs_option_info *info, int32_t value);

// The citation of a rule under an edition: its own, else its base's, else NULL (silent).
const brs_citation *brs_cite(const brs_edition *edition, uint16_t rule);

BRS_C_END

#endif
