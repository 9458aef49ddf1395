// Replays one by one, wherever they lie: in files, in archives, in transcripts, in folders of all of them.
#include <stdio.h>
#include <string.h>

#include "broadside/archive.h"
#include "cli.h"
#include "fs.h"
#include "str.h"

struct cli_archive {
    brs_archive archive;
    const cli_library *library;
};

// Room for more items.
static void make_room(cli_run *cli, cli_items *items, int more, int *cap)
{
    if (items->count + more <= *cap) {
        return;
    }
    *cap = 2 * (items->count + more);
    cli_item *grown = BRS_NEW(&cli->arena, cli_item, (size_t)*cap);
    if (items->count > 0) {
        memcpy(grown, items->item, (size_t)items->count * sizeof *grown);
    }
    items->item = grown;
}

static bool add_archive(cli_run *cli, const cli_library *library, const char *path, cli_items *items, int *cap)
{
    cli_archive *a = BRS_NEW(&cli->arena, cli_archive, 1);
    brs_err err = BRS_ERR_NONE;
    brs_str bytes;
    a->library = library;
    if (!fs_read(path, BRS_ARCHIVE_MAX_FILE, &cli->arena, &bytes, &err) ||
        !brs_archive_open(bytes, &cli->arena, &a->archive, &err)) {
        brs_err_file(&err, path);
        cli->failed = cli_error(&err);
        return false;
    }
    make_room(cli, items, a->archive.count, cap);
    for (int i = 0; i < a->archive.count; i++) {
        brs_buf name;
        buf_init(&name, &cli->arena, strlen(path) + 2 * BRS_ARCHIVE_ID + 2);
        buf_putf(&name, "%s#", path);
        for (int k = 0; k < BRS_ARCHIVE_ID; k++) {
            buf_putf(&name, "%02x", a->archive.game[i].id[k]);
        }
        items->item[items->count++] = (cli_item){.name = brs_arena_string(&cli->arena, buf_str(&name)), .archive = a, .game = i};
    }
    return true;
}

// A shard of a batch does some of the games only.
static void keep_part(const cli_run *cli, cli_items *items)
{
    if (cli->part.on) {
        const int64_t count = items->count - cli->part.first;
        items->item += cli->part.first;
        items->count = (int)(count < cli->part.count ? count : cli->part.count);
    }
}

// A transcript is compiled here, where its mistakes are told; what reads it later gets a replay.
static bool add_transcript(cli_run *cli, const cli_library *library, const char *path, cli_items *items, int *cap)
{
    cli_teller teller = {.cli = cli, .form = CLI_TELL_PEOPLE};
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 1);
    brs_err err = BRS_ERR_NONE;
    brs_str bytes;
    if (!cli_read_transcript(&teller, library, path, replay)) {
        cli->failed = (int)teller.first;
        return false;
    }
    if (!brs_replay_encode(replay, &cli->arena, &bytes, &err)) {
        brs_err_file(&err, path);
        cli->failed = cli_error(&err);
        return false;
    }
    make_room(cli, items, 1, cap);
    items->item[items->count++] = (cli_item){.name = path, .compiled = bytes};
    return true;
}

bool cli_items_open(cli_run *cli, const cli_library *library, cli_items *out)
{
    int count, cap = 0;
    const char **paths = cli_replay_paths(cli, true, &count);
    *out = (cli_items){0};
    if (paths == NULL) {
        return false;
    }
    make_room(cli, out, count + 1, &cap);
    for (int i = 0; i < count; i++) {
        bool ok = true;
        if (str_ends(str_of(paths[i]), str_of(".replays"))) {
            ok = add_archive(cli, library, paths[i], out, &cap);
        } else if (str_ends(str_of(paths[i]), str_of(".transcript"))) {
            ok = add_transcript(cli, library, paths[i], out, &cap);
        } else {
            make_room(cli, out, 1, &cap);
            out->item[out->count++] = (cli_item){.name = paths[i]};
        }
        if (!ok) {
            return false;
        }
    }
    keep_part(cli, out);
    return true;
}

bool cli_item_read(const cli_item *item, brs_arena *arena, brs_replay *out, brs_str *bytes, brs_err *err)
{
    if (item->compiled.len > 0) {
        if (bytes != NULL) {
            *bytes = item->compiled;
        }
        return brs_replay_decode(item->compiled, arena, out, err) || (brs_err_file(err, item->name), false);
    }
    if (item->archive == NULL) {
        return cli_read_replay(item->name, arena, out, bytes, err);
    }
    const bool ok = brs_archive_get(&item->archive->archive, item->game, &item->archive->library->library, arena, out, err) &&
                    (bytes == NULL || brs_replay_encode(out, arena, bytes, err));
    return ok || (brs_err_file(err, item->name), false);
}
