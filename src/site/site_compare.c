// The same decisions under another edition: played again with both, laid side by side, up to the
// first decision that the other edition does not allow.
#include "site_compare.h"

#include <string.h>

#include "str.h"

enum { MAX_STEPS = 200000 };

// ---- playing ------------------------------------------------------------------------------------

static void *new_state(const site_match *match)
{
    return brs_arena_alloc(match->arena, 1, match->setup->game->state_size);
}

static void keep_step(site_comparison *c, brs_choice made, int unit, bool forced)
{
    if (c->count == c->cap) {
        uint32_t cap = c->cap == 0 ? 256 : 2 * c->cap;
        site_step_made *more = BRS_NEW(c->first->arena, site_step_made, cap);
        if (c->count > 0) {
            memcpy(more, c->steps, c->count * sizeof *more);
        }
        c->steps = more;
        c->cap = cap;
    }
    c->steps[c->count++] = (site_step_made){made, unit, forced};
}

// Every choice of the match, those that were forced too: the other edition may ask more or less.
static bool list_steps(site_comparison *c, brs_choice *choices)
{
    const site_match *match = c->first;
    const brs_setup *setup = match->setup;
    const brs_game_def *game = setup->game;
    void *state = new_state(match);
    uint32_t decision = 0;
    if (!game->create(state, setup, NULL, NULL)) {
        return false;
    }
    for (int n = game->choices(setup, state, choices, BRS_MAX_CHOICES); n > 0 && c->count < MAX_STEPS;
         n = game->choices(setup, state, choices, BRS_MAX_CHOICES)) {
        if (n > 1 && decision == match->decision_count) {
            return true; // the table stopped here
        }
        brs_choice made = n == 1 ? choices[0] : match->decisions[decision++].made;
        keep_step(c, made, game->unit_now(state), n == 1);
        if (!game->apply(setup, state, made, NULL).ok) {
            return false;
        }
    }
    return true;
}

static int find_choice(const brs_choice *choices, int n, brs_choice wanted)
{
    for (int i = 0; i < n; i++) {
        if (memcmp(&choices[i], &wanted, sizeof wanted) == 0) {
            return i;
        }
    }
    return -1;
}

// The next step of this unit that answers what is asked; those before it answer what is not. -1: none does.
static int64_t find_answer(const site_comparison *c, int unit, const brs_choice *choices, int n)
{
    for (uint32_t i = c->at; i < c->count && c->steps[i].unit == unit; i++) {
        if (find_choice(choices, n, c->steps[i].made) >= 0) {
            return i;
        }
        if (c->steps[i].made.kind == choices[0].kind && c->steps[i].made.seat == choices[0].seat) {
            return -1; // the answer to this very question, and it is not legal
        }
    }
    return -1;
}

static void stop_at(site_comparison *c, void *state, const brs_choice *choices, int n)
{
    const brs_choice wanted = c->steps[c->at].made;
    bool same_question = false;
    for (int i = 0; i < n; i++) {
        same_question = same_question || (choices[i].kind == wanted.kind && choices[i].seat == wanted.seat);
    }
    brs_verdict verdict = c->setup.game->apply(&c->setup, state, wanted, NULL); // the state is not needed any more
    c->rule = verdict.ok ? 0 : verdict.rule;
    c->stop = same_question || c->rule != 0 ? SITE_STOP_ILLEGAL : SITE_STOP_QUESTION;
    c->asked = BRS_NEW(c->first->arena, brs_choice, (size_t)n);
    memcpy(c->asked, choices, (size_t)n * sizeof *choices);
    c->asked_count = n;
}

static void skip_to(site_comparison *c, uint32_t next)
{
    for (; c->at < next; c->at++) {
        if (!c->steps[c->at].forced && c->skipped_count++ < SITE_MAX_SKIPPED) {
            c->skipped[c->skipped_count - 1] = c->at;
        }
    }
}

// What the match decided in units that are over there answers nothing any more.
static void leave_unit(site_comparison *c, int unit)
{
    uint32_t next = c->at;
    while (next < c->count && c->steps[next].unit < unit) {
        next++;
    }
    skip_to(c, next);
}

// What happens first, and no more: the first one in canonical order will do.
static bool is_order(const site_comparison *c, const brs_choice *choices)
{
    return str_is(str_of(c->setup.game->choice_kinds[choices[0].kind].id), "order");
}

static void pick_order(site_comparison *c, int unit, brs_choice choice)
{
    if (c->picked_count++ < SITE_MAX_SKIPPED) {
        c->picked[c->picked_count - 1] = (site_step_made){choice, unit, false};
    }
}

