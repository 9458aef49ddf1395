// Matches are made by several threads, each with pages, names and templates of its own; what they have to tell is
// taken in the order of the queue, so that nothing depends on who was first.
#include <pthread.h>
#include <string.h>

#include "memory.h"
#include "site_queue.h"
#include "str.h"

enum { MAX_WORKERS = 64, WINDOW = 128, AHEAD = 4 }; // of AHEAD matches for each worker what they came to waits to be taken

// What one match came to.
typedef struct {
    bool done, failed; // failed: err says why nothing can be written any more
    brs_err err;
    brs_arena arena;
    brs_buf record;
    site_mistake *mistake;
    int mistakes;
} outcome;

typedef struct {
    site_build *build;
    const site_queue *queue;
    int busy;              // how many are to be made
    int at;                // in the queue: behind the last one that was begun
    int window;            // how many of them may be under way or wait
    pthread_mutex_t lock;  // of all below
    pthread_cond_t moved;
    int next, taken;       // the next one of them, and how many were taken
    bool stop;
    outcome slot[WINDOW];
} workshop;

static bool needs_work(const site_queue *queue, const site_queued *item)
{
    return site_queue_refused(queue, item).len == 0 && item->cached == 0;
}

static void make(site_build *own, const site_job *job, outcome *out)
{
    brs_arena_reset(&out->arena);
    brs_arena_reset(&own->game);
    buf_init(&out->record, &out->arena, 16 * 1024);
    out->err = BRS_ERR_NONE;
    own->mistakes = 0;
    out->failed = !site_play_queued(own, job, &out->record, &out->err);
    out->mistakes = own->mistakes;
    out->mistake = BRS_NEW(&out->arena, site_mistake, (size_t)own->mistakes + 1);
    if (own->mistakes > 0) {
        memcpy(out->mistake, own->mistake, (size_t)own->mistakes * sizeof *own->mistake);
    }
}

// The next one in the queue; there is one.
static site_job next_job(workshop *w)
{
    while (!needs_work(w->queue, &w->queue->item[w->at])) {
        w->at++;
    }
    return site_queue_job(w->queue, &w->queue->item[w->at++]);
}

static void *work(void *ctx)
{
    workshop *w = ctx;
    brs_arena arena, page, game;
    brs_arena_init(&arena, 0);
    brs_arena_init(&page, 0);
    brs_arena_init(&game, 0);
    site_build *own = BRS_NEW(&arena, site_build, 1);
    site_fork(own, w->build, &arena);
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (w->next < w->busy && !w->stop && w->next - w->taken >= w->window) {
            pthread_cond_wait(&w->moved, &w->lock);
        }
        if (w->next >= w->busy || w->stop) {
            break;
        }
        outcome *out = &w->slot[w->next++ % w->window];
        const site_job job = next_job(w);
        pthread_mutex_unlock(&w->lock);
        make(own, &job, out);
        pthread_mutex_lock(&w->lock);
        out->done = true;
        pthread_cond_broadcast(&w->moved);
    }
    pthread_mutex_unlock(&w->lock);
    brs_arena_release(&own->page);
    brs_arena_release(&own->game);
    brs_arena_release(&arena);
    return NULL;
}

static bool tell(site_build *build, const char *path, const outcome *out, brs_err *err)
{
    for (int i = 0; i < out->mistakes; i++) {
        site_note_mistake(build, &out->mistake[i], path);
    }
    if (out->failed && err != NULL && err->code == BRS_OK) {
        *err = out->err;
    }
    return !out->failed;
}

static bool take_made(workshop *w, site_queued *item, site_taker taker, brs_err *err)
{
    outcome *out = &w->slot[w->taken % w->window];
    pthread_mutex_lock(&w->lock);
    while (!out->done) {
        pthread_cond_wait(&w->moved, &w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    const bool ok = tell(w->build, site_queue_path(w->queue, item), out, err) && taker.take(taker.ctx, item, buf_str(&out->record), err);
    pthread_mutex_lock(&w->lock);
    out->done = false;
    w->taken++;
    pthread_cond_broadcast(&w->moved);
    pthread_mutex_unlock(&w->lock);
    return ok;
}

static void stop(workshop *w)
{
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_broadcast(&w->moved);
    pthread_mutex_unlock(&w->lock);
}

static bool take_all(workshop *w, site_taker taker, brs_err *err)
{
    const brs_site_options *options = w->build->options;
    bool ok = true;
    for (int i = 0; i < w->queue->count && ok; i++) {
        site_queued *item = &w->queue->item[i];
        const site_cached *cached = site_queue_cached(w->queue, item);
        if (options->progress != NULL) {
            options->progress(options->ctx, i, w->queue->count, site_queue_path(w->queue, item));
        }
        ok = needs_work(w->queue, item) ? take_made(w, item, taker, err)
                                        : taker.take(taker.ctx, item, cached != NULL ? cached->record : (brs_str){"", 0}, err);
    }
    if (!ok) {
        stop(w);
    }
    return ok;
}

static int start(workshop *w, pthread_t thread[MAX_WORKERS])
{
    int started = 0;
    for (int i = 0; i < w->queue->count; i++) {
        w->busy += needs_work(w->queue, &w->queue->item[i]);
    }
    int jobs = w->build->options->jobs < 1 ? 1 : w->build->options->jobs;
    jobs = jobs > MAX_WORKERS ? MAX_WORKERS : jobs;
    jobs = jobs > w->busy ? w->busy : jobs;
    w->window = AHEAD * jobs < WINDOW ? AHEAD * jobs : WINDOW;
    while (started < jobs && pthread_create(&thread[started], NULL, work, w) == 0) {
        started++;
    }
    return started;
}

bool site_work_through(site_build *build, const site_queue *queue, site_taker taker, brs_err *err)
{
    pthread_t thread[MAX_WORKERS];
    workshop *w = BRS_NEW(build->arena, workshop, 1);
    w->build = build;
    w->queue = queue;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->moved, NULL);
    for (int i = 0; i < WINDOW; i++) {
        brs_arena_init(&w->slot[i].arena, 0);
    }
    const int started = start(w, thread);
    const bool ok = started > 0 || w->busy == 0 ? take_all(w, taker, err) : brs_fail(err, BRS_RETRY, "no thread can be started; try again");
    for (int i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
    }
    for (int i = 0; i < WINDOW; i++) {
        brs_arena_release(&w->slot[i].arena);
    }
    memory_give_back(); // what the workers had
    pthread_cond_destroy(&w->moved);
    pthread_mutex_destroy(&w->lock);
    return ok;
}
