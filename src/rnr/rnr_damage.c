// Attack Damage and clashes: who may be hit and what is assigned. Damage is marked in the damage step and applied in 5A
// (rnr_cleanup.c), so all of one step is simultaneous (F5).
#include "rnr_state.h"

// ---- attacks of Attack cards ----------------------------------------------------------------------------

// An Attack in play attacks in its controller's damage step until it has dealt its damage, and again each turn when
// it says so; on the other side only the pre-game Attack and, by option, the survivor of a clash do.
static bool side_attacks(const rnr_run *r, int handle)
{
    const rnr_slot *slot = &r->g->card[handle];
    return slot->controller == r->g->active || (slot->flags & RNR_PREGAME) != 0 ||
           ((slot->flags & RNR_CLASHED) != 0 && option(r, RNR_OPT_aoa_survivors_attack) == 1);
}

bool rnr_will_attack(const rnr_run *r, int handle)
{
    return (r->g->card[handle].traits & RNR_TRAIT_ATTACKS) != 0 && !has_flag(r->g, handle, RNR_SPENT | RNR_DEAD) &&
           side_attacks(r, handle);
}

static bool attack_is_stopped(rnr_run *r, int handle)
{
    int by = 0;
    int seat = r->g->card[handle].controller;
    if (rnr_locked(r, handle)) {
        rnr_check(r, rnr_why_off(r, handle), false, handle, RULE(locked_scope));
    } else if (rnr_barred_from(r, handle, RNR_BAR_ATTACK, &by)) {
        rnr_check(r, RNR_TERM_barred, false, by, RULE(cannot));
    } else if (rnr_blocked_from(r, seat, RNR_ATTACKING, handle, &by) &&
               !rnr_bypasses(r, handle, RNR_WALL_BLOCKS, NULL)) {
        rnr_check(r, RNR_TERM_block_applies, false, by, RULE(block));
    } else {
        return false;
    }
    rnr_event(r, RNR_EV_attack_off, RULE(attack_spent), handle, 0, 0, 0);
    return true;
}

// ---- who may be hit ------------------------------------------------------------------------------------------

bool rnr_may_hit(const rnr_run *r, int source, int target, int you, bool class_attack)
{
    if (!in_play(r->g, target) || r->g->card[target].controller == you || has_flag(r->g, target, RNR_DEAD)) {
        return false;
    }
    int type = r->g->card[target].type;
    if (type == RNR_UA) {
        bool wall = (r->g->wall >> (1 - you) & 1) != 0;
        return !wall || rnr_bypasses(r, source, RNR_WALL_DEFENSE, NULL);
    }
    return type == RNR_DEFENSE || class_attack;
}

static bool in_class(const rnr_run *r, const rnr_effect *e, int source, int target)
{
    return (e->flags & RNR_FLAG_TO_OPPONENT) != 0 || rnr_fits(r, &e->what, -1, source, target);
}

static bool hittable(const rnr_run *r, const rnr_effect *e, int source, int target, int you)
{
    bool class_attack = (e->flags & RNR_FLAG_TO_OPPONENT) == 0;
    return rnr_may_hit(r, source, target, you, class_attack) && in_class(r, e, source, target);  // no card (0) is not in play
}

// Where to look for what an attack may hit: the other side's Defenses and UAs, or whatever its class names.
static rnr_places where_to_hit(const rnr_run *r, const rnr_effect *e, int you)
{
    const rnr_places *sets = r->g->places;
    rnr_places all = rnr_places_both(sets[RNR_DEFENSE], sets[RNR_UA]);
    for (int type = RNR_UA; (e->flags & RNR_FLAG_TO_OPPONENT) == 0 && type <= RNR_BILL; type++) {
        all = rnr_places_both(all, sets[type]);
    }
    return rnr_places_of(r->g, all, 1 - you);
}

// L11: the first unlocked Defense, else the first UA, else the first locked Defense; a class attack stays in its class.
int rnr_fallback(const rnr_run *r, const rnr_effect *e, int source, int you)
{
    int ua = 0, locked_defense = 0, other = 0;
    int target;
    for (rnr_walk w = rnr_walk_over(where_to_hit(r, e, you)); rnr_walk_on(r->g, &w, &target);) {
        if (!hittable(r, e, source, target, you)) {
            continue;
        }
        int type = r->g->card[target].type;
        if (type == RNR_DEFENSE && !rnr_locked(r, target)) {
            return target;
        }
        ua = type == RNR_UA && ua == 0 ? target : ua;
        locked_defense = type == RNR_DEFENSE && locked_defense == 0 ? target : locked_defense;
        other = other == 0 ? target : other;
    }
    return ua != 0 ? ua : locked_defense != 0 ? locked_defense : other;
}

