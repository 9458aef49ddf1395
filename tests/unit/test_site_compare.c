// The same decisions under another edition, and the ledger: both tell what the events say, no more.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "broadside/site.h"
#include "broadside/transcript.h"
#include "fs.h"
#include "real_games.h"
#include "site_compare.h"

static real_bench bench;
static site_names names;

static void begin(void)
{
    real_open(&bench);
    site_names_init(&names, &bench.arena);
}

static void end(void)
{
    brs_arena_release(&bench.arena);
}

TestSuite(compare, .init = begin, .fini = end);

static site_match *played(const char *game, int edition, uint64_t seed)
{
    brs_err err = BRS_ERR_NONE;
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&bench.arena, brs_replay, 1);
    site_match *match = BRS_NEW(&bench.arena, site_match, 1);
    real_setup(&bench, game, edition, seed, setup);
    real_game(&bench, setup, seed, replay);
    cr_assert(site_play(match, replay, setup, &names, &bench.arena, &err), "%s", err.msg);
    return match;
}

static int differences(site_comparison *c)
{
    int count = 0;
    for (int i = 0; i < c->first->unit_count; i++) {
        count += site_compare_unit(c, c->first->units[i].number);
    }
    return count;
}

Test(compare, a_match_under_its_own_edition_differs_in_nothing)
{
    for (int edition = 0; edition < 3; edition++) {
        site_match *match = played("rnr", edition, 11 + (uint64_t)edition);
        site_comparison c;
        cr_assert(site_compare_play(&c, match, match->setup->edition));
        cr_assert_eq(c.stop, SITE_STOP_NONE);
        cr_assert(c.over);
        cr_assert_eq(c.at, c.count, "all steps were made");
        cr_assert_eq(c.other.trace.event_count, match->trace.event_count);
        cr_assert_eq(differences(&c), 0);
        cr_assert_eq(c.other.result.winner, match->result.winner);
    }
}

Test(compare, revolution_is_compared_as_well)
{
    site_match *match = played("revolution", 0, 5);
    site_comparison c;
    cr_assert(site_compare_play(&c, match, match->setup->edition));
    cr_assert(c.over);
    cr_assert_eq(differences(&c), 0);
    cr_assert(site_compare_play(&c, match, real_shelf(&bench, "revolution")->editions.edition[1]));
    cr_assert(c.stop != SITE_STOP_NONE || c.over);
}

// Each event of the match is in exactly one row, and each of the other play too.
Test(compare, every_event_is_in_one_row)
{
    for (uint64_t seed = 1; seed <= 6; seed++) {
        site_match *match = played("rnr", 0, seed);
        site_comparison c;
        cr_assert(site_compare_play(&c, match, real_shelf(&bench, "rnr")->editions.edition[seed % 2 + 1]));
        uint32_t left = 0, right = 0, last = (uint32_t)c.other.units[c.other.unit_count - 1].number + 1;
        for (int i = 0; i < match->unit_count && (uint32_t)match->units[i].number < last; i++) {
            site_compare_unit(&c, match->units[i].number);
            for (int k = 0; k < c.row_count; k++) {
                left += c.rows[k].left != 0;
                right += c.rows[k].right != 0;
                cr_assert_eq(c.rows[k].sign == '+', c.rows[k].left == 0);
                cr_assert_eq(c.rows[k].sign == '-', c.rows[k].right == 0);
            }
            if ((uint32_t)match->units[i].number + 1 == last) {
                cr_assert_eq(left, match->units[i].end - 1);
            }
        }
        cr_assert_eq(right, c.other.trace.event_count);
    }
}

