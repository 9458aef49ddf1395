// broadside bench: how fast this machine plays, and whether it plays the same games as every other.
#include <stdio.h>

#include "cli.h"

static const cli_option options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {'e', "edition", "EDITION", "under which rules (default: the first; all for a signature)"},
    {'n', "games", "NUMBER", "how many games (default: 1000)"},
    {'s', "seed", "NUMBER", "seed of the first game (default: 1)"},
    {'S', "signature", NULL, "only the lines of the signature, of all games; they are the same on every machine"},
    {'r', "repeat", "NUMBER", "do it again in this process; all must agree (default: 1)"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    const char *game, *edition;
    int64_t games, seed, repeat;
    bool signature;
} bench_options;

static int read_options(cli_run *cli, bench_options *o)
{
    *o = (bench_options){.games = 1000, .seed = 1, .repeat = 1};
    const char *value;
    bool ok = true;
    int letter;
    while (ok && (letter = cli_next(cli, &value)) >= 0) {
        switch (letter) {
        case 'g': o->game = value; break;
        case 'e': o->edition = value; break;
        case 'n': ok = cli_number(cli, "-n", value, 1, 1000000000, &o->games); break;
        case 's': ok = cli_number(cli, "--seed", value, 0, INT64_C(999999999999999999), &o->seed); break;
        case 'r': ok = cli_number(cli, "--repeat", value, 1, 1000, &o->repeat); break;
        case 'S': o->signature = true; break;
        }
    }
    return ok ? letter : CLI_BAD;
}

// Signs a series, again and again; every run must give the first one's signature.
static int sign(const bench_options *o, const cli_game *game, const brs_edition *edition, cli_signature *first)
{
    brs_arena arena;
    brs_arena_init(&arena, 0);
    int status = BRS_OK;
    for (int64_t i = 0; i < o->repeat && status == BRS_OK; i++) {
        cli_signature sum;
        brs_err err = BRS_ERR_NONE;
        if (!cli_sign(game, edition, (uint32_t)o->games, (uint64_t)o->seed, &arena, &sum, &err)) {
            status = cli_error(&err);
        } else if (i > 0 && sum.signature != first->signature) {
            fprintf(stderr, "broadside bench: run %lld gives signature %016llx, the first gave %016llx\n",
                    (long long)i + 1, (unsigned long long)sum.signature, (unsigned long long)first->signature);
            status = BRS_DESYNC;
        } else {
            *first = sum;
        }
    }
    brs_arena_release(&arena);
    return status;
}

static int bench_edition(const bench_options *o, const cli_game *game, const brs_edition *edition)
{
    cli_signature sum = {0};
    double start = cli_seconds();
    int status = sign(o, game, edition, &sum);
    double seconds = cli_seconds() - start;
    if (status != BRS_OK || sum.games == 0) {
        return status;
    }
    printf("%s %s@%d %u games %llu decisions %016llx\n", game->game->id, edition->id, edition->patch, sum.games,
           (unsigned long long)sum.decisions, (unsigned long long)sum.signature);
    if (!o->signature) {
        double games = (double)sum.games * (double)o->repeat, decisions = (double)sum.decisions * (double)o->repeat;
        printf("%.0f games/s, %.0f decisions/s, %.2f us a decision (random bots, choosing included)\n",
               games / seconds, decisions / seconds, 1e6 * seconds / decisions);
    }
    return BRS_OK;
}

// The editions of a game that are meant: one by name, all for a signature, else the first.
static int bench_game(const cli_run *cli, const bench_options *o, const cli_game *game)
{
    const brs_edition *named = o->edition == NULL ? NULL : cli_find_edition(cli, game, o->edition);
    if (o->edition != NULL) {
        return named == NULL ? BRS_USAGE : bench_edition(o, game, named);
    }
    int status = BRS_OK;
    for (int i = 0; i < (o->signature ? game->editions.count : 1) && status == BRS_OK; i++) {
        status = bench_edition(o, game, game->editions.edition[i]);
    }
    return status;
}

static int run(cli_run *cli)
{
    bench_options o;
    int status;
    if (!cli_ready(read_options(cli, &o), &status)) {
        return status;
    }
    const cli_library *library = cli_library_load(cli);
    if (library == NULL) {
        return cli->failed;
    }
    if (o.game != NULL || o.edition != NULL || !o.signature) {
        const cli_game *game = cli_find_game(cli, library, o.game);
        return game == NULL ? BRS_USAGE : bench_game(cli, &o, game);
    }
    status = BRS_OK;
    for (int i = 0; i < library->game_count && status == BRS_OK; i++) {
        status = bench_game(cli, &o, &library->game[i]);
    }
    return status;
}

const cli_command cmd_bench = {
    "bench", "", "Plays many seeded games: speed, and a signature that is the same everywhere.",
    "broadside bench\n"
    "broadside bench --signature -n 100\n",
    options, run, CLI_WRITES,
};
