#include "site_queue.h"

#include <string.h>

#include "fs.h"
#include "memory.h"
#include "site_notes.h"
#include "sort.h"
#include "str.h"

enum { ADDRESS_BYTES = 8 }; // of the core id, in the address of a match

bool site_read_replay(const brs_site_input *input, brs_arena *arena, brs_replay *out, brs_str *bytes, brs_err *err)
{
    *bytes = input->bytes;
    if (bytes->ptr == NULL && !fs_read(input->path, BRS_REPLAY_MAX_FILE, arena, bytes, err)) {
        return false;
    }
    if (!brs_replay_decode(*bytes, arena, out, err)) {
        brs_err_file(err, input->path);
        return false;
    }
    return true;
}

// ---- one of them ----------------------------------------------------------------------------------

static const site_odd *odd_of(const site_queue *queue, const site_queued *item)
{
    return item->odd == 0 ? NULL : &queue->odd[item->odd - 1];
}

const char *site_queue_path(const site_queue *queue, const site_queued *item)
{
    return queue->input[item->order].path;
}

const site_key *site_queue_key(const site_queue *queue, const site_queued *item)
{
    const site_odd *odd = odd_of(queue, item);
    return odd == NULL || odd->notes == NULL ? &item->content : &odd->key;
}

brs_str site_queue_refused(const site_queue *queue, const site_queued *item)
{
    const site_odd *odd = odd_of(queue, item);
    return odd == NULL ? (brs_str){"", 0} : odd->refused;
}

brs_code site_queue_code(const site_queue *queue, const site_queued *item)
{
    const site_odd *odd = odd_of(queue, item);
    return odd == NULL ? BRS_OK : odd->code;
}

const site_cached *site_queue_cached(const site_queue *queue, const site_queued *item)
{
    return item->cached == 0 ? NULL : &queue->cache->item[item->cached - 1];
}

site_job site_queue_job(const site_queue *queue, const site_queued *item)
{
    static const char *const none[] = {NULL};
    const site_odd *odd = odd_of(queue, item);
    return (site_job){&queue->input[item->order], odd == NULL || odd->notes == NULL ? none : odd->notes, item->content};
}

// ---- reading --------------------------------------------------------------------------------------

static site_odd *make_odd(site_build *build, site_queue *queue, site_queued *item)
{
    if (item->odd == 0) {
        if (queue->odds == queue->odd_cap) {
            const site_odd *before = queue->odd;
            queue->odd_cap = queue->odd_cap == 0 ? 16 : 2 * queue->odd_cap;
            queue->odd = BRS_NEW(build->arena, site_odd, queue->odd_cap);
            if (queue->odds > 0) {
                memcpy(queue->odd, before, queue->odds * sizeof *before);
            }
        }
        item->odd = ++queue->odds;
    }
    return &queue->odd[item->odd - 1];
}

static void refuse(site_build *build, site_queue *queue, site_queued *item, const brs_err *why)
{
    const brs_str text = str_of(why->msg);
    site_odd *odd = make_odd(build, queue, item);
    odd->refused = (brs_str){brs_arena_string(build->arena, text), text.len};
    odd->code = why->code;
}

// What the pages of a match are made of: its bytes, and its notes with their names.
static site_key key_of(site_build *build, const site_queued *item, const char *const *notes, brs_err *err)
{
    enum { MAX_NOTES = 1 << 20 };
    brs_buf all;
    buf_init(&all, &build->game, 4096);
    site_pack_text(&all, (brs_str){(const char *)item->content.byte, SITE_KEY_BYTES});
    for (int i = 0; notes[i] != NULL; i++) {
        brs_err why = BRS_ERR_NONE;
        brs_str text;
        const bool ok = fs_read(notes[i], MAX_NOTES, &build->game, &text, &why);
        if (why.code == BRS_RETRY) {
            brs_fail(err, BRS_RETRY, "its notes %s: %s", notes[i], why.msg);
        }
        site_pack_text(&all, str_of(notes[i]));
        site_pack_text(&all, ok ? text : str_of(why.msg));
    }
    return site_key_of(buf_str(&all));
}

