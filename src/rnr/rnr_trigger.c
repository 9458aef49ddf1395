// What sets off what: triggers, the queue of waiting effects, and effects that hold for a while.
#include "rnr_state.h"

// ---- the chain of sentences (L8: a sentence is not set off by what it caused itself) -----------------

static bool in_own_chain(const rnr_run *r, int source, int sentence)
{
    for (int link = r->chain; link != 0; link = r->g->chain[link].parent) {
        if (r->g->chain[link].source == source && r->g->chain[link].sentence == sentence) {
            return true;
        }
    }
    return false;
}

// A new link below the acting sentence; 0 when the chain is full, which ends the game (L19).
static uint16_t link_for(rnr_run *r, int source, int sentence)
{
    rnr_state *g = r->g;
    if (g->chain_count + 1 >= RNR_MAX_CHAIN) {
        rnr_check(r, RNR_TERM_trigger_limit, true, source, RULE(no_endless_play));
        rnr_end_game(r, BRS_SEAT_NONE, RNR_WIN_none, RULE(no_endless_play));
        return 0;
    }
    g->chain[++g->chain_count] = (rnr_link){(uint8_t)source, (uint8_t)sentence, r->chain};
    return g->chain_count;
}

// ---- when and where an effect happens ------------------------------------------------------------------

int rnr_position(const rnr_run *r, int section)
{
    static const uint8_t step_of[RNR_SEC_COUNT] = {
        [RNR_SEC_lock] = 0, [RNR_SEC_aoa] = 1, [RNR_SEC_drain] = 2, [RNR_SEC_damage] = 3, [RNR_SEC_cleanup] = 4,
        [RNR_SEC_cleanup_5a] = 4, [RNR_SEC_cleanup_5b] = 4, [RNR_SEC_cleanup_5c] = 4, [RNR_SEC_petition] = 5,
        [RNR_SEC_gain] = 6};
    const uint32_t order = (uint32_t)option(r, RNR_OPT_resolve_order);
    int at = 0;
    while (at < 6 && (order >> (4 * at) & 15) != step_of[section]) {
        at++;
    }
    return 3 + at;
}

static int class_home(const rnr_run *r, const rnr_effect *e, int flags)
{
    switch ((rnr_home)rnr_effect_row(e->verb)->home) {
    case RNR_HOME_LOCK: return RNR_SEC_lock;
    case RNR_HOME_ATTACK: return RNR_SEC_damage;
    case RNR_HOME_GAIN:
        if (e->resource == RNR_IP) {
            return r->g->pregame == 0 && r->g->position <= 2 ? RNR_SEC_COUNT : RNR_SEC_cleanup;
        }
        return option(r, RNR_OPT_lp_gain_step) == 0 ? RNR_SEC_gain : RNR_SEC_cleanup;
    case RNR_HOME_INSTANT:
        return r->g->pregame != 0 || (flags & RNR_PENDING_EACH_TURN) != 0 ? RNR_SEC_cleanup : RNR_SEC_COUNT;
    case RNR_HOME_MODIFIER: return r->g->pregame != 0 ? RNR_SEC_lock : RNR_SEC_COUNT;
    default: return RNR_SEC_cleanup;
    }
}

// The section where an effect created now will happen: its home, or where latecomers go.
int rnr_home_of(const rnr_run *r, const rnr_effect *e, int flags)
{
    int home = class_home(r, e, flags);
    int running = r->g->pregame != 0 ? 0 : r->g->position;
    if (home == RNR_SEC_COUNT || rnr_position(r, home) > running) {
        return home;
    }
    if (home == RNR_SEC_damage) {
        return RNR_SEC_COUNT;  // marked at once (L12)
    }
    if (home == RNR_SEC_lock) {
        return RNR_SEC_lock;  // closed: the caller says so
    }
    return running <= rnr_position(r, RNR_SEC_cleanup) ? RNR_SEC_cleanup : RNR_SEC_end;
}

