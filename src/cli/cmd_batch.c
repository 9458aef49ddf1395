// broadside batch: one shard of a manifest's work. Its output appears whole or not at all, and the receipt last.
#include <stdio.h>
#include <string.h>

#include "broadside/archive.h"
#include "cli.h"
#include "cli_batch.h"
#include "fs.h"
#include "str.h"

typedef struct {
    cli_run *cli;
    const char *manifest_path, *folder;
    int64_t shard, shards;
    bool force, strict;
    cli_manifest manifest;
    const cli_job *job;
    cli_receipt receipt;
    char digest[CLI_DIGEST];    // of the output
} batch_run;

static const cli_option options[] = {
    {'m', "manifest", "FILE", "what there is to do; broadside manifest makes one"},
    {'i', "shard", "I/N", "which part: from 0/N to N-1/N, N as the manifest says (default: 0/1)"},
    {'o', "output", "FOLDER", "outputs and receipts are written there"},
    {'f', "force", NULL, "do it again, also when there is a receipt, of this or of another version"},
    {'T', "strict", NULL, "end with 3 when games failed; they are in the receipt in any case"},
    {0, NULL, NULL, NULL},
};

static bool take_shard(const cli_run *cli, const char *value, batch_run *b)
{
    brs_str rest = str_of(value);
    const brs_str first = str_cut(&rest, '/');
    if (str_number(first, &b->shard) && str_number(rest, &b->shards) && b->shard >= 0 && b->shard < b->shards &&
        b->shards <= CLI_MAX_SHARDS) {
        return true;
    }
    cli_misuse(cli, "--shard is I/N with I from 0 to N-1, not \"%s\"", value);
    return false;
}

static int read_options(cli_run *cli, batch_run *b)
{
    const char *value;
    bool ok = true;
    int letter;
    while (ok && (letter = cli_next(cli, &value)) >= 0) {
        switch (letter) {
        case 'm': b->manifest_path = value; break;
        case 'i': ok = take_shard(cli, value, b); break;
        case 'o': b->folder = value; break;
        case 'f': b->force = true; break;
        case 'T': b->strict = true; break;
        }
    }
    return ok ? letter : CLI_BAD;
}

// The words after "--", as one text for the receipt; NULL: they cannot be.
static const char *job_text(cli_run *cli)
{
    brs_buf text;
    buf_init(&text, &cli->arena, 64);
    return cli_join_words(cli->operand, cli->operands, &text) ? brs_arena_string(&cli->arena, buf_str(&text)) : NULL;
}

static int check_use(batch_run *b)
{
    cli_run *cli = b->cli;
    if (b->manifest_path == NULL || b->folder == NULL) {
        return cli_misuse(cli, "--manifest and --output are needed");
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which job? After --: sim, verify, stats or site, and its options");
    }
    b->job = cli_job_named(cli->operand[0]);
    if (job_text(cli) == NULL) {
        return cli_misuse(cli, "a word with blanks may have no single quote in it here");
    }
    if (b->job == NULL) {
        return cli_misuse(cli, "\"%s\" is no job; there are sim, verify, stats and site", cli->operand[0]);
    }
    return BRS_OK;
}

// ---- what is there already -----------------------------------------------------------------------------------

// The folder keeps the manifest that its outputs are of.
static bool keep_manifest(batch_run *b, brs_err *err)
{
    const char *path = cli_manifest_path(&b->cli->arena, b->folder);
    brs_err why = BRS_ERR_NONE;
    brs_str there;
    if (!fs_exists(path) && fs_write(path, b->manifest.text, false, &why)) {
        return true;
    }
    if (why.code == BRS_USAGE) {  // another shard was here first
        why = BRS_ERR_NONE;
    }
    const bool read = why.code == BRS_OK && fs_read(path, b->manifest.text.len + 1, &b->cli->arena, &there, &why);
    if (why.code == BRS_RETRY) {
        *err = why;
        return false;
    }
    if (!read || !str_equal(there, b->manifest.text)) {
        brs_err_file(err, path);
        brs_fail(err, BRS_USAGE, "the outputs in this folder are of another manifest");
        brs_help(err, "give another folder with --output");
        return false;
    }
    return true;
}

