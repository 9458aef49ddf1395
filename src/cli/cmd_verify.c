// broadside verify: plays replays again and compares every check; several at once, told in order.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli_apart.h"
#include "str.h"

static const cli_option options[] = {
    {'j' | CLI_SETTING, "jobs", "NUMBER", "how many at once (default: as many as there are processors)"},
    {'J', "json", NULL, "one JSON object a replay"},
    {'q', "quiet", NULL, "no line for those that are right"},
    {'P' | CLI_SETTING, "progress", "HOW", "log: a line each 30 s, also where there is no terminal"},
    {'T', "strict", NULL, "end with 3 when some failed, instead of the code of the first"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef struct {
    brs_replay replay;
    brs_setup setup;
    brs_played played;
    brs_arena scratch;
    brs_err first;
    int disagreements;
} worker;

typedef struct {
    cli_run *cli;
    const cli_library *library;
    cli_items items;
    bool json, quiet, log;
    int jobs;
    worker worker;  // each process has its own
} verification;

static void disagree(void *ctx, const brs_err *err, bool warning)
{
    worker *w = ctx;
    if (!warning && w->disagreements++ == 0) {
        w->first = *err;
    }
}

// A view cannot be played; its id covers its bytes.
static bool verify_view(worker *w)
{
    uint8_t core[BRS_CORE_ID];
    brs_replay_view_core(&w->replay, &w->scratch, core);
    return memcmp(core, w->replay.core, BRS_CORE_ID) == 0 ||
           brs_fail(&w->first, BRS_DESYNC, "key 1 core id: it is not that of this view; the file was changed");
}

// Reads, sets up, plays, compares. False: w->first says what is wrong first.
static bool verify(const verification *v, worker *w, const cli_item *item)
{
    w->first = BRS_ERR_NONE;
    w->disagreements = 0;
    w->played = (brs_played){0};
    brs_arena_reset(&w->scratch);
    if (!cli_item_read(item, &w->scratch, &w->replay, NULL, &w->first)) {
        return false;
    }
    if (w->replay.hidden != 0 && w->replay.coder_mode == BRS_CODER_EXPLICIT) {
        return verify_view(w);
    }
    bool ok = brs_replay_setup(&w->replay, &v->library->library, &w->scratch, &w->setup, &w->first) &&
              brs_replay_verify(&w->replay, &w->setup, &w->scratch, &w->played, (brs_report){disagree, w});
    if (w->disagreements > 1) {
        brs_help(&w->first, "the first of %d disagreements; later ones may follow from it", w->disagreements);
    }
    return ok;
}

// ---- telling -----------------------------------------------------------------------------------------------

static void tell_json(const verification *v, const worker *w, const cli_item *item, bool ok, brs_buf *line)
{
    bool view = w->replay.hidden != 0;
    char hash[20];
    cli_json_begin(line, v->cli);
    cli_json_text(line, "file", item->name);
    cli_json_bool(line, "ok", ok);
    cli_json_number(line, "code", w->first.code);
    if (!ok) {
        cli_json_text(line, "error", brs_code_name(w->first.code));
        if (w->first.offset >= 0) {
            cli_json_number(line, "offset", w->first.offset);
        }
        cli_json_text(line, "message", w->first.msg);
    } else if (view) {
        cli_json_bool(line, "view", true);
        cli_json_number(line, "decisions", w->replay.decisions.count);
    } else {
        cli_json_number(line, "units", w->played.result.units);
        cli_json_number(line, "decisions", w->played.decisions);
        cli_json_number(line, "checks", w->played.checks);
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)w->played.final_hash);
        cli_json_text(line, "final_state", hash);
        cli_json_text(line, "ended", cli_end_words(&w->replay));
        cli_json_number(line, "winner", w->replay.result.winner < BRS_MAX_SEATS ? w->replay.result.winner : -1);
        cli_json_text(line, "victory", w->setup.game->victories[w->played.result.reason].id);
    }
    buf_puts(line, "}\n");
}

static void tell_text(const verification *v, worker *w, const cli_item *item, bool ok, brs_buf *line)
{
    char span[64];
    if (!ok) {
        buf_putf(line, "%sFAILED%s  %s: %s\n", cli_paint(v->cli, "red"), cli_paint(v->cli, "off"),
                 cli_tame(&w->scratch, item->name), w->first.msg);
        return;
    }
    if (v->quiet) {
        return;
    }
    buf_putf(line, "%sok%s  %s  ", cli_paint(v->cli, "green"), cli_paint(v->cli, "off"),
             cli_tame(&w->scratch, item->name));
    if (w->replay.hidden != 0) {
        buf_putf(line, "%u decisions of a view: secrets were removed, so only its form and id were compared\n",
                 w->replay.decisions.count);
        return;
    }
    brs_unit_span(w->setup.game->unit, w->played.result.units, span, sizeof span);
    buf_putf(line, "%s, %u decisions, %d checks, final state %016llx: ", span, w->played.decisions, w->played.checks,
             (unsigned long long)w->played.final_hash);
    cli_say_end(v->cli, line, &w->setup, &w->replay);
    buf_byte(line, '\n');
}

