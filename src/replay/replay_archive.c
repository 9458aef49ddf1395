// Reading archives: the index or a scan, and a game's map put together again from what it shares and what is its own.
#include <string.h>
#include <zlib.h>

#include "replay_archive.h"
#include "str.h"

// ---- numbers and records ----------------------------------------------------------------------

bool archive_number(brs_str bytes, size_t *at, uint32_t *out)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        if (*at >= bytes.len) {
            return false;
        }
        const uint8_t byte = (uint8_t)bytes.ptr[(*at)++];
        value |= (uint32_t)(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            *out = value;
            return byte != 0 || i == 0;  // the shortest form only
        }
    }
    return false;
}

void archive_put_number(brs_buf *out, uint32_t value)
{
    for (; value >= 0x80; value >>= 7) {
        buf_byte(out, (uint8_t)(value | 0x80));
    }
    buf_byte(out, (uint8_t)value);
}

void archive_put_index(brs_buf *index, size_t size, const uint8_t *id)
{
    archive_put_number(index, (uint32_t)size);
    if (id != NULL) {
        buf_put(index, (brs_str){(const char *)id, ARCHIVE_INDEX_ID});
    }
}

static uint32_t number_at(const char *at, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++) {
        value = value << 8 | (uint8_t)at[i];
    }
    return value;
}

typedef struct {
    char type;
    brs_str payload;
    size_t size;  // of all
} record;

// The record at `at`; false: there is no whole one of a known type there.
static bool record_at(brs_str bytes, size_t at, bool checked, record *out, brs_err *err)
{
    size_t next = at + 1;
    uint32_t len;
    if (at >= bytes.len) {
        return replay_fail(err, BRS_TRUNCATED, (int64_t)at, "the archive ends where a record is due");
    }
    out->type = bytes.ptr[at];
    if (strchr("VDSGI", out->type) == NULL || out->type == '\0') {
        return replay_fail(err, BRS_NOT_CANONICAL, (int64_t)at, "no record begins with %02x", (uint8_t)out->type);
    }
    if (!archive_number(bytes, &next, &len)) {
        return replay_fail(err, next >= bytes.len ? BRS_TRUNCATED : BRS_NOT_CANONICAL, (int64_t)at + 1,
                           "the length of the record is not a number");
    }
    if (len > bytes.len - next || bytes.len - next - len < ARCHIVE_CRC) {
        return replay_fail(err, BRS_TRUNCATED, (int64_t)bytes.len, "the archive ends inside a record");
    }
    out->payload = (brs_str){bytes.ptr + next, len};
    out->size = next + len + ARCHIVE_CRC - at;
    const uint32_t found = checked ? (uint32_t)crc32(0, (const Bytef *)bytes.ptr + at, (uInt)(out->size - ARCHIVE_CRC)) : 0;
    if (checked && found != number_at(bytes.ptr + next + len, ARCHIVE_CRC)) {
        return replay_fail(err, BRS_CHECKSUM, (int64_t)at, "the checksum of the record is wrong: the archive is damaged");
    }
    return true;
}

// ---- collecting records -----------------------------------------------------------------------

typedef struct {
    brs_archive *archive;
    brs_arena *arena;
    brs_buf index;
    brs_archived *game;  int game_cap;
    brs_str *value;      int value_cap;
    brs_str *deck;       int deck_cap;
    brs_str *shape;      int shape_cap;
} collector;

static void *grown(brs_arena *arena, void *old, int count, int *cap, size_t size)
{
    if (count < *cap) {
        return old;
    }
    *cap = *cap == 0 ? 64 : 2 * *cap;
    char *more = brs_arena_alloc(arena, (size_t)*cap, size);
    if (count > 0) {
        memcpy(more, old, (size_t)count * size);
    }
    return more;
}

static bool take_game(collector *c, const record *r, size_t at, brs_err *err)
{
    brs_archive *a = c->archive;
    brs_archived game = {.payload = r->payload, .at = at, .size = r->size};
    size_t next = 0;
    if (a->count == BRS_ARCHIVE_MAX_GAMES) {
        return replay_fail(err, BRS_LIMIT, (int64_t)at, "more than %d games", BRS_ARCHIVE_MAX_GAMES);
    }
    if (!archive_number(r->payload, &next, &game.shape) || game.shape >= (uint32_t)a->shape_count ||
        r->payload.len - next < BRS_ARCHIVE_ID) {
        return replay_fail(err, BRS_NOT_CANONICAL, (int64_t)at, "the game has no shape that comes before it, or no id");
    }
    memcpy(game.id, r->payload.ptr + next, BRS_ARCHIVE_ID);
    c->game = grown(c->arena, c->game, a->count, &c->game_cap, sizeof game);
    c->game[a->count++] = game;
    a->game = c->game;
    return true;
}

