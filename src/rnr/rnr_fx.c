// What each effect does when it happens. One function and one row each; the row's text is in
// rnr_effects.def. A function is called again until it says RNR_NEXT; f->arg[1] counts what it has done.
#include "rnr_state.h"

typedef rnr_flow_result fx_function(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount);

static int other(int seat)
{
    return 1 - seat;
}

static int affected_seat(const rnr_pending *p, const rnr_effect *e)
{
    return e->who == RNR_WHO_OPPONENT ? other(p->controller) : p->controller;
}

static void evaporate(rnr_run *r, const rnr_pending *p, rnr_term_id why, int card, rnr_rule_id rule)
{
    rnr_check(r, why, false, card, rule);
    rnr_event(r, RNR_EV_evaporated, rule, p->source, 0, 0, 0);
}

static void nothing_left(rnr_run *r, const rnr_pending *p, rnr_rule_id rule)
{
    rnr_event(r, RNR_EV_prevented_all, rule, p->source, 0, 0, 0);
}

// ---- the cards an effect falls on ------------------------------------------------------------------------

// "This card" in play; it may also return, or be exiled, from where it fell.
static bool this_card_is_there(rnr_run *r, const rnr_pending *p, const rnr_effect *e)
{
    bool from_discard = e->verb == RNR_FX_RETURN || e->verb == RNR_FX_EXILE;
    if (in_play(r->g, p->source) || (from_discard && r->g->card[p->source].zone == RNR_DISCARD_PILE)) {
        return true;
    }
    evaporate(r, p, RNR_TERM_source_gone, p->source, RULE(evaporated));
    return false;
}

// Chosen cards that still fit, or all that fit now. Says so when there is none.
static int affected_cards(rnr_run *r, const rnr_pending *p, const rnr_effect *e, uint8_t *out)
{
    if (e->what.det == RNR_DET_THIS) {
        out[0] = p->source;
        return this_card_is_there(r, p, e);
    }
    if (e->what.det == RNR_DET_ATTACKER) {
        out[0] = p->attacker;
        if (!in_play(r->g, p->attacker)) {
            evaporate(r, p, RNR_TERM_source_gone, p->attacker, RULE(evaporated));
            return 0;
        }
        return 1;
    }
    int n = 0;
    if (rnr_asks(&e->what)) {
        int seat = rnr_seat_of(r, e->what.who, p->controller, e, p->source);
        for (int i = 0; i < p->count; i++) {
            if (rnr_fits(r, &e->what, seat, p->source, p->target[i])) {
                out[n++] = p->target[i];
            }
        }
    } else {
        n = rnr_candidates(r, e, p->controller, p->source, false, out, 2 * RNR_DECK);
    }
    if (n == 0) {
        evaporate(r, p, RNR_TERM_no_target, p->source, RULE(evaporated));
    }
    return n;
}

static bool is_barred(rnr_run *r, const rnr_pending *p, int handle, rnr_barred what)
{
    int by = 0;
    if (!rnr_barred_from(r, handle, what, &by)) {
        return false;
    }
    evaporate(r, p, RNR_TERM_barred, by, RULE(cannot));
    return true;
}

static bool is_immune(rnr_run *r, const rnr_pending *p, int handle, rnr_threat threat)
{
    int by = 0;
    if (!rnr_immune(r, handle, threat, &by)) {
        return false;
    }
    evaporate(r, p, RNR_TERM_immune, by, RULE(immune));
    return true;
}

static bool flow_is_blocked(rnr_run *r, const rnr_pending *p, rnr_flow flow, int actor)
{
    int by = 0;
    if (!rnr_flow_blocked(r, flow, actor, 0, &by) || rnr_bypasses(r, p->source, RNR_WALL_BLOCKS, NULL)) {
        return false;
    }
    evaporate(r, p, RNR_TERM_block_applies, by, RULE(block));
    return true;
}

