// broadside: finds the command in a table, runs it, and makes sure that what was printed arrived.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "str.h"

// In the order of the short help.
static const cli_command *const commands[] = {
    &cmd_sim, &cmd_play, &cmd_write, &cmd_verify, &cmd_show, &cmd_info, &cmd_diff, &cmd_bisect, &cmd_migrate, &cmd_stats, &cmd_convert, &cmd_repack, &cmd_annotate, &cmd_redact, &cmd_salvage, &cmd_check, &cmd_fmt, &cmd_compile, &cmd_text, &cmd_archive_add, &cmd_archive_list, &cmd_archive_extract, &cmd_archive_reindex, &cmd_site, &cmd_notes_check, &cmd_notes_move, &cmd_cards_check, &cmd_cards_explain, &cmd_cards_show, &cmd_cards_list,
    &cmd_deck_check, &cmd_deck_show, &cmd_deck_list,
    &cmd_editions_list, &cmd_editions_show, &cmd_editions_diff, &cmd_editions_check,
    &cmd_manifest, &cmd_batch, &cmd_missing, &cmd_merge, &cmd_bench,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_short_help(FILE *to)
{
    fputs("broadside records card games as tiny replays and publishes them as pages that explain every step.\n\n"
          "Examples:\n"
          "  broadside sim -n 4 -o games       record four games between two bots\n"
          "  broadside show games/*.replay     read them in the terminal\n"
          "  broadside site games -o public    publish them; open public/index.html\n\n"
          "Commands:\n", to);
    for (int i = 0; i < COMMANDS; i++) {
        fprintf(to, "  %-14s %s\n", commands[i]->name, commands[i]->brief);
    }
    fputs("\nbroadside COMMAND --help says more; broadside --version prints the version.\n", to);
}

// Prints the help of all commands that begin with a word; false when there is none.
static bool print_group(FILE *to, const char *word)
{
    size_t len = strlen(word);
    bool any = false;
    for (int i = 0; i < COMMANDS; i++) {
        const char *name = commands[i]->name;
        if (strncmp(name, word, len) == 0 && (name[len] == ' ' || name[len] == '\0')) {
            if (any) {
                fputs("\n", to);
            }
            cli_print_help(to, commands[i]);
            any = true;
        }
    }
    return any;
}

// The command that the arguments begin with; *words says how many words its name takes.
static const cli_command *find(int argc, char **argv, int *words)
{
    for (int i = 0; i < COMMANDS; i++) {
        brs_str rest = str_of(commands[i]->name);
        brs_str first = str_word(&rest);
        *words = rest.len > 0 ? 2 : 1;
        if (argc >= *words && str_is(first, argv[0]) && (rest.len == 0 || str_is(rest, argv[1]))) {
            return commands[i];
        }
    }
    return NULL;
}

// Says so with the nearest name; a second word counts when the first is that of a group.
static int unknown_command(int argc, char **argv)
{
    const char *names[COMMANDS + 2];
    char two[64];
    for (int i = 0; i < COMMANDS; i++) {
        names[i] = commands[i]->name;
    }
    names[COMMANDS] = "help";
    names[COMMANDS + 1] = NULL;
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

// Of one command, or of all that begin with the word.
static int print_help(int argc, char **argv)
{
    int words;
    const cli_command *command = find(argc, argv, &words);
    if (command != NULL) {
        cli_print_help(stdout, command);
        return BRS_OK;
    }
    return argc == 1 && print_group(stdout, argv[0]) ? BRS_OK : unknown_command(argc, argv);
}

static void print_version(void)
{
    printf("broadside %s\nreplay format 1\n", CLI_VERSION);
    for (int i = 0; brs_games[i] != NULL; i++) {
        printf("game %s: %s\n", brs_games[i]->id, brs_games[i]->title);
    }
    for (int i = 0; brs_bots[i] != NULL; i++) {
        printf("bot %s: %s\n", brs_bots[i]->id, brs_bots[i]->help);
    }
}

static bool wants_colour(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && (no == NULL || no[0] == '\0') && term != NULL && strcmp(term, "dumb") != 0;
}

static int run(int argc, char **argv)
{
    if (argc == 0) {
        print_short_help(stderr);
        return BRS_USAGE;
    }
    const char *first = argv[0];
    bool help = strcmp(first, "help") == 0;
    if (strcmp(first, "--version") == 0) {
        print_version();
        return BRS_OK;
    }
    if (strcmp(first, "-h") == 0 || strcmp(first, "--help") == 0 || (help && argc == 1)) {
        print_short_help(stdout);
        return BRS_OK;
    }
    if (help) {
        return print_help(argc - 1, argv + 1);
    }
    int words = 0;
    const cli_command *command = find(argc, argv, &words);
    if (command == NULL) {
        bool asks = argc == 1 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0;
        if (asks && print_group(argc == 1 ? stderr : stdout, first)) {
            return argc == 1 ? BRS_USAGE : BRS_OK;
        }
        return unknown_command(argc, argv);
    }
    cli_run cli = {.command = command, .argc = argc - words + 1, .argv = argv + words - 1, .colour = wants_colour()};
    brs_arena_init(&cli.arena, 0);
    int status = command->run(&cli);
    brs_arena_release(&cli.arena);
    return status;
}

int main(int argc, char **argv)
{
    int status = run(argc - 1, argv + 1);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("broadside: cannot write to standard output");
        return BRS_RETRY;
    }
    return status;
}
