// What is true now: points, Locks, conditions, costs, and which modifiers hold. Nothing here
// changes the game, but for a Prevent that is used up.
#include "rnr_state.h"

// ---- modifiers ---------------------------------------------------------------------------------------

const rnr_effect *rnr_effect_of(const rnr_run *r, const rnr_modifier *m)
{
    return &sentence_of(r, m->source, m->sentence)->effect[m->effect];
}

static int seat_of_modifier(const rnr_run *r, const rnr_modifier *m)
{
    return m->duration == RNR_WHILE_IN_PLAY ? r->g->card[m->source].controller : m->controller;
}

static bool one_test(const rnr_run *r, const rnr_test *t, int you, int source);

static bool tests_hold(const rnr_run *r, const rnr_sentence *s, int you, int source)
{
    for (int i = 0; i < s->ntest; i++) {
        if (!one_test(r, &s->test[i], you, source)) {
            return false;
        }
    }
    return true;
}

// Locks do not switch off what a card counts as, what bypasses them, or what switches cards off.
static bool outlives_locks(int verb)
{
    return verb == RNR_FX_COUNTS || verb == RNR_FX_BYPASS || verb == RNR_FX_DISABLE ||
           verb == RNR_FX_BLOCK_CARD;
}

bool rnr_disabled_by_modifiers(const rnr_run *r, int handle)
{
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb == RNR_FX_DISABLE && rnr_modifier_covers(r, m, handle)) {
            return true;
        }
    }
    return false;
}

// A timed effect goes on whatever becomes of its card (U41); one that lasts while its card is in play is
// suspended while the card is locked, blocked or disabled.
bool rnr_modifier_holds(const rnr_run *r, const rnr_modifier *m)
{
    if (m->duration != RNR_WHILE_IN_PLAY) {
        return true;
    }
    if (!in_play(r->g, m->source) && r->g->card[m->source].zone != RNR_DISCARD_PILE) {
        return false;
    }
    if (!outlives_locks(m->verb) && (rnr_locked(r, m->source) || rnr_disabled(r, m->source))) {
        return false;
    }
    const rnr_sentence *s = sentence_of(r, m->source, m->sentence);
    return tests_hold(r, s, seat_of_modifier(r, m), m->source);
}

// Pillars are safe unless the text says Pillar (I13).
static bool pillar_excluded(const rnr_effect *e, const rnr_card *card)
{
    bool named = e->what.type == RNR_PILLAR || e->what.type == RNR_PETITION;
    return card->type == RNR_PILLAR && !named && rnr_effect_row(e->verb)->polarity == RNR_NEG;
}

// Does a modifier speak of a card, as long as it holds?
static bool means(const rnr_run *r, const rnr_modifier *m, int handle)
{
    if (m->count != 0xFF) {
        for (int i = 0; i < m->count; i++) {
            if (m->target[i] == handle) {
                return true;
            }
        }
        return false;
    }
    const rnr_effect *e = rnr_effect_of(r, m);
    if (e->what.det == RNR_DET_NONE) {
        return false;
    }
    if (e->what.det == RNR_DET_THIS) {
        return handle == m->source;
    }
    int you = seat_of_modifier(r, m);
    int seat = rnr_seat_of(r, e->what.who, you, e, m->source);
    return !pillar_excluded(e, card_of(r, handle)) && rnr_fits(r, &e->what, seat, m->source, handle);
}

// Whether it holds takes longer to find out, so that comes second.
bool rnr_modifier_covers(const rnr_run *r, const rnr_modifier *m, int handle)
{
    return means(r, m, handle) && rnr_modifier_holds(r, m);
}

bool rnr_covered(const rnr_run *r, int verb, int word, int handle, int *by)
{
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb == verb && rnr_effect_of(r, m)->word == word && rnr_modifier_covers(r, m, handle)) {
            if (by != NULL) {
                *by = m->source;
            }
            return true;
        }
    }
    return false;
}

static bool fits_kind(const rnr_run *r, const rnr_selector *what, int source, int handle);

