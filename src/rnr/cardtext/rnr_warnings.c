// Warnings: sentences that mean something, but perhaps less than their author thinks. The text is
// accepted.
#include "rnr_cardc.h"

// ---- too late ---------------------------------------------------------------

// What starts the sentence after Step 1 of a Resolve Phase, NULL when it may start earlier.
static const char *late_start(const cardc_check *c)
{
    if (c->trigger == RNR_TRIGGER_WHEN_ATTACKED) {
        return "when attacked";
    }
    if (c->s->head != RNR_HEAD_WHEN) {
        return NULL;
    }
    switch (c->s->when.on) {
    case RNR_ON_ATTACKED: return "when attacked";
    case RNR_ON_SURVIVES: return "survives an attack";
    case RNR_ON_DESTROYED: return "is destroyed";
    case RNR_ON_DEALS: return "deals Attack Damage";
    default: return NULL;
    }
}

// RB:192: no new Locks or Blocks once Step 1 has begun.
static void warn_lock(const cardc_check *c, int j)
{
    const rnr_effect *e = &c->s->effect[j];
    const char *start = late_start(c);
    bool block = e->verb == RNR_FX_BLOCK_FLOW || e->verb == RNR_FX_BLOCK_ACTION ||
                 e->verb == RNR_FX_BLOCK_CARD;
    if (start != NULL && (block || e->verb == RNR_FX_LOCK)) {
        brs_help(cardc_warn(c->t, cardc_effect_word(c, j), "W401",
                            "a %s made by \"%s\" comes after Step 1 and evaporates this turn.",
                            block ? "Block" : "Lock", start),
                 "Step 1 is over by then, so the rules do not allow it. Use \"disable\", or lower "
                 "the attacking card's AP.");
    }
}

static void warn_ip(const cardc_check *c, int j)
{
    const rnr_effect *e = &c->s->effect[j];
    if (late_start(c) != NULL && e->verb == RNR_FX_GAIN && e->resource == RNR_IP) {
        brs_help(cardc_warn(c->t, cardc_effect_word(c, j), "W409",
                            "IP gained in the Resolve Phase can never be used."),
                 "Gain LP, or draw a card.");
    }
}

// ---- never ------------------------------------------------------------------

static void warn_never(const cardc_check *c, int j)
{
    const rnr_effect *e = &c->s->effect[j];
    int word = cardc_effect_word(c, j);
    rnr_who owner = e->what.who != RNR_WHO_UNSAID ? (rnr_who)e->what.who
                                                  : rnr_default_who((rnr_type)c->card->type, e);
    if (e->verb == RNR_FX_CONTROL && owner == RNR_WHO_YOU) {
        brs_help(cardc_warn(c->t, word, "W409", "you control that card already."),
                 "Write \"Opponent controls\" after it.");
    }
    if (e->duration == RNR_UNTIL_OPPONENT_NEXT && cardc_in_own_turn(c) &&
        cardc_in_opponents_turn(e)) {
        brs_help(cardc_warn(c->t, word, "W409",
                            "this ends as Opponent's next turn begins, before it could matter."),
                 "Write \"until end of Opponent's next turn\".");
    }
    bool soon = e->duration == RNR_THIS_TURN || e->duration == RNR_UNTIL_OPPONENT_NEXT;
    bool in_their_turn =
        e->word == RNR_BAR_ATTACK || e->word == RNR_BAR_ACTIVATE || e->word == RNR_BAR_PLAYED;
    if (e->verb == RNR_FX_CANNOT && owner == RNR_WHO_OPPONENT && in_their_turn && soon &&
        cardc_in_own_turn(c)) {
        brs_help(cardc_warn(c->t, word, "W409",
                            "Opponent's cards do that in Opponent's turn, and this ends before."),
                 "Write \"until end of Opponent's next turn\".");
    }
    if (e->verb == RNR_FX_COUNTS && c->card->type == RNR_BILL && e->what.det == RNR_DET_THIS &&
        e->word == RNR_IN_PLAY) {
        brs_help(
            cardc_warn(c->t, word, "W409", "a Bill returns to hand before Petitions are counted."),
            "Put it on a card that stays in play.");
    }
}

// ---- marks, scope, costs ----------------------------------------------------

static void warn_each_turn(const cardc_check *c)
{
    if (c->s->each_turn == 0) {
        return;
    }
    int word = c->t->sentence[c->i].token[c->t->places[c->i].mark[0]].word;
    if (cardc_leaves_at_once(c->card)) {
        brs_help(cardc_warn(c->t, word, "W405",
                            "%s leave play after resolving, so Each Turn never comes round.",
                            c->card->type == RNR_BILL ? "Bills" : "Rights"),
                 "Remove \"Each Turn\", or put the effect on a card that stays in play.");
    } else if (c->s->head == RNR_HEAD_WHEN) {
        brs_help(
            cardc_warn(c->t, word, "W404",
                       "with \"When ...\", Each Turn means at most once in each of your turns."),
            "Remove \"Each Turn\" if it should happen every time.");
    }
}

