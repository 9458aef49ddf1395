// What each field of a replay says when it is wrong, by its words: another refusal with the same code is another mistake.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "real_games.h"
#include "replay_forge.h"
#include "replay_parts.h"

static real_bench bench;
static forge_bench forge;
static brs_str rnr, dealt, revolution;  // seeded; with recorded chance; a game without decks

static brs_str game_of(const char *id, uint64_t seed)
{
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_replay *replay = BRS_NEW(&bench.arena, brs_replay, 1);
    real_setup(&bench, id, 0, seed, setup);
    real_game(&bench, setup, 3, replay);
    return real_encode(&bench, replay);
}

static void open_bench(void)
{
    real_open(&bench);
    brs_arena_init(&forge.arena, 0);
    rnr = game_of("rnr", 5);
    dealt = game_of("rnr", 0);
    revolution = game_of("revolution", 5);
}

static void close_bench(void)
{
    brs_arena_release(&forge.arena);
    brs_arena_release(&bench.arena);
}

TestSuite(replay_fields, .init = open_bench, .fini = close_bench);

// Refused with this code and these words.
static void refused(brs_str file, brs_code code, const char *words)
{
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    cr_expect(!brs_replay_decode(file, &forge.arena, &replay, &err), "accepted, not refused for \"%s\"", words);
    cr_expect_eq(err.code, code, "\"%s\" is %s", words, brs_code_name(err.code));
    cr_expect_not_null(strstr(err.msg, words), "\"%s\" does not say \"%s\"", err.msg, words);
}

// Accepted, and written again as it was.
static void accepted(brs_str file, brs_replay *replay)
{
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_replay_decode(file, &forge.arena, replay, &err), "%s", err.msg);
    cr_expect(str_equal(replay_body(replay, &forge.arena), forge_body(&forge, file)), "it reads back otherwise");
}

#define REFUSED(file, key, value, code, words) refused(forge_file_with(&forge, file, key, RAW(value)), code, words)

static brs_str without(brs_str file, uint64_t key)
{
    return forge_file_with(&forge, file, key, (brs_str){NULL, 0});
}

Test(replay_fields, a_game_goes_by_its_number)
{
    REFUSED(rnr, 0, "\x92\x07\x01", BRS_NEWER, "a game by a number that this program does not know");
    REFUSED(rnr, 0, "\x92\x00\x01", BRS_NEWER, "a game by a number that this program does not know");
    REFUSED(rnr, 0, "\x92\xa3rnr\x01", BRS_NOT_CANONICAL, "a game that has a number goes by it");
    REFUSED(rnr, 0, "\x92\xa0\xa1x", BRS_NOT_CANONICAL, "game: the id is empty");
}

Test(replay_fields, an_id_has_letters_digits_and_three_signs)
{
    brs_replay replay;
    accepted(forge_file_with(&forge, revolution, 0, RAW("\x92\xa7" "az09-_.\xa1x")), &replay);
    cr_expect_str_eq(replay.game, "az09-_.");
    static const char bad[] = "`{/:@[AZ ,^\x7f";
    for (size_t i = 0; i + 1 < sizeof bad; i++) {
        char game[] = "\x92\xa2" "a?\xa1x";
        game[3] = bad[i];
        refused(forge_file_with(&forge, revolution, 0, (brs_str){game, 6}), BRS_NOT_CANONICAL, "game: an id has only a-z, 0-9 and - _ .");
    }
    static const char good[] = "az09-_.";
    for (size_t i = 0; i + 1 < sizeof good; i++) {
        char game[] = "\x92\xa1?\xa1x";
        game[2] = good[i];
        accepted(forge_file_with(&forge, revolution, 0, (brs_str){game, 5}), &replay);
    }
}

