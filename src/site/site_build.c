// A whole build: the replays are lined up, what changed is played, the pages about all are made, and all takes its
// place.
#include "broadside/site.h"

#include <stdio.h>
#include <string.h>

#include "broadside/replay_tools.h"
#include "fs.h"
#include "site_book.h"
#include "site_find.h"
#include "site_notes.h"
#include "site_run.h"
#include "site_share.h"
#include "str.h"

// ---- one match --------------------------------------------------------------------------------

void site_fork(site_build *own, const site_build *build, brs_arena *arena)
{
    *own = (site_build){.options = build->options,
                        .library = build->library,
                        .arena = arena,
                        .words = build->words,
                        .tongue = build->tongue,
                        .tongues = build->tongues,
                        .sources = build->sources,
                        .css = build->css,
                        .css_text = build->css_text,
                        .study_text = build->study_text,
                        .origin = build->origin,
                        .study = build->study,
                        .viewer = build->viewer,
                        .script = build->script};
    brs_arena_init(&own->page, 0);
    brs_arena_init(&own->game, 0);
    site_out_fork(&own->out, &build->out, arena);
    site_names_init(&own->names, arena);
    own->names.words = build->words;
    site_sources_declare(&own->sources, &own->names, NULL); // what is wrong with them was said before
}

// Names are no part of the core, so the replay that can be downloaded keeps its id without them.
static bool forget_names(site_build *build, brs_replay *replay, brs_setup *setup, brs_str *bytes,
                         brs_err *err)
{
    for (int seat = 0; seat < BRS_MAX_SEATS; seat++) {
        setup->name[seat] = replay->name[seat] = NULL;
    }
    replay->annotator = NULL;
    replay->remark_count = replay->head_count = 0;
    return brs_replay_encode(replay, &build->game, bytes, err);
}

bool site_play_item(site_build *build, const site_job *job, brs_replay *replay, brs_setup *setup, site_match *match,
                    brs_str *bytes, brs_err *err)
{
    if (!site_read_replay(job->input, &build->game, replay, bytes, err)) {
        return false;
    }
    const site_key content = site_key_of(*bytes);
    if (site_key_compare(&content, &job->content) != 0) {
        return brs_fail(err, BRS_RETRY, "the file changed while the site was made");
    }
    if (replay->hidden != 0 && build->viewer != SITE_FOR_ALL) {
        return brs_fail(err, BRS_USAGE, "is one side's view already: give the whole replay for --view");
    }
    if (replay->hidden != 0) {
        return site_read_view(match, replay, build->library, setup, &build->game, err) &&
               (!build->options->anonymous || forget_names(build, replay, setup, bytes, err));
    }
    return brs_replay_setup(replay, build->library, &build->game, setup, err) &&
           (!build->options->anonymous || forget_names(build, replay, setup, bytes, err)) &&
           site_play_for(match, build->viewer, replay, setup, &build->names, &build->game, err);
}

// What may be said of the recording itself: its view, which has neither seed nor decks, under an address of its own.
static bool redact(site_build *build, site_match *match, brs_str *bytes, brs_err *err)
{
    brs_replay *view = BRS_NEW(&build->game, brs_replay, 1);
    const int seat = build->viewer == SITE_FOR_PUBLIC ? BRS_SEAT_NONE : site_viewer_seat(build->viewer);
    if (build->viewer >= SITE_FOR_SEAT && seat >= match->setup->seats) {
        return brs_fail(err, BRS_USAGE, "there is no seat %c in a game of %d", 'A' + seat, match->setup->seats);
    }
    if (!brs_replay_redact(match->replay, match->setup, seat, &build->game, view, err) ||
        !brs_replay_encode(view, &build->game, bytes, err) || !brs_replay_decode(*bytes, &build->game, view, err)) {
        return false;
    }
    match->replay = view;
    match->final_hash = 0;
    site_address(match->address, view);
    return true;
}

static bool write_book(site_build *build, const site_match *match, brs_err *err)
{
    brs_buf path, title;
    buf_init(&path, match->arena, 128);
    buf_init(&title, match->arena, 128);
    buf_putf(&path, "m/%s/x/match.epub", match->address);
    buf_byte(&path, '\0');
    buf_put(&title, site_short_names(match->setup, build->words, match->arena));
    buf_puts(&title, ": ");
    buf_puts(&title, match->setup->game->title);
    const site_book_cover cover = {path.ptr, match->address, match->replay->date != NULL ? match->replay->date : "", buf_str(&title)};
    return site_book_end(build, &cover, err);
}

