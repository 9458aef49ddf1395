// broadside deck check, deck list, deck show: what a deck is, and whether it is legal.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "str.h"

static const cli_option check_options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {'e' | CLI_SETTING, "edition", "EDITION", "under which rules, or `all` (default: what the deck says, else the first of `editions list`)"},
    {'q', "quiet", NULL, "no line for what is right"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

static const cli_option show_options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

static const cli_option list_options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    cli_run *cli;
    const char *edition;
    bool quiet;
    const cli_game *game;
} deck_run;

// Reads the options and finds the game; true when the command should go on, else *status is set.
static bool begin(cli_run *cli, deck_run *d, int *status)
{
    const char *value, *game = NULL;
    int letter;
    *d = (deck_run){.cli = cli};
    while ((letter = cli_next(cli, &value)) >= 0) {
        game = letter == 'g' ? value : game;
        d->edition = letter == 'e' ? value : d->edition;
        d->quiet = d->quiet || letter == 'q';
    }
    if (!cli_ready(letter, status)) {
        return false;
    }
    const cli_library *library = cli_library_load(cli);
    *status = library == NULL ? cli->failed : BRS_USAGE;
    d->game = library == NULL ? NULL : cli_find_game(cli, library, game);
    return d->game != NULL;
}

// ---- deck check ------------------------------------------------------------------------------------------

// The reasons are told below the line that says what they are against.
typedef struct {
    brs_err *err;
    int count, cap;
    brs_arena *arena;
} reasons;

static void keep_reason(void *ctx, const brs_err *err, bool warning)
{
    reasons *list = ctx;
    (void)warning;
    if (list->count == list->cap) {
        int cap = list->cap == 0 ? 16 : 2 * list->cap;
        brs_err *more = BRS_NEW(list->arena, brs_err, (size_t)cap);
        for (int i = 0; i < list->count; i++) {
            more[i] = list->err[i];
        }
        list->err = more;
        list->cap = cap;
    }
    list->err[list->count++] = *err;
}

static int check_deck(const deck_run *d, const cli_deck *deck, const brs_edition *edition, const char *name)
{
    reasons why = {.arena = &d->cli->arena};
    const char *shown = cli_tame(&d->cli->arena, name);
    const bool legal = d->game->game->check_deck(edition, &edition->options, deck->set, &deck->deck,
                                                 (brs_report){keep_reason, &why});
    if (legal && !d->quiet) {
        printf("%s: \"%s\", %d cards of %s, legal under %s\n", shown, deck->deck.name, deck->deck.count, deck->set->id,
               edition->id);
    }
    if (legal) {
        return BRS_OK;
    }
    fflush(stdout);
    fprintf(stderr, "%s: \"%s\", %d cards of %s, not legal under %s: %d reason%s\n", shown, deck->deck.name,
            deck->deck.count, deck->set->id, edition->id, why.count, why.count == 1 ? "" : "s");
    for (int i = 0; i < why.count; i++) {
        brs_err_file(&why.err[i], name);
        cli_error(&why.err[i]);
    }
    return why.count > 0 ? (int)why.err[0].code : BRS_ILLEGAL;
}

static int check_under_all(const deck_run *d, const cli_deck *deck, const char *name)
{
    int status = BRS_OK;
    for (int i = 0; i < d->game->editions.count; i++) {
        int one = check_deck(d, deck, d->game->editions.edition[i], name);
        status = status == BRS_OK ? one : status;
    }
    return status;
}

static int check_one(const deck_run *d, const char *name)
{
    cli_deck deck;
    int status = (int)cli_find_deck(d->cli, d->game, name, &deck);
    if (status != BRS_OK) {
        return status;
    }
    if (d->edition != NULL && strcmp(d->edition, "all") == 0) {
        return check_under_all(d, &deck, name);
    }
    const brs_edition *edition = d->edition == NULL && deck.edition != NULL
                                     ? deck.edition
                                     : cli_find_edition(d->cli, d->game, d->edition);
    return edition == NULL ? BRS_USAGE : check_deck(d, &deck, edition, name);
}

static int run_check(cli_run *cli)
{
    deck_run d;
    int status;
    if (!begin(cli, &d, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which deck file, or which built-in deck?");
    }
    status = BRS_OK;
    for (int i = 0; i < cli->operands; i++) {
        int one = check_one(&d, cli->operand[i]);
        status = status == BRS_OK ? one : status;
    }
    return status;
}

// ---- deck list, deck show ----------------------------------------------------------------------------------

static int run_list(cli_run *cli)
{
    deck_run d;
    int status;
    if (!begin(cli, &d, &status)) {
        return status;
    }
    for (int i = 0; i < d.game->deck_count; i++) {
        const brs_deck *deck = &d.game->deck[i];
        printf("%-24s %d cards of %s, for %s: %s\n", d.game->deck_slug[i], deck->count, d.game->deck_set[i]->id,
               d.game->deck_edition[i] != NULL ? d.game->deck_edition[i]->id : "no edition", deck->name);
    }
    return BRS_OK;
}

static int run_show(cli_run *cli)
{
    enum { MOST = 64 * 1024 };
    deck_run d;
    int status;
    if (!begin(cli, &d, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which deck file, or which built-in deck?");
    }
    char *text = BRS_NEW(&cli->arena, char, MOST);
    for (int i = 0; i < cli->operands; i++) {
        cli_deck deck;
        status = (int)cli_find_deck(cli, d.game, cli->operand[i], &deck);
        if (status != BRS_OK) {
            return status;
        }
        d.game->game->write_deck(deck.set, &deck.deck, deck.edition != NULL ? deck.edition->id : NULL, text, MOST);
        printf("%s%s", i > 0 ? "\n" : "", text);
    }
    return BRS_OK;
}

const cli_command cmd_deck_check = {
    "deck check", "FILE|DECK...", "Says whether a deck is legal under an edition, and every rule that it breaks.",
    "broadside deck check my.deck                 under the edition that its line \"Edition\" names\n"
    "broadside deck check my.deck --edition all\n"
    "broadside deck check my.deck --cards my.cards.md\n",
    check_options, run_check, CLI_READS,
};

const cli_command cmd_deck_list = {
    "deck list", "", "Lists the built-in decks.",
    "broadside deck list\n",
    list_options, run_list, CLI_READS,
};

const cli_command cmd_deck_show = {
    "deck show", "FILE|DECK...", "Prints a deck as a deck file, its cards by type and name.",
    "broadside deck show paper-and-ink > my.deck     to begin a deck of your own\n",
    show_options, run_show, CLI_READS,
};
