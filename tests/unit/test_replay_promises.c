// What src/replay/README.md says of the bytes, computed here again by other means: core id, checks,
// decks, end.
#include "toy_deck_game.c"

#include <sha2.h>
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

TestSuite(replay_promises, .init = open_bench, .fini = close_bench);

typedef struct {
    brs_replay replay;
    brs_setup setup;
    brs_player player;
} opened;

static opened *open_file(brs_str file)
{
    opened *o = BRS_NEW(&bench.arena, opened, 1);
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_replay_decode(file, &bench.arena, &o->replay, &err), "%s", err.msg);
    cr_assert(brs_replay_setup(&o->replay, &bench.library, &bench.arena, &o->setup, &err), "%s",
              err.msg);
    cr_assert(brs_player_open(&o->player, &o->replay, &o->setup, 0, &bench.arena, NULL, &err), "%s",
              err.msg);
    return o;
}

static void expect_core_id(brs_str file)
{
    opened *o = open_file(file);
    brs_err err = BRS_ERR_NONE;
    brs_str body = forge_body(&bench, file);
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA2_CTX sha;
    static const uint8_t left_out[] = {1, 3, 5, 7, 9, 10, 11, 12, 13, 14, 15, 19};
    for (size_t i = 0; i < sizeof left_out; i++) {
        body = forge_with(&bench, body, left_out[i], (brs_str){NULL, 0});
    }
    SHA256Init(&sha);
    SHA256Update(&sha, (const uint8_t *)body.ptr, body.len);
    for (bool more = true; more; more = brs_player_next(&o->player, &err)) {
        int n = o->player.game.n, index = o->player.index;
        if (index >= 0 && o->player.game.choices[0].seat != BRS_SEAT_CHANCE) {
            uint8_t pair[] = {(uint8_t)(n >> 8), (uint8_t)n, (uint8_t)(index >> 8), (uint8_t)index};
            SHA256Update(&sha, pair, sizeof pair);
        }
    }
    SHA256Final(digest, &sha);
    cr_assert_arr_eq(digest, o->replay.core, BRS_CORE_ID);
}

Test(replay_promises, the_core_id_is_that_of_section_6)
{
    expect_core_id(forge_game(&bench, &toy_cards, 2, 3, 3));
    expect_core_id(forge_game(&bench, &toy_cards, 2, 0, 3));
    expect_core_id(forge_game(&bench, &toy_dice, 5, 7, 3));
}

Test(replay_promises, the_checks_are_those_of_section_5)
{
    opened *o = open_file(forge_game(&bench, &toy_cards, 2, 3, 3));
    brs_err err = BRS_ERR_NONE;
    int unit = -1;
    size_t at = 0;
    for (bool more = true; more; more = brs_player_next(&o->player, &err)) {
        const brs_game *game = &o->player.game;
        if (o->player.index >= 0 && toy_cards.unit_now(game->state) != unit) {
            brs_buf buf;
            uint64_t digest = toy_cards.digest(&o->setup, game->state);
            buf_init(&buf, &bench.arena, 256);
            for (int i = 0; i < 8; i++) {
                buf_byte(&buf, (uint8_t)(digest >> (8 * i)));
            }
            for (int i = 0; i < game->n; i++) {
                const brs_choice *c = &game->choices[i];
                uint8_t bytes[] = {c->kind,
                                   c->seat,
                                   (uint8_t)c->arg[0],
                                   (uint8_t)(c->arg[0] >> 8),
                                   (uint8_t)c->arg[1],
                                   (uint8_t)(c->arg[1] >> 8),
                                   (uint8_t)c->arg[2],
                                   (uint8_t)(c->arg[2] >> 8)};
                buf_put(&buf, (brs_str){(const char *)bytes, sizeof bytes});
            }
            unit = toy_cards.unit_now(game->state);
            cr_assert_lt(at, o->replay.checks.len);
            cr_assert_eq((uint8_t)o->replay.checks.ptr[at++],
                         (uint8_t)XXH3_64bits(buf.ptr, buf.len), "unit %d", unit);
        }
    }
    cr_assert_eq(at, o->replay.checks.len);
    cr_assert_geq(at, 4, "the setup and some turns");
}

