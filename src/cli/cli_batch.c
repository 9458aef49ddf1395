// Manifests and receipts as JSON, and the jobs there are.
#include "cli_batch.h"

#include <errno.h>
#include <fcntl.h>
#include <sha2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "broadside/archive.h"
#include "broadside/site.h"
#include "fs.h"
#include "json.h"
#include "str.h"

enum { MAX_MANIFEST = 64 << 20 };

static const cli_job jobs[] = {
    {&cmd_sim, "--archive=-", ".replays", CLI_MERGE_ARCHIVES, true},
    {&cmd_verify, "--json", ".jsonl", CLI_MERGE_LINES, false},
    {&cmd_stats, "--json", ".jsonl", CLI_MERGE_STATS, false},
    {&cmd_site, "--quiet", ".site", CLI_MERGE_SITES, false},
};

const cli_job *cli_job_named(const char *name)
{
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        if (strcmp(jobs[i].command->name, name) == 0) {
            return &jobs[i];
        }
    }
    return NULL;
}

void cli_digest(brs_str bytes, char out[CLI_DIGEST])
{
    SHA256Data((const uint8_t *)bytes.ptr, bytes.len, out);
}

static const char *text_in(brs_arena *arena, const char *ending, const char *folder, long long number)
{
    brs_buf name;
    buf_init(&name, arena, 256);
    const bool slash = folder[0] != '\0' && folder[strlen(folder) - 1] == '/';
    buf_putf(&name, "%s%s", folder, slash ? "" : "/");
    if (number >= 0) {
        buf_putf(&name, "%lld", number);
    }
    buf_puts(&name, ending);
    return brs_arena_string(arena, buf_str(&name));
}

const char *cli_receipt_path(brs_arena *arena, const char *folder, int64_t shard)
{
    return text_in(arena, ".done", folder, shard);
}

const char *cli_output_path(brs_arena *arena, const char *folder, int64_t shard, const cli_job *job)
{
    return text_in(arena, job->ending, folder, shard);
}

const char *cli_digested_path(brs_arena *arena, const char *folder, int64_t shard, const cli_job *job)
{
    const char *output = cli_output_path(arena, folder, shard, job);
    return job->merging == CLI_MERGE_SITES ? text_in(arena, BRS_SITE_RECORDS, output, -1) : output;
}

const char *cli_manifest_path(brs_arena *arena, const char *folder)
{
    return text_in(arena, "manifest.json", folder, -1);
}

// ---- reading -----------------------------------------------------------------------------------------------

static bool lacks(const char *what, const json_value *where, brs_err *err)
{
    err->line = where->line;
    err->col = where->col;
    return brs_fail(err, BRS_TEXT, "this is no %s: a field is missing or of another kind, or its number is too large", what);
}

static bool take_number(const json_value *object, const char *name, int64_t most, int64_t *out)
{
    const json_value *v = json_member(object, name);
    *out = v != NULL ? v->number : -1;
    return v != NULL && v->kind == JSON_NUMBER && v->number >= 0 && v->number <= most;
}

static bool take_text(const json_value *object, const char *name, brs_arena *arena, const char **out)
{
    const json_value *v = json_member(object, name);
    const bool ok = v != NULL && v->kind == JSON_TEXT && memchr(v->text.ptr, '\0', v->text.len) == NULL;
    *out = ok ? brs_arena_string(arena, v->text) : "";
    return ok;
}

static bool take_input(const json_value *item, brs_arena *arena, cli_manifest *m)
{
    cli_input *input = &m->input[m->inputs++];
    const bool ok = take_text(item, "file", arena, &input->file) && take_text(item, "sha256", arena, &input->digest) &&
                    take_number(item, "games", INT32_MAX, &input->games);
    m->games += input->games;
    return ok;
}

// The kind of line that a command writes: {"schema":1,"command":"batch", ...}.
static bool is_of(const json_value *object, const char *command)
{
    const json_value *name = json_member(object, "command");
    int64_t schema;
    return take_number(object, "schema", 1, &schema) && schema == 1 && name != NULL && name->kind == JSON_TEXT &&
           str_is(name->text, command);
}

