// What a line of a transcript is made of: text, glyphs, quoted texts.
#include <stdio.h>

#include "transcript_help.h"
#include "transcript_parts.h"

// The place of what is no text, as line * 1000 + column; 0: all of it is.
static int flaw_at(const char *bytes, size_t len, brs_code *code)
{
    brs_str text = {bytes, len};
    brs_err err = BRS_ERR_NONE;
    const bool good = ts_source(&text, &err);
    *code = err.code;
    cr_expect_eq(good, err.code == BRS_OK);
    return good ? 0 : err.line * 1000 + err.col;
}

#define FLAW(bytes) flaw_at(bytes, sizeof(bytes) - 1, &code)

// Unicode 15, table 3-7; controls are no text, but tabs and the line ends of all systems.
Test(transcript_lines, what_is_text)
{
    brs_code code;
    cr_expect_eq(FLAW(""), 0);
    cr_expect_eq(FLAW("a\tb\r\nc\xC3\xA9\n"), 0);
    cr_expect_eq(FLAW("\xEF\xBB\xBF" "a"), 0, "a byte order mark");
    cr_expect_eq(FLAW("\xE1\x80\x80 \xED\x9F\xBF \xF0\x90\x80\x80 \xF4\x8F\xBF\xBF"), 0);
    static const char *const wrong[] = {"\xFF", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE1\x80", "\xF0\x8F\xBF\xBF",
                                        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\x80"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[16];
        const int len = snprintf(text, sizeof text, "\xC3\xA9\nab\xC3\xA9%s", wrong[i]);
        cr_expect(flaw_at(text, (size_t)len, &code) == 2004 && code == BRS_TEXT, "number %zu", i);
    }
    cr_expect(FLAW("a\nb\x01") == 2002 && code == BRS_TEXT);
    cr_expect(FLAW("a\x7f") == 1002 && code == BRS_TEXT);
    cr_expect(FLAW("a\0b") == 1002 && code == BRS_TEXT);
    cr_expect(FLAW("a\rb\n") == 1002 && code == BRS_TEXT, "a return that ends no line");
    cr_expect(FLAW("a\n\r") == 2001 && code == BRS_TEXT, "a return at the end");
}

Test(transcript_lines, a_line_has_sixteen_kibibytes)
{
    static char text[2 * (16384 + 4)];
    brs_code code;
    memset(text, 'a', sizeof text);
    text[0] = text[16384 + 2] = '\n';
    cr_expect_eq(flaw_at(text, sizeof text - 4, &code), 0, "two lines of that length");
    text[16384 + 2] = 'a';
    cr_expect(flaw_at(text, sizeof text, &code) == 2001 && code == BRS_LIMIT, "the line is named, not its end");
}

// A glyph is the last word, but not the only one; "?" where a card is due is an unseen card.
Test(transcript_lines, a_glyph_ends_a_line)
{
    static const struct {
        const char *line, *text;
        int glyph;
    } rows[] = {
        {"play Snow Wall !?", "play Snow Wall", 3}, {" play Snow Wall  !! ", "play Snow Wall", 1}, {"play Snow Wall", "play Snow Wall", 0},
        {"play Snow Wall!", "play Snow Wall!", 0}, {"!", "!", 0}, {"", "", 0}, {"play ??", "play", 6}, {"end ?", "end", 5},
        {"draw ?", "draw ?", 0}, {"draw !", "draw", 2}, {"A hand X; ?", "A hand X; ?", 0}, {"A hand X, ?", "A hand X, ?", 0},
        {"A hand X; ?!", "A hand X;", 4}, {"A HAND ?", "A HAND ?", 0}, {"get ?", "get ?", 0}, {"deal ?", "deal ?", 0}, {"mill ?", "mill ?", 0},
        {"look ?", "look ?", 0}, {"draw ? ?", "draw ?", 5}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        brs_str text = str_of(rows[i].line);
        uint8_t glyph = 99;
        ts_cut_glyph(&text, &glyph);
        cr_expect(str_is(text, rows[i].text) && glyph == rows[i].glyph, "\"%s\": \"%.*s\", %d", rows[i].line, BRS_ARG(text), glyph);
    }
}

Test(transcript_lines, a_quoted_text_ends_with_its_quote)
{
    brs_arena arena;
    brs_str out;
    brs_arena_init(&arena, 0);
    static const char *const none[] = {"", "\"", "a\"", "\"a", "\"a\"b\"", "\"a\\\"", "a"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        cr_expect_not(ts_unquote(str_of(none[i]), &arena, &out), "%s", none[i]);
    }
    static const char *const pairs[][2] = {{"\"\"", ""}, {" \"a b\" ", "a b"}, {"\"a\\\"b\\\\\"", "a\"b\\"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        cr_expect(ts_unquote(str_of(pairs[i][0]), &arena, &out) && str_is(out, pairs[i][1]), "%s", pairs[i][0]);
        brs_buf again;
        buf_init(&again, &arena, 16);
        ts_quote(&again, out);
        cr_expect(str_equal(buf_str(&again), str_trim(str_of(pairs[i][0]))));
    }
    brs_arena_release(&arena);
}