// A condition that was looked at and is met (or missed) on both sides is no difference.
Test(compare, what_was_only_looked_at_is_no_difference)
{
    int idle = 0, quiet_units = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        site_match *match = played("rnr", 2, seed);
        site_comparison c;
        cr_assert(site_compare_play(&c, match, real_shelf(&bench, "rnr")->editions.edition[0]));
        for (int i = 0; i < match->unit_count; i++) {
            const int differences = site_compare_unit(&c, match->units[i].number);
            int counted = 0;
            for (int k = 0; k < c.row_count; k++) {
                const brs_event *e = c.rows[k].left != 0 ? brs_trace_at(&match->trace, c.rows[k].left)
                                                         : brs_trace_at(&c.other.trace, c.rows[k].right);
                counted += c.rows[k].sign != '=' && !c.rows[k].idle;
                idle += c.rows[k].idle;
                if (c.rows[k].idle) {
                    cr_assert_eq(match->setup->game->event_kinds[e->kind].quantity, 0);
                    cr_assert_gt(e->ncheck, 0);
                }
            }
            cr_assert_eq(counted, differences);
            quiet_units += differences == 0 && c.looks > 0;
        }
    }
    cr_assert_gt(idle, 0, "the guide looks at the Petition Victory in a step, the rulebook in the End Phase too");
    cr_assert_gt(quiet_units, 0);
}

// It never makes a choice that is not offered, and says what forbids the one at which it stops.
Test(compare, it_stops_at_the_first_decision_that_is_not_allowed)
{
    int stopped = 0, named = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        site_match *match = played("rnr", 0, seed);
        site_comparison c;
        cr_assert(site_compare_play(&c, match, real_shelf(&bench, "rnr")->editions.edition[2]));
        if (c.stop == SITE_STOP_NONE) {
            continue;
        }
        stopped++;
        named += c.rule != 0;
        cr_assert_lt(c.at, c.count);
        cr_assert_gt(c.asked_count, 1);
        for (int i = 0; i < c.asked_count; i++) {
            cr_assert_neq(memcmp(&c.asked[i], &c.steps[c.at].made, sizeof(brs_choice)), 0, "what is legal is no reason to stop");
        }
        if (c.stop == SITE_STOP_ILLEGAL && c.rule != 0) {
            cr_assert_lt(c.rule, match->setup->game->rule_count);
        }
    }
    cr_assert_gt(stopped, 0, "random games do not all fit another edition");
    cr_assert_gt(named, 0, "a rule is named that forbids a decision");
}

// ---- the pages ------------------------------------------------------------------------------------------

static bool has(brs_str text, const char *words)
{
    return memmem(text.ptr, text.len, words, strlen(words)) != NULL;
}

static char folder[64];

static brs_str page(const site_match *match, const char *name)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    char path[300];
    snprintf(path, sizeof path, "%s/out/m/%s/%s", folder, match->address, name);
    cr_assert(fs_read(path, 1 << 22, &bench.arena, &text, &err), "%s", err.msg);
    return text;
}

static void hear(void *ctx, const brs_err *err, bool warning)
{
    if (!warning) {
        *(brs_err *)ctx = *err;
    }
}

