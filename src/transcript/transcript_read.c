// Reading the body: statements are played as they are read; notes, checks, fixes and variations find their places.
#include <stdarg.h>
#include <stdio.h>

#include "transcript_parts.h"

enum { MAX_SNAPSHOTS = 64, MAX_FORCED = 1024, MAX_DUE = 32, MAX_MOVES = BRS_REPLAY_MAX_DECISIONS };

ts_frame *ts_top(brs_scribe *s)
{
    return s->frame[s->depth - 1];
}

// ---- mistakes --------------------------------------------------------------------------------------------------

static bool tell(brs_scribe *s, int column, brs_err *err)
{
    err->line = s->line;
    err->col = s->rewritten > 0 ? s->rewritten : column > 0 ? column : 1;
    err->file[0] = '\0';
    brs_err_file(err, s->file);
    if (++s->errors <= BRS_TRANSCRIPT_MAX_ERRORS && s->report.fn != NULL) {
        s->report.fn(s->report.ctx, err, false);
    }
    return false;
}

bool ts_pass_on(brs_scribe *s, int column, const brs_err *err)
{
    brs_err copy = *err;
    return tell(s, err->col > 0 ? err->col : column, &copy);
}

bool ts_error(brs_scribe *s, int column, brs_code code, const char *help, const char *format, ...)
{
    brs_err err = BRS_ERR_NONE;
    char text[sizeof err.msg];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    brs_fail(&err, code, "%s", text);
    if (help != NULL && help[0] != '\0') {
        brs_help(&err, "%s", help);
    }
    return tell(s, column, &err);
}

// ---- frames ------------------------------------------------------------------------------------------------------

static bool is_chance(const brs_game *game)
{
    return game->n > 0 && game->choices[0].seat == BRS_SEAT_CHANCE;
}

static int unit_of(const ts_frame *f)
{
    return f->game.setup->game->unit_now(f->game.state);
}

static int section_of(const ts_frame *f)
{
    const brs_game_def *def = f->game.setup->game;
    return def->section_now != NULL ? def->section_now(f->game.state) : -1;
}

static void copy_state(const ts_frame *f, void *to)
{
    memcpy(to, f->game.state, f->game.setup->game->used(f->game.state));
}

// A section ends: its state is kept. The oldest of what is kept goes.
static void on_boundary(void *ctx)
{
    ts_frame *f = ctx;
    const ts_snapshot *last = f->snapshot_count > 0 ? &f->snapshot[f->snapshot_count - 1] : NULL;
    if (last != NULL && last->unit == unit_of(f) && last->section == section_of(f)) {
        f->snapshot_count--;  // the same section again
    }
    if (f->snapshot_count == MAX_SNAPSHOTS) {
        void *oldest = f->snapshot[0].state;
        memmove(&f->snapshot[0], &f->snapshot[1], (MAX_SNAPSHOTS - 1) * sizeof f->snapshot[0]);
        f->snapshot[--f->snapshot_count].state = oldest;
    }
    ts_snapshot *snap = &f->snapshot[f->snapshot_count++];
    snap->unit = unit_of(f);
    snap->section = section_of(f);
    snap->events = f->trace.event_count;
    copy_state(f, snap->state);
}

// A decision that leaves no choice: a text may say it all the same.
static void on_forced(void *ctx)
{
    ts_frame *f = ctx;
    if (!f->has_forced_origin) {
        copy_state(f, f->forced_origin);
        f->has_forced_origin = true;
    }
    if (f->forced_count < MAX_FORCED) {
        ts_spell(f->game.setup, f->game.state, f->game.choices, 1, &f->forced[f->forced_count++].spelled);
    }
}

static ts_frame *new_frame(brs_scribe *s)
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
        f->due = BRS_NEW(s->arena, brs_table_event, MAX_DUE);
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

