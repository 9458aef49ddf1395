// The table as a picture: a panel for each player, in it the cards row by row. It knows a game only by what its view
// says: numbers of a player, zones of cards, sets of cards in a hand.
#include "site_board.h"

#include <string.h>

#include "site_say.h"
#include "str.h"

enum {
    WIDTH = 960,
    EDGE = 24,
    BETWEEN = 24,
    PANEL = (WIDTH - 2 * EDGE - BETWEEN) / 2,
    GAP = 8,
    CARDS_IN_ROW = 4,
    CARD = (PANEL - (CARDS_IN_ROW - 1) * GAP) / CARDS_IN_ROW,
    CARD_HEIGHT = 104,
    LEAF = 40,        // a card of a pack, with its rank only
    LEAF_HEIGHT = 54,
    HEAD = 64,        // above the panels
    MOST_LINES = 8,
};

typedef struct {
    site_sketch *out;
    const site_match *match;
    const site_names *names;
    brs_buf about;
    int x, y; // where the next thing goes
} drawing;

static brs_str value(const drawing *d, const site_node *node, const char *name)
{
    const uint16_t number = site_name_find(d->names, str_of(name));
    const brs_str found = number == SITE_NAME_NONE ? (brs_str){NULL, 0} : site_value(node, number);
    return found.ptr == NULL ? (brs_str){"", 0} : found;
}

static bool is_on(const drawing *d, const site_node *node, const char *name)
{
    const brs_str text = value(d, node, name);
    return text.len > 0 && !str_is(text, "0");
}

// Children of that name, one after the other; from: NULL for the first.
static site_node *child(const drawing *d, const site_node *parent, const site_node *from, const char *name)
{
    const uint16_t number = site_name_find(d->names, str_of(name));
    return number == SITE_NAME_NONE ? NULL : site_child(from == NULL ? parent->first : from->next, number, -1);
}

static const char *said(const drawing *d, site_say_id id)
{
    return site_word(d->names->words, id);
}

// A row of site_words.def with what stands in its place.
static brs_str fill(const drawing *d, site_say_id id, const brs_str *args, int count)
{
    brs_buf out;
    buf_init(&out, d->out->arena, 128);
    site_put_words(&out, d->names->words, id, args, count);
    return buf_str(&out);
}

// "3 hidden cards".
static void put_count(const drawing *d, brs_buf *out, int64_t count, site_say_id forms)
{
    const site_wording *words = d->names->words;
    buf_number(out, count);
    buf_byte(out, ' ');
    buf_put(out, brs_plural_form(words == NULL ? NULL : words->language, str_of(said(d, forms)), count));
}

static brs_str join(const drawing *d, const char *before, brs_str text, const char *after)
{
    brs_buf out;
    buf_init(&out, d->out->arena, text.len + 32);
    buf_puts(&out, before);
    buf_put(&out, text);
    buf_puts(&out, after);
    buf_byte(&out, '\0');  // which is no part of it
    return (brs_str){out.ptr, out.len - 1};
}

// A name in a sentence keeps the direction of its letters to itself.
static void tell_name(brs_buf *out, brs_str name)
{
    buf_puts(out, "\xe2\x81\xa8");
    buf_put(out, name);
    buf_puts(out, "\xe2\x81\xa9");
}

// ---- a card ---------------------------------------------------------------------------------------

// "9 DP", "3 IP": a large number and what it is.
static void draw_number(drawing *d, const site_node *card, int x, int y)
{
    const bool points = value(d, card, "points_kind").len > 0;
    if (points || is_on(d, card, "yield")) {
        site_words(d->out, "number", SITE_FROM_LEFT, x, y, CARD / 2, 26, value(d, card, points ? "points" : "yield"));
        site_tail(d->out, "soft", 12, points ? value(d, card, "points_kind") : BRS_STR("IP"));
    }
}

