// broadside editions list, show, diff, check: the rule texts a game can be played under.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "str.h"

static const cli_option list_options[] = {
    {'g', "game", "GAME", "only this game"},
    {0, NULL, NULL, NULL},
};

static const cli_option show_options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {'d', "differences", NULL, "only options that differ from the edition it is based on"},
    {0, NULL, NULL, NULL},
};

// Reads the options into *game and *only; true when the command should go on.
static bool begin(cli_run *cli, const char **game, bool *only, int *status)
{
    const char *value;
    int letter;
    *game = NULL;
    *only = false;
    while ((letter = cli_next(cli, &value)) >= 0) {
        *game = letter == 'g' ? value : *game;
        *only = *only || letter == 'd';
    }
    return cli_ready(letter, status);
}

static int run_list(cli_run *cli)
{
    const char *name;
    bool only;
    int status;
    if (!begin(cli, &name, &only, &status)) {
        return status;
    }
    const cli_library *library = cli_library_load(cli);
    if (library == NULL) {
        return cli->failed;
    }
    if (name != NULL && cli_find_game(cli, library, name) == NULL) {
        return BRS_USAGE;
    }
    for (int i = 0; i < library->game_count; i++) {
        const cli_game *game = &library->game[i];
        for (int j = 0; (name == NULL || strcmp(name, game->game->id) == 0) && j < game->editions.count; j++) {
            for (const brs_edition *edition = game->editions.edition[j]; edition != NULL; edition = edition->former) {
                const char *former = edition == game->editions.edition[j] ? "" : ", as it was: for games recorded under it";
                printf("%-10s %-10s patch %d  %s%s%s%s\n", game->game->id, edition->id, edition->patch, edition->title,
                       edition->base != NULL ? ", based on " : "", edition->base != NULL ? edition->base->id : "", former);
            }
        }
    }
    return BRS_OK;
}

// "0 to 9999", "on or off", "one of a, b, c", "a b c in any order": what --set takes.
static const char *allowed(const brs_option_info *info, char *out, size_t cap)
{
    size_t len = 0;
    brs_str rest = str_of(info->words);
    switch (info->type) {
    case BRS_OPTION_INT: snprintf(out, cap, "%d to %d", info->min, info->max); break;
    case BRS_OPTION_BOOL: snprintf(out, cap, "on or off"); break;
    case BRS_OPTION_ORDER: snprintf(out, cap, "%s in any order", info->words); break;
    case BRS_OPTION_CHOICE:
        while (rest.len > 0 && len < cap) {
            brs_str word = str_word(&rest);
            const char *between = len == 0 ? "" : rest.len > 0 ? ", " : " or ";
            len += (size_t)snprintf(out + len, cap - len, "%s%.*s", between, BRS_ARG(word));
        }
        break;
    }
    return out;
}

static void print_option(const cli_run *cli, const brs_game_def *game, const brs_edition *edition, int row, bool only)
{
    const brs_option_info *info = &game->options[row];
    const int32_t value = edition->options.value[row];
    const int32_t before = edition->base != NULL ? edition->base->options.value[row] : info->standard;
    char text[128], words[192];
    if (only && value == before) {
        return;
    }
    brs_option_write(info, value, text, sizeof text);
    const char *place = edition->option_place[row];
    printf("%s%-26s%s %-12s %-9s %s (%s)\n", cli_paint(cli, "bold"), info->id, cli_paint(cli, "off"), text,
           place != NULL ? place : "-", info->help, allowed(info, words, sizeof words));
}

static int run_show(cli_run *cli)
{
    const char *name;
    bool only;
    int status;
    if (!begin(cli, &name, &only, &status)) {
        return status;
    }
    const cli_library *library = cli_library_load(cli);
    const cli_game *game = library == NULL ? NULL : cli_find_game(cli, library, name);
    const brs_edition *edition =
        game == NULL ? NULL : cli_find_edition(cli, game, cli->operands > 0 ? cli->operand[0] : NULL);
    if (edition == NULL) {
        return library == NULL ? cli->failed : BRS_USAGE;
    }
    printf("%s@%d: %s%s%s\n", edition->id, edition->patch, edition->title, edition->base != NULL ? ", based on " : "",
           edition->base != NULL ? edition->base->id : "");
    for (int i = 0; i < edition->source_count; i++) {
        printf("source %s: %s\n", edition->sources[i].key, edition->sources[i].title);
    }
    printf("\nOptions: name, value, place in the text (- when it does not say), meaning (what --set takes)\n");
    for (int row = 0; row < game->game->option_count; row++) {
        print_option(cli, game->game, edition, row, only);
    }
    if (edition->note_count > 0) {
        printf("\nOpen questions\n");
    }
    for (int i = 0; i < edition->note_count; i++) {
        printf("%s: %s\n", edition->notes[i][0], edition->notes[i][1]);
    }
    return BRS_OK;
}

