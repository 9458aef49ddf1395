// Append-only bytes and the escapes. Escaping happens here and nowhere else.
#include "buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "memory.h"
#include "str.h"
#include "text.h"

void buf_init(brs_buf *buf, brs_arena *arena, size_t first_cap)
{
    *buf = (brs_buf){.arena = arena};
    buf_room(buf, first_cap);
}

char *buf_grow(brs_buf *buf, size_t more)
{
    size_t cap = buf->cap * 2 > buf->len + more ? buf->cap * 2 : buf->len + more;
    char *grown = memory_raw(buf->arena, cap);
    if (buf->len > 0) {
        memcpy(grown, buf->ptr, buf->len);
    }
    buf->ptr = grown;
    buf->cap = cap;
    return buf->ptr + buf->len;
}

void buf_byte(brs_buf *buf, uint8_t byte)
{
    *buf_room(buf, 1) = (char)byte;
    buf->len++;
}

void buf_put(brs_buf *buf, brs_str text)
{
    if (text.len > 0) {
        memcpy(buf_room(buf, text.len), text.ptr, text.len);
        buf->len += text.len;
    }
}

void buf_puts(brs_buf *buf, const char *text)
{
    buf_put(buf, str_of(text));
}

void buf_number(brs_buf *buf, int64_t value)
{
    char digits[24];
    int at = (int)sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    buf_put(buf, (brs_str){digits + at, sizeof digits - (size_t)at});
}

void buf_hex(brs_buf *buf, uint64_t value, int digits)
{
    for (int i = digits - 1; i >= 0; i--) {
        buf_byte(buf, (uint8_t) "0123456789abcdef"[value >> (4 * i) & 15]);
    }
}

void buf_putf(brs_buf *buf, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len > 0) {
        vsnprintf(buf_room(buf, (size_t)len + 1), (size_t)len + 1, format, again);
        buf->len += (size_t)len;
    }
    va_end(again);
}

// What a byte that may need an entity becomes; nothing: it stays as it is.
static brs_str html_entity(unsigned char c)
{
    switch (c) {
    case '&': return BRS_STR("&amp;");
    case '<': return BRS_STR("&lt;");
    case '>': return BRS_STR("&gt;");
    case '"': return BRS_STR("&quot;");
    case '\'': return BRS_STR("&#39;");
    case '\t': case '\n': return (brs_str){NULL, 0};
    default: return BRS_STR("\xEF\xBF\xBD");  // the other controls, and DEL
    }
}

// Bytes that may need an entity: controls, & < > " ' and DEL.
static bool html_special(unsigned char c)
{
    static const uint64_t set[4] = {UINT64_C(0x500000C4FFFFFFFF), UINT64_C(0x8000000000000000), 0, 0};
    return (set[c >> 6] >> (c & 63) & 1) != 0;
}

// Sixteen bytes at once, in whatever way the machine can.
typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint64_t words2 __attribute__((vector_size(16)));

static bool plain16(bytes16 v)
{
    words2 hit = (words2)((v < 0x20) | (v == '&') | (v == '<') | (v == '>') | (v == '"') | (v == '\'') | (v == 0x7F));
    return (hit[0] | hit[1]) == 0;
}

// How many blocks of sixteen at the start hold nothing special.
static size_t plain_blocks(const char *text, size_t len)
{
    size_t at = 0;
    for (; at + 16 <= len; at += 16) {
        bytes16 v;
        memcpy(&v, text + at, 16);
        if (!plain16(v)) {
            break;
        }
    }
    return at;
}

// Most fields are a word or a number. Up to fifteen bytes are looked at as two halves that may overlap.
static bool plain_word(const char *text, size_t len)
{
    uint64_t half[2];
    if (len >= 8) {
        memcpy(&half[0], text, 8);
        memcpy(&half[1], text + len - 8, 8);
    } else if (len >= 4) {
        uint32_t quarter[2];
        memcpy(&quarter[0], text, 4);
        memcpy(&quarter[1], text + len - 4, 4);
        half[0] = half[1] = (uint64_t)quarter[0] << 32 | quarter[1];
    } else {
        bool plain = true;
        for (size_t i = 0; i < len; i++) {
            plain = plain && !html_special((unsigned char)text[i]);
        }
        return plain;
    }
    return plain16((bytes16)(words2){half[0], half[1]});
}

