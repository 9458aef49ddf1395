// The page of the look: every part of the pages, drawn by the templates that the pages are made of, with the colours that
// the sheets of style have and how well each can be read. And one for each game, with parts of a match that is here.
#include <stdio.h>
#include <string.h>

#include "site_find.h"
#include "site_notes.h"
#include "site_queue.h"
#include "site_unit.h"
#include "str.h"

// ---- colours ------------------------------------------------------------------------------------------

enum { LIGHT, DARK, THEMES, MAX_DEPTH = 8 };

typedef struct {
    const char *name; // of the variable, without its hyphens
    bool surface;     // something is written on it: how well ink can be read there; else how well it can be read on paper
    site_say_id use;
} colour_info;

static const colour_info colours[] = {
    {"paper", true, SITE_SAY_colour_paper}, {"sheet", true, SITE_SAY_colour_sheet}, {"chip", true, SITE_SAY_colour_chip},
    {"tint", true, SITE_SAY_colour_tint},   {"ink", false, SITE_SAY_colour_ink},    {"soft", false, SITE_SAY_colour_soft},
    {"red", false, SITE_SAY_colour_red},    {"green", false, SITE_SAY_colour_green}, {"blue", false, SITE_SAY_colour_blue},
    {"s0", false, SITE_SAY_colour_seat},    {"s1", false, SITE_SAY_colour_seat},    {"s3", false, SITE_SAY_colour_seat},
    {"s4", false, SITE_SAY_colour_seat},    {"s5", false, SITE_SAY_colour_seat},    {"line", false, SITE_SAY_colour_line},
};

enum { COLOURS = sizeof colours / sizeof colours[0], PAPER = 0, INK = 4 };

typedef struct {
    uint32_t rgb;
    bool known;
} colour;

typedef struct {
    colour of[COLOURS][THEMES];
} palette;

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = memchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c, 16);
    return at == NULL ? -1 : (int)(at - digits);
}

// "#fa3" or "#ffaa33" at the start of a text; false: another way to write a colour.
static bool take_colour(brs_str text, uint32_t *rgb)
{
    int digit[6], count = 0;
    while (text.len > 1 && text.ptr[0] == '#' && count < 6 && (size_t)count + 1 < text.len && hex_digit(text.ptr[count + 1]) >= 0) {
        digit[count] = hex_digit(text.ptr[count + 1]);
        count++;
    }
    const int step = count == 6 ? 1 : 0;
    *rgb = 0;
    for (int i = 0; i < 3 && (count == 6 || count == 3); i++) {
        const int high = digit[i + step * i], low = digit[i + step * (i + 1)];
        *rgb = *rgb << 8 | (uint32_t)(high << 4 | low);
    }
    return count == 6 || count == 3;
}

static void take_variable(palette *p, brs_str text, bool light, bool dark)
{
    for (int i = 0; i < COLOURS; i++) {
        const size_t len = strlen(colours[i].name);
        uint32_t rgb;
        if (!str_begins(text, str_of(colours[i].name)) || text.len <= len || text.ptr[len] != ':' ||
            !take_colour(str_trim(str_behind(text, len + 1)), &rgb)) {
            continue;
        }
        for (int theme = LIGHT; theme < THEMES; theme++) {
            if (theme == LIGHT ? light : dark) {
                p->of[i][theme] = (colour){rgb, true};
            }
        }
    }
}

static bool holds(brs_str text, const char *words)
{
    return memmem(text.ptr, text.len, words, strlen(words)) != NULL;
}

