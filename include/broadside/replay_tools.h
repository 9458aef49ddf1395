// What else can be done with replays: other forms of the same file, comparing, migrating, redacting,
// counting. Nothing here changes what a replay means; what cannot be kept is said.
#ifndef BROADSIDE_REPLAY_TOOLS_H
#define BROADSIDE_REPLAY_TOOLS_H

#include "broadside/replay.h"

BRS_C_BEGIN

// ---- other forms (src/replay/README.md, "Written out"; replay.schema.json) ---------------------

// The same replay with its choices packed (as equal shares, by a model, or with BRS_CODER_MODEL and model 0 by
// whatever is smallest) or written out. The game is played for that; all keys that say something about it are kept. Fails
// when the replay does not play back.
bool brs_replay_recode(const brs_replay *replay, const brs_setup *setup, brs_coder coder,
                       uint32_t model, brs_arena *arena, brs_replay *out, brs_err *err);

// Copies all that is only said about a game (names, remarks, unknown keys ...) to another recording of it;
// variations are not copied.
void brs_replay_copy_notes(const brs_replay *from, brs_replay *to);

// A replay as JSON, choices written out, with words for people. A redacted replay is not played.
bool brs_replay_to_json(const brs_replay *replay, const brs_library *library, brs_arena *arena,
                        brs_str *out, brs_err *err);

// And back: the same bytes as the replay that the text was made of. Unknown members are refused.
bool brs_replay_from_json(brs_str text, const brs_library *library, brs_arena *arena,
                          brs_replay *out, brs_err *err);

// ---- comparing ---------------------------------------------------------------------------------

// One thing that differs between two states. A value with ptr NULL: that side does not have it; key.ptr NULL:
// the whole node is there on one side only.
typedef struct {
    brs_str node, key, first, second;
} brs_difference;

typedef enum {
    BRS_SPLIT_NONE,      // the same to the end
    BRS_SPLIT_STATE,     // the states differ
    BRS_SPLIT_ILLEGAL,   // the next choice is not legal under the second
    BRS_SPLIT_END        // one game is over there and the other is not
} brs_split_kind;

// Where two plays of the same choices part.
typedef struct {
    brs_split_kind kind;
    uint32_t decision;     // the open decision at which they differ
    int unit;              // of the first
    brs_str before;        // the choice made last, in words; empty: none
    brs_str next;          // the choice that comes next; empty: the end
    int next_seat;
    uint16_t rule;         // ILLEGAL: the rule against it, 0: not known
    int differences;       // of the states, by path
    int later;             // decisions after it at which the states differ too, when asked to go on
} brs_split;

typedef struct {
    const brs_setup *first, *second;   // of the file, and the other
    bool visible;                      // compare what can be seen and counted, not the digest
    bool go_on;                        // past differences, as long as every choice is legal
    void (*tell)(void *ctx, const brs_difference *difference);   // each difference at the split; may be NULL
    void *ctx;
} brs_split_plan;

// Plays the game of a replay under two setups at once, by choices written out, until they part. With `moves`
// (may be NULL), the choices as indexes under the second, ready to record. False: the replay does not play back.
bool brs_replay_split(const brs_replay *replay, const brs_split_plan *plan, brs_arena *arena, brs_split *out,
                      brs_moves *moves, brs_err *err);

// The state at every decision as text, up to where the replay stops playing back: for another build to compare
// with. brs_replay_compare_dumps tells the first decision at which two such texts differ, -1: none.
bool brs_replay_dump(const brs_replay *replay, const brs_setup *setup, brs_arena *arena, brs_str *out,
                     brs_err *err);
bool brs_replay_compare_dumps(brs_str first, brs_str second, brs_arena *arena, int64_t *decision,
                              void (*tell)(void *ctx, const brs_difference *), void *ctx, brs_err *err);

// Where two replays differ.
typedef struct {
    bool same_game;                    // their core ids are equal
    const brs_difference *header;      // key: what; values as text; node: "" or what it is part of
    int header_count;
    int check;                         // first check that differs, counted from 0; -1: none
    int checks[2];                     // how many there are
    bool played;                       // both could be played; else the rest is not known
    int64_t decision;                  // first that differs, -1: none
    int unit;                          // of the first replay
    int seat[2];                       // who chose; BRS_SEAT_NONE: that game has ended
    brs_str choice[2];                 // in words
} brs_replay_differences;

// Compares two replays: what they say, their checks, and, when both setups are given, what was chosen.
void brs_replay_compare(const brs_replay *const replay[2], const brs_setup *const setup[2], brs_arena *arena,
                        brs_replay_differences *out);

// The setup of a replay under another edition of its game; the options that the file sets stay set.
bool brs_replay_under(const brs_replay *replay, const brs_setup *setup, const brs_edition *edition,
                      brs_setup *out, brs_err *err);

// ---- redacting -----------------------------------------------------------------------------------

// A replay as one seat may know it (BRS_SEAT_NONE: what everybody may know): without seed, decks, checks,
// remarks and variations; choices written out with the cards that the viewer saw. It cannot be played again.
bool brs_replay_redact(const brs_replay *replay, const brs_setup *setup, int viewer, brs_arena *arena,
                       brs_replay *out, brs_err *err);

// The core id of a view: over its even keys, checks, final hash and result, since it cannot be played.
void brs_replay_view_core(const brs_replay *replay, brs_arena *arena, uint8_t out[BRS_CORE_ID]);

// What a view tells, in order: a choice in words, or an outcome of chance; so many times in a row.
typedef struct {
    uint8_t seat;   // who chose, BRS_SEAT_CHANCE: chance
    int times;
    brs_str words;  // "plays Town Meeting", "draws an unseen card"
} brs_told;

// Reads a view, which cannot be played: its setup but for decks and seed, and what it tells. False: it is no view,
// its id is not that of its bytes, or its game or cards are not here.
bool brs_replay_view(const brs_replay *replay, const brs_library *library, brs_arena *arena, brs_setup *setup,
                     const brs_told **told, int *count, brs_err *err);

// ---- counting ------------------------------------------------------------------------------------

enum { BRS_STATS_BUCKETS = 12, BRS_STATS_KINDS = 64, BRS_STATS_REASONS = 32 };

// Sums over games of one edition. All are whole numbers of 64 bits, so parts add up to the whole in any order.
typedef struct {
    uint64_t games, file_bytes, coded_bits;
    uint64_t decisions, outcomes, units;
    uint64_t decisions_squared, longest;
    uint64_t entropy;                         // sum of log2 n, in 1/65536 bits
    uint64_t choices[BRS_STATS_BUCKETS];      // decisions with 2, 3-4, 5-8, 9-16 ... legal choices
    uint64_t kinds[BRS_STATS_KINDS];          // decisions by kind
    uint64_t won[BRS_MAX_SEATS + 1];          // by seat; last: nobody
    uint64_t reasons[BRS_STATS_REASONS];      // games that the rules ended
    uint64_t ends[BRS_END_UNFINISHED + 1];    // by brs_end
} brs_stats;

// Plays a replay and adds what it comes to; nothing is added when it does not play back.
bool brs_stats_count(const brs_replay *replay, const brs_setup *setup, size_t file_bytes, brs_arena *scratch,
                     brs_stats *stats, brs_err *err);
void brs_stats_add(brs_stats *sum, const brs_stats *more);
int brs_stats_bucket(uint32_t n);
uint32_t brs_log2_scaled(uint32_t n);

BRS_C_END

#endif
