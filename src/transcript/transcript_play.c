// Statements: each part answers the open question, or one that comes after questions with an implied answer.
#include <stdio.h>

#include "transcript_parts.h"

// ---- a part of a statement -----------------------------------------------------------------------------------------------

static bool same_spelled(const brs_setup *setup, const ts_spelled *spelled, const ts_part *part, int seat, const ts_aliases *aliases)
{
    int index;
    return ts_find(setup, spelled, 1, part, seat, aliases, &index) == TS_ONE;
}

// "for Stockade": is this the card that asks? Nobody said whose question it is: any will do.
static bool is_asker(const brs_scribe *s, const ts_frame *f, int handle)
{
    const brs_setup *setup = &s->head.setup;
    brs_str name = f->asker.noun;
    int of, copy;
    if (name.len == 0) {
        return true;
    }
    ts_cut_qualifiers(setup, &name, &of, &copy, NULL);
    ts_expand(&s->head.aliases, &name);
    return handle > 0 && ts_likeness(setup->game->handle_name(setup, handle), name) > 0;
}

// A word that this choice also goes by, but that is the open question's own: "draw" of a card that is milled.
static bool is_second_word(brs_scribe *s, const ts_frame *f, const ts_part *part, int seat, const ts_forced *forced)
{
    const brs_setup *setup = &s->head.setup;
    const brs_verb *verbs = setup->game->verbs;
    int index;
    if (part->verb.len == 0 || f->game.n == 0 || ts_same_word(part->verb, verbs[forced->spelled.spelling.verb].word)) {
        return false;
    }
    ts_spell_open(s, f);
    return ts_same_word(part->verb, verbs[s->spelled[0].spelling.verb].word) &&
           ts_find(setup, s->spelled, f->game.n, part, seat, &s->head.aliases, &index) == TS_ONE;
}

