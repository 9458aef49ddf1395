// The replays of a build: each read once, known by its bytes and its notes, in the order of their core ids.
#ifndef SITE_QUEUE_H
#define SITE_QUEUE_H

#include "site_cache.h"
#include "site_record.h"

typedef struct {
    const brs_site_input *input;
    const char *const *notes;  // files of notes, ended by NULL
    site_key content, key, core;
    const site_cached *cached; // its record of an earlier build; NULL: it is to be played
    brs_str refused;           // why it is not even played; empty: it is
    brs_code code;             // of that
    int order;                 // as it was given
} site_queued;

// Fills queue[count]. What is refused here is told in this order, too.
void site_line_up(site_build *build, const site_cache *cache, const brs_site_input *inputs, int count, site_queued *queue);

// Plays those that have no record, several at once, and calls `take` for every one in order. The record is valid
// during the call. False: `take` said so, or no worker could be started.
typedef struct {
    bool (*take)(void *ctx, const site_queued *item, brs_str record, brs_err *err);
    void *ctx;
} site_taker;
bool site_work_through(site_build *build, const site_queued *queue, int count, site_taker taker, brs_err *err);

// The pages of the lessons, each about one of these. False: a line of one refers to what is not there.
bool site_write_lessons(site_build *build, const site_queued *queue, int count, brs_err *err);

// The pages of the look: one of all that every game has, one for each game with parts of its first match.
bool site_write_style(site_build *build, const site_queued *queue, int count, brs_err *err);

// Plays a replay as the options of the site have it: for its viewer, without names if it is anonymous. All is in the
// memory of build->game. False: it is refused.
bool site_play_item(site_build *build, const site_queued *item, brs_replay *replay, brs_setup *setup, site_match *match,
                    brs_str *bytes, brs_err *err);

// Makes the pages of one match and the record of it (site_build.c). The mistakes of its notes are in
// build->mistake. False: nothing can be written any more.
bool site_play_queued(site_build *build, const site_queued *item, brs_buf *record, brs_err *err);

#endif
