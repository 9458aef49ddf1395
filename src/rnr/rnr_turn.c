// When things happen: setup, the turn with its phases, the seven steps in the edition's order, the end.
#include "rnr_flow.h"

enum { PURPOSE_DICE = 1 };

// ---- setup ------------------------------------------------------------------------------------------------

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

// ---- a turn -------------------------------------------------------------------------------------------------

// Effects that end as a turn begins, and those that end in an End Phase.
static bool ends_now(const rnr_run *r, const rnr_modifier *m, bool at_end)
{
    const rnr_state *g = r->g;
    bool yours = g->active == m->controller, later = g->turn > m->made;
    switch (m->duration) {
    case RNR_UNTIL_YOUR_NEXT: return !at_end && yours && later;
    case RNR_UNTIL_OPPONENT_NEXT: return !at_end && !yours && later;
    case RNR_THIS_TURN: return at_end;
    case RNR_UNTIL_END_OF_YOUR_NEXT: return at_end && yours && later;
    case RNR_UNTIL_END_OF_OPPONENT_NEXT: return at_end && !yours && later;
    default: return false;
    }
}

// What has left play went to its owner as it left.
static void give_back(rnr_run *r, const rnr_modifier *m)
{
    for (int i = 0; i < m->count && m->count != 0xFF; i++) {
        int handle = m->target[i];
        if (r->g->card[handle].controller == m->controller && m->controller != owner_of(handle)) {
            r->source = m->source;
            r->sentence = m->sentence;
            rnr_set_controller(r, handle, owner_of(handle), RNR_EV_control_back, RULE(control_returns));
            r->source = 0;
        }
    }
}

static void expire(rnr_run *r, bool at_end)
{
    for (int i = 0; i < r->g->modifier_count; i++) {
        if (r->g->modifier[i].verb != 0 && ends_now(r, &r->g->modifier[i], at_end)) {
            const rnr_modifier m = r->g->modifier[i];
            rnr_end_modifier(r, i, true);
            if (m.verb == RNR_FX_CONTROL) {
                give_back(r, &m);
            }
        }
    }
}

static void begin_turn(rnr_run *r)
{
    rnr_state *g = r->g;
    brs_trace_boundary(r->trace);
    g->active = g->turn == 0 ? g->first : (uint8_t)(1 - g->active);
    g->turn++;
    g->play_decisions = 0;
    g->pillars_played = g->petition_met = 0;
    rnr_begin_section(r, RNR_SEC_draw, 0);
    rnr_event(r, RNR_EV_turn_begins, RULE(turn_order), g->turn, 0, 0, 0);
    for (int i = 0; i < g->play_count; i++) {
        rnr_slot *slot = &g->card[g->play_order[i]];
        slot->flags &= (uint8_t)~(RNR_ATTACKED | RNR_FRESH | RNR_CLASHED | RNR_SPENT | RNR_DEAD);  // what could not leave acts again
        slot->used = slot->clash = 0;
        if ((slot->flags & RNR_PREGAME) == 0) {  // what was aimed before the game strikes in this turn (B6)
            slot->target = slot->division = 0;
        }
    }
    for (int i = 0; i < RNR_MAX_DIVISIONS; i++) {
        if (g->division[i].handle != 0 && g->card[g->division[i].handle].division != i + 1) {
            g->division[i] = (rnr_division){0};
        }
    }
    expire(r, false);
}

static void draw_phase(rnr_run *r)
{
    int seat = r->g->active;
    if (rnr_draw_is_prevented(r, seat)) {
        return;
    }
    if (r->g->pile_count[seat] == 0) {
        for (int i = 0; i < r->g->modifier_count; i++) {  // a replaced draw from an empty pile is no loss (D2, U31)
            const rnr_modifier *m = &r->g->modifier[i];
            bool opponents = m->verb == RNR_FX_REPLACE_DRAW && rnr_modifier_holds(r, m);
            if (opponents && (rnr_effect_of(r, m)->who == RNR_WHO_OPPONENT ? 1 - m->controller : m->controller) == seat) {
                rnr_push_draw(r, seat, 1);
                return;
            }
        }
        rnr_check(r, RNR_TERM_pile_empty, true, 0, RULE(deck_out));
        rnr_end_game(r, 1 - seat, RNR_WIN_deck_out, RULE(deck_out_victory));
        return;
    }
    rnr_push_draw(r, seat, 1);
}

