// The bots. They know a game only through its table of functions.
#include "broadside/bot.h"

#include <string.h>

#include "bots_parts.h"
#include "str.h"

uint64_t bots_derive(uint64_t seed, uint32_t purpose, uint32_t number)
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
    if (kind->sees) {
        bot->choices = BRS_NEW(arena, brs_choice, BRS_MAX_CHOICES);
        bot->room[0] = brs_arena_alloc(arena, 1, game->state_size);
        bot->room[1] = brs_arena_alloc(arena, 1, game->state_size);
    }
}

// The game's own seed would tell a bot the order of the Draw Piles; what is derived from it does not.
void brs_bot_begin(brs_bot *bot, uint64_t game_seed, int seat)
{
    bot->seed = bots_derive(game_seed, PURPOSE_SEED, (uint32_t)seat);
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
    "random", "takes any legal choice, each as likely", 1, false, 0, 0, choose_random,
};

// ---- greedy: the choice after which its seat stands best at the end of the turn --------------------

enum { MAX_PLAYOUT = 60 };

// Plays on at random until the turn is over: ending a turn at once and doing something first can only be
// compared when both have been brought to the same moment.
static int32_t play_out(brs_bot *bot, const brs_setup *setup, void *state, int seat, uint64_t seed)
{
    const brs_game_def *def = setup->game;
    const int unit = def->unit_now(state);
    uint64_t draws = 0;
    for (int i = 0; i < MAX_PLAYOUT && def->unit_now(state) == unit; i++) {
        int n = def->choices(setup, state, bot->choices, BRS_MAX_CHOICES);
        if (n == 0) {
            break;
        }
        uint32_t pick = brs_rng_below(seed, PURPOSE_PLAYOUT, 0, &draws, (uint32_t)n);
        if (def->make != NULL) {
            def->make(setup, state, bot->choices[pick], NULL);
        } else if (!def->apply(setup, state, bot->choices[pick], NULL).ok) {
            break;
        }
    }
    return def->evaluate(setup, state, seat);
}

// Every choice meets the same guesses at what the seat cannot see, and the same luck. Equal ones: the first.
int bots_choose_greedy(brs_bot *bot, const brs_game *game)
{
    const brs_setup *setup = game->setup;
    const brs_game_def *def = setup->game;
    const int seat = game->choices[0].seat;
    void *guess = bot->room[0], *trial = bot->room[1];
    int64_t score[BRS_MAX_CHOICES] = {0};
    for (int k = 0; k < bot->kind->playouts; k++) {
        const uint64_t seed = bots_derive(bot->seed, PURPOSE_GUESS, game->decisions * 64 + (uint32_t)k);
        def->observe(setup, game->state, seat, guess);
        def->resample(setup, guess, seed);
        const size_t used = def->used(guess);
        for (int i = 0; i < game->n; i++) {
            memcpy(trial, guess, used);
            bool ok = def->apply(setup, trial, game->choices[i], NULL).ok;
            score[i] += ok ? play_out(bot, setup, trial, seat, seed) : INT32_MIN;
        }
    }
    int best = 0;
    for (int i = 1; i < game->n; i++) {
        best = score[i] > score[best] ? i : best;
    }
    return best;
}

static const brs_bot_kind greedy_kind = {
    "greedy", "tries each choice to the end of the turn and takes the one that leaves it best off", 1, true, 6, 0,
    bots_choose_greedy,
};

// ---- rules: the game's own rules of thumb ---------------------------------------------------------

// A game without rules of thumb is played at random.
static int choose_by_rules(brs_bot *bot, const brs_game *game)
{
    const brs_setup *setup = game->setup;
    if (setup->game->advise == NULL) {
        return choose_random(bot, game);
    }
    setup->game->observe(setup, game->state, game->choices[0].seat, bot->room[0]);
    return setup->game->advise(setup, bot->room[0], game->choices, game->n);
}

static const brs_bot_kind rules_kind = {
    "rules", "follows the game's rules of thumb, if it has any; else any choice, each as likely", 2, true, 0, 0,
    choose_by_rules,
};

// ---- the list -----------------------------------------------------------------------------------

const brs_bot_kind *const brs_bots[] = {&random_kind, &greedy_kind, &rules_kind, &bots_softmax, &bots_planner, NULL};

const brs_bot_kind *brs_bot_find(brs_str id)
{
    for (int i = 0; brs_bots[i] != NULL; i++) {
        if (str_is(id, brs_bots[i]->id)) {
            return brs_bots[i];
        }
    }
    return NULL;
}

// Digits with at most three after the point, as thousandths; -1: it is something else.
static int thousandths(brs_str text)
{
    int whole = 0, places = -1, digits = 0;
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        if (c == '.' && places < 0 && digits > 0) {
            places = 0;
        } else if (c >= '0' && c <= '9' && whole < 100000 && places < 3) {
            whole = 10 * whole + (c - '0');
            places += places >= 0;
            digits++;
        } else {
            return -1;
        }
    }
    for (int i = places < 0 ? 0 : places; i < 3; i++) {
        whole *= 10;
    }
    return digits > 0 && places != 0 ? whole : -1;
}

const brs_bot_kind *brs_bot_named(brs_str name, brs_arena *arena)
{
    brs_str parameter = name;
    const brs_str id = str_cut(&parameter, ':');
    const brs_bot_kind *kind = brs_bot_find(id);
    if (id.len == name.len) {
        return kind;
    }
    const int heat = thousandths(parameter);
    if (kind == NULL || kind->heat == 0 || heat < BOTS_LEAST_HEAT || heat > BOTS_MOST_HEAT) {
        return NULL;
    }
    brs_bot_kind *own = BRS_NEW(arena, brs_bot_kind, 1);
    *own = *kind;
    own->id = brs_arena_string(arena, name);
    own->heat = heat;
    return own;
}
