// Does the order of a batch matter? Decided from the compiled effects, without playing them out (L5, L18):
// two effects commute when what one reads or changes the other does not change, or both only add to the
// same thing and nothing reads it.
#include "rnr_flow.h"

enum {  // what an effect may read or change, a bit a seat
    LP = 0, IP = 2, IP_LOST = 4, HAND = 6, DISCARDS = 8, EXILED = 10, TABLE = 12,
    SHIELD = 14,  // a Prevent that serves one event
    MILLED = 16, TOP_EXILED = 18, DRAWN = 20  // ways off the top of the Draw Pile
};

typedef struct {
    uint32_t read, write, add;
    uint64_t card[2];   // cards that it moves, by owner
    uint64_t watch[2];  // cards whose presence it reads, by owner
    bool loose;         // moves cards in play that are not known yet, or brings some in
} rnr_reach;

static uint32_t bit(int what, int seat)
{
    return 1u << (what + seat);
}

static uint32_t both(int what)
{
    return 3u << what;
}

static uint32_t zone_bit(int where, int seat)
{
    static const uint8_t place[] = {[RNR_IN_PLAY] = TABLE, [RNR_IN_HAND] = HAND, [RNR_IN_PILE] = DRAWN,
                                    [RNR_IN_DISCARD] = DISCARDS, [RNR_IN_EXILE] = EXILED};
    return bit(place[where], seat);
}

// ---- what is read -----------------------------------------------------------------------------------------

static uint32_t read_of_selector(const rnr_selector *what, int you)
{
    return what->det == RNR_DET_NONE ? 0 : zone_bit(what->where, what->who == RNR_WHO_OPPONENT ? 1 - you : you);
}

static uint32_t read_of_tests(const rnr_sentence *s, int you)
{
    uint32_t read = 0;
    for (int i = 0; i < s->ntest; i++) {
        const rnr_test *t = &s->test[i];
        const int seat = t->who == RNR_WHO_OPPONENT ? 1 - you : you;
        const uint32_t ip = both(IP) | both(IP_LOST);
        switch (t->kind) {
        case RNR_TEST_CONTROLS: read |= bit(TABLE, seat); break;
        case RNR_TEST_RESOURCE: read |= t->resource == RNR_IP ? ip : bit(LP, seat); break;
        case RNR_TEST_COMPARE: read |= t->resource == RNR_IP ? ip : both(LP); break;
        case RNR_TEST_HAND: read |= bit(HAND, seat); break;
        default: break;
        }
    }
    return read;
}

static bool counted_by(const rnr_run *r, const rnr_selector *what, int you, int source, int handle)
{
    return what->det != RNR_DET_NONE && what->where == RNR_IN_PLAY &&
           rnr_fits(r, what, what->who == RNR_WHO_OPPONENT ? 1 - you : you, source, handle);
}

// Does a condition or a count of the effect look at this card in play?
static bool counts(const rnr_run *r, const rnr_pending *p, int handle)
{
    const rnr_sentence *s = sentence_of(r, p->source, p->sentence);
    const rnr_effect *e = &s->effect[p->effect];
    const bool all = e->what.det == RNR_DET_ALL || e->what.det == RNR_DET_EACH;
    bool looks = counted_by(r, &e->amount.per, p->controller, p->source, handle) ||
                 (all && rnr_fits(r, &e->what, -1, p->source, handle));
    for (int i = 0; i < s->ntest && !looks; i++) {
        const rnr_test *t = &s->test[i];
        const int seat = t->who == RNR_WHO_OPPONENT ? 1 - p->controller : p->controller;
        looks = t->kind == RNR_TEST_CONTROLS && rnr_fits(r, &t->what, seat, p->source, handle);
    }
    return looks;
}

// A modifier that hangs on its card is read: the card, its conditions and what it counts.
static void read_modifier(const rnr_run *r, const rnr_modifier *m, rnr_reach *out)
{
    if (m->duration == RNR_WHILE_IN_PLAY && in_play(r->g, m->source)) {
        const int seat = r->g->card[m->source].controller;
        out->watch[owner_of(m->source)] |= bit_of(m->source);
        out->read |= bit(TABLE, seat) | read_of_tests(sentence_of(r, m->source, m->sentence), seat) |
                     read_of_selector(&rnr_effect_of(r, m)->amount.per, seat);
    }
}

static void read_flow(const rnr_run *r, rnr_flow flow, int seat, rnr_reach *out)
{
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        const bool changes = m->verb == RNR_FX_BLOCK_FLOW || m->verb == RNR_FX_INCREASE || m->verb == RNR_FX_REDUCE ||
                             m->verb == RNR_FX_PREVENT;
        if (changes && rnr_is_about(r, m, flow, seat, 0)) {
            const bool one_event = m->verb == RNR_FX_PREVENT && m->once != 0 &&
                                   rnr_effect_of(r, m)->amount.kind != RNR_AMOUNT_ALL;
            out->write |= one_event ? bit(SHIELD, seat) : 0;
            read_modifier(r, m, out);
        }
    }
}

