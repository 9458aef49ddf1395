// Catalogues: read, checked, looked up.
#include "broadside/language.h"

#include <string.h>

#include "buf.h"
#include "language_parts.h"
#include "sort.h"
#include "str.h"
#include "text.h"

// A catalogue while it is read.
typedef struct {
    brs_language *out;
    brs_arena *arena;
    brs_err *err;
    brs_translation *row;
    int rows, cap, line;
    brs_str english;        // of the entry at hand
    int english_line;
    brs_buf joined;         // what is being put together
    brs_str game;
    enum { NOTHING, ENGLISH, TEXT } at;
} reader;

static bool fail(reader *r, int line, const char *what, brs_str about)
{
    brs_fail(r->err, BRS_TEXT, "%s \"%.*s\"", what, about.len < 80 ? (int)about.len : 80, about.ptr);
    brs_err_file(r->err, r->out->file);
    if (r->err != NULL && r->err->line == 0) {
        r->err->line = line;
    }
    return false;
}

static bool add_row(reader *r, brs_str text)
{
    if (text.len > 0 && !language_check(r->english, text, r->err)) {
        return fail(r, r->line - 1, "", text);
    }
    if (r->rows == r->cap) {
        const int cap = r->cap == 0 ? 512 : 2 * r->cap;
        brs_translation *more = BRS_NEW(r->arena, brs_translation, (size_t)cap);
        if (r->rows > 0) {
            memcpy(more, r->row, (size_t)r->rows * sizeof *more);
        }
        r->row = more;
        r->cap = cap;
    }
    r->row[r->rows++] = (brs_translation){r->english, text, r->game, r->english_line};
    return true;
}

static brs_str take_joined(reader *r)
{
    const brs_str text = {brs_arena_string(r->arena, buf_str(&r->joined)), r->joined.len};
    buf_reset(&r->joined);
    return text;
}

// The text that was being put together is whole.
static bool end_part(reader *r)
{
    if (r->at == ENGLISH) {
        r->english = take_joined(r);
        r->game = (brs_str){"", 0};
        return true;
    }
    return r->at != TEXT || add_row(r, take_joined(r));
}

static bool end_entry(reader *r)
{
    const bool bare = r->at == ENGLISH;
    const bool ok = end_part(r) && (!bare || add_row(r, (brs_str){"", 0}));
    r->at = NOTHING;
    return ok;
}

static void join(reader *r, brs_str text)
{
    buf_puts(&r->joined, r->joined.len > 0 ? " " : "");
    buf_put(&r->joined, text);
}

static bool read_head(reader *r, brs_str line)
{
    brs_language *out = r->out;
    brs_str rest = line, word = str_word(&rest);
    if (str_is(word, "language")) {
        out->id = brs_arena_string(r->arena, rest);
    } else if (str_is(word, "name")) {
        out->name = brs_arena_string(r->arena, rest);
    } else if (str_is(word, "direction") && (str_is(rest, "ltr") || str_is(rest, "rtl"))) {
        out->right_to_left = str_is(rest, "rtl");
    } else if (str_is(word, "plural") && out->forms < BRS_MAX_FORMS) {
        brs_plural_rule *rule = &out->plural[out->forms++];
        rule->category = brs_arena_string(r->arena, str_word(&rest));
        return language_read_plural(rest, rule) || fail(r, r->line, "this is no plural rule, such as n % 10 = 2..4 and n != 12:", rest);
    } else {
        return fail(r, r->line, "a catalogue begins with language, name, direction and plural, and each sentence with =, not", line);
    }
    return true;
}

static bool read_english(reader *r, brs_str text)
{
    if (r->at != ENGLISH && !end_entry(r)) {
        return false;
    }
    if (r->at == NOTHING) {
        r->english_line = r->line;
    }
    r->at = ENGLISH;
    join(r, text);
    return text.len > 0 || fail(r, r->line, "there is no sentence behind", BRS_STR("="));
}

static bool read_text(reader *r, brs_str line)
{
    if (r->at == NOTHING) {
        return r->rows == 0 ? read_head(r, line) : fail(r, r->line, "which sentence is this the translation of?", line);
    }
    const bool variant = line.ptr[0] == '@';
    if (r->at == ENGLISH || variant) {
        const bool bare = r->at == ENGLISH && variant; // there is none for the other games
        if (!end_part(r) || (bare && !add_row(r, (brs_str){"", 0}))) {
            return false;
        }
        r->at = TEXT;
    }
    if (variant) {
        brs_str rest = str_behind(line, 1);
        r->game = str_word(&rest);
        line = rest;
    }
    join(r, line);
    return true;
}

static bool read_lines(reader *r, brs_str text)
{
    brs_str line;
    while (str_line(&text, &line)) {
        r->line++;
        line = str_trim(line);
        bool ok = true;
        if (line.len == 0) {
            ok = end_entry(r);
        } else if (line.ptr[0] == '=') {
            ok = read_english(r, str_trim(str_behind(line, 1)));
        } else if (line.ptr[0] != '#') {
            ok = read_text(r, line);
        }
        if (!ok) {
            return false;
        }
    }
    r->line++;
    return end_entry(r);
}

