// The adapter to msgpack-c for single values: types and ranges are checked here and nowhere else.
#include "replay_msgpack.h"

#include <stdio.h>

#include "str.h"

// ---- reading --------------------------------------------------------------------------------

bool field_fail(field_reader *r, brs_code code, const char *what, const char *problem)
{
    char row[16] = "";
    if (r->row >= 0) {
        snprintf(row, sizeof row, "[%d]", r->row);
    }
    int64_t at = (int64_t)(r->span != NULL ? r->span->value_at : 0) + (r->base < 0 ? 0 : r->base);
    replay_fail(r->err, code, at, "key %llu %s%s%s%s: %s%s", (unsigned long long)r->key, r->name,
                row, what[0] != '\0' ? " " : "", what, problem,
                r->base < 0 ? " (offset in the inflated body)" : "");
    return false;
}

static bool wrong(field_reader *r, const char *what, const char *problem)
{
    return field_fail(r, BRS_NOT_CANONICAL, what, problem);
}

bool is_nil(const msgpack_object *o)
{
    return o->type == MSGPACK_OBJECT_NIL;
}

bool get_uint(field_reader *r, const msgpack_object *o, const char *what, uint64_t most,
              uint64_t *out)
{
    if (o->type != MSGPACK_OBJECT_POSITIVE_INTEGER) {
        return wrong(r, what, "a number of 0 or more is due here");
    }
    if (o->via.u64 > most) {
        return field_fail(r, BRS_LIMIT, what, "the number is too large");
    }
    *out = o->via.u64;
    return true;
}

bool get_int(field_reader *r, const msgpack_object *o, const char *what, int64_t least,
             int64_t most, int64_t *out)
{
    bool positive = o->type == MSGPACK_OBJECT_POSITIVE_INTEGER;
    if (!positive && o->type != MSGPACK_OBJECT_NEGATIVE_INTEGER) {
        return wrong(r, what, "a whole number is due here");
    }
    if (positive ? o->via.u64 > (uint64_t)most : o->via.i64 < least) {
        return field_fail(r, BRS_LIMIT, what, "the number is out of its range");
    }
    *out = o->via.i64;
    return true;
}

bool get_text(field_reader *r, const msgpack_object *o, const char *what, size_t most, brs_str *out)
{
    if (o->type != MSGPACK_OBJECT_STR) {
        return wrong(r, what, "a text is due here");
    }
    if (o->via.str.size > most) {
        return field_fail(r, BRS_LIMIT, what, "the text is too long");
    }
    *out = (brs_str){o->via.str.ptr, o->via.str.size};
    return true;
}

bool get_word(field_reader *r, const msgpack_object *o, const char *what, brs_str *out)
{
    const brs_shorthand *in = replay_shorthand(r->replay->game);
    if (o->type == MSGPACK_OBJECT_POSITIVE_INTEGER) {
        if (in == NULL || o->via.u64 == 0 || o->via.u64 > (uint64_t)in->word_count) {
            return field_fail(r, BRS_NEWER, what, "a word by a number that this program does not know");
        }
        *out = str_of(in->words[o->via.u64 - 1]);
        return true;
    }
    return get_text(r, o, what, BRS_REPLAY_MAX_NAME, out) &&
           (replay_word_number(in, *out) == 0 || wrong(r, what, "a word that has a number goes by it"));
}

bool get_name(field_reader *r, const msgpack_object *o, const char *what, const char **out)
{
    brs_str name;
    if (!get_text(r, o, what, BRS_REPLAY_MAX_NAME, &name)) {
        return false;
    }
    if (!brs_replay_name_valid(name)) {
        return wrong(
            r, what,
            "a name has 1 to 64 bytes, something to see, and no control or direction marks");
    }
    *out = brs_arena_string(r->arena, name);
    return true;
}

bool get_bytes(field_reader *r, const msgpack_object *o, const char *what, size_t least,
               size_t most, brs_str *out)
{
    if (o->type != MSGPACK_OBJECT_BIN) {
        return wrong(r, what, "bytes are due here");
    }
    if (o->via.bin.size < least) {
        return wrong(r, what, "too few bytes");
    }
    if (o->via.bin.size > most) {
        return field_fail(r, BRS_LIMIT, what, "too many bytes");
    }
    *out = (brs_str){o->via.bin.ptr, o->via.bin.size};
    return true;
}

