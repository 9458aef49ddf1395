// The engine: games recorded once and played again from their choices; pages of some of them.
#include "bench.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

#include "broadside/site.h"
#include "site_template.h"

// Deck number `first`, or the next one that the edition allows.
static void legal_deck(const cli_game *game, const brs_setup *setup, int first, brs_deck *out)
{
    for (int i = 0; i < game->deck_count; i++) {
        *out = game->deck[(first + i) % game->deck_count];
        if (setup->game->check_deck(setup->edition, &setup->options, setup->cards, out, (brs_report){NULL, NULL})) {
            return;
        }
    }
}

static void play_one(const cli_game *game, cli_table *table, int i, recorded *g)
{
    brs_err err = BRS_ERR_NONE;
    cli_setup(game, game->editions.edition[0], &g->setup);
    g->setup.seed = 1 + (uint64_t)i;
    legal_deck(game, &g->setup, i, &g->setup.deck[0]);
    legal_deck(game, &g->setup, i / game->deck_count, &g->setup.deck[1]);
    if (!cli_table_play(table, &g->setup, NULL, &err)) {
        stop(&err);
    }
    g->count = table->count;
}

static void keep_one(bench *b, const cli_table *table, recorded *g, brs_replay *replay)
{
    brs_err err = BRS_ERR_NONE;
    g->index = BRS_NEW(&b->cli.arena, uint16_t, g->count + 1);
    memcpy(g->index, table->index, g->count * sizeof *g->index);
    const brs_moves moves = {
        .index = g->index, .count = g->count, .end = BRS_END_RULES, .end_seat = BRS_SEAT_NONE};
    if (!brs_replay_record(&g->setup, &moves, &b->cli.arena, replay, &err) ||
        !brs_replay_encode(replay, &b->cli.arena, &g->bytes, &err)) {
        stop(&err);
    }
}

static void record_one(bench *b, const cli_game *game, cli_table *table, int i)
{
    recorded *g = &b->game[i];
    brs_replay replay;
    play_one(game, table, i, g);
    keep_one(b, table, g, &replay);
    b->decisions += g->count;
    b->coded_bytes += replay.decisions.bytes.len;
    b->coded_of[i * 2 / GAMES] += replay.decisions.bytes.len;
    b->decisions_of[i * 2 / GAMES] += g->count;
    b->file_bytes += g->bytes.len;
}

// Most games are shorter, so these are looked for.
static void record_long(bench *b, const cli_game *game)
{
    enum { LEAST = 180, MOST = 220 };
    const brs_bot_kind *const kinds[2] = {brs_bots[0], brs_bots[0]};
    cli_table *table = BRS_NEW(&b->cli.arena, cli_table, 1);
    cli_table_init(table, game->game, kinds, 2, &b->cli.arena);
    double turns = 0, bytes = 0;
    for (int i = GAMES, found = 0; found < LONG_GAMES; i++) {
        recorded *g = &b->long_game[found];
        brs_replay replay;
        play_one(game, table, i, g);
        if (g->count >= LEAST && g->count <= MOST) {
            keep_one(b, table, g, &replay);
            b->long_decisions += g->count;
            turns += replay.result.units;
            bytes += (double)g->bytes.len;
            found++;
        }
    }
    add_one("long_games", "turns each, of 180 to 220 decisions", turns / LONG_GAMES);
    add_one("long_bits", "bits a decision of their whole files", 8 * bytes / (double)b->long_decisions);
}

void record_all(bench *b, const cli_game *game)
{
    for (int half = 0; half < 2; half++) {
        const brs_bot_kind *kind = brs_bots[half];
        const brs_bot_kind *const kinds[2] = {kind, kind};
        cli_table *table = BRS_NEW(&b->cli.arena, cli_table, 1);
        cli_table_init(table, game->game, kinds, 2, &b->cli.arena);
        double start = cpu_seconds();
        for (int i = half * GAMES / 2; i < (half + 1) * GAMES / 2; i++) {
            record_one(b, game, table, i);
        }
        add_one(half == 0 ? "record_random" : "record_greedy", "games/s", GAMES / 2 / (cpu_seconds() - start));
    }
    record_long(b, game);
}

