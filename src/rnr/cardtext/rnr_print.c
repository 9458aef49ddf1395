// Programs back to English: one canonical text for each program, which compiles to the same program. Words
// come from the grammar's terms, so the printer cannot spell what the parser does not read.
#include <string.h>

#include "str.h"
#include "rnr_cardc.h"

// The text so far; `last` 0 means nothing is written yet.
typedef struct {
    char *out;
    int cap, len;
    char last;
} printer;

static void put_byte(printer *p, char c)
{
    if (p->len + 1 < p->cap) {
        p->out[p->len++] = c;
    }
    p->last = c;
}

// A word, with a space before it unless the text begins here; punctuation takes none.
static void put(printer *p, const char *text)
{
    bool mark = text[0] == ',' || text[0] == ':' || text[0] == '.';
    if (p->last != 0 && !mark) {
        put_byte(p, ' ');
    }
    for (const char *c = text; *c != '\0'; c++) {
        put_byte(p, *c);
    }
}

static void term(printer *p, cardc_term t)
{
    put(p, cardc_term_words(t));
}

static void number(printer *p, int n)
{
    char digits[12];
    int at = (int)sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    put(p, digits + at);
}

// ---- which cards -----------------------------------------------------------------------------------

static void whose(printer *p, int who)
{
    term(p, who == RNR_WHO_YOU ? T_YOUR : who == RNR_WHO_OPPONENT ? T_OPPONENTS : T_ITS_OWNERS);
}

static void zone(printer *p, int where)
{
    static const cardc_term zones[] = {[RNR_IN_HAND] = T_HAND, [RNR_IN_PILE] = T_DRAW_PILE,
                                       [RNR_IN_DISCARD] = T_DISCARD_PILE, [RNR_IN_EXILE] = T_EXILE_ZONE};
    term(p, zones[where]);
}

static cardc_term branch_term(int branch, bool many)
{
    static const cardc_term one[] = {[RNR_BISON] = T_BISON, [RNR_EAGLE] = T_EAGLE,
                                     [RNR_LIBERTY_BELL] = T_LIBERTY_BELL, [RNR_SCROLL] = T_SCROLL};
    static const cardc_term more[] = {[RNR_BISON] = T_BISON, [RNR_EAGLE] = T_EAGLES,
                                      [RNR_LIBERTY_BELL] = T_LIBERTY_BELLS, [RNR_SCROLL] = T_SCROLLS};
    return many ? more[branch] : one[branch];
}

static cardc_term type_term(int type, bool many)
{
    static const cardc_term one[] = {[RNR_UA] = T_UA, [RNR_PILLAR] = T_PILLAR, [RNR_ATTACK] = T_ATTACK,
                                     [RNR_DEFENSE] = T_DEFENSE, [RNR_RIGHTS] = T_RIGHTS, [RNR_FREEDOM] = T_FREEDOM,
                                     [RNR_BILL] = T_BILL, [RNR_PETITION] = T_PETITION};
    static const cardc_term more[] = {[RNR_UA] = T_UAS, [RNR_PILLAR] = T_PILLARS, [RNR_ATTACK] = T_ATTACKS,
                                      [RNR_DEFENSE] = T_DEFENSES, [RNR_RIGHTS] = T_RIGHTS,
                                      [RNR_FREEDOM] = T_FREEDOMS, [RNR_BILL] = T_BILLS,
                                      [RNR_PETITION] = T_PETITIONS};
    return many ? more[type] : one[type];
}

static cardc_term rarity_term(int rarity)
{
    static const cardc_term terms[] = {[RNR_COMMON] = T_COMMON, [RNR_UNCOMMON] = T_UNCOMMON, [RNR_RARE] = T_RARE,
                                       [RNR_PARAMOUNT] = T_PARAMOUNT, [RNR_IMMORTAL] = T_IMMORTAL,
                                       [RNR_UNALIENABLE] = T_UNALIENABLE};
    return terms[rarity];
}

static void noun(printer *p, const rnr_selector *s, bool many)
{
    if (s->rarity != RNR_RARITY_ANY) {
        term(p, rarity_term(s->rarity));
    }
    // Only the last word of a noun is plural: "Scroll Pillar cards".
    if (s->branch != RNR_BRANCH_NONE) {
        term(p, branch_term(s->branch, many && s->type == RNR_TYPE_ANY && s->word == 0));
    }
    if (s->type != RNR_TYPE_ANY) {
        term(p, type_term(s->type, many && s->word == 0));
    }
    if (s->word != 0) {
        term(p, many ? T_CARDS : T_CARD);
    }
}

