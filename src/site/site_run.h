// A build on its way: what it remembers of the one before, and what it leaves for the next one.
#ifndef SITE_RUN_H
#define SITE_RUN_H

#include "site_queue.h"

typedef struct {
    site_build *build;
    site_cache cache, next, parts;
    site_key settings;
    bool current; // all is as it was: nothing is made, and nothing takes its place
    bool known; // there is a cache of use
    bool doubt; // somebody put links into the site: each page is looked at before it is trusted
    site_queue queue;
    int count;
    site_cache_writer writer;
    brs_buf changed; // addresses of matches that were made, as texts
    int made;        // how many
    bool same;       // so far no match tells another thing to the pages about several than before: none is on the shelves
    int kept;        // records of matches so far
    brs_buf pages;   // for search engines: the pages of the matches, as texts
} site_run;

// One site in the making: opened, looked at (what is there of it?), made beside its place, put there, closed. What it has
// lives in the arena, which outlives it. Several can be made before the first one takes its place.
site_run *site_run_open(const brs_site_options *options, int count, brs_arena *arena);

// Reads what pages are made with and what an earlier build left. `whole`: the site that this one is a folder of, under the
// name of its language; NULL: it stands by itself.
bool site_run_look(site_run *run, const brs_site_input *inputs, const site_out *whole, brs_err *err);

// Whatever an earlier build left, all is made.
void site_run_forget(site_run *run);

// Makes what is to be made, beside its place; when all is as it was, only says again which replays have no page.
bool site_run_make(site_run *run, brs_err *err);

// After all, whatever went wrong (then ok is false). *report may be NULL.
bool site_run_close(site_run *run, bool ok, brs_site_report *report, brs_err *err);

// Lines the replays up, with the records of those whose pages are still what they were.
bool site_look_back(site_run *run, const brs_site_input *inputs, brs_err *err);

// Is all as it was?
bool site_is_current(site_run *run);

// Puts the new site, or what is new of it, into its place.
bool site_finish(site_run *run, brs_err *err);

#endif
