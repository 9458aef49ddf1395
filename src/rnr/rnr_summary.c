// What a card is, once compiled: the answers that the engine would else look up in its sentences again
// and again.
#include "rnr_state.h"

static uint16_t traits_of_effect(const rnr_card *card, const rnr_sentence *s, const rnr_effect *e)
{
    switch (e->verb) {
    case RNR_FX_COUNTS:
        return e->what.det != RNR_DET_THIS ? 0
               : e->word == RNR_IN_PLAY ? RNR_TRAIT_PETITION
                                        : RNR_TRAIT_PETITION | RNR_TRAIT_OUTSIDE;
    case RNR_FX_DIVIDE: return RNR_TRAIT_DIVIDES;
    case RNR_FX_NO_DOUBLE: return RNR_TRAIT_NO_DOUBLE;
    case RNR_FX_BYPASS:
        return e->what.det == RNR_DET_THIS && e->duration == RNR_DURATION_NONE ? RNR_TRAIT_OWN_BYPASS : 0;
    case RNR_FX_ATTACK:
        return card->type == RNR_ATTACK && s->head == RNR_HEAD_NONE && e->amount.per.det != RNR_DET_NONE
                   ? RNR_TRAIT_COUNTED
                   : 0;
    default: return 0;
    }
}

bool rnr_pays_by_discard(const rnr_sentence *s)
{
    bool found = false;
    for (int i = 0; i < s->ncost && s->head == RNR_HEAD_COST; i++) {
        found = found || (s->cost[i].kind == RNR_COST_DISCARD && s->cost[i].what.det == RNR_DET_THIS);
    }
    return found;
}

static void summarise_sentence(rnr_card *card, int sentence)
{
    static const uint16_t trait_of[] = {
        [RNR_TRIGGER_AT_PLAY] = RNR_TRAIT_AT_PLAY, [RNR_TRIGGER_CONTINUOUS] = RNR_TRAIT_CONTINUOUS,
        [RNR_TRIGGER_EACH_TURN] = RNR_TRAIT_EACH_TURN, [RNR_TRIGGER_ACTIVATED] = RNR_TRAIT_ACTIVATED,
        [RNR_TRIGGER_WHEN] = 0, [RNR_TRIGGER_WHEN_ATTACKED] = 0, [RNR_TRIGGER_STAT] = 0};
    rnr_sentence *s = (rnr_sentence *)(uintptr_t)&card->sentence[sentence];  // of a set that was compiled just now
    s->trigger = (uint8_t)rnr_sentence_trigger(card, sentence);
    card->traits |= trait_of[s->trigger];
    card->traits |= card->type != RNR_DEFENSE && rnr_pays_by_discard(s) ? RNR_TRAIT_FORCED : 0;
    if (s->trigger == RNR_TRIGGER_WHEN) {
        card->listens |= 1u << s->when.on;
    } else if (s->trigger == RNR_TRIGGER_WHEN_ATTACKED) {
        card->listens |= 1u << RNR_ON_ATTACKED;
    }
    for (int e = 0; e < s->neffect; e++) {
        card->traits |= traits_of_effect(card, s, &s->effect[e]);
        bool attack = card->type == RNR_ATTACK && s->head == RNR_HEAD_NONE && s->effect[e].verb == RNR_FX_ATTACK;
        if (attack && card->attack_sentence < 0) {
            card->attack_sentence = (int8_t)sentence;
            card->attack_effect = (int8_t)e;
            card->traits |= RNR_TRAIT_ATTACKS;
        }
    }
}

static void summarise(rnr_card *card)
{
    card->listens = 0;
    card->traits = 0;
    card->attack_sentence = card->attack_effect = -1;
    for (int s = 0; s < card->nsentence; s++) {
        summarise_sentence(card, s);
    }
}

bool rnr_make_set(brs_str text, const char *file, brs_arena *arena, brs_card_set *out, brs_report report)
{
    if (!rnr_compile_set(text, file, arena, out, report)) {
        return false;
    }
    for (int i = 0; i < out->count; i++) {
        summarise((rnr_card *)(uintptr_t)rnr_card_at(out, i));
    }
    return true;
}

// The rule that an effect cites, by its row.
uint16_t rnr_rule_of_effect(int verb)
{
    static const uint16_t rules[] = {
        RULE(none),
#define EFFECT(id, name, polarity, home, executes, rule, help) RULE(rule),
#include "rnr_effects.def"
#undef EFFECT
    };
    return rules[verb];
}
