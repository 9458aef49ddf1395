// What others need to point at a page, with the whole addresses that only a base address makes possible: the lines in
// its head, the feed of matches, the list of pages, the word to robots.
#include <stdio.h>
#include <string.h>

#include "site_emblem.h"
#include "site_pages.h"
#include "site_png.h"
#include "site_share.h"
#include "str.h"

static void put_under(const char *base_url, brs_str path, brs_buf *out)
{
    brs_str base = str_of(base_url);
    while (base.len > 0 && base.ptr[base.len - 1] == '/') {
        base.len--;
    }
    buf_html(out, base);
    buf_byte(out, '/');
    buf_html(out, path);
}

void site_put_address(const site_build *build, brs_str path, brs_buf *out)
{
    put_under(build->options->base_url, path, out);
}

// ---- the head of a page -------------------------------------------------------------------------

// What stands between two marks; empty when they do not.
static brs_str between(brs_str text, const char *from, const char *to)
{
    const char *at = memmem(text.ptr, text.len, from, strlen(from));
    if (at == NULL) {
        return (brs_str){"", 0};
    }
    at += strlen(from);
    const char *end = memmem(at, text.len - (size_t)(at - text.ptr), to, strlen(to));
    return end == NULL ? (brs_str){"", 0} : (brs_str){at, (size_t)(end - at)};
}

// As a string of JSON, from text that is escaped for HTML.
static void put_json(brs_buf *out, brs_str escaped)
{
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    static const char signs[] = "&<>\"'";
    for (size_t i = 0; i < escaped.len; i++) {
        const brs_str rest = {escaped.ptr + i, escaped.len - i};
        char one = escaped.ptr[i];
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            if (str_begins(rest, str_of(names[k]))) {
                one = signs[k];
                i += strlen(names[k]) - 1;
                break;
            }
        }
        buf_json(out, (brs_str){&one, 1});
    }
}

static void put_property(brs_buf *out, const char *name, brs_str value)
{
    if (value.len > 0) {
        buf_putf(out, "<meta property=\"%s\" content=\"", name);
        buf_put(out, value);
        buf_puts(out, "\">\n");
    }
}

// For search engines that look for things to learn from: a block of data, not a script.
static void put_resource(const site_build *build, brs_str path, brs_str title, brs_str description, brs_buf *out)
{
    buf_puts(out, "<script type=\"application/ld+json\">{\"@context\":\"https://schema.org\",\"@type\":\"LearningResource\",\"name\":\"");
    put_json(out, title);
    buf_puts(out, "\",\"description\":\"");
    put_json(out, description);
    buf_puts(out, "\",\"inLanguage\":\"");
    put_json(out, str_of(build->words->language == NULL ? "en" : build->words->language->id));
    buf_puts(out, "\",\"learningResourceType\":\"worked example\",\"isAccessibleForFree\":true,\"url\":\"");
    site_put_address(build, path, out);
    buf_puts(out, "\"}</script>\n");
}

static bool is_match(brs_str path)
{
    brs_str rest = path;
    return str_is(str_cut(&rest, '/'), "m") && str_cut(&rest, '/').len > 0 && str_is(rest, "index.html");
}

// The picture of the match that a page is about.
static void put_image(const site_build *build, brs_str path, brs_buf *out)
{
    brs_str rest = path;
    if (!str_is(str_cut(&rest, '/'), "m") || rest.len == 0) {
        return;
    }
    const brs_str address = str_cut(&rest, '/');
    brs_buf image, url;
    buf_init(&image, out->arena, 128);
    buf_init(&url, out->arena, 256);
    buf_putf(&image, "m/%.*s/match.png", BRS_ARG(address));
    site_put_address(build, buf_str(&image), &url);
    put_property(out, "og:image", buf_str(&url));
    buf_putf(out, "<meta property=\"og:image:width\" content=\"%d\">\n<meta property=\"og:image:height\" content=\"%d\">\n",
             SITE_EMBLEM_WIDTH, SITE_EMBLEM_HEIGHT);
    put_property(out, "og:image:alt", str_of(site_word(build->words, SITE_SAY_emblem_alt)));
    buf_puts(out, "<meta name=\"twitter:card\" content=\"summary_large_image\">\n");
}