bool rnr_blocked_by_modifiers(const rnr_run *r, int seat, rnr_gerund what, int handle, int *by)
{
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb != RNR_FX_BLOCK_ACTION || !rnr_modifier_holds(r, m) || seat_of_modifier(r, m) == seat) {
            continue;
        }
        const rnr_effect *e = rnr_effect_of(r, m);
        bool about = e->what.det == RNR_DET_NONE || handle == 0 ? e->what.det == RNR_DET_NONE || what != RNR_TARGETING
                     : what == RNR_PLAYING ? fits_kind(r, &e->what, m->source, handle)
                                           : rnr_modifier_covers(r, m, handle);
        if (e->word == what && about) {
            *by = m->source;
            return true;
        }
    }
    return false;
}

// Locks and Blocks of the turn `but` are not looked at; 0: all are.
static bool locked_but(const rnr_run *r, int handle, int but)
{
    const rnr_slot *slot = &r->g->card[handle];
    if ((slot->flags & RNR_DEAD) != 0) {
        return true;
    }
    if (slot->lock_turn != 0 && slot->lock_turn != but && !rnr_bypasses(r, handle, RNR_WALL_LOCKS, NULL)) {
        return true;
    }
    if (!rnr_may_hold(r, RNR_FX_BLOCK_CARD)) {
        return false;
    }
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        bool looked_at = m->verb == RNR_FX_BLOCK_CARD && (m->made != but || m->duration == RNR_WHILE_IN_PLAY);
        if (looked_at && rnr_modifier_covers(r, m, handle)) {
            return !rnr_bypasses(r, handle, RNR_WALL_BLOCKS, NULL);
        }
    }
    return false;
}

bool rnr_locked_by_modifiers(const rnr_run *r, int handle)
{
    return locked_but(r, handle, 0);
}

bool rnr_locked_before(const rnr_run *r, int handle)
{
    return locked_but(r, handle, r->g->turn);
}

rnr_term_id rnr_why_off(const rnr_run *r, int handle)
{
    return has_flag(r->g, handle, RNR_DEAD)      ? RNR_TERM_is_dead
           : r->g->card[handle].lock_turn != 0 ? RNR_TERM_is_locked
                                                : RNR_TERM_is_blocked;
}

int rnr_modifier_amount(const rnr_run *r, const rnr_modifier *m)
{
    const rnr_effect *e = rnr_effect_of(r, m);
    if (m->duration != RNR_WHILE_IN_PLAY || e->amount.per.det == RNR_DET_NONE) {
        return m->amount;
    }
    return rnr_amount_of(r, &e->amount, seat_of_modifier(r, m), m->source, 0);
}

// "5 Attack to Opponent for each Bison card you control": the printed number counts once for each.
static int counted_ap(const rnr_run *r, int handle)
{
    if ((r->g->card[handle].traits & RNR_TRAIT_COUNTED) == 0) {
        return 0;
    }
    const rnr_card *card = card_of(r, handle);
    const rnr_amount *amount = &card->sentence[card->attack_sentence].effect[card->attack_effect].amount;
    return rnr_amount_of(r, amount, r->g->card[handle].controller, handle, 0) - card->points;
}

bool rnr_has_points_of(const rnr_run *r, int handle, int resource)
{
    int type = r->g->card[handle].type;
    return resource == RNR_AP ? type == RNR_ATTACK : type == RNR_DEFENSE || type == RNR_UA;
}

int rnr_points_by_modifiers(const rnr_run *r, int handle)
{
    int points = r->g->card[handle].points + counted_ap(r, handle);
    if (rnr_may_hold(r, RNR_FX_POINTS) || rnr_may_hold(r, RNR_FX_POINTS_LOSE)) {
        for (int i = 0; i < r->g->modifier_count; i++) {
            const rnr_modifier *m = &r->g->modifier[i];
            if ((m->verb == RNR_FX_POINTS || m->verb == RNR_FX_POINTS_LOSE) &&
                rnr_has_points_of(r, handle, rnr_effect_of(r, m)->resource) && rnr_modifier_covers(r, m, handle)) {
                int step = rnr_modifier_amount(r, m);
                points += m->verb == RNR_FX_POINTS ? step : -step;
            }
        }
    }
    return points < 0 ? 0 : points;
}

// ---- who and which ----------------------------------------------------------------------------------------

int rnr_seat_of(const rnr_run *r, int who, int you, const rnr_effect *e, int source)
{
    if (who == RNR_WHO_UNSAID) {
        who = (int)rnr_default_who((rnr_type)card_of(r, source)->type, e);
    }
    return who == RNR_WHO_OPPONENT ? 1 - you : you;
}

