// Notes on a match: they stand where they belong, what they quote is what happened, and nothing in
// them is more than text.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "broadside/site.h"
#include "fs.h"
#include "real_games.h"
#include "site_notes.h"

static real_bench bench;
static brs_setup setup;
static brs_replay replay;
static site_match match;
static site_names names;
static char folder[64];

static void begin(void)
{
    brs_err err = BRS_ERR_NONE;
    real_open(&bench);
    real_setup(&bench, "rnr", 0, 3, &setup);
    real_game(&bench, &setup, 3, &replay);
    site_names_init(&names, &bench.arena);
    cr_assert(site_play(&match, &replay, &setup, &names, &bench.arena, &err), "%s", err.msg);
    strcpy(folder, "/tmp/broadside-notes-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

static void end(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
    brs_arena_release(&bench.arena);
}

TestSuite(notes, .init = begin, .fini = end);

static const char *said(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *said(const char *format, ...)
{
    char *text = brs_arena_alloc(&bench.arena, 4000, 1);
    va_list list;
    va_start(list, format);
    vsnprintf(text, 4000, format, list);
    va_end(list);
    return text;
}

static const char *sentence(uint32_t seq)
{
    char *text = brs_arena_alloc(&bench.arena, 600, 1);
    brs_event_text(&setup, brs_trace_at(&match.trace, seq), text, 600);
    return text;
}

// The first event that takes LP in a drain, and the number of its turn.
static uint32_t drain(int *turn)
{
    for (uint32_t seq = 1; seq <= match.trace.event_count; seq++) {
        const brs_event *e = brs_trace_at(&match.trace, seq);
        if (strcmp(setup.game->unit->sections[e->section].id, "drain") == 0 &&
            setup.game->quantities[setup.game->event_kinds[e->kind].quantity].adds) {
            *turn = e->unit;
            return seq;
        }
    }
    cr_assert_fail("nobody drains");
    return 0;
}

typedef struct {
    int count;
    char first[800];
} heard;

static void hear(void *ctx, const brs_err *err, bool warning)
{
    heard *h = ctx;
    (void)warning;
    if (h->count++ == 0) {
        snprintf(h->first, sizeof h->first, "%s:%d: %s", err->file, err->line, err->msg);
    }
}

static void expect_mistake(const char *text, int line, const char *what)
{
    heard h = {0};
    char at[32];
    snprintf(at, sizeof at, "n.md:%d:", line);
    cr_assert_not(site_notes_read(&match, str_of(text), "n.md", (brs_report){hear, &h}), "%s", text);
    cr_assert(strstr(h.first, at) != NULL && strstr(h.first, what) != NULL, "%s", h.first);
}

static bool has(brs_str text, const char *words)
{
    return memmem(text.ptr, text.len, words, strlen(words)) != NULL;
}

// ---- places and quotes ----------------------------------------------------------------------------

Test(notes, a_place_is_a_turn_a_section_or_an_event)
{
    brs_err err = BRS_ERR_NONE;
    site_place place;
    int turn;
    uint32_t seq = drain(&turn);
    cr_assert(site_place_read(&match, str_of(said("t%d", turn)), &place, &err));
    cr_assert_eq(place.kind, SITE_AT_UNIT);
    cr_assert(site_place_read(&match, str_of(said("t%03d.e%u", turn, seq)), &place, &err));
    cr_assert_eq(place.event, seq);
    cr_assert(site_place_read(&match, str_of(said("t%d.drain", turn)), &place, &err));
    cr_assert_eq(place.kind, SITE_AT_SECTION);
    cr_assert(site_place_holds(&match, &place, seq));
    const char *const bad[] = {"", "t", "t999", "4", "t1.", "t1.nowhere", "t1.e999999", "t1.e", "t1.e1x", "t1.drain.e2"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        err = BRS_ERR_NONE;
        cr_assert_not(site_place_read(&match, str_of(bad[i]), &place, &err), "\"%s\" is no place", bad[i]);
        cr_assert_eq(err.code, BRS_TEXT);
    }
}

Test(notes, a_file_says_who_where_and_what)
{
    int turn;
    uint32_t seq = drain(&turn);
    heard h = {0};
    const char *text = said("# Notes by Coach Lin {lang=en}\n## @t%d.drain ?!\n> %s\n\nWhy?\n# Notes by Zoe {lang=fr}\n"
                            "## @match\n```\n## not a head\n```\n",
                            turn, sentence(seq));
    cr_assert(site_notes_read(&match, str_of(text), "n.md", (brs_report){hear, &h}), "%s", h.first);
    cr_assert_eq(match.note_count, 2);
    cr_assert(str_is(match.notes[0].author, "Coach Lin") && str_is(match.notes[0].lang, "en"));
    cr_assert_eq(match.notes[0].glyph, 4);
    cr_assert(str_is(match.notes[0].text, "Why?"));
    cr_assert(str_is(match.notes[1].author, "Zoe"));
    cr_assert(has(match.notes[1].text, "## not a head"));
}

Test(notes, a_mistake_names_its_line)
{
    expect_mistake("hello\n", 1, "belongs to no note");
    expect_mistake("# Somebody\n", 1, "whose notes");
    expect_mistake("# Notes by Zoe {lang=\"}\n", 1, "a language is written");
    expect_mistake("\n## t4\nx\n", 2, "begins with its place");
    expect_mistake("## @t1\nx\n## @t999\nx\n", 3, "there is no turn");
    expect_mistake("## @t1 ?!?\nx\n", 1, "may have one of");
    expect_mistake("## @t1\n\n", 1, "says nothing");
    expect_mistake("## @t1\n\xFF\n", 0, "not UTF-8");
}

Test(notes, a_quote_must_be_what_happened)
{
    int turn;
    uint32_t seq = drain(&turn);
    expect_mistake(said("## @t%d.e%u\n> Nobody did anything\nx\n", turn, seq), 2, sentence(seq));
    expect_mistake(said("## @t%d.e%u\n\n> Nobody did anything\nx\n", turn, seq), 3, "quotes \"Nobody did anything\"");
}

Test(notes, a_note_moves_to_the_event_that_it_quotes)
{
    int turn, count = 0;
    uint32_t seq = drain(&turn);
    brs_err err = BRS_ERR_NONE;
    brs_str moved;
    brs_notes_plan plan = {.file = "n.md", .replay = &replay, .setup = &setup};
    plan.text = str_of(said("# Notes by Zoe\n## @t1.e1 !?\n> %s\nStill true.\n## @t1\nStays.\n", sentence(seq)));
    cr_assert(brs_notes_read(&plan, &bench.arena, &moved, &count, &err), "%s", err.msg);
    cr_assert_eq(count, 1);
    const char *wanted = said("# Notes by Zoe\n## @t%03d.e%u !?\n> %s\nStill true.\n## @t1\nStays.\n", turn, seq, sentence(seq));
    cr_assert(str_is(moved, wanted), "%.*s", BRS_ARG(moved));
    plan.text = moved;
    cr_assert(brs_notes_read(&plan, &bench.arena, NULL, &count, &err), "what has moved holds");
    cr_assert_eq(count, 2);
}

// ---- on the pages -----------------------------------------------------------------------------------

static const char *path_of(const char *name)
{
    return said("%s/%s", folder, name);
}

static bool build(const char *notes, bool anonymous, brs_site_report *report, brs_err *err)
{
    const char *files[] = {path_of("x.notes.md"), NULL};
    if (notes != NULL) {
        cr_assert(fs_write(files[0], str_of(notes), true, err), "%s", err->msg);
    }
    brs_site_input input = {.path = "x.replay", .bytes = real_encode(&bench, &replay), .notes = notes != NULL ? files : NULL};
    brs_site_options options = {.out = path_of("out"), .library = &bench.library, .anonymous = anonymous};
    return brs_site_build(&options, &input, 1, report, err);
}

static brs_str page(const char *name)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    cr_assert(fs_read(path_of(said("out/m/%s/%s", match.address, name)), 1 << 22, &bench.arena, &text, &err), "%s", err.msg);
    return text;
}

static void expect_sound_site(void)
{
    heard problems = {0};
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_site_check(path_of("out"), (brs_report){hear, &problems}, NULL, &err), "%s", problems.first);
}

Test(notes, notes_stand_where_they_belong)
{
    int turn;
    uint32_t seq = drain(&turn);
    brs_err err = BRS_ERR_NONE;
    const char *text = said("# Notes by Coach Lin {lang=de}\n## @match\nFOREWORD, see @t%d.drain.\n## @t%d\nTURN\n## @t%d.drain\n"
                            "SECTION [here](@t%d.e%u)\n# Notes by Zoe\n## @t%d.e%u ??\nEVENT\n## @t0\nSETUP\n",
                            turn, turn, turn, turn, seq, turn, seq);
    cr_assert(build(text, false, NULL, &err), "%s", err.msg);
    brs_str first = page("index.html"), unit = page(said("t/t%03d.html", turn));
    cr_assert(has(first, said("FOREWORD, see <a href=\"t/t%03d.html#s-drain\">Turn %d, UA Drain</a>.", turn, turn)));
    cr_assert(has(first, "With 3 notes."));
    const char *turns = memmem(unit.ptr, unit.len, "TURN", 4), *section = memmem(unit.ptr, unit.len, "SECTION", 7);
    const char *step = memmem(unit.ptr, unit.len, "id=\"s-drain\"", 12), *event = memmem(unit.ptr, unit.len, "EVENT", 5);
    const char *mark = memmem(unit.ptr, unit.len, said("id=\"e%u\"", seq), strlen(said("id=\"e%u\"", seq)));
    cr_assert(turns != NULL && section != NULL && event != NULL && turns < step && step < section && section < mark && mark < event);
    cr_assert(has(unit, said("<a href=\"#e%u\">here</a>", seq)));
    cr_assert(has(unit, "<b>?\?</b> (a blunder) <bdi>Zoe</bdi>"), "a glyph is written out, with its author");
    cr_assert(has(unit, "lang=\"de\""));
    cr_assert(has(page("t/t000.html"), "SETUP"), "a note on the laying of the table");
    expect_sound_site();
}

Test(notes, a_wrong_quote_stops_the_build_and_leaves_the_old_site)
{
    brs_err err = BRS_ERR_NONE;
    brs_site_report report;
    cr_assert(build(NULL, false, NULL, &err));
    cr_assert_not(build("## @t1\n> Nobody did anything\nNEW\n", false, &report, &err));
    cr_assert_eq(report.note_mistakes, 1);
    cr_assert(strstr(err.msg, "Nobody did anything") != NULL, "%s", err.msg);
    cr_assert_not(has(page("t/t001.html"), "NEW"));
}

Test(notes, a_remark_in_the_replay_is_shown_and_never_stops_a_build)
{
    brs_err err = BRS_ERR_NONE;
    brs_remark remarks[] = {
        {.section = -1, .text = BRS_STR("FOREWORD [page](../../about.html)"), .author = BRS_STR("Zoe")},
        {.section = -1, .decision = 3, .hash = 1, .text = BRS_STR("> quoted\n\nASTRAY"), .glyph = 2},
        {.section = -1, .event = 5, .text = BRS_STR("FIFTH")},
    };
    replay.remarks = remarks;
    replay.remark_count = 3;
    cr_assert(build(NULL, false, NULL, &err), "%s", err.msg);
    brs_str first = page("index.html");
    cr_assert(has(first, "FOREWORD page"), "a stranger's link to a page is text");
    cr_assert_eq(system(said("grep -rq 'made for another state' %s/out/m", folder)), 0);
    cr_assert_eq(system(said("grep -rq ASTRAY %s/out/m/%s/t", folder, match.address)), 0);
    cr_assert(has(page("t/t000.html"), "FIFTH"));
    expect_sound_site();
    cr_assert(build(NULL, true, NULL, &err), "%s", err.msg);
    cr_assert_neq(system(said("grep -rq FOREWORD %s/out/m", folder)), 0, "an anonymous site has no remarks");
}

// ---- what a note may not do (reliability.md, classes N and U) -----------------------------------------

// The nodes of a text as one line: <open> text </shut> [link].
static brs_str rendered(brs_str text, bool trusted, bool *whole)
{
    site_scene scene = {.match = &match, .root = "../../../", .units = "", .unit = 0};
    brs_buf out;
    buf_init(&out, &bench.arena, text.len * 2 + 64);
    site_tree_init(&scene.tree, &bench.arena, &names);
    *whole = site_put_markdown(&scene, text, trusted);
    for (const site_node *n = scene.tree.root->first; n != NULL; n = n->next) {
        static const struct {
            uint16_t name;
            const char *before, *after;
        } forms[] = {{SITE_plain, "", ""}, {SITE_open, "<", ">"}, {SITE_shut, "</", ">"}, {SITE_link, "[", "]"}};
        for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
            brs_str value = site_value(n, forms[i].name);
            if (value.ptr != NULL) {
                buf_puts(&out, forms[i].before);
                buf_put(&out, value);
                buf_puts(&out, forms[i].after);
            }
        }
    }
    return buf_str(&out);
}

