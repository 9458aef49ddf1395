// What just happened, for a terminal: events under the headings of their sections, with rules and sums.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "str.h"

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

// The sum behind a number of a seat or a card. What lies on the table adds up from nothing but what was just told.
static void put_terms(const cli_run *cli, brs_buf *out, const brs_setup *setup, const brs_trace *trace, const brs_event *event, int depth)
{
    const int quantity = setup->game->event_kinds[event->kind].quantity;
    const brs_quantity_info *info = &setup->game->quantities[quantity];
    if (quantity == 0 || !info->adds || event->nterm < 2 || strcmp(info->subject, "table") == 0) {
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

static void put_headings(const cli_run *cli, brs_buf *out, const brs_setup *setup, const brs_event *event, cli_shown *shown)
{
    const brs_unit_info *info = setup->game->unit;
    if (event->unit != shown->unit) {
        char name[80];
        brs_unit_name(info, event->unit, name, sizeof name);
        buf_putf(out, "\n%s%s%s\n", cli_paint(cli, "bold"), event->unit == 0 ? "Setup" : name, cli_paint(cli, "off"));
        shown->unit = event->unit;
        shown->section = event->unit == 0 ? event->section : -1;
    }
    if (event->section != shown->section) {
        shown->section = event->section;
        buf_putf(out, "  %s%s%s\n", cli_paint(cli, "cyan"), info->sections[event->section].title, cli_paint(cli, "off"));
    }
}

// The rule behind a line; its name too where there is room for it.
static void put_cite(const cli_run *cli, brs_buf *out, const brs_setup *setup, uint16_t rule, size_t line)
{
    const brs_citation *cite = brs_cite(setup->edition, rule);
    const char *title = setup->game->rules[rule].title, *place = cite != NULL ? cite->place : "";
    const int used = cli_columns((brs_str){out->ptr + line, out->len - line});
    const bool room = used + (int)strlen(title) + (int)strlen(place) + 5 <= CLI_COLUMNS || place[0] == '\0';
    buf_putf(out, " %s[%s%s%s]%s\n", cli_paint(cli, "dim"), room ? title : "", room && place[0] != '\0' ? ", " : "", place, cli_paint(cli, "off"));
}

// What an event says, as a seat may know it.
static void put_sentence(const cli_run *cli, brs_buf *out, const brs_setup *setup, const brs_event *event, int seat)
{
    char veiled[160];
    cli_writer writer;
    brs_viewer viewer = cli_say(&writer, cli, out);
    if (setup->game->veil != NULL && setup->game->veil(setup, event, seat, veiled, sizeof veiled) > 0) {
        buf_puts(out, veiled);
    } else {
        brs_event_say(setup, event, false, &viewer);
    }
}

// The line before: what happens several times in a row is told once.
typedef struct {
    char text[256];
    int times;
} told_line;

static void end_repeats(brs_buf *out, told_line *last)
{
    if (last->times > 1) {
        buf_putf(out, "    ... %d times in all\n", last->times);
    }
    last->times = 0;
}

// Indentation and sentence; false: the event says nothing.
static bool put_line(const cli_run *cli, brs_buf *out, const brs_setup *setup, const brs_trace *trace, const brs_event *event, int seat)
{
    buf_putf(out, "%*s", 4 + 2 * depth_of(trace, event), "");
    const size_t empty = out->len;
    put_sentence(cli, out, setup, event, seat);
    return out->len > empty;
}

static void put_event(const cli_run *cli, brs_buf *out, const brs_setup *setup, const brs_trace *trace, const brs_event *event, int seat,
                      told_line *last)
{
    size_t from = out->len;
    char text[sizeof last->text];
    const bool says = put_line(cli, out, setup, trace, event, seat);
    snprintf(text, sizeof text, "%.*s", (int)(out->len - from), out->ptr + from);
    out->len = from;
    if (!says) {
        return;
    }
    if (last->times > 0 && strcmp(last->text, text) == 0) {
        last->times++;
        return;
    }
    end_repeats(out, last);
    memcpy(last->text, text, sizeof text);
    last->times = 1;
    from = out->len;
    put_line(cli, out, setup, trace, event, seat);
    put_cite(cli, out, setup, event->rule, from);
    put_terms(cli, out, setup, trace, event, depth_of(trace, event));
    cli_wrap(out, from, -1);
}

bool cli_print_section(const cli_run *cli, brs_buf *out, const brs_setup *setup, const brs_trace *trace, int seat, cli_shown *shown)
{
    const uint32_t first = shown->events;
    told_line last = {.times = 0};
    bool more = false;
    while (!more && shown->events < trace->event_count) {
        const brs_event *event = &trace->events[shown->events];
        more = shown->events > first && (event->unit != shown->unit || event->section != shown->section);
        if (!more) {
            put_headings(cli, out, setup, event, shown);
            put_event(cli, out, setup, trace, event, seat, &last);
            shown->events++;
        }
    }
    end_repeats(out, &last);
    return more;
}

void cli_print_events(const cli_run *cli, brs_buf *out, const brs_setup *setup, const brs_trace *trace, int seat, cli_shown *shown)
{
    while (cli_print_section(cli, out, setup, trace, seat, shown)) {
    }
}
