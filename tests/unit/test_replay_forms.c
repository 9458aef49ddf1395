// Other forms of a replay: choices written out, and JSON. Each way and back gives the same bytes, for real
// games of every edition (replay.md 1, 9).
#include "broadside/replay_tools.h"
#include "json.h"
#include "real_games.h"
#include "replay_parts.h"

static real_bench bench;

static void open_bench(void)
{
    real_open(&bench);
}

static void close_bench(void)
{
    brs_arena_release(&bench.arena);
}

TestSuite(replay_forms, .init = open_bench, .fini = close_bench);

static void expect_same(const brs_replay *replay, const brs_replay *again, const char *what)
{
    cr_assert(str_equal(real_encode(&bench, replay), real_encode(&bench, again)), "%s: other bytes", what);
}

static brs_replay *recoded(const brs_replay *replay, brs_coder coder)
{
    brs_err err = BRS_ERR_NONE;
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_replay *out = BRS_NEW(&bench.arena, brs_replay, 1);
    cr_assert(brs_replay_setup(replay, &bench.library, &bench.arena, setup, &err), "%s", err.msg);
    cr_assert(brs_replay_recode(replay, setup, coder, 0, &bench.arena, out, &err), "%s", err.msg);
    return out;
}

static void expect_all_forms(const brs_replay *replay, const char *what)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    brs_replay json, *plain = recoded(replay, BRS_CODER_EXPLICIT);
    cr_assert_eq(plain->coder_mode, BRS_CODER_EXPLICIT);
    cr_assert_eq(real_verify(&bench, plain, &err), BRS_OK, "%s: %s", what, err.msg);
    cr_assert_arr_eq(plain->core, replay->core, BRS_CORE_ID, "the core id is of the game, not of its form");
    expect_same(replay, recoded(plain, BRS_CODER_MODEL), what);
    cr_assert(brs_replay_to_json(replay, &bench.library, &bench.arena, &text, &err), "%s", err.msg);
    cr_assert(brs_replay_from_json(text, &bench.library, &bench.arena, &json, &err), "%s: %d:%d %s", what,
              err.line, err.col, err.msg);
    expect_same(replay, &json, what);
    cr_assert(brs_replay_to_json(plain, &bench.library, &bench.arena, &text, &err), "%s", err.msg);
    cr_assert(brs_replay_from_json(text, &bench.library, &bench.arena, &json, &err), "%s", err.msg);
    expect_same(plain, &json, "written out");
}

Test(replay_forms, every_form_and_back_gives_the_same_bytes, .timeout = 40)
{
    static const char *const games[] = {"rnr", "revolution"};
    for (int g = 0; g < 2; g++) {
        const int editions = real_shelf(&bench, games[g])->editions.count;
        for (uint64_t seed = 0; seed < 2; seed++) {
            for (int edition = 0; edition < editions; edition++) {
                brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
                brs_replay replay;
                real_setup(&bench, games[g], edition, seed, setup);
                real_game(&bench, setup, seed + 3, &replay);
                expect_all_forms(&replay, setup->edition->id);
            }
        }
    }
}

static brs_replay *written_game(uint64_t seed)
{
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&bench.arena, brs_replay, 1);
    real_setup(&bench, "rnr", 0, seed, setup);
    real_game(&bench, setup, 5, replay);
    return recoded(replay, BRS_CODER_EXPLICIT);
}

// Copies the choices with one of them changed: the first of a player, or of chance.
static void change(brs_replay *replay, bool chance)
{
    brs_buf bytes;
    explicit_reader r = {replay->decisions.bytes, 0};
    brs_choice choice;
    bool done = false;
    buf_init(&bytes, &bench.arena, replay->decisions.bytes.len + 8);
    while (explicit_next(&r, &choice)) {
        if (!done && chance == (choice.seat == BRS_SEAT_CHANCE)) {
            choice.arg[0] = (uint16_t)(choice.arg[0] == 1 ? 2 : 1);
            done = true;
        }
        explicit_put(&bytes, choice);
    }
    cr_assert(done);
    replay->decisions.bytes = buf_str(&bytes);
}

Test(replay_forms, a_written_choice_that_is_not_legal_is_refused)
{
    brs_err err;
    brs_replay *replay = written_game(4);
    change(replay, false);
    cr_assert_eq(real_verify(&bench, replay, &err), BRS_ILLEGAL, "%s", err.msg);
    cr_assert(strstr(err.msg, "decision 0") != NULL, "%s", err.msg);
}

Test(replay_forms, a_written_outcome_that_the_seed_does_not_give_is_a_mismatch)
{
    brs_err err;
    brs_replay *replay = written_game(4);
    change(replay, true);
    cr_assert_eq(real_verify(&bench, replay, &err), BRS_DESYNC, "%s", err.msg);
    cr_assert(strstr(err.msg, "chance gives something else") != NULL, "%s", err.msg);
}

