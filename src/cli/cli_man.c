// Manual pages in mdoc, from the same rows as --help, so that they cannot say anything else.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "str.h"

// A character that roff would take for something else; hyphens stay what can be copied into a shell.
static const char *escape(char c)
{
    switch (c) {
    case '\\': return "\\e";
    case '-': return "\\-";
    case '\'': return "\\(aq";
    case '`': return "\\(ga";
    case '^': return "\\(ha";
    case '~': return "\\(ti";
    case '"': return "\\(dq";
    default: return NULL;
    }
}

// Text that is no macro, wherever it stands; returns how many characters it took.
static size_t put(FILE *to, brs_str text)
{
    size_t wide = 0;
    if (text.len > 0 && text.ptr[0] == '.') {
        fputs("\\&", to);
        wide += 2;
    }
    for (size_t i = 0; i < text.len; i++) {
        const char *other = escape(text.ptr[i]);
        other != NULL ? fputs(other, to) : fputc(text.ptr[i], to);
        wide += other != NULL ? strlen(other) : 1;
    }
    return wide;
}

// Text on lines of at most 80 characters, each sentence on lines of its own.
static void line(FILE *to, const char *text)
{
    enum { MOST = 68 };  // with room for what the escapes of a word add
    size_t column = 0;
    bool ended = false;
    for (brs_str rest = str_of(text), word; (word = str_word(&rest)).len > 0;) {
        bool fits = column > 0 && column + word.len <= MOST && !ended;
        fputs(column == 0 ? "" : fits ? " " : "\n", to);
        column = (fits ? column + 1 : 0) + put(to, word);
        ended = strchr(".?!", word.ptr[word.len - 1]) != NULL;
    }
    fputc('\n', to);
}

// "cards check" is broadside-cards-check.
static void page_name(FILE *to, const cli_command *command)
{
    fputs("broadside-", to);
    for (const char *c = command->name; *c != '\0'; c++) {
        fputc(*c == ' ' ? '-' : *c, to);
    }
}

static void heading(FILE *to, const cli_command *command)
{
    fputs(".\\\" Made by broadside help --man.\n.Dd " BRS_RELEASED "\n.Dt ", to);
    if (command == NULL) {
        fputs("BROADSIDE", to);
    } else {
        fputs("BROADSIDE-", to);
        for (const char *c = command->name; *c != '\0'; c++) {
            fputc(*c == ' ' ? '-' : *c - ('a' <= *c && *c <= 'z' ? 'a' - 'A' : 0), to);
        }
    }
    fputs(" 1\n.Os\n.Sh NAME\n", to);
}

// One sentence without its full stop, as a page is named in lists.
static void named(FILE *to, const char *brief)
{
    size_t len = strlen(brief);
    fputs(".Nd ", to);
    put(to, (brs_str){brief, brief[len - 1] == '.' ? len - 1 : len});
    fputc('\n', to);
}

static void print_options(FILE *to, const cli_option *o)
{
    for (; o->name != NULL; o++) {
        fputs(".It ", to);
        if (cli_short(o) != '\0') {
            fprintf(to, "Fl %c , ", cli_short(o));
        }
        fprintf(to, "Fl \\-%s%s%s\n", o->name, o->value != NULL ? " Ar " : "", o->value != NULL ? o->value : "");
        line(to, o->help);
    }
}

static void examples(FILE *to, const char *text)
{
    fputs(".Sh EXAMPLES\n.Bd -literal\n", to);
    for (brs_str rest = str_of(text), one; str_line(&rest, &one);) {
        put(to, one);
        fputc('\n', to);
    }
    fputs(".Ed\n", to);
}

static bool names_page(brs_str name, const char *page)
{
    const cli_value *value = cli_find_value(name);
    return value != NULL && value->page != NULL && strcmp(value->page, page) == 0;
}

static bool has_settings(const cli_command *command)
{
    bool any = command == &cmd_config;
    for (const cli_option *o = command->options; o->name != NULL; o++) {
        any = any || (o->letter & CLI_SETTING) != 0;
    }
    return any;
}

// Whether a command reads or writes what a format page is about.
static bool refers(const cli_command *command, const char *page)
{
    if (strcmp(page, "broadside-config") == 0) {
        return has_settings(command);
    }
    for (brs_str rest = str_of(command->arguments), name; cli_next_name(&rest, &name);) {
        if (names_page(name, page)) {
            return true;
        }
    }
    for (const cli_option *o = command->options; o->name != NULL; o++) {
        if (o->value != NULL && names_page(str_of(o->value), page)) {
            return true;
        }
    }
    return false;
}

