// The flow of a game: procedures that stop and ask. A procedure is a function of its frame's step;
// nested work is a push. Nothing is suspended on the C stack, so any moment can be copied.
#include "rnr_flow.h"

#include <assert.h>

// ---- frames and questions --------------------------------------------------------------------------------

void rnr_push(rnr_run *r, int proc, int a, int b, int c)
{
    rnr_state *g = r->g;
    assert(g->depth < RNR_MAX_FRAMES);  // game, turn, step, batch, effect, draw; what happens at once, its effect, its draw
    g->frame[g->depth++] = (rnr_frame){(uint8_t)proc, 0, {(uint16_t)a, (uint16_t)b, (uint16_t)c}, 0};
}

void rnr_push_draw(rnr_run *r, int seat, int count)
{
    rnr_push(r, RNR_PROC_DRAW, seat, count, 0);
}

void rnr_push_declare(rnr_run *r, int first, int end)
{
    rnr_push(r, RNR_PROC_DECLARE, first, end, 0);
}

void rnr_ask_seat(rnr_run *r, rnr_question what, int seat)
{
    r->g->ask = (rnr_ask){.what = (uint8_t)what, .seat = (uint8_t)seat};
}

bool rnr_take_answer(rnr_run *r, brs_choice *out)
{
    if (r->g->answer.kind == RNR_NO_ANSWER) {
        return false;
    }
    *out = r->g->answer;
    r->g->answer.kind = RNR_NO_ANSWER;
    return true;
}

// Phases by position: Draw 0, Independence 1, Play 2, the seven steps of Resolve from 3, End 10.
static bool phase_begins(int position)
{
    return position <= 3 || position == 10;
}

void rnr_begin_section(rnr_run *r, int section, int position)
{
    if (section != RNR_SEC_draw) {  // the End Phase was told of when the turn changed
        brs_trace_boundary(r->trace);
    }
    r->g->section = (uint8_t)section;
    r->g->position = (uint8_t)position;
    if (phase_begins(r->g->position)) {
        r->g->triggers = 0;
    }
    r->source = 0;
    r->seat = r->g->active;
    r->cause = 0;
}

// Speaks as a card's effect from here on.
void rnr_act_as(rnr_run *r, const rnr_pending *p)
{
    r->source = p->source;
    r->sentence = p->sentence;
    r->effect = p->effect;
    r->seat = p->controller;
    r->chain = p->chain;
    r->cause = p->cause;
}

// ---- drawing -----------------------------------------------------------------------------------------------

// The first modifier of a verb that waits for this player's next draw.
static int draw_modifier(const rnr_run *r, int verb, int seat)
{
    if ((r->g->verbs >> verb & 1) == 0) {
        return -1;
    }
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb == verb && rnr_modifier_holds(r, m)) {
            int whose = rnr_effect_of(r, m)->who == RNR_WHO_OPPONENT ? 1 - m->controller : m->controller;
            if (whose == seat) {
                return i;
            }
        }
    }
    return -1;
}

static void use_up(rnr_run *r, int modifier, rnr_event_id kind, rnr_rule_id rule, int subject)
{
    const rnr_modifier m = r->g->modifier[modifier];
    const rnr_run saved = *r;
    r->source = m.source;
    r->sentence = m.sentence;
    r->effect = m.effect;
    rnr_check(r, RNR_TERM_block_applies, false, m.source, rule);
    rnr_event(r, kind, rule, subject, 0, 0, 0);
    rnr_end_modifier(r, modifier, false);
    r->source = saved.source;
    r->sentence = saved.sentence;
    r->effect = saved.effect;
}

// True when the next draw does not happen. The prevention is used up.
bool rnr_draw_is_prevented(rnr_run *r, int seat)
{
    int at = draw_modifier(r, RNR_FX_PREVENT_DRAW, seat);
    if (at >= 0) {
        use_up(r, at, RNR_EV_draw_prevented, RULE(draw_prevented), seat);
    }
    return at >= 0;
}

static void replace_draw(rnr_run *r, int seat, int card, int modifier)
{
    rnr_heard heard[RNR_MAX_HEARD];
    rnr_check(r, RNR_TERM_block_applies, false, r->g->modifier[modifier].source, RULE(draw_replaced));
    int n = rnr_listen(r, RNR_ON_DRAW, 0, seat, heard, 0);
    n = rnr_listen(r, RNR_ON_DISCARD, card, seat, heard, n);
    n = rnr_listen(r, RNR_ON_DISCARDED, card, seat, heard, n);
    rnr_move(r, card, RNR_DISCARD_PILE, RNR_EV_replaced, RULE(draw_replaced));
    rnr_end_modifier(r, modifier, false);
    rnr_hear(r, heard, n, 0);
}

