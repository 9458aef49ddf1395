// The ranks of players: which exist at a table, who holds them, and who acts on whom.
#include "rev_state.h"

// At how many players a rank appears; the Commoners fill the tables above ten.
static const uint8_t appears_at[REV_TITLES] = {
    [REV_KING] = 4,   [REV_QUEEN] = 4,  [REV_PRINCE] = 5, [REV_DUKE] = 9, [REV_BARON] = 7, [REV_COMMONER] = 11,
    [REV_KNIGHT] = 8, [REV_SQUIRE] = 10, [REV_THANE] = 6, [REV_SERF] = 4, [REV_DUNG] = 4,
};

static const rev_pair pairs[REV_PAIRS] = {
    {REV_KING, REV_DUNG, REV_SEC_king_tax, 2, RULE(king_tax)},
    {REV_QUEEN, REV_SERF, REV_SEC_queen_tax, 1, RULE(queen_tax)},
    {REV_PRINCE, REV_THANE, REV_SEC_prince_swap, 0, RULE(prince_swap)},
    {REV_DUKE, REV_SQUIRE, REV_SEC_duke_blind, 0, RULE(duke_blind)},
    {REV_BARON, REV_KNIGHT, REV_SEC_baron_trade, 0, RULE(baron_trade)},
};

const rev_pair *rev_pair_at(int pair)
{
    return &pairs[pair];
}

static int how_many(int seats, int title)
{
    int above = seats - appears_at[title] + 1;
    return above <= 0 ? 0 : title == REV_COMMONER ? above : 1;
}

rev_title rev_title_at(int seats, int place)
{
    int title = REV_KING;
    for (int passed = how_many(seats, title); passed <= place; passed += how_many(seats, title)) {
        title++;
    }
    return (rev_title)title;
}

int rev_ranked_at(const rev_state *g, int place)
{
    for (int seat = 0; seat < g->seats; seat++) {
        if (g->held[seat] == place + 1) {
            return seat;
        }
    }
    return REV_NOBODY;
}

int rev_holder(const rev_state *g, rev_title title)
{
    int place = 0;
    if (how_many(g->seats, (int)title) == 0) {
        return REV_NOBODY;
    }
    while (rev_title_at(g->seats, place) != title) {
        place++;
    }
    return rev_ranked_at(g, place);
}

void rev_set_partners(rev_state *g)
{
    for (int i = 0; i < REV_PAIRS; i++) {
        int upper = rev_holder(g, (rev_title)pairs[i].upper), lower = rev_holder(g, (rev_title)pairs[i].lower);
        if (upper != REV_NOBODY && lower != REV_NOBODY) {
            g->partner[upper] = (uint8_t)lower;
            g->partner[lower] = (uint8_t)upper;
        }
    }
}