static rnr_flow_result pillar_window(rnr_run *r)
{
    brs_choice answer;
    if (rnr_take_answer(r, &answer)) {
        if (answer.kind == RNR_CH_pillar) {
            rnr_push(r, RNR_PROC_PLAY, answer.arg[0], RNR_PLAY_PILLAR, 0);
            return RNR_AGAIN;
        }
        return RNR_NEXT;
    }
    rnr_ask_seat(r, RNR_ASK_PILLAR, r->g->active);
    return RNR_WAIT;
}

// "gain N IP Each Turn" of cards that are no Pillars happens with the Pillars (E7).
static int each_turn_ip(rnr_run *r, int handle)
{
    const rnr_card *card = card_of(r, handle);
    int total = 0;
    if (rnr_locked(r, handle) || rnr_disabled(r, handle)) {
        return 0;
    }
    for (int s = 0; s < card->nsentence; s++) {
        const rnr_effect *e = &card->sentence[s].effect[0];
        if (card->sentence[s].trigger == RNR_TRIGGER_EACH_TURN && e->verb == RNR_FX_GAIN && e->resource == RNR_IP &&
            e->who != RNR_WHO_OPPONENT && rnr_tests_pass(r, &card->sentence[s], r->g->active, handle)) {
            total += rnr_amount_of(r, &e->amount, r->g->active, handle, 0);
        }
        r->ncheck = 0;
    }
    return total;
}

static void generate_ip(rnr_run *r)
{
    rnr_state *g = r->g;
    const rnr_places givers = rnr_places_both(g->places[RNR_PLACES_YIELD], g->places[RNR_PLACES_EACH_TURN]);
    int total = 0, handle;
    for (rnr_walk w = rnr_walk_over(rnr_places_of(g, givers, g->active)); rnr_walk_on(g, &w, &handle);) {
        int yield = card_of(r, handle)->yield;  // a locked Pillar yields all the same (E5)
        if (yield > 0) {
            rnr_term(r, RNR_TERM_yield, yield, handle, RULE(pillar_yield));
        }
        int more = (g->card[handle].traits & RNR_TRAIT_EACH_TURN) != 0 ? each_turn_ip(r, handle) : 0;
        if (more > 0) {
            rnr_term(r, RNR_TERM_effect, more, handle, RULE(other_ip));
        }
        total += yield + more;
    }
    if (total == 0) {
        return;
    }
    if (rnr_gain_ip(r, g->active, total, RNR_EV_ip_generated, RULE(independence_phase)) > 0) {
        r->cause = r->trace != NULL ? r->trace->event_count : 0;
        rnr_fire(r, RNR_ON_GAIN_IP, 0, g->active, 0);  // once for the whole gain (E6), for none if all was blocked (U45)
        r->cause = 0;
    }
}

static rnr_flow_result play_phase(rnr_run *r)
{
    brs_choice answer;
    rnr_act_as_rules(r);
    if (!rnr_take_answer(r, &answer)) {
        rnr_compact_pending(r->g);
        rnr_ask_seat(r, RNR_ASK_PLAY, r->g->active);
        return RNR_WAIT;
    }
    switch (answer.kind) {
    case RNR_CH_play: rnr_push(r, RNR_PROC_PLAY, answer.arg[0], RNR_PLAY_NORMAL, 0); return RNR_AGAIN;
    case RNR_CH_play_aoa: rnr_push(r, RNR_PROC_PLAY, answer.arg[0], RNR_PLAY_AOA, 0); return RNR_AGAIN;
    case RNR_CH_clash: rnr_push(r, RNR_PROC_CLASH, answer.arg[0], 1, 0); return RNR_AGAIN;
    case RNR_CH_activate: rnr_push(r, RNR_PROC_ACTIVATE, answer.arg[0], answer.arg[1], 0); return RNR_AGAIN;
    default: return RNR_NEXT;
    }
}

static bool schedules_each_turn(const rnr_card *card, int sentence)
{
    const rnr_effect *e = &card->sentence[sentence].effect[0];
    return card->sentence[sentence].trigger == RNR_TRIGGER_EACH_TURN &&
           !(e->verb == RNR_FX_GAIN && e->resource == RNR_IP) && !(e->verb == RNR_FX_ATTACK && card->type == RNR_ATTACK);
}

