// Words and terms. Case, kinds of white space and of apostrophes end here; so do the words that the
// Glossary itself equates ("Liberty Points" and "LP"). Nothing else is folded.
#include <string.h>

#include "rnr_cardc.h"
#include "str.h"

// ---- characters -------------------------------------------------------------

size_t cardc_space(brs_str text)
{
    if (text.len == 0) {
        return 0;
    }
    const unsigned char *p = (const unsigned char *)text.ptr;
    if (p[0] == ' ' || (p[0] >= '\t' && p[0] <= '\r')) {
        return 1;
    }
    if (text.len >= 2 && p[0] == 0xC2 && p[1] == 0xA0) { // no-break space
        return 2;
    }
    if (text.len < 3) {
        return 0;
    }
    bool wide = p[0] == 0xE2 && p[1] == 0x80 && ((p[2] >= 0x80 && p[2] <= 0x8A) || p[2] == 0xAF);
    bool other = (p[0] == 0xE2 && p[1] == 0x81 && p[2] == 0x9F) ||
                 (p[0] == 0xE3 && p[1] == 0x80 && p[2] == 0x80);
    return wide || other ? 3 : 0;
}

size_t cardc_fold_space(brs_str text, char *out)
{
    size_t len = 0;
    bool gap = false;
    for (size_t i = 0; i < text.len;) {
        size_t space = cardc_space((brs_str){text.ptr + i, text.len - i});
        if (space > 0) {
            gap = len > 0;
            i += space;
            continue;
        }
        if (gap) {
            out[len++] = ' ';
            gap = false;
        }
        out[len++] = text.ptr[i++];
    }
    return len;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Length of a straight or curly apostrophe at the start, 0 when there is none.
static size_t apostrophe(brs_str text)
{
    if (text.len >= 1 && text.ptr[0] == '\'') {
        return 1;
    }
    if (text.len >= 3 &&
        (memcmp(text.ptr, "\xE2\x80\x99", 3) == 0 || memcmp(text.ptr, "\xE2\x80\x98", 3) == 0)) {
        return 3;
    }
    return 0;
}

// A letter of any script: what is not ASCII, not white space and no apostrophe counts as one.
static size_t letter(brs_str text)
{
    if (text.len == 0) {
        return 0;
    }
    if (is_letter(text.ptr[0])) {
        return 1;
    }
    bool ascii = (unsigned char)text.ptr[0] < 0x80;
    return ascii || cardc_space(text) > 0 || apostrophe(text) > 0 ? 0 : 1;
}

// Bytes of the word at the start: letters with apostrophes between them, digits, or one mark.
static size_t word_length(brs_str text)
{
    size_t len = 0;
    if (is_digit(text.ptr[0])) {
        while (len < text.len && is_digit(text.ptr[len])) {
            len++;
        }
        return len;
    }
    for (;;) {
        brs_str rest = {text.ptr + len, text.len - len};
        size_t step = letter(rest), mark = apostrophe(rest);
        if (step == 0 && mark > 0 && len > 0 &&
            letter((brs_str){rest.ptr + mark, rest.len - mark}) > 0) {
            step = mark;
        }
        if (step == 0) {
            break;
        }
        len += step;
    }
    size_t mark = apostrophe(text);
    return len > 0 ? len : mark > 0 ? mark : 1;
}

static void lower_word(brs_str text, cardc_word *word)
{
    size_t len = 0;
    for (size_t i = 0; i < text.len;) {
        size_t mark = apostrophe((brs_str){text.ptr + i, text.len - i});
        char c = mark > 0 ? '\'' : text.ptr[i];
        i += mark > 0 ? mark : 1;
        if (len + 1 == CARDC_WORD) {
            word->cut = true;
            break;
        }
        word->low[len++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
}

// ---- words ------------------------------------------------------------------

typedef struct {
    int line, col;
    size_t folded; // bytes of folded text before here
    bool gap;      // white space since the last word
} place;

static void step_over(place *p, brs_str piece)
{
    for (size_t i = 0; i < piece.len; i++) {
        unsigned char c = (unsigned char)piece.ptr[i];
        if (c == '\n') {
            p->line++;
            p->col = 1;
        } else if (c < 0x80 || c >= 0xC0) { // not the inside of a code point
            p->col++;
        }
    }
}

static void add_word(cardc_words *out, brs_str piece, size_t at, place *p)
{
    cardc_word *word = &out->word[out->count++];
    *word = (cardc_word){
        .at = (uint32_t)at, .len = (uint32_t)piece.len, .line = p->line, .col = p->col};
    if (p->gap && p->folded > 0) {
        p->folded++;
    }
    word->begin = (uint16_t)p->folded;
    p->folded += piece.len;
    word->end = (uint16_t)p->folded;
    word->is_number = is_digit(piece.ptr[0]);
    p->gap = false;
    lower_word(piece, word);
}

void cardc_split(brs_str text, int first_line, cardc_words *out)
{
    out->text = text;
    out->count = 0;
    out->first_line = first_line;
    out->too_long = text.len > UINT16_MAX;
    place p = {.line = first_line, .col = 1};
    for (size_t i = 0; i < text.len && !out->too_long;) {
        brs_str rest = {text.ptr + i, text.len - i};
        size_t space = cardc_space(rest), len = space > 0 ? space : word_length(rest);
        brs_str piece = {rest.ptr, len};
        if (space > 0) {
            p.gap = true;
        } else if (out->count == CARDC_MAX_WORDS) {
            out->too_long = true;
        } else {
            add_word(out, piece, i, &p);
        }
        step_over(&p, piece);
        i += len;
    }
}

// ---- terms ------------------------------------------------------------------

// What the Glossary equates: words as written, words as meant.
static const char *const aliases[][2] = {
    {"[ each controller's turn ]", "each turn"},
    {"( each controller's turn )", "each turn"},
    {"each controller's turn", "each turn"},
    {"[ each turn ]", "each turn"},
    {"( each turn )", "each turn"},
    {"( this card )", "this card"},
    {"liberty points", "lp"},
    {"liberty point", "lp"},
    {"independence points", "ip"},
    {"independence point", "ip"},
    {"defense points", "dp"},
    {"defense point", "dp"},
    {"attack points", "ap"},
    {"attack point", "ap"},
    {"ad", "attack damage"},
    {"unconstitutional acts", "uas"},
    {"unconstitutional act", "ua"},
    {"ua's", "uas"},
    {"rebel clash", "aoa"},
    {"attack on attack", "aoa"},
    {"deck", "draw pile"},
    {"any opponent's", "opponent's"},
    {"any opponent", "opponent"},
    {"an", "a"},
};

static bool is_word(const cardc_word *word, brs_str low)
{
    return !word->cut && strncmp(word->low, low.ptr, low.len) == 0 && word->low[low.len] == '\0';
}

// How many words the phrase takes when it stands at `from`, else 0.
static int phrase_at(const cardc_words *words, int from, const char *phrase)
{
    brs_str rest = str_of(phrase);
    int at = from;
    while (rest.len > 0) {
        if (at == words->count || !is_word(&words->word[at], str_word(&rest))) {
            return 0;
        }
        at++;
    }
    return at - from;
}

// The next words as meant, and after how many words of the text each one ends; 0: inside an alias.
enum { MOST_WORDS = 7 };
typedef struct {
    brs_str word[MOST_WORDS + 1];
    int taken[MOST_WORDS + 1];
    int count;
} meant;

static const char *alias_at(const cardc_words *words, int at, int *count)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        bool begins = words->word[at].low[0] == aliases[i][0][0];
        *count = begins ? phrase_at(words, at, aliases[i][0]) : 0;
        if (*count > 0) {
            return aliases[i][1];
        }
    }
    *count = 1;
    return words->word[at].low;
}

static void look_ahead(const cardc_words *words, int from, meant *m)
{
    m->count = 0;
    for (int at = from; at < words->count && m->count < MOST_WORDS;) {
        int count;
        brs_str rest = str_of(alias_at(words, at, &count));
        at += count;
        while (rest.len > 0 && m->count < MOST_WORDS) {
            m->word[m->count] = str_word(&rest);
            m->taken[m->count++] = rest.len == 0 ? at - from : 0;
        }
    }
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

// True when the word stands at the start of the canonical words; *rest moves behind it. The text's
// "an" was read as "a".
static bool begins_with(const char **rest, brs_str word)
{
    const char *c = *rest;
    size_t i = 0;
    while (i < word.len && lower(c[i]) == word.ptr[i]) {
        i++;
    }
    c += i == word.len && i == 1 && c[0] == 'a' && c[1] == 'n' && c[2] == ' ' ? 2 : i;
    if (i < word.len || (*c != ' ' && *c != '\0')) {
        return false;
    }
    *rest = *c == ' ' ? c + 1 : c;
    return true;
}

// How many of the words ahead the term takes, 0 when it does not stand there.
static int term_length(const meant *m, const char *canonical)
{
    for (int i = 0; i < m->count; i++) {
        if (!begins_with(&canonical, m->word[i])) {
            return 0;
        }
        if (*canonical == '\0') {
            return m->taken[i] > 0 ? i + 1 : 0;
        }
    }
    return 0;
}

int cardc_match(const cardc_words *words, int from, int *count)
{
    meant ahead;
    look_ahead(words, from, &ahead);
    int best = T_UNKNOWN, longest = 0;
    *count = 1;
    const int first = ahead.word[0].ptr[0] | 0x20;  // most terms begin with another letter, be it large or small
    for (int term = T_COST + 1; term < T_COUNT; term++) {
        const int length = (cardc_terms[term][0] | 0x20) == first ? term_length(&ahead, cardc_terms[term]) : 0;
        if (length > longest) {
            best = term;
            longest = length;
            *count = ahead.taken[length - 1];
        }
    }
    return best;
}

static cardc_token read_token(const cardc_words *words, int at)
{
    const cardc_word *word = &words->word[at];
    cardc_token token = {.word = (uint16_t)at, .count = 1};
    if (word->is_number) {
        int64_t value;
        bool fits = !word->cut && str_number(str_of(word->low), &value) && value <= 999;
        token.term = fits ? T_NUMBER : T_UNKNOWN;
        token.number = fits ? (uint16_t)value : 0;
        return token;
    }
    int count;
    token.term = (uint8_t)cardc_match(words, at, &count);
    token.count = (uint16_t)count;
    return token;
}

// A ":" makes what is before it a cost, but not the one right after a leading Each Turn.
static void put_cost(cardc_sentence *s)
{
    int start = 0;
    if (s->count > 0 && s->token[0].term == T_EACH_TURN) {
        start =
            s->count > 1 && (s->token[1].term == T_COMMA || s->token[1].term == T_COLON) ? 2 : 1;
    }
    int colon = start;
    while (colon < s->count && s->token[colon].term != T_COLON) {
        colon++;
    }
    if (colon == s->count) {
        return;
    }
    memmove(&s->token[start + 1], &s->token[start],
            (size_t)(s->count - start) * sizeof s->token[0]);
    s->token[start] = (cardc_token){.term = T_COST, .word = s->token[start + 1].word};
    s->count++;
}

void cardc_take_sentence(const cardc_words *words, int word, cardc_sentence *out)
{
    out->count = 0;
    out->too_long = false;
    bool ended = false;
    while (word < words->count && !ended) {
        cardc_token token = read_token(words, word);
        ended = token.term == T_PERIOD;
        word += token.count;
        if (out->count < CARDC_MAX_TERMS - 2) { // room for COST and a period
            out->token[out->count++] = token;
        } else {
            out->too_long = true;
        }
    }
    if (!ended) {
        out->token[out->count++] = (cardc_token){.term = T_PERIOD, .word = (uint16_t)word};
    }
    out->word_end = (uint16_t)word;
    put_cost(out);
}
