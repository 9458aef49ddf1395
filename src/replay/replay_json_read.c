// A replay from JSON. Everything is checked again as if it came from a file: the text becomes a replay with its
// choices written out, that is encoded and read back, and then packed by playing it.
#include <string.h>

#include "broadside/replay_tools.h"
#include "json.h"
#include "replay_json.h"
#include "replay_parts.h"
#include "replay_words.h"
#include "str.h"

static bool read_choices(json_reading *in, const json_value *v)
{
    in->choices = v;
    return true;
}

// ---- what was played -----------------------------------------------------------------------------

static bool read_format(json_reading *in, const json_value *v)
{
    return (v->kind == JSON_TEXT && str_is(v->text, "broadside-replay")) ||
           json_fail(in, v, "this is not the JSON form of a replay");
}

static bool read_version(json_reading *in, const json_value *v)
{
    if (v->kind == JSON_NUMBER && v->number > 1) {
        return brs_fail(in->err, BRS_NEWER, "JSON: version %lld of this form; 1 is known here",
                        (long long)v->number);
    }
    return (v->kind == JSON_NUMBER && v->number == 1) || json_fail(in, v, "there is version 1 only");
}

static bool read_game(json_reading *in, const json_value *v)
{
    if (!take_string(in, v, &in->out->game)) {
        return false;
    }
    const brs_shelf *shelf = replay_shelf(in->library, in->out->game);
    in->game = shelf != NULL ? shelf->game : NULL;
    return true;
}

static bool read_edition(json_reading *in, const json_value *v)
{
    return take_string(in, v, &in->out->edition);
}

static bool read_patch(json_reading *in, const json_value *v)
{
    int64_t patch = 0;
    bool ok = take_number(in, v, 0, 9999, &patch);
    in->out->patch = (int)patch;
    return ok;
}

static bool read_core(json_reading *in, const json_value *v)
{
    brs_str id;
    if (!take_hex(in, v, BRS_CORE_ID, BRS_CORE_ID, &id)) {
        return false;
    }
    memcpy(in->out->core, id.ptr, BRS_CORE_ID);
    return true;
}

static bool read_seats(json_reading *in, const json_value *v)
{
    int64_t seats = 0;
    bool ok = take_number(in, v, 1, BRS_MAX_SEATS, &seats);
    in->out->seats = (int)seats;
    return ok;
}

static bool read_sets(json_reading *in, const json_value *v)
{
    if (!json_is_list(in, v, BRS_REPLAY_MAX_SETS)) {
        return false;
    }
    for (const json_value *item = v->first; item != NULL; item = item->next) {
        if (!take_hex_number(in, item, 8, &in->out->set_hash[in->out->set_count++])) {
            return false;
        }
    }
    return true;
}

static bool read_decks(json_reading *in, const json_value *v)
{
    in->decks = v;  // the set's size is needed, and may come later
    return true;
}

static bool read_options(json_reading *in, const json_value *v)
{
    if (v->kind != JSON_OBJECT || v->count > BRS_MAX_OPTIONS) {
        return json_fail(in, v, "an object is due here");
    }
    brs_override *overrides = BRS_NEW(in->arena, brs_override, (size_t)v->count + 1);
    for (const json_value *m = v->first; m != NULL; m = m->next) {
        int64_t value;
        if (!take_number(in, m, INT32_MIN, INT32_MAX, &value)) {
            return false;
        }
        overrides[in->out->override_count++] = (brs_override){m->name, (int32_t)value};
    }
    in->out->overrides = overrides;
    return true;
}

static bool read_hidden(json_reading *in, const json_value *v)
{
    if (!json_is_list(in, v, BRS_MAX_SEATS)) {
        return false;
    }
    for (const json_value *item = v->first; item != NULL; item = item->next) {
        int64_t seat;
        if (!take_number(in, item, 0, BRS_MAX_SEATS - 1, &seat)) {
            return false;
        }
        in->out->hidden |= 1U << seat;
    }
    return true;
}

static bool read_seed(json_reading *in, const json_value *v)
{
    in->out->seeded = true;
    in->out->rng = BRS_RNG_PHILOX4X32_10;
    return take_hex_number(in, v, 8, &in->out->seed);
}

static bool read_coder(json_reading *in, const json_value *v)
{
    static const json_shape shape[] = {{"mode", true}, {"model", true}, {NULL, false}};
    int64_t model = 0;
    bool ok = json_has_shape(in, v, shape) && take_word(in, json_member(v, "mode"), json_coders, &in->coder) &&
              take_number(in, json_member(v, "model"), 0, UINT32_MAX, &model);
    in->model = (uint32_t)model;
    return ok;
}

