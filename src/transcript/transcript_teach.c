// Messages that teach: which rule forbids it and what was legal; which sum leads to our number.
#include <stdio.h>

#include "transcript_parts.h"

enum { LIST = 230, HELP = 480 };  // bytes of a list of choices, and of all help

// ---- words of an event as plain text ---------------------------------------------------------------------------

static void ignore_open(void *ctx, const char *name, int id)
{
    (void)ctx;
    (void)name;
    (void)id;
}

static void ignore_close(void *ctx)
{
    (void)ctx;
}

static void take_text(void *ctx, const char *key, brs_str value)
{
    (void)key;
    buf_put(ctx, value);
}

static brs_viewer plain(brs_buf *to)
{
    return (brs_viewer){to, ignore_open, take_text, ignore_close};
}

// ---- lists ---------------------------------------------------------------------------------------------------------

// "Legal: play Muster, done ..." as many as there is room for; `verb`: only choices with this word, NULL: all.
void ts_list_legal(const brs_setup *setup, const ts_spelled *spelled, int n, const char *verb, char *out, int cap)
{
    int len = snprintf(out, (size_t)cap, "Legal:"), told = 0, all = 0;
    for (int i = 0; i < n; i++) {
        const brs_verb *row = &setup->game->verbs[spelled[i].spelling.verb];
        if (verb != NULL && strcmp(row->word, verb) != 0) {
            continue;
        }
        char one[200];
        const int size = ts_print(setup, &spelled[i], true, one, sizeof one);
        all++;
        if (len + size + 24 < cap && told == all - 1) {
            len += snprintf(out + len, (size_t)(cap - len), "%s %s", told > 0 ? "," : "", one);
            told++;
        }
    }
    if (told < all) {
        snprintf(out + len, (size_t)(cap - len), " and %d more", all - told);
    } else if (all == 0) {
        snprintf(out, (size_t)cap, "Nothing of that kind is legal here.");
    }
}

int ts_say_not_whole(const brs_scribe *s, int n, char *out, int cap)
{
    const ts_frame *f = s->frame[s->depth - 1];
    const brs_verb *open = &s->head.setup.game->verbs[n > 0 ? s->spelled[0].spelling.verb : 0];
    const int line = f->count > 0 ? f->line_of[f->count - 1] : 0;
    out[0] = '\0';
    if (n == 0 || !open->goes_on || line == 0 || line == s->line) {
        return 0;
    }
    return snprintf(out, (size_t)cap, "Line %d is not whole: \"%s%s%s\" is missing. ", line, open->word, open->noun[0] != '\0' ? " " : "",
                    open->noun);
}

void ts_add_suspects(brs_scribe *s, char *help, int cap)
{
    const size_t len = strlen(help);
    char suspects[260];
    ts_suspects(s, s->body_count - 1, suspects, sizeof suspects);
    snprintf(help + len, (size_t)cap - len, "%s%s", len > 0 && suspects[0] != '\0' ? ". " : "", suspects);
}

// Who answers the open question: "A decides here", "here B draws".
static void say_open(brs_scribe *s, int n, char *out, int cap)
{
    const brs_setup *setup = &s->head.setup;
    const brs_spelling *open = &s->spelled[0].spelling;
    const bool chance = n > 0 && s->choices[0].seat == BRS_SEAT_CHANCE;
    out[0] = '\0';
    if (n > 0 && open->seat < setup->seats) {
        snprintf(out, (size_t)cap, chance ? "; here %c has to %s" : "; here %c decides", brs_seat_letter(setup, open->seat),
                 setup->game->verbs[open->verb].word);
    }
}

static void say_rule(const brs_setup *setup, uint16_t rule, char *out, int cap)
{
    const brs_citation *cite = brs_cite(setup->edition, rule);
    const brs_rule *row = &setup->game->rules[rule];
    const char *stop = strstr(row->text, ". ");  // its first sentence
    const int len = stop != NULL ? (int)(stop - row->text) + 1 : (int)strlen(row->text);
    snprintf(out, (size_t)cap, "%s (rule %s%s%s): %.*s", row->title, row->id, cite != NULL ? ", " : "", cite != NULL ? cite->place : "", len, row->text);
}