bool rnr_asks(const rnr_selector *what)
{
    return what->det == RNR_DET_A || what->det == RNR_DET_ANOTHER || what->det == RNR_DET_NUMBER ||
           what->det == RNR_DET_UP_TO;
}

// Effects whose cards their controller names beforehand. A player who discards from hand or sacrifices chooses
// as it happens (L4).
bool rnr_needs_target(const rnr_effect *e)
{
    const bool from_hand = e->verb == RNR_FX_DISCARD && e->what.where == RNR_IN_HAND;
    if (from_hand || e->verb == RNR_FX_SACRIFICE || e->verb == RNR_FX_BLOCK_ACTION) {
        return e->verb == RNR_FX_BLOCK_ACTION && e->word == RNR_TARGETING && rnr_asks(&e->what);
    }
    if (e->verb == RNR_FX_ATTACK && (e->flags & RNR_FLAG_TO_OPPONENT) != 0) {
        return true;
    }
    return rnr_asks(&e->what) || (e->verb == RNR_FX_REDIRECT && rnr_asks(&e->to));
}

// ---- the queue --------------------------------------------------------------------------------------------

static int add_pending(rnr_run *r, const rnr_pending *p)
{
    rnr_state *g = r->g;
    if (g->pending_count >= RNR_MAX_PENDING) {
        rnr_check(r, RNR_TERM_trigger_limit, true, p->source, RULE(no_endless_play));
        rnr_end_game(r, BRS_SEAT_NONE, RNR_WIN_none, RULE(no_endless_play));
        return -1;
    }
    g->pending[g->pending_count] = *p;
    g->now_waits |= p->home == RNR_SEC_COUNT;
    g->homes |= 1u << p->home;
    return g->pending_count++;
}


// Says that a sentence does nothing, and why.
static void tell_silent(rnr_run *r, int source, int sentence, int effect, rnr_event_id kind, rnr_term_id why,
                        rnr_rule_id rule)
{
    const uint8_t was_source = r->source, was_sentence = r->sentence, was_effect = r->effect;
    r->source = (uint8_t)source;
    r->sentence = (uint8_t)sentence;
    r->effect = (uint8_t)effect;
    rnr_check(r, why, false, source, rule);
    rnr_event(r, kind, rule, source, 0, 0, 0);
    r->source = was_source;
    r->sentence = was_sentence;
    r->effect = was_effect;
}

int rnr_schedule(rnr_run *r, int source, int sentence, int controller, int attacker, int x, int flags)
{
    const rnr_sentence *s = sentence_of(r, source, sentence);
    const uint16_t chain = link_for(r, source, sentence);
    int first = -1;
    for (int i = 0; i < s->neffect && r->g->over == 0; i++) {
        const rnr_effect *e = &s->effect[i];
        bool own_bypass = e->verb == RNR_FX_BYPASS && e->what.det == RNR_DET_THIS && e->duration == RNR_DURATION_NONE;
        if (rnr_effect_row(e->verb)->home == RNR_HOME_STAT || e->verb == RNR_FX_DIVIDE || own_bypass) {
            continue;  // a number or a trait of the card, not an act
        }
        bool standing = e->verb == RNR_FX_ATTACK && card_of(r, source)->type == RNR_ATTACK &&
                        (flags & (RNR_PENDING_TRIGGER | RNR_PENDING_FORCED | RNR_PENDING_DETACHED)) == 0 && s->head == RNR_HEAD_NONE;
        if (standing) {
            continue;  // the card itself attacks in the damage step
        }
        rnr_pending p = {.source = (uint8_t)source, .sentence = (uint8_t)sentence, .effect = (uint8_t)i,
                         .controller = (uint8_t)controller, .attacker = (uint8_t)attacker, .flags = (uint8_t)flags,
                         .x = (uint16_t)x, .chain = chain, .cause = r->cause,
                         .home = (uint8_t)rnr_home_of(r, e, flags)};
        if (p.home == RNR_SEC_lock && rnr_position(r, RNR_SEC_lock) <= r->g->position) {
            tell_silent(r, source, sentence, i, RNR_EV_too_late, RNR_TERM_step_one_over, RULE(locks_closed));
            continue;
        }
        if (rnr_effect_row(e->verb)->home == RNR_HOME_INSTANT && p.home == RNR_SEC_cleanup) {
            p.flags |= RNR_PENDING_EARLY;
        }
        if (rnr_needs_target(e) || (e->flags & RNR_FLAG_MAY) != 0) {
            p.flags |= RNR_PENDING_ASK;
        }
        int index = add_pending(r, &p);
        first = first < 0 ? index : first;
    }
    return first;
}

