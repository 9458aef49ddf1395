// A page that needs no other file: its style in it, allowed by its hash; links with whole addresses, or as text; and
// the replay, so that whoever has the file can play the game again.
#include <sha2.h>
#include <string.h>

#include "fs.h"
#include "site_html.h"
#include "site_pages.h"
#include "site_xhtml.h"
#include "str.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// False: these are no bytes that buf_base64 has written.
static bool take_base64(brs_str text, brs_buf *out)
{
    while (text.len > 0 && text.len % 4 == 0) {
        uint32_t bits = 0;
        size_t ends = 0;
        for (size_t k = 0; k < 4; k++) {
            const char *at = text.ptr[k] == '=' ? letters : memchr(letters, text.ptr[k], 64);
            if (at == NULL || (text.ptr[k] == '=' && (k < 2 || text.len > 4)) || (text.ptr[k] != '=' && ends > 0)) {
                return false;
            }
            ends += text.ptr[k] == '=';
            bits = bits << 6 | (uint32_t)(at - letters);
        }
        for (size_t k = 0; k + ends < 3; k++) {
            buf_byte(out, (uint8_t)(bits >> (16 - 8 * k)));
        }
        text = (brs_str){text.ptr + 4, text.len - 4};
    }
    return text.len == 0;
}

static void put_policy(brs_buf *out, brs_str style)
{
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA2_CTX hash;
    SHA256Init(&hash);
    SHA256Update(&hash, (const uint8_t *)style.ptr, style.len);
    SHA256Final(digest, &hash);
    buf_puts(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-");
    buf_base64(out, (brs_str){(const char *)digest, sizeof digest});
    buf_puts(out, "'; base-uri 'none'; form-action 'none'\">");
}

typedef struct {
    const site_build *build;
    brs_str home;
    brs_str style; // of the page: both sheets where it has both
    brs_buf *out;
    bool styled;   // the style is in
    int unlinked;  // 1: inside a link that became text
} rewriting;

static void put_link(rewriting *r, const site_tag *tag)
{
    const char *base = r->build->options->base_url;
    brs_str address = base == NULL ? (brs_str){NULL, 0} : str_of(base);
    while (address.len > 0 && address.ptr[address.len - 1] == '/') {
        address.len--;
    }
    if (base == NULL) {
        r->unlinked = 1;
        return;
    }
    buf_puts(r->out, "<a");
    for (int i = 0; i < tag->count; i++) {
        buf_byte(r->out, ' ');
        buf_put(r->out, tag->key[i]);
        buf_puts(r->out, "=\"");
        if (str_is(tag->key[i], "href")) {
            buf_html(r->out, address);
            buf_byte(r->out, '/');
            site_put_resolved(r->out, r->home, tag->value[i]);
        } else {
            buf_put(r->out, tag->value[i]);
        }
        buf_byte(r->out, '"');
    }
    buf_byte(r->out, '>');
}

static void put_style(rewriting *r)
{
    if (!r->styled) {
        buf_puts(r->out, "<style>");
        buf_put(r->out, r->style);
        buf_puts(r->out, "</style>");
    }
    r->styled = true;
}

static bool is_outside(brs_str href)
{
    return memchr(href.ptr, ':', href.len) != NULL;
}

// Writes what takes the place of a tag; false: the tag stays as it is.
static bool put_other(rewriting *r, const site_tag *tag)
{
    const brs_str href = site_attribute(tag, "href");
    if (str_is(tag->name, "meta") && str_is(site_attribute(tag, "http-equiv"), "Content-Security-Policy")) {
        put_policy(r->out, r->style);
    } else if (str_is(tag->name, "link")) {
        if (str_is(site_attribute(tag, "rel"), "stylesheet")) {
            put_style(r);
        }
    } else if (str_is(tag->name, "script")) {
        return true;
    } else if (str_is(tag->name, "a") && tag->closing) {
        const bool dropped = r->unlinked > 0;
        r->unlinked = 0;
        return dropped;
    } else if (str_is(tag->name, "a") && href.len > 0 && href.ptr[0] != '#' && !is_outside(href)) {
        put_link(r, tag);
    } else {
        return false;
    }
    return true;
}

static void put_replay(brs_buf *out, const site_wording *words, brs_str replay)
{
    buf_puts(out, "<section aria-labelledby=\"rh\"><h2 id=\"rh\">");
    buf_puts(out, site_word(words, SITE_SAY_replay_title));
    buf_puts(out, "</h2>\n<p class=\"help\">");
    buf_puts(out, site_word(words, SITE_SAY_replay_help));
    buf_puts(out, "</p>\n<p><code id=\"replay\">");
    buf_base64(out, replay);
    buf_puts(out, "</code></p>\n</section>\n");
}

// The sheets of style that the page in build->html asks for, in their order.
static brs_str style_of(site_build *build)
{
    brs_buf both;
    if (memmem(build->html.ptr, build->html.len, build->study.ptr, build->study.len) == NULL) {
        return build->css_text;
    }
    buf_init(&both, &build->page, build->study_text.len + build->css_text.len + 2);
    buf_put(&both, build->css_text);
    buf_byte(&both, '\n');
    buf_put(&both, build->study_text);
    return buf_str(&both);
}

bool site_write_alone(site_build *build, const char *home, const char *path, brs_str replay, brs_err *err)
{
    brs_buf out;
    site_html html = {.text = buf_str(&build->html), .line = 1};
    site_tag tag;
    rewriting r = {.build = build, .home = str_of(home), .style = style_of(build), .out = &out};
    size_t from = 0;
    buf_init(&out, &build->page, build->html.len + r.style.len + 4096);
    for (;;) {
        const bool more = site_next_tag(&html, &tag);
        const char *open = more ? memrchr(html.text.ptr, '<', html.at) : NULL;
        const size_t at = more ? (size_t)(open - html.text.ptr) : html.text.len;
        buf_put(&out, (brs_str){html.text.ptr + from, at - from});
        if (!more) {
            break;
        }
        if (tag.closing && str_is(tag.name, "main") && replay.ptr != NULL) {
            put_replay(&out, build->words, replay);
        }
        if (!put_other(&r, &tag)) {
            buf_put(&out, (brs_str){html.text.ptr + at, html.at - at});
        }
        from = html.at;
    }
    build->pages++;
    return site_out_write(&build->out, path, buf_str(&out), err);
}

bool brs_site_replay_of_page(brs_str page, brs_arena *arena, brs_str *out, brs_err *err)
{
    const brs_str mark = BRS_STR("<code id=\"replay\">");
    const char *at = memmem(page.ptr, page.len, mark.ptr, mark.len);
    const char *end = at == NULL ? NULL : memmem(at, page.len - (size_t)(at - page.ptr), "</code>", 7);
    if (end == NULL) {
        return brs_fail(err, BRS_TEXT, "this page carries no replay: make it with broadside site --one");
    }
    at += mark.len;
    brs_buf bytes;
    buf_init(&bytes, arena, (size_t)(end - at) / 4 * 3 + 4);
    if (!take_base64((brs_str){at, (size_t)(end - at)}, &bytes)) {
        return brs_fail(err, BRS_TEXT, "the replay in this page is spoilt: it is no base64");
    }
    *out = buf_str(&bytes);
    return true;
}

bool brs_site_is_page(brs_str bytes)
{
    return str_begins(bytes, BRS_STR("<!DOCTYPE html>"));
}
