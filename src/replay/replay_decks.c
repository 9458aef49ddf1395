// Decks as range-coded counts: one symbol for each card of the set, in its order, with a fixed
// table.
//
// Most cards of a set are not in a deck, and those that are stand together (a set is ordered by
// kind and side), so the table has two rows: after a card that is absent, and after one that is
// there. The table is part of the format: it never changes.
#include "replay_parts.h"
#include "str.h"

enum {
    ESCAPE = 16,
    COUNT_SYMBOLS = ESCAPE + 1,
    TABLE_TOTAL = 256,
    ESCAPED_COUNTS = BRS_MAX_DECK - ESCAPE + 1
};

static const uint8_t COUNT_WIDTH[2][COUNT_SYMBOLS] = {
    {200, 28, 8, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},  // 0, 1, ... 15, 16 or more
    {178, 46, 10, 4, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2},
};

static void put_count(range_writer *w, bool after_one, uint32_t count)
{
    uint32_t symbol = count < ESCAPE ? count : ESCAPE, from = 0;
    for (uint32_t i = 0; i < symbol; i++) {
        from += COUNT_WIDTH[after_one][i];
    }
    range_write(w, from, COUNT_WIDTH[after_one][symbol], TABLE_TOTAL);
    if (symbol == ESCAPE) {
        range_write(w, count - ESCAPE, 1, ESCAPED_COUNTS);
    }
}

static uint32_t get_count(range_reader *r, bool after_one)
{
    uint32_t at = range_read_at(r, TABLE_TOTAL), symbol = 0, from = 0;
    while (at >= from + COUNT_WIDTH[after_one][symbol]) {
        from += COUNT_WIDTH[after_one][symbol++];
    }
    range_read(r, from, COUNT_WIDTH[after_one][symbol], TABLE_TOTAL);
    if (symbol == ESCAPE) {
        uint32_t more = range_read_at(r, ESCAPED_COUNTS);
        range_read(r, more, 1, ESCAPED_COUNTS);
        return ESCAPE + more;
    }
    return symbol;
}

brs_str replay_pack_decks(const brs_deck *decks, int seats, int cards, brs_arena *arena)
{
    range_writer w;
    range_write_begin(&w, arena, 64);
    for (int seat = 0; seat < seats; seat++) {
        const brs_deck *deck = &decks[seat];
        uint32_t last = 0;
        for (int card = 0, at = 0; card < cards; card++) {
            uint32_t count = 0;
            for (; at < deck->count && deck->card[at] == card; at++) {
                count++;
            }
            put_count(&w, last > 0, count);
            last = count;
        }
    }
    return range_write_end(&w);
}

static bool read_deck(range_reader *r, brs_deck *deck, int cards)
{
    uint32_t last = 0;
    deck->count = 0;
    for (int card = 0; card < cards; card++) {
        uint32_t count = get_count(r, last > 0);
        if (count > (uint32_t)(BRS_MAX_DECK - deck->count)) {
            return false;
        }
        for (uint32_t i = 0; i < count; i++) {
            deck->card[deck->count++] = (uint16_t)card;
        }
        last = count;
    }
    return true;
}

bool replay_unpack_decks(brs_str bytes, brs_deck *decks, int seats, int cards, brs_arena *arena,
                         brs_err *err)
{
    range_reader r;
    range_read_begin(&r, bytes);
    for (int seat = 0; seat < seats; seat++) {
        if (!read_deck(&r, &decks[seat], cards)) {
            return brs_fail(err, BRS_LIMIT, "key 6 decks[%d]: a deck of more than %d cards", seat,
                            BRS_MAX_DECK);
        }
    }
    if (!str_equal(bytes, replay_pack_decks(decks, seats, cards, arena))) {
        return brs_fail(err, BRS_NOT_CANONICAL,
                        "key 6 decks: bytes that no deck of this card set has");
    }
    return true;
}
