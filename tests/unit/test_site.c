// What the site promises: whole pages, honest numbers, inert text, the same bytes, and a checker
// that finds what is wrong. A toy game stands in for the real ones.
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "broadside/site.h"
#include "fs.h"
#include "site_find.h"
#include "str.h"
#include "toy_game.h"

static brs_arena arena;
static char folder[64];

// ---- the toy game, with what pages need -------------------------------------------------------

static void toy_view(const brs_setup *setup, const void *state, int seat, const brs_viewer *v)
{
    const toy_state *s = state;
    (void)seat;
    for (int i = 0; i < 2; i++) {
        brs_view_open(v, "player", i);
        brs_view_text(v, "name", setup->name[i] != NULL ? setup->name[i] : i == 0 ? "A" : "B");
        brs_view_num(v, "lp", s->lp[i]);
        brs_view_close(v);
    }
}

static int toy_section_order(const brs_setup *setup, uint8_t *out)
{
    (void)setup;
    out[0] = 0;
    return 1;
}

static const brs_event_info told_events[] = {{"none", "", 0, NULL},
                                             {"hit",
                                              "{seat:0} loses {delta} LP: {num:1} to {num:2}.", 1,
                                              "Why did {seat:0}'s LP drop by {delta}?"}};
static const brs_quantity_info told_quantities[] = {
    {.id = "none"}, {.id = "lp", .title = "Liberty Points", .subject = "seat", .adds = true}};
static const brs_choice_info told_choices[] = {{"hit", "hits for {num:0}"}, {"dare", "dares"}};

static brs_game_def told(void)
{
    brs_game_def game = toy_game;
    game.publisher = "Nobody's game.";
    game.view = toy_view;
    game.sections = toy_section_order;
    game.event_kinds = told_events;
    game.quantities = told_quantities;
    game.choice_kinds = told_choices;
    game.choice_count = 2;
    return game;
}

// An engine that takes a point without saying so, on turn 3.
static brs_verdict silent_apply(const brs_setup *setup, void *state, brs_choice choice,
                                brs_trace *trace)
{
    toy_state *s = state;
    brs_verdict verdict = toy_apply(setup, state, choice, trace);
    s->lp[0] -= s->turn == 3;
    return verdict;
}

// An engine whose event of turn 2 tells of one point more than there was.
static brs_verdict boasting_apply(const brs_setup *setup, void *state, brs_choice choice,
                                  brs_trace *trace)
{
    brs_verdict verdict = toy_apply(setup, state, choice, trace);
    if (trace != NULL && ((toy_state *)state)->turn == 3) {
        trace->events[trace->event_count - 1].arg[1]++;
        trace->terms[trace->term_count - 1].value--;
    }
    return verdict;
}

// One whose sum is wrong.
static brs_verdict careless_apply(const brs_setup *setup, void *state, brs_choice choice,
                                  brs_trace *trace)
{
    brs_verdict verdict = toy_apply(setup, state, choice, trace);
    if (trace != NULL) {
        trace->terms[trace->term_count - 1].value--;
    }
    return verdict;
}

// ---- building in a folder of our own ----------------------------------------------------------