// What may keep a card where it is.
static void read_guards(const rnr_run *r, rnr_reach *out)
{
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        for (int owner = 0; owner < 2 && (m->verb == RNR_FX_CANNOT || m->verb == RNR_FX_PROTECT); owner++) {
            for (uint64_t cards = out->card[owner]; cards != 0; cards &= cards - 1) {
                const int handle = handle_at(owner, __builtin_ctzll(cards));
                if (handle != m->source && rnr_modifier_covers(r, m, handle)) {
                    read_modifier(r, m, out);
                }
            }
        }
    }
}

// ---- what is changed ----------------------------------------------------------------------------------------

static void moves_card(const rnr_run *r, int handle, int to, rnr_reach *out)
{
    const int owner = owner_of(handle);
    out->card[owner] |= bit_of(handle);
    switch (r->g->card[handle].zone) {
    case RNR_HAND: out->add |= bit(HAND, owner); break;
    case RNR_DISCARD_PILE: out->add |= bit(DISCARDS, owner); break;
    case RNR_EXILE_ZONE: out->add |= bit(EXILED, owner); break;
    default: out->add |= bit(TABLE, r->g->card[handle].controller); break;
    }
    out->add |= to == TABLE ? both(TABLE) : bit(to, owner);
    out->loose = out->loose || to == TABLE;
}

// Cards that go somewhere: those that were named, this card, or all that fit when it happens.
static void moves_cards(const rnr_run *r, const rnr_pending *p, const rnr_effect *e, int to, rnr_reach *out)
{
    if (e->what.det == RNR_DET_THIS || e->what.det == RNR_DET_ATTACKER) {
        moves_card(r, e->what.det == RNR_DET_THIS ? p->source : p->attacker, to, out);
    } else if (rnr_asks(&e->what)) {
        for (int i = 0; i < p->count; i++) {
            moves_card(r, p->target[i], to, out);
        }
    } else {
        const int seat = rnr_seat_of(r, e->what.who, p->controller, e, p->source);
        out->read |= zone_bit(e->what.where, seat);
        out->add |= zone_bit(e->what.where, seat) | both(to);
        out->loose = true;
    }
    read_guards(r, out);
}

static void reach_of_moves(const rnr_run *r, const rnr_pending *p, const rnr_effect *e, rnr_reach *out)
{
    const int you = p->controller, whose = e->who == RNR_WHO_OPPONENT ? 1 - you : you;
    const int pile = e->what.who == RNR_WHO_OPPONENT ? 1 - you : you;
    const bool exiles = (e->flags & RNR_FLAG_INTO_EXILE) != 0;
    const bool bare = e->what.det == RNR_DET_NONE;
    switch (e->verb) {
    case RNR_FX_MILL:
        out->add |= bit(exiles ? TOP_EXILED : MILLED, 1 - you) | bit(exiles ? EXILED : DISCARDS, 1 - you);
        read_flow(r, RNR_FLOW_MILL, you, out);
        break;
    case RNR_FX_DRAW: out->add |= bit(DRAWN, whose) | bit(HAND, whose); break;
    case RNR_FX_LOOK:
        out->read |= e->what.det == RNR_DET_TOP ? bit(MILLED, pile) | bit(TOP_EXILED, pile) | bit(DRAWN, pile)
                                                : bit(HAND, whose);
        break;
    case RNR_FX_DISCARD:
        if (bare || (e->what.where == RNR_IN_HAND && e->what.det != RNR_DET_THIS)) {
            const int seat = bare ? whose : rnr_seat_of(r, e->what.who, you, e, p->source);
            out->write |= bit(HAND, seat);
            out->add |= bit(DISCARDS, seat);
            read_flow(r, RNR_FLOW_DISCARD, you, out);
        } else {
            moves_cards(r, p, e, DISCARDS, out);
        }
        break;
    case RNR_FX_SACRIFICE:
        if (e->what.det == RNR_DET_THIS) {
            moves_card(r, p->source, DISCARDS, out);
        } else {
            out->write |= bit(TABLE, whose);
            out->add |= bit(DISCARDS, whose);
        }
        break;
    case RNR_FX_EXILE:
        if (e->what.det == RNR_DET_TOP) {
            out->add |= bit(TOP_EXILED, pile) | bit(EXILED, pile);
        } else {
            moves_cards(r, p, e, EXILED, out);
        }
        break;
    case RNR_FX_DESTROY: moves_cards(r, p, e, DISCARDS, out); break;
    case RNR_FX_RETURN: moves_cards(r, p, e, HAND, out); break;
    case RNR_FX_PUT:
    case RNR_FX_CONTROL: moves_cards(r, p, e, TABLE, out); break;
    default: break;
    }
}

