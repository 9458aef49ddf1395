// The only user of libcmark here: a note's Markdown becomes a flat list of nodes. Elements come from
// this file, text is escaped by the template; HTML, images and strange links of a note are left out.
#include "md.h"
#include "site_notes.h"
#include "str.h"

enum { MAX_OPEN = 8, WORST_ESCAPE = 6, MAX_PLACES = 200 };

typedef struct {
    site_scene *scene;
    bool trusted;
    int depth, links; // open containers; open links
    int places;       // looked up so far
    bool shown[MAX_OPEN + 1];
    int64_t left;     // bytes of HTML that are still free
} writer;

// ---- nodes ------------------------------------------------------------------------------------

static void put_token(writer *w, uint16_t name, brs_str value)
{
    w->left -= (int64_t)value.len * (name == SITE_plain ? WORST_ESCAPE : 1) + 4;
    if (w->left < 0) {
        return;
    }
    site_open(&w->scene->tree, SITE_md, -1);
    site_copy(&w->scene->tree, name, value);
    site_close(&w->scene->tree);
}

static void put_tag(writer *w, const char *element, bool closing)
{
    put_token(w, closing ? SITE_shut : SITE_open, str_of(element));
}

// Marks that turn the direction of what follows are shown, not obeyed: U+061C, 200E, 200F, 202A-E, 2066-9.
static int direction_mark(brs_str text, size_t at, unsigned *code)
{
    const unsigned char *p = (const unsigned char *)text.ptr + at;
    if (at + 1 < text.len && p[0] == 0xD8 && p[1] == 0x9C) {
        *code = 0x61C;
        return 2;
    }
    if (at + 2 >= text.len || p[0] != 0xE2 || (p[1] != 0x80 && p[1] != 0x81)) {
        return 0;
    }
    *code = 0x2000u + ((p[1] & 0x3Fu) << 6) + (p[2] & 0x3Fu);
    bool turns = *code == 0x200E || *code == 0x200F || (*code >= 0x202A && *code <= 0x202E) ||
                 (*code >= 0x2066 && *code <= 0x2069);
    return turns ? 3 : 0;
}

static void put_plain(writer *w, brs_str text)
{
    brs_buf out;
    unsigned code = 0;
    buf_init(&out, w->scene->tree.arena, text.len + 16);
    for (size_t i = 0; i < text.len;) {
        int len = direction_mark(text, i, &code);
        if (len > 0) {
            buf_putf(&out, "[U+%04X]", code);
            i += (size_t)len;
        } else {
            buf_byte(&out, (uint8_t)text.ptr[i++]);
        }
    }
    if (out.len > 0) {
        put_token(w, SITE_plain, buf_str(&out));
    }
}

// ---- links ------------------------------------------------------------------------------------

static void open_link(writer *w, brs_str href, bool outside)
{
    w->left -= (int64_t)href.len * WORST_ESCAPE + 48;
    if (w->left >= 0) {
        site_open(&w->scene->tree, SITE_md, -1);
        site_copy(&w->scene->tree, SITE_link, href);
        site_flag(&w->scene->tree, SITE_outside, outside);
        site_close(&w->scene->tree);
    }
}

static bool resolve_place(writer *w, brs_str ref, brs_buf *href, site_place *place)
{
    brs_err ignored = BRS_ERR_NONE;
    if (w->scene->match == NULL || ++w->places > MAX_PLACES || !site_place_read(w->scene->match, ref, place, &ignored)) {
        return false;
    }
    site_place_href(w->scene, place, href);
    return true;
}

// A page of this site: no scheme, no host, no root, and an ending in .html before the place in it.
static bool is_page(brs_str url)
{
    brs_str place = url, file = str_cut(&place, '#');
    for (size_t i = 0; i < url.len; i++) {
        char c = url.ptr[i];
        bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '-' ||
                    c == '_' || c == '#';
        if (!fits) {
            return false;
        }
    }
    return file.len > 5 && file.ptr[0] != '/' && memcmp(file.ptr + file.len - 5, ".html", 5) == 0;
}

