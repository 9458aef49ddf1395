// Seen first by every planted source: which mutant is at work, and what the planted places ask.
#ifndef MUTANT_H
#define MUTANT_H

extern int brs_mutant;  // 0: none

// A condition: mutant n says it never holds, mutant n + 1 that it always does.
#define BRS_IS(n, x) (brs_mutant == (n) ? 0 : brs_mutant == (n) + 1 ? 1 : (x) ? 1 : 0)
// A row of a table or a case of a switch: mutant n + k takes row k away.
#define BRS_ROW(n, x, gone, ...) brs_row(n, (int)(x), gone, (const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))
// A statement: mutant n leaves it out.
#define BRS_DO(n) if (brs_mutant != (n))

int brs_row(int n, int value, int gone, const int *rows, int count);

#endif
