// Programs back to English: one canonical text for each program, which compiles to the same
// program. Words come from the grammar's terms, so the printer cannot spell what the parser does
// not read.
#include "rnr_print.h"

// ---- effects ----------------------------------------------------------------

static void flow(printer *p, const rnr_effect *e)
{
    static const cardc_term terms[] = {[RNR_FLOW_DRAIN] = T_UA_LP_DRAIN,
                                       [RNR_FLOW_LP_LOSS] = T_LP_LOSS,
                                       [RNR_FLOW_LP_GAIN] = T_LP_GAIN,
                                       [RNR_FLOW_IP_GAIN] = T_IP_GAIN,
                                       [RNR_FLOW_MILL] = T_MILL,
                                       [RNR_FLOW_DISCARD] = T_DISCARD,
                                       [RNR_FLOW_ATTACK_DAMAGE] = T_ATTACK_DAMAGE,
                                       [RNR_FLOW_AOA] = T_AOA};
    if (e->flow == RNR_FLOW_MILL) {
        print_put(p, "Mill"); // the keyword, not the verb
    } else {
        print_term(p, terms[e->flow]);
    }
    bool loss = e->flow == RNR_FLOW_DRAIN || e->flow == RNR_FLOW_LP_LOSS;
    if (e->flow == RNR_FLOW_ATTACK_DAMAGE && e->what.det != RNR_DET_NONE) {
        print_term(p, T_TO);
        print_cards(p, &e->what);
    } else if (e->flow_who == RNR_WHO_YOU) {
        print_term(p, T_TO_YOU);
    } else if (e->flow_who == RNR_WHO_OPPONENT) {
        print_term(p, loss ? T_TO_OPPONENT : T_BY_OPPONENT);
    }
}

static void attack(printer *p, const rnr_effect *e)
{
    print_amount(p, &e->amount);
    print_term(p, T_ATTACK);
    if ((e->flags & RNR_FLAG_TO_OPPONENT) != 0) {
        print_term(p, T_TO_OPPONENT);
    } else if ((e->flags & RNR_FLAG_TO_LP) != 0) {
        print_term(p, T_TO_OPPONENT_LP);
    } else {
        print_term(p, T_TO);
        print_cards(p, &e->what);
    }
    print_for_each(p, &e->amount);
}

static void stat(printer *p, const rnr_effect *e, cardc_term t)
{
    print_amount(p, &e->amount);
    print_term(p, t);
}

static void gain_or_lose(printer *p, const rnr_effect *e)
{
    bool gains = e->verb == RNR_FX_GAIN;
    print_verb(p, e->who == RNR_WHO_OPPONENT, gains ? T_GAINS : T_LOSES, gains ? T_GAIN : T_LOSE);
    print_amount(p, &e->amount);
    print_resource(p, e->resource);
    print_for_each(p, &e->amount);
}

static void act_on(printer *p, const rnr_effect *e, cardc_term t)
{
    print_term(p, t);
    print_cards(p, &e->what);
}

static void mill(printer *p, const rnr_effect *e)
{
    print_term(p, T_MILL);
    print_amount_of_cards(p, &e->amount);
    if ((e->flags & RNR_FLAG_INTO_EXILE) != 0) {
        print_term(p, T_INTO_EXILE);
    }
    print_for_each(p, &e->amount);
}

static void draw(printer *p, const rnr_effect *e)
{
    print_verb(p, e->who == RNR_WHO_OPPONENT, T_DRAWS, T_DRAW);
    print_amount_of_cards(p, &e->amount);
    print_for_each(p, &e->amount);
}

static void discard(printer *p, const rnr_effect *e)
{
    if (e->who == RNR_WHO_OPPONENT) {
        print_term(p, T_DISCARDS);
        print_amount_of_cards(p, &e->amount);
    } else {
        act_on(p, e, T_DISCARD);
    }
}

