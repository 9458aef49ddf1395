// What is only said about a game, from JSON: names, remarks, variations and what is kept.
#include <string.h>

#include "replay_json.h"
#include "str.h"

// ---- what is said about it -----------------------------------------------------------------------------

static bool get_names(json_reading *in, const json_value *v, const char **out)
{
    if (!json_is_list(in, v, BRS_MAX_SEATS)) {
        return false;
    }
    int seat = 0;
    for (const json_value *item = v->first; item != NULL; item = item->next, seat++) {
        if (item->kind != JSON_NULL && !take_string(in, item, &out[seat])) {
            return false;
        }
    }
    return true;
}

bool json_read_names(json_reading *in, const json_value *v)
{
    return get_names(in, v, in->out->name);
}

bool json_read_deck_names(json_reading *in, const json_value *v)
{
    return get_names(in, v, in->out->deck_name);
}

bool json_read_bots(json_reading *in, const json_value *v)
{
    return get_names(in, v, in->out->bot);
}

bool json_read_date(json_reading *in, const json_value *v)
{
    return take_string(in, v, &in->out->date);
}

bool json_read_event(json_reading *in, const json_value *v)
{
    return take_string(in, v, &in->out->event);
}

bool json_read_place(json_reading *in, const json_value *v)
{
    return take_string(in, v, &in->out->place);
}

bool json_read_annotator(json_reading *in, const json_value *v)
{
    return take_string(in, v, &in->out->annotator);
}

bool json_read_language(json_reading *in, const json_value *v)
{
    return take_string(in, v, &in->out->lang);
}

bool json_read_producer(json_reading *in, const json_value *v)
{
    return take_string(in, v, &in->out->producer);
}

static bool get_remark(json_reading *in, const json_value *v, brs_remark *out)
{
    static const json_shape shape[] = {{"line", true},  {"decision", true}, {"section", false}, {"event", false},
                                       {"hash", true},  {"kind", true},     {"glyph", true},    {"author", true},
                                       {"language", true}, {"text", true},  {NULL, false}};
    int64_t line, decision, section = -1, event = 0;
    uint64_t hash;
    if (!json_has_shape(in, v, shape)) {
        return false;
    }
    const json_value *at_section = json_member(v, "section"), *at_event = json_member(v, "event");
    if (!take_number(in, json_member(v, "line"), 0, UINT32_MAX, &line) ||
        !take_number(in, json_member(v, "decision"), 0, UINT32_MAX, &decision) ||
        (at_section != NULL && !take_number(in, at_section, 0, BRS_MAX_SECTIONS - 1, &section)) ||
        (at_event != NULL && !take_number(in, at_event, 1, INT32_MAX, &event)) ||
        !take_hex_number(in, json_member(v, "hash"), 4, &hash) ||
        !take_word(in, json_member(v, "kind"), json_remark_kinds, &out->kind) ||
        !take_word(in, json_member(v, "glyph"), json_glyphs, &out->glyph) ||
        !take_text(in, json_member(v, "author"), &out->author) ||
        !take_text(in, json_member(v, "language"), &out->lang) ||
        !take_text(in, json_member(v, "text"), &out->text)) {
        return false;
    }
    out->line = (uint32_t)line;
    out->decision = (uint32_t)decision;
    out->section = (int16_t)section;
    out->event = (uint32_t)event;
    out->hash = (uint32_t)hash;
    return section < 0 || event == 0 || json_fail(in, v, "a section or an event, not both");
}

bool json_read_remarks(json_reading *in, const json_value *v)
{
    if (!json_is_list(in, v, BRS_REPLAY_MAX_REMARKS)) {
        return false;
    }
    brs_remark *remarks = BRS_NEW(in->arena, brs_remark, (size_t)v->count + 1);
    for (const json_value *item = v->first; item != NULL; item = item->next) {
        if (!get_remark(in, item, &remarks[in->out->remark_count++])) {
            return false;
        }
    }
    in->out->remarks = remarks;
    return true;
}

static bool get_variation(json_reading *in, const json_value *v, brs_variation *out)
{
    static const json_shape shape[] = {{"id", true},      {"parent", true}, {"start", true},
                                       {"choices", true}, {"checks", true}, {NULL, false}};
    int64_t id, parent, start;
    if (!json_has_shape(in, v, shape) || !take_number(in, json_member(v, "id"), 1, UINT32_MAX, &id) ||
        !take_number(in, json_member(v, "parent"), 0, UINT32_MAX, &parent) ||
        !take_number(in, json_member(v, "start"), 0, BRS_REPLAY_MAX_DECISIONS, &start) ||
        !take_choices(in, json_member(v, "choices"), &out->decisions) ||
        !take_hex(in, json_member(v, "checks"), 0, 2 * BRS_REPLAY_MAX_UNITS, &out->checks)) {
        return false;
    }
    out->id = (uint32_t)id;
    out->parent = (uint32_t)parent;
    out->start = (uint32_t)start;
    return true;
}

bool json_read_variations(json_reading *in, const json_value *v)
{
    if (!json_is_list(in, v, BRS_REPLAY_MAX_VARIATIONS)) {
        return false;
    }
    brs_variation *variations = BRS_NEW(in->arena, brs_variation, (size_t)v->count + 1);
    for (const json_value *item = v->first; item != NULL; item = item->next) {
        if (!get_variation(in, item, &variations[in->out->variation_count++])) {
            return false;
        }
    }
    in->out->variations = variations;
    return true;
}

bool json_read_head(json_reading *in, const json_value *v)
{
    if (v->kind != JSON_OBJECT) {
        return json_fail(in, v, "an object is due here");
    }
    brs_head_line *head = BRS_NEW(in->arena, brs_head_line, (size_t)v->count + 1);
    for (const json_value *m = v->first; m != NULL; m = m->next) {
        brs_head_line *line = &head[in->out->head_count++];
        line->key = m->name;
        if (!take_text(in, m, &line->value)) {
            return false;
        }
    }
    in->out->head = head;
    return true;
}

static bool get_kept(json_reading *in, const json_value *v, const brs_kept **out, int *count)
{
    if (v->kind != JSON_OBJECT) {
        return json_fail(in, v, "an object is due here");
    }
    brs_kept *kept = BRS_NEW(in->arena, brs_kept, (size_t)v->count + 1);
    for (const json_value *m = v->first; m != NULL; m = m->next) {
        brs_kept *one = &kept[(*count)++];
        if (!str_unsigned(m->name, &one->key) || !take_hex(in, m, 1, BRS_REPLAY_MAX_FILE, &one->raw)) {
            return json_fail(in, m, "a number and the bytes of its value are due here");
        }
    }
    *out = kept;
    return true;
}

bool json_read_meta_kept(json_reading *in, const json_value *v)
{
    return get_kept(in, v, &in->out->meta_kept, &in->out->meta_kept_count);
}

bool json_read_kept(json_reading *in, const json_value *v)
{
    return get_kept(in, v, &in->out->kept, &in->out->kept_count);
}
