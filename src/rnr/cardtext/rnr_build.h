// Inside the builder: walking a sentence's tree, and the parts that all sentences share.
#ifndef RNR_BUILD_H
#define RNR_BUILD_H

#include "rnr_cardc.h"

// Walks the tree in preorder. Rules are entered with `in`, terms are read with `take`; nothing
// needs to be left.
typedef struct {
    const cardc_parse *parse;
    int at;
    cardc_excess excess;
    int excess_token;
    rnr_who subject; // of the last "you control", for tests that carry it on
} builder;

// ---- walking ----------------------------------------------------------------

// The node here; one with T_END behind the last.
const cardc_leaf *build_here(const builder *b);
// Enters the rule, or reads the term, if it is here.
bool build_in(builder *b, cardc_rule rule);
bool build_take(builder *b, cardc_term term);
// Reads the next term, entering any rules before it; looks at it only.
cardc_term build_any_term(builder *b);
cardc_term build_look(const builder *b);
uint16_t build_number(builder *b);
void build_too_many(builder *b, cardc_excess excess);

// ---- words with one meaning -------------------------------------------------

rnr_who build_whose(builder *b);
uint8_t build_resource(builder *b);
uint8_t build_zone(builder *b);
uint8_t build_duration_of(cardc_term term);
uint8_t build_barred_of(cardc_term term);
uint8_t build_threat_of(cardc_term term);
uint8_t build_wall_of(cardc_term term);
uint8_t build_card_event_of(cardc_term term);

// ---- which cards, how many, how long ----------------------------------------

// "or more", "or less": rnr_cmp, NONE when neither is here.
uint8_t build_at_least_or_most(builder *b);
void build_read_noun(builder *b, rnr_selector *s);
void build_read_det(builder *b, rnr_selector *s);
// "this card", "the attacking card", the top of a pile, or cards.
void build_read_target(builder *b, rnr_selector *s);
// A number, X, or the "a" of "draw a card".
void build_read_amount(builder *b, rnr_amount *amount);
void build_read_for_each(builder *b, rnr_amount *amount);
void build_read_duration(builder *b, rnr_effect *e);

#endif
