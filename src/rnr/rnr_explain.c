// A sentence with every default made explicit: when it acts, on what condition, what it does, in which step, for
// how long, and the rule that says so.
#include <stdio.h>
#include <string.h>

#include "rnr_state.h"

rnr_duration rnr_lasts(const rnr_card *card, bool stays, const rnr_effect *e)
{
    bool passing = card->type == RNR_BILL || (card->type == RNR_RIGHTS && !stays);
    if (e->duration != RNR_DURATION_NONE) {
        return (rnr_duration)e->duration;
    }
    switch (e->verb) {
    case RNR_FX_PREVENT:
    case RNR_FX_PREVENT_DRAW:
    case RNR_FX_REPLACE_DRAW:
    case RNR_FX_BLOCK_ACTION: return RNR_UNTIL_END_OF_OPPONENT_NEXT;
    case RNR_FX_BLOCK_FLOW:
    case RNR_FX_BLOCK_CARD: return RNR_THIS_TURN;
    case RNR_FX_CONTROL: return RNR_REST_OF_GAME;
    case RNR_FX_DISABLE:  // until its controller's next turn; the attacking card is Opponent's (G17)
        return e->what.who == RNR_WHO_YOU ? RNR_UNTIL_YOUR_NEXT : RNR_UNTIL_OPPONENT_NEXT;
    default: return passing ? RNR_THIS_TURN : RNR_WHILE_IN_PLAY;
    }
}

static void say(const brs_viewer *v, rnr_rule_id rule, const char *text)
{
    brs_view_open(v, "explain", (int)rule);
    brs_view_text(v, "text", text);
    brs_view_close(v);
}

static void say_when(const rnr_card *card, int sentence, const brs_viewer *v)
{
    const rnr_sentence *s = &card->sentence[sentence];
    char head[200], text[320];
    rnr_print_head(s, head, sizeof head);
    switch ((rnr_trigger)s->trigger) {
    case RNR_TRIGGER_STAT:
        say(v, (rnr_rule_id)rnr_rule_of_effect(s->effect[0].verb), "A value of the card: it counts as long as the card is in play.");
        break;
    case RNR_TRIGGER_AT_PLAY: say(v, RULE(when_effects_happen), "Once, when the card is played."); break;
    case RNR_TRIGGER_WHEN_ATTACKED:
        say(v, RULE(defense_sentence), "When this card is attacked: a Defense's sentence waits for that.");
        break;
    case RNR_TRIGGER_CONTINUOUS:
        say(v, RULE(while_in_play), "As long as the card is in play and neither locked nor disabled.");
        break;
    case RNR_TRIGGER_EACH_TURN: say(v, RULE(each_turn), "Once in each turn of the card's controller."); break;
    case RNR_TRIGGER_WHEN:
        snprintf(text, sizeof text, "%s, each time it happens%s.", head, s->each_turn ? ", at most once a turn of yours" : "");
        say(v, RULE(trigger_window), text);
        break;
    case RNR_TRIGGER_ACTIVATED:
        snprintf(text, sizeof text, "In your Play Phase you may pay the cost: %s.", head);
        say(v, RULE(activation), text);
        break;
    }
}

static const char *duration_words(rnr_duration lasts)
{
    static const char *const words[] = {
        [RNR_DURATION_NONE] = "",
        [RNR_THIS_TURN] = "until the End Phase of this turn",
        [RNR_UNTIL_YOUR_NEXT] = "until your next turn begins",
        [RNR_UNTIL_OPPONENT_NEXT] = "until Opponent's next turn begins",
        [RNR_UNTIL_END_OF_YOUR_NEXT] = "until the End Phase of your next turn",
        [RNR_UNTIL_END_OF_OPPONENT_NEXT] = "until the End Phase of Opponent's next turn",
        [RNR_WHILE_IN_PLAY] = "as long as this card is in play",
        [RNR_REST_OF_GAME] = "for the rest of the game"};
    return words[lasts];
}

// The step where an effect happens, in words; the editions put the steps in their own order.
static const char *step_words(const rnr_effect *e)
{
    switch ((rnr_home)rnr_effect_row(e->verb)->home) {
    case RNR_HOME_STAT: return "";
    case RNR_HOME_LOCK: return "at Locks and Blocks";
    case RNR_HOME_ATTACK: return "at Attack Damage";
    case RNR_HOME_GAIN: return e->resource == RNR_IP ? "at once in your Play Phase" : "at LP Gain";
    case RNR_HOME_OTHER: return "in Cleanup, part C";
    case RNR_HOME_INSTANT: return "at once";
    case RNR_HOME_MODIFIER: return "from then on";
    }
    return "";
}

// "a Defense" is yours, but for attacks, Mill and what harms on an Attack card.
static void say_whose(const rnr_card *card, const rnr_effect *e, const brs_viewer *v)
{
    bool names_cards = e->what.det != RNR_DET_NONE && e->what.det != RNR_DET_THIS && e->what.det != RNR_DET_ATTACKER;
    if (names_cards && e->what.who == RNR_WHO_UNSAID) {
        bool yours = rnr_default_who((rnr_type)card->type, e) == RNR_WHO_YOU;
        say(v, RULE(default_target), yours ? "Nobody is named, so it means your own cards." : "It means Opponent's cards.");
    }
}

static void say_effect(const rnr_card *card, const rnr_sentence *s, const rnr_effect *e, const brs_viewer *v)
{
    char words[240], text[400];
    bool stat = rnr_effect_row(e->verb)->home == RNR_HOME_STAT;
    bool lasting = rnr_effect_row(e->verb)->home == RNR_HOME_MODIFIER || e->verb == RNR_FX_BLOCK_FLOW ||
                   e->verb == RNR_FX_BLOCK_ACTION || e->verb == RNR_FX_BLOCK_CARD || e->verb == RNR_FX_CONTROL;
    if (stat) {
        return;
    }
    rnr_print_effect(e, words, sizeof words);
    words[0] = words[0] >= 'a' && words[0] <= 'z' ? (char)(words[0] - 32) : words[0];
    snprintf(text, sizeof text, "%s: %s.", words, step_words(e));
    say(v, (rnr_rule_id)rnr_rule_of_effect(e->verb), text);
    say_whose(card, e, v);
    if (lasting && e->duration == RNR_DURATION_NONE && s->trigger != RNR_TRIGGER_CONTINUOUS) {
        bool stays = (card->traits & (RNR_TRAIT_PETITION | RNR_TRAIT_OUTSIDE)) == RNR_TRAIT_PETITION;
        snprintf(text, sizeof text, "No time is written, so it holds %s.", duration_words(rnr_lasts(card, stays, e)));
        say(v, RULE(default_duration), text);
    }
}

void rnr_explain(const rnr_card *card, int sentence, const brs_viewer *v)
{
    const rnr_sentence *s = &card->sentence[sentence];
    char conditions[240], text[300];
    say_when(card, sentence, v);
    if (s->ntest > 0) {
        rnr_print_conditions(s, conditions, sizeof conditions);
        snprintf(text, sizeof text, "Only %s, read when it happens; else nothing happens.", conditions);
        say(v, RULE(evaporated), text);
    }
    for (int i = 0; i < s->neffect; i++) {
        say_effect(card, s, &s->effect[i], v);
    }
    if (rnr_is_forced(card, sentence) && s->head == RNR_HEAD_COST) {
        say(v, RULE(forced_resolution), "If the card is destroyed, the effect happens by itself and unpaid.");
    }
}
