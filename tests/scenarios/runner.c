// Runs scenarios: a table, choices, and what must follow, line by line (tests/scenarios/README.md has the language).
// A failing line prints FILE:LINE, what was found instead, and a repro line. Ends with "scenarios: N passed, N failed".
// usage: scenarios FOLDER|FILE...
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "fs.h"
#include "rev_scenes.h"
#include "str.h"
#include "table.h"

enum { MAX_TOKENS = 24, MAX_FACTS = 512, MAX_REFUSALS = 256, WORDS = 256 };

typedef struct {
    brs_str text;
    bool quoted;
} token;

typedef struct {
    const char *program, *file;
    const brs_library *library;
    brs_arena arena;
    int line;

    char id[64];           // of the scenario at hand, "" before the first
    table_wish wish;
    table *t;
    bool begun, failed, in_cards, refused;
    brs_buf own;           // card blocks of the scenario
    uint32_t since;        // events from here on follow the last choice
    int expectations;
    int passed, broken;
} runner;

static const brs_game_def *game_of(const runner *r)
{
    return r->library->shelf[0].game;
}

// ---- telling --------------------------------------------------------------------------------------------

static void fail(runner *r, const char *format, ...)
{
    va_list args;
    if (r->failed) {
        return;
    }
    r->failed = true;
    printf("FAIL %s:%d: %s: ", r->file, r->line, r->id);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

static void fail_with(runner *r, const brs_err *err)
{
    if (err->line > 0 && strcmp(err->file, "scenario cards") != 0) {
        r->line = err->line;
    }
    fail(r, "%s%s%s", err->msg, err->help[0] != '\0' ? "; " : "", err->help);
}

static void finish(runner *r)
{
    if (r->id[0] == '\0') {
        return;
    }
    if (!r->failed && r->expectations == 0) {
        fail(r, "it expects nothing");
    }
    if (r->failed) {
        printf("repro: %s %s\n", r->program, r->file);
    }
    r->passed += !r->failed;
    r->broken += r->failed;
    r->id[0] = '\0';
}

// ---- words ------------------------------------------------------------------------------------------------

static int split(brs_str line, token *out)
{
    int n = 0;
    for (line = str_trim(line); line.len > 0 && n < MAX_TOKENS; line = str_trim(line), n++) {
        if (line.ptr[0] == '"') {
            line = (brs_str){line.ptr + 1, line.len - 1};
            out[n] = (token){str_cut(&line, '"'), true};
        } else {
            out[n] = (token){str_word(&line), false};
        }
    }
    return n;
}

static bool is(token t, const char *word)
{
    return !t.quoted && str_is(t.text, word);
}

static int seat_of(token t)
{
    return is(t, "A") ? 0 : is(t, "B") ? 1 : -1;
}

// Lower case, no quotes, single spaces: as choices are compared.
static void plain(brs_str text, char out[WORDS])
{
    size_t n = 0;
    for (size_t i = 0; i < text.len && n + 1 < WORDS; i++) {
        char c = text.ptr[i];
        if (str_blank(c)) {
            if (n > 0 && out[n - 1] != ' ') {
                out[n++] = ' ';
            }
        } else if (c != '"') {
            out[n++] = (char)tolower((unsigned char)c);
        }
    }
    while (n > 0 && out[n - 1] == ' ') {
        n--;
    }
    out[n] = '\0';
}

static void choice_words(const table *t, brs_choice choice, char out[WORDS])
{
    char text[WORDS];
    int len = t->setup.game->print_choice(&t->setup, t->state, choice, text, sizeof text);
    plain((brs_str){text, (size_t)len}, out);
}

// ---- before the first choice ---------------------------------------------------------------------------------

static void begin_scenario(runner *r, brs_str rest)
{
    finish(r);
    brs_arena_reset(&r->arena);
    snprintf(r->id, sizeof r->id, "%.*s", BRS_ARG(rest));
    r->wish = (table_wish){.lp = {-1, -1}, .ip = {-1, -1}, .pile = {-1, -1}, .seed = 1, .seats = 2, .deck_size = -1,
                           .deck_acts = -1};
    r->begun = r->failed = r->in_cards = r->refused = false;
    buf_init(&r->own, &r->arena, 1 << 12);
    r->expectations = 0;
}

static void begin_table(runner *r)
{
    brs_err err = BRS_ERR_NONE;
    r->begun = true;
    r->wish.inline_cards = buf_str(&r->own);
    r->t = BRS_NEW(&r->arena, table, 1);
    const bool deck_only = r->wish.deck_lines > 0 || r->wish.deck_size >= 0 || r->wish.deck_acts >= 0;
    if (!(deck_only ? table_prepare : table_begin)(r->t, r->library, &r->wish, &r->arena, &err)) {
        fail_with(r, &err);
        return;
    }
    r->since = r->wish.begin.len > 0 ? 0 : r->t->trace.event_count;  // of setup: all that has happened
}

static void place(runner *r, int seat, table_place where, brs_str names)
{
    token t[MAX_TOKENS];
    int n = split(names, t);
    for (int i = 0; i < n; i++) {
        if (!t[i].quoted) {
            if (!is(t[i], ",")) {
                fail(r, "card names stand in double quotes, with commas between: %.*s", BRS_ARG(t[i].text));
            }
        } else if (r->wish.cards == TABLE_MAX_PLACED) {
            fail(r, "more than %d cards", TABLE_MAX_PLACED);
        } else {
            r->wish.card[r->wish.cards++] = (table_card){seat, where, t[i].text, r->line};
        }
    }
}

static bool setup_line(runner *r, int seat, brs_str what, brs_str value)
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
            fail(r, "expected a number up to 999");
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
    token t[MAX_TOKENS];
    const int n = split(value, t);
    for (int i = 0; i < n; i++) {
        int64_t count = 0;
        if (is(t[i], ",")) {
            continue;
        }
        if (i + 1 == n || !str_number(t[i].text, &count) || r->wish.deck_lines == TABLE_MAX_LINES) {
            fail(r, "a deck is \"COUNT \"NAME\"\" with commas between, and \"N cards\", \"N acts\"");
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

// Header lines; false when it is none.
static bool header_line(runner *r, brs_str key, brs_str value)
{
    value = str_trim(value);
    if (str_is(key, "edition")) {
        r->wish.edition = value;
    } else if (str_is(key, "option")) {
        r->wish.option[r->wish.options++ % BRS_MAX_OPTIONS] = value;
    } else if (str_is(key, "rule")) {
        while (value.len > 0) {
            brs_str id = str_word(&value);
            if (brs_rule_find(game_of(r), id) == 0) {
                fail(r, "there is no rule %.*s", BRS_ARG(id));
            }
        }
    } else if (str_is(key, "begin")) {
        r->wish.begin = value;
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
        return str_is(key, "rows") || str_is(key, "says");
    }
    return true;
}

// ---- choices ----------------------------------------------------------------------------------------------------

// "activate a:smith.1" to "activate smith.1": whose card it is goes without saying where no other has the name.
static void drop_owner(char *words)
{
    for (char *at = words; *at != '\0'; at++) {
        if (at[0] == ' ' && (at[1] == 'a' || at[1] == 'b') && at[2] == ':') {
            memmove(at + 1, at + 3, strlen(at + 3) + 1);
        }
    }
}

static void list_legal(const runner *r)
{
    char words[WORDS];
    for (int i = 0; i < r->t->n && i < 40; i++) {
        choice_words(r->t, r->t->choices[i], words);
        printf("    %c may: %s\n", r->t->choices[i].seat == 0 ? 'A' : r->t->choices[i].seat == 1 ? 'B' : '?', words);
    }
}

static int find_among(const runner *r, int seat, const char *wanted, bool part, bool owned)
{
    char words[WORDS];
    int found = -1, near = 0;
    for (int i = 0; i < r->t->n; i++) {
        choice_words(r->t, r->t->choices[i], words);
        if (!owned) {
            drop_owner(words);
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

static void choose(runner *r, int seat, brs_str text, bool part)
{
    char wanted[WORDS];
    plain(text, wanted);
    int index = find_choice(r, seat, wanted, part);
    if (index < 0) {
        fail(r, "this is not (or not the only) legal choice: %s", wanted);
        list_legal(r);
    } else if (!table_apply(r->t, index)) {
        fail(r, "the engine refused a choice that it had offered");
    }
}

// Was a target named without asking, because there was only one?
static bool named_by_itself(const runner *r, brs_str text)
{
    char wanted[WORDS], name[WORDS];
    plain(text, wanted);
    for (uint32_t i = r->since; i < r->t->trace.event_count; i++) {
        const brs_event *e = &r->t->trace.events[i];
        const char *kind = game_of(r)->event_kinds[e->kind].id;
        if (strcmp(kind, "target_lp_named") == 0 && strcmp(wanted, "lp") == 0) {
            return true;
        }
        if (strcmp(kind, "target_named") == 0 || strcmp(kind, "aoa_declared") == 0) {
            plain(game_of(r)->handle_name(&r->t->setup, e->arg[0]), name);
            if (strcmp(name, wanted) == 0) {
                return true;
            }
        }
    }
    return false;
}

// "A play X -> Y": a choice, then the one that names Y.
static void choice_line(runner *r, int seat, brs_str text)
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
static void end_turn(runner *r)
{
    const int turn = game_of(r)->unit_now(r->t->state);
    r->since = r->t->trace.event_count;
    for (int i = 0; i < 2000 && r->t->n > 0; i++) {
        if (game_of(r)->unit_now(r->t->state) > turn && table_can_end_phase(r->t)) {
            return;
        }
        if (!table_apply(r->t, table_pass(r->t))) {
            fail(r, "the engine refused a choice that it had offered");
            return;
        }
    }
}

// ---- what must follow ----------------------------------------------------------------------------------------------

static bool fact(const runner *r, const char *quantity, int subject, int32_t *out)
{
    static brs_fact facts[MAX_FACTS];
    int n = game_of(r)->facts(&r->t->setup, r->t->state, facts, MAX_FACTS);
    for (int i = 0; i < n; i++) {
        if (facts[i].subject == subject && strcmp(game_of(r)->quantities[facts[i].quantity].id, quantity) == 0) {
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
        fail(r, "expected a number after %s", what);
    } else if (!fact(r, what, subject, &got)) {
        fail(r, "the table has no %s here", what);
    } else if (got != n) {
        fail(r, "%s is %d, not %lld", what, got, (long long)n);
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
        fail(r, "no deck has the card %.*s", BRS_ARG(name));
    } else if (n == 3 && is(t[1], "in")) {
        const char *zone = table_zone(r->t, handle);
        if (!is(t[2], zone)) {
            fail(r, "%.*s is in %s", BRS_ARG(name), zone);
        }
    } else if (n == 3 && is(t[1], "strength")) {
        int64_t wanted = -1;
        if (!str_number(t[2].text, &wanted) || wanted != table_strength(r->t, handle)) {
            fail(r, "the strength of %.*s is %d", BRS_ARG(name), table_strength(r->t, handle));
        }
    } else if (n == 3 && is(t[1], "points")) {
        expect_number(r, "points", handle, t[2]);
    } else if ((n == 2 && is(t[1], "locked")) || (n == 3 && is(t[1], "not") && is(t[2], "locked"))) {
        if (table_locked(r->t, handle) != (n == 2)) {
            fail(r, "%.*s is %slocked", BRS_ARG(name), n == 2 ? "not " : "");
        }
    } else if (n == 4 && is(t[1], "controlled") && is(t[2], "by")) {
        if (table_controller(r->t, handle) != seat_of(t[3])) {
            fail(r, "%.*s is controlled by %c", BRS_ARG(name), 'A' + table_controller(r->t, handle));
        }
    } else {
        fail(r, "what is expected of the card?");
    }
}

// "choice A target X", "no choice A target X": may something be chosen now whose words hold these?
static void expect_choice(runner *r, brs_str line, bool wanted)
{
    char words[WORDS], text[WORDS];
    int seat = str_is(str_word(&line), "B");
    bool found = false;
    plain(line, words);
    for (int i = 0; i < r->t->n; i++) {
        choice_words(r->t, r->t->choices[i], text);
        bool says = strstr(text, words) != NULL;
        drop_owner(text);
        says = says || strstr(text, words) != NULL;
        found = found || (r->t->choices[i].seat == seat && says);
    }
    if (found != wanted) {
        fail(r, wanted ? "this may not be chosen: %s" : "this may be chosen: %s", words);
        list_legal(r);
    }
}

static bool event_names(const runner *r, const brs_event *e, brs_str name)
{
    const brs_game_def *game = game_of(r);
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
        fail(r, "rnr_terms.def has no %.*s", BRS_ARG(label.text));
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
    const brs_game_def *game = game_of(r);
    const brs_event_info *info = &game->event_kinds[e->kind];
    bool fits = is(t[0], info->id);
    for (int i = 1; fits && i < n; i++) {
        int64_t number = 0;
        if (t[i].quoted) {
            fits = event_names(r, e, t[i].text);
        } else if (seat_of(t[i]) >= 0) {
            bool subject = info->quantity > 0 && strcmp(game->quantities[info->quantity].subject, "seat") == 0;
            fits = seat_of(t[i]) == (subject ? e->arg[0] : e->seat);
        } else if (i + 1 < n && is(t[i], "rule")) {
            fits = is(t[++i], game->rules[e->rule].id);
        } else if (i + 1 < n && is(t[i], "section")) {
            fits = is(t[++i], game->unit->sections[e->section].id);
        } else if (i + 1 < n && is(t[i], "why")) {
            fits = event_says(r, e, t[++i]);
        } else if (i + 1 < n && str_number(t[i + 1].text, &number)) {
            int32_t delta = e->arg[2] - e->arg[1];
            fits = (is(t[i], "by") && number == abs(delta)) || (is(t[i], "from") && number == e->arg[1]) ||
                   (is(t[i], "to") && number == e->arg[2]);
            i++;
        } else {
            fail(r, "not understood: %.*s", BRS_ARG(t[i].text));
        }
    }
    return fits;
}

static void print_events(const runner *r, token kind)
{
    char words[WORDS];
    for (uint32_t i = r->since; i < r->t->trace.event_count; i++) {
        const brs_event *e = &r->t->trace.events[i];
        brs_event_text(&r->t->setup, e, words, sizeof words);
        printf("    %s%s: %s [%s]\n", is(kind, game_of(r)->event_kinds[e->kind].id) ? "* " : "",
               game_of(r)->event_kinds[e->kind].id, words, game_of(r)->rules[e->rule].id);
    }
}

// How many events since the last choice fit; *first, *last: their places.
static int count_events(runner *r, const token *t, int n, uint32_t *first, uint32_t *last)
{
    bool known = false;
    int found = 0;
    for (int k = 0; k < game_of(r)->event_count; k++) {
        known = known || is(t[0], game_of(r)->event_kinds[k].id);
    }
    if (!known) {
        fail(r, "there is no kind of event %.*s", BRS_ARG(t[0].text));
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
        fail(r, "there were %d such events since the last choice, among these:", found);
        print_events(r, t[0]);
    }
}

// "event X ... before Y ...": both were, and every X came before any Y.
static void expect_event(runner *r, const token *t, int n)
{
    int at = 0;
    while (at < n && !is(t[at], "before")) {
        at++;
    }
    const int before = at;
    expect_events(r, t, before, -1);
    if (at < n && !r->failed) {
        uint32_t first[2] = {0}, last[2] = {0};
        at += at + 1 < n && is(t[at + 1], "event");
        expect_events(r, t + at + 1, n - at - 1, -1);
        count_events(r, t, before, &first[0], &last[0]);
        count_events(r, t + at + 1, n - at - 1, &first[1], &last[1]);
        if (!r->failed && last[0] >= first[1]) {
            fail(r, "it came after that; there were:");
            print_events(r, t[0]);
        }
    }
}

static void expect_winner(runner *r, const token *t, int n)
{
    brs_result result;
    memset(&result, 0, sizeof result);
    game_of(r)->result(&r->t->setup, r->t->state, &result);
    const char *reason = game_of(r)->victories[result.reason].id;
    if (!result.over) {
        fail(r, "the game is not over");
    } else if (result.winner != seat_of(t[0]) || (n > 2 && !is(t[2], reason))) {
        fail(r, "%s wins: %s", result.winner == 0 ? "A" : result.winner == 1 ? "B" : "nobody", reason);
    }
}

// ---- decks ---------------------------------------------------------------------------------------------------

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
static void expect_deck(runner *r, const token *t, int n)
{
    const brs_setup *setup = &r->t->setup;
    brs_deck deck;
    broken_rules broken = {.rules = 0};
    brs_err err = BRS_ERR_NONE;
    if (!table_deck(r->t, &r->wish, &deck, &err)) {
        fail_with(r, &err);
        return;
    }
    const bool legal = setup->game->check_deck(setup->edition, &setup->options, setup->cards, &deck,
                                               (brs_report){keep_rule, &broken});
    bool as_told = legal == is(t[0], "legal") && broken.rules == n - 1;
    for (int i = 1; i < n; i++) {
        bool found = false;
        for (int k = 0; k < broken.rules; k++) {
            found = found || is(t[i], broken.rule[k]);
        }
        as_told = as_told && found;
    }
    if (!as_told) {
        fail(r, "the deck of %d cards is %s; it breaks these rules:", deck.count, legal ? "legal" : "not legal");
        for (int k = 0; k < broken.rules; k++) {
            printf("    %s\n", broken.rule[k]);
        }
    }
}

static void expect_warning(runner *r, token label, bool wanted)
{
    bool found = false;
    for (int i = 0; i < r->t->warnings; i++) {
        found = found || is(label, r->t->warning[i]);
    }
    if (found != wanted) {
        fail(r, "the compiler gives %s warning %.*s", found ? "the" : "no", BRS_ARG(label.text));
    }
}

// "refuse: setup rule R", "refuse: cards E112": the game does not begin.
static void refuse_setup(runner *r, const token *t, int n)
{
    brs_err err = BRS_ERR_NONE;
    char wanted[60];
    r->begun = r->refused = true;
    r->wish.inline_cards = buf_str(&r->own);
    r->t = BRS_NEW(&r->arena, table, 1);
    if (table_begin(r->t, r->library, &r->wish, &r->arena, &err)) {
        fail(r, "the game begins");
        return;
    }
    snprintf(wanted, sizeof wanted, "(rule %.*s", BRS_ARG(t[n - 1].text));
    if (is(t[0], "cards") ? !is(t[n - 1], err.label) : strstr(err.msg, wanted) == NULL) {
        fail(r, "it is refused for another reason: %s %s", err.label, err.msg);
    }
}

static void expect(runner *r, brs_str line)
{
    brs_str rest = line;
    bool denied = str_begins(line, BRS_STR("no choice "));
    token t[MAX_TOKENS + 1];
    int n = split(line, t);
    int seat = n > 0 ? seat_of(t[0]) : -1;
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
    } else if (n >= 2 && is(t[0], "event")) {
        expect_event(r, t + 1, n - 1);
    } else if (n >= 3 && is(t[0], "no") && is(t[1], "event")) {
        expect_events(r, t + 2, n - 2, 0);
    } else if (n >= 3 && is(t[1], "events") && str_number(t[0].text, &count)) {
        expect_events(r, t + 2, n - 2, (int)count);
    } else if (n >= 2 && is(t[0], "deck")) {
        expect_deck(r, t + 1, n - 1);
    } else if (n >= 2 && is(t[n - 2], "warning")) {
        expect_warning(r, t[n - 1], n == 2);
    } else if (n == 2 && is(t[0], "no") && is(t[1], "winner")) {
        if (game_of(r)->result(&r->t->setup, r->t->state, &result), result.over) {
            fail(r, "the game is over: %s", game_of(r)->victories[result.reason].id);
        }
    } else if (n >= 2 && seat >= 0 && is(t[1], "wins")) {
        expect_winner(r, t, n);
    } else if (n >= 2 && seat >= 0 && t[1].quoted) {
        expect_card(r, seat, t + 1, n - 1);
    } else if (n >= 2 && t[0].quoted) {
        expect_card(r, -1, t, n);
    } else if (n == 4 && seat >= 0 && is(t[1], "cards") && table_place_count(r->t, seat, t[2].text) >= 0) {
        int64_t wanted = -1;
        int found = table_place_count(r->t, seat, t[2].text);
        if (!str_number(t[3].text, &wanted) || wanted != found) {
            fail(r, "there are %d", found);
        }
    } else if (n == 3 && seat >= 0) {
        char what[32];
        snprintf(what, sizeof what, "%.*s", BRS_ARG(t[1].text));
        expect_number(r, what, seat, t[2]);
    } else {
        fail(r, "not understood");
    }
}

static bool is_mend(brs_str line)
{
    return str_begins(line, BRS_STR("missed ")) || str_begins(line, BRS_STR("fix "));
}

// "missed "CARD"", "fix A lp 90": what the table did otherwise than the rules say.
static void mend(runner *r, brs_str line, bool refused)
{
    token t[MAX_TOKENS];
    const int n = split(line, t);
    brs_err err = BRS_ERR_NONE;
    int64_t value = 0;
    const brs_game_def *game = game_of(r);
    brs_amend amend = {.kind = is(t[0], "fix") ? 1 : 2};
    if (amend.kind == 2 && n == 2) {
        amend.what = (uint16_t)table_handle(r->t, -1, t[1].text, 0);
    } else if (amend.kind == 1 && n == 4 && seat_of(t[1]) >= 0 && str_number(t[3].text, &value)) {
        amend.seat = (uint8_t)seat_of(t[1]);
        amend.value = (int32_t)value;
        for (int q = 1; q < game->quantity_count; q++) {
            amend.what = str_is(t[2].text, game->quantities[q].id) ? (uint16_t)q : amend.what;
        }
    }
    r->since = r->t->trace.event_count;
    const bool done = game->amend(&r->t->setup, r->t->state, &amend, &r->t->trace, &err);
    if (done && refused) {
        fail(r, "this may be done");
    } else if (!done && !refused) {
        fail_with(r, &err);
    }
}

// "refuse: A play X rule R": this may not be done, and R says why.
static void refuse(runner *r, brs_str line)
{
    static brs_refusal refused[MAX_REFUSALS];
    char wanted[WORDS], words[WORDS];
    brs_str choice = line, rule = {0};
    r->expectations++;
    if (is_mend(line)) {
        mend(r, line, true);
        return;
    }
    for (size_t i = 0; i + 6 < line.len; i++) {
        if (memcmp(line.ptr + i, " rule ", 6) == 0) {
            choice.len = i;
            rule = str_trim((brs_str){line.ptr + i + 6, line.len - i - 6});
        }
    }
    brs_str seat_word = str_word(&choice);
    int seat = str_is(seat_word, "A") ? 0 : 1;
    plain(choice, wanted);
    if (find_choice(r, seat, wanted, false) >= 0) {
        fail(r, "this is legal: %s", wanted);
        return;
    }
    int n = game_of(r)->refused(&r->t->setup, r->t->state, refused, MAX_REFUSALS);
    for (int i = 0; i < n; i++) {
        choice_words(r->t, refused[i].choice, words);
        if (strncmp(words, wanted, strlen(wanted)) == 0) {
            if (!str_is(rule, game_of(r)->rules[refused[i].rule].id)) {
                fail(r, "it is refused by the rule %s", game_of(r)->rules[refused[i].rule].id);
            }
            return;
        }
    }
    fail(r, "it is not among what is refused:");
    for (int i = 0; i < n; i++) {
        choice_words(r->t, refused[i].choice, words);
        printf("    %s [%s]\n", words, game_of(r)->rules[refused[i].rule].id);
    }
    list_legal(r);
}

// ---- lines ------------------------------------------------------------------------------------------------------------

static void cards_line(runner *r, brs_str line)
{
    if (str_is(str_trim(line), "end")) {
        r->in_cards = false;
    } else {
        buf_put(&r->own, line);
        buf_puts(&r->own, "\n");
    }
}

static void play_line(runner *r, brs_str line, brs_str key, brs_str value)
{
    token t[MAX_TOKENS];
    const int n = split(value, t);
    if (!r->begun && str_is(key, "refuse") && n >= 2 && (is(t[0], "setup") || is(t[0], "cards"))) {
        r->expectations++;
        refuse_setup(r, t, n);
        return;
    }
    if (!r->begun) {
        begin_table(r);
    }
    if (r->failed || r->refused) {
        fail(r, "the game has not begun");
        return;
    }
    if (str_is(key, "expect")) {
        expect(r, value);
    } else if (str_is(key, "refuse")) {
        refuse(r, value);
    } else if (is_mend(line)) {
        mend(r, line, false);
    } else if (str_is(line, "end turn")) {
        end_turn(r);
    } else {
        brs_str rest = line;
        brs_str seat = str_word(&rest);
        if ((str_is(seat, "A") || str_is(seat, "B")) && rest.len > 0) {
            choice_line(r, str_is(seat, "B"), rest);
        } else if (str_is(seat, "chance") && rest.len > 0) {
            choice_line(r, -1, rest);
        } else {
            fail(r, "not understood: %.*s", BRS_ARG(line));
        }
    }
}

static void run_line(runner *r, brs_str raw)
{
    brs_str line = str_trim(raw), value = line;
    if (r->in_cards) {
        cards_line(r, raw);
        return;
    }
    if (line.len == 0 || line.ptr[0] == '#') {
        return;
    }
    brs_str key = str_cut(&value, ':');
    brs_str what = key;
    brs_str seat = str_word(&what);
    const bool has_colon = key.len < line.len && (key.len + 1 == line.len || str_blank(line.ptr[key.len + 1]));
    if (has_colon && str_is(key, "scenario")) {
        begin_scenario(r, str_trim(value));
    } else if (r->id[0] == '\0') {
        snprintf(r->id, sizeof r->id, "(no scenario)");
        fail(r, "a file begins with scenario: NAME");
    } else if (r->failed) {
        return;
    } else if (!has_colon || str_is(key, "expect") || str_is(key, "refuse")) {
        play_line(r, line, key, str_trim(value));
    } else if (r->begun) {
        fail(r, "too late: the table stands");
    } else if (!((str_is(seat, "A") || str_is(seat, "B")) && setup_line(r, str_is(seat, "B"), what, value)) &&
               !header_line(r, key, value)) {
        fail(r, "not understood: %.*s", BRS_ARG(line));
    }
}

static void run_file(runner *r, const char *path)
{
    brs_arena text_arena;
    brs_err err = BRS_ERR_NONE;
    brs_str text, line;
    if (strstr(path, "/revolution/") != NULL) {
        rev_scenes scenes = {.program = r->program, .library = r->library};
        rev_scenes_run(&scenes, path);
        r->passed += scenes.passed;
        r->broken += scenes.broken;
        return;
    }
    brs_arena_init(&text_arena, 0);
    r->file = path;
    r->line = 0;
    if (!fs_read(path, 1 << 20, &text_arena, &text, &err)) {
        snprintf(r->id, sizeof r->id, "(file)");
        r->failed = false;
        fail_with(r, &err);
    } else {
        while (str_line(&text, &line)) {
            r->line++;
            run_line(r, line);
        }
    }
    finish(r);
    brs_arena_release(&text_arena);
}

static void run_folder(runner *r, const char *folder, brs_arena *arena)
{
    brs_str *names;
    int count = 0;
    brs_err err = BRS_ERR_NONE;
    if (!fs_list(folder, ".scn", true, arena, &names, &count, &err)) {
        fprintf(stderr, "%s: %s\n", folder, err.msg);
        exit(2);
    }
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, names[i].ptr);
        run_file(r, path);
    }
}

int main(int argc, char **argv)
{
    static runner r;
    brs_arena arena;
    brs_library library;
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&arena, 0);
    brs_arena_init(&r.arena, 0);
    if (!brs_library_load(NULL, &arena, &library, &err)) {
        fprintf(stderr, "%s:%d: %s\n", err.file, err.line, err.msg);
        return 2;
    }
    r.library = &library;
    r.program = argv[0];
    for (int i = 1; i < argc; i++) {
        if (fs_is_folder(argv[i])) {
            run_folder(&r, argv[i], &arena);
        } else {
            run_file(&r, argv[i]);
        }
    }
    printf("scenarios: %d passed, %d failed\n", r.passed, r.broken);
    return r.broken > 0 || r.passed == 0;
}