// Plays all games from their choices, with or without a trace.
static void play_again(bench *b, brs_trace *trace, bool look)
{
    for (int i = 0; i < GAMES; i++) {
        recorded *g = &b->game[i];
        brs_err err = BRS_ERR_NONE;
        brs_game game;
        if (trace != NULL) {
            brs_trace_reset(trace);
        }
        if (!brs_game_start(&game, &g->setup, b->state, b->choices, trace, &err)) {
            stop(&err);
        }
        for (uint32_t d = 0; d < g->count; d++) {
            const double bits = look ? log2(game.n) : 0;
            b->log2_choices += bits;
            b->log2_of[i * 2 / GAMES] += bits;
            brs_game_choose(&game, g->index[d]);
        }
    }
}

// CPU seconds of verifying games: read, decoded, played, checked.
static double verify_all(bench *b, const recorded *games, int n)
{
    const double start = cpu_seconds();
    for (int i = 0; i < n; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_replay replay;
        brs_setup setup;
        brs_arena_reset(&b->scratch);
        if (!brs_replay_decode(games[i].bytes, &b->scratch, &replay, &err) ||
            !brs_replay_setup(&replay, &b->library->library, &b->scratch, &setup, &err) ||
            !brs_replay_verify(&replay, &setup, &b->scratch, NULL, (brs_report){0})) {
            brs_fail(&err, BRS_DESYNC, "game %d does not verify", i);
            stop(&err);
        }
    }
    return cpu_seconds() - start;
}

// How fast this machine is just now, by a job of which the time on the machine of the gates is known: XXH3-64 of
// 1,764 bytes, 103 ns there. A gate in microseconds means microseconds there.
enum { YARD_BYTES = 1764, YARD_TIMES = 50000 };
static const double yard_there = 103;

static double yardstick(void)
{
    static unsigned char bytes[YARD_BYTES];
    XXH64_hash_t sum = 0;
    double start = cpu_seconds();
    for (int i = 0; i < YARD_TIMES; i++) {
        bytes[sum % YARD_BYTES] ^= (unsigned char)i;
        sum = XXH3_64bits(bytes, sizeof bytes);
    }
    return (cpu_seconds() - start) * 1e9 / YARD_TIMES;
}

void measure_engine(bench *b)
{
    double yard[RUNS], there[RUNS], bare[RUNS], traced[RUNS], ratio[RUNS], games[RUNS], per_second[RUNS], verified[RUNS], checked[RUNS], of_200[RUNS];
    brs_arena arena;
    brs_trace trace;
    brs_arena_init(&arena, 0);
    brs_trace_init(&trace, &arena);
    play_again(b, &trace, true);  // warms up; the trace has its room now
    const double us = 1e6 / (double)b->decisions;
    bench_allocations = 0;
    play_again(b, NULL, false);
    add_one("allocations", "a decision", (double)bench_allocations / (double)b->decisions);
    for (int run = 0; run < RUNS; run++) {
        yard[run] = yardstick();
        double start = cpu_seconds();
        play_again(b, NULL, false);
        bare[run] = (cpu_seconds() - start) * us;
        yard[run] = (yard[run] + yardstick()) / 2;
        start = cpu_seconds();
        play_again(b, &trace, false);
        traced[run] = (cpu_seconds() - start) * us;
        verified[run] = GAMES / verify_all(b, b->game, GAMES);
        of_200[run] = (double)b->long_decisions / 200 / verify_all(b, b->long_game, LONG_GAMES) * yard[run] / yard_there;
        there[run] = bare[run] * yard_there / yard[run];
        ratio[run] = traced[run] / bare[run];
        games[run] = GAMES / (bare[run] * (double)b->decisions * 1e-6);
        per_second[run] = 1e6 / bare[run];
    }
    add("yardstick", "ns for XXH3-64 of 1,764 bytes", yard, RUNS);
    add("resimulate_there", "us a decision at the pace of 103 ns", there, RUNS);
    add("resimulate", "us a decision", bare, RUNS);
    add("resimulate_traced", "us a decision", traced, RUNS);
    add("trace_ratio", "times", ratio, RUNS);
    add("games", "games/s", games, RUNS);
    add("decisions", "decisions/s", per_second, RUNS);
    add("verify", "replays/s", verified, RUNS);
    add("verify_200", "games of 200 decisions a second at the pace of 103 ns", of_200, RUNS);
    for (int run = 0; run < RUNS; run++) {
        checked[run] = 1e6 * GAMES / verified[run] / (double)b->decisions / value_of("resimulate");
    }
    add("verify_ratio", "times the bare run (reading, ranks, checks)", checked, RUNS);
    brs_arena_release(&arena);
}

