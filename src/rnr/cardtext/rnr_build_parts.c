// The parts that all sentences share: single words, cards, amounts, durations.
#include "rnr_build.h"

#include <assert.h>

// ---- walking ----------------------------------------------------------------

const cardc_leaf *build_here(const builder *b)
{
    static const cardc_leaf end = {.id = T_END};
    return b->at < b->parse->count ? &b->parse->tree[b->at] : &end;
}

bool build_in(builder *b, cardc_rule rule)
{
    bool fits = build_here(b)->is_rule && build_here(b)->id == rule;
    b->at += fits;
    return fits;
}

bool build_take(builder *b, cardc_term term)
{
    bool fits = !build_here(b)->is_rule && build_here(b)->id == term;
    b->at += fits;
    return fits;
}

// The term here, entering any rules before it.
cardc_term build_any_term(builder *b)
{
    while (build_here(b)->is_rule) {
        b->at++;
    }
    cardc_term term = (cardc_term)build_here(b)->id;
    b->at++;
    return term;
}

cardc_term build_look(const builder *b)
{
    int at = b->at;
    while (at < b->parse->count && b->parse->tree[at].is_rule) {
        at++;
    }
    return at < b->parse->count ? (cardc_term)b->parse->tree[at].id : T_END;
}

uint16_t build_number(builder *b)
{
    uint16_t value = b->parse->sentence->token[build_here(b)->token].number;
    bool is_number = build_take(b, T_NUMBER);
    assert(is_number);
    return value;
}

void build_too_many(builder *b, cardc_excess excess)
{
    if (b->excess == CARDC_FITS) {
        b->excess = excess;
        b->excess_token = build_here(b)->token;
    }
}

// ---- words with one meaning -------------------------------------------------

rnr_who build_whose(builder *b)
{
    switch (build_any_term(b)) {
    case T_YOUR:
    case T_YOU_CONTROL:
    case T_YOU_HAVE:
    case T_TO_YOU: return RNR_WHO_YOU;
    case T_OPPONENTS:
    case T_OPPONENT_CONTROLS:
    case T_OPPONENT_HAS:
    case T_TO_OPPONENT:
    case T_BY_OPPONENT: return RNR_WHO_OPPONENT;
    case T_ITS_OWNERS: return RNR_WHO_OWNER;
    default: assert(false); return RNR_WHO_UNSAID;
    }
}

uint8_t build_resource(builder *b)
{
    switch (build_any_term(b)) {
    case T_LP: return RNR_LP;
    case T_IP: return RNR_IP;
    case T_DP: return RNR_DP;
    case T_AP: return RNR_AP;
    default: assert(false); return RNR_RES_NONE;
    }
}

uint8_t build_zone(builder *b)
{
    switch (build_any_term(b)) {
    case T_HAND: return RNR_IN_HAND;
    case T_DRAW_PILE: return RNR_IN_PILE;
    case T_DISCARD_PILE: return RNR_IN_DISCARD;
    case T_EXILE_ZONE: return RNR_IN_EXILE;
    default: assert(false); return RNR_IN_PLAY;
    }
}

static uint8_t rarity_of(cardc_term term)
{
    switch (term) {
    case T_COMMON: return RNR_COMMON;
    case T_UNCOMMON: return RNR_UNCOMMON;
    case T_RARE: return RNR_RARE;
    case T_PARAMOUNT: return RNR_PARAMOUNT;
    case T_IMMORTAL: return RNR_IMMORTAL;
    default: return RNR_UNALIENABLE;
    }
}

static uint8_t branch_of(cardc_term term)
{
    switch (term) {
    case T_BISON: return RNR_BISON;
    case T_EAGLE:
    case T_EAGLES: return RNR_EAGLE;
    case T_LIBERTY_BELL:
    case T_LIBERTY_BELLS: return RNR_LIBERTY_BELL;
    default: return RNR_SCROLL;
    }
}

static uint8_t type_of(cardc_term term)
{
    switch (term) {
    case T_ATTACK:
    case T_ATTACKS: return RNR_ATTACK;
    case T_DEFENSE:
    case T_DEFENSES: return RNR_DEFENSE;
    case T_UA:
    case T_UAS: return RNR_UA;
    case T_PILLAR:
    case T_PILLARS: return RNR_PILLAR;
    case T_RIGHTS: return RNR_RIGHTS;
    case T_FREEDOM:
    case T_FREEDOMS: return RNR_FREEDOM;
    case T_BILL:
    case T_BILLS: return RNR_BILL;
    default: return RNR_PETITION;
    }
}