// ---- an illegal statement --------------------------------------------------------------------------------------------

typedef struct {
    brs_scribe *s;
    const brs_setup *setup;
    const ts_part *part;
    int seat;
    const void *state;
    int n;                 // legal choices there, spelled in s->spelled
    char what[140];        // "play Stockade"
    char numbers[80];      // "it costs 2 IP and A has 1", or empty
} teaching;

// Is this word one that the open question is answered with?
static bool is_open(const teaching *t)
{
    return ts_fits(t->setup, t->s->spelled, t->n, t->part, t->seat);
}

// Do the word that was written and this one do the same at different times ("plays ...")?
static bool does_alike(const teaching *t, const brs_verb *row)
{
    const brs_verb *own = t->setup->game->verbs;
    while (own->word != NULL && !ts_is_verb(own, t->part->verb)) {
        own++;
    }
    brs_str a = own->word != NULL ? str_of(own->help) : BRS_STR(""), b = str_of(row->help);
    return own->word != NULL && str_equal(str_word(&a), str_word(&b));
}

// What one might try and may not: the rule against it, 0: it is not among them.
static uint16_t refused_rule(teaching *t)
{
    brs_refusal *list = BRS_NEW(t->s->arena, brs_refusal, BRS_MAX_CHOICES);
    ts_spelled *spelled = BRS_NEW(t->s->arena, ts_spelled, 1);
    const int n = t->setup->game->refused(t->setup, t->state, list, BRS_MAX_CHOICES);
    for (int i = 0; i < 2 * n; i++) {  // at last under any word: "pillar" where only "play" is asked
        int index;
        ts_part part = *t->part;
        ts_spell(t->setup, t->state, &list[i % n].choice, 1, spelled);
        const brs_verb *row = &t->setup->game->verbs[spelled->spelling.verb];
        if (i >= n && (is_open(t) || !does_alike(t, row))) {
            continue;
        }
        part.verb = i >= n ? str_of(row->word) : part.verb;
        if (ts_find(t->setup, spelled, 1, &part, t->seat, &t->s->head.aliases, &index) == TS_ONE) {
            snprintf(t->what, sizeof t->what, "%.*s%s%s", BRS_ARG(t->part->verb), t->part->verb.len > 0 ? " " : "", spelled->spelling.name);
            if (t->setup->game->shortfall != NULL) {
                t->setup->game->shortfall(t->setup, t->state, &list[i % n], t->numbers, sizeof t->numbers);
            }
            return list[i % n].rule;
        }
    }
    return 0;
}

// Line of the file on which the place of a card changed last; 0: not there.
static int line_of_move(const teaching *t, int handle)
{
    const ts_frame *f = ts_top(t->s);
    for (uint32_t seq = f->trace.event_count; seq > 0; seq--) {
        const brs_event *event = brs_trace_at(&f->trace, seq);
        const brs_event_info *info = &t->setup->game->event_kinds[event->kind];
        if (event->arg[0] == handle && info->quantity > 0 && strcmp(t->setup->game->quantities[info->quantity].id, "zone") == 0) {
            return event->decision > 0 && event->decision <= f->count ? f->line_of[event->decision - 1] : 0;
        }
    }
    return 0;
}

static uint16_t rule_of_apply(teaching *t, int handle)
{
    const brs_game_def *game = t->setup->game;
    for (int i = 0; i < t->n; i++) {
        if (ts_is_verb(&game->verbs[t->s->spelled[i].spelling.verb], t->part->verb)) {
            brs_choice choice = {.kind = t->s->choices[i].kind, .seat = t->s->choices[i].seat, .arg = {(uint16_t)handle}};
            memcpy(t->s->scratch, t->state, game->used(t->state));
            return game->apply(t->setup, t->s->scratch, choice, NULL).rule;
        }
    }
    return 0;
}

// The rule that only says that a choice has to be one of those that are offered teaches nothing.
static uint16_t rule_of_no_choice(const teaching *t)
{
    if (t->n == 0) {
        return 0;
    }
    const brs_game_def *game = t->setup->game;
    memcpy(t->s->scratch, t->state, game->used(t->state));
    brs_choice none = t->s->choices[0];
    none.kind = 0xFE;
    return game->apply(t->setup, t->s->scratch, none, NULL).rule;
}

