// Writing archives: what a game shares with others is found by its bytes; the rest becomes its record.
#include <string.h>
#include <xxhash.h>
#include <zlib.h>

#include "replay_archive.h"
#include "str.h"

// ---- what is there already ----------------------------------------------------------------------

typedef struct {
    brs_str bytes;
    uint32_t number;
} known;

// Bytes that were given a number; open addressing, at most half full.
typedef struct {
    known *slot;
    uint32_t count, cap;
} known_table;

static known *place_of(const known_table *t, brs_str bytes)
{
    uint32_t at = (uint32_t)XXH3_64bits(bytes.ptr, bytes.len) & (t->cap - 1);
    while (t->slot[at].bytes.ptr != NULL && !str_equal(t->slot[at].bytes, bytes)) {
        at = (at + 1) & (t->cap - 1);
    }
    return &t->slot[at];
}

static void make_room(known_table *t, brs_arena *arena)
{
    if (2 * t->count < t->cap) {
        return;
    }
    const known_table old = *t;
    t->cap = old.cap == 0 ? 256 : 2 * old.cap;
    t->slot = BRS_NEW(arena, known, t->cap);
    for (uint32_t i = 0; i < old.cap; i++) {
        if (old.slot[i].bytes.ptr != NULL) {
            *place_of(t, old.slot[i].bytes) = old.slot[i];
        }
    }
}

// The number of these bytes; *fresh: they have just got it, the next one.
static uint32_t number_of(known_table *t, brs_str bytes, brs_arena *arena, bool *fresh)
{
    make_room(t, arena);
    known *place = place_of(t, bytes);
    *fresh = place->bytes.ptr == NULL;
    if (*fresh) {
        *place = (known){{brs_arena_string(arena, bytes), bytes.len}, t->count++};
    }
    return place->number;
}

struct brs_archive_writer {
    brs_arena *arena;
    brs_buf out, index;
    size_t begin;  // where the additions stand in the archive
    known_table values, decks, shapes, games;  // games: by id and seal
    uint32_t series[2];  // keys 6 and 9 of the first shape, by number of the value + 1: other shapes share them too
};

// ---- records --------------------------------------------------------------------------------------

static void put_record(brs_archive_writer *w, char type, brs_str payload, const uint8_t *id)
{
    const size_t from = w->out.len;
    buf_byte(&w->out, (uint8_t)type);
    archive_put_number(&w->out, (uint32_t)payload.len);
    buf_put(&w->out, payload);
    const uint32_t crc = (uint32_t)crc32(0, (const Bytef *)w->out.ptr + from, (uInt)(w->out.len - from));
    for (int shift = 24; shift >= 0; shift -= 8) {
        buf_byte(&w->out, (uint8_t)(crc >> shift));
    }
    if (type != 'I') {
        archive_put_index(&w->index, w->out.len - from, id);
    }
}

static uint32_t number_value(brs_archive_writer *w, brs_str entry)
{
    bool fresh;
    const uint32_t number = number_of(&w->values, entry, w->arena, &fresh);
    if (fresh) {
        put_record(w, 'V', entry, NULL);
    }
    return number;
}

static void keep_series(brs_archive_writer *w, uint32_t key, uint32_t value_and_1)
{
    if (key == ARCHIVE_DECKS || key == ARCHIVE_NAMES) {
        w->series[key == ARCHIVE_NAMES] = value_and_1;
    }
}

