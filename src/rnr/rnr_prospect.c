// How good a state is when one thinks of the turns to come: each way to win counts by how far it has gone.
//
// The weights are those of a logistic regression of who won, over the states after each turn of games by the rules of
// thumb between all decks, the decks themselves taken out; 1,000 is one unit of it.
#include "rnr_state.h"

// What a seat has of each way to win.
typedef struct {
    int lp, pile, hand;
    int uas, ua_points, weakest;          // what stands between Opponent and the Attack Victory
    int drain, attack, idle;              // drain and AP that strike each turn; AP that strikes once
    int walls, defense;
    int yield, freedoms, petitions, scrolls;
} holdings;

static int least(int a, int b)
{
    return a < b ? a : b;
}

// What is lacking to a number: 0 when there is as much.
static int below(int number, int amount)
{
    return amount < number ? number - amount : 0;
}

static void count_card(const rnr_run *r, int handle, holdings *h)
{
    const rnr_card *card = card_of(r, handle);
    const int points = rnr_points(r, handle);
    switch (card->type) {
    case RNR_UA:
        h->uas++;
        h->ua_points += points;
        h->weakest = least(h->weakest, points);
        h->drain += card->drain;
        break;
    case RNR_ATTACK:
        if (!has_flag(r->g, handle, RNR_SPENT | RNR_DEAD) && card->attack_sentence >= 0) {
            *(card->sentence[card->attack_sentence].each_turn != 0 ? &h->attack : &h->idle) += points;
        }
        break;
    case RNR_DEFENSE:
        h->walls++;
        h->defense += points;
        break;
    case RNR_PILLAR:
        h->yield += card->yield;
        h->scrolls += card->branch == RNR_SCROLL;
        break;
    case RNR_FREEDOM: h->freedoms++; break;
    default: break;
    }
    h->petitions += card->type != RNR_BILL && rnr_is_petition(r, handle);
}

static holdings holdings_of(const rnr_run *r, int seat)
{
    const rnr_state *g = r->g;
    holdings h = {.lp = g->lp[seat], .pile = g->pile_count[seat], .weakest = 999,
                  .hand = __builtin_popcountll(g->zone[seat][RNR_HAND]) + g->unknown_hand[seat]};
    for (int i = 0; i < g->play_count; i++) {
        if (g->card[g->play_order[i]].controller == seat) {
            count_card(r, g->play_order[i], &h);
        }
    }
    return h;
}

// Petitions and Scroll Pillars grow together: the last ones are worth most, and nothing without the LP.
static int32_t petition_progress(const rnr_run *r, const holdings *h)
{
    static const int32_t worth[] = {1740, 1615, 342, 150, 100};
    const int lacking = below(option(r, RNR_OPT_petition_count), h->petitions) +
                        below(option(r, RNR_OPT_petition_scrolls), h->scrolls);
    if (h->petitions == 0 || lacking > 4 || (lacking <= 1 && h->lp < option(r, RNR_OPT_petition_lp))) {
        return 0;
    }
    return worth[lacking];
}

static int32_t stock(const rnr_run *r, const holdings *h)
{
    int32_t value = h->lp * 6 - below(40, h->lp) * 66 - below(15, h->lp) * 38;
    value += h->pile * 68 - below(20, h->pile) * 102 - below(8, h->pile) * 217 + least(h->hand, 7) * 250;
    value += (h->uas > 1 ? 690 : 0) + (h->uas > 2 ? 236 : 0) + h->ua_points * 2 - below(20, h->ua_points) * 34;
    value += least(h->attack, 60) * 12 + least(h->attack, 20) * 33 + least(h->idle, 60) * 14 + least(h->walls, 6) * 87;
    value += least(h->yield, 4) * 575 + least(h->yield, 8) * 83 + least(h->yield, 14) * 72;
    return value + h->freedoms * 389 + least(h->petitions, 4) * 155 + petition_progress(r, h);
}

// What the attacks of one side can do to what the other has.
static int32_t pressure(const holdings *h, const holdings *other)
{
    const int gap = h->attack - other->defense, all = gap + h->idle;
    int32_t value = least(100, h->drain * 100 / ((other->lp > 0 ? other->lp : 0) + 1)) * 50;
    value += least(100, (gap > 0 ? gap : 0) * 100 / (other->ua_points + 1)) * 12;
    value += least(100, (all > 0 ? all : 0) * 100 / (other->ua_points + 1)) * 4;
    value += (other->walls == 0 ? 107 : 0) + (other->walls == 0 && h->attack >= other->weakest ? 171 : 0);
    return value + (gap < -40 ? -40 : least(gap, 40)) * 10;
}

int32_t rnr_prospect(const brs_setup *setup, const void *state, int seat)
{
    rnr_run r = rnr_look(setup, state);
    if (r.g->over != 0) {
        return r.g->winner == seat ? 1000000 : r.g->winner == 1 - seat ? -1000000 : 0;
    }
    const holdings own = holdings_of(&r, seat), other = holdings_of(&r, 1 - seat);
    return stock(&r, &own) + pressure(&own, &other) - stock(&r, &other) - pressure(&other, &own);
}
