// Damage: each truncation, each flipped bit and each doubled byte of several replays is refused;
// with a mended checksum too, or the game that is shown is still the same (reliability.md 4, C11,
// C12).
#include "toy_deck_game.c"

#include <zlib.h>

#include "replay_forge.h"

static forge_bench bench;

static void open_bench(void)
{
    forge_open(&bench);
}

static void close_bench(void)
{
    brs_arena_release(&bench.arena);
}

TestSuite(replay_damage, .init = open_bench, .fini = close_bench);

// A replay with remarks, a variation and enough text to be compressed.
static brs_str annotated_game(void)
{
    static char text[600];
    memset(text, '=', sizeof text);
    brs_replay *replay = BRS_NEW(&bench.arena, brs_replay, 1);
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_remark *remark = BRS_NEW(&bench.arena, brs_remark, 1);
    brs_err err = BRS_ERR_NONE;
    brs_str bytes = {NULL, 0};
    uint16_t other[] = {1, 0, 1};
    toy_setup(&bench.library, &toy_cards, 2, 4, setup);
    toy_replay(setup, 4, &bench.arena, replay);
    brs_moves vary = {.index = other, .count = 3};
    cr_assert(brs_replay_vary(replay, setup, 0, 2, &vary, &bench.arena, &err), "%s", err.msg);
    *remark = (brs_remark){.section = 1, .text = {text, sizeof text}};
    replay->remarks = remark;
    replay->remark_count = 1;
    cr_assert(brs_replay_encode(replay, &bench.arena, &bytes, &err), "%s", err.msg);
    cr_assert_eq(bytes.ptr[9], 1, "compressed");
    return bytes;
}

enum { SAMPLES = 5 };

static void samples(brs_str out[SAMPLES])
{
    out[0] = forge_game(&bench, &toy_cards, 2, 3, 3);
    out[1] = forge_game(&bench, &toy_cards, 2, 0, 5);
    out[2] = forge_game(&bench, &toy_dice, 4, 9, 9);
    out[3] = forge_game(&bench, &toy_dice, 2, 0, 2);
    out[4] = annotated_game();
}

static brs_str copy(brs_str file)
{
    return (brs_str){brs_arena_string(&bench.arena, file), file.len};
}

Test(replay_damage, every_truncation_is_refused, .timeout = 30)
{
    brs_str sample[SAMPLES];
    brs_replay replay;
    samples(sample);
    for (int i = 0; i < SAMPLES; i++) {
        for (size_t len = 0; len < sample[i].len; len++) {
            brs_err err = BRS_ERR_NONE;
            cr_assert(
                !brs_replay_decode((brs_str){sample[i].ptr, len}, &bench.arena, &replay, &err));
            cr_assert_eq(err.code, BRS_TRUNCATED, "sample %d cut to %zu bytes: %s", i, len,
                         err.msg);
            cr_assert_geq(err.offset, 0);
        }
    }
}

Test(replay_damage, every_flipped_bit_is_refused, .timeout = 30)
{
    brs_str sample[SAMPLES];
    brs_replay replay;
    samples(sample);
    for (int i = 0; i < SAMPLES; i++) {
        brs_str file = copy(sample[i]);
        for (size_t bit = 0; bit < file.len * 8; bit++) {
            brs_err err = BRS_ERR_NONE;
            ((char *)(uintptr_t)file.ptr)[bit / 8] ^= (char)(1 << bit % 8);
            cr_assert(!brs_replay_decode(file, &bench.arena, &replay, &err), "sample %d bit %zu", i,
                      bit);
            cr_assert_neq(err.code, BRS_OK);
            ((char *)(uintptr_t)file.ptr)[bit / 8] ^= (char)(1 << bit % 8);
        }
    }
}

// A change in an even key or in 1, 3, 5, 7 is refused or a mismatch; any other never changes the
// game.
Test(replay_damage, no_flipped_bit_with_a_mended_checksum_makes_another_game, .timeout = 60)
{
    brs_str sample[SAMPLES];
    samples(sample);
    int refused = 0, kept = 0;
    for (int i = 0; i < SAMPLES; i++) {
        brs_replay original, changed;
        brs_err err;
        cr_assert_eq(forge_judge(&bench, sample[i], &original, &err), BRS_OK, "%s", err.msg);
        for (size_t bit = 0; bit < (sample[i].len - 4) * 8; bit++) {
            brs_str file = copy(sample[i]);
            ((char *)(uintptr_t)file.ptr)[bit / 8] ^= (char)(1 << bit % 8);
            if (forge_judge(&bench, forge_mend(file), &changed, &err) != BRS_OK) {
                refused++;
                continue;
            }
            kept++;
            cr_assert(forge_same_game(&original, &changed),
                      "sample %d bit %zu: accepted as another game", i, bit);
        }
    }
    cr_assert_gt(kept, 0, "a letter of a name may change");
    cr_assert_gt(refused, 10 * kept);
}

// The same within the inflated body, where zlib's own checksum does not help.
Test(replay_damage, no_flipped_bit_of_the_body_makes_another_game, .timeout = 60)
{
    brs_str file = annotated_game(), body = forge_body(&bench, file);
    brs_replay original, changed;
    brs_err err;
    cr_assert_eq(forge_judge(&bench, file, &original, &err), BRS_OK, "%s", err.msg);
    for (size_t bit = 0; bit < body.len * 8; bit++) {
        brs_str other = copy(body);
        ((char *)(uintptr_t)other.ptr)[bit / 8] ^= (char)(1 << bit % 8);
        if (forge_judge(&bench, forge_mend(forge_file(&bench, other)), &changed, &err) == BRS_OK) {
            cr_assert(forge_same_game(&original, &changed), "bit %zu: accepted as another game",
                      bit);
        }
    }
}

Test(replay_damage, every_cut_of_the_body_is_refused, .timeout = 30)
{
    brs_str sample[SAMPLES];
    brs_replay replay;
    brs_err err;
    samples(sample);
    for (int i = 0; i < SAMPLES; i++) {
        brs_str body = forge_body(&bench, sample[i]);
        for (size_t len = 0; len < body.len; len++) {
            brs_str file = forge_mend(forge_file(&bench, (brs_str){body.ptr, len}));
            cr_assert_eq(forge_judge(&bench, file, &replay, &err), BRS_TRUNCATED,
                         "sample %d, body of %zu: %s", i, len, err.msg);
        }
    }
}

Test(replay_damage, a_byte_put_in_or_taken_out_is_refused, .timeout = 30)
{
    brs_str file = forge_game(&bench, &toy_cards, 2, 3, 3), body = forge_body(&bench, file);
    brs_replay original, changed;
    brs_err err;
    cr_assert_eq(forge_judge(&bench, file, &original, &err), BRS_OK);
    for (size_t at = 0; at < body.len; at++) {
        brs_buf more, less;
        buf_init(&more, &bench.arena, body.len + 1);
        buf_put(&more, (brs_str){body.ptr, at + 1});
        buf_put(&more, (brs_str){body.ptr + at, body.len - at});
        buf_init(&less, &bench.arena, body.len);
        buf_put(&less, (brs_str){body.ptr, at});
        buf_put(&less, (brs_str){body.ptr + at + 1, body.len - at - 1});
        cr_assert_neq(
            forge_judge(&bench, forge_mend(forge_file(&bench, buf_str(&more))), &changed, &err),
            BRS_OK, "byte %zu doubled", at);
        cr_assert_neq(
            forge_judge(&bench, forge_mend(forge_file(&bench, buf_str(&less))), &changed, &err),
            BRS_OK, "byte %zu left out", at);
    }
}
