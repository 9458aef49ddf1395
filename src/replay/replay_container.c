// The container: signature, version, lengths, checksum, and zlib when it helps. Knows nothing of
// the body.
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "replay_parts.h"
#include "memory.h"
#include "str.h"

enum {
    CONTAINER_VERSION = 1,
    FLAG_ZLIB = 1,
    SIGNATURE_LEN = 8,
    HEAD_LEN = 10,  // signature, version, flags
    CRC_LEN = 4,
    FREE_INFLATION = 64 << 10,  // up to here any ratio is harmless
    MAX_RATIO = 64
};

// A high bit for 7-bit channels, both kinds of line end for text modes, and Ctrl-Z for old
// terminals (as PNG does).
static const uint8_t SIGNATURE[SIGNATURE_LEN] = {0x89, 'B', 'R', 'S', '\r', '\n', 0x1a, '\n'};

// ---- what else a file may be ----------------------------------------------------------------

static const char *looks_like(brs_str file)
{
    static const struct {
        const char *begins;
        uint8_t len;
        const char *name;
    } kinds[] = {
        {"\x89PNG", 4, "it is a PNG picture"},
        {"PK\3\4", 4, "it is a ZIP archive"},
        {"\177ELF", 4, "it is a program"},
        {"\x1f\x8b", 2, "it is a gzip file"},
        {"%PDF", 4, "it is a PDF file"},
        {"<", 1, "it is an HTML or XML text"},
        {"\211BRA", 4, "it is an archive of replays: archive list tells its games, archive extract takes them out"},
        {"\211BRJ", 4, "it is a journal: salvage makes a replay of it"},
        {"{", 1, "it is JSON: convert makes a replay of it"},
        {"broadside-transcript", 20, "it is a transcript: compile it first"},
        {"\211BRS\n\x1a\n", 7, "its line ends were changed: it was sent or checked out as text"},
        {"\211BRS\r\n\x1a\r\n", 9,
         "its line ends were changed: it was sent or checked out as text"},
        {"\211BRS\r\r\n", 7, "its line ends were changed: it was sent or checked out as text"},
        {"\tBRS", 4, "its high bits were cleared: it was sent as 7-bit text"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (str_begins(file, (brs_str){kinds[i].begins, kinds[i].len})) {
            return kinds[i].name;
        }
    }
    return "it does not begin with the replay signature";
}

static bool check_head(brs_str file, brs_err *err)
{
    size_t have = file.len < SIGNATURE_LEN ? file.len : SIGNATURE_LEN;
    if (have > 0 && memcmp(file.ptr, SIGNATURE, have) != 0) {
        return replay_fail(err, BRS_NOT_CANONICAL, 0, "not a replay: %s", looks_like(file));
    }
    if (file.len < HEAD_LEN) {
        return replay_fail(err, BRS_TRUNCATED, (int64_t)file.len,
                           "the file ends after %zu bytes, inside its head", file.len);
    }
    uint8_t version = (uint8_t)file.ptr[8], flags = (uint8_t)file.ptr[9];
    if (version == 0) {
        return replay_fail(err, BRS_NOT_CANONICAL, 8, "container version 0 does not exist");
    }
    if (version > CONTAINER_VERSION) {
        replay_fail(err, BRS_NEWER, 8, "container version %d; this program reads up to %d", version,
                    CONTAINER_VERSION);
        brs_help(err, "use a newer Broadside");
        return false;
    }
    if ((flags & ~FLAG_ZLIB) != 0) {
        return replay_fail(err, BRS_NEWER, 9, "unknown container flags %02x", flags);
    }
    return true;
}

// ---- lengths --------------------------------------------------------------------------------

static void put_length(brs_buf *buf, size_t value)
{
    for (; value >= 0x80; value >>= 7) {
        buf_byte(buf, (uint8_t)(value | 0x80));
    }
    buf_byte(buf, (uint8_t)value);
}

static size_t length_size(size_t value)
{
    size_t size = 1;
    for (; value >= 0x80; value >>= 7) {
        size++;
    }
    return size;
}

static bool get_length(brs_str file, size_t *at, const char *what, size_t *out, brs_err *err)
{
    enum { MOST_BYTES = 5 };  // 35 bits: far above any limit
    size_t start = *at;
    uint64_t value = 0;
    for (int i = 0; i < MOST_BYTES; i++) {
        if (*at >= file.len) {
            return replay_fail(err, BRS_TRUNCATED, (int64_t)*at, "the file ends inside the %s",
                               what);
        }
        uint8_t byte = (uint8_t)file.ptr[(*at)++];
        value |= (uint64_t)(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            if (byte == 0 && i > 0) {
                return replay_fail(err, BRS_NOT_CANONICAL, (int64_t)start,
                                   "the %s has a byte too many", what);
            }
            if (value > BRS_REPLAY_MAX_FILE) {
                return replay_fail(err, BRS_LIMIT, (int64_t)start,
                                   "the %s is %llu, the limit is %d", what,
                                   (unsigned long long)value, BRS_REPLAY_MAX_FILE);
            }
            *out = (size_t)value;
            return true;
        }
    }
    return replay_fail(err, BRS_LIMIT, (int64_t)start, "the %s has more than %d bytes", what,
                       MOST_BYTES);
}

// ---- zlib -----------------------------------------------------------------------------------

// zlib may write all bytes before it finds that they are wrong, stops quietly before bytes that
// follow, and says the same of a cut stream and a full buffer. So: room for one byte more, and
// nothing counts but the end of the stream.
static bool inflate_body(brs_str stored, size_t body_len, int64_t at, brs_arena *arena,
                         brs_str *out, brs_err *err)
{
    char *body = BRS_NEW(arena, char, body_len + 1);
    z_stream z = {.next_in = (z_const Bytef *)stored.ptr,
                  .avail_in = (uInt)stored.len,
                  .next_out = (Bytef *)body,
                  .avail_out = (uInt)body_len + 1};
    if (inflateInit(&z) != Z_OK) {
        return replay_fail(err, BRS_RETRY, at, "no memory to inflate the body");
    }
    int status = inflate(&z, Z_FINISH);
    size_t wrote = z.total_out, left = z.avail_in;
    bool bad_sum =
        status == Z_DATA_ERROR && z.msg != NULL && strcmp(z.msg, "incorrect data check") == 0;
    inflateEnd(&z);
    if (wrote > body_len) {
        return replay_fail(err, BRS_NOT_CANONICAL, at,
                           "the body inflates to more than the %zu bytes it declares", body_len);
    }
    if (bad_sum) {
        return replay_fail(err, BRS_CHECKSUM, at, "the zlib checksum of the body is wrong");
    }
    if (status == Z_BUF_ERROR || status == Z_OK) {
        return replay_fail(err, BRS_TRUNCATED, at + (int64_t)stored.len,
                           "the zlib stream of the body is cut off");
    }
    if (status != Z_STREAM_END) {
        return replay_fail(err, status == Z_MEM_ERROR ? BRS_RETRY : BRS_NOT_CANONICAL, at,
                           "the body is not a zlib stream");
    }
    if (left > 0) {
        return replay_fail(err, BRS_NOT_CANONICAL, at + (int64_t)(stored.len - left),
                           "bytes follow the zlib stream");
    }
    if (wrote < body_len) {
        return replay_fail(err, BRS_NOT_CANONICAL, at,
                           "the body inflates to %zu bytes and declares %zu", wrote, body_len);
    }
    *out = (brs_str){body, body_len};
    return true;
}

static bool check_ratio(size_t stored_len, size_t body_len, int64_t at, brs_err *err)
{
    if (stored_len >= body_len) {
        return replay_fail(err, BRS_NOT_CANONICAL, at, "the body is compressed but not smaller");
    }
    if (body_len > FREE_INFLATION && body_len / MAX_RATIO > stored_len) {
        return replay_fail(err, BRS_LIMIT, at, "the body would grow more than %d times", MAX_RATIO);
    }
    return true;
}

// ---- the whole ------------------------------------------------------------------------------

static uint32_t checksum(brs_str bytes)
{
    return (uint32_t)crc32(0, (const Bytef *)bytes.ptr, (uInt)bytes.len);
}

static bool check_tail(brs_str file, size_t at, size_t stored_len, brs_err *err)
{
    size_t whole = at + stored_len + CRC_LEN;
    if (file.len < whole) {
        return replay_fail(err, BRS_TRUNCATED, (int64_t)file.len, "the file has %zu bytes of %zu",
                           file.len, whole);
    }
    if (file.len > whole) {
        return replay_fail(err, BRS_NOT_CANONICAL, (int64_t)whole,
                           "%zu bytes follow the end of the replay", file.len - whole);
    }
    const uint8_t *crc = (const uint8_t *)file.ptr + whole - CRC_LEN;
    uint32_t wanted =
        (uint32_t)crc[0] << 24 | (uint32_t)crc[1] << 16 | (uint32_t)crc[2] << 8 | crc[3];
    uint32_t found = checksum((brs_str){file.ptr, whole - CRC_LEN});
    if (wanted != found) {
        return replay_fail(err, BRS_CHECKSUM, (int64_t)(whole - CRC_LEN),
                           "the checksum is %08x, the bytes give %08x: the file is damaged", wanted,
                           found);
    }
    return true;
}

bool replay_open_container(brs_str file, brs_arena *arena, brs_str *body, int64_t *base,
                           brs_err *err)
{
    if (file.len > BRS_REPLAY_MAX_FILE) {
        return replay_fail(err, BRS_LIMIT, BRS_REPLAY_MAX_FILE, "the file is larger than %d bytes",
                           BRS_REPLAY_MAX_FILE);
    }
    size_t at = HEAD_LEN, stored_len, body_len;
    if (!check_head(file, err) || !get_length(file, &at, "stored length", &stored_len, err)) {
        return false;
    }
    const bool packed = (file.ptr[9] & FLAG_ZLIB) != 0;
    if ((packed && !get_length(file, &at, "body length", &body_len, err)) || !check_tail(file, at, stored_len, err)) {
        return false;
    }
    brs_str stored = {file.ptr + at, stored_len};
    if (packed) {
        *base = -1;
        return check_ratio(stored_len, body_len, (int64_t)at, err) &&
               inflate_body(stored, body_len, (int64_t)at, arena, body, err);
    }
    *base = (int64_t)at;
    *body = (brs_str){brs_arena_string(arena, stored), stored.len};
    return true;
}

// The compressed body, or an empty slice when that would not be smaller.
static brs_str deflate_body(brs_str body, brs_arena *arena)
{
    uLongf len = compressBound((uLong)body.len);
    char *out = BRS_NEW(arena, char, len);
    int status =
        compress2((Bytef *)out, &len, (const Bytef *)body.ptr, (uLong)body.len, Z_BEST_COMPRESSION);
    if (status == Z_MEM_ERROR) {  // not "not smaller": the same game is the same bytes
        memory_is_out(arena);
    }
    bool useful = status == Z_OK && len + length_size(body.len) < body.len &&
                  (body.len <= FREE_INFLATION || body.len / MAX_RATIO <= len);
    return useful ? (brs_str){out, len} : (brs_str){out, 0};
}

brs_str replay_close_container(brs_str body, brs_arena *arena)
{
    brs_str packed = deflate_body(body, arena);
    brs_str stored = packed.len > 0 ? packed : body;
    brs_buf out;
    buf_init(&out, arena, stored.len + 32);
    buf_put(&out, (brs_str){(const char *)SIGNATURE, SIGNATURE_LEN});
    buf_byte(&out, CONTAINER_VERSION);
    buf_byte(&out, packed.len > 0 ? FLAG_ZLIB : 0);
    put_length(&out, stored.len);
    if (packed.len > 0) {
        put_length(&out, body.len);
    }
    buf_put(&out, stored);
    uint32_t crc = checksum(buf_str(&out));
    for (int shift = 24; shift >= 0; shift -= 8) {
        buf_byte(&out, (uint8_t)(crc >> shift));
    }
    return buf_str(&out);
}
