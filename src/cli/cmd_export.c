// broadside export: what teachers and readers take along from a game, as one file.
#include "broadside/site.h"
#include "cli.h"
#include "str.h"

static const cli_option options[] = {
    {'t', "to", "FORMAT", "anki: cards with questions, for Anki's import; gift: the same questions for Moodle; epub: a book of it for e-readers"},
    {'l' | CLI_SETTING, "lang", "LANGUAGE", "its language: en, pseudo, or a catalogue of your own, ./fr.words (default: en)"},
    {'A' | CLI_SETTING, "anonymous", NULL, "players are A and B, no names, and no notes"},
    {'N', "notes", "FILE", "notes on the game (default: NAME.notes.md, NAME.WHO.notes.md beside it); may be repeated"},
    {'U' | CLI_SETTING, "base-url", "URL", "where the site of this game is, for links to it"},
    {'T', "templates", "FOLDER", "its pages/anki.txt and pages/gift.txt replace the built-in ones"},
    {'o', "output", "FILE", "the file (default: standard output)"},
    {'f', "force", NULL, "replace a file that exists"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef struct {
    brs_export_options export;
    brs_site_input input;
    const char *output, *to, **notes;
    int note_files;
    bool force;
} export_run;

static bool find_form(cli_run *cli, export_run *x)
{
    static const char *const names[] = {[BRS_EXPORT_ANKI] = "anki", [BRS_EXPORT_GIFT] = "gift", [BRS_EXPORT_EPUB] = "epub"};
    for (size_t i = 0; x->to != NULL && i < sizeof names / sizeof names[0]; i++) {
        if (str_is(str_of(x->to), names[i])) {
            x->export.form = (brs_export_form)i;
            return true;
        }
    }
    cli_misuse(cli, "to what? Give --to anki, --to gift or --to epub");
    return false;
}

static int read_options(cli_run *cli, export_run *x)
{
    const char *value;
    int letter;
    while ((letter = cli_next(cli, &value)) >= 0) {
        switch (letter) {
        case 't': x->to = value; break;
        case 'l': x->export.language = value; break;
        case 'A': x->export.anonymous = true; break;
        case 'N': x->notes[x->note_files++] = value; break;
        case 'U':
            if (!cli_is_web_address(value)) {
                cli_misuse(cli, "--base-url begins with https:// or http://, and has no blanks, quotes or brackets: not \"%s\"", value);
                return CLI_BAD;
            }
            x->export.base_url = value;
            break;
        case 'T': x->export.templates = value; break;
        case 'o': x->output = value; break;
        case 'f': x->force = true; break;
        default: break;
        }
    }
    return letter;
}

static bool load(cli_run *cli, export_run *x, brs_err *err)
{
    cli_items items;
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 1);
    const cli_library *library = cli_library_load(cli);
    if (library == NULL || !cli_items_open(cli, library, &items)) {
        return false;
    }
    if (items.count != 1) {
        cli->failed = cli_misuse(cli, "it takes one game, and %s has %d", cli->operand[0], items.count);
        return false;
    }
    x->export.library = &library->library;
    x->input.path = items.item[0].name;
    x->input.notes = x->note_files > 0 ? x->notes : NULL;
    if (items.item[0].inside == NULL) {
        return true;  // it is read with what lies beside it
    }
    return cli_item_read(&items.item[0], &cli->arena, replay, &x->input.bytes, err);
}

static int run(cli_run *cli)
{
    export_run *x = BRS_NEW(&cli->arena, export_run, 1);
    brs_err err = BRS_ERR_NONE;
    brs_str file;
    int status;
    x->notes = brs_arena_alloc(&cli->arena, (size_t)cli->argc + 1, sizeof *x->notes);
    if (!cli_ready(read_options(cli, x), &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    if (!find_form(cli, x)) {
        return BRS_USAGE;
    }
    if (!load(cli, x, &err) || !brs_site_export(&x->export, &x->input, &cli->arena, &file, &err)) {
        return err.code == BRS_OK ? cli->failed : cli_end(&err, cli->operand[0]);
    }
    cli_write(x->output != NULL ? x->output : "-", file, x->force, &err);
    return cli_end(&err, x->output);
}

const cli_command cmd_export = {
    "export", "REPLAY|TRANSCRIPT", "Makes one file of a game to take along: questions for Anki or Moodle, or a book.",
    "broadside export game.replay --to anki -o game.txt\n"
    "broadside export game.replay --to gift -o quiz.gift.txt\n"
    "broadside export game.replay --to epub -o game.epub\n",
    options, run, CLI_WRITES,
};
