// Words and terms. Case, kinds of white space and of apostrophes end here; so do the words that the
// Glossary itself equates ("Liberty Points" and "LP"). Nothing else is folded.
#include <string.h>

#include "str.h"
#include "rnr_cardc.h"

// ---- characters ------------------------------------------------------------------------------

size_t cardc_space(brs_str text)
{
    if (text.len == 0) {
        return 0;
    }
    const unsigned char *p = (const unsigned char *)text.ptr;
    if (p[0] == ' ' || (p[0] >= '\t' && p[0] <= '\r')) {
        return 1;
    }
    if (text.len >= 2 && p[0] == 0xC2 && p[1] == 0xA0) {  // no-break space
        return 2;
    }
    if (text.len < 3) {
        return 0;
    }
    bool wide = p[0] == 0xE2 && p[1] == 0x80 && ((p[2] >= 0x80 && p[2] <= 0x8A) || p[2] == 0xAF);
    bool other = (p[0] == 0xE2 && p[1] == 0x81 && p[2] == 0x9F) || (p[0] == 0xE3 && p[1] == 0x80 && p[2] == 0x80);
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
    if (text.len >= 3 && (memcmp(text.ptr, "\xE2\x80\x99", 3) == 0 || memcmp(text.ptr, "\xE2\x80\x98", 3) == 0)) {
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
        if (step == 0 && mark > 0 && len > 0 && letter((brs_str){rest.ptr + mark, rest.len - mark}) > 0) {
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

// ---- words ---------------------------------------------------------------------------------------

typedef struct {
    int line, col;
    size_t folded;  // bytes of folded text before here
    bool gap;       // white space since the last word
} place;

static void step_over(place *p, brs_str piece)
{
    for (size_t i = 0; i < piece.len; i++) {
        unsigned char c = (unsigned char)piece.ptr[i];
        if (c == '\n') {
            p->line++;
            p->col = 1;
        } else if (c < 0x80 || c >= 0xC0) {  // not the inside of a code point
            p->col++;
        }
    }
}

static void add_word(cardc_words *out, brs_str piece, size_t at, place *p)
{
    cardc_word *word = &out->word[out->count++];
    *word = (cardc_word){.at = (uint32_t)at, .len = (uint32_t)piece.len, .line = p->line, .col = p->col};
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

// ---- terms -----------------------------------------------------------------------------------------

// What the Glossary equates (cardtext.md 2.1, rule 8): words as written, words as meant.
static const char *const aliases[][2] = {
    {"[ each controller's turn ]", "each turn"}, {"( each controller's turn )", "each turn"},
    {"each controller's turn", "each turn"}, {"[ each turn ]", "each turn"}, {"( each turn )", "each turn"},
    {"( this card )", "this card"}, {"liberty points", "lp"}, {"liberty point", "lp"},
    {"independence points", "ip"}, {"independence point", "ip"}, {"defense points", "dp"},
    {"defense point", "dp"}, {"attack points", "ap"}, {"attack point", "ap"}, {"ad", "attack damage"},
    {"unconstitutional acts", "uas"}, {"unconstitutional act", "ua"}, {"ua's", "uas"}, {"rebel clash", "aoa"},
    {"attack on attack", "aoa"}, {"deck", "draw pile"}, {"any opponent's", "opponent's"},
    {"any opponent", "opponent"}, {"an", "a"},
};

static bool is_word(const cardc_word *word, brs_str low)
{
    return !word->cut && strlen(word->low) == low.len && memcmp(word->low, low.ptr, low.len) == 0;
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

// Where a match stands: the next word of the text, and what an alias already gave but is not used up.
typedef struct {
    int word;
    brs_str left;
} reader;

static brs_str next_word(const cardc_words *words, reader *r)
{
    if (r->left.len > 0) {
        return str_word(&r->left);
    }
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        int count = phrase_at(words, r->word, aliases[i][0]);
        if (count > 0) {
            r->word += count;
            r->left = str_of(aliases[i][1]);
            return str_word(&r->left);
        }
    }
    return r->word < words->count ? str_of(words->word[r->word++].low) : (brs_str){0};
}

static bool same_letters(brs_str low, brs_str canonical)
{
    for (size_t i = 0; i < low.len; i++) {
        char c = canonical.ptr[i];
        if (low.ptr[i] != (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c)) {
            return false;
        }
    }
    return low.len == canonical.len;
}

// Words of the text that the term takes at `from`, 0 when it does not stand there.
static int term_at(const cardc_words *words, int from, const char *canonical, int *length)
{
    reader r = {.word = from};
    brs_str rest = str_of(canonical);
    *length = 0;
    while (rest.len > 0) {
        brs_str want = str_word(&rest), have = next_word(words, &r);
        want.len = str_is(want, "an") ? 1 : want.len;  // the text's "an" is read as "a"
        if (have.len != want.len || !same_letters(have, want)) {
            return 0;
        }
        ++*length;
    }
    return r.left.len == 0 ? r.word - from : 0;
}

int cardc_match(const cardc_words *words, int from, int *count)
{
    int best = T_UNKNOWN, longest = 0;
    *count = 1;
    reader r = {.word = from};
    brs_str first = next_word(words, &r);
    for (int term = T_COST + 1; term < T_COUNT && first.len > 0; term++) {
        const char *canonical = cardc_term_words(term);
        char c = canonical[0];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != first.ptr[0]) {
            continue;
        }
        int length, taken = term_at(words, from, canonical, &length);
        if (taken > 0 && length > longest) {
            best = term;
            longest = length;
            *count = taken;
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
        start = s->count > 1 && (s->token[1].term == T_COMMA || s->token[1].term == T_COLON) ? 2 : 1;
    }
    int colon = start;
    while (colon < s->count && s->token[colon].term != T_COLON) {
        colon++;
    }
    if (colon == s->count) {
        return;
    }
    memmove(&s->token[start + 1], &s->token[start], (size_t)(s->count - start) * sizeof s->token[0]);
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
        if (out->count < CARDC_MAX_TERMS - 2) {  // room for COST and a period
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
