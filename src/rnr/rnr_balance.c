// What a game of balanced decks shows: the targets of the built-in decks, counted from traces.
#include "rnr_state.h"

static bool happened(const brs_trace *trace, rnr_event_id kind)
{
    for (uint32_t i = 0; i < trace->event_count; i++) {
        if (trace->events[i].kind == kind) {
            return true;
        }
    }
    return false;
}

static bool sees_clash(const brs_setup *setup, const brs_trace *trace)
{
    (void)setup;
    return happened(trace, RNR_EV_aoa_clash);
}

static bool sees_lock(const brs_setup *setup, const brs_trace *trace)
{
    (void)setup;
    return happened(trace, RNR_EV_locked);
}

static bool sees_forced(const brs_setup *setup, const brs_trace *trace)
{
    (void)setup;
    return happened(trace, RNR_EV_forced);
}

static bool sees_doubling(const brs_setup *setup, const brs_trace *trace)
{
    (void)setup;
    return happened(trace, RNR_EV_doubled);
}

static bool sees_order(const brs_setup *setup, const brs_trace *trace)
{
    (void)setup;
    return happened(trace, RNR_EV_order_chosen);
}

static bool is_block(const brs_setup *setup, const brs_event *e)
{
    int number = setup->game->card_of(setup, e->source);
    if (e->kind != RNR_EV_modifier_begins || number < 0) {
        return false;
    }
    const rnr_card *card = rnr_card_at(setup->cards, number);
    for (int i = 0; e->sentence < card->nsentence && i < card->sentence[e->sentence].neffect; i++) {
        int verb = card->sentence[e->sentence].effect[i].verb;
        if (verb == RNR_FX_BLOCK_FLOW || verb == RNR_FX_BLOCK_ACTION || verb == RNR_FX_BLOCK_CARD) {
            return true;
        }
    }
    return false;
}

static bool sees_block(const brs_setup *setup, const brs_trace *trace)
{
    for (uint32_t i = 0; i < trace->event_count; i++) {
        if (is_block(setup, &trace->events[i])) {
            return true;
        }
    }
    return false;
}

// Attack Damage goes elsewhere by an event of its own, UA drain by a condition of the loss.
static bool sees_redirect(const brs_setup *setup, const brs_trace *trace)
{
    (void)setup;
    bool found = happened(trace, RNR_EV_redirected);
    for (uint32_t i = 0; !found && i < trace->check_count; i++) {
        found = trace->checks[i].label == RNR_TERM_redirected && trace->checks[i].passed;
    }
    return found;
}

// Enough Petitions and Scroll Pillars, and too few LP.
static bool fails_on_lp(const brs_trace *trace, const brs_event *e)
{
    bool others = true, lp = true;
    for (uint32_t i = e->check0; i < e->check0 + e->ncheck; i++) {
        const brs_check *c = &trace->checks[i];
        if (c->label == RNR_TERM_enough_lp) {
            lp = c->passed;
        } else if (c->label == RNR_TERM_enough_petitions || c->label == RNR_TERM_enough_scrolls) {
            others = others && c->passed;
        }
    }
    return others && !lp;
}

static bool sees_poor_petition(const brs_setup *setup, const brs_trace *trace)
{
    (void)setup;
    for (uint32_t i = 0; i < trace->event_count; i++) {
        if (trace->events[i].kind == RNR_EV_petition_checked && fails_on_lp(trace, &trace->events[i])) {
            return true;
        }
    }
    return false;
}

// A seat falls below 0 and comes back above it before LP are counted.
static bool sees_swing(const brs_setup *setup, const brs_trace *trace)
{
    bool below[2] = {false, false};
    for (uint32_t i = 0; i < trace->event_count; i++) {
        const brs_event *e = &trace->events[i];
        if (setup->game->event_kinds[e->kind].quantity != RNR_Q_lp) {
            continue;
        }
        if (below[e->arg[0]] && e->arg[2] > 0) {
            return true;
        }
        below[e->arg[0]] = e->arg[2] < 0 || (below[e->arg[0]] && e->arg[2] <= 0);
    }
    return false;
}

static bool sees_first_win(const brs_setup *setup, const brs_trace *trace)
{
    (void)setup;
    int first = -1, winner = -2;
    for (uint32_t i = 0; i < trace->event_count; i++) {
        const brs_event *e = &trace->events[i];
        first = e->kind == RNR_EV_first_player ? e->arg[0] : first;
        winner = e->kind == RNR_EV_game_won ? e->arg[0] : winner;
    }
    return first == winner;
}

static const brs_sight sights[] = {
    {"first_player", "Player 1 wins", 42, 58, sees_first_win},
    {"aoa", "an Attack on Attack", 5, 100, sees_clash},
    {"lock", "a Lock", 1, 100, sees_lock},
    {"block", "a Block", 1, 100, sees_block},
    {"redirect", "a Redirect", 1, 100, sees_redirect},
    {"forced", "a Forced Resolution", 1, 100, sees_forced},
    {"doubling", "a Bill that doubles", 1, 100, sees_doubling},
    {"petition_lp", "a Petition check that fails on LP", 1, 100, sees_poor_petition},
    {"lp_swing", "LP below 0 and back", 1, 100, sees_swing},
    {"order", "an order decision", 1, 100, sees_order},
    {NULL, NULL, 0, 0, NULL},
};

static const uint8_t decides[RNR_WIN_COUNT] = {
    [RNR_WIN_life] = 3, [RNR_WIN_attack] = 3, [RNR_WIN_petition] = 3, [RNR_WIN_deck_out] = 3,
};

const brs_balance rnr_balance = {.sights = sights, .decides = decides, .deck_wins = 70};
