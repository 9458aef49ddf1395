// Inside the card text compiler: lexer, parser, builder, checks and messages. Users include
// rnr_cardtext.h.
//
// The way of a text: words -> terms (rnr_lexer.c) -> a tree for each sentence (rnr_parser.c) -> a
// program (rnr_build.c) -> checks of meaning (rnr_meaning.c). Messages: rnr_expect.c.
#ifndef RNR_CARDC_H
#define RNR_CARDC_H

#include "rnr_cardtext.h"
#include "rnr_grammar.h"

enum {
    CARDC_MAX_WORDS = 1024, // of a text
    CARDC_MAX_TERMS = 256,  // of a sentence
    CARDC_MAX_TREE = 2048,  // nodes of a sentence's tree
    CARDC_WORD = 24,        // letters kept of a word; no word of the language is longer
    CARDC_MAX_DIAGS = 48    // mistakes and warnings of one text
};

// ---- lexer ------------------------------------------------------------------

// A piece of the text: a word, digits or one mark.
typedef struct {
    char low[CARDC_WORD]; // lower case, straight apostrophe, cut
    uint32_t at, len;     // bytes in the text as given
    int line, col;        // 1-based; col counts code points
    uint16_t begin, end;  // bytes in the folded text
    bool is_number, cut;
} cardc_word;

typedef struct {
    brs_str text;
    cardc_word word[CARDC_MAX_WORDS];
    int count;
    int first_line;
    bool too_long; // there are more words than fit
} cardc_words;

// A term of a sentence and the words that it came from (count 0: a missing last period, or COST).
typedef struct {
    uint8_t term;
    uint16_t number; // NUMBER: its value
    uint16_t word, count;
} cardc_token;

typedef struct {
    cardc_token token[CARDC_MAX_TERMS]; // ends with T_PERIOD
    int count;
    uint16_t word_end; // the word after the sentence
    bool too_long;
} cardc_sentence;

// Length of the white space at the start of a text, 0 when there is none; also of the wide and
// no-break spaces of Unicode.
size_t cardc_space(brs_str text);

// Writes the text with its ends trimmed and every run of white space as one space; returns its
// length <= text.len.
size_t cardc_fold_space(brs_str text, char *out);

// Cuts a text into words. Positions count from first_line, column 1.
void cardc_split(brs_str text, int first_line, cardc_words *out);

// Takes the sentence that begins at `word`, folds words into terms and puts in COST and the last
// period.
void cardc_take_sentence(const cardc_words *words, int word, cardc_sentence *out);

// The canonical term that words [from, from + *count) are the longest match of; T_UNKNOWN and 1
// when there is none.
int cardc_match(const cardc_words *words, int from, int *count);

// ---- parser -----------------------------------------------------------------

// A node of the tree in preorder: a rule, or a term that was read.
typedef struct {
    bool is_rule;
    uint8_t id;     // cardc_rule or cardc_term
    uint16_t token; // the first token of it
} cardc_leaf;

typedef struct {
    const cardc_grammar *grammar;
    const cardc_words *words;
    const cardc_sentence *sentence;
    cardc_leaf tree[CARDC_MAX_TREE];
    int count;       // nodes of the tree
    int token;       // where the parser stands; on failure the token that does not fit
    cardc_set tried; // on failure, the terms that would have fitted
    uint8_t *seen;   // NULL, or marks for each grammar node that was used (for tests)
} cardc_parse;

// Parses one sentence. On failure nothing is reported; token and tried tell.
bool cardc_parse_sentence(cardc_parse *parse);

// ---- builder ----------------------------------------------------------------

// Where the parts of a program stand, for messages. Indexes of tokens.
typedef struct {
    uint16_t effect[RNR_MAX_EFFECTS];
    uint16_t test[RNR_MAX_TESTS];
    uint16_t mark[2]; // the Each Turn marks
    uint8_t nmark;
} cardc_places;

typedef enum {
    CARDC_FITS,
    CARDC_MANY_EFFECTS,
    CARDC_MANY_TESTS,
    CARDC_MANY_COSTS,
    CARDC_MANY_CARDS
} cardc_excess;

// Makes the program of a parsed sentence. When it has more parts than a program holds, *token is
// the one too many.
cardc_excess cardc_build(const cardc_parse *parse, rnr_sentence *out, cardc_places *places,
                         int *token);

// ---- messages ---------------------------------------------------------------

typedef struct {
    brs_err err;
    bool warning;
} cardc_diag;

// Everything about the compilation of one text.
typedef struct {
    const cardc_grammar *grammar;
    const char *file;
    cardc_words words;
    cardc_sentence sentence[RNR_MAX_SENTENCES];
    rnr_sentence program[RNR_MAX_SENTENCES]; // of the card, until somebody keeps it
    cardc_places places[RNR_MAX_SENTENCES];
    bool parsed[RNR_MAX_SENTENCES];
    cardc_parse parse;
    cardc_diag diag[CARDC_MAX_DIAGS];
    int ndiag;
    bool failed;
} cardc_text;

// Adds a mistake (or warning) at a word of the text; a word past the end is where the text ends.
// NULL when there is no room. The caller may add help.
brs_err *cardc_fault(cardc_text *t, int word, const char *label, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
brs_err *cardc_warn(cardc_text *t, int word, const char *label, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// The source of words [from, from + count) with white space folded.
void cardc_source(const cardc_words *words, int from, int count, char *out, int cap);

// What is said about a sentence that does not parse. msg: "" for "expected ...; found ...".
typedef struct {
    char label[8], msg[160], help[240];
} cardc_mistake;

// Names the mistake in t->parse and what the author may have meant.
void cardc_diagnose(const cardc_text *t, cardc_mistake *out);

// Reports why the sentence in t->parse does not parse: what was expected, what was found, what may
// have been meant.
void cardc_explain(cardc_text *t);

// Smallest number of insertions, deletions, substitutions and swaps of neighbours that turn one
// into the other, case ignored; more than `most` comes out as most + 1.
int cardc_distance(brs_str a, brs_str b, int most);

// ---- checks of meaning ------------------------------------------------------

// A sentence under check.
typedef struct {
    cardc_text *t;
    const rnr_card *card;
    const rnr_sentence *s;
    int i;
    rnr_trigger trigger;
} cardc_check;

// Checks sentence i, which parsed; the card as a whole, when all its sentences did.
void cardc_check_sentence(cardc_text *t, const rnr_card *card, int i);
void cardc_check_card(cardc_text *t, const rnr_card *card);
void cardc_warn_sentence(const cardc_check *c);

// The word where effect j begins; the first word at or behind effect j's beginning (-1: the
// sentence's) that is one of two terms.
int cardc_effect_word(const cardc_check *c, int j);
int cardc_term_word(const cardc_check *c, int j, cardc_term a, cardc_term b);

// The card stays in play as a Petition; it leaves play as soon as it has resolved.
bool cardc_is_petition(const rnr_card *card);
bool cardc_leaves_at_once(const rnr_card *card);

// The sentence starts in its controller's own turn, for certain.
bool cardc_in_own_turn(const cardc_check *c);
// The effect is about what happens only in Opponent's turn: UA drain to you, or what Opponent does
// there.
bool cardc_in_opponents_turn(const rnr_effect *e);

// "a Defense Opponent controls"
int cardc_print_cards(const rnr_selector *what, char *out, int cap);

// rnr_compile_text with a grammar and room that the caller keeps; the card's sentences are in that room.
bool cardc_compile(cardc_text *room, brs_str text, rnr_card *card, int first_line,
                   brs_report report);

#endif
