// Scenarios: telling what failed, and the words of a line.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scene.h"

const brs_game_def *scene_game(const runner *r)
{
    return r->all->library->shelf[0].game;
}

void scene_fail(runner *r, const char *format, ...)
{
    va_list args;
    if (r->failed) {
        return;
    }
    r->failed = true;
    printf("FAIL %s:%d: %s (%s): ", r->file, r->line, r->id, r->edition_name);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

void scene_fail_with(runner *r, const brs_err *err)
{
    if (err->line > 0 && strcmp(err->file, "scenario cards") != 0) {
        r->line = err->line;
    }
    scene_fail(r, "%s%s%s", err->msg, err->help[0] != '\0' ? "; " : "", err->help);
}

void scene_finish(runner *r)
{
    if (r->id[0] == '\0') {
        return;
    }
    if (r->skipped) {
        r->id[0] = '\0';
        return;
    }
    if (!r->failed && r->expectations == 0) {
        scene_fail(r, "it expects nothing");
    }
    if (r->failed) {
        printf("repro: %s %s\n", r->all->program, r->file);
    }
    r->all->passed += !r->failed;
    r->all->broken += r->failed;
    r->id[0] = '\0';
}

int scene_split(brs_str line, token *out)
{
    int n = 0;
    for (line = str_trim(line); line.len > 0 && n < SCENE_TOKENS; line = str_trim(line), n++) {
        if (line.ptr[0] == '"') {
            line = (brs_str){line.ptr + 1, line.len - 1};
            out[n] = (token){str_cut(&line, '"'), true};
        } else {
            out[n] = (token){str_word(&line), false};
        }
    }
    return n;
}

bool scene_is(token t, const char *word)
{
    return !t.quoted && str_is(t.text, word);
}

int scene_seat(token t)
{
    return scene_is(t, "A") ? 0 : scene_is(t, "B") ? 1 : -1;
}

// Lower case, no quotes, single spaces: as choices are compared.
void scene_plain(brs_str text, char out[SCENE_WORDS])
{
    size_t n = 0;
    for (size_t i = 0; i < text.len && n + 1 < SCENE_WORDS; i++) {
        char c = text.ptr[i];
        if (str_blank(c)) {
            if (n > 0 && out[n - 1] != ' ') {
                out[n++] = ' ';
            }
        } else if (c != '"') {
            out[n++] = (char)tolower((unsigned char)c);
        }
    }
    while (n > 0 && out[n - 1] == ' ') {
        n--;
    }
    out[n] = '\0';
}

void scene_choice_words(const table *t, brs_choice choice, char out[SCENE_WORDS])
{
    char text[SCENE_WORDS];
    int len = t->setup.game->print_choice(&t->setup, t->state, choice, text, sizeof text);
    scene_plain((brs_str){text, (size_t)len}, out);
}