bool rnr_stays_as_petition(const rnr_run *r, int handle)
{
    const int traits = r->g->card[handle].traits & (RNR_TRAIT_PETITION | RNR_TRAIT_OUTSIDE);
    return traits == RNR_TRAIT_PETITION || (rnr_may_hold(r, RNR_FX_COUNTS) && in_play(r->g, handle) && rnr_covered(r, RNR_FX_COUNTS, RNR_IN_PLAY, handle, NULL));
}

bool rnr_is_petition(const rnr_run *r, int handle)
{
    return (r->g->card[handle].traits & RNR_TRAIT_PETITION) != 0 || rnr_stays_as_petition(r, handle);
}

// Does an effect let this card, which lies in such a zone outside play, count as a Petition there (L22)?
bool rnr_petition_outside(const rnr_run *r, int handle, int where)
{
    for (int i = 0; rnr_may_hold(r, RNR_FX_COUNTS) && i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        const rnr_effect *e = m->verb == RNR_FX_COUNTS ? rnr_effect_of(r, m) : NULL;
        if (e == NULL || (e->word != RNR_IN_PLAY ? e->word : e->what.where) != where || !rnr_modifier_holds(r, m)) {
            continue;
        }
        int who = e->word != RNR_IN_PLAY ? e->who : e->what.who, you = seat_of_modifier(r, m);
        if (owner_of(handle) == (who == RNR_WHO_OPPONENT ? 1 - you : you) && fits_kind(r, &e->what, m->source, handle)) {
            return true;
        }
    }
    return false;
}

// A card that a hand's unknown slot may be counts as lying there too: it is asked about only when it is that card.
static bool fits_zone(const rnr_run *r, const rnr_selector *what, int handle)
{
    const rnr_slot *slot = &r->g->card[handle];
    const int owner = owner_of(handle);
    static const uint8_t zone[] = {[RNR_IN_HAND] = RNR_HAND, [RNR_IN_PILE] = RNR_PILE,
                                   [RNR_IN_DISCARD] = RNR_DISCARD_PILE, [RNR_IN_EXILE] = RNR_EXILE_ZONE};
    if (slot->zone == RNR_PILE && r->g->unknown_hand[owner] > 0 && (r->g->hidden[owner] & bit_of(handle)) != 0) {
        return what->where == RNR_IN_HAND || what->where == RNR_IN_PILE;
    }
    return what->where == RNR_IN_PLAY ? in_play_zone(slot->zone) : slot->zone == zone[what->where];
}

static bool fits_cost(const rnr_run *r, const rnr_selector *what, int handle)
{
    int cost = card_of(r, handle)->cost << r->g->card[handle].doubled;
    return what->cost_cmp == RNR_CMP_NONE || (what->cost_cmp == RNR_CMP_AT_LEAST ? cost >= what->cost
                                                                                : cost <= what->cost);
}

static bool fits_type(const rnr_run *r, const rnr_selector *what, int handle)
{
    if (what->type == RNR_PETITION) {
        return rnr_is_petition(r, handle);
    }
    return what->type == RNR_TYPE_ANY || what->type == r->g->card[handle].type;
}

// The kind of card alone, wherever it lies.
static bool fits_kind(const rnr_run *r, const rnr_selector *what, int source, int handle)
{
    if (!fits_type(r, what, handle)) {  // what most cards are not
        return false;
    }
    const rnr_card *card = card_of(r, handle);
    return (what->branch == RNR_BRANCH_NONE || what->branch == card->branch) &&
           (what->rarity == RNR_RARITY_ANY || what->rarity == card->rarity) &&
           !(what->det == RNR_DET_ANOTHER && handle == source) && fits_cost(r, what, handle);
}

bool rnr_fits(const rnr_run *r, const rnr_selector *what, int who_seat, int source, int handle)
{
    if (what->det == RNR_DET_THIS) {
        return handle == source;
    }
    if (!fits_zone(r, what, handle)) {
        return false;
    }
    int seat = what->where == RNR_IN_PLAY ? r->g->card[handle].controller : owner_of(handle);
    return (who_seat < 0 || seat == who_seat) && fits_kind(r, what, source, handle);
}