// The variables of a sheet, as a screen has them: what is for paper or for more contrast stays aside.
static void read_sheet(palette *p, brs_str css)
{
    bool light[MAX_DEPTH + 1] = {true}, dark[MAX_DEPTH + 1] = {true};
    size_t depth = 0, begun = 0;
    for (size_t i = 0; i < css.len; i++) {
        const brs_str head = {css.ptr + begun, i - begun};
        if (str_begins(str_behind(css, i), BRS_STR("/*"))) {
            const char *end = memmem(css.ptr + i, css.len - i, "*/", 2);
            i = end == NULL ? css.len : (size_t)(end - css.ptr) + 1;
        } else if (css.ptr[i] == '{' && depth < MAX_DEPTH) {
            const bool media = holds(head, "@media"), scheme = holds(head, "prefers-color-scheme");
            const bool all = !media && (holds(head, ":root") || holds(head, "html"));
            light[depth + 1] = light[depth] && (all || (scheme && holds(head, "light")));
            dark[depth + 1] = dark[depth] && (all || (scheme && holds(head, "dark")));
            depth++;
        } else if (css.ptr[i] == '}' && depth > 0) {
            depth--;
        } else if (str_begins(str_behind(css, i), BRS_STR("--")) && str_trim(head).len == 0) {
            take_variable(p, str_behind(css, i + 2), light[depth], dark[depth]);
        }
        begun = i < css.len && strchr("{};/", css.ptr[i]) != NULL ? i + 1 : begun;
    }
}

// How light a value of a channel is, of 65535: what WCAG calls its linear value.
static const uint16_t linear[256] = {
    0, 20, 40, 60, 80, 99, 119, 139, 159, 179, 199, 219, 241, 264, 288, 313,
    340, 367, 396, 427, 458, 491, 526, 562, 599, 637, 677, 718, 761, 805, 851, 898,
    947, 997, 1048, 1101, 1156, 1212, 1270, 1330, 1391, 1453, 1517, 1583, 1651, 1720, 1790, 1863,
    1937, 2013, 2090, 2170, 2250, 2333, 2418, 2504, 2592, 2681, 2773, 2866, 2961, 3058, 3157, 3258,
    3360, 3464, 3570, 3678, 3788, 3900, 4014, 4129, 4247, 4366, 4488, 4611, 4736, 4864, 4993, 5124,
    5257, 5392, 5530, 5669, 5810, 5953, 6099, 6246, 6395, 6547, 6700, 6856, 7014, 7174, 7335, 7500,
    7666, 7834, 8004, 8177, 8352, 8528, 8708, 8889, 9072, 9258, 9445, 9635, 9828, 10022, 10219, 10417,
    10619, 10822, 11028, 11235, 11446, 11658, 11873, 12090, 12309, 12530, 12754, 12980, 13209, 13440, 13673, 13909,
    14146, 14387, 14629, 14874, 15122, 15371, 15623, 15878, 16135, 16394, 16656, 16920, 17187, 17456, 17727, 18001,
    18277, 18556, 18837, 19121, 19407, 19696, 19987, 20281, 20577, 20876, 21177, 21481, 21787, 22096, 22407, 22721,
    23038, 23357, 23678, 24002, 24329, 24658, 24990, 25325, 25662, 26001, 26344, 26688, 27036, 27386, 27739, 28094,
    28452, 28813, 29176, 29542, 29911, 30282, 30656, 31033, 31412, 31794, 32179, 32567, 32957, 33350, 33745, 34143,
    34544, 34948, 35355, 35764, 36176, 36591, 37008, 37429, 37852, 38278, 38706, 39138, 39572, 40009, 40449, 40891,
    41337, 41785, 42236, 42690, 43147, 43606, 44069, 44534, 45002, 45473, 45947, 46423, 46903, 47385, 47871, 48359,
    48850, 49344, 49841, 50341, 50844, 51349, 51858, 52369, 52884, 53401, 53921, 54445, 54971, 55500, 56032, 56567,
    57105, 57646, 58190, 58737, 59287, 59840, 60396, 60955, 61517, 62082, 62650, 63221, 63795, 64372, 64952, 65535,
};

static uint64_t luminance(uint32_t rgb)
{
    return (2126u * linear[rgb >> 16 & 255] + 7152u * linear[rgb >> 8 & 255] + 722u * (uint64_t)linear[rgb & 255]) / 10000;
}

// Tenths, rounded down: 45 is the least that WCAG asks of text.
static int contrast(uint32_t a, uint32_t b)
{
    enum { FLARE = 3277 }; // 0.05 of 65535
    const uint64_t x = luminance(a) + FLARE, y = luminance(b) + FLARE;
    return (int)(x > y ? x * 10 / y : y * 10 / x);
}

