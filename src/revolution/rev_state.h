// The state of a game of Revolution: plain bytes, no pointers; and the run over it.
//
// Suits do not matter, so a hand is a count of each rank. A card handle names a set: how many of which rank.
// The pack is dealt lazily: `pool` holds what has not been dealt yet, and a card is drawn from it when its hand is
// taken up. In the state as one seat may know it, `pool` also holds the hidden cards of the others, and
// `unknown` says how many of them each holds.
#ifndef REV_STATE_H
#define REV_STATE_H

#include "broadside/game.h"

// ---- names of rows --------------------------------------------------------------------------

typedef enum {
    REV_RULE_none,
#define RULE(id, rows, title, text) REV_RULE_##id,
#include "rev_rules.def"
#undef RULE
    REV_RULE_COUNT
} rev_rule_id;
typedef enum {
#define OPTION(id, type, standard, min, max, rule, words, help) REV_OPT_##id,
#include "rev_options.def"
#undef OPTION
    REV_OPT_COUNT
} rev_option_id;
typedef enum {
#define SECTION(id, title, group, rule, help) REV_SEC_##id,
#include "rev_sections.def"
#undef SECTION
    REV_SEC_COUNT
} rev_section;
typedef enum {
    REV_Q_none,
#define QUANTITY(id, title, subject, adds) REV_Q_##id,
#include "rev_quantities.def"
#undef QUANTITY
    REV_Q_COUNT
} rev_quantity_id;
typedef enum {
    REV_WIN_none,
#define VICTORY(id, title, rule, sentence) REV_WIN_##id,
#include "rev_victories.def"
#undef VICTORY
    REV_WIN_COUNT
} rev_victory_id;
typedef enum {
#define CHOICE(id, sentence) REV_CH_##id,
#include "rev_choices.def"
#undef CHOICE
    REV_CH_COUNT
} rev_choice_id;
typedef enum {
    REV_EV_none,
#define EVENT(id, quantity, sentence, question) REV_EV_##id,
#include "rev_events.def"
#undef EVENT
    REV_EV_COUNT
} rev_event_id;
typedef enum {
    REV_TERM_none,
#define TERM(id, text) REV_TERM_##id,
#include "rev_terms.def"
#undef TERM
    REV_TERM_COUNT
} rev_term_id;

typedef enum {
#define PHRASE(id, text) REV_SAY_##id,
#include "rev_phrases.def"
#undef PHRASE
    REV_SAY_COUNT
} rev_phrase_id;

// RULE(pass): the row of a rule, where a change is made.
#define RULE(id) REV_RULE_##id

// ---- cards ---------------------------------------------------------------------------------------

enum {
    REV_SEATS = 12,
    REV_THREE = 0, REV_ACE = 11, REV_TWO = 12, REV_JOKER = 13,  // ranks: 3, 4 ... king, ace, two, joker
    REV_RANKS = 14,
    REV_MAX_SET = 12,                                           // cards of one rank in three packs
    REV_HANDLES = 16 * (REV_MAX_SET + 1),
    REV_UNIT = 1000                                             // trick 5 of round 2 is unit 2005
};

static inline int set_of(int count, int rank)
{
    return 16 * count + rank;
}

static inline int count_in(int handle)
{
    return handle / 16;
}

static inline int rank_in(int handle)
{
    return handle % 16;
}

// What a card counts; a joker has no value and is never asked for one.
static inline int value_of(int rank)
{
    return rank + 3;
}

static inline int total_of(int count, int rank)
{
    return count * value_of(rank);
}

// ---- the state -------------------------------------------------------------------------------

typedef enum { REV_DEAL, REV_PICK, REV_POWERS, REV_PLAY, REV_OVER } rev_phase;

typedef enum {
    REV_ASK_NONE, REV_ASK_PICK, REV_ASK_POWER, REV_ASK_REQUEST, REV_ASK_RETURN, REV_ASK_ACCEPT, REV_ASK_TURN,
    REV_ASK_CHANCE
} rev_question;

enum { REV_CHANCE_DEAL, REV_CHANCE_BLIND, REV_PURPOSES };  // streams: by purpose and the seat that gets the card
enum { REV_CHANCE_TAX = REV_PURPOSES };  // the best card of a hand that nobody saw: only a record answers, so it has no stream

enum { REV_NOBODY = 0xFF, REV_NO_CEILING = 0xFF, REV_UNSEEN = REV_RANKS };  // UNSEEN: dealt, and nobody saw what

