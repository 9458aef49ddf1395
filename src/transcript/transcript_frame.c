// A line of play: its state, the choices made in it, and going on to a place of the game.
#include <stdio.h>

#include "transcript_parts.h"

enum { MAX_SNAPSHOTS = 64, MAX_FORCED = 1024, MAX_MOVES = BRS_REPLAY_MAX_DECISIONS };

// ---- frames ------------------------------------------------------------------------------------------------------

bool ts_is_chance(const brs_game *game)
{
    return game->n > 0 && game->choices[0].seat == BRS_SEAT_CHANCE;
}

int ts_unit_of(const ts_frame *f)
{
    return f->game.setup->game->unit_now(f->game.state);
}

int ts_section_of(const ts_frame *f)
{
    const brs_game_def *def = f->game.setup->game;
    return def->section_now != NULL ? def->section_now(f->game.state) : -1;
}

void ts_copy_state(const ts_frame *f, void *to)
{
    memcpy(to, f->game.state, f->game.setup->game->used(f->game.state));
}

// A section ends: its state is kept. The oldest of what is kept goes.
static void on_boundary(void *ctx)
{
    ts_frame *f = ctx;
    const ts_snapshot *last = f->snapshot_count > 0 ? &f->snapshot[f->snapshot_count - 1] : NULL;
    if (last != NULL && last->unit == ts_unit_of(f) && last->section == ts_section_of(f)) {
        f->snapshot_count--;  // the same section again
    }
    if (f->snapshot_count == MAX_SNAPSHOTS) {
        void *oldest = f->snapshot[0].state;
        memmove(&f->snapshot[0], &f->snapshot[1], (MAX_SNAPSHOTS - 1) * sizeof f->snapshot[0]);
        f->snapshot[--f->snapshot_count].state = oldest;
    }
    ts_snapshot *snap = &f->snapshot[f->snapshot_count++];
    snap->unit = ts_unit_of(f);
    snap->section = ts_section_of(f);
    snap->events = f->trace.event_count;
    ts_copy_state(f, snap->state);
}

// A decision that leaves no choice: a text may say it all the same.
static void on_forced(void *ctx)
{
    ts_frame *f = ctx;
    if (!f->has_forced_origin) {
        ts_copy_state(f, f->forced_origin);
        f->has_forced_origin = true;
    }
    if (f->forced_count < MAX_FORCED) {
        const brs_game_def *def = f->game.setup->game;
        ts_forced *it = &f->forced[f->forced_count++];
        it->unit = ts_unit_of(f);
        it->events = f->trace.event_count;
        it->asker = def->asker != NULL ? def->asker(f->game.setup, f->game.state) : 0;
        ts_spell(f->game.setup, f->game.state, f->game.choices, 1, &it->spelled);
    }
}

ts_frame *ts_new_frame(brs_scribe *s)
{
    ts_frame *f = s->spare[s->depth];
    const size_t size = s->head.setup.game->state_size;
    if (f == NULL) {
        f = s->spare[s->depth] = BRS_NEW(s->arena, ts_frame, 1);
        f->game.state = brs_arena_alloc(s->arena, 1, size);
        f->game.choices = BRS_NEW(s->arena, brs_choice, BRS_MAX_CHOICES);
        f->before = brs_arena_alloc(s->arena, 1, size);
        f->forced_origin = brs_arena_alloc(s->arena, 1, size);
        f->snapshot = BRS_NEW(s->arena, ts_snapshot, MAX_SNAPSHOTS);
        for (int i = 0; i < MAX_SNAPSHOTS; i++) {
            f->snapshot[i].state = brs_arena_alloc(s->arena, 1, size);
        }
        f->forced = BRS_NEW(s->arena, ts_forced, MAX_FORCED);
        f->due = BRS_NEW(s->arena, brs_table_event, TS_MAX_DUE);
        brs_trace_init(&f->trace, s->arena);
    }
    ts_frame kept = *f;
    *f = (ts_frame){.game = {.setup = &s->head.setup, .state = kept.game.state, .choices = kept.game.choices},
                    .before = kept.before, .forced_origin = kept.forced_origin, .snapshot = kept.snapshot,
                    .forced = kept.forced, .due = kept.due, .trace = kept.trace, .unit = -1, .decided = -1, .group = 1, .anchor = -1,
                    .end_seat = BRS_SEAT_NONE};
    brs_trace_reset(&f->trace);
    f->trace.boundary = on_boundary;
    f->trace.watch_ctx = f;
    s->frame[s->depth++] = f;
    return f;
}