static rnr_reach reach_of(const rnr_run *r, const rnr_pending *p)
{
    const rnr_sentence *s = sentence_of(r, p->source, p->sentence);
    const rnr_effect *e = &s->effect[p->effect];
    const int you = p->controller, whose = e->who == RNR_WHO_OPPONENT ? 1 - you : you;
    rnr_reach out = {.read = read_of_selector(&e->amount.per, you) | read_of_tests(s, you)};
    if ((p->flags & RNR_PENDING_EACH_TURN) != 0) {  // it happens only while its card is in play (U8)
        out.watch[owner_of(p->source)] |= bit_of(p->source);
        out.read |= bit(TABLE, you);
    }
    if (e->verb == RNR_FX_GAIN || e->verb == RNR_FX_LOSE) {
        const bool gain = e->verb == RNR_FX_GAIN;
        out.add |= bit(e->resource == RNR_LP ? LP : gain ? IP : IP_LOST, whose);
        read_flow(r, e->resource == RNR_LP ? (gain ? RNR_FLOW_LP_GAIN : RNR_FLOW_LP_LOSS) : RNR_FLOW_IP_GAIN, whose, &out);
    }
    reach_of_moves(r, p, e, &out);
    return out;
}

// ---- do they commute? ------------------------------------------------------------------------------------------

// Different ways off one pile, or IP won and lost: each only adds, yet their order shows.
static bool lanes_cross(const rnr_reach *a, const rnr_reach *b)
{
    for (int seat = 0; seat < 2; seat++) {
        const uint32_t lanes[] = {bit(MILLED, seat) | bit(TOP_EXILED, seat) | bit(DRAWN, seat),
                                  bit(IP, seat) | bit(IP_LOST, seat)};
        for (int i = 0; i < 2; i++) {
            const uint32_t in_a = a->add & lanes[i], in_b = b->add & lanes[i];
            if (in_a != 0 && in_b != 0 && in_a != in_b) {
                return true;
            }
        }
    }
    return false;
}

// Does b move a card in play that p looks at?
static bool moves_what_is_read(const rnr_run *r, const rnr_pending *p, const rnr_reach *a, const rnr_reach *b)
{
    if ((a->read & b->add & both(TABLE)) == 0) {
        return false;
    }
    bool moves = b->loose || (a->watch[0] & b->card[0]) != 0 || (a->watch[1] & b->card[1]) != 0;
    for (int owner = 0; owner < 2 && !moves; owner++) {
        for (uint64_t cards = b->card[owner]; cards != 0 && !moves; cards &= cards - 1) {
            moves = counts(r, p, handle_at(owner, __builtin_ctzll(cards)));
        }
    }
    return moves;
}

static bool commute(const rnr_run *r, const rnr_pending *p, const rnr_reach *a, const rnr_pending *q, const rnr_reach *b)
{
    if (p->source == q->source && p->sentence == q->sentence && p->effect == q->effect) {
        return true;  // the same twice
    }
    const uint32_t changes_a = a->write | a->add, changes_b = b->write | b->add, table = both(TABLE);
    const bool read = (a->read & (b->write | (b->add & ~table))) != 0 || (b->read & (a->write | (a->add & ~table))) != 0;
    const bool changed = (a->write & changes_b) != 0 || (b->write & changes_a) != 0;
    const bool same_card = (a->card[0] & b->card[0]) != 0 || (a->card[1] & b->card[1]) != 0;
    return !read && !changed && !same_card && !lanes_cross(a, b) && !moves_what_is_read(r, p, a, b) &&
           !moves_what_is_read(r, q, b, a);
}

// Locks of one step take hold together, and damage is marked: only these batches can depend on their order.
static bool may_matter(const rnr_run *r, int home)
{
    return home == RNR_SEC_cleanup || home == RNR_SEC_end ||
           (home == RNR_SEC_gain && option(r, RNR_OPT_gain_order) == 0);
}

void rnr_may_order(const rnr_run *r, int home, bool *out)
{
    rnr_reach reach[RNR_MAX_PENDING];
    uint16_t waits[RNR_MAX_PENDING];
    const rnr_pending *pending = r->g->pending;
    const rnr_batch batch = rnr_batch_of(r->g, home);
    int n = 0;
    for (int i = 0; i < r->g->pending_count; i++) {
        out[i] = false;
        if (rnr_in_batch(batch, &pending[i]) && pending[i].order == 0) {
            reach[n] = reach_of(r, &pending[i]);
            for (int k = 0; k < n; k++) {
                if (!(out[i] && out[waits[k]]) && !commute(r, &pending[waits[k]], &reach[k], &pending[i], &reach[n])) {
                    out[i] = out[waits[k]] = true;
                }
            }
            waits[n++] = (uint16_t)i;
        }
    }
}

bool rnr_order_matters(const rnr_run *r, int home)
{
    rnr_reach reach[RNR_MAX_PENDING];
    const rnr_pending *waits[RNR_MAX_PENDING];
    const rnr_batch batch = rnr_batch_of(r->g, home);
    int n = 0;
    for (int i = 0; may_matter(r, home) && i < r->g->pending_count; i++) {
        const rnr_pending *p = &r->g->pending[i];
        if (rnr_in_batch(batch, p) && p->order == 0) {
            waits[n++] = p;
        }
    }
    for (int i = 0; n > 1 && i < n; i++) {
        reach[i] = reach_of(r, waits[i]);
        for (int k = 0; k < i; k++) {
            if (!commute(r, waits[k], &reach[k], waits[i], &reach[i])) {
                return true;
            }
        }
    }
    return false;
}
