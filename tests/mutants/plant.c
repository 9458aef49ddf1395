// Plants mutants into a C source: all of them at once, each asleep until its number is set (mutant.h). So a source is
// compiled once for all of its mutants. Reads a source, writes the planted one, and appends a line for each mutant to a
// list: NUMBER, kind, file, function, what it does.
//
// Kinds: row   a case of a switch, or a row of a table, is taken away
//        rule  a check is taken away: a condition that stands before a rule never holds, one of several of which all must
//              hold always does, one of several of which one must hold never does, or a choice between rules is made
//        when  any other condition never or always holds
//        call  a call is left out
// usage: plant FIRST-NUMBER SOURCE PLANTED LIST    prints the next free number
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TOKENS = 60000, MAX_ROWS = 64, MAX_TABLES = 32 };

typedef struct {
    const char *at;
    int len;
} token;

typedef struct {
    token name;
    token row[MAX_ROWS];
    int rows;
} table;

static struct {
    const char *text, *done;  // the source, and how much of it has been written
    const char *file;
    token token[MAX_TOKENS], function;
    int tokens, next;
    table table[MAX_TABLES];
    int tables;
    FILE *out, *list;
} p;

// ---- tokens -----------------------------------------------------------------------------------------------

static bool is(int t, const char *word)
{
    return t >= 0 && t < p.tokens && (int)strlen(word) == p.token[t].len && memcmp(p.token[t].at, word, (size_t)p.token[t].len) == 0;
}

static bool is_name(int t)
{
    return t < p.tokens && (isalpha((unsigned char)p.token[t].at[0]) || p.token[t].at[0] == '_');
}

static const char *skip_quoted(const char *at)
{
    const char quote = *at++;
    while (*at != quote && *at != '\0') {
        at += *at == '\\' ? 2 : 1;
    }
    return at + 1;
}

// Spaces, comments and lines of the preprocessor.
static const char *skip_blank(const char *at)
{
    for (;;) {
        if (at[0] == '/' && at[1] == '/') {
            at += strcspn(at, "\n");
        } else if (at[0] == '#' && (at == p.text || at[-1] == '\n')) {
            while (*at != '\0' && *at != '\n') {
                at += at[0] == '\\' && at[1] == '\n' ? 2 : 1;
            }
        } else if (isspace((unsigned char)*at)) {
            at++;
        } else {
            return at;
        }
    }
}

static void tokenize(void)
{
    static const char *const pairs[] = {"->", "&&", "||", "==", "!=", "<=", ">=", "++", "--", "+=", "-=", "|=", "&=", "^=",
                                        "<<", ">>", "*=", "/="};
    for (const char *at = skip_blank(p.text); *at != '\0'; at = skip_blank(at)) {
        const char *end = at + 1;
        if (isalnum((unsigned char)*at) || *at == '_') {
            while (isalnum((unsigned char)*end) || *end == '_') {
                end++;
            }
        } else if (*at == '"' || *at == '\'') {
            end = skip_quoted(at);
        } else {
            for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
                end = memcmp(at, pairs[i], 2) == 0 ? at + 2 : end;
            }
        }
        if (p.tokens == MAX_TOKENS) {
            fprintf(stderr, "plant: %s has more than %d tokens\n", p.file, MAX_TOKENS);
            exit(2);
        }
        p.token[p.tokens++] = (token){at, (int)(end - at)};
        at = end;
    }
}

static int depth_of(int t)
{
    return is(t, "(") || is(t, "[") || is(t, "{") ? 1 : is(t, ")") || is(t, "]") || is(t, "}") ? -1 : 0;
}

// The token that closes what t opens.
static int closing(int t)
{
    int depth = 0;
    for (; t < p.tokens; t++) {
        depth += depth_of(t);
        if (depth == 0) {
            return t;
        }
    }
    return p.tokens - 1;
}

// The first of a token at this level from `from` to before `end`, -1: none.
static int find(const char *word, int from, int end)
{
    for (int t = from, depth = 0; t < end; t++) {
        if (depth == 0 && is(t, word)) {
            return t;
        }
        depth += depth_of(t);
    }
    return -1;
}

static bool holds_word(const char *word, int from, int end)
{
    for (int t = from; t < end; t++) {
        if (is(t, word)) {
            return true;
        }
    }
    return false;
}

// ---- writing ----------------------------------------------------------------------------------------------

static void copy_to(const char *at)
{
    fwrite(p.done, 1, (size_t)(at - p.done), p.out);
    p.done = at;
}

static void put_words(int from, int end)
{
    for (int t = from; t < end; t++) {
        const bool space = t > from && p.token[t].at > p.token[t - 1].at + p.token[t - 1].len;
        fprintf(p.list, "%s%.*s", space ? " " : "", p.token[t].len, p.token[t].at);
    }
}