typedef struct {
    brs_chance chance;
    brs_choice answer;
    uint16_t round, trick;      // trick 0: before the first of the round
    uint8_t phase, step;        // rev_phase; step within the phase
    uint8_t ask, asked;         // rev_question and the seat that is asked
    uint8_t answered;           // the answer waits to be taken
    uint8_t section;
    uint8_t seats, packs, jokers;
    uint8_t over, winner;

    uint8_t direction;          // 0: to the left (seats count up), 1: to the right
    uint8_t turn, last;         // whose turn; who played last, REV_NOBODY on a fresh table
    uint8_t count, rank;        // what lies there; count 0: nothing
    uint8_t out;                // players who are out this round
    uint16_t locked;            // out of this trick by the stricter custom of passing, a bit each
    uint8_t place[REV_SEATS];   // by seat: when it went out this round, 0: still in
    uint8_t held[REV_SEATS];    // by seat: its rank, 1 = King; 0: none yet

    uint16_t picked;            // hands that have been taken, a bit each
    uint8_t to_deal;            // cards that the hand at hand still gets
    uint8_t pair;               // of the exchange
    uint8_t taken, given;       // cards of the tax taken; given back or asked for so far
    uint8_t least;              // lowest rank that the next return or request may name
    uint8_t offer;              // the Baron's card, rank
    uint8_t asked_for[2];       // by the taxed player: 1 + rank, 0: nothing
    uint8_t drawn[2];           // of the blind exchange, by drawer: 1 + rank, 0: not yet
    uint8_t taxed[2];           // taken by the taxer: 1 + rank, 0: nothing; these may not be given back

    uint8_t hand_count[REV_SEATS];
    uint8_t unknown[REV_SEATS];             // hidden cards of the hand, in a seat's view of the table
    uint8_t ceiling[REV_SEATS];             // no hidden card of this hand is higher: what a taxer learns
    uint8_t pool[REV_RANKS];
    uint8_t hand[REV_SEATS][REV_RANKS];     // cards that are known to be there
    uint8_t known[REV_SEATS][REV_RANKS];    // what each seat knows of its partner's hand
    uint8_t partner[REV_SEATS];             // of the exchange, REV_NOBODY: none
} rev_state;

// ---- ranks of players ------------------------------------------------------------------------------

typedef enum {
    REV_KING, REV_QUEEN, REV_PRINCE, REV_DUKE, REV_BARON, REV_COMMONER, REV_KNIGHT, REV_SQUIRE, REV_THANE, REV_SERF,
    REV_DUNG, REV_TITLES
} rev_title;

enum { REV_PAIRS = 5 };

// Title of a place (0 = first) at a table of so many players.
rev_title rev_title_at(int seats, int place);
// The seat of a place in the ranking (0 = King); the seat that holds a title, REV_NOBODY when there is none.
int rev_ranked_at(const rev_state *g, int place);
int rev_holder(const rev_state *g, rev_title title);
// The word for a title, a row of the terms.
static inline int rev_word(rev_title title)
{
    return REV_TERM_king + (int)title;
}

// Who acts on whom in the exchange, in order.
typedef struct {
    uint8_t upper, lower;  // rev_title
    uint8_t section;
    uint8_t tax;           // cards that are taken, 0: no tax
    uint16_t rule;
} rev_pair;
const rev_pair *rev_pair_at(int pair);
// Notes who is whose partner this round.
void rev_set_partners(rev_state *g);

// ---- the run: a state, what it is played with, and what is being done just now -----------------------

typedef struct {
    brs_term term[8];
    brs_check check[8];
    uint8_t nterm, ncheck;
} rev_notes;

typedef struct {
    const brs_setup *setup;
    const int32_t *opt;
    rev_state *g;
    brs_trace *trace;
    uint32_t cause;    // event that leads to the next ones
    uint8_t seat;      // whose doing
    rev_notes *notes;  // what was named for the next event; NULL without a trace
} rev_run;

static inline int option(const rev_run *r, rev_option_id id)
{
    return r->opt[id];
}

static inline bool is_in(const rev_state *g, int seat)
{
    return g->place[seat] == 0;
}

// ---- rev_state.c: the only writers; each emits one event ------------------------------------------------

// Terms and checks named before an event belong to it.
void rev_term(rev_run *r, rev_term_id label, int value, int card, rev_rule_id rule);
void rev_check(rev_run *r, rev_term_id label, bool passed, int card, rev_rule_id rule);
uint32_t rev_event(rev_run *r, rev_event_id kind, rev_rule_id rule, int a, int b, int c, int d);

// Cards into and out of a hand. The count of the hand changes with the event; the terms named before say how.
void rev_count_hand(rev_run *r, int seat, int count, rev_event_id kind, rev_rule_id rule, int more);
// What leaves a hand is no longer there for those who knew of it.
void rev_take_out(rev_run *r, int seat, int set, rev_event_id kind, rev_rule_id rule, rev_term_id why);
void rev_take_in(rev_run *r, int seat, int rank, rev_rule_id rule);
// What lies on the table from now on: a set, or nothing (0).
uint32_t rev_lay(rev_run *r, int set, rev_event_id kind, rev_rule_id rule);
uint32_t rev_turn_round(rev_run *r, int direction, rev_event_id kind, rev_rule_id rule);
void rev_give_rank(rev_run *r, int seat, int place, rev_rule_id rule);
void rev_begin_section(rev_run *r, int section);

// A card drawn at random from so many of each rank; -1: chance was asked.
int rev_draw(rev_run *r, int purpose, int seat, const uint8_t from[REV_RANKS]);

