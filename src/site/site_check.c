// The checker of a built site. It reads every page twice: first what there is to link to, then the
// links.
#include "broadside/site.h"

#include <string.h>

#include "buf.h"
#include "fs.h"
#include "site_html.h"
#include "str.h"

enum {
    UNIT_GOAL = 40 * 1024,
    UNIT_STOP = 150 * 1024,
    CSS_LIMIT = 12 * 1024,
    SCRIPT_LIMIT = 4 * 1024
};
enum { FILE_LIMIT = 64 << 20, MAX_DEPTH = 24 };

// Addresses of files ("m/x/index.html") and places ("m/x/index.html#e3"), by hash.
typedef struct {
    uint64_t *slot;
    size_t count, cap; // cap is a power of two
} address_set;

typedef struct {
    const char *folder;
    brs_arena arena; // for the whole check
    brs_arena page;  // for one page
    address_set known;
    brs_report problems;
    brs_site_check_report *out;
    brs_str path; // of the page at hand
    int units;
} checker;

// ---- addresses --------------------------------------------------------------------------------

static uint64_t address_hash(brs_str path, brs_str id)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < path.len; i++) {
        hash = (hash ^ (unsigned char)path.ptr[i]) * 1099511628211u;
    }
    hash = (hash ^ '#') * 1099511628211u;
    for (size_t i = 0; i < id.len; i++) {
        hash = (hash ^ (unsigned char)id.ptr[i]) * 1099511628211u;
    }
    return hash == 0 ? 1 : hash;
}

static bool is_known(const address_set *set, uint64_t hash)
{
    for (size_t at = hash & (set->cap - 1); set->slot[at] != 0; at = (at + 1) & (set->cap - 1)) {
        if (set->slot[at] == hash) {
            return true;
        }
    }
    return false;
}

static void add_known(address_set *set, uint64_t hash, brs_arena *arena)
{
    if (set->count * 2 >= set->cap) {
        address_set grown = {NULL, 0, set->cap == 0 ? 4096 : set->cap * 2};
        grown.slot = BRS_NEW(arena, uint64_t, grown.cap);
        for (size_t i = 0; i < set->cap; i++) {
            if (set->slot[i] != 0) {
                add_known(&grown, set->slot[i], arena);
            }
        }
        *set = grown;
    }
    size_t at = hash & (set->cap - 1);
    while (set->slot[at] != 0) {
        at = (at + 1) & (set->cap - 1);
    }
    set->slot[at] = hash;
    set->count++;
}

// ---- problems ---------------------------------------------------------------------------------

static void tell(checker *c, int line, const char *what, brs_str which, bool warning)
{
    brs_err err = BRS_ERR_NONE;
    brs_fail(&err, BRS_TEXT, "%s%s%.*s", what, which.len > 0 ? ": " : "", BRS_ARG(which));
    err.line = line;
    brs_buf file;
    buf_init(&file, &c->page, 256);
    buf_put(&file, c->path);
    buf_byte(&file, '\0');
    brs_err_file(&err, file.ptr);
    c->out->problems += !warning;
    c->out->warnings += warning;
    if (c->problems.fn != NULL) {
        c->problems.fn(c->problems.ctx, &err, warning);
    }
}

static void problem(checker *c, int line, const char *what, brs_str which)
{
    tell(c, line, what, which, false);
}

// A page that is too large is slow, not wrong: whoever publishes it may have good reasons.
static void too_large(checker *c, const char *what)
{
    tell(c, 0, what, (brs_str){NULL, 0}, true);
}

// ---- the first reading: ids, headings, what must not be ---------------------------------------

static bool is_unit_page(brs_str path)
{
    brs_str rest = path;
    if (!str_is(str_cut(&rest, '/'), "m") || str_cut(&rest, '/').len == 0) {
        return false;
    }
    return str_is(str_cut(&rest, '/'), "t") && rest.len > 0;
}

static bool has_scheme(brs_str address)
{
    if (str_begins(address, BRS_STR("//"))) {
        return true;
    }
    for (size_t i = 0; i < address.len && address.ptr[i] != '/' && address.ptr[i] != '#'; i++) {
        if (address.ptr[i] == ':') {
            return true;
        }
    }
    return false;
}

