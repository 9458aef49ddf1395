// The state of a game of Revolt N Reign: plain bytes, no pointers; and the run over it.
//
// Cards have handles: seat A's deck is 1..60, seat B's is 61..120, in order of card number. Which
// cards of a seat lie in a zone is one 64-bit mask. A Draw Pile is a count, the mask of cards that may be in it
// (`hidden`) and the few slots at its top whose card is known; a slot gets its card when it is first looked at.
#ifndef RNR_STATE_H
#define RNR_STATE_H

#include <string.h>

#include "broadside/game.h"
#include "cardtext/rnr_cardtext.h"

// ---- names of rows --------------------------------------------------------------------------

typedef enum {
    RNR_RULE_none,
#define RULE(id, rows, title, text) RNR_RULE_##id,
#include "rnr_rules.def"
#undef RULE
    RNR_RULE_COUNT
} rnr_rule_id;
typedef enum {
#define OPTION(id, type, standard, min, max, rule, words, help) RNR_OPT_##id,
#include "rnr_options.def"
#undef OPTION
    RNR_OPT_COUNT
} rnr_option_id;
typedef enum {
#define SECTION(id, title, group, rule, help, step) RNR_SEC_##id,
#include "rnr_sections.def"
#undef SECTION
    RNR_SEC_COUNT
} rnr_section;
typedef enum {
    RNR_Q_none,
#define QUANTITY(id, title, subject, adds) RNR_Q_##id,
#include "rnr_quantities.def"
#undef QUANTITY
    RNR_Q_COUNT
} rnr_quantity_id;
typedef enum {
    RNR_WIN_none,
#define VICTORY(id, title, rule, sentence) RNR_WIN_##id,
#include "rnr_victories.def"
#undef VICTORY
    RNR_WIN_COUNT
} rnr_victory_id;
typedef enum {
    RNR_SLIP_none,
#define SLIP(id, title, rule, sentence) RNR_SLIP_##id,
#include "rnr_slips.def"
#undef SLIP
    RNR_SLIP_COUNT
} rnr_slip_id;
typedef enum {
#define CHOICE(id, sentence) RNR_CH_##id,
#include "rnr_choices.def"
#undef CHOICE
    RNR_CH_COUNT
} rnr_choice_id;
typedef enum {
    RNR_EV_none,
#define EVENT(id, quantity, sentence, question) RNR_EV_##id,
#include "rnr_events.def"
#undef EVENT
    RNR_EV_COUNT
} rnr_event_id;
typedef enum {
    RNR_TERM_none,
#define TERM(id, text) RNR_TERM_##id,
#include "rnr_terms.def"
#undef TERM
    RNR_TERM_COUNT
} rnr_term_id;

typedef enum {
#define PHRASE(id, text) RNR_SAY_##id,
#include "rnr_phrases.def"
#undef PHRASE
    RNR_SAY_COUNT
} rnr_phrase_id;

// RULE(ua_drain): the row of a rule, where a change is made.
#define RULE(id) RNR_RULE_##id

typedef enum { RNR_PILE, RNR_HAND, RNR_UA_AREA, RNR_PILLAR_ZONE, RNR_ACTION_ZONE, RNR_PETITION_STACK,
               RNR_DISCARD_PILE, RNR_EXILE_ZONE, RNR_ZONES } rnr_zone;

// ---- the state -------------------------------------------------------------------------------

enum {
    RNR_DECK = 60,
    RNR_HANDLES = 2 * RNR_DECK + 1,  // 0 is no card
    RNR_MAX_TARGETS = 6,
    RNR_MAX_MODIFIERS = 96,
    RNR_MAX_PENDING = 256,
    RNR_MAX_CHAIN = 512,
    RNR_MAX_FRAMES = 24,
    RNR_MAX_HITS = 64,
    RNR_MAX_DIVISIONS = 8,
    RNR_NO_NUMBER = 0xFFFF,
    RNR_UNSEEN = 0xFD,       // a card that is drawn and that nobody saw
    RNR_LP_TARGET = 0xFE  // a target that is the opponent's LP
};

enum {  // flags of a card
    RNR_DEAD = 1,       // lost its last AP in a clash: acts no more, leaves in 5B
    RNR_SPENT = 2,      // a one-shot Attack that has dealt its damage
    RNR_ATTACKED = 4,   // was attacked this turn
    RNR_STRUCK = 8,     // hit by an attack whose 5A has not come yet
    RNR_PREGAME = 16,   // played before the first turn, until the first Resolve Phase is over
    RNR_FRESH = 32,     // entered play this turn
    RNR_CLASHED = 64,   // took part in a clash this turn
    RNR_FALLEN = 128    // a card without points that was hit: leaves in 5B
};