uint8_t build_duration_of(cardc_term term)
{
    switch (term) {
    case T_THIS_TURN:
    case T_UNTIL_END_OF_TURN: return RNR_THIS_TURN;
    case T_UNTIL_YOUR: return RNR_UNTIL_YOUR_NEXT;
    case T_UNTIL_OPPONENTS: return RNR_UNTIL_OPPONENT_NEXT;
    case T_UNTIL_END_OF_YOUR: return RNR_UNTIL_END_OF_YOUR_NEXT;
    case T_UNTIL_END_OF_OPPONENTS: return RNR_UNTIL_END_OF_OPPONENT_NEXT;
    case T_WHILE_IN_PLAY: return RNR_WHILE_IN_PLAY;
    default: return RNR_REST_OF_GAME;
    }
}

uint8_t build_barred_of(cardc_term term)
{
    switch (term) {
    case T_ATTACK: return RNR_BAR_ATTACK;
    case T_DEFEND: return RNR_BAR_DEFEND;
    case T_ACTIVATE_ABILITIES: return RNR_BAR_ACTIVATE;
    case T_BE_TARGETED: return RNR_BAR_TARGETED;
    case T_BE_DESTROYED: return RNR_BAR_DESTROYED;
    case T_BE_DISCARDED: return RNR_BAR_DISCARDED;
    case T_BE_EXILED: return RNR_BAR_EXILED;
    case T_BE_LOCKED: return RNR_BAR_LOCKED;
    case T_BE_DISABLED: return RNR_BAR_DISABLED;
    case T_BE_REDIRECTED: return RNR_BAR_REDIRECTED;
    case T_BE_MILLED: return RNR_BAR_MILLED;
    default: return RNR_BAR_PLAYED;
    }
}

uint8_t build_threat_of(cardc_term term)
{
    switch (term) {
    case T_LOCK: return RNR_THREAT_LOCK;
    case T_BLOCK: return RNR_THREAT_BLOCK;
    case T_DISABLE: return RNR_THREAT_DISABLE;
    case T_REDIRECT: return RNR_THREAT_REDIRECT;
    case T_MILL: return RNR_THREAT_MILL;
    case T_ATTACK_DAMAGE: return RNR_THREAT_DAMAGE;
    default: return RNR_THREAT_AOA;
    }
}

uint8_t build_wall_of(cardc_term term)
{
    switch (term) {
    case T_DEFENSE: return RNR_WALL_DEFENSE;
    case T_LOCKS: return RNR_WALL_LOCKS;
    case T_BLOCKS: return RNR_WALL_BLOCKS;
    default: return RNR_WALL_PREVENTS;
    }
}

uint8_t build_card_event_of(cardc_term term)
{
    switch (term) {
    case T_ENTERS_PLAY: return RNR_ON_ENTERS;
    case T_LEAVES_PLAY: return RNR_ON_LEAVES;
    case T_IS_ATTACKED: return RNR_ON_ATTACKED;
    case T_SURVIVES: return RNR_ON_SURVIVES;
    case T_IS_DESTROYED: return RNR_ON_DESTROYED;
    case T_IS_DISCARDED: return RNR_ON_DISCARDED;
    case T_IS_EXILED: return RNR_ON_EXILED;
    case T_IS_MILLED: return RNR_ON_MILLED;
    case T_IS_LOCKED: return RNR_ON_LOCKED;
    default: return RNR_ON_DEALS;
    }
}

// ---- which cards, how many, how long ----------------------------------------

static uint8_t count_of_cards(builder *b)
{
    if (b->parse->sentence->token[build_here(b)->token].number > UINT8_MAX) {
        build_too_many(b, CARDC_MANY_CARDS);
    }
    return (uint8_t)build_number(b);
}

