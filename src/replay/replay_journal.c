// The journal: whole records at the end of a file, and reading back as many of them as are whole.
#include <string.h>
#include <zlib.h>

#include "broadside/journal.h"
#include "broadside/replay_tools.h"
#include "fs.h"
#include "replay_parts.h"
#include "str.h"

enum { MAX_JOURNAL = 16 << 20, HEAD_LEN = 9, CRC_LEN = 4, SMALL_RECORD = 64, MAX_LEB = 10 };

static const char HEAD[HEAD_LEN + 1] = "\211BRJ\r\n\x1a\n\x01";

static uint32_t add_crc(uint32_t crc, const char *bytes, size_t len)
{
    return (uint32_t)crc32(crc, (const Bytef *)bytes, (uInt)len);
}

// ---- writing ------------------------------------------------------------------------------------

static size_t put_number(char *to, uint64_t value)
{
    size_t len = 0;
    for (; value >= 0x80; value >>= 7) {
        to[len++] = (char)(value | 0x80);
    }
    to[len++] = (char)value;
    return len;
}

static bool append(const brs_journal *j, brs_str bytes, brs_err *err)
{
    fs_appender file = {j->fd, j->path};
    return fs_append(&file, bytes, err);
}

// One write for the whole record, so that a crash leaves records whole but for the last.
static bool put_record(brs_journal *j, char type, brs_str payload, brs_err *err)
{
    char *record = payload.len <= SMALL_RECORD ? j->record
                                               : BRS_NEW(j->arena, char, payload.len + MAX_LEB + 1 + CRC_LEN);
    size_t len = put_number(record, payload.len);
    record[len++] = type;
    memcpy(record + len, payload.ptr, payload.len);
    len += payload.len;
    j->crc = add_crc(j->crc, record, len);
    for (int shift = 24; shift >= 0; shift -= 8) {
        record[len++] = (char)(j->crc >> shift);
    }
    return append(j, (brs_str){record, len}, err);
}

static bool put_numbers(brs_journal *j, char type, const uint64_t *numbers, int count, brs_err *err)
{
    char payload[SMALL_RECORD];
    size_t len = 0;
    for (int i = 0; i < count; i++) {
        len += put_number(payload + len, numbers[i]);
    }
    return put_record(j, type, (brs_str){payload, len}, err);
}

// The game without decisions, as a replay file: what a reader needs to know is there already.
// Remarks and variations speak of decisions, so they wait for the finished game.
static bool head_of(const brs_setup *setup, const brs_replay *about, brs_arena *arena, brs_str *out, brs_err *err)
{
    brs_replay replay;
    brs_moves moves = {.end = BRS_END_UNFINISHED, .end_seat = BRS_SEAT_NONE};
    if (about != NULL) {
        moves.card_text = about->card_text;
    }
    if (!brs_replay_record(setup, &moves, arena, &replay, err)) {
        return false;
    }
    if (about != NULL) {
        brs_replay_copy_notes(about, &replay);
        replay.remark_count = replay.variation_count = 0;
    }
    return brs_replay_encode(&replay, arena, out, err);
}

static void open_journal(brs_journal *journal, const fs_appender *file, brs_arena *arena, uint32_t crc, int unit)
{
    *journal = (brs_journal){.fd = file->fd, .path = file->path, .arena = arena, .crc = crc, .unit = unit};
    journal->record = BRS_NEW(arena, char, SMALL_RECORD + MAX_LEB + 1 + CRC_LEN);
}

bool brs_journal_begin(brs_journal *journal, const char *path, const brs_setup *setup, const brs_replay *about,
                       brs_arena *arena, brs_err *err)
{
    brs_str head;
    fs_appender file;
    if (!head_of(setup, about, arena, &head, err) || !fs_append_open(path, -1, &file, err)) {
        return false;
    }
    open_journal(journal, &file, arena, add_crc(0, HEAD, HEAD_LEN), -1);
    return append(journal, (brs_str){HEAD, HEAD_LEN}, err) && put_record(journal, 'H', head, err);
}

