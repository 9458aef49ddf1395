// Games of Revolt N Reign for tests: the built-in set and the decks for the RuleBook, seeded games between random players.
#ifndef RNR_TABLE_H
#define RNR_TABLE_H

#include <criterion/criterion.h>
#include <string.h>

#include "broadside/game.h"
#include "broadside/rnr.h"

typedef struct {
    brs_arena arena;
    brs_editions editions;
    brs_card_set set;
    brs_deck deck[16];
    int decks;
} rnr_table;

static inline void rnr_table_complain(void *ctx, const brs_err *err, bool warning)
{
    char text[1024];
    (void)ctx;
    brs_err_format(err, text, sizeof text);
    cr_assert(warning, "%s", text);
}

// Loads everything; fails the test when something does not load.
static inline void rnr_table_load(rnr_table *table)
{
    const brs_report report = {rnr_table_complain, NULL};
    brs_err err = BRS_ERR_NONE;
    *table = (rnr_table){.decks = 0};
    brs_arena_init(&table->arena, 0);
    cr_assert(brs_editions_load(&brs_rnr, &table->arena, &table->editions, &err), "%s", err.msg);
    const char *set = brs_rnr.set_texts[0];
    cr_assert(brs_rnr.compile_set((brs_str){set, strlen(set)}, "set", &table->arena, &table->set, report));
    const brs_edition *first = table->editions.edition[0];
    for (int i = 0; brs_rnr.deck_texts[i] != NULL && table->decks < 16; i++) {
        const char *deck = brs_rnr.deck_texts[i];
        brs_deck *out = &table->deck[table->decks];
        cr_assert(brs_rnr.read_deck(&table->set, (brs_str){deck, strlen(deck)}, "deck", &table->arena, out, report));
        table->decks += brs_rnr.check_deck(first, &first->options, &table->set, out, (brs_report){NULL, NULL});
    }
    cr_assert_gt(table->decks, 1);
}

// A seeded setup between two of the decks.
static inline brs_setup rnr_table_setup(const rnr_table *table, const char *edition, int deck_a, int deck_b, uint64_t seed)
{
    brs_setup setup = {.game = &brs_rnr, .seats = 2, .cards = &table->set, .chance = BRS_CHANCE_SEEDED, .seed = seed};
    setup.edition = brs_edition_find(&table->editions, (brs_str){edition, strlen(edition)});
    cr_assert_not_null(setup.edition);
    setup.options = setup.edition->options;
    setup.deck[0] = table->deck[deck_a];
    setup.deck[1] = table->deck[deck_b];
    return setup;
}

#endif
