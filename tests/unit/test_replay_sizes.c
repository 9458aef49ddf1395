// How small replays are, on games that trained nothing (the odd ones of the corpus), and that models stay as they are.
// "Bits of a policy" are what a program that knew how the bot chooses would still need. `make sizes` prints the figures.
#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "../train/corpus.c"
#include "broadside/archive.h"
#include "broadside/replay.h"
#include "broadside/replay_tools.h"
#include "replay_parts.h"

enum { RANDOM, SOFT, SHARP, GREEDY, RULES, GAMES = 60 };

static corpus c;
static brs_arena keep;

// A line of `make sizes`.
__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    if (getenv("BRS_SIZES") != NULL) {
        va_list args;
        va_start(args, format);
        vprintf(format, args);
        va_end(args);
        fflush(stdout);
    }
}

static void open_corpus(void)
{
    cr_assert(corpus_open(&c));
    brs_arena_init(&keep, 0);
}

static void close_corpus(void)
{
    corpus_close(&c);
    brs_arena_release(&keep);
}

TestSuite(replay_sizes, .init = open_corpus, .fini = close_corpus);

typedef struct {
    double choices, policy, coded, written;  // bits: sum log2 n; of the policy; under the model; in whole bytes
    double decisions, units, bytes, games;
} sums;

static double log2_of(uint32_t n)
{
    return brs_log2_scaled(n) / 65536.0;
}

static void add_entropy(void *ctx, corpus *from, int index)
{
    sums *s = ctx;
    uint32_t weight[BRS_MAX_CHOICES];
    const brs_game *game = &from->table.game;
    brs_bot *bot = &from->table.bot[game->choices[0].seat];
    (void)index;
    s->choices += log2_of((uint32_t)game->n);
    if (bot->kind->heat == 0) {
        return;
    }
    const uint32_t sum = brs_softmax_weights(bot, game, weight);
    for (int i = 0; i < game->n; i++) {
        s->policy += (double)weight[i] / sum * (log2_of(sum) - log2_of(weight[i]));
    }
}

static void record(brs_replay *out, brs_arena *arena)
{
    const brs_moves moves = {.index = c.table.index, .count = c.table.count, .end_seat = BRS_SEAT_NONE};
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_replay_record(&c.setup, &moves, arena, out, &err), "%s", err.msg);
}

// What each choice takes under each model; a stream ends with a whole byte that is not 0, so it
// may be a little longer or shorter.
typedef struct {
    sums *all;
    double model[8];
} coding;

static void add_bits(void *ctx, corpus *from, int index)
{
    coding *k = ctx;
    const brs_game_def *game = from->setup.game;
    const uint32_t n = (uint32_t)from->table.game.n;
    replay_ranks ranks;
    add_entropy(k->all, from, index);
    for (int m = 0; m < game->model_count; m++) {
        const brs_model *model = &game->models[m];
        replay_rank(&from->table.game, model->key, &ranks);
        const uint16_t *width = model->width[ranks.row][ranks.size];
        const uint32_t rank = replay_rank_of(&ranks, (uint32_t)index), last = BRS_MODEL_RANKS - 1;
        uint32_t total = 0;
        for (uint32_t i = 0; i < n; i++) {
            total += width[i < last ? i : last];
        }
        k->model[m] += log2_of(total) - log2_of(width[rank < last ? rank : last]);
    }
}

// Held-out games of a class; none takes more than sum log2 n and 16 bits.
static sums measure(int game, int class, int games)
{
    sums all = {0};
    for (int i = 0; i < games; i++) {
        const double before = all.choices;
        brs_replay replay;
        coding k = {.all = &all};
        corpus_play(&c, &c.library->game[game], class, 2 * (uint32_t)i + 1, add_bits, &k);
        record(&replay, &c.arena);
        const double choices = all.choices - before, written = 8.0 * (double)replay.decisions.bytes.len;
        const double bits = replay.coder_mode == BRS_CODER_MODEL ? k.model[replay.coder_model - 1] : choices;
        cr_assert_leq(written, choices + 16, "game %d: %g bits", i, written);
        cr_assert(written > bits - 16 && written < bits + 16, "game %d: %g bits were written, %g are due", i, written, bits);
        double least = choices;
        for (int m = 0; m < c.setup.game->model_count; m++) {
            least = k.model[m] < least ? k.model[m] : least;
        }
        all.coded += least;
        all.written += written;
        all.games++;
    }
    return all;
}

static void say_class(int game, int class, const sums *s)
{
    say("%-10s  %-12s  %6.1f bits are sum log2 n  ", c.library->game[game].game->id, corpus_class[class],
        s->choices / s->games);
    if (s->policy > 0) {
        say("entropy %.3f of it, coded / entropy %.3f, ", s->policy / s->choices, s->coded / s->policy);
    }
    say("coded %.3f of it, in whole bytes %.3f\n", s->coded / s->choices, s->written / s->choices);
}

