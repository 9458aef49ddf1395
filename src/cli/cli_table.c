// The table on a terminal of 80 columns, as one seat may see it: the others first, one's own cards nearest to the prompt.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "str.h"

enum { MAX_FIELDS = 24, MAX_DEPTH = 8, MAX_ITEMS = 64, LABEL = 11 };

// One node of the view at a time, its fields; and the cards of the zone that it is in.
typedef struct {
    const cli_run *cli;
    brs_buf *out;
    int wanted;   // seat whose part is told; -1: what belongs to nobody
    bool full;    // the piles of cards out of play too
    int player;   // that is being viewed, -1: none
    int depth;
    char node[MAX_DEPTH][16];
    struct {
        char key[20], value[180];
    } field[MAX_FIELDS];
    int fields;
    char title[64], zone[20];
    struct {
        char text[180];
        int times;
    } item[MAX_ITEMS];
    int items;
} table;

static const char *field(const table *t, const char *key)
{
    for (int i = 0; i < t->fields; i++) {
        if (strcmp(t->field[i].key, key) == 0) {
            return t->field[i].value;
        }
    }
    return "";
}

static const char *node(const table *t)
{
    return t->depth > 0 ? t->node[t->depth - 1] : "";
}

static bool is_node(const table *t, const char *name)
{
    return strcmp(node(t), name) == 0;
}

static void put_number(table *t, const char *label, const char *key, bool zero)
{
    const char *value = field(t, key);
    if (value[0] != '\0' && (zero || strcmp(value, "0") != 0)) {
        buf_putf(t->out, "   %s %s", label, value);
    }
}

static bool is_told(const table *t)
{
    return t->player == t->wanted;
}

// "Ada   LP 100   IP 3   hand 7   pile 50", "Nia, the King   13 cards   plays now"
static void tell_player(table *t)
{
    if (!is_node(t, "player") || !is_told(t)) {
        return;
    }
    const char *rank = field(t, "rank_title");
    buf_putf(t->out, "%s%s%s%s%s", cli_paint(t->cli, "bold"), field(t, "name"), cli_paint(t->cli, "off"), rank[0] != '\0' ? ", the " : "",
             rank);
    put_number(t, "LP", "lp", true);
    put_number(t, "IP", "ip", true);
    if (field(t, "pile")[0] != '\0') {
        put_number(t, "hand", "hand_count", true);
        put_number(t, "pile", "pile", true);
        put_number(t, "discard", "discard_count", false);
    } else {
        put_number(t, "cards", "hand_count", true);
        put_number(t, "out as number", "place", false);
        buf_puts(t->out, field(t, "turn")[0] != '\0' ? "   plays now" : field(t, "last")[0] != '\0' ? "   played last" : "");
    }
    buf_puts(t->out, "\n");
}

static void add_item(table *t, const char *text)
{
    for (int i = 0; i < t->items; i++) {
        if (strcmp(t->item[i].text, text) == 0) {
            t->item[i].times++;
            return;
        }
    }
    if (t->items < MAX_ITEMS) {
        snprintf(t->item[t->items].text, sizeof t->item[0].text, "%s", text);
        t->item[t->items++].times = 1;
    }
}

// A card, or cards of one rank, of the zone at hand.
static void take_card(table *t)
{
    char text[180];
    const char *points = field(t, "points"), *status = field(t, "status"), *cost = field(t, "cost");
    const bool numbered = points[0] != '\0' && strcmp(points, "0") != 0, hand = strcmp(t->zone, "hand") == 0;
    if (is_node(t, "cards")) {
        add_item(t, field(t, "written"));
    } else if (is_node(t, "card") && field(t, "hidden")[0] != '\0') {
        add_item(t, "[?]");
    } else if (is_node(t, "card")) {
        snprintf(text, sizeof text, "%s%s%s%s%s%s%s%s%s%s", field(t, "name"), numbered ? " " : "", numbered ? points : "", numbered ? " " : "",
                 numbered ? field(t, "points_kind") : "", status[0] != '\0' ? " (" : "", status, status[0] != '\0' ? ")" : "",
                 hand && cost[0] != '\0' ? " for " : "", hand ? cost : "");
        add_item(t, text);
    }
}

// A blank inside an item: lines are broken between items.
enum { KEPT_BLANK = 0x1F };

static void put_item(brs_buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        buf_byte(out, *text == ' ' ? KEPT_BLANK : (uint8_t)*text);
    }
}

static void tell_items(table *t)
{
    const bool unseen = t->items == 1 && strcmp(t->item[0].text, "[?]") == 0;
    const bool away = strcmp(t->zone, "discard") == 0 || strcmp(t->zone, "exile") == 0;
    if (t->items > 0 && is_told(t) && !unseen && (t->full || !away)) {
        const size_t from = t->out->len;
        buf_putf(t->out, "  %s%s%s%*s", cli_paint(t->cli, "dim"), t->title, cli_paint(t->cli, "off"),
                 strlen(t->title) + 1 < LABEL ? LABEL - (int)strlen(t->title) : 2, "");
        for (int i = 0; i < t->items; i++) {
            buf_puts(t->out, i == 0 ? "" : t->zone[0] != '\0' ? ", " : "  ");
            put_item(t->out, t->item[i].text);
            if (t->item[i].times > 1) {
                buf_putf(t->out, "%cx%d", KEPT_BLANK, t->item[i].times);
            }
        }
        buf_puts(t->out, "\n");
        cli_wrap(t->out, from, 2 + LABEL);
        for (size_t i = from; i < t->out->len; i++) {
            t->out->ptr[i] = t->out->ptr[i] == KEPT_BLANK ? ' ' : t->out->ptr[i];
        }
    }
    t->items = 0;
}