// "a" or "an", by the sound of the noun's first word.
static void article(printer *p, const rnr_selector *s)
{
    bool vowel = s->rarity == RNR_UNCOMMON || s->rarity == RNR_IMMORTAL || s->rarity == RNR_UNALIENABLE;
    if (s->rarity == RNR_RARITY_ANY) {
        vowel = s->branch == RNR_EAGLE || (s->branch == RNR_BRANCH_NONE && s->type == RNR_ATTACK);
    }
    put(p, vowel ? "an" : "a");
}

static void where(printer *p, const rnr_selector *s)
{
    if (s->where != RNR_IN_PLAY) {
        term(p, s->from != 0 ? T_FROM : T_IN);
        whose(p, s->who);
        zone(p, s->where);
    } else if (s->who != RNR_WHO_UNSAID) {
        term(p, s->who == RNR_WHO_YOU ? T_YOU_CONTROL : T_OPPONENT_CONTROLS);
    }
    if (s->cost_cmp != RNR_CMP_NONE) {
        term(p, T_WITH_IP_COST);
        number(p, s->cost);
        term(p, s->cost_cmp == RNR_CMP_AT_LEAST ? T_OR_MORE : T_OR_LESS);
    }
}

static bool is_many(const rnr_selector *s)
{
    bool counted = s->det == RNR_DET_NUMBER || s->det == RNR_DET_UP_TO;
    return s->det == RNR_DET_ALL || (counted && s->count != 1);
}

static void top_cards(printer *p, const rnr_selector *s)
{
    term(p, T_THE_TOP);
    if (s->count != 1) {
        number(p, s->count);
    }
    term(p, s->count != 1 ? T_CARDS : T_CARD);
    term(p, T_OF);
    whose(p, s->who);
    term(p, T_DRAW_PILE);
}

static void cards(printer *p, const rnr_selector *s)
{
    switch ((rnr_det)s->det) {
    case RNR_DET_NONE: return;
    case RNR_DET_THIS: term(p, T_THIS_CARD); return;
    case RNR_DET_ATTACKER: term(p, T_ATTACKER); return;
    case RNR_DET_TOP: top_cards(p, s); return;
    case RNR_DET_A: article(p, s); break;
    case RNR_DET_ANOTHER: term(p, T_ANOTHER); break;
    case RNR_DET_UP_TO:
        term(p, T_UP_TO);
        number(p, s->count);
        break;
    case RNR_DET_NUMBER: number(p, s->count); break;
    case RNR_DET_ALL: term(p, T_ALL); break;
    case RNR_DET_EACH: term(p, T_EACH); break;
    }
    noun(p, s, is_many(s));
    where(p, s);
}

// ---- amounts, durations -----------------------------------------------------------------------------------

static void amount(printer *p, const rnr_amount *a)
{
    if (a->kind == RNR_AMOUNT_X) {
        term(p, T_X);
    } else if (a->kind == RNR_AMOUNT_ALL) {
        term(p, T_ALL);
    } else {
        number(p, a->n);
    }
}

static void for_each(printer *p, const rnr_amount *a)
{
    if (a->per.det != RNR_DET_NONE) {
        term(p, T_FOR_EACH);
        noun(p, &a->per, false);
        where(p, &a->per);
    }
}

static void resource(printer *p, int r)
{
    static const cardc_term terms[] = {[RNR_LP] = T_LP, [RNR_IP] = T_IP, [RNR_DP] = T_DP, [RNR_AP] = T_AP};
    term(p, terms[r]);
}

static void amount_of_cards(printer *p, const rnr_amount *a)
{
    amount(p, a);
    term(p, a->kind == RNR_AMOUNT_NUMBER && a->n == 1 ? T_CARD : T_CARDS);
}

