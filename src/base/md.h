// Markdown as a tree of libcmark.
#ifndef BASE_MD_H
#define BASE_MD_H

#include <cmark.h>

#include "broadside/types.h"

// Freed by cmark_node_free. Left to itself libcmark aborts where there is no memory; here the program ends as with an
// arena (memory.h).
cmark_node *md_parse(brs_str text);

#endif
