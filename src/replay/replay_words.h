// Choices and cards in words, for people: in JSON, in differences, in messages.
#ifndef REPLAY_WORDS_H
#define REPLAY_WORDS_H

#include "broadside/replay.h"
#include "buf.h"

// "plays Town Watch Muster"; "choice 3 (17, 0, 0)" when the game has no words for it.
void replay_say_choice(const brs_setup *setup, brs_choice choice, brs_buf *out);

// The same for a view, whose cards are 1 + their number in the set, 0: not seen. set may be NULL.
void replay_say_seen(const brs_game_def *game, const brs_card_set *set, brs_choice choice,
                     brs_buf *out);

// Which arguments of a choice kind are cards: a bit each.
int replay_card_arguments(const brs_game_def *game, int kind);

// Name of a card of a set; empty: it has none of that number.
brs_str replay_card_name(const brs_game_def *game, const brs_card_set *set, int number);

// The game of a library by id, and the card set by hash; NULL: not there.
const brs_shelf *replay_shelf(const brs_library *library, const char *game);
const brs_card_set *replay_set(const brs_shelf *shelf, const brs_replay *replay);

#endif
