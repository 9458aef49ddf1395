// Scenarios of Revolution. This file looks into the state, which only the engine and its tests may: it sets up a
// table by hands, pile and ranks, and leaves everything else to the engine.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fs.h"
#include "rev_state.h"
#include "scenes.h"
#include "str.h"

enum { WORDS = 200, MAX_FACTS = 64 };

typedef struct {
    scenes *all;
    const char *file;
    int line;
    char id[80];
    bool begun, failed, no_table;
    bool skipped;                // it does not hold under this edition
    const brs_shelf *shelf;      // of the game
    const brs_edition *edition;  // the one of this pass through the file
    int expectations;
    brs_arena arena;

    brs_setup setup;
    rev_state state;
    brs_trace trace;
    uint32_t since;        // events from here on follow the last line of choices
    uint8_t wish[REV_SEATS][REV_RANKS];
    char at;               // where it begins: 'd'eal, 'p'ick, 'e'xchange, 't'rick
    int turn, last, direction, round, pile, locked;
    int out[REV_SEATS], out_count;
    int ranks[REV_SEATS], rank_count;
} scene;

static const brs_game_def *game_of(const scene *s)
{
    return s->setup.game;
}

static void fail(scene *s, const char *format, ...)
{
    va_list args;
    if (s->failed) {
        return;
    }
    s->failed = true;
    printf("FAIL %s:%d: %s (%s): ", s->file, s->line, s->id, s->edition->id);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

static void finish(scene *s)
{
    if (s->id[0] == '\0') {
        return;
    }
    if (s->skipped) {
        s->id[0] = '\0';
        return;
    }
    if (!s->failed && s->expectations == 0) {
        fail(s, "it expects nothing");
    }
    if (s->failed) {
        printf("repro: %s %s\n", s->all->program, s->file);
    }
    s->all->passed += !s->failed;
    s->all->broken += s->failed;
    s->id[0] = '\0';
}

// ---- words ----------------------------------------------------------------------------------------------

static int seat_of(brs_str word)
{
    return word.len == 1 && word.ptr[0] >= 'A' && word.ptr[0] <= 'L' ? word.ptr[0] - 'A' : -1;
}

static int rank_of(char letter)
{
    static const char letters[] = "3456789TJQKA2X";
    const char *at = letter == '\0' ? NULL : strchr(letters, letter);
    return at == NULL ? -1 : (int)(at - letters);
}

// "888": a set; "empty": nothing.
static int set_from(scene *s, brs_str text)
{
    if (str_is(text, "empty")) {
        return 0;
    }
    int rank = text.len > 0 ? rank_of(text.ptr[0]) : -1;
    for (size_t i = 0; i < text.len; i++) {
        if (rank < 0 || rank_of(text.ptr[i]) != rank) {
            fail(s, "no set of one rank: %.*s", BRS_ARG(text));
            return 0;
        }
    }
    return set_of((int)text.len, rank);
}

static void add_cards(scene *s, int seat, brs_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        int rank = rank_of(text.ptr[i]);
        if (rank >= 0) {
            s->wish[seat][rank]++;
        } else if (!str_blank(text.ptr[i])) {
            fail(s, "no rank: %c", text.ptr[i]);
        }
    }
}

static int number(scene *s, brs_str text)
{
    int64_t n = 0;
    if (!str_number(str_trim(text), &n) || n < 0 || n > 9999) {
        fail(s, "expected a number, not \"%.*s\"", BRS_ARG(text));
    }
    return (int)n;
}

// ---- the table ------------------------------------------------------------------------------------------------

static void begin_scene(scene *s, brs_str id, brs_str ahead)
{
    brs_err err = BRS_ERR_NONE;
    finish(s);
    snprintf(s->id, sizeof s->id, "%.*s", BRS_ARG(id));
    brs_arena_reset(&s->arena);
    brs_trace_init(&s->trace, &s->arena);
    s->begun = s->failed = s->no_table = false;
    s->skipped = !scenes_holds(s->all, &s->shelf->editions, s->edition, ahead, &err);
    s->expectations = 0;
    s->setup = (brs_setup){.game = s->shelf->game, .edition = s->edition, .seats = 4,
                           .chance = BRS_CHANCE_SEEDED, .seed = 1};
    s->setup.options = s->setup.edition->options;
    memset(s->wish, 0, sizeof s->wish);
    s->at = 't';
    s->turn = s->direction = s->pile = s->locked = s->out_count = s->rank_count = 0;
    s->last = -1;
    s->round = 1;
    if (err.msg[0] != '\0') {
        fail(s, "%s", err.msg);
    }
}