static bool get_event(json_reading *in, const json_value *v, brs_table_event *out)
{
    static const json_shape shape[] = {{"decision", true}, {"section", true}, {"kind", true}, {"seat", true},
                                       {"what", true},     {"value", true},   {NULL, false}};
    int64_t decision, section, kind, what, value;
    if (!json_has_shape(in, v, shape) ||
        !take_number(in, json_member(v, "decision"), 0, BRS_REPLAY_MAX_DECISIONS, &decision) ||
        !take_number(in, json_member(v, "section"), 0, BRS_MAX_SECTIONS - 1, &section) ||
        !take_number(in, json_member(v, "kind"), 0, UINT8_MAX, &kind) ||
        !take_seat(in, json_member(v, "seat"), &out->amend.seat) ||
        !take_number(in, json_member(v, "what"), 0, UINT16_MAX, &what) ||
        !take_number(in, json_member(v, "value"), INT32_MIN, INT32_MAX, &value)) {
        return false;
    }
    out->decision = (uint32_t)decision;
    out->amend.section = (uint8_t)section;
    out->amend.kind = (uint8_t)kind;
    out->amend.what = (uint16_t)what;
    out->amend.value = (int32_t)value;
    return true;
}

static bool read_events(json_reading *in, const json_value *v)
{
    if (!json_is_list(in, v, BRS_REPLAY_MAX_EVENTS)) {
        return false;
    }
    brs_table_event *events = BRS_NEW(in->arena, brs_table_event, (size_t)v->count + 1);
    for (const json_value *item = v->first; item != NULL; item = item->next) {
        if (!get_event(in, item, &events[in->out->event_count++])) {
            return false;
        }
    }
    in->out->events = events;
    return true;
}

static bool read_end(json_reading *in, const json_value *v)
{
    static const json_shape shape[] = {{"how", true}, {"seat", true}, {NULL, false}};
    return json_has_shape(in, v, shape) && take_word(in, json_member(v, "how"), json_ends, &in->out->end) &&
           take_seat(in, json_member(v, "seat"), &in->out->end_seat);
}

static bool read_cards(json_reading *in, const json_value *v)
{
    return take_text(in, v, &in->out->card_text);
}

// ---- what is checked --------------------------------------------------------------------------------

static bool read_checks(json_reading *in, const json_value *v)
{
    static const json_shape shape[] = {{"bits", true}, {"values", true}, {NULL, false}};
    int64_t bits = 0;
    bool ok = json_has_shape(in, v, shape) && take_number(in, json_member(v, "bits"), 8, 16, &bits) &&
              take_hex(in, json_member(v, "values"), 0, 2 * BRS_REPLAY_MAX_UNITS, &in->out->checks);
    in->out->check_bits = (uint8_t)bits;
    return ok;
}

static bool read_final(json_reading *in, const json_value *v)
{
    return take_hex_number(in, v, 8, &in->out->final_hash);
}

static bool get_reason(json_reading *in, const json_value *v, uint16_t *out)
{
    int64_t number = 0;
    for (int i = 0; v->kind == JSON_TEXT && in->game != NULL && i < in->game->victory_count; i++) {
        if (str_is(v->text, in->game->victories[i].id)) {
            *out = (uint16_t)i;
            return true;
        }
    }
    bool ok = take_number(in, v, 0, UINT16_MAX, &number);
    *out = (uint16_t)number;
    return ok;
}

static bool read_result(json_reading *in, const json_value *v)
{
    static const json_shape shape[] = {
        {"winner", true}, {"reason", true}, {"units", true}, {"places", false}, {NULL, false}};
    brs_result *result = &in->out->result;
    int64_t units = 0;
    if (!json_has_shape(in, v, shape) || !take_seat(in, json_member(v, "winner"), &result->winner) ||
        !get_reason(in, json_member(v, "reason"), &result->reason) ||
        !take_number(in, json_member(v, "units"), 0, BRS_REPLAY_MAX_UNITS, &units)) {
        return false;
    }
    result->units = (uint16_t)units;
    const json_value *places = json_member(v, "places");
    if (places == NULL) {
        return true;
    }
    if (!json_is_list(in, places, BRS_MAX_SEATS)) {
        return false;
    }
    int seat = 0;
    for (const json_value *item = places->first; item != NULL; item = item->next) {
        int64_t place;
        if (!take_number(in, item, 0, BRS_MAX_SEATS, &place)) {
            return false;
        }
        result->place[seat++] = (uint8_t)place;
    }
    return true;
}

// ---- the whole -------------------------------------------------------------------------------------

static const struct {
    json_shape shape;
    bool (*read)(json_reading *in, const json_value *v);
} members[] = {
    {{"format", true}, read_format},
    {{"version", true}, read_version},
    {{"game", true}, read_game},
    {{"edition", true}, read_edition},
    {{"patch", true}, read_patch},
    {{"core", true}, read_core},
    {{"seats", true}, read_seats},
    {{"sets", false}, read_sets},
    {{"decks", false}, read_decks},
    {{"options", false}, read_options},
    {{"hidden", false}, read_hidden},
    {{"seed", false}, read_seed},
    {{"coder", true}, read_coder},
    {{"table_events", false}, read_events},
    {{"choices", true}, read_choices},
    {{"end", false}, read_end},
    {{"checks", true}, read_checks},
    {{"final", true}, read_final},
    {{"result", true}, read_result},
    {{"names", false}, json_read_names},
    {{"deck_names", false}, json_read_deck_names},
    {{"bots", false}, json_read_bots},
    {{"date", false}, json_read_date},
    {{"event", false}, json_read_event},
    {{"place", false}, json_read_place},
    {{"annotator", false}, json_read_annotator},
    {{"language", false}, json_read_language},
    {{"producer", false}, json_read_producer},
    {{"remarks", false}, json_read_remarks},
    {{"variations", false}, json_read_variations},
    {{"head", false}, json_read_head},
    {{"meta_kept", false}, json_read_meta_kept},
    {{"kept", false}, json_read_kept},
    {{"card_file", false}, read_cards},
};
enum { MEMBERS = sizeof members / sizeof members[0] };

