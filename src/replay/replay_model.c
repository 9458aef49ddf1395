// What a model expects of a decision: the rank of each choice, and how wide each rank is for the range coder.
#include "replay_parts.h"
#include "broadside/game.h"

const brs_model *replay_find_model(const brs_game_def *game, uint32_t id)
{
    for (int i = 0; i < game->model_count; i++) {
        if (game->models[i].id == id) {
            return &game->models[i];
        }
    }
    return NULL;
}

// 2, 3, 4, 5-6, 7-8, 9-12, 13-20, 21 and more.
static int size_class(uint32_t n)
{
    static const uint8_t last[BRS_MODEL_SIZES - 1] = {2, 3, 4, 6, 8, 12, 20};
    int size = 0;
    while (size < BRS_MODEL_SIZES - 1 && n > last[size]) {
        size++;
    }
    return size;
}

void replay_rank(const brs_game *game, int key, replay_ranks *out)
{
    int32_t value[BRS_MAX_CHOICES];
    const int n = game->n;
    out->row = game->setup->game->rank(game->setup, game->state, key, game->choices, n, value);
    out->size = size_class((uint32_t)n);
    for (int i = 0; i < n; i++) {  // most lists are short; equals keep their order
        int at = i;
        for (; at > 0 && value[out->order[at - 1]] > value[i]; at--) {
            out->order[at] = out->order[at - 1];
        }
        out->order[at] = (uint16_t)i;
    }
}

uint32_t replay_rank_of(const replay_ranks *ranks, uint32_t index)
{
    uint32_t rank = 0;
    while (ranks->order[rank] != index) {
        rank++;
    }
    return rank;
}

static const uint16_t *widths_of(const brs_model *model, const replay_ranks *ranks)
{
    return model->width[ranks->row][ranks->size];
}

enum { LAST = BRS_MODEL_RANKS - 1 };

// Sum of the widths before a rank; of all ranks below n, it is the total.
static uint32_t width_before(const uint16_t *width, uint32_t rank)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < rank && i < LAST; i++) {
        sum += width[i];
    }
    return rank > LAST ? sum + (rank - LAST) * width[LAST] : sum;
}

void replay_model_write(range_writer *w, const brs_model *model, const replay_ranks *ranks, uint32_t n, uint32_t rank)
{
    const uint16_t *width = widths_of(model, ranks);
    range_write(w, width_before(width, rank), width[rank < LAST ? rank : LAST], width_before(width, n));
}

uint32_t replay_model_read(range_reader *r, const brs_model *model, const replay_ranks *ranks, uint32_t n)
{
    const uint16_t *width = widths_of(model, ranks);
    const uint32_t total = width_before(width, n), at = range_read_at(r, total);
    uint32_t rank = 0, from = 0;
    while (rank < LAST && at >= from + width[rank]) {
        from += width[rank++];
    }
    if (rank == LAST) {
        const uint32_t further = (at - from) / width[LAST];
        rank += further;
        from += further * width[LAST];
    }
    range_read(r, from, width[rank < LAST ? rank : LAST], total);
    return rank;
}