static bool take_record(collector *c, const record *r, size_t at, brs_err *err)
{
    brs_archive *a = c->archive;
    if (r->type == 'G' && !take_game(c, r, at, err)) {
        return false;
    }
    archive_put_index(&c->index, r->size, r->type == 'G' ? a->game[a->count - 1].id : NULL);
    a->index = buf_str(&c->index);
    switch (r->type) {
    case 'V':
        c->value = grown(c->arena, c->value, a->value_count, &c->value_cap, sizeof(brs_str));
        c->value[a->value_count++] = r->payload;
        a->value = c->value;
        return true;
    case 'D':
        c->deck = grown(c->arena, c->deck, a->deck_count, &c->deck_cap, sizeof(brs_str));
        c->deck[a->deck_count++] = r->payload;
        a->deck = c->deck;
        return true;
    case 'S':
        c->shape = grown(c->arena, c->shape, a->shape_count, &c->shape_cap, sizeof(brs_str));
        c->shape[a->shape_count++] = r->payload;
        a->shape = c->shape;
        return true;
    default: return true;
    }
}

static bool check_head(brs_str bytes, brs_err *err)
{
    if (bytes.len > BRS_ARCHIVE_MAX_FILE) {
        return replay_fail(err, BRS_LIMIT, BRS_ARCHIVE_MAX_FILE, "the archive is larger than %d bytes", BRS_ARCHIVE_MAX_FILE);
    }
    const size_t first = bytes.len < ARCHIVE_HEAD - 1 ? bytes.len : ARCHIVE_HEAD - 1;
    if (first == 0 || memcmp(bytes.ptr, ARCHIVE_MARK, first) != 0) {
        return replay_fail(err, BRS_NOT_CANONICAL, 0, "not an archive of replays");
    }
    if (bytes.len < ARCHIVE_HEAD) {
        return replay_fail(err, BRS_TRUNCATED, (int64_t)bytes.len, "the archive ends inside its head");
    }
    if (bytes.ptr[ARCHIVE_HEAD - 1] != ARCHIVE_MARK[ARCHIVE_HEAD - 1]) {
        return replay_fail(err, (uint8_t)bytes.ptr[ARCHIVE_HEAD - 1] == 0 ? BRS_NOT_CANONICAL : BRS_NEWER, ARCHIVE_HEAD - 1,
                           "archive version %d; this program reads version 1", (uint8_t)bytes.ptr[ARCHIVE_HEAD - 1]);
    }
    return true;
}

// ---- by scanning --------------------------------------------------------------------------------

bool brs_archive_scan(brs_str bytes, brs_arena *arena, brs_archive *out, brs_err *err)
{
    *out = (brs_archive){.bytes = bytes, .records_end = ARCHIVE_HEAD};
    collector c = {.archive = out, .arena = arena};
    buf_init(&c.index, arena, 256);
    if (!check_head(bytes, err)) {
        return false;
    }
    brs_err ignored = BRS_ERR_NONE;
    record r;
    while (record_at(bytes, out->records_end, true, &r, &ignored) && r.type != 'I' &&
           take_record(&c, &r, out->records_end, &ignored)) {
        out->records_end += r.size;
    }
    return true;
}

// ---- by the index ---------------------------------------------------------------------------------

static bool no_index(brs_str bytes, brs_err *err)
{
    replay_fail(err, BRS_TRUNCATED, (int64_t)bytes.len, "the archive has no whole index at its end");
    brs_help(err, "broadside archive reindex makes it anew from what is whole");
    return false;
}

static bool find_index(brs_str bytes, record *out, size_t *at, brs_err *err)
{
    if (bytes.len < ARCHIVE_HEAD + ARCHIVE_TAIL) {
        return no_index(bytes, err);
    }
    const char *tail = bytes.ptr + bytes.len - ARCHIVE_TAIL;
    brs_err found = BRS_ERR_NONE;
    *at = number_at(tail + 4, 4);
    bool whole = number_at(tail, 4) == 0 && *at >= ARCHIVE_HEAD && *at < bytes.len - ARCHIVE_TAIL &&
                 record_at((brs_str){bytes.ptr, bytes.len - ARCHIVE_TAIL}, *at, true, out, &found) && out->type == 'I' &&
                 *at + out->size == bytes.len - ARCHIVE_TAIL;
    return whole || no_index(bytes, err);
}

