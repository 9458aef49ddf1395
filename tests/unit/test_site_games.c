// What the site promises about real games: a site of seeded games of Revolt N Reign, read back page by page.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "broadside/site.h"
#include "cli.h"
#include "fs.h"
#include "rnr_table.h"
#include "str.h"

enum { GAMES = 6 };

static brs_arena arena;
static char folder[64];
static brs_library library;

static brs_str recorded(const brs_setup *setup, cli_table *table)
{
    brs_err err = BRS_ERR_NONE;
    brs_replay replay;
    brs_str bytes;
    cr_assert(cli_table_play(table, setup, NULL, &err), "%s", err.msg);
    const brs_moves moves = {.index = table->index, .count = table->count, .end_seat = BRS_SEAT_NONE};
    cr_assert(brs_replay_record(setup, &moves, &arena, &replay, &err), "%s", err.msg);
    replay.bot[0] = "random";
    replay.bot[1] = "greedy";
    cr_assert(brs_replay_encode(&replay, &arena, &bytes, &err), "%s", err.msg);
    return bytes;
}

static void hear_failure(void *ctx, const char *path, const brs_err *why)
{
    (void)ctx;
    cr_assert_fail("%s: %s", path, why->msg);
}

// A site of games between all decks under both editions, once for all tests of this file.
static void begin(void)
{
    rnr_table table;
    cli_table players;
    brs_err err = BRS_ERR_NONE;
    const brs_bot_kind *kind[2] = {brs_bot_find(BRS_STR("random")), brs_bot_find(BRS_STR("greedy"))};
    brs_site_input inputs[GAMES];
    brs_arena_init(&arena, 0);
    strcpy(folder, "/tmp/broadside-games-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    rnr_table_load(&table);
    cr_assert(brs_library_load(NULL, &arena, &library, &err), "%s", err.msg);
    cli_table_init(&players, &brs_rnr, kind, 2, &arena);
    for (int i = 0; i < GAMES; i++) {
        brs_setup setup = rnr_table_setup(&table, i % 3 == 2 ? "guide" : "rulebook", i, (i + 1) % table.decks, 100u + (uint64_t)i);
        inputs[i] = (brs_site_input){.path = "game.replay", .bytes = recorded(&setup, &players)};
    }
    char *out = brs_arena_alloc(&arena, 80, 1);
    snprintf(out, 80, "%s/out", folder);
    const brs_site_options options = {.out = out, .library = &library, .script = true, .failed = hear_failure};
    cr_assert(brs_site_build(&options, inputs, GAMES, NULL, &err), "%s", err.msg);
}

static void end(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
    brs_arena_release(&arena);
}

TestSuite(site_games, .init = begin, .fini = end);

static brs_str read_file(const char *name)
{
    char path[400];
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    snprintf(path, sizeof path, "%s/out/%s", folder, name);
    cr_assert(fs_read(path, 1 << 24, &arena, &text, &err), "%s", err.msg);
    return text;
}

static brs_str *pages(const char *below, int *count)
{
    char path[400];
    brs_err err = BRS_ERR_NONE;
    brs_str *names;
    snprintf(path, sizeof path, "%s/out/%s", folder, below);
    cr_assert(fs_list(path, ".html", true, &arena, &names, count, &err), "%s", err.msg);
    cr_assert_gt(*count, 0);
    return names;
}

static brs_str page_at(const char *below, brs_str name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%.*s", below, BRS_ARG(name));
    return read_file(path);
}

// What follows the first `words` in a text; ptr NULL when they are not there.
static brs_str after(brs_str text, const char *words)
{
    const char *at = memmem(text.ptr, text.len, words, strlen(words));
    return at == NULL ? (brs_str){NULL, 0} : (brs_str){at + strlen(words), text.len - (size_t)(at - text.ptr) - strlen(words)};
}

static int count_of(brs_str text, const char *words)
{
    int count = 0;
    for (brs_str rest = after(text, words); rest.ptr != NULL; rest = after(rest, words)) {
        count++;
    }
    return count;
}

// ---- the whole ----------------------------------------------------------------------------------------

static void hear_problem(void *ctx, const brs_err *err, bool warning)
{
    (void)ctx;
    cr_assert_fail("%s %s:%d: %s", warning ? "warning" : "problem", err->file, err->line, err->msg);
}

Test(site_games, every_link_leads_somewhere_and_every_size_keeps_its_budget)
{
    char path[400];
    brs_err err = BRS_ERR_NONE;
    brs_site_check_report report;
    snprintf(path, sizeof path, "%s/out", folder);
    cr_assert(brs_site_check(path, (brs_report){hear_problem, NULL}, &report, &err), "%s", err.msg);
    cr_assert_eq(report.warnings, 0);
    cr_assert_gt(report.pages, 100);
}

Test(site_games, every_page_of_a_match_says_which_bots_played)
{
    int count;
    brs_str *names = pages("m", &count);
    for (int i = 0; i < count; i++) {
        brs_str text = page_at("m", names[i]);
        cr_assert_not_null(after(text, "\u2068A\u2069 is played by the random bot; \u2068B\u2069 is played by the greedy bot").ptr, "%.*s", BRS_ARG(names[i]));
    }
    cr_assert_eq(count_of(read_file("index.html"), "\u2068A\u2069 is played by the random bot"), GAMES);
}

Test(site_games, the_front_page_links_rules_and_cards_and_tells_games_apart)
{
    brs_str text = read_file("index.html"), top = text;
    brs_str first = after(text, "<article");
    top.len = (size_t)(first.ptr - text.ptr);
    cr_assert_not_null(after(top, "r/rulebook.html").ptr);
    cr_assert_not_null(after(top, "r/guide.html").ptr);
    cr_assert_not_null(after(top, "k/index.html").ptr);
    for (int i = 0; i < GAMES; i++) {
        char seed[24];
        snprintf(seed, sizeof seed, ">seed %d<", 100 + i);
        cr_assert_eq(count_of(text, seed), 1);
    }
}

Test(site_games, the_last_turn_ends_where_the_game_ends)
{
    int count, ends = 0;
    brs_str *names = pages("m", &count);
    for (int i = 0; i < count; i++) {
        brs_str text = page_at("m", names[i]);
        brs_str rest = after(text, "<p class=\"over\">The game ends here. ");
        if (rest.ptr == NULL) {
            continue;
        }
        // Before it stands the step in which the game ended, and no step that never came.
        brs_str last = {NULL, 0};
        for (brs_str at = after(text, "<section id=\"s-"); at.ptr != NULL && at.ptr < rest.ptr; at = after(at, "<section id=\"s-")) {
            last = at;
        }
        brs_str step = {last.ptr, (size_t)(rest.ptr - last.ptr)};
        cr_assert_eq(count_of(step, "Nothing happened here."), 0, "%.*s", BRS_ARG(names[i]));
        ends++;
    }
    cr_assert_eq(ends, GAMES);
}

// ---- rules --------------------------------------------------------------------------------------------

// The section of a rule on its edition's page.
static brs_str section_of(brs_str rules, brs_str id)
{
    char head[120];
    snprintf(head, sizeof head, "<section id=\"%.*s\" class=\"ruling\"", BRS_ARG(id));
    brs_str rest = after(rules, head), end = after(rest, "</section>");
    cr_assert_not_null(rest.ptr, "no rule %.*s", BRS_ARG(id));
    return (brs_str){rest.ptr, (size_t)(end.ptr - rest.ptr)};
}

static int expect_seen_or_why_not(const char *below, const char *edition, brs_str rules)
{
    char link[60];
    int count, found = 0;
    snprintf(link, sizeof link, "r/%s.html#", edition);
    brs_str *names = pages(below, &count);
    for (int i = 0; i < count; i++) {
        for (brs_str rest = after(page_at(below, names[i]), link); rest.ptr != NULL; rest = after(rest, link)) {
            brs_str tail = rest, id = str_cut(&tail, '"');
            brs_str section = section_of(rules, id);
            bool seen = after(section, ">Seen ").ptr != NULL;
            bool why = after(section, "not met").ptr != NULL || after(section, "nothing happened there").ptr != NULL ||
                       after(section, "Cards whose text rests on it").ptr != NULL;
            cr_assert(seen || why, "%.*s links the rule %.*s, which is neither seen nor says why not", BRS_ARG(names[i]), BRS_ARG(id));
            found++;
        }
    }
    return found;
}

Test(site_games, every_rule_that_a_page_links_is_seen_or_says_why_not)
{
    brs_str rulebook = read_file("r/rulebook.html"), guide = read_file("r/guide.html");
    cr_assert_gt(expect_seen_or_why_not("m", "rulebook", rulebook), 500);
    cr_assert_gt(expect_seen_or_why_not("m", "guide", guide), 500);
    cr_assert_gt(expect_seen_or_why_not("k", "rulebook", rulebook) + expect_seen_or_why_not("k", "guide", guide), 500);
}

// A rule that no match shows has the game's reason beside it, or the text under which it was seen, or is marked.
Test(site_games, every_rule_that_was_not_seen_says_why_or_is_marked)
{
    static const char *const texts[] = {"rulebook", "guide"};
    for (int e = 0; e < 2; e++) {
        char name[40];
        snprintf(name, sizeof name, "r/%s.html", texts[e]);
        brs_str page = read_file(name), list = after(page, "<h2 id=\"unseen\">");
        int listed = 0, marked = 0;
        for (brs_str at = after(list, "<li"); at.ptr != NULL; at = after(at, "<li")) {
            brs_str tail = at, item = str_cut(&tail, '\n'), rest = after(item, "href=\"#"), id = str_cut(&rest, '"');
            const uint16_t rule = brs_rule_find(&brs_rnr, id);
            cr_assert_neq(rule, 0, "%.*s", BRS_ARG(item));
            const char *reason = brs_rnr.unseen[rule];
            const bool told = reason != NULL && count_of(item, "</a>: ") > 0;
            const bool elsewhere = after(item, "seen under the").ptr != NULL, gap = after(item, "unexplained").ptr != NULL;
            cr_expect_eq(gap, reason == NULL && !elsewhere, "%.*s", BRS_ARG(item));
            cr_expect(told || elsewhere || gap, "%.*s", BRS_ARG(item));
            listed++;
            marked += gap;
        }
        cr_assert_gt(listed, 40);
        cr_assert_gt(marked, 0, "six games do not show everything");
    }
}

Test(site_games, a_victory_that_was_not_met_was_not_seen)
{
    brs_str rules = read_file("r/rulebook.html");
    int won = 0, count;
    brs_str *names = pages("m", &count);
    for (int i = 0; i < count; i++) {
        won += count_of(page_at("m", names[i]), " wins: the opponent&#39;s Liberty Points are gone") > 0;
    }
    brs_str section = section_of(rules, BRS_STR("life_victory"));
    brs_str seen = after(section, ">Seen ");
    int64_t times = 0;
    cr_assert(seen.ptr == NULL || str_number(str_cut(&seen, ' '), &times));
    cr_assert_leq(times, 2 * won, "the check of a victory is made each turn, and met at most once a game");
}

Test(site_games, an_example_says_what_happened_and_between_whom)
{
    brs_str section = section_of(read_file("r/rulebook.html"), BRS_STR("ua_drain"));
    brs_str item = after(section, "<li><a href=\"../m/");
    cr_assert_not_null(item.ptr);
    brs_str rest = item, line = str_cut(&rest, '\n');
    cr_assert_not_null(after(line, " LP to UA drain: ").ptr, "%.*s", BRS_ARG(line));
    cr_assert_not_null(after(line, " against ").ptr, "the decks: %.*s", BRS_ARG(line));
    cr_assert_eq(count_of(read_file("r/rulebook.html"), ">Turn 0<"), 0, "what came before the first turn is Setup");
}

// ---- causes -------------------------------------------------------------------------------------------

Test(site_games, every_lp_change_that_a_card_made_quotes_its_sentence)
{
    int count, drains = 0, gains = 0;
    brs_str *names = pages("m", &count);
    for (int i = 0; i < count; i++) {
        brs_str text = page_at("m", names[i]);
        for (brs_str rest = after(text, ">printed drain of "); rest.ptr != NULL; rest = after(rest, ">printed drain of ")) {
            drains++;
        }
        // The first addend of a box quotes; copies of the same card do not say it again.
        for (brs_str rest = after(text, "&#39;s LP drop by "); rest.ptr != NULL; rest = after(rest, "&#39;s LP drop by ")) {
            brs_str end = after(rest, "</details>"), box = {rest.ptr, (size_t)(end.ptr - rest.ptr)};
            cr_assert_not_null(after(box, "<q>").ptr, "%.*s: %.*s", BRS_ARG(names[i]), BRS_ARG(box));
        }
        for (brs_str rest = after(text, "&#39;s LP rise by "); rest.ptr != NULL; rest = after(rest, "&#39;s LP rise by ")) {
            brs_str end = after(rest, "</details>"), box = {rest.ptr, (size_t)(end.ptr - rest.ptr)};
            cr_assert_not_null(after(box, "<q>").ptr, "%.*s: %.*s", BRS_ARG(names[i]), BRS_ARG(box));
            gains++;
        }
    }
    cr_assert_gt(drains, 20);
    cr_assert_gt(gains, 5);
}

Test(site_games, a_card_whose_printed_number_counts_has_caused_something)
{
    int count;
    brs_str *names = pages("m", &count);
    for (int i = 0; i < count; i++) {
        const char *words = ">printed drain of <a href=\"../../../k/";
        for (brs_str rest = after(page_at("m", names[i]), words); rest.ptr != NULL; rest = after(rest, words)) {
            brs_str tail = rest, slug = str_cut(&tail, '"');
            cr_assert_not_null(after(page_at("k", slug), ">Seen ").ptr, "%.*s drains, and its page says nothing", BRS_ARG(slug));
        }
    }
}

Test(site_games, every_sentence_of_a_card_is_explained_by_rules)
{
    int count, sentences = 0;
    brs_str *names = pages("k", &count);
    for (int i = 0; i < count; i++) {
        brs_str text = page_at("k", names[i]);
        for (brs_str rest = after(text, "<p id=\"s"); rest.ptr != NULL; rest = after(rest, "<p id=\"s")) {
            brs_str end = after(rest, "</details>"), next = after(rest, "<p id=\"s");
            cr_assert(end.ptr != NULL && (next.ptr == NULL || end.ptr < next.ptr), "%.*s", BRS_ARG(names[i]));
            brs_str box = {rest.ptr, (size_t)(end.ptr - rest.ptr)};
            cr_assert_not_null(after(box, ".html#").ptr, "%.*s", BRS_ARG(names[i]));
            sentences++;
        }
    }
    cr_assert_gt(sentences, 100);
}
