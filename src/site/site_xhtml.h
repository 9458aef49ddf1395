// A page of ours as XML, for books (site_xhtml.c).
#ifndef SITE_XHTML_H
#define SITE_XHTML_H

#include "site_pages.h"

// Where a link goes in the book: the file, for the path of a page. ptr NULL: the page is not in it.
typedef struct {
    brs_str (*find)(void *ctx, brs_str path);
    void *ctx;
    const char *home;  // path of the page at hand
    brs_str origin;    // the site's address; empty: links to its other pages become text
} site_links;

// Writes what stands between the head of the page and its foot as XHTML. *drawn: there is SVG in it.
void site_put_xhtml(brs_str page, const site_links *links, brs_buf *out, bool *drawn);

// "../r/x.html#a" as it is meant on "m/y/t/t1.html": "m/r/x.html#a".
void site_put_resolved(brs_buf *out, brs_str home, brs_str link);

#endif
