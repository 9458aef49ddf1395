// Small types and limits that every layer shares.
//
// Nothing here allocates, and nothing depends on the machine: sizes are fixed,
// counts are ints, and text is a slice that need not end in NUL.
#ifndef BROADSIDE_TYPES_H
#define BROADSIDE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The names are those of C for C++ too.
#ifdef __cplusplus
#define BRS_C_BEGIN extern "C" {
#define BRS_C_END }
#else
#define BRS_C_BEGIN
#define BRS_C_END
#endif

// A slice of text or bytes. It never owns what it points at; the text is UTF-8
// unless said otherwise and may hold any byte, NUL included.
typedef struct {
    const char *ptr;
    size_t len;
} brs_str;

// A slice of a string literal: BRS_STR("draw").
#define BRS_STR(literal) ((brs_str){(literal), sizeof(literal) - 1})

// printf helper: printf("%.*s", BRS_ARG(slice)).
#define BRS_ARG(s) (int)(s).len, (s).ptr

enum {
    BRS_MAX_SEATS = 12,      // Revolution seats 4 to 12; Revolt N Reign seats 2
    BRS_MAX_OPTIONS = 64,    // option rows a game may declare
    BRS_MAX_CHOICES = 1024,  // legal choices of one decision, equal ones merged
    BRS_MAX_DECK = 512,      // cards of one deck (rnr uses 60)
    BRS_MAX_SECTIONS = 32,   // sections of a unit (phases and Resolve step kinds)
    BRS_SEAT_CHANCE = 0xFE,  // the seat that answers random outcomes
    BRS_SEAT_NONE = 0xFF     // no seat: the rules themselves
};

#endif