static void duration(printer *p, int d)
{
    static const cardc_term terms[] = {[RNR_THIS_TURN] = T_THIS_TURN, [RNR_UNTIL_YOUR_NEXT] = T_UNTIL_YOUR,
        [RNR_UNTIL_OPPONENT_NEXT] = T_UNTIL_OPPONENTS, [RNR_UNTIL_END_OF_YOUR_NEXT] = T_UNTIL_END_OF_YOUR,
        [RNR_UNTIL_END_OF_OPPONENT_NEXT] = T_UNTIL_END_OF_OPPONENTS, [RNR_WHILE_IN_PLAY] = T_WHILE_IN_PLAY,
        [RNR_REST_OF_GAME] = T_FOR_THE_REST};
    if (d != RNR_DURATION_NONE) {
        term(p, terms[d]);
    }
}

// ---- effects -------------------------------------------------------------------------------------------------

static void flow(printer *p, const rnr_effect *e)
{
    static const cardc_term terms[] = {[RNR_FLOW_DRAIN] = T_UA_LP_DRAIN, [RNR_FLOW_LP_LOSS] = T_LP_LOSS,
        [RNR_FLOW_LP_GAIN] = T_LP_GAIN, [RNR_FLOW_IP_GAIN] = T_IP_GAIN, [RNR_FLOW_MILL] = T_MILL,
        [RNR_FLOW_DISCARD] = T_DISCARD, [RNR_FLOW_ATTACK_DAMAGE] = T_ATTACK_DAMAGE, [RNR_FLOW_AOA] = T_AOA};
    if (e->flow == RNR_FLOW_MILL) {
        put(p, "Mill");  // the keyword, not the verb
    } else {
        term(p, terms[e->flow]);
    }
    bool loss = e->flow == RNR_FLOW_DRAIN || e->flow == RNR_FLOW_LP_LOSS;
    if (e->flow == RNR_FLOW_ATTACK_DAMAGE && e->what.det != RNR_DET_NONE) {
        term(p, T_TO);
        cards(p, &e->what);
    } else if (e->flow_who == RNR_WHO_YOU) {
        term(p, T_TO_YOU);
    } else if (e->flow_who == RNR_WHO_OPPONENT) {
        term(p, loss ? T_TO_OPPONENT : T_BY_OPPONENT);
    }
}

static void attack(printer *p, const rnr_effect *e)
{
    amount(p, &e->amount);
    term(p, T_ATTACK);
    if ((e->flags & RNR_FLAG_TO_OPPONENT) != 0) {
        term(p, T_TO_OPPONENT);
    } else if ((e->flags & RNR_FLAG_TO_LP) != 0) {
        term(p, T_TO_OPPONENT_LP);
    } else {
        term(p, T_TO);
        cards(p, &e->what);
    }
    for_each(p, &e->amount);
}

static void stat(printer *p, const rnr_effect *e, cardc_term t)
{
    amount(p, &e->amount);
    term(p, t);
}

// A verb in the form that its subject asks for: "Opponent" (or one card) or the unsaid "you" (or many).
static void verb(printer *p, bool third_person, cardc_term with_s, cardc_term without)
{
    term(p, third_person ? with_s : without);
}

static void gain_or_lose(printer *p, const rnr_effect *e)
{
    bool gains = e->verb == RNR_FX_GAIN;
    verb(p, e->who == RNR_WHO_OPPONENT, gains ? T_GAINS : T_LOSES, gains ? T_GAIN : T_LOSE);
    amount(p, &e->amount);
    resource(p, e->resource);
    for_each(p, &e->amount);
}

static void act_on(printer *p, const rnr_effect *e, cardc_term t)
{
    term(p, t);
    cards(p, &e->what);
}

static void mill(printer *p, const rnr_effect *e)
{
    term(p, T_MILL);
    amount_of_cards(p, &e->amount);
    if ((e->flags & RNR_FLAG_INTO_EXILE) != 0) {
        term(p, T_INTO_EXILE);
    }
    for_each(p, &e->amount);
}

static void draw(printer *p, const rnr_effect *e)
{
    verb(p, e->who == RNR_WHO_OPPONENT, T_DRAWS, T_DRAW);
    amount_of_cards(p, &e->amount);
    for_each(p, &e->amount);
}

static void discard(printer *p, const rnr_effect *e)
{
    if (e->who == RNR_WHO_OPPONENT) {
        term(p, T_DISCARDS);
        amount_of_cards(p, &e->amount);
    } else {
        act_on(p, e, T_DISCARD);
    }
}

static void return_cards(printer *p, const rnr_effect *e)
{
    act_on(p, e, T_RETURN);
    term(p, T_TO);
    whose(p, e->word);
    term(p, T_HAND);
}

