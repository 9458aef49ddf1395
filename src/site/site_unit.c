// The page of one unit: the table before, every section in the edition's order, the table after.
#include "site_unit.h"

#include "site_notes.h"
#include "str.h"

enum { NO_SECTION = -1 };

// ---- blocks: a list of events, or a table of checks of one kind -------------------------------

static void end_block(site_unit_page *p)
{
    if (p->block != SITE_NO_BLOCK) {
        site_close(&p->scene.tree);
        p->block = SITE_NO_BLOCK;
    }
}

static bool is_check(const site_unit_page *p, const brs_event *e, int kind)
{
    return e != NULL && e->kind == kind && e->ncheck > 0 && e->nterm == 0 &&
           p->scene.match->setup->game->event_kinds[kind].quantity == 0;
}

// Two checks of a kind in a row make a table.
static void begin_block(site_unit_page *p, const brs_event *e)
{
    const brs_trace *trace = &p->scene.match->trace;
    bool table = is_check(p, e, e->kind) &&
                 (p->block == e->kind || is_check(p, brs_trace_at(trace, e->seq + 1), e->kind));
    int wanted = table ? e->kind : SITE_LIST_BLOCK;
    if (p->block == wanted) {
        return;
    }
    end_block(p);
    p->block = wanted;
    const char *question = p->scene.match->setup->game->event_kinds[e->kind].question;
    site_open(&p->scene.tree, SITE_block, -1);
    site_puts(&p->scene.tree, SITE_title,
              !table             ? ""
              : question != NULL ? question
                                 : site_word(p->scene.tree.names->words, SITE_SAY_looked_title));
}

static void put_in_block(site_unit_page *p, const brs_event *e)
{
    begin_block(p, e);
    site_put_event(p, e);
}

// ---- the strip: what a section changed --------------------------------------------------------

static bool same_fact(const brs_game_def *game, const brs_event *a, const brs_event *b)
{
    return game->event_kinds[a->kind].quantity == game->event_kinds[b->kind].quantity &&
           a->arg[0] == b->arg[0];
}

static void put_change(site_unit_page *p, const brs_event *first, const brs_event *last)
{
    site_tree *tree = &p->scene.tree;
    const brs_game_def *game = p->scene.match->setup->game;
    const brs_quantity_info *quantity = &game->quantities[game->event_kinds[first->kind].quantity];
    site_open(tree, SITE_strip, -1);
    if (str_is(str_of(quantity->subject), "seat")) {
        site_put_seat(&p->scene, first->arg[0]);
    } else if (str_is(str_of(quantity->subject), "card")) {
        site_put_card(&p->scene, SITE_card, first->arg[0]);
    }
    site_puts(tree, SITE_title, quantity->title);
    site_number(tree, SITE_before, first->arg[1]);
    site_number(tree, SITE_after, last->arg[2]);
    site_put_signed(&p->scene, SITE_delta, (int64_t)last->arg[2] - first->arg[1]);
    site_flag(tree, SITE_lost, last->arg[2] < first->arg[1]);
    site_close(tree);
}

// Which section of the order each one of it is a part of: asked for each event and section, so looked up once.
static void map_parts(site_unit_page *p)
{
    memset(p->part_of, UINT8_MAX, sizeof p->part_of);
    for (int i = 0; i < p->order_count; i++) {
        const char *group = p->info[p->order[i]].group;
        p->part_of[p->order[i]] = p->order[i];
        for (int k = 0; k < p->order_count && group != NULL && group[0] != '\0'; k++) {
            if (strcmp(group, p->info[p->order[k]].id) == 0) {
                p->part_of[p->order[i]] = p->order[k];
            }
        }
    }
}

// Does the event belong to this section, or to one of its parts?
static bool in_section(const site_unit_page *p, const brs_event *e, int section)
{
    return e->section == section || p->part_of[e->section] == section;
}

static void put_strip(site_unit_page *p, int section)
{
    const brs_trace *trace = &p->scene.match->trace;
    const brs_game_def *game = p->scene.match->setup->game;
    for (uint32_t i = p->unit->first; i < p->unit->end; i++) {
        const brs_event *first = brs_trace_at(trace, i), *last = first;
        if (!game->quantities[game->event_kinds[first->kind].quantity].adds ||
            !in_section(p, first, section)) {
            continue;
        }
        bool counted = false;
        for (uint32_t j = p->unit->first; j < p->unit->end && !counted; j++) {
            const brs_event *other = brs_trace_at(trace, j);
            if (same_fact(game, first, other) && in_section(p, other, section)) {
                counted = j < i;
                last = other;
            }
        }
        if (!counted && first->arg[1] != last->arg[2]) {
            put_change(p, first, last);
        }
    }
}