Test(replay_fields, a_word_goes_by_its_number)
{
    REFUSED(rnr, 0, "\x92\x01\x00", BRS_NEWER, "edition: a word by a number that this program does not know");
    REFUSED(rnr, 0, "\x92\x01\xcd\xff\xff", BRS_NEWER, "edition: a word by a number that this program does not know");
    REFUSED(rnr, 0, "\x92\x01\xa8rulebook", BRS_NOT_CANONICAL, "edition: a word that has a number goes by it");
    REFUSED(revolution, 0, "\x92\xa1x\x01", BRS_NEWER, "edition: a word by a number that this program does not know");
    REFUSED(rnr, 0, "\x92\x01\xc0", BRS_NOT_CANONICAL, "edition: a text is due here");
    REFUSED(rnr, 0, "\x93\x01\x01\x01", BRS_NOT_CANONICAL, "patch: patch 1 is left out");
}

Test(replay_fields, a_card_set_goes_by_its_number)
{
    brs_buf list;
    buf_init(&list, &forge.arena, 16);
    buf_put(&list, RAW("\x91\xc4\x08"));
    for (int shift = 56; shift >= 0; shift -= 8) {
        buf_byte(&list, (uint8_t)(replay_shorthand("rnr")->sets[0] >> shift));
    }
    refused(forge_file_with(&forge, rnr, 2, buf_str(&list)), BRS_NOT_CANONICAL, "[0]: a card set that has a number goes by it");
    REFUSED(rnr, 2, "\x91\x00", BRS_NEWER, "a card set by a number that this program does not know");
    REFUSED(rnr, 2, "\x92\x01\x7f", BRS_NEWER, "[1]: a card set by a number that this program does not know");
    REFUSED(rnr, 2, "\x91\xa8" "12345678", BRS_NOT_CANONICAL, "hash: bytes are due here");
    brs_replay replay;
    accepted(forge_file_with(&forge, rnr, 2, RAW("\x91\xc4\x08" "12345678")), &replay);
    cr_expect_eq(replay.set_hash[0], 0x3132333435363738);
}

Test(replay_fields, decks_and_sets_come_together)
{
    brs_replay replay;
    refused(without(rnr, 6), BRS_NOT_CANONICAL, "decks and card sets come together");
    refused(without(rnr, 2), BRS_NOT_CANONICAL, "decks and card sets come together");
    refused(forge_file_with(&forge, without(rnr, 2), 18, RAW("\x91\x00")), BRS_NOT_CANONICAL, "decks and card sets come together");
    REFUSED(revolution, 6, "\xc4\x01x", BRS_NOT_CANONICAL, "decks and card sets come together");
    accepted(forge_file_with(&forge, without(rnr, 6), 18, RAW("\x91\x00")), &replay);  // a view has none
    accepted(forge_file_with(&forge, rnr, 18, RAW("\x91\x00")), &replay);
    REFUSED(rnr, 6, "\xc4\x02\x80\x00", BRS_NOT_CANONICAL, "zero bytes at the end are left out");
    accepted(forge_file_with(&forge, rnr, 6, RAW("\xc4\x00")), &replay);  // decks of no bytes are decks
}

Test(replay_fields, checks_are_of_a_kind)
{
    brs_replay replay;
    REFUSED(rnr, 3, "\x93\x01\x08\xc4\x00", BRS_NOT_CANONICAL, "checks of the standard kind are bytes only");
    REFUSED(rnr, 3, "\x93\x02\x10\xc4\x00", BRS_NEWER, "checks of a kind that this program does not know");
    REFUSED(rnr, 3, "\x93\x01\x0c\xc4\x00", BRS_NEWER, "checks of a kind that this program does not know");
    REFUSED(rnr, 3, "\x93\xa1x\x10\xc4\x00", BRS_NOT_CANONICAL, "key 3 checks algorithm: a number of 0 or more is due here");
    REFUSED(rnr, 3, "\x93\x01\x41\xc4\x00", BRS_LIMIT, "key 3 checks bits: the number is too large");
    REFUSED(rnr, 3, "\x93\x01\x10\xa0", BRS_NOT_CANONICAL, "key 3 checks: bytes are due here");
    REFUSED(rnr, 3, "\x93\x01\x10\xc4\x03xyz", BRS_NOT_CANONICAL, "half a check at the end");
    accepted(forge_file_with(&forge, rnr, 3, RAW("\x93\x01\x10\xc4\x04wxyz")), &replay);
}

