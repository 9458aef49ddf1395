// sim --matrix: every built-in deck against every one in both seats, itself too, and what all these games come to.
// How strong a deck is shows against the others; games against itself count for everything else.
//
// Games are numbered and threads take the next number; sums do not depend on who played what, so the output is
// the same for any number of threads. Shares come with 95% Wilson intervals, in hundredths of a percent.
#include <pthread.h>
#include <string.h>

#include "cli.h"
#include "str.h"

enum { MAX_KINDS = 32, MAX_LENGTH = 512, MAX_PAIRS = CLI_MAX_DECKS * CLI_MAX_DECKS, MAX_GAMES = 10000000, WHOLE = 10000 };

// What games come to. All of it adds up.
typedef struct {
    int64_t games, wins[2], victory[MAX_KINDS], seen[MAX_KINDS], length[MAX_LENGTH], decisions;
} tally;

typedef struct {
    cli_run *cli;
    const cli_game *game;
    const cli_matrix *what;
    int deck[CLI_MAX_DECKS], decks;  // those that are legal
    int pair[MAX_PAIRS][2], pairs;
    int64_t next, total;             // games: taken so far, in all
    pthread_mutex_t lock;            // of next and the progress
    cli_progress progress;
    brs_buf line;
    bool missed;
} matrix;

typedef struct {
    matrix *m;
    pthread_t thread;
    brs_arena arena, events;
    cli_table table;
    brs_trace trace;
    brs_setup setup;
    tally *pair;     // by pair
    int64_t failed;  // first game that did not end well, -1: none
    brs_err err;
} worker;

// ---- playing ------------------------------------------------------------------------------------------

static void add_game(const worker *w, tally *t)
{
    const brs_balance *balance = w->setup.game->balance;
    brs_result result = {0};
    w->setup.game->result(&w->setup, w->table.state, &result);
    t->games++;
    t->decisions += w->table.count;
    t->victory[result.reason]++;
    t->length[result.units < MAX_LENGTH ? result.units : MAX_LENGTH - 1]++;
    if (result.winner < 2) {
        t->wins[result.winner]++;
    }
    for (int i = 0; balance != NULL && balance->sights[i].id != NULL; i++) {
        t->seen[i] += balance->sights[i].seen(&w->setup, &w->trace);
    }
}

static bool play_one(worker *w, int64_t number)
{
    const matrix *m = w->m;
    const int pair = (int)(number / m->what->games);
    brs_trace_reset(&w->trace);
    for (int seat = 0; seat < 2; seat++) {
        w->setup.deck[seat] = m->game->deck[m->pair[pair][seat]];
    }
    w->setup.seed = (uint64_t)(m->what->seed + number);  // no seed twice: equal shuffles would be one game, not two
    if (!cli_table_play(&w->table, &w->setup, &w->trace, &w->err)) {
        w->failed = number;
        return false;
    }
    add_game(w, &w->pair[pair]);
    return true;
}

static int64_t take_next(matrix *m)
{
    pthread_mutex_lock(&m->lock);
    int64_t number = m->next < m->total ? m->next++ : -1;
    cli_progress_step(&m->progress, (int)m->next);
    pthread_mutex_unlock(&m->lock);
    return number;
}

static void *work(void *ctx)
{
    worker *w = ctx;
    int64_t number = take_next(w->m);
    while (number >= 0 && play_one(w, number)) {
        number = take_next(w->m);
    }
    return NULL;
}

static void init_worker(worker *w, matrix *m)
{
    *w = (worker){.m = m, .setup = *m->what->setup, .failed = -1, .err = BRS_ERR_NONE};
    brs_arena_init(&w->arena, 0);
    brs_arena_init(&w->events, 0);
    brs_trace_init(&w->trace, &w->events);
    cli_table_init(&w->table, m->game->game, m->what->bot, 2, &w->arena);
    w->pair = BRS_NEW(&w->arena, tally, (size_t)m->pairs);
}

