// Weights set by hand, and by playing them against others. What an effect does depends on the table:
// an effect that would do nothing now is worth nothing now.
#include "rnr_worth.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

// ---- what stands on the table ----------------------------------------------------------------------------------

static int count_of_type(const rnr_run *r, int seat, int type)
{
    int n = 0;
    for (int i = 0; i < r->g->play_count; i++) {
        const rnr_slot *slot = &r->g->card[r->g->play_order[i]];
        n += slot->controller == seat && slot->type == type;
    }
    return n;
}

static int petitions_of(const rnr_run *r, int seat)
{
    int n = 0;
    for (int i = 0; i < r->g->play_count; i++) {
        const int handle = r->g->play_order[i];
        n += r->g->card[handle].controller == seat && r->g->card[handle].type != RNR_BILL && rnr_is_petition(r, handle);
    }
    return n;
}

// The last UA is the game; the last Petitions are nearly that.
static int worth_of_ua(const rnr_run *r, int handle)
{
    const int left = count_of_type(r, r->g->card[handle].controller, RNR_UA);
    const int drain = card_of(r, handle)->drain;
    return left == 1 ? RNR_WORTH_WINS / 2 : (left == 2 ? 3200 : 1700) + 500 * drain;
}

static int worth_of_petition(const rnr_run *r, int seat)
{
    static const int16_t worth[] = {500, 700, 1000, 1500, 400};
    return worth[least(petitions_of(r, seat), 4)];
}

static int repeats(const rnr_card *card)
{
    return card->attack_sentence >= 0 && card->sentence[card->attack_sentence].each_turn != 0;
}

int rnr_worth_in_play(const rnr_run *r, int handle)
{
    const rnr_card *card = card_of(r, handle);
    const int seat = r->g->card[handle].controller;
    int value = 40;
    switch (card->type) {
    case RNR_UA: value = worth_of_ua(r, handle); break;
    case RNR_DEFENSE: value = 150 + 25 * rnr_points(r, handle); break;
    case RNR_ATTACK:
        value = has_flag(r->g, handle, RNR_SPENT | RNR_DEAD) ? 0 : rnr_points(r, handle) * (repeats(card) ? 90 : 25) + 60;
        break;
    case RNR_PILLAR: value = 250 + 350 * card->yield + (card->branch == RNR_SCROLL ? 100 : 0); break;
    case RNR_FREEDOM: value = 200 + 130 * card->cost; break;
    default: break;
    }
    return value + (card->type != RNR_BILL && rnr_is_petition(r, handle) ? worth_of_petition(r, seat) : 0);
}

int rnr_ap_against(const rnr_run *r, int seat)
{
    int sum = 0;
    for (int i = 0; i < r->g->play_count; i++) {
        const int handle = r->g->play_order[i];
        if (r->g->card[handle].controller != seat && r->g->card[handle].type == RNR_ATTACK &&
            !has_flag(r->g, handle, RNR_SPENT | RNR_DEAD)) {
            sum += rnr_points(r, handle);
        }
    }
    return sum;
}

static int worth_of_lp(const rnr_run *r, int seat)
{
    const int lp = r->g->lp[seat];
    return lp < 15 ? 180 : lp < 40 ? 110 : lp < 80 ? 80 : 60;
}

static int best_of(const rnr_run *r, const rnr_effect *e, int you, int source)
{
    uint8_t cards[2 * RNR_DECK];
    const int n = rnr_candidates(r, e, you, source, true, cards, 2 * RNR_DECK);
    int best = 0;
    for (int i = 0; i < n; i++) {
        const int worth = rnr_worth_in_play(r, cards[i]);
        best = worth > best ? worth : best;
    }
    return best;
}

// ---- attacks ---------------------------------------------------------------------------------------------------

static int already_aimed(const rnr_run *r, int target)
{
    int sum = r->g->card[target].marked;
    for (int i = 0; i < r->g->play_count; i++) {
        const int handle = r->g->play_order[i];
        if (r->g->card[handle].target == target && r->g->card[handle].type == RNR_ATTACK && !rnr_locked(r, handle)) {
            sum += rnr_points(r, handle);
        }
    }
    return sum;
}

int rnr_worth_of_strike(const rnr_run *r, int target, int points)
{
    const int left = rnr_points(r, target) - already_aimed(r, target), worth = rnr_worth_in_play(r, target);
    if (left <= 0 || points <= 0 || rnr_immune(r, target, RNR_THREAT_DAMAGE, NULL)) {
        return 0;
    }
    if (points >= left) {
        return worth;
    }
    return least(worth, 4000) * points / left * 6 / 10;
}

