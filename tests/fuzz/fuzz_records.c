// Other bytes for files of records: journals, whose checksums are a chain, and archives, which have an index. What wraps
// the records is made anew, so that all of it is right but what was changed.
#include <string.h>
#include <zlib.h>

#include "fuzz.h"
#include "replay_archive.h"

enum { MOST_FILE = BRS_REPLAY_MAX_FILE, HEAD_LEN = 9, MOST_RECORDS = 4096 };

size_t fuzz_put_length(uint8_t *to, size_t value)
{
    size_t len = 0;
    for (; value >= 0x80; value >>= 7) {
        to[len++] = (uint8_t)(value | 0x80);
    }
    to[len++] = (uint8_t)value;
    return len;
}

void fuzz_put_crc(uint8_t *to, uint32_t crc)
{
    for (int i = 0; i < FUZZ_CRC; i++) {
        to[i] = (uint8_t)(crc >> (24 - 8 * i));
    }
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
    if (file.len - *at < 1 + FUZZ_CRC || len > file.len - *at - 1 - FUZZ_CRC) {
        return false;
    }
    *out = (record){(const uint8_t *)file.ptr + *at + 1, (size_t)len, (uint8_t)file.ptr[*at]};
    *at += 1 + (size_t)len + FUZZ_CRC;
    return true;
}

// One record, with the checksum that goes on from the one before.
static size_t put_record(uint8_t *to, size_t most, const record *it, uint32_t *crc)
{
    uint8_t head[16];
    size_t at = fuzz_put_length(head, it->len);
    head[at++] = it->type;
    if (most < at + it->len + FUZZ_CRC) {
        return 0;
    }
    memcpy(to, head, at);
    if (it->len > 0) {
        memcpy(to + at, it->from, it->len);
    }
    *crc = (uint32_t)crc32(*crc, to, (uInt)(at + it->len));
    fuzz_put_crc(to + at + it->len, *crc);
    return at + it->len + FUZZ_CRC;
}

static size_t put_journal(uint8_t *to, size_t most, const record *records, int count)
{
    size_t at = HEAD_LEN;
    memcpy(to, FUZZ_JOURNAL, sizeof FUZZ_JOURNAL - 1);
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
    it->len = at == 0 ? fuzz_replay(room, it->len, most, other, dice) : fuzz_bytes(room, it->len, most, dice);
    it->from = room;
    return count;
}

size_t fuzz_journal(uint8_t *data, size_t size, size_t most, brs_str other, fuzz_dice *dice)
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

// ---- an archive --------------------------------------------------------------------------------------

static bool get_archived(brs_str file, size_t *at, record *out)
{
    size_t next = *at + 1;
    uint32_t len;
    if (*at >= file.len || file.ptr[*at] == 'I' || !archive_number(file, &next, &len) || file.len - next < FUZZ_CRC ||
        len > file.len - next - FUZZ_CRC) {
        return false;
    }
    *out = (record){(const uint8_t *)file.ptr + next, len, (uint8_t)file.ptr[*at]};
    *at = next + len + FUZZ_CRC;
    return true;
}

static size_t put_archived(uint8_t *to, size_t most, const record *it)
{
    uint8_t head[8] = {it->type};
    size_t at = 1 + fuzz_put_length(head + 1, it->len);
    if (most < at + it->len + FUZZ_CRC) {
        return 0;
    }
    memcpy(to, head, at);
    if (it->len > 0) {
        memcpy(to + at, it->from, it->len);
    }
    at += it->len;
    fuzz_put_crc(to + at, (uint32_t)crc32(0, to, (uInt)at));
    return at + FUZZ_CRC;
}

// Of a game's record: shape, id, the rest. The first bytes of the id stand in the index.
static const uint8_t *id_of(const record *it)
{
    static const uint8_t none[ARCHIVE_INDEX_ID];
    size_t at = 0;
    uint32_t shape;
    bool read = archive_number((brs_str){(const char *)it->from, it->len}, &at, &shape);
    return read && it->len - at >= ARCHIVE_INDEX_ID ? it->from + at : none;
}

// With an index that fits, and its offset.
static size_t put_archive(uint8_t *to, size_t most, const record *records, int count)
{
    static uint8_t list[MOST_RECORDS * 8];
    record index = {.from = list, .type = 'I'};
    size_t at = HEAD_LEN;
    memcpy(to, FUZZ_ARCHIVE, HEAD_LEN);
    for (int i = 0; i < count; i++) {
        size_t size = put_archived(to + at, most - at, &records[i]);
        if (size == 0) {
            break;
        }
        index.len += fuzz_put_length(list + index.len, size);
        if (records[i].type == 'G') {
            memcpy(list + index.len, id_of(&records[i]), ARCHIVE_INDEX_ID);
            index.len += ARCHIVE_INDEX_ID;
        }
        at += size;
    }
    size_t size = put_archived(to + at, most - at, &index), end = at + size;
    if (size == 0 || most - end < ARCHIVE_TAIL) {
        return at;
    }
    memset(to + end, 0, ARCHIVE_TAIL);
    fuzz_put_crc(to + end + ARCHIVE_TAIL - FUZZ_CRC, (uint32_t)at);
    return end + ARCHIVE_TAIL;
}

// One record: its bytes, its type, its place; a game's number of shape, a shape's numbers, a value's MessagePack.
static int change_archived(record *records, int count, uint8_t *room, size_t most, fuzz_dice *dice)
{
    static const uint8_t types[] = {'V', 'D', 'S', 'G'};
    record *it = &records[fuzz_below(dice, (uint32_t)count)], *other = &records[fuzz_below(dice, (uint32_t)count)];
    int at = (int)(it - records);
    switch (fuzz_below(dice, 8)) {
    case 0: it->type = types[fuzz_below(dice, sizeof types)]; return count;
    case 1: memmove(it, it + 1, (size_t)(count - at - 1) * sizeof *it); return count - 1;
    case 2: *it = *other; return count;
    case 3:
        if (count < MOST_RECORDS) {
            memmove(it + 1, it, (size_t)(count - at) * sizeof *it);
            *it = *other;
            count++;
        }
        return count;
    default: break;
    }
    memcpy(room, it->from, it->len);
    it->len = it->type == 'V' && it->len > 1 && fuzz_below(dice, 3) > 0
                  ? 1 + fuzz_tree((brs_str){(const char *)it->from + 1, it->len - 1}, (brs_str){"", 0}, room + 1, most - 1, dice)
                  : fuzz_bytes(room, it->len, most, dice);
    it->from = room;
    return count;
}

size_t fuzz_archive(uint8_t *data, size_t size, size_t most, fuzz_dice *dice)
{
    static uint8_t copy[MOST_FILE], room[MOST_FILE];
    static record records[MOST_RECORDS];
    size_t at = HEAD_LEN;
    int count = 0;
    if (size > sizeof copy) {
        return fuzz_bytes(data, size, most, dice);
    }
    memcpy(copy, data, size);
    while (count < MOST_RECORDS && get_archived((brs_str){(char *)copy, size}, &at, &records[count])) {
        count++;
    }
    if (count == 0) {
        return fuzz_bytes(data, size, most, dice);
    }
    count = change_archived(records, count, room, sizeof room, dice);
    return put_archive(data, most, records, count);
}