static void return_cards(printer *p, const rnr_effect *e)
{
    act_on(p, e, T_RETURN);
    print_term(p, T_TO);
    print_whose(p, e->word);
    print_term(p, T_HAND);
}

static void look(printer *p, const rnr_effect *e)
{
    print_term(p, T_LOOK_AT);
    if (e->what.det == RNR_DET_TOP) {
        print_top_cards(p, &e->what);
    } else {
        print_whose(p, e->who);
        print_term(p, T_HAND);
    }
}

static void next_draw(printer *p, const rnr_effect *e)
{
    print_term(p, e->verb == RNR_FX_PREVENT_DRAW ? T_PREVENT : T_REPLACE);
    print_whose(p, e->who);
    print_term(p, T_NEXT_DRAW);
}

static void block_action(printer *p, const rnr_effect *e)
{
    static const cardc_term terms[] = {[RNR_PLAYING] = T_PLAYING,
                                       [RNR_TARGETING] = T_TARGETING,
                                       [RNR_ATTACKING] = T_ATTACKING,
                                       [RNR_DECLARING_AOA] = T_DECLARING_AOA,
                                       [RNR_ACTIVATING] = T_ACTIVATING_ABILITIES};
    print_term(p, T_BLOCK);
    print_term(p, T_OPPONENT_FROM);
    print_term(p, terms[e->word]);
    if (e->word == RNR_PLAYING) {
        print_noun(p, &e->what, true);
    } else if (e->word == RNR_TARGETING) {
        print_cards(p, &e->what);
    }
}

static void prevent(printer *p, const rnr_effect *e)
{
    print_term(p, T_PREVENT);
    print_amount(p, &e->amount);
    flow(p, e);
}

static void reduce(printer *p, const rnr_effect *e)
{
    print_term(p, e->verb == RNR_FX_REDUCE ? T_REDUCE : T_INCREASE);
    flow(p, e);
    print_term(p, T_BY);
    print_amount(p, &e->amount);
    print_for_each(p, &e->amount);
}

static void redirect(printer *p, const rnr_effect *e)
{
    print_term(p, T_REDIRECT);
    print_term(p, e->flow == RNR_FLOW_DRAIN ? T_UA_LP_DRAIN : T_ATTACK_DAMAGE);
    if (e->what.det != RNR_DET_NONE) {
        print_term(p, T_FROM);
        print_cards(p, &e->what);
    }
    if ((e->flags & RNR_FLAG_TO_OPPONENT) != 0) {
        print_term(p, T_TO_OPPONENT);
    } else {
        print_term(p, T_TO);
        print_cards(p, &e->to);
    }
}

// "bypass Defense" says the same as "this card bypasses Defense", but takes no duration.
static void bypass(printer *p, const rnr_effect *e)
{
    static const cardc_term walls[] = {[RNR_WALL_DEFENSE] = T_DEFENSE,
                                       [RNR_WALL_LOCKS] = T_LOCKS,
                                       [RNR_WALL_BLOCKS] = T_BLOCKS,
                                       [RNR_WALL_PREVENTS] = T_PREVENTS};
    bool bare = e->what.det == RNR_DET_THIS && e->duration == RNR_DURATION_NONE;
    if (!bare) {
        print_cards(p, &e->what);
    }
    print_verb(p, !bare && !print_is_many(&e->what), T_BYPASSES, T_BYPASS);
    print_term(p, walls[e->word]);
}

static void points(printer *p, const rnr_effect *e)
{
    bool gains = e->verb == RNR_FX_POINTS;
    print_cards(p, &e->what);
    print_verb(p, !print_is_many(&e->what), gains ? T_GAINS : T_LOSES, gains ? T_GAIN : T_LOSE);
    print_amount(p, &e->amount);
    print_resource(p, e->resource);
    print_for_each(p, &e->amount);
}

static void cost_change(printer *p, const rnr_effect *e)
{
    print_cards(p, &e->what);
    print_verb(p, !print_is_many(&e->what), T_COSTS, T_COST_PLURAL);
    print_amount(p, &e->amount);
    print_term(p, e->word == RNR_CMP_LESS ? T_LESS : T_MORE);
    print_term(p, T_IP);
}

