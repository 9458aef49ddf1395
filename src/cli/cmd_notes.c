// broadside notes: do the notes on a game still say what happened, and where do they belong?
#include <stdio.h>

#include "broadside/site.h"
#include "cli.h"
#include "fs.h"
#include "str.h"

static const cli_option check_options[] = {
    {'q', "quiet", NULL, "no summary"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

static const cli_option move_options[] = {
    {'w', "write", NULL, "change the file; without it the offers are only told"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef struct {
    brs_replay replay;
    brs_setup setup;
    brs_notes_plan plan;
    cli_tally tally;
    bool write, quiet;
} notes_run;

static void on_offer(void *ctx, const brs_err *err, bool found)
{
    (void)ctx;
    if (found) {
        printf("%s:%d: %s\n", err->file, err->line, err->msg);
    } else {
        cli_error(err);
    }
}

static bool load(cli_run *cli, notes_run *n, brs_err *err)
{
    const cli_library *library = cli_library_load(cli);
    n->plan.file = cli->operand[1];
    n->plan.replay = &n->replay;
    n->plan.setup = &n->setup;
    return library != NULL && cli_read_replay(library, cli->operand[0], &cli->arena, &n->replay, NULL, err) &&
           brs_replay_setup(&n->replay, &library->library, &cli->arena, &n->setup, err) &&
           fs_read(cli->operand[1], 1 << 20, &cli->arena, &n->plan.text, err);
}

static int check(cli_run *cli, notes_run *n, brs_err *err)
{
    int count = 0;
    n->plan.mistakes = cli_reporter(&n->tally);
    bool ok = brs_notes_read(&n->plan, &cli->arena, NULL, &count, err);
    if (err->code != BRS_OK) {
        return cli_end(err, cli->operand[0]);
    }
    if (ok && !n->quiet) {
        printf("%d note%s hold%s\n", count, count == 1 ? "" : "s", count == 1 ? "s" : "");
    }
    return ok ? BRS_OK : BRS_TEXT;
}

static int move(cli_run *cli, notes_run *n, brs_err *err)
{
    int count = 0;
    brs_str moved;
    n->plan.offers = (brs_report){on_offer, NULL};
    if (brs_notes_read(&n->plan, &cli->arena, &moved, &count, err) && n->write && count > 0) {
        fs_write(cli->operand[1], moved, true, err);
    }
    if (err->code == BRS_OK) {
        printf("%d note%s %s\n", count, count == 1 ? "" : "s",
               n->write ? "moved" : count == 1 ? "would move; --write does it" : "would move; --write does it");
    }
    return cli_end(err, cli->operand[0]);
}

static int run(cli_run *cli)
{
    notes_run *n = BRS_NEW(&cli->arena, notes_run, 1);
    brs_err err = BRS_ERR_NONE;
    const char *value;
    int letter, status;
    while ((letter = cli_next(cli, &value)) >= 0) {
        n->write = n->write || letter == 'w';
        n->quiet = n->quiet || letter == 'q';
    }
    if (!cli_ready(letter, &status)) {
        return status;
    }
    if (cli->operands != 2) {
        return cli_misuse(cli, "it takes a replay and a file of notes");
    }
    if (!load(cli, n, &err)) {
        return cli->failed != BRS_OK ? cli->failed : cli_end(&err, cli->operand[0]);
    }
    return (cli->command == &cmd_notes_move ? move : check)(cli, n, &err);
}

const cli_command cmd_notes_check = {
    "notes check", "REPLAY NOTES", "Reads notes on a game: every place must exist, every quote must be what happened.",
    "broadside notes check game.replay game.notes.md\n", check_options, run, CLI_READS,
};

const cli_command cmd_notes_move = {
    "notes move", "REPLAY NOTES", "Finds for each quote that is not true where it stands the event that says it.",
    "broadside notes move game.replay game.notes.md\n"
    "broadside notes move game.replay game.notes.md --write\n",
    move_options, run, CLI_WRITES,
};
