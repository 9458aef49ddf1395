// The published matches: what a list says of one stands in its record, which is on the disk. So a large site needs a few
// bytes of memory for each (performance.md M1).
#include <string.h>
#include <xxhash.h>

#include "site_record.h"
#include "sort.h"
#include "str.h"

enum { HEAD_BYTES = 512, MOST_HEAD_BYTES = 1 << 20 };

void site_publish(site_build *build, const site_record *record, uint64_t at)
{
    const char *last = build->latest == NULL ? "" : build->latest;
    const int order = str_compare(record->date, str_of(last));
    build->dated = build->dated || (build->published_count > 0 && order != 0);
    if (order > 0) {
        build->latest = brs_arena_string(build->arena, record->date);
    }
    build->told += record->told;
    build->published[build->published_count++] = at;
}

static site_published published_of(const site_record *r, brs_arena *arena)
{
    return (site_published){
        .address = brs_arena_string(arena, r->address),
        .game_title = r->game->title,
        .edition = r->edition->id,
        .edition_title = r->edition->title,
        .date = brs_arena_string(arena, r->date),
        .unit = r->game->unit,
        .unit_title = r->game->unit->title,
        .names = r->names,
        .short_names = r->short_names,
        .decks = r->decks,
        .ending = r->ending,
        .bots = r->bots,
        .seed = r->seed,
        .units = r->last,
        .told = r->told,
        .bytes = r->bytes,
    };
}

// The build fails for what is in build->lost, before anything takes its place.
static site_published nothing(site_build *build)
{
    const brs_game_def *game = build->library->shelf[0].game;
    if (build->lost.code == BRS_OK) {
        brs_fail(&build->lost, BRS_UNEXPECTED, "what is remembered of a match makes no sense");
    }
    return (site_published){.address = "", .game_title = "", .edition = "", .edition_title = "", .date = "",
                            .unit = game->unit, .unit_title = game->unit->title};
}

site_published site_published_at(site_build *build, int index, brs_arena *arena)
{
    for (size_t len = HEAD_BYTES; len <= MOST_HEAD_BYTES; len *= 4) {
        site_record record;
        brs_str bytes;
        if (!fs_read_at(build->records, build->published[index], len, arena, &bytes, &build->lost)) {
            break;
        }
        if (site_record_read_head(build, bytes, &record)) {
            return published_of(&record, arena);
        }
    }
    return nothing(build);
}

// ---- their order --------------------------------------------------------------------------------

// Texts that many matches have, each once.
typedef struct {
    brs_arena arena;
    brs_str *text;   // [count] in the order in which they came
    uint32_t *slot;  // [cap] open addressing; 1 + index; cap is a power of 2, and twice what `text` has room for
    size_t count, cap;
} text_pool;

static uint32_t *slot_of(const text_pool *pool, brs_str text)
{
    size_t at = XXH3_64bits(text.ptr, text.len) & (pool->cap - 1);
    while (pool->slot[at] != 0 && !str_equal(pool->text[pool->slot[at] - 1], text)) {
        at = (at + 1) & (pool->cap - 1);
    }
    return &pool->slot[at];
}

static void grow(text_pool *pool)
{
    const brs_str *before = pool->text;
    pool->cap = pool->cap == 0 ? 128 : 2 * pool->cap;
    pool->text = BRS_NEW(&pool->arena, brs_str, pool->cap / 2);
    pool->slot = BRS_NEW(&pool->arena, uint32_t, pool->cap);
    for (size_t i = 0; i < pool->count; i++) {
        pool->text[i] = before[i];
        *slot_of(pool, before[i]) = (uint32_t)i + 1;
    }
}

// The index of a text, which is put into the pool.
static uint32_t index_of(text_pool *pool, brs_str text)
{
    if (2 * pool->count == pool->cap) {
        grow(pool);
    }
    uint32_t *slot = slot_of(pool, text);
    if (*slot == 0) {
        pool->text[pool->count] = (brs_str){brs_arena_string(&pool->arena, text), text.len};
        *slot = (uint32_t)++pool->count;
    }
    return *slot - 1;
}

typedef struct {
    brs_str text;
    uint32_t index;
} ranked;

static int by_text(const void *a, const void *b)
{
    return str_compare(((const ranked *)a)->text, ((const ranked *)b)->text);
}

// [index of a text]: how many texts of the pool come before it.
static uint32_t *ranks_of(text_pool *pool)
{
    ranked *list = BRS_NEW(&pool->arena, ranked, pool->count + 1);
    uint32_t *rank = BRS_NEW(&pool->arena, uint32_t, pool->count + 1);
    for (uint32_t i = 0; i < pool->count; i++) {
        list[i] = (ranked){pool->text[i], i};
    }
    brs_sort(list, pool->count, sizeof *list, BRS_NEW(&pool->arena, ranked, pool->count + 1), by_text);
    for (uint32_t i = 0; i < pool->count; i++) {
        rank[list[i].index] = i;
    }
    return rank;
}

