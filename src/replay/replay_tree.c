// A state as named values. Names come from the nodes' own texts, so they are those that a page shows.
#include "replay_tree.h"

#include <string.h>

#include "replay_words.h"
#include "sort.h"
#include "str.h"

enum { MAX_DEPTH = 12 };

typedef struct {
    brs_arena *arena;
    tree_leaf *leaf;
    int count, cap;
    brs_str path[MAX_DEPTH];   // of the open nodes
    int first[MAX_DEPTH];      // their first leaf: it is renamed when the node says its name
    const char *kind[MAX_DEPTH];
    int id[MAX_DEPTH];
    int depth;
} tree_taker;

static void add_leaf(tree_taker *t, brs_str node, brs_str key, brs_str value)
{
    if (t->count == t->cap) {
        int cap = t->cap == 0 ? 512 : 2 * t->cap;
        tree_leaf *more = BRS_NEW(t->arena, tree_leaf, (size_t)cap);
        if (t->count > 0) {
            memcpy(more, t->leaf, (size_t)t->count * sizeof *more);
        }
        t->leaf = more;
        t->cap = cap;
    }
    t->leaf[t->count++] = (tree_leaf){node, key, value};
}

static brs_str keep(tree_taker *t, brs_str text)
{
    return (brs_str){brs_arena_string(t->arena, text), text.len};
}

// ---- the view ------------------------------------------------------------------------------------

static brs_str join(tree_taker *t, int depth, brs_str label)
{
    brs_buf buf;
    brs_str above = depth > 1 ? t->path[depth - 2] : (brs_str){"", 0};
    buf_init(&buf, t->arena, above.len + label.len + 16);
    if (above.len > 0) {
        buf_put(&buf, above);
        buf_puts(&buf, " / ");
    }
    buf_put(&buf, label);
    if (strcmp(t->kind[depth - 1], "card") == 0 && t->id[depth - 1] >= 0) {
        buf_putf(&buf, " #%d", t->id[depth - 1]);
    }
    return buf_str(&buf);
}

static void take_open(void *ctx, const char *name, int id)
{
    tree_taker *t = ctx;
    if (t->depth++ >= MAX_DEPTH) {
        return;
    }
    t->kind[t->depth - 1] = name;
    t->id[t->depth - 1] = id;
    t->first[t->depth - 1] = t->count;
    t->path[t->depth - 1] = join(t, t->depth, t->depth == 1 ? (brs_str){"", 0} : str_of(name));
    if (t->depth > 1) {
        add_leaf(t, t->path[t->depth - 1], (brs_str){"", 0}, (brs_str){"", 0});
    }
}

// Does a text name its node? Titles win over ids, which come first.
static bool names_node(const char *key)
{
    return strcmp(key, "name") == 0 || strcmp(key, "title") == 0 || strcmp(key, "id") == 0;
}

// What is only another way of saying the name, or never changes.
static bool passed_over(const char *key)
{
    static const char *const keys[] = {"slug", "number", "type", "branch", "rarity", "points_kind", "printed", NULL};
    bool found = false;
    for (int i = 0; keys[i] != NULL; i++) {
        found = found || strcmp(key, keys[i]) == 0;
    }
    return found;
}

static void take_text(void *ctx, const char *key, brs_str value)
{
    tree_taker *t = ctx;
    int at = t->depth - 1;
    if (at < 0 || at >= MAX_DEPTH || value.len == 0 || passed_over(key)) {
        return;
    }
    if (at > 0 && names_node(key)) {
        t->path[at] = join(t, t->depth, value);
        for (int i = t->first[at]; i < t->count; i++) {
            t->leaf[i].node = t->path[at];
        }
        return;
    }
    add_leaf(t, at > 0 ? t->path[at] : BRS_STR("table"), keep(t, str_of(key)), keep(t, value));
}

static void take_close(void *ctx)
{
    ((tree_taker *)ctx)->depth--;
}

// ---- facts and choices -----------------------------------------------------------------------------

static void take_facts(tree_taker *t, const brs_game *game)
{
    enum { MAX_FACTS = 2048 };
    const brs_game_def *def = game->setup->game;
    brs_fact *fact = BRS_NEW(t->arena, brs_fact, MAX_FACTS);
    int count = def->facts(game->setup, game->state, fact, MAX_FACTS);
    for (int i = 0; i < count; i++) {
        const brs_quantity_info *info = &def->quantities[fact[i].quantity];
        bool card = strcmp(info->subject, "card") == 0;
        brs_buf node, value;
        buf_init(&node, t->arena, 32);
        buf_init(&value, t->arena, 12);
        if (card && def->handle_name != NULL) {
            brs_str name = def->handle_name(game->setup, fact[i].subject);
            buf_putf(&node, "facts / %.*s #%d", BRS_ARG(name), fact[i].subject);
        } else {
            buf_putf(&node, "facts / %s %d", info->subject, fact[i].subject);
        }
        buf_number(&value, fact[i].value);
        add_leaf(t, buf_str(&node), str_of(info->title), buf_str(&value));
    }
}