static void draw_card(drawing *d, const site_node *card, int x, int y)
{
    const brs_str branch = value(d, card, "branch"), status = value(d, card, "status");
    const int sign = branch.len > 0 ? 22 : 0, bottom = y + CARD_HEIGHT - 10;
    const bool drains = is_on(d, card, "drain");
    site_box(d->out, status.len > 0 ? "card off" : drains ? "card act" : "card", x, y, CARD, CARD_HEIGHT);
    site_box(d->out, "inner", x + 3, y + 3, CARD - 6, CARD_HEIGHT - 6);
    if (sign > 0) {
        site_sign(d->out, "sign", x + 8, y + 7, 18, branch);
    }
    site_words(d->out, "soft", SITE_FROM_LEFT, x + 8 + sign, y + 20, CARD - 16 - sign - (drains ? 44 : 0), 11,
               value(d, card, value(d, card, "type_name").len > 0 ? "type_name" : "type"));
    if (drains) {
        site_words(d->out, "loss", SITE_FROM_RIGHT, x + CARD - 8, y + 20, 44, 12, join(d, "\xe2\x88\x92", value(d, card, "drain"), join(d, " ", str_of(said(d, SITE_SAY_board_lp)), "").ptr));
    }
    const int lines = site_paragraph(d->out, "name", x + 8, y + 38, CARD - 16, 13, 15, status.len > 0 ? 2 : 3, value(d, card, "name"));
    if (status.len > 0) {
        site_words(d->out, "soft slant", SITE_FROM_LEFT, x + 8, y + 38 + lines * 14, CARD - 16, 10, status);
    }
    draw_number(d, card, x + 8, bottom);
    if (is_on(d, card, "many")) {
        site_words(d->out, "name", SITE_FROM_RIGHT, x + CARD - 8, bottom, 30, 15, join(d, "\xc3\x97", value(d, card, "copies"), ""));
    }
}

static void tell_card(drawing *d, const site_node *card)
{
    buf_put(&d->about, value(d, card, "name"));
    if (is_on(d, card, "many")) {
        buf_putf(&d->about, " \xc3\x97 %.*s", BRS_ARG(value(d, card, "copies")));
    }
    if (value(d, card, "points_kind").len > 0) {
        buf_putf(&d->about, " (%.*s %.*s)", BRS_ARG(value(d, card, "points")), BRS_ARG(value(d, card, "points_kind")));
    }
    if (is_on(d, card, "drain")) {
        const brs_str drain = value(d, card, "drain"), told = fill(d, SITE_SAY_board_drains, &drain, 1);
        buf_putf(&d->about, " (%.*s)", BRS_ARG(told));
    }
    if (value(d, card, "status").len > 0) {
        buf_putf(&d->about, ", %.*s", BRS_ARG(value(d, card, "status")));
    }
}

// ---- zones ----------------------------------------------------------------------------------------

static void tell_zone(drawing *d, const site_node *zone)
{
    const char *join_with = ": ";
    buf_puts(&d->about, " ");
    buf_put(&d->about, value(d, zone, "title"));
    for (const site_node *card = child(d, zone, NULL, "card"); card != NULL; card = child(d, zone, card, "card")) {
        buf_puts(&d->about, join_with);
        if (is_on(d, card, "hidden")) {
            const brs_str copies = value(d, card, "copies");
            buf_put(&d->about, fill(d, SITE_SAY_board_hidden, &copies, 1));
        } else {
            tell_card(d, card);
        }
        join_with = "; ";
    }
    buf_puts(&d->about, ".");
}

static void draw_heading(drawing *d, brs_str title)
{
    site_words(d->out, "soft caps", SITE_FROM_LEFT, d->x, d->y + 14, PANEL, 13, title);
    d->y += 22;
}

static void draw_row(drawing *d, const site_node *zone)
{
    int count = 0;
    draw_heading(d, value(d, zone, "title"));
    for (const site_node *card = child(d, zone, NULL, "card"); card != NULL; card = child(d, zone, card, "card")) {
        draw_card(d, card, d->x + count % CARDS_IN_ROW * (CARD + GAP), d->y + count / CARDS_IN_ROW * (CARD_HEIGHT + GAP));
        count++;
    }
    d->y += (count + CARDS_IN_ROW - 1) / CARDS_IN_ROW * (CARD_HEIGHT + GAP) + 4;
}

