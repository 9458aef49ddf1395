// A build on its way: what it remembers of the one before, and what it leaves for the next one.
#ifndef SITE_RUN_H
#define SITE_RUN_H

#include "site_queue.h"

typedef struct {
    site_build *build;
    site_cache cache, next, parts;
    site_key settings;
    bool known; // there is a cache of use
    bool doubt; // somebody put links into the site: each page is looked at before it is trusted
    site_queued *queue;
    int count;
    site_cache_writer writer;
    brs_buf changed; // addresses of matches that were made, as texts
    int made;        // how many
    brs_buf pages;   // for search engines: the pages of the matches, as texts
} site_run;

// Lines the replays up, with the records of those whose pages are still what they were.
bool site_look_back(site_run *run, const brs_site_input *inputs, brs_err *err);

// Is all as it was?
bool site_is_current(site_run *run);

// Puts the new site, or what is new of it, into its place.
bool site_finish(site_run *run, brs_err *err);

#endif
