// A reader of tags.
#include "site_html.h"

#include "str.h"

static bool name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == ':' || c == '_';
}

static char look(const site_html *html)
{
    return html->at < html->text.len ? html->text.ptr[html->at] : '\0';
}

static void step(site_html *html)
{
    html->line += look(html) == '\n';
    html->at++;
}

static brs_str take_name(site_html *html)
{
    size_t from = html->at;
    while (name_letter(look(html))) {
        step(html);
    }
    return (brs_str){html->text.ptr + from, html->at - from};
}

static void skip_blanks(site_html *html)
{
    while (html->at < html->text.len && str_blank(look(html))) {
        step(html);
    }
}

static bool begins_with(const site_html *html, const char *text)
{
    return str_begins((brs_str){html->text.ptr + html->at, html->text.len - html->at},
                      str_of(text));
}

static void skip_past(site_html *html, const char *mark)
{
    while (html->at < html->text.len && !begins_with(html, mark)) {
        step(html);
    }
    html->at += strlen(mark);
}

static void take_attribute(site_html *html, site_tag *out)
{
    brs_str key = take_name(html), value = {"", 0};
    if (key.len == 0) {
        out->broken = "a tag holds something that is no attribute";
        step(html);
        return;
    }
    if (look(html) == '=') {
        step(html);
        if (look(html) != '"') {
            out->broken = "an attribute has no quotes";
            return;
        }
        step(html);
        size_t from = html->at;
        while (html->at < html->text.len && look(html) != '"') {
            step(html);
        }
        value = (brs_str){html->text.ptr + from, html->at - from};
        step(html);
    }
    if (out->count == SITE_MAX_ATTRIBUTES) {
        out->broken = "a tag has too many attributes";
        return;
    }
    out->key[out->count] = key;
    out->value[out->count++] = value;
}

bool site_next_tag(site_html *html, site_tag *out)
{
    for (;;) {
        while (html->at < html->text.len && look(html) != '<') {
            step(html);
        }
        if (html->at >= html->text.len) {
            return false;
        }
        if (begins_with(html, "<!--")) {
            skip_past(html, "-->");
        } else if (begins_with(html, "<!")) {
            skip_past(html, ">");
        } else {
            break;
        }
    }
    *out = (site_tag){.line = html->line};
    step(html);
    if (look(html) == '/') {
        out->closing = true;
        step(html);
    }
    out->name = take_name(html);
    if (out->name.len == 0) {
        out->broken = "a '<' that begins no tag";
        return true;
    }
    for (skip_blanks(html); html->at < html->text.len && look(html) != '>'; skip_blanks(html)) {
        if (look(html) == '/') {
            step(html);
        } else {
            take_attribute(html, out);
        }
    }
    step(html);
    return true;
}

brs_str site_attribute(const site_tag *tag, const char *key)
{
    for (int i = 0; i < tag->count; i++) {
        if (str_is(tag->key[i], key)) {
            return tag->value[i];
        }
    }
    return (brs_str){NULL, 0};
}

static size_t utf8_length(brs_str text)
{
    const unsigned char *p = (const unsigned char *)text.ptr;
    size_t len = p[0] < 0x80   ? 1
                 : p[0] < 0xC2 ? 0
                 : p[0] < 0xE0 ? 2
                 : p[0] < 0xF0 ? 3
                 : p[0] < 0xF5 ? 4
                               : 0;
    if (len == 0 || len > text.len) {
        return 0;
    }
    for (size_t i = 1; i < len; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    bool bad = (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) ||
               (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F);
    return bad ? 0 : len;
}

bool site_is_utf8(brs_str text)
{
    while (text.len > 0) {
        size_t len = utf8_length(text);
        if (len == 0) {
            return false;
        }
        text = (brs_str){text.ptr + len, text.len - len};
    }
    return true;
}
