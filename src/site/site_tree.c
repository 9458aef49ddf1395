// Names, nodes and fields. Nothing here knows a page or a game.
#include "site_tree.h"

#include <string.h>

#include "memory.h"
#include "str.h"

static const char *const fixed_names[] = {
#define SITE_NAME_ENUM(name) #name,
#include "site_names.def"
#undef SITE_NAME_ENUM
};

static uint32_t name_hash(brs_str text)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text.len; i++) {
        hash = (hash ^ (unsigned char)text.ptr[i]) * 16777619u;
    }
    return hash;
}

static int name_slot(const site_names *names, brs_str text)
{
    int at = (int)(name_hash(text) % (2 * SITE_MAX_NAMES));
    while (names->slot[at] != 0 && !str_equal(names->text[names->slot[at] - 1], text)) {
        at = (at + 1) % (2 * SITE_MAX_NAMES);
    }
    return at;
}

uint16_t site_name_find(const site_names *names, brs_str text)
{
    uint16_t found = names->slot[name_slot(names, text)];
    return found == 0 ? SITE_NAME_NONE : (uint16_t)(found - 1);
}

uint16_t site_name(site_names *names, brs_str text)
{
    int at = name_slot(names, text);
    if (names->slot[at] == 0) {
        if (names->count == SITE_MAX_NAMES) {
            return SITE_NAME_NONE;
        }
        names->text[names->count] = (brs_str){brs_arena_string(names->arena, text), text.len};
        names->slot[at] = (uint16_t)++names->count;
    }
    return (uint16_t)(names->slot[at] - 1);
}

void site_names_init(site_names *names, brs_arena *arena)
{
    *names = (site_names){.arena = arena};
    for (int i = 0; i < SITE_NAME_COUNT; i++) {
        site_name(names, str_of(fixed_names[i]));
    }
}

// Games pass static strings, so the address is looked at before the letters. What no template names
// is not kept.
static uint16_t name_of_static(site_names *names, const char *spelling)
{
    size_t at = ((uintptr_t)spelling >> 1) % (sizeof names->seen / sizeof names->seen[0]);
    if (names->seen[at].spelling != spelling) {
        names->seen[at].spelling = spelling;
        names->seen[at].name = site_name_find(names, str_of(spelling));
    }
    return names->seen[at].name;
}

void site_tree_init(site_tree *tree, brs_arena *arena, site_names *names)
{
    *tree = (site_tree){.arena = arena, .names = names};
    site_tree_next(tree);
}

enum { POOL_NODES = 128, POOL_FIELDS = 512, POOL_TEXT = 8 * 1024 };

// Nodes, fields and texts are many and small: they come from blocks, not one by one from the arena, and are written
// when they are taken.
static site_node *new_node(site_tree *tree)
{
    if (tree->nodes_left == 0) {
        tree->nodes = memory_raw(tree->arena, POOL_NODES * sizeof *tree->nodes);
        tree->nodes_left = POOL_NODES;
    }
    tree->nodes_left--;
    *tree->nodes = (site_node){.id = -1};
    return tree->nodes++;
}

static site_field *new_field(site_tree *tree)
{
    if (tree->fields_left == 0) {
        tree->fields = memory_raw(tree->arena, POOL_FIELDS * sizeof *tree->fields);
        tree->fields_left = POOL_FIELDS;
    }
    tree->fields_left--;
    return tree->fields++;
}

void site_tree_next(site_tree *tree)
{
    tree->root = tree->at = new_node(tree);
    tree->root->name = SITE_page;
}

char *site_text_room(site_tree *tree, size_t len)
{
    if (len > tree->text_left) {
        size_t block = len > POOL_TEXT ? len : POOL_TEXT;
        tree->text = memory_raw(tree->arena, block);
        tree->text_left = block;
    }
    char *place = tree->text;
    tree->text += len;
    tree->text_left -= len;
    return place;
}

void site_graft(site_tree *tree, site_node *node)
{
    node->parent = tree->at;
    node->next = NULL;
    if (tree->at->last == NULL) {
        tree->at->first = node;
    } else {
        tree->at->last->next = node;
    }
    tree->at->last = node;
}

site_node *site_open(site_tree *tree, uint16_t name, int id)
{
    site_node *node = new_node(tree);
    node->name = name;
    node->id = id;
    site_graft(tree, node);
    tree->at = node;
    return node;
}

void site_close(site_tree *tree)
{
    tree->at = tree->at->parent;
}

void site_put(site_tree *tree, uint16_t name, brs_str value)
{
    site_field *field = new_field(tree);
    *field = (site_field){.value = value, .name = name};
    if (field->value.ptr == NULL) {
        field->value = BRS_STR("");
    }
    if (tree->at->last_field == NULL) {
        tree->at->fields = field;
    } else {
        tree->at->last_field->next = field;
    }
    tree->at->last_field = field;
}

void site_puts(site_tree *tree, uint16_t name, const char *value)
{
    site_put(tree, name, str_of(value));
}

void site_copy(site_tree *tree, uint16_t name, brs_str value)
{
    char *kept = site_text_room(tree, value.len);
    memcpy(kept, value.len > 0 ? value.ptr : "", value.len);
    site_put(tree, name, (brs_str){kept, value.len});
}

static const char small_numbers[] =
    "000001002003004005006007008009010011012013014015016017018019020021022023024025026027028029"
    "030031032033034035036037038039040041042043044045046047048049050051052053054055056057058059"
    "060061062063064065066067068069070071072073074075076077078079080081082083084085086087088089"
    "090091092093094095096097098099100";

// Most numbers of a page are small: they need no memory of their own.
void site_number(site_tree *tree, uint16_t name, int64_t value)
{
    if (value >= 0 && value <= 100) {
        size_t digits = value < 10 ? 1 : value < 100 ? 2 : 3;
        site_put(tree, name, (brs_str){small_numbers + 3 * value + (3 - digits), digits});
        return;
    }
    char *text = site_text_room(tree, 24);
    size_t at = 24;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    for (; rest > 0; rest /= 10) {
        text[--at] = (char)('0' + rest % 10);
    }
    if (value < 0) {
        text[--at] = '-';
    }
    site_put(tree, name, (brs_str){text + at, 24 - at});
}

void site_flag(site_tree *tree, uint16_t name, bool value)
{
    site_put(tree, name, value ? BRS_STR("1") : BRS_STR(""));
}

static void view_open(void *ctx, const char *name, int id)
{
    site_tree *tree = ctx;
    site_open(tree, name_of_static(tree->names, name), id);
}

static void view_text(void *ctx, const char *key, brs_str value)
{
    site_tree *tree = ctx;
    if (key[0] == '\0') {
        site_open(tree, SITE_part, -1);
        site_copy(tree, SITE_plain, value);
        site_close(tree);
        return;
    }
    uint16_t name = name_of_static(tree->names, key);
    if (name != SITE_NAME_NONE) {
        site_copy(tree, name, value);
    }
}

static void view_close(void *ctx)
{
    site_close(ctx);
}

brs_viewer site_viewer(site_tree *tree)
{
    return (brs_viewer){.ctx = tree, .open = view_open, .text = view_text, .close = view_close};
}
