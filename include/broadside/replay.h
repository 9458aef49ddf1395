// The replay: a finished (or broken off) game in a few hundred bytes, and how to play it again.
//
// The file (src/replay/README.md explains every byte; numbers are big-endian):
//
//   8  signature 89 42 52 53 0D 0A 1A 0A  ("\x89BRS\r\n\x1a\n")
//   1  container version, 1             1  flags: bit 0 = the body is one zlib stream, others 0
//   .  stored length, and body length if compressed: LEB128, shortest form
//   .  body                             one canonical MessagePack map, zlib only if smaller
//   4  CRC-32 (zlib's) of everything before
//
// Keys of the map. Even keys decide what game was played: a reader that does not know one shows
// what it can and refuses to play. Odd keys do not: a reader keeps those it does not know, byte for
// byte.
//
//    0  [game, edition, patch if not 1]   1  core id, 16 bytes (always)
//    2  [card set hash or number]         3  checks, a byte each, or [1, 16, bytes] (always)
//    4  seats                             5  final hash, a number (always)
//    6  decks, range-coded counts         7  result [winner or nil, reason, units, places] (always)
//    8  seed (of random stream 1)         9  meta map: names, date, event, place, decks, ...
//   10  model, 0: written out, nil: none  11  remarks [[line, decision, at, hash, kind, glyph,
//   12  number of decisions                   author, language, text]]
//   14  decisions, range-coded           13  variations [[id, parent, start, [count, bytes],
//   16  chance [count, bytes], unless 8       chance or nil, checks]]
//   18  seats whose secrets were removed 15  producer
//   20  options {id: value}              19  head lines of a transcript {text: text}
//   22  card file text                   others: kept
//   24  table events [[decision, section, kind, seat, what, value]]
//   26  end [1 conceded, 2 agreed, 3 unfinished; seat or nil]
//
// Games, editions, options, sets, decks and bots of the first release go by numbers (brs_shorthand).
// What has its standard value is left out; so one game has one body. Canonical: keys ascending by
// their encoded bytes, no key twice, shortest numbers and lengths, no floats or ext, UTF-8.
//
// The core id is the first half of SHA-256 over a map of the even keys but 10, 12 and 14, followed
// by (n, index) of each decision, two bytes each: no coder, name or remark changes it.
#ifndef BROADSIDE_REPLAY_H
#define BROADSIDE_REPLAY_H

#include "broadside/game.h"

BRS_C_BEGIN

enum {
    BRS_REPLAY_MAX_FILE = 1 << 20,         // of a file, and of its body
    BRS_REPLAY_MAX_DECISIONS = 65535,
    BRS_REPLAY_MAX_UNITS = 65535,          // highest number of a unit
    BRS_REPLAY_MAX_NAME = 64,              // bytes of a name
    BRS_REPLAY_MAX_REMARK = 16 * 1024,     // bytes of one remark
    BRS_REPLAY_MAX_REMARKS = 4096,
    BRS_REPLAY_MAX_REMARK_SUM = 256 * 1024,
    BRS_REPLAY_MAX_SETS = 16,
    BRS_REPLAY_MAX_EVENTS = 1024,          // fixes and missed triggers
    BRS_REPLAY_MAX_VARIATIONS = 1024,
    BRS_REPLAY_MAX_PLAYED = 10000,         // decisions of all lines of a replay with variations, from the start each
    BRS_REPLAY_MAX_WORK = 2 << 20,         // listed choices, and what counts as such, of all that a verification plays
    BRS_REPLAY_MAX_CARDS = 256 * 1024,     // bytes of a card file that is carried along
    BRS_REPLAY_MAX_CARD_COUNT = 1024,      // cards in it
    BRS_CORE_ID = 16
};

// How a game ended: by its rules, or how else (then a seat: who conceded, or who was agreed to
// win).
typedef enum { BRS_END_RULES, BRS_END_CONCEDED, BRS_END_AGREED, BRS_END_UNFINISHED } brs_end;

// How the decisions are written (key 10): as indexes, each as likely; as ranks under a model; or as
// plain choices that can be read without the rules.
typedef enum { BRS_CODER_UNIFORM, BRS_CODER_MODEL, BRS_CODER_EXPLICIT } brs_coder;

typedef enum {
    BRS_REMARK_NOTE,
    BRS_REMARK_QUIZ,
    BRS_REMARK_CHECK,
    BRS_REMARK_COMMENT
} brs_remark_kind;