// ---- numbers -----------------------------------------------------------------------------------------------

static int ip_cap(const rnr_run *r, int seat, int *by)
{
    int cap = 30000;
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb == RNR_FX_MAX_IP && rnr_modifier_holds(r, m)) {
            const rnr_effect *e = rnr_effect_of(r, m);
            int whose = e->who == RNR_WHO_OPPONENT ? other(m->controller) : m->controller;
            if (whose == seat && m->amount < cap) {
                cap = m->amount;
                *by = m->source;
            }
        }
    }
    return cap;
}

int rnr_gain_ip(rnr_run *r, int seat, int amount, rnr_event_id kind, rnr_rule_id rule)
{
    int by = 0, left = rnr_flow_amount(r, RNR_FLOW_IP_GAIN, seat, 0, amount, r->source);
    int cap = ip_cap(r, seat, &by), over = r->g->ip[seat] + left - cap;
    over = over < left ? over : left;
    if (over > 0) {
        rnr_term(r, RNR_TERM_ip_cap, -over, by, RULE(ip_maximum));
        left -= over;
    }
    rnr_set_ip(r, seat, left, kind, rule, 0);
    return left;
}

static rnr_flow_result fx_gain(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)f;
    int seat = affected_seat(p, e);
    rnr_term(r, RNR_TERM_effect, amount, p->source, e->resource == RNR_LP ? RULE(lp_gain) : RULE(other_ip));
    if (e->resource == RNR_IP) {
        rnr_gain_ip(r, seat, amount, RNR_EV_ip_gained, RULE(other_ip));
        return RNR_NEXT;
    }
    int left = rnr_flow_amount(r, RNR_FLOW_LP_GAIN, seat, 0, amount, p->source);
    if (left == 0) {
        nothing_left(r, p, RULE(lp_gain));
        return RNR_NEXT;
    }
    rnr_set_lp(r, seat, left, RNR_EV_lp_gained, RULE(lp_gain));
    return RNR_NEXT;
}

static rnr_flow_result fx_lose(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)f;
    int seat = affected_seat(p, e);
    rnr_term(r, RNR_TERM_effect, -amount, p->source, RULE(lp_loss));
    if (e->resource == RNR_IP) {
        int have = r->g->ip[seat];
        if (amount > have) {
            rnr_term(r, RNR_TERM_floor_zero, amount - have, 0, RULE(ip_pool));
        }
        rnr_set_ip(r, seat, -(amount < have ? amount : have), RNR_EV_ip_lost, RULE(ip_pool), 0);
        return RNR_NEXT;
    }
    int left = rnr_flow_amount(r, RNR_FLOW_LP_LOSS, seat, 0, amount, p->source);
    if (left == 0) {
        nothing_left(r, p, RULE(lp_loss));
        return RNR_NEXT;
    }
    rnr_set_lp(r, seat, -left, RNR_EV_lp_lost, RULE(lp_loss));
    return RNR_NEXT;
}

// ---- piles and hands -----------------------------------------------------------------------------------------

static rnr_flow_result fx_draw(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    if (f->arg[1] == 0) {
        f->arg[1] = 1;
        rnr_push_draw(r, affected_seat(p, e), amount);
        return RNR_AGAIN;
    }
    return RNR_NEXT;
}