// ---- sections ---------------------------------------------------------------------------------

static int parts_of(const site_unit_page *p, int section)
{
    int count = 0;
    for (int i = 0; i < p->order_count; i++) {
        count += str_is(str_of(p->info[p->order[i]].group), p->info[section].id);
    }
    return count;
}

// "drain"; where several units share a page, "t004-drain".
static void put_section_id(site_unit_page *p, uint16_t name, const char *id)
{
    if (!p->scene.whole) {
        site_puts(&p->scene.tree, name, id);
        return;
    }
    char file[48];
    brs_buf text;
    buf_init(&text, p->scene.tree.arena, 48);
    brs_unit_file(p->scene.match->setup->game->unit, p->unit->number, file, sizeof file);
    buf_putf(&text, "%s-%s", file, id);
    site_put(&p->scene.tree, name, buf_str(&text));
}

static void put_section_head(site_unit_page *p, int section)
{
    site_tree *tree = &p->scene.tree;
    const brs_section_info *info = &p->info[section];
    put_section_id(p, SITE_sid, info->id);
    site_puts(tree, SITE_title, info->title);
    site_puts(tree, SITE_help, info->help != NULL ? info->help : "");
    if (info->rule != 0) {
        site_put_rule(&p->scene, info->rule);
    } else {
        site_puts(tree, SITE_rule, "");
    }
}

// A part that comes again ("5A" after "5C") gets a number, so that its id stays unique.
static void open_run(site_unit_page *p, int section, int nth)
{
    site_open(&p->scene.tree, SITE_run, nth);
    put_section_head(p, section);
    site_flag(&p->scene.tree, SITE_again, nth > 1);
}

static int put_runs(site_unit_page *p, int section)
{
    const brs_trace *trace = &p->scene.match->trace;
    int nth[BRS_MAX_SECTIONS] = {0};
    int open = NO_SECTION, events = 0;
    bool apart = parts_of(p, section) > 0;
    for (uint32_t i = p->unit->first; i < p->unit->end; i++) {
        const brs_event *e = &trace->events[i - 1];
        if (!in_section(p, e, section)) {
            continue;
        }
        if (apart && e->section != open) {
            end_block(p);
        }
        if (apart && e->section != open && open != NO_SECTION) {
            site_close(&p->scene.tree);
            open = NO_SECTION;
        }
        if (apart && e->section != section && open == NO_SECTION) {
            open_run(p, e->section, ++nth[e->section]);
            open = e->section;
        }
        put_in_block(p, e);
        events++;
    }
    end_block(p);
    if (open != NO_SECTION) {
        site_close(&p->scene.tree);
    }
    return events;
}

static bool is_top(const site_unit_page *p, int section)
{
    const char *group = p->info[section].group;
    for (int i = 0; i < p->order_count && group != NULL && group[0] != '\0'; i++) {
        if (str_is(str_of(p->info[p->order[i]].id), group)) {
            return false;
        }
    }
    return true;
}

// What happens only while the table is laid is no step of a later unit.
static void mark_setup(site_unit_page *p)
{
    const site_match *match = p->scene.match;
    memset(p->of_setup, 0, sizeof p->of_setup);
    if (match->unit_count == 0 || match->units[0].number != 0 || p->unit == match->units) {
        return;
    }
    for (uint32_t i = match->units[0].first; i < match->units[0].end; i++) {
        p->of_setup[brs_trace_at(&match->trace, i)->section] = true;
    }
}

// Where a game says that an empty section is not worth a word.
static bool is_left_out(const site_unit_page *p, int section)
{
    if (!p->scene.match->setup->game->unit->skip_empty) {
        return false;
    }
    const char *id = p->info[section].id;
    for (uint32_t i = p->unit->first; i < p->unit->end; i++) {
        int at = brs_trace_at(&p->scene.match->trace, i)->section;
        if (at == section || strcmp(p->info[at].group, id) == 0) {
            return false;
        }
    }
    return true;
}

static bool is_shown(const site_unit_page *p, int place)
{
    const int section = p->order[place];
    return place <= p->last_place && is_top(p, section) && !p->of_setup[section] && !is_left_out(p, section);
}

