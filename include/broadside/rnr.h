// Revolt N Reign: for src/games.c, the commands and tests only.
#ifndef BROADSIDE_RNR_H
#define BROADSIDE_RNR_H

#include "broadside/game.h"

BRS_C_BEGIN

extern const brs_game_def brs_rnr;

BRS_C_END

#endif