bool brs_journal_resume(brs_journal *journal, const char *path, const brs_salvage *found, brs_arena *arena,
                        brs_err *err)
{
    if (found->ended || found->mismatch.code != BRS_OK) {
        return brs_fail(err, BRS_USAGE, "this journal is at its end");
    }
    fs_appender file;
    if (!fs_append_open(path, (int64_t)found->kept, &file, err)) {
        return false;
    }
    open_journal(journal, &file, arena, found->crc, found->unit);
    return true;
}

static bool put_check(brs_journal *j, const brs_game *game, brs_err *err)
{
    char payload[MAX_LEB + 8];
    int unit = game->setup->game->unit_now(game->state);
    if (unit == j->unit) {
        return true;
    }
    j->unit = unit;
    uint64_t hash = replay_check_hash(game);
    size_t len = put_number(payload, (uint64_t)unit);
    for (int shift = 56; shift >= 0; shift -= 8) {
        payload[len++] = (char)(hash >> shift);
    }
    return put_record(j, 'K', (brs_str){payload, len}, err);
}

bool brs_journal_choice(brs_journal *journal, const brs_game *game, int index, brs_err *err)
{
    bool chance = game->choices[0].seat == BRS_SEAT_CHANCE;
    const uint64_t numbers[2] = {(uint64_t)index, (uint64_t)game->n};
    return (chance || put_check(journal, game, err)) && put_numbers(journal, chance ? 'C' : 'D', numbers, 2, err);
}

bool brs_journal_amend(brs_journal *journal, uint32_t decision, const brs_amend *amend, brs_err *err)
{
    int64_t value = amend->value;
    const uint64_t numbers[6] = {decision, amend->section, amend->kind, amend->seat, amend->what,
                                 value < 0 ? ((uint64_t)-value << 1) - 1 : (uint64_t)value << 1};
    return put_numbers(journal, 'T', numbers, 6, err);
}

bool brs_journal_end(brs_journal *journal, uint8_t end, uint8_t end_seat, brs_err *err)
{
    const uint64_t numbers[2] = {end, end_seat == BRS_SEAT_NONE ? 0 : (uint64_t)end_seat + 1};
    return put_numbers(journal, 'E', numbers, 2, err);
}

bool brs_journal_close(brs_journal *journal, bool sync, brs_err *err)
{
    fs_appender file = {journal->fd, journal->path};
    journal->fd = -1;
    return fs_append_close(&file, sync, err);
}

// ---- reading --------------------------------------------------------------------------------------

typedef struct {
    brs_str bytes;
    size_t at;        // after the last whole record
    uint32_t crc;     // of it
} record_reader;

typedef struct {
    char type;
    brs_str payload;
} journal_record;

static bool get_number(brs_str bytes, size_t *at, uint64_t *out)
{
    *out = 0;
    for (int shift = 0; shift < 64 && *at < bytes.len; shift += 7) {
        uint8_t byte = (uint8_t)bytes.ptr[(*at)++];
        *out |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            return byte != 0 || shift == 0;
        }
    }
    return false;
}

// The next record, if all of it is there and right.
static bool next_record(record_reader *r, journal_record *out)
{
    uint64_t len;
    size_t at = r->at;
    if (!get_number(r->bytes, &at, &len) || len > BRS_REPLAY_MAX_FILE || r->bytes.len - at < len + 1 + CRC_LEN) {
        return false;
    }
    *out = (journal_record){r->bytes.ptr[at], {r->bytes.ptr + at + 1, (size_t)len}};
    size_t end = at + 1 + (size_t)len;
    uint32_t crc = add_crc(r->crc, r->bytes.ptr + r->at, end - r->at), wanted = 0;
    for (int i = 0; i < CRC_LEN; i++) {
        wanted = wanted << 8 | (uint8_t)r->bytes.ptr[end + (size_t)i];
    }
    if (crc != wanted) {
        return false;
    }
    r->crc = crc;
    r->at = end + CRC_LEN;
    return true;
}

// Exactly `count` numbers.
static bool numbers_of(const journal_record *record, uint64_t *out, int count)
{
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        if (!get_number(record->payload, &at, &out[i])) {
            return false;
        }
    }
    return at == record->payload.len;
}