Test(replay_fields, values_are_of_their_type)
{
    REFUSED(rnr, 1, "\xb0" "1234567890123456", BRS_NOT_CANONICAL, "key 1 core id: bytes are due here");
    REFUSED(rnr, 5, "\xff", BRS_NOT_CANONICAL, "key 5 final hash: a number of 0 or more is due here");
    REFUSED(rnr, 5, "\x92\x00\x00", BRS_LIMIT, "key 5 final hash: too many elements");
    REFUSED(rnr, 14, "\xa1x", BRS_NOT_CANONICAL, "key 14 decisions: bytes are due here");
    REFUSED(rnr, 20, "\x90", BRS_NOT_CANONICAL, "key 20 options: a map is due here");
    REFUSED(rnr, 20, "\x80", BRS_NOT_CANONICAL, "key 20 options: an empty map is left out");
    REFUSED(rnr, 20, "\x81\x01\xc0", BRS_NOT_CANONICAL, "key 20 options[0] value: a whole number is due here");
    REFUSED(rnr, 20, "\x81\x01\xa1x", BRS_NOT_CANONICAL, "key 20 options[0] value: a whole number is due here");
    REFUSED(rnr, 20, "\x81\x01\xce\xff\xff\xff\xff", BRS_LIMIT, "value: the number is out of its range");
    REFUSED(rnr, 20, "\x81\x01\xd3\xff\xff\xff\x00\x00\x00\x00\x00", BRS_LIMIT, "value: the number is out of its range");
    REFUSED(rnr, 22, "\xa0", BRS_NOT_CANONICAL, "key 22 card file: an empty text is left out");
    REFUSED(rnr, 24, "\x91\x97\x01\x00\x01\x00\x01\x05\x05", BRS_LIMIT, "key 24 table events[0]: the list has too many items");
    REFUSED(rnr, 24, "\x91\x95\x01\x00\x01\x00\x01", BRS_NOT_CANONICAL, "key 24 table events[0]: the list has too few items");
}

// A table event has six values, each of its own type and range.
Test(replay_fields, each_value_of_an_event_is_looked_at)
{
    REFUSED(rnr, 24, "\x91\x96\xa1x\x00\x01\x00\x01\x05", BRS_NOT_CANONICAL, "[0] decision: a number of 0 or more is due here");
    REFUSED(rnr, 24, "\x91\x96\x01\xcd\xff\xff\x01\x00\x01\x05", BRS_LIMIT, "[0] section: the number is too large");
    REFUSED(rnr, 24, "\x91\x96\x01\x00\xcd\x01\x00\x00\x01\x05", BRS_LIMIT, "[0] kind: the number is too large");
    REFUSED(rnr, 24, "\x91\x96\x01\x00\x01\x02\x01\x05", BRS_NOT_CANONICAL, "[0] seat: there is no such seat");
    REFUSED(rnr, 24, "\x91\x96\x01\x00\x01\xa1x\x01\x05", BRS_NOT_CANONICAL, "[0] seat: a number of 0 or more is due here");
    REFUSED(rnr, 24, "\x91\x96\x01\x00\x01\x00\xff\x05", BRS_NOT_CANONICAL, "[0] what: a number of 0 or more is due here");
    REFUSED(rnr, 24, "\x91\x96\x01\x00\x01\x00\x01\xa1x", BRS_NOT_CANONICAL, "[0] value: a whole number is due here");
}

Test(replay_fields, a_seed_and_places_are_numbers)
{
    REFUSED(rnr, 8, "\x92\xa1x\xc4\x08" "12345678", BRS_NOT_CANONICAL, "key 8 random stream algorithm: a number of 0 or more is due here");
    REFUSED(rnr, 8, "\x92\x02\xc4\x07" "1234567", BRS_NOT_CANONICAL, "key 8 random stream seed: too few bytes");
    REFUSED(rnr, 8, "\x92\x01\xc4\x08" "12345678", BRS_NOT_CANONICAL, "a seed of the standard stream is a number only");
    REFUSED(rnr, 7, "\x94\x00\x01\x05\xa1x", BRS_NOT_CANONICAL, "key 7 result places: a number of 0 or more is due here");
    REFUSED(rnr, 7, "\x94\x00\x01\x05\x00", BRS_NOT_CANONICAL, "key 7 result places: places that are all 0 are left out");
    REFUSED(rnr, 7, "\x94\x00\x01\x05\x09", BRS_NOT_CANONICAL, "key 7 result places: there is one place a seat");
    REFUSED(dealt, 16, "\x92\xa1x\xc4\x01\x80", BRS_NOT_CANONICAL, "key 16 chance: a number of 0 or more is due here");
}

