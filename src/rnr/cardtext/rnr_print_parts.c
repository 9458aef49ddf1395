// The parts that all sentences share, in canonical English: cards, amounts, durations.
#include "rnr_print.h"

// ---- text -------------------------------------------------------------------

static void put_byte(printer *p, char c)
{
    if (p->len + 1 < p->cap) {
        p->out[p->len++] = c;
    }
    p->last = c;
}

// A word, with a space before it unless the text begins here; punctuation takes none.
void print_put(printer *p, const char *text)
{
    bool mark = text[0] == ',' || text[0] == ':' || text[0] == '.';
    if (p->last != 0 && !mark) {
        put_byte(p, ' ');
    }
    for (const char *c = text; *c != '\0'; c++) {
        put_byte(p, *c);
    }
}

void print_term(printer *p, cardc_term t)
{
    print_put(p, cardc_term_words(t));
}

void print_number(printer *p, int n)
{
    char digits[12];
    int at = (int)sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    print_put(p, digits + at);
}

// ---- which cards ------------------------------------------------------------

void print_whose(printer *p, int who)
{
    print_term(p, who == RNR_WHO_YOU        ? T_YOUR
                  : who == RNR_WHO_OPPONENT ? T_OPPONENTS
                                            : T_ITS_OWNERS);
}

void print_zone(printer *p, int where)
{
    static const cardc_term zones[] = {[RNR_IN_HAND] = T_HAND,
                                       [RNR_IN_PILE] = T_DRAW_PILE,
                                       [RNR_IN_DISCARD] = T_DISCARD_PILE,
                                       [RNR_IN_EXILE] = T_EXILE_ZONE};
    print_term(p, zones[where]);
}

static cardc_term branch_term(int branch, bool many)
{
    static const cardc_term one[] = {[RNR_BISON] = T_BISON,
                                     [RNR_EAGLE] = T_EAGLE,
                                     [RNR_LIBERTY_BELL] = T_LIBERTY_BELL,
                                     [RNR_SCROLL] = T_SCROLL};
    static const cardc_term more[] = {[RNR_BISON] = T_BISON,
                                      [RNR_EAGLE] = T_EAGLES,
                                      [RNR_LIBERTY_BELL] = T_LIBERTY_BELLS,
                                      [RNR_SCROLL] = T_SCROLLS};
    return many ? more[branch] : one[branch];
}

static cardc_term type_term(int type, bool many)
{
    static const cardc_term one[] = {
        [RNR_UA] = T_UA,           [RNR_PILLAR] = T_PILLAR,    [RNR_ATTACK] = T_ATTACK,
        [RNR_DEFENSE] = T_DEFENSE, [RNR_RIGHTS] = T_RIGHTS,    [RNR_FREEDOM] = T_FREEDOM,
        [RNR_BILL] = T_BILL,       [RNR_PETITION] = T_PETITION};
    static const cardc_term more[] = {
        [RNR_UA] = T_UAS,           [RNR_PILLAR] = T_PILLARS,    [RNR_ATTACK] = T_ATTACKS,
        [RNR_DEFENSE] = T_DEFENSES, [RNR_RIGHTS] = T_RIGHTS,     [RNR_FREEDOM] = T_FREEDOMS,
        [RNR_BILL] = T_BILLS,       [RNR_PETITION] = T_PETITIONS};
    return many ? more[type] : one[type];
}

static cardc_term rarity_term(int rarity)
{
    static const cardc_term terms[] = {
        [RNR_COMMON] = T_COMMON,     [RNR_UNCOMMON] = T_UNCOMMON,
        [RNR_RARE] = T_RARE,         [RNR_PARAMOUNT] = T_PARAMOUNT,
        [RNR_IMMORTAL] = T_IMMORTAL, [RNR_UNALIENABLE] = T_UNALIENABLE};
    return terms[rarity];
}

void print_noun(printer *p, const rnr_selector *s, bool many)
{
    if (s->rarity != RNR_RARITY_ANY) {
        print_term(p, rarity_term(s->rarity));
    }
    // Only the last word of a noun is plural: "Scroll Pillar cards".
    if (s->branch != RNR_BRANCH_NONE) {
        print_term(p, branch_term(s->branch, many && s->type == RNR_TYPE_ANY && s->word == 0));
    }
    if (s->type != RNR_TYPE_ANY) {
        print_term(p, type_term(s->type, many && s->word == 0));
    }
    if (s->word != 0) {
        print_term(p, many ? T_CARDS : T_CARD);
    }
}

// "a" or "an", by the sound of the noun's first word.
void print_article(printer *p, const rnr_selector *s)
{
    bool vowel =
        s->rarity == RNR_UNCOMMON || s->rarity == RNR_IMMORTAL || s->rarity == RNR_UNALIENABLE;
    if (s->rarity == RNR_RARITY_ANY) {
        vowel = s->branch == RNR_EAGLE || (s->branch == RNR_BRANCH_NONE && s->type == RNR_ATTACK);
    }
    print_put(p, vowel ? "an" : "a");
}