static void look(printer *p, const rnr_effect *e)
{
    term(p, T_LOOK_AT);
    if (e->what.det == RNR_DET_TOP) {
        top_cards(p, &e->what);
    } else {
        whose(p, e->who);
        term(p, T_HAND);
    }
}

static void next_draw(printer *p, const rnr_effect *e)
{
    term(p, e->verb == RNR_FX_PREVENT_DRAW ? T_PREVENT : T_REPLACE);
    whose(p, e->who);
    term(p, T_NEXT_DRAW);
}

static void block_action(printer *p, const rnr_effect *e)
{
    static const cardc_term terms[] = {[RNR_PLAYING] = T_PLAYING, [RNR_TARGETING] = T_TARGETING,
        [RNR_ATTACKING] = T_ATTACKING, [RNR_DECLARING_AOA] = T_DECLARING_AOA,
        [RNR_ACTIVATING] = T_ACTIVATING_ABILITIES};
    term(p, T_BLOCK);
    term(p, T_OPPONENT_FROM);
    term(p, terms[e->word]);
    if (e->word == RNR_PLAYING) {
        noun(p, &e->what, true);
    } else if (e->word == RNR_TARGETING) {
        cards(p, &e->what);
    }
}

static void prevent(printer *p, const rnr_effect *e)
{
    term(p, T_PREVENT);
    amount(p, &e->amount);
    flow(p, e);
}

static void reduce(printer *p, const rnr_effect *e)
{
    term(p, e->verb == RNR_FX_REDUCE ? T_REDUCE : T_INCREASE);
    flow(p, e);
    term(p, T_BY);
    amount(p, &e->amount);
    for_each(p, &e->amount);
}

static void redirect(printer *p, const rnr_effect *e)
{
    term(p, T_REDIRECT);
    term(p, e->flow == RNR_FLOW_DRAIN ? T_UA_LP_DRAIN : T_ATTACK_DAMAGE);
    if (e->what.det != RNR_DET_NONE) {
        term(p, T_FROM);
        cards(p, &e->what);
    }
    if ((e->flags & RNR_FLAG_TO_OPPONENT) != 0) {
        term(p, T_TO_OPPONENT);
    } else {
        term(p, T_TO);
        cards(p, &e->to);
    }
}

// "bypass Defense" says the same as "this card bypasses Defense", but takes no duration.
static void bypass(printer *p, const rnr_effect *e)
{
    static const cardc_term walls[] = {[RNR_WALL_DEFENSE] = T_DEFENSE, [RNR_WALL_LOCKS] = T_LOCKS,
                                       [RNR_WALL_BLOCKS] = T_BLOCKS, [RNR_WALL_PREVENTS] = T_PREVENTS};
    bool bare = e->what.det == RNR_DET_THIS && e->duration == RNR_DURATION_NONE;
    if (!bare) {
        cards(p, &e->what);
    }
    verb(p, !bare && !is_many(&e->what), T_BYPASSES, T_BYPASS);
    term(p, walls[e->word]);
}

static void points(printer *p, const rnr_effect *e)
{
    bool gains = e->verb == RNR_FX_POINTS;
    cards(p, &e->what);
    verb(p, !is_many(&e->what), gains ? T_GAINS : T_LOSES, gains ? T_GAIN : T_LOSE);
    amount(p, &e->amount);
    resource(p, e->resource);
    for_each(p, &e->amount);
}

static void cost_change(printer *p, const rnr_effect *e)
{
    cards(p, &e->what);
    verb(p, !is_many(&e->what), T_COSTS, T_COST_PLURAL);
    amount(p, &e->amount);
    term(p, e->word == RNR_CMP_LESS ? T_LESS : T_MORE);
    term(p, T_IP);
}

static void cannot(printer *p, const rnr_effect *e)
{
    static const cardc_term bars[] = {[RNR_BAR_ATTACK] = T_ATTACK, [RNR_BAR_DEFEND] = T_DEFEND,
        [RNR_BAR_ACTIVATE] = T_ACTIVATE_ABILITIES, [RNR_BAR_TARGETED] = T_BE_TARGETED,
        [RNR_BAR_DESTROYED] = T_BE_DESTROYED, [RNR_BAR_DISCARDED] = T_BE_DISCARDED,
        [RNR_BAR_EXILED] = T_BE_EXILED, [RNR_BAR_LOCKED] = T_BE_LOCKED, [RNR_BAR_DISABLED] = T_BE_DISABLED,
        [RNR_BAR_REDIRECTED] = T_BE_REDIRECTED, [RNR_BAR_MILLED] = T_BE_MILLED, [RNR_BAR_PLAYED] = T_BE_PLAYED};
    cards(p, &e->what);
    term(p, T_CANNOT);
    if (e->word == RNR_BAR_ATTACK) {
        put(p, "attack");  // the action, not the card type
    } else {
        term(p, bars[e->word]);
    }
}

