// What a build leaves in the site for the next one: of each replay, by what it and its notes hold, the record of
// its pages; and a list of all other files. Nothing in it goes by time. A cache that is damaged, of another
// program or of other options is no cache: all is built anew.
//
//   the records, one after the other; the index, which begins with what is said of all; 8 bytes each, little-endian:
//   length of the index, a hash over the records, a hash over what is said of all and then over the rest of the index
#ifndef SITE_CACHE_H
#define SITE_CACHE_H

#include "broadside/site.h"
#include "fs.h"
#include "site_bytes.h"

#define SITE_CACHE_FILE BRS_SITE_RECORDS

typedef struct {
    site_key key;      // of the replay and its notes
    site_key content;  // of the replay's bytes
    site_key core;     // its core id
    brs_str record;    // empty: it got no pages and no record, as the twin of another
    const char *home;  // the site that its pages are in; NULL: the one that is built again
} site_cached;

typedef struct {
    site_cached *item;  // by key
    site_cached **by_content;
    int count;
    site_key run;       // all that the build was given
    site_key matches;   // what all matches give to the pages that are about several
    brs_str shared;     // site_take_file: the files that belong to no match
    int pages, units;   // of the whole site
    uint64_t bytes;
} site_cache;

// Reads the cache of a site that was made with the same `settings`. False: there is none of use.
bool site_cache_read(site_cache *out, const char *folder, const site_key *settings, brs_arena *arena);

// The records of several sites as one; which of two with the same key is found does not matter, for they say the same.
bool site_cache_join(site_cache *out, const char *const *folders, const site_key *settings, brs_arena *arena, brs_err *err);

const site_cached *site_cache_find(const site_cache *cache, const site_key *key);
const site_cached *site_cache_content(const site_cache *cache, const site_key *content);

// Writes one, record by record; those that are written can be read at the same time, by their place.
typedef struct {
    const char *path;
    fs_appender file;
    fs_reader back;   // of the records that were written
    brs_buf waiting;
    uint64_t written; // bytes, with those that wait
    uint64_t hash;
    int count;
    bool open;
} site_cache_writer;

bool site_cache_begin(site_cache_writer *w, const char *path, brs_arena *arena, brs_err *err);
bool site_cache_add(site_cache_writer *w, brs_str record, brs_err *err);

// All that was added can be read.
bool site_cache_flush(site_cache_writer *w, brs_err *err);

// With the totals and the list of shared files of `all`; its items do not count. `next` gives the keys of the records as
// they were added, and of the record only its length.
typedef struct {
    void (*next)(void *ctx, site_cached *out);
    void *ctx;
} site_cache_keys;
bool site_cache_end(site_cache_writer *w, const site_cache *all, const site_key *settings, site_cache_keys keys, brs_err *err);

// After a begin, whatever went wrong.
void site_cache_drop(site_cache_writer *w);

#endif