static void begin(void)
{
    brs_arena_init(&arena, 0);
    strcpy(folder, "/tmp/broadside-site-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

static void end(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
    brs_arena_release(&arena);
}

TestSuite(site, .init = begin, .fini = end);

static const char *path_of(const char *name)
{
    char *path = brs_arena_alloc(&arena, 256, 1);
    snprintf(path, 256, "%s/%s", folder, name);
    return path;
}

static brs_library *library_of(const brs_game_def *game)
{
    brs_err err = BRS_ERR_NONE;
    const brs_game_def **games = BRS_NEW(&arena, const brs_game_def *, 2);
    brs_library *library = BRS_NEW(&arena, brs_library, 1);
    games[0] = game;
    cr_assert(brs_library_load(games, &arena, library, &err), "%s", err.msg);
    return library;
}

// A game in which both hit for `points` until one has none left.
static brs_str replay_of(const brs_game_def *game, const brs_library *library, uint64_t seed,
                         int points, const char *name)
{
    brs_err err = BRS_ERR_NONE;
    brs_replay bare = {.game = game->id,
                       .edition = "toy",
                       .patch = 1,
                       .seats = 2,
                       .seeded = true,
                       .seed = seed,
                       .rng = BRS_RNG_PHILOX4X32_10};
    brs_setup *setup = BRS_NEW(&arena, brs_setup, 1);
    cr_assert(brs_replay_setup(&bare, library, &arena, setup, &err), "%s", err.msg);
    setup->name[0] = name;
    setup->name[1] = "Bo";
    uint16_t *index = BRS_NEW(&arena, uint16_t, 100);
    for (int i = 0; i < 100; i++) {
        index[i] = (uint16_t)(points - 1);
    }
    brs_moves moves = {.index = index,
                       .count = (uint32_t)((20 + points - 1) / points * 2 - 1),
                       .end_seat = BRS_SEAT_NONE};
    if (game->apply != toy_apply) {
        moves.count = 8;
        moves.end = BRS_END_UNFINISHED;
    }
    brs_replay replay;
    brs_str bytes;
    cr_assert(brs_replay_record(setup, &moves, &arena, &replay, &err), "%s", err.msg);
    cr_assert(brs_replay_encode(&replay, &arena, &bytes, &err), "%s", err.msg);
    return bytes;
}

typedef struct {
    int count;
    char first[800];
} heard;

static void hear_failure(void *ctx, const char *path, const brs_err *why)
{
    heard *h = ctx;
    if (h->count++ == 0) {
        snprintf(h->first, sizeof h->first, "%s: %s", path, why->msg);
    }
}

static void hear_problem(void *ctx, const brs_err *err, bool warning)
{
    heard *h = ctx;
    (void)warning;
    if (h->count++ == 0) {
        snprintf(h->first, sizeof h->first, "%s:%d: %s", err->file, err->line, err->msg);
    }
}

static brs_site_report build(const brs_game_def *game, const char *out, int count, const char *name,
                             heard *failures)
{
    brs_err err = BRS_ERR_NONE;
    brs_library *library = library_of(game);
    brs_site_input *inputs = BRS_NEW(&arena, brs_site_input, (size_t)count);
    for (int i = 0; i < count; i++) {
        inputs[i] =
            (brs_site_input){.path = "toy.replay", .bytes = replay_of(game, library, (uint64_t)i, i % 3 + 1, name)};
    }
    brs_site_options options = {.out = path_of(out),
                                .library = library,
                                .script = true,
                                .failed = hear_failure,
                                .ctx = failures};
    brs_site_report report;
    cr_assert(brs_site_build(&options, inputs, count, &report, &err), "%s:%d: %s", err.file,
              err.line, err.msg);
    return report;
}

static brs_str page(const char *name)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    cr_assert(fs_read(path_of(name), 1 << 22, &arena, &text, &err), "%s", err.msg);
    return text;
}

static bool has(brs_str text, const char *words)
{
    return memmem(text.ptr, text.len, words, strlen(words)) != NULL;
}

// The first file below a folder of the site whose name ends so.
static const char *find(const char *site, const char *ending)
{
    brs_err err = BRS_ERR_NONE;
    brs_str *names;
    int count;
    cr_assert(fs_list(path_of(site), ending, true, &arena, &names, &count, &err), "%s", err.msg);
    cr_assert(count > 0, "no file %s", ending);
    char *path = brs_arena_alloc(&arena, 300, 1);
    snprintf(path, 300, "%s/%.*s", site, BRS_ARG(names[0]));
    return path;
}

static void write_page(const char *name, const char *text)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_write_if_changed(path_of(name), str_of(text), NULL, &err), "%s", err.msg);
}

// ---- building ---------------------------------------------------------------------------------

Test(site, a_turn_page_says_what_happened_and_why)
{
    heard failures = {0};
    brs_game_def game = told();
    brs_site_report report = build(&game, "out", 3, "Ada", &failures);
    cr_assert_eq(report.matches, 3);
    cr_assert_eq(failures.count, 0, "%s", failures.first);
    brs_str text = page(find("out", "t003.html"));
    cr_assert(has(text, "<li id=\"e3\""), "each event has its id");
    cr_assert(has(text, "LP drop by"), "the cause box asks the question");
    cr_assert(has(text, "<p class=\"term\"><b>\xE2\x88\x92"), "and gives the addends, one of which needs no sum");
    cr_assert(has(text, "r/toy.html#hit"), "and names the rule");
    cr_assert(has(text, "id=\"s-blow\""), "the section has its stable id");
}

