// Options and help, from the same table: what is offered is what is read.
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "str.h"

enum { MAX_OPTIONS = 24, OPTION_HELP = 'h', OPTION_COLOR = 1 };

static bool short_letter(char letter)
{
    return letter >= 'a' && letter <= 'z';
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

// ---- help ------------------------------------------------------------------------------------------

static void print_option(FILE *to, char letter, const char *name, const char *value, const char *help)
{
    char left[64];
    snprintf(left, sizeof left, "%c%c%s --%s%s%s", short_letter(letter) ? '-' : ' ',
             short_letter(letter) ? letter : ' ', short_letter(letter) ? "," : " ", name, value ? " " : "",
             value ? value : "");
    fprintf(to, "  %-26s  %s\n", left, help);
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
    for (const cli_option *o = command->options; o->name != NULL; o++) {
        print_option(to, o->letter, o->name, o->value, o->help);
    }
    print_option(to, 0, "color", "WHEN", "auto, always or never (default: auto: on a terminal, unless NO_COLOR is set)");
    print_option(to, 'h', "help", NULL, "print this");
}

int cli_misuse(const cli_run *cli, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "broadside %s: ", cli->command->name);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n    help: broadside %s --help\n", cli->command->name);
    return BRS_USAGE;
}

// ---- reading ---------------------------------------------------------------------------------------

// The table as getopt_long wants it; names[] for the nearest word.
static void build(const cli_run *cli, struct option longs[MAX_OPTIONS + 3], char shorts[2 * MAX_OPTIONS + 4],
                  const char *names[MAX_OPTIONS + 3])
{
    int n = 0, s = 0;
    shorts[s++] = ':';
    for (const cli_option *o = cli->command->options; o->name != NULL && n < MAX_OPTIONS; o++) {
        longs[n] = (struct option){o->name, o->value != NULL ? required_argument : no_argument, NULL, o->letter};
        names[n++] = o->name;
        if (short_letter(o->letter)) {
            shorts[s++] = o->letter;
            if (o->value != NULL) {
                shorts[s++] = ':';
            }
        }
    }
    longs[n] = (struct option){"help", no_argument, NULL, OPTION_HELP};
    names[n++] = "help";
    longs[n] = (struct option){"color", required_argument, NULL, OPTION_COLOR};
    names[n++] = "color";
    longs[n] = (struct option){NULL, 0, NULL, 0};
    names[n] = NULL;
    shorts[s++] = 'h';
    shorts[s] = '\0';
}

static int unknown_option(const cli_run *cli, const char *const *names)
{
    if (optopt != 0 && short_letter((char)optopt)) {
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
    struct option longs[MAX_OPTIONS + 3];
    char shorts[2 * MAX_OPTIONS + 4];
    const char *names[MAX_OPTIONS + 3];
    build(cli, longs, shorts, names);
    opterr = 0;
    for (;;) {
        int letter = getopt_long(cli->argc, cli->argv, shorts, longs, NULL);
        *value = optarg;
        if (letter == -1) {
            cli->operand = cli->argv + optind;
            cli->operands = cli->argc - optind;
            return CLI_END;
        } else if (letter == '?') {
            return unknown_option(cli, names);
        } else if (letter == ':') {
            cli_misuse(cli, "%s needs a value", cli->argv[optind - 1]);
            return CLI_BAD;
        } else if (letter == OPTION_HELP) {
            cli_print_help(stdout, cli->command);
            return CLI_HELP;
        } else if (letter != OPTION_COLOR && letter != CLI_CARDS_LETTER) {
            return letter;
        } else if (letter == OPTION_COLOR ? set_colour(cli, optarg) != 0 : !keep_cards(cli, optarg)) {
            return CLI_BAD;
        }
    }
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
