// From a sentence's tree to its program. The tree is known to fit the grammar, so nothing here can
// fail but for size: more effects, tests, costs or cards than a program holds.
#include "rnr_build.h"

#include <assert.h>
#include <string.h>

// ---- what must happen first -------------------------------------------------

static void read_player_event(builder *b, rnr_event_head *when, rnr_who who)
{
    when->who = (uint8_t)who;
    cardc_term verb = build_any_term(b);
    switch (verb) {
    case T_GAIN:
    case T_GAINS: when->on = build_resource(b) == RNR_LP ? RNR_ON_GAIN_LP : RNR_ON_GAIN_IP; break;
    case T_LOSE:
    case T_LOSES: when->on = build_resource(b) == RNR_LP ? RNR_ON_LOSE_LP : RNR_ON_LOSE_IP; break;
    case T_PLAY:
    case T_PLAYS:
        when->on = RNR_ON_PLAY;
        build_read_det(b, &when->what);
        build_read_noun(b, &when->what);
        break;
    default:
        when->on = verb == T_DRAW || verb == T_DRAWS ? RNR_ON_DRAW : RNR_ON_DISCARD;
        build_any_term(b);
        build_any_term(b);
    }
}

static void read_event(builder *b, rnr_event_head *when)
{
    build_in(b, R_Event);
    if (build_take(b, T_ATTACKED)) {
        when->on = RNR_ON_ATTACKED;
        when->bare = 1;
        when->what.det = RNR_DET_THIS;
    } else if (build_take(b, T_YOU)) {
        read_player_event(b, when, RNR_WHO_YOU);
    } else if (build_take(b, T_OPPONENT)) {
        read_player_event(b, when, RNR_WHO_OPPONENT);
    } else {
        build_read_target(b, &when->what);
        when->on = build_card_event_of(build_any_term(b));
    }
}

static void read_cost(builder *b, rnr_sentence *s)
{
    if (s->ncost == RNR_MAX_COSTS) {
        build_too_many(b, CARDC_MANY_COSTS);
        s->ncost--;
    }
    rnr_cost *cost = &s->cost[s->ncost++];
    *cost = (rnr_cost){0};
    build_in(b, R_CostItem);
    switch (build_any_term(b)) {
    case T_PAY: {
        rnr_amount amount = {0};
        build_read_amount(b, &amount);
        cost->kind = RNR_COST_PAY;
        cost->x = amount.kind == RNR_AMOUNT_X;
        cost->n = amount.n;
        build_take(b, T_IP);
        return;
    }
    case T_DISCARD: cost->kind = RNR_COST_DISCARD; break;
    case T_SACRIFICE: cost->kind = RNR_COST_SACRIFICE; break;
    default: cost->kind = RNR_COST_EXILE; break;
    }
    build_read_target(b, &cost->what);
}

static void read_head(builder *b, rnr_sentence *s)
{
    if (!build_in(b, R_Head)) {
        return;
    }
    if (build_take(b, T_WHEN)) {
        s->head = RNR_HEAD_WHEN;
        read_event(b, &s->when);
        build_take(b, T_COMMA);
        return;
    }
    build_take(b, T_COST);
    s->head = RNR_HEAD_COST;
    do {
        read_cost(b, s);
    } while (build_take(b, T_AND));
    build_take(b, T_COLON);
}

// ---- conditions -------------------------------------------------------------

static void read_quant(builder *b, rnr_test *test)
{
    bool entered = build_in(b, R_Quant);
    assert(entered);
    if (build_look(b) == T_NUMBER) {
        test->n = build_number(b);
        uint8_t cmp = build_at_least_or_most(b);
        test->quant = cmp == RNR_CMP_AT_LEAST  ? RNR_QUANT_AT_LEAST
                      : cmp == RNR_CMP_AT_MOST ? RNR_QUANT_AT_MOST
                                               : RNR_QUANT_NUMBER;
        return;
    }
    cardc_term term = build_any_term(b);
    test->quant = term == T_A ? RNR_QUANT_A : term == T_ANOTHER ? RNR_QUANT_ANOTHER : RNR_QUANT_NO;
    test->n = term == T_NO ? 0 : 1;
}