Test(site, a_built_site_passes_its_own_check)
{
    heard failures = {0}, problems = {0};
    brs_err err = BRS_ERR_NONE;
    brs_game_def game = told();
    brs_site_report built = build(&game, "out", 4, "Ada", &failures);
    brs_site_check_report report;
    bool ok = brs_site_check(path_of("out"), (brs_report){hear_problem, &problems}, &report, &err);
    cr_assert(ok, "%s", problems.first);
    cr_assert_eq(report.pages, built.pages);
    cr_assert_gt(report.links, built.pages);
}

Test(site, the_same_replays_give_the_same_bytes)
{
    heard failures = {0};
    char command[300];
    brs_game_def game = told();
    build(&game, "one", 3, "Ada", &failures);
    build(&game, "two", 3, "Ada", &failures);
    snprintf(command, sizeof command, "diff -r %s/one %s/two", folder, folder);
    cr_assert_eq(system(command), 0);
}

static int count_of(brs_str text, const char *words)
{
    int count = 0;
    const char *at = text.ptr, *end = text.ptr + text.len;
    while ((at = memmem(at, (size_t)(end - at), words, strlen(words))) != NULL) {
        count++;
        at += strlen(words);
    }
    return count;
}

// 130 games by the same two players: three pages of fifty, each game on one of them.
Test(site, long_lists_are_cut_into_pages_that_hold_every_game_once)
{
    enum { GAMES = 130 };
    heard failures = {0}, problems = {0};
    brs_err err = BRS_ERR_NONE;
    brs_game_def game = told();
    brs_site_report report = build(&game, "out", GAMES, "Ada <b>", &failures);
    cr_assert_eq(report.matches, GAMES);
    static const char *const front[] = {"out/index.html", "out/f/games.2.html", "out/f/games.3.html"};
    static const char *const players[] = {"BO.html", "BO.2.html", "BO.3.html"};
    char *bo = brs_arena_string(&arena, site_find_player(BRS_STR("Bo"), &arena));
    bo[strlen(bo) - 5] = '\0';
    for (int list = 0; list < 2; list++) {
        int listed = 0;
        for (int i = 0; i < 3; i++) {
            char path[100];
            snprintf(path, sizeof path, "out/%s%s", bo, players[i] + 2);
            brs_str text = page(list == 0 ? front[i] : path);
            listed += count_of(text, "<article");
            cr_assert_leq(count_of(text, "<article"), SITE_FIND_ROWS);
            cr_assert_leq(text.len, 40 * 1024, "%s has %zu bytes", path, text.len);
            cr_assert_eq(count_of(text, "aria-current=\"page\">Page "), 1, "which page this is");
        }
        cr_assert_eq(listed, GAMES);
    }
    brs_str *names;
    int matches;
    cr_assert(fs_list(path_of("out/m"), "/index.html", true, &arena, &names, &matches, &err));
    for (int i = 0; i < matches; i++) {
        char href[200];
        snprintf(href, sizeof href, "m/%.*s\"", BRS_ARG(names[i]));
        cr_assert_eq(count_of(page(front[0]), href) + count_of(page(front[1]), href) + count_of(page(front[2]), href), 1, "%s", href);
    }
    cr_assert(has(page("out/f/players.html"), "<bdi>Ada &lt;b&gt;</bdi>"));
    cr_assert(has(page("out/f/players.html"), "130 games"));
    cr_assert(has(page("out/r/toy.html"), "f/r/toy/hit.html\""), "the rule leads to its games");
    cr_assert(has(page("out/f/r/toy/hit.html"), "130 games of"));
    cr_assert(has(page("out/f/r/toy/hit.html"), "The first 100 of them are here"));
    cr_assert(brs_site_check(path_of("out"), (brs_report){hear_problem, &problems}, NULL, &err), "%s", problems.first);
}

Test(site, a_hostile_name_is_inert_text)
{
    heard failures = {0};
    brs_game_def game = told();
    build(&game, "out", 1, "<script>alert(1)</script>\"'&", &failures);
    brs_str text = page(find("out", "t001.html"));
    cr_assert(has(text, "&lt;script&gt;alert(1)"));
    cr_assert_not(has(text, "<script>alert"));
}

