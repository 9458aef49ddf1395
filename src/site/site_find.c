// Lists to find a game by: gathered match by match, written when all matches are known.
#include "site_find.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "sort.h"
#include "str.h"

// ---- players and decks -----------------------------------------------------------------------------

static site_topic *grown(site_topics *all, brs_arena *arena)
{
    if (all->count == all->cap) {
        const int cap = all->cap == 0 ? 64 : 2 * all->cap;
        site_topic *more = BRS_NEW(arena, site_topic, (size_t)cap);
        uint32_t *slots = BRS_NEW(arena, uint32_t, 2 * (size_t)cap);
        if (all->count > 0) {
            memcpy(more, all->topic, (size_t)all->count * sizeof *more);
        }
        for (int i = 0; i < all->count; i++) {
            size_t at = more[i].hash & (2 * (size_t)cap - 1);
            while (slots[at] != 0) {
                at = (at + 1) & (2 * (size_t)cap - 1);
            }
            slots[at] = (uint32_t)i + 1;
        }
        all->topic = more;
        all->slot = slots;
        all->cap = cap;
    }
    return &all->topic[all->count];
}

// The topic of that name, made if it is new.
static site_topic *topic_of(site_topics *all, const brs_game_def *game, brs_str normal, brs_arena *arena)
{
    site_topic *fresh = grown(all, arena);
    const size_t mask = 2 * (size_t)all->cap - 1;
    const uint64_t hash = XXH3_64bits(normal.ptr, normal.len);
    size_t at = hash & mask;
    for (; all->slot[at] != 0; at = (at + 1) & mask) {
        site_topic *topic = &all->topic[all->slot[at] - 1];
        if (topic->hash == hash && topic->game == game && str_equal(topic->name, normal)) {
            return topic;
        }
    }
    *fresh = (site_topic){.game = game, .name = {brs_arena_string(arena, normal), normal.len}, .hash = hash};
    all->slot[at] = (uint32_t)++all->count;
    return fresh;
}

static void add_name(site_build *build, site_topics *all, const brs_game_def *game, brs_str name)
{
    if (name.len == 0) {
        return;
    }
    site_topic *topic = topic_of(all, game, site_find_normal(name, &build->game), build->arena);
    const uint32_t match = (uint32_t)build->published_count;
    site_spots *spots = &topic->spots;
    if (spots->count == 0 || spots->match != match) { // not twice, of who plays against a namesake
        site_spot_add(spots, (site_spot){.match = match}, 0, build->arena);
    }
}

static brs_str deck_of(const site_match *match, int seat)
{
    const char *name = match->replay->deck_name[seat];
    if (name == NULL && seat < 2 && match->viewer == SITE_FOR_ALL && match->setup->deck[seat].count > 0) {
        name = match->setup->deck[seat].name;
    }
    return str_of(name != NULL ? name : "");
}

void site_find_pack(const site_match *match, brs_buf *out)
{
    const brs_setup *setup = match->setup;
    site_pack_number(out, (uint64_t)setup->seats);
    for (int seat = 0; seat < setup->seats; seat++) {
        site_pack_text(out, str_of(setup->name[seat] != NULL ? setup->name[seat] : ""));
        site_pack_text(out, deck_of(match, seat));
    }
    const bool by_rules = match->result.over && match->replay->end == BRS_END_RULES;
    site_pack_number(out, by_rules ? match->result.reason : 0);
}

static site_shelf *shelf_of(site_build *build, site_shelf *shelves, int *count, const brs_game_def *game, int rows)
{
    for (int i = 0; i < *count; i++) {
        if (shelves[i].game == game) {
            return &shelves[i];
        }
    }
    if (*count == SITE_MAX_SHELVES) {
        return NULL;
    }
    site_shelf *shelf = &shelves[(*count)++];
    *shelf = (site_shelf){.game = game, .count = rows, .all_games = true};
    shelf->seen = BRS_NEW(build->arena, site_seen, (size_t)rows + 1);
    return shelf;
}

site_shelf *site_slip_shelf(site_build *build, const brs_game_def *game)
{
    return shelf_of(build, build->slips, &build->slip_shelves, game, game->slip_count);
}

