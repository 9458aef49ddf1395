// Meaning: sentences that parse but cannot be what the author meant. Mistakes here, warnings in
// rnr_warnings.c.
#include <stdio.h>
#include <string.h>

#include "rnr_cardc.h"

// ---- places -----------------------------------------------------------------

int cardc_effect_word(const cardc_check *c, int j)
{
    return c->t->sentence[c->i].token[c->t->places[c->i].effect[j]].word;
}

int cardc_term_word(const cardc_check *c, int j, cardc_term a, cardc_term b)
{
    const cardc_sentence *s = &c->t->sentence[c->i];
    int at = j < 0 ? 0 : c->t->places[c->i].effect[j], from = at;
    while (at < s->count && s->token[at].term != a && s->token[at].term != b) {
        at++;
    }
    return s->token[at < s->count ? at : from].word;
}

static int sentence_word(const cardc_check *c)
{
    return c->t->sentence[c->i].token[0].word;
}

// ---- facts ------------------------------------------------------------------

bool cardc_is_petition(const rnr_card *card)
{
    for (int i = 0; i < card->nsentence; i++) {
        for (int j = 0; j < card->sentence[i].neffect; j++) {
            const rnr_effect *e = &card->sentence[i].effect[j];
            if (e->verb == RNR_FX_COUNTS && e->word == RNR_IN_PLAY && e->what.det == RNR_DET_THIS) {
                return true;
            }
        }
    }
    return false;
}

bool cardc_leaves_at_once(const rnr_card *card)
{
    return card->type == RNR_BILL || (card->type == RNR_RIGHTS && !cardc_is_petition(card));
}

bool cardc_in_own_turn(const cardc_check *c)
{
    return c->trigger == RNR_TRIGGER_AT_PLAY || c->trigger == RNR_TRIGGER_ACTIVATED ||
           c->trigger == RNR_TRIGGER_EACH_TURN;
}

bool cardc_in_opponents_turn(const rnr_effect *e)
{
    bool drain = e->flow == RNR_FLOW_DRAIN && e->flow_who != RNR_WHO_OPPONENT;
    switch (e->verb) {
    case RNR_FX_PREVENT:
    case RNR_FX_REDUCE:
    case RNR_FX_BLOCK_FLOW:
    case RNR_FX_REDIRECT: return drain;
    case RNR_FX_BLOCK_ACTION: return e->word != RNR_TARGETING;
    default: return false;
    }
}

static const char *a_or_an(int type)
{
    return type == RNR_ATTACK ? "an" : "a";
}

// ---- stats ------------------------------------------------------------------

// The type whose number the effect is, ANY when it is no stat.
static int stat_of(const rnr_effect *e)
{
    switch (e->verb) {
    case RNR_FX_DEFENSE: return RNR_DEFENSE;
    case RNR_FX_DP:
    case RNR_FX_DRAIN: return RNR_UA;
    case RNR_FX_GENERATE: return RNR_PILLAR;
    default: return RNR_TYPE_ANY;
    }
}

static bool given_before(const cardc_check *c, int verb)
{
    for (int i = 0; i < c->i; i++) {
        if (c->t->parsed[i] && c->card->sentence[i].effect[0].verb == verb) {
            return true;
        }
    }
    return false;
}

static void check_stat(const cardc_check *c, int j)
{
    const rnr_effect *e = &c->s->effect[j];
    int type = stat_of(e);
    if (type == RNR_TYPE_ANY) {
        return;
    }
    char text[64];
    int word = cardc_effect_word(c, j), own = c->card->type;
    rnr_print_effect(e, text, (int)sizeof text);
    text[0] = (char)(text[0] >= 'a' && text[0] <= 'z' ? text[0] - 'a' + 'A' : text[0]);
    if (own != RNR_TYPE_ANY && own != type) {
        brs_help(cardc_fault(c->t, word, "E302",
                             "\"%s\" is the stat of a %s card, and this is %s %s card.", text,
                             rnr_type_name(type), a_or_an(own), rnr_type_name(own)),
                 "Remove it, or change the Type field.");
        return;
    }
    bool alone = c->s->head == RNR_HEAD_NONE && c->s->ntest == 0 && c->s->each_turn == 0 &&
                 c->s->neffect == 1 && e->flags == 0;
    if (!alone) {
        brs_help(cardc_fault(c->t, word, "E303",
                             "\"%s\" is a number of the card and stands alone in its sentence.",
                             text),
                 "Make a sentence of its own: \"%s.\"", text);
    } else if (given_before(c, e->verb)) {
        brs_help(cardc_fault(c->t, word, "E310",
                             "\"%s\" is the second number of its kind on this card.", text),
                 "Keep one.");
    }
}