static void put_theme(site_scene *scene, const palette *p, int index, int theme)
{
    site_tree *tree = &scene->tree;
    const int other = colours[index].surface ? INK : PAPER;
    const colour *own = &p->of[index][theme], *against = &p->of[other][theme];
    char text[16];
    site_open(tree, SITE_theme, theme);
    site_puts(tree, SITE_title, site_word(tree->names->words, theme == DARK ? SITE_SAY_by_dark : SITE_SAY_by_light));
    snprintf(text, sizeof text, "#%06x", (unsigned)own->rgb);
    site_copy(tree, SITE_value, str_of(text));
    snprintf(text, sizeof text, "#%06x", (unsigned)p->of[colours[index].surface ? index : PAPER][theme].rgb);
    site_copy(tree, SITE_face, str_of(text));
    snprintf(text, sizeof text, "#%06x", (unsigned)p->of[colours[index].surface ? INK : index][theme].rgb);
    site_copy(tree, SITE_mark, str_of(text));
    if (own->known && against->known) {
        const int tenths = contrast(own->rgb, against->rgb);
        char whole[12], part[12];
        brs_buf figure;
        snprintf(whole, sizeof whole, "%d", tenths / 10);
        snprintf(part, sizeof part, "%d", tenths % 10);
        buf_init(&figure, tree->arena, 32);
        site_put_words(&figure, tree->names->words, SITE_SAY_contrast, (const brs_str[]){str_of(whole), str_of(part)}, 2);
        site_put(tree, SITE_text, buf_str(&figure));
    }
    site_close(tree);
}

static void put_colours(site_build *build, site_scene *scene)
{
    palette p = {0};
    read_sheet(&p, site_source(&build->sources, BRS_STR("style.css")));
    read_sheet(&p, build->own_css);
    for (int i = 0; i < COLOURS; i++) {
        if (!p.of[i][LIGHT].known && !p.of[i][DARK].known) {
            continue;
        }
        site_open(&scene->tree, SITE_colour, i);
        site_puts(&scene->tree, SITE_name, colours[i].name);
        site_puts(&scene->tree, SITE_help, site_word(scene->tree.names->words, colours[i].use));
        put_theme(scene, &p, i, LIGHT);
        put_theme(scene, &p, i, DARK);
        site_close(&scene->tree);
    }
}

// ---- parts of a match ---------------------------------------------------------------------------------

// In how many sections something happened.
static int count_sections(const site_match *match, const site_unit *unit)
{
    bool seen[BRS_MAX_SECTIONS] = {false};
    int count = 0;
    for (uint32_t seq = unit->first; seq < unit->end; seq++) {
        const uint8_t section = brs_trace_at(&match->trace, seq)->section;
        count += section < BRS_MAX_SECTIONS && !seen[section];
        seen[section < BRS_MAX_SECTIONS ? section : 0] = true;
    }
    return count;
}

// The index of a unit that somebody leads, in which much happens, and which tells no ending.
static int richest_unit(const site_match *match)
{
    int best = 0, most = 0;
    for (int i = 0; i + 1 < match->unit_count; i++) {
        const site_unit *unit = &match->units[i];
        const int count = unit->number > 0 && site_has_leader(match, unit) ? count_sections(match, unit) : 0;
        best = count > most ? i : best;
        most = count > most ? count : most;
    }
    return best;
}

static const site_shelf *card_shelf(const site_build *build, const brs_setup *setup)
{
    for (int i = 0; i < build->card_shelves && setup->cards != NULL; i++) {
        if (build->cards[i].game == setup->game && build->cards[i].set_hash == setup->cards->hash) {
            return &build->cards[i];
        }
    }
    return NULL;
}

static site_node *face_of(const site_shelf *shelf, int card)
{
    return site_child(shelf->card[card]->first, SITE_card, -1);
}

// Is it the first card of the shelf that has this value in a field?
static bool is_first(const site_shelf *shelf, int card, uint16_t name)
{
    const brs_str value = site_value(face_of(shelf, card), name);
    for (int i = 0; i < card; i++) {
        if (str_equal(site_value(face_of(shelf, i), name), value)) {
            return false;
        }
    }
    return value.len > 0;
}

