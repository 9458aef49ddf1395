// What the games of this program say by number: editions, options, decks, bots, card sets. A toy of a test, or a game that
// no release had, has no numbers: all of it goes by its name.
#include "broadside/game.h"
#include "replay_parts.h"
#include "str.h"

const brs_shorthand *replay_shorthand(const char *game)
{
    const brs_game_def *def = brs_game_find(str_of(game));
    return def != NULL ? def->shorthand : NULL;
}

const char *replay_game_of(uint64_t number)
{
    for (int i = 0; brs_games[i] != NULL; i++) {
        const brs_shorthand *in = brs_games[i]->shorthand;
        if (in != NULL && (uint64_t)in->number == number) {
            return brs_games[i]->id;
        }
    }
    return NULL;
}

uint32_t replay_word_number(const brs_shorthand *in, brs_str word)
{
    for (int i = 0; in != NULL && i < in->word_count; i++) {
        if (str_is(word, in->words[i])) {
            return (uint32_t)i + 1;
        }
    }
    return 0;
}

uint32_t replay_set_number(const brs_shorthand *in, uint64_t hash)
{
    for (int i = 0; in != NULL && i < in->set_count; i++) {
        if (in->sets[i] == hash) {
            return (uint32_t)i + 1;
        }
    }
    return 0;
}