static void add(tally *sum, const tally *t)
{
    int64_t *to = (int64_t *)(void *)sum;
    const int64_t *from = (const int64_t *)(const void *)t;
    for (size_t i = 0; i < sizeof *t / sizeof *to; i++) {
        to[i] += from[i];
    }
}

// Plays all games; sums by pair. False: reported.
static bool play_all(matrix *m, tally *pair)
{
    const int jobs = m->what->jobs;
    worker *workers = BRS_NEW(&m->cli->arena, worker, (size_t)jobs);
    const worker *bad = NULL;
    cli_progress_begin(&m->progress, "playing", (int)m->total);
    for (int i = 0; i < jobs; i++) {
        init_worker(&workers[i], m);
    }
    int started = 1;
    while (started < jobs && pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0) {
        started++;
    }
    work(&workers[0]);
    for (int i = 0; i < jobs; i++) {
        worker *w = &workers[i];
        if (i > 0 && i < started) {
            pthread_join(w->thread, NULL);
        }
        bad = w->failed >= 0 && (bad == NULL || w->failed < bad->failed) ? w : bad;
        for (int p = 0; p < m->pairs; p++) {
            add(&pair[p], &w->pair[p]);
        }
    }
    cli_progress_end(&m->progress);
    if (bad != NULL) {
        cli_error(&bad->err);
    }
    for (int i = 0; i < jobs; i++) {
        brs_arena_release(&workers[i].arena);
        brs_arena_release(&workers[i].events);
    }
    return bad == NULL;
}

// ---- intervals ------------------------------------------------------------------------------------------

static uint64_t root_of(uint64_t n)
{
    uint64_t low = 0, high = UINT64_C(1) << 32;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        *(middle * middle <= n ? &low : &high) = middle;
    }
    return low;
}

cli_share cli_wilson(int64_t count, int64_t of)
{
    if (of == 0) {
        return (cli_share){0, 0, WHOLE};
    }
    // z = 1.96; all in ten thousandths (z * z = 38416), the variance in their squares (z * z / 4 = 9604).
    const int64_t variance = (count * (of - count) * WHOLE / of + 9604) * WHOLE;
    const int64_t half = 196 * (int64_t)root_of((uint64_t)variance) / 100;  // z times its root
    const int64_t middle = count * WHOLE + 19208, whole = of * WHOLE + 38416;
    return (cli_share){.share = (int)((count * WHOLE + of / 2) / of),
                       .low = (int)((middle - half) * WHOLE / whole),
                       .high = (int)(((middle + half) * WHOLE + whole - 1) / whole)};
}

// ---- telling ----------------------------------------------------------------------------------------------

static void put_percent(brs_buf *buf, int share)
{
    buf_putf(buf, "%d.%02d", share / 100, share % 100);
}

// "  48.20%  [46.91, 49.50]"
static void put_share(brs_buf *buf, cli_share s)
{
    char text[48];
    snprintf(text, sizeof text, "%d.%02d%%", s.share / 100, s.share % 100);
    buf_putf(buf, "%8s  [", text);
    put_percent(buf, s.low);
    buf_puts(buf, ", ");
    put_percent(buf, s.high);
    buf_puts(buf, "]");
}

// One figure: how many games of how many, and the bounds (in percent) that its interval has to keep.
static void tell(matrix *m, const char *kind, const char *id, const char *title, int64_t count, int64_t of, int low,
                 int high)
{
    const cli_share s = cli_wilson(count, of);
    const bool ok = s.low >= low * 100 && s.high <= high * 100;
    m->missed = m->missed || !ok;
    brs_buf *b = &m->line;
    buf_reset(b);
    if (m->what->json) {
        cli_json_begin(b, m->cli);
        cli_json_text(b, "figure", kind);
        cli_json_text(b, "id", id);
        cli_json_number(b, "count", count);
        cli_json_number(b, "of", of);
        const int value[] = {s.share, s.low, s.high};
        static const char *const key[] = {"percent", "low", "high"};
        for (int i = 0; i < 3; i++) {
            buf_putf(b, ",\"%s\":", key[i]);
            put_percent(b, value[i]);
        }
        cli_json_bool(b, "ok", ok);
        cli_json_end(b);
        return;
    }
    buf_putf(b, "  %-36s %6lld ", title, (long long)count);
    put_share(b, s);
    if (low > 0 || high < 100) {
        buf_putf(b, "  %s%s%s: wanted %d to %d%%", cli_paint(m->cli, ok ? "green" : "red"), ok ? "PASS" : "MISSED",
                 cli_paint(m->cli, "off"), low, high);
    }
    printf("%.*s\n", BRS_ARG(buf_str(b)));
}

