// A whole catalogue: every sentence that pages are made of, where it stands, and what it is in the language.
#include <string.h>

#include "broadside/site.h"
#include "site_pages.h"
#include "str.h"

typedef struct {
    const brs_language *language; // NULL: English, to begin with
    brs_arena *arena;
    brs_buf *out;          // NULL: nothing is written
    brs_report problems;
    const char *file;      // for problems
    const char *heading;   // of what comes, not written yet; NULL: it is
    const char *shelf;     // the game that all of it is said in, "": any
    brs_catalogue_report *count;
    brs_str *seen;         // sentences that were met, a hash table
    size_t slots;
    const char *games[8];  // that there are
    int game_count;
} catalogue;

static bool is_new(catalogue *c, brs_str english)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < english.len; i++) {
        hash = (hash ^ (unsigned char)english.ptr[i]) * 1099511628211u;
    }
    size_t at = hash % c->slots;
    while (c->seen[at].ptr != NULL && !str_equal(c->seen[at], english)) {
        at = (at + 1) % c->slots;
    }
    const bool fresh = c->seen[at].ptr == NULL;
    c->seen[at] = (brs_str){brs_arena_string(c->arena, english), english.len};
    return fresh;
}

static void problem(const catalogue *c, int line, const char *what, brs_str sentence, bool warning)
{
    brs_err err = BRS_ERR_NONE;
    brs_fail(&err, BRS_TEXT, "%s: %.*s", what, sentence.len < 150 ? (int)sentence.len : 150, sentence.ptr);
    brs_err_file(&err, c->file);
    err.line = line;
    if (c->problems.fn != NULL) {
        c->problems.fn(c->problems.ctx, &err, warning);
    }
}

// Is it said in this game, by a row for it or for all?
static bool is_said_in(const catalogue *c, brs_str english, const char *game)
{
    return brs_translate(c->language, english, game, c->arena).ptr != english.ptr;
}

static bool is_said(const catalogue *c, brs_str english)
{
    if (c->language == NULL || c->language->pseudo || is_said_in(c, english, c->shelf)) {
        return c->language != NULL;
    }
    bool all = c->shelf[0] == '\0' && c->game_count > 0;
    for (int i = 0; i < c->game_count && all; i++) {
        all = is_said_in(c, english, c->games[i]);
    }
    return all;
}

static void put_wrapped(brs_buf *out, const char *before, brs_str text)
{
    enum { WIDTH = 100 };
    while (text.len > 0) {
        size_t len = text.len;
        if (len > WIDTH) { // at a blank, the last one before the edge or the next behind it
            const char *blank = memrchr(text.ptr, ' ', WIDTH);
            while (blank != NULL && strchr("=#@", blank[1]) != NULL) { // signs of the format may not begin a line
                blank = memrchr(text.ptr, ' ', (size_t)(blank - text.ptr));
            }
            blank = blank != NULL ? blank : memchr(text.ptr + WIDTH, ' ', len - WIDTH);
            len = blank != NULL ? (size_t)(blank - text.ptr) : len;
        }
        buf_puts(out, before);
        buf_put(out, (brs_str){text.ptr, len});
        buf_byte(out, '\n');
        text = str_trim(str_behind(text, len));
    }
}

static void put_entry(catalogue *c, brs_str english)
{
    const brs_language *language = c->language;
    if (c->heading != NULL) {
        buf_putf(c->out, "\n# ---- %s\n", c->heading);
        c->heading = NULL;
    }
    buf_byte(c->out, '\n');
    put_wrapped(c->out, "= ", english);
    for (int i = 0; language != NULL && i < language->rows; i++) {
        const brs_translation *row = &language->row[i];
        if (str_equal(row->english, english) && row->text.len > 0) {
            brs_buf game;
            buf_init(&game, c->arena, 32);
            if (row->game.len > 0) {
                buf_putf(&game, "@%.*s ", BRS_ARG(row->game));
            }
            buf_put(&game, row->text);
            put_wrapped(c->out, "", buf_str(&game));
        }
    }
}

// Each sentence once, where it is met first.
static void meet(catalogue *c, brs_str sentence)
{
    const brs_str english = str_trim(sentence);
    if (!brs_has_words(english) || !is_new(c, english)) {
        return;
    }
    c->count->sentences++;
    if (!is_said(c, english)) {
        c->count->missing++;
        if (c->language != NULL) {
            problem(c, 0, "not translated", english, false);
        }
    }
    if (c->out != NULL) {
        put_entry(c, english);
    }
}

