// Slices: compare, cut, trim, read a number. All inline, none allocates.
#ifndef BASE_STR_H
#define BASE_STR_H

#include <string.h>

#include "broadside/types.h"

static inline brs_str str_of(const char *text)
{
    return (brs_str){text, text == NULL ? 0 : strlen(text)};
}

// What is behind the first `at` bytes. An empty slice may point nowhere, and nothing may be added to that.
static inline brs_str str_behind(brs_str a, size_t at)
{
    return at == 0 ? a : (brs_str){a.ptr + at, a.len - at};
}

static inline bool str_equal(brs_str a, brs_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static inline bool str_is(brs_str a, const char *text)
{
    return a.len == 0 ? text[0] == '\0' : a.ptr[0] == text[0] && str_equal(a, str_of(text));
}

// Order of bytes; a prefix comes first.
static inline int str_compare(brs_str a, brs_str b)
{
    size_t shorter = a.len < b.len ? a.len : b.len;
    int order = shorter == 0 ? 0 : memcmp(a.ptr, b.ptr, shorter);
    return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

static inline bool str_ends(brs_str a, brs_str ending)
{
    return a.len >= ending.len && str_equal((brs_str){a.ptr + (a.len - ending.len), ending.len}, ending);
}

static inline bool str_begins(brs_str a, brs_str prefix)
{
    return a.len >= prefix.len && str_equal((brs_str){a.ptr, prefix.len}, prefix);
}

static inline bool str_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static inline brs_str str_trim(brs_str a)
{
    while (a.len > 0 && str_blank(a.ptr[0])) {
        a.ptr++;
        a.len--;
    }
    while (a.len > 0 && str_blank(a.ptr[a.len - 1])) {
        a.len--;
    }
    return a;
}

// Cuts *rest at the first `mark`: returns what is before it, leaves what is after it.
// Without a mark it returns all and leaves nothing.
static inline brs_str str_cut(brs_str *rest, char mark)
{
    const char *at = rest->len == 0 ? NULL : memchr(rest->ptr, mark, rest->len);
    brs_str head = *rest;
    if (at == NULL) {
        *rest = str_behind(*rest, rest->len);
        return head;
    }
    head.len = (size_t)(at - rest->ptr);
    *rest = str_behind(*rest, head.len + 1);
    return head;
}

// The next line without its end ("\n" or "\r\n"); false when nothing is left.
static inline bool str_line(brs_str *rest, brs_str *line)
{
    if (rest->len == 0) {
        return false;
    }
    *line = str_cut(rest, '\n');
    if (line->len > 0 && line->ptr[line->len - 1] == '\r') {
        line->len--;
    }
    return true;
}

// The next word of a line, blanks skipped; empty when there is none.
static inline brs_str str_word(brs_str *rest)
{
    *rest = str_trim(*rest);
    size_t len = 0;
    while (len < rest->len && !str_blank(rest->ptr[len])) {
        len++;
    }
    brs_str word = {rest->ptr, len};
    *rest = str_trim(str_behind(*rest, len));
    return word;
}

// A decimal number with an optional '-', the whole slice, within 18 digits.
static inline bool str_number(brs_str a, int64_t *out)
{
    bool minus = a.len > 0 && a.ptr[0] == '-';
    size_t i = minus ? 1 : 0;
    if (i == a.len || a.len - i > 18) {
        return false;
    }
    int64_t value = 0;
    for (; i < a.len; i++) {
        if (a.ptr[i] < '0' || a.ptr[i] > '9') {
            return false;
        }
        value = value * 10 + (a.ptr[i] - '0');
    }
    *out = minus ? -value : value;
    return true;
}

// A decimal number of 64 bits in its shortest form, the whole slice.
static inline bool str_unsigned(brs_str a, uint64_t *out)
{
    uint64_t value = 0;
    if (a.len == 0 || a.len > 20 || (a.len > 1 && a.ptr[0] == '0')) {
        return false;
    }
    for (size_t i = 0; i < a.len; i++) {
        const uint64_t digit = (uint64_t)(unsigned char)a.ptr[i] - '0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

#endif
