// Shared by the tests of card text: reports as text, files, one-sentence compilation without checks
// of meaning.
#ifndef CARDS_HELP_H
#define CARDS_HELP_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rnr_cardc.h"
#include "str.h"

typedef struct {
    char text[65536];
    int len, errors, warnings;
} cards_report;

// "1:6: error E210: ...\n    help: ...\n" for each report.
static inline void cards_note(void *ctx, const brs_err *err, bool warning)
{
    cards_report *r = ctx;
    int room = (int)sizeof r->text - r->len;
    int len = snprintf(r->text + r->len, (size_t)room, "%d:%d: %s %s: %s\n", err->line, err->col,
                       warning ? "warning" : "error", err->label, err->msg);
    r->len += len < room ? len : room - 1;
    room = (int)sizeof r->text - r->len;
    if (err->help[0] != '\0') {
        len = snprintf(r->text + r->len, (size_t)room, "    help: %s\n", err->help);
        r->len += len < room ? len : room - 1;
    }
    r->errors += !warning;
    r->warnings += warning;
}

static inline brs_report cards_reporter(cards_report *r)
{
    *r = (cards_report){.len = 0};
    return (brs_report){cards_note, r};
}

// The whole file, NUL-terminated; the caller frees it. NULL when it cannot be read.
static inline char *cards_read(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        return NULL;
    }
    size_t cap = 1 << 20;
    char *text = malloc(cap);
    size_t len = fread(text, 1, cap - 1, file);
    text[len] = '\0';
    fclose(file);
    return text;
}

static inline int cards_type(brs_str word)
{
    for (int type = RNR_UA; type <= RNR_BILL; type++) {
        if (str_is(word, rnr_type_name(type))) {
            return type;
        }
    }
    return RNR_TYPE_ANY;
}

#endif
