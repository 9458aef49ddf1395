// Everything the program knows without reading a file: games, editions, card sets, decks; and how names
// on the command line find them.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "fs.h"
#include "str.h"

static int texts(const char *const *list)
{
    int n = 0;
    while (list != NULL && list[n] != NULL) {
        n++;
    }
    return n;
}

// ---- loading ---------------------------------------------------------------------------------------

// A deck belongs to the first set that has all its cards; what the last set says is reported.
static bool read_deck_of_any_set(const cli_game *game, brs_str text, const char *file, brs_arena *arena,
                                 brs_deck *out, const brs_card_set **set, brs_report report)
{
    for (int i = 0; i < game->set_count; i++) {
        brs_report silent = {0};
        *set = &game->sets[i];
        if (game->game->read_deck(*set, text, file, arena, out, i + 1 < game->set_count ? silent : report)) {
            return true;
        }
    }
    return false;
}

static bool load_decks(cli_run *cli, cli_game *game, brs_report report)
{
    for (int i = 0; i < texts(game->game->deck_texts) && game->deck_count < CLI_MAX_DECKS; i++) {
        int at = game->deck_count;
        if (!read_deck_of_any_set(game, str_of(game->game->deck_texts[i]), "built-in deck", &cli->arena,
                                  &game->deck[at], &game->deck_set[at], report)) {
            return false;
        }
        cli_slug(game->deck[at].name, game->deck_slug[at], sizeof game->deck_slug[at]);
        game->deck_count++;
    }
    return true;
}

cli_library *cli_library_load(cli_run *cli)
{
    cli_library *library = BRS_NEW(&cli->arena, cli_library, 1);
    cli_tally tally;
    brs_report report = cli_reporter(&tally);
    brs_err err = BRS_ERR_NONE;
    if (!brs_library_load(NULL, &cli->arena, &library->library, &err)) {
        cli_error(&err);
        return NULL;
    }
    for (int i = 0; i < library->library.count && i < CLI_MAX_GAMES; i++) {
        const brs_shelf *shelf = &library->library.shelf[i];
        cli_game *game = &library->game[library->game_count++];
        game->game = shelf->game;
        game->editions = shelf->editions;
        game->sets = shelf->sets;
        game->set_count = shelf->set_count;
        if (!load_decks(cli, game, report)) {
            return NULL;
        }
    }
    return library;
}

// ---- names -----------------------------------------------------------------------------------------

void cli_slug(const char *text, char *out, size_t cap)
{
    size_t len = 0;
    for (; *text != '\0' && len + 1 < cap; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x80 && isalnum(c)) {
            out[len++] = (char)tolower(c);
        } else if (c != '\'' && len > 0 && out[len - 1] != '-') {
            out[len++] = '-';
        }
    }
    while (len > 0 && out[len - 1] == '-') {
        len--;
    }
    out[len] = '\0';
}

// Says what there is instead of a name that is not known.
static void no_such(const cli_run *cli, const char *what, const char *name, const char *const *names)
{
    const char *near = cli_nearest(name, names);
    fprintf(stderr, "broadside %s: there is no %s \"%s\"", cli->command->name, what, name);
    if (near != NULL) {
        fprintf(stderr, "; did you mean \"%s\"?", near);
    }
    fprintf(stderr, "\n    help: one of");
    for (int i = 0; names[i] != NULL; i++) {
        fprintf(stderr, "%s %s", i > 0 ? "," : "", names[i]);
    }
    fputs("\n", stderr);
}

const cli_game *cli_find_game(const cli_run *cli, const cli_library *library, const char *name)
{
    const char *names[CLI_MAX_GAMES + 1] = {NULL};
    for (int i = 0; i < library->game_count; i++) {
        names[i] = library->game[i].game->id;
        if (name == NULL || strcmp(name, names[i]) == 0) {
            return &library->game[i];
        }
    }
    no_such(cli, "game", name, names);
    return NULL;
}

