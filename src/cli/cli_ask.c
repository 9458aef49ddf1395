// Questions at the terminal: what is legal, what a card or a rule says, why something is not possible, completing names.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "str.h"

enum { MAX_TEXT = 256, MAX_OFFERS = 12 };

// ---- one choice ----------------------------------------------------------------------------------------------------

static void write_choice(const brs_game *g, int index, char text[MAX_TEXT])
{
    brs_choice_write(g->setup, g->state, g->choices, g->n, index, text, MAX_TEXT);
}

// What a card view says, and the card that a sentence names first.
typedef struct {
    char type[24], cost[8], points[8], kind[8], drain[8], yield[8];
    int handle, depth;
} card_notes;

static void notes_open(void *ctx, const char *name, int id)
{
    card_notes *notes = ctx;
    notes->depth++;
    if (strcmp(name, "card") == 0 && notes->handle < 0) {
        notes->handle = id;
    }
}

static void notes_text(void *ctx, const char *key, brs_str value)
{
    card_notes *n = ctx;
    const struct { const char *key; char *to; size_t cap; } fields[] = {
        {"type", n->type, sizeof n->type}, {"cost", n->cost, sizeof n->cost}, {"points", n->points, sizeof n->points},
        {"points_kind", n->kind, sizeof n->kind}, {"drain", n->drain, sizeof n->drain}, {"yield", n->yield, sizeof n->yield}};
    for (size_t i = 0; n->depth == 1 && i < sizeof fields / sizeof fields[0]; i++) {
        if (strcmp(key, fields[i].key) == 0 && !str_is(value, "0")) {
            snprintf(fields[i].to, fields[i].cap, "%.*s", BRS_ARG(value));
        } else if (strcmp(key, "cost") == 0 && strcmp(fields[i].key, "cost") == 0) {
            snprintf(n->cost, sizeof n->cost, "0");
        }
    }
}

static void notes_close(void *ctx)
{
    ((card_notes *)ctx)->depth--;
}

// The card that a choice names first; 0: none.
static int handle_of_choice(const brs_setup *setup, brs_choice choice)
{
    card_notes notes = {.handle = -1};
    const brs_viewer viewer = {&notes, notes_open, notes_text, notes_close};
    brs_choice_say(setup, choice, &viewer);
    return notes.handle > 0 && setup->game->card_view != NULL && setup->cards != NULL ? notes.handle : 0;
}

static int card_of_choice(const brs_setup *setup, brs_choice choice)
{
    const int handle = handle_of_choice(setup, choice);
    return handle > 0 ? setup->game->card_of(setup, handle) : -1;
}

// What an ability says: "Discard this card: draw 1 card.", as much as goes on the line.
static void put_sentence(const brs_setup *setup, int handle, int sentence, brs_buf *out)
{
    enum { ROOM = 38 };
    const brs_str text = setup->game->sentence_text(setup, handle, sentence);
    const bool whole = text.len <= ROOM;
    buf_putf(out, "%.*s%s", (int)(whole ? text.len : ROOM - 3), text.ptr, whole ? "" : "...");
}

// "Defense 20 DP for 2 IP", "Pillar for 0 IP, yields 1": what is printed on a card.
static void put_card_notes(const brs_setup *setup, int card, bool numbers, brs_buf *out)
{
    card_notes notes = {.handle = -1};
    const brs_viewer viewer = {&notes, notes_open, notes_text, notes_close};
    setup->game->card_view(setup->game, setup->cards, card, &viewer);
    buf_puts(out, notes.type);
    if (numbers) {
        buf_putf(out, "%s%s%s%s", notes.kind[0] != '\0' ? " " : "", notes.kind[0] != '\0' ? notes.points : "", notes.kind[0] != '\0' ? " " : "",
                 notes.kind);
        buf_putf(out, notes.cost[0] != '\0' ? " for %s IP" : "%s", notes.cost);
        buf_putf(out, notes.yield[0] != '\0' ? ", yields %s" : "%s", notes.yield);
        buf_putf(out, notes.drain[0] != '\0' ? ", drains %s" : "%s", notes.drain);
    }
}