// The Active Player's Each Turn effects are formed, and what attacks is aimed, as the Play Phase ends (L15).
// arg: next card of play_order, next sentence
static rnr_flow_result form_each_turn(rnr_run *r, rnr_frame *f)
{
    rnr_state *g = r->g;
    rnr_places acts = rnr_places_both(g->places[RNR_PLACES_EACH_TURN], g->places[RNR_ATTACK]);
    rnr_walk w = rnr_walk_over(rnr_places_of(g, acts, g->active));
    for (int place; rnr_walk_place(&w, &place);) {
        if (place < f->arg[0]) {
            continue;
        }
        f->arg[1] = place == f->arg[0] ? f->arg[1] : 0;
        f->arg[0] = (uint16_t)place;
        int handle = g->play_order[place];
        const rnr_card *card = card_of(r, handle);
        while (f->arg[1] < card->nsentence && (card->traits & RNR_TRAIT_EACH_TURN) != 0) {
            int sentence = f->arg[1]++;
            if (!schedules_each_turn(card, sentence)) {
                continue;
            }
            rnr_act_as_rules(r);
            int first = rnr_schedule(r, handle, sentence, g->active, 0, 0, RNR_PENDING_EACH_TURN);
            if (first >= 0) {
                rnr_push_declare(r, first, g->pending_count);
                return RNR_AGAIN;
            }
        }
        bool aims = rnr_will_attack(r, handle) && g->card[handle].target == 0 && g->card[handle].clash == 0 &&
                    !has_flag(g, handle, RNR_FRESH);
        if (aims) {
            rnr_push(r, RNR_PROC_AIM, handle, 0, 0);
            f->arg[0]++;
            f->arg[1] = 0;
            return RNR_AGAIN;
        }
    }
    f->arg[0] = f->arg[1] = 0;
    return RNR_NEXT;
}

static int section_of_step(const rnr_run *r, int place)
{
    static const uint8_t section[] = {RNR_SEC_lock, RNR_SEC_aoa, RNR_SEC_drain, RNR_SEC_damage, RNR_SEC_cleanup,
                                      RNR_SEC_petition, RNR_SEC_gain};
    return section[(uint32_t)option(r, RNR_OPT_resolve_order) >> (4 * place) & 15];
}

// Nothing was pushed or set off since: the loop of rnr_flow.c would only come back.
static inline bool is_quiet(const rnr_state *g, int depth)
{
    return g->depth == depth && g->now_waits == 0 && g->over == 0;
}

// Steps that push nothing and set nothing off follow one another without a way through that loop.
static inline rnr_flow_result while_quiet(rnr_run *r, rnr_frame *f, rnr_flow_result (*once)(rnr_run *, rnr_frame *))
{
    rnr_state *g = r->g;
    for (;;) {
        const uint8_t depth = g->depth;
        rnr_flow_result result = once(r, f);
        bool quiet = is_quiet(g, depth);
        if (!quiet || result == RNR_POP || result == RNR_WAIT) {
            return result;
        }
        f->step = (uint8_t)(f->step + (result == RNR_NEXT));
    }
}

// Goes on to the next step of the turn once the procedure is through that is pushed for this one, and runs it at once:
// what the loop of rnr_flow.c would do with both frames.
static rnr_flow_result nested(rnr_run *r, rnr_frame *f, rnr_flow_result (*proc)(rnr_run *, rnr_frame *))
{
    rnr_state *g = r->g;
    const int depth = g->depth;
    rnr_frame *top = &g->frame[depth - 1];
    f->step++;
    const rnr_flow_result result = proc(r, top);
    if (result == RNR_WAIT) {
        return RNR_WAIT;
    }
    top->step = (uint8_t)(top->step + (result == RNR_NEXT));
    g->depth = (uint8_t)(g->depth - (result == RNR_POP));
    return RNR_AGAIN;
}

