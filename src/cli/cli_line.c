// A line that a person types. On a terminal it is edited here, so that Tab can complete names; elsewhere it is read.
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "cli.h"
#include "str.h"

enum {
    CTRL_A = 1, CTRL_B = 2, CTRL_C = 3, CTRL_D = 4, CTRL_E = 5, CTRL_F = 6, BACKSPACE = 8, TAB = 9, CTRL_K = 11, CTRL_L = 12, CTRL_U = 21,
    CTRL_W = 23, CTRL_Z = 26, ESCAPE = 27, DELETE = 127, KEPT = 16
};

typedef struct {
    cli_reader *reader;
    char *line;
    size_t len, at;          // at: of the cursor
    int expected;            // bytes that are still to come of the character at hand
    int back;                // how many lines before is shown, 0: the one at hand
    char own[CLI_MAX_LINE];  // the one at hand, while others are shown
    struct termios before;
} editing;

static void put(const char *text, size_t len)
{
    fwrite(text, 1, len, stdout);
    fflush(stdout);
}

// ---- characters and columns -----------------------------------------------------------------------------------------

static bool goes_on(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

static size_t before(const editing *e, size_t at)
{
    do {
        at -= at > 0;
    } while (at > 0 && goes_on(e->line[at]));
    return at;
}

static size_t after(const editing *e, size_t at)
{
    do {
        at += at < e->len;
    } while (at < e->len && goes_on(e->line[at]));
    return at;
}

static int columns_between(const editing *e, size_t from, size_t to)
{
    return cli_columns((brs_str){e->line + from, to - from});
}

// What the line may take beside the prompt, the cursor behind it included.
static int room(const editing *e)
{
    enum { LEAST = 10 };
    struct winsize size = {0};
    const int wide = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : CLI_COLUMNS + 1;
    const int left = wide - cli_columns(str_of(e->reader->prompt)) - 1;
    return left > LEAST ? left : LEAST;
}

// Writes prompt and line anew; of a line that is too long, as much as goes beside the cursor.
static void refresh(const editing *e)
{
    const int most = room(e);
    size_t from = 0, to = e->len;
    while (columns_between(e, from, e->at) > most) {
        from = after(e, from);
    }
    while (to > e->at && columns_between(e, from, to) > most) {
        to = before(e, to);
    }
    const int column = cli_columns(str_of(e->reader->prompt)) + columns_between(e, from, e->at);
    printf("\r%s%.*s\033[K\r", e->reader->prompt, (int)(to - from), e->line + from);
    if (column > 0) {
        printf("\033[%dC", column);
    }
    fflush(stdout);
}

// ---- changes ----------------------------------------------------------------------------------------------------------

static void remove_between(editing *e, size_t from, size_t to)
{
    // At the end of a line that is whole on the screen nothing has to be written anew.
    const bool plain = to == e->len && to == e->at && columns_between(e, 0, e->len) <= room(e);
    const int columns = columns_between(e, from, to);
    memmove(e->line + from, e->line + to, e->len - to + 1);
    e->len -= to - from;
    e->at = from;
    for (int i = 0; plain && i < columns; i++) {
        fputs("\b \b", stdout);
    }
    fflush(stdout);
    if (!plain && to > from) {
        refresh(e);
    }
}

static void replace(editing *e, const char *text)
{
    e->at = e->len;
    remove_between(e, 0, e->len);
    e->len = e->at = strlen(text);
    memmove(e->line, text, e->len + 1);
    if (columns_between(e, 0, e->len) > room(e)) {
        refresh(e);
    } else {
        put(e->line, e->len);
    }
}

static void insert(editing *e, char c)
{
    if (e->len + 1 >= CLI_MAX_LINE) {
        return;
    }
    const unsigned char byte = (unsigned char)c;
    e->expected = !goes_on(c) ? (byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0) : e->expected > 0 ? e->expected - 1 : 0;
    memmove(e->line + e->at + 1, e->line + e->at, e->len - e->at + 1);
    e->line[e->at++] = c;
    e->len++;
    if (e->at == e->len && columns_between(e, 0, e->len) <= room(e)) {
        put(&c, 1);
    } else if (e->expected == 0) {  // else half a character would be shown
        refresh(e);
    }
}

static void erase_word(editing *e)
{
    size_t from = e->at;
    while (from > 0 && e->line[from - 1] == ' ') {
        from--;
    }
    while (from > 0 && e->line[from - 1] != ' ') {
        from--;
    }
    remove_between(e, from, e->at);
}

static void move_to(editing *e, size_t at)
{
    if (at != e->at) {
        e->at = at;
        refresh(e);
    }
}

// Completes what stands before the cursor.
static void complete(editing *e)
{
    char line[CLI_MAX_LINE];
    cli_reader *r = e->reader;
    if (r->complete == NULL) {
        return;
    }
    const size_t tail = e->len - e->at;
    memcpy(line, e->line, e->at);
    line[e->at] = '\0';
    buf_reset(r->out);
    r->complete(r->ctx, line, (int)(sizeof line - tail), r->out);
    const size_t len = strlen(line);
    const bool changed = len != e->at || memcmp(line, e->line, len) != 0, listed = r->out->len > 0;
    if (listed) {
        cli_wrap(r->out, 0, 2);
        put("\n", 1);
        put(r->out->ptr, r->out->len);
    }
    memcpy(line + len, e->line + e->at, tail + 1);
    if (listed) {
        e->len = e->at = 0;  // nothing stands on the new row yet
        fputs(r->prompt, stdout);
    }
    if (listed || changed) {
        replace(e, line);
        move_to(e, len);
    }
    buf_reset(r->out);
}

static void go_back(editing *e, int step)
{
    const cli_reader *r = e->reader;
    const int back = e->back + step;
    if (back < 0 || back > r->kept || back == e->back) {
        return;
    }
    if (e->back == 0) {
        memcpy(e->own, e->line, e->len + 1);
    }
    e->back = back;
    replace(e, back == 0 ? e->own : r->before[(r->lines - back) % KEPT]);
}

// ---- keys -------------------------------------------------------------------------------------------------------------

// Ctrl-Z: to the shell, which finds the terminal as it was; and on with the same line when it comes back.
static void suspend(editing *e)
{
    struct termios raw;
    tcgetattr(STDIN_FILENO, &raw);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &e->before);
    kill(0, SIGTSTP);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    refresh(e);
}