const cli_command cmd_editions_list = {
    "editions list", "", "Lists the rule texts that games can be played under.",
    "broadside editions list\n",
    list_options, run_list, CLI_READS,
};

const cli_command cmd_editions_show = {
    "editions show", "[EDITION]", "Shows every rule option of an edition and where its text says so.",
    "broadside editions show rulebook\n"
    "broadside editions show guide --differences\n",
    show_options, run_show, CLI_READS,
};

// ---- editions diff ---------------------------------------------------------------------------------

// Where a text says what an option's value is: its own line, its base's, else where it states the rule.
static const char *place_of(const brs_game_def *game, const brs_edition *edition, int row)
{
    for (const brs_edition *at = edition; at != NULL; at = at->base) {
        if (at->option_place[row] != NULL) {
            return strcmp(at->option_place[row], "-") == 0 ? "a former patch" : at->option_place[row];
        }
    }
    const brs_citation *cite = brs_cite(edition, game->options[row].rule);
    return cite != NULL ? cite->place : "silent";
}

// What is left for the patch of a column of twelve.
static int name_room(const brs_edition *edition)
{
    const size_t len = strlen(edition->id);
    return len < 11 ? 11 - (int)len : 1;
}

static int print_difference(const cli_run *cli, const brs_game_def *game, const brs_edition *a, const brs_edition *b, int row)
{
    const brs_option_info *info = &game->options[row];
    char left[128], right[128];
    if (a->options.value[row] == b->options.value[row]) {
        return 0;
    }
    brs_option_write(info, a->options.value[row], left, sizeof left);
    brs_option_write(info, b->options.value[row], right, sizeof right);
    printf("%s%s%s: %s\n", cli_paint(cli, "bold"), info->id, cli_paint(cli, "off"), info->help);
    printf("  %s@%-*d %s  (%s)\n", a->id, name_room(a), a->patch, left, place_of(game, a, row));
    printf("  %s@%-*d %s  (%s)\n", b->id, name_room(b), b->patch, right, place_of(game, b, row));
    return 1;
}

static int run_diff(cli_run *cli)
{
    const char *name;
    bool only;
    int status, count = 0;
    if (!begin(cli, &name, &only, &status)) {
        return status;
    }
    if (cli->operands != 2) {
        return cli_misuse(cli, "which two editions?");
    }
    const cli_library *library = cli_library_load(cli);
    const cli_game *game = library == NULL ? NULL : cli_find_game(cli, library, name);
    const brs_edition *a = game == NULL ? NULL : cli_find_edition(cli, game, cli->operand[0]);
    const brs_edition *b = a == NULL ? NULL : cli_find_edition(cli, game, cli->operand[1]);
    if (b == NULL) {
        return library == NULL ? cli->failed : BRS_USAGE;
    }
    for (int row = 0; row < game->game->option_count; row++) {
        count += print_difference(cli, game->game, a, b, row);
    }
    printf("%s%d rule option%s differ%s between %s@%d and %s@%d\n", count > 0 ? "\n" : "", count, count == 1 ? "" : "s",
           count == 1 ? "s" : "", a->id, a->patch, b->id, b->patch);
    return BRS_OK;
}

static const cli_option diff_options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {0, NULL, NULL, NULL},
};

const cli_command cmd_editions_diff = {
    "editions diff", "EDITION EDITION", "Shows where two rule texts differ, each value with the place that says so.",
    "broadside editions diff rulebook guide\n",
    diff_options, run_diff, CLI_READS,
};

// ---- editions check --------------------------------------------------------------------------------

static int run_check(cli_run *cli)
{
    const char *name;
    bool only;
    int status;
    if (!begin(cli, &name, &only, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which edition file?");
    }
    const cli_library *library = cli_library_load(cli);
    const cli_game *game = library == NULL ? NULL : cli_find_game(cli, library, name);
    status = library == NULL ? cli->failed : game == NULL ? BRS_USAGE : BRS_OK;
    for (int i = 0; i < cli->operands && game != NULL; i++) {
        const brs_edition *edition = cli_read_edition(cli, game, cli->operand[i]);
        int set = 0;
        for (int row = 0; edition != NULL && row < game->game->option_count; row++) {
            set += edition->option_place[row] != NULL;
        }
        if (edition != NULL) {
            printf("%s: %s@%d \"%s\"%s%s; options set %d, rules cited %d, notes %d\n", cli_tame(&cli->arena, cli->operand[i]), edition->id,
                   edition->patch, edition->title, edition->base != NULL ? ", based on " : "",
                   edition->base != NULL ? edition->base->id : "", set, edition->citation_count, edition->note_count);
        } else {
            status = status == BRS_OK ? cli->failed : status;
        }
    }
    return status;
}

const cli_command cmd_editions_check = {
    "editions check", "FILE...", "Says whether an edition file is understood.",
    "broadside editions check house.edition\n"
    "broadside sim --edition house.edition         and plays by it\n",
    diff_options, run_check, CLI_READS,
};
