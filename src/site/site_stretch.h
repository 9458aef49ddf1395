// Stretches of a template: text and fields of the page's root ({{@name}}) that stand side by side, such as
// <a href="{{@root}}k/. Most pages of one kind have the same root fields, so a stretch is put together and escaped once,
// and copied until a page comes of which one of these fields is another.
#ifndef SITE_STRETCH_H
#define SITE_STRETCH_H

#include "site_template.h"

// One stretch: its steps, and its bytes in `text` while `made` is the number of `round`.
typedef struct {
    int from, end; // indexes of steps
    uint8_t kind;  // of the first step, whose place the stretch takes
    uint32_t made;
    size_t at, len;
} site_stretch;

struct site_stretches {
    site_stretch *list;
    int count;
    uint16_t *name; // of the root's fields in them, each once
    brs_str *value; // on the page before; they stand in `values`
    int names;
    brs_buf values, text;
    uint32_t round; // which values; no stretch is of round 0
};

// Finds the stretches of a compiled template: the first step of each becomes STEP_STRETCH, whose `jump` is its index.
void site_stretches_find(site_template *t, brs_arena *arena);

// Begins a page: when a field that a stretch has is not as on the page before, all are put together anew.
void site_stretches_begin(site_stretches *s, const brs_str *page);

// Appends a stretch and returns its last step; NULL: the root lacks a field, and *lacking is the step that asks for it.
const site_step *site_stretch_put(const site_template *t, const site_step *step, const brs_str *page, brs_buf *out,
                                  const site_step **lacking);

#endif