// What one may want to know beside the words of a choice.
static void put_notes(const cli_run *cli, const brs_game *g, int index, brs_buf *out)
{
    const brs_game_def *game = g->setup->game;
    brs_spelling spelling;
    game->spell(g->setup, g->state, g->choices[index], &spelling);
    const brs_verb *verb = &game->verbs[spelling.verb];
    const int card = card_of_choice(g->setup, g->choices[index]);
    if (game->handles == 0) {
        cli_writer writer;
        const brs_viewer viewer = cli_say(&writer, cli, out);
        brs_choice_say(g->setup, g->choices[index], &viewer);
    } else if (card >= 0 && spelling.separator == '.' && spelling.number > 0) {  // it is used, not paid for
        put_sentence(g->setup, handle_of_choice(g->setup, g->choices[index]), spelling.number - 1, out);
    } else if (card >= 0) {
        put_card_notes(g->setup, card, !verb->goes_on, out);
    } else if (verb->noun[0] == '\0') {
        buf_puts(out, verb->help);
    }
}

// ---- the list ----------------------------------------------------------------------------------------------------------

// In two columns, where two find room in a line.
static void put_columns(brs_buf *out, const brs_game *g, int most)
{
    enum { HALF = 33 };
    bool left = false;
    for (int i = 0; i < g->n && i < most; i++) {
        char text[MAX_TEXT];
        write_choice(g, i, text);
        const bool wide = strlen(text) > HALF;
        buf_puts(out, wide && left ? "\n" : "");
        left = !wide && !left && i + 1 < g->n && i + 1 < most;
        buf_putf(out, left ? "  %3d %-33s" : "  %3d %s\n", i + 1, text);
    }
}

// Choices that are short words themselves, side by side.
static void put_words(brs_buf *out, const brs_game *g)
{
    const size_t from = out->len;
    for (int i = 0; i < g->n; i++) {
        char text[MAX_TEXT];
        write_choice(g, i, text);
        buf_putf(out, "%s  %s", i == 0 ? "  " : "", text);
    }
    buf_puts(out, "\n");
    cli_wrap(out, from, 4);
}

// Of chance: too many outcomes are not listed; one that nobody saw need not be written.
static void put_outcomes(brs_buf *out, const brs_game *g, int most)
{
    brs_spelling spelling;
    if (g->n <= most && g->setup->game->handles > 0) {
        put_columns(out, g, most);
        return;
    }
    if (g->n <= most) {
        put_words(out, g);
        return;
    }
    bool unseen = false;
    for (int i = 0; i < g->n; i++) {
        g->setup->game->spell(g->setup, g->state, g->choices[i], &spelling);
        unseen = unseen || strcmp(spelling.name, "?") == 0;
    }
    const char *word = g->setup->game->verbs[spelling.verb].word, *name = cli_seat_name(g->setup, spelling.seat);
    if (unseen) {
        buf_putf(out, "  %s: %d cards are possible (l lists them). If one was seen, write \"%s NAME\";\n"
                      "  else go on with what is done next, or with d.\n", name, g->n, word);
    } else {
        buf_putf(out, "  %s: %d cards are possible (l lists them). This one lies open for all, so the\n"
                      "  game needs its name: \"%s NAME\". If nobody noted it, take one that nothing\n"
                      "  on your sheet speaks against, and say so in a note below it.\n", name, g->n, word);
    }
}

// The card that asks, and what it says.
static void put_asker(const cli_run *cli, brs_buf *out, const brs_game *g)
{
    const brs_game_def *game = g->setup->game;
    const int handle = g->n > 0 && game->asker != NULL ? game->asker(g->setup, g->state) : 0;
    const size_t from = out->len;
    if (handle <= 0 || game->card_of(g->setup, handle) < 0) {
        return;
    }
    buf_putf(out, "  %s%.*s%s:", cli_paint(cli, "bold"), BRS_ARG(game->handle_name(g->setup, handle)), cli_paint(cli, "off"));
    for (int sentence = 0; sentence < 8; sentence++) {
        const brs_str text = game->sentence_text(g->setup, handle, sentence);
        buf_putf(out, text.len > 0 ? " %.*s" : "%.*s", BRS_ARG(text));
    }
    buf_puts(out, "\n");
    cli_wrap(out, from, 4);
}

