// What a site tells robots: its list of pages, which sitemaps.org limits to 50,000 places a file.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fs.h"
#include "site_bytes.h"
#include "site_pages.h"
#include "site_share.h"
#include "str.h"

static brs_arena arena;
static char folder[64];
static site_out out;

static void begin(void)
{
    brs_err err = BRS_ERR_NONE;
    char target[80];
    brs_arena_init(&arena, 0);
    strcpy(folder, "/tmp/broadside-share-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(target, sizeof target, "%s/out", folder);
    cr_assert(site_out_begin(&out, target, &arena, &err) && site_out_open(&out, false, &err), "%s", err.msg);
}

static void end(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
    brs_arena_release(&arena);
}

TestSuite(site_share, .init = begin, .fini = end);

// The list of a site of so many pages in so many languages.
static void list(int pages, int tongues)
{
    static site_tongue tongue[] = {{"en", "English"}, {"de", "Deutsch"}, {"es", "Español"}};
    static site_build one;
    brs_buf matches;
    brs_err err = BRS_ERR_NONE;
    buf_init(&matches, &arena, (size_t)pages * 32 + 64);
    for (int i = 0; i < pages; i++) {
        char path[32];
        snprintf(path, sizeof path, "m/%d/index.html", i);
        site_pack_text(&matches, str_of(path));
    }
    site_pack_text(&matches, BRS_STR("404.html"));
    site_pack_text(&matches, BRS_STR("m/1/match.replay"));
    one.tongues = tongues;
    one.tongue = tongue;
    one.arena = &arena;
    buf_init(&one.out.list, &arena, 64);
    cr_assert(site_write_shared_sitemap(&out, "https://example.org/b&c/", &one, buf_str(&matches), &err), "%s", err.msg);
}

// How often a part of text is in a file of the site; -1: the file is not there.
static int count(const char *name, const char *part)
{
    char path[SITE_MAX_PATH + 64];
    brs_str text;
    brs_err err = BRS_ERR_NONE;
    int n = 0;
    snprintf(path, sizeof path, "%s/%s", out.fresh, name);
    if (!fs_read(path, 64 << 20, &arena, &text, &err)) {
        return -1;
    }
    const char *at = text.ptr, *last = text.ptr + text.len;
    while ((at = memmem(at, (size_t)(last - at), part, strlen(part))) != NULL) {
        at += strlen(part);
        n++;
    }
    return n;
}

Test(site_share, as_many_places_as_a_file_may_list_are_in_one)
{
    list(50000, 0);
    cr_expect_eq(count("sitemap.xml", "<url><loc>https://example.org/b&amp;c/m/"), 50000, "404 and what is no page are not listed");
    cr_expect_eq(count("sitemap.xml", "<loc>"), 50000);
    cr_expect_eq(count("sitemap.1.xml", "<loc>"), -1);
}

Test(site_share, one_place_more_is_in_a_second_file_and_the_first_names_both)
{
    list(50001, 0);
    cr_expect_eq(count("sitemap.xml", "<sitemap><loc>"), 2);
    cr_expect_eq(count("sitemap.xml", "<sitemap><loc>https://example.org/b&amp;c/sitemap.1.xml</loc></sitemap>\n"), 1);
    cr_expect_eq(count("sitemap.xml", "<sitemap><loc>https://example.org/b&amp;c/sitemap.2.xml</loc></sitemap>\n</sitemapindex>"), 1);
    cr_expect_eq(count("sitemap.1.xml", "<loc>"), 50000);
    cr_expect_eq(count("sitemap.2.xml", "<loc>"), 1);
    cr_expect_eq(count("sitemap.2.xml", "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n<url><loc>https://example.org/b&amp;c/m/50000/index.html</loc></url>\n</urlset>\n"), 1);
    cr_expect_eq(count("sitemap.3.xml", "<loc>"), -1);
}

// 3 x 16,666 = 49,998: the next page would be split.
Test(site_share, a_page_and_its_translations_stay_in_one_file)
{
    list(16667, 3);
    cr_expect_eq(count("sitemap.xml", "<sitemap><loc>"), 2);
    cr_expect_eq(count("sitemap.1.xml", "<url><loc>"), 49998);
    cr_expect_eq(count("sitemap.1.xml", "<xhtml:link rel=\"alternate\""), 3 * 49998);
    cr_expect_eq(count("sitemap.2.xml", "<url><loc>https://example.org/b&amp;c/de/m/16666/index.html</loc>"
                                        "<xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://example.org/b&amp;c/en/m/16666/index.html\"/>"
                                        "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://example.org/b&amp;c/de/m/16666/index.html\"/>"
                                        "<xhtml:link rel=\"alternate\" hreflang=\"es\" href=\"https://example.org/b&amp;c/es/m/16666/index.html\"/></url>\n"), 1);
    cr_expect_eq(count("sitemap.2.xml", "<url>"), 3);
}