// A check that is wrong is found at its unit, whatever the later ones say.
Test(replay_promises, each_check_is_compared)
{
    brs_str file = forge_game(&bench, &toy_cards, 2, 3, 3);
    opened *o = open_file(file);
    for (size_t i = 0; i < o->replay.checks.len; i++) {
        brs_err err = BRS_ERR_NONE;
        char *checks = brs_arena_string(&bench.arena, o->replay.checks);
        brs_replay changed = o->replay;
        brs_played played;
        checks[i] ^= 1;
        changed.checks.ptr = checks;
        cr_assert(
            !brs_replay_verify(&changed, &o->setup, &bench.arena, &played, brs_report_first(&err)));
        cr_assert_eq(err.code, BRS_DESYNC);
        char unit[32];
        snprintf(unit, sizeof unit, "unit %zu:", i);
        cr_assert_not_null(strstr(err.msg, unit), "\"%s\" does not name %s", err.msg, unit);
    }
}

typedef struct {
    int count;
    char said[8][sizeof((brs_err *)0)->msg];
} messages;

static void note(void *ctx, const brs_err *err, bool warning)
{
    messages *m = ctx;
    cr_assert(!warning && m->count < 8);
    snprintf(m->said[m->count++], sizeof m->said[0], "%s", err->msg);
}

Test(replay_promises, each_wrong_end_is_reported_by_itself)
{
    brs_replay changed = open_file(forge_game(&bench, &toy_cards, 2, 3, 3))->replay;
    brs_setup setup;
    brs_err err = BRS_ERR_NONE;
    messages m = {0};
    cr_assert(brs_replay_setup(&changed, &bench.library, &bench.arena, &setup, &err));
    changed.final_hash ^= 1;
    changed.core[3] ^= 1;
    changed.result.units++;
    changed.end = BRS_END_UNFINISHED;
    cr_assert(!brs_replay_verify(&changed, &setup, &bench.arena, NULL, (brs_report){note, &m}));
    cr_assert_eq(m.count, 4);
    cr_assert_not_null(strstr(m.said[0], "broken off"));
    cr_assert_not_null(strstr(m.said[1], "key 7 result"));
    cr_assert_not_null(strstr(m.said[2], "key 5 final hash"));
    cr_assert_not_null(strstr(m.said[3], "key 1 core id"));
}

// Verified three times in one process, with others and a failing one between: the same each time.
Test(replay_promises, verifying_leaves_nothing_behind)
{
    brs_str file = forge_game(&bench, &toy_cards, 2, 3, 3),
            other = forge_game(&bench, &toy_dice, 3, 8, 8);
    brs_played first = {0};
    for (int round = 0; round < 3; round++) {
        opened *o = open_file(file);
        brs_played played;
        brs_err err = BRS_ERR_NONE;
        cr_assert(
            brs_replay_verify(&o->replay, &o->setup, &bench.arena, &played, brs_report_first(&err)),
            "%s", err.msg);
        if (round == 0) {
            first = played;
        }
        cr_assert_eq(played.decisions, first.decisions);
        cr_assert_eq(played.checks, first.checks);
        cr_assert_eq(played.final_hash, first.final_hash);
        cr_assert_arr_eq(played.core, first.core, sizeof first.core);
        o->replay.final_hash++;
        cr_assert(
            !brs_replay_verify(&o->replay, &o->setup, &bench.arena, &played, (brs_report){0}));
        forge_expect(&bench, "another game", other, BRS_OK);
    }
}

Test(replay_promises, offsets_point_into_the_file)
{
    brs_str file = forge_game(&bench, &toy_cards, 2, 3, 3), cut;
    brs_replay replay;
    brs_err err;
    cut = forge_file_with(&bench, file, 15, RAW("\242a\n"));
    cr_assert_eq(forge_judge(&bench, cut, &replay, &err), BRS_NOT_CANONICAL);
    cr_assert_geq(err.offset, 14);
    cr_assert_eq(memcmp(cut.ptr + err.offset, "\242a\n", 3), 0, "the offset is that of the value");
    cr_assert_not_null(strstr(err.msg, "key 15 producer"));
    cut = forge_file_with(&bench, file, 33, RAW("\x92\x01\xcc\x05"));
    cr_assert_eq(forge_judge(&bench, cut, &replay, &err), BRS_NOT_CANONICAL);
    cr_assert_eq(memcmp(cut.ptr + err.offset, "\xcc\x05", 2), 0, "or of the item within it");
    cut = replay_close_container(forge_with(&bench, forge_body(&bench, file), 33,
                                            RAW("\x92\xd9\100aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                                                "aaaaaaaaaaaaaaaaaaaaaaaaaa\xcc\x05")),
                                 &bench.arena);
    cr_assert_eq(forge_judge(&bench, cut, &replay, &err), BRS_NOT_CANONICAL);
    cr_assert_not_null(strstr(err.msg, cut.ptr[9] == 1 ? "inflated body" : "shortest"));
}
