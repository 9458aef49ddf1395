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

// Where it goes, and in which language: the parts of the card's own text stay as they are.
typedef struct {
    const brs_game_def *game;
    const brs_viewer *v;
} voice;

// One line; `card` is a part of the card's own text, in the place of {0}, and `word` what stands in that of {1}.
static void say(const voice *t, rnr_rule_id rule, rnr_phrase_id what, const char *card, const char *word)
{
    const char *phrase = t->game->phrases[what], *place = strstr(phrase, "{0}");
    char text[600], before[300], after[400];
    const brs_str args[] = {{card, strlen(card)}, {word, strlen(word)}};
    const brs_str none[] = {{"", 0}, {word, strlen(word)}};
    brs_fill(text, sizeof text, phrase, args, 2);
    brs_fill(after, sizeof after, place == NULL ? "" : place, none, 2);
    const int len = snprintf(before, sizeof before, "%.*s", (int)(place == NULL ? strlen(phrase) : (size_t)(place - phrase)), phrase);
    brs_view_open(t->v, "explain", (int)rule);
    brs_view_text(t->v, "text", text);
    brs_view_str(t->v, "before", (brs_str){before, (size_t)(len < (int)sizeof before ? len : (int)sizeof before - 1)});
    brs_view_text(t->v, "said", card);
    brs_view_text(t->v, "after", after);
    brs_view_close(t->v);
}

static void say_when(const rnr_card *card, int sentence, const voice *t)
{
    const rnr_sentence *s = &card->sentence[sentence];
    char head[200];
    rnr_print_head(s, head, sizeof head);
    switch ((rnr_trigger)s->trigger) {
    case RNR_TRIGGER_STAT: say(t, (rnr_rule_id)rnr_rule_of_effect(s->effect[0].verb), RNR_SAY_when_stat, "", ""); break;
    case RNR_TRIGGER_AT_PLAY: say(t, RULE(when_effects_happen), RNR_SAY_when_played, "", ""); break;
    case RNR_TRIGGER_WHEN_ATTACKED: say(t, RULE(defense_sentence), RNR_SAY_when_attacked, "", ""); break;
    case RNR_TRIGGER_CONTINUOUS: say(t, RULE(while_in_play), RNR_SAY_when_continuous, "", ""); break;
    case RNR_TRIGGER_EACH_TURN: say(t, RULE(each_turn), RNR_SAY_when_each_turn, "", ""); break;
    case RNR_TRIGGER_WHEN:
        say(t, RULE(trigger_window), s->each_turn ? RNR_SAY_when_triggered_once : RNR_SAY_when_triggered, head, "");
        break;
    case RNR_TRIGGER_ACTIVATED: say(t, RULE(activation), RNR_SAY_when_activated, head, ""); break;
    }
}

static const char *duration_words(const brs_game_def *game, rnr_duration lasts)
{
    static const rnr_phrase_id words[] = {
        [RNR_DURATION_NONE] = RNR_SAY_type,
        [RNR_THIS_TURN] = RNR_SAY_until_end,
        [RNR_UNTIL_YOUR_NEXT] = RNR_SAY_until_your_next,
        [RNR_UNTIL_OPPONENT_NEXT] = RNR_SAY_until_opponent_next,
        [RNR_UNTIL_END_OF_YOUR_NEXT] = RNR_SAY_until_end_of_yours,
        [RNR_UNTIL_END_OF_OPPONENT_NEXT] = RNR_SAY_until_end_of_opponents,
        [RNR_WHILE_IN_PLAY] = RNR_SAY_while_in_play,
        [RNR_REST_OF_GAME] = RNR_SAY_rest_of_game};
    return game->phrases[words[lasts]];
}

// The step where an effect happens, in words; the editions put the steps in their own order.
static const char *step_words(const brs_game_def *game, const rnr_effect *e)
{
    rnr_phrase_id what = RNR_SAY_type;
    switch ((rnr_home)rnr_effect_row(e->verb)->home) {
    case RNR_HOME_STAT: break;
    case RNR_HOME_LOCK: what = RNR_SAY_at_lock; break;
    case RNR_HOME_ATTACK: what = RNR_SAY_at_attack; break;
    case RNR_HOME_GAIN: what = e->resource == RNR_IP ? RNR_SAY_at_ip : RNR_SAY_at_gain; break;
    case RNR_HOME_OTHER: what = RNR_SAY_at_cleanup; break;
    case RNR_HOME_INSTANT: what = RNR_SAY_at_once; break;
    case RNR_HOME_MODIFIER: what = RNR_SAY_from_then_on; break;
    }
    return game->phrases[what];
}

// "a Defense" is yours, but for attacks, Mill and what harms on an Attack card.
static void say_whose(const rnr_card *card, const rnr_effect *e, const voice *t)
{
    bool names_cards = e->what.det != RNR_DET_NONE && e->what.det != RNR_DET_THIS && e->what.det != RNR_DET_ATTACKER;
    if (names_cards && e->what.who == RNR_WHO_UNSAID) {
        bool yours = rnr_default_who((rnr_type)card->type, e) == RNR_WHO_YOU;
        say(t, RULE(default_target), yours ? RNR_SAY_means_yours : RNR_SAY_means_opponents, "", "");
    }
}

static void say_effect(const rnr_card *card, const rnr_sentence *s, const rnr_effect *e, const voice *t)
{
    char words[240];
    bool stat = rnr_effect_row(e->verb)->home == RNR_HOME_STAT;
    bool lasting = rnr_effect_row(e->verb)->home == RNR_HOME_MODIFIER || e->verb == RNR_FX_BLOCK_FLOW ||
                   e->verb == RNR_FX_BLOCK_ACTION || e->verb == RNR_FX_BLOCK_CARD || e->verb == RNR_FX_CONTROL;
    if (stat) {
        return;
    }
    rnr_print_effect(e, words, sizeof words);
    words[0] = words[0] >= 'a' && words[0] <= 'z' ? (char)(words[0] - 32) : words[0];
    say(t, (rnr_rule_id)rnr_rule_of_effect(e->verb), RNR_SAY_does, words, step_words(t->game, e));
    say_whose(card, e, t);
    if (lasting && e->duration == RNR_DURATION_NONE && s->trigger != RNR_TRIGGER_CONTINUOUS) {
        bool stays = (card->traits & (RNR_TRAIT_PETITION | RNR_TRAIT_OUTSIDE)) == RNR_TRAIT_PETITION;
        say(t, RULE(default_duration), RNR_SAY_no_time, "", duration_words(t->game, rnr_lasts(card, stays, e)));
    }
}

void rnr_explain(const brs_game_def *game, const rnr_card *card, int sentence, const brs_viewer *v)
{
    const voice own = {game, v}, *t = &own;
    const rnr_sentence *s = &card->sentence[sentence];
    char conditions[240];
    say_when(card, sentence, t);
    if (s->ntest > 0) {
        rnr_print_conditions(s, conditions, sizeof conditions);
        say(t, RULE(evaporated), RNR_SAY_only_if, conditions, "");
    }
    for (int i = 0; i < s->neffect; i++) {
        say_effect(card, s, &s->effect[i], t);
    }
    if (rnr_is_forced(card, sentence) && s->head == RNR_HEAD_COST) {
        say(t, RULE(forced_resolution), RNR_SAY_forced_unpaid, "", "");
    }
}
