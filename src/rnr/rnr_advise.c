// Rules of thumb: Pillars first, then what is worth most for the IP there are, blows where they kill, the cheapest
// things given up. Reads only what the seat may know. Replays are coded with this order (rnr_rank.c): better rules get a key
// of their own.
#include "rnr_worth.h"

enum { HOLD = 90, MAX_PLAYS = 64, MAX_IP = 40 };  // HOLD: what a card is worth that stays in hand for later

// ---- the Play Phase --------------------------------------------------------------------------------------------

// An Attack sent against another: both strike, and what is left of ours goes on.
static int worth_of_clash(const rnr_run *r, int you, int handle, int target)
{
    const int ours = rnr_points(r, handle), theirs = rnr_points(r, target);
    const int won = ours >= theirs ? rnr_worth_in_play(r, target) : rnr_worth_in_play(r, target) * theirs / (theirs + ours + 1) / 3;
    const int kept = ours > theirs ? rnr_worth_of_play(r, you, handle) * (ours - theirs) / (ours + 1) : 0;
    return won + kept;
}

static int best_clash(const rnr_run *r, int you, int handle)
{
    int best = 0;
    for (int i = 0; i < r->g->play_count; i++) {
        const int target = r->g->play_order[i];
        if (r->g->card[target].controller != you && r->g->card[target].type == RNR_ATTACK &&
            !has_flag(r->g, target, RNR_SPENT | RNR_DEAD)) {
            const int worth = worth_of_clash(r, you, handle, target);
            best = worth > best ? worth : best;
        }
    }
    return best;
}

// What goes with a card that is given up: what it would still have done by being there.
static int lasting(const rnr_run *r, int handle)
{
    const rnr_card *card = card_of(r, handle);
    int sum = 60;
    for (int s = 0; s < card->nsentence; s++) {
        const int worth = rnr_worth_of_sentence(r, r->g->card[handle].controller, handle, s);
        const int trigger = card->sentence[s].trigger;
        sum += trigger == RNR_TRIGGER_EACH_TURN ? 3 * worth : trigger == RNR_TRIGGER_CONTINUOUS ? 2 * worth
               : trigger == RNR_TRIGGER_WHEN ? worth / 2 : 0;
    }
    return sum;
}

static int given_up(const rnr_run *r, int handle, const rnr_sentence *s)
{
    int sum = 0;
    for (int i = 0; i < s->ncost; i++) {
        const rnr_cost *cost = &s->cost[i];
        const int n = cost->what.count > 0 ? cost->what.count : 1;
        if (cost->kind == RNR_COST_NONE || cost->kind == RNR_COST_PAY) {
            continue;
        }
        sum += cost->what.det == RNR_DET_THIS    ? lasting(r, handle)
               : cost->what.where == RNR_IN_HAND ? n * 220
                                                       : n * 450;
    }
    return sum;
}

static int cost_of(rnr_run *r, brs_choice c)
{
    if (c.kind == RNR_CH_done) {
        return 0;
    }
    if (c.kind == RNR_CH_activate) {
        const rnr_sentence *s = sentence_of(r, c.arg[0], c.arg[1]);
        int ip = 0;
        for (int i = 0; i < s->ncost; i++) {
            ip += s->cost[i].kind != RNR_COST_PAY ? 0 : s->cost[i].x != 0 ? r->g->ip[c.seat] : s->cost[i].n;
        }
        return ip;
    }
    const int cost = c.kind == RNR_CH_clash ? option(r, RNR_OPT_aoa_extra_ip) : rnr_ip_cost(r, c.arg[0], c.kind == RNR_CH_play_aoa);
    r->nterm = 0;
    return cost;
}

static int worth_of_act(const rnr_run *r, brs_choice c)
{
    const int handle = c.arg[0];
    switch (c.kind) {
    case RNR_CH_play: return rnr_worth_of_play(r, c.seat, handle) - HOLD;
    case RNR_CH_play_aoa: return best_clash(r, c.seat, handle) - HOLD;
    case RNR_CH_clash: return best_clash(r, c.seat, handle) - rnr_worth_of_play(r, c.seat, handle) / 2;
    case RNR_CH_activate:
        return rnr_worth_of_sentence(r, c.seat, handle, c.arg[1]) - given_up(r, handle, sentence_of(r, handle, c.arg[1]));
    default: return 0;
    }
}

