// Where commands that make one file of another write it: a path, or "-" for standard output.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "fs.h"
#include "str.h"
#include "text.h"

bool cli_write(const char *path, brs_str bytes, bool replace, brs_err *err)
{
    if (strcmp(path, "-") == 0) {
        fwrite(bytes.ptr, 1, bytes.len, stdout);
        return true;
    }
    return fs_write(path, bytes, replace, err);
}

// What cannot be played (a view, an unknown critical key) is only encoded and read back.
bool cli_write_replay(const cli_library *library, const char *path, const brs_replay *replay, bool replace,
                      brs_arena *scratch, brs_err *err)
{
    bool plays = replay->hidden == 0 && !replay->critical;
    brs_str bytes;
    if (plays && strcmp(path, "-") != 0) {
        return brs_replay_write(path, replay, &library->library, replace, scratch, err);
    }
    return brs_replay_encode(replay, scratch, &bytes, err) && cli_write(path, bytes, replace, err);
}

const char *cli_tame(brs_arena *arena, const char *name)
{
    char *copy = brs_arena_string(arena, str_of(name));
    text_tame(copy);
    return copy;
}

int cli_end(brs_err *err, const char *file)
{
    if (err->code == BRS_OK) {
        return BRS_OK;
    }
    brs_err_file(err, file);
    fflush(stdout);
    return cli_error(err);
}

int cli_one_file(cli_run *cli)
{
    return cli->operands == 1 ? BRS_OK
                              : cli_misuse(cli, cli->operands == 0 ? "which file?" : "one file at a time");
}

// ---- differences -----------------------------------------------------------------------------------------------

void cli_print_difference(const cli_run *cli, const brs_difference *d)
{
    const char *red = cli_paint(cli, "red"), *green = cli_paint(cli, "green"), *off = cli_paint(cli, "off");
    printf("  %.*s", BRS_ARG(d->node));
    if (d->key.ptr == NULL) {
        printf(": only in the %s\n", d->first.ptr != NULL ? "first" : "second");
        return;
    }
    brs_str none = BRS_STR("nothing");
    brs_str first = d->first.ptr != NULL ? d->first : none, second = d->second.ptr != NULL ? d->second : none;
    printf(": %.*s %s%.*s%s -> %s%.*s%s\n", BRS_ARG(d->key), red, BRS_ARG(first), off, green, BRS_ARG(second), off);
}

const char *cli_unit(const brs_setup *setup, int unit, char out[64])
{
    if (unit == 0) {
        snprintf(out, 64, "before the first %s", setup->game->unit->id);
        return out;
    }
    brs_unit_name(setup->game->unit, unit, out, 64);
    out[0] = (char)(out[0] >= 'A' && out[0] <= 'Z' ? out[0] + 32 : out[0]);
    return out;
}

void cli_print_choices(cli_run *cli, const brs_replay *replay, const brs_setup *setup, uint32_t first, uint32_t last,
                       brs_err *err)
{
    enum { MOST = 60 };
    brs_player player;
    brs_buf words;
    brs_err ignored = BRS_ERR_NONE;
    int printed = 0;
    buf_init(&words, &cli->arena, 128);
    bool more = brs_player_open(&player, replay, setup, 0, &cli->arena, NULL, err);
    for (; more && player.decisions <= last && printed < MOST; more = brs_player_next(&player, &ignored)) {
        if (player.index < 0 || player.decisions < first) {
            continue;
        }
        cli_writer writer;
        brs_viewer viewer = cli_say(&writer, cli, &words);
        const brs_choice choice = player.game.choices[player.index];
        buf_reset(&words);
        brs_choice_say(setup, choice, &viewer);
        printf("  %4lu  %s %.*s\n", (unsigned long)player.decisions, cli_seat_name(setup, choice.seat),
               BRS_ARG(buf_str(&words)));
        printed++;
    }
}