void cli_list_choices(const cli_run *cli, brs_buf *out, const brs_game *g, int most)
{
    if (g->n > 0 && g->choices[0].seat == BRS_SEAT_CHANCE) {
        put_outcomes(out, g, most);
        return;
    }
    if (g->setup->game->handles == 0 && g->n > most) {
        put_words(out, g);
        return;
    }
    put_asker(cli, out, g);
    for (int i = 0; i < g->n && i < most; i++) {
        char text[MAX_TEXT];
        write_choice(g, i, text);
        if (g->setup->game->handles > 0) {
            buf_putf(out, "  %s%3d%s  %-33s %s", cli_paint(cli, "cyan"), i + 1, cli_paint(cli, "off"), text, cli_paint(cli, "dim"));
        } else {
            buf_putf(out, "    %s%-12s%s %s", cli_paint(cli, "cyan"), text, cli_paint(cli, "off"), cli_paint(cli, "dim"));
        }
        put_notes(cli, g, i, out);
        buf_putf(out, "%s\n", cli_paint(cli, "off"));
    }
    if (g->n > most) {
        buf_putf(out, "  ... and %d more: l lists all\n", g->n - most);
    }
}

int cli_listed(const brs_game *g, const char *line)
{
    char *end;
    const long number = strtol(line, &end, 10);
    const bool is_number = end != line && *end == '\0' && g->setup->game->handles > 0;
    return is_number && number >= 1 && number <= g->n ? (int)number - 1 : -1;
}

// ---- explaining -----------------------------------------------------------------------------------------------------------

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

// Does the text begin with what was typed, in any case?
static bool begins(const char *text, const char *typed)
{
    while (*typed != '\0' && lower(*text) == lower(*typed)) {
        text++;
        typed++;
    }
    return *typed == '\0';
}

// 2: it begins so, 1: one of its words does, 0: neither.
static int fits(const char *text, const char *typed)
{
    if (begins(text, typed)) {
        return 2;
    }
    for (const char *blank = strchr(text, ' '); blank != NULL; blank = strchr(blank + 1, ' ')) {
        if (begins(blank + 1, typed)) {
            return 1;
        }
    }
    return 0;
}

static void put_rule(const cli_run *cli, brs_buf *out, const brs_setup *setup, int row)
{
    const brs_rule *rule = &setup->game->rules[row];
    const brs_citation *cite = brs_cite(setup->edition, (uint16_t)row);
    buf_putf(out, "%s%s%s (%s%s%s): %s\n", cli_paint(cli, "bold"), rule->title, cli_paint(cli, "off"), rule->id, cite != NULL ? ", " : "",
             cite != NULL ? cite->place : "", rule->text);
}

static void put_card(const cli_run *cli, brs_buf *out, const brs_setup *setup, int handle)
{
    const brs_game_def *game = setup->game;
    buf_putf(out, "%s%.*s%s: ", cli_paint(cli, "bold"), BRS_ARG(game->handle_name(setup, handle)), cli_paint(cli, "off"));
    put_card_notes(setup, game->card_of(setup, handle), true, out);
    buf_puts(out, "\n");
    for (int sentence = 0; sentence < 8; sentence++) {
        const brs_str text = game->sentence_text(setup, handle, sentence);
        if (text.len > 0) {
            buf_putf(out, "  %d. %.*s\n", sentence + 1, BRS_ARG(text));
        }
    }
}

