#include "site_queue.h"

#include <string.h>

#include "fs.h"
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

static void refuse(site_build *build, site_queued *item, const brs_err *why)
{
    const brs_str text = str_of(why->msg);
    item->refused = (brs_str){brs_arena_string(build->arena, text), text.len};
    item->code = why->code;
}

// What the pages of a match are made of: its bytes, and its notes with their names.
static site_key key_of(site_build *build, const site_queued *item, brs_err *err)
{
    enum { MAX_NOTES = 1 << 20 };
    if (item->notes[0] == NULL) {
        return item->content;
    }
    brs_buf all;
    buf_init(&all, &build->game, 4096);
    site_pack_text(&all, (brs_str){(const char *)item->content.byte, SITE_KEY_BYTES});
    for (int i = 0; item->notes[i] != NULL; i++) {
        brs_err why = BRS_ERR_NONE;
        brs_str text;
        const bool ok = fs_read(item->notes[i], MAX_NOTES, &build->game, &text, &why);
        if (why.code == BRS_RETRY) {
            brs_fail(err, BRS_RETRY, "its notes %s: %s", item->notes[i], why.msg);
        }
        site_pack_text(&all, str_of(item->notes[i]));
        site_pack_text(&all, ok ? text : str_of(why.msg));
    }
    return site_key_of(buf_str(&all));
}

static void read_item(site_build *build, const site_cache *cache, site_queued *item)
{
    brs_err err = BRS_ERR_NONE;
    brs_str bytes = item->input->bytes;
    brs_arena_reset(&build->game);
    item->notes = site_note_files(build, item->input, &err);
    if (err.code != BRS_OK) {
        refuse(build, item, &err);
        return;
    }
    if (bytes.ptr == NULL && !fs_read(item->input->path, BRS_REPLAY_MAX_FILE, &build->game, &bytes, &err)) {
        refuse(build, item, &err);
        return;
    }
    item->content = site_key_of(bytes);
    const site_cached *known = cache == NULL ? NULL : site_cache_content(cache, &item->content);
    if (known != NULL) {
        item->core = known->core;
    } else {
        brs_replay *replay = BRS_NEW(&build->game, brs_replay, 1);
        if (!brs_replay_decode(bytes, &build->game, replay, &err)) {
            refuse(build, item, &err);
            return;
        }
        memcpy(item->core.byte, replay->core, SITE_KEY_BYTES);
    }
    item->key = key_of(build, item, &err);
    if (err.code != BRS_OK) {
        refuse(build, item, &err);
        return;
    }
    item->cached = cache == NULL ? NULL : site_cache_find(cache, &item->key);
}

static int by_core(const void *a, const void *b)
{
    const site_queued *x = a, *y = b;
    if ((x->refused.len > 0) != (y->refused.len > 0)) {
        return x->refused.len > 0 ? -1 : 1; // those that cannot be read come first
    }
    const int order = site_key_compare(&x->core, &y->core);
    return order != 0 ? order : x->order - y->order;
}

static bool shares(const site_queued *a, const site_queued *b, size_t bytes)
{
    return memcmp(a->core.byte, b->core.byte, bytes) == 0;
}

// The same core under another name or with other remarks would have the same address: the first one has the page.
// Two cores that only look alike in the address are both refused.
static void refuse_twins(site_build *build, site_queued *queue, int from, int count)
{
    for (int at = from; at < count; at++) {
        brs_err err = BRS_ERR_NONE;
        if (at > from && shares(&queue[at], &queue[at - 1], SITE_KEY_BYTES)) {
            brs_fail(&err, BRS_ILLEGAL, "is the same game as %s, which has the page", queue[at - 1].input->path);
        } else if (at > from && shares(&queue[at], &queue[at - 1], ADDRESS_BYTES)) {
            brs_fail(&err, BRS_ILLEGAL, "would have the address of %s", queue[at - 1].input->path);
        }
        for (int i = at + 1; err.code == BRS_OK && i < count && shares(&queue[at], &queue[i], ADDRESS_BYTES); i++) {
            if (!shares(&queue[at], &queue[i], SITE_KEY_BYTES)) {
                brs_fail(&err, BRS_ILLEGAL, "would have the address of %s", queue[i].input->path);
            }
        }
        if (err.code != BRS_OK) {
            refuse(build, &queue[at], &err);
        }
    }
}

void site_line_up(site_build *build, const site_cache *cache, const brs_site_input *inputs, int count, site_queued *queue)
{
    for (int i = 0; i < count; i++) {
        queue[i] = (site_queued){.input = &inputs[i], .order = i};
        read_item(build, cache, &queue[i]);
    }
    brs_arena scratch;
    brs_arena_init(&scratch, 0);
    brs_sort(queue, (size_t)count, sizeof *queue, BRS_NEW(&scratch, site_queued, (size_t)count + 1), by_core);
    brs_arena_release(&scratch);
    int from = 0;
    while (from < count && queue[from].refused.len > 0) {
        from++;
    }
    refuse_twins(build, queue, from, count);
}