// Its bytes and its notes: are they known from an earlier build? False: it is refused, as err says.
static bool look_up(site_build *build, site_queue *queue, site_queued *item, brs_err *err)
{
    const brs_site_input *input = &queue->input[item->order];
    const site_cache *cache = queue->cache;
    brs_str bytes = input->bytes;
    brs_arena_reset(&build->game);
    const char *const *notes = site_note_files(build, input, err);
    if (err->code != BRS_OK || (bytes.ptr == NULL && !fs_read(input->path, BRS_REPLAY_MAX_FILE, &build->game, &bytes, err))) {
        return false;
    }
    item->content = site_key_of(bytes);
    if (notes[0] != NULL) {
        site_odd *odd = make_odd(build, queue, item);
        odd->notes = notes;
        odd->key = key_of(build, item, notes, err);
    }
    const site_cached *cached = cache == NULL || err->code != BRS_OK ? NULL : site_cache_find(cache, site_queue_key(queue, item));
    item->cached = cached == NULL ? 0 : (uint32_t)(cached - cache->item) + 1;
    return err->code == BRS_OK;
}

// Which game it is. False: it is refused, as err says.
static bool read_core(site_build *build, const site_queue *queue, site_queued *item, brs_err *err)
{
    const site_cached *known = queue->cache == NULL ? NULL : site_cache_content(queue->cache, &item->content);
    if (known != NULL) {
        item->core = known->core;
        return true;
    }
    brs_arena_reset(&build->game);
    brs_replay *replay = BRS_NEW(&build->game, brs_replay, 1);
    brs_str bytes;
    if (!site_read_replay(&queue->input[item->order], &build->game, replay, &bytes, err)) {
        return false;
    }
    const site_key content = site_key_of(bytes);
    if (site_key_compare(&content, &item->content) != 0) {
        return brs_fail(err, BRS_RETRY, "the file changed while the site was made");
    }
    memcpy(item->core.byte, replay->core, SITE_KEY_BYTES);
    return true;
}

static void refuse_unread(site_build *build, site_queue *queue, site_queued *item, const brs_err *err)
{
    *item = (site_queued){.order = item->order, .odd = item->odd};
    refuse(build, queue, item, err);
}

// ---- strangers' files, apart --------------------------------------------------------------------------

typedef struct {
    site_build *build;
    site_queue *queue;
    const int *strange; // places in the queue
} looking;

// Nothing is said of the game: it is enough to read and to play it, without a trace, which takes a fifth of the time.
static bool is_bare(const brs_replay *replay, const site_job *job)
{
    return replay->hidden == 0 && job->notes[0] == NULL && replay->remark_count == 0 && replay->variation_count == 0;
}

// All that is done with a file but for its pages: it is read, its game is played, its notes are read. Nothing is kept.
static void look_apart(void *ctx, int index)
{
    const looking *l = ctx;
    site_build *build = l->build;
    brs_err ignored = BRS_ERR_NONE;
    brs_str bytes;
    brs_arena_reset(&build->game);
    brs_replay *replay = BRS_NEW(&build->game, brs_replay, 1);
    brs_setup *setup = BRS_NEW(&build->game, brs_setup, 1);
    site_match *match = BRS_NEW(&build->game, site_match, 1);
    const site_job job = site_queue_job(l->queue, &l->queue->item[l->strange[index]]);
    if (!site_read_replay(job.input, &build->game, replay, &bytes, &ignored)) {
        return;
    }
    if (is_bare(replay, &job)) {
        if (brs_replay_setup(replay, build->library, &build->game, setup, &ignored)) {
            brs_replay_verify(replay, setup, &build->game, NULL, brs_report_first(&ignored));
        }
        return;
    }
    if (!site_play_item(build, &job, replay, setup, match, &bytes, &ignored) || match->told != NULL) {
        return;
    }
    site_take_notes(build, job.notes, match);
    for (int i = 0; i < match->note_count; i++) {
        site_try_markdown(match->notes[i].text);
    }
}

static void ended_over(void *ctx, int index, const brs_err *why)
{
    const looking *l = ctx;
    refuse_unread(l->build, l->queue, &l->queue->item[l->strange[index]], why);
}

