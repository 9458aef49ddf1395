// The fields that decide what was played, and those that check it: keys 0 to 8, 10, 12 to 16, 18 to
// 26. One block a key: has it, read it, write it; the table is at the end.
#include "replay_msgpack.h"
#include "str.h"

static bool always(const brs_replay *replay)
{
    (void)replay;
    return true;
}

// ---- 0: game, edition, patch ----------------------------------------------------------------

static bool check_id(field_reader *r, const char *what, brs_str id, const char **out)
{
    for (size_t i = 0; i < id.len; i++) {
        char c = id.ptr[i];
        bool fits =
            (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
        if (!fits) {
            return field_fail(r, BRS_NOT_CANONICAL, what, "an id has only a-z, 0-9 and - _ .");
        }
    }
    *out = brs_arena_string(r->arena, id);
    return id.len > 0 || field_fail(r, BRS_NOT_CANONICAL, what, "the id is empty");
}

// A game that has a number goes by it.
static bool get_game(field_reader *r, const msgpack_object *o)
{
    brs_str id;
    if (o->type == MSGPACK_OBJECT_POSITIVE_INTEGER) {
        r->replay->game = replay_game_of(o->via.u64);
        return r->replay->game != NULL ||
               field_fail(r, BRS_NEWER, "", "a game by a number that this program does not know");
    }
    return get_text(r, o, "game", BRS_REPLAY_MAX_NAME, &id) && check_id(r, "game", id, &r->replay->game) &&
           (replay_shorthand(r->replay->game) == NULL ||
            field_fail(r, BRS_NOT_CANONICAL, "", "a game that has a number goes by it"));
}

static bool read_game(field_reader *r, const msgpack_object *value)
{
    const msgpack_object *item;
    uint32_t count;
    uint64_t patch = 1;
    brs_str edition;
    if (!get_list(r, value, "", 2, 3, &item, &count) || !get_game(r, &item[0]) ||
        !get_word(r, &item[1], "edition", &edition) || !check_id(r, "edition", edition, &r->replay->edition) ||
        (count == 3 && !get_uint(r, &item[2], "patch", 9999, &patch))) {
        return false;
    }
    r->replay->patch = (int)patch;
    return count == 2 || patch != 1 || field_fail(r, BRS_NOT_CANONICAL, "patch", "patch 1 is left out");
}

static void write_game(msgpack_packer *pk, const brs_replay *replay)
{
    const brs_shorthand *in = replay_shorthand(replay->game);
    put_list(pk, replay->patch == 1 ? 2 : 3);
    if (in != NULL) {
        put_uint(pk, (uint64_t)in->number);
    } else {
        put_text(pk, str_of(replay->game));
    }
    put_word(pk, in, str_of(replay->edition));
    if (replay->patch != 1) {
        put_uint(pk, (uint64_t)replay->patch);
    }
}

// ---- 1: core id -----------------------------------------------------------------------------

static bool read_core(field_reader *r, const msgpack_object *value)
{
    brs_str id;
    if (!get_bytes(r, value, "", BRS_CORE_ID, BRS_CORE_ID, &id)) {
        return false;
    }
    memcpy(r->replay->core, id.ptr, BRS_CORE_ID);
    return true;
}

static void write_core(msgpack_packer *pk, const brs_replay *replay)
{
    put_bytes(pk, (brs_str){(const char *)replay->core, BRS_CORE_ID});
}

// ---- 2: card sets ---------------------------------------------------------------------------

static bool has_sets(const brs_replay *replay)
{
    return replay->set_count > 0;
}

static bool read_set(field_reader *r, const msgpack_object *o, uint64_t *out)
{
    const brs_shorthand *in = replay_shorthand(r->replay->game);
    brs_str hash;
    if (o->type == MSGPACK_OBJECT_POSITIVE_INTEGER) {
        if (in == NULL || o->via.u64 == 0 || o->via.u64 > (uint64_t)in->set_count) {
            return field_fail(r, BRS_NEWER, "", "a card set by a number that this program does not know");
        }
        *out = in->sets[o->via.u64 - 1];
        return true;
    }
    if (!get_bytes(r, o, "hash", 8, 8, &hash)) {
        return false;
    }
    *out = hash_of(hash);
    return replay_set_number(in, *out) == 0 ||
           field_fail(r, BRS_NOT_CANONICAL, "", "a card set that has a number goes by it");
}

static bool read_sets(field_reader *r, const msgpack_object *value)
{
    const msgpack_object *item;
    uint32_t count;
    if (!get_list(r, value, "", 1, BRS_REPLAY_MAX_SETS, &item, &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        r->row = (int)i;
        if (!read_set(r, &item[i], &r->replay->set_hash[i])) {
            return false;
        }
    }
    r->replay->set_count = (int)count;
    return true;
}

static void write_sets(msgpack_packer *pk, const brs_replay *replay)
{
    const brs_shorthand *in = replay_shorthand(replay->game);
    put_list(pk, (size_t)replay->set_count);
    for (int i = 0; i < replay->set_count; i++) {
        const uint32_t number = replay_set_number(in, replay->set_hash[i]);
        if (number > 0) {
            put_uint(pk, number);
        } else {
            put_hash(pk, replay->set_hash[i]);
        }
    }
}

// ---- 3: checks ------------------------------------------------------------------------------

enum { CHECK_XXH3 = 1 };

static bool read_checks(field_reader *r, const msgpack_object *value)
{
    const msgpack_object *item;
    uint32_t count;
    uint64_t algorithm, bits;
    if (value->type == MSGPACK_OBJECT_BIN) {
        r->replay->check_bits = 8;
        return get_bytes(r, value, "", 0, BRS_REPLAY_MAX_UNITS, &r->replay->checks);
    }
    if (!get_list(r, value, "", 3, 3, &item, &count) ||
        !get_uint(r, &item[0], "algorithm", 255, &algorithm) ||
        !get_uint(r, &item[1], "bits", 64, &bits) ||
        !get_bytes(r, &item[2], "", 0, BRS_REPLAY_MAX_UNITS * 2, &r->replay->checks)) {
        return false;
    }
    if (algorithm == CHECK_XXH3 && bits == 8) {
        return field_fail(r, BRS_NOT_CANONICAL, "", "checks of the standard kind are bytes only");
    }
    if (algorithm != CHECK_XXH3 || bits != 16) {
        return field_fail(r, BRS_NEWER, "", "checks of a kind that this program does not know");
    }
    if (r->replay->checks.len % (bits / 8) != 0) {
        return field_fail(r, BRS_NOT_CANONICAL, "", "half a check at the end");
    }
    r->replay->check_bits = (uint8_t)bits;
    return true;
}

static void write_checks(msgpack_packer *pk, const brs_replay *replay)
{
    if (replay->check_bits != 8) {
        put_list(pk, 3);
        put_uint(pk, CHECK_XXH3);
        put_uint(pk, replay->check_bits);
    }
    put_bytes(pk, replay->checks);
}

// ---- 4: seats -------------------------------------------------------------------------------

static bool read_seats(field_reader *r, const msgpack_object *value)
{
    uint64_t seats;
    if (!get_uint(r, value, "", BRS_MAX_SEATS, &seats)) {
        return false;
    }
    r->replay->seats = (int)seats;
    return seats > 0 || field_fail(r, BRS_NOT_CANONICAL, "", "a game without players");
}

static void write_seats(msgpack_packer *pk, const brs_replay *replay)
{
    put_uint(pk, (uint64_t)replay->seats);
}

// ---- 5: final hash --------------------------------------------------------------------------

static bool read_final(field_reader *r, const msgpack_object *value)
{
    return get_uint(r, value, "", UINT64_MAX, &r->replay->final_hash);
}

static void write_final(msgpack_packer *pk, const brs_replay *replay)
{
    put_uint(pk, replay->final_hash);
}

// ---- 6: decks -------------------------------------------------------------------------------

// A view has no decks.
static bool has_decks(const brs_replay *replay)
{
    return replay->set_count > 0 && (replay->hidden == 0 || replay->decks.len > 0);
}

static bool read_decks(field_reader *r, const msgpack_object *value)
{
    brs_str *decks = &r->replay->decks;
    if (!get_bytes(r, value, "", 0, 4096, decks)) {
        return false;
    }
    bool padded = decks->len > 0 && decks->ptr[decks->len - 1] == 0;
    return !padded || field_fail(r, BRS_NOT_CANONICAL, "", "zero bytes at the end are left out");
}

static void write_decks(msgpack_packer *pk, const brs_replay *replay)
{
    put_bytes(pk, replay->decks);
}

// ---- 7: result ------------------------------------------------------------------------------

// Places of all seats as one number: digits in base seats + 1, the first seat's the lowest.
static bool read_places(field_reader *r, const msgpack_object *value)
{
    const uint64_t base = (uint64_t)r->replay->seats + 1;
    uint64_t places;
    if (!get_uint(r, value, "places", UINT64_MAX, &places)) {
        return false;
    }
    if (places == 0) {
        return field_fail(r, BRS_NOT_CANONICAL, "places", "places that are all 0 are left out");
    }
    for (int seat = 0; seat < r->replay->seats; seat++) {
        r->replay->result.place[seat] = (uint8_t)(places % base);
        places /= base;
    }
    return places == 0 || field_fail(r, BRS_NOT_CANONICAL, "places", "there is one place a seat");
}

static uint64_t places_of(const brs_replay *replay)
{
    uint64_t places = 0;
    for (int seat = replay->seats - 1; seat >= 0; seat--) {
        places = places * ((uint64_t)replay->seats + 1) + replay->result.place[seat];
    }
    return places;
}

static bool get_seat(field_reader *r, const msgpack_object *o, const char *what, uint8_t *out)
{
    uint64_t seat = BRS_SEAT_NONE;
    if (!is_nil(o)) {
        if (!get_uint(r, o, what, BRS_MAX_SEATS, &seat)) {
            return false;
        }
        if (seat >= (uint64_t)r->replay->seats) {
            return field_fail(r, BRS_NOT_CANONICAL, what, "there is no such seat");
        }
    }
    *out = (uint8_t)seat;
    return true;
}

static void put_seat(msgpack_packer *pk, uint8_t seat)
{
    if (seat == BRS_SEAT_NONE) {
        put_nil(pk);
    } else {
        put_uint(pk, seat);
    }
}

static bool read_result(field_reader *r, const msgpack_object *value)
{
    brs_result *result = &r->replay->result;
    const msgpack_object *item;
    uint32_t count;
    uint64_t reason, units;
    if (!get_list(r, value, "", 3, 4, &item, &count) ||
        !get_seat(r, &item[0], "winner", &result->winner) ||
        !get_uint(r, &item[1], "reason", UINT16_MAX, &reason) ||
        !get_uint(r, &item[2], "units", BRS_REPLAY_MAX_UNITS, &units)) {
        return false;
    }
    result->reason = (uint16_t)reason;
    result->units = (uint16_t)units;
    return count == 3 || read_places(r, &item[3]);
}

static void write_result(msgpack_packer *pk, const brs_replay *replay)
{
    const brs_result *result = &replay->result;
    const uint64_t places = places_of(replay);
    put_list(pk, places != 0 ? 4 : 3);
    put_seat(pk, result->winner);
    put_uint(pk, result->reason);
    put_uint(pk, result->units);
    if (places != 0) {
        put_uint(pk, places);
    }
}

// ---- 8: random stream -----------------------------------------------------------------------

static bool has_seed(const brs_replay *replay)
{
    return replay->seeded;
}

static bool read_seed(field_reader *r, const msgpack_object *value)
{
    const msgpack_object *item;
    uint32_t count;
    uint64_t algorithm;
    brs_str seed;
    r->replay->seeded = true;
    if (value->type == MSGPACK_OBJECT_POSITIVE_INTEGER) {
        r->replay->rng = BRS_RNG_PHILOX4X32_10;
        return get_uint(r, value, "seed", UINT64_MAX, &r->replay->seed);
    }
    if (!get_list(r, value, "", 2, 2, &item, &count) ||
        !get_uint(r, &item[0], "algorithm", 255, &algorithm) ||
        !get_bytes(r, &item[1], "seed", 8, 8, &seed)) {
        return false;
    }
    r->replay->rng = (uint8_t)algorithm;
    r->replay->seed = hash_of(seed);
    return algorithm != BRS_RNG_PHILOX4X32_10 ||
           field_fail(r, BRS_NOT_CANONICAL, "", "a seed of the standard stream is a number only");
}

static void write_seed(msgpack_packer *pk, const brs_replay *replay)
{
    if (replay->rng == BRS_RNG_PHILOX4X32_10) {
        put_uint(pk, replay->seed);
        return;
    }
    put_list(pk, 2);
    put_uint(pk, replay->rng);
    put_hash(pk, replay->seed);
}

// ---- 10: coder ------------------------------------------------------------------------------

// Not said: the model of keen players, by which most games are smallest.
static bool has_coder(const brs_replay *replay)
{
    return replay->coder_mode != BRS_CODER_MODEL || replay->coder_model != REPLAY_STANDARD_MODEL;
}

static bool read_coder(field_reader *r, const msgpack_object *value)
{
    uint64_t model = 0;
    if (!is_nil(value) && !get_uint(r, value, "", UINT32_MAX, &model)) {
        return false;
    }
    r->replay->coder_mode = is_nil(value) ? BRS_CODER_UNIFORM : model == 0 ? BRS_CODER_EXPLICIT : BRS_CODER_MODEL;
    r->replay->coder_model = (uint32_t)model;
    return model != REPLAY_STANDARD_MODEL || field_fail(r, BRS_NOT_CANONICAL, "", "the standard model is left out");
}

static void write_coder(msgpack_packer *pk, const brs_replay *replay)
{
    if (replay->coder_mode == BRS_CODER_UNIFORM) {
        put_nil(pk);
    } else {
        put_uint(pk, replay->coder_mode == BRS_CODER_EXPLICIT ? 0 : replay->coder_model);
    }
}

// ---- 12, 14: decisions ----------------------------------------------------------------------

static bool read_count(field_reader *r, const msgpack_object *value)
{
    uint64_t count;
    if (!get_uint(r, value, "", BRS_REPLAY_MAX_DECISIONS, &count)) {
        return false;
    }
    r->replay->decisions.count = (uint32_t)count;
    return true;
}

static void write_count(msgpack_packer *pk, const brs_replay *replay)
{
    put_uint(pk, replay->decisions.count);
}

static bool read_decisions(field_reader *r, const msgpack_object *value)
{
    return get_bytes(r, value, "", 0, BRS_REPLAY_MAX_FILE, &r->replay->decisions.bytes) &&
           check_coded(r, "", &r->replay->decisions);
}

static void write_decisions(msgpack_packer *pk, const brs_replay *replay)
{
    put_bytes(pk, replay->decisions.bytes);
}

// ---- 16: chance -----------------------------------------------------------------------------

static bool has_chance(const brs_replay *replay)
{
    return replay->chance.count > 0;
}

static bool read_chance(field_reader *r, const msgpack_object *value)
{
    if (!read_coded(r, value, "", &r->replay->chance)) {
        return false;
    }
    return r->replay->chance.count > 0 ||
           field_fail(r, BRS_NOT_CANONICAL, "", "no outcomes are left out");
}

static void write_chance(msgpack_packer *pk, const brs_replay *replay)
{
    write_coded(pk, &replay->chance);
}

// ---- 18: view -------------------------------------------------------------------------------

static bool has_view(const brs_replay *replay)
{
    return replay->hidden != 0;
}

static bool read_view(field_reader *r, const msgpack_object *value)
{
    const msgpack_object *item;
    uint32_t count;
    if (!get_list(r, value, "", 1, BRS_MAX_SEATS, &item, &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint8_t seat = BRS_SEAT_NONE;
        r->row = (int)i;
        if (!get_seat(r, &item[i], "", &seat)) {
            return false;
        }
        if (seat == BRS_SEAT_NONE || r->replay->hidden >> seat != 0) {
            return field_fail(r, BRS_NOT_CANONICAL, "", "seats are ascending numbers");
        }
        r->replay->hidden |= 1U << seat;
    }
    return true;
}

static void write_view(msgpack_packer *pk, const brs_replay *replay)
{
    uint32_t count = 0;
    for (int seat = 0; seat < BRS_MAX_SEATS; seat++) {
        count += replay->hidden >> seat & 1;
    }
    put_list(pk, count);
    for (int seat = 0; seat < BRS_MAX_SEATS; seat++) {
        if ((replay->hidden >> seat & 1) != 0) {
            put_uint(pk, (uint64_t)seat);
        }
    }
}

// ---- 20: options ----------------------------------------------------------------------------

static bool has_options(const brs_replay *replay)
{
    return replay->override_count > 0;
}

static bool read_options(field_reader *r, const msgpack_object *value)
{
    const msgpack_object_kv *entry;
    uint32_t count;
    if (!get_map(r, value, "", BRS_MAX_OPTIONS, &entry, &count)) {
        return false;
    }
    brs_override *overrides = BRS_NEW(r->arena, brs_override, count);
    for (uint32_t i = 0; i < count; i++) {
        int64_t number;
        r->row = (int)i;
        if (!get_word(r, &entry[i].key, "id", &overrides[i].option) ||
            !get_int(r, &entry[i].val, "value", INT32_MIN, INT32_MAX, &number)) {
            return false;
        }
        overrides[i].value = (int32_t)number;
    }
    r->replay->overrides = overrides;
    r->replay->override_count = (int)count;
    return true;
}

static void write_options(msgpack_packer *pk, const brs_replay *replay)
{
    const brs_shorthand *in = replay_shorthand(replay->game);
    put_map(pk, (size_t)replay->override_count);
    for (int i = 0; i < replay->override_count; i++) {
        put_word(pk, in, replay->overrides[i].option);
        put_int(pk, replay->overrides[i].value);
    }
}

// ---- 22: card file --------------------------------------------------------------------------

static bool has_cards(const brs_replay *replay)
{
    return replay->card_text.len > 0;
}

static bool read_cards(field_reader *r, const msgpack_object *value)
{
    return get_text(r, value, "", BRS_REPLAY_MAX_CARDS, &r->replay->card_text) &&
           (r->replay->card_text.len > 0 ||
            field_fail(r, BRS_NOT_CANONICAL, "", "an empty text is left out"));
}

static void write_cards(msgpack_packer *pk, const brs_replay *replay)
{
    put_text(pk, replay->card_text);
}

// ---- 24: table events -----------------------------------------------------------------------

static bool has_events(const brs_replay *replay)
{
    return replay->event_count > 0;
}

static bool read_event(field_reader *r, const msgpack_object *value, brs_table_event *out)
{
    const msgpack_object *item;
    uint32_t count;
    uint64_t decision, section, kind, what;
    int64_t number;
    if (!get_list(r, value, "", 6, 6, &item, &count) ||
        !get_uint(r, &item[0], "decision", BRS_REPLAY_MAX_DECISIONS, &decision) ||
        !get_uint(r, &item[1], "section", BRS_MAX_SECTIONS - 1, &section) ||
        !get_uint(r, &item[2], "kind", 255, &kind) ||
        !get_seat(r, &item[3], "seat", &out->amend.seat) ||
        !get_uint(r, &item[4], "what", UINT16_MAX, &what) ||
        !get_int(r, &item[5], "value", INT32_MIN, INT32_MAX, &number)) {
        return false;
    }
    out->decision = (uint32_t)decision;
    out->amend.section = (uint8_t)section;
    out->amend.kind = (uint8_t)kind;
    out->amend.what = (uint16_t)what;
    out->amend.value = (int32_t)number;
    return true;
}

static bool read_events(field_reader *r, const msgpack_object *value)
{
    const msgpack_object *item;
    uint32_t count;
    if (!get_list(r, value, "", 1, BRS_REPLAY_MAX_EVENTS, &item, &count)) {
        return false;
    }
    brs_table_event *events = BRS_NEW(r->arena, brs_table_event, count);
    for (uint32_t i = 0; i < count; i++) {
        r->row = (int)i;
        if (!read_event(r, &item[i], &events[i])) {
            return false;
        }
        if (i > 0 && events[i].decision < events[i - 1].decision) {
            return field_fail(r, BRS_NOT_CANONICAL, "decision",
                              "events stand in order of their decisions");
        }
    }
    r->replay->events = events;
    r->replay->event_count = (int)count;
    return true;
}

static void write_events(msgpack_packer *pk, const brs_replay *replay)
{
    put_list(pk, (size_t)replay->event_count);
    for (int i = 0; i < replay->event_count; i++) {
        const brs_table_event *event = &replay->events[i];
        put_list(pk, 6);
        put_uint(pk, event->decision);
        put_uint(pk, event->amend.section);
        put_uint(pk, event->amend.kind);
        put_seat(pk, event->amend.seat);
        put_uint(pk, event->amend.what);
        put_int(pk, event->amend.value);
    }
}

// ---- 26: end --------------------------------------------------------------------------------

static bool has_end(const brs_replay *replay)
{
    return replay->end != BRS_END_RULES;
}

static bool read_end(field_reader *r, const msgpack_object *value)
{
    const msgpack_object *item;
    uint32_t count;
    uint64_t end;
    if (!get_list(r, value, "", 2, 2, &item, &count) || !get_uint(r, &item[0], "how", 255, &end) ||
        !get_seat(r, &item[1], "seat", &r->replay->end_seat)) {
        return false;
    }
    bool seat = r->replay->end_seat != BRS_SEAT_NONE;
    if (end < BRS_END_CONCEDED || end > BRS_END_UNFINISHED) {
        return field_fail(r, BRS_NEWER, "how",
                          "a game ended in a way that this program does not know");
    }
    if ((end == BRS_END_CONCEDED && !seat) || (end == BRS_END_UNFINISHED && seat)) {
        return field_fail(r, BRS_NOT_CANONICAL, "seat",
                          "who conceded is named; an unfinished game names nobody");
    }
    r->replay->end = (uint8_t)end;
    return true;
}

static void write_end(msgpack_packer *pk, const brs_replay *replay)
{
    put_list(pk, 2);
    put_uint(pk, replay->end);
    put_seat(pk, replay->end_seat);
}

// ---- the table ------------------------------------------------------------------------------

const replay_field replay_core_fields[] = {
    {0, true, "game", 4, always, read_game, write_game},
    {1, true, "core id", 1, always, read_core, write_core},
    {2, false, "card sets", 1 + BRS_REPLAY_MAX_SETS, has_sets, read_sets, write_sets},
    {3, true, "checks", 4, always, read_checks, write_checks},
    {4, true, "seats", 1, always, read_seats, write_seats},
    {5, true, "final hash", 1, always, read_final, write_final},
    {6, false, "decks", 1, has_decks, read_decks, write_decks},
    {7, true, "result", 5, always, read_result, write_result},
    {8, false, "random stream", 3, has_seed, read_seed, write_seed},
    {10, false, "coder", 3, has_coder, read_coder, write_coder},
    {12, true, "decision count", 1, always, read_count, write_count},
    {14, true, "decisions", 1, always, read_decisions, write_decisions},
    {16, false, "chance", 3, has_chance, read_chance, write_chance},
    {18, false, "view", 1 + BRS_MAX_SEATS, has_view, read_view, write_view},
    {20, false, "options", 1 + 2 * BRS_MAX_OPTIONS, has_options, read_options, write_options},
    {22, false, "card file", 1, has_cards, read_cards, write_cards},
    {24, false, "table events", 1 + 7 * BRS_REPLAY_MAX_EVENTS, has_events, read_events,
     write_events},
    {26, false, "end", 3, has_end, read_end, write_end},
};
const int replay_core_field_count = sizeof replay_core_fields / sizeof replay_core_fields[0];