static void begin_part(catalogue *c, const char *heading, const char *game)
{
    c->heading = heading;
    c->shelf = game;
}

// ---- where sentences stand ----------------------------------------------------------------------

static void asked(void *ctx, brs_str english, const char *game, const brs_translation *row)
{
    (void)game;
    (void)row;
    meet(ctx, english);
}

// A game and its editions tell by being translated.
static void meet_games(catalogue *c, const brs_library *library)
{
    brs_language listener = {.id = "xx", .name = "xx", .file = "", .asked = asked, .ctx = c};
    for (int i = 0; i < library->count; i++) {
        const brs_shelf *shelf = &library->shelf[i];
        const brs_library one = {shelf, 1};
        begin_part(c, shelf->game->title, shelf->game->id);
        site_translate_library(&one, &listener, c->arena);
    }
}

static void meet_own(catalogue *c)
{
    brs_language listener = {.id = "xx", .name = "xx", .file = "", .asked = asked, .ctx = c};
    site_wording words;
    begin_part(c, "what the site puts together", "");
    site_words_init(&words, &listener, c->arena);
}

// The game whose folder a template lies in.
static const char *game_of(const catalogue *c, brs_str name)
{
    const brs_str folder = str_cut(&name, '/');
    for (int i = 0; i < c->game_count; i++) {
        if (name.len > 0 && str_is(folder, c->games[i])) {
            return c->games[i];
        }
    }
    return "";
}

static void meet_templates(catalogue *c, const site_sources *sources)
{
    for (int i = 0; i < sources->count; i++) {
        brs_str rest = sources->text[i], sentence;
        begin_part(c, sources->name[i].ptr, game_of(c, sources->name[i]));
        while (site_next_sentence(&rest, &sentence)) {
            meet(c, sentence);
        }
    }
}

// A translation may leave a section open: then a page does not compile.
static bool compile_all(const catalogue *c, site_sources *sources, brs_err *err)
{
    site_names *names = BRS_NEW(c->arena, site_names, 1);
    site_template template;
    bool ok = true;
    site_names_init(names, c->arena);
    sources->language = c->language;
    ok = site_sources_declare(sources, names, err);
    for (int game = -1; game < c->game_count && ok; game++) {
        for (int kind = 0; kind < SITE_PAGE_COUNT && ok; kind++) {
            ok = site_template_compile(&template, sources, names, site_page_file((site_page_kind)kind),
                                       game < 0 ? "" : c->games[game], c->arena, err);
        }
    }
    return ok && site_template_compile(&template, sources, names, "pages/scoresheet.html", "", c->arena, err);
}

static void tell_unused(catalogue *c)
{
    const brs_language *language = c->language;
    for (int i = 0; language != NULL && i < language->rows; i++) {
        if (is_new(c, language->row[i].english)) {
            c->count->unused++;
            problem(c, language->row[i].line, "no page says this", language->row[i].english, false);
        }
    }
}

bool brs_site_catalogue(const char *name, brs_arena *arena, brs_report problems, brs_str *out, brs_catalogue_report *report, brs_err *err)
{
    catalogue c = {.arena = arena, .problems = problems, .count = report, .slots = 1 << 14, .shelf = ""};
    brs_library library;
    site_sources sources;
    brs_buf text;
    *report = (brs_catalogue_report){0};
    buf_init(&text, arena, 256 * 1024);
    c.out = out != NULL ? &text : NULL;
    c.seen = BRS_NEW(arena, brs_str, c.slots);
    if (!site_language_load(name, arena, &c.language, err) || !brs_library_load(NULL, arena, &library, err) ||
        !site_sources_load(&sources, NULL, arena, err)) {
        return false;
    }
    c.file = c.language != NULL ? c.language->file : "en";
    for (int i = 0; i < library.count && i < (int)(sizeof c.games / sizeof c.games[0]); i++) {
        c.games[c.game_count++] = library.shelf[i].game->id;
    }
    meet_own(&c);
    meet_templates(&c, &sources);
    meet_games(&c, &library);
    tell_unused(&c);
    if (out != NULL) {
        *out = buf_str(&text);
    }
    return compile_all(&c, &sources, err);
}