brs_archive_writer *brs_archive_write(const brs_archive *archive, brs_arena *arena)
{
    bool fresh;
    brs_archive_writer *w = BRS_NEW(arena, brs_archive_writer, 1);
    w->arena = arena;
    buf_init(&w->out, arena, 4096);
    buf_init(&w->index, arena, 1024);
    if (archive == NULL) {
        buf_put(&w->out, (brs_str){ARCHIVE_MARK, ARCHIVE_HEAD});
        return w;
    }
    w->begin = archive->records_end;
    buf_put(&w->index, archive->index);
    for (int i = 0; i < archive->value_count; i++) {
        number_of(&w->values, archive->value[i], arena, &fresh);
    }
    for (int i = 0; i < archive->deck_count; i++) {
        number_of(&w->decks, archive->deck[i], arena, &fresh);
    }
    archive_shape *first = BRS_NEW(arena, archive_shape, 1);
    if (archive->shape_count > 0 && archive_read_shape(archive, 0, first)) {
        for (int i = 0; i < first->count; i++) {
            keep_series(w, first->entry[i].key, first->entry[i].raw.ptr != NULL ? first->entry[i].value + 1 : 0);
        }
    }
    for (int i = 0; i < archive->shape_count; i++) {
        number_of(&w->shapes, archive->shape[i], arena, &fresh);
    }
    for (int i = 0; i < archive->count; i++) {
        const brs_str payload = archive->game[i].payload;
        size_t at = 0;
        uint32_t shape;
        if (archive_number(payload, &at, &shape) && payload.len - at >= BRS_ARCHIVE_ID + ARCHIVE_SEAL) {
            number_of(&w->games, (brs_str){payload.ptr + at, BRS_ARCHIVE_ID + ARCHIVE_SEAL}, arena, &fresh);
        }
    }
    return w;
}

// ---- a game -----------------------------------------------------------------------------------------

// What games of one series have in common: rules, cards, decks, names, coder, who wrote it.
static bool is_shared(uint32_t key)
{
    return key == 0 || key == 2 || key == 4 || key == 6 || key == 9 || key == 10 || key == 15 || key == 18 || key == 20 ||
           key == 22 || key == 26;
}

static bool is_worked_out(uint32_t key)
{
    return key == 1 || key == 5 || key == 7;
}

// A game of the same two decks, or with the same names, as the first shares them in its shape. Where these change from
// game to game, a shape for each would be larger than the games: they go by number.
static bool by_number(brs_archive_writer *w, uint32_t key, brs_str entry, const brs_setup *setup)
{
    if (setup == NULL || (key != ARCHIVE_DECKS && key != ARCHIVE_NAMES)) {
        return false;
    }
    if (w->shapes.count == 0) {
        keep_series(w, key, number_value(w, entry) + 1);
    }
    const known *place = w->values.cap > 0 ? place_of(&w->values, entry) : NULL;
    return place == NULL || place->bytes.ptr == NULL || place->number + 1 != w->series[key == ARCHIVE_NAMES];
}

static uint32_t number_deck(brs_archive_writer *w, const brs_deck *deck, int cards, brs_arena *scratch)
{
    bool fresh;
    const brs_str coded = replay_pack_decks(deck, 1, cards, scratch);
    const uint32_t number = number_of(&w->decks, coded, w->arena, &fresh);
    if (fresh) {
        put_record(w, 'D', coded, NULL);
    }
    return number;
}

static void put_numbers(brs_archive_writer *w, uint32_t key, brs_str entry, const brs_setup *setup, brs_buf *own,
                        brs_arena *scratch)
{
    if (key == ARCHIVE_NAMES) {
        replay_put_key(own, number_value(w, entry));
        return;
    }
    buf_byte(own, (uint8_t)(0x90 + setup->seats));
    for (int seat = 0; seat < setup->seats; seat++) {
        replay_put_key(own, number_deck(w, &setup->deck[seat], setup->cards->count, scratch));
    }
}

