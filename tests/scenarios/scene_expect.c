// Scenarios: what must follow.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"

enum { MAX_FACTS = 512 };

static bool fact(const runner *r, const char *quantity, int subject, int32_t *out)
{
    static brs_fact facts[MAX_FACTS];
    int n = scene_game(r)->facts(&r->t->setup, r->t->state, facts, MAX_FACTS);
    for (int i = 0; i < n; i++) {
        if (facts[i].subject == subject && strcmp(scene_game(r)->quantities[facts[i].quantity].id, quantity) == 0) {
            *out = facts[i].value;
            return true;
        }
    }
    return false;
}

static void expect_number(runner *r, const char *what, int subject, token wanted)
{
    int64_t n = 0;
    int32_t got = 0;
    if (!str_number(wanted.text, &n)) {
        scene_fail(r, "expected a number after %s", what);
    } else if (!fact(r, what, subject, &got)) {
        scene_fail(r, "the table has no %s here", what);
    } else if (got != n) {
        scene_fail(r, "%s is %d, not %lld", what, got, (long long)n);
    }
}

static void expect_card(runner *r, int seat, const token *t, int n)
{
    int nth = 0;
    if (n > 2 && !t[1].quoted && t[1].text.ptr[0] == '#') {
        nth = atoi(t[1].text.ptr + 1) - 1;
        t++, n--;
    }
    const brs_str name = nth > 0 || t[0].quoted ? t[0].text : t[-1].text;
    int handle = table_handle(r->t, seat, name, nth);
    if (handle == 0) {
        scene_fail(r, "no deck has the card %.*s", BRS_ARG(name));
    } else if (n == 3 && scene_is(t[1], "in")) {
        const char *zone = table_zone(r->t, handle);
        if (!scene_is(t[2], zone)) {
            scene_fail(r, "%.*s is in %s", BRS_ARG(name), zone);
        }
    } else if (n == 3 && scene_is(t[1], "strength")) {
        int64_t wanted = -1;
        if (!str_number(t[2].text, &wanted) || wanted != table_strength(r->t, handle)) {
            scene_fail(r, "the strength of %.*s is %d", BRS_ARG(name), table_strength(r->t, handle));
        }
    } else if (n == 3 && scene_is(t[1], "points")) {
        expect_number(r, "points", handle, t[2]);
    } else if ((n == 2 && scene_is(t[1], "locked")) || (n == 3 && scene_is(t[1], "not") && scene_is(t[2], "locked"))) {
        if (table_locked(r->t, handle) != (n == 2)) {
            scene_fail(r, "%.*s is %slocked", BRS_ARG(name), n == 2 ? "not " : "");
        }
    } else if (n == 4 && scene_is(t[1], "controlled") && scene_is(t[2], "by")) {
        if (table_controller(r->t, handle) != scene_seat(t[3])) {
            scene_fail(r, "%.*s is controlled by %c", BRS_ARG(name), 'A' + table_controller(r->t, handle));
        }
    } else {
        scene_fail(r, "what is expected of the card?");
    }
}

// "choice A target X", "no choice A target X": may something be chosen now whose words hold these?
static void expect_choice(runner *r, brs_str line, bool wanted)
{
    char words[SCENE_WORDS], text[SCENE_WORDS];
    int seat = str_is(str_word(&line), "B");
    bool found = false;
    scene_plain(line, words);
    for (int i = 0; i < r->t->n; i++) {
        scene_choice_words(r->t, r->t->choices[i], text);
        bool says = strstr(text, words) != NULL;
        scene_drop_owner(text);
        says = says || strstr(text, words) != NULL;
        found = found || (r->t->choices[i].seat == seat && says);
    }
    if (found != wanted) {
        scene_fail(r, wanted ? "this may not be chosen: %s" : "this may be chosen: %s", words);
        scene_list_legal(r);
    }
}

static bool event_names(const runner *r, const brs_event *e, brs_str name)
{
    const brs_game_def *game = scene_game(r);
    const bool seat_subject = strcmp(game->quantities[game->event_kinds[e->kind].quantity].subject, "seat") == 0;
    const int handle[4] = {e->source, seat_subject ? 0 : e->arg[0], seat_subject ? e->arg[3] : e->arg[2], e->arg[3]};
    for (int i = 0; i < 4; i++) {
        if (handle[i] > 0 && handle[i] <= 120 && str_equal(game->handle_name(&r->t->setup, handle[i]), name)) {
            return true;
        }
    }
    return false;
}