static void build(site_match *const *match, int count)
{
    brs_err err = BRS_ERR_NONE, problem = BRS_ERR_NONE;
    char out[128];
    brs_site_input *inputs = BRS_NEW(&bench.arena, brs_site_input, (size_t)count);
    strcpy(folder, "/tmp/broadside-compare-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(out, sizeof out, "%s/out", folder);
    for (int i = 0; i < count; i++) {
        inputs[i] = (brs_site_input){.path = "x.replay", .bytes = real_encode(&bench, match[i]->replay)};
    }
    brs_site_options options = {.out = out, .library = &bench.library};
    brs_site_report report;
    cr_assert(brs_site_build(&options, inputs, count, &report, &err), "%s", err.msg);
    cr_assert_eq(report.failures, 0);
    cr_assert(brs_site_check(out, (brs_report){hear, &problem}, NULL, &err), "%s:%d: %s", problem.file, problem.line, problem.msg);
}

static void clear(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

Test(compare, each_other_edition_has_a_page_that_the_match_links)
{
    site_match *match[] = {played("rnr", 0, 3), played("revolution", 1, 4)};
    build(match, 2);
    cr_assert(has(page(match[0], "index.html"), "href=\"c/guide.html\""));
    cr_assert(has(page(match[0], "index.html"), "href=\"c/glossary.html\""));
    cr_assert(has(page(match[1], "index.html"), "href=\"c/basic.html\""));
    cr_assert(has(page(match[0], "c/guide.html"), "The first difference"));
    clear();
}

Test(compare, the_ledger_tells_each_change_and_how_long_it_lasts)
{
    site_match *match = played("rnr", 0, 3);
    const brs_game_def *game = match->setup->game;
    build(&match, 1);
    brs_str text = page(match, "ledger.html");
    int32_t lost[2][400] = {{0}}, left[2][400] = {{0}};
    int clocks = 0;
    for (uint32_t seq = 1; seq <= match->trace.event_count; seq++) {
        const brs_event *e = brs_trace_at(&match->trace, seq);
        if (game->event_kinds[e->kind].quantity == match->score && e->unit > 0) {
            left[e->arg[0]][e->unit] = e->arg[2];
            if (strcmp(game->unit->sections[e->section].id, "drain") == 0) {
                lost[e->arg[0]][e->unit] += e->arg[1] - e->arg[2];
            }
        }
    }
    for (int seat = 0; seat < 2; seat++) {
        for (int unit = 3; unit < match->result.units && unit < 400; unit++) {
            char words[160];
            if (lost[seat][unit] > 0 && lost[seat][unit - 2] > 0 && left[seat][unit] > 0) {
                int last = unit + 2 * ((left[seat][unit] + lost[seat][unit] - 1) / lost[seat][unit]);
                snprintf(words, sizeof words, "If UA Drain goes on taking %d, nothing is left in Turn %d.", lost[seat][unit], last);
                cr_assert(has(text, words), "%s", words);
                clocks++;
            }
        }
    }
    cr_assert_gt(clocks, 0);
    clear();
}

// ---- questions --------------------------------------------------------------------------------------------

static const char answer_cell[] = "</a></th><td data-by=\"Answer\">"; // of a row of the key

Test(compare, questions_come_from_sums_and_the_worksheet_has_no_answers)
{
    site_match *match[] = {played("rnr", 0, 3), played("revolution", 0, 4)};
    build(match, 2);
    for (int i = 0; i < 2; i++) {
        brs_str quiz = page(match[i], "quiz.html"), sheet = page(match[i], "worksheet.html"), key = page(match[i], "key.html");
        const char *last = i == 0 ? "Question 6" : "Question 1";
        cr_assert(has(quiz, last) && has(sheet, last));
        cr_assert(has(quiz, "would be no change") || has(quiz, "leaves out"));
        cr_assert(has(quiz, " is right."));
        cr_assert_not(has(sheet, "#e"), "nothing leads to the event that answers");
        cr_assert_not(has(sheet, "radio"));
        // The answer of the key is one of the options of the quiz, and the sum of its addends.
        const char *cell = memmem(key.ptr, key.len, answer_cell, sizeof answer_cell - 1);
        cr_assert_not_null(cell);
        char option[64];
        snprintf(option, sizeof option, "> %d</label>", atoi(cell + sizeof answer_cell - 1));
        cr_assert(has(quiz, option), "%s", option);
    }
    clear();
}

// The words of a page without its tags.
static char *words_of(brs_str page)
{
    char *out = brs_arena_alloc(&bench.arena, page.len + 1, 1);
    size_t len = 0;
    bool tag = false;
    for (size_t i = 0; i < page.len; i++) {
        tag = tag || page.ptr[i] == '<';
        if (!tag) {
            out[len++] = page.ptr[i];
        }
        tag = tag && page.ptr[i] != '>';
    }
    out[len] = '\0';
    return out;
}

// "Question 4 Turn 3: Ada has 94 Liberty Points. How many ...": which, whose, and from what.
static bool read_question(const char **at, int *number, char who[64], int *before, char what[64])
{
    const char *found = strstr(*at, " has ");
    const char *start = found;
    for (const char *head = strstr(*at, "Question "); head != NULL && found != NULL && head < found; head = strstr(head + 1, "Question ")) {
        *number = atoi(head + 9);
    }
    while (found != NULL && start > *at && start[-1] != ':') {
        start--;
    }
    if (found == NULL || sscanf(start, " %63[^0-9] %d %63[^.]", who, before, what) != 3) {
        return false;
    }
    *at = found + 5;
    return true;
}

static int answer_of(brs_str key, int number)
{
    char head[40];
    snprintf(head, sizeof head, "<th scope=\"row\">%d: ", number);
    const char *row = memmem(key.ptr, key.len, head, strlen(head));
    cr_assert_not_null(row, "%s", head);
    return atoi(strstr(row, answer_cell) + sizeof answer_cell - 1);
}

Test(compare, no_question_of_a_worksheet_says_what_another_one_asks)
{
    enum { GAMES = 5 };
    site_match *match[GAMES];
    int asked = 0;
    for (int i = 0; i < GAMES; i++) {
        match[i] = i < 4 ? played("rnr", i % 3, 20 + (uint64_t)i) : played("revolution", i % 2, (uint64_t)i);
    }
    build(match, GAMES);
    for (int i = 0; i < GAMES; i++) {
        const char *at = strstr(words_of(page(match[i], "worksheet.html")), "Question 1");
        brs_str key = page(match[i], "key.html");
        char who[12][64], what[12][64];
        int before[12], number[12] = {0}, count = 0;
        while (at != NULL && count < 12 && read_question(&at, &number[count], who[count], &before[count], what[count])) {
            count++;
        }
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                cr_assert(strcmp(who[a], who[b]) != 0 || strcmp(what[a], what[b]) != 0 || before[a] != answer_of(key, number[b]),
                          "question %d gives away %d: %s%d %s", number[a], number[b], who[a], before[a], what[a]);
            }
        }
        asked += count;
    }
    cr_assert_gt(asked, 4 * GAMES, "%d questions", asked);
    clear();
}

