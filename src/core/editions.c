// Edition files: an edition is a text over a base.
//
// Lines of `keyword arguments`; '#' at a line's start is a comment:
//   edition ID | patch N | title "..." | base ID | source KEY "Title"
//   set OPTION VALUE PLACE | was PATCH OPTION VALUE | cite RULE PLACE "heading" | note ID "text"
// Every `set` names the place in the text that says so. `was 1 ...` is the value that the option had in patch 1, before a
// later patch mended it: games that were recorded under that patch are played by it for ever (replay.md 6).
#include <stdio.h>
#include <string.h>

#include "broadside/game.h"
#include "broadside/options.h"
#include "str.h"
#include "text.h"

enum { MAX_EDITIONS = 16, MAX_SOURCES = 8, MAX_NOTES = 64, MAX_ID = 32, MAX_FORMER = 16 };

typedef struct {
    const brs_game_def *game;
    brs_arena *arena;
    brs_err *err;
    brs_edition *edition;
    brs_str base;  // id of the base, empty when there is none
    int line, base_line;
    brs_str sets[BRS_MAX_OPTIONS];  // `set` lines, applied once the base is known
    int set_line[BRS_MAX_OPTIONS], set_count;
    struct {
        brs_str what;  // OPTION VALUE
        int patch, line;
    } was[BRS_MAX_OPTIONS];
    int was_count;
    brs_citation *citations;
    brs_source *sources;
    const char *(*notes)[2];
} edition_reader;

static bool mistake(edition_reader *r, const char *what, brs_str found)
{
    brs_fail(r->err, BRS_TEXT, "%s: found \"%.*s\"", what, BRS_ARG(found));
    if (r->err != NULL && r->err->line == 0) {
        r->err->line = r->line;
        snprintf(r->err->file, sizeof r->err->file, "%s.edition",
                 r->edition->id != NULL ? r->edition->id : "unnamed");
    }
    return false;
}

static const char *keep(edition_reader *r, brs_str text)
{
    return brs_arena_string(r->arena, text);
}

static bool quoted(edition_reader *r, brs_str text, const char **out)
{
    if (text.len < 2 || text.ptr[0] != '"' || text.ptr[text.len - 1] != '"') {
        return mistake(r, "expected text in double quotes to the end of the line", text);
    }
    *out = keep(r, (brs_str){text.ptr + 1, text.len - 2});
    return true;
}

static bool read_cite(edition_reader *r, brs_str rest)
{
    brs_str id = str_word(&rest), place = str_word(&rest);
    uint16_t rule = brs_rule_find(r->game, id);
    if (rule == 0) {
        return mistake(r, "cite names a rule that does not exist", id);
    }
    for (int i = 0; i < r->edition->citation_count; i++) {
        if (r->citations[i].rule == rule) {
            return mistake(r, "this rule is cited twice", id);
        }
    }
    brs_citation *cite = &r->citations[r->edition->citation_count++];
    *cite = (brs_citation){.rule = rule, .place = keep(r, place)};
    return quoted(r, rest, &cite->heading);
}

static bool read_source(edition_reader *r, brs_str rest)
{
    if (r->edition->source_count == MAX_SOURCES) {
        return mistake(r, "too many sources", rest);
    }
    brs_source *source = &r->sources[r->edition->source_count++];
    source->key = keep(r, str_word(&rest));
    return quoted(r, rest, &source->title);
}

static bool read_note(edition_reader *r, brs_str rest)
{
    if (r->edition->note_count == MAX_NOTES) {
        return mistake(r, "too many notes", rest);
    }
    const char **note = r->notes[r->edition->note_count++];
    note[0] = keep(r, str_word(&rest));
    return quoted(r, rest, &note[1]);
}

static bool read_patch(edition_reader *r, brs_str rest)
{
    int64_t number;
    if (!str_number(rest, &number) || number < 1 || number > 9999) {
        return mistake(r, "patch is a number from 1 to 9999", rest);
    }
    r->edition->patch = (int)number;
    return true;
}

// An id stands in replays and in names of folders.
static bool read_id(edition_reader *r, brs_str rest)
{
    bool good = rest.len > 0 && rest.len <= MAX_ID && rest.ptr[0] != '.' && rest.ptr[0] != '-';
    for (size_t i = 0; i < rest.len; i++) {
        const char c = rest.ptr[i];
        good = good && ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.');
    }
    if (!good) {
        return mistake(r, "an edition's id has 1 to 32 of a-z, 0-9, - _ . and begins with a letter or digit", rest);
    }
    r->edition->id = keep(r, rest);
    return true;
}

static bool read_title(edition_reader *r, brs_str rest)
{
    return quoted(r, rest, &r->edition->title);
}

