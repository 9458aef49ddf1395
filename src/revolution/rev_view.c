// The state as a tree, as numbers and as a digest: for pages, checks and dumps. Only reads.
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "rev_state.h"

rev_run rev_look(const brs_setup *setup, const void *state)
{
    return (rev_run){.setup = setup, .opt = setup->options.value, .g = (rev_state *)(uintptr_t)state};
}

// ---- names ------------------------------------------------------------------------------------------------

static bool is_set(int handle)
{
    return handle > 0 && rank_in(handle) < REV_RANKS && count_in(handle) >= 1 && count_in(handle) <= REV_MAX_SET;
}

#define NAMES(one, many)                                                                                          \
    {one, "two " many, "three " many, "four " many, "five " many, "six " many, "seven " many, "eight " many,      \
     "nine " many, "ten " many, "eleven " many, "twelve " many}

brs_str rev_set_name(int handle)
{
    static const char *const names[REV_RANKS][REV_MAX_SET] = {
        NAMES("a three", "threes"), NAMES("a four", "fours"),    NAMES("a five", "fives"),
        NAMES("a six", "sixes"),    NAMES("a seven", "sevens"),  NAMES("an eight", "eights"),
        NAMES("a nine", "nines"),   NAMES("a ten", "tens"),      NAMES("a jack", "jacks"),
        NAMES("a queen", "queens"), NAMES("a king", "kings"),    NAMES("an ace", "aces"),
        NAMES("a two", "twos"),     NAMES("a joker", "jokers"),
    };
    const int count = count_in(handle), rank = rank_in(handle);
    const char *name = is_set(handle) ? names[rank][count - 1] : "no card";
    return (brs_str){name, strlen(name)};
}

const char *const *rev_make_names(const brs_game_def *game, brs_arena *arena)
{
    const char **names = brs_arena_alloc(arena, REV_RANKS * REV_MAX_SET, sizeof *names);
    for (int i = 0; i < REV_RANKS * REV_MAX_SET; i++) {
        const int rank = i / REV_MAX_SET, count = i % REV_MAX_SET + 1;
        const char *number = count > 1 ? game->phrases[REV_SAY_number_two + count - 2] : "";
        const char *ranks = game->phrases[REV_SAY_many + rank];
        char text[160];
        brs_fill(text, sizeof text, game->phrases[REV_SAY_set], (const brs_str[]){{number, strlen(number)}, {ranks, strlen(ranks)}}, 2);
        const char *name = count > 1 ? text : game->phrases[REV_SAY_one + rank];
        names[i] = brs_arena_string(arena, (brs_str){name, strlen(name)});
    }
    return names;
}

brs_str rev_set_said(const brs_game_def *game, int handle)
{
    if (game->names == NULL) {
        return rev_set_name(handle);
    }
    const char *name = is_set(handle) ? game->names[rank_in(handle) * REV_MAX_SET + count_in(handle) - 1] : game->phrases[REV_SAY_no_card];
    return (brs_str){name, strlen(name)};
}

