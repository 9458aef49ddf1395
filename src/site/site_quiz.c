// Predict, then reveal: questions about what a step comes to, made from the sums of the trace. Wrong
// answers are real mistakes: an addend left out or counted twice, a card that does not help taken to
// help, what another edition comes to, the wrong direction, no change.
#include "site_compare.h"
#include "site_notes.h"

#include <string.h>

#include "str.h"

enum { MAX_QUESTIONS = 12, FEW_QUESTIONS = 6, MAX_OPTIONS = 4, MAX_OF_A_KIND = 4, NO_POINTS = INT32_MIN };

typedef enum { WHY_RIGHT, WHY_EDITION, WHY_NO_HELP, WHY_LEFT_OUT, WHY_UNCHANGED, WHY_TWICE, WHY_DIRECTION } why;

typedef struct {
    int64_t value;
    why why;
    uint32_t index; // of the addend (LEFT_OUT, TWICE), the condition (NO_HELP) or the comparison (EDITION)
} answer;

typedef struct {
    const brs_event *event;
    answer option[MAX_OPTIONS];
    int options, mistakes; // of the options, those that somebody could believe
    bool taken;
} question;

// What is walked through once, to find all that may be asked.
typedef struct {
    const site_match *match;
    int32_t *points; // by card handle: what it stands with, NO_POINTS: nothing known
    question *list;
    int count, cap;
} search;

static const brs_quantity_info *quantity_of(const site_match *match, const brs_event *e)
{
    const brs_game_def *game = match->setup->game;
    return &game->quantities[game->event_kinds[e->kind].quantity];
}

static bool is_of_card(const site_match *match, const brs_event *e)
{
    return str_is(str_of(quantity_of(match, e)->subject), "card");
}

static bool same_number(const site_match *match, const brs_event *a, const brs_event *b)
{
    return quantity_of(match, a) == quantity_of(match, b) && a->arg[0] == b->arg[0];
}

// Does this number change once only in this section of the unit? Else "after the step" would not be what the event says.
static bool changes_once(const site_match *match, const site_unit *unit, const brs_event *e)
{
    int count = 0;
    for (uint32_t seq = unit->first; seq < unit->end; seq++) {
        const brs_event *other = brs_trace_at(&match->trace, seq);
        count += other->section == e->section && same_number(match, other, e);
    }
    return count == 1;
}

// An event that the game itself has a question about, with a sum.
static bool may_be_asked(const site_match *match, const site_unit *unit, const brs_event *e)
{
    const brs_quantity_info *quantity = quantity_of(match, e);
    return quantity->adds && !str_is(str_of(quantity->subject), "table") && e->nterm > 0 && e->arg[1] != e->arg[2] &&
           match->setup->game->event_kinds[e->kind].question != NULL && e->section < BRS_MAX_SECTIONS &&
           changes_once(match, unit, e);
}

// ---- answers --------------------------------------------------------------------------------------

static void add_answer(question *q, int64_t value, why reason, uint32_t index)
{
    for (int i = 0; i < q->options; i++) {
        if (q->option[i].value == value) {
            return; // it would tell nothing
        }
    }
    if (value < 0 || q->options == MAX_OPTIONS) {
        return;
    }
    int at = q->options++;
    for (; at > 0 && q->option[at - 1].value > value; at--) {
        q->option[at] = q->option[at - 1];
    }
    q->option[at] = (answer){value, reason, index};
    q->mistakes += reason >= WHY_EDITION && reason <= WHY_LEFT_OUT;
}

// The same event under another edition, from the same number to another one.
static void add_editions(question *q, const site_match *match)
{
    const brs_event *e = q->event;
    for (int i = 0; i < match->compared_count; i++) {
        const site_comparison *play = match->compared[i].play;
        const brs_event *other = brs_trace_at(&play->other.trace, site_compare_partner(play, e->seq));
        if (other != NULL && other->arg[1] == e->arg[1] && other->arg[2] != e->arg[2]) {
            add_answer(q, other->arg[2], WHY_EDITION, (uint32_t)i);
        }
    }
}

