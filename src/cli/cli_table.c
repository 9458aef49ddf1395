// The table on a terminal of 80 columns, and what just happened, as one seat may see it.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "str.h"

enum { WIDTH = 79 };

// ---- the table -----------------------------------------------------------------------------------------------------

// One node of the view at a time: its fields, then what is inside.
typedef struct {
    const cli_run *cli;
    brs_buf *out;
    int column;
    char node[24], name[96], title[64], points[16], kind[16], status[160], count[16];
    char lp[16], ip[16], hand[16], pile[16], rank[24];
    bool hidden, in_zone, any, told;
} table;

static void keep(char *to, size_t cap, brs_str value)
{
    size_t len = value.len < cap - 1 ? value.len : cap - 1;
    memcpy(to, value.ptr, len);
    to[len] = '\0';
}

static void word(table *t, const char *text)
{
    const int len = (int)strlen(text);
    if (t->column + len + 1 > WIDTH && text[0] == ',') {
        buf_puts(t->out, ",\n     ");
        text++;
        t->column = 6;
    }
    buf_puts(t->out, text);
    t->column += len;
}

static void tell_player(table *t)
{
    if (t->told || t->name[0] == '\0' || strcmp(t->node, "player") != 0) {
        return;
    }
    t->told = true;
    buf_putf(t->out, "%s%s%s", cli_paint(t->cli, "bold"), t->name, cli_paint(t->cli, "off"));
    buf_puts(t->out, t->rank[0] != '\0' ? ", the " : "");
    buf_puts(t->out, t->rank);
    buf_puts(t->out, t->lp[0] != '\0' ? "  LP " : "");
    buf_puts(t->out, t->lp);
    buf_puts(t->out, t->ip[0] != '\0' ? "  IP " : "");
    buf_puts(t->out, t->ip);
    if (t->hand[0] != '\0') {
        buf_putf(t->out, "  hand %s", t->hand);
    }
    if (t->pile[0] != '\0') {
        buf_putf(t->out, "  pile %s", t->pile);
    }
    buf_puts(t->out, "\n");
}

static void tell_card(table *t)
{
    char text[320];
    if (strcmp(t->node, "card") != 0 && strcmp(t->node, "set") != 0 && strcmp(t->node, "hidden") != 0) {
        return;
    }
    if (!t->any && t->in_zone) {
        buf_putf(t->out, "  %s%s%s:", cli_paint(t->cli, "dim"), t->title, cli_paint(t->cli, "off"));
        t->column = (int)strlen(t->title) + 3;
    }
    if (t->hidden || strcmp(t->node, "hidden") == 0) {
        snprintf(text, sizeof text, "%s[?]%s", t->any ? ", " : " ", t->count[0] != '\0' ? t->count : "");
    } else {
        const bool number = t->points[0] != '\0' && strcmp(t->points, "0") != 0;
        snprintf(text, sizeof text, "%s%s%s%s%s%s%s%s%s", t->any ? ", " : " ", t->name, number ? " " : "", number ? t->points : "", number ? " " : "",
                 number ? t->kind : "", t->status[0] != '\0' ? " (" : "", t->status, t->status[0] != '\0' ? ")" : "");
    }
    word(t, text);
    t->any = true;
    t->node[0] = '\0';
}

static void open_node(void *ctx, const char *name, int id)
{
    table *t = ctx;
    (void)id;
    tell_player(t);
    tell_card(t);
    if (strcmp(name, "player") == 0) {
        t->told = false;
        t->lp[0] = t->ip[0] = t->hand[0] = t->pile[0] = t->rank[0] = '\0';
    }
    if (strcmp(name, "zone") == 0 || strcmp(name, "hand") == 0 || strcmp(name, "table") == 0) {
        t->in_zone = true;
        t->any = false;
        snprintf(t->title, sizeof t->title, "%s", strcmp(name, "table") == 0 ? "On the table" : "Hand");
    }
    snprintf(t->node, sizeof t->node, "%s", name);
    t->name[0] = t->points[0] = t->kind[0] = t->status[0] = t->count[0] = '\0';
    t->hidden = false;
}