// Has an event an addend or a condition of this label?
static bool event_says(runner *r, const brs_event *e, token label)
{
    const int row = table_label(label.text);
    bool found = false;
    if (row == 0) {
        scene_fail(r, "rnr_terms.def has no %.*s", BRS_ARG(label.text));
    }
    for (uint32_t i = 0; i < e->nterm; i++) {
        found = found || r->t->trace.terms[e->term0 + i].label == row;
    }
    for (uint32_t i = 0; i < e->ncheck; i++) {
        found = found || r->t->trace.checks[e->check0 + i].label == row;
    }
    return found;
}

// Does an event fit "KIND [A|B] ["CARD"] [by N] [from N] [to N] [rule R] [section S] [why LABEL]"?
static bool event_fits(runner *r, const brs_event *e, const token *t, int n)
{
    const brs_game_def *game = scene_game(r);
    const brs_event_info *info = &game->event_kinds[e->kind];
    bool fits = scene_is(t[0], info->id);
    for (int i = 1; fits && i < n; i++) {
        int64_t number = 0;
        if (t[i].quoted) {
            fits = event_names(r, e, t[i].text);
        } else if (scene_seat(t[i]) >= 0) {
            bool subject = info->quantity > 0 && strcmp(game->quantities[info->quantity].subject, "seat") == 0;
            fits = scene_seat(t[i]) == (subject ? e->arg[0] : e->seat);
        } else if (i + 1 < n && scene_is(t[i], "rule")) {
            fits = scene_is(t[++i], game->rules[e->rule].id);
        } else if (i + 1 < n && scene_is(t[i], "section")) {
            fits = scene_is(t[++i], game->unit->sections[e->section].id);
        } else if (i + 1 < n && scene_is(t[i], "why")) {
            fits = event_says(r, e, t[++i]);
        } else if (i + 1 < n && str_number(t[i + 1].text, &number)) {
            int32_t delta = e->arg[2] - e->arg[1];
            fits = (scene_is(t[i], "by") && number == abs(delta)) || (scene_is(t[i], "from") && number == e->arg[1]) ||
                   (scene_is(t[i], "to") && number == e->arg[2]);
            i++;
        } else {
            scene_fail(r, "not understood: %.*s", BRS_ARG(t[i].text));
        }
    }
    return fits;
}

static void print_events(const runner *r, token kind)
{
    char words[SCENE_WORDS];
    for (uint32_t i = r->since; i < r->t->trace.event_count; i++) {
        const brs_event *e = &r->t->trace.events[i];
        brs_event_text(&r->t->setup, e, words, sizeof words);
        printf("    %s%s: %s [%s]\n", scene_is(kind, scene_game(r)->event_kinds[e->kind].id) ? "* " : "",
               scene_game(r)->event_kinds[e->kind].id, words, scene_game(r)->rules[e->rule].id);
    }
}

// How many events since the last choice fit; *first, *last: their places.
static int count_events(runner *r, const token *t, int n, uint32_t *first, uint32_t *last)
{
    bool known = false;
    int found = 0;
    for (int k = 0; k < scene_game(r)->event_count; k++) {
        known = known || scene_is(t[0], scene_game(r)->event_kinds[k].id);
    }
    if (!known) {
        scene_fail(r, "there is no kind of event %.*s", BRS_ARG(t[0].text));
    }
    for (uint32_t i = r->since; i < r->t->trace.event_count && !r->failed; i++) {
        if (event_fits(r, &r->t->trace.events[i], t, n)) {
            *first = found++ == 0 ? i : *first;
            *last = i;
        }
    }
    return found;
}

// wanted: how many such events; -1: at least one.
static void expect_events(runner *r, const token *t, int n, int wanted)
{
    uint32_t first = 0, last = 0;
    const int found = count_events(r, t, n, &first, &last);
    if (!r->failed && (wanted < 0 ? found == 0 : found != wanted)) {
        scene_fail(r, "there were %d such events since the last choice, among these:", found);
        print_events(r, t[0]);
    }
}

