// broadside cards check, deck check, deck list: is what a person wrote understood, and is it legal?
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "fs.h"
#include "str.h"

static const cli_option cards_options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {'q', "quiet", NULL, "no line for what is right"},
    {0, NULL, NULL, NULL},
};

static const cli_option deck_options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {'e', "edition", "EDITION", "under which rules, or `all` (default: the first of `broadside editions list`)"},
    {'q', "quiet", NULL, "no line for what is right"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    const char *game, *edition;
    bool quiet;
    const cli_library *library;
    const cli_game *found;
} check_options;

// Reads the options and finds the game; true when the command should go on, else *status is set.
static bool begin(cli_run *cli, check_options *o, int *status)
{
    const char *value;
    int letter;
    *o = (check_options){0};
    while ((letter = cli_next(cli, &value)) >= 0) {
        o->game = letter == 'g' ? value : o->game;
        o->edition = letter == 'e' ? value : o->edition;
        o->quiet = o->quiet || letter == 'q';
    }
    if (!cli_ready(letter, status)) {
        return false;
    }
    o->library = cli_library_load(cli);
    *status = o->library == NULL ? BRS_UNEXPECTED : BRS_USAGE;
    o->found = o->library == NULL ? NULL : cli_find_game(cli, o->library, o->game);
    return o->found != NULL;
}

// The set of an operand: a built-in one by id, else a file that is compiled now.
static const brs_card_set *find_set(cli_run *cli, const cli_game *game, const char *name, cli_tally *tally)
{
    brs_report report = cli_reporter(tally);
    for (int i = 0; i < game->set_count; i++) {
        if (strcmp(game->sets[i].id, name) == 0) {
            return &game->sets[i];
        }
    }
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    brs_card_set *set = BRS_NEW(&cli->arena, brs_card_set, 1);
    if (!fs_read(name, CLI_MAX_FILE, &cli->arena, &text, &err)) {
        if (err.code == BRS_USAGE && game->set_count > 0) {
            brs_help(&err, "give a file, or the name of a built-in set: %s", game->sets[0].id);
        }
        report.fn(report.ctx, &err, false);
        return NULL;
    }
    return game->game->compile_set(text, name, &cli->arena, set, report) ? set : NULL;
}