static void cannot(printer *p, const rnr_effect *e)
{
    static const cardc_term bars[] = {[RNR_BAR_ATTACK] = T_ATTACK,
                                      [RNR_BAR_DEFEND] = T_DEFEND,
                                      [RNR_BAR_ACTIVATE] = T_ACTIVATE_ABILITIES,
                                      [RNR_BAR_TARGETED] = T_BE_TARGETED,
                                      [RNR_BAR_DESTROYED] = T_BE_DESTROYED,
                                      [RNR_BAR_DISCARDED] = T_BE_DISCARDED,
                                      [RNR_BAR_EXILED] = T_BE_EXILED,
                                      [RNR_BAR_LOCKED] = T_BE_LOCKED,
                                      [RNR_BAR_DISABLED] = T_BE_DISABLED,
                                      [RNR_BAR_REDIRECTED] = T_BE_REDIRECTED,
                                      [RNR_BAR_MILLED] = T_BE_MILLED,
                                      [RNR_BAR_PLAYED] = T_BE_PLAYED};
    print_cards(p, &e->what);
    print_term(p, T_CANNOT);
    if (e->word == RNR_BAR_ATTACK) {
        print_put(p, "attack"); // the action, not the card type
    } else {
        print_term(p, bars[e->word]);
    }
}

static void immune(printer *p, const rnr_effect *e)
{
    static const char *const threats[] = {
        [RNR_THREAT_LOCK] = "Lock",       [RNR_THREAT_BLOCK] = "Block",
        [RNR_THREAT_DISABLE] = "Disable", [RNR_THREAT_REDIRECT] = "Redirect",
        [RNR_THREAT_MILL] = "Mill",       [RNR_THREAT_DAMAGE] = "Attack Damage",
        [RNR_THREAT_AOA] = "AoA"};
    print_cards(p, &e->what);
    print_verb(p, !print_is_many(&e->what), T_IS_IMMUNE_TO, T_ARE_IMMUNE_TO);
    print_put(p, threats[e->word]);
}

static void counts(printer *p, const rnr_effect *e)
{
    print_cards(p, &e->what);
    print_verb(p, !print_is_many(&e->what), T_COUNTS_AS, T_COUNT_AS);
    if (e->word != RNR_IN_PLAY) {
        print_term(p, T_IN);
        print_whose(p, e->who);
        print_zone(p, e->word);
    }
}

static void max_ip(printer *p, const rnr_effect *e)
{
    print_whose(p, e->who);
    print_term(p, T_MAXIMUM_IP_IS);
    print_amount(p, &e->amount);
}

static void divide(printer *p, const rnr_effect *e)
{
    print_term(p, T_DIVIDE);
    print_amount(p, &e->amount);
    print_term(p, T_TARGETS);
}

