// Makes the replays that are promised to be readable for ever: for one edition, games of different bots, decks, table
// sizes, options and lengths, with remarks, variations, fixes, recorded chance, in every form. Run once for each
// released edition (and for each patch after it); what it wrote is never written again.
// usage: promise GAME EDITION COUNT FOLDER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadside/bot.h"
#include "broadside/replay_tools.h"
#include "fuzz.h"
#include "str.h"

enum { MOST_MOVES = 60000, MOST_DECKS = 64 };

static struct {
    brs_arena shelf_arena, arena;
    brs_library library;
    const brs_shelf *shelf;
    const brs_edition *edition;
    const char *folder;
    int reasons[64];
} p;

static void must(bool ok, const char *what, const brs_err *err)
{
    if (!ok) {
        fprintf(stderr, "%s: %s\n", what, err->msg);
        exit(1);
    }
}

// ---- the setup of game number i --------------------------------------------------------------------------

// Decks that the edition allows under these options, one for each seat.
static void pick_decks(brs_setup *setup, uint32_t i)
{
    static brs_deck legal[MOST_DECKS];
    uint32_t count = 0;
    brs_err err = BRS_ERR_NONE;
    for (const char *const *text = setup->game->deck_texts; *text != NULL && count < MOST_DECKS; text++) {
        must(setup->game->read_deck(setup->cards, str_of(*text), "deck", &p.shelf_arena, &legal[count], brs_report_first(&err)), "deck", &err);
        count += setup->game->check_deck(setup->edition, &setup->options, setup->cards, &legal[count], (brs_report){0});
    }
    must(count > 0, "no deck is legal", &err);
    setup->deck[0] = legal[i % count];
    setup->deck[1] = legal[(i / count + i) % count];
}

static void set_option(brs_setup *setup, const char *id, int32_t value)
{
    int row = brs_option_find(setup->game, str_of(id));
    if (row >= 0) {
        setup->options.value[row] = value;
    }
}

// Every fifth game under other options: short, long, and with victories that are rare otherwise.
static void set_options(brs_setup *setup, uint32_t i)
{
    switch (i % 20) {
    case 3: set_option(setup, "starting_lp", 20); break;
    case 7: set_option(setup, "petition_count", 1), set_option(setup, "petition_scrolls", 0), set_option(setup, "petition_lp", 0); break;
    case 11: set_option(setup, "opening_hand", 20), set_option(setup, "starting_lp", 999); break;
    case 15: set_option(setup, "turn_limit", 12); break;
    case 19: set_option(setup, "starting_lp", 999), set_option(setup, "hand_limit", 0); break;
    default: break;
    }
}

static void set_up(uint32_t i, brs_setup *out)
{
    static const char *const names[] = {"Ada", "Bo", "Chloé", "山田", "Dmitri", "Efua", "Fatima", "Γιώργος", "Hana", "Ivo", "José", "Kit"};
    const brs_game_def *game = p.shelf->game;
    uint32_t sizes = (uint32_t)(game->max_seats - game->min_seats + 1);
    *out = (brs_setup){.game = game,
                       .edition = p.edition,
                       .cards = p.shelf->set_count > 0 ? &p.shelf->sets[0] : NULL,
                       .seats = game->min_seats + (int)(i % sizes),
                       .seed = 0x5eed0000 + i,
                       .chance = i % 7 == 6 ? BRS_CHANCE_RECORDED : BRS_CHANCE_SEEDED,
                       .options = p.edition->options};
    if (i % 13 == 5) {
        out->seed = UINT64_MAX - i;  // all 64 bits
    }
    for (int seat = 0; seat < out->seats && i % 3 > 0; seat++) {
        out->name[seat] = names[((uint32_t)seat + i) % 12];
    }
    set_options(out, i);
    if (out->cards != NULL) {
        pick_decks(out, i);
    }
    out->seed = out->chance == BRS_CHANCE_RECORDED ? 0 : out->seed;
}

// ---- playing -----------------------------------------------------------------------------------------------

static void seat_bots(uint32_t i, const brs_setup *setup, brs_bot *bots, const brs_bot_kind **kinds)
{
    static const char *const names[] = {"random", "greedy", "rules", "softmax:1", "softmax:0.35"};
    for (int seat = 0; seat < setup->seats; seat++) {
        kinds[seat] = brs_bot_named(str_of(names[(i + (uint32_t)seat * (1 + i / 5)) % 5]), &p.arena);
        brs_bot_init(&bots[seat], kinds[seat], setup->game, &p.arena);
        brs_bot_begin(&bots[seat], 77 + i, seat);
    }
}

