// A JSON reader by recursive descent; its depth is bounded, and so is its stack.
#include "json.h"

#include "str.h"

enum { MAX_DEPTH = 16 };

typedef struct {
    const char *at, *end;
    int line;
    const char *line_start;
    brs_arena *arena;
    brs_err *err;
} json_reader;

static bool fail(json_reader *r, const char *what)
{
    if (r->err != NULL && r->err->code == BRS_OK) {
        brs_fail(r->err, BRS_TEXT, "JSON: %s", what);
        r->err->line = r->line;
        r->err->col = (int)(r->at - r->line_start) + 1;
    }
    return false;
}

static void skip_blanks(json_reader *r)
{
    for (; r->at < r->end && str_blank(*r->at); r->at++) {
        if (*r->at == '\n') {
            r->line++;
            r->line_start = r->at + 1;
        }
    }
}

static bool take(json_reader *r, char c)
{
    skip_blanks(r);
    if (r->at < r->end && *r->at == c) {
        r->at++;
        return true;
    }
    return false;
}

// ---- texts -----------------------------------------------------------------------------------

static bool hex4(json_reader *r, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        char c = r->at < r->end ? *r->at : ' ';
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit > 15) {
            return fail(r, "four hexadecimal digits are due here");
        }
        *out = *out * 16 + digit;
    }
    return true;
}

static char *put_utf8(char *to, uint32_t point)
{
    if (point < 0x80) {
        *to++ = (char)point;
    } else if (point < 0x800) {
        *to++ = (char)(0xc0 | point >> 6);
        *to++ = (char)(0x80 | (point & 63));
    } else if (point < 0x10000) {
        *to++ = (char)(0xe0 | point >> 12);
        *to++ = (char)(0x80 | (point >> 6 & 63));
        *to++ = (char)(0x80 | (point & 63));
    } else {
        *to++ = (char)(0xf0 | point >> 18);
        *to++ = (char)(0x80 | (point >> 12 & 63));
        *to++ = (char)(0x80 | (point >> 6 & 63));
        *to++ = (char)(0x80 | (point & 63));
    }
    return to;
}

// \uXXXX, two of them for what lies above the first plane.
static bool read_code(json_reader *r, char **to)
{
    uint32_t high, low;
    if (!hex4(r, &high)) {
        return false;
    }
    if (high >= 0xdc00 && high <= 0xdfff) {
        return fail(r, "half of a surrogate pair");
    }
    if (high >= 0xd800 && high <= 0xdbff) {
        if (r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != 'u') {
            return fail(r, "half of a surrogate pair");
        }
        r->at += 2;
        if (!hex4(r, &low)) {
            return false;
        }
        if (low < 0xdc00 || low > 0xdfff) {
            return fail(r, "half of a surrogate pair");
        }
        high = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    }
    *to = put_utf8(*to, high);
    return true;
}

static bool read_escape(json_reader *r, char **to)
{
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    char c = r->at < r->end ? *r->at++ : '\0';
    if (c == 'u') {
        return read_code(r, to);
    }
    for (int i = 0; letters[i] != '\0'; i++) {
        if (letters[i] == c) {
            *(*to)++ = values[i];
            return true;
        }
    }
    return fail(r, "no such escape");
}

// After the opening quote. No text is longer than its JSON.
static bool read_text(json_reader *r, brs_str *out)
{
    const char *quote = r->at;
    while (quote < r->end && *quote != '"') {
        quote += *quote == '\\' && quote + 1 < r->end ? 2 : 1;
    }
    if (quote >= r->end) {
        return fail(r, "a text without its closing quote");
    }
    char *start = BRS_NEW(r->arena, char, (size_t)(quote - r->at) + 1), *to = start;
    while (r->at < quote) {
        unsigned char c = (unsigned char)*r->at++;
        if (c < 0x20) {
            return fail(r, "a control character within a text");
        }
        if (c != '\\') {
            *to++ = (char)c;
        } else if (!read_escape(r, &to)) {
            return false;
        }
    }
    r->at = quote + 1;
    *out = (brs_str){start, (size_t)(to - start)};
    return true;
}