static int note(const char *kind, int from, int end, const char *what)
{
    fprintf(p.list, "%d\t%s %s %.*s: ", p.next, kind, p.file, p.function.len, p.function.at);
    put_words(from, end);
    fprintf(p.list, " %s\n", what);
    return p.next++;
}

// ---- conditions -------------------------------------------------------------------------------------------

static void condition(int from, int end, const char *kind);

// Which of the two mutants of a condition of kind "rule" takes a check away; the other one makes it stricter.
typedef enum { NEVER = 1, ALWAYS = 2 } taken_away;

static void wrap(int from, int end, const char *kind, bool parts, int away)
{
    const int n = note((away & NEVER) != 0 ? kind : "when", from, end, "never");
    note((away & ALWAYS) != 0 ? kind : "when", from, end, "always");
    copy_to(p.token[from].at);
    fprintf(p.out, "BRS_IS(%d, ", n);
    if (parts) {
        condition(from, end, kind);
    }
    copy_to(p.token[end - 1].at + p.token[end - 1].len);
    fprintf(p.out, ")");
}

static bool split_at(const char *word, int from, int end, const char *kind, int away)
{
    if (find(word, from, end) < 0) {
        return false;
    }
    for (int part = from; part < end;) {
        int to = find(word, part, end);
        to = to < 0 ? end : to;
        const bool compound = find("&&", part, to) >= 0 || (is(part, "(") && closing(part) == to - 1);
        if (compound) {
            condition(part, to, kind);
        } else {
            wrap(part, to, kind, false, away);
        }
        part = to + 1;
    }
    return true;
}

// Plants into the parts of a condition.
static void condition(int from, int end, const char *kind)
{
    if (is(from, "(") && closing(from) == end - 1) {
        condition(from + 1, end - 1, kind);
    } else if (!split_at("||", from, end, kind, NEVER)) {
        split_at("&&", from, end, kind, ALWAYS);
    }
}

static bool is_compound(int from, int end)
{
    return find("||", from, end) >= 0 || find("&&", from, end) >= 0 || (is(from, "(") && closing(from) == end - 1);
}

// A value: what chooses between two values, or the parts of a truth.
static void value(int from, int end)
{
    const int ask = find("?", from, end);
    if (ask < 0) {
        if (find("||", from, end) >= 0 || find("&&", from, end) >= 0) {
            condition(from, end, "when");
        }
        return;
    }
    int colon = ask + 1, depth = 0;
    for (int nested = 0; colon < end; colon++) {
        if (depth == 0 && is(colon, "?")) {
            nested++;
        } else if (depth == 0 && is(colon, ":") && nested-- == 0) {
            break;
        }
        depth += depth_of(colon);
    }
    const int next = find("?", colon + 1, end);
    const bool rule = holds_word("RULE", ask + 1, colon) || holds_word("RULE", colon + 1, next < 0 ? end : next);
    wrap(from, ask, rule ? "rule" : "when", is_compound(from, ask), NEVER | ALWAYS);
    value(ask + 1, colon);
    value(colon + 1, end);
}

// ---- statements ---------------------------------------------------------------------------------------------

static void plant_if(int t)
{
    const int close = closing(t + 1);
    const int end = is(close + 1, "{") ? closing(close + 1) : close + 1;
    const char *kind = holds_word("RULE", close + 1, end) ? "rule" : "when";
    wrap(t + 2, close, kind, is_compound(t + 2, close), NEVER);
}

static int plant_rows(const char *kind, int from, int end, const token *row, int rows)
{
    const int first = p.next;
    (void)from;
    (void)end;
    for (int i = 0; i < rows; i++) {
        fprintf(p.list, "%d\t%s %s %.*s: without %.*s\n", p.next++, kind, p.file, p.function.len, p.function.at, row[i].len, row[i].at);
    }
    return first;
}

static void put_rows(int from, int end, int gone, const token *row, int rows)
{
    const int first = plant_rows("row", from, end, row, rows);
    copy_to(p.token[from].at);
    fprintf(p.out, "BRS_ROW(%d, ", first);
    copy_to(p.token[end - 1].at + p.token[end - 1].len);
    fprintf(p.out, ", %d", gone);
    for (int i = 0; i < rows; i++) {
        fprintf(p.out, ", %.*s", row[i].len, row[i].at);
    }
    fprintf(p.out, ")");
}

static void plant_switch(int t)
{
    const int close = closing(t + 1), end = closing(close + 1);
    token row[MAX_ROWS];
    int rows = 0;
    for (int c = close + 2, depth = 0; c < end; c++) {
        if (depth == 0 && is(c, "case") && is(c + 2, ":") && rows < MAX_ROWS) {
            row[rows++] = p.token[c + 1];
        }
        depth += depth_of(c);
    }
    if (rows > 0) {
        put_rows(t + 2, close, -1, row, rows);
    }
}