// True: a link was opened, and is to be closed.
static bool begin_link(writer *w, brs_str url)
{
    brs_buf href;
    site_place place;
    buf_init(&href, w->scene->tree.arena, 64);
    if (w->links > 0) {
        return false;
    }
    bool outside = str_begins(url, BRS_STR("https:")) || str_begins(url, BRS_STR("mailto:"));
    if (url.len > 1 && url.ptr[0] == '@' &&
        resolve_place(w, (brs_str){url.ptr + 1, url.len - 1}, &href, &place)) {
        open_link(w, buf_str(&href), false);
        return true;
    }
    if (outside || (w->trusted && is_page(url))) {
        open_link(w, url, outside);
        return true;
    }
    return false;
}

static bool in_ref(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

// Length of a place named at `at` ("@t4.drain"), 0: none. A full stop may follow it.
static size_t ref_at(brs_str text, size_t at)
{
    size_t end = at + 1;
    if (text.ptr[at] != '@' || (at > 0 && !str_blank(text.ptr[at - 1]) && text.ptr[at - 1] != '(')) {
        return 0;
    }
    while (end < text.len && in_ref(text.ptr[end])) {
        end++;
    }
    while (end > at + 1 && (text.ptr[end - 1] == '.' || text.ptr[end - 1] == '-')) {
        end--;
    }
    return end - at > 1 ? end - at : 0;
}

// Text in which places are links to them.
static void put_text(writer *w, brs_str text)
{
    size_t from = 0;
    for (size_t i = 0; i < text.len && w->links == 0; i++) {
        size_t len = ref_at(text, i);
        brs_buf href, name;
        site_place place;
        if (len == 0) {
            continue;
        }
        buf_init(&href, w->scene->tree.arena, 32);
        if (!resolve_place(w, (brs_str){text.ptr + i + 1, len - 1}, &href, &place)) {
            continue;
        }
        buf_init(&name, w->scene->tree.arena, 32);
        site_place_name(w->scene->match, w->scene->tree.names->words, &place, &name);
        put_plain(w, (brs_str){text.ptr + from, i - from});
        open_link(w, buf_str(&href), false);
        put_plain(w, buf_str(&name));
        put_tag(w, "a", true);
        from = i + len;
        i = from - 1;
    }
    put_plain(w, (brs_str){text.ptr + from, text.len - from});
}

// ---- the walk ---------------------------------------------------------------------------------

static bool is_tight(cmark_node *node)
{
    cmark_node *item = cmark_node_parent(node), *list = item == NULL ? NULL : cmark_node_parent(item);
    return list != NULL && cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list);
}

// The element of a container; NULL: it has none.
static const char *element_of(const writer *w, cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_PARAGRAPH: return is_tight(node) ? NULL : "p";
    case CMARK_NODE_EMPH: return "em";
    case CMARK_NODE_STRONG: return "strong";
    case CMARK_NODE_BLOCK_QUOTE: return "blockquote";
    case CMARK_NODE_LIST: return cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? "ol" : "ul";
    case CMARK_NODE_ITEM: return "li";
    case CMARK_NODE_HEADING: return w->scene->home != NULL ? "h2" : "h3"; // a lesson has nothing above it but its title
    default: return NULL;
    }
}

static void enter(writer *w, cmark_node *node)
{
    bool link = cmark_node_get_type(node) == CMARK_NODE_LINK || cmark_node_get_type(node) == CMARK_NODE_IMAGE;
    const char *element = element_of(w, node);
    if (++w->depth > MAX_OPEN) {
        return;
    }
    w->shown[w->depth] = link ? begin_link(w, str_of(cmark_node_get_url(node))) : element != NULL;
    w->links += link && w->shown[w->depth];
    if (!link && element != NULL) {
        put_tag(w, element, false);
    }
}

