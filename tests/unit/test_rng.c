// The random streams: the published test vectors of Philox4x32-10 (Random123, kat_vectors) and bounded draws.
#include <criterion/criterion.h>

#include "broadside/rng.h"

static void expect_block(const uint32_t counter[4], const uint32_t key[2], const uint32_t want[4])
{
    uint32_t got[4];
    brs_philox(counter, key, got);
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(got[i], want[i], "word %d: %08x, published %08x", i, got[i], want[i]);
    }
}

Test(rng, philox_gives_the_published_vectors)
{
    expect_block((uint32_t[]){0, 0, 0, 0}, (uint32_t[]){0, 0},
                 (uint32_t[]){0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
    expect_block((uint32_t[]){~0u, ~0u, ~0u, ~0u}, (uint32_t[]){~0u, ~0u},
                 (uint32_t[]){0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
    expect_block((uint32_t[]){0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                 (uint32_t[]){0xa4093822, 0x299f31d0},
                 (uint32_t[]){0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

Test(rng, a_draw_of_one_stream_does_not_shift_another)
{
    uint64_t a = 0, b = 0, c = 0;
    uint32_t first = brs_rng_below(1776, 1, 0, &a, 1000);
    for (int i = 0; i < 5; i++) {
        brs_rng_below(1776, 1, 1, &b, 1000);
    }
    cr_assert_eq(brs_rng_below(1776, 1, 0, &c, 1000), first);
    cr_assert_eq(a, 1);
    cr_assert_eq(b, 5);
}

Test(rng, bounded_draws_cover_their_range_evenly)
{
    uint32_t seen[6] = {0};
    uint64_t count = 0;
    for (int i = 0; i < 60000; i++) {
        uint32_t face = brs_rng_below(7, 2, 0, &count, 6);
        cr_assert_lt(face, 6);
        seen[face]++;
    }
    for (int i = 0; i < 6; i++) {
        cr_assert(seen[i] > 9600 && seen[i] < 10400, "face %d came %u times of 60000", i, seen[i]);
    }
}