// The values of its text are in `scratch`, which may go afterwards: they take four times as much as what is kept of them.
static bool read_manifest(brs_arena *arena, brs_arena *scratch, cli_manifest *out, brs_err *err)
{
    json_value top;
    if (!json_read(out->text, scratch, &top, err)) {
        return false;
    }
    const json_value *inputs = json_member(&top, "inputs");
    bool ok = is_of(&top, "manifest") && take_number(&top, "shards", CLI_MAX_SHARDS, &out->shards) && out->shards > 0;
    out->plays = inputs == NULL;
    if (ok && out->plays) {
        ok = take_number(&top, "games", INT32_MAX, &out->games);
    } else if (ok && (ok = inputs->kind == JSON_LIST)) {
        out->input = BRS_NEW(arena, cli_input, (size_t)inputs->count + 1);
        for (const json_value *item = inputs->first; ok && item != NULL; item = item->next) {
            ok = take_input(item, arena, out);
        }
    }
    cli_digest(out->text, out->digest);
    ok = ok && out->games <= INT32_MAX;
    return ok || (lacks("manifest", &top, err), false);
}

bool cli_manifest_read(const char *path, brs_arena *arena, cli_manifest *out, brs_err *err)
{
    brs_arena scratch;
    *out = (cli_manifest){0};
    brs_arena_init(&scratch, 0);
    const bool ok = fs_read(path, MAX_MANIFEST, arena, &out->text, err) && read_manifest(arena, &scratch, out, err);
    brs_arena_release(&scratch);
    return ok || (brs_err_file(err, path), false);
}

int64_t cli_shard_first(const cli_manifest *manifest, int64_t shard)
{
    return manifest->games * shard / manifest->shards;
}

static bool take_codes(const json_value *object, cli_receipt *out)
{
    const json_value *codes = json_member(object, "codes");
    int64_t sum = 0;
    for (const json_value *c = codes != NULL ? codes->first : NULL; c != NULL; c = c->next) {
        int64_t code;
        if (!str_number(c->name, &code) || code < 0 || code >= CLI_EXIT_CODES || c->kind != JSON_NUMBER ||
            c->number < 0 || c->number > INT32_MAX) {
            return false;
        }
        out->by_code[code] = c->number;
        sum += c->number;
    }
    return codes != NULL && codes->kind == JSON_OBJECT && sum == out->failed;
}

bool cli_receipt_read(const char *path, brs_arena *arena, cli_receipt *out, brs_err *err)
{
    json_value top;
    brs_str text;
    *out = (cli_receipt){0};
    if (!fs_read(path, CLI_MAX_FILE, arena, &text, err) || !json_read(text, arena, &top, err)) {
        return brs_err_file(err, path), false;
    }
    const bool ok = is_of(&top, "batch") && take_number(&top, "shard", CLI_MAX_SHARDS, &out->shard) &&
                    take_number(&top, "shards", CLI_MAX_SHARDS, &out->shards) &&
                    take_number(&top, "games", INT32_MAX, &out->games) &&
                    take_number(&top, "failed", INT32_MAX, &out->failed) && take_codes(&top, out) &&
                    take_text(&top, "job", arena, &out->job) && take_text(&top, "manifest", arena, &out->manifest) &&
                    take_text(&top, "version", arena, &out->version) && take_text(&top, "output", arena, &out->output) &&
                    take_text(&top, "sha256", arena, &out->digest) && take_number(&top, "bytes", INT64_MAX, &out->bytes) &&
                    strchr(out->output, '/') == NULL;
    return ok || (lacks("receipt of batch", &top, err), brs_err_file(err, path), false);
}

bool cli_input_check(const cli_input *input, brs_arena *scratch, brs_err *err)
{
    brs_str bytes;
    char digest[CLI_DIGEST];
    brs_arena_reset(scratch);
    if (!fs_read(input->file, BRS_ARCHIVE_MAX_FILE, scratch, &bytes, err)) {
        return false;
    }
    cli_digest(bytes, digest);
    if (strcmp(digest, input->digest) != 0) {
        brs_err_file(err, input->file);
        brs_fail(err, BRS_CHECKSUM, "not the file that the manifest was made of");
        brs_help(err, "make the manifest again, and begin in a new folder");
        return false;
    }
    return true;
}

// ---- the words of a job ------------------------------------------------------------------------------------

bool cli_join_words(char *const *words, int count, brs_buf *out)
{
    bool ok = true;
    for (int i = 0; i < count; i++) {
        const bool quoted = words[i][0] == '\0' || strchr(words[i], ' ') != NULL;
        ok = ok && !(quoted && strchr(words[i], '\'') != NULL) && words[i][0] != '\'';
        buf_putf(out, quoted ? "%s'%s'" : "%s%s", i > 0 ? " " : "", words[i]);
    }
    return ok;
}

