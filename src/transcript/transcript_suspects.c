// Suspects: when a line contradicts the game, which line above might be the wrong one?
//
// The reader goes through the text once more and tries, at each line of play above, what else was legal there: a line
// is a suspect when another choice in it makes all lines up to the contradicted one fit. So if one move was written
// wrongly, its line is among those named. The work is bounded (world->search, in choices made): first come the choices
// that the contradicted line names, then all others, from the nearest lines back. Variations that ended before that line,
// and remarks, are passed over.
#include <stdio.h>

#include "transcript_parts.h"

enum { MOST_FOLLOWUPS = 4, MOST_BRANCHES = 24, MOST_ANSWERS = 64, MOST_NAMED = 12, MOST_PARTS = 48, MOST_LINES = 400, MOST_WORDS = 6, WINDOW = 24 };

// One way to read a line otherwise: its choice number `at` is path[0], and what that leaves open is answered by the rest.
struct ts_detour {
    int at, length;
    uint16_t path[MOST_FOLLOWUPS];
    bool keeps;            // the rest of the statement stands as it was written
    // while reading
    int seen;              // choices of the line so far
    bool fired, cut;       // cut: the rest of the statement is not read
    int open;              // answers of the follow-up question after the path, 0: none is open
    char text[200];        // the choices of the path, as they are written
    long *left;            // choices that may still be made
    const char *names;     // text of the contradicted line
    // what the line as it stands holds, choice by choice
    struct {
        uint16_t n, index;
        bool chance, implied, goes_on;
        uint8_t named_count;
        uint16_t named[MOST_WORDS];  // choices that the contradicted line names
    } part[MOST_PARTS];
    int parts;
};

typedef struct {
    brs_scribe *s;         // the reader that met the contradiction
    brs_scribe base, trial;
    brs_arena frames, temp;  // temp: of one trial
    ts_detour detour;
    int target;            // its number in s->body; body_count: the end of the file
    bool *passed_over;     // by line of s->body: of a variation that ended
    int nested;            // variations that the target is in
    bool named_only;       // only what the contradicted line names is tried
    long left;
    struct {
        int line;
        char text[200];
    } found[MOST_NAMED];
    int found_count, more;
} search;

// ---- what the reader asks ---------------------------------------------------------------------------------------

static void add_text(ts_detour *d, const brs_setup *setup, const ts_spelled *spelled)
{
    const size_t len = strlen(d->text);
    char one[160];
    ts_print(setup, spelled, true, one, sizeof one);
    snprintf(d->text + len, sizeof d->text - len, "%s%s", len > 0 ? " " : "", one);
}

// The line is read as it stands: what choices are there?
static void take_note(brs_scribe *s, ts_frame *f, int index)
{
    ts_detour *d = s->detour;
    ts_spell_open(s, f);
    const brs_spelling *spelling = &s->spelled[index].spelling;
    const int part = d->parts++;
    d->part[part].n = (uint16_t)f->game.n;
    d->part[part].index = (uint16_t)index;
    d->part[part].chance = ts_is_chance(&f->game);
    d->part[part].implied = spelling->implied;
    d->part[part].goes_on = f->game.setup->game->verbs[spelling->verb].goes_on;
    d->part[part].named_count = 0;
    for (int i = 0; i < f->game.n && d->part[part].named_count < MOST_WORDS; i++) {
        const char *name = s->spelled[i].spelling.name;
        if (strlen(name) > 2 && strstr(d->names, name) != NULL) {
            d->part[part].named[d->part[part].named_count++] = (uint16_t)i;
        }
    }
}

int ts_detour_choice(brs_scribe *s, ts_frame *f, int index)
{
    ts_detour *d = s->detour;
    --*d->left;
    if (d->at < 0 && d->parts < MOST_PARTS) {
        take_note(s, f, index);
    }
    if (d->fired || d->seen++ != d->at || d->path[0] >= f->game.n) {
        return index;
    }
    d->fired = true;
    d->cut = !d->keeps;
    ts_spell_open(s, f);
    add_text(d, f->game.setup, &s->spelled[d->path[0]]);
    return d->path[0];
}

