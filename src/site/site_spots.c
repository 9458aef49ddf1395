// The games of a list as bytes: each as how far it stands behind the one before, and where in it to look.
#include <stddef.h>
#include <string.h>

#include "site_find.h"

enum { FIRST_BLOCK = 32, LARGEST_BLOCK = 1024, NUMBER_BYTES = 5, SPOT_BYTES = 4 * NUMBER_BYTES }; // of 32 bits and one more

struct site_spot_block {
    site_spot_block *next;
    uint16_t used, cap;
    uint8_t byte[];
};
enum { HEAD_BYTES = offsetof(site_spot_block, byte) };
_Static_assert(FIRST_BLOCK - HEAD_BYTES >= SPOT_BYTES, "a spot fits into the smallest block");

// Seven bits a byte, the lowest first.
static uint8_t *put(uint8_t *at, uint64_t value)
{
    for (; value >= 0x80; value >>= 7) {
        *at++ = (uint8_t)(value | 0x80);
    }
    *at++ = (uint8_t)value;
    return at;
}

static uint64_t take(const uint8_t **at)
{
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const uint8_t byte = *(*at)++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            return value;
        }
    }
}

// Blocks grow as the list does, up to a size of which the empty end does not matter.
static site_spot_block *add_block(site_spots *spots, brs_arena *arena)
{
    const size_t before = spots->last == NULL ? FIRST_BLOCK / 2 : spots->last->cap + (size_t)HEAD_BYTES;
    const size_t size = 2 * before < LARGEST_BLOCK ? 2 * before : LARGEST_BLOCK;
    site_spot_block *block = brs_arena_alloc(arena, 1, size);
    block->cap = (uint16_t)(size - HEAD_BYTES);
    *(spots->last == NULL ? &spots->first : &spots->last->next) = block;
    return spots->last = block;
}

void site_spot_add(site_spots *spots, site_spot spot, int most, brs_arena *arena)
{
    if (most > 0 && spots->count == most) {
        return;
    }
    const bool placed = spot.seq != 0;
    uint8_t byte[SPOT_BYTES], *end = put(byte, (uint64_t)(spot.match - spots->match) << 1 | placed);
    if (placed) {
        end = put(put(put(end, spot.seq), spot.count), (uint32_t)spot.unit);
    }
    const size_t len = (size_t)(end - byte);
    site_spot_block *block = spots->last;
    if (block == NULL || (size_t)(block->cap - block->used) < len) {
        block = add_block(spots, arena);
    }
    memcpy(block->byte + block->used, byte, len);
    block->used = (uint16_t)(block->used + len);
    spots->match = spot.match;
    spots->count++;
}

// *step: how far its match stands behind the one before.
static site_spot read_spot(const uint8_t **at, uint32_t *step)
{
    site_spot spot = {.match = 0};
    const uint64_t head = take(at);
    *step = (uint32_t)(head >> 1);
    if ((head & 1) != 0) {
        spot.seq = (uint32_t)take(at);
        spot.count = (uint32_t)take(at);
        spot.unit = (int)(uint32_t)take(at);
    }
    return spot;
}

site_spot site_spot_at(const uint8_t *at)
{
    uint32_t step;
    return read_spot(&at, &step);
}

site_spot_reader site_spot_first(const site_spots *spots)
{
    return (site_spot_reader){.block = spots->first};
}

bool site_spot_next(site_spot_reader *reader, site_spot *out)
{
    while (reader->block != NULL && reader->used == reader->block->used) {
        reader->block = reader->block->next;
        reader->used = 0;
    }
    if (reader->block == NULL) {
        return false;
    }
    uint32_t step;
    const uint8_t *end = reader->at = reader->block->byte + reader->used;
    *out = read_spot(&end, &step);
    out->match = reader->match += step;
    reader->used += (uint32_t)(end - reader->at);
    return true;
}
