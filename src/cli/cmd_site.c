// broadside site: replays become a folder of pages.
#include <stdio.h>
#include <string.h>

#include "broadside/site.h"
#include "cli.h"
#include "str.h"

static const cli_option options[] = {
    {'o', "output", "FOLDER", "where the site goes; new, empty, or made by an earlier run"},
    {'t', "title", "TEXT", "title of the front page (default: Broadside)"},
    {'U', "base-url", "URL", "address it will have, for absolute links and the sitemap"},
    {'T', "templates", "FOLDER", "templates that replace the built-in ones of the same name"},
    {'A', "anonymous", NULL, "players are A and B, no names"},
    {'S', "script", NULL, "add the optional script that steps through a turn"},
    {'C', "check", NULL, "check the site that was built (or, without replays, the folder of -o)"},
    {'q', "quiet", NULL, "no summary"},
    {'X', "strict", NULL, "end with 3 when a replay got no page"},
    {'N', "notes", "FILE", "notes on the one replay (default: NAME.notes.md, NAME.WHO.notes.md beside each); may be repeated"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef struct {
    brs_site_options site;
    bool check, quiet, strict;
    cli_progress progress;
    cli_failures failures;
    const char **notes;  // ended by NULL
    int note_files;
} site_run;

static void on_progress(void *ctx, int done, int total, const char *path)
{
    site_run *s = ctx;
    (void)total;
    (void)path;
    cli_progress_step(&s->progress, done);
}

static void on_failure(void *ctx, const char *path, const brs_err *why)
{
    site_run *s = ctx;
    brs_err err = *why;
    brs_err_file(&err, path);
    cli_fail_later(&s->failures, &err);
    s->progress.failures = s->failures.count;
}

// A game of an archive, as the bytes of a file.
static bool take_out(cli_run *cli, site_run *s, const cli_item *item, brs_str *bytes)
{
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 1);
    brs_err err = BRS_ERR_NONE;
    return cli_item_read(item, &cli->arena, replay, bytes, &err) || (on_failure(s, item->name, &err), false);
}

static int build(cli_run *cli, site_run *s)
{
    cli_items items;
    const cli_library *library = cli_library_load(cli);
    if (library == NULL || !cli_items_open(cli, library, &items)) {
        return cli->failed;
    }
    s->site.library = &library->library;
    const int count = items.count;
    brs_site_input *inputs = BRS_NEW(&cli->arena, brs_site_input, (size_t)count + 1);
    for (int i = 0; i < count; i++) {
        inputs[i].path = items.item[i].name;
        if (items.item[i].archive != NULL && !take_out(cli, s, &items.item[i], &inputs[i].bytes)) {
            inputs[i].bytes = (brs_str){"", 0};
        }
    }
    if (s->note_files > 0) {
        if (count != 1) {
            return cli_misuse(cli, "--notes is for one replay; notes of several lie beside them");
        }
        inputs[0].notes = s->notes;
    }
    brs_err err = BRS_ERR_NONE;
    brs_site_report report = {0};
    double start = cli_seconds();
    cli_progress_begin(&s->progress, "publishing", count);
    bool ok = brs_site_build(&s->site, inputs, count, &report, &err);
    cli_progress_end(&s->progress);
    if (!ok && report.note_mistakes > 0) {
        int status = cli_failures_end(&s->failures, "notes", s->failures.count, false);
        fputs("nothing was published: what the notes say and what happened must agree\n", stderr);
        return status;
    }
    if (!ok) {
        return cli_error(&err);
    }
    if (!s->quiet) {
        fprintf(stderr, "%d games, %d pages (%d of turns), %.1f MB in %.2f s\n", report.matches, report.pages,
                report.units, (double)report.bytes / 1e6, cli_seconds() - start);
        printf("%s/index.html\n", s->site.out);
    }
    int status = cli_failures_end(&s->failures, "replays", count, s->strict);
    return s->strict || report.matches == 0 ? status : BRS_OK;
}

static int check(site_run *s)
{
    cli_tally tally;
    brs_site_check_report report = {0};
    brs_err err = BRS_ERR_NONE;
    bool ok = brs_site_check(s->site.out, cli_reporter(&tally), &report, &err);
    if (!ok && err.code != BRS_OK) {
        return cli_error(&err);
    }
    if (!s->quiet || !ok) {
        fprintf(stderr, "checked %d pages, %d links: %d problem%s%s\n", report.pages, report.links, report.problems,
                report.problems == 1 ? "" : "s", report.warnings > 0 ? ", and pages that are larger than planned" : "");
    }
    return ok ? BRS_OK : BRS_UNEXPECTED;
}

static int read_options(cli_run *cli, site_run *s)
{
    const char *value;
    int letter;
    while ((letter = cli_next(cli, &value)) >= 0) {
        switch (letter) {
        case 'o': s->site.out = value; break;
        case 't': s->site.title = value; break;
        case 'U': s->site.base_url = value; break;
        case 'T': s->site.templates = value; break;
        case 'A': s->site.anonymous = true; break;
        case 'S': s->site.script = true; break;
        case 'C': s->check = true; break;
        case 'q': s->quiet = true; break;
        case 'X': s->strict = true; break;
        case 'N': s->notes[s->note_files++] = value; break;
        }
    }
    return letter;
}

static int run(cli_run *cli)
{
    site_run *s = BRS_NEW(&cli->arena, site_run, 1);
    int status;
    s->notes = brs_arena_alloc(&cli->arena, (size_t)cli->argc + 1, sizeof *s->notes);
    if (!cli_ready(read_options(cli, s), &status)) {
        return status;
    }
    if (s->site.out == NULL) {
        return cli_misuse(cli, "where to? Give -o FOLDER");
    }
    if (cli->operands == 0 && !s->check) {
        return cli_misuse(cli, "which replays? Name files or folders");
    }
    s->site.progress = on_progress;
    s->site.failed = on_failure;
    s->site.ctx = s;
    status = cli->operands > 0 ? build(cli, s) : BRS_OK;
    return status == BRS_OK && s->check ? check(s) : status;
}

const cli_command cmd_site = {
    "site", "REPLAY|FOLDER...", "Publishes replays as a folder of pages that need no server and no script.",
    "broadside site games -o public           then open public/index.html\n"
    "broadside site games -o public --check   and follow every link\n",
    options, run,
};
