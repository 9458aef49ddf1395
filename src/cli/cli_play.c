// Seeded games between two bots, and the signature over many of them.
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "cli.h"

void cli_setup(const cli_game *game, const brs_edition *edition, brs_setup *out)
{
    *out = (brs_setup){
        .game = game->game,
        .edition = edition,
        .options = edition->options,
        .cards = game->set_count > 0 ? &game->sets[0] : NULL,
        .seats = game->game->min_seats,
        .chance = BRS_CHANCE_SEEDED,
    };
}

void cli_table_init(cli_table *table, const brs_game_def *game, const brs_bot_kind *const *kind, int seats,
                    brs_arena *arena)
{
    *table = (cli_table){0};
    for (int seat = 0; seat < seats; seat++) {
        brs_bot_init(&table->bot[seat], kind[seat], game, arena);
    }
    table->state = brs_arena_alloc(arena, 1, game->state_size);
    table->choices = BRS_NEW(arena, brs_choice, BRS_MAX_CHOICES);
    table->index = BRS_NEW(arena, uint16_t, BRS_REPLAY_MAX_DECISIONS);
}

bool cli_table_play(cli_table *table, const brs_setup *setup, brs_trace *trace, brs_err *err)
{
    brs_game *game = &table->game;
    table->count = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        brs_bot_begin(&table->bot[seat], setup->seed, seat);
    }
    if (!brs_game_start(game, setup, table->state, table->choices, trace, err)) {
        return false;
    }
    while (game->n > 0 && !game->stuck && table->count < BRS_REPLAY_MAX_DECISIONS) {
        int index = brs_bot_choose(&table->bot[game->choices[0].seat], game);
        table->index[table->count++] = (uint16_t)index;
        brs_game_choose(game, index);
    }
    if (game->stuck) {
        return brs_fail(err, BRS_UNEXPECTED, "seed %llu: the engine refused its own choice after decision %u",
                        (unsigned long long)setup->seed, game->decisions);
    }
    if (game->n > 0) {
        return brs_fail(err, BRS_LIMIT, "seed %llu: no end within %d decisions", (unsigned long long)setup->seed,
                        BRS_REPLAY_MAX_DECISIONS);
    }
    return true;
}

// ---- the signature --------------------------------------------------------------------------------------

static uint64_t fold(uint64_t sum, uint64_t value)
{
    uint8_t bytes[16];
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(sum >> (56 - 8 * i));
        bytes[8 + i] = (uint8_t)(value >> (56 - 8 * i));
    }
    return XXH3_64bits(bytes, sizeof bytes);
}

static uint64_t fold_game(uint64_t sum, const brs_setup *setup, const cli_table *table)
{
    brs_result result;
    memset(&result, 0, sizeof result);
    setup->game->result(setup, table->state, &result);
    sum = fold(sum, setup->game->digest(setup, table->state));
    sum = fold(sum, table->count);
    return fold(sum, (uint64_t)result.winner << 48 | (uint64_t)result.reason << 32 | result.units);
}

// Decks of the first set that the edition allows: their numbers.
static int legal_decks(const cli_game *game, const brs_setup *setup, uint16_t out[CLI_MAX_DECKS])
{
    int count = 0;
    for (int i = 0; i < game->deck_count; i++) {
        if (setup->game->check_deck(setup->edition, &setup->options, setup->cards, &game->deck[i], (brs_report){NULL, NULL})) {
            out[count++] = (uint16_t)i;
        }
    }
    return count;
}

bool cli_sign(const cli_game *game, const brs_edition *edition, uint32_t games, uint64_t first_seed, brs_arena *arena,
              cli_signature *out, brs_err *err)
{
    const brs_bot_kind *kinds[BRS_MAX_SEATS];
    for (int seat = 0; seat < BRS_MAX_SEATS; seat++) {
        kinds[seat] = brs_bot_find(BRS_STR("random"));
    }
    cli_table *table = BRS_NEW(arena, cli_table, 1);
    brs_setup *setup = BRS_NEW(arena, brs_setup, 1);
    const uint32_t sizes = (uint32_t)(game->game->max_seats - game->game->min_seats + 1);
    uint16_t deck[CLI_MAX_DECKS];
    cli_table_init(table, game->game, kinds, game->game->max_seats, arena);
    cli_setup(game, edition, setup);
    const uint32_t decks = (uint32_t)legal_decks(game, setup, deck);
    *out = (cli_signature){.games = game->deck_count > 0 && decks == 0 ? 0 : games};
    for (uint32_t i = 0; i < out->games; i++) {
        cli_setup(game, edition, setup);
        setup->seed = first_seed + i;
        setup->seats += (int)(i % sizes);
        if (decks > 0) {  // all ordered pairs, in turn
            setup->deck[0] = game->deck[deck[i % decks]];
            setup->deck[1] = game->deck[deck[i / decks % decks]];
        }
        if (!cli_table_play(table, setup, NULL, err)) {
            return false;
        }
        out->decisions += table->count;
        out->signature = fold_game(out->signature, setup, table);
    }
    return true;
}
