// The exchange before a round's first trick: tax, swap, blind exchange, trade. Pair after pair, from the King
// down; each pair is a small procedure whose place is `step`.
#include <string.h>

#include "rev_state.h"

static void next_pair(rev_run *r)
{
    rev_state *g = r->g;
    g->pair++;
    g->step = g->taken = g->given = g->least = g->offer = 0;
    memset(g->asked_for, 0, sizeof g->asked_for);
    memset(g->drawn, 0, sizeof g->drawn);
    memset(g->taxed, 0, sizeof g->taxed);
}

// A card changes hands, and who gave it knows where it is.
static void hand_over(rev_run *r, int from, int to, int rank, rev_event_id kind, rev_rule_id rule)
{
    rev_state *g = r->g;
    const uint32_t cause = r->cause;
    rev_take_out(r, from, set_of(1, rank), kind, rule, REV_TERM_card_given);
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    rev_take_in(r, to, rank, rule);
    r->cause = cause;
    g->known[from][rank]++;
}

// ---- the power is used, or not -----------------------------------------------------------------------------

// Skips a pair that is not whole. A power without a partner is told.
static bool is_void(rev_run *r, const rev_pair *pair, int upper, int lower)
{
    if (upper != REV_NOBODY && lower != REV_NOBODY) {
        return false;
    }
    if (upper != REV_NOBODY) {
        r->seat = (uint8_t)upper;
        rev_event(r, REV_EV_no_partner, RULE(void_power), upper, rev_word((rev_title)pair->upper),
                  rev_word((rev_title)pair->lower), 0);
    }
    return true;
}

// ---- the tax ---------------------------------------------------------------------------------------------------

// Rank of the best card of a hand, -1 when it has none.
static int best_of(const uint8_t hand[REV_RANKS])
{
    int rank = REV_TWO;
    while (rank >= 0 && hand[rank] == 0) {
        rank--;
    }
    return rank;
}

// The best card of a hand; -1: it has none; REV_UNSEEN: chance was asked, since nobody saw all of the hand.
static int next_taxed(rev_run *r, int upper, int lower)
{
    uint8_t holds[REV_RANKS];
    if (r->g->unknown[lower] == 0) {
        return best_of(r->g->hand[lower]);
    }
    rev_holdings(r->g, lower, holds);
    if (best_of(holds) < 0) {
        return -1;
    }
    const int rank = brs_chance_below(&r->g->chance, REV_CHANCE_TAX, upper, REV_RANKS);
    if (rank >= 0) {
        rev_reveal(r->g, lower, set_of(1, rank));
    }
    return rank >= 0 ? rank : REV_UNSEEN;
}

// False: chance was asked for a card.
static bool take_tax(rev_run *r, const rev_pair *pair, int upper, int lower)
{
    rev_state *g = r->g;
    int rank;
    const int own = g->hand_count[upper] - g->taken;
    while (g->taken < pair->tax && g->taken < own && (rank = next_taxed(r, upper, lower)) >= 0) {
        if (rank == REV_UNSEEN) {
            return rev_ask(r, REV_ASK_CHANCE, BRS_SEAT_CHANCE);
        }
        rev_check(r, REV_TERM_best_value, true, 0, RULE(best_card));
        hand_over(r, lower, upper, rank, REV_EV_tax_paid, (rev_rule_id)pair->rule);
        g->ceiling[lower] = (uint8_t)rank;
        g->taxed[g->taken++] = (uint8_t)(1 + rank);
    }
    if (g->taken == 0) {
        rev_event(r, REV_EV_nothing_to_tax, RULE(best_card), lower, 0, 0, 0);
    }
    r->seat = (uint8_t)lower;
    return true;
}

// The taxed player asks for ranks, in ascending order; they are kept, so that the return can be told as asked for or not.
static bool take_requests(rev_run *r, int lower)
{
    rev_state *g = r->g;
    brs_choice choice;
    while (g->given < g->taken) {
        if (!rev_answered(r, REV_ASK_REQUEST, &choice)) {
            return rev_ask(r, REV_ASK_REQUEST, lower);
        }
        r->seat = (uint8_t)lower;
        if (choice.kind == REV_CH_ask_nothing) {
            rev_event(r, REV_EV_no_request, RULE(tax_return), 0, 0, 0, 0);
            break;
        }
        rev_event(r, REV_EV_requested, RULE(tax_return), choice.arg[0], 0, 0, 0);
        g->least = (uint8_t)rank_in(choice.arg[0]);
        g->asked_for[g->given++] = (uint8_t)(1 + rank_in(choice.arg[0]));
    }
    g->given = g->least = 0;
    return true;
}

