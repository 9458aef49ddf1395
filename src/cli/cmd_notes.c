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
    n->plan.replay = &n->replay;
    n->plan.setup = &n->setup;
    return library != NULL && cli_read_replay(library, cli->operand[0], &cli->arena, &n->replay, NULL, err) &&
           brs_replay_setup(&n->replay, &library->library, &cli->arena, &n->setup, err);
}

static bool open_file(cli_run *cli, notes_run *n, int at, brs_err *err)
{
    n->plan.file = cli->operand[at];
    return fs_read(cli->operand[at], 1 << 20, &cli->arena, &n->plan.text, err);
}

static int check(cli_run *cli, notes_run *n, brs_err *err)
{
    int sum = 0;
    bool ok = true;
    n->plan.mistakes = cli_reporter(&n->tally);
    for (int i = 1; i < cli->operands; i++) {
        int count = 0;
        if (!open_file(cli, n, i, err)) {
            return cli_end(err, cli->operand[i]);
        }
        ok = brs_notes_read(&n->plan, &cli->arena, NULL, &count, err) && ok;
        if (err->code != BRS_OK) {
            return cli_end(err, cli->operand[0]);
        }
        sum += count;
    }
    if (ok && !n->quiet) {
        printf("%d note%s hold%s\n", sum, sum == 1 ? "" : "s", sum == 1 ? "s" : "");
    }
    return ok ? BRS_OK : BRS_TEXT;
}

static int move(cli_run *cli, notes_run *n, brs_err *err)
{
    int count = 0;
    n->plan.offers = (brs_report){on_offer, NULL};
    for (int i = 1; i < cli->operands && err->code == BRS_OK; i++) {
        brs_str moved;
        int here = 0;
        if (!open_file(cli, n, i, err)) {
            return cli_end(err, cli->operand[i]);
        }
        if (brs_notes_read(&n->plan, &cli->arena, &moved, &here, err) && n->write && here > 0) {
            fs_write(cli->operand[i], moved, true, err);
        }
        count += here;
    }
    if (err->code == BRS_OK) {
        printf("%d note%s %s\n", count, count == 1 ? "" : "s",
               n->write ? "moved" : "would move; --write does it");
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
    if (cli->operands < 2) {
        return cli_misuse(cli, "it takes a replay and files of notes: game.replay game.notes.md game.zoe.notes.md");
    }
    if (!load(cli, n, &err)) {
        return cli->failed != BRS_OK ? cli->failed : cli_end(&err, cli->operand[0]);
    }
    return (cli->command == &cmd_notes_move ? move : check)(cli, n, &err);
}

const cli_command cmd_notes_check = {
    "notes check", "REPLAY NOTES...", "Reads notes on a game: every place must exist, every quote must be what happened.",
    "broadside notes check game.replay game.notes.md\n"
    "broadside notes check game.replay game.*notes.md     of several authors\n",
    check_options, run, CLI_READS,
};

const cli_command cmd_notes_move = {
    "notes move", "REPLAY NOTES...", "Finds for each quote that is not true where it stands the event that says it.",
    "broadside notes move game.replay game.notes.md\n"
    "broadside notes move game.replay game.notes.md --write\n",
    move_options, run, CLI_WRITES,
};