static void draw_card(rnr_run *r, int seat, int card)
{
    rnr_move(r, card, RNR_HAND, RNR_EV_drawn, r->g->section == RNR_SEC_setup ? RULE(opening_hand)
                                              : r->source != 0 ? RULE(draws_instant) : RULE(draw_phase));
    uint32_t cause = r->cause;
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    if (r->g->section != RNR_SEC_setup) {
        rnr_fire(r, RNR_ON_DRAW, 0, seat, 0);
    }
    r->cause = cause;
}

// May the open question to chance be answered with "a card that nobody saw"? Only a draw into a hand may.
bool rnr_may_be_unseen(const rnr_state *g)
{
    return g->depth > 0 && g->frame[g->depth - 1].proc == RNR_PROC_DRAW && (g->verbs >> RNR_FX_REPLACE_DRAW & 1) == 0;
}

static void draw_unseen(rnr_run *r, int seat)
{
    r->g->pile_count[seat]--;
    r->g->unknown_hand[seat]++;
    uint32_t event = rnr_event(r, RNR_EV_drawn_unseen, r->g->section == RNR_SEC_setup ? RULE(opening_hand)
                                                       : r->source != 0 ? RULE(draws_instant) : RULE(draw_phase), 0, 0, 0, 0);
    uint32_t cause = r->cause;
    r->cause = event != 0 ? event : cause;
    if (r->g->section != RNR_SEC_setup) {
        rnr_fire(r, RNR_ON_DRAW, 0, seat, 0);
    }
    r->cause = cause;
}

// args: seat, cards still to draw
static rnr_flow_result proc_draw(rnr_run *r, rnr_frame *f)
{
    int seat = f->arg[0];
    if (f->arg[1] == 0) {
        return RNR_POP;
    }
    r->seat = (uint8_t)seat;
    if (f->step == 0) {
        if (rnr_draw_is_prevented(r, seat)) {
            f->arg[1]--;
            return RNR_AGAIN;
        }
        f->step = 1;
    }
    int card = rnr_next_card(r, seat);
    if (card < 0) {
        return RNR_WAIT;
    }
    int replace = draw_modifier(r, RNR_FX_REPLACE_DRAW, seat);
    if (card == RNR_UNSEEN) {
        draw_unseen(r, seat);
        f->arg[1]--;
        f->step = 0;
        return RNR_AGAIN;
    }
    if (card == 0) {
        rnr_event(r, RNR_EV_draw_empty, RULE(deck_out), seat, 0, 0, 0);
        if (replace >= 0) {
            use_up(r, replace, RNR_EV_modifier_used, RULE(draw_replaced), r->g->modifier[replace].source);  // U31
        }
        return RNR_POP;
    }
    if (replace >= 0) {
        replace_draw(r, seat, card, replace);
    } else {
        draw_card(r, seat, card);
    }
    f->arg[1]--;
    f->step = 0;
    return RNR_AGAIN;
}

// ---- naming targets -------------------------------------------------------------------------------------------

// What is named is named openly: a card of a hand too is known to both players from then on.
static void name_target(rnr_run *r, rnr_pending *p, int handle)
{
    p->target[p->count++] = (uint8_t)handle;
    if (r->g->card[handle].zone == RNR_HAND) {
        r->g->seen[owner_of(handle)] |= bit_of(handle);
    }
    rnr_act_as(r, p);
    rnr_event(r, RNR_EV_target_named, RULE(declare_targets), handle, 0, 0, 0);
}

static bool asks_may(rnr_run *r, rnr_pending *p, const rnr_effect *e, int index)
{
    if ((e->flags & RNR_FLAG_MAY) == 0 || (p->flags & RNR_PENDING_NAMED) != 0) {
        return false;
    }
    r->g->ask = (rnr_ask){.what = RNR_ASK_MAY, .seat = p->controller, .source = p->source,
                          .sentence = p->sentence, .effect = p->effect, .index = (uint16_t)index};
    return true;
}

static bool asks_target(rnr_run *r, rnr_pending *p, const rnr_effect *e, int index)
{
    uint8_t list[2 * RNR_DECK];
    if (e->verb == RNR_FX_REDIRECT && p->count == 0 && !rnr_asks(&e->what)) {
        p->target[p->count++] = p->source;  // the first place is the card that is attacked
    }
    const bool wants = rnr_needs_target(e) && p->count < rnr_targets_wanted(e);
    const int n = wants ? rnr_target_list(r, p, list, 2 * RNR_DECK) : 0;
    if (n == 0) {
        return false;
    }
    r->g->ask = (rnr_ask){.what = RNR_ASK_TARGET, .seat = p->controller, .source = p->source, .sentence = p->sentence,
                          .effect = p->effect, .index = (uint16_t)index, .chosen = p->count,
                          .may_stop = e->what.det == RNR_DET_UP_TO || rnr_may_be_none(r, &e->what, list, n)};
    return true;
}

