// What the commands that read transcripts share: decks and cards by the names a head gives, and how mistakes are told.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "fs.h"
#include "str.h"

typedef struct {
    cli_run *cli;
    const cli_library *library;
    char folder[1024];  // of the transcript: files are named from there
} world_context;

static const cli_game *game_of(const world_context *w, const brs_game_def *game)
{
    for (int i = 0; i < w->library->game_count; i++) {
        if (w->library->game[i].game == game) {
            return &w->library->game[i];
        }
    }
    return NULL;
}

static const char *path_of(const world_context *w, brs_str name)
{
    const size_t size = strlen(w->folder) + name.len + 2;
    char *path = BRS_NEW(&w->cli->arena, char, size);
    const bool absolute = name.len > 0 && name.ptr[0] == '/';
    snprintf(path, size, "%s%.*s", absolute ? "" : w->folder, BRS_ARG(name));
    return path;
}

static bool find_deck(void *ctx, const brs_game_def *def, brs_str name, brs_deck *out, const brs_card_set **set, brs_err *err)
{
    const world_context *w = ctx;
    const cli_game *game = game_of(w, def);
    char wanted[64], list[400] = "Built-in decks:";
    brs_str text;
    if (memchr(name.ptr, '.', name.len) != NULL || memchr(name.ptr, '/', name.len) != NULL) {
        const char *path = path_of(w, name);
        if (!fs_read(path, CLI_MAX_FILE, &w->cli->arena, &text, err)) {
            return false;
        }
        for (int i = 0; i < game->set_count; i++) {
            *set = &game->sets[i];
            if (def->read_deck(*set, text, path, &w->cli->arena, out, brs_report_first(i + 1 < game->set_count ? NULL : err))) {
                return true;
            }
        }
        return brs_fail(err, BRS_TEXT, "the deck %s cannot be read", path);
    }
    cli_slug(brs_arena_string(&w->cli->arena, name), wanted, sizeof wanted);
    for (int i = 0; i < game->deck_count; i++) {
        if (strcmp(wanted, game->deck_slug[i]) == 0) {
            *out = game->deck[i];
            *set = game->deck_set[i];
            return true;
        }
        const size_t len = strlen(list);
        snprintf(list + len, sizeof list - len, "%s %s", i > 0 ? "," : "", game->deck_slug[i]);
    }
    brs_fail(err, BRS_TEXT, "there is no deck \"%.*s\"", BRS_ARG(name));
    brs_help(err, "%s; or a file, with a '.' or a '/' in its name.", list);
    return false;
}

static bool find_cards(void *ctx, const brs_game_def *def, brs_str file, const brs_card_set **out, brs_str *text, brs_err *err)
{
    const world_context *w = ctx;
    const char *path = path_of(w, file);
    brs_card_set *set = BRS_NEW(&w->cli->arena, brs_card_set, 1);
    if (!fs_read(path, CLI_MAX_FILE, &w->cli->arena, text, err)) {
        return false;
    }
    *out = set;
    return def->compile_set(*text, path, &w->cli->arena, set, brs_report_first(err)) ||
           brs_fail(err, BRS_TEXT, "the card file %s does not compile", path);
}

brs_transcript_world cli_world(cli_run *cli, const cli_library *library, const char *path)
{
    world_context *w = BRS_NEW(&cli->arena, world_context, 1);
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    w->cli = cli;
    w->library = library;
    if (slash != NULL && (size_t)(slash - path) + 1 < sizeof w->folder) {
        memcpy(w->folder, path, (size_t)(slash - path) + 1);
    }
    return (brs_transcript_world){.library = &library->library, .deck = find_deck, .cards = find_cards, .ctx = w};
}

// ---- telling mistakes ----------------------------------------------------------------------------------------------------

static brs_str line_at(brs_str text, int number)
{
    brs_str line = {"", 0};
    for (int i = 0; i < number && str_line(&text, &line); i++) {
    }
    return line;
}

static void tell_people(const cli_teller *t, const brs_err *err)
{
    char text[1200];
    const char *red = cli_paint(t->cli, "red"), *bold = cli_paint(t->cli, "bold"), *off = cli_paint(t->cli, "off");
    brs_err brief = *err;
    brief.help[0] = '\0';
    brs_err_format(&brief, text, sizeof text);
    fprintf(stderr, "%s%s%s", bold, text, off);
    if (err->line > 0) {
        brs_str line = line_at(t->source, err->line);
        if (line.len > 0 && line.len < 400) {
            char *shown = brs_arena_string(&t->cli->arena, line);
            for (char *tab = shown; (tab = strchr(tab, '\t')) != NULL; *tab = ' ') {
            }
            fprintf(stderr, "    %s%5d |%s %s\n", red, err->line, off, cli_tame(&t->cli->arena, shown));
        }
    }
    if (err->help[0] != '\0') {
        fprintf(stderr, "    help: %s\n", err->help);
    }
}

static void tell_gcc(const brs_err *err)
{
    printf("%s:%d:%d: error: %s%s%s%s\n", err->file, err->line > 0 ? err->line : 1, err->col > 0 ? err->col : 1, err->msg,
           err->help[0] != '\0' ? " [" : "", err->help, err->help[0] != '\0' ? "]" : "");
}

static void tell_json(const cli_teller *t, const brs_err *err)
{
    brs_buf line;
    buf_init(&line, &t->cli->arena, 512);
    cli_json_begin(&line, t->cli);
    cli_json_text(&line, "file", err->file);
    cli_json_number(&line, "line", err->line);
    cli_json_number(&line, "column", err->col);
    cli_json_text(&line, "code", brs_code_name(err->code));
    cli_json_text(&line, "message", err->msg);
    cli_json_text(&line, "help", err->help);
    cli_json_end(&line);
}

static void tell(void *ctx, const brs_err *err, bool warning)
{
    cli_teller *t = ctx;
    (void)warning;
    t->first = t->errors++ == 0 ? err->code : t->first;
    switch (t->form) {
    case CLI_TELL_GCC: tell_gcc(err); break;
    case CLI_TELL_JSON: tell_json(t, err); break;
    default: tell_people(t, err); break;
    }
}

brs_report cli_teller_report(cli_teller *teller)
{
    return (brs_report){tell, teller};
}

bool cli_read_transcript(cli_teller *teller, const cli_library *library, const char *path, brs_replay *out)
{
    cli_run *cli = teller->cli;
    brs_err err = BRS_ERR_NONE;
    brs_transcript_world world = cli_world(cli, library, path);
    world.search = 200000;  // about a second
    teller->source = (brs_str){"", 0};
    if (!fs_read(path, BRS_TRANSCRIPT_MAX_FILE, &cli->arena, &teller->source, &err)) {
        brs_err_file(&err, path);
        tell(teller, &err, false);
        return false;
    }
    return brs_transcript_compile(teller->source, path, &world, &cli->arena, out, cli_teller_report(teller));
}