static bool is_plain(brs_str text)
{
    if (text.len < 16) {
        return plain_word(text.ptr, text.len);
    }
    bytes16 last;
    memcpy(&last, text.ptr + text.len - 16, 16);
    return plain16(last) && plain_blocks(text.ptr, text.len) == text.len / 16 * 16;
}

void buf_html(brs_buf *buf, brs_str text)
{
    if (is_plain(text)) {
        buf_put(buf, text);
        return;
    }
    char *to = buf_room(buf, 6 * text.len);  // no entity is longer than six bytes
    size_t i = 0;
    while (i < text.len) {
        size_t plain = plain_blocks(text.ptr + i, text.len - i);
        memcpy(to, text.ptr + i, plain);
        to += plain;
        i += plain;
        for (size_t end = i + 16 < text.len ? i + 16 : text.len; i < end; i++) {
            char c = text.ptr[i];
            brs_str entity = html_special((unsigned char)c) ? html_entity((unsigned char)c) : (brs_str){NULL, 0};
            if (entity.len == 0) {
                *to++ = c;
            } else {
                memcpy(to, entity.ptr, entity.len);
                to += entity.len;
            }
        }
    }
    buf->len = (size_t)(to - buf->ptr);
}

void buf_xml(brs_buf *buf, brs_str text)
{
    const size_t from = buf->len;
    buf_html(buf, text);
    for (size_t i = from; i + 2 < buf->len; i++) {
        unsigned char *at = (unsigned char *)buf->ptr + i;
        if (at[0] == 0xEF && at[1] == 0xBF && at[2] >= 0xBE) {
            at[2] = 0xBD;
        }
    }
}

void buf_html_field(brs_buf *buf, brs_str text)
{
    size_t at = buf->len;
    for (buf_html(buf, text); at < buf->len; at++) {
        buf->ptr[at] = buf->ptr[at] == '\t' || buf->ptr[at] == '\n' ? ' ' : buf->ptr[at];
    }
}

void buf_gift(brs_buf *buf, brs_str text)
{
    buf_room(buf, 2 * text.len);
    for (size_t i = 0; i < text.len; i++) {
        const unsigned char c = (unsigned char)text.ptr[i];
        if (c != '\0' && strchr("~=#{}:\\", c) != NULL) {
            buf_byte(buf, '\\');
        }
        buf_byte(buf, c < ' ' || c == 0x7f ? ' ' : c);
    }
}

void buf_json(brs_buf *buf, brs_str text)
{
    int len = 1;
    for (size_t i = 0; i < text.len; i += (size_t)len) {
        uint32_t point;
        unsigned char c = (unsigned char)text.ptr[i];
        len = text_point((const uint8_t *)text.ptr + i, text.len - i, &point);
        if (len == 0) {  // a file's name may be any bytes; JSON is UTF-8
            buf_puts(buf, "\xef\xbf\xbd");
            len = 1;
        } else if (len > 1) {
            buf_put(buf, (brs_str){text.ptr + i, (size_t)len});
        } else if (c == '"' || c == '\\') {
            buf_byte(buf, '\\');
            buf_byte(buf, c);
        } else if (c < 0x20 || c == '<') {  // '<': the string may end up inside a script block
            buf_puts(buf, "\\u00");
            buf_hex(buf, c, 2);
        } else {
            buf_byte(buf, c);
        }
    }
}

void buf_base64(brs_buf *buf, brs_str bytes)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.len; i += 3) {
        const size_t here = bytes.len - i < 3 ? bytes.len - i : 3;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) {
            bits = bits << 8 | (k < here ? (uint8_t)bytes.ptr[i + k] : 0);
        }
        for (size_t k = 0; k < 4; k++) {
            buf_byte(buf, k <= here ? (uint8_t)letters[bits >> (18 - 6 * k) & 63] : '=');
        }
    }
}
