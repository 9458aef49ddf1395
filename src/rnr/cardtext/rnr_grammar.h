// The grammar of card text as data: terms, rules, and the sets computed from them.
//
// rnr_grammar.def holds the rules as text; cardc_grammar_init turns them into nodes in memory that
// the caller gives (on the stack, or in an arena). Nothing here knows what a sentence means.
#ifndef RNR_GRAMMAR_H
#define RNR_GRAMMAR_H

#include "broadside/types.h"

typedef enum {
    T_UNKNOWN, // a word or mark that is no term
    T_END,     // after the last term of a sentence
    T_NUMBER,  // digits, 0 to 999
    T_COST,    // put in by the lexer where a cost begins
#define TERM(id, words) T_##id,
#include "rnr_grammar.def"
#undef TERM
    T_COUNT
} cardc_term;

typedef enum {
    R_NONE,
#define RULE(name, text) R_##name,
#include "rnr_grammar.def"
#undef RULE
    R_COUNT
} cardc_rule;

enum { CARDC_SET_WORDS = 3, CARDC_MAX_NODES = 1024 };
typedef struct {
    uint64_t bits[CARDC_SET_WORDS];
} cardc_set;
_Static_assert(T_COUNT <= CARDC_SET_WORDS * 64, "every term has a bit");

static inline bool cardc_has(const cardc_set *set, cardc_term term)
{
    return (set->bits[term / 64] >> (term % 64) & 1) != 0;
}
static inline void cardc_add(cardc_set *set, cardc_term term)
{
    set->bits[term / 64] |= (uint64_t)1 << (term % 64);
}
static inline void cardc_join(cardc_set *set, const cardc_set *more)
{
    for (int i = 0; i < CARDC_SET_WORDS; i++) {
        set->bits[i] |= more->bits[i];
    }
}
bool cardc_overlap(const cardc_set *a, const cardc_set *b);

typedef enum {
    CARDC_TERM,
    CARDC_RULE,
    CARDC_SEQUENCE,
    CARDC_CHOICE,
    CARDC_OPTION,
    CARDC_REPEAT
} cardc_kind;

// A piece of a rule's right side. Children are a list: child, then next of it, ...; 0 ends it.
typedef struct {
    uint8_t kind;  // cardc_kind
    bool nullable; // may match nothing
    bool known;    // first and nullable are computed
    uint8_t id;    // cardc_term or cardc_rule
    uint16_t child, next;
    cardc_set first; // terms it may begin with
} cardc_node;

typedef struct {
    cardc_node node[CARDC_MAX_NODES]; // node 0 is none
    int count;
    uint16_t rule[R_COUNT]; // right side of each rule
} cardc_grammar;

// Reads rnr_grammar.def. The grammar is part of the program: a mistake in it is a failed assertion.
void cardc_grammar_init(cardc_grammar *grammar);

// Computes what may follow each node, follow[CARDC_MAX_NODES].
void cardc_follow(const cardc_grammar *grammar, cardc_set *follow);

// Looks for a place where one term of look-ahead does not decide: two alternatives begin alike, or
// what may be absent begins like what follows. Returns the node of the first such place, 0 when
// there is none: LL(1).
int cardc_conflict(const cardc_grammar *grammar, const cardc_set *follow);

// Canonical words of a term ("Draw Pile"); NULL for the four that have none.
const char *cardc_term_words(cardc_term term);
// The same side by side, none empty above T_COST: every word of every card looks through all of them.
enum { CARDC_TERM_BYTES = 40 };
extern const char cardc_terms[T_COUNT][CARDC_TERM_BYTES];
const char *cardc_rule_name(int rule);

#endif
