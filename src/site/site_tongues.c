// A site in several languages: one folder each, the same pages at the same addresses below, each with the way to
// itself in the other languages; above them a page to choose one, and one list of all pages. All are made before any of
// them takes its place.
#include <stdio.h>
#include <string.h>

#include "fs.h"
#include "site_run.h"
#include "site_share.h"
#include "str.h"

enum { MAX_TONGUES = 16 };

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

static void put_below(brs_buf *out, const char *path, const site_tongue *tongue)
{
    buf_html(out, str_of(tongue->id));
    buf_byte(out, '/');
    buf_html(out, str_of(path));
}

// From a page to the same one in another language: up to the folder of languages, and down again.
static void put_href(brs_buf *out, const char *path, const site_tongue *tongue)
{
    buf_puts(out, "../");
    for (const char *c = path; *c != '\0'; c++) {
        buf_puts(out, *c == '/' ? "../" : "");
    }
    put_below(out, path, tongue);
}

// For search engines, which want a whole address where there is one: the base address ends with the own language.
static void put_head(const site_build *build, const char *path, brs_buf *out)
{
    const char *base = build->options->base_url, *own = base == NULL ? NULL : strrchr(base, '/');
    for (int i = 0; i < build->tongues; i++) {
        buf_puts(out, "<link rel=\"alternate\" hreflang=\"");
        buf_html(out, str_of(build->tongue[i].id));
        buf_puts(out, "\" href=\"");
        if (own != NULL) {
            buf_html(out, (brs_str){base, (size_t)(own - base) + 1});
            put_below(out, path, &build->tongue[i]);
        } else {
            put_href(out, path, &build->tongue[i]);
        }
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

typedef struct {
    const brs_site_options *options;
    brs_arena *arena;
    site_build list; // of the languages
    site_out whole;
    brs_site_options own[MAX_TONGUES];
    site_run *run[MAX_TONGUES];
    int opened;
} several;

// Whoever comes to the top chooses a language. The page is drawn as those of the first one are.
static bool write_choice(several *s, brs_err *err)
{
    site_build *first = s->run[0]->build;
    site_scene scene;
    brs_buf root;
    buf_init(&root, s->arena, 24);
    buf_puts(&root, first->tongue[0].id);
    buf_puts(&root, "/");
    buf_byte(&root, '\0');
    site_begin_study(first, &scene, NULL, root.ptr);
    for (int i = 0; i < first->tongues; i++) {
        site_open(&scene.tree, SITE_tongue, i);
        site_puts(&scene.tree, SITE_lang, first->tongue[i].id);
        site_puts(&scene.tree, SITE_title, first->tongue[i].name);
        site_close(&scene.tree);
    }
    return site_render_page(first, &scene, NULL, SITE_PAGE_TONGUES, err) &&
           site_out_write(&s->whole, "index.html", buf_str(&first->html), err);
}

// What stands above the languages. All of them have the same pages.
static bool write_top(several *s, brs_err *err)
{
    site_run *made = s->run[0];
    for (int i = 0; i < s->opened && made->current; i++) {
        made = s->run[i];
    }
    return write_choice(s, err) && site_write_robots(&s->whole, s->options->base_url, s->arena, err) &&
           site_write_shared_sitemap(&s->whole, s->options->base_url, made->build, buf_str(&made->pages), err);
}

static const char *joined(brs_arena *arena, const char *before, const char *after)
{
    brs_buf out;
    buf_init(&out, arena, 256);
    buf_putf(&out, "%s/%s", before, after);
    buf_byte(&out, '\0');
    return out.ptr;
}

static bool open_all(several *s, const brs_site_input *inputs, int count, brs_err *err)
{
    const brs_site_options *options = s->options;
    brs_str rest = str_of(options->language);
    bool ok = true;
    s->whole.durable = options->durable;
    for (int i = 0; i < s->list.tongues && ok; i++) {
        brs_site_options *own = &s->own[i];
        const char *id = s->list.tongue[i].id;
        *own = *options;
        own->out = joined(s->arena, options->out, id);
        own->base_url = options->base_url != NULL ? joined(s->arena, options->base_url, id) : NULL;
        own->beside = options->language;
        own->language = brs_arena_string(s->arena, str_trim(str_cut(&rest, ',')));
        own->max_bytes = 0; // counted over all
        own->failed = i == 0 ? options->failed : NULL; // a replay is refused once, not in each language
        own->warned = i == 0 ? options->warned : NULL;
        s->run[i] = site_run_open(own, count, s->arena);
        s->opened++;
        ok = site_run_look(s->run[i], inputs, &s->whole, err);
    }
    return ok;
}

// Only where each language has all that an earlier build left can what is new be put into it; else all takes its place
// in one step.
static bool is_patch(several *s)
{
    bool known = true;
    for (int i = 0; i < s->opened; i++) {
        known = known && s->run[i]->known;
    }
    for (int i = 0; i < s->opened && !known; i++) {
        site_run_forget(s->run[i]);
    }
    return known;
}

static bool fits(const several *s, brs_err *err)
{
    uint64_t bytes = 0;
    for (int i = 0; i < s->opened; i++) {
        bytes += s->run[i]->build->out.bytes;
    }
    const uint64_t most = s->options->max_bytes;
    if (most != 0 && bytes > most) {
        brs_fail(err, BRS_LIMIT, "the site would have %.1f MB, and --max-bytes allows %.1f MB", (double)bytes / 1e6, (double)most / 1e6);
        brs_help(err, "leave out matches, or one of the %d languages", s->opened);
        return false;
    }
    return true;
}

static bool make_all(several *s, brs_err *err)
{
    bool current = true;
    for (int i = 0; i < s->opened; i++) {
        current = current && s->run[i]->current;
    }
    const bool patch = is_patch(s);
    if (!current && !site_out_open(&s->whole, patch, err)) {
        return false;
    }
    for (int i = 0; i < s->opened; i++) {
        if (!site_run_make(s->run[i], err)) {
            return false;
        }
    }
    return (current || write_top(s, err)) && fits(s, err);
}

static bool move_top(several *s, brs_err *err)
{
    brs_str moves = buf_str(&s->whole.moves);
    bool ok = true;
    while (ok && moves.len > 0) {
        ok = site_out_move(&s->whole, brs_arena_string(s->arena, site_take_text(&moves)), err);
    }
    return ok;
}

static bool finish_all(several *s, brs_err *err)
{
    bool ok = true, any = false;
    for (int i = 0; i < s->opened; i++) {
        any = any || !s->run[i]->current;
    }
    if (any && !s->whole.patch) {
        return site_out_exchange(&s->whole, err);
    }
    for (int i = 0; i < s->opened && ok; i++) {
        ok = s->run[i]->current || site_finish(s->run[i], err);
    }
    return ok && move_top(s, err);
}

static bool close_all(several *s, bool ok, brs_site_report *sum, brs_err *err)
{
    for (int i = 0; i < s->opened; i++) {
        brs_site_report report = {0};
        ok = site_run_close(s->run[i], ok, &report, err);
        sum->matches = i == 0 ? report.matches : sum->matches;
        sum->failures = i == 0 ? report.failures : sum->failures;
        sum->made = report.made > sum->made ? report.made : sum->made;
        sum->note_mistakes += report.note_mistakes;
        sum->pages += report.pages;
        sum->units += report.units;
        sum->bytes += report.bytes;
    }
    return site_out_close(&s->whole, ok ? err : NULL) && ok;
}

// A site in one language has its matches at the top.
static bool is_free(const char *out, brs_arena *arena, brs_err *err)
{
    return !fs_exists(joined(arena, out, "m")) ||
           brs_fail(err, BRS_USAGE, "%s holds a site in one language; give another folder for one in several", out);
}

static bool build_tongues(several *s, const brs_site_input *inputs, int count, brs_err *err)
{
    brs_site_options all = *s->options;
    s->list = (site_build){.options = &all, .arena = s->arena};
    all.beside = s->options->language;
    return site_read_tongues(&s->list, err) && is_free(s->options->out, s->arena, err) &&
           site_out_adopt(s->options->out, s->list.tongue[0].id, err) && site_out_begin(&s->whole, s->options->out, s->arena, err) &&
           open_all(s, inputs, count, err) && make_all(s, err) && finish_all(s, err);
}

bool brs_site_build(const brs_site_options *options, const brs_site_input *inputs, int count, brs_site_report *report, brs_err *err)
{
    brs_site_report sum = {0};
    if (options->language == NULL || strchr(options->language, ',') == NULL) {
        return site_build_one(options, inputs, count, report, err);
    }
    brs_arena arena;
    brs_arena_init(&arena, 0);
    several *s = BRS_NEW(&arena, several, 1);
    *s = (several){.options = options, .arena = &arena, .whole = {.lock = -1}};
    const bool ok = close_all(s, build_tongues(s, inputs, count, err), &sum, err);
    brs_arena_release(&arena);
    if (report != NULL) {
        *report = sum;
    }
    return ok;
}
