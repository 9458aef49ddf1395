// make train: plays the corpus and writes the tables of the coder's models from its even games.
// usage: train FOLDER [GAMES-OF-EACH-CLASS]
//
// Each game trains the model that codes it best; those that no model codes better than equal shares train none. The
// tables go into FOLDER, to be put beside the keys that they belong to (src/rnr/rnr_rank.c, src/revolution/rev_rank.c):
// as a new model when replays were written with the old one.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus.h"
#include "replay_parts.h"
#include "str.h"

enum { KEYS = 2, MODELS = 4, ROWS = 80, ROUNDS = 6, WHOLE = 12000, MOST_TAIL = 40, LAST = BRS_MODEL_RANKS - 1 };

typedef struct {
    uint16_t n, rank[KEYS + 1];
    uint8_t row[KEYS + 1], size;
} decision;

typedef struct {
    decision *made;
    uint32_t count, cap;
    int class, model;  // model -1: equal shares
} game_log;

typedef struct {
    double count[ROWS][BRS_MODEL_SIZES][BRS_MODEL_RANKS], further[ROWS][BRS_MODEL_SIZES];
    uint16_t width[ROWS][BRS_MODEL_SIZES][BRS_MODEL_RANKS];
    int key;
} table;

static void watch(void *ctx, corpus *c, int index)
{
    game_log *log = ctx;
    replay_ranks ranks;
    if (log->count == log->cap) {
        log->cap = log->cap == 0 ? 256 : 2 * log->cap;
        log->made = realloc(log->made, log->cap * sizeof *log->made);
    }
    decision *d = &log->made[log->count++];
    d->n = (uint16_t)c->table.game.n;
    const brs_game_def *game = c->setup.game;
    for (int i = 0; i < game->model_count; i++) {
        const int key = game->models[i].key;
        replay_rank(&c->table.game, key, &ranks);
        d->row[key] = (uint8_t)ranks.row;
        d->size = (uint8_t)ranks.size;
        d->rank[key] = (uint16_t)replay_rank_of(&ranks, (uint32_t)index);
    }
}

static double bits_of(const table *t, const decision *d)
{
    const uint16_t *width = t->width[d->row[t->key]][d->size];
    double total = 0;
    for (uint32_t k = 0; k < d->n; k++) {
        total += width[k < LAST ? k : LAST];
    }
    const uint32_t rank = d->rank[t->key];
    return log2(total) - log2(width[rank < LAST ? rank : LAST]);
}

static double cost(const table *t, const game_log *log)
{
    double bits = 0;
    for (uint32_t i = 0; i < log->count; i++) {
        bits += bits_of(t, &log->made[i]);
    }
    return bits;
}

static double cost_of_equal(const game_log *log)
{
    double bits = 0;
    for (uint32_t i = 0; i < log->count; i++) {
        bits += log2(log->made[i].n);
    }
    return bits;
}

static void count_in(table *t, const game_log *log)
{
    for (uint32_t i = 0; i < log->count; i++) {
        const decision *d = &log->made[i];
        const uint32_t rank = d->rank[t->key];
        t->count[d->row[t->key]][d->size][rank < LAST ? rank : LAST] += 1;
        t->further[d->row[t->key]][d->size] += d->n > BRS_MODEL_RANKS ? d->n - BRS_MODEL_RANKS : 0;
    }
}

// Rare decisions lean on what the other rows of their size, and all sizes of their row, show.
static void settle(table *t)
{
    for (int size = 0; size < BRS_MODEL_SIZES; size++) {
        double all[BRS_MODEL_RANKS] = {0}, sum = 0;
        for (int row = 0; row < ROWS; row++) {
            for (int k = 0; k < BRS_MODEL_RANKS; k++) {
                all[k] += t->count[row][size][k];
                sum += t->count[row][size][k];
            }
        }
        for (int row = 0; row < ROWS; row++) {
            double share[BRS_MODEL_RANKS], whole = 0, seen = 0;
            for (int k = 0; k < BRS_MODEL_RANKS; k++) {
                seen += t->count[row][size][k];
                share[k] = t->count[row][size][k] + 3 * (all[k] + 0.02) / (sum + 0.02 * BRS_MODEL_RANKS);
                whole += share[k];
            }
            double tail = seen > 0 ? 1 + t->further[row][size] / seen : 4;
            share[LAST] /= tail;
            for (int k = 0; k < BRS_MODEL_RANKS; k++) {
                double width = floor(WHOLE * share[k] / whole + 0.5);
                width = width < 1 ? 1 : k == LAST && width > MOST_TAIL ? MOST_TAIL : width;
                t->width[row][size][k] = (uint16_t)width;
            }
        }
    }
}

