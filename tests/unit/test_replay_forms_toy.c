// Other forms of replays that have everything: variations of variations, remarks, recorded chance, fixes of the
// table, a card file that is carried along, and keys that nobody here knows; and the JSON schema holds for them.
#include "toy_deck_game.c"

#include <stdio.h>

#include "broadside/replay_tools.h"
#include "fs.h"
#include "json.h"
#include "replay_forge.h"

static forge_bench bench;

static void open_bench(void)
{
    forge_open(&bench);
}

static void close_bench(void)
{
    brs_arena_release(&bench.arena);
}

TestSuite(replay_forms_toy, .init = open_bench, .fini = close_bench);

// seed 0: recorded chance.
static brs_str full_file(uint64_t seed)
{
    static const brs_head_line head[] = {{{"x-a", 3}, {"1 \"two\"", 7}}};
    static const brs_kept meta[] = {{99, {"\xa1y", 2}}};
    static const brs_kept kept[] = {{101, {"\x01", 1}}, {INT64_MAX, {"\xa1z", 2}}, {UINT64_MAX, {"\xc3", 1}}};
    static uint16_t first[] = {1, 0, 1}, second[] = {0, 1};
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&bench.arena, brs_replay, 1);
    brs_remark *remark = BRS_NEW(&bench.arena, brs_remark, 2);
    brs_err err = BRS_ERR_NONE;
    brs_str bytes = {NULL, 0};
    toy_setup(&bench.library, &toy_cards, 2, seed, setup);
    setup->options.value[TOY_OPTION_GOAL] = 30;
    toy_replay(setup, 4, &bench.arena, replay);
    cr_assert(brs_replay_vary(replay, setup, 0, 3, &(brs_moves){.index = first, .count = 3}, &bench.arena, &err), "%s", err.msg);
    cr_assert(brs_replay_vary(replay, setup, 1, 4, &(brs_moves){.index = second, .count = 2}, &bench.arena, &err), "%s", err.msg);
    ((brs_variation *)(uintptr_t)replay->variations)[1].id = 7;  // ids need not be dense
    remark[0] = (brs_remark){.section = 1, .hash = 0xfedcba98, .text = BRS_STR("a \"b\" \\ <c>\n\xc3\xa9")};
    remark[1] = (brs_remark){.line = 7, .decision = 4, .section = -1, .event = 3, .kind = BRS_REMARK_QUIZ, .glyph = 4,
                             .author = BRS_STR("Zo\xc3\xab"), .lang = BRS_STR("en"), .text = BRS_STR("?")};
    replay->remarks = remark;
    replay->remark_count = 2;
    replay->head = head;
    replay->head_count = 1;
    replay->meta_kept = meta;
    replay->meta_kept_count = 1;
    replay->kept = kept;
    replay->kept_count = 3;
    replay->name[0] = "\"Ada\\";
    replay->deck_name[1] = "Deck of B";
    replay->date = "1776-07-04";
    replay->event = "A club night";
    replay->place = "Boston";
    replay->annotator = "Zo\xc3\xab";
    replay->lang = "en";
    replay->producer = "test 1";
    cr_assert(brs_replay_encode(replay, &bench.arena, &bytes, &err), "%s", err.msg);
    return forge_file_with(&bench, bytes, 101, RAW("\x92\x01\xa3xyz"));
}

static brs_str full_json(uint64_t seed, brs_replay *replay)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text = {NULL, 0};
    cr_assert(brs_replay_decode(full_file(seed), &bench.arena, replay, &err), "%s", err.msg);
    cr_assert(brs_replay_to_json(replay, &bench.library, &bench.arena, &text, &err), "%s", err.msg);
    return text;
}

static brs_str encoded(const brs_replay *replay)
{
    brs_err err = BRS_ERR_NONE;
    brs_str bytes = {NULL, 0};
    cr_assert(brs_replay_encode(replay, &bench.arena, &bytes, &err), "%s", err.msg);
    return bytes;
}

Test(replay_forms_toy, a_file_that_has_everything_survives_each_form)
{
    for (uint64_t seed = 0; seed <= 4; seed += 4) {
        brs_err err = BRS_ERR_NONE;
        brs_replay replay, json, plain, packed;
        brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
        brs_str text = full_json(seed, &replay), file = encoded(&replay);
        forge_expect(&bench, "the file itself", file, BRS_OK);
        cr_assert(brs_replay_from_json(text, &bench.library, &bench.arena, &json, &err), "%s", err.msg);
        cr_assert(str_equal(file, encoded(&json)), "JSON and back");
        cr_assert(brs_replay_setup(&replay, &bench.library, &bench.arena, setup, &err), "%s", err.msg);
        cr_assert(brs_replay_recode(&replay, setup, BRS_CODER_EXPLICIT, 0, &bench.arena, &plain, &err), "%s", err.msg);
        forge_expect(&bench, "written out", encoded(&plain), BRS_OK);
        cr_assert(plain.variations[1].decisions.count == 2 && plain.variations[1].id == 7);
        cr_assert(brs_replay_recode(&plain, setup, BRS_CODER_MODEL, 0, &bench.arena, &packed, &err), "%s", err.msg);
        cr_assert(str_equal(file, encoded(&packed)), "written out and back");
        cr_assert(str_equal(packed.kept[0].raw, RAW("\x92\x01\xa3xyz")) && packed.meta_kept_count == 1);
    }
}

