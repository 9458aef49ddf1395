// Where commands that make one file of another write it: a path, or "-" for standard output.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "fs.h"
#include "str.h"

bool cli_write(const char *path, brs_str bytes, bool replace, brs_err *err)
{
    if (strcmp(path, "-") == 0) {
        fwrite(bytes.ptr, 1, bytes.len, stdout);
        return true;
    }
    return fs_write(path, bytes, replace, err);
}

// What cannot be played (a view, an unknown critical key) is only encoded and read back.
bool cli_write_replay(const cli_library *library, const char *path, const brs_replay *replay, bool replace,
                      brs_arena *scratch, brs_err *err)
{
    bool plays = replay->hidden == 0 && replay->critical < 0;
    brs_str bytes;
    if (plays && strcmp(path, "-") != 0) {
        return brs_replay_write(path, replay, &library->library, replace, scratch, err);
    }
    return brs_replay_encode(replay, scratch, &bytes, err) && cli_write(path, bytes, replace, err);
}

int cli_end(brs_err *err, const char *file)
{
    if (err->code == BRS_OK) {
        return BRS_OK;
    }
    brs_err_file(err, file);
    fflush(stdout);
    return cli_error(err);
}

int cli_one_file(cli_run *cli)
{
    return cli->operands == 1 ? BRS_OK
                              : cli_misuse(cli, cli->operands == 0 ? "which file?" : "one file at a time");
}