static void train(const brs_game_def *game, game_log *log, int logs, table *t)
{
    static const int first[CORPUS_CLASSES] = {-1, 0, 1, 3, 2, 0};  // by class
    for (int i = 0; i < logs; i++) {
        log[i].model = first[log[i].class];
    }
    for (int round = 0; round < ROUNDS; round++) {
        memset(t, 0, MODELS * sizeof *t);
        for (int m = 0; m < MODELS; m++) {
            t[m].key = game->models[m].key;
            for (int i = 0; i < logs; i++) {
                if (log[i].model == m) {
                    count_in(&t[m], &log[i]);
                }
            }
            settle(&t[m]);
        }
        for (int i = 0; i < logs; i++) {
            double best = cost_of_equal(&log[i]);
            log[i].model = -1;
            for (int m = 0; m < MODELS; m++) {
                double bits = cost(&t[m], &log[i]);
                log[i].model = bits < best ? m : log[i].model;
                best = bits < best ? bits : best;
            }
        }
    }
}

static void write_table(const char *folder, const brs_game_def *game, int model, const table *t)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s_model_%d.def", folder, strcmp(game->id, "rnr") == 0 ? "rnr" : "rev", model + 1);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    fprintf(file, "// Widths of each rank, by row and size class: made by make train, never edited.\n");
    for (int row = 0; row < game->models[model].rows; row++) {
        fputs("    {", file);
        for (int size = 0; size < BRS_MODEL_SIZES; size++) {
            fputs(size > 0 ? ",\n     {" : "{", file);
            for (int k = 0; k < BRS_MODEL_RANKS; k++) {
                fprintf(file, "%s%d", k > 0 ? ", " : "", t->width[row][size][k]);
            }
            fputs("}", file);
        }
        fputs("},\n", file);
    }
    fclose(file);
}

static void tell(const brs_game_def *game, const game_log *log, int logs, const table *t)
{
    for (int class = 0; class < CORPUS_CLASSES; class++) {
        double equal = 0, best = 0;
        int used[MODELS + 1] = {0};
        for (int i = 0; i < logs; i++) {
            if (log[i].class == class) {
                double one = cost_of_equal(&log[i]);
                equal += one;
                best += log[i].model < 0 ? one : cost(&t[log[i].model], &log[i]);
                used[log[i].model + 1]++;
            }
        }
        printf("%-10s %-13s coded / sum log2 n %.3f (training games); equal shares %d, models %d %d %d %d\n", game->id,
               corpus_class[class], best / equal, used[0], used[1], used[2], used[3], used[4]);
    }
}

int main(int argc, char **argv)
{
    static corpus c;
    static table t[MODELS];
    const int games = argc > 2 ? atoi(argv[2]) : 240;
    if (argc < 2 || games < 1 || !corpus_open(&c)) {
        fputs("usage: train FOLDER [GAMES-OF-EACH-CLASS]\n", stderr);
        return 2;
    }
    for (int g = 0; g < c.library->game_count; g++) {
        const cli_game *game = &c.library->game[g];
        game_log *log = calloc((size_t)(games * CORPUS_CLASSES), sizeof *log);
        int logs = 0;
        for (int class = 0; class < CORPUS_CLASSES; class++) {
            for (int i = 0; i < games; i++, logs++) {
                log[logs].class = class;
                corpus_play(&c, game, class, 2 * (uint32_t)i, watch, &log[logs]);
            }
        }
        train(game->game, log, logs, t);
        tell(game->game, log, logs, t);
        for (int m = 0; m < game->game->model_count; m++) {
            write_table(argv[1], game->game, m, &t[m]);
        }
        for (int i = 0; i < logs; i++) {
            free(log[i].made);
        }
        free(log);
    }
    corpus_close(&c);
    return 0;
}
