// broadside salvage: the replay of a game whose recording was cut short.
#include <stdio.h>
#include <string.h>

#include "broadside/journal.h"
#include "cli.h"
#include "fs.h"
#include "str.h"

static const cli_option options[] = {
    {'o', "output", "FILE", "write the replay there (default: only say what there is)"},
    {'f', "force", NULL, "replace the output if it exists"},
    {'J', "json", NULL, "one JSON object"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

static void tell(cli_run *cli, const brs_salvage *found, const brs_replay *replay, bool json)
{
    const char *const ends[] = {"finished", "conceded", "agreed", "unfinished"};
    if (json) {
        brs_buf line;
        buf_init(&line, &cli->arena, 256);
        cli_json_begin(&line, cli);
        cli_json_text(&line, "file", cli->operand[0]);
        cli_json_number(&line, "decisions", found->decisions);
        cli_json_text(&line, "end", ends[replay->end & 3]);
        cli_json_number(&line, "kept", (int64_t)found->kept);
        cli_json_number(&line, "lost", (int64_t)found->lost);
        cli_json_end(&line);
        return;
    }
    printf("%s: %lu decisions, %s\n", cli_tame(&cli->arena, cli->operand[0]), (unsigned long)found->decisions, ends[replay->end & 3]);
    if (found->lost > 0) {
        printf("%zu bytes after the last whole record are lost\n", found->lost);
    }
}

static int salvage(cli_run *cli, const cli_library *library, const char *output, bool force, bool json)
{
    enum { MAX_JOURNAL = 16 << 20 };
    brs_err err = BRS_ERR_NONE;
    brs_salvage *found = BRS_NEW(&cli->arena, brs_salvage, 1);
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 1);
    brs_str bytes;
    if (!fs_read(cli->operand[0], MAX_JOURNAL, &cli->arena, &bytes, &err) ||
        !brs_journal_read(bytes, &library->library, &cli->arena, found, &err) ||
        !brs_journal_replay(found, &cli->arena, replay, &err)) {
        return cli_end(&err, cli->operand[0]);
    }
    if (output == NULL || cli_write_replay(library, output, replay, force, &cli->arena, &err)) {
        tell(cli, found, replay, json);
    }
    if (err.code == BRS_OK) {
        err = found->mismatch;  // what came before it was saved all the same
    }
    return cli_end(&err, err.code == BRS_OK || err.file[0] != '\0' ? output : cli->operand[0]);
}

static int run(cli_run *cli)
{
    const char *output = NULL, *value;
    bool force = false, json = false;
    int letter, status;
    while ((letter = cli_next(cli, &value)) >= 0) {
        output = letter == 'o' ? value : output;
        force = force || letter == 'f';
        json = json || letter == 'J';
    }
    if (!cli_ready(letter, &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    const cli_library *library = cli_library_load(cli);
    return library == NULL ? cli->failed : salvage(cli, library, output, force, json);
}

const cli_command cmd_salvage = {
    "salvage", "JOURNAL", "Makes a replay of a journal that was cut short: all whole decisions, marked unfinished.",
    "broadside salvage game.journal                     what is there?\n"
    "broadside salvage game.journal -o game.replay\n",
    options, run, CLI_WRITES,
};