static void take_choices(tree_taker *t, const brs_game *game)
{
    for (int i = 0; i < game->n; i++) {
        brs_buf words;
        buf_init(&words, t->arena, 48);
        buf_puts(&words, "may choose / ");
        replay_say_choice(game->setup, game->choices[i], &words);
        add_leaf(t, buf_str(&words), (brs_str){"", 0}, (brs_str){"", 0});
    }
}

static int by_path(const void *x, const void *y)
{
    const tree_leaf *a = x, *b = y;
    int order = str_compare(a->node, b->node);
    return order != 0 ? order : str_compare(a->key, b->key);
}

static void finish(tree_taker *t, replay_tree *out)
{
    tree_leaf *room = BRS_NEW(t->arena, tree_leaf, (size_t)t->count + 1);
    if (t->count > 0) {
        brs_sort(t->leaf, (size_t)t->count, sizeof *room, room, by_path);
    }
    *out = (replay_tree){t->leaf, t->count};
}

void replay_tree_take(const brs_game *game, int what, brs_arena *arena, replay_tree *out)
{
    const brs_game_def *def = game->setup->game;
    tree_taker taker = {.arena = arena};
    brs_viewer viewer = {&taker, take_open, take_text, take_close};
    if ((what & TREE_VIEW) != 0 && def->view != NULL) {
        def->view(game->setup, game->state, BRS_SEAT_NONE, &viewer);
    }
    if ((what & TREE_FACTS) != 0 && def->facts != NULL && def->quantities != NULL) {
        take_facts(&taker, game);
    }
    if ((what & TREE_CHOICES) != 0) {
        take_choices(&taker, game);
    }
    finish(&taker, out);
}

// ---- as text -----------------------------------------------------------------------------------------

// Tabs and line ends are what divides the fields, so none may stand within one.
static void put_field(brs_buf *out, brs_str text, char end)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        buf_byte(out, (uint8_t)(c == '\t' || c == '\n' || c == '\r' ? ' ' : c));
    }
    buf_byte(out, (uint8_t)end);
}

void replay_tree_print(const replay_tree *tree, brs_buf *out)
{
    for (int i = 0; i < tree->count; i++) {
        put_field(out, tree->leaf[i].node, '\t');
        put_field(out, tree->leaf[i].key, '\t');
        put_field(out, tree->leaf[i].value, '\n');
    }
}

void replay_tree_read(brs_str lines, brs_arena *arena, replay_tree *out)
{
    tree_taker taker = {.arena = arena};
    brs_str line;
    while (str_line(&lines, &line)) {
        brs_str node = str_cut(&line, '\t'), key = str_cut(&line, '\t');
        add_leaf(&taker, node, key, line);
    }
    finish(&taker, out);
}

// ---- comparing -----------------------------------------------------------------------------------------

static int node_end(const replay_tree *tree, int from)
{
    int at = from;
    while (at < tree->count && str_equal(tree->leaf[at].node, tree->leaf[from].node)) {
        at++;
    }
    return at;
}

typedef struct {
    void (*fn)(void *ctx, const brs_difference *);
    void *ctx;
    int count;
} teller;

static void tell(teller *to, brs_difference difference)
{
    to->count++;
    if (to->fn != NULL) {
        to->fn(to->ctx, &difference);
    }
}

// Leaves of one node, both sides; [a, a_end) and [b, b_end) are sorted by key.
static void diff_node(const replay_tree *x, int a, int a_end, const replay_tree *y, int b, int b_end, teller *to)
{
    while (a < a_end || b < b_end) {
        const tree_leaf *left = &x->leaf[a], *right = &y->leaf[b];
        int order = a == a_end ? 1 : b == b_end ? -1 : str_compare(left->key, right->key);
        brs_str none = {NULL, 0};
        if (order == 0 && !str_equal(left->value, right->value)) {
            tell(to, (brs_difference){left->node, left->key, left->value, right->value});
        } else if (order < 0) {
            tell(to, (brs_difference){left->node, left->key, left->value, none});
        } else if (order > 0) {
            tell(to, (brs_difference){right->node, right->key, none, right->value});
        }
        a += order <= 0;
        b += order >= 0;
    }
}

int replay_tree_diff(const replay_tree *x, const replay_tree *y, void (*fn)(void *ctx, const brs_difference *),
                     void *ctx)
{
    teller to = {fn, ctx, 0};
    int a = 0, b = 0;
    while (a < x->count || b < y->count) {
        int order = a == x->count   ? 1
                    : b == y->count ? -1
                                    : str_compare(x->leaf[a].node, y->leaf[b].node);
        int a_end = order <= 0 ? node_end(x, a) : a, b_end = order >= 0 ? node_end(y, b) : b;
        brs_str none = {NULL, 0}, whole = {"", 0};
        if (order < 0) {
            tell(&to, (brs_difference){x->leaf[a].node, none, whole, none});
        } else if (order > 0) {
            tell(&to, (brs_difference){y->leaf[b].node, none, none, whole});
        } else {
            diff_node(x, a, a_end, y, b, b_end, &to);
        }
        a = a_end;
        b = b_end;
    }
    return to.count;
}