void site_share(site_build *build, const char *file)
{
    const char *mark = "</title>\n";
    const brs_str html = buf_str(&build->html), path = str_of(file);
    const char *at = memmem(html.ptr, html.len, mark, strlen(mark));
    if (build->options->base_url == NULL || at == NULL || str_is(path, "404.html")) {
        return;
    }
    const size_t head = (size_t)(at - html.ptr) + strlen(mark);
    const brs_str title = between(html, "<title>", "</title>"),
                  description = between(html, "<meta name=\"description\" content=\"", "\">");
    brs_buf out, address;
    buf_init(&out, &build->page, html.len + 4096);
    buf_init(&address, &build->page, 256);
    site_put_address(build, path, &address);
    buf_put(&out, (brs_str){html.ptr, head});
    buf_puts(&out, "<link rel=\"canonical\" href=\"");
    buf_put(&out, buf_str(&address));
    buf_puts(&out, "\">\n");
    put_property(&out, "og:type", BRS_STR("article"));
    put_property(&out, "og:title", title);
    put_property(&out, "og:description", description);
    put_property(&out, "og:url", buf_str(&address));
    put_image(build, path, &out);
    if (str_is(path, "index.html")) {
        buf_puts(&out, "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"feed.atom.xml\" title=\"");
        buf_html(&out, str_of(site_word(build->words, SITE_SAY_feed_title)));
        buf_puts(&out, "\">\n");
    }
    if (is_match(path)) {
        put_resource(build, path, title, description, &out);
    }
    buf_put(&out, (brs_str){html.ptr + head, html.len - head});
    buf_reset(&build->html);
    buf_put(&build->html, buf_str(&out));
}

bool site_write_emblem(site_build *build, const site_match *match, brs_err *err)
{
    if (build->options->base_url == NULL) {
        return true;
    }
    brs_buf source, path, png;
    site_sketch sketch;
    brs_arena_reset(&build->page);
    buf_init(&source, &build->page, 64);
    buf_init(&path, &build->page, 128);
    buf_init(&png, &build->page, 64 * 1024);
    buf_putf(&source, "%s/symbols.html", match->setup->game->id);
    buf_putf(&path, "m/%s/match.png", match->address);
    buf_byte(&path, '\0');
    site_sketch_init(&sketch, &build->page, 0);
    site_draw_emblem(match, &build->names, &sketch);
    return site_write_png(&sketch, site_source(&build->sources, buf_str(&source)), &png, err) &&
           site_out_write(&build->out, path.ptr, buf_str(&png), err);
}

// ---- files ----------------------------------------------------------------------------------------

void site_put_time(brs_buf *out, const char *date)
{
    static const char none[] = "1970-01-01";
    const size_t len = strlen(date) > 10 ? 10 : strlen(date);
    const bool known = len == 4 || len == 7 || len == 10;
    buf_put(out, (brs_str){known ? date : none, known ? len : 10});
    buf_puts(out, !known || len == 10 ? "" : len == 7 ? "-01" : "-01-01");
    buf_puts(out, "T00:00:00Z");
}

static void put_entry(const site_build *build, const site_published *match, brs_buf *out)
{
    brs_buf path;
    buf_init(&path, build->arena, 64);
    buf_putf(&path, "m/%s/index.html", match->address);
    buf_puts(out, "<entry><id>urn:broadside:");
    buf_html(out, str_of(match->address));
    buf_puts(out, "</id><title>");
    buf_html(out, match->names);
    buf_puts(out, ": ");
    buf_html(out, str_of(match->game_title));
    buf_puts(out, "</title><updated>");
    site_put_time(out, match->date);
    buf_puts(out, "</updated><link href=\"");
    site_put_address(build, buf_str(&path), out);
    buf_puts(out, "\"/><summary>");
    buf_html(out, str_of(match->edition_title));
    buf_puts(out, match->decks.len > 0 ? ", " : "");
    buf_html(out, match->decks);
    buf_puts(out, "</summary></entry>\n");
}

