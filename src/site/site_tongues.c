// A site in several languages: one folder each, the same pages at the same addresses below, each with the way to
// itself in the other languages; and a page above them to choose one.
#include <stdio.h>
#include <string.h>

#include "fs.h"
#include "site_run.h"
#include "site_share.h"
#include "str.h"

enum { MAX_TONGUES = 16, MAX_OUT = 3800 };

static bool read_tongue(site_build *build, brs_str name, brs_err *err)
{
    const brs_language *language;
    if (build->tongues == MAX_TONGUES) {
        return brs_fail(err, BRS_LIMIT, "more than %d languages", MAX_TONGUES);
    }
    if (!site_language_load(brs_arena_string(build->arena, name), build->arena, &language, err)) {
        return false;
    }
    site_tongue *tongue = &build->tongue[build->tongues];
    *tongue = language == NULL ? (site_tongue){"en", "English"} : (site_tongue){language->id, language->name};
    for (int i = 0; i < build->tongues; i++) {
        if (strcmp(build->tongue[i].id, tongue->id) == 0) {
            return brs_fail(err, BRS_USAGE, "the language \"%s\" is named twice", tongue->id);
        }
    }
    build->tongues++;
    return true;
}

bool site_read_tongues(site_build *build, brs_err *err)
{
    brs_str rest = str_of(build->options->beside);
    bool ok = true;
    if (rest.len > 0) {
        build->tongue = BRS_NEW(build->arena, site_tongue, MAX_TONGUES);
    }
    while (rest.len > 0 && ok) {
        ok = read_tongue(build, str_trim(str_cut(&rest, ',')), err);
    }
    return ok;
}

// ---- on each page -------------------------------------------------------------------------------

// From a page to the same one in another language: up to the folder of languages, and down again.
static void put_href(brs_buf *out, const char *path, const site_tongue *tongue)
{
    buf_puts(out, "../");
    for (const char *c = path; *c != '\0'; c++) {
        buf_puts(out, *c == '/' ? "../" : "");
    }
    buf_html(out, str_of(tongue->id));
    buf_byte(out, '/');
    buf_html(out, str_of(path));
}

static void put_head(const site_build *build, const char *path, brs_buf *out)
{
    for (int i = 0; i < build->tongues; i++) {
        buf_puts(out, "<link rel=\"alternate\" hreflang=\"");
        buf_html(out, str_of(build->tongue[i].id));
        buf_puts(out, "\" href=\"");
        put_href(out, path, &build->tongue[i]);
        buf_puts(out, "\">\n");
    }
}

static void put_way(const site_build *build, const char *path, brs_buf *out)
{
    const char *own = build->words->language == NULL ? "en" : build->words->language->id;
    buf_puts(out, "<p>");
    for (int i = 0; i < build->tongues; i++) {
        const site_tongue *tongue = &build->tongue[i];
        if (strcmp(tongue->id, own) != 0) {
            buf_puts(out, "<a lang=\"");
            buf_html(out, str_of(tongue->id));
            buf_puts(out, "\" hreflang=\"");
            buf_html(out, str_of(tongue->id));
            buf_puts(out, "\" href=\"");
            put_href(out, path, tongue);
            buf_puts(out, "\">");
            buf_html(out, str_of(tongue->name));
            buf_puts(out, "</a> ");
        }
    }
    buf_puts(out, "</p>\n");
}

brs_str site_with_tongues(site_build *build, const char *path)
{
    const brs_str html = buf_str(&build->html);
    const char *head = memmem(html.ptr, html.len, "</title>\n", 9), *foot = memmem(html.ptr, html.len, "</footer>", 9);
    if (build->tongues < 2 || head == NULL || foot == NULL || strcmp(path, "404.html") == 0) {
        return html;
    }
    const size_t first = (size_t)(head - html.ptr) + 9, second = (size_t)(foot - html.ptr);
    brs_buf out;
    buf_init(&out, &build->page, html.len + 4096);
    buf_put(&out, (brs_str){html.ptr, first});
    put_head(build, path, &out);
    buf_put(&out, (brs_str){html.ptr + first, second - first});
    put_way(build, path, &out);
    buf_put(&out, str_behind(html, second));
    return buf_str(&out);
}

// ---- all of them --------------------------------------------------------------------------------