static bool next_byte(char *c)
{
    enum { SOON = 50 };  // milliseconds: the rest of a key comes at once, a person's next key does not
    struct pollfd wait = {STDIN_FILENO, POLLIN, 0};
    return poll(&wait, 1, SOON) == 1 && read(STDIN_FILENO, c, 1) == 1;
}

// Arrows, Home, End and Delete. Everything else that begins with ESC is passed over.
static void escape(editing *e)
{
    char c = 0, first = 0;
    if (!next_byte(&c) || (c != '[' && c != 'O')) {
        return;
    }
    do {
        if (!next_byte(&c)) {
            return;
        }
        first = first == 0 ? c : first;
    } while ((c >= '0' && c <= '9') || c == ';');
    switch (c == '~' ? first : c) {
    case 'A': go_back(e, 1); return;
    case 'B': go_back(e, -1); return;
    case 'C': move_to(e, after(e, e->at)); return;
    case 'D': move_to(e, before(e, e->at)); return;
    case 'H': case '1': case '7': move_to(e, 0); return;
    case 'F': case '4': case '8': move_to(e, e->len); return;
    case '3': remove_between(e, e->at, after(e, e->at)); return;
    default: return;
    }
}

// One key. 1: the line is done, -1: the person leaves.
static int key(editing *e, char c)
{
    switch (c) {
    case '\r': case '\n': put("\n", 1); return 1;
    case CTRL_C: put("\n", 1); return -1;
    case CTRL_D:
        if (e->len == 0) {
            return -1;
        }
        remove_between(e, e->at, after(e, e->at));
        return 0;
    case BACKSPACE: case DELETE: remove_between(e, before(e, e->at), e->at); return 0;
    case CTRL_A: move_to(e, 0); return 0;
    case CTRL_B: move_to(e, before(e, e->at)); return 0;
    case CTRL_E: move_to(e, e->len); return 0;
    case CTRL_F: move_to(e, after(e, e->at)); return 0;
    case CTRL_K: remove_between(e, e->at, e->len); return 0;
    case CTRL_L: fputs("\033[2J\033[H", stdout); refresh(e); return 0;
    case CTRL_U: replace(e, ""); return 0;
    case CTRL_W: erase_word(e); return 0;
    case CTRL_Z: suspend(e); return 0;
    case TAB: complete(e); return 0;
    case ESCAPE: escape(e); return 0;
    default: break;
    }
    if ((unsigned char)c >= 32) {
        insert(e, c);
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
    editing e = {.reader = r, .line = line};
    struct termios raw;
    int done = 0;
    char c;
    tcgetattr(STDIN_FILENO, &e.before);
    raw = e.before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    raw.c_iflag &= ~(tcflag_t)(ICRNL | IXON);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    // First the terminal, then the prompt: what is typed at a prompt is for this editor, and Ctrl-Z at once loses no line.
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    put(r->prompt, strlen(r->prompt));
    while (done == 0) {
        done = read(STDIN_FILENO, &c, 1) == 1 ? key(&e, c) : -1;
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &e.before);
    keep(r, line);
    return done > 0;
}

bool cli_read_line(cli_reader *reader, char line[CLI_MAX_LINE])
{
    line[0] = '\0';
    if (reader->terminal) {
        return edit(reader, line);
    }
    put(reader->prompt, strlen(reader->prompt));
    const bool more = fgets(line, CLI_MAX_LINE, stdin) != NULL;
    line[strcspn(line, "\r\n")] = '\0';
    if (isatty(STDIN_FILENO) == 0) {  // no terminal has shown it
        printf("%s\n", line);
    }
    return more;
}
