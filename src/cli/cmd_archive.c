// broadside archive: many games in one file. add, list, extract, reindex.
#include <stdio.h>
#include <string.h>

#include "broadside/archive.h"
#include "cli.h"
#include "fs.h"
#include "str.h"

typedef struct {
    cli_run *cli;
    const cli_library *library;
    const char *path;  // of the archive
    brs_archive archive;
    bool fresh;  // there is no archive yet
    brs_arena scratch;
} archive_run;

static void put_id(brs_buf *out, const brs_archived *game)
{
    for (int i = 0; i < BRS_ARCHIVE_ID; i++) {
        buf_putf(out, "%02x", game->id[i]);
    }
}

// Reads the archive that the first operand names. may_lack: it need not be there.
static bool open_archive(archive_run *a, bool may_lack, brs_err *err)
{
    const char *path = a->path = a->cli->operand[0];
    brs_str bytes;
    a->fresh = may_lack && !fs_exists(path);
    const bool ok = a->fresh || (fs_read(path, BRS_ARCHIVE_MAX_FILE, &a->cli->arena, &bytes, err) &&
                                 brs_archive_open(bytes, &a->cli->arena, &a->archive, err));
    return ok || (brs_err_file(err, path), false);
}

static bool begin(cli_run *cli, archive_run *a)
{
    *a = (archive_run){.cli = cli, .library = cli_library_load(cli)};
    brs_arena_init(&a->scratch, 0);
    return a->library != NULL;
}

// ---- add --------------------------------------------------------------------------------------------------------

// Writes the additions behind the records that are there, or a new archive: as a whole, for an archive that was stopped
// between its old index and its new one would want `archive reindex`.
static bool write_additions(const archive_run *a, brs_str additions, brs_err *err)
{
    brs_buf all;
    if (a->fresh) {
        return fs_write(a->path, additions, false, err);
    }
    buf_init(&all, &a->cli->arena, a->archive.records_end + additions.len);
    buf_put(&all, (brs_str){a->archive.bytes.ptr, a->archive.records_end});
    buf_put(&all, additions);
    return fs_write(a->path, buf_str(&all), true, err);
}

static int add_all(archive_run *a, const cli_items *items, brs_archive_writer *writer)
{
    cli_failures *failures = cli_failures_begin(a->cli);
    int fresh = 0, known = 0;
    for (int i = 0; i < items->count; i++) {
        brs_err err = BRS_ERR_NONE;
        bool added = false;
        brs_arena_reset(&a->scratch);
        brs_replay *replay = BRS_NEW(&a->scratch, brs_replay, 1);
        if (!cli_item_read(&items->item[i], &a->scratch, replay, NULL, &err) ||
            !brs_archive_add(writer, replay, &a->library->library, &a->scratch, &added, &err)) {
            brs_err_file(&err, items->item[i].name);
            cli_fail_later(failures, &err);
            continue;
        }
        fresh += added;
        known += !added;
    }
    brs_err err = BRS_ERR_NONE;
    const brs_str additions = brs_archive_end(writer);
    if (fresh > 0 && !write_additions(a, additions, &err)) {
        return cli_end(&err, a->path);
    }
    const size_t size = fresh == 0 ? a->archive.bytes.len : a->archive.records_end + additions.len;
    const int games = a->archive.count + fresh;
    printf("%s: games: %d added, %d there already, %d in all; %zu bytes, %zu a game\n", cli_tame(&a->scratch, a->path), fresh, known,
           games, size, games > 0 ? size / (size_t)games : 0);
    return cli_failures_end(failures, "replays", items->count, false);
}

static int run_add(cli_run *cli)
{
    archive_run a;
    cli_items items;
    const char *value;
    brs_err err = BRS_ERR_NONE;
    int status, letter = cli_next(cli, &value);
    if (!cli_ready(letter, &status)) {
        return status;
    }
    if (cli->operands < 2) {
        return cli_misuse(cli, "name the archive, then replays or folders of them");
    }
    if (!begin(cli, &a)) {
        return cli->failed;
    }
    if (!open_archive(&a, true, &err)) {
        return cli_error(&err);
    }
    cli->operand++;
    cli->operands--;
    status = cli_items_open(cli, a.library, &items)
                 ? add_all(&a, &items, brs_archive_write(a.fresh ? NULL : &a.archive, &cli->arena))
                 : cli->failed;
    brs_arena_release(&a.scratch);
    return status;
}

