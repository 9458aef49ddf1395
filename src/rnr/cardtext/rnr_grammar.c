// Turns the rules of rnr_grammar.def into nodes and computes FIRST and FOLLOW. No words are read
// here (rnr_lexer.c) and no sentence (rnr_parser.c).
#include "rnr_grammar.h"

#include <assert.h>
#include <string.h>

#include "str.h"

const char cardc_terms[T_COUNT][CARDC_TERM_BYTES] = {
#define TERM(id, words) [T_##id] = words,
#include "rnr_grammar.def"
#undef TERM
};

static const struct {
    const char *name, *text;
} rules[R_COUNT] = {
#define RULE(id, right) [R_##id] = {#id, right},
#include "rnr_grammar.def"
#undef RULE
};

const char *cardc_term_words(cardc_term term)
{
    return cardc_terms[term][0] != '\0' ? cardc_terms[term] : NULL;
}

const char *cardc_rule_name(int rule)
{
    return rules[rule].name;
}

bool cardc_overlap(const cardc_set *a, const cardc_set *b)
{
    for (int i = 0; i < CARDC_SET_WORDS; i++) {
        if ((a->bits[i] & b->bits[i]) != 0) {
            return true;
        }
    }
    return false;
}

// ---- reading the rules ------------------------------------------------------

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

// "draw_pile" in a rule is the term "Draw Pile".
static bool same_term(brs_str word, const char *words)
{
    size_t i = 0;
    for (; i < word.len; i++) {
        char c = lower(words[i]);
        if (word.ptr[i] != (c == ' ' ? '_' : c)) {
            return false;
        }
    }
    return words[i] == '\0';
}

static int find_term(brs_str word)
{
    if (str_is(word, "NUMBER")) {
        return T_NUMBER;
    }
    if (str_is(word, "COST")) {
        return T_COST;
    }
    int term = T_COST + 1;
    while (term < T_COUNT && !same_term(word, cardc_terms[term])) {
        term++;
    }
    return term;
}

static int find_rule(brs_str word)
{
    int rule = R_NONE + 1;
    while (rule < R_COUNT && !str_is(word, rules[rule].name)) {
        rule++;
    }
    return rule;
}

static uint16_t new_node(cardc_grammar *grammar, cardc_kind kind, int id)
{
    assert(grammar->count < CARDC_MAX_NODES);
    uint16_t at = (uint16_t)grammar->count++;
    grammar->node[at] = (cardc_node){.kind = (uint8_t)kind, .id = (uint8_t)id};
    return at;
}

static uint16_t read_choice(cardc_grammar *grammar, brs_str *text);

static uint16_t read_item(cardc_grammar *grammar, brs_str word, brs_str *text)
{
    if (str_is(word, "(")) {
        return read_choice(grammar, text);
    }
    if (str_is(word, "[") || str_is(word, "{")) {
        uint16_t at = new_node(grammar, word.ptr[0] == '[' ? CARDC_OPTION : CARDC_REPEAT, 0);
        uint16_t child = read_choice(grammar, text);
        grammar->node[at].child = child;
        return at;
    }
    int term = find_term(word);
    if (term < T_COUNT) {
        return new_node(grammar, CARDC_TERM, term);
    }
    int rule = find_rule(word);
    assert(rule < R_COUNT);
    return new_node(grammar, CARDC_RULE, rule);
}

// Reads items up to "|" or what closes the bracket; *stop is the word that ended it, empty at the
// end of the rule.
static uint16_t read_sequence(cardc_grammar *grammar, brs_str *text, brs_str *stop)
{
    uint16_t first = 0, last = 0, count = 0;
    for (;;) {
        brs_str word = str_word(text);
        if (word.len == 0 || (word.len == 1 && strchr("|)]}", word.ptr[0]) != NULL)) {
            *stop = word;
            break;
        }
        uint16_t item = read_item(grammar, word, text);
        if (last == 0) {
            first = item;
        } else {
            grammar->node[last].next = item;
        }
        last = item;
        count++;
    }
    assert(count > 0);
    if (count == 1) {
        return first;
    }
    uint16_t at = new_node(grammar, CARDC_SEQUENCE, 0);
    grammar->node[at].child = first;
    return at;
}