// One card from the top of a pile to a zone; RNR_NEXT: no more can be taken.
static rnr_flow_result take_top(rnr_run *r, rnr_frame *f, rnr_pending *p, int seat, bool mill, int zone)
{
    int card = rnr_next_card(r, seat);
    if (card < 0) {
        return RNR_WAIT;
    }
    if (card == 0) {
        rnr_event(r, RNR_EV_draw_empty, mill ? RULE(mill) : RULE(exile), seat, 0, 0, 0);
        return RNR_NEXT;
    }
    bool safe = mill ? is_immune(r, p, card, RNR_THREAT_MILL) || is_barred(r, p, card, RNR_BAR_MILLED)
                     : is_barred(r, p, card, RNR_BAR_EXILED);
    if (safe) {
        return RNR_NEXT;
    }
    rnr_heard heard[RNR_MAX_HEARD];
    int count = rnr_listen(r, mill ? RNR_ON_MILLED : RNR_ON_EXILED, card, seat, heard, 0);  // while it lies in the pile
    f->arg[1]++;
    rnr_move(r, card, zone, mill ? RNR_EV_milled : RNR_EV_exiled, mill ? RULE(mill) : RULE(exile));
    uint32_t cause = r->cause;
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    rnr_hear(r, heard, count, 0);
    r->cause = cause;
    return RNR_AGAIN;
}

// How many cards a mill or a discard comes to, settled as it begins (f->arg[2] keeps it, plus 1). -1: none, and said so.
static int cards_left(rnr_run *r, rnr_frame *f, rnr_pending *p, rnr_flow flow, int amount)
{
    if (f->arg[2] == 0) {
        if (flow_is_blocked(r, p, flow, p->controller)) {
            return -1;
        }
        rnr_term(r, RNR_TERM_effect, amount, p->source, flow == RNR_FLOW_MILL ? RULE(mill) : RULE(discard));
        int left = rnr_flow_amount(r, flow, p->controller, 0, amount, p->source);
        r->nterm = r->nterm == 1 ? 0 : r->nterm;  // nothing was changed
        if (left <= 0) {
            nothing_left(r, p, flow == RNR_FLOW_MILL ? RULE(mill) : RULE(discard));
            return -1;
        }
        f->arg[2] = (uint16_t)(left + 1);
    }
    return f->arg[2] - 1;
}

static rnr_flow_result fx_mill(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    bool into_exile = (e->flags & RNR_FLAG_INTO_EXILE) != 0;
    if (f->arg[1] >= cards_left(r, f, p, RNR_FLOW_MILL, amount)) {
        return RNR_NEXT;
    }
    return take_top(r, f, p, other(p->controller), true, into_exile ? RNR_EXILE_ZONE : RNR_DISCARD_PILE);
}

static void tell_looked(rnr_run *r, const rnr_pending *p, int count, int seat)
{
    if (count > 0) {
        rnr_event(r, RNR_EV_looked, RULE(look), count, seat, 0, 0);
    } else {
        evaporate(r, p, RNR_TERM_no_target, p->source, RULE(look));
    }
}

static rnr_flow_result fx_look(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    int you = p->controller;
    (void)amount;
    if (e->what.det != RNR_DET_TOP) {
        int seat = affected_seat(p, e);
        uint64_t hand = r->g->zone[seat][RNR_HAND];
        r->g->seen[seat] |= seat != you ? hand : 0;
        tell_looked(r, p, __builtin_popcountll(hand) + r->g->unknown_hand[seat], seat);
        return RNR_NEXT;
    }
    int seat = e->what.who == RNR_WHO_OPPONENT ? other(you) : you;
    int count = e->what.count < r->g->pile_count[seat] ? e->what.count : r->g->pile_count[seat];
    while (f->arg[1] < count) {
        if (rnr_look_at_slot(r, seat, f->arg[1], 1 << you) < 0) {
            return RNR_WAIT;
        }
        f->arg[1]++;
    }
    tell_looked(r, p, count, seat);
    return RNR_NEXT;
}

static bool is_protected(rnr_run *r, const rnr_pending *p, int handle)
{
    int by = 0;
    if (!rnr_protected(r, handle, &by)) {
        return false;
    }
    evaporate(r, p, RNR_TERM_prevented, by, RULE(protect));
    return true;
}

