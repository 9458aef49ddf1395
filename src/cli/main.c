// broadside: finds the command in a table, runs it, and makes sure that what was printed arrived.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "cli_config.h"
#include "cli_sandbox.h"
#include "fs.h"
#include "str.h"

// In the order of the short help.
const cli_command *const cli_commands[] = {
    &cmd_sim, &cmd_play, &cmd_write, &cmd_scoresheet, &cmd_verify, &cmd_show, &cmd_info, &cmd_diff, &cmd_bisect, &cmd_migrate, &cmd_stats, &cmd_convert, &cmd_repack, &cmd_annotate, &cmd_redact, &cmd_salvage, &cmd_check, &cmd_fmt, &cmd_compile, &cmd_text, &cmd_archive_add, &cmd_archive_list, &cmd_archive_extract, &cmd_archive_reindex, &cmd_site, &cmd_board, &cmd_export, &cmd_notes_check, &cmd_notes_move, &cmd_cards_check, &cmd_cards_explain, &cmd_cards_show, &cmd_cards_list,
    &cmd_deck_check, &cmd_deck_show, &cmd_deck_list,
    &cmd_words_check, &cmd_words_show,
    &cmd_editions_list, &cmd_editions_show, &cmd_editions_diff, &cmd_editions_check,
    &cmd_manifest, &cmd_batch, &cmd_missing, &cmd_merge, &cmd_bench,
    &cmd_selftest, &cmd_config, &cmd_completion, &cmd_help, NULL,
};

static void print_version(void)
{
    printf("broadside %s\nreplay format 1\n", BRS_VERSION);
    for (int i = 0; brs_games[i] != NULL; i++) {
        printf("game %s: %s\n", brs_games[i]->id, brs_games[i]->title);
    }
    for (int i = 0; brs_bots[i] != NULL; i++) {
        printf("bot %s: %s\n", brs_bots[i]->id, brs_bots[i]->help);
    }
}

static void print_sandbox(void)
{
    const cli_sandbox offered = cli_sandbox_offered();
    printf("sandbox: %s", offered.seccomp ? "seccomp" : "no seccomp");
    if (offered.landlock > 0) {
        printf(", Landlock %d", offered.landlock);
    }
    puts(offered.off ? "; off" : "");
}

static bool wants_colour(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && (no == NULL || no[0] == '\0') && term != NULL && strcmp(term, "dumb") != 0;
}

static bool asks_help(const char *word)
{
    return strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0;
}

// No command: perhaps a question, or the first word of a group.
static int no_command(int argc, char **argv)
{
    if (strcmp(argv[0], "--version") == 0) {
        print_version();
        print_sandbox();
        return BRS_OK;
    }
    if (asks_help(argv[0])) {
        cli_print_short_help(stdout);
        return BRS_OK;
    }
    if ((argc == 1 || asks_help(argv[1])) && cli_print_group(argc == 1 ? stderr : stdout, argv[0])) {
        return argc == 1 ? BRS_USAGE : BRS_OK;
    }
    return cli_unknown_command(argc, argv);
}

static int run(int argc, char **argv)
{
    if (argc == 0) {
        cli_print_short_help(stderr);
        return BRS_USAGE;
    }
    int words = 0;
    const cli_command *command = cli_find_command(argc, argv, &words);
    if (command == NULL) {
        return no_command(argc, argv);
    }
    cli_run cli = {.command = command, .argc = argc - words + 1, .argv = argv + words - 1, .colour = wants_colour()};
    brs_arena_init(&cli.arena, 0);
    const int typed = cli.argc;
    char **const words_typed = cli.argv;
    int status;
    if (cli_config_apply(&cli, &status)) {
        cli_sandbox_enter(command->rights, typed, words_typed);  // no setting names a file
        status = command->run(&cli);
    }
    brs_arena_release(&cli.arena);
    return status;
}

int main(int argc, char **argv)
{
    fs_guard_streams();
    int status = run(argc - 1, argv + 1);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("broadside: cannot write to standard output");
        return BRS_RETRY;
    }
    return status;
}
