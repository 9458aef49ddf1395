// Outlines made of straight pieces, from the path of an SVG or round a stroke, in whole numbers.
#ifndef SITE_PATH_H
#define SITE_PATH_H

#include "broadside/arena.h"
#include "broadside/types.h"

enum { SITE_PATH_UNIT = 16 }; // a point of the picture

typedef struct {
    int x, y;
} site_point;

typedef struct {
    brs_arena *arena;
    site_point *point;
    int *next; // by point: the one that its line goes to
    int count, cap;
    int first; // of the outline that is open
} site_path;

void site_path_init(site_path *path, brs_arena *arena);

// Reads "M3 21c0-7 3-11 8-12..." of a picture that is `measure` wide, put at (x, y) and `size` wide. It knows M L H V C S Q Z in
// both cases; false: the path has something else, and is read up to there.
bool site_path_read(site_path *path, brs_str d, int x, int y, int size, int measure);

// The outline of a line through "x,y x,y ...", so wide, with round corners.
void site_path_stroke(site_path *path, brs_str points, int width);

#endif