static int length_at(const tally *t, int percent)
{
    int64_t below = 0;
    int units = 0;
    while (units + 1 < MAX_LENGTH && (below += t->length[units]) * 100 < t->games * percent) {
        units++;
    }
    return units;
}

static void heading(const matrix *m, const char *text)
{
    if (!m->what->json) {
        printf("\n%s%s%s\n", cli_paint(m->cli, "bold"), text, cli_paint(m->cli, "off"));
    }
}

static void tell_head(matrix *m, const tally *all)
{
    const cli_matrix *w = m->what;
    const char *unit = m->game->game->unit->id;
    const int at[] = {length_at(all, 10), length_at(all, 50), length_at(all, 90)};
    brs_buf *b = &m->line;
    if (!w->json) {
        printf("%s, edition %s: %d decks, %d ordered pairs, %lld games each, seeds %lld to %lld\n", m->game->game->title,
               w->setup->edition->id, m->decks, m->pairs, (long long)w->games, (long long)w->seed,
               (long long)(w->seed + m->total - 1));
        printf("bots %s@%d and %s@%d: %lld games, %lld decisions\n", w->bot[0]->id, w->bot[0]->version, w->bot[1]->id,
               w->bot[1]->version, (long long)all->games, (long long)all->decisions);
        printf("length in %ss: 10%% have up to %d, half up to %d, 90%% up to %d\n", unit, at[0], at[1], at[2]);
        return;
    }
    cli_json_begin(b, m->cli);
    cli_json_text(b, "figure", "run");
    cli_json_text(b, "edition", w->setup->edition->id);
    cli_json_text(b, "bot", w->bot[0]->id);
    cli_json_number(b, "bot_version", w->bot[0]->version);
    cli_json_number(b, "pairs", m->pairs);
    cli_json_number(b, "games", all->games);
    cli_json_number(b, "seed", w->seed);
    cli_json_number(b, "decisions", all->decisions);
    cli_json_number(b, "length_10", at[0]);
    cli_json_number(b, "length_50", at[1]);
    cli_json_number(b, "length_90", at[2]);
    cli_json_end(b);
}

static void tell_decks(matrix *m, const tally *pair)
{
    const brs_balance *balance = m->game->game->balance;
    heading(m, "decks: games won");
    for (int d = 0; d < m->decks; d++) {
        int64_t games = 0, wins = 0;
        for (int p = 0; p < m->pairs; p++) {
            for (int seat = 0; seat < 2; seat++) {
                bool mine = m->pair[p][seat] == m->deck[d] && m->pair[p][1 - seat] != m->deck[d];
                games += mine ? pair[p].games : 0;
                wins += mine ? pair[p].wins[seat] : 0;
            }
        }
        tell(m, "deck", m->game->deck_slug[m->deck[d]], m->game->deck[m->deck[d]].name, wins, games, 0,
             balance != NULL ? balance->deck_wins : 100);
    }
}

// Wins of the row's deck in its games against the column's, both seats together, in percent.
static void tell_table(matrix *m, const tally *pair)
{
    heading(m, "deck (row) against deck (column): percent won, in both seats together");
    for (int a = 0; a < m->decks && !m->what->json; a++) {
        printf("  %-28.28s", m->game->deck[m->deck[a]].name);
        for (int b = 0; b < m->decks; b++) {
            int64_t games = 0, wins = 0;
            if (a == b) {
                printf("   -");
                continue;
            }
            for (int p = 0; p < m->pairs; p++) {
                for (int seat = 0; seat < 2; seat++) {
                    bool they = m->pair[p][seat] == m->deck[a] && m->pair[p][1 - seat] == m->deck[b];
                    games += they ? pair[p].games : 0;
                    wins += they ? pair[p].wins[seat] : 0;
                }
            }
            printf(" %3lld", (long long)((wins * 100 + games / 2) / games));
        }
        printf("\n");
    }
}