// The best of what an attack can reach: walls first, unless it goes past them.
static int worth_of_default_attack(const rnr_run *r, int you, bool past, int points)
{
    int wall = -1, ua = 0;
    for (int i = 0; i < r->g->play_count; i++) {
        const int handle = r->g->play_order[i], type = r->g->card[handle].type;
        if (r->g->card[handle].controller == you || (type != RNR_DEFENSE && type != RNR_UA)) {
            continue;
        }
        const int worth = rnr_worth_of_strike(r, handle, points);
        if (type == RNR_UA) {
            ua = worth > ua ? worth : ua;
        } else if (rnr_can_defend(r, handle)) {
            wall = worth > wall ? worth : wall;
        }
    }
    return wall >= 0 && !past ? wall : ua;
}

static bool goes_past(const rnr_run *r, int handle)
{
    const rnr_card *card = card_of(r, handle);
    for (int s = 0; s < card->nsentence; s++) {
        for (int e = 0; e < card->sentence[s].neffect; e++) {
            const rnr_effect *effect = &card->sentence[s].effect[e];
            if (effect->verb == RNR_FX_BYPASS && effect->word == RNR_WALL_DEFENSE) {
                return true;
            }
        }
    }
    return false;
}

static int worth_of_attack(const rnr_run *r, int you, int source, const rnr_effect *e, int points)
{
    if ((e->flags & RNR_FLAG_TO_LP) != 0) {
        return points * worth_of_lp(r, 1 - you);
    }
    if ((e->flags & RNR_FLAG_TO_OPPONENT) != 0) {
        return worth_of_default_attack(r, you, goes_past(r, source), points);
    }
    uint8_t cards[2 * RNR_DECK];
    const int n = rnr_candidates(r, e, you, source, true, cards, 2 * RNR_DECK);
    int best = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        const int worth = rnr_worth_of_strike(r, cards[i], points);
        best = worth > best ? worth : best;
        sum += worth;
    }
    return e->what.det == RNR_DET_ALL || e->what.det == RNR_DET_EACH ? sum : best;
}

// ---- effects ---------------------------------------------------------------------------------------------------

static int worth_of_numbers(const rnr_run *r, int you, const rnr_effect *e, int n)
{
    const int foe = 1 - you;
    const bool theirs = e->who == RNR_WHO_OPPONENT;
    const int pile = r->g->pile_count[foe];
    switch (e->verb) {
    case RNR_FX_GAIN:
        return (theirs ? -1 : 1) * n * (e->resource == RNR_LP ? worth_of_lp(r, theirs ? foe : you) : 60);
    case RNR_FX_LOSE: return n * (e->resource == RNR_LP ? worth_of_lp(r, foe) : 50);
    case RNR_FX_DRAW: return (theirs ? -1 : 1) * n * (r->g->pile_count[theirs ? foe : you] > 8 ? 230 : -400);
    case RNR_FX_MILL: return n * (pile <= 8 ? 700 : pile <= 18 ? 260 : 120);
    case RNR_FX_MAX_IP: return 350;
    default: return 0;
    }
}

static int worth_of_states(const rnr_run *r, int you, int source, const rnr_effect *e, int n)
{
    const int foe = 1 - you;
    switch (e->verb) {
    case RNR_FX_DISCARD: return e->what.det != RNR_DET_NONE && e->what.where == RNR_IN_PLAY ? best_of(r, e, you, source) : 200 * n;
    case RNR_FX_SACRIFICE: return count_of_type(r, foe, e->what.type) > 0 ? 500 : 0;
    case RNR_FX_EXILE:
        return e->what.det == RNR_DET_TOP ? e->what.count * (r->g->pile_count[foe] <= 12 ? 500 : 150)
               : e->what.det == RNR_DET_THIS ? 0 : best_of(r, e, you, source);
    case RNR_FX_DESTROY: case RNR_FX_CONTROL: return best_of(r, e, you, source);
    case RNR_FX_RETURN: return e->what.where == RNR_IN_PLAY ? best_of(r, e, you, source) / 2 : 220;
    case RNR_FX_PUT: return 450;
    case RNR_FX_LOOK: return 60;
    case RNR_FX_LOCK: return best_of(r, e, you, source) / 3;
    case RNR_FX_BLOCK_CARD: return best_of(r, e, you, source) / 3;
    case RNR_FX_DISABLE: return best_of(r, e, you, source) / 6;
    case RNR_FX_POINTS: return n * 20 * count_of_type(r, you, RNR_ATTACK);
    case RNR_FX_POINTS_LOSE: return n * 20 * count_of_type(r, foe, RNR_DEFENSE);
    default: return 0;
    }
}

