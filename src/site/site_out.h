// Where pages go: a new folder beside the target, which takes its place at the end in one step.
#ifndef SITE_OUT_H
#define SITE_OUT_H

#include "broadside/arena.h"
#include "broadside/error.h"
#include "broadside/types.h"

#define SITE_MARKER ".broadside-site"

enum { SITE_MAX_PATH = 1024 };

typedef struct {
    char target[SITE_MAX_PATH], fresh[SITE_MAX_PATH + 8];
    char folder[SITE_MAX_PATH + 256]; // the one made last
    uint64_t bytes;
    int files;
} site_out;

// Begins: refuses a folder that is not ours, clears what an earlier run left half-made.
bool site_out_begin(site_out *out, const char *target, brs_err *err);

// Writes a file of the site; its folders are made.
bool site_out_write(site_out *out, const char *path, brs_str bytes, brs_err *err);

// Ends: exchanges the folders and removes the old one.
bool site_out_end(site_out *out, brs_err *err);

#endif
