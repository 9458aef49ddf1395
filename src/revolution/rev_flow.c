// The flow of a match: the deal, picking hands, tricks, going out, the end of a round. (The exchange is
// rev_exchange.c.) Each phase is a step that goes on (true) or has put a question (false).
#include <string.h>

#include "rev_state.h"

// ---- questions ------------------------------------------------------------------------------------------

bool rev_ask(rev_run *r, rev_question what, int seat)
{
    r->g->ask = (uint8_t)what;
    r->g->asked = (uint8_t)seat;
    return false;
}

bool rev_answered(rev_run *r, rev_question what, brs_choice *out)
{
    rev_state *g = r->g;
    if (g->answered == 0 || g->ask != what) {
        return false;
    }
    *out = g->answer;
    memset(&g->answer, 0, sizeof g->answer);
    g->answered = 0;
    g->ask = REV_ASK_NONE;
    g->asked = 0;
    return true;
}

// ---- the pack ---------------------------------------------------------------------------------------------

int rev_pack_size(const rev_state *g)
{
    return g->packs * (52 + g->jokers);
}

int rev_hand_size(const rev_state *g, int hand)
{
    int cards = rev_pack_size(g);
    return cards / g->seats + (hand < cards % g->seats);
}

static void shuffle(rev_run *r)
{
    rev_state *g = r->g;
    for (int rank = 0; rank < REV_RANKS; rank++) {
        g->pool[rank] = (uint8_t)(rank == REV_JOKER ? g->packs * g->jokers : g->packs * 4);
    }
    memset(g->hand, 0, sizeof g->hand);
    memset(g->unknown, 0, sizeof g->unknown);
    memset(g->known, 0, sizeof g->known);
    memset(g->ceiling, REV_NO_CEILING, sizeof g->ceiling);
    memset(g->partner, REV_NOBODY, sizeof g->partner);
    rev_check(r, REV_TERM_pack_for_players, true, 0, RULE(packs));
    rev_event(r, g->jokers > 0 ? REV_EV_shuffled_jokers : REV_EV_shuffled, RULE(packs), g->packs, rev_pack_size(g), g->packs * g->jokers,
              g->packs == 1 ? REV_TERM_is_dealt : REV_TERM_are_dealt);
}

// Deals what a hand still lacks; false: chance was asked for a card.
static bool deal_hand(rev_run *r, int seat)
{
    rev_state *g = r->g;
    for (; g->to_deal > 0; g->to_deal--) {
        int rank = rev_draw(r, REV_CHANCE_DEAL, seat, g->pool);
        if (rank < 0) {
            return rev_ask(r, REV_ASK_CHANCE, BRS_SEAT_CHANCE);
        }
        if (rank == REV_UNSEEN) {
            g->unknown[seat]++;
            continue;
        }
        g->pool[rank]--;
        g->hand[seat][rank]++;
    }
    return true;
}

// ---- a round begins ------------------------------------------------------------------------------------------

static void begin_round(rev_run *r)
{
    rev_state *g = r->g;
    g->round++;
    g->trick = 0;
    g->count = g->rank = g->out = g->step = 0;
    g->picked = g->locked = 0;
    g->last = REV_NOBODY;
    memset(g->place, 0, sizeof g->place);
    r->cause = 0;
    r->seat = (uint8_t)(g->round == 1 ? 0 : rev_ranked_at(g, 0));
    rev_begin_section(r, REV_SEC_deal);
    r->cause = rev_event(r, REV_EV_round_begins, RULE(rounds), g->round, 0, 0, 0);
    if (g->direction != 0) {
        rev_turn_round(r, 0, REV_EV_direction_left, RULE(direction));
    }
    shuffle(r);
    if (g->round == 1) {
        rev_event(r, REV_EV_dealer, RULE(first_dealer), 0, 1, 0, 0);
    } else if (rev_hand_size(g, 0) > rev_hand_size(g, g->seats - 1)) {
        rev_check(r, REV_TERM_uneven, true, 0, RULE(deal));
        rev_event(r, REV_EV_hands_laid, RULE(deal), g->seats, rev_pack_size(g) % g->seats, rev_hand_size(g, 0), 0);
    } else {
        rev_event(r, REV_EV_hands_alike, RULE(deal), g->seats, 0, rev_hand_size(g, 0), 0);
    }
    g->phase = g->round == 1 ? REV_DEAL : REV_PICK;
    g->to_deal = (uint8_t)rev_hand_size(g, 0);
}

