// Frame, line of the score, and a row of cards for each player: branch signs, and walls as high as their points.
#include "site_emblem.h"

#include <limits.h>

#include "str.h"

enum {
    LEFT = 84,
    RIGHT = SITE_EMBLEM_WIDTH - LEFT,
    CHART_TOP = 92,
    CHART_LOW = 322,
    ROW_TOP = 372,
    CARD = 104,
    CARD_HEIGHT = 164,
    MOST_POINTS = 40, // that a bar shows
    APART = 36,       // between two players
};

typedef struct {
    site_sketch *out;
    const site_names *names;
    const site_match *match;
} emblem;

static brs_str field(const emblem *e, const site_node *node, const char *name)
{
    const uint16_t number = site_name_find(e->names, str_of(name));
    const brs_str value = number == SITE_NAME_NONE ? (brs_str){NULL, 0} : site_value(node, number);
    return value.ptr == NULL ? (brs_str){"", 0} : value;
}

static int64_t number_of(const emblem *e, const site_node *node, const char *name)
{
    int64_t value = 0;
    str_number(field(e, node, name), &value);
    return value;
}

static const char *look_of(int seat)
{
    static const char *const looks[] = {"s0", "s1", "s2", "s3", "s4", "s5"};
    return looks[seat % 6];
}

static void line(emblem *e, const char *look, int width, int x0, int y0, int x1, int y1)
{
    brs_buf points;
    buf_init(&points, e->out->arena, 48);
    buf_putf(&points, "%d,%d %d,%d", x0, y0, x1, y1);
    site_stroke(e->out, look, width, buf_str(&points));
}

static void draw_frame(emblem *e)
{
    const int w = SITE_EMBLEM_WIDTH, h = SITE_EMBLEM_HEIGHT, middle = w / 2, y = 56;
    site_box(e->out, "paper", 0, 0, w, h);
    site_box(e->out, "ink", 22, 22, w - 44, h - 44);
    site_box(e->out, "paper", 30, 30, w - 60, h - 60);
    site_box(e->out, "ink", 36, 36, w - 72, h - 72);
    site_box(e->out, "paper", 38, 38, w - 76, h - 76);
    line(e, "ink", 2, LEFT, y, middle - 60, y);
    line(e, "ink", 2, middle + 60, y, RIGHT, y);
    brs_buf lozenge;
    buf_init(&lozenge, e->out->arena, 96);
    buf_putf(&lozenge, "%d,%d %d,%d %d,%d %d,%d %d,%d", middle - 26, y, middle, y - 10, middle + 26, y, middle, y + 10, middle - 26, y);
    site_stroke(e->out, "s0", 5, buf_str(&lozenge));
}

// ---- the score ---------------------------------------------------------------------------------------

// Before the first unit of all, or of a group, nothing is counted yet.
static bool counts(const site_match *match, const site_unit *unit)
{
    const int group = match->setup->game->unit->group;
    return unit->board != NULL && unit->number > 0 && (group == 0 || unit->number % group != 0);
}

typedef struct {
    int last, top, low; // unit; the scores up to it
} span;

static span measure(const site_match *match, int last)
{
    span s = {.last = last, .top = INT_MIN, .low = INT_MAX};
    for (int i = 0; i <= last; i++) {
        for (int seat = 0; seat < match->setup->seats && counts(match, &match->units[i]); seat++) {
            const int score = match->units[i].score[seat];
            s.top = score > s.top ? score : s.top;
            s.low = score < s.low ? score : s.low;
        }
    }
    s.low = s.top - s.low < 4 ? s.top - 4 : s.low; // what hardly changes is no mountain
    return s;
}

static void draw_seat_line(emblem *e, int seat, const span *s)
{
    const int steps = s->last > 1 ? s->last : 1;
    brs_buf points;
    buf_init(&points, e->out->arena, 512);
    for (int i = 0; i <= s->last; i++) {
        const site_unit *unit = &e->match->units[i];
        if (counts(e->match, unit)) {
            const int down = (int)((int64_t)(CHART_LOW - CHART_TOP - 24) * (s->top - unit->score[seat]) / (s->top - s->low));
            buf_putf(&points, "%d,%d ", LEFT + 12 + (RIGHT - LEFT - 24) * i / steps, CHART_TOP + 12 + down);
        }
    }
    site_stroke(e->out, "paper", 10, buf_str(&points));
    site_stroke(e->out, look_of(seat), 7, buf_str(&points));
}

static void draw_chart(emblem *e, int last)
{
    const span s = measure(e->match, last);
    for (int rung = 0; rung <= 4; rung++) {
        const int y = CHART_TOP + (CHART_LOW - CHART_TOP) * rung / 4;
        line(e, "line", 2, LEFT, y, RIGHT, y);
    }
    for (int seat = e->match->setup->seats - 1; seat >= 0 && s.low < s.top; seat--) {
        draw_seat_line(e, seat, &s);
    }
}