// A card of each type, and each symbol that stands on cards.
static void put_cards(site_scene *scene, const site_shelf *shelf)
{
    site_tree *tree = &scene->tree;
    const uint16_t branch = site_name_find(tree->names, BRS_STR("branch")), title = site_name_find(tree->names, BRS_STR("branch_name"));
    for (int i = 0; shelf != NULL && i < shelf->count; i++) {
        if (branch != SITE_NAME_NONE && title != SITE_NAME_NONE && is_first(shelf, i, branch)) {
            site_open(tree, SITE_symbol, i);
            site_put(tree, SITE_sid, site_value(face_of(shelf, i), branch));
            site_put(tree, SITE_title, site_value(face_of(shelf, i), title));
            site_close(tree);
        }
    }
    for (int i = 0; shelf != NULL && i < shelf->count; i++) {
        if (is_first(shelf, i, SITE_type)) {
            site_open(tree, SITE_face, i);
            site_graft(tree, face_of(shelf, i));
            site_close(tree);
        }
    }
}

// A note, read as those of a file are.
static void put_note(site_scene *scene, site_match *match, int unit)
{
    const site_wording *words = scene->tree.names->words;
    char file[48];
    brs_buf text;
    const site_place place = {.kind = SITE_AT_UNIT, .unit = unit};
    brs_unit_file(match->setup->game->unit, match->units[unit].number, file, sizeof file);
    buf_init(&text, match->arena, 512);
    buf_putf(&text, "# Notes by %s\n## @%s !?\n%s\n", site_word(words, SITE_SAY_note_author), file, site_word(words, SITE_SAY_note_example));
    if (site_notes_read(match, buf_str(&text), "", (brs_report){NULL, NULL})) {
        site_put_notes(scene, &place);
    }
}

// A slip, unless it tells of the last unit.
static void put_slip(site_scene *scene)
{
    const site_match *match = scene->match;
    if (match->slip_count > 0 && site_unit_of(match, match->slips[0].event) + 1 < match->unit_count) {
        site_put_slip(scene, &match->slips[0]);
    }
}

static void put_parts(site_build *build, site_unit_page *p, site_match *match, int unit)
{
    site_tree *tree = &p->scene.tree;
    site_put_unit(p, unit);
    site_put_scores(&p->scene, p->unit, p->unit + 1);
    if (p->unit->board != NULL) {
        p->unit->board->name = SITE_table_before;
        site_graft(tree, p->unit->board);
    }
    put_slip(&p->scene);
    site_put_unit_row(&p->scene, unit, !build->options->no_spoilers);
    put_note(&p->scene, match, unit);
    for (int i = unit; i >= 0 && !site_put_question(&p->scene, &(site_place){.kind = SITE_AT_UNIT, .unit = i}, 1); i--) {
    }
    site_open(tree, SITE_ledger, -1);
    site_put_ledger(&p->scene, unit > 0 ? unit - 1 : unit, unit + 1);
    site_close(tree);
    site_put_chart(&p->scene);
    put_cards(&p->scene, card_shelf(build, match->setup));
}

