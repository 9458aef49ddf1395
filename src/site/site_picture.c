// The table at a place of a replay as one file of SVG: broadside board.
#include "broadside/site.h"

#include <string.h>

#include "site_board.h"
#include "site_notes.h"
#include "site_template.h"
#include "str.h"

// ---- which table -----------------------------------------------------------------------------------

// The first or the last event of a place; 0: nothing happened there.
static uint32_t event_of(const site_match *match, const site_place *place, bool last)
{
    uint32_t first, end, found = 0;
    site_place_events(match, place, &first, &end);
    for (uint32_t seq = first; seq < end && (last || found == 0); seq++) {
        if (site_place_holds(match, place, seq)) {
            found = seq;
        }
    }
    return found;
}

static site_node *find_table(const site_match *match, const site_place *place, bool before, site_names *names, brs_err *err)
{
    site_node *found;
    if (place->kind == SITE_AT_MATCH) {
        found = match->units[before ? 0 : match->unit_count].board;
    } else if (place->kind == SITE_AT_UNIT) {
        found = match->units[place->unit + (before ? 0 : 1)].board;
    } else {
        const uint32_t seq = event_of(match, place, !before);
        if (seq == 0) {
            brs_fail(err, BRS_TEXT, "nothing happened there, so there is no table before or after it");
            return NULL;
        }
        found = seq == 1 && before ? NULL : site_table_at(match, before ? seq - 1 : seq, names);
    }
    if (found == NULL) {
        brs_fail(err, BRS_TEXT, "there the table is still being laid");
    }
    return found;
}

// "Before turn 4, UA Drain"
static brs_str make_heading(const site_match *match, const site_wording *words, const site_place *place, bool before)
{
    brs_buf name, out;
    buf_init(&name, match->arena, 96);
    buf_init(&out, match->arena, 96);
    if (place->kind == SITE_AT_MATCH && !before) {
        return str_of(site_word(words, SITE_SAY_board_end));
    }
    site_place_name(match, words, place, &name);
    if (words->language == NULL && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z') {
        name.ptr[0] = (char)(name.ptr[0] + 32);  // inside a sentence, in English
    }
    site_put_words(&out, words, before ? SITE_SAY_board_before : SITE_SAY_board_after, &(brs_str){name.ptr, name.len}, 1);
    return buf_str(&out);
}

// ---- the file --------------------------------------------------------------------------------------

static brs_str source_of(const site_sources *sources, const brs_game_def *game, const char *file, brs_arena *arena)
{
    brs_buf path;
    buf_init(&path, arena, 64);
    buf_putf(&path, "%s/%s", game->id, file);
    const brs_str own = site_source(sources, buf_str(&path));
    return own.ptr != NULL ? own : (brs_str){"", 0};
}

static bool write_picture(const brs_board_options *o, const site_sources *sources, const site_sketch *sketch, brs_buf *out,
                          brs_err *err)
{
    const bool light = o->theme != NULL && strcmp(o->theme, "light") == 0, dark = o->theme != NULL && strcmp(o->theme, "dark") == 0;
    if (o->theme != NULL && !light && !dark && strcmp(o->theme, "auto") != 0) {
        return brs_fail(err, BRS_USAGE, "a theme is auto, light or dark, not \"%s\"", o->theme);
    }
    brs_buf style;
    buf_init(&style, sketch->arena, 4096);
    buf_put(&style, site_source(sources, BRS_STR("board.css")));
    buf_put(&style, site_source(sources, dark ? BRS_STR("board-dark.css") : BRS_STR("board-light.css")));
    const brs_str other = light || dark ? (brs_str){NULL, 0} : site_source(sources, BRS_STR("board-dark.css"));
    site_write_svg(sketch, buf_str(&style), other, source_of(sources, o->setup->game, "symbols.html", sketch->arena), out);
    return true;
}

// The words of the picture, and the setup again from a game that speaks its language.
static bool prepare(const brs_board_options *o, site_names *names, const brs_setup **setup, brs_arena *arena, brs_err *err)
{
    const brs_language *language;
    site_wording *words = BRS_NEW(arena, site_wording, 1);
    if (!site_language_load(o->language, arena, &language, err)) {
        return false;
    }
    site_words_init(words, language, arena);
    site_names_init(names, arena);
    names->words = words;
    *setup = o->setup;
    if (language == NULL) {
        return true;
    }
    brs_library *library = BRS_NEW(arena, brs_library, 1);
    brs_setup *own = BRS_NEW(arena, brs_setup, 1);
    if ((o->library == NULL && !brs_library_load(NULL, arena, library, err)) ||
        !brs_replay_setup(o->replay, site_translate_library(o->library != NULL ? o->library : library, language, arena), arena, own, err)) {
        return false;
    }
    memcpy(own->name, o->setup->name, sizeof own->name);
    *setup = own;
    return true;
}

bool brs_site_board(const brs_board_options *options, brs_arena *arena, brs_str *out, brs_err *err)
{
    site_names *names = BRS_NEW(arena, site_names, 1);
    site_match *match = BRS_NEW(arena, site_match, 1);
    site_place place = {.kind = SITE_AT_MATCH};
    site_sources sources;
    site_sketch sketch;
    uint8_t viewer;
    brs_buf picture;
    if (options->replay->hidden != 0) {
        return brs_fail(err, BRS_USAGE, "is one side's view, which nobody can play: it has no table to show");
    }
    const brs_setup *setup;
    if (!prepare(options, names, &setup, arena, err) || !site_read_viewer(options->view, &viewer, err) || !site_sources_load(&sources, options->templates, arena, err) ||
        !site_sources_declare(&sources, names, err)) {
        return false;
    }
    if (viewer >= SITE_FOR_SEAT && site_viewer_seat(viewer) >= options->setup->seats) {
        return brs_fail(err, BRS_USAGE, "there is no seat %s in a game of %d", options->view, options->setup->seats);
    }
    if (!site_play_for(match, viewer, options->replay, setup, names, arena, err) ||
        (options->at != NULL && !site_place_read(match, str_of(options->at[0] == '@' ? options->at + 1 : options->at), &place, err))) {
        return false;
    }
    const site_node *table = find_table(match, &place, options->before, names, err);
    if (table == NULL) {
        return false;
    }
    site_sketch_init(&sketch, arena, 0);
    site_draw_board(match, table, names, make_heading(match, names->words, &place, options->before), &sketch);
    buf_init(&picture, arena, 64 * 1024);
    if (!write_picture(options, &sources, &sketch, &picture, err)) {
        return false;
    }
    *out = buf_str(&picture);
    return true;
}
