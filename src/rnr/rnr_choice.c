// The legal choices in canonical order. What one may not do is rnr_refuse.c.
#include "rnr_flow.h"

typedef struct {
    brs_choice *out;
    int n, cap;
    uint8_t seat;
} rnr_list;

static void add(rnr_list *list, int kind, int a, int b, int c)
{
    if (list->n < list->cap) {
        list->out[list->n++] = (brs_choice){(uint8_t)kind, list->seat, {(uint16_t)a, (uint16_t)b, (uint16_t)c}};
    }
}

// Two cards outside play that are the same card in the same state are one choice. Handles go by card number and
// lists by handle, so equals stand side by side.
static bool same_card(const rnr_run *r, int a, int b)
{
    const rnr_slot *x = &r->g->card[a], *y = &r->g->card[b];
    return x->number == y->number && x->doubled == y->doubled && owner_of(a) == owner_of(b);
}

static int without_equals(const rnr_run *r, uint8_t *cards, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        bool again = kept > 0 && same_card(r, cards[kept - 1], cards[i]) && !in_play(r->g, cards[i]);
        cards[kept] = cards[i];
        kept += !again;
    }
    return kept;
}

// Cards that the hand holds, or may hold where a slot is unknown.
uint64_t rnr_hand_candidates(const rnr_state *g, int seat)
{
    return g->zone[seat][RNR_HAND] | (g->unknown_hand[seat] > 0 ? g->hidden[seat] : 0);
}

// Of equal cards the first stands for all.
static bool is_first_of_equals(const rnr_run *r, uint64_t cards, int handle)
{
    const uint64_t before = cards & (bit_of(handle) - 1);
    return before == 0 || !same_card(r, handle_at(owner_of(handle), 63 - __builtin_clzll(before)), handle);
}

static int hand_without_equals(const rnr_run *r, int seat, uint64_t mask, uint8_t *out)
{
    const rnr_slot *before = NULL;
    int n = 0;
    for (; mask != 0; mask &= mask - 1) {
        const int handle = handle_at(seat, __builtin_ctzll(mask));
        const rnr_slot *slot = &r->g->card[handle];
        const bool again = before != NULL && before->number == slot->number && before->doubled == slot->doubled;
        out[n] = (uint8_t)handle;
        n += !again;
        before = slot;
    }
    return n;
}

int rnr_hand_of(const rnr_run *r, int seat, uint8_t *out)
{
    return hand_without_equals(r, seat, rnr_hand_candidates(r->g, seat), out);
}

// ---- may this card be played? ------------------------------------------------------------------------------

bool rnr_clash_targets(const rnr_run *r, int seat, int handle, uint8_t *out, int *n)
{
    const rnr_state *g = r->g;
    int target;
    *n = 0;
    for (rnr_walk w = rnr_walk_over(rnr_places_of_type(g, RNR_ATTACK, 1 - seat)); rnr_walk_on(g, &w, &target);) {
        int other;
        bool taken = false;
        for (rnr_walk sent = rnr_walk_over(g->places[RNR_ATTACK]); !taken && rnr_walk_on(g, &sent, &other);) {
            taken = other != handle && g->card[other].clash == target;
        }
        if (!taken) {
            out[(*n)++] = (uint8_t)target;
        }
    }
    return *n > 0;
}

static rnr_rule_id why_no_clash(rnr_run *r, int seat, int handle)
{
    uint8_t targets[2 * RNR_DECK];
    int n, by;
    if (card_of(r, handle)->type != RNR_ATTACK || !rnr_clash_targets(r, seat, handle, targets, &n)) {
        return RULE(aoa);
    }
    return rnr_blocked_from(r, seat, RNR_DECLARING_AOA, 0, &by) ? RULE(aoa_blocked) : RULE(none);
}

// What may stand between a hand and the table now, a bit each.
enum { COST_CHANGES = 1, SOME_BARRED = 2, SOME_BLOCKED = 4 };