static void fill_hands(scene *s)
{
    rev_state *g = &s->state;
    memset(g->hand, 0, sizeof g->hand);
    for (int seat = 0; seat < g->seats; seat++) {
        int count = 0;
        for (int rank = 0; rank < REV_RANKS; rank++) {
            count += s->wish[seat][rank];
        }
        if (count == 0) {
            s->wish[seat][REV_THREE] = 2;  // nobody asked: two threes, which do nothing
            count = 2;
        }
        memcpy(g->hand[seat], s->wish[seat], REV_RANKS);
        g->hand_count[seat] = (uint8_t)count;
    }
}

static void fill_ranks(scene *s)
{
    rev_state *g = &s->state;
    for (int place = 0; place < g->seats; place++) {
        g->held[place < s->rank_count ? s->ranks[place] : place] = (uint8_t)(place + 1);
    }
}

static void lay_table(scene *s)
{
    rev_state *g = &s->state;
    fill_hands(s);
    g->phase = REV_PLAY;
    g->round = (uint16_t)s->round;
    g->trick = 1;
    g->turn = (uint8_t)s->turn;
    g->direction = (uint8_t)s->direction;
    g->locked = (uint16_t)s->locked;
    for (int i = 0; i < s->out_count; i++) {
        g->place[s->out[i]] = ++g->out;
        memset(g->hand[s->out[i]], 0, REV_RANKS);
        g->hand_count[s->out[i]] = 0;
    }
    if (s->pile != 0) {
        g->count = (uint8_t)count_in(s->pile);
        g->rank = (uint8_t)rank_in(s->pile);
        g->direction = (uint8_t)(1 - s->direction);
        int before = rev_next_seat(g, s->turn);
        g->direction = (uint8_t)s->direction;
        g->last = (uint8_t)(s->last >= 0 ? s->last : before);
    }
    g->section = REV_SEC_play;
}

// Before the picks, or before the exchange with the hands that are given.
static void lay_round(scene *s)
{
    rev_state *g = &s->state;
    memset(g->hand, 0, sizeof g->hand);
    memset(g->hand_count, 0, sizeof g->hand_count);
    fill_ranks(s);
    g->round = (uint16_t)(s->round > 1 ? s->round : 2);
    g->trick = 0;
    g->step = g->pair = 0;
    for (int rank = 0; rank < REV_RANKS; rank++) {
        g->pool[rank] = (uint8_t)(rank == REV_JOKER ? g->packs * g->jokers : 4 * g->packs);
    }
    g->phase = REV_PICK;
    if (s->at == 'e') {
        fill_hands(s);
        rev_set_partners(g);
        g->phase = REV_POWERS;
    }
}

static void begin_table(scene *s)
{
    brs_err err = BRS_ERR_NONE;
    s->begun = true;
    s->since = 0;
    s->no_table = !game_of(s)->create(&s->state, &s->setup, &s->trace, &err);
    if (s->no_table || s->at == 'd') {
        return;
    }
    brs_trace_reset(&s->trace);
    s->state.ask = s->state.asked = 0;
    if (s->at == 't') {
        lay_table(s);
    } else {
        lay_round(s);
    }
    rev_notes notes = {.nterm = 0};
    rev_run r = {.setup = &s->setup, .opt = s->setup.options.value, .g = &s->state, .trace = &s->trace, .notes = &notes};
    rev_continue(&r);
}

static void seat_list(scene *s, brs_str value, int *out, int *count)
{
    for (*count = 0; value.len > 0 && *count < REV_SEATS;) {
        out[(*count)++] = seat_of(str_word(&value));
        if (out[*count - 1] < 0) {
            fail(s, "expected seats, A to L");
            out[*count - 1] = 0;
        }
    }
}

static void set_option(scene *s, brs_str value)
{
    brs_err err = BRS_ERR_NONE;
    int row = brs_option_find(game_of(s), str_word(&value));
    if (row < 0 || !brs_option_read(&game_of(s)->options[row], str_trim(value), &s->setup.options.value[row], &err)) {
        fail(s, "no such option or value: %s", err.msg);
    }
}

static void check_rules(scene *s, brs_str value)
{
    while (value.len > 0) {
        brs_str id = str_word(&value);
        if (brs_rule_find(game_of(s), id) == 0) {
            fail(s, "there is no rule %.*s", BRS_ARG(id));
        }
    }
}

