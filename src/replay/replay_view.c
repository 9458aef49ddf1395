// What a replay tells whose secrets were removed: its choices in words. There is no state to show, since nobody can play it.
#include <string.h>

#include "broadside/replay_tools.h"
#include "replay_parts.h"
#include "replay_words.h"
#include "str.h"

static bool check_view(const brs_replay *replay, brs_arena *arena, brs_err *err)
{
    uint8_t core[BRS_CORE_ID];
    if (replay->hidden == 0 || replay->coder_mode != BRS_CODER_EXPLICIT) {
        return brs_fail(err, BRS_USAGE, "no secrets were removed from this replay: it can be played");
    }
    brs_replay_view_core(replay, arena, core);
    return memcmp(core, replay->core, BRS_CORE_ID) == 0 ||
           brs_fail(err, BRS_DESYNC, "key 1 core id: it is not that of this view; the file was changed");
}

static bool same(const brs_told *a, const brs_told *b)
{
    return a->seat == b->seat && str_equal(a->words, b->words);
}

bool brs_replay_view(const brs_replay *replay, const brs_library *library, brs_arena *arena, brs_setup *setup,
                     const brs_told **told, int *count, brs_err *err)
{
    explicit_reader in = {.bytes = replay->decisions.bytes};
    brs_choice choice;
    if (!check_view(replay, arena, err) || !replay_setup_view(replay, library, arena, setup, err)) {
        return false;
    }
    brs_told *line = BRS_NEW(arena, brs_told, replay->decisions.bytes.len + 1);  // a choice has a byte at least
    int lines = 0;
    while (explicit_next(&in, &choice)) {
        brs_buf words;
        buf_init(&words, arena, 32);
        replay_say_seen(setup->game, setup->cards, choice, &words);
        line[lines] = (brs_told){choice.seat, 1, buf_str(&words)};
        if (lines > 0 && same(&line[lines], &line[lines - 1])) {
            line[lines - 1].times++;
        } else {
            lines++;
        }
    }
    *told = line;
    *count = lines;
    return true;
}