uint64_t rnr_controlled(const rnr_state *g, int seat, int zone, int owner)
{
    uint64_t mask = g->zone[owner][zone];
    return owner == seat ? mask & ~g->stolen[owner] : mask & g->stolen[owner];
}

// Cards outside play that a selector may mean, by owner.
static uint64_t outside_mask(const rnr_state *g, const rnr_selector *what, int owner)
{
    switch (what->where) {
    case RNR_IN_HAND: return g->zone[owner][RNR_HAND];
    case RNR_IN_DISCARD: return g->zone[owner][RNR_DISCARD_PILE];
    case RNR_IN_EXILE: return g->zone[owner][RNR_EXILE_ZONE];
    default: return 0;  // the Draw Pile is never searched
    }
}

static int count_for(const rnr_run *r, const rnr_selector *what, int seat, int source)
{
    int count = 0;
    if (what->where == RNR_IN_PLAY) {
        for (int i = 0; i < r->g->play_count; i++) {  // what lost a clash has no symbol any more (F11)
            int handle = r->g->play_order[i];
            count += !has_flag(r->g, handle, RNR_DEAD) && rnr_fits(r, what, seat, source, handle);
        }
        return count;
    }
    for (uint64_t mask = outside_mask(r->g, what, seat); mask != 0; mask &= mask - 1) {
        count += rnr_fits(r, what, seat, source, handle_at(seat, __builtin_ctzll(mask)));
    }
    return count;
}

int rnr_count(const rnr_run *r, const rnr_selector *what, int you, int source)
{
    return count_for(r, what, what->who == RNR_WHO_OPPONENT ? 1 - you : you, source);
}

// ---- conditions and amounts ----------------------------------------------------------------------------

static bool quant_holds(const rnr_test *t, int count)
{
    switch (t->quant) {
    case RNR_QUANT_NO: return count == 0;
    case RNR_QUANT_AT_MOST: return count <= t->n;
    case RNR_QUANT_NUMBER:
    case RNR_QUANT_AT_LEAST: return count >= t->n;
    default: return count >= 1;
    }
}

static int resource_of(const rnr_run *r, int resource, int seat)
{
    return resource == RNR_IP ? r->g->ip[seat] : r->g->lp[seat];
}

static bool one_test(const rnr_run *r, const rnr_test *t, int you, int source)
{
    int seat = t->who == RNR_WHO_OPPONENT ? 1 - you : you;
    int other = t->who2 == RNR_WHO_OPPONENT ? 1 - you : you;
    switch (t->kind) {
    case RNR_TEST_CONTROLS: {
        rnr_selector what = t->what;
        if (t->quant == RNR_QUANT_ANOTHER) {
            what.det = RNR_DET_ANOTHER;
        }
        return quant_holds(t, count_for(r, &what, seat, source));
    }
    case RNR_TEST_RESOURCE:
        return t->cmp == RNR_CMP_AT_LEAST ? resource_of(r, t->resource, seat) >= t->n
                                          : resource_of(r, t->resource, seat) <= t->n;
    case RNR_TEST_COMPARE: {
        int left = resource_of(r, t->resource, seat), right = resource_of(r, t->resource2, other);
        return t->cmp == RNR_CMP_MORE ? left > right : left < right;
    }
    case RNR_TEST_HAND:
        return quant_holds(t, __builtin_popcountll(r->g->zone[seat][RNR_HAND]) + r->g->unknown_hand[seat]);
    case RNR_TEST_ATTACKED: return has_flag(r->g, source, RNR_ATTACKED);
    case RNR_TEST_NOT_LOCKED: return r->g->card[source].lock_turn == 0;
    default: return true;
    }
}

bool rnr_tests_pass(rnr_run *r, const rnr_sentence *s, int you, int source)
{
    bool all = true;
    for (int i = 0; i < s->ntest; i++) {
        bool passed = one_test(r, &s->test[i], you, source);
        rnr_check(r, passed ? RNR_TERM_condition_met : RNR_TERM_condition_failed, passed, source, RULE(evaporated));
        all = all && passed;
    }
    return all;
}