static bool was_asked_for(const rev_state *g, int rank)
{
    return g->asked_for[0] == 1 + rank || g->asked_for[1] == 1 + rank;
}

static bool give_back(rev_run *r, int upper, int lower)
{
    rev_state *g = r->g;
    brs_choice choice;
    while (g->given < g->taken) {
        if (!rev_answered(r, REV_ASK_RETURN, &choice)) {
            return rev_ask(r, REV_ASK_RETURN, upper);
        }
        const int rank = rank_in(choice.arg[0]);
        r->seat = (uint8_t)upper;
        rev_check(r, REV_TERM_held_before, true, 0, RULE(tax_return));
        if (g->asked_for[0] != 0) {
            bool heard = was_asked_for(g, rank);
            rev_check(r, REV_TERM_asked_for, heard, 0, RULE(tax_return));
            if (!heard) {
                rev_check(r, REV_TERM_not_binding, true, 0, RULE(tax_return));
            }
        }
        g->least = (uint8_t)rank;
        g->given++;
        hand_over(r, upper, lower, rank, REV_EV_returned, RULE(tax_return));
    }
    return true;
}

static bool tax_step(rev_run *r, const rev_pair *pair, int upper, int lower)
{
    rev_state *g = r->g;
    if (g->step == 1) {
        if (g->offer == 0) {
            rev_event(r, REV_EV_taxed, (rev_rule_id)pair->rule, lower, rev_word((rev_title)pair->upper),
                      rev_word((rev_title)pair->lower), 0);
            g->offer = 1;  // told; the tax may be interrupted by a question to chance
        }
        if (!take_tax(r, pair, upper, lower)) {
            return false;
        }
        g->offer = 0;
        g->step++;
    }
    if (g->step == 2) {
        if (!take_requests(r, lower)) {
            return false;
        }
        g->step++;
    }
    return give_back(r, upper, lower);
}

// ---- the swap ----------------------------------------------------------------------------------------------------

static void put_whole_hand(rev_run *r, int seat, int other, const uint8_t cards[REV_RANKS], int count)
{
    rev_state *g = r->g;
    rev_term(r, REV_TERM_own_hand, -g->hand_count[seat], 0, RULE(prince_swap));
    rev_term(r, REV_TERM_other_hand, count, 0, RULE(prince_swap));
    memcpy(g->hand[seat], cards, REV_RANKS);
    memcpy(g->known[other], cards, REV_RANKS);  // these were the other's own
    rev_count_hand(r, seat, count, REV_EV_swapped, RULE(prince_swap), 0);
}

static bool swap_step(rev_run *r, const rev_pair *pair, int upper, int lower)
{
    rev_state *g = r->g;
    uint8_t own[REV_RANKS], other[REV_RANKS];
    const int own_count = g->hand_count[upper], other_count = g->hand_count[lower];
    (void)pair;
    memcpy(own, g->hand[upper], sizeof own);
    memcpy(other, g->hand[lower], sizeof other);
    const uint8_t unknown = g->unknown[upper], ceiling = g->ceiling[upper];
    g->unknown[upper] = g->unknown[lower];
    g->unknown[lower] = unknown;
    g->ceiling[upper] = g->ceiling[lower];
    g->ceiling[lower] = ceiling;
    r->cause = rev_event(r, REV_EV_swap_called, RULE(prince_swap), lower, 0, 0, 0);
    put_whole_hand(r, upper, lower, other, other_count);
    put_whole_hand(r, lower, upper, own, own_count);
    return true;
}

// ---- the blind exchange --------------------------------------------------------------------------------------------