Test(replay_forms_toy, fixes_of_the_table_and_carried_cards_survive)
{
    static const char cards[] = "ant 1\nbee 2\ncat 3\ndog 4\neel 5\nfox 6\ngnu 7\nhen 8\nibex 1\njay 2\nkite 3\n";
    const brs_table_event event = {2, {.kind = 1, .seat = 1, .section = 0, .what = 1, .value = 7}};
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_card_set *set = BRS_NEW(&bench.arena, brs_card_set, 1);
    uint16_t *index = BRS_NEW(&bench.arena, uint16_t, 4096);
    brs_err err = BRS_ERR_NONE;
    brs_replay replay, json;
    brs_str text;
    toy_setup(&bench.library, &toy_cards, 2, 3, setup);
    cr_assert(toy_cards.compile_set(str_of(cards), "cards", &bench.arena, set, brs_report_first(&err)), "%s", err.msg);
    setup->cards = set;
    toy_deck(set, 0, &setup->deck[0]);
    toy_deck(set, 0, &setup->deck[1]);
    brs_moves moves = {.index = index, .count = 9, .events = &event, .event_count = 1, .card_text = str_of(cards),
                       .end = BRS_END_AGREED, .end_seat = 1, .check_bits = 16};
    cr_assert(brs_replay_record(setup, &moves, &bench.arena, &replay, &err), "%s", err.msg);
    cr_assert(brs_replay_to_json(&replay, &bench.library, &bench.arena, &text, &err), "%s", err.msg);
    cr_assert(brs_replay_from_json(text, &bench.library, &bench.arena, &json, &err), "%s", err.msg);
    cr_assert(str_equal(encoded(&replay), encoded(&json)));
    cr_assert(json.event_count == 1 && json.end == BRS_END_AGREED && json.check_bits == 16);
}

// ---- the schema holds: as much of JSON Schema as it uses ---------------------------------------------

static const json_value *schema_of(const json_value *root, const json_value *schema)
{
    const json_value *all = json_member(schema, "allOf");
    const json_value *ref = json_member(all != NULL ? all->first : schema, "$ref");
    if (ref == NULL) {
        return schema;
    }
    brs_str name = ref->text;
    cr_assert(str_begins(name, BRS_STR("#/definitions/")));
    name = (brs_str){name.ptr + 14, name.len - 14};
    const json_value *found = json_member(json_member(root, "definitions"), brs_arena_string(&bench.arena, name));
    cr_assert_not_null(found, "no definition %.*s", BRS_ARG(name));
    return found;
}

static const char *type_of(const json_value *v)
{
    static const char *const names[] = {"null", "boolean", "integer", "string", "array", "object"};
    return names[v->kind];
}

static bool equals(const json_value *a, const json_value *b)
{
    return a->kind == b->kind && a->number == b->number && str_equal(a->text, b->text);
}

static bool has_type(const json_value *type, const json_value *v)
{
    bool found = type == NULL || (type->kind == JSON_TEXT && str_is(type->text, type_of(v)));
    for (const json_value *t = type == NULL ? NULL : type->first; t != NULL; t = t->next) {
        found = found || str_is(t->text, type_of(v));
    }
    return found;
}

static void conform(const json_value *root, const json_value *schema, const json_value *v);

static void conform_object(const json_value *root, const json_value *schema, const json_value *v)
{
    const json_value *more = json_member(schema, "additionalProperties"), *must = json_member(schema, "required");
    for (const json_value *m = v->first; m != NULL; m = m->next) {
        const json_value *known = json_member(json_member(schema, "properties") != NULL ? json_member(schema, "properties") : schema,
                                              brs_arena_string(&bench.arena, m->name));
        known = json_member(schema, "properties") == NULL ? NULL : known;
        cr_assert(known != NULL || (more != NULL && more->kind == JSON_OBJECT), "the schema has no %.*s", BRS_ARG(m->name));
        conform(root, known != NULL ? known : more, m);
    }
    for (const json_value *name = must == NULL ? NULL : must->first; name != NULL; name = name->next) {
        cr_assert_not_null(json_member(v, brs_arena_string(&bench.arena, name->text)), "%.*s is missing", BRS_ARG(name->text));
    }
}

static void conform(const json_value *root, const json_value *schema, const json_value *v)
{
    schema = schema_of(root, schema);
    const json_value *words = json_member(schema, "enum"), *one = json_member(schema, "const");
    const json_value *items = json_member(schema, "items"), *most = json_member(schema, "maximum");
    bool found = words == NULL;
    for (const json_value *w = words == NULL ? NULL : words->first; w != NULL; w = w->next) {
        found = found || equals(w, v);
    }
    cr_assert(found && (one == NULL || equals(one, v)) && has_type(json_member(schema, "type"), v), "%.*s at %d:%d", BRS_ARG(v->name), v->line, v->col);
    cr_assert(most == NULL || v->kind != JSON_NUMBER || v->number <= most->number, "%.*s", BRS_ARG(v->name));
    if (v->kind == JSON_OBJECT) {
        conform_object(root, schema, v);
    }
    for (const json_value *item = v->kind == JSON_LIST ? v->first : NULL; item != NULL; item = item->next) {
        cr_assert_not_null(items);
        conform(root, items, item);
    }
}

Test(replay_forms_toy, the_schema_describes_what_is_written)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    json_value schema, value;
    brs_replay replay;
    cr_assert(fs_read("src/replay/replay.schema.json", 1 << 20, &bench.arena, &text, &err), "%s: run from the top folder", err.msg);
    cr_assert(json_read(text, &bench.arena, &schema, &err), "%d:%d %s", err.line, err.col, err.msg);
    for (uint64_t seed = 0; seed <= 4; seed += 4) {
        cr_assert(json_read(full_json(seed, &replay), &bench.arena, &value, &err), "%s", err.msg);
        conform(&schema, &schema, &value);
    }
}
