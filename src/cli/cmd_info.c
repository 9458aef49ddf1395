// broadside info: what a replay file says of itself, without playing it.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "str.h"

static const cli_option options[] = {
    {'J', "json", NULL, "one JSON object a replay"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

static const char *hex(const uint8_t *bytes, int count, char out[64])
{
    for (int i = 0; i < count && i < 31; i++) {
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    }
    return out;
}

static void row(const cli_run *cli, const char *label, const char *value)
{
    if (value != NULL && value[0] != '\0') {
        printf("  %s%-10s%s %s\n", cli_paint(cli, "dim"), label, cli_paint(cli, "off"), value);
    }
}

static void print_players(const cli_run *cli, const brs_replay *r)
{
    for (int seat = 0; seat < r->seats; seat++) {
        const char letter[2] = {(char)('A' + seat), '\0'};
        char line[256];
        snprintf(line, sizeof line, "%s%s%s%s%s%s%s", r->name[seat] != NULL ? r->name[seat] : "(no name)",
                 r->deck_name[seat] != NULL ? ", deck " : "", r->deck_name[seat] != NULL ? r->deck_name[seat] : "",
                 r->bot[seat] != NULL ? ", played by the " : "", r->bot[seat] != NULL ? r->bot[seat] : "",
                 r->bot[seat] != NULL ? " bot" : "",
                 r->hidden >> seat & 1 ? ", hidden cards removed" : "");
        row(cli, letter, line);
    }
}

static const char *name_of(const brs_replay *r, int seat)
{
    static const char letters[][2] = {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"};
    return r->name[seat] != NULL ? r->name[seat] : letters[seat];
}

static void print_result(const cli_run *cli, const brs_library *library, const brs_replay *r)
{
    const brs_game_def *game = brs_game_find(str_of(r->game));
    char line[384], span[64], how[160];
    (void)library;
    const bool known = game != NULL && r->result.reason < game->victory_count && r->result.over;
    const char *winner = r->result.winner >= BRS_MAX_SEATS ? "nobody wins" : name_of(r, r->result.winner);
    if (game != NULL) {
        brs_unit_span(game->unit, r->result.units, span, sizeof span);
    } else {
        snprintf(span, sizeof span, "unit %d", r->result.units);
    }
    if (r->end == BRS_END_CONCEDED) {
        snprintf(how, sizeof how, "%s, since %s conceded", winner, name_of(r, r->end_seat));
    } else if (r->end == BRS_END_AGREED) {
        snprintf(how, sizeof how, "%s, as the players agreed", winner);
    } else {
        snprintf(how, sizeof how, "%s%s%s%s%s", r->end == BRS_END_UNFINISHED ? "" : winner, known ? ": " : "",
                 known ? game->victories[r->result.reason].title : "", r->end == BRS_END_UNFINISHED ? "" : ", ", cli_end_words(r));
    }
    snprintf(line, sizeof line, "%s, %s, %u decisions", how, span, r->decisions.count);
    row(cli, "result", line);
}

// The set by its name, when it is here or in the file.
static void print_cards(const cli_run *cli, const cli_library *library, const brs_replay *r)
{
    char line[256];
    const brs_card_set *found = NULL;
    for (int i = 0; i < library->library.count; i++) {
        const brs_shelf *shelf = &library->library.shelf[i];
        for (int j = 0; j < shelf->set_count; j++) {
            found = r->set_count > 0 && shelf->sets[j].hash == r->set_hash[0] ? &shelf->sets[j] : found;
        }
    }
    for (int i = 0; i < r->set_count; i++) {
        const char *where = r->card_text.len > 0 ? "carried along" : "not here: play it with --cards FILE";
        int len = found != NULL ? snprintf(line, sizeof line, "%s \"%s\", ", found->id, found->title) : 0;
        len += snprintf(line + len, sizeof line - (size_t)len, "hash %016llx", (unsigned long long)r->set_hash[i]);
        if (found == NULL && len < (int)sizeof line) {
            snprintf(line + len, sizeof line - (size_t)len, ", %s", where);
        }
        row(cli, "cards", line);
    }
}

static void print_info(cli_run *cli, const cli_library *library, const char *path, const brs_replay *r, size_t bytes)
{
    char line[256], digits[64];
    printf("%s%s%s\n", cli_paint(cli, "bold"), cli_tame(&cli->arena, path), cli_paint(cli, "off"));
    snprintf(line, sizeof line, "%s, edition %s@%d", r->game, r->edition, r->patch);
    row(cli, "game", line);
    print_players(cli, r);
    print_result(cli, &library->library, r);
    print_cards(cli, library, r);
    snprintf(line, sizeof line, "%llu", (unsigned long long)r->seed);
    row(cli, "seed", r->seeded ? line : "none, the draws are recorded");
    row(cli, "date", r->date);
    row(cli, "event", r->event);
    row(cli, "place", r->place);
    row(cli, "annotator", r->annotator);
    row(cli, "producer", r->producer);
    for (int i = 0; i < r->override_count; i++) {
        snprintf(line, sizeof line, "%.*s = %d", BRS_ARG(r->overrides[i].option), r->overrides[i].value);
        row(cli, "option", line);
    }
    snprintf(line, sizeof line, "%zu bytes; before compression decisions %zu, checks %zu, decks %zu", bytes,
             r->decisions.bytes.len, r->checks.len, r->decks.len);
    row(cli, "size", line);
    if (r->remark_count > 0) {
        snprintf(line, sizeof line, "%d", r->remark_count);
        row(cli, "remarks", line);
    }
    snprintf(line, sizeof line, "%016llx, the hash of the last state", (unsigned long long)r->final_hash);
    row(cli, "final", r->hidden == 0 ? line : NULL);
    snprintf(line, sizeof line, "%s, the same for every replay of this game", hex(r->core, BRS_CORE_ID, digits));
    row(cli, "core id", line);
    if (r->critical) {
        snprintf(line, sizeof line, "key %llu is unknown: a newer version is needed to play this",
                 (unsigned long long)r->critical_key);
        row(cli, "note", line);
    }
}

static void print_json(const cli_run *cli, brs_buf *buf, const char *path, const brs_replay *r, size_t bytes)
{
    char digits[64];
    cli_json_begin(buf, cli);
    cli_json_text(buf, "file", path);
    cli_json_text(buf, "game", r->game);
    cli_json_text(buf, "edition", r->edition);
    cli_json_number(buf, "patch", r->patch);
    cli_json_text(buf, "name_a", r->name[0]);
    cli_json_text(buf, "name_b", r->name[1]);
    cli_json_text(buf, "deck_a", r->deck_name[0]);
    cli_json_text(buf, "deck_b", r->deck_name[1]);
    cli_json_number(buf, "winner", r->result.winner < BRS_MAX_SEATS ? r->result.winner : -1);
    cli_json_text(buf, "ended", cli_end_words(r));
    cli_json_number(buf, "units", r->result.units);
    cli_json_number(buf, "decisions", r->decisions.count);
    cli_json_number(buf, "bytes", (int64_t)bytes);
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)r->final_hash);
    cli_json_text(buf, "final_state", digits);
    cli_json_text(buf, "core", hex(r->core, BRS_CORE_ID, digits));
    cli_json_end(buf);
}

static int run(cli_run *cli)
{
    bool json = false;
    const char *value;
    int letter, status, count;
    while ((letter = cli_next(cli, &value)) >= 0) {
        json = json || letter == 'J';
    }
    if (!cli_ready(letter, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which replay?");
    }
    const cli_library *library = cli_library_load(cli);
    const char **paths = cli_replay_paths(cli, false, &count);
    if (library == NULL || paths == NULL) {
        return cli->failed;
    }
    cli_failures *failures = cli_failures_begin(cli);
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 1);
    brs_arena scratch;
    brs_arena_init(&scratch, 0);
    brs_buf line;
    buf_init(&line, &cli->arena, 512);
    for (int i = 0; i < count; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_str bytes;
        brs_arena_reset(&scratch);
        if (!cli_read_replay(library, paths[i], &scratch, replay, &bytes, &err)) {
            cli_fail_later(failures, &err);
        } else if (json) {
            print_json(cli, &line, paths[i], replay, bytes.len);
        } else {
            print_info(cli, library, paths[i], replay, bytes.len);
        }
    }
    fflush(stdout);
    brs_arena_release(&scratch);
    return cli_failures_end(failures, "replays", count, false);
}

const cli_command cmd_info = {
    "info", "REPLAY|FOLDER...", "Says what is in a replay file, without playing it.",
    "broadside info game.replay\n"
    "broadside info --json games | jq .decisions\n",
    options, run, CLI_READS,
};
