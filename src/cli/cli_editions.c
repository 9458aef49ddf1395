// Editions from files: an edition file is read on top of the built-in ones.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "fs.h"
#include "str.h"

// The id that a text gives itself; empty when it gives none.
static brs_str id_of(brs_str text)
{
    brs_str line;
    while (str_line(&text, &line)) {
        if (str_is(str_word(&line), "edition")) {
            return str_trim(line);
        }
    }
    return (brs_str){"", 0};
}

const brs_edition *cli_read_edition(cli_run *cli, const cli_game *game, const char *path)
{
    enum { MOST = 16 };
    const char *texts[MOST + 1] = {NULL};
    brs_game_def *def = BRS_NEW(&cli->arena, brs_game_def, 1);
    brs_editions editions;
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    int n = 0;
    if (!fs_read(path, CLI_MAX_FILE, &cli->arena, &text, &err)) {
        cli->failed = cli_error(&err);
        return NULL;
    }
    if (memchr(text.ptr, '\0', text.len) != NULL) {
        brs_fail(&err, BRS_TEXT, "there is a byte 00, so this is no text");
        brs_err_file(&err, path);
        cli->failed = cli_error(&err);
        return NULL;
    }
    brs_str id = id_of(text);
    for (int i = 0; game->game->edition_texts[i] != NULL && n < MOST - 1; i++) {
        if (!str_equal(id_of(str_of(game->game->edition_texts[i])), id)) {  // a changed one takes its place
            texts[n++] = game->game->edition_texts[i];
        }
    }
    texts[n] = brs_arena_string(&cli->arena, text);
    *def = *game->game;
    def->edition_texts = texts;
    const brs_edition *found = brs_editions_load(def, &cli->arena, &editions, &err) ? brs_edition_find(&editions, id) : NULL;
    if (found == NULL) {
        err.file[0] = '\0';
        brs_err_file(&err, path);
        cli->failed = cli_error(&err);
    }
    return found;
}
