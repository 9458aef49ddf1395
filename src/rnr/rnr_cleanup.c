// Cleanup: marked damage is applied (5A), what has fallen leaves (5B), and what its end sets off.
#include "rnr_state.h"

static void name_hits(rnr_run *r, int target)
{
    const rnr_state *g = r->g;
    for (int i = 0; i < g->hit_count && r->trace != NULL; i++) {
        if (g->hit[i].target == target) {
            rnr_term(r, (rnr_term_id)g->hit[i].label, g->hit[i].amount, g->hit[i].source, (rnr_rule_id)g->hit[i].rule);
            r->notes->term[r->nterm - 1].event = g->hit[i].event;
        }
    }
}

static void apply_to(rnr_run *r, int handle)
{
    rnr_state *g = r->g;
    int damage = g->card[handle].marked;
    g->card[handle].marked = 0;
    name_hits(r, handle);
    int have = rnr_points(r, handle), loss = damage < have ? damage : have;
    if (loss < damage) {
        rnr_term(r, RNR_TERM_excess_lost, damage - loss, 0, RULE(excess_lost));
    }
    rnr_set_points(r, handle, -loss, RNR_EV_points_damaged, RULE(attack_damage));
}

static void drop_hits(rnr_state *g, int handle)
{
    int kept = 0;
    for (int i = 0; i < g->hit_count; i++) {
        if (g->hit[i].target != handle) {
            g->hit[kept++] = g->hit[i];
        }
    }
    g->hit_count = (uint8_t)kept;
}

// Damage to LP that was born after the damage step. True when LP fell.
static bool apply_to_lp(rnr_run *r)
{
    bool fell = false;
    for (int turn = 0; turn < 2; turn++) {
        const int seat = turn == 0 ? r->g->active : 1 - r->g->active, damage = r->g->lp_marked[seat];
        if (damage != 0) {
            r->g->lp_marked[seat] = 0;
            name_hits(r, RNR_HANDLES + seat);
            drop_hits(r->g, RNR_HANDLES + seat);
            rnr_set_lp(r, seat, -damage, RNR_EV_lp_hit, RULE(late_damage));
            fell = true;
        }
    }
    return fell;
}

// Where a destroyed card goes: a Bill to its owner's hand (I6), all else to the Discard Pile.
static void move_destroyed(rnr_run *r, int handle, rnr_event_id kind, rnr_rule_id rule)
{
    if (card_of(r, handle)->type != RNR_BILL) {
        rnr_move(r, handle, RNR_DISCARD_PILE, kind, rule);
        return;
    }
    rnr_bill_home(r, handle, RNR_EV_bill_left, false);
}

// `off`: why the card could not act as it was destroyed; 0: it could.
static void force_sentence(rnr_run *r, int handle, int sentence, rnr_term_id off, int controller)
{
    r->source = (uint8_t)handle;
    r->sentence = (uint8_t)sentence;
    r->effect = 0;
    r->seat = (uint8_t)controller;
    if (off != RNR_TERM_none) {
        rnr_check(r, off, false, handle, RULE(forced_resolution));
        rnr_event(r, RNR_EV_suppressed, RULE(forced_resolution), handle, 0, 0, 0);
    } else if (!rnr_is_forced(card_of(r, handle), sentence)) {
        rnr_check(r, RNR_TERM_cost_unpaid, false, handle, RULE(forced_costs));
        rnr_event(r, RNR_EV_evaporated, RULE(forced_costs), handle, 0, 0, 0);
    } else {
        const uint32_t cause = r->cause, event = rnr_event(r, RNR_EV_forced, RULE(forced_resolution), handle, 0, 0, 0);
        r->cause = event != 0 ? event : cause;
        rnr_schedule(r, handle, sentence, controller, 0, 0, RNR_PENDING_FORCED | RNR_PENDING_DETACHED);
        r->cause = cause;
    }
}

static void force_resolution(rnr_run *r, int handle, rnr_term_id off, int controller)
{
    const rnr_card *card = card_of(r, handle);
    for (int s = 0; (card->traits & RNR_TRAIT_FORCED) != 0 && s < card->nsentence && r->g->over == 0; s++) {
        if (rnr_pays_by_discard(&card->sentence[s])) {
            force_sentence(r, handle, s, off, controller);
        }
    }
    r->source = 0;
}

// Who hears a card being destroyed and leaving; a locked card does not hear its own end.
static int hear_leaving(rnr_run *r, int handle, int controller, rnr_heard *heard, int count)
{
    int end = rnr_listen(r, RNR_ON_DESTROYED, handle, controller, heard, count);
    end = rnr_listen(r, RNR_ON_LEAVES, handle, controller, heard, end);
    return rnr_note_held(r, handle, heard, count, end);
}

// Dead in a clash is not locked: its effect is still forced (U38).
static rnr_term_id why_not_forced(const rnr_run *r, int handle)
{
    return has_flag(r->g, handle, RNR_DEAD) || !rnr_locked(r, handle) ? RNR_TERM_none : rnr_why_off(r, handle);
}

