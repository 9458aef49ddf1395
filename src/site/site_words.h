// The language of the pages: the site's own words in it, and the catalogues that there are.
#ifndef SITE_WORDS_H
#define SITE_WORDS_H

#include "broadside/language.h"
#include "broadside/replay.h"
#include "buf.h"

#define SAY(id, text) SITE_SAY_##id,
typedef enum {
#include "site_words.def"
    SITE_SAY_COUNT
} site_say_id;
#undef SAY

// What is said, by row of site_words.def; read-only, one for a whole build.
typedef struct site_wording {
    const brs_language *language; // NULL: English
    const char *text[SITE_SAY_COUNT];
} site_wording;

void site_words_init(site_wording *words, const brs_language *language, brs_arena *arena);

// The catalogue of "de", "pseudo" or a file (a name with a full stop or a slash); NULL with "en". False: there is none
// of that name, or something is wrong with it.
bool site_language_load(const char *name, brs_arena *arena, const brs_language **out, brs_err *err);

// What is said by a row; words may be NULL: English.
const char *site_word(const site_wording *words, site_say_id id);

// Appends a row with {0}, {1} ... filled in.
void site_put_words(brs_buf *out, const site_wording *words, site_say_id id, const brs_str *args, int count);

// A library whose games and editions speak the language.
const brs_library *site_translate_library(const brs_library *library, const brs_language *language, brs_arena *arena);

#endif
