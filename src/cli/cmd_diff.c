// broadside diff: what differs between two replays, and from which decision on.
#include <stdio.h>

#include "broadside/replay_tools.h"
#include "cli.h"
#include "str.h"

static const cli_option options[] = {
    {'J', "json", NULL, "one JSON object"},
    {'q', "quiet", NULL, "only the status"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

static const char *chooser(const brs_setup *setup, int seat)
{
    return seat == BRS_SEAT_NONE ? "" : cli_seat_name(setup, seat);
}

static void print_value(const char *lead, brs_str value)
{
    if (value.len == 0) {
        printf("%snothing", lead);
    } else {
        printf("%s%.*s", lead, BRS_ARG(value));
    }
}

static void print_side(const cli_run *cli, int side, const brs_replay_differences *d, const brs_setup *setup)
{
    const char *paint = cli_paint(cli, side == 0 ? "red" : "green"), *off = cli_paint(cli, "off");
    if (d->seat[side] == BRS_SEAT_NONE) {
        printf("  %s%s has ended%s\n", paint, side == 0 ? "first " : "second", off);
    } else {
        printf("  %s%s %s %.*s%s\n", paint, side == 0 ? "first: " : "second:", chooser(setup, d->seat[side]),
               BRS_ARG(d->choice[side]), off);
    }
}

static void print_text(const cli_run *cli, const brs_replay_differences *d, const brs_setup *const setup[2])
{
    printf("%s\n", d->same_game ? "the same game" : "different games");
    for (int i = 0; i < d->header_count; i++) {
        printf("  %.*s:", BRS_ARG(d->header[i].key));
        print_value(" ", d->header[i].first);
        print_value(" | ", d->header[i].second);
        printf("\n");
    }
    if (d->decision >= 0) {
        char unit[64];
        printf("decision %lld (%s) is the first that differs:\n", (long long)d->decision,
               cli_unit(setup[0], d->unit, unit));
        print_side(cli, 0, d, setup[0]);
        print_side(cli, 1, d, setup[1]);
    } else if (d->played) {
        printf("the same choices\n");
    } else {
        printf("not both can be played, so choices were not compared\n");
    }
    if (d->check >= 0) {
        printf("check %d is the first that differs (of %d and %d)\n", d->check, d->checks[0], d->checks[1]);
    }
}

static void print_json(const cli_run *cli, brs_buf *buf, const brs_replay_differences *d)
{
    cli_json_begin(buf, cli);
    cli_json_bool(buf, "same_game", d->same_game);
    buf_puts(buf, ",\"header\":[");
    for (int i = 0; i < d->header_count; i++) {
        buf_puts(buf, i > 0 ? ",[\"" : "[\"");
        buf_json(buf, d->header[i].key);
        buf_puts(buf, "\",\"");
        buf_json(buf, d->header[i].first);
        buf_puts(buf, "\",\"");
        buf_json(buf, d->header[i].second);
        buf_puts(buf, "\"]");
    }
    buf_puts(buf, "]");
    cli_json_bool(buf, "played", d->played);
    cli_json_number(buf, "decision", d->decision);
    cli_json_number(buf, "check", d->check);
    cli_json_end(buf);
}

// What cannot be set up here is compared without being played.
static const brs_setup *try_setup(cli_run *cli, const cli_library *library, const brs_replay *replay)
{
    brs_err err = BRS_ERR_NONE;
    brs_setup *setup = BRS_NEW(&cli->arena, brs_setup, 1);
    return brs_replay_setup(replay, &library->library, &cli->arena, setup, &err) ? setup : NULL;
}

static int run(cli_run *cli)
{
    bool json = false, quiet = false;
    const char *value;
    int letter, status;
    while ((letter = cli_next(cli, &value)) >= 0) {
        json = json || letter == 'J';
        quiet = quiet || letter == 'q';
    }
    if (!cli_ready(letter, &status)) {
        return status;
    }
    if (cli->operands != 2) {
        return cli_misuse(cli, "two replays are compared; %d given", cli->operands);
    }
    const cli_library *library = cli_library_load(cli);
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 2);
    const brs_replay *const both[2] = {&replay[0], &replay[1]};
    const brs_setup *setup[2] = {NULL, NULL};
    brs_replay_differences d;
    brs_err err = BRS_ERR_NONE;
    for (int i = 0; i < 2; i++) {
        if (library == NULL || !cli_read_replay(library, cli->operand[i], &cli->arena, &replay[i], NULL, &err)) {
            return library == NULL ? cli->failed : cli_end(&err, cli->operand[i]);
        }
        setup[i] = try_setup(cli, library, &replay[i]);
    }
    brs_replay_compare(both, setup, &cli->arena, &d);
    brs_buf buf;
    buf_init(&buf, &cli->arena, 256);
    if (json) {
        print_json(cli, &buf, &d);
    } else if (!quiet) {
        print_text(cli, &d, setup);
    }
    return d.same_game ? BRS_OK : BRS_DESYNC;
}

const cli_command cmd_diff = {
    "diff", "REPLAY REPLAY", "Says what differs between two replays; ends with 20 when they are different games.",
    "broadside diff a.replay b.replay          header, first differing decision, first differing check\n"
    "broadside diff --quiet a.replay b.replay && echo same game\n",
    options, run, CLI_READS,
};