static void expect_policy(int game, int class, double least, double most)
{
    const sums s = measure(game, class, GAMES);
    const double entropy = s.policy / s.choices;
    say_class(game, class, &s);
    cr_expect(entropy >= least && entropy <= most, "the bot's entropy is %.3f of sum log2 n, wanted %.2f to %.2f", entropy,
              least, most);
    cr_expect_leq(s.written, 1.25 * s.policy + 16 * s.games, "%.0f bits written, the policy has %.0f", s.written, s.policy);
    if (class == SHARP) {
        cr_expect_lt(s.written, 0.75 * s.choices, "written / sum log2 n is %.3f", s.written / s.choices);
    }
}

Test(replay_sizes, softmax_games_of_revolt_n_reign)
{
    expect_policy(0, SOFT, 0.70, 0.80);
    expect_policy(0, SHARP, 0.40, 0.55);
}

Test(replay_sizes, softmax_games_of_revolution)
{
    expect_policy(1, SOFT, 0.70, 0.80);
    expect_policy(1, SHARP, 0.40, 0.55);
}

Test(replay_sizes, games_by_rules_of_thumb_are_nearly_nothing)
{
    for (int game = 0; game < 2; game++) {
        const sums s = measure(game, RULES, GAMES);
        say_class(game, RULES, &s);
        cr_expect_leq(s.written, 0.05 * s.choices, "%s: written / sum log2 n is %.3f", c.library->game[game].game->id,
                      s.written / s.choices);
    }
}

Test(replay_sizes, random_games_take_no_more_than_their_choices)
{
    for (int game = 0; game < 2; game++) {
        const sums s = measure(game, RANDOM, 12);
        say_class(game, RANDOM, &s);
        cr_expect_gt(s.coded, 0.97 * s.choices);
    }
}

// ---- whole files and archives ----------------------------------------------------------------------------------------

// What a game of so many decisions and units would take, at the bits and checks of these.
static double scaled(const sums *s, double decisions, double units)
{
    return s->bytes / s->games + (decisions - s->decisions / s->games) * s->coded / s->decisions / 8 + units - s->units / s->games;
}

// All games of an archive come back as they were put in.
static void expect_back(brs_str archive, const brs_str *file, int games)
{
    brs_archive read;
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_archive_open(archive, &keep, &read, &err), "%s", err.msg);
    cr_assert_eq(read.count, games);
    for (int i = 0; i < games; i++) {
        brs_replay replay;
        brs_str bytes;
        brs_arena_reset(&c.arena);
        cr_assert(brs_archive_get(&read, i, &c.library->library, &c.arena, &replay, &err) &&
                      brs_replay_encode(&replay, &c.arena, &bytes, &err),
                  "game %d: %s", i, err.msg);
        cr_expect(str_equal(bytes, file[i]), "game %d", i);
    }
}

// Held-out games of seats with names, as files and as one archive; *archive: its bytes.
static sums write_games(int game, int class, int games, int seats, size_t *archive)
{
    static const char *const names[] = {"Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"};
    sums s = {0};
    brs_archive_writer *writer = brs_archive_write(NULL, &keep);
    brs_str *file = BRS_NEW(&keep, brs_str, (size_t)games);
    for (uint32_t i = 0; s.games < games && i < 4000; i++) {
        brs_replay replay;
        brs_str bytes;
        brs_err err = BRS_ERR_NONE;
        bool added = false;
        if (!corpus_seats(&c, &c.library->game[game], class, 2 * i + 1, seats)) {
            continue;
        }
        for (int seat = 0; seat < seats; seat++) {
            c.setup.name[seat] = names[seat];
        }
        record(&replay, &c.arena);
        memset(replay.deck_name, 0, sizeof replay.deck_name);
        cr_assert(brs_replay_encode(&replay, &c.arena, &bytes, &err), "%s", err.msg);
        cr_assert(brs_archive_add(writer, &replay, &c.library->library, &c.arena, &added, &err), "%s", err.msg);
        s.decisions += replay.decisions.count;
        s.units += (double)replay.checks.len;
        s.coded += 8.0 * (double)replay.decisions.bytes.len;
        s.bytes += (double)bytes.len;
        file[(int)s.games++] = (brs_str){brs_arena_string(&keep, bytes), bytes.len};
    }
    const brs_str all = brs_archive_end(writer);
    expect_back(all, file, games);
    *archive = all.len;
    return s;
}

Test(replay_sizes, a_file_of_200_decisions_and_30_turns)
{
    size_t archive;
    c.pair = 3;  // one series: the same decks
    sums s = write_games(0, SHARP, 100, 2, &archive);
    say("%-10s  200 decisions, 30 turns: %.1f bytes a file, of which %.1f are decisions; ", "rnr", scaled(&s, 200, 30),
        200 * s.coded / s.decisions / 8);
    cr_expect_leq(scaled(&s, 200, 30), 205, "%.1f bytes a file", scaled(&s, 200, 30));
    s.bytes = (double)archive;
    say("%.1f in an archive\n", scaled(&s, 200, 30));
    cr_expect_leq(scaled(&s, 200, 30), 96, "%.1f bytes a game in an archive", scaled(&s, 200, 30));
}

