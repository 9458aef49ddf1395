// A card's text in compiled form: what the compiler writes, the printer prints and
// the engine runs. Plain bytes, no pointers inside a sentence, so programs can be
// compared with memcmp and hashed. Unused fields are 0. The grammar is in
// rnr_grammar.c; the meaning of each effect is a row of rnr_effects.def.
#ifndef RNR_PROGRAM_H
#define RNR_PROGRAM_H

#include "broadside/types.h"

enum {
    RNR_MAX_SENTENCES = 8,  // of a card
    RNR_MAX_EFFECTS = 4,    // of a sentence
    RNR_MAX_TESTS = 4,
    RNR_MAX_COSTS = 3
};

typedef enum { RNR_TYPE_ANY, RNR_UA, RNR_PILLAR, RNR_ATTACK, RNR_DEFENSE, RNR_RIGHTS,
               RNR_FREEDOM, RNR_BILL, RNR_PETITION } rnr_type;  // PETITION: only in nouns
typedef enum { RNR_BRANCH_NONE, RNR_BISON, RNR_EAGLE, RNR_LIBERTY_BELL, RNR_SCROLL } rnr_branch;
typedef enum { RNR_RARITY_ANY, RNR_COMMON, RNR_UNCOMMON, RNR_RARE, RNR_PARAMOUNT,
               RNR_IMMORTAL, RNR_UNALIENABLE } rnr_rarity;

// Which card a noun phrase means.
typedef enum { RNR_DET_NONE, RNR_DET_A, RNR_DET_ANOTHER, RNR_DET_NUMBER, RNR_DET_UP_TO,
               RNR_DET_ALL, RNR_DET_EACH,
               RNR_DET_THIS,       // "this card"
               RNR_DET_ATTACKER,   // "the attacking card"
               RNR_DET_TOP         // "the top N cards of ... Draw Pile"
             } rnr_det;
typedef enum { RNR_WHO_UNSAID, RNR_WHO_YOU, RNR_WHO_OPPONENT, RNR_WHO_OWNER } rnr_who;
typedef enum { RNR_IN_PLAY, RNR_IN_HAND, RNR_IN_PILE, RNR_IN_DISCARD, RNR_IN_EXILE } rnr_where;
typedef enum { RNR_CMP_NONE, RNR_CMP_AT_LEAST, RNR_CMP_AT_MOST, RNR_CMP_MORE,
               RNR_CMP_LESS } rnr_cmp;

typedef struct {
    uint8_t det;       // rnr_det; NONE: the selector is absent
    uint8_t count;     // for NUMBER, UP_TO, TOP; 1 for A and ANOTHER
    uint8_t rarity;    // rnr_rarity, ANY when unsaid
    uint8_t branch;    // rnr_branch, NONE when unsaid
    uint8_t type;      // rnr_type, ANY when unsaid
    uint8_t who;       // rnr_who: "you control", "Opponent controls", "your hand"
    uint8_t where;     // rnr_where; IN_PLAY when no zone is named
    uint8_t cost_cmp;  // AT_LEAST or AT_MOST when "with IP cost" is said
    uint16_t cost;     // its number
    uint8_t word;      // 1: the word "card(s)" was written
    uint8_t from;      // 1: "from your hand", 0: "in your hand"
} rnr_selector;

typedef enum { RNR_AMOUNT_NONE, RNR_AMOUNT_NUMBER, RNR_AMOUNT_X, RNR_AMOUNT_ALL } rnr_amount_kind;
typedef struct {
    uint8_t kind;      // rnr_amount_kind
    uint8_t pad;
    uint16_t n;
    rnr_selector per;  // "for each ..."; det NONE when absent
} rnr_amount;

typedef enum { RNR_RES_NONE, RNR_LP, RNR_IP, RNR_DP, RNR_AP } rnr_resource;

typedef enum {
    RNR_DURATION_NONE,
    RNR_THIS_TURN,                 // "this turn", "until end of turn"
    RNR_UNTIL_YOUR_NEXT,           // ends when that turn begins
    RNR_UNTIL_OPPONENT_NEXT,
    RNR_UNTIL_END_OF_YOUR_NEXT,    // ends in that turn's End Phase
    RNR_UNTIL_END_OF_OPPONENT_NEXT,
    RNR_WHILE_IN_PLAY,
    RNR_REST_OF_GAME
} rnr_duration;

