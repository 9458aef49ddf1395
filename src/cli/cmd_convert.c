// broadside convert: the same replay packed, with its choices written out, or as JSON; and back.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "broadside/journal.h"
#include "broadside/replay_tools.h"
#include "cli.h"
#include "fs.h"
#include "str.h"

static const cli_option options[] = {
    {'t', "to", "FORM", "packed, explicit, json or journal (default: what the output's name says, else the other kind: JSON of a replay, the replay of JSON)"},
    {'o', "output", "FILE", "write it there (default: standard output)"},
    {'f', "force", NULL, "replace the output if it exists"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef enum { FORM_NONE, FORM_PACKED, FORM_EXPLICIT, FORM_JSON, FORM_JOURNAL, FORM_REPLAY } replay_form;  // REPLAY: coded as it is

typedef struct {
    const char *to, *output;
    bool force;
} convert_options;

// NONE: no such form.
static replay_form form_named(const char *word)
{
    static const char *const words[] = {"", "packed", "explicit", "json", "journal"};
    for (int i = 1; i < 5; i++) {
        if (strcmp(word, words[i]) == 0) {
            return (replay_form)i;
        }
    }
    return FORM_NONE;
}

// Without --to: as the output is called, else the other kind than was read.
static replay_form form_meant(const convert_options *o, const brs_replay *replay, bool was_json)
{
    const bool as_it_is = was_json || replay->hidden != 0;
    const char *output = o->output != NULL ? o->output : "";
    if (o->to != NULL) {
        return form_named(o->to);
    }
    if (str_ends(str_of(output), str_of(".replay"))) {
        return as_it_is ? FORM_REPLAY : FORM_PACKED;
    }
    return str_ends(str_of(output), str_of(".json"))      ? FORM_JSON
           : str_ends(str_of(output), str_of(".journal")) ? FORM_JOURNAL
           : was_json                      ? FORM_REPLAY
                                           : FORM_JSON;
}

// A replay of either form; a text begins with a brace.
static bool read_either(cli_run *cli, const cli_library *library, const char *path, brs_replay *out, bool *json, brs_err *err)
{
    enum { MAX_JSON = 64 << 20 };
    brs_str bytes;
    if (!fs_exists(path) && strchr(path, '#') != NULL) {  // a game of an archive
        return cli_read_replay(library, path, &cli->arena, out, NULL, err);
    }
    if (!fs_read(path, MAX_JSON, &cli->arena, &bytes, err)) {
        return false;
    }
    brs_str text = str_trim(bytes);
    *json = text.len > 0 && text.ptr[0] == '{';
    return *json ? brs_replay_from_json(bytes, &library->library, &cli->arena, out, err)
                 : brs_replay_decode(bytes, &cli->arena, out, err);
}

static bool write_json(cli_run *cli, const cli_library *library, const brs_replay *replay, const char *path,
                       bool force, brs_err *err)
{
    brs_str text;
    return brs_replay_to_json(replay, &library->library, &cli->arena, &text, err) &&
           cli_write(path, text, force, err);
}

static bool write_coded(cli_run *cli, const cli_library *library, const brs_replay *replay, replay_form form,
                        const convert_options *o, brs_err *err)
{
    brs_coder coder = form == FORM_EXPLICIT ? BRS_CODER_EXPLICIT : BRS_CODER_MODEL;
    brs_replay *made = BRS_NEW(&cli->arena, brs_replay, 1);
    brs_setup *setup = BRS_NEW(&cli->arena, brs_setup, 1);
    bool packed = replay->coder_mode != BRS_CODER_EXPLICIT;
    if (replay->hidden != 0 && form == FORM_PACKED) {
        return brs_fail(err, BRS_CRITICAL_KEY, "secrets were removed from this replay, so it cannot be packed again");
    }
    *made = *replay;
    bool same = form == FORM_REPLAY || packed == (form == FORM_PACKED);
    if (!same && (!brs_replay_setup(replay, &library->library, &cli->arena, setup, err) ||
                  !brs_replay_recode(replay, setup, coder, 0, &cli->arena, made, err))) {
        return false;
    }
    return cli_write_replay(library, o->output != NULL ? o->output : "-", made, o->force, &cli->arena, err);
}

// What a live recording of this game would have left, for those who test what reads journals.
static bool write_journal(cli_run *cli, const cli_library *library, const brs_replay *replay, const char *path,
                          brs_err *err)
{
    brs_setup *setup = BRS_NEW(&cli->arena, brs_setup, 1);
    brs_journal journal;
    brs_player player;
    int event = 0;
    if (!brs_replay_setup(replay, &library->library, &cli->arena, setup, err) ||
        !brs_player_open(&player, replay, setup, 0, &cli->arena, NULL, err) ||
        !brs_journal_begin(&journal, path, setup, replay, &cli->arena, err)) {
        return false;
    }
    for (bool more = true; more && err->code == BRS_OK; more = brs_player_next(&player, err)) {
        bool chance = player.index >= 0 && player.game.choices[0].seat == BRS_SEAT_CHANCE;
        for (; !chance && event < replay->event_count && replay->events[event].decision == player.decisions; event++) {
            brs_journal_amend(&journal, player.decisions, &replay->events[event].amend, err);
        }
        if (player.index >= 0) {
            brs_journal_choice(&journal, &player.game, player.index, err);
        }
    }
    return err->code == BRS_OK && brs_journal_end(&journal, replay->end, replay->end_seat, err) &&
           brs_journal_close(&journal, true, err);
}

static int run(cli_run *cli)
{
    convert_options o = {0};
    const char *value;
    int letter, status;
    while ((letter = cli_next(cli, &value)) >= 0) {
        o.to = letter == 't' ? value : o.to;
        o.output = letter == 'o' ? value : o.output;
        o.force = o.force || letter == 'f';
    }
    if (!cli_ready(letter, &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    if (o.to != NULL && form_named(o.to) == FORM_NONE) {
        return cli_misuse(cli, "--to is packed, explicit, json or journal, not \"%s\"", o.to);
    }
    const cli_library *library = cli_library_load(cli);
    brs_replay *replay = BRS_NEW(&cli->arena, brs_replay, 1);
    brs_err err = BRS_ERR_NONE;
    bool json = false;
    if (library == NULL) {
        return cli->failed;
    }
    if (read_either(cli, library, cli->operand[0], replay, &json, &err)) {
        const replay_form form = form_meant(&o, replay, json);
        if (form != FORM_JSON && o.output == NULL && (form == FORM_JOURNAL || isatty(STDOUT_FILENO))) {
            return cli_misuse(cli, "a %s is bytes: say with -o where to write it", form == FORM_JOURNAL ? "journal" : "replay");
        }
        if (form == FORM_JSON) {
            write_json(cli, library, replay, o.output != NULL ? o.output : "-", o.force, &err);
        } else if (form == FORM_JOURNAL) {
            write_journal(cli, library, replay, o.output, &err);
        } else {
            write_coded(cli, library, replay, form, &o, &err);
        }
    }
    return cli_end(&err, cli->operand[0]);
}

const cli_command cmd_convert = {
    "convert", "REPLAY|JSON", "Turns a replay into JSON or into choices that are written out, and back.",
    "broadside convert game.replay > game.json          to read it, or to change what is said in it\n"
    "broadside convert game.json > game.replay          and back: the same bytes\n"
    "broadside convert --to explicit game.replay -o long.replay\n",
    options, run, CLI_WRITES,
};
