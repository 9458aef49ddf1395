// Options and the help of a command, from the same row: what is offered is what is read. Manual pages and completions
// are made of it too.
#include <assert.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "str.h"
#include "text.h"

enum { OPTION_HELP = 'h', OPTION_COLOR = 1, OPTION_NO_CONFIG = 3 };

static bool short_letter(int letter)
{
    return letter >= 'a' && letter <= 'z';
}

static int letter_of(const cli_option *option)
{
    return option->letter & 0xFF;
}

// ---- the nearest word ----------------------------------------------------------------------------

static int least(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

// Edits (insert, delete, replace) from one word to another, over words of at most 31 bytes.
static int distance(const char *from, const char *to)
{
    int row[32], n = (int)strnlen(to, 31);
    for (int j = 0; j <= n; j++) {
        row[j] = j;
    }
    for (int i = 1; i <= 31 && from[i - 1] != '\0'; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int above = row[j];
            row[j] = least(row[j] + 1, row[j - 1] + 1, corner + (from[i - 1] == to[j - 1] ? 0 : 1));
            corner = above;
        }
    }
    return row[n];
}

const char *cli_nearest(const char *typed, const char *const *words)
{
    const char *best = NULL;
    int best_distance = (int)strlen(typed) / 3 + 2;
    for (int i = 0; words[i] != NULL; i++) {
        int d = strncmp(typed, words[i], strlen(typed)) == 0 && typed[0] != '\0' ? 1 : distance(typed, words[i]);
        if (d < best_distance) {
            best = words[i];
            best_distance = d;
        }
    }
    return best;
}

// ---- the table ------------------------------------------------------------------------------------

const cli_option cli_common_options[] = {
    {OPTION_COLOR | CLI_SETTING, "color", "WHEN", "auto, always or never (default: auto: on a terminal, unless NO_COLOR is set)"},
    {OPTION_NO_CONFIG, "no-config", NULL, "take no settings from files or the environment (`broadside config`)"},
    {OPTION_HELP, "help", NULL, "print this"},
    {0, NULL, NULL, NULL},
};

// Letters in upper case only name options for the commands.
char cli_short(const cli_option *option)
{
    return short_letter(letter_of(option)) ? (char)letter_of(option) : '\0';
}

static void print_options(FILE *to, const cli_option *o)
{
    for (; o->name != NULL; o++) {
        char left[64], letter = cli_short(o);
        snprintf(left, sizeof left, "%c%c%s --%s%s%s", letter != '\0' ? '-' : ' ', letter != '\0' ? letter : ' ',
                 letter != '\0' ? "," : " ", o->name, o->value != NULL ? " " : "", o->value != NULL ? o->value : "");
        fprintf(to, "  %-26s  %s\n", left, o->help);
    }
}

void cli_print_help(FILE *to, const cli_command *command)
{
    fprintf(to, "%s\n\nExamples:\n", command->brief);
    for (brs_str rest = str_of(command->examples), line; str_line(&rest, &line);) {
        fprintf(to, "  %.*s\n", BRS_ARG(line));
    }
    fprintf(to, "\nUsage: broadside %s%s%s%s\n\nOptions:\n", command->name,
            command->options[0].name != NULL ? " [options]" : "", command->arguments[0] != '\0' ? " " : "",
            command->arguments);
    print_options(to, command->options);
    print_options(to, cli_common_options);
}