bool get_list(field_reader *r, const msgpack_object *o, const char *what, uint32_t least,
              uint32_t most, const msgpack_object **items, uint32_t *count)
{
    if (o->type != MSGPACK_OBJECT_ARRAY) {
        return wrong(r, what, "a list is due here");
    }
    if (o->via.array.size < least) {
        return wrong(r, what, "the list has too few items");
    }
    if (o->via.array.size > most) {
        return field_fail(r, BRS_LIMIT, what, "the list has too many items");
    }
    *items = o->via.array.ptr;
    *count = o->via.array.size;
    return true;
}

bool get_map(field_reader *r, const msgpack_object *o, const char *what, uint32_t most,
             const msgpack_object_kv **entries, uint32_t *count)
{
    if (o->type != MSGPACK_OBJECT_MAP) {
        return wrong(r, what, "a map is due here");
    }
    if (o->via.map.size == 0) {
        return wrong(r, what, "an empty map is left out");
    }
    if (o->via.map.size > most) {
        return field_fail(r, BRS_LIMIT, what, "the map has too many entries");
    }
    *entries = o->via.map.ptr;
    *count = o->via.map.size;
    return true;
}

bool check_coded(field_reader *r, const char *what, const brs_coded *coded)
{
    if (r->replay->coder_mode == BRS_CODER_EXPLICIT) {
        const char *flaw = explicit_flaw(coded->bytes, coded->count, r->replay->seats);
        return flaw == NULL || wrong(r, what, flaw);
    }
    if (coded->bytes.len > 2 * (size_t)coded->count + 4) {
        return wrong(r, what, "more bytes than so few choices can need");
    }
    if (coded->bytes.len > 0 && coded->bytes.ptr[coded->bytes.len - 1] == 0) {
        return wrong(r, what, "zero bytes at the end are left out");
    }
    return true;
}

bool read_coded(field_reader *r, const msgpack_object *o, const char *what, brs_coded *out)
{
    const msgpack_object *item = NULL;
    uint32_t count;
    uint64_t choices = 0;
    if (!get_list(r, o, what, 2, 2, &item, &count) ||
        !get_uint(r, &item[0], what, BRS_REPLAY_MAX_DECISIONS, &choices) ||
        !get_bytes(r, &item[1], what, 0, BRS_REPLAY_MAX_FILE, &out->bytes)) {
        return false;
    }
    out->count = (uint32_t)choices;
    return check_coded(r, what, out);
}

// ---- writing --------------------------------------------------------------------------------

static int into_buffer(void *buf, const char *bytes, size_t len)
{
    buf_put(buf, (brs_str){bytes, len});
    return 0;
}

void packer_begin(msgpack_packer *pk, brs_buf *buf)
{
    msgpack_packer_init(pk, buf, into_buffer);
}

void put_uint(msgpack_packer *pk, uint64_t value)
{
    msgpack_pack_uint64(pk, value);
}

void put_int(msgpack_packer *pk, int64_t value)
{
    msgpack_pack_int64(pk, value);
}

void put_text(msgpack_packer *pk, brs_str text)
{
    msgpack_pack_str(pk, text.len);
    msgpack_pack_str_body(pk, text.ptr, text.len);
}

void put_word(msgpack_packer *pk, const brs_shorthand *in, brs_str word)
{
    const uint32_t number = replay_word_number(in, word);
    if (number > 0) {
        put_uint(pk, number);
    } else {
        put_text(pk, word);
    }
}

void put_bytes(msgpack_packer *pk, brs_str bytes)
{
    msgpack_pack_bin(pk, bytes.len);
    msgpack_pack_bin_body(pk, bytes.ptr, bytes.len);
}

// What is already MessagePack.
void put_raw(msgpack_packer *pk, brs_str raw)
{
    msgpack_pack_str_body(pk, raw.ptr, raw.len);
}

void put_hash(msgpack_packer *pk, uint64_t hash)
{
    char eight[8];
    for (int i = 0; i < 8; i++) {
        eight[i] = (char)(hash >> (56 - 8 * i));
    }
    put_bytes(pk, (brs_str){eight, sizeof eight});
}

uint64_t hash_of(brs_str eight)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < 8; i++) {
        hash = hash << 8 | (uint8_t)eight.ptr[i];
    }
    return hash;
}

void put_list(msgpack_packer *pk, size_t count)
{
    msgpack_pack_array(pk, count);
}

void put_map(msgpack_packer *pk, size_t count)
{
    msgpack_pack_map(pk, count);
}

void put_nil(msgpack_packer *pk)
{
    msgpack_pack_nil(pk);
}

void write_coded(msgpack_packer *pk, const brs_coded *coded)
{
    put_list(pk, 2);
    put_uint(pk, coded->count);
    put_bytes(pk, coded->bytes);
}