static void read_compare(builder *b, rnr_test *test)
{
    test->who = (uint8_t)build_whose(b);
    test->resource = build_resource(b);
    build_take(b, T_IS);
    build_in(b, R_Compare);
    if (build_look(b) == T_NUMBER) {
        test->kind = RNR_TEST_RESOURCE;
        test->n = build_number(b);
        test->cmp = build_at_least_or_most(b);
        return;
    }
    test->kind = RNR_TEST_COMPARE;
    test->cmp = build_any_term(b) == T_MORE_THAN ? RNR_CMP_MORE : RNR_CMP_LESS;
    test->who2 = (uint8_t)build_whose(b);
    test->resource2 = build_resource(b);
}

static void read_test(builder *b, rnr_test *test)
{
    if (!build_in(b, R_Test)) { // "and 3 Scroll Pillars": the subject is carried on
        test->kind = RNR_TEST_CONTROLS;
        test->carried = 1;
        test->who = (uint8_t)b->subject;
        read_quant(b, test);
        build_read_noun(b, &test->what);
        return;
    }
    switch (build_look(b)) {
    case T_YOU_CONTROL:
    case T_OPPONENT_CONTROLS:
        test->kind = RNR_TEST_CONTROLS;
        b->subject = build_whose(b);
        test->who = (uint8_t)b->subject;
        read_quant(b, test);
        build_read_noun(b, &test->what);
        return;
    case T_YOU_HAVE:
    case T_OPPONENT_HAS:
        test->kind = RNR_TEST_HAND;
        test->who = (uint8_t)build_whose(b);
        read_quant(b, test);
        build_any_term(b);
        build_take(b, T_IN_HAND);
        return;
    case T_THIS_CARD:
        build_any_term(b);
        test->kind = build_any_term(b) == T_WAS_ATTACKED ? RNR_TEST_ATTACKED : RNR_TEST_NOT_LOCKED;
        return;
    default: read_compare(b, test);
    }
}

static void read_tests(builder *b, rnr_sentence *s, cardc_places *places)
{
    build_in(b, R_Tests);
    do {
        if (s->ntest == RNR_MAX_TESTS) {
            build_too_many(b, CARDC_MANY_TESTS);
            s->ntest--;
        }
        places->test[s->ntest] = build_here(b)->token;
        s->test[s->ntest] = (rnr_test){0};
        read_test(b, &s->test[s->ntest++]);
    } while (build_take(b, T_AND));
}

// ---- effects ----------------------------------------------------------------

static void read_flow(builder *b, rnr_effect *e)
{
    build_in(b, R_Flow);
    switch (build_any_term(b)) {
    case T_UA_LP_DRAIN: e->flow = RNR_FLOW_DRAIN; break;
    case T_LP_LOSS: e->flow = RNR_FLOW_LP_LOSS; break;
    case T_LP_GAIN: e->flow = RNR_FLOW_LP_GAIN; break;
    case T_IP_GAIN: e->flow = RNR_FLOW_IP_GAIN; break;
    case T_MILL: e->flow = RNR_FLOW_MILL; break;
    case T_DISCARD: e->flow = RNR_FLOW_DISCARD; break;
    case T_AOA: e->flow = RNR_FLOW_AOA; break;
    default: e->flow = RNR_FLOW_ATTACK_DAMAGE; break;
    }
    if (e->flow == RNR_FLOW_ATTACK_DAMAGE && build_take(b, T_TO)) {
        build_read_target(b, &e->what);
        return;
    }
    cardc_term next = build_here(b)->is_rule ? T_END : build_look(b);
    if (next == T_TO_YOU || next == T_TO_OPPONENT || next == T_BY_OPPONENT) {
        e->flow_who = (uint8_t)build_whose(b);
    }
}