bool ts_detour_cuts(const brs_scribe *s)
{
    return s->detour != NULL && s->detour->cut;
}

// The statement ends here: what the other choice leaves open is answered by its path.
void ts_detour_follow(brs_scribe *s, ts_frame *f)
{
    ts_detour *d = s->detour;
    d->open = 0;
    d->cut = false;
    for (int step = 1; f->game.n > 0 && !ts_is_chance(&f->game) && !f->lost; step++) {
        ts_spell_open(s, f);
        if (!f->game.setup->game->verbs[s->spelled[0].spelling.verb].goes_on) {
            return;
        }
        if (step >= d->length) {
            d->open = f->game.n;
            return;
        }
        const int index = d->path[step] < f->game.n ? d->path[step] : 0;
        add_text(d, f->game.setup, &s->spelled[index]);
        ts_choose(s, f, index);
    }
}

// ---- one way ------------------------------------------------------------------------------------------------------

static void begin_reader(search *q, brs_scribe *t)
{
    const brs_scribe *s = q->s;
    const size_t size = s->head.setup.game->state_size;
    *t = (brs_scribe){.file = "", .arena = &q->frames, .head = s->head, .is_trial = true, .detour = &q->detour};
    t->spelled = BRS_NEW(&q->frames, ts_spelled, BRS_MAX_CHOICES);
    t->choices = BRS_NEW(&q->frames, brs_choice, BRS_MAX_CHOICES);
    t->parts = BRS_NEW(&q->frames, ts_part, TS_MAX_PARTS);
    t->scratch = brs_arena_alloc(&q->frames, 1, size);
    t->origin = brs_arena_alloc(&q->frames, 1, size);
    t->events = BRS_NEW(&q->frames, brs_table_event, BRS_REPLAY_MAX_EVENTS);
    t->known = BRS_NEW(&q->frames, ts_known_error, 64);
    t->variations = BRS_NEW(&q->frames, ts_variation, BRS_REPLAY_MAX_VARIATIONS);
    for (int i = 0; i <= q->nested; i++) {  // the room for them stays
        ts_new_frame(t);
    }
}

// The trial stands where the base stands.
static void fork(search *q)
{
    brs_scribe *t = &q->trial;
    brs_arena_reset(&q->temp);
    t->depth = t->errors = t->known_count = t->event_count = 0;
    for (int i = 0; i < q->base.depth; i++) {
        ts_frame *f = ts_new_frame(t);
        ts_copy_frame(f, q->base.frame[i]);
    }
    t->variation_count = q->base.variation_count;
    t->line = q->base.line;
}

static bool is_play(brs_str line)
{
    return line.len > 0 && memchr("#>", line.ptr[0], 2) == NULL && !ts_begins(line, BRS_STR("ask:")) &&
           !ts_begins(line, BRS_STR("right:")) && !ts_begins(line, BRS_STR("wrong:"));
}

static bool read_one(search *q, brs_scribe *t, int i)
{
    const ts_body *body = &q->s->body[i];
    if (!q->passed_over[i] && is_play(body->text)) {
        t->line = body->number;
        ts_body_line(t, body->text);
        q->detour.cut = false;
    }
    return t->errors == 0 && q->left > 0;
}

// Do all lines fit up to the contradicted one, when line k is read by the detour?
static bool fits(search *q, int k)
{
    ts_detour *d = &q->detour;
    fork(q);
    d->seen = d->open = 0;
    d->fired = false;
    d->text[0] = '\0';
    bool good = read_one(q, &q->trial, k) && d->fired;  // what it leaves open the next line may answer
    const int at = d->at;
    d->at = 1 << 20;  // the lines that follow are read as they stand
    for (int i = k + 1; good && i <= q->target && i < q->s->body_count; i++) {
        good = read_one(q, &q->trial, i);
    }
    if (good && q->target == q->s->body_count) {
        good = ts_finish_body(&q->trial) && ts_comes_to(&q->trial) == q->s->head.result;
    }
    d->at = at;
    return good;
}

// ---- all ways at a line --------------------------------------------------------------------------------------------

