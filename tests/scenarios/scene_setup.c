// Scenarios: all that stands before the first choice, and decks that are only checked.
#include <stdio.h>
#include <string.h>

#include "scene.h"

void scene_begin(runner *r, brs_str rest, brs_str ahead)
{
    brs_err err = BRS_ERR_NONE;
    scene_finish(r);
    brs_arena_reset(&r->arena);
    snprintf(r->id, sizeof r->id, "%.*s", BRS_ARG(rest));
    r->wish = (table_wish){.edition = {r->edition_name, strlen(r->edition_name)}, .lp = {-1, -1}, .ip = {-1, -1}, .pile = {-1, -1}, .seed = 1, .seats = 2, .deck_size = -1,
                           .deck_acts = -1};
    r->begun = r->failed = r->in_cards = r->refused = false;
    r->skipped = !scenes_holds(r->all, &r->all->library->shelf[0].editions, r->edition, ahead, &err);
    buf_init(&r->own, &r->arena, 1 << 12);
    r->expectations = 0;
    if (err.msg[0] != '\0') {
        scene_fail(r, "%s", err.msg);
    }
}

void scene_begin_table(runner *r)
{
    brs_err err = BRS_ERR_NONE;
    r->begun = true;
    r->wish.inline_cards = buf_str(&r->own);
    r->t = BRS_NEW(&r->arena, table, 1);
    const bool deck_only = r->wish.deck_lines > 0 || r->wish.deck_size >= 0 || r->wish.deck_acts >= 0;
    if (!(deck_only ? table_prepare : table_begin)(r->t, r->all->library, &r->wish, &r->arena, &err)) {
        scene_fail_with(r, &err);
        return;
    }
    r->since = r->wish.begin.len > 0 ? 0 : r->t->trace.event_count;  // of setup: all that has happened
}

static void place(runner *r, int seat, table_place where, brs_str names)
{
    token t[SCENE_TOKENS];
    int n = scene_split(names, t);
    for (int i = 0; i < n; i++) {
        if (!t[i].quoted) {
            if (!scene_is(t[i], ",")) {
                scene_fail(r, "card names stand in double quotes, with commas between: %.*s", BRS_ARG(t[i].text));
            }
        } else if (r->wish.cards == TABLE_MAX_PLACED) {
            scene_fail(r, "more than %d cards", TABLE_MAX_PLACED);
        } else {
            r->wish.card[r->wish.cards++] = (table_card){seat, where, t[i].text, r->line};
        }
    }
}

bool scene_setup_line(runner *r, int seat, brs_str what, brs_str value)
{
    static const struct {
        const char *word;
        table_place place;
    } places[] = {{"in play", PLACE_PLAY}, {"hand", PLACE_HAND}, {"discard", PLACE_DISCARD},
                  {"exile", PLACE_EXILE}, {"top", PLACE_TOP}};
    int *number = str_is(what, "lp")     ? &r->wish.lp[seat]
                  : str_is(what, "ip")   ? &r->wish.ip[seat]
                  : str_is(what, "pile") ? &r->wish.pile[seat]
                                         : NULL;
    int64_t n = 0;
    if (number != NULL) {
        if (!str_number(str_trim(value), &n) || n < 0 || n > 999) {
            scene_fail(r, "expected a number up to 999");
        }
        *number = (int)n;
        return true;
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (str_is(what, places[i].word)) {
            place(r, seat, places[i].place, value);
            return true;
        }
    }
    return false;
}

// "card: Old Wall | Defense Scroll Rare 2 | 15 Defense.": a card block in one line. What is left out is
// Bison, Common and 0; a UA has no branch and no cost.
static void card_line(runner *r, brs_str value)
{
    brs_str name = str_trim(str_cut(&value, '|')), kind = str_cut(&value, '|'), text = str_trim(value);
    brs_str type = str_word(&kind), rarity = BRS_STR("Common"), cost = BRS_STR("0");
    const char *branch = "Bison";
    int64_t n = 0;
    for (brs_str word = str_word(&kind); word.len > 0; word = str_word(&kind)) {
        if (str_is(word, "Eagle") || str_is(word, "Scroll")) {
            branch = str_is(word, "Eagle") ? "Eagle" : "Scroll";
        } else if (str_is(word, "Bell")) {
            branch = "Liberty Bell";
        } else if (str_number(word, &n)) {
            cost = word;
        } else if (!str_is(word, "Bison")) {
            rarity = word;
        }
    }
    buf_putf(&r->own, "\n## %.*s\n\n- Type: %.*s\n- Rarity: %.*s\n", BRS_ARG(name), BRS_ARG(type), BRS_ARG(rarity));
    if (!str_is(type, "UA")) {
        buf_putf(&r->own, "- Branch: %s\n- Cost: %.*s\n", branch, BRS_ARG(cost));
    }
    buf_putf(&r->own, "\n%.*s\n", BRS_ARG(text));
}

// "2 "Quiet Farm", 13 "Plain Right *", 59 cards, 2 acts": a deck to check.
static void deck_line(runner *r, brs_str value)
{
    token t[SCENE_TOKENS];
    const int n = scene_split(value, t);
    for (int i = 0; i < n; i++) {
        int64_t count = 0;
        if (scene_is(t[i], ",")) {
            continue;
        }
        if (i + 1 == n || !str_number(t[i].text, &count) || r->wish.deck_lines == TABLE_MAX_LINES) {
            scene_fail(r, "a deck is \"COUNT \"NAME\"\" with commas between, and \"N cards\", \"N acts\"");
            return;
        }
        i++;
        if (t[i].quoted) {
            r->wish.deck[r->wish.deck_lines++] = (table_deck_line){(int)count, t[i].text};
        } else if (t[i].text.len >= 4 && memcmp(t[i].text.ptr, "acts", 4) == 0) {
            r->wish.deck_acts = (int)count;
        } else {
            r->wish.deck_size = (int)count;
        }
    }
}