// ---- rev_choice.c -----------------------------------------------------------------------------------------

int rev_choices(const rev_run *r, brs_choice *out, int cap);
int rev_refused(const rev_run *r, brs_refusal *out, int cap);
// The rule against a choice, 0 when it is legal.
uint16_t rev_why_not(const rev_run *r, brs_choice choice);
int rev_print_choice(const brs_setup *setup, const void *state, brs_choice choice, char *out, int cap);
int rev_read_statement(const brs_setup *setup, const void *state, brs_str line, brs_choice *out, int cap, brs_err *err);
extern const brs_verb rev_verbs[];  // rev_notation.c
void rev_spell(const brs_setup *setup, const void *state, brs_choice choice, brs_spelling *out);
bool rev_pose(const brs_setup *setup, const brs_trace *trace, const brs_event *event, brs_pose *out);
bool rev_measure(const brs_setup *setup, const void *state, brs_str check, brs_measure *out, brs_err *err);
int rev_marks(const brs_setup *setup, const void *before, const void *after, brs_choice choice, char *out, int cap);
int rev_veil(const brs_setup *setup, const brs_event *event, int seat, char *out, int cap);
int rev_turn_seat(const void *state);
int rev_rewrite(const brs_setup *setup, const void *state, brs_str line, char *out, int cap, brs_err *err);
int rev_gather(const brs_setup *setup, const void *state, brs_str line, char *out, int cap);
int rev_print_set(int handle, char *out, int cap);
int rev_advise(const brs_setup *setup, const void *state, const brs_choice *choices, int n);  // rev_advise.c

// ---- rev_rank.c -------------------------------------------------------------------------------------------

enum { REV_MODELS = 4, REV_KEY_SHED = 1, REV_KEY_THUMB = 2 };
extern const brs_model rev_models[REV_MODELS];
extern const brs_shorthand rev_shorthand;
int rev_rank(const brs_setup *setup, const void *state, int key, const brs_choice *choices, int n, int32_t *out);
// What rules of thumb think of each choice: more is better (rev_advise.c).
void rev_worth(const rev_state *g, const brs_choice *choices, int n, int32_t *worth);

// ---- rev_flow.c, rev_exchange.c ----------------------------------------------------------------------------

void rev_begin(rev_run *r);
void rev_continue(rev_run *r);
// The next trick: a seat leads, and the reason why.
void rev_begin_lead(rev_run *r, int seat, rev_term_id why, rev_rule_id rule);
// The exchange, one step; false: a question was put. When all is done the phase is REV_PLAY.
bool rev_exchange_step(rev_run *r);
// The seat next to `from` in the direction of play that is still in, and not locked out of the trick.
int rev_next_seat(const rev_state *g, int from);
// The size of a dealt hand (0 = first).
int rev_hand_size(const rev_state *g, int hand);
int rev_pack_size(const rev_state *g);
// Ranks that an open question to chance may be answered with: how many of each. May it be a card that nobody saw?
void rev_chance_from(const rev_state *g, uint8_t out[REV_RANKS]);
bool rev_may_be_unseen(const rev_state *g);
// What a hand holds, or may hold where cards of it are unknown: how many of a rank, of each rank.
int rev_may_hold(const rev_state *g, int seat, int rank);
void rev_holdings(const rev_state *g, int seat, uint8_t out[REV_RANKS]);
// What a taxer may give back: its own cards of each rank, without those it took, and how many of them from a rank on.
int rev_taxed_of(const rev_state *g, int rank);
void rev_own_cards(const rev_state *g, int upper, uint8_t out[REV_RANKS]);
int rev_own_from(const rev_state *g, int upper, int rank);
// Unknown cards of a hand turn out to be these.
void rev_reveal(rev_state *g, int seat, int set);
// Puts a question; always false, as a step returns it.
bool rev_ask(rev_run *r, rev_question what, int seat);
// Is there an answer to this question? It is taken by that.
bool rev_answered(rev_run *r, rev_question what, brs_choice *out);

// ---- rev_view.c, rev_observe.c -------------------------------------------------------------------------------

rev_run rev_look(const brs_setup *setup, const void *state);
brs_str rev_set_name(int handle);
// The same in the language of the game.
brs_str rev_set_said(const brs_game_def *game, int handle);
// All of them in the language of its phrases, by handle of set_of.
const char *const *rev_make_names(const brs_game_def *game, brs_arena *arena);
void rev_view(const brs_setup *setup, const void *state, int seat, const brs_viewer *viewer);
int rev_facts(const brs_setup *setup, const void *state, brs_fact *out, int cap);
uint64_t rev_digest(const brs_setup *setup, const void *state);
void rev_observe(const brs_setup *setup, const void *state, int seat, void *out);
bool rev_knows(const brs_setup *setup, const void *state, brs_choice choice, int seat);
void rev_resample(const brs_setup *setup, void *state, uint64_t seed);
int32_t rev_evaluate(const brs_setup *setup, const void *state, int seat);

#endif
