// Card text: compile it, print it, read card files and deck files.
//
// The text of a card is its only source: what it says is what the engine runs. A sentence compiles
// whole or the card does not compile; every mistake is reported with its place, what was expected
// and what was found. The compiled form is rnr_program.h; printing it gives the canonical text,
// which compiles to the same program.
#ifndef RNR_CARDTEXT_H
#define RNR_CARDTEXT_H

#include "broadside/game.h"
#include "rnr_program.h"

// ---- effects ----------------------------------------------------------------

// The verb of an effect. 0 is no effect; the rows of rnr_effects.def follow in order.
typedef enum {
    RNR_FX_NONE,
#define EFFECT(id, name, polarity, home, executes, rule, help) RNR_FX_##id,
#include "../rnr_effects.def"
#undef EFFECT
    RNR_FX_COUNT
} rnr_fx;

typedef enum { RNR_ZERO, RNR_POS, RNR_NEG } rnr_polarity; // helps, harms what it falls on
typedef enum {
    RNR_HOME_STAT,
    RNR_HOME_LOCK,
    RNR_HOME_ATTACK,
    RNR_HOME_GAIN,
    RNR_HOME_OTHER,
    RNR_HOME_INSTANT,
    RNR_HOME_MODIFIER
} rnr_home;

typedef struct {
    const char *name; // "draw"
    uint8_t polarity; // rnr_polarity
    uint8_t home;     // rnr_home
    bool executes;    // false: a set that uses it does not compile
    const char *rule; // id of a row of rnr_rules.def
    const char *help; // what it does, one phrase
} rnr_effect_info;

// The row of a verb, RNR_FX_NONE < verb < RNR_FX_COUNT.
const rnr_effect_info *rnr_effect_row(int verb);

// How a sentence starts when its effects happen.
typedef enum {
    RNR_TRIGGER_AT_PLAY,       // once, when the card is played (N Attack: the attack declared then)
    RNR_TRIGGER_WHEN_ATTACKED, // default of a Defense's sentences
    RNR_TRIGGER_CONTINUOUS,    // while the card is in play (or in the zone that the text names)
    RNR_TRIGGER_EACH_TURN,     // once in each of its controller's turns
    RNR_TRIGGER_WHEN,          // written: head "When ...", perhaps once a turn (each_turn)
    RNR_TRIGGER_ACTIVATED,     // written: head "cost:"
    RNR_TRIGGER_STAT           // DP, drain, yield: a number of the card, never resolved
} rnr_trigger;
rnr_trigger rnr_sentence_trigger(const rnr_card *card, int sentence);

// Whose cards a selector without owner means in an effect of a card of this type: yours,
// but Opponent's for Attack Damage, Mill and what harms on an Attack card.
rnr_who rnr_default_who(rnr_type type, const rnr_effect *effect);

// True when the destruction of the card forces the sentence: its cost is exactly "discard this
// card" and the card is no Defense, or it is a Defense that says "When this card is destroyed /
// discarded".
bool rnr_is_forced(const rnr_card *card, int sentence);

// ---- one card's text --------------------------------------------------------

// Compiles a text for a card whose type (and branch, rarity, cost) is given. Fills sentences[]
// (RNR_MAX_SENTENCES of them; the card refers to it), nsentence, points, drain and yield. Spans (begin, end) are bytes of the text with white space
// folded: ends trimmed, each run one space. Line `first_line` of the file is the text's first.
// Reports every mistake and warning in order of place; false when there was a mistake.
bool rnr_compile_text(brs_str text, rnr_card *card, rnr_sentence *sentences, const char *file,
                      int first_line, brs_report report);

// Canonical English of a sentence, of the whole text. Returns the length (without the final NUL),
// cut at cap - 1 bytes.
int rnr_print_sentence(const rnr_card *card, int sentence, char *out, int cap);
int rnr_print_card_text(const rnr_card *card, char *out, int cap);
// One effect as it stands in its sentence, without capital and period: "draw 1 card".
int rnr_print_effect(const rnr_effect *effect, char *out, int cap);
// What stands before the effects: "When you gain IP", "Pay 2 IP"; "if you control a Bison". Empty when there is none.
int rnr_print_head(const rnr_sentence *sentence, char *out, int cap);
int rnr_print_conditions(const rnr_sentence *sentence, char *out, int cap);

// "Attack", "Liberty Bell", "Rare"; "" for ANY and NONE.
const char *rnr_type_name(int type);
const char *rnr_branch_name(int branch);
const char *rnr_rarity_name(int rarity);

// ---- card files (NAME.cards.md) and decks (NAME.deck) -----------------------

// Reads and compiles a card file. Cards are numbered from 0 in the order of the file. The set, its
// cards and all strings live in the arena; the hash is of names and programs, not of wording or
// layout.
bool rnr_compile_set(brs_str text, const char *file, brs_arena *arena, brs_card_set *out,
                     brs_report report);

// What a deck file says above its first card.
void rnr_deck_head(brs_str text, brs_deck_head *out);

// A deck as a file: its head, then its cards by type and name. Returns the length, cut at cap - 1.
int rnr_write_deck(const brs_card_set *set, const brs_deck *deck, const char *edition, char *out, int cap);

// Reads a deck file for a set. Card numbers come out ascending.
bool rnr_read_deck(const brs_card_set *set, brs_str text, const char *file, brs_arena *arena,
                   brs_deck *out, brs_report report);

// The card of a number, 0 <= number < set->count.
const rnr_card *rnr_card_at(const brs_card_set *set, int number);

// Number of the card of a name, -1 when there is none. Case, curly apostrophes and runs of spaces
// do not matter.
int rnr_card_find(const brs_card_set *set, brs_str name);

// Are two sets the same but for their source: what their files say, lines, and every byte of the programs?
bool rnr_same_set(const brs_card_set *a, const brs_card_set *b);

// Bytes of a card's program in a fixed little-endian form (frame and sentences, without spans), for
// hashing and comparing. Returns the length.
enum { RNR_PROGRAM_BYTES = 4096 };
int rnr_program_bytes(const rnr_card *card, uint8_t out[RNR_PROGRAM_BYTES]);

#endif