// Facts about a game that no version knows yet are kept, up to 64.
Test(replay_fields, a_map_has_so_many_entries)
{
    brs_replay replay;
    for (int count = 64; count <= 65; count++) {
        brs_buf map;
        buf_init(&map, &forge.arena, 512);
        buf_put(&map, RAW("\xde\x00"));
        buf_byte(&map, (uint8_t)count);
        for (int i = 0; i < count; i++) {
            buf_put(&map, RAW("\xcd\x01"));
            buf_byte(&map, (uint8_t)(2 * i + 1));
            buf_byte(&map, 1);
        }
        const brs_str file = forge_file_with(&forge, rnr, 9, buf_str(&map));
        if (count == 64) {
            accepted(file, &replay);
            cr_expect_eq(replay.meta_kept_count, 64);
        } else {
            refused(file, BRS_LIMIT, "key 9 meta: the map has too many entries");
        }
    }
}

Test(replay_fields, events_stand_in_order)
{
    brs_replay replay;
    REFUSED(rnr, 24, "\x92\x96\x02\x00\x01\x00\x01\x05\x96\x01\x00\x01\x00\x01\x05", BRS_NOT_CANONICAL,
            "[1] decision: events stand in order of their decisions");
    accepted(forge_file_with(&forge, rnr, 24, RAW("\x92\x96\x01\x00\x01\x00\x01\x05\x96\x02\x00\x01\x00\x01\x05")), &replay);
    accepted(forge_file_with(&forge, rnr, 24, RAW("\x92\x96\x02\x00\x01\x00\x01\x05\x96\x02\x00\x01\x00\x01\x05")), &replay);
    accepted(forge_file_with(&forge, rnr, 24, RAW("\x91\x96\x00\x00\x01\xc0\x01\xff")), &replay);
    cr_expect_eq(replay.events[0].amend.value, -1);
}

Test(replay_fields, choices_are_coded_or_written_out)
{
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    brs_str none = forge_file_with(&forge, forge_file_with(&forge, rnr, 12, RAW("\x00")), 14, RAW("\xc4\x00"));
    cr_expect(brs_replay_decode(none, &forge.arena, &replay, &err), "no bytes for no choice: %s", err.msg);
    brs_str plain = forge_file_with(&forge, none, 10, RAW("\x00"));
    accepted(plain, &replay);
    cr_expect_eq(replay.coder_mode, BRS_CODER_EXPLICIT);
    REFUSED(plain, 14, "\xc4\x01\xff", BRS_NOT_CANONICAL, "bytes that are no choice in its one form");
    REFUSED(plain, 12, "\x01", BRS_NOT_CANONICAL, "not as many choices as key 12 or the variation says");
    brs_str chance = forge_with(&forge, forge_body(&forge, dealt), 10, RAW("\x00"));
    chance = forge_with(&forge, forge_with(&forge, chance, 12, RAW("\x00")), 14, RAW("\xc4\x00"));
    refused(forge_mend(forge_file(&forge, forge_with(&forge, chance, 16, RAW("\x92\x00\xc4\x00")))), BRS_NOT_CANONICAL, "no outcomes are left out");
    refused(forge_mend(forge_file(&forge, forge_with(&forge, chance, 16, RAW("\x92\x01\xc4\x02\x00\x01")))), BRS_NOT_CANONICAL,
            "outcomes stand among choices that are written out");
    REFUSED(rnr, 10, "\x02", BRS_NOT_CANONICAL, "the standard model is left out");
    REFUSED(rnr, 16, "\x92\x01\xc4\x01\x80", BRS_NOT_CANONICAL, "a game has a seed or recorded chance, not both");
    REFUSED(rnr, 14, "\xc4\x02x\x00", BRS_NOT_CANONICAL, "zero bytes at the end are left out");
}

