// Pages as a book for e-readers (EPUB 3): those of a match, or all lessons.
#ifndef SITE_BOOK_H
#define SITE_BOOK_H

#include "site_pages.h"

// Begins one; what is written with site_end_page from here on becomes a chapter of it, if it is a page to read. NULL when no
// books are wanted. It lives in the arena.
typedef struct site_book site_book;
site_book *site_book_begin(site_build *build, brs_arena *arena);

// Takes the page in build->html, which is at home at `path`.
void site_book_take(site_build *build, site_page_kind kind, const char *path);

// Ends the taking. Writes the book, when it has any chapter, as the file `path` of the site.
typedef struct {
    const char *path, *identifier, *date;
    brs_str title;
} site_book_cover;
bool site_book_end(site_build *build, const site_book_cover *cover, brs_err *err);

#endif