static void immune(printer *p, const rnr_effect *e)
{
    static const char *const threats[] = {[RNR_THREAT_LOCK] = "Lock", [RNR_THREAT_BLOCK] = "Block",
        [RNR_THREAT_DISABLE] = "Disable", [RNR_THREAT_REDIRECT] = "Redirect", [RNR_THREAT_MILL] = "Mill",
        [RNR_THREAT_DAMAGE] = "Attack Damage", [RNR_THREAT_AOA] = "AoA"};
    cards(p, &e->what);
    verb(p, !is_many(&e->what), T_IS_IMMUNE_TO, T_ARE_IMMUNE_TO);
    put(p, threats[e->word]);
}

static void counts(printer *p, const rnr_effect *e)
{
    cards(p, &e->what);
    verb(p, !is_many(&e->what), T_COUNTS_AS, T_COUNT_AS);
    if (e->word != RNR_IN_PLAY) {
        term(p, T_IN);
        whose(p, e->who);
        zone(p, e->word);
    }
}

static void max_ip(printer *p, const rnr_effect *e)
{
    whose(p, e->who);
    term(p, T_MAXIMUM_IP_IS);
    amount(p, &e->amount);
}

static void divide(printer *p, const rnr_effect *e)
{
    term(p, T_DIVIDE);
    amount(p, &e->amount);
    term(p, T_TARGETS);
}

static void effect_words(printer *p, const rnr_effect *e)
{
    switch ((rnr_fx)e->verb) {
    case RNR_FX_NONE: case RNR_FX_COUNT: break;
    case RNR_FX_ATTACK: attack(p, e); break;
    case RNR_FX_DEFENSE: stat(p, e, T_DEFENSE); break;
    case RNR_FX_DP: stat(p, e, T_DP); break;
    case RNR_FX_DRAIN: stat(p, e, T_OPPONENT_LP_DRAIN); break;
    case RNR_FX_GENERATE:
        term(p, T_GENERATE);
        stat(p, e, T_IP);
        break;
    case RNR_FX_GAIN: case RNR_FX_LOSE: gain_or_lose(p, e); break;
    case RNR_FX_DRAW: draw(p, e); break;
    case RNR_FX_MILL: mill(p, e); break;
    case RNR_FX_DISCARD: discard(p, e); break;
    case RNR_FX_SACRIFICE: act_on(p, e, e->who == RNR_WHO_OPPONENT ? T_SACRIFICES : T_SACRIFICE); break;
    case RNR_FX_EXILE: act_on(p, e, T_EXILE); break;
    case RNR_FX_DESTROY: act_on(p, e, T_DESTROY); break;
    case RNR_FX_RETURN: return_cards(p, e); break;
    case RNR_FX_PUT:
        act_on(p, e, T_PUT);
        term(p, T_INTO_PLAY);
        break;
    case RNR_FX_CONTROL: act_on(p, e, T_GAIN_CONTROL_OF); break;
    case RNR_FX_LOOK: look(p, e); break;
    case RNR_FX_LOCK: act_on(p, e, T_LOCK); break;
    case RNR_FX_UNLOCK: act_on(p, e, T_UNLOCK); break;
    case RNR_FX_DISABLE: act_on(p, e, T_DISABLE); break;
    case RNR_FX_PROTECT: act_on(p, e, T_PROTECT); break;
    case RNR_FX_BLOCK_FLOW:
        term(p, T_BLOCK);
        flow(p, e);
        break;
    case RNR_FX_BLOCK_ACTION: block_action(p, e); break;
    case RNR_FX_BLOCK_CARD: act_on(p, e, T_BLOCK); break;
    case RNR_FX_PREVENT: prevent(p, e); break;
    case RNR_FX_PREVENT_DRAW: case RNR_FX_REPLACE_DRAW: next_draw(p, e); break;
    case RNR_FX_REDUCE: case RNR_FX_INCREASE: reduce(p, e); break;
    case RNR_FX_REDIRECT: redirect(p, e); break;
    case RNR_FX_BYPASS: bypass(p, e); break;
    case RNR_FX_DIVIDE: divide(p, e); break;
    case RNR_FX_POINTS: case RNR_FX_POINTS_LOSE: points(p, e); break;
    case RNR_FX_COST: cost_change(p, e); break;
    case RNR_FX_CANNOT: cannot(p, e); break;
    case RNR_FX_IMMUNE: immune(p, e); break;
    case RNR_FX_COUNTS: counts(p, e); break;
    case RNR_FX_NO_DOUBLE: term(p, T_NO_DOUBLE); break;
    case RNR_FX_MAX_IP: max_ip(p, e); break;
    case RNR_FX_WIN: term(p, T_YOU_WIN); break;
    }
}