int rnr_amount_of(const rnr_run *r, const rnr_amount *amount, int you, int source, int x)
{
    int each = amount->kind == RNR_AMOUNT_X ? x : amount->kind == RNR_AMOUNT_NONE ? 1 : amount->n;
    if (amount->per.det == RNR_DET_NONE) {
        return each;
    }
    int total = each * rnr_count(r, &amount->per, you, source);
    return total > 30000 ? 30000 : total;
}

// ---- costs ------------------------------------------------------------------------------------------------

int rnr_ip_cost(rnr_run *r, int handle, bool aoa)
{
    const rnr_card *card = card_of(r, handle);
    const int doubled = r->g->card[handle].doubled;
    int cost = card->cost << doubled;
    rnr_term(r, RNR_TERM_printed_cost, -card->cost, handle, RULE(pay_cost));
    if (doubled > 0 && card->cost > 0) {
        rnr_term(r, RNR_TERM_cost_doubled, card->cost - cost, handle, RULE(bill_doubling));
    }
    for (int i = 0; rnr_may_hold(r, RNR_FX_COST) && i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb == RNR_FX_COST && rnr_modifier_covers(r, m, handle)) {
            bool less = rnr_effect_of(r, m)->word == RNR_CMP_LESS;
            int step = rnr_modifier_amount(r, m);
            step = less && step > cost ? cost : step;
            cost += less ? -step : step;
            rnr_term(r, less ? RNR_TERM_cost_less : RNR_TERM_cost_more, less ? step : -step, m->source,
                     RULE(cost_change));
        }
    }
    if (aoa) {
        cost += option(r, RNR_OPT_aoa_extra_ip);
        rnr_term(r, RNR_TERM_aoa_extra, -option(r, RNR_OPT_aoa_extra_ip), handle, RULE(aoa_cost));
    }
    return cost;
}

// ---- candidates -----------------------------------------------------------------------------------------------

static bool ua_excluded(const rnr_effect *e, const rnr_card *card)
{
    bool moves = e->verb == RNR_FX_RETURN || e->verb == RNR_FX_PUT || e->verb == RNR_FX_CONTROL ||
                 e->verb == RNR_FX_SACRIFICE;
    return card->type == RNR_UA && moves;
}

static bool may_name(const rnr_run *r, int you, int handle)
{
    int by;
    if (!in_play(r->g, handle)) {
        return true;
    }
    return !rnr_barred_from(r, handle, RNR_BAR_TARGETED, &by) &&
           !rnr_blocked_from(r, you, RNR_TARGETING, handle, &by);
}

static int candidates_in_play(const rnr_run *r, const rnr_effect *e, int you, int seat, int source, bool naming,
                              uint8_t *out, int cap)
{
    int n = 0;
    for (int turn = 0; turn < 2; turn++) {  // the Active Player's cards first
        int side = turn == 0 ? r->g->active : 1 - r->g->active;
        for (int i = 0; i < r->g->play_count && n < cap; i++) {
            int handle = r->g->play_order[i];
            if (r->g->card[handle].controller == side && rnr_fits(r, &e->what, seat, source, handle) &&
                !ua_excluded(e, card_of(r, handle)) && !pillar_excluded(e, card_of(r, handle)) &&
                (!naming || may_name(r, you, handle))) {
                out[n++] = (uint8_t)handle;
            }
        }
    }
    return n;
}

int rnr_candidates(const rnr_run *r, const rnr_effect *e, int you, int source, bool naming, uint8_t *out, int cap)
{
    int seat = rnr_seat_of(r, e->what.who, you, e, source);
    if (e->what.where == RNR_IN_PLAY) {
        return candidates_in_play(r, e, you, seat, source, naming, out, cap);
    }
    int n = 0;
    const bool in_hand = naming && e->what.where == RNR_IN_HAND;
    const uint64_t there = in_hand ? rnr_hand_candidates(r->g, seat) : outside_mask(r->g, &e->what, seat);
    for (uint64_t mask = there; mask != 0 && n < cap; mask &= mask - 1) {
        int handle = handle_at(seat, __builtin_ctzll(mask));
        if (rnr_fits(r, &e->what, seat, source, handle) && !ua_excluded(e, card_of(r, handle))) {
            out[n++] = (uint8_t)handle;
        }
    }
    return n;
}

// ---- flows: Block, then Increase and Reduce, then Prevent --------------------------------------------------

