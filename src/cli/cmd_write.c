// broadside write: a game is written down as it is played. Each line is played as it is typed and is in the file before
// the next one is asked for.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_write.h"
#include "str.h"

static const cli_option options[] = {
    {'g' | CLI_RECORDED, "game", "GAME", "which game (default: rnr)"},
    {'e' | CLI_RECORDED, "edition", "EDITION", "under which rules (default: the first of `editions list`)"},
    {'d', "deck", "DECK", "built-in name or file; first for A, again for B"},
    {'N', "name", "NAME", "a player's name; first A, again B ...; their number is the number of players"},
    {'s', "seed", "HEX", "chance is computed from a seed (default: recorded, from the table)"},
    {0, NULL, NULL, NULL},
};

enum { MOST_LISTED = 12, LISTED_WITH_HELP = 6 };  // a screen has 24 lines

static void show(writing *w)
{
    fwrite(w->out.ptr, 1, w->out.len, stdout);
    fflush(stdout);
    buf_reset(&w->out);
}

// ---- what is shown -----------------------------------------------------------------------------------------------------------

static void ask_who_begins(writing *w)
{
    const size_t from = w->out.len;
    const brs_setup *setup = brs_scribe_game(w->scribe)->setup;
    const int last = setup->seats - 1;
    buf_putf(&w->out, "Who begins? Write \"first %c\" (%s)", brs_seat_letter(setup, 0), cli_seat_name(setup, 0));
    buf_putf(&w->out, " or \"first %c\" (%s), or what the dice showed: \"roll %c 3; %c 6\".\n", brs_seat_letter(setup, last), cli_seat_name(setup, last),
             brs_seat_letter(setup, 0), brs_seat_letter(setup, last));
    cli_wrap(&w->out, from, 2);
}

static void list_choices(writing *w)
{
    if (write_asks_who_begins(w)) {
        ask_who_begins(w);
    }
    const brs_game *g = brs_scribe_game(w->scribe);
    cli_list_choices(w->cli, &w->out, g, g->setup->game->handles > 0 ? MOST_LISTED : 0);
}

static void help(writing *w, const char *about)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    if (about[0] != '\0') {
        const bool begins = (str_begins(str_of(about), BRS_STR("first")) || str_begins(str_of(about), BRS_STR("begin"))) && write_asks_who_begins(w);
        if (begins) {
            ask_who_begins(w);
        }
        if (!begins || about[0] != 'b') {
            cli_explain(w->cli, &w->out, brs_scribe_game(w->scribe), about);
        }
        return;
    }
    const size_t from = w->out.len;
    buf_puts(&w->out, g->setup->game->handles > 0
                          ? "Write what was done: \"play Snow Wall -> Stockade\"; beginnings do: \"snow -> stock\". "
                            "Or the number of a choice. Turns, cards that nobody saw and passing on are written for you.\n"
                          : "Write what was played, one after the other: \"3\", \"55\", \"-\"; or several with bars "
                            "between: \"B 33 | C 55 | D -\". Rounds and tricks are written for you.\n");
    buf_puts(&w->out, g->setup->game->handles > 0
                          ? "  use NAME   an ability   aoa NAME -> NAME   an Attack on Attack   yes   no\n"
                            "  NAME, NAME   several   mill NAME   a card that was turned up\n"
                          : "");
    buf_puts(&w->out, "  = B LP 96   checks a number (= 97 96: all of them)   > words  a note\n"
                      "  fix B LP 94 because \"...\"   what the table did wrong    @drain   an anchor\n"
                      "  ! ?! ...    at the end of a line: good, doubtful\n"
                      "  l  lists all choices   t  shows the table   u  takes the last line back\n"
                      "  q  leaves; the same command goes on later\n"
                      "  ? NAME  explains a card, ? RB:195 what the rules say there (GL: the Glossary)\n");
    buf_puts(&w->out, w->reader.terminal ? "  Tab completes a name; arrow up brings back what was typed before.\n  Ctrl-Z leaves for the shell, fg comes back.\n" : "");
    cli_wrap(&w->out, from, 2);
    cli_list_choices(w->cli, &w->out, g, g->setup->game->handles > 0 ? LISTED_WITH_HELP : BRS_MAX_CHOICES);
}