// ---- assignment ------------------------------------------------------------------------------------------------

// Whether a redirecting effect means damage to this card.
static bool redirects_from(const rnr_run *r, const rnr_modifier *m, int target)
{
    const rnr_effect *e = rnr_effect_of(r, m);
    const int you = m->duration == RNR_WHILE_IN_PLAY ? r->g->card[m->source].controller : m->controller;
    if (e->what.det == RNR_DET_NONE) {
        return r->g->card[target].controller == you;
    }
    if (rnr_asks(&e->what)) {
        return m->count != 0xFF && target == m->target[0];
    }
    return rnr_fits(r, &e->what, rnr_seat_of(r, e->what.who, you, e, m->source), m->source, target);
}

static const rnr_modifier *redirecting(const rnr_run *r, int target, uint64_t *applied)
{
    for (int i = 0; i < r->g->modifier_count && i < 64; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb == RNR_FX_REDIRECT && (*applied >> i & 1) == 0 && rnr_modifier_holds(r, m) &&
            rnr_effect_of(r, m)->flow == RNR_FLOW_ATTACK_DAMAGE && redirects_from(r, m, target)) {
            *applied |= UINT64_C(1) << i;  // a redirecting sentence applies once per damage (L19)
            return m;
        }
    }
    return NULL;
}

// Where the damage goes instead: "to Opponent" is the other side's card that an attack would fall back to.
static int redirect_target(const rnr_run *r, const rnr_modifier *m, int source)
{
    const rnr_effect *e = rnr_effect_of(r, m);
    const int you = m->duration == RNR_WHILE_IN_PLAY ? r->g->card[m->source].controller : m->controller;
    if ((e->flags & RNR_FLAG_TO_OPPONENT) != 0) {
        return rnr_fallback(r, e, source, you);
    }
    int to = e->to.det == RNR_DET_THIS                ? m->source
             : e->to.det == RNR_DET_ATTACKER          ? source
             : m->count != 0xFF && m->count > 1       ? m->target[1]
                                                      : 0;
    return in_play(r->g, to) ? to : 0;
}

// What keeps the damage where it is, named as a check.
static bool redirect_fails(rnr_run *r, const rnr_modifier *m, int source, int target, int to)
{
    int by = 0;
    if (rnr_barred_from(r, source, RNR_BAR_REDIRECTED, &by) || rnr_barred_from(r, target, RNR_BAR_REDIRECTED, &by)) {
        rnr_check(r, RNR_TERM_barred, false, by, RULE(cannot));
    } else if (rnr_immune(r, target, RNR_THREAT_REDIRECT, &by)) {
        rnr_check(r, RNR_TERM_immune, false, by, RULE(immune));
    } else if (to == 0) {
        rnr_check(r, RNR_TERM_redirect_gone, false, m->source, RULE(redirect));
    } else {
        return to == target;
    }
    return true;
}

static int after_redirects(rnr_run *r, int source, int target)
{
    uint64_t applied = 0;
    const rnr_modifier *m;
    while ((r->g->verbs >> RNR_FX_REDIRECT & 1) != 0 && (m = redirecting(r, target, &applied)) != NULL) {
        int to = redirect_target(r, m, source);
        if (redirect_fails(r, m, source, target, to)) {
            continue;
        }
        uint8_t was = r->source, sentence = r->sentence, effect = r->effect;
        r->source = m->source;
        r->sentence = m->sentence;
        r->effect = m->effect;
        rnr_event(r, RNR_EV_redirected, RULE(redirect), target, to, 0, 0);
        r->source = was;
        r->sentence = sentence;
        r->effect = effect;
        target = to;
    }
    return target;
}

// The addends named so far become addends of the change that 5A will make.
static void keep_hits(rnr_run *r, int target)
{
    for (int i = 0; i < r->nterm && r->g->hit_count < RNR_MAX_HITS; i++) {
        const brs_term *t = &r->notes->term[i];
        r->g->hit[r->g->hit_count++] = (rnr_hit){(uint8_t)t->card, (uint8_t)target, t->label, t->rule,
                                                 (int16_t)t->value, r->trace->event_count + 1};
    }
}