static bool read_base(edition_reader *r, brs_str rest)
{
    r->base = rest;
    r->base_line = r->line;
    return true;
}

static bool read_set(edition_reader *r, brs_str rest)
{
    if (r->set_count == BRS_MAX_OPTIONS) {
        return mistake(r, "too many set lines", rest);
    }
    r->set_line[r->set_count] = r->line;
    r->sets[r->set_count++] = rest;
    return true;
}

// Applied once `patch` is known: it may stand further down.
static bool read_was(edition_reader *r, brs_str rest)
{
    int64_t number;
    brs_str patch = str_word(&rest);
    if (r->was_count == BRS_MAX_OPTIONS) {
        return mistake(r, "too many was lines", rest);
    }
    if (!str_number(patch, &number) || number < 1 || number > 9999) {
        return mistake(r, "was begins with the number of a former patch", patch);
    }
    r->was[r->was_count].what = rest;
    r->was[r->was_count].patch = (int)number;
    r->was[r->was_count++].line = r->line;
    return true;
}

// Pages and terminals show what stands here. A tab is a blank.
static bool is_shown_well(brs_str line)
{
    uint32_t point;
    for (size_t i = 0; i < line.len;) {
        if (line.ptr[i] >= ' ' && line.ptr[i] <= '~') {
            i++;
            continue;
        }
        int len = text_point((const uint8_t *)line.ptr + i, line.len - i, &point);
        if (len == 0 || (text_is_control(point) && point != '\t')) {
            return false;
        }
        i += (size_t)len;
    }
    return true;
}

static bool read_edition_line(edition_reader *r, brs_str line)
{
    static const struct {
        const char *keyword;
        bool (*read)(edition_reader *, brs_str);
    } lines[] = {
        {"edition", read_id}, {"title", read_title}, {"base", read_base}, {"patch", read_patch},
        {"source", read_source}, {"set", read_set}, {"was", read_was}, {"cite", read_cite}, {"note", read_note},
    };
    brs_str rest = line;
    brs_str keyword = str_word(&rest);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (str_is(keyword, lines[i].keyword)) {
            return lines[i].read(r, rest);
        }
    }
    return mistake(r, "expected edition, patch, title, base, source, set, was, cite or note", keyword);
}

static bool set_value(edition_reader *r, brs_edition *edition, int option, brs_str value, const char *place)
{
    brs_err why = BRS_ERR_NONE;
    if (!brs_option_read(&r->game->options[option], value, &edition->options.value[option], &why)) {
        return mistake(r, why.msg, value);
    }
    edition->option_place[option] = place;
    return true;
}

// OPTION VALUE... PLACE: the place comes last, since an order is several words.
static bool apply_set(edition_reader *r, brs_str rest)
{
    brs_str id = str_word(&rest);
    int option = brs_option_find(r->game, id);
    if (option < 0) {
        return mistake(r, "set names an option that does not exist", id);
    }
    size_t cut = rest.len;
    while (cut > 0 && !str_blank(rest.ptr[cut - 1])) {
        cut--;
    }
    brs_str place = {rest.ptr + cut, rest.len - cut};
    brs_str value = str_trim((brs_str){rest.ptr, cut});
    if (value.len == 0 || memchr(place.ptr, ':', place.len) == NULL) {
        return mistake(r, "set ends with the place in the text, such as RB:376", rest);
    }
    return set_value(r, r->edition, option, value, keep(r, place));
}

// The patch before `now`: no text says what is only there so that old games play as they did.
static brs_edition *former_of(edition_reader *r, const brs_edition *now)
{
    brs_edition *former = BRS_NEW(r->arena, brs_edition, 1);
    *former = *now;
    former->patch = now->patch - 1;
    former->option_place = BRS_NEW(r->arena, const char *, BRS_MAX_OPTIONS);
    memcpy(former->option_place, now->option_place, BRS_MAX_OPTIONS * sizeof *former->option_place);
    for (int i = 0; i < r->was_count; i++) {
        brs_str rest = r->was[i].what, id = str_word(&rest);
        int option = brs_option_find(r->game, id);
        if (r->was[i].patch != former->patch) {
            continue;
        }
        r->line = r->was[i].line;
        if (option < 0) {
            mistake(r, "was names an option that does not exist", id);
            return NULL;
        }
        if (!set_value(r, former, option, str_trim(rest), "-")) {
            return NULL;
        }
    }
    return former;
}