typedef struct {
    brs_salvage *out;
    brs_game game;
    brs_arena *arena;
    uint16_t *index;
    brs_table_event *events;
    uint32_t cap;
    brs_err *err;
} replaying;

static bool differ(replaying *p, const char *what)
{
    return brs_fail(p->err, BRS_DESYNC, "decision %lu: %s", (unsigned long)p->out->decisions, what);
}

static bool replay_choice(replaying *p, const journal_record *record)
{
    uint64_t number[2];
    bool chance = record->type == 'C';
    brs_moves *moves = &p->out->moves;
    if (!numbers_of(record, number, 2) || moves->count == p->cap) {
        return differ(p, "a choice that cannot be read");
    }
    bool asked = p->game.n > 0 && (p->game.choices[0].seat == BRS_SEAT_CHANCE) == chance;
    if (!asked || number[1] != (uint64_t)p->game.n || number[0] >= number[1]) {
        return differ(p, "the journal answers another question than the rules ask");
    }
    p->index[moves->count++] = (uint16_t)number[0];
    p->out->decisions += !chance;
    brs_game_choose(&p->game, (int)number[0]);
    return !p->game.stuck || differ(p, "the engine refused its own choice");
}

static bool replay_check(replaying *p, const journal_record *record)
{
    uint64_t unit, hash = 0;
    size_t at = 0;
    if (!get_number(record->payload, &at, &unit) || record->payload.len - at != 8 || p->game.n == 0) {
        return differ(p, "a check that cannot be read");
    }
    for (; at < record->payload.len; at++) {
        hash = hash << 8 | (uint8_t)record->payload.ptr[at];
    }
    p->out->unit = (int)(unit & INT32_MAX);
    return hash == replay_check_hash(&p->game) || differ(p, "the state differs from that of the journal");
}

static bool replay_amend(replaying *p, const journal_record *record)
{
    uint64_t n[6];
    brs_moves *moves = &p->out->moves;
    bool asked = p->game.n > 0 && p->game.choices[0].seat != BRS_SEAT_CHANCE;
    if (!asked || !numbers_of(record, n, 6) || n[0] != p->out->decisions || n[1] >= BRS_MAX_SECTIONS || n[2] > 255 ||
        (n[3] >= (uint64_t)p->out->setup.seats && n[3] != BRS_SEAT_NONE) || n[4] > UINT16_MAX || n[5] > UINT32_MAX ||
        moves->event_count == BRS_REPLAY_MAX_EVENTS) {
        return differ(p, "a table event that cannot be read");
    }
    int64_t value = (n[5] & 1) != 0 ? -(int64_t)((n[5] + 1) >> 1) : (int64_t)(n[5] >> 1);
    brs_table_event *event = &p->events[moves->event_count];
    *event = (brs_table_event){(uint32_t)n[0], {(uint8_t)n[2], (uint8_t)n[3], (uint8_t)n[1], (uint16_t)n[4], (int32_t)value}};
    if (!brs_game_amend(&p->game, &event->amend, p->err)) {
        return false;
    }
    moves->event_count++;
    return true;
}

static bool replay_end(replaying *p, const journal_record *record)
{
    uint64_t number[2];
    if (!numbers_of(record, number, 2) || number[0] > BRS_END_UNFINISHED || number[1] > BRS_MAX_SEATS) {
        return differ(p, "an end that cannot be read");
    }
    uint8_t end = (uint8_t)number[0], seat = number[1] == 0 ? BRS_SEAT_NONE : (uint8_t)(number[1] - 1);
    if (!replay_end_fits(end, seat, p->out->setup.seats)) {
        return differ(p, "the end names a seat that does not fit");
    }
    p->out->ended = true;
    p->out->moves.end = end;
    p->out->moves.end_seat = seat;
    return true;
}

static bool replay_record(replaying *p, const journal_record *record)
{
    switch (record->type) {
    case 'D':
    case 'C': return replay_choice(p, record);
    case 'K': return replay_check(p, record);
    case 'T': return replay_amend(p, record);
    case 'E': return replay_end(p, record);
    default: return differ(p, "a record of a kind that is not known here");
    }
}

