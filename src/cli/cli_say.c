// Sentences of the game as text for a terminal.
#include <string.h>

#include "cli.h"
#include "str.h"

static void writer_open(void *ctx, const char *name, int id)
{
    (void)id;
    cli_writer *w = ctx;
    w->depth++;
    if (strcmp(name, "card") == 0) {
        buf_puts(w->buf, cli_paint(w->cli, "bold"));
    } else if (strcmp(name, "quote") == 0) {
        buf_puts(w->buf, "\xE2\x80\x9C");
    }
    w->quote[w->depth % CLI_SAY_DEPTH] = strcmp(name, "quote") == 0;
}

static void writer_text(void *ctx, const char *key, brs_str value)
{
    cli_writer *w = ctx;
    if (key[0] == '\0') {
        buf_put(w->buf, value);
    }
}

static void writer_close(void *ctx)
{
    cli_writer *w = ctx;
    if (w->quote[w->depth % CLI_SAY_DEPTH]) {
        buf_puts(w->buf, "\xE2\x80\x9D");
    }
    buf_puts(w->buf, cli_paint(w->cli, "off"));
    w->depth--;
}

brs_viewer cli_say(cli_writer *writer, const cli_run *cli, brs_buf *buf)
{
    *writer = (cli_writer){.cli = cli, .buf = buf};
    return (brs_viewer){writer, writer_open, writer_text, writer_close};
}

void cli_say_result(const cli_run *cli, brs_buf *buf, const brs_setup *setup, const brs_result *result)
{
    cli_writer writer;
    brs_viewer viewer = cli_say(&writer, cli, buf);
    if (result->over) {
        brs_victory_say(setup, result, &viewer);
    } else {
        buf_puts(buf, "not finished");
    }
}

const char *cli_end_words(const brs_replay *replay)
{
    static const char *const words[] = {"by the rules", "a player conceded", "the players agreed", "not finished"};
    return replay->end <= BRS_END_UNFINISHED ? words[replay->end] : "?";
}

void cli_say_end(const cli_run *cli, brs_buf *buf, const brs_setup *setup, const brs_replay *replay)
{
    const bool seat = replay->end_seat < setup->seats;
    switch (replay->end) {
    case BRS_END_CONCEDED: buf_putf(buf, "%s concedes.", cli_seat_name(setup, replay->end_seat)); return;
    case BRS_END_AGREED:
        buf_putf(buf, seat ? "%s wins by agreement." : "The players agree that nobody wins.",
                 cli_seat_name(setup, replay->end_seat));
        return;
    default: cli_say_result(cli, buf, setup, &replay->result);
    }
}

const char *cli_seat_name(const brs_setup *setup, int seat)
{
    static const char letters[][2] = {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"};
    if (seat < 0 || seat >= BRS_MAX_SEATS) {
        return seat == BRS_SEAT_CHANCE ? "chance" : "nobody";
    }
    return setup->name[seat] != NULL ? setup->name[seat] : letters[seat];
}