static void take_declaration(rnr_run *r, rnr_frame *f, rnr_pending *p, const brs_choice *answer)
{
    switch (answer->kind) {
    case RNR_CH_no:
        rnr_act_as(r, p);
        rnr_event(r, RNR_EV_may_declined, RULE(when_effects_happen), p->source, 0, 0, 0);
        p->source = 0;
        f->arg[0]++;
        break;
    case RNR_CH_yes: p->flags |= RNR_PENDING_NAMED; break;
    case RNR_CH_enough:
        p->flags &= (uint8_t)~RNR_PENDING_ASK;
        f->arg[0]++;
        break;
    default: name_target(r, p, answer->arg[0]); break;
    }
}

// args: first and end of the waiting effects whose targets are asked
static rnr_flow_result proc_declare(rnr_run *r, rnr_frame *f)
{
    brs_choice answer;
    if (rnr_take_answer(r, &answer)) {
        take_declaration(r, f, &r->g->pending[f->arg[0]], &answer);
    }
    for (; f->arg[0] < f->arg[1]; f->arg[0]++) {
        rnr_pending *p = &r->g->pending[f->arg[0]];
        if (p->source == 0 || (p->flags & RNR_PENDING_ASK) == 0) {
            continue;
        }
        const rnr_effect *e = &sentence_of(r, p->source, p->sentence)->effect[p->effect];
        if (asks_may(r, p, e, f->arg[0]) || asks_target(r, p, e, f->arg[0])) {
            return RNR_WAIT;
        }
        p->flags &= (uint8_t)~RNR_PENDING_ASK;
    }
    return RNR_POP;
}

rnr_division *rnr_division_of(rnr_state *g, int handle)
{
    return g->card[handle].division != 0 ? &g->division[g->card[handle].division - 1] : NULL;
}

static rnr_division *begin_division(rnr_state *g, int handle)
{
    for (int i = 0; i < RNR_MAX_DIVISIONS; i++) {
        if (g->division[i].handle == 0) {
            g->division[i] = (rnr_division){.handle = (uint8_t)handle, .count = 1, .target = {g->card[handle].target}};
            g->card[handle].division = (uint8_t)(i + 1);
            return &g->division[i];
        }
    }
    return NULL;
}

static void aim_at(rnr_run *r, int handle, int target)
{
    rnr_slot *slot = &r->g->card[handle];
    if (slot->target == 0) {
        slot->target = (uint8_t)target;
    } else {
        rnr_division *divided = rnr_division_of(r->g, handle);
        divided = divided != NULL ? divided : begin_division(r->g, handle);
        if (divided != NULL) {
            divided->target[divided->count++] = (uint8_t)target;
        }
    }
    rnr_event(r, RNR_EV_target_named, RULE(declare_targets), target, 0, 0, 0);
}

// How many targets an attack may name: one, or as many as its text says, with a point for each (L13).
static int aims(const rnr_run *r, int handle)
{
    const rnr_card *card = card_of(r, handle);
    int most = 1, points = rnr_points(r, handle);
    for (int s = 0; (card->traits & RNR_TRAIT_DIVIDES) != 0 && s < card->nsentence; s++) {
        for (int e = 0; e < card->sentence[s].neffect; e++) {
            const rnr_effect *effect = &card->sentence[s].effect[e];
            most = effect->verb == RNR_FX_DIVIDE && effect->amount.n > most ? effect->amount.n : most;
        }
    }
    most = most < RNR_MAX_TARGETS ? most : RNR_MAX_TARGETS;
    return points < most && most > 1 ? (points > 1 ? points : 1) : most;
}

static bool room_for_division(const rnr_state *g)
{
    for (int i = 0; i < RNR_MAX_DIVISIONS; i++) {
        if (g->division[i].handle == 0) {
            return true;
        }
    }
    return false;
}

static bool asks_aim(rnr_run *r, const rnr_frame *f, int handle)
{
    uint8_t list[2 * RNR_DECK];
    rnr_slot *slot = &r->g->card[handle];
    const rnr_division *divided = rnr_division_of(r->g, handle);
    int chosen = divided != NULL ? divided->count : slot->target != 0;
    bool more = chosen == 0 || (f->arg[1] == 0 && chosen < aims(r, handle) && (divided != NULL || room_for_division(r->g)));
    r->g->ask = (rnr_ask){.what = RNR_ASK_ATTACK, .seat = slot->controller, .source = (uint8_t)handle,
                          .sentence = r->sentence, .effect = r->effect, .index = f->arg[2], .may_stop = chosen > 0};
    if (more && rnr_aim_list(r, handle, list, 2 * RNR_DECK) > 0) {
        return true;
    }
    r->g->ask.what = divided != NULL && f->arg[2] < divided->count - 1 ? RNR_ASK_SPLIT : RNR_ASK_NONE;
    return r->g->ask.what != RNR_ASK_NONE;
}

