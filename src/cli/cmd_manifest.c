// broadside manifest: what is to be done in shards, for batch.
#include <stdio.h>
#include <string.h>

#include "broadside/archive.h"
#include "cli.h"
#include "cli_batch.h"
#include "fs.h"
#include "str.h"

typedef struct {
    cli_run *cli;
    const char *output;
    int64_t shards, games;  // games 0: there are inputs
    bool force;
    brs_buf text;
    int64_t found;          // games of the inputs so far
} manifest_run;

static const cli_option options[] = {
    {'N', "shards", "NUMBER", "how many parts the work has (default: 1); a part may well take minutes"},
    {'n', "games", "NUMBER", "the work is to play so many games with sim; no inputs then"},
    {'o', "output", "FILE", "write the manifest there (default: standard output)"},
    {'f', "force", NULL, "replace a file that exists"},
    {0, NULL, NULL, NULL},
};

static int read_options(cli_run *cli, manifest_run *m)
{
    const char *value;
    bool ok = true;
    int letter;
    while (ok && (letter = cli_next(cli, &value)) >= 0) {
        switch (letter) {
        case 'N': ok = cli_number(cli, "--shards", value, 1, CLI_MAX_SHARDS, &m->shards); break;
        case 'n': ok = cli_number(cli, "--games", value, 1, 100000000, &m->games); break;
        case 'o': m->output = value; break;
        case 'f': m->force = true; break;
        }
    }
    return ok ? letter : CLI_BAD;
}

// A file of one replay is one game, also one that is no good: what is wrong with it is the batch's to find. An
// archive must say how many games it has.
static bool count_games(brs_arena *scratch, const char *path, brs_str bytes, int64_t *games, brs_err *err)
{
    brs_archive archive;
    *games = 1;
    if (str_ends(str_of(path), str_of(".replays"))) {
        if (!brs_archive_open(bytes, scratch, &archive, err)) {
            return false;
        }
        *games = archive.count;
    }
    return true;
}

static bool add_input(manifest_run *m, const char *path, brs_arena *scratch, brs_err *err)
{
    brs_str bytes;
    int64_t games;
    char digest[CLI_DIGEST];
    brs_arena_reset(scratch);
    if (!fs_read(path, BRS_ARCHIVE_MAX_FILE, scratch, &bytes, err) || !count_games(scratch, path, bytes, &games, err)) {
        return brs_err_file(err, path), false;
    }
    cli_digest(bytes, digest);
    buf_puts(&m->text, m->found == 0 ? "\n{\"file\":\"" : ",\n{\"file\":\"");
    buf_json(&m->text, str_of(path));
    buf_putf(&m->text, "\",\"games\":%lld,\"sha256\":\"%s\"}", (long long)games, digest);
    m->found += games;
    return true;
}

static bool add_inputs(manifest_run *m)
{
    int count;
    brs_err err = BRS_ERR_NONE;
    brs_arena scratch;
    const char **path = cli_replay_paths(m->cli, true, &count);
    if (path == NULL) {
        return false;
    }
    brs_arena_init(&scratch, 0);
    buf_puts(&m->text, ",\"inputs\":[");
    for (int i = 0; i < count && err.code == BRS_OK; i++) {
        add_input(m, path[i], &scratch, &err);
    }
    buf_puts(&m->text, "]");
    brs_arena_release(&scratch);
    m->cli->failed = err.code == BRS_OK ? BRS_OK : cli_error(&err);
    return err.code == BRS_OK;
}

static int run(cli_run *cli)
{
    manifest_run m = {.cli = cli, .shards = 1, .output = "-"};
    brs_err err = BRS_ERR_NONE;
    int status;
    if (!cli_ready(read_options(cli, &m), &status)) {
        return status;
    }
    if ((m.games > 0) != (cli->operands == 0)) {
        return cli_misuse(cli, "name archives, replays or folders of them, or say with --games how many sim shall play");
    }
    buf_init(&m.text, &cli->arena, 4096);
    cli_json_begin(&m.text, cli);
    cli_json_number(&m.text, "shards", m.shards);
    if (m.games > 0) {
        cli_json_number(&m.text, "games", m.games);
    } else if (!add_inputs(&m)) {
        return cli->failed;
    }
    buf_puts(&m.text, "}\n");
    cli_write(m.output, buf_str(&m.text), m.force, &err);
    return cli_end(&err, m.output);
}

const cli_command cmd_manifest = {
    "manifest", "[ARCHIVE|REPLAY|FOLDER...]", "Lists what is to be done in shards, on one machine or on many.",
    "broadside manifest --shards 200 -o m.json archives/     their games in 200 parts of equal size\n"
    "broadside manifest --shards 50 --games 1000000          a million games for sim to play\n",
    options, run, CLI_WRITES,
};
