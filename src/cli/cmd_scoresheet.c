// broadside scoresheet: a form to print and to fill in at the table.
#include <stdio.h>

#include "broadside/site.h"
#include "cli.h"
#include "str.h"

static const cli_option options[] = {
    {'g' | CLI_SETTING, "game", "GAME", "which game (default: rnr)"},
    {'e' | CLI_SETTING, "edition", "EDITION", "under which rules (default: the first of `editions list`)"},
    {'d', "deck", "DECK", "built-in name or file; first for A, again for B: the back lists how their cards are abbreviated"},
    {'N', "name", "NAME", "a player's name; first A, again B ..."},
    {'p', "players", "NUMBER", "how many players (default: the fewest that the game is for)"},
    {'T' | CLI_SETTING, "title", "TITLE", "what stands on top (default: Scoresheet)"},
    {'t', "templates", "FOLDER", "its pages/scoresheet.html replaces the built-in one"},
    {'o', "output", "FILE", "the page (default: standard output)"},
    {'f', "force", NULL, "replace a file that exists"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef struct {
    const char *game, *edition, *deck[2], *name[BRS_MAX_SEATS], *output;
    int decks, names;
    int64_t players;
    bool force;
    brs_sheet_options sheet;
} sheet_run;

static int read_options(cli_run *cli, sheet_run *s)
{
    const char *value;
    int letter;
    bool ok = true;
    while (ok && (letter = cli_next(cli, &value)) >= 0) {
        switch (letter) {
        case 'g': s->game = value; break;
        case 'e': s->edition = value; break;
        case 'd': ok = s->decks < 2 || (cli_misuse(cli, "there are two decks"), false); s->deck[ok ? s->decks++ : 0] = value; break;
        case 'N': ok = s->names < BRS_MAX_SEATS || (cli_misuse(cli, "there are at most %d players", BRS_MAX_SEATS), false);
            s->name[ok ? s->names++ : 0] = value;
            break;
        case 'p': ok = cli_number(cli, "--players", value, 1, BRS_MAX_SEATS, &s->players); break;
        case 'T': s->sheet.title = value; break;
        case 't': s->sheet.templates = value; break;
        case 'o': s->output = value; break;
        case 'f': s->force = true; break;
        default: break;
        }
    }
    return ok ? letter : CLI_BAD;
}

static bool set_up(cli_run *cli, const sheet_run *s, const cli_game *game, brs_setup *out)
{
    const brs_edition *edition = s->edition != NULL ? cli_find_edition(cli, game, s->edition) : game->editions.edition[0];
    if (edition == NULL) {
        return false;
    }
    cli_setup(game, edition, out);
    out->deck[0].count = out->deck[1].count = 0;
    for (int i = 0; i < s->decks; i++) {
        cli_deck deck;
        if (cli_find_deck(cli, game, s->deck[i], &deck) != BRS_OK) {
            return false;
        }
        if (i > 0 && deck.set != out->cards) {
            cli_misuse(cli, "the two decks are of different card sets");
            return false;
        }
        out->deck[i] = deck.deck;
        out->cards = deck.set;
    }
    const int64_t seats = s->players > 0 ? s->players : s->names > out->seats ? s->names : out->seats;
    if (seats < game->game->min_seats || seats > game->game->max_seats || seats < s->names) {
        cli_misuse(cli, "%s is for %d to %d players", game->game->title, game->game->min_seats, game->game->max_seats);
        return false;
    }
    out->seats = (int)seats;
    for (int i = 0; i < s->names; i++) {
        out->name[i] = s->name[i];
    }
    return true;
}

static int run(cli_run *cli)
{
    sheet_run s = {0};
    brs_setup setup;
    brs_err err = BRS_ERR_NONE;
    brs_str page;
    int status;
    if (!cli_ready(read_options(cli, &s), &status)) {
        return status;
    }
    if (cli->operands > 0) {
        return cli_misuse(cli, "it takes no file; -o names the page");
    }
    const cli_library *library = cli_library_load(cli);
    if (library == NULL) {
        return cli->failed;
    }
    const cli_game *game = cli_find_game(cli, library, s.game);
    if (game == NULL || !set_up(cli, &s, game, &setup)) {
        return BRS_USAGE;
    }
    s.sheet.setup = &setup;
    if (brs_site_scoresheet(&s.sheet, &cli->arena, &page, &err)) {
        cli_write(s.output != NULL ? s.output : "-", page, s.force, &err);
    }
    return cli_end(&err, s.output);
}

const cli_command cmd_scoresheet = {
    "scoresheet", "", "Makes a form to print, on A4 or Letter: what is noted at the table is typed in with write.",
    "broadside scoresheet -o sheet.html                 open it in a browser and print it\n"
    "broadside scoresheet --deck paper-and-ink --deck hearth-and-field --title \"Tuesday club\" -o tuesday.html\n"
    "broadside scoresheet --game revolution --players 5 -o evening.html\n",
    options, run, CLI_WRITES,
};
