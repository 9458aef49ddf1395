#include "site_cache.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "sort.h"
#include "str.h"

enum { TRAILER_BYTES = 24, FLUSH_BYTES = 256 * 1024, MAX_PATH_BYTES = 4096, INDEX_BYTES = 3 * SITE_KEY_BYTES + 3 };
static const size_t max_cache = (size_t)1 << 30;

static uint64_t chain(uint64_t hash, brs_str bytes)
{
    return XXH3_64bits_withSeed(bytes.ptr, bytes.len, hash);
}

static uint64_t read_u64(const char *at)
{
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--) {
        value = value << 8 | (uint8_t)at[i];
    }
    return value;
}

static void put_u64(brs_buf *out, uint64_t value)
{
    for (int i = 0; i < 8; i++) {
        buf_byte(out, (uint8_t)(value >> (8 * i)));
    }
}

static void put_key(brs_buf *out, const site_key *key)
{
    buf_put(out, (brs_str){(const char *)key->byte, SITE_KEY_BYTES});
}

static site_key take_key(brs_str *rest)
{
    site_key key = {{0}};
    if (rest->ptr == NULL || rest->len < SITE_KEY_BYTES) {
        *rest = (brs_str){NULL, 0};
        return key;
    }
    memcpy(key.byte, rest->ptr, SITE_KEY_BYTES);
    *rest = (brs_str){rest->ptr + SITE_KEY_BYTES, rest->len - SITE_KEY_BYTES};
    return key;
}

// ---- reading ------------------------------------------------------------------------------------

static int by_key(const void *a, const void *b)
{
    return site_key_compare(&((const site_cached *)a)->key, &((const site_cached *)b)->key);
}

static int by_content(const void *a, const void *b)
{
    return site_key_compare(&(*(site_cached *const *)a)->content, &(*(site_cached *const *)b)->content);
}

static void sort_items(site_cache *cache, brs_arena *arena)
{
    const size_t count = (size_t)cache->count;
    brs_sort(cache->item, count, sizeof *cache->item, BRS_NEW(arena, site_cached, count + 1), by_key);
    cache->by_content = brs_arena_alloc(arena, count + 1, sizeof *cache->by_content);
    for (size_t i = 0; i < count; i++) {
        cache->by_content[i] = &cache->item[i];
    }
    brs_sort(cache->by_content, count, sizeof *cache->by_content, brs_arena_alloc(arena, count + 1, sizeof *cache->by_content),
             by_content);
}

static bool read_items(site_cache *out, uint64_t count, brs_str records, brs_str *index, uint64_t wanted, brs_arena *arena)
{
    uint64_t hash = 0;
    if (count > index->len) {
        return false;
    }
    out->item = BRS_NEW(arena, site_cached, (size_t)count + 1);
    for (uint64_t i = 0; i < count; i++) {
        site_cached *item = &out->item[out->count++];
        item->key = take_key(index);
        item->content = take_key(index);
        item->core = take_key(index);
        const uint64_t len = site_take_number(index);
        if (index->ptr == NULL || len > records.len) {
            return false;
        }
        item->record = (brs_str){records.ptr, (size_t)len};
        records = (brs_str){records.ptr + len, records.len - (size_t)len};
        hash = chain(hash, item->record);
    }
    return records.len == 0 && hash == wanted;
}

bool site_cache_read(site_cache *out, const char *folder, const site_key *settings, brs_arena *arena)
{
    char path[MAX_PATH_BYTES];
    brs_err ignored = BRS_ERR_NONE; // a cache that cannot be read is none
    brs_str all;
    *out = (site_cache){.count = 0};
    snprintf(path, sizeof path, "%s/%s", folder, SITE_CACHE_FILE);
    if (!fs_exists(path) || !fs_read(path, max_cache, arena, &all, &ignored) || all.len < TRAILER_BYTES) {
        return false;
    }
    const char *trailer = all.ptr + all.len - TRAILER_BYTES;
    const uint64_t index_len = read_u64(trailer);
    if (index_len > all.len - TRAILER_BYTES) {
        return false;
    }
    brs_str records = {all.ptr, all.len - TRAILER_BYTES - (size_t)index_len}, index = {trailer - index_len, (size_t)index_len};
    const char *head = index.ptr;
    const site_key made_with = take_key(&index);
    out->run = take_key(&index);
    out->matches = take_key(&index);
    out->pages = (int)site_take_number(&index);
    out->units = (int)site_take_number(&index);
    out->bytes = site_take_number(&index);
    out->shared = site_take_text(&index);
    const uint64_t count = site_take_number(&index);
    const bool whole = index.ptr != NULL && chain(chain(1, (brs_str){head, (size_t)(index.ptr - head)}), index) == read_u64(trailer + 16);
    if (!whole || site_key_compare(&made_with, settings) != 0 || !read_items(out, count, records, &index, read_u64(trailer + 8), arena)) {
        return false;
    }
    sort_items(out, arena);
    return true;
}