static int hurdles_now(const rnr_run *r)
{
    const uint64_t cost = UINT64_C(1) << RNR_FX_COST, cannot = UINT64_C(1) << RNR_FX_CANNOT,
                   block = UINT64_C(1) << RNR_FX_BLOCK_ACTION, verbs = r->g->verbs;
    int hurdles = (verbs & cost) != 0 ? COST_CHANGES : 0;
    for (int i = 0; (verbs & (cannot | block)) != 0 && i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb == RNR_FX_CANNOT && rnr_effect_of(r, m)->word == RNR_BAR_PLAYED) {
            hurdles |= SOME_BARRED;
        } else if (m->verb == RNR_FX_BLOCK_ACTION && rnr_effect_of(r, m)->word == RNR_PLAYING) {
            hurdles |= SOME_BLOCKED;
        }
    }
    return hurdles;
}

static int cost_to_play(rnr_run *r, int handle, int how, int hurdles)
{
    const int more = how == RNR_PLAY_AOA ? option(r, RNR_OPT_aoa_extra_ip) : 0;
    if ((hurdles & COST_CHANGES) == 0) {
        return (card_of(r, handle)->cost << r->g->card[handle].doubled) + more;
    }
    const int cost = rnr_ip_cost(r, handle, how == RNR_PLAY_AOA);
    r->nterm = 0;
    return cost;
}

static rnr_rule_id why_not_play(rnr_run *r, int seat, int handle, int how, int hurdles)
{
    const rnr_card *card = card_of(r, handle);
    int by;
    if (card->type == RNR_UA) {
        return RULE(setup_place_uas);
    }
    if (how == RNR_PLAY_EQUALIZE) {
        return card->type == RNR_BILL ? RULE(bill_returns) : card->cost > 0 ? RULE(equalization) : RULE(none);
    }
    if (how == RNR_PLAY_PILLAR && card->type != RNR_PILLAR) {
        return RULE(play_phase);
    }
    if (r->g->play_decisions >= option(r, RNR_OPT_play_decisions)) {
        return RULE(play_limit);
    }
    if (card->type == RNR_PILLAR && r->g->pillars_played >= option(r, RNR_OPT_pillars_per_turn)) {
        return RULE(one_pillar);
    }
    if ((hurdles & SOME_BARRED) != 0 && rnr_barred_from(r, handle, RNR_BAR_PLAYED, &by)) {
        return RULE(cannot);
    }
    if ((hurdles & SOME_BLOCKED) != 0 && rnr_blocked_from(r, seat, RNR_PLAYING, handle, &by)) {
        return RULE(block);
    }
    if (cost_to_play(r, handle, how, hurdles) > r->g->ip[seat]) {
        return how == RNR_PLAY_PILLAR ? RULE(pillar_cost) : how == RNR_PLAY_AOA ? RULE(aoa_cost) : RULE(pay_cost);
    }
    return how == RNR_PLAY_AOA ? why_no_clash(r, seat, handle) : RULE(none);
}

rnr_rule_id rnr_why_not_play(rnr_run *r, int seat, int handle, int how)
{
    return why_not_play(r, seat, handle, how, hurdles_now(r));
}

rnr_rule_id rnr_why_not_clash(rnr_run *r, int seat, int handle)
{
    const rnr_slot *slot = &r->g->card[handle];
    if (r->g->play_decisions >= option(r, RNR_OPT_play_decisions)) {
        return RULE(play_limit);
    }
    if (slot->clash != 0) {
        return RULE(aoa_together);
    }
    if (rnr_locked(r, handle)) {
        return RULE(locked_scope);
    }
    if (r->g->ip[seat] < option(r, RNR_OPT_aoa_extra_ip)) {
        return RULE(aoa_cost);
    }
    return why_no_clash(r, seat, handle);
}

// ---- may this ability be used? -------------------------------------------------------------------------------

static bool gains_ip(const rnr_sentence *s)
{
    for (int i = 0; i < s->neffect; i++) {
        if (s->effect[i].verb == RNR_FX_GAIN && s->effect[i].resource == RNR_IP && s->effect[i].who != RNR_WHO_OPPONENT) {
            return true;
        }
    }
    return false;
}

