// The template compiler and its machine. The only way text reaches a page is buf_html.
#include "site_template.h"

#include <stdio.h>
#include <string.h>

#include "site_stretch.h"
#include "str.h"

enum { MAX_DEPTH = 32, MAX_PARTIALS = 12 };

brs_str site_source(const site_sources *sources, brs_str name)
{
    int low = 0, high = sources->count;
    while (low < high) {
        int middle = (low + high) / 2;
        int order = str_compare(sources->name[middle], name);
        if (order == 0) {
            return sources->text[middle];
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return (brs_str){NULL, 0};
}

static int source_index(const site_sources *sources, brs_str name)
{
    for (int i = 0; i < sources->count; i++) {
        if (str_equal(sources->name[i], name)) {
            return i;
        }
    }
    return -1;
}

// ---- compiling --------------------------------------------------------------------------------

typedef struct {
    site_template *out;
    brs_arena *arena;
    brs_err *err;
    const char *game;
    int open[MAX_DEPTH]; // begins of the sections that are open
    int depth, partials;
    int landing; // steps from here on are jumped to: a text may not be joined to one before
} compiler;

// One source while it is read.
typedef struct {
    brs_str text;
    size_t at;
    int file, line;
    const char *path; // of a catalogue that the text stands in; NULL: the file
} reader;

// Which file it is in, as the one who wrote it knows it.
static void blame(const site_sources *sources, int file, int line, brs_err *err)
{
    if (err == NULL || err->line != 0) {
        return;
    }
    char path[128];
    snprintf(path, sizeof path, "templates/%.*s", BRS_ARG(sources->name[file]));
    brs_err_file(err, sources->from != NULL && sources->from[file] != NULL ? sources->from[file] : path);
    err->line = line;
}

// What to do about it, by what is wrong.
static const char *advice(const char *what)
{
    static const struct {
        const char *begins, *help;
    } rows[] = {
        {"no model or view gives", "docs/templates.md has the names of each page; a name that only a game's own view gives is declared by {{%names ...}}"},
        {"no such partial", "a partial is a file of partials/, or of the game's own folder, without its ending"},
        {"no such filter", "there is one filter: {{name|slug}}"},
        {"no section is open", "{{/name}} ends a section that {{#name}} or {{^name}} began before it in the same file"},
        {"another section is open", "sections end in the opposite order of their beginnings"},
        {"section is never closed", "end it with {{/name}} in the same file"},
        {"a section is open", "what begins in [[...]] ends there"},
        {"partials too deep", "a partial may not put in itself, nor one that does"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (str_begins(str_of(what), str_of(rows[i].begins))) {
            return rows[i].help;
        }
    }
    return NULL;
}

static bool complain(const compiler *c, const reader *r, const char *what, brs_str name)
{
    const bool first = c->err != NULL && c->err->code == BRS_OK;
    brs_fail(c->err, BRS_TEXT, "%s '%.*s'", what, BRS_ARG(name));
    if (first && advice(what) != NULL) {
        brs_help(c->err, "%s", advice(what));
    }
    if (r->path != NULL) {
        brs_err_file(c->err, r->path);
    } else {
        blame(c->out->sources, r->file, r->line, c->err);
    }
    return false;
}

static site_step *add_step(compiler *c, const reader *r, uint8_t kind)
{
    site_template *t = c->out;
    if (t->count == t->cap) {
        int cap = t->cap == 0 ? 64 : t->cap * 2;
        site_step *grown = BRS_NEW(c->arena, site_step, (size_t)cap);
        if (t->count > 0) {
            memcpy(grown, t->steps, (size_t)t->count * sizeof *grown);
        }
        t->steps = grown;
        t->cap = cap;
    }
    site_step *step = &t->steps[t->count++];
    *step = (site_step){.kind = kind, .id = -1, .file = (uint16_t)r->file, .line = r->line};
    return step;
}

static void add_text(compiler *c, const reader *r, brs_str text)
{
    if (text.len == 0) {
        return;
    }
    site_step *last = c->out->count > c->landing ? &c->out->steps[c->out->count - 1] : NULL;
    if (last == NULL || last->kind != STEP_TEXT) {
        add_step(c, r, STEP_TEXT)->text = text;
    } else if (last->text.ptr + last->text.len == text.ptr) {
        last->text.len += text.len;
    } else {
        char *joined = brs_arena_alloc(c->arena, last->text.len + text.len + 1, 1);
        memcpy(joined, last->text.ptr, last->text.len);
        memcpy(joined + last->text.len, text.ptr, text.len);
        last->text = (brs_str){joined, last->text.len + text.len};
    }
}

// "name", "@name", "?name", "?@name", "name:3"
static bool read_name(compiler *c, const reader *r, brs_str tag, site_step *step)
{
    if (tag.len > 0 && tag.ptr[0] == '?') {
        step->once = true;
        tag = (brs_str){tag.ptr + 1, tag.len - 1};
    }
    if (tag.len > 0 && tag.ptr[0] == '@') {
        step->page = true;
        tag = (brs_str){tag.ptr + 1, tag.len - 1};
    }
    brs_str rest = tag, name = str_cut(&rest, ':');
    int64_t id = -1;
    if (name.len < tag.len && (!str_number(rest, &id) || id < 0 || id > 0x7FFF)) {
        return complain(c, r, "not a number in", tag);
    }
    step->id = (int16_t)id;
    step->name = site_name_find(c->out->names, name);
    return step->name != SITE_NAME_NONE || complain(c, r, "no model or view gives", name);
}

static bool open_section(compiler *c, const reader *r, brs_str tag, uint8_t kind)
{
    if (c->depth == MAX_DEPTH) {
        return complain(c, r, "sections too deep at", tag);
    }
    c->open[c->depth++] = c->out->count;
    site_step *step = add_step(c, r, kind);
    step->text = tag;
    return read_name(c, r, tag, step);
}

static bool close_section(compiler *c, const reader *r, brs_str tag, int floor)
{
    if (c->depth == floor) {
        return complain(c, r, "no section is open for", tag);
    }
    int begin = c->open[--c->depth];
    if (!str_equal(c->out->steps[begin].text, tag)) {
        return complain(c, r, "another section is open than", tag);
    }
    if (c->out->steps[begin].kind == STEP_BEGIN) {
        add_step(c, r, STEP_END)->jump = begin;
    }
    c->out->steps[begin].jump = c->landing = c->out->count;
    return true;
}

static bool compile_source(compiler *c, int file);

static int partial_index(const compiler *c, brs_str tag)
{
    brs_str rest = tag, head = str_cut(&rest, '/');
    brs_buf path;
    buf_init(&path, c->arena, 64);
    if (rest.len > 0 && str_is(head, "game")) {
        buf_puts(&path, c->game);
        buf_byte(&path, '/');
        buf_put(&path, rest);
        buf_puts(&path, ".html");
        int own = source_index(c->out->sources, buf_str(&path));
        if (own >= 0) {
            return own;
        }
        buf_reset(&path);
        tag = rest;
    }
    buf_puts(&path, "partials/");
    buf_put(&path, tag);
    buf_puts(&path, ".html");
    return source_index(c->out->sources, buf_str(&path));
}

static bool include_partial(compiler *c, const reader *r, brs_str tag)
{
    int file = partial_index(c, tag);
    if (file < 0) {
        return complain(c, r, "no such partial", tag);
    }
    if (c->partials == MAX_PARTIALS) {
        return complain(c, r, "partials too deep, perhaps a circle, at", tag);
    }
    c->partials++;
    bool ok = compile_source(c, file);
    c->partials--;
    return ok;
}

// "name?one|more"
static bool add_form(compiler *c, const reader *r, brs_str tag)
{
    brs_str name = str_cut(&tag, '?');
    site_step *step = add_step(c, r, STEP_FORM);
    step->text = tag;
    if (!read_name(c, r, name, step)) {
        return false;
    }
    if (tag.len > 0 && tag.ptr[0] == '@') {
        const uint16_t forms = site_name_find(c->out->names, str_behind(tag, 1));
        step->id = (int16_t)forms;
        return forms != SITE_NAME_NONE || complain(c, r, "no model or view gives", tag);
    }
    return true;
}

static void add_language(compiler *c, const reader *r, brs_str what)
{
    const brs_language *language = c->out->language;
    if (str_is(what, "english")) {
        add_text(c, r, language == NULL ? (brs_str){"", 0} : BRS_STR(" lang=\"en\""));
    } else if (str_is(what, "span") || str_is(what, "end")) {
        add_text(c, r, language == NULL ? (brs_str){"", 0} : str_is(what, "end") ? BRS_STR("</span>") : BRS_STR("<span lang=\"en\">"));
    } else if (str_is(what, "language")) {
        add_text(c, r, BRS_STR(" lang=\""));
        add_text(c, r, language == NULL ? BRS_STR("en") : str_of(language->id));
        add_text(c, r, language != NULL && language->right_to_left ? BRS_STR("\" dir=\"rtl\"") : BRS_STR("\""));
    }
}

static bool compile_tag(compiler *c, const reader *r, brs_str tag, int floor)
{
    char mark = tag.len > 0 ? tag.ptr[0] : '\0';
    brs_str name = mark == '\0' ? tag : str_trim((brs_str){tag.ptr + 1, tag.len - 1});
    switch (mark) {
    case '!': return true;
    case '%': add_language(c, r, name); return true;
    case '#': return open_section(c, r, name, STEP_BEGIN);
    case '^': return open_section(c, r, name, STEP_UNLESS);
    case '/': return close_section(c, r, name, floor);
    case '>': return include_partial(c, r, name);
    default: break;
    }
    if (memchr(tag.ptr, '?', tag.len) != NULL) {
        return add_form(c, r, tag);
    }
    brs_str filter = tag;
    tag = str_cut(&filter, '|');
    if (filter.len > 0 && !str_is(filter, "slug")) {
        return complain(c, r, "no such filter", filter);
    }
    site_step *step = add_step(c, r, filter.len > 0 ? STEP_SLUG : STEP_FIELD);
    if (!read_name(c, r, tag, step)) {
        return false;
    }
    if (step->name == SITE_id && !step->page) {
        step->kind = STEP_ID;
    }
    return true;
}

// Length of the tag that begins at `at`, 0 when none does.
static size_t tag_length(brs_str text, size_t at)
{
    if (at + 4 > text.len || memcmp(text.ptr + at, "{{", 2) != 0) {
        return 0;
    }
    for (size_t i = at + 2; i + 1 < text.len && text.ptr[i] != '\n'; i++) {
        if (text.ptr[i] == '}' && text.ptr[i + 1] == '}') {
            return i + 2 - at;
        }
    }
    return 0;
}

// A line that holds structure only leaves no empty line behind.
static bool line_is_structure(brs_str line)
{
    line = str_trim(line);
    for (size_t at = 0; at < line.len;) {
        size_t len = tag_length(line, at);
        if (len == 0 || memchr("#^/>!%", line.ptr[at + 2], 6) == NULL) {
            return false;
        }
        at += len;
        while (at < line.len && str_blank(line.ptr[at])) {
            at++;
        }
    }
    return true;
}

// Length of the sentence "[[...]]" that begins at `at`, 0 when none does.
static size_t sentence_length(brs_str text, size_t at)
{
    const char *end = at + 4 > text.len || memcmp(text.ptr + at, "[[", 2) != 0
                          ? NULL : memmem(text.ptr + at, text.len - at, "]]", 2);
    return end == NULL ? 0 : (size_t)(end - text.ptr) - at + 2;
}

static size_t next_mark(brs_str line, size_t at)
{
    while (at < line.len && tag_length(line, at) == 0 && sentence_length(line, at) == 0) {
        at++;
    }
    return at;
}

// What stands between the marks of a sentence is text and tags again, in the language of the page.
static bool compile_piece(compiler *c, const reader *r, brs_str piece, bool structure, int floor);

static bool compile_sentence(compiler *c, const reader *r, brs_str english, int floor)
{
    const brs_language *language = c->out->language;
    const brs_str text = brs_translate(language, english, c->game, c->arena);
    reader own = *r;
    own.path = text.ptr != english.ptr ? language->file : NULL;
    const int depth = c->depth;
    return compile_piece(c, &own, text, false, floor) && (c->depth == depth || complain(c, &own, "a section is open at the end of", text));
}

static bool compile_piece(compiler *c, const reader *r, brs_str line, bool structure, int floor)
{
    for (size_t at = 0; at < line.len;) {
        const size_t stop = next_mark(line, at), tag = stop < line.len ? tag_length(line, stop) : 0;
        if (!structure) {
            add_text(c, r, (brs_str){line.ptr + at, stop - at});
        }
        if (stop == line.len) {
            return true;
        }
        const size_t len = tag > 0 ? tag : sentence_length(line, stop);
        const brs_str inner = {line.ptr + stop + 2, len - 4};
        if (!(tag > 0 ? compile_tag(c, r, str_trim(inner), floor) : compile_sentence(c, r, inner, floor))) {
            return false;
        }
        at = stop + len;
    }
    return true;
}

static bool compile_source(compiler *c, int file)
{
    reader r = {.text = c->out->sources->text[file], .file = file, .line = 1};
    if (c->partials > 0 && r.text.len > 0 && r.text.ptr[r.text.len - 1] == '\n') {
        r.text.len--; // a partial may stand in the middle of a sentence
    }
    const bool keeps_blank = str_ends(c->out->sources->name[file], BRS_STR(".txt"));
    int floor = c->depth;
    while (r.at < r.text.len) {
        brs_str line = {r.text.ptr + r.at, r.text.len - r.at};
        const char *end = memchr(line.ptr, '\n', line.len);
        line.len = end == NULL ? line.len : (size_t)(end - line.ptr) + 1;
        r.at += line.len;
        while (line.len > 0 && (line.ptr[0] == ' ' || line.ptr[0] == '\t')) {
            line = (brs_str){line.ptr + 1, line.len - 1};
        }
        const bool blank = keeps_blank && str_trim(line).len == 0;
        if (!compile_piece(c, &r, line, !blank && line_is_structure(line), floor)) {
            return false;
        }
        r.line++;
    }
    if (c->depth > floor) {
        r.line = c->out->steps[c->open[c->depth - 1]].line;
        return complain(c, &r,
                        "section is never closed:", c->out->steps[c->open[c->depth - 1]].text);
    }
    return true;
}

bool site_template_compile(site_template *out, const site_sources *sources, const site_names *names,
                           const char *file, const char *game, brs_arena *arena, brs_err *err)
{
    *out = (site_template){.sources = sources, .names = names, .language = sources->language, .escape = buf_html};
    compiler c = {.out = out, .arena = arena, .err = err, .game = game};
    int index = source_index(sources, str_of(file));
    if (index < 0) {
        return brs_fail(err, BRS_TEXT, "no template '%s'", file);
    }
    if (!compile_source(&c, index)) {
        return false;
    }
    reader end = {.file = index};
    add_step(&c, &end, STEP_STOP);
    site_stretches_find(out, arena);
    return true;
}

bool site_next_sentence(brs_str *rest, brs_str *sentence)
{
    for (size_t at = 0; at < rest->len; at++) {
        const size_t len = sentence_length(*rest, at);
        if (len > 0) {
            *sentence = (brs_str){rest->ptr + at + 2, len - 4};
            *rest = str_behind(*rest, at + len);
            return true;
        }
    }
    return false;
}

brs_str site_source_words(const site_sources *sources, brs_str text, brs_arena *arena)
{
    brs_buf out;
    buf_init(&out, arena, text.len + 256);
    for (size_t at = 0; at < text.len;) {
        const size_t len = sentence_length(text, at);
        if (len > 0) {
            buf_put(&out, brs_translate(sources->language, (brs_str){text.ptr + at + 2, len - 4}, "", arena));
        } else {
            buf_byte(&out, (uint8_t)text.ptr[at]);
        }
        at += len > 0 ? len : 1;
    }
    return buf_str(&out);
}

bool site_sources_declare(const site_sources *sources, site_names *names, brs_err *err)
{
    const brs_str mark = BRS_STR("{{%names");
    for (int i = 0; i < sources->count; i++) {
        brs_str rest = sources->text[i], line;
        while (str_line(&rest, &line)) {
            line = str_trim(line);
            if (!str_begins(line, mark) || line.len < mark.len + 2) {
                continue;
            }
            brs_str list = {line.ptr + mark.len, line.len - mark.len - 2};
            for (brs_str word = str_word(&list); word.len > 0; word = str_word(&list)) {
                if (site_name(names, word) == SITE_NAME_NONE) {
                    return brs_fail(err, BRS_LIMIT, "templates use more than %d names",
                                    SITE_MAX_NAMES);
                }
            }
        }
    }
    return true;
}

// ---- the machine ------------------------------------------------------------------------------

typedef struct {
    site_node *back; // the node at hand outside of the section
    bool list;       // over children, else once for a field
    size_t from;     // where the text of the child at hand begins
} frame;

// A condition asks whether there is anything; a plain section also whether it is not nought.
static bool field_shows(const site_step *step, brs_str value)
{
    return value.len > 1 || (value.len == 1 && (step->once || value.ptr[0] != '0'));
}

// "Liberty Bell" becomes "liberty-bell": safe in a class and in an id.
static void put_slug(brs_buf *out, brs_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool upper = c >= 'A' && c <= 'Z', plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        buf_byte(out, (uint8_t)(upper ? c + ('a' - 'A') : plain ? c : '-'));
    }
}

static void put_form(const site_template *t, const site_step *step, brs_str value, const brs_str *page, brs_buf *out)
{
    int64_t n = 0;
    str_number(value, &n);
    if (step->id >= 0) {
        buf_html(out, brs_plural_form(t->language, page[step->id], n));
    } else {
        buf_put(out, brs_plural_form(t->language, step->text, n));
    }
}

static bool missing(const site_template *t, const site_step *step, const site_node *node,
                    brs_err *err)
{
    brs_str name = t->names->text[step->name], owner = t->names->text[node->name];
    brs_fail(err, BRS_TEXT, "no field '%.*s' in node '%.*s'", BRS_ARG(name), BRS_ARG(owner));
    brs_help(err, "{{@%.*s}} looks at the page's own fields, {{#%.*s}} only where there is one", BRS_ARG(name), BRS_ARG(name));
    blame(t->sources, step->file, step->line, err);
    return false;
}

// Goes to a child of a list: the step before its first one, or, when its text is known, the step
// before the section's end.
static const site_step *enter(const site_template *t, const site_step *begin, site_node *child,
                              frame *f, brs_buf *out)
{
    f->from = out->len;
    if (child->html.ptr == NULL) {
        return begin;
    }
    buf_put(out, child->html);
    return t->steps + begin->jump - 2;
}

// Ends one pass of a section; returns the child that comes next, if any.
static site_node *leave(const site_template *t, const site_step *end, site_node *at, const frame *f,
                        brs_arena *keep, const brs_buf *out)
{
    const site_step *begin = t->steps + end->jump;
    if (!f->list) {
        return NULL;
    }
    if (at->kept && at->html.ptr == NULL) {
        size_t len = out->len - f->from;
        char *html = brs_arena_alloc(keep, len + 1, 1);
        memcpy(html, out->ptr + f->from, len);
        at->html = (brs_str){html, len};
    }
    return site_child(at->next, begin->name, begin->id);
}

bool site_template_render(const site_template *t, site_node *root, brs_arena *keep, brs_buf *out,
                          brs_err *err)
{
    frame stack[MAX_DEPTH + 1];
    brs_str page[SITE_MAX_NAMES]; // the root's fields by name: they are asked for often
    int depth = 0;
    memset(page, 0, (size_t)t->names->count * sizeof page[0]);
    for (const site_field *field = root->fields; field != NULL; field = field->next) {
        page[field->name] = field->value;
    }
    site_stretches_begin(t->stretches, page);
    site_node *at = root;
    for (const site_step *step = t->steps; step->kind != STEP_STOP; step++) {
        site_node *node = step->page ? root : at;
        site_node *child;
        brs_str value;
        const site_step *last;
        switch (step->kind) {
        case STEP_STRETCH:
            last = site_stretch_put(t, step, page, out, &step);
            if (last == NULL) {
                return missing(t, step, root, err);
            }
            step = last;
            break;
        case STEP_TEXT:
            memcpy(buf_room(out, step->text.len), step->text.ptr, step->text.len);
            out->len += step->text.len;
            break;
        case STEP_ID: buf_number(out, at->id); break;
        case STEP_FIELD:
        case STEP_SLUG:
            value = node == root ? page[step->name] : site_value(node, step->name);
            if (value.ptr == NULL) {
                return missing(t, step, node, err);
            }
            (step->kind == STEP_FIELD ? t->escape : put_slug)(out, value);
            break;
        case STEP_FORM:
            value = step->page ? page[step->name] : site_value(node, step->name);
            if (value.ptr == NULL) {
                return missing(t, step, node, err);
            }
            put_form(t, step, value, page, out);
            break;
        case STEP_BEGIN:
            child = site_child(node->first, step->name, step->id);
            if (child == NULL && !field_shows(step, node == root ? page[step->name] : site_value(node, step->name))) {
                step = t->steps + step->jump - 1;
                break;
            }
            stack[depth++] = (frame){at, child != NULL && !step->once, 0};
            if (stack[depth - 1].list) {
                step = enter(t, step, child, &stack[depth - 1], out);
                at = child;
            }
            break;
        case STEP_UNLESS:
            child = site_child(node->first, step->name, step->id);
            if (child != NULL || field_shows(step, node == root ? page[step->name] : site_value(node, step->name))) {
                step = t->steps + step->jump - 1;
            }
            break;
        case STEP_END:
            child = leave(t, step, at, &stack[depth - 1], keep, out);
            if (child != NULL) {
                step = enter(t, t->steps + step->jump, child, &stack[depth - 1], out);
                at = child;
            } else {
                at = stack[--depth].back;
            }
            break;
        default: break;
        }
    }
    return true;
}