static void expect_rendered(const char *text, const char *wanted)
{
    bool whole;
    brs_str got = rendered(str_of(text), false, &whole);
    cr_assert(whole && str_is(got, wanted), "%s gave %.*s", text, BRS_ARG(got));
}

Test(notes, only_what_is_on_the_list_is_shown)
{
    expect_rendered("a **b** _c_ `d`  \ne", "<p>a <strong>b</strong> <em>c</em> <code>d</code><br>e</p>");
    expect_rendered("# h\n\n- x\n- y\n\n1. z", "<h3>h</h3><ul><li>x</li><li>y</li></ul><ol><li>z</li></ol>");
    expect_rendered("a <b onclick=x()>b</b> <!-- c -->", "<p>a b </p>");
    expect_rendered("<script>alert(1)</script>\n", "");
    expect_rendered("![i](https://example.org/i.png)", "<p>[https://example.org/i.png]i</a></p>");
    expect_rendered("![i](data:image/png;base64,AA)", "<p>i</p>");
    expect_rendered("[a](javascript:alert(1)) [b](//example.org) [c](http://x) [d](../../about.html) [e](@t999)",
                    "<p>a b c d e</p>");
    expect_rendered("[a](https://example.org/?q=\"x) <mailto:a@b.c>",
                    "<p>[https://example.org/?q=\"x]a</a> [mailto:a@b.c]mailto:a@b.c</a></p>");
    expect_rendered("mail@t1.drain.org and @t999", "<p>mail@t1.drain.org and @t999</p>");
    expect_rendered("\xE2\x80\xAE" "evil\xD8\x9C", "<p>[U+202E]evil[U+061C]</p>");
    expect_rendered("> a\n> > b", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>");
}

Test(notes, a_note_beyond_the_budgets_is_shown_as_it_is)
{
    enum { SIZE = BRS_REPLAY_MAX_REMARK };
    bool whole;
    char *text = brs_arena_alloc(&bench.arena, SIZE + 1, 1);
    memset(text, '>', 40);
    rendered((brs_str){text, 32}, false, &whole);
    cr_assert(whole);
    brs_str got = rendered((brs_str){text, 33}, false, &whole);
    cr_assert(!whole && str_begins(got, BRS_STR("<pre>>>>>")), "33 quotes in one another");
    memset(text, 'x', SIZE + 1);
    rendered((brs_str){text, SIZE}, false, &whole);
    cr_assert(whole);
    rendered((brs_str){text, SIZE + 1}, false, &whole);
    cr_assert_not(whole);
    got = rendered((brs_str){"a\0b", 3}, false, &whole);
    cr_assert_not(whole);
}

// Shapes that cost time or room: nesting, references that grow, entities, open links.
Test(notes, hostile_shapes_stay_small, .timeout = 20)
{
    static const char *const unit[] = {"[", "*a ", "![", "`a", "<", "&quot;", "- - - - ", "_a*", "[x](@t1)", "@t1 ", "\\`*"};
    for (size_t i = 0; i < sizeof unit / sizeof unit[0]; i++) {
        bool whole;
        size_t len = strlen(unit[i]);
        char *text = brs_arena_alloc(&bench.arena, BRS_REPLAY_MAX_REMARK, 1);
        for (size_t at = 0; at + len < BRS_REPLAY_MAX_REMARK; at += len) {
            memcpy(text + at, unit[i], len);
        }
        brs_str got = rendered((brs_str){text, BRS_REPLAY_MAX_REMARK / len * len - len}, false, &whole);
        cr_assert_leq(got.len, SITE_NOTE_HTML + 64, "%s", unit[i]);
    }
    bool whole;
    brs_buf grow;
    buf_init(&grow, &bench.arena, BRS_REPLAY_MAX_REMARK);
    buf_puts(&grow, "[r]: https://example.org/");
    for (int i = 0; i < 4000; i++) {
        buf_byte(&grow, 'x');
    }
    buf_puts(&grow, "\n\n");
    while (grow.len + 4 < BRS_REPLAY_MAX_REMARK) {
        buf_puts(&grow, "[r]\n");
    }
    brs_str got = rendered(buf_str(&grow), false, &whole);
    cr_assert(got.len <= SITE_NOTE_HTML + 64, "%zu bytes of references", got.len);
}