static bool read_head(record_reader *r, brs_str bytes, const brs_library *library, brs_arena *arena, brs_salvage *out,
                      brs_err *err)
{
    journal_record record;
    if (bytes.len > MAX_JOURNAL) {
        return brs_fail(err, BRS_LIMIT, "the journal has more than %d bytes", MAX_JOURNAL);
    }
    size_t have = bytes.len < HEAD_LEN ? bytes.len : HEAD_LEN;
    if (have > 0 && memcmp(bytes.ptr, HEAD, have) != 0) {
        return replay_fail(err, BRS_NOT_CANONICAL, 0, "this is not a journal");
    }
    *r = (record_reader){bytes, HEAD_LEN, add_crc(0, HEAD, HEAD_LEN)};
    if (have < HEAD_LEN || !next_record(r, &record) || record.type != 'H') {
        return replay_fail(err, BRS_TRUNCATED, (int64_t)bytes.len, "the journal ends before its setup is complete");
    }
    return brs_replay_decode(record.payload, arena, &out->head, err) &&
           brs_replay_setup(&out->head, library, arena, &out->setup, err);
}

// A game that is over needs no end record to say so.
static void settle_end(replaying *p)
{
    brs_moves *moves = &p->out->moves;
    bool over = p->game.n == 0;
    if (over) {
        moves->end = BRS_END_RULES;
        moves->end_seat = BRS_SEAT_NONE;
    } else if (!p->out->ended || moves->end == BRS_END_RULES) {
        moves->end = BRS_END_UNFINISHED;
        moves->end_seat = BRS_SEAT_NONE;
    }
}

bool brs_journal_read(brs_str bytes, const brs_library *library, brs_arena *arena, brs_salvage *out, brs_err *err)
{
    record_reader r = {0};
    journal_record record;
    *out = (brs_salvage){.mismatch = BRS_ERR_NONE, .unit = -1};
    if (!read_head(&r, bytes, library, arena, out, err)) {
        return false;
    }
    replaying p = {.out = out, .arena = arena, .cap = (uint32_t)(bytes.len / 8 + 1), .err = &out->mismatch};
    p.index = BRS_NEW(arena, uint16_t, p.cap);
    p.events = BRS_NEW(arena, brs_table_event, BRS_REPLAY_MAX_EVENTS);
    void *state = brs_arena_alloc(arena, 1, out->setup.game->state_size);
    if (!brs_game_start(&p.game, &out->setup, state, BRS_NEW(arena, brs_choice, BRS_MAX_CHOICES), NULL, err)) {
        return false;
    }
    out->crc = r.crc;
    out->kept = r.at;
    while (!out->ended && next_record(&r, &record) && replay_record(&p, &record)) {
        out->crc = r.crc;
        out->kept = r.at;
    }
    out->lost = bytes.len - out->kept;
    out->moves.index = p.index;
    out->moves.events = p.events;
    out->moves.card_text = out->head.card_text;
    settle_end(&p);
    return true;
}

bool brs_journal_replay(const brs_salvage *found, brs_arena *arena, brs_replay *out, brs_err *err)
{
    if (!brs_replay_record(&found->setup, &found->moves, arena, out, err)) {
        return false;
    }
    brs_replay_copy_notes(&found->head, out);
    return true;
}

bool brs_journal_finish(const char *journal, const char *replay, const brs_library *library, bool replace,
                        brs_arena *arena, brs_err *err)
{
    brs_salvage *found = BRS_NEW(arena, brs_salvage, 1);
    brs_replay *made = BRS_NEW(arena, brs_replay, 1);
    brs_str bytes;
    if (!fs_read(journal, MAX_JOURNAL, arena, &bytes, err) || !brs_journal_read(bytes, library, arena, found, err)) {
        return false;
    }
    if (found->mismatch.code != BRS_OK) {
        *err = found->mismatch;
        return false;
    }
    return brs_journal_replay(found, arena, made, err) &&
           brs_replay_write(replay, made, library, replace, arena, err) && fs_remove(journal, err);
}