// Cards that leave together see each other leave (U22): who hears is settled first.
static void destroy_together(rnr_run *r, const uint8_t *handle, int n, const uint8_t *kind)
{
    if (n == 0) {
        return;
    }
    rnr_heard heard[RNR_MAX_HEARD] = {{0}};
    int count = 0;
    rnr_term_id off[2 * RNR_DECK];
    uint8_t controller[2 * RNR_DECK];
    for (int i = 0; i < n; i++) {
        controller[i] = r->g->card[handle[i]].controller;
        off[i] = why_not_forced(r, handle[i]);
        count = hear_leaving(r, handle[i], controller[i], heard, count);
    }
    const uint8_t attacker = r->g->card[handle[0]].attacker;
    const uint32_t cause = r->cause;
    for (int i = 0; i < n; i++) {
        rnr_rule_id rule = kind[i] == RNR_EV_spent ? RULE(attack_spent)
                           : card_of(r, handle[i])->type == RNR_DEFENSE ? RULE(defense_leaves) : RULE(zero_durability);
        move_destroyed(r, handle[i], (rnr_event_id)kind[i], rule);
    }
    r->cause = r->trace != NULL ? r->trace->event_count : cause;
    rnr_hear(r, heard, count, attacker);
    for (int i = 0; i < n && r->g->over == 0; i++) {
        force_resolution(r, handle[i], off[i], controller[i]);
    }
    r->cause = cause;
}

void rnr_destroy(rnr_run *r, int handle, rnr_event_id kind, rnr_rule_id rule)
{
    rnr_heard heard[RNR_MAX_HEARD] = {{0}};
    rnr_slot *slot = &r->g->card[handle];
    int controller = slot->controller, attacker = slot->attacker;
    const rnr_term_id off = why_not_forced(r, handle);
    int count = hear_leaving(r, handle, controller, heard, 0);
    uint8_t source = r->source, sentence = r->sentence, effect = r->effect, seat = r->seat;
    move_destroyed(r, handle, kind, rule);
    uint32_t cause = r->cause;
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    rnr_hear(r, heard, count, attacker);
    force_resolution(r, handle, off, controller);
    r->cause = cause;
    r->source = source;
    r->sentence = sentence;
    r->effect = effect;
    r->seat = seat;
    rnr_attack_victory_check(r);
}

static void tell_survivors(rnr_run *r)
{
    rnr_state *g = r->g;
    if (g->struck == 0) {
        return;
    }
    g->struck = 0;
    for (int i = 0; i < g->play_count; i++) {
        int handle = g->play_order[i];
        if ((g->card[handle].flags & RNR_STRUCK) != 0) {
            g->card[handle].flags &= (uint8_t)~RNR_STRUCK;
            rnr_fire(r, RNR_ON_SURVIVES, handle, g->card[handle].controller, g->card[handle].attacker);
        }
    }
}

// 5A and 5B are one pass. What changes in the meantime sets `unsettled` to 1, and another pass follows.
enum { UNDER_WAY = 2 };

bool rnr_apply_damage(rnr_run *r)
{
    rnr_state *g = r->g;
    uint8_t fallen[2 * RNR_DECK], kind[2 * RNR_DECK];
    int n = 0;
    bool changed = false;
    if (g->section != RNR_SEC_end) {
        g->section = RNR_SEC_cleanup_5a;
    }
    if (g->unsettled == 0) {
        return false;
    }
    g->unsettled = UNDER_WAY;
    changed = apply_to_lp(r);
    for (int i = 0; g->struck != 0 && i < g->play_count; i++) {
        int handle = g->play_order[i];
        if (g->card[handle].marked != 0) {
            apply_to(r, handle);
            changed = true;
        }
        if (g->hit_count > 0) {
            drop_hits(g, handle);
        }
    }
    int handle;
    for (rnr_walk w = rnr_walk_over(g->places[RNR_DEFENSE]); rnr_walk_on(g, &w, &handle);) {
        if (rnr_points(r, handle) == 0 && !rnr_barred_from(r, handle, RNR_BAR_DESTROYED, NULL)) {
            kind[n] = RNR_EV_destroyed;
            fallen[n++] = (uint8_t)handle;
        }
    }
    destroy_together(r, fallen, n, kind);
    tell_survivors(r);
    return changed || n > 0;
}

static bool has_fallen(const rnr_run *r, int handle)
{
    int type = r->g->card[handle].type;
    bool down = has_flag(r->g, handle, RNR_DEAD | RNR_FALLEN | RNR_SPENT) ||
                ((type == RNR_UA || type == RNR_ATTACK) && rnr_points(r, handle) == 0);
    return down && !rnr_barred_from(r, handle, RNR_BAR_DESTROYED, NULL);
}

bool rnr_clear_fallen(rnr_run *r)
{
    rnr_state *g = r->g;
    uint8_t fallen[2 * RNR_DECK], kind[2 * RNR_DECK];
    int n = 0;
    if (g->section != RNR_SEC_aoa && g->section != RNR_SEC_end) {
        g->section = RNR_SEC_cleanup_5b;
    }
    if (g->unsettled == 0) {
        return false;
    }
    g->unsettled = g->unsettled != UNDER_WAY;  // what 5A changed wants another pass; so does what leaves below
    rnr_places down = rnr_places_both(g->places[RNR_UA], g->places[RNR_ATTACK]);
    for (int type = RNR_UA; g->fallen != 0 && type <= RNR_BILL; type++) {
        down = rnr_places_both(down, g->places[type]);
    }
    int handle;
    for (rnr_walk w = rnr_walk_over(down); rnr_walk_on(g, &w, &handle);) {
        if (has_fallen(r, handle)) {
            kind[n] = has_flag(g, handle, RNR_SPENT) && rnr_points(r, handle) > 0 ? RNR_EV_spent : RNR_EV_destroyed;
            fallen[n++] = (uint8_t)handle;
        }
    }
    destroy_together(r, fallen, n, kind);
    if (n > 0) {
        rnr_attack_victory_check(r);
    }
    return n > 0;
}