static void effect_words(printer *p, const rnr_effect *e)
{
    switch ((rnr_fx)e->verb) {
    case RNR_FX_NONE:
    case RNR_FX_COUNT: break;
    case RNR_FX_ATTACK: attack(p, e); break;
    case RNR_FX_DEFENSE: stat(p, e, T_DEFENSE); break;
    case RNR_FX_DP: stat(p, e, T_DP); break;
    case RNR_FX_DRAIN: stat(p, e, T_OPPONENT_LP_DRAIN); break;
    case RNR_FX_GENERATE:
        print_term(p, T_GENERATE);
        stat(p, e, T_IP);
        break;
    case RNR_FX_GAIN:
    case RNR_FX_LOSE: gain_or_lose(p, e); break;
    case RNR_FX_DRAW: draw(p, e); break;
    case RNR_FX_MILL: mill(p, e); break;
    case RNR_FX_DISCARD: discard(p, e); break;
    case RNR_FX_SACRIFICE:
        act_on(p, e, e->who == RNR_WHO_OPPONENT ? T_SACRIFICES : T_SACRIFICE);
        break;
    case RNR_FX_EXILE: act_on(p, e, T_EXILE); break;
    case RNR_FX_DESTROY: act_on(p, e, T_DESTROY); break;
    case RNR_FX_RETURN: return_cards(p, e); break;
    case RNR_FX_PUT:
        act_on(p, e, T_PUT);
        print_term(p, T_INTO_PLAY);
        break;
    case RNR_FX_CONTROL: act_on(p, e, T_GAIN_CONTROL_OF); break;
    case RNR_FX_LOOK: look(p, e); break;
    case RNR_FX_LOCK: act_on(p, e, T_LOCK); break;
    case RNR_FX_UNLOCK: act_on(p, e, T_UNLOCK); break;
    case RNR_FX_DISABLE: act_on(p, e, T_DISABLE); break;
    case RNR_FX_PROTECT: act_on(p, e, T_PROTECT); break;
    case RNR_FX_BLOCK_FLOW:
        print_term(p, T_BLOCK);
        flow(p, e);
        break;
    case RNR_FX_BLOCK_ACTION: block_action(p, e); break;
    case RNR_FX_BLOCK_CARD: act_on(p, e, T_BLOCK); break;
    case RNR_FX_PREVENT: prevent(p, e); break;
    case RNR_FX_PREVENT_DRAW:
    case RNR_FX_REPLACE_DRAW: next_draw(p, e); break;
    case RNR_FX_REDUCE:
    case RNR_FX_INCREASE: reduce(p, e); break;
    case RNR_FX_REDIRECT: redirect(p, e); break;
    case RNR_FX_BYPASS: bypass(p, e); break;
    case RNR_FX_DIVIDE: divide(p, e); break;
    case RNR_FX_POINTS:
    case RNR_FX_POINTS_LOSE: points(p, e); break;
    case RNR_FX_COST: cost_change(p, e); break;
    case RNR_FX_CANNOT: cannot(p, e); break;
    case RNR_FX_IMMUNE: immune(p, e); break;
    case RNR_FX_COUNTS: counts(p, e); break;
    case RNR_FX_NO_DOUBLE: print_term(p, T_NO_DOUBLE); break;
    case RNR_FX_MAX_IP: max_ip(p, e); break;
    case RNR_FX_WIN: print_term(p, T_YOU_WIN); break;
    }
}

// Effects that Opponent does, written with the subject "Opponent".
static bool opponent_does(const rnr_effect *e)
{
    switch (e->verb) {
    case RNR_FX_GAIN:
    case RNR_FX_LOSE:
    case RNR_FX_DRAW:
    case RNR_FX_DISCARD:
    case RNR_FX_SACRIFICE: return e->who == RNR_WHO_OPPONENT;
    default: return false;
    }
}

static void effect(printer *p, const rnr_effect *e)
{
    if ((e->flags & RNR_FLAG_MAY) != 0) {
        print_term(p, T_YOU_MAY);
    }
    if (opponent_does(e)) {
        print_term(p, T_OPPONENT);
    }
    effect_words(p, e);
    print_duration(p, e->duration);
}

// ---- sentences --------------------------------------------------------------

static void player_event(printer *p, const rnr_event_head *h)
{
    bool they = h->who == RNR_WHO_OPPONENT;
    print_term(p, they ? T_OPPONENT : T_YOU);
    switch (h->on) {
    case RNR_ON_GAIN_LP:
    case RNR_ON_GAIN_IP: print_verb(p, they, T_GAINS, T_GAIN); break;
    case RNR_ON_LOSE_LP:
    case RNR_ON_LOSE_IP: print_verb(p, they, T_LOSES, T_LOSE); break;
    case RNR_ON_DRAW: print_verb(p, they, T_DRAWS, T_DRAW); break;
    case RNR_ON_DISCARD: print_verb(p, they, T_DISCARDS, T_DISCARD); break;
    default: print_verb(p, they, T_PLAYS, T_PLAY); break;
    }
    if (h->on == RNR_ON_PLAY) {
        print_cards(p, &h->what);
    } else if (h->on == RNR_ON_DRAW || h->on == RNR_ON_DISCARD) {
        print_put(p, "a card");
    } else {
        print_term(p, h->on == RNR_ON_GAIN_LP || h->on == RNR_ON_LOSE_LP ? T_LP : T_IP);
    }
}

