// Meaning checks: sentences that parse but cannot be what the author meant.
#include "rnr_cardc.h"

void cardc_check_sentence(cardc_text *t, const rnr_card *card, int i)
{
    (void)t;
    (void)card;
    (void)i;
}

void cardc_check_card(cardc_text *t, const rnr_card *card)
{
    (void)t;
    (void)card;
}
