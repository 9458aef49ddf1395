// The writers: nothing else changes LP, IP, points, places, controllers, Locks or costs. Each
// takes the rule it acts under and emits one event with the terms that were named before it.
#include "rnr_state.h"

#include <assert.h>

void rnr_note_term(rnr_run *r, rnr_term_id label, int32_t value, int card, rnr_rule_id rule)
{
    if (r->nterm < sizeof r->notes->term / sizeof r->notes->term[0]) {
        r->notes->term[r->nterm++] = (brs_term){.label = (uint16_t)label, .rule = (uint16_t)rule,
                                         .card = (uint16_t)card, .value = value, .event = r->cause};
    }
}

void rnr_note_check(rnr_run *r, rnr_term_id label, bool passed, int card, rnr_rule_id rule)
{
    if (r->ncheck < sizeof r->notes->check / sizeof r->notes->check[0]) {
        r->notes->check[r->ncheck++] = (brs_check){.rule = (uint16_t)rule, .card = (uint16_t)card,
                                            .passed = passed, .label = (uint16_t)label};
    }
}

uint32_t rnr_note_event(rnr_run *r, rnr_event_id kind, rnr_rule_id rule, int32_t a, int32_t b, int32_t c, int32_t d)
{
    brs_event event = {.cause = r->cause, .unit = r->g->turn, .kind = (uint16_t)kind, .rule = (uint16_t)rule,
                       .source = r->source, .sentence = r->source != 0 ? r->sentence : 0xFF,
                       .effect = r->source != 0 ? r->effect : 0xFF, .seat = r->seat,
                       .section = r->g->section, .arg = {a, b, c, d}};
    uint32_t seq = brs_trace_event(r->trace, &event);
    for (int i = 0; i < r->nterm; i++) {
        brs_trace_term(r->trace, r->notes->term[i]);
    }
    for (int i = 0; i < r->ncheck; i++) {
        brs_trace_check(r->trace, r->notes->check[i]);
    }
    r->nterm = r->ncheck = 0;
    return seq;
}

// Points may hang on LP, IP, Locks and what is in play, through modifiers: 5A and 5B look again.
static void unsettle(rnr_state *g)
{
    g->unsettled = 1;
}

static void unsettle_by_numbers(rnr_state *g)
{
    const uint64_t points = UINT64_C(1) << RNR_FX_POINTS | UINT64_C(1) << RNR_FX_POINTS_LOSE;
    g->unsettled |= (g->verbs & points) != 0;
}

// A change nobody itemised is one term: the acting card's text, or the rule itself.
static uint32_t change(rnr_run *r, rnr_event_id kind, rnr_rule_id rule, int subject, int32_t before, int32_t after,
                       int32_t more)
{
    if (r->nterm == 0) {
        rnr_term(r, r->source != 0 ? RNR_TERM_effect : RNR_TERM_moved, after - before, r->source, rule);
    }
    return rnr_event(r, kind, rule, subject, before, after, more);
}

void rnr_set_lp(rnr_run *r, int seat, int32_t delta, rnr_event_id kind, rnr_rule_id rule)
{
    int32_t before = r->g->lp[seat];
    r->g->lp[seat] = before + delta;
    unsettle_by_numbers(r->g);
    uint32_t event = change(r, kind, rule, seat, before, before + delta, 0);
    if (delta != 0 && kind != RNR_EV_lp_start) {
        uint32_t cause = r->cause;
        r->cause = event != 0 ? event : cause;
        rnr_fire(r, delta > 0 ? RNR_ON_GAIN_LP : RNR_ON_LOSE_LP, 0, seat, 0);
        r->cause = cause;
    }
}

void rnr_set_ip(rnr_run *r, int seat, int32_t delta, rnr_event_id kind, rnr_rule_id rule, int about)
{
    int32_t before = r->g->ip[seat];
    int32_t after = before + delta > 30000 ? 30000 : before + delta;
    r->g->ip[seat] = (int16_t)after;
    unsettle_by_numbers(r->g);
    uint32_t event = change(r, kind, rule, seat, before, after, about);
    if (kind == RNR_EV_ip_lost && after < before) {
        uint32_t cause = r->cause;
        r->cause = event != 0 ? event : cause;
        rnr_fire(r, RNR_ON_LOSE_IP, 0, seat, 0);
        r->cause = cause;
    }
}