Test(site, building_again_replaces_the_site_as_a_whole)
{
    heard failures = {0};
    brs_game_def game = told();
    build(&game, "out", 3, "Ada", &failures);
    build(&game, "out", 1, "Ada", &failures);
    brs_err err = BRS_ERR_NONE;
    brs_str *names;
    int count;
    cr_assert(fs_list(path_of("out/m"), "index.html", true, &arena, &names, &count, &err));
    cr_assert_eq(count, 1, "matches of the earlier build are gone");
    cr_assert_not(fs_exists(path_of("out.new")));
}

Test(site, a_folder_that_is_not_ours_is_left_alone)
{
    brs_err err = BRS_ERR_NONE;
    brs_game_def game = told();
    cr_assert(fs_make_folder(path_of("home"), &err));
    write_page("home/letter.txt", "dear friend");
    brs_site_options options = {.out = path_of("home"), .library = library_of(&game)};
    cr_assert_not(brs_site_build(&options, NULL, 0, NULL, &err));
    cr_assert_eq(err.code, BRS_USAGE);
    cr_assert(has(page("home/letter.txt"), "dear friend"));
}

Test(site, a_damaged_replay_gets_no_page_and_is_listed)
{
    heard failures = {0};
    brs_err err = BRS_ERR_NONE;
    brs_game_def game = told();
    brs_library *library = library_of(&game);
    brs_str good = replay_of(&game, library, 1, 2, "Ada");
    char *bad = brs_arena_string(&arena, good);
    bad[good.len / 2] ^= 0x55;
    brs_site_input inputs[2] = {{.path = "good.replay", .bytes = good}, {.path = "bad.replay", .bytes = {bad, good.len}}};
    brs_site_options options = {
        .out = path_of("out"), .library = library, .failed = hear_failure, .ctx = &failures};
    brs_site_report report;
    cr_assert(brs_site_build(&options, inputs, 2, &report, &err), "%s", err.msg);
    cr_assert_eq(report.matches, 1);
    cr_assert_eq(report.failures, 1);
    cr_assert(has(page("out/index.html"), "bad.replay"));
}

Test(site, an_anonymous_site_holds_no_name_anywhere)
{
    brs_err err = BRS_ERR_NONE;
    brs_game_def game = told();
    brs_library *library = library_of(&game);
    brs_site_input input = {.path = "a.replay", .bytes = replay_of(&game, library, 1, 2, "Wilhelmina")};
    brs_site_options options = {.out = path_of("out"), .library = library, .anonymous = true};
    brs_site_report report;
    cr_assert(brs_site_build(&options, &input, 1, &report, &err), "%s", err.msg);
    cr_assert_eq(report.matches, 1);
    char command[200];
    snprintf(command, sizeof command, "grep -rq Wilhelmina %s/out", folder);
    cr_assert_neq(system(command), 0, "neither the pages nor the replay may name a player");
    options.anonymous = false;
    cr_assert(brs_site_build(&options, &input, 1, &report, &err), "%s", err.msg);
    cr_assert_eq(system(command), 0);
}

Test(site, the_same_game_twice_has_one_page)
{
    heard failures = {0};
    brs_err err = BRS_ERR_NONE;
    brs_game_def game = told();
    brs_library *library = library_of(&game);
    brs_site_input inputs[2] = {{.path = "a.replay", .bytes = replay_of(&game, library, 1, 2, "Ada")},
                                {.path = "b.replay", .bytes = replay_of(&game, library, 1, 2, "Eve")}};
    brs_site_options options = {
        .out = path_of("out"), .library = library, .failed = hear_failure, .ctx = &failures};
    brs_site_report report;
    cr_assert(brs_site_build(&options, inputs, 2, &report, &err), "%s", err.msg);
    cr_assert_eq(report.matches, 1);
    cr_assert(has(str_of(failures.first), "b.replay: is the same game as a.replay"), "%s",
              failures.first);
}

// ---- looked at apart (reliability.md 6) -----------------------------------------------------------

// An engine that a certain game brings down.
static brs_verdict crashing_apply(const brs_setup *setup, void *state, brs_choice choice, brs_trace *trace)
{
    if (setup->seed == 2) {
        raise(SIGKILL);
    }
    return toy_apply(setup, state, choice, trace);
}

static int looked_at;