// However a Bill leaves play, but for exile, it goes to its owner's hand. Its cost doubles when it has resolved; an
// edition may count every removal (I6).
void rnr_bill_home(rnr_run *r, int handle, rnr_event_id kind, bool resolved)
{
    rnr_move(r, handle, RNR_HAND, kind, kind == RNR_EV_returned ? RULE(return_to_hand) : RULE(bill_returns));
    bool counts = resolved || option(r, RNR_OPT_bill_doubles) != 0;
    if (counts && (card_of(r, handle)->traits & RNR_TRAIT_NO_DOUBLE) == 0) {
        uint32_t cause = r->cause;
        r->cause = r->trace != NULL ? r->trace->event_count : 0;
        rnr_double(r, handle, RULE(bill_doubling));
        r->cause = cause;
    }
}

static void move_from_play(rnr_run *r, int handle, int zone, rnr_event_id kind, rnr_rule_id rule)
{
    if (zone != RNR_EXILE_ZONE && in_play(r->g, handle) && card_of(r, handle)->type == RNR_BILL) {
        rnr_bill_home(r, handle, kind == RNR_EV_returned ? kind : RNR_EV_bill_left, false);
    } else {
        rnr_move(r, handle, zone, kind, rule);
    }
}

void rnr_discard(rnr_run *r, int handle, rnr_rule_id rule)
{
    rnr_heard heard[RNR_MAX_HEARD];
    int seat = in_play(r->g, handle) ? r->g->card[handle].controller : owner_of(handle);
    int count = rnr_listen(r, RNR_ON_DISCARDED, handle, seat, heard, 0);
    count = rnr_listen(r, RNR_ON_DISCARD, handle, seat, heard, count);
    if (in_play(r->g, handle)) {
        count = rnr_listen(r, RNR_ON_LEAVES, handle, seat, heard, count);
        count = rnr_note_held(r, 0, heard, 0, count);
    }
    move_from_play(r, handle, RNR_DISCARD_PILE, RNR_EV_discarded, rule);
    uint32_t cause = r->cause;
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    rnr_hear(r, heard, count, 0);
    r->cause = cause;
}

// A player chooses own cards, one after the other, as the effect happens (L4).
static rnr_flow_result choose_own(rnr_run *r, rnr_frame *f, rnr_pending *p, int seat, int count,
                                  void (*act)(rnr_run *, rnr_pending *, int))
{
    brs_choice answer;
    const bool answered = rnr_take_answer(r, &answer), none = answered && answer.kind == RNR_CH_enough;
    if (answered && !none) {
        f->arg[1]++;
        act(r, p, answer.arg[0]);
        return RNR_AGAIN;
    }
    if (f->arg[1] >= count) {
        return RNR_NEXT;
    }
    uint8_t list[2 * RNR_DECK];
    r->g->ask = (rnr_ask){.what = RNR_ASK_OWN, .seat = (uint8_t)seat, .source = p->source, .sentence = p->sentence,
                          .effect = p->effect, .index = f->arg[0]};
    const int n = none ? 0 : rnr_own_list(r, list, 2 * RNR_DECK);
    if (n == 0) {
        r->g->ask.what = RNR_ASK_NONE;
        if (f->arg[1] == 0) {
            evaporate(r, p, RNR_TERM_no_target, p->source, RULE(evaporated));
        }
        return RNR_NEXT;
    }
    const rnr_effect *e = &sentence_of(r, p->source, p->sentence)->effect[p->effect];
    r->g->ask.may_stop = e->what.det != RNR_DET_NONE && rnr_may_be_none(r, &e->what, list, n);
    return RNR_WAIT;
}

static void act_discard(rnr_run *r, rnr_pending *p, int handle)
{
    if (!is_barred(r, p, handle, RNR_BAR_DISCARDED)) {
        rnr_discard(r, handle, RULE(discard));
    }
}

static void discard_from_play(rnr_run *r, rnr_pending *p, int handle)
{
    if (!is_protected(r, p, handle) && !is_barred(r, p, handle, RNR_BAR_DISCARDED)) {
        rnr_discard(r, handle, RULE(discard));
    }
}