void rnr_set_points(rnr_run *r, int handle, int32_t delta, rnr_event_id kind, rnr_rule_id rule)
{
    int32_t before = r->g->card[handle].points;
    int32_t after = before + delta;
    after = after > 30000 ? 30000 : after < -30000 ? -30000 : after;
    r->g->card[handle].points = (int16_t)after;
    unsettle(r->g);
    change(r, kind, rule, handle, before, after, 0);
}

// ---- places ----------------------------------------------------------------------------------------

static void forget_place_in_pile(rnr_state *g, int handle, int owner)
{
    g->hidden[owner] &= ~bit_of(handle);
    for (int i = 0; i < g->top_count[owner]; i++) {
        if (g->top[owner][i] == handle) {
            int rest = g->top_count[owner] - i - 1;
            memmove(&g->top[owner][i], &g->top[owner][i + 1], (size_t)rest);
            memmove(&g->top_known[owner][i], &g->top_known[owner][i + 1], (size_t)rest);
            g->top_count[owner]--;
            return;
        }
    }
}

// Does the opponent know which card this is that goes to a hand? It came from an open place, or from a known top.
static bool comes_seen(const rnr_state *g, int handle, int owner)
{
    for (int i = 0; i < g->top_count[owner]; i++) {
        if (g->top[owner][i] == handle) {
            return (g->top_known[owner][i] >> (1 - owner) & 1) != 0;
        }
    }
    return g->card[handle].zone != RNR_PILE;
}

// ---- cards in play by kind -------------------------------------------------------------------------

static void set_place(rnr_places *set, int place, bool member)
{
    uint64_t *half = &set->half[place / 64];
    const uint64_t bit = UINT64_C(1) << place % 64;
    *half = member ? *half | bit : *half & ~bit;
}

// A card enters at the last place.
static void place_enters(rnr_state *g, const rnr_card *card, int controller)
{
    const int place = g->play_count;
    rnr_places *sets = g->places;
    set_place(&sets[card->type], place, true);
    set_place(&sets[RNR_PLACES_OF_B], place, controller == 1);
    set_place(&sets[RNR_PLACES_EACH_TURN], place, (card->traits & RNR_TRAIT_EACH_TURN) != 0);
    set_place(&sets[RNR_PLACES_ACTIVATED], place, (card->traits & RNR_TRAIT_ACTIVATED) != 0);
    set_place(&sets[RNR_PLACES_YIELD], place, card->yield > 0);
    for (uint32_t on = card->listens; on != 0; on &= on - 1) {
        set_place(&sets[RNR_PLACES_HEAR + __builtin_ctz(on)], place, true);
    }
}

// The places behind one that is left move up, in each set.
static void place_leaves(rnr_state *g, int place)
{
    const uint64_t before = (UINT64_C(1) << place % 64) - 1;
    for (int i = 0; i < RNR_PLACES; i++) {
        uint64_t *low = &g->places[i].half[0], *high = &g->places[i].half[1];
        *low = place >= 64 ? *low : (*low & before) | ((*low >> 1 | *high << 63) & ~before);
        *high = place >= 64 ? (*high & before) | (*high >> 1 & ~before) : *high >> 1;
    }
}

static int place_in_play(const rnr_state *g, int handle)
{
    int at = 0;
    while (g->play_order[at] != handle) {
        at++;
    }
    return at;
}

static void leave_play(rnr_run *r, int handle)
{
    rnr_state *g = r->g;
    rnr_leave_effects(r, handle);
    rnr_slot *slot = &g->card[handle];
    const int at = place_in_play(g, handle);
    place_leaves(g, at);
    memmove(&g->play_order[at], &g->play_order[at + 1], (size_t)(g->play_count - at - 1));
    g->play_order[--g->play_count] = 0;
    g->stolen[owner_of(handle)] &= ~bit_of(handle);
    // Damage, Locks and all that clung to it are gone; a Bill keeps its cost.
    *slot = (rnr_slot){.number = slot->number, .zone = slot->zone, .controller = slot->controller,
                       .points = slot->points, .lock_turn = slot->lock_turn, .doubled = slot->doubled,
                       .attacker = slot->attacker, .type = slot->type, .traits = slot->traits};
}

