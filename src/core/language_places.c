// Places in sentences and marks around them: what a translation must keep, and what stays in the pseudo-language.
#include <string.h>

#include "buf.h"
#include "language_parts.h"
#include "str.h"

static size_t up_to(brs_str text, size_t at, const char *end)
{
    const size_t len = strlen(end);
    for (size_t i = at; i + len <= text.len; i++) {
        if (memcmp(text.ptr + i, end, len) == 0) {
            return i + len - at;
        }
    }
    return 0;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

size_t language_token(brs_str text, size_t at)
{
    const char c = text.ptr[at], next = at + 1 < text.len ? text.ptr[at + 1] : '\0';
    if (c == '{') {
        return up_to(text, at, next == '{' ? "}}" : "}");
    }
    if (c == '<' && (is_letter(next) || next == '/')) {
        return up_to(text, at, ">");
    }
    if (c == '&' && (is_letter(next) || next == '#')) {
        return up_to(text, at, ";");
    }
    return 0;
}

static bool next_token(brs_str *rest, brs_str *token)
{
    for (size_t at = 0; at < rest->len; at++) {
        const size_t len = language_token(*rest, at);
        if (len > 0) {
            *token = (brs_str){rest->ptr + at, len};
            *rest = str_behind(*rest, at + len);
            return true;
        }
    }
    return false;
}

// The field of "{{name}}" and "{{name?form|form}}"; empty: it is no such place.
static brs_str field_of(brs_str token)
{
    if (token.len < 5 || token.ptr[1] != '{' || strchr("#^/>?!%", token.ptr[2]) != NULL) {
        return (brs_str){"", 0};
    }
    brs_str inner = {token.ptr + 2, token.len - 4};
    return str_cut(&inner, '?');
}

// Grammar that each language has of its own.
static bool is_free(brs_str token)
{
    const bool single = token.ptr[0] == '{' && token.ptr[1] != '{';
    if (single) {
        return str_begins(token, BRS_STR("{s:")) || memchr(token.ptr, '|', token.len) != NULL;
    }
    return str_begins(token, BRS_STR("{{unit_id")) || str_begins(token, BRS_STR("{{unit_title")) ||
           str_begins(token, BRS_STR("{{step_id"));
}

static bool has_forms(brs_str token)
{
    return field_of(token).len > 0 && memchr(token.ptr, '?', token.len) != NULL;
}

static int count_token(brs_str text, brs_str wanted)
{
    int count = 0;
    const brs_str field = field_of(wanted);
    for (brs_str token; next_token(&text, &token);) {
        count += str_equal(token, wanted) || (field.len > 0 && str_equal(field_of(token), field));
    }
    return count;
}

static bool lacks(brs_str text, brs_str from, const char *what, brs_err *err)
{
    for (brs_str rest = from, token; next_token(&rest, &token);) {
        if (is_free(token) || (has_forms(token) && what[0] == 'l')) {
            continue;
        }
        const int here = count_token(text, token), there = count_token(from, token);
        if (here == 0 || (token.ptr[0] == '<' && here != there)) {
            return !brs_fail(err, BRS_TEXT, "the translation %s %.*s of the English", what, BRS_ARG(token));
        }
    }
    return false;
}

// What is no token may not look like markup, since it goes into pages as it is.
static bool is_plain(brs_str text, brs_err *err)
{
    for (size_t at = 0; at < text.len;) {
        const size_t len = language_token(text, at);
        if (len == 0 && strchr("<>\"&{}", text.ptr[at]) != NULL) {
            brs_fail(err, BRS_TEXT, "a translation may not hold a bare %c", text.ptr[at]);
            brs_help(err, "write quotes as your language prints them, and & as &amp;");
            return false;
        }
        at += len > 0 ? len : 1;
    }
    return true;
}

bool language_check(brs_str english, brs_str text, brs_err *err)
{
    return is_plain(text, err) && !lacks(text, english, "lacks", err) && !lacks(english, text, "adds, beside what there is,", err);
}

// ---- the pseudo-language ------------------------------------------------------------------------

static void put_accented(brs_buf *out, brs_str text)
{
    static const char *const small[] = {"ȧ", "ƀ", "ƈ", "ḓ", "ḗ", "ƒ", "ɠ", "ħ", "ī", "ĵ", "ķ", "ŀ", "ḿ",
                                        "ƞ", "ǿ", "ƥ", "ɋ", "ř", "ş", "ŧ", "ŭ", "ṽ", "ẇ", "ẋ", "ẏ", "ẑ"};
    static const char *const large[] = {"Ȧ", "Ɓ", "Ƈ", "Ḓ", "Ḗ", "Ƒ", "Ɠ", "Ħ", "Ī", "Ĵ", "Ķ", "Ŀ", "Ḿ",
                                        "Ƞ", "Ǿ", "Ƥ", "Ɋ", "Ř", "Ş", "Ŧ", "Ŭ", "Ṽ", "Ẇ", "Ẋ", "Ẏ", "Ẑ"};
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        if (c >= 'a' && c <= 'z') {
            buf_puts(out, small[c - 'a']);
        } else if (c >= 'A' && c <= 'Z') {
            buf_puts(out, large[c - 'A']);
        } else {
            buf_byte(out, (uint8_t)c);
        }
    }
}

// Words inside of a place are accented, names of fields are not.
static void put_token(brs_buf *out, brs_str token)
{
    const char *ask = memchr(token.ptr, '?', token.len), *bar = memchr(token.ptr, '|', token.len);
    size_t plain = token.len;
    if (token.ptr[0] == '{' && str_begins(token, BRS_STR("{s:")) && bar == NULL) {
        buf_put(out, (brs_str){token.ptr, token.len - 1});
        buf_puts(out, ":|ş}");
        return;
    }
    if (has_forms(token) && ask[1] != '@') {
        plain = (size_t)(ask - token.ptr);
    } else if (token.ptr[0] == '{' && token.ptr[1] != '{' && bar != NULL) { // {lost|gained}, {s:0:card|cards}
        plain = 0;
    }
    buf_put(out, (brs_str){token.ptr, plain});
    put_accented(out, str_behind(token, plain));
}

brs_str language_pseudo(brs_str english, brs_arena *arena)
{
    brs_buf out;
    buf_init(&out, arena, 3 * english.len + 16);
    buf_puts(&out, "[!! ");
    for (size_t at = 0; at < english.len;) {
        const size_t len = language_token(english, at);
        if (len > 0) {
            put_token(&out, (brs_str){english.ptr + at, len});
        } else {
            put_accented(&out, (brs_str){english.ptr + at, 1});
        }
        at += len > 0 ? len : 1;
    }
    buf_puts(&out, " !!]");
    return buf_str(&out);
}