static void check_attributes(checker *c, const site_tag *tag)
{
    for (int i = 0; i < tag->count; i++) {
        brs_str key = tag->key[i];
        bool handler = key.len > 2 && key.ptr[0] == 'o' && key.ptr[1] == 'n';
        if (handler || str_is(key, "style") || str_is(key, "srcdoc")) {
            problem(c, tag->line, "an attribute that the policy of the page forbids", key);
        }
        const brs_str rel = site_attribute(tag, "rel");
        bool loads = str_is(key, "src") || (str_is(key, "href") && !str_is(tag->name, "a") && !str_is(rel, "canonical") && !str_is(rel, "alternate"));
        if (loads && has_scheme(tag->value[i])) {
            problem(c, tag->line, "something is asked of another host", tag->value[i]);
        }
        if (str_is(key, "href") && str_begins(tag->value[i], BRS_STR("javascript:"))) {
            problem(c, tag->line, "a link runs a script", tag->value[i]);
        }
    }
    const bool data = str_is(site_attribute(tag, "type"), "application/ld+json");
    if (str_is(tag->name, "script") && !tag->closing && !data && site_attribute(tag, "src").ptr == NULL) {
        problem(c, tag->line, "a script stands in the page", tag->name);
    }
    brs_str id = site_attribute(tag, "id");
    if (id.ptr != NULL && !tag->closing) {
        uint64_t hash = address_hash(c->path, id);
        if (id.len == 0 || is_known(&c->known, hash)) {
            problem(c, tag->line, "an id is empty or used twice", id);
        } else {
            add_known(&c->known, hash, &c->arena);
        }
    }
}

typedef struct {
    int level, firsts; // of the last heading; how many h1
} outline;

static void check_heading(checker *c, const site_tag *tag, outline *o)
{
    bool heading = tag->name.len == 2 && tag->name.ptr[0] == 'h' && tag->name.ptr[1] >= '1' &&
                   tag->name.ptr[1] <= '6';
    if (!heading || tag->closing) {
        return;
    }
    int level = tag->name.ptr[1] - '0';
    if (level > o->level + 1) {
        problem(c, tag->line, "a heading skips a level", tag->name);
    }
    o->level = level;
    o->firsts += level == 1;
}

static bool is_void(brs_str name)
{
    static const char *const names[] = {"meta", "link", "br",     "hr",       "img", "input",
                                        "use",  "path", "circle", "polyline", "rect"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (str_is(name, names[i])) {
            return true;
        }
    }
    return false;
}

// Tags of our templates close in order; a wrong nesting is a mistake in a template.
typedef struct {
    brs_str open[MAX_DEPTH];
    int depth;
} nesting;

static void check_nesting(checker *c, const site_tag *tag, nesting *n)
{
    if (is_void(tag->name)) {
        return;
    }
    if (!tag->closing) {
        if (n->depth == MAX_DEPTH) {
            problem(c, tag->line, "tags are nested too deep", tag->name);
            return;
        }
        n->open[n->depth++] = tag->name;
    } else if (n->depth == 0 || !str_equal(n->open[n->depth - 1], tag->name)) {
        problem(c, tag->line, "a tag closes that is not the open one", tag->name);
    } else {
        n->depth--;
    }
}

static void read_page(checker *c, brs_str text)
{
    site_html html = {.text = text, .line = 1};
    site_tag tag;
    outline o = {0, 0};
    nesting n = {.depth = 0};
    if (!site_is_utf8(text)) {
        problem(c, 0, "the page is not UTF-8", (brs_str){NULL, 0});
    }
    while (site_next_tag(&html, &tag)) {
        if (tag.broken != NULL) {
            problem(c, tag.line, tag.broken, tag.name);
            continue;
        }
        check_attributes(c, &tag);
        check_heading(c, &tag, &o);
        check_nesting(c, &tag, &n);
    }
    if (o.firsts != 1) {
        problem(c, 0, "a page needs exactly one h1", (brs_str){NULL, 0});
    }
    if (n.depth > 0) {
        problem(c, 0, "a tag is never closed", n.open[n.depth - 1]);
    }
}

// ---- the second reading: links ----------------------------------------------------------------

// "../r/rulebook.html" from "m/x/index.html" is "m/r/rulebook.html"; false when it leaves the site.
static bool resolve(brs_str page, brs_str link, brs_buf *out)
{
    size_t folder = page.len;
    while (folder > 0 && page.ptr[folder - 1] != '/') {
        folder--;
    }
    buf_reset(out);
    buf_put(out, (brs_str){page.ptr, folder});
    while (link.len > 0) {
        brs_str whole = link, part = str_cut(&link, '/');
        if (str_is(part, "..")) {
            if (out->len == 0) {
                return false;
            }
            for (out->len--; out->len > 0 && out->ptr[out->len - 1] != '/'; out->len--) {
            }
        } else {
            buf_put(out, part);
            if (part.len < whole.len) {
                buf_byte(out, '/');
            }
        }
    }
    return true;
}

