// A scenario of Revolution while it is read: the table it asks for, the game, and what has followed.
#ifndef REV_SCENE_H
#define REV_SCENE_H

#include "rev_state.h"
#include "scenes.h"
#include "str.h"

typedef struct {
    scenes *all;
    const char *file;
    int line;
    char id[80];
    bool begun, failed, no_table;
    bool skipped;                // it does not hold under this edition
    const brs_shelf *shelf;      // of the game
    const brs_edition *edition;  // the one of this pass through the file
    int expectations;
    brs_arena arena;

    brs_setup setup;
    rev_state state;
    brs_trace trace;
    uint32_t since;        // events from here on follow the last line of choices
    uint8_t wish[REV_SEATS][REV_RANKS];
    char at;               // where it begins: 'd'eal, 'p'ick, 'e'xchange, 't'rick
    int turn, last, direction, round, pile, locked;
    int out[REV_SEATS], out_count;
    int ranks[REV_SEATS], rank_count;
} rev_scene;

static inline const brs_game_def *rev_scene_game(const rev_scene *s)
{
    return s->setup.game;
}

// Says once what is wrong, with the place.
void rev_scene_fail(rev_scene *s, const char *format, ...);

// "A" to "L": a seat, else -1. "888": a set; "empty": nothing.
int rev_scene_seat(brs_str word);
int rev_scene_rank(char letter);
int rev_scene_set(rev_scene *s, brs_str text);
int rev_scene_number(rev_scene *s, brs_str text);

// rev_scene_expect.c: a choice, what must follow from it, and what may not be chosen.
void rev_scene_choose(rev_scene *s, brs_str text);
void rev_scene_expect(rev_scene *s, brs_str line);
void rev_scene_refuse(rev_scene *s, brs_str line);

#endif
