#include "site_book.h"

#include <string.h>

#include "site_share.h"
#include "site_xhtml.h"
#include "site_zip.h"
#include "str.h"

typedef struct {
    site_page_kind kind;
    brs_str path, file;  // of the site, of the book
    brs_str html, title;
} chapter;

struct site_book {
    brs_arena *arena;
    chapter *chapter;
    int count, cap;
};

// The kinds that have chapters, in their order.
static const uint8_t kinds[] = {SITE_PAGE_LESSON, SITE_PAGE_MATCH, SITE_PAGE_UNIT, SITE_PAGE_LEDGER,
                                SITE_PAGE_COMPARE, SITE_PAGE_LINE, SITE_PAGE_QUIZ, SITE_PAGE_KEY};

static int rank_of(site_page_kind kind)
{
    for (size_t i = 0; i < sizeof kinds; i++) {
        if (kinds[i] == (uint8_t)kind) {
            return (int)i;
        }
    }
    return -1;
}

site_book *site_book_begin(site_build *build, brs_arena *arena)
{
    build->book = build->options->epub ? BRS_NEW(arena, site_book, 1) : NULL;
    if (build->book != NULL) {
        build->book->arena = arena;
    }
    return build->book;
}

// "m/rnr-guide-0123/t/t004.html" is "t-t004.xhtml"; "l/drain.html" is "drain.xhtml".
static brs_str file_of(brs_arena *arena, brs_str path)
{
    brs_buf out;
    brs_str rest = path;
    const brs_str top = str_cut(&rest, '/');
    buf_init(&out, arena, 64);
    if (str_is(top, "m")) {
        str_cut(&rest, '/');
    }
    for (size_t i = 0; i + 5 < rest.len; i++) {
        buf_byte(&out, rest.ptr[i] == '/' ? '-' : (uint8_t)rest.ptr[i]);
    }
    buf_puts(&out, ".xhtml");
    return buf_str(&out);
}

// What stands in <title>, without what follows the bar: it is on every page.
static brs_str title_of(brs_str html)
{
    const char *from = memmem(html.ptr, html.len, "<title>", 7), *to = memmem(html.ptr, html.len, "</title>", 8);
    brs_str title = from == NULL || to == NULL ? BRS_STR("Chapter") : (brs_str){from + 7, (size_t)(to - from) - 7};
    const char *bar = memmem(title.ptr, title.len, " | ", 3);
    return bar == NULL ? title : (brs_str){title.ptr, (size_t)(bar - title.ptr)};
}

void site_book_take(site_build *build, site_page_kind kind, const char *path)
{
    site_book *book = build->book;
    if (book == NULL || rank_of(kind) < 0) {
        return;
    }
    if (book->count == book->cap) {
        book->cap = book->cap == 0 ? 32 : 2 * book->cap;
        chapter *grown = BRS_NEW(book->arena, chapter, (size_t)book->cap);
        if (book->count > 0) {
            memcpy(grown, book->chapter, (size_t)book->count * sizeof *grown);
        }
        book->chapter = grown;
    }
    const brs_str html = {brs_arena_string(book->arena, buf_str(&build->html)), build->html.len};
    const brs_str at = {brs_arena_string(book->arena, str_of(path)), strlen(path)};
    int to = book->count++;
    for (; to > 0 && rank_of(book->chapter[to - 1].kind) > rank_of(kind); to--) {
        book->chapter[to] = book->chapter[to - 1];
    }
    book->chapter[to] = (chapter){kind, at, file_of(book->arena, at), html, title_of(html)};
}

static brs_str find_chapter(void *ctx, brs_str path)
{
    const site_book *book = ctx;
    for (int i = 0; i < book->count; i++) {
        if (str_equal(book->chapter[i].path, path)) {
            return book->chapter[i].file;
        }
    }
    return (brs_str){NULL, 0};
}

// ---- the files of a book ------------------------------------------------------------------------------

static const char container[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles>"
    "<rootfile full-path=\"EPUB/package.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>\n";

static const char *language_of(const site_build *build)
{
    return build->words == NULL || build->words->language == NULL ? "en" : build->words->language->id;
}

static void put_head(brs_buf *out, const char *language, brs_str title)
{
    buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" "
                  "xmlns:epub=\"http://www.idpf.org/2007/ops\" xml:lang=\"");
    buf_puts(out, language);
    buf_puts(out, "\" lang=\"");
    buf_puts(out, language);
    buf_puts(out, "\">\n<head><title>");
    buf_put(out, title);
    buf_puts(out, "</title><link rel=\"stylesheet\" type=\"text/css\" href=\"book.css\"/></head>\n<body>\n");
}