const brs_edition *cli_find_edition(const cli_run *cli, const cli_game *game, const char *name)
{
    const char *names[64] = {NULL};
    const brs_edition *edition = name == NULL ? game->editions.edition[0]
                                              : brs_edition_find(&game->editions, str_of(name));
    for (int i = 0; edition == NULL && i < game->editions.count && i < 63; i++) {
        names[i] = game->editions.edition[i]->id;
    }
    if (edition == NULL) {
        no_such(cli, "edition", name, names);
    }
    return edition;
}

static brs_code deck_from_file(cli_run *cli, const cli_game *game, const char *path, brs_deck *out, const brs_card_set **set)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    if (!fs_read(path, CLI_MAX_FILE, &cli->arena, &text, &err)) {
        return (brs_code)cli_error(&err);
    }
    cli_tally tally;
    bool ok = read_deck_of_any_set(game, text, path, &cli->arena, out, set, cli_reporter(&tally));
    return ok ? BRS_OK : tally.first == BRS_OK ? BRS_TEXT : tally.first;
}

brs_code cli_find_deck(cli_run *cli, const cli_game *game, const char *name, brs_deck *out, const brs_card_set **set)
{
    const char *names[CLI_MAX_DECKS + 1] = {NULL};
    char wanted[64];
    if (strcmp(name, "-") == 0 || strchr(name, '/') != NULL || strchr(name, '.') != NULL) {
        return deck_from_file(cli, game, name, out, set);
    }
    cli_slug(name, wanted, sizeof wanted);
    for (int i = 0; i < game->deck_count; i++) {
        names[i] = game->deck_slug[i];
        if (strcmp(wanted, game->deck_slug[i]) == 0) {
            *out = game->deck[i];
            *set = game->deck_set[i];
            return BRS_OK;
        }
    }
    no_such(cli, "deck", name, names);
    fputs("    or a file: a name with a '.' or a '/' in it\n", stderr);
    return BRS_USAGE;
}

// ---- replay files --------------------------------------------------------------------------------------

typedef struct {
    const char **path;
    int count, cap;
} path_list;

static void add_path(cli_run *cli, path_list *list, const char *folder, const char *name)
{
    if (list->count == list->cap) {
        int cap = list->cap == 0 ? 64 : 2 * list->cap;
        const char **more = BRS_NEW(&cli->arena, const char *, (size_t)cap);
        for (int i = 0; i < list->count; i++) {
            more[i] = list->path[i];
        }
        list->path = more;
        list->cap = cap;
    }
    size_t len = strlen(folder) + strlen(name) + 2;
    char *path = BRS_NEW(&cli->arena, char, len);
    bool slash = folder[0] == '\0' || folder[strlen(folder) - 1] == '/';
    snprintf(path, len, "%s%s%s", folder, slash ? "" : "/", name);
    list->path[list->count++] = path;
}

const char **cli_replay_paths(cli_run *cli, int *count)
{
    path_list list = {0};
    for (int i = 0; i < cli->operands; i++) {
        const char *operand = cli->operand[i];
        brs_err err = BRS_ERR_NONE;
        brs_str *names;
        int found = 0;
        if (!fs_is_folder(operand)) {
            add_path(cli, &list, "", operand);
        } else if (!fs_list(operand, ".replay", true, &cli->arena, &names, &found, &err)) {
            cli_error(&err);
            return NULL;
        }
        for (int j = 0; j < found; j++) {
            add_path(cli, &list, operand, names[j].ptr);
        }
    }
    *count = list.count;
    return list.path != NULL ? list.path : BRS_NEW(&cli->arena, const char *, 1);
}

bool cli_read_replay(const char *path, brs_arena *arena, brs_replay *out, brs_str *bytes, brs_err *err)
{
    brs_str content;
    bool ok = fs_read(path, BRS_REPLAY_MAX_FILE, arena, &content, err) && brs_replay_decode(content, arena, out, err);
    if (ok && bytes != NULL) {
        *bytes = content;
    }
    brs_err_file(err, path);
    return ok;
}