// True: the receipt says that all was done, by this version; *status holds what to end with.
static bool is_done(batch_run *b, const char *receipt_path, int *status, brs_err *err)
{
    cli_receipt old;
    if (b->force || !fs_exists(receipt_path)) {
        return false;
    }
    if (!cli_receipt_read(receipt_path, &b->cli->arena, &old, err)) {
        return false;
    }
    const bool same = strcmp(old.version, b->receipt.version) == 0 && strcmp(old.job, b->receipt.job) == 0 &&
                      strcmp(old.manifest, b->receipt.manifest) == 0;
    if (!same) {
        brs_err_file(err, receipt_path);
        brs_fail(err, BRS_USAGE, "done as \"%s\" by version %s, which is something else", old.job, old.version);
        brs_help(err, "give another folder with --output, or --force to do it again");
        return false;
    }
    fprintf(stderr, "shard %lld of %lld is done already\n", (long long)b->shard, (long long)b->shards);
    *status = b->strict && old.failed > 0 ? BRS_SOME_FAILED : BRS_OK;
    return true;
}

// ---- doing it ------------------------------------------------------------------------------------------------

// Which games the shard has, and as the job's last operands the inputs that they are in.
static bool take_part(batch_run *b, cli_run *job, const char **argv, brs_err *err)
{
    const cli_manifest *m = &b->manifest;
    const int64_t first = cli_shard_first(m, b->shard), end = cli_shard_first(m, b->shard + 1);
    brs_arena scratch;
    bool ok = true;
    job->part.on = true;
    job->part.first = first;
    job->part.count = b->receipt.games = end - first;
    brs_arena_init(&scratch, 0);
    for (int64_t i = 0, at = 0; i < m->inputs && ok; at += m->input[i++].games) {
        const cli_input *input = &m->input[i];
        if (at + input->games <= first) {
            job->part.first -= input->games;
        } else if (at < end) {
            argv[job->argc++] = input->file;
            ok = cli_input_check(input, &scratch, err);
        }
    }
    brs_arena_release(&scratch);
    return ok;
}

// What became of the games. False: the job failed as a whole, or something that may be mended was in its way.
static bool take_result(batch_run *b, const cli_run *job, int status)
{
    const cli_failures *failures = job->failures;
    b->receipt.failed = failures != NULL ? failures->count : 0;
    for (int code = 0; failures != NULL && code < CLI_EXIT_CODES; code++) {
        b->receipt.by_code[code] = failures->by_code[code];
    }
    return status == BRS_OK || (b->receipt.failed > 0 && b->receipt.by_code[BRS_RETRY] == 0 && status != BRS_RETRY);
}

static bool is_site(const batch_run *b)
{
    return b->job->merging == CLI_MERGE_SITES;
}

// The command line of the job: what the user wrote, what can be merged, and the games.
static bool prepare_job(batch_run *b, cli_run *job, brs_err *err)
{
    cli_run *cli = b->cli;
    const size_t most = (size_t)cli->operands + (size_t)b->manifest.inputs + 4;
    const char **argv = BRS_NEW(&cli->arena, const char *, most);
    *job = (cli_run){.command = b->job->command};
    for (int i = 0; i < cli->operands; i++) {
        argv[job->argc++] = cli->operand[i];
    }
    argv[job->argc++] = b->job->option;
    if (is_site(b)) {
        brs_buf output;
        buf_init(&output, &cli->arena, 256);
        buf_putf(&output, "--output=%s", cli_output_path(&cli->arena, b->folder, b->shard, b->job));
        argv[job->argc++] = brs_arena_string(&cli->arena, buf_str(&output));
    }
    if (!b->job->plays) {
        argv[job->argc++] = "--";
    }
    const bool ok = take_part(b, job, argv, err);
    job->argv = BRS_NEW(&cli->arena, char *, most);
    memcpy(job->argv, argv, (size_t)job->argc * sizeof *argv);
    brs_arena_init(&job->arena, 0);
    return ok;
}