static int by_english(const void *a, const void *b)
{
    const brs_translation *x = a, *y = b;
    const int order = str_compare(x->english, y->english);
    return order != 0 ? order : str_compare(x->game, y->game);
}

static bool sort_rows(reader *r)
{
    brs_sort(r->row, (size_t)r->rows, sizeof *r->row, BRS_NEW(r->arena, brs_translation, (size_t)r->rows + 1), by_english);
    for (int i = 1; i < r->rows; i++) {
        if (by_english(&r->row[i - 1], &r->row[i]) == 0) {
            return fail(r, r->row[i].line, "stands here twice:", r->row[i].english);
        }
    }
    r->out->row = r->row;
    r->out->rows = r->rows;
    return true;
}

static bool is_tag(const char *id)
{
    size_t len = strlen(id);
    return len >= 2 && len <= 35 && strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == len && id[0] != '-';
}

bool brs_language_read(brs_str text, const char *file, brs_arena *arena, brs_language *out, brs_err *err)
{
    *out = (brs_language){.file = file};
    reader r = {.out = out, .arena = arena, .err = err};
    buf_init(&r.joined, arena, 1024);
    if (!text_valid(text)) {
        return fail(&r, 1, "a catalogue is UTF-8, not", BRS_STR("this"));
    }
    if (!read_lines(&r, text) || !sort_rows(&r)) {
        return false;
    }
    if (out->id == NULL || out->name == NULL || !is_tag(out->id)) {
        return fail(&r, 1, "a catalogue begins with a language tag and a name:", BRS_STR("language de"));
    }
    if (out->forms == 0 || out->plural[out->forms - 1].relations > 0) {
        return fail(&r, 1, "the last plural line has no rule, for all other numbers:", BRS_STR("plural other"));
    }
    return true;
}

void brs_language_pseudo(brs_language *out)
{
    *out = (brs_language){.id = "en-x-pseudo", .name = "[!! Ƥşḗŭḓǿ !!]", .pseudo = true, .file = "pseudo"};
}

// ---- looking up -----------------------------------------------------------------------------------

static const brs_translation *find(const brs_language *language, brs_str english, const char *game)
{
    const brs_translation wanted = {.english = english, .game = {"", 0}};
    int low = 0, high = language->rows;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (by_english(&language->row[middle], &wanted) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const brs_translation *found = NULL; // the one for all games comes first
    for (int i = low; i < language->rows && str_equal(language->row[i].english, english); i++) {
        const brs_translation *row = &language->row[i];
        if (row->text.len > 0 && (row->game.len == 0 || str_is(row->game, game))) {
            found = row;
        }
    }
    return found;
}

// Puts the blanks back that stood around a sentence.
static brs_str with_blanks(brs_str english, brs_str inner, brs_str text, brs_arena *arena)
{
    if (inner.len == english.len) {
        return text;
    }
    const size_t before = (size_t)(inner.ptr - english.ptr);
    brs_buf out;
    buf_init(&out, arena, text.len + english.len);
    buf_put(&out, (brs_str){english.ptr, before});
    buf_put(&out, text);
    buf_put(&out, str_behind(english, before + inner.len));
    return buf_str(&out);
}

bool brs_has_words(brs_str text)
{
    bool found = false;
    for (size_t i = 0; i < text.len && !found; i++) {
        const size_t len = language_token(text, i);
        const char c = text.ptr[i];
        if (len > 0) {
            found = found || memchr(text.ptr + i, '|', len) != NULL; // forms are words
            i += len - 1;
        } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
            found = true;
        }
    }
    return found;
}

brs_str brs_translate(const brs_language *language, brs_str english, const char *game, brs_arena *arena)
{
    const brs_str inner = str_trim(english);
    if (language == NULL || !brs_has_words(inner)) {
        return english;
    }
    const brs_translation *row = find(language, inner, game);
    if (language->asked != NULL) {
        language->asked(language->ctx, inner, game, row);
    }
    if (language->pseudo) {
        return with_blanks(english, inner, language_pseudo(inner, arena), arena);
    }
    return row == NULL ? english : with_blanks(english, inner, row->text, arena);
}

const char *brs_translate_string(const brs_language *language, const char *english, const char *game, brs_arena *arena)
{
    if (language == NULL || english == NULL) {
        return english;
    }
    const brs_str text = brs_translate(language, str_of(english), game, arena);
    return text.ptr == english ? english : brs_arena_string(arena, text);
}

int brs_fill(char *out, int cap, const char *text, const brs_str *args, int count)
{
    int len = 0;
    for (const char *at = text; *at != '\0' && len + 1 < cap; at++) {
        const int index = at[0] == '{' && at[1] >= '0' && at[1] < '0' + count && at[2] == '}' ? at[1] - '0' : -1;
        if (index < 0) {
            out[len++] = *at;
            continue;
        }
        const size_t room = (size_t)(cap - 1 - len);
        const size_t part = args[index].len < room ? args[index].len : room;
        if (part > 0) {
            memcpy(out + len, args[index].ptr, part);
        }
        len += (int)part;
        at += 2;
    }
    out[len] = '\0';
    return len;
}
