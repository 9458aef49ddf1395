// What the reader of catalogues shares with its parts.
#ifndef CORE_LANGUAGE_PARTS_H
#define CORE_LANGUAGE_PARTS_H

#include "broadside/language.h"

// "n % 10 = 2..4 and n % 100 != 12..14"; empty: every number.
bool language_read_plural(brs_str text, brs_plural_rule *out);

// Has a translation the places and marks of its English, and no others? False with the reason.
bool language_check(brs_str english, brs_str text, brs_err *err);

// "[!! Ŧüřñ !!]": places and marks stay.
brs_str language_pseudo(brs_str english, brs_arena *arena);

// The length of the place "{...}", "{{...}}", the mark "<...>" or the sign "&...;" that begins here, 0: none does.
size_t language_token(brs_str text, size_t at);

// The words of sentences that stand in no table.
const char *const *language_small_words(int *count);

#endif