// Another game: games of random bots at all sizes of table, under its last edition, played again from their choices.
void measure_other(bench *b, const cli_game *game, const char *us, const char *allocated)
{
    const brs_bot_kind *kinds[BRS_MAX_SEATS];
    double bare[RUNS];
    bench *other = BRS_NEW(&b->cli.arena, bench, 1);
    cli_table *table = BRS_NEW(&b->cli.arena, cli_table, 1);
    for (int seat = 0; seat < BRS_MAX_SEATS; seat++) {
        kinds[seat] = brs_bots[0];
    }
    brs_arena_init(&other->cli.arena, 0);
    other->state = brs_arena_alloc(&other->cli.arena, 1, game->game->state_size);
    other->choices = b->choices;
    cli_table_init(table, game->game, kinds, game->game->max_seats, &other->cli.arena);
    for (int i = 0; i < GAMES; i++) {
        brs_err err = BRS_ERR_NONE;
        recorded *g = &other->game[i];
        cli_setup(game, game->editions.edition[game->editions.count - 1], &g->setup);
        g->setup.seed = 1 + (uint64_t)i;
        g->setup.seats += i % (game->game->max_seats - game->game->min_seats + 1);
        if (!cli_table_play(table, &g->setup, NULL, &err)) {
            stop(&err);
        }
        g->count = table->count;
        g->index = BRS_NEW(&other->cli.arena, uint16_t, g->count + 1);
        memcpy(g->index, table->index, g->count * sizeof *g->index);
        other->decisions += g->count;
    }
    bench_allocations = 0;
    play_again(other, NULL, false);
    add_one(allocated, "a decision", (double)bench_allocations / (double)other->decisions);
    for (int run = 0; run < RUNS; run++) {
        double start = cpu_seconds();
        play_again(other, NULL, false);
        bare[run] = 1e6 * (cpu_seconds() - start) / (double)other->decisions;
    }
    add(us, "us a decision", bare, RUNS);
    brs_arena_release(&other->cli.arena);
}

// Templates are filled here, page by page; the linker sends every call of our code through this one. By the clock of the
// thread that does it: another one looks through folders meanwhile.
static struct {
    double seconds;
    uint64_t bytes;
} filled;

static double thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool __real_site_template_render(const site_template *template, site_node *root, brs_arena *keep, brs_buf *out, brs_err *err);
bool __wrap_site_template_render(const site_template *template, site_node *root, brs_arena *keep, brs_buf *out, brs_err *err);

bool __wrap_site_template_render(const site_template *template, site_node *root, brs_arena *keep, brs_buf *out, brs_err *err)
{
    const size_t before = out->len;
    const double start = thread_seconds();
    const bool ok = __real_site_template_render(template, root, keep, out, err);
    filled.seconds += thread_seconds() - start;
    filled.bytes += out->len - before;
    return ok;
}

void measure_site(bench *b, const char *folder)
{
    double pages[RUNS], speed[RUNS], formatting[RUNS];
    brs_site_input inputs[SITE_GAMES];
    for (int i = 0; i < SITE_GAMES; i++) {
        inputs[i] = (brs_site_input){.path = "bench.replay", .bytes = b->game[i * GAMES / SITE_GAMES].bytes};
    }
    for (int run = 0; run < RUNS; run++) {
        char out[256];
        brs_err err = BRS_ERR_NONE;
        brs_site_report report = {0};
        snprintf(out, sizeof out, "%s/%d", folder, run);
        const brs_site_options options = {.out = out};
        filled.seconds = 0;
        filled.bytes = 0;
        double start = cpu_seconds();
        if (!brs_site_build(&options, inputs, SITE_GAMES, &report, &err) || report.matches != SITE_GAMES) {
            brs_fail(&err, BRS_UNEXPECTED, "only %d of %d games got pages", report.matches, SITE_GAMES);
            stop(&err);
        }
        double seconds = cpu_seconds() - start;
        pages[run] = report.pages / seconds;
        speed[run] = (double)report.bytes / 1e6 / seconds;
        formatting[run] = (double)filled.bytes / 1e6 / filled.seconds;
    }
    add("pages", "pages/s", pages, RUNS);
    add("html", "MB/s", speed, RUNS);
    add("formatting", "MB/s, filling templates alone", formatting, RUNS);
}
