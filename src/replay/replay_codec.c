// The file as a whole: container, pre-scan, then each key through the field tables; and back.
//
// msgpack-c sees one value at a time, whose element count the pre-scan knows, so what it allocates
// is bounded; its memory is freed before this returns. Texts and bytes of a replay point into the
// body's copy in the arena.
#include <string.h>

#include "replay_msgpack.h"
#include "str.h"

enum { ZONE_CHUNK = 2048 };

static const replay_field *field_of(uint64_t key)
{
    for (int i = 0; i < replay_core_field_count; i++) {
        if (replay_core_fields[i].key == key) {
            return &replay_core_fields[i];
        }
    }
    for (int i = 0; i < replay_note_field_count; i++) {
        if (replay_note_fields[i].key == key) {
            return &replay_note_fields[i];
        }
    }
    return NULL;
}

// ---- writing --------------------------------------------------------------------------------

enum { LAST_KNOWN_KEY = 26 };

static bool writes(const brs_replay *replay, uint64_t key)
{
    const replay_field *field = field_of(key);
    return field != NULL && field->has(replay);
}

static void write_known(msgpack_packer *pk, const brs_replay *replay, uint64_t key,
                        bool (*want)(uint64_t))
{
    if (want(key) && writes(replay, key)) {
        put_uint(pk, key);
        field_of(key)->write(pk, replay);
    }
}

static size_t count_keys(const brs_replay *replay, bool (*want)(uint64_t))
{
    size_t count = 0;
    for (uint64_t key = 0; key <= LAST_KNOWN_KEY; key++) {
        count += want(key) && writes(replay, key);
    }
    for (int i = 0; i < replay->kept_count; i++) {
        count += want(replay->kept[i].key);
    }
    return count;
}

brs_str replay_pack(const brs_replay *replay, brs_arena *arena, bool (*want)(uint64_t key))
{
    brs_buf buf;
    msgpack_packer pk;
    buf_init(&buf, arena, 512);
    packer_begin(&pk, &buf);
    put_map(&pk, count_keys(replay, want));
    uint64_t next = 0;
    for (int i = 0; i < replay->kept_count; i++) {
        for (; next < replay->kept[i].key && next <= LAST_KNOWN_KEY; next++) {
            write_known(&pk, replay, next, want);
        }
        if (want(replay->kept[i].key)) {
            put_uint(&pk, replay->kept[i].key);
            put_raw(&pk, replay->kept[i].raw);
        }
    }
    for (; next <= LAST_KNOWN_KEY; next++) {
        write_known(&pk, replay, next, want);
    }
    return buf_str(&buf);
}

static bool every_key(uint64_t key)
{
    (void)key;
    return true;
}

brs_str replay_body(const brs_replay *replay, brs_arena *arena)
{
    return replay_pack(replay, arena, every_key);
}

void replay_put_map(brs_buf *out, size_t count)
{
    msgpack_packer pk;
    packer_begin(&pk, out);
    put_map(&pk, count);
}

void replay_put_key(brs_buf *out, uint32_t key)
{
    msgpack_packer pk;
    packer_begin(&pk, out);
    put_uint(&pk, key);
}

void replay_put_bytes(brs_buf *out, brs_str bytes)
{
    msgpack_packer pk;
    packer_begin(&pk, out);
    put_bytes(&pk, bytes);
}

bool brs_replay_encode(const brs_replay *replay, brs_arena *arena, brs_str *out, brs_err *err)
{
    if (replay->seats > BRS_MAX_SEATS) {
        return brs_fail(err, BRS_LIMIT, "%d players, the limit is %d", (int)replay->seats, BRS_MAX_SEATS);
    }
    brs_str body = replay_body(replay, arena);
    if (body.len > BRS_REPLAY_MAX_FILE) {
        return brs_fail(err, BRS_LIMIT, "the replay has %zu bytes, the limit is %d", body.len,
                        BRS_REPLAY_MAX_FILE);
    }
    *out = replay_close_container(body, arena);
    brs_replay again;
    if (!brs_replay_decode(*out, arena, &again, err)) {
        return false;  // what we would not read, we do not write
    }
    brs_str twice = replay_pack(&again, arena, every_key);
    return str_equal(body, twice) ||
           brs_fail(err, BRS_NOT_CANONICAL,
                    "the replay does not read back as it was (keys out of order?)");
}