bool site_write_feed(site_build *build, brs_err *err)
{
    enum { MOST = 100 };
    const char *title = build->options->title != NULL ? build->options->title : "Broadside", *last = build->latest != NULL ? build->latest : "";
    brs_buf out;
    if (build->options->base_url == NULL) {
        return true;
    }
    buf_init(&out, build->arena, 16 * 1024);
    buf_puts(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<id>");
    site_put_address(build, BRS_STR("feed.atom.xml"), &out);
    buf_puts(&out, "</id>\n<title>");
    buf_html(&out, str_of(title));
    buf_puts(&out, "</title>\n<updated>");
    site_put_time(&out, last);
    buf_puts(&out, "</updated>\n<author><name>Broadside</name></author>\n<link rel=\"self\" href=\"");
    site_put_address(build, BRS_STR("feed.atom.xml"), &out);
    buf_puts(&out, "\"/>\n");
    for (int i = 0; i < build->published_count && i < MOST; i++) {
        brs_arena_reset(&build->game);
        const site_published match = site_published_at(build, i, &build->game);
        put_entry(build, &match, &out);
    }
    buf_puts(&out, "</feed>\n");
    return site_out_write(&build->out, "feed.atom.xml", buf_str(&out), err);
}

bool site_write_robots(site_out *to, const char *base_url, brs_arena *arena, brs_err *err)
{
    brs_buf out;
    buf_init(&out, arena, 128);
    buf_puts(&out, "User-agent: *\nAllow: /\n");
    if (base_url != NULL) {
        buf_puts(&out, "Sitemap: ");
        put_under(base_url, BRS_STR("sitemap.xml"), &out);
        buf_byte(&out, '\n');
    }
    return site_out_write(to, "robots.txt", buf_str(&out), err);
}

// ---- the list of pages ------------------------------------------------------------------------------

enum { MOST_PLACES = 50000 }; // in one file, by sitemaps.org

typedef struct {
    site_out *to;
    const char *base_url;
    const site_tongue *tongue;
    int tongues, places, parts; // 0 tongues: pages stand at the top, in one language
    brs_buf out;
    bool ok;
    brs_err *err;
} map;

static void begin_part(map *m)
{
    buf_reset(&m->out);
    m->places = 0;
    buf_puts(&m->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"");
    buf_puts(&m->out, m->tongues > 0 ? " xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n" : ">\n");
}

// "sitemap.xml", or "sitemap.3.xml" when there is more than one.
static void write_part(map *m, bool last)
{
    char name[32];
    buf_puts(&m->out, "</urlset>\n");
    m->parts++;
    snprintf(name, sizeof name, last && m->parts == 1 ? "sitemap.xml" : "sitemap.%d.xml", m->parts);
    m->ok = m->ok && site_out_write(m->to, name, buf_str(&m->out), m->err);
}

static void put_localized(map *m, const site_tongue *tongue, brs_str path)
{
    put_under(m->base_url, str_of(tongue->id), &m->out);
    buf_byte(&m->out, '/');
    buf_html(&m->out, path);
}

// One page; in several languages all of them, each with the way to the others.
static void put_place(map *m, brs_str path)
{
    const int count = m->tongues > 0 ? m->tongues : 1;
    if (!str_ends(path, BRS_STR(".html")) || str_is(path, "404.html")) {
        return;
    }
    if (m->places + count > MOST_PLACES) {
        write_part(m, false);
        begin_part(m);
    }
    for (int i = 0; i < count; i++) {
        buf_puts(&m->out, "<url><loc>");
        if (m->tongues == 0) {
            put_under(m->base_url, path, &m->out);
        } else {
            put_localized(m, &m->tongue[i], path);
        }
        buf_puts(&m->out, "</loc>");
        for (int k = 0; k < m->tongues; k++) {
            buf_puts(&m->out, "<xhtml:link rel=\"alternate\" hreflang=\"");
            buf_html(&m->out, str_of(m->tongue[k].id));
            buf_puts(&m->out, "\" href=\"");
            put_localized(m, &m->tongue[k], path);
            buf_puts(&m->out, "\"/>");
        }
        buf_puts(&m->out, "</url>\n");
        m->places++;
    }
}

// The file that names the others.
static void write_list_of_parts(map *m)
{
    buf_reset(&m->out);
    buf_puts(&m->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for (int i = 1; i <= m->parts; i++) {
        char name[32];
        snprintf(name, sizeof name, "sitemap.%d.xml", i);
        buf_puts(&m->out, "<sitemap><loc>");
        put_under(m->base_url, str_of(name), &m->out);
        buf_puts(&m->out, "</loc></sitemap>\n");
    }
    buf_puts(&m->out, "</sitemapindex>\n");
    m->ok = m->ok && site_out_write(m->to, "sitemap.xml", buf_str(&m->out), m->err);
}

static bool write_map(map *m, brs_str matches, brs_str files, brs_arena *arena)
{
    site_file file;
    buf_init(&m->out, arena, 16 * 1024);
    m->ok = true;
    begin_part(m);
    while (matches.len > 0) {
        put_place(m, site_take_text(&matches));
    }
    while (site_take_file(&files, &file)) {
        put_place(m, file.path);
    }
    write_part(m, true);
    if (m->parts > 1) {
        write_list_of_parts(m);
    }
    return m->ok;
}

bool site_write_sitemap(site_build *build, brs_str matches, brs_err *err)
{
    // A list of its own: what is written now is no page.
    const brs_str files = {brs_arena_string(build->arena, buf_str(&build->out.list)), build->out.list.len};
    map m = {.to = &build->out, .base_url = build->options->base_url, .err = err};
    return build->options->base_url == NULL || write_map(&m, matches, files, build->arena);
}

bool site_write_shared_sitemap(site_out *to, const char *base_url, site_build *one, brs_str matches, brs_err *err)
{
    map m = {.to = to, .base_url = base_url, .tongue = one->tongue, .tongues = one->tongues, .err = err};
    return base_url == NULL || write_map(&m, matches, buf_str(&one->out.list), one->arena);
}
