// The pre-scan: walks a whole MessagePack body with a few hundred bytes of stack before a library
// may see it.
//
// msgpack-c 4.0.0 allocates what a header claims, ignores bytes that follow, and accepts duplicate
// keys, long forms and broken UTF-8; all of that ends here. No recursion, no allocation.
#include <string.h>

#include "replay_parts.h"
#include "text.h"

typedef enum { ITEM_NONE, ITEM_OTHER, ITEM_NUMBER, ITEM_TEXT, ITEM_ARRAY, ITEM_MAP } item_kind;

typedef struct {
    uint64_t left;  // items still to come; keys and values of a map count each
    bool map;
    size_t key_at, key_end;  // the key before, 0 and 0: none
} scan_level;

typedef struct {
    const uint8_t *bytes;
    size_t len, at;
    int64_t base;
    brs_err *err;
    scan_level level[REPLAY_MAX_DEPTH];
    int depth;
    uint32_t elements;
} scanner;

static bool refuse(scanner *s, brs_code code, size_t at, const char *why)
{
    bool inflated = s->base < 0;
    return replay_fail(s->err, code, (int64_t)at + (inflated ? 0 : s->base), "%s%s", why,
                       inflated ? " (offset in the inflated body)" : "");
}

static uint64_t big_endian(const uint8_t *at, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++) {
        value = value << 8 | at[i];
    }
    return value;
}

// What a first byte says: how many bytes of number follow, and what they are.
typedef struct {
    item_kind kind;
    uint8_t width;     // bytes of length or value that follow
    bool is_length;    // ... are the length of text, bytes, array or map
    bool is_negative;  // a signed number, which must be negative
    uint64_t value;    // when width is 0
    uint64_t least;    // smallest value that needs this form
} item_form;

static bool form_of(uint8_t b, item_form *out)
{
    enum { SIGNED = 1, LENGTH = 2 };
    static const struct {
        uint8_t kind, width, flags;
        uint64_t least;
    } forms[32] = {
        // by byte, from 0xc0; floats, ext and 0xc1 have no kind
        [0x00] = {ITEM_OTHER, 0, 0, 0},
        [0x02] = {ITEM_OTHER, 0, 0, 0},
        [0x03] = {ITEM_OTHER, 0, 0, 0},
        [0x04] = {ITEM_OTHER, 1, LENGTH, 0},
        [0x05] = {ITEM_OTHER, 2, LENGTH, 0x100},
        [0x06] = {ITEM_OTHER, 4, LENGTH, 0x10000},
        [0x0c] = {ITEM_NUMBER, 1, 0, 0x80},
        [0x0d] = {ITEM_NUMBER, 2, 0, 0x100},
        [0x0e] = {ITEM_NUMBER, 4, 0, 0x10000},
        [0x0f] = {ITEM_NUMBER, 8, 0, 0x100000000},
        [0x10] = {ITEM_NUMBER, 1, SIGNED, 33},
        [0x11] = {ITEM_NUMBER, 2, SIGNED, 0x81},
        [0x12] = {ITEM_NUMBER, 4, SIGNED, 0x8001},
        [0x13] = {ITEM_NUMBER, 8, SIGNED, 0x80000001},
        [0x19] = {ITEM_TEXT, 1, LENGTH, 32},
        [0x1a] = {ITEM_TEXT, 2, LENGTH, 0x100},
        [0x1b] = {ITEM_TEXT, 4, LENGTH, 0x10000},
        [0x1c] = {ITEM_ARRAY, 2, LENGTH, 16},
        [0x1d] = {ITEM_ARRAY, 4, LENGTH, 0x10000},
        [0x1e] = {ITEM_MAP, 2, LENGTH, 16},
        [0x1f] = {ITEM_MAP, 4, LENGTH, 0x10000},
    };
    if (b <= 0x7f || b >= 0xe0) {
        *out = (item_form){.kind = ITEM_NUMBER};
    } else if (b <= 0x8f) {
        *out = (item_form){.kind = ITEM_MAP, .value = b & 15, .is_length = true};
    } else if (b <= 0x9f) {
        *out = (item_form){.kind = ITEM_ARRAY, .value = b & 15, .is_length = true};
    } else if (b <= 0xbf) {
        *out = (item_form){.kind = ITEM_TEXT, .value = b & 31, .is_length = true};
    } else {
        uint8_t row = b - 0xc0;
        *out = (item_form){.kind = (item_kind)forms[row].kind,
                           .width = forms[row].width,
                           .is_length = (forms[row].flags & LENGTH) != 0,
                           .is_negative = (forms[row].flags & SIGNED) != 0,
                           .least = forms[row].least};
    }
    return out->kind != ITEM_NONE;
}

static bool shortest(const item_form *form, uint64_t value)
{
    if (form->is_negative) {
        unsigned bits = form->width * 8U;
        bool negative = (value >> (bits - 1) & 1) != 0;
        uint64_t size = bits == 64 ? 0 - value : (UINT64_C(1) << bits) - value;
        return negative && size >= form->least;
    }
    return value >= form->least;
}

