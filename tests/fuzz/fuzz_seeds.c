// Files to begin from, made by the engine of this build: so they always play back, and a changed copy of one comes
// as far as a file can come. tests/fuzz/corpus holds what was found besides.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "broadside/archive.h"
#include "broadside/journal.h"
#include "broadside/replay_tools.h"
#include "broadside/transcript.h"
#include "fs.h"
#include "fuzz.h"
#include "str.h"

enum { MOST_MOVES = 4096 };

static const fuzz_recipe recipes[] = {
    {"rnr", 0, 2, 5, 0, BRS_END_RULES, true, true, false},
    {"rnr", 1, 2, 6, 40, BRS_END_CONCEDED, true, false, true},
    {"rnr", 2, 2, 0, 20, BRS_END_UNFINISHED, false, true, false},
    {"rnr", 0, 2, 0, 12, BRS_END_AGREED, true, false, true},
    {"rnr", 0, 2, 9, 0, BRS_END_CONCEDED, false, false, false},
    {"revolution", 0, 4, 3, 0, BRS_END_RULES, true, true, false},
    {"revolution", 1, 12, 4, 30, BRS_END_UNFINISHED, true, false, false},
    {"revolution", 0, 5, 0, 25, BRS_END_UNFINISHED, false, true, false},
};

static void must(bool ok, const brs_err *err)
{
    if (!ok) {
        fprintf(stderr, "a seed cannot be made: %s\n", err->msg);
        exit(2);
    }
}

// ---- a game ------------------------------------------------------------------------------------------

static const brs_shelf *shelf_of(const brs_library *library, const char *game)
{
    const brs_shelf *shelf = library->shelf;
    while (strcmp(shelf->game->id, game) != 0) {
        shelf++;
    }
    return shelf;
}

static void pick_decks(const brs_shelf *shelf, brs_setup *setup, brs_arena *arena)
{
    int picked = 0;
    for (const char *const *text = shelf->game->deck_texts; picked < 2; text++) {
        brs_deck *deck = &setup->deck[picked];
        brs_err err = BRS_ERR_NONE;
        must(*text != NULL, &err);
        must(shelf->game->read_deck(setup->cards, str_of(*text), "deck", arena, deck, brs_report_first(&err)), &err);
        picked += shelf->game->check_deck(setup->edition, &setup->options, setup->cards, deck, (brs_report){0});
    }
}

static void set_up(const fuzz_recipe *r, const brs_library *library, brs_arena *arena, brs_setup *out)
{
    const brs_shelf *shelf = shelf_of(library, r->game);
    *out = (brs_setup){.game = shelf->game,
                       .edition = shelf->editions.edition[r->edition % shelf->editions.count],
                       .cards = shelf->set_count > 0 ? &shelf->sets[0] : NULL,
                       .seats = r->seats,
                       .seed = r->seed,
                       .name = {"Ada", "Bo"},
                       .chance = r->seed == 0 ? BRS_CHANCE_RECORDED : BRS_CHANCE_SEEDED};
    out->options = out->edition->options;
    static const char *const lenient[] = {"pillar_duplicates", "doubled_names"};
    for (int i = 0; i < 2; i++) {
        int row = brs_option_find(out->game, str_of(lenient[i]));
        if (row >= 0) {
            out->options.value[row] = shelf->editions.edition[0]->options.value[row];
        }
    }
    if (out->cards != NULL) {
        pick_decks(shelf, out, arena);
    }
}

static void start(brs_game *game, const brs_setup *setup, brs_arena *arena)
{
    brs_err err = BRS_ERR_NONE;
    void *state = brs_arena_alloc(arena, 1, setup->game->state_size);
    must(brs_game_start(game, setup, state, BRS_NEW(arena, brs_choice, BRS_MAX_CHOICES), NULL, &err), &err);
}

// A fix of a quantity, when the game allows one there.
static void mend_now(brs_game *game, brs_moves *moves, brs_arena *arena)
{
    brs_table_event *event = BRS_NEW(arena, brs_table_event, 1);
    event->amend = (brs_amend){.kind = 1, .what = 1, .value = 40};
    if (brs_game_amend(game, &event->amend, NULL)) {
        moves->events = event;
        moves->event_count = 1;
    }
}