void rnr_drop_pending(rnr_run *r, int index)
{
    r->g->pending[index].source = 0;
}

// Removes what has happened. Only between effects, when no frame holds an index.
void rnr_compact_pending(rnr_state *g)
{
    int kept = 0;
    g->homes = 0;
    for (int i = 0; i < g->pending_count; i++) {
        if (g->pending[i].source != 0) {
            g->homes |= 1u << g->pending[i].home;
            g->pending[kept++] = g->pending[i];
        }
    }
    g->pending_count = (uint16_t)kept;
    if (kept == 0) {
        g->chain_count = 0;
    }
}

// ---- triggers -------------------------------------------------------------------------------------------------

static bool matches(const rnr_run *r, const rnr_event_head *when, rnr_on on, int listener, int handle, int seat)
{
    if (when->on != on) {
        return false;
    }
    int you = r->g->card[listener].controller;
    if (on >= RNR_ON_GAIN_LP) {
        bool right_player = (when->who == RNR_WHO_OPPONENT) == (seat != you);
        return right_player && (on != RNR_ON_PLAY || rnr_fits(r, &when->what, -1, listener, handle));
    }
    if (when->bare || when->what.det == RNR_DET_THIS || when->what.det == RNR_DET_NONE) {
        return handle == listener;
    }
    int whose = when->what.who == RNR_WHO_OPPONENT ? 1 - you : you;
    return rnr_fits(r, &when->what, whose, listener, handle);
}

static int listen_of(const rnr_run *r, rnr_on on, int listener, int handle, int seat, rnr_heard *out, int n)
{
    const rnr_card *card = card_of(r, listener);
    if ((card->listens >> on & 1) == 0) {
        return n;
    }
    for (int s = 0; s < card->nsentence && n < RNR_MAX_HEARD; s++) {
        rnr_trigger how = (rnr_trigger)card->sentence[s].trigger;
        bool fits = how == RNR_TRIGGER_WHEN ? matches(r, &card->sentence[s].when, on, listener, handle, seat)
                                            : how == RNR_TRIGGER_WHEN_ATTACKED && on == RNR_ON_ATTACKED && handle == listener;
        if (fits) {
            out[n++] = (rnr_heard){.source = (uint8_t)listener, .sentence = (uint8_t)s};
        }
    }
    return n;
}

int rnr_listen(const rnr_run *r, rnr_on on, int handle, int seat, rnr_heard *out, int n)
{
    const rnr_state *g = r->g;
    if (handle != 0 && !in_play(g, handle)) {
        n = listen_of(r, on, handle, handle, seat, out, n);
    }
    const rnr_places hears = g->places[RNR_PLACES_HEAR + on];
    for (int turn = 0; turn < 2 && !rnr_no_places(hears); turn++) {  // the Active Player's cards first
        int listener;
        for (rnr_walk w = rnr_walk_over(rnr_places_of(g, hears, g->active ^ turn)); rnr_walk_on(g, &w, &listener);) {
            n = listen_of(r, on, listener, handle, seat, out, n);
        }
    }
    return n;
}

