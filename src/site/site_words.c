// The words of the site itself, the built-in catalogues, and a library in another language.
#pragma GCC diagnostic ignored "-Woverlength-strings"
#include "site_words.h"

#include <string.h>

#include "fs.h"
#include "languages.h"
#include "str.h"

enum { CATALOGUE_LIMIT = 4 << 20 };

#define SAY(id, text) text,
static const char *const english[SITE_SAY_COUNT] = {
#include "site_words.def"
};
#undef SAY

void site_words_init(site_wording *words, const brs_language *language, brs_arena *arena)
{
    words->language = language;
    for (int i = 0; i < SITE_SAY_COUNT; i++) {
        words->text[i] = brs_translate_string(language, english[i], "", arena);
    }
}

const char *site_word(const site_wording *words, site_say_id id)
{
    return words != NULL ? words->text[id] : english[id];
}

void site_put_words(brs_buf *out, const site_wording *words, site_say_id id, const brs_str *args, int count)
{
    for (const char *at = site_word(words, id); *at != '\0'; at++) {
        const int index = at[0] == '{' && at[1] >= '0' && at[1] < '0' + count && at[2] == '}' ? at[1] - '0' : -1;
        if (index >= 0) {
            buf_put(out, args[index]);
            at += 2;
        } else {
            buf_byte(out, (uint8_t)*at);
        }
    }
}

// ---- catalogues ---------------------------------------------------------------------------------

// "de.words" is the catalogue "de".
static int built_in(brs_str name)
{
    for (int i = 0; language_names[i] != NULL; i++) {
        brs_str rest = str_of(language_names[i]);
        if (str_equal(str_cut(&rest, '.'), name)) {
            return i;
        }
    }
    return -1;
}

static bool no_such(const char *name, brs_arena *arena, brs_err *err)
{
    brs_buf list;
    buf_init(&list, arena, 64);
    for (int i = 0; language_names[i] != NULL; i++) {
        brs_str rest = str_of(language_names[i]);
        buf_puts(&list, ", ");
        buf_put(&list, str_cut(&rest, '.'));
    }
    brs_fail(err, BRS_USAGE, "there is no language \"%s\"; there are en%.*s and pseudo", name, BRS_ARG(buf_str(&list)));
    brs_help(err, "a catalogue of your own is named as a file: ./fr.words");
    return false;
}

bool site_language_load(const char *name, brs_arena *arena, const brs_language **out, brs_err *err)
{
    *out = NULL;
    if (name == NULL || strcmp(name, "en") == 0) {
        return true;
    }
    brs_language *language = BRS_NEW(arena, brs_language, 1);
    *out = language;
    if (strcmp(name, "pseudo") == 0) {
        brs_language_pseudo(language);
        return true;
    }
    const bool file = strpbrk(name, "./") != NULL;
    const int index = file ? -1 : built_in(str_of(name));
    brs_str text;
    if (!file && index < 0) {
        return no_such(name, arena, err);
    }
    if (file && !fs_read(name, CATALOGUE_LIMIT, arena, &text, err)) {
        return false;
    }
    text = file ? text : str_of(language_texts[index]);
    return brs_language_read(text, file ? name : language_names[index], arena, language, err);
}

// ---- a library in another language --------------------------------------------------------------

typedef struct {
    const brs_language *language;
    brs_arena *arena;
    const char *game;
} translator;

static const brs_edition *say_edition(const translator *t, const brs_edition *edition, const brs_editions *from, const brs_edition **to)
{
    brs_edition *own = BRS_NEW(t->arena, brs_edition, 1);
    *own = *edition;
    own->title = brs_translate_string(t->language, edition->title, t->game, t->arena);
    const char *(*notes)[2] = brs_arena_alloc(t->arena, (size_t)edition->note_count + 1, sizeof *notes);
    for (int i = 0; i < edition->note_count; i++) {
        notes[i][0] = edition->notes[i][0];
        notes[i][1] = brs_translate_string(t->language, edition->notes[i][1], t->game, t->arena);
    }
    own->notes = notes;
    own->former = edition->former == NULL ? NULL : say_edition(t, edition->former, from, to);
    for (int i = 0; i < from->count; i++) { // a base stands before what is over it
        own->base = from->edition[i] == edition->base && to[i] != NULL ? to[i] : own->base;
    }
    return own;
}

static void say_shelf(const translator *t, const brs_shelf *from, brs_shelf *to)
{
    *to = *from;
    to->game = brs_game_translate(from->game, t->language, t->arena);
    const brs_edition **own = brs_arena_alloc(t->arena, (size_t)from->editions.count + 1, sizeof *own);
    for (int i = 0; i < from->editions.count; i++) {
        own[i] = say_edition(t, from->editions.edition[i], &from->editions, own);
    }
    to->editions.edition = own;
}

const brs_library *site_translate_library(const brs_library *library, const brs_language *language, brs_arena *arena)
{
    if (language == NULL) {
        return library;
    }
    brs_library *own = BRS_NEW(arena, brs_library, 1);
    brs_shelf *shelf = BRS_NEW(arena, brs_shelf, (size_t)library->count + 1);
    for (int i = 0; i < library->count; i++) {
        const translator t = {language, arena, library->shelf[i].game->id};
        say_shelf(&t, &library->shelf[i], &shelf[i]);
    }
    *own = (brs_library){shelf, library->count};
    return own;
}
