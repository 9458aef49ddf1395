#include "md.h"

#include <stdlib.h>

#include "memory.h"

static void *get(size_t count, size_t size)
{
    void *block = calloc(count, size);
    if (block == NULL) {
        memory_is_out(NULL);
    }
    return block;
}

static void *more(void *block, size_t size)
{
    void *larger = realloc(block, size);
    if (larger == NULL) {
        memory_is_out(NULL);
    }
    return larger;
}

cmark_node *md_parse(brs_str text)
{
    static const cmark_mem memory = {get, more, free};
    cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, (cmark_mem *)(uintptr_t)&memory);
    cmark_parser_feed(parser, text.ptr, text.len);
    cmark_node *document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    return document;
}