static void tell_effect(table *t)
{
    const size_t from = t->out->len;
    if (is_told(t)) {
        buf_putf(t->out, "  %sEffect%s     %s: \xE2\x80\x9C%s\xE2\x80\x9D %s\n", cli_paint(t->cli, "dim"), cli_paint(t->cli, "off"), field(t, "source"),
                 field(t, "text"), field(t, "until"));
        cli_wrap(t->out, from, 2 + LABEL);
    }
}

static void put_pile(table *t)
{
    if (t->player < 0 && is_told(t)) {
        buf_putf(t->out, "On the table: %s%s%s", cli_paint(t->cli, "bold"), field(t, "name"), cli_paint(t->cli, "off"));
        buf_puts(t->out, strcmp(field(t, "direction"), "right") == 0 ? "; it goes to the right\n" : "\n");
    }
}

// What a node's own fields say, once they are all there.
static void end_fields(table *t)
{
    if (t->fields == 0) {
        return;
    }
    tell_player(t);
    take_card(t);
    if (is_node(t, "effect")) {
        tell_effect(t);
    } else if (is_node(t, "pile")) {
        put_pile(t);
    } else if (is_node(t, "zone")) {
        snprintf(t->title, sizeof t->title, "%s", field(t, "title"));
        snprintf(t->zone, sizeof t->zone, "%s", field(t, "id"));
    }
    t->fields = 0;
}

static void open_node(void *ctx, const char *name, int id)
{
    table *t = ctx;
    end_fields(t);
    if (strcmp(name, "player") == 0) {
        t->player = id;
        t->zone[0] = '\0';
        snprintf(t->title, sizeof t->title, "Hand");
    }
    if (t->depth < MAX_DEPTH) {
        snprintf(t->node[t->depth], sizeof t->node[0], "%s", name);
    }
    t->depth++;
}

// Cut when it is longer than its place.
static void keep(char *place, size_t size, brs_str text)
{
    const size_t len = text.len < size ? text.len : size - 1;
    if (len > 0) {
        memcpy(place, text.ptr, len);
    }
    place[len] = '\0';
}

static void take_text(void *ctx, const char *key, brs_str value)
{
    table *t = ctx;
    if (t->fields < MAX_FIELDS && key[0] != '\0') {
        keep(t->field[t->fields].key, sizeof t->field[0].key, str_of(key));
        keep(t->field[t->fields++].value, sizeof t->field[0].value, value);
    }
}

static void close_node(void *ctx)
{
    table *t = ctx;
    end_fields(t);
    const bool player = is_node(t, "player");
    if (player || is_node(t, "zone")) {
        tell_items(t);
    }
    t->player = player ? -1 : t->player;
    t->depth--;
}

static void put_part(const cli_run *cli, brs_buf *out, const brs_setup *setup, const void *state, int seat, int part, bool full)
{
    table t = {.cli = cli, .out = out, .wanted = part, .full = full, .player = -1};
    const brs_viewer viewer = {&t, open_node, take_text, close_node};
    setup->game->view(setup, state, seat, &viewer);
}

// "---- Turn 7, Play Phase ----...": a line of its own over the table.
static void put_rule(const cli_run *cli, brs_buf *out, const brs_setup *setup, const void *state)
{
    const brs_game_def *game = setup->game;
    char text[CLI_COLUMNS + 1], unit[80];
    const int now = game->unit_now(state), section = game->section_now != NULL ? game->section_now(state) : -1;
    brs_unit_name(game->unit, now, unit, sizeof unit);
    int len = snprintf(text, sizeof text, "---- %s%s%s ", now == 0 ? "" : unit, now == 0 || section < 0 ? "" : ", ",
                       section < 0 ? "" : game->unit->sections[section].title);
    while (len < CLI_COLUMNS) {
        text[len++] = '-';
    }
    text[CLI_COLUMNS] = '\0';
    buf_putf(out, "%s%s%s\n", cli_paint(cli, "dim"), text, cli_paint(cli, "off"));
}

void cli_print_table(const cli_run *cli, brs_buf *out, const brs_setup *setup, const void *state, int seat, bool full)
{
    const int last = seat >= 0 && seat < setup->seats ? seat : setup->seats - 1;
    put_rule(cli, out, setup, state);
    put_part(cli, out, setup, state, seat, -1, full);
    for (int i = 1; i <= setup->seats; i++) {
        put_part(cli, out, setup, state, seat, (last + i) % setup->seats, full);
    }
}