// Something said about a place in the game.
typedef struct {
    uint32_t line;       // 0: the game; else the id of a variation
    uint32_t decision;   // number of the decision it stands before (0: the first)
    int16_t section;     // of the unit, -1: none
    uint32_t event;      // seq of a trace event, 0: none; never both a section and an event
    uint32_t hash;       // low 32 bits of the state's digest there
    uint8_t kind;        // brs_remark_kind
    uint8_t glyph;       // 0 none, 1 "!!", 2 "!", 3 "!?", 4 "?!", 5 "?", 6 "??"
    brs_str author, lang, text;
} brs_remark;

// A coded run of decisions or outcomes.
typedef struct {
    uint32_t count;
    brs_str bytes;
} brs_coded;

// Another way the game might have gone: from decision `start` of its parent line on.
typedef struct {
    uint32_t id, parent, start;   // id from 1; parent 0: the game
    brs_coded decisions, chance;
    brs_str checks;
} brs_variation;

// A mend of the table, made while decision `decision` is open (counted from 0).
typedef struct {
    uint32_t decision;
    brs_amend amend;
} brs_table_event;

typedef struct {
    brs_str option;
    int32_t value;
} brs_override;

typedef struct {
    brs_str key, value;
} brs_head_line;

// A key that this version does not know: its MessagePack value, kept and written back.
typedef struct {
    uint64_t key;
    brs_str raw;
} brs_kept;

// A replay in memory. All it points at lives in the arena it was read or recorded into.
typedef struct brs_replay {
    // what was played
    const char *game, *edition;
    int patch;
    uint64_t set_hash[BRS_REPLAY_MAX_SETS];
    int set_count;
    int seats;
    brs_str decks;                    // coded; brs_replay_setup reads them
    bool seeded;
    uint8_t rng;                      // BRS_RNG_PHILOX4X32_10
    uint64_t seed;
    uint8_t coder_mode;               // brs_coder
    uint32_t coder_model;
    brs_coded decisions, chance;      // chance: only when not seeded
    uint32_t hidden;                  // bit per seat whose secrets were removed, 0: full
    const brs_override *overrides;    int override_count;
    brs_str card_text;                // card file, when the set is not built in
    const brs_table_event *events;    int event_count;
    uint8_t end, end_seat;            // brs_end, seat or BRS_SEAT_NONE

    // what is checked
    uint8_t core[BRS_CORE_ID];
    uint8_t check_bits;               // 8 or 16
    brs_str checks;
    uint64_t final_hash;
    brs_result result;                // `over` tells whether the rules ended it

    // what is said about it
    const char *name[BRS_MAX_SEATS];       // NULL: not given
    const char *deck_name[BRS_MAX_SEATS];  // NULL: not given
    const char *bot[BRS_MAX_SEATS];        // the program that chose for a seat; NULL: a person, or not given
    const char *date, *event, *place, *annotator, *lang, *producer;  // NULL: not given
    const brs_remark *remarks;        int remark_count;
    const brs_variation *variations;  int variation_count;
    const brs_head_line *head;        int head_count;
    const brs_kept *meta_kept;        int meta_kept_count;   // unknown keys of the meta map
    const brs_kept *kept;             int kept_count;        // unknown keys of the file
    bool critical;                    // there is an unknown even key, which may change the game
    uint64_t critical_key;            // the first of them
} brs_replay;

// ---- bytes ----------------------------------------------------------------------------------

// Writes a replay as a file's bytes. Refuses what the reader would refuse (names, limits, ...).
bool brs_replay_encode(const brs_replay *replay, brs_arena *arena, brs_str *out, brs_err *err);

// Reads a file's bytes and checks everything that can be checked without playing. The arena takes
// the body and at most 1 MiB more, whatever the file says; `bytes` may go afterwards. Errors carry a
// byte offset and the path of keys.
bool brs_replay_decode(brs_str bytes, brs_arena *arena, brs_replay *out, brs_err *err);

// 1..64 bytes of UTF-8 without controls, direction marks or invisible characters only.
bool brs_replay_name_valid(brs_str name);

// ---- playing --------------------------------------------------------------------------------

// What replays of one game may refer to.
typedef struct {
    const brs_game_def *game;
    brs_editions editions;
    const brs_card_set *sets;   // found by hash
    int set_count;
} brs_shelf;

typedef struct {
    const brs_shelf *shelf;
    int count;
} brs_library;