// "already: turn 199", "already: triggers 4095", "already: decisions 254": for limits that no scenario could play up to.
static void already_line(runner *r, brs_str value)
{
    brs_str what = str_word(&value);
    int *counted = str_is(what, "turn")        ? &r->wish.turn
                   : str_is(what, "triggers")  ? &r->wish.triggers
                   : str_is(what, "decisions") ? &r->wish.decisions
                                               : NULL;
    int64_t n = 0;
    if (counted == NULL || !str_number(value, &n) || n < 1 || n > 9999) {
        scene_fail(r, "already: turn, triggers or decisions, and a number");
    } else {
        *counted = (int)n;
    }
}

// Header lines; false when it is none.
bool scene_header_line(runner *r, brs_str key, brs_str value)
{
    value = str_trim(value);
    if (str_is(key, "option")) {
        r->wish.option[r->wish.options++ % BRS_MAX_OPTIONS] = value;
    } else if (str_is(key, "rule")) {
        while (value.len > 0) {
            brs_str id = str_word(&value);
            if (brs_rule_find(scene_game(r), id) == 0) {
                scene_fail(r, "there is no rule %.*s", BRS_ARG(id));
            }
        }
    } else if (str_is(key, "begin")) {
        r->wish.begin = value;
    } else if (str_is(key, "already")) {
        already_line(r, value);
    } else if (str_is(key, "chance")) {
        r->wish.recorded = str_is(value, "recorded");
    } else if (str_is(key, "seats")) {
        int64_t n = 0;
        r->wish.seats = str_number(value, &n) ? (int)n : 0;
    } else if (str_is(key, "deck")) {
        deck_line(r, value);
    } else if (str_is(key, "cards")) {
        r->in_cards = true;
    } else if (str_is(key, "card")) {
        card_line(r, value);
    } else {
        return str_is(key, "rows") || str_is(key, "says") || str_is(key, "edition");
    }
    return true;
}

typedef struct {
    char rule[16][40];
    int rules;
} broken_rules;

// A violation says "(rule ID ...": keeps the id, each once.
static void keep_rule(void *ctx, const brs_err *err, bool warning)
{
    broken_rules *broken = ctx;
    const char *at = strstr(err->msg, "(rule ");
    (void)warning;
    if (at != NULL && broken->rules < 16) {
        char *rule = broken->rule[broken->rules];
        sscanf(at, "(rule %39[a-z0-9_]", rule);
        for (int i = 0; i < broken->rules; i++) {
            if (strcmp(broken->rule[i], rule) == 0) {
                return;
            }
        }
        broken->rules++;
    }
}

// "deck legal", "deck breaks RULE...": exactly these, in any order.
void scene_expect_deck(runner *r, const token *t, int n)
{
    const brs_setup *setup = &r->t->setup;
    brs_deck deck;
    broken_rules broken = {.rules = 0};
    brs_err err = BRS_ERR_NONE;
    if (!table_deck(r->t, &r->wish, &deck, &err)) {
        scene_fail_with(r, &err);
        return;
    }
    const bool legal = setup->game->check_deck(setup->edition, &setup->options, setup->cards, &deck,
                                               (brs_report){keep_rule, &broken});
    bool as_told = legal == scene_is(t[0], "legal") && broken.rules == n - 1;
    for (int i = 1; i < n; i++) {
        bool found = false;
        for (int k = 0; k < broken.rules; k++) {
            found = found || scene_is(t[i], broken.rule[k]);
        }
        as_told = as_told && found;
    }
    if (!as_told) {
        scene_fail(r, "the deck of %d cards is %s; it breaks these rules:", deck.count, legal ? "legal" : "not legal");
        for (int k = 0; k < broken.rules; k++) {
            printf("    %s\n", broken.rule[k]);
        }
    }
}

void scene_expect_warning(runner *r, token label, bool wanted)
{
    bool found = false;
    for (int i = 0; i < r->t->warnings; i++) {
        found = found || scene_is(label, r->t->warning[i]);
    }
    if (found != wanted) {
        scene_fail(r, "the compiler gives %s warning %.*s", found ? "the" : "no", BRS_ARG(label.text));
    }
}

// "refuse: setup rule R", "refuse: cards E112": the game does not begin.
void scene_refuse_setup(runner *r, const token *t, int n)
{
    brs_err err = BRS_ERR_NONE;
    char wanted[60];
    r->begun = r->refused = true;
    r->wish.inline_cards = buf_str(&r->own);
    r->t = BRS_NEW(&r->arena, table, 1);
    if (table_begin(r->t, r->all->library, &r->wish, &r->arena, &err)) {
        scene_fail(r, "the game begins");
        return;
    }
    snprintf(wanted, sizeof wanted, "(rule %.*s", BRS_ARG(t[n - 1].text));
    if (scene_is(t[0], "cards") ? !scene_is(t[n - 1], err.label) : strstr(err.msg, wanted) == NULL) {
        scene_fail(r, "it is refused for another reason: %s %s", err.label, err.msg);
    }
}
