// The table as a picture: from the tree that a game's view makes.
#ifndef SITE_BOARD_H
#define SITE_BOARD_H

#include "site_play.h"
#include "site_sketch.h"

// Draws the table under `root` (its child "table", as site_play keeps it) with a heading. The sketch has its title and
// description too.
void site_draw_board(const site_match *match, const site_node *root, const site_names *names, brs_str heading,
                     site_sketch *out);

#endif