// ---- list ---------------------------------------------------------------------------------------------------------

static bool list_one(archive_run *a, int number, bool json, brs_err *err)
{
    const brs_archived *game = &a->archive.game[number];
    brs_replay *replay = BRS_NEW(&a->scratch, brs_replay, 1);
    brs_buf id;
    if (!brs_archive_get(&a->archive, number, &a->library->library, &a->scratch, replay, err)) {
        return false;
    }
    buf_init(&id, &a->scratch, 32);
    put_id(&id, game);
    const char *hex = brs_arena_string(&a->scratch, buf_str(&id));
    if (json) {
        brs_buf line;
        buf_init(&line, &a->scratch, 256);
        cli_json_begin(&line, a->cli);
        cli_json_text(&line, "id", hex);
        cli_json_text(&line, "game", replay->game);
        cli_json_text(&line, "edition", replay->edition);
        cli_json_number(&line, "decisions", replay->decisions.count);
        cli_json_number(&line, "bytes", (int64_t)game->size);
        cli_json_end(&line);
        return true;
    }
    printf("%s  %s %s@%d, %lu decisions, %zu bytes\n", hex, replay->game, replay->edition, replay->patch,
           (unsigned long)replay->decisions.count, game->size);
    return true;
}

static int run_list(cli_run *cli)
{
    archive_run a;
    const char *value;
    bool json = false;
    brs_err err = BRS_ERR_NONE;
    int status, letter;
    while ((letter = cli_next(cli, &value)) >= 0) {
        json = json || letter == 'J';
    }
    if (!cli_ready(letter, &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    if (!begin(cli, &a)) {
        return cli->failed;
    }
    if (!open_archive(&a, false, &err)) {
        return cli_error(&err);
    }
    cli_failures *failures = cli_failures_begin(cli);
    for (int i = 0; i < a.archive.count; i++) {
        brs_err one = BRS_ERR_NONE;
        brs_arena_reset(&a.scratch);
        if (!list_one(&a, i, json, &one)) {
            brs_err_file(&one, a.path);
            cli_fail_later(failures, &one);
        }
    }
    brs_arena_release(&a.scratch);
    return cli_failures_end(failures, "games", a.archive.count, false);
}

// ---- extract ------------------------------------------------------------------------------------------------------

// Is this game one of those that were asked for? None named: all are. A name is the beginning of an id.
static bool is_wanted(const archive_run *a, int number, const char *hex, bool *found)
{
    (void)number;
    bool wanted = a->cli->operands == 1;
    for (int i = 1; i < a->cli->operands; i++) {
        const bool fits = a->cli->operand[i][0] != '\0' && str_begins(str_of(hex), str_of(a->cli->operand[i]));
        found[i] = found[i] || fits;
        wanted = wanted || fits;
    }
    return wanted;
}

static bool extract_one(archive_run *a, int number, const char *hex, const char *folder, bool force, brs_err *err)
{
    brs_replay *replay = BRS_NEW(&a->scratch, brs_replay, 1);
    brs_str bytes;
    brs_buf path;
    buf_init(&path, &a->scratch, 256);
    buf_putf(&path, "%s/%s.replay", folder, hex);
    const char *name = brs_arena_string(&a->scratch, buf_str(&path));
    if (!brs_archive_get(&a->archive, number, &a->library->library, &a->scratch, replay, err) ||
        !brs_replay_encode(replay, &a->scratch, &bytes, err) || !fs_write(name, bytes, force, err)) {
        return false;
    }
    printf("%s\n", cli_tame(&a->scratch, name));
    return true;
}

static int extract_all(archive_run *a, const char *folder, bool force)
{
    cli_failures *failures = cli_failures_begin(a->cli);
    bool *found = BRS_NEW(&a->cli->arena, bool, (size_t)a->cli->operands + 1);
    int wanted = 0;
    for (int i = 0; i < a->archive.count; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_buf id;
        brs_arena_reset(&a->scratch);
        buf_init(&id, &a->scratch, 32);
        put_id(&id, &a->archive.game[i]);
        const char *hex = brs_arena_string(&a->scratch, buf_str(&id));
        if (!is_wanted(a, i, hex, found)) {
            continue;
        }
        wanted++;
        if (!extract_one(a, i, hex, folder, force, &err)) {
            brs_err_file(&err, a->path);
            cli_fail_later(failures, &err);
        }
    }
    for (int i = 1; i < a->cli->operands; i++) {
        if (!found[i]) {
            return cli_misuse(a->cli, "the archive has no game \"%s\"", a->cli->operand[i]);
        }
    }
    return cli_failures_end(failures, "games", wanted, false);
}

static int run_extract(cli_run *cli)
{
    archive_run a;
    const char *folder = ".", *value;
    bool force = false;
    brs_err err = BRS_ERR_NONE;
    int status, letter;
    while ((letter = cli_next(cli, &value)) >= 0) {
        folder = letter == 'o' ? value : folder;
        force = force || letter == 'f';
    }
    if (!cli_ready(letter, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which archive?");
    }
    if (!begin(cli, &a)) {
        return cli->failed;
    }
    if (!open_archive(&a, false, &err) || !fs_make_folder(folder, &err)) {
        return cli_error(&err);
    }
    status = extract_all(&a, folder, force);
    brs_arena_release(&a.scratch);
    return status;
}

// ---- reindex ------------------------------------------------------------------------------------------------------

static int run_reindex(cli_run *cli)
{
    archive_run a = {.cli = cli};
    const char *value;
    brs_err err = BRS_ERR_NONE;
    brs_str bytes;
    int status, letter = cli_next(cli, &value);
    if (!cli_ready(letter, &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    const char *path = a.path = cli->operand[0];
    brs_archive whole;
    if (!fs_read(path, BRS_ARCHIVE_MAX_FILE, &cli->arena, &bytes, &err) ||
        !brs_archive_scan(bytes, &cli->arena, &a.archive, &err)) {
        return cli_end(&err, path);
    }
    brs_err ignored = BRS_ERR_NONE;
    if (brs_archive_open(bytes, &cli->arena, &whole, &ignored) && whole.records_end == a.archive.records_end) {
        printf("%s: the index is right, games: %d\n", cli_tame(&cli->arena, path), whole.count);
        return BRS_OK;
    }
    const brs_str index = brs_archive_end(brs_archive_write(&a.archive, &cli->arena));
    if (!write_additions(&a, index, &err)) {
        return cli_end(&err, path);
    }
    printf("%s: %zu bytes after the last whole record gave way to a new index, games: %d\n", cli_tame(&cli->arena, path),
           bytes.len - a.archive.records_end, a.archive.count);
    return BRS_OK;
}

// ---- the commands ---------------------------------------------------------------------------------------------------

static const cli_option add_options[] = {CLI_CARDS, {0, NULL, NULL, NULL}};
static const cli_option list_options[] = {{'J', "json", NULL, "one JSON object a game"}, CLI_CARDS, {0, NULL, NULL, NULL}};
static const cli_option extract_options[] = {
    {'o', "output", "FOLDER", "write the replays there (default: this folder)"},
    {'f', "force", NULL, "replace files that exist"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};
static const cli_option reindex_options[] = {{0, NULL, NULL, NULL}};

const cli_command cmd_archive_add = {
    "archive add", "ARCHIVE REPLAY|FOLDER...", "Puts replays into an archive, which takes a third of their room.",
    "broadside archive add all.replays games      a new archive, or more games for an old one\n"
    "broadside verify all.replays                 verify, stats and site read archives as they are\n"
    "broadside show all.replays#3f0c              one game of it, by the beginning of its id\n",
    add_options, run_add, CLI_WRITES,
};
const cli_command cmd_archive_list = {
    "archive list", "ARCHIVE", "Lists the games of an archive, each played and verified for that.",
    "broadside archive list all.replays\n",
    list_options, run_list, CLI_READS,
};
const cli_command cmd_archive_extract = {
    "archive extract", "ARCHIVE [ID...]", "Takes games out of an archive, the same bytes as they were put in.",
    "broadside archive extract all.replays -o games\n"
    "broadside archive extract all.replays 3f0c        one of them, by the beginning of its id\n",
    extract_options, run_extract, CLI_WRITES,
};
const cli_command cmd_archive_reindex = {
    "archive reindex", "ARCHIVE", "Makes the index of a damaged archive anew, from all records that are whole.",
    "broadside archive reindex all.replays\n",
    reindex_options, run_reindex, CLI_WRITES,
};