static void check_link(checker *c, const site_tag *tag, brs_str link)
{
    c->out->links++;
    // A page that stands for every address that is not there has whole paths.
    const bool lost = str_is(c->path, "404.html") || str_ends(c->path, BRS_STR("/404.html")); // shown at any address
    if (has_scheme(link) || (lost && str_begins(link, BRS_STR("/")))) {
        return;
    }
    brs_str id = link, file = str_cut(&id, '#');
    brs_buf path;
    buf_init(&path, &c->page, 256);
    bool inside = file.len == 0 || resolve(c->path, file, &path);
    brs_str target = file.len == 0 ? c->path : buf_str(&path);
    if (!inside || !is_known(&c->known, address_hash(target, (brs_str){NULL, 0}))) {
        problem(c, tag->line, "a link leads nowhere", link);
    } else if (id.len > 0 && !is_known(&c->known, address_hash(target, id))) {
        problem(c, tag->line, "a link leads to no id", link);
    }
}

// aria-labelledby and the like name ids of the same page.
static void check_references(checker *c, const site_tag *tag)
{
    static const char *const keys[] = {"aria-labelledby", "aria-describedby", "for"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        brs_str ids = site_attribute(tag, keys[i]);
        for (brs_str id = str_word(&ids); id.len > 0; id = str_word(&ids)) {
            if (!is_known(&c->known, address_hash(c->path, id))) {
                problem(c, tag->line, "a label names no id", id);
            }
        }
    }
}

static void read_links(checker *c, brs_str text)
{
    site_html html = {.text = text, .line = 1};
    site_tag tag;
    while (site_next_tag(&html, &tag)) {
        if (tag.closing || tag.broken != NULL) {
            continue;
        }
        brs_str href = site_attribute(&tag, "href"), src = site_attribute(&tag, "src");
        if (href.ptr != NULL) {
            check_link(c, &tag, href);
        }
        if (src.ptr != NULL) {
            check_link(c, &tag, src);
        }
        check_references(c, &tag);
    }
}

// ---- sizes and the whole ----------------------------------------------------------------------

static bool ends_with(brs_str text, const char *ending)
{
    size_t len = strlen(ending);
    return text.len >= len && memcmp(text.ptr + text.len - len, ending, len) == 0;
}

static void check_size(checker *c, size_t size)
{
    if (is_unit_page(c->path)) {
        c->units++;
        c->out->over_budget += size > UNIT_GOAL;
        if (size > UNIT_STOP) {
            too_large(c, "the page is larger than 150 KB");
        }
    }
    if (ends_with(c->path, ".css") && size > CSS_LIMIT) {
        too_large(c, "the style is larger than 12 KB");
    }
    if (ends_with(c->path, ".js") && size > SCRIPT_LIMIT) {
        too_large(c, "the script is larger than 4 KB");
    }
}

static bool read_file(checker *c, brs_str path, brs_str *text, brs_err *err)
{
    brs_arena_reset(&c->page);
    c->path = path;
    brs_buf full;
    buf_init(&full, &c->page, 512);
    buf_puts(&full, c->folder);
    buf_byte(&full, '/');
    buf_put(&full, path);
    buf_byte(&full, '\0');
    return fs_read(full.ptr, FILE_LIMIT, &c->page, text, err);
}

static bool check_files(checker *c, brs_err *err)
{
    brs_str *names, text;
    int count;
    if (!fs_list(c->folder, "", true, &c->arena, &names, &count, err)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        add_known(&c->known, address_hash(names[i], (brs_str){NULL, 0}), &c->arena);
    }
    for (int i = 0; i < count; i++) {
        if (!ends_with(names[i], ".html") && !ends_with(names[i], ".css") && !ends_with(names[i], ".js")) {
            continue;
        }
        if (!read_file(c, names[i], &text, err)) {
            return false;
        }
        check_size(c, text.len);
        if (ends_with(names[i], ".html")) {
            c->out->pages++;
            read_page(c, text);
        }
    }
    for (int i = 0; i < count; i++) {
        if (ends_with(names[i], ".html")) {
            if (!read_file(c, names[i], &text, err)) {
                return false;
            }
            read_links(c, text);
        }
    }
    if (c->out->over_budget * 20 > c->units) {
        c->path = BRS_STR("m");
        too_large(c, "more than 5 of 100 pages of turns are larger than 40 KB");
    }
    return true;
}

bool brs_site_check(const char *folder, brs_report problems, brs_site_check_report *out,
                    brs_err *err)
{
    brs_site_check_report report = {0};
    checker c = {.folder = folder, .problems = problems, .out = &report};
    brs_arena_init(&c.arena, 0);
    brs_arena_init(&c.page, 0);
    bool ok = check_files(&c, err);
    brs_arena_release(&c.page);
    brs_arena_release(&c.arena);
    if (out != NULL) {
        *out = report;
    }
    return ok && report.problems == 0;
}
