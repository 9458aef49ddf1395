// What people ask about a match: kept with its place, held against the engine, and put on the pages.
#include "site_notes.h"

#include <string.h>

#include "sort.h"
#include "str.h"

// ---- keeping ----------------------------------------------------------------------------------------

static void keep(site_match *match, const site_quiz *fresh)
{
    if (match->quiz_count == match->quiz_cap) {
        const int cap = match->quiz_cap == 0 ? 16 : 2 * match->quiz_cap;
        site_quiz *more = BRS_NEW(match->arena, site_quiz, (size_t)cap);
        if (match->quiz_count > 0) {
            memcpy(more, match->quizzes, (size_t)match->quiz_count * sizeof *more);
        }
        match->quizzes = more;
        match->quiz_cap = cap;
    }
    match->quizzes[match->quiz_count++] = *fresh;
}

static uint32_t first_event(const site_match *match, const site_place *at)
{
    uint32_t first, end;
    if (at->kind == SITE_AT_MATCH) {
        return 0;
    }
    site_place_events(match, at, &first, &end);
    for (uint32_t seq = first; seq < end; seq++) {
        if (site_place_holds(match, at, seq)) {
            return seq;
        }
    }
    return first;
}

bool site_quiz_add(site_match *match, const site_place *at, brs_str text, const site_quiz *origin, brs_err *err)
{
    brs_quiz *block = BRS_NEW(match->arena, brs_quiz, QUIZ_MAX);
    int count = 0;
    if (match->quiz_count >= QUIZ_MAX) {
        return brs_fail(err, BRS_LIMIT, "a match has at most %d questions", (int)QUIZ_MAX);
    }
    if (!quiz_read(text, block, QUIZ_MAX - match->quiz_count, &count, err)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        site_quiz fresh = *origin;
        fresh.at = *at;
        fresh.from = first_event(match, at);
        fresh.asked = (quiz_asked){.q = block[i],
                                   .unit = at->kind == SITE_AT_MATCH ? -1 : match->units[at->unit].number,
                                   .section = at->kind == SITE_AT_SECTION ? at->section : -1,
                                   .event = at->kind == SITE_AT_EVENT ? at->event : 0};
        keep(match, &fresh);
    }
    return true;
}

// ---- checking ---------------------------------------------------------------------------------------