// The format pages, all of them for the program itself.
static void print_references(FILE *to, const cli_command *command)
{
    static const char *const pages[] = {"broadside-cards", "broadside-config", "broadside-editions", "broadside-notes",
                                        "broadside-replay", "broadside-transcript", NULL};
    const char *between = command != NULL ? " ,\n" : "\n";
    fputs(command != NULL ? ".Sh SEE ALSO\n.Xr broadside 1" : ".Sh SEE ALSO", to);
    for (int i = 0; pages[i] != NULL; i++) {
        if (command == NULL || refers(command, pages[i])) {
            fprintf(to, "%s.Xr %s 5", between, pages[i]);
            between = " ,\n";
        }
    }
    fputc('\n', to);
}

static void print_statuses(FILE *to)
{
    fputs(".Sh EXIT STATUS\n.Bl -tag -width 3n -compact\n", to);
#define CODE_ROW(code, status, name) fprintf(to, ".It %d\n%s\n", status, name);
    BRS_ERRORS(CODE_ROW)
#undef CODE_ROW
    fputs(".El\n.Pp\nWhat ends with a status from 10 to 30 fails again when it is tried again;\n75, and 130 or 143 after a "
          "signal, may not.\n", to);
}

static void print_program(FILE *to)
{
    heading(to, NULL);
    fputs(".Nm broadside\n.Nd record card games as tiny replays and publish them as pages\n"
          ".Sh SYNOPSIS\n.Nm\n.Ar command\n.Op Ar option ...\n.Op Ar argument ...\n.Nm\n.Fl \\-help | \\-version\n"
          ".Sh DESCRIPTION\nBroadside plays card games by the book, records each game in a few hundred\n"
          "bytes, plays it again on any machine to the same last byte, and publishes it\n"
          "as pages of HTML that say why everything happened.\n"
          ".Pp\nData goes to standard output, messages to standard error.\nNothing is overwritten without\n.Fl f .\n"
          "The same input gives the same bytes: no output depends on the clock,\nthe language or the place.\n"
          ".Pp\nEach command has a page of its own:\n.Bl -tag -width Ds\n", to);
    for (int i = 0; cli_commands[i] != NULL; i++) {
        fputs(".It Xr ", to);
        page_name(to, cli_commands[i]);
        fputs(" 1\n", to);
        line(to, cli_commands[i]->brief);
    }
    fputs(".El\n.Sh ENVIRONMENT\n.Bl -tag -width NO_COLOR\n.It Ev NO_COLOR\nno colours, when it is set\n"
          ".It Ev TERM\nno colours, when it is\n.Dq dumb\n"
          ".It Ev BRS_OPTION , BRS_COMMAND_OPTION\na setting, see\n.Xr broadside-config 5\n"
          ".It Ev BRS_NO_CONFIG\nno settings, when it is set; as\n.Fl \\-no-config\n.El\n", to);
    print_statuses(to);
    examples(to, "broadside sim -n 4 -o games       record four games between two bots\n"
                 "broadside show games/*.replay     read them in the terminal\n"
                 "broadside site games -o public    publish them; open public/index.html\n");
    print_references(to, NULL);
}

void cli_print_man(FILE *to, const cli_command *command)
{
    if (command == NULL) {
        print_program(to);
        return;
    }
    heading(to, command);
    fputs(".Nm ", to);
    page_name(to, command);
    fputc('\n', to);
    named(to, command->brief);
    fprintf(to, ".Sh SYNOPSIS\n.Nm \"broadside %s\"\n", command->name);
    fputs(command->options[0].name != NULL ? ".Op Ar option ...\n" : "", to);
    for (brs_str rest = str_of(command->arguments), word; (word = str_word(&rest)).len > 0;) {
        bool optional = word.ptr[0] == '[';
        word = optional ? (brs_str){word.ptr + 1, word.len - 2} : word;
        bool many = word.len > 3 && word.ptr[word.len - 1] == '.';
        word.len -= many ? 3 : 0;
        fprintf(to, ".%sAr %.*s%s\n", optional ? "Op " : "", BRS_ARG(word), many ? " ..." : "");
    }
    fputs(".Sh DESCRIPTION\n", to);
    line(to, command->brief);
    fputs(".Pp\nThe options are:\n.Bl -tag -width Ds\n", to);
    print_options(to, command->options);
    print_options(to, cli_common_options);
    fputs(".El\n.Sh EXIT STATUS\n0 when all went well; else one of the table in\n.Xr broadside 1 .\n", to);
    examples(to, command->examples);
    print_references(to, command);
}