// args: the Attack card, whether it names no more, how many parts of a divided attack are settled
static rnr_flow_result proc_aim(rnr_run *r, rnr_frame *f)
{
    int handle = f->arg[0];
    brs_choice answer;
    r->source = (uint8_t)handle;
    r->seat = r->g->card[handle].controller;
    r->sentence = (uint8_t)card_of(r, handle)->attack_sentence;
    r->effect = (uint8_t)card_of(r, handle)->attack_effect;
    if (rnr_take_answer(r, &answer)) {
        if (answer.kind == RNR_CH_enough) {
            f->arg[1] = 1;
        } else if (answer.kind == RNR_CH_split) {
            rnr_division_of(r->g, handle)->points[f->arg[2]++] = (uint8_t)answer.arg[0];
        } else {
            aim_at(r, handle, answer.arg[0]);
        }
    }
    return asks_aim(r, f, handle) ? RNR_WAIT : RNR_POP;
}

// ---- playing a card ----------------------------------------------------------------------------------------------

static rnr_rule_id rule_of_play(int how)
{
    return how == RNR_PLAY_EQUALIZE ? RULE(equalization) : how == RNR_PLAY_PILLAR ? RULE(one_pillar) : RULE(play_phase);
}

// An unknown slot of a hand turns out to be the card that its owner plays, discards or chooses from it.
void rnr_reveal_from_hand(rnr_run *r, brs_choice choice)
{
    rnr_state *g = r->g;
    const int handle = choice.arg[0], owner = owner_of(handle);
    if (g->unknown_hand[owner] == 0) {
        return;
    }
    const bool names_a_card = choice.kind == RNR_CH_equalize || choice.kind == RNR_CH_pillar || choice.kind == RNR_CH_play ||
                              choice.kind == RNR_CH_play_aoa || choice.kind == RNR_CH_discard || choice.kind == RNR_CH_choose ||
                              choice.kind == RNR_CH_target;
    if (names_a_card && (g->hidden[owner] & bit_of(handle)) != 0) {
        g->hidden[owner] &= ~bit_of(handle);
        g->zone[owner][RNR_PILE] &= ~bit_of(handle);
        g->zone[owner][RNR_HAND] |= bit_of(handle);
        g->card[handle].zone = RNR_HAND;
        g->unknown_hand[owner]--;
        rnr_term(r, RNR_TERM_moved, RNR_HAND - RNR_PILE, 0, RULE(draw_phase));
        const uint8_t seat = r->seat;
        r->seat = BRS_SEAT_CHANCE;  // nobody decided it: it became known
        rnr_event(r, RNR_EV_revealed, RULE(draw_phase), handle, RNR_PILE, RNR_HAND, owner);
        r->seat = seat;
    }
}

// What it costs is settled while the card is in hand; `kept` holds the addends, `n` of them.
static void pay_for(rnr_run *r, int handle, int how, int cost, const rnr_notes *kept, uint8_t n)
{
    if (cost == 0) {
        return;
    }
    uint32_t cause = r->cause;
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    if (r->trace != NULL) {
        memcpy(r->notes->term, kept->term, n * sizeof kept->term[0]);
        r->nterm = n;
    }
    rnr_set_ip(r, r->g->card[handle].controller, -cost, RNR_EV_ip_paid, how == RNR_PLAY_AOA ? RULE(aoa_cost) : RULE(pay_cost), handle);
    r->cause = cause;
}

static void enter_by_play(rnr_run *r, int handle, int how)
{
    rnr_act_as_rules(r);
    r->seat = (uint8_t)owner_of(handle);
    int type = card_of(r, handle)->type;
    if (how == RNR_PLAY_EQUALIZE) {
        r->g->pregame = 1;
    }
    if (type == RNR_PILLAR) {
        r->g->pillars_played++;
    }
    rnr_notes kept;
    int cost = rnr_ip_cost(r, handle, how == RNR_PLAY_AOA);
    uint8_t n = r->nterm;
    if (r->trace != NULL) {
        memcpy(kept.term, r->notes->term, n * sizeof kept.term[0]);
    }
    r->nterm = 0;
    rnr_move(r, handle, rnr_zone_of_type(type), RNR_EV_played, rule_of_play(how));
    pay_for(r, handle, how, cost, &kept, n);
    r->g->card[handle].flags |= how == RNR_PLAY_EQUALIZE ? RNR_PREGAME : 0;
}