// The match ends in its last unit: steps that never came are no steps in which nothing happened.
static int find_last_place(const site_unit_page *p)
{
    const site_match *match = p->scene.match;
    int last = p->order_count - 1;
    for (int i = 0; p->unit + 1 == match->units + match->unit_count && i < p->order_count; i++) {
        for (uint32_t k = p->unit->first; k < p->unit->end; k++) {
            if (brs_trace_at(&match->trace, k)->section == p->order[i]) {
                last = i;
            }
        }
    }
    return last;
}

static void put_next_section(site_unit_page *p, int place, const bool *shown)
{
    for (int i = place + 1; i < p->order_count; i++) {
        if (shown[i]) {
            put_section_id(p, SITE_next_sid, p->info[p->order[i]].id);
            site_puts(&p->scene.tree, SITE_next_title, p->info[p->order[i]].title);
            return;
        }
    }
    site_puts(&p->scene.tree, SITE_next_sid, "");
}

static void put_sections(site_unit_page *p)
{
    site_tree *tree = &p->scene.tree;
    bool shown[BRS_MAX_SECTIONS];
    int step = 0, id = 0;
    for (int i = 0; i < p->order_count; i++) {
        shown[i] = is_shown(p, i);
    }
    for (int i = 0; i < p->order_count; i++) {
        if (!shown[i]) {
            continue;
        }
        site_open(tree, SITE_section, ++id);
        step += p->info[p->order[i]].step;
        site_number(tree, SITE_number, p->info[p->order[i]].step ? step : 0);
        put_section_head(p, p->order[i]);
        p->asked += site_put_quizzes(&p->scene, &(site_place){SITE_AT_SECTION, p->order[i], p->scene.unit, 0}, true);
        site_put_notes(&p->scene, &(site_place){SITE_AT_SECTION, p->order[i], p->scene.unit, 0});
        int events = put_runs(p, p->order[i]);
        site_flag(tree, SITE_quiet, events == 0);
        put_strip(p, p->order[i]);
        put_next_section(p, i, shown);
        site_close(tree);
    }
}

// Events of no section that the edition knows: the laying of the table, above all.
static void put_loose(site_unit_page *p)
{
    bool open = false;
    for (uint32_t i = p->unit->first; i < p->unit->end; i++) {
        const brs_event *e = brs_trace_at(&p->scene.match->trace, i);
        if (p->unit->number > 0 && p->part_of[e->section] != UINT8_MAX) { // before the first unit there are no steps
            continue;
        }
        if (!open) {
            site_open(&p->scene.tree, SITE_loose, -1);
            open = true;
        }
        put_in_block(p, e);
    }
    end_block(p);
    if (open) {
        site_close(&p->scene.tree);
    }
}

// ---- the page ---------------------------------------------------------------------------------

static void put_board(site_unit_page *p, uint16_t name, const site_unit *unit)
{
    if (unit->board != NULL) {
        unit->board->name = name;
        site_graft(&p->scene.tree, unit->board);
    }
}

static void put_neighbours(site_unit_page *p, int index)
{
    site_put_unit_href(&p->scene, SITE_prev_href, index - 1);
    site_put_unit_href(&p->scene, SITE_next_href, index + 1);
    const site_match *match = p->scene.match;
    const brs_unit_info *info = match->setup->game->unit;
    if (index > 0) {
        site_put_unit_name(&p->scene.tree, SITE_prev_name, info, match->units[index - 1].number);
    }
    if (index + 1 < match->unit_count) {
        site_put_unit_name(&p->scene.tree, SITE_next_name, info, match->units[index + 1].number);
    }
}

// Name, leader, decisions in short and all steps of a unit, into the open node.
void site_put_unit(site_unit_page *p, int index)
{
    site_tree *tree = &p->scene.tree;
    const site_match *match = p->scene.match;
    p->unit = &match->units[index];
    p->block = SITE_NO_BLOCK;
    p->scene.unit = index;
    p->order_count = match->setup->game->sections(match->setup, p->order);
    map_parts(p);
    mark_setup(p);
    p->last_place = find_last_place(p);
    site_put_unit_name(tree, SITE_unit_name, match->setup->game->unit, p->unit->number);
    site_flag(tree, SITE_setup, p->unit->number == 0);
    if (site_has_leader(match, p->unit)) {
        site_open(tree, SITE_who, p->unit->seat);
        site_put_seat(&p->scene, p->unit->seat);
        site_close(tree);
    }
    site_put_leads(&p->scene, p->unit);
    p->asked = site_put_quizzes(&p->scene, &(site_place){SITE_AT_UNIT, 0, index, 0}, true);
    put_loose(p);
    if (p->unit->number > 0) {
        put_sections(p);
    }
    if (index + 1 == match->unit_count) {
        site_open(tree, SITE_over, -1);
        site_say_ending(&p->scene);
        site_close(tree);
    }
    site_put_rest(&p->scene, index);
}

