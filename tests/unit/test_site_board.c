// The table as a picture: it is the table at that very event, safe whatever names it holds, and complete for those who
// do not see it.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "broadside/site.h"
#include "real_games.h"
#include "site_notes.h"

static real_bench bench;
static brs_setup setup;
static brs_replay replay;
static site_match match;
static site_names names;

static void play(const char *game, uint64_t seed)
{
    brs_err err = BRS_ERR_NONE;
    real_setup(&bench, game, 0, seed, &setup);
    real_game(&bench, &setup, seed, &replay);
    site_names_init(&names, &bench.arena);
    cr_assert(site_play(&match, &replay, &setup, &names, &bench.arena, &err), "%s", err.msg);
}

static void begin(void)
{
    real_open(&bench);
    play("rnr", 3);
}

static void end(void)
{
    brs_arena_release(&bench.arena);
}

TestSuite(board, .init = begin, .fini = end);

static brs_str draw_with(brs_board_options o)
{
    brs_err err = BRS_ERR_NONE;
    brs_str out = {NULL, 0};
    o.replay = &replay;
    o.setup = &setup;
    cr_assert(brs_site_board(&o, &bench.arena, &out, &err), "%s: %s", o.at, err.msg);
    return out;
}

static const char *place_of(const brs_event *e)
{
    char *text = brs_arena_alloc(&bench.arena, 64, 1), file[48];
    brs_unit_file(setup.game->unit, e->unit, file, sizeof file);
    snprintf(text, 64, "%s.e%u", file, e->seq);
    return text;
}

static bool has(brs_str text, const char *words)
{
    return memmem(text.ptr, text.len, words, strlen(words)) != NULL;
}

// The large number of a seat, its LP.
static int number_of(brs_str picture, int seat)
{
    const char *mark = "font-size=\"38\">", *at = picture.ptr;
    for (int i = 0; i <= seat; i++) {
        at = memmem(at, picture.len - (size_t)(at - picture.ptr), mark, strlen(mark));
        cr_assert_not_null(at);
        at += strlen(mark);
    }
    return atoi(at);
}

Test(board, before_and_after_an_event_are_the_numbers_that_it_tells)
{
    int seen = 0;
    for (uint32_t seq = 1; seq <= match.trace.event_count; seq++) {
        const brs_event *e = brs_trace_at(&match.trace, seq);
        const brs_quantity_info *q = &setup.game->quantities[setup.game->event_kinds[e->kind].quantity];
        if (e->unit == 0 || strcmp(q->id, "lp") != 0 || seq % 3 != 0) {
            continue;
        }
        const brs_str before = draw_with((brs_board_options){.at = place_of(e), .before = true});
        const brs_str after = draw_with((brs_board_options){.at = place_of(e)});
        cr_assert_eq(number_of(before, e->arg[0]), e->arg[1], "event %u", seq);
        cr_assert_eq(number_of(after, e->arg[0]), e->arg[2], "event %u", seq);
        seen++;
    }
    cr_assert_gt(seen, 3, "LP changed in %d events", seen);
}

// What runs, asks for a file or has a style of its own has no place in it; its tags are closed in order.
static void expect_tame(brs_str picture)
{
    static const char *const never[] = {"<script", "<image", "<a ", "foreignObject", "http://e", "https:", " on", "style=",
                                        "@import", "url(", "<!"};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        const bool attribute = strcmp(never[i], " on") == 0;
        cr_assert(attribute ? !has(picture, " onload") && !has(picture, " onclick") : !has(picture, never[i]), "%s", never[i]);
    }
    cr_assert(str_begins(picture, BRS_STR("<svg xmlns=\"http://www.w3.org/2000/svg\" ")) && has(picture, "role=\"img\""));
    cr_assert(str_ends(picture, BRS_STR("</svg>\n")));
}

Test(board, every_event_of_both_games_has_a_table)
{
    for (int game = 0; game < 2; game++) {
        play(game == 0 ? "rnr" : "revolution", 5);
        const uint32_t step = match.trace.event_count / 40 + 1;
        for (uint32_t seq = 1; seq <= match.trace.event_count; seq += step) {
            const brs_event *e = brs_trace_at(&match.trace, seq);
            if (e->unit > 0 && e->unit % 1000 > 0) {
                const brs_str picture = draw_with((brs_board_options){.at = place_of(e)});
                expect_tame(picture);
                cr_assert(has(picture, "<title id=\"t\">After ") && has(picture, "Ada") && has(picture, "Bo"));
            }
        }
        expect_tame(draw_with((brs_board_options){.at = NULL}));
    }
}

Test(board, names_of_strangers_are_text)
{
    setup.name[0] = "</text><script>x()</script>&\"'\xEF\xBF\xBE";
    setup.name[1] = "\xD7\xA9\xD7\xA8\xD7\x94 \xE2\x80\xAE";
    const brs_str picture = draw_with((brs_board_options){.at = "t2"});
    expect_tame(picture);
    cr_assert(has(picture, "&lt;/text&gt;&lt;script&gt;x()&lt;/script&gt;&amp;&quot;&#39;\xEF\xBF\xBD"));
    cr_assert(!has(picture, "\xEF\xBF\xBE"), "U+FFFE is no character of XML");
}

Test(board, a_view_shows_no_card_that_it_may_not_know)
{
    const brs_str all = draw_with((brs_board_options){.at = "t3"});
    const brs_str open = draw_with((brs_board_options){.at = "t3", .view = "public"});
    cr_assert(has(all, ">Hand: ") && !has(all, "hidden card"));
    cr_assert(has(open, ">Hand: ") && has(open, "hidden card"));
    cr_assert_lt(open.len, all.len);
}

Test(board, what_is_drawn_is_told)
{
    const brs_str picture = draw_with((brs_board_options){.at = "t6.drain", .theme = "light"});
    const char *desc = memmem(picture.ptr, picture.len, "<desc", 5), *style = memmem(picture.ptr, picture.len, "<style", 6);
    const brs_str told = {desc, (size_t)(style - desc)};
    for (const char *at = style; (at = strstr(at, "class=\"soft caps\"")) != NULL; at++) {
        const char *from = strchr(at, '>') + 1;
        const brs_str zone = {from, (size_t)(strchr(from, '<') - from)};
        cr_assert(memmem(told.ptr, told.len, zone.ptr, zone.len) != NULL, "%.*s", BRS_ARG(zone));
    }
    cr_assert(!has(picture, "prefers-color-scheme"));
    cr_assert(has(draw_with((brs_board_options){.at = "t6.drain"}), "prefers-color-scheme: dark"));
}

Test(board, places_without_a_table_are_refused)
{
    static const struct {
        const char *at, *theme, *view;
        brs_code code;
    } bad[] = {
        {"t999", NULL, NULL, BRS_TEXT}, {"t0.e1", NULL, NULL, BRS_TEXT},    {"t1.nowhere", NULL, NULL, BRS_TEXT},
        {"", NULL, NULL, BRS_TEXT},     {"t1", "green", NULL, BRS_USAGE}, {"t1", NULL, "C", BRS_USAGE},
        {"t1", NULL, "me", BRS_USAGE},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const brs_board_options o = {.replay = &replay, .setup = &setup, .at = bad[i].at, .theme = bad[i].theme, .view = bad[i].view};
        brs_err err = BRS_ERR_NONE;
        brs_str out;
        cr_assert_not(brs_site_board(&o, &bench.arena, &out, &err), "row %zu", i);
        cr_assert_eq(err.code, bad[i].code, "row %zu: %s", i, err.msg);
    }
}
