// Questions of people: their keys are what the engine says, they stand before what they ask for, and a worksheet tells
// nothing.
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
static uint32_t drain; // an event that takes LP in a drain, the only one there
static int turn, before, after;
static const char *loser;

static void find_drain(void)
{
    for (uint32_t seq = 1; seq <= match.trace.event_count && drain == 0; seq++) {
        const brs_event *e = brs_trace_at(&match.trace, seq);
        if (strcmp(setup.game->unit->sections[e->section].id, "drain") == 0 &&
            strcmp(setup.game->quantities[setup.game->event_kinds[e->kind].quantity].id, "lp") == 0) {
            drain = seq;
            turn = e->unit;
            before = e->arg[1];
            after = e->arg[2];
            loser = setup.name[e->arg[0]];
        }
    }
    cr_assert(drain > 0 && before > after, "nobody drains");
}

static void begin(void)
{
    brs_err err = BRS_ERR_NONE;
    real_open(&bench);
    real_setup(&bench, "rnr", 0, 3, &setup);
    setup.name[0] = "Ada";
    setup.name[1] = "Bo";
    real_game(&bench, &setup, 3, &replay);
    replay.name[0] = "Ada";
    replay.name[1] = "Bo";
    site_names_init(&names, &bench.arena);
    cr_assert(site_play(&match, &replay, &setup, &names, &bench.arena, &err), "%s", err.msg);
    find_drain();
    strcpy(folder, "/tmp/broadside-ask-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

static void end(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
    brs_arena_release(&bench.arena);
}

TestSuite(ask, .init = begin, .fini = end);

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

typedef struct {
    int count;
    char first[1400];
} heard;

static void hear(void *ctx, const brs_err *err, bool warning)
{
    heard *h = ctx;
    (void)warning;
    if (h->count++ == 0) {
        snprintf(h->first, sizeof h->first, "%s:%d: %s (%s)", err->file, err->line, err->msg, err->help);
    }
}

static bool read_notes(const char *text, heard *h)
{
    *h = (heard){0};
    match.note_count = match.quiz_count = match.quiz_wrong = 0;
    return site_notes_read(&match, str_of(text), "n.md", (brs_report){hear, h});
}

static void expect_good(const char *body)
{
    heard h;
    cr_assert(read_notes(said("## @t%d.drain quiz\n%s", turn, body), &h), "%s: %s", body, h.first);
    cr_assert_eq(match.quiz_count, 1);
}

static void expect_mistake(const char *body, int line, const char *what)
{
    heard h;
    cr_assert_not(read_notes(said("## @t%d.drain quiz\n%s", turn, body), &h), "%s is taken", body);
    cr_assert_eq(h.count, 1, "%s: one mistake, not %d", h.first, h.count);
    cr_assert(strstr(h.first, said("n.md:%d:", line)) != NULL && strstr(h.first, what) != NULL, "%s", h.first);
}

// ---- keys ---------------------------------------------------------------------------------------------

Test(ask, a_question_that_names_a_player_and_a_number_is_checked_by_itself)
{
    expect_good(said("- ask: What is %s's LP after this step?\n- right: %d\n- wrong: %d | no", loser, after, before));
    expect_good(said("- ask: How many Liberty Points has %s then?\n- right: %d", loser, after));
    expect_good(said("- ask: How many LP does %s lose here?\n- right: %d\n- wrong: 77", loser, before - after));
    expect_mistake(said("- ask: What is %s's LP after this step?\n- right: %d\n- wrong: %d", loser, before, after), 3,
                   said("the key says %d, but the engine says", before));
    expect_mistake(said("- ask: How many LP does %s lose here?\n- right: %d", loser, after), 3, "the engine says");
    expect_mistake(said("- ask: How many LP does %s lose here?\n- right: 77", loser), 3, said("LP %d, a change of %d", after, before - after));
}

Test(ask, a_check_says_what_must_hold)
{
    const char letter = strcmp(loser, "Ada") == 0 ? 'A' : 'B';
    char sentence[600];
    brs_event_text(&setup, brs_trace_at(&match.trace, drain), sentence, sizeof sentence);
    expect_good(said("- ask: What happens?\n- check: %c LP %d\n- right: A loss\n- wrong: Nothing", letter, after));
    expect_good(said("- ask: What happens?\n- check: \"%s\"; %c LP %d\n- right: A loss", sentence, letter, after));
    expect_good(said("- ask: By how much?\n- check: %c LP %d\n- right: %d LP", letter, after, before - after));
    expect_mistake(said("- ask: What happens?\n- check: %c LP %d\n- right: A loss", letter, before), 3,
                   said("does not hold: the engine says %c LP %d", letter, after));
    expect_mistake("- ask: What happens?\n- check: \"Nobody does anything.\"\n- right: A loss", 3, "the engine never says");
    expect_mistake(said("\n- ask: By how much?\n- check: %c LP %d\n\n- right: %d", letter, after, before + 900), 6, "the key says");
    expect_mistake("- ask: What happens?\n- check: the moon\n- right: A loss", 3, "");
}

Test(ask, a_key_that_nothing_checks_is_a_mistake_in_a_file)
{
    expect_mistake("- ask: Why?\n- wrong: Luck\n- right: The Acts", 4, "nothing here says how to check");
    expect_mistake("- ask: How many LP have Ada and Bo?\n- right: 3", 3, "add a line");
}

Test(ask, a_block_has_one_right_answer_and_at_most_six)
{
    expect_mistake("- right: 5", 2, "begins with \"ask:\"");
    expect_mistake("- ask: Why?\n- wrong: 5", 2, "no right answer");
    expect_mistake("- ask: Why?\n- right: 5\n- right: 6", 4, "two right answers");
    expect_mistake("- ask: Why?\n- right: 5\n- wrong: 5 | no", 4, "twice");
    expect_mistake("- ask: Why?\n- right:", 3, "empty");
    expect_mistake("- ask: Why?\nand text", 3, "lines that begin with");
    expect_mistake("- ask: Why?\n- wrong: 1\n- wrong: 2\n- wrong: 3\n- wrong: 4\n- wrong: 5\n- wrong: 6\n- wrong: 7\n", 9, "at most 6");
    heard h;
    cr_assert_not(read_notes("## @match quiz !\n- ask: Why?\n- right: so", &h));
}

Test(ask, the_order_of_answers_tells_nothing)
{
    expect_good(said("- ask: What is %s's LP after this step?\n- right: %d\n- wrong: 9\n- wrong: 700", loser, after));
    const brs_quiz *q = &match.quizzes[0].asked.q;
    cr_assert_eq(q->answers, 3);
    cr_assert(str_is(q->answer[0].text, "9") && str_is(q->answer[2].text, "700"));
    cr_assert_eq(q->right, 1);
}

// ---- pages --------------------------------------------------------------------------------------------

static void write_file(const char *path, brs_str text)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(fs_write(path, text, true, &err), "%s", err.msg);
}

static bool build(const char *notes, bool no_spoilers, brs_err *err)
{
    brs_str bytes;
    cr_assert(brs_replay_encode(&replay, &bench.arena, &bytes, err), "%s", err->msg);
    write_file(said("%s/game.replay", folder), bytes);
    if (notes != NULL) {
        write_file(said("%s/game.notes.md", folder), str_of(notes));
    }
    brs_site_input input = {.path = said("%s/game.replay", folder)};
    brs_site_options options = {.out = said("%s/out", folder), .no_spoilers = no_spoilers};
    return brs_site_build(&options, &input, 1, NULL, err);
}

static brs_str page(const char *name)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    cr_assert(fs_read(said("%s/out/m/%s/%s", folder, match.address, name), 1 << 22, &bench.arena, &text, &err), "%s", err.msg);
    return text;
}