static const char *path_in(const site_match *match, brs_arena *arena, const char *folder, int index)
{
    brs_buf path;
    buf_init(&path, arena, 128);
    buf_putf(&path, "m/%s/%s", match->address, folder);
    if (index >= 0) {
        site_put_unit_file(&path, match, index);
    }
    buf_byte(&path, '\0');
    return path.ptr;
}

static site_unit_page begin(site_build *build, const site_match *match, const site_led *led, const char *root)
{
    site_unit_page p = {.led = led, .info = match->setup->game->unit->sections, .block = SITE_NO_BLOCK};
    site_begin_page(build, &p.scene, match, root);
    site_put_match_head(&p.scene);
    return p;
}

static bool write_unit(site_build *build, const site_match *match, const site_led *led, int index, brs_str replay,
                       brs_err *err)
{
    const brs_game_def *game = match->setup->game;
    site_unit_page p = begin(build, match, led, "../../../");
    site_put_unit(&p, index);
    if (p.asked > 0) {
        site_put(&p.scene.tree, SITE_study, build->study); // the sheet for questions
    }
    site_flag(&p.scene.tree, SITE_asked, p.asked > 0);
    put_neighbours(&p, index);
    site_put_scores(&p.scene, p.unit, p.unit + 1);
    put_board(&p, SITE_table_before, p.unit);
    put_board(&p, SITE_table_after, p.unit + 1);
    build->units++;
    const char *path = path_in(match, match->arena, "t/", index);
    if (!site_end_page(build, &p.scene, game, SITE_PAGE_UNIT, path, err)) {
        return false;
    }
    if (build->options->one && !site_write_alone(build, path, path_in(match, match->arena, "one/", index), replay, err)) {
        return false;
    }
    return !build->options->embed ||
           (site_render_page(build, &p.scene, game, SITE_PAGE_EMBED, err) &&
            site_write_alone(build, path, path_in(match, match->arena, "embed/", index), (brs_str){NULL, 0}, err));
}

// What was kept for the pages of units has links from there.
static void forget_text(site_node *board)
{
    for (site_node *child = board == NULL ? NULL : board->first; child != NULL; child = child->next) {
        child->html = (brs_str){NULL, 0};
    }
}

static void put_leaf_id(site_unit_page *p, int index)
{
    char file[48];
    brs_unit_file(p->scene.match->setup->game->unit, p->scene.match->units[index].number, file, sizeof file);
    site_copy(&p->scene.tree, SITE_sid, str_of(file));
}

// All units on one page: for paper, and to be handed on as one file.
static bool write_whole(site_build *build, const site_match *match, const site_led *led, brs_str replay, brs_err *err)
{
    site_unit_page p = begin(build, match, led, "../../");
    p.scene.whole = true;
    site_put_notes(&p.scene, &(site_place){.kind = SITE_AT_MATCH});
    for (int i = 0; i < match->unit_count; i++) {
        site_open(&p.scene.tree, SITE_leaf, i);
        put_leaf_id(&p, i);
        site_flag(&p.scene.tree, SITE_closed, build->options->no_spoilers && i + 1 == match->unit_count);
        site_put_unit(&p, i);
        forget_text((p.unit + 1)->board);
        put_board(&p, SITE_table_after, p.unit + 1);
        site_close(&p.scene.tree);
    }
    const char *path = path_in(match, match->arena, "print.html", -1);
    const bool written = build->options->print
                             ? site_end_page(build, &p.scene, match->setup->game, SITE_PAGE_PRINT, path, err)
                             : site_render_page(build, &p.scene, match->setup->game, SITE_PAGE_PRINT, err);
    return written && (!build->options->one ||
                       site_write_alone(build, path, path_in(match, match->arena, "one/match.html", -1), replay, err));
}

bool site_write_units(site_build *build, site_match *match, brs_str replay, brs_err *err)
{
    site_led led = site_map_led(match, match->arena);
    for (int i = 0; i < match->unit_count; i++) {
        if (!write_unit(build, match, &led, i, replay, err)) {
            return false;
        }
    }
    if (!build->options->print && !build->options->one) {
        return true;
    }
    site_notes_again(match);
    return write_whole(build, match, &led, replay, err);
}