// Lines before the first choice; false when it is none.
static bool header_line(scene *s, brs_str key, brs_str value)
{
    brs_str what = key;
    const int seat = seat_of(str_word(&what));
    int one[REV_SEATS], count = 0;
    if (seat >= 0 && str_is(what, "hand")) {
        add_cards(s, seat, value);
    } else if (str_is(key, "edition")) {
        return true;  // read at the beginning
    } else if (str_is(key, "option")) {
        set_option(s, value);
    } else if (str_is(key, "rule")) {
        check_rules(s, value);
    } else if (str_is(key, "players")) {
        s->setup.seats = number(s, value);
    } else if (str_is(key, "round")) {
        s->round = number(s, value);
    } else if (str_is(key, "seed")) {
        s->setup.seed = (uint64_t)number(s, value);
    } else if (str_is(key, "chance")) {
        s->setup.chance = str_is(value, "recorded") ? BRS_CHANCE_RECORDED : BRS_CHANCE_SEEDED;
    } else if (str_is(key, "at")) {
        s->at = value.len > 0 ? value.ptr[0] : '?';
    } else if (str_is(key, "turn") || str_is(key, "last")) {
        seat_list(s, value, one, &count);
        *(str_is(key, "turn") ? &s->turn : &s->last) = one[0];
    } else if (str_is(key, "locked")) {
        seat_list(s, value, one, &count);
        for (int i = 0; i < count; i++) {
            s->locked |= 1 << one[i];
        }
    } else if (str_is(key, "out")) {
        seat_list(s, value, s->out, &s->out_count);
    } else if (str_is(key, "ranks")) {
        seat_list(s, value, s->ranks, &s->rank_count);
    } else if (str_is(key, "pile")) {
        s->pile = set_from(s, value);
    } else if (str_is(key, "direction")) {
        s->direction = str_is(value, "right");
    } else {
        return str_is(key, "rows") || str_is(key, "says");
    }
    return true;
}

// ---- choices ------------------------------------------------------------------------------------------------------

static int list_choices(const scene *s, brs_choice out[BRS_MAX_CHOICES])
{
    return game_of(s)->choices(&s->setup, &s->state, out, BRS_MAX_CHOICES);
}

static void say_choices(const scene *s)
{
    brs_choice list[BRS_MAX_CHOICES];
    char text[WORDS];
    int n = list_choices(s, list);
    for (int i = 0; i < n; i++) {
        game_of(s)->print_choice(&s->setup, &s->state, list[i], text, sizeof text);
        printf("    %c may: %s\n", list[i].seat < REV_SEATS ? 'A' + list[i].seat : '?', text);
    }
}

// What is not listed may not be chosen: every kind of choice with every set, another seat, a stray argument.
static void expect_nothing_else(scene *s, const brs_choice *list, int n)
{
    rev_state before = s->state;
    for (int kind = 0; kind < game_of(s)->choice_count; kind++) {
        for (int i = 0; i < 2 * REV_HANDLES && !s->failed; i++) {
            const int arg = i % REV_HANDLES;
            brs_choice c = {(uint8_t)kind, list[0].seat, {(uint16_t)arg, (uint16_t)(i / REV_HANDLES), 0}};
            bool listed = false;
            for (int k = 0; k < n; k++) {
                listed = listed || memcmp(&list[k], &c, sizeof c) == 0;
            }
            if (!listed && game_of(s)->apply(&s->setup, &s->state, c, NULL).ok) {
                fail(s, "%s with %d may be chosen and is not listed", game_of(s)->choice_kinds[kind].id, arg);
            }
            c.seat = (uint8_t)((list[0].seat + 1) % s->setup.seats);
            if (!s->failed && game_of(s)->apply(&s->setup, &s->state, c, NULL).ok) {
                fail(s, "%s may be chosen by another", game_of(s)->choice_kinds[kind].id);
            }
        }
    }
    if (!s->failed && memcmp(&before, &s->state, sizeof before) != 0) {
        fail(s, "a choice that was refused has changed the table");
    }
}

