// Reading and writing single MessagePack values by msgpack-c, with errors that say where. For the
// field tables only.
#ifndef REPLAY_MSGPACK_H
#define REPLAY_MSGPACK_H

#include <msgpack.h>

#include "replay_parts.h"

// ---- reading --------------------------------------------------------------------------------

// The value that is being read. `row` is the place in a list, -1 outside of one.
typedef struct {
    brs_arena *arena;
    brs_replay *replay;
    brs_err *err;
    int64_t base;  // offset of the body in the file, -1: inflated
    brs_str body;
    const replay_span *span;
    uint64_t key;
    const char *name;
    int row;
} field_reader;

// "key 11 remarks[3] text: problem"; always false.
// An unknown even key may change the game (replay.md 4): the first one is told.
static inline void replay_note_unknown(brs_replay *replay, uint64_t key)
{
    if (key % 2 == 0 && !replay->critical) {
        replay->critical = true;
        replay->critical_key = key;
    }
}

bool field_fail(field_reader *r, brs_code code, const char *what, const char *problem);

bool get_uint(field_reader *r, const msgpack_object *o, const char *what, uint64_t most,
              uint64_t *out);
bool get_int(field_reader *r, const msgpack_object *o, const char *what, int64_t least,
             int64_t most, int64_t *out);
bool get_text(field_reader *r, const msgpack_object *o, const char *what, size_t most,
              brs_str *out);
// A name as brs_replay_name_valid says, NUL-terminated.
bool get_name(field_reader *r, const msgpack_object *o, const char *what, const char **out);
// A word of the game as its number, any other as a text; *out points into the body or into the game's table.
bool get_word(field_reader *r, const msgpack_object *o, const char *what, brs_str *out);
bool get_bytes(field_reader *r, const msgpack_object *o, const char *what, size_t least,
               size_t most, brs_str *out);
// A list of least..most items.
bool get_list(field_reader *r, const msgpack_object *o, const char *what, uint32_t least,
              uint32_t most, const msgpack_object **items, uint32_t *count);
bool get_map(field_reader *r, const msgpack_object *o, const char *what, uint32_t most,
             const msgpack_object_kv **entries, uint32_t *count);
bool is_nil(const msgpack_object *o);

// ---- writing --------------------------------------------------------------------------------

// Packs into a buffer in an arena: nothing can fail but memory, which jumps.
void packer_begin(msgpack_packer *pk, brs_buf *buf);
void put_uint(msgpack_packer *pk, uint64_t value);
void put_int(msgpack_packer *pk, int64_t value);
void put_text(msgpack_packer *pk, brs_str text);
void put_word(msgpack_packer *pk, const brs_shorthand *in, brs_str word);
void put_bytes(msgpack_packer *pk, brs_str bytes);
void put_raw(msgpack_packer *pk, brs_str raw);
void put_hash(msgpack_packer *pk, uint64_t hash);
void put_list(msgpack_packer *pk, size_t count);
void put_map(msgpack_packer *pk, size_t count);
void put_nil(msgpack_packer *pk);
uint64_t hash_of(brs_str eight);

// ---- the field table ------------------------------------------------------------------------

typedef struct {
    uint8_t key;
    bool always;  // must be in every file
    const char *name;
    uint32_t most_elements;  // of MessagePack in its value: bounds the library's memory
    bool (*has)(const brs_replay *replay);
    bool (*read)(field_reader *r, const msgpack_object *value);
    void (*write)(msgpack_packer *pk, const brs_replay *replay);
} replay_field;

extern const replay_field replay_core_fields[];
extern const int replay_core_field_count;
extern const replay_field replay_note_fields[];
extern const int replay_note_field_count;

// Writes map keys in canonical order: those of the tables and the kept ones.
bool read_coded(field_reader *r, const msgpack_object *o, const char *what, brs_coded *out);
void write_coded(msgpack_packer *pk, const brs_coded *coded);
// A coded stream's bytes: at most what its count allows, no zero at the end.
bool check_coded(field_reader *r, const char *what, const brs_coded *coded);

#endif