// Dead in a clash is not locked: it still hears its own end (U38) and those that leave with it (U22).
int rnr_note_held(const rnr_run *r, int destroyed, rnr_heard *heard, int first, int n)
{
    const bool only_own = option(r, RNR_OPT_held_card_leaves) == 1;
    int kept = first;
    for (int i = first; i < n; i++) {
        const int source = heard[i].source;
        const bool held = (!only_own || source == destroyed) && in_play(r->g, source) && !has_flag(r->g, source, RNR_DEAD) &&
                          rnr_locked(r, source);
        if (!held || !only_own) {
            heard[kept] = heard[i];
            heard[kept++].held = (uint16_t)(held ? rnr_why_off(r, source) : RNR_TERM_none);
        }
    }
    return kept;
}

// Why a trigger that has heard its event does not fire; false when it does.
static bool stays_silent(rnr_run *r, int source, int sentence)
{
    const rnr_sentence *s = sentence_of(r, source, sentence);
    const rnr_slot *slot = &r->g->card[source];
    uint64_t *missed = &r->g->missed[owner_of(source)];
    if ((*missed & bit_of(source)) != 0) {
        *missed &= ~bit_of(source);
        tell_silent(r, source, sentence, 0, RNR_EV_missed, RNR_TERM_noticed_late, RULE(trigger_window));
    } else if (in_own_chain(r, source, sentence)) {
        tell_silent(r, source, sentence, 0, RNR_EV_evaporated, RNR_TERM_own_chain, RULE(chains));
    } else if (s->each_turn && slot->controller != r->g->active) {
        tell_silent(r, source, sentence, 0, RNR_EV_evaporated, RNR_TERM_own_turn_only, RULE(whose_triggers));
    } else if ((slot->used >> sentence & 1) != 0) {
        tell_silent(r, source, sentence, 0, RNR_EV_evaporated, RNR_TERM_once_a_turn, RULE(each_turn));
    } else if (in_play(r->g, source) && rnr_locked(r, source) && s->when.on != RNR_ON_LOCKED) {
        tell_silent(r, source, sentence, 0, RNR_EV_suppressed, rnr_why_off(r, source), RULE(locked_scope));
    } else {
        return false;
    }
    return true;
}

static void set_off(rnr_run *r, int source, int sentence, int attacker)
{
    rnr_slot *slot = &r->g->card[source];
    const bool each_turn = sentence_of(r, source, sentence)->each_turn != 0;
    if (stays_silent(r, source, sentence)) {
        return;
    }
    r->g->fired++;
    if (++r->g->triggers > option(r, RNR_OPT_trigger_limit)) {
        rnr_check(r, RNR_TERM_trigger_limit, true, source, RULE(no_endless_play));
        rnr_end_game(r, BRS_SEAT_NONE, RNR_WIN_none, RULE(no_endless_play));
        return;
    }
    slot->used |= (uint8_t)(each_turn ? 1 << sentence : 0);
    uint8_t was_source = r->source, was_sentence = r->sentence, was_effect = r->effect, was_seat = r->seat;
    uint32_t cause = r->cause;
    r->source = (uint8_t)source;
    r->sentence = (uint8_t)sentence;
    r->effect = 0;
    r->seat = slot->controller;
    uint32_t event = rnr_event(r, RNR_EV_trigger, RULE(trigger_window), source, 0, 0, 0);
    r->cause = event != 0 ? event : cause;
    rnr_schedule(r, source, sentence, slot->controller, attacker, 0, RNR_PENDING_TRIGGER);
    r->source = was_source;
    r->sentence = was_sentence;
    r->effect = was_effect;
    r->seat = was_seat;
    r->cause = cause;
}

void rnr_hear(rnr_run *r, const rnr_heard *heard, int n, int attacker)
{
    for (int i = 0; i < n && r->g->over == 0; i++) {
        if (heard[i].held != RNR_TERM_none && !in_play(r->g, heard[i].source)) {
            tell_silent(r, heard[i].source, heard[i].sentence, 0, RNR_EV_suppressed, (rnr_term_id)heard[i].held, RULE(locked_scope));
        } else {
            set_off(r, heard[i].source, heard[i].sentence, attacker);
        }
    }
}

