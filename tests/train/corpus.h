// A varied corpus of self-play: both games, all editions, decks, sizes of table and bots. Its even games train the
// coder's models, its odd ones measure them. The same on every machine.
#ifndef CORPUS_H
#define CORPUS_H

#include "cli.h"

enum { CORPUS_CLASSES = 6 };  // what bots play: one kind each, and mixed ones

typedef struct {
    brs_arena arena;
    const cli_library *library;
    cli_table table;
    brs_setup setup;
    const brs_bot_kind *kind[CORPUS_CLASSES];  // NULL: mixed
    int pair;  // all games with one pair of decks and the first edition; 0: with all in turn
} corpus;

extern const char *const corpus_class[CORPUS_CLASSES];

// What happens at each open decision, before the choice is made; index: the choice.
typedef void (*corpus_watch)(void *ctx, corpus *c, int index);

bool corpus_open(corpus *c);
void corpus_close(corpus *c);
// Plays game number `number` of a class into c->table, under c->setup. watch may be NULL.
void corpus_play(corpus *c, const cli_game *game, int class, uint32_t number, corpus_watch watch, void *ctx);
// The same, but only when so many sit at that table, and but one round; false: another number of seats.
bool corpus_seats(corpus *c, const cli_game *game, int class, uint32_t number, int seats);

#endif