static bool explain_card(const cli_run *cli, brs_buf *out, const brs_setup *setup, const char *typed)
{
    const brs_game_def *game = setup->game;
    int best = 0, found = -1;
    for (int handle = 1; game->card_view != NULL && handle < game->handles; handle++) {
        char name[MAX_TEXT];
        if (game->card_of(setup, handle) >= 0) {
            snprintf(name, sizeof name, "%.*s", BRS_ARG(game->handle_name(setup, handle)));
            const int like = fits(name, typed);
            found = like > best ? handle : found;
            best = like > best ? like : best;
        }
    }
    if (found >= 0) {
        put_card(cli, out, setup, found);
    }
    return found >= 0;
}

static bool explain_rule(const cli_run *cli, brs_buf *out, const brs_setup *setup, const char *typed)
{
    const brs_game_def *game = setup->game;
    int best = 0, found = -1;
    for (int i = 1; i < game->rule_count; i++) {
        const int like = strcmp(game->rules[i].id, typed) == 0 ? 3 : fits(game->rules[i].title, typed);
        found = like > best ? i : found;
        best = like > best ? like : best;
    }
    if (found >= 0) {
        put_rule(cli, out, setup, found);
    }
    return found >= 0;
}

// Does a place ("RB:195-196") hold the line that somebody asks for ("RB:195")?
static bool place_holds(const char *place, const char *typed)
{
    const char *mark = strchr(typed, ':');
    const size_t book = mark != NULL ? (size_t)(mark - typed) + 1 : 0;
    int64_t asked, from, to;
    if (book < 2 || strncasecmp(place, typed, book) != 0 || !str_number(str_of(typed + book), &asked)) {
        return false;
    }
    for (const char *at = place + book; *at != '\0'; at += strspn(at, ", ")) {
        const size_t width = strspn(at, "0123456789"), more = at[width] == '-' ? strspn(at + width + 1, "0123456789") : 0;
        const bool one = str_number((brs_str){at, width}, &from);
        to = from;
        if (!one || (more > 0 && !str_number((brs_str){at + width + 1, more}, &to))) {
            return false;
        }
        if (asked >= from && asked <= to) {
            return true;
        }
        at += width + (more > 0 ? more + 1 : 0);
    }
    return false;
}

// "RB:195" and "GL:136" stand behind what happens: the rules that cite this line of that rule text.
static bool explain_place(const cli_run *cli, brs_buf *out, const brs_setup *setup, const char *typed)
{
    int told = 0;
    for (int i = 1; i < setup->game->rule_count && told < 4; i++) {
        const brs_citation *cite = brs_cite(setup->edition, (uint16_t)i);
        if (cite != NULL && place_holds(cite->place, typed)) {
            put_rule(cli, out, setup, i);
            told++;
        }
    }
    return told > 0;
}

// What is refused now, and why.
static bool explain_refusal(const cli_run *cli, brs_buf *out, const brs_game *g, const char *typed)
{
    brs_refusal *list = BRS_NEW(out->arena, brs_refusal, BRS_MAX_CHOICES);
    const int n = g->setup->game->refused(g->setup, g->state, list, BRS_MAX_CHOICES);
    int told = 0;
    for (int i = 0; i < n && told < 3; i++) {
        char text[MAX_TEXT];
        brs_choice_write(g->setup, g->state, &list[i].choice, 1, 0, text, sizeof text);
        if (fits(text, typed) > 0) {
            buf_putf(out, "Not now: %s. ", text);
            put_rule(cli, out, g->setup, list[i].rule);
            told++;
        }
    }
    return told > 0;
}

static bool explain_listed(const cli_run *cli, brs_buf *out, const brs_game *g, const char *typed)
{
    const int index = cli_listed(g, typed), card = index >= 0 ? card_of_choice(g->setup, g->choices[index]) : -1;
    for (int handle = 1; card >= 0 && handle < g->setup->game->handles; handle++) {
        if (g->setup->game->card_of(g->setup, handle) == card) {
            put_card(cli, out, g->setup, handle);
            return true;
        }
    }
    return false;
}