// Loads every edition and every built-in card set of the games (an array ended by NULL; NULL:
// brs_games). Once per run.
bool brs_library_load(const brs_game_def *const *games, brs_arena *arena, brs_library *out,
                      brs_err *err);

// The setup of a replay: game, edition, options, card set, decks, seed, names. Refuses, with the id
// that is wanted, an unknown game, edition, card set or option, an unknown even key, and a replay
// whose secrets were removed.
bool brs_replay_setup(const brs_replay *replay, const brs_library *library, brs_arena *arena,
                      brs_setup *out, brs_err *err);

// Plays a replay again, one choice at a time. Between calls look at game (state, legal choices,
// trace), `index` (what will be chosen next) and `made` (what was chosen last).
//
//     bool more = brs_player_open(&p, &replay, &setup, 0, &arena, trace, &err);
//     for (; more; more = brs_player_next(&p, &err)) { ... p.index >= 0 but in the last state ... }
//     if (err.code != BRS_OK) ...
typedef struct {
    brs_game game;
    int index;            // choice to be made at the open decision, -1: this is the end
    brs_choice made;      // the choice made last
    uint32_t decisions;   // of players, made so far
    uint32_t outcomes;    // of recorded chance, given so far
    struct replay_run *run;
} brs_player;

// Starts at the first open decision of a line (0: the game, else a variation's id). State, choices
// and all else live in the arena. trace may be NULL. False when the setup is not legal or the first
// check fails.
bool brs_player_open(brs_player *player, const brs_replay *replay, const brs_setup *setup,
                     uint32_t line, brs_arena *arena, brs_trace *trace, brs_err *err);

// Makes the next choice and runs to the next open decision. False at the end (err untouched), or
// when the file disagrees with the rules (err filled, with the number of the decision).
bool brs_player_next(brs_player *player, brs_err *err);

// What a verification found.
typedef struct {
    uint32_t decisions, outcomes;
    int checks;                     // compared, all lines
    brs_result result;
    uint64_t final_hash;
    uint8_t core[BRS_CORE_ID];
} brs_played;

// Compares what only the end of a line can show: that the game is over exactly there, that the
// streams and checks are used up, result, final hash and core id. Each disagreement is reported by
// itself. Call it when index is -1.
bool brs_player_verify(brs_player *player, brs_played *out, brs_report report);

// Plays the whole replay, variations too, and compares everything that can be compared; each
// disagreement is reported (BRS_DESYNC, BRS_RESULT ...). True: none. out may be NULL.
bool brs_replay_verify(const brs_replay *replay, const brs_setup *setup, brs_arena *scratch,
                       brs_played *out, brs_report report);

// A report that keeps the first mistake: brs_report_first(&err).
brs_report brs_report_first(brs_err *err);

// ---- recording ------------------------------------------------------------------------------

// How decisions are coded: by whatever is smallest, as equal shares, or by a model.
typedef enum { BRS_PACK_SMALLEST, BRS_PACK_UNIFORM, BRS_PACK_MODEL } brs_pack;

// What happened: the index of each choice among the legal ones, in order, with answers of recorded
// chance among them.
typedef struct {
    const uint16_t *index;
    uint32_t count;
    const brs_table_event *events;
    int event_count;
    uint8_t end, end_seat;   // brs_end; BRS_END_RULES: the game must be over
    brs_str card_text;       // to carry the card file along; empty: the set is built in
    uint8_t check_bits;      // 8 or 16; 0: 8
    uint8_t pack;            // brs_pack
    uint32_t model;          // with BRS_PACK_MODEL
} brs_moves;

// Plays the moves and makes the replay of them. Names come from the setup. Date, remarks and the
// like may be set afterwards; all even keys are settled here.
bool brs_replay_record(const brs_setup *setup, const brs_moves *moves, brs_arena *arena,
                       brs_replay *out, brs_err *err);

// Adds a variation, with the next free id: the moves replace the parent line from its decision
// `start` on. False when one is illegal.
bool brs_replay_vary(brs_replay *replay, const brs_setup *setup, uint32_t parent, uint32_t start,
                     const brs_moves *moves, brs_arena *arena, brs_err *err);

// Encodes, reads back, plays again, compares, and only then writes the file (temp, fsync, rename).
bool brs_replay_write(const char *path, const brs_replay *replay, const brs_library *library,
                      bool replace, brs_arena *scratch, brs_err *err);

BRS_C_END

#endif