// L19: an ability that costs neither IP nor a card, or that gains IP, works once a turn; on a card that
// leaves after its turn the cost may be paid once.
bool rnr_once_a_turn(const rnr_run *r, int handle, int sentence)
{
    const rnr_sentence *s = sentence_of(r, handle, sentence);
    int type = card_of(r, handle)->type;
    bool costs = false;
    for (int i = 0; i < s->ncost; i++) {
        costs = costs || s->cost[i].kind != RNR_COST_PAY || s->cost[i].x != 0 || s->cost[i].n > 0;
    }
    return !costs || gains_ip(s) || type == RNR_BILL || type == RNR_RIGHTS;
}

// What keeps a card from being given up in such a way.
rnr_rule_id rnr_why_not_give_up(const rnr_run *r, int kind, int handle)
{
    int by = 0;
    if (kind == RNR_COST_EXILE) {
        return rnr_barred_from(r, handle, RNR_BAR_EXILED, &by) ? RULE(cannot) : RULE(none);
    }
    if (kind != RNR_COST_DISCARD) {
        return RULE(none);
    }
    return rnr_barred_from(r, handle, RNR_BAR_DISCARDED, &by) ? RULE(cannot)
           : rnr_protected(r, handle, &by)                    ? RULE(protect)
                                                              : RULE(none);
}

static int cost_cards_in_hand(const rnr_run *r, int seat, int handle, const rnr_cost *cost, uint8_t *out)
{
    int n = 0;
    for (uint64_t mask = rnr_hand_candidates(r->g, seat); mask != 0; mask &= mask - 1) {
        int card = handle_at(seat, __builtin_ctzll(mask));
        if (rnr_fits(r, &cost->what, seat, handle, card)) {
            out[n++] = (uint8_t)card;
        }
    }
    return n;
}

static int cost_cards(const rnr_run *r, int seat, int handle, const rnr_cost *cost, uint8_t *out)
{
    if (cost->kind == RNR_COST_DISCARD && cost->what.where == RNR_IN_HAND) {
        return without_equals(r, out, cost_cards_in_hand(r, seat, handle, cost, out));
    }
    int n = 0;
    for (int i = 0; i < r->g->play_count; i++) {
        int card = r->g->play_order[i];
        bool ua = card_of(r, card)->type == RNR_UA;
        if (!ua && rnr_fits(r, &cost->what, seat, handle, card) && rnr_why_not_give_up(r, cost->kind, card) == RULE(none)) {
            out[n++] = (uint8_t)card;
        }
    }
    return n;
}

static int cards_available(const rnr_run *r, int seat, int handle, const rnr_cost *cost)
{
    uint8_t cards[2 * RNR_DECK];
    if (cost->kind != RNR_COST_DISCARD || cost->what.where != RNR_IN_HAND) {
        return cost_cards(r, seat, handle, cost, cards);
    }
    int known = 0, n = cost_cards_in_hand(r, seat, handle, cost, cards);
    for (int i = 0; i < n; i++) {
        known += r->g->card[cards[i]].zone == RNR_HAND;
    }
    return known + r->g->unknown_hand[seat];  // an unknown card may be of the kind
}

static rnr_rule_id why_not_pay(const rnr_run *r, int seat, int handle, const rnr_sentence *s)
{
    int ip = 0;
    for (int i = 0; i < s->ncost; i++) {
        const rnr_cost *cost = &s->cost[i];
        if (cost->kind == RNR_COST_PAY) {
            ip += cost->x != 0 ? 1 : cost->n;
        } else if (cost->what.det == RNR_DET_THIS) {
            rnr_rule_id rule = rnr_why_not_give_up(r, cost->kind, handle);
            if (rule != RULE(none)) {
                return rule;
            }
        } else if (cards_available(r, seat, handle, cost) < (cost->what.count > 0 ? cost->what.count : 1)) {
            return RULE(activation);
        }
    }
    return ip > r->g->ip[seat] ? RULE(pay_cost) : RULE(none);
}

