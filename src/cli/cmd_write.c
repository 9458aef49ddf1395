// broadside write: a game is written down as it is played. Each line is played as it is typed and is in the file before
// the next one is asked for.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "fs.h"
#include "str.h"

static const cli_option options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {'e', "edition", "EDITION", "under which rules (default: the first of `editions list`)"},
    {'d', "deck", "DECK", "built-in name or file; first for A, again for B"},
    {'N', "name", "NAME", "a player's name; first A, again B ...; their number is the number of players"},
    {'s', "seed", "HEX", "chance is computed from a seed (default: recorded, from the table)"},
    {0, NULL, NULL, NULL},
};

enum { MAX_LINES = 8192, MOST_LISTED = 12 };

typedef struct {
    const char *game, *edition, *deck[2], *name[BRS_MAX_SEATS], *seed;
    int decks, names;
} write_options;

typedef struct {
    cli_run *cli;
    const cli_library *library;
    brs_transcript_world world;
    const char *path;
    write_options o;
    brs_str head;
    const char *line[MAX_LINES];
    int step[MAX_LINES];        // lines of one step came together, headers too, and are taken back together
    int lines, steps;
    brs_arena work;             // of the scribe: begun anew when a line is refused or taken back
    brs_scribe *scribe;
    brs_err first;              // mistake of the line at hand
    int mistakes;
    fs_appender file;
    cli_shown shown;
    brs_buf out, listed;
    cli_reader reader;
    char prompt[160];
} writing;

static void take_mistake(void *ctx, const brs_err *err, bool warning)
{
    writing *w = ctx;
    (void)warning;
    if (w->mistakes++ == 0) {
        w->first = *err;
    }
}

static void show(writing *w)
{
    fwrite(w->out.ptr, 1, w->out.len, stdout);
    fflush(stdout);
    buf_reset(&w->out);
}

// ---- the scribe ------------------------------------------------------------------------------------------------------

static bool begin_anew(writing *w)
{
    const brs_report report = {take_mistake, w};
    brs_arena_reset(&w->work);
    w->mistakes = 0;
    w->first = BRS_ERR_NONE;
    w->scribe = brs_scribe_begin(w->head, w->path, &w->world, &w->work, report);
    for (int i = 0; w->scribe != NULL && i < w->lines; i++) {
        if (!brs_scribe_line(w->scribe, str_of(w->line[i]))) {
            return false;
        }
    }
    return w->scribe != NULL;
}

static bool is_header(const char *line)
{
    return (line[0] == 'T' && line[1] >= '0' && line[1] <= '9') || strncmp(line, "round ", 6) == 0 || strncmp(line, "trick ", 6) == 0 ||
           strcmp(line, "setup") == 0;
}

static bool save_line(writing *w, const char *line, brs_err *err)
{
    char text[CLI_MAX_LINE + 8];
    const int len = snprintf(text, sizeof text, "%s%s\n", is_header(line) ? "" : "  ", line);
    if (w->lines == MAX_LINES) {
        return brs_fail(err, BRS_LIMIT, "more than %d lines", (int)MAX_LINES);
    }
    w->step[w->lines] = w->steps;
    w->line[w->lines++] = brs_arena_string(&w->cli->arena, str_of(line));
    return fs_append(&w->file, (brs_str){text, (size_t)len}, err);
}

// Tries lines one after the other; when one is refused, all is as before.
static bool try_lines(writing *w, const char *const *lines, int count)
{
    for (int i = 0; i < count; i++) {
        if (!brs_scribe_line(w->scribe, str_of(lines[i]))) {
            const brs_err kept = w->first;
            begin_anew(w);
            w->first = kept;
            return false;
        }
    }
    return true;
}

// "T5 B", "round 2", "trick 3": the header of the unit that the game is in.
static void header_of(const writing *w, int unit, char *out, size_t cap, bool seat)
{
    const brs_game *game = brs_scribe_game(w->scribe);
    const brs_unit_info *info = game->setup->game->unit;
    if (info->group > 0) {
        if (unit % info->group == 0) {
            snprintf(out, cap, "round %d", unit / info->group);
        } else {
            snprintf(out, cap, "%s %d", info->id, unit % info->group);
        }
        return;
    }
    const int who = game->setup->game->turn_seat(game->state);
    if (unit == 0) {
        snprintf(out, cap, "setup");
    } else if (seat && who < game->setup->seats) {
        snprintf(out, cap, "T%d %c", unit, brs_seat_letter(game->setup, who));
    } else {
        snprintf(out, cap, "T%d", unit);
    }
}