static void play_other(site_comparison *c, void *state, brs_choice *choices)
{
    const brs_game_def *game = c->setup.game;
    for (int made = 0; made < MAX_STEPS; made++) {
        int n = game->choices(&c->setup, state, choices, BRS_MAX_CHOICES);
        const int unit = game->unit_now(state);
        leave_unit(c, unit);
        int64_t answer = n > 0 ? find_answer(c, unit, choices, n) : -1;
        c->over = n == 0;
        if (answer < 0 && n > 1 && c->at < c->count && is_order(c, choices)) {
            pick_order(c, unit, choices[0]);
        } else if (answer < 0 && n != 1) {
            if (n > 1 && c->at < c->count) {
                stop_at(c, state, choices, n);
            }
            return;
        }
        if (answer >= 0) {
            skip_to(c, (uint32_t)answer);
        }
        c->other.trace.decision = c->at;
        game->apply(&c->setup, state, answer >= 0 ? c->steps[c->at++].made : choices[0], &c->other.trace);
    }
}

// ---- decks that the other edition does not allow ----------------------------------------------------

static void count_report(void *ctx, const brs_err *err, bool warning)
{
    (void)err;
    *(int *)ctx += !warning;
}

static int deck_breaches(const brs_setup *setup)
{
    int count = 0;
    for (int seat = 0; seat < 2 && setup->cards != NULL && setup->game->check_deck != NULL; seat++) {
        setup->game->check_deck(setup->edition, &setup->options, setup->cards, &setup->deck[seat],
                                (brs_report){count_report, &count});
    }
    return count;
}

// Rules about decks that forbid these ones stay as they were, and are listed: the rest can be compared all the same.
static void relax_decks(site_comparison *c)
{
    const brs_setup *from = c->first->setup;
    int breaches = deck_breaches(&c->setup);
    for (int i = 0; i < from->game->option_count && breaches > 0; i++) {
        int32_t value = c->setup.options.value[i];
        c->setup.options.value[i] = from->options.value[i];
        int left = value == from->options.value[i] ? breaches : deck_breaches(&c->setup);
        if (left >= breaches || c->relaxed_count == SITE_MAX_RELAXED) {
            c->setup.options.value[i] = value;
            continue;
        }
        breaches = left;
        c->relaxed[c->relaxed_count++] = i;
    }
}

// ---- units of the other play ----------------------------------------------------------------------

static void cut_units(site_match *match)
{
    const brs_trace *trace = &match->trace;
    match->units = BRS_NEW(match->arena, site_unit, trace->event_count + 1);
    for (uint32_t seq = 1; seq <= trace->event_count; seq++) {
        int number = brs_trace_at(trace, seq)->unit;
        if (match->unit_count == 0 || match->units[match->unit_count - 1].number != number) {
            match->units[match->unit_count++] = (site_unit){.number = number, .first = seq};
        }
        match->units[match->unit_count - 1].end = seq + 1;
    }
}

static void begin_other(site_comparison *c)
{
    const site_match *match = c->first;
    c->other = (site_match){.replay = match->replay, .setup = &c->setup, .arena = match->arena, .card_suffix = match->card_suffix};
    brs_trace_init(&c->other.trace, match->arena);
}

bool site_compare_play(site_comparison *c, const site_match *match, const brs_edition *edition)
{
    brs_choice *choices = BRS_NEW(match->arena, brs_choice, BRS_MAX_CHOICES);
    *c = (site_comparison){.first = match};
    if (match->replay->event_count > 0 || !brs_replay_under(match->replay, match->setup, edition, &c->setup, NULL) ||
        !list_steps(c, choices)) {
        return false;
    }
    relax_decks(c);
    begin_other(c);
    void *state = new_state(match);
    if (!c->setup.game->create(state, &c->setup, &c->other.trace, NULL)) {
        c->stop = SITE_STOP_DECKS;
        return true;
    }
    play_other(c, state, choices);
    if (c->over) {
        c->setup.game->result(&c->setup, state, &c->other.result);
    }
    cut_units(&c->other);
    return true;
}

// ---- another line of the same game ----------------------------------------------------------------

// Notes the first decision that is not the match's.
static void look_for_fork(site_comparison *c, const brs_player *player)
{
    const uint32_t made = player->game.decisions;
    const site_match *match = c->first;
    if (made == 0 || c->forked) {
        return;
    }
    c->forked = made > match->decision_count || memcmp(&match->decisions[made - 1].made, &player->made, sizeof player->made) != 0;
    c->fork = made - 1;
    c->fork_made = player->made;
}

bool site_compare_line(site_comparison *c, const site_match *match, uint32_t line)
{
    brs_player *player = BRS_NEW(match->arena, brs_player, 1);
    brs_err err = BRS_ERR_NONE;
    *c = (site_comparison){.first = match, .setup = *match->setup};
    begin_other(c);
    bool more = brs_player_open(player, match->replay, match->setup, line, match->arena, &c->other.trace, &err);
    for (; more; more = brs_player_next(player, &err)) {
        look_for_fork(c, player);
        c->fork_unit = c->forked ? c->fork_unit : match->setup->game->unit_now(player->game.state);
    }
    if (err.code != BRS_OK || c->other.trace.event_count == 0) {
        return false;
    }
    look_for_fork(c, player);
    c->over = player->game.n == 0;
    if (c->over) {
        c->setup.game->result(&c->setup, player->game.state, &c->other.result);
    }
    cut_units(&c->other);
    return c->forked;
}

// ---- side by side -----------------------------------------------------------------------------------

