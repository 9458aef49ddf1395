// Scenarios of Revolution: choices, what must follow from them, and what may not be chosen.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rev_scene.h"

enum { WORDS = 200, MAX_FACTS = 64 };

// ---- choices ------------------------------------------------------------------------------------------------------

static int list_choices(const rev_scene *s, brs_choice out[BRS_MAX_CHOICES])
{
    return rev_scene_game(s)->choices(&s->setup, &s->state, out, BRS_MAX_CHOICES);
}

static void say_choices(const rev_scene *s)
{
    brs_choice list[BRS_MAX_CHOICES];
    char text[WORDS];
    int n = list_choices(s, list);
    for (int i = 0; i < n; i++) {
        rev_scene_game(s)->print_choice(&s->setup, &s->state, list[i], text, sizeof text);
        printf("    %c may: %s\n", list[i].seat < REV_SEATS ? 'A' + list[i].seat : '?', text);
    }
}

// What is not listed may not be chosen: every kind of choice with every set, another seat, a stray argument.
static void expect_nothing_else(rev_scene *s, const brs_choice *list, int n)
{
    rev_state before = s->state;
    for (int kind = 0; kind < rev_scene_game(s)->choice_count; kind++) {
        for (int i = 0; i < 2 * REV_HANDLES && !s->failed; i++) {
            const int arg = i % REV_HANDLES;
            brs_choice c = {(uint8_t)kind, list[0].seat, {(uint16_t)arg, (uint16_t)(i / REV_HANDLES), 0}};
            bool listed = false;
            for (int k = 0; k < n; k++) {
                listed = listed || memcmp(&list[k], &c, sizeof c) == 0;
            }
            if (!listed && rev_scene_game(s)->apply(&s->setup, &s->state, c, NULL).ok) {
                rev_scene_fail(s, "%s with %d may be chosen and is not listed", rev_scene_game(s)->choice_kinds[kind].id, arg);
            }
            c.seat = (uint8_t)((list[0].seat + 1) % s->setup.seats);
            if (!s->failed && rev_scene_game(s)->apply(&s->setup, &s->state, c, NULL).ok) {
                rev_scene_fail(s, "%s may be chosen by another", rev_scene_game(s)->choice_kinds[kind].id);
            }
        }
    }
    if (!s->failed && memcmp(&before, &s->state, sizeof before) != 0) {
        rev_scene_fail(s, "a choice that was refused has changed the table");
    }
}

void rev_scene_choose(rev_scene *s, brs_str text)
{
    brs_choice choice, list[BRS_MAX_CHOICES];
    brs_err err = BRS_ERR_NONE;
    brs_str who = str_word(&text);
    const int wanted = str_is(who, "chance") ? BRS_SEAT_CHANCE : rev_scene_seat(who);
    const int n = list_choices(s, list);
    if (n > 0) {
        expect_nothing_else(s, list, n);
    }
    if (n == 0 || list[0].seat != wanted) {
        rev_scene_fail(s, "it is not the turn of %.*s", BRS_ARG(who));
        say_choices(s);
    } else if (rev_scene_game(s)->read_statement(&s->setup, &s->state, text, &choice, 1, &err) != 1) {
        rev_scene_fail(s, "%s", err.msg);
        say_choices(s);
    } else if (!rev_scene_game(s)->apply(&s->setup, &s->state, choice, &s->trace).ok) {
        rev_scene_fail(s, "the engine refused a choice that it had offered");
    } else if (!brs_trace_verify(rev_scene_game(s), &s->trace, s->since, &err)) {
        rev_scene_fail(s, "%s", err.msg);
    }
}

// ---- what must follow -----------------------------------------------------------------------------------------------

static void expect_number(rev_scene *s, int seat, brs_str what, brs_str wanted)
{
    brs_fact facts[MAX_FACTS];
    int n = rev_scene_game(s)->facts(&s->setup, &s->state, facts, MAX_FACTS);
    for (int i = 0; i < n; i++) {
        const brs_quantity_info *info = &rev_scene_game(s)->quantities[facts[i].quantity];
        if (facts[i].subject == seat && strcmp(info->subject, "seat") == 0 && str_is(what, info->id)) {
            if (facts[i].value != rev_scene_number(s, wanted)) {
                rev_scene_fail(s, "%s is %d", info->id, facts[i].value);
            }
            return;
        }
    }
    rev_scene_fail(s, "there is no number %.*s", BRS_ARG(what));
}