static rnr_flow_result turn_once(rnr_run *r, rnr_frame *f)
{
    switch (f->step) {
    case 0: begin_turn(r); return RNR_NEXT;
    case 1: draw_phase(r); return RNR_NEXT;
    case 2: rnr_begin_section(r, RNR_SEC_independence, 1); return RNR_NEXT;
    case 3: return pillar_window(r);
    case 4: rnr_act_as_rules(r); generate_ip(r); return RNR_NEXT;
    case 5: rnr_begin_section(r, RNR_SEC_play, 2); return RNR_NEXT;
    case 6: return play_phase(r);
    case 7: return form_each_turn(r, f);
    case 15: rnr_push(r, RNR_PROC_END, 0, 0, 0); return nested(r, f, rnr_proc_end);
    case 16: f->step = 0; return RNR_AGAIN;
    default:
        rnr_push(r, RNR_PROC_RESOLVE_STEP, section_of_step(r, f->step - 8), f->step - 8, 0);
        return nested(r, f, rnr_proc_resolve_step);
    }
}

rnr_flow_result rnr_proc_turn(rnr_run *r, rnr_frame *f)
{
    return while_quiet(r, f, turn_once);
}

// ---- the seven steps ------------------------------------------------------------------------------------------

// The redirect that speaks of this player's drain; once per drain (L19).
static const rnr_modifier *drain_redirect(const rnr_run *r, int loser)
{
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb == RNR_FX_REDIRECT && rnr_effect_of(r, m)->flow == RNR_FLOW_DRAIN && rnr_modifier_holds(r, m)) {
            int you = m->duration == RNR_WHILE_IN_PLAY ? r->g->card[m->source].controller : m->controller;
            if (you == loser) {
                return m;
            }
        }
    }
    return NULL;
}

// The drain takes points of a card instead. False when there is no such card with points.
static bool drain_card(rnr_run *r, const rnr_modifier *m, int total)
{
    const rnr_effect *e = rnr_effect_of(r, m);
    int to = e->to.det == RNR_DET_THIS ? m->source : m->count != 0xFF && m->count > 1 ? m->target[1] : 0;
    int have = in_play(r->g, to) ? rnr_points(r, to) : 0;
    if (have == 0) {
        rnr_check(r, RNR_TERM_redirect_gone, false, m->source, RULE(redirect));
        return false;
    }
    if (total > have) {
        rnr_term(r, RNR_TERM_floor_zero, total - have, 0, RULE(points));
    }
    rnr_set_points(r, to, -(total < have ? total : have), RNR_EV_points_changed, RULE(redirect));
    return true;
}

// "Why not less?": Defense never helps, and preventing LP loss is not preventing drain.
static void check_drain_defences(rnr_run *r, int loser)
{
    if (r->trace == NULL) {
        return;
    }
    for (int i = 0; i < r->g->play_count; i++) {
        int handle = r->g->play_order[i];
        int type = card_of(r, handle)->type;
        if (type == RNR_DEFENSE && r->g->card[handle].controller == loser) {
            rnr_check(r, RNR_TERM_no_defense_helps, false, handle, RULE(drain_not_damage));
        }
        if (type == RNR_UA && r->g->card[handle].controller != loser && r->g->card[handle].lock_turn != 0) {
            rnr_check(r, RNR_TERM_lock_not_drain, false, handle, RULE(locked_drains));
        }
    }
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb == RNR_FX_PREVENT && rnr_effect_of(r, m)->flow == RNR_FLOW_LP_LOSS && m->controller == loser) {
            rnr_check(r, RNR_TERM_lp_prevent_not_drain, false, m->source, RULE(drain_by_name));
        }
    }
}