static rnr_flow_result fx_discard(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    const bool unnamed = e->what.det == RNR_DET_NONE;  // "discards 2 cards"
    if (unnamed || (e->what.where == RNR_IN_HAND && e->what.det != RNR_DET_THIS)) {
        int seat = unnamed ? affected_seat(p, e) : rnr_seat_of(r, e->what.who, p->controller, e, p->source);
        int left = cards_left(r, f, p, RNR_FLOW_DISCARD, unnamed ? amount : rnr_targets_wanted(e));
        return left < 0 ? RNR_NEXT : choose_own(r, f, p, seat, left, act_discard);
    }
    uint8_t cards[2 * RNR_DECK];
    int n = affected_cards(r, p, e, cards);
    for (int i = 0; i < n; i++) {
        discard_from_play(r, p, cards[i]);
    }
    return RNR_NEXT;
}

// ---- cards leave play -----------------------------------------------------------------------------------------

static void leave(rnr_run *r, int handle, int zone, rnr_event_id kind, rnr_rule_id rule, rnr_on on)
{
    rnr_heard heard[RNR_MAX_HEARD];
    bool was_in_play = in_play(r->g, handle);
    int seat = was_in_play ? r->g->card[handle].controller : owner_of(handle), count = 0;
    if (on != RNR_ON_NONE) {
        count = rnr_listen(r, on, handle, seat, heard, count);
    }
    if (was_in_play) {
        count = rnr_listen(r, RNR_ON_LEAVES, handle, seat, heard, count);
        count = rnr_note_held(r, 0, heard, 0, count);
    }
    move_from_play(r, handle, zone, kind, rule);
    uint32_t cause = r->cause;
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    rnr_hear(r, heard, count, 0);
    r->cause = cause;
    if (was_in_play && card_of(r, handle)->type == RNR_UA) {
        rnr_attack_victory_check(r);
    }
}

void rnr_sacrifice(rnr_run *r, int handle)
{
    leave(r, handle, RNR_DISCARD_PILE, RNR_EV_sacrificed, RULE(sacrifice), RNR_ON_NONE);
}

void rnr_exile(rnr_run *r, int handle)
{
    leave(r, handle, RNR_EXILE_ZONE, RNR_EV_exiled, RULE(exile), RNR_ON_EXILED);
}

static void act_sacrifice(rnr_run *r, rnr_pending *p, int handle)
{
    (void)p;
    rnr_sacrifice(r, handle);
}

static rnr_flow_result fx_sacrifice(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)amount;
    if (e->what.det != RNR_DET_THIS) {
        return choose_own(r, f, p, affected_seat(p, e), rnr_targets_wanted(e), act_sacrifice);
    }
    if (this_card_is_there(r, p, e)) {
        rnr_sacrifice(r, p->source);
    }
    return RNR_NEXT;
}

static rnr_flow_result fx_exile(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)amount;
    if (e->what.det == RNR_DET_TOP) {
        int seat = e->what.who == RNR_WHO_OPPONENT ? other(p->controller) : p->controller;
        return f->arg[1] >= e->what.count ? RNR_NEXT : take_top(r, f, p, seat, false, RNR_EXILE_ZONE);
    }
    uint8_t cards[2 * RNR_DECK];
    int n = affected_cards(r, p, e, cards);
    for (int i = 0; i < n; i++) {
        if (!is_barred(r, p, cards[i], RNR_BAR_EXILED)) {
            rnr_exile(r, cards[i]);
        }
    }
    return RNR_NEXT;
}

static rnr_flow_result fx_destroy(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)f;
    (void)amount;
    uint8_t cards[2 * RNR_DECK];
    int n = affected_cards(r, p, e, cards);
    for (int i = 0; i < n; i++) {
        if (!is_barred(r, p, cards[i], RNR_BAR_DESTROYED)) {
            rnr_destroy(r, cards[i], RNR_EV_destroyed, RULE(destroy));
        }
    }
    return RNR_NEXT;
}

