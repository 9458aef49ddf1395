// The archive: many games in one file, what they share written once. For batch runs: a game takes a third of its file.
//
//   9  head 89 42 52 41 0D 0A 1A 0A 01  ("\x89BRA\r\n\x1a\n", version 1)
//   .  records: type 'V' value, 'D' deck, 'S' shape, 'G' game; 'I' index, the last one; each
//        type, length of the payload (LEB128), payload, CRC-32 of all three (big-endian)
//   8  offset of the index (big-endian)
//
// Records are only ever added; an index that a crash tore off is made anew from the rest. src/replay/README.md,
// section 14, explains every byte.
#ifndef BROADSIDE_ARCHIVE_H
#define BROADSIDE_ARCHIVE_H

#include "broadside/replay.h"

BRS_C_BEGIN

enum {
    BRS_ARCHIVE_MAX_FILE = 256 << 20,
    BRS_ARCHIVE_MAX_GAMES = 1 << 22,
    BRS_ARCHIVE_ID = 8  // bytes of a core id by which a game is found
};

// A game's record.
typedef struct {
    brs_str payload;
    size_t at, size;              // of the whole record
    uint32_t shape;
    uint8_t id[BRS_ARCHIVE_ID];   // first half of its core id
} brs_archived;

// An archive that was read. All it points at lives in its bytes and in the arena.
typedef struct {
    brs_str bytes;
    const brs_archived *game;  int count;
    const brs_str *value;      int value_count;   // one entry of a replay's map each: key and value
    const brs_str *deck;       int deck_count;    // a deck alone, coded as key 6 is
    const brs_str *shape;      int shape_count;   // payloads
    size_t records_end;                           // where the index begins, or the next record
    brs_str index;                                // its payload, as it should be
} brs_archive;

// Reads an archive by its index; each game is checked when it is taken out.
bool brs_archive_open(brs_str bytes, brs_arena *arena, brs_archive *out, brs_err *err);
// Reads as many whole records as there are, with or without an index. False: not even the head is right.
bool brs_archive_scan(brs_str bytes, brs_arena *arena, brs_archive *out, brs_err *err);

// Takes out a game: the same replay that was put in, to the byte. Most games are played for that, and so are verified.
bool brs_archive_get(const brs_archive *archive, int game, const brs_library *library, brs_arena *arena,
                     brs_replay *out, brs_err *err);

// What is to be appended to an archive. The arena keeps all of it.
typedef struct brs_archive_writer brs_archive_writer;

// archive NULL: a new one, and its head comes first. Nothing of it is changed: the additions begin at records_end.
brs_archive_writer *brs_archive_write(const brs_archive *archive, brs_arena *arena);
// Plays the game; one that does not verify is refused. *added: false when the archive has it already.
bool brs_archive_add(brs_archive_writer *writer, const brs_replay *replay, const brs_library *library,
                     brs_arena *scratch, bool *added, brs_err *err);
// The additions, index and all. Once, at the end.
brs_str brs_archive_end(brs_archive_writer *writer);

BRS_C_END

#endif