bool site_cache_join(site_cache *out, const char *const *folders, const site_key *settings, brs_arena *arena, brs_err *err)
{
    int parts = 0, count = 0;
    while (folders[parts] != NULL) {
        parts++;
    }
    site_cache *part = BRS_NEW(arena, site_cache, (size_t)parts + 1);
    for (int i = 0; i < parts; i++) {
        if (!site_cache_read(&part[i], folders[i], settings, arena)) {
            brs_err_file(err, folders[i]);
            brs_fail(err, BRS_USAGE, "not a site that this program made with these options");
            brs_help(err, "make it again, as a whole site and not a view");
            return false;
        }
        count += part[i].count;
    }
    *out = (site_cache){.item = BRS_NEW(arena, site_cached, (size_t)count + 1)};
    for (int i = 0; i < parts; i++) {
        for (int k = 0; k < part[i].count; k++) {
            out->item[out->count] = part[i].item[k];
            out->item[out->count++].home = folders[i];
        }
    }
    sort_items(out, arena);
    return true;
}

const site_cached *site_cache_find(const site_cache *cache, const site_key *key)
{
    int low = 0, high = cache->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        const int order = site_key_compare(&cache->item[middle].key, key);
        if (order == 0) {
            return &cache->item[middle];
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return NULL;
}

const site_cached *site_cache_content(const site_cache *cache, const site_key *content)
{
    int low = 0, high = cache->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        const int order = site_key_compare(&cache->by_content[middle]->content, content);
        if (order == 0) {
            return cache->by_content[middle];
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return NULL;
}

// ---- writing ------------------------------------------------------------------------------------

bool site_cache_begin(site_cache_writer *w, const char *path, brs_arena *arena, brs_err *err)
{
    *w = (site_cache_writer){.hash = 0};
    const char *kept = brs_arena_string(arena, str_of(path));
    buf_init(&w->waiting, arena, FLUSH_BYTES + 32 * 1024);
    if (!fs_append_open(kept, -1, &w->file, err)) {
        return false;
    }
    w->open = fs_reader_open(kept, &w->back, err);
    if (!w->open) {
        fs_append_close(&w->file, false, NULL);
    }
    return w->open;
}

bool site_cache_flush(site_cache_writer *w, brs_err *err)
{
    const bool ok = w->waiting.len == 0 || fs_append(&w->file, buf_str(&w->waiting), err);
    buf_reset(&w->waiting);
    return ok;
}

bool site_cache_add(site_cache_writer *w, brs_str record, brs_err *err)
{
    buf_put(&w->waiting, record);
    w->hash = chain(w->hash, record);
    w->written += record.len;
    w->count++;
    return w->waiting.len < FLUSH_BYTES || site_cache_flush(w, err);
}

static void put_index(brs_buf *index, int count, site_cache_keys keys)
{
    for (int i = 0; i < count; i++) {
        site_cached item;
        keys.next(keys.ctx, &item);
        put_key(index, &item.key);
        put_key(index, &item.content);
        put_key(index, &item.core);
        site_pack_number(index, item.record.len);
    }
}

bool site_cache_end(site_cache_writer *w, const site_cache *all, const site_key *settings, site_cache_keys keys, brs_err *err)
{
    bool ok = site_cache_flush(w, err);
    brs_buf *head = &w->waiting, index;
    brs_arena scratch;
    put_key(head, settings);
    put_key(head, &all->run);
    put_key(head, &all->matches);
    site_pack_number(head, (uint64_t)all->pages);
    site_pack_number(head, (uint64_t)all->units);
    site_pack_number(head, all->bytes);
    site_pack_text(head, all->shared);
    site_pack_number(head, (uint64_t)w->count);
    brs_arena_init(&scratch, 0);
    buf_init(&index, &scratch, (size_t)w->count * INDEX_BYTES + 1024);
    put_index(&index, w->count, keys);
    const uint64_t len = head->len + index.len, hash = chain(chain(1, buf_str(head)), buf_str(&index));
    ok = ok && site_cache_flush(w, err) && fs_append(&w->file, buf_str(&index), err);
    brs_arena_release(&scratch);
    put_u64(&w->waiting, len);
    put_u64(&w->waiting, w->hash);
    put_u64(&w->waiting, hash);
    ok = ok && site_cache_flush(w, err);
    w->open = false;
    fs_reader_close(&w->back);
    return fs_append_close(&w->file, false, err) && ok;
}

void site_cache_drop(site_cache_writer *w)
{
    if (w->open) {
        fs_append_close(&w->file, false, NULL);
        fs_reader_close(&w->back);
    }
    w->open = false;
}