// Mistakes that people make: a Defense taken to help against the drain, what they know from the other rule text.
Test(compare, wrong_answers_are_mistakes_that_people_make)
{
    enum { GAMES = 6 };
    site_match *match[GAMES];
    int helpless = 0, edition = 0;
    for (int i = 0; i < GAMES; i++) {
        match[i] = played("rnr", i % 3, 46 + (uint64_t)i);
    }
    build(match, GAMES);
    for (int i = 0; i < GAMES; i++) {
        helpless += strstr(words_of(page(match[i], "quiz.html")), "does not help: Defense cards do not stop UA drain.") != NULL;
        edition += has(page(match[i], "quiz.html"), " comes to.");
    }
    cr_assert_gt(helpless, 0);
    cr_assert_gt(edition, 0);
    clear();
}

// ---- slips, and the lesson of the Petition check ------------------------------------------------------------

static bool is_slip(const site_match *match, int i, const char *id)
{
    return strcmp(match->setup->game->slip_kinds[match->slips[i].kind].id, id) == 0;
}

static int64_t sum_of_slips(const site_match *match, const char *id)
{
    int64_t sum = 0;
    for (int i = 0; i < match->slip_count; i++) {
        sum += is_slip(match, i, id) ? match->slips[i].arg[1] : 0;
    }
    return sum;
}