static void tell(const verification *v, worker *w, const cli_item *item, bool ok, brs_buf *line)
{
    if (v->json) {
        tell_json(v, w, item, ok, line);
    } else {
        tell_text(v, w, item, ok, line);
    }
}

// ---- several at once -----------------------------------------------------------------------------------------

// In a worker. The record: a brs_err, and the line.
static void work(void *ctx, int index, brs_buf *record)
{
    verification *v = ctx;
    worker *w = &v->worker;
    const cli_item *item = &v->items.item[index];
    const bool ok = verify(v, w, item);
    brs_buf line;
    buf_init(&line, record->arena, 1024);
    brs_err_file(&w->first, item->name);
    tell(v, w, item, ok, &line);
    cli_apart_put_error(record, &w->first);
    buf_put(record, buf_str(&line));
}

// A worker has ended over it.
static void tell_ended(verification *v, int index, const brs_err *err, brs_buf *line)
{
    worker *w = &v->worker;
    w->first = *err;
    tell(v, w, &v->items.item[index], false, line);
}

// What was found, item by item, while the workers go on.
static int verify_all(verification *v, bool strict)
{
    cli_failures *failures = cli_failures_begin(v->cli);
    cli_progress progress;
    cli_apart apart = {.items = v->items.count, .jobs = v->jobs < v->items.count ? v->jobs : v->items.count, .ctx = v, .work = work};
    brs_arena_init(&v->worker.scratch, 0);
    cli_apart_begin(&apart);
    cli_progress_begin(&progress, "verifying", v->items.count);
    progress.log = v->log;
    for (int i = 0; i < v->items.count; i++) {
        brs_str record;
        brs_buf line;
        brs_err err = BRS_ERR_NONE;
        if (cli_apart_next(&apart, i, &record, &err) && cli_apart_take_error(&record, &err)) {
            fwrite(record.ptr, 1, record.len, stdout);
        } else {
            brs_err_file(&err, v->items.item[i].name);
            buf_init(&line, &apart.arena, 1024);
            tell_ended(v, i, &err, &line);
            fwrite(line.ptr, 1, line.len, stdout);
        }
        if (err.code != BRS_OK) {
            cli_fail_later(failures, &err);
        }
        progress.failures = failures->count;
        cli_progress_step(&progress, i + 1);
    }
    cli_progress_end(&progress);
    fflush(stdout);
    cli_apart_end(&apart);
    brs_arena_release(&v->worker.scratch);
    return cli_failures_end(failures, "replays", v->items.count, strict);
}

static int read_options(cli_run *cli, verification *v, bool *strict)
{
    const char *value;
    int64_t jobs = sysconf(_SC_NPROCESSORS_ONLN);
    int letter;
    bool ok = true;
    while (ok && (letter = cli_next(cli, &value)) >= 0) {
        v->json = v->json || letter == 'J';
        v->quiet = v->quiet || letter == 'q';
        *strict = *strict || letter == 'T';
        if (letter == 'j') {
            ok = cli_number(cli, "--jobs", value, 1, CLI_APART_MOST, &jobs);
        } else if (letter == 'P') {
            v->log = strcmp(value, "log") == 0;
            ok = v->log || (cli_misuse(cli, "--progress is log, not \"%s\"", value), false);
        }
    }
    v->jobs = jobs < 1 ? 1 : jobs > CLI_APART_MOST ? CLI_APART_MOST : (int)jobs;
    return ok ? letter : CLI_BAD;
}

static int run(cli_run *cli)
{
    verification *v = BRS_NEW(&cli->arena, verification, 1);
    bool strict = false;
    int status;
    v->cli = cli;
    if (!cli_ready(read_options(cli, v, &strict), &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which replays? Name files or folders");
    }
    v->library = cli_library_load(cli);
    if (v->library == NULL || !cli_items_open(cli, v->library, &v->items)) {
        return cli->failed;
    }
    return verify_all(v, strict);
}

const cli_command cmd_verify = {
    "verify", "REPLAY|FOLDER...", "Plays replays again and compares every check on the way.",
    "broadside verify games                   all *.replay files of a folder\n"
    "broadside verify -j4 --json games > report   one line of JSON each, for scripts\n",
    options, run, CLI_APART,
};