Test(replay_fields, each_coder_is_written_as_it_was_read)
{
    brs_replay replay;
    accepted(forge_file_with(&forge, rnr, 10, RAW("\xc0")), &replay);
    cr_expect_eq(replay.coder_mode, BRS_CODER_UNIFORM);
    accepted(forge_file_with(&forge, rnr, 10, RAW("\x01")), &replay);
    cr_expect_eq(replay.coder_model, 1);
    accepted(without(rnr, 10), &replay);
    cr_expect_eq(replay.coder_mode, BRS_CODER_MODEL);
}

Test(replay_fields, the_first_key_that_must_be_known_is_named)
{
    brs_replay replay;
    accepted(forge_file_with(&forge, forge_file_with(&forge, forge_file_with(&forge, rnr, 101, RAW("\x01")), 102, RAW("\x02")), 104, RAW("\x03")), &replay);
    cr_expect(replay.critical && replay.critical_key == 102);
    cr_expect_eq(replay.kept_count, 3);
}

Test(replay_fields, a_body_is_a_map_of_numbers_and_text_of_utf8)
{
    refused(forge_mend(forge_file(&forge, RAW("\x91\x01"))), BRS_NOT_CANONICAL, "the body is not a map");
    refused(forge_mend(forge_file(&forge, RAW("\x01"))), BRS_NOT_CANONICAL, "the body is not a map");
    brs_str body = forge_body(&forge, rnr);
    brs_buf text;
    buf_init(&text, &forge.arena, body.len + 8);
    buf_byte(&text, (uint8_t)(body.ptr[0] + 1));
    buf_put(&text, (brs_str){body.ptr + 1, body.len - 1});
    buf_put(&text, RAW("\xa1x\x01"));
    refused(forge_mend(forge_file(&forge, buf_str(&text))), BRS_NOT_CANONICAL, "keys of a replay are numbers of 0 or more");
    REFUSED(rnr, 101, "\xa1\xff", BRS_NOT_CANONICAL, "a text is not UTF-8");
    REFUSED(rnr, 101, "\xca\x00\x00\x00\x00", BRS_NOT_CANONICAL, "a float, an extension or a reserved byte");
}

// A body is compressed where that is smaller, and never so far that a reader must fear it.
Test(replay_fields, a_body_is_compressed_within_bounds)
{
    enum { SMALL = 30000, LARGE = 200000 };
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    char *text = BRS_NEW(&forge.arena, char, LARGE);
    cr_assert(brs_replay_decode(rnr, &forge.arena, &replay, &err), "%s", err.msg);
    memset(text, 'a', LARGE);
    replay.card_text = (brs_str){text, SMALL};
    brs_str file = real_encode(&bench, &replay);
    cr_expect_eq(file.ptr[9], 1, "a small body may shrink as far as it will");
    cr_expect_lt(file.len, 1000);
    replay.card_text.len = LARGE;
    file = real_encode(&bench, &replay);
    cr_expect_eq(file.ptr[9], 0, "a large one of one letter is stored as it is: a reader would take it for a bomb");
    uint32_t next = 1;
    for (int i = 0; i < LARGE; i++) {
        next = next * 1664525 + 1013904223;
        text[i] = (char)('a' + (next >> 24) % 8);
    }
    file = real_encode(&bench, &replay);
    cr_expect_eq(file.ptr[9], 1, "a large one that shrinks as text does is compressed");
    cr_expect_lt(file.len, LARGE);
}

