// broadside check, fmt, compile, text: transcripts, the form of a game that people write.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "fs.h"
#include "str.h"

// ---- check --------------------------------------------------------------------------------------------------------

static const cli_option check_options[] = {
    {'F', "format", "STYLE", "human or gcc: FILE:LINE:COLUMN: error: ... (default: human)"},
    {'J', "json", NULL, "one JSON object for each mistake, and for each file that has none"},
    {0, NULL, NULL, NULL},
};

static void tell_good(const cli_teller *t, const cli_library *library, const char *path, const brs_replay *replay)
{
    brs_setup *setup = BRS_NEW(&t->cli->arena, brs_setup, 1);
    brs_err err = BRS_ERR_NONE;
    char span[64] = "";
    int checks = 0;
    for (int i = 0; i < replay->remark_count; i++) {
        checks += replay->remarks[i].kind == BRS_REMARK_CHECK;
    }
    brs_buf end;
    buf_init(&end, &t->cli->arena, 128);
    if (brs_replay_setup(replay, &library->library, &t->cli->arena, setup, &err)) {
        brs_unit_span(setup->game->unit, replay->result.units, span, sizeof span);
        cli_say_end(t->cli, &end, setup, replay);
    }
    if (t->form == CLI_TELL_JSON) {
        brs_buf line;
        buf_init(&line, &t->cli->arena, 256);
        cli_json_begin(&line, t->cli);
        cli_json_text(&line, "file", path);
        cli_json_text(&line, "game", replay->game);
        cli_json_text(&line, "edition", replay->edition);
        cli_json_number(&line, "decisions", replay->decisions.count);
        cli_json_number(&line, "checks", checks);
        cli_json_bool(&line, "over", replay->result.over);
        cli_json_end(&line);
    } else if (t->form == CLI_TELL_PEOPLE) {
        printf("%s: %s, %s; %s, %lu decisions, %d line%s of checks hold%s; %.*s\n", cli_tame(&t->cli->arena, path), replay->game, replay->edition, span,
               (unsigned long)replay->decisions.count, checks, checks == 1 ? "" : "s", checks == 1 ? "s" : "", BRS_ARG(buf_str(&end)));
    }
}

static int run_check(cli_run *cli)
{
    const char *value;
    int letter, status;
    cli_teller teller = {.cli = cli};
    while ((letter = cli_next(cli, &value)) >= 0) {
        if (letter == 'F' && strcmp(value, "gcc") != 0 && strcmp(value, "human") != 0) {
            return cli_misuse(cli, "--format is human or gcc, not \"%s\"", value);
        }
        teller.form = letter == 'J' ? CLI_TELL_JSON : letter == 'F' && strcmp(value, "gcc") == 0 ? CLI_TELL_GCC : teller.form;
    }
    if (!cli_ready(letter, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which transcript?");
    }
    const cli_library *library = cli_library_load(cli);
    for (int i = 0; library != NULL && i < cli->operands; i++) {
        brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 1);
        if (cli_read_transcript(&teller, library, cli->operand[i], replay)) {
            tell_good(&teller, library, cli->operand[i], replay);
        }
    }
    return library == NULL ? BRS_UNEXPECTED : teller.errors > 0 ? (int)teller.first : BRS_OK;
}

const cli_command cmd_check = {
    "check", "TRANSCRIPT...", "Plays transcripts and tells each mistake: the line, the rule, what was legal.",
    "broadside check club.transcript\n"
    "broadside check --format gcc *.transcript          for editors and hooks\n",
    check_options, run_check, CLI_READS,
};

// ---- compile -------------------------------------------------------------------------------------------------------

