// Places of a match, as notes and links name them.
#include "site_notes.h"

#include <stdio.h>
#include <string.h>

#include "str.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Past the zeros that open a number.
static size_t skip_zeros(brs_str text, size_t at)
{
    bool opens = at == 0 || !is_digit(text.ptr[at - 1]);
    while (opens && at + 1 < text.len && text.ptr[at] == '0' && is_digit(text.ptr[at + 1])) {
        at++;
    }
    return at;
}

// "t4" is "t004", "r2-t5" is "r02-t05".
static bool same_unit(brs_str a, brs_str b)
{
    size_t i = 0, j = 0;
    while (i < a.len && j < b.len) {
        i = skip_zeros(a, i);
        j = skip_zeros(b, j);
        if (a.ptr[i++] != b.ptr[j++]) {
            return false;
        }
    }
    return i == a.len && j == b.len;
}

static int find_unit(const site_match *match, brs_str name)
{
    for (int i = 0; i < match->unit_count; i++) {
        char file[48];
        int len = brs_unit_file(match->setup->game->unit, match->units[i].number, file, sizeof file);
        if (same_unit(name, (brs_str){file, (size_t)len})) {
            return i;
        }
    }
    return -1;
}

static bool read_event(const site_match *match, brs_str text, site_place *out, brs_err *err)
{
    int64_t seq = 0;
    const site_unit *unit = &match->units[out->unit];
    str_number((brs_str){text.ptr + 1, text.len - 1}, &seq);
    if (seq < unit->first || seq >= unit->end) {
        return brs_fail(err, BRS_TEXT, "there is no event %lld there: it has the events %u to %u", (long long)seq,
                        unit->first, unit->end - 1);
    }
    out->kind = SITE_AT_EVENT;
    out->event = (uint32_t)seq;
    out->section = brs_trace_at(&match->trace, out->event)->section;
    return true;
}

static bool read_section(const site_match *match, brs_str text, site_place *out, brs_err *err)
{
    const brs_section_info *info = match->setup->game->unit->sections;
    uint8_t order[BRS_MAX_SECTIONS];
    int count = match->setup->game->sections(match->setup, order);
    char list[200] = "";
    for (int i = 0; i < count; i++) {
        if (str_is(text, info[order[i]].id)) {
            out->kind = SITE_AT_SECTION;
            out->section = order[i];
            return true;
        }
        size_t len = strlen(list);
        if (len + strlen(info[order[i]].id) + 2 < sizeof list) {
            memcpy(list + len, " ", 2);
            memcpy(list + len + 1, info[order[i]].id, strlen(info[order[i]].id) + 1);
        }
    }
    return brs_fail(err, BRS_TEXT, "there is no section \"%.*s\"; there are%s, and events as e%u", BRS_ARG(text), list,
                    match->units[out->unit].first);
}

bool site_place_read(const site_match *match, brs_str text, site_place *out, brs_err *err)
{
    brs_str rest = text, unit = str_cut(&rest, '.');
    *out = (site_place){.kind = SITE_AT_UNIT};
    if (str_is(text, "match")) {
        out->kind = SITE_AT_MATCH;
        return true;
    }
    out->unit = find_unit(match, unit);
    if (out->unit < 0) {
        return brs_fail(err, BRS_TEXT, "there is no %s \"%.*s\" in this match", match->setup->game->unit->id,
                        BRS_ARG(unit));
    }
    if (rest.len == 0) {
        return unit.len == text.len || brs_fail(err, BRS_TEXT, "a section or an event is to follow the full stop");
    }
    bool event = rest.len > 1 && rest.ptr[0] == 'e' && is_digit(rest.ptr[1]);
    return event ? read_event(match, rest, out, err) : read_section(match, rest, out, err);
}

void site_place_write(const site_match *match, const site_place *place, brs_buf *out)
{
    if (place->kind == SITE_AT_MATCH) {
        buf_puts(out, "match");
        return;
    }
    char file[48];
    brs_unit_file(match->setup->game->unit, match->units[place->unit].number, file, sizeof file);
    buf_puts(out, file);
    if (place->kind == SITE_AT_SECTION) {
        buf_byte(out, '.');
        buf_puts(out, match->setup->game->unit->sections[place->section].id);
    } else if (place->kind == SITE_AT_EVENT) {
        buf_putf(out, ".e%u", place->event);
    }
}

