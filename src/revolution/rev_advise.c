// Rules of thumb of a player who looks at the own hand and at how many cards the others hold: lay the lowest
// that fits, break no set, keep twos and jokers for when they win the lead, hurry when somebody is nearly out.
// Reads only what the seat may know. Replays are coded with this order (rev_rank.c): better rules get a key of their own.
#include "rev_state.h"

typedef struct {
    const rev_state *g;
    const uint8_t *hand;
    int cards, twos, groups;  // of the hand; groups: ranks without twos and jokers
    int nearest;              // fewest cards in another hand
} thumb;

static thumb look_at(const rev_state *g, int seat)
{
    thumb t = {.g = g, .hand = g->hand[seat], .cards = g->hand_count[seat], .nearest = 255};
    t.twos = t.hand[REV_TWO];
    for (int rank = 0; rank < REV_TWO; rank++) {
        t.groups += t.hand[rank] > 0;
    }
    for (int other = 0; other < g->seats; other++) {
        if (other != seat && is_in(g, other) && g->hand_count[other] < t.nearest) {
            t.nearest = g->hand_count[other];
        }
    }
    return t;
}

static bool in_a_hurry(const thumb *t)
{
    return t->nearest <= 3 || t->cards <= 6;
}

// ---- a turn --------------------------------------------------------------------------------------------------

// A lead: low ranks first, whole sets, large ones before small; with two groups left the strong one first.
static int worth_of_lead(const thumb *t, int count, int rank)
{
    if (count == t->cards) {
        return 2000;
    }
    int whole = t->hand[rank] == count ? 60 : 0;
    int low = t->groups == 2 || t->nearest <= 2 ? rank : REV_TWO - rank;
    return 200 + whole + 10 * low + 6 * count;
}

static int worth_of_answer(const thumb *t, int count, int rank)
{
    if (count == t->cards) {
        return 2000;
    }
    bool whole = t->hand[rank] == count;
    if (!whole && !in_a_hurry(t) && rank < REV_ACE - 2) {
        return 90;  // less than passing: a set is worth more than this turn
    }
    return 300 + (whole ? 100 : 0) - 8 * rank + 10 * count;
}

// A two brings the lead. It is sure to win when at most one set is left to lay after it.
static int worth_of_two(const thumb *t)
{
    bool last_set = t->groups <= 1 && t->hand[REV_JOKER] == 0;
    if (t->g->count == 0) {
        return last_set ? 1500 : 20;
    }
    return last_set ? 1500 : in_a_hurry(t) ? 150 : t->twos > 1 ? 120 : 50;
}

// A joker is a free play: its player leads if nobody can beat what lies there.
static int worth_of_joker(const thumb *t)
{
    const rev_state *g = t->g;
    if (g->count == 0) {
        return t->cards == t->hand[REV_JOKER] ? 500 : 30;
    }
    return g->rank >= REV_ACE - 2 || g->count > 2 || in_a_hurry(t) ? 160 : 60;
}

static int worth_of_turn(const thumb *t, brs_choice c)
{
    const int count = count_in(c.arg[0]), rank = rank_in(c.arg[0]);
    switch (c.kind) {
    case REV_CH_pass: return 100;
    case REV_CH_joker: return worth_of_joker(t);
    case REV_CH_clear: return worth_of_two(t);
    case REV_CH_two_value: return 40;
    default: return t->g->count == 0 ? worth_of_lead(t, count, rank) : worth_of_answer(t, count, rank);
    }
}

// ---- the exchange ----------------------------------------------------------------------------------------------

// Is the hand worse than what is dealt on average? Jokers and twos count as good cards.
static bool is_poor(const thumb *t)
{
    int sum = 0, cards = 0;
    for (int rank = 0; rank < REV_RANKS; rank++) {
        sum += t->hand[rank] * (rank == REV_TWO ? 20 : rank == REV_JOKER ? 14 : value_of(rank));
        cards += t->hand[rank];
    }
    return sum * 10 < cards * 92;
}

static int lowest_single(const thumb *t)
{
    int rank = 0;
    while (rank < REV_TWO && t->hand[rank] != 1) {
        rank++;
    }
    return rank;
}

static int worth_of_exchange(const thumb *t, brs_choice c)
{
    const int rank = rank_in(c.arg[0]), single = t->hand[rank] == 1 ? 20 : 0;
    switch (c.kind) {
    case REV_CH_tax: return 200;
    case REV_CH_swap: case REV_CH_blind: return is_poor(t) ? 200 : 50;
    case REV_CH_forgo: return 100;
    case REV_CH_offer: return rank == lowest_single(t) && rank < 5 ? 150 : 0;
    case REV_CH_ask: return 100 + (rank <= REV_TWO ? rank : 0);
    case REV_CH_ask_nothing: return 50;
    case REV_CH_give: return 200 - 10 * rank + single;
    case REV_CH_decline: return 100;
    case REV_CH_accept: return rank < t->g->offer ? 200 - 10 * rank + single : 0;
    default: return 0;
    }
}

void rev_worth(const rev_state *g, const brs_choice *choices, int n, int32_t *worth)
{
    const thumb t = look_at(g, choices[0].seat);
    for (int i = 0; i < n; i++) {
        worth[i] = g->ask == REV_ASK_TURN ? worth_of_turn(&t, choices[i]) : worth_of_exchange(&t, choices[i]);
    }
}

int rev_advise(const brs_setup *setup, const void *state, const brs_choice *choices, int n)
{
    (void)setup;
    int32_t worth[BRS_MAX_CHOICES];
    int best = 0;
    rev_worth(state, choices, n, worth);
    for (int i = 1; i < n; i++) {
        best = worth[i] > worth[best] ? i : best;
    }
    return best;
}