// Runs the job and puts its output in place; without an error, *status is that of a job that failed as a whole.
static bool do_job(batch_run *b, int *status, brs_err *err)
{
    cli_run job;
    cli_redirection to;
    brs_arena *arena = &b->cli->arena;
    const char *output = cli_output_path(arena, b->folder, b->shard, b->job);
    brs_str bytes;
    bool ok = prepare_job(b, &job, err);
    if (ok && is_site(b)) {  // a folder appears whole by itself; without games there is none
        *status = job.part.count > 0 ? cli_run_again(&job) : BRS_OK;
        ok = take_result(b, &job, *status);
    } else if (ok && cli_redirect(&to, output, arena, err)) {
        *status = job.part.count > 0 || b->job->plays ? cli_run_again(&job) : BRS_OK;
        ok = cli_redirect_end(&to, take_result(b, &job, *status), err);
    }
    brs_arena_release(&job.arena);
    const bool nothing = is_site(b) && job.part.count == 0;
    const char *digested = cli_digested_path(arena, b->folder, b->shard, b->job);
    brs_arena scratch;
    brs_arena_init(&scratch, 0);
    bytes = (brs_str){"", 0};
    ok = ok && err->code == BRS_OK && (nothing || fs_read(digested, BRS_ARCHIVE_MAX_FILE, &scratch, &bytes, err));
    if (ok) {
        cli_digest(bytes, b->digest);
        b->receipt.bytes = (int64_t)bytes.len;
        b->receipt.output = strrchr(output, '/') + 1;
    }
    brs_arena_release(&scratch);
    return ok;
}

static int finish(batch_run *b, const char *receipt_path, brs_err *err)
{
    b->receipt.digest = b->digest;
    if (!cli_receipt_write(receipt_path, &b->receipt, &b->cli->arena, err)) {
        return cli_error(err);
    }
    fprintf(stderr, "shard %lld of %lld: %lld games, %lld failed\n", (long long)b->shard, (long long)b->shards,
            (long long)b->receipt.games, (long long)b->receipt.failed);
    return b->strict && b->receipt.failed > 0 ? BRS_SOME_FAILED : BRS_OK;
}

static int do_shard(batch_run *b)
{
    cli_run *cli = b->cli;
    brs_err err = BRS_ERR_NONE;
    const char *receipt_path = cli_receipt_path(&cli->arena, b->folder, b->shard);
    int status = BRS_OK;
    b->receipt = (cli_receipt){.shard = b->shard, .shards = b->shards, .job = job_text(cli),
                               .manifest = b->manifest.digest, .version = BRS_VERSION};
    if (!fs_make_folder(b->folder, &err) || !keep_manifest(b, &err)) {
        return cli_error(&err);
    }
    if (is_done(b, receipt_path, &status, &err)) {
        return status;
    }
    if (err.code != BRS_OK || !do_job(b, &status, &err)) {
        return err.code != BRS_OK ? cli_error(&err) : status;
    }
    return finish(b, receipt_path, &err);
}

static int run(cli_run *cli)
{
    batch_run *b = BRS_NEW(&cli->arena, batch_run, 1);
    brs_err err = BRS_ERR_NONE;
    int status;
    b->cli = cli;
    b->shards = 1;
    if (!cli_ready(read_options(cli, b), &status)) {
        return status;
    }
    status = check_use(b);
    if (status != BRS_OK) {
        return status;
    }
    if (!cli_manifest_read(b->manifest_path, &cli->arena, &b->manifest, &err)) {
        return cli_error(&err);
    }
    if (b->manifest.shards != b->shards) {
        return cli_misuse(cli, "the manifest has %lld shards, not %lld", (long long)b->manifest.shards, (long long)b->shards);
    }
    if (b->manifest.plays != b->job->plays) {
        return cli_misuse(cli, b->job->plays ? "sim plays games: its manifest is made with --games, not of replays"
                                             : "this manifest is of games to be played, for sim");
    }
    return do_shard(b);
}

const cli_command cmd_batch = {
    "batch", "-- JOB [OPTION...]", "Does one shard of much work; the same shard is the same bytes on every machine.",
    "broadside batch --manifest m.json --shard 3/200 -o out -- verify\n"
    "broadside batch --manifest m.json --shard 0/50 -o out -- sim --bot rules\n"
    "broadside batch --manifest m.json --shard 7/20 -o out -- site --title 'Our games'\n"
    "broadside missing out                            the shards that are still to be done\n"
    "broadside merge out -o all.jsonl                 as if it had been one run\n",
    options, run, CLI_ANYWHERE,
};
