// broadside show: a replay as a walkthrough in the terminal, turn by turn, section by section.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "broadside/replay_tools.h"
#include "cli.h"
#include "str.h"

enum { MAX_FACTS = 256, MAX_REFUSALS = 64 };

static const cli_option options[] = {
    {'t', "turn", "NUMBER", "only this turn"},
    {'w', "why", NULL, "with every cause, the sums behind each change, what was looked at, what was refused"},
    {'A', "anonymous", NULL, "players are A and B, no names"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef struct {
    cli_run *cli;
    const cli_library *library;
    int64_t only;  // turn, -1: all
    bool why, anonymous;

    brs_setup setup;
    brs_replay replay;
    brs_player player;
    brs_trace trace;
    brs_buf line;

    bool titled;                // the players and the edition were told
    uint32_t shown;             // events printed or passed over
    int unit, section;          // of the last event, -1: none
    brs_fact facts[MAX_FACTS];  // at the start of unit `facts_unit`
    int fact_count, facts_unit;
    brs_refusal refused[MAX_REFUSALS];
} show;

static const char *paint(const show *s, const char *name)
{
    return cli_paint(s->cli, name);
}

static void put(show *s, const char *text)
{
    buf_puts(&s->line, text);
}

static void flush(show *s)
{
    fwrite(s->line.ptr, 1, s->line.len, stdout);
    buf_reset(&s->line);
}

static void put_title(show *s)
{
    const brs_setup *setup = &s->setup;
    s->titled = true;
    buf_putf(&s->line, "%s", paint(s, "bold"));
    for (int seat = 0; seat < setup->seats; seat++) {
        buf_putf(&s->line, "%s%s", seat > 0 ? " v " : "", cli_seat_name(setup, seat));
        if (s->replay.deck_name[seat] != NULL) {
            buf_putf(&s->line, " (%s)", s->replay.deck_name[seat]);
        }
    }
    buf_putf(&s->line, "%s\n%s, edition %s@%d", paint(s, "off"), setup->game->title, setup->edition->id,
             setup->edition->patch);
    if (s->replay.seeded) {
        buf_putf(&s->line, ", seed %llu", (unsigned long long)s->replay.seed);
    }
    put(s, "\n");
}

// ---- headings ------------------------------------------------------------------------------------------

// Looks at the table when the first event of a turn happens.
static void watch(void *ctx, const brs_event *event)
{
    show *s = ctx;
    if (event->unit != s->facts_unit && s->player.game.state != NULL) {
        s->facts_unit = event->unit;
        s->fact_count = s->setup.game->facts(&s->setup, s->player.game.state, s->facts, MAX_FACTS);
    }
}

// "Ann LP 96, IP 2; Bob LP 100, IP 0": the numbers of each seat.
static void put_facts(show *s)
{
    for (int seat = 0; seat < s->setup.seats; seat++) {
        bool any = false;
        for (int i = 0; i < s->fact_count; i++) {
            const brs_quantity_info *info = &s->setup.game->quantities[s->facts[i].quantity];
            if (s->facts[i].subject != seat || strcmp(info->subject, "seat") != 0) {
                continue;
            }
            if (!any) {
                buf_putf(&s->line, "%s%s", seat > 0 ? "; " : "   ", cli_seat_name(&s->setup, seat));
            }
            buf_puts(&s->line, any ? ", " : " ");
            for (const char *c = info->id; *c != '\0'; c++) {
                buf_byte(&s->line, (uint8_t)toupper((unsigned char)*c));
            }
            buf_putf(&s->line, " %d", s->facts[i].value);
            any = true;
        }
    }
}

static void unit_heading(show *s, int number, int seat)
{
    char name[80];
    brs_unit_name(s->setup.game->unit, number, name, sizeof name);
    buf_putf(&s->line, "\n%s%s%s", paint(s, "bold"), name, paint(s, "off"));
    if (seat < s->setup.seats) {
        buf_putf(&s->line, ", %s", cli_seat_name(&s->setup, seat));
    }
    put(s, paint(s, "dim"));
    put_facts(s);
    put(s, paint(s, "off"));
    put(s, "\n");
}

static void headings(show *s, int unit, int section, int seat)
{
    if (!s->titled) {
        put_title(s);
    }
    if (unit != s->unit) {
        s->unit = unit;
        s->section = -1;
        if (unit > 0) {
            unit_heading(s, unit, seat);
        } else {
            buf_putf(&s->line, "\n%sBefore the first %s%s\n", paint(s, "bold"), s->setup.game->unit->id,
                     paint(s, "off"));
        }
    }
    if (section != s->section) {
        s->section = section;
        if (unit > 0) {
            buf_putf(&s->line, "  %s%s%s\n", paint(s, "cyan"), s->setup.game->unit->sections[section].title,
                     paint(s, "off"));
        }
    }
}

// ---- one event -----------------------------------------------------------------------------------------

static int depth_of(const show *s, const brs_event *event)
{
    int depth = 0;
    for (const brs_event *e = event; e->cause != 0 && depth < 3; depth++) {
        const brs_event *cause = brs_trace_at(&s->trace, e->cause);
        if (cause == NULL || cause->decision != event->decision || cause->section != event->section) {
            break;
        }
        e = cause;
    }
    return depth;
}

static void put_rule(show *s, uint16_t rule)
{
    const brs_citation *cite = brs_cite(s->setup.edition, rule);
    buf_putf(&s->line, "%s[%s%s%s]%s", paint(s, "dim"), s->setup.game->rules[rule].title, cite != NULL ? ", " : "",
             cite != NULL ? cite->place : "", paint(s, "off"));
}

// A card's name between two words, nothing for 0.
static void put_card(show *s, const char *before, uint16_t handle, const char *after)
{
    if (handle != 0) {
        put(s, before);
        put(s, paint(s, "bold"));
        buf_put(&s->line, s->setup.game->handle_name(&s->setup, handle));
        put(s, paint(s, "off"));
        put(s, after);
    }
}

static void indent(show *s, int depth)
{
    for (int i = 0; i < depth; i++) {
        put(s, "  ");
    }
}

// The addends of a change of a number; a change of place has none worth telling.
static void put_terms(show *s, const brs_event *event, int depth)
{
    const brs_game_def *game = s->setup.game;
    const int quantity = game->event_kinds[event->kind].quantity;
    if (quantity != 0 && !game->quantities[quantity].adds) {
        return;
    }
    for (uint32_t i = 0; i < event->nterm; i++) {
        const brs_term *term = &s->trace.terms[event->term0 + i];
        indent(s, depth);
        cli_writer writer;
        brs_viewer viewer = cli_say(&writer, s->cli, &s->line);
        buf_putf(&s->line, "%s%+d%s ", paint(s, "yellow"), term->value, paint(s, "off"));
        brs_term_say(&s->setup, event, term, &viewer);
        put(s, " ");
        put_rule(s, term->rule);
        put(s, "\n");
    }
}

static void put_checks(show *s, const brs_event *event, int depth)
{
    for (uint32_t i = 0; i < event->ncheck; i++) {
        const brs_check *check = &s->trace.checks[event->check0 + i];
        indent(s, depth);
        cli_writer writer;
        brs_viewer viewer = cli_say(&writer, s->cli, &s->line);
        brs_check_say(&s->setup, event, check, &viewer);
        put(s, ". ");
        put_rule(s, check->rule);
        put(s, "\n");
    }
}

// The card's words, unless the event has quoted them, and the event that led here from elsewhere.
static void put_cause(show *s, const brs_event *event, int depth)
{
    const bool quoted = strstr(s->setup.game->event_kinds[event->kind].sentence, "{quote}") != NULL;
    if (event->source != 0 && event->sentence != 0xFF && !quoted) {
        brs_str text = s->setup.game->sentence_text(&s->setup, event->source, event->sentence);
        if (text.len > 0) {
            indent(s, depth);
            put_card(s, "text of ", event->source, "");
            buf_putf(&s->line, ": \xE2\x80\x9C%.*s\xE2\x80\x9D\n", BRS_ARG(text));
        }
    }
    const brs_event *cause = brs_trace_at(&s->trace, event->cause);
    if (cause != NULL && (cause->decision != event->decision || cause->section != event->section)) {
        cli_writer writer;
        brs_viewer viewer = cli_say(&writer, s->cli, &s->line);
        indent(s, depth);
        buf_putf(&s->line, "because, in %s %d: ", s->setup.game->unit->id, cause->unit);
        brs_event_say(&s->setup, cause, false, &viewer);
        put(s, "\n");
    }
}

static void put_event(show *s, const brs_event *event)
{
    cli_writer writer;
    brs_viewer viewer = cli_say(&writer, s->cli, &s->line);
    int depth = 2 + depth_of(s, event);
    indent(s, depth);
    size_t before = s->line.len;
    brs_event_say(&s->setup, event, false, &viewer);
    if (s->line.len == before) {
        s->line.len -= (size_t)(2 * depth);
        return;
    }
    put(s, " ");
    put_rule(s, event->rule);
    put(s, "\n");
    if (s->why) {
        put_cause(s, event, depth + 2);
        put_terms(s, event, depth + 2);
        put_checks(s, event, depth + 2);
    }
}

// ---- choices ---------------------------------------------------------------------------------------------

static void put_refusals(show *s)
{
    const brs_game *game = &s->player.game;
    int n = s->setup.game->refused(&s->setup, game->state, s->refused, MAX_REFUSALS);
    for (int i = 0; i < n; i++) {
        cli_writer writer;
        brs_viewer viewer = cli_say(&writer, s->cli, &s->line);
        buf_putf(&s->line, "        may not: %s ", cli_seat_name(&s->setup, s->refused[i].choice.seat));
        brs_choice_say(&s->setup, s->refused[i].choice, &viewer);
        put(s, " ");
        put_rule(s, s->refused[i].rule);
        put(s, "\n");
    }
}

// The choice that is made next, under the section in which it is made.
static void put_choice(show *s)
{
    const brs_game *game = &s->player.game;
    const int unit = s->setup.game->unit_now(game->state);
    if (s->player.index < 0 || (s->only >= 0 && unit != s->only)) {
        return;
    }
    const brs_choice choice = game->choices[s->player.index];
    cli_writer writer;
    brs_viewer viewer = cli_say(&writer, s->cli, &s->line);
    if (s->setup.game->section_now != NULL) {
        headings(s, unit, s->setup.game->section_now(game->state), choice.seat);
    }
    buf_putf(&s->line, "    %s>%s %s ", paint(s, "green"), paint(s, "off"), cli_seat_name(&s->setup, choice.seat));
    brs_choice_say(&s->setup, choice, &viewer);
    buf_putf(&s->line, "  %s(one of %d)%s\n", paint(s, "dim"), game->n, paint(s, "off"));
    if (s->why) {
        put_refusals(s);
    }
    flush(s);
}

static void show_new_events(show *s)
{
    for (; s->shown < s->trace.event_count; s->shown++) {
        const brs_event *event = &s->trace.events[s->shown];
        if (s->only >= 0 && event->unit != s->only) {
            continue;
        }
        headings(s, event->unit, event->section, event->seat);
        put_event(s, event);
    }
    flush(s);
}

// ---- the whole -------------------------------------------------------------------------------------------

static bool play(show *s, brs_arena *arena, brs_err *err)
{
    brs_trace_init(&s->trace, arena);
    s->trace.watch = watch;
    s->trace.watch_ctx = s;
    for (bool more = brs_player_open(&s->player, &s->replay, &s->setup, 0, arena, &s->trace, err); more;
         more = brs_player_next(&s->player, err)) {
        show_new_events(s);
        put_choice(s);
    }
    show_new_events(s);
    return err->code == BRS_OK;
}

// Whose view it is: the seat whose secrets are there, -1: what everybody may know.
static int viewer_of(const brs_replay *replay)
{
    int viewer = -1;
    for (int seat = 0; seat < replay->seats; seat++) {
        viewer = (replay->hidden >> seat & 1) == 0 ? seat : viewer;
    }
    return viewer;
}

static void put_end(show *s)
{
    buf_putf(&s->line, "\n%s", paint(s, "bold"));
    cli_say_end(s->cli, &s->line, &s->setup, &s->replay);
    buf_putf(&s->line, "%s\n", paint(s, "off"));
}

static void forget_names(show *s)
{
    for (int seat = 0; s->anonymous && seat < BRS_MAX_SEATS; seat++) {
        s->setup.name[seat] = NULL;
    }
}

// A replay whose secrets were removed: no table, no turns, but what was chosen and seen.
static bool show_view(show *s, brs_arena *arena, brs_err *err)
{
    const brs_told *told;
    int count;
    if (!brs_replay_view(&s->replay, &s->library->library, arena, &s->setup, &told, &count, err)) {
        return false;
    }
    if (s->only >= 0 || s->why) {
        return brs_fail(err, BRS_USAGE, "this is a view: secrets were removed, so it has no table to look at; "
                                        "show it without --turn and --why");
    }
    forget_names(s);
    put_title(s);
    const int viewer = viewer_of(&s->replay);
    buf_putf(&s->line, "what %s may know; what others hid is not in the file\n\n",
             viewer >= 0 ? cli_seat_name(&s->setup, viewer) : "everybody");
    for (int i = 0; i < count; i++) {
        const bool chance = told[i].seat == BRS_SEAT_CHANCE;
        buf_putf(&s->line, "  %s%s%s %.*s", paint(s, chance ? "dim" : "green"), chance ? "chance:" : ">", paint(s, "off"),
                 chance ? 0 : (int)strlen(cli_seat_name(&s->setup, told[i].seat)), cli_seat_name(&s->setup, told[i].seat));
        buf_putf(&s->line, "%s%.*s", chance ? "" : " ", BRS_ARG(told[i].words));
        if (told[i].times > 1) {
            buf_putf(&s->line, "  %s(%d times)%s", paint(s, "dim"), told[i].times, paint(s, "off"));
        }
        put(s, "\n");
    }
    put_end(s);
    flush(s);
    return true;
}

static bool show_game(show *s, brs_arena *arena, brs_err *err)
{
    s->shown = 0;
    s->unit = s->section = s->facts_unit = -1;
    s->player = (brs_player){.index = -1};
    bool ok = brs_replay_setup(&s->replay, &s->library->library, arena, &s->setup, err);
    forget_names(s);
    s->titled = false;
    if (ok && s->only < 0) {
        put_title(s);
    }
    ok = ok && play(s, arena, err);
    if (ok && !s->titled) {
        char last[80];
        brs_unit_name(s->setup.game->unit, s->setup.game->unit_now(s->player.game.state), last, sizeof last);
        ok = brs_fail(err, BRS_USAGE, "there is no %s %lld in this game; it ends in %s", s->setup.game->unit->id,
                      (long long)s->only, last);
    }
    if (ok && s->only < 0) {
        if (s->replay.end == BRS_END_RULES) {  // as it went, not as the file says
            memset(&s->replay.result, 0, sizeof s->replay.result);
            s->setup.game->result(&s->setup, s->player.game.state, &s->replay.result);
        }
        put_end(s);
    }
    flush(s);
    return ok;
}

static bool show_file(show *s, const char *path, brs_arena *arena, brs_err *err)
{
    bool ok = cli_read_replay(s->library, path, arena, &s->replay, NULL, err) &&
              (s->replay.hidden != 0 ? show_view : show_game)(s, arena, err);
    return ok || (brs_err_file(err, path), false);
}

static int show_all(show *s, const char **paths, int count)
{
    cli_failures *failures = cli_failures_begin(s->cli);
    brs_arena arena;
    brs_arena_init(&arena, 0);
    for (int i = 0; i < count; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_arena_reset(&arena);
        if (i > 0) {
            printf("\n");
        }
        if (!show_file(s, paths[i], &arena, &err)) {
            cli_fail_later(failures, &err);
        }
    }
    fflush(stdout);
    brs_arena_release(&arena);
    return cli_failures_end(failures, "replays", count, false);
}

static int run(cli_run *cli)
{
    show *s = BRS_NEW(&cli->arena, show, 1);
    const char *value;
    bool ok = true;
    int letter, status, count;
    s->cli = cli;
    s->only = -1;
    while (ok && (letter = cli_next(cli, &value)) >= 0) {
        s->why = s->why || letter == 'w';
        s->anonymous = s->anonymous || letter == 'A';
        ok = letter != 't' || cli_number(cli, "--turn", value, 0, BRS_REPLAY_MAX_UNITS, &s->only);
    }
    if (!cli_ready(ok ? letter : CLI_BAD, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which replay?");
    }
    s->library = cli_library_load(cli);
    const char **paths = cli_replay_paths(cli, false, &count);
    if (s->library == NULL || paths == NULL) {
        return cli->failed;
    }
    buf_init(&s->line, &cli->arena, 4096);
    return show_all(s, paths, count);
}

const cli_command cmd_show = {
    "show", "REPLAY...", "Tells a recorded game turn by turn, with the rule behind every step.",
    "broadside show game.replay\n"
    "broadside show game.replay --turn 7 --why    every cause and sum of one turn\n"
    "broadside show game.replay --why --color always | less -R\n",
    options, run, CLI_READS,
};
