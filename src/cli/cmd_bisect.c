// broadside bisect: the first decision at which two editions, or a replay and the engine, differ; and by what.
#include <stdio.h>
#include <string.h>

#include "broadside/replay_tools.h"
#include "cli.h"
#include "fs.h"
#include "str.h"

static const cli_option options[] = {
    {'e', "edition", "EDITION", "compare with the same choices under this edition"},
    {'d', "dump", "FILE", "write the state at every decision, to compare with another build"},
    {'w', "with", "FILE", "compare with such a file of another build"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef struct {
    cli_run *cli;
    const cli_library *library;
    const char *edition, *dump, *with;
    brs_replay replay;
    brs_setup setup;
    int told;
} bisection;

static void tell(void *ctx, const brs_difference *d)
{
    enum { MOST_TOLD = 200 };
    bisection *b = ctx;
    if (b->told++ < MOST_TOLD) {
        cli_print_difference(b->cli, d);
    }
}

static void print_place(const bisection *b, const brs_split *s)
{
    char unit[64];
    printf("decision %lu (%s) is the first that differs", (unsigned long)s->decision, cli_unit(&b->setup, s->unit, unit));
    if (s->before.len > 0) {
        printf(", after: %.*s", BRS_ARG(s->before));
    }
    printf("\n");
    if (s->next.len > 0) {
        printf("  next: %s %.*s\n", cli_seat_name(&b->setup, s->next_seat), BRS_ARG(s->next));
    }
}

static int under_edition(bisection *b)
{
    brs_err err = BRS_ERR_NONE;
    brs_setup *other = BRS_NEW(&b->cli->arena, brs_setup, 1);
    const cli_game *game = cli_find_game(b->cli, b->library, b->replay.game);
    const brs_edition *edition = game == NULL ? NULL : cli_find_edition(b->cli, game, b->edition);
    if (edition == NULL) {
        return BRS_USAGE;
    }
    brs_split s;
    brs_split_plan plan = {.first = &b->setup, .second = other};  // the place first, what differs there after it
    if (!brs_replay_under(&b->replay, &b->setup, edition, other, &err) ||
        !brs_replay_split(&b->replay, &plan, &b->cli->arena, &s, NULL, &err)) {
        return cli_end(&err, b->cli->operand[0]);
    }
    if (s.kind == BRS_SPLIT_NONE) {
        printf("%s@%d and %s@%d: the same to the end, %u decisions\n", b->setup.edition->id, b->setup.edition->patch,
               edition->id, edition->patch, b->replay.decisions.count);
        return BRS_OK;
    }
    print_place(b, &s);
    plan.tell = tell;
    plan.ctx = b;
    if (!brs_replay_split(&b->replay, &plan, &b->cli->arena, &s, NULL, &err)) {
        return cli_end(&err, b->cli->operand[0]);
    }
    if (s.kind == BRS_SPLIT_ILLEGAL) {
        printf("  under %s@%d that is not legal: %s\n", edition->id, edition->patch,
               s.rule != 0 ? other->game->rules[s.rule].title : "nothing of the kind is asked there");
    } else if (s.kind == BRS_SPLIT_END) {
        printf("  one game is over here and the other is not\n");
    } else if (s.differences == 0) {
        printf("  what can be seen is the same; what waits, or the random streams, differ\n");
    }
    return BRS_DESYNC;
}

// A check covers the state, not what led to it: so the fault lies between the last right check and the wrong one.
static int against_engine(bisection *b)
{
    brs_err err = BRS_ERR_NONE, wrong = BRS_ERR_NONE;
    brs_player player;
    brs_arena *arena = &b->cli->arena;
    uint32_t right = 0;
    int unit = -1, before = -1;
    bool more = brs_player_open(&player, &b->replay, &b->setup, 0, arena, NULL, &wrong);
    for (; more; more = brs_player_next(&player, &wrong)) {
        int now = b->setup.game->unit_now(player.game.state);
        if (now != unit) {
            before = unit = now;
            right = player.decisions;
        }
    }
    if (wrong.code == BRS_OK) {
        brs_player_verify(&player, NULL, brs_report_first(&wrong));
    }
    if (wrong.code == BRS_OK) {
        printf("the engine plays this replay as it was recorded, %u decisions\n", player.decisions);
        return BRS_OK;
    }
    char name[64];
    printf("the check before decision %lu (%s) was still right; ", (unsigned long)right, cli_unit(&b->setup, before, name));
    printf("what differs happened between it and decision %lu:\n", (unsigned long)player.decisions);
    cli_print_choices(b->cli, &b->replay, &b->setup, right, player.decisions, &err);
    return cli_end(&wrong, b->cli->operand[0]);
}

static int dump(bisection *b)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    if (brs_replay_dump(&b->replay, &b->setup, &b->cli->arena, &text, &err)) {
        cli_write(b->dump, text, false, &err);
    }
    return cli_end(&err, b->cli->operand[0]);
}

static int with_dump(bisection *b)
{
    enum { MAX_DUMP = 256 << 20 };
    brs_err err = BRS_ERR_NONE;
    brs_str theirs, ours;
    int64_t decision;
    if (!fs_read(b->with, MAX_DUMP, &b->cli->arena, &theirs, &err) ||
        !brs_replay_dump(&b->replay, &b->setup, &b->cli->arena, &ours, &err)) {
        return cli_end(&err, b->with);
    }
    if (!brs_replay_compare_dumps(ours, theirs, &b->cli->arena, &decision, NULL, NULL, &err)) {
        return cli_end(&err, b->with);
    }
    if (decision < 0) {
        printf("both builds: the same at every decision\n");
        return BRS_OK;
    }
    printf("decision %lld is the first that differs between the builds (first: this one)\n", (long long)decision);
    brs_replay_compare_dumps(ours, theirs, &b->cli->arena, &decision, tell, b, &err);
    cli_print_choices(b->cli, &b->replay, &b->setup, decision > 0 ? (uint32_t)decision - 1 : 0, (uint32_t)decision, &err);
    return BRS_DESYNC;
}

static int run(cli_run *cli)
{
    bisection *b = BRS_NEW(&cli->arena, bisection, 1);
    const char *value;
    int letter, status;
    b->cli = cli;
    while ((letter = cli_next(cli, &value)) >= 0) {
        b->edition = letter == 'e' ? value : b->edition;
        b->dump = letter == 'd' ? value : b->dump;
        b->with = letter == 'w' ? value : b->with;
    }
    if (!cli_ready(letter, &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    if ((b->edition != NULL) + (b->dump != NULL) + (b->with != NULL) > 1) {
        return cli_misuse(cli, "one of --edition, --dump and --with");
    }
    brs_err err = BRS_ERR_NONE;
    b->library = cli_library_load(cli);
    if (b->library == NULL) {
        return cli->failed;
    }
    if (!cli_read_replay(b->library, cli->operand[0], &cli->arena, &b->replay, NULL, &err) ||
        !brs_replay_setup(&b->replay, &b->library->library, &cli->arena, &b->setup, &err)) {
        return cli_end(&err, cli->operand[0]);
    }
    return b->edition != NULL ? under_edition(b)
           : b->dump != NULL  ? dump(b)
           : b->with != NULL  ? with_dump(b)
                              : against_engine(b);
}

const cli_command cmd_bisect = {
    "bisect", "REPLAY", "Finds the first decision at which two editions, two builds, or a replay and the engine differ.",
    "broadside bisect game.replay                       where does it stop playing back?\n"
    "broadside bisect --edition guide game.replay       where does the guide play it otherwise, and by what?\n"
    "broadside bisect --dump old.states game.replay     with one build\n"
    "broadside bisect --with old.states game.replay     with another: the first difference, by path\n",
    options, run, CLI_WRITES,
};
