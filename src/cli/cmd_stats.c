// broadside stats: bits a decision, choices, kinds and lengths over many replays; parts can be merged.
#include <stdio.h>
#include <string.h>

#include <unistd.h>

#include "cli_apart.h"
#include "fs.h"
#include "json.h"
#include "str.h"

static const cli_option options[] = {
    {'J', "json", NULL, "one JSON object for each edition: whole numbers, to be merged"},
    {'m', "merge", NULL, "the files are such JSON lines, not replays; adds them up"},
    {'T', "strict", NULL, "end with 3 when some failed, instead of the code of the first"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

enum { MAX_ROWS = 64 };

typedef struct {
    char game[32], edition[64];
    const brs_game_def *def;
    brs_stats stats;
} stats_row;

typedef struct {
    cli_run *cli;
    const cli_library *library;
    stats_row row[MAX_ROWS];
    int rows;
    cli_items items;
} stats_table;

static const brs_game_def *find_def(const cli_library *library, const char *game)
{
    for (int i = 0; i < library->game_count; i++) {
        if (strcmp(library->game[i].game->id, game) == 0) {
            return library->game[i].game;
        }
    }
    return NULL;
}

// The row of an edition; rows stand in order of their names, whatever order the files came in.
static stats_row *row_of(stats_table *t, const char *game, const char *edition)
{
    int at = 0, order = 1;
    for (; at < t->rows; at++) {
        order = strcmp(t->row[at].game, game);
        order = order != 0 ? order : strcmp(t->row[at].edition, edition);
        if (order >= 0) {
            break;
        }
    }
    if (at < t->rows && order == 0) {
        return &t->row[at];
    }
    if (t->rows == MAX_ROWS) {
        return NULL;
    }
    memmove(&t->row[at + 1], &t->row[at], (size_t)(t->rows - at) * sizeof t->row[0]);
    t->rows++;
    t->row[at] = (stats_row){.def = find_def(t->library, game)};
    snprintf(t->row[at].game, sizeof t->row[at].game, "%s", game);
    snprintf(t->row[at].edition, sizeof t->row[at].edition, "%s", edition);
    return &t->row[at];
}

// ---- as JSON lines, and back -----------------------------------------------------------------------------

typedef struct {
    const char *name;
    size_t at;
    int count;
} stats_field;

#define FIELD(name, count) {#name, offsetof(brs_stats, name) / sizeof(uint64_t), count}
static const stats_field fields[] = {
    FIELD(games, 1), FIELD(file_bytes, 1), FIELD(coded_bits, 1), FIELD(decisions, 1), FIELD(outcomes, 1),
    FIELD(units, 1), FIELD(decisions_squared, 1), FIELD(longest, 1), FIELD(entropy, 1),
    FIELD(choices, BRS_STATS_BUCKETS), FIELD(kinds, BRS_STATS_KINDS), FIELD(won, BRS_MAX_SEATS + 1),
    FIELD(reasons, BRS_STATS_REASONS), FIELD(ends, BRS_END_UNFINISHED + 1),
};
#undef FIELD
enum { FIELDS = sizeof fields / sizeof fields[0] };

// Lists end with their last number that is not 0.
static void put_field(brs_buf *buf, const stats_field *field, const uint64_t *values)
{
    int count = field->count;
    if (count == 1) {
        buf_putf(buf, ",\"%s\":%llu", field->name, (unsigned long long)values[field->at]);
        return;
    }
    while (count > 0 && values[field->at + (size_t)count - 1] == 0) {
        count--;
    }
    buf_putf(buf, ",\"%s\":[", field->name);
    for (int i = 0; i < count; i++) {
        buf_putf(buf, "%s%llu", i > 0 ? "," : "", (unsigned long long)values[field->at + (size_t)i]);
    }
    buf_byte(buf, ']');
}

static void print_json(const stats_table *t)
{
    brs_buf buf;
    buf_init(&buf, &t->cli->arena, 1024);
    for (int i = 0; i < t->rows; i++) {
        cli_json_begin(&buf, t->cli);
        cli_json_text(&buf, "game", t->row[i].game);
        cli_json_text(&buf, "edition", t->row[i].edition);
        for (int f = 0; f < FIELDS; f++) {
            put_field(&buf, &fields[f], (const uint64_t *)&t->row[i].stats);
        }
        cli_json_end(&buf);
    }
}

static bool take_field(const json_value *line, const stats_field *field, uint64_t *values)
{
    const json_value *v = json_member(line, field->name);
    if (v == NULL || (field->count == 1) != (v->kind == JSON_NUMBER) || v->count > field->count) {
        return false;
    }
    if (field->count == 1) {
        values[field->at] = (uint64_t)v->number;
        return v->number >= 0;
    }
    size_t at = field->at;
    for (const json_value *item = v->first; item != NULL; item = item->next, at++) {
        values[at] = (uint64_t)item->number;
        if (item->kind != JSON_NUMBER || item->number < 0) {
            return false;
        }
    }
    return true;
}

static bool merge_line(stats_table *t, brs_str text, brs_err *err)
{
    json_value line;
    brs_stats stats = {0};
    if (!json_read(text, &t->cli->arena, &line, err)) {
        return false;
    }
    const json_value *game = json_member(&line, "game"), *edition = json_member(&line, "edition");
    bool ok = game != NULL && edition != NULL && game->kind == JSON_TEXT && edition->kind == JSON_TEXT;
    for (int f = 0; ok && f < FIELDS; f++) {
        ok = take_field(&line, &fields[f], (uint64_t *)&stats);
    }
    stats_row *row = ok ? row_of(t, brs_arena_string(&t->cli->arena, game->text),
                                 brs_arena_string(&t->cli->arena, edition->text))
                        : NULL;
    if (row == NULL) {
        return brs_fail(err, BRS_TEXT, "this is not a line of stats --json");
    }
    brs_stats_add(&row->stats, &stats);
    return true;
}

static int merge_all(stats_table *t)
{
    for (int i = 0; i < t->cli->operands; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_str text, line;
        int number = 0;
        bool ok = fs_read(t->cli->operand[i], 64 << 20, &t->cli->arena, &text, &err);
        while (ok && str_line(&text, &line)) {
            number++;
            ok = merge_line(t, line, &err);
        }
        if (!ok) {
            err.line = number;
            err.col = 0;
            return cli_end(&err, t->cli->operand[i]);
        }
    }
    return BRS_OK;
}

// ---- for people --------------------------------------------------------------------------------------------

static void print_share(const char *name, uint64_t count, uint64_t sum)
{
    printf("    %-16s %10llu  %5.1f %%\n", name, (unsigned long long)count, 100.0 * (double)count / (double)(sum > 0 ? sum : 1));
}

static void print_buckets(const brs_stats *s)
{
    static const char *const names[BRS_STATS_BUCKETS] = {"2",      "3-4",     "5-8",     "9-16",    "17-32",    "33-64",
                                                         "65-128", "129-256", "257-512", "513-1024", "1025-2048", "more"};
    printf("  legal choices\n");
    for (int i = 0; i < BRS_STATS_BUCKETS; i++) {
        if (s->choices[i] > 0) {
            double share = 100.0 * (double)s->choices[i] / (double)s->decisions;
            printf("    %-10s %10llu  %5.1f %%\n", names[i], (unsigned long long)s->choices[i], share);
        }
    }
}

static void print_named(const stats_row *row, const uint64_t *counts, int most, bool kinds, uint64_t sum)
{
    for (int i = 0; i < most; i++) {
        if (counts[i] == 0) {
            continue;
        }
        const brs_game_def *def = row->def;
        const char *name = def == NULL                              ? "?"
                           : kinds && def->choice_kinds == NULL      ? "?"
                           : kinds && i < def->choice_count          ? def->choice_kinds[i].id
                           : !kinds && i < def->victory_count        ? def->victories[i].id
                                                                     : "?";
        print_share(name, counts[i], sum);
    }
}

static void print_endings(const stats_row *row)
{
    static const char *const words[] = {"", "conceded", "agreed", "not finished"};
    const brs_stats *s = &row->stats;
    printf("  how they ended\n");
    print_named(row, s->reasons, BRS_STATS_REASONS, false, s->games);
    for (int end = BRS_END_CONCEDED; end <= BRS_END_UNFINISHED; end++) {
        if (s->ends[end] > 0) {
            print_share(words[end], s->ends[end], s->games);
        }
    }
}

// "turns", "rounds": what games are counted in.
static const char *units_of(const brs_game_def *def, char *out, size_t size)
{
    const char *title = def == NULL ? "unit" : def->unit->group > 0 ? def->unit->group_title : def->unit->title;
    snprintf(out, size, "%ss", title);
    out[0] = (char)(out[0] >= 'A' && out[0] <= 'Z' ? out[0] - 'A' + 'a' : out[0]);
    return out;
}

static void print_row(const stats_row *row)
{
    const brs_stats *s = &row->stats;
    double games = (double)s->games, decisions = s->decisions > 0 ? (double)s->decisions : 1;
    double entropy = (double)s->entropy / 65536, coded = (double)s->coded_bits;
    printf("%s, edition %s: %llu game%s\n", row->game, row->edition, (unsigned long long)s->games, s->games == 1 ? "" : "s");
    char units[32];
    printf("  a game         %.1f decisions (longest %llu), %.1f %s, %.1f bytes\n", (double)s->decisions / games,
           (unsigned long long)s->longest, (double)s->units / games, units_of(row->def, units, sizeof units),
           (double)s->file_bytes / games);
    printf("  a decision     %.3f bits coded, %.3f bits are log2 n, ratio %.3f\n", coded / decisions,
           entropy / decisions, entropy > 0 ? coded / entropy : 0);
    print_buckets(s);
    printf("  kinds of decisions\n");
    print_named(row, s->kinds, BRS_STATS_KINDS, true, s->decisions);
    print_endings(row);
}

// ---- the command -------------------------------------------------------------------------------------------

static bool count_one(const stats_table *t, const cli_item *item, brs_arena *scratch, stats_row *row, brs_err *err)
{
    brs_replay *replay = BRS_NEW(scratch, brs_replay, 1);
    brs_setup *setup = BRS_NEW(scratch, brs_setup, 1);
    brs_str bytes;
    if (!cli_item_read(item, scratch, replay, &bytes, err) ||
        !brs_replay_setup(replay, &t->library->library, scratch, setup, err)) {
        return false;
    }
    snprintf(row->game, sizeof row->game, "%s", replay->game);
    snprintf(row->edition, sizeof row->edition, "%s@%d", replay->edition, replay->patch);
    return brs_stats_count(replay, setup, bytes.len, scratch, &row->stats, err);
}

// In a worker. The record: an error, and a row when there is none.
static void work(void *ctx, int index, brs_buf *record)
{
    const stats_table *t = ctx;
    brs_err err = BRS_ERR_NONE;
    stats_row row = {.def = NULL};
    const bool ok = count_one(t, &t->items.item[index], record->arena, &row, &err);
    cli_apart_put_error(record, &err);
    if (ok) {
        buf_put(record, (brs_str){(const char *)&row, sizeof row});
    }
}

static bool add_record(stats_table *t, brs_str record, brs_err *err)
{
    stats_row one;
    if (!cli_apart_take_error(&record, err) || err->code != BRS_OK || record.len != sizeof one) {
        return brs_fail(err, BRS_UNEXPECTED, "what was counted makes no sense");
    }
    memcpy(&one, record.ptr, sizeof one);
    one.game[sizeof one.game - 1] = one.edition[sizeof one.edition - 1] = '\0';
    stats_row *row = row_of(t, one.game, one.edition);
    if (row == NULL) {
        return brs_fail(err, BRS_LIMIT, "more than %d editions", MAX_ROWS);
    }
    brs_stats_add(&row->stats, &one.stats);
    return true;
}

static int count_all(stats_table *t, bool strict)
{
    cli_failures *failures = cli_failures_begin(t->cli);
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (!cli_items_open(t->cli, t->library, &t->items)) {
        return t->cli->failed;
    }
    const int count = t->items.count, jobs = processors < count ? (int)processors : count;
    cli_apart apart = {.items = count, .jobs = jobs, .ctx = t, .work = work};
    cli_apart_begin(&apart);
    for (int i = 0; i < count; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_str record;
        if (!cli_apart_next(&apart, i, &record, &err) || !add_record(t, record, &err)) {
            brs_err_file(&err, t->items.item[i].name);
            cli_fail_later(failures, &err);
        }
    }
    cli_apart_end(&apart);
    return cli_failures_end(failures, "replays", count, strict);
}

static int run(cli_run *cli)
{
    stats_table *t = BRS_NEW(&cli->arena, stats_table, 1);
    bool json = false, merge = false, strict = false;
    const char *value;
    int letter, status;
    t->cli = cli;
    while ((letter = cli_next(cli, &value)) >= 0) {
        json = json || letter == 'J';
        merge = merge || letter == 'm';
        strict = strict || letter == 'T';
    }
    if (!cli_ready(letter, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which replays? Name files or folders");
    }
    t->library = cli_library_load(cli);
    if (t->library == NULL) {
        return cli->failed;
    }
    status = merge ? merge_all(t) : count_all(t, strict);
    if (json) {
        print_json(t);
    }
    for (int i = 0; !json && i < t->rows; i++) {
        print_row(&t->row[i]);
    }
    return status;
}

const cli_command cmd_stats = {
    "stats", "REPLAY|FOLDER...", "Counts decisions, bits, choices and endings over many replays.",
    "broadside stats games\n"
    "broadside stats --json part1 > 1.json; broadside stats --json part2 > 2.json\n"
    "broadside stats --merge 1.json 2.json        the same as over all of them at once\n",
    options, run, CLI_APART,
};