// All decks against each other under all editions: a deck stands in the archive once.
Test(replay_sizes, an_archive_of_all_pairs_of_decks)
{
    size_t archive;
    sums s = write_games(0, SHARP, 100, 2, &archive);
    s.bytes = (double)archive;
    say("%-10s  200 decisions, 30 turns, decks and editions in turn: %.1f bytes a game in an archive\n", "rnr", scaled(&s, 200, 30));
    cr_expect_leq(scaled(&s, 200, 30), 104, "%.1f bytes a game in an archive", scaled(&s, 200, 30));
}

Test(replay_sizes, a_round_of_eight_players)
{
    size_t archive;
    const sums s = write_games(1, SHARP, 100, 8, &archive);
    say("%-10s  a round of 8, with names: %.1f bytes a file, of which %.1f are decisions; %.1f in an archive\n", "revolution",
        s.bytes / s.games, s.coded / s.games / 8, (double)archive / s.games);
    cr_expect_leq(s.bytes / s.games, 128, "%.1f bytes a file", s.bytes / s.games);
    cr_expect_leq((double)archive / s.games, 48, "%.1f bytes a game in an archive", (double)archive / s.games);
}

// ---- models stay -------------------------------------------------------------------------------------------------------

static void add_two(XXH3_state_t *sum, uint32_t value)
{
    const uint8_t bytes[2] = {(uint8_t)value, (uint8_t)(value >> 8)};
    XXH3_64bits_update(sum, bytes, sizeof bytes);
}

static uint64_t hash_of_model(const brs_model *model)
{
    XXH3_state_t sum;
    XXH3_64bits_reset(&sum);
    add_two(&sum, (uint32_t)model->key);
    add_two(&sum, (uint32_t)model->rows);
    const uint16_t *width = &model->width[0][0][0];
    for (int i = 0; i < model->rows * BRS_MODEL_SIZES * BRS_MODEL_RANKS; i++) {
        add_two(&sum, width[i]);
    }
    return XXH3_64bits_digest(&sum);
}

Test(replay_models, a_table_has_its_hash)
{
    for (int g = 0; brs_games[g] != NULL; g++) {
        for (int m = 0; m < brs_games[g]->model_count; m++) {
            const brs_model *model = &brs_games[g]->models[m];
            cr_expect_eq(hash_of_model(model), model->hash, "%s, model %u: its table has the hash 0x%016llx", brs_games[g]->id,
                         model->id, (unsigned long long)hash_of_model(model));
            cr_expect_eq(model->id, (uint32_t)m + 1, "models are numbered from 1");
        }
    }
}

// Of all ranks of the longest list the sum stays within what the coder takes.
Test(replay_models, widths_add_up)
{
    for (int g = 0; brs_games[g] != NULL; g++) {
        for (int m = 0; m < brs_games[g]->model_count; m++) {
            const brs_model *model = &brs_games[g]->models[m];
            for (int i = 0; i < model->rows * BRS_MODEL_SIZES; i++) {
                const uint16_t *width = model->width[i / BRS_MODEL_SIZES][i % BRS_MODEL_SIZES];
                uint32_t sum = (BRS_MAX_CHOICES - BRS_MODEL_RANKS) * width[BRS_MODEL_RANKS - 1];
                for (int k = 0; k < BRS_MODEL_RANKS; k++) {
                    cr_assert_gt(width[k], 0, "no rank is impossible");
                    sum += width[k];
                }
                cr_assert_leq(sum, 65536);
            }
        }
    }
}

typedef struct {
    XXH3_state_t sum[4];
} rank_sums;

static void add_ranks(void *ctx, corpus *from, int index)
{
    rank_sums *s = ctx;
    replay_ranks ranks;
    (void)index;
    for (int key = 1; key <= 2; key++) {
        replay_rank(&from->table.game, key, &ranks);
        add_two(&s->sum[key], (uint32_t)ranks.row);
        for (int i = 0; i < from->table.game.n; i++) {
            add_two(&s->sum[key], ranks.order[i]);
        }
    }
}

// Replays are coded by these orders. A key that ranks otherwise is another key, and belongs to another model.
Test(replay_sizes, released_keys_rank_as_ever)
{
    static const uint64_t wanted[2][2] = {{0xacc7d59836c4fcaf, 0xb508485d1890a708},
                                          {0xfb1f2952a4b3697b, 0xda4f275bfbdbdb23}};
    for (int game = 0; game < 2; game++) {
        rank_sums s;
        for (int key = 0; key < 4; key++) {
            XXH3_64bits_reset(&s.sum[key]);
        }
        for (uint32_t i = 0; i < 20; i++) {
            corpus_play(&c, &c.library->game[game], i % 2 == 0 ? RANDOM : RULES, i, add_ranks, &s);
        }
        for (int key = 1; key <= 2; key++) {
            const uint64_t found = XXH3_64bits_digest(&s.sum[key]);
            cr_expect_eq(found, wanted[game][key - 1], "%s, key %d: 0x%016llx", c.library->game[game].game->id, key,
                         (unsigned long long)found);
        }
    }
}