static void fire_played(rnr_run *r, int handle)
{
    int seat = r->g->card[handle].controller;
    rnr_act_as_rules(r);
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    rnr_fire(r, RNR_ON_ENTERS, handle, seat, 0);
    rnr_fire(r, RNR_ON_PLAY, handle, seat, 0);
    r->g->pregame = 0;
}

static void declare_sentence(rnr_run *r, int handle, int sentence)
{
    rnr_act_as_rules(r);
    r->seat = r->g->card[handle].controller;
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    int first = rnr_schedule(r, handle, sentence, r->g->card[handle].controller, 0, 0, 0);
    if (first >= 0) {
        rnr_push_declare(r, first, r->g->pending_count);
    }
}

// args: card, how, next sentence
static rnr_flow_result proc_play(rnr_run *r, rnr_frame *f)
{
    int handle = f->arg[0], how = f->arg[1];
    const rnr_card *card = card_of(r, handle);
    switch (f->step) {
    case 0: enter_by_play(r, handle, how); return RNR_NEXT;
    case 1:
        if (how == RNR_PLAY_AOA) {
            rnr_push(r, RNR_PROC_CLASH, handle, 0, 0);
        } else if (card->attack_sentence >= 0) {
            rnr_push(r, RNR_PROC_AIM, handle, 0, 0);
        }
        return RNR_NEXT;
    case 2:
        while (f->arg[2] < card->nsentence && card->sentence[f->arg[2]].trigger != RNR_TRIGGER_AT_PLAY) {
            f->arg[2]++;
        }
        if (f->arg[2] == card->nsentence) {
            return RNR_NEXT;
        }
        declare_sentence(r, handle, f->arg[2]++);
        return RNR_AGAIN;
    default: fire_played(r, handle); return RNR_POP;
    }
}

// args: the Attack that is sent, whether it was in play already (costs 1 IP)
static rnr_flow_result proc_clash(rnr_run *r, rnr_frame *f)
{
    int handle = f->arg[0];
    brs_choice answer;
    if (rnr_take_answer(r, &answer)) {
        r->g->card[handle].clash = (uint8_t)answer.arg[0];
        r->source = (uint8_t)handle;
        r->sentence = 0xFF;
        r->seat = r->g->card[handle].controller;
        r->cause = r->trace != NULL ? r->trace->event_count : 0;
        rnr_event(r, RNR_EV_aoa_declared, RULE(aoa), answer.arg[0], 0, 0, 0);
        rnr_act_as_rules(r);
        if (f->arg[1] != 0 && option(r, RNR_OPT_aoa_extra_ip) > 0) {
            rnr_term(r, RNR_TERM_aoa_extra, -option(r, RNR_OPT_aoa_extra_ip), handle, RULE(aoa_cost));
            rnr_set_ip(r, r->g->active, -option(r, RNR_OPT_aoa_extra_ip), RNR_EV_ip_paid, RULE(aoa_cost), handle);
        }
        return RNR_POP;
    }
    r->g->ask = (rnr_ask){.what = RNR_ASK_CLASH, .seat = r->g->card[handle].controller, .source = (uint8_t)handle};
    return RNR_WAIT;
}

// ---- using an ability ---------------------------------------------------------------------------------------------

static bool cost_leaves(const rnr_sentence *s)
{
    for (int i = 0; i < s->ncost; i++) {
        if (s->cost[i].what.det == RNR_DET_THIS) {
            return true;
        }
    }
    return false;
}

static bool pays_x(const rnr_sentence *s)
{
    for (int i = 0; i < s->ncost; i++) {
        if (s->cost[i].kind == RNR_COST_PAY && s->cost[i].x != 0) {
            return true;
        }
    }
    return false;
}

static void set_x(rnr_run *r, int handle, int sentence, int x)
{
    for (int i = 0; i < r->g->pending_count; i++) {
        rnr_pending *p = &r->g->pending[i];
        if (p->source == handle && p->sentence == sentence && p->x == 0) {
            p->x = (uint16_t)x;
        }
    }
}

static void pay_ip(rnr_run *r, int handle, int amount)
{
    if (amount > 0) {
        rnr_term(r, RNR_TERM_ability_cost, -amount, handle, RULE(activation));
        rnr_set_ip(r, r->g->active, -amount, RNR_EV_ip_paid, RULE(activation), handle);
    }
}

static void pay_with_card(rnr_run *r, const rnr_cost *cost, int handle)
{
    if (cost->kind == RNR_COST_DISCARD) {
        rnr_discard(r, handle, RULE(activation));
    } else if (cost->kind == RNR_COST_SACRIFICE) {
        rnr_sacrifice(r, handle);
    } else {
        rnr_exile(r, handle);
    }
}

