// An arena promises zeroed memory, and takes it back for use again.
#include <criterion/criterion.h>
#include <string.h>

#include "broadside/arena.h"

static bool all_zero(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != 0) {
            return false;
        }
    }
    return true;
}

Test(arena, memory_is_zeroed_though_it_was_used_before)
{
    brs_arena arena;
    brs_arena_init(&arena, 0);
    size_t most = 0;
    for (int round = 0; round < 7; round++) {
        // More is taken in one round, less in the next; each leaves its dirt behind.
        size_t taken = 0, end = round % 2 == 0 ? 90000 : 9000;
        for (size_t size = 1; taken < end; taken += size, size = size * 3 + 1) {
            char *bytes = BRS_NEW(&arena, char, size);
            cr_assert(all_zero(bytes, size), "round %d: %zu bytes behind %zu", round, size, taken);
            memset(bytes, 0xA5, size);
            cr_assert_str_eq(brs_arena_string(&arena, (brs_str){"Lexington", 3}), "Lex");
        }
        most = taken > most ? taken : most;
        brs_arena_reset(&arena);
    }
    cr_assert_gt(most, 64 * 1024, "no round needed more than the first block");
    brs_arena_release(&arena);
}