// Where the words stand first, -1: nowhere.
static long at(brs_str text, const char *words)
{
    const char *found = memmem(text.ptr, text.len, words, strlen(words));
    return found == NULL ? -1 : found - text.ptr;
}

static const char *turn_page(void)
{
    char name[48];
    brs_unit_file(setup.game->unit, turn, name, sizeof name);
    return said("t/%s.html", name);
}

Test(ask, a_question_stands_before_what_it_asks_for_and_its_answer_is_closed)
{
    brs_err err = BRS_ERR_NONE;
    const char *notes = said("# Notes by Coach Lin\n## @t%d.drain quiz\n- ask: How many LP does %s lose <b>here</b>?\n- right: %d | RIGHTWHY\n"
                             "- wrong: 777 | WRONGWHY\n", turn, loser, before - after);
    cr_assert(build(notes, false, &err), "%s", err.msg);
    brs_str text = page(turn_page());
    const long asked = at(text, "lose &lt;b&gt;here"), answer = at(text, "RIGHTWHY");
    const long summary = at((brs_str){text.ptr + asked, text.len - (size_t)asked}, "<details class=\"ending\"><summary>") + asked;
    cr_assert(at(text, "id=\"s-drain\"") < asked && asked < at(text, said("id=\"e%u\"", drain)), "in its step, before the events");
    cr_assert(asked < summary && summary < answer && at(text, "WRONGWHY") > summary);
    cr_assert(at(text, "<input type=\"radio\"") > 0 && at(text, "777") > 0);
    cr_assert_geq(at(page("quiz.html"), "RIGHTWHY"), 0);
    cr_assert_geq(at(page("key.html"), "lose &lt;b&gt;here"), 0);
    cr_assert_geq(at(page("worksheet.html"), "lose &lt;b&gt;here"), 0);
    cr_assert_lt(at(page("worksheet.html"), "WHY"), 0);
    cr_assert_lt(at(page("worksheet.html"), "777"), 0, "the worksheet holds no answers");
    brs_site_check_report report;
    heard h = {0};
    cr_assert(brs_site_check(said("%s/out", folder), (brs_report){hear, &h}, &report, &err), "%s", h.first);
    cr_assert_not(build(said("## @t%d.drain quiz\n- ask: What LP has %s?\n- right: %d\n", turn, loser, before), false, &err));
    cr_assert(strstr(err.msg, "the key says") != NULL && err.line == 3, "%s:%d: %s", err.file, err.line, err.msg);
}