bool site_play_queued(site_build *build, const site_job *job, brs_buf *record, brs_err *err)
{
    brs_replay *replay = BRS_NEW(&build->game, brs_replay, 1);
    brs_setup *setup = BRS_NEW(&build->game, brs_setup, 1);
    site_match *match = BRS_NEW(&build->game, site_match, 1);
    brs_err why = BRS_ERR_NONE;
    brs_str bytes;
    build->pages = build->units = 0;
    build->out.bytes = 0;
    buf_reset(&build->out.list);
    if (!site_play_item(build, job, replay, setup, match, &bytes, &why) ||
        (build->viewer != SITE_FOR_ALL && !redact(build, match, &bytes, &why))) {
        site_record_refusal(&why, record);
        return true;
    }
    match->card_suffix = site_card_suffix(build, setup->game, setup->cards != NULL ? setup->cards->hash : 0, match->arena);
    if (match->told != NULL) {  // what was removed cannot be explained
        if (!site_write_match(build, match, bytes, err)) {
            return false;
        }
        site_record_match(build, match, record);
        return true;
    }
    site_take_notes(build, job->notes, match);
    if (build->viewer == SITE_FOR_ALL) {
        site_quiz_pose(match);
    }
    site_book_begin(build, match->arena);
    // What else is written looks at every hand.
    const bool all = build->viewer == SITE_FOR_ALL;
    if (!site_write_units(build, match, bytes, err) || (all && !site_write_comparisons(build, match, err)) ||
        (all && !site_write_lines(build, match, err)) ||
        (all && !site_write_ledger(build, match, err)) || (all && !site_write_quiz(build, match, err)) ||
        !site_write_match(build, match, bytes, err) || !write_book(build, match, err)) {
        return false;
    }
    site_record_match(build, match, record);
    return true;
}

// ---- all of them --------------------------------------------------------------------------------

static void refuse(site_build *build, const char *path, brs_code code, brs_str why)
{
    brs_err err = BRS_ERR_NONE;
    build->refused[build->refused_count++] = (site_refused){path, {brs_arena_string(build->arena, why), why.len}};
    brs_fail(&err, code, "%.*s", BRS_ARG(why));
    if (build->options->failed != NULL) {
        build->options->failed(build->options->ctx, path, &err);
    }
}

static void list_pages(site_run *run, const site_record *record)
{
    brs_str files = record->files;
    site_file file;
    while (run->build->options->base_url != NULL && site_take_file(&files, &file)) {
        site_pack_text(&run->pages, file.path);
    }
}

static bool keep_record(site_run *run, site_queued *item, brs_str record, brs_err *err)
{
    item->record = (uint32_t)record.len;
    return site_cache_add(&run->writer, record, err);
}

// A file that our side could not read just now is no bad file: without it the site would lose a match.
static bool stop_for(const site_run *run, const site_queued *item, brs_str why, brs_err *err)
{
    brs_err_file(err, site_queue_path(&run->queue, item));
    return brs_fail(err, BRS_RETRY, "%.*s", BRS_ARG(why));
}

// The pages of a match that a part of the site has already.
static bool bring(site_build *build, const char *home, brs_str files, brs_err *err)
{
    site_file file;
    bool ok = true;
    while (ok && site_take_file(&files, &file)) {
        brs_arena_reset(&build->game);
        ok = site_out_bring(&build->out, home, &file, &build->game, err);
    }
    return ok;
}

// What a match gives to the pages about several of them. When only a note changed that is what it was for all of them:
// then these pages stay, and nothing needs to be put on the shelves.
static bool put_on_shelves(site_run *run, const site_record *record, const brs_site_input *input, brs_err *err)
{
    site_build *build = run->build;
    brs_arena_reset(&build->game);
    run->next.matches = site_record_told(record, run->next.matches, &build->game);
    return site_merge(build, record, input, err);
}

static const brs_site_input *input_of(const site_run *run, const site_queued *item)
{
    return &run->queue.input[item->order];
}

// The record of the same replay, in the site before.
static bool record_before(const site_run *run, const site_queued *item, site_record *out)
{
    const site_cached *cached = item->cached != 0 ? site_queue_cached(&run->queue, item) : site_cache_content(&run->cache, &item->content);
    return cached != NULL && site_record_read(run->build, cached->record, out);
}

