// A text file as lines, and the messages about it: shared by the readers of card files and deck
// files.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rnr_cardfile.h"
#include "sort.h"
#include "str.h"

// ---- messages ---------------------------------------------------------------

static void more_room(cardf_source *s)
{
    s->diag_cap = s->diag_cap == 0 ? 8 : 2 * s->diag_cap;
    cardc_diag *more = BRS_NEW(s->arena, cardc_diag, (size_t)s->diag_cap);
    if (s->ndiag > 0) {
        memcpy(more, s->diag, (size_t)s->ndiag * sizeof *more);
    }
    s->diag = more;
}

void cardf_collect(void *ctx, const brs_err *err, bool warning)
{
    cardf_source *s = ctx;
    s->failed = s->failed || !warning;
    if (s->ndiag < CARDF_MAX_DIAGS) {
        if (s->ndiag == s->diag_cap) {
            more_room(s);
        }
        s->diag[s->ndiag++] = (cardc_diag){.err = *err, .warning = warning};
    }
}

brs_err *cardf_fault(cardf_source *s, int line, int col, const char *label, const char *format, ...)
{
    brs_err err = BRS_ERR_NONE;
    char msg[sizeof err.msg];
    va_list args;
    va_start(args, format);
    vsnprintf(msg, sizeof msg, format, args);
    va_end(args);
    brs_fail(&err, BRS_TEXT, "%s", msg);
    err.line = line;
    err.col = col;
    snprintf(err.label, sizeof err.label, "%s", label);
    brs_err_file(&err, s->file);
    int before = s->ndiag;
    cardf_collect(s, &err, false);
    return s->ndiag > before ? &s->diag[before].err : NULL;
}

static int by_place(const void *a, const void *b)
{
    const brs_err *x = &((const cardc_diag *)a)->err, *y = &((const cardc_diag *)b)->err;
    return x->line != y->line ? x->line - y->line : x->col - y->col;
}

bool cardf_send(cardf_source *s, brs_report report)
{
    if (s->ndiag > 1) {
        cardc_diag *room = BRS_NEW(s->arena, cardc_diag, (size_t)s->ndiag);
        brs_sort(s->diag, (size_t)s->ndiag, sizeof s->diag[0], room, by_place);
    }
    for (int i = 0; i < s->ndiag && report.fn != NULL; i++) {
        report.fn(report.ctx, &s->diag[i].err, s->diag[i].warning);
    }
    return !s->failed;
}

// ---- lines ------------------------------------------------------------------

int cardf_column(brs_str line, size_t at)
{
    int col = 1;
    for (size_t i = 0; i < at && i < line.len; i++) {
        col += ((unsigned char)line.ptr[i] & 0xC0) != 0x80;
    }
    return col;
}

// Length of the UTF-8 sequence at the start, 0 when it is none (also overlong, surrogate, beyond
// U+10FFFF).
static size_t code_point(brs_str text)
{
    const unsigned char *p = (const unsigned char *)text.ptr;
    if (p[0] < 0x80) {
        return 1;
    }
    size_t len = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
    if (p[0] < 0xC2 || p[0] > 0xF4 || text.len < len) {
        return 0;
    }
    unsigned char low = p[0] == 0xE0 ? 0xA0 : p[0] == 0xF0 ? 0x90 : 0x80;
    unsigned char high = p[0] == 0xED ? 0x9F : p[0] == 0xF4 ? 0x8F : 0xBF;
    if (p[1] < low || p[1] > high) {
        return 0;
    }
    for (size_t i = 2; i < len; i++) {
        if (p[i] < 0x80 || p[i] > 0xBF) {
            return 0;
        }
    }
    return len;
}

// How deep Markdown may nest a line: marks of lists and quotations at its start, and fours of
// spaces.
static int depth_of(brs_str line)
{
    int marks = 0, spaces = 0;
    for (size_t i = 0; i < line.len; i++) {
        char c = line.ptr[i];
        bool digit = c >= '0' && c <= '9';
        if (c == ' ' || c == '\t') {
            spaces += c == '\t' ? 4 : 1;
        } else if (strchr(">-+*.)", c) != NULL) {
            marks++;
        } else if (!digit) {
            break;
        }
    }
    return marks + spaces / 4;
}

