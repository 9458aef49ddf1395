// From a sentence's tree to its program. The tree is known to fit the grammar, so nothing here can
// fail but for size: more effects, tests, costs or cards than a program holds.
#include <assert.h>
#include <string.h>

#include "rnr_cardc.h"

// Walks the tree in preorder. Rules are entered with `in`, terms are read with `take`; nothing needs to be left.
typedef struct {
    const cardc_parse *parse;
    int at;
    cardc_excess excess;
    int excess_token;
    rnr_who subject;     // of the last "you control", for tests that carry it on
} builder;

static const cardc_leaf *here(const builder *b)
{
    static const cardc_leaf end = {.id = T_END};
    return b->at < b->parse->count ? &b->parse->tree[b->at] : &end;
}

static bool in(builder *b, cardc_rule rule)
{
    bool fits = here(b)->is_rule && here(b)->id == rule;
    b->at += fits;
    return fits;
}

static bool take(builder *b, cardc_term term)
{
    bool fits = !here(b)->is_rule && here(b)->id == term;
    b->at += fits;
    return fits;
}

// The term here, entering any rules before it.
static cardc_term any_term(builder *b)
{
    while (here(b)->is_rule) {
        b->at++;
    }
    cardc_term term = (cardc_term)here(b)->id;
    b->at++;
    return term;
}

static cardc_term look(const builder *b)
{
    int at = b->at;
    while (at < b->parse->count && b->parse->tree[at].is_rule) {
        at++;
    }
    return at < b->parse->count ? (cardc_term)b->parse->tree[at].id : T_END;
}

static uint16_t number(builder *b)
{
    uint16_t value = b->parse->sentence->token[here(b)->token].number;
    bool is_number = take(b, T_NUMBER);
    assert(is_number);
    return value;
}

static void too_many(builder *b, cardc_excess excess)
{
    if (b->excess == CARDC_FITS) {
        b->excess = excess;
        b->excess_token = here(b)->token;
    }
}

// ---- words with one meaning ----------------------------------------------------------------------

static rnr_who whose(builder *b)
{
    switch (any_term(b)) {
    case T_YOUR: case T_YOU_CONTROL: case T_YOU_HAVE: case T_TO_YOU: return RNR_WHO_YOU;
    case T_OPPONENTS: case T_OPPONENT_CONTROLS: case T_OPPONENT_HAS: case T_TO_OPPONENT: case T_BY_OPPONENT:
        return RNR_WHO_OPPONENT;
    case T_ITS_OWNERS: return RNR_WHO_OWNER;
    default: assert(false); return RNR_WHO_UNSAID;
    }
}

static uint8_t resource(builder *b)
{
    switch (any_term(b)) {
    case T_LP: return RNR_LP;
    case T_IP: return RNR_IP;
    case T_DP: return RNR_DP;
    case T_AP: return RNR_AP;
    default: assert(false); return RNR_RES_NONE;
    }
}

static uint8_t zone(builder *b)
{
    switch (any_term(b)) {
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
    case T_EAGLE: case T_EAGLES: return RNR_EAGLE;
    case T_LIBERTY_BELL: case T_LIBERTY_BELLS: return RNR_LIBERTY_BELL;
    default: return RNR_SCROLL;
    }
}

static uint8_t type_of(cardc_term term)
{
    switch (term) {
    case T_ATTACK: case T_ATTACKS: return RNR_ATTACK;
    case T_DEFENSE: case T_DEFENSES: return RNR_DEFENSE;
    case T_UA: case T_UAS: return RNR_UA;
    case T_PILLAR: case T_PILLARS: return RNR_PILLAR;
    case T_RIGHTS: return RNR_RIGHTS;
    case T_FREEDOM: case T_FREEDOMS: return RNR_FREEDOM;
    case T_BILL: case T_BILLS: return RNR_BILL;
    default: return RNR_PETITION;
    }
}

static uint8_t duration_of(cardc_term term)
{
    switch (term) {
    case T_THIS_TURN: case T_UNTIL_END_OF_TURN: return RNR_THIS_TURN;
    case T_UNTIL_YOUR: return RNR_UNTIL_YOUR_NEXT;
    case T_UNTIL_OPPONENTS: return RNR_UNTIL_OPPONENT_NEXT;
    case T_UNTIL_END_OF_YOUR: return RNR_UNTIL_END_OF_YOUR_NEXT;
    case T_UNTIL_END_OF_OPPONENTS: return RNR_UNTIL_END_OF_OPPONENT_NEXT;
    case T_WHILE_IN_PLAY: return RNR_WHILE_IN_PLAY;
    default: return RNR_REST_OF_GAME;
    }
}

