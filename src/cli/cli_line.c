// A line that a person types. On a terminal it is edited here, so that Tab can complete names; elsewhere it is read.
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli.h"
#include "str.h"

enum { CTRL_C = 3, CTRL_D = 4, BACKSPACE = 8, TAB = 9, CTRL_U = 21, CTRL_W = 23, ESCAPE = 27, DELETE = 127, KEPT = 16 };

typedef struct {
    cli_reader *reader;
    char *line;
    size_t len;
    int back;  // how many lines before is shown, 0: the one at hand
} editing;

static void put(const char *text, size_t len)
{
    fwrite(text, 1, len, stdout);
    fflush(stdout);
}

// Takes the last character off the line and off the screen.
static void erase(editing *e)
{
    if (e->len == 0) {
        return;
    }
    do {
        e->len--;
    } while (e->len > 0 && ((unsigned char)e->line[e->len] & 0xC0) == 0x80);
    e->line[e->len] = '\0';
    put("\b \b", 3);
}

static void erase_word(editing *e)
{
    while (e->len > 0 && e->line[e->len - 1] == ' ') {
        erase(e);
    }
    while (e->len > 0 && e->line[e->len - 1] != ' ') {
        erase(e);
    }
}

static void replace(editing *e, const char *text)
{
    while (e->len > 0) {
        erase(e);
    }
    e->len = strlen(text);
    memmove(e->line, text, e->len + 1);
    put(e->line, e->len);
}

static void complete(editing *e)
{
    char line[CLI_MAX_LINE];
    cli_reader *r = e->reader;
    if (r->complete == NULL) {
        return;
    }
    memcpy(line, e->line, e->len + 1);
    buf_reset(r->out);
    r->complete(r->ctx, line, sizeof line, r->out);
    if (r->out->len > 0) {
        cli_wrap(r->out, 0, 2);
        put("\n", 1);
        put(r->out->ptr, r->out->len);
        fputs(r->prompt, stdout);
        put(line, strlen(line));
        e->len = strlen(line);
        memcpy(e->line, line, e->len + 1);
    } else if (strcmp(line, e->line) != 0) {
        replace(e, line);
    }
    buf_reset(r->out);
}

// Arrow keys: up and down go through the lines before. Everything else that begins with ESC is passed over.
static void escape(editing *e)
{
    char c = 0;
    if (read(STDIN_FILENO, &c, 1) != 1 || (c != '[' && c != 'O')) {
        return;
    }
    do {
        if (read(STDIN_FILENO, &c, 1) != 1) {
            return;
        }
    } while ((c >= '0' && c <= '9') || c == ';');
    const cli_reader *r = e->reader;
    const int back = e->back + (c == 'A' ? 1 : c == 'B' ? -1 : 0);
    if (back != e->back && back >= 0 && back <= r->kept) {
        e->back = back;
        replace(e, back == 0 ? "" : r->before[(r->lines - back) % KEPT]);
    }
}

// One key. 1: the line is done, -1: the person leaves.
static int key(editing *e, char c)
{
    switch (c) {
    case '\r': case '\n': put("\n", 1); return 1;
    case CTRL_C: put("\n", 1); return -1;
    case CTRL_D: return e->len == 0 ? -1 : 0;
    case BACKSPACE: case DELETE: erase(e); return 0;
    case CTRL_U: replace(e, ""); return 0;
    case CTRL_W: erase_word(e); return 0;
    case TAB: complete(e); return 0;
    case ESCAPE: escape(e); return 0;
    default: break;
    }
    if (((unsigned char)c >= 32) && e->len + 1 < CLI_MAX_LINE) {
        e->line[e->len++] = c;
        e->line[e->len] = '\0';
        put(&c, 1);
    }
    return 0;
}

static void keep(cli_reader *r, const char *line)
{
    if (line[0] != '\0') {
        snprintf(r->before[r->lines % KEPT], sizeof r->before[0], "%s", line);
        r->lines++;
        r->kept = r->kept < KEPT ? r->kept + 1 : KEPT;
    }
}

static bool edit(cli_reader *r, char *line)
{
    struct termios before, raw;
    editing e = {r, line, 0, 0};
    int done = 0;
    char c;
    tcgetattr(STDIN_FILENO, &before);
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    raw.c_iflag &= ~(tcflag_t)(ICRNL | IXON);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    while (done == 0) {
        done = read(STDIN_FILENO, &c, 1) == 1 ? key(&e, c) : -1;
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    keep(r, line);
    return done > 0;
}

bool cli_read_line(cli_reader *reader, char line[CLI_MAX_LINE])
{
    line[0] = '\0';
    if (reader->terminal) {
        return edit(reader, line);
    }
    const bool more = fgets(line, CLI_MAX_LINE, stdin) != NULL;
    line[strcspn(line, "\r\n")] = '\0';
    if (isatty(STDIN_FILENO) == 0) {  // no terminal has shown it
        printf("%s\n", line);
    }
    return more;
}