// Effects that Opponent does, written with the subject "Opponent".
static bool opponent_does(const rnr_effect *e)
{
    switch (e->verb) {
    case RNR_FX_GAIN: case RNR_FX_LOSE: case RNR_FX_DRAW: case RNR_FX_DISCARD: case RNR_FX_SACRIFICE:
        return e->who == RNR_WHO_OPPONENT;
    default: return false;
    }
}

static void effect(printer *p, const rnr_effect *e)
{
    if ((e->flags & RNR_FLAG_MAY) != 0) {
        term(p, T_YOU_MAY);
    }
    if (opponent_does(e)) {
        term(p, T_OPPONENT);
    }
    effect_words(p, e);
    duration(p, e->duration);
}

// ---- sentences ------------------------------------------------------------------------------------------------

static void player_event(printer *p, const rnr_event_head *h)
{
    bool they = h->who == RNR_WHO_OPPONENT;
    term(p, they ? T_OPPONENT : T_YOU);
    switch (h->on) {
    case RNR_ON_GAIN_LP: case RNR_ON_GAIN_IP: verb(p, they, T_GAINS, T_GAIN); break;
    case RNR_ON_LOSE_LP: case RNR_ON_LOSE_IP: verb(p, they, T_LOSES, T_LOSE); break;
    case RNR_ON_DRAW: verb(p, they, T_DRAWS, T_DRAW); break;
    case RNR_ON_DISCARD: verb(p, they, T_DISCARDS, T_DISCARD); break;
    default: verb(p, they, T_PLAYS, T_PLAY); break;
    }
    if (h->on == RNR_ON_PLAY) {
        cards(p, &h->what);
    } else if (h->on == RNR_ON_DRAW || h->on == RNR_ON_DISCARD) {
        put(p, "a card");
    } else {
        term(p, h->on == RNR_ON_GAIN_LP || h->on == RNR_ON_LOSE_LP ? T_LP : T_IP);
    }
}

static void event(printer *p, const rnr_event_head *h)
{
    static const cardc_term terms[] = {[RNR_ON_ATTACKED] = T_IS_ATTACKED, [RNR_ON_ENTERS] = T_ENTERS_PLAY,
        [RNR_ON_LEAVES] = T_LEAVES_PLAY, [RNR_ON_SURVIVES] = T_SURVIVES, [RNR_ON_DESTROYED] = T_IS_DESTROYED,
        [RNR_ON_DISCARDED] = T_IS_DISCARDED, [RNR_ON_EXILED] = T_IS_EXILED, [RNR_ON_MILLED] = T_IS_MILLED,
        [RNR_ON_LOCKED] = T_IS_LOCKED, [RNR_ON_DEALS] = T_DEALS};
    term(p, T_WHEN);
    if (h->bare != 0) {
        term(p, T_ATTACKED);
    } else if (h->on > RNR_ON_DEALS) {
        player_event(p, h);
    } else {
        cards(p, &h->what);
        term(p, terms[h->on]);
    }
    term(p, T_COMMA);
}

static void costs(printer *p, const rnr_sentence *s)
{
    static const cardc_term terms[] = {[RNR_COST_DISCARD] = T_DISCARD, [RNR_COST_SACRIFICE] = T_SACRIFICE,
                                       [RNR_COST_EXILE] = T_EXILE};
    for (int i = 0; i < s->ncost; i++) {
        const rnr_cost *c = &s->cost[i];
        if (i > 0) {
            term(p, T_AND);
        }
        if (c->kind == RNR_COST_PAY) {
            term(p, T_PAY);
            amount(p, &(rnr_amount){.kind = c->x != 0 ? RNR_AMOUNT_X : RNR_AMOUNT_NUMBER, .n = c->n});
            term(p, T_IP);
        } else {
            term(p, terms[c->kind]);
            cards(p, &c->what);
        }
    }
    term(p, T_COLON);
}