typedef struct {
    uint16_t number;      // card number in the set
    int16_t points;       // AP or DP, without modifiers
    int16_t marked;       // damage for the next 5A
    uint16_t entered;     // order of entering play, 0 outside play
    uint16_t lock_turn;   // turn in which its Lock took hold, 0: not locked
    uint8_t zone;         // rnr_zone
    uint8_t doubled;      // how often its cost has doubled
    uint8_t controller;
    uint8_t flags;
    uint8_t used;         // sentences used up this turn, a bit each
    uint8_t target;       // declared attack: a handle, 0: none
    uint8_t division;     // row of division[] and 1, when the attack is divided; 0: it is not
    uint8_t clash;        // Attack it was sent against this turn
    uint8_t attacker;     // last card that assigned damage to it
    uint8_t type;         // rnr_type of its card, kept here for the loops
    uint16_t traits;      // RNR_TRAIT_... of its card, likewise
} rnr_slot;

// Cards in play by what they are, as places of play_order, a bit each: what looks for a kind of card need not look at
// all cards. Kept by rnr_state.c and no part of the digest, because it says nothing that cards do not say.
typedef struct {
    uint64_t half[2];
} rnr_places;
enum {
    RNR_PLACES_OF_B = RNR_BILL + 1,  // before it: of each rnr_type; this: the cards that seat B controls
    RNR_PLACES_EACH_TURN, RNR_PLACES_ACTIVATED, RNR_PLACES_YIELD,  // by trait of the card
    RNR_PLACES_HEAR,                 // and on: of the cards that listen for each rnr_on
    RNR_PLACES = RNR_PLACES_HEAR + RNR_ON_COUNT
};

// How a divided attack was declared: its targets, and the points for each but the last, which takes the rest.
typedef struct {
    uint8_t handle;       // 0: the row is free
    uint8_t count, target[RNR_MAX_TARGETS], points[RNR_MAX_TARGETS];
} rnr_division;

// An effect that holds for a while.
typedef struct {
    uint8_t source, sentence, effect;
    uint8_t controller;   // who controlled the source when it began: "you"
    uint8_t duration;     // rnr_duration, never NONE
    uint8_t verb;         // of the effect, 0: the slot is free
    uint8_t count;        // chosen cards in target[]; 0xFF: whatever its selector fits now
    uint8_t once;         // 1: used up by the next event
    uint8_t target[RNR_MAX_TARGETS];
    uint16_t made;        // turn in which it began
    int16_t amount;       // computed when it began
    uint32_t event;       // of the trace that began it; not part of the digest
} rnr_modifier;

// An effect that waits for its step.
typedef struct {
    uint8_t source, sentence, effect, controller;
    uint8_t home;         // section where it happens; RNR_SEC_COUNT: now
    uint8_t flags;        // RNR_PENDING_...
    uint8_t count;        // cards in target[]
    uint8_t attacker;     // "the attacking card"
    uint8_t target[RNR_MAX_TARGETS];
    uint8_t order;        // place in its batch, 0: not yet placed
    uint8_t split;        // divided attack: points for target[0]
    uint16_t x;           // X that was paid
    uint16_t chain;       // its link in the chain of sentences that led here
    uint32_t cause;       // event of the trace that led here; not part of the digest
} rnr_pending;
enum {
    RNR_PENDING_DETACHED = 1,  // its source has left as a cost: a Lock on it no longer matters
    RNR_PENDING_EACH_TURN = 2,
    RNR_PENDING_EARLY = 4,     // at the start of 5C, before its batch
    RNR_PENDING_ASK = 8,       // its targets are asked when its batch is formed
    RNR_PENDING_FORCED = 16,
    RNR_PENDING_TRIGGER = 32,
    RNR_PENDING_NAMED = 64     // targets have been asked
};

typedef struct {
    uint8_t source, sentence;
    uint16_t parent;  // index, 0: none
} rnr_link;

// An addend of damage assigned and not yet applied: only the trace reads it.
typedef struct {
    uint8_t source, target;  // target: a card, or RNR_HANDLES + seat for LP
    uint16_t label, rule;
    int16_t amount;
    uint32_t event;
} rnr_hit;

typedef struct {
    uint8_t proc, step;
    uint16_t arg[3];  // by procedure
    uint16_t x;       // X that was chosen for an ability
} rnr_frame;

typedef enum {
    RNR_ASK_NONE, RNR_ASK_MULLIGAN, RNR_ASK_EQUALIZE, RNR_ASK_PILLAR, RNR_ASK_PLAY, RNR_ASK_CLASH,
    RNR_ASK_TARGET, RNR_ASK_ATTACK, RNR_ASK_X, RNR_ASK_MAY, RNR_ASK_COST, RNR_ASK_OWN, RNR_ASK_ORDER,
    RNR_ASK_DISCARD, RNR_ASK_SPLIT, RNR_ASK_CHANCE
} rnr_question;