static int unit_now(const writing *w)
{
    const brs_game *game = brs_scribe_game(w->scribe);
    return game->setup->game->unit_now(game->state);
}

// Headers of units that have begun, so that nobody has to write them.
static bool add_headers(writing *w, int before, brs_err *err)
{
    const int unit = unit_now(w), group = brs_scribe_game(w->scribe)->setup->game->unit->group;
    char header[64];
    if (brs_scribe_game(w->scribe)->n == 0 || unit == before) {
        return true;
    }
    header_of(w, unit, header, sizeof header, true);
    if (w->lines > 0 && strcmp(w->line[w->lines - 1], header) == 0) {  // it was written to get here
        return true;
    }
    if (group > 0 && unit / group != before / group && unit % group != 0) {
        header_of(w, unit / group * group, header, sizeof header, true);
        if (brs_scribe_line(w->scribe, str_of(header)) && !save_line(w, header, err)) {
            return false;
        }
    }
    header_of(w, unit, header, sizeof header, true);
    return brs_scribe_line(w->scribe, str_of(header)) ? save_line(w, header, err) : begin_anew(w);
}

// ---- a line ---------------------------------------------------------------------------------------------------------------

static bool is_seat(const brs_setup *setup, brs_str word)
{
    bool found = false;
    for (int seat = 0; seat < setup->seats; seat++) {
        found = found || (word.len == 1 && word.ptr[0] == brs_seat_letter(setup, seat));
    }
    return found;
}

// A seat that stands before the rest of a line.
static brs_str cut_seat(const brs_setup *setup, brs_str *line)
{
    brs_str rest = *line, word = str_word(&rest);
    if (rest.len == 0 || !is_seat(setup, word)) {
        return (brs_str){"", 0};
    }
    *line = rest;
    return word;
}

static bool begins_with_word(const brs_setup *setup, const char *line)
{
    const brs_game_def *game = setup->game;
    brs_str rest = str_of(line);
    cut_seat(setup, &rest);
    brs_str word = str_word(&rest);
    for (const brs_verb *row = game->verbs; row->word != NULL; row++) {
        if (row->word[0] == '\0' || str_is(word, row->word)) {  // a game whose plays have no word lacks none
            return true;
        }
    }
    return word.len > 0 && strchr("#>@=", word.ptr[0]) != NULL;
}

static bool accept(writing *w, const char *const *lines, int count, brs_err *err)
{
    w->steps++;
    for (int i = 0; i < count; i++) {
        if (!save_line(w, lines[i], err)) {
            return false;
        }
    }
    return true;
}

// The words that the open question is answered with, a bit each; *unseen: how a card that nobody saw is written there.
static uint64_t open_words(const writing *w, char unseen[64])
{
    const brs_game *g = brs_scribe_game(w->scribe);
    uint64_t words = 0;
    unseen[0] = '\0';
    for (int i = 0; i < g->n; i++) {
        brs_spelling spelling;
        g->setup->game->spell(g->setup, g->state, g->choices[i], &spelling);
        words |= UINT64_C(1) << spelling.verb;
        if (g->choices[i].seat == BRS_SEAT_CHANCE && strcmp(spelling.name, "?") == 0) {
            snprintf(unseen, 64, "%s ?", g->setup->game->verbs[spelling.verb].word);
        }
    }
    return words;
}

// The words of the question that a player answers next, when nobody sees what chance brings until then.
static uint64_t next_words(writing *w, uint64_t *chance)
{
    char unseen[64];
    uint64_t words = open_words(w, unseen);
    *chance = unseen[0] != '\0' ? words : 0;
    while (unseen[0] != '\0' && brs_scribe_line(w->scribe, str_of(unseen))) {
        words = open_words(w, unseen);
    }
    if (*chance != 0) {
        begin_anew(w);
    }
    return words;
}

// The line with a word that was left out: those that a player answers with next come first, those of chance last.
static bool try_words(writing *w, const char *line, const char **lines, int count, char *room, size_t cap)
{
    // What the scribe gives is gone when it begins anew; the game's tables stay.
    const brs_game_def *game = brs_scribe_game(w->scribe)->setup->game;
    brs_str rest = str_of(line);
    const brs_str seat = cut_seat(brs_scribe_game(w->scribe)->setup, &rest);
    if (rest.len < 2) {  // "d" is rather done than a card with such a word
        return false;
    }
    uint64_t chance;
    const uint64_t next = next_words(w, &chance), order[3] = {next & ~chance, ~next & ~chance, chance};
    for (int pass = 0; pass < 3; pass++) {
        for (int row = 0; game->verbs[row].word != NULL; row++) {
            const brs_verb *verb = &game->verbs[row];
            if (verb->noun[0] == '\0' || verb->word[0] == '\0' || (order[pass] >> row & 1) == 0) {
                continue;
            }
            snprintf(room, cap, "%.*s%s%s %.*s", BRS_ARG(seat), seat.len > 0 ? " " : "", verb->word, BRS_ARG(rest));
            lines[count - 1] = room;
            if (try_lines(w, lines, count)) {
                return true;
            }
        }
    }
    return false;
}

