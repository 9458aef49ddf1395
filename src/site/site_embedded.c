// The built-in templates, and a folder whose files take their place.
#pragma GCC diagnostic ignored "-Woverlength-strings"
#include "site_template.h"

#include <string.h>

#include "fs.h"
#include "str.h"
#include "templates.h"

enum { TEMPLATE_LIMIT = 256 * 1024 };

// The built-in list is sorted by the build; a folder may only replace, so a typing error is
// noticed.
static bool replace_from(site_sources *out, const char *folder, brs_arena *arena, brs_err *err)
{
    brs_str *names;
    int count;
    if (!fs_list(folder, "", true, arena, &names, &count, err)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < out->count && !str_equal(out->name[at], names[i])) {
            at++;
        }
        if (at == out->count) {
            brs_fail(err, BRS_TEXT, "'%.*s' replaces no built-in template", BRS_ARG(names[i]));
            brs_help(err,
                     "Names are relative to the folder, such as pages/unit.html or style.css.");
            return false;
        }
        size_t len = strlen(folder) + 1 + names[i].len;
        char *path = brs_arena_alloc(arena, len + 1, 1);
        memcpy(path, folder, strlen(folder));
        path[strlen(folder)] = '/';
        memcpy(path + strlen(folder) + 1, names[i].ptr, names[i].len);
        out->from[at] = path;
        if (!fs_read(path, TEMPLATE_LIMIT, arena, &out->text[at], err)) {
            return false;
        }
    }
    return true;
}

bool site_sources_load(site_sources *out, const char *folder, brs_arena *arena, brs_err *err)
{
    int count = (int)(sizeof template_names / sizeof template_names[0]) - 1;
    *out = (site_sources){.count = count};
    out->name = BRS_NEW(arena, brs_str, (size_t)count);
    out->text = BRS_NEW(arena, brs_str, (size_t)count);
    out->from = brs_arena_alloc(arena, (size_t)count + 1, sizeof *out->from);
    for (int i = 0; i < count; i++) {
        out->name[i] = str_of(template_names[i]);
        out->text[i] = str_of(template_texts[i]);
    }
    return folder == NULL || replace_from(out, folder, arena, err);
}