Test(ask, the_score_of_a_turn_with_a_question_is_closed)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(build(NULL, false, &err), "%s", err.msg);
    cr_assert_lt(at(page(turn_page()), "<details><summary>Show the score afterwards"), 0);
    cr_assert(build(said("## @t%d.drain quiz\n- ask: What LP has %s?\n- right: %d\n", turn, loser, after), false, &err), "%s", err.msg);
    brs_str text = page(turn_page());
    const long closed = at(text, "<details><summary>Show the score afterwards");
    cr_assert(closed > 0 && at(text, "class=\"score ") > closed);
}

Test(ask, a_question_in_the_replay_never_stops_a_build)
{
    brs_err err = BRS_ERR_NONE;
    brs_remark remarks[] = {
        {.section = -1, .event = drain, .kind = BRS_REMARK_QUIZ, .text = str_of(said("ask: What LP has %s, GOOD?\nright: %d\nwrong: 1", loser, after))},
        {.section = -1, .event = drain, .kind = BRS_REMARK_QUIZ, .text = str_of(said("ask: What LP has %s, BAD?\nright: %d\nwrong: 1", loser, before))},
        {.section = -1, .event = drain, .kind = BRS_REMARK_QUIZ, .text = BRS_STR("ask: Why OPEN?\nright: so\nwrong: not")},
        {.section = -1, .event = drain, .kind = BRS_REMARK_QUIZ, .text = BRS_STR("FORGED")},
    };
    replay.remarks = remarks;
    replay.remark_count = 4;
    cr_assert(build(NULL, false, &err), "%s", err.msg);
    brs_str text = page(turn_page());
    cr_assert(at(text, "GOOD?") > 0 && at(text, "OPEN?") > 0);
    cr_assert(at(text, "BAD?") < 0 && at(text, "FORGED") < 0, "a wrong key is nothing to learn from");
    cr_assert(at(text, "the author says so") > 0, "what the engine did not check says so");
    cr_assert(at(page("index.html"), "2 more questions came with the replay") > 0);
}

