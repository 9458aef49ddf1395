// Before the first turn: Acts, Liberty Points, opening hands, who is first, equalization.
#include "rnr_flow.h"

enum { PURPOSE_DICE = 1 };

static void place_uas(rnr_run *r, int seat)
{
    r->seat = (uint8_t)seat;
    for (int i = 1; i <= RNR_DECK; i++) {
        int handle = seat * RNR_DECK + i;
        if (r->g->card[handle].number != RNR_NO_NUMBER && card_of(r, handle)->type == RNR_UA) {
            rnr_move(r, handle, RNR_UA_AREA, RNR_EV_ua_placed, RULE(setup_place_uas));
            r->g->card[handle].flags = 0;
        }
    }
}

static void set_up(rnr_run *r)
{
    for (int seat = 0; seat < 2; seat++) {
        place_uas(r, seat);
        rnr_term(r, RNR_TERM_start, option(r, RNR_OPT_starting_lp), 0, RULE(setup_lp));
        rnr_set_lp(r, seat, option(r, RNR_OPT_starting_lp), RNR_EV_lp_start, RULE(setup_lp));
    }
}

static void shuffle_back(rnr_run *r, int seat)
{
    for (uint64_t hand = r->g->zone[seat][RNR_HAND]; hand != 0; hand &= hand - 1) {
        rnr_move(r, handle_at(seat, __builtin_ctzll(hand)), RNR_PILE, RNR_EV_shuffled_back, RULE(mulligan));
    }
    r->g->pile_count[seat] = (uint8_t)(r->g->pile_count[seat] + r->g->unknown_hand[seat]);  // what nobody had seen of it
    r->g->unknown_hand[seat] = 0;
}

// Steps of proc_game; 2 + 2*seat draws a hand, 3 + 2*seat asks for a mulligan.
static rnr_flow_result hand_of(rnr_run *r, rnr_frame *f, int seat)
{
    brs_choice answer;
    r->seat = (uint8_t)seat;
    if (f->step % 2 == 0) {
        rnr_event(r, RNR_EV_hand_drawn, RULE(opening_hand), option(r, RNR_OPT_opening_hand), 0, 0, 0);
        rnr_push_draw(r, seat, option(r, RNR_OPT_opening_hand));
        return RNR_NEXT;
    }
    if (!rnr_take_answer(r, &answer)) {
        if (r->g->mulligans[seat] >= option(r, RNR_OPT_mulligans)) {
            return RNR_NEXT;
        }
        rnr_ask_seat(r, RNR_ASK_MULLIGAN, seat);
        return RNR_WAIT;
    }
    if (answer.kind == RNR_CH_keep) {
        rnr_event(r, RNR_EV_hand_kept, RULE(mulligan), 0, 0, 0, 0);
        return RNR_NEXT;
    }
    r->g->mulligans[seat]++;
    rnr_event(r, RNR_EV_mulliganed, RULE(mulligan), option(r, RNR_OPT_opening_hand), 0, 0, 0);
    shuffle_back(r, seat);
    rnr_push_draw(r, seat, option(r, RNR_OPT_opening_hand));
    return RNR_AGAIN;
}

// One die each, again on a tie; or the seat that the age rule names.
static rnr_flow_result decide_first(rnr_run *r, rnr_frame *f)
{
    rnr_state *g = r->g;
    int first = option(r, RNR_OPT_first) - 1;
    if (first < 0) {
        int seat = f->arg[0];
        int roll = brs_chance_below(&g->chance, PURPOSE_DICE, seat, 6);
        if (roll < 0) {
            return RNR_WAIT;
        }
        g->dice[seat] = (uint8_t)(roll + 1);
        if (g->chance.mode == BRS_CHANCE_SEEDED) {
            brs_trace_outcome(r->trace, RNR_CH_roll, seat, g->dice[seat]);
        }
        f->arg[0] = (uint16_t)(1 - seat);
        if (seat == 0) {
            return RNR_AGAIN;
        }
        rnr_event(r, RNR_EV_dice_rolled, RULE(first_player), 0, g->dice[0], 1, g->dice[1]);
        if (g->dice[0] == g->dice[1]) {
            return RNR_AGAIN;
        }
        first = g->dice[1] > g->dice[0];
    }
    g->first = (uint8_t)first;
    g->active = (uint8_t)first;
    rnr_event(r, RNR_EV_first_player, RULE(first_player), first, 0, 0, 0);
    return RNR_NEXT;
}

static rnr_flow_result equalize(rnr_run *r)
{
    brs_choice answer;
    int seat = 1 - r->g->first;
    r->seat = (uint8_t)seat;
    if (rnr_take_answer(r, &answer)) {
        if (answer.kind == RNR_CH_equalize) {
            rnr_push(r, RNR_PROC_PLAY, answer.arg[0], RNR_PLAY_EQUALIZE, 0);
        } else {
            rnr_event(r, RNR_EV_nothing_played, RULE(equalization), 0, 0, 0, 0);
        }
        return RNR_NEXT;
    }
    if (option(r, RNR_OPT_equalization) == 0) {
        return RNR_NEXT;
    }
    rnr_ask_seat(r, RNR_ASK_EQUALIZE, seat);
    return RNR_WAIT;
}

rnr_flow_result rnr_proc_game(rnr_run *r, rnr_frame *f)
{
    r->source = 0;
    switch (f->step) {
    case 0: rnr_begin_section(r, RNR_SEC_setup, 0); return RNR_NEXT;
    case 1: set_up(r); return RNR_NEXT;
    case 2: case 3: return hand_of(r, f, 0);
    case 4: case 5: return hand_of(r, f, 1);
    case 6: return decide_first(r, f);
    case 7: return equalize(r);
    default:
        rnr_push(r, RNR_PROC_TURN, 0, 0, 0);
        return RNR_AGAIN;
    }
}