// The good file's body, compressed here, with another length declared or other bytes.
static brs_str packed(brs_str body, int more, int garble)
{
    uLongf len = compressBound(body.len);
    uint8_t *stored = BRS_NEW(&forge.arena, uint8_t, len);
    brs_buf out;
    cr_assert_eq(compress2(stored, &len, (const Bytef *)body.ptr, body.len, 9), Z_OK);
    stored[garble] ^= garble > 0 ? 0x55 : 0;
    buf_init(&out, &forge.arena, len + 32);
    buf_put(&out, RAW("\211BRS\r\n\x1a\n\x01\x01"));
    const size_t lengths[] = {len, body.len + (size_t)more};
    for (int i = 0; i < 2; i++) {
        size_t left = lengths[i];
        for (; left >= 0x80; left >>= 7) {
            buf_byte(&out, (uint8_t)(left | 0x80));
        }
        buf_byte(&out, (uint8_t)left);
    }
    buf_put(&out, (brs_str){(const char *)stored, len});
    buf_put(&out, RAW("\0\0\0\0"));
    return forge_mend(buf_str(&out));
}

Test(replay_fields, a_compressed_body_is_what_it_declares)
{
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    brs_str body = forge_with(&forge, forge_body(&forge, rnr), 22, RAW("\xbf" "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    for (int i = 0; i < 6; i++) {
        body = forge_with(&forge, body, 201 + 2 * (uint64_t)i, RAW("\xbf" "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    }
    cr_expect(brs_replay_decode(packed(body, 0, 0), &forge.arena, &replay, &err), "%s", err.msg);
    refused(packed(body, 1, 0), BRS_NOT_CANONICAL, "and declares");
    refused(packed(body, -1, 0), BRS_NOT_CANONICAL, "the body inflates to more than");
    refused(packed(body, 0, 1), BRS_NOT_CANONICAL, "the body is not a zlib stream");
}

// A key at the front of bytes from an archive; what is none is refused, and nothing behind the bytes is read.
Test(replay_fields, keys_of_archives_are_short_numbers)
{
    static const struct {
        const char *bytes;
        size_t len;
        bool good;
        uint32_t key;
        size_t width;
    } cases[] = {
        {"\x00", 1, true, 0, 1}, {"\x7f", 1, true, 127, 1}, {"\x80", 1, false, 0, 0}, {"\xcc\xc8", 2, true, 200, 2},
        {"\xcd\x01\x02", 3, true, 258, 3}, {"\xce\x01\x02\x03\x04", 5, true, 0x01020304, 5},
        {"\xcf\0\0\0\1\0\0\0\0", 9, false, 0, 0}, {"\xcc\xc8", 1, false, 0, 0}, {"\xcd\x01\x02", 2, false, 0, 0},
        {"\xce\x01\x02\x03\x04", 4, false, 0, 0}, {"\x05", 0, false, 0, 0}, {"\xc0", 1, false, 0, 0}, {"\xff", 1, false, 0, 0},
        {"\xcb\x01\x02", 3, false, 0, 0}, {"\xd0\x81", 2, false, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t at = 0;
        uint32_t key = 0;
        cr_expect_eq(replay_read_key((brs_str){cases[i].bytes, cases[i].len}, &at, &key), cases[i].good, "number %zu", i);
        cr_expect(!cases[i].good || (key == cases[i].key && at == cases[i].width), "number %zu: %u after %zu", i, key, at);
    }
}

Test(replay_fields, what_no_reader_takes_is_not_written)
{
    brs_replay replay;
    brs_str out;
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_replay_decode(rnr, &forge.arena, &replay, &err), "%s", err.msg);
    replay.seats = BRS_MAX_SEATS + 1;
    cr_expect(!brs_replay_encode(&replay, &forge.arena, &out, &err));
    cr_expect_str_eq(err.msg, "13 players, the limit is 12");
    replay.seats = 2;
    err = BRS_ERR_NONE;
    replay.card_text = (brs_str){BRS_NEW(&forge.arena, char, BRS_REPLAY_MAX_FILE), BRS_REPLAY_MAX_FILE};
    memset((char *)(uintptr_t)replay.card_text.ptr, 'a', BRS_REPLAY_MAX_FILE);
    cr_expect(!brs_replay_encode(&replay, &forge.arena, &out, &err));
    cr_expect_eq(err.code, BRS_LIMIT);
    cr_expect_not_null(strstr(err.msg, "bytes, the limit is 1048576"), "%s", err.msg);
}