static void enter_play(rnr_run *r, int handle)
{
    rnr_slot *slot = &r->g->card[handle];
    slot->entered = ++r->g->entered;
    slot->flags = RNR_FRESH;
    place_enters(r->g, card_of(r, handle), slot->controller);
    r->g->play_order[r->g->play_count++] = (uint8_t)handle;
}

// What a card has when it enters, and loses when it leaves, beside its place: no card enters with points, a Lock or
// another's control.
static void settle_numbers(rnr_run *r, int handle, bool entered)
{
    const rnr_slot *slot = &r->g->card[handle];
    const uint32_t cause = r->cause;
    const bool home = slot->zone == RNR_HAND;
    r->cause = r->trace != NULL ? r->trace->event_count : 0;
    int printed = card_of(r, handle)->points;
    if (entered && printed != 0) {
        rnr_term(r, RNR_TERM_printed, printed, handle, RULE(points));
        rnr_set_points(r, handle, printed, RNR_EV_points_printed, RULE(points));
    } else if (slot->points != 0) {
        const rnr_rule_id rule = home ? RULE(return_to_hand) : RULE(damage_persists);
        rnr_term(r, RNR_TERM_gone, -slot->points, handle, rule);
        rnr_set_points(r, handle, -slot->points, RNR_EV_points_reset, rule);
    }
    rnr_set_lock(r, handle, false, RNR_EV_lock_ended, home ? RULE(return_to_hand) : RULE(lock_ends));
    if (slot->controller != owner_of(handle)) {
        rnr_set_controller(r, handle, owner_of(handle), RNR_EV_control_back, RULE(owner_zones));
    }
    r->cause = cause;
}

void rnr_move(rnr_run *r, int handle, int zone, rnr_event_id kind, rnr_rule_id rule)
{
    rnr_state *g = r->g;
    rnr_slot *slot = &g->card[handle];
    int owner = owner_of(handle), before = slot->zone;
    bool was_in_play = in_play_zone(before), is_in_play = in_play_zone(zone);
    if (was_in_play || is_in_play) {
        unsettle(g);
    }
    g->seen[owner] &= ~bit_of(handle);
    if (zone == RNR_HAND && comes_seen(g, handle, owner)) {
        g->seen[owner] |= bit_of(handle);
    }
    if (before == RNR_PILE) {
        forget_place_in_pile(g, handle, owner);
        g->pile_count[owner]--;
    }
    if (was_in_play && !is_in_play) {
        leave_play(r, handle);
    }
    g->zone[owner][before] &= ~bit_of(handle);
    g->zone[owner][zone] |= bit_of(handle);
    slot->zone = (uint8_t)zone;
    if (zone == RNR_PILE) {
        g->hidden[owner] |= bit_of(handle);
        g->pile_count[owner]++;
    }
    if (is_in_play && !was_in_play) {
        enter_play(r, handle);
    }
    change(r, kind, rule, handle, before, zone, owner);
    if (was_in_play != is_in_play) {
        settle_numbers(r, handle, is_in_play);
        if (is_in_play) {
            rnr_enter_effects(r, handle);
        }
    }
}

void rnr_set_controller(rnr_run *r, int handle, int seat, rnr_event_id kind, rnr_rule_id rule)
{
    rnr_slot *slot = &r->g->card[handle];
    int before = slot->controller, owner = owner_of(handle);
    slot->controller = (uint8_t)seat;
    unsettle(r->g);
    if (in_play_zone(slot->zone)) {
        set_place(&r->g->places[RNR_PLACES_OF_B], place_in_play(r->g, handle), seat == 1);
    }
    if (seat != owner && in_play_zone(slot->zone)) {
        r->g->stolen[owner] |= bit_of(handle);
    } else {
        r->g->stolen[owner] &= ~bit_of(handle);
    }
    change(r, kind, rule, handle, before, seat, 0);
}

