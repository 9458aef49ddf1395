// A carry range coder (Martin 1979; in the form that LZMA made known): integers only, 32-bit range.
//
// The stream is a number below 1 in base 256. Each symbol narrows an interval of it; the last
// symbol of a list takes what division leaves over, so every number of the interval reads back as
// some legal symbol. At the end the writer picks the number with the most trailing zero bits and
// drops zero bytes; a reader reads zeros past the end.
#include "replay_parts.h"

void range_write_begin(range_writer *w, brs_arena *arena, size_t first_cap)
{
    *w = (range_writer){.range = UINT32_MAX};
    buf_init(&w->bytes, arena, first_cap);
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
    range_add(w, best - w->low);
    for (int i = 0; i < 4; i++) {
        buf_byte(&w->bytes, (uint8_t)(w->low >> 24));
        w->low <<= 8;
    }
    while (w->bytes.len > 0 && w->bytes.ptr[w->bytes.len - 1] == 0) {
        w->bytes.len--;
    }
    return buf_str(&w->bytes);
}

void range_read_begin(range_reader *r, brs_str bytes)
{
    *r = (range_reader){.bytes = bytes, .range = UINT32_MAX};
    for (int i = 0; i < 4; i++) {
        r->code = r->code << 8 | range_next_byte(r);
    }
}
