// broadside annotate: adds a remark to a place of the game; the game and its id stay the same.
#include <stdio.h>
#include <string.h>

#include "broadside/replay_tools.h"
#include "cli.h"
#include "fs.h"
#include "str.h"
#include "text.h"

static const cli_option options[] = {
    {'d', "decision", "NUMBER", "the decision it stands before, from 0 (default: 0)"},
    {'s', "section", "ID", "a section of the unit there, as `show` names them"},
    {'e', "event", "NUMBER", "an event of the trace"},
    {'l', "line", "NUMBER", "a variation, by its id (default: the game)"},
    {'t', "text", "TEXT", "what to say, in Markdown; - reads it from standard input"},
    {'k', "kind", "KIND", "note, quiz, check or comment (default: note)"},
    {'g', "glyph", "GLYPH", "!!, !, !?, ?!, ? or ?\?"},
    {'a' | CLI_RECORDED, "author", "NAME", "who says it"},
    {'n' | CLI_RECORDED, "language", "TAG", "in which language: en"},
    {'o', "output", "FILE", "write the replay there"},
    {'f', "force", NULL, "replace the output; without -o, the replay itself"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

typedef struct {
    cli_run *cli;
    const cli_library *library;
    const char *section, *text, *kind, *glyph, *author, *language, *output;
    int64_t decision, event, line;
    bool force;
} annotation;

static int read_options(cli_run *cli, annotation *a)
{
    const char *value;
    int letter;
    bool ok = true;
    while (ok && (letter = cli_next(cli, &value)) >= 0) {
        switch (letter) {
        case 'd': ok = cli_number(cli, "--decision", value, 0, BRS_REPLAY_MAX_DECISIONS, &a->decision); break;
        case 'e': ok = cli_number(cli, "--event", value, 1, INT32_MAX, &a->event); break;
        case 'l': ok = cli_number(cli, "--line", value, 0, UINT32_MAX, &a->line); break;
        case 's': a->section = value; break;
        case 't': a->text = value; break;
        case 'k': a->kind = value; break;
        case 'g': a->glyph = value; break;
        case 'a': a->author = value; break;
        case 'n': a->language = value; break;
        case 'o': a->output = value; break;
        case 'f': a->force = true; break;
        }
    }
    return ok ? letter : CLI_BAD;
}

// The place of a word in a list ended by NULL; -1: reported.
static int find_word(const cli_run *cli, const char *what, const char *word, const char *const *words)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
    }
    cli_misuse(cli, "there is no %s \"%s\"", what, word);
    return -1;
}

static bool set_words(const annotation *a, brs_remark *remark)
{
    static const char *const kinds[] = {"note", "quiz", "check", "comment", NULL};
    static const char *const glyphs[] = {"", "!!", "!", "!?", "?!", "?", "??", NULL};
    int kind = a->kind == NULL ? 0 : find_word(a->cli, "kind", a->kind, kinds);
    int glyph = a->glyph == NULL ? 0 : find_word(a->cli, "glyph", a->glyph, glyphs);
    remark->kind = (uint8_t)kind;
    remark->glyph = (uint8_t)glyph;
    remark->author = str_of(a->author);
    remark->lang = str_of(a->language);
    return kind >= 0 && glyph >= 0;
}

// What a replay cannot hold is said here, where it can be mended, and not of the file that would come of it.
static bool set_text(const annotation *a, brs_remark *remark, brs_err *err)
{
    const brs_str author = str_of(a->author), lang = str_of(a->language);
    remark->text = str_of(a->text);
    if (strcmp(a->text, "-") == 0 && !fs_read("-", BRS_REPLAY_MAX_REMARK, &a->cli->arena, &remark->text, err)) {
        return false;
    }
    if ((author.len > 0 && !brs_replay_name_valid(author)) || (lang.len > 0 && !brs_replay_name_valid(lang))) {
        return brs_fail(err, BRS_USAGE, "--author and --language have 1 to %d bytes, something to see, and no control or direction marks",
                        BRS_REPLAY_MAX_NAME);
    }
    if (remark->text.len > BRS_REPLAY_MAX_REMARK) {
        return brs_fail(err, BRS_LIMIT, "the text has %zu bytes; a remark has at most %d", remark->text.len, BRS_REPLAY_MAX_REMARK);
    }
    if (!text_valid(remark->text)) {
        return brs_fail(err, BRS_USAGE, "the text is not UTF-8");
    }
    return remark->text.len > 0 || remark->glyph != 0 || brs_fail(err, BRS_USAGE, "the text is empty, and there is no --glyph");
}

