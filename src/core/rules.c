// Rules: find by id.
#include "broadside/rules.h"

#include "broadside/game.h"
#include "str.h"

uint16_t brs_rule_find(const brs_game_def *game, brs_str id)
{
    for (int i = 1; i < game->rule_count; i++) {
        if (str_is(id, game->rules[i].id)) {
            return (uint16_t)i;
        }
    }
    return 0;
}
