// The fields that only say something about a game: keys 9, 11, 13, 15, 19. No change here changes
// the core id.
#include "replay_msgpack.h"
#include "str.h"

// ---- 9: meta --------------------------------------------------------------------------------

enum {
    META_NAMES = 1,
    META_DATE = 3,
    META_EVENT = 5,
    META_PLACE = 7,
    META_DECKS = 9,
    META_ANNOTATOR = 11,
    META_LANGUAGE = 13,
    META_BOTS = 15,
    META_LAST = META_BOTS
};

static bool any_of(const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (names[i] != NULL) {
            return true;
        }
    }
    return false;
}

static uint32_t count_meta(const brs_replay *replay)
{
    const char *single[] = {replay->date, replay->event, replay->place, replay->annotator,
                            replay->lang};
    uint32_t count = (uint32_t)replay->meta_kept_count;
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
        count += single[i] != NULL;
    }
    return count + any_of(replay->name, replay->seats) + any_of(replay->deck_name, replay->seats) +
           any_of(replay->bot, replay->seats);
}

static bool has_meta(const brs_replay *replay)
{
    return count_meta(replay) > 0;
}

// A name, or a word of the game by its number.
static bool get_known(field_reader *r, const msgpack_object *o, const char *what, const char **out)
{
    brs_str word;
    if (!get_word(r, o, what, &word)) {
        return false;
    }
    if (o->type == MSGPACK_OBJECT_STR) {
        return get_name(r, o, what, out);
    }
    *out = word.ptr;
    return true;
}

// One name a seat, nil where it is not given. Players' names are texts; those of decks and bots may be words.
static bool read_names(field_reader *r, const msgpack_object *value, const char *what, bool words,
                       const char **out)
{
    const msgpack_object *item;
    uint32_t count;
    if (!get_list(r, value, what, 1, BRS_MAX_SEATS, &item, &count)) {
        return false;
    }
    if ((int)count != r->replay->seats) {
        return field_fail(r, BRS_NOT_CANONICAL, what, "there is one a seat");
    }
    for (uint32_t i = 0; i < count; i++) {
        r->row = (int)i;
        if (!is_nil(&item[i]) && !(words ? get_known : get_name)(r, &item[i], what, &out[i])) {
            return false;
        }
    }
    r->row = -1;
    return any_of(out, (int)count) ||
           field_fail(r, BRS_NOT_CANONICAL, what, "no names are left out");
}

static void write_names(msgpack_packer *pk, const brs_shorthand *in, const char *const *names, int seats)
{
    put_list(pk, (size_t)seats);
    for (int i = 0; i < seats; i++) {
        if (names[i] == NULL) {
            put_nil(pk);
        } else {
            put_word(pk, in, str_of(names[i]));
        }
    }
}

// Where the raw bytes of a value in this field stand: msgpack-c does not tell, so its entries are
// walked again.
static bool keep_meta(field_reader *r, uint64_t key, const msgpack_object *value, brs_kept *out)
{
    brs_buf buf;
    msgpack_packer pk;
    buf_init(&buf, r->arena, 16);
    packer_begin(&pk, &buf);
    msgpack_pack_object(&pk, *value);  // canonical in, hence the same bytes out
    *out = (brs_kept){key, buf_str(&buf)};
    return true;
}

static bool read_meta_entry(field_reader *r, uint64_t key, const msgpack_object *value,
                            brs_kept *kept)
{
    brs_replay *replay = r->replay;
    switch (key) {
    case META_NAMES: return read_names(r, value, "names", false, replay->name);
    case META_DECKS: return read_names(r, value, "decks", true, replay->deck_name);
    case META_BOTS: return read_names(r, value, "bots", true, replay->bot);
    case META_DATE: return get_name(r, value, "date", &replay->date);
    case META_EVENT: return get_name(r, value, "event", &replay->event);
    case META_PLACE: return get_name(r, value, "place", &replay->place);
    case META_ANNOTATOR: return get_name(r, value, "annotator", &replay->annotator);
    case META_LANGUAGE: return get_name(r, value, "language", &replay->lang);
    default: replay->meta_kept_count++; return keep_meta(r, key, value, kept);
    }
}