void rnr_set_lock(rnr_run *r, int handle, bool locked, rnr_event_id kind, rnr_rule_id rule)
{
    rnr_slot *slot = &r->g->card[handle];
    const bool before = slot->lock_turn != 0;
    if (!before && !locked) {
        return;
    }
    unsettle(r->g);
    r->g->locks = (uint8_t)(r->g->locks + locked - before);
    slot->lock_turn = locked ? (uint16_t)(r->g->turn != 0 ? r->g->turn : 1) : 0;
    change(r, kind, rule, handle, before, locked, slot->controller);
}

void rnr_double(rnr_run *r, int handle, rnr_rule_id rule)
{
    rnr_slot *slot = &r->g->card[handle];
    if (slot->doubled < 14) {  // 8 IP doubled 14 times is beyond any pool
        slot->doubled++;
        int cost = card_of(r, handle)->cost << slot->doubled;
        change(r, RNR_EV_doubled, rule, handle, slot->doubled - 1, slot->doubled, cost);
    }
}

void rnr_end_game(rnr_run *r, int winner, rnr_victory_id reason, rnr_rule_id rule)
{
    if (r->g->over != 0) {
        return;
    }
    r->g->over = 1;
    r->g->winner = (uint8_t)winner;
    r->g->reason = (uint8_t)reason;
    r->g->ask = (rnr_ask){.what = RNR_ASK_NONE};
    rnr_event(r, reason == RNR_WIN_none ? RNR_EV_no_decision : RNR_EV_game_won, rule, winner, (int32_t)reason, 0, 0);
}

// ---- the Draw Pile ----------------------------------------------------------------------------------

// How many bits are set up to the end of each byte, in that byte. (Not every amd64 has an instruction that counts bits.)
static uint64_t counts_up_to(uint64_t mask)
{
    mask -= mask >> 1 & 0x5555555555555555;
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333);
    return ((mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101;
}

// The k-th lowest set bit, `up_to` being the counts of the mask.
static int bit_number(uint64_t mask, uint64_t up_to, int k)
{
    const uint64_t each = 0x0101010101010101, top = each << 7;
    const uint64_t passed = ((((uint64_t)k * each | top) - up_to) & top) >> 7;  // 1 in each byte that ends before it
    const int byte = 8 * (int)(passed * each >> 56);
    mask >>= byte;
    for (k -= (int)(up_to << 8 >> byte & 255); k > 0; k--) {
        mask &= mask - 1;
    }
    return byte + __builtin_ctzll(mask);
}

enum { PURPOSE_DRAW = 0 };

// A card for a slot that nobody has looked at, uniformly among those it may be; -1: chance was asked.
static int unseen_card(rnr_run *r, int seat)
{
    rnr_state *g = r->g;
    const uint64_t mask = g->hidden[seat], up_to = counts_up_to(mask);
    const uint32_t all = (uint32_t)(up_to >> 56);
    if (g->chance.mode == BRS_CHANCE_SEEDED) {
        int pick = brs_chance_below(&g->chance, PURPOSE_DRAW, seat, all);
        int card = handle_at(seat, bit_number(mask, up_to, pick));
        brs_trace_outcome(r->trace, RNR_CH_outcome, seat, (uint16_t)card);
        return card;
    }
    // A recorded outcome is a handle's place in the deck, so that copies need no numbering.
    int place = g->chance.answer == 0 && all == 1 ? __builtin_ctzll(mask)
                : brs_chance_below(&g->chance, PURPOSE_DRAW, seat, RNR_DECK);
    return place < 0 ? -1 : place == RNR_DECK ? RNR_UNSEEN : handle_at(seat, place);
}

int rnr_next_card(rnr_run *r, int seat)
{
    if (r->g->pile_count[seat] == 0) {
        return 0;
    }
    return r->g->top_count[seat] > 0 ? r->g->top[seat][0] : unseen_card(r, seat);
}

int rnr_look_at_slot(rnr_run *r, int seat, int place, int viewers)
{
    rnr_state *g = r->g;
    assert(place <= g->top_count[seat]);
    if (place == g->top_count[seat]) {
        int card = unseen_card(r, seat);
        if (card < 0) {
            return -1;
        }
        g->hidden[seat] &= ~bit_of(card);
        g->top[seat][place] = (uint8_t)card;
        g->top_known[seat][place] = 0;
        g->top_count[seat]++;
    }
    g->top_known[seat][place] |= (uint8_t)viewers;
    return g->top[seat][place];
}