static rnr_flow_result fx_return(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)f;
    (void)amount;
    uint8_t cards[2 * RNR_DECK];
    int n = affected_cards(r, p, e, cards);
    for (int i = 0; i < n; i++) {
        leave(r, cards[i], RNR_HAND, RNR_EV_returned, RULE(return_to_hand), RNR_ON_NONE);
    }
    return RNR_NEXT;
}

// ---- cards enter play, change sides --------------------------------------------------------------------------------

int rnr_zone_of_type(int type)
{
    return type == RNR_UA ? RNR_UA_AREA : type == RNR_PILLAR ? RNR_PILLAR_ZONE : RNR_ACTION_ZONE;
}

// What a card does when it is played, it does not do when it is put into play.
static void tell_not_played(rnr_run *r, int handle)
{
    const rnr_card *card = card_of(r, handle);
    const rnr_run saved = *r;
    r->source = (uint8_t)handle;
    r->effect = 0;
    for (int s = 0; s < card->nsentence; s++) {
        const rnr_sentence *sentence = &card->sentence[s];
        if (sentence->trigger == RNR_TRIGGER_AT_PLAY && s != card->attack_sentence && r->trace != NULL) {
            r->sentence = (uint8_t)s;
            rnr_check(r, RNR_TERM_not_played, false, handle, RULE(put_into_play));
            rnr_event(r, RNR_EV_evaporated, RULE(put_into_play), handle, 0, 0, 0);
        }
    }
    r->source = saved.source;
    r->sentence = saved.sentence;
    r->effect = saved.effect;
}

static rnr_flow_result fx_put(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)f;
    (void)amount;
    uint8_t cards[2 * RNR_DECK];
    int n = affected_cards(r, p, e, cards);
    for (int i = 0; i < n; i++) {
        rnr_move(r, cards[i], rnr_zone_of_type(card_of(r, cards[i])->type), RNR_EV_put, RULE(put_into_play));
        tell_not_played(r, cards[i]);
        rnr_fire(r, RNR_ON_ENTERS, cards[i], r->g->card[cards[i]].controller, 0);
    }
    return RNR_NEXT;
}

static int duration_of(const rnr_run *r, const rnr_pending *p, const rnr_effect *e)
{
    return (int)rnr_lasts(card_of(r, p->source), rnr_stays_as_petition(r, p->source), e);
}

static rnr_flow_result fx_control(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)f;
    (void)amount;
    uint8_t cards[2 * RNR_DECK];
    int n = affected_cards(r, p, e, cards);
    n = n > RNR_MAX_TARGETS ? RNR_MAX_TARGETS : n;
    for (int i = 0; i < n; i++) {
        rnr_set_controller(r, cards[i], p->controller, RNR_EV_control, RULE(control));
    }
    if (n > 0 && e->duration != RNR_DURATION_NONE && e->duration != RNR_REST_OF_GAME) {
        rnr_add_modifier(r, p->source, p->sentence, p->effect, p->controller, cards, n, 0, e->duration);
    }
    return RNR_NEXT;
}

// ---- states ---------------------------------------------------------------------------------------------------------

static rnr_flow_result fx_lock(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)f;
    (void)amount;
    uint8_t cards[2 * RNR_DECK];
    int n = affected_cards(r, p, e, cards);
    for (int i = 0; i < n; i++) {
        if (!is_immune(r, p, cards[i], RNR_THREAT_LOCK) && !is_barred(r, p, cards[i], RNR_BAR_LOCKED)) {
            rnr_set_lock(r, cards[i], true, RNR_EV_locked, RULE(lock));
            rnr_fire(r, RNR_ON_LOCKED, cards[i], r->g->card[cards[i]].controller, 0);
        }
    }
    return RNR_NEXT;
}