static void prompt(writing *w)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    const char *bold = cli_paint(w->cli, "bold"), *off = cli_paint(w->cli, "off");
    char header[64];
    if (g->n == 0) {
        snprintf(w->prompt, sizeof w->prompt, "%sThe game is over%s (q leaves) > ", bold, off);
    } else {
        brs_spelling spelling;
        g->setup->game->spell(g->setup, g->state, g->choices[0], &spelling);
        write_header_of(w, write_unit_now(w), header, sizeof header, true);
        snprintf(w->prompt, sizeof w->prompt, "%s%s%s, %s > ", bold, header, off,
                 spelling.seat < g->setup->seats ? cli_seat_name(g->setup, spelling.seat) : "chance");
    }
}

static void complete(void *ctx, char *line, int cap, brs_buf *out)
{
    const writing *w = ctx;
    cli_complete(brs_scribe_game(w->scribe), line, cap, out);
}

static void tell_new(writing *w)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    cli_print_events(w->cli, &w->out, g->setup, g->trace, BRS_SEAT_NONE, &w->shown);
    list_choices(w);
}

// A line that is to be written. False: the file cannot be written.
static bool take_line(writing *w, const char *line, brs_err *err)
{
    const uint32_t events = brs_scribe_game(w->scribe)->trace->event_count, decisions = brs_scribe_game(w->scribe)->decisions;
    brs_err told = BRS_ERR_NONE;
    const bool taken = write_take_line(w, line, &told, err);
    if (taken && brs_scribe_game(w->scribe)->trace->event_count == events) {
        buf_puts(&w->out, line[0] == '=' ? "It is so.\n" : "Noted.\n");
        if (brs_scribe_game(w->scribe)->decisions != decisions) {  // something else is asked now
            list_choices(w);
        }
    } else if (taken) {
        tell_new(w);
    } else if (!write_ask_which(w, line, &told)) {
        const size_t from = w->out.len;
        buf_putf(&w->out, "%s\n%s%s", told.msg, told.help, told.help[0] != '\0' ? "\n" : "");
        cli_wrap(&w->out, from, 2);
    }
    return err->code == BRS_OK;
}

static bool take_back(writing *w, brs_err *err)
{
    const char *taken;
    if (w->steps == 0) {
        buf_puts(&w->out, "There is nothing to take back.\n");
    } else if (write_take_back(w, &taken, err)) {
        buf_putf(&w->out, "Taken back: %s\n", taken != NULL ? taken : "a heading");
        w->shown = (cli_shown){brs_scribe_game(w->scribe)->trace->event_count, -1, -1};
    } else {
        return false;
    }
    list_choices(w);
    return true;
}

// False: it is time to leave.
static bool command(writing *w, const char *line, brs_err *err)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    line = cli_command_letter(write_answer_which(w, line));
    if (strcmp(line, "q") == 0) {
        return false;
    }
    if (line[0] == '\0' || strcmp(line, "l") == 0) {
        cli_list_choices(w->cli, &w->out, g, BRS_MAX_CHOICES);
    } else if (line[0] == '?' && (line[1] == '\0' || line[1] == ' ')) {
        help(w, line + 1 + strspn(line + 1, " "));
    } else if (strcmp(line, "t") == 0) {
        cli_print_table(w->cli, &w->out, g->setup, g->state, BRS_SEAT_NONE, true);
    } else if (strcmp(line, "u") == 0) {
        return take_back(w, err);
    } else {
        return take_line(w, line, err);
    }
    return true;
}

// ---- beginning and leaving -----------------------------------------------------------------------------------------------------

