// What reading and writing archives share.
#ifndef REPLAY_ARCHIVE_H
#define REPLAY_ARCHIVE_H

#include "broadside/archive.h"
#include "replay_parts.h"

enum {
    ARCHIVE_HEAD = 9,
    ARCHIVE_CRC = 4,
    ARCHIVE_TAIL = 8,      // offset of the index
    ARCHIVE_INDEX_ID = 3,  // bytes of a game's id in the index
    ARCHIVE_SEAL = 2       // low bytes of the CRC-32 of a game's whole map
};

#define ARCHIVE_MARK "\211BRA\r\n\x1a\n\x01"

// Which entries a game's map has: shared ones with key and value (and the value's number), its own with no bytes yet.
typedef struct {
    uint32_t key, value;
    brs_str raw;
} archive_entry;

// A game's own keys 6 and 9 stand in its record by the numbers of its decks, and of the value.
enum { ARCHIVE_DECKS = 6, ARCHIVE_NAMES = 9 };

typedef struct {
    bool derived;  // keys 1, 5 and 7 are worked out by playing
    int count;
    archive_entry entry[REPLAY_MAX_ENTRIES];
} archive_shape;

bool archive_read_shape(const brs_archive *archive, uint32_t number, archive_shape *out);
// LEB128 of at most 28 bits, in its shortest form.
bool archive_number(brs_str bytes, size_t *at, uint32_t *out);
void archive_put_number(brs_buf *out, uint32_t value);
// One record in the index: its size, and of a game the first bytes of its id.
void archive_put_index(brs_buf *index, size_t size, const uint8_t *id);
uint32_t archive_seal(brs_str body);

#endif