// A fix of Liberty Points at the tenth decision, where the game has such.
static void mend(uint32_t i, brs_game *game, brs_moves *moves)
{
    brs_table_event *event = BRS_NEW(&p.arena, brs_table_event, 1);
    event->decision = 10;
    event->amend = (brs_amend){.kind = 1, .seat = (uint8_t)(i % 2), .section = 3, .what = 1, .value = 31};
    if (brs_game_amend(game, &event->amend, NULL)) {
        moves->events = event;
        moves->event_count = 1;
    }
}

// How game i ends when it is broken off: after so many decisions.
static uint32_t set_end(uint32_t i, brs_moves *moves)
{
    static const uint8_t ends[] = {BRS_END_CONCEDED, BRS_END_AGREED, BRS_END_UNFINISHED};
    moves->end_seat = BRS_SEAT_NONE;
    if (i % 8 != 4) {
        return UINT32_MAX;
    }
    moves->end = ends[i / 8 % 3];
    moves->end_seat = moves->end == BRS_END_UNFINISHED || (moves->end == BRS_END_AGREED && i % 16 == 4) ? BRS_SEAT_NONE : (uint8_t)(i % 2);
    return i % 24 == 4 ? 0 : i % 60;
}

// An outcome of recorded chance: a card that is seen, since a bot looks at its cards.
static int draw(const brs_game *game, fuzz_dice *dice)
{
    for (;;) {
        int index = (int)fuzz_below(dice, (uint32_t)game->n);
        if (game->choices[index].arg[0] != 0 || game->n == 1) {
            return index;
        }
    }
}

static brs_moves play(uint32_t i, const brs_setup *setup, const brs_bot_kind **kinds)
{
    brs_bot *bots = BRS_NEW(&p.arena, brs_bot, BRS_MAX_SEATS);
    uint16_t *index = BRS_NEW(&p.arena, uint16_t, MOST_MOVES);
    brs_moves moves = {.index = index, .check_bits = i % 16 == 9 ? 16 : 8};
    fuzz_dice chance = {i};
    brs_game game;
    brs_err err = BRS_ERR_NONE;
    void *state = brs_arena_alloc(&p.arena, 1, setup->game->state_size);
    uint32_t until = set_end(i, &moves), decisions = 0;
    seat_bots(i, setup, bots, kinds);
    must(brs_game_start(&game, setup, state, BRS_NEW(&p.arena, brs_choice, BRS_MAX_CHOICES), NULL, &err), "start", &err);
    while (game.n > 0 && decisions < until && moves.count < MOST_MOVES) {
        bool drawn = game.choices[0].seat == BRS_SEAT_CHANCE;
        if (!drawn && decisions == 10 && moves.event_count == 0 && i % 9 == 2) {
            mend(i, &game, &moves);
        }
        int choice = drawn ? draw(&game, &chance) : brs_bot_choose(&bots[game.choices[0].seat], &game);
        decisions += !drawn;
        index[moves.count++] = (uint16_t)choice;
        brs_game_choose(&game, choice);
    }
    if (game.n == 0) {
        moves.end = BRS_END_RULES;
        moves.end_seat = BRS_SEAT_NONE;
    }
    return moves;
}

// ---- what is said about it -----------------------------------------------------------------------------------

static uint32_t hash_at(const brs_replay *replay, const brs_setup *setup, uint32_t decision)
{
    brs_player player;
    brs_err err = BRS_ERR_NONE;
    bool more = brs_player_open(&player, replay, setup, 0, &p.arena, NULL, &err);
    while (more && player.decisions < decision) {
        more = brs_player_next(&player, &err);
    }
    return (uint32_t)setup->game->digest(setup, player.game.state);
}

static void add_remarks(uint32_t i, const brs_setup *setup, brs_replay *replay)
{
    static const char *const texts[] = {"A *quiet* start.", "What would **you** do here?\n\n1. Wait\n2. Attack", "> Never.\n\nWas it?", "これは強い。", "See `rule`."};
    uint32_t count = 1 + i % 4;
    brs_remark *remarks = BRS_NEW(&p.arena, brs_remark, count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t at = replay->decisions.count * k / count;
        remarks[k] = (brs_remark){.decision = at, .section = -1, .kind = (uint8_t)((i + k) % 4), .glyph = (uint8_t)((i + k) % 7),
                                  .author = str_of(k % 2 == 0 ? "Zoë" : ""), .lang = str_of(k % 3 == 0 ? "en" : ""), .text = str_of(texts[(i + k) % 5])};
        remarks[k].hash = hash_at(replay, setup, at);
    }
    replay->remarks = remarks;
    replay->remark_count = (int)count;
}