typedef struct {
    uint8_t what;    // rnr_question
    uint8_t seat;
    uint8_t source, sentence, effect;
    uint8_t zone;    // OWN: where from
    uint16_t index;  // pending effect, cost item ...
    uint8_t chosen;  // how many so far
    uint8_t may_stop;
} rnr_ask;

typedef struct {
    brs_chance chance;
    rnr_ask ask;
    brs_choice answer;      // kind 0xFF: none
    int32_t lp[2];
    int32_t lp_marked[2];   // Attack Damage to LP for the next 5A
    int16_t ip[2];
    uint16_t turn, entered, triggers, play_decisions;
    uint8_t active, first, section, position;  // position: of the section in the turn
    uint8_t over, winner, reason;
    uint8_t petition_met;   // the check of this turn was met
    uint8_t pillars_played, pregame, mulligans[2];
    uint8_t unknown_hand[2], pile_count[2], top_count[2];
    uint8_t depth, modifier_count, play_count, hit_count;
    uint16_t pending_count, chain_count;
    uint32_t fired;         // triggers of the whole game: for budgets, no part of the game
    uint8_t busy_now;       // a frame is emptying the queue of things that happen at once
    uint8_t now_waits;      // something was put into that queue
    uint8_t unsettled;      // something changed that 5A or 5B may care about
    uint8_t hold;           // an ability is being paid for: nothing happens before it is
    uint8_t dice[2], wall;  // wall: seats whose Defense stood when the damage step began, a bit each
    uint8_t ordered;        // places given in the batch that is being ordered
    uint8_t won;            // seats that win by card text this turn, a bit each
    uint64_t zone[2][RNR_ZONES];  // by owner
    uint64_t hidden[2];     // cards that may be in the Draw Pile (or in unknown hand slots)
    uint64_t stolen[2];     // by owner: cards the other seat controls
    uint64_t missed[2];     // by owner: cards whose next trigger of this turn the table has missed (L25)
    uint64_t seen[2];       // by owner: cards in hand that the opponent has seen
    uint64_t verbs;         // verbs that have a modifier, a bit each
    uint64_t petitioners[2], scrolls[2];  // by owner: cards that count as Petitions outside play; Pillars of Scroll
    uint64_t of_type[2][RNR_BILL + 1];    // by owner: all cards of an rnr_type
    rnr_places places[RNR_PLACES];        // cards in play by kind
    uint8_t struck;         // some card may be RNR_STRUCK; 0: none is, and none is marked
    uint8_t fallen;         // some card may be RNR_FALLEN; 0: none is
    uint8_t locks;          // cards in play that are locked
    uint32_t homes;         // where some effect may wait, a bit each home; 0: none waits there
    uint8_t top[2][RNR_DECK], top_known[2][RNR_DECK];  // known top of the pile; by whom, a bit a seat
    uint8_t play_order[2 * RNR_DECK];     // cards in play, in order of entering
    rnr_slot card[RNR_HANDLES];
    rnr_division division[RNR_MAX_DIVISIONS];
    rnr_frame frame[RNR_MAX_FRAMES];
    rnr_modifier modifier[RNR_MAX_MODIFIERS];
    rnr_hit hit[RNR_MAX_HITS];
    rnr_link chain[RNR_MAX_CHAIN];
    rnr_pending pending[RNR_MAX_PENDING];  // last: copies stop at the used length
} rnr_state;

// ---- the run: a state, what it is played with, and what is being done just now -----------------------

typedef struct {
    const brs_setup *setup;
    const rnr_card *cards;
    const int32_t *opt;
    rnr_state *g;
    brs_trace *trace;
    uint32_t cause;                      // event that leads to the next ones
    uint8_t source, sentence, effect;    // whose text is acting; 0: the rules
    uint8_t seat;                        // whose doing
    uint8_t nterm, ncheck;
    uint16_t chain;                      // link of the sentence that is acting
    struct rnr_notes *notes;             // with a trace: what was named for the next event
} rnr_run;

typedef struct rnr_notes {
    brs_term term[32];
    brs_check check[16];
} rnr_notes;

static inline const rnr_card *card_of(const rnr_run *r, int handle)
{
    return &r->cards[r->g->card[handle].number];
}

static inline const rnr_sentence *sentence_of(const rnr_run *r, int handle, int sentence)
{
    return &card_of(r, handle)->sentence[sentence];
}

static inline int owner_of(int handle)
{
    return handle > RNR_DECK;
}

static inline uint64_t bit_of(int handle)
{
    return UINT64_C(1) << (handle > RNR_DECK ? handle - RNR_DECK - 1 : handle - 1);
}