// LP fall in the damage step itself; damage born later waits for the next 5A (U32, L12).
static void assign_lp(rnr_run *r, int source, int amount, int you)
{
    const int seat = 1 - you;
    rnr_term(r, RNR_TERM_attack, -amount, source, RULE(lp_attack));
    int left = rnr_flow_amount(r, RNR_FLOW_ATTACK_DAMAGE, seat, 0, amount, source);
    if (left == 0 || r->g->position <= rnr_position(r, RNR_SEC_damage)) {
        rnr_set_lp(r, seat, -left, RNR_EV_lp_hit, RULE(lp_attack));
    } else {
        if (r->trace != NULL) {
            keep_hits(r, RNR_HANDLES + seat);
        }
        r->g->lp_marked[seat] += left;
        r->g->unsettled = 1;
        rnr_event(r, RNR_EV_lp_damage_marked, RULE(late_damage), seat, left, 0, 0);
    }
    if (left > 0) {
        rnr_fire(r, RNR_ON_DEALS, source, you, source);
    }
}

void rnr_assign(rnr_run *r, int source, int target, int amount, int you)
{
    if (target == RNR_LP_TARGET) {
        assign_lp(r, source, amount, you);
        return;
    }
    target = after_redirects(r, source, target);
    rnr_slot *slot = &r->g->card[target];
    int by = 0;
    slot->flags |= RNR_ATTACKED | RNR_STRUCK;
    r->g->unsettled = r->g->struck = 1;
    slot->attacker = (uint8_t)source;
    rnr_term(r, RNR_TERM_attack, -amount, source, RULE(attack_damage));
    int left = rnr_flow_amount(r, RNR_FLOW_ATTACK_DAMAGE, slot->controller, target, amount, source);
    if (left > 0 && rnr_immune(r, target, RNR_THREAT_DAMAGE, &by)) {
        rnr_term(r, RNR_TERM_immune, left, by, RULE(immune));
        left = 0;
    }
    if (r->trace != NULL) {
        keep_hits(r, target);
    }
    uint32_t event = rnr_event(r, left > 0 ? RNR_EV_damage_assigned : RNR_EV_damage_none, RULE(attack_damage), target,
                               left, 0, 0);
    slot->marked = (int16_t)(slot->marked + left > 30000 ? 30000 : slot->marked + left);
    if (left > 0 && card_of(r, target)->points == 0) {
        slot->flags |= RNR_FALLEN;  // it has no points to lose (F17)
        r->g->fallen = 1;
        slot->marked = 0;
    }
    uint32_t cause = r->cause;
    r->cause = event != 0 ? event : cause;
    rnr_fire(r, RNR_ON_ATTACKED, target, slot->controller, source);
    if (left > 0) {
        rnr_fire(r, RNR_ON_DEALS, source, you, source);
    }
    r->cause = cause;
}

static bool class_hits_all(const rnr_effect *e)
{
    return (e->flags & RNR_FLAG_TO_OPPONENT) == 0 && (e->what.det == RNR_DET_ALL || e->what.det == RNR_DET_EACH);
}

static void attack_all(rnr_run *r, int source, const rnr_effect *e, int amount, int you)
{
    uint8_t hit[2 * RNR_DECK];
    int n = 0;
    int target;
    for (rnr_walk w = rnr_walk_over(where_to_hit(r, e, you)); rnr_walk_on(r->g, &w, &target);) {
        if (hittable(r, e, source, target, you)) {
            hit[n++] = (uint8_t)target;
        }
    }
    for (int i = 0; i < n; i++) {
        rnr_assign(r, source, hit[i], amount, you);
    }
    if (n == 0) {
        rnr_check(r, RNR_TERM_no_target, false, source, RULE(class_attack));
        rnr_event(r, RNR_EV_attack_off, RULE(class_attack), source, 0, 0, 0);
    }
}

// The card that was named if it can be hit now, else the fallback; the checks say which and why.
static int final_target(rnr_run *r, int source, const rnr_effect *e, int named, int you)
{
    if (hittable(r, e, source, named, you)) {
        rnr_check(r, RNR_TERM_named_ok, true, named, RULE(declare_targets));
        return named;
    }
    if (named != 0) {
        bool wall = in_play(r->g, named) && card_of(r, named)->type == RNR_UA;
        rnr_check(r, wall ? RNR_TERM_wall_stands : RNR_TERM_named_gone, false, named,
                  wall ? RULE(walls) : RULE(target_fallback));
    }
    int target = rnr_fallback(r, e, source, you);
    if (target != 0) {
        rnr_check(r, RNR_TERM_fallback, true, target, RULE(target_fallback));
    }
    return target;
}

