// Does the order of a batch matter? Decided from the compiled effects, without playing them out (L5, L18):
// two effects commute when what one reads or writes the other does not write, or both only add to the
// same number and nothing reads it.
#include "rnr_flow.h"

enum {  // what an effect may read or write, a bit a seat
    LP = 0, IP = 2, HAND = 4, PILE = 6, DISCARDS = 8, EXILED = 10, TABLE = 12
};

typedef struct {
    uint32_t read, write, add;
    uint64_t card[2];  // cards in play that it names, by owner
} rnr_reach;

static uint32_t bit(int what, int seat)
{
    return 1u << (what + seat);
}

static uint32_t both(int what)
{
    return 3u << what;
}

static uint32_t read_of_selector(const rnr_selector *what, int you)
{
    static const uint8_t place[] = {[RNR_IN_PLAY] = TABLE, [RNR_IN_HAND] = HAND, [RNR_IN_PILE] = PILE,
                                    [RNR_IN_DISCARD] = DISCARDS, [RNR_IN_EXILE] = EXILED};
    if (what->det == RNR_DET_NONE) {
        return 0;
    }
    return bit(place[what->where], what->who == RNR_WHO_OPPONENT ? 1 - you : you);
}

static uint32_t read_of_test(const rnr_test *t, int you)
{
    int seat = t->who == RNR_WHO_OPPONENT ? 1 - you : you;
    switch (t->kind) {
    case RNR_TEST_CONTROLS: return bit(TABLE, seat);
    case RNR_TEST_RESOURCE: return bit(t->resource == RNR_IP ? IP : LP, seat);
    case RNR_TEST_COMPARE: return both(t->resource == RNR_IP ? IP : LP);
    case RNR_TEST_HAND: return bit(HAND, seat);
    default: return 0;
    }
}

static void reach_of_moves(const rnr_run *r, const rnr_pending *p, const rnr_effect *e, rnr_reach *out)
{
    int you = p->controller, other = 1 - you;
    int whose = e->who == RNR_WHO_OPPONENT ? other : you;
    int owner = rnr_seat_of(r, e->what.who, you, e, p->source);
    switch (e->verb) {
    case RNR_FX_MILL:
        out->add |= bit(PILE, other) | bit((e->flags & RNR_FLAG_INTO_EXILE) != 0 ? EXILED : DISCARDS, other);
        break;
    case RNR_FX_DRAW: out->write |= bit(PILE, whose) | bit(HAND, whose); break;
    case RNR_FX_DISCARD:
        out->write |= e->what.det == RNR_DET_NONE ? bit(HAND, whose) : read_of_selector(&e->what, you);
        out->add |= bit(DISCARDS, whose);
        break;
    case RNR_FX_SACRIFICE:
        out->write |= bit(TABLE, whose);
        out->add |= bit(DISCARDS, whose);
        break;
    case RNR_FX_EXILE:
        out->write |= e->what.det == RNR_DET_TOP ? bit(PILE, owner) : 0;
        out->add |= bit(EXILED, owner);
        break;
    case RNR_FX_RETURN: out->write |= bit(HAND, owner) | read_of_selector(&e->what, you); break;
    case RNR_FX_PUT: out->write |= bit(HAND, you) | bit(TABLE, you); break;
    case RNR_FX_CONTROL: out->write |= both(TABLE); break;
    default: break;
    }
}

static rnr_reach reach_of(const rnr_run *r, const rnr_pending *p)
{
    const rnr_sentence *s = sentence_of(r, p->source, p->sentence);
    const rnr_effect *e = &s->effect[p->effect];
    int you = p->controller, whose = e->who == RNR_WHO_OPPONENT ? 1 - you : you;
    rnr_reach out = {.read = read_of_selector(&e->amount.per, you)};
    for (int i = 0; i < s->ntest; i++) {
        out.read |= read_of_test(&s->test[i], you);
    }
    for (int i = 0; i < p->count; i++) {
        if (in_play(r->g, p->target[i])) {
            out.card[owner_of(p->target[i])] |= bit_of(p->target[i]);
        }
    }
    if (e->verb == RNR_FX_GAIN || e->verb == RNR_FX_LOSE) {
        bool floor = e->verb == RNR_FX_LOSE && e->resource == RNR_IP;
        *(floor ? &out.write : &out.add) |= bit(e->resource == RNR_IP ? IP : LP, whose);
    } else if (p->count == 0 && rnr_effect_row(e->verb)->home == RNR_HOME_OTHER && e->verb == RNR_FX_DESTROY) {
        out.write |= bit(TABLE, rnr_seat_of(r, e->what.who, you, e, p->source));
    }
    reach_of_moves(r, p, e, &out);
    return out;
}

static bool table_clash(const rnr_reach *a, const rnr_reach *b)
{
    bool moves = (b->card[0] | b->card[1]) != 0 || (b->write & both(TABLE)) != 0;
    bool reads = (a->read & both(TABLE)) != 0 || (a->write & both(TABLE)) != 0;
    return moves && reads;
}

static bool commute(const rnr_run *r, const rnr_pending *p, const rnr_pending *q)
{
    rnr_reach a = reach_of(r, p), b = reach_of(r, q);
    uint32_t writes_a = a.write | a.add, writes_b = b.write | b.add;
    if (((a.read & writes_b) | (b.read & writes_a)) != 0 || (a.write & writes_b) != 0 || (b.write & a.add) != 0) {
        return false;
    }
    if ((a.card[0] & b.card[0]) != 0 || (a.card[1] & b.card[1]) != 0) {
        return false;
    }
    return !table_clash(&a, &b) && !table_clash(&b, &a);
}

// Steps other than 5C and the last batch hold effects that commute: Locks, damage that is marked, sums of LP.
static bool may_matter(int home)
{
    return home == RNR_SEC_cleanup || home == RNR_SEC_end;
}

bool rnr_may_order(const rnr_run *r, int home, int at)
{
    const rnr_pending *p = &r->g->pending[at];
    for (int i = 0; i < r->g->pending_count; i++) {
        const rnr_pending *q = &r->g->pending[i];
        if (i != at && q->source != 0 && q->home == home && q->order == 0 && !commute(r, p, q)) {
            return true;
        }
    }
    return false;
}

bool rnr_order_matters(const rnr_run *r, int home)
{
    for (int i = 0; may_matter(home) && i < r->g->pending_count; i++) {
        const rnr_pending *p = &r->g->pending[i];
        if (p->source != 0 && p->home == home && p->order == 0 && rnr_may_order(r, home, i)) {
            return true;
        }
    }
    return false;
}