static bool read_meta(field_reader *r, const msgpack_object *value)
{
    const msgpack_object_kv *entry;
    uint32_t count;
    if (!get_map(r, value, "", 64, &entry, &count)) {
        return false;
    }
    brs_kept *kept = BRS_NEW(r->arena, brs_kept, count);
    r->replay->meta_kept = kept;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t key;
        if (!get_uint(r, &entry[i].key, "key", UINT32_MAX, &key) ||
            !read_meta_entry(r, key, &entry[i].val, &kept[r->replay->meta_kept_count])) {
            return false;
        }
        replay_note_unknown(r->replay, key);
    }
    return true;
}

static void write_meta_known(msgpack_packer *pk, const brs_replay *replay, uint64_t key)
{
    const char *single = NULL;
    switch (key) {
    case META_NAMES:
    case META_DECKS:
    case META_BOTS: {
        const char *const *names = key == META_NAMES   ? replay->name
                                   : key == META_DECKS ? replay->deck_name
                                                       : replay->bot;
        if (any_of(names, replay->seats)) {
            put_uint(pk, key);
            write_names(pk, key == META_NAMES ? NULL : replay_shorthand(replay->game), names, replay->seats);
        }
        return;
    }
    case META_DATE: single = replay->date; break;
    case META_EVENT: single = replay->event; break;
    case META_PLACE: single = replay->place; break;
    case META_ANNOTATOR: single = replay->annotator; break;
    case META_LANGUAGE: single = replay->lang; break;
    }
    if (single != NULL) {
        put_uint(pk, key);
        put_text(pk, str_of(single));
    }
}

static void write_meta(msgpack_packer *pk, const brs_replay *replay)
{
    uint64_t next = 0;
    put_map(pk, count_meta(replay));
    for (int i = 0; i <= replay->meta_kept_count; i++) {
        uint64_t stop = i < replay->meta_kept_count ? replay->meta_kept[i].key : META_LAST + 1;
        for (; next < stop && next <= META_LAST; next++) {
            write_meta_known(pk, replay, next);
        }
        if (i < replay->meta_kept_count) {
            put_uint(pk, replay->meta_kept[i].key);
            put_raw(pk, replay->meta_kept[i].raw);
        }
    }
}

// ---- 11: remarks ----------------------------------------------------------------------------

static bool has_remarks(const brs_replay *replay)
{
    return replay->remark_count > 0;
}

// Where in the decision: nil, an event by its number, or a section as -1 - section.
static bool read_remark_at(field_reader *r, const msgpack_object *value, brs_remark *out)
{
    int64_t at = 0;
    out->section = -1;
    if (is_nil(value)) {
        return true;
    }
    if (!get_int(r, value, "at", -BRS_MAX_SECTIONS, INT32_MAX, &at)) {
        return false;
    }
    if (at < 0) {
        out->section = (int16_t)(-1 - at);
    } else {
        out->event = (uint32_t)at;
    }
    return at != 0 || field_fail(r, BRS_NOT_CANONICAL, "at", "there is no event 0");
}

static bool read_author(field_reader *r, const msgpack_object *value, const char *what,
                        brs_str *out)
{
    const char *name = NULL;
    brs_str text;
    if (!get_text(r, value, what, BRS_REPLAY_MAX_NAME, &text)) {
        return false;
    }
    if (text.len > 0 && !get_name(r, value, what, &name)) {
        return false;
    }
    *out = str_of(name);
    return true;
}

