// broadside repack: the same replays, as the newest coder writes them; nothing else changes.
#include <stdio.h>
#include <string.h>

#include "broadside/replay_tools.h"
#include "cli.h"
#include "fs.h"
#include "str.h"

static const cli_option options[] = {
    {'o', "output", "FILE", "write the one replay there"},
    {'f', "force", NULL, "replace the output; without -o, replace each replay by its new form"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

// What cannot be played keeps its choices as they are, and all keys that are not known here.
static bool repack(cli_run *cli, const cli_library *library, const char *path, const char *output, bool force,
                   brs_err *err)
{
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 2), *made = replay + 1;
    brs_setup *setup = BRS_NEW(&cli->arena, brs_setup, 1);
    brs_str before, after;
    if (!cli_read_replay(output != NULL ? library : NULL, path, &cli->arena, replay, &before, err)) {
        return false;
    }
    *made = *replay;
    bool plays = replay->hidden == 0 && !replay->critical;
    if (plays && (!brs_replay_setup(replay, &library->library, &cli->arena, setup, err) ||
                  !brs_replay_recode(replay, setup, BRS_CODER_MODEL, 0, &cli->arena, made, err))) {
        return false;
    }
    if (!brs_replay_encode(made, &cli->arena, &after, err)) {
        return false;
    }
    bool same = output == NULL && str_equal(before, after);
    if (!same && !cli_write_replay(library, output != NULL ? output : path, made, force, &cli->arena, err)) {
        return false;
    }
    fprintf(stderr, "%s: %zu bytes, were %zu\n", cli_tame(&cli->arena, path), after.len, before.len);
    return true;
}

static int run(cli_run *cli)
{
    const char *output = NULL, *value;
    bool force = false;
    int letter, status, count;
    while ((letter = cli_next(cli, &value)) >= 0) {
        output = letter == 'o' ? value : output;
        force = force || letter == 'f';
    }
    if (!cli_ready(letter, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which replays? Name files or folders");
    }
    if (output == NULL && !force) {
        return cli_misuse(cli, "say -o FILE, or --force to replace the replays");
    }
    const cli_library *library = cli_library_load(cli);
    const char **paths = cli_replay_paths(cli, false, &count);
    if (library == NULL || paths == NULL) {
        return cli->failed;
    }
    if (output != NULL && count != 1) {
        return cli_misuse(cli, "-o takes one replay");
    }
    cli_failures *failures = cli_failures_begin(cli);
    for (int i = 0; i < count; i++) {
        brs_err err = BRS_ERR_NONE;
        if (!repack(cli, library, paths[i], output, force, &err)) {
            brs_err_file(&err, paths[i]);
            cli_fail_later(failures, &err);
        }
    }
    return cli_failures_end(failures, "replays", count, false);
}

const cli_command cmd_repack = {
    "repack", "REPLAY|FOLDER...", "Writes replays anew with the newest coder; the games stay the same.",
    "broadside repack game.replay -o small.replay\n"
    "broadside repack --force games                replace all replays of a folder\n",
    options, run, CLI_WRITES,
};