static void choose(scene *s, brs_str text)
{
    brs_choice choice, list[BRS_MAX_CHOICES];
    brs_err err = BRS_ERR_NONE;
    brs_str who = str_word(&text);
    const int wanted = str_is(who, "chance") ? BRS_SEAT_CHANCE : seat_of(who);
    const int n = list_choices(s, list);
    if (n > 0) {
        expect_nothing_else(s, list, n);
    }
    if (n == 0 || list[0].seat != wanted) {
        fail(s, "it is not the turn of %.*s", BRS_ARG(who));
        say_choices(s);
    } else if (game_of(s)->read_statement(&s->setup, &s->state, text, &choice, 1, &err) != 1) {
        fail(s, "%s", err.msg);
        say_choices(s);
    } else if (!game_of(s)->apply(&s->setup, &s->state, choice, &s->trace).ok) {
        fail(s, "the engine refused a choice that it had offered");
    } else if (!brs_trace_verify(game_of(s), &s->trace, s->since, &err)) {
        fail(s, "%s", err.msg);
    }
}

// ---- what must follow -----------------------------------------------------------------------------------------------

static void expect_number(scene *s, int seat, brs_str what, brs_str wanted)
{
    brs_fact facts[MAX_FACTS];
    int n = game_of(s)->facts(&s->setup, &s->state, facts, MAX_FACTS);
    for (int i = 0; i < n; i++) {
        const brs_quantity_info *info = &game_of(s)->quantities[facts[i].quantity];
        if (facts[i].subject == seat && strcmp(info->subject, "seat") == 0 && str_is(what, info->id)) {
            if (facts[i].value != number(s, wanted)) {
                fail(s, "%s is %d", info->id, facts[i].value);
            }
            return;
        }
    }
    fail(s, "there is no number %.*s", BRS_ARG(what));
}

static void expect_cards(scene *s, int seat, brs_str wanted)
{
    uint8_t cards[REV_RANKS] = {0};
    for (size_t i = 0; i < wanted.len; i++) {
        int rank = rank_of(wanted.ptr[i]);
        if (rank >= 0) {
            cards[rank]++;
        }
    }
    if (memcmp(cards, s->state.hand[seat], sizeof cards) != 0) {
        fail(s, "the hand is another:");
        for (int rank = 0; rank < REV_RANKS; rank++) {
            if (s->state.hand[seat][rank] > 0) {
                brs_str name = rev_set_name(set_of(s->state.hand[seat][rank], rank));
                printf("    %.*s\n", BRS_ARG(name));
            }
        }
    }
}

static int event_seat(const scene *s, const brs_event *e)
{
    return strstr(game_of(s)->event_kinds[e->kind].sentence, "{seat:0}") != NULL ? e->arg[0] : e->seat;
}

// Was a condition looked at, by its id in rev_terms.def, and did it hold?
static bool has_check(const scene *s, const brs_event *e, brs_str label, bool passed)
{
    static const char *const ids[] = {
        "",
#define TERM(id, text) #id,
#include "rev_terms.def"
#undef TERM
    };
    for (int i = 0; i < e->ncheck; i++) {
        const brs_check *check = &s->trace.checks[e->check0 + (uint32_t)i];
        if (str_is(label, ids[check->label]) && check->passed == passed) {
            return true;
        }
    }
    return false;
}

static bool names_set(const brs_event *e, brs_str name)
{
    for (int i = 0; i < 4; i++) {
        if (e->arg[i] > 0 && str_equal(rev_set_name(e->arg[i]), name)) {
            return true;
        }
    }
    return false;
}

// Does an event fit "KIND [A] [by N] [from N] [to N] [rule R] [section S] ["SET"] [yes CHECK] [no CHECK]"?
static bool event_fits(scene *s, const brs_event *e, brs_str rest)
{
    const brs_game_def *game = game_of(s);
    bool fits = str_is(str_word(&rest), game->event_kinds[e->kind].id);
    while (fits && rest.len > 0) {
        if (rest.ptr[0] == '"') {
            rest = (brs_str){rest.ptr + 1, rest.len - 1};
            fits = names_set(e, str_cut(&rest, '"'));
            rest = str_trim(rest);
            continue;
        }
        brs_str word = str_word(&rest), value = rest;
        if (seat_of(word) >= 0) {
            fits = event_seat(s, e) == seat_of(word);
        } else if (str_is(word, "yes") || str_is(word, "no")) {
            fits = has_check(s, e, str_word(&rest), str_is(word, "yes"));
        } else if (str_is(word, "rule")) {
            fits = str_is(str_word(&rest), game->rules[e->rule].id);
        } else if (str_is(word, "section")) {
            fits = str_is(str_word(&rest), game->unit->sections[e->section].id);
        } else {
            value = str_word(&rest);
            int n = number(s, value);
            fits = (str_is(word, "by") && abs(e->arg[2] - e->arg[1]) == n) || (str_is(word, "from") && e->arg[1] == n) ||
                   (str_is(word, "to") && e->arg[2] == n) || (str_is(word, "number") && e->arg[1] == n);
        }
    }
    return fits;
}