static bool supplies(const site_match *match, const brs_event *e, int card)
{
    for (uint32_t i = 0; i < e->nterm; i++) {
        if (match->trace.terms[e->term0 + i].card == card) {
            return true;
        }
    }
    return false;
}

// A loss from which a card's points were taken off, though it does not help.
static void add_helpless(question *q, const search *s)
{
    const brs_event *e = q->event;
    const int64_t loss = (int64_t)e->arg[1] - e->arg[2];
    for (uint32_t i = 0; i < e->ncheck && loss > 0; i++) {
        const int card = s->match->trace.checks[e->check0 + i].card;
        const int32_t points = card > 0 && card < s->match->setup->game->handles ? s->points[card] : NO_POINTS;
        if (points > 0 && !supplies(s->match, e, card)) {
            add_answer(q, e->arg[1] - (loss > points ? loss - points : 0), WHY_NO_HELP, i);
            return;
        }
    }
}

static question make_question(const search *s, const brs_event *e)
{
    question q = {.event = e};
    const brs_term *terms = &s->match->trace.terms[e->term0];
    add_answer(&q, e->arg[2], WHY_RIGHT, 0);
    add_editions(&q, s->match);
    add_helpless(&q, s);
    for (uint32_t i = 0; i < e->nterm && e->nterm > 1 && q.options < MAX_OPTIONS - 1; i++) {
        add_answer(&q, (int64_t)e->arg[2] - terms[i].value, WHY_LEFT_OUT, i);
    }
    add_answer(&q, e->arg[1], WHY_UNCHANGED, 0);
    add_answer(&q, (int64_t)e->arg[2] + terms[0].value, WHY_TWICE, 0);
    add_answer(&q, 2 * (int64_t)e->arg[1] - e->arg[2], WHY_DIRECTION, 0);
    return q;
}

// ---- which ones -------------------------------------------------------------------------------------

static void keep(search *s, question q)
{
    if (s->count == s->cap) {
        const int cap = s->cap == 0 ? 64 : 2 * s->cap;
        question *more = BRS_NEW(s->match->arena, question, (size_t)cap);
        if (s->count > 0) {
            memcpy(more, s->list, (size_t)s->count * sizeof *more);
        }
        s->list = more;
        s->cap = cap;
    }
    s->list[s->count++] = q;
}

static void search_unit(search *s, const site_unit *unit)
{
    const site_match *match = s->match;
    for (uint32_t seq = unit->first; seq < unit->end; seq++) {
        const brs_event *e = brs_trace_at(&match->trace, seq);
        if (unit->number > 0 && may_be_asked(match, unit, e)) {
            keep(s, make_question(s, e));
        }
        if (quantity_of(match, e)->adds && is_of_card(match, e)) {
            s->points[e->arg[0]] = e->arg[2];
        }
    }
}

static search find_questions(const site_match *match, int units)
{
    search s = {.match = match};
    const int handles = match->setup->game->handles;
    s.points = BRS_NEW(match->arena, int32_t, (size_t)handles + 1);
    for (int i = 0; i < handles; i++) {
        s.points[i] = NO_POINTS;
    }
    for (int i = 0; i < units; i++) {
        search_unit(&s, &match->units[i]);
    }
    return s;
}

static bool same_sum(const site_match *match, const brs_event *a, const brs_event *b)
{
    bool same = a->kind == b->kind && a->nterm == b->nterm;
    for (uint32_t i = 0; same && i < a->nterm; i++) {
        const brs_term *x = &match->trace.terms[a->term0 + i], *y = &match->trace.terms[b->term0 + i];
        same = x->label == y->label && x->card == y->card && x->value == y->value;
    }
    return same;
}