// Pays cost number arg[2] >> 8, of which arg[2] & 255 cards are paid already.
static rnr_flow_result pay_next(rnr_run *r, rnr_frame *f, const rnr_sentence *s)
{
    int handle = f->arg[0], item = f->arg[2] >> 8, paid = f->arg[2] & 255;
    brs_choice answer;
    if (item == s->ncost) {
        return RNR_NEXT;
    }
    const rnr_cost *cost = &s->cost[item];
    if (rnr_take_answer(r, &answer)) {
        pay_with_card(r, cost, answer.arg[0]);
        f->arg[2]++;
        return RNR_AGAIN;
    }
    if (cost->kind == RNR_COST_PAY) {
        pay_ip(r, handle, cost->x != 0 ? f->x : cost->n);
    } else if (cost->what.det == RNR_DET_THIS) {
        pay_with_card(r, cost, handle);
    } else if (paid < (cost->what.count > 0 ? cost->what.count : 1)) {
        r->g->ask = (rnr_ask){.what = RNR_ASK_COST, .seat = r->g->active, .source = (uint8_t)handle,
                              .sentence = (uint8_t)f->arg[1], .index = (uint16_t)item};
        return RNR_WAIT;
    }
    f->arg[2] = (uint16_t)((item + 1) << 8);
    return RNR_AGAIN;
}

static void begin_ability(rnr_run *r, int handle, int sentence)
{
    const rnr_sentence *s = sentence_of(r, handle, sentence);
    rnr_act_as_rules(r);
    r->source = (uint8_t)handle;
    r->sentence = (uint8_t)sentence;
    r->effect = 0;
    uint32_t event = rnr_event(r, RNR_EV_activated, RULE(activation), handle, 0, 0, 0);
    r->cause = event;
    r->g->hold = 1;
    if (rnr_once_a_turn(r, handle, sentence)) {
        r->g->card[handle].used |= (uint8_t)(1 << sentence);
    }
    int first = rnr_schedule(r, handle, sentence, r->g->active, 0, 0, cost_leaves(s) ? RNR_PENDING_DETACHED : 0);
    if (first >= 0) {
        rnr_push_declare(r, first, r->g->pending_count);
    }
}

// args: card, sentence, costs paid so far
static rnr_flow_result proc_activate(rnr_run *r, rnr_frame *f)
{
    int handle = f->arg[0], sentence = f->arg[1];
    const rnr_sentence *s = sentence_of(r, handle, sentence);
    brs_choice answer;
    switch (f->step) {
    case 0: begin_ability(r, handle, sentence); return RNR_NEXT;
    case 1:
        if (!pays_x(s)) {
            return RNR_NEXT;
        }
        if (rnr_take_answer(r, &answer)) {
            f->x = answer.arg[0];
            set_x(r, handle, sentence, answer.arg[0]);
            return RNR_NEXT;
        }
        r->g->ask = (rnr_ask){.what = RNR_ASK_X, .seat = r->g->active, .source = (uint8_t)handle,
                              .sentence = (uint8_t)sentence};
        return RNR_WAIT;
    case 2: return pay_next(r, f, s);
    default:
        r->g->hold = 0;
        return RNR_POP;
    }
}

// ---- effects happen --------------------------------------------------------------------------------------------------

static bool is_suppressed(rnr_run *r, const rnr_pending *p)
{
    if ((p->flags & RNR_PENDING_DETACHED) != 0) {
        return false;
    }
    if (!in_play(r->g, p->source)) {
        if ((p->flags & RNR_PENDING_EACH_TURN) == 0) {
            return false;
        }
        rnr_check(r, RNR_TERM_source_gone, false, p->source, RULE(each_turn));
        rnr_event(r, RNR_EV_evaporated, RULE(each_turn), p->source, 0, 0, 0);
        return true;
    }
    if ((p->flags & RNR_PENDING_EACH_TURN) != 0 && rnr_disabled(r, p->source)) {
        rnr_check(r, RNR_TERM_is_disabled, false, p->source, RULE(disable));
        rnr_event(r, RNR_EV_suppressed, RULE(disable), p->source, 0, 0, 0);
        return true;
    }
    // Locks and Blocks of one step take hold together: none stops another (G13).
    bool locked = r->g->section == RNR_SEC_lock ? rnr_locked_before(r, p->source) : rnr_locked(r, p->source);
    if (!locked || rnr_hears_its_lock(r, p)) {
        return false;
    }
    const bool bought = sentence_of(r, p->source, p->sentence)->head == RNR_HEAD_COST;
    const rnr_rule_id rule = has_flag(r->g, p->source, RNR_DEAD) ? RULE(aoa_loser)
                             : bought                            ? RULE(activation_locked)
                                                                 : RULE(locked_scope);
    rnr_check(r, rnr_why_off(r, p->source), false, p->source, rule);
    rnr_event(r, RNR_EV_suppressed, rule, p->source, 0, 0, 0);
    return true;
}