static bool tells_the_same(const site_run *run, const site_queued *item, const site_record *record)
{
    site_build *build = run->build;
    site_record before;
    if (item->cached != 0) {
        return true;
    }
    if (!record_before(run, item, &before) || before.code != BRS_OK) {
        return false;
    }
    const site_key nothing = {{0}};
    brs_arena_reset(&build->game);
    const site_key was = site_record_told(&before, nothing, &build->game), is = site_record_told(record, nothing, &build->game);
    return site_key_compare(&was, &is) == 0;
}

// They are to be made after all: the first `count` matches of the queue, whose records tell what they told before.
static bool fill_shelves(site_run *run, int count, brs_err *err)
{
    const int published = run->build->published_count;
    bool ok = true;
    run->build->published_count = 0;
    for (int i = 0; ok && run->build->published_count < count; i++) {
        site_record record;
        const site_queued *item = &run->queue.item[i];
        if (site_queue_refused(&run->queue, item).len == 0 && record_before(run, item, &record) && record.code == BRS_OK) {
            run->build->published_count++;
            ok = put_on_shelves(run, &record, input_of(run, item), err);
        }
    }
    run->build->published_count = published;
    run->same = false;
    return ok;
}

static bool shelve(site_run *run, const site_queued *item, const site_record *record, brs_err *err)
{
    if (run->same && tells_the_same(run, item, record)) {
        run->kept++;
        return site_open_shelves(run->build, record, input_of(run, item), err);
    }
    return (!run->same || fill_shelves(run, run->build->published_count - 1, err)) && put_on_shelves(run, record, input_of(run, item), err);
}

static bool take(void *ctx, site_queued *item, brs_str bytes, brs_err *err)
{
    site_run *run = ctx;
    site_build *build = run->build;
    site_record record;
    const char *path = site_queue_path(&run->queue, item);
    const site_cached *cached = site_queue_cached(&run->queue, item);
    const brs_str refused = site_queue_refused(&run->queue, item);
    if (refused.len > 0 && site_queue_code(&run->queue, item) == BRS_RETRY) {
        return stop_for(run, item, refused, err);
    }
    if (refused.len > 0) {
        refuse(build, path, site_queue_code(&run->queue, item), refused);
        return true;
    }
    if (!site_record_read(build, bytes, &record)) {
        return brs_fail(err, BRS_UNEXPECTED, "what is remembered of %s makes no sense", path);
    }
    if (record.code == BRS_RETRY) {
        return stop_for(run, item, record.why, err);
    }
    if (record.code != BRS_OK) {
        refuse(build, path, record.code, record.why);
        // Whatever it told before, it tells no more.
        return (!run->same || cached != NULL || fill_shelves(run, build->published_count, err)) && keep_record(run, item, bytes, err);
    }
    if (cached != NULL && cached->home != NULL && !bring(build, cached->home, record.files, err)) {
        return false;
    }
    item->published = 1;
    site_publish(build, &record, run->writer.written);
    build->pages += record.pages;
    build->units += record.units;
    build->out.bytes += record.bytes;
    list_pages(run, &record);
    if (cached == NULL) {
        if (build->out.patch) {
            site_pack_text(&run->changed, record.address);
        }
        run->made++;
    }
    return shelve(run, item, &record, err) && keep_record(run, item, bytes, err);
}

static bool is_about_several(brs_str path)
{
    return path.len > 2 && path.ptr[1] == '/' && strchr("rkfs", path.ptr[0]) != NULL;
}

// No match tells anything else than before, none is new and none has gone.
static bool all_is_told(site_run *run)
{
    int before = 0;
    for (int i = 0; i < run->cache.count; i++) {
        site_record record;
        before += site_record_read(run->build, run->cache.item[i].record, &record) && record.code == BRS_OK;
    }
    if (run->same && run->kept == before) {
        run->next.matches = run->cache.matches;
    }
    return run->same && run->kept == before;
}

// When no match tells anything else than before (a note changed), the pages of rules and cards and the lists are what
// they were: they are not even made.
static bool keep_shared(site_run *run)
{
    site_build *build = run->build;
    brs_str rest = run->cache.shared;
    site_file file;
    if (!all_is_told(run)) {
        return false;
    }
    while (site_take_file(&rest, &file)) {
        if (is_about_several(file.path)) {
            site_out_keep(&build->out, &file);
            build->pages++;
        }
    }
    return true;
}

static bool write_shared(site_run *run, brs_err *err)
{
    return keep_shared(run) ||
           ((!run->same || fill_shelves(run, run->build->published_count, err)) && site_write_rules(run->build, err) && site_write_cards(run->build, err) && site_write_finding(run->build, err) &&
            site_write_style(run->build, &run->queue, err));
}

