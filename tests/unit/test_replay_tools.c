// Comparing, migrating, redacting and counting replays of the real games.
#include "broadside/replay_tools.h"
#include "real_games.h"
#include "replay_parts.h"
#include "replay_tree.h"
#include "replay_words.h"

static real_bench bench;

static void open_bench(void)
{
    real_open(&bench);
}

static void close_bench(void)
{
    brs_arena_release(&bench.arena);
}

TestSuite(replay_tools, .init = open_bench, .fini = close_bench);

typedef struct {
    brs_setup setup;
    brs_replay replay;
} played_game;

static played_game *played(const char *game, int edition, uint64_t seed, uint64_t wish)
{
    played_game *g = BRS_NEW(&bench.arena, played_game, 1);
    real_setup(&bench, game, edition, seed, &g->setup);
    real_game(&bench, &g->setup, wish, &g->replay);
    return g;
}

// ---- splits ----------------------------------------------------------------------------------------

typedef struct {
    int count;
    bool found;
    const char *node, *key, *first, *second;  // looked for
} looked_for;

static void look_for(void *ctx, const brs_difference *d)
{
    looked_for *l = ctx;
    l->count++;
    l->found = l->found || (str_is(d->node, l->node) && str_is(d->key, l->key) && str_is(d->first, l->first) &&
                            str_is(d->second, l->second));
}

Test(replay_tools, the_same_setup_never_parts)
{
    static const char *const games[] = {"rnr", "revolution"};
    for (int i = 0; i < 2; i++) {
        brs_err err = BRS_ERR_NONE;
        brs_split split;
        played_game *g = played(games[i], 0, 3, 4);
        brs_split_plan plan = {.first = &g->setup, .second = &g->setup};
        cr_assert(brs_replay_split(&g->replay, &plan, &bench.arena, &split, NULL, &err), "%s", err.msg);
        cr_assert_eq(split.kind, BRS_SPLIT_NONE);
    }
}

Test(replay_tools, a_split_is_told_by_path)
{
    brs_err err = BRS_ERR_NONE;
    brs_split split;
    played_game *g = played("rnr", 0, 3, 4);
    brs_setup other = g->setup;
    looked_for wanted = {.node = "Ada", .key = "lp", .first = "100", .second = "77"};
    other.options.value[brs_option_find(other.game, BRS_STR("starting_lp"))] = 77;
    brs_split_plan plan = {.first = &g->setup, .second = &other, .tell = look_for, .ctx = &wanted};
    cr_assert(brs_replay_split(&g->replay, &plan, &bench.arena, &split, NULL, &err), "%s", err.msg);
    cr_assert_eq(split.kind, BRS_SPLIT_STATE);
    cr_assert_eq(split.decision, 0);
    cr_assert(wanted.found, "Ada's LP, 100 to 77, are among %d differences", wanted.count);
    cr_assert_eq(split.differences, wanted.count);
    cr_assert_eq(wanted.count, 4, "LP of both, as seen and as counted; got %d", wanted.count);
}

// A hand limit of 1 forces discards that the recorded game did not have.
Test(replay_tools, a_choice_that_is_not_legal_there_ends_the_split)
{
    brs_err err = BRS_ERR_NONE;
    brs_split split;
    brs_moves moves;
    played_game *g = played("rnr", 0, 3, 4);
    brs_setup other = g->setup;
    other.options.value[brs_option_find(other.game, BRS_STR("hand_limit"))] = 1;
    brs_split_plan plan = {.first = &g->setup, .second = &other, .visible = true, .go_on = true};
    cr_assert(brs_replay_split(&g->replay, &plan, &bench.arena, &split, &moves, &err), "%s", err.msg);
    cr_assert_eq(split.kind, BRS_SPLIT_ILLEGAL);
    cr_assert_gt(split.decision, 0);
    cr_assert_gt(split.next.len, 0);
    cr_assert_eq(moves.count, split.decision, "the choices up to it can be recorded");
}

// The first `count` decisions of a game, as an unfinished one.
static void beginning(const played_game *g, uint32_t count, brs_replay *out)
{
    brs_err err = BRS_ERR_NONE;
    brs_player player;
    uint16_t *index = BRS_NEW(&bench.arena, uint16_t, 4000);
    brs_moves moves = {.index = index, .end = BRS_END_UNFINISHED, .end_seat = BRS_SEAT_NONE};
    bool more = brs_player_open(&player, &g->replay, &g->setup, 0, &bench.arena, NULL, &err);
    for (; more && player.decisions < count; more = brs_player_next(&player, &err)) {
        index[moves.count++] = (uint16_t)player.index;
    }
    cr_assert(brs_replay_record(&g->setup, &moves, &bench.arena, out, &err), "%s", err.msg);
}