static bool read_remark(field_reader *r, const msgpack_object *value, brs_remark *out)
{
    const msgpack_object *item;
    uint32_t count;
    uint64_t line, decision, hash, kind, glyph;
    if (!get_list(r, value, "", 9, 9, &item, &count) ||
        !get_uint(r, &item[0], "line", UINT32_MAX, &line) ||
        !get_uint(r, &item[1], "decision", UINT32_MAX, &decision) ||
        !read_remark_at(r, &item[2], out) || !get_uint(r, &item[3], "hash", UINT32_MAX, &hash) ||
        !get_uint(r, &item[4], "kind", BRS_REMARK_COMMENT, &kind) ||
        !get_uint(r, &item[5], "glyph", 6, &glyph) ||
        !read_author(r, &item[6], "author", &out->author) ||
        !read_author(r, &item[7], "language", &out->lang) ||
        !get_text(r, &item[8], "text", BRS_REPLAY_MAX_REMARK, &out->text)) {
        return false;
    }
    out->line = (uint32_t)line;
    out->decision = (uint32_t)decision;
    out->hash = (uint32_t)hash;
    out->kind = (uint8_t)kind;
    out->glyph = (uint8_t)glyph;
    return true;
}

static bool read_remarks(field_reader *r, const msgpack_object *value)
{
    const msgpack_object *item;
    uint32_t count;
    size_t sum = 0;
    if (!get_list(r, value, "", 1, BRS_REPLAY_MAX_REMARKS, &item, &count)) {
        return false;
    }
    brs_remark *remarks = BRS_NEW(r->arena, brs_remark, count);
    for (uint32_t i = 0; i < count; i++) {
        r->row = (int)i;
        if (!read_remark(r, &item[i], &remarks[i])) {
            return false;
        }
        sum += remarks[i].text.len;
    }
    r->replay->remarks = remarks;
    r->replay->remark_count = (int)count;
    r->row = -1;
    return sum <= BRS_REPLAY_MAX_REMARK_SUM ||
           field_fail(r, BRS_LIMIT, "text", "more than 256 KiB of remarks");
}

static void write_remarks(msgpack_packer *pk, const brs_replay *replay)
{
    put_list(pk, (size_t)replay->remark_count);
    for (int i = 0; i < replay->remark_count; i++) {
        const brs_remark *remark = &replay->remarks[i];
        put_list(pk, 9);
        put_uint(pk, remark->line);
        put_uint(pk, remark->decision);
        if (remark->event != 0) {
            put_uint(pk, remark->event);
        } else if (remark->section >= 0) {
            put_int(pk, -1 - remark->section);
        } else {
            put_nil(pk);
        }
        put_uint(pk, remark->hash);
        put_uint(pk, remark->kind);
        put_uint(pk, remark->glyph);
        put_text(pk, remark->author);
        put_text(pk, remark->lang);
        put_text(pk, remark->text);
    }
}

// ---- 13: variations -------------------------------------------------------------------------

static bool has_variations(const brs_replay *replay)
{
    return replay->variation_count > 0;
}

static bool read_variation(field_reader *r, const msgpack_object *value, uint32_t last_id,
                           brs_variation *out)
{
    const msgpack_object *item;
    uint32_t count;
    uint64_t id, parent, start;
    if (!get_list(r, value, "", 6, 6, &item, &count) ||
        !get_uint(r, &item[0], "id", UINT32_MAX, &id) ||
        !get_uint(r, &item[1], "parent", UINT32_MAX, &parent) ||
        !get_uint(r, &item[2], "start", BRS_REPLAY_MAX_DECISIONS, &start) ||
        !read_coded(r, &item[3], "decisions", &out->decisions) ||
        (!is_nil(&item[4]) && !read_coded(r, &item[4], "chance", &out->chance)) ||
        !get_bytes(r, &item[5], "checks", 0, BRS_REPLAY_MAX_UNITS * 2, &out->checks)) {
        return false;
    }
    out->id = (uint32_t)id;
    out->parent = (uint32_t)parent;
    out->start = (uint32_t)start;
    if (id <= last_id || parent >= id) {
        return field_fail(r, BRS_NOT_CANONICAL, "id",
                          "ids ascend from 1, and a parent comes before its children");
    }
    return is_nil(&item[4]) || out->chance.count > 0 ||
           field_fail(r, BRS_NOT_CANONICAL, "chance", "no outcomes are written as nil");
}