static void look_in_processes(void *ctx, const brs_site_look *look)
{
    (void)ctx;
    looked_at += look->count;
    for (int i = 0; i < look->count; i++) {
        int status = 0;
        const pid_t child = fork();
        if (child == 0) {
            look->work(look->ctx, i);
            _exit(0);
        }
        cr_assert(child > 0 && waitpid(child, &status, 0) == child);
        if (status != 0) {
            brs_err err = BRS_ERR_NONE;
            brs_fail(&err, BRS_UNEXPECTED, "a worker ended over it");
            look->ended(look->ctx, i, &err);
        }
    }
}

Test(site, what_ends_its_worker_gets_no_page_and_the_others_do)
{
    heard failures = {0};
    brs_err err = BRS_ERR_NONE;
    brs_game_def game = told(), frail = game;
    brs_library *library = library_of(&game);
    frail.apply = crashing_apply;
    brs_site_input inputs[3] = {{.path = "a.replay", .bytes = replay_of(&game, library, 1, 2, "Ada")},
                                {.path = "b.replay", .bytes = replay_of(&game, library, 2, 2, "Eve")},
                                {.path = "c.replay", .bytes = replay_of(&game, library, 3, 2, "Ida")}};
    brs_site_options options = {.out = path_of("out"), .library = library_of(&frail), .failed = hear_failure, .apart = look_in_processes, .ctx = &failures};
    brs_site_report report;
    looked_at = 0;
    cr_assert(brs_site_build(&options, inputs, 3, &report, &err), "%s", err.msg);
    cr_expect_eq(report.matches, 2);
    cr_expect(failures.count == 1 && has(str_of(failures.first), "b.replay: a worker ended over it"), "%d, %s", failures.count, failures.first);
    cr_expect_eq(looked_at, 3);
    failures = (heard){0};
    inputs[0].bytes = replay_of(&game, library, 4, 2, "Ann");
    cr_assert(brs_site_build(&options, inputs, 3, &report, &err), "%s", err.msg);
    cr_expect(report.matches == 2 && failures.count == 1, "what has no pages yet is looked at: the new one, and the bad one again");
    cr_expect_eq(looked_at, 5);
}

Test(site, a_base_address_gives_a_sitemap_of_every_page)
{
    brs_err err = BRS_ERR_NONE;
    brs_game_def game = told();
    brs_library *library = library_of(&game);
    brs_site_input input = {.path = "a.replay", .bytes = replay_of(&game, library, 1, 2, "Ada")};
    brs_site_options options = {
        .out = path_of("out"), .library = library, .base_url = "https://example.org/b/"};
    cr_assert(brs_site_build(&options, &input, 1, NULL, &err), "%s", err.msg);
    cr_assert(has(page("out/sitemap.xml"), "<loc>https://example.org/b/index.html</loc>"));
    cr_assert(has(page("out/sitemap.xml"), "/t/t003.html</loc>"));
}

// ---- honest numbers ---------------------------------------------------------------------------

static void expect_refused(brs_verdict (*apply)(const brs_setup *, void *, brs_choice, brs_trace *),
                           const char *why)
{
    heard failures = {0};
    brs_game_def game = told();
    game.apply = apply;
    brs_site_report report = build(&game, "out", 1, "Ada", &failures);
    cr_assert_eq(report.matches, 0);
    cr_assert(has(str_of(failures.first), why), "%s", failures.first);
}

Test(site, a_change_without_an_event_stops_the_match)
{
    expect_refused(silent_apply, "the state has");
}

Test(site, an_event_that_is_not_true_stops_the_match)
{
    expect_refused(boasting_apply, "event 2 (hit, unit 2) says that lp of");
}

Test(site, terms_that_do_not_add_up_stop_the_match)
{
    expect_refused(careless_apply, "do not add up");
}

// ---- templates --------------------------------------------------------------------------------

static bool render(const char *text, brs_buf *out, brs_err *err)
{
    brs_str *name = BRS_NEW(&arena, brs_str, 1), *source = BRS_NEW(&arena, brs_str, 1);
    site_sources *sources = BRS_NEW(&arena, site_sources, 1);
    site_names *names = BRS_NEW(&arena, site_names, 1);
    site_template template;
    site_tree tree;
    *name = BRS_STR("pages/x.html");
    *source = str_of(text);
    *sources = (site_sources){.name = name, .text = source, .count = 1};
    site_names_init(names, &arena);
    site_tree_init(&tree, &arena, names);
    site_puts(&tree, SITE_title, "<b>&");
    site_puts(&tree, SITE_text, "");
    for (int i = 0; i < 3; i++) {
        site_open(&tree, SITE_row, i);
        site_number(&tree, SITE_n, i);
        site_close(&tree);
    }
    buf_init(out, &arena, 64);
    *err = BRS_ERR_NONE;
    return site_template_compile(&template, sources, names, "pages/x.html", "toy", &arena, err) &&
           site_template_render(&template, tree.root, &arena, out, err);
}