// ---- reading --------------------------------------------------------------------------------

// How many bytes of a number follow its first: 99 where that is no number of 0 or more.
static size_t key_width(uint8_t head)
{
    return head <= 0x7f ? 0 : head >= 0xcc && head <= 0xcf ? (size_t)1 << (head - 0xcc) : 99;
}

static uint64_t key_at(const uint8_t *at, size_t width)
{
    uint64_t key = width == 0 ? at[0] : 0;
    for (size_t i = 1; i <= width; i++) {
        key = key << 8 | at[i];
    }
    return key;
}

static bool read_key(brs_str body, const replay_span *span, uint64_t *out)
{
    const uint8_t *at = (const uint8_t *)body.ptr + span->key_at;
    const size_t width = key_width(at[0]);
    if (width > 8) {
        return false;  // a text or a negative number
    }
    *out = key_at(at, width);
    return true;
}

bool replay_read_key(brs_str bytes, size_t *at, uint32_t *out)
{
    const uint8_t *here = (const uint8_t *)bytes.ptr + *at;
    const size_t left = bytes.len - *at, width = left > 0 ? key_width(here[0]) : 99;
    if (width > 4 || left < 1 + width) {
        return false;
    }
    *at += 1 + width;
    *out = (uint32_t)key_at(here, width);
    return true;
}

static bool read_field(field_reader *r, const replay_field *field, msgpack_zone *zone)
{
    brs_str raw = {r->body.ptr + r->span->value_at, r->span->end - r->span->value_at};
    if (r->span->elements > field->most_elements) {
        return field_fail(r, BRS_LIMIT, "", "too many elements");
    }
    msgpack_object value;
    size_t at = 0;
    msgpack_zone_clear(zone);
    const msgpack_unpack_return status = msgpack_unpack(raw.ptr, raw.len, &at, zone, &value);
    if (status == MSGPACK_UNPACK_NOMEM_ERROR) {  // never for its depth: the scan allows less
        return field_fail(r, BRS_RETRY, "", "no memory to read it");
    }
    if (status != MSGPACK_UNPACK_SUCCESS || at != raw.len) {
        return field_fail(r, BRS_NOT_CANONICAL, "", "not a MessagePack value");
    }
    return field->read(r, &value);
}

static void keep(field_reader *r, brs_kept *kept)
{
    brs_replay *replay = r->replay;
    kept[replay->kept_count++] =
        (brs_kept){r->key, {r->body.ptr + r->span->value_at, r->span->end - r->span->value_at}};
    replay_note_unknown(replay, r->key);
}

static bool read_entries(field_reader *r, const replay_spans *spans, brs_kept *kept,
                         msgpack_zone *zone)
{
    for (int i = 0; i < spans->count; i++) {
        r->span = &spans->span[i];
        r->row = -1;
        r->key = 0;
        r->name = "";
        if (!read_key(r->body, r->span, &r->key)) {
            return field_fail(r, BRS_NOT_CANONICAL, "",
                              "keys of a replay are numbers of 0 or more");
        }
        const replay_field *field = field_of(r->key);
        if (field == NULL) {
            keep(r, kept);
            continue;
        }
        r->name = field->name;
        if (!read_field(r, field, zone)) {
            return false;
        }
    }
    return true;
}

static bool has_key(const field_reader *r, const replay_spans *spans, uint64_t wanted)
{
    for (int i = 0; i < spans->count; i++) {
        uint64_t key;
        if (read_key(r->body, &spans->span[i], &key) && key == wanted) {
            return true;
        }
    }
    return false;
}

