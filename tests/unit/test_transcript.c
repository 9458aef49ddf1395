// Transcripts of generated games: text and compile are each other's inverse.
#include <stdio.h>
#include <stdlib.h>

#include "transcript_help.h"

// TRANSCRIPT_GAMES: how many times as many games; make full plays 1,000 and more.
static int times(int games)
{
    const char *more = getenv("TRANSCRIPT_GAMES");
    return games * (more != NULL && atoi(more) > 0 ? atoi(more) : 1);
}

static void round_trip(real_bench *b, const char *id, int edition, uint64_t seed, uint64_t wish)
{
    brs_setup *setup = BRS_NEW(&b->arena, brs_setup, 1);
    brs_replay replay;
    real_setup(b, id, edition, seed, setup);
    real_game(b, setup, wish, &replay);
    const char *text = text_of(b, &replay);
    const brs_replay *again = good_compile(b, text);
    cr_expect_arr_eq(replay.core, again->core, BRS_CORE_ID, "%s seed %d wish %d: the same game\n%s", id, (int)seed, (int)wish, text);
    cr_expect_str_eq(text_of(b, again), text, "fmt of a text is that text");
}

// fmt(text(compile(x))) = fmt(x) and the same core id, all editions, seeded chance.
Test(transcript, seeded_games_come_back)
{
    real_bench b;
    real_open(&b);
    for (int i = 0; i < times(60); i++) {
        round_trip(&b, "rnr", i % 3, 1 + (uint64_t)i / 3, 100 + (uint64_t)i);
    }
}

// The same with recorded chance: each card drawn is in the text, and cards that nobody saw.
Test(transcript, recorded_games_come_back)
{
    real_bench b;
    real_open(&b);
    for (int i = 0; i < times(30); i++) {
        round_trip(&b, "rnr", i % 3, 0, 500 + (uint64_t)i);
    }
}

// Revolution, both editions: hands that were dealt in the open, and cards that nobody saw, the tax of hidden hands among
// them.
Test(transcript, games_of_revolution_come_back)
{
    real_bench b;
    real_open(&b);
    for (int i = 0; i < times(24); i++) {
        round_trip(&b, "revolution", i % 2, i % 3 == 0 ? 7 + (uint64_t)i : 0, 900 + (uint64_t)i);
    }
}

// Games in which a decision that left no choice looks like the answer to another question: a milled card of the same name as
// the one that is drawn next, and the target of one card, given before another's is asked for.
Test(transcript, what_left_no_choice_answers_nothing_else)
{
    real_bench b;
    real_open(&b);
    round_trip(&b, "rnr", 1, 0, 744);
    round_trip(&b, "rnr", 1, 0, 780);
    round_trip(&b, "rnr", 2, 84, 351);
}
