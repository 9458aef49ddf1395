// Seeded games of the real games, for tests of what knows them only by their interface. Include once.
#ifndef REAL_GAMES_H
#define REAL_GAMES_H

#include <criterion/criterion.h>
#include <string.h>

#include "broadside/replay.h"
#include "str.h"

typedef struct {
    brs_arena arena;
    brs_library library;
} real_bench;

static inline void real_open(real_bench *b)
{
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&b->arena, 0);
    cr_assert(brs_library_load(NULL, &b->arena, &b->library, &err), "%s", err.msg);
}

static inline const brs_shelf *real_shelf(const real_bench *b, const char *id)
{
    for (int i = 0; i < b->library.count; i++) {
        if (strcmp(b->library.shelf[i].game->id, id) == 0) {
            return &b->library.shelf[i];
        }
    }
    cr_assert_fail("there is no game %s", id);
    return NULL;
}

// A built-in deck from number `first` on that is legal, or the first of all.
static inline void real_deck(real_bench *b, const brs_setup *setup, uint64_t first, brs_deck *out)
{
    const brs_game_def *game = setup->game;
    uint64_t decks = 0;
    while (game->deck_texts[decks] != NULL) {
        decks++;
    }
    for (uint64_t i = 0; i < decks; i++) {
        brs_err err = BRS_ERR_NONE;
        cr_assert(game->read_deck(setup->cards, str_of(game->deck_texts[(first + i) % decks]), "deck",
                                  &b->arena, out, brs_report_first(&err)),
                  "%s", err.msg);
        if (game->check_deck(setup->edition, &setup->options, setup->cards, out, (brs_report){0})) {
            return;
        }
    }
}

// Seed 0: recorded chance. Editions and decks by the seed; the first edition's decks are legal in all.
static inline void real_setup(real_bench *b, const char *id, int edition, uint64_t seed, brs_setup *out)
{
    const brs_shelf *shelf = real_shelf(b, id);
    *out = (brs_setup){.game = shelf->game,
                       .edition = shelf->editions.edition[edition % shelf->editions.count],
                       .cards = shelf->set_count > 0 ? &shelf->sets[0] : NULL,
                       .seats = shelf->game->min_seats,
                       .seed = seed,
                       .name = {"Ada", "Bo"},
                       .chance = seed == 0 ? BRS_CHANCE_RECORDED : BRS_CHANCE_SEEDED};
    out->options = out->edition->options;
    static const char *const lenient[] = {"pillar_duplicates", "doubled_names"};
    for (int i = 0; i < 2; i++) {
        int row = brs_option_find(out->game, str_of(lenient[i]));
        if (row >= 0) {
            out->options.value[row] = shelf->editions.edition[0]->options.value[row];
        }
    }
    if (out->cards != NULL) {
        real_deck(b, out, seed, &out->deck[0]);
        real_deck(b, out, seed + 1 + seed / 8, &out->deck[1]);
    }
}

// Plays at random and records.
static inline void real_game(real_bench *b, const brs_setup *setup, uint64_t wish, brs_replay *out)
{
    enum { CAP = 60000 };
    brs_err err = BRS_ERR_NONE;
    brs_game game;
    uint64_t draws = 0;
    uint16_t *index = BRS_NEW(&b->arena, uint16_t, CAP);
    void *state = brs_arena_alloc(&b->arena, 1, setup->game->state_size);
    brs_moves moves = {.index = index};
    cr_assert(brs_game_start(&game, setup, state, BRS_NEW(&b->arena, brs_choice, BRS_MAX_CHOICES), NULL,
                             &err),
              "%s", err.msg);
    while (game.n > 0 && moves.count < CAP) {
        index[moves.count] = (uint16_t)brs_rng_below(wish, 7, 7, &draws, (uint32_t)game.n);
        brs_game_choose(&game, index[moves.count++]);
    }
    cr_assert_eq(game.n, 0, "the game ends");
    cr_assert(brs_replay_record(setup, &moves, &b->arena, out, &err), "%s", err.msg);
}

static inline brs_str real_encode(real_bench *b, const brs_replay *replay)
{
    brs_err err = BRS_ERR_NONE;
    brs_str bytes = {NULL, 0};
    cr_assert(brs_replay_encode(replay, &b->arena, &bytes, &err), "%s", err.msg);
    return bytes;
}

static inline brs_code real_verify(real_bench *b, const brs_replay *replay, brs_err *err)
{
    brs_setup *setup = BRS_NEW(&b->arena, brs_setup, 1);
    *err = BRS_ERR_NONE;
    if (brs_replay_setup(replay, &b->library, &b->arena, setup, err)) {
        brs_replay_verify(replay, setup, &b->arena, NULL, brs_report_first(err));
    }
    return err->code;
}

#endif