static void drain_step(rnr_run *r)
{
    rnr_state *g = r->g;
    int total = 0;
    for (uint64_t owner = 0; owner < 2; owner++) {
        for (uint64_t uas = rnr_controlled(g, g->active, RNR_UA_AREA, (int)owner); uas != 0; uas &= uas - 1) {
            int handle = handle_at((int)owner, __builtin_ctzll(uas));
            int drain = card_of(r, handle)->drain;
            total += drain;
            rnr_term(r, RNR_TERM_printed_drain, -drain, handle, RULE(ua_drain));
        }
    }
    int loser = 1 - g->active;
    const rnr_modifier *redirect = total > 0 ? drain_redirect(r, loser) : NULL;
    if (redirect != NULL && (rnr_effect_of(r, redirect)->flags & RNR_FLAG_TO_OPPONENT) != 0) {
        rnr_check(r, RNR_TERM_redirected, true, redirect->source, RULE(redirect));
        loser = g->active;
    } else if (redirect != NULL && drain_card(r, redirect, total)) {
        rnr_check(r, RNR_TERM_redirected, true, redirect->source, RULE(redirect));
        rnr_event(r, RNR_EV_drain_none, RULE(redirect), loser, 0, 0, 0);
        return;
    }
    check_drain_defences(r, loser);
    int left = rnr_flow_amount(r, RNR_FLOW_DRAIN, loser, 0, total, 0);
    if (left > 0) {
        rnr_set_lp(r, loser, -left, RNR_EV_lp_drained, RULE(ua_drain));
    } else {
        rnr_event(r, RNR_EV_drain_none, RULE(ua_drain), loser, 0, 0, 0);
    }
}

static void note_walls(rnr_run *r)
{
    r->g->wall = 0;
    int handle;
    for (rnr_walk w = rnr_walk_over(r->g->places[RNR_DEFENSE]); rnr_walk_on(r->g, &w, &handle);) {
        if (rnr_can_defend(r, handle)) {
            r->g->wall |= (uint8_t)(1 << r->g->card[handle].controller);
        }
    }
}

static void bill_leaves(rnr_run *r, int handle)
{
    rnr_heard heard[RNR_MAX_HEARD];
    int n = rnr_listen(r, RNR_ON_LEAVES, handle, r->g->card[handle].controller, heard, 0);
    rnr_bill_home(r, handle, RNR_EV_bill_left, true);
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    rnr_hear(r, heard, n, 0);
    r->cause = 0;
}

static void rights_leave(rnr_run *r, int handle)
{
    rnr_heard heard[RNR_MAX_HEARD];
    int seat = r->g->card[handle].controller;
    if (rnr_stays_as_petition(r, handle)) {
        if (r->g->card[handle].zone != RNR_PETITION_STACK) {
            rnr_move(r, handle, RNR_PETITION_STACK, RNR_EV_stacked, RULE(petition_trait));
        }
        return;
    }
    int n = rnr_listen(r, RNR_ON_LEAVES, handle, seat, heard, 0);
    int by = 0;
    if (rnr_protected(r, handle, &by) || rnr_barred_from(r, handle, RNR_BAR_DISCARDED, &by)) {
        rnr_check(r, RNR_TERM_not_discarded, false, by, RULE(rights_discard));  // U60
    } else {
        n = rnr_listen(r, RNR_ON_DISCARDED, handle, seat, heard, n);
        n = rnr_listen(r, RNR_ON_DISCARD, handle, seat, heard, n);
    }
    rnr_move(r, handle, RNR_DISCARD_PILE, RNR_EV_rights_left, RULE(rights_discard));
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    rnr_hear(r, heard, n, 0);
    r->cause = 0;
}

// The last act of 5C (L14). True when something left.
static bool spent_cards_leave(rnr_run *r)
{
    rnr_state *g = r->g;
    uint8_t leaving[2 * RNR_DECK];
    int n = 0, handle;
    rnr_act_as_rules(r);
    const rnr_places once = rnr_places_both(g->places[RNR_BILL], g->places[RNR_RIGHTS]);
    for (rnr_walk w = rnr_walk_over(once); rnr_walk_on(g, &w, &handle);) {
        if (g->card[handle].type == RNR_BILL || g->card[handle].zone != RNR_PETITION_STACK) {
            leaving[n++] = (uint8_t)handle;
        }
    }
    for (int i = 0; i < n; i++) {
        if (g->card[leaving[i]].type == RNR_BILL) {
            bill_leaves(r, leaving[i]);
        } else {
            rights_leave(r, leaving[i]);
        }
    }
    return n > 0;
}

