// broadside sim: games between bots, recorded when there is a folder for them.
#include <stdio.h>
#include <string.h>

#include "broadside/archive.h"
#include "cli.h"
#include "fs.h"
#include "str.h"

typedef struct {
    const char *game, *edition, *folder, *archive;
    const char *deck[2], *bot[BRS_MAX_SEATS], *name[BRS_MAX_SEATS];
    int decks, bots, names;
    const char *set[BRS_MAX_OPTIONS];  // NAME=VALUE
    int sets;
    int64_t seed, games, jobs, players;  // players 0: as few as the game allows
    bool force, json, quiet, matrix, check;
} sim_options;

static const cli_option options[] = {
    {'g' | CLI_RECORDED, "game", "GAME", "which game (default: rnr)"},
    {'e' | CLI_RECORDED, "edition", "EDITION", "under which rules: a name or an edition file (default: what the decks say, else the first of `editions list`)"},
    {'d', "deck", "DECK", "built-in name or file; first for A, again for B (default: the first two that are legal)"},
    {'p', "players", "NUMBER", "how many players (default: the fewest that the game is for)"},
    {'b' | CLI_RECORDED, "bot", "BOT", "random, greedy, rules, planner or softmax:T; first for A, again for B ..., then in turn (default: greedy)"},
    {'N', "name", "NAME", "a player's name; first A, again B ..."},
    {'S', "set", "OPTION=VALUE", "another value of a rule option; `editions show` lists them; may be repeated"},
    {'s', "seed", "NUMBER", "seed of the first game, the next ones count up (default: 1)"},
    {'n', "games", "NUMBER", "how many games (default: 1)"},
    {'o', "output", "FOLDER", "record the games there (default: only play them)"},
    {'a', "archive", "FILE", "record the games in one new archive instead, - for standard output"},
    {'m', "matrix", NULL, "every built-in deck against every one in both seats, -n games each way; only sums are told"},
    {'j' | CLI_SETTING, "jobs", "NUMBER", "threads of --matrix (default: 1); they do not change what it says"},
    {'c', "check", NULL, "with --matrix: fail when a target of balanced decks is missed"},
    {'f', "force", NULL, "replace replays that are there already"},
    {'J', "json", NULL, "one JSON object a game"},
    {'q', "quiet", NULL, "no line for each game"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

static int read_options(cli_run *cli, sim_options *o)
{
    *o = (sim_options){.seed = 1, .games = 1, .jobs = 1};
    const char *value;
    bool ok = true;
    int letter;
    while (ok && (letter = cli_next(cli, &value)) >= 0) {
        switch (letter) {
        case 'g': o->game = value; break;
        case 'e': o->edition = value; break;
        case 'd': ok = cli_take(cli, o->deck, &o->decks, 2, value); break;
        case 'b': ok = cli_take(cli, o->bot, &o->bots, BRS_MAX_SEATS, value); break;
        case 'N': ok = cli_take_name(cli, o->name, &o->names, value); break;
        case 'S': ok = o->sets < BRS_MAX_OPTIONS; o->set[ok ? o->sets++ : 0] = value; break;
        case 's': ok = cli_number(cli, "--seed", value, 0, INT64_C(999999999999999999), &o->seed); break;
        case 'n': ok = cli_number(cli, "-n", value, 1, 100000000, &o->games); break;
        case 'p': ok = cli_number(cli, "--players", value, 1, BRS_MAX_SEATS, &o->players); break;
        case 'o': o->folder = value; break;
        case 'a': o->archive = value; break;
        case 'm': o->matrix = true; break;
        case 'j': ok = cli_number(cli, "-j", value, 1, 256, &o->jobs); break;
        case 'c': o->check = true; break;
        case 'f': o->force = true; break;
        case 'J': o->json = true; break;
        case 'q': o->quiet = true; break;
        }
    }
    return ok ? letter : CLI_BAD;
}

static bool set_option(const cli_run *cli, brs_setup *setup, const char *text)
{
    brs_str value = str_of(text);
    brs_str name = str_cut(&value, '=');
    int row = brs_option_find(setup->game, name);
    if (row < 0) {
        const char *names[BRS_MAX_OPTIONS + 1] = {NULL};
        char typed[64];
        for (int i = 0; i < setup->game->option_count; i++) {
            names[i] = setup->game->options[i].id;
        }
        snprintf(typed, sizeof typed, "%.*s", BRS_ARG(name));
        const char *near = cli_nearest(typed, names);
        cli_misuse(cli, "there is no rule option \"%s\"%s%s%s", typed, near ? "; did you mean " : "",
                   near ? near : ": `broadside editions show` lists them", near ? "?" : "");
        return false;
    }
    brs_err err = BRS_ERR_NONE;
    if (!brs_option_read(&setup->game->options[row], value, &setup->options.value[row], &err)) {
        cli_error(&err);
        return false;
    }
    return true;
}

static const brs_bot_kind *find_bot(cli_run *cli, const char *name)
{
    const char *names[16] = {NULL};
    const brs_bot_kind *kind = brs_bot_named(str_of(name), &cli->arena);
    for (int i = 0; kind == NULL && brs_bots[i] != NULL; i++) {
        names[i] = brs_bots[i]->id;
    }
    if (kind == NULL) {
        const char *near = cli_nearest(name, names);
        cli_misuse(cli, "there is no bot \"%s\"; %s%s%s", name, near ? "did you mean " : "there are random, greedy, rules, planner and softmax, or softmax:0.35",
                   near ? near : "", near ? "?" : "");
    }
    return kind;
}

typedef struct {
    cli_run *cli;
    const sim_options *options;
    const cli_library *library;
    const cli_game *game;
    const brs_bot_kind *kind[BRS_MAX_SEATS];
    cli_deck deck[2];  // of --deck
    brs_setup setup;
    cli_table table;
    brs_arena scratch;  // for one game
    brs_buf line;
    char stem[192];
    int won[BRS_MAX_SEATS], drawn, played;
    cli_places places;
    uint64_t decisions, bytes;
    brs_archive_writer *archive;  // NULL: no archive is written
} sim;

// What the files are called: by the decks, or by the game where there are none.
static void stem(sim *s)
{
    char a[64], b[64];
    if (s->setup.game->read_deck == NULL) {
        snprintf(s->stem, sizeof s->stem, "%s-%s-%d-players", s->setup.game->id, s->setup.edition->id, s->setup.seats);
        return;
    }
    cli_slug(s->setup.deck[0].name != NULL ? s->setup.deck[0].name : "", a, sizeof a);
    cli_slug(s->setup.deck[1].name != NULL ? s->setup.deck[1].name : "", b, sizeof b);
    snprintf(s->stem, sizeof s->stem, "%s-v-%s", a[0] != '\0' ? a : "a", b[0] != '\0' ? b : "b");
}

// The game just played, as a replay.
static bool record(sim *s, brs_replay *out, brs_err *err)
{
    const brs_moves moves = {
        .index = s->table.index, .count = s->table.count, .end = BRS_END_RULES, .end_seat = BRS_SEAT_NONE,
        .card_text = cli_card_text(s->game, s->setup.cards)};
    const bool ok = brs_replay_record(&s->setup, &moves, &s->scratch, out, err);
    for (int seat = 0; ok && seat < s->setup.seats; seat++) {
        out->bot[seat] = s->table.bot[seat].kind->id;
    }
    return ok;
}

// The writer of an archive plays the game again, too.
static bool record_in_archive(sim *s, brs_err *err)
{
    brs_replay *replay = BRS_NEW(&s->scratch, brs_replay, 1);
    bool added;
    return record(s, replay, err) && brs_archive_add(s->archive, replay, &s->library->library, &s->scratch, &added, err);
}

// The writer reads the replay back and plays it again before the file appears.
static bool record_file(sim *s, char *path, size_t cap, brs_err *err)
{
    brs_replay replay;
    brs_str bytes;
    snprintf(path, cap, "%s/%s-%llu.replay", s->options->folder, s->stem, (unsigned long long)s->setup.seed);
    if (!record(s, &replay, err)) {
        return false;
    }
    if (!s->options->force && fs_exists(path)) {
        brs_err_file(err, path);
        brs_fail(err, BRS_USAGE, "the file exists and is left as it is");
        brs_help(err, "give another --seed or folder, or --force to replace it");
        return false;
    }
    if (!brs_replay_write(path, &replay, &s->library->library, s->options->force, &s->scratch, err) ||
        !fs_read(path, BRS_REPLAY_MAX_FILE, &s->scratch, &bytes, err)) {
        return false;
    }
    s->bytes += bytes.len;
    return true;
}

static void tell(sim *s, const brs_result *result, const char *path)
{
    const char *winner = result->winner < BRS_MAX_SEATS ? cli_seat_name(&s->setup, result->winner) : NULL;
    buf_reset(&s->line);
    if (s->options->json) {
        cli_json_begin(&s->line, s->cli);
        cli_json_number(&s->line, "seed", (int64_t)s->setup.seed);
        cli_json_text(&s->line, "file", path[0] != '\0' ? path : NULL);
        cli_json_text(&s->line, "winner", winner);
        cli_json_text(&s->line, "victory", s->setup.game->victories[result->reason].id);
        cli_json_number(&s->line, "units", result->units);
        cli_json_number(&s->line, "decisions", s->table.count);
        cli_json_end(&s->line);
    } else if (!s->options->quiet && (s->archive == NULL || strcmp(s->options->archive, "-") != 0)) {
        if (path[0] != '\0') {
            buf_putf(&s->line, "%s  ", cli_tame(&s->cli->arena, path));
        } else {
            buf_putf(&s->line, "seed %llu  ", (unsigned long long)s->setup.seed);
        }
        char span[64];
        brs_unit_span(s->setup.game->unit, result->units, span, sizeof span);
        buf_putf(&s->line, "%s, %u decisions: ", span, s->table.count);
        cli_say_result(s->cli, &s->line, &s->setup, result);
        printf("%.*s\n", BRS_ARG(buf_str(&s->line)));
    }
}

static bool one_game(sim *s, brs_err *err)
{
    char path[4096] = "";
    brs_result result;
    memset(&result, 0, sizeof result);
    brs_arena_reset(&s->scratch);
    if (!cli_table_play(&s->table, &s->setup, NULL, err)) {
        return false;
    }
    s->setup.game->result(&s->setup, s->table.state, &result);
    if (s->options->folder != NULL && !record_file(s, path, sizeof path, err)) {
        return false;
    }
    if (s->archive != NULL && !record_in_archive(s, err)) {
        return false;
    }
    s->played++;
    s->decisions += s->table.count;
    if (result.winner < BRS_MAX_SEATS) {
        s->won[result.winner]++;
    } else {
        s->drawn++;
    }
    cli_places_add(&s->places, s->kind, &s->setup, &result);
    tell(s, &result, path);
    return true;
}

static void summary(const sim *s, int played, double seconds)
{
    fprintf(stderr, "%d game%s in %.2f s:", played, played == 1 ? "" : "s", seconds);
    for (int seat = 0; seat < s->setup.seats; seat++) {
        fprintf(stderr, "%s %s won %d", seat > 0 ? "," : "", cli_seat_name(&s->setup, seat), s->won[seat]);
    }
    if (s->drawn > 0) {
        fprintf(stderr, ", nobody %d", s->drawn);
    }
    fprintf(stderr, "; %llu decisions", (unsigned long long)s->decisions);
    if (s->options->folder != NULL && played > 0) {
        fprintf(stderr, "; %llu bytes a replay, each read back and played again",
                (unsigned long long)(s->bytes / (uint64_t)played));
    }
    fputs("\n", stderr);
    cli_places_tell(&s->places);
}

static int write_archive(sim *s)
{
    brs_err err = BRS_ERR_NONE;
    cli_write(s->options->archive, brs_archive_end(s->archive), s->options->force, &err);
    return cli_end(&err, s->options->archive);
}

static int play_all(sim *s)
{
    cli_progress progress;
    cli_failures *failures = cli_failures_begin(s->cli);
    const int total = (int)(s->cli->part.on ? s->cli->part.count : s->options->games);
    const uint64_t seed = (uint64_t)s->options->seed + (uint64_t)s->cli->part.first;
    double start = cli_seconds();
    cli_progress_begin(&progress, "playing", total);
    for (int i = 0; i < total; i++) {
        brs_err err = BRS_ERR_NONE;
        s->setup.seed = seed + (uint64_t)i;
        if (!one_game(s, &err)) {
            cli_fail_later(failures, &err);
        }
        progress.failures = failures->count;
        cli_progress_step(&progress, i + 1);
        if (err.code == BRS_ILLEGAL) {
            break;  // the decks: no other seed mends them
        }
    }
    cli_progress_end(&progress);
    if (s->played > 0) {
        summary(s, s->played, cli_seconds() - start);
    }
    const int status = s->archive != NULL ? write_archive(s) : BRS_OK;
    const int failed = cli_failures_end(failures, "games", total, false);
    return status != BRS_OK ? status : failed;
}

static bool find_bots(sim *s)
{
    const sim_options *o = s->options;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        const char *name = o->bots == 0 ? "greedy" : o->bot[seat % o->bots];
        s->kind[seat] = find_bot(s->cli, name);
        if (s->kind[seat] == NULL) {
            return false;
        }
    }
    return true;
}

static int play_matrix(sim *s)
{
    const sim_options *o = s->options;
    if (o->decks > 0 || o->folder != NULL || o->archive != NULL || s->game->game->check_deck == NULL) {
        return cli_misuse(s->cli, "--matrix plays the built-in decks of a game for two and records nothing");
    }
    const cli_matrix what = {.setup = &s->setup, .bot = {s->kind[0], s->kind[1]}, .games = o->games, .seed = o->seed,
                             .jobs = (int)o->jobs, .json = o->json, .check = o->check};
    return cli_matrix_run(s->cli, s->game, &what);
}

// The decks of --deck; one is for both seats.
static int find_decks(sim *s)
{
    const sim_options *o = s->options;
    int status = BRS_OK;
    for (int seat = 0; seat < 2 && o->decks > 0 && status == BRS_OK; seat++) {
        if (seat < o->decks) {
            status = (int)cli_find_deck(s->cli, s->game, o->deck[seat], &s->deck[seat]);
        } else {
            s->deck[seat] = s->deck[0];
        }
    }
    if (status == BRS_OK && s->deck[0].set != s->deck[1].set) {
        status = cli_misuse(s->cli, "the two decks are of different card sets, %s and %s", s->deck[0].set->id,
                            s->deck[1].set->id);
    }
    return status;
}

// What --edition says, else what the decks say when they agree, else the first. NULL: reported.
static const brs_edition *find_edition(sim *s)
{
    const brs_edition *a = s->deck[0].edition, *b = s->deck[1].edition;
    if (s->options->edition == NULL && a != NULL && b != NULL && a != b) {
        cli_misuse(s->cli, "one deck is for the edition %s, the other for %s: choose with --edition", a->id, b->id);
        return NULL;
    }
    const char *name = s->options->edition;
    if (name != NULL && (strchr(name, '.') != NULL || strchr(name, '/') != NULL)) {
        return cli_read_edition(s->cli, s->game, name);
    }
    const brs_edition *of_decks = a != NULL ? a : b;
    return s->options->edition == NULL && of_decks != NULL ? of_decks
                                                           : cli_find_edition(s->cli, s->game, s->options->edition);
}

// An edition from a file is played, and recorded, as the built-in one that it is based on with other options: so
// everybody can play the replay.
static void set_edition(sim *s, const brs_edition *edition)
{
    const brs_editions *all = &s->game->editions;
    const brs_edition *built_in = brs_edition_at(all, str_of(edition->id), edition->patch);
    if (built_in != edition) {
        built_in = all->edition[0];
        for (const brs_edition *base = edition->base; base != NULL; base = base->base) {
            if (brs_edition_find(all, str_of(base->id)) != NULL) {
                built_in = brs_edition_find(all, str_of(base->id));
                break;
            }
        }
    }
    cli_setup(s->game, built_in, &s->setup);
    s->setup.options = edition->options;
}

// Without --deck: the first two built-in decks that are legal under these rules.
static int built_in_decks(sim *s)
{
    int found = 0;
    for (int i = 0; i < s->game->deck_count && found < 2; i++) {
        if (s->game->game->check_deck(s->setup.edition, &s->setup.options, s->game->deck_set[i], &s->game->deck[i],
                                      (brs_report){NULL, NULL})) {
            s->deck[found++] = (cli_deck){s->game->deck[i], s->game->deck_set[i], s->game->deck_edition[i]};
        }
    }
    if (found == 0) {
        return cli_misuse(s->cli, "no built-in deck is legal under these rules: give --deck");
    }
    s->deck[1] = found == 1 ? s->deck[0] : s->deck[1];
    return BRS_OK;
}

// A replay carries its card file along, and not every file fits.
static int check_card_file(const sim *s)
{
    brs_err err = BRS_ERR_NONE;
    size_t bytes = cli_card_text(s->game, s->setup.cards).len;
    if (bytes == 0 || (bytes <= BRS_REPLAY_MAX_CARDS && s->setup.cards->count <= BRS_REPLAY_MAX_CARD_COUNT)) {
        return BRS_OK;
    }
    brs_err_file(&err, s->setup.cards->source);
    brs_fail(&err, BRS_LIMIT, "%zu bytes, %d cards: a replay carries its card file, at most %d bytes and %d cards", bytes,
             s->setup.cards->count, BRS_REPLAY_MAX_CARDS, BRS_REPLAY_MAX_CARD_COUNT);
    brs_help(&err, "leave out the cards that no deck has");
    return cli_error(&err);
}

static int set_decks(sim *s)
{
    if (s->game->game->read_deck == NULL) {
        return BRS_OK;
    }
    int status = s->options->decks == 0 ? built_in_decks(s) : BRS_OK;
    s->setup.cards = s->deck[0].set;
    s->setup.deck[0] = s->deck[0].deck;
    s->setup.deck[1] = s->deck[1].deck;
    const bool records = s->options->folder != NULL || s->options->archive != NULL;
    return status == BRS_OK && records ? check_card_file(s) : status;
}

// Everything that the options say about the games; a status other than 0 was reported.
static int prepare(sim *s)
{
    const sim_options *o = s->options;
    s->library = cli_library_load(s->cli);
    if (s->library == NULL) {
        return s->cli->failed;
    }
    s->game = cli_find_game(s->cli, s->library, o->game);
    if (s->game == NULL) {
        return BRS_USAGE;
    }
    int status = find_decks(s);
    const brs_edition *edition = status == BRS_OK ? find_edition(s) : NULL;
    if (edition == NULL) {
        return status != BRS_OK ? status : s->cli->failed != BRS_UNEXPECTED ? s->cli->failed : BRS_USAGE;
    }
    set_edition(s, edition);
    if (o->players > 0) {
        s->setup.seats = (int)o->players;
    }
    if (s->setup.seats < s->game->game->min_seats || s->setup.seats > s->game->game->max_seats) {
        const int least = s->game->game->min_seats, most = s->game->game->max_seats;
        return least == most ? cli_misuse(s->cli, "%s is for %d players", s->game->game->title, least)
                             : cli_misuse(s->cli, "%s is for %d to %d players", s->game->game->title, least, most);
    }
    for (int i = 0; i < o->names; i++) {
        s->setup.name[i] = o->name[i];
    }
    for (int i = 0; i < o->sets; i++) {
        if (!set_option(s->cli, &s->setup, o->set[i])) {
            return BRS_USAGE;
        }
    }
    return find_bots(s) ? BRS_OK : BRS_USAGE;
}

static int play_series(sim *s)
{
    const sim_options *o = s->options;
    brs_err err = BRS_ERR_NONE;
    int status = set_decks(s);
    if (status == BRS_OK && o->folder != NULL && !fs_make_folder(o->folder, &err)) {
        status = cli_error(&err);
    }
    if (status != BRS_OK) {
        return status;
    }
    cli_table_init(&s->table, s->game->game, s->kind, s->setup.seats, &s->cli->arena);
    brs_arena_init(&s->scratch, 0);
    buf_init(&s->line, &s->cli->arena, 512);
    s->archive = o->archive != NULL ? brs_archive_write(NULL, &s->cli->arena) : NULL;
    stem(s);
    status = play_all(s);
    brs_arena_release(&s->scratch);
    return status;
}

static int run(cli_run *cli)
{
    sim_options o;
    int status;
    if (!cli_ready(read_options(cli, &o), &status)) {
        return status;
    }
    if (cli->operands > 0) {
        return cli_misuse(cli, "what is \"%s\"? sim takes options only", cli->operand[0]);
    }
    if (o.archive != NULL && (o.folder != NULL || (o.json && strcmp(o.archive, "-") == 0))) {
        return cli_misuse(cli, "--archive takes the place of --output, and on standard output that of --json");
    }
    if (o.archive != NULL && !o.force && fs_exists(o.archive)) {
        return cli_misuse(cli, "%s exists: give another name, or --force to replace it (archive add adds to one)", o.archive);
    }
    sim *s = BRS_NEW(&cli->arena, sim, 1);
    s->cli = cli;
    s->options = &o;
    status = prepare(s);
    if (status != BRS_OK) {
        return status;
    }
    return o.matrix ? play_matrix(s) : play_series(s);
}

const cli_command cmd_sim = {
    "sim", "", "Plays games between bots and records them as replays.",
    "broadside sim -n 4 -o games                          four games, greedy bots, built-in decks\n"
    "broadside sim --bot random --bot greedy -n 1000      who is better? nothing is recorded\n"
    "broadside sim -n 5000 --archive all.replays          one file, a third of their room\n"
    "broadside sim --deck my.deck --seed 42 -o games      my deck against itself\n"
    "broadside sim --matrix -n 20 -j 2                    which deck is best, how do games end?\n"
    "broadside sim --name Ann --name Bob --set starting_lp=50 -o games\n"
    "broadside sim --game revolution --players 7 --bot rules --bot random -n 1000\n",
    options, run, CLI_WRITES,
};
