// Hostile files, by the names of reliability.md 4: container (C), zlib (Z), MessagePack (M), header
// (H), decks (D), decisions (E). Each is refused with its own code, and nothing else happens.
#include "toy_deck_game.c"

#include <time.h>
#include <zlib.h>

#include "replay_forge.h"

static forge_bench bench;
static brs_str good;   // a game with decks and a seed
static brs_str dealt;  // a game with recorded chance

static void open_bench(void)
{
    forge_open(&bench);
    good = forge_game(&bench, &toy_cards, 2, 3, 3);
    dealt = forge_game(&bench, &toy_cards, 2, 0, 5);
}

static void close_bench(void)
{
    brs_arena_release(&bench.arena);
}

TestSuite(replay_hostile, .init = open_bench, .fini = close_bench);

static void expect(const char *what, brs_str file, brs_code wanted)
{
    forge_expect(&bench, what, file, wanted);
}

static void expect_key(const char *what, uint64_t key, brs_str value, brs_code wanted)
{
    forge_expect(&bench, what, forge_file_with(&bench, good, key, value), wanted);
}

static void expect_body(const char *what, brs_str body, brs_code wanted)
{
    forge_expect(&bench, what, forge_mend(forge_file(&bench, body)), wanted);
}

static brs_str repeat(const char *head, size_t head_len, const char *unit, size_t unit_len,
                      size_t times)
{
    brs_buf buf;
    buf_init(&buf, &bench.arena, head_len + unit_len * times);
    buf_put(&buf, (brs_str){head, head_len});
    for (size_t i = 0; i < times; i++) {
        buf_put(&buf, (brs_str){unit, unit_len});
    }
    return buf_str(&buf);
}

static brs_str join(brs_str a, brs_str b)
{
    brs_buf buf;
    buf_init(&buf, &bench.arena, a.len + b.len);
    buf_put(&buf, a);
    buf_put(&buf, b);
    return buf_str(&buf);
}

static brs_str with_byte(brs_str file, size_t at, char byte)
{
    char *copy = brs_arena_string(&bench.arena, file);
    copy[at] = byte;
    return (brs_str){copy, file.len};
}

// ---- C --------------------------------------------------------------------------------------

Test(replay_hostile, C1_C2_short_files)
{
    expect("C1 empty", RAW(""), BRS_TRUNCATED);
    expect("C2 one byte", RAW("\x89"), BRS_TRUNCATED);
    expect("C2 signature", RAW("\211BRS\r\n\x1a\n"), BRS_TRUNCATED);
    expect("C2 head", RAW("\211BRS\r\n\x1a\n\x01"), BRS_TRUNCATED);
}

static void expect_message(brs_str file, const char *part)
{
    brs_replay replay;
    brs_err err;
    cr_expect_eq(forge_judge(&bench, file, &replay, &err), BRS_NOT_CANONICAL);
    cr_expect_not_null(strstr(err.msg, part), "\"%s\" says nothing of \"%s\"", err.msg, part);
    cr_expect_eq(err.offset, 0);
}

