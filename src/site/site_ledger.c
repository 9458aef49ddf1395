// The ledger of a match: for each unit and player what each number came from and went to, and how
// long it would last at this pace. All from the events; nothing is guessed.
#include "site_pages.h"

#include <string.h>

#include "str.h"

enum { MAX_QUANTITIES = 32, FAR = 60000 };

// What one section did to one number of one player, in a unit or in the whole match.
typedef struct {
    int64_t gained, lost;
    uint32_t event; // the first one
} entry;

typedef struct {
    site_scene *scene;
    int quantity[MAX_QUANTITIES], count; // those that players have and that add up
    entry *unit, *sum;                   // [quantity][seat][section]
    entry *before;                       // of the unit one round of turns earlier
    int fuse[BRS_MAX_SEATS];             // by seat: the unit in which it would end, as told last; 0: not told
    int seats;
} ledger;

static size_t place(const ledger *l, int quantity, int seat, int section)
{
    return ((size_t)quantity * (size_t)l->seats + (size_t)seat) * BRS_MAX_SECTIONS + (size_t)section;
}

static size_t bytes_of(const ledger *l)
{
    return place(l, l->count, 0, 0) * sizeof(entry);
}

static void find_quantities(ledger *l, const brs_game_def *game)
{
    for (int i = 1; i < game->quantity_count && l->count < MAX_QUANTITIES; i++) {
        if (game->quantities[i].adds && strcmp(game->quantities[i].subject, "seat") == 0) {
            l->quantity[l->count++] = i;
        }
    }
}

static int column_of(const ledger *l, const brs_event *e)
{
    const brs_game_def *game = l->scene->match->setup->game;
    for (int i = 0; i < l->count; i++) {
        if (game->event_kinds[e->kind].quantity == l->quantity[i] && e->section < BRS_MAX_SECTIONS &&
            e->arg[0] >= 0 && e->arg[0] < l->seats) {
            return i;
        }
    }
    return -1;
}

static void count_event(entry *into, const brs_event *e)
{
    const int64_t delta = (int64_t)e->arg[2] - e->arg[1];
    into->gained += delta > 0 ? delta : 0;
    into->lost += delta < 0 ? -delta : 0;
    into->event = into->event == 0 ? e->seq : into->event;
}

static void count_unit(const ledger *l, const site_unit *unit, entry *into)
{
    memset(into, 0, bytes_of(l));
    for (uint32_t seq = unit->first; seq < unit->end; seq++) {
        const brs_event *e = brs_trace_at(&l->scene->match->trace, seq);
        const int column = column_of(l, e);
        if (column >= 0) {
            count_event(&into[place(l, column, e->arg[0], e->section)], e);
        }
    }
}

// ---- one unit -------------------------------------------------------------------------------------

static void put_causes(ledger *l, int column, int seat)
{
    site_tree *tree = &l->scene->tree;
    const brs_section_info *info = l->scene->match->setup->game->unit->sections;
    bool again = false;
    for (int section = 0; section < BRS_MAX_SECTIONS; section++) {
        const entry *e = &l->unit[place(l, column, seat, section)];
        if (e->event != 0) {
            site_open(tree, SITE_cause, section);
            site_puts(tree, SITE_join, again ? "," : "");
            again = true;
            site_puts(tree, SITE_title, info[section].title);
            site_put_signed(l->scene, SITE_value, e->gained - e->lost);
            site_put_event_href(l->scene, SITE_href, e->event);
            site_close(tree);
        }
    }
}

// A part of a step is a mixture: there is no pace to it.
static bool is_step(const brs_section_info *section)
{
    return section->group[0] == '\0';
}

// What took some one round of turns ago and takes some again: when would nothing be left?
static void put_clock(ledger *l, const site_unit *unit, int column, int seat, int64_t left)
{
    site_tree *tree = &l->scene->tree;
    const site_match *match = l->scene->match;
    const brs_unit_info *info = match->setup->game->unit;
    if (l->quantity[column] != match->score || info->group != 0 || left <= 0) {
        return;
    }
    for (int section = 0; section < BRS_MAX_SECTIONS; section++) {
        const int64_t loss = l->unit[place(l, column, seat, section)].lost;
        const int64_t last = loss > 0 ? unit->number + l->seats * ((left + loss - 1) / loss) : FAR;
        if (last >= FAR || l->before[place(l, column, seat, section)].lost == 0 || !is_step(&info->sections[section])) {
            continue;
        }
        site_open(tree, SITE_clock, section);
        site_puts(tree, SITE_title, info->sections[section].title);
        site_number(tree, SITE_value, loss);
        site_put_unit_name(tree, SITE_unit_name, info, (int)last);
        site_close(tree);
    }
}