static bool blind_step(rev_run *r, const rev_pair *pair, int upper, int lower)
{
    rev_state *g = r->g;
    const int drawer[2] = {upper, lower}, holder[2] = {lower, upper};
    (void)pair;
    if (g->step == 1) {
        rev_event(r, REV_EV_blind_called, RULE(duke_blind), lower, 0, 0, 0);
        g->step++;
    }
    for (int i = 0; i < 2; i++) {
        if (g->drawn[i] == 0) {
            int rank = rev_draw(r, REV_CHANCE_BLIND, drawer[i], g->hand[holder[i]]);
            if (rank < 0) {
                return rev_ask(r, REV_ASK_CHANCE, BRS_SEAT_CHANCE);
            }
            rev_reveal(g, holder[i], set_of(1, rank));
            g->drawn[i] = (uint8_t)(1 + rank);
        }
    }
    for (int i = 0; i < 2; i++) {
        hand_over(r, holder[i], drawer[i], g->drawn[i] - 1, REV_EV_drawn_away, RULE(duke_blind));
    }
    return true;
}

// ---- the trade ------------------------------------------------------------------------------------------------------

static bool trade_step(rev_run *r, const rev_pair *pair, int upper, int lower)
{
    rev_state *g = r->g;
    brs_choice choice;
    (void)pair;
    if (g->step == 1) {
        uint8_t *seen = &g->known[lower][g->offer];
        *seen = *seen > 0 ? *seen : 1;
        rev_event(r, REV_EV_offered, RULE(baron_trade), set_of(1, g->offer), lower, 0, 0);
        g->step++;
    }
    if (!rev_answered(r, REV_ASK_ACCEPT, &choice)) {
        return rev_ask(r, REV_ASK_ACCEPT, lower);
    }
    r->seat = (uint8_t)lower;
    if (choice.kind == REV_CH_decline) {
        rev_event(r, REV_EV_declined, RULE(may_forgo), 0, 0, 0, 0);
        return true;
    }
    r->cause = rev_event(r, REV_EV_accepted, RULE(baron_trade), choice.arg[0], 0, 0, 0);
    hand_over(r, upper, lower, g->offer, REV_EV_traded_away, RULE(baron_trade));
    hand_over(r, lower, upper, rank_in(choice.arg[0]), REV_EV_traded_away, RULE(baron_trade));
    return true;
}

// ---- pair after pair ---------------------------------------------------------------------------------------------------

// Asks whether the power is used; `step` is 1 then. False: asked. A power left unused ends the pair.
static bool call(rev_run *r, const rev_pair *pair, int upper)
{
    rev_state *g = r->g;
    brs_choice choice;
    if (!rev_answered(r, REV_ASK_POWER, &choice)) {
        return rev_ask(r, REV_ASK_POWER, upper);
    }
    if (choice.kind == REV_CH_forgo) {
        rev_event(r, REV_EV_forgone, RULE(may_forgo), 0, rev_word((rev_title)pair->upper), 0, 0);
        next_pair(r);
        return true;
    }
    g->offer = choice.kind == REV_CH_offer ? (uint8_t)rank_in(choice.arg[0]) : 0;
    g->step = 1;
    return true;
}

static void end_exchange(rev_run *r)
{
    rev_state *g = r->g;
    g->phase = REV_PLAY;
    g->step = g->pair = 0;
    r->cause = 0;  // the rank decides it, not the last exchange
    rev_begin_lead(r, rev_ranked_at(g, 0), REV_TERM_lead_king, RULE(king_opens));
}

bool rev_exchange_step(rev_run *r)
{
    static bool (*const steps[REV_PAIRS])(rev_run *, const rev_pair *, int, int) = {
        tax_step, tax_step, swap_step, blind_step, trade_step};
    rev_state *g = r->g;
    if (g->pair == REV_PAIRS) {
        end_exchange(r);
        return true;
    }
    const rev_pair *pair = rev_pair_at(g->pair);
    const int upper = rev_holder(g, (rev_title)pair->upper), lower = rev_holder(g, (rev_title)pair->lower);
    rev_begin_section(r, pair->section);
    if (is_void(r, pair, upper, lower)) {
        next_pair(r);
        return true;
    }
    r->seat = (uint8_t)upper;
    if (g->step == 0) {
        return call(r, pair, upper);
    }
    if (!steps[g->pair](r, pair, upper, lower)) {
        return false;
    }
    next_pair(r);
    return true;
}