void print_where(printer *p, const rnr_selector *s)
{
    if (s->where != RNR_IN_PLAY) {
        print_term(p, s->from != 0 ? T_FROM : T_IN);
        print_whose(p, s->who);
        print_zone(p, s->where);
    } else if (s->who != RNR_WHO_UNSAID) {
        print_term(p, s->who == RNR_WHO_YOU ? T_YOU_CONTROL : T_OPPONENT_CONTROLS);
    }
    if (s->cost_cmp != RNR_CMP_NONE) {
        print_term(p, T_WITH_IP_COST);
        print_number(p, s->cost);
        print_term(p, s->cost_cmp == RNR_CMP_AT_LEAST ? T_OR_MORE : T_OR_LESS);
    }
}

bool print_is_many(const rnr_selector *s)
{
    bool counted = s->det == RNR_DET_NUMBER || s->det == RNR_DET_UP_TO;
    return s->det == RNR_DET_ALL || (counted && s->count != 1);
}

void print_top_cards(printer *p, const rnr_selector *s)
{
    print_term(p, T_THE_TOP);
    if (s->count != 1) {
        print_number(p, s->count);
    }
    print_term(p, s->count != 1 ? T_CARDS : T_CARD);
    print_term(p, T_OF);
    print_whose(p, s->who);
    print_term(p, T_DRAW_PILE);
}

void print_cards(printer *p, const rnr_selector *s)
{
    switch ((rnr_det)s->det) {
    case RNR_DET_NONE: return;
    case RNR_DET_THIS: print_term(p, T_THIS_CARD); return;
    case RNR_DET_ATTACKER: print_term(p, T_ATTACKER); return;
    case RNR_DET_TOP: print_top_cards(p, s); return;
    case RNR_DET_A: print_article(p, s); break;
    case RNR_DET_ANOTHER: print_term(p, T_ANOTHER); break;
    case RNR_DET_UP_TO:
        print_term(p, T_UP_TO);
        print_number(p, s->count);
        break;
    case RNR_DET_NUMBER: print_number(p, s->count); break;
    case RNR_DET_ALL: print_term(p, T_ALL); break;
    case RNR_DET_EACH: print_term(p, T_EACH); break;
    }
    print_noun(p, s, print_is_many(s));
    print_where(p, s);
}

// ---- amounts, durations -----------------------------------------------------

void print_amount(printer *p, const rnr_amount *a)
{
    if (a->kind == RNR_AMOUNT_X) {
        print_term(p, T_X);
    } else if (a->kind == RNR_AMOUNT_ALL) {
        print_term(p, T_ALL);
    } else {
        print_number(p, a->n);
    }
}

void print_for_each(printer *p, const rnr_amount *a)
{
    if (a->per.det != RNR_DET_NONE) {
        print_term(p, T_FOR_EACH);
        print_noun(p, &a->per, false);
        print_where(p, &a->per);
    }
}

void print_resource(printer *p, int r)
{
    static const cardc_term terms[] = {
        [RNR_LP] = T_LP, [RNR_IP] = T_IP, [RNR_DP] = T_DP, [RNR_AP] = T_AP};
    print_term(p, terms[r]);
}

void print_amount_of_cards(printer *p, const rnr_amount *a)
{
    print_amount(p, a);
    print_term(p, a->kind == RNR_AMOUNT_NUMBER && a->n == 1 ? T_CARD : T_CARDS);
}

void print_duration(printer *p, int d)
{
    static const cardc_term terms[] = {[RNR_THIS_TURN] = T_THIS_TURN,
                                       [RNR_UNTIL_YOUR_NEXT] = T_UNTIL_YOUR,
                                       [RNR_UNTIL_OPPONENT_NEXT] = T_UNTIL_OPPONENTS,
                                       [RNR_UNTIL_END_OF_YOUR_NEXT] = T_UNTIL_END_OF_YOUR,
                                       [RNR_UNTIL_END_OF_OPPONENT_NEXT] = T_UNTIL_END_OF_OPPONENTS,
                                       [RNR_WHILE_IN_PLAY] = T_WHILE_IN_PLAY,
                                       [RNR_REST_OF_GAME] = T_FOR_THE_REST};
    if (d != RNR_DURATION_NONE) {
        print_term(p, terms[d]);
    }
}

// A verb in the form that its subject asks for: "Opponent" (or one card) or the unsaid "you" (or
// many).
void print_verb(printer *p, bool third_person, cardc_term with_s, cardc_term without)
{
    print_term(p, third_person ? with_s : without);
}

int print_finish(printer *p)
{
    if (p->cap > 0) {
        p->out[p->len] = '\0';
    }
    return p->len;
}

int cardc_print_cards(const rnr_selector *what, char *out, int cap)
{
    printer p = {.out = out, .cap = cap};
    print_cards(&p, what);
    return print_finish(&p);
}
