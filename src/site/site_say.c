// Sentences as parts, and the addresses that their links lead to.
#include "site_say.h"

#include <string.h>

#include "str.h"

void site_put_unit_file(brs_buf *out, const site_match *match, int unit)
{
    char name[48];
    brs_unit_file(match->setup->game->unit, match->units[unit].number, name, sizeof name);
    buf_puts(out, name);
    buf_puts(out, ".html");
}

static brs_buf start_text(site_scene *scene)
{
    brs_buf text;
    buf_init(&text, scene->tree.arena, 48);
    return text;
}

void site_put_event_href(site_scene *scene, uint16_t name, uint32_t seq)
{
    brs_buf text = start_text(scene);
    int unit = site_unit_of(scene->match, seq);
    if (unit != scene->unit && !scene->whole) {
        buf_puts(&text, scene->units);
        site_put_unit_file(&text, scene->match, unit);
    }
    buf_puts(&text, "#e");
    buf_number(&text, seq);
    site_put(&scene->tree, name, buf_str(&text));
}

void site_put_unit_href(site_scene *scene, uint16_t name, int unit)
{
    if (unit < 0 || unit >= scene->match->unit_count) {
        site_puts(&scene->tree, name, "");
        return;
    }
    brs_buf text = start_text(scene);
    if (scene->whole) {
        char file[48];
        brs_unit_file(scene->match->setup->game->unit, scene->match->units[unit].number, file, sizeof file);
        buf_putf(&text, "#u-%s", file);
    } else {
        buf_puts(&text, scene->units);
        site_put_unit_file(&text, scene->match, unit);
    }
    site_put(&scene->tree, name, buf_str(&text));
}

void site_put_rule(site_scene *scene, uint16_t rule)
{
    const brs_rule *row = &scene->match->setup->game->rules[rule];
    site_puts(&scene->tree, SITE_rule, row->title);
    site_puts(&scene->tree, SITE_rule_id, row->id);
}

void site_put_card(site_scene *scene, uint16_t name, int handle)
{
    const brs_setup *setup = scene->match->setup;
    int card = setup->game->card_of == NULL || setup->cards == NULL
                   ? -1
                   : setup->game->card_of(setup, handle);
    site_put(&scene->tree, name, setup->game->handle_name(setup, handle));
    site_put(&scene->tree, SITE_slug,
             card < 0 ? (brs_str){"", 0} : setup->game->card_slug(setup->cards, card));
}

brs_str site_seat_name(const brs_setup *setup, int seat)
{
    if (seat < 0 || seat >= setup->seats) {
        return seat == BRS_SEAT_CHANCE ? BRS_STR("chance") : BRS_STR("nobody");
    }
    return setup->name[seat] != NULL ? str_of(setup->name[seat])
                                     : (brs_str){&"ABCDEFGHIJKL"[seat], 1};
}

void site_put_seat(site_scene *scene, int seat)
{
    site_put(&scene->tree, SITE_seat, site_seat_name(scene->match->setup, seat));
    site_number(&scene->tree, SITE_n, seat);
}

void site_put_signed(site_scene *scene, uint16_t name, int64_t value)
{
    brs_buf text = start_text(scene);
    if (value != 0) {
        buf_puts(&text, value > 0 ? "+" : "\xE2\x88\x92");
    }
    buf_number(&text, value < 0 ? -value : value);
    site_put(&scene->tree, name, buf_str(&text));
}

// ---- a viewer that makes parts ----------------------------------------------------------------

typedef struct {
    site_scene *scene;
    uint16_t inside; // what is being named; SITE_plain: running text
    brs_buf plain;   // running text that is not a part yet
} speaker;

static void end_plain(speaker *s)
{
    if (s->plain.len > 0) {
        site_open(&s->scene->tree, SITE_part, -1);
        site_copy(&s->scene->tree, SITE_plain, buf_str(&s->plain));
        site_close(&s->scene->tree);
        buf_reset(&s->plain);
    }
}