bool site_find_take(site_build *build, const site_record *record)
{
    brs_str rest = record->finding;
    const uint64_t seats = site_take_number(&rest);
    if (seats > BRS_MAX_SEATS) {
        return false;
    }
    for (uint64_t seat = 0; seat < seats; seat++) {
        add_name(build, &build->players, NULL, site_take_text(&rest));
        add_name(build, &build->decks, record->game, site_take_text(&rest));
    }
    const uint64_t reason = site_take_number(&rest);
    site_shelf *shelf = shelf_of(build, build->victories, &build->victory_shelves, record->game, record->game->victory_count);
    if (rest.ptr == NULL || shelf == NULL || reason >= (uint64_t)record->game->victory_count) {
        return false;
    }
    if (reason > 0) {
        shelf->seen[reason].games++;
        site_spot_add(&shelf->seen[reason].spots, (site_spot){.match = (uint32_t)build->published_count}, 0, build->arena);
    }
    return true;
}

// ---- the order of a list ---------------------------------------------------------------------------

typedef struct {
    uint32_t place, match;
    const uint8_t *at; // site_spot_at
} row;

static int by_place(const void *a, const void *b)
{
    return (((const row *)a)->place > ((const row *)b)->place) - (((const row *)a)->place < ((const row *)b)->place);
}

static const char * joined(brs_arena *arena, const char *first, const char *second, const char *third, const char *fourth)
{
    brs_buf text;
    buf_init(&text, arena, 64);
    buf_puts(&text, first);
    buf_puts(&text, second);
    buf_puts(&text, third);
    buf_puts(&text, fourth);
    buf_byte(&text, '\0');
    return text.ptr;
}

// ---- the pages of a list ---------------------------------------------------------------------------

// "f/p/0123" and page 2 (from 0) become "f/p/0123.3.html": no name of a card or a rule has a full stop.
static const char *page_path(const char *path, int page, brs_arena *arena)
{
    brs_buf text;
    buf_init(&text, arena, 64);
    buf_puts(&text, path);
    if (page > 0) {
        buf_putf(&text, ".%d", page + 1);
    }
    buf_puts(&text, ".html");
    buf_byte(&text, '\0');
    return text.ptr;
}

static const char *root_of(const char *path)
{
    int depth = 0;
    for (const char *c = path; *c != '\0'; c++) {
        depth += *c == '/';
    }
    return depth == 1 ? "../" : depth == 2 ? "../../" : "../../../";
}

// The way to the other pages, addresses from the top of the site: nodes "sheet", the first, the last and those around.
// `first` (NULL: like the others) is the address of the first one.
static void put_sheets(site_scene *scene, const char *path, const char *first, int page, int pages)
{
    enum { AROUND = 2 };
    site_tree *tree = &scene->tree;
    int last = -1;
    site_number(tree, SITE_page, page > 0 ? page + 1 : 0);
    for (int i = 0; i < pages && pages > 1; i++) {
        if (i != 0 && i != pages - 1 && (i < page - AROUND || i > page + AROUND)) {
            continue;
        }
        site_open(tree, SITE_sheet, i + 1);
        site_puts(tree, SITE_href, i == 0 && first != NULL ? first : page_path(path, i, tree->arena));
        site_flag(tree, SITE_here, i == page);
        site_flag(tree, SITE_gap, i != last + 1);
        site_close(tree);
        last = i;
    }
}

// One list, its title and how it is told.
typedef struct {
    uint16_t kind;            // SITE_of_player ...
    brs_str title;
    const brs_game_def *game; // whose title the page names; NULL: none
    const char *about;        // address of what it is about, from the top of the site; NULL: nothing
    const char *path;         // "f/p/0123"
    const site_spots *spots;
    uint32_t games;
    bool ends;                // being on it tells how a match ended
} finding;

static void put_spot(site_scene *scene, const site_published *match, const site_spot *spot)
{
    site_tree *tree = &scene->tree;
    char file[48];
    brs_buf href;
    if (spot->seq == 0) {
        return;
    }
    brs_unit_file(match->unit, spot->unit, file, sizeof file);
    buf_init(&href, tree->arena, 96);
    buf_putf(&href, "m/%s/t/%s.html#e%u", match->address, file, spot->seq);
    site_open(tree, SITE_spot, -1);
    site_put(tree, SITE_href, buf_str(&href));
    site_put_unit_name(tree, SITE_unit_name, match->unit, spot->unit);
    site_number(tree, SITE_count, spot->count);
    site_flag(tree, SITE_many, spot->count != 1);
    site_close(tree);
}

