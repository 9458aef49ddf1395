// broadside missing and broadside merge: which shards are to be done, and all of them as one.
#include <stdio.h>
#include <string.h>

#include "broadside/archive.h"
#include "cli.h"
#include "cli_batch.h"
#include "fs.h"
#include "str.h"

typedef struct {
    cli_run *cli;
    const char *folder, *output;
    bool force;
    cli_manifest manifest;
    const cli_job *job;
    brs_arena scratch;       // for one shard
    cli_receipt sum;         // games and failures of all
} merge_run;

// Reads options and the folder's manifest. False: *status holds what to end with.
static bool begin(cli_run *cli, merge_run *m, int *status)
{
    const char *value;
    int letter;
    brs_err err = BRS_ERR_NONE;
    *m = (merge_run){.cli = cli, .output = "-"};
    while ((letter = cli_next(cli, &value)) >= 0) {
        m->output = letter == 'o' ? value : m->output;
        m->force = m->force || letter == 'f';
    }
    if (!cli_ready(letter, status)) {
        return false;
    }
    if (cli->operands != 1) {
        *status = cli_misuse(cli, "name the folder that batch wrote to");
        return false;
    }
    m->folder = cli->operand[0];
    if (!cli_manifest_read(cli_manifest_path(&cli->arena, m->folder), &cli->arena, &m->manifest, &err)) {
        brs_help(&err, "batch makes this file with its first shard");
        *status = cli_error(&err);
        return false;
    }
    return true;
}

// ---- missing ---------------------------------------------------------------------------------------------------

static void put_range(brs_buf *out, int64_t first, int64_t last)
{
    buf_puts(out, out->len > 0 ? "," : "");
    buf_putf(out, first == last ? "%lld" : "%lld-%lld", (long long)first, (long long)last);
}

// As Slurm's --array takes it: 1,4,7-9. *count: how many there are.
static brs_str missing(merge_run *m, int64_t *count)
{
    brs_buf out;
    int64_t first = -1;
    buf_init(&out, &m->cli->arena, 256);
    *count = 0;
    for (int64_t shard = 0; shard <= m->manifest.shards; shard++) {
        const bool lacks = shard < m->manifest.shards && !fs_exists(cli_receipt_path(&m->cli->arena, m->folder, shard));
        if (lacks) {
            first = first < 0 ? shard : first;
            ++*count;
        } else if (first >= 0) {
            put_range(&out, first, shard - 1);
            first = -1;
        }
    }
    return buf_str(&out);
}

static int run_missing(cli_run *cli)
{
    merge_run m;
    int status;
    int64_t count;
    if (!begin(cli, &m, &status)) {
        return status;
    }
    const brs_str shards = missing(&m, &count);
    if (count > 0) {
        printf("%.*s\n", BRS_ARG(shards));
        fflush(stdout);
    }
    fprintf(stderr, "%lld of %lld shards are to be done\n", (long long)count, (long long)m.manifest.shards);
    return BRS_OK;
}

// ---- merge -----------------------------------------------------------------------------------------------------

static void add_receipt(merge_run *m, const cli_receipt *r)
{
    m->sum.games += r->games;
    m->sum.failed += r->failed;
    for (int code = 0; code < CLI_EXIT_CODES; code++) {
        m->sum.by_code[code] += r->by_code[code];
    }
}

// The first receipt says what all must be: one job, one version, this manifest.
static bool check_receipt(merge_run *m, const cli_receipt *r, const char *path, brs_err *err)
{
    if (r->shard == 0) {
        m->sum.version = brs_arena_string(&m->cli->arena, str_of(r->version));
        m->sum.job = brs_arena_string(&m->cli->arena, str_of(r->job));
        brs_str words = str_of(r->job);
        m->job = cli_job_named(brs_arena_string(&m->cli->arena, str_word(&words)));
    }
    if (m->job != NULL && strcmp(r->version, m->sum.version) == 0 && strcmp(r->job, m->sum.job) == 0 &&
        strcmp(r->manifest, m->manifest.digest) == 0) {
        return true;
    }
    brs_err_file(err, path);
    brs_fail(err, BRS_USAGE, "\"%s\" by version %s, but shard 0 is \"%s\" by version %s, and all must be of one manifest",
             r->job, r->version, m->sum.job, m->sum.version);
    brs_help(err, "do this shard again with batch --force");
    return false;
}