static uint8_t barred_of(cardc_term term)
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

static uint8_t threat_of(cardc_term term)
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

static uint8_t wall_of(cardc_term term)
{
    switch (term) {
    case T_DEFENSE: return RNR_WALL_DEFENSE;
    case T_LOCKS: return RNR_WALL_LOCKS;
    case T_BLOCKS: return RNR_WALL_BLOCKS;
    default: return RNR_WALL_PREVENTS;
    }
}

static uint8_t card_event_of(cardc_term term)
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

// ---- which cards, how many, how long -------------------------------------------------------------

static uint8_t count_of_cards(builder *b)
{
    if (b->parse->sentence->token[here(b)->token].number > UINT8_MAX) {
        too_many(b, CARDC_MANY_CARDS);
    }
    return (uint8_t)number(b);
}

static void read_noun(builder *b, rnr_selector *s)
{
    bool entered = in(b, R_CardNoun);
    assert(entered);
    if (in(b, R_Rarity)) {
        s->rarity = rarity_of(any_term(b));
    }
    if (in(b, R_Branch)) {
        s->branch = branch_of(any_term(b));
    }
    if (in(b, R_Type)) {
        s->type = type_of(any_term(b));
    }
    if (in(b, R_CardWord)) {
        any_term(b);
        s->word = 1;
    }
}

static uint8_t at_least_or_most(builder *b)
{
    uint8_t cmp = in(b, R_AtLeast) ? RNR_CMP_AT_LEAST : in(b, R_AtMost) ? RNR_CMP_AT_MOST : RNR_CMP_NONE;
    if (cmp != RNR_CMP_NONE) {
        any_term(b);
    }
    return cmp;
}

static void read_where(builder *b, rnr_selector *s)
{
    if (!in(b, R_Where)) {
        return;
    }
    if (in(b, R_Controls)) {
        s->who = (uint8_t)whose(b);
    } else if (!here(b)->is_rule) {
        s->from = any_term(b) == T_FROM;
        in(b, R_ZoneRef);
        s->who = (uint8_t)whose(b);
        s->where = zone(b);
    }
    if (in(b, R_With)) {
        any_term(b);
        s->cost = number(b);
        s->cost_cmp = at_least_or_most(b);
    }
}

static void read_det(builder *b, rnr_selector *s)
{
    switch (look(b)) {
    case T_NUMBER:
        while (here(b)->is_rule) {
            b->at++;
        }
        s->det = RNR_DET_NUMBER;
        s->count = count_of_cards(b);
        return;
    case T_UP_TO:
        any_term(b);
        s->det = RNR_DET_UP_TO;
        s->count = count_of_cards(b);
        return;
    case T_A: s->det = RNR_DET_A; s->count = 1; break;
    case T_ANOTHER: s->det = RNR_DET_ANOTHER; s->count = 1; break;
    case T_ALL: s->det = RNR_DET_ALL; break;
    default: s->det = RNR_DET_EACH; break;
    }
    any_term(b);
}

static void read_top(builder *b, rnr_selector *s)
{
    any_term(b);
    s->det = RNR_DET_TOP;
    s->where = RNR_IN_PILE;
    s->count = 1;
    if (look(b) == T_NUMBER && !here(b)->is_rule) {
        s->count = count_of_cards(b);
    }
    any_term(b);
    take(b, T_OF);
    s->who = (uint8_t)whose(b);
    take(b, T_DRAW_PILE);
}

// "this card", "the attacking card", the top of a pile, or cards.
static void read_target(builder *b, rnr_selector *s)
{
    in(b, R_Affected);
    if (take(b, T_THIS_CARD)) {
        s->det = RNR_DET_THIS;
    } else if (take(b, T_ATTACKER)) {
        s->det = RNR_DET_ATTACKER;
    } else if (in(b, R_TopCards)) {
        read_top(b, s);
    } else {
        in(b, R_Cards);
        read_det(b, s);
        read_noun(b, s);
        read_where(b, s);
    }
}

