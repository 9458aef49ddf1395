// broadside verify: plays replays again and compares every check.
#include <stdio.h>

#include "cli.h"
#include "str.h"

static const cli_option options[] = {
    {'J', "json", NULL, "one JSON object a replay"},
    {'q', "quiet", NULL, "no line for those that are right"},
    {'T', "strict", NULL, "end with 3 when some failed, instead of the code of the first"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    cli_run *cli;
    const cli_library *library;
    bool json, quiet;
    brs_arena scratch;
    brs_buf line;
    brs_err first;  // of the replay at hand
    int disagreements;
} verifier;

static void disagree(void *ctx, const brs_err *err, bool warning)
{
    verifier *v = ctx;
    if (!warning && v->disagreements++ == 0) {
        v->first = *err;
    }
}

// Reads, sets up, plays, compares. False: v->first says what is wrong first.
static bool verify(verifier *v, const char *path, brs_replay *replay, brs_setup *setup, brs_played *played)
{
    v->first = BRS_ERR_NONE;
    v->disagreements = 0;
    brs_arena_reset(&v->scratch);
    bool ok = cli_read_replay(path, &v->scratch, replay, NULL, &v->first) &&
              brs_replay_setup(replay, &v->library->library, &v->scratch, setup, &v->first) &&
              brs_replay_verify(replay, setup, &v->scratch, played, (brs_report){disagree, v});
    if (v->disagreements > 1) {
        brs_help(&v->first, "the first of %d disagreements; later ones may follow from it", v->disagreements);
    }
    brs_err_file(&v->first, path);
    return ok;
}

static void tell_json(verifier *v, const char *path, bool ok, const brs_setup *setup, const brs_played *played)
{
    cli_json_begin(&v->line, v->cli);
    cli_json_text(&v->line, "file", path);
    cli_json_bool(&v->line, "ok", ok);
    cli_json_number(&v->line, "code", v->first.code);
    if (ok) {
        cli_json_number(&v->line, "units", played->result.units);
        cli_json_number(&v->line, "decisions", played->decisions);
        cli_json_number(&v->line, "checks", played->checks);
        cli_json_text(&v->line, "victory", setup->game->victories[played->result.reason].id);
    } else {
        cli_json_text(&v->line, "error", brs_code_name(v->first.code));
        cli_json_text(&v->line, "message", v->first.msg);
    }
    cli_json_end(&v->line);
}

static void tell(verifier *v, const char *path, bool ok, const brs_setup *setup, const brs_played *played)
{
    if (!ok) {
        printf("%sFAILED%s  %s: %s\n", cli_paint(v->cli, "red"), cli_paint(v->cli, "off"), path,
               brs_code_name(v->first.code));
        return;
    }
    if (v->quiet) {
        return;
    }
    buf_reset(&v->line);
    cli_say_result(v->cli, &v->line, setup, &played->result);
    char span[64];
    brs_unit_span(setup->game->unit, played->result.units, span, sizeof span);
    printf("%sok%s  %s  %s, %u decisions, %d checks: %.*s\n", cli_paint(v->cli, "green"), cli_paint(v->cli, "off"), path,
           span, played->decisions, played->checks, BRS_ARG(buf_str(&v->line)));
}

static int verify_all(verifier *v, const char **paths, int count, bool strict)
{
    cli_failures *failures = BRS_NEW(&v->cli->arena, cli_failures, 1);
    brs_replay *replay = BRS_NEW(&v->cli->arena, brs_replay, 1);
    brs_setup *setup = BRS_NEW(&v->cli->arena, brs_setup, 1);
    cli_progress progress;
    cli_progress_begin(&progress, "verifying", count);
    for (int i = 0; i < count; i++) {
        brs_played played = {0};
        bool ok = verify(v, paths[i], replay, setup, &played);
        if (v->json) {
            tell_json(v, paths[i], ok, setup, &played);
        } else {
            tell(v, paths[i], ok, setup, &played);
        }
        if (!ok) {
            cli_fail_later(failures, &v->first);
        }
        progress.failures = failures->count;
        cli_progress_step(&progress, i + 1);
    }
    cli_progress_end(&progress);
    fflush(stdout);
    return cli_failures_end(failures, "replays", count, strict);
}

static int run(cli_run *cli)
{
    verifier *v = BRS_NEW(&cli->arena, verifier, 1);
    v->cli = cli;
    bool strict = false;
    const char *value;
    int letter, status, count;
    while ((letter = cli_next(cli, &value)) >= 0) {
        v->json = v->json || letter == 'J';
        v->quiet = v->quiet || letter == 'q';
        strict = strict || letter == 'T';
    }
    if (!cli_ready(letter, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which replays? Name files or folders");
    }
    v->library = cli_library_load(cli);
    const char **paths = cli_replay_paths(cli, &count);
    if (v->library == NULL || paths == NULL) {
        return BRS_UNEXPECTED;
    }
    if (count == 0) {
        fprintf(stderr, "broadside verify: there is no file *.replay in %s\n", cli->operand[0]);
        return BRS_USAGE;
    }
    brs_arena_init(&v->scratch, 0);
    buf_init(&v->line, &cli->arena, 512);
    status = verify_all(v, paths, count, strict);
    brs_arena_release(&v->scratch);
    return status;
}

const cli_command cmd_verify = {
    "verify", "REPLAY|FOLDER...", "Plays replays again and compares every check on the way.",
    "broadside verify games                   all *.replay files of a folder\n"
    "broadside verify --json games > report   one line of JSON each, for scripts\n",
    options, run,
};