void rnr_fire_heard(rnr_run *r, rnr_on on, int handle, int seat, int attacker)
{
    rnr_heard heard[RNR_MAX_HEARD];
    rnr_hear(r, heard, rnr_listen(r, on, handle, seat, heard, 0), attacker);
}

// ---- effects that hold for a while ---------------------------------------------------------------------------

static void refresh_verbs(rnr_state *g)
{
    g->verbs = 0;
    for (int i = 0; i < g->modifier_count; i++) {
        g->verbs |= g->modifier[i].verb != 0 ? UINT64_C(1) << g->modifier[i].verb : 0;
    }
}

int rnr_add_modifier(rnr_run *r, int source, int sentence, int effect, int controller, const uint8_t *target,
                     int count, int amount, int duration)
{
    rnr_state *g = r->g;
    int at = 0;
    while (at < g->modifier_count && g->modifier[at].verb != 0) {
        at++;
    }
    if (at == RNR_MAX_MODIFIERS) {
        rnr_check(r, RNR_TERM_trigger_limit, true, source, RULE(no_endless_play));
        rnr_end_game(r, BRS_SEAT_NONE, RNR_WIN_none, RULE(no_endless_play));
        return -1;
    }
    const rnr_effect *e = &sentence_of(r, source, sentence)->effect[effect];
    rnr_modifier *m = &g->modifier[at];
    *m = (rnr_modifier){.source = (uint8_t)source, .sentence = (uint8_t)sentence, .effect = (uint8_t)effect,
                        .controller = (uint8_t)controller, .duration = (uint8_t)duration, .verb = e->verb,
                        .count = target != NULL ? (uint8_t)count : 0xFF, .made = g->turn,
                        .amount = (int16_t)amount, .once = duration != RNR_WHILE_IN_PLAY};
    if (target != NULL) {
        memcpy(m->target, target, (size_t)count);
    }
    g->modifier_count = (uint8_t)(g->modifier_count + (at == g->modifier_count));
    g->verbs |= UINT64_C(1) << e->verb;
    g->unsettled = 1;
    m->event = rnr_event(r, RNR_EV_modifier_begins, RULE(while_in_play),
                         source, 0, 0, 0);
    return at;
}

// A Prevent that has served its event. What is being named for that event stays named.
void rnr_use_up_modifier(rnr_run *r, int index)
{
    const uint8_t source = r->source, sentence = r->sentence, nterm = r->nterm, ncheck = r->ncheck;
    r->source = r->g->modifier[index].source;
    r->sentence = r->g->modifier[index].sentence;
    r->nterm = r->ncheck = 0;
    rnr_event(r, RNR_EV_modifier_used, RULE(prevent), r->source, 0, 0, 0);
    r->source = source;
    r->sentence = sentence;
    r->nterm = nterm;
    r->ncheck = ncheck;
    rnr_end_modifier(r, index, false);
}

void rnr_end_modifier(rnr_run *r, int index, bool tell)
{
    rnr_modifier *m = &r->g->modifier[index];
    if (tell) {
        uint8_t source = r->source, sentence = r->sentence;
        uint32_t cause = r->cause;
        r->source = m->source;
        r->sentence = m->sentence;
        r->cause = m->event;
        rnr_event(r, RNR_EV_modifier_ends, RULE(effects_expire), m->source, 0, 0, 0);
        r->source = source;
        r->sentence = sentence;
        r->cause = cause;
    }
    *m = (rnr_modifier){0};
    r->g->unsettled = 1;
    while (r->g->modifier_count > 0 && r->g->modifier[r->g->modifier_count - 1].verb == 0) {
        r->g->modifier_count--;
    }
    refresh_verbs(r->g);
}