// Lengths of all records in order; of a game also the first bytes of its id.
bool brs_archive_open(brs_str bytes, brs_arena *arena, brs_archive *out, brs_err *err)
{
    *out = (brs_archive){.bytes = bytes};
    collector c = {.archive = out, .arena = arena};
    buf_init(&c.index, arena, 256);
    record index, r;
    size_t end, at = ARCHIVE_HEAD, next = 0;
    if (!check_head(bytes, err) || !find_index(bytes, &index, &end, err)) {
        return false;
    }
    while (next < index.payload.len) {
        uint32_t size;
        const bool numbered = archive_number(index.payload, &next, &size);
        if (!numbered || at >= end || !record_at((brs_str){bytes.ptr, end}, at, false, &r, err) || r.size != size) {
            err->code = BRS_OK;
            return replay_fail(err, BRS_NOT_CANONICAL, (int64_t)at, "the index and the records do not agree");
        }
        if (r.type != 'G' && !record_at((brs_str){bytes.ptr, end}, at, true, &r, err)) {
            return false;
        }
        if (!take_record(&c, &r, at, err)) {
            return false;
        }
        if (r.type == 'G') {
            const size_t left = index.payload.len - next;
            if (left < ARCHIVE_INDEX_ID || memcmp(index.payload.ptr + next, out->game[out->count - 1].id, ARCHIVE_INDEX_ID) != 0) {
                return replay_fail(err, BRS_NOT_CANONICAL, (int64_t)at, "the index and the game's id do not agree");
            }
            next += ARCHIVE_INDEX_ID;
        }
        at += size;
    }
    out->records_end = end;
    return at == end || replay_fail(err, BRS_NOT_CANONICAL, (int64_t)at, "the index does not name all records");
}

// ---- a game's map -----------------------------------------------------------------------------------

// The end of the MessagePack value at `at`, 0: it goes on past the end. Bounded: each round takes a byte.
static size_t value_end(brs_str bytes, size_t at)
{
    static const uint8_t after[32] = {[0x04] = 1, [0x05] = 2, [0x06] = 4, [0x0c] = 1, [0x0d] = 2, [0x0e] = 4, [0x0f] = 8,
                                      [0x10] = 1, [0x11] = 2, [0x12] = 4, [0x13] = 8, [0x19] = 1, [0x1a] = 2, [0x1b] = 4,
                                      [0x1c] = 2, [0x1d] = 4, [0x1e] = 2, [0x1f] = 4};
    uint64_t due = 1;
    for (; due > 0; due--) {
        if (at >= bytes.len) {
            return 0;
        }
        const uint8_t head = (uint8_t)bytes.ptr[at++];
        uint64_t skip = 0;
        if (head >= 0x80 && head <= 0x8f) {
            due += 2u * (head & 15);
        } else if (head >= 0x90 && head <= 0x9f) {
            due += head & 15;
        } else if (head >= 0xa0 && head <= 0xbf) {
            skip = head & 31;
        } else if (head >= 0xc0 && head <= 0xdf) {
            const uint8_t width = after[head & 31];
            if (width > bytes.len - at) {
                return 0;
            }
            const uint64_t size = number_at(bytes.ptr + at, width <= 4 ? width : 0);
            at += width;
            const bool text = (head >= 0xc4 && head <= 0xc6) || (head >= 0xd9 && head <= 0xdb);
            skip = text ? size : 0;
            due += head == 0xdc || head == 0xdd ? size : head >= 0xde ? 2 * size : 0;
        }
        if (skip > bytes.len - at) {
            return 0;
        }
        at += skip;
    }
    return at;
}

// What takes the place of what is worked out: a map that can be read.
static brs_str stand_in(uint32_t key)
{
    static const char id[] = "\x01\xc4\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", hash[] = "\x05\0";
    return key == 1   ? (brs_str){id, sizeof id - 1}
           : key == 5 ? (brs_str){hash, sizeof hash - 1}
                      : (brs_str){"\x07\x93\xc0\0\0", 5};
}

