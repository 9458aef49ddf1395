#include "site_find.h"

#include <string.h>

#include "str.h"

enum { RECORD_REFUSED, RECORD_MATCH };

static brs_str join_names(brs_arena *arena, const site_wording *words, const brs_setup *setup)
{
    brs_buf text;
    if (site_is_unnamed(setup)) {
        return site_short_names(setup, words, arena);
    }
    buf_init(&text, arena, 64);
    for (int seat = 0; seat < setup->seats; seat++) {
        buf_puts(&text, site_join(words, seat, setup->seats));
        buf_put(&text, site_seat_name(setup, seat));
    }
    return buf_str(&text);
}

static brs_str join_decks(brs_arena *arena, const site_wording *words, const site_match *match)
{
    brs_str deck[2];
    int count = 0;
    brs_buf text;
    buf_init(&text, arena, 64);
    for (int seat = 0; seat < match->setup->seats && seat < 2; seat++) {
        const char *name = match->replay->deck_name[seat];
        name = name != NULL || match->viewer != SITE_FOR_ALL ? name : match->setup->deck[seat].name;
        if (name != NULL && name[0] != '\0') {
            deck[count++] = str_of(name);
        }
    }
    if (count == 2) {
        site_put_words(&text, words, SITE_SAY_against, deck, 2);
    } else if (count == 1) {
        buf_put(&text, deck[0]);
    }
    return buf_str(&text);
}

// The ending as plain text: the words of its parts.
static brs_str ending_text(site_build *build, const site_match *match)
{
    site_scene scene;
    site_begin_page(build, &scene, match, "");
    site_node *root = scene.tree.root;
    site_say_ending(&scene);
    brs_buf text;
    buf_init(&text, match->arena, 96);
    for (const site_node *part = root->first; part != NULL; part = part->next) {
        buf_put(&text, part->fields->value);
    }
    return buf_str(&text);
}

void site_record_match(site_build *build, const site_match *match, brs_buf *out)
{
    const brs_setup *setup = match->setup;
    const bool has_cards = setup->cards != NULL && setup->game->card_view != NULL;
    site_pack_number(out, RECORD_MATCH);
    site_pack_text(out, str_of(setup->game->id));
    site_pack_text(out, str_of(setup->edition->id));
    site_pack_number(out, has_cards ? setup->cards->hash : 0);
    site_pack_text(out, str_of(match->address));
    site_pack_text(out, str_of(match->replay->date != NULL ? match->replay->date : ""));
    site_pack_text(out, join_names(match->arena, build->words, setup));
    site_pack_text(out, site_short_names(setup, build->words, match->arena));
    site_pack_text(out, join_decks(match->arena, build->words, match));
    site_pack_text(out, ending_text(build, match));
    site_pack_text(out, site_bots_text(match, build->words, match->arena));
    site_pack_text(out, site_seed_text(match, match->arena));
    site_pack_number(out, (uint64_t)site_last_unit(match));
    site_pack_number(out, (uint64_t)match->unit_count);
    site_pack_number(out, (uint64_t)build->pages);
    site_pack_number(out, (uint64_t)build->units);
    site_pack_number(out, build->out.bytes);
    site_pack_text(out, buf_str(&build->out.list));
    brs_buf seen;
    buf_init(&seen, match->arena, 16 * 1024);
    site_gather(match, &seen);
    site_pack_text(out, buf_str(&seen));
    buf_reset(&seen);
    site_find_pack(match, &seen);
    site_pack_text(out, buf_str(&seen));
}

void site_record_refusal(const brs_err *why, brs_buf *out)
{
    site_pack_number(out, RECORD_REFUSED);
    site_pack_number(out, (uint64_t)why->code);
    site_pack_text(out, str_of(why->msg));
}

static const brs_shelf *shelf_of(const site_build *build, brs_str game)
{
    for (int i = 0; i < build->library->count; i++) {
        if (str_is(game, build->library->shelf[i].game->id)) {
            return &build->library->shelf[i];
        }
    }
    return NULL;
}

// What lists say of a match comes first.
static bool read_head(const site_build *build, brs_str *at, site_record *out)
{
    brs_str rest = *at;
    const brs_shelf *shelf = shelf_of(build, site_take_text(&rest));
    const brs_str edition = site_take_text(&rest);
    out->set_hash = site_take_number(&rest);
    brs_str *const texts[] = {&out->address, &out->date, &out->names, &out->short_names,
                              &out->decks,   &out->ending, &out->bots, &out->seed};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        *texts[i] = site_take_text(&rest);
    }
    out->last = (int)site_take_number(&rest);
    out->told = (int)site_take_number(&rest);
    out->pages = (int)site_take_number(&rest);
    out->units = (int)site_take_number(&rest);
    out->bytes = site_take_number(&rest);
    out->game = shelf == NULL ? NULL : shelf->game;
    out->edition = shelf == NULL ? NULL : brs_edition_find(&shelf->editions, edition);
    *at = rest;
    return rest.ptr != NULL && out->edition != NULL;
}

static bool read_match(const site_build *build, brs_str rest, site_record *out)
{
    const bool ok = read_head(build, &rest, out);
    out->files = site_take_text(&rest);
    out->seen = site_take_text(&rest);
    out->finding = site_take_text(&rest);
    return ok && rest.ptr != NULL;
}

bool site_record_read_head(const site_build *build, brs_str bytes, site_record *out)
{
    *out = (site_record){.code = BRS_OK};
    return site_take_number(&bytes) == RECORD_MATCH && read_head(build, &bytes, out);
}

bool site_record_read(const site_build *build, brs_str bytes, site_record *out)
{
    *out = (site_record){.code = BRS_OK};
    if (site_take_number(&bytes) == RECORD_MATCH) {
        return read_match(build, bytes, out);
    }
    out->code = (brs_code)site_take_number(&bytes);
    out->why = site_take_text(&bytes);
    return bytes.ptr != NULL && out->code != BRS_OK;
}

site_key site_record_told(const site_record *record, site_key before, brs_arena *arena)
{
    const brs_str texts[] = {record->address, record->date, record->names, record->short_names, record->decks,
                             record->ending,  record->bots, record->seed,  record->seen,        record->finding};
    brs_buf all;
    buf_init(&all, arena, record->seen.len + 1024);
    site_pack_text(&all, (brs_str){(const char *)before.byte, SITE_KEY_BYTES});
    site_pack_text(&all, str_of(record->game->id));
    site_pack_text(&all, str_of(record->edition->id));
    site_pack_number(&all, record->set_hash);
    site_pack_number(&all, (uint64_t)record->last);
    site_pack_number(&all, (uint64_t)record->told);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        site_pack_text(&all, texts[i]);
    }
    return site_key_of(buf_str(&all));
}
