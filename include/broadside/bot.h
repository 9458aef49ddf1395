// Bots: they choose among the legal choices of any game, and see only what their seat may see.
//
// A bot's budget is counted in play-outs, never in time, and its randomness comes from its own stream:
// the same seed plays the same game on every machine.
#ifndef BROADSIDE_BOT_H
#define BROADSIDE_BOT_H

#include "broadside/arena.h"
#include "broadside/game.h"

BRS_C_BEGIN

struct brs_bot;

typedef struct {
    const char *id;    // "greedy"
    const char *help;  // one line
    int version;       // grows when it plays differently
    bool sees;         // it looks at the table, so it needs room for states
    int playouts;      // of each choice it looks at; 0: it does not look ahead
    int heat;          // thousandths of its temperature; 0: it takes no parameter
    int (*choose)(struct brs_bot *bot, const brs_game *game);
} brs_bot_kind;

// A bot in one seat of one game. `room` holds two states, for those that look at the table.
typedef struct brs_bot {
    const brs_bot_kind *kind;
    uint64_t seed, draws;
    void *room[2];
    brs_choice *choices;  // BRS_MAX_CHOICES
} brs_bot;

// All kinds, ended by NULL.
extern const brs_bot_kind *const brs_bots[];
const brs_bot_kind *brs_bot_find(brs_str id);

// As brs_bot_find, for a name that may end in a parameter: "softmax:0.35". A kind with a parameter of its own lives
// in the arena. NULL: there is no such bot, or it takes no such parameter.
const brs_bot_kind *brs_bot_named(brs_str name, brs_arena *arena);

// A bot for games of `game`; its room lives in the arena. brs_bot_begin starts it on a new game.
void brs_bot_init(brs_bot *bot, const brs_bot_kind *kind, const brs_game_def *game, brs_arena *arena);
void brs_bot_begin(brs_bot *bot, uint64_t game_seed, int seat);

// The index of its choice in the open decision (game->n > 1), which is its seat's.
int brs_bot_choose(brs_bot *bot, const brs_game *game);

// How likely the softmax bot is to make each of the n choices of the open decision, as weights from 1 to 65,536;
// returns their sum. Its own entropy follows from them.
uint32_t brs_softmax_weights(brs_bot *bot, const brs_game *game, uint32_t *weight);

BRS_C_END

#endif