static bool attack_one(rnr_run *r, int source, const rnr_effect *e, int named, int amount, int you)
{
    int target = named == RNR_LP_TARGET ? RNR_LP_TARGET : final_target(r, source, e, named, you);
    if (target == 0) {
        rnr_check(r, RNR_TERM_no_target, false, source, RULE(attack_no_target));
        rnr_event(r, RNR_EV_attack_off, RULE(attack_no_target), source, 0, 0, 0);
        return false;
    }
    if (target != RNR_LP_TARGET && amount > rnr_points(r, target) && card_of(r, target)->points > 0) {
        rnr_check(r, RNR_TERM_excess_lost, true, target, RULE(excess_lost));
    }
    rnr_assign(r, source, target, amount, you);
    return true;
}

// Each part goes to its own target, or falls back by itself (U23); what is missing is missing at the last.
static bool attack_divided(rnr_run *r, int handle, const rnr_effect *e, rnr_division divided, int amount)
{
    bool hit = false;
    const int you = r->g->card[handle].controller;
    for (int i = 0; i < divided.count && amount > 0; i++) {
        bool rest = i == divided.count - 1 || divided.points[i] > amount;
        int part = rest ? amount : divided.points[i];
        hit = attack_one(r, handle, e, divided.target[i], part, you) || hit;
        amount -= part;
    }
    return hit;
}

static bool attack_of_card(rnr_run *r, int handle, const rnr_effect *e, int amount)
{
    const rnr_slot *slot = &r->g->card[handle];
    int you = slot->controller;
    if ((e->flags & RNR_FLAG_TO_LP) != 0) {
        return attack_one(r, handle, e, RNR_LP_TARGET, amount, you);
    }
    if (class_hits_all(e)) {
        attack_all(r, handle, e, amount, you);
        return true;
    }
    if ((slot->flags & RNR_CLASHED) != 0) {
        return attack_one(r, handle, e, 0, amount, you);  // what a clash has left strikes by the fallback (U50, U56)
    }
    const rnr_division *divided = rnr_division_of(r->g, handle);
    if (divided != NULL) {
        return attack_divided(r, handle, e, *divided, amount);
    }
    return attack_one(r, handle, e, slot->target, amount, you);
}

static void attack_by_card(rnr_run *r, int handle)
{
    const rnr_card *card = card_of(r, handle);
    int effect = card->attack_effect, sentence = card->attack_sentence;
    const rnr_sentence *s = &card->sentence[sentence];
    r->source = (uint8_t)handle;
    r->sentence = (uint8_t)sentence;
    r->effect = (uint8_t)effect;
    r->seat = r->g->card[handle].controller;
    int amount = rnr_points(r, handle);
    if (attack_is_stopped(r, handle)) {
        return;
    }
    if (!rnr_tests_pass(r, s, r->g->card[handle].controller, handle) || amount == 0) {
        rnr_event(r, RNR_EV_attack_off, RULE(evaporated), handle, 0, 0, 0);
        return;
    }
    r->ncheck = 0;
    if (attack_of_card(r, handle, &s->effect[effect], amount) && s->each_turn == 0) {
        r->g->card[handle].flags |= RNR_SPENT;
        r->g->unsettled = 1;
    }
}

void rnr_attack_step(rnr_run *r, int sides)
{
    uint8_t attackers[2 * RNR_DECK];
    int n = 0;
    for (int turn = 0; turn < 2; turn++) {
        int side = turn == 0 ? r->g->active : 1 - r->g->active, handle;
        rnr_walk w = rnr_walk_over(rnr_places_of_type(r->g, RNR_ATTACK, side));
        while ((sides >> side & 1) != 0 && rnr_walk_on(r->g, &w, &handle)) {
            if (rnr_will_attack(r, handle)) {
                attackers[n++] = (uint8_t)handle;
            }
        }
    }
    for (int i = 0; i < n && r->g->over == 0; i++) {
        attack_by_card(r, attackers[i]);
    }
    r->source = 0;
}