static void expect_event(scene *s, brs_str rest, bool wanted)
{
    brs_str kind = rest;
    kind = str_word(&kind);
    bool known = false, found = false;
    for (int k = 0; k < game_of(s)->event_count; k++) {
        known = known || str_is(kind, game_of(s)->event_kinds[k].id);
    }
    for (uint32_t i = s->since; i < s->trace.event_count && !s->failed; i++) {
        found = found || event_fits(s, &s->trace.events[i], rest);
    }
    if (!known) {
        fail(s, "there is no kind of event %.*s", BRS_ARG(kind));
    } else if (found != wanted) {
        fail(s, wanted ? "no such event since the last choice; there were:" : "there was such an event:");
        for (uint32_t i = s->since; i < s->trace.event_count; i++) {
            char words[WORDS];
            const brs_event *e = &s->trace.events[i];
            brs_event_text(&s->setup, e, words, sizeof words);
            printf("    %s: %s [%s]\n", game_of(s)->event_kinds[e->kind].id, words, game_of(s)->rules[e->rule].id);
        }
    }
}

static void expect_choice(scene *s, brs_str text, bool wanted)
{
    brs_choice choice;
    bool legal = game_of(s)->read_statement(&s->setup, &s->state, text, &choice, 1, NULL) == 1;
    if (legal != wanted) {
        fail(s, legal ? "this is legal" : "this is not legal");
        say_choices(s);
    }
}

static void expect_table(scene *s, brs_str key, brs_str rest)
{
    const rev_state *g = &s->state;
    brs_choice list[BRS_MAX_CHOICES];
    const int n = list_choices(s, list);
    if (str_is(key, "turn")) {
        int wanted = str_is(rest, "chance") ? BRS_SEAT_CHANCE : seat_of(rest);
        if (n == 0 || list[0].seat != wanted) {
            fail(s, "the turn is that of %c", n == 0 ? '-' : list[0].seat < REV_SEATS ? 'A' + list[0].seat : '?');
        }
    } else if (str_is(key, "pile")) {
        int there = g->count == 0 ? 0 : set_of(g->count, g->rank);
        if (there != set_from(s, rest)) {
            fail(s, "there lie: %.*s", BRS_ARG(rev_set_name(there)));
        }
    } else if (str_is(key, "direction")) {
        if ((g->direction == 1) != str_is(rest, "right")) {
            fail(s, "it is the other direction");
        }
    } else if (str_is(key, "choices")) {
        if (n != number(s, rest)) {
            fail(s, "there are %d choices", n);
            say_choices(s);
        }
    } else if (str_is(key, "unit")) {
        if (game_of(s)->unit_now(g) != number(s, rest)) {
            fail(s, "it is %d", game_of(s)->unit_now(g));
        }
    } else if (str_is(key, "over")) {
        if (g->over == 0) {
            fail(s, "the match is not over");
        }
    } else {
        fail(s, "not understood");
    }
}

static void expect(scene *s, brs_str line)
{
    brs_str rest = line;
    brs_str key = str_word(&rest), after = rest;
    brs_str second = str_word(&after);
    s->expectations++;
    if (str_is(key, "event")) {
        expect_event(s, rest, true);
    } else if (str_is(key, "choice")) {
        expect_choice(s, rest, true);
    } else if (str_is(key, "no") && str_is(second, "event")) {
        expect_event(s, after, false);
    } else if (str_is(key, "no") && str_is(second, "choice")) {
        expect_choice(s, after, false);
    } else if (str_is(key, "no") && str_is(second, "table")) {
        if (!s->no_table) {
            fail(s, "there is a table");
        }
    } else if (str_is(key, "no") && str_is(second, "end")) {
        if (s->state.over != 0) {
            fail(s, "the match is over");
        }
    } else if (seat_of(key) >= 0 && str_is(second, "holds")) {
        expect_cards(s, seat_of(key), after);
    } else if (seat_of(key) >= 0 && str_is(second, "is")) {
        const rev_state *g = &s->state;
        int held = g->held[seat_of(key)];
        const char *title = held == 0 ? "" : game_of(s)->terms[rev_word(rev_title_at(g->seats, held - 1))];
        if (!str_is(after, title)) {
            fail(s, "it is \"%s\"", title);
        }
    } else if (seat_of(key) >= 0) {
        expect_number(s, seat_of(key), second, after);
    } else {
        expect_table(s, key, rest);
    }
}

