// Victories. Each condition names its checks, so a page can say what was lacking.
#include "rnr_state.h"

static bool counts_as_petition(const rnr_run *r, int seat, int handle)
{
    return r->g->card[handle].controller == seat && rnr_is_petition(r, handle);
}

static bool states_zone(const rnr_card *card, int where)
{
    for (int s = 0; s < card->nsentence; s++) {
        for (int e = 0; e < card->sentence[s].neffect; e++) {
            const rnr_effect *effect = &card->sentence[s].effect[e];
            if (effect->verb == RNR_FX_COUNTS && effect->what.det == RNR_DET_THIS && effect->word == where &&
                effect->who == RNR_WHO_YOU) {
                return true;
            }
        }
    }
    return false;
}

// A text may let its card count from a zone outside play (L22); then it does not count in play.
static int petitions_outside(rnr_run *r, int seat)
{
    static const uint8_t zone[][2] = {{RNR_DISCARD_PILE, RNR_IN_DISCARD}, {RNR_EXILE_ZONE, RNR_IN_EXILE},
                                      {RNR_HAND, RNR_IN_HAND}};
    const uint64_t may = rnr_may_hold(r, RNR_FX_COUNTS) ? ~UINT64_C(0) : r->g->petitioners[seat];
    int count = 0;
    for (size_t z = 0; z < sizeof zone / sizeof zone[0]; z++) {
        for (uint64_t mask = r->g->zone[seat][zone[z][0]] & may; mask != 0; mask &= mask - 1) {
            int handle = handle_at(seat, __builtin_ctzll(mask));
            bool own = (card_of(r, handle)->traits & RNR_TRAIT_OUTSIDE) != 0 && states_zone(card_of(r, handle), zone[z][1]);
            if (own || rnr_petition_outside(r, handle, zone[z][1])) {
                rnr_check(r, RNR_TERM_petition_counts, true, handle, RULE(petition_trait));
                count++;
            }
        }
    }
    return count;
}

int rnr_petitions(rnr_run *r, int seat)
{
    int count = petitions_outside(r, seat);
    for (int i = 0; i < r->g->play_count; i++) {
        int handle = r->g->play_order[i];
        bool elsewhere = (r->g->card[handle].traits & RNR_TRAIT_OUTSIDE) != 0;
        if (!elsewhere && r->g->card[handle].type != RNR_BILL && counts_as_petition(r, seat, handle)) {
            rnr_check(r, RNR_TERM_petition_counts, true, handle, RULE(petition_trait));
            count++;
        }
    }
    return count;
}

int rnr_scroll_pillars(rnr_run *r, int seat)
{
    int count = 0;
    for (int owner = 0; owner < 2; owner++) {
        count += __builtin_popcountll(rnr_controlled(r->g, seat, RNR_PILLAR_ZONE, owner) & r->g->scrolls[owner]);
    }
    return count;
}

static bool petition_holds(rnr_run *r, int seat, int *petitions, int *scrolls)
{
    *petitions = 0;
    *scrolls = rnr_scroll_pillars(r, seat);
    if (r->trace == NULL && *scrolls < option(r, RNR_OPT_petition_scrolls)) {
        return false;  // nobody asks how many Petitions there are
    }
    *petitions = rnr_petitions(r, seat);
    bool enough = *petitions >= option(r, RNR_OPT_petition_count);
    bool pillars = *scrolls >= option(r, RNR_OPT_petition_scrolls);
    bool lp = r->g->lp[seat] >= option(r, RNR_OPT_petition_lp);
    rnr_check(r, RNR_TERM_enough_petitions, enough, 0, RULE(petition_victory));
    rnr_check(r, RNR_TERM_enough_scrolls, pillars, 0, RULE(petition_victory));
    rnr_check(r, RNR_TERM_enough_lp, lp, 0, RULE(petition_victory));
    return enough && pillars && lp;
}