static void read_number_led(builder *b, rnr_effect *e)
{
    build_read_amount(b, &e->amount);
    switch (build_any_term(b)) {
    case T_DEFENSE: e->verb = RNR_FX_DEFENSE; return;
    case T_DP: e->verb = RNR_FX_DP; return;
    case T_OPPONENT_LP_DRAIN: e->verb = RNR_FX_DRAIN; return;
    default: e->verb = RNR_FX_ATTACK; break;
    }
    build_in(b, R_AttackTo);
    if (build_take(b, T_TO_OPPONENT)) {
        e->flags |= RNR_FLAG_TO_OPPONENT;
    } else if (build_take(b, T_TO_OPPONENT_LP)) {
        e->flags |= RNR_FLAG_TO_LP;
    } else {
        build_take(b, T_TO);
        build_read_target(b, &e->what);
    }
    build_read_for_each(b, &e->amount);
}

static void read_block(builder *b, rnr_effect *e)
{
    if (build_here(b)->is_rule && build_here(b)->id == R_Flow) {
        e->verb = RNR_FX_BLOCK_FLOW;
        read_flow(b, e);
        return;
    }
    if (!build_take(b, T_OPPONENT_FROM)) {
        e->verb = RNR_FX_BLOCK_CARD;
        build_read_target(b, &e->what);
        return;
    }
    e->verb = RNR_FX_BLOCK_ACTION;
    e->who = RNR_WHO_OPPONENT;
    build_in(b, R_Gerund);
    switch (build_any_term(b)) {
    case T_PLAYING:
        e->word = RNR_PLAYING;
        e->what.det = RNR_DET_ALL;
        build_read_noun(b, &e->what);
        break;
    case T_TARGETING:
        e->word = RNR_TARGETING;
        build_read_target(b, &e->what);
        break;
    case T_ATTACKING: e->word = RNR_ATTACKING; break;
    case T_DECLARING_AOA: e->word = RNR_DECLARING_AOA; break;
    default: e->word = RNR_ACTIVATING; break;
    }
}

static void read_prevent(builder *b, rnr_effect *e)
{
    if (build_in(b, R_Whose)) {
        e->verb = RNR_FX_PREVENT_DRAW;
        e->who = (uint8_t)build_whose(b);
        build_take(b, T_NEXT_DRAW);
        return;
    }
    e->verb = RNR_FX_PREVENT;
    if (build_take(b, T_ALL)) {
        e->amount.kind = RNR_AMOUNT_ALL;
    } else {
        build_read_amount(b, &e->amount);
    }
    read_flow(b, e);
}

static void read_redirect(builder *b, rnr_effect *e)
{
    e->verb = RNR_FX_REDIRECT;
    build_in(b, R_Redirected);
    e->flow = build_any_term(b) == T_UA_LP_DRAIN ? RNR_FLOW_DRAIN : RNR_FLOW_ATTACK_DAMAGE;
    if (build_take(b, T_FROM)) {
        build_read_target(b, &e->what);
    }
    if (build_take(b, T_TO_OPPONENT)) {
        e->flags |= RNR_FLAG_TO_OPPONENT;
    } else {
        build_take(b, T_TO);
        build_read_target(b, &e->to);
    }
}

static void read_look(builder *b, rnr_effect *e)
{
    e->verb = RNR_FX_LOOK;
    if (build_here(b)->is_rule && build_here(b)->id == R_TopCards) {
        build_read_target(b, &e->what);
        e->who = e->what.who;
        return;
    }
    e->who = (uint8_t)build_whose(b);
    build_take(b, T_HAND);
}

// Effects that act on cards: the verb, then which.
static void read_acts_on(builder *b, rnr_effect *e, rnr_fx verb)
{
    e->verb = (uint8_t)verb;
    build_read_target(b, &e->what);
    if (verb == RNR_FX_RETURN) {
        build_take(b, T_TO);
        e->word = (uint8_t)build_whose(b);
        build_take(b, T_HAND);
    }
    build_take(b, T_INTO_PLAY);
}

static void read_of_cards(builder *b, rnr_effect *e, rnr_fx verb)
{
    e->verb = (uint8_t)verb;
    build_read_amount(b, &e->amount);
    build_any_term(b);
    if (build_take(b, T_INTO_EXILE)) {
        e->flags |= RNR_FLAG_INTO_EXILE;
    }
    build_read_for_each(b, &e->amount);
}

