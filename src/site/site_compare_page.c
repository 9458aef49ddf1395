// The page of a match under another edition: the first difference, its unit step by step, the later
// ones, and where the comparison ends.
#include "site_compare.h"

#include "site_notes.h"
#include "str.h"

enum { MAX_LATER = 40, MAX_OFFERED = 12 };

// Sentences of the other play are said with its own names; the tree is the same.
static void say(site_scene *scene, const site_match *match, uint16_t name, uint32_t seq)
{
    const site_match *own = scene->match;
    if (seq == 0) {
        return;
    }
    site_open(&scene->tree, name, (int)seq);
    scene->match = match;
    site_say_event(scene, brs_trace_at(&match->trace, seq), false);
    scene->match = own;
    site_close(&scene->tree);
}

// Which of the numbered steps a section is; 0: none of them. What is part of another counts as that one.
static int place_of(const brs_setup *setup, uint8_t section)
{
    const brs_section_info *info = setup->game->unit->sections;
    uint8_t order[BRS_MAX_SECTIONS];
    int count = setup->game->sections(setup, order), place = 0;
    bool within = false; // the step at hand, or a part of it
    for (int i = 0; i < count; i++) {
        const bool part = info[order[i]].group[0] != '\0';
        within = part ? within : info[order[i]].step;
        place += !part && within;
        if (order[i] == section) {
            return within ? place : 0;
        }
    }
    return 0;
}

static void put_row(site_scene *scene, const site_comparison *c, const site_row *row)
{
    site_tree *tree = &scene->tree;
    site_open(tree, SITE_row, row->sign);
    const site_say_id sign = row->sign == '~' ? SITE_SAY_changed : row->sign == '-' ? SITE_SAY_only_here : SITE_SAY_only_there;
    site_puts(tree, SITE_word, site_word(tree->names->words, sign));
    site_puts(tree, SITE_mark, row->sign == '~' ? "~" : row->sign == '-' ? "\xE2\x88\x92" : "+");
    if (row->left != 0) {
        site_put_event_href(scene, SITE_href, row->left);
    } else {
        site_puts(tree, SITE_href, "");
    }
    say(scene, c->first, SITE_left, row->left);
    say(scene, &c->other, SITE_right, row->right);
    site_close(tree);
}

static void put_section(site_scene *scene, const site_comparison *c, uint8_t section)
{
    site_tree *tree = &scene->tree;
    int same = 0, changed = 0;
    for (int i = 0; i < c->row_count; i++) {
        same += c->rows[i].section == section && c->rows[i].sign == '=';
        changed += c->rows[i].section == section && c->rows[i].sign != '=';
    }
    if (changed == 0) {
        return;
    }
    site_open(tree, SITE_section, section);
    site_puts(tree, SITE_title, c->setup.game->unit->sections[section].title);
    site_number(tree, SITE_before, place_of(c->first->setup, section));
    site_number(tree, SITE_after, place_of(&c->setup, section));
    site_number(tree, SITE_count, same);
    site_flag(tree, SITE_many, same != 1);
    for (int i = 0; i < c->row_count; i++) {
        if (c->rows[i].section == section && c->rows[i].sign != '=') {
            put_row(scene, c, &c->rows[i]);
        }
    }
    site_close(tree);
}

// Is the unit laid side by side the one in which the other game ends, and the match goes on?
static bool ends_there(const site_comparison *c)
{
    const int last = c->other.units[c->other.unit_count - 1].number;
    return c->over && c->unit == last && c->first->units[c->first->unit_count - 1].number > last;
}

// The first row that differs and of which something comes, in the order of the match. Where the other game ends, what
// did not happen any more is no reason: that is among what happened.
static const site_row *first_difference(const site_comparison *c)
{
    const site_row *missed = NULL;
    for (int i = 0; i < c->row_count; i++) {
        const site_row *row = &c->rows[i];
        if (row->sign == '=' || row->idle) {
            continue;
        }
        if (row->sign != '-' || !ends_there(c)) {
            return row;
        }
        missed = missed == NULL ? row : missed;
    }
    return missed;
}