static rnr_flow_result fx_unlock(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)f;
    (void)amount;
    uint8_t cards[2 * RNR_DECK];
    int n = affected_cards(r, p, e, cards), unlocked = 0;
    for (int i = 0; i < n; i++) {
        if (r->g->card[cards[i]].lock_turn != 0) {
            rnr_set_lock(r, cards[i], false, RNR_EV_unlocked, RULE(unlock));
            unlocked++;
        }
    }
    if (n > 0 && unlocked == 0) {
        evaporate(r, p, RNR_TERM_no_target, p->source, RULE(unlock));
    }
    return RNR_NEXT;
}

static int without_immune(rnr_run *r, const rnr_pending *p, const rnr_effect *e, uint8_t *cards, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        bool safe = (e->verb == RNR_FX_DISABLE && (is_immune(r, p, cards[i], RNR_THREAT_DISABLE) ||
                                                   is_barred(r, p, cards[i], RNR_BAR_DISABLED))) ||
                    (e->verb == RNR_FX_BLOCK_CARD && is_immune(r, p, cards[i], RNR_THREAT_BLOCK)) ||
                    (e->verb == RNR_FX_PROTECT && rnr_is_petition(r, cards[i]) && is_protected(r, p, cards[i]));
        if (!safe) {
            cards[kept++] = cards[i];
        }
    }
    return kept;
}

// A Defense sentence without a time holds from the first attack on its card; a second attack adds nothing (U53).
static bool holds_already(const rnr_run *r, const rnr_pending *p, const rnr_effect *e)
{
    if (sentence_of(r, p->source, p->sentence)->trigger != RNR_TRIGGER_WHEN_ATTACKED || e->duration != RNR_DURATION_NONE) {
        return false;
    }
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb != 0 && m->source == p->source && m->sentence == p->sentence && m->effect == p->effect) {
            return true;
        }
    }
    return false;
}

// An effect that holds for a while. Its cards are those chosen; else whatever its words fit at each moment (U6).
static rnr_flow_result fx_modifier(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)f;
    uint8_t cards[2 * RNR_DECK];
    const uint8_t *target = NULL;
    int n = 0;
    if (holds_already(r, p, e)) {
        evaporate(r, p, RNR_TERM_holds_already, p->source, RULE(defense_sentence));
        return RNR_NEXT;
    }
    if (e->what.det == RNR_DET_THIS && !this_card_is_there(r, p, e)) {
        return RNR_NEXT;
    }
    if (e->verb == RNR_FX_REDIRECT && p->count > 0) {
        target = p->target;
        n = p->count;
    } else if (e->what.det == RNR_DET_ATTACKER || rnr_asks(&e->what)) {
        n = affected_cards(r, p, e, cards);
        n = without_immune(r, p, e, cards, n > RNR_MAX_TARGETS ? RNR_MAX_TARGETS : n);
        if (n == 0) {
            return RNR_NEXT;
        }
        target = cards;
    }
    int at = rnr_add_modifier(r, p->source, p->sentence, p->effect, p->controller, target, n, amount, duration_of(r, p, e));
    const uint32_t cause = r->cause;
    for (int i = 0; at >= 0 && target != NULL && r->trace != NULL && i < n; i++) {
        r->cause = r->g->modifier[at].event;
        rnr_event(r, RNR_EV_modifier_on, RULE(while_in_play), target[i], 0, 0, 0);
    }
    r->cause = cause;
    return RNR_NEXT;
}

// With a duration it is a modifier; without one the number changes for good, on the cards that fit now (U6).
static rnr_flow_result fx_points(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    if (e->duration != RNR_DURATION_NONE) {
        return fx_modifier(r, f, p, e, amount);
    }
    uint8_t cards[2 * RNR_DECK];
    int n = affected_cards(r, p, e, cards);
    int delta = e->verb == RNR_FX_POINTS ? amount : -amount, changed = 0;
    for (int i = 0; i < n; i++) {
        if (rnr_has_points_of(r, cards[i], e->resource)) {
            rnr_set_points(r, cards[i], delta, RNR_EV_points_changed, RULE(points));
            changed++;
        }
    }
    if (n > 0 && changed == 0) {
        evaporate(r, p, RNR_TERM_no_target, p->source, RULE(points));
    }
    return RNR_NEXT;
}