static void put_cell(ledger *l, const site_unit *unit, int column, int seat)
{
    site_tree *tree = &l->scene->tree;
    const brs_event *first = NULL, *last = NULL;
    for (uint32_t seq = unit->first; seq < unit->end; seq++) {
        const brs_event *e = brs_trace_at(&l->scene->match->trace, seq);
        if (column_of(l, e) == column && e->arg[0] == seat) {
            first = first == NULL ? e : first;
            last = e;
        }
    }
    site_open(tree, SITE_value, column);
    site_puts(tree, SITE_title, l->scene->match->setup->game->quantities[l->quantity[column]].title);
    site_flag(tree, SITE_changed, first != NULL);
    if (first != NULL) {
        site_number(tree, SITE_before, first->arg[1]);
        site_number(tree, SITE_after, last->arg[2]);
        put_causes(l, column, seat);
        put_clock(l, unit, column, seat, last->arg[2]);
    }
    site_close(tree);
}

// The unit in which the seat would lose if the end that comes by itself came; 0: there is none.
static int fuse_end(const ledger *l, int index, int seat)
{
    const site_match *match = l->scene->match;
    const site_unit *next = &match->units[index + 1];
    if (match->setup->game->fuse == NULL || index + 1 >= match->unit_count || next->fuse == NULL ||
        next->seat >= l->seats) {
        return 0;
    }
    return next->number + (seat - next->seat + l->seats) % l->seats + l->seats * next->fuse[seat];
}

static void put_fuse(ledger *l, int index, int seat)
{
    site_tree *tree = &l->scene->tree;
    const brs_game_def *game = l->scene->match->setup->game;
    const int end = fuse_end(l, index, seat);
    if (end == 0 || end == l->fuse[seat]) {
        return;
    }
    l->fuse[seat] = end;
    site_open(tree, SITE_fuse, -1);
    site_puts(tree, SITE_title, game->fuse->title);
    site_put_rule(l->scene, game->fuse->rule);
    site_put_unit_name(tree, SITE_unit_name, game->unit, end);
    site_close(tree);
}

static int count_cards(const site_node *zone)
{
    int count = 0;
    int64_t copies;
    for (const site_node *card = zone->first; card != NULL; card = card->next) {
        const brs_str text = site_value(card, SITE_copies);
        count += card->name == SITE_card && str_number(text, &copies) ? (int)copies : 0;
    }
    return count;
}

// How many cards lie where before a player when the unit has ended, where the game's table has places for cards.
static void put_places(ledger *l, const site_unit *after, int seat)
{
    site_tree *tree = &l->scene->tree;
    const uint16_t zone = site_name_find(tree->names, BRS_STR("zone"));
    site_node *table = after->board == NULL ? NULL : site_child(after->board->first, site_name_find(tree->names, BRS_STR("table")), -1);
    site_node *player = table == NULL ? NULL : site_child(table->first, SITE_player, seat);
    bool again = false;
    for (site_node *at = player == NULL ? NULL : player->first; at != NULL; at = at->next) {
        const int count = at->name == zone ? count_cards(at) : 0;
        if (count > 0) {
            site_open(tree, SITE_place, at->id);
            site_puts(tree, SITE_join, again ? ", " : "");
            site_put(tree, SITE_title, site_value(at, SITE_title));
            site_number(tree, SITE_count, count);
            site_close(tree);
            again = true;
        }
    }
}

static bool has_places(const ledger *l)
{
    const site_match *match = l->scene->match;
    const site_node *board = match->units[match->unit_count].board;
    const uint16_t zone = site_name_find(l->scene->tree.names, BRS_STR("zone"));
    site_node *table = board == NULL ? NULL : site_child(board->first, site_name_find(l->scene->tree.names, BRS_STR("table")), -1);
    site_node *player = table == NULL ? NULL : site_child(table->first, SITE_player, -1);
    return player != NULL && site_child(player->first, zone, -1) != NULL;
}

static bool touches(const ledger *l, int seat)
{
    for (int column = 0; column < l->count; column++) {
        for (int section = 0; section < BRS_MAX_SECTIONS; section++) {
            if (l->unit[place(l, column, seat, section)].event != 0) {
                return true;
            }
        }
    }
    return false;
}

static void add_to_sums(ledger *l)
{
    for (size_t i = 0; i < place(l, l->count, 0, 0); i++) {
        l->sum[i].gained += l->unit[i].gained;
        l->sum[i].lost += l->unit[i].lost;
    }
}

static void put_unit(ledger *l, int index)
{
    site_tree *tree = &l->scene->tree;
    const site_match *match = l->scene->match;
    const site_unit *unit = &match->units[index];
    count_unit(l, unit, l->unit);
    add_to_sums(l);
    memset(l->before, 0, bytes_of(l));
    if (index >= l->seats && match->units[index - l->seats].number == unit->number - l->seats) {
        count_unit(l, &match->units[index - l->seats], l->before);
    }
    for (int seat = 0; seat < l->seats; seat++) {
        if (!touches(l, seat)) {
            continue;
        }
        site_open(tree, SITE_row, unit->number);
        site_put_unit_name(tree, SITE_unit_name, match->setup->game->unit, unit->number);
        site_put_unit_href(l->scene, SITE_href, index);
        site_put_seat(l->scene, seat);
        for (int column = 0; column < l->count; column++) {
            put_cell(l, unit, column, seat);
        }
        put_places(l, unit + 1, seat);
        put_fuse(l, index, seat);
        site_close(tree);
    }
}