rnr_rule_id rnr_why_not_activate(rnr_run *r, int seat, int handle, int sentence)
{
    const rnr_sentence *s = sentence_of(r, handle, sentence);
    int by;
    if (r->g->play_decisions >= option(r, RNR_OPT_play_decisions)) {
        return RULE(play_limit);
    }
    if (rnr_locked(r, handle)) {
        return RULE(locked_scope);
    }
    if (rnr_barred_from(r, handle, RNR_BAR_ACTIVATE, &by)) {
        return RULE(cannot);
    }
    if (rnr_blocked_from(r, seat, RNR_ACTIVATING, 0, &by)) {
        return RULE(block);
    }
    if ((r->g->card[handle].used >> sentence & 1) != 0) {
        return RULE(ability_once);
    }
    return why_not_pay(r, seat, handle, s);
}

// ---- lists of targets ------------------------------------------------------------------------------------------

int rnr_targets_wanted(const rnr_effect *e)
{
    int wanted = e->what.det == RNR_DET_NUMBER || e->what.det == RNR_DET_UP_TO ? e->what.count : 1;
    if (e->verb == RNR_FX_REDIRECT) {
        return rnr_asks(&e->to) ? 2 : 1;
    }
    return wanted < RNR_MAX_TARGETS ? wanted : RNR_MAX_TARGETS;
}

// What an attack "to Opponent" may name: any opposing Defense or UA (L11).
static int opposing_walls_and_uas(const rnr_run *r, int you, uint8_t *out, int cap)
{
    const rnr_places walls_and_uas = rnr_places_both(r->g->places[RNR_DEFENSE], r->g->places[RNR_UA]);
    int n = 0, by, handle;
    for (rnr_walk w = rnr_walk_over(rnr_places_of(r->g, walls_and_uas, 1 - you)); n < cap && rnr_walk_on(r->g, &w, &handle);) {
        if (!rnr_barred_from(r, handle, RNR_BAR_TARGETED, &by) && !rnr_blocked_from(r, you, RNR_TARGETING, handle, &by)) {
            out[n++] = (uint8_t)handle;
        }
    }
    return n;
}

static int attack_targets(const rnr_run *r, const rnr_effect *e, int you, int source, uint8_t *out, int cap)
{
    if ((e->flags & RNR_FLAG_TO_OPPONENT) != 0) {
        return opposing_walls_and_uas(r, you, out, cap);
    }
    return rnr_asks(&e->what) ? rnr_candidates(r, e, you, source, true, out, cap) : 0;
}

static int without_chosen(const uint8_t *chosen, int count, uint8_t *list, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        bool taken = false;
        for (int k = 0; k < count; k++) {
            taken = taken || chosen[k] == list[i];
        }
        if (!taken) {
            list[kept++] = list[i];
        }
    }
    return kept;
}

int rnr_target_list(const rnr_run *r, const rnr_pending *p, uint8_t *out, int cap)
{
    const rnr_effect *e = &sentence_of(r, p->source, p->sentence)->effect[p->effect];
    int n;
    if (e->verb == RNR_FX_ATTACK) {
        n = attack_targets(r, e, p->controller, p->source, out, cap);
    } else if (e->verb == RNR_FX_REDIRECT && p->count == 1) {
        rnr_effect second = *e;
        second.what = e->to;
        n = rnr_candidates(r, &second, p->controller, p->source, true, out, cap);
    } else {
        n = rnr_candidates(r, e, p->controller, p->source, true, out, cap);
    }
    n = without_equals(r, out, n);
    return without_chosen(p->target, p->count, out, n);
}

bool rnr_may_be_none(const rnr_run *r, const rnr_selector *what, const uint8_t *cards, int n)
{
    const bool any = what->type == RNR_TYPE_ANY && what->branch == RNR_BRANCH_NONE && what->rarity == RNR_RARITY_ANY &&
                     what->cost_cmp == RNR_CMP_NONE;
    bool none = n > 0 && !any;
    for (int i = 0; i < n; i++) {
        none = none && r->g->card[cards[i]].zone == RNR_PILE;
    }
    return none;
}

int rnr_aim_list(const rnr_run *r, int handle, uint8_t *out, int cap)
{
    const rnr_card *card = card_of(r, handle);
    const rnr_effect *e = &card->sentence[card->attack_sentence].effect[card->attack_effect];
    const rnr_slot *slot = &r->g->card[handle];
    int n = attack_targets(r, e, slot->controller, handle, out, cap);
    if (slot->division != 0) {
        const rnr_division *divided = &r->g->division[slot->division - 1];
        return without_chosen(divided->target, divided->count, out, n);
    }
    return without_chosen(&slot->target, slot->target != 0, out, n);
}