// Its shape, and its own values one after the other, the bytes of key 14 last. setup NULL: it was not played.
static void take_apart(brs_archive_writer *w, brs_str body, const replay_spans *spans, const brs_setup *setup, brs_buf *shape,
                       brs_buf *own, brs_arena *scratch)
{
    brs_buf values, keys;
    brs_str stream = {NULL, 0};
    uint32_t shared = 0;
    buf_init(&values, scratch, 64);
    buf_init(&keys, scratch, 64);
    for (int i = 0; i < spans->count; i++) {
        const replay_span *span = &spans->span[i];
        size_t at = span->key_at;
        uint32_t key = 0;
        const brs_str entry = {body.ptr + span->key_at, span->end - span->key_at};
        if (!replay_read_key(body, &at, &key) || (setup != NULL && is_worked_out(key))) {
            continue;
        }
        const bool numbered = by_number(w, key, entry, setup);
        if (is_shared(key) && !numbered) {
            archive_put_number(&values, number_value(w, entry));
            shared++;
            continue;
        }
        archive_put_number(&keys, key);
        if (numbered) {
            put_numbers(w, key, entry, setup, own, scratch);
            continue;
        }
        const brs_str value = {body.ptr + span->value_at, span->end - span->value_at};
        if (key == 14) {
            const uint8_t head = (uint8_t)value.ptr[0];
            const size_t width = head == 0xc4 ? 2 : head == 0xc5 ? 3 : 5;
            stream = (brs_str){value.ptr + width, value.len - width};
        } else {
            buf_put(own, value);
        }
    }
    archive_put_number(shape, setup != NULL ? 1 : 0);
    archive_put_number(shape, shared);
    buf_put(shape, buf_str(&values));
    buf_put(shape, buf_str(&keys));
    buf_put(own, stream);
}

// Keys too large for a shape's numbers would be lost: such a map is refused.
static bool keys_fit(brs_str body, const replay_spans *spans)
{
    for (int i = 0; i < spans->count; i++) {
        size_t at = spans->span[i].key_at;
        uint32_t key;
        if (!replay_read_key(body, &at, &key) || key >= 1u << 28) {
            return false;
        }
    }
    return true;
}

// *setup: of a game that was played and all of it is right, so that keys 1, 5 and 7 can be worked out; NULL: it cannot be
// played.
static bool plays(const brs_replay *replay, const brs_library *library, brs_arena *scratch, brs_setup **setup, brs_err *err)
{
    *setup = NULL;
    if (replay->hidden != 0 || replay->critical) {
        return true;
    }
    *setup = BRS_NEW(scratch, brs_setup, 1);
    return brs_replay_setup(replay, library, scratch, *setup, err) &&
           brs_replay_verify(replay, *setup, scratch, NULL, brs_report_first(err));
}

bool brs_archive_add(brs_archive_writer *w, const brs_replay *replay, const brs_library *library, brs_arena *scratch,
                     bool *added, brs_err *err)
{
    replay_spans *spans = BRS_NEW(scratch, replay_spans, 1);
    const brs_str body = replay_body(replay, scratch);
    brs_setup *setup;
    bool fresh;
    if (!replay_scan(body, -1, spans, err) || !plays(replay, library, scratch, &setup, err)) {
        return false;
    }
    if (!keys_fit(body, spans)) {
        return brs_fail(err, BRS_LIMIT, "a key of the replay is too large for an archive");
    }
    char mark[BRS_ARCHIVE_ID + ARCHIVE_SEAL];
    const uint32_t seal = archive_seal(body);
    memcpy(mark, replay->core, BRS_ARCHIVE_ID);
    mark[BRS_ARCHIVE_ID] = (char)(seal >> 8);
    mark[BRS_ARCHIVE_ID + 1] = (char)seal;
    number_of(&w->games, (brs_str){mark, sizeof mark}, w->arena, added);
    if (!*added) {
        return true;
    }
    brs_buf shape, own, payload;
    buf_init(&shape, scratch, 64);
    buf_init(&own, scratch, body.len + 1);
    buf_init(&payload, scratch, body.len + 64);
    take_apart(w, body, spans, setup, &shape, &own, scratch);
    const uint32_t number = number_of(&w->shapes, buf_str(&shape), w->arena, &fresh);
    if (fresh) {
        put_record(w, 'S', buf_str(&shape), NULL);
    }
    archive_put_number(&payload, number);
    buf_put(&payload, (brs_str){mark, sizeof mark});
    buf_put(&payload, buf_str(&own));
    put_record(w, 'G', buf_str(&payload), replay->core);
    return true;
}

brs_str brs_archive_end(brs_archive_writer *w)
{
    const uint64_t at = w->begin + w->out.len;
    put_record(w, 'I', buf_str(&w->index), NULL);
    for (int shift = 56; shift >= 0; shift -= 8) {
        buf_byte(&w->out, (uint8_t)(at >> shift));
    }
    return buf_str(&w->out);
}