static const brs_event *event_of(const site_comparison *c, const site_row *row)
{
    return row->left != 0 ? brs_trace_at(&c->first->trace, row->left) : brs_trace_at(&c->other.trace, row->right);
}

static bool is_among(uint8_t section, const uint8_t *order, int count)
{
    for (int i = 0; i < count; i++) {
        if (order[i] == section) {
            return true;
        }
    }
    return false;
}

// The sections of the match in their order, then those that only the other edition has.
static int all_sections(const site_comparison *c, uint8_t order[2 * BRS_MAX_SECTIONS])
{
    uint8_t more[BRS_MAX_SECTIONS];
    int count = c->setup.game->sections(c->first->setup, order);
    const int others = c->setup.game->sections(&c->setup, more);
    for (int i = 0; i < others; i++) {
        if (!is_among(more[i], order, count)) {
            order[count++] = more[i];
        }
    }
    return count;
}

static void put_first(site_scene *scene, site_comparison *c, int number)
{
    site_tree *tree = &scene->tree;
    const site_row *row = first_difference(c);
    const brs_event *e = event_of(c, row);
    const brs_game_def *game = c->setup.game;
    uint8_t order[2 * BRS_MAX_SECTIONS];
    const int count = all_sections(c, order);
    site_open(tree, SITE_first, number);
    site_put_unit_name(tree, SITE_unit_name, game->unit, number);
    site_puts(tree, SITE_title, e->section < BRS_MAX_SECTIONS ? game->unit->sections[e->section].title : "");
    site_put_rule(scene, e->rule);
    site_flag(tree, SITE_seen, row->left != 0);
    for (int i = 0; i < count; i++) {
        put_section(scene, c, order[i]);
    }
    site_close(tree);
}

static void put_later(site_scene *scene, site_comparison *c, int number, int index)
{
    site_tree *tree = &scene->tree;
    site_open(tree, SITE_later, number);
    site_put_unit_name(tree, SITE_unit_name, c->setup.game->unit, number);
    site_put_unit_href(scene, SITE_href, index);
    site_number(tree, SITE_count, c->differences);
    site_flag(tree, SITE_many, c->differences != 1);
    put_row(scene, c, first_difference(c));
    site_close(tree);
}

// Units that differ: the first one whole, the others by a line each. The one in which the comparison stops was cut
// short: the rest of it is no difference of the rules. Returns the number of the first, -1: none.
static int put_units(site_scene *scene, site_comparison *c)
{
    int found = -1, later = 0, more = 0, equal = 0, looked = 0;
    const int last = c->other.unit_count > 0 ? c->other.units[c->other.unit_count - 1].number : -1;
    for (int i = 0; i < c->first->unit_count && c->first->units[i].number <= last; i++) {
        const int number = c->first->units[i].number;
        const bool cut = c->stop != SITE_STOP_NONE && number == last;
        if (cut || site_compare_unit(c, number) == 0) {
            looked += !cut && c->looks > 0;
            equal += !cut && c->looks == 0;
        } else if (found < 0) {
            found = number;
            put_first(scene, c, number);
        } else if (later++ < MAX_LATER) {
            put_later(scene, c, number, i);
        } else {
            more++;
        }
    }
    site_number(&scene->tree, SITE_more, more);
    site_number(&scene->tree, SITE_same, equal);
    site_number(&scene->tree, SITE_looked, looked);
    return found;
}

static void put_choice(site_scene *scene, const site_comparison *c, const site_step_made *step)
{
    site_put_choices(scene, SITE_text, &step->made, 1);
    site_put_unit_name(&scene->tree, SITE_unit_name, c->setup.game->unit, step->unit);
    site_put_seat(scene, step->made.seat);
}