static const char *rank_name(int rank)
{
    static const char *const names[REV_RANKS] = {"3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "Joker"};
    return names[rank];
}

// ---- the table ----------------------------------------------------------------------------------------------

// Cards of one rank: how many, how it is written and what the set is worth.
// `more`: of a list, how many cards are still to come.
static void view_set(const brs_game_def *game, const brs_viewer *v, const char *node, int count, int rank, int more)
{
    brs_view_open(v, node, set_of(count, rank));
    brs_view_str(v, "name", rev_set_said(game, set_of(count, rank)));
    char written[REV_MAX_SET + 1];
    rev_print_set(set_of(count, rank), written, sizeof written);
    brs_view_text(v, "label", rank_name(rank));
    brs_view_text(v, "written", written);
    brs_view_num(v, "count", count);
    brs_view_num(v, "more", more);
    if (rank != REV_JOKER) {
        brs_view_num(v, "value", value_of(rank));
        brs_view_num(v, "total", total_of(count, rank));
    }
    brs_view_close(v);
}

static const char *title_of(const rev_state *g, int place, const brs_setup *setup)
{
    return place == 0 ? "" : setup->game->terms[rev_word(rev_title_at(g->seats, place - 1))];
}

static void view_hand(const brs_game_def *game, const rev_state *g, int seat, bool open, const brs_viewer *v)
{
    int hidden = g->hand_count[seat];
    for (int rank = 0; open && rank < REV_RANKS; rank++) {
        if (g->hand[seat][rank] > 0) {
            hidden -= g->hand[seat][rank];
            view_set(game, v, "cards", g->hand[seat][rank], rank, hidden);
        }
    }
    if (hidden > 0) {
        brs_view_open(v, "hidden", -1);
        brs_view_num(v, "count", hidden);
        brs_view_close(v);
    }
}

static void view_player(const brs_setup *setup, const rev_state *g, int seat, int viewer, const brs_viewer *v)
{
    static const char letters[] = "ABCDEFGHIJKL";
    const char *name = setup->name[seat];
    const bool plays = g->phase == REV_PLAY && is_in(g, seat);
    brs_view_open(v, "player", seat);
    brs_view_str(v, "name", name != NULL ? (brs_str){name, strlen(name)} : (brs_str){letters + seat, 1});
    brs_view_text(v, "rank_title", title_of(g, g->held[seat], setup));
    brs_view_num(v, "rank", g->held[seat]);
    brs_view_num(v, "hand_count", g->hand_count[seat]);
    if (g->place[seat] > 0) {
        brs_view_num(v, "place", g->place[seat]);
        brs_view_text(v, "next_title", title_of(g, g->place[seat], setup));
    }
    brs_view_text(v, "turn", plays && g->turn == seat && g->hand_count[seat] > 0 ? "1" : "");
    brs_view_text(v, "last", plays && g->last == seat ? "1" : "");
    brs_view_text(v, "locked", (g->locked >> seat & 1) != 0 ? "1" : "");
    view_hand(setup->game, g, seat, viewer == BRS_SEAT_NONE || viewer == seat, v);
    brs_view_close(v);
}

void rev_view(const brs_setup *setup, const void *state, int seat, const brs_viewer *v)
{
    const rev_state *g = state;
    brs_view_open(v, "table", -1);
    brs_view_num(v, "round", g->round);
    brs_view_num(v, "rounds", setup->options.value[REV_OPT_rounds]);
    brs_view_num(v, "trick", g->trick);
    brs_view_text(v, "direction", setup->game->phrases[g->direction == 0 ? REV_SAY_left : REV_SAY_right]);
    brs_view_text(v, "phase", setup->game->unit->sections[g->section].title);
    if (g->count > 0) {
        view_set(setup->game, v, "pile", g->count, g->rank, 0);
    }
    for (int i = 0; i < g->seats; i++) {
        view_player(setup, g, i, seat, v);
    }
    brs_view_close(v);
}

// ---- facts and digest ------------------------------------------------------------------------------------------

int rev_facts(const brs_setup *setup, const void *state, brs_fact *out, int cap)
{
    (void)setup;
    const rev_state *g = state;
    int n = 0;
#define FACT(q, s, v) if (n < cap) { out[n++] = (brs_fact){REV_Q_##q, (uint16_t)(s), (v)}; }
    for (int seat = 0; seat < g->seats; seat++) {
        FACT(hand, seat, g->hand_count[seat])
        FACT(rank, seat, g->held[seat])
    }
    FACT(total, 0, g->count == 0 ? 0 : total_of(g->count, g->rank))
    FACT(direction, 0, g->direction)
#undef FACT
    return n;
}

typedef struct {
    uint8_t bytes[2048];
    size_t len;
} digest_bytes;

static void put(digest_bytes *d, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        d->bytes[d->len++] = (uint8_t)(value >> (8 * i));
    }
}

static void put_all(digest_bytes *d, const uint8_t *from, size_t count)
{
    memcpy(d->bytes + d->len, from, count);
    d->len += count;
}

static void put_chance(digest_bytes *d, const rev_state *g)
{
    const brs_chance *c = &g->chance;
    put(d, c->seed, 8);
    put(d, c->mode, 1);
    put(d, c->asked, 1);
    put(d, c->n, 2);
    put(d, c->purpose, 1);
    put(d, c->seat, 1);
    for (int purpose = 0; purpose < REV_PURPOSES; purpose++) {
        for (int seat = 0; seat < g->seats; seat++) {
            put(d, c->count[purpose][seat], 4);
        }
    }
}

static void put_flow(digest_bytes *d, const rev_state *g)
{
    const uint8_t small[] = {g->phase, g->step, g->ask, g->asked, g->section, g->seats, g->packs, g->jokers, g->over,
                             g->winner, g->direction, g->turn, g->last, g->count, g->rank, g->out, g->to_deal, g->pair,
                             g->taken, g->given, g->least, g->offer, g->asked_for[0], g->asked_for[1], g->drawn[0],
                             g->drawn[1]};
    put(d, g->round, 2);
    put(d, g->trick, 2);
    put(d, g->locked, 2);
    put(d, g->picked, 2);
    put_all(d, small, sizeof small);
}

uint64_t rev_digest(const brs_setup *setup, const void *state)
{
    (void)setup;
    const rev_state *g = state;
    digest_bytes d;
    d.len = 0;
    put_chance(&d, g);
    put_flow(&d, g);
    uint8_t own[REV_RANKS] = {0};
    if (g->taxed[0] != 0) {
        rev_own_cards(g, rev_holder(g, (rev_title)rev_pair_at(g->pair)->upper), own);
    }
    put_all(&d, own, sizeof own);
    put_all(&d, g->pool, sizeof g->pool);
    for (int seat = 0; seat < g->seats; seat++) {
        const uint8_t small[] = {g->place[seat], g->held[seat], g->hand_count[seat], g->unknown[seat],
                                 g->ceiling[seat], g->partner[seat]};
        put_all(&d, small, sizeof small);
        put_all(&d, g->hand[seat], REV_RANKS);
        put_all(&d, g->known[seat], REV_RANKS);
    }
    return XXH3_64bits(d.bytes, d.len);
}
