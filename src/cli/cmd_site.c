// broadside site: replays become a folder of pages.
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "broadside/site.h"
#include "cli.h"
#include "cli_apart.h"
#include "fs.h"
#include "str.h"

enum { MAX_JOBS = 64, QUIET_MS = 100 };

static const cli_option options[] = {
    {'o', "output", "FOLDER", "where the site goes; new, empty, or made by an earlier run"},
    {'l' | CLI_SETTING, "lang", "LANGUAGE", "of the pages: en, de, es, pseudo, or a catalogue of your own, ./fr.words; several, en,de,es, in a folder each (default: en)"},
    {'t' | CLI_SETTING, "title", "TEXT", "title of the front page (default: Broadside)"},
    {'U' | CLI_SETTING, "base-url", "URL", "address it will have, for absolute links and the sitemap"},
    {'T', "templates", "FOLDER", "templates that replace the built-in ones of the same name"},
    {'c', "css", "FILE", "a sheet of style of your own, after the built-in one"},
    {'Z', "zip", "FILE", "also the whole site as one zip file"},
    {'f', "force", NULL, "replace the file of --zip if it exists"},
    {'L', "lessons", "FOLDER", "lessons to publish, NAME.md, in the order of their names"},
    {'A' | CLI_SETTING, "anonymous", NULL, "players are A and B, no names"},
    {'V', "view", "WHO", "all, public, or a seat (A, B ...): only what they could know is written (default: all)"},
    {'D' | CLI_SETTING, "no-spoilers", NULL, "how a match ended stands only in parts that a reader opens, and on its last page"},
    {'R' | CLI_SETTING, "print", NULL, "also each match on one page for paper"},
    {'O' | CLI_SETTING, "one", NULL, "also each turn and each match as one file that carries the replay (broadside verify FILE.html)"},
    {'B' | CLI_SETTING, "epub", NULL, "also each match as a book for e-readers (EPUB 3), and the lessons as one"},
    {'E' | CLI_SETTING, "embed", NULL, "also each turn for a frame in another page"},
    {'S' | CLI_SETTING, "script", NULL, "add the optional script that steps through a turn"},
    {'M', "max-bytes", "NUMBER", "refuse to publish more than that; 900M is what GitHub Pages takes, with some room"},
    {'j' | CLI_SETTING, "jobs", "NUMBER", "how many matches at once (default: as many as there are processors)"},
    {'K', "clean", NULL, "make every page anew, whatever an earlier run left"},
    {'C', "check", NULL, "check the site that was built, and make damaged pages anew (or, without replays, only check -o)"},
    {'q', "quiet", NULL, "no summary"},
    {'P' | CLI_SETTING, "progress", "HOW", "log: a line each 30 s, also where there is no terminal"},
    {'X', "strict", NULL, "end with 3 when a replay got no page"},
    {'W', "watch", NULL, "stay, and publish again whenever a replay, a note, a template or another file of these options changes"},
    {'N', "notes", "FILE", "notes on the one replay (default: NAME.notes.md, NAME.WHO.notes.md beside each); may be repeated"},
    {'F', "part", "FOLDER", "a site that was made of some of these replays with the same options: its matches are taken as they are; may be repeated"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef struct {
    brs_site_options site;
    const char *zip;
    bool force;
    bool check, quiet, strict, watch;
    cli_progress progress;
    cli_failures failures;
    const char **notes;  // ended by NULL
    int note_files;
    const char **parts;  // ended by NULL
    int part_count;
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

static void on_warning(void *ctx, const char *path, const brs_err *why)
{
    const site_run *s = ctx;
    if (!s->quiet) {
        fprintf(stderr, "%s: warning: %s\n    help: %s\n", path, why->msg, why->help);
    }
}

// ---- strangers' files, in workers of their own ------------------------------------------------------------------

static void look(void *ctx, int index, brs_buf *record)
{
    const brs_site_look *const *what = ctx;
    (void)record;
    (*what)->work((*what)->ctx, index);
}

static void look_in_workers(void *ctx, const brs_site_look *what)
{
    const site_run *s = ctx;
    cli_apart workers = {.items = what->count, .jobs = s->site.jobs < what->count ? s->site.jobs : what->count, .ctx = &what, .work = look};
    cli_apart_begin(&workers);
    for (int i = 0; i < what->count; i++) {
        brs_str nothing;
        brs_err err = BRS_ERR_NONE;
        if (!cli_apart_next(&workers, i, &nothing, &err)) {
            what->ended(what->ctx, i, &err);
        }
    }
    cli_apart_end(&workers);
}

// A game of an archive, as the bytes of a file.
static bool take_out(cli_run *cli, site_run *s, const cli_item *item, brs_str *bytes)
{
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 1);
    brs_err err = BRS_ERR_NONE;
    return cli_item_read(item, &cli->arena, replay, bytes, &err) || (on_failure(s, item->name, &err), false);
}

// A catalogue of one's own need not be complete; what it lacks is in English on the pages.
static void tell_missing(cli_run *cli, const site_run *s)
{
    brs_catalogue_report report;
    brs_err err = BRS_ERR_NONE;
    const char *own = s->site.language;
    if (own != NULL && strpbrk(own, "./") != NULL &&
        brs_site_catalogue(own, &cli->arena, (brs_report){NULL, NULL}, NULL, &report, &err) && report.missing > 0) {
        fprintf(stderr, "%s: warning: %d of %d sentences are in English, since it does not have them\n    help: broadside words check %s names them\n",
                own, report.missing, report.sentences, own);
    }
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
        if (items.item[i].inside != NULL && !take_out(cli, s, &items.item[i], &inputs[i].bytes)) {
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
    const bool log = s->progress.log;
    cli_progress_begin(&s->progress, "publishing", count);
    s->progress.log = log;
    bool ok = brs_site_build(&s->site, inputs, count, &report, &err);
    cli_progress_end(&s->progress);
    if (!ok && report.note_mistakes > 0) {
        int status = cli_failures_end(&s->failures, "notes", s->failures.count, false);
        fputs("nothing was published: what the notes say and what happened must agree\n", stderr);
        return status;
    }
    if (!ok || (s->zip != NULL && !brs_site_zip(s->site.out, s->zip, s->force, &err))) {
        return cli_error(&err);
    }
    if (!s->quiet) {
        fprintf(stderr, "%d game%s, %d pages (%d of turns), %.1f MB in %.2f s", report.matches,
                report.matches == 1 ? "" : "s", report.pages, report.units, (double)report.bytes / 1e6, cli_seconds() - start);
        if (report.made < report.matches) {
            fprintf(stderr, "; %d game%s changed", report.made, report.made == 1 ? "" : "s");
        }
        fputc('\n', stderr);
        tell_missing(cli, s);
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

// What is read would be replaced, or what is written read the next time.
static bool apart(cli_run *cli, const site_run *s)
{
    const char *slash = strrchr(s->site.out, '/');
    const size_t len = slash == NULL ? 0 : slash == s->site.out ? 1 : (size_t)(slash - s->site.out);
    const char *parent = len == 0 ? "." : brs_arena_string(&cli->arena, (brs_str){s->site.out, len});
    for (int i = 0; i < cli->operands; i++) {
        const char *in = cli->operand[i];
        if (fs_lies_in(in, s->site.out) || (fs_is_folder(in) && fs_lies_in(parent, in))) {
            cli_misuse(cli, "%s and the output folder %s lie in one another: give -o a folder elsewhere", in, s->site.out);
            return false;
        }
    }
    return true;
}

// ---- staying ----------------------------------------------------------------------------------

// A folder and those below it.
static bool watch_tree(cli_run *cli, int watch, const char *at, brs_err *err)
{
    brs_str *names;
    int count = 0;
    bool ok = fs_watch_folder(watch, at, err) && fs_list(at, "", true, &cli->arena, &names, &count, err);
    for (int k = 0; k < count && ok; k++) {
        const char *below = strrchr(names[k].ptr, '/');
        brs_buf path;
        buf_init(&path, &cli->arena, 256);
        buf_putf(&path, "%s/%.*s", at, below == NULL ? 0 : (int)(below - names[k].ptr), names[k].ptr);
        buf_byte(&path, '\0');
        ok = fs_watch_folder(watch, path.ptr, err);
    }
    return ok;
}

// Catalogues that are files, of one language or several.
static bool watch_languages(cli_run *cli, const site_run *s, int watch, brs_err *err)
{
    brs_str rest = str_of(s->site.language);
    bool ok = true;
    while (rest.len > 0 && ok) {
        const char *name = brs_arena_string(&cli->arena, str_trim(str_cut(&rest, ',')));
        ok = strpbrk(name, "./") == NULL || fs_watch_file(watch, name, err);
    }
    return ok;
}

// Single files that the pages are made with.
static bool watch_files(cli_run *cli, const site_run *s, int watch, brs_err *err)
{
    bool ok = (s->site.css == NULL || fs_watch_file(watch, s->site.css, err)) && watch_languages(cli, s, watch, err);
    for (int i = 0; i < cli->card_files && ok; i++) {
        ok = fs_watch_file(watch, cli->cards[i], err);
    }
    for (int i = 0; i < s->note_files && ok; i++) {
        ok = fs_watch_file(watch, s->notes[i], err);
    }
    return ok;
}

// All that the pages are made of: the folders of the operands, those below them, and what options name.
static bool watch_all(cli_run *cli, const site_run *s, int watch)
{
    brs_err err = BRS_ERR_NONE;
    bool ok = (s->site.templates == NULL || watch_tree(cli, watch, s->site.templates, &err)) &&
              (s->site.lessons == NULL || fs_watch_folder(watch, s->site.lessons, &err)) && watch_files(cli, s, watch, &err);
    for (int i = 0; i < cli->operands && ok; i++) {
        const char *at = cli->operand[i];
        const char *slash = strrchr(at, '/');
        if (fs_is_folder(at)) {
            ok = watch_tree(cli, watch, at, &err);
        } else {
            ok = fs_watch_folder(watch, slash == NULL ? "." : brs_arena_string(&cli->arena, (brs_str){at, (size_t)(slash - at) + 1}), &err);
        }
    }
    return ok || (cli_error(&err), false);
}

// Each time in a process of its own, so that nothing is left behind from one to the next.
static int stay(cli_run *cli, site_run *s)
{
    int status = BRS_OK;
    do {
        fflush(NULL);
        const pid_t child = fork();
        if (child == 0) {
            brs_err err = BRS_ERR_NONE;
            int watch;
            if (!fs_watch_open(&watch, &err) || !watch_all(cli, s, watch)) {
                _exit(BRS_RETRY);
            }
            build(cli, s);
            fflush(NULL);
            fs_watch_wait(watch, QUIET_MS);
            _exit(BRS_OK);
        }
        if (child < 0 || waitpid(child, &status, 0) != child) {
            fprintf(stderr, "broadside site: no process can be started; try again\n");
            return BRS_RETRY;
        }
    } while (WIFEXITED(status) && WEXITSTATUS(status) == BRS_OK);
    return BRS_RETRY;
}

// ---- options ----------------------------------------------------------------------------------

// "900M", "20k", "5000000".
static bool read_bytes(cli_run *cli, site_run *s, const char *value)
{
    const size_t len = strlen(value);
    const char unit = len > 1 ? value[len - 1] : '0';
    const int64_t factor = unit == 'k' ? 1000 : unit == 'M' ? 1000000 : unit == 'G' ? 1000000000 : 1;
    const char *number = factor == 1 ? value : brs_arena_string(&cli->arena, (brs_str){value, len - 1});
    int64_t count;
    if (!cli_number(cli, "--max-bytes", number, 1, INT64_MAX / factor, &count)) {
        return false;
    }
    s->site.max_bytes = (uint64_t)(count * factor);
    return true;
}

static bool read_number(cli_run *cli, site_run *s, int letter, const char *value)
{
    int64_t jobs;
    if (letter == 'M') {
        return read_bytes(cli, s, value);
    }
    if (letter == 'P') {
        s->progress.log = strcmp(value, "log") == 0;
        return s->progress.log || (cli_misuse(cli, "--progress is log, not \"%s\"", value), false);
    }
    if (!cli_number(cli, "--jobs", value, 1, MAX_JOBS, &jobs)) {
        return false;
    }
    s->site.jobs = (int)jobs;
    return true;
}

// Pages link to it, and the sitemap names it.
bool cli_is_web_address(const char *url)
{
    const size_t scheme = strncmp(url, "https://", 8) == 0 ? 8 : strncmp(url, "http://", 7) == 0 ? 7 : 0;
    for (const char *c = url; *c != '\0'; c++) {
        if (*c <= ' ' || *c == 0x7f || strchr("\"'<>\\^`{|}", *c) != NULL) {
            return false;
        }
    }
    return scheme > 0 && url[scheme] != '\0' && url[scheme] != '/';
}

static int read_options(cli_run *cli, site_run *s)
{
    const char *value;
    int letter;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    s->site.jobs = processors < 1 ? 1 : processors > MAX_JOBS ? MAX_JOBS : (int)processors;
    while ((letter = cli_next(cli, &value)) >= 0) {
        if ((letter == 'j' || letter == 'P' || letter == 'M') && !read_number(cli, s, letter, value)) {
            return CLI_BAD;
        }
        if (letter == 'U' && !cli_is_web_address(value)) {
            cli_misuse(cli, "--base-url begins with https:// or http://, and has no blanks, quotes or brackets: not \"%s\"", value);
            return CLI_BAD;
        }
        switch (letter) {
        case 'o': s->site.out = value; break;
        case 'l': s->site.language = value; break;
        case 't': s->site.title = value; break;
        case 'U': s->site.base_url = value; break;
        case 'T': s->site.templates = value; break;
        case 'c': s->site.css = value; break;
        case 'Z': s->zip = value; break;
        case 'f': s->force = true; break;
        case 'A': s->site.anonymous = true; break;
        case 'V': s->site.view = value; break;
        case 'D': s->site.no_spoilers = true; break;
        case 'R': s->site.print = true; break;
        case 'O': s->site.one = true; break;
        case 'B': s->site.epub = true; break;
        case 'E': s->site.embed = true; break;
        case 'S': s->site.script = true; break;
        case 'C': s->check = true; break;
        case 'q': s->quiet = true; break;
        case 'X': s->strict = true; break;
        case 'W': s->watch = true; break;
        case 'L': s->site.lessons = value; break;
        case 'K': s->site.anew = true; break;
        case 'F': s->parts[s->part_count++] = value; break;
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
    s->parts = brs_arena_alloc(&cli->arena, (size_t)cli->argc + 1, sizeof *s->parts);
    if (!cli_ready(read_options(cli, s), &status)) {
        return status;
    }
    if (s->site.out == NULL) {
        return cli_misuse(cli, "where to? Give -o FOLDER");
    }
    if (cli->operands == 0 && !s->check) {
        return cli_misuse(cli, "which replays? Name files or folders");
    }
    if (s->zip != NULL && fs_exists(s->zip) && !s->force) {
        return cli_misuse(cli, "%s exists: --force replaces it", s->zip);
    }
    s->site.progress = on_progress;
    s->site.failed = on_failure;
    s->site.warned = on_warning;
    s->site.apart = look_in_workers;
    s->site.ctx = s;
    s->site.durable = true;
    s->site.check_pages = s->check;
    s->site.parts = s->part_count > 0 ? s->parts : NULL;
    if (cli->part.on && (s->watch || s->check || (s->site.view != NULL && strcmp(s->site.view, "all") != 0))) {
        return cli_misuse(cli, "--view, --watch and --check are not for a shard of a batch");
    }
    if (cli->part.on) {  // a lesson may be about a match of another shard: merge writes them
        s->site.lessons = NULL;
        cli->failures = &s->failures;
    }
    if (!apart(cli, s)) {
        return BRS_USAGE;
    }
    if (s->watch && cli->operands > 0) {
        return stay(cli, s);
    }
    status = cli->operands > 0 ? build(cli, s) : BRS_OK;
    return status == BRS_OK && s->check ? check(s) : status;
}

const cli_command cmd_site = {
    "site", "REPLAY|FOLDER...", "Publishes replays as a folder of pages that need no server and no script.",
    "broadside site games -o public           then open public/index.html\n"
    "broadside site games -o public --check   and follow every link\n",
    options, run, CLI_FORKS,
};