static void put_stop(site_scene *scene, const site_comparison *c)
{
    site_tree *tree = &scene->tree;
    if (c->stop == SITE_STOP_NONE) {
        return;
    }
    site_open(tree, SITE_stop, -1);
    site_flag(tree, SITE_illegal, c->stop == SITE_STOP_ILLEGAL);
    site_flag(tree, SITE_question, c->stop == SITE_STOP_QUESTION);
    site_puts(tree, SITE_rule, "");
    if (c->stop != SITE_STOP_DECKS) {
        put_choice(scene, c, &c->steps[c->at]);
        site_put_choices(scene, SITE_choices, c->asked, c->asked_count < MAX_OFFERED ? c->asked_count : MAX_OFFERED);
        site_number(tree, SITE_more, c->asked_count > MAX_OFFERED ? c->asked_count - MAX_OFFERED : 0);
        site_put(tree, SITE_who, site_seat_name(&c->setup, c->asked[0].seat));
    } else {
        site_puts(tree, SITE_choices, "");
    }
    if (c->rule != 0) {
        site_open(tree, SITE_law, -1);
        site_put_rule(scene, c->rule);
        site_close(tree);
    }
    site_close(tree);
}

static void put_allowances(site_scene *scene, const site_comparison *c)
{
    site_tree *tree = &scene->tree;
    for (int i = 0; i < c->relaxed_count; i++) {
        const brs_option_info *option = &c->setup.game->options[c->relaxed[i]];
        site_open(tree, SITE_option, i);
        site_puts(tree, SITE_help, option->help);
        site_put_rule(scene, option->rule);
        site_close(tree);
    }
    for (int i = 0; i < c->skipped_count && i < SITE_MAX_SKIPPED; i++) {
        site_open(tree, SITE_skipped, i);
        put_choice(scene, c, &c->steps[c->skipped[i]]);
        site_close(tree);
    }
    site_number(tree, SITE_fewer, c->skipped_count > SITE_MAX_SKIPPED ? c->skipped_count - SITE_MAX_SKIPPED : 0);
    for (int i = 0; i < c->picked_count && i < SITE_MAX_SKIPPED; i++) {
        site_open(tree, SITE_picked, i);
        put_choice(scene, c, &c->picked[i]);
        site_close(tree);
    }
    site_number(tree, SITE_again, c->picked_count > SITE_MAX_SKIPPED ? c->picked_count - SITE_MAX_SKIPPED : 0);
}

static void put_endings(site_scene *scene, const site_comparison *c)
{
    site_tree *tree = &scene->tree;
    site_open(tree, SITE_left, -1);
    site_say_ending(scene);
    site_close(tree);
    site_open(tree, SITE_right, -1);
    if (c->over) {
        site_say_victory(scene, &c->other.result);
    } else {
        site_open(tree, SITE_part, -1);
        site_puts(tree, SITE_plain, site_word(tree->names->words, SITE_SAY_not_to_end));
        site_close(tree);
    }
    site_close(tree);
}

static void put_columns(site_scene *scene, const char *left, const char *right)
{
    site_puts(&scene->tree, SITE_left_title, left);
    site_puts(&scene->tree, SITE_right_title, right);
}

static bool write_one(site_build *build, site_match *match, const brs_edition *edition, brs_err *err)
{
    site_comparison *c = BRS_NEW(match->arena, site_comparison, 1);
    site_scene scene;
    if (!site_compare_play(c, match, edition)) {
        return true;
    }
    site_begin_study(build, &scene, match, "../../../");
    scene.units = "../t/";
    site_put_match_head(&scene);
    site_puts(&scene.tree, SITE_other, edition->id);
    site_puts(&scene.tree, SITE_other_title, edition->title);
    put_columns(&scene, match->setup->edition->title, edition->title);
    int first = put_units(&scene, c);
    put_stop(&scene, c);
    put_allowances(&scene, c);
    put_endings(&scene, c);
    if (match->compared_count < SITE_MAX_COMPARED) {
        match->compared[match->compared_count++] = (site_compared){edition, c, first, c->stop != SITE_STOP_NONE};
    }
    brs_buf path;
    buf_init(&path, scene.tree.arena, 128);
    buf_putf(&path, "m/%s/c/%s.html", match->address, edition->id);
    buf_byte(&path, '\0');
    return site_end_page(build, &scene, match->setup->game, SITE_PAGE_COMPARE, path.ptr, err);
}

// ---- another line of the same game ----------------------------------------------------------------