static void copy_part(const brs_game_def *def, void *to, const void *from)
{
    memcpy(to, from, def->used(from));
}

void ts_copy_frame(ts_frame *to, const ts_frame *from)
{
    const brs_game_def *def = from->game.setup->game;
    const ts_frame own = *to;
    *to = *from;
    to->game.state = own.game.state;
    to->game.choices = own.game.choices;
    to->before = own.before;
    to->forced_origin = own.forced_origin;
    to->snapshot = own.snapshot;
    to->forced = own.forced;
    to->due = own.due;
    to->trace = own.trace;
    to->index = NULL;
    to->line_of = NULL;
    to->count = to->cap = 0;
    to->last = NULL;
    copy_part(def, to->game.state, from->game.state);
    memcpy(to->game.choices, from->game.choices, (size_t)from->game.n * sizeof *to->game.choices);
    if (from->has_statement) {
        copy_part(def, to->before, from->before);
    }
    if (from->has_forced_origin) {
        copy_part(def, to->forced_origin, from->forced_origin);
    }
    for (int i = 0; i < from->snapshot_count; i++) {
        void *room = to->snapshot[i].state;
        to->snapshot[i] = from->snapshot[i];
        to->snapshot[i].state = room;
        copy_part(def, room, from->snapshot[i].state);
    }
    memcpy(to->forced, from->forced, (size_t)from->forced_count * sizeof *to->forced);
    memcpy(to->due, from->due, (size_t)from->due_count * sizeof *to->due);
    brs_trace_reset(&to->trace);
    ts_listen(to);
}

void ts_listen(ts_frame *f)
{
    f->game.trace = &f->trace;
    f->game.forced = on_forced;
    f->game.forced_ctx = f;
}

// ---- making choices --------------------------------------------------------------------------------------------------

static void remember(brs_scribe *s, ts_frame *f, int index)
{
    if (f->count == f->cap) {
        const uint32_t cap = f->cap == 0 ? 256 : 2 * f->cap;
        uint16_t *more = BRS_NEW(s->arena, uint16_t, cap);
        int *lines = BRS_NEW(s->arena, int, cap);
        if (f->count > 0) {
            memcpy(more, f->index, f->count * sizeof *more);
            memcpy(lines, f->line_of, f->count * sizeof *lines);
        }
        f->index = more;
        f->line_of = lines;
        f->cap = cap;
    }
    f->line_of[f->count] = s->line;
    f->index[f->count++] = (uint16_t)index;
}

// Fixes and missed triggers wait for a player's decision.
bool ts_mend(brs_scribe *s, ts_frame *f)
{
    for (int i = 0; i < f->due_count && f->game.n > 0 && !ts_is_chance(&f->game); i++) {
        brs_err err = BRS_ERR_NONE;
        f->due[i].decision = f->decisions;
        f->due[i].amend.section = (uint8_t)(ts_section_of(f) >= 0 ? ts_section_of(f) : 0);
        if (!brs_game_amend(&f->game, &f->due[i].amend, &err)) {
            f->due_count = 0;
            f->lost = true;
            return ts_pass_on(s, 1, &err);
        }
        if (s->depth == 1 && s->event_count < BRS_REPLAY_MAX_EVENTS) {
            s->events[s->event_count++] = f->due[i];
        }
        if (i + 1 == f->due_count) {
            f->due_count = 0;
        }
    }
    return true;
}

bool ts_choose(brs_scribe *s, ts_frame *f, int index)
{
    if (f->count >= MAX_MOVES) {
        f->lost = true;
        return ts_error(s, 1, BRS_LIMIT, NULL, "more than %d decisions", (int)MAX_MOVES);
    }
    if (s->detour != NULL) {
        index = ts_detour_choice(s, f, index);
    }
    f->decisions += !ts_is_chance(&f->game);
    f->decided = ts_unit_of(f);
    remember(s, f, index);
    f->forced_count = 0;
    f->has_forced_origin = false;
    brs_game_choose(&f->game, index);
    return ts_mend(s, f);
}

int ts_implied_of(brs_scribe *s, const ts_frame *f)
{
    for (int i = 0; i < f->game.n; i++) {
        if (s->spelled[i].spelling.implied) {
            return i;
        }
    }
    return -1;
}

void ts_spell_open(brs_scribe *s, const ts_frame *f)
{
    ts_spell(f->game.setup, f->game.state, f->game.choices, f->game.n, s->spelled);
}

// ---- going on to a place ---------------------------------------------------------------------------------------------