static inline int handle_at(int owner, int bit)
{
    return owner * RNR_DECK + bit + 1;
}

static inline bool in_play_zone(int zone)
{
    return zone >= RNR_UA_AREA && zone <= RNR_PETITION_STACK;
}

static inline bool in_play(const rnr_state *g, int handle)
{
    return handle > 0 && handle < RNR_HANDLES && in_play_zone(g->card[handle].zone);
}

// ---- cards in play by kind: for (rnr_walk w = rnr_walk_over(places); rnr_walk_on(g, &w, &handle);) -------------------

typedef struct {
    uint64_t now, later;
    int base;
} rnr_walk;

static inline rnr_walk rnr_walk_over(rnr_places places)
{
    return (rnr_walk){places.half[0], places.half[1], 0};
}

// The next place in order of entering play; false at the end.
static inline bool rnr_walk_place(rnr_walk *w, int *place)
{
    if (w->now == 0) {
        if (w->later == 0) {
            return false;
        }
        w->now = w->later;
        w->later = 0;
        w->base = 64;
    }
    *place = w->base + __builtin_ctzll(w->now);
    w->now &= w->now - 1;
    return true;
}

static inline bool rnr_walk_on(const rnr_state *g, rnr_walk *w, int *handle)
{
    int place = 0;
    const bool more = rnr_walk_place(w, &place);
    *handle = more ? g->play_order[place] : 0;
    return more;
}

static inline rnr_places rnr_places_both(rnr_places a, rnr_places b)
{
    return (rnr_places){{a.half[0] | b.half[0], a.half[1] | b.half[1]}};
}

// Those of a set that a seat controls.
static inline rnr_places rnr_places_of(const rnr_state *g, rnr_places set, int seat)
{
    const rnr_places *b = &g->places[RNR_PLACES_OF_B];
    const uint64_t flip = seat == 0 ? ~UINT64_C(0) : 0;
    return (rnr_places){{set.half[0] & (b->half[0] ^ flip), set.half[1] & (b->half[1] ^ flip)}};
}

static inline rnr_places rnr_places_of_type(const rnr_state *g, int type, int seat)
{
    return rnr_places_of(g, g->places[type], seat);
}

static inline bool rnr_no_places(rnr_places set)
{
    return (set.half[0] | set.half[1]) == 0;
}

static inline int option(const rnr_run *r, rnr_option_id id)
{
    return r->opt[id];
}

static inline bool has_flag(const rnr_state *g, int handle, int flag)
{
    return (g->card[handle].flags & flag) != 0;
}

// ---- rnr_state.c: the only writers; each emits one event -------------------------------------------

// Cold: what only a trace wants lies apart, so that the code of a bare game stays together.
__attribute__((cold)) void rnr_note_term(rnr_run *r, rnr_term_id label, int32_t value, int card, rnr_rule_id rule);
__attribute__((cold)) void rnr_note_check(rnr_run *r, rnr_term_id label, bool passed, int card, rnr_rule_id rule);
__attribute__((cold)) uint32_t rnr_note_event(rnr_run *r, rnr_event_id kind, rnr_rule_id rule, int32_t a, int32_t b, int32_t c, int32_t d);

// Begins an event: the addends and the conditions named before it belong to it. Without a trace nothing is noted.
static inline void rnr_term(rnr_run *r, rnr_term_id label, int32_t value, int card, rnr_rule_id rule)
{
    if (r->trace != NULL) {
        rnr_note_term(r, label, value, card, rule);
    }
}

static inline void rnr_check(rnr_run *r, rnr_term_id label, bool passed, int card, rnr_rule_id rule)
{
    if (r->trace != NULL) {
        rnr_note_check(r, label, passed, card, rule);
    }
}

static inline uint32_t rnr_event(rnr_run *r, rnr_event_id kind, rnr_rule_id rule, int32_t a, int32_t b, int32_t c, int32_t d)
{
    return r->trace != NULL ? rnr_note_event(r, kind, rule, a, b, c, d) : 0;
}

// Each writer takes the rule it acts under. Without terms named before, the change is one term of the acting card.
void rnr_set_lp(rnr_run *r, int seat, int32_t delta, rnr_event_id kind, rnr_rule_id rule);
void rnr_set_ip(rnr_run *r, int seat, int32_t delta, rnr_event_id kind, rnr_rule_id rule, int about);
void rnr_set_points(rnr_run *r, int handle, int32_t delta, rnr_event_id kind, rnr_rule_id rule);
void rnr_move(rnr_run *r, int handle, int zone, rnr_event_id kind, rnr_rule_id rule);
void rnr_set_controller(rnr_run *r, int handle, int seat, rnr_event_id kind, rnr_rule_id rule);
void rnr_set_lock(rnr_run *r, int handle, bool locked, rnr_event_id kind, rnr_rule_id rule);
void rnr_double(rnr_run *r, int handle, rnr_rule_id rule);
void rnr_end_game(rnr_run *r, int winner, rnr_victory_id reason, rnr_rule_id rule);

