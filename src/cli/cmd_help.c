// broadside help: what --help of a command prints, its manual page, the table of exit codes.
#include "cli.h"

static const cli_option options[] = {
    {'m', "man", NULL, "the manual page, in mdoc; without a command that of the program"},
    {'l', "list", NULL, "only the names of all commands, a line each"},
    {'c', "codes", NULL, "what each exit status means"},
    {0, NULL, NULL, NULL},
};

static int of_command(cli_run *cli, bool man)
{
    int words = 0;
    const cli_command *command = cli_find_command(cli->operands, cli->operand, &words);
    if (command != NULL && words == cli->operands) {
        man ? cli_print_man(stdout, command) : cli_print_help(stdout, command);
        return BRS_OK;
    }
    bool group = command == NULL && cli->operands == 1 && !man;
    return group && cli_print_group(stdout, cli->operand[0]) ? BRS_OK : cli_unknown_command(cli->operands, cli->operand);
}

static void list(void)
{
    for (int i = 0; cli_commands[i] != NULL; i++) {
        printf("%s\n", cli_commands[i]->name);
    }
}

static int run(cli_run *cli)
{
    const char *value;
    int option, status;
    char asked = '\0';
    while ((option = cli_next(cli, &value)) > 0) {
        asked = (char)option;
    }
    if (!cli_ready(option, &status)) {
        return status;
    }
    if (asked == 'l') {
        list();
    } else if (asked == 'c') {
        cli_print_codes(stdout);
    } else if (cli->operands > 0) {
        return of_command(cli, asked == 'm');
    } else if (asked == 'm') {
        cli_print_man(stdout, NULL);
    } else {
        cli_print_short_help(stdout);
    }
    return BRS_OK;
}

const cli_command cmd_help = {
    "help", "[COMMAND]", "Says what a command does, with examples and all its options.",
    "broadside help sim\n"
    "broadside help --codes                       what each exit status means\n"
    "broadside help --man cards check | man -l -  its manual page, where it is not installed\n",
    options, run, CLI_READS,
};