// The whole file anew, in one step.
static bool rewrite_file(writing *w, brs_err *err)
{
    brs_buf all;
    buf_init(&all, &w->cli->arena, 4096);
    buf_put(&all, w->head);
    for (int i = 0; i < w->lines; i++) {
        buf_putf(&all, "%s%s\n", is_header(w->line[i]) ? "" : "  ", w->line[i]);
    }
    return fs_append_close(&w->file, false, err) && fs_write(w->path, buf_str(&all), true, err) &&
           fs_append_open(w->path, (int64_t)all.len, &w->file, err);
}

// What is counted at the end of a turn is written when the next one has begun: a check that comes first in a turn stands
// at the end of the one before.
static bool submit_check(writing *w, const char *line, brs_err *err)
{
    enum { HEADERS = 2 };
    const char *lines[2 + HEADERS];
    int count = 0, headers = 0;
    while (headers < HEADERS && headers < w->lines && is_header(w->line[w->lines - 1 - headers])) {
        headers++;
    }
    const int kept = w->lines - headers;
    if (line[0] != '=' || headers == 0 || kept == 0) {
        return false;
    }
    if (brs_scribe_game(w->scribe)->setup->game->unit->group == 0) {
        lines[count++] = "@end";
    }
    lines[count++] = brs_arena_string(&w->cli->arena, str_of(line));
    for (int i = 0; i < headers; i++) {
        lines[count + i] = w->line[kept + i];
    }
    w->lines = kept;
    begin_anew(w);
    const bool taken = try_lines(w, lines, count + headers) && kept + count + headers < MAX_LINES;
    w->lines = kept + headers;
    if (!taken) {
        const brs_err told = w->first;
        begin_anew(w);
        w->first = told;
        return false;
    }
    w->steps++;
    for (int i = headers - 1; i >= 0; i--) {
        w->line[kept + count + i] = w->line[kept + i];
        w->step[kept + count + i] = w->step[kept + i];
    }
    for (int i = 0; i < count; i++) {
        w->line[kept + i] = lines[i];
        w->step[kept + i] = w->steps;
    }
    w->lines += count;
    return rewrite_file(w, err);
}

// The line as it is; with a word that was left out; in the next turn.
static bool submit(writing *w, const char *line, brs_err *err)
{
    const int before = unit_now(w);
    char header[64], with_word[CLI_MAX_LINE + 32];
    const bool plain = begins_with_word(brs_scribe_game(w->scribe)->setup, line);
    brs_err told = BRS_ERR_NONE;
    if (submit_check(w, line, err)) {
        return true;
    }
    for (int later = 0; later < 2 && err->code == BRS_OK; later++) {
        const char *lines[2] = {header, line};
        header_of(w, before + 1, header, sizeof header, false);
        if (try_lines(w, lines + (1 - later), 1 + later)) {
            return accept(w, lines + (1 - later), 1 + later, err) && add_headers(w, later == 1 ? before + 1 : before, err);
        }
        told = told.code == BRS_OK ? w->first : told;
        if (!plain && try_words(w, line, lines + (1 - later), 1 + later, with_word, sizeof with_word)) {
            return accept(w, lines + (1 - later), 1 + later, err) && add_headers(w, later == 1 ? before + 1 : before, err);
        }
    }
    w->first = told;
    return false;
}

static bool take_back(writing *w, brs_err *err)
{
    const char *taken = NULL;
    int kept = 0;
    if (w->steps == 0) {
        buf_puts(&w->out, "There is nothing to take back.\n");
        return true;
    }
    for (int i = 0; i < w->lines; i++) {
        if (w->step[i] != w->steps) {
            w->step[kept] = w->step[i];
            w->line[kept++] = w->line[i];
        } else if (!is_header(w->line[i])) {
            taken = w->line[i];
        }
    }
    w->lines = kept;
    w->steps--;
    buf_putf(&w->out, "Taken back: %s\n", taken != NULL ? taken : "a heading");
    if (!rewrite_file(w, err)) {
        return false;
    }
    begin_anew(w);
    const brs_game *game = brs_scribe_game(w->scribe);
    w->shown = (cli_shown){game->trace->event_count, -1, -1};
    return true;
}