// Draws, lazily: the card that the next draw gives, or -1 when chance was asked. 0: the pile is empty. RNR_UNSEEN: a
// recorded game does not say (only where rnr_may_be_unseen).
int rnr_next_card(rnr_run *r, int seat);
// The card at a place of the pile (0 = top), fixed from now on; `viewers`: seats that see it, a bit each.
int rnr_look_at_slot(rnr_run *r, int seat, int place, int viewers);

// ---- rnr_query.c: what is true now ---------------------------------------------------------------------

rnr_term_id rnr_why_off(const rnr_run *r, int handle);    // of a locked card: what it is
bool rnr_locked_before(const rnr_run *r, int handle);     // and was so before Step 1 of this turn
bool rnr_is_petition(const rnr_run *r, int handle);
bool rnr_petition_outside(const rnr_run *r, int handle, int where);
bool rnr_has_points_of(const rnr_run *r, int handle, int resource);  // AP: Attacks; DP: Defenses and UAs
bool rnr_stays_as_petition(const rnr_run *r, int handle);  // it counts in play, not only in another zone
bool rnr_fits(const rnr_run *r, const rnr_selector *what, int who_seat, int source, int handle);
uint64_t rnr_controlled(const rnr_state *g, int seat, int zone, int owner);
int rnr_count(const rnr_run *r, const rnr_selector *what, int you, int source);
bool rnr_tests_pass(rnr_run *r, const rnr_sentence *s, int you, int source);
int rnr_amount_of(const rnr_run *r, const rnr_amount *amount, int you, int source, int x);
int rnr_ip_cost(rnr_run *r, int handle, bool aoa);           // IP to play it now; names terms when tracing
uint16_t rnr_rule_of_effect(int verb);
bool rnr_pays_by_discard(const rnr_sentence *s);           // "Discard this card" is in its cost
// rnr_compile_set, and in each card what the engine would else look up in its sentences (listens, traits ...).
bool rnr_make_set(brs_str text, const char *file, brs_arena *arena, brs_card_set *out, brs_report report);
// A seat of "you", "Opponent" or the default for a selector of this effect.
int rnr_seat_of(const rnr_run *r, int who, int you, const rnr_effect *e, int source);
// Cards a controller may name for an effect; canonical order. Returns how many.
int rnr_candidates(const rnr_run *r, const rnr_effect *e, int you, int source, bool naming, uint8_t *out, int cap);
// True when a Block stops a flow outright; *by: the card.
bool rnr_flow_blocked(const rnr_run *r, rnr_flow flow, int seat, int handle, int *by);

bool rnr_is_about(const rnr_run *r, const rnr_modifier *m, rnr_flow flow, int seat, int handle);
const rnr_effect *rnr_effect_of(const rnr_run *r, const rnr_modifier *m);
bool rnr_modifier_holds(const rnr_run *r, const rnr_modifier *m);
bool rnr_modifier_covers(const rnr_run *r, const rnr_modifier *m, int handle);

// Most questions have a quick answer, because no modifier that could matter is there; the rest is looked up.
int rnr_points_by_modifiers(const rnr_run *r, int handle);
bool rnr_locked_by_modifiers(const rnr_run *r, int handle);
bool rnr_disabled_by_modifiers(const rnr_run *r, int handle);
bool rnr_blocked_by_modifiers(const rnr_run *r, int seat, rnr_gerund what, int handle, int *by);
int rnr_flow_by_modifiers(rnr_run *r, rnr_flow flow, int seat, int handle, int amount, int source);
// The first modifier of a verb and word that covers a card; *by, if not NULL: the card it comes from.
bool rnr_covered(const rnr_run *r, int verb, int word, int handle, int *by);

// Is there a modifier of this verb?
static inline bool rnr_may_hold(const rnr_run *r, int verb)
{
    return (r->g->verbs >> verb & 1) != 0;
}

// AP or DP with modifiers, not below 0.
static inline int rnr_points(const rnr_run *r, int handle)
{
    const rnr_slot *slot = &r->g->card[handle];
    const bool plain = (slot->traits & RNR_TRAIT_COUNTED) == 0 && !rnr_may_hold(r, RNR_FX_POINTS) && !rnr_may_hold(r, RNR_FX_POINTS_LOSE);
    return !plain ? rnr_points_by_modifiers(r, handle) : slot->points < 0 ? 0 : slot->points;
}

