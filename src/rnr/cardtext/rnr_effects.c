// The table of effects, and what a text leaves unsaid: whose cards are meant, what starts a
// sentence.
#include "rnr_cardtext.h"

static const rnr_effect_info rows[RNR_FX_COUNT] = {
#define EFFECT(id, name, polarity, home, executes, rule, help)                                     \
    [RNR_FX_##id] = {#name, RNR_##polarity, RNR_HOME_##home, (executes) != 0, #rule, help},
#include "../rnr_effects.def"
#undef EFFECT
};

const rnr_effect_info *rnr_effect_row(int verb)
{
    return &rows[verb];
}

const char *rnr_type_name(int type)
{
    static const char *const names[] = {"",       "UA",      "Pillar", "Attack",  "Defense",
                                        "Rights", "Freedom", "Bill",   "Petition"};
    return names[type];
}

const char *rnr_branch_name(int branch)
{
    static const char *const names[] = {"", "Bison", "Eagle", "Liberty Bell", "Scroll"};
    return names[branch];
}

const char *rnr_rarity_name(int rarity)
{
    static const char *const names[] = {"",          "Common",   "Uncommon",   "Rare",
                                        "Paramount", "Immortal", "Unalienable"};
    return names[rarity];
}

// RB:494-496: one's own, but Attack Damage and Mill go to Opponent, and so does harm on an Attack
// card (RB:274).
rnr_who rnr_default_who(rnr_type type, const rnr_effect *effect)
{
    if (effect->verb == RNR_FX_ATTACK || effect->verb == RNR_FX_MILL) {
        return RNR_WHO_OPPONENT;
    }
    bool harms = rows[effect->verb].polarity == RNR_NEG;
    if (type == RNR_ATTACK && harms && effect->verb != RNR_FX_DISCARD &&
        effect->verb != RNR_FX_SACRIFICE) {
        return RNR_WHO_OPPONENT;
    }
    return effect->verb == RNR_FX_SACRIFICE && effect->who == RNR_WHO_OPPONENT ? RNR_WHO_OPPONENT
                                                                               : RNR_WHO_YOU;
}

// ---- what starts a sentence -------------------------------------------------

static bool is_stat(const rnr_effect *e)
{
    return rows[e->verb].home == RNR_HOME_STAT;
}

// Modifiers that hold while their card is in play when no duration is written. A Block does not (U52).
static bool holds_by_default(rnr_type type, const rnr_effect *e)
{
    switch (e->verb) {
    case RNR_FX_CANNOT:
    case RNR_FX_IMMUNE:
    case RNR_FX_COST:
    case RNR_FX_COUNTS:
    case RNR_FX_MAX_IP:
    case RNR_FX_NO_DOUBLE:
    case RNR_FX_WIN: return true;
    case RNR_FX_REDUCE:
    case RNR_FX_INCREASE:
    case RNR_FX_REDIRECT:
    case RNR_FX_PROTECT:
    case RNR_FX_BYPASS: return type != RNR_DEFENSE; // there they wait for an attack (RB:332)
    default: return false;
    }
}

static bool is_continuous(rnr_type type, const rnr_effect *e)
{
    if (e->duration == RNR_WHILE_IN_PLAY) {
        return true;
    }
    return e->duration == RNR_DURATION_NONE && holds_by_default(type, e);
}

static bool leaves_at_once(const rnr_card *card)
{
    return card->type == RNR_RIGHTS || card->type == RNR_BILL;
}

static bool all_continuous(const rnr_card *card, const rnr_sentence *s)
{
    for (int i = 0; i < s->neffect; i++) {
        bool own_rule =
            s->effect[i].verb == RNR_FX_COUNTS || s->effect[i].verb == RNR_FX_NO_DOUBLE ||
            s->effect[i].duration == RNR_WHILE_IN_PLAY ||
            (s->effect[i].verb == RNR_FX_CANNOT && s->effect[i].what.det == RNR_DET_THIS);
        if (!is_continuous((rnr_type)card->type, &s->effect[i]) ||
            (leaves_at_once(card) && !own_rule)) {
            return false;
        }
    }
    return true;
}

static bool has_duration(const rnr_sentence *s)
{
    for (int i = 0; i < s->neffect; i++) {
        if (s->effect[i].duration != RNR_DURATION_NONE) {
            return true;
        }
    }
    return false;
}

rnr_trigger rnr_sentence_trigger(const rnr_card *card, int sentence)
{
    const rnr_sentence *s = &card->sentence[sentence];
    if (s->head != RNR_HEAD_NONE) {
        return s->head == RNR_HEAD_WHEN ? RNR_TRIGGER_WHEN : RNR_TRIGGER_ACTIVATED;
    }
    if (s->each_turn) {
        return RNR_TRIGGER_EACH_TURN;
    }
    if (is_stat(&s->effect[0])) {
        return RNR_TRIGGER_STAT;
    }
    if (all_continuous(card, s)) {
        return RNR_TRIGGER_CONTINUOUS;
    }
    bool waits = card->type == RNR_DEFENSE && !has_duration(s);
    return waits ? RNR_TRIGGER_WHEN_ATTACKED : RNR_TRIGGER_AT_PLAY;
}

bool rnr_is_forced(const rnr_card *card, int sentence)
{
    const rnr_sentence *s = &card->sentence[sentence];
    if (card->type == RNR_DEFENSE) {
        bool gone = s->when.on == RNR_ON_DESTROYED || s->when.on == RNR_ON_DISCARDED;
        return s->head == RNR_HEAD_WHEN && gone && s->when.what.det == RNR_DET_THIS;
    }
    return s->head == RNR_HEAD_COST && s->ncost == 1 && s->cost[0].kind == RNR_COST_DISCARD &&
           s->cost[0].what.det == RNR_DET_THIS;
}
