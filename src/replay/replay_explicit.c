// Choices written out: who chose what, readable without the rules and their lists of legal choices.
//
// A choice is a byte `seat << 2 | arguments` (seat 15: chance), a byte with its kind, and 0 to 3 arguments as
// LEB128 numbers. Arguments of 0 at the end are left out, so a choice has one form.
#include <string.h>

#include "replay_parts.h"

enum { CHANCE = 15, ARGUMENTS = 3 };

void explicit_put(brs_buf *out, brs_choice choice)
{
    int count = ARGUMENTS;
    while (count > 0 && choice.arg[count - 1] == 0) {
        count--;
    }
    int seat = choice.seat == BRS_SEAT_CHANCE ? CHANCE : choice.seat;
    buf_byte(out, (uint8_t)(seat << 2 | count));
    buf_byte(out, choice.kind);
    for (int i = 0; i < count; i++) {
        uint32_t value = choice.arg[i];
        for (; value >= 0x80; value >>= 7) {
            buf_byte(out, (uint8_t)(value | 0x80));
        }
        buf_byte(out, (uint8_t)value);
    }
}

static bool next_argument(explicit_reader *r, uint16_t *out)
{
    uint32_t value = 0;
    for (int shift = 0; shift <= 14 && r->at < r->bytes.len; shift += 7) {
        uint8_t byte = (uint8_t)r->bytes.ptr[r->at++];
        value |= (uint32_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *out = (uint16_t)value;
            return value <= UINT16_MAX && (byte != 0 || shift == 0);
        }
    }
    return false;
}

bool explicit_next(explicit_reader *r, brs_choice *out)
{
    if (r->bytes.len - r->at < 2) {
        return false;
    }
    uint8_t head = (uint8_t)r->bytes.ptr[r->at];
    int seat = head >> 2, count = head & 3;
    *out = (brs_choice){.kind = (uint8_t)r->bytes.ptr[r->at + 1],
                        .seat = (uint8_t)(seat == CHANCE ? BRS_SEAT_CHANCE : seat)};
    r->at += 2;
    for (int i = 0; i < count; i++) {
        if (!next_argument(r, &out->arg[i])) {
            return false;
        }
    }
    return seat <= CHANCE && (count == 0 || out->arg[count - 1] != 0);
}

bool explicit_peek(const explicit_reader *r, brs_choice *out)
{
    explicit_reader look = *r;
    return explicit_next(&look, out);
}

const char *explicit_flaw(brs_str bytes, uint32_t players, int seats)
{
    explicit_reader r = {bytes, 0};
    uint32_t found = 0, outcomes = 0;
    while (r.at < bytes.len) {
        brs_choice choice;
        if (!explicit_next(&r, &choice)) {
            return "bytes that are no choice in its one form";
        }
        bool chance = choice.seat == BRS_SEAT_CHANCE;
        if (!chance && choice.seat >= seats) {
            return "a choice of a seat that is not there";
        }
        outcomes += chance;
        found += !chance;
    }
    if (outcomes > BRS_REPLAY_MAX_DECISIONS) {
        return "more than 65,535 outcomes of chance";
    }
    return found != players ? "not as many choices as key 12 or the variation says" : NULL;
}