static void quant(printer *p, const rnr_test *t, const rnr_selector *what)
{
    switch ((rnr_quant)t->quant) {
    case RNR_QUANT_NONE: break;
    case RNR_QUANT_A: article(p, what); break;
    case RNR_QUANT_ANOTHER: term(p, T_ANOTHER); break;
    case RNR_QUANT_NO: term(p, T_NO); break;
    case RNR_QUANT_NUMBER: number(p, t->n); break;
    case RNR_QUANT_AT_LEAST: case RNR_QUANT_AT_MOST:
        number(p, t->n);
        term(p, t->quant == RNR_QUANT_AT_LEAST ? T_OR_MORE : T_OR_FEWER);
        break;
    }
    bool one = t->quant == RNR_QUANT_A || t->quant == RNR_QUANT_ANOTHER ||
               (t->quant == RNR_QUANT_NUMBER && t->n == 1);
    noun(p, what, !one);
}

static void test(printer *p, const rnr_test *t)
{
    static const rnr_selector any_card = {.word = 1};
    bool yours = t->who == RNR_WHO_YOU;
    switch ((rnr_test_kind)t->kind) {
    case RNR_TEST_NONE: break;
    case RNR_TEST_CONTROLS:
        if (t->carried == 0) {
            term(p, yours ? T_YOU_CONTROL : T_OPPONENT_CONTROLS);
        }
        quant(p, t, &t->what);
        break;
    case RNR_TEST_HAND:
        term(p, yours ? T_YOU_HAVE : T_OPPONENT_HAS);
        quant(p, t, &any_card);
        term(p, T_IN_HAND);
        break;
    case RNR_TEST_RESOURCE: case RNR_TEST_COMPARE:
        whose(p, t->who);
        resource(p, t->resource);
        term(p, T_IS);
        if (t->kind == RNR_TEST_RESOURCE) {
            number(p, t->n);
            term(p, t->cmp == RNR_CMP_AT_LEAST ? T_OR_GREATER : T_OR_LESS);
        } else {
            term(p, t->cmp == RNR_CMP_MORE ? T_MORE_THAN : T_LESS_THAN);
            whose(p, t->who2);
            resource(p, t->resource2);
        }
        break;
    case RNR_TEST_ATTACKED: case RNR_TEST_NOT_LOCKED:
        term(p, T_THIS_CARD);
        term(p, t->kind == RNR_TEST_ATTACKED ? T_WAS_ATTACKED : T_IS_NOT_LOCKED);
        break;
    }
}

static void tests(printer *p, const rnr_sentence *s)
{
    if (s->ntest > 0) {
        term(p, T_IF);
        for (int i = 0; i < s->ntest; i++) {
            if (i > 0) {
                term(p, T_AND);
            }
            test(p, &s->test[i]);
        }
        term(p, T_COMMA);
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
            term(p, T_AND);
        }
        effect(p, &s->effect[i]);
    }
    if (s->each_turn != 0) {
        term(p, T_EACH_TURN);
    }
    term(p, T_PERIOD);
}

static void capital(char *first)
{
    if (*first >= 'a' && *first <= 'z') {
        *first = (char)(*first - 'a' + 'A');
    }
}

static int finish(printer *p)
{
    if (p->cap > 0) {
        p->out[p->len] = '\0';
    }
    return p->len;
}

int rnr_print_sentence(const rnr_card *card, int sentence, char *out, int cap)
{
    printer p = {.out = out, .cap = cap};
    sentence_words(&p, &card->sentence[sentence]);
    int len = finish(&p);
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
    return finish(&p);
}

int rnr_print_effect(const rnr_effect *e, char *out, int cap)
{
    printer p = {.out = out, .cap = cap};
    effect(&p, e);
    return finish(&p);
}

int cardc_print_cards(const rnr_selector *what, char *out, int cap)
{
    printer p = {.out = out, .cap = cap};
    cards(&p, what);
    return finish(&p);
}