static const site_unit *unit_of(const site_match *match, int number)
{
    for (int i = 0; i < match->unit_count; i++) {
        if (match->units[i].number == number) {
            return &match->units[i];
        }
    }
    return NULL;
}

static bool same_key(const brs_event *a, const brs_event *b)
{
    return a->kind == b->kind && a->section == b->section && a->source == b->source && a->arg[0] == b->arg[0];
}

// Do the games of both sides call cards and players by the same names?
static bool same_names(const brs_setup *a, const brs_setup *b)
{
    bool same = a->game == b->game && a->cards == b->cards && memcmp(a->name, b->name, sizeof a->name) == 0;
    for (int i = 0; i < 2; i++) {
        same = same && a->deck[i].count == b->deck[i].count && memcmp(a->deck[i].card, b->deck[i].card, sizeof a->deck[i].card) == 0;
    }
    return same;
}

// All that a sentence is made of, besides those names.
static bool same_facts(const brs_event *a, const brs_event *b)
{
    return a->kind == b->kind && a->rule == b->rule && a->source == b->source && a->sentence == b->sentence && a->seat == b->seat &&
           memcmp(a->arg, b->arg, sizeof a->arg) == 0;
}

static bool same_text(const site_comparison *c, const brs_event *a, const brs_event *b)
{
    char text[2][600];
    if (c->same_names && same_facts(a, b)) {
        return true; // most are, and their sentences need not be said
    }
    brs_event_text(c->first->setup, a, text[0], 600);
    brs_event_text(&c->setup, b, text[1], 600);
    return strcmp(text[0], text[1]) == 0;
}

// The partner of an event: the one of the same kind, section, card and target that stands at the same place among its
// like. 0: none.
static uint32_t partner(const site_match *own, uint32_t seq, const site_unit *own_unit, const site_match *other,
                        const site_unit *unit)
{
    const brs_event *mine = own->trace.events, *theirs = other->trace.events;
    const brs_event *e = &mine[seq - 1];
    int nth = 0;
    for (uint32_t i = own_unit->first; i < seq; i++) {
        nth += same_key(e, &mine[i - 1]);
    }
    for (uint32_t i = unit == NULL ? 0 : unit->first; unit != NULL && i < unit->end; i++) {
        if (same_key(e, &theirs[i - 1]) && nth-- == 0) {
            return i;
        }
    }
    return 0;
}

// A condition that was looked at, no more.
static bool is_look(const site_match *match, const brs_event *e)
{
    return match->setup->game->event_kinds[e->kind].quantity == 0 && e->ncheck > 0 && e->nterm == 0;
}

static bool is_met(const site_match *match, const brs_event *e)
{
    for (uint32_t i = 0; i < e->ncheck; i++) {
        if (!match->trace.checks[e->check0 + i].passed) {
            return false;
        }
    }
    return true;
}

static bool is_idle(const site_comparison *c, uint32_t left, uint32_t right)
{
    const brs_event *a = brs_trace_at(&c->first->trace, left), *b = brs_trace_at(&c->other.trace, right);
    if ((a != NULL && !is_look(c->first, a)) || (b != NULL && !is_look(&c->other, b))) {
        return false;
    }
    return (a != NULL && is_met(c->first, a)) == (b != NULL && is_met(&c->other, b));
}

static void add_row(site_comparison *c, uint32_t left, uint32_t right, uint8_t section)
{
    site_row row = {.left = left, .right = right, .section = section};
    if (left != 0 && right != 0) {
        row.sign = same_text(c, brs_trace_at(&c->first->trace, left), brs_trace_at(&c->other.trace, right)) ? '=' : '~';
    } else {
        row.sign = left != 0 ? '-' : '+';
    }
    row.idle = row.sign != '=' && is_idle(c, left, right);
    c->rows[c->row_count++] = row;
    c->differences += row.sign != '=' && !row.idle;
    c->looks += row.idle;
}

int site_compare_unit(site_comparison *c, int number)
{
    const site_unit *a = unit_of(c->first, number), *b = unit_of(&c->other, number);
    uint32_t most = (a != NULL ? a->end - a->first : 0) + (b != NULL ? b->end - b->first : 0);
    c->rows = BRS_NEW(c->first->arena, site_row, most + 1);
    c->same_names = same_names(c->first->setup, &c->setup);
    c->row_count = c->differences = c->looks = 0;
    c->unit = number;
    for (uint32_t i = a == NULL ? 0 : a->first; a != NULL && i < a->end; i++) {
        add_row(c, i, partner(c->first, i, a, &c->other, b), brs_trace_at(&c->first->trace, i)->section);
    }
    for (uint32_t i = b == NULL ? 0 : b->first; b != NULL && i < b->end; i++) {
        if (partner(&c->other, i, b, c->first, a) == 0) {
            add_row(c, 0, i, brs_trace_at(&c->other.trace, i)->section);
        }
    }
    return c->differences;
}

uint32_t site_compare_partner(const site_comparison *c, uint32_t seq)
{
    const site_unit *own = &c->first->units[site_unit_of(c->first, seq)];
    return partner(c->first, seq, own, &c->other, unit_of(&c->other, own->number));
}