// The set of acts that is worth most for the IP at hand; from it the one worth most comes first. -1: nothing is worth it.
static int best_acts(rnr_run *r, const brs_choice *choices, int n)
{
    const int ip = r->g->ip[choices[0].seat] < MAX_IP ? r->g->ip[choices[0].seat] : MAX_IP;
    int worth[MAX_PLAYS], sum[MAX_IP + 1] = {0}, first[MAX_IP + 1];
    for (int k = 0; k <= MAX_IP; k++) {
        first[k] = -1;
    }
    for (int i = 0; i < n && i < MAX_PLAYS; i++) {
        const int cost = cost_of(r, choices[i]);
        worth[i] = worth_of_act(r, choices[i]);
        for (int k = ip; worth[i] > 0 && k >= cost; k--) {
            const int total = sum[k - cost] + worth[i], before = first[k - cost];
            if (total > sum[k]) {
                sum[k] = total;
                first[k] = before < 0 || worth[i] > worth[before] ? i : before;
            }
        }
    }
    return first[ip > 0 ? ip : 0];
}

static int advise_play(rnr_run *r, const brs_choice *choices, int n)
{
    const int best = best_acts(r, choices, n);
    return best >= 0 ? best : n - 1;  // the last is to end the Play Phase
}

// ---- the other questions ---------------------------------------------------------------------------------------

static bool keeps(const rnr_run *r, int seat)
{
    int pillars = 0;
    for (uint64_t mask = r->g->zone[seat][RNR_HAND]; mask != 0; mask &= mask - 1) {
        pillars += r->g->card[handle_at(seat, __builtin_ctzll(mask))].type == RNR_PILLAR;
    }
    return (pillars >= 2 && pillars <= 5) || r->g->mulligans[seat] > 0;
}

// An Attack is aimed where it is worth most; a wall that stands takes what is meant for a UA.
static int worth_of_aim(const rnr_run *r, int source, int target, int points)
{
    const bool walled = r->g->card[target].type == RNR_UA && !rnr_may_hit(r, source, target, r->g->card[source].controller, false);
    return walled ? 0 : rnr_worth_of_strike(r, target, points) + 1;
}

static int worth_of_target(const rnr_run *r, const rnr_effect *e, int you, int source, int handle)
{
    if (e->verb == RNR_FX_ATTACK) {
        return rnr_worth_of_strike(r, handle, rnr_amount_of(r, &e->amount, you, source, r->g->ip[you]));
    }
    const int worth = r->g->card[handle].zone == RNR_HAND || !in_play(r->g, handle) ? rnr_worth_of_card(r, handle)
                                                                                  : rnr_worth_in_play(r, handle);
    const bool own = r->g->card[handle].controller == you, harms = rnr_effect_row(e->verb)->polarity == RNR_NEG;
    return own && harms ? -worth : worth;
}

static int worth_of_answer(const rnr_run *r, brs_choice c)
{
    const rnr_ask *ask = &r->g->ask;
    const int handle = c.arg[0];
    switch ((rnr_question)ask->what) {
    case RNR_ASK_MULLIGAN: return (c.kind == RNR_CH_keep) == keeps(r, c.seat);
    case RNR_ASK_EQUALIZE: case RNR_ASK_PILLAR: return c.kind == RNR_CH_skip ? 0 : rnr_worth_of_play(r, c.seat, handle);
    case RNR_ASK_CLASH: return worth_of_clash(r, c.seat, ask->source, handle);
    case RNR_ASK_ATTACK: return c.kind == RNR_CH_target ? worth_of_aim(r, ask->source, handle, rnr_points(r, ask->source)) : 0;
    case RNR_ASK_TARGET: {
        const rnr_pending *p = &r->g->pending[ask->index];
        const rnr_effect *e = &sentence_of(r, p->source, p->sentence)->effect[p->effect];
        return c.kind == RNR_CH_target ? worth_of_target(r, e, c.seat, p->source, handle) : 0;
    }
    case RNR_ASK_X: return handle;
    case RNR_ASK_MAY: return c.kind == RNR_CH_yes;
    case RNR_ASK_COST: case RNR_ASK_OWN: case RNR_ASK_DISCARD:
        return in_play(r->g, handle) ? -rnr_worth_in_play(r, handle) : -rnr_worth_of_card(r, handle);
    case RNR_ASK_SPLIT: return handle <= rnr_points(r, c.arg[1]) ? handle : 0;
    default: return 0;
    }
}

int rnr_advise(const brs_setup *setup, const void *state, const brs_choice *choices, int n)
{
    rnr_run r = rnr_look(setup, state);
    if (r.g->ask.what == RNR_ASK_PLAY) {
        return advise_play(&r, choices, n);
    }
    int best = 0, top = worth_of_answer(&r, choices[0]);
    for (int i = 1; i < n; i++) {
        const int worth = worth_of_answer(&r, choices[i]);
        if (worth > top) {
            best = i;
            top = worth;
        }
    }
    return best;
}
