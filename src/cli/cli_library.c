// Everything the program knows without reading a file: games, editions, card sets, decks; and how names
// on the command line find them.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "fs.h"
#include "str.h"
#include "text.h"

static int texts(const char *const *list)
{
    int n = 0;
    while (list != NULL && list[n] != NULL) {
        n++;
    }
    return n;
}

// ---- loading ---------------------------------------------------------------------------------------

// A deck belongs to the first set that has all its cards, else to the one that has most; that one's mistakes are
// reported.
static bool read_deck_of_any_set(const cli_game *game, brs_str text, const char *file, brs_arena *arena,
                                 brs_deck *out, const brs_card_set **set, brs_report report)
{
    bool read = false;
    int most = -1;
    *set = &game->sets[0];
    for (int i = 0; i < game->set_count && !read; i++) {
        read = game->game->read_deck(&game->sets[i], text, file, arena, out, (brs_report){NULL, NULL});
        if (read || out->count > most) {
            *set = &game->sets[i];
            most = out->count;
        }
    }
    return read || game->game->read_deck(*set, text, file, arena, out, report);
}

static void load_decks(cli_game *game)
{
    for (int i = 0; i < texts(game->game->deck_texts) && game->deck_count < CLI_MAX_DECKS; i++) {
        const brs_built_deck *built = &game->game->decks[i];
        const int at = game->deck_count++;
        game->deck[at] = built->deck;
        game->deck_set[at] = &game->sets[built->set];
        game->deck_edition[at] = brs_edition_find(&game->editions, str_of(built->edition));
        cli_slug(built->deck.name, game->deck_slug[at], sizeof game->deck_slug[at]);
    }
}

// The built-in sets and room for those of --cards.
static void load_sets(cli_run *cli, cli_game *game, const brs_shelf *shelf)
{
    size_t room = (size_t)shelf->set_count + CLI_MAX_CARD_FILES;
    game->sets = BRS_NEW(&cli->arena, brs_card_set, room);
    game->set_text = BRS_NEW(&cli->arena, brs_str, room);
    game->own = BRS_NEW(&cli->arena, bool, room);
    game->set_count = shelf->set_count;
    for (int i = 0; i < shelf->set_count; i++) {
        game->sets[i] = shelf->sets[i];
        game->set_text[i] = str_of(shelf->game->set_texts[i]);
    }
}

// Two sets of one name would leave it open which of them a deck means; the same set twice is one.
static bool add_set(cli_run *cli, cli_game *game, const char *file, int *failed)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    brs_card_set set;
    cli_tally tally;
    if (!fs_read(file, CLI_MAX_FILE, &cli->arena, &text, &err)) {
        *failed = cli_error(&err);
        return false;
    }
    // What is only a warning is told by `cards check`; here a file that can be played is not told again.
    if (!game->game->compile_set(text, file, &cli->arena, &set, (brs_report){NULL, NULL}) &&
        !game->game->compile_set(text, file, &cli->arena, &set, cli_reporter(&tally))) {
        fprintf(stderr, "%s: %d mistake%s; no card of it can be played\n", file, tally.errors, tally.errors == 1 ? "" : "s");
        *failed = (int)tally.first;
        return false;
    }
    bool known = false;
    for (int i = 0; i < game->set_count; i++) {
        known = known || game->sets[i].hash == set.hash;
    }
    const brs_card_set *same = cli_find_set(game, str_of(set.id));
    if (same != NULL && same->hash == set.hash) {
        return true;
    }
    if (same != NULL) {
        brs_err_file(&err, file);
        brs_fail(&err, BRS_CARD_SET_MISMATCH, "the set \"%s\" is here already, with other cards (%s)", set.id, same->source);
        brs_help(&err, "give one of them another name: the line \"- Set: %s\" under the title", set.id);
        *failed = cli_error(&err);
        return false;
    }
    game->sets[game->set_count] = set;
    game->set_text[game->set_count] = text;
    game->own[game->set_count++] = !known;
    return true;
}

// Card files are for the first game that has cards.
static bool add_sets(cli_run *cli, cli_library *library)
{
    for (int i = 0; i < library->game_count; i++) {
        cli_game *game = &library->game[i];
        for (int j = 0; game->game->compile_set != NULL && j < cli->card_files; j++) {
            if (!add_set(cli, game, cli->cards[j], &cli->failed)) {
                return false;
            }
        }
        if (game->game->compile_set != NULL) {
            break;
        }
    }
    return true;
}