// Locked, blocked or dead: it does nothing.
static inline bool rnr_locked(const rnr_run *r, int handle)
{
    const rnr_slot *slot = &r->g->card[handle];
    return (slot->flags & RNR_DEAD) != 0 ||
           ((slot->lock_turn != 0 || rnr_may_hold(r, RNR_FX_BLOCK_CARD)) && rnr_locked_by_modifiers(r, handle));
}

// Its lasting and repeating sentences rest.
static inline bool rnr_disabled(const rnr_run *r, int handle)
{
    return rnr_may_hold(r, RNR_FX_DISABLE) && rnr_disabled_by_modifiers(r, handle);
}

static inline bool rnr_barred_from(const rnr_run *r, int handle, rnr_barred what, int *by)
{
    return rnr_may_hold(r, RNR_FX_CANNOT) && rnr_covered(r, RNR_FX_CANNOT, (int)what, handle, by);
}

static inline bool rnr_immune(const rnr_run *r, int handle, rnr_threat threat, int *by)
{
    return rnr_may_hold(r, RNR_FX_IMMUNE) && rnr_covered(r, RNR_FX_IMMUNE, (int)threat, handle, by);
}

static inline bool rnr_bypasses(const rnr_run *r, int handle, rnr_wall wall, int *by)
{
    return rnr_may_hold(r, RNR_FX_BYPASS) && rnr_covered(r, RNR_FX_BYPASS, (int)wall, handle, by);
}

// From being discarded.
static inline bool rnr_protected(const rnr_run *r, int handle, int *by)
{
    return rnr_may_hold(r, RNR_FX_PROTECT) && rnr_covered(r, RNR_FX_PROTECT, 0, handle, by);
}

static inline bool rnr_blocked_from(const rnr_run *r, int seat, rnr_gerund what, int handle, int *by)
{
    return rnr_may_hold(r, RNR_FX_BLOCK_ACTION) && rnr_blocked_by_modifiers(r, seat, what, handle, by);
}

static inline bool rnr_can_defend(const rnr_run *r, int handle)
{
    return r->g->card[handle].type == RNR_DEFENSE && rnr_points(r, handle) > 0 && !rnr_locked(r, handle) &&
           !rnr_barred_from(r, handle, RNR_BAR_DEFEND, NULL);
}

// Changes an amount by what modifies its flow (Block, Increase, Reduce, Prevent), naming terms; uses up Prevents.
static inline int rnr_flow_amount(rnr_run *r, rnr_flow flow, int seat, int handle, int amount, int source)
{
    const uint64_t verbs = UINT64_C(1) << RNR_FX_BLOCK_FLOW | UINT64_C(1) << RNR_FX_INCREASE | UINT64_C(1) << RNR_FX_REDUCE |
                           UINT64_C(1) << RNR_FX_PREVENT;
    return (r->g->verbs & verbs) == 0 ? amount : rnr_flow_by_modifiers(r, flow, seat, handle, amount, source);
}

// How long an effect lasts, its own words or the default (rnr_explain.c). stays: a Rights that counts as a Petition.
rnr_duration rnr_lasts(const rnr_card *card, bool stays, const rnr_effect *e);
// Every default of a sentence made explicit: nodes "explain" {text}, id = the rule that says so.
void rnr_explain(const brs_game_def *game, const rnr_card *card, int sentence, const brs_viewer *v);

// ---- rnr_trigger.c: what sets off what -------------------------------------------------------------------

// Fires "when ..." sentences: of `handle` itself and of cards in play that listen. seat: the player concerned.
void rnr_fire_heard(rnr_run *r, rnr_on on, int handle, int seat, int attacker);

static inline void rnr_fire(rnr_run *r, rnr_on on, int handle, int seat, int attacker)
{
    if (!rnr_no_places(r->g->places[RNR_PLACES_HEAR + on]) || (handle != 0 && (card_of(r, handle)->listens >> on & 1) != 0)) {
        rnr_fire_heard(r, on, handle, seat, attacker);
    }
}

