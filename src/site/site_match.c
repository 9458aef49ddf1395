// The page of a match: who, what, how the score went, and one line for each unit.
#include "site_find.h"

#include <string.h>

#include "site_notes.h"
#include "site_share.h"
#include "str.h"

enum {
    CHART_WIDTH = 640,
    CHART_HEIGHT = 200,
    CHART_LEFT = 36,
    CHART_TOP = 10,
    CHART_BOTTOM = 22,
    RUNG_HEIGHT = 22,     // of a ladder: a name has room beside each
    NAMES_RIGHT = 116     // room for the names
};

// ---- the chart: the score at each unit, or the ladder after each group ---------------------------

typedef struct {
    int count;               // points along the x axis
    const int32_t **value;   // [point][seat]
    const int *unit;         // number of the unit (or group) that a point stands for; -1: the end
    int32_t top, bottom;     // values at the upper and the lower edge
    int height, right;       // of the whole picture; what is free at its right
} chart;

static int chart_x(const chart *c, int point)
{
    int width = CHART_WIDTH - CHART_LEFT - c->right;
    return CHART_LEFT + (c->count > 1 ? width * point / (c->count - 1) : 0);
}

static int chart_y(const chart *c, int32_t value)
{
    int height = c->height - CHART_TOP - CHART_BOTTOM;
    int32_t low = c->top > c->bottom ? c->bottom : c->top, high = c->top > c->bottom ? c->top : c->bottom;
    int32_t kept = value < low ? low : value > high ? high : value;
    return CHART_TOP + (int)((int64_t)height * (c->top - kept) / (c->top - c->bottom));
}

static void measure_score(const site_match *match, chart *c, const int32_t **value, int *unit)
{
    c->top = 1;
    for (int i = 0; i <= match->unit_count; i++) {
        const site_unit *at = &match->units[i];
        if (at->number == 0) {
            continue;
        }
        value[c->count] = at->score;
        unit[c->count++] = at->number;
        for (int seat = 0; seat < match->setup->seats; seat++) {
            c->top = at->score[seat] > c->top ? at->score[seat] : c->top;
        }
    }
    c->top = c->top <= 10 ? 10 : (c->top + 19) / 20 * 20;
}

// What a group settled is what everybody holds as the next one begins.
static void measure_ladder(const site_match *match, chart *c, const int32_t **value, int *unit)
{
    const int group = match->setup->game->unit->group;
    for (int i = 0; i < match->unit_count; i++) {
        const site_unit *at = &match->units[i];
        if (at->number % group == 1 && at->number > group + 1 && at->ladder != NULL) {
            value[c->count] = at->ladder;
            unit[c->count++] = at->number / group - 1;
        }
    }
    int32_t *last = BRS_NEW(match->arena, int32_t, BRS_MAX_SEATS);
    for (int seat = 0; seat < match->setup->seats; seat++) {
        last[seat] = match->result.place[seat];
    }
    value[c->count] = last;
    unit[c->count++] = match->unit_count > 0 ? match->units[match->unit_count - 1].number / group : 0;
    c->top = 1;
    c->bottom = match->setup->seats;
}

static chart measure(const site_match *match)
{
    size_t most = (size_t)match->unit_count + 2;
    const int32_t **value = brs_arena_alloc(match->arena, most, sizeof *value);
    int *unit = BRS_NEW(match->arena, int, most);
    chart c = {.value = value, .unit = unit, .height = CHART_HEIGHT, .right = NAMES_RIGHT};
    if (match->setup->game->unit->ladder != 0) {
        c.height = CHART_TOP + CHART_BOTTOM + RUNG_HEIGHT * (match->setup->seats - 1);
        measure_ladder(match, &c, value, unit);
    } else {
        measure_score(match, &c, value, unit);
    }
    return c;
}