// args: the waiting effect, counters of the effect
static rnr_flow_result proc_resolve(rnr_run *r, rnr_frame *f)
{
    rnr_pending *p = &r->g->pending[f->arg[0]];
    rnr_act_as(r, p);
    if (f->step == 0) {
        bool off = is_suppressed(r, p);
        if (!off && !rnr_tests_pass(r, sentence_of(r, p->source, p->sentence), p->controller, p->source)) {
            rnr_event(r, RNR_EV_evaporated, RULE(evaporated), p->source, 0, 0, 0);
            off = true;
        }
        r->ncheck = 0;
        if (off) {
            rnr_drop_pending(r, f->arg[0]);
            return RNR_POP;
        }
        f->step = 1;
    }
    rnr_flow_result result = rnr_run_effect(r, f, p);
    r->nterm = r->ncheck = 0;
    if (result != RNR_NEXT) {
        return result;
    }
    rnr_drop_pending(r, f->arg[0]);
    return RNR_POP;
}

int rnr_first_pending(const rnr_state *g, int home)
{
    for (int i = 0; i < g->pending_count; i++) {
        if (g->pending[i].source != 0 && g->pending[i].home == home) {
            return i;
        }
    }
    return -1;
}

// Draws, looks, Play Phase IP and whatever begins to hold: at once, first come first served.
static rnr_flow_result proc_now(rnr_run *r, rnr_frame *f)
{
    (void)f;
    int at = rnr_first_pending(r->g, RNR_SEC_COUNT);
    if (at < 0) {
        r->g->busy_now = r->g->now_waits = 0;
        return RNR_POP;
    }
    if ((r->g->pending[at].flags & RNR_PENDING_ASK) != 0) {
        rnr_push_declare(r, at, at + 1);
    } else {
        rnr_push(r, RNR_PROC_RESOLVE, at, 0, 0);
    }
    return RNR_AGAIN;
}

// ---- batches ---------------------------------------------------------------------------------------------------------

rnr_batch rnr_batch_of(const rnr_state *g, int home)
{
    rnr_batch batch = {(uint8_t)home, 0};
    for (int i = 0; i < g->pending_count && batch.flags == 0; i++) {
        const rnr_pending *p = &g->pending[i];
        batch.flags = p->source != 0 && p->home == home ? p->flags & RNR_PENDING_EARLY : 0;
    }
    return batch;
}

// Canonical order (A5), smaller first: unlocks, the Active Player's cards, order of entering play, sentence, effect.
static uint64_t place_of(const rnr_run *r, const rnr_pending *p)
{
    const uint64_t later = sentence_of(r, p->source, p->sentence)->effect[p->effect].verb != RNR_FX_UNLOCK;
    const uint64_t other = p->controller != r->g->active;
    return later << 41 | other << 40 | (uint64_t)r->g->card[p->source].entered << 24 | (uint64_t)p->source << 16 |
           (uint64_t)p->sentence << 8 | p->effect;
}

// Gives those of a batch with no place yet their places, in canonical order; equals stay as they came.
static void place_rest(rnr_run *r, int home)
{
    const rnr_batch batch = rnr_batch_of(r->g, home);
    uint64_t place[RNR_MAX_PENDING];
    uint16_t index[RNR_MAX_PENDING];
    int n = 0;
    for (int i = 0; i < r->g->pending_count; i++) {
        const rnr_pending *p = &r->g->pending[i];
        if (rnr_in_batch(batch, p) && p->order == 0) {
            const uint64_t own = place_of(r, p);
            int at = n++;
            for (; at > 0 && place[at - 1] > own; at--) {
                place[at] = place[at - 1];
                index[at] = index[at - 1];
            }
            place[at] = own;
            index[at] = (uint16_t)i;
        }
    }
    for (int i = 0; i < n; i++) {
        r->g->pending[index[i]].order = ++r->g->ordered;
    }
}

static int next_in_order(const rnr_state *g, int home)
{
    int best = -1;
    for (int i = 0; i < g->pending_count; i++) {
        const rnr_pending *p = &g->pending[i];
        if (p->source != 0 && p->home == home && p->order != 0 && (best < 0 || p->order < g->pending[best].order)) {
            best = i;
        }
    }
    return best;
}

static int first_to_ask(const rnr_state *g, int home)
{
    const rnr_batch batch = rnr_batch_of(g, home);
    for (int i = 0; i < g->pending_count; i++) {
        if (rnr_in_batch(batch, &g->pending[i]) && (g->pending[i].flags & RNR_PENDING_ASK) != 0) {
            return i;
        }
    }
    return -1;
}