// Reads the head of an item and, for text and bytes, what it holds. *items: of an array or map,
// else 0.
static bool scan_item(scanner *s, item_form *form, uint64_t *items)
{
    size_t start = s->at;
    *items = 0;
    if (++s->elements > REPLAY_MAX_ELEMENTS) {
        return refuse(s, BRS_LIMIT, start, "more than 262,144 elements");
    }
    if (!form_of(s->bytes[s->at++], form)) {
        return refuse(s, BRS_NOT_CANONICAL, start, "a float, an extension or a reserved byte");
    }
    uint64_t value = form->value;
    if (form->width > 0) {
        if (s->len - s->at < form->width) {
            return refuse(s, BRS_TRUNCATED, start, "the body ends inside a number");
        }
        value = big_endian(s->bytes + s->at, form->width);
        s->at += form->width;
        if (!shortest(form, value)) {
            return refuse(s, BRS_NOT_CANONICAL, start,
                          "a number or length is not in its shortest form");
        }
    }
    if (!form->is_length) {
        return true;
    }
    if (form->kind == ITEM_ARRAY || form->kind == ITEM_MAP) {
        uint64_t most = form->kind == ITEM_MAP ? REPLAY_MAX_ENTRIES : REPLAY_MAX_ITEMS;
        *items = form->kind == ITEM_MAP ? value * 2 : value;
        if (*items > s->len - s->at) {
            return refuse(s, BRS_TRUNCATED, start,
                          "a list claims more items than there are bytes left");
        }
        return value <= most ||
               refuse(s, BRS_LIMIT, start, "a map has at most 256 entries, a list 65,536 items");
    }
    if (value > s->len - s->at) {
        return refuse(s, BRS_TRUNCATED, start, "the body ends inside a text or bytes");
    }
    brs_str held = {(const char *)s->bytes + s->at, (size_t)value};
    s->at += (size_t)value;
    if (form->kind == ITEM_TEXT && !text_valid(held)) {
        return refuse(s, BRS_NOT_CANONICAL, start, "a text is not UTF-8");
    }
    return true;
}

// Is the next item of this level a key?
static bool at_key(const scan_level *level)
{
    return level->map && level->left % 2 == 0;
}

static bool key_in_order(scanner *s, scan_level *level, size_t start, item_kind kind)
{
    if (kind != ITEM_NUMBER && kind != ITEM_TEXT) {
        return refuse(s, BRS_NOT_CANONICAL, start, "a key is neither a number nor a text");
    }
    size_t old_len = level->key_end - level->key_at, len = s->at - start;
    if (level->key_end > 0) {
        int order =
            memcmp(s->bytes + level->key_at, s->bytes + start, old_len < len ? old_len : len);
        if (order == 0) {
            return refuse(s, BRS_NOT_CANONICAL, start, "a key comes twice");
        }
        if (order > 0) {
            return refuse(s, BRS_NOT_CANONICAL, start, "the keys are not in ascending order");
        }
    }
    level->key_at = start;
    level->key_end = s->at;
    return true;
}

// Counts a finished item at its level, and the levels that it completes.
static void finish_item(scanner *s)
{
    while (s->depth > 0 && --s->level[s->depth - 1].left == 0) {
        s->depth--;
    }
}

// Begins an item that stands in the top map: its key or its value.
static void note_top(scanner *s, replay_spans *out, size_t start)
{
    replay_span *span = &out->span[out->count];
    if (at_key(&s->level[0])) {
        span->key_at = (uint32_t)start;
    } else {
        span->value_at = (uint32_t)start;
        span->elements = s->elements;
    }
}

// Ends the entry of the top map whose value was the last item, if it was one.
static void close_top(scanner *s, replay_spans *out, uint64_t left_before)
{
    uint64_t left = s->level[0].left;
    if (left != left_before && left % 2 == 0) {
        replay_span *span = &out->span[out->count++];
        span->end = (uint32_t)s->at;
        span->elements = s->elements - span->elements;
    }
}

static bool scan_next(scanner *s, replay_spans *out)
{
    size_t start = s->at;
    if (start >= s->len) {
        return refuse(s, BRS_TRUNCATED, start, "the body ends before its map does");
    }
    scan_level *level = s->depth > 0 ? &s->level[s->depth - 1] : NULL;
    if (s->depth == 1) {
        note_top(s, out, start);
    }
    item_form form = {.kind = ITEM_NONE};
    uint64_t items;
    if (!scan_item(s, &form, &items)) {
        return false;
    }
    if (level == NULL && form.kind != ITEM_MAP) {
        return refuse(s, BRS_NOT_CANONICAL, start, "the body is not a map");
    }
    if (level != NULL && at_key(level) && !key_in_order(s, level, start, form.kind)) {
        return false;
    }
    uint64_t top_left = s->level[0].left;
    if (items > 0) {
        if (s->depth == REPLAY_MAX_DEPTH) {
            return refuse(s, BRS_LIMIT, start, "lists are nested more than 8 deep");
        }
        s->level[s->depth++] = (scan_level){.left = items, .map = form.kind == ITEM_MAP};
        return true;
    }
    finish_item(s);
    if (level != NULL) {
        close_top(s, out, top_left);
    }
    return true;
}

bool replay_scan(brs_str body, int64_t base, replay_spans *out, brs_err *err)
{
    scanner s = {.bytes = (const uint8_t *)body.ptr, .len = body.len, .base = base, .err = err};
    out->count = 0;
    do {
        if (!scan_next(&s, out)) {
            return false;
        }
    } while (s.depth > 0);
    return s.at == s.len || refuse(&s, BRS_NOT_CANONICAL, s.at, "bytes follow the end of the map");
}