static bool write_match(site_build *build, const site_job *job, int published, brs_err *err)
{
    brs_arena_reset(&build->game);
    brs_replay *replay = BRS_NEW(&build->game, brs_replay, 1);
    brs_setup *setup = BRS_NEW(&build->game, brs_setup, 1);
    site_match *match = BRS_NEW(&build->game, site_match, 1);
    brs_str bytes;
    if (!site_play_item(build, job, replay, setup, match, &bytes, err)) {
        return false;
    }
    match->card_suffix = site_card_suffix(build, setup->game, setup->cards != NULL ? setup->cards->hash : 0, match->arena);
    const int unit = richest_unit(match);
    const site_led led = site_map_led(match, match->arena);
    site_unit_page p = {.led = &led, .info = setup->game->unit->sections, .block = SITE_NO_BLOCK};
    brs_buf path;
    site_begin_study(build, &p.scene, match, "../");
    buf_init(&path, match->arena, 128);
    buf_putf(&path, "../m/%s", match->address);
    p.scene.home = brs_arena_string(match->arena, buf_str(&path));
    buf_puts(&path, "/t/");
    p.scene.units = brs_arena_string(match->arena, buf_str(&path));
    site_put_match_head(&p.scene);
    site_flag(&p.scene.tree, SITE_lesson, true); // a card is a part of the page, and not its title
    const site_published listed = site_published_at(build, published, match->arena);
    site_open_match(&p.scene, &listed, 1);
    site_close(&p.scene.tree);
    put_parts(build, &p, match, unit);
    buf_reset(&path);
    buf_putf(&path, "s/%s.html", setup->game->id);
    buf_byte(&path, '\0');
    return site_end_page(build, &p.scene, setup->game, SITE_PAGE_SPECIMEN, path.ptr, err);
}

// ---- all of it ----------------------------------------------------------------------------------------

// The replay that a match was made from: its address ends with the start of its core id.
static const site_queued *source_of(site_build *build, const site_queue *queue, int match)
{
    brs_arena_reset(&build->game);
    const char *id = strrchr(site_published_at(build, match, &build->game).address, '-');
    for (int i = 0; i < queue->count && id != NULL; i++) {
        const site_queued *item = &queue->item[i];
        char hex[17] = "";
        for (int k = 0; k < 8; k++) {
            snprintf(hex + 2 * k, 3, "%02x", item->core.byte[k]);
        }
        if (strcmp(hex, id + 1) == 0 && site_queue_refused(queue, item).len == 0) {
            return item;
        }
    }
    return NULL;
}

// The first match of a game that has turns to show; -1: there is none.
static int match_of(site_build *build, const brs_game_def *game)
{
    int found = -1;
    brs_arena row;
    brs_arena_init(&row, 0);
    for (int i = 0; i < build->published_count && found < 0; i++) {
        brs_arena_reset(&row);
        const site_published match = site_published_at(build, i, &row);
        found = match.unit == game->unit && match.told > 1 ? i : -1;
    }
    brs_arena_release(&row);
    return found;
}

static bool is_first_of_game(const site_build *build, int shelf)
{
    for (int i = 0; i < shelf; i++) {
        if (build->rules[i].game == build->rules[shelf].game) {
            return false;
        }
    }
    return true;
}

static void put_tongues(const site_build *build, site_tree *tree)
{
    for (int i = 0; i < build->tongues; i++) {
        site_open(tree, SITE_tongue, i);
        site_puts(tree, SITE_lang, build->tongue[i].id);
        site_puts(tree, SITE_title, build->tongue[i].name);
        site_close(tree);
    }
}

static bool write_general(site_build *build, brs_err *err)
{
    site_scene scene;
    site_begin_study(build, &scene, NULL, "../");
    put_colours(build, &scene);
    put_tongues(build, &scene.tree);
    for (int i = 0; i < build->rule_shelves && build->viewer == SITE_FOR_ALL; i++) {
        if (is_first_of_game(build, i) && match_of(build, build->rules[i].game) >= 0) {
            site_open(&scene.tree, SITE_entry, i);
            site_puts(&scene.tree, SITE_game, build->rules[i].game->id);
            site_puts(&scene.tree, SITE_game_title, build->rules[i].game->title);
            site_close(&scene.tree);
        }
    }
    return site_end_page(build, &scene, NULL, SITE_PAGE_STYLE, "s/index.html", err);
}

bool site_write_style(site_build *build, const site_queue *queue, brs_err *err)
{
    for (int i = 0; i < build->rule_shelves && build->viewer == SITE_FOR_ALL; i++) {
        const int match = is_first_of_game(build, i) ? match_of(build, build->rules[i].game) : -1;
        const site_queued *item = match < 0 ? NULL : source_of(build, queue, match);
        const site_job job = item != NULL ? site_queue_job(queue, item) : (site_job){.input = NULL};
        if (item != NULL && !write_match(build, &job, match, err)) {
            return false;
        }
    }
    return write_general(build, err);
}
