// Replays one by one, wherever they lie: in files, in folders.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "fs.h"
#include "str.h"

bool cli_items_open(cli_run *cli, cli_items *out)
{
    int count;
    const char **paths = cli_replay_paths(cli, &count);
    *out = (cli_items){0};
    if (paths == NULL) {
        return false;
    }
    out->item = BRS_NEW(&cli->arena, cli_item, (size_t)count + 1);
    out->count = count;
    for (int i = 0; i < count; i++) {
        out->item[i] = (cli_item){.name = paths[i]};
    }
    return true;
}

bool cli_item_read(const cli_item *item, brs_arena *arena, brs_replay *out, brs_str *bytes, brs_err *err)
{
    return cli_read_replay(item->name, arena, out, bytes, err);
}