int cli_misuse(const cli_run *cli, const char *format, ...)
{
    char what[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    text_tame(what);
    fprintf(stderr, "broadside %s: %s", cli->command->name, what);
    fprintf(stderr, "\n    help: broadside %s --help\n", cli->command->name);
    return BRS_USAGE;
}

// ---- reading ---------------------------------------------------------------------------------------

// The table as getopt_long wants it; names[] for the nearest word.
typedef struct {
    struct option longs[CLI_MAX_OPTIONS + 1];
    char shorts[2 * CLI_MAX_OPTIONS + 2];
    const char *names[CLI_MAX_OPTIONS + 1];
    int n, s;
} getopt_table;

static void add_options(getopt_table *t, const cli_option *o)
{
    for (; o->name != NULL; o++) {
        assert(t->n < CLI_MAX_OPTIONS);  // tests/packaging asks for every option
        t->longs[t->n] = (struct option){o->name, o->value != NULL ? required_argument : no_argument, NULL, letter_of(o)};
        t->names[t->n++] = o->name;
        if (cli_short(o) != '\0') {
            t->shorts[t->s++] = cli_short(o);
            if (o->value != NULL) {
                t->shorts[t->s++] = ':';
            }
        }
    }
}

static void build(const cli_run *cli, getopt_table *t)
{
    t->n = t->s = 0;
    t->shorts[t->s++] = ':';
    add_options(t, cli->command->options);
    add_options(t, cli_common_options);
    t->longs[t->n] = (struct option){NULL, 0, NULL, 0};
    t->names[t->n] = NULL;
    t->shorts[t->s] = '\0';
}

static int unknown_option(const cli_run *cli, const char *const *names)
{
    if (optopt != 0 && short_letter(optopt)) {
        cli_misuse(cli, "there is no option -%c", optopt);
        return CLI_BAD;
    }
    char word[64];
    const char *typed = cli->argv[optind - 1];
    snprintf(word, sizeof word, "%s", typed + strspn(typed, "-"));
    word[strcspn(word, "=")] = '\0';
    const char *near = cli_nearest(word, names);
    if (near != NULL) {
        cli_misuse(cli, "there is no option \"%s\"; did you mean --%s?", typed, near);
    } else {
        cli_misuse(cli, "there is no option \"%s\"", typed);
    }
    return CLI_BAD;
}

static int set_colour(cli_run *cli, const char *when)
{
    if (strcmp(when, "always") == 0 || strcmp(when, "never") == 0) {
        cli->colour = when[0] == 'a';
    } else if (strcmp(when, "auto") != 0) {
        cli_misuse(cli, "--color is auto, always or never, not \"%s\"", when);
        return CLI_BAD;
    }
    return 0;
}

static bool keep_cards(cli_run *cli, const char *file)
{
    if (cli->card_files == CLI_MAX_CARD_FILES) {
        cli_misuse(cli, "\"%s\" is one card file too many: %d are taken at most", file, CLI_MAX_CARD_FILES);
        return false;
    }
    cli->cards[cli->card_files++] = file;
    return true;
}

int cli_next(cli_run *cli, const char **value)
{
    getopt_table table;
    build(cli, &table);
    opterr = 0;
    for (;;) {
        int letter = getopt_long(cli->argc, cli->argv, table.shorts, table.longs, NULL);
        *value = optarg;
        if (letter == -1) {
            cli->operand = cli->argv + optind;
            cli->operands = cli->argc - optind;
            return CLI_END;
        } else if (letter == '?') {
            return unknown_option(cli, table.names);
        } else if (letter == ':') {
            cli_misuse(cli, "%s needs a value", cli->argv[optind - 1]);
            return CLI_BAD;
        } else if (letter == OPTION_HELP) {
            cli_print_help(stdout, cli->command);
            return CLI_HELP;
        } else if (letter != OPTION_COLOR && letter != CLI_CARDS_LETTER && letter != OPTION_NO_CONFIG) {
            return letter;
        } else if (letter == OPTION_NO_CONFIG) {
            continue;  // cli_config.c has seen it
        } else if (letter == OPTION_COLOR ? set_colour(cli, optarg) != 0 : !keep_cards(cli, optarg)) {
            return CLI_BAD;
        }
    }
}

void cli_given(cli_run *cli, const char *given[CLI_MAX_OPTIONS])
{
    getopt_table table;
    char **argv = BRS_NEW(&cli->arena, char *, (size_t)cli->argc + 1);  // getopt moves words
    build(cli, &table);
    memcpy(argv, cli->argv, (size_t)cli->argc * sizeof *argv);
    memset(given, 0, CLI_MAX_OPTIONS * sizeof *given);
    opterr = optind = 0;
    for (int letter; (letter = getopt_long(cli->argc, argv, table.shorts, table.longs, NULL)) != -1;) {
        for (int i = 0; i < table.n; i++) {
            if (table.longs[i].val == letter) {
                given[i] = optarg != NULL ? optarg : "yes";
            }
        }
    }
    optind = 0;
}

const char *cli_given_as(const cli_run *cli, const char *const *given, const char *name)
{
    int n = 0;
    for (const cli_option *o = cli->command->options; o->name != NULL; o++, n++) {
        if (strcmp(o->name, name) == 0) {
            return given[n];
        }
    }
    for (const cli_option *o = cli_common_options; o->name != NULL; o++, n++) {
        if (strcmp(o->name, name) == 0) {
            return given[n];
        }
    }
    return NULL;
}

bool cli_ready(int option, int *status)
{
    *status = option == CLI_HELP ? BRS_OK : BRS_USAGE;
    return option == CLI_END;
}

bool cli_number(const cli_run *cli, const char *option, const char *text, int64_t min, int64_t max, int64_t *out)
{
    if (str_number(str_of(text), out) && *out >= min && *out <= max) {
        return true;
    }
    cli_misuse(cli, "%s is a number from %lld to %lld, not \"%s\"", option, (long long)min, (long long)max, text);
    return false;
}

bool cli_take(const cli_run *cli, const char **slot, int *count, int cap, const char *value)
{
    if (*count == cap) {
        cli_misuse(cli, "\"%s\" is one too many: %d are taken at most", value, cap);
        return false;
    }
    slot[(*count)++] = value;
    return true;
}

bool cli_take_name(const cli_run *cli, const char **slot, int *count, const char *value)
{
    if (!brs_replay_name_valid(str_of(value))) {
        cli_misuse(cli, "--name: a name has 1 to %d bytes, something to see, and no control or direction marks",
                   BRS_REPLAY_MAX_NAME);
        return false;
    }
    return cli_take(cli, slot, count, BRS_MAX_SEATS, value);
}