// All damage above what was left, and all IP that ended unspent, is told as a slip, and no more than that.
Test(compare, slips_add_up_to_what_was_lost)
{
    int64_t lost = 0, walls = 0;
    for (uint64_t seed = 60; seed < 90; seed++) {
        site_match *match = played("rnr", (int)(seed % 3), seed);
        const brs_game_def *game = match->setup->game;
        int64_t excess = 0, ended = 0;
        for (uint32_t seq = 1; seq <= match->trace.event_count; seq++) {
            const brs_event *e = brs_trace_at(&match->trace, seq);
            ended += strcmp(game->event_kinds[e->kind].id, "ip_ends") == 0 ? e->arg[1] - e->arg[2] : 0;
            for (uint32_t i = 0; i < e->nterm; i++) {
                const brs_term *term = &match->trace.terms[e->term0 + i];
                excess += strcmp(game->terms[term->label], "Damage above what {card} has left is lost") == 0 ? term->value : 0;
            }
        }
        cr_assert_eq(sum_of_slips(match, "unspent_ip"), ended);
        cr_assert_eq(sum_of_slips(match, "lost_damage") + sum_of_slips(match, "dead_wall"), excess, "seed %d", (int)seed);
        lost += sum_of_slips(match, "lost_damage");
        walls += sum_of_slips(match, "dead_wall");
        for (int i = 1; i < match->slip_count; i++) {
            cr_assert_leq(match->slips[i - 1].event, match->slips[i].event);
        }
    }
    cr_assert_gt(lost, 0);
    cr_assert_gt(walls, 0);
}

static site_match *lesson(void)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&bench.arena, brs_replay, 1);
    site_match *match = BRS_NEW(&bench.arena, site_match, 1);
    brs_transcript_world world = {.library = &bench.library};
    cr_assert(fs_read("site/demo/petition-below-20.transcript", 1 << 20, &bench.arena, &text, &err), "%s", err.msg);
    cr_assert(brs_transcript_compile(text, "lesson", &world, &bench.arena, replay, brs_report_first(&err)), "%s", err.msg);
    cr_assert(brs_replay_setup(replay, &bench.library, &bench.arena, setup, &err), "%s", err.msg);
    cr_assert(site_play(match, replay, setup, &names, &bench.arena, &err), "%s", err.msg);
    return match;
}

// The only difference is the order of the steps: a gain that lifts Abigail to 20 comes before the check, or after it.
Test(compare, the_petition_check_below_20_is_won_by_the_guide_and_lost_by_the_rulebook)
{
    site_match *match = lesson();
    site_comparison c;
    int late = 0;
    for (int i = 0; i < match->slip_count; i++) {
        if (is_slip(match, i, "late_gain")) {
            late++;
            cr_assert_eq(match->slips[i].arg[1], 18);
            cr_assert_eq(match->slips[i].arg[2], 20);
            cr_assert_eq(match->slips[i].arg[3], 21);
            cr_assert_eq(match->units[site_unit_of(match, match->slips[i].event)].number, 23);
        }
    }
    cr_assert_eq(late, 1);
    cr_assert_eq(match->result.winner, 1);
    cr_assert(site_compare_play(&c, match, real_shelf(&bench, "rnr")->editions.edition[2]));
    cr_assert_eq(c.stop, SITE_STOP_NONE);
    cr_assert(c.over);
    cr_assert_eq(c.other.result.winner, 0);
    cr_assert_str_eq(match->setup->game->victories[c.other.result.reason].id, "petition");
    cr_assert_eq(c.other.result.units, 23);
    for (int i = 0; i < match->unit_count && match->units[i].number < 23; i++) {
        cr_assert_eq(site_compare_unit(&c, match->units[i].number), 0, "turn %d", match->units[i].number);
    }
    cr_assert_gt(site_compare_unit(&c, 23), 0);
}

// A variation is laid beside the game from the first decision that it makes otherwise.
Test(compare, another_line_begins_at_its_fork)
{
    site_match *match = lesson();
    site_comparison c;
    cr_assert(site_compare_line(&c, match, 1));
    cr_assert_eq(c.fork_unit, 22);
    cr_assert_neq(memcmp(&c.fork_made, &match->decisions[c.fork].made, sizeof(brs_choice)), 0);
    for (int i = 0; i < match->unit_count && match->units[i].number < 22; i++) {
        cr_assert_eq(site_compare_unit(&c, match->units[i].number), 0);
    }
    cr_assert_gt(site_compare_unit(&c, 22), 0);
    build(&match, 1);
    cr_assert(has(page(match, "index.html"), "href=\"w/1.html\""));
    cr_assert(has(page(match, "w/1.html"), "The other line"));
    cr_assert(has(page(match, "t/t023.html"), "A gain too late"));
    cr_assert(has(page(match, "ledger.html"), "A gain too late") && has(page(match, "ledger.html"), "the Draw Pile is empty"));
    clear();
}

