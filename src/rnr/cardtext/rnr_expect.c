// Messages about sentences that do not parse: what was expected, in a few words, and what was
// found. What the author may have meant is rnr_mistakes.c.
#include <stdio.h>
#include <string.h>

#include "rnr_cardc.h"
#include "str.h"

// ---- text in a fixed buffer -------------------------------------------------

typedef struct {
    char text[256];
    int len;
} line;

static void add(line *l, const char *text)
{
    int room = (int)sizeof l->text - l->len;
    int len = snprintf(l->text + l->len, (size_t)room, "%s", text);
    l->len += len < room ? len : room - 1;
}

// ---- the list of what would have fitted -------------------------------------

// Terms that belong together are named by one phrase when all of them are possible.
static const struct {
    uint8_t rule;     // the group is what this rule may begin with, or ...
    uint8_t terms[6]; // ... these terms
    const char *phrase;
} groups[] = {
    {R_Effect, {0}, "an effect such as \"gain\", \"draw\" or \"lock\""},
    {R_PlainEffect, {0}, "an effect such as \"gain\", \"draw\" or \"lock\""},
    {R_NONE,
     {T_A, T_ALL, T_EACH, T_ANOTHER, T_NUMBER},
     "\"a\", \"all\", \"each\", \"another\" or a number"},
    {R_NONE, {T_A, T_NO, T_ANOTHER, T_NUMBER}, "\"a\", \"another\", \"no\" or a number"},
    {R_NONE, {T_NUMBER, T_X}, "a number (or X)"},
    {R_NONE, {T_NUMBER}, "a number"},
    {R_NONE, {T_LP, T_IP}, "\"LP\" or \"IP\""},
    {R_CardEvent, {0}, "what happens to it (\"is attacked\", \"enters play\", ...)"},
    {R_Flow,
     {0},
     "what is prevented (\"LP loss\", \"UA LP drain\", \"Attack Damage\", \"Mill\", ...)"},
    {R_CardNoun, {0}, "a kind of card (\"Attack\", \"Eagle\", \"card\", ...)"},
    {R_ForEach, {0}, "\"for each ...\""},
    {R_Duration, {0}, "a duration such as \"this turn\""},
    {R_With, {0}, "the IP cost limit (\"with IP cost 3 or less\")"},
};

static const uint8_t tail[] = {T_PERIOD, T_COMMA, T_AND, T_IF, T_EACH_TURN};

enum { MOST_ITEMS = 64, MOST_SHOWN = 5, SHOWN_OF_MANY = 4 };
typedef struct {
    char item[MOST_ITEMS][80];
    int count;
} list;

static void add_item(list *l, const char *phrase)
{
    if (l->count < MOST_ITEMS) {
        snprintf(l->item[l->count++], sizeof l->item[0], "%s", phrase);
    }
}

static cardc_set group_set(const cardc_grammar *grammar, int i)
{
    cardc_set set = {{0}};
    if (groups[i].rule != R_NONE) {
        return grammar->node[grammar->rule[groups[i].rule]].first;
    }
    for (int j = 0; groups[i].terms[j] != 0; j++) {
        cardc_add(&set, groups[i].terms[j]);
    }
    return set;
}

static void add_groups(list *l, const cardc_grammar *grammar, cardc_set *left)
{
    for (int i = 0; i < (int)(sizeof groups / sizeof groups[0]); i++) {
        cardc_set set = group_set(grammar, i);
        bool all = true;
        for (int w = 0; w < CARDC_SET_WORDS; w++) {
            all = all && (set.bits[w] & ~left->bits[w]) == 0;
        }
        for (int w = 0; w < CARDC_SET_WORDS && all; w++) {
            left->bits[w] &= ~set.bits[w];
        }
        if (all) {
            add_item(l, groups[i].phrase);
        }
    }
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

// Order of the quoted terms, so that "to Opponent" comes before "to".
static int order(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return (unsigned char)lower(*a) - (unsigned char)lower(*b);
}

static void add_term(list *l, int term)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\"", cardc_term_words((cardc_term)term));
    add_item(l, quoted);
}

