// The state of a game as a list of named values, from what the game shows (view), counts (facts) and asks
// (choices): so that two states can be compared by the path of what differs.
#ifndef REPLAY_TREE_H
#define REPLAY_TREE_H

#include "broadside/game.h"
#include "broadside/replay_tools.h"
#include "buf.h"

typedef struct {
    brs_str node;   // "Ann / Hand / Town Watch Muster #77"
    brs_str key;    // "points"; empty: the node itself
    brs_str value;
} tree_leaf;

typedef struct {
    tree_leaf *leaf;  // sorted by node and key
    int count;
} replay_tree;

enum { TREE_VIEW = 1, TREE_FACTS = 2, TREE_CHOICES = 4, TREE_ALL = 7 };

// What an open decision looks like. All lives in the arena.
void replay_tree_take(const brs_game *game, int what, brs_arena *arena, replay_tree *out);

// As lines "node<tab>key<tab>value", and back from such lines.
void replay_tree_print(const replay_tree *tree, brs_buf *out);
void replay_tree_read(brs_str lines, brs_arena *arena, replay_tree *out);

// Calls fn for each difference, in order; a node that only one side has is told once. Returns how many.
int replay_tree_diff(const replay_tree *a, const replay_tree *b, void (*fn)(void *ctx, const brs_difference *),
                     void *ctx);

#endif