Test(ask, without_spoilers_no_question_is_about_the_end)
{
    brs_err err = BRS_ERR_NONE;
    const int last = match.units[match.unit_count - 1].number;
    const uint32_t seq = match.units[match.unit_count - 1].first;
    char sentence[600];
    brs_event_text(&setup, brs_trace_at(&match.trace, seq), sentence, sizeof sentence);
    const char *notes = said("## @t%d quiz\n- ask: What then, LASTLY?\n- check: \"%s\"\n- right: so\n## @match quiz\n- ask: And WHOLLY?\n- check: \"%s\"\n- right: so\n",
                             last, sentence, sentence);
    cr_assert(build(notes, false, &err), "%s", err.msg);
    cr_assert(at(page("quiz.html"), "LASTLY") > 0 && at(page("key.html"), "WHOLLY") > 0);
    cr_assert(build(notes, true, &err), "%s", err.msg);
    cr_assert(at(page("quiz.html"), "LASTLY") < 0 && at(page("key.html"), "WHOLLY") < 0);
}

// ---- questions that the game asks -------------------------------------------------------------------------

static bool is_of_somebody(const brs_event *e)
{
    static const char *const kinds[] = {"led", "played", "repeated", "converted", "two_clears", "passed"};
    bool found = false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        found = found || strcmp(match.setup->game->event_kinds[e->kind].id, kinds[i]) == 0;
    }
    return found;
}

// Whoever the question says that it is decides next, and the wrong answers are other players.
Test(ask, who_leads_and_whose_turn_it_is_is_what_comes)
{
    int leads = 0, turns = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        brs_err err = BRS_ERR_NONE;
        brs_setup other;
        brs_replay game;
        real_setup(&bench, "revolution", (int)(seed % 2), seed, &other);
        real_game(&bench, &other, seed, &game);
        cr_assert(site_play(&match, &game, &other, &names, &bench.arena, &err), "%s", err.msg);
        for (uint32_t seq = 1; seq <= match.trace.event_count; seq++) {
            const brs_event *e = brs_trace_at(&match.trace, seq);
            brs_pose p;
            if (!other.game->pose(&other, &match.trace, e, &p)) {
                continue;
            }
            cr_assert_geq(p.wrongs, 2);
            for (int i = 0; i < p.wrongs; i++) {
                cr_assert_neq(p.wrong[i].seat, p.right);
                cr_assert(i == 0 || p.wrong[i].seat != p.wrong[i - 1].seat);
            }
            // A forced choice is made without asking: then who lays cards or passes next is the one.
            const brs_event *act = brs_trace_at(&match.trace, seq + 1);
            while (act != NULL && act->decision == e->decision && !is_of_somebody(act)) {
                act = brs_trace_at(&match.trace, act->seq + 1);
            }
            cr_assert_not_null(act);
            const uint8_t next = act->decision == e->decision ? act->seat : match.decisions[e->decision].made.seat;
            cr_assert_eq(next, p.right, "seed %d, event %u: %d, not %d", (int)seed, seq, next, p.right);
            leads += p.ahead;
            turns += !p.ahead;
        }
        site_quiz_pose(&match);
        cr_assert(match.quiz_count > 2 && match.quiz_count <= 8, "%d questions", match.quiz_count);
    }
    cr_assert(leads > 20 && turns > 10, "%d and %d", leads, turns);
}