static void event(printer *p, const rnr_event_head *h)
{
    static const cardc_term terms[] = {
        [RNR_ON_ATTACKED] = T_IS_ATTACKED,   [RNR_ON_ENTERS] = T_ENTERS_PLAY,
        [RNR_ON_LEAVES] = T_LEAVES_PLAY,     [RNR_ON_SURVIVES] = T_SURVIVES,
        [RNR_ON_DESTROYED] = T_IS_DESTROYED, [RNR_ON_DISCARDED] = T_IS_DISCARDED,
        [RNR_ON_EXILED] = T_IS_EXILED,       [RNR_ON_MILLED] = T_IS_MILLED,
        [RNR_ON_LOCKED] = T_IS_LOCKED,       [RNR_ON_DEALS] = T_DEALS};
    print_term(p, T_WHEN);
    if (h->bare != 0) {
        print_term(p, T_ATTACKED);
    } else if (h->on > RNR_ON_DEALS) {
        player_event(p, h);
    } else {
        print_cards(p, &h->what);
        print_term(p, terms[h->on]);
    }
    print_term(p, T_COMMA);
}

static void costs(printer *p, const rnr_sentence *s)
{
    static const cardc_term terms[] = {[RNR_COST_DISCARD] = T_DISCARD,
                                       [RNR_COST_SACRIFICE] = T_SACRIFICE,
                                       [RNR_COST_EXILE] = T_EXILE};
    for (int i = 0; i < s->ncost; i++) {
        const rnr_cost *c = &s->cost[i];
        if (i > 0) {
            print_term(p, T_AND);
        }
        if (c->kind == RNR_COST_PAY) {
            print_term(p, T_PAY);
            print_amount(
                p, &(rnr_amount){.kind = c->x != 0 ? RNR_AMOUNT_X : RNR_AMOUNT_NUMBER, .n = c->n});
            print_term(p, T_IP);
        } else {
            print_term(p, terms[c->kind]);
            print_cards(p, &c->what);
        }
    }
    print_term(p, T_COLON);
}

static void quant(printer *p, const rnr_test *t, const rnr_selector *what)
{
    switch ((rnr_quant)t->quant) {
    case RNR_QUANT_NONE: break;
    case RNR_QUANT_A: print_article(p, what); break;
    case RNR_QUANT_ANOTHER: print_term(p, T_ANOTHER); break;
    case RNR_QUANT_NO: print_term(p, T_NO); break;
    case RNR_QUANT_NUMBER: print_number(p, t->n); break;
    case RNR_QUANT_AT_LEAST:
    case RNR_QUANT_AT_MOST:
        print_number(p, t->n);
        print_term(p, t->quant == RNR_QUANT_AT_LEAST ? T_OR_MORE : T_OR_FEWER);
        break;
    }
    bool one = t->quant == RNR_QUANT_A || t->quant == RNR_QUANT_ANOTHER ||
               (t->quant == RNR_QUANT_NUMBER && t->n == 1);
    print_noun(p, what, !one);
}

