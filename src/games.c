// The only list of games.
#include "broadside/game.h"
#include "broadside/revolution.h"
#include "broadside/rnr.h"

const brs_game_def *const brs_games[] = {&brs_rnr, &brs_revolution, NULL};
