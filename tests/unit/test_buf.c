// What is written into a page byte by byte in one way must be what is written sixteen at a time in another; and the
// names of units are what printf would make of them.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "broadside/game.h"
#include "buf.h"
#include "str.h"

// The rule of buf_html, one byte at a time.
static void plain_html(brs_buf *out, brs_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.ptr[i];
        switch (c) {
        case '&': buf_puts(out, "&amp;"); break;
        case '<': buf_puts(out, "&lt;"); break;
        case '>': buf_puts(out, "&gt;"); break;
        case '"': buf_puts(out, "&quot;"); break;
        case '\'': buf_puts(out, "&#39;"); break;
        default:
            if (((unsigned char)c < 0x20 && c != '\t' && c != '\n') || c == 0x7f) {
                buf_puts(out, "\xEF\xBF\xBD");
            } else {
                buf_byte(out, (uint8_t)c);
            }
        }
    }
}

// Every byte at every place of texts of every length up to three blocks.
Test(buf, html_is_escaped_wherever_a_byte_stands)
{
    brs_arena arena;
    brs_arena_init(&arena, 0);
    char text[48];
    for (size_t len = 0; len <= sizeof text; len++) {
        for (size_t at = 0; at < len; at++) {
            for (int byte = 0; byte < 256; byte++) {
                memset(text, 'a', sizeof text);
                text[at] = (char)byte;
                text[len - 1 - at] = at % 3 == 0 ? '<' : text[len - 1 - at];
                brs_buf wanted, got;
                buf_init(&wanted, &arena, 8);
                buf_init(&got, &arena, 8);
                plain_html(&wanted, (brs_str){text, len});
                buf_html(&got, (brs_str){text, len});
                cr_assert(got.len == wanted.len && memcmp(got.ptr, wanted.ptr, got.len) == 0, "byte %d at %zu of %zu", byte, at, len);
            }
            brs_arena_reset(&arena);
        }
    }
    brs_arena_release(&arena);
}

static const brs_unit_info turn = {.id = "turn", .title = "Turn", .file_prefix = "t"};
static const brs_unit_info trick = {.id = "trick", .title = "Trick", .file_prefix = "t", .group = 100, .group_title = "Round",
                                    .group_prefix = "r", .group_start = "deal"};

static void compare(int unit, int cap)
{
    char wanted[64], got[64];
    memset(got, '#', sizeof got);
    memset(wanted, '#', sizeof wanted);
    int len = snprintf(wanted, (size_t)cap, "Turn %d", unit);
    cr_assert(brs_unit_name(&turn, unit, got, cap) == len && memcmp(wanted, got, sizeof got) == 0, "name of turn %d in %d", unit, cap);
    len = snprintf(wanted, (size_t)cap, "t%03d", unit);
    cr_assert(brs_unit_file(&turn, unit, got, cap) == len && memcmp(wanted, got, sizeof got) == 0, "file of turn %d in %d", unit, cap);
    len = unit % 100 == 0 ? snprintf(wanted, (size_t)cap, "Round %d, deal", unit / 100)
                          : snprintf(wanted, (size_t)cap, "Round %d, trick %d", unit / 100, unit % 100);
    cr_assert(brs_unit_name(&trick, unit, got, cap) == len && memcmp(wanted, got, sizeof got) == 0, "name of trick %d in %d", unit, cap);
    len = snprintf(wanted, (size_t)cap, "r%02d-t%02d", unit / 100, unit % 100);
    cr_assert(brs_unit_file(&trick, unit, got, cap) == len && memcmp(wanted, got, sizeof got) == 0, "file of trick %d in %d", unit, cap);
}

Test(buf, units_are_named_as_printf_would)
{
    const int units[] = {0, 1, 9, 10, 99, 100, 101, 110, 999, 1000, 1234, 65535};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        for (int cap = 1; cap < 40; cap++) {
            compare(units[i], cap);
        }
    }
    compare(-1, 40);
}

static brs_arena words_arena;

static bool put_as(void (*put)(brs_buf *, brs_str), const char *text, size_t len, const char *wanted)
{
    brs_buf got;
    buf_init(&got, &words_arena, 8);
    buf_puts(&got, "\t\n|");  // what was there before stays as it is
    put(&got, (brs_str){text, len});
    return str_is((brs_str){got.ptr + 3, got.len - 3}, wanted) && memcmp(got.ptr, "\t\n|", 3) == 0;
}

#define BECOMES(put, text, wanted) cr_expect(put_as(put, text, sizeof(text) - 1, wanted), "%s of \"%s\"", #put, text)

// XML 1.0, 2.2: U+FFFE and U+FFFF are no characters.
Test(buf, xml_has_no_character_that_is_none)
{
    BECOMES(buf_xml, "a<\xEF\xBF\xBE\xEF\xBF\xBF>", "a&lt;\xEF\xBF\xBD\xEF\xBF\xBD&gt;");
    BECOMES(buf_xml, "\xEF\xBF\xBD \xEF\xBE\xBF \xEE\xBF\xBF \xEF\xBC\xBE", "\xEF\xBF\xBD \xEF\xBE\xBF \xEE\xBF\xBF \xEF\xBC\xBE");
    BECOMES(buf_xml, "\x01\x7f", "\xEF\xBF\xBD\xEF\xBF\xBD");
    BECOMES(buf_xml, "", "");
    brs_arena_release(&words_arena);
}

// A field of a table ends at a tab, a row at a line.
Test(buf, a_field_has_neither_tab_nor_line)
{
    BECOMES(buf_html_field, "a\tb\nc<", "a b c&lt;");
    BECOMES(buf_html_field, "abc", "abc");
    brs_arena_release(&words_arena);
}

Test(buf, what_means_something_to_gift_gets_a_backslash)
{
    BECOMES(buf_gift, "a~=#{}:\\b", "a\\~\\=\\#\\{\\}\\:\\\\b");
    BECOMES(buf_gift, "a\0b\nc\x7f" "d ", "a b c d ");
    brs_arena_release(&words_arena);
}

// JSON is UTF-8 (RFC 8259, 8.1), though a file's name may be any bytes; and it may stand in a script block.
Test(buf, json_is_utf8_and_ends_no_script)
{
    BECOMES(buf_json, "\"\\</script>\n", "\\\"\\\\\\u003c/script>\\u000a");
    BECOMES(buf_json, "\xff\xc3\xa9\xc3", "\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd");
    brs_arena_release(&words_arena);
}