Test(replay_hostile, C3_C13_other_files_are_named)
{
    expect_message(RAW("\211BRS\n\x1a\n\x01\0\x10\x10\x80"), "line ends");
    expect_message(RAW("\211BRS\r\r\n\x1a\r\n\x01\0\x10"), "line ends");
    expect_message(RAW("\tBRS\r\n\x1a\n\x01\0\x10\x10"), "7-bit");
    expect_message(RAW("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "PNG");
    expect_message(RAW("PK\x03\x04\x14\0\0\0\x08\0"), "ZIP");
    expect_message(RAW("\177ELF\x02\x01\x01\0\0\0\0"), "program");
    expect_message(RAW("<!doctype html><script>"), "HTML");
    expect_message(RAW("broadside-transcript 1\n"), "transcript");
    expect_message(RAW("hello, world"), "signature");
}

Test(replay_hostile, C4_C5_other_versions_and_flags)
{
    expect("C4 container 2", forge_mend(with_byte(good, 8, 2)), BRS_NEWER);
    expect("C4 container 255", forge_mend(with_byte(good, 8, (char)255)), BRS_NEWER);
    expect("C4 container 0", forge_mend(with_byte(good, 8, 0)), BRS_NOT_CANONICAL);
    for (int bit = 1; bit < 8; bit++) {
        expect("C5 flag", forge_mend(with_byte(good, 9, (char)(1 << bit))), BRS_NEWER);
    }
    expect("C5 zlib flag without zlib", forge_mend(with_byte(good, 9, 1)), BRS_NOT_CANONICAL);
}

// The head, these bytes for the length, and a body.
static brs_str with_length(brs_str length, brs_str rest)
{
    return forge_mend(
        join(join(RAW("\211BRS\r\n\x1a\n\x01\0"), length), join(rest, RAW("\0\0\0\0"))));
}

Test(replay_hostile, C6_C7_lengths)
{
    brs_str body = repeat("\x80", 1, "\xc0", 1, 15);
    expect("C6 larger than the file", with_length(RAW("\x20"), body), BRS_TRUNCATED);
    expect("C6 smaller than the file", with_length(RAW("\x08"), body), BRS_NOT_CANONICAL);
    expect("C7 not the shortest", with_length(RAW("\x90\x00"), body), BRS_NOT_CANONICAL);
    expect("C7 eleven bytes",
           with_length(RAW("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"), body), BRS_LIMIT);
    expect("C7 above 2^63", with_length(RAW("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), body),
           BRS_LIMIT);
    expect("C7 1 MiB and 1", with_length(RAW("\x81\x80\x40"), body), BRS_LIMIT);
    expect("C7 never ends", RAW("\211BRS\r\n\x1a\n\x01\0\x80\x80"), BRS_TRUNCATED);
}

Test(replay_hostile, C8_C9_checksum)
{
    brs_replay replay;
    brs_err err;
    expect("C8", with_byte(good, good.len - 1, (char)(good.ptr[good.len - 1] ^ 1)), BRS_CHECKSUM);
    expect("C8", with_byte(good, 40, (char)(good.ptr[40] ^ 1)), BRS_CHECKSUM);
    cr_expect_neq(forge_judge(&bench, forge_mend(with_byte(good, 13, (char)0xc1)), &replay, &err),
                  BRS_OK, "C9");
}

Test(replay_hostile, C10_C14_what_follows)
{
    expect("C10 two replays", join(good, good), BRS_NOT_CANONICAL);
    expect("C14 polyglot", join(good, RAW("<script>alert(1)</script>")), BRS_NOT_CANONICAL);
    expect("S1 over 1 MiB", repeat(good.ptr, good.len, "\0", 1, BRS_REPLAY_MAX_FILE), BRS_LIMIT);
}

// ---- Z --------------------------------------------------------------------------------------

static void put_length(brs_buf *out, size_t len)
{
    for (; len >= 0x80; len >>= 7) {
        buf_byte(out, (uint8_t)(len | 0x80));
    }
    buf_byte(out, (uint8_t)len);
}

// A file that says it holds a zlib stream.
static brs_str zfile(brs_str stored, size_t declared)
{
    brs_buf out;
    buf_init(&out, &bench.arena, stored.len + 32);
    buf_put(&out, RAW("\211BRS\r\n\x1a\n\x01\x01"));
    put_length(&out, stored.len);
    put_length(&out, declared);
    buf_put(&out, stored);
    buf_put(&out, RAW("\0\0\0\0"));
    return forge_mend(buf_str(&out));
}

static brs_str deflated(brs_str body, int window_bits)
{
    size_t cap = body.len + body.len / 100 + 1024;
    char *out = brs_arena_alloc(&bench.arena, cap, 1);
    z_stream z = {.next_in = (z_const Bytef *)body.ptr,
                  .avail_in = (uInt)body.len,
                  .next_out = (Bytef *)out,
                  .avail_out = (uInt)cap};
    cr_assert_eq(deflateInit2(&z, 9, Z_DEFLATED, window_bits, 9, Z_DEFAULT_STRATEGY), Z_OK);
    cr_assert_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return (brs_str){out, z.total_out};
}

// The good game with a long unknown text, which compresses well.
static brs_str long_body(size_t text)
{
    char head[3] = {(char)0xda, (char)(text >> 8), (char)text};
    return forge_with(&bench, forge_body(&bench, good), 33, repeat(head, 3, "a", 1, text));
}

Test(replay_hostile, Z1_Z2_bombs)
{
    brs_str zeros = repeat("", 0, "\0", 1, BRS_REPLAY_MAX_FILE), nearly;
    brs_str bomb = deflated(zeros, 15);
    cr_assert_lt(bomb.len, 2048);
    expect("Z1 1 MiB and 1", zfile(bomb, BRS_REPLAY_MAX_FILE + 1), BRS_LIMIT);
    expect("Z1 1 MiB from 1 KiB", zfile(bomb, BRS_REPLAY_MAX_FILE), BRS_LIMIT);
    expect("Z1 says less", zfile(bomb, 65536), BRS_NOT_CANONICAL);
    nearly = long_body(60000);
    expect("Z2 up to 64 KiB any ratio is harmless", zfile(deflated(nearly, 15), nearly.len),
           BRS_OK);
}

Test(replay_hostile, Z3_Z4_Z5_lengths_and_checksum)
{
    brs_str body = long_body(4000), z = deflated(body, 15);
    expect("a good one", zfile(z, body.len), BRS_OK);
    expect("Z3 one too small", zfile(z, body.len - 1), BRS_NOT_CANONICAL);
    expect("Z3 one too large", zfile(z, body.len + 1), BRS_NOT_CANONICAL);
    for (size_t cut = 1; cut < z.len; cut++) {
        expect("Z4 truncated", zfile((brs_str){z.ptr, z.len - cut}, body.len), BRS_TRUNCATED);
    }
    expect("Z5 bad Adler", zfile(with_byte(z, z.len - 1, (char)(z.ptr[z.len - 1] ^ 1)), body.len),
           BRS_CHECKSUM);
}

Test(replay_hostile, Z6_Z9_kinds_of_stream)
{
    brs_str body = long_body(4000), z = deflated(body, 15),
            dict = RAW("\x78\xbb\x00\x00\x00\x01\x03\x00\x00\x00\x00\x01");
    expect("Z6 dictionary", zfile(dict, 100), BRS_NOT_CANONICAL);
    expect("Z7 trailing byte", zfile(join(z, RAW("\0")), body.len), BRS_NOT_CANONICAL);
    expect("Z7 second stream", zfile(join(z, z), body.len), BRS_NOT_CANONICAL);
    expect("Z8 raw deflate", zfile(deflated(body, -15), body.len), BRS_NOT_CANONICAL);
    expect("Z8 gzip", zfile(deflated(body, 31), body.len), BRS_NOT_CANONICAL);
    expect("Z9 small window", zfile(deflated(body, 9), body.len), BRS_OK);
    expect("Z9 window of 64 KiB", zfile(with_byte(with_byte(z, 0, (char)0x88), 1, 0x1c), body.len),
           BRS_NOT_CANONICAL);
}

Test(replay_hostile, Z10_a_mebibyte_of_nothing_is_refused_at_once)
{
    brs_str empty_blocks = repeat("\x78\x9c", 2, "\0\0\0\xff\xff", 5, 200000);
    clock_t before = clock();
    expect("Z10", zfile(empty_blocks, 100), BRS_NOT_CANONICAL);
    expect("Z10", zfile(empty_blocks, BRS_REPLAY_MAX_FILE), BRS_TRUNCATED);
    cr_expect_lt(clock() - before, CLOCKS_PER_SEC / 4);
}

Test(replay_hostile, Z11_declared_nothing)
{
    brs_str body = long_body(4000);
    expect("Z11 data", zfile(deflated(body, 15), 0), BRS_NOT_CANONICAL);
    expect("Z11 no data", zfile(RAW(""), 0), BRS_NOT_CANONICAL);
    expect("not smaller", zfile(deflated(forge_body(&bench, good), 15), 20), BRS_NOT_CANONICAL);
}

// ---- M --------------------------------------------------------------------------------------

Test(replay_hostile, M1_M6_claims_without_data)
{
    expect_body("M1", RAW("\x81\x1f\xdd\xff\xff\xff\xff"), BRS_TRUNCATED);
    expect_body("M2", repeat("\x81\x1f", 2, "\xdd\x08\0\0\0", 5, 32), BRS_TRUNCATED);
    expect_body("M3", repeat("\x81\x1f", 2, "\xdc\xff\xff", 3, 24000), BRS_LIMIT);
    expect_body("M4", repeat("\x81\x1f", 2, "\x91", 1, 10000), BRS_LIMIT);
    expect_body("M5", RAW("\x81\x1f\xdf\x7f\xff\xff\xff"), BRS_TRUNCATED);
    expect_body("M6", RAW("\x81\x1f\xdb\xff\xff\xff\xff"), BRS_TRUNCATED);
}

static uint32_t elements_of(brs_str body)
{
    replay_spans spans;
    brs_err err = BRS_ERR_NONE;
    cr_assert(replay_scan(body, 0, &spans, &err));
    uint32_t sum = 1;
    for (int i = 0; i < spans.count; i++) {
        sum += 1 + spans.span[i].elements;
    }
    return sum;
}

static brs_str nils(uint32_t count)
{
    char head[3] = {(char)0xdc, (char)(count >> 8), (char)count};
    return repeat(head, 3, "\xc0", 1, count);
}

Test(replay_hostile, M7_limits_of_elements)
{
    brs_str three = join(RAW("\x94"), join(nils(65535), join(nils(65535), nils(65535))));
    uint32_t rest = 262144 - elements_of(forge_body(&bench, good)) - 2 - 3 * 65536 - 1;
    expect_key("M7 one fewer", 33, join(three, nils(rest - 1)), BRS_OK);
    expect_key("M7 262,144", 33, join(three, nils(rest)), BRS_OK);
    expect_key("M7 262,145", 33, join(three, nils(rest + 1)), BRS_LIMIT);
    brs_str most = repeat("", 0, "\xc0", 1, 65536);
    expect_key("a list of 65,536", 33, join(RAW("\xdd\0\1\0\0"), most), BRS_OK);
    expect_key("a list of 65,537", 33, join(RAW("\xdd\0\1\0\1"), join(most, RAW("\xc0"))),
               BRS_LIMIT);
}

static brs_str numbered_map(uint32_t count)
{
    brs_buf buf;
    buf_init(&buf, &bench.arena, 2048);
    buf_put(&buf, RAW("\xde"));
    buf_byte(&buf, (uint8_t)(count >> 8));
    buf_byte(&buf, (uint8_t)count);
    for (uint32_t i = 0; i < count; i++) {
        forge_put_key(&buf, i);
        buf_byte(&buf, 0xc0);
    }
    return buf_str(&buf);
}

Test(replay_hostile, M8_maps)
{
    expect_key("256 entries", 33, numbered_map(256), BRS_OK);
    expect_key("257 entries", 33, numbered_map(257), BRS_LIMIT);
    expect_body("M8 odd leftover", RAW("\x82\x00\xc0\x01"), BRS_TRUNCATED);
    expect_body("M8 twice", RAW("\x82\x1f\xc0\x1f\xc0"), BRS_NOT_CANONICAL);
    expect_body("M8 descending", RAW("\x82\x21\xc0\x1f\xc0"), BRS_NOT_CANONICAL);
    expect_key("M8 twice, inside", 33, RAW("\x82\241a\xc0\241a\xc0"), BRS_NOT_CANONICAL);
    expect_key("M8 descending, inside", 33, RAW("\x82\241b\xc0\241a\xc0"), BRS_NOT_CANONICAL);
    expect_key("M8 long before short", 33, RAW("\x82\242aa\xc0\241b\xc0"), BRS_NOT_CANONICAL);
    expect_key("M8 ascending, inside", 33, RAW("\x82\241b\xc0\242aa\xc0"), BRS_OK);
}

Test(replay_hostile, M9_numbers_have_one_form)
{
    static const struct {
        const char *name, *bytes;
        uint8_t len;
        brs_code code;
    } forms[] = {
        {"5", "\x05", 1, BRS_OK},
        {"5 as cc", "\xcc\x05", 2, BRS_NOT_CANONICAL},
        {"5 as cd", "\xcd\0\x05", 3, BRS_NOT_CANONICAL},
        {"5 as ce", "\xce\0\0\0\x05", 5, BRS_NOT_CANONICAL},
        {"5 as cf", "\xcf\0\0\0\0\0\0\0\x05", 9, BRS_NOT_CANONICAL},
        {"5 as d0", "\xd0\x05", 2, BRS_NOT_CANONICAL},
        {"5 as d3", "\xd3\0\0\0\0\0\0\0\x05", 9, BRS_NOT_CANONICAL},
        {"5 as a float", "\xca\x40\xa0\0\0", 5, BRS_NOT_CANONICAL},
        {"5 as a double", "\xcb\x40\x14\0\0\0\0\0\0", 9, BRS_NOT_CANONICAL},
        {"127 as cc", "\xcc\x7f", 2, BRS_NOT_CANONICAL},
        {"128", "\xcc\x80", 2, BRS_OK},
        {"255 as cd", "\xcd\0\xff", 3, BRS_NOT_CANONICAL},
        {"256", "\xcd\1\0", 3, BRS_OK},
        {"65535 as ce", "\xce\0\0\xff\xff", 5, BRS_NOT_CANONICAL},
        {"65536", "\xce\0\1\0\0", 5, BRS_OK},
        {"2^32-1 as cf", "\xcf\0\0\0\0\xff\xff\xff\xff", 9, BRS_NOT_CANONICAL},
        {"2^32", "\xcf\0\0\0\1\0\0\0\0", 9, BRS_OK},
        {"2^64-1", "\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 9, BRS_OK},
        {"-32", "\xe0", 1, BRS_OK},
        {"-32 as d0", "\xd0\xe0", 2, BRS_NOT_CANONICAL},
        {"-33", "\xd0\xdf", 2, BRS_OK},
        {"-128", "\xd0\x80", 2, BRS_OK},
        {"-128 as d1", "\xd1\xff\x80", 3, BRS_NOT_CANONICAL},
        {"-129", "\xd1\xff\x7f", 3, BRS_OK},
        {"-32768 as d2", "\xd2\xff\xff\x80\0", 5, BRS_NOT_CANONICAL},
        {"-32769", "\xd2\xff\xff\x7f\xff", 5, BRS_OK},
        {"-2^31 as d3", "\xd3\xff\xff\xff\xff\x80\0\0\0", 9, BRS_NOT_CANONICAL},
        {"-2^31-1", "\xd3\xff\xff\xff\xff\x7f\xff\xff\xff", 9, BRS_OK},
        {"-2^63", "\xd3\x80\0\0\0\0\0\0\0", 9, BRS_OK},
        {"a text of 5 as d9", "\xd9\005abcde", 7, BRS_NOT_CANONICAL},
        {"a text of 5 as da", "\xda\0\005abcde", 8, BRS_NOT_CANONICAL},
        {"bytes of 2 as c5", "\xc5\0\2ab", 5, BRS_NOT_CANONICAL},
        {"bytes of 2", "\xc4\2ab", 4, BRS_OK},
        {"a list of 1 as dc", "\xdc\0\1\xc0", 4, BRS_NOT_CANONICAL},
        {"a map of 1 as de", "\xde\0\1\x01\xc0", 5, BRS_NOT_CANONICAL},
        {"an empty list as dd", "\xdd\0\0\0\0", 5, BRS_NOT_CANONICAL},
        {"an empty list", "\x90", 1, BRS_OK},
        {"an empty map", "\x80", 1, BRS_OK},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        expect_key(forms[i].name, 33, (brs_str){forms[i].bytes, forms[i].len}, forms[i].code);
    }
}

Test(replay_hostile, M10_M11_types_that_do_not_exist_here)
{
    static const char types[][10] = {
        "\xca\x7f\xc0\0\0",
        "\xca\x80\0\0\0",
        "\xca\x7f\x80\0\0",
        "\xcb\x7f\xf8\0\0\0\0\0\0",  // NaN, -0, infinity, NaN
        "\xc1",
        "\xc7\1\1a",
        "\xc8\0\1\1a",
        "\xc9\0\0\0\1\1a",
        "\xd4\1a",
        "\xd5\1ab",
        "\xd6\xff\0\0\0\0",
        "\xd7\xff",
        "\xd8\1",
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        expect_key("M10, M11", 33, (brs_str){types[i], sizeof types[i]}, BRS_NOT_CANONICAL);
    }
}

Test(replay_hostile, M12_the_body_is_a_map)
{
    static const char tops[] = {'\xc0', '\xc2', '\x05', '\xe0', '\xa0', '\x90'};
    for (size_t i = 0; i < sizeof tops; i++) {
        expect_body("M12", (brs_str){&tops[i], 1}, BRS_NOT_CANONICAL);
    }
    expect_body("M12 empty map", RAW("\x80"), BRS_NOT_CANONICAL);
    expect_body("empty body", RAW(""), BRS_TRUNCATED);
}

// Each known key with each type: refused, a mismatch, or the same game.
Test(replay_hostile, M13_each_key_with_each_type, .timeout = 30)
{
    static const char *const values[] = {"\xc0", "\xc2",         "\xc3",     "\x07",
                                         "\xe0", "\xa1g",        "\x90",     "\x91\x90",
                                         "\x80", "\x81\x01\x02", "\xcc\xff", "\xd1\x80\x01"};
    static const uint8_t keys[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                   12, 13, 14, 15, 16, 18, 19, 20, 22, 24, 26};
    brs_replay original, replay;
    brs_err err;
    int accepted = 0;
    cr_assert_eq(forge_judge(&bench, good, &original, &err), BRS_OK);
    for (size_t k = 0; k < sizeof keys; k++) {
        for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
            brs_str file = forge_file_with(&bench, good, keys[k], str_of(values[v]));
            if (forge_judge(&bench, file, &replay, &err) == BRS_OK) {
                accepted++;
                cr_expect(keys[k] == 15 || keys[k] == 10, "key %d was accepted as value %zu", keys[k], v);
            } else if (keys[k] % 2 == 1 && keys[k] > 7 && err.code == BRS_NOT_CANONICAL) {
                char path[16];
                snprintf(path, sizeof path, "key %d ", keys[k]);
                cr_expect_not_null(strstr(err.msg, path), "the path is missing in \"%s\"", err.msg);
            }
        }
        cr_expect_neq(forge_judge(&bench, forge_file_with(&bench, good, keys[k], RAW("\xc4\x00")),
                                  &replay, &err),
                      BRS_OK, "key %d as no bytes", keys[k]);
    }
    cr_expect_eq(accepted, 2, "a producer may be called \"g\", and the game is coded by equal shares as it is");
}

Test(replay_hostile, M14_M15_keys_and_signs)
{
    expect_body("M14 map as key", RAW("\x81\x80\xc0"), BRS_NOT_CANONICAL);
    expect_body("M14 list as key", RAW("\x81\x90\xc0"), BRS_NOT_CANONICAL);
    expect_body("M14 nil as key", RAW("\x81\xc0\xc0"), BRS_NOT_CANONICAL);
    expect_key("M14 map as key, inside", 33, RAW("\x81\x80\xc0"), BRS_NOT_CANONICAL);
    expect_key("nil as key, inside", 33, RAW("\x81\xc0\xc0"), BRS_NOT_CANONICAL);
    expect_key("bytes as key, inside", 33, RAW("\x81\xc4\x01x\xc0"), BRS_NOT_CANONICAL);
    expect_body("text as key of the top map", RAW("\x81\241a\xc0"), BRS_NOT_CANONICAL);
    expect_body("negative key of the top map", RAW("\x81\xff\xc0"), BRS_NOT_CANONICAL);
    expect_key("M15 negative count", 12, RAW("\xff"), BRS_NOT_CANONICAL);
    expect_key("M15 2^63", 12, RAW("\xcf\x80\0\0\0\0\0\0\0"), BRS_LIMIT);
    expect_key("M15 2^64-1", 4, RAW("\xcf\xff\xff\xff\xff\xff\xff\xff\xff"), BRS_LIMIT);
}

Test(replay_hostile, M16_unknown_keys)
{
    static const uint64_t even[] = {28, 100, 128, 1000, 1ull << 63, UINT64_MAX - 1};
    static const uint64_t odd[] = {17, 21, 99, 129, 1001, (1ull << 63) - 1, (1ull << 63) + 1, UINT64_MAX};
    brs_str value = RAW("\x82\x01\xa2hi\x02\x93\xc0\xc3\xc4\x03\x00\xff\x80");
    for (size_t i = 0; i < sizeof even / sizeof even[0]; i++) {
        brs_str file = forge_file_with(&bench, good, even[i], value), again;
        brs_replay replay;
        brs_err err = BRS_ERR_NONE;
        expect("M16 even", file, BRS_CRITICAL_KEY);
        cr_assert(brs_replay_decode(file, &bench.arena, &replay, &err),
                  "info is still possible: %s", err.msg);
        cr_expect(replay.critical && replay.critical_key == even[i]);
        cr_expect_str_eq(replay.game, "toycards");
        cr_assert(brs_replay_encode(&replay, &bench.arena, &again, &err), "%s", err.msg);
        cr_expect(str_equal(file, again), "an even key is kept too");
    }
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        brs_str file = forge_file_with(&bench, good, odd[i], value), again;
        brs_replay replay;
        brs_err err;
        cr_assert_eq(forge_judge(&bench, file, &replay, &err), BRS_OK, "%s", err.msg);
        cr_expect(!replay.critical);
        cr_assert_eq(replay.kept_count, 1);
        cr_expect(str_equal(replay.kept[0].raw, value));
        cr_assert(brs_replay_encode(&replay, &bench.arena, &again, &err), "%s", err.msg);
        cr_expect(str_equal(file, again), "an odd key is kept byte for byte");
    }
}

Test(replay_hostile, M16_unknown_keys_of_the_meta_map)
{
    brs_str meta = RAW("\x83\x01\x92\243Ada\xc0\x1f\x91\x81\xa1x\x01\x20\xc3"),
            even = RAW("\x81\x02\xc0");
    brs_str file = forge_file_with(&bench, good, 9,
                                   RAW("\x83\x01\x92\243Ada\xc0\x1f\x91\x81\xa1x\x01\x21\xc3")),
            again;
    brs_replay replay;
    brs_err err;
    cr_assert_eq(forge_judge(&bench, file, &replay, &err), BRS_OK, "%s", err.msg);
    cr_expect_eq(replay.meta_kept_count, 2);
    cr_assert(brs_replay_encode(&replay, &bench.arena, &again, &err), "%s", err.msg);
    cr_expect(str_equal(file, again), "they are kept byte for byte");
    expect_key("even", 9, meta, BRS_CRITICAL_KEY);
    expect_key("even", 9, even, BRS_CRITICAL_KEY);
}

// What this program cannot play it can still copy and annotate.
Test(replay_hostile, what_cannot_be_played_is_kept)
{
    static const struct {
        uint8_t key;
        const char *value;
        uint8_t len;
    } entries[] = {
        {10, "\x05", 1}, {18, "\x92\x00\x01", 3}, {8, "\x92\x07\xc4\01012345678", 12}};
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        brs_str file = forge_file_with(&bench, good, entries[i].key,
                                       (brs_str){entries[i].value, entries[i].len}),
                again;
        brs_replay replay;
        brs_err err = BRS_ERR_NONE;
        cr_assert(brs_replay_decode(file, &bench.arena, &replay, &err), "%s", err.msg);
        cr_assert(brs_replay_encode(&replay, &bench.arena, &again, &err), "%s", err.msg);
        cr_expect(str_equal(file, again), "key %d", entries[i].key);
    }
    expect_key("seats out of order", 18, RAW("\x92\x01\x00"), BRS_NOT_CANONICAL);
    expect_key("a seat that does not exist", 18, RAW("\x91\x02"), BRS_NOT_CANONICAL);
    expect_key("nobody", 18, RAW("\x91\xc0"), BRS_NOT_CANONICAL);
}

Test(replay_hostile, how_a_game_ended)
{
    brs_str file = forge_file_with(&bench, good, 7, RAW("\x93\xc0\x00\x01"));
    expect("0", forge_file_with(&bench, file, 26, RAW("\x92\x00\xc0")), BRS_NEWER);
    expect("4", forge_file_with(&bench, file, 26, RAW("\x92\x04\xc0")), BRS_NEWER);
    expect("nobody conceded", forge_file_with(&bench, file, 26, RAW("\x92\x01\xc0")),
           BRS_NOT_CANONICAL);
    expect("somebody is unfinished", forge_file_with(&bench, file, 26, RAW("\x92\x03\x00")),
           BRS_NOT_CANONICAL);
    expect("it was over", forge_file_with(&bench, file, 26, RAW("\x92\x01\x00")), BRS_DESYNC);
    expect_key("an empty card file", 22, RAW("\xa0"), BRS_NOT_CANONICAL);
    expect_key("a card file that is none", 22, RAW("\243???"), BRS_TEXT);
}

Test(replay_hostile, M17_M18_text_and_missing_items)
{
    expect_key("M17 NUL in a name", 15, RAW("\243a\0b"), BRS_NOT_CANONICAL);
    expect_key("M17 NUL in an id", 0, RAW("\x93\xa3t\0y\245basic\x01"), BRS_NOT_CANONICAL);
    expect_body("M18", RAW("\x83\x01\xc0\x02"), BRS_TRUNCATED);
    expect_body("trailing", RAW("\x80\xc0"), BRS_NOT_CANONICAL);
}

// ---- U: names -------------------------------------------------------------------------------

Test(replay_hostile, U_names)
{
    static const struct {
        const char *name;
        bool valid;
    } names[] = {
        {"Ada", true},
        {"", false},
        {" ", false},
        {"\xE2\x80\x8B", false},
        {"\xE3\x85\xA4", false},
        {"\xff", false},
        {"\xc0\x80", false},
        {"\xed\xa0\x80", false},
        {"\xf4\x90\x80\x80", false},
        {"\xf4\x80\x80\x80", true},
        {"a\xE2\x80\256b", false},
        {"a\xE2\x81\246b", false},
        {"a\xE2\x80\x8E", false},
        {"a\xD8\x9C", false},
        {"a\x01", false},
        {"a\x7f", false},
        {"a\xC2\x85", false},
        {"a\xE2\x80\xA8", false},
        {"\xEF\xBB\277a", false},
        {"a\xEF\xBF\xBE", false},
        {"a\nb", false},
        {"<script>", true},
        {"../../x", true},
        {"\"\\\"", true},
        {"\xD0\xB0\xD0\xB4", true},
        {"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7", true},
        {"e\xCC\x81", true},
        {"\xCC\x81", false},
        {"e\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81", false},
        {"1234567890123456789012345678901234567890123456789012345678901234", true},
        {"12345678901234567890123456789012345678901234567890123456789012345", false},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        cr_expect_eq(brs_replay_name_valid(str_of(names[i].name)), names[i].valid, "\"%s\"",
                     names[i].name);
    }
    expect_key("U1 a name that is not UTF-8", 15, RAW("\242a\xff"), BRS_NOT_CANONICAL);
    expect_key("U2 a name that turns the line round", 15, RAW("\244a\xE2\x80\xAE"),
               BRS_NOT_CANONICAL);
    expect_key("U10 64 bytes", 15, join(RAW("\xd9\x40"), repeat("", 0, "n", 1, 64)), BRS_OK);
    expect_key("U10 65 bytes", 15, join(RAW("\xd9\x41"), repeat("", 0, "n", 1, 65)), BRS_LIMIT);
    expect_key("three names for two seats", 9, RAW("\x81\x01\x93\241a\241b\241c"),
               BRS_NOT_CANONICAL);
}

// ---- H --------------------------------------------------------------------------------------

Test(replay_hostile, H1_seats)
{
    static const struct {
        const char *bytes;
        uint8_t len;
        brs_code code;
    } seats[] = {{"\0", 1, BRS_NOT_CANONICAL}, {"\x01", 1, BRS_ILLEGAL},
                 {"\x03", 1, BRS_ILLEGAL},     {"\x0c", 1, BRS_ILLEGAL},
                 {"\x0d", 1, BRS_LIMIT},       {"\xce\xff\xff\xff\xff", 5, BRS_LIMIT}};
    brs_str file = forge_file_with(&bench, good, 9, (brs_str){NULL, 0});
    file = forge_file_with(&bench, file, 7, RAW("\x93\xc0\x00\x00"));
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
        expect("H1", forge_file_with(&bench, file, 4, (brs_str){seats[i].bytes, seats[i].len}),
               seats[i].code);
    }
}

static void expect_said(uint64_t key, brs_str value, brs_code wanted, const char *part)
{
    brs_replay replay;
    brs_err err;
    cr_expect_eq(forge_judge(&bench, forge_file_with(&bench, good, key, value), &replay, &err),
                 wanted, "%s", err.msg);
    cr_expect_not_null(strstr(err.msg, part), "\"%s\" does not name %s", err.msg, part);
}

Test(replay_hostile, H2_H3_what_is_missing_is_named)
{
    expect_said(0, RAW("\x93\xa8toycards\xa4gone\x03"), BRS_EDITION_MISSING, "gone@3");
    expect_said(0, RAW("\x93\xa8toycards\245basic\x09"), BRS_EDITION_MISSING, "basic@9");
    expect_said(0, RAW("\x92\245chess\245basic"), BRS_EDITION_MISSING, "chess");
    expect_said(2, RAW("\x91\xc4\x08\x01\x23\x45\x67\x89\xab\xcd\xef"), BRS_CARD_SET_MISMATCH,
                "0123456789abcdef");
    expect_key("an id with a capital", 0, RAW("\x92\xa8toyCards\245basic"), BRS_NOT_CANONICAL);
    expect_key("an empty id", 0, RAW("\x92\xa8toycards\xa0"), BRS_NOT_CANONICAL);
    expect_said(20, RAW("\x81\xa4gone\x01"), BRS_EDITION_MISSING, "gone");
    expect_key("H3 short hash", 2, RAW("\x91\xc4\0071234567"), BRS_NOT_CANONICAL);
    expect_key("two sets", 2, RAW("\x92\xc4\01012345678\xc4\01012345678"), BRS_CARD_SET_MISMATCH);
    expect_key("no set", 2, (brs_str){NULL, 0}, BRS_NOT_CANONICAL);
    expect_key("other edition", 0, RAW("\x93\xa8toycards\xa4long\x02"), BRS_DESYNC);
    expect_key("other game", 0, RAW("\x92\xa7toydice\245basic"), BRS_CARD_SET_MISMATCH);
    expect_key("patch 1 is not said", 0, RAW("\x93\xa8toycards\245basic\x01"), BRS_NOT_CANONICAL);
    expect_key("a game of no number", 0, RAW("\x92\x7f\x01"), BRS_NEWER);
    expect_key("an edition of no number", 0, RAW("\x92\x01\xcd\x01\x00"), BRS_NEWER);
    expect_key("an edition of number 0", 0, RAW("\x92\x01\x00"), BRS_NEWER);
    expect_key("numbers where the game has none", 0, RAW("\x92\xa8toycards\x01"), BRS_NEWER);
    expect_key("an option by number where the game has none", 20, RAW("\x81\x01\x3d"), BRS_NEWER);
    expect_key("a set by number where the game has none", 2, RAW("\x91\x01"), BRS_NEWER);
    expect_key("a deck by number where the game has none", 9, RAW("\x81\x09\x92\x01\x01"), BRS_NEWER);
    expect_key("a player by number", 9, RAW("\x81\x01\x92\x01\x01"), BRS_NOT_CANONICAL);
}

Test(replay_hostile, H4_H5_seed_and_streams)
{
    expect_key("H4 seed of 0", 8, RAW("\x92\x01\xc4\x00"), BRS_NOT_CANONICAL);
    expect_key("H4 seed of 7", 8, RAW("\x92\x01\xc4\0071234567"), BRS_NOT_CANONICAL);
    expect_key("H4 seed of 9", 8, RAW("\x92\x01\xc4\011123456789"), BRS_LIMIT);
    expect_key("H4 seed of 65,536", 8,
               join(RAW("\x92\x01\xc6\0\1\0\0"), repeat("", 0, "x", 1, 65536)), BRS_LIMIT);
    expect_key("H4 other seed", 8, RAW("\xcf" "12345678"), BRS_DESYNC);
    expect_key("H4 the standard stream said", 8, RAW("\x92\x01\xc4\01012345678"), BRS_NOT_CANONICAL);
    expect_key("H4 seed below 0", 8, RAW("\xff"), BRS_NOT_CANONICAL);
    expect_key("H5 other algorithm", 8, RAW("\x92\x02\xc4\01012345678"), BRS_NEWER);
    expect_key("a model that is not here", 10, RAW("\x07"), BRS_NEWER);
    expect_key("a model that is no number", 10, RAW("\xa1" "3"), BRS_NOT_CANONICAL);
    expect_key("the standard model", 10, RAW("\x02"), BRS_NOT_CANONICAL);
    expect_key("seed and chance", 16, RAW("\x92\x01\xc4\x01\x80"), BRS_NOT_CANONICAL);
    expect_key("secrets removed", 18, RAW("\x91\x00"), BRS_CRITICAL_KEY);
    expect_key("options as they are", 20, RAW("\x81\xa4goal\x3c"), BRS_NOT_CANONICAL);
    expect_key("options out of range", 20, RAW("\x81\xa4goal\x01"), BRS_ILLEGAL);
    expect_key("other options", 20, RAW("\x81\xa4goal\x3d"), BRS_DESYNC);
}

Test(replay_hostile, H6_H8_counts_and_result)
{
    brs_replay replay;
    brs_err err;
    cr_assert_eq(forge_judge(&bench, good, &replay, &err), BRS_OK);
    char count = (char)replay.decisions.count, winner = (char)replay.result.winner,
         units = (char)replay.result.units;
    char fewer[] = {(char)(count - 1)}, more[] = {(char)(count + 1)},
         other[] = {(char)0x93, (char)(1 - winner), 1, units};
    char longer[] = {(char)0x93, winner, 1, (char)(units + 1)};
    expect_key("H6 one fewer", 12, (brs_str){fewer, 1}, BRS_DESYNC);
    expect_key("H6 one more", 12, (brs_str){more, 1}, BRS_DESYNC);
    expect_key("H6 many more", 12, RAW("\xcd\xff\xff"), BRS_DESYNC);
    expect_key("E5 65,536", 12, RAW("\xce\0\1\0\0"), BRS_LIMIT);
    expect_key("H7 the other won", 7, (brs_str){other, 4}, BRS_RESULT);
    expect_key("H7 a turn later", 7, (brs_str){longer, 4}, BRS_RESULT);
    expect_key("H8 no such seat", 7, RAW("\x93\x02\x01\x05"), BRS_NOT_CANONICAL);
    expect_key("H8 -1", 7, RAW("\x93\xff\x01\x05"), BRS_NOT_CANONICAL);
    expect_key("E5 65,536 turns", 7, RAW("\x93\x00\x01\xce\0\1\0\0"), BRS_LIMIT);
    expect_key("places of too many", 7, RAW("\x94\x00\x01\x05\x09"), BRS_NOT_CANONICAL);
    expect_key("places of nothing", 7, RAW("\x94\x00\x01\x05\x00"), BRS_NOT_CANONICAL);
    expect_key("other hash", 5, RAW("\xcf" "12345678"), BRS_DESYNC);
    expect_key("other id", 1, RAW("\xc4\0201234567890123456"), BRS_DESYNC);
    expect_key("short id", 1, RAW("\xc4\017123456789012345"), BRS_NOT_CANONICAL);
    expect_key("conceded, but it was over", 26, RAW("\x92\x01\x00"), BRS_NOT_CANONICAL);
}

Test(replay_hostile, each_missing_key_is_named)
{
    static const uint8_t keys[] = {0, 1, 3, 4, 5, 7, 12, 14};
    for (size_t i = 0; i < sizeof keys; i++) {
        char path[16];
        snprintf(path, sizeof path, "key %d ", keys[i]);
        brs_replay replay;
        brs_err err;
        brs_code code = forge_judge(
            &bench, forge_file_with(&bench, good, keys[i], (brs_str){NULL, 0}), &replay, &err);
        cr_expect_eq(code, BRS_NOT_CANONICAL);
        cr_expect_not_null(strstr(err.msg, path), "\"%s\" does not name key %d", err.msg, keys[i]);
    }
}

// ---- D --------------------------------------------------------------------------------------

static brs_str as_bin(brs_str bytes)
{
    char head[2] = {(char)0xc4, (char)bytes.len};
    return join((brs_str){brs_arena_string(&bench.arena, (brs_str){head, 2}), 2}, bytes);
}

Test(replay_hostile, D_decks)
{
    int cards = bench.library.shelf[0].sets[0].count;
    brs_deck *decks = BRS_NEW(&bench.arena, brs_deck, 2);
    expect_key("D1 empty decks", 6, as_bin(replay_pack_decks(decks, 2, cards, &bench.arena)),
               BRS_ILLEGAL);
    decks[0].count = decks[1].count = BRS_MAX_DECK;
    expect_key("D2 512 cards", 6, as_bin(replay_pack_decks(decks, 2, cards, &bench.arena)),
               BRS_DESYNC);
    range_writer w;
    range_write_begin(&w, &bench.arena, 64);
    for (int i = 0; i < 2; i++) {  // 16 and 496 more, twice: 512 of card 0, then 512 of card 1
        range_write(&w, i == 0 ? 255 : 254, i == 0 ? 1 : 2, 256);
        range_write(&w, 496, 1, 497);
    }
    expect_key("D2 1,024 cards", 6, as_bin(range_write_end(&w)), BRS_LIMIT);
    expect_key("D4 bytes of no deck", 6, RAW("\xc4\04001234567890123456789012345678901"),
               BRS_NOT_CANONICAL);
    expect_key("padded", 6, RAW("\xc4\x02\x80\x00"), BRS_NOT_CANONICAL);
    cr_assert_eq(brs_replay_name_valid(RAW("x")), true);
}

// ---- E --------------------------------------------------------------------------------------

Test(replay_hostile, E_decisions)
{
    brs_replay replay;
    brs_err err;
    cr_assert_eq(forge_judge(&bench, good, &replay, &err), BRS_OK);
    brs_str bytes = replay.decisions.bytes;
    cr_assert_gt(bytes.len, 3);
    expect_key("E3 ends early", 14, as_bin((brs_str){bytes.ptr, bytes.len - 1}), BRS_DESYNC);
    expect_key("E3 no bytes", 14, as_bin(RAW("")), BRS_DESYNC);
    expect_key("E4 goes on", 14, as_bin(join(bytes, RAW("\x01"))), BRS_DESYNC);
    expect_key("E12 padded", 14, as_bin(join(bytes, RAW("\0"))), BRS_NOT_CANONICAL);
    expect_key("E12 all 00", 14, as_bin(RAW("\0\0\0\0")), BRS_NOT_CANONICAL);
    expect_key("E12 all FF", 14, as_bin(repeat("", 0, "\xff", 1, bytes.len)), BRS_DESYNC);
    expect_key("E12 too many bytes", 14, as_bin(repeat("", 0, "\xff", 1, 200)), BRS_NOT_CANONICAL);
    expect_key("no checks", 3, RAW("\xc4\x00"), BRS_DESYNC);
    expect_key("the standard checks said", 3, RAW("\x93\x01\x08\xc4\x00"), BRS_NOT_CANONICAL);
    expect_key("checks of another kind", 3, RAW("\x93\x02\x08\xc4\x00"), BRS_NEWER);
    expect_key("checks of 12 bits", 3, RAW("\x93\x01\x0c\xc4\x00"), BRS_NEWER);
    expect_key("half a check", 3, RAW("\x93\x01\x10\xc4\x01x"), BRS_NOT_CANONICAL);
    expect_key("a check too many", 3, as_bin(join(replay.checks, RAW("x"))), BRS_DESYNC);
    expect_key("fixes that are impossible", 24, RAW("\x91\x96\x01\x00\x02\x00\x01\x05"),
               BRS_ILLEGAL);
    expect_key("fixes that were not made", 24, RAW("\x91\x96\x01\x00\x01\x00\x01\x05"), BRS_DESYNC);
    expect_key("fixes after the end", 24, RAW("\x91\x96\xcd\x10\x00\x00\x01\x00\x01\x05"),
               BRS_DESYNC);
}

Test(replay_hostile, E_recorded_chance)
{
    brs_replay replay;
    brs_err err;
    cr_assert_eq(forge_judge(&bench, dealt, &replay, &err), BRS_OK, "%s", err.msg);
    char head[2] = {(char)0x92, (char)(replay.chance.count - 1)},
         more[2] = {(char)0x92, (char)(replay.chance.count + 1)};
    cr_assert_lt(replay.chance.count, 127);
    brs_str bytes = as_bin(replay.chance.bytes);
    expect("one outcome fewer", forge_file_with(&bench, dealt, 16, join((brs_str){head, 2}, bytes)),
           BRS_DESYNC);
    expect("one outcome more", forge_file_with(&bench, dealt, 16, join((brs_str){more, 2}, bytes)),
           BRS_DESYNC);
    expect("none", forge_file_with(&bench, dealt, 16, (brs_str){NULL, 0}), BRS_DESYNC);
    expect("none said", forge_file_with(&bench, dealt, 16, RAW("\x92\x00\xc4\x00")),
           BRS_NOT_CANONICAL);
    expect("other outcomes",
           forge_file_with(&bench, dealt, 16, join((brs_str){more, 2}, RAW("\xc4\x01\x55"))),
           BRS_DESYNC);
}

// ---- remarks and variations -----------------------------------------------------------------

static brs_str remarks(size_t count, brs_str each)
{
    char head[3] = {(char)0xdc, (char)(count >> 8), (char)count};
    return repeat(head, 3, each.ptr, each.len, count);
}

Test(replay_hostile, remarks_have_limits)
{
    brs_str small = RAW("\x99\x00\x00\xc0\x00\x00\x00\xa0\xa0\xa1x");
    brs_str big =
        join(RAW("\x99\x00\x00\xc0\x00\x00\x00\xa0\xa0\xda\x40\x00"), repeat("", 0, "x", 1, 16384));
    brs_str bigger =
        join(RAW("\x99\x00\x00\xc0\x00\x00\x00\xa0\xa0\xda\x40\x01"), repeat("", 0, "x", 1, 16385));
    expect_key("4,096", 11, remarks(4096, small), BRS_OK);
    expect_key("N13 4,097", 11, remarks(4097, small), BRS_LIMIT);
    expect_key("16 KiB", 11, join(RAW("\x91"), big), BRS_OK);
    expect_key("16 KiB and 1", 11, join(RAW("\x91"), bigger), BRS_LIMIT);
    expect_key("256 KiB in sum", 11, remarks(16, big), BRS_OK);
    expect_key("more in sum", 11, remarks(17, big), BRS_LIMIT);
    expect_key("kind 4", 11, RAW("\x91\x99\x00\x00\xc0\x00\x04\x00\xa0\xa0\xa1x"), BRS_LIMIT);
    expect_key("glyph 7", 11, RAW("\x91\x99\x00\x00\xc0\x00\x00\x07\xa0\xa0\xa1x"), BRS_LIMIT);
    expect_key("event 0", 11, RAW("\x91\x99\x00\x00\x00\x00\x00\x00\xa0\xa0\xa1x"),
               BRS_NOT_CANONICAL);
    expect_key("section -33", 11, RAW("\x91\x99\x00\x00\xd0\xdf\x00\x00\x00\xa0\xa0\xa1x"),
               BRS_LIMIT);
    expect_key("N12 a decision that does not exist", 11,
               RAW("\x91\x99\x00\xce\xff\xff\xff\xff\xc0\x00\x00\x00\xa0\xa0\xa1x"), BRS_OK);
    expect_key("none", 11, RAW("\x90"), BRS_NOT_CANONICAL);
}

Test(replay_hostile, variations_are_played_too)
{
    expect_key("nothing happens", 13, RAW("\x91\x96\x01\x00\x02\x92\x00\xc4\x00\xc0\xc4\x00"),
               BRS_OK);
    expect_key("one choice", 13, RAW("\x91\x96\x01\x00\x03\x92\x01\xc4\x00\xc0\xc4\x00"), BRS_OK);
    expect_key("a check that is wrong", 13,
               RAW("\x91\x96\x01\x00\x02\x92\x01\xc4\x00\xc0\xc4\x01x"), BRS_DESYNC);
    expect_key("begins after the end", 13,
               RAW("\x91\x96\x01\x00\xcd\x01\x00\x92\x01\xc4\x00\xc0\xc4\x00"), BRS_DESYNC);
    expect_key("id 0", 13, RAW("\x91\x96\x00\x00\x02\x92\x00\xc4\x00\xc0\xc4\x00"),
               BRS_NOT_CANONICAL);
    expect_key("its own parent", 13, RAW("\x91\x96\x01\x01\x02\x92\x00\xc4\x00\xc0\xc4\x00"),
               BRS_NOT_CANONICAL);
    expect_key("no parent", 13, RAW("\x91\x96\x05\x03\x02\x92\x00\xc4\x00\xc0\xc4\x00"),
               BRS_NOT_CANONICAL);
    expect_key("recorded chance in a seeded game", 13,
               RAW("\x91\x96\x01\x00\x02\x92\x00\xc4\x00\x92\x01\xc4\x00\xc4\x00"), BRS_DESYNC);
}

// Forty variations of each other, and a thousand long ones: bounded work.
Test(replay_hostile, variations_have_limits)
{
    brs_buf deep, many;
    buf_init(&deep, &bench.arena, 1024);
    buf_init(&many, &bench.arena, 65536);
    buf_put(&deep, RAW("\xdc\x00\x28"));
    buf_put(&many, RAW("\xdc\x04\x00"));
    for (int id = 1; id <= 40; id++) {
        buf_byte(&deep, 0x96);
        buf_byte(&deep, (uint8_t)id);
        buf_byte(&deep, (uint8_t)(id - 1));
        buf_put(&deep, RAW("\x02\x92\x00\xc4\x00\xc0\xc4\x00"));
    }
    for (uint64_t id = 1; id <= 1024; id++) {
        buf_byte(&many, 0x96);
        forge_put_key(&many, id);
        buf_put(&many, RAW("\x00\xcd\xff\xff\x92\xcd\xff\xff\xc4\x00\xc0\xc4\x00"));
    }
    expect_key("too deep", 13, buf_str(&deep), BRS_LIMIT);
    expect_key("too much to play", 13, buf_str(&many), BRS_LIMIT);
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_replay_decode(good, &bench.arena, &replay, &err), "%s", err.msg);
    const uint32_t most = BRS_REPLAY_MAX_PLAYED - replay.decisions.count;  // from the start to where the variation leaves
    for (uint32_t over = 0; over <= 1; over++) {
        const uint32_t start = most + over;
        const char one[] = {(char)0x91, (char)0x96, 1, 0, (char)0xcd, (char)(start >> 8), (char)start,
                            (char)0x92, 0, (char)0xc4, 0, (char)0xc0, (char)0xc4, 0};
        expect_key("as much as may be, and one more", 13, (brs_str){one, sizeof one}, over > 0 ? BRS_LIMIT : BRS_DESYNC);
    }
}
