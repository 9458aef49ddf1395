// The seven steps of the Resolve Phase; in which order they come, the edition says (rnr_turn.c).
#include "rnr_flow.h"

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
    n = rnr_note_held(r, 0, heard, 0, n);
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
    n = rnr_note_held(r, 0, heard, 0, n);
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
    return rnr_is_quiet(r->g, depth) ? RNR_POP : RNR_NEXT;
}

rnr_flow_result rnr_proc_resolve_step(rnr_run *r, rnr_frame *f)
{
    return rnr_while_quiet(r, f, resolve_once);
}
