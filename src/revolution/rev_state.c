// The writers: nothing else changes hands, the table, the direction or ranks. Each takes the rule it acts
// under and emits one event with the terms and checks that were named before it.
#include "rev_state.h"

#include <assert.h>

// ---- events ---------------------------------------------------------------------------------------------

void rev_term(rev_run *r, rev_term_id label, int value, int card, rev_rule_id rule)
{
    if (r->notes != NULL && r->notes->nterm < sizeof r->notes->term / sizeof r->notes->term[0]) {
        r->notes->term[r->notes->nterm++] = (brs_term){
            .label = (uint16_t)label, .rule = (uint16_t)rule, .card = (uint16_t)card, .value = value};
    }
}

void rev_check(rev_run *r, rev_term_id label, bool passed, int card, rev_rule_id rule)
{
    if (r->notes != NULL && r->notes->ncheck < sizeof r->notes->check / sizeof r->notes->check[0]) {
        r->notes->check[r->notes->ncheck++] = (brs_check){
            .rule = (uint16_t)rule, .card = (uint16_t)card, .passed = passed, .label = (uint16_t)label};
    }
}

uint32_t rev_event(rev_run *r, rev_event_id kind, rev_rule_id rule, int a, int b, int c, int d)
{
    if (r->notes == NULL) {
        return 0;
    }
    brs_event event = {.cause = r->cause, .unit = (uint16_t)(r->g->round * REV_UNIT + r->g->trick),
                       .kind = (uint16_t)kind, .rule = (uint16_t)rule, .sentence = 0xFF, .effect = 0xFF,
                       .seat = r->seat, .section = r->g->section, .arg = {a, b, c, d}};
    uint32_t seq = brs_trace_event(r->trace, &event);
    for (int i = 0; i < r->notes->nterm; i++) {
        brs_trace_term(r->trace, r->notes->term[i]);
    }
    for (int i = 0; i < r->notes->ncheck; i++) {
        brs_trace_check(r->trace, r->notes->check[i]);
    }
    r->notes->nterm = r->notes->ncheck = 0;
    return seq;
}

void rev_begin_section(rev_run *r, int section)
{
    brs_trace_boundary(r->trace);
    r->g->section = (uint8_t)section;
}

// ---- hands ------------------------------------------------------------------------------------------------

void rev_count_hand(rev_run *r, int seat, int count, rev_event_id kind, rev_rule_id rule, int more)
{
    int before = r->g->hand_count[seat];
    r->g->hand_count[seat] = (uint8_t)count;
    rev_event(r, kind, rule, seat, before, count, more);
}

void rev_take_out(rev_run *r, int seat, int set, rev_event_id kind, rev_rule_id rule, rev_term_id why)
{
    rev_state *g = r->g;
    const int count = count_in(set), rank = rank_in(set);
    assert(g->hand[seat][rank] >= count);
    g->hand[seat][rank] = (uint8_t)(g->hand[seat][rank] - count);
    if (g->partner[seat] != REV_NOBODY) {
        uint8_t *known = &g->known[g->partner[seat]][rank];
        *known = (uint8_t)(*known > count ? *known - count : 0);
    }
    rev_term(r, why, -count, set, rule);
    rev_count_hand(r, seat, g->hand_count[seat] - count, kind, rule, set);
}

void rev_take_in(rev_run *r, int seat, int rank, rev_rule_id rule)
{
    r->g->hand[seat][rank]++;
    rev_term(r, REV_TERM_card_taken, 1, set_of(1, rank), rule);
    rev_count_hand(r, seat, r->g->hand_count[seat] + 1, REV_EV_received, rule, set_of(1, rank));
}

// ---- the table ----------------------------------------------------------------------------------------------

static int total_on(const rev_state *g)
{
    return g->count == 0 ? 0 : total_of(g->count, g->rank);
}

uint32_t rev_lay(rev_run *r, int set, rev_event_id kind, rev_rule_id rule)
{
    rev_state *g = r->g;
    const int before = total_on(g);
    if (r->notes != NULL && g->count > 0) {
        rev_term(r, REV_TERM_lay_there, -before, set_of(g->count, g->rank), RULE(card_values));
    }
    g->count = (uint8_t)count_in(set);
    g->rank = (uint8_t)rank_in(set);
    if (r->notes != NULL && g->count > 0) {
        rev_term(r, REV_TERM_lies_there, total_on(g), set, RULE(card_values));
    }
    return rev_event(r, kind, rule, 0, before, total_on(g), set);
}

uint32_t rev_turn_round(rev_run *r, int direction, rev_event_id kind, rev_rule_id rule)
{
    int before = r->g->direction;
    r->g->direction = (uint8_t)direction;
    return rev_event(r, kind, rule, 0, before, direction, 0);
}

void rev_give_rank(rev_run *r, int seat, int place, rev_rule_id rule)
{
    int before = r->g->held[seat];
    r->g->held[seat] = (uint8_t)place;
    rev_event(r, REV_EV_ranked, rule, seat, before, place, rev_word(rev_title_at(r->g->seats, place - 1)));
}

// ---- chance ---------------------------------------------------------------------------------------------------

