// What both directions of the JSON form share (replay.schema.json).
#ifndef REPLAY_JSON_H
#define REPLAY_JSON_H

#include "broadside/replay.h"
#include "json.h"

// Words for numbers, ended by NULL (replay_json_values.c).
extern const char *const json_coders[], *const json_ends[], *const json_remark_kinds[],
    *const json_glyphs[];

// ---- reading (replay_json_values.c) ---------------------------------------------------------

typedef struct {
    brs_arena *arena;
    brs_err *err;
    const brs_library *library;
    const brs_game_def *game;   // once it is known, NULL: not known
    brs_replay *out;
    uint8_t coder;              // in which the replay was
    uint32_t model;
    const json_value *choices;
    const json_value *decks;
} json_reading;

// An error at a value; always false.
bool json_fail(json_reading *in, const json_value *at, const char *what);

bool take_number(json_reading *in, const json_value *v, int64_t least, int64_t most, int64_t *out);
bool take_text(json_reading *in, const json_value *v, brs_str *out);
bool take_string(json_reading *in, const json_value *v, const char **out);
// Bytes as hexadecimal digits; `least`..`most` of them.
bool take_hex(json_reading *in, const json_value *v, size_t least, size_t most, brs_str *out);
bool take_hex_number(json_reading *in, const json_value *v, size_t bytes, uint64_t *out);
bool take_word(json_reading *in, const json_value *v, const char *const *words, uint8_t *out);
bool take_seat(json_reading *in, const json_value *v, uint8_t *out);
bool take_choices(json_reading *in, const json_value *v, brs_coded *out);

typedef struct {
    const char *name;
    bool must;
} json_shape;

// An object with these members and no others.
bool json_has_shape(json_reading *in, const json_value *v, const json_shape *shape);
bool json_is_list(json_reading *in, const json_value *v, int most);

// ---- members (replay_json_notes.c) ------------------------------------------------------------

bool json_read_names(json_reading *in, const json_value *v);
bool json_read_deck_names(json_reading *in, const json_value *v);
bool json_read_bots(json_reading *in, const json_value *v);
bool json_read_date(json_reading *in, const json_value *v);
bool json_read_event(json_reading *in, const json_value *v);
bool json_read_place(json_reading *in, const json_value *v);
bool json_read_annotator(json_reading *in, const json_value *v);
bool json_read_language(json_reading *in, const json_value *v);
bool json_read_producer(json_reading *in, const json_value *v);
bool json_read_remarks(json_reading *in, const json_value *v);
bool json_read_variations(json_reading *in, const json_value *v);
bool json_read_head(json_reading *in, const json_value *v);
bool json_read_meta_kept(json_reading *in, const json_value *v);
bool json_read_kept(json_reading *in, const json_value *v);

#endif