static bool check_presence(field_reader *r, const replay_spans *spans)
{
    r->row = -1;
    for (int i = 0; i < replay_core_field_count; i++) {
        r->key = replay_core_fields[i].key;
        r->name = replay_core_fields[i].name;
        if (replay_core_fields[i].always && !has_key(r, spans, r->key)) {
            return field_fail(r, BRS_NOT_CANONICAL, "", "this key must be there");
        }
    }
    return true;
}

// Rules between fields.
static bool check_together(field_reader *r, const replay_spans *spans)
{
    brs_replay *replay = r->replay;
    replay->result.over = replay->end == BRS_END_RULES;
    r->span = NULL;
    r->row = -1;
    r->key = 6;
    r->name = "decks";
    if (has_key(r, spans, 6) != (replay->set_count > 0) && (replay->hidden == 0 || has_key(r, spans, 6))) {
        return field_fail(r, BRS_NOT_CANONICAL, "", "decks and card sets come together");
    }
    r->key = 16;
    r->name = "chance";
    if (replay->seeded && replay->chance.count > 0) {
        return field_fail(r, BRS_NOT_CANONICAL, "",
                          "a game has a seed or recorded chance, not both");
    }
    if (replay->coder_mode == BRS_CODER_EXPLICIT && replay->chance.count > 0) {
        return field_fail(r, BRS_NOT_CANONICAL, "",
                          "outcomes stand among choices that are written out");
    }
    r->key = 7;
    r->name = "result";
    if (!replay->result.over && replay->result.reason != 0) {
        return field_fail(r, BRS_NOT_CANONICAL, "reason",
                          "a game that the rules did not end has no reason of theirs");
    }
    return true;
}

static bool read_body(field_reader *r, const replay_spans *spans, msgpack_zone *zone)
{
    brs_kept *kept = BRS_NEW(r->arena, brs_kept, (size_t)spans->count);
    r->replay->kept = kept;
    return check_presence(r, spans) && read_entries(r, spans, kept, zone) &&
           check_together(r, spans);
}

// Reads with a boundary of its own, so that the library's memory is freed even when the arena is
// full.
static bool read_guarded(field_reader *r, const replay_spans *spans)
{
    msgpack_zone zone;
    jmp_buf here, *outer = r->arena->boundary;
    volatile bool ok = false, whole = false;
    if (!msgpack_zone_init(&zone, ZONE_CHUNK)) {
        return brs_fail(r->err, BRS_RETRY, "no memory to read the replay");
    }
    if (BRS_ARENA_TRY(r->arena, here)) {
        ok = read_body(r, spans, &zone);
        whole = true;
    }
    if (!whole) {
        brs_fail(r->err, r->arena->limit > 0 ? BRS_LIMIT : BRS_RETRY,
                 "no memory to read the replay");
    }
    r->arena->boundary = outer;
    msgpack_zone_destroy(&zone);
    return ok;
}

static void begin_replay(brs_replay *out)
{
    *out = (brs_replay){
        .coder_mode = BRS_CODER_MODEL, .coder_model = REPLAY_STANDARD_MODEL,
        .end_seat = BRS_SEAT_NONE, .result = {.winner = BRS_SEAT_NONE}};
}

bool replay_decode_body(brs_str body, brs_arena *arena, brs_replay *out, brs_err *err)
{
    begin_replay(out);
    field_reader r = {.arena = arena, .replay = out, .err = err, .body = body, .base = -1};
    replay_spans spans;
    return replay_scan(r.body, r.base, &spans, err) && read_guarded(&r, &spans);
}

bool brs_replay_decode(brs_str bytes, brs_arena *arena, brs_replay *out, brs_err *err)
{
    begin_replay(out);
    field_reader r = {.arena = arena, .replay = out, .err = err};
    replay_spans spans;
    return replay_open_container(bytes, arena, &r.body, &r.base, err) &&
           replay_scan(r.body, r.base, &spans, err) && read_guarded(&r, &spans);
}