static void put_finding(site_scene *scene, const finding *f, bool no_spoilers)
{
    site_tree *tree = &scene->tree;
    site_put(tree, SITE_title, f->title);
    site_flag(tree, f->kind, true);
    site_flag(tree, SITE_shut, f->ends && no_spoilers);
    site_puts(tree, SITE_game_title, f->game != NULL ? f->game->title : "");
    site_puts(tree, SITE_about, f->about != NULL ? f->about : "");
    site_number(tree, SITE_count, f->games);
    site_flag(tree, SITE_many, f->games != 1);
    site_number(tree, SITE_fewer, (uint32_t)f->spots->count < f->games ? f->spots->count : 0);
}

static bool write_list(site_build *build, const uint32_t *place, const finding *f, brs_err *err)
{
    const int count = f->spots->count, pages = (count + SITE_FIND_ROWS - 1) / SITE_FIND_ROWS;
    brs_arena_reset(&build->game);
    row *rows = BRS_NEW(&build->game, row, (size_t)count + 1);
    site_spot_reader reader = site_spot_first(f->spots);
    site_spot spot;
    for (int i = 0; site_spot_next(&reader, &spot); i++) {
        rows[i] = (row){place[spot.match], spot.match, reader.at};
    }
    brs_sort(rows, (size_t)count, sizeof *rows, BRS_NEW(&build->game, row, (size_t)count + 1), by_place);
    for (int page = 0; page < pages; page++) {
        site_scene scene;
        site_begin_study(build, &scene, NULL, root_of(f->path));
        put_finding(&scene, f, build->options->no_spoilers);
        put_sheets(&scene, f->path, NULL, page, pages);
        for (int i = page * SITE_FIND_ROWS; i < count && i < (page + 1) * SITE_FIND_ROWS; i++) {
            const site_published match = site_published_at(build, (int)rows[i].match - 1, scene.tree.arena);
            spot = site_spot_at(rows[i].at);
            site_open_match(&scene, &match, i);
            put_spot(&scene, &match, &spot);
            site_close(&scene.tree);
        }
        if (!site_end_page(build, &scene, NULL, SITE_PAGE_FINDING, page_path(f->path, page, scene.tree.arena), err)) {
            return false;
        }
    }
    return true;
}

// ---- players, decks --------------------------------------------------------------------------------