// ---- what is shown -----------------------------------------------------------------------------------------------------------

static void list_choices(writing *w)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    cli_list_choices(w->cli, &w->out, g, g->setup->game->handles > 0 ? MOST_LISTED : 0);
}

static void help(writing *w, const char *about)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    if (about[0] != '\0') {
        cli_explain(w->cli, &w->out, g, about);
        return;
    }
    const size_t from = w->out.len;
    buf_puts(&w->out, g->setup->game->handles > 0
                          ? "Write what was done: \"play Snow Wall -> Stockade\"; beginnings do: \"snow -> stock\". "
                            "Or the number of a choice. Turns, cards that nobody saw and passing on are written for you.\n"
                          : "Write what was played, one after the other: \"3\", \"55\", \"-\"; or several with bars "
                            "between: \"B 33 | C 55 | D -\". Rounds and tricks are written for you.\n");
    buf_puts(&w->out, "  = B LP 96   a check, = 97 96 of all     > words   a note     @drain   an anchor\n"
                      "  ! ?! ...    behind a line: good, doubtful      fix B LP 94 because \"...\"\n"
                      "  l   lists all choices     t   shows the table     u   takes the last line back\n"
                      "  q   leaves; the same command goes on later   ? NAME  explains a card or a rule\n");
    buf_puts(&w->out, w->reader.terminal ? "  Tab completes a name; arrow up brings back what was typed before.\n" : "");
    cli_wrap(&w->out, from, 2);
    cli_list_choices(w->cli, &w->out, g, BRS_MAX_CHOICES);
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
        header_of(w, unit_now(w), header, sizeof header, true);
        snprintf(w->prompt, sizeof w->prompt, "%s%s%s, %s > ", bold, header, off,
                 spelling.seat < g->setup->seats ? cli_seat_name(g->setup, spelling.seat) : "chance");
    }
    buf_puts(&w->out, w->prompt);
    show(w);
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

// "= 96 88": a number for each player, of what this game counts first.
static bool spread_check(const brs_setup *setup, const char *line, char text[CLI_MAX_LINE])
{
    const brs_str what = {setup->game->measures, strcspn(setup->game->measures, " ,")};
    brs_str rest = str_of(line + 1);
    int64_t number;
    int len = snprintf(text, CLI_MAX_LINE, "=");
    for (int seat = 0; seat < setup->seats; seat++) {
        const brs_str word = str_word(&rest);
        if (line[0] != '=' || !str_number(word, &number) || len > CLI_MAX_LINE - 64) {
            return false;
        }
        len += snprintf(text + len, (size_t)(CLI_MAX_LINE - len), "%s %c %.*s %lld", seat > 0 ? ";" : "", brs_seat_letter(setup, seat), BRS_ARG(what),
                        (long long)number);
    }
    return rest.len == 0;
}

// The choice that the beginning of a word means ("d" for done), as it is written in full.
static bool spell_out(const writing *w, const char *line, char text[CLI_MAX_LINE], brs_err *why)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    brs_arena arena;
    brs_str rest;
    brs_arena_init(&arena, 0);
    const int index = g->n > 0 ? brs_choice_read(g, str_of(line), &arena, &rest, why) : -1;
    const bool whole = index >= 0 && rest.len == 0;
    if (whole) {
        brs_choice_write(g->setup, g->state, g->choices, g->n, index, text, CLI_MAX_LINE);
    }
    brs_arena_release(&arena);
    return whole;
}

// A line that is to be written. False: the file cannot be written.
static bool take_line(writing *w, const char *line, brs_err *err)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    char text[CLI_MAX_LINE];
    const int listed = cli_listed(g, line);
    if (listed >= 0) {
        brs_choice_write(g->setup, g->state, g->choices, g->n, listed, text, sizeof text);
        line = text;
    } else if (spread_check(g->setup, line, text)) {
        line = text;
    }
    const bool worded = begins_with_word(g->setup, line);
    const uint32_t events = g->trace->event_count;
    bool taken = submit(w, line, err);
    brs_err told = w->first, why = BRS_ERR_NONE;
    if (!taken && err->code == BRS_OK && spell_out(w, line, text, &why)) {
        taken = submit(w, text, err);
    }
    told = !worded && why.code != BRS_OK ? why : told;
    if (taken && brs_scribe_game(w->scribe)->trace->event_count == events) {
        buf_puts(&w->out, line[0] == '=' ? "It is so.\n" : "Noted.\n");
    } else if (taken) {
        tell_new(w);
    } else {
        const size_t from = w->out.len;
        buf_putf(&w->out, "%s\n%s%s", told.msg, told.help, told.help[0] != '\0' ? "\n" : "");
        cli_wrap(&w->out, from, 2);
    }
    return err->code == BRS_OK;
}