// Every patch from the newest down to the oldest that a `was` line names.
static bool keep_former(edition_reader *r)
{
    int oldest = r->edition->patch;
    for (int i = 0; i < r->was_count; i++) {
        const int patch = r->was[i].patch;
        if (patch >= r->edition->patch || r->edition->patch - patch > MAX_FORMER) {
            r->line = r->was[i].line;
            return mistake(r, "was names one of the 16 patches before the edition's own", r->was[i].what);
        }
        oldest = patch < oldest ? patch : oldest;
    }
    for (brs_edition *now = r->edition; now->patch > oldest;) {
        brs_edition *former = former_of(r, now);
        if (former == NULL) {
            return false;
        }
        now->former = former;
        now = former;
    }
    return true;
}

static bool read_edition_text(edition_reader *r, brs_str text)
{
    r->edition = BRS_NEW(r->arena, brs_edition, 1);
    r->edition->option_place = BRS_NEW(r->arena, const char *, BRS_MAX_OPTIONS);
    r->citations = BRS_NEW(r->arena, brs_citation, (size_t)r->game->rule_count);
    r->sources = BRS_NEW(r->arena, brs_source, MAX_SOURCES);
    r->notes = brs_arena_alloc(r->arena, MAX_NOTES, sizeof *r->notes);
    r->edition->citations = r->citations;
    r->edition->sources = r->sources;
    r->edition->notes = r->notes;
    brs_str line;
    for (r->line = 1; str_line(&text, &line); r->line++) {
        line = str_trim(line);
        if (!is_shown_well(line)) {
            return mistake(r, "the file is UTF-8 text without control or direction marks", line);
        }
        if (line.len > 0 && line.ptr[0] != '#' && !read_edition_line(r, line)) {
            return false;
        }
    }
    if (r->edition->id == NULL || r->edition->title == NULL || r->edition->patch == 0) {
        return mistake(r, "an edition needs the lines edition, title and patch", BRS_STR("none"));
    }
    return true;
}

// Starts from the base's values (or the options' own), then applies the edition's lines.
static bool finish_edition(edition_reader *r, const brs_editions *done)
{
    for (int i = 0; i < r->game->option_count; i++) {
        r->edition->options.value[i] = r->game->options[i].standard;
    }
    if (r->base.len > 0) {
        r->edition->base = brs_edition_find(done, r->base);
        if (r->edition->base == NULL) {
            r->line = r->base_line;
            return mistake(r, "base names an edition that does not exist", r->base);
        }
        r->edition->options = r->edition->base->options;
    }
    for (int i = 0; i < r->set_count; i++) {
        r->line = r->set_line[i];
        if (!apply_set(r, r->sets[i])) {
            return false;
        }
    }
    return keep_former(r);
}

bool brs_editions_load(const brs_game_def *game, brs_arena *arena, brs_editions *out, brs_err *err)
{
    edition_reader *readers = BRS_NEW(arena, edition_reader, MAX_EDITIONS);
    int count = 0;
    for (; count < MAX_EDITIONS && game->edition_texts[count] != NULL; count++) {
        readers[count] = (edition_reader){.game = game, .arena = arena, .err = err};
        if (!read_edition_text(&readers[count], str_of(game->edition_texts[count]))) {
            return false;
        }
    }
    *out = (brs_editions){.edition = BRS_NEW(arena, const brs_edition *, MAX_EDITIONS)};
    for (int based = 0; based <= 1; based++) {  // those without a base first
        for (int i = 0; i < count; i++) {
            if ((readers[i].base.len > 0) == (based == 1)) {
                if (!finish_edition(&readers[i], out)) {
                    return false;
                }
                out->edition[out->count++] = readers[i].edition;
            }
        }
    }
    return true;
}

static const brs_edition *newest_of(const brs_editions *editions, brs_str id)
{
    for (int i = 0; i < editions->count; i++) {
        if (str_is(id, editions->edition[i]->id)) {
            return editions->edition[i];
        }
    }
    return NULL;
}

const brs_edition *brs_edition_at(const brs_editions *editions, brs_str id, int patch)
{
    const brs_edition *at = newest_of(editions, id);
    while (at != NULL && at->patch != patch) {
        at = at->former;
    }
    return at;
}

const brs_edition *brs_edition_find(const brs_editions *editions, brs_str name)
{
    brs_str patch = name, id = str_cut(&patch, '@');
    int64_t number;
    if (id.len == name.len) {
        return newest_of(editions, id);
    }
    return str_number(patch, &number) && number >= 1 && number <= 9999 ? brs_edition_at(editions, id, (int)number) : NULL;
}

const brs_citation *brs_cite(const brs_edition *edition, uint16_t rule)
{
    for (; edition != NULL; edition = edition->base) {
        for (int i = 0; i < edition->citation_count; i++) {
            if (edition->citations[i].rule == rule) {
                return &edition->citations[i];
            }
        }
    }
    return NULL;
}