// ---- the whole match ------------------------------------------------------------------------------

static void put_sum(ledger *l, int column, int seat)
{
    site_tree *tree = &l->scene->tree;
    const brs_game_def *game = l->scene->match->setup->game;
    for (int section = 0; section < BRS_MAX_SECTIONS; section++) {
        const entry *e = &l->sum[place(l, column, seat, section)];
        if (e->gained == 0 && e->lost == 0) {
            continue;
        }
        site_open(tree, SITE_sum, section);
        site_put_seat(l->scene, seat);
        site_puts(tree, SITE_title, game->quantities[l->quantity[column]].title);
        site_puts(tree, SITE_label, game->unit->sections[section].title);
        site_number(tree, SITE_won, e->gained);
        site_number(tree, SITE_lost, e->lost);
        site_close(tree);
    }
}

static int count_slips(const site_match *match, int kind, int seat)
{
    int count = 0;
    for (int i = 0; i < match->slip_count; i++) {
        count += match->slips[i].kind == kind && match->slips[i].seat == seat;
    }
    return count;
}

static void put_slips(ledger *l)
{
    site_tree *tree = &l->scene->tree;
    const site_match *match = l->scene->match;
    const brs_game_def *game = match->setup->game;
    for (int kind = 1; kind < game->slip_count; kind++) {
        for (int seat = 0; seat < l->seats; seat++) {
            const int count = count_slips(match, kind, seat);
            if (count > 0) {
                site_open(tree, SITE_mark, kind);
                site_puts(tree, SITE_title, game->slip_kinds[kind].title);
                site_put_seat(l->scene, seat);
                site_number(tree, SITE_count, count);
                site_close(tree);
            }
        }
    }
    for (int i = 0; i < match->slip_count; i++) {
        const brs_slip *slip = &match->slips[i];
        site_open(tree, SITE_entry, i);
        site_put_unit_name(tree, SITE_unit_name, game->unit, match->units[site_unit_of(match, slip->event)].number);
        site_put_event_href(l->scene, SITE_href, slip->event);
        site_put_slip(l->scene, slip);
        site_close(tree);
    }
}

static void put_columns(ledger *l)
{
    for (int i = 0; i < l->count; i++) {
        site_open(&l->scene->tree, SITE_column, i);
        site_puts(&l->scene->tree, SITE_title, l->scene->match->setup->game->quantities[l->quantity[i]].title);
        site_close(&l->scene->tree);
    }
}

static void begin(ledger *l, site_scene *scene)
{
    const site_match *match = scene->match;
    *l = (ledger){.scene = scene, .seats = match->setup->seats};
    find_quantities(l, match->setup->game);
    l->unit = BRS_NEW(match->arena, entry, place(l, l->count, 0, 0) + 1);
    l->before = BRS_NEW(match->arena, entry, place(l, l->count, 0, 0) + 1);
    l->sum = BRS_NEW(match->arena, entry, place(l, l->count, 0, 0) + 1);
    memset(l->sum, 0, bytes_of(l));
}

static void put_rows(ledger *l, int from, int end)
{
    const site_match *match = l->scene->match;
    put_columns(l);
    site_flag(&l->scene->tree, SITE_lines, site_name_find(l->scene->tree.names, BRS_STR("zone")) != SITE_NAME_NONE && has_places(l));
    for (int i = from; i < end; i++) {
        if (match->units[i].number > 0) {
            put_unit(l, i);
        }
    }
}

void site_put_ledger(site_scene *scene, int from, int end)
{
    ledger l;
    begin(&l, scene);
    put_rows(&l, from, end);
}

bool site_write_ledger(site_build *build, site_match *match, brs_err *err)
{
    site_scene scene = {.match = match};
    ledger l;
    begin(&l, &scene);
    if (l.count == 0 || match->unit_count == 0) {
        return true;
    }
    site_begin_study(build, &scene, match, "../../");
    scene.units = "t/";
    site_put_match_head(&scene);
    put_rows(&l, 0, match->unit_count);
    for (int seat = 0; seat < l.seats; seat++) {
        for (int column = 0; column < l.count; column++) {
            put_sum(&l, column, seat);
        }
    }
    put_slips(&l);
    match->has_ledger = true;
    brs_buf path;
    buf_init(&path, scene.tree.arena, 128);
    buf_putf(&path, "m/%s/ledger.html", match->address);
    buf_byte(&path, '\0');
    return site_end_page(build, &scene, match->setup->game, SITE_PAGE_LEDGER, path.ptr, err);
}
