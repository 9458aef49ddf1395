// A whole site as one zip file, for a school's platform or a stick.
#include <string.h>

#include "broadside/site.h"
#include "fs.h"
#include "site_cache.h"
#include "site_zip.h"
#include "str.h"

enum { MAX_FILE = 64 << 20 };

static bool add_files(const char *folder, const brs_str *name, int count, site_zip *zip, brs_err *err)
{
    brs_arena arena;
    brs_arena_init(&arena, 0);
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        brs_buf path;
        brs_str bytes;
        brs_arena_reset(&arena);
        buf_init(&path, &arena, 256);
        buf_putf(&path, "%s/%.*s", folder, BRS_ARG(name[i]));
        buf_byte(&path, '\0');
        ok = str_is(name[i], SITE_CACHE_FILE) ||  // it is for the next build only
             (fs_read(path.ptr, MAX_FILE, &arena, &bytes, err) && site_zip_add(zip, brs_arena_string(&arena, name[i]), bytes, false, err));
    }
    brs_arena_release(&arena);
    return ok;
}

bool brs_site_zip(const char *folder, const char *path, bool replace, brs_err *err)
{
    brs_arena arena;
    brs_str *name;
    brs_buf bytes;
    site_zip zip;
    int count;
    brs_arena_init(&arena, 0);
    buf_init(&bytes, &arena, 1 << 20);
    bool ok = fs_list(folder, "", true, &arena, &name, &count, err) && site_zip_begin(&zip, &bytes, err);
    if (ok) {
        ok = add_files(folder, name, count, &zip, err);
        ok = site_zip_end(&zip, ok ? err : NULL) && ok && fs_write(path, buf_str(&bytes), replace, err);
    }
    brs_arena_release(&arena);
    return ok;
}