// What can be blocked, prevented, reduced, increased or redirected.
typedef enum {
    RNR_FLOW_NONE,
    RNR_FLOW_DRAIN,          // UA LP drain; dir: who loses
    RNR_FLOW_LP_LOSS,        // LP loss by effects; dir: who loses
    RNR_FLOW_LP_GAIN,        // dir: RNR_WHO_OPPONENT for "by Opponent"
    RNR_FLOW_IP_GAIN,
    RNR_FLOW_MILL,
    RNR_FLOW_DISCARD,
    RNR_FLOW_ATTACK_DAMAGE,  // to: the selector `what` of the effect, absent = any
    RNR_FLOW_AOA
} rnr_flow;

typedef enum { RNR_GERUND_NONE, RNR_PLAYING, RNR_TARGETING, RNR_ATTACKING, RNR_DECLARING_AOA,
               RNR_ACTIVATING } rnr_gerund;
typedef enum { RNR_BARRED_NONE, RNR_BAR_ATTACK, RNR_BAR_DEFEND, RNR_BAR_ACTIVATE, RNR_BAR_TARGETED,
               RNR_BAR_DESTROYED, RNR_BAR_DISCARDED, RNR_BAR_EXILED, RNR_BAR_LOCKED,
               RNR_BAR_DISABLED, RNR_BAR_REDIRECTED, RNR_BAR_MILLED, RNR_BAR_PLAYED } rnr_barred;
typedef enum { RNR_THREAT_NONE, RNR_THREAT_LOCK, RNR_THREAT_BLOCK, RNR_THREAT_DISABLE,
               RNR_THREAT_REDIRECT, RNR_THREAT_MILL, RNR_THREAT_DAMAGE, RNR_THREAT_AOA } rnr_threat;
typedef enum { RNR_WALL_NONE, RNR_WALL_DEFENSE, RNR_WALL_LOCKS, RNR_WALL_BLOCKS,
               RNR_WALL_PREVENTS } rnr_wall;

// ---- costs, tests, events ------------------------------------------------------

typedef enum { RNR_COST_NONE, RNR_COST_PAY, RNR_COST_DISCARD, RNR_COST_SACRIFICE,
               RNR_COST_EXILE } rnr_cost_kind;
typedef struct {
    uint8_t kind;       // rnr_cost_kind
    uint8_t x;          // PAY: 1 for "Pay X IP"
    uint16_t n;         // PAY: IP
    rnr_selector what;  // DISCARD, SACRIFICE, EXILE: THIS or cards
} rnr_cost;

typedef enum {
    RNR_TEST_NONE,
    RNR_TEST_CONTROLS,      // who controls quant of what
    RNR_TEST_RESOURCE,      // who's resource cmp n (AT_LEAST, AT_MOST)
    RNR_TEST_COMPARE,       // who's resource MORE or LESS than who2's resource2
    RNR_TEST_HAND,          // who has quant cards in hand
    RNR_TEST_ATTACKED,      // this card was attacked this turn
    RNR_TEST_NOT_LOCKED     // this card is not locked
} rnr_test_kind;
typedef enum { RNR_QUANT_NONE, RNR_QUANT_A, RNR_QUANT_ANOTHER, RNR_QUANT_NO, RNR_QUANT_NUMBER,
               RNR_QUANT_AT_LEAST, RNR_QUANT_AT_MOST } rnr_quant;
typedef struct {
    uint8_t kind;      // rnr_test_kind
    uint8_t who;       // rnr_who
    uint8_t quant;     // rnr_quant
    uint8_t resource;  // rnr_resource
    uint8_t cmp;       // rnr_cmp
    uint8_t who2, resource2;
    uint8_t carried;   // 1: written without its subject ("and 3 Scroll Pillars")
    uint16_t n;
    uint16_t pad;
    rnr_selector what;  // CONTROLS: the noun
} rnr_test;

typedef enum {
    RNR_ON_NONE,
    RNR_ON_ATTACKED, RNR_ON_ENTERS, RNR_ON_LEAVES, RNR_ON_SURVIVES, RNR_ON_DESTROYED,
    RNR_ON_DISCARDED, RNR_ON_EXILED, RNR_ON_MILLED, RNR_ON_LOCKED, RNR_ON_DEALS,
    RNR_ON_GAIN_LP, RNR_ON_LOSE_LP, RNR_ON_GAIN_IP, RNR_ON_LOSE_IP, RNR_ON_DRAW,
    RNR_ON_DISCARD,         // a player discards a card
    RNR_ON_PLAY,            // a player plays a card of `what`
    RNR_ON_COUNT
} rnr_on;
typedef struct {
    uint8_t on;         // rnr_on
    uint8_t who;        // player events: YOU or OPPONENT
    uint8_t bare;       // 1: "When attacked," without a subject
    uint8_t pad;
    rnr_selector what;  // card events: THIS or cards; ON_PLAY: the noun
} rnr_event_head;