// Was it a decision of this unit that left no choice? Then it has been made.
static bool was_forced(brs_scribe *s, ts_frame *f, const ts_part *part, int seat)
{
    for (int i = 0; i < f->forced_count; i++) {
        const ts_forced *forced = &f->forced[i];
        if (forced->unit >= f->unit && is_asker(s, f, forced->asker) && same_spelled(&s->head.setup, &forced->spelled, part, seat, &s->head.aliases) &&
            !is_second_word(s, f, part, seat, forced)) {
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
            len += (size_t)snprintf(list + len, sizeof list - len, "%s%s", len > 0 ? ", " : BRS_TRANSCRIPT_WHICH, noun);
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
            char help[480] = "~ the next player is skipped, * the table is cleared, < the direction turns, ^1 goes out as number 1.";
            ts_add_suspects(s, help, sizeof help);
            return ts_error(s, part->column, BRS_DESYNC, help,
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
    if (part->noun.len > 1 && part->noun.ptr[0] == '?' && !ts_note_unseen(s, f, part, spelled.spelling.seat)) {
        return false;
    }
    ts_copy_state(f, s->scratch);
    if (!ts_choose(s, f, index)) {
        return false;
    }
    check_marks(s, f, part, choice);  // a wrong sign does not make the play another one: the line goes on
    return ts_check_kinds(s, f, part);
}

// Was the game ended by a decision of this kind that left no choice, and that was not this one?
static bool forced_otherwise(const brs_scribe *s, const ts_frame *f, const ts_part *part)
{
    return f->forced_count == 1 && ts_fits(&s->head.setup, &f->forced[0].spelled, 1, part, BRS_SEAT_NONE);
}

static bool tell_forced(brs_scribe *s, ts_frame *f, const ts_part *part)
{
    char only[200], help[480] = "";
    ts_print(&s->head.setup, &f->forced[0].spelled, true, only, sizeof only);
    ts_add_suspects(s, help, sizeof help);
    f->lost = true;
    return ts_error(s, part->column, BRS_ILLEGAL, help, "\"%.*s\" is not legal here: the only choice is \"%s\"", BRS_ARG(part->noun), only);
}

static bool over(brs_scribe *s, ts_frame *f, const ts_part *part)
{
    brs_result result;
    char help[480] = "";
    const brs_setup *setup = &s->head.setup;
    f->lost = true;
    setup->game->result(setup, f->game.state, &result);
    ts_add_suspects(s, help, sizeof help);
    return ts_error(s, part->column, BRS_ILLEGAL, help, "the game is over: nothing can follow%s%s", result.reason != 0 ? "; it ended by " : "",
                    result.reason != 0 ? setup->game->victories[result.reason].title : "");
}

// "for Stockade -> ...": whose question it is may be said, and is compared.
static bool check_asker(brs_scribe *s, const ts_frame *f)
{
    const brs_setup *setup = &s->head.setup;
    const int handle = setup->game->asker != NULL ? setup->game->asker(setup, f->game.state) : 0;
    if (is_asker(s, f, handle)) {
        return true;
    }
    char help[480] = "";
    ts_add_suspects(s, help, sizeof help);
    return ts_error(s, f->asker.column, BRS_DESYNC, help, handle > 0 ? "this question is not of \"%.*s\" but of %.*s" : "no card asks this question, so not \"%.*s\"%.*s",
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
    if (f->game.n == 0 && !forced_otherwise(s, f, part)) {
        return over(s, f, part);
    }
    if (f->game.n == 0) {
        return tell_forced(s, f, part);
    }
    ts_copy_state(f, s->origin);
    const int unit = f->unit;
    if (ts_unit_of(f) != unit) {
        f->lost = true;
        return ts_teach_illegal(s, part, seat, f->has_forced_origin ? f->forced_origin : s->origin);
    }
    for (;;) {
        ts_spell_open(s, f);
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
        const int implied = f->game.n > 0 ? ts_implied_of(s, f) : -1;
        if (implied < 0) {
            break;
        }
        const bool chance = ts_is_chance(&f->game);
        if (!ts_choose(s, f, implied)) {
            return false;
        }
        if (chance && f->decisions == f->before_decisions) {  // an alt replaces what was decided, not what was drawn unseen before
            ts_copy_state(f, f->before);
            f->before_events = f->trace.event_count;
        }
        if (ts_detour_cuts(s)) {
            return true;
        }
        if (was_forced(s, f, part, seat)) {
            return true;
        }
        if (f->game.n == 0 || ts_unit_of(f) != unit) {
            break;
        }
    }
    f->lost = true;
    restore(s, f);
    return ts_teach_illegal(s, part, seat, f->has_forced_origin && f->forced_count > 0 ? f->forced_origin : s->origin);
}

// ---- statements -----------------------------------------------------------------------------------------------------------

int ts_cut_seat(const brs_setup *setup, brs_str *text)
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
    ts_copy_state(f, f->before);
    f->before_decisions = f->decisions;
    f->before_events = f->trace.event_count;
    f->before_is_ours = f->game.n > 0;
    f->statement = f->decisions;
    f->has_statement = true;
    f->anchor = -1;
    f->anchor_event = 0;
    f->last = NULL;
    f->only_chance = f->no_place = f->first = false;
}

// A section is one of the unit in which the remark's decision is made. A unit without decisions: the event that it ended with.
static void place_in_unit(const ts_frame *f, brs_remark *remark)
{
    const ts_snapshot *ended = ts_ended_section(f, f->anchor);
    if (f->decisions > f->unit_first) {
        remark->decision = f->decisions - 1;
    } else if (ended != NULL && (f->game.n == 0 || ts_unit_of(f) != f->unit)) {
        remark->event = f->base_events + ended->events;
    }
}

// The last event of the header's unit, or of one before: the next unit may have begun already.
static uint32_t last_event_here(const ts_frame *f)
{
    uint32_t event = f->trace.event_count;
    for (int i = 0; f->first && i < f->forced_count; i++) {  // what stands below the header comes before what was forced there
        if (f->forced[i].unit == f->unit) {
            event = f->forced[i].events;
            break;
        }
    }
    while (event > 1 && brs_trace_at(&f->trace, event)->unit > f->unit) {
        event--;
    }
    return event;
}

brs_remark *ts_add_remark(brs_scribe *s, const ts_frame *f, int kind)
{
    if (s->is_trial) {
        return NULL;
    }
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
    if (f->anchor >= 0 && f->statement >= f->decisions) {
        place_in_unit(f, remark);
    }
    if (remark->event == 0 && f->anchor < 0 && (f->only_chance || f->first)) {
        remark->event = f->base_events + last_event_here(f);  // no decision of its own: it stands behind what just happened
    }
    if (remark->event != 0) {
        remark->section = -1;
    }
    return remark;
}

static void add_glyph(brs_scribe *s, ts_frame *f, uint8_t glyph)
{
    brs_remark *remark = glyph != 0 ? ts_add_remark(s, f, BRS_REMARK_NOTE) : NULL;
    if (remark != NULL) {
        remark->glyph = glyph;
    }
}

int ts_column_of(const char *line, const char *at)
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
    const int column = ts_column_of(line.ptr, text.ptr);
    const int seat = ts_cut_seat(&s->head.setup, &text);
    if (!ts_split(s->head.setup.game, text, ts_column_of(line.ptr, text.ptr), parts, &count, &err)) {
        f->lost = true;
        return ts_pass_on(s, column, &err);
    }
    if (f->lost) {
        return true;
    }
    const uint32_t first = f->decisions;
    for (int i = 0; i < count; i++) {
        const bool says_whose = ts_same_word(parts[i].verb, "for");
        if (says_whose && i + 1 == count) {
            f->lost = true;
            return ts_error(s, parts[i].column, BRS_TEXT, "for Stockade -> Ink Duty", "an answer is missing behind \"for %.*s\"", BRS_ARG(parts[i].noun));
        }
        f->asker = says_whose ? parts[i++] : (ts_part){.noun = {"", 0}};
        if (!play_part(s, f, &parts[i], seat)) {
            return false;
        }
        if (ts_detour_cuts(s)) {
            ts_detour_follow(s, f);
            return true;
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
bool ts_play_line(brs_scribe *s, brs_str line, brs_str text)
{
    ts_frame *f = ts_top(s);
    brs_err err = BRS_ERR_NONE;
    const brs_game_def *game = s->head.setup.game;
    char *rewritten = game->rewrite != NULL ? BRS_NEW(s->arena, char, 512) : NULL;
    const int length = rewritten != NULL ? game->rewrite(&s->head.setup, f->lost ? NULL : f->game.state, text, rewritten, 512, &err) : 0;
    if (length < 0) {
        f->lost = true;
        return ts_pass_on(s, ts_column_of(line.ptr, text.ptr), &err);
    }
    s->rewritten = length > 0 ? ts_column_of(line.ptr, text.ptr) : 0;
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