static void look_at_strange(site_build *build, site_queue *queue, const int *strange, int count)
{
    looking l = {build, queue, strange};
    const brs_site_look look = {count, look_apart, ended_over, &l};
    if (count > 0 && build->options->apart != NULL) {
        build->options->apart(build->options->ctx, &look);
    }
}

// ---- their order ------------------------------------------------------------------------------------------

static int by_core(const void *a, const void *b)
{
    const site_queued *x = a, *y = b;
    const int order = site_key_compare(&x->core, &y->core);
    return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

static bool shares(const site_queued *a, const site_queued *b, size_t bytes)
{
    return memcmp(a->core.byte, b->core.byte, bytes) == 0;
}

// The same core under another name or with other remarks would have the same address: the first one has the page.
// Two cores that only look alike in the address are both refused.
static void refuse_twins(site_build *build, site_queue *queue, int from)
{
    site_queued *item = queue->item;
    for (int at = from; at < queue->count; at++) {
        brs_err err = BRS_ERR_NONE;
        if (at > from && shares(&item[at], &item[at - 1], SITE_KEY_BYTES)) {
            brs_fail(&err, BRS_ILLEGAL, "is the same game as %s, which has the page", site_queue_path(queue, &item[at - 1]));
        } else if (at > from && shares(&item[at], &item[at - 1], ADDRESS_BYTES)) {
            brs_fail(&err, BRS_ILLEGAL, "would have the address of %s", site_queue_path(queue, &item[at - 1]));
        }
        for (int i = at + 1; err.code == BRS_OK && i < queue->count && shares(&item[at], &item[i], ADDRESS_BYTES); i++) {
            if (!shares(&item[at], &item[i], SITE_KEY_BYTES)) {
                brs_fail(&err, BRS_ILLEGAL, "would have the address of %s", site_queue_path(queue, &item[i]));
            }
        }
        if (err.code != BRS_OK) {
            refuse(build, queue, &item[at], &err);
        }
    }
}

// Those that cannot be read come first, the others by their cores.
static int in_order(site_queue *queue, site_queued *room)
{
    int refused = 0, read = 0;
    site_queued *item = queue->item;
    for (int i = 0; i < queue->count; i++) {
        if (site_queue_refused(queue, &item[i]).len > 0) {
            const site_queued moved = item[i];
            item[refused++] = moved;
        } else {
            room[read++] = item[i];
        }
    }
    memcpy(item + refused, room, (size_t)read * sizeof *item);
    brs_sort(item + refused, (size_t)read, sizeof *item, room, by_core);
    return refused;
}

void site_line_up(site_build *build, const site_cache *cache, const brs_site_input *inputs, int count, site_queue *queue)
{
    *queue = (site_queue){.input = inputs, .count = count, .cache = cache};
    queue->item = BRS_NEW(build->arena, site_queued, (size_t)count + 1);
    for (int i = 0; i < count; i++) {
        brs_err err = BRS_ERR_NONE;
        queue->item[i] = (site_queued){.order = (uint32_t)i & 0x7fffffff};
        if (!look_up(build, queue, &queue->item[i], &err)) {
            refuse_unread(build, queue, &queue->item[i], &err);
        }
    }
}

void site_put_in_order(site_build *build, site_queue *queue)
{
    brs_arena scratch;
    brs_arena_init(&scratch, 0);
    int *strange = BRS_NEW(&scratch, int, (size_t)queue->count + 1), stranges = 0;
    for (int i = 0; i < queue->count; i++) {
        if (site_queue_refused(queue, &queue->item[i]).len == 0 && queue->item[i].cached == 0) {
            strange[stranges++] = i;
        }
    }
    look_at_strange(build, queue, strange, stranges);
    for (int i = 0; i < queue->count; i++) {
        brs_err err = BRS_ERR_NONE;
        if (site_queue_refused(queue, &queue->item[i]).len == 0 && !read_core(build, queue, &queue->item[i], &err)) {
            refuse_unread(build, queue, &queue->item[i], &err);
        }
    }
    brs_arena_reset(&scratch);
    const int refused = in_order(queue, BRS_NEW(&scratch, site_queued, (size_t)queue->count + 1));
    brs_arena_release(&scratch);
    refuse_twins(build, queue, refused);
    brs_arena_release(&build->game); // the largest replay's
    memory_give_back();
}
