// broadside redact: a replay as one player may know it, with all else removed.
#include <stdio.h>
#include <string.h>

#include "broadside/replay_tools.h"
#include "cli.h"
#include "str.h"

static const cli_option options[] = {
    {'w', "for", "WHO", "a seat (A, B ...), or public: what everybody may know"},
    {'o', "output", "FILE", "write the view there"},
    {'f', "force", NULL, "replace the output if it exists"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

static bool find_viewer(const cli_run *cli, const char *who, int *out)
{
    if (strcmp(who, "public") == 0) {
        *out = BRS_SEAT_NONE;
        return true;
    }
    if (who[0] >= 'A' && who[0] < 'A' + BRS_MAX_SEATS && who[1] == '\0') {
        *out = who[0] - 'A';
        return true;
    }
    cli_misuse(cli, "--for is a seat (A, B ...) or public, not \"%s\"", who);
    return false;
}

static bool redact(cli_run *cli, const cli_library *library, int viewer, const char *output, bool force, brs_err *err)
{
    brs_arena *arena = &cli->arena;
    brs_replay *replay = BRS_NEW(arena, brs_replay, 2), *view = replay + 1;
    brs_setup *setup = BRS_NEW(arena, brs_setup, 1);
    if (!cli_read_replay(library, cli->operand[0], arena, replay, NULL, err) ||
        !brs_replay_setup(replay, &library->library, arena, setup, err) ||
        !brs_replay_verify(replay, setup, arena, NULL, brs_report_first(err))) {
        return false;
    }
    if (viewer != BRS_SEAT_NONE && viewer >= setup->seats) {
        return brs_fail(err, BRS_USAGE, "there is no seat %c in a game of %d", 'A' + viewer, setup->seats);
    }
    if (!brs_replay_redact(replay, setup, viewer, arena, view, err) ||
        !cli_write_replay(library, output, view, force, arena, err)) {
        return false;
    }
    fprintf(stderr, "%s: seed, decks, checks and unseen cards are gone, so it cannot be verified in full again\n", output);
    if (replay->remark_count + replay->variation_count + replay->head_count + replay->kept_count > 0) {
        fprintf(stderr, "%d remarks, %d variations, %d head lines and %d unknown keys are gone too: they may tell secrets\n",
                replay->remark_count, replay->variation_count, replay->head_count, replay->kept_count);
    }
    return true;
}

static int run(cli_run *cli)
{
    const char *who = NULL, *output = NULL, *value;
    bool force = false;
    int letter, status, viewer;
    while ((letter = cli_next(cli, &value)) >= 0) {
        who = letter == 'w' ? value : who;
        output = letter == 'o' ? value : output;
        force = force || letter == 'f';
    }
    if (!cli_ready(letter, &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    if (who == NULL || output == NULL) {
        return cli_misuse(cli, who == NULL ? "for whom? Give --for A, B ... or public" : "say with -o where to write the view");
    }
    if (!find_viewer(cli, who, &viewer)) {
        return BRS_USAGE;
    }
    const cli_library *library = cli_library_load(cli);
    brs_err err = BRS_ERR_NONE;
    if (library == NULL) {
        return cli->failed;
    }
    redact(cli, library, viewer, output, force, &err);
    return cli_end(&err, cli->operand[0]);
}

const cli_command cmd_redact = {
    "redact", "REPLAY", "Removes from a replay what a player, or the public, may not know.",
    "broadside redact --for A game.replay -o for-a.replay\n"
    "broadside redact --for public game.replay -o open.replay\n"
    "broadside convert open.replay                        what is left, as text\n",
    options, run, CLI_WRITES,
};