static uint16_t read_choice(cardc_grammar *grammar, brs_str *text)
{
    brs_str stop;
    uint16_t first = read_sequence(grammar, text, &stop), last = first;
    if (!str_is(stop, "|")) {
        return first;
    }
    uint16_t at = new_node(grammar, CARDC_CHOICE, 0);
    grammar->node[at].child = first;
    while (str_is(stop, "|")) {
        uint16_t option = read_sequence(grammar, text, &stop);
        grammar->node[last].next = option;
        last = option;
    }
    return at;
}

// ---- FIRST ------------------------------------------------------------------

// No rule reaches itself, so plain recursion ends. Returns the node with its set computed.
static const cardc_node *compute_first(cardc_grammar *grammar, uint16_t at)
{
    cardc_node *node = &grammar->node[at];
    if (node->known) {
        return node;
    }
    node->known = true;
    if (node->kind == CARDC_TERM) {
        cardc_add(&node->first, node->id);
        return node;
    }
    if (node->kind == CARDC_RULE) {
        const cardc_node *right = compute_first(grammar, grammar->rule[node->id]);
        node->first = right->first;
        node->nullable = right->nullable;
        return node;
    }
    bool all = true, any = false;
    for (uint16_t i = node->child; i != 0; i = grammar->node[i].next) {
        const cardc_node *child = compute_first(grammar, i);
        if (node->kind != CARDC_SEQUENCE || all) {
            cardc_join(&node->first, &child->first);
        }
        all = all && child->nullable;
        any = any || child->nullable;
    }
    bool may_be_absent = node->kind == CARDC_OPTION || node->kind == CARDC_REPEAT;
    node->nullable = may_be_absent || (node->kind == CARDC_SEQUENCE ? all : any);
    return node;
}

void cardc_grammar_init(cardc_grammar *grammar)
{
    memset(grammar, 0, sizeof *grammar);
    grammar->count = 1;
    for (int rule = R_NONE + 1; rule < R_COUNT; rule++) {
        brs_str text = str_of(rules[rule].text);
        grammar->rule[rule] = read_choice(grammar, &text);
        assert(text.len == 0);
    }
    for (int i = 1; i < grammar->count; i++) {
        compute_first(grammar, (uint16_t)i);
    }
}

// ---- FOLLOW and the LL(1) check ---------------------------------------------

// Adds to what follows each child of a node; true when something was new.
static bool pass_down(const cardc_grammar *grammar, cardc_set *follow, uint16_t at)
{
    const cardc_node *node = &grammar->node[at];
    if (node->kind == CARDC_RULE) {
        cardc_set *right = &follow[grammar->rule[node->id]], before = *right;
        cardc_join(right, &follow[at]);
        return memcmp(&before, right, sizeof before) != 0;
    }
    bool changed = false;
    for (uint16_t i = node->child; i != 0; i = grammar->node[i].next) {
        cardc_set before = follow[i];
        uint16_t next = node->kind == CARDC_SEQUENCE ? grammar->node[i].next : 0;
        if (node->kind == CARDC_REPEAT) {
            cardc_join(&follow[i], &node->first);
        }
        while (next != 0) {
            cardc_join(&follow[i], &grammar->node[next].first);
            if (!grammar->node[next].nullable) {
                break;
            }
            next = grammar->node[next].next;
        }
        if (next == 0) {
            cardc_join(&follow[i], &follow[at]);
        }
        changed = changed || memcmp(&before, &follow[i], sizeof before) != 0;
    }
    return changed;
}

void cardc_follow(const cardc_grammar *grammar, cardc_set *follow)
{
    memset(follow, 0, CARDC_MAX_NODES * sizeof *follow);
    cardc_add(&follow[grammar->rule[R_Sentence]], T_END);
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = 1; i < grammar->count; i++) {
            changed = pass_down(grammar, follow, (uint16_t)i) || changed;
        }
    }
}

int cardc_conflict(const cardc_grammar *grammar, const cardc_set *follow)
{
    for (int i = 1; i < grammar->count; i++) {
        const cardc_node *node = &grammar->node[i];
        if (node->nullable && cardc_overlap(&node->first, &follow[i])) {
            return i;
        }
        if (node->kind != CARDC_CHOICE) {
            continue;
        }
        cardc_set seen = {{0}};
        for (uint16_t c = node->child; c != 0; c = grammar->node[c].next) {
            if (cardc_overlap(&seen, &grammar->node[c].first)) {
                return i;
            }
            cardc_join(&seen, &grammar->node[c].first);
        }
    }
    return 0;
}