int rnr_own_list(const rnr_run *r, uint8_t *out, int cap)
{
    const rnr_ask *ask = &r->g->ask;
    const rnr_effect *e = &sentence_of(r, ask->source, ask->sentence)->effect[ask->effect];
    int n = 0;
    if (e->verb == RNR_FX_DISCARD) {
        uint8_t hand[2 * RNR_DECK];
        int count = rnr_hand_of(r, ask->seat, hand);
        for (int i = 0; i < count && n < cap; i++) {
            if (e->what.det == RNR_DET_NONE || rnr_fits(r, &e->what, ask->seat, ask->source, hand[i])) {
                out[n++] = hand[i];
            }
        }
        return n;
    }
    for (int i = 0; i < r->g->play_count && n < cap; i++) {
        int handle = r->g->play_order[i];
        if (card_of(r, handle)->type != RNR_UA && rnr_fits(r, &e->what, ask->seat, ask->source, handle)) {
            out[n++] = (uint8_t)handle;
        }
    }
    return n;
}

// ---- the list by question -----------------------------------------------------------------------------------------

static void list_cards(rnr_list *list, int kind, const uint8_t *cards, int n)
{
    for (int i = 0; i < n; i++) {
        add(list, kind, cards[i], 0, 0);
    }
}

static void list_plays_of(rnr_run *r, rnr_list *list, int seat, int how, int kind, const uint8_t *hand, int n)
{
    const int hurdles = n > 0 ? hurdles_now(r) : 0;
    for (int i = 0; i < n; i++) {
        const bool asked = how != RNR_PLAY_AOA || r->g->card[hand[i]].type == RNR_ATTACK;
        if (asked && why_not_play(r, seat, hand[i], how, hurdles) == RULE(none)) {
            add(list, kind, hand[i], 0, 0);
        }
    }
}

static void list_plays(rnr_run *r, rnr_list *list, int seat, int how, int kind)
{
    uint8_t hand[2 * RNR_DECK];
    const uint64_t asked = how == RNR_PLAY_PILLAR ? r->g->of_type[seat][RNR_PILLAR] : ~UINT64_C(0);
    int n = hand_without_equals(r, seat, rnr_hand_candidates(r->g, seat) & asked, hand);
    list_plays_of(r, list, seat, how, kind, hand, n);
}

bool rnr_stands_to_attack(const rnr_run *r, int seat, int handle)
{
    return r->g->card[handle].controller == seat && card_of(r, handle)->type == RNR_ATTACK &&
           !has_flag(r->g, handle, RNR_FRESH);
}

static void list_table_acts(rnr_run *r, rnr_list *list, int seat, bool clashes)
{
    int handle;
    rnr_walk w = rnr_walk_over(rnr_places_of_type(r->g, RNR_ATTACK, seat));
    while (clashes && rnr_walk_on(r->g, &w, &handle)) {
        if (rnr_stands_to_attack(r, seat, handle) && rnr_why_not_clash(r, seat, handle) == RULE(none)) {
            add(list, RNR_CH_clash, handle, 0, 0);
        }
    }
    for (w = rnr_walk_over(rnr_places_of(r->g, r->g->places[RNR_PLACES_ACTIVATED], seat)); rnr_walk_on(r->g, &w, &handle);) {
        const rnr_card *card = card_of(r, handle);
        for (int s = 0; s < card->nsentence; s++) {
            if (card->sentence[s].head == RNR_HEAD_COST && rnr_why_not_activate(r, seat, handle, s) == RULE(none)) {
                add(list, RNR_CH_activate, handle, s, 0);
            }
        }
    }
}