// The check of its step: only the Active Player; it is remembered, or wins at once by option (G5).
void rnr_petition_check(rnr_run *r)
{
    int seat = r->g->active, petitions, scrolls;
    bool met = petition_holds(r, seat, &petitions, &scrolls);
    r->g->petition_met = met;
    rnr_event(r, RNR_EV_petition_checked, RULE(petition_check), seat, petitions, scrolls, r->g->lp[seat]);
    if (met && option(r, RNR_OPT_petition_wins) == 1) {
        rnr_end_game(r, seat, RNR_WIN_petition, RULE(petition_victory));
    }
}

static bool uas_gone(const rnr_state *g, int seat)
{
    return (rnr_controlled(g, seat, RNR_UA_AREA, 0) | rnr_controlled(g, seat, RNR_UA_AREA, 1)) == 0;
}

// At once when the last UA of a player has left (H3); both at once: the Active Player wins (H4).
void rnr_attack_victory_check(rnr_run *r)
{
    const rnr_state *g = r->g;
    bool active_lost = uas_gone(g, g->active), other_lost = uas_gone(g, 1 - g->active);
    if (g->turn == 0 || (!active_lost && !other_lost)) {
        return;
    }
    rnr_check(r, RNR_TERM_uas_gone, true, 0, RULE(attack_victory));
    if (active_lost && other_lost) {
        rnr_check(r, RNR_TERM_active_wins, true, 0, RULE(attack_both));
    }
    rnr_end_game(r, other_lost ? g->active : 1 - g->active, RNR_WIN_attack, RULE(attack_victory));
}

// "You win the game", said once or standing on a card in play.
static bool wins_by_text(rnr_run *r, int seat)
{
    if ((r->g->won >> seat & 1) != 0) {
        return true;
    }
    for (int i = 0; rnr_may_hold(r, RNR_FX_WIN) && i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        bool mine = m->verb == RNR_FX_WIN && r->g->card[m->source].controller == seat;
        if (mine && rnr_modifier_holds(r, m)) {
            rnr_check(r, RNR_TERM_condition_met, true, m->source, RULE(card_victory));
            return true;
        }
    }
    return false;
}

static bool victory_holds(rnr_run *r, rnr_victory_id victory, int seat)
{
    int petitions, scrolls;
    switch (victory) {
    case RNR_WIN_life: {
        bool gone = r->g->lp[1 - seat] <= 0;
        rnr_check(r, RNR_TERM_lp_zero, gone, 0, RULE(life_victory));
        return gone;
    }
    case RNR_WIN_petition: {
        if (seat != r->g->active || option(r, RNR_OPT_petition_wins) == 1) {
            return false;
        }
        rnr_check(r, RNR_TERM_met_at_check, r->g->petition_met != 0, 0, RULE(petition_check));
        const bool met = r->g->petition_met != 0;
        return (met || r->trace != NULL) && petition_holds(r, seat, &petitions, &scrolls) && met;  // a page tells what is lacking
    }
    case RNR_WIN_card: return wins_by_text(r, seat);
    default: return false;
    }
}

// The End Phase check. Several at once: the Active Player wins (H5, H7).
void rnr_victory_check(rnr_run *r)
{
    static const rnr_victory_id checked[] = {RNR_WIN_life, RNR_WIN_petition, RNR_WIN_card};
    static const rnr_rule_id rule[] = {RULE(life_victory), RULE(petition_victory), RULE(card_victory)};
    int winner = -1, reason = 0, found = 0;
    for (int turn = 0; turn < 2; turn++) {
        int seat = turn == 0 ? r->g->active : 1 - r->g->active;
        for (int i = 0; i < 3; i++) {
            bool holds = victory_holds(r, checked[i], seat);
            r->seat = (uint8_t)seat;
            if (holds || r->ncheck > 0) {
                rnr_event(r, RNR_EV_victory_checked, rule[i], (int32_t)checked[i], holds ? RNR_TERM_yes : RNR_TERM_no, seat, 0);
            }
            found += holds;
            if (holds && winner < 0) {
                winner = seat;
                reason = i;
            }
        }
    }
    r->seat = r->g->active;
    if (winner >= 0) {
        if (found > 1) {
            rnr_check(r, RNR_TERM_active_wins, true, 0, RULE(simultaneous_victory));
        }
        rnr_end_game(r, winner, checked[reason], rule[reason]);
    }
}
