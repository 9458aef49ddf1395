// When things happen: the turn with its phases, and the End Phase.
#include "rnr_flow.h"

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
    return rnr_while_quiet(r, f, turn_once);
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
    return rnr_while_quiet(r, f, end_once);
}
