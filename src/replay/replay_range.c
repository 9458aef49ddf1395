// A carry range coder (Martin 1979; in the form that LZMA made known): integers only, 32-bit range.
//
// The stream is a number below 1 in base 256. Each symbol narrows an interval of it; the last
// symbol of a list takes what division leaves over, so every number of the interval reads back as
// some legal symbol. At the end the writer picks the number with the most trailing zero bits and
// drops zero bytes; a reader reads zeros past the end.
#include "replay_parts.h"

enum { RANGE_LEAST = 1 << 24 };

void range_write_begin(range_writer *w, brs_arena *arena, size_t first_cap)
{
    *w = (range_writer){.range = UINT32_MAX};
    buf_init(&w->bytes, arena, first_cap);
}

// The carry runs back over bytes of 255; it cannot leave the stream, whose value stays below 1.
static void add(range_writer *w, uint64_t amount)
{
    uint64_t sum = w->low + amount;
    w->low = (uint32_t)sum;
    if (sum > UINT32_MAX) {
        size_t at = w->bytes.len;
        do {
            at--;
            w->bytes.ptr[at]++;
        } while (w->bytes.ptr[at] == 0);
    }
}

static void narrow(uint32_t *range, uint32_t share, uint32_t from, uint32_t width, uint32_t total)
{
    *range = from + width == total ? *range - share * from : share * width;
}

void range_write(range_writer *w, uint32_t from, uint32_t width, uint32_t total)
{
    uint32_t share = w->range / total;
    add(w, (uint64_t)share * from);
    narrow(&w->range, share, from, width, total);
    while (w->range < RANGE_LEAST) {
        buf_byte(&w->bytes, (uint8_t)(w->low >> 24));
        w->low <<= 8;
        w->range <<= 8;
    }
}

brs_str range_write_end(range_writer *w)
{
    uint64_t last = (uint64_t)w->low + w->range - 1, best = last;
    for (int zeros = 1; zeros <= 32; zeros++) {
        uint64_t round = last >> zeros << zeros;
        if (round < w->low) {
            break;
        }
        best = round;
    }
    add(w, best - w->low);
    for (int i = 0; i < 4; i++) {
        buf_byte(&w->bytes, (uint8_t)(w->low >> 24));
        w->low <<= 8;
    }
    while (w->bytes.len > 0 && w->bytes.ptr[w->bytes.len - 1] == 0) {
        w->bytes.len--;
    }
    return buf_str(&w->bytes);
}

static uint32_t next_byte(range_reader *r)
{
    return r->at < r->bytes.len ? (uint8_t)r->bytes.ptr[r->at++] : 0;
}

void range_read_begin(range_reader *r, brs_str bytes)
{
    *r = (range_reader){.bytes = bytes, .range = UINT32_MAX};
    for (int i = 0; i < 4; i++) {
        r->code = r->code << 8 | next_byte(r);
    }
}

uint32_t range_read_at(const range_reader *r, uint32_t total)
{
    uint32_t at = r->code / (r->range / total);
    return at < total ? at : total - 1;
}

void range_read(range_reader *r, uint32_t from, uint32_t width, uint32_t total)
{
    uint32_t share = r->range / total;
    r->code -= share * from;
    narrow(&r->range, share, from, width, total);
    while (r->range < RANGE_LEAST) {
        r->code = r->code << 8 | next_byte(r);
        r->range <<= 8;
    }
}