static rnr_flow_result fx_attack(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)f;
    rnr_attack_with(r, p, e, amount);
    return RNR_NEXT;
}

static rnr_flow_result fx_win(rnr_run *r, rnr_frame *f, rnr_pending *p, const rnr_effect *e, int amount)
{
    (void)f;
    (void)e;
    (void)amount;
    r->g->won |= (uint8_t)(1 << p->controller);
    rnr_event(r, RNR_EV_modifier_begins, RULE(card_victory), p->source, 0, 0, 0);
    return RNR_NEXT;
}

// ---- the table -------------------------------------------------------------------------------------------------------

static fx_function *const functions[RNR_FX_COUNT] = {
    [RNR_FX_ATTACK] = fx_attack,
    [RNR_FX_GAIN] = fx_gain,
    [RNR_FX_LOSE] = fx_lose,
    [RNR_FX_DRAW] = fx_draw,
    [RNR_FX_MILL] = fx_mill,
    [RNR_FX_DISCARD] = fx_discard,
    [RNR_FX_SACRIFICE] = fx_sacrifice,
    [RNR_FX_EXILE] = fx_exile,
    [RNR_FX_DESTROY] = fx_destroy,
    [RNR_FX_RETURN] = fx_return,
    [RNR_FX_PUT] = fx_put,
    [RNR_FX_CONTROL] = fx_control,
    [RNR_FX_LOOK] = fx_look,
    [RNR_FX_LOCK] = fx_lock,
    [RNR_FX_UNLOCK] = fx_unlock,
    [RNR_FX_DISABLE] = fx_modifier,
    [RNR_FX_PROTECT] = fx_modifier,
    [RNR_FX_BLOCK_FLOW] = fx_modifier,
    [RNR_FX_BLOCK_ACTION] = fx_modifier,
    [RNR_FX_BLOCK_CARD] = fx_modifier,
    [RNR_FX_PREVENT] = fx_modifier,
    [RNR_FX_PREVENT_DRAW] = fx_modifier,
    [RNR_FX_REPLACE_DRAW] = fx_modifier,
    [RNR_FX_REDUCE] = fx_modifier,
    [RNR_FX_INCREASE] = fx_modifier,
    [RNR_FX_REDIRECT] = fx_modifier,
    [RNR_FX_BYPASS] = fx_modifier,
    [RNR_FX_POINTS] = fx_points,
    [RNR_FX_POINTS_LOSE] = fx_points,
    [RNR_FX_COST] = fx_modifier,
    [RNR_FX_CANNOT] = fx_modifier,
    [RNR_FX_IMMUNE] = fx_modifier,
    [RNR_FX_COUNTS] = fx_modifier,
    [RNR_FX_MAX_IP] = fx_modifier,
    [RNR_FX_WIN] = fx_win,
};

rnr_flow_result rnr_run_effect(rnr_run *r, rnr_frame *f, rnr_pending *p)
{
    const rnr_effect *e = &sentence_of(r, p->source, p->sentence)->effect[p->effect];
    int amount = rnr_amount_of(r, &e->amount, p->controller, p->source, p->x);
    if (functions[e->verb] == NULL) {
        return RNR_NEXT;  // a trait of the card (NO_DOUBLE), read where it matters
    }
    bool counted = e->amount.per.det != RNR_DET_NONE && rnr_effect_row(e->verb)->home != RNR_HOME_MODIFIER;
    if (counted && amount == 0) {
        evaporate(r, p, RNR_TERM_no_target, p->source, RULE(evaporated));  // "for each" of none
        return RNR_NEXT;
    }
    return functions[e->verb](r, f, p, e, amount);
}
