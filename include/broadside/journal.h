// The journal: a game is on disk while it is played, decision by decision, whatever happens to the program.
//
// A journal is only appended to, a whole record at a time; a reader takes the longest prefix of whole records.
//
//   8  signature 89 42 52 4A 0D 0A 1A 0A ("\x89BRJ\r\n\x1a\n")    1  version, 1
//   then records: LEB128 length of the payload, type, payload, CRC-32 (big-endian). Each CRC goes on from the
//   one before, so a record that is missing in the middle is noticed too.
//
//   'H'  a replay file of the game without decisions: setup, names; the first record
//   'D'  a player's decision: index, n           'C'  an outcome of recorded chance: index, n
//   'K'  a check, before the first decision of a unit: unit (LEB128), XXH3-64 as in key 3 (8 bytes)
//   'T'  a fix or missed trigger: decision, section, kind, seat, what, value (zigzag)
//   'E'  how it ended: 0 by the rules, 1 conceded, 2 agreed, 3 unfinished; seat + 1 or 0
#ifndef BROADSIDE_JOURNAL_H
#define BROADSIDE_JOURNAL_H

#include "broadside/replay.h"

BRS_C_BEGIN

// A journal that is being written.
typedef struct {
    int fd;
    const char *path;
    brs_arena *arena;
    char *record;    // room for one
    uint32_t crc;
    int unit;        // whose check was written last
} brs_journal;

// Begins a journal in a file that does not exist yet; path must outlive the journal. `about` may be NULL: who plays,
// which bots, when, where, and the card texts are taken from it.
bool brs_journal_begin(brs_journal *journal, const char *path, const brs_setup *setup, const brs_replay *about,
                       brs_arena *arena, brs_err *err);

// Goes on with a journal that was left: what follows its last whole record is cut off. `found` as read from it.
struct brs_salvage;
bool brs_journal_resume(brs_journal *journal, const char *path, const struct brs_salvage *found, brs_arena *arena,
                        brs_err *err);

// Notes choice `index` of the open decision, before it is made. When it returns, the system has it.
bool brs_journal_choice(brs_journal *journal, const brs_game *game, int index, brs_err *err);
bool brs_journal_amend(brs_journal *journal, uint32_t decision, const brs_amend *amend, brs_err *err);
bool brs_journal_end(brs_journal *journal, uint8_t end, uint8_t end_seat, brs_err *err);
bool brs_journal_close(brs_journal *journal, bool sync, brs_err *err);

// What a journal holds.
typedef struct brs_salvage {
    brs_replay head;       // the game without decisions
    brs_setup setup;
    brs_moves moves;       // all whole records
    bool ended;            // there is an 'E'; else moves.end is BRS_END_UNFINISHED, or by the rules when it is over
    uint32_t decisions;    // of players
    size_t kept, lost;     // bytes of whole records, and after them
    uint32_t crc;          // of the last whole record
    int unit;
    brs_err mismatch;      // where the engine disagrees with a record; the moves end before it. Code BRS_OK: nowhere
} brs_salvage;

// Reads the longest valid prefix and plays it, comparing each n and each check. False when not even the setup is there.
bool brs_journal_read(brs_str bytes, const brs_library *library, brs_arena *arena, brs_salvage *out, brs_err *err);

// The replay of what was read: finished, or marked unfinished.
bool brs_journal_replay(const brs_salvage *found, brs_arena *arena, brs_replay *out, brs_err *err);

// Ends live recording: reads the journal back, encodes, verifies, writes the replay (temp, sync, rename), and only then
// removes the journal.
bool brs_journal_finish(const char *journal, const char *replay, const brs_library *library, bool replace,
                        brs_arena *arena, brs_err *err);

BRS_C_END

#endif
