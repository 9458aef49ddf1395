// Text of strangers: Unicode 15, table 3-7, byte for byte, and what would turn or move a terminal's line.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "str.h"
#include "text.h"

// A code point as UTF-8 has it, without looking whether it may.
static int written(uint32_t point, uint8_t out[4])
{
    const int len = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const uint8_t first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (int i = len - 1; i > 0; i--) {
        out[i] = (uint8_t)(0x80 | (point & 0x3f));
        point >>= 6;
    }
    out[0] = (uint8_t)(first[len] | point);
    return len;
}

Test(text, each_code_point_is_read_as_it_was_written)
{
    uint8_t bytes[4];
    uint32_t got = 0;
    for (uint32_t point = 0; point <= 0x10ffff; point++) {
        const int len = written(point, bytes);
        const bool surrogate = point >= 0xd800 && point <= 0xdfff;
        cr_assert_eq(text_point(bytes, (size_t)len, &got), surrogate ? 0 : len, "U+%04X", point);
        cr_assert(surrogate || got == point, "U+%04X was read as U+%04X", point, got);
    }
}

Test(text, what_is_cut_off_is_refused_where_it_ends)
{
    static const char *const whole[] = {"a", "\u00e9", "\u20ac", "\U0001f0a1"};
    uint32_t got;
    for (int len = 1; len <= 4; len++) {
        for (int left = 0; left <= len; left++) {
            const int wanted = left == len ? len : 0;
            cr_expect_eq(text_point((const uint8_t *)whole[len - 1], (size_t)left, &got), wanted, "%d of %d bytes", left, len);
        }
    }
}

Test(text, overlong_forms_and_stray_bytes_are_refused)
{
    static const char *const bad[] = {
        "\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf",
        "\xed\xa0\x80", "\xed\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf8\x88\x80\x80\x80", "\xff", "\xfe",
        "\xc3" "a", "\xc3\xc3", "\xe2\x82" "a", "\xe2" "aa", "\xe2" "a\x82", "\xf0\x9f\x82" "a", "\xf0" "aaa", "\xe2\x82\xc3",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[16];
        snprintf(text, sizeof text, "ok%s", bad[i]);
        cr_expect(!text_valid(str_of(text)), "number %zu", i);
    }
    cr_expect(text_valid(str_of("r\u00e9volte \u2014 \u0627 \U0001f0a1")));
    cr_expect(text_valid(str_of("")));
}

Test(text, controls_are_these_and_no_others)
{
    static const uint32_t controls[][2] = {{0, 0x1f}, {0x7f, 0x9f}, {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};
    for (uint32_t point = 0; point <= 0x3000; point++) {
        bool wanted = false;
        for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++) {
            wanted = wanted || (point >= controls[i][0] && point <= controls[i][1]);
        }
        cr_assert_eq(text_is_control(point), wanted, "U+%04X", point);
    }
}

Test(text, tamed_text_keeps_its_length_and_what_is_harmless)
{
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"", ""},
        {"Ada \u20ac", "Ada \u20ac"},
        {"a\x1b[2Jb", "a?[2Jb"},
        {"a\u202eb", "a???b"},
        {"a\xc2\x85", "a??"},
        {"a\xff\xfe" "b", "a??b"},
        {"a\xe2\x82", "a??"},
        {"\xe2\x82\xac\x80", "\xe2\x82\xac?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s", cases[i].text);
        text_tame(text);
        cr_expect_str_eq(text, cases[i].wanted, "number %zu", i);
    }
}

// ---- numbers ------------------------------------------------------------------------------------

Test(text, a_number_of_64_bits_is_read_whole_in_its_one_form)
{
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = {{"0", 0}, {"9", 9}, {"10", 10}, {"9223372036854775807", INT64_MAX}, {"9223372036854775808", 1ull << 63},
                {"18446744073709551609", UINT64_MAX - 6}, {"18446744073709551615", UINT64_MAX}};
    static const char *const bad[] = {"", "00", "01", "-1", "+1", " 1", "1 ", "1.", "x", "1/", "1:", "18446744073709551616", "18446744073709551620",
                                      "99999999999999999999", "100000000000000000000"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        uint64_t got = 1;
        cr_expect(str_unsigned(str_of(good[i].text), &got) && got == good[i].value, "%s", good[i].text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t got = 7;
        cr_expect(!str_unsigned(str_of(bad[i]), &got) && got == 7, "%s", bad[i]);
    }
}