int cli_split_words(const char *text, brs_arena *arena, const char **out, int cap)
{
    int count = 0;
    while (*text != '\0' && count < cap) {
        const bool quoted = *text == '\'';
        text += quoted;
        const size_t len = strcspn(text, quoted ? "'" : " ");
        out[count++] = brs_arena_string(arena, (brs_str){text, len});
        text += len;
        text += quoted && *text != '\0';
        text += *text == ' ';
    }
    return count;
}

// ---- writing -----------------------------------------------------------------------------------------------

bool cli_receipt_write(const char *path, const cli_receipt *r, brs_arena *arena, brs_err *err)
{
    brs_buf text;
    const char *comma = "";
    buf_init(&text, arena, 512);
    buf_puts(&text, "{\"schema\":1,\"command\":\"batch\"");
    cli_json_number(&text, "shard", r->shard);
    cli_json_number(&text, "shards", r->shards);
    cli_json_text(&text, "job", r->job);
    cli_json_text(&text, "manifest", r->manifest);
    cli_json_text(&text, "version", r->version);
    cli_json_number(&text, "games", r->games);
    cli_json_number(&text, "failed", r->failed);
    buf_puts(&text, ",\"codes\":{");
    for (int code = 0; code < CLI_EXIT_CODES; code++) {
        if (r->by_code[code] > 0) {
            buf_putf(&text, "%s\"%d\":%lld", comma, code, (long long)r->by_code[code]);
            comma = ",";
        }
    }
    buf_puts(&text, "}");
    cli_json_text(&text, "output", r->output);
    cli_json_number(&text, "bytes", r->bytes);
    cli_json_text(&text, "sha256", r->digest);
    buf_puts(&text, "}\n");
    return fs_write(path, buf_str(&text), true, err);
}

// ---- one command within another ------------------------------------------------------------------------------

static bool fail(brs_err *err, const char *path, const char *doing)
{
    const int number = errno;
    brs_err_file(err, path);
    return brs_fail(err, BRS_RETRY, "cannot %s: %s", doing, strerror(number));
}

// A file without a name, where the file system has such; then a run that is killed leaves nothing.
static int open_part(const cli_redirection *to, const char *folder)
{
    const int file = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    return file >= 0 ? file : open(to->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
}

bool cli_redirect(cli_redirection *to, const char *path, brs_arena *arena, brs_err *err)
{
    brs_buf text;
    const char *slash = strrchr(path, '/');
    buf_init(&text, arena, 256);
    buf_putf(&text, "%s.part", path);
    *to = (cli_redirection){.path = path, .part = brs_arena_string(arena, buf_str(&text))};
    buf_reset(&text);
    buf_putf(&text, "%.*s.", slash != NULL ? (int)(slash - path + 1) : 0, path);
    fflush(stdout);
    to->file = open_part(to, brs_arena_string(arena, buf_str(&text)));
    to->saved = to->file >= 0 ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) : -1;
    return (to->saved >= 0 && dup2(to->file, STDOUT_FILENO) >= 0) || fail(err, path, "be written");
}

// Gives the file its name: first that of the part, for only a rename replaces what may be there.
static bool name_file(const cli_redirection *to, brs_err *err)
{
    struct stat info;
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", to->file);
    bool ok = fstat(to->file, &info) == 0;
    if (ok && info.st_nlink == 0) {
        unlink(to->part);
        ok = linkat(AT_FDCWD, self, AT_FDCWD, to->part, AT_SYMLINK_FOLLOW) == 0;
    }
    return (ok && rename(to->part, to->path) == 0) || fail(err, to->path, "be written");
}

bool cli_redirect_end(cli_redirection *to, bool ok, brs_err *err)
{
    if (fflush(stdout) != 0 || ferror(stdout) || fsync(to->file) != 0) {
        ok = ok && fail(err, to->path, "be written");
        clearerr(stdout);
    }
    dup2(to->saved, STDOUT_FILENO);
    close(to->saved);
    ok = ok && name_file(to, err);
    if (!ok) {
        unlink(to->part);
    }
    close(to->file);
    return ok;
}

int cli_run_again(cli_run *job)
{
    optind = 0;  // glibc: begin anew
    return job->command->run(job);
}