static bool set_section(const annotation *a, const brs_game_def *game, brs_remark *remark, brs_err *err)
{
    remark->section = -1;
    for (int i = 0; a->section != NULL && game->unit->sections[i].id != NULL; i++) {
        if (strcmp(game->unit->sections[i].id, a->section) == 0) {
            remark->section = (int16_t)i;
        }
    }
    if (a->section == NULL || remark->section >= 0) {
        return true;
    }
    brs_buf list;
    buf_init(&list, &a->cli->arena, 128);
    for (int i = 0; game->unit->sections[i].id != NULL; i++) {
        buf_putf(&list, "%s%s", i > 0 ? ", " : "", game->unit->sections[i].id);
    }
    brs_fail(err, BRS_USAGE, "%s has no section \"%s\"", game->title, a->section);
    brs_help(err, "one of %.*s", BRS_ARG(buf_str(&list)));
    return false;
}

// Plays to the decision, and takes the state's digest there.
static bool bind_remark(const annotation *a, const brs_replay *replay, brs_remark *remark, brs_err *err)
{
    brs_arena *arena = &a->cli->arena;
    brs_setup *setup = BRS_NEW(arena, brs_setup, 1);
    brs_player player;
    brs_trace trace;
    brs_err found = BRS_ERR_NONE;
    if (!brs_replay_setup(replay, &a->library->library, arena, setup, err)) {
        return false;
    }
    brs_trace_init(&trace, arena);
    bool more = brs_player_open(&player, replay, setup, remark->line, arena, &trace, &found);
    while (more && (player.decisions < remark->decision ||
                    (player.index >= 0 && player.game.choices[0].seat == BRS_SEAT_CHANCE))) {
        more = player.index >= 0 && brs_player_next(&player, &found);
    }
    if (found.code != BRS_OK) {
        *err = found;
        return false;
    }
    if (player.decisions < remark->decision) {
        return brs_fail(err, BRS_USAGE, "the line has %lu decisions, so there is no place %lu",
                        (unsigned long)player.decisions, (unsigned long)remark->decision);
    }
    remark->hash = (uint32_t)setup->game->digest(setup, player.game.state);
    const brs_event *event = brs_trace_at(&trace, (uint32_t)a->event);
    if (a->event > 0 && (event == NULL || event->decision != remark->decision)) {
        return brs_fail(err, BRS_USAGE, "event %lld is not one of those after which decision %lu is open",
                        (long long)a->event, (unsigned long)remark->decision);
    }
    return set_section(a, setup->game, remark, err);
}

static bool annotate(annotation *a, const brs_remark *words, brs_err *err)
{
    brs_arena *arena = &a->cli->arena;
    brs_replay replay;
    if (!cli_read_replay(a->output != NULL ? a->library : NULL, a->cli->operand[0], arena, &replay, NULL, err)) {
        return false;
    }
    size_t count = (size_t)replay.remark_count;
    brs_remark *remarks = BRS_NEW(arena, brs_remark, count + 1), *remark = &remarks[count];
    if (count > 0) {
        memcpy(remarks, replay.remarks, count * sizeof *remarks);
    }
    *remark = *words;
    remark->line = (uint32_t)a->line;
    remark->decision = (uint32_t)a->decision;
    remark->event = (uint32_t)a->event;
    if (replay.hidden != 0 || replay.critical) {
        fprintf(stderr, "%s: it cannot be played here, so the remark is bound to its place only\n", cli_tame(arena, a->cli->operand[0]));
        remark->section = -1;
    } else if (!bind_remark(a, &replay, remark, err)) {
        return false;
    }
    replay.remarks = remarks;
    replay.remark_count++;
    const char *path = a->output != NULL ? a->output : a->cli->operand[0];
    return cli_write_replay(a->library, path, &replay, a->force, arena, err);
}

static int run(cli_run *cli)
{
    annotation *a = BRS_NEW(&cli->arena, annotation, 1);
    brs_remark words = {.section = -1};
    brs_err err = BRS_ERR_NONE;
    int status;
    a->cli = cli;
    if (!cli_ready(read_options(cli, a), &status) || (status = cli_one_file(cli)) != BRS_OK) {
        return status;
    }
    if (a->text == NULL || (a->output == NULL && !a->force) || (a->section != NULL && a->event > 0)) {
        return cli_misuse(cli, a->text == NULL                        ? "what is to be said? Give --text"
                               : a->section != NULL && a->event > 0 ? "a section or an event, not both"
                                                                    : "say -o FILE, or --force to replace the replay");
    }
    if (!set_words(a, &words)) {
        return BRS_USAGE;
    }
    a->library = cli_library_load(cli);
    if (a->library == NULL) {
        return cli->failed;
    }
    if (!set_text(a, &words, &err)) {
        return cli_end(&err, "broadside annotate");
    }
    annotate(a, &words, &err);
    return cli_end(&err, cli->operand[0]);
}

const cli_command cmd_annotate = {
    "annotate", "REPLAY", "Adds a remark to a place of the game; the game and its id stay the same.",
    "broadside annotate game.replay --decision 12 --text 'Why not the Stockade?' --glyph '?!' -o noted.replay\n"
    "broadside annotate game.replay --text - --author Zoe --force < foreword.md\n",
    options, run, CLI_WRITES,
};
