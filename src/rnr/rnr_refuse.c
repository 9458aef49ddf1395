// "Why can't I play this?": for each thing one may not do at the open question, the rule against it.
#include "rnr_flow.h"

static int refuse(brs_refusal *out, int n, int cap, int kind, int seat, int handle, int sentence, rnr_rule_id rule)
{
    if (rule != RULE(none) && n < cap) {
        out[n++] = (brs_refusal){{(uint8_t)kind, (uint8_t)seat, {(uint16_t)handle, (uint16_t)sentence, 0}}, (uint16_t)rule};
    }
    return n;
}

static int refused_on_table(rnr_run *r, int seat, brs_refusal *out, int n, int cap)
{
    for (int i = 0; i < r->g->play_count; i++) {
        int handle = r->g->play_order[i];
        const rnr_card *card = card_of(r, handle);
        if (r->g->card[handle].controller != seat) {
            continue;
        }
        if (rnr_stands_to_attack(r, seat, handle)) {
            n = refuse(out, n, cap, RNR_CH_clash, seat, handle, 0, rnr_why_not_clash(r, seat, handle));
        }
        for (int s = 0; s < card->nsentence; s++) {
            if (card->sentence[s].head == RNR_HEAD_COST) {
                n = refuse(out, n, cap, RNR_CH_activate, seat, handle, s, rnr_why_not_activate(r, seat, handle, s));
            }
        }
    }
    return n;
}

// What stands between a hand and a card on the table that the words would fit.
static rnr_rule_id why_not_name(const rnr_run *r, int seat, int handle)
{
    int by;
    if (!in_play(r->g, handle)) {
        return RULE(none);
    }
    return rnr_barred_from(r, handle, RNR_BAR_TARGETED, &by)            ? RULE(cannot)
           : rnr_blocked_from(r, seat, RNR_TARGETING, handle, &by) ? RULE(block)
                                                                    : RULE(none);
}

// All that the words of the open question fit, whether it may be named or not.
static int fitting(const rnr_run *r, const rnr_ask *ask, uint8_t *out, int cap)
{
    if (ask->what == RNR_ASK_TARGET) {
        const rnr_pending *p = &r->g->pending[ask->index];
        rnr_effect e = sentence_of(r, p->source, p->sentence)->effect[p->effect];
        e.what = e.verb == RNR_FX_REDIRECT && p->count == 1 ? e.to : e.what;
        return rnr_candidates(r, &e, p->controller, p->source, false, out, cap);
    }
    const rnr_card *card = card_of(r, ask->source);
    const rnr_effect *e = &card->sentence[card->attack_sentence].effect[card->attack_effect];
    if ((e->flags & RNR_FLAG_TO_OPPONENT) == 0) {
        return rnr_candidates(r, e, r->g->card[ask->source].controller, ask->source, false, out, cap);
    }
    int n = 0;
    for (int i = 0; i < r->g->play_count && n < cap; i++) {
        int handle = r->g->play_order[i], type = card_of(r, handle)->type;
        if (r->g->card[handle].controller != ask->seat && (type == RNR_DEFENSE || type == RNR_UA)) {
            out[n++] = (uint8_t)handle;
        }
    }
    return n;
}

static int refused_names(const rnr_run *r, const rnr_ask *ask, brs_refusal *out, int cap)
{
    uint8_t cards[2 * RNR_DECK];
    int count = fitting(r, ask, cards, 2 * RNR_DECK), n = 0;
    for (int i = 0; i < count; i++) {
        n = refuse(out, n, cap, RNR_CH_target, ask->seat, cards[i], 0, why_not_name(r, ask->seat, cards[i]));
    }
    return n;
}

// An opposing Attack that is challenged already.
static int refused_clashes(const rnr_run *r, const rnr_ask *ask, brs_refusal *out, int cap)
{
    uint8_t open[2 * RNR_DECK];
    int count, n = 0;
    rnr_clash_targets(r, ask->seat, ask->source, open, &count);
    for (int i = 0; i < r->g->play_count; i++) {
        int handle = r->g->play_order[i];
        bool opposing = r->g->card[handle].controller != ask->seat && card_of(r, handle)->type == RNR_ATTACK;
        bool listed = false;
        for (int k = 0; k < count; k++) {
            listed = listed || open[k] == handle;
        }
        n = refuse(out, n, cap, RNR_CH_target, ask->seat, handle, 0, opposing && !listed ? RULE(aoa) : RULE(none));
    }
    return n;
}

// Cards that would pay a cost, but may not be given up.
static int refused_costs(const rnr_run *r, const rnr_ask *ask, brs_refusal *out, int cap)
{
    const rnr_cost *cost = &sentence_of(r, ask->source, ask->sentence)->cost[ask->index];
    int n = 0;
    for (int i = 0; cost->what.where != RNR_IN_HAND && i < r->g->play_count; i++) {
        int handle = r->g->play_order[i];
        if (card_of(r, handle)->type != RNR_UA && rnr_fits(r, &cost->what, ask->seat, ask->source, handle)) {
            n = refuse(out, n, cap, RNR_CH_choose, ask->seat, handle, 0, rnr_why_not_give_up(r, cost->kind, handle));
        }
    }
    return n;
}

// The first X that is more than there is to pay.
static int refused_x(const rnr_run *r, const rnr_ask *ask, brs_refusal *out, int cap)
{
    return refuse(out, 0, cap, RNR_CH_x, ask->seat, rnr_most_x(r) + 1, 0, RULE(pay_cost));
}

int rnr_refused(const rnr_run *run, brs_refusal *out, int cap)
{
    rnr_run copy = *run, *r = &copy;
    const rnr_ask *ask = &r->g->ask;
    static const struct { uint8_t question, how, kind; } hand_questions[] = {
        {RNR_ASK_EQUALIZE, RNR_PLAY_EQUALIZE, RNR_CH_equalize},
        {RNR_ASK_PILLAR, RNR_PLAY_PILLAR, RNR_CH_pillar},
        {RNR_ASK_PLAY, RNR_PLAY_NORMAL, RNR_CH_play},
        {RNR_ASK_PLAY, RNR_PLAY_AOA, RNR_CH_play_aoa},
    };
    uint8_t hand[2 * RNR_DECK];
    int n = 0;
    r->trace = NULL;
    switch ((rnr_question)ask->what) {
    case RNR_ASK_TARGET:
    case RNR_ASK_ATTACK: return refused_names(r, ask, out, cap);
    case RNR_ASK_CLASH: return refused_clashes(r, ask, out, cap);
    case RNR_ASK_COST: return refused_costs(r, ask, out, cap);
    case RNR_ASK_X: return refused_x(r, ask, out, cap);
    default: break;
    }
    for (size_t q = 0; q < sizeof hand_questions / sizeof hand_questions[0]; q++) {
        if (hand_questions[q].question != ask->what) {
            continue;
        }
        int count = rnr_hand_of(r, ask->seat, hand), how = hand_questions[q].how;
        for (int i = 0; i < count; i++) {
            bool about = how != RNR_PLAY_AOA || card_of(r, hand[i])->type == RNR_ATTACK;
            if (about) {
                n = refuse(out, n, cap, hand_questions[q].kind, ask->seat, hand[i], 0, rnr_why_not_play(r, ask->seat, hand[i], how));
            }
        }
    }
    return ask->what == RNR_ASK_PLAY ? refused_on_table(r, ask->seat, out, n, cap) : n;
}
