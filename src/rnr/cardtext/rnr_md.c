// The only user of libcmark here: which block stands on which lines. Text is never taken from it
// (it rewrites entities and escapes), and columns neither (they are wrong after a line break).
#include "md.h"
#include "rnr_cardfile.h"
#include "str.h"

// Only the end of a paragraph is exact; a container ends with its last paragraph.
static int last_line(cmark_node *node)
{
    if (cmark_node_get_type(node) == CMARK_NODE_PARAGRAPH) {
        return cmark_node_get_end_line(node);
    }
    cmark_node *child = cmark_node_last_child(node);
    bool container = cmark_node_get_type(node) != CMARK_NODE_HEADING && child != NULL;
    return container ? last_line(child) : cmark_node_get_start_line(node);
}

static cardf_kind kind_of(const cardf_source *s, cmark_node *node, int line)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING: break;
    case CMARK_NODE_LIST: return CARDF_LIST;
    case CMARK_NODE_ITEM: return CARDF_ITEM;
    case CMARK_NODE_BLOCK_QUOTE: return CARDF_QUOTE;
    case CMARK_NODE_CODE_BLOCK: return CARDF_CODE;
    case CMARK_NODE_HTML_BLOCK: return CARDF_HTML;
    case CMARK_NODE_THEMATIC_BREAK: return CARDF_BREAK;
    default: return CARDF_PARAGRAPH;
    }
    // libcmark does not tell "## Name" from a name with a line of "-" under it, the line does.
    return str_begins(str_trim(s->line[line]), BRS_STR("#")) ? CARDF_HEADING : CARDF_UNDERLINED;
}

static cardf_block block_of(const cardf_source *s, cmark_node *node)
{
    cardf_block block = {.first = cmark_node_get_start_line(node), .last = last_line(node)};
    block.kind = (uint8_t)kind_of(s, node, block.first);
    if (cmark_node_get_type(node) == CMARK_NODE_HEADING) {
        block.level = (uint8_t)cmark_node_get_heading_level(node);
    }
    if (block.kind == CARDF_ITEM) {
        cmark_node *child = cmark_node_first_child(node);
        block.nested = child == NULL || cmark_node_get_type(child) != CMARK_NODE_PARAGRAPH ||
                       cmark_node_next(child) != NULL;
    }
    return block;
}

int cardf_blocks(const cardf_source *s, cardf_block *out, int cap)
{
    int count = 0;
    cmark_node *document = md_parse(s->text);
    for (cmark_node *node = cmark_node_first_child(document); node != NULL;
         node = cmark_node_next(node)) {
        if (count < cap) {
            out[count++] = block_of(s, node);
        }
        cmark_node *item =
            cmark_node_get_type(node) == CMARK_NODE_LIST ? cmark_node_first_child(node) : NULL;
        for (; item != NULL; item = cmark_node_next(item)) {
            if (count < cap) {
                out[count++] = block_of(s, item);
            }
        }
    }
    cmark_node_free(document);
    return count;
}