void rev_begin_lead(rev_run *r, int seat, rev_term_id why, rev_rule_id rule)
{
    rev_state *g = r->g;
    g->trick++;
    g->turn = (uint8_t)seat;
    g->last = REV_NOBODY;
    g->locked = 0;
    r->seat = (uint8_t)seat;
    rev_begin_section(r, REV_SEC_play);
    rev_check(r, why, true, 0, rule);
    r->cause = rev_event(r, REV_EV_to_lead, rule, seat, 0, 0, 0);
}

// The deal of the first round: hand after hand, from the dealer's left.
static bool deal_step(rev_run *r)
{
    rev_state *g = r->g;
    const int seat = (g->step + 1) % g->seats;
    if (g->step == g->seats) {
        g->phase = REV_PLAY;
        rev_begin_lead(r, 1, REV_TERM_lead_dealer_left, RULE(first_dealer));
        return true;
    }
    if (!deal_hand(r, seat)) {
        return false;
    }
    const int even = rev_hand_size(g, g->seats - 1), size = rev_hand_size(g, g->step);
    rev_term(r, REV_TERM_even_share, even, 0, RULE(deal));
    if (size > even) {
        rev_term(r, REV_TERM_left_over_card, size - even, 0, RULE(deal));
    }
    rev_count_hand(r, seat, size, REV_EV_dealt, RULE(deal), 0);
    g->step++;
    g->to_deal = (uint8_t)(g->step < g->seats ? rev_hand_size(g, g->step) : 0);
    return true;
}

// In later rounds the hands lie there, and rank after rank takes one. step counts two for each player.
static bool pick_step(rev_run *r)
{
    rev_state *g = r->g;
    const int place = g->step / 2;
    brs_choice choice;
    if (place == g->seats) {
        g->phase = REV_POWERS;
        g->pair = g->step = 0;
        rev_set_partners(g);
        return true;
    }
    const int seat = rev_ranked_at(g, place);
    r->seat = (uint8_t)seat;
    rev_begin_section(r, REV_SEC_pick);
    if (g->step % 2 == 0) {
        if (!rev_answered(r, REV_ASK_PICK, &choice)) {
            return rev_ask(r, REV_ASK_PICK, seat);
        }
        g->offer = (uint8_t)choice.arg[0];
        g->picked |= (uint16_t)(1u << (choice.arg[0] - 1));
        g->to_deal = (uint8_t)rev_hand_size(g, choice.arg[0] - 1);
        g->step++;
    }
    if (!deal_hand(r, seat)) {
        return false;
    }
    const int size = rev_hand_size(g, g->offer - 1);
    rev_term(r, REV_TERM_hand_picked, size, 0, RULE(pick));
    rev_count_hand(r, seat, size, REV_EV_picked, RULE(pick), g->offer);
    g->offer = 0;
    g->step++;
    return true;
}

// ---- whose turn ------------------------------------------------------------------------------------------------

int rev_next_seat(const rev_state *g, int from)
{
    int seat = from;
    do {
        seat = g->direction == 0 ? (seat + 1 == g->seats ? 0 : seat + 1) : (seat == 0 ? g->seats : seat) - 1;
    } while (seat != from && (!is_in(g, seat) || (g->locked >> seat & 1) != 0));
    return seat;
}

static void clear_and_lead(rev_run *r, rev_event_id kind, rev_rule_id rule, int leader, rev_term_id why, rev_rule_id lead_rule)
{
    rev_begin_section(r, REV_SEC_clear);
    r->cause = rev_lay(r, 0, kind, rule);
    rev_begin_lead(r, leader, why, lead_rule);
}

// The turn passes on; when it is back with the last to play, the table is cleared.
static void pass_on(rev_run *r, int from, rev_rule_id rule)
{
    rev_state *g = r->g;
    int next = rev_next_seat(g, from);
    if (next == g->last) {  // never on an empty table: there the next player leads and nobody is locked out
        r->seat = (uint8_t)next;
        rev_check(r, REV_TERM_all_passed, true, 0, RULE(trick_back));
        clear_and_lead(r, REV_EV_came_back, rule, next, REV_TERM_lead_back, RULE(lead_after));
        return;
    }
    g->turn = (uint8_t)next;
    if (g->count == 0) {
        r->seat = (uint8_t)next;
        rev_check(r, REV_TERM_lead_joker, true, 0, RULE(joker_empty));
        r->cause = rev_event(r, REV_EV_to_lead, RULE(joker_empty), next, 0, 0, 0);
    }
}