static void put_contents(const site_book *book, const char *language, brs_str title, brs_buf *out)
{
    put_head(out, language, title);
    buf_puts(out, "<nav epub:type=\"toc\" id=\"toc\"><h1>");
    buf_put(out, title);
    buf_puts(out, "</h1>\n<ol>\n");
    for (int i = 0; i < book->count; i++) {
        buf_putf(out, "<li><a href=\"%.*s\">%.*s</a></li>\n", BRS_ARG(book->chapter[i].file), BRS_ARG(book->chapter[i].title));
    }
    buf_puts(out, "</ol></nav>\n</body></html>\n");
}

static void put_metadata(const site_book_cover *cover, const char *language, brs_str title, brs_buf *out)
{
    buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" "
                  "unique-identifier=\"id\">\n<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n"
                  "<dc:identifier id=\"id\">urn:broadside:");
    buf_xml(out, str_of(cover->identifier));
    buf_puts(out, "</dc:identifier><dc:title>");
    buf_put(out, title);
    buf_puts(out, "</dc:title><dc:language>");
    buf_puts(out, language);
    buf_puts(out, "</dc:language>\n<meta property=\"dcterms:modified\">");
    site_put_time(out, cover->date);
    buf_puts(out, "</meta>\n<meta property=\"schema:accessMode\">textual</meta><meta property=\"schema:accessModeSufficient\">textual</meta>"
                  "<meta property=\"schema:accessibilityFeature\">structuralNavigation</meta>"
                  "<meta property=\"schema:accessibilityHazard\">none</meta>\n</metadata>\n");
}

static void put_package(const site_book *book, const site_book_cover *cover, const char *language, brs_str title, const bool *drawn, brs_buf *out)
{
    put_metadata(cover, language, title, out);
    buf_puts(out, "<manifest>\n<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n"
                  "<item id=\"css\" href=\"book.css\" media-type=\"text/css\"/>\n");
    for (int i = 0; i < book->count; i++) {
        buf_putf(out, "<item id=\"c%d\" href=\"%.*s\" media-type=\"application/xhtml+xml\"%s/>\n", i, BRS_ARG(book->chapter[i].file),
                 drawn[i] ? " properties=\"svg\"" : "");
    }
    buf_puts(out, "</manifest>\n<spine>\n<itemref idref=\"nav\"/>\n");
    for (int i = 0; i < book->count; i++) {
        buf_putf(out, "<itemref idref=\"c%d\"/>\n", i);
    }
    buf_puts(out, "</spine>\n</package>\n");
}

static bool add_chapters(site_build *build, site_book *book, site_zip *zip, bool *drawn, brs_err *err)
{
    brs_buf page, name;
    buf_init(&page, book->arena, 64 * 1024);
    buf_init(&name, book->arena, 64);
    for (int i = 0; i < book->count; i++) {
        const chapter *c = &book->chapter[i];
        const site_links links = {find_chapter, book, c->path.ptr, build->origin};
        buf_reset(&page);
        put_head(&page, language_of(build), c->title);
        site_put_xhtml(c->html, &links, &page, &drawn[i]);
        buf_puts(&page, "\n</body></html>\n");
        buf_reset(&name);
        buf_putf(&name, "EPUB/%.*s", BRS_ARG(c->file));
        buf_byte(&name, '\0');
        if (!site_zip_add(zip, name.ptr, buf_str(&page), false, err)) {
            return false;
        }
    }
    return true;
}

static bool add_all(site_build *build, site_book *book, const site_book_cover *cover, site_zip *zip, brs_err *err)
{
    bool *drawn = BRS_NEW(book->arena, bool, (size_t)book->count + 1);
    brs_buf title, contents, package;
    buf_init(&title, book->arena, 128);
    buf_init(&contents, book->arena, 4096);
    buf_init(&package, book->arena, 8192);
    buf_xml(&title, cover->title);
    put_contents(book, language_of(build), buf_str(&title), &contents);
    if (!site_zip_add(zip, "mimetype", BRS_STR("application/epub+zip"), true, err) ||
        !site_zip_add(zip, "META-INF/container.xml", str_of(container), false, err) ||
        !site_zip_add(zip, "EPUB/book.css", site_source(&build->sources, BRS_STR("book.css")), false, err) ||
        !site_zip_add(zip, "EPUB/nav.xhtml", buf_str(&contents), false, err) || !add_chapters(build, book, zip, drawn, err)) {
        return false;
    }
    put_package(book, cover, language_of(build), buf_str(&title), drawn, &package);
    return site_zip_add(zip, "EPUB/package.opf", buf_str(&package), false, err);
}

bool site_book_end(site_build *build, const site_book_cover *cover, brs_err *err)
{
    site_book *book = build->book;
    build->book = NULL;
    if (book == NULL || book->count == 0) {
        return true;
    }
    brs_buf bytes;
    site_zip zip;
    buf_init(&bytes, book->arena, 256 * 1024);
    if (!site_zip_begin(&zip, &bytes, err)) {
        return false;
    }
    const bool ok = add_all(build, book, cover, &zip, err);
    return site_zip_end(&zip, ok ? err : NULL) && ok && site_out_write(&build->out, cover->path, buf_str(&bytes), err);
}