static void list_play_phase(rnr_run *r, rnr_list *list, int seat)
{
    const bool clashes = !rnr_no_places(rnr_places_of_type(r->g, RNR_ATTACK, 1 - seat));
    uint8_t hand[2 * RNR_DECK];
    int n = rnr_hand_of(r, seat, hand);
    list_plays_of(r, list, seat, RNR_PLAY_NORMAL, RNR_CH_play, hand, n);
    if (clashes) {
        list_plays_of(r, list, seat, RNR_PLAY_AOA, RNR_CH_play_aoa, hand, n);
    }
    list_table_acts(r, list, seat, clashes);
    add(list, RNR_CH_done, 0, 0, 0);
}

bool rnr_is_play_legal(rnr_run *r, brs_choice choice)
{
    const int seat = r->g->ask.seat, handle = choice.arg[0];
    const bool card = handle > 0 && handle < RNR_HANDLES && choice.arg[2] == 0;
    const uint64_t hand = rnr_hand_candidates(r->g, seat);
    const bool held = card && owner_of(handle) == seat && (hand & bit_of(handle)) != 0 && is_first_of_equals(r, hand, handle);
    const bool stands = card && in_play(r->g, handle) && r->g->card[handle].controller == seat;
    brs_trace *trace = r->trace;
    rnr_rule_id rule = RULE(decision_steps);
    r->trace = NULL;
    if (choice.kind == RNR_CH_done) {
        rule = handle == 0 && choice.arg[1] == 0 && choice.arg[2] == 0 ? RULE(none) : rule;
    } else if (choice.kind == RNR_CH_play && held && choice.arg[1] == 0) {
        rule = rnr_why_not_play(r, seat, handle, RNR_PLAY_NORMAL);
    } else if (choice.kind == RNR_CH_play_aoa && held && choice.arg[1] == 0) {
        rule = rnr_why_not_play(r, seat, handle, RNR_PLAY_AOA);
    } else if (choice.kind == RNR_CH_clash && stands && choice.arg[1] == 0) {
        rule = rnr_stands_to_attack(r, seat, handle) ? rnr_why_not_clash(r, seat, handle) : rule;
    } else if (choice.kind == RNR_CH_activate && stands && choice.arg[1] < card_of(r, handle)->nsentence &&
               sentence_of(r, handle, choice.arg[1])->head == RNR_HEAD_COST) {
        rule = rnr_why_not_activate(r, seat, handle, choice.arg[1]);
    }
    r->trace = trace;
    return rule == RULE(none);
}

int rnr_most_x(const rnr_run *r)
{
    enum { MOST = 255 };
    const rnr_sentence *s = sentence_of(r, r->g->ask.source, r->g->ask.sentence);
    int left = r->g->ip[r->g->ask.seat];
    for (int i = 0; i < s->ncost; i++) {
        left -= s->cost[i].kind == RNR_COST_PAY && s->cost[i].x == 0 ? s->cost[i].n : 0;
    }
    return left < MOST ? left : MOST;
}

static void list_x(const rnr_run *r, rnr_list *list)
{
    const int most = rnr_most_x(r);
    for (int x = 1; x <= most; x++) {
        add(list, RNR_CH_x, x, 0, 0);
    }
}

static void list_order(const rnr_run *r, rnr_list *list)
{
    const int home = r->g->ask.zone;
    bool may[RNR_MAX_PENDING];
    rnr_may_order(r, home, may);
    for (int i = 0; i < r->g->pending_count; i++) {
        const rnr_pending *p = &r->g->pending[i];
        bool listed = false;
        if (!may[i]) {
            continue;
        }
        for (int k = 0; k < list->n; k++) {
            const uint16_t *arg = list->out[k].arg;
            listed = listed || (arg[0] == p->source && arg[1] == p->sentence && arg[2] == p->effect);
        }
        if (!listed) {
            add(list, RNR_CH_order, p->source, p->sentence, p->effect);
        }
    }
}

static void list_chance(const rnr_run *r, rnr_list *list)
{
    const brs_chance *chance = &r->g->chance;
    if (chance->n == 6) {
        for (int i = 0; i < 6; i++) {
            add(list, RNR_CH_roll, i + 1, 0, 0);
        }
        return;
    }
    uint8_t cards[2 * RNR_DECK];
    int n = 0;
    for (uint64_t mask = r->g->hidden[chance->seat]; mask != 0; mask &= mask - 1) {
        cards[n++] = (uint8_t)handle_at(chance->seat, __builtin_ctzll(mask));
    }
    list_cards(list, RNR_CH_outcome, cards, without_equals(r, cards, n));
    if (rnr_may_be_unseen(r->g)) {
        add(list, RNR_CH_outcome, 0, 0, 0);
    }
}