// The same in two acts, for cards that leave: who hears it is settled before they go (U22), the effects come after.
typedef struct {
    uint8_t source, sentence;
    uint16_t held;  // rnr_term_id: what held the card when it left; none: nothing
} rnr_heard;
enum { RNR_MAX_HEARD = 64 };
int rnr_listen(const rnr_run *r, rnr_on on, int handle, int seat, rnr_heard *out, int n);
// Of those from `first` on, which a Lock or Block holds: once they have left they would be free of it, and they set off
// nothing (GL:225). `destroyed`: the card whose destruction they heard; 0: it leaves otherwise. The new n: under the old
// value of `held_card_leaves` a card that is destroyed is taken off the list, as ever.
int rnr_note_held(const rnr_run *r, int destroyed, rnr_heard *heard, int first, int n);
void rnr_hear(rnr_run *r, const rnr_heard *heard, int n, int attacker);
// Puts a sentence's effects into the queue; returns the index of the first, -1 when the queue is full.
int rnr_schedule(rnr_run *r, int source, int sentence, int controller, int attacker, int x, int flags);
int rnr_home_of(const rnr_run *r, const rnr_effect *e, int flags);
int rnr_position(const rnr_run *r, int section);
void rnr_drop_pending(rnr_run *r, int index);
void rnr_compact_pending(rnr_state *g);
int rnr_add_modifier(rnr_run *r, int source, int sentence, int effect, int controller, const uint8_t *target,
                     int count, int amount, int duration);
void rnr_use_up_modifier(rnr_run *r, int index);
void rnr_end_modifier(rnr_run *r, int index, bool tell);
void rnr_enter_effects(rnr_run *r, int handle);  // continuous sentences begin
void rnr_leave_effects(rnr_run *r, int handle);
bool rnr_needs_target(const rnr_effect *e);
bool rnr_hears_its_lock(const rnr_run *r, const rnr_pending *p);  // set off by the Lock on its own card (U17)
bool rnr_asks(const rnr_selector *what);  // does a noun phrase leave a choice?
int rnr_modifier_amount(const rnr_run *r, const rnr_modifier *m);

// Cards that may be named for an effect besides those chosen so far; `second`: the new target of a redirect.
int rnr_target_list(const rnr_run *r, const rnr_pending *p, uint8_t *out, int cap);
rnr_division *rnr_division_of(rnr_state *g, int handle);  // NULL: its attack is not divided
int rnr_aim_list(const rnr_run *r, int handle, uint8_t *out, int cap);
int rnr_targets_wanted(const rnr_effect *e);
// Are all of these cards that only a hand's unknown slot may be? Then the hand may hold none of them.
bool rnr_may_be_none(const rnr_run *r, const rnr_selector *what, const uint8_t *cards, int n);
// Own cards from which a player chooses as an effect happens: to discard or sacrifice.
int rnr_own_list(const rnr_run *r, uint8_t *out, int cap);

// ---- rnr_fx.c ------------------------------------------------------------------------------------------------

typedef enum { RNR_NEXT, RNR_AGAIN, RNR_POP, RNR_WAIT } rnr_flow_result;
// Runs one waiting effect; called again until it returns RNR_NEXT. f->arg[1] and [2] are its own counters.
rnr_flow_result rnr_run_effect(rnr_run *r, rnr_frame *f, rnr_pending *p);

int rnr_gain_ip(rnr_run *r, int seat, int amount, rnr_event_id kind, rnr_rule_id rule);  // what was gained
void rnr_discard(rnr_run *r, int handle, rnr_rule_id rule);
void rnr_bill_home(rnr_run *r, int handle, rnr_event_id kind, bool resolved);
void rnr_sacrifice(rnr_run *r, int handle);
void rnr_exile(rnr_run *r, int handle);
int rnr_zone_of_type(int type);

// ---- rnr_damage.c --------------------------------------------------------------------------------------------

void rnr_attack_step(rnr_run *r, int sides);                  // attacks of the damage step, a bit for each seat
void rnr_assign(rnr_run *r, int source, int target, int amount, int you);
void rnr_attack_with(rnr_run *r, const rnr_pending *p, const rnr_effect *e, int amount);
int rnr_fallback(const rnr_run *r, const rnr_effect *e, int source, int you);
bool rnr_may_hit(const rnr_run *r, int source, int target, int you, bool class_attack);
bool rnr_will_attack(const rnr_run *r, int handle);
rnr_flow_result rnr_clash_step(rnr_run *r);
// rnr_cleanup.c
bool rnr_apply_damage(rnr_run *r);                            // 5A; true when something changed
bool rnr_clear_fallen(rnr_run *r);                            // 5B; true when something left
void rnr_destroy(rnr_run *r, int handle, rnr_event_id kind, rnr_rule_id rule);

// ---- rnr_win.c -------------------------------------------------------------------------------------------------

int rnr_petitions(rnr_run *r, int seat);
int rnr_scroll_pillars(rnr_run *r, int seat);
void rnr_petition_check(rnr_run *r);
void rnr_attack_victory_check(rnr_run *r);
void rnr_victory_check(rnr_run *r);

// ---- rnr_flow.c --------------------------------------------------------------------------------------------------