// "Hand: Town Meeting; Stockade x 2; 3 hidden cards".
static void draw_list(drawing *d, const site_node *zone, bool names)
{
    brs_buf text;
    int64_t cards = 0, hidden = 0, n = 0;
    buf_init(&text, d->out->arena, 256);
    buf_put(&text, value(d, zone, "title"));
    const char *join_with = ": ";
    for (const site_node *card = child(d, zone, NULL, "card"); card != NULL; card = child(d, zone, card, "card")) {
        n = 1;
        str_number(value(d, card, "copies"), &n);
        cards += n;
        hidden += is_on(d, card, "hidden") ? n : 0;
        if (names && !is_on(d, card, "hidden")) {
            buf_puts(&text, join_with);
            buf_put(&text, value(d, card, "name"));
            buf_puts(&text, n > 1 ? " \xc3\x97\xc2\xa0" : "");
            buf_put(&text, n > 1 ? value(d, card, "copies") : (brs_str){"", 0});
            join_with = "; ";
        }
    }
    if (!names || hidden > 0) {
        buf_puts(&text, join_with);
        put_count(d, &text, names ? hidden : cards, names ? SITE_SAY_board_hidden_cards : SITE_SAY_board_cards);
    }
    const int lines = site_paragraph(d->out, "small", d->x, d->y + 14, PANEL, 13, 17, MOST_LINES, buf_str(&text));
    d->y += lines * 17 + 6;
}

static void draw_zone(drawing *d, const site_node *zone)
{
    const brs_str id = value(d, zone, "id");
    if (child(d, zone, NULL, "card") == NULL) {
        return;
    }
    if (str_is(id, "hand") || str_is(id, "discard") || str_is(id, "exile")) {
        draw_list(d, zone, str_is(id, "hand"));
    } else {
        draw_row(d, zone);
    }
    tell_zone(d, zone);
}

static void draw_effect(drawing *d, const site_node *effect)
{
    const brs_str args[] = {value(d, effect, "source"), value(d, effect, "text"), value(d, effect, "until")};
    const brs_str text = fill(d, SITE_SAY_board_force, args, 3);
    buf_byte(&d->about, ' ');
    buf_put(&d->about, text);
    buf_byte(&d->about, '.');
    d->y += site_paragraph(d->out, "small slant", d->x, d->y + 14, PANEL, 13, 17, MOST_LINES, text) * 17 + 6;
}

// ---- cards of a pack --------------------------------------------------------------------------------

// A set of one rank: as many edges as there are cards.
static void draw_leaf(drawing *d, const site_node *set, int x, int y)
{
    int64_t count = 1;
    const bool hidden = value(d, set, "label").len == 0;
    const brs_str label = value(d, set, "label");
    str_number(value(d, set, "count"), &count);
    if (count > 1) {
        site_box(d->out, "card", x + 4, y - 4, LEAF, LEAF_HEIGHT);
    }
    site_box(d->out, hidden ? "card back" : "card", x, y, LEAF, LEAF_HEIGHT);
    if (!hidden) {
        site_words(d->out, "number", SITE_CENTRED, x + LEAF / 2, y + 28, LEAF - 6, label.len > 2 ? 13 : 22, label);
    }
    if (count > 1 || hidden) {
        site_words(d->out, "soft", SITE_CENTRED, x + LEAF / 2, y + LEAF_HEIGHT - 7, LEAF - 6, 13,
                   join(d, "\xc3\x97", value(d, set, "count"), ""));
    }
}

static void draw_leaves(drawing *d, const site_node *player)
{
    enum { IN_ROW = (PANEL + GAP) / (LEAF + GAP + 2) };
    int n = 0;
    const char *join_with = join(d, " ", str_of(said(d, SITE_SAY_board_hand)), ": ").ptr;
    const uint16_t open = site_name_find(d->names, BRS_STR("cards")), shut = site_name_find(d->names, BRS_STR("hidden"));
    for (const site_node *set = player->first; set != NULL; set = set->next) {
        if (set->name == open || set->name == shut) {
            draw_leaf(d, set, d->x + n % IN_ROW * (LEAF + GAP + 2), d->y + 6 + n / IN_ROW * (LEAF_HEIGHT + GAP + 4));
            buf_puts(&d->about, join_with);
            if (value(d, set, "name").len > 0) {
                buf_put(&d->about, value(d, set, "name"));
            } else {
                const brs_str count = value(d, set, "count");
                buf_put(&d->about, fill(d, SITE_SAY_board_hidden, &count, 1));
            }
            join_with = ", ";
            n++;
        }
    }
    if (n > 0) {
        d->y += 6 + (n + IN_ROW - 1) / IN_ROW * (LEAF_HEIGHT + GAP + 4);
        buf_byte(&d->about, '.');
    }
}