// A branch of so many first choices; fewer when the game ends before.
static bool branch(const brs_setup *setup, brs_replay *replay, uint32_t parent, uint32_t start)
{
    static const uint16_t first[8];
    for (uint32_t count = 8; count > 0; count--) {
        brs_moves other = {.index = first, .count = count};
        if (brs_replay_vary(replay, setup, parent, start, &other, &p.arena, NULL)) {
            return true;
        }
    }
    return false;
}

// A branch, and a branch of it.
static void add_branches(const brs_setup *setup, brs_replay *replay)
{
    if (replay->decisions.count > 6 && branch(setup, replay, 0, 4)) {
        branch(setup, replay, 1, 5);
    }
}

static void say(uint32_t i, const brs_setup *setup, const brs_bot_kind *const *kinds, brs_replay *replay)
{
    static const brs_kept kept[] = {{33, {"\x92\x01\xa3" "abc", 6}}, {99, {"\x81\xa1k\xc3", 4}}};
    static const brs_head_line head[] = {{{"x-table", 7}, {"7", 1}}};
    for (int seat = 0; seat < setup->seats; seat++) {
        replay->bot[seat] = kinds[seat]->id;
        replay->deck_name[seat] = seat < 2 && setup->cards != NULL && i % 2 == 0 ? setup->deck[seat].name : NULL;
    }
    if (i % 4 == 1) {
        replay->date = "1773-12-16";
        replay->event = "Harbour Open";
        replay->place = "Boston";
        replay->annotator = "Zoë";
        replay->lang = "en";
        replay->producer = "broadside 1";
    }
    if (i % 11 == 8) {
        replay->kept = kept;
        replay->kept_count = 2;
        replay->head = head;
        replay->head_count = 1;
    }
}

static void write_file(uint32_t i, const brs_replay *replay)
{
    char path[512];
    brs_err err = BRS_ERR_NONE;
    snprintf(path, sizeof path, "%s/%03u.replay", p.folder, i);
    must(brs_replay_write(path, replay, &p.library, false, &p.arena, &err), path, &err);
}

static void make(uint32_t i)
{
    const brs_bot_kind *kinds[BRS_MAX_SEATS] = {0};
    brs_setup setup;
    brs_replay replay, written;
    brs_err err = BRS_ERR_NONE;
    set_up(i, &setup);
    brs_moves moves = play(i, &setup, kinds);
    must(brs_replay_record(&setup, &moves, &p.arena, &replay, &err), "record", &err);
    say(i, &setup, kinds, &replay);
    if (i % 5 == 2) {
        add_branches(&setup, &replay);
    }
    if (i % 3 == 1) {
        add_remarks(i, &setup, &replay);
    }
    if (i % 17 == 16) {
        must(brs_replay_recode(&replay, &setup, BRS_CODER_EXPLICIT, 0, &p.arena, &written, &err), "write out", &err);
        replay = written;
    } else if (i % 17 == 13) {
        must(brs_replay_recode(&replay, &setup, BRS_CODER_UNIFORM, 0, &p.arena, &written, &err), "equal shares", &err);
        replay = written;
    }
    p.reasons[replay.result.reason]++;
    write_file(i, &replay);
}

int main(int argc, char **argv)
{
    brs_err err = BRS_ERR_NONE;
    if (argc != 5) {
        return 2;
    }
    p.folder = argv[4];
    must(brs_library_load(NULL, &p.shelf_arena, &p.library, &err), "games", &err);
    for (int i = 0; i < p.library.count; i++) {
        p.shelf = strcmp(p.library.shelf[i].game->id, argv[1]) == 0 ? &p.library.shelf[i] : p.shelf;
    }
    p.edition = p.shelf != NULL ? brs_edition_find(&p.shelf->editions, str_of(argv[2])) : NULL;
    must(p.edition != NULL, "there is no such edition", &err);
    for (uint32_t i = 0; i < strtoul(argv[3], NULL, 10); i++) {
        brs_arena_reset(&p.arena);
        make(i);
    }
    for (int row = 0; row < p.shelf->game->victory_count; row++) {
        printf("%s %s: %s %d\n", argv[1], argv[2], p.shelf->game->victories[row].id, p.reasons[row]);
    }
    return 0;
}
