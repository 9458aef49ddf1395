// Tag by tag: attributes in quotes, what is empty closed, no name of a sign that XML does not know.
#include "site_xhtml.h"

#include <string.h>

#include "site_html.h"
#include "str.h"

// "../r/x.html#a" from "m/y/t/t1.html" is "m/r/x.html#a".
void site_put_resolved(brs_buf *out, brs_str home, brs_str link)
{
    size_t folder = home.len;
    while (folder > 0 && home.ptr[folder - 1] != '/') {
        folder--;
    }
    while (str_begins(link, BRS_STR("../")) && folder > 0) {
        link = (brs_str){link.ptr + 3, link.len - 3};
        for (folder--; folder > 0 && home.ptr[folder - 1] != '/'; folder--) {
        }
    }
    buf_put(out, (brs_str){home.ptr, folder});
    buf_put(out, link);
}

// Names of signs that our templates use, beside the five of XML.
static void put_text(brs_buf *out, brs_str text)
{
    static const struct {
        const char *name, *sign;
    } signs[] = {{"&times;", "\xc3\x97"}, {"&nbsp;", "\xc2\xa0"}, {"&middot;", "\xc2\xb7"}, {"&ndash;", "\xe2\x80\x93"},
                 {"&mdash;", "\xe2\x80\x94"}, {"&hellip;", "\xe2\x80\xa6"}};
    const brs_str not_xml[] = {BRS_STR("\xef\xbf\xbe"), BRS_STR("\xef\xbf\xbf")};
    while (text.len > 0) {
        size_t taken = 0;
        for (size_t i = 0; text.ptr[0] == '&' && i < sizeof signs / sizeof signs[0]; i++) {
            if (str_begins(text, str_of(signs[i].name))) {
                buf_puts(out, signs[i].sign);
                taken = strlen(signs[i].name);
            }
        }
        if (taken == 0 && (str_begins(text, not_xml[0]) || str_begins(text, not_xml[1]))) {
            buf_puts(out, "\xef\xbf\xbd");
            taken = 3;
        }
        if (taken == 0) {
            buf_byte(out, (uint8_t)text.ptr[0]);
            taken = 1;
        }
        text = str_behind(text, taken);
    }
}

static bool is_empty(brs_str name)
{
    static const char *const names[] = {"br", "hr", "img", "input", "col", "wbr", "meta", "link"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (str_is(name, names[i])) {
            return true;
        }
    }
    return false;
}

// The link as the book has it; empty: it becomes text.
static brs_str find_link(const site_links *links, brs_str href, brs_arena *arena)
{
    brs_buf path, out;
    buf_init(&path, arena, 128);
    buf_init(&out, arena, 128);
    if (href.len == 0 || href.ptr[0] == '#' || memchr(href.ptr, ':', href.len) != NULL) {
        return href;
    }
    site_put_resolved(&path, str_of(links->home), href);
    brs_str fragment = buf_str(&path), file = str_cut(&fragment, '#');
    const brs_str chapter = links->find(links->ctx, file);
    if (chapter.ptr != NULL) {
        buf_put(&out, chapter);
        buf_puts(&out, fragment.len > 0 ? "#" : "");
        buf_put(&out, fragment);
    } else if (links->origin.len > 0) {
        buf_html(&out, links->origin);
        buf_byte(&out, '/');
        buf_put(&out, buf_str(&path));
    }
    return buf_str(&out);
}

static void put_attribute(brs_buf *out, const char *key, brs_str value)
{
    buf_byte(out, ' ');
    buf_puts(out, key);
    buf_puts(out, "=\"");
    put_text(out, value);
    buf_byte(out, '"');
}

static void put_open(const site_tag *tag, brs_str href, bool closed, brs_buf *out)
{
    const bool picture = str_is(tag->name, "svg"), use = str_is(tag->name, "use");
    buf_byte(out, '<');
    buf_put(out, tag->name);
    if (picture) {
        buf_puts(out, " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
    }
    for (int i = 0; i < tag->count; i++) {
        const char *key = brs_arena_string(out->arena, tag->key[i]);
        const bool link = strcmp(key, "href") == 0;
        if (!picture || strcmp(key, "focusable") != 0) {
            put_attribute(out, link && use ? "xlink:href" : key, link ? href : tag->value[i]);
        }
    }
    buf_puts(out, closed ? "/>" : ">");
}

// What lies between the page's own header and the end of <main>.
static brs_str body_of(brs_str page)
{
    const char *from = memmem(page.ptr, page.len, "</header>", 9), *to = memmem(page.ptr, page.len, "</main>", 7);
    return from == NULL || to == NULL || to < from ? (brs_str){"", 0} : (brs_str){from + 9, (size_t)(to - from) - 2};
}

void site_put_xhtml(brs_str page, const site_links *links, brs_buf *out, bool *drawn)
{
    site_html html = {.text = body_of(page), .line = 1};
    site_tag tag;
    size_t from = 0;
    bool unlinked = false;
    *drawn = false;
    while (site_next_tag(&html, &tag)) {
        const char *open = memrchr(html.text.ptr, '<', html.at);
        const size_t at = (size_t)(open - html.text.ptr);
        const bool closed = html.text.ptr[html.at - 2] == '/' || is_empty(tag.name), anchor = str_is(tag.name, "a");
        put_text(out, (brs_str){html.text.ptr + from, at - from});
        from = html.at;
        *drawn = *drawn || str_is(tag.name, "svg");
        if (tag.closing) {
            if (!anchor || !unlinked) {
                buf_puts(out, "</");
                buf_put(out, tag.name);
                buf_byte(out, '>');
            }
            unlinked = unlinked && !anchor;
            continue;
        }
        const brs_str href = site_attribute(&tag, "href");
        const brs_str link = anchor && href.ptr != NULL ? find_link(links, href, out->arena) : href;
        unlinked = unlinked || (anchor && href.len > 0 && link.len == 0);
        if (!anchor || !unlinked) {
            put_open(&tag, link, closed, out);
        }
    }
    put_text(out, str_behind(html.text, from));
}
