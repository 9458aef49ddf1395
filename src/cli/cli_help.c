// Help about all commands, and which command is meant. The words come from the table of commands alone.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "str.h"

void cli_print_short_help(FILE *to)
{
    fputs("broadside records card games as tiny replays and publishes them as pages that explain every step.\n\n"
          "Examples:\n"
          "  broadside sim -n 4 -o games       record four games between two bots\n"
          "  broadside show games/*.replay     read them in the terminal\n"
          "  broadside site games -o public    publish them; open public/index.html\n\n"
          "Commands:\n", to);
    for (int i = 0; cli_commands[i] != NULL; i++) {
        fprintf(to, "  %-14s %s\n", cli_commands[i]->name, cli_commands[i]->brief);
    }
    fputs("\nbroadside COMMAND --help says more, broadside help --codes what an exit status means;\n"
          "broadside --version prints the version.\n", to);
}

void cli_print_codes(FILE *to)
{
#define CODE_ROW(code, status, name) fprintf(to, "%4d  %s\n", status, name);
    BRS_ERRORS(CODE_ROW)
#undef CODE_ROW
}

bool cli_print_group(FILE *to, const char *word)
{
    size_t len = strlen(word);
    bool any = false;
    for (int i = 0; cli_commands[i] != NULL; i++) {
        const char *name = cli_commands[i]->name;
        if (strncmp(name, word, len) == 0 && (name[len] == ' ' || name[len] == '\0')) {
            fputs(any ? "\n" : "", to);
            cli_print_help(to, cli_commands[i]);
            any = true;
        }
    }
    return any;
}

const cli_command *cli_find_command(int argc, char **argv, int *words)
{
    for (int i = 0; cli_commands[i] != NULL; i++) {
        brs_str rest = str_of(cli_commands[i]->name);
        brs_str first = str_word(&rest);
        *words = rest.len > 0 ? 2 : 1;
        if (argc >= *words && str_is(first, argv[0]) && (rest.len == 0 || str_is(rest, argv[1]))) {
            return cli_commands[i];
        }
    }
    return NULL;
}

// A second word counts when the nearest name is of a group.
int cli_unknown_command(int argc, char **argv)
{
    enum { MOST = 96 };
    const char *names[MOST];
    char two[64];
    int n = 0;
    for (; cli_commands[n] != NULL && n < MOST - 1; n++) {
        names[n] = cli_commands[n]->name;
    }
    names[n] = NULL;
    snprintf(two, sizeof two, "%s%s%s", argv[0], argc > 1 ? " " : "", argc > 1 ? argv[1] : "");
    const char *near = cli_nearest(two, names);
    const bool group = near != NULL && strchr(near, ' ') != NULL;
    near = group ? near : cli_nearest(argv[0], names);
    fprintf(stderr, "broadside: there is no command \"%s\"", group ? two : argv[0]);
    if (near != NULL) {
        fprintf(stderr, "; did you mean \"%s\"?", near);
    }
    fputs("\n    help: broadside --help\n", stderr);
    return BRS_USAGE;
}
