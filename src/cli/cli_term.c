// Messages, colours, progress, JSON lines: what a person or a script sees.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "str.h"

int cli_error(const brs_err *err)
{
    char text[1024];
    brs_err_format(err, text, sizeof text);
    fputs(text, stderr);
    return (int)err->code;
}

static void tell(void *ctx, const brs_err *err, bool warning)
{
    cli_tally *tally = ctx;
    char text[1024];
    brs_err_format(err, text, sizeof text);
    char *kind = warning ? strstr(text, ": error") : NULL;
    if (kind != NULL) {
        fprintf(stderr, "%.*s: warning%s", (int)(kind - text), text, kind + strlen(": error"));
    } else {
        fputs(text, stderr);
    }
    tally->warnings += warning ? 1 : 0;
    tally->errors += warning ? 0 : 1;
    if (!warning && tally->first == BRS_OK) {
        tally->first = err->code;
    }
}

brs_report cli_reporter(cli_tally *tally)
{
    *tally = (cli_tally){.first = BRS_OK};
    return (brs_report){tell, tally};
}

cli_failures *cli_failures_begin(cli_run *cli)
{
    cli->failures = BRS_NEW(&cli->arena, cli_failures, 1);
    return cli->failures;
}

void cli_fail_later(cli_failures *failures, const brs_err *err)
{
    failures->by_code[err->code]++;
    if (failures->count < CLI_MAX_FAILURES) {
        failures->err[failures->count] = *err;
    }
    failures->count++;
}

int cli_failures_end(const cli_failures *failures, const char *what, int total, bool strict)
{
    if (failures->count == 0) {
        return BRS_OK;
    }
    for (int i = 0; i < failures->count && i < CLI_MAX_FAILURES; i++) {
        cli_error(&failures->err[i]);
    }
    if (failures->count > CLI_MAX_FAILURES) {
        fprintf(stderr, "... and %d more\n", failures->count - CLI_MAX_FAILURES);
    }
    if (total > 1) {
        fprintf(stderr, "%d of %d %s failed\n", failures->count, total, what);
    }
    return strict ? BRS_SOME_FAILED : (int)failures->err[0].code;
}

const char *cli_paint(const cli_run *cli, const char *name)
{
    static const char *const paints[][2] = {
        {"bold", "\033[1m"}, {"dim", "\033[2m"}, {"red", "\033[31m"}, {"green", "\033[32m"},
        {"yellow", "\033[33m"}, {"cyan", "\033[36m"}, {"off", "\033[0m"},
    };
    for (size_t i = 0; cli->colour && i < sizeof paints / sizeof *paints; i++) {
        if (strcmp(paints[i][0], name) == 0) {
            return paints[i][1];
        }
    }
    return "";
}

// Columns that a byte takes: none inside a colour or a character. *colour: the byte is part of one.
static int columns_of(char c, bool *colour)
{
    const bool inside = *colour || c == '\033';
    *colour = inside && c != 'm';
    return !inside && ((unsigned char)c & 0xC0) != 0x80;
}

int cli_columns(brs_str text)
{
    bool colour = false;
    int columns = 0;
    for (size_t i = 0; i < text.len; i++) {
        columns += columns_of(text.ptr[i], &colour);
    }
    return columns;
}

static void wrap_line(brs_buf *out, brs_str line, int hang)
{
    size_t begin = 0, blank = 0;
    int column = 0, at_blank = 0, indent = 0;
    bool colour = false;
    while (indent < (int)line.len && line.ptr[indent] == ' ') {
        indent++;
    }
    hang = hang < 0 ? indent + 2 : hang;
    for (size_t i = 0; i < line.len; i++) {
        if (line.ptr[i] == ' ' && !colour && (int)i > indent) {
            blank = i;
            at_blank = column;
        }
        column += columns_of(line.ptr[i], &colour);
        if (column > CLI_COLUMNS && blank > begin) {
            size_t end = blank;
            while (end > begin && line.ptr[end - 1] == ' ') {
                end--;
            }
            buf_put(out, (brs_str){line.ptr + begin, end - begin});
            buf_putf(out, "\n%*s", hang, "");
            begin = blank + 1;
            column = column - at_blank - 1 + hang;
        }
    }
    buf_put(out, (brs_str){line.ptr + begin, line.len - begin});
}

void cli_wrap(brs_buf *buf, size_t from, int hang)
{
    brs_arena arena;
    brs_arena_init(&arena, 0);
    const size_t len = buf->len - from;
    char little[4096];
    char *copy = len < sizeof little ? little : BRS_NEW(&arena, char, len + 1);
    memcpy(copy, buf->ptr + from, len);
    brs_str rest = {copy, len}, line;
    buf->len = from;
    while (str_line(&rest, &line)) {
        wrap_line(buf, line, hang);
        buf_byte(buf, '\n');
    }
    brs_arena_release(&arena);
}

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- progress ----------------------------------------------------------------------------------------

void cli_progress_begin(cli_progress *p, const char *doing, int total)
{
    *p = (cli_progress){.doing = doing, .total = total, .start = cli_seconds()};
    p->on = isatty(STDERR_FILENO) != 0;
}

void cli_progress_step(cli_progress *p, int done)
{
    const double wait = p->log ? 30 : 0.5, between = p->log ? 30 : 0.1;
    double now = p->on || p->log ? cli_seconds() : 0;
    if ((!p->on && !p->log) || now - p->start < wait || now - p->shown < between) {
        return;
    }
    p->shown = now;
    double rate = done / (now - p->start);
    double left = rate > 0 ? (p->total - done) / rate : 0;
    fprintf(stderr, "%s%s %d of %d, %.0f/s, %.0f s left", p->log ? "" : "\r", p->doing, done, p->total, rate, left);
    if (p->failures > 0) {
        fprintf(stderr, ", %d failed", p->failures);
    }
    fputs(p->log ? "\n" : "\033[K", stderr);
}

void cli_progress_end(cli_progress *p)
{
    if (p->on && !p->log && p->shown > 0) {
        fputs("\r\033[K", stderr);
    }
}

// ---- JSON lines --------------------------------------------------------------------------------------

void cli_json_begin(brs_buf *buf, const cli_run *cli)
{
    buf_reset(buf);
    buf_putf(buf, "{\"schema\":1,\"command\":\"%s\"", cli->command->name);
}

void cli_json_text(brs_buf *buf, const char *key, const char *value)
{
    buf_putf(buf, ",\"%s\":", key);
    if (value == NULL) {
        buf_puts(buf, "null");
        return;
    }
    buf_byte(buf, '"');
    buf_json(buf, str_of(value));
    buf_byte(buf, '"');
}

void cli_json_number(brs_buf *buf, const char *key, int64_t value)
{
    buf_putf(buf, ",\"%s\":%lld", key, (long long)value);
}

void cli_json_bool(brs_buf *buf, const char *key, bool value)
{
    buf_putf(buf, ",\"%s\":%s", key, value ? "true" : "false");
}

void cli_json_end(brs_buf *buf)
{
    buf_puts(buf, "}\n");
    fwrite(buf->ptr, 1, buf->len, stdout);
}
