// Transcripts in tests: a world with the built-in decks, compiling, collecting mistakes.
#ifndef TRANSCRIPT_HELP_H
#define TRANSCRIPT_HELP_H

#include "broadside/replay_tools.h"
#include "broadside/transcript.h"
#include "real_games.h"

// Finds a built-in deck by the beginning of its name.
static inline bool built_in_deck(void *ctx, const brs_game_def *game, brs_str name, brs_deck *out, const brs_card_set **set,
                                 brs_err *err)
{
    real_bench *b = ctx;
    for (int i = 0; game->deck_texts[i] != NULL; i++) {
        *set = &real_shelf(b, game->id)->sets[0];
        if (game->read_deck(*set, str_of(game->deck_texts[i]), "deck", &b->arena, out, (brs_report){0}) &&
            str_begins(str_of(out->name), name)) {
            return true;
        }
    }
    return brs_fail(err, BRS_TEXT, "there is no deck \"%.*s\"", (int)name.len, name.ptr);
}

static inline brs_transcript_world real_world(real_bench *b)
{
    return (brs_transcript_world){.library = &b->library, .deck = built_in_deck, .ctx = b};
}

// Mistakes, as "LINE: CODE MESSAGE\n".
typedef struct {
    char text[8192];
    int count, line[128];
    brs_code code[128];
    brs_err first;
} mistakes;

static inline void take_mistake(void *ctx, const brs_err *err, bool warning)
{
    mistakes *m = ctx;
    (void)warning;
    size_t len = strlen(m->text);
    if (m->count == 0) {
        m->first = *err;
    }
    if (m->count < 128) {
        m->line[m->count] = err->line;
        m->code[m->count] = err->code;
    }
    m->count++;
    snprintf(m->text + len, sizeof m->text - len, "%d: %d %s\n    %s\n", err->line, (int)err->code, err->msg, err->help);
}

static inline bool try_compile(real_bench *b, const char *text, brs_replay *out, mistakes *m)
{
    const brs_transcript_world world = real_world(b);
    *m = (mistakes){.count = 0};
    return brs_transcript_compile(str_of(text), "game.transcript", &world, &b->arena, out, (brs_report){take_mistake, m});
}

static inline const char *text_of(real_bench *b, const brs_replay *replay)
{
    const brs_transcript_world world = real_world(b);
    brs_err err = BRS_ERR_NONE;
    brs_str text = {NULL, 0};
    cr_assert(brs_transcript_text(replay, &world, &b->arena, &text, &err), "%s", err.msg);
    return brs_arena_string(&b->arena, text);
}

static inline brs_replay *good_compile(real_bench *b, const char *text)
{
    brs_replay *replay = BRS_NEW(&b->arena, brs_replay, 1);
    mistakes *m = BRS_NEW(&b->arena, mistakes, 1);
    cr_assert(try_compile(b, text, replay, m), "%s\nin\n%s", m->text, text);
    return replay;
}

static inline const char *format_of(real_bench *b, const char *text)
{
    return text_of(b, good_compile(b, text));
}

#endif