enum {  // how a card is played
    RNR_PLAY_NORMAL, RNR_PLAY_PILLAR, RNR_PLAY_EQUALIZE, RNR_PLAY_AOA
};
void rnr_begin(rnr_run *r);
void rnr_continue(rnr_run *r);  // runs until a question or the end
void rnr_reveal_from_hand(rnr_run *r, brs_choice choice);  // before its answer is given
void rnr_push(rnr_run *r, int proc, int a, int b, int c);
void rnr_push_draw(rnr_run *r, int seat, int count);
bool rnr_may_be_unseen(const rnr_state *g);
void rnr_push_declare(rnr_run *r, int first, int end);
void rnr_ask_seat(rnr_run *r, rnr_question what, int seat);
bool rnr_take_answer(rnr_run *r, brs_choice *out);

// ---- rnr_choice.c ------------------------------------------------------------------------------------------------

int rnr_choices(const rnr_run *r, brs_choice *out, int cap);
int rnr_refused(const rnr_run *r, brs_refusal *out, int cap);
rnr_rule_id rnr_why_not_play(rnr_run *r, int seat, int handle, int how);
rnr_rule_id rnr_why_not_activate(rnr_run *r, int seat, int handle, int sentence);
rnr_rule_id rnr_why_not_give_up(const rnr_run *r, int cost_kind, int handle);  // to pay a cost

// What the refusals ask of the lists: a hand without equals, opposing Attacks that are free to be challenged, whether
// a card stands ready to be sent to a clash, the most X that can be paid.
int rnr_hand_of(const rnr_run *r, int seat, uint8_t *out);
bool rnr_clash_targets(const rnr_run *r, int seat, int handle, uint8_t *out, int *n);
bool rnr_stands_to_attack(const rnr_run *r, int seat, int handle);
int rnr_most_x(const rnr_run *r);
rnr_rule_id rnr_why_not_clash(rnr_run *r, int seat, int handle);
bool rnr_is_play_legal(rnr_run *r, brs_choice choice);  // of the Play Phase's question
uint64_t rnr_hand_candidates(const rnr_state *g, int seat);

// ---- rnr_deck.c, rnr_view.c, rnr_observe.c ---------------------------------------------------------------------------

bool rnr_check_deck(const brs_edition *edition, const brs_options *options, const brs_card_set *set,
                    const brs_deck *deck, brs_report report);
void rnr_view(const brs_setup *setup, const void *state, int seat, const brs_viewer *viewer);
void rnr_card_view(const brs_game_def *game, const brs_card_set *set, int card, const brs_viewer *viewer);
brs_str rnr_card_slug(const brs_card_set *set, int card);
int rnr_sentence_for(const brs_setup *setup, const brs_event *event, uint16_t label, int handle);
int rnr_facts(const brs_setup *setup, const void *state, brs_fact *out, int cap);
uint64_t rnr_digest(const brs_setup *setup, const void *state);
void rnr_observe(const brs_setup *setup, const void *state, int seat, void *out);
bool rnr_knows(const brs_setup *setup, const void *state, brs_choice choice, int seat);
void rnr_resample(const brs_setup *setup, void *state, uint64_t seed);
int32_t rnr_evaluate(const brs_setup *setup, const void *state, int seat);
int32_t rnr_prospect(const brs_setup *setup, const void *state, int seat);  // rnr_prospect.c
int rnr_advise(const brs_setup *setup, const void *state, const brs_choice *choices, int n);  // rnr_advise.c
extern const brs_balance rnr_balance;  // rnr_balance.c
int rnr_slips(const brs_setup *setup, const brs_trace *trace, brs_slip *out, int cap);
enum { RNR_MODELS = 4, RNR_KEY_WORTH = 1, RNR_KEY_THUMB = 2 };
extern const brs_model rnr_models[RNR_MODELS];  // rnr_rank.c
extern const brs_shorthand rnr_shorthand;
int rnr_rank(const brs_setup *setup, const void *state, int key, const brs_choice *choices, int n, int32_t *out);
rnr_run rnr_look(const brs_setup *setup, const void *state);  // a run that only reads
extern const brs_verb rnr_verbs[];  // rnr_notation.c
void rnr_spell(const brs_setup *setup, const void *state, brs_choice choice, brs_spelling *out);
bool rnr_measure(const brs_setup *setup, const void *state, brs_str check, brs_measure *out, brs_err *err);
int rnr_shortfall(const brs_setup *setup, const void *state, const brs_refusal *refusal, char *out, int cap);
int rnr_asker(const brs_setup *setup, const void *state);
int rnr_place_of(const brs_setup *setup, const void *state, int handle, char *out, int cap);
int rnr_veil(const brs_setup *setup, const brs_event *event, int seat, char *out, int cap);
bool rnr_is_kind(const brs_setup *setup, int handle, brs_str kind);
int rnr_print_choice(const brs_setup *setup, const void *state, brs_choice choice, char *out, int cap);

#endif