// A number, X, or the "a" of "draw a card".
static void read_amount(builder *b, rnr_amount *amount)
{
    take(b, T_PLUS);
    in(b, R_Count);
    in(b, R_Amount);
    amount->kind = RNR_AMOUNT_NUMBER;
    if (take(b, T_X)) {
        amount->kind = RNR_AMOUNT_X;
    } else if (take(b, T_A)) {
        amount->n = 1;
    } else {
        amount->n = number(b);
    }
}

static void read_for_each(builder *b, rnr_amount *amount)
{
    if (in(b, R_ForEach)) {
        any_term(b);
        amount->per.det = RNR_DET_EACH;
        read_noun(b, &amount->per);
        read_where(b, &amount->per);
    }
}

static void read_duration(builder *b, rnr_effect *e)
{
    if (in(b, R_Duration)) {
        e->duration = duration_of(any_term(b));
    }
}

// ---- what must happen first ---------------------------------------------------------------------------

static void read_player_event(builder *b, rnr_event_head *when, rnr_who who)
{
    when->who = (uint8_t)who;
    cardc_term verb = any_term(b);
    switch (verb) {
    case T_GAIN: case T_GAINS:
        when->on = resource(b) == RNR_LP ? RNR_ON_GAIN_LP : RNR_ON_GAIN_IP;
        break;
    case T_LOSE: case T_LOSES:
        when->on = resource(b) == RNR_LP ? RNR_ON_LOSE_LP : RNR_ON_LOSE_IP;
        break;
    case T_PLAY: case T_PLAYS:
        when->on = RNR_ON_PLAY;
        read_det(b, &when->what);
        read_noun(b, &when->what);
        break;
    default:
        when->on = verb == T_DRAW || verb == T_DRAWS ? RNR_ON_DRAW : RNR_ON_DISCARD;
        any_term(b);
        any_term(b);
    }
}

static void read_event(builder *b, rnr_event_head *when)
{
    in(b, R_Event);
    if (take(b, T_ATTACKED)) {
        when->on = RNR_ON_ATTACKED;
        when->bare = 1;
        when->what.det = RNR_DET_THIS;
    } else if (take(b, T_YOU)) {
        read_player_event(b, when, RNR_WHO_YOU);
    } else if (take(b, T_OPPONENT)) {
        read_player_event(b, when, RNR_WHO_OPPONENT);
    } else {
        read_target(b, &when->what);
        when->on = card_event_of(any_term(b));
    }
}

static void read_cost(builder *b, rnr_sentence *s)
{
    if (s->ncost == RNR_MAX_COSTS) {
        too_many(b, CARDC_MANY_COSTS);
        s->ncost--;
    }
    rnr_cost *cost = &s->cost[s->ncost++];
    *cost = (rnr_cost){0};
    in(b, R_CostItem);
    switch (any_term(b)) {
    case T_PAY: {
        rnr_amount amount = {0};
        read_amount(b, &amount);
        cost->kind = RNR_COST_PAY;
        cost->x = amount.kind == RNR_AMOUNT_X;
        cost->n = amount.n;
        take(b, T_IP);
        return;
    }
    case T_DISCARD: cost->kind = RNR_COST_DISCARD; break;
    case T_SACRIFICE: cost->kind = RNR_COST_SACRIFICE; break;
    default: cost->kind = RNR_COST_EXILE; break;
    }
    read_target(b, &cost->what);
}

static void read_head(builder *b, rnr_sentence *s)
{
    if (!in(b, R_Head)) {
        return;
    }
    if (take(b, T_WHEN)) {
        s->head = RNR_HEAD_WHEN;
        read_event(b, &s->when);
        take(b, T_COMMA);
        return;
    }
    take(b, T_COST);
    s->head = RNR_HEAD_COST;
    do {
        read_cost(b, s);
    } while (take(b, T_AND));
    take(b, T_COLON);
}

// ---- conditions ------------------------------------------------------------------------------------------