static int sum_of(const uint8_t counts[REV_RANKS])
{
    int sum = 0;
    for (int rank = 0; rank < REV_RANKS; rank++) {
        sum += counts[rank];
    }
    return sum;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

// Hidden cards that are no higher than a rank, less those that hands under such a ceiling must be made of.
static int spare_up_to(const rev_state *g, int ceiling, int except)
{
    int spare = g->pool[REV_JOKER];
    for (int rank = 0; rank <= ceiling; rank++) {
        spare += g->pool[rank];
    }
    for (int seat = 0; seat < g->seats; seat++) {
        spare -= seat != except && g->ceiling[seat] <= ceiling ? g->unknown[seat] : 0;
    }
    return spare;
}

// Of the hidden cards of a rank a hand leaves those to others that they cannot do without.
int rev_may_hold(const rev_state *g, int seat, int rank)
{
    const bool fits = rank == REV_JOKER || g->ceiling[seat] == REV_NO_CEILING || rank <= g->ceiling[seat];
    int hidden = fits ? smaller(g->unknown[seat], g->pool[rank]) : 0;
    for (int at = rank == REV_JOKER ? 0 : rank; hidden > 0 && at <= REV_TWO && at < g->ceiling[seat]; at++) {
        hidden = smaller(hidden, spare_up_to(g, at, seat));
    }
    return g->hand[seat][rank] + hidden;
}

void rev_holdings(const rev_state *g, int seat, uint8_t out[REV_RANKS])
{
    memcpy(out, g->hand[seat], REV_RANKS);
    for (int rank = 0; g->unknown[seat] > 0 && rank < REV_RANKS; rank++) {
        out[rank] = (uint8_t)rev_may_hold(g, seat, rank);
    }
}

int rev_taxed_of(const rev_state *g, int rank)
{
    return (g->taxed[0] == 1 + rank) + (g->taxed[1] == 1 + rank);
}

void rev_own_cards(const rev_state *g, int upper, uint8_t out[REV_RANKS])
{
    rev_holdings(g, upper, out);
    for (int rank = 0; rank < REV_RANKS; rank++) {
        out[rank] = (uint8_t)(out[rank] - rev_taxed_of(g, rank));
    }
}

// How many hidden cards from a rank on a hand may hold at once. A joker serves every hand, so it is counted last.
static int hidden_from(const rev_state *g, int seat, int rank)
{
    int cards = 0, jokers = g->pool[REV_JOKER];
    for (int at = 0; at <= REV_TWO; at++) {
        const int spare = at < g->ceiling[seat] ? spare_up_to(g, at, seat) : rev_pack_size(g);
        cards += at >= rank && at <= g->ceiling[seat] ? g->pool[at] : 0;
        cards = smaller(cards, spare);
        jokers = smaller(jokers, spare - cards);
    }
    return smaller(cards + jokers, g->unknown[seat]);
}

int rev_own_from(const rev_state *g, int upper, int rank)
{
    int sure = 0;
    for (int i = rank; i < REV_RANKS; i++) {
        sure += g->hand[upper][i] - rev_taxed_of(g, i);
    }
    return sure + (g->unknown[upper] > 0 ? hidden_from(g, upper, rank) : 0);
}

void rev_reveal(rev_state *g, int seat, int set)
{
    const int rank = rank_in(set);
    while (g->hand[seat][rank] < count_in(set) && g->unknown[seat] > 0 && g->pool[rank] > 0) {
        g->hand[seat][rank]++;
        g->pool[rank]--;
        g->unknown[seat]--;
    }
}

bool rev_may_be_unseen(const rev_state *g)
{
    return g->chance.purpose == REV_CHANCE_DEAL;
}

// The rest of a hand whose best card this is can be made of cards that are no higher.
static bool may_be_best(const rev_state *g, int seat, int rank)
{
    bool can = true;
    for (int at = rank; can && at <= REV_TWO && at < g->ceiling[seat]; at++) {
        can = spare_up_to(g, at, seat) >= g->unknown[seat];
    }
    return can;
}

// The best card of a taxed hand is no lower than the best that is known of it.
void rev_chance_from(const rev_state *g, uint8_t out[REV_RANKS])
{
    const int holder = g->partner[g->chance.seat];
    switch (g->chance.purpose) {
    case REV_CHANCE_DEAL: memcpy(out, g->pool, REV_RANKS); break;
    case REV_CHANCE_BLIND: rev_holdings(g, holder, out); break;
    default:
        rev_holdings(g, holder, out);
        out[REV_JOKER] = 0;
        for (int rank = REV_TWO, known = 0; rank >= 0; rank--) {
            out[rank] = known > 0 || !may_be_best(g, holder, rank) ? 0 : out[rank];
            known += g->hand[holder][rank];
        }
        break;
    }
}

int rev_draw(rev_run *r, int purpose, int seat, const uint8_t from[REV_RANKS])
{
    brs_chance *chance = &r->g->chance;
    if (chance->mode == BRS_CHANCE_RECORDED) {  // the answer is a rank: which of equal cards does not matter
        return brs_chance_below(chance, purpose, seat, REV_RANKS);
    }
    int at = brs_chance_below(chance, purpose, seat, (uint32_t)sum_of(from));
    int rank = 0;
    while (at >= from[rank]) {
        at -= from[rank++];
    }
    brs_trace_outcome(r->trace, REV_CH_outcome, seat, (uint16_t)set_of(1, rank));
    return rank;
}