// ---- lessons --------------------------------------------------------------------------------------------------

static bool build_lesson(const char *text, brs_err *err)
{
    char out[128], lessons[128], path[160];
    strcpy(folder, "/tmp/broadside-lesson-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(out, sizeof out, "%s/out", folder);
    snprintf(lessons, sizeof lessons, "%s/lessons", folder);
    snprintf(path, sizeof path, "%s/one.md", lessons);
    cr_assert(fs_make_folder(lessons, err) && fs_write_new(path, str_of(text), err), "%s", err->msg);
    brs_site_input input = {.path = "x.replay", .bytes = real_encode(&bench, lesson()->replay)};
    brs_site_options options = {.out = out, .library = &bench.library, .lessons = lessons};
    return brs_site_build(&options, &input, 1, NULL, err);
}

#define HEAD "---\ntitle: One\nmatch: x\n---\n"

// What a line of a lesson refers to stands on its page; what is not there stops the build, with its line.
Test(compare, a_lesson_shows_what_it_refers_to_or_stops_the_build)
{
    static const struct {
        const char *text;
        int line;
    } wrong[] = {{HEAD "\n@@ t99.drain\n", 6},      {HEAD "@@ t23.lock\n", 5}, {HEAD "@@ t23 sideways\n", 5},
                 {HEAD "@@ card Nothing\n", 5},        {HEAD "@@ card Habeas Corpus\n@@ card Habeas Corpus\n", 6},
                 {HEAD "@@ t23.lock quiz\n", 5},       {HEAD "@@ t23.lock before\n", 5},  {HEAD "@@ t23 before\n@@ t23 before\n", 6},
                 {"---\ntitle: One\nfoo: x\n---\n", 3}, {"One\n", 1},           {"---\ntitle: One\nmatch: y\n---\n", 1}};
    brs_err err = BRS_ERR_NONE, problem = BRS_ERR_NONE;
    char out[128], path[160];
    brs_str text;
    cr_assert(build_lesson(HEAD "See @t22.\n@@ t22.drain quiz\n@@ t22.drain before\n@@ t22.drain after\n@@ card Right of Petition\n"
                           "@@ t23.petition\n## Then\n@@ t23 after\n@@ chart\n", &err), "%s", err.msg);
    snprintf(out, sizeof out, "%s/out", folder);
    snprintf(path, sizeof path, "%s/l/one.html", out);
    cr_assert(fs_read(path, 1 << 20, &bench.arena, &text, &err), "%s", err.msg);
    cr_assert(strstr(words_of(text), "Petition check for Abigail: 3 Petitions, 4 Scroll Pillars, 18 LP.") != NULL);
    // The table before the drain has the points from before it, the table after it those from after, and the question asks.
    const char *asked = strstr(words_of(text), "Abigail has 22 Liberty Points. How many after the step UA Drain?");
    cr_assert_not_null(asked);
    const char *before = strstr(text.ptr, "<b>22</b> LP"), *after = strstr(text.ptr, "<b>19</b> LP");
    cr_assert(before != NULL && after != NULL && before < after);
    cr_assert(has(text, "href=\"../k/right-of-petition.html\""), "a card leads to its page");
    cr_assert(has(text, "t/t022.html\"") && has(text, "The table after") && has(text, "<svg class=\"chart\""));
    cr_assert(brs_site_check(out, (brs_report){hear, &problem}, NULL, &err), "%s:%d: %s", problem.file, problem.line, problem.msg);
    clear();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        brs_err found = BRS_ERR_NONE;
        cr_assert_not(build_lesson(wrong[i].text, &found));
        cr_assert_eq(found.line, wrong[i].line, "%s: line %d: %s", wrong[i].text, found.line, found.msg);
        clear();
    }
}
