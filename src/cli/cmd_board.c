// broadside board: the table at a place of a game as a picture.
#include "broadside/site.h"
#include "cli.h"
#include "str.h"

static const cli_option options[] = {
    {'a', "at", "PLACE", "t4 (a turn), t4.drain (a step of it), t4.e89 (an event), r2-t5 ...; default: the end of the game"},
    {'b', "before", NULL, "the table before that place, not after it"},
    {'V', "view", "WHO", "all, public, or a seat (A, B ...): only what they could know is drawn (default: all)"},
    {'m' | CLI_SETTING, "theme", "THEME", "auto, light or dark (default: auto, as the reader's screen is)"},
    {'l' | CLI_SETTING, "lang", "LANGUAGE", "its language: en, de, es, or a catalogue of your own, ./fr.words (default: en)"},
    {'A' | CLI_SETTING, "anonymous", NULL, "players are A and B, no names"},
    {'T', "templates", "FOLDER", "its board.css, board-light.css and board-dark.css replace the built-in ones"},
    {'o', "output", "FILE", "the picture (default: standard output)"},
    {'f', "force", NULL, "replace a file that exists"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef struct {
    brs_board_options board;
    brs_replay replay;
    brs_setup setup;
    const char *output;
    bool force, anonymous;
} board_run;

static int read_options(cli_run *cli, board_run *b)
{
    const char *value;
    int letter;
    while ((letter = cli_next(cli, &value)) >= 0) {
        switch (letter) {
        case 'a': b->board.at = value; break;
        case 'b': b->board.before = true; break;
        case 'V': b->board.view = value; break;
        case 'm': b->board.theme = value; break;
        case 'l': b->board.language = value; break;
        case 'A': b->anonymous = true; break;
        case 'T': b->board.templates = value; break;
        case 'o': b->output = value; break;
        case 'f': b->force = true; break;
        default: break;
        }
    }
    return letter;
}

static bool load(cli_run *cli, board_run *b, brs_err *err)
{
    cli_items items;
    const cli_library *library = cli_library_load(cli);
    if (library == NULL || !cli_items_open(cli, library, &items)) {
        return false;
    }
    if (items.count != 1) {
        cli->failed = cli_misuse(cli, "it shows one game, and %s has %d", cli->operand[0], items.count);
        return false;
    }
    if (!cli_item_read(&items.item[0], &cli->arena, &b->replay, NULL, err) ||
        (b->replay.hidden == 0 && !brs_replay_setup(&b->replay, &library->library, &cli->arena, &b->setup, err))) {
        return false;
    }
    for (int seat = 0; b->anonymous && seat < BRS_MAX_SEATS; seat++) {
        b->setup.name[seat] = NULL;
    }
    b->board.library = &library->library;
    b->board.replay = &b->replay;
    b->board.setup = &b->setup;
    return true;
}

static int run(cli_run *cli)
{
    board_run *b = BRS_NEW(&cli->arena, board_run, 1);
    brs_err err = BRS_ERR_NONE;
    brs_str picture;
    int status;
    if (!cli_ready(read_options(cli, b), &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    if (!load(cli, b, &err) || !brs_site_board(&b->board, &cli->arena, &picture, &err)) {
        return err.code == BRS_OK ? cli->failed : cli_end(&err, cli->operand[0]);
    }
    cli_write(b->output != NULL ? b->output : "-", picture, b->force, &err);
    return cli_end(&err, b->output);
}

const cli_command cmd_board = {
    "board", "REPLAY|TRANSCRIPT", "Draws the table of a game, before or after any event, as an SVG that needs nothing beside it.",
    "broadside board game.replay -o end.svg                          the table at the end\n"
    "broadside board game.replay --at t4 --before -o start.svg       as turn 4 begins\n"
    "broadside board game.replay --at t4.drain --theme dark -o drain.svg\n",
    options, run, CLI_WRITES,
};