// ---- X ----------------------------------------------------------------------

static void check_x(const cardc_check *c)
{
    int paid = -1, used = -1;
    for (int i = 0; i < c->s->ncost; i++) {
        paid = c->s->cost[i].x != 0 ? i : paid;
    }
    for (int j = 0; j < c->s->neffect && used < 0; j++) {
        used = c->s->effect[j].amount.kind == RNR_AMOUNT_X ? j : -1;
    }
    if (used >= 0 && paid < 0) {
        brs_help(cardc_fault(c->t, cardc_term_word(c, used, T_X, T_X), "E307",
                             "X is used but nothing before \":\" pays X IP."),
                 "Start the sentence with \"Pay X IP:\".");
    } else if (paid >= 0 && used < 0) {
        brs_help(cardc_fault(c->t, cardc_term_word(c, -1, T_X, T_X), "E308",
                             "X IP are paid, but nothing uses X."),
                 "Use X as an amount after the \":\", or pay a number of IP.");
    }
}

// ---- self-harm --------------------------------------------------------------

static rnr_who owner_of(const cardc_check *c, const rnr_effect *e)
{
    return e->what.who != RNR_WHO_UNSAID ? (rnr_who)e->what.who
                                         : rnr_default_who((rnr_type)c->card->type, e);
}

// Cards that a harming effect falls on are one's own. Leaving by one's own effect ("exile this
// card") and what one chooses from one's hand are prices, not harm; nor is what happens to one's
// dead cards.
static bool harms_own_cards(const cardc_check *c, const rnr_effect *e)
{
    bool cards = e->what.det != RNR_DET_NONE && e->what.det != RNR_DET_ATTACKER;
    bool self = e->what.det == RNR_DET_THIS;
    switch (e->verb) {
    case RNR_FX_ATTACK:
    case RNR_FX_DESTROY:
    case RNR_FX_LOCK:
    case RNR_FX_DISABLE:
    case RNR_FX_BLOCK_CARD:
    case RNR_FX_POINTS_LOSE: return cards && (self || owner_of(c, e) == RNR_WHO_YOU);
    case RNR_FX_EXILE:
        return cards && !self && e->what.where != RNR_IN_DISCARD && owner_of(c, e) == RNR_WHO_YOU;
    case RNR_FX_DISCARD:
        return cards && !self && e->what.where != RNR_IN_HAND && owner_of(c, e) == RNR_WHO_YOU;
    default: return false;
    }
}

static void check_own_cards(const cardc_check *c, int j)
{
    const rnr_effect *e = &c->s->effect[j];
    if (!harms_own_cards(c, e)) {
        return;
    }
    char cards[80];
    cardc_print_cards(&e->what, cards, (int)sizeof cards);
    int word = cardc_effect_word(c, j);
    if (e->what.who == RNR_WHO_UNSAID && e->what.det != RNR_DET_THIS) {
        brs_help(
            cardc_fault(c->t, word, "E301", "self-harm: \"%s\" means your own card here.", cards),
            "Without \"Opponent\", a card means your own card, and there is no self-harm. Add "
            "\"Opponent controls\" "
            "after the card.");
    } else {
        brs_help(cardc_fault(c->t, word, "E301", "self-harm: \"%s\" is your own.", cards),
                 "There is no self-harm. Make it a cost: \"Sacrifice ...: ...\", or write "
                 "\"Opponent controls\".");
    }
}

static void check_own_numbers(const cardc_check *c, int j)
{
    const rnr_effect *e = &c->s->effect[j];
    bool loss = e->flow == RNR_FLOW_DRAIN || e->flow == RNR_FLOW_LP_LOSS;
    const char *what = NULL, *help = "Write \"Opponent's\".";
    if (e->verb == RNR_FX_REPLACE_DRAW && e->who == RNR_WHO_YOU) {
        what = "your own draw";
    } else if (e->verb == RNR_FX_MAX_IP && e->who == RNR_WHO_YOU) {
        what = "your own IP";
    } else if (e->verb == RNR_FX_INCREASE && loss && e->flow_who != RNR_WHO_OPPONENT) {
        what = "your own LP";
        help = "Write \"to Opponent\" after it.";
    } else if (e->verb == RNR_FX_BLOCK_FLOW && e->flow_who == RNR_WHO_UNSAID &&
               (e->flow == RNR_FLOW_LP_GAIN || e->flow == RNR_FLOW_IP_GAIN)) {
        what = "your own gain";
        help = "Write \"by Opponent\" after it.";
    }
    if (what != NULL) {
        brs_help(cardc_fault(c->t, cardc_effect_word(c, j), "E301", "self-harm: this falls on %s.",
                             what),
                 "%s", help);
    }
}