static void describe_question(brs_scribe *s, const ts_frame *f, char *out, int cap)
{
    const brs_setup *setup = &s->head.setup;
    const int seat = ts_is_chance(&f->game) ? s->spelled[0].spelling.seat : f->game.choices[0].seat;
    const brs_verb *row = &setup->game->verbs[s->spelled[0].spelling.verb];
    const char letter = seat < setup->seats ? brs_seat_letter(setup, seat) : '?';
    if (ts_is_chance(&f->game)) {
        snprintf(out, (size_t)cap, "chance still has to say: %s (%s)", row->word, row->help);
    } else {
        const brs_game_def *game = setup->game;
        const int asker = game->asker != NULL ? game->asker(setup, f->game.state) : 0;
        const brs_str card = asker > 0 ? game->handle_name(setup, asker) : (brs_str){"", 0};
        snprintf(out, (size_t)cap, "%c still has to decide%s%.*s: %s (%s)", letter, card.len > 0 ? " for " : "", BRS_ARG(card),
                 row->word[0] != '\0' ? row->word : "a play", row->help);
    }
}

static bool stuck_here(brs_scribe *s, ts_frame *f, const char *before)
{
    char question[160], legal[480];
    ts_spell_open(s, f);
    describe_question(s, f, question, sizeof question);
    int begun = ts_say_not_whole(s, f->game.n, legal, sizeof legal);
    if (begun == 0 && s->depth == 1 && f->header >= 0 && ts_unit_of(f) > f->header && ts_unit_of(f) < f->unit) {
        char unit[64];
        brs_unit_name(s->head.setup.game->unit, ts_unit_of(f), unit, sizeof unit);
        begun = snprintf(legal, sizeof legal, "Nothing is written of %s. ", unit);
    }
    ts_list_legal(&s->head.setup, s->spelled, f->game.n, NULL, legal + begun, 200);
    ts_add_suspects(s, legal, sizeof legal);
    f->lost = true;
    return ts_error(s, 1, BRS_ILLEGAL, legal, "before %s, %s", before, question);
}

// Takes what is implied until the unit is this one.
bool ts_go_to_unit(brs_scribe *s, ts_frame *f, int unit, const char *name)
{
    while (f->game.n > 0 && ts_unit_of(f) < unit) {
        ts_spell_open(s, f);
        const int index = ts_implied_of(s, f);
        if (index < 0) {
            return stuck_here(s, f, name);
        }
        if (!ts_choose(s, f, index)) {
            return false;
        }
    }
    return true;
}

// Was this unit passed without any question? Then a header may name it, though the game has gone on.
bool ts_passed_unit(const ts_frame *f, int unit)
{
    for (int i = 0; i < f->snapshot_count && unit > f->decided; i++) {
        if (f->snapshot[i].unit == unit) {
            return true;
        }
    }
    return false;
}

const void *ts_state_in_unit(const ts_frame *f, int unit)
{
    for (int i = 0; i < f->snapshot_count && ts_unit_of(f) != unit; i++) {
        if (f->snapshot[i].unit == unit) {
            return f->snapshot[i].state;
        }
    }
    return f->game.state;
}

static bool in_section(const brs_game_def *game, int section, int wanted)
{
    const brs_section_info *info = game->unit->sections;
    return section == wanted || strcmp(info[section].group, info[wanted].id) == 0;
}

// The state at the end of a section of the header's unit: *state, *events. NULL: it has not come to it.
const ts_snapshot *ts_ended_section(const ts_frame *f, int section)
{
    for (int i = f->snapshot_count - 1; i >= 0; i--) {
        const ts_snapshot *snap = &f->snapshot[i];
        if (snap->unit == f->unit && in_section(f->game.setup->game, snap->section, section)) {
            return snap;
        }
    }
    return NULL;
}

bool ts_is_at_section(const ts_frame *f, int section)
{
    return f->game.n > 0 && ts_unit_of(f) == f->unit && in_section(f->game.setup->game, ts_section_of(f), section);
}

bool ts_go_to_section(brs_scribe *s, ts_frame *f, int section)
{
    while (f->game.n > 0 && ts_unit_of(f) == f->unit && ts_ended_section(f, section) == NULL && !ts_is_at_section(f, section)) {
        ts_spell_open(s, f);
        const int index = ts_implied_of(s, f);
        if (index < 0) {
            return stuck_here(s, f, f->game.setup->game->unit->sections[section].title);
        }
        if (!ts_choose(s, f, index)) {
            return false;
        }
    }
    return true;
}
