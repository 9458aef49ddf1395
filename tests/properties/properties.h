// What must hold in every game, whoever plays: the same properties for each game, over seeded games between random
// players. What differs from game to game is a `subject`: how a table is dealt, what it means that no card comes or
// goes, and which cards may change places without a seat noticing.
#ifndef PROPERTIES_H
#define PROPERTIES_H

#include "broadside/game.h"

// What a subject keeps from event to event of one game.
typedef struct {
    int laid[16], round, in_hands;
    uint32_t seen;            // events looked at
    uint64_t came_openly[2];  // by owner: cards that came to a hand from where all could see them
} table_memory;

typedef struct {
    const brs_game_def *game;
    // Fills the setup of game `number`; edition and options are set. False: err says why not.
    bool (*deal)(brs_setup *setup, uint32_t number, brs_err *err);
    // What is wrong with the places of the cards; NULL: every card lies in one place and was there from the start.
    const char *(*lost)(const brs_setup *setup, const void *state, const brs_trace *trace, table_memory *memory);
    // Lets cards hidden from the seat change places, as often as there are any, and changes the seed. How many did.
    int (*swap_hidden)(const brs_setup *setup, void *state, int seat, uint64_t seed);
    // Does a guess leave out of a hand what the seat has seen coming there? NULL: there is nothing to see.
    bool (*forgets)(const void *guess, int seat, const table_memory *memory);
    // Handles that a choice may name.
    int handles;
    // A view goes on as a game in which a hand's unknown cards become known.
    // What is wrong with a view beside the truth; NULL: nothing. *unknown: cards that the view does not know,
    // -1: it would have to ask where the table need not, and is followed no further.
    // A question to a hand that the view does not know, and that holds nothing of the kind: the table did not ask. The
    // answer, or false.
    bool (*unasked)(const void *view, const void *truth, brs_choice *out);
    const char *(*disagree)(const brs_setup *setup, const void *view, const void *truth, int *unknown);
} subject;

extern const subject rnr_subject, rev_subject;

// A die of the tests, far from the games' own streams.
typedef struct {
    uint64_t seed, draws;
} die;
int die_below(die *d, int n);

#endif