static void expect_cards(rev_scene *s, int seat, brs_str wanted)
{
    uint8_t cards[REV_RANKS] = {0};
    for (size_t i = 0; i < wanted.len; i++) {
        int rank = rev_scene_rank(wanted.ptr[i]);
        if (rank >= 0) {
            cards[rank]++;
        }
    }
    if (memcmp(cards, s->state.hand[seat], sizeof cards) != 0) {
        rev_scene_fail(s, "the hand is another:");
        for (int rank = 0; rank < REV_RANKS; rank++) {
            if (s->state.hand[seat][rank] > 0) {
                brs_str name = rev_set_name(set_of(s->state.hand[seat][rank], rank));
                printf("    %.*s\n", BRS_ARG(name));
            }
        }
    }
}

static int event_seat(const rev_scene *s, const brs_event *e)
{
    return strstr(rev_scene_game(s)->event_kinds[e->kind].sentence, "{seat:0}") != NULL ? e->arg[0] : e->seat;
}

// Was a condition looked at, by its id in rev_terms.def, and did it hold?
static bool has_check(const rev_scene *s, const brs_event *e, brs_str label, bool passed)
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
static bool event_fits(rev_scene *s, const brs_event *e, brs_str rest)
{
    const brs_game_def *game = rev_scene_game(s);
    bool fits = str_is(str_word(&rest), game->event_kinds[e->kind].id);
    while (fits && rest.len > 0) {
        if (rest.ptr[0] == '"') {
            rest = (brs_str){rest.ptr + 1, rest.len - 1};
            fits = names_set(e, str_cut(&rest, '"'));
            rest = str_trim(rest);
            continue;
        }
        brs_str word = str_word(&rest), value = rest;
        if (rev_scene_seat(word) >= 0) {
            fits = event_seat(s, e) == rev_scene_seat(word);
        } else if (str_is(word, "yes") || str_is(word, "no")) {
            fits = has_check(s, e, str_word(&rest), str_is(word, "yes"));
        } else if (str_is(word, "rule")) {
            fits = str_is(str_word(&rest), game->rules[e->rule].id);
        } else if (str_is(word, "section")) {
            fits = str_is(str_word(&rest), game->unit->sections[e->section].id);
        } else {
            value = str_word(&rest);
            int n = rev_scene_number(s, value);
            fits = (str_is(word, "by") && abs(e->arg[2] - e->arg[1]) == n) || (str_is(word, "from") && e->arg[1] == n) ||
                   (str_is(word, "to") && e->arg[2] == n) || (str_is(word, "number") && e->arg[1] == n);
        }
    }
    return fits;
}

static void expect_event(rev_scene *s, brs_str rest, bool wanted)
{
    brs_str kind = rest;
    kind = str_word(&kind);
    bool known = false, found = false;
    for (int k = 0; k < rev_scene_game(s)->event_count; k++) {
        known = known || str_is(kind, rev_scene_game(s)->event_kinds[k].id);
    }
    for (uint32_t i = s->since; i < s->trace.event_count && !s->failed; i++) {
        found = found || event_fits(s, &s->trace.events[i], rest);
    }
    if (!known) {
        rev_scene_fail(s, "there is no kind of event %.*s", BRS_ARG(kind));
    } else if (found != wanted) {
        rev_scene_fail(s, wanted ? "no such event since the last choice; there were:" : "there was such an event:");
        for (uint32_t i = s->since; i < s->trace.event_count; i++) {
            char words[WORDS];
            const brs_event *e = &s->trace.events[i];
            brs_event_text(&s->setup, e, words, sizeof words);
            printf("    %s: %s [%s]\n", rev_scene_game(s)->event_kinds[e->kind].id, words, rev_scene_game(s)->rules[e->rule].id);
        }
    }
}