// Steps of Cleanup: 0 5A, 1 5B (both until nothing changes), 2 5C as long as something waits, 3 Bills and Rights go.
static rnr_flow_result cleanup_step(rnr_run *r, rnr_frame *f)
{
    bool again;
    rnr_act_as_rules(r);
    switch (f->step) {
    case 1:
        again = rnr_apply_damage(r);
        f->arg[1] = again;
        return RNR_NEXT;
    case 2:
        again = rnr_clear_fallen(r) || f->arg[1] != 0;
        f->step = again ? 1 : 3;
        return RNR_AGAIN;
    case 3:
        r->g->section = RNR_SEC_cleanup_5c;
        if (rnr_has_pending(r->g, RNR_SEC_cleanup)) {
            rnr_push(r, RNR_PROC_BATCH, RNR_SEC_cleanup, 0, 0);
            f->step = 1;
            return RNR_AGAIN;
        }
        return RNR_NEXT;
    case 4:
        if (spent_cards_leave(r)) {
            f->step = 1;
            return RNR_AGAIN;
        }
        return RNR_NEXT;
    default: return RNR_POP;
    }
}

// The attacks of both players together, or the Active Player's first and what they set off at once before the other's.
static rnr_flow_result damage_step(rnr_run *r, rnr_frame *f)
{
    const int active = r->g->active;
    const bool in_turn = option(r, RNR_OPT_attack_order) == 1;
    switch (f->step) {
    case 1:
        note_walls(r);
        rnr_attack_step(r, 1 << active | (in_turn ? 0 : 1 << (1 - active)));
        return RNR_NEXT;
    case 2:
        rnr_attack_step(r, in_turn ? 1 << (1 - active) : 0);
        return RNR_NEXT;
    default:
        if (f->step > 3 || !rnr_has_pending(r->g, RNR_SEC_damage)) {
            return RNR_POP;
        }
        rnr_push(r, RNR_PROC_BATCH, RNR_SEC_damage, 0, 0);
        return RNR_NEXT;
    }
}

// args: section, which of the seven it is (and then: whether 5A has changed something)
static rnr_flow_result resolve_once(rnr_run *r, rnr_frame *f)
{
    const int section = f->arg[0], depth = r->g->depth;
    if (f->step == 0) {
        rnr_begin_section(r, section, 3 + f->arg[1]);
        f->arg[1] = 0;
        f->step = 1;
    }
    rnr_act_as_rules(r);
    if (section == RNR_SEC_cleanup) {
        return cleanup_step(r, f);
    }
    if (section == RNR_SEC_damage) {
        return damage_step(r, f);
    }
    if (f->step > 1) {
        return RNR_POP;
    }
    switch (section) {
    case RNR_SEC_lock:
    case RNR_SEC_gain:
        if (rnr_has_pending(r->g, section)) {
            rnr_push(r, RNR_PROC_BATCH, section, 0, 0);
        }
        break;
    case RNR_SEC_aoa: rnr_clash_step(r); break;
    case RNR_SEC_drain: drain_step(r); break;
    default: rnr_petition_check(r); break;
    }
    return is_quiet(r->g, depth) ? RNR_POP : RNR_NEXT;
}

rnr_flow_result rnr_proc_resolve_step(rnr_run *r, rnr_frame *f)
{
    return while_quiet(r, f, resolve_once);
}

// ---- the End Phase ------------------------------------------------------------------------------------------------

static int over_hand_limit(const rnr_run *r, int seat)
{
    const int hand = __builtin_popcountll(r->g->zone[seat][RNR_HAND]) + r->g->unknown_hand[seat];
    return hand - option(r, RNR_OPT_hand_limit);
}

// args: seat that discards to the hand limit, cards still to discard. How many is settled once (L17).
rnr_flow_result rnr_proc_limit(rnr_run *r, rnr_frame *f)
{
    brs_choice answer;
    int seat = f->arg[0];
    r->seat = (uint8_t)seat;
    if (rnr_take_answer(r, &answer)) {
        rnr_discard(r, answer.arg[0], RULE(hand_limit));
        f->arg[1]--;
        return RNR_AGAIN;
    }
    if (f->step == 0) {
        const int over = over_hand_limit(r, seat);
        f->arg[1] = (uint16_t)(over > 0 ? over : 0);
        f->step = 1;
    }
    if (f->arg[1] == 0) {
        return RNR_POP;
    }
    rnr_ask_seat(r, RNR_ASK_DISCARD, seat);
    return RNR_WAIT;
}

