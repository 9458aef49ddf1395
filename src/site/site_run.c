// What a build knows of the one before it, and how it takes its place.
#include "site_run.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "fs.h"
#include "sort.h"
#include "str.h"

// ---- before -------------------------------------------------------------------------------------

static void pack_language(brs_buf *all, const brs_language *language)
{
    site_pack_text(all, str_of(language == NULL ? "en" : language->id));
    for (int i = 0; language != NULL && i < language->rows; i++) {
        site_pack_text(all, language->row[i].english);
        site_pack_text(all, language->row[i].game);
        site_pack_text(all, language->row[i].text);
    }
}

// Everything but the replays and their notes that a page may depend on.
static site_key settings_of(const site_build *build)
{
    const brs_site_options *options = build->options;
    brs_buf all;
    buf_init(&all, build->arena, 256 * 1024);
    site_pack_text(&all, site_program_id());
    site_pack_text(&all, str_of(options->title));
    site_pack_text(&all, str_of(options->base_url));
    site_pack_text(&all, build->own_css);
    site_pack_number(&all, build->viewer);
    site_pack_number(&all, (uint64_t)options->epub << 3 | (uint64_t)options->print << 2 | (uint64_t)options->one << 1 | (uint64_t)options->embed);
    site_pack_number(&all, (uint64_t)options->no_spoilers << 2 | (uint64_t)options->anonymous << 1 | (uint64_t)options->script);
    pack_language(&all, build->words->language);
    site_pack_text(&all, str_of(options->beside));
    for (int i = 0; i < build->sources.count; i++) {
        site_pack_text(&all, build->sources.name[i]);
        site_pack_text(&all, build->sources.text[i]);
    }
    for (int i = 0; i < build->library->count; i++) {
        const brs_shelf *shelf = &build->library->shelf[i];
        site_pack_text(&all, str_of(shelf->game->id));
        for (int set = 0; set < shelf->set_count; set++) {
            site_pack_number(&all, shelf->sets[set].hash);
        }
    }
    return site_key_of(buf_str(&all));
}

// All that the build is given, in order.
static site_key run_of(const site_run *run)
{
    brs_buf all;
    site_key key = {{0}};
    buf_init(&all, run->build->arena, 4096);
    for (int i = 0; i < run->count; i++) {
        const site_queued *item = &run->queue.item[i];
        buf_reset(&all);
        site_pack_text(&all, (brs_str){(const char *)key.byte, SITE_KEY_BYTES});
        site_pack_text(&all, str_of(site_queue_path(&run->queue, item)));
        site_pack_text(&all, (brs_str){(const char *)site_queue_key(&run->queue, item)->byte, SITE_KEY_BYTES});
        site_pack_text(&all, site_queue_refused(&run->queue, item));
        key = site_key_of(buf_str(&all));
    }
    buf_reset(&all);
    site_pack_text(&all, (brs_str){(const char *)key.byte, SITE_KEY_BYTES});
    for (int i = 0; i < run->build->lesson_count; i++) {
        site_pack_text(&all, run->build->lessons[i].name);
        site_pack_text(&all, run->build->lessons[i].text);
    }
    return site_key_of(buf_str(&all));
}

static bool files_hold(site_run *run, brs_str files)
{
    site_file file;
    bool ok = true;
    while (ok && site_take_file(&files, &file)) {
        brs_arena_reset(&run->build->game);
        ok = site_out_holds(&run->build->out, &file, &run->build->game);
    }
    return ok;
}

// A match whose folder was removed or spoilt is made again.
static bool still_there(site_run *run, const site_cached *cached)
{
    const site_build *build = run->build;
    site_record record;
    if (!site_record_read(build, cached->record, &record)) {
        return false;
    }
    if (record.code != BRS_OK) {
        return true;
    }
    return run->doubt ? files_hold(run, record.files)
                                            : site_out_has_match(&build->out, record.address);
}

// We write no links: one that stands for a page or a folder would have us trust, or write to, what lies elsewhere.
// A thread of its own looks for them: in a large site that takes as long as to read all replays.
typedef struct {
    const char *folder;
    pthread_t thread;
    bool started, ok;
    int links;
    brs_err err;
} link_hunt;

static void *remove_links(void *ctx)
{
    link_hunt *hunt = ctx;
    hunt->ok = fs_remove_links(hunt->folder, &hunt->links, &hunt->err);
    return NULL;
}

static void begin_hunt(link_hunt *hunt, const char *folder)
{
    *hunt = (link_hunt){.folder = folder};
    hunt->started = pthread_create(&hunt->thread, NULL, remove_links, hunt) == 0;
    if (!hunt->started) {
        remove_links(hunt);
    }
}

static bool end_hunt(link_hunt *hunt, brs_err *err)
{
    if (hunt->started) {
        pthread_join(hunt->thread, NULL);
    }
    if (!hunt->ok && err != NULL && err->code == BRS_OK) {
        *err = hunt->err;
    }
    return hunt->ok;
}

// The replays, with what the site before tells of them.
static bool line_up(site_run *run, const brs_site_input *inputs, brs_err *err)
{
    site_build *build = run->build;
    run->settings = settings_of(build);
    const bool joins = build->options->parts != NULL;
    if (joins && !site_cache_join(&run->parts, build->options->parts, &run->settings, build->arena, err)) {
        return false;
    }
    run->known = !build->options->anew && !joins && site_program_id().len > 0 &&
                 site_cache_read(&run->cache, build->out.target, &run->settings, build->arena);
    site_line_up(build, run->known ? &run->cache : joins ? &run->parts : NULL, inputs, run->count, &run->queue);
    return true;
}