static void check_limits(cardf_source *s, int number)
{
    brs_str line = s->line[number];
    if (line.len > CARDF_MAX_LINE) {
        brs_help(
            cardf_fault(s, number, 1, "E116", "this line is longer than %d bytes.", CARDF_MAX_LINE),
            "Break it into several lines.");
    }
    bool rule =
        str_begins(str_trim(line), BRS_STR("---")) || str_begins(str_trim(line), BRS_STR("***"));
    if (depth_of(line) > CARDF_MAX_DEPTH && !(rule && line.len < 100)) {
        cardf_fault(s, number, 1, "E116",
                    "too many spaces, list marks or quotation marks begin this line.");
    }
    s->run = str_trim(line).len == 0 ? 0 : s->run + line.len;
    if (s->run > CARDF_MAX_RUN) {
        brs_help(cardf_fault(s, number, 1, "E116",
                             "there are more than %d bytes without an empty line.", CARDF_MAX_RUN),
                 "Leave an empty line between paragraphs.");
        s->run = 0;
    }
}

static void check_line(cardf_source *s, int number)
{
    brs_str line = s->line[number];
    check_limits(s, number);
    for (size_t i = 0; i < line.len;) {
        size_t len = code_point((brs_str){line.ptr + i, line.len - i});
        unsigned char c = (unsigned char)line.ptr[i];
        if (len == 0 || (c < 0x20 && c != '\t') || c == 0x7F) {
            brs_help(cardf_fault(s, number, cardf_column(line, i), "E116",
                                 "byte 0x%02x is not text here.", c),
                     "Save the file as plain text in UTF-8.");
            return;
        }
        i += len;
    }
}

bool cardf_open(cardf_source *s, brs_str text, const char *file, brs_arena *arena)
{
    *s = (cardf_source){.text = text, .file = file, .arena = arena};
    if (text.len > CARDF_MAX_BYTES) {
        cardf_fault(s, 1, 1, "E116", "the file is larger than %d bytes.", CARDF_MAX_BYTES);
        return false;
    }
    if (str_begins(text, BRS_STR("\xEF\xBB\xBF"))) { // a byte order mark says nothing
        s->text = (brs_str){text.ptr + 3, text.len - 3};
    }
    int lines = 0;
    brs_str rest = s->text, line;
    while (str_line(&rest, &line)) {
        lines++;
    }
    s->line = BRS_NEW(arena, brs_str, (size_t)lines + 1);
    rest = s->text;
    while (str_line(&rest, &line)) {
        s->line[++s->count] = line;
        check_line(s, s->count);
    }
    return !s->failed;
}

// ---- names ------------------------------------------------------------------

brs_str cardf_folded(brs_arena *arena, brs_str text)
{
    char *out = brs_arena_alloc(arena, text.len + 1, 1);
    return (brs_str){out, cardc_fold_space(text, out)};
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

// Neither white space nor the first byte of a longer character.
static bool is_plain(char c)
{
    return c > ' ' && c < 0x7f;
}

// The next character of a name, folded; 0 at its end. White space comes out as one space, none at
// the ends.
static int next_char(brs_str *name)
{
    if (name->len > 0 && is_plain(name->ptr[0])) {
        const char c = *name->ptr++;
        name->len--;
        return lower(c);
    }
    size_t space = cardc_space(*name);
    if (space > 0) {
        while (space > 0) {
            *name = (brs_str){name->ptr + space, name->len - space};
            space = cardc_space(*name);
        }
        return name->len > 0 ? ' ' : 0;
    }
    if (name->len == 0) {
        return 0;
    }
    bool curly =
        str_begins(*name, BRS_STR("\xE2\x80\x99")) || str_begins(*name, BRS_STR("\xE2\x80\x98"));
    size_t step = curly ? 3 : 1;
    char c = curly ? '\'' : name->ptr[0];
    *name = (brs_str){name->ptr + step, name->len - step};
    return lower(c);
}

bool cardf_same_name(brs_str a, brs_str b)
{
    if (a.len > 0 && b.len > 0 && is_plain(a.ptr[0]) && is_plain(b.ptr[0]) && lower(a.ptr[0]) != lower(b.ptr[0])) {
        return false;
    }
    for (size_t space = cardc_space(a); space > 0; space = cardc_space(a)) {
        a = (brs_str){a.ptr + space, a.len - space};
    }
    for (size_t space = cardc_space(b); space > 0; space = cardc_space(b)) {
        b = (brs_str){b.ptr + space, b.len - space};
    }
    for (;;) {
        int x = next_char(&a), y = next_char(&b);
        if (x != y) {
            return false;
        }
        if (x == 0) {
            return true;
        }
    }
}
