// Where the notes of a match lie: beside its replay, or in the files that the caller names.
#include <string.h>

#include "fs.h"
#include "site_notes.h"
#include "site_pages.h"
#include "str.h"

enum { MAX_FILE = 1 << 20 };

// A worker keeps them; they are told in the order of the matches (site_note_mistake).
static void on_mistake(void *ctx, const brs_err *err, bool warning)
{
    site_build *build = ctx;
    if (build->mistakes == build->mistake_cap) {
        const int cap = build->mistake_cap == 0 ? 16 : 2 * build->mistake_cap;
        site_mistake *grown = BRS_NEW(build->arena, site_mistake, (size_t)cap);
        if (build->mistakes > 0) {
            memcpy(grown, build->mistake, (size_t)build->mistakes * sizeof *grown);
        }
        build->mistake = grown;
        build->mistake_cap = cap;
    }
    build->mistake[build->mistakes++] = (site_mistake){*err, warning};
}

void site_note_mistake(site_build *build, const site_mistake *mistake, const char *path)
{
    const brs_err *err = &mistake->err;
    if (mistake->warning) {
        if (build->options->warned != NULL) {
            build->options->warned(build->options->ctx, path, err);
        }
        return;
    }
    if (build->note_mistakes++ == 0) {
        build->note_mistake = *err;
    }
    if (build->options->failed != NULL) {
        build->options->failed(build->options->ctx, err->file, err);
    }
}

static void read_file(site_build *build, site_match *match, const char *path)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    if (!fs_read(path, MAX_FILE, &build->game, &text, &err)) {
        brs_err_file(&err, path);
        on_mistake(build, &err, false);
        return;
    }
    site_notes_read(match, text, path, (brs_report){on_mistake, build});
}

// "NAME." of "folder/NAME.replay"; where the name begins.
static brs_str stem_of(const char *path)
{
    brs_str name = str_of(path);
    for (size_t i = name.len; i > 0; i--) {
        if (name.ptr[i - 1] == '/') {
            name = (brs_str){name.ptr + i, name.len - i};
            break;
        }
    }
    const brs_str ending = BRS_STR(".replay");
    bool ends = name.len > ending.len && memcmp(name.ptr + name.len - ending.len, ending.ptr, ending.len) == 0;
    return ends ? (brs_str){name.ptr, name.len - ending.len + 1} : (brs_str){NULL, 0};
}

// The names of all notes in a folder; a folder is listed once.
static const site_note_folder *list_folder(site_build *build, brs_str folder, brs_err *err)
{
    for (int i = 0; i < build->note_folders; i++) {
        if (str_equal(build->note_folder[i].path, folder)) {
            return &build->note_folder[i];
        }
    }
    if (build->note_folders == SITE_MAX_NOTE_FOLDERS) {
        build->note_folders = 0; // the oldest lists go
    }
    site_note_folder *at = &build->note_folder[build->note_folders++];
    brs_err why = BRS_ERR_NONE;
    at->path = (brs_str){brs_arena_string(build->arena, folder), folder.len};
    if (!fs_list(folder.len > 0 ? at->path.ptr : ".", ".notes.md", false, build->arena, &at->name, &at->count, &why)) {
        build->note_folders--;
        at->count = 0;
        if (why.code == BRS_RETRY) {  // there may be notes, and a page without them would be another one
            brs_fail(err, BRS_RETRY, "the notes beside it: %s", why.msg);
        }
    }
    return at;
}

// The first of the sorted names that does not come before the stem.
static int first_from(const site_note_folder *list, brs_str stem)
{
    int low = 0, high = list->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        const bool before = str_compare(list->name[middle], stem) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static const char *const *files_beside(site_build *build, const char *path, const char *const *none, brs_err *err)
{
    brs_str stem = stem_of(path);
    if (stem.len == 0) {
        return none;
    }
    brs_str folder = {path, (size_t)(stem.ptr - path)};
    const site_note_folder *list = list_folder(build, folder, err);
    const int first = first_from(list, stem);
    int count = 0;
    while (first + count < list->count && str_begins(list->name[first + count], stem)) {
        count++;
    }
    if (count == 0) {
        return none;
    }
    const char **files = brs_arena_alloc(build->arena, (size_t)count + 1, sizeof *files);
    for (int i = 0; i < count; i++) {
        brs_buf full;
        buf_init(&full, build->arena, folder.len + list->name[first + i].len + 1);
        buf_put(&full, folder);
        buf_put(&full, list->name[first + i]);
        buf_byte(&full, '\0');
        files[i] = full.ptr;
    }
    return files;
}

const char *const *site_note_files(site_build *build, const brs_site_input *input, brs_err *err)
{
    static const char *const none[] = {NULL};
    if (build->options->anonymous || build->viewer != SITE_FOR_ALL) { // who writes notes may have seen all
        return none;
    }
    if (input->notes != NULL) {
        return input->notes;
    }
    return input->bytes.ptr == NULL ? files_beside(build, input->path, none, err) : none;
}

void site_take_notes(site_build *build, const char *const *files, site_match *match)
{
    if (build->options->anonymous || build->viewer != SITE_FOR_ALL) {
        return;
    }
    for (int i = 0; files[i] != NULL; i++) {
        read_file(build, match, files[i]);
    }
    site_notes_take_remarks(match, (brs_report){on_mistake, build});
}
