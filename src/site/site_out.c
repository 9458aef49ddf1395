// Staging: nobody ever reads half a site.
#include "site_out.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "fs.h"
#include "site_bytes.h"
#include "str.h"

enum { FULL_PATH = SITE_MAX_PATH + 256 };
static const size_t max_file = (size_t)1 << 28;

// Straight, without a temporary file: a run that is stopped leaves an empty folder or one with its marker.
static bool put_marker(const char *folder, brs_err *err)
{
    char path[FULL_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, SITE_MARKER);
    return fs_exists(path) || fs_write_new(path, BRS_STR("made by broadside site\n"), err);
}

static bool join(char out[FULL_PATH], const char *folder, const char *path, brs_err *err)
{
    const int len = snprintf(out, FULL_PATH, "%s/%s", folder, path);
    return (len >= 0 && len < FULL_PATH) || brs_fail(err, BRS_LIMIT, "a path in the site is too long");
}

bool site_take_file(brs_str *list, site_file *out)
{
    out->path = site_take_text(list);
    out->hash = site_take_number(list);
    out->bytes = site_take_number(list);
    return list->ptr != NULL;
}

bool site_out_begin(site_out *out, const char *target, brs_arena *arena, brs_err *err)
{
    size_t len = strlen(target);
    while (len > 1 && target[len - 1] == '/') {
        len--;
    }
    *out = (site_out){.lock = -1};
    if (len == 0 || len >= sizeof out->target - 8) {
        return brs_fail(err, BRS_USAGE, "the name of the output folder is empty or too long");
    }
    memcpy(out->target, target, len);
    snprintf(out->fresh, sizeof out->fresh, "%s.new", out->target);
    buf_init(&out->list, arena, 4096);
    buf_init(&out->moves, arena, 256);
    if (fs_is_link(out->target)) {
        brs_err_file(err, out->target);
        return brs_fail(err, BRS_USAGE, "the output folder is a symbolic link, and a site replaces its folder");
    }
    // The folder that this one goes into is made first, for it is what the lock is on.
    char parent[SITE_MAX_PATH];
    memcpy(parent, out->target, len + 1);
    char *slash = strrchr(parent, '/');
    if (slash != NULL && slash != parent) {
        *slash = '\0';
        if (!fs_make_folder(parent, err)) {
            return false;
        }
    }
    return fs_is_ours(out->target, SITE_MARKER, err) && fs_is_ours(out->fresh, SITE_MARKER, err) &&
           fs_lock(out->target, &out->lock, err);
}

bool site_out_within(site_out *out, const site_out *whole, const char *name, brs_arena *arena, brs_err *err)
{
    *out = (site_out){.lock = -1, .durable = whole->durable};
    const int target = snprintf(out->target, sizeof out->target, "%s/%s", whole->target, name),
              fresh = snprintf(out->fresh, sizeof out->fresh, "%s/%s", whole->fresh, name);
    if (target < 0 || fresh < 0 || (size_t)target >= sizeof out->target || (size_t)fresh >= sizeof out->fresh) {
        return brs_fail(err, BRS_USAGE, "the name of the output folder is too long");
    }
    buf_init(&out->list, arena, 4096);
    buf_init(&out->moves, arena, 256);
    if (fs_is_link(out->target)) {
        brs_err_file(err, out->target);
        return brs_fail(err, BRS_USAGE, "the output folder is a symbolic link, and a site replaces its folder");
    }
    return true;
}

bool site_out_adopt(const char *target, const char *name, brs_err *err)
{
    char marker[FULL_PATH];
    snprintf(marker, sizeof marker, "%s/%s/%s", target, name, SITE_MARKER);
    return !fs_exists(marker) || fs_is_link(target) || put_marker(target, err);
}

bool site_out_open(site_out *out, bool patch, brs_err *err)
{
    out->patch = patch;
    // The marker comes first and goes last, so that a run that was stopped can be told from somebody's folder.
    return fs_make_folder(out->fresh, err) && put_marker(out->fresh, err) &&
           fs_remove_tree(out->fresh, SITE_MARKER, err) && fs_make_folder(out->fresh, err) &&
           put_marker(out->fresh, err);
}

void site_out_fork(site_out *out, const site_out *from, brs_arena *arena)
{
    *out = *from;
    out->patch = false;
    out->folder[0] = '\0';
    buf_init(&out->list, arena, 4096);
    buf_init(&out->moves, arena, 16);
}

static bool make_folder_of(site_out *out, char *full, brs_err *err)
{
    char *slash = strrchr(full, '/');
    *slash = '\0';
    const bool ok = strcmp(full, out->folder) == 0 || fs_make_folder(full, err);
    if (ok) {
        memcpy(out->folder, full, strlen(full) + 1);
    }
    *slash = '/';
    return ok;
}

void site_out_keep(site_out *out, const site_file *file)
{
    site_pack_text(&out->list, file->path);
    site_pack_number(&out->list, file->hash);
    site_pack_number(&out->list, file->bytes);
    out->bytes += file->bytes;
}