// NAME[...] of a table whose rows were read: any row may be missing, and then it is row 0.
static void plant_row(int t)
{
    for (int i = 0; i < p.tables; i++) {
        const token name = p.table[i].name;
        if (name.len == p.token[t].len && memcmp(name.at, p.token[t].at, (size_t)name.len) == 0 && is(t + 1, "[")) {
            put_rows(t + 2, closing(t + 1), 0, p.table[i].row, p.table[i].rows);
        }
    }
}

static bool begins_statement(int t)
{
    return is(t - 1, ";") || is(t - 1, "{") || is(t - 1, "}");
}

static void plant_call(int t)
{
    const int close = closing(t + 1);
    if (is(close + 1, ";") && !is(t, "assert") && !is(t, "memset") && !is(t, "RULE") && !is(t, "if") && !is(t, "switch")) {
        const int n = note("call", t, close + 1, "left out");
        copy_to(p.token[t].at);
        fprintf(p.out, "BRS_DO(%d) ", n);
    }
}

// What follows "=" or "return", to before the next ";" or ",", or what closes it.
static void plant_value(int from)
{
    int end = from, depth = 0;
    while (end < p.tokens && !(depth == 0 && (is(end, ";") || is(end, ","))) && depth + depth_of(end) >= 0) {
        depth += depth_of(end++);
    }
    if (end > from && !is(from, "{")) {
        value(from, end);
    }
}

static void plant_body(int open)
{
    const int end = closing(open);
    bool is_static = false;
    for (int t = open + 1; t < end; t++) {
        if (begins_statement(t)) {
            is_static = is(t, "static");
        }
        if (p.done > p.token[t].at) {
            continue;  // written with what is planted around it
        }
        if (is(t, "if") && is(t + 1, "(")) {
            plant_if(t);
        } else if (is(t, "switch")) {
            plant_switch(t);
        } else if (is(t, "for") || is(t, "while")) {
            t = closing(t + 1);
        } else if (is(t, "return")) {
            plant_value(t + 1);
        } else if (is(t, "=") && !is_static) {
            plant_value(t + 1);
        } else if (is_name(t) && is(t + 1, "(") && begins_statement(t)) {
            plant_call(t);
        } else if (is_name(t) && is(t + 1, "[")) {
            plant_row(t);
        }
    }
}

// ---- the file -------------------------------------------------------------------------------------------------

// "NAME[...] = {" at the level of the file, with rows "[ROW] = ...".
static void read_table(int name, int open)
{
    table *rows = &p.table[p.tables];
    const int end = closing(open);
    rows->rows = 0;
    for (int t = open + 1, depth = 0; t < end; t++) {
        if (depth == 0 && is(t, "[") && is(t + 2, "]") && is(t + 3, "=") && is_name(t + 1) && rows->rows < MAX_ROWS) {
            rows->row[rows->rows++] = p.token[t + 1];
        }
        depth += depth_of(t);
    }
    if (rows->rows > 1 && p.tables < MAX_TABLES - 1) {
        rows->name = p.token[name];
        p.tables++;
    }
}

static void plant_file(void)
{
    for (int t = 0; t < p.tokens; t++) {
        if (is(t, "{") && is(t - 1, ")")) {
            plant_body(t);
            t = closing(t);
        } else if (is(t, "{")) {
            int name = t - 1;
            while (name > 0 && !is(name, "[") && !is(name, ";") && !is(name, "}")) {
                name--;
            }
            if (is(name, "[")) {
                read_table(name - 1, t);
            }
            t = closing(t);
        } else if (is_name(t) && is(t + 1, "(") && is(closing(t + 1) + 1, "{")) {
            p.function = p.token[t];
        }
    }
    copy_to(p.text + strlen(p.text));
}

static char *read_whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (f == NULL || text == NULL || fread(text, 1, (1 << 20) - 1, f) == 0) {
        fprintf(stderr, "plant: %s cannot be read\n", path);
        exit(2);
    }
    fclose(f);
    return text;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: plant FIRST-NUMBER SOURCE PLANTED LIST\n");
        return 2;
    }
    p.next = atoi(argv[1]);
    p.text = p.done = read_whole(argv[2]);
    p.file = strrchr(argv[2], '/') != NULL ? strrchr(argv[2], '/') + 1 : argv[2];
    p.out = fopen(argv[3], "wb");
    p.list = fopen(argv[4], "ab");
    if (p.out == NULL || p.list == NULL) {
        fprintf(stderr, "plant: %s cannot be written\n", argv[3]);
        return 2;
    }
    tokenize();
    fprintf(p.out, "#include \"mutant.h\"\n#line 1 \"%s\"\n", argv[2]);
    plant_file();
    fclose(p.out);
    fclose(p.list);
    printf("%d\n", p.next);
    return 0;
}