// What lies in the middle of the table.
static void draw_pile(drawing *d, const site_node *pile)
{
    const brs_str name = value(d, pile, "name"), total = value(d, pile, "total"), told = fill(d, SITE_SAY_board_table, &name, 1);
    draw_leaf(d, pile, d->x, d->y + 6);
    site_words(d->out, "name", SITE_FROM_LEFT, d->x + LEAF + 20, d->y + 30, PANEL - LEAF - 20, 15, told);
    site_words(d->out, "soft", SITE_FROM_LEFT, d->x + LEAF + 20, d->y + 50, PANEL - LEAF - 20, 13,
               total.len > 0 ? fill(d, SITE_SAY_board_total, &total, 1) : (brs_str){"", 0});
    buf_put(&d->about, told);
    buf_puts(&d->about, ". ");
    d->y += LEAF_HEIGHT + 24;
}

// ---- a player ---------------------------------------------------------------------------------------

// What a player's numbers are called, and how what is merely so is said.
static const struct {
    const char *name;
    site_say_id label;
    bool large;
} numbers[] = {
    {"lp", SITE_SAY_board_lp, true}, {"ip", SITE_SAY_board_ip, false}, {"pile", SITE_SAY_board_pile, false}, {"hand_count", SITE_SAY_board_in_hand, false},
};
static const struct {
    const char *name;
    site_say_id told;
} marks[] = {
    {"turn", SITE_SAY_board_turn}, {"last", SITE_SAY_board_last}, {"locked", SITE_SAY_board_locked},
};

static void draw_tally(drawing *d, const site_node *player)
{
    const bool large = value(d, player, numbers[0].name).len > 0;
    int x = d->x;
    d->y += large ? 44 : 26;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const brs_str number = value(d, player, numbers[i].name), label = str_of(said(d, numbers[i].label));
        const int size = numbers[i].large ? 38 : 17;
        if (number.len > 0) {
            site_words(d->out, "number", SITE_FROM_LEFT, x, d->y - 10, PANEL / 3, size, number);
            site_tail(d->out, "soft", 13, label);
            x += site_words_width(number, size) + site_words_width(label, 13) + 10;
            buf_putf(&d->about, " %.*s %.*s.", BRS_ARG(number), BRS_ARG(label));
        }
    }
}

static void draw_marks(drawing *d, const site_node *player)
{
    brs_buf text;
    buf_init(&text, d->out->arena, 96);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (is_on(d, player, marks[i].name)) {
            buf_puts(&text, text.len > 0 ? ", " : "");
            buf_puts(&text, said(d, marks[i].told));
        }
    }
    const brs_str next = value(d, player, "next_title");
    if (next.len > 0) {
        buf_puts(&text, text.len > 0 ? ", " : "");
        buf_put(&text, fill(d, SITE_SAY_board_out, &next, 1));
    }
    if (text.len > 0) {
        site_words(d->out, "soft slant", SITE_FROM_LEFT, d->x, d->y + 12, PANEL, 13, buf_str(&text));
        buf_putf(&d->about, " %.*s.", BRS_ARG(buf_str(&text)));
        d->y += 20;
    }
}