static void read_plain(builder *b, rnr_effect *e)
{
    build_in(b, R_PlainEffect);
    e->who = RNR_WHO_YOU;
    cardc_term verb = build_any_term(b);
    switch (verb) {
    case T_PLUS:
    case T_GAIN:
        e->verb = RNR_FX_GAIN;
        build_read_amount(b, &e->amount);
        e->resource = build_resource(b);
        build_read_for_each(b, &e->amount);
        break;
    case T_GENERATE:
        e->verb = RNR_FX_GENERATE;
        build_read_amount(b, &e->amount);
        build_take(b, T_IP);
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
        e->who = (uint8_t)build_whose(b);
        build_take(b, T_NEXT_DRAW);
        break;
    case T_REDUCE:
    case T_INCREASE:
        e->verb = verb == T_REDUCE ? RNR_FX_REDUCE : RNR_FX_INCREASE;
        read_flow(b, e);
        build_take(b, T_BY);
        build_read_amount(b, &e->amount);
        build_read_for_each(b, &e->amount);
        break;
    case T_REDIRECT: read_redirect(b, e); break;
    case T_LOOK_AT: read_look(b, e); break;
    case T_BYPASS:
        e->verb = RNR_FX_BYPASS;
        e->what.det = RNR_DET_THIS;
        e->word = build_wall_of(build_any_term(b));
        break;
    default:
        assert(verb == T_DIVIDE);
        e->verb = RNR_FX_DIVIDE;
        build_read_amount(b, &e->amount);
        build_take(b, T_TARGETS);
    }
    build_read_duration(b, e);
}

static void read_opponents(builder *b, rnr_effect *e)
{
    build_in(b, R_OppEffect);
    e->who = RNR_WHO_OPPONENT;
    cardc_term verb = build_any_term(b);
    switch (verb) {
    case T_GAINS:
    case T_LOSES:
        e->verb = verb == T_GAINS ? RNR_FX_GAIN : RNR_FX_LOSE;
        build_read_amount(b, &e->amount);
        e->resource = build_resource(b);
        build_read_for_each(b, &e->amount);
        break;
    case T_DRAWS: read_of_cards(b, e, RNR_FX_DRAW); break;
    case T_DISCARDS: read_of_cards(b, e, RNR_FX_DISCARD); break;
    default: read_acts_on(b, e, RNR_FX_SACRIFICE); break;
    }
}

static void read_predicate(builder *b, rnr_effect *e)
{
    build_in(b, R_Predicate);
    switch (build_any_term(b)) {
    case T_GAINS:
    case T_GAIN:
        e->verb = RNR_FX_POINTS;
        build_read_amount(b, &e->amount);
        e->resource = build_resource(b);
        build_read_for_each(b, &e->amount);
        break;
    case T_LOSES:
    case T_LOSE:
        e->verb = RNR_FX_POINTS_LOSE;
        build_read_amount(b, &e->amount);
        e->resource = build_resource(b);
        break;
    case T_COSTS:
    case T_COST_PLURAL:
        e->verb = RNR_FX_COST;
        build_read_amount(b, &e->amount);
        e->word = build_any_term(b) == T_LESS ? RNR_CMP_LESS : RNR_CMP_MORE;
        build_take(b, T_IP);
        break;
    case T_CANNOT:
        e->verb = RNR_FX_CANNOT;
        e->word = build_barred_of(build_any_term(b));
        break;
    case T_IS_IMMUNE_TO:
    case T_ARE_IMMUNE_TO:
        e->verb = RNR_FX_IMMUNE;
        e->word = build_threat_of(build_any_term(b));
        break;
    case T_COUNTS_AS:
    case T_COUNT_AS:
        e->verb = RNR_FX_COUNTS;
        if (build_take(b, T_IN)) {
            build_in(b, R_ZoneRef);
            e->who = (uint8_t)build_whose(b);
            e->word = build_zone(b);
        }
        break;
    default:
        e->verb = RNR_FX_BYPASS;
        e->who = e->what.det == RNR_DET_THIS ? RNR_WHO_YOU : RNR_WHO_UNSAID; // as "bypass Defense"
        e->word = build_wall_of(build_any_term(b));
    }
    build_read_duration(b, e);
}