// What one question says may not be what another asks for.
static bool gives_away(const site_match *match, const brs_event *a, const brs_event *b)
{
    return same_number(match, a, b) && (a->arg[1] == b->arg[2] || a->arg[2] == b->arg[1]);
}

// How good a question is beside those that were taken; below 0: not to be asked.
static int worth(const search *s, const question *q)
{
    const brs_event *e = q->event;
    int alike = 0;
    for (int i = 0; i < s->count; i++) {
        const brs_event *other = s->list[i].event;
        if (!s->list[i].taken) {
            continue;
        }
        if (same_sum(s->match, e, other) || gives_away(s->match, e, other)) {
            return -1;
        }
        alike += other->kind == e->kind && other->section == e->section;
    }
    return q->taken || q->options < 3 || alike >= MAX_OF_A_KIND ? -1 : 100 + 10 * q->mistakes - 15 * alike;
}

static question *best_left(const search *s)
{
    question *best = NULL;
    int most = -1;
    for (int i = 0; i < s->count; i++) {
        const int value = worth(s, &s->list[i]);
        if (value > most) {
            most = value;
            best = &s->list[i];
        }
    }
    return best;
}

// At most twelve, of many kinds (and of those that nobody can get wrong only to come to six), told in the order of the match.
static int choose(const site_match *match, int units, question *out)
{
    search s = find_questions(match, units);
    int count = 0;
    for (question *q = best_left(&s); q != NULL && count < (q->mistakes > 0 ? MAX_QUESTIONS : FEW_QUESTIONS);
         q = best_left(&s)) {
        q->taken = true;
        count++;
    }
    count = 0;
    for (int i = 0; i < s.count; i++) {
        if (s.list[i].taken) {
            out[count++] = s.list[i];
        }
    }
    return count;
}

// ---- the pages ------------------------------------------------------------------------------------

static void put_reason(site_scene *scene, const question *q, const answer *option)
{
    static const uint16_t flags[] = {
        [WHY_RIGHT] = SITE_right,      [WHY_EDITION] = SITE_other, [WHY_NO_HELP] = SITE_check, [WHY_LEFT_OUT] = SITE_left,
        [WHY_UNCHANGED] = SITE_same,   [WHY_TWICE] = SITE_twice,   [WHY_DIRECTION] = SITE_stop,
    };
    site_tree *tree = &scene->tree;
    const brs_trace *trace = &scene->match->trace;
    site_open(tree, flags[option->why], -1);
    if (option->why == WHY_EDITION) {
        site_puts(tree, SITE_other_title, scene->match->compared[option->index].edition->title);
    } else if (option->why == WHY_NO_HELP) {
        site_say_check(scene, q->event, &trace->checks[q->event->check0 + option->index]);
    } else if (option->why == WHY_LEFT_OUT || option->why == WHY_TWICE) {
        const brs_term *term = &trace->terms[q->event->term0 + option->index];
        site_put_signed(scene, SITE_delta, term->value);
        site_say_term(scene, q->event, term);
    }
    site_close(tree);
}

static void put_option(site_scene *scene, const question *q, int number, int index)
{
    site_tree *tree = &scene->tree;
    site_open(tree, SITE_option, index);
    site_number(tree, SITE_n, number);
    site_number(tree, SITE_value, q->option[index].value);
    put_reason(scene, q, &q->option[index]);
    site_close(tree);
}

static void put_terms(site_scene *scene, const brs_event *e)
{
    for (uint32_t i = 0; i < e->nterm; i++) {
        const brs_term *term = &scene->match->trace.terms[e->term0 + i];
        site_open(&scene->tree, SITE_sum, -1);
        site_puts(&scene->tree, SITE_join, i == 0 ? "" : ",");
        site_put_signed(scene, SITE_value, term->value);
        site_say_term(scene, e, term);
        site_close(&scene->tree);
    }
}

