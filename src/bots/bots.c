// The bots. They know a game only through its table of functions.
#include "broadside/bot.h"

#include <string.h>

#include "str.h"

// Purposes of the bots' streams; far from those of any game.
enum { PURPOSE_CHOICE = 0xB0701, PURPOSE_GUESS = 0xB0702, PURPOSE_SEED = 0xB0703 };

static uint64_t derive(uint64_t seed, uint32_t purpose, uint32_t number)
{
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    const uint32_t counter[4] = {number, 0, purpose, 0};
    uint32_t out[4];
    brs_philox(counter, key, out);
    return (uint64_t)out[1] << 32 | out[0];
}

void brs_bot_init(brs_bot *bot, const brs_bot_kind *kind, const brs_game_def *game, brs_arena *arena)
{
    *bot = (brs_bot){.kind = kind};
    if (kind->looks_ahead) {
        bot->room[0] = brs_arena_alloc(arena, 1, game->state_size);
        bot->room[1] = brs_arena_alloc(arena, 1, game->state_size);
    }
}

// The game's own seed would tell a bot the order of the Draw Piles; what is derived from it does not.
void brs_bot_begin(brs_bot *bot, uint64_t game_seed, int seat)
{
    bot->seed = derive(game_seed, PURPOSE_SEED, (uint32_t)seat);
    bot->draws = 0;
}

int brs_bot_choose(brs_bot *bot, const brs_game *game)
{
    return bot->kind->choose(bot, game);
}

// ---- random: every legal choice is as likely ----------------------------------------------------

static int choose_random(brs_bot *bot, const brs_game *game)
{
    return (int)brs_rng_below(bot->seed, PURPOSE_CHOICE, 0, &bot->draws, (uint32_t)game->n);
}

static const brs_bot_kind random_kind = {
    "random", "takes any legal choice, each as likely", false, choose_random,
};

// ---- greedy: the choice after which its seat stands best ----------------------------------------

// Tries every choice on one guess at what it cannot see. Equal ones: the first.
static int choose_greedy(brs_bot *bot, const brs_game *game)
{
    const brs_setup *setup = game->setup;
    const brs_game_def *def = setup->game;
    const int seat = game->choices[0].seat;
    void *guess = bot->room[0], *trial = bot->room[1];
    def->observe(setup, game->state, seat, guess);
    def->resample(setup, guess, derive(bot->seed, PURPOSE_GUESS, game->decisions));
    const size_t used = def->used(guess);
    int best = 0;
    int64_t best_score = INT64_MIN;
    for (int i = 0; i < game->n; i++) {
        memcpy(trial, guess, used);
        if (!def->apply(setup, trial, game->choices[i], NULL).ok) {
            continue;
        }
        int64_t score = def->evaluate(setup, trial, seat);
        if (score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return best;
}

static const brs_bot_kind greedy_kind = {
    "greedy", "tries each choice once and takes the one that leaves it best off", true, choose_greedy,
};

// ---- the list -----------------------------------------------------------------------------------

const brs_bot_kind *const brs_bots[] = {&random_kind, &greedy_kind, NULL};

const brs_bot_kind *brs_bot_find(brs_str id)
{
    for (int i = 0; brs_bots[i] != NULL; i++) {
        if (str_is(id, brs_bots[i]->id)) {
            return brs_bots[i];
        }
    }
    return NULL;
}
