// broadside play: a game at the terminal, against a bot, between two people, or to watch. It is on disk, decision by
// decision, before it goes on.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "broadside/journal.h"
#include "cli.h"
#include "fs.h"
#include "str.h"

static const cli_option options[] = {
    {'g' | CLI_RECORDED, "game", "GAME", "which game (default: rnr)"},
    {'e' | CLI_RECORDED, "edition", "EDITION", "under which rules (default: the first of `editions list`)"},
    {'d', "deck", "DECK", "built-in name or file; first for A, again for B (default: two that are legal)"},
    {'p', "players", "NUMBER", "how many players (default: the fewest that the game is for)"},
    {'y', "you", "SEATS", "the seats that people play: A, AB for two at one keyboard, none to watch (default: A)"},
    {'b' | CLI_RECORDED, "bot", "BOT", "who plays the other seats (default: greedy)"},
    {'N' | CLI_RECORDED, "name", "NAME", "a player's name; first A, again B ..."},
    {'s', "seed", "NUMBER", "seed of the game (default: a new one each time)"},
    {'o', "output", "FILE", "the replay (default: game.replay); until the end the game is in FILE.journal"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

enum { SHORT_LIST = 14 };

typedef struct {
    const char *game, *edition, *deck[2], *bot, *name[BRS_MAX_SEATS], *you, *output;
    int decks, names;
    int64_t players, seed;
} play_options;

typedef struct {
    cli_run *cli;
    const cli_library *library;
    play_options o;
    brs_setup setup;
    brs_salvage *found;       // of a journal that was left
    brs_game game;
    brs_trace trace;
    brs_journal journal;
    brs_bot bot[BRS_MAX_SEATS];
    const brs_bot_kind *kind;
    bool person[BRS_MAX_SEATS];
    int people, seat;         // seat: who looks at the screen
    bool terminal, quit;
    bool asking;              // a choice is asked for: names can be completed
    bool run_on;              // what happens is told without stops, up to the next decision
    cli_shown shown;
    brs_buf out, listed;
    cli_reader reader;
    char prompt[96];
    char rest[CLI_MAX_LINE];  // of what was typed, for the next question
    char journal_path[1100];
    brs_arena scratch;
} play;

static void show(play *p)
{
    fwrite(p->out.ptr, 1, p->out.len, stdout);
    fflush(stdout);
    buf_reset(&p->out);
}

// ---- setting up -------------------------------------------------------------------------------------------------------

static int read_options(cli_run *cli, play_options *o)
{
    const char *value;
    int letter;
    bool ok = true;
    *o = (play_options){.you = "A", .bot = "greedy", .output = "game.replay", .seed = -1};
    while (ok && (letter = cli_next(cli, &value)) >= 0) {
        switch (letter) {
        case 'g': o->game = value; break;
        case 'e': o->edition = value; break;
        case 'd': ok = cli_take(cli, o->deck, &o->decks, 2, value); break;
        case 'p': ok = cli_number(cli, "--players", value, 1, BRS_MAX_SEATS, &o->players); break;
        case 'y': o->you = value; break;
        case 'b': o->bot = value; break;
        case 'N': ok = cli_take_name(cli, o->name, &o->names, value); break;
        case 's': ok = cli_number(cli, "--seed", value, 0, INT64_C(999999999999999999), &o->seed); break;
        case 'o': o->output = value; break;
        default: break;
        }
    }
    return ok ? letter : CLI_BAD;
}

static bool take_seats(play *p)
{
    for (const char *c = p->o.you; *c != '\0' && strcmp(p->o.you, "none") != 0; c++) {
        const int seat = (*c >= 'a' && *c <= 'z' ? *c - 'a' : *c - 'A');
        if (seat < 0 || seat >= p->setup.seats) {
            cli_misuse(p->cli, "--you: there is no seat \"%c\" at this table", *c);
            return false;
        }
        p->people += !p->person[seat];
        p->person[seat] = true;
    }
    return true;
}

static bool find_decks(play *p, const cli_game *game, const brs_edition **edition)
{
    cli_deck *deck = BRS_NEW(&p->cli->arena, cli_deck, 2);
    if (game->game->read_deck == NULL) {
        return true;
    }
    for (int seat = 0; seat < 2 && p->o.decks > 0; seat++) {
        if (cli_find_deck(p->cli, game, p->o.deck[seat < p->o.decks ? seat : 0], &deck[seat]) != BRS_OK) {
            return false;
        }
        p->setup.deck[seat] = deck[seat].deck;
        p->setup.cards = deck[seat].set;
    }
    *edition = *edition != NULL ? *edition : deck[0].edition;
    if (p->o.decks == 0) {
        for (int i = 0, seat = 0; i < game->deck_count && seat < 2; i++) {
            const brs_edition *under = *edition != NULL ? *edition : game->editions.edition[0];
            if (game->game->check_deck(under, &under->options, game->deck_set[i], &game->deck[i], (brs_report){0})) {
                p->setup.deck[seat++] = game->deck[i];
                p->setup.cards = game->deck_set[i];
            }
        }
    }
    return true;
}

// A seed that nobody knows.
static uint64_t fresh_seed(void)
{
    uint64_t seed = 1;
    FILE *from = fopen("/dev/urandom", "rb");
    if (from != NULL) {
        if (fread(&seed, sizeof seed, 1, from) != 1) {
            seed = 1;
        }
        fclose(from);
    }
    return seed >> 8;
}

static bool set_up(play *p)
{
    const cli_game *game = cli_find_game(p->cli, p->library, p->o.game);
    const brs_edition *edition = game != NULL && p->o.edition != NULL ? cli_find_edition(p->cli, game, p->o.edition) : NULL;
    brs_setup fresh;
    if (game == NULL || (p->o.edition != NULL && edition == NULL) || !find_decks(p, game, &edition)) {
        return false;
    }
    edition = edition != NULL ? edition : game->editions.edition[0];
    cli_setup(game, edition, &fresh);
    fresh.deck[0] = p->setup.deck[0];
    fresh.deck[1] = p->setup.deck[1];
    fresh.cards = p->setup.cards != NULL ? p->setup.cards : fresh.cards;
    fresh.seats = p->o.players > 0 ? (int)p->o.players : fresh.seats;
    fresh.seed = p->o.seed >= 0 ? (uint64_t)p->o.seed : fresh_seed();
    for (int seat = 0; seat < fresh.seats && seat < p->o.names; seat++) {
        fresh.name[seat] = p->o.name[seat];
    }
    p->setup = fresh;
    return take_seats(p);
}

// ---- the journal ---------------------------------------------------------------------------------------------------------

static bool left_journal(play *p, brs_err *err)
{
    brs_str bytes;
    p->found = BRS_NEW(&p->cli->arena, brs_salvage, 1);
    if (!fs_read(p->journal_path, 16 << 20, &p->cli->arena, &bytes, err) ||
        !brs_journal_read(bytes, &p->library->library, &p->cli->arena, p->found, err)) {
        return false;
    }
    if (p->found->mismatch.code != BRS_OK) {
        *err = p->found->mismatch;
        return false;
    }
    p->setup = p->found->setup;
    for (int seat = 0; seat < p->setup.seats; seat++) {
        p->person[seat] = p->found->head.bot[seat] == NULL;
        p->people += p->person[seat];
        p->o.bot = p->found->head.bot[seat] != NULL ? p->found->head.bot[seat] : p->o.bot;
    }
    return true;
}

static bool begin_journal(play *p, brs_err *err)
{
    brs_replay about = {0};
    for (int seat = 0; seat < p->setup.seats; seat++) {
        about.name[seat] = p->setup.name[seat];
        about.bot[seat] = p->person[seat] ? NULL : p->kind->id;
        if (p->setup.cards != NULL && p->setup.deck[seat].name != NULL && p->setup.deck[seat].name[0] != '\0') {
            about.deck_name[seat] = p->setup.deck[seat].name;
        }
    }
    return brs_journal_begin(&p->journal, p->journal_path, &p->setup, &about, &p->cli->arena, err);
}

// Starts the game, or plays a left one again up to where it was.
static bool start(play *p, brs_err *err)
{
    brs_arena *arena = &p->cli->arena;
    void *state = brs_arena_alloc(arena, 1, p->setup.game->state_size);
    brs_trace_init(&p->trace, arena);
    for (int seat = 0; seat < p->setup.seats; seat++) {
        brs_bot_init(&p->bot[seat], p->kind, p->setup.game, arena);
        brs_bot_begin(&p->bot[seat], p->setup.seed, seat);
    }
    if (!brs_game_start(&p->game, &p->setup, state, BRS_NEW(arena, brs_choice, BRS_MAX_CHOICES), &p->trace, err)) {
        return false;
    }
    if (p->found == NULL) {
        return begin_journal(p, err);
    }
    for (uint32_t i = 0; i < p->found->moves.count && p->game.n > 0; i++) {
        const int seat = p->game.choices[0].seat;
        if (seat < p->setup.seats && !p->person[seat]) {
            brs_bot_choose(&p->bot[seat], &p->game);  // so that its own stream goes on from the same place
        }
        brs_game_choose(&p->game, p->found->moves.index[i]);
    }
    printf("Going on with %s, after %lu decisions.\n", cli_tame(&p->cli->arena, p->journal_path), (unsigned long)p->found->decisions);
    p->shown.events = p->trace.event_count;
    return brs_journal_resume(&p->journal, p->journal_path, p->found, arena, err);
}

// ---- what a person sees and types ---------------------------------------------------------------------------------------

// Asks, and reads a line; false: it is time to leave.
static bool question(play *p, const char *prompt, char line[CLI_MAX_LINE])
{
    snprintf(p->prompt, sizeof p->prompt, "%s%s%s ", cli_paint(p->cli, "bold"), prompt, cli_paint(p->cli, "off"));
    show(p);
    p->quit = !cli_read_line(&p->reader, line) || p->quit;
    return !p->quit;
}

static void complete(void *ctx, char *line, int cap, brs_buf *out)
{
    play *p = ctx;
    if (p->asking) {
        cli_complete(&p->game, line, cap, out);
    }
}

static int lines_of(const brs_buf *buf)
{
    int lines = 0;
    for (size_t i = 0; i < buf->len; i++) {
        lines += buf->ptr[i] == '\n';
    }
    return lines;
}

// Tells what happened, as a seat may know it. At a terminal a person goes from step to step; little ones are told together.
static void tell(play *p, int seat)
{
    enum { ENOUGH = 4 };
    char line[CLI_MAX_LINE];
    bool more = true;
    while (more && !p->quit) {
        more = cli_print_section(p->cli, &p->out, &p->setup, &p->trace, seat, &p->shown);
        if (more && p->terminal && !p->run_on && lines_of(&p->out) > ENOUGH) {
            p->run_on = question(p, "(Enter: next step, s: skip to the end) >", line) && line[0] == 's';
        }
    }
    show(p);
}

// The screen is for another player now: what stands there goes, and nothing is shown before that player is there.
static void hand_over(play *p, int seat)
{
    char line[CLI_MAX_LINE];
    const char *name = cli_seat_name(&p->setup, seat);
    if (p->people > 1 && p->seat != seat && p->terminal) {
        show(p);
        buf_putf(&p->out, "\033[2J\033[3J\033[HThe screen is for %s now. Look away, all others!\n", name);
        if (question(p, "(Enter: it is mine) >", line)) {
            buf_puts(&p->out, "\033[2J\033[H");
        }
    } else if (p->people > 1 && p->seat != seat) {
        buf_putf(&p->out, "\n---- %s's screen ----\n", name);
    }
    p->seat = seat;
}

static void help(play *p, const char *about)
{
    if (about[0] != '\0') {
        cli_explain(p->cli, &p->out, &p->game, about);
        return;
    }
    buf_puts(&p->out, p->setup.game->handles > 0
                          ? "Type the number of a choice, or its beginning: \"snow\" for \"play Snow Wall\".\n"
                          : "Type a choice as it is listed: \"33\" plays two threes, \"-\" passes.\n");
    buf_puts(&p->out, "  l   lists all choices             t   shows the table, with the cards out of play\n"
                      "  q   leaves; the same command goes on with the game later\n"
                      "  ? NAME   explains a card, a rule, or why something is not possible now\n");
    buf_puts(&p->out, p->terminal ? "  Tab completes a name; arrow up brings back what was typed before.\n  Ctrl-Z leaves for the shell, fg comes back.\n" : "");
    cli_list_choices(p->cli, &p->out, &p->game, BRS_MAX_CHOICES);
}

static void ask(play *p)
{
    cli_print_table(p->cli, &p->out, &p->setup, p->game.state, p->seat, false);
    buf_putf(&p->out, "%s%s decides:%s\n", cli_paint(p->cli, "bold"), cli_seat_name(&p->setup, p->seat), cli_paint(p->cli, "off"));
    cli_list_choices(p->cli, &p->out, &p->game, SHORT_LIST);
}

// ---- a person's decision ----------------------------------------------------------------------------------------------------

// A choice that stands in the line by its number or in words; -1: it is none.
static int read_choice(play *p, const char *line)
{
    brs_err err = BRS_ERR_NONE;
    brs_str rest;
    int index = cli_listed(&p->game, line);
    if (index >= 0) {
        return index;
    }
    brs_arena_reset(&p->scratch);
    index = brs_choice_read(&p->game, str_of(line), &p->scratch, &rest, &err);
    if (index >= 0) {
        snprintf(p->rest, sizeof p->rest, "%.*s", BRS_ARG(rest));
        return index;
    }
    const size_t from = p->out.len;
    buf_putf(&p->out, "%s%s%s\n", err.msg, err.help[0] != '\0' ? "; " : "", err.help);
    cli_wrap(&p->out, from, 2);
    return -1;
}

// Index of what a line means, -1: it was no choice.
static int understand(play *p, const char *line)
{
    line = cli_command_letter(line + strspn(line, " "));
    if (strcmp(line, "q") == 0) {
        p->quit = true;
    } else if (strcmp(line, "t") == 0) {
        cli_print_table(p->cli, &p->out, &p->setup, p->game.state, p->seat, true);
    } else if (strcmp(line, "l") == 0 || line[0] == '\0') {
        cli_list_choices(p->cli, &p->out, &p->game, BRS_MAX_CHOICES);
    } else if (line[0] == '?') {
        help(p, line + 1 + strspn(line + 1, " "));
    } else {
        return read_choice(p, line);
    }
    return -1;
}

static int person_decides(play *p, int seat)
{
    char line[CLI_MAX_LINE];
    int index = -1;
    p->run_on = false;
    if (p->rest[0] != '\0' && p->seat == seat) {
        memcpy(line, p->rest, sizeof line);
        p->rest[0] = '\0';
        index = understand(p, line);
    }
    if (index < 0 && !p->quit) {
        hand_over(p, seat);
        tell(p, seat);
    }
    if (index < 0 && !p->quit) {
        ask(p);
    }
    p->asking = true;
    while (index < 0 && !p->quit) {
        index = question(p, "(? helps) >", line) ? understand(p, line) : -1;
    }
    p->asking = false;
    p->run_on = false;
    return index;
}

// ---- the game -----------------------------------------------------------------------------------------------------------------

// Who plays alone, or watches, is told at once; of several, each hears it when the screen is theirs.
static void tell_now(play *p)
{
    if (p->people <= 1) {
        tell(p, p->people == 0 ? BRS_SEAT_NONE : p->seat);
    }
}

static bool run_game(play *p, brs_err *err)
{
    while (p->game.n > 0 && !p->quit) {
        const int seat = p->game.choices[0].seat;
        const int index = p->person[seat] ? person_decides(p, seat) : brs_bot_choose(&p->bot[seat], &p->game);
        if (p->quit || index < 0) {
            break;
        }
        if (!brs_journal_choice(&p->journal, &p->game, index, err)) {
            return false;
        }
        if (p->person[seat] && p->people == 1) {
            p->seat = seat;
        }
        brs_game_choose(&p->game, index);
        if (p->game.stuck) {
            return brs_fail(err, BRS_UNEXPECTED, "the engine refused its own choice; please report this");
        }
        tell_now(p);
    }
    return true;
}

static bool finish(play *p, brs_err *err)
{
    show(p);
    if (p->game.n > 0) {
        printf("\nThe game is in %s. The same command goes on with it.\n", cli_tame(&p->cli->arena, p->journal_path));
        return brs_journal_close(&p->journal, true, err);
    }
    brs_result result;
    p->quit = false;
    tell(p, BRS_SEAT_NONE);
    p->setup.game->result(&p->setup, p->game.state, &result);
    buf_puts(&p->out, "\n");
    cli_say_result(p->cli, &p->out, &p->setup, &result);
    buf_puts(&p->out, "\n");
    show(p);
    if (!brs_journal_close(&p->journal, true, err) ||
        !brs_journal_finish(p->journal_path, p->o.output, &p->library->library, false, &p->cli->arena, err)) {
        return false;
    }
    printf("Recorded in %s. To publish it:\n  broadside site %s -o public\n", p->o.output, p->o.output);
    return true;
}

static int run(cli_run *cli)
{
    play *p = BRS_NEW(&cli->arena, play, 1);
    brs_err err = BRS_ERR_NONE;
    int status;
    p->cli = cli;
    if (!cli_ready(read_options(cli, &p->o), &status)) {
        return status;
    }
    p->library = cli_library_load(cli);
    if (p->library == NULL) {
        return BRS_UNEXPECTED;
    }
    p->terminal = isatty(0) != 0 && isatty(1) != 0;
    p->shown = (cli_shown){0, -1, -1};
    buf_init(&p->out, &cli->arena, 8192);
    buf_init(&p->listed, &cli->arena, 1024);
    p->reader = (cli_reader){.terminal = p->terminal, .complete = complete, .ctx = p, .prompt = p->prompt, .out = &p->listed};
    brs_arena_init(&p->scratch, 0);
    snprintf(p->journal_path, sizeof p->journal_path, "%s.journal", p->o.output);
    if (fs_exists(p->o.output)) {
        return cli_misuse(cli, "%s exists; say -o ANOTHER.replay", p->o.output);
    }
    if (fs_exists(p->journal_path) ? !left_journal(p, &err) : !set_up(p)) {
        return err.code != BRS_OK ? cli_end(&err, p->journal_path) : BRS_USAGE;
    }
    p->kind = brs_bot_named(str_of(p->o.bot), &cli->arena);
    if (p->kind == NULL) {
        return cli_misuse(cli, "there is no bot \"%s\"; there are random, greedy, rules and softmax", p->o.bot);
    }
    for (int seat = p->setup.seats - 1; seat >= 0; seat--) {
        p->seat = p->person[seat] ? seat : p->seat;
    }
    p->seat = p->people > 1 ? -1 : p->seat;
    if (start(p, &err) && run_game(p, &err)) {
        finish(p, &err);
    }
    brs_arena_release(&p->scratch);
    return cli_end(&err, p->o.output);
}

const cli_command cmd_play = {
    "play", "", "Plays a game at the terminal: against a bot, two at one keyboard, or to watch. Every game is recorded.",
    "broadside play                                     you are A, a bot is B\n"
    "broadside play --you AB --name Ann --name Bo       two at one keyboard, hands hidden\n"
    "broadside play --you none --seed 7 | less          watch two bots\n"
    "broadside play --game revolution --players 5       a shedding game\n",
    options, run, CLI_WRITES,
};