static void part_open(void *ctx, const char *name, int id)
{
    speaker *s = ctx;
    end_plain(s);
    site_open(&s->scene->tree, SITE_part, -1);
    switch (name[0]) {
    case 'c':
        site_put_card(s->scene, SITE_card, id);
        s->inside = SITE_card;
        break;
    case 's':
        site_put_seat(s->scene, id);
        s->inside = SITE_seat;
        break;
    case 'r':
        site_put_rule(s->scene, (uint16_t)id);
        s->inside = SITE_rule;
        break;
    default: s->inside = SITE_quote; break;
    }
}

static void part_text(void *ctx, const char *key, brs_str value)
{
    speaker *s = ctx;
    site_tree *tree = &s->scene->tree;
    if (key[0] != '\0' || value.len == 0) {
        return;
    }
    if (s->inside == SITE_quote) {
        site_copy(tree, SITE_quote, value);
    } else if (s->inside == SITE_plain) {
        buf_put(&s->plain, value);
    }
}

static void part_close(void *ctx)
{
    speaker *s = ctx;
    s->inside = SITE_plain;
    site_close(&s->scene->tree);
}

static speaker start_speaking(site_scene *scene)
{
    speaker s = {scene, SITE_plain, {.ptr = NULL}};
    buf_init(&s.plain, scene->tree.arena, 120);
    return s;
}

void site_say_event(site_scene *scene, const brs_event *event, bool question)
{
    speaker s = start_speaking(scene);
    brs_viewer viewer = {&s, part_open, part_text, part_close};
    char veiled[160];
    const int len = site_veil(scene->match, event, veiled, sizeof veiled);
    if (len > 0) {
        buf_put(&s.plain, (brs_str){veiled, (size_t)len});
        end_plain(&s);
        return;
    }
    brs_event_say(scene->match->setup, event, question, &viewer);
    end_plain(&s);
}

void site_say_term(site_scene *scene, const brs_event *event, const brs_term *term)
{
    speaker s = start_speaking(scene);
    brs_viewer viewer = {&s, part_open, part_text, part_close};
    brs_term_say(scene->match->setup, event, term, &viewer);
    end_plain(&s);
}

void site_say_check(site_scene *scene, const brs_event *event, const brs_check *check)
{
    speaker s = start_speaking(scene);
    brs_viewer viewer = {&s, part_open, part_text, part_close};
    brs_check_say(scene->match->setup, event, check, &viewer);
    end_plain(&s);
}

void site_say_victory(site_scene *scene, const brs_result *result)
{
    speaker s = start_speaking(scene);
    brs_viewer viewer = {&s, part_open, part_text, part_close};
    brs_victory_say(scene->match->setup, result, &viewer);
    end_plain(&s);
}

void site_say_slip(site_scene *scene, const brs_slip *slip)
{
    speaker s = start_speaking(scene);
    brs_viewer viewer = {&s, part_open, part_text, part_close};
    brs_slip_say(scene->match->setup, slip, &viewer);
    end_plain(&s);
}

// ---- choices as plain text ------------------------------------------------------------------------

static void ignore_open(void *ctx, const char *name, int id)
{
    (void)ctx;
    (void)name;
    (void)id;
}

static void text_only(void *ctx, const char *key, brs_str value)
{
    if (key[0] == '\0') {
        buf_put(ctx, value);
    }
}

static void ignore_close(void *ctx)
{
    (void)ctx;
}

void site_put_choices(site_scene *scene, uint16_t name, const brs_choice *choices, int n)
{
    brs_buf text = start_text(scene);
    brs_viewer viewer = {&text, ignore_open, text_only, ignore_close};
    for (int i = 0; i < n; i++) {
        buf_puts(&text, i > 0 ? "; " : "");
        brs_choice_say(scene->match->setup, choices[i], &viewer);
    }
    site_put(&scene->tree, name, buf_str(&text));
}
