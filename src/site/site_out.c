// Staging: nobody ever reads half a site.
#include "site_out.h"

#include <stdio.h>
#include <string.h>

#include "fs.h"
#include "str.h"

static bool put_marker(const char *folder, brs_err *err)
{
    char path[SITE_MAX_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder, SITE_MARKER);
    return fs_write_if_changed(path, BRS_STR("made by broadside site\n"), NULL, err);
}

bool site_out_begin(site_out *out, const char *target, brs_err *err)
{
    size_t len = strlen(target);
    while (len > 1 && target[len - 1] == '/') {
        len--;
    }
    if (len == 0 || len >= sizeof out->target - 8) {
        return brs_fail(err, BRS_USAGE, "the name of the output folder is empty or too long");
    }
    *out = (site_out){.files = 0};
    memcpy(out->target, target, len);
    snprintf(out->fresh, sizeof out->fresh, "%s.new", out->target);
    if (!fs_is_ours(out->target, SITE_MARKER, err) || !fs_is_ours(out->fresh, SITE_MARKER, err)) {
        return false;
    }
    // The marker comes first and goes last, so that a run that was stopped can be told from
    // somebody's folder.
    return fs_make_folder(out->fresh, err) && put_marker(out->fresh, err) &&
           fs_remove_tree(out->fresh, SITE_MARKER, err) && fs_make_folder(out->fresh, err) &&
           put_marker(out->fresh, err);
}

bool site_out_write(site_out *out, const char *path, brs_str bytes, brs_err *err)
{
    char full[sizeof out->folder];
    int len = snprintf(full, sizeof full, "%s/%s", out->fresh, path);
    if (len < 0 || (size_t)len >= sizeof full) {
        return brs_fail(err, BRS_LIMIT, "a path in the site is too long");
    }
    char *slash = strrchr(full, '/');
    *slash = '\0';
    if (strcmp(full, out->folder) != 0) {
        if (!fs_make_folder(full, err)) {
            return false;
        }
        memcpy(out->folder, full, strlen(full) + 1);
    }
    *slash = '/';
    if (!fs_write_new(full, bytes, err)) {
        return false;
    }
    out->bytes += bytes.len;
    out->files++;
    return true;
}

bool site_out_end(site_out *out, brs_err *err)
{
    bool replaces = fs_exists(out->target);
    if (!fs_exchange(out->fresh, out->target, err)) {
        return false;
    }
    if (!replaces) {
        return true;
    }
    // An empty folder that was there has no marker yet.
    return put_marker(out->fresh, err) && fs_remove_tree(out->fresh, SITE_MARKER, err);
}