static bool parent_exists(const brs_variation *variations, uint32_t count, uint32_t parent)
{
    for (uint32_t i = 0; i < count; i++) {
        if (variations[i].id == parent) {
            return true;
        }
    }
    return parent == 0;
}

static bool read_variations(field_reader *r, const msgpack_object *value)
{
    const msgpack_object *item;
    uint32_t count;
    if (!get_list(r, value, "", 1, BRS_REPLAY_MAX_VARIATIONS, &item, &count)) {
        return false;
    }
    brs_variation *variations = BRS_NEW(r->arena, brs_variation, count);
    for (uint32_t i = 0; i < count; i++) {
        r->row = (int)i;
        if (!read_variation(r, &item[i], i > 0 ? variations[i - 1].id : 0, &variations[i])) {
            return false;
        }
        if (!parent_exists(variations, i, variations[i].parent)) {
            return field_fail(r, BRS_NOT_CANONICAL, "parent", "there is no line of that id");
        }
    }
    r->replay->variations = variations;
    r->replay->variation_count = (int)count;
    return true;
}

static void write_variations(msgpack_packer *pk, const brs_replay *replay)
{
    put_list(pk, (size_t)replay->variation_count);
    for (int i = 0; i < replay->variation_count; i++) {
        const brs_variation *variation = &replay->variations[i];
        put_list(pk, 6);
        put_uint(pk, variation->id);
        put_uint(pk, variation->parent);
        put_uint(pk, variation->start);
        write_coded(pk, &variation->decisions);
        if (variation->chance.count > 0) {
            write_coded(pk, &variation->chance);
        } else {
            put_nil(pk);
        }
        put_bytes(pk, variation->checks);
    }
}

// ---- 15: producer ---------------------------------------------------------------------------

static bool has_producer(const brs_replay *replay)
{
    return replay->producer != NULL;
}

static bool read_producer(field_reader *r, const msgpack_object *value)
{
    return get_name(r, value, "", &r->replay->producer);
}

static void write_producer(msgpack_packer *pk, const brs_replay *replay)
{
    put_text(pk, str_of(replay->producer));
}

// ---- 19: head of a transcript ---------------------------------------------------------------

enum { MOST_HEAD_LINES = 64, MOST_HEAD_VALUE = 1024 };

static bool has_head(const brs_replay *replay)
{
    return replay->head_count > 0;
}

static bool read_head(field_reader *r, const msgpack_object *value)
{
    const msgpack_object_kv *entry;
    uint32_t count;
    if (!get_map(r, value, "", MOST_HEAD_LINES, &entry, &count)) {
        return false;
    }
    brs_head_line *head = BRS_NEW(r->arena, brs_head_line, count);
    for (uint32_t i = 0; i < count; i++) {
        r->row = (int)i;
        if (!get_text(r, &entry[i].key, "key", BRS_REPLAY_MAX_NAME, &head[i].key) ||
            !get_text(r, &entry[i].val, "value", MOST_HEAD_VALUE, &head[i].value)) {
            return false;
        }
    }
    r->replay->head = head;
    r->replay->head_count = (int)count;
    return true;
}

static void write_head(msgpack_packer *pk, const brs_replay *replay)
{
    put_map(pk, (size_t)replay->head_count);
    for (int i = 0; i < replay->head_count; i++) {
        put_text(pk, replay->head[i].key);
        put_text(pk, replay->head[i].value);
    }
}

// ---- the table ------------------------------------------------------------------------------

const replay_field replay_note_fields[] = {
    {9, false, "meta", 4096, has_meta, read_meta, write_meta},
    {11, false, "remarks", 1 + 10 * BRS_REPLAY_MAX_REMARKS, has_remarks, read_remarks,
     write_remarks},
    {13, false, "variations", 1 + 13 * BRS_REPLAY_MAX_VARIATIONS, has_variations, read_variations,
     write_variations},
    {15, false, "producer", 1, has_producer, read_producer, write_producer},
    {19, false, "head", 1 + 2 * MOST_HEAD_LINES, has_head, read_head, write_head},
};
const int replay_note_field_count = sizeof replay_note_fields / sizeof replay_note_fields[0];