// ---- values ----------------------------------------------------------------------------------

static bool read_number(json_reader *r, json_value *out)
{
    const char *start = r->at;
    while (r->at < r->end && ((*r->at >= '0' && *r->at <= '9') || *r->at == '-')) {
        r->at++;
    }
    brs_str digits = {start, (size_t)(r->at - start)};
    brs_str plain = digits.len > 0 && digits.ptr[0] == '-'
                        ? (brs_str){digits.ptr + 1, digits.len - 1}
                        : digits;
    bool whole = r->at == r->end || (*r->at != '.' && *r->at != 'e' && *r->at != 'E');
    bool long_form = plain.len > 1 && plain.ptr[0] == '0';
    out->kind = JSON_NUMBER;
    return (whole && !long_form && str_number(digits, &out->number)) ||
           fail(r, "a value is due here; numbers are whole, of at most 18 digits");
}

static bool read_word(json_reader *r, json_value *out)
{
    static const struct {
        const char *word;
        json_kind kind;
        int number;
    } words[] = {{"null", JSON_NULL, 0}, {"true", JSON_BOOL, 1}, {"false", JSON_BOOL, 0}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        brs_str word = str_of(words[i].word);
        if (str_begins((brs_str){r->at, (size_t)(r->end - r->at)}, word)) {
            r->at += word.len;
            out->kind = words[i].kind;
            out->number = words[i].number;
            return true;
        }
    }
    return read_number(r, out);
}

static bool read_value(json_reader *r, json_value *out, int depth);

static bool read_name(json_reader *r, json_value *object, json_value *member)
{
    if (!take(r, '"')) {
        return fail(r, "a name in quotes is due here");
    }
    if (!read_text(r, &member->name)) {
        return false;
    }
    for (const json_value *other = object->first; other != NULL; other = other->next) {
        if (str_equal(other->name, member->name)) {
            return fail(r, "a name comes twice");
        }
    }
    return take(r, ':') || fail(r, "a colon is due here");
}

static bool read_items(json_reader *r, json_value *out, int depth)
{
    bool object = out->kind == JSON_OBJECT;
    char end = object ? '}' : ']';
    json_value **last = &out->first;
    if (take(r, end)) {
        return true;
    }
    do {
        json_value *item = BRS_NEW(r->arena, json_value, 1);
        if ((object && !read_name(r, out, item)) || !read_value(r, item, depth + 1)) {
            return false;
        }
        *last = item;
        last = &item->next;
        out->count++;
    } while (take(r, ','));
    return take(r, end) || fail(r, object ? "a comma or } is due here" : "a comma or ] is due here");
}

static bool read_value(json_reader *r, json_value *out, int depth)
{
    skip_blanks(r);
    out->line = r->line;
    out->col = (int)(r->at - r->line_start) + 1;
    if (depth == MAX_DEPTH) {
        return fail(r, "nested more than 16 deep");
    }
    if (r->at == r->end) {
        return fail(r, "the text ends too soon");
    }
    if (take(r, '"')) {
        out->kind = JSON_TEXT;
        return read_text(r, &out->text);
    }
    if (take(r, '{')) {
        out->kind = JSON_OBJECT;
        return read_items(r, out, depth);
    }
    if (take(r, '[')) {
        out->kind = JSON_LIST;
        return read_items(r, out, depth);
    }
    return read_word(r, out);
}

bool json_read(brs_str text, brs_arena *arena, json_value *out, brs_err *err)
{
    json_reader r = {text.ptr, text.ptr + text.len, 1, text.ptr, arena, err};
    *out = (json_value){.kind = JSON_NULL};
    if (text.len == 0) {
        return fail(&r, "the text is empty");
    }
    if (!read_value(&r, out, 0)) {
        return false;
    }
    skip_blanks(&r);
    return r.at == r.end || fail(&r, "something follows the value");
}

const json_value *json_member(const json_value *object, const char *name)
{
    const json_value *at = object->kind == JSON_OBJECT ? object->first : NULL;
    while (at != NULL && !str_is(at->name, name)) {
        at = at->next;
    }
    return at;
}