bool site_look_back(site_run *run, const brs_site_input *inputs, brs_err *err)
{
    link_hunt hunt;
    begin_hunt(&hunt, run->build->out.target);
    const bool ok = line_up(run, inputs, err);
    if (!end_hunt(&hunt, err) || !ok) {
        return false;
    }
    site_put_in_order(run->build, &run->queue);
    run->next.run = run_of(run);
    run->doubt = hunt.links > 0 || run->build->options->check_pages;
    run->same = run->known && !run->doubt;
    for (int i = 0; i < run->count && run->known; i++) {
        site_queued *item = &run->queue.item[i];
        if (item->cached != 0 && !still_there(run, site_queue_cached(&run->queue, item))) {
            item->cached = 0;
        }
    }
    return true;
}

bool site_is_current(site_run *run)
{
    bool same = run->known && site_key_compare(&run->next.run, &run->cache.run) == 0;
    for (int i = 0; i < run->count && same; i++) {
        same = site_queue_refused(&run->queue, &run->queue.item[i]).len > 0 || run->queue.item[i].cached != 0;
    }
    return same && (!run->doubt || files_hold(run, run->cache.shared));
}

// ---- afterwards ---------------------------------------------------------------------------------

static int by_text(const void *a, const void *b)
{
    return str_compare(*(const brs_str *)a, *(const brs_str *)b);
}

typedef struct {
    brs_str *text;
    int count;
} text_list;

static void sort_texts(text_list *list, brs_arena *arena)
{
    const size_t count = (size_t)list->count;
    brs_sort(list->text, count, sizeof *list->text, BRS_NEW(arena, brs_str, count + 1), by_text);
}

static bool has_text(const text_list *list, brs_str text)
{
    int low = 0, high = list->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        const int order = str_compare(list->text[middle], text);
        if (order == 0) {
            return true;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return false;
}

static text_list paths(const site_run *run, brs_str files)
{
    brs_str rest = files;
    site_file file;
    text_list list = {NULL, 0};
    while (site_take_file(&rest, &file)) {
        list.count++;
    }
    list.text = BRS_NEW(run->build->arena, brs_str, (size_t)list.count + 1);
    for (int i = 0; site_take_file(&files, &file); i++) {
        list.text[i] = file.path;
    }
    sort_texts(&list, run->build->arena);
    return list;
}

static const char *match_folder(const site_run *run, brs_str address)
{
    brs_buf path;
    buf_init(&path, run->build->arena, 64);
    buf_puts(&path, "m/");
    buf_put(&path, address);
    buf_byte(&path, '\0');
    return path.ptr;
}

// Has the match of this core id pages now? Those that could not be read stand first in the queue, with zeros for it.
static bool has_pages(const site_run *run, const site_key *core)
{
    int low = 0, high = run->queue.count;
    while (low < high) {
        const int middle = (low + high) / 2;
        const site_queued *item = &run->queue.item[middle];
        const bool before = site_key_compare(&item->core, core) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    for (; low < run->queue.count && site_key_compare(&run->queue.item[low].core, core) == 0; low++) {
        if (run->queue.item[low].published) {
            return true;
        }
    }
    return false;
}

static bool drop_matches(site_run *run, brs_err *err)
{
    bool ok = true;
    for (int i = 0; i < run->cache.count && ok; i++) {
        site_record record;
        const site_cached *item = &run->cache.item[i];
        if (!has_pages(run, &item->core) && site_record_read(run->build, item->record, &record) && record.code == BRS_OK) {
            ok = site_out_drop(&run->build->out, match_folder(run, record.address), err);
        }
    }
    return ok;
}

static bool drop_files(site_run *run, brs_err *err)
{
    const text_list now = paths(run, run->next.shared);
    brs_str before = run->cache.shared;
    site_file file;
    bool ok = true;
    while (ok && site_take_file(&before, &file)) {
        if (!has_text(&now, file.path)) {
            ok = site_out_drop(&run->build->out, brs_arena_string(run->build->arena, file.path), err);
        }
    }
    return ok;
}

static bool replace_matches(site_run *run, brs_err *err)
{
    brs_str changed = buf_str(&run->changed);
    bool ok = true;
    while (ok && changed.len > 0) {
        ok = site_out_replace(&run->build->out, match_folder(run, site_take_text(&changed)), err);
    }
    return ok;
}

// The front page links all the others, so it is the last one written, and moved.
static bool move_files(site_run *run, brs_err *err)
{
    brs_str moves = buf_str(&run->build->out.moves);
    bool ok = true;
    while (ok && moves.len > 0) {
        ok = site_out_move(&run->build->out, brs_arena_string(run->build->arena, site_take_text(&moves)), err);
    }
    return ok;
}

bool site_finish(site_run *run, brs_err *err)
{
    site_out *out = &run->build->out;
    if (!out->patch) {
        return site_out_exchange(out, err);
    }
    return site_out_unsettle(out, SITE_CACHE_FILE, err) && replace_matches(run, err) && move_files(run, err) &&
           drop_matches(run, err) && drop_files(run, err) && site_out_settle(out, SITE_CACHE_FILE, err);
}
