// Which files hold scenarios, and of which game.
#include "scenes.h"

#include <stdio.h>
#include <string.h>

#include "fs.h"
#include "str.h"

// What the line "edition:" of a scenario says, "" when it has none.
static brs_str named_editions(brs_str ahead)
{
    brs_str line;
    while (str_line(&ahead, &line) && !str_begins(line, BRS_STR("scenario:"))) {
        if (str_begins(line, BRS_STR("edition:"))) {
            str_cut(&line, ':');
            line.len = str_cut(&(brs_str){line.ptr, line.len}, '#').len;
            return str_trim(line);
        }
    }
    return (brs_str){"", 0};
}

bool scenes_holds(const scenes *all, const brs_editions *editions, const brs_edition *now, brs_str ahead, brs_err *err)
{
    brs_str ids = named_editions(ahead);
    const brs_edition *first = ids.len == 0 ? editions->edition[0] : NULL;
    bool holds = ids.len == 0 && brs_edition_find(editions, str_of(now->id)) == now;  // a former patch is named or not meant
    while (ids.len > 0) {
        brs_str id = str_word(&ids);
        const brs_edition *named = brs_edition_find(editions, id);
        if (named == NULL) {
            brs_fail(err, BRS_ILLEGAL, "there is no edition %.*s", BRS_ARG(id));
            return true;
        }
        first = first == NULL ? named : first;
        holds = holds || named == now;
    }
    return all->once ? now == first : holds;
}

static void run_file(scenes *all, const char *path)
{
    (strstr(path, "/revolution/") != NULL ? rev_scenes_run : rnr_scenes_run)(all, path);
}

bool scenes_run(scenes *all, const char *path)
{
    brs_str *names;
    int count = 0;
    brs_err err = BRS_ERR_NONE;
    brs_arena arena;
    if (!fs_is_folder(path)) {
        run_file(all, path);
        return true;
    }
    brs_arena_init(&arena, 0);
    const bool listed = fs_list(path, ".scn", true, &arena, &names, &count, &err);
    if (!listed) {
        fprintf(stderr, "%s: %s\n", path, err.msg);
    }
    for (int i = 0; listed && i < count && !scenes_done(all); i++) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s", path, names[i].ptr);
        run_file(all, file);
    }
    brs_arena_release(&arena);
    return listed;
}