static void read_effect(builder *b, rnr_effect *e)
{
    build_in(b, R_Effect);
    if (build_in(b, R_NumberLed)) {
        read_number_led(b, e);
    } else if (build_take(b, T_YOU_WIN)) {
        e->verb = RNR_FX_WIN;
        e->who = RNR_WHO_YOU;
    } else if (build_take(b, T_OPPONENT)) {
        read_opponents(b, e);
    } else if (build_in(b, R_Subject)) {
        if (build_here(b)->is_rule) {
            build_in(b, R_SubjectDet);
        }
        build_read_target(b, &e->what);
        read_predicate(b, e);
    } else if (build_in(b, R_RuleText)) {
        e->verb = RNR_FX_NO_DOUBLE;
        if (!build_take(b, T_NO_DOUBLE)) {
            e->verb = RNR_FX_MAX_IP;
            e->who = (uint8_t)build_whose(b);
            build_take(b, T_MAXIMUM_IP_IS);
            build_read_amount(b, &e->amount);
            build_read_duration(b, e);
        }
    } else {
        if (build_take(b, T_YOU_MAY)) {
            e->flags |= RNR_FLAG_MAY;
        }
        build_take(b, T_YOU);
        read_plain(b, e);
    }
}

static void set_span(const builder *b, int from, int to, uint16_t *begin, uint16_t *end);

static void read_effects(builder *b, rnr_sentence *s, cardc_places *places)
{
    build_in(b, R_Effects);
    do {
        if (s->neffect == RNR_MAX_EFFECTS) {
            build_too_many(b, CARDC_MANY_EFFECTS);
            s->neffect--;
        }
        rnr_effect *e = &s->effect[s->neffect];
        *e = (rnr_effect){0};
        int from = build_here(b)->token;
        places->effect[s->neffect++] = (uint16_t)from;
        read_effect(b, e);
        set_span(b, from, build_here(b)->token - 1, &e->begin, &e->end);
    } while (build_take(b, T_AND));
}

// ---- the sentence -----------------------------------------------------------

// Bytes of the folded text from the first word of token `from` to the last of token `to`.
static void set_span(const builder *b, int from, int to, uint16_t *begin, uint16_t *end)
{
    const cardc_words *words = b->parse->words;
    const cardc_token *first = &b->parse->sentence->token[from],
                      *last = &b->parse->sentence->token[to];
    while (last->count == 0 && last > first) {
        last--;
    }
    *begin = words->word[first->word].begin;
    *end = words->word[last->word + (last->count > 0 ? last->count - 1 : 0)].end;
}

cardc_excess cardc_build(const cardc_parse *parse, rnr_sentence *out, cardc_places *places,
                         int *token)
{
    builder b = {.parse = parse};
    memset(out, 0, sizeof *out);
    memset(places, 0, sizeof *places);
    build_in(&b, R_Sentence);
    int mark = build_here(&b)->token;
    if (build_take(&b, T_EACH_TURN)) {
        places->mark[places->nmark++] = (uint16_t)mark;
    }
    if (build_in(&b, R_Sep)) {
        build_any_term(&b);
    }
    read_head(&b, out);
    if (build_take(&b, T_IF)) {
        read_tests(&b, out, places);
        build_take(&b, T_COMMA);
    }
    read_effects(&b, out, places);
    if (build_take(&b, T_IF)) {
        read_tests(&b, out, places);
    }
    mark = build_here(&b)->token;
    if (build_take(&b, T_EACH_TURN)) {
        places->mark[places->nmark++] = (uint16_t)mark;
    }
    bool ended = build_take(&b, T_PERIOD);
    assert(ended && b.at == parse->count);
    out->each_turn = places->nmark > 0;
    set_span(&b, 0, parse->sentence->count - 1, &out->begin, &out->end);
    *token = b.excess_token;
    return b.excess;
}