static int read_options(cli_run *cli, write_options *o)
{
    const char *value;
    int letter = CLI_BAD;
    bool ok = true;
    while (ok && (letter = cli_next(cli, &value)) >= 0) {
        o->game = letter == 'g' ? value : o->game;
        o->edition = letter == 'e' ? value : o->edition;
        o->seed = letter == 's' ? value : o->seed;
        if (letter == 'd') {
            ok = cli_take(cli, o->deck, &o->decks, 2, value);
        } else if (letter == 'N') {
            ok = cli_take_name(cli, o->name, &o->names, value);
        }
    }
    return ok ? letter : CLI_BAD;
}

static bool begin(writing *w, brs_err *err)
{
    const bool there = fs_exists(w->path);
    if (there ? !write_read_file(w, err) : false) {
        return false;
    }
    w->head = there ? w->head : write_new_head(w);
    if (!write_begin_anew(w)) {
        *err = w->first;
        err->line = there ? err->line : 0;
        return false;
    }
    // The head comes as a whole, or not at all.
    return there || (fs_write(w->path, w->head, false, err) && fs_append_open(w->path, (int64_t)w->head.len, &w->file, err) &&
                     write_add_headers(w, -1, err));
}

// Names in full, one layout; only when there is no mistake in it.
static void format_file(writing *w)
{
    brs_replay *replay = BRS_NEW(&w->cli->arena, brs_replay, 1);
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    if (write_begin_anew(w) && brs_scribe_end(w->scribe, replay) && brs_transcript_text(replay, &w->world, &w->work, &text, &err) &&
        fs_write(w->path, text, true, &err)) {
        const char *shown = cli_tame(&w->work, w->path);
        printf("Written in %s. To publish it:\n  broadside site %s -o public\n", shown, shown);
    } else {
        const brs_err *why = err.code != BRS_OK ? &err : &w->first;
        printf("Written in %s, as it was typed%s%s.\n", w->path, why->msg[0] != '\0' ? ": " : "", why->msg);
    }
}

static int run(cli_run *cli)
{
    writing *w = BRS_NEW(&cli->arena, writing, 1);
    char line[CLI_MAX_LINE];
    brs_err err = BRS_ERR_NONE;
    int status;
    w->cli = cli;
    if (!cli_ready(read_options(cli, &w->o), &status)) {
        return status;
    }
    if (cli->operands != 1) {
        return cli_misuse(cli, "which file? broadside write club.transcript --deck ... --deck ...");
    }
    w->path = cli->operand[0];
    w->library = cli_library_load(cli);
    if (w->library == NULL) {
        return BRS_UNEXPECTED;
    }
    w->world = cli_world(cli, w->library, w->path);
    w->shown = (cli_shown){0, -1, -1};
    brs_arena_init(&w->work, 0);
    buf_init(&w->out, &cli->arena, 8192);
    buf_init(&w->listed, &cli->arena, 1024);
    w->reader = (cli_reader){.terminal = isatty(0) != 0 && isatty(1) != 0, .complete = complete, .ctx = w, .prompt = w->prompt,
                             .out = &w->listed};
    if (!begin(w, &err)) {
        return cli_end(&err, w->path);
    }
    w->shown.events = brs_scribe_game(w->scribe)->trace->event_count;
    buf_puts(&w->out, "? helps. Each line is saved as it is taken.\n");
    list_choices(w);
    for (bool more = true; more;) {
        prompt(w);
        show(w);
        more = cli_read_line(&w->reader, line) && command(w, line + strspn(line, " "), &err);
    }
    show(w);
    if (err.code == BRS_OK && fs_append_close(&w->file, true, &err)) {
        format_file(w);
    }
    brs_arena_release(&w->work);
    return cli_end(&err, w->path);
}

const cli_command cmd_write = {
    "write", "TRANSCRIPT", "Writes a game down as it is played: offers what is legal, completes names, saves every line.",
    "broadside write club.transcript --deck paper-and-ink --deck hearth-and-field --name Ann --name Bo\n"
    "broadside write club.transcript                    goes on with it\n"
    "broadside write evening.transcript --game revolution --name Nia --name Eli --name Sam --name Wes\n",
    options, run, CLI_WRITES,
};