// "event X ... before Y ...": both were, and every X came before any Y.
static void expect_event(runner *r, const token *t, int n)
{
    int at = 0;
    while (at < n && !scene_is(t[at], "before")) {
        at++;
    }
    const int before = at;
    expect_events(r, t, before, -1);
    if (at < n && !r->failed) {
        uint32_t first[2] = {0}, last[2] = {0};
        at += at + 1 < n && scene_is(t[at + 1], "event");
        expect_events(r, t + at + 1, n - at - 1, -1);
        count_events(r, t, before, &first[0], &last[0]);
        count_events(r, t + at + 1, n - at - 1, &first[1], &last[1]);
        if (!r->failed && last[0] >= first[1]) {
            scene_fail(r, "it came after that; there were:");
            print_events(r, t[0]);
        }
    }
}

static void expect_winner(runner *r, const token *t, int n)
{
    brs_result result;
    memset(&result, 0, sizeof result);
    scene_game(r)->result(&r->t->setup, r->t->state, &result);
    const char *reason = scene_game(r)->victories[result.reason].id;
    if (!result.over) {
        scene_fail(r, "the game is not over");
    } else if (result.winner != scene_seat(t[0]) || (n > 2 && !scene_is(t[2], reason))) {
        scene_fail(r, "%s wins: %s", result.winner == 0 ? "A" : result.winner == 1 ? "B" : "nobody", reason);
    }
}

void scene_expect(runner *r, brs_str line)
{
    brs_str rest = line;
    bool denied = str_begins(line, BRS_STR("no choice "));
    token t[SCENE_TOKENS + 1];
    int n = scene_split(line, t);
    int seat = n > 0 ? scene_seat(t[0]) : -1;
    brs_result result;
    memset(&result, 0, sizeof result);
    r->expectations++;
    int64_t count = 0;
    if (denied || str_begins(line, BRS_STR("choice "))) {
        str_cut(&rest, ' ');
        if (denied) {
            str_cut(&rest, ' ');
        }
        expect_choice(r, rest, !denied);
    } else if (n >= 2 && scene_is(t[0], "event")) {
        expect_event(r, t + 1, n - 1);
    } else if (n >= 3 && scene_is(t[0], "no") && scene_is(t[1], "event")) {
        expect_events(r, t + 2, n - 2, 0);
    } else if (n >= 3 && scene_is(t[1], "events") && str_number(t[0].text, &count)) {
        expect_events(r, t + 2, n - 2, (int)count);
    } else if (n >= 2 && scene_is(t[0], "deck")) {
        scene_expect_deck(r, t + 1, n - 1);
    } else if (n >= 2 && scene_is(t[n - 2], "warning")) {
        scene_expect_warning(r, t[n - 1], n == 2);
    } else if (n == 2 && scene_is(t[0], "no") && scene_is(t[1], "winner")) {
        if (scene_game(r)->result(&r->t->setup, r->t->state, &result), result.over) {
            scene_fail(r, "the game is over: %s", scene_game(r)->victories[result.reason].id);
        }
    } else if (n >= 2 && seat >= 0 && scene_is(t[1], "wins")) {
        expect_winner(r, t, n);
    } else if (n >= 2 && seat >= 0 && t[1].quoted) {
        expect_card(r, seat, t + 1, n - 1);
    } else if (n >= 2 && t[0].quoted) {
        expect_card(r, -1, t, n);
    } else if (n == 4 && seat >= 0 && scene_is(t[1], "cards") && table_place_count(r->t, seat, t[2].text) >= 0) {
        int64_t wanted = -1;
        int found = table_place_count(r->t, seat, t[2].text);
        if (!str_number(t[3].text, &wanted) || wanted != found) {
            scene_fail(r, "there are %d", found);
        }
    } else if (n == 3 && seat >= 0) {
        char what[32];
        snprintf(what, sizeof what, "%.*s", BRS_ARG(t[1].text));
        expect_number(r, what, seat, t[2]);
    } else {
        scene_fail(r, "not understood");
    }
}