// Attack Damage from a text that is not an Attack card's own attack: Rights, abilities, triggers.
void rnr_attack_with(rnr_run *r, const rnr_pending *p, const rnr_effect *e, int amount)
{
    int you = p->controller;
    if (e->what.det == RNR_DET_ATTACKER) {
        if (in_play(r->g, p->attacker)) {
            rnr_assign(r, p->source, p->attacker, amount, you);
        } else {
            rnr_check(r, RNR_TERM_source_gone, false, p->attacker, RULE(evaporated));
            rnr_event(r, RNR_EV_evaporated, RULE(evaporated), p->source, 0, 0, 0);
        }
    } else if ((e->flags & RNR_FLAG_TO_LP) != 0) {
        rnr_assign(r, p->source, RNR_LP_TARGET, amount, you);
    } else if (class_hits_all(e)) {
        attack_all(r, p->source, e, amount, you);
    } else {
        attack_one(r, p->source, e, p->count > 0 ? p->target[0] : 0, amount, you);
    }
}

// ---- clashes (AoA) ----------------------------------------------------------------------------------------------

static bool clash_is_off(rnr_run *r, int handle, int target)
{
    int by = 0;
    rnr_rule_id rule = RULE(aoa);
    if (rnr_locked(r, handle)) {
        rule = RULE(aoa_locked);
        rnr_check(r, rnr_why_off(r, handle), false, handle, rule);
    } else if (!in_play(r->g, target)) {
        rnr_check(r, RNR_TERM_source_gone, false, target, RULE(aoa));
    } else if (rnr_immune(r, target, RNR_THREAT_AOA, &by) || rnr_immune(r, handle, RNR_THREAT_AOA, &by)) {
        rule = RULE(immune);
        rnr_check(r, RNR_TERM_immune, false, by, rule);
    } else if (rnr_flow_blocked(r, RNR_FLOW_AOA, r->g->card[handle].controller, target, &by)) {
        rule = RULE(aoa_blocked);
        rnr_check(r, RNR_TERM_block_applies, false, by, rule);
    } else if (rnr_flow_amount(r, RNR_FLOW_AOA, r->g->card[handle].controller, target, 1, handle) <= 0) {
        rule = RULE(prevent);  // its terms say by what
    } else {
        r->nterm = 0;
        return false;
    }
    rnr_event(r, RNR_EV_aoa_off, rule, handle, target, 0, 0);
    return true;
}

static void lose_ap(rnr_run *r, int handle, int opposing, int other)
{
    int before = rnr_points(r, handle);
    int loss = opposing < before ? opposing : before;
    if (opposing > 0) {
        rnr_term(r, RNR_TERM_opposing_ap, -opposing, other, RULE(aoa));
        if (loss < opposing) {
            rnr_term(r, RNR_TERM_floor_zero, opposing - loss, 0, RULE(aoa));
        }
        rnr_set_points(r, handle, -loss, RNR_EV_points_clashed, RULE(aoa));
    }
    r->g->card[handle].flags |= RNR_CLASHED;
    if (rnr_points(r, handle) == 0) {
        r->g->card[handle].flags |= RNR_DEAD;
        r->g->unsettled = 1;
        rnr_event(r, RNR_EV_aoa_dead, RULE(aoa_loser), handle, 0, 0, 0);
    }
}

static void clash(rnr_run *r, int handle, int target)
{
    r->seat = r->g->card[handle].controller;
    r->source = (uint8_t)handle;
    r->sentence = (uint8_t)card_of(r, handle)->attack_sentence;
    r->effect = (uint8_t)card_of(r, handle)->attack_effect;
    if (clash_is_off(r, handle, target)) {
        return;
    }
    int mine = rnr_points(r, handle);
    bool silent = rnr_locked(r, target);
    int theirs = silent ? 0 : rnr_points(r, target);
    if (silent) {
        rnr_check(r, rnr_why_off(r, target), false, target, RULE(aoa_locked));
    }
    uint32_t event = rnr_event(r, RNR_EV_aoa_clash, RULE(aoa), handle, mine, target, theirs);
    uint32_t cause = r->cause;
    r->cause = event != 0 ? event : cause;
    lose_ap(r, target, mine, handle);
    lose_ap(r, handle, theirs, target);
    r->cause = cause;
}

rnr_flow_result rnr_clash_step(rnr_run *r)
{
    rnr_state *g = r->g;
    int handle;
    for (rnr_walk w = rnr_walk_over(rnr_places_of_type(g, RNR_ATTACK, g->active)); rnr_walk_on(g, &w, &handle);) {
        if (g->card[handle].clash != 0) {
            clash(r, handle, g->card[handle].clash);
        }
    }
    r->source = 0;
    if (option(r, RNR_OPT_aoa_losers_leave) == 1) {
        rnr_clear_fallen(r);
    }
    return RNR_NEXT;
}