// Is a modifier about this flow, for this loser or actor, for this card?
bool rnr_is_about(const rnr_run *r, const rnr_modifier *m, rnr_flow flow, int seat, int handle)
{
    const rnr_effect *e = rnr_effect_of(r, m);
    if (e->flow != flow) {
        return false;
    }
    int you = seat_of_modifier(r, m);
    if (flow == RNR_FLOW_ATTACK_DAMAGE) {
        if (m->count != 0xFF || e->what.det != RNR_DET_NONE) {
            return handle != 0 && rnr_modifier_covers(r, m, handle);
        }
        return seat == you;
    }
    bool by_actor = flow == RNR_FLOW_LP_GAIN || flow == RNR_FLOW_IP_GAIN || flow == RNR_FLOW_MILL ||
                    flow == RNR_FLOW_DISCARD;
    if (e->flow_who == RNR_WHO_UNSAID) {
        return flow == RNR_FLOW_AOA || by_actor || seat == you;
    }
    return seat == (e->flow_who == RNR_WHO_OPPONENT ? 1 - you : you);
}

static bool speaks_of(const rnr_run *r, const rnr_modifier *m, rnr_flow flow, int seat, int handle)
{
    return rnr_effect_of(r, m)->flow == flow && rnr_modifier_holds(r, m) && rnr_is_about(r, m, flow, seat, handle);
}

bool rnr_flow_blocked(const rnr_run *r, rnr_flow flow, int seat, int handle, int *by)
{
    if (!rnr_may_hold(r, RNR_FX_BLOCK_FLOW)) {
        return false;
    }
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb == RNR_FX_BLOCK_FLOW && speaks_of(r, m, flow, seat, handle)) {
            *by = m->source;
            return true;
        }
    }
    return false;
}

static int modified(rnr_run *r, rnr_flow flow, int seat, int handle, int amount, int sign)
{
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        bool increase = m->verb == RNR_FX_INCREASE;
        if ((increase || m->verb == RNR_FX_REDUCE) && speaks_of(r, m, flow, seat, handle)) {
            int step = rnr_modifier_amount(r, m);
            step = !increase && step > amount ? amount : step;
            amount += increase ? step : -step;
            rnr_term(r, increase ? RNR_TERM_increased : RNR_TERM_reduced, sign * (increase ? step : -step), m->source,
                     RULE(modify));
        }
    }
    return amount;
}

static int after_prevents(rnr_run *r, rnr_flow flow, int seat, int handle, int amount, int sign)
{
    for (int i = 0; amount > 0 && i < r->g->modifier_count; i++) {
        rnr_modifier *m = &r->g->modifier[i];
        if (m->verb != RNR_FX_PREVENT || !speaks_of(r, m, flow, seat, handle)) {
            continue;
        }
        bool all = rnr_effect_of(r, m)->amount.kind == RNR_AMOUNT_ALL;
        int step = all || m->amount > amount ? amount : m->amount;
        amount -= step;
        rnr_term(r, RNR_TERM_prevented, -sign * step, m->source, RULE(prevent));
        if (!all && m->once != 0) {
            rnr_use_up_modifier(r, i);
        }
    }
    return amount;
}

// `sign` of the terms: losses are negative changes.
int rnr_flow_by_modifiers(rnr_run *r, rnr_flow flow, int seat, int handle, int amount, int source)
{
    int by = 0;
    const int sign = flow == RNR_FLOW_LP_GAIN || flow == RNR_FLOW_IP_GAIN ? 1 : -1;
    if (amount > 0 && rnr_flow_blocked(r, flow, seat, handle, &by) &&
        !(source != 0 && rnr_bypasses(r, source, RNR_WALL_BLOCKS, NULL))) {
        rnr_term(r, RNR_TERM_blocked, -sign * amount, by, RULE(block));
        return 0;
    }
    if (rnr_may_hold(r, RNR_FX_INCREASE) || rnr_may_hold(r, RNR_FX_REDUCE)) {
        amount = modified(r, flow, seat, handle, amount, sign);
    }
    if (rnr_may_hold(r, RNR_FX_PREVENT) && !(source != 0 && rnr_bypasses(r, source, RNR_WALL_PREVENTS, NULL))) {
        amount = after_prevents(r, flow, seat, handle, amount, sign);
    }
    return amount;
}
