// Scenarios: choices, what may not be chosen, and what the table did otherwise than the rules say.
#include <stdio.h>
#include <string.h>

#include "scene.h"

// "activate a:smith.1" to "activate smith.1": whose card it is goes without saying where no other has the name.
void scene_drop_owner(char *words)
{
    for (char *at = words; *at != '\0'; at++) {
        if (at[0] == ' ' && (at[1] == 'a' || at[1] == 'b') && at[2] == ':') {
            memmove(at + 1, at + 3, strlen(at + 3) + 1);
        }
    }
}

void scene_list_legal(const runner *r)
{
    char words[SCENE_WORDS];
    for (int i = 0; i < r->t->n && i < 40; i++) {
        scene_choice_words(r->t, r->t->choices[i], words);
        printf("    %c may: %s\n", r->t->choices[i].seat == 0 ? 'A' : r->t->choices[i].seat == 1 ? 'B' : '?', words);
    }
}

static int find_among(const runner *r, int seat, const char *wanted, bool part, bool owned)
{
    char words[SCENE_WORDS];
    int found = -1, near = 0;
    for (int i = 0; i < r->t->n; i++) {
        scene_choice_words(r->t, r->t->choices[i], words);
        if (!owned) {
            scene_drop_owner(words);
        }
        if (seat >= 0 && r->t->choices[i].seat != seat) {
            continue;
        }
        if (strcmp(words, wanted) == 0) {
            return i;
        }
        if (part ? strstr(words, wanted) != NULL : strncmp(words, wanted, strlen(wanted)) == 0) {
            found = i;
            near++;
        }
    }
    return near == 1 ? found : -1;
}

// The legal choice of these words: the same, or the only one that begins so (or, for part, contains them).
static int find_choice(const runner *r, int seat, const char *wanted, bool part)
{
    int found = find_among(r, seat, wanted, part, true);
    return found >= 0 ? found : find_among(r, seat, wanted, part, false);
}

// Whatever a scenario is about: the terms of its events add up, and nothing is refused that is legal.
static void stays_sound(runner *r)
{
    static brs_refusal refused[BRS_MAX_CHOICES];
    brs_err err = BRS_ERR_NONE;
    if (!brs_trace_verify(scene_game(r), &r->t->trace, r->since, &err)) {
        scene_fail(r, "%s", err.msg);
    }
    const int n = scene_game(r)->refused(&r->t->setup, r->t->state, refused, BRS_MAX_CHOICES);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < r->t->n; k++) {
            if (memcmp(&refused[i].choice, &r->t->choices[k], sizeof refused[i].choice) == 0) {
                scene_fail(r, "a legal choice is refused by %s", scene_game(r)->rules[refused[i].rule].id);
            }
        }
    }
}

static void choose(runner *r, int seat, brs_str text, bool part)
{
    char wanted[SCENE_WORDS];
    scene_plain(text, wanted);
    int index = find_choice(r, seat, wanted, part);
    if (index < 0) {
        scene_fail(r, "this is not (or not the only) legal choice: %s", wanted);
        scene_list_legal(r);
    } else if (!table_apply(r->t, index)) {
        scene_fail(r, "the engine refused a choice that it had offered");
    } else {
        stays_sound(r);
    }
}

// Was a target named without asking, because there was only one?
static bool named_by_itself(const runner *r, brs_str text)
{
    char wanted[SCENE_WORDS], name[SCENE_WORDS];
    scene_plain(text, wanted);
    for (uint32_t i = r->since; i < r->t->trace.event_count; i++) {
        const brs_event *e = &r->t->trace.events[i];
        const char *kind = scene_game(r)->event_kinds[e->kind].id;
        if (strcmp(kind, "target_lp_named") == 0 && strcmp(wanted, "lp") == 0) {
            return true;
        }
        if (strcmp(kind, "target_named") == 0 || strcmp(kind, "aoa_declared") == 0) {
            scene_plain(scene_game(r)->handle_name(&r->t->setup, e->arg[0]), name);
            if (strcmp(name, wanted) == 0) {
                return true;
            }
        }
    }
    return false;
}

// "A play X -> Y": a choice, then the one that names Y.
void scene_choice_line(runner *r, int seat, brs_str text)
{
    r->since = r->t->trace.event_count;
    for (bool first = true; text.len > 0 && !r->failed; first = false) {
        brs_str head = text;
        size_t at = 0;
        while (at + 1 < text.len && !(text.ptr[at] == '-' && text.ptr[at + 1] == '>')) {
            at++;
        }
        head.len = at + 1 < text.len ? at : text.len;
        text = at + 1 < text.len ? str_trim((brs_str){text.ptr + at + 2, text.len - at - 2}) : (brs_str){0};
        if (first) {
            choose(r, seat, str_trim(head), false);
        } else if (!named_by_itself(r, str_trim(head))) {
            choose(r, -1, str_trim(head), true);
        }
    }
}

// Everybody wants nothing until the next player's Play Phase.
void scene_end_turn(runner *r)
{
    const int turn = scene_game(r)->unit_now(r->t->state);
    r->since = r->t->trace.event_count;
    for (int i = 0; i < 2000 && r->t->n > 0; i++) {
        if (scene_game(r)->unit_now(r->t->state) > turn && table_can_end_phase(r->t)) {
            return;
        }
        if (!table_apply(r->t, table_pass(r->t))) {
            scene_fail(r, "the engine refused a choice that it had offered");
            return;
        }
        stays_sound(r);
    }
}

