// planner: tries each choice and lets the game's rules of thumb play on from there, for both sides, through its own
// next turn. It looks at what they would choose first, and at something else only when that is clearly better: what
// it cannot see is a guess.
#include <string.h>

#include "bots_parts.h"

enum {
    UNITS = 3,        // the turn it is in, the next one of the other side, and the next one of its own
    MAX_STEPS = 160,  // in all of them
    MARGIN = 200      // how much better something else has to be, for each guess
};

static int advised_choice(const brs_setup *setup, const void *state, const brs_choice *choices, int n)
{
    return n > 1 ? setup->game->advise(setup, state, choices, n) : 0;
}

// Both sides follow their rules of thumb. The guess lies open to both, and luck is the same for all choices.
static int32_t follow(brs_bot *bot, const brs_setup *setup, void *state, int seat)
{
    const brs_game_def *def = setup->game;
    const int until = def->unit_now(state) + UNITS;
    for (int i = 0; i < MAX_STEPS && def->unit_now(state) < until; i++) {
        const int n = def->choices(setup, state, bot->choices, BRS_MAX_CHOICES);
        if (n == 0) {
            break;
        }
        const int pick = advised_choice(setup, state, bot->choices, n);
        if (!def->apply(setup, state, bot->choices[pick], NULL).ok) {
            break;
        }
    }
    return (def->prospect != NULL ? def->prospect : def->evaluate)(setup, state, seat);
}

// What each choice leads to under one guess, added to its score.
static void try_choices(brs_bot *bot, const brs_game *game, const void *guess, int64_t *score)
{
    const brs_setup *setup = game->setup;
    const brs_game_def *def = setup->game;
    const size_t used = def->used(guess);
    for (int i = 0; i < game->n; i++) {
        memcpy(bot->room[1], guess, used);
        const bool ok = def->apply(setup, bot->room[1], game->choices[i], NULL).ok;
        score[i] += ok ? follow(bot, setup, bot->room[1], game->choices[0].seat) : INT32_MIN;
    }
}

static int choose_planner(brs_bot *bot, const brs_game *game)
{
    const brs_setup *setup = game->setup;
    const brs_game_def *def = setup->game;
    if (def->advise == NULL) {
        return bots_choose_greedy(bot, game);
    }
    int64_t score[BRS_MAX_CHOICES] = {0};
    int best = 0;
    for (int k = 0; k < bot->kind->playouts; k++) {
        const uint64_t seed = bots_derive(bot->seed, PURPOSE_GUESS, game->decisions * 64 + (uint32_t)k);
        def->observe(setup, game->state, game->choices[0].seat, bot->room[0]);
        best = advised_choice(setup, bot->room[0], game->choices, game->n);
        def->resample(setup, bot->room[0], seed);
        try_choices(bot, game, bot->room[0], score);
    }
    score[best] += (int64_t)bot->kind->playouts * MARGIN;
    for (int i = 0; i < game->n; i++) {
        best = score[i] > score[best] ? i : best;
    }
    return best;
}

const brs_bot_kind bots_planner = {
    "planner", "tries each choice, lets the rules of thumb play on and takes what leaves it best off", 1, true, 2, 0,
    choose_planner,
};