static void put_fork(site_scene *scene, const site_comparison *c)
{
    const site_step_made there = {c->fork_made, c->fork_unit, false};
    site_open(&scene->tree, SITE_right, -1);
    put_choice(scene, c, &there);
    site_close(&scene->tree);
    if (c->fork < c->first->decision_count) {
        const site_step_made here = {c->first->decisions[c->fork].made, c->fork_unit, false};
        site_open(&scene->tree, SITE_left, -1);
        put_choice(scene, c, &here);
        site_close(&scene->tree);
    }
}

static bool write_line(site_build *build, site_match *match, const brs_variation *line, brs_err *err)
{
    site_comparison *c = BRS_NEW(match->arena, site_comparison, 1);
    site_scene scene;
    if (!site_compare_line(c, match, line->id)) {
        return true;
    }
    site_begin_study(build, &scene, match, "../../../");
    scene.units = "../t/";
    site_put_match_head(&scene);
    site_number(&scene.tree, SITE_number, line->id);
    site_put_unit_name(&scene.tree, SITE_unit_name, match->setup->game->unit, c->fork_unit);
    put_columns(&scene, site_word(build->words, SITE_SAY_as_played), site_word(build->words, SITE_SAY_other_line));
    site_put_line_label(&scene, line->id);
    site_put_line_notes(&scene, line->id);
    site_open(&scene.tree, SITE_fork, -1);
    put_fork(&scene, c);
    site_close(&scene.tree);
    c->stop = c->over ? SITE_STOP_NONE : SITE_STOP_QUESTION; // a line may break off in the middle of a unit
    put_units(&scene, c);
    put_endings(&scene, c);
    site_line_made *made = &match->lines[match->line_count++];
    *made = (site_line_made){line->id, c->fork_unit, c->fork_made};
    brs_buf path;
    buf_init(&path, scene.tree.arena, 128);
    buf_putf(&path, "m/%s/w/%u.html", match->address, (unsigned)line->id);
    buf_byte(&path, '\0');
    return site_end_page(build, &scene, match->setup->game, SITE_PAGE_LINE, path.ptr, err);
}

bool site_write_lines(site_build *build, site_match *match, brs_err *err)
{
    const brs_replay *replay = match->replay;
    match->lines = BRS_NEW(match->arena, site_line_made, (size_t)replay->variation_count + 1);
    for (int i = 0; i < replay->variation_count; i++) {
        if (!write_line(build, match, &replay->variations[i], err)) {
            return false;
        }
    }
    return true;
}

void site_put_lines(site_scene *scene)
{
    const site_match *match = scene->match;
    for (int i = 0; i < match->line_count; i++) {
        site_open(&scene->tree, SITE_fork, (int)match->lines[i].line);
        site_put_choices(scene, SITE_text, &match->lines[i].made, 1);
        site_put_seat(scene, match->lines[i].made.seat);
        site_put_unit_name(&scene->tree, SITE_unit_name, match->setup->game->unit, match->lines[i].unit);
        site_put_line_label(scene, match->lines[i].line);
        site_close(&scene->tree);
    }
}

bool site_write_comparisons(site_build *build, site_match *match, brs_err *err)
{
    for (int i = 0; i < build->library->count; i++) {
        const brs_shelf *shelf = &build->library->shelf[i];
        for (int k = 0; shelf->game == match->setup->game && k < shelf->editions.count; k++) {
            const brs_edition *other = shelf->editions.edition[k];
            if (strcmp(other->id, match->setup->edition->id) != 0 && !write_one(build, match, other, err)) {
                return false;
            }
        }
    }
    return true;
}

void site_put_comparisons(site_scene *scene)
{
    const site_match *match = scene->match;
    for (int i = 0; i < match->compared_count; i++) {
        const site_compared *at = &match->compared[i];
        site_open(&scene->tree, SITE_other, i);
        site_puts(&scene->tree, SITE_edition, at->edition->id);
        site_puts(&scene->tree, SITE_title, at->edition->title);
        site_flag(&scene->tree, SITE_changed, at->first >= 0);
        site_put_unit_name(&scene->tree, SITE_unit_name, match->setup->game->unit, at->first >= 0 ? at->first : 0);
        site_flag(&scene->tree, SITE_stop, at->stopped);
        site_close(&scene->tree);
    }
}