// False: it is time to leave.
static bool command(writing *w, const char *line, brs_err *err)
{
    const brs_game *g = brs_scribe_game(w->scribe);
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
        return take_back(w, err) ? (list_choices(w), true) : false;
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

static brs_str new_head(writing *w)
{
    const write_options *o = &w->o;
    brs_buf *head = BRS_NEW(&w->cli->arena, brs_buf, 1);
    buf_init(head, &w->cli->arena, 512);
    buf_putf(head, "broadside-transcript 1\ngame: %s\n", o->game != NULL ? o->game : "rnr");
    if (o->edition != NULL) {
        buf_putf(head, "edition: %s\n", o->edition);
    }
    for (int seat = 0; seat < o->names; seat++) {
        buf_putf(head, "%s %c \"", seat == 0 ? "players:" : ";", 'A' + seat);
        for (const char *c = o->name[seat]; *c != '\0'; c++) {
            buf_putf(head, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
        }
        buf_byte(head, '"');
    }
    buf_puts(head, o->names > 0 ? "\n" : "");
    for (int seat = 0; seat < o->decks; seat++) {
        buf_putf(head, "%s %c %s", seat == 0 ? "decks:" : ";", 'A' + seat, o->deck[seat]);
    }
    buf_puts(head, o->decks > 0 ? "\n" : "");
    buf_putf(head, o->seed != NULL ? "chance: seed %s\n\n" : "chance: recorded\n\n", o->seed);
    return buf_str(head);
}

// A transcript that is there already: its head, and its lines.
static bool read_file(writing *w, brs_err *err)
{
    brs_str text, line;
    bool joins = false;
    int statement = 0;  // step of the last one
    if (!fs_read(w->path, BRS_TRANSCRIPT_MAX_FILE, &w->cli->arena, &text, err)) {
        return false;
    }
    // A line without its end was not finished.
    while (text.len > 0 && text.ptr[text.len - 1] != '\n') {
        text.len--;
    }
    brs_str rest = text;
    w->head = text;
    while (str_line(&rest, &line)) {
        const char *own = brs_arena_string(&w->cli->arena, str_trim(line));
        if (w->lines == 0 && !is_header(own)) {
            continue;
        }
        if (w->lines == 0) {
            w->head.len = (size_t)(line.ptr - text.ptr);
        }
        if (w->lines == MAX_LINES) {
            return brs_fail(err, BRS_LIMIT, "more than %d lines", (int)MAX_LINES);
        }
        // A header came with the last statement before it; "T4" without a seat was written to get to the line below it.
        const bool header = is_header(own) && strchr(own, ':') == NULL, bare = header && own[0] == 'T' && strchr(own, ' ') == NULL;
        w->steps += w->lines > 0 && !joins && (bare || !header);
        joins = bare;
        w->step[w->lines] = header && !bare ? statement : w->steps;
        statement = strchr("=@>#", own[0]) == NULL ? w->steps : statement;
        w->line[w->lines++] = own;
    }
    return fs_append_open(w->path, (int64_t)text.len, &w->file, err);
}

static bool begin(writing *w, brs_err *err)
{
    const bool there = fs_exists(w->path);
    if (there ? !read_file(w, err) : false) {
        return false;
    }
    w->head = there ? w->head : new_head(w);
    if (!begin_anew(w)) {
        *err = w->first;
        err->line = there ? err->line : 0;
        return false;
    }
    // The head comes as a whole, or not at all.
    return there || (fs_write(w->path, w->head, false, err) && fs_append_open(w->path, (int64_t)w->head.len, &w->file, err) &&
                     add_headers(w, -1, err));
}

// Names in full, one layout; only when there is no mistake in it.
static void format_file(writing *w)
{
    brs_replay *replay = BRS_NEW(&w->cli->arena, brs_replay, 1);
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    if (begin_anew(w) && brs_scribe_end(w->scribe, replay) && brs_transcript_text(replay, &w->world, &w->work, &text, &err) &&
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