Test(replay_forms, a_written_choice_has_one_form)
{
    static const struct {
        const char *bytes;
        size_t len;
        uint32_t players;
        const char *flaw;
    } rows[] = {
        {"\x00\x01\x05\x02\x80\x01", 6, 2, NULL},
        {"\x3d\x14\x07\x00\x01", 5, 1, NULL},       // seat 15 is chance
        {"\x01\x02\x00", 3, 1, "one form"},         // an argument of 0 at the end
        {"\x01\x02\x81\x00", 4, 1, "one form"},     // a number with a byte too many
        {"\x01\x02\xff\xff\x04", 5, 1, "one form"}, // above 65,535
        {"\x01\x02", 2, 1, "one form"},             // cut
        {"\x40\x02", 2, 1, "one form"},             // seat 16
        {"\x08\x02", 2, 1, "seat"},                 // seat 2 of 2
        {"\x00\x02", 2, 2, "not as many"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *flaw = explicit_flaw((brs_str){rows[i].bytes, rows[i].len}, rows[i].players, 2);
        cr_expect_eq(flaw == NULL, rows[i].flaw == NULL, "row %zu: %s", i, flaw == NULL ? "accepted" : flaw);
        cr_expect(flaw == NULL || strstr(flaw, rows[i].flaw) != NULL, "row %zu: %s", i, flaw);
    }
}

// ---- JSON ------------------------------------------------------------------------------------------

static brs_str json_of(uint64_t seed)
{
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    brs_str text = {NULL, 0};
    real_setup(&bench, "rnr", 0, seed, setup);
    real_game(&bench, setup, 5, &replay);
    cr_assert(brs_replay_to_json(&replay, &bench.library, &bench.arena, &text, &err), "%s", err.msg);
    return text;
}

// The text with the first `from` replaced.
static brs_str with(brs_str text, const char *from, const char *to)
{
    const char *at = strstr(brs_arena_string(&bench.arena, text), from);
    const char *whole = brs_arena_string(&bench.arena, text);
    cr_assert_not_null(at, "%s is not in the text", from);
    at = strstr(whole, from);
    brs_buf buf;
    buf_init(&buf, &bench.arena, text.len + strlen(to));
    buf_put(&buf, (brs_str){whole, (size_t)(at - whole)});
    buf_puts(&buf, to);
    buf_puts(&buf, at + strlen(from));
    return buf_str(&buf);
}

Test(replay_forms, a_changed_json_is_refused_where_it_is_wrong)
{
    static const struct {
        const char *from, *to;
        brs_code code;
        const char *said;
    } rows[] = {
        {"\"version\": 1", "\"version\": 2", BRS_NEWER, "version 2"},
        {"\"patch\": 2", "\"patch\": 77", BRS_EDITION_MISSING, "rulebook@77"},
        {"\"seats\": 2", "\"seats\": 2, \"sea\": 3", BRS_TEXT, "sea: there is no such member"},
        {"\"seats\": 2,", "", BRS_TEXT, "\"seats\" is missing"},
        {"\"seats\": 2", "\"seats\": 2.0", BRS_TEXT, "JSON: "},
        {"\"kind\": \"keep\"", "\"kind\": \"kepe\"", BRS_TEXT, "no such choice"},
        {"\"kind\": \"keep\"", "\"kind\": \"done\"", BRS_ILLEGAL, "no legal choice"},
        {"\"final\": \"", "\"final\": \"g", BRS_TEXT, "final: "},
        {"\"count\": 1", "\"count\": 2", BRS_ILLEGAL, "deck"},
        {"\"Ada\"", "\"\\u0007\"", BRS_NOT_CANONICAL, "name"},
    };
    brs_str text = json_of(4);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_replay replay;
        brs_str changed = with(text, rows[i].from, rows[i].to);
        cr_expect(!brs_replay_from_json(changed, &bench.library, &bench.arena, &replay, &err));
        cr_expect_eq(err.code, rows[i].code, "%s: %s: %s", rows[i].to, brs_code_name(err.code), err.msg);
        cr_expect(strstr(err.msg, rows[i].said) != NULL, "%s: %s", rows[i].to, err.msg);
    }
}

Test(replay_forms, a_cut_json_is_refused, .timeout = 20)
{
    brs_str text = json_of(4);
    for (size_t len = 0; len + 2 < text.len; len += 1 + len / 64) {
        brs_err err = BRS_ERR_NONE;
        json_value top;
        cr_assert(!json_read((brs_str){text.ptr, len}, &bench.arena, &top, &err), "%zu bytes", len);
        cr_assert_eq(err.code, BRS_TEXT);
    }
}

Test(replay_forms, json_is_read_strictly)
{
    static const char *const good[] = {"null", " [1, -2, {}] ", "{\"a\": \"\\u00e9\\ud83d\\ude00\\n\"}", "0", "true"};
    static const char *const bad[] = {"",        "{\"a\":1,\"a\":2}", "[1,]",      "01",       "1.5",      "1e3",
                                      "nul",     "\"\\ud800\"",       "\"\\x\"",   "\"\n\"",   "[1] 2",    "{1:2}",
                                      "\"",      "\"\\",              "[",         "-",        "[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]",
                                      "1234567890123456789"};
    json_value value;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        cr_expect(json_read(str_of(good[i]), &bench.arena, &value, NULL), "%s", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect(!json_read(str_of(bad[i]), &bench.arena, &value, NULL), "%s", bad[i]);
    }
    cr_assert(json_read(str_of(good[2]), &bench.arena, &value, NULL));
    cr_expect(str_is(json_member(&value, "a")->text, "\xc3\xa9\xf0\x9f\x98\x80\n"));
}