static void expect_page(const char *template, const char *wanted)
{
    brs_err err;
    brs_buf out;
    cr_assert(render(template, &out, &err), "%s", err.msg);
    cr_assert(str_is(buf_str(&out), wanted), "got %.*s", BRS_ARG(buf_str(&out)));
}

static void expect_mistake(const char *template, int line, const char *what)
{
    brs_err err;
    brs_buf out;
    cr_assert_not(render(template, &out, &err));
    cr_assert_str_eq(err.file, "templates/pages/x.html");
    cr_assert_eq(err.line, line, "line %d: %s", err.line, err.msg);
    cr_assert(has(str_of(err.msg), what), "%s", err.msg);
}

Test(site, fields_are_escaped)
{
    expect_page("{{title}}", "&lt;b&gt;&amp;");
}

// A page after another by one template: what the root's fields were before may not be seen on it.
typedef struct {
    site_template template;
    site_names names;
    site_sources sources;
    brs_str name, text;
} several_pages;

static several_pages *begin_pages(const char *text)
{
    several_pages *p = BRS_NEW(&arena, several_pages, 1);
    brs_err err = BRS_ERR_NONE;
    p->name = BRS_STR("pages/x.html");
    p->text = str_of(text);
    p->sources = (site_sources){.name = &p->name, .text = &p->text, .count = 1};
    site_names_init(&p->names, &arena);
    cr_assert(site_template_compile(&p->template, &p->sources, &p->names, "pages/x.html", "toy", &arena, &err), "%s", err.msg);
    return p;
}

// A page with two rows; title NULL: the root has none.
static bool add_page(several_pages *p, const char *root, const char *title, brs_buf *out, brs_err *err)
{
    site_tree tree;
    site_tree_init(&tree, &arena, &p->names);
    site_puts(&tree, SITE_root, root);
    if (title != NULL) {
        site_puts(&tree, SITE_title, title);
    }
    for (int i = 1; i <= 2; i++) {
        site_open(&tree, SITE_row, i);
        site_number(&tree, SITE_n, i);
        site_close(&tree);
    }
    buf_init(out, &arena, 64);
    return site_template_render(&p->template, tree.root, &arena, out, err);
}

static void expect_next(several_pages *p, const char *root, const char *title, const char *wanted)
{
    brs_err err = BRS_ERR_NONE;
    brs_buf out;
    cr_assert(add_page(p, root, title, &out, &err), "%s", err.msg);
    cr_assert(str_is(buf_str(&out), wanted), "got %.*s", BRS_ARG(buf_str(&out)));
}

Test(site, a_page_has_its_own_fields_of_the_root_after_any_other)
{
    several_pages *p = begin_pages("{{#row}}<{{@root}}k/{{@title}}>{{n}}{{/row}}");
    char root[] = "../";
    expect_next(p, root, "a", "<../k/a>1<../k/a>2");
    expect_next(p, root, "a", "<../k/a>1<../k/a>2");
    expect_next(p, root, "b&", "<../k/b&amp;>1<../k/b&amp;>2");
    expect_next(p, root, "", "<../k/>1<../k/>2");
    root[0] = 'x';  // other words in the same place
    expect_next(p, root, "", "<x./k/>1<x./k/>2");
    expect_next(p, "x.", "/", "<x.k//>1<x.k//>2");  // the same letters, but not the same fields
    expect_next(p, "../", "a", "<../k/a>1<../k/a>2");
}

Test(site, a_field_that_the_root_of_a_later_page_lacks_is_a_mistake)
{
    brs_err err = BRS_ERR_NONE;
    brs_buf out;
    several_pages *p = begin_pages("x\n{{#row}}<{{@root}}k/{{@title}}>{{/row}}");
    expect_next(p, "", "", "x\n<k/><k/>");
    cr_assert_not(add_page(p, "", NULL, &out, &err));
    cr_assert_eq(err.line, 2);
    cr_assert(has(str_of(err.msg), "no field 'title' in node 'page'"), "%s", err.msg);
}

