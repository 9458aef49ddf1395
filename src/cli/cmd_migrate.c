// broadside migrate: a game under another edition, as long as every choice is legal there and comes to the same.
#include <stdio.h>
#include <string.h>

#include "broadside/replay_tools.h"
#include "cli.h"
#include "str.h"

static const cli_option options[] = {
    {'e', "edition", "EDITION", "the edition to carry it to"},
    {'a', "allow-differences", NULL, "go on where the table differs, as long as every choice is legal"},
    {'o', "output", "FILE", "write the replay there (default: only say whether it can be carried)"},
    {'f', "force", NULL, "replace the output if it exists"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef struct {
    cli_run *cli;
    const cli_library *library;
    const char *edition, *output;
    bool allow, force;
    brs_replay replay;
    brs_setup old, fresh;
    int told;
} migration;

static int load(migration *m)
{
    brs_err err = BRS_ERR_NONE;
    cli_run *cli = m->cli;
    if (!cli_read_replay(m->library, cli->operand[0], &cli->arena, &m->replay, NULL, &err) ||
        !brs_replay_setup(&m->replay, &m->library->library, &cli->arena, &m->old, &err) ||
        !brs_replay_verify(&m->replay, &m->old, &cli->arena, NULL, brs_report_first(&err))) {
        return cli_end(&err, cli->operand[0]);
    }
    const cli_game *game = cli_find_game(cli, m->library, m->replay.game);
    const brs_edition *edition = game == NULL ? NULL : cli_find_edition(cli, game, m->edition);
    if (edition == NULL) {
        return BRS_USAGE;
    }
    brs_replay_under(&m->replay, &m->old, edition, &m->fresh, &err);
    return cli_end(&err, cli->operand[0]);
}

static int stop(const migration *m, const brs_split *split)
{
    brs_err err = BRS_ERR_NONE;
    const char *who = cli_seat_name(&m->old, split->next_seat);
    char unit[64];
    cli_unit(&m->old, split->unit, unit);
    if (split->kind == BRS_SPLIT_ILLEGAL) {
        brs_fail(&err, BRS_ILLEGAL, "decision %lu (%s): %s %.*s is not legal under %s@%d: %s", (unsigned long)split->decision,
                 unit, who, BRS_ARG(split->next), m->fresh.edition->id, m->fresh.edition->patch,
                 split->rule != 0 ? m->fresh.game->rules[split->rule].title : "nothing of the kind is asked there");
    } else if (split->kind == BRS_SPLIT_END) {
        brs_fail(&err, BRS_ILLEGAL, "decision %lu (%s): one game is over here and the other is not",
                 (unsigned long)split->decision, unit);
    } else {
        brs_fail(&err, BRS_DESYNC, "decision %lu (%s): the table differs under %s@%d", (unsigned long)split->decision,
                 unit, m->fresh.edition->id, m->fresh.edition->patch);
        brs_help(&err, "--allow-differences goes on as long as every choice is legal");
    }
    return cli_end(&err, m->cli->operand[0]);
}

// Remarks keep their places; the state there may be another, and then they are orphans.
static int count_orphans(migration *m, const brs_replay *made, brs_err *err)
{
    int orphans = 0;
    brs_player player;
    bool more = brs_player_open(&player, made, &m->fresh, 0, &m->cli->arena, NULL, err);
    for (; more; more = brs_player_next(&player, err)) {
        uint32_t hash = (uint32_t)m->fresh.game->digest(&m->fresh, player.game.state);
        for (int i = 0; i < made->remark_count; i++) {
            const brs_remark *remark = &made->remarks[i];
            orphans += remark->line == 0 && remark->decision == player.decisions && remark->hash != hash &&
                       (player.index < 0 || player.game.choices[0].seat != BRS_SEAT_CHANCE);
        }
    }
    return orphans;
}

static int record(migration *m, const brs_moves *moves)
{
    brs_err err = BRS_ERR_NONE;
    brs_replay *made = BRS_NEW(&m->cli->arena, brs_replay, 1);
    if (!brs_replay_record(&m->fresh, moves, &m->cli->arena, made, &err)) {
        return cli_end(&err, m->cli->operand[0]);
    }
    brs_replay_copy_notes(&m->replay, made);
    int orphans = count_orphans(m, made, &err);
    if (orphans > 0) {
        fprintf(stderr, "%d of %d remarks are about a state that is another now\n", orphans, made->remark_count);
    }
    if (m->replay.variation_count > 0) {
        fprintf(stderr, "%d variations were left behind\n", m->replay.variation_count);
    }
    if (m->output != NULL) {
        cli_write_replay(m->library, m->output, made, m->force, &m->cli->arena, &err);
    }
    return cli_end(&err, m->output);
}

static void tell(void *ctx, const brs_difference *d)
{
    enum { MOST_TOLD = 40 };
    migration *m = ctx;
    if (m->told++ < MOST_TOLD) {
        cli_print_difference(m->cli, d);
    } else if (m->told == MOST_TOLD + 1) {
        printf("  ...\n");
    }
}

static int migrate(migration *m)
{
    int status = load(m);
    if (status != BRS_OK) {
        return status;
    }
    brs_err err = BRS_ERR_NONE;
    brs_moves moves;
    brs_split split;
    brs_split_plan plan = {
        .first = &m->old, .second = &m->fresh, .visible = true, .go_on = m->allow, .tell = tell, .ctx = m};
    if (!brs_replay_split(&m->replay, &plan, &m->cli->arena, &split, &moves, &err)) {
        return cli_end(&err, m->cli->operand[0]);
    }
    bool goes = split.kind == BRS_SPLIT_NONE || (split.kind == BRS_SPLIT_STATE && m->allow);
    if (!goes) {
        return stop(m, &split);
    }
    printf("%s: %u decisions carried from %s@%d to %s@%d", cli_tame(&m->cli->arena, m->cli->operand[0]), m->replay.decisions.count,
           m->old.edition->id, m->old.edition->patch, m->fresh.edition->id, m->fresh.edition->patch);
    if (split.kind == BRS_SPLIT_STATE) {
        printf("; the table differs from decision %lu on", (unsigned long)split.decision);
    }
    printf("\n");
    return record(m, &moves);
}

static int run(cli_run *cli)
{
    migration *m = BRS_NEW(&cli->arena, migration, 1);
    const char *value;
    int letter, status;
    m->cli = cli;
    while ((letter = cli_next(cli, &value)) >= 0) {
        m->edition = letter == 'e' ? value : m->edition;
        m->output = letter == 'o' ? value : m->output;
        m->allow = m->allow || letter == 'a';
        m->force = m->force || letter == 'f';
    }
    if (!cli_ready(letter, &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    if (m->edition == NULL) {
        return cli_misuse(cli, "to which edition? Give --edition");
    }
    m->library = cli_library_load(cli);
    return m->library == NULL ? cli->failed : migrate(m);
}

const cli_command cmd_migrate = {
    "migrate", "REPLAY", "Carries a game to another edition, or says at which decision it cannot be.",
    "broadside migrate --edition guide game.replay                  can it be?\n"
    "broadside migrate --edition guide game.replay -o guide.replay\n"
    "broadside migrate --edition guide --allow-differences game.replay -o guide.replay\n",
    options, run, CLI_WRITES,
};