static void read_quant(builder *b, rnr_test *test)
{
    bool entered = in(b, R_Quant);
    assert(entered);
    if (look(b) == T_NUMBER) {
        test->n = number(b);
        uint8_t cmp = at_least_or_most(b);
        test->quant = cmp == RNR_CMP_AT_LEAST  ? RNR_QUANT_AT_LEAST
                      : cmp == RNR_CMP_AT_MOST ? RNR_QUANT_AT_MOST
                                               : RNR_QUANT_NUMBER;
        return;
    }
    cardc_term term = any_term(b);
    test->quant = term == T_A ? RNR_QUANT_A : term == T_ANOTHER ? RNR_QUANT_ANOTHER : RNR_QUANT_NO;
    test->n = term == T_NO ? 0 : 1;
}

static void read_compare(builder *b, rnr_test *test)
{
    test->who = (uint8_t)whose(b);
    test->resource = resource(b);
    take(b, T_IS);
    in(b, R_Compare);
    if (look(b) == T_NUMBER) {
        test->kind = RNR_TEST_RESOURCE;
        test->n = number(b);
        test->cmp = at_least_or_most(b);
        return;
    }
    test->kind = RNR_TEST_COMPARE;
    test->cmp = any_term(b) == T_MORE_THAN ? RNR_CMP_MORE : RNR_CMP_LESS;
    test->who2 = (uint8_t)whose(b);
    test->resource2 = resource(b);
}

static void read_test(builder *b, rnr_test *test)
{
    if (!in(b, R_Test)) {  // "and 3 Scroll Pillars": the subject is carried on
        test->kind = RNR_TEST_CONTROLS;
        test->carried = 1;
        test->who = (uint8_t)b->subject;
        read_quant(b, test);
        read_noun(b, &test->what);
        return;
    }
    switch (look(b)) {
    case T_YOU_CONTROL: case T_OPPONENT_CONTROLS:
        test->kind = RNR_TEST_CONTROLS;
        b->subject = whose(b);
        test->who = (uint8_t)b->subject;
        read_quant(b, test);
        read_noun(b, &test->what);
        return;
    case T_YOU_HAVE: case T_OPPONENT_HAS:
        test->kind = RNR_TEST_HAND;
        test->who = (uint8_t)whose(b);
        read_quant(b, test);
        any_term(b);
        take(b, T_IN_HAND);
        return;
    case T_THIS_CARD:
        any_term(b);
        test->kind = any_term(b) == T_WAS_ATTACKED ? RNR_TEST_ATTACKED : RNR_TEST_NOT_LOCKED;
        return;
    default:
        read_compare(b, test);
    }
}

static void read_tests(builder *b, rnr_sentence *s, cardc_places *places)
{
    in(b, R_Tests);
    do {
        if (s->ntest == RNR_MAX_TESTS) {
            too_many(b, CARDC_MANY_TESTS);
            s->ntest--;
        }
        places->test[s->ntest] = here(b)->token;
        s->test[s->ntest] = (rnr_test){0};
        read_test(b, &s->test[s->ntest++]);
    } while (take(b, T_AND));
}

// ---- effects ------------------------------------------------------------------------------------------------

static void read_flow(builder *b, rnr_effect *e)
{
    in(b, R_Flow);
    switch (any_term(b)) {
    case T_UA_LP_DRAIN: e->flow = RNR_FLOW_DRAIN; break;
    case T_LP_LOSS: e->flow = RNR_FLOW_LP_LOSS; break;
    case T_LP_GAIN: e->flow = RNR_FLOW_LP_GAIN; break;
    case T_IP_GAIN: e->flow = RNR_FLOW_IP_GAIN; break;
    case T_MILL: e->flow = RNR_FLOW_MILL; break;
    case T_DISCARD: e->flow = RNR_FLOW_DISCARD; break;
    case T_AOA: e->flow = RNR_FLOW_AOA; break;
    default: e->flow = RNR_FLOW_ATTACK_DAMAGE; break;
    }
    if (e->flow == RNR_FLOW_ATTACK_DAMAGE && take(b, T_TO)) {
        read_target(b, &e->what);
        return;
    }
    cardc_term next = here(b)->is_rule ? T_END : look(b);
    if (next == T_TO_YOU || next == T_TO_OPPONENT || next == T_BY_OPPONENT) {
        e->flow_who = (uint8_t)whose(b);
    }
}

