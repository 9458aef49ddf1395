// Many games in shards: what manifests and receipts hold, for batch, missing and merge.
//
// A manifest lists inputs (or says how many games to play) and the number of shards. Shard i of N does the games
// from i * total / N up to (i + 1) * total / N, so the machines that share the work do not change what is done.
// Beside each shard's output lies its receipt, i.done, which is written last: a shard without one is to be done.
#ifndef CLI_CLI_BATCH_H
#define CLI_CLI_BATCH_H

#include "cli.h"

enum { CLI_DIGEST = 65, CLI_MAX_SHARDS = 1000000 };

typedef struct {
    const char *file;  // as the manifest writes it; "" when it plays games
    int64_t games;
    const char *digest;  // SHA-256 of the file, in hex
} cli_input;

typedef struct {
    cli_input *input;
    int inputs;
    int64_t games;   // of all inputs
    int64_t shards;
    bool plays;      // games are to be played by `sim`; there are no input files
    char digest[CLI_DIGEST];  // of the manifest's bytes
    brs_str text;
} cli_manifest;

// Reads a manifest; what it holds lives in the arena.
bool cli_manifest_read(const char *path, brs_arena *arena, cli_manifest *out, brs_err *err);

// The first game of a shard; that of shard number `shards` is the number of games.
int64_t cli_shard_first(const cli_manifest *manifest, int64_t shard);

// SHA-256 in hex.
void cli_digest(brs_str bytes, char out[CLI_DIGEST]);

// How the outputs of a job's shards become one.
typedef enum { CLI_MERGE_LINES, CLI_MERGE_STATS, CLI_MERGE_ARCHIVES, CLI_MERGE_SITES } cli_merging;

// A command that batch may run, a row of the table in cli_batch.c.
typedef struct {
    const cli_command *command;
    const char *option;   // what it needs to write to standard output what can be merged; of a site: into a folder
    const char *ending;   // of the outputs' names
    cli_merging merging;
    bool plays;           // needs a manifest of games to be played
} cli_job;

// NULL: batch does not run such a command.
const cli_job *cli_job_named(const char *name);

typedef struct {
    int64_t shard, shards, games, failed;
    int64_t by_code[CLI_EXIT_CODES];  // failed games by what a command alone would have ended with
    const char *job;                  // the command with its options
    const char *manifest, *version;   // digest; broadside's
    const char *output, *digest;      // name beside the receipt
    int64_t bytes;
} cli_receipt;

// "FOLDER/3.done".
const char *cli_receipt_path(brs_arena *arena, const char *folder, int64_t shard);
bool cli_receipt_read(const char *path, brs_arena *arena, cli_receipt *out, brs_err *err);
bool cli_receipt_write(const char *path, const cli_receipt *receipt, brs_arena *arena, brs_err *err);

// "FOLDER/3.jsonl".
const char *cli_output_path(brs_arena *arena, const char *folder, int64_t shard, const cli_job *job);

// What a receipt's digest is of: the output, or the records in it when it is a site.
const char *cli_digested_path(brs_arena *arena, const char *folder, int64_t shard, const cli_job *job);

// Is the file still what the manifest says?
bool cli_input_check(const cli_input *input, brs_arena *scratch, brs_err *err);

// A command's words as one text, for the receipt: those with blanks in single quotes. False: a word has both. And back:
// how many words there are; more than `cap` are not looked at.
bool cli_join_words(char *const *words, int count, brs_buf *out);
int cli_split_words(const char *text, brs_arena *arena, const char **out, int cap);

// The manifest that batch left in a folder of outputs.
const char *cli_manifest_path(brs_arena *arena, const char *folder);

// ---- one command within another ---------------------------------------------------------------------

// Standard output goes to a file without a name meanwhile (FILE.part where the file system has no such files); it is
// named when all is well and on the disk. So a run that is killed leaves nothing that could be taken for its output.
typedef struct {
    const char *path, *part;
    int saved, file;
} cli_redirection;
bool cli_redirect(cli_redirection *to, const char *path, brs_arena *arena, brs_err *err);
// ok: the file is to appear. True when it did.
bool cli_redirect_end(cli_redirection *to, bool ok, brs_err *err);

// Runs a command that has options of its own, after those of this one were read.
int cli_run_again(cli_run *job);

#endif