// ---- zones ------------------------------------------------------------------

static bool needs_cards_in_play(const rnr_effect *e)
{
    switch (e->verb) {
    case RNR_FX_ATTACK:
    case RNR_FX_DESTROY:
    case RNR_FX_LOCK:
    case RNR_FX_UNLOCK:
    case RNR_FX_DISABLE:
    case RNR_FX_PROTECT:
    case RNR_FX_BLOCK_CARD:
    case RNR_FX_CONTROL:
    case RNR_FX_SACRIFICE:
    case RNR_FX_POINTS:
    case RNR_FX_POINTS_LOSE:
    case RNR_FX_BYPASS:
    case RNR_FX_REDIRECT:
    case RNR_FX_PREVENT:
    case RNR_FX_REDUCE:
    case RNR_FX_INCREASE:
    case RNR_FX_BLOCK_FLOW: return true;
    default: return false;
    }
}

static void check_zone(const cardc_check *c, int j)
{
    const rnr_effect *e = &c->s->effect[j];
    const rnr_selector *out = e->what.where != RNR_IN_PLAY ? &e->what
                              : e->to.where != RNR_IN_PLAY ? &e->to
                                                           : NULL;
    int word = cardc_effect_word(c, j);
    if (e->verb == RNR_FX_PUT && out == NULL) {
        brs_help(cardc_fault(c->t, word, "E311",
                             "\"put ... into play\" needs a zone that the card comes from."),
                 "Write for example \"put a Pillar from your hand into play\".");
    } else if (out != NULL && needs_cards_in_play(e)) {
        char cards[80];
        cardc_print_cards(out, cards, (int)sizeof cards);
        brs_help(cardc_fault(c->t, word, "E311",
                             "the effect \"%s\" needs a card in play, and \"%s\" is not in play.",
                             rnr_effect_row(e->verb)->name, cards),
                 "Write \"you control\" or \"Opponent controls\" after the card.");
    }
}

// Rulings L22: UAs do not change hands or zones but by being destroyed or exiled.
static void check_ua(const cardc_check *c, int word, int verb, const rnr_selector *what)
{
    static const struct {
        uint8_t verb;
        const char *done;
    } moves[] = {{RNR_FX_RETURN, "returned to a hand"},
                 {RNR_FX_SACRIFICE, "sacrificed"},
                 {RNR_FX_PUT, "put into play"},
                 {RNR_FX_CONTROL, "taken"}};
    bool ua = what->type == RNR_UA || (what->det == RNR_DET_THIS && c->card->type == RNR_UA);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0] && ua; i++) {
        if (moves[i].verb == verb) {
            brs_help(cardc_fault(c->t, word, "E314", "a UA cannot be %s.", moves[i].done),
                     "Name another type of card.");
        }
    }
}

// ---- time -------------------------------------------------------------------

static bool lasts(const rnr_effect *e)
{
    switch (e->verb) {
    case RNR_FX_COST:
    case RNR_FX_MAX_IP: return true;
    case RNR_FX_IMMUNE:
    case RNR_FX_CANNOT: return e->what.det != RNR_DET_THIS;
    default: return false;
    }
}

static void check_time(const cardc_check *c, int j)
{
    const rnr_effect *e = &c->s->effect[j];
    bool endless =
        e->duration == RNR_WHILE_IN_PLAY || (e->duration == RNR_DURATION_NONE && lasts(e));
    if (cardc_leaves_at_once(c->card) && endless) {
        brs_help(cardc_fault(c->t, cardc_effect_word(c, j), "E313",
                             "%s leave play after resolving, so this needs a duration.",
                             c->card->type == RNR_BILL ? "Bills" : "Rights"),
                 "End it with \"this turn\" or \"until end of Opponent's next turn\".");
    }
    if (e->duration == RNR_THIS_TURN && cardc_in_own_turn(c) && cardc_in_opponents_turn(e)) {
        bool drain = e->verb != RNR_FX_BLOCK_ACTION;
        brs_help(cardc_fault(c->t, cardc_term_word(c, j, T_THIS_TURN, T_UNTIL_END_OF_TURN), "E312",
                             "\"this turn\" is your own turn, and %s only in Opponent's turn.",
                             drain ? "UAs drain you" : "Opponent does that"),
                 "Write \"until end of Opponent's next turn\".");
    }
}

// ---- the rest ---------------------------------------------------------------

