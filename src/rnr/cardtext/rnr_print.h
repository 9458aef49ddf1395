// Inside the printer: a text that grows, and the parts that all sentences share.
#ifndef RNR_PRINT_H
#define RNR_PRINT_H

#include "rnr_cardc.h"

// The text so far; `last` 0 means nothing is written yet.
typedef struct {
    char *out;
    int cap, len;
    char last;
} printer;

// A word, with a space before it unless the text begins here; punctuation takes none.
void print_put(printer *p, const char *text);
void print_term(printer *p, cardc_term t);
void print_number(printer *p, int n);
// Ends the text with NUL and returns its length.
int print_finish(printer *p);

void print_whose(printer *p, int who);
void print_zone(printer *p, int where);
void print_noun(printer *p, const rnr_selector *s, bool many);
// "a" or "an", by the sound of the noun's first word.
void print_article(printer *p, const rnr_selector *s);
void print_where(printer *p, const rnr_selector *s);
bool print_is_many(const rnr_selector *s);
void print_top_cards(printer *p, const rnr_selector *s);
void print_cards(printer *p, const rnr_selector *s);
void print_amount(printer *p, const rnr_amount *a);
void print_for_each(printer *p, const rnr_amount *a);
void print_amount_of_cards(printer *p, const rnr_amount *a);
void print_resource(printer *p, int r);
void print_duration(printer *p, int d);
// A verb in the form that its subject asks for: "Opponent" (or one card) or the unsaid "you" (or
// many).
void print_verb(printer *p, bool third_person, cardc_term with_s, cardc_term without);

#endif