bool scene_is_mend(brs_str line)
{
    return str_begins(line, BRS_STR("missed ")) || str_begins(line, BRS_STR("fix "));
}

// "missed "CARD"", "fix A lp 90": what the table did otherwise than the rules say.
void scene_mend(runner *r, brs_str line, bool refused)
{
    token t[SCENE_TOKENS];
    const int n = scene_split(line, t);
    brs_err err = BRS_ERR_NONE;
    int64_t value = 0;
    const brs_game_def *game = scene_game(r);
    brs_amend amend = {.kind = scene_is(t[0], "fix") ? 1 : 2};
    if (amend.kind == 2 && n == 2) {
        amend.what = (uint16_t)table_handle(r->t, -1, t[1].text, 0);
    } else if (amend.kind == 1 && n == 4 && scene_seat(t[1]) >= 0 && str_number(t[3].text, &value)) {
        amend.seat = (uint8_t)scene_seat(t[1]);
        amend.value = (int32_t)value;
        for (int q = 1; q < game->quantity_count; q++) {
            amend.what = str_is(t[2].text, game->quantities[q].id) ? (uint16_t)q : amend.what;
        }
    }
    r->since = r->t->trace.event_count;
    const bool done = game->amend(&r->t->setup, r->t->state, &amend, &r->t->trace, &err);
    if (done && refused) {
        scene_fail(r, "this may be done");
    } else if (!done && !refused) {
        scene_fail_with(r, &err);
    }
}

// What is not listed may not be chosen: every kind of choice with every card, a stray argument, another seat.
static void expect_nothing_else(runner *r)
{
    const brs_game_def *game = scene_game(r);
    const uint64_t before = game->digest(&r->t->setup, r->t->state);
    for (int kind = 0; kind < game->choice_count && r->t->n > 0; kind++) {
        for (int i = 0; i < 256 && !r->failed; i++) {
            const uint8_t seat = i < 128 ? r->t->choices[0].seat : (uint8_t)(1 - r->t->choices[0].seat);
            const brs_choice c = {(uint8_t)kind, seat, {(uint16_t)(i % 128), 0, 0}};
            bool listed = false;
            for (int k = 0; k < r->t->n; k++) {
                listed = listed || memcmp(&r->t->choices[k], &c, sizeof c) == 0;
            }
            if (!listed && game->apply(&r->t->setup, r->t->state, c, NULL).ok) {
                scene_fail(r, "%s of card %d may be chosen and is not listed", game->choice_kinds[kind].id, i % 128);
            }
        }
    }
    for (int i = 0; i < r->t->n && i < 8; i++) {
        for (int stray = 1; stray < 3; stray++) {
            brs_choice c = r->t->choices[i];
            c.arg[stray] = (uint16_t)(c.arg[stray] + 100);
            if (!r->failed && game->apply(&r->t->setup, r->t->state, c, NULL).ok) {
                scene_fail(r, "%s may be chosen with a stray argument", game->choice_kinds[c.kind].id);
            }
        }
    }
    if (!r->failed && game->digest(&r->t->setup, r->t->state) != before) {
        scene_fail(r, "a choice that was refused has changed the table");
    }
}

// "refuse: A play X rule R": this may not be done, and R says why.
void scene_refuse(runner *r, brs_str line)
{
    static brs_refusal refused[SCENE_REFUSALS];
    char wanted[SCENE_WORDS], words[SCENE_WORDS];
    brs_str choice = line, rule = {0};
    r->expectations++;
    if (scene_is_mend(line)) {
        scene_mend(r, line, true);
        return;
    }
    for (size_t i = 0; i + 6 < line.len; i++) {
        if (memcmp(line.ptr + i, " rule ", 6) == 0) {
            choice.len = i;
            rule = str_trim((brs_str){line.ptr + i + 6, line.len - i - 6});
        }
    }
    expect_nothing_else(r);
    brs_str seat_word = str_word(&choice);
    int seat = str_is(seat_word, "A") ? 0 : 1;
    scene_plain(choice, wanted);
    if (find_choice(r, seat, wanted, false) >= 0) {
        scene_fail(r, "this is legal: %s", wanted);
        return;
    }
    int n = scene_game(r)->refused(&r->t->setup, r->t->state, refused, SCENE_REFUSALS);
    for (int i = 0; i < n; i++) {
        scene_choice_words(r->t, refused[i].choice, words);
        if (strncmp(words, wanted, strlen(wanted)) == 0) {
            if (!str_is(rule, scene_game(r)->rules[refused[i].rule].id)) {
                scene_fail(r, "it is refused by the rule %s", scene_game(r)->rules[refused[i].rule].id);
            }
            return;
        }
    }
    scene_fail(r, "it is not among what is refused:");
    for (int i = 0; i < n; i++) {
        scene_choice_words(r->t, refused[i].choice, words);
        printf("    %s [%s]\n", words, scene_game(r)->rules[refused[i].rule].id);
    }
    scene_list_legal(r);
}