static void test(printer *p, const rnr_test *t)
{
    static const rnr_selector any_card = {.word = 1};
    bool yours = t->who == RNR_WHO_YOU;
    switch ((rnr_test_kind)t->kind) {
    case RNR_TEST_NONE: break;
    case RNR_TEST_CONTROLS:
        if (t->carried == 0) {
            print_term(p, yours ? T_YOU_CONTROL : T_OPPONENT_CONTROLS);
        }
        quant(p, t, &t->what);
        break;
    case RNR_TEST_HAND:
        print_term(p, yours ? T_YOU_HAVE : T_OPPONENT_HAS);
        quant(p, t, &any_card);
        print_term(p, T_IN_HAND);
        break;
    case RNR_TEST_RESOURCE:
    case RNR_TEST_COMPARE:
        print_whose(p, t->who);
        print_resource(p, t->resource);
        print_term(p, T_IS);
        if (t->kind == RNR_TEST_RESOURCE) {
            print_number(p, t->n);
            print_term(p, t->cmp == RNR_CMP_AT_LEAST ? T_OR_GREATER : T_OR_LESS);
        } else {
            print_term(p, t->cmp == RNR_CMP_MORE ? T_MORE_THAN : T_LESS_THAN);
            print_whose(p, t->who2);
            print_resource(p, t->resource2);
        }
        break;
    case RNR_TEST_ATTACKED:
    case RNR_TEST_NOT_LOCKED:
        print_term(p, T_THIS_CARD);
        print_term(p, t->kind == RNR_TEST_ATTACKED ? T_WAS_ATTACKED : T_IS_NOT_LOCKED);
        break;
    }
}

static void tests(printer *p, const rnr_sentence *s)
{
    if (s->ntest > 0) {
        print_term(p, T_IF);
        for (int i = 0; i < s->ntest; i++) {
            if (i > 0) {
                print_term(p, T_AND);
            }
            test(p, &s->test[i]);
        }
        print_term(p, T_COMMA);
    }
}

static void sentence_words(printer *p, const rnr_sentence *s)
{
    if (s->head == RNR_HEAD_WHEN) {
        event(p, &s->when);
    } else if (s->head == RNR_HEAD_COST) {
        costs(p, s);
    }
    tests(p, s);
    for (int i = 0; i < s->neffect; i++) {
        if (i > 0) {
            print_term(p, T_AND);
        }
        effect(p, &s->effect[i]);
    }
    if (s->each_turn != 0) {
        print_term(p, T_EACH_TURN);
    }
    print_term(p, T_PERIOD);
}

static void capital(char *first)
{
    if (*first >= 'a' && *first <= 'z') {
        *first = (char)(*first - 'a' + 'A');
    }
}

int rnr_print_sentence(const rnr_card *card, int sentence, char *out, int cap)
{
    printer p = {.out = out, .cap = cap};
    sentence_words(&p, &card->sentence[sentence]);
    int len = print_finish(&p);
    if (len > 0) {
        capital(out);
    }
    return len;
}

int rnr_print_card_text(const rnr_card *card, char *out, int cap)
{
    printer p = {.out = out, .cap = cap};
    for (int i = 0; i < card->nsentence; i++) {
        int start = p.len + (i > 0 ? 1 : 0);
        sentence_words(&p, &card->sentence[i]);
        if (start < p.len) {
            capital(out + start);
        }
    }
    return print_finish(&p);
}

int rnr_print_effect(const rnr_effect *e, char *out, int cap)
{
    printer p = {.out = out, .cap = cap};
    effect(&p, e);
    return print_finish(&p);
}

// A part of a sentence without the punctuation that ends it.
static int finish_part(printer *p)
{
    int len = print_finish(p);
    if (len > 0 && (p->out[len - 1] == ',' || p->out[len - 1] == ':')) {
        p->out[--len] = '\0';
    }
    return len;
}

int rnr_print_head(const rnr_sentence *s, char *out, int cap)
{
    printer p = {.out = out, .cap = cap};
    if (s->head == RNR_HEAD_WHEN) {
        event(&p, &s->when);
    } else if (s->head == RNR_HEAD_COST) {
        costs(&p, s);
    }
    int len = finish_part(&p);
    if (len > 0) {
        capital(out);
    }
    return len;
}

int rnr_print_conditions(const rnr_sentence *s, char *out, int cap)
{
    printer p = {.out = out, .cap = cap};
    tests(&p, s);
    return finish_part(&p);
}