// Whoever comes to the top chooses a language.
static bool write_choice(const brs_site_options *options, const site_build *list, brs_arena *arena, brs_err *err)
{
    brs_buf out, path;
    buf_init(&out, arena, 4096);
    buf_init(&path, arena, 256);
    const brs_str title = str_of(options->title != NULL ? options->title : "Broadside");
    buf_puts(&out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
                   "content=\"default-src 'none'; base-uri 'none'; form-action 'none'\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    buf_html(&out, title);
    buf_puts(&out, "</title>\n<meta name=\"description\" content=\"Recorded card games, in several languages.\">\n</head>\n<body>\n<main>\n<h1>");
    buf_html(&out, title);
    buf_puts(&out, "</h1>\n<ul>\n");
    for (int i = 0; i < list->tongues; i++) {
        buf_puts(&out, "<li><a lang=\"");
        buf_html(&out, str_of(list->tongue[i].id));
        buf_puts(&out, "\" hreflang=\"");
        buf_html(&out, str_of(list->tongue[i].id));
        buf_puts(&out, "\" href=\"");
        buf_html(&out, str_of(list->tongue[i].id));
        buf_puts(&out, "/index.html\">");
        buf_html(&out, str_of(list->tongue[i].name));
        buf_puts(&out, "</a></li>\n");
    }
    buf_puts(&out, "</ul>\n</main>\n</body>\n</html>\n");
    buf_putf(&path, "%s/index.html", options->out);
    buf_byte(&path, '\0');
    return fs_write_if_changed(path.ptr, buf_str(&out), NULL, err);
}

static bool build_tongue(const brs_site_options *options, const site_tongue *tongue, brs_str name, const brs_site_input *inputs, int count,
                         brs_site_report *sum, brs_arena *arena, brs_err *err)
{
    brs_site_options own = *options;
    brs_site_report report = {0};
    brs_buf out, base;
    buf_init(&out, arena, 256);
    buf_init(&base, arena, 256);
    buf_putf(&out, "%s/%s", options->out, tongue->id);
    buf_byte(&out, '\0');
    buf_putf(&base, "%s/%s", options->base_url != NULL ? options->base_url : "", tongue->id);
    buf_byte(&base, '\0');
    own.out = out.ptr;
    own.base_url = options->base_url != NULL ? base.ptr : NULL;
    own.beside = options->language;
    own.language = brs_arena_string(arena, name);
    own.failed = sum->pages == 0 ? options->failed : NULL; // a replay is refused once, not in each language
    const bool ok = site_build_one(&own, inputs, count, &report, err);
    sum->matches = report.matches;
    sum->failures = report.failures;
    sum->made = report.made > sum->made ? report.made : sum->made;
    sum->note_mistakes += report.note_mistakes;
    sum->pages += report.pages;
    sum->units += report.units;
    sum->bytes += report.bytes;
    return ok;
}

// A site in one language has its matches at the top.
static bool is_free(const char *out, brs_err *err)
{
    char path[MAX_OUT + 8];
    snprintf(path, sizeof path, "%.*s/m", MAX_OUT, out);
    return !fs_exists(path) || brs_fail(err, BRS_USAGE, "%s holds a site in one language; give another folder for one in several", out);
}

static bool build_tongues(const brs_site_options *options, const brs_site_input *inputs, int count, brs_site_report *sum, brs_arena *arena,
                          brs_err *err)
{
    brs_site_options all = *options;
    site_build list = {.options = &all, .arena = arena};
    brs_str rest = str_of(options->language);
    all.beside = options->language;
    bool ok = site_read_tongues(&list, err) && is_free(options->out, err);
    for (int i = 0; i < list.tongues && ok; i++) {
        ok = build_tongue(options, &list.tongue[i], str_trim(str_cut(&rest, ',')), inputs, count, sum, arena, err);
    }
    return ok && write_choice(options, &list, arena, err);
}

bool brs_site_build(const brs_site_options *options, const brs_site_input *inputs, int count, brs_site_report *report, brs_err *err)
{
    brs_site_report sum = {0};
    if (options->language == NULL || strchr(options->language, ',') == NULL) {
        return site_build_one(options, inputs, count, report, err);
    }
    brs_arena arena;
    brs_arena_init(&arena, 0);
    const bool ok = build_tongues(options, inputs, count, &sum, &arena, err);
    brs_arena_release(&arena);
    if (report != NULL) {
        *report = sum;
    }
    return ok;
}