void build_read_noun(builder *b, rnr_selector *s)
{
    bool entered = build_in(b, R_CardNoun);
    assert(entered);
    if (build_in(b, R_Rarity)) {
        s->rarity = rarity_of(build_any_term(b));
    }
    if (build_in(b, R_Branch)) {
        s->branch = branch_of(build_any_term(b));
    }
    if (build_in(b, R_Type)) {
        s->type = type_of(build_any_term(b));
    }
    if (build_in(b, R_CardWord)) {
        build_any_term(b);
        s->word = 1;
    }
}

uint8_t build_at_least_or_most(builder *b)
{
    uint8_t cmp = build_in(b, R_AtLeast)  ? RNR_CMP_AT_LEAST
                  : build_in(b, R_AtMost) ? RNR_CMP_AT_MOST
                                          : RNR_CMP_NONE;
    if (cmp != RNR_CMP_NONE) {
        build_any_term(b);
    }
    return cmp;
}

static void read_where(builder *b, rnr_selector *s)
{
    if (!build_in(b, R_Where)) {
        return;
    }
    if (build_in(b, R_Controls)) {
        s->who = (uint8_t)build_whose(b);
    } else if (!build_here(b)->is_rule) {
        s->from = build_any_term(b) == T_FROM;
        build_in(b, R_ZoneRef);
        s->who = (uint8_t)build_whose(b);
        s->where = build_zone(b);
    }
    if (build_in(b, R_With)) {
        build_any_term(b);
        s->cost = build_number(b);
        s->cost_cmp = build_at_least_or_most(b);
    }
}

void build_read_det(builder *b, rnr_selector *s)
{
    switch (build_look(b)) {
    case T_NUMBER:
        while (build_here(b)->is_rule) {
            b->at++;
        }
        s->det = RNR_DET_NUMBER;
        s->count = count_of_cards(b);
        return;
    case T_UP_TO:
        build_any_term(b);
        s->det = RNR_DET_UP_TO;
        s->count = count_of_cards(b);
        return;
    case T_A:
        s->det = RNR_DET_A;
        s->count = 1;
        break;
    case T_ANOTHER:
        s->det = RNR_DET_ANOTHER;
        s->count = 1;
        break;
    case T_ALL: s->det = RNR_DET_ALL; break;
    default: s->det = RNR_DET_EACH; break;
    }
    build_any_term(b);
}

static void read_top(builder *b, rnr_selector *s)
{
    build_any_term(b);
    s->det = RNR_DET_TOP;
    s->where = RNR_IN_PILE;
    s->count = 1;
    if (build_look(b) == T_NUMBER && !build_here(b)->is_rule) {
        s->count = count_of_cards(b);
    }
    build_any_term(b);
    build_take(b, T_OF);
    s->who = (uint8_t)build_whose(b);
    build_take(b, T_DRAW_PILE);
}

// "this card", "the attacking card", the top of a pile, or cards.
void build_read_target(builder *b, rnr_selector *s)
{
    build_in(b, R_Affected);
    if (build_take(b, T_THIS_CARD)) {
        s->det = RNR_DET_THIS;
    } else if (build_take(b, T_ATTACKER)) {
        s->det = RNR_DET_ATTACKER;
    } else if (build_in(b, R_TopCards)) {
        read_top(b, s);
    } else {
        build_in(b, R_Cards);
        build_read_det(b, s);
        build_read_noun(b, s);
        read_where(b, s);
    }
}

// A number, X, or the "a" of "draw a card".
void build_read_amount(builder *b, rnr_amount *amount)
{
    build_take(b, T_PLUS);
    build_in(b, R_Count);
    build_in(b, R_Amount);
    amount->kind = RNR_AMOUNT_NUMBER;
    if (build_take(b, T_X)) {
        amount->kind = RNR_AMOUNT_X;
    } else if (build_take(b, T_A)) {
        amount->n = 1;
    } else {
        amount->n = build_number(b);
    }
}

void build_read_for_each(builder *b, rnr_amount *amount)
{
    if (build_in(b, R_ForEach)) {
        build_any_term(b);
        amount->per.det = RNR_DET_EACH;
        build_read_noun(b, &amount->per);
        read_where(b, &amount->per);
    }
}

void build_read_duration(builder *b, rnr_effect *e)
{
    if (build_in(b, R_Duration)) {
        e->duration = build_duration_of(build_any_term(b));
    }
}