// By line, the nearest last; of too many the nearest stay.
static bool name_it(search *q, int k)
{
    const int line = q->s->body[k].number;
    int at = q->found_count;
    if (q->found_count == MOST_NAMED) {
        q->more++;
        if (line < q->found[0].line) {
            return true;
        }
        memmove(&q->found[0], &q->found[1], (MOST_NAMED - 1) * sizeof q->found[0]);
        at = --q->found_count;
    }
    while (at > 0 && q->found[at - 1].line > line) {
        q->found[at] = q->found[at - 1];
        at--;
    }
    q->found_count++;
    q->found[at].line = line;
    snprintf(q->found[at].text, sizeof q->found[0].text, "%s", q->detour.text);
    return true;
}

static bool is_found(const search *q, int k)
{
    bool found = false;
    for (int i = 0; i < q->found_count; i++) {
        found = found || q->found[i].line == q->s->body[k].number;
    }
    return found;
}

// The path, then all answers to what it leaves open.
static bool explore(search *q, int k)
{
    ts_detour *d = &q->detour;
    if (fits(q, k)) {
        return name_it(q, k);
    }
    const int open = d->open < MOST_BRANCHES ? d->open : MOST_BRANCHES;
    for (int i = 0; i < open && d->fired && d->length < MOST_FOLLOWUPS && q->left > 0; i++) {
        d->path[d->length++] = (uint16_t)i;
        const bool found = explore(q, k);
        d->length--;
        if (found) {
            return true;
        }
    }
    return false;
}

// Another choice in the place of choice number `at` of line k: what follows in the statement stands, or is dropped.
static bool try_answer(search *q, int k, int at, int answer)
{
    ts_detour *d = &q->detour;
    const bool chance = d->part[at].chance, more = at + 1 < d->parts;
    for (int keeps = chance; keeps <= (chance || more); keeps++) {
        d->keeps = keeps != 0;
        d->at = at;
        d->length = 1;
        d->path[0] = (uint16_t)answer;
        if (explore(q, k)) {
            return true;
        }
    }
    return false;
}

static bool try_part(search *q, int k, int at)
{
    const ts_detour *d = &q->detour;
    const bool few = !q->named_only && (!d->part[at].chance || d->part[at].n <= 8);
    const int n = few ? (d->part[at].n < MOST_ANSWERS ? d->part[at].n : MOST_ANSWERS) : d->part[at].named_count;
    bool found = false;
    for (int i = 0; i < n && q->left > 0 && !found; i++) {
        const int answer = few ? i : d->part[at].named[i];
        found = answer != d->part[at].index && try_answer(q, k, at, answer);
    }
    return found;
}

// Is what the line began still asked? Then it may only want its end.
static bool is_unfinished(brs_scribe *t)
{
    const ts_frame *f = t->frame[t->depth - 1];
    if (f->lost || f->game.n == 0 || ts_is_chance(&f->game)) {
        return false;
    }
    ts_spell_open(t, f);
    return f->game.setup->game->verbs[t->spelled[0].spelling.verb].goes_on;
}

// Reads line k as it stands and says what choices it holds; then the trial tries it otherwise.
static bool look_at(search *q, int k)
{
    ts_detour *d = &q->detour;
    fork(q);
    d->parts = d->seen = 0;
    d->at = -1;
    d->fired = false;
    read_one(q, &q->trial, k);
    const int parts = d->parts;
    if (parts > 0 && is_unfinished(&q->trial) && try_answer(q, k, parts - 1, d->part[parts - 1].index)) {
        return true;
    }
    const bool header = ts_is_section(q->s->head.setup.game, q->s->body[k].text);
    for (int at = 0; at < parts && q->left > 0; at++) {
        if (!(header && d->part[at].implied) && try_part(q, k, at)) {
            return true;
        }
    }
    return false;
}

static bool is_check(brs_str line)
{
    return line.ptr[0] == '=' || line.ptr[0] == '@';
}