static void tell_pairs(matrix *m, const tally *pair)
{
    char id[160];
    for (int p = 0; p < m->pairs && m->what->json; p++) {
        snprintf(id, sizeof id, "%s v %s", m->game->deck_slug[m->pair[p][0]], m->game->deck_slug[m->pair[p][1]]);
        tell(m, "pair", id, id, pair[p].wins[0], pair[p].games, 0, 100);
    }
}

static void tell_all(matrix *m, const tally *pair)
{
    const brs_game_def *def = m->game->game;
    const brs_balance *balance = def->balance;
    tally *all = BRS_NEW(&m->cli->arena, tally, 1);
    for (int p = 0; p < m->pairs; p++) {
        add(all, &pair[p]);
    }
    tell_head(m, all);
    tell_decks(m, pair);
    tell_table(m, pair);
    tell_pairs(m, pair);
    heading(m, "how games end");
    for (int v = 0; v < def->victory_count; v++) {
        if (all->victory[v] > 0 || (balance != NULL && balance->decides[v] > 0)) {
            tell(m, "victory", v > 0 ? def->victories[v].id : "none", def->victories[v].title, all->victory[v],
                 all->games, balance != NULL ? balance->decides[v] : 0, 100);
        }
    }
    heading(m, "games that show");
    for (int i = 0; balance != NULL && balance->sights[i].id != NULL; i++) {
        const brs_sight *s = &balance->sights[i];
        tell(m, "sight", s->id, s->title, all->seen[i], all->games, s->low, s->high);
    }
}

// ---- the command ----------------------------------------------------------------------------------------------

static void find_pairs(matrix *m)
{
    const brs_setup *setup = m->what->setup;
    for (int i = 0; i < m->game->deck_count; i++) {
        bool legal = m->game->deck_set[i] == setup->cards &&
                     setup->game->check_deck(setup->edition, &setup->options, setup->cards, &m->game->deck[i],
                                             (brs_report){NULL, NULL});
        if (legal) {
            m->deck[m->decks++] = i;
        }
    }
    for (int a = 0; a < m->decks; a++) {
        for (int b = 0; b < m->decks; b++) {
            m->pair[m->pairs][0] = m->deck[a];
            m->pair[m->pairs++][1] = m->deck[b];
        }
    }
}

int cli_matrix_run(cli_run *cli, const cli_game *game, const cli_matrix *what)
{
    matrix *m = BRS_NEW(&cli->arena, matrix, 1);
    *m = (matrix){.cli = cli, .game = game, .what = what};
    find_pairs(m);
    m->total = m->pairs * what->games;
    if (m->total > MAX_GAMES) {
        return cli_misuse(cli, "%lld games are too many; at most %d", (long long)m->total, (int)MAX_GAMES);
    }
    if (m->pairs == 0) {
        return cli_misuse(cli, "fewer than two built-in decks of %s are legal under edition %s", game->game->id,
                          what->setup->edition->id);
    }
    pthread_mutex_init(&m->lock, NULL);
    buf_init(&m->line, &cli->arena, 512);
    tally *pair = BRS_NEW(&cli->arena, tally, (size_t)m->pairs);
    const double start = cli_seconds();
    if (!play_all(m, pair)) {
        return BRS_UNEXPECTED;
    }
    tell_all(m, pair);
    fprintf(stderr, "%lld games in %.1f s with %d thread%s\n", (long long)m->total, cli_seconds() - start, what->jobs,
            what->jobs == 1 ? "" : "s");
    if (m->missed && what->check) {
        fputs("a target is missed\n", stderr);
        return BRS_SOME_FAILED;
    }
    return BRS_OK;
}