bool archive_read_shape(const brs_archive *archive, uint32_t number, archive_shape *out)
{
    brs_str bytes = archive->shape[number];
    uint32_t values, flags;
    size_t at = 0;
    *out = (archive_shape){0};
    if (!archive_number(bytes, &at, &flags) || flags > 1 || !archive_number(bytes, &at, &values) ||
        values > REPLAY_MAX_ENTRIES) {
        return false;
    }
    out->derived = flags == 1;
    for (uint32_t i = 0; i < values; i++) {
        uint32_t value, key;
        size_t start = 0;
        if (!archive_number(bytes, &at, &value) || value >= (uint32_t)archive->value_count ||
            !replay_read_key(archive->value[value], &start, &key) || out->count == REPLAY_MAX_ENTRIES) {
            return false;
        }
        out->entry[out->count++] = (archive_entry){key, value, archive->value[value]};
    }
    while (at < bytes.len) {
        uint32_t key;
        if (!archive_number(bytes, &at, &key) || out->count == REPLAY_MAX_ENTRIES) {
            return false;
        }
        out->entry[out->count++] = (archive_entry){.key = key};
    }
    for (int i = 1; i < out->count; i++) {  // by key; few, and nearly in order
        const archive_entry entry = out->entry[i];
        int place = i;
        for (; place > 0 && out->entry[place - 1].key > entry.key; place--) {
            out->entry[place] = out->entry[place - 1];
        }
        out->entry[place] = entry;
    }
    return true;
}

// A number of a record, as MessagePack has it.
static bool small_number(brs_str bytes, size_t *at, uint32_t *out)
{
    const size_t end = value_end(bytes, *at);
    const uint8_t head = end > 0 ? (uint8_t)bytes.ptr[*at] : 0xc0;
    if (head > 0x7f && (head < 0xcc || head > 0xce)) {
        return false;
    }
    *out = head <= 0x7f ? head : number_at(bytes.ptr + *at + 1, (int)(end - *at) - 1);
    *at = end;
    return true;
}

// Decks by their numbers, as a game's record has them in place of key 6.
typedef struct {
    int count;  // 0: none by number
    brs_str coded[2];
} own_decks;

static bool read_decks(const brs_archive *archive, brs_str value, own_decks *out)
{
    size_t at = 1;
    const int count = value.len > 0 ? (uint8_t)value.ptr[0] - 0x90 : 0;
    if (count < 1 || count > 2) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        uint32_t number;
        if (!small_number(value, &at, &number) || number >= (uint32_t)archive->deck_count) {
            return false;
        }
        out->coded[i] = archive->deck[number];
    }
    out->count = count;
    return at == value.len;
}

// One of a game's own entries.
static bool put_own(const brs_archive *archive, uint32_t key, brs_str value, own_decks *decks, brs_buf *out)
{
    uint32_t number, named;
    size_t at = 0, start = 0;
    switch (key) {
    case ARCHIVE_DECKS:
        replay_put_key(out, key);
        replay_put_bytes(out, (brs_str){"", 0});  // filled in when the cards are known
        return read_decks(archive, value, decks);
    case ARCHIVE_NAMES:
        if (!small_number(value, &at, &number) || number >= (uint32_t)archive->value_count ||
            !replay_read_key(archive->value[number], &start, &named) || named != key) {
            return false;
        }
        buf_put(out, archive->value[number]);
        return true;
    default:
        replay_put_key(out, key);
        buf_put(out, value);
        return true;
    }
}

// The map of a game: shared entries, its own, and stand-ins for what is worked out. Key 14 comes last in its record,
// without a length, and is among the shared ones here.
static bool put_together(const brs_archive *archive, const archive_shape *shape, brs_str own, own_decks *decks, brs_buf *out)
{
    size_t at = 0;
    const int more = shape->derived ? 3 : 0;
    replay_put_map(out, (size_t)(shape->count + more));
    int given = 0;
    static const uint32_t worked_out[] = {1, 5, 7, UINT32_MAX};
    for (int i = 0; i <= shape->count; i++) {
        const uint32_t key = i < shape->count ? shape->entry[i].key : UINT32_MAX;
        for (; shape->derived && worked_out[given] < key; given++) {
            buf_put(out, stand_in(worked_out[given]));
        }
        if (i == shape->count) {
            break;
        }
        if (shape->entry[i].raw.ptr != NULL) {
            buf_put(out, shape->entry[i].raw);
            continue;
        }
        const size_t end = value_end(own, at);
        if (end == 0 || !put_own(archive, key, (brs_str){own.ptr + at, end - at}, decks, out)) {
            return false;
        }
        at = end;
    }
    return true;
}