// Puts the base to the start of the game; false: there is none.
static bool restart(search *q)
{
    brs_err err = BRS_ERR_NONE;
    brs_scribe *base = &q->base;
    base->depth = base->errors = base->known_count = base->event_count = base->variation_count = 0;
    ts_frame *f = ts_new_frame(base);
    q->detour.at = 1 << 20;
    if (!brs_game_start(&f->game, &base->head.setup, f->game.state, f->game.choices, &f->trace, &err)) {
        return false;
    }
    ts_listen(f);
    return true;
}

// Tries the lines from `from` up to before `to`.
static void look_between(search *q, int from, int to)
{
    if (!restart(q)) {
        return;
    }
    for (int k = 0; k < to && q->left > 0; k++) {
        const brs_str line = q->s->body[k].text;
        if (k >= from && !q->passed_over[k] && is_play(line) && !is_check(line) && !is_found(q, k)) {
            look_at(q, k);
        }
        q->detour.at = 1 << 20;
        q->detour.seen = 0;
        q->detour.fired = false;
        if (!read_one(q, &q->base, k)) {
            return;
        }
    }
}

// What the line names is likely: it gets half of the work, wherever it is. Then all else, the nearest lines first.
static void look_through(search *q)
{
    const int end = q->target < q->s->body_count ? q->target : q->s->body_count;
    const int first = end > MOST_LINES ? end - MOST_LINES : 0;
    const long all = q->left;
    q->named_only = true;
    q->left = all / 2;
    look_between(q, first, end);
    q->named_only = false;
    q->left += all - all / 2;
    for (int to = end; to > first && q->left > 0; to -= WINDOW) {
        look_between(q, to - WINDOW > first ? to - WINDOW : first, to);
    }
}

// Variations that have ended before the line at hand.
static void pass_over(search *q)
{
    const ts_body *body = q->s->body;
    int begun[TS_MAX_DEPTH + 1], depth = 0;
    q->passed_over = BRS_NEW(&q->frames, bool, (size_t)q->s->body_count + 1);
    for (int i = 0; i < q->s->body_count; i++) {
        brs_str rest = body[i].text;
        const brs_str word = str_word(&rest);
        if (ts_same_word(word, "alt") && depth < TS_MAX_DEPTH) {
            begun[depth++] = i;
        } else if (ts_same_word(word, "end") && depth > 0) {
            for (int k = begun[--depth]; k <= i; k++) {
                q->passed_over[k] = true;
            }
        }
    }
    q->nested = depth < TS_MAX_DEPTH ? depth : TS_MAX_DEPTH - 1;
}

// ---- telling ----------------------------------------------------------------------------------------------------------

static void tell_found(const search *q, char *out, int cap)
{
    if (q->found_count == 0) {
        out[0] = '\0';
        return;
    }
    const int last = q->found_count - 1;
    int len = snprintf(out, (size_t)cap, "If this is right, look at line %d (\"%s\" would fit)", q->found[last].line, q->found[last].text);
    for (int i = last - 1; i >= 0 && len < cap; i--) {
        len += snprintf(out + len, (size_t)(cap - len), "%s %d", i == last - 1 ? ", or line" : ",", q->found[i].line);
    }
    if (len < cap) {
        snprintf(out + len, (size_t)(cap - len), q->more > 0 ? " and earlier ones." : ".");
    }
}

void ts_suspects(brs_scribe *s, int target, char *out, int cap)
{
    out[0] = '\0';
    if (s->is_trial || s->search <= 0 || s->errors > 0 || s->body == NULL) {
        return;
    }
    search *q = BRS_NEW(s->arena, search, 1);
    *q = (search){.s = s, .target = target, .left = s->search};
    q->detour.left = &q->left;
    brs_arena_init(&q->frames, 0);
    brs_arena_init(&q->temp, 0);
    q->detour.names = target < s->body_count ? brs_arena_string(s->arena, s->body[target].text) : "";
    pass_over(q);
    begin_reader(q, &q->base);
    begin_reader(q, &q->trial);
    q->trial.arena = &q->temp;
    look_through(q);
    tell_found(q, out, cap);
    brs_arena_release(&q->frames);
    brs_arena_release(&q->temp);
}