static void warn_scope(const cardc_check *c)
{
    int per = 0, duration = 0, last_per = 0, last_duration = 0;
    for (int j = 0; j < c->s->neffect; j++) {
        bool has_per = c->s->effect[j].amount.per.det != RNR_DET_NONE;
        bool has_duration = c->s->effect[j].duration != RNR_DURATION_NONE;
        per += has_per;
        duration += has_duration;
        last_per = has_per ? j : last_per;
        last_duration = has_duration ? j : last_duration;
    }
    bool some_per =
        per > 0 && per<c->s->neffect, some_duration = duration> 0 && duration < c->s->neffect;
    if (some_per || some_duration) {
        int j = some_per ? last_per : last_duration;
        char text[120];
        rnr_print_effect(&c->s->effect[j], text, (int)sizeof text);
        brs_help(cardc_warn(c->t, cardc_effect_word(c, j), "W406", "the %s belongs only to \"%s\".",
                            some_per ? "\"for each\"" : "duration", text),
                 "Write it at each effect that it is for, or make two sentences.");
    }
}

static void warn_forced(const cardc_check *c)
{
    bool discards = false;
    for (int i = 0; i < c->s->ncost; i++) {
        discards = discards || (c->s->cost[i].kind == RNR_COST_DISCARD &&
                                c->s->cost[i].what.det == RNR_DET_THIS);
    }
    if (discards && c->s->ncost > 1 && c->card->type != RNR_DEFENSE) {
        brs_help(cardc_warn(c->t, c->t->sentence[c->i].token[0].word, "W407",
                            "destroying the card does not force this, because its cost is more "
                            "than \"discard this card\"."),
                 "Leave out the other cost if Forced Resolution is meant.");
    }
}

// An effect that is the very event that starts its sentence.
static void warn_loop(const cardc_check *c, int j)
{
    static const struct {
        uint8_t on, verb, resource;
    } feeds[] = {
        {RNR_ON_GAIN_LP, RNR_FX_GAIN, RNR_LP},    {RNR_ON_LOSE_LP, RNR_FX_LOSE, RNR_LP},
        {RNR_ON_GAIN_IP, RNR_FX_GAIN, RNR_IP},    {RNR_ON_LOSE_IP, RNR_FX_LOSE, RNR_IP},
        {RNR_ON_DRAW, RNR_FX_DRAW, RNR_RES_NONE}, {RNR_ON_DISCARD, RNR_FX_DISCARD, RNR_RES_NONE}};
    const rnr_effect *e = &c->s->effect[j];
    for (size_t i = 0; i < sizeof feeds / sizeof feeds[0] && c->s->head == RNR_HEAD_WHEN; i++) {
        if (feeds[i].on == c->s->when.on && feeds[i].verb == e->verb &&
            feeds[i].resource == e->resource && c->s->when.who == e->who) {
            brs_help(cardc_warn(c->t, cardc_effect_word(c, j), "W408",
                                "this is what starts the sentence; a sentence is never started by "
                                "its own effects."),
                     "It happens once for each event from elsewhere. Change one of the two if more "
                     "is meant.");
        }
    }
}

// The ranges that the Glossary gives for the numbers of a type (GL:49, GL:161).
static void warn_range(const cardc_check *c, int j)
{
    const rnr_effect *e = &c->s->effect[j];
    bool attack =
        e->verb == RNR_FX_ATTACK && c->card->type == RNR_ATTACK && c->s->head == RNR_HEAD_NONE;
    int low = attack ? 5 : 1;
    bool number = e->amount.kind == RNR_AMOUNT_NUMBER && (attack || e->verb == RNR_FX_DEFENSE);
    if (number && (e->amount.n < low || e->amount.n > 45)) {
        cardc_warn(c->t, cardc_effect_word(c, j), "W403", "%s cards have %d to 45 %s.",
                   attack ? "Attack" : "Defense", low, attack ? "AP" : "DP");
    }
}

void cardc_warn_sentence(const cardc_check *c)
{
    warn_each_turn(c);
    warn_scope(c);
    warn_forced(c);
    for (int j = 0; j < c->s->neffect; j++) {
        warn_lock(c, j);
        warn_ip(c, j);
        warn_never(c, j);
        warn_loop(c, j);
        warn_range(c, j);
    }
}
