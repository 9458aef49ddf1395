// Lines of a transcript: what is text at all, glyphs, quoted texts.
#include "text.h"
#include "transcript_parts.h"

const char *const ts_glyphs[7] = {"", "!!", "!", "!?", "?!", "?", "??"};

char ts_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

bool ts_begins(brs_str text, brs_str beginning)
{
    bool alike = beginning.len <= text.len;
    for (size_t i = 0; alike && i < beginning.len; i++) {
        alike = ts_lower(text.ptr[i]) == ts_lower(beginning.ptr[i]);
    }
    return alike;
}

bool ts_same_word(brs_str a, const char *word)
{
    brs_str b = str_of(word);
    return a.len == b.len && ts_begins(a, b);
}

static bool refuse_at(brs_str text, size_t at, brs_code code, const char *what, brs_err *err)
{
    int line = 1, col = 1;
    for (size_t i = 0; i < at; i++) {
        line += text.ptr[i] == '\n';
        col = text.ptr[i] == '\n' ? 1 : col + (((unsigned char)text.ptr[i] & 0xC0) != 0x80);
    }
    brs_fail(err, code, "%s", what);
    err->line = line;
    err->col = col;
    return false;
}

bool ts_source(brs_str *text, brs_err *err)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if (str_begins(*text, (brs_str){mark, 3})) {
        *text = (brs_str){text->ptr + 3, text->len - 3};
    }
    if (text->len > BRS_TRANSCRIPT_MAX_FILE) {
        return brs_fail(err, BRS_LIMIT, "the transcript has more than %d bytes", BRS_TRANSCRIPT_MAX_FILE);
    }
    size_t line_start = 0;
    int len;
    for (size_t at = 0; at < text->len; at += (size_t)len) {
        const unsigned char c = (unsigned char)text->ptr[at];
        uint32_t point;
        len = text_point((const uint8_t *)text->ptr + at, text->len - at, &point);
        if (len == 0) {
            return refuse_at(*text, at, BRS_TEXT, "this byte is no UTF-8 text", err);
        }
        if ((c < 0x20 && c != '\n' && c != '\t' && !(c == '\r' && at + 1 < text->len && text->ptr[at + 1] == '\n')) || c == 0x7F) {
            return refuse_at(*text, at, BRS_TEXT, "there is a control character here", err);
        }
        line_start = c == '\n' ? at + 1 : line_start;
        if (at > line_start + TS_MAX_LINE) {
            return refuse_at(*text, line_start, BRS_LIMIT, "this line is longer than 16 KiB", err);
        }
    }
    return true;
}

static size_t last_word_at(brs_str text)
{
    size_t at = text.len;
    while (at > 0 && !str_blank(text.ptr[at - 1])) {
        at--;
    }
    return at;
}

void ts_cut_glyph(brs_str *text, uint8_t *glyph)
{
    *glyph = 0;
    *text = str_trim(*text);
    const size_t at = last_word_at(*text);
    const brs_str word = {text->ptr + at, text->len - at}, rest = str_trim((brs_str){text->ptr, at});
    for (uint8_t i = 1; i < 7; i++) {
        if (!str_is(word, ts_glyphs[i]) || rest.len == 0) {
            continue;
        }
        // A "?" where a noun is due is an unseen card.
        const char last = rest.ptr[rest.len - 1];
        const size_t verb = last_word_at(rest);
        bool due = last == ';' || last == ',';
        static const char *const words[] = {"draw", "hand", "get", "deal", "mill", "look"};
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
            due = due || ts_same_word((brs_str){rest.ptr + verb, rest.len - verb}, words[k]);
        }
        if (!(due && str_is(word, "?"))) {
            *glyph = i;
            *text = rest;
        }
        return;
    }
}

bool ts_unquote(brs_str text, brs_arena *arena, brs_str *out)
{
    text = str_trim(text);
    if (text.len < 2 || text.ptr[0] != '"' || text.ptr[text.len - 1] != '"') {
        return false;
    }
    char *to = BRS_NEW(arena, char, text.len);
    size_t len = 0;
    for (size_t i = 1; i + 1 < text.len; i++) {
        if (text.ptr[i] == '"') {
            return false;
        }
        i += text.ptr[i] == '\\';
        if (i + 1 >= text.len) {
            return false;
        }
        to[len++] = text.ptr[i];
    }
    *out = (brs_str){to, len};
    return true;
}

void ts_quote(brs_buf *out, brs_str text)
{
    buf_byte(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '"' || text.ptr[i] == '\\') {
            buf_byte(out, '\\');
        }
        buf_byte(out, (uint8_t)text.ptr[i]);
    }
    buf_byte(out, '"');
}