// Reads a shard's output; its bytes live until the next one.
static bool read_output(merge_run *m, int64_t shard, brs_str *bytes, brs_err *err)
{
    cli_receipt r;
    char digest[CLI_DIGEST];
    brs_arena_reset(&m->scratch);
    const char *path = cli_receipt_path(&m->scratch, m->folder, shard);
    if (!cli_receipt_read(path, &m->scratch, &r, err) || !check_receipt(m, &r, path, err)) {
        return false;
    }
    const char *output = cli_digested_path(&m->scratch, m->folder, shard, m->job);
    if (m->job->merging == CLI_MERGE_SITES && r.games == 0) {
        *bytes = (brs_str){"", 0};
    } else if (!fs_read(output, BRS_ARCHIVE_MAX_FILE, &m->scratch, bytes, err)) {
        return false;
    }
    cli_digest(*bytes, digest);
    if (r.shard != shard || strcmp(digest, r.digest) != 0) {
        brs_err_file(err, output);
        brs_fail(err, BRS_CHECKSUM, "not what the receipt of shard %lld says", (long long)shard);
        brs_help(err, "do this shard again with batch --force");
        return false;
    }
    add_receipt(m, &r);
    return true;
}

static bool merge_lines(merge_run *m, brs_err *err)
{
    brs_str bytes;
    bool ok = true;
    for (int64_t shard = 0; ok && shard < m->manifest.shards; shard++) {
        ok = read_output(m, shard, &bytes, err);
        fwrite(ok ? bytes.ptr : "", 1, ok ? bytes.len : 0, stdout);
    }
    return ok;
}

// The games of a shard's archive, in their order.
static bool add_archive(merge_run *m, brs_str bytes, const cli_library *library, brs_archive_writer *writer, brs_err *err)
{
    brs_archive archive;
    brs_arena room;
    bool added, ok = brs_archive_open(bytes, &m->scratch, &archive, err);
    brs_arena_init(&room, 0);
    for (int i = 0; ok && i < archive.count; i++) {
        brs_arena_reset(&room);
        brs_replay *replay = BRS_NEW(&room, brs_replay, 1);
        ok = brs_archive_get(&archive, i, &library->library, &room, replay, err) &&
             brs_archive_add(writer, replay, &library->library, &room, &added, err);
    }
    brs_arena_release(&room);
    return ok;
}

static bool merge_archives(merge_run *m, brs_err *err)
{
    const cli_library *library = cli_library_load(m->cli);
    brs_archive_writer *writer = brs_archive_write(NULL, &m->cli->arena);
    brs_str bytes;
    bool ok = library != NULL || brs_fail(err, (brs_code)m->cli->failed, "the library cannot be loaded");
    for (int64_t shard = 0; ok && shard < m->manifest.shards; shard++) {
        ok = read_output(m, shard, &bytes, err) && add_archive(m, bytes, library, writer, err);
    }
    if (ok) {
        bytes = brs_archive_end(writer);
        fwrite(bytes.ptr, 1, bytes.len, stdout);
    }
    return ok;
}

// The sums are what `stats --merge` makes of the shards' lines.
static bool merge_stats(merge_run *m, brs_err *err)
{
    brs_arena *arena = &m->cli->arena;
    char **argv = BRS_NEW(arena, char *, (size_t)m->manifest.shards + 4);
    const char *const words[] = {"stats", "--merge", "--json", "--"};
    cli_run job = {.command = m->job->command, .argc = 4, .argv = argv};
    brs_str bytes;
    bool ok = true;
    memcpy(argv, words, sizeof words);
    for (int64_t shard = 0; ok && shard < m->manifest.shards; shard++) {
        ok = read_output(m, shard, &bytes, err);
        const char *path = ok ? cli_output_path(arena, m->folder, shard, m->job) : "";
        memcpy(&argv[job.argc++], &path, sizeof path);
    }
    brs_arena_init(&job.arena, 0);
    ok = ok && (cli_run_again(&job) == BRS_OK || brs_fail(err, BRS_TEXT, "the shards' sums cannot be added"));
    brs_arena_release(&job.arena);
    return ok;
}

static const char *with_option(brs_arena *arena, const char *option, const char *value)
{
    brs_buf text;
    buf_init(&text, arena, 256);
    buf_putf(&text, "%s%s", option, value);
    return brs_arena_string(arena, buf_str(&text));
}

