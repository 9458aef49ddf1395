// The mutator knows what wraps the bytes: it opens the wrapping, changes what is inside, and closes it again with
// right lengths and checksums. Without that, nearly every changed file would end at its checksum.
#include <string.h>
#include <zlib.h>

#include "fuzz.h"
#include "replay_parts.h"

enum { MOST_FILE = BRS_REPLAY_MAX_FILE };

static const char REPLAY_HEAD[] = "\211BRS\r\n\x1a\n";

// ---- bytes -------------------------------------------------------------------------------------------

static size_t put_in(uint8_t *data, size_t size, size_t most, fuzz_dice *dice)
{
    size_t at = fuzz_below(dice, (uint32_t)size + 1), count = 1 + fuzz_below(dice, fuzz_below(dice, 8) == 0 ? 64 : 4);
    if (size + count > most) {
        return size;
    }
    memmove(data + at + count, data + at, size - at);
    uint8_t same = (uint8_t)fuzz_roll(dice);
    bool repeat = fuzz_below(dice, 3) == 0;
    for (size_t i = 0; i < count; i++) {
        data[at + i] = repeat ? same : (uint8_t)fuzz_roll(dice);
    }
    return size + count;
}

static size_t take_out(uint8_t *data, size_t size, fuzz_dice *dice)
{
    size_t at = fuzz_below(dice, (uint32_t)size), count = 1 + fuzz_below(dice, 4);
    count = count < size - at ? count : size - at;
    memmove(data + at, data + at + count, size - at - count);
    return size - count;
}

static void copy_over(uint8_t *data, size_t size, fuzz_dice *dice)
{
    size_t from = fuzz_below(dice, (uint32_t)size), to = fuzz_below(dice, (uint32_t)size);
    size_t count = 1 + fuzz_below(dice, 32), room = size - (from > to ? from : to);
    memmove(data + to, data + from, count < room ? count : room);
}

size_t fuzz_bytes(uint8_t *data, size_t size, size_t most, fuzz_dice *dice)
{
    static const uint8_t heads[] = {0, 1, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc4, 0xca, 0xcf, 0xd3, 0xdc, 0xdd, 0xdf, 0xe0, 0xff};
    for (uint32_t steps = 1 + fuzz_below(dice, 3); steps > 0; steps--) {
        uint32_t what = size == 0 ? 0 : fuzz_below(dice, 7);
        size_t at = fuzz_below(dice, (uint32_t)size);
        switch (what) {
        case 0: size = put_in(data, size, most, dice); break;
        case 1: size = take_out(data, size, dice); break;
        case 2: data[at] ^= (uint8_t)(1 << fuzz_below(dice, 8)); break;
        case 3: data[at] = (uint8_t)fuzz_roll(dice); break;
        case 4: data[at] = heads[fuzz_below(dice, sizeof heads)]; break;
        case 5: data[at] = (uint8_t)(data[at] + (fuzz_below(dice, 2) == 0 ? 1 : -1)); break;
        default: copy_over(data, size, dice); break;
        }
    }
    return size;
}

// ---- a replay ----------------------------------------------------------------------------------------

typedef struct {
    brs_arena arena;
    brs_str body;
} opened;

static bool open_replay(opened *o, brs_str file)
{
    int64_t base;
    brs_arena_init(&o->arena, 0);
    return replay_open_container(file, &o->arena, &o->body, &base, NULL);
}

static size_t mend_crc(uint8_t *data, size_t size)
{
    if (size >= FUZZ_CRC) {
        fuzz_put_crc(data + size - FUZZ_CRC, (uint32_t)crc32(0, data, (uInt)(size - FUZZ_CRC)));
    }
    return size;
}

// The body in a container that is never compressed.
static size_t close_plain(brs_str body, uint8_t *out, size_t most)
{
    enum { WRAPPING = 24 };
    if (most < WRAPPING || body.len > most - WRAPPING) {
        return 0;
    }
    memcpy(out, REPLAY_HEAD, 8);
    out[8] = 1;
    out[9] = 0;
    size_t at = 10;
    at += fuzz_put_length(out + at, body.len);
    if (body.len > 0) {
        memcpy(out + at, body.ptr, body.len);
    }
    return mend_crc(out, at + body.len + FUZZ_CRC);
}

static size_t close_replay(opened *o, brs_str body, uint8_t *out, size_t most, fuzz_dice *dice)
{
    if (fuzz_below(dice, 4) > 0) {
        return close_plain(body, out, most);
    }
    brs_str file = replay_close_container(body, &o->arena);
    if (file.len > most) {
        return 0;
    }
    memcpy(out, file.ptr, file.len);
    return file.len;
}

static size_t mutate_body(opened *o, brs_str other, uint8_t *out, size_t most, fuzz_dice *dice)
{
    static uint8_t body[MOST_FILE];
    opened lent;
    size_t len = 0;
    if (fuzz_below(dice, 4) > 0) {
        bool lends = open_replay(&lent, other);
        len = fuzz_tree(o->body, lends ? lent.body : (brs_str){"", 0}, body, sizeof body, dice);
        brs_arena_release(&lent.arena);
    }
    if (len == 0) {
        memcpy(body, o->body.ptr, o->body.len);
        len = fuzz_bytes(body, o->body.len, sizeof body, dice);
    }
    return close_replay(o, (brs_str){(char *)body, len}, out, most, dice);
}

size_t fuzz_replay(uint8_t *data, size_t size, size_t most, brs_str other, fuzz_dice *dice)
{
    opened o;
    size_t made = 0;
    if (open_replay(&o, (brs_str){(char *)data, size})) {
        made = mutate_body(&o, other, data, most, dice);
    }
    brs_arena_release(&o.arena);
    return made > 0 ? made : mend_crc(data, fuzz_bytes(data, size, most, dice));
}

// ---- any file ----------------------------------------------------------------------------------------

static bool begins(const uint8_t *data, size_t size, const char *head, size_t len)
{
    return size >= len && memcmp(data, head, len) == 0;
}

size_t fuzz_mutate(uint8_t *data, size_t size, size_t most, brs_str other, fuzz_dice *dice)
{
    uint32_t how = fuzz_below(dice, 16);
    most = most < MOST_FILE ? most : MOST_FILE;
    if (how == 0 || size > most) {
        return fuzz_bytes(data, size < most ? size : most, most, dice);
    }
    if (begins(data, size, FUZZ_JOURNAL, sizeof FUZZ_JOURNAL - 1)) {
        return fuzz_journal(data, size, most, other, dice);
    }
    if (begins(data, size, FUZZ_ARCHIVE, sizeof FUZZ_ARCHIVE - 1)) {
        return fuzz_archive(data, size, most, dice);
    }
    if (begins(data, size, REPLAY_HEAD, 8)) {
        return how == 1 ? mend_crc(data, fuzz_bytes(data, size, most, dice)) : fuzz_replay(data, size, most, other, dice);
    }
    return how < 12 ? fuzz_text(data, size, most, other, dice) : fuzz_bytes(data, size, most, dice);
}