static void draw_player(drawing *d, const site_node *player)
{
    static const char *const looks[] = {"rule s0", "rule s1", "rule s2", "rule s3", "rule s4", "rule s5"};
    const brs_str name = value(d, player, "name"), rank = value(d, player, "rank_title");
    const int seat = player->id < 0 ? 0 : player->id;
    site_box(d->out, looks[seat % 6], d->x, d->y, PANEL, 4);
    site_words(d->out, "name", SITE_FROM_LEFT, d->x, d->y + 30, rank.len > 0 ? PANEL / 2 : PANEL, 21, name);
    site_words(d->out, "soft", SITE_FROM_RIGHT, d->x + PANEL, d->y + 30, PANEL / 2 - 10, 15, rank);
    d->y += 36;
    buf_byte(&d->about, '\n');
    tell_name(&d->about, name);
    buf_puts(&d->about, rank.len > 0 ? ", " : "");
    buf_put(&d->about, rank);
    buf_byte(&d->about, ':');
    draw_tally(d, player);
    draw_marks(d, player);
    for (const site_node *zone = child(d, player, NULL, "zone"); zone != NULL; zone = child(d, player, zone, "zone")) {
        draw_zone(d, zone);
    }
    for (const site_node *effect = child(d, player, NULL, "effect"); effect != NULL; effect = child(d, player, effect, "effect")) {
        draw_effect(d, effect);
    }
    draw_leaves(d, player);
}

// Two panels side by side, as many rows as it takes.
static void draw_players(drawing *d, const site_node *table)
{
    const int left = d->x;
    int n = 0, top = d->y, lowest = d->y;
    for (const site_node *player = child(d, table, NULL, "player"); player != NULL; player = child(d, table, player, "player")) {
        if (n % 2 == 0) {
            top = lowest;
        }
        d->x = left + n % 2 * (PANEL + BETWEEN);
        d->y = top;
        draw_player(d, player);
        lowest = d->y + 16 > lowest ? d->y + 16 : lowest;
        n++;
    }
    d->x = left;
    d->y = lowest;
}

static void draw_head(drawing *d, brs_str heading)
{
    const brs_setup *setup = d->match->setup;
    site_words(d->out, "name", SITE_FROM_LEFT, EDGE, EDGE + 18, WIDTH * 3 / 5, 22, heading);
    site_words(d->out, "soft", SITE_FROM_RIGHT, WIDTH - EDGE, EDGE + 18, WIDTH * 2 / 5 - 2 * EDGE - 10, 14,
               join(d, setup->game->title, join(d, ", ", str_of(setup->edition->title), ""), ""));
    site_box(d->out, "bar", EDGE, EDGE + 28, WIDTH - 2 * EDGE, 1);
    site_box(d->out, "bar", EDGE, EDGE + 31, WIDTH - 2 * EDGE, 1);
    site_box(d->out, "paper", WIDTH / 2 - 22, EDGE + 26, 44, 8);
    site_stroke(d->out, "ornament", 2, BRS_STR("464,54 480,48 496,54 480,60 464,54"));
}

static brs_str make_title(const drawing *d, brs_str heading)
{
    brs_buf title;
    buf_init(&title, d->out->arena, 256);
    buf_put(&title, heading);
    for (int seat = 0; seat < d->match->setup->seats; seat++) {
        buf_puts(&title, seat == 0 ? ": " : ", ");
        tell_name(&title, site_seat_name(d->match->setup, seat));
    }
    return buf_str(&title);
}

void site_draw_board(const site_match *match, const site_node *root, const site_names *names, brs_str heading,
                     site_sketch *out)
{
    drawing d = {.out = out, .match = match, .names = names, .x = EDGE, .y = HEAD + 8};
    buf_init(&d.about, out->arena, 2048);
    out->width = WIDTH;
    out->language = names->words == NULL || names->words->language == NULL ? "en" : names->words->language->id;
    site_box(out, "paper", 0, 0, WIDTH, 0);
    draw_head(&d, heading);
    for (const site_node *table = child(&d, root, NULL, "table"); table != NULL; table = child(&d, root, table, "table")) {
        const site_node *pile = child(&d, table, NULL, "pile");
        if (pile != NULL) {
            draw_pile(&d, pile);
        }
        draw_players(&d, table);
    }
    out->height = d.y + EDGE / 2;
    out->shape[0].height = out->height;
    out->title = make_title(&d, heading);
    out->about = str_trim(buf_str(&d.about));
}