// Fields of the question itself; nothing in them tells the answer.
static void put_asked(site_scene *scene, const question *q)
{
    site_tree *tree = &scene->tree;
    const site_match *match = scene->match;
    const brs_event *e = q->event;
    const int unit = site_unit_of(match, e->seq);
    if (is_of_card(match, e)) {
        site_open(tree, SITE_face, e->arg[0]);
        site_put_card(scene, SITE_card, e->arg[0]);
        site_close(tree);
    } else {
        site_open(tree, SITE_who, e->arg[0]);
        site_put_seat(scene, e->arg[0]);
        site_close(tree);
    }
    site_puts(tree, SITE_title, quantity_of(match, e)->title);
    site_puts(tree, SITE_label, match->setup->game->unit->sections[e->section].title);
    site_put_unit_name(tree, SITE_unit_name, match->setup->game->unit, match->units[unit].number);
    site_put_unit_href(scene, SITE_unit_href, unit);
    site_number(tree, SITE_before, e->arg[1]);
}

static void put_question(site_scene *scene, const question *q, int number, bool answers)
{
    site_tree *tree = &scene->tree;
    site_open(tree, SITE_question, number);
    put_asked(scene, q);
    if (answers) {
        site_number(tree, SITE_after, q->event->arg[2]);
        site_number(tree, SITE_seq, q->event->seq);
        site_put_event_href(scene, SITE_href, q->event->seq);
        site_put_rule(scene, q->event->rule);
        put_terms(scene, q->event);
        for (int i = 0; i < q->options; i++) {
            put_option(scene, q, number, i);
        }
    }
    site_close(tree);
}

bool site_put_question(site_scene *scene, const site_place *place, int number)
{
    search s = find_questions(scene->match, scene->match->unit_count);
    for (int i = 0; i < s.count; i++) {
        if (s.list[i].options > 2 && site_place_holds(scene->match, place, s.list[i].event->seq) &&
            scene->match->units[place->unit].number == s.list[i].event->unit) {
            put_question(scene, &s.list[i], number, true);
            return true;
        }
    }
    return false;
}

// The numbers of the last unit are the final ones.
static int units_asked(const site_build *build, const site_match *match)
{
    return match->unit_count - build->options->no_spoilers;
}

static bool write_one(site_build *build, const site_match *match, const question *q, int count, site_page_kind kind,
                      const char *file, brs_err *err)
{
    site_scene scene;
    brs_buf path;
    site_begin_study(build, &scene, match, "../../");
    scene.units = "t/";
    site_put_match_head(&scene);
    const bool answers = kind != SITE_PAGE_WORKSHEET;
    site_put_quizzes(&scene, &(site_place){.kind = SITE_AT_MATCH, .unit = units_asked(build, match)}, answers);
    for (int i = 0; i < count; i++) {
        put_question(&scene, &q[i], match->quiz_count + i + 1, answers);
    }
    buf_init(&path, scene.tree.arena, 128);
    buf_putf(&path, "m/%s/%s", match->address, file);
    buf_byte(&path, '\0');
    return site_end_page(build, &scene, match->setup->game, kind, path.ptr, err);
}

bool site_write_quiz(site_build *build, site_match *match, brs_err *err)
{
    question *q = BRS_NEW(match->arena, question, MAX_QUESTIONS);
    const int count = choose(match, units_asked(build, match), q);
    match->questions = count + match->quiz_count;
    return match->questions == 0 || (write_one(build, match, q, count, SITE_PAGE_QUIZ, "quiz.html", err) &&
                                     write_one(build, match, q, count, SITE_PAGE_WORKSHEET, "worksheet.html", err) &&
                                     write_one(build, match, q, count, SITE_PAGE_KEY, "key.html", err) &&
                                     write_one(build, match, q, count, SITE_PAGE_ANKI, "x/anki.txt", err) &&
                                     write_one(build, match, q, count, SITE_PAGE_GIFT, "x/quiz.gift.txt", err));
}
