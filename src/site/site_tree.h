// What a page is made of: a tree of named nodes with named text fields. Models build it, templates
// read it.
//
// Names are numbers: the fixed ones from site_names.def, the rest (a game's own view) as they come.
// Everything lives in the tree's arena and dies with it.
#ifndef SITE_TREE_H
#define SITE_TREE_H

#include "broadside/game.h"

#define SITE_NAME_ENUM(name) SITE_##name,
enum {
#include "site_names.def"
    SITE_NAME_COUNT
};
#undef SITE_NAME_ENUM

enum { SITE_MAX_NAMES = 512, SITE_NAME_NONE = 0xFFFF };

// Spellings and their numbers; one table for a whole build.
typedef struct {
    brs_str text[SITE_MAX_NAMES];
    int count;
    uint16_t slot[2 * SITE_MAX_NAMES]; // open addressing; 1 + number
    struct {
        const char *spelling; // a static string seen before
        uint16_t name;
    } seen[128];
    brs_arena *arena;
    const struct site_wording *words; // what the pages say by themselves (site_words.h)
} site_names;

// A table that holds the fixed names.
void site_names_init(site_names *names, brs_arena *arena);

// The number of a name, added if new (SITE_NAME_NONE when the table is full).
uint16_t site_name(site_names *names, brs_str text);

// The number of a name, SITE_NAME_NONE when it is not known.
uint16_t site_name_find(const site_names *names, brs_str text);

typedef struct site_field {
    struct site_field *next;
    brs_str value;
    uint16_t name;
} site_field;

typedef struct site_node {
    struct site_node *parent, *next; // next: the following child of the same parent
    struct site_node *first, *last;  // children
    site_field *fields, *last_field;
    brs_str html; // of a kept node: its text, once it has been rendered
    int id;       // -1: none
    uint16_t name;
    bool kept; // stands on several pages and looks the same on each
} site_node;

// A tree under construction: `at` is the open node.
typedef struct {
    brs_arena *arena;
    site_names *names;
    site_node *root, *at;
    site_node *nodes; // room for so many more nodes, fields and bytes of text
    site_field *fields;
    char *text;
    int nodes_left, fields_left;
    size_t text_left;
} site_tree;

// An empty tree whose root is open.
void site_tree_init(site_tree *tree, brs_arena *arena, site_names *names);

// Begins another tree in the same memory; the one before stays as it is.
void site_tree_next(site_tree *tree);

site_node *site_open(site_tree *tree, uint16_t name, int id);
void site_close(site_tree *tree);

// Room for a text that lives as long as the tree.
char *site_text_room(site_tree *tree, size_t len);

// Appends a node that was built elsewhere (a board) under the open one. It may stand in one tree at
// a time.
void site_graft(site_tree *tree, site_node *node);

// Fields of the open node. put: the text is kept by the caller; copy: copied.
void site_put(site_tree *tree, uint16_t name, brs_str value);
void site_puts(site_tree *tree, uint16_t name, const char *value);
void site_copy(site_tree *tree, uint16_t name, brs_str value);
void site_number(site_tree *tree, uint16_t name, int64_t value);
void site_flag(site_tree *tree, uint16_t name, bool value); // "1" or ""

// The value of a node's field; ptr NULL when it has none of that name.
static inline brs_str site_value(const site_node *node, uint16_t name)
{
    for (const site_field *field = node->fields; field != NULL; field = field->next) {
        if (field->name == name) {
            return field->value;
        }
    }
    return (brs_str){NULL, 0};
}

// First child of that name (id -1: any) from `from` on; NULL when there is none.
static inline site_node *site_child(site_node *from, uint16_t name, int id)
{
    while (from != NULL && (from->name != name || (id >= 0 && from->id != id))) {
        from = from->next;
    }
    return from;
}

// A viewer that builds into the open node and copies what it is told. Running text becomes a node
// "part" with a field "plain".
brs_viewer site_viewer(site_tree *tree);

#endif