// A name that fits beside a rung.
static brs_str brief(site_tree *tree, brs_str name)
{
    enum { MOST = 11 };
    size_t at = 0;
    for (int letters = 0; at < name.len && letters < MOST; letters++) {
        at++;
        while (at < name.len && ((unsigned char)name.ptr[at] & 0xC0) == 0x80) {
            at++;
        }
    }
    if (at == name.len) {
        return name;
    }
    brs_buf text;
    buf_init(&text, tree->arena, at + 4);
    buf_put(&text, (brs_str){name.ptr, at});
    buf_puts(&text, "\xe2\x80\xa6");
    return buf_str(&text);
}

// Two lines that end close to each other have their names a little apart.
static int label_y(const chart *c, int seat, int seats)
{
    enum { APART = 14 };
    const int32_t *last = c->value[c->count - 1];
    const int y = chart_y(c, last[seat]);
    if (seats != 2) {
        return y;
    }
    const int other = chart_y(c, last[1 - seat]), gap = y > other ? y - other : other - y;
    const bool below = y > other || (y == other && seat == 1);
    return gap >= APART ? y : y + (APART - gap) / 2 * (below ? 1 : -1);
}

static void put_line(site_scene *scene, const chart *c, int seat)
{
    site_tree *tree = &scene->tree;
    brs_buf points;
    buf_init(&points, tree->arena, 1024);
    for (int i = 0; i < c->count; i++) {
        buf_number(&points, chart_x(c, i));
        buf_byte(&points, ',');
        buf_number(&points, chart_y(c, c->value[i][seat]));
        buf_byte(&points, ' ');
    }
    // Colour alone must not tell lines apart: from the third seat on each has its own dashes.
    static const char *const dashes[] = {"", "", "2 3", "9 3", "9 3 2 3", "5 5", "14 4", "14 4 2 4", "2 6", "9 3 2 3 2 3",
                                         "4 2", "1 2"};
    site_open(tree, SITE_line, seat);
    site_put_seat(scene, seat);
    site_put(tree, SITE_label, brief(tree, site_seat_name(scene->match->setup, seat)));
    site_puts(tree, SITE_dash, dashes[seat]);
    site_put(tree, SITE_points, str_trim(buf_str(&points)));
    site_number(tree, SITE_x, chart_x(c, c->count - 1));
    site_number(tree, SITE_y, chart_y(c, c->value[c->count - 1][seat]));
    site_number(tree, SITE_label_y, label_y(c, seat, scene->match->setup->seats));
    site_close(tree);
}

static void put_marks(site_scene *scene, const chart *c)
{
    site_tree *tree = &scene->tree;
    for (int i = 0; i < c->count; i++) {
        site_open(tree, SITE_mark, i);
        if (c->unit[i] >= 0) {
            site_number(tree, SITE_label, c->unit[i]);
        } else {
            site_puts(tree, SITE_label, site_word(tree->names->words, SITE_SAY_chart_end));
        }
        for (int seat = 0; seat < scene->match->setup->seats; seat++) {
            site_open(tree, SITE_score, seat);
            site_number(tree, SITE_value, c->value[i][seat]);
            site_close(tree);
        }
        site_close(tree);
    }
}

static void put_rungs(site_tree *tree, const chart *c)
{
    const int span = c->bottom > c->top ? c->bottom - c->top : c->top - c->bottom;
    const int steps = c->bottom > c->top ? span : 4;  // places have a rung each
    for (int i = 0; i <= steps; i++) {
        int32_t value = c->bottom > c->top ? c->top + i : c->top * i / steps;
        site_open(tree, SITE_rung, i);
        site_number(tree, SITE_value, value);
        site_number(tree, SITE_y, chart_y(c, value));
        site_number(tree, SITE_right, CHART_WIDTH - c->right);
        site_close(tree);
    }
}

