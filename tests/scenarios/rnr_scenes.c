// Scenarios of Revolt N Reign, line by line.
#include <stdio.h>
#include <string.h>

#include "fs.h"
#include "scene.h"

static void cards_line(runner *r, brs_str line)
{
    if (str_is(str_trim(line), "end")) {
        r->in_cards = false;
    } else {
        buf_put(&r->own, line);
        buf_puts(&r->own, "\n");
    }
}

static void play_line(runner *r, brs_str line, brs_str key, brs_str value)
{
    token t[SCENE_TOKENS];
    const int n = scene_split(value, t);
    if (!r->begun && str_is(key, "refuse") && n >= 2 && (scene_is(t[0], "setup") || scene_is(t[0], "cards"))) {
        r->expectations++;
        scene_refuse_setup(r, t, n);
        return;
    }
    if (!r->begun) {
        scene_begin_table(r);
    }
    if (r->failed || r->refused) {
        scene_fail(r, "the game has not begun");
        return;
    }
    if (str_is(key, "expect")) {
        scene_expect(r, value);
    } else if (str_is(key, "refuse")) {
        scene_refuse(r, value);
    } else if (scene_is_mend(line)) {
        scene_mend(r, line, false);
    } else if (str_is(line, "end turn")) {
        scene_end_turn(r);
    } else {
        brs_str rest = line;
        brs_str seat = str_word(&rest);
        if ((str_is(seat, "A") || str_is(seat, "B")) && rest.len > 0) {
            scene_choice_line(r, str_is(seat, "B"), rest);
        } else if (str_is(seat, "chance") && rest.len > 0) {
            scene_choice_line(r, -1, rest);
        } else {
            scene_fail(r, "not understood: %.*s", BRS_ARG(line));
        }
    }
}

// ahead: the lines that follow.
static void run_line(runner *r, brs_str raw, brs_str ahead)
{
    brs_str line = str_trim(raw), value = line;
    if (r->in_cards) {
        cards_line(r, raw);
        return;
    }
    if (line.len == 0 || line.ptr[0] == '#') {
        return;
    }
    brs_str key = str_cut(&value, ':');
    brs_str what = key;
    brs_str seat = str_word(&what);
    const bool has_colon = key.len < line.len && (key.len + 1 == line.len || str_blank(line.ptr[key.len + 1]));
    if (has_colon && str_is(key, "scenario")) {
        scene_begin(r, str_trim(value), ahead);
    } else if (r->id[0] == '\0') {
        snprintf(r->id, sizeof r->id, "(no scenario)");
        scene_fail(r, "a file begins with scenario: NAME");
    } else if (r->failed || r->skipped) {
        return;
    } else if (!has_colon || str_is(key, "expect") || str_is(key, "refuse")) {
        play_line(r, line, key, str_trim(value));
    } else if (r->begun) {
        scene_fail(r, "too late: the table stands");
    } else if (!((str_is(seat, "A") || str_is(seat, "B")) && scene_setup_line(r, str_is(seat, "B"), what, value)) &&
               !scene_header_line(r, key, value)) {
        scene_fail(r, "not understood: %.*s", BRS_ARG(line));
    }
}

static void run_under(runner *r, brs_str text)
{
    brs_str line;
    r->line = 0;
    snprintf(r->edition_name, sizeof r->edition_name, "%s@%d", r->edition->id, r->edition->patch);
    while (!scenes_done(r->all) && str_line(&text, &line)) {
        r->line++;
        run_line(r, line, text);
    }
    scene_finish(r);
}

void rnr_scenes_run(scenes *all, const char *path)
{
    static runner r;
    brs_arena text_arena;
    brs_err err = BRS_ERR_NONE;
    brs_str whole = {"", 0};
    const brs_editions *editions = &all->library->shelf[0].editions;
    brs_arena_init(&text_arena, 0);
    memset(&r, 0, sizeof r);
    brs_arena_init(&r.arena, 0);
    r.all = all;
    r.file = path;
    if (!fs_read(path, 1 << 20, &text_arena, &whole, &err)) {
        printf("FAIL %s: %s\n", path, err.msg);
        all->broken++;
    }
    for (int e = 0; e < editions->count && !scenes_done(all); e++) {
        for (r.edition = editions->edition[e]; r.edition != NULL && !scenes_done(all); r.edition = r.edition->former) {
            if (all->edition == NULL || all->edition == r.edition) {
                run_under(&r, whole);
            }
        }
    }
    brs_arena_release(&r.arena);
    brs_arena_release(&text_arena);
}
