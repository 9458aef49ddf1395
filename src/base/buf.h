// Append-only bytes: the one way text is put together. Grows in an arena.
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "broadside/arena.h"
#include "broadside/types.h"

typedef struct {
    char *ptr;
    size_t len, cap;
    brs_arena *arena;
} brs_buf;

void buf_init(brs_buf *buf, brs_arena *arena, size_t first_cap);
static inline void buf_reset(brs_buf *buf) { buf->len = 0; }
static inline brs_str buf_str(const brs_buf *buf) { return (brs_str){buf->ptr, buf->len}; }

// Makes room for `more` bytes and returns where they go; the caller adds to buf->len.
char *buf_grow(brs_buf *buf, size_t more);
static inline char *buf_room(brs_buf *buf, size_t more)
{
    return buf->cap - buf->len < more ? buf_grow(buf, more) : buf->ptr + buf->len;
}

void buf_byte(brs_buf *buf, uint8_t byte);
void buf_put(brs_buf *buf, brs_str text);
void buf_puts(brs_buf *buf, const char *text);
void buf_number(brs_buf *buf, int64_t value);
void buf_hex(brs_buf *buf, uint64_t value, int digits);
void buf_putf(brs_buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Text for HTML: & < > " ' become entities, so it is safe in text and in quoted attributes.
// Control characters other than tab and newline become U+FFFD.
void buf_html(brs_buf *buf, brs_str text);

// The same for XML, in which U+FFFE and U+FFFF are no characters: they become U+FFFD too.
void buf_xml(brs_buf *buf, brs_str text);

// Text for a field of a table whose fields end at tabs and whose rows end at lines, as HTML.
void buf_html_field(brs_buf *buf, brs_str text);

// Text inside a question of Moodle's GIFT: ~ = # { } : and \\ get a backslash, a line does not end.
void buf_gift(brs_buf *buf, brs_str text);

// Text inside a JSON string (without the quotes).
void buf_json(brs_buf *buf, brs_str text);

// Appends bytes in base 64 (RFC 4648, section 4), padded.
void buf_base64(brs_buf *buf, brs_str bytes);

#endif