void site_put_chart(site_scene *scene)
{
    const site_match *match = scene->match;
    const brs_game_def *game = match->setup->game;
    const bool ladder = game->unit->ladder != 0;
    site_tree *tree = &scene->tree;
    chart c = measure(match);
    if ((match->score == 0 && !ladder) || c.count < 2) {
        return;
    }
    site_open(tree, SITE_chart, -1);
    site_puts(tree, SITE_title, game->quantities[ladder ? game->unit->ladder : match->score].title);
    const brs_unit_info *info = game->unit;
    site_puts(tree, SITE_step_title, ladder ? info->group_title : info->title);
    site_puts(tree, SITE_step_id, ladder ? info->group_word : info->word != NULL ? info->word : info->id);
    site_number(tree, SITE_height, c.height);
    put_rungs(tree, &c);
    int every = (c.count + 10) / 12;
    for (int i = 0; i < c.count && c.unit[i] >= 0; i += every > 0 ? every : 1) {
        site_open(tree, SITE_tick, i);
        site_number(tree, SITE_number, c.unit[i]);
        site_number(tree, SITE_x, chart_x(&c, i));
        site_number(tree, SITE_y, c.height - 5);
        site_close(tree);
    }
    for (int seat = 0; seat < match->setup->seats; seat++) {
        put_line(scene, &c, seat);
    }
    put_marks(scene, &c);
    site_close(tree);
}

// ---- one line for each unit -------------------------------------------------------------------

// The number of the group that begins with this unit, 0: none does.
static int group_begun(const site_match *match, int index)
{
    const int group = match->setup->game->unit->group;
    if (group == 0) {
        return 0;
    }
    const int now = match->units[index].number / group;
    return index > 0 && match->units[index - 1].number / group == now ? 0 : now;
}

// "Round 1", "Round 2": the way into a long list.
static void put_jumps(site_scene *scene)
{
    const site_match *match = scene->match;
    for (int i = 0; i < match->unit_count; i++) {
        const int group = group_begun(match, i);
        if (group > 0) {
            brs_buf text;
            buf_init(&text, scene->tree.arena, 24);
            buf_putf(&text, "%s %d", match->setup->game->unit->group_title, group);
            site_open(&scene->tree, SITE_jump, group);
            site_put(&scene->tree, SITE_title, buf_str(&text));
            site_close(&scene->tree);
        }
    }
}

// Without spoilers no line has the score, and the last one not what happened.
void site_put_unit_row(site_scene *scene, int index, bool spoilers)
{
    site_tree *tree = &scene->tree;
    const site_unit *unit = &scene->match->units[index];
    site_open(tree, SITE_row, index);
    site_put_unit_name(tree, SITE_unit_name, scene->match->setup->game->unit, unit->number);
    site_flag(tree, SITE_setup, unit->number == 0);
    const int begins = group_begun(scene->match, index);
    if (begins > 0) {
        site_number(tree, SITE_first, begins);
    }
    site_put_unit_href(scene, SITE_href, index);
    site_puts(tree, SITE_unit_title, scene->match->setup->game->unit->title);
    if (site_has_leader(scene->match, unit)) {
        site_open(tree, SITE_who, unit->seat);
        site_put_seat(scene, unit->seat);
        site_close(tree);
    }
    site_flag(tree, SITE_closed, !spoilers && index + 1 == scene->match->unit_count);
    if (spoilers || index + 1 < scene->match->unit_count) {
        site_put_leads(scene, unit);
    }
    const int notes = site_notes_of_unit(scene->match, index);
    site_number(tree, SITE_notes, notes);
    site_flag(tree, SITE_many, notes != 1);
    const int group = scene->match->setup->game->unit->group;
    if (spoilers && unit->number > 0 && (group == 0 || unit->number % group != 0)) {
        site_put_scores(scene, unit, unit + 1);
    }
    site_close(tree);
}

// ---- facts ------------------------------------------------------------------------------------

static void put_hex(site_tree *tree, uint16_t name, uint64_t value)
{
    brs_buf text;
    buf_init(&text, tree->arena, 20);
    buf_hex(&text, value, 16);
    site_put(tree, name, buf_str(&text));
}

static void put_core(site_scene *scene)
{
    brs_buf text;
    buf_init(&text, scene->tree.arena, 40);
    for (int i = 0; i < BRS_CORE_ID; i++) {
        buf_hex(&text, scene->match->replay->core[i], 2);
    }
    site_put(&scene->tree, SITE_core, buf_str(&text));
}