static void place_chosen(rnr_run *r, int at)
{
    rnr_pending *p = &r->g->pending[at];
    p->order = ++r->g->ordered;
    rnr_act_as(r, p);
    r->cause = 0;
    r->seat = r->g->active;
    rnr_event(r, RNR_EV_order_chosen, RULE(order_decision), p->source, 0, 0, 0);
    rnr_act_as_rules(r);
}

static int pending_of_choice(const rnr_state *g, int home, const brs_choice *choice)
{
    for (int i = 0; i < g->pending_count; i++) {
        const rnr_pending *p = &g->pending[i];
        if (p->home == home && p->order == 0 && p->source == choice->arg[0] && p->sentence == choice->arg[1] &&
            p->effect == choice->arg[2]) {
            return i;
        }
    }
    return 0;
}

// args: home section. The whole order is fixed before the first resolves; what is created meanwhile is the next batch.
static rnr_flow_result proc_batch(rnr_run *r, rnr_frame *f)
{
    int home = f->arg[0], at;
    brs_choice answer;
    switch (f->step) {
    case 0:
        at = first_to_ask(r->g, home);
        if (at >= 0) {
            rnr_push_declare(r, at, at + 1);
            return RNR_AGAIN;
        }
        r->g->ordered = 0;
        return RNR_NEXT;
    case 1:
        if (rnr_take_answer(r, &answer)) {
            place_chosen(r, pending_of_choice(r->g, home, &answer));
        }
        if (rnr_order_matters(r, home)) {
            r->g->ask = (rnr_ask){.what = RNR_ASK_ORDER, .seat = r->g->active, .zone = (uint8_t)home};
            return RNR_WAIT;
        }
        place_rest(r, home);
        return RNR_NEXT;
    default:
        at = next_in_order(r->g, home);
        if (at >= 0) {
            rnr_push(r, RNR_PROC_RESOLVE, at, 0, 0);
            return RNR_AGAIN;
        }
        if (rnr_has_pending(r->g, home)) {
            f->step = 0;
            return RNR_AGAIN;
        }
        return RNR_POP;
    }
}

// ---- the loop -----------------------------------------------------------------------------------------------------------

static rnr_flow_result step(rnr_run *r, rnr_frame *f)
{
    switch ((rnr_proc)f->proc) {
    case RNR_PROC_GAME: return rnr_proc_game(r, f);
    case RNR_PROC_TURN: return rnr_proc_turn(r, f);
    case RNR_PROC_RESOLVE_STEP: return rnr_proc_resolve_step(r, f);
    case RNR_PROC_END: return rnr_proc_end(r, f);
    case RNR_PROC_LIMIT: return rnr_proc_limit(r, f);
    case RNR_PROC_DRAW: return proc_draw(r, f);
    case RNR_PROC_DECLARE: return proc_declare(r, f);
    case RNR_PROC_AIM: return proc_aim(r, f);
    case RNR_PROC_PLAY: return proc_play(r, f);
    case RNR_PROC_CLASH: return proc_clash(r, f);
    case RNR_PROC_ACTIVATE: return proc_activate(r, f);
    case RNR_PROC_RESOLVE: return proc_resolve(r, f);
    case RNR_PROC_NOW: return proc_now(r, f);
    case RNR_PROC_BATCH: return proc_batch(r, f);
    }
    return RNR_POP;
}

static void after_step(rnr_state *g, int depth, rnr_flow_result result)
{
    if (result == RNR_NEXT) {
        g->frame[depth].step++;
    } else if (result == RNR_POP) {
        assert(g->depth == depth + 1);
        g->depth--;
    }
}

void rnr_continue(rnr_run *r)
{
    rnr_state *g = r->g;
    g->ask.what = RNR_ASK_NONE;
    while (g->over == 0) {
        int depth = g->depth - 1;
        rnr_flow_result result = step(r, &g->frame[depth]);
        if (result == RNR_WAIT) {
            if (g->chance.asked != 0) {
                g->ask = (rnr_ask){.what = RNR_ASK_CHANCE, .seat = BRS_SEAT_CHANCE};
            }
            return;
        }
        after_step(g, depth, result);
        if (g->now_waits != 0 && g->busy_now == 0 && g->hold == 0 && g->over == 0) {
            g->busy_now = 1;
            rnr_push(r, RNR_PROC_NOW, 0, 0, 0);
        }
    }
}

void rnr_begin(rnr_run *r)
{
    r->g->answer.kind = RNR_NO_ANSWER;
    rnr_push(r, RNR_PROC_GAME, 0, 0, 0);
    rnr_continue(r);
}