Test(replay_tools, a_migrated_game_verifies_under_its_new_edition, .timeout = 30)
{
    const brs_edition *guide = real_shelf(&bench, "rnr")->editions.edition[2];
    int carried = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        brs_err err = BRS_ERR_NONE;
        brs_split split;
        brs_moves moves;
        brs_replay replay, made;
        played_game *g = played("rnr", 0, seed, seed);
        brs_setup *other = BRS_NEW(&bench.arena, brs_setup, 1);
        beginning(g, 8, &replay);
        cr_assert(brs_replay_under(&replay, &g->setup, guide, other, &err), "%s", err.msg);
        brs_split_plan plan = {.first = &g->setup, .second = other, .visible = true, .go_on = true};
        cr_assert(brs_replay_split(&replay, &plan, &bench.arena, &split, &moves, &err), "%s", err.msg);
        if (split.kind == BRS_SPLIT_NONE || split.kind == BRS_SPLIT_STATE) {
            carried++;
            cr_assert(brs_replay_record(other, &moves, &bench.arena, &made, &err), "%s", err.msg);
            cr_assert_eq(real_verify(&bench, &made, &err), BRS_OK, "%s", err.msg);
            cr_assert_str_eq(made.edition, guide->id);
        }
    }
    cr_assert_geq(carried, 3);
}

// ---- trees -------------------------------------------------------------------------------------------

Test(replay_tools, a_state_as_text_reads_back)
{
    brs_err err = BRS_ERR_NONE;
    played_game *g = played("rnr", 0, 5, 1);
    brs_player player;
    replay_tree tree, again;
    brs_buf text;
    cr_assert(brs_player_open(&player, &g->replay, &g->setup, 0, &bench.arena, NULL, &err));
    for (int i = 0; i < 12; i++) {
        brs_player_next(&player, &err);
    }
    buf_init(&text, &bench.arena, 4096);
    replay_tree_take(&player.game, TREE_ALL, &bench.arena, &tree);
    replay_tree_print(&tree, &text);
    replay_tree_read(buf_str(&text), &bench.arena, &again);
    cr_assert_gt(tree.count, 100);
    cr_assert_eq(replay_tree_diff(&tree, &again, NULL, NULL), 0);
    again.count--;
    cr_assert_eq(replay_tree_diff(&tree, &again, NULL, NULL), 1);
}

Test(replay_tools, builds_are_compared_by_their_dumps)
{
    brs_err err = BRS_ERR_NONE;
    played_game *g = played("rnr", 0, 5, 1), *h = played("rnr", 0, 6, 1);
    brs_str a, b;
    int64_t decision;
    cr_assert(brs_replay_dump(&g->replay, &g->setup, &bench.arena, &a, &err), "%s", err.msg);
    cr_assert(brs_replay_compare_dumps(a, a, &bench.arena, &decision, NULL, NULL, &err));
    cr_assert_eq(decision, -1);
    cr_assert(brs_replay_dump(&h->replay, &h->setup, &bench.arena, &b, &err), "%s", err.msg);
    cr_assert(brs_replay_compare_dumps(a, b, &bench.arena, &decision, NULL, NULL, &err));
    cr_assert_eq(decision, 0);
    char *changed = brs_arena_string(&bench.arena, a), *at = strstr(changed, "\n@ 7 ");
    cr_assert_not_null(at);
    at = strstr(at, "\tlp\t");
    at[4] = at[4] == '9' ? '8' : '9';
    looked_for any = {.node = "", .key = "", .first = "", .second = ""};
    cr_assert(brs_replay_compare_dumps(a, str_of(changed), &bench.arena, &decision, look_for, &any, &err));
    cr_assert_eq(decision, 7);
    cr_assert_eq(any.count, 1);
    cr_assert(!brs_replay_compare_dumps(a, BRS_STR("x"), &bench.arena, &decision, NULL, NULL, &err));
    cr_assert_eq(err.code, BRS_TEXT);
}

// ---- diff ----------------------------------------------------------------------------------------------