static bool tell_card(teaching *t, int handle)
{
    const brs_game_def *game = t->setup->game;
    char where[120] = "", legal[HELP], line[40] = "", open[60] = "";
    const brs_str name = game->handle_name(t->setup, handle);
    const uint16_t rule = rule_of_apply(t, handle);
    const int moved = line_of_move(t, handle);
    if (game->where != NULL) {
        game->where(t->setup, t->state, handle, where, sizeof where);
    }
    if (moved > 0) {
        snprintf(line, sizeof line, " (since line %d)", moved);
    }
    if (!is_open(t)) {
        say_open(t->s, t->n, open, sizeof open);
    }
    const bool says = rule != 0 && rule != rule_of_no_choice(t);
    ts_list_legal(t->setup, t->s->spelled, t->n, NULL, legal, LIST);
    ts_add_suspects(t->s, legal, sizeof legal);
    return ts_error(t->s, t->part->column, BRS_ILLEGAL, legal, "\"%.*s%s%.*s\" is not legal here: the card %s%s%s%s%s", BRS_ARG(t->part->verb),
                    t->part->verb.len > 0 ? " " : "", BRS_ARG(name), where, line, open, says ? "; rule " : "", says ? game->rules[rule].id : "");
}

static const char *nearest(teaching *t)
{
    int best = 4;
    const char *found = NULL;
    for (int i = 0; i < t->n; i++) {
        const brs_spelling *s = &t->s->spelled[i].spelling;
        if (!ts_is_verb(&t->setup->game->verbs[s->verb], t->part->verb)) {
            continue;
        }
        const int distance = ts_distance(str_of(s->name), t->part->noun, best);
        if (distance < best && !str_begins(t->part->noun, str_of(s->name))) {  // "A" is no help to who wrote "A 7"
            best = distance;
            found = s->name;
        }
    }
    return found;
}

// Is this the name of a card that nobody has? Then it is the line at hand that is wrong.
static bool names_no_card(const teaching *t)
{
    bool card = false;
    for (const brs_verb *row = t->setup->game->verbs; row->word != NULL; row++) {
        card = card || (ts_is_verb(row, t->part->verb) && strstr(row->noun, "CARD") != NULL);
    }
    return card && t->setup->game->handles > 0 && t->part->noun.len > 0 && t->part->noun.ptr[0] != '?';
}

// Somebody else is asked.
static bool tell_other_seat(teaching *t, int asked)
{
    char legal[HELP];
    ts_list_legal(t->setup, t->s->spelled, t->n, NULL, legal, LIST);
    ts_add_suspects(t->s, legal, sizeof legal);
    return ts_error(t->s, t->part->column, BRS_ILLEGAL, legal, "here %c decides, not %c", brs_seat_letter(t->setup, asked),
                    brs_seat_letter(t->setup, t->seat));
}

