// Memory: whatever a file says, reading it allocates no more than a few times its own limits.
// malloc is replaced by one that counts (glibc lets a program do that; not under the sanitizers,
// which replace it themselves).
#include "toy_deck_game.c"


#include "replay_forge.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COUNTING 0
#elif defined(__has_feature)
#define COUNTING !__has_feature(address_sanitizer)
#else
#define COUNTING 1
#endif

static size_t live, peak, calls, fail_at;

#if COUNTING
#include <malloc.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *old);

static void *counted(void *block)
{
    live += block != NULL ? malloc_usable_size(block) : 0;
    peak = live > peak ? live : peak;
    return block;
}

static bool refused(void)
{
    calls++;
    return fail_at != 0 && calls == fail_at;
}

void *malloc(size_t size)
{
    return refused() ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return refused() ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *old, size_t size)
{
    if (refused()) {
        return NULL;
    }
    live -= old != NULL ? malloc_usable_size(old) : 0;
    return counted(__libc_realloc(old, size));
}

void free(void *old)
{
    live -= old != NULL ? malloc_usable_size(old) : 0;
    __libc_free(old);
}
#endif

static forge_bench bench;

static void open_bench(void)
{
    forge_open(&bench);
}

static void close_bench(void)
{
    brs_arena_release(&bench.arena);
}

TestSuite(replay_memory, .init = open_bench, .fini = close_bench);

// Reads a file into an arena of its own; *most is the peak above what was there before.
static brs_code read_counted(brs_str file, size_t *most, size_t *arena_used)
{
    brs_arena arena;
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    size_t before = live;
    peak = live;
    brs_arena_init(&arena, 0);
    brs_replay_decode(file, &arena, &replay, &err);
    *arena_used = arena.used;
    brs_arena_release(&arena);
    *most = peak - before;
    cr_assert_eq(live, before, "nothing is left over");
    return err.code;
}

static brs_str repeat(brs_str head, brs_str unit, size_t times)
{
    brs_buf buf;
    buf_init(&buf, &bench.arena, head.len + unit.len * times);
    buf_put(&buf, head);
    for (size_t i = 0; i < times; i++) {
        buf_put(&buf, unit);
    }
    return buf_str(&buf);
}

static brs_str zipped(brs_str body)
{
    return replay_close_container(body, &bench.arena);
}

// Goal of reliability.md 1: at most 5 MiB above the start; here, for reading alone, 3 MiB.
Test(replay_memory, no_file_makes_the_reader_allocate_much)
{
    enum { MOST = 3 << 20 };
    brs_str good = forge_game(&bench, &toy_cards, 2, 3, 3), body = forge_body(&bench, good);
    brs_str nils = repeat(RAW("\xdc\xff\xff"), RAW("\xc0"), 65535);
    brs_str bytes = repeat(RAW("\xc6\0\x0f\0\0"), RAW("x"), 0xf0000);
    brs_str remark =
        repeat(RAW("\xdc\x10\x00"), RAW("\x99\x00\x00\xc0\x00\x00\x00\xa0\xa0\xa1x"), 4096);
    struct {
        const char *name;
        brs_str file;
    } files[] = {
        {"a good game", good},
        {"claims of 32 bits", forge_mend(forge_file(&bench, RAW("\x81\x1f\xdd\xff\xff\xff\xff")))},
        {"claims in claims",
         forge_mend(forge_file(&bench, repeat(RAW("\x81\x1f"), RAW("\xdd\x08\0\0\0"), 32)))},
        {"lists in lists",
         forge_mend(forge_file(&bench, repeat(RAW("\x81\x1f"), RAW("\xdc\xff\xff"), 24000)))},
        {"a list under a known key", forge_file_with(&bench, good, 11, nils)},
        {"a list of options", forge_file_with(&bench, good, 20, nils)},
        {"a list in the meta map",
         forge_file_with(&bench, good, 9, repeat(RAW("\x81\x11"), nils, 1))},
        {"an unknown key of 1 MiB", forge_file_with(&bench, good, 33, bytes)},
        {"bytes of 1 MiB as decisions", forge_file_with(&bench, good, 14, bytes)},
        {"many remarks", forge_file_with(&bench, good, 11, remark)},
        {"many remarks, zipped", zipped(forge_with(&bench, body, 11, remark))},
        {"65,535 nils, zipped", zipped(forge_with(&bench, body, 33, nils))},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        size_t most = 0, used = 0;
        brs_code code = read_counted(files[i].file, &most, &used);
        cr_expect_leq(most, MOST, "%s: %zu bytes at once", files[i].name, most);
        cr_expect_leq(used, (size_t)2 << 20, "%s: %zu bytes of the arena", files[i].name, used);
        cr_expect_eq(i == 0 && code != BRS_OK, false);
    }
}