static bool uses_attacker(const rnr_effect *e)
{
    return e->what.det == RNR_DET_ATTACKER || e->to.det == RNR_DET_ATTACKER;
}

static void check_attacker(const cardc_check *c, int j)
{
    int on = c->s->head == RNR_HEAD_WHEN ? c->s->when.on : RNR_ON_NONE;
    bool known = on == RNR_ON_ATTACKED || on == RNR_ON_SURVIVES || on == RNR_ON_DESTROYED ||
                 c->trigger == RNR_TRIGGER_WHEN_ATTACKED;
    if (uses_attacker(&c->s->effect[j]) && !known) {
        brs_help(cardc_fault(c->t, cardc_term_word(c, j, T_ATTACKER, T_ATTACKER), "E309",
                             "\"the attacking card\" needs a sentence that starts \"When this card "
                             "is attacked,\" (or survives "
                             "/ is destroyed)."),
                 "Start the sentence with \"When this card is attacked,\".");
    }
}

static void check_marks(const cardc_check *c)
{
    const cardc_places *places = &c->t->places[c->i];
    const cardc_token *token = c->t->sentence[c->i].token;
    if (places->nmark == 2) {
        brs_help(cardc_fault(c->t, token[places->mark[1]].word, "E305",
                             "Each Turn is written twice in one sentence."),
                 "Keep the one at the end.");
    }
    if (places->nmark > 0 && c->s->head == RNR_HEAD_COST) {
        brs_help(cardc_fault(c->t, token[places->mark[0]].word, "E306",
                             "an activated ability (the part before \":\" is its cost) cannot also "
                             "be Each Turn."),
                 "An ability with a cost is used whenever you pay for it in your Play Phase. "
                 "Remove \"Each Turn\", or remove "
                 "the cost.");
    }
}

static void check_tests(const cardc_check *c)
{
    for (int i = 0; i < c->s->ntest; i++) {
        const rnr_test *test = &c->s->test[i];
        int word = c->t->sentence[c->i].token[c->t->places[c->i].test[i]].word;
        if (test->carried != 0 && test->who == RNR_WHO_UNSAID) {
            brs_help(cardc_fault(c->t, word, "E315", "nothing before this says who controls them."),
                     "Write \"you control\" or \"Opponent controls\" before the number.");
        }
    }
}

void cardc_check_sentence(cardc_text *t, const rnr_card *card, int i)
{
    cardc_check c = {.t = t,
                     .card = card,
                     .s = &card->sentence[i],
                     .i = i,
                     .trigger = rnr_sentence_trigger(card, i)};
    check_marks(&c);
    check_x(&c);
    check_tests(&c);
    for (int k = 0; k < c.s->ncost; k++) {
        if (c.s->cost[k].kind == RNR_COST_SACRIFICE) {
            check_ua(&c, sentence_word(&c), RNR_FX_SACRIFICE, &c.s->cost[k].what);
        }
    }
    for (int j = 0; j < c.s->neffect; j++) {
        check_stat(&c, j);
        check_own_cards(&c, j);
        check_own_numbers(&c, j);
        check_zone(&c, j);
        check_ua(&c, cardc_effect_word(&c, j), c.s->effect[j].verb, &c.s->effect[j].what);
        check_time(&c, j);
        check_attacker(&c, j);
    }
    cardc_warn_sentence(&c);
}

static bool has_effect(const rnr_card *card, int verb)
{
    for (int i = 0; i < card->nsentence; i++) {
        for (int j = 0; j < card->sentence[i].neffect; j++) {
            if (card->sentence[i].effect[j].verb == verb &&
                card->sentence[i].head == RNR_HEAD_NONE) {
                return true;
            }
        }
    }
    return false;
}

void cardc_check_card(cardc_text *t, const rnr_card *card)
{
    static const struct {
        uint8_t type, verb;
        const char *form;
    } needed[] = {{RNR_ATTACK, RNR_FX_ATTACK, "<number> Attack to ..."},
                  {RNR_DEFENSE, RNR_FX_DEFENSE, "<number> Defense"},
                  {RNR_UA, RNR_FX_DRAIN, "<number> Opponent LP Drain"},
                  {RNR_UA, RNR_FX_DP, "<number> DP"},
                  {RNR_PILLAR, RNR_FX_GENERATE, "Generate <number> IP"}};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (card->type == needed[i].type && !has_effect(card, needed[i].verb)) {
            brs_help(cardc_fault(t, 0, "E304", "this %s card has no sentence \"%s\".",
                                 rnr_type_name(card->type), needed[i].form),
                     "Every card of this type needs it. Write it as the first sentence.");
        }
    }
}
