// Replays one by one, wherever they lie: in files, in archives, in transcripts, in folders of all of them.
#include <stdio.h>
#include <string.h>

#include "broadside/archive.h"
#include "broadside/site.h"
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

// ---- games of archives ------------------------------------------------------------------------------------------------

// "all.replays#3f0c" names the games of all.replays whose ids begin so. Sets *id and returns the archive's path; NULL: this
// is the name of a file, there or not.
static const char *archive_of(const char *name, brs_arena *arena, const char **id)
{
    const char *mark = strrchr(name, '#');
    if (mark == NULL || fs_exists(name)) {
        return NULL;
    }
    const char *path = brs_arena_string(arena, (brs_str){name, (size_t)(mark - name)});
    *id = mark + 1;
    return fs_exists(path) && !fs_is_folder(path) ? path : NULL;
}

static void put_id(const brs_archived *game, char out[2 * BRS_ARCHIVE_ID + 1])
{
    for (int i = 0; i < BRS_ARCHIVE_ID; i++) {
        snprintf(out + 2 * i, 3, "%02x", game->id[i]);
    }
}

static bool open_archive(const char *path, brs_arena *arena, brs_archive *out, brs_err *err)
{
    brs_str bytes;
    return (fs_read(path, BRS_ARCHIVE_MAX_FILE, arena, &bytes, err) && brs_archive_open(bytes, arena, out, err)) ||
           (brs_err_file(err, path), false);
}

static bool no_such_game(const char *path, const char *id, brs_err *err)
{
    if (id[0] == '\0') {
        brs_fail(err, BRS_USAGE, "which game of the archive? Its id, or the beginning of it, goes behind the #");
    } else {
        brs_fail(err, BRS_USAGE, "the archive has no game \"%s\"", id);
    }
    brs_help(err, "broadside archive list tells the ids of its games; their beginnings will do");
    return brs_err_file(err, path), false;
}

// id: only games whose ids begin so; "": all.
static bool list_games(cli_run *cli, const cli_archive *a, const char *path, const char *id, cli_items *items)
{
    const int before = items->count;
    for (int i = 0; i < a->archive.count; i++) {
        char hex[2 * BRS_ARCHIVE_ID + 1];
        brs_buf name;
        put_id(&a->archive.game[i], hex);
        if (!str_begins(str_of(hex), str_of(id))) {
            continue;
        }
        buf_init(&name, &cli->arena, strlen(path) + sizeof hex + 1);
        buf_putf(&name, "%s#%s", path, hex);
        cli_inside *inside = BRS_NEW(&cli->arena, cli_inside, 1);
        *inside = (cli_inside){.archive = a, .game = i};
        items->item[items->count++] = (cli_item){brs_arena_string(&cli->arena, buf_str(&name)), inside};
    }
    return items->count > before || id[0] == '\0';
}

static bool add_archive(cli_run *cli, const cli_library *library, const char *path, const char *id, cli_items *items, int *cap)
{
    cli_archive *a = BRS_NEW(&cli->arena, cli_archive, 1);
    brs_err err = BRS_ERR_NONE;
    a->library = library;
    if (!open_archive(path, &cli->arena, &a->archive, &err)) {
        cli->failed = cli_error(&err);
        return false;
    }
    make_room(cli, items, a->archive.count, cap);
    if (!list_games(cli, a, path, id, items)) {
        no_such_game(path, id, &err);
        cli->failed = cli_error(&err);
        return false;
    }
    return true;
}

// The one game of an archive whose id begins so.
static bool read_game(const cli_library *library, const char *path, const char *id, brs_arena *arena, brs_replay *out,
                      brs_str *bytes, brs_err *err)
{
    brs_archive archive;
    int found = -1, count = 0;
    if (!open_archive(path, arena, &archive, err)) {
        return false;
    }
    for (int i = 0; i < archive.count; i++) {
        char hex[2 * BRS_ARCHIVE_ID + 1];
        put_id(&archive.game[i], hex);
        if (id[0] != '\0' && str_begins(str_of(hex), str_of(id))) {
            found = i;
            count++;
        }
    }
    if (count == 0) {
        return no_such_game(path, id, err);
    }
    if (count > 1) {
        brs_fail(err, BRS_USAGE, "the ids of %d games of the archive begin with \"%s\"", count, id);
        brs_help(err, "write more of the id; broadside archive list tells all of them");
        return brs_err_file(err, path), false;
    }
    return (brs_archive_get(&archive, found, &library->library, arena, out, err) &&
            (bytes == NULL || brs_replay_encode(out, arena, bytes, err))) ||
           (brs_err_file(err, path), false);
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
    cli_inside *inside = BRS_NEW(&cli->arena, cli_inside, 1);
    *inside = (cli_inside){.compiled = bytes};
    make_room(cli, items, 1, cap);
    items->item[items->count++] = (cli_item){path, inside};
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
        const char *id, *archive = archive_of(paths[i], &cli->arena, &id);
        if (archive != NULL) {
            ok = add_archive(cli, library, archive, id, out, &cap);
        } else if (str_ends(str_of(paths[i]), str_of(".replays"))) {
            ok = add_archive(cli, library, paths[i], "", out, &cap);
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

// ---- one by one -----------------------------------------------------------------------------------------------------

enum { MAX_PAGE = 64 << 20 };

bool cli_read_replay(const cli_library *library, const char *path, brs_arena *arena, brs_replay *out, brs_str *bytes, brs_err *err)
{
    brs_str content;
    const char *id, *archive = archive_of(path, arena, &id);
    if (archive != NULL && library != NULL) {
        return read_game(library, archive, id, arena, out, bytes, err);
    }
    if (archive != NULL) {
        brs_fail(err, BRS_USAGE, "a game is not changed inside its archive; say with -o where to write it");
        return brs_err_file(err, path), false;
    }
    if (str_ends(str_of(path), str_of(".replays"))) {
        brs_fail(err, BRS_NOT_CANONICAL, "this is an archive: name one of its games, as archive.replays#ID");
        brs_help(err, "broadside archive list tells the ids, and archive extract takes games out");
        return brs_err_file(err, path), false;
    }
    const bool page = str_ends(str_of(path), str_of(".html"));
    const bool ok = fs_read(path, page ? MAX_PAGE : BRS_REPLAY_MAX_FILE, arena, &content, err) &&
                    (!page || !brs_site_is_page(content) || brs_site_replay_of_page(content, arena, &content, err)) &&
                    brs_replay_decode(content, arena, out, err);
    if (ok && bytes != NULL) {
        *bytes = content;
    }
    return ok || (brs_err_file(err, path), false);
}

bool cli_item_read(const cli_item *item, brs_arena *arena, brs_replay *out, brs_str *bytes, brs_err *err)
{
    const cli_inside *inside = item->inside;
    if (inside == NULL) {
        return cli_read_replay(NULL, item->name, arena, out, bytes, err);
    }
    if (inside->archive == NULL) {
        if (bytes != NULL) {
            *bytes = inside->compiled;
        }
        return brs_replay_decode(inside->compiled, arena, out, err) || (brs_err_file(err, item->name), false);
    }
    const bool ok = brs_archive_get(&inside->archive->archive, inside->game, &inside->archive->library->library, arena, out, err) &&
                    (bytes == NULL || brs_replay_encode(out, arena, bytes, err));
    return ok || (brs_err_file(err, item->name), false);
}
