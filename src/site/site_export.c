// One file about a match, without the site round it: the pages are made, and only that file is kept.
#include "broadside/site.h"

#include <string.h>

#include "fs.h"
#include "site_queue.h"
#include "str.h"

static const char *const files[] = {[BRS_EXPORT_ANKI] = "/x/anki.txt", [BRS_EXPORT_GIFT] = "/x/quiz.gift.txt",
                                    [BRS_EXPORT_EPUB] = "/x/match.epub"};

static bool prepare(site_build *build, brs_err *err)
{
    buf_init(&build->out.list, build->arena, 4096);
    if (!site_prepare(build, err)) {
        return false;
    }
    site_name_assets(build);
    return site_write_assets(build, err);
}

// What did not hold, if anything; true: the match has its pages.
static bool is_made(site_build *build, const brs_buf *record, brs_err *err)
{
    site_record read;
    for (int i = 0; i < build->mistakes; i++) {
        if (!build->mistake[i].warning) {
            *err = build->mistake[i].err;
            return false;
        }
    }
    return (site_record_read(build, buf_str(record), &read) && read.code == BRS_OK) ||
           brs_fail(err, read.code, "%.*s", BRS_ARG(read.why));
}

static bool make(site_build *build, const brs_site_input *input, brs_err *err)
{
    site_job job = {.input = input};
    brs_str bytes = input->bytes;
    brs_buf record;
    buf_init(&record, build->arena, 4096);
    if (!prepare(build, err) || (bytes.ptr == NULL && !fs_read(input->path, BRS_REPLAY_MAX_FILE, build->arena, &bytes, err))) {
        return false;
    }
    job.content = site_key_of(bytes);
    job.notes = site_note_files(build, input, err);
    return err->code == BRS_OK && site_play_queued(build, &job, &record, err) && is_made(build, &record, err);
}

bool brs_site_export(const brs_export_options *options, const brs_site_input *input, brs_arena *arena, brs_str *out, brs_err *err)
{
    const brs_site_options site = {
        .library = options->library, .language = options->language, .templates = options->templates, .base_url = options->base_url,
        .anonymous = options->anonymous,
        .epub = options->form == BRS_EXPORT_EPUB};
    site_build *build = BRS_NEW(arena, site_build, 1);
    brs_buf caught;
    buf_init(&caught, arena, 64 * 1024);
    *build = (site_build){.options = &site, .arena = arena, .out = {.lock = -1, .only = files[options->form], .caught = &caught}};
    brs_arena_init(&build->page, 0);
    brs_arena_init(&build->game, 0);
    bool ok = make(build, input, err);
    brs_arena_release(&build->page);
    brs_arena_release(&build->game);
    if (ok && caught.len == 0) {
        ok = brs_fail(err, BRS_TEXT, "no step of this game can be asked about");
    }
    brs_err_file(ok ? NULL : err, input->path);
    *out = buf_str(&caught);
    return ok;
}
