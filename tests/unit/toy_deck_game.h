// A game small enough to see through, for tests of what knows games only by their interface.
//
// Two players (toy_cards, with decks) or two to five (toy_dice, without). Each keeps or redraws a
// hand of three; then in turn they draw and put cards down until they pass or hold none. A card is
// worth its power; who reaches the goal wins. It has all that a replay must cope with: setup
// decisions before the first unit, chance, merged choices, forced decisions, options, decks,
// places, and fixes of the table. Include toy_deck_game.c in one file of a test.
#ifndef TOY_DECK_GAME_H
#define TOY_DECK_GAME_H

#include "broadside/replay.h"

extern const brs_game_def toy_cards, toy_dice;
// This test's list of games.
#define toy_games brs_games

enum { TOY_OPTION_GOAL, TOY_OPTION_EXTRA, TOY_OPTION_CAP };

// A setup of one of them: deck number 0..2 for each seat (cards), seed 0: recorded chance.
void toy_setup(const brs_library *library, const brs_game_def *game, int seats, uint64_t seed,
               brs_setup *out);

// Plays a whole game by a stream of choices that `wish` decides; returns how many choices were
// made.
uint32_t toy_play(const brs_setup *setup, uint64_t wish, uint16_t *index, uint32_t cap,
                  brs_arena *arena);

// A replay of such a game.
void toy_replay(const brs_setup *setup, uint64_t wish, brs_arena *arena, brs_replay *out);

#endif
