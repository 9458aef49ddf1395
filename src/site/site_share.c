// What others need to point at a page, with the whole addresses that only a base address makes possible: the lines in
// its head, the feed of matches, the list of pages, the word to robots.
#include <string.h>

#include "site_emblem.h"
#include "site_pages.h"
#include "site_png.h"
#include "site_share.h"
#include "str.h"

static bool ends_with(brs_str text, const char *ending)
{
    const size_t len = strlen(ending);
    return text.len >= len && memcmp(text.ptr + text.len - len, ending, len) == 0;
}

void site_put_address(const site_build *build, brs_str path, brs_buf *out)
{
    brs_str base = str_of(build->options->base_url);
    while (base.len > 0 && base.ptr[base.len - 1] == '/') {
        base.len--;
    }
    buf_html(out, base);
    buf_byte(out, '/');
    buf_html(out, path);
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
    const char *title = build->options->title != NULL ? build->options->title : "Broadside", *last = "";
    brs_buf out;
    if (build->options->base_url == NULL) {
        return true;
    }
    for (int i = 0; i < build->published_count; i++) {
        last = strcmp(build->published[i].date, last) > 0 ? build->published[i].date : last;
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
        put_entry(build, &build->published[i], &out);
    }
    buf_puts(&out, "</feed>\n");
    return site_out_write(&build->out, "feed.atom.xml", buf_str(&out), err);
}

bool site_write_robots(site_build *build, brs_err *err)
{
    brs_buf out;
    buf_init(&out, build->arena, 128);
    buf_puts(&out, "User-agent: *\nAllow: /\n");
    if (build->options->base_url != NULL) {
        buf_puts(&out, "Sitemap: ");
        site_put_address(build, BRS_STR("sitemap.xml"), &out);
        buf_byte(&out, '\n');
    }
    return site_out_write(&build->out, "robots.txt", buf_str(&out), err);
}

static void put_place(const site_build *build, brs_str path, brs_buf *out)
{
    if (ends_with(path, ".html") && !str_is(path, "404.html")) {
        buf_puts(out, "<url><loc>");
        site_put_address(build, path, out);
        buf_puts(out, "</loc></url>\n");
    }
}

bool site_write_sitemap(site_build *build, brs_str matches, brs_err *err)
{
    brs_str rest = buf_str(&build->out.list);
    brs_buf out;
    site_file file;
    if (build->options->base_url == NULL) {
        return true;
    }
    buf_init(&out, build->arena, 16 * 1024);
    buf_puts(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    while (matches.len > 0) {
        put_place(build, site_take_text(&matches), &out);
    }
    while (site_take_file(&rest, &file)) {
        put_place(build, file.path, &out);
    }
    buf_puts(&out, "</urlset>\n");
    return site_out_write(&build->out, "sitemap.xml", buf_str(&out), err);
}