static int run_cards(cli_run *cli)
{
    check_options o;
    int status;
    if (!begin(cli, &o, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which card file, or which built-in set?");
    }
    status = BRS_OK;
    for (int i = 0; i < cli->operands; i++) {
        cli_tally tally;
        const brs_card_set *set = find_set(cli, o.found, cli->operand[i], &tally);
        if (set == NULL) {
            fprintf(stderr, "%s: %d mistake%s; no card of it can be played\n", cli->operand[i], tally.errors,
                    tally.errors == 1 ? "" : "s");
            status = status == BRS_OK ? (int)tally.first : status;
        } else if (!o.quiet) {
            printf("%s: %s@%d \"%s\", %d cards, every sentence understood%s; hash %016llx\n", cli->operand[i], set->id,
                   set->version, set->title, set->count, tally.warnings > 0 ? ", with warnings" : "",
                   (unsigned long long)set->hash);
        }
    }
    return status;
}

// ---- cards explain ---------------------------------------------------------------------------------

typedef struct {
    const cli_run *cli;
    const brs_game_def *game;
    const brs_edition *edition;
    int depth, rule;     // rule: of the explanation that is being told, -1: none
} explain_view;

static void explain_open(void *ctx, const char *name, int id)
{
    explain_view *view = ctx;
    view->depth++;
    view->rule = strcmp(name, "explain") == 0 ? id : -1;
}

static void explain_text(void *ctx, const char *key, brs_str value)
{
    const explain_view *view = ctx;
    const char *strong = cli_paint(view->cli, "bold"), *off = cli_paint(view->cli, "off");
    if (view->depth == 1 && strcmp(key, "name") == 0) {
        printf("%s%.*s%s\n", strong, BRS_ARG(value), off);
    } else if (view->depth == 2 && strcmp(key, "text") == 0) {
        printf("\n  %s%.*s%s\n", strong, BRS_ARG(value), off);
    } else if (view->depth == 3 && view->rule > 0 && strcmp(key, "text") == 0) {
        const brs_citation *cite = brs_cite(view->edition, (uint16_t)view->rule);
        printf("    %.*s  [%s, %s]\n", BRS_ARG(value), view->game->rules[view->rule].title,
               cite != NULL ? cite->place : "our reading");
    }
}

static void explain_close(void *ctx)
{
    explain_view *view = ctx;
    view->depth--;
}

static bool same_name(brs_str a, const char *b)
{
    return a.len == strlen(b) && strncasecmp(a.ptr, b, a.len) == 0;
}

typedef struct {
    brs_str name;
    int depth;
} name_view;

static void name_open(void *ctx, const char *name, int id)
{
    (void)name;
    (void)id;
    ((name_view *)ctx)->depth++;
}

static void name_text(void *ctx, const char *key, brs_str value)
{
    name_view *view = ctx;
    if (view->depth == 1 && strcmp(key, "name") == 0) {
        view->name = value;
    }
}

static void name_close(void *ctx)
{
    ((name_view *)ctx)->depth--;
}

static int find_card(const brs_game_def *game, const brs_card_set *set, const char *name)
{
    for (int i = 0; i < set->count; i++) {
        name_view view = {{NULL, 0}, 0};
        game->card_view(set, i, &(brs_viewer){&view, name_open, name_text, name_close});
        if (same_name(view.name, name) || str_is(game->card_slug(set, i), name)) {
            return i;
        }
    }
    return -1;
}

static int run_explain(cli_run *cli)
{
    check_options o;
    int status;
    if (!begin(cli, &o, &status)) {
        return status;
    }
    const brs_edition *edition = cli_find_edition(cli, o.found, o.edition);
    if (edition == NULL || cli->operands == 0) {
        return edition == NULL ? BRS_USAGE : cli_misuse(cli, "which card?");
    }
    for (int i = 0; i < cli->operands; i++) {
        int card = -1, at = 0;
        for (; at < o.found->set_count && card < 0; at++) {
            card = find_card(o.found->game, &o.found->sets[at], cli->operand[i]);
        }
        if (card < 0) {
            fprintf(stderr, "no built-in card is called \"%s\"; the pages list them all, and a deck file names its own\n",
                    cli->operand[i]);
            return BRS_USAGE;
        }
        explain_view view = {cli, o.found->game, edition, 0, -1};
        o.found->game->card_view(&o.found->sets[at - 1], card, &(brs_viewer){&view, explain_open, explain_text, explain_close});
        puts("");
    }
    return BRS_OK;
}

static int check_deck(cli_run *cli, const check_options *o, const brs_edition *edition, const char *name)
{
    brs_deck *deck = BRS_NEW(&cli->arena, brs_deck, 1);
    const brs_card_set *set;
    int status = (int)cli_find_deck(cli, o->found, name, deck, &set);
    if (status != BRS_OK) {
        return status;
    }
    cli_tally tally;
    if (!o->found->game->check_deck(edition, &edition->options, set, deck, cli_reporter(&tally))) {
        fprintf(stderr, "%s: not legal under %s: %d reason%s\n", name, edition->id, tally.errors,
                tally.errors == 1 ? "" : "s");
        return tally.first == BRS_OK ? BRS_ILLEGAL : (int)tally.first;
    }
    if (!o->quiet) {
        printf("%s: \"%s\", %d cards of %s, legal under %s\n", name, deck->name, deck->count, set->id, edition->id);
    }
    return BRS_OK;
}

// Checks all decks that were named; the first that is not in order gives the status.
static int check_decks(cli_run *cli, const check_options *o, const brs_edition *edition)
{
    int status = BRS_OK;
    for (int i = 0; i < cli->operands; i++) {
        int one = check_deck(cli, o, edition, cli->operand[i]);
        status = status == BRS_OK ? one : status;
    }
    return status;
}

static int run_deck(cli_run *cli)
{
    check_options o;
    int status;
    if (!begin(cli, &o, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which deck file, or which built-in deck?");
    }
    if (o.edition == NULL || strcmp(o.edition, "all") != 0) {
        const brs_edition *edition = cli_find_edition(cli, o.found, o.edition);
        return edition == NULL ? BRS_USAGE : check_decks(cli, &o, edition);
    }
    status = BRS_OK;
    for (int i = 0; i < o.found->editions.count; i++) {
        int one = check_decks(cli, &o, o.found->editions.edition[i]);
        status = status == BRS_OK ? one : status;
    }
    return status;
}

static int run_list(cli_run *cli)
{
    check_options o;
    int status;
    if (!begin(cli, &o, &status)) {
        return status;
    }
    for (int i = 0; i < o.found->deck_count; i++) {
        const brs_deck *deck = &o.found->deck[i];
        printf("%-24s %d cards of %s: %s\n", o.found->deck_slug[i], deck->count, o.found->deck_set[i]->id, deck->name);
    }
    return BRS_OK;
}

const cli_command cmd_cards_check = {
    "cards check", "FILE|SET...", "Says whether every sentence of a card file is understood.",
    "broadside cards check my.cards.md     every mistake with line, column and what was expected\n"
    "broadside cards check CC1             a built-in set\n",
    cards_options, run_cards,
};

const cli_command cmd_deck_check = {
    "deck check", "FILE|DECK...", "Says whether a deck is legal, and every rule that it breaks.",
    "broadside deck check my.deck\n"
    "broadside deck check my.deck --edition guide\n"
    "broadside deck check my.deck --edition all\n",
    deck_options, run_deck,
};

const cli_command cmd_deck_list = {
    "deck list", "", "Lists the built-in decks.",
    "broadside deck list\n",
    cards_options, run_list,
};

static const cli_option explain_options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {'e', "edition", "EDITION", "whose places to cite (default: the first of `broadside editions list`)"},
    {0, NULL, NULL, NULL},
};

const cli_command cmd_cards_explain = {
    "cards explain", "CARD...", "Says what each sentence of a card does, when, to whom, for how long, and by which rule.",
    "broadside cards explain \"Palmetto Log Fort\"\n"
    "broadside cards explain nathan-hale --edition guide\n",
    explain_options, run_explain,
};