// "A 888 rule same_number": A may not, and that rule says why.
static void refuse(scene *s, brs_str line)
{
    brs_refusal list[BRS_MAX_CHOICES];
    brs_str seat = str_word(&line), words = line, rule = {"", 0};
    for (size_t i = 0; i + 6 < line.len; i++) {
        if (memcmp(line.ptr + i, " rule ", 6) == 0) {
            words.len = i;
            rule = str_trim((brs_str){line.ptr + i + 6, line.len - i - 6});
        }
    }
    s->expectations++;
    expect_choice(s, words, false);
    int n = game_of(s)->refused(&s->setup, &s->state, list, BRS_MAX_CHOICES);
    for (int i = 0; i < n; i++) {
        char text[WORDS];
        int len = game_of(s)->print_choice(&s->setup, &s->state, list[i].choice, text, sizeof text);
        if (list[i].choice.seat == seat_of(seat) && str_equal(words, (brs_str){text, (size_t)len})) {
            if (!str_is(rule, game_of(s)->rules[list[i].rule].id)) {
                fail(s, "it is refused by the rule %s", game_of(s)->rules[list[i].rule].id);
            }
            return;
        }
    }
    fail(s, "it is not among the %d that are refused", n);
}

// ---- lines --------------------------------------------------------------------------------------------------------------

static void play_line(scene *s, brs_str line, brs_str key, brs_str value)
{
    if (!s->begun) {
        begin_table(s);
    }
    if (str_is(key, "expect")) {
        expect(s, value);
    } else if (str_is(key, "refuse")) {
        refuse(s, value);
    } else {
        s->since = s->trace.event_count;
        while (line.len > 0 && !s->failed) {
            choose(s, str_trim(str_cut(&line, '|')));
            line = str_trim(line);
        }
    }
}

// ahead: the lines that follow.
static void run_line(scene *s, brs_str line, brs_str ahead)
{
    brs_str value = line;
    brs_str key = str_cut(&value, ':');
    const bool colon = key.len < line.len;
    value = str_trim(value);
    if (colon && str_is(key, "scenario")) {
        begin_scene(s, value, ahead);
    } else if (s->id[0] == '\0') {
        snprintf(s->id, sizeof s->id, "(no scenario)");
        fail(s, "a file begins with scenario: NAME");
    } else if (s->failed || s->skipped) {
        return;
    } else if (!colon || str_is(key, "expect") || str_is(key, "refuse")) {
        play_line(s, line, key, value);
    } else if (s->begun) {
        fail(s, "too late: the table stands");
    } else if (!header_line(s, key, value)) {
        fail(s, "not understood: %.*s", BRS_ARG(line));
    }
}

void rev_scenes_run(scenes *all, const char *path)
{
    static scene s;
    brs_err err = BRS_ERR_NONE;
    brs_str whole = {"", 0}, text, line;
    brs_arena arena;
    brs_arena_init(&arena, 0);
    memset(&s, 0, sizeof s);
    brs_arena_init(&s.arena, 0);
    s.all = all;
    s.file = path;
    for (int i = 0; i < all->library->count; i++) {
        s.shelf = strcmp(all->library->shelf[i].game->id, "revolution") == 0 ? &all->library->shelf[i] : s.shelf;
    }
    if (!fs_read(path, 1 << 20, &arena, &whole, &err)) {
        printf("FAIL %s: %s\n", path, err.msg);
        all->broken++;
    }
    for (int e = 0; e < s.shelf->editions.count && !scenes_done(all); e++) {
        s.edition = s.shelf->editions.edition[e];
        s.line = 0;
        if (all->edition != NULL && all->edition != s.edition) {
            continue;
        }
        for (text = whole; !scenes_done(all) && str_line(&text, &line);) {
            s.line++;
            line = str_trim(line);
            if (line.len > 0 && line.ptr[0] != '#') {
                run_line(&s, line, text);
            }
        }
        finish(&s);
    }
    brs_arena_release(&s.arena);
    brs_arena_release(&arena);
}
