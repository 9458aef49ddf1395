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

// Most cards of a set are not in a deck: symbols that begin at 0, and change neither what was added up nor what is left.
static void put_absent(range_writer *w, int cards, bool after_one)
{
    uint32_t range = w->range, width = COUNT_WIDTH[after_one][0];
    for (; cards > 0; cards--) {
        range = range / TABLE_TOTAL * width;
        width = COUNT_WIDTH[0][0];
        for (; range < RANGE_LEAST; range <<= 8) {
            buf_byte(&w->bytes, (uint8_t)(w->low >> 24));
            w->low <<= 8;
        }
    }
    w->range = range;
}

// How many of the next cards are absent, at most `cards`.
static int get_absent(range_reader *r, int cards, bool after_one)
{
    uint32_t range = r->range, code = r->code, width = COUNT_WIDTH[after_one][0];
    int n = 0;
    for (; n < cards && code < range / TABLE_TOTAL * width; n++) {
        range = range / TABLE_TOTAL * width;
        width = COUNT_WIDTH[0][0];
        for (; range < RANGE_LEAST; range <<= 8) {
            code = code << 8 | range_next_byte(r);
        }
    }
    r->range = range;
    r->code = code;
    return n;
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
        int card = 0;  // decks are sorted; what is out of order is as good as absent
        for (int at = 0, next; at < deck->count && (next = deck->card[at]) >= card && next < cards;) {
            uint32_t count = 0;
            for (; at < deck->count && deck->card[at] == next; at++) {
                count++;
            }
            put_absent(&w, next - card, card > 0);
            put_count(&w, card > 0 && next == card, count);
            card = next + 1;
        }
        put_absent(&w, cards - card, card > 0);
    }
    return range_write_end(&w);
}

static bool read_deck(range_reader *r, brs_deck *deck, int cards)
{
    deck->count = 0;
    for (int card = 0, n; card < cards; card++) {
        n = get_absent(r, cards - card, card > 0);
        const bool after_one = card > 0 && n == 0;
        card += n;
        if (card == cards) {
            break;
        }
        const uint32_t count = get_count(r, after_one);
        if (count > (uint32_t)(BRS_MAX_DECK - deck->count)) {
            return false;
        }
        for (uint32_t i = 0; i < count; i++) {
            deck->card[deck->count++] = (uint16_t)card;
        }
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
