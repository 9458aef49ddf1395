// Rules as concepts: an id, a title and a paraphrase in our own words. Where a text states
// a rule is said by the edition (options.h, brs_cite), so one event links to the right
// paragraph under every edition.
#ifndef BROADSIDE_RULES_H
#define BROADSIDE_RULES_H

#include "broadside/types.h"

BRS_C_BEGIN

struct brs_game_def;

typedef struct {
    const char *id;     // "ua_drain": stable, lower case, used in scenarios and addresses
    const char *rows;   // rows of the rulings it settles: "G11 F14"; "" when none
    const char *title;  // "UA drain"
    const char *text;   // our paraphrase, one to three sentences
} brs_rule;

// A heading for the rules from one row on.
typedef struct {
    uint16_t first;     // row
    const char *title;  // "Draw Phase"; NULL ends the list
} brs_rule_group;

// The row of a rule, 0 (the row of "no rule") when there is none of that id.
uint16_t brs_rule_find(const struct brs_game_def *game, brs_str id);

BRS_C_END

#endif
