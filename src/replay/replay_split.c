// The same choices under two setups, side by side: where do they part?
#include <string.h>

#include "replay_parts.h"
#include "replay_tree.h"
#include "replay_words.h"
#include "str.h"

bool brs_replay_under(const brs_replay *replay, const brs_setup *setup, const brs_edition *edition,
                      brs_setup *out, brs_err *err)
{
    *out = *setup;
    out->edition = edition;
    out->options = edition->options;
    for (int i = 0; i < replay->override_count; i++) {
        int row = brs_option_find(setup->game, replay->overrides[i].option);
        if (row < 0) {
            return brs_fail(err, BRS_EDITION_MISSING, "there is no option \"%.*s\"",
                            BRS_ARG(replay->overrides[i].option));
        }
        out->options.value[row] = replay->overrides[i].value;
    }
    return true;
}

typedef struct {
    const brs_replay *replay;
    const brs_split_plan *plan;
    brs_player first;
    brs_game second;
    int event_at;
    brs_arena *arena;
    brs_arena scratch;  // for trees: two a decision
    uint16_t *index;
    uint32_t count, cap;
    brs_split *out;
} splitter;

static brs_str words_of(splitter *s, brs_choice choice)
{
    brs_buf buf;
    buf_init(&buf, s->arena, 64);
    replay_say_choice(s->plan->first, choice, &buf);
    return buf_str(&buf);
}

// The first place where they part is kept; later ones are counted.
static void note(splitter *s, brs_split_kind kind)
{
    brs_split *out = s->out;
    if (out->kind != BRS_SPLIT_NONE) {
        out->later += kind == BRS_SPLIT_STATE;
        if (kind == BRS_SPLIT_STATE) {
            return;
        }
    }
    const brs_player *p = &s->first;
    out->kind = kind;
    out->decision = p->decisions;
    out->unit = p->game.setup->game->unit_now(p->game.state);
    out->before = p->decisions + p->outcomes > 0 ? words_of(s, p->made) : (brs_str){"", 0};
    out->next = (brs_str){"", 0};
    out->next_seat = BRS_SEAT_NONE;
    if (p->index >= 0) {
        out->next = words_of(s, p->game.choices[p->index]);
        out->next_seat = p->game.choices[p->index].seat;
    }
}

// ---- comparing one moment ----------------------------------------------------------------------

static bool same_list(const brs_game *a, const brs_game *b)
{
    return a->n == b->n && memcmp(a->choices, b->choices, (size_t)a->n * sizeof a->choices[0]) == 0;
}

static bool same_digest(const splitter *s)
{
    const brs_game *a = &s->first.game, *b = &s->second;
    return a->setup->game->digest(a->setup, a->state) == b->setup->game->digest(b->setup, b->state) &&
           same_list(a, b);
}

static int tree_differences(splitter *s, bool tell)
{
    replay_tree a, b;
    int what = s->plan->visible ? TREE_VIEW | TREE_FACTS : TREE_ALL;
    brs_arena_reset(&s->scratch);
    replay_tree_take(&s->first.game, what, &s->scratch, &a);
    replay_tree_take(&s->second, what, &s->scratch, &b);
    return replay_tree_diff(&a, &b, tell ? s->plan->tell : NULL, s->plan->ctx);
}

// False: stop here.
static bool compare_states(splitter *s)
{
    if (same_digest(s) || (s->plan->visible && tree_differences(s, false) == 0)) {
        return true;
    }
    bool first = s->out->kind == BRS_SPLIT_NONE;
    note(s, BRS_SPLIT_STATE);
    if (first) {
        s->out->differences = tree_differences(s, true);
    }
    return s->plan->go_on;
}

// ---- the second game -----------------------------------------------------------------------------

static bool mend_second(splitter *s, brs_err *err)
{
    const brs_replay *replay = s->replay;
    while (s->event_at < replay->event_count && replay->events[s->event_at].decision == s->first.decisions &&
           (s->first.index < 0 || s->first.game.choices[0].seat != BRS_SEAT_CHANCE)) {
        if (!brs_game_amend(&s->second, &replay->events[s->event_at].amend, err)) {
            return false;
        }
        s->event_at++;
    }
    return true;
}

static void keep_index(splitter *s, int index)
{
    if (s->count == s->cap) {
        uint32_t cap = s->cap == 0 ? 512 : 2 * s->cap;
        uint16_t *more = BRS_NEW(s->arena, uint16_t, cap);
        if (s->count > 0) {
            memcpy(more, s->index, s->count * sizeof *more);
        }
        s->index = more;
        s->cap = cap;
    }
    s->index[s->count++] = (uint16_t)index;
}

static uint16_t rule_against(splitter *s, brs_choice choice)
{
    const brs_game_def *def = s->plan->second->game;
    void *copy = brs_arena_alloc(s->arena, 1, def->state_size);
    if (s->second.n == 0) {
        return 0;
    }
    memcpy(copy, s->second.state, def->used(s->second.state));
    brs_verdict verdict = def->apply(s->plan->second, copy, choice, NULL);
    return verdict.ok ? 0 : verdict.rule;
}

// A question that the first answers by itself, or that the second does: the second may have asked more or less.
static bool choose_second(splitter *s, brs_choice choice)
{
    int index = s->second.n > 0 ? brs_game_index(&s->second, choice) : -1;
    if (index >= 0) {
        keep_index(s, index);
        brs_game_choose(&s->second, index);
        return !s->second.stuck;
    }
    note(s, s->second.n == 0 ? BRS_SPLIT_END : BRS_SPLIT_ILLEGAL);
    s->out->rule = rule_against(s, choice);
    return false;
}

// ---- side by side ----------------------------------------------------------------------------------

static bool walk(splitter *s, brs_err *err)
{
    brs_err found = BRS_ERR_NONE;
    for (bool more = true; more; more = brs_player_next(&s->first, &found)) {
        if (!mend_second(s, &found) || !compare_states(s)) {
            break;
        }
        if (s->first.index < 0) {
            if ((s->first.game.n == 0) != (s->second.n == 0)) {
                note(s, BRS_SPLIT_END);
            }
            break;
        }
        if (!choose_second(s, s->first.game.choices[s->first.index])) {
            break;
        }
    }
    return found.code == BRS_OK || (err->code == BRS_OK ? (*err = found, false) : false);
}

bool brs_replay_split(const brs_replay *replay, const brs_split_plan *plan, brs_arena *arena, brs_split *out,
                      brs_moves *moves, brs_err *err)
{
    splitter s = {.replay = replay, .plan = plan, .arena = arena, .out = out};
    void *state = brs_arena_alloc(arena, 1, plan->second->game->state_size);
    brs_choice *choices = BRS_NEW(arena, brs_choice, BRS_MAX_CHOICES);
    *out = (brs_split){.kind = BRS_SPLIT_NONE};
    brs_arena_init(&s.scratch, 0);
    bool ok = brs_player_open(&s.first, replay, plan->first, 0, arena, NULL, err) &&
              brs_game_start(&s.second, plan->second, state, choices, NULL, err) && walk(&s, err);
    brs_arena_release(&s.scratch);
    if (ok && moves != NULL) {
        *moves = (brs_moves){.index = s.index,
                             .count = s.count,
                             .events = replay->events,
                             .event_count = replay->event_count,
                             .end = replay->end,
                             .end_seat = replay->end_seat,
                             .card_text = replay->card_text,
                             .check_bits = replay->check_bits};
    }
    return ok;
}