static void add_sorted(list *l, const cardc_set *set)
{
    int start = l->count;
    for (int term = T_COST + 1; term < T_COUNT; term++) {
        if (!cardc_has(set, (cardc_term)term)) {
            continue;
        }
        add_term(l, term);
        for (int i = l->count - 1; i > start && order(l->item[i], l->item[i - 1]) < 0; i--) {
            char swap[sizeof l->item[0]];
            memcpy(swap, l->item[i], sizeof swap);
            memcpy(l->item[i], l->item[i - 1], sizeof swap);
            memcpy(l->item[i - 1], swap, sizeof swap);
        }
    }
}

static void list_expected(const cardc_grammar *grammar, const cardc_set *tried, list *l)
{
    cardc_set left = *tried, last = {{0}};
    l->count = 0;
    add_groups(l, grammar, &left);
    for (size_t i = 0; i < sizeof tail; i++) {
        if (cardc_has(&left, tail[i])) {
            cardc_add(&last, tail[i]);
        }
    }
    for (int w = 0; w < CARDC_SET_WORDS; w++) {
        left.bits[w] &= ~last.bits[w];
    }
    add_sorted(l, &left);
    for (size_t i = 0; i < sizeof tail; i++) {
        if (cardc_has(&last, tail[i])) {
            add_term(l, tail[i]);
        }
    }
}

static void say_expected(const list *l, line *out)
{
    int shown = l->count > MOST_SHOWN ? SHOWN_OF_MANY : l->count;
    for (int i = 0; i < shown; i++) {
        add(out, i == 0 ? "" : i == l->count - 1 ? " or " : ", ");
        add(out, l->item[i]);
    }
    if (shown < l->count) {
        char more[32];
        snprintf(more, sizeof more, " or %d more", l->count - shown);
        add(out, more);
    }
}

// ---- what was found ---------------------------------------------------------

void cardc_source(const cardc_words *words, int from, int count, char *out, int cap)
{
    if (count == 0 || from >= words->count) {
        out[0] = '\0';
        return;
    }
    const cardc_word *last = &words->word[from + count - 1];
    brs_str raw = {words->text.ptr + words->word[from].at,
                   last->at + last->len - words->word[from].at};
    int len = 0;
    bool gap = false;
    for (size_t i = 0; i < raw.len && len + 1 < cap; i++) {
        size_t space = cardc_space((brs_str){raw.ptr + i, raw.len - i});
        if (space == 0) {
            out[len++] = raw.ptr[i];
        } else {
            i += space - 1;
            if (!gap) {
                out[len++] = ' ';
            }
        }
        gap = space > 0;
    }
    while (len > 0 && ((unsigned char)out[len - 1] & 0x80) != 0 && len + 1 >= cap) {
        len--; // do not leave half a code point
    }
    out[len] = '\0';
}

static void say_found(const cardc_text *t, line *out)
{
    const cardc_parse *p = &t->parse;
    if (p->token >= p->sentence->count || p->sentence->token[p->token].word >= t->words.count) {
        add(out, "the end of the text");
        return;
    }
    const cardc_token *token = &p->sentence->token[p->token];
    char source[60];
    int count = token->count > 0 ? token->count : 1; // COST: the word that it stands before
    cardc_source(&t->words, token->word, count, source, (int)sizeof source);
    add(out, "\"");
    add(out, source);
    add(out, "\"");
}

void cardc_explain(cardc_text *t)
{
    cardc_parse *p = &t->parse;
    cardc_mistake mistake;
    cardc_diagnose(t, &mistake);
    list expected;
    line want = {.len = 0}, found = {.len = 0};
    list_expected(t->grammar, &p->tried, &expected);
    say_expected(&expected, &want);
    say_found(t, &found);
    int word =
        p->token < p->sentence->count ? p->sentence->token[p->token].word : p->sentence->word_end;
    brs_err *err =
        mistake.msg[0] != '\0'
            ? cardc_fault(t, word, mistake.label, "%s", mistake.msg)
            : cardc_fault(t, word, mistake.label, "expected %s; found %s.", want.text, found.text);
    if (mistake.help[0] != '\0') {
        brs_help(err, "%s", mistake.help);
    }
}
