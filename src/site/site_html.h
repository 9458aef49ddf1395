// Reading back the pages that we write: tags and their attributes, one after the other. Not a
// browser: it knows the HTML of our templates, and calls anything else a mistake.
#ifndef SITE_HTML_H
#define SITE_HTML_H

#include "broadside/types.h"

enum { SITE_MAX_ATTRIBUTES = 24 };

typedef struct {
    brs_str name; // "a"; empty at the end of the text
    bool closing; // "</a>"
    int count;
    brs_str key[SITE_MAX_ATTRIBUTES], value[SITE_MAX_ATTRIBUTES];
    const char *broken; // what is wrong with it, NULL: nothing
    int line;
} site_tag;

typedef struct {
    brs_str text;
    size_t at;
    int line;
} site_html;

// The next tag; false at the end. Comments and the doctype are passed over.
bool site_next_tag(site_html *html, site_tag *out);

// The value of an attribute; ptr NULL when it has none of that name.
brs_str site_attribute(const site_tag *tag, const char *key);

// Is it UTF-8, shortest forms only, no surrogates?
bool site_is_utf8(brs_str text);

#endif