bool site_out_write(site_out *out, const char *path, brs_str bytes, brs_err *err)
{
    char full[FULL_PATH];
    site_out_keep(out, &(site_file){str_of(path), XXH3_64bits(bytes.ptr, bytes.len), bytes.len});
    if (out->only != NULL) {
        if (str_ends(str_of(path), str_of(out->only))) {
            buf_put(out->caught, bytes);
        }
        return true;
    }
    if (out->patch) {
        if (!join(full, out->target, path, err) || fs_holds(full, bytes)) {
            return err == NULL || err->code == BRS_OK;
        }
        site_pack_text(&out->moves, str_of(path));
    }
    return join(full, out->fresh, path, err) && make_folder_of(out, full, err) && fs_write_new(full, bytes, err);
}

bool site_out_bring(site_out *out, const char *from, const site_file *file, brs_arena *arena, brs_err *err)
{
    char there[FULL_PATH], here[FULL_PATH];
    brs_str bytes;
    const char *path = brs_arena_string(arena, file->path);
    if (!join(there, from, path, err) || !fs_read(there, max_file, arena, &bytes, err)) {
        return false;
    }
    if (bytes.len != file->bytes || XXH3_64bits(bytes.ptr, bytes.len) != file->hash) {
        brs_err_file(err, there);
        brs_fail(err, BRS_CHECKSUM, "not as it was written");
        brs_help(err, "make that site again");
        return false;
    }
    return join(here, out->fresh, path, err) && make_folder_of(out, here, err) && fs_write_new(here, bytes, err);
}

bool site_out_has_match(const site_out *out, brs_str address)
{
    char path[FULL_PATH];
    snprintf(path, sizeof path, "%s/m/%.*s/", out->target, BRS_ARG(address));
    return fs_exists(path);  // we make folders only, and links were removed
}

bool site_out_holds(const site_out *out, const site_file *file, brs_arena *arena)
{
    char path[FULL_PATH];
    brs_str bytes;
    brs_err ignored = BRS_ERR_NONE; // what cannot be read does not hold it
    snprintf(path, sizeof path, "%s/%.*s", out->target, BRS_ARG(file->path));
    return fs_read(path, max_file, arena, &bytes, &ignored) && bytes.len == file->bytes &&
           XXH3_64bits(bytes.ptr, bytes.len) == file->hash;
}

// ---- the end ------------------------------------------------------------------------------------

bool site_out_exchange(site_out *out, brs_err *err)
{
    const bool replaces = fs_exists(out->target);
    if ((out->durable && !fs_sync_all(out->fresh, err)) || !fs_exchange(out->fresh, out->target, err) ||
        (out->durable && !fs_sync_names(out->target, err))) {
        return false;
    }
    // An empty folder that was there has no marker yet.
    return !replaces || put_marker(out->fresh, err);
}

bool site_out_unsettle(site_out *out, const char *cache, brs_err *err)
{
    char path[FULL_PATH];
    return join(path, out->target, cache, err) && (!out->durable || fs_sync_all(out->fresh, err)) && fs_remove(path, err) &&
           (!out->durable || fs_sync_names(path, err));
}

bool site_out_replace(const site_out *out, const char *folder, brs_err *err)
{
    char from[FULL_PATH], to[FULL_PATH], parent[FULL_PATH];
    if (!join(from, out->fresh, folder, err) || !join(to, out->target, folder, err)) {
        return false;
    }
    memcpy(parent, to, strlen(to) + 1);
    *strrchr(parent, '/') = '\0';
    return fs_make_folder(parent, err) && fs_exchange(from, to, err);
}

bool site_out_move(site_out *out, const char *path, brs_err *err)
{
    char from[FULL_PATH], to[FULL_PATH];
    return join(from, out->fresh, path, err) && join(to, out->target, path, err) && make_folder_of(out, to, err) &&
           fs_move(from, to, err);
}

bool site_out_drop(site_out *out, const char *path, brs_err *err)
{
    char from[FULL_PATH], to[FULL_PATH], name[SITE_MAX_PATH];
    snprintf(name, sizeof name, "dropped/%s", path);
    if (!join(from, out->target, path, err) || !join(to, out->fresh, name, err) ||
        (fs_exists(from) && (!make_folder_of(out, to, err) || !fs_move(from, to, err)))) {
        return false;
    }
    fs_prune(from, out->target);
    return true;
}

bool site_out_settle(site_out *out, const char *cache, brs_err *err)
{
    return (!out->durable || fs_sync_all(out->target, err)) && site_out_move(out, cache, err);
}

bool site_out_close(site_out *out, brs_err *err)
{
    char marker[FULL_PATH];
    brs_err why = BRS_ERR_NONE;
    bool ok = true;
    if (out->lock >= 0) {
        snprintf(marker, sizeof marker, "%s/%s", out->fresh, SITE_MARKER);
        ok = !fs_exists(marker) || fs_remove_tree(out->fresh, SITE_MARKER, &why);
        fs_remove_empty(out->fresh); // of a run that was stopped when all else was gone
    }
    fs_unlock(out->lock);
    out->lock = -1;
    if (!ok && err != NULL && err->code == BRS_OK) {
        *err = why;
    }
    return ok;
}