static void read_number_led(builder *b, rnr_effect *e)
{
    read_amount(b, &e->amount);
    switch (any_term(b)) {
    case T_DEFENSE: e->verb = RNR_FX_DEFENSE; return;
    case T_DP: e->verb = RNR_FX_DP; return;
    case T_OPPONENT_LP_DRAIN: e->verb = RNR_FX_DRAIN; return;
    default: e->verb = RNR_FX_ATTACK; break;
    }
    in(b, R_AttackTo);
    if (take(b, T_TO_OPPONENT)) {
        e->flags |= RNR_FLAG_TO_OPPONENT;
    } else if (take(b, T_TO_OPPONENT_LP)) {
        e->flags |= RNR_FLAG_TO_LP;
    } else {
        take(b, T_TO);
        read_target(b, &e->what);
    }
    read_for_each(b, &e->amount);
}

static void read_block(builder *b, rnr_effect *e)
{
    if (here(b)->is_rule && here(b)->id == R_Flow) {
        e->verb = RNR_FX_BLOCK_FLOW;
        read_flow(b, e);
        return;
    }
    if (!take(b, T_OPPONENT_FROM)) {
        e->verb = RNR_FX_BLOCK_CARD;
        read_target(b, &e->what);
        return;
    }
    e->verb = RNR_FX_BLOCK_ACTION;
    e->who = RNR_WHO_OPPONENT;
    in(b, R_Gerund);
    switch (any_term(b)) {
    case T_PLAYING:
        e->word = RNR_PLAYING;
        e->what.det = RNR_DET_ALL;
        read_noun(b, &e->what);
        break;
    case T_TARGETING:
        e->word = RNR_TARGETING;
        read_target(b, &e->what);
        break;
    case T_ATTACKING: e->word = RNR_ATTACKING; break;
    case T_DECLARING_AOA: e->word = RNR_DECLARING_AOA; break;
    default: e->word = RNR_ACTIVATING; break;
    }
}

static void read_prevent(builder *b, rnr_effect *e)
{
    if (in(b, R_Whose)) {
        e->verb = RNR_FX_PREVENT_DRAW;
        e->who = (uint8_t)whose(b);
        take(b, T_NEXT_DRAW);
        return;
    }
    e->verb = RNR_FX_PREVENT;
    if (take(b, T_ALL)) {
        e->amount.kind = RNR_AMOUNT_ALL;
    } else {
        read_amount(b, &e->amount);
    }
    read_flow(b, e);
}

static void read_redirect(builder *b, rnr_effect *e)
{
    e->verb = RNR_FX_REDIRECT;
    in(b, R_Redirected);
    e->flow = any_term(b) == T_UA_LP_DRAIN ? RNR_FLOW_DRAIN : RNR_FLOW_ATTACK_DAMAGE;
    if (take(b, T_FROM)) {
        read_target(b, &e->what);
    }
    if (take(b, T_TO_OPPONENT)) {
        e->flags |= RNR_FLAG_TO_OPPONENT;
    } else {
        take(b, T_TO);
        read_target(b, &e->to);
    }
}

static void read_look(builder *b, rnr_effect *e)
{
    e->verb = RNR_FX_LOOK;
    if (here(b)->is_rule && here(b)->id == R_TopCards) {
        read_target(b, &e->what);
        e->who = e->what.who;
        return;
    }
    e->who = (uint8_t)whose(b);
    take(b, T_HAND);
}

// Effects that act on cards: the verb, then which.
static void read_acts_on(builder *b, rnr_effect *e, rnr_fx verb)
{
    e->verb = (uint8_t)verb;
    read_target(b, &e->what);
    if (verb == RNR_FX_RETURN) {
        take(b, T_TO);
        e->word = (uint8_t)whose(b);
        take(b, T_HAND);
    }
    take(b, T_INTO_PLAY);
}

static void read_of_cards(builder *b, rnr_effect *e, rnr_fx verb)
{
    e->verb = (uint8_t)verb;
    read_amount(b, &e->amount);
    any_term(b);
    if (take(b, T_INTO_EXILE)) {
        e->flags |= RNR_FLAG_INTO_EXILE;
    }
    read_for_each(b, &e->amount);
}

