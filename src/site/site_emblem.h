// The picture that messengers show beside a link to a match.
#ifndef SITE_EMBLEM_H
#define SITE_EMBLEM_H

#include "site_play.h"
#include "site_sketch.h"

enum { SITE_EMBLEM_WIDTH = 1200, SITE_EMBLEM_HEIGHT = 630 };

// The table in the middle of the match and how the score went up to there, so that it tells no ending; of a view, whose
// game cannot be played, the frame alone. It has no words: the title of the page stands below it anyway.
void site_draw_emblem(const site_match *match, const site_names *names, site_sketch *out);

#endif
