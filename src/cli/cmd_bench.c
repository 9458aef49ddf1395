// broadside bench: how fast this machine plays, and whether it plays the same games as every other.
#include <stdio.h>

#include "cli.h"

static const cli_option options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {'n', "games", "NUMBER", "how many games (default: 1000)"},
    {'s', "seed", "NUMBER", "seed of the first game (default: 1)"},
    {'S', "signature", NULL, "only the line of the signature; it is the same on every machine"},
    {'r', "repeat", "NUMBER", "do it again in this process; all must agree (default: 1)"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    const char *game;
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
        case 'n': ok = cli_number(cli, "-n", value, 1, 1000000000, &o->games); break;
        case 's': ok = cli_number(cli, "--seed", value, 0, INT64_C(999999999999999999), &o->seed); break;
        case 'r': ok = cli_number(cli, "--repeat", value, 1, 1000, &o->repeat); break;
        case 'S': o->signature = true; break;
        }
    }
    return ok ? letter : CLI_BAD;
}

static int run(cli_run *cli)
{
    bench_options o;
    int status;
    if (!cli_ready(read_options(cli, &o), &status)) {
        return status;
    }
    const cli_library *library = cli_library_load(cli);
    const cli_game *game = library == NULL ? NULL : cli_find_game(cli, library, o.game);
    if (game == NULL) {
        return library == NULL ? BRS_UNEXPECTED : BRS_USAGE;
    }
    cli_signature first = {0}, sum;
    double start = cli_seconds();
    for (int64_t i = 0; i < o.repeat; i++) {
        brs_err err = BRS_ERR_NONE;
        if (!cli_sign(game, (uint32_t)o.games, (uint64_t)o.seed, &cli->arena, &sum, &err)) {
            return cli_error(&err);
        }
        first = i == 0 ? sum : first;
        if (sum.signature != first.signature) {
            fprintf(stderr, "broadside bench: run %lld gives signature %016llx, the first gave %016llx\n",
                    (long long)i + 1, (unsigned long long)sum.signature, (unsigned long long)first.signature);
            return BRS_DESYNC;
        }
    }
    double seconds = cli_seconds() - start;
    printf("%s %s@%d %u games %llu decisions %016llx\n", game->game->id, game->editions.edition[0]->id,
           game->editions.edition[0]->patch, first.games, (unsigned long long)first.decisions,
           (unsigned long long)first.signature);
    if (!o.signature) {
        double games = (double)first.games * (double)o.repeat, decisions = (double)first.decisions * (double)o.repeat;
        printf("%.0f games/s, %.0f decisions/s, %.2f us a decision (random bots, choosing included)\n",
               games / seconds, decisions / seconds, 1e6 * seconds / decisions);
    }
    return BRS_OK;
}

const cli_command cmd_bench = {
    "bench", "", "Plays many seeded games: speed, and a signature that is the same everywhere.",
    "broadside bench\n"
    "broadside bench --signature -n 100\n",
    options, run,
};