// What stands behind {{^name}} shows whether or not the section does.
Test(site, text_behind_a_section_that_does_not_show_is_its_own)
{
    several_pages *p = begin_pages("{{@root}}{{^title}}none, {{@root}}{{/title}}{{@root}}.");
    expect_next(p, "a", "", "anone, aa.");
    expect_next(p, "a", "t", "aa.");
    p = begin_pages("{{#row}}{{@root}}{{^@title}}-{{/@title}}{{@root}}{{/row}}");
    expect_next(p, "a", "t", "aaaa");
    expect_next(p, "a", "", "a-aa-a");
}

Test(site, sections_repeat_for_children_and_ask_for_fields)
{
    expect_page("{{#row}}{{n}},{{/row}}", "0,1,2,");
    expect_page("{{#row:1}}{{n}}{{/row:1}}", "1");
    expect_page("{{#?row}}some{{/?row}}{{^row}}none{{/row}}", "some");
    expect_page("{{#text}}x{{/text}}{{^text}}empty{{/text}}", "empty");
    expect_page("{{#row}}{{#n}}{{n}} of {{@title|slug}} {{/n}}{{/row}}", "1 of -b-- 2 of -b-- ");
}

Test(site, lines_of_structure_leave_nothing_behind)
{
    expect_page("  a\n  {{#row}}\n    {{n}}\n  {{/row}}\n  b\n", "a\n0\n1\n2\nb\n");
}

Test(site, a_mistake_in_a_template_names_its_line)
{
    expect_mistake("a\n{{ttile}}\n", 2, "ttile");
    expect_mistake("a\n\n{{#row}}\nb\n", 3, "never closed");
    expect_mistake("{{#row}}\n{{/title}}\n", 2, "another section");
    expect_mistake("{{/row}}\n", 1, "no section is open");
    expect_mistake("\n{{#row}}{{address}}{{/row}}\n", 2, "no field 'address' in node 'row'");
    expect_mistake("\n{{>nowhere}}\n", 2, "no such partial");
}

// ---- the checker ------------------------------------------------------------------------------

static void expect_problem(const char *body, const char *what)
{
    heard problems = {0};
    brs_err err = BRS_ERR_NONE;
    char text[1000];
    cr_assert(fs_make_folder(path_of("site"), &err));
    snprintf(text, sizeof text, "<!doctype html>\n<html lang=\"en\"><body>\n%s\n</body></html>\n",
             body);
    write_page("site/index.html", text);
    bool ok = brs_site_check(path_of("site"), (brs_report){hear_problem, &problems}, NULL, &err);
    if (what == NULL) {
        cr_assert(ok, "%s", problems.first);
        return;
    }
    cr_assert_not(ok);
    cr_assert(has(str_of(problems.first), what), "%s", problems.first);
}

Test(site, the_checker_finds_what_is_wrong)
{
    expect_problem("<h1 id=\"a\">x</h1><p><a href=\"#a\">y</a></p>", NULL);
    expect_problem("<h1>x</h1><a href=\"gone.html\">y</a>", "leads nowhere");
    expect_problem("<h1>x</h1><a href=\"index.html#b\">y</a>", "leads to no id");
    expect_problem("<h1>x</h1><a href=\"../../x.html\">y</a>", "leads nowhere");
    expect_problem("<h1 id=\"a\">x</h1><p id=\"a\"></p>", "used twice");
    expect_problem("<h1>x</h1><p style=\"color:red\"></p>", "policy");
    expect_problem("<h1>x</h1><p onclick=\"x()\"></p>", "policy");
    expect_problem("<h1>x</h1><img src=\"https://example.org/x.png\">", "another host");
    expect_problem("<h1>x</h1><script>x()</script>", "script stands");
    expect_problem("<h1>x</h1><h3>y</h3>", "skips a level");
    expect_problem("<h2>x</h2>", "skips a level");
    expect_problem("<p>x</p>", "exactly one h1");
    expect_problem("<h1>x</h1><p><b>x</p></b>", "not the open one");
    expect_problem("<h1>x\xFF</h1>", "not UTF-8");
    expect_problem("<h1>x</h1><section aria-labelledby=\"no\"></section>", "names no id");
}
