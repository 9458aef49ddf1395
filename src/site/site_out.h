// Where pages go: a new folder beside the target. At its end a build puts all of it into the target's place in one
// step, or, when only some matches changed (a patch), the folders of those, then the pages about all, so that
// no page ever links one that is not there.
#ifndef SITE_OUT_H
#define SITE_OUT_H

#include "broadside/arena.h"
#include "broadside/error.h"
#include "broadside/types.h"
#include "buf.h"

#define SITE_MARKER ".broadside-site"

enum { SITE_MAX_PATH = 1024 };

typedef struct {
    char target[SITE_MAX_PATH], fresh[SITE_MAX_PATH + 8];
    char folder[SITE_MAX_PATH + 256]; // the one made last
    int lock;
    bool patch;    // a file that the target has already is not written again
    bool durable;  // wait for the disk
    brs_buf list;  // of the files: site_take_file
    brs_buf moves; // in a patch: those that differ
    uint64_t bytes; // of all files
    const char *only; // nothing is written, and the file whose path ends so is kept in `caught`; NULL: all is written
    brs_buf *caught;
} site_out;

typedef struct {
    brs_str path;
    uint64_t hash, bytes;
} site_file;

// The next of a list of files; false at its end.
bool site_take_file(brs_str *list, site_file *out);

// Begins: refuses a folder that is not ours or a link, locks out other runs, clears what a stopped run left.
bool site_out_begin(site_out *out, const char *target, brs_arena *arena, brs_err *err);

// A site that is a folder of another one, and takes its place with it: it is made inside what is made of that one, whose
// lock holds for it. False: the name is too long, or a link stands there.
bool site_out_within(site_out *out, const site_out *whole, const char *name, brs_arena *arena, brs_err *err);

// Marks a folder as ours when the folder `name` in it is: sites in several languages had no marker of their own.
bool site_out_adopt(const char *target, const char *name, brs_err *err);

// The folder to write into is made; a patch needs a site that is there.
bool site_out_open(site_out *out, bool patch, brs_err *err);

// Another place to write from, with a list of its own. A match never compares: its folder is exchanged as a whole.
void site_out_fork(site_out *out, const site_out *from, brs_arena *arena);

// Writes a file of the site; its folders are made.
bool site_out_write(site_out *out, const char *path, brs_str bytes, brs_err *err);

// Lists a file of the target that is to stay as it is.
void site_out_keep(site_out *out, const site_file *file);

// Is the file in the target what the list says?
bool site_out_holds(const site_out *out, const site_file *file, brs_arena *arena);

// Copies a file of another site, which must be as it was written there.
bool site_out_bring(site_out *out, const char *from, const site_file *file, brs_arena *arena, brs_err *err);

// Has the target the folder of this match?
bool site_out_has_match(const site_out *out, brs_str address);

// ---- the end ------------------------------------------------------------------------------------

// The whole: exchanges the folders.
bool site_out_exchange(site_out *out, brs_err *err);

// A patch, in this order: `unsettle` takes away the cache, which is no longer true; a folder takes its place; files
// take theirs; what is no longer part of the site goes; `settle` puts the new cache there.
bool site_out_unsettle(site_out *out, const char *cache, brs_err *err);
bool site_out_replace(const site_out *out, const char *folder, brs_err *err);
bool site_out_move(site_out *out, const char *path, brs_err *err);
bool site_out_drop(site_out *out, const char *path, brs_err *err);
bool site_out_settle(site_out *out, const char *cache, brs_err *err);

// Removes the folder beside the target, if there still is one, and lets other runs in. After each begin.
bool site_out_close(site_out *out, brs_err *err);

#endif