static void expect_choice(rev_scene *s, brs_str text, bool wanted)
{
    brs_choice choice;
    bool legal = rev_scene_game(s)->read_statement(&s->setup, &s->state, text, &choice, 1, NULL) == 1;
    if (legal != wanted) {
        rev_scene_fail(s, legal ? "this is legal" : "this is not legal");
        say_choices(s);
    }
}

static void expect_table(rev_scene *s, brs_str key, brs_str rest)
{
    const rev_state *g = &s->state;
    brs_choice list[BRS_MAX_CHOICES];
    const int n = list_choices(s, list);
    if (str_is(key, "turn")) {
        int wanted = str_is(rest, "chance") ? BRS_SEAT_CHANCE : rev_scene_seat(rest);
        if (n == 0 || list[0].seat != wanted) {
            rev_scene_fail(s, "the turn is that of %c", n == 0 ? '-' : list[0].seat < REV_SEATS ? 'A' + list[0].seat : '?');
        }
    } else if (str_is(key, "pile")) {
        int there = g->count == 0 ? 0 : set_of(g->count, g->rank);
        if (there != rev_scene_set(s, rest)) {
            rev_scene_fail(s, "there lie: %.*s", BRS_ARG(rev_set_name(there)));
        }
    } else if (str_is(key, "direction")) {
        if ((g->direction == 1) != str_is(rest, "right")) {
            rev_scene_fail(s, "it is the other direction");
        }
    } else if (str_is(key, "choices")) {
        if (n != rev_scene_number(s, rest)) {
            rev_scene_fail(s, "there are %d choices", n);
            say_choices(s);
        }
    } else if (str_is(key, "unit")) {
        if (rev_scene_game(s)->unit_now(g) != rev_scene_number(s, rest)) {
            rev_scene_fail(s, "it is %d", rev_scene_game(s)->unit_now(g));
        }
    } else if (str_is(key, "over")) {
        if (g->over == 0) {
            rev_scene_fail(s, "the match is not over");
        }
    } else {
        rev_scene_fail(s, "not understood");
    }
}

void rev_scene_expect(rev_scene *s, brs_str line)
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
            rev_scene_fail(s, "there is a table");
        }
    } else if (str_is(key, "no") && str_is(second, "end")) {
        if (s->state.over != 0) {
            rev_scene_fail(s, "the match is over");
        }
    } else if (rev_scene_seat(key) >= 0 && str_is(second, "holds")) {
        expect_cards(s, rev_scene_seat(key), after);
    } else if (rev_scene_seat(key) >= 0 && str_is(second, "is")) {
        const rev_state *g = &s->state;
        int held = g->held[rev_scene_seat(key)];
        const char *title = held == 0 ? "" : rev_scene_game(s)->terms[rev_word(rev_title_at(g->seats, held - 1))];
        if (!str_is(after, title)) {
            rev_scene_fail(s, "it is \"%s\"", title);
        }
    } else if (rev_scene_seat(key) >= 0) {
        expect_number(s, rev_scene_seat(key), second, after);
    } else {
        expect_table(s, key, rest);
    }
}

// "A 888 rule same_number": A may not, and that rule says why.
void rev_scene_refuse(rev_scene *s, brs_str line)
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
    int n = rev_scene_game(s)->refused(&s->setup, &s->state, list, BRS_MAX_CHOICES);
    for (int i = 0; i < n; i++) {
        char text[WORDS];
        int len = rev_scene_game(s)->print_choice(&s->setup, &s->state, list[i].choice, text, sizeof text);
        if (list[i].choice.seat == rev_scene_seat(seat) && str_equal(words, (brs_str){text, (size_t)len})) {
            if (!str_is(rule, rev_scene_game(s)->rules[list[i].rule].id)) {
                rev_scene_fail(s, "it is refused by the rule %s", rev_scene_game(s)->rules[list[i].rule].id);
            }
            return;
        }
    }
    rev_scene_fail(s, "it is not among the %d that are refused", n);
}
