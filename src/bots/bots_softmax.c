// The softmax bot: the better a choice looks at once, the likelier it is, and none is impossible. How much likelier is
// its temperature: at 0.01 it takes the best, at 100 anything.
//
// A choice is as good as the game evaluates the table at the end of the turn, if nothing more is done in it. At
// temperature 1, what is one notable difference (of the game's) worse is half as likely.
// Whole numbers only: the same weights on every machine.
#include <string.h>

#include "bots_parts.h"
#include "str.h"

enum {
    STEPS = 16,               // of the table, to halve a weight
    MOST_FURTHER = 20,        // choices that it imagines to make in the same turn
    MOST_STEPS = 16 * STEPS   // then a weight is 1
};

// 65,536 / 2^(i/16)
static const uint32_t WEIGHT[STEPS] = {65536, 62757, 60097, 57549, 55109, 52773, 50535, 48393,
                                       46341, 44376, 42495, 40693, 38968, 37316, 35734, 34219};

static uint32_t weight_of(int64_t steps)
{
    return steps < MOST_STEPS ? WEIGHT[steps % STEPS] >> (steps / STEPS) : 1;
}

// Brings the table to the end of the seat's turn, as if it did nothing more: the last choice of a list is the one that
// ends things. Ending a turn at once and doing something first can only be compared at the same moment.
static void finish_turn(brs_bot *bot, const brs_setup *setup, void *state, int seat)
{
    const brs_game_def *def = setup->game;
    const int unit = def->unit_now(state);
    for (int i = 0; i < MOST_FURTHER && def->unit_now(state) == unit; i++) {
        int n = def->choices(setup, state, bot->choices, BRS_MAX_CHOICES);
        if (n == 0 || bot->choices[n - 1].seat != seat || !def->apply(setup, state, bot->choices[n - 1], NULL).ok) {
            break;
        }
    }
}

// What each choice comes to, with one guess at what the seat cannot see; returns the best.
static int32_t scores_of(brs_bot *bot, const brs_game *game, int32_t *score)
{
    const brs_setup *setup = game->setup;
    const brs_game_def *def = setup->game;
    const int seat = game->choices[0].seat;
    void *guess = bot->room[0], *trial = bot->room[1];
    int32_t best = INT32_MIN;
    def->observe(setup, game->state, seat, guess);
    def->resample(setup, guess, bots_derive(bot->seed, PURPOSE_GUESS, game->decisions));
    const size_t used = def->used(guess);
    for (int i = 0; i < game->n; i++) {
        memcpy(trial, guess, used);
        bool ok = def->apply(setup, trial, game->choices[i], NULL).ok;
        if (ok) {
            finish_turn(bot, setup, trial, seat);
        }
        score[i] = ok ? def->evaluate(setup, trial, seat) : INT32_MIN / 2;
        best = score[i] > best ? score[i] : best;
    }
    return best;
}

uint32_t brs_softmax_weights(brs_bot *bot, const brs_game *game, uint32_t *weight)
{
    int32_t score[BRS_MAX_CHOICES];
    const int32_t best = scores_of(bot, game, score), notable = game->setup->game->notable;
    uint32_t sum = 0;
    for (int i = 0; i < game->n; i++) {
        const int64_t behind = (int64_t)best - score[i];
        weight[i] = weight_of(behind * STEPS * 1000 / ((int64_t)(notable > 0 ? notable : 1) * bot->kind->heat));
        sum += weight[i];
    }
    return sum;
}

static int choose_softmax(brs_bot *bot, const brs_game *game)
{
    uint32_t weight[BRS_MAX_CHOICES];
    uint32_t sum = brs_softmax_weights(bot, game, weight);
    uint32_t at = brs_rng_below(bot->seed, PURPOSE_CHOICE, 0, &bot->draws, sum);
    int index = 0;
    while (at >= weight[index]) {
        at -= weight[index++];
    }
    return index;
}

const brs_bot_kind bots_softmax = {
    "softmax", "takes a choice more often the better it looks; softmax:0.35 is keener, softmax:2 more careless", 1, true,
    1, 1000, choose_softmax,
};