void site_place_name(const site_match *match, const site_wording *words, const site_place *place, brs_buf *out)
{
    char name[96], event[16];
    if (place->kind == SITE_AT_MATCH) {
        buf_puts(out, site_word(words, SITE_SAY_the_match));
        return;
    }
    const int number = match->units[place->unit].number;
    const int len = number == 0 ? 0 : brs_unit_name(match->setup->game->unit, number, name, sizeof name);
    const brs_str unit = number == 0 ? str_of(site_word(words, SITE_SAY_setup)) : (brs_str){name, (size_t)len};
    if (place->kind == SITE_AT_EVENT) {
        snprintf(event, sizeof event, "%u", place->event);
        site_put_words(out, words, SITE_SAY_event_at, (const brs_str[]){unit, str_of(event)}, 2);
        return;
    }
    buf_put(out, unit);
    if (place->kind == SITE_AT_SECTION) {
        buf_puts(out, ", ");
        buf_puts(out, match->setup->game->unit->sections[place->section].title);
    }
}

// A section that a page leaves out has no id: then the page itself is the place.
static bool has_section(const site_match *match, const site_place *place)
{
    const site_unit *unit = &match->units[place->unit];
    for (uint32_t seq = unit->first; seq < unit->end; seq++) {
        if (site_place_holds(match, place, seq)) {
            return true;
        }
    }
    return false;
}

// The part of a unit that a section's place leads to; NULL: the unit itself.
static const char *part_of(const site_match *match, const site_place *place)
{
    const brs_section_info *info = &match->setup->game->unit->sections[place->section];
    if (place->kind != SITE_AT_SECTION || match->units[place->unit].number == 0 || !has_section(match, place)) {
        return NULL;
    }
    return info->group[0] != '\0' ? info->group : info->id;
}

// On the page that shows all units.
static void put_href_within(const site_match *match, const site_place *place, brs_buf *out)
{
    char file[48];
    const char *part = part_of(match, place);
    brs_unit_file(match->setup->game->unit, match->units[place->unit].number, file, sizeof file);
    if (place->kind == SITE_AT_EVENT) {
        buf_putf(out, "#e%u", place->event);
    } else if (part != NULL) {
        buf_putf(out, "#s-%s-%s", file, part);
    } else {
        buf_putf(out, "#u-%s", file);
    }
}

void site_place_href(site_scene *scene, const site_place *place, brs_buf *out)
{
    const site_match *match = scene->match;
    if (scene->whole && place->kind != SITE_AT_MATCH) {
        put_href_within(match, place, out);
        return;
    }
    if (scene->whole) {
        buf_puts(out, "index.html");
        return;
    }
    if (place->kind == SITE_AT_MATCH) {
        buf_puts(out, scene->home != NULL ? scene->home : scene->unit >= 0 ? "../" : "");
        buf_puts(out, "index.html");
        return;
    }
    if (place->unit != scene->unit || place->kind == SITE_AT_UNIT) {
        buf_puts(out, scene->units);
        site_put_unit_file(out, match, place->unit);
    }
    if (place->kind == SITE_AT_EVENT) {
        buf_putf(out, "#e%u", place->event);
    } else if (part_of(match, place) != NULL) {
        buf_puts(out, "#s-");
        buf_puts(out, part_of(match, place));
    } else if (place->unit == scene->unit && place->kind != SITE_AT_UNIT) {
        site_put_unit_file(out, match, place->unit);
    }
}

void site_place_events(const site_match *match, const site_place *place, uint32_t *first, uint32_t *end)
{
    if (place->kind == SITE_AT_MATCH) {
        *first = 1;
        *end = match->trace.event_count + 1;
    } else if (place->kind == SITE_AT_EVENT) {
        *first = place->event;
        *end = place->event + 1;
    } else {
        *first = match->units[place->unit].first;
        *end = match->units[place->unit].end;
    }
}

bool site_place_holds(const site_match *match, const site_place *place, uint32_t seq)
{
    if (place->kind != SITE_AT_SECTION) {
        return true;
    }
    const brs_section_info *info = match->setup->game->unit->sections;
    uint8_t section = brs_trace_at(&match->trace, seq)->section;
    return section == place->section || (section < BRS_MAX_SECTIONS && strcmp(info[section].group, info[place->section].id) == 0);
}