Test(replay_tools, the_first_choice_that_differs_is_found)
{
    brs_err err = BRS_ERR_NONE;
    played_game *g = played("rnr", 0, 5, 1);
    brs_player player;
    uint16_t *index = BRS_NEW(&bench.arena, uint16_t, 2000);
    brs_moves moves = {.index = index, .end = BRS_END_UNFINISHED, .end_seat = BRS_SEAT_NONE};
    bool more = brs_player_open(&player, &g->replay, &g->setup, 0, &bench.arena, NULL, &err);
    for (; more && moves.count < 20; more = brs_player_next(&player, &err)) {
        index[moves.count++] = (uint16_t)player.index;
    }
    brs_replay other;
    index[19] = (uint16_t)(index[19] == 0);
    cr_assert(brs_replay_record(&g->setup, &moves, &bench.arena, &other, &err), "%s", err.msg);
    brs_replay_differences d;
    const brs_replay *const both[2] = {&g->replay, &other}, *const twice[2] = {&other, &other};
    const brs_setup *const setups[2] = {&g->setup, &g->setup};
    brs_replay_compare(both, setups, &bench.arena, &d);
    cr_assert(!d.same_game && d.played);
    cr_assert_eq(d.decision, 19);
    cr_assert_eq(d.seat[0], d.seat[1]);
    cr_assert(d.choice[0].len > 0 && !str_equal(d.choice[0], d.choice[1]));
    cr_assert_geq(d.check, 1, "the checks before it are the same");
    brs_replay_compare(twice, setups, &bench.arena, &d);
    cr_assert(d.same_game && d.decision == -1 && d.check == -1 && d.header_count == 0);
}

// ---- stats ---------------------------------------------------------------------------------------------

Test(replay_tools, bits_are_whole_numbers_and_parts_add_up)
{
    brs_stats whole = {0}, part[2] = {{0}, {0}};
    brs_err err = BRS_ERR_NONE;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        played_game *g = played("rnr", 0, seed, seed);
        cr_assert(brs_stats_count(&g->replay, &g->setup, 250, &bench.arena, &whole, &err), "%s", err.msg);
        cr_assert(brs_stats_count(&g->replay, &g->setup, 250, &bench.arena, &part[seed % 2], &err), "%s", err.msg);
    }
    uint64_t decisions = 0, kinds = 0;
    for (int i = 0; i < BRS_STATS_BUCKETS; i++) {
        decisions += whole.choices[i];
    }
    for (int i = 0; i < BRS_STATS_KINDS; i++) {
        kinds += whole.kinds[i];
    }
    cr_assert_eq(whole.games, 4);
    cr_assert(decisions == whole.decisions && kinds == whole.decisions);
    cr_assert_leq(whole.entropy >> 16, whole.coded_bits);
    cr_assert_leq(whole.coded_bits, (whole.entropy >> 16) + 4 * 16);
    brs_stats_add(&part[0], &part[1]);
    cr_assert_eq(memcmp(&part[0], &whole, sizeof whole), 0, "two halves are the whole");
}

Test(replay_tools, log2_is_the_same_everywhere)
{
    for (uint32_t bit = 0; bit < 16; bit++) {
        cr_assert_eq(brs_log2_scaled(1U << bit), bit << 16);
    }
    cr_assert_eq(brs_log2_scaled(3), 103872);    // 1.5849625 * 65536, rounded down
    cr_assert_eq(brs_log2_scaled(10), 217705);   // 3.3219281
    cr_assert_eq(brs_log2_scaled(1000), 653117); // 9.9657843
    static const struct {
        uint32_t n;
        int bucket;
    } rows[] = {{2, 0}, {3, 1}, {4, 1}, {5, 2}, {8, 2}, {9, 3}, {16, 3}, {17, 4}, {1024, 9}, {65535, 11}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(brs_stats_bucket(rows[i].n), rows[i].bucket, "n = %u", rows[i].n);
    }
}

// ---- redact ----------------------------------------------------------------------------------------------

// Cards that a seat ever saw in the open, by number; for the public: outside of hands.
typedef struct {
    bool seen[1024];
    const brs_setup *setup;
    bool in_hand, hands;
} open_cards;

static void open_node(void *ctx, const char *name, int id)
{
    open_cards *o = ctx;
    if (strcmp(name, "zone") == 0) {
        o->in_hand = false;
    }
    if (strcmp(name, "card") == 0 && id > 0 && (o->hands || !o->in_hand)) {
        o->seen[o->setup->game->card_of(o->setup, id)] = true;
    }
}

static void open_text(void *ctx, const char *key, brs_str value)
{
    open_cards *o = ctx;
    if (strcmp(key, "id") == 0) {
        o->in_hand = str_is(value, "hand");
    }
}

static void open_close(void *ctx)
{
    (void)ctx;
}

static void watch_game(const played_game *g, int viewer, open_cards *out)
{
    brs_err err = BRS_ERR_NONE;
    brs_player player;
    brs_viewer v = {out, open_node, open_text, open_close};
    bool more = brs_player_open(&player, &g->replay, &g->setup, 0, &bench.arena, NULL, &err);
    for (; more; more = brs_player_next(&player, &err)) {
        g->setup.game->view(&g->setup, player.game.state, viewer == BRS_SEAT_NONE ? BRS_MAX_SEATS : viewer, &v);
    }
}

static bool in_text(brs_str text, brs_str word)
{
    return memmem(text.ptr, text.len, word.ptr, word.len) != NULL;
}

