// What planted sources ask (mutant.h), for the unit tests: the mutant is named by BRS_MUTANT, and none is without it.
#include <stdbool.h>
#include <stdlib.h>

#include "mutant.h"

int brs_mutant;

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("BRS_MUTANT");
    brs_mutant = number != NULL ? atoi(number) : 0;
}

int brs_row(int n, int value, int gone, const int *rows, int count)
{
    const bool here = brs_mutant >= n && brs_mutant < n + count;
    return here && rows[brs_mutant - n] == value ? gone : value;
}