static bool notes_hold(const site_build *build, brs_err *err)
{
    if (build->note_mistakes > 0 && err != NULL && err->code == BRS_OK) {
        *err = build->note_mistake;
    }
    return build->note_mistakes == 0;
}

// Whoever hosts it takes only so much: better to hear it now, and what would help.
static bool fits(site_build *build, brs_err *err)
{
    const uint64_t most = build->options->max_bytes;
    if (most == 0 || build->out.bytes <= most) {
        return true;
    }
    brs_arena row;
    brs_arena_init(&row, 0);
    char large[SITE_MAX_PATH] = "";
    uint64_t over = build->out.bytes - most, freed = 0, largest = 0;
    int count = 0;
    for (int i = build->published_count - 1; i >= 0 && freed < over; i--, count++) {
        brs_arena_reset(&row);
        const site_published match = site_published_at(build, i, &row);
        freed += match.bytes;
        if (count == 0 || match.bytes > largest) {
            largest = match.bytes;
            snprintf(large, sizeof large, "%s", match.address);
        }
    }
    brs_arena_release(&row);
    brs_fail(err, BRS_LIMIT, "the site would have %.1f MB, and --max-bytes allows %.1f MB", (double)build->out.bytes / 1e6,
             (double)most / 1e6);
    if (count > 0) {
        brs_help(err, "leave out some %d matches; the largest of them, %s, has %.1f MB", count, large, (double)largest / 1e6);
    }
    return false;
}

// What was said of a match was not read back.
static bool none_lost(const site_build *build, brs_err *err)
{
    if (build->lost.code != BRS_OK && err != NULL && err->code == BRS_OK) {
        *err = build->lost;
    }
    return build->lost.code == BRS_OK;
}

// The keys of the kept records, in their order.
typedef struct {
    const site_queue *queue;
    const site_queued *item;
} key_walk;

static void next_keys(void *ctx, site_cached *out)
{
    key_walk *walk = ctx;
    while (walk->item->record == 0) {
        walk->item++;
    }
    const site_queued *item = walk->item++;
    *out = (site_cached){.key = *site_queue_key(walk->queue, item), .content = item->content, .core = item->core,
                         .record = {NULL, item->record}};
}

