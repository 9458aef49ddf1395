// The mutator knows what wraps the bytes: it opens the wrapping, changes what is inside, and closes it again with
// right lengths and checksums. Without that, nearly every changed file would end at its checksum.
#include <string.h>
#include <zlib.h>

#include "fuzz.h"
#include "replay_parts.h"

enum { MOST_FILE = BRS_REPLAY_MAX_FILE, CRC_LEN = 4, HEAD_LEN = 9, MOST_RECORDS = 4096 };

static const char REPLAY_HEAD[] = "\211BRS\r\n\x1a\n", JOURNAL_HEAD[] = "\211BRJ\r\n\x1a\n\x01";

// ---- dice --------------------------------------------------------------------------------------------

uint64_t fuzz_roll(fuzz_dice *dice)
{
    uint64_t z = dice->at += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

uint32_t fuzz_below(fuzz_dice *dice, uint32_t n)
{
    return n < 2 ? 0 : (uint32_t)(fuzz_roll(dice) % n);
}

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

static size_t put_length(uint8_t *to, size_t value)
{
    size_t len = 0;
    for (; value >= 0x80; value >>= 7) {
        to[len++] = (uint8_t)(value | 0x80);
    }
    to[len++] = (uint8_t)value;
    return len;
}

static void put_crc(uint8_t *to, uint32_t crc)
{
    for (int i = 0; i < CRC_LEN; i++) {
        to[i] = (uint8_t)(crc >> (24 - 8 * i));
    }
}

static size_t mend_crc(uint8_t *data, size_t size)
{
    if (size >= CRC_LEN) {
        put_crc(data + size - CRC_LEN, (uint32_t)crc32(0, data, (uInt)(size - CRC_LEN)));
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
    at += put_length(out + at, body.len);
    at += put_length(out + at, body.len);
    if (body.len > 0) {
        memcpy(out + at, body.ptr, body.len);
    }
    return mend_crc(out, at + body.len + CRC_LEN);
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

static size_t mutate_replay(uint8_t *data, size_t size, size_t most, brs_str other, fuzz_dice *dice)
{
    opened o;
    size_t made = 0;
    if (open_replay(&o, (brs_str){(char *)data, size})) {
        made = mutate_body(&o, other, data, most, dice);
    }
    brs_arena_release(&o.arena);
    return made > 0 ? made : mend_crc(data, fuzz_bytes(data, size, most, dice));
}

// ---- a journal ---------------------------------------------------------------------------------------

typedef struct {
    const uint8_t *from;
    size_t len;    // of the payload
    uint8_t type;
} record;

static bool get_record(brs_str file, size_t *at, record *out)
{
    uint64_t len = 0;
    for (int shift = 0; shift < 28; shift += 7) {
        if (*at >= file.len) {
            return false;
        }
        uint8_t byte = (uint8_t)file.ptr[(*at)++];
        len |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            break;
        }
    }
    if (file.len - *at < 1 + CRC_LEN || len > file.len - *at - 1 - CRC_LEN) {
        return false;
    }
    *out = (record){(const uint8_t *)file.ptr + *at + 1, (size_t)len, (uint8_t)file.ptr[*at]};
    *at += 1 + (size_t)len + CRC_LEN;
    return true;
}

// One record, with the checksum that goes on from the one before.
static size_t put_record(uint8_t *to, size_t most, const record *it, uint32_t *crc)
{
    uint8_t head[16];
    size_t at = put_length(head, it->len);
    head[at++] = it->type;
    if (most < at + it->len + CRC_LEN) {
        return 0;
    }
    memcpy(to, head, at);
    if (it->len > 0) {
        memcpy(to + at, it->from, it->len);
    }
    *crc = (uint32_t)crc32(*crc, to, (uInt)(at + it->len));
    put_crc(to + at + it->len, *crc);
    return at + it->len + CRC_LEN;
}

static size_t put_journal(uint8_t *to, size_t most, const record *records, int count)
{
    size_t at = HEAD_LEN;
    memcpy(to, JOURNAL_HEAD, HEAD_LEN);
    uint32_t crc = (uint32_t)crc32(0, to, HEAD_LEN);
    for (int i = 0; i < count; i++) {
        at += put_record(to + at, most - at, &records[i], &crc);
    }
    return at;
}

// Changes one record: its bytes (the first: as the replay that it is), its type, its place.
static int change_record(record *records, int count, uint8_t *room, size_t most, brs_str other, fuzz_dice *dice)
{
    static const uint8_t types[] = {'H', 'D', 'C', 'K', 'T', 'E', 'X'};
    int at = fuzz_below(dice, 3) == 0 ? 0 : (int)fuzz_below(dice, (uint32_t)count);
    record *it = &records[at];
    switch (at == 0 ? 0 : fuzz_below(dice, 5)) {
    case 1: it->type = types[fuzz_below(dice, sizeof types)]; return count;
    case 2: memmove(it, it + 1, (size_t)(count - at - 1) * sizeof *it); return count - 1;
    case 3:
        if (count < MOST_RECORDS) {
            memmove(it + 1, it, (size_t)(count - at) * sizeof *it);
            count++;
        }
        return count;
    case 4: *it = records[fuzz_below(dice, (uint32_t)count)]; return count;
    default: break;
    }
    memcpy(room, it->from, it->len);
    it->len = at == 0 ? mutate_replay(room, it->len, most, other, dice) : fuzz_bytes(room, it->len, most, dice);
    it->from = room;
    return count;
}

static size_t mutate_journal(uint8_t *data, size_t size, size_t most, brs_str other, fuzz_dice *dice)
{
    static uint8_t copy[MOST_FILE], room[MOST_FILE];
    static record records[MOST_RECORDS];
    size_t at = HEAD_LEN;
    int count = 0;
    if (size > sizeof copy) {
        return fuzz_bytes(data, size, most, dice);
    }
    memcpy(copy, data, size);
    while (count < MOST_RECORDS && get_record((brs_str){(char *)copy, size}, &at, &records[count])) {
        count++;
    }
    if (count == 0) {
        return fuzz_bytes(data, size, most, dice);
    }
    count = change_record(records, count, room, sizeof room, other, dice);
    return put_journal(data, most, records, count);
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
    if (begins(data, size, JOURNAL_HEAD, HEAD_LEN)) {
        return mutate_journal(data, size, most, other, dice);
    }
    if (begins(data, size, REPLAY_HEAD, 8)) {
        return how == 1 ? mend_crc(data, fuzz_bytes(data, size, most, dice)) : mutate_replay(data, size, most, other, dice);
    }
    return fuzz_bytes(data, size, most, dice);
}