static void read_plain(builder *b, rnr_effect *e)
{
    in(b, R_PlainEffect);
    e->who = RNR_WHO_YOU;
    cardc_term verb = any_term(b);
    switch (verb) {
    case T_PLUS: case T_GAIN:
        e->verb = RNR_FX_GAIN;
        read_amount(b, &e->amount);
        e->resource = resource(b);
        read_for_each(b, &e->amount);
        break;
    case T_GENERATE:
        e->verb = RNR_FX_GENERATE;
        read_amount(b, &e->amount);
        take(b, T_IP);
        break;
    case T_DRAW: read_of_cards(b, e, RNR_FX_DRAW); break;
    case T_MILL: read_of_cards(b, e, RNR_FX_MILL); break;
    case T_DISCARD: read_acts_on(b, e, RNR_FX_DISCARD); break;
    case T_SACRIFICE: read_acts_on(b, e, RNR_FX_SACRIFICE); break;
    case T_EXILE: read_acts_on(b, e, RNR_FX_EXILE); break;
    case T_DESTROY: read_acts_on(b, e, RNR_FX_DESTROY); break;
    case T_RETURN: read_acts_on(b, e, RNR_FX_RETURN); break;
    case T_PUT: read_acts_on(b, e, RNR_FX_PUT); break;
    case T_GAIN_CONTROL_OF: read_acts_on(b, e, RNR_FX_CONTROL); break;
    case T_LOCK: read_acts_on(b, e, RNR_FX_LOCK); break;
    case T_UNLOCK: read_acts_on(b, e, RNR_FX_UNLOCK); break;
    case T_DISABLE: read_acts_on(b, e, RNR_FX_DISABLE); break;
    case T_PROTECT: read_acts_on(b, e, RNR_FX_PROTECT); break;
    case T_BLOCK: read_block(b, e); break;
    case T_PREVENT: read_prevent(b, e); break;
    case T_REPLACE:
        e->verb = RNR_FX_REPLACE_DRAW;
        e->who = (uint8_t)whose(b);
        take(b, T_NEXT_DRAW);
        break;
    case T_REDUCE: case T_INCREASE:
        e->verb = verb == T_REDUCE ? RNR_FX_REDUCE : RNR_FX_INCREASE;
        read_flow(b, e);
        take(b, T_BY);
        read_amount(b, &e->amount);
        read_for_each(b, &e->amount);
        break;
    case T_REDIRECT: read_redirect(b, e); break;
    case T_LOOK_AT: read_look(b, e); break;
    case T_BYPASS:
        e->verb = RNR_FX_BYPASS;
        e->what.det = RNR_DET_THIS;
        e->word = wall_of(any_term(b));
        break;
    default:
        assert(verb == T_DIVIDE);
        e->verb = RNR_FX_DIVIDE;
        read_amount(b, &e->amount);
        take(b, T_TARGETS);
    }
    read_duration(b, e);
}

static void read_opponents(builder *b, rnr_effect *e)
{
    in(b, R_OppEffect);
    e->who = RNR_WHO_OPPONENT;
    cardc_term verb = any_term(b);
    switch (verb) {
    case T_GAINS: case T_LOSES:
        e->verb = verb == T_GAINS ? RNR_FX_GAIN : RNR_FX_LOSE;
        read_amount(b, &e->amount);
        e->resource = resource(b);
        read_for_each(b, &e->amount);
        break;
    case T_DRAWS: read_of_cards(b, e, RNR_FX_DRAW); break;
    case T_DISCARDS: read_of_cards(b, e, RNR_FX_DISCARD); break;
    default: read_acts_on(b, e, RNR_FX_SACRIFICE); break;
    }
}

static void read_predicate(builder *b, rnr_effect *e)
{
    in(b, R_Predicate);
    switch (any_term(b)) {
    case T_GAINS: case T_GAIN:
        e->verb = RNR_FX_POINTS;
        read_amount(b, &e->amount);
        e->resource = resource(b);
        read_for_each(b, &e->amount);
        break;
    case T_LOSES: case T_LOSE:
        e->verb = RNR_FX_POINTS_LOSE;
        read_amount(b, &e->amount);
        e->resource = resource(b);
        break;
    case T_COSTS: case T_COST_PLURAL:
        e->verb = RNR_FX_COST;
        read_amount(b, &e->amount);
        e->word = any_term(b) == T_LESS ? RNR_CMP_LESS : RNR_CMP_MORE;
        take(b, T_IP);
        break;
    case T_CANNOT:
        e->verb = RNR_FX_CANNOT;
        e->word = barred_of(any_term(b));
        break;
    case T_IS_IMMUNE_TO: case T_ARE_IMMUNE_TO:
        e->verb = RNR_FX_IMMUNE;
        e->word = threat_of(any_term(b));
        break;
    case T_COUNTS_AS: case T_COUNT_AS:
        e->verb = RNR_FX_COUNTS;
        if (take(b, T_IN)) {
            in(b, R_ZoneRef);
            e->who = (uint8_t)whose(b);
            e->word = zone(b);
        }
        break;
    default:
        e->verb = RNR_FX_BYPASS;
        e->who = e->what.det == RNR_DET_THIS ? RNR_WHO_YOU : RNR_WHO_UNSAID;  // as "bypass Defense"
        e->word = wall_of(any_term(b));
    }
    read_duration(b, e);
}