static bool tell_unknown(teaching *t)
{
    char legal[HELP];
    const char *near = nearest(t);
    const bool noun = t->part->noun.len > 0 && ts_fits(t->setup, t->s->spelled, t->n, t->part, BRS_SEAT_NONE);
    int begun = ts_say_not_whole(t->s, t->n, legal, sizeof legal);
    const brs_verb *asked = &t->setup->game->verbs[t->n > 0 ? t->s->spelled[0].spelling.verb : 0];
    if (begun == 0 && asked->joint != NULL && asked->joint[0] == ';' && t->part->noun.len > 0 && memchr(t->part->noun.ptr, ',', t->part->noun.len) != NULL) {
        begun = snprintf(legal, sizeof legal, "Between these stands a \";\". ");
    }
    char open[60] = "";
    if (!is_open(t) && near == NULL) {
        say_open(t->s, t->n, open, sizeof open);
    }
    ts_list_legal(t->setup, t->s->spelled, t->n, NULL, legal + begun, LIST);
    if (!names_no_card(t)) {
        ts_add_suspects(t->s, legal, sizeof legal);
    }
    return ts_error(t->s, t->part->column, BRS_ILLEGAL, legal, noun ? "\"%.*s%s%.*s\" is not among what is legal here%s%s%s%s" : "\"%.*s%s%.*s\" answers no question that is open here%s%s%s%s",
                    BRS_ARG(t->part->verb), t->part->verb.len > 0 && t->part->noun.len > 0 ? " " : "", BRS_ARG(t->part->noun),
                    near != NULL ? "; did you mean \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : "", open);
}

// "mill ?": the question is open, and its card lies open for both.
static bool is_unseen_of_open_card(const teaching *t)
{
    return t->n > 0 && t->s->choices[0].seat == BRS_SEAT_CHANCE && t->part->noun.len > 0 && t->part->noun.ptr[0] == '?' &&
           ts_is_verb(&t->setup->game->verbs[t->s->spelled[0].spelling.verb], t->part->verb) && ts_implied_of(t->s, ts_top(t->s)) < 0;
}

static bool tell_open_card(teaching *t)
{
    char legal[HELP];
    ts_list_legal(t->setup, t->s->spelled, t->n, NULL, legal, LIST);
    return ts_error(t->s, t->part->column, BRS_ILLEGAL, legal, "\"%.*s %.*s\": this card lies open for all, so the game needs its name; if nobody noted it, take one that "
                    "nothing speaks against and say so in a note", BRS_ARG(t->part->verb), BRS_ARG(t->part->noun));
}

bool ts_teach_illegal(brs_scribe *s, const ts_part *part, int seat, const void *state)
{
    if (s->is_trial) {
        return ts_error(s, part->column, BRS_ILLEGAL, NULL, "not here");
    }
    const brs_setup *setup = &s->head.setup;
    teaching t = {.s = s, .setup = setup, .part = part, .seat = seat, .state = state};
    char rule_text[300], legal[HELP];
    t.n = setup->game->choices(setup, state, s->choices, BRS_MAX_CHOICES);
    ts_spell(setup, state, s->choices, t.n, s->spelled);
    const uint16_t rule = refused_rule(&t);
    if (is_unseen_of_open_card(&t)) {
        return tell_open_card(&t);
    }
    if (rule != 0) {
        say_rule(setup, rule, rule_text, sizeof rule_text);
        ts_list_legal(setup, s->spelled, t.n, NULL, legal, LIST);
        ts_add_suspects(s, legal, sizeof legal);
        return ts_error(s, part->column, BRS_ILLEGAL, legal, "\"%s\" is not legal here%s%s. %s", t.what, t.numbers[0] != '\0' ? ": " : "", t.numbers, rule_text);
    }
    const int asked = t.n > 0 ? s->spelled[0].spelling.seat : BRS_SEAT_NONE;
    const int handle = part->noun.len > 0 && setup->game->handles > 0 ? ts_card_named(setup, state, part->noun, &s->head.aliases, asked) : 0;
    if (handle == 0 && seat < setup->seats && asked < setup->seats && seat != asked && s->choices[0].seat != BRS_SEAT_CHANCE) {
        return tell_other_seat(&t, asked);
    }
    return handle > 0 ? tell_card(&t, handle) : tell_unknown(&t);
}

// ---- a wrong check ----------------------------------------------------------------------------------------------------------

// The event that gave a number its value, among the first `events` of the line at hand and what came before it; *of: the
// line of play that it happened in.
static const brs_event *last_change(const brs_scribe *s, const brs_measure *m, uint32_t events, const ts_frame **of)
{
    for (int depth = s->depth - 1; depth >= 0; depth--) {
        *of = s->frame[depth];
        for (uint32_t seq = depth == s->depth - 1 ? events : (*of)->before_events; seq > 0; seq--) {
            const brs_event *event = brs_trace_at(&(*of)->trace, seq);
            if (s->head.setup.game->event_kinds[event->kind].quantity == m->quantity && event->arg[0] == m->subject) {
                return event;
            }
        }
    }
    return NULL;
}

// "printed drain of Ink Duty 1 + ... = 4"
static void say_sum(const brs_scribe *s, const ts_frame *f, const brs_event *event, brs_buf *out)
{
    const brs_setup *setup = &s->head.setup;
    const brs_viewer to = plain(out);
    brs_event_say(setup, event, false, &to);
    const bool adds = setup->game->quantities[setup->game->event_kinds[event->kind].quantity].adds;
    const uint32_t terms = adds ? event->nterm : 0;  // of a place there is no sum
    int32_t sum = 0;
    bool down = terms > 0;
    for (uint32_t i = 0; i < terms; i++) {
        sum += f->trace.terms[event->term0 + i].value;
        down = down && f->trace.terms[event->term0 + i].value <= 0;
    }
    for (uint32_t i = 0; i < terms; i++) {  // losses are told as what was lost
        const brs_term *term = &f->trace.terms[event->term0 + i];
        const int32_t value = down ? -term->value : term->value;
        buf_puts(out, i == 0 ? " [" : value < 0 ? " - " : " + ");
        brs_term_say(setup, event, term, &to);
        buf_putf(out, " %d", i > 0 && value < 0 ? -value : value);
    }
    if (terms > 1) {
        buf_putf(out, " = %d", down ? -sum : sum);
    }
    buf_puts(out, terms > 0 ? "]" : "");
    const brs_rule *rule = &setup->game->rules[event->rule];
    const brs_citation *cite = brs_cite(setup->edition, event->rule);
    buf_putf(out, " (event %lu, rule %s%s%s)", (unsigned long)event->seq, rule->id, cite != NULL ? ", " : "", cite != NULL ? cite->place : "");
}

// Has this cause been reported? A number that is off by as much as before is the same mistake.
static bool is_known(brs_scribe *s, const brs_measure *m)
{
    const int32_t difference = m->counts ? m->wanted - m->found : 0;
    for (int i = 0; i < s->known_count; i++) {
        const ts_known_error *k = &s->known[i];
        if (k->quantity == m->quantity && k->subject == m->subject && k->difference == difference &&
            (m->quantity != 0 && m->counts ? true : strcmp(k->is, m->text) == 0)) {
            return true;
        }
    }
    if (s->known_count < 64) {
        ts_known_error *k = &s->known[s->known_count++];
        *k = (ts_known_error){m->quantity, m->subject, difference, ""};
        snprintf(k->is, sizeof k->is, "%s", m->text);
    }
    return false;
}

// Would the game take a fix of this number?
static bool may_be_fixed(brs_scribe *s, const brs_measure *m)
{
    const brs_game_def *game = s->head.setup.game;
    const void *state = ts_top(s)->game.state;
    const brs_amend fix = {.kind = 1, .seat = (uint8_t)m->subject, .what = m->quantity, .value = m->wanted};
    if (!m->counts || m->quantity == 0 || game->amend == NULL || strcmp(game->quantities[m->quantity].subject, "seat") != 0) {
        return false;
    }
    memcpy(s->scratch, state, game->used(state));
    return game->amend(&s->head.setup, s->scratch, &fix, NULL, NULL);
}

bool ts_teach_check(brs_scribe *s, int column, const brs_measure *m, uint32_t events)
{
    const ts_frame *f = ts_top(s);
    char help[HELP];
    if (s->is_trial) {
        return ts_error(s, column, BRS_DESYNC, NULL, "not so");
    }
    if (is_known(s, m)) {
        return true;
    }
    brs_buf why;
    buf_init(&why, s->arena, 256);
    const ts_frame *of = f;
    const brs_event *event = m->quantity != 0 ? last_change(s, m, events, &of) : NULL;
    if (event != NULL) {
        buf_puts(&why, ". ");
        say_sum(s, of, event, &why);
        if (event->decision > 0 && event->decision <= of->count) {
            buf_putf(&why, ", after line %d", of->line_of[event->decision - 1]);
        }
    }
    ts_suspects(s, s->body_count - 1, help, sizeof help);
    const size_t len = strlen(help);
    if (s->depth == 1 && may_be_fixed(s, m)) {
        snprintf(help + len, sizeof help - len, "%sIf the table really played on with %d, write: fix %.60s because \"...\"", len > 0 ? " " : "", m->wanted, m->text);
    }
    if (help[0] == '\0') {
        snprintf(help, sizeof help, "If the table had it so, a line above is missing or is another one.");
    }
    char found[24];
    snprintf(found, sizeof found, "%d", m->found);
    return ts_error(s, column, BRS_DESYNC, help, "you wrote %s, the rules give %s%.*s", m->text, m->counts ? found : m->is, BRS_ARG(buf_str(&why)));
}