static int by_place(const void *a, const void *b)
{
    const site_quiz *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

static void sort_quizzes(site_match *match)
{
    const size_t count = (size_t)match->quiz_count;
    brs_sort(match->quizzes, count, sizeof *match->quizzes, BRS_NEW(match->arena, site_quiz, count + 1), by_place);
}

// The key of a file has to hold. False: it does not, and that was told.
static bool holds(const site_quiz *quiz, const char *file, brs_report report)
{
    brs_err err = quiz->asked.err;
    if (quiz->asked.verdict == QUIZ_HOLDS) {
        return true;
    }
    if (quiz->asked.verdict == QUIZ_UNCHECKED) {
        err = BRS_ERR_NONE;
        brs_fail(&err, BRS_TEXT, "nothing here says how to check that the answer is right");
        brs_help(&err, "add a line \"- check:\" with what a transcript checks (B LP 96), or with a sentence of the page in quotes");
        err.line = quiz->asked.q.right_line;
    }
    err.line += quiz->line;
    brs_err_file(&err, file);
    if (report.fn != NULL) {
        report.fn(report.ctx, &err, false);
    }
    return false;
}

bool site_quiz_check(site_match *match, int first, const char *file, brs_report report)
{
    const int count = match->quiz_count - first;
    quiz_asked *asked = BRS_NEW(match->arena, quiz_asked, (size_t)count + 1);
    brs_err ignored = BRS_ERR_NONE; // the match was played before
    for (int i = 0; i < count; i++) {
        asked[i] = match->quizzes[first + i].asked;
    }
    bool ok = quiz_check_all(match->replay, match->setup, asked, count, match->arena, &ignored);
    match->quiz_count = first;
    for (int i = 0; i < count; i++) {
        site_quiz *quiz = &match->quizzes[first + i];
        quiz->asked = asked[i];
        const bool kept = quiz->line == 0 ? asked[i].verdict != QUIZ_FAILS : holds(quiz, file, report);
        if (!kept && quiz->line == 0) {
            match->quiz_wrong++;
            site_quiz_warn(match, &quiz->at, &quiz->asked.err, report);
        }
        ok = ok && (kept || quiz->line == 0);
        if (kept) {
            match->quizzes[match->quiz_count++] = *quiz;
        }
    }
    sort_quizzes(match);
    return ok;
}

// ---- questions of the game ------------------------------------------------------------------------------

enum { MOST_OF_A_KIND = 4, MOST_KINDS = 8, MOST_TEXT = 300 };

static bool pose(const site_match *match, uint32_t seq, brs_pose *out)
{
    const brs_event *e = brs_trace_at(&match->trace, seq);
    return match->setup->game->pose(match->setup, &match->trace, e, out) && !(out->ahead && site_unit_of(match, seq) == 0);
}

static brs_str text_of(const site_match *match, const brs_pose *p, uint16_t row, int seat)
{
    char text[MOST_TEXT];
    const int len = brs_pose_text(match->setup, p, row, seat, text, sizeof text);
    const brs_str said = {text, (size_t)len};
    return (brs_str){brs_arena_string(match->arena, said), said.len};
}

// What the event says that was looked at.
static brs_str because(const site_match *match, const brs_event *e)
{
    brs_buf out;
    char text[MOST_TEXT];
    buf_init(&out, match->arena, 96);
    for (uint32_t i = 0; i < e->ncheck; i++) {
        const int len = brs_check_text(match->setup, e, &match->trace.checks[e->check0 + i], text, sizeof text);
        buf_puts(&out, i > 0 ? " " : "");
        buf_put(&out, (brs_str){text, (size_t)len});
        buf_byte(&out, '.');
    }
    return buf_str(&out);
}

static void answer_with(const site_match *match, brs_quiz *q, int seat, brs_str why)
{
    const brs_str name = site_seat_name(match->setup, seat);
    int at = q->answers++;
    for (; at > 0 && str_compare(name, q->answer[at - 1].text) < 0; at--) {
        q->answer[at] = q->answer[at - 1];
    }
    q->answer[at] = (quiz_answer){name, why};
}

static void keep_posed(site_match *match, uint32_t seq, const brs_pose *p)
{
    const brs_event *e = brs_trace_at(&match->trace, seq);
    const int unit = site_unit_of(match, seq);
    site_quiz fresh = {.from = seq};
    fresh.at = p->ahead ? (site_place){.kind = SITE_AT_UNIT, .unit = unit - 1}
                        : (site_place){SITE_AT_EVENT, e->section, unit, seq};
    fresh.from = first_event(match, &fresh.at);
    brs_quiz *q = &fresh.asked.q;
    q->ask = text_of(match, p, p->ask, p->right);
    answer_with(match, q, p->right, because(match, e));
    for (int i = 0; i < p->wrongs; i++) {
        answer_with(match, q, p->wrong[i].seat, text_of(match, p, p->wrong[i].why, p->wrong[i].seat));
    }
    const brs_str right = site_seat_name(match->setup, p->right);
    for (int i = 0; i < q->answers; i++) {
        q->right = str_equal(q->answer[i].text, right) ? i : q->right;
        if (i > 0 && str_equal(q->answer[i].text, q->answer[i - 1].text)) {
            return; // of namesakes nobody could say which
        }
    }
    keep(match, &fresh);
}

void site_quiz_pose(site_match *match)
{
    uint16_t kind[MOST_KINDS];
    int kinds = 0, count[MOST_KINDS] = {0}, seen[MOST_KINDS] = {0};
    brs_pose p;
    if (match->setup->game->pose == NULL) {
        return;
    }
    for (int pass = 0; pass < 2; pass++) { // how many there are of each kind; then every so many of them
        for (uint32_t seq = 1; seq <= match->trace.event_count; seq++) {
            if (!pose(match, seq, &p)) {
                continue;
            }
            int at = 0;
            while (at < kinds && kind[at] != p.ask) {
                at++;
            }
            if (at == MOST_KINDS) {
                continue;
            }
            kind[at] = p.ask;
            kinds = at == kinds ? kinds + 1 : kinds;
            const int every = (count[at] + MOST_OF_A_KIND - 1) / MOST_OF_A_KIND;
            if (pass == 0) {
                count[at]++;
            } else if (seen[at]++ % every == every / 2 && match->quiz_count < QUIZ_MAX) {
                keep_posed(match, seq, &p);
            }
        }
    }
    sort_quizzes(match);
}

// ---- on the pages -------------------------------------------------------------------------------------

static void put_answers(site_scene *scene, const site_quiz *quiz, int number)
{
    site_tree *tree = &scene->tree;
    const brs_quiz *q = &quiz->asked.q;
    site_put(tree, SITE_answer, q->answer[q->right].text);
    site_put(tree, SITE_why, q->answer[q->right].why);
    site_flag(tree, SITE_loose, quiz->asked.verdict != QUIZ_HOLDS);
    for (int i = 0; i < q->answers && q->answers > 1; i++) {
        site_open(tree, SITE_option, i);
        site_number(tree, SITE_n, number);
        site_put(tree, SITE_text, q->answer[i].text);
        site_put(tree, SITE_why, i == q->right ? (brs_str){"", 0} : q->answer[i].why);
        site_flag(tree, SITE_right, i == q->right);
        site_close(tree);
    }
}

static void put_quiz(site_scene *scene, const site_quiz *quiz, int number, bool answers)
{
    site_tree *tree = &scene->tree;
    const site_match *match = scene->match;
    brs_buf name;
    site_open(tree, SITE_quiz, number);
    buf_init(&name, tree->arena, 48);
    site_place_name(match, tree->names->words, &quiz->at, &name);
    site_put(tree, SITE_unit_name, buf_str(&name));
    brs_buf href;
    buf_init(&href, tree->arena, 64);
    site_place_href(scene, &quiz->at, &href);
    site_put(tree, SITE_unit_href, buf_str(&href));
    site_put(tree, SITE_text, quiz->asked.q.ask);
    site_put(tree, SITE_author, quiz->author);
    site_put(tree, SITE_lang, quiz->lang);
    if (answers) {
        put_answers(scene, quiz, number);
    }
    site_close(tree);
}

static bool stands_at(const site_match *match, const site_quiz *quiz, const site_place *place)
{
    const brs_section_info *info = match->setup->game->unit->sections;
    if (place->kind == SITE_AT_MATCH) {
        return quiz->at.kind == SITE_AT_MATCH ? place->unit == match->unit_count : quiz->at.unit < place->unit;
    }
    if (quiz->at.kind == SITE_AT_MATCH || quiz->at.unit != place->unit) {
        return false;
    }
    if (place->kind == SITE_AT_SECTION) {
        return quiz->at.kind != SITE_AT_UNIT &&
               (quiz->at.section == place->section || strcmp(info[quiz->at.section].group, info[place->section].id) == 0);
    }
    return quiz->at.kind == place->kind && (place->kind != SITE_AT_EVENT || quiz->at.event == place->event);
}

int site_put_quizzes(site_scene *scene, const site_place *place, bool answers)
{
    const site_match *match = scene->match;
    int count = 0;
    for (int i = 0; i < match->quiz_count; i++) {
        if (stands_at(match, &match->quizzes[i], place)) {
            put_quiz(scene, &match->quizzes[i], i + 1, answers);
            count++;
        }
    }
    return count;
}
