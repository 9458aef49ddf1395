// What may stand for the names that the table of commands uses for values and arguments: for completions and for the
// manual pages' references. A name without a row is free text.
#include <ctype.h>

#include "cli.h"
#include "str.h"

const cli_value cli_values[] = {
    // name, what the program knows, other words, files' ending, manual page
    {"GAME", CLI_VALUE_GAMES, NULL, NULL, NULL},
    {"EDITION", CLI_VALUE_EDITIONS | CLI_VALUE_FILES, NULL, ".edition", "broadside-editions"},
    {"DECK", CLI_VALUE_DECKS | CLI_VALUE_FILES, NULL, ".deck", "broadside-cards"},
    {"BOT", CLI_VALUE_BOTS, NULL, NULL, NULL},
    {"COMMAND", CLI_VALUE_COMMANDS, NULL, NULL, NULL},
    {"SET", CLI_VALUE_SETS, NULL, NULL, "broadside-cards"},
    {"CARD", 0, NULL, NULL, "broadside-cards"},
    {"REPLAY", CLI_VALUE_FILES, NULL, ".replay", "broadside-replay"},
    {"ARCHIVE", CLI_VALUE_FILES, NULL, ".replays", "broadside-replay"},
    {"JOURNAL", CLI_VALUE_FILES, NULL, ".journal", "broadside-replay"},
    {"JSON", CLI_VALUE_FILES, NULL, ".json", "broadside-replay"},
    {"TRANSCRIPT", CLI_VALUE_FILES, NULL, ".transcript", "broadside-transcript"},
    {"NOTES", CLI_VALUE_FILES, NULL, ".md", "broadside-notes"},
    {"LANGUAGE", CLI_VALUE_FILES, "en de es pseudo", ".words", NULL},
    {"FILE", CLI_VALUE_FILES, NULL, NULL, NULL},
    {"FOLDER", CLI_VALUE_FOLDERS, NULL, NULL, NULL},
    {"WHEN", 0, "auto always never", NULL, NULL},
    {"FORM", 0, "packed explicit json journal", NULL, NULL},
    {"STYLE", 0, "human gcc", NULL, NULL},
    {"HOW", 0, "log", NULL, NULL},
    {"FORMAT", 0, "anki gift epub", NULL, NULL},
    {"THEME", 0, "auto light dark", NULL, NULL},
    {"KIND", 0, "note quiz check comment", NULL, NULL},
    {"GLYPH", 0, "!! ! !? ?! ? ?\?", NULL, NULL},
    {"WHO", 0, "public A B C D E F G H I J K L", NULL, NULL},
    {"SEATS", 0, "A B AB none", NULL, NULL},
    {"JOB", 0, "sim verify stats", NULL, NULL},
    {"SHELL", 0, "bash zsh fish", NULL, NULL},
    {NULL, 0, NULL, NULL, NULL},
};

const cli_value *cli_find_value(brs_str name)
{
    for (const cli_value *v = cli_values; v->name != NULL; v++) {
        if (str_is(name, v->name)) {
            return v;
        }
    }
    return NULL;
}

// Editions, decks and sets of one game.
static void of_game(const cli_game *game, unsigned from, brs_buf *out)
{
    if ((from & CLI_VALUE_GAMES) != 0) {
        buf_putf(out, " %s", game->game->id);
    }
    for (int i = 0; (from & CLI_VALUE_EDITIONS) != 0 && i < game->editions.count; i++) {
        buf_putf(out, " %s", game->editions.edition[i]->id);
    }
    for (int i = 0; (from & CLI_VALUE_DECKS) != 0 && i < game->deck_count; i++) {
        buf_putf(out, " %s", game->deck_slug[i]);
    }
    for (int i = 0; (from & CLI_VALUE_SETS) != 0 && i < game->set_count; i++) {
        buf_putf(out, " %s", game->sets[i].id);
    }
}

void cli_value_words(const cli_library *library, const cli_value *value, brs_buf *out)
{
    for (int i = 0; i < library->game_count; i++) {
        of_game(&library->game[i], value->from, out);
    }
    for (int i = 0; (value->from & CLI_VALUE_BOTS) != 0 && brs_bots[i] != NULL; i++) {
        buf_putf(out, " %s", brs_bots[i]->id);
    }
    for (int i = 0; (value->from & CLI_VALUE_COMMANDS) != 0 && cli_commands[i] != NULL; i++) {
        brs_str rest = str_of(cli_commands[i]->name), first = str_word(&rest);
        bool group = i > 0 && str_begins(str_of(cli_commands[i - 1]->name), first) && rest.len > 0;
        if (!group) {
            buf_putf(out, " %.*s", BRS_ARG(first));
        }
    }
    if (value->words != NULL) {
        buf_putf(out, " %s", value->words);
    }
}

static bool of_name(char c)
{
    return isupper((unsigned char)c) || c == '_' || c == '=';
}

bool cli_next_name(brs_str *arguments, brs_str *name)
{
    while (arguments->len > 0 && !of_name(arguments->ptr[0])) {
        arguments->ptr++;
        arguments->len--;
    }
    *name = *arguments;
    name->len = 0;
    while (name->len < arguments->len && of_name(name->ptr[name->len])) {
        name->len++;
    }
    *arguments = (brs_str){arguments->ptr + name->len, arguments->len - name->len};
    return name->len > 0;
}