static void listen(ts_frame *f)
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
static bool mend(brs_scribe *s, ts_frame *f)
{
    for (int i = 0; i < f->due_count && f->game.n > 0 && !is_chance(&f->game); i++) {
        brs_err err = BRS_ERR_NONE;
        f->due[i].decision = f->decisions;
        f->due[i].amend.section = (uint8_t)(section_of(f) >= 0 ? section_of(f) : 0);
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

static bool choose(brs_scribe *s, ts_frame *f, int index)
{
    if (f->count >= MAX_MOVES) {
        f->lost = true;
        return ts_error(s, 1, BRS_LIMIT, NULL, "more than %d decisions", (int)MAX_MOVES);
    }
    f->decisions += !is_chance(&f->game);
    f->decided = unit_of(f);
    remember(s, f, index);
    f->forced_count = 0;
    f->has_forced_origin = false;
    brs_game_choose(&f->game, index);
    return mend(s, f);
}

static int implied_of(brs_scribe *s, const ts_frame *f)
{
    for (int i = 0; i < f->game.n; i++) {
        if (s->spelled[i].spelling.implied) {
            return i;
        }
    }
    return -1;
}

static void spell_open(brs_scribe *s, const ts_frame *f)
{
    ts_spell(f->game.setup, f->game.state, f->game.choices, f->game.n, s->spelled);
}

// ---- going on to a place ---------------------------------------------------------------------------------------------

static void describe_question(brs_scribe *s, const ts_frame *f, char *out, int cap)
{
    const brs_setup *setup = &s->head.setup;
    const int seat = is_chance(&f->game) ? s->spelled[0].spelling.seat : f->game.choices[0].seat;
    const brs_verb *row = &setup->game->verbs[s->spelled[0].spelling.verb];
    const char letter = seat < setup->seats ? brs_seat_letter(setup, seat) : '?';
    if (is_chance(&f->game)) {
        snprintf(out, (size_t)cap, "chance still has to say: %s (%s)", row->word, row->help);
    } else {
        snprintf(out, (size_t)cap, "%c still has to decide: %s (%s)", letter, row->word[0] != '\0' ? row->word : "a play", row->help);
    }
}

static bool stuck_here(brs_scribe *s, ts_frame *f, const char *before)
{
    char question[160], legal[200];
    spell_open(s, f);
    describe_question(s, f, question, sizeof question);
    ts_list_legal(&s->head.setup, s->spelled, f->game.n, NULL, legal, sizeof legal);
    f->lost = true;
    return ts_error(s, 1, BRS_ILLEGAL, legal, "before %s, %s", before, question);
}

// Takes what is implied until the unit is this one.
static bool go_to_unit(brs_scribe *s, ts_frame *f, int unit, const char *name)
{
    while (f->game.n > 0 && unit_of(f) < unit) {
        spell_open(s, f);
        const int index = implied_of(s, f);
        if (index < 0) {
            return stuck_here(s, f, name);
        }
        if (!choose(s, f, index)) {
            return false;
        }
    }
    return true;
}

// Was this unit passed without any question? Then a header may name it, though the game has gone on.
static bool passed_unit(const ts_frame *f, int unit)
{
    for (int i = 0; i < f->snapshot_count && unit > f->decided; i++) {
        if (f->snapshot[i].unit == unit) {
            return true;
        }
    }
    return false;
}

static const void *state_in_unit(const ts_frame *f, int unit)
{
    for (int i = 0; i < f->snapshot_count && unit_of(f) != unit; i++) {
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
static const ts_snapshot *ended_section(const ts_frame *f, int section)
{
    for (int i = f->snapshot_count - 1; i >= 0; i--) {
        const ts_snapshot *snap = &f->snapshot[i];
        if (snap->unit == f->unit && in_section(f->game.setup->game, snap->section, section)) {
            return snap;
        }
    }
    return NULL;
}

static bool is_at_section(const ts_frame *f, int section)
{
    return f->game.n > 0 && unit_of(f) == f->unit && in_section(f->game.setup->game, section_of(f), section);
}

static bool go_to_section(brs_scribe *s, ts_frame *f, int section)
{
    while (f->game.n > 0 && unit_of(f) == f->unit && ended_section(f, section) == NULL && !is_at_section(f, section)) {
        spell_open(s, f);
        const int index = implied_of(s, f);
        if (index < 0) {
            return stuck_here(s, f, f->game.setup->game->unit->sections[section].title);
        }
        if (!choose(s, f, index)) {
            return false;
        }
    }
    return true;
}

// ---- cards that nobody saw ("?", "?defense") -----------------------------------------------------------------------------

enum { MAX_UNSEEN = 128 };

static bool note_unseen(brs_scribe *s, ts_frame *f, const ts_part *part, int seat)
{
    const brs_setup *setup = &s->head.setup;
    const brs_str kind = {part->noun.ptr + 1, part->noun.len - 1};
    if (kind.len > 0 && (setup->game->is_kind == NULL || !setup->game->is_kind(setup, 0, kind))) {
        return ts_error(s, part->column, BRS_TEXT, "Like ?defense or ?pillar.", "\"%.*s\" is no kind of card", BRS_ARG(kind));
    }
    if (kind.len > 0 && s->unseen_count < MAX_UNSEEN && s->depth == 1) {
        ts_unseen *unseen = &s->unseen[s->unseen_count++];
        *unseen = (ts_unseen){.seat = seat, .line = s->line, .move = f->count};
        snprintf(unseen->kind, sizeof unseen->kind, "%.*s", BRS_ARG(kind));
    }
    return true;
}

// Could the cards of this seat that have turned up be among its unseen ones? Those of a kind must be of that kind.
static bool kinds_hold(brs_scribe *s, const ts_frame *f, int seat, uint32_t events)
{
    const brs_game_def *game = s->head.setup.game;
    int any = 0, used[MAX_UNSEEN] = {0};
    for (uint32_t seq = 1; seq <= events; seq++) {
        const brs_event *event = brs_trace_at(&f->trace, seq);
        const char *id = game->event_kinds[event->kind].id;
        any += strcmp(id, "drawn_unseen") == 0 && event->seat == seat;
        if (strcmp(id, "revealed") != 0 || event->arg[3] != seat) {
            continue;
        }
        int slot = -1;
        for (int i = 0; i < s->unseen_count && slot < 0; i++) {
            bool fits = s->unseen[i].seat == seat && used[i] == 0 && game->is_kind(&s->head.setup, event->arg[0], str_of(s->unseen[i].kind));
            slot = fits ? i : -1;
        }
        if (slot >= 0) {
            used[slot] = 1;
        } else {
            any -= 1;
        }
    }
    for (int i = 0; i < s->unseen_count; i++) {
        any -= s->unseen[i].seat == seat;  // a slot of a kind is not any card
    }
    return any >= 0;
}

// After each choice: a card that turns up must be one that was drawn unseen.
static bool check_kinds(brs_scribe *s, ts_frame *f, const ts_part *part)
{
    const brs_game_def *game = s->head.setup.game;
    if (s->unseen_count == 0 || s->depth > 1) {
        return true;
    }
    for (uint32_t seq = s->seen_events + 1; seq <= f->trace.event_count; seq++) {
        const brs_event *event = brs_trace_at(&f->trace, seq);
        if (strcmp(game->event_kinds[event->kind].id, "revealed") == 0 && !kinds_hold(s, f, event->arg[3], seq)) {
            const ts_unseen *unseen = &s->unseen[0];
            for (int i = 0; i < s->unseen_count; i++) {
                unseen = s->unseen[i].seat == event->arg[3] ? &s->unseen[i] : unseen;
            }
            f->lost = true;
            return ts_error(s, part->column, BRS_DESYNC, NULL, "%.*s contradicts line %d: the unseen card there was said to be of the kind \"%s\"",
                            BRS_ARG(game->handle_name(&s->head.setup, event->arg[0])), unseen->line, unseen->kind);
        }
    }
    s->seen_events = f->trace.event_count;
    return true;
}

// ---- a part of a statement -----------------------------------------------------------------------------------------------

static bool same_spelled(const brs_setup *setup, const ts_spelled *spelled, const ts_part *part, int seat, const ts_aliases *aliases)
{
    int index;
    return ts_find(setup, spelled, 1, part, seat, aliases, &index) == TS_ONE;
}

// Was it a decision that left no choice? Then it has been made.
static bool was_forced(brs_scribe *s, ts_frame *f, const ts_part *part, int seat)
{
    for (int i = 0; i < f->forced_count; i++) {
        if (same_spelled(&s->head.setup, &f->forced[i].spelled, part, seat, &s->head.aliases)) {
            memmove(&f->forced[0], &f->forced[i + 1], (size_t)(f->forced_count - i - 1) * sizeof f->forced[0]);
            f->forced_count -= i + 1;
            return true;
        }
    }
    return false;
}

static bool several(brs_scribe *s, const ts_part *part, int n)
{
    char list[220] = "";
    size_t len = 0;
    for (int i = 0; i < n && len + 60 < sizeof list; i++) {
        int index;
        if (ts_find(&s->head.setup, &s->spelled[i], 1, part, BRS_SEAT_NONE, &s->head.aliases, &index) == TS_ONE) {
            char noun[120];
            ts_print_noun(&s->head.setup, &s->spelled[i], noun, sizeof noun);
            len += (size_t)snprintf(list + len, sizeof list - len, "%s%s", len > 0 ? ", " : "Which one: ", noun);
        }
    }
    return ts_error(s, part->column, BRS_TEXT, list, "\"%.*s\" means more than one of what may stand here", BRS_ARG(part->noun));
}

static void restore(brs_scribe *s, ts_frame *f)
{
    const brs_game_def *def = f->game.setup->game;
    memcpy(f->game.state, s->origin, def->used(s->origin));
    f->game.n = def->choices(f->game.setup, f->game.state, f->game.choices, BRS_MAX_CHOICES);
}

static bool check_marks(brs_scribe *s, ts_frame *f, const ts_part *part, brs_choice choice)
{
    const brs_game_def *def = f->game.setup->game;
    char marks[16] = "";
    if (def->marks == NULL || part->mark[0] == '\0') {
        return true;
    }
    def->marks(f->game.setup, s->scratch, f->game.state, choice, marks, sizeof marks);
    brs_str rest = str_of(part->mark);
    while (rest.len > 0) {
        size_t len = rest.ptr[0] == '^' ? 1 : 0;
        for (len = len > 0 ? len : 1; rest.ptr[0] == '^' && len < rest.len && rest.ptr[len] >= '0' && rest.ptr[len] <= '9'; len++) {
        }
        char sign[8];
        snprintf(sign, sizeof sign, "%.*s", (int)len, rest.ptr);
        if (strstr(marks, sign) == NULL) {
            return ts_error(s, part->column, BRS_DESYNC, "~ the next player is skipped, * the table is cleared, < the direction turns, ^1 goes out as number 1.",
                            "you wrote %.*s%s, the rules give %.*s%s", BRS_ARG(part->noun), part->mark, BRS_ARG(part->noun), marks);
        }
        rest = (brs_str){rest.ptr + len, rest.len - len};
    }
    return true;
}

static bool make(brs_scribe *s, ts_frame *f, const ts_part *part, int index)
{
    const brs_choice choice = f->game.choices[index];
    const ts_spelled spelled = s->spelled[index];
    if (part->noun.len > 1 && part->noun.ptr[0] == '?' && !note_unseen(s, f, part, spelled.spelling.seat)) {
        return false;
    }
    copy_state(f, s->scratch);
    return choose(s, f, index) && check_marks(s, f, part, choice) && check_kinds(s, f, part);
}

static bool over(brs_scribe *s, ts_frame *f, const ts_part *part)
{
    brs_result result;
    const brs_setup *setup = &s->head.setup;
    f->lost = true;
    setup->game->result(setup, f->game.state, &result);
    return ts_error(s, part->column, BRS_ILLEGAL, NULL, "the game is over: nothing can follow%s%s", result.reason != 0 ? "; it ended by " : "",
                    result.reason != 0 ? setup->game->victories[result.reason].title : "");
}

// "for Stockade -> ...": whose question it is may be said, and is compared.
static bool check_asker(brs_scribe *s, const ts_frame *f)
{
    const brs_setup *setup = &s->head.setup;
    brs_str name = f->asker.noun;
    int of, copy;
    if (name.len == 0) {
        return true;
    }
    ts_cut_qualifiers(setup, &name, &of, &copy, NULL);
    ts_expand(&s->head.aliases, &name);
    const int handle = setup->game->asker != NULL ? setup->game->asker(setup, f->game.state) : 0;
    if (handle > 0 && ts_likeness(setup->game->handle_name(setup, handle), name) > 0) {
        return true;
    }
    return ts_error(s, f->asker.column, BRS_DESYNC, NULL, handle > 0 ? "this question is not of \"%.*s\" but of %.*s" : "no card asks this question, so not \"%.*s\"%.*s",
                    BRS_ARG(f->asker.noun), BRS_ARG(handle > 0 ? setup->game->handle_name(setup, handle) : BRS_STR("")));
}

// Answers the open question, or one that comes after questions with an implied answer.
static bool play_part(brs_scribe *s, ts_frame *f, const ts_part *part, int seat)
{
    const brs_setup *setup = &s->head.setup;
    int index = -1;
    if (was_forced(s, f, part, seat)) {
        return true;
    }
    if (f->game.n == 0) {
        return over(s, f, part);
    }
    copy_state(f, s->origin);
    const int unit = f->unit;
    if (unit_of(f) != unit) {
        f->lost = true;
        return ts_teach_illegal(s, part, seat, f->has_forced_origin ? f->forced_origin : s->origin);
    }
    for (;;) {
        spell_open(s, f);
        if (f->game.n > 0 && ts_fits(setup, s->spelled, f->game.n, part, seat)) {
            ts_found found = ts_find(setup, s->spelled, f->game.n, part, seat, &s->head.aliases, &index);
            if (found == TS_ONE && !check_asker(s, f)) {
                f->lost = true;
                return false;
            }
            if (found == TS_ONE) {
                return make(s, f, part, index);
            }
            f->lost = true;
            return found == TS_SEVERAL ? several(s, part, f->game.n) : ts_teach_illegal(s, part, seat, f->game.state);
        }
        const int implied = f->game.n > 0 ? implied_of(s, f) : -1;
        if (implied < 0) {
            break;
        }
        if (!choose(s, f, implied)) {
            return false;
        }
        if (was_forced(s, f, part, seat)) {
            return true;
        }
        if (f->game.n == 0 || unit_of(f) != unit) {
            break;
        }
    }
    f->lost = true;
    restore(s, f);
    return ts_teach_illegal(s, part, seat, f->has_forced_origin && f->forced_count > 0 ? f->forced_origin : s->origin);
}

// ---- statements -----------------------------------------------------------------------------------------------------------

static int cut_seat(const brs_setup *setup, brs_str *text)
{
    brs_str rest = *text, word = str_word(&rest);
    int seat = rest.len > 0 ? ts_seat_of(setup, word) : -1;
    if (seat >= 0) {
        *text = rest;
    }
    return seat >= 0 ? seat : BRS_SEAT_NONE;
}

static void begin_statement(ts_frame *f)
{
    copy_state(f, f->before);
    f->before_decisions = f->decisions;
    f->before_events = f->trace.event_count;
    f->before_is_ours = f->game.n > 0;
    f->statement = f->decisions;
    f->has_statement = true;
    f->anchor = -1;
    f->anchor_event = 0;
    f->last = NULL;
    f->only_chance = f->no_place = false;
}

static brs_remark *add_remark(brs_scribe *s, const ts_frame *f, int kind)
{
    if (s->remark_count == s->remark_cap) {
        if (s->remark_cap >= BRS_REPLAY_MAX_REMARKS) {
            ts_error(s, 1, BRS_LIMIT, NULL, "more than %d remarks", (int)BRS_REPLAY_MAX_REMARKS);
            return NULL;
        }
        int cap = s->remark_cap == 0 ? 64 : 2 * s->remark_cap;
        brs_remark *more = BRS_NEW(s->arena, brs_remark, (size_t)cap);
        if (s->remark_count > 0) {
            memcpy(more, s->remarks, (size_t)s->remark_count * sizeof *more);
        }
        s->remarks = more;
        s->remark_cap = cap;
    }
    brs_remark *remark = &s->remarks[s->remark_count++];
    *remark = (brs_remark){.line = f->id, .decision = f->statement, .section = (int16_t)f->anchor, .event = f->anchor_event,
                           .kind = (uint8_t)kind};
    if (remark->event == 0 && f->anchor < 0 && f->only_chance) {
        remark->event = f->base_events + f->trace.event_count;  // no decision of its own: it stands behind what just happened
    }
    if (remark->event != 0) {
        remark->section = -1;
    }
    return remark;
}

static void add_glyph(brs_scribe *s, ts_frame *f, uint8_t glyph)
{
    brs_remark *remark = glyph != 0 ? add_remark(s, f, BRS_REMARK_NOTE) : NULL;
    if (remark != NULL) {
        remark->glyph = glyph;
    }
}

static int column_of(const char *line, const char *at)
{
    int n = 1;
    for (; line < at; line++) {
        n += ((unsigned char)*line & 0xC0) != 0x80;
    }
    return n;
}

static bool play_statement(brs_scribe *s, brs_str line, brs_str text)
{
    ts_frame *f = ts_top(s);
    ts_part *parts = s->parts;
    uint8_t glyph;
    int count;
    brs_err err = BRS_ERR_NONE;
    ts_cut_glyph(&text, &glyph);
    const int column = column_of(line.ptr, text.ptr);
    const int seat = cut_seat(&s->head.setup, &text);
    if (!ts_split(s->head.setup.game, text, column_of(line.ptr, text.ptr), parts, &count, &err)) {
        f->lost = true;
        return ts_pass_on(s, column, &err);
    }
    if (f->lost) {
        return true;
    }
    const uint32_t first = f->decisions;
    for (int i = 0; i < count; i++) {
        const bool says_whose = ts_same_word(parts[i].verb, "for") && i + 1 < count;
        f->asker = says_whose ? parts[i++] : (ts_part){.noun = {"", 0}};
        if (!play_part(s, f, &parts[i], seat)) {
            return false;
        }
    }
    if (glyph != 0) {
        const uint32_t kept = f->statement;
        f->statement = first > kept ? first : kept;
        add_glyph(s, f, glyph);
        f->statement = kept;
    }
    return true;
}

// "E: 3 | S 5 | W 5~": several statements on a line.
static bool play_line(brs_scribe *s, brs_str line, brs_str text)
{
    ts_frame *f = ts_top(s);
    brs_err err = BRS_ERR_NONE;
    const brs_game_def *game = s->head.setup.game;
    char *rewritten = game->rewrite != NULL ? BRS_NEW(s->arena, char, 512) : NULL;
    const int length = rewritten != NULL ? game->rewrite(&s->head.setup, f->lost ? NULL : f->game.state, text, rewritten, 512, &err) : 0;
    if (length < 0) {
        f->lost = true;
        return ts_pass_on(s, column_of(line.ptr, text.ptr), &err);
    }
    s->rewritten = length > 0 ? column_of(line.ptr, text.ptr) : 0;
    if (length > 0) {
        text = line = str_of(rewritten);
    }
    if (!f->lost) {
        begin_statement(f);
    }
    bool good = true;
    while (text.len > 0 && good) {
        size_t end = 0;
        for (bool quoted = false; end < text.len && (quoted || text.ptr[end] != '|'); end++) {
            quoted = text.ptr[end] == '"' ? !quoted : quoted;
        }
        brs_str piece = str_trim((brs_str){text.ptr, end});
        text = (brs_str){text.ptr + end + (end < text.len), text.len - end - (end < text.len)};
        good = piece.len == 0 || play_statement(s, line, piece);
    }
    f->only_chance = f->decisions == f->before_decisions && f->game.n > 0;
    s->rewritten = 0;
    return good;
}

// ---- headers ---------------------------------------------------------------------------------------------------------------

static bool header_seat(brs_scribe *s, ts_frame *f, brs_str word, bool colon)
{
    const brs_setup *setup = &s->head.setup;
    if (word.len == 0) {
        return true;
    }
    int seat = ts_seat_of(setup, word);
    if (seat < 0) {
        return ts_error(s, 1, BRS_TEXT, NULL, "\"%.*s\" is no seat of this game", BRS_ARG(word));
    }
    int turn = setup->game->turn_seat != NULL ? setup->game->turn_seat(state_in_unit(f, f->unit)) : seat;
    for (int i = 0; colon && i < f->forced_count; i++) {  // who leads may have had no choice
        turn = f->forced[i].spelled.spelling.seat == seat ? seat : turn;
    }
    if (turn != seat && turn < setup->seats && f->game.n > 0) {
        f->lost = true;
        return ts_error(s, 1, BRS_DESYNC, NULL, colon ? "%c does not lead here: %c does" : "this is not %c's turn but %c's", brs_seat_letter(setup, seat),
                        brs_seat_letter(setup, turn));
    }
    return true;
}

static bool wrong_unit(brs_scribe *s, ts_frame *f, int unit, const char *name)
{
    char here[64];
    const brs_game_def *game = s->head.setup.game;
    f->lost = true;
    if (f->game.n == 0) {
        return ts_error(s, 1, BRS_ILLEGAL, NULL, "%s cannot begin: the game is over", name);
    }
    brs_unit_name(game->unit, unit_of(f), here, sizeof here);
    return ts_error(s, 1, BRS_DESYNC, unit > unit_of(f) ? "What comes before it is missing." : "Lines above went beyond it.",
                    "%s cannot begin here: the game is in %s", name, unit_of(f) == 0 ? "the setup" : here);
}

// "round 1 dealer N": the first seat deals the first round; who deals later does not matter.
static bool read_opener(brs_scribe *s, int unit, brs_str word)
{
    const brs_setup *setup = &s->head.setup;
    const brs_unit_info *info = setup->game->unit;
    const int seat = ts_seat_of(setup, word);
    if (seat < 0) {
        return ts_error(s, 1, BRS_TEXT, NULL, "\"%.*s\" is no seat of this game", BRS_ARG(word));
    }
    if (unit / info->group == 1 && seat != 0) {
        return ts_error(s, 1, BRS_DESYNC, "Name the players in the order of the table, from the dealer on.", "%c is not the %s: the player named first deals the first %s",
                        word.ptr[0], info->group_opener, info->group_word);
    }
    return true;
}

static bool read_header(brs_scribe *s, brs_str line, int unit, brs_str rest)
{
    ts_frame *f = ts_top(s);
    const brs_game_def *game = s->head.setup.game;
    char name[64];
    brs_unit_name(game->unit, unit, name, sizeof name);
    f->anchor = -1;
    f->last = NULL;
    f->anchor_event = 0;
    if (game->unit->group > 0 && unit > 0) {
        f->group = unit / game->unit->group;
    }
    f->unit = unit;
    if (f->lost) {
        return true;
    }
    if (!go_to_unit(s, f, unit, name)) {
        return false;
    }
    if (unit_of(f) != unit && !passed_unit(f, unit)) {
        return wrong_unit(s, f, unit, name);
    }
    f->statement = f->decisions;
    f->before_is_ours = false;
    f->only_chance = false;
    brs_str word = str_word(&rest);
    if (game->unit->group_opener != NULL && ts_same_word(word, game->unit->group_opener)) {
        return read_opener(s, unit, rest);
    }
    bool colon = word.len > 0 && word.ptr[word.len - 1] == ':';
    brs_str seat = {word.ptr, word.len - colon};
    const int leader = colon ? ts_seat_of(&s->head.setup, seat) : -1;
    if (!header_seat(s, f, seat, colon)) {
        return false;
    }
    (void)leader;
    return rest.len == 0 || play_line(s, line, rest);
}

// ---- checks, notes, fixes ---------------------------------------------------------------------------------------------------

static bool check_one(brs_scribe *s, ts_frame *f, brs_str line, brs_str check, brs_buf *written)
{
    const brs_setup *setup = &s->head.setup;
    const ts_snapshot *snap = f->anchor >= 0 && !is_at_section(f, f->anchor) ? ended_section(f, f->anchor) : NULL;
    const void *state = snap != NULL ? snap->state : f->game.state;
    const uint32_t events = snap != NULL ? snap->events : f->trace.event_count;
    brs_measure *m = BRS_NEW(s->arena, brs_measure, 1);
    brs_err err = BRS_ERR_NONE;
    const int column = column_of(line.ptr, check.ptr);
    if (!setup->game->measure(setup, state, check, m, &err)) {
        return ts_pass_on(s, column, &err);
    }
    buf_putf(written, "%s%s", written->len > 0 ? "; " : "", m->text);
    if (m->holds) {
        f->good_line = s->line;
        return true;
    }
    return ts_teach_check(s, column, m, events);
}

static bool read_checks(brs_scribe *s, brs_str line, brs_str text)
{
    ts_frame *f = ts_top(s);
    if (f->lost || f->no_place || s->head.setup.game->measure == NULL) {
        return true;
    }
    bool good = true;
    brs_buf written;
    buf_init(&written, s->arena, 64);
    while (text.len > 0) {
        brs_str check = str_trim(str_cut(&text, ';'));
        good = (check.len == 0 || check_one(s, f, line, check, &written)) && good;
    }
    brs_remark *remark = good && written.len > 0 ? add_remark(s, f, BRS_REMARK_CHECK) : NULL;
    if (remark != NULL) {
        remark->text = buf_str(&written);
    }
    f->last = NULL;
    return good;
}

// A line that goes on with the remark of the line above, or begins one.
static bool add_text(brs_scribe *s, int kind, brs_str text)
{
    ts_frame *f = ts_top(s);
    if (f->lost) {
        return true;
    }
    if (f->last == NULL || f->last_kind != kind || f->last != &s->remarks[s->remark_count - 1]) {
        brs_remark *fresh = add_remark(s, f, kind);
        if (fresh == NULL) {
            return false;
        }
        fresh->text = text;
        f->last = fresh;
        f->last_kind = (uint8_t)kind;
        return true;
    }
    if (f->last->text.len + text.len + 1 > BRS_REPLAY_MAX_REMARK) {
        return ts_error(s, 1, BRS_LIMIT, NULL, "this remark is longer than %d bytes", (int)BRS_REPLAY_MAX_REMARK);
    }
    char *joined = BRS_NEW(s->arena, char, f->last->text.len + text.len + 1);
    memcpy(joined, f->last->text.ptr, f->last->text.len);
    joined[f->last->text.len] = '\n';
    memcpy(joined + f->last->text.len + 1, text.ptr, text.len);
    f->last->text = (brs_str){joined, f->last->text.len + text.len + 1};
    return true;
}

static bool read_anchor(brs_scribe *s, brs_str word)
{
    ts_frame *f = ts_top(s);
    const brs_section_info *sections = s->head.setup.game->unit->sections;
    int64_t event;
    f->last = NULL;
    f->anchor_event = 0;
    f->no_place = false;
    if (word.len > 1 && word.ptr[0] == 'e' && str_number((brs_str){word.ptr + 1, word.len - 1}, &event) && event > 0 && event < 1000000000) {
        f->anchor_event = (uint32_t)event;
        f->anchor = -1;
        return true;
    }
    char list[220] = "Sections:";
    for (int i = 0; sections[i].id != NULL; i++) {
        if (ts_same_word(word, sections[i].id)) {
            f->anchor = i;
            return f->lost || go_to_section(s, f, i);
        }
        size_t len = strlen(list);
        snprintf(list + len, sizeof list - len, " @%s", sections[i].id);
    }
    f->no_place = true;
    return ts_error(s, 1, BRS_TEXT, list, "there is no section @%.*s", BRS_ARG(word));
}

static int quantity_of(const brs_game_def *game, brs_str word)
{
    for (int i = 1; i < game->quantity_count; i++) {
        if (ts_same_word(word, game->quantities[i].id) && strcmp(game->quantities[i].subject, "seat") == 0) {
            return i;
        }
    }
    return 0;
}

static bool is_due(brs_scribe *s, ts_frame *f, brs_amend amend)
{
    if (f->due_count == MAX_DUE || s->depth > 1) {
        return ts_error(s, 1, BRS_ILLEGAL, NULL, s->depth > 1 ? "a variation has no fixes: the table did not play it" : "too many fixes at once");
    }
    f->due[f->due_count++] = (brs_table_event){f->decisions, amend};
    return mend(s, f);
}

// fix B LP 94 because "we forgot the drain"
static bool read_fix(brs_scribe *s, brs_str line, brs_str text)
{
    ts_frame *f = ts_top(s);
    brs_str reason = {"", 0}, copy = text;
    for (size_t i = 0; i + 8 < text.len; i++) {
        if (str_begins((brs_str){text.ptr + i, text.len - i}, BRS_STR(" because"))) {
            brs_str quoted = {text.ptr + i + 8, text.len - i - 8};
            copy = (brs_str){text.ptr, i};
            if (!ts_unquote(quoted, s->arena, &reason)) {
                reason = str_trim(quoted);
            }
            break;
        }
    }
    int64_t value;
    const int seat = ts_seat_of(&s->head.setup, str_word(&copy)), what = quantity_of(s->head.setup.game, str_word(&copy));
    if (seat < 0 || what == 0 || !str_number(copy, &value) || value < -1000000 || value > 1000000) {
        f->lost = true;
        return ts_error(s, column_of(line.ptr, text.ptr), BRS_TEXT, "fix B LP 94 because \"we forgot the drain\"", "this fix does not say whose number is what");
    }
    if (f->lost) {
        return true;
    }
    if (!is_due(s, f, (brs_amend){.kind = 1, .seat = (uint8_t)seat, .what = (uint16_t)what, .value = (int32_t)value})) {
        return false;
    }
    f->statement = f->decisions;
    f->only_chance = false;
    f->anchor = -1;
    f->anchor_event = 0;
    brs_remark *remark = reason.len > 0 ? add_remark(s, f, BRS_REMARK_NOTE) : NULL;
    if (remark != NULL) {
        char *told = BRS_NEW(s->arena, char, reason.len + 6);
        memcpy(told, "Fix: ", 5);
        memcpy(told + 5, reason.ptr, reason.len);
        remark->text = (brs_str){told, reason.len + 5};
        remark->section = -1;
    }
    f->last = NULL;
    return true;
}

static bool read_missed(brs_scribe *s, brs_str line, brs_str text)
{
    ts_frame *f = ts_top(s);
    const brs_setup *setup = &s->head.setup;
    const int column = column_of(line.ptr, text.ptr);
    brs_str name = text;
    int of, copy, sentence;
    if (f->lost) {
        return true;
    }
    ts_cut_qualifiers(setup, &name, &of, &copy, &sentence);
    const int handle = setup->game->handles > 0 ? ts_card_named(setup, f->game.state, text, &s->head.aliases, BRS_SEAT_NONE) : 0;
    if (handle == 0) {
        f->lost = true;
        return ts_error(s, column, BRS_TEXT, "missed Stockade", "no card is called \"%.*s\"", BRS_ARG(text));
    }
    if (sentence >= 0 && setup->game->sentence_text(setup, handle, sentence - 1).len == 0) {
        f->lost = true;
        return ts_error(s, column, BRS_TEXT, NULL, "%.*s has no sentence %d", BRS_ARG(setup->game->handle_name(setup, handle)), sentence);
    }
    return is_due(s, f, (brs_amend){.kind = 2, .what = (uint16_t)handle});
}

// ---- variations -----------------------------------------------------------------------------------------------------------------

static bool begin_alt(brs_scribe *s, brs_str text)
{
    ts_frame *parent = ts_top(s);
    brs_str label = {"", 0};
    uint8_t glyph;
    brs_str copy = text;
    ts_cut_glyph(&copy, &glyph);
    if (copy.len > 0 && !ts_unquote(copy, s->arena, &label)) {
        glyph = 0;
        if (!ts_unquote(text, s->arena, &label)) {
            label = text;
        }
    }
    if (s->depth == TS_MAX_DEPTH || s->variation_count == BRS_REPLAY_MAX_VARIATIONS) {
        parent->lost = true;
        return ts_error(s, 1, BRS_LIMIT, NULL, "variations nest at most %d deep", (int)TS_MAX_DEPTH - 1);
    }
    const bool possible = parent->has_statement && parent->before_is_ours;
    ts_frame *f = new_frame(s);
    f->lost = parent->lost;
    f->unit = parent->unit;
    if (f->lost) {
        return true;
    }
    if (possible) {
        const brs_game_def *def = s->head.setup.game;
        memcpy(f->game.state, parent->before, def->used(parent->before));
        f->game.n = def->choices(&s->head.setup, f->game.state, f->game.choices, BRS_MAX_CHOICES);
    }
    if (!possible || is_chance(&f->game)) {
        f->lost = true;
        return ts_error(s, 1, BRS_ILLEGAL, "Put it below a decision of a player.", "alt replaces the statement above it, and there is no decision in that");
    }
    listen(f);
    f->good_line = parent->good_line;
    f->base_events = parent->base_events + parent->before_events;
    f->id = (uint32_t)++s->variation_count;
    f->parent = parent->id;
    f->start = f->decisions = parent->before_decisions;
    f->game.decisions = 0;
    f->unit = unit_of(f);
    f->group = parent->group;
    f->statement = f->decisions;
    s->variations[f->id - 1] = (ts_variation){.parent = f->parent, .start = f->start};
    brs_remark *remark = label.len > 0 || glyph != 0 ? add_remark(s, f, BRS_REMARK_COMMENT) : NULL;
    if (remark != NULL) {
        char *told = BRS_NEW(s->arena, char, label.len + 5);
        memcpy(told, "alt: ", 5);
        memcpy(told + 5, label.ptr, label.len);
        remark->text = (brs_str){told, label.len + 5};
        remark->glyph = glyph;
    }
    return true;
}

static bool end_alt(brs_scribe *s)
{
    if (s->depth == 1) {
        return ts_error(s, 1, BRS_TEXT, NULL, "end without alt");
    }
    ts_frame *f = ts_top(s);
    if (f->id > 0 && f->count == 0 && !f->lost) {
        ts_error(s, 1, BRS_ILLEGAL, NULL, "this alt has no statement");
        f->lost = true;
    }
    if (f->id > 0) {
        s->variations[f->id - 1].moves = (brs_moves){.index = f->index, .count = f->count,
                                                     .end = (uint8_t)(f->game.n == 0 ? BRS_END_RULES : BRS_END_UNFINISHED),
                                                     .end_seat = BRS_SEAT_NONE};
    }
    s->depth--;
    ts_top(s)->last = NULL;
    return true;
}

// ---- a line -----------------------------------------------------------------------------------------------------------------------

static bool read_end(brs_scribe *s, brs_str text)
{
    ts_frame *f = ts_top(s);
    brs_str rest = text;
    int seat = cut_seat(&s->head.setup, &rest);
    if (seat == BRS_SEAT_NONE && s->head.setup.game->turn_seat != NULL) {
        seat = s->head.setup.game->turn_seat(f->game.state);
    }
    if (seat >= s->head.setup.seats) {
        return ts_error(s, 1, BRS_TEXT, "A concede", "who concedes?");
    }
    if (s->depth == 1 && !f->lost) {
        f->end = BRS_END_CONCEDED;
        f->end_seat = (uint8_t)seat;
    }
    return true;
}

// A statement that is the game's own but a check in fact: "A ua Ink Duty; Harbor Ban" , "ranks King N; Queen E".
static bool is_told_result(const brs_setup *setup, brs_str line, brs_buf *check)
{
    brs_str rest = line, word = str_word(&rest);
    if (ts_seat_of(setup, word) >= 0) {
        brs_str verb = str_word(&rest);
        if (!ts_same_word(verb, "ua")) {
            return false;
        }
        buf_putf(check, "%.*s ua ", BRS_ARG(word));
        for (size_t i = 0; i < rest.len; i++) {
            buf_byte(check, rest.ptr[i] == ';' ? ',' : (uint8_t)rest.ptr[i]);
        }
        return true;
    }
    if (ts_same_word(word, "ranks")) {
        buf_puts(check, "ranks ");
        for (size_t i = 0; i < rest.len; i++) {
            buf_byte(check, rest.ptr[i] == ';' ? ',' : (uint8_t)rest.ptr[i]);
        }
        return true;
    }
    return false;
}

// "agreed A", "agreed draw": the players settled it.
static bool read_agreed(brs_scribe *s, brs_str text)
{
    ts_frame *f = ts_top(s);
    const int seat = ts_seat_of(&s->head.setup, text);
    if (seat < 0 && !ts_same_word(text, "draw")) {
        return ts_error(s, 1, BRS_TEXT, "agreed A, or agreed draw", "who was agreed to have won?");
    }
    if (s->depth == 1 && !f->lost) {
        f->end = BRS_END_AGREED;
        f->end_seat = seat < 0 ? BRS_SEAT_NONE : (uint8_t)seat;
    }
    return true;
}

static bool ends_with_concede(const brs_setup *setup, brs_str line)
{
    brs_str rest = line, word = str_word(&rest);
    return ts_same_word(line, "concede") || (ts_seat_of(setup, word) >= 0 && ts_same_word(rest, "concede"));
}

static bool read_words(brs_scribe *s, brs_str line)
{
    const brs_setup *setup = &s->head.setup;
    ts_frame *f = ts_top(s);
    brs_str rest = line, word = str_word(&rest);
    brs_buf check;
    int unit;
    if (ts_same_word(word, "alt")) {
        return begin_alt(s, rest);
    }
    if (ts_same_word(line, "end")) {
        return end_alt(s);
    }
    if (ts_unit_header(setup->game, line, &unit, f->group, &rest)) {
        return read_header(s, line, unit, rest);
    }
    if (f->end != BRS_END_RULES) {
        f->lost = true;
        return ts_error(s, 1, BRS_ILLEGAL, NULL, "the players ended the game above: nothing can follow");
    }
    if (f->unit < 0 && !f->lost) {
        f->lost = true;
        return ts_error(s, 1, BRS_TEXT, NULL, "a statement stands below a header: setup, T1 A, or round 1");
    }
    if (ts_same_word(word, "fix")) {
        return read_fix(s, line, rest);
    }
    if (ts_same_word(word, "missed")) {
        return read_missed(s, line, rest);
    }
    if (ends_with_concede(setup, line)) {
        return read_end(s, line);
    }
    if (ts_same_word(word, "agreed")) {
        return read_agreed(s, rest);
    }
    buf_init(&check, s->arena, 16);
    if (is_told_result(setup, line, &check)) {
        return read_checks(s, buf_str(&check), buf_str(&check));
    }
    return play_line(s, line, line);
}

bool ts_body_line(brs_scribe *s, brs_str line)
{
    line = str_trim(line);
    brs_str rest = {line.ptr + 1, line.len > 0 ? line.len - 1 : 0};
    if (line.len == 0) {
        ts_top(s)->last = NULL;
        return true;
    }
    switch (line.ptr[0]) {
    case '#': return add_text(s, BRS_REMARK_COMMENT, str_trim(rest));
    case '>': return add_text(s, BRS_REMARK_NOTE, rest.len > 0 && rest.ptr[0] == ' ' ? (brs_str){rest.ptr + 1, rest.len - 1} : rest);
    case '@': return read_anchor(s, str_trim(rest));
    default: break;
    }
    if (line.ptr[0] == '=' && (rest.len == 0 || str_blank(rest.ptr[0]))) {
        return read_checks(s, line, str_trim(rest));
    }
    if (ts_begins(line, BRS_STR("ask:")) || ts_begins(line, BRS_STR("right:")) || ts_begins(line, BRS_STR("wrong:"))) {
        if (ts_begins(line, BRS_STR("ask:"))) {
            ts_top(s)->last = NULL;
        }
        return add_text(s, BRS_REMARK_QUIZ, line);
    }
    return read_words(s, line);
}

// The file is at its end, and its head says that the game was over: what is implied is made.
bool ts_finish_body(brs_scribe *s)
{
    ts_frame *f = ts_top(s);
    if (s->depth > 1) {
        return ts_error(s, 1, BRS_TEXT, NULL, "alt without end");
    }
    const int unit = f->lost ? 0 : unit_of(f);
    while (!f->lost && f->end == BRS_END_RULES && f->game.n > 0 && s->head.result != 0 && s->head.result != '*' && unit_of(f) == unit) {
        spell_open(s, f);
        const int index = implied_of(s, f);
        if (index < 0 || !choose(s, f, index)) {
            break;
        }
    }
    if (f->due_count > 0 && !f->lost) {
        return ts_error(s, 1, BRS_ILLEGAL, NULL, "a fix stands before a decision: none follows this one");
    }
    return s->errors == 0;
}

// ---- beginning ------------------------------------------------------------------------------------------------------------------------

bool ts_begin_body(brs_scribe *s)
{
    brs_err err = BRS_ERR_NONE;
    const size_t size = s->head.setup.game->state_size;
    s->spelled = BRS_NEW(s->arena, ts_spelled, BRS_MAX_CHOICES);
    s->choices = BRS_NEW(s->arena, brs_choice, BRS_MAX_CHOICES);
    s->parts = BRS_NEW(s->arena, ts_part, TS_MAX_PARTS);
    s->scratch = brs_arena_alloc(s->arena, 1, size);
    s->origin = brs_arena_alloc(s->arena, 1, size);
    s->events = BRS_NEW(s->arena, brs_table_event, BRS_REPLAY_MAX_EVENTS);
    s->variations = BRS_NEW(s->arena, ts_variation, BRS_REPLAY_MAX_VARIATIONS);
    s->known = BRS_NEW(s->arena, ts_known_error, 64);
    s->unseen = BRS_NEW(s->arena, ts_unseen, 128);
    ts_frame *f = new_frame(s);
    if (!brs_game_start(&f->game, &s->head.setup, f->game.state, f->game.choices, &f->trace, &err)) {
        return ts_pass_on(s, 1, &err);
    }
    listen(f);
    return true;
}
