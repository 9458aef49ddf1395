// What the files of this folder share.
#ifndef BOTS_PARTS_H
#define BOTS_PARTS_H

#include "broadside/bot.h"

// Purposes of the bots' streams; far from those of any game.
enum { PURPOSE_CHOICE = 0xB0701, PURPOSE_GUESS = 0xB0702, PURPOSE_SEED = 0xB0703, PURPOSE_PLAYOUT = 0xB0704 };

enum { BOTS_LEAST_HEAT = 10, BOTS_MOST_HEAT = 100000 };  // thousandths of a temperature

uint64_t bots_derive(uint64_t seed, uint32_t purpose, uint32_t number);

int bots_choose_greedy(brs_bot *bot, const brs_game *game);

extern const brs_bot_kind bots_softmax, bots_planner;

#endif