static void read_effect(builder *b, rnr_effect *e)
{
    in(b, R_Effect);
    if (in(b, R_NumberLed)) {
        read_number_led(b, e);
    } else if (take(b, T_YOU_WIN)) {
        e->verb = RNR_FX_WIN;
        e->who = RNR_WHO_YOU;
    } else if (take(b, T_OPPONENT)) {
        read_opponents(b, e);
    } else if (in(b, R_Subject)) {
        if (here(b)->is_rule) {
            in(b, R_SubjectDet);
        }
        read_target(b, &e->what);
        read_predicate(b, e);
    } else if (in(b, R_RuleText)) {
        e->verb = RNR_FX_NO_DOUBLE;
        if (!take(b, T_NO_DOUBLE)) {
            e->verb = RNR_FX_MAX_IP;
            e->who = (uint8_t)whose(b);
            take(b, T_MAXIMUM_IP_IS);
            read_amount(b, &e->amount);
            read_duration(b, e);
        }
    } else {
        if (take(b, T_YOU_MAY)) {
            e->flags |= RNR_FLAG_MAY;
        }
        take(b, T_YOU);
        read_plain(b, e);
    }
}

static void set_span(const builder *b, int from, int to, uint16_t *begin, uint16_t *end);

static void read_effects(builder *b, rnr_sentence *s, cardc_places *places)
{
    in(b, R_Effects);
    do {
        if (s->neffect == RNR_MAX_EFFECTS) {
            too_many(b, CARDC_MANY_EFFECTS);
            s->neffect--;
        }
        rnr_effect *e = &s->effect[s->neffect];
        *e = (rnr_effect){0};
        int from = here(b)->token;
        places->effect[s->neffect++] = (uint16_t)from;
        read_effect(b, e);
        set_span(b, from, here(b)->token - 1, &e->begin, &e->end);
    } while (take(b, T_AND));
}

// ---- the sentence ------------------------------------------------------------------------------------------------

// Bytes of the folded text from the first word of token `from` to the last of token `to`.
static void set_span(const builder *b, int from, int to, uint16_t *begin, uint16_t *end)
{
    const cardc_words *words = b->parse->words;
    const cardc_token *first = &b->parse->sentence->token[from], *last = &b->parse->sentence->token[to];
    while (last->count == 0 && last > first) {
        last--;
    }
    *begin = words->word[first->word].begin;
    *end = words->word[last->word + (last->count > 0 ? last->count - 1 : 0)].end;
}

cardc_excess cardc_build(const cardc_parse *parse, rnr_sentence *out, cardc_places *places, int *token)
{
    builder b = {.parse = parse};
    memset(out, 0, sizeof *out);
    memset(places, 0, sizeof *places);
    in(&b, R_Sentence);
    int mark = here(&b)->token;
    if (take(&b, T_EACH_TURN)) {
        places->mark[places->nmark++] = (uint16_t)mark;
    }
    if (in(&b, R_Sep)) {
        any_term(&b);
    }
    read_head(&b, out);
    if (take(&b, T_IF)) {
        read_tests(&b, out, places);
        take(&b, T_COMMA);
    }
    read_effects(&b, out, places);
    if (take(&b, T_IF)) {
        read_tests(&b, out, places);
    }
    mark = here(&b)->token;
    if (take(&b, T_EACH_TURN)) {
        places->mark[places->nmark++] = (uint16_t)mark;
    }
    bool ended = take(&b, T_PERIOD);
    assert(ended && b.at == parse->count);
    out->each_turn = places->nmark > 0;
    set_span(&b, 0, parse->sentence->count - 1, &out->begin, &out->end);
    *token = b.excess_token;
    return b.excess;
}