// Where the bytes of key 14 begin: after the values of all other own keys.
static bool find_decisions(const archive_shape *shape, brs_str own, size_t *out)
{
    size_t at = 0;
    for (int i = 0; i < shape->count; i++) {
        if (shape->entry[i].raw.ptr == NULL && shape->entry[i].key != 14) {
            at = value_end(own, at);
            if (at == 0 && own.len > 0) {
                return false;
            }
        }
    }
    *out = at;
    return true;
}

static bool odd_record(const brs_archived *game, brs_err *err)
{
    return replay_fail(err, BRS_NOT_CANONICAL, (int64_t)game->at, "the record of the game does not fit its shape");
}

// The map of a game as far as the record tells it; *seal: what the whole map's must be.
static bool body_of(const brs_archive *archive, const brs_archived *game, archive_shape *shape, brs_arena *arena,
                    own_decks *decks, brs_str *out, uint32_t *seal, brs_err *err)
{
    size_t at = 0, decisions;
    uint32_t number = 0;
    archive_number(game->payload, &at, &number);
    at += BRS_ARCHIVE_ID;
    if (!archive_read_shape(archive, number, shape) || game->payload.len - at < ARCHIVE_SEAL) {
        return odd_record(game, err);
    }
    *seal = number_at(game->payload.ptr + at, ARCHIVE_SEAL);
    at += ARCHIVE_SEAL;
    brs_str own = {game->payload.ptr + at, game->payload.len - at};
    if (!find_decisions(shape, own, &decisions)) {
        return odd_record(game, err);
    }
    const brs_str stream = {own.ptr + decisions, own.len - decisions};
    bool streamed = false;
    for (int i = 0; i < shape->count; i++) {
        if (shape->entry[i].key == 14 && shape->entry[i].raw.ptr == NULL) {
            brs_buf value;
            buf_init(&value, arena, stream.len + 8);
            replay_put_key(&value, 14);
            replay_put_bytes(&value, stream);
            shape->entry[i].raw = buf_str(&value);
            streamed = true;
        }
    }
    brs_buf body;
    buf_init(&body, arena, own.len + 256);
    if ((!streamed && stream.len > 0) || !put_together(archive, shape, own, decks, &body)) {
        return odd_record(game, err);
    }
    *out = buf_str(&body);
    return true;
}

// Key 6 of decks that stood by number: all of them in one stream.
static bool fill_decks(const own_decks *decks, const brs_library *library, brs_arena *arena, brs_replay *out, brs_err *err)
{
    const brs_card_set *set = NULL;
    brs_deck *deck = BRS_NEW(arena, brs_deck, 2);
    if (decks->count == 0) {
        return true;
    }
    if (!replay_find_cards(out, library, arena, &set, err)) {
        return false;
    }
    for (int i = 0; i < decks->count; i++) {
        if (!replay_unpack_decks(decks->coded[i], &deck[i], 1, set->count, arena, err)) {
            return false;
        }
    }
    out->decks = replay_pack_decks(deck, decks->count, set->count, arena);
    return true;
}

bool brs_archive_get(const brs_archive *archive, int number, const brs_library *library, brs_arena *arena,
                     brs_replay *out, brs_err *err)
{
    const brs_archived *game = &archive->game[number];
    archive_shape *shape = BRS_NEW(arena, archive_shape, 1);
    brs_setup *setup = BRS_NEW(arena, brs_setup, 1);
    own_decks decks = {0};
    brs_str body;
    uint32_t seal = 0;
    record r;
    if (!record_at(archive->bytes, game->at, true, &r, err) ||
        !body_of(archive, game, shape, arena, &decks, &body, &seal, err) || !replay_decode_body(body, arena, out, err) ||
        !fill_decks(&decks, library, arena, out, err)) {
        return false;
    }
    if (shape->derived && (!brs_replay_setup(out, library, arena, setup, err) || !replay_work_out(out, setup, arena, err))) {
        return false;
    }
    if (memcmp(out->core, game->id, BRS_ARCHIVE_ID) != 0 || archive_seal(replay_body(out, arena)) != seal) {
        return replay_fail(err, BRS_DESYNC, (int64_t)game->at, "the game plays out otherwise than when it was put in");
    }
    return true;
}

uint32_t archive_seal(brs_str body)
{
    return (uint32_t)crc32(0, (const Bytef *)body.ptr, (uInt)body.len) & 0xffff;
}
