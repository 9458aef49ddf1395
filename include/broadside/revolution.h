// Revolution: for src/games.c, the commands and tests only.
#ifndef BROADSIDE_REVOLUTION_H
#define BROADSIDE_REVOLUTION_H

#include "broadside/game.h"

BRS_C_BEGIN

extern const brs_game_def brs_revolution;

BRS_C_END

#endif