// ---- effects and sentences --------------------------------------------------------

enum {
    RNR_FLAG_MAY = 1,         // "you may"
    RNR_FLAG_INTO_EXILE = 4,  // "mill 2 cards into exile"
    RNR_FLAG_TO_LP = 8,       // "N Attack to Opponent LP"
    RNR_FLAG_TO_OPPONENT = 16 // "N Attack to Opponent"; redirect "to Opponent"
};

typedef struct {
    uint8_t verb;       // row of rnr_effects.def
    uint8_t who;        // rnr_who: whose LP, draw, discard, hand, next draw, maximum IP
    uint8_t flags;      // RNR_FLAG_...
    uint8_t resource;   // rnr_resource: gain, lose, gains/loses DP or AP
    uint8_t duration;   // rnr_duration
    uint8_t flow;       // rnr_flow
    uint8_t flow_who;   // rnr_who: "to you", "to Opponent", "by Opponent"
    uint8_t word;       // rnr_gerund, rnr_barred, rnr_threat, rnr_wall, RNR_CMP_LESS/MORE for costs,
                        // rnr_who of the hand for return, rnr_where zone for counts
    rnr_amount amount;
    rnr_selector what;  // cards acted on, subject of a predicate, target of an attack or flow
    rnr_selector to;    // redirect: the new target
    uint16_t begin, end;  // bytes of the text it came from
} rnr_effect;

typedef enum { RNR_HEAD_NONE, RNR_HEAD_WHEN, RNR_HEAD_COST } rnr_head;

typedef struct {
    uint8_t head;        // rnr_head
    uint8_t each_turn;   // 1: marked Each Turn
    uint8_t ncost, ntest, neffect;
    uint8_t trigger;     // rnr_trigger, filled by rnr_make_set for the engine
    uint16_t begin, end; // bytes of the text it came from
    rnr_event_head when;
    rnr_cost cost[RNR_MAX_COSTS];
    rnr_test test[RNR_MAX_TESTS];
    rnr_effect effect[RNR_MAX_EFFECTS];
} rnr_sentence;

// What the engine wants to know of a card without reading its sentences.
enum { RNR_TRAIT_PETITION = 1, RNR_TRAIT_AT_PLAY = 2, RNR_TRAIT_CONTINUOUS = 4, RNR_TRAIT_EACH_TURN = 8,
       RNR_TRAIT_ACTIVATED = 16, RNR_TRAIT_FORCED = 32,
       RNR_TRAIT_OUTSIDE = 64,    // counts as a Petition in a zone outside play
       RNR_TRAIT_COUNTED = 128,   // its AP is counted ("for each")
       RNR_TRAIT_DIVIDES = 256, RNR_TRAIT_NO_DOUBLE = 512, RNR_TRAIT_OWN_BYPASS = 1024,
       RNR_TRAIT_ATTACKS = 2048 };  // an Attack card with an attack of its own

// A compiled card. What the engine reads all the time comes first; names and texts are slices into the
// set's source or arena.
typedef struct {
    uint8_t type;          // rnr_type, UA to BILL
    uint8_t branch;        // rnr_branch, NONE for a UA
    uint8_t rarity;
    uint8_t nsentence;
    uint16_t cost;         // printed IP cost, 0 for a UA
    uint16_t points;       // AP of an Attack, DP of a Defense or UA, else 0
    uint16_t drain;        // UA: printed Opponent LP Drain
    uint16_t yield;        // Pillar: IP it generates
    uint32_t listens;      // rnr_on events that it waits for, a bit each (rnr_make_set)
    uint16_t traits;       // RNR_TRAIT_... (rnr_make_set)
    int8_t attack_sentence, attack_effect;  // an Attack card's own attack, -1: none (rnr_make_set)
    int line;              // of its heading in the card file
    brs_str name, text, description, source;  // text as written, white space folded
    char slug[64];         // ASCII lower case, unique in the set; page address
    const rnr_sentence *sentence;  // nsentence of them, apart: they hold no address, so no start puts those of built-in sets in order
} rnr_card;

#endif