// The library of replays, with the sets of --cards.
static void shelve(cli_run *cli, cli_library *library)
{
    brs_shelf *shelf = BRS_NEW(&cli->arena, brs_shelf, CLI_MAX_GAMES);
    for (int i = 0; i < library->game_count; i++) {
        const cli_game *game = &library->game[i];
        shelf[i] = (brs_shelf){game->game, game->editions, game->sets, game->set_count};
    }
    library->library = (brs_library){shelf, library->game_count};
}

cli_library *cli_library_load(cli_run *cli)
{
    cli_library *library = BRS_NEW(&cli->arena, cli_library, 1);
    brs_err err = BRS_ERR_NONE;
    cli->failed = BRS_UNEXPECTED;
    if (!brs_library_load(NULL, &cli->arena, &library->library, &err)) {
        cli_error(&err);
        return NULL;
    }
    for (int i = 0; i < library->library.count && i < CLI_MAX_GAMES; i++) {
        const brs_shelf *shelf = &library->library.shelf[i];
        cli_game *game = &library->game[library->game_count++];
        game->game = shelf->game;
        game->editions = shelf->editions;
        load_sets(cli, game, shelf);
        load_decks(game);
    }
    if (!add_sets(cli, library)) {
        return NULL;
    }
    shelve(cli, library);
    return library;
}