static void leave(writer *w, cmark_node *node)
{
    bool link = cmark_node_get_type(node) == CMARK_NODE_LINK || cmark_node_get_type(node) == CMARK_NODE_IMAGE;
    if (w->depth <= MAX_OPEN && w->shown[w->depth]) {
        put_tag(w, link ? "a" : element_of(w, node), true);
        w->links -= link;
    }
    w->depth--;
}

static void put_leaf(writer *w, cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT: put_text(w, str_of(cmark_node_get_literal(node))); break;
    case CMARK_NODE_SOFTBREAK: put_token(w, SITE_plain, BRS_STR("\n")); break;
    case CMARK_NODE_LINEBREAK: put_tag(w, "br", false); break;
    case CMARK_NODE_THEMATIC_BREAK: put_tag(w, "hr", false); break;
    case CMARK_NODE_CODE:
    case CMARK_NODE_CODE_BLOCK: {
        bool block = cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK;
        put_tag(w, block ? "pre" : "code", false);
        put_plain(w, str_of(cmark_node_get_literal(node)));
        put_tag(w, block ? "pre" : "code", true);
        break;
    }
    default: break; // HTML, definitions: not shown
    }
}

static bool is_leaf(cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT:
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK:
    case CMARK_NODE_THEMATIC_BREAK:
    case CMARK_NODE_CODE:
    case CMARK_NODE_CODE_BLOCK:
    case CMARK_NODE_HTML_BLOCK:
    case CMARK_NODE_HTML_INLINE: return true;
    default: return false;
    }
}

static void walk(writer *w, cmark_node *document)
{
    cmark_iter *iter = cmark_iter_new(document);
    for (cmark_event_type event = cmark_iter_next(iter); event != CMARK_EVENT_DONE && w->left >= 0;
         event = cmark_iter_next(iter)) {
        cmark_node *node = cmark_iter_get_node(iter);
        if (node == document) {
            continue;
        }
        if (is_leaf(node)) {
            put_leaf(w, node);
        } else {
            (event == CMARK_EVENT_ENTER ? enter : leave)(w, node);
        }
    }
    cmark_iter_free(iter);
}

// ---- budgets ----------------------------------------------------------------------------------

// How many marks of blocks (quotes, items) a line begins with: nesting is what costs time.
static int markers(brs_str line)
{
    int count = 0;
    for (size_t i = 0; i < line.len; i++) {
        char c = line.ptr[i];
        bool mark = c == '>' || c == '-' || c == '*' || c == '+' || c == '.' || c == ')';
        bool between = str_blank(c) || (c >= '0' && c <= '9');
        if (!mark && !between) {
            break;
        }
        count += mark;
    }
    return count;
}

static bool within_budget(brs_str text)
{
    brs_str line, rest = text;
    bool ok = text.len <= BRS_REPLAY_MAX_REMARK && memchr(text.ptr, '\0', text.len) == NULL;
    while (ok && str_line(&rest, &line)) {
        ok = markers(line) <= SITE_NOTE_MARKERS;
    }
    return ok;
}

static void put_as_it_is(site_scene *scene, brs_str text)
{
    writer w = {.scene = scene, .left = INT64_MAX};
    put_tag(&w, "pre", false);
    put_plain(&w, text);
    put_tag(&w, "pre", true);
}

void site_try_markdown(brs_str text)
{
    if (text.len > 0 && within_budget(text)) {
        cmark_node_free(md_parse(text));
    }
}

bool site_put_markdown(site_scene *scene, brs_str text, bool trusted)
{
    writer w = {.scene = scene, .trusted = trusted, .left = SITE_NOTE_HTML};
    site_node *node = scene->tree.at, *last = node->last;
    if (text.len == 0) {
        return true;
    }
    if (!within_budget(text)) {
        put_as_it_is(scene, text);
        return false;
    }
    cmark_node *document = md_parse(text);
    walk(&w, document);
    cmark_node_free(document);
    if (w.left < 0) { // what was put so far goes away again
        node->last = last;
        if (last != NULL) {
            last->next = NULL;
        } else {
            node->first = NULL;
        }
        put_as_it_is(scene, text);
    }
    return w.left >= 0;
}