static void begin_continuous(rnr_run *r, int handle, int sentence)
{
    const rnr_sentence *s = sentence_of(r, handle, sentence);
    for (int i = 0; i < s->neffect; i++) {
        const rnr_effect *e = &s->effect[i];
        if (e->verb == RNR_FX_COUNTS && e->what.det == RNR_DET_THIS) {
            continue;  // a trait, read from the card itself
        }
        if (rnr_needs_target(e)) {
            rnr_pending p = {.source = (uint8_t)handle, .sentence = (uint8_t)sentence, .effect = (uint8_t)i,
                             .controller = r->g->card[handle].controller, .home = RNR_SEC_COUNT,
                             .flags = RNR_PENDING_ASK, .cause = r->cause, .chain = link_for(r, handle, sentence)};
            add_pending(r, &p);
            continue;
        }
        int amount = rnr_amount_of(r, &e->amount, r->g->card[handle].controller, handle, 0);
        rnr_add_modifier(r, handle, sentence, i, r->g->card[handle].controller, NULL, 0, amount,
                         e->duration == RNR_DURATION_NONE ? RNR_WHILE_IN_PLAY : e->duration);
    }
}

static void begin_own_bypass(rnr_run *r, int handle, int sentence)
{
    const rnr_sentence *s = sentence_of(r, handle, sentence);
    for (int i = 0; i < s->neffect; i++) {
        const rnr_effect *e = &s->effect[i];
        if (e->verb == RNR_FX_BYPASS && e->what.det == RNR_DET_THIS && e->duration == RNR_DURATION_NONE) {
            rnr_add_modifier(r, handle, sentence, i, r->g->card[handle].controller, NULL, 0, 0, RNR_WHILE_IN_PLAY);
        }
    }
}

void rnr_enter_effects(rnr_run *r, int handle)
{
    const rnr_card *card = card_of(r, handle);
    uint8_t source = r->source, sentence = r->sentence, effect = r->effect;
    r->source = (uint8_t)handle;
    r->effect = 0;
    const bool lasts = (card->traits & (RNR_TRAIT_CONTINUOUS | RNR_TRAIT_OWN_BYPASS)) != 0;
    for (int s = 0; lasts && s < card->nsentence; s++) {
        r->sentence = (uint8_t)s;
        if (card->sentence[s].trigger == RNR_TRIGGER_CONTINUOUS) {
            begin_continuous(r, handle, s);
        } else if ((card->traits & RNR_TRAIT_OWN_BYPASS) != 0) {
            begin_own_bypass(r, handle, s);
        }
    }
    r->source = source;
    r->sentence = sentence;
    r->effect = effect;
}

bool rnr_hears_its_lock(const rnr_run *r, const rnr_pending *p)
{
    return (p->flags & RNR_PENDING_TRIGGER) != 0 && sentence_of(r, p->source, p->sentence)->when.on == RNR_ON_LOCKED;
}

// What waits on a card that leaves locked, blocked or dead from a clash is gone (U38, U42).
static void drop_waiting(rnr_run *r, int handle)
{
    const rnr_term_id why = rnr_why_off(r, handle);
    const rnr_rule_id rule = why == RNR_TERM_is_dead ? RULE(aoa_loser) : RULE(activation_locked);
    if (!rnr_locked(r, handle)) {
        return;
    }
    for (int i = 0; i < r->g->pending_count; i++) {
        const rnr_pending *p = &r->g->pending[i];
        if (p->source == handle && (p->flags & RNR_PENDING_DETACHED) == 0 && !rnr_hears_its_lock(r, p)) {
            tell_silent(r, handle, p->sentence, p->effect, RNR_EV_suppressed, why, rule);
            rnr_drop_pending(r, i);
        }
    }
}

// What held only while the card was in play ends with it; so does what waited on a locked card.
void rnr_leave_effects(rnr_run *r, int handle)
{
    drop_waiting(r, handle);
    for (int i = r->g->modifier_count - 1; i >= 0; i--) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb != 0 && m->source == handle && m->duration == RNR_WHILE_IN_PLAY) {
            rnr_end_modifier(r, i, false);
        }
    }
}