brs_str cli_card_text(const cli_game *game, const brs_card_set *set)
{
    for (int i = 0; i < game->set_count; i++) {
        if (set == &game->sets[i] && game->own[i]) {
            return game->set_text[i];
        }
    }
    return (brs_str){"", 0};
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
    char shown[256];
    snprintf(shown, sizeof shown, "%s", name);
    text_tame(shown);
    fprintf(stderr, "broadside %s: there is no %s \"%s\"", cli->command->name, what, shown);
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

const brs_card_set *cli_find_set(const cli_game *game, brs_str id)
{
    for (int i = 0; i < game->set_count; i++) {
        brs_str other = str_of(game->sets[i].id);
        if (other.len == id.len && strncasecmp(other.ptr, id.ptr, id.len) == 0) {
            return &game->sets[i];
        }
    }
    return NULL;
}

// What a deck file says of itself must be here: its set, its edition.
static bool head_known(const cli_game *game, const char *path, const brs_deck_head *head, cli_deck *out, brs_err *err)
{
    const char *names[64] = {NULL};
    brs_str wanted = head->set;
    int n = 0, line = head->set_line, col = head->set_col;
    if (wanted.len > 0 && (out->set = cli_find_set(game, wanted)) == NULL) {
        brs_fail(err, BRS_CARD_SET_MISMATCH, "this deck is for the set \"%.*s\", which is not here", BRS_ARG(wanted));
        brs_help(err, "give its card file with --cards, or change the line");
        snprintf(err->label, sizeof err->label, "E126");
    } else if (head->edition.len > 0 && (out->edition = brs_edition_find(&game->editions, head->edition)) == NULL) {
        char typed[64], list[160] = "";
        for (; n < game->editions.count && n < 63; n++) {
            names[n] = game->editions.edition[n]->id;
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", n > 0 ? ", " : "", names[n]);
        }
        snprintf(typed, sizeof typed, "%.*s", BRS_ARG(head->edition));
        const char *near = cli_nearest(typed, names);
        brs_fail(err, BRS_EDITION_MISSING, "there is no edition \"%s\"", typed);
        brs_help(err, near != NULL ? "Did you mean \"%s\"?" : "Write one of: %s.", near != NULL ? near : list);
        snprintf(err->label, sizeof err->label, "E127");
        line = head->edition_line;
        col = head->edition_col;
    }
    err->line = line;
    err->col = col;
    brs_err_file(err, path);
    return err->code == BRS_OK;
}

static brs_code deck_from_file(cli_run *cli, const cli_game *game, const char *path, cli_deck *out)
{
    brs_err err = BRS_ERR_NONE;
    brs_deck_head head;
    brs_str text;
    if (!fs_read(path, CLI_MAX_FILE, &cli->arena, &text, &err)) {
        return (brs_code)cli_error(&err);
    }
    game->game->deck_head(text, &head);
    if (!head_known(game, path, &head, out, &err)) {
        return (brs_code)cli_error(&err);
    }
    cli_tally tally;
    brs_report report = cli_reporter(&tally);
    bool ok = out->set != NULL
                  ? game->game->read_deck(out->set, text, path, &cli->arena, &out->deck, report)
                  : read_deck_of_any_set(game, text, path, &cli->arena, &out->deck, &out->set, report);
    return ok ? BRS_OK : tally.first == BRS_OK ? BRS_TEXT : tally.first;
}

brs_code cli_find_deck(cli_run *cli, const cli_game *game, const char *name, cli_deck *out)
{
    const char *names[CLI_MAX_DECKS + 1] = {NULL};
    char wanted[64];
    memset(out, 0, sizeof *out);
    if (game->game->read_deck == NULL) {
        return (brs_code)cli_misuse(cli, "%s is played without decks", game->game->title);
    }
    if (strcmp(name, "-") == 0 || strchr(name, '/') != NULL || strchr(name, '.') != NULL) {
        return deck_from_file(cli, game, name, out);
    }
    cli_slug(name, wanted, sizeof wanted);
    for (int i = 0; i < game->deck_count; i++) {
        names[i] = game->deck_slug[i];
        if (strcmp(wanted, game->deck_slug[i]) == 0) {
            *out = (cli_deck){game->deck[i], game->deck_set[i], game->deck_edition[i]};
            return BRS_OK;
        }
    }
    no_such(cli, "deck", name, names);
    fputs("    or a file: a name with a '.' or a '/' in it\n", stderr);
    return BRS_USAGE;
}

// ---- replay files --------------------------------------------------------------------------------------

// Paths stand one behind the other in pieces of memory, for there may be ten thousand of them.
typedef struct {
    const char **path;  // in the scratch memory, until all are known
    int count, cap;
    brs_arena scratch;
    char *room;
    size_t left;
} path_list;

static char *room_for(cli_run *cli, path_list *list, size_t len)
{
    enum { PIECE = 4096 };
    if (len > list->left) {
        list->left = len > PIECE ? len : PIECE;
        list->room = BRS_NEW(&cli->arena, char, list->left);
    }
    char *place = list->room;
    list->room += len;
    list->left -= len;
    return place;
}

static void add_path(cli_run *cli, path_list *list, const char *folder, const char *name)
{
    if (list->count == list->cap) {
        int cap = list->cap == 0 ? 64 : 2 * list->cap;
        const char **more = BRS_NEW(&list->scratch, const char *, (size_t)cap);
        for (int i = 0; i < list->count; i++) {
            more[i] = list->path[i];
        }
        list->path = more;
        list->cap = cap;
    }
    size_t len = strlen(folder) + strlen(name) + 2;
    char *path = room_for(cli, list, len);
    bool slash = folder[0] == '\0' || folder[strlen(folder) - 1] == '/';
    snprintf(path, len, "%s%s%s", folder, slash ? "" : "/", name);
    list->path[list->count++] = path;
}

const char **cli_replay_paths(cli_run *cli, bool all, int *count)
{
    path_list list = {0};
    brs_arena names_in;  // of one folder: only whole paths are kept
    brs_arena_init(&names_in, 0);
    brs_arena_init(&list.scratch, 0);
    for (int i = 0; i < cli->operands; i++) {
        const char *operand = cli->operand[i];
        brs_err err = BRS_ERR_NONE;
        brs_str *names;
        int found = 0;
        if (!fs_is_folder(operand)) {
            add_path(cli, &list, "", operand);
        } else if (!fs_list(operand, "", true, &names_in, &names, &found, &err)) {
            brs_arena_release(&names_in);
            brs_arena_release(&list.scratch);
            cli->failed = cli_error(&err);
            return NULL;
        }
        for (int j = 0; j < found; j++) {
            const bool more = str_ends(names[j], str_of(".replays")) || str_ends(names[j], str_of(".transcript"));
            if (str_ends(names[j], str_of(".replay")) || (all && more)) {
                add_path(cli, &list, operand, names[j].ptr);
            }
        }
        brs_arena_release(&names_in);
    }
    const char **all_paths = BRS_NEW(&cli->arena, const char *, (size_t)list.count + 1);
    for (int i = 0; i < list.count; i++) {
        all_paths[i] = list.path[i];
    }
    brs_arena_release(&list.scratch);
    *count = list.count;
    if (list.count == 0 && cli->operands > 0) {
        fprintf(stderr, "broadside %s: there is no file *.replay in %s\n", cli->command->name,
                cli_tame(&cli->arena, cli->operand[0]));
        cli->failed = BRS_USAGE;
        return NULL;
    }
    return all_paths;
}