static const cli_option write_options[] = {
    {'o', "output", "FILE", "write it there"},
    {'f', "force", NULL, "replace the output if it exists"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    const char *output;
    bool force, check;
} output_options;

static int read_output_options(cli_run *cli, output_options *o)
{
    const char *value;
    int letter;
    while ((letter = cli_next(cli, &value)) >= 0) {
        o->output = letter == 'o' ? value : o->output;
        o->force = o->force || letter == 'f' || letter == 'w';
        o->check = o->check || letter == 'c';
    }
    return letter;
}

// The name of the input with another ending.
static const char *with_ending(cli_run *cli, const char *path, const char *ending)
{
    static const char own[] = ".transcript";
    size_t len = strlen(path);
    const size_t tail = sizeof own - 1;
    len -= len > tail && strcmp(path + len - tail, own) == 0 ? tail : 0;
    char *out = BRS_NEW(&cli->arena, char, len + strlen(ending) + 1);
    snprintf(out, len + strlen(ending) + 1, "%.*s%s", (int)len, path, ending);
    return out;
}

static int run_compile(cli_run *cli)
{
    output_options o = {0};
    int status;
    brs_err err = BRS_ERR_NONE;
    cli_teller teller = {.cli = cli};
    if (!cli_ready(read_output_options(cli, &o), &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    const cli_library *library = cli_library_load(cli);
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 1);
    if (library == NULL) {
        return BRS_UNEXPECTED;
    }
    if (!cli_read_transcript(&teller, library, cli->operand[0], replay)) {
        return (int)teller.first;
    }
    const char *path = o.output != NULL ? o.output : with_ending(cli, cli->operand[0], ".replay");
    cli_write_replay(library, path, replay, o.force, &cli->arena, &err);
    return cli_end(&err, path);
}

const cli_command cmd_compile = {
    "compile", "TRANSCRIPT", "Makes the replay of a transcript; writes nothing when there is a mistake in it.",
    "broadside compile club.transcript                  writes club.replay\n"
    "broadside compile club.transcript -o games/club.replay\n",
    write_options, run_compile, CLI_WRITES,
};

// ---- text -----------------------------------------------------------------------------------------------------------------

static int run_text(cli_run *cli)
{
    output_options o = {0};
    int status;
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    if (!cli_ready(read_output_options(cli, &o), &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    const cli_library *library = cli_library_load(cli);
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 1);
    if (library == NULL) {
        return BRS_UNEXPECTED;
    }
    const brs_transcript_world world = cli_world(cli, library, NULL);
    bool good = cli_read_replay(library, cli->operand[0], &cli->arena, replay, NULL, &err) &&
                brs_transcript_text(replay, &world, &cli->arena, &text, &err) &&
                cli_write(o.output != NULL ? o.output : "-", text, o.force, &err);
    return good ? BRS_OK : cli_end(&err, cli->operand[0]);
}

const cli_command cmd_text = {
    "text", "REPLAY", "Writes the transcript of a replay: the game as a text that can be read, edited and compiled.",
    "broadside text game.replay\n"
    "broadside text game.replay -o game.transcript\n",
    write_options, run_text, CLI_WRITES,
};

// ---- fmt ----------------------------------------------------------------------------------------------------------------------

static const cli_option fmt_options[] = {
    {'w', "write", NULL, "put the text in the place of each file"},
    {'c', "check", NULL, "write nothing; end with 3 when a file is not in its canonical form"},
    {0, NULL, NULL, NULL},
};

static bool fmt_one(cli_run *cli, const cli_library *library, const char *path, const output_options *o, cli_teller *teller, int *other)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 1);
    const brs_transcript_world world = cli_world(cli, library, path);
    if (!cli_read_transcript(teller, library, path, replay)) {
        return false;
    }
    if (!brs_transcript_text(replay, &world, &cli->arena, &text, &err)) {
        teller->first = (brs_code)cli_end(&err, path);
        return false;
    }
    const bool same = str_equal(text, teller->source);
    if (o->check) {
        *other += !same;
        if (!same) {
            printf("%s\n", cli_tame(&cli->arena, path));
        }
        return true;
    }
    if (o->force && same) {
        return true;
    }
    if (!cli_write(o->force ? path : "-", text, true, &err)) {
        teller->first = (brs_code)cli_end(&err, path);
    }
    return err.code == BRS_OK;
}

static int run_fmt(cli_run *cli)
{
    output_options o = {0};
    int status, other = 0;
    cli_teller teller = {.cli = cli};
    if (!cli_ready(read_output_options(cli, &o), &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which transcript?");
    }
    const cli_library *library = cli_library_load(cli);
    for (int i = 0; library != NULL && i < cli->operands; i++) {
        fmt_one(cli, library, cli->operand[i], &o, &teller, &other);
    }
    return library == NULL ? BRS_UNEXPECTED : teller.first != BRS_OK ? (int)teller.first : other > 0 ? BRS_SOME_FAILED : BRS_OK;
}

const cli_command cmd_fmt = {
    "fmt", "TRANSCRIPT...", "Writes transcripts in their one canonical form: names in full, one layout.",
    "broadside fmt club.transcript                      prints it\n"
    "broadside fmt --write *.transcript                 rewrites the files\n",
    fmt_options, run_fmt, CLI_WRITES,
};
