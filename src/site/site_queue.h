// The replays of a build: each read once, known by its bytes and its notes, in the order of their core ids.
#ifndef SITE_QUEUE_H
#define SITE_QUEUE_H

#include "site_cache.h"
#include "site_record.h"

// What only few of them have: notes, or a reason why it is not even played.
typedef struct {
    const char *const *notes; // files, ended by NULL; NULL: none
    site_key key;             // of its bytes and its notes
    brs_str refused;          // empty: it is played
    brs_code code;            // of that
} site_odd;

typedef struct {
    site_key content, core;
    uint32_t order : 31;     // as it was given
    uint32_t published : 1;  // it has pages
    uint32_t cached;         // 1 + index of its record of an earlier build; 0: it is to be played
    uint32_t odd;            // 1 + index; 0: nothing
    uint32_t record;         // how long the record is that is kept of it; 0: none is
} site_queued;

typedef struct {
    const brs_site_input *input;
    site_queued *item;
    int count;
    site_odd *odd;
    uint32_t odds, odd_cap;
    const site_cache *cache; // NULL: there is none
} site_queue;

// Of one of them:
const char *site_queue_path(const site_queue *queue, const site_queued *item);
const site_key *site_queue_key(const site_queue *queue, const site_queued *item);  // of its bytes and its notes
brs_str site_queue_refused(const site_queue *queue, const site_queued *item);      // empty: it is not
brs_code site_queue_code(const site_queue *queue, const site_queued *item);        // of that
const site_cached *site_queue_cached(const site_queue *queue, const site_queued *item);  // NULL: it is to be played

// All that it takes to play one.
typedef struct {
    const brs_site_input *input;
    const char *const *notes; // ended by NULL
    site_key content;         // what its bytes were when they were looked at
} site_job;
site_job site_queue_job(const site_queue *queue, const site_queued *item);

// Fills queue->item[count] with what the bytes and the notes of each are, and whether they are known; the cache may be NULL.
void site_line_up(site_build *build, const site_cache *cache, const brs_site_input *inputs, int count, site_queue *queue);

// Has those that are not known looked at apart, reads which games all of them are, and sorts. What is refused here is told in this
// order, too. Processes are made: no other thread may run, for one that holds a lock is not there to let go of it.
void site_put_in_order(site_build *build, site_queue *queue);

// Plays those that have no record, several at once, and calls `take` for every one in order. The record is valid
// during the call. False: `take` said so, or no worker could be started.
typedef struct {
    bool (*take)(void *ctx, site_queued *item, brs_str record, brs_err *err);
    void *ctx;
} site_taker;
bool site_work_through(site_build *build, const site_queue *queue, site_taker taker, brs_err *err);

// The pages of the lessons, each about one of these. False: a line of one refers to what is not there.
bool site_write_lessons(site_build *build, const site_queue *queue, brs_err *err);

// The pages of the look: one of all that every game has, one for each game with parts of its first match.
bool site_write_style(site_build *build, const site_queue *queue, brs_err *err);

// Plays a replay as the options of the site have it: for its viewer, without names if it is anonymous. All is in the
// memory of build->game. False: it is refused.
bool site_play_item(site_build *build, const site_job *job, brs_replay *replay, brs_setup *setup, site_match *match,
                    brs_str *bytes, brs_err *err);

// Makes the pages of one match and the record of it (site_build.c). The mistakes of its notes are in
// build->mistake. False: nothing can be written any more.
bool site_play_queued(site_build *build, const site_job *job, brs_buf *record, brs_err *err);

#endif