// Choices at random, those of chance among them, for so many decisions of players.
static brs_moves play(const fuzz_recipe *r, const brs_setup *setup, brs_arena *arena)
{
    fuzz_dice dice = {r->seed + 77};
    uint16_t *index = BRS_NEW(arena, uint16_t, MOST_MOVES);
    bool seated = r->end == BRS_END_CONCEDED || r->end == BRS_END_AGREED;
    brs_game game;
    brs_moves moves = {.index = index, .end = r->end, .end_seat = seated ? 0 : BRS_SEAT_NONE};
    uint32_t players = 0;
    start(&game, setup, arena);
    while (game.n > 0 && moves.count < MOST_MOVES && (r->end == BRS_END_RULES || players < r->until)) {
        bool chance = game.choices[0].seat == BRS_SEAT_CHANCE;
        if (r->mend && !chance && players == 0) {
            mend_now(&game, &moves, arena);
        }
        players += !chance;
        index[moves.count] = (uint16_t)fuzz_below(&dice, (uint32_t)game.n);
        brs_game_choose(&game, index[moves.count++]);
    }
    if (game.n == 0) {
        moves.end = BRS_END_RULES;
        moves.end_seat = BRS_SEAT_NONE;
    }
    return moves;
}

static void add_notes(brs_replay *replay, brs_arena *arena)
{
    brs_remark *remarks = BRS_NEW(arena, brs_remark, 2);
    remarks[0] = (brs_remark){.section = -1, .kind = BRS_REMARK_NOTE, .glyph = 3, .author = BRS_STR("Zoe"), .lang = BRS_STR("en"),
                              .text = BRS_STR("A *note* with `code`, [a link](https://example.org/) and\n\n- a list\n- of two")};
    remarks[1] = (brs_remark){.decision = 1, .section = -1, .event = 3, .kind = BRS_REMARK_QUIZ, .text = BRS_STR("> What now?")};
    static const brs_kept kept[] = {{33, {"\x92\x01\xa3" "abc", 6}}, {99, {"\x81\xa1k\xc3", 4}}};
    static const brs_head_line head[] = {{{"x-table", 7}, {"7", 1}}};
    replay->remarks = remarks;
    replay->remark_count = 2;
    replay->kept = kept;
    replay->kept_count = 2;
    replay->head = head;
    replay->head_count = 1;
    replay->date = "2026-11-30";
    replay->event = "Open";
    replay->bot[0] = "random";
}

void fuzz_record(const fuzz_recipe *r, const brs_library *library, brs_arena *arena, brs_setup *setup, brs_replay *out)
{
    brs_err err = BRS_ERR_NONE;
    set_up(r, library, arena, setup);
    brs_moves moves = play(r, setup, arena);
    must(brs_replay_record(setup, &moves, arena, out, &err), &err);
    if (r->branch) {
        static const uint16_t zeros[32];
        brs_moves other = {.index = zeros, .count = 6};
        must(brs_replay_vary(out, setup, 0, 3, &other, arena, &err), &err);
        must(brs_replay_vary(out, setup, 1, 4, &other, arena, &err), &err);
    }
    if (r->notes) {
        add_notes(out, arena);
    }
}

// ---- files -------------------------------------------------------------------------------------------

static brs_str replay_file(const brs_replay *replay, brs_arena *arena)
{
    brs_err err = BRS_ERR_NONE;
    brs_str file = {NULL, 0};
    must(brs_replay_encode(replay, arena, &file, &err), &err);
    return file;
}

static brs_str journal_file(const fuzz_recipe *r, const brs_setup *setup, const brs_replay *about, brs_arena *arena)
{
    char path[] = "/tmp/brs-fuzz-XXXXXX";
    brs_err err = BRS_ERR_NONE;
    brs_journal journal;
    brs_game game;
    brs_str bytes = {NULL, 0};
    brs_moves moves = play(r, setup, arena);
    int fd = mkstemp(path);
    if (fd >= 0) {
        close(fd);
        unlink(path);
    }
    must(brs_journal_begin(&journal, path, setup, about, arena, &err), &err);
    start(&game, setup, arena);
    for (uint32_t i = 0; i < moves.count && i < 60; i++) {
        if (i == 0 && moves.event_count > 0) {
            must(brs_game_amend(&game, &moves.events->amend, &err) &&
                     brs_journal_amend(&journal, 0, &moves.events->amend, &err),
                 &err);
        }
        must(brs_journal_choice(&journal, &game, moves.index[i], &err), &err);
        brs_game_choose(&game, moves.index[i]);
    }
    must(brs_journal_end(&journal, moves.end, moves.end_seat, &err), &err);
    must(brs_journal_close(&journal, false, &err), &err);
    must(fs_read(path, 1 << 20, arena, &bytes, &err), &err);
    unlink(path);
    return bytes;
}

