// The scoresheet: what our pages promise (no script, no other host, text is escaped, tables have headings) and that it
// teaches every word that a transcript may hold.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "broadside/site.h"
#include "buf.h"
#include "site_html.h"
#include "str.h"

static brs_arena arena;

static brs_str page_of(const char *id, const char *title, const char *name)
{
    static brs_setup setup;
    brs_err err = BRS_ERR_NONE;
    brs_editions editions;
    brs_str page = {NULL, 0};
    const brs_game_def *game = brs_game_find(str_of(id));
    cr_assert_not_null(game);
    cr_assert(brs_editions_load(game, &arena, &editions, &err), "%s", err.msg);
    setup = (brs_setup){.game = game, .edition = editions.edition[0], .options = editions.edition[0]->options, .seats = game->min_seats};
    setup.name[0] = name;
    const brs_sheet_options options = {.setup = &setup, .title = title};
    cr_assert(brs_site_scoresheet(&options, &arena, &page, &err), "%s", err.msg);
    return page;
}

static bool holds(brs_str page, const char *text)
{
    return memmem(page.ptr, page.len, text, strlen(text)) != NULL;
}

// What buf_html makes of a text.
static const char *escaped(const char *text)
{
    brs_buf buf;
    buf_init(&buf, &arena, 64);
    buf_html(&buf, str_of(text));
    return brs_arena_string(&arena, buf_str(&buf));
}

Test(scoresheet, titles_and_names_are_escaped)
{
    const brs_str page = page_of("rnr", "Club <b>&\"'", "Zo\xC3\xAB </dd><script>");
    cr_assert(holds(page, "<h1>Club &lt;b&gt;&amp;"));
    cr_assert(holds(page, "<title>Club &lt;b&gt;&amp;"));
    cr_assert(holds(page, "Zo\xC3\xAB &lt;/dd&gt;&lt;script&gt;"));
    cr_assert(!holds(page, "<script"));
    brs_arena_release(&arena);
}

Test(scoresheet, pages_ask_for_nothing_and_run_nothing)
{
    for (int i = 0; brs_games[i] != NULL; i++) {
        site_html html = {.text = page_of(brs_games[i]->id, NULL, NULL), .line = 1};
        site_tag tag;
        int headings = 0, cells = 0;
        cr_assert(holds(html.text, "<html lang=\"en\">"));
        cr_assert(holds(html.text, "default-src 'none'; style-src 'sha256-"));
        while (site_next_tag(&html, &tag)) {
            cr_assert_null(tag.broken, "line %d: %s", tag.line, tag.broken);
            cr_assert(!str_is(tag.name, "script") && !str_is(tag.name, "link") && !str_is(tag.name, "img"));
            for (int k = 0; k < tag.count; k++) {
                cr_assert(!str_is(tag.key[k], "style") && !str_is(tag.key[k], "src") && !str_is(tag.key[k], "href"));
                cr_assert(!str_begins(tag.key[k], BRS_STR("on")));
            }
            if (str_is(tag.name, "th") && !tag.closing) {
                cr_assert_not_null(site_attribute(&tag, "scope").ptr, "line %d: a heading of what?", tag.line);
                headings++;
            }
            cells += str_is(tag.name, "td") && !tag.closing;
        }
        cr_assert(headings >= 2 * 20 && cells >= 2 * 2 * 20, "%s: %d headings, %d cells", brs_games[i]->id, headings, cells);
        brs_arena_release(&arena);
    }
}

Test(scoresheet, the_policy_names_this_very_style)
{
    const brs_str page = page_of("rnr", NULL, NULL), other = page_of("rnr", "Another title", NULL);
    const char *hash = memmem(page.ptr, page.len, "'sha256-", 8), *same = memmem(other.ptr, other.len, "'sha256-", 8);
    // Of the built-in style; openssl dgst -sha256 -binary | base64 says the same. The commands' tests compute it anew.
    cr_assert_eq(hash[8 + 43], '=');
    cr_assert(memcmp(hash, same, 8 + 44 + 1) == 0);
    brs_arena_release(&arena);
}

Test(scoresheet, the_back_teaches_every_word)
{
    for (int i = 0; brs_games[i] != NULL; i++) {
        const brs_str page = page_of(brs_games[i]->id, NULL, NULL);
        for (const brs_verb *verb = brs_games[i]->verbs; verb->word != NULL; verb++) {
            char item[256];
            snprintf(item, sizeof item, "<b>%s%s%s</b> ", escaped(verb->word), verb->noun[0] != '\0' ? " " : "", verb->noun);
            cr_assert(holds(page, item), "%s: %s", brs_games[i]->id, item);
            cr_assert(holds(page, escaped(verb->help)), "%s: %s", brs_games[i]->id, verb->help);
        }
        brs_arena_release(&arena);
    }
}