static char fold(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

// Without a locale: letters of ASCII as in a dictionary, the rest by code point; then the game.
static int by_name(const void *a, const void *b)
{
    const site_topic *x = *(const site_topic *const *)a, *y = *(const site_topic *const *)b;
    const size_t shorter = x->name.len < y->name.len ? x->name.len : y->name.len;
    for (size_t i = 0; i < shorter; i++) {
        const unsigned char left = (unsigned char)fold(x->name.ptr[i]), right = (unsigned char)fold(y->name.ptr[i]);
        if (left != right) {
            return left < right ? -1 : 1;
        }
    }
    const int order = str_compare(x->name, y->name);
    return order != 0 || x->game == NULL ? order : strcmp(x->game->title, y->game->title);
}

static const site_topic **sorted_topics(const site_topics *all, brs_arena *arena)
{
    const size_t count = (size_t)all->count;
    const site_topic **list = brs_arena_alloc(arena, count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        list[i] = &all->topic[i];
    }
    brs_sort(list, count, sizeof *list, brs_arena_alloc(arena, count + 1, sizeof *list), by_name);
    return list;
}

static const char *topic_path(const site_topic *topic, uint16_t kind, brs_arena *arena)
{
    char id[SITE_FIND_ID];
    site_find_id(topic->game != NULL ? topic->game->id : "", topic->name, id);
    return joined(arena, kind == SITE_of_player ? "f/p/" : "f/d/", id, "", "");
}

static bool write_topics(site_build *build, const uint32_t *place, const site_topics *all, uint16_t kind, brs_err *err)
{
    bool ok = true;
    for (int i = 0; i < all->count && ok; i++) {
        const site_topic *topic = &all->topic[i];
        const finding f = {.kind = kind, .title = topic->name, .game = topic->game, .path = topic_path(topic, kind, build->arena),
                           .spots = &topic->spots, .games = (uint32_t)topic->spots.count};
        ok = write_list(build, place, &f, err);
    }
    return ok;
}

static void put_topic(site_scene *scene, const site_topic *topic, uint16_t kind, int index)
{
    site_tree *tree = &scene->tree;
    site_open(tree, SITE_entry, index);
    site_put(tree, SITE_name, topic->name);
    site_put(tree, SITE_letter, site_find_odd_points(topic->name, tree->arena));
    site_puts(tree, SITE_game_title, topic->game != NULL ? topic->game->title : "");
    site_puts(tree, SITE_href, page_path(topic_path(topic, kind, tree->arena), 0, tree->arena));
    site_number(tree, SITE_count, topic->spots.count);
    site_flag(tree, SITE_many, topic->spots.count != 1);
    site_close(tree);
}

// All players or all decks by name; nothing when there is none.
static bool write_names(site_build *build, const site_topics *all, uint16_t kind, const char *path, brs_err *err)
{
    brs_arena_reset(&build->game);
    const site_topic **list = sorted_topics(all, &build->game);
    const int pages = (all->count + SITE_FIND_NAMES - 1) / SITE_FIND_NAMES;
    bool ok = true;
    for (int page = 0; page < pages && ok; page++) {
        site_scene scene;
        site_begin_study(build, &scene, NULL, "../");
        site_flag(&scene.tree, kind, true);
        site_number(&scene.tree, SITE_count, all->count);
        put_sheets(&scene, path, NULL, page, pages);
        for (int i = page * SITE_FIND_NAMES; i < all->count && i < (page + 1) * SITE_FIND_NAMES; i++) {
            put_topic(&scene, list[i], kind, i);
        }
        ok = site_end_page(build, &scene, NULL, SITE_PAGE_NAMES, page_path(path, page, scene.tree.arena), err);
    }
    return ok;
}

// ---- victories, slips, cards, rules -----------------------------------------------------------------

static finding of_shelf(const site_shelf *shelf, int i, uint16_t kind)
{
    return (finding){.kind = kind, .game = shelf->game, .spots = &shelf->seen[i].spots, .games = shelf->seen[i].games};
}

static bool write_endings(site_build *build, const uint32_t *place, const site_shelf *shelf, brs_err *err)
{
    bool ok = true;
    for (int i = 1; i < shelf->count && ok; i++) {
        finding f = of_shelf(shelf, i, SITE_of_victory);
        f.title = str_of(shelf->game->victories[i].title);
        f.ends = true;
        f.path = joined(build->arena, "f/v/", shelf->game->id, "/", shelf->game->victories[i].id);
        ok = write_list(build, place, &f, err);
    }
    return ok;
}

static bool write_slips(site_build *build, const uint32_t *place, const site_shelf *shelf, brs_err *err)
{
    bool ok = true;
    for (int i = 1; i < shelf->count && ok; i++) {
        finding f = of_shelf(shelf, i, SITE_of_slip);
        f.title = str_of(shelf->game->slip_kinds[i].title);
        f.path = joined(build->arena, "f/s/", shelf->game->id, "/", shelf->game->slip_kinds[i].id);
        ok = write_list(build, place, &f, err);
    }
    return ok;
}

// Only what has more games than its own page names.
static bool write_rule_lists(site_build *build, const uint32_t *place, const site_shelf *shelf, brs_err *err)
{
    bool ok = true;
    for (int i = 1; i < shelf->count && ok; i++) {
        if (shelf->seen[i].games <= SITE_RULE_EXAMPLES) {
            continue;
        }
        const char *id = shelf->game->rules[i].id, *edition = shelf->edition->id;
        finding f = of_shelf(shelf, i, SITE_of_rule);
        f.title = str_of(shelf->game->rules[i].title);
        for (int victory = 1; victory < shelf->game->victory_count; victory++) {
            f.ends = f.ends || shelf->game->victories[victory].rule == i;
        }
        f.about = joined(build->arena, "r/", edition, ".html#", id);
        f.path = joined(build->arena, "f/r/", edition, "/", id);
        ok = write_list(build, place, &f, err);
    }
    return ok;
}

static bool write_card_lists(site_build *build, const uint32_t *place, const site_shelf *shelf, brs_err *err)
{
    bool ok = true;
    for (int i = 0; i < shelf->count && ok; i++) {
        if (shelf->seen[i].games <= SITE_EXAMPLES) {
            continue;
        }
        const char *slug = brs_arena_string(build->arena, shelf->slug[i]);
        finding f = of_shelf(shelf, i, SITE_of_card);
        f.title = site_value(site_child(shelf->card[i]->first, SITE_card, -1), SITE_name);
        f.about = joined(build->arena, "k/", slug, shelf->suffix, ".html");
        f.path = joined(build->arena, "f/k/", slug, shelf->suffix, "");
        ok = write_list(build, place, &f, err);
    }
    return ok;
}

void site_put_find(site_scene *scene, const site_seen *seen, int shown, const char *folder, const char *name)
{
    brs_arena *arena = scene->tree.arena;
    const bool more = seen->games > (uint32_t)shown;
    site_puts(&scene->tree, SITE_find, more ? page_path(joined(arena, "f/", folder, "/", name), 0, arena) : "");
}

// ---- the front page's games -------------------------------------------------------------------------

static int game_pages(const site_build *build)
{
    return (build->published_count + SITE_FIND_ROWS - 1) / SITE_FIND_ROWS;
}

void site_put_games(site_build *build, site_scene *scene, int page)
{
    put_sheets(scene, "f/games", "index.html", page, game_pages(build));
    for (int i = page * SITE_FIND_ROWS; i < build->published_count && i < (page + 1) * SITE_FIND_ROWS; i++) {
        const site_published match = site_published_at(build, (int)build->ordered[i], scene->tree.arena);
        site_open_match(scene, &match, i);
        site_close(&scene->tree);
    }
}

static bool write_games(site_build *build, brs_err *err)
{
    bool ok = true;
    for (int page = 1; page < game_pages(build) && ok; page++) {
        site_scene scene;
        const site_spots none = {.count = build->published_count};
        const finding f = {.kind = SITE_of_all, .spots = &none, .games = (uint32_t)build->published_count};
        site_begin_study(build, &scene, NULL, "../");
        put_finding(&scene, &f, false);
        site_put_games(build, &scene, page);
        ok = site_end_page(build, &scene, NULL, SITE_PAGE_FINDING, page_path("f/games", page, scene.tree.arena), err);
    }
    return ok;
}

// ---- the way to all of them -------------------------------------------------------------------------

// The rows of a shelf that have a list: nodes `name` {title, href, count}.
static void put_kinds(site_tree *tree, const site_shelf *shelf, uint16_t name, const char *folder)
{
    for (int i = 1; i < shelf->count; i++) {
        const bool ending = name == SITE_won;
        const char *id = ending ? shelf->game->victories[i].id : shelf->game->slip_kinds[i].id;
        if (shelf->seen[i].games == 0) {
            continue;
        }
        site_open(tree, name, i);
        site_puts(tree, SITE_title, ending ? shelf->game->victories[i].title : shelf->game->slip_kinds[i].title);
        site_puts(tree, SITE_game_title, shelf->game->title);
        site_puts(tree, SITE_href, page_path(joined(tree->arena, folder, shelf->game->id, "/", id), 0, tree->arena));
        site_number(tree, SITE_count, shelf->seen[i].games);
        site_flag(tree, SITE_many, shelf->seen[i].games != 1);
        site_close(tree);
    }
}

static bool write_hub(site_build *build, brs_err *err)
{
    site_scene scene;
    site_begin_study(build, &scene, NULL, "../");
    site_tree *tree = &scene.tree;
    site_number(tree, SITE_games, build->published_count);
    site_flag(tree, SITE_many, build->published_count != 1);
    site_number(tree, SITE_player, build->players.count);
    site_number(tree, SITE_deck, build->decks.count);
    site_put_shelves(build, &scene);
    for (int i = 0; i < build->victory_shelves; i++) {
        put_kinds(tree, &build->victories[i], SITE_won, "f/v/");
    }
    for (int i = 0; i < build->slip_shelves; i++) {
        put_kinds(tree, &build->slips[i], SITE_slip, "f/s/");
    }
    return site_end_page(build, &scene, NULL, SITE_PAGE_FIND, "f/index.html", err);
}

bool site_write_finding(site_build *build, brs_err *err)
{
    const uint32_t *place = site_places(build, build->arena);
    bool ok = write_topics(build, place, &build->players, SITE_of_player, err) &&
              write_topics(build, place, &build->decks, SITE_of_deck, err) &&
              write_names(build, &build->players, SITE_of_player, "f/players", err) &&
              write_names(build, &build->decks, SITE_of_deck, "f/decks", err);
    for (int i = 0; i < build->victory_shelves && ok; i++) {
        ok = write_endings(build, place, &build->victories[i], err);
    }
    for (int i = 0; i < build->slip_shelves && ok; i++) {
        ok = write_slips(build, place, &build->slips[i], err);
    }
    for (int i = 0; i < build->rule_shelves && ok; i++) {
        ok = write_rule_lists(build, place, &build->rules[i], err);
    }
    for (int i = 0; i < build->card_shelves && ok; i++) {
        ok = write_card_lists(build, place, &build->cards[i], err);
    }
    return ok && write_games(build, err) && write_hub(build, err);
}