static void skip(rev_run *r)
{
    rev_state *g = r->g;
    int skipped = rev_next_seat(g, g->turn);
    if (skipped == g->last) {  // nobody else is left in the trick
        pass_on(r, g->turn, RULE(trick_back));
        return;
    }
    rev_check(r, REV_TERM_same_rank, true, set_of(g->count, g->rank), RULE(equal_skips));
    r->cause = rev_event(r, REV_EV_skipped, RULE(equal_skips), skipped, 0, 0, 0);
    bool only_opponent = g->seats - g->out == 2;
    pass_on(r, skipped, only_opponent ? RULE(skip_two_left) : RULE(trick_back));
}

// ---- the end of a round ------------------------------------------------------------------------------------------

static void end_match(rev_run *r)
{
    rev_state *g = r->g;
    g->over = 1;
    g->winner = (uint8_t)rev_ranked_at(g, 0);
    g->phase = REV_OVER;
    g->ask = REV_ASK_NONE;
    r->seat = g->winner;
    rev_event(r, REV_EV_match_over, RULE(match_ends), g->winner, g->round, 0, 0);
}

static void end_round(rev_run *r)
{
    rev_state *g = r->g;
    int last = 0;
    while (!is_in(g, last)) {
        last++;
    }
    r->seat = (uint8_t)last;
    rev_begin_section(r, REV_SEC_end);
    g->place[last] = (uint8_t)(g->out + 1);
    r->cause = rev_event(r, REV_EV_last_left, RULE(round_ends), last, g->out + 1, 0, 0);
    rev_term(r, REV_TERM_cards_laid_down, -g->hand_count[last], 0, RULE(round_ends));
    memset(g->hand[last], 0, sizeof g->hand[last]);
    g->unknown[last] = 0;
    rev_count_hand(r, last, 0, REV_EV_hand_laid_down, RULE(round_ends), 0);
    for (int place = 1; place <= g->seats; place++) {
        for (int seat = 0; seat < g->seats; seat++) {
            if (g->place[seat] == place) {
                rev_give_rank(r, seat, place,
                              rev_title_at(g->seats, place - 1) == REV_COMMONER ? RULE(commoners) : RULE(titles));
            }
        }
    }
    if (g->round >= option(r, REV_OPT_rounds)) {
        end_match(r);
    } else {
        begin_round(r);
    }
}

// A player has laid the last card. Going out comes before any skip.
static void go_out(rev_run *r, int seat, bool repeated, rev_rule_id rule)
{
    rev_state *g = r->g;
    rev_begin_section(r, REV_SEC_clear);
    g->place[seat] = ++g->out;
    r->cause = rev_event(r, REV_EV_went_out, rule, seat, g->out, 0, 0);
    if (repeated) {
        rev_check(r, REV_TERM_out_no_skip, true, 0, RULE(skip_and_out));
        rev_event(r, REV_EV_not_skipped, RULE(skip_and_out), seat, 0, 0, 0);
    }
    g->locked = 0;
    if (g->count > 0) {
        rev_lay(r, 0, REV_EV_out_clears, RULE(out_clears));
    }
    if (g->seats - g->out == 1) {
        end_round(r);
    } else {
        rev_begin_lead(r, rev_next_seat(g, seat), REV_TERM_lead_after_out, RULE(lead_after));
    }
}

// ---- a turn -------------------------------------------------------------------------------------------------------

// The hand shrinks by the rule that let the cards be laid.
static void play_out_of_hand(rev_run *r, int set, rev_rule_id rule)
{
    rev_take_out(r, r->g->turn, set, REV_EV_cards_left, rule, REV_TERM_cards_played);
}