// What a match is ordered by: the rank of its texts, a number, and what is equal by both stays as it was.
typedef struct {
    uint64_t number;
    uint32_t rank, row;
} sort_key;

static int by_key(const void *a, const void *b)
{
    const sort_key *x = a, *y = b;
    return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank) : (x->number > y->number) - (x->number < y->number);
}

// Game, decks and players in one text, with what comes before all letters between them; then whether there is a seed.
static void tell_kin(const site_published *match, brs_buf *out)
{
    buf_puts(out, match->game_title);
    buf_byte(out, '\0');
    buf_put(out, match->decks);
    buf_byte(out, '\0');
    buf_put(out, match->names);
    buf_byte(out, '\0');
    buf_puts(out, match->seed.len > 0 ? "s" : "");
}

static void tell_date(const site_published *match, brs_buf *out)
{
    buf_puts(out, match->date);
}

static uint64_t seed_of(const site_published *match)
{
    uint64_t seed = 0;
    for (size_t i = 0; i < match->seed.len; i++) {
        seed = 10 * seed + (uint64_t)(match->seed.ptr[i] - '0');
    }
    return seed;
}

// The keys of all matches, in the pool's memory, as they were published.
static sort_key *keys_of(site_build *build, text_pool *pool, void (*tell)(const site_published *, brs_buf *))
{
    const int count = build->published_count;
    sort_key *key = BRS_NEW(&pool->arena, sort_key, (size_t)count + 1);
    brs_arena row;
    brs_arena_init(&row, 0);
    for (int i = 0; i < count; i++) {
        brs_buf text;
        brs_arena_reset(&row);
        const site_published match = site_published_at(build, i, &row);
        buf_init(&text, &row, 256);
        tell(&match, &text);
        key[i] = (sort_key){seed_of(&match), index_of(pool, buf_str(&text)), (uint32_t)i};
    }
    brs_arena_release(&row);
    const uint32_t *rank = ranks_of(pool);
    for (int i = 0; i < count; i++) {
        key[i].rank = rank[key[i].rank];
    }
    return key;
}

static void sort_keys(sort_key *key, size_t count, brs_arena *arena)
{
    brs_sort(key, count, sizeof *key, BRS_NEW(arena, sort_key, count + 1), by_key);
}

// Matches that have all else in common stand by their addresses.
static void order_alike(site_build *build, sort_key *key, size_t count)
{
    brs_arena arena;
    brs_arena_init(&arena, 0);
    ranked *list = BRS_NEW(&arena, ranked, count);
    for (size_t i = 0; i < count; i++) {
        list[i] = (ranked){str_of(site_published_at(build, (int)key[i].row, &arena).address), key[i].row};
    }
    brs_sort(list, count, sizeof *list, BRS_NEW(&arena, ranked, count), by_text);
    for (size_t i = 0; i < count; i++) {
        key[i].row = list[i].index;
    }
    brs_arena_release(&arena);
}

// As people look for a match: game, then decks, then players, then seed.
void site_order_matches(site_build *build)
{
    const size_t count = (size_t)build->published_count;
    text_pool pool = {.count = 0};
    brs_arena_init(&pool.arena, 0);
    sort_key *key = keys_of(build, &pool, tell_kin);
    sort_keys(key, count, &pool.arena);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && by_key(&key[from], &key[to]) == 0; to++) {
        }
        if (to - from > 1) {
            order_alike(build, &key[from], to - from);
        }
    }
    build->ordered = BRS_NEW(build->arena, uint32_t, count + 1);
    for (size_t i = 0; i < count; i++) {
        build->ordered[i] = key[i].row;
    }
    brs_arena_release(&pool.arena);
}

// Newest first, then as on the front page.
static void order_by_date(site_build *build, uint32_t *place)
{
    const size_t count = (size_t)build->published_count;
    text_pool pool = {.count = 0};
    brs_arena_init(&pool.arena, 0);
    sort_key *key = keys_of(build, &pool, tell_date);
    for (size_t i = 0; i < count; i++) {
        key[i].rank = UINT32_MAX - key[i].rank;
        key[i].number = place[key[i].row + 1];
    }
    sort_keys(key, count, &pool.arena);
    for (size_t i = 0; i < count; i++) {
        place[key[i].row + 1] = (uint32_t)i;
    }
    brs_arena_release(&pool.arena);
}

uint32_t *site_places(site_build *build, brs_arena *arena)
{
    const size_t count = (size_t)build->published_count;
    uint32_t *place = BRS_NEW(arena, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        place[build->ordered[i] + 1] = i;
    }
    if (build->dated) {
        order_by_date(build, place);
    }
    return place;
}