static void take_text(void *ctx, const char *key, brs_str value)
{
    table *t = ctx;
    const struct { const char *key; char *to; size_t cap; } fields[] = {
        {"name", t->name, sizeof t->name}, {"title", t->title, sizeof t->title}, {"points", t->points, sizeof t->points},
        {"points_kind", t->kind, sizeof t->kind}, {"status", t->status, sizeof t->status}, {"count", t->count, sizeof t->count},
        {"lp", t->lp, sizeof t->lp}, {"ip", t->ip, sizeof t->ip}, {"hand_count", t->hand, sizeof t->hand},
        {"pile", t->pile, sizeof t->pile}, {"rank_title", t->rank, sizeof t->rank}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (strcmp(key, fields[i].key) == 0 && (strcmp(key, "title") != 0 || strcmp(t->node, "zone") == 0)) {
            keep(fields[i].to, fields[i].cap, value);
        }
    }
    if (strcmp(key, "hidden") == 0) {
        t->hidden = value.len > 0;
    }
}

static void close_node(void *ctx)
{
    table *t = ctx;
    tell_player(t);
    const bool leaf = strcmp(t->node, "card") == 0 || strcmp(t->node, "set") == 0 || strcmp(t->node, "hidden") == 0;
    tell_card(t);
    if (!leaf && t->any) {
        buf_puts(t->out, "\n");
        t->any = false;
    }
    t->node[0] = '\0';
}

void cli_print_table(const cli_run *cli, brs_buf *out, const brs_setup *setup, const void *state, int seat)
{
    table t = {.cli = cli, .out = out};
    const brs_viewer viewer = {&t, open_node, take_text, close_node};
    setup->game->view(setup, state, seat, &viewer);
    if (t.any) {
        buf_puts(out, "\n");
    }
}

// ---- what happened --------------------------------------------------------------------------------------------------------

static int depth_of(const brs_trace *trace, const brs_event *event)
{
    int depth = 0;
    for (const brs_event *e = event; e->cause != 0 && depth < 3; depth++) {
        const brs_event *cause = brs_trace_at(trace, e->cause);
        if (cause == NULL || cause->section != event->section || cause->unit != event->unit) {
            break;
        }
        e = cause;
    }
    return depth;
}

static void put_terms(const cli_run *cli, brs_buf *out, const brs_setup *setup, const brs_trace *trace, const brs_event *event, int depth)
{
    const int quantity = setup->game->event_kinds[event->kind].quantity;
    if (quantity == 0 || !setup->game->quantities[quantity].adds || event->nterm < 2) {
        return;
    }
    for (uint32_t i = 0; i < event->nterm; i++) {
        const brs_term *term = &trace->terms[event->term0 + i];
        cli_writer writer;
        brs_viewer viewer = cli_say(&writer, cli, out);
        buf_putf(out, "%*s%s%+d%s ", 6 + 2 * depth, "", cli_paint(cli, "yellow"), term->value, cli_paint(cli, "off"));
        brs_term_say(setup, event, term, &viewer);
        buf_puts(out, "\n");
    }
}

// Events from *shown on, under headings, as seat may know them; *section and *unit are those told last.
void cli_print_events(const cli_run *cli, brs_buf *out, const brs_setup *setup, const brs_trace *trace, int seat, cli_shown *shown)
{
    for (; shown->events < trace->event_count; shown->events++) {
        const brs_event *event = &trace->events[shown->events];
        char veiled[160];
        const int depth = depth_of(trace, event);
        if (event->unit != shown->unit) {
            char name[80];
            brs_unit_name(setup->game->unit, event->unit, name, sizeof name);
            buf_putf(out, "\n%s%s%s\n", cli_paint(cli, "bold"), event->unit == 0 ? "Setup" : name, cli_paint(cli, "off"));
            shown->unit = event->unit;
            shown->section = -1;
        }
        if (event->section != shown->section) {
            shown->section = event->section;
            buf_putf(out, "  %s%s%s\n", cli_paint(cli, "cyan"), setup->game->unit->sections[event->section].title, cli_paint(cli, "off"));
        }
        cli_writer writer;
        brs_viewer viewer = cli_say(&writer, cli, out);
        const size_t before = out->len;
        buf_putf(out, "%*s", 4 + 2 * depth, "");
        const size_t empty = out->len;
        if (setup->game->veil != NULL && setup->game->veil(setup, event, seat, veiled, sizeof veiled) > 0) {
            buf_puts(out, veiled);
        } else {
            brs_event_say(setup, event, false, &viewer);
        }
        if (out->len == empty) {
            out->len = before;
            continue;
        }
        const brs_citation *cite = brs_cite(setup->edition, event->rule);
        buf_putf(out, " %s[%s%s%s]%s\n", cli_paint(cli, "dim"), setup->game->rules[event->rule].title, cite != NULL ? ", " : "",
                 cite != NULL ? cite->place : "", cli_paint(cli, "off"));
        put_terms(cli, out, setup, trace, event, depth);
    }
}