static void empty_pools(rnr_run *r)
{
    for (int seat = 0; seat < 2; seat++) {
        if (r->g->ip[seat] != 0) {
            rnr_term(r, RNR_TERM_unspent, -r->g->ip[seat], 0, RULE(ip_lost));
            rnr_set_ip(r, seat, -r->g->ip[seat], RNR_EV_ip_ends, RULE(ip_lost), 0);
        }
    }
}

// A Lock ends with the controller's next turn that began after it took hold (G14, U29).
static void end_locks(rnr_run *r)
{
    rnr_state *g = r->g;
    for (int i = 0; g->locks != 0 && i < g->play_count; i++) {
        int handle = g->play_order[i];
        const rnr_slot *slot = &g->card[handle];
        if (slot->controller == g->active && g->turn > slot->lock_turn) {
            rnr_set_lock(r, handle, false, RNR_EV_lock_ended, RULE(lock_ends));
        }
    }
}

static void finish_turn(rnr_run *r)
{
    rnr_state *g = r->g;
    empty_pools(r);
    end_locks(r);
    g->won = 0;
    g->missed[0] = g->missed[1] = 0;
    for (int i = 0; i < g->pending_count; i++) {
        g->pending[i].source = 0;  // nothing waits beyond its turn
    }
    rnr_compact_pending(g);
    for (int i = 0; g->turn == 1 && i < g->play_count; i++) {
        g->card[g->play_order[i]].flags &= (uint8_t)~RNR_PREGAME;
    }
    if (g->turn >= option(r, RNR_OPT_turn_limit)) {
        rnr_check(r, RNR_TERM_turn_limit, true, 0, RULE(no_decision));
        rnr_end_game(r, BRS_SEAT_NONE, RNR_WIN_none, RULE(no_decision));
    }
}

static bool damage_waits(const rnr_state *g)
{
    for (int i = 0; g->struck != 0 && i < g->play_count; i++) {
        if ((g->card[g->play_order[i]].flags & RNR_STRUCK) != 0) {
            return true;
        }
    }
    return g->lp_marked[0] != 0 || g->lp_marked[1] != 0;
}

// What came too late for its step, and damage born after Cleanup: one last batch (L12).
static rnr_flow_result late_batch(rnr_run *r, bool before_discards)
{
    rnr_act_as_rules(r);
    if (rnr_has_pending(r->g, RNR_SEC_end)) {
        rnr_push(r, RNR_PROC_BATCH, RNR_SEC_end, 0, 0);
        return RNR_AGAIN;
    }
    if (!before_discards || damage_waits(r->g)) {  // cards that are merely at 0 leave after the discards (U35)
        bool again = rnr_apply_damage(r);
        again = rnr_clear_fallen(r) || again;
        return again ? RNR_AGAIN : RNR_NEXT;  // U62: born damage gets its own pass
    }
    return RNR_NEXT;
}

static void push_limit(rnr_run *r, int seat)
{
    if (over_hand_limit(r, seat) > 0) {
        rnr_push(r, RNR_PROC_LIMIT, seat, 0, 0);
    }
}

static rnr_flow_result end_once(rnr_run *r, rnr_frame *f)
{
    int active = r->g->active;
    switch (f->step) {
    case 0: rnr_begin_section(r, RNR_SEC_end, 10); return RNR_NEXT;
    case 1: return late_batch(r, true);
    case 2:
        r->g->hold = 1;  // what the discards set off happens after all of them
        push_limit(r, active);
        return RNR_NEXT;
    case 3:
        if (option(r, RNR_OPT_hand_limit_who) == 0) {
            push_limit(r, 1 - active);
        }
        return RNR_NEXT;
    case 4: r->g->hold = 0; return RNR_NEXT;
    case 5: return late_batch(r, false);
    case 6:
        rnr_act_as_rules(r);
        expire(r, true);
        return RNR_NEXT;
    case 7:
        rnr_act_as_rules(r);
        rnr_event(r, RNR_EV_lp_counted, RULE(end_phase), 0, r->g->lp[0], 1, r->g->lp[1]);
        rnr_victory_check(r);
        return RNR_NEXT;
    default:
        rnr_act_as_rules(r);
        finish_turn(r);
        return RNR_POP;
    }
}

rnr_flow_result rnr_proc_end(rnr_run *r, rnr_frame *f)
{
    return while_quiet(r, f, end_once);
}