// Points for the next part of a divided attack; at least one is left for each part after it.
static void list_split(const rnr_run *r, rnr_list *list)
{
    const rnr_ask *ask = &r->g->ask;
    const rnr_division *divided = &r->g->division[r->g->card[ask->source].division - 1];
    int left = rnr_points(r, ask->source) - (divided->count - 1 - ask->index);
    for (int i = 0; i < ask->index; i++) {
        left -= divided->points[i];
    }
    for (int n = 1; n <= left; n++) {
        add(list, RNR_CH_split, n, divided->target[ask->index], 0);
    }
}

static void list_enough(rnr_list *list, const rnr_ask *ask)
{
    if (ask->may_stop) {
        add(list, RNR_CH_enough, 0, 0, 0);
    }
}

static void list_named(rnr_run *r, rnr_list *list)
{
    const rnr_ask *ask = &r->g->ask;
    uint8_t cards[2 * RNR_DECK];
    int n = 0;
    switch (ask->what) {
    case RNR_ASK_CLASH: rnr_clash_targets(r, ask->seat, ask->source, cards, &n); break;
    case RNR_ASK_TARGET: n = rnr_target_list(r, &r->g->pending[ask->index], cards, 2 * RNR_DECK); break;
    default: n = rnr_aim_list(r, ask->source, cards, 2 * RNR_DECK); break;
    }
    list_cards(list, RNR_CH_target, cards, n);
    list_enough(list, ask);
}

int rnr_choices(const rnr_run *run, brs_choice *out, int cap)
{
    rnr_run copy = *run, *r = &copy;
    const rnr_ask *ask = &r->g->ask;
    rnr_list list = {out, 0, cap, ask->seat};
    uint8_t cards[2 * RNR_DECK];
    r->trace = NULL;
    switch ((rnr_question)ask->what) {
    case RNR_ASK_NONE: break;
    case RNR_ASK_MULLIGAN:
        add(&list, RNR_CH_keep, 0, 0, 0);
        add(&list, RNR_CH_mulligan, 0, 0, 0);
        break;
    case RNR_ASK_EQUALIZE:
        add(&list, RNR_CH_skip, 0, 0, 0);
        list_plays(r, &list, ask->seat, RNR_PLAY_EQUALIZE, RNR_CH_equalize);
        break;
    case RNR_ASK_PILLAR:
        add(&list, RNR_CH_skip, 0, 0, 0);
        list_plays(r, &list, ask->seat, RNR_PLAY_PILLAR, RNR_CH_pillar);
        break;
    case RNR_ASK_PLAY: list_play_phase(r, &list, ask->seat); break;
    case RNR_ASK_CLASH:
    case RNR_ASK_TARGET:
    case RNR_ASK_ATTACK: list_named(r, &list); break;
    case RNR_ASK_X: list_x(r, &list); break;
    case RNR_ASK_MAY:
        add(&list, RNR_CH_yes, 0, 0, 0);
        add(&list, RNR_CH_no, 0, 0, 0);
        break;
    case RNR_ASK_COST: {
        const rnr_cost *cost = &sentence_of(r, ask->source, ask->sentence)->cost[ask->index];
        list_cards(&list, RNR_CH_choose, cards, cost_cards(r, ask->seat, ask->source, cost, cards));
        break;
    }
    case RNR_ASK_OWN:
        list_cards(&list, RNR_CH_choose, cards, rnr_own_list(r, cards, 2 * RNR_DECK));
        list_enough(&list, ask);
        break;
    case RNR_ASK_ORDER: list_order(r, &list); break;
    case RNR_ASK_DISCARD: list_cards(&list, RNR_CH_discard, cards, rnr_hand_of(r, ask->seat, cards)); break;
    case RNR_ASK_SPLIT:
        list_split(r, &list);
        break;
    case RNR_ASK_CHANCE: list_chance(r, &list); break;
    }
    return list.n;
}