// Every card of either deck: its name stands in the text only when the viewer saw such a card, or chose it.
static int grep_hidden(const played_game *g, int viewer, brs_str json)
{
    open_cards *o = BRS_NEW(&bench.arena, open_cards, 1);
    int hidden = 0;
    *o = (open_cards){.setup = &g->setup, .hands = viewer != BRS_SEAT_NONE};
    watch_game(g, viewer, o);
    for (int seat = 0; seat < 2; seat++) {
        const brs_deck *deck = &g->setup.deck[seat];
        for (int i = 0; i < deck->count; i++) {
            brs_str name = replay_card_name(g->setup.game, g->setup.cards, deck->card[i]);
            if (!o->seen[deck->card[i]]) {
                hidden++;
                cr_assert(!in_text(json, name), "%.*s was never seen by %d", BRS_ARG(name), viewer);
            }
        }
    }
    return hidden;
}

Test(replay_tools, a_view_holds_no_hidden_card, .timeout = 30)
{
    static const int viewers[] = {0, 1, BRS_SEAT_NONE};
    for (uint64_t seed = 0; seed <= 8; seed += 2) {  // 0: recorded chance
        played_game *g = played("rnr", 0, seed, seed + 1);
        for (int i = 0; i < 3; i++) {
            brs_err err = BRS_ERR_NONE;
            brs_replay view, read;
            brs_str json;
            uint8_t core[BRS_CORE_ID];
            cr_assert(brs_replay_redact(&g->replay, &g->setup, viewers[i], &bench.arena, &view, &err), "%s", err.msg);
            brs_str bytes = real_encode(&bench, &view);
            cr_assert(brs_replay_decode(bytes, &bench.arena, &read, &err), "%s", err.msg);
            cr_assert(brs_replay_to_json(&read, &bench.library, &bench.arena, &json, &err), "%s", err.msg);
            cr_assert_gt(grep_hidden(g, viewers[i], json), 10, "there is something to hide");
            cr_assert(!read.seeded && read.decks.len == 0 && read.checks.len == 0 && read.final_hash == 0);
            cr_assert_eq(read.hidden, viewers[i] == 0 ? 2U : viewers[i] == 1 ? 1U : 3U);
            cr_assert_eq(read.decisions.count, g->replay.decisions.count);
            brs_replay_view_core(&read, &bench.arena, core);
            cr_assert_arr_eq(core, read.core, BRS_CORE_ID);
            cr_assert_neq(memcmp(core, g->replay.core, BRS_CORE_ID), 0);
            brs_setup setup;
            cr_assert(!brs_replay_setup(&read, &bench.library, &bench.arena, &setup, &err));
            cr_assert_eq(err.code, BRS_CRITICAL_KEY);
        }
    }
}

// Own cards are all there: each card that the viewer drew into its hand is named.
Test(replay_tools, a_view_holds_what_its_viewer_saw)
{
    brs_err err = BRS_ERR_NONE;
    played_game *g = played("rnr", 0, 4, 5);
    brs_replay view;
    brs_str json;
    open_cards *o = BRS_NEW(&bench.arena, open_cards, 1);
    *o = (open_cards){.setup = &g->setup, .hands = true};
    watch_game(g, 0, o);
    cr_assert(brs_replay_redact(&g->replay, &g->setup, 0, &bench.arena, &view, &err), "%s", err.msg);
    cr_assert(brs_replay_to_json(&view, &bench.library, &bench.arena, &json, &err), "%s", err.msg);
    int named = 0;
    for (int i = 0; i < g->setup.deck[0].count; i++) {
        int number = g->setup.deck[0].card[i];
        if (o->seen[number]) {
            named += in_text(json, replay_card_name(g->setup.game, g->setup.cards, number));
        }
    }
    cr_assert_gt(named, 15, "only %d", named);
}

// Revolution: nobody learns a card of a hand that is not played, dealt to them or exchanged with them.
Test(replay_tools, a_view_of_revolution_names_no_card_dealt_to_others)
{
    brs_err err = BRS_ERR_NONE;
    brs_replay view;
    played_game *g = played("revolution", 0, 3, 2);
    cr_assert(brs_replay_redact(&g->replay, &g->setup, 2, &bench.arena, &view, &err), "%s", err.msg);
    explicit_reader r = {view.decisions.bytes, 0};
    brs_choice choice;
    int shown = 0, unseen = 0;
    while (explicit_next(&r, &choice)) {
        if (choice.seat == BRS_SEAT_CHANCE) {
            shown += choice.arg[0] != 0;
            unseen += choice.arg[0] == 0;
        }
    }
    cr_assert_gt(shown, 10);
    cr_assert_gt(unseen, 2 * shown, "three of four hands are others': %d shown, %d not", shown, unseen);
}
