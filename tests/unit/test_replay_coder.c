// The range coder: what goes in comes out, in at most L + 16 bits, and one list of choices has one
// stream.
#include <criterion/criterion.h>

#include "broadside/rng.h"
#include "replay_parts.h"
#include "str.h"

static brs_arena arena;

static void open_arena(void)
{
    brs_arena_init(&arena, 0);
}

static void close_arena(void)
{
    brs_arena_release(&arena);
}

TestSuite(replay_coder, .init = open_arena, .fini = close_arena);

enum { MOST = 3000 };

typedef struct {
    uint32_t n[MOST], index[MOST];
    int count;
} choices;

static brs_str code(const choices *c)
{
    range_writer w;
    range_write_begin(&w, &arena, 16);
    for (int i = 0; i < c->count; i++) {
        range_write(&w, c->index[i], 1, c->n[i]);
    }
    return range_write_end(&w);
}

static void expect_back(const choices *c, brs_str bytes)
{
    range_reader r;
    range_read_begin(&r, bytes);
    for (int i = 0; i < c->count; i++) {
        uint32_t at = range_read_at(&r, c->n[i]);
        range_read(&r, at, 1, c->n[i]);
        cr_assert_eq(at, c->index[i], "choice %d of %u", i, c->n[i]);
    }
}

// L in 1/65536 bit, from below: log2 by squaring.
static uint64_t bits_of(uint32_t n)
{
    uint64_t bits = 0, x = n;
    for (int shift = 0; x >= 2; shift++) {
        x >>= 1;
        bits += 65536;
    }
    x = ((uint64_t)n << 31) >> (bits / 65536);
    for (uint64_t half = 32768; half > 0; half /= 2) {
        x = (x * x) >> 31;
        if (x >> 32 != 0) {
            x >>= 1;
            bits += half;
        }
    }
    return bits;
}

static uint32_t draw(uint64_t seed, uint64_t *count, uint32_t n)
{
    return brs_rng_below(seed, 1, 1, count, n);
}

static void random_choices(choices *c, uint64_t seed, uint32_t most_n, uint32_t skew)
{
    uint64_t draws = 0;
    c->count = (int)draw(seed, &draws, MOST);
    for (int i = 0; i < c->count; i++) {
        c->n[i] = 2 + draw(seed, &draws, most_n - 1);
        c->index[i] = skew == 0 ? draw(seed, &draws, c->n[i]) : skew == 1 ? 0 : c->n[i] - 1;
    }
}

// replay.md 10: never more than L + 16 bits in a game.
Test(replay_coder, random_choices_take_L_and_at_most_16_bits)
{
    static const uint32_t most[] = {2, 3, 5, 16, 255, 1024, 65535};
    choices *c = BRS_NEW(&arena, choices, 1);
    for (uint64_t seed = 1; seed <= 70; seed++) {
        random_choices(c, seed, most[seed % 7], 0);
        brs_str bytes = code(c);
        expect_back(c, bytes);
        uint64_t sum = 0;
        for (int i = 0; i < c->count; i++) {
            sum += bits_of(c->n[i]);
        }
        cr_assert_leq((uint64_t)bytes.len * 8, sum / 65536 + 16, "%d choices", c->count);
    }
}

Test(replay_coder, extreme_choices_come_back)
{
    choices *c = BRS_NEW(&arena, choices, 1);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        random_choices(c, seed, 65535, seed % 2 == 0 ? 1 : 2);
        expect_back(c, code(c));
    }
}

Test(replay_coder, always_the_first_choice_takes_no_byte)
{
    choices *c = BRS_NEW(&arena, choices, 1);
    random_choices(c, 9, 200, 1);
    cr_assert_eq(code(c).len, 0);
    c->count = 0;
    cr_assert_eq(code(c).len, 0, "nor do no choices");
}

Test(replay_coder, known_streams_stay_as_they_are)
{
    static const struct {
        uint32_t n, index;
    } given[] = {{2, 1}, {3, 2}, {10, 7}, {2, 0}, {1000, 999}, {6, 5}, {65535, 65534}, {4, 1}};
    choices *c = BRS_NEW(&arena, choices, 1);
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        c->n[i] = given[i].n;
        c->index[i] = given[i].index;
    }
    c->count = sizeof given / sizeof given[0];
    cr_assert(str_equal(code(c), (brs_str){"\xF5\x55\x55\x50\x40", 5}),
              "a stored stream must read back for ever");
}

// Each number reads back as some list of legal choices: no bytes can break the reader.
Test(replay_coder, any_bytes_read_as_legal_choices)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        char bytes[24];
        uint64_t draws = 0;
        for (size_t i = 0; i < sizeof bytes; i++) {
            bytes[i] = (char)(seed % 5 == 0 ? 255 : draw(seed, &draws, 256));
        }
        range_reader r;
        range_read_begin(&r, (brs_str){bytes, draw(seed, &draws, sizeof bytes + 1)});
        for (int i = 0; i < 100; i++) {
            uint32_t n = 1 + draw(seed, &draws, 65535), at = range_read_at(&r, n);
            cr_assert_lt(at, n);
            range_read(&r, at, 1, n);
        }
    }
}

// ---- decks ----------------------------------------------------------------------------------

static int random_deck(brs_deck *deck, uint64_t seed, int cards)
{
    uint64_t draws = 0;
    for (int card = 0; card < cards; card++) {
        int copies =
            draw(seed, &draws, 4) == 0 ? 1 + (int)draw(seed, &draws, seed % 9 == 0 ? 40 : 4) : 0;
        for (; copies > 0 && deck->count < BRS_MAX_DECK; copies--) {
            deck->card[deck->count++] = (uint16_t)card;
        }
    }
    return deck->count;
}

Test(replay_coder, decks_come_back)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        brs_deck *decks = BRS_NEW(&arena, brs_deck, 2), *again = BRS_NEW(&arena, brs_deck, 2);
        int cards = 1 + (int)(seed * 7 % 300);
        brs_err err = BRS_ERR_NONE;
        random_deck(&decks[0], seed, cards);
        random_deck(&decks[1], seed + 1000, cards);
        brs_str bytes = replay_pack_decks(decks, 2, cards, &arena);
        cr_assert(replay_unpack_decks(bytes, again, 2, cards, &arena, &err), "%s", err.msg);
        for (int i = 0; i < 2; i++) {
            cr_assert_eq(again[i].count, decks[i].count);
            cr_assert_arr_eq(again[i].card, decks[i].card, sizeof decks[i].card);
        }
    }
}

// replay.md 3: about 20 bytes a deck; here 60 cards of 40 kinds from a set of 200.
Test(replay_coder, a_deck_of_sixty_is_small)
{
    brs_deck deck[1] = {{.count = 0}};
    for (int kind = 0; kind < 40; kind++) {
        for (int copy = 0; copy < (kind == 7 ? 9 : 1 + (kind % 3 == 0)); copy++) {
            deck->card[deck->count++] = (uint16_t)(kind * 5 + kind % 4);
        }
    }
    cr_assert_eq(deck->count, 62);
    cr_assert_leq(replay_pack_decks(deck, 1, 200, &arena).len, 28);
}
