// A sketch as a PNG (site_png.c).
#ifndef SITE_PNG_H
#define SITE_PNG_H

#include "broadside/error.h"
#include "site_sketch.h"

// Writes the boxes, strokes and signs of a sketch as a PNG; its words are left out. symbols: as for site_write_svg; of
// each the first outline is filled. The points are the same on every machine; the bytes are those of one version of zlib.
bool site_write_png(const site_sketch *sketch, brs_str symbols, brs_buf *out, brs_err *err);

#endif
