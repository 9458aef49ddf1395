#include "corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "str.h"

const char *const corpus_class[CORPUS_CLASSES] = {"random", "softmax:1", "softmax:0.35", "greedy", "rules", "mixed"};

static void stop(const brs_err *err)
{
    fprintf(stderr, "corpus: %s\n", err->msg);
    exit(1);
}

bool corpus_open(corpus *c)
{
    static const cli_command self = {.name = "corpus"};
    static cli_run cli;
    memset(c, 0, sizeof *c);
    cli.command = &self;
    brs_arena_init(&cli.arena, 0);
    brs_arena_init(&c->arena, 0);
    c->library = cli_library_load(&cli);
    for (int i = 0; i < CORPUS_CLASSES; i++) {
        c->kind[i] = brs_bot_named(str_of(corpus_class[i]), &cli.arena);
    }
    return c->library != NULL;
}

void corpus_close(corpus *c)
{
    brs_arena_release(&c->arena);
}

// Decks that the edition allows, by their numbers.
static int legal_decks(const cli_game *game, const brs_setup *setup, int out[CLI_MAX_DECKS])
{
    int count = 0;
    for (int i = 0; i < game->deck_count; i++) {
        if (setup->game->check_deck(setup->edition, &setup->options, setup->cards, &game->deck[i], (brs_report){NULL, NULL})) {
            out[count++] = i;
        }
    }
    return count;
}

// Under the given edition, or the next one that allows some deck.
static int choose_edition(corpus *c, const cli_game *game, uint32_t turn, int deck[CLI_MAX_DECKS])
{
    for (int i = 0; i < game->editions.count; i++) {
        cli_setup(game, game->editions.edition[(turn + (uint32_t)i) % (uint32_t)game->editions.count], &c->setup);
        const int decks = game->deck_count > 0 ? legal_decks(game, &c->setup, deck) : 0;
        if (decks > 0 || game->deck_count == 0) {
            return decks;
        }
    }
    return 0;
}

static void set_up(corpus *c, const cli_game *game, int class, uint32_t number)
{
    int deck[CLI_MAX_DECKS];
    const int sizes = game->game->max_seats - game->game->min_seats + 1;
    const uint32_t turn = number / 2;  // the even and the odd games go through the same tables
    const uint32_t spread = turn / (uint32_t)game->editions.count;
    const int decks = choose_edition(c, game, c->pair > 0 ? 0 : turn, deck);
    c->setup.seed = 1000003 * (uint64_t)(class + 1) + number;
    c->setup.seats += (int)(spread % (uint32_t)sizes);
    const uint32_t pair = c->pair > 0 ? (uint32_t)c->pair : spread;
    if (decks > 0) {
        c->setup.deck[0] = game->deck[deck[pair % (uint32_t)decks]];
        c->setup.deck[1] = game->deck[deck[(pair / (uint32_t)decks + pair + 1) % (uint32_t)decks]];
    }
}

static void play(corpus *c, const cli_game *game, int class, uint32_t number, corpus_watch watch, void *ctx)
{
    brs_err err = BRS_ERR_NONE;
    const brs_bot_kind *kinds[BRS_MAX_SEATS];
    for (int seat = 0; seat < BRS_MAX_SEATS; seat++) {
        const brs_bot_kind *kind = c->kind[class];
        kinds[seat] = kind != NULL ? kind : c->kind[(number / 2 + (uint32_t)seat) % (CORPUS_CLASSES - 1)];
    }
    cli_table *t = &c->table;
    cli_table_init(t, game->game, kinds, c->setup.seats, &c->arena);
    for (int seat = 0; seat < c->setup.seats; seat++) {
        brs_bot_begin(&t->bot[seat], c->setup.seed, seat);
    }
    if (!brs_game_start(&t->game, &c->setup, t->state, t->choices, NULL, &err)) {
        stop(&err);
    }
    while (t->game.n > 0 && !t->game.stuck && t->count < BRS_REPLAY_MAX_DECISIONS) {
        int index = brs_bot_choose(&t->bot[t->game.choices[0].seat], &t->game);
        if (watch != NULL) {
            watch(ctx, c, index);
        }
        t->index[t->count++] = (uint16_t)index;
        brs_game_choose(&t->game, index);
    }
}

void corpus_play(corpus *c, const cli_game *game, int class, uint32_t number, corpus_watch watch, void *ctx)
{
    brs_arena_reset(&c->arena);
    set_up(c, game, class, number);
    play(c, game, class, number, watch, ctx);
}

bool corpus_seats(corpus *c, const cli_game *game, int class, uint32_t number, int seats)
{
    const int rounds = brs_option_find(game->game, BRS_STR("rounds"));
    brs_arena_reset(&c->arena);
    set_up(c, game, class, number);
    if (c->setup.seats != seats) {
        return false;
    }
    if (rounds >= 0) {
        c->setup.options.value[rounds] = 1;
    }
    play(c, game, class, number, NULL, NULL);
    return true;
}