static void lay_cards(rev_run *r, brs_choice choice)
{
    rev_state *g = r->g;
    const int set = choice.arg[0], seat = g->turn;
    const bool leads = g->count == 0, same = !leads && set == set_of(g->count, g->rank);
    rev_event_id kind = leads ? REV_EV_led : same ? REV_EV_repeated : REV_EV_played;
    rev_rule_id rule = leads ? RULE(same_number) : RULE(equal_or_higher);
    if (choice.kind == REV_CH_convert) {
        kind = REV_EV_converted;
        rule = RULE(conversion);
        rev_check(r, REV_TERM_same_total, true, 0, RULE(conversion));
        rev_check(r, REV_TERM_no_skip_total, true, 0, RULE(conversion_no_skip));
    } else if (!leads) {
        rule = choice.kind == REV_CH_two_value ? RULE(twos_as_value) : rule;
        rev_check(r, REV_TERM_same_number, true, 0, RULE(same_number));
        rev_check(r, REV_TERM_not_lower, true, 0, RULE(equal_or_higher));
        rev_check(r, REV_TERM_same_rank, same, 0, RULE(equal_skips));
    }
    r->cause = rev_lay(r, set, kind, rule);
    play_out_of_hand(r, set, rule);
    g->last = (uint8_t)seat;
    if (g->hand_count[seat] == 0) {
        go_out(r, seat, same, RULE(out_clears));
    } else if (same) {
        skip(r);
    } else {
        pass_on(r, seat, RULE(trick_back));
    }
}

static void clear_with_two(rev_run *r)
{
    rev_state *g = r->g;
    const int seat = g->turn, two = set_of(1, REV_TWO);
    const rev_rule_id rule = g->count == 0 ? RULE(two_on_nothing) : RULE(two_clears);
    if (g->count == 0) {
        r->cause = rev_event(r, REV_EV_two_on_nothing, RULE(two_on_nothing), two, 0, 0, 0);
    } else {
        rev_check(r, REV_TERM_two_is_wild, true, 0, RULE(two_clears));
        r->cause = rev_lay(r, 0, REV_EV_two_clears, RULE(two_clears));
    }
    play_out_of_hand(r, two, rule);
    if (g->hand_count[seat] == 0) {
        go_out(r, seat, false, RULE(two_last));
    } else {
        rev_begin_section(r, REV_SEC_clear);
        rev_begin_lead(r, seat, REV_TERM_lead_two, RULE(lead_after));
    }
}

static void play_joker(rev_run *r)
{
    rev_state *g = r->g;
    const int seat = g->turn, direction = 1 - g->direction;
    r->cause = rev_turn_round(r, direction, direction == 0 ? REV_EV_joker_left : REV_EV_joker_right, RULE(joker));
    play_out_of_hand(r, set_of(1, REV_JOKER), RULE(joker));
    g->last = (uint8_t)seat;
    if (g->hand_count[seat] == 0) {
        go_out(r, seat, false, RULE(joker_out));
    } else {
        pass_on(r, seat, RULE(trick_back));
    }
}

static void pass(rev_run *r)
{
    rev_state *g = r->g;
    const bool stays_out = option(r, REV_OPT_passing_lockout) != 0;
    r->cause = rev_event(r, REV_EV_passed, stays_out ? RULE(pass_lockout) : RULE(pass), 0, 0, 0, 0);
    if (stays_out) {
        g->locked |= (uint16_t)(1u << g->turn);
    }
    pass_on(r, g->turn, RULE(trick_back));
}

static bool play_step(rev_run *r)
{
    brs_choice choice;
    if (!rev_answered(r, REV_ASK_TURN, &choice)) {
        return rev_ask(r, REV_ASK_TURN, r->g->turn);
    }
    r->seat = r->g->turn;
    rev_begin_section(r, REV_SEC_play);
    switch (choice.kind) {
    case REV_CH_pass: pass(r); break;
    case REV_CH_joker: play_joker(r); break;
    case REV_CH_clear: clear_with_two(r); break;
    default: lay_cards(r, choice); break;
    }
    return true;
}

// ---- running ----------------------------------------------------------------------------------------------------------

void rev_continue(rev_run *r)
{
    static bool (*const steps[])(rev_run *) = {
        [REV_DEAL] = deal_step, [REV_PICK] = pick_step, [REV_POWERS] = rev_exchange_step, [REV_PLAY] = play_step};
    while (r->g->phase != REV_OVER && steps[r->g->phase](r)) {
    }
}

void rev_begin(rev_run *r)
{
    begin_round(r);
    rev_continue(r);
}