static brs_str json_file(const brs_replay *replay, const brs_library *library, brs_arena *arena)
{
    brs_err err = BRS_ERR_NONE;
    brs_str text = {NULL, 0};
    must(brs_replay_to_json(replay, library, arena, &text, &err), &err);
    return text;
}

static brs_str transcript_file(const brs_replay *replay, const brs_library *library, brs_arena *arena)
{
    const brs_transcript_world world = {.library = library};
    brs_err err = BRS_ERR_NONE;
    brs_str text = {NULL, 0};
    must(brs_transcript_text(replay, &world, arena, &text, &err), &err);
    return text;
}

// The recipes from `first` on in one archive, so that they share; those of one game, or all.
static void make_archive(size_t first, size_t last, const brs_library *library, brs_arena *arena, fuzz_take take)
{
    brs_archive_writer *writer = brs_archive_write(NULL, arena);
    for (size_t i = first; i < last; i++) {
        brs_setup *setup = BRS_NEW(arena, brs_setup, 1);
        brs_replay *replay = BRS_NEW(arena, brs_replay, 2);
        brs_err err = BRS_ERR_NONE;
        bool added;
        fuzz_record(&recipes[i], library, arena, setup, replay);
        must(brs_archive_add(writer, replay, library, arena, &added, &err), &err);
        if (i % 3 == 0) {
            must(brs_replay_redact(replay, setup, 0, arena, replay + 1, &err), &err);
            must(brs_archive_add(writer, replay + 1, library, arena, &added, &err), &err);
        }
    }
    take(brs_archive_end(writer));
}

static void make_one(const fuzz_recipe *r, const char *corpus, const brs_library *library, brs_arena *arena, fuzz_take take)
{
    brs_setup setup;
    brs_replay replay, other;
    brs_err err = BRS_ERR_NONE;
    fuzz_record(r, library, arena, &setup, &replay);
    if (strcmp(corpus, "journal") == 0) {
        take(journal_file(r, &setup, &replay, arena));
    } else if (strcmp(corpus, "json") == 0) {
        take(json_file(&replay, library, arena));
    } else if (strcmp(corpus, "transcript") == 0) {
        take(transcript_file(&replay, library, arena));
    } else if (strcmp(corpus, "replay") == 0) {
        take(replay_file(&replay, arena));
        must(brs_replay_recode(&replay, &setup, BRS_CODER_EXPLICIT, 0, arena, &other, &err), &err);
        take(replay_file(&other, arena));
        must(brs_replay_redact(&replay, &setup, 0, arena, &other, &err), &err);
        take(replay_file(&other, arena));
    }
}

// Those that are built in. An edition gets another id, for its own is taken.
static void take_texts(const char *const *texts, bool rename, brs_arena *arena, fuzz_take take)
{
    for (; *texts != NULL; texts++) {
        brs_str text = {brs_arena_string(arena, str_of(*texts)), strlen(*texts)};
        char *id = rename ? strstr((char *)(uintptr_t)text.ptr, "edition ") : NULL;
        if (id != NULL) {
            id[8] = 'x';
        }
        take(text);
    }
}

static void make_texts(const char *corpus, const brs_game_def *game, brs_arena *arena, fuzz_take take)
{
    if (strcmp(corpus, "cards") == 0) {
        take_texts(game->set_texts, false, arena, take);
    } else if (strcmp(corpus, "deck") == 0) {
        take_texts(game->deck_texts, false, arena, take);
    } else if (strcmp(corpus, "edition") == 0) {
        take_texts(game->edition_texts, true, arena, take);
    }
}

void fuzz_seeds(const char *corpus, const brs_library *library, fuzz_take take)
{
    brs_arena text_arena;
    brs_arena_init(&text_arena, 0);
    make_texts(corpus, shelf_of(library, "rnr")->game, &text_arena, take);
    brs_arena_release(&text_arena);
    const size_t count = sizeof recipes / sizeof recipes[0];
    for (size_t i = 0; i < count; i++) {
        brs_arena arena;
        brs_arena_init(&arena, 0);
        if (strcmp(corpus, "archive") == 0) {
            make_archive(i, i % 2 == 0 ? i + 1 : count, library, &arena, take);
        } else {
            make_one(&recipes[i], corpus, library, &arena, take);
        }
        brs_arena_release(&arena);
    }
}