// ---- the table ---------------------------------------------------------------------------------------

// room: how much of its width will be seen.
static void draw_card(emblem *e, const site_node *card, int seat, int x, int room)
{
    const bool narrow = room < 80;
    const int y = ROW_TOP + 20, size = narrow ? 36 : 60;
    const int64_t all = number_of(e, card, "points");
    const int points = all > MOST_POINTS ? MOST_POINTS : all < 0 ? 0 : (int)all, wall = points * (CARD_HEIGHT - 70) / MOST_POINTS;
    site_box(e->out, "paper", x - 4, y, CARD + 8, CARD_HEIGHT);
    site_box(e->out, "ink", x, y, CARD, CARD_HEIGHT);
    site_box(e->out, number_of(e, card, "drain") > 0 ? "act" : "sheet", x + 3, y + 3, CARD - 6, CARD_HEIGHT - 6);
    if (field(e, card, "branch").len > 0) {
        site_sign(e->out, "ink", x + (narrow ? 5 : 22), y + 10, size, field(e, card, "branch"));
    } else {
        line(e, "s0", 6, x + 14, y + 26, x + (narrow ? 30 : CARD - 14), y + 26);
    }
    site_box(e->out, look_of(seat), x + 10, y + CARD_HEIGHT - 10 - wall, CARD - 20, wall);
}

// The cards that lie before a player: those of zones that are open on the table.
static int gather(const emblem *e, const site_node *player, const site_node **out, int cap)
{
    const uint16_t zone = site_name_find(e->names, BRS_STR("zone")), card = site_name_find(e->names, BRS_STR("card"));
    int count = 0;
    for (const site_node *z = site_child(player->first, zone, -1); z != NULL; z = site_child(z->next, zone, -1)) {
        const brs_str id = field(e, z, "id");
        const bool apart = str_is(id, "hand") || str_is(id, "discard") || str_is(id, "exile");
        for (const site_node *c = site_child(z->first, card, -1); c != NULL && !apart; c = site_child(c->next, card, -1)) {
            for (int64_t copy = number_of(e, c, "copies"); copy > 0 && count < cap; copy--) {
                out[count++] = c;
            }
        }
    }
    return count;
}

static void draw_cards(emblem *e, const site_node *player, int seat, int x, int width)
{
    enum { MOST = 40 };
    const site_node *card[MOST];
    const int count = gather(e, player, card, MOST);
    const int room = count > 1 ? (width - CARD) / (count - 1) : 0, step = room > CARD + 14 ? CARD + 14 : room;
    for (int i = 0; i < count; i++) {
        draw_card(e, card[i], seat, x + i * step, i + 1 < count ? step : CARD);
    }
}

// A game whose cards are in hands: as many leaves as there are in each.
static void draw_leaves(emblem *e, const site_node *player, int x, int width)
{
    const int count = (int)number_of(e, player, "hand_count"), leaf = width < 60 ? width : 60;
    for (int i = 0; i < count && i < 26; i++) {
        site_box(e->out, "ink", x, ROW_TOP + CARD_HEIGHT - i * 7, leaf, 20);
        site_box(e->out, "sheet", x + 2, ROW_TOP + CARD_HEIGHT + 2 - i * 7, leaf - 4, 16);
    }
}

static void draw_table(emblem *e, const site_node *root)
{
    const uint16_t table = site_name_find(e->names, BRS_STR("table")), name = site_name_find(e->names, BRS_STR("player"));
    const site_node *at = site_child(root->first, table, -1);
    const int seats = e->match->setup->seats, gap = seats > 4 ? APART / 3 : APART, width = (RIGHT - LEFT - (seats - 1) * gap) / seats;
    for (int seat = 0; at != NULL && seat < seats; seat++) {
        const site_node *player = site_child(at->first, name, seat);
        const int x = LEFT + seat * (width + gap);
        site_box(e->out, look_of(seat), x, ROW_TOP - 12, width, 8);
        if (player != NULL && e->match->setup->cards != NULL) {
            draw_cards(e, player, seat, x, width);
        } else if (player != NULL) {
            draw_leaves(e, player, x, width);
        }
    }
}

void site_draw_emblem(const site_match *match, const site_names *names, site_sketch *out)
{
    emblem e = {out, names, match};
    const int last = match->unit_count / 2;
    out->width = SITE_EMBLEM_WIDTH;
    out->height = SITE_EMBLEM_HEIGHT;
    draw_frame(&e);
    if (match->told == NULL && match->units[last].board != NULL) {
        draw_chart(&e, last);
        draw_table(&e, match->units[last].board);
    }
}