// Memory that runs out at any call ends in an error, never in a crash or a leak.
Test(replay_memory, memory_that_runs_out_is_an_error)
{
    brs_str good = forge_game(&bench, &toy_cards, 2, 3, 3), body = forge_body(&bench, good);
    brs_str remark =
        repeat(RAW("\xdc\x08\x00"), RAW("\x99\x00\x00\xc0\x00\x00\x00\xa0\xa0\xa1x"), 2048);
    brs_str file = zipped(forge_with(&bench, body, 11, remark));
    int failed = 0;
    for (size_t at = 1; COUNTING; at++) {
        brs_arena arena;
        brs_replay replay;
        brs_err err = BRS_ERR_NONE;
        jmp_buf here;
        size_t before = live;
        calls = 0;
        fail_at = at;
        brs_arena_init(&arena, 0);
        volatile bool ok = false;
        if (BRS_ARENA_TRY(&arena, here)) {
            ok = brs_replay_decode(file, &arena, &replay, &err);
        } else {
            err.code = BRS_RETRY;
        }
        bool reached = calls >= at;
        fail_at = 0;
        brs_arena_release(&arena);
        cr_assert_eq(live, before, "a leak when call %zu fails", at);
        if (!reached) {
            cr_assert(ok);
            break;
        }
        failed++;
        cr_assert(!ok && err.code != BRS_OK, "call %zu failed and nothing was said", at);
    }
    cr_assert(failed >= 4 || !COUNTING, "only %d allocations", failed);
}

// A limit of the arena is a limit of what is read.
Test(replay_memory, a_small_arena_is_an_error)
{
    brs_str good = forge_game(&bench, &toy_cards, 2, 3, 3), body = forge_body(&bench, good);
    brs_str remark =
        repeat(RAW("\xdc\x08\x00"), RAW("\x99\x00\x00\xc0\x00\x00\x00\xa0\xa0\xa1x"), 2048);
    brs_str file = forge_mend(forge_file(&bench, forge_with(&bench, body, 11, remark)));
    brs_arena arena;
    brs_replay replay;
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&arena, file.len + 4096);
    cr_assert(!brs_replay_decode(file, &arena, &replay, &err));
    cr_assert_eq(err.code, BRS_LIMIT);
    brs_arena_release(&arena);
}

// replay.md: no allocation for each decision.
Test(replay_memory, playing_allocates_nothing_for_a_decision)
{
    brs_str good = forge_game(&bench, &toy_cards, 2, 3, 3);
    brs_replay replay;
    brs_setup *setup = BRS_NEW(&bench.arena, brs_setup, 1);
    brs_player player;
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_replay_decode(good, &bench.arena, &replay, &err));
    cr_assert(brs_replay_setup(&replay, &bench.library, &bench.arena, setup, &err), "%s", err.msg);
    cr_assert(brs_player_open(&player, &replay, setup, 0, &bench.arena, NULL, &err), "%s", err.msg);
    size_t before = calls, used = bench.arena.used;
    int decisions = 0;
    while (brs_player_next(&player, &err)) {
        decisions++;
    }
    cr_assert_geq(decisions, 20);
    cr_assert_eq(calls, before);
    cr_assert_eq(bench.arena.used, used);
}