// Members in the table's order, whatever theirs is: some need others.
static bool read_members(json_reading *in, const json_value *top)
{
    json_shape shape[MEMBERS + 1] = {{NULL, false}};
    for (int i = 0; i < MEMBERS; i++) {
        shape[i] = members[i].shape;
    }
    if (!json_has_shape(in, top, shape)) {
        return false;
    }
    for (int i = 0; i < MEMBERS; i++) {
        const json_value *v = json_member(top, members[i].shape.name);
        if (v != NULL && !members[i].read(in, v)) {
            return false;
        }
    }
    return take_choices(in, in->choices, &in->out->decisions);
}

static bool get_deck(json_reading *in, const json_value *v, int cards, brs_deck *out)
{
    static const json_shape shape[] = {{"card", true}, {"count", true}, {"name", false}, {NULL, false}};
    if (!json_is_list(in, v, BRS_MAX_DECK)) {
        return false;
    }
    int64_t last = -1;
    for (const json_value *item = v->first; item != NULL; item = item->next) {
        int64_t card, count;
        if (!json_has_shape(in, item, shape) ||
            !take_number(in, json_member(item, "card"), last + 1, cards - 1, &card) ||
            !take_number(in, json_member(item, "count"), 1, BRS_MAX_DECK - out->count, &count)) {
            return false;
        }
        last = card;
        for (; count > 0; count--) {
            out->card[out->count++] = (uint16_t)card;
        }
    }
    return true;
}

// How many cards the set has: of the library, or of the file that is carried along.
static bool count_cards(json_reading *in, int *out)
{
    const brs_shelf *shelf = replay_shelf(in->library, in->out->game);
    const brs_card_set *set = replay_set(shelf, in->out);
    brs_card_set carried;
    if (set == NULL && shelf != NULL && in->out->card_text.len > 0 && shelf->game->compile_set != NULL &&
        shelf->game->compile_set(in->out->card_text, "card_file", in->arena, &carried,
                                 brs_report_first(in->err))) {
        set = &carried;
    }
    *out = set != NULL ? set->count : 0;
    return set != NULL || brs_fail(in->err, BRS_CARD_SET_MISMATCH,
                                   "the card set with the hash %016llx is not here",
                                   (unsigned long long)in->out->set_hash[0]);
}

static bool pack_decks(json_reading *in)
{
    int cards, seat = 0;
    if (in->decks == NULL) {
        return true;
    }
    brs_deck *deck = BRS_NEW(in->arena, brs_deck, BRS_MAX_SEATS);
    if (!count_cards(in, &cards) || !json_is_list(in, in->decks, in->out->seats)) {
        return false;
    }
    for (const json_value *item = in->decks->first; item != NULL; item = item->next) {
        if (!get_deck(in, item, cards, &deck[seat++])) {
            return false;
        }
    }
    if (seat != in->out->seats) {
        return json_fail(in, in->decks, "there is one deck a seat");
    }
    in->out->decks = replay_pack_decks(deck, seat, cards, in->arena);
    return true;
}

// As in a file: encoded, read back, and with its choices packed again.
static bool settle(json_reading *in, brs_replay *out)
{
    brs_setup *setup = BRS_NEW(in->arena, brs_setup, 1);
    brs_replay written;
    brs_str bytes;
    in->out->coder_mode = BRS_CODER_EXPLICIT;
    if (!brs_replay_encode(in->out, in->arena, &bytes, in->err) ||
        !brs_replay_decode(bytes, in->arena, &written, in->err)) {
        return false;
    }
    if (written.hidden != 0) {
        *out = written;
        return true;
    }
    return brs_replay_setup(&written, in->library, in->arena, setup, in->err) &&
           brs_replay_recode(&written, setup, (brs_coder)in->coder, in->model, in->arena, out, in->err);
}

bool brs_replay_from_json(brs_str text, const brs_library *library, brs_arena *arena,
                          brs_replay *out, brs_err *err)
{
    brs_err ignored = BRS_ERR_NONE;
    brs_replay read = {.end_seat = BRS_SEAT_NONE, .result = {.winner = BRS_SEAT_NONE}};
    json_reading in = {.arena = arena,
                       .err = err != NULL ? err : &ignored,
                       .library = library,
                       .out = &read};
    json_value top;
    return json_read(text, arena, &top, in.err) && read_members(&in, &top) && pack_decks(&in) &&
           settle(&in, out);
}