static bool write_all(site_run *run, brs_err *err)
{
    site_build *build = run->build;
    char path[SITE_MAX_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", build->out.fresh, SITE_CACHE_FILE);
    if (!site_out_open(&build->out, run->known, err) || !site_cache_begin(&run->writer, path, build->arena, err) ||
        !site_write_assets(build, err)) {
        return false;
    }
    const site_taker taker = {take, run};
    if (!site_work_through(build, &run->queue, taker, err) || !notes_hold(build, err)) {
        return false;
    }
    if (!site_cache_flush(&run->writer, err)) {
        return false;
    }
    site_order_matches(build);
    if (!write_shared(run, err) ||
        !site_write_lessons(build, &run->queue, err) || !site_write_index(build, err) ||
        !site_write_feed(build, err) || (build->options->beside == NULL && !site_write_sitemap(build, buf_str(&run->pages), err))) {
        return false;
    }
    if (!none_lost(build, err) || !fits(build, err)) {
        return false;
    }
    run->next.shared = buf_str(&build->out.list);
    run->next.pages = build->pages;
    run->next.units = build->units;
    run->next.bytes = build->out.bytes;
    // What is remembered tells the ids of whole replays, from which a seed may be guessed.
    key_walk walk = {&run->queue, run->queue.item};
    return site_cache_end(&run->writer, &run->next, &run->settings, (site_cache_keys){next_keys, &walk}, err) &&
           (build->viewer == SITE_FOR_ALL || fs_remove(path, err));
}

// Nothing is to be done but to say again which replays have no page.
static void tell_again(site_run *run)
{
    site_build *build = run->build;
    for (int i = 0; i < run->count; i++) {
        site_record record;
        const site_queued *item = &run->queue.item[i];
        const brs_str refused = site_queue_refused(&run->queue, item);
        const char *path = site_queue_path(&run->queue, item);
        if (refused.len > 0) {
            refuse(build, path, site_queue_code(&run->queue, item), refused);
        } else if (site_record_read(build, site_queue_cached(&run->queue, item)->record, &record) && record.code != BRS_OK) {
            refuse(build, path, record.code, record.why);
        } else {
            build->published_count++;
        }
    }
    build->pages = run->cache.pages;
    build->units = run->cache.units;
    build->out.bytes = run->cache.bytes;
}

bool site_prepare(site_build *build, brs_err *err)
{
    const brs_site_options *options = build->options;
    site_wording *words = BRS_NEW(build->arena, site_wording, 1);
    const brs_language *language;
    if (!site_language_load(options->language, build->arena, &language, err)) {
        return false;
    }
    if (!site_read_tongues(build, err)) {
        return false;
    }
    site_words_init(words, language, build->arena);
    build->words = words;
    site_names_init(&build->names, build->arena);
    build->names.words = words;
    build->library = options->library;
    if (build->library == NULL) {
        brs_library *own = BRS_NEW(build->arena, brs_library, 1);
        if (!brs_library_load(NULL, build->arena, own, err)) {
            return false;
        }
        build->library = own;
    }
    build->library = site_translate_library(build->library, language, build->arena);
    if (!site_sources_load(&build->sources, options->templates, build->arena, err) ||
        !site_sources_declare(&build->sources, &build->names, err)) {
        return false;
    }
    build->sources.language = language;
    return site_read_css(build, err);
}

site_run *site_run_open(const brs_site_options *options, int count, brs_arena *arena)
{
    site_build *build = BRS_NEW(arena, site_build, 1);
    site_run *run = BRS_NEW(arena, site_run, 1);
    *build = (site_build){.options = options, .arena = arena, .out = {.lock = -1}};
    brs_arena_init(&build->page, 0);
    brs_arena_init(&build->game, 0);
    *run = (site_run){.build = build, .count = count};
    return run;
}

bool site_run_look(site_run *run, const brs_site_input *inputs, const site_out *whole, brs_err *err)
{
    site_build *build = run->build;
    const brs_site_options *options = build->options;
    build->published = BRS_NEW(build->arena, uint64_t, (size_t)run->count + 1);
    build->records = &run->writer.back;
    build->refused = BRS_NEW(build->arena, site_refused, (size_t)run->count + 1);
    buf_init(&run->changed, build->arena, 1024);
    buf_init(&run->pages, build->arena, 16);
    if (!site_prepare(build, err)) {
        return false;
    }
    const char *name = build->words->language == NULL ? "en" : build->words->language->id;
    if (!(whole != NULL ? site_out_within(&build->out, whole, name, build->arena, err)
                        : site_out_begin(&build->out, options->out, build->arena, err))) {
        return false;
    }
    build->out.durable = options->durable;
    if (!site_read_viewer(options->view, &build->viewer, err)) {
        return false;
    }
    // A lesson looks at every hand, and may say names.
    if (build->viewer == SITE_FOR_ALL && !options->anonymous && !site_read_lessons(build, err)) {
        return false;
    }
    if (!site_look_back(run, inputs, err)) {
        return false;
    }
    site_name_assets(build);
    run->current = site_is_current(run);
    return true;
}

void site_run_forget(site_run *run)
{
    run->known = run->current = run->same = false;
    for (int i = 0; i < run->count; i++) {
        run->queue.item[i].cached = 0;
    }
}

bool site_run_make(site_run *run, brs_err *err)
{
    const brs_site_options *options = run->build->options;
    if (run->current) {
        tell_again(run);
    } else if (!write_all(run, err)) {
        return false;
    }
    if (options->progress != NULL) {
        options->progress(options->ctx, run->count, run->count, "");
    }
    return true;
}

bool site_run_close(site_run *run, bool ok, brs_site_report *report, brs_err *err)
{
    site_build *build = run->build;
    site_cache_drop(&run->writer);
    ok = site_out_close(&build->out, ok ? err : NULL) && ok;
    if (report != NULL) {
        *report = (brs_site_report){build->published_count, build->refused_count, build->pages,
                                    build->units, build->out.bytes, build->note_mistakes, run->made};
    }
    brs_arena_release(&build->page);
    brs_arena_release(&build->game);
    return ok;
}

bool site_build_one(const brs_site_options *options, const brs_site_input *inputs, int count,
                    brs_site_report *report, brs_err *err)
{
    brs_arena arena;
    brs_arena_init(&arena, 0);
    site_run *run = site_run_open(options, count, &arena);
    const bool made = site_run_look(run, inputs, NULL, err) && site_run_make(run, err) && (run->current || site_finish(run, err));
    const bool ok = site_run_close(run, made, report, err);
    brs_arena_release(&arena);
    return ok;
}