// What `site` makes of all inputs with the shards' sites as its parts; with the options that the shards had.
static bool merge_sites(merge_run *m, brs_err *err)
{
    enum { MAX_WORDS = 64 };
    brs_arena *arena = &m->cli->arena;
    const size_t most = MAX_WORDS + (size_t)m->manifest.shards + (size_t)m->manifest.inputs + 4;
    const char **argv = BRS_NEW(arena, const char *, most);
    cli_run job = {.command = m->job->command, .argc = cli_split_words(m->sum.job, arena, argv, MAX_WORDS)};
    brs_str bytes;
    bool ok = true;
    argv[job.argc++] = m->job->option;
    argv[job.argc++] = with_option(arena, "--output=", m->output);
    for (int64_t shard = 0; ok && shard < m->manifest.shards; shard++) {
        ok = read_output(m, shard, &bytes, err);
        if (ok && bytes.len > 0) {
            argv[job.argc++] = with_option(arena, "--part=", cli_output_path(arena, m->folder, shard, m->job));
        }
    }
    argv[job.argc++] = "--";
    for (int i = 0; ok && i < m->manifest.inputs; i++) {
        argv[job.argc++] = m->manifest.input[i].file;
        ok = cli_input_check(&m->manifest.input[i], &m->scratch, err);
    }
    job.argv = BRS_NEW(arena, char *, most);
    memcpy(job.argv, argv, (size_t)job.argc * sizeof *argv);
    brs_arena_init(&job.arena, 0);
    const int status = ok ? cli_run_again(&job) : BRS_OK;
    brs_arena_release(&job.arena);
    return ok && (status == BRS_OK || brs_fail(err, (brs_code)status, "the shards' sites cannot be joined"));
}

static bool merge(merge_run *m, brs_err *err)
{
    brs_str bytes;
    if (!read_output(m, 0, &bytes, err)) {
        return false;
    }
    m->sum.games = m->sum.failed = 0;
    memset(m->sum.by_code, 0, sizeof m->sum.by_code);
    switch (m->job->merging) {
    case CLI_MERGE_LINES: return merge_lines(m, err);
    case CLI_MERGE_STATS: return merge_stats(m, err);
    case CLI_MERGE_ARCHIVES: return merge_archives(m, err);
    case CLI_MERGE_SITES: return merge_sites(m, err);
    }
    return false;
}

// Into a file that appears when it is whole; to standard output as it comes.
static bool merge_to(merge_run *m, brs_err *err)
{
    cli_redirection to;
    brs_str bytes;
    if (!read_output(m, 0, &bytes, err)) {  // what kind of output is it?
        return false;
    }
    const bool site = m->job->merging == CLI_MERGE_SITES;
    if (site && strcmp(m->output, "-") == 0) {
        brs_fail(err, BRS_USAGE, "a site is a folder: say where with --output");
        return false;
    }
    if (strcmp(m->output, "-") == 0) {
        return merge(m, err);
    }
    if (!m->force && fs_exists(m->output)) {
        brs_err_file(err, m->output);
        brs_fail(err, BRS_USAGE, "the file exists and is left as it is");
        brs_help(err, "give another name, or --force to replace it");
        return false;
    }
    if (site) {
        return merge(m, err);
    }
    return cli_redirect(&to, m->output, &m->cli->arena, err) && cli_redirect_end(&to, merge(m, err), err);
}

static int run_merge(cli_run *cli)
{
    merge_run m;
    brs_err err = BRS_ERR_NONE;
    int64_t count;
    int status;
    if (!begin(cli, &m, &status)) {
        return status;
    }
    const brs_str gaps = missing(&m, &count);
    if (count > 0) {
        return cli_misuse(cli, "%lld of %lld shards are to be done first: %.*s", (long long)count,
                          (long long)m.manifest.shards, BRS_ARG(gaps));
    }
    brs_arena_init(&m.scratch, 0);
    const bool ok = merge_to(&m, &err);
    brs_arena_release(&m.scratch);
    if (!ok) {
        return cli_error(&err);
    }
    fprintf(stderr, "%lld shards of \"%s\": %lld games, %lld failed\n", (long long)m.manifest.shards, m.sum.job,
            (long long)m.sum.games, (long long)m.sum.failed);
    for (int code = 0; code < CLI_EXIT_CODES; code++) {
        if (m.sum.by_code[code] > 0) {
            fprintf(stderr, "    exit code %d, %s: %lld\n", code, brs_code_name((brs_code)code), (long long)m.sum.by_code[code]);
        }
    }
    return BRS_OK;
}

static const cli_option missing_options[] = {{0, NULL, NULL, NULL}};
static const cli_option merge_options[] = {
    {'o', "output", "FILE", "write there (default: standard output); of site: the folder"},
    {'f', "force", NULL, "replace a file that exists"},
    {0, NULL, NULL, NULL},
};

const cli_command cmd_missing = {
    "missing", "FOLDER", "Prints the shards that batch has still to do, as Slurm's --array takes them.",
    "broadside missing out                                    1,4,7-9\n"
    "sbatch --array=$(broadside missing out) shard.sh         the second pass\n",
    missing_options, run_missing, CLI_READS,
};
const cli_command cmd_merge = {
    "merge", "FOLDER", "Makes one of all shards that batch has done: the same bytes as one run.",
    "broadside merge out -o all.jsonl                         lines of verify or stats\n"
    "broadside merge out -o all.replays                       games of sim\n"
    "broadside merge out -o public                            a site, its pages of matches taken as they are\n",
    merge_options, run_merge, CLI_ANYWHERE,
};