void cli_explain(const cli_run *cli, brs_buf *out, const brs_game *g, const char *about)
{
    const size_t from = out->len;
    if (!explain_listed(cli, out, g, about) && !explain_place(cli, out, g->setup, about)) {
        const bool refusal = explain_refusal(cli, out, g, about), card = explain_card(cli, out, g->setup, about);
        if (!refusal && !card && !explain_rule(cli, out, g->setup, about)) {
            buf_putf(out, "No card, rule or forbidden choice is called \"%s\".\n", about);
        }
    }
    cli_wrap(out, from, -1);
}

// ---- completing ------------------------------------------------------------------------------------------------------------

// What a beginning may be completed to.
typedef struct {
    const char *typed;
    int like;              // 2: candidates that begin so, 1: those with a word that does
    char common[MAX_TEXT];  // what all of them begin with
    char name[MAX_OFFERS][MAX_TEXT];
    int count;
} candidates;

static void offer(candidates *c, const char *text)
{
    const int like = fits(text, c->typed);
    if (like == 0 || like < c->like) {
        return;
    }
    if (like > c->like) {
        c->like = like;
        c->count = 0;
    }
    for (int i = 0; i < c->count && i < MAX_OFFERS; i++) {
        if (strcmp(c->name[i], text) == 0) {
            return;
        }
    }
    if (c->count < MAX_OFFERS) {
        snprintf(c->name[c->count], MAX_TEXT, "%s", text);
    }
    if (c->count++ == 0) {
        snprintf(c->common, sizeof c->common, "%s", text);
    }
    size_t same = 0;
    while (c->common[same] != '\0' && c->common[same] == text[same]) {
        same++;
    }
    c->common[same] = '\0';
}

// Choices of the open decision, whole and by their nouns; else all cards of the game; else its words.
static void gather(const brs_game *g, candidates *c, bool first)
{
    const brs_game_def *game = g->setup->game;
    for (int i = 0; i < g->n; i++) {
        char text[MAX_TEXT];
        write_choice(g, i, text);
        const char *noun = strchr(text, ' ');
        if (first) {
            offer(c, text);
        }
        if (noun != NULL) {
            offer(c, noun + 1);
        }
    }
    const bool cards = c->count == 0 && game->card_view != NULL;
    for (int handle = 1; cards && handle < game->handles; handle++) {
        char name[MAX_TEXT];
        if (game->card_of(g->setup, handle) >= 0) {
            snprintf(name, sizeof name, "%.*s", BRS_ARG(game->handle_name(g->setup, handle)));
            offer(c, name);
        }
    }
    for (int row = 0; first && c->count == 0 && game->verbs[row].word != NULL; row++) {
        offer(c, game->verbs[row].word);
    }
}

void cli_complete(const brs_game *g, char *line, int cap, brs_buf *out)
{
    candidates *c = BRS_NEW(out->arena, candidates, 1);
    size_t at = strspn(line, " ");
    const size_t start = at;
    while (line[at] != '\0') {
        *c = (candidates){.typed = line + at};
        gather(g, c, at == start);
        const char *blank = strchr(line + at, ' ');
        if (c->count > 0 || blank == NULL) {
            break;
        }
        at = (size_t)(blank - line) + strspn(blank, " ");
    }
    if (c->count == 0) {
        return;
    }
    const bool longer = strlen(c->common) > strlen(line + at) || (c->count == 1 && strcmp(c->common, line + at) != 0);
    if (longer && at + strlen(c->common) + 2 < (size_t)cap) {
        snprintf(line + at, (size_t)cap - at, "%s%s", c->common, c->count == 1 ? " " : "");
    } else if (c->count > 1) {
        for (int i = 0; i < c->count && i < MAX_OFFERS; i++) {
            buf_putf(out, "%s%s", i > 0 ? ", " : "  ", c->name[i]);
        }
        buf_puts(out, c->count > MAX_OFFERS ? " ...\n" : "\n");
    }
}

const char *cli_command_letter(const char *line)
{
    static const char *const words[][2] = {{"help", "?"}, {"undo", "u"}, {"quit", "q"}, {"exit", "q"}, {"list", "l"}, {"table", "t"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(line, words[i][0]) == 0) {
            return words[i][1];
        }
    }
    return line;
}