static void put_overrides(site_scene *scene)
{
    const site_match *match = scene->match;
    const brs_game_def *game = match->setup->game;
    for (int i = 0; i < match->replay->override_count; i++) {
        int option = brs_option_find(game, match->replay->overrides[i].option);
        if (option < 0) {
            continue;
        }
        char *value = brs_arena_alloc(scene->tree.arena, 128, 1);
        int len =
            brs_option_write(&game->options[option], match->replay->overrides[i].value, value, 128);
        site_open(&scene->tree, SITE_option, option);
        site_puts(&scene->tree, SITE_label, game->options[option].id);
        site_puts(&scene->tree, SITE_help, game->options[option].help);
        site_put(&scene->tree, SITE_value, (brs_str){value, (size_t)len});
        site_close(&scene->tree);
    }
}

static void put_facts(site_scene *scene, size_t replay_bytes)
{
    const site_match *match = scene->match;
    site_tree *tree = &scene->tree;
    site_puts(tree, SITE_date, match->replay->date != NULL ? match->replay->date : "");
    site_puts(tree, SITE_event_name, match->replay->event != NULL ? match->replay->event : "");
    site_puts(tree, SITE_place, match->replay->place != NULL ? match->replay->place : "");
    site_number(tree, SITE_patch, match->setup->edition->patch);
    if (match->replay->seeded) {
        site_put(tree, SITE_seed, site_seed_text(match, tree->arena));
    } else {
        site_puts(tree, SITE_seed, "");
    }
    put_hex(tree, SITE_hash, match->final_hash);
    put_core(scene);
    site_number(tree, SITE_decisions, match->replay->decisions.count);
    site_number(tree, SITE_events, match->trace.event_count);
    site_number(tree, SITE_size, (int64_t)replay_bytes);
    put_overrides(scene);
}

void site_say_ending(site_scene *scene)
{
    const site_match *match = scene->match;
    site_tree *tree = &scene->tree;
    if (match->result.over && match->replay->end == BRS_END_RULES) {
        site_say_victory(scene, &match->result);
        return;
    }
    static const site_say_id how[] = {
        [BRS_END_RULES] = SITE_SAY_end_rules,
        [BRS_END_CONCEDED] = SITE_SAY_end_conceded,
        [BRS_END_AGREED] = SITE_SAY_end_agreed,
        [BRS_END_UNFINISHED] = SITE_SAY_end_unfinished,
    };
    const uint8_t end = match->replay->end <= BRS_END_UNFINISHED ? match->replay->end : 0;
    brs_str rest = str_of(site_word(tree->names->words, how[end]));
    while (rest.len > 0) { // the words around {seat}
        const brs_str words = str_cut(&rest, '{');
        if (words.len > 0) {
            site_open(tree, SITE_part, -1);
            site_put(tree, SITE_plain, words);
            site_close(tree);
        }
        if (str_cut(&rest, '}').len > 0 && match->replay->end_seat < match->setup->seats) {
            site_open(tree, SITE_part, -1);
            site_put_seat(scene, match->replay->end_seat);
            site_close(tree);
        }
    }
}

// Who came in where, of a game that has places: nodes "standing".
static void put_standing(site_scene *scene)
{
    const site_match *match = scene->match;
    const int seats = match->setup->seats;
    for (int place = 1; match->result.over && place <= seats; place++) {
        for (int seat = 0; seat < seats; seat++) {
            if (match->result.place[seat] == place && match->setup->game->unit->ladder != 0) {
                site_open(&scene->tree, SITE_standing, place);
                site_puts(&scene->tree, SITE_join, place == 1 ? "" : ", ");
                site_number(&scene->tree, SITE_number, place);
                site_put_seat(scene, seat);
                site_close(&scene->tree);
            }
        }
    }
}