static int worth_of_shields(const rnr_run *r, int you, const rnr_effect *e, int n)
{
    const int foe = 1 - you, ap = rnr_ap_against(r, you);
    switch (e->verb) {
    case RNR_FX_BLOCK_ACTION: return e->word == RNR_ATTACKING ? 12 * ap + 150 : 200;
    case RNR_FX_BLOCK_FLOW: return e->flow == RNR_FLOW_AOA ? 100 : 220;
    case RNR_FX_PREVENT: case RNR_FX_REDUCE: return 40 * least(n > 0 ? n : 4, 6);
    case RNR_FX_INCREASE: return e->duration == RNR_THIS_TURN ? 60 * n : 250;
    case RNR_FX_REDIRECT: return e->flow == RNR_FLOW_DRAIN ? 120 * count_of_type(r, foe, RNR_UA) : 150;
    case RNR_FX_PREVENT_DRAW: return -50;
    case RNR_FX_REPLACE_DRAW: return 260;
    case RNR_FX_PROTECT: return petitions_of(r, you) > 0 ? 150 : 0;
    case RNR_FX_BYPASS: case RNR_FX_IMMUNE: case RNR_FX_CANNOT: return 60;
    case RNR_FX_COST: return 120;
    default: return 0;
    }
}

static int worth_of_effect(const rnr_run *r, int you, int source, const rnr_effect *e)
{
    const int x = r->g->ip[you] > 0 ? r->g->ip[you] : 0;
    const int n = rnr_amount_of(r, &e->amount, you, source, x);
    if (e->verb == RNR_FX_ATTACK) {
        return worth_of_attack(r, you, source, e, n);
    }
    if (e->verb == RNR_FX_COUNTS) {
        return worth_of_petition(r, you);
    }
    if (e->verb == RNR_FX_WIN) {
        return RNR_WORTH_WINS;
    }
    return worth_of_numbers(r, you, e, n) + worth_of_states(r, you, source, e, n) + worth_of_shields(r, you, e, n);
}

int rnr_worth_of_sentence(const rnr_run *r, int you, int handle, int sentence)
{
    const rnr_sentence *s = sentence_of(r, handle, sentence);
    rnr_run quiet = *r;
    quiet.trace = NULL;
    int sum = 0;
    if (s->ntest > 0 && !rnr_tests_pass(&quiet, s, you, handle)) {
        return s->each_turn != 0 ? 60 : 0;
    }
    for (int e = 0; e < s->neffect; e++) {
        sum += worth_of_effect(&quiet, you, handle, &s->effect[e]);
    }
    return sum;
}

// ---- cards -----------------------------------------------------------------------------------------------------

// What a card brings by standing in play, and what it does as it comes.
int rnr_worth_of_play(const rnr_run *r, int you, int handle)
{
    const rnr_card *card = card_of(r, handle);
    int sum = 0;
    for (int s = 0; s < card->nsentence; s++) {
        const int worth = rnr_worth_of_sentence(r, you, handle, s);
        switch (card->sentence[s].trigger) {
        case RNR_TRIGGER_EACH_TURN: sum += least(worth, RNR_WORTH_WINS) * 3; break;
        case RNR_TRIGGER_CONTINUOUS: sum += least(worth * 2, RNR_WORTH_WINS); break;
        case RNR_TRIGGER_ACTIVATED: sum += card->type == RNR_BILL ? worth : least(worth, 400); break;
        case RNR_TRIGGER_WHEN: sum += least(worth, 500) / 2; break;
        case RNR_TRIGGER_WHEN_ATTACKED: sum += least(worth, 400) / 2; break;
        case RNR_TRIGGER_STAT: break;
        default: sum += worth; break;
        }
    }
    switch (card->type) {
    case RNR_DEFENSE: sum += 100 + card->points * (22 + least(rnr_ap_against(r, you), 20) / 2); break;
    case RNR_PILLAR: sum += 300 + 350 * card->yield + (card->branch == RNR_SCROLL ? 100 : 0); break;
    case RNR_FREEDOM: sum += 100; break;
    default: break;
    }
    return sum;
}

int rnr_worth_of_card(const rnr_run *r, int handle)
{
    const rnr_card *card = card_of(r, handle);
    const int seat = owner_of(handle), pillars = count_of_type(r, seat, RNR_PILLAR);
    if (card->type == RNR_PILLAR) {
        return (pillars < 6 ? 700 : pillars < 10 ? 250 : 80) + 100 * card->yield +
               ((card->traits & RNR_TRAIT_PETITION) != 0 ? 600 : 0);
    }
    return 200 + 60 * card->cost + ((card->traits & RNR_TRAIT_PETITION) != 0 ? 500 : 0);
}
