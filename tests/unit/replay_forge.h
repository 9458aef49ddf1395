// Takes replays apart and puts them together wrongly, with a right checksum. Include after
// toy_deck_game.c, or without it for games of one's own.
#ifndef REPLAY_FORGE_H
#define REPLAY_FORGE_H

#include <criterion/criterion.h>
#include <zlib.h>

#include "replay_parts.h"
#include "str.h"

// Bytes of a literal, NUL bytes included.
#define RAW(literal) ((brs_str){(literal), sizeof(literal) - 1})

typedef struct {
    brs_arena arena;
    brs_library library;
} forge_bench;

#ifdef TOY_DECK_GAME_H
static inline void forge_open(forge_bench *f)
{
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&f->arena, 0);
    cr_assert(brs_library_load(toy_games, &f->arena, &f->library, &err), "%s", err.msg);
}

// A recorded game and its file.
static inline brs_str forge_game(forge_bench *f, const brs_game_def *game, int seats, uint64_t seed,
                                 uint64_t wish)
{
    brs_setup *setup = BRS_NEW(&f->arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&f->arena, brs_replay, 1);
    brs_err err = BRS_ERR_NONE;
    brs_str bytes = {NULL, 0};
    toy_setup(&f->library, game, seats, seed, setup);
    setup->name[0] = "Ada";
    toy_replay(setup, wish, &f->arena, replay);
    cr_assert(brs_replay_encode(replay, &f->arena, &bytes, &err), "%s", err.msg);
    return bytes;
}
#endif

static inline brs_str forge_body(forge_bench *f, brs_str file)
{
    brs_str body = {NULL, 0};
    int64_t base;
    brs_err err = BRS_ERR_NONE;
    cr_assert(replay_open_container(file, &f->arena, &body, &base, &err), "%s", err.msg);
    return body;
}

// The container around any body, never compressed, with a right checksum.
static inline brs_str forge_file(forge_bench *f, brs_str body)
{
    brs_buf out;
    buf_init(&out, &f->arena, body.len + 32);
    buf_put(&out, RAW("\211BRS\r\n\x1a\n\x01\x00"));
    size_t len = body.len;
    for (; len >= 0x80; len >>= 7) {
        buf_byte(&out, (uint8_t)(len | 0x80));
    }
    buf_byte(&out, (uint8_t)len);
    buf_put(&out, body);
    buf_put(&out, RAW("\0\0\0\0"));
    return buf_str(&out);
}

// Mends the last four bytes.
static inline brs_str forge_mend(brs_str file)
{
    if (file.len >= 4) {
        uint32_t crc = (uint32_t)crc32(0, (const Bytef *)file.ptr, (uInt)file.len - 4);
        for (int i = 0; i < 4; i++) {
            ((char *)(uintptr_t)file.ptr)[file.len - 4 + (size_t)i] = (char)(crc >> (24 - 8 * i));
        }
    }
    return file;
}

static inline void forge_put_key(brs_buf *out, uint64_t key)
{
    const int bytes = key >= 1ull << 32 ? 8 : key >= 0x10000 ? 4 : key >= 0x100 ? 2 : 1;
    if (key >= 0x80) {
        buf_byte(out, bytes == 8 ? 0xcf : bytes == 4 ? 0xce : bytes == 2 ? 0xcd : 0xcc);
    }
    for (int i = bytes - 1; i >= 0; i--) {
        buf_byte(out, (uint8_t)(key >> (8 * i)));
    }
}

static inline uint64_t forge_key(brs_str body, const replay_span *span)
{
    const uint8_t *at = (const uint8_t *)body.ptr + span->key_at;
    uint64_t key = 0;
    for (int i = 1; *at >= 0x80 && i <= 1 << (*at - 0xcc); i++) {
        key = key << 8 | at[i];
    }
    return *at < 0x80 ? *at : key;
}

// The body with one key's value replaced (by raw MessagePack), added, or left out (value.ptr NULL).
static inline brs_str forge_with(forge_bench *f, brs_str body, uint64_t key, brs_str value)
{
    replay_spans spans;
    brs_buf rest, out;
    int count = 0;
    bool placed = value.ptr == NULL;
    brs_err err = BRS_ERR_NONE;
    cr_assert(replay_scan(body, 0, &spans, &err), "%s", err.msg);
    buf_init(&rest, &f->arena, body.len + value.len + 16);
    for (int i = 0; i <= spans.count; i++) {
        uint64_t here = i < spans.count ? forge_key(body, &spans.span[i]) : UINT64_MAX;
        if (!placed && here >= key) {
            forge_put_key(&rest, key);
            buf_put(&rest, value);
            count++;
            placed = true;
        }
        if (i < spans.count && here != key) {
            const replay_span *span = &spans.span[i];
            buf_put(&rest, (brs_str){body.ptr + span->key_at, span->end - span->key_at});
            count++;
        }
    }
    buf_init(&out, &f->arena, rest.len + 4);
    if (count > 15) {
        buf_byte(&out, 0xde);
        buf_byte(&out, 0);
    }
    buf_byte(&out, (uint8_t)(count > 15 ? count : 0x80 | count));
    buf_put(&out, buf_str(&rest));
    return buf_str(&out);
}

// A file with one key changed so.
static inline brs_str forge_file_with(forge_bench *f, brs_str file, uint64_t key, brs_str value)
{
    return forge_mend(forge_file(f, forge_with(f, forge_body(f, file), key, value)));
}

// Reads, sets up, plays and compares: the code of the first thing that is wrong.
static inline brs_code forge_judge(forge_bench *f, brs_str file, brs_replay *replay, brs_err *err)
{
    brs_setup *setup = BRS_NEW(&f->arena, brs_setup, 1);
    *err = BRS_ERR_NONE;
    bool ok = brs_replay_decode(file, &f->arena, replay, err) &&
              brs_replay_setup(replay, &f->library, &f->arena, setup, err) &&
              brs_replay_verify(replay, setup, &f->arena, NULL, brs_report_first(err));
    cr_assert_eq(ok, err->code == BRS_OK, "a failure has a code, a success none");
    return err->code;
}

static inline void forge_expect(forge_bench *f, const char *what, brs_str file, brs_code wanted)
{
    brs_replay replay;
    brs_err err;
    brs_code code = forge_judge(f, file, &replay, &err);
    cr_expect_eq(code, wanted, "%s: wanted \"%s\", got \"%s\": %s", what, brs_code_name(wanted),
                 brs_code_name(code), err.msg);
}

// Is it the same game, whatever is said about it?
static inline bool forge_same_game(const brs_replay *a, const brs_replay *b)
{
    return memcmp(a->core, b->core, sizeof a->core) == 0 &&
           str_equal(a->decisions.bytes, b->decisions.bytes) &&
           a->decisions.count == b->decisions.count &&
           str_equal(a->chance.bytes, b->chance.bytes) && a->final_hash == b->final_hash &&
           memcmp(&a->result, &b->result, sizeof a->result) == 0 &&
           str_equal(a->checks, b->checks) && a->check_bits == b->check_bits &&
           a->seed == b->seed && a->seeded == b->seeded && str_is(str_of(a->game), b->game) &&
           str_is(str_of(a->edition), b->edition) && a->patch == b->patch && a->seats == b->seats &&
           str_equal(a->decks, b->decks) && a->end == b->end && a->end_seat == b->end_seat &&
           a->override_count == b->override_count && a->event_count == b->event_count;
}

#endif