// What a view tells, a line each; whose view it is.
static void put_told(site_scene *scene)
{
    const site_match *match = scene->match;
    site_tree *tree = &scene->tree;
    brs_str viewer = str_of(site_word(tree->names->words, SITE_SAY_everybody));
    for (int seat = 0; seat < match->setup->seats; seat++) {
        if ((match->replay->hidden >> seat & 1) == 0) {
            viewer = site_seat_name(match->setup, seat);
        }
    }
    site_put(tree, SITE_viewer, viewer);
    for (int i = 0; i < match->told_count; i++) {
        const brs_told *told = &match->told[i];
        site_open(tree, SITE_told, i);
        site_put(tree, SITE_text, told->words);
        site_number(tree, SITE_count, told->times > 1 ? told->times : 0);
        if (told->seat < match->setup->seats) {
            site_open(tree, SITE_who, told->seat);
            site_put_seat(scene, told->seat);
            site_close(tree);
        }
        site_close(tree);
    }
}

// Players, their decks and the ending lead to the lists of games like this one.
static void put_ways(site_scene *scene)
{
    const site_match *match = scene->match;
    const brs_game_def *game = match->setup->game;
    site_tree *tree = &scene->tree;
    for (site_node *at = site_child(tree->root->first, SITE_player, -1); at != NULL; at = site_child(at->next, SITE_player, -1)) {
        const char *name = match->setup->name[at->id];
        tree->at = at;
        site_put(tree, SITE_find, site_find_player(str_of(name != NULL ? name : ""), tree->arena));
        site_put(tree, SITE_beside, site_find_deck(game->id, site_value(at, SITE_deck), tree->arena));
    }
    tree->at = tree->root;
    if (match->result.over && match->replay->end == BRS_END_RULES && match->result.reason > 0) {
        const brs_victory_info *victory = &game->victories[match->result.reason];
        site_open(tree, SITE_of_victory, -1);
        site_puts(tree, SITE_title, victory->title);
        site_puts(tree, SITE_sid, victory->id);
        site_close(tree);
    }
}

bool site_write_match(site_build *build, const site_match *match, brs_str bytes, brs_err *err)
{
    site_scene scene;
    if (!site_write_emblem(build, match, err)) {
        return false;
    }
    site_begin_study(build, &scene, match, "../../");
    scene.units = "t/";
    site_put_match_head(&scene);
    put_ways(&scene);
    site_put_notes(&scene, &(site_place){.kind = SITE_AT_MATCH});
    put_facts(&scene, bytes.len);
    site_put_chart(&scene);
    put_jumps(&scene);
    site_put_comparisons(&scene);
    site_put_lines(&scene);
    site_flag(&scene.tree, SITE_print, build->options->print);
    site_flag(&scene.tree, SITE_one, build->options->one);
    site_flag(&scene.tree, SITE_epub, build->options->epub && match->told == NULL);
    site_flag(&scene.tree, SITE_column, match->has_ledger);
    site_number(&scene.tree, SITE_question, match->questions);
    site_number(&scene.tree, SITE_astray, match->quiz_wrong);
    site_puts(&scene.tree, SITE_score_title, match->score != 0 ? match->setup->game->quantities[match->score].title : "");
    for (int i = 0; i < match->unit_count; i++) {
        site_put_unit_row(&scene, i, !build->options->no_spoilers);
    }
    if (match->told != NULL) {
        put_told(&scene);
    }
    site_open(&scene.tree, SITE_ending, -1);
    site_say_ending(&scene);
    site_close(&scene.tree);
    put_standing(&scene);
    brs_buf path;
    buf_init(&path, match->arena, 128);
    buf_puts(&path, "m/");
    buf_puts(&path, match->address);
    size_t folder = path.len;
    buf_puts(&path, "/x/match.replay");
    buf_byte(&path, '\0');
    if (!site_out_write(&build->out, path.ptr, bytes, err)) {
        return false;
    }
    path.len = folder;
    buf_puts(&path, "/index.html");
    buf_byte(&path, '\0');
    return site_end_page(build, &scene, match->setup->game, SITE_PAGE_MATCH, path.ptr, err);
}
