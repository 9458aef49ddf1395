// Making a replay of what was played, and writing it so that only what plays back is ever on disk.
#include <string.h>

#include "fs.h"
#include "replay_parts.h"
#include "str.h"

// ---- what was played ------------------------------------------------------------------------

// Order of a map's keys: of their encoded bytes. Numbers come first; texts begin with their length.
static bool before(const brs_shorthand *in, brs_str a, brs_str b)
{
    const uint32_t number = replay_word_number(in, a), other = replay_word_number(in, b);
    if (number > 0 || other > 0) {
        return number > 0 && (other == 0 || number < other);
    }
    return a.len != b.len ? a.len < b.len : str_compare(a, b) < 0;
}

static void record_overrides(const brs_setup *setup, brs_arena *arena, brs_replay *out)
{
    const brs_game_def *game = setup->game;
    brs_override *overrides = BRS_NEW(arena, brs_override, (size_t)game->option_count + 1);
    int count = 0;
    for (int i = 0; i < game->option_count; i++) {
        if (setup->options.value[i] == setup->edition->options.value[i]) {
            continue;
        }
        brs_str id = str_of(game->options[i].id);
        int at = count++;
        for (; at > 0 && before(game->shorthand, id, overrides[at - 1].option); at--) {
            overrides[at] = overrides[at - 1];
        }
        overrides[at] = (brs_override){id, setup->options.value[i]};
    }
    out->overrides = overrides;
    out->override_count = count;
}

static bool record_decks(const brs_setup *setup, brs_arena *arena, brs_replay *out, brs_err *err)
{
    if (setup->cards == NULL) {
        return true;
    }
    out->set_count = 1;
    out->set_hash[0] = setup->cards->hash;
    out->decks = replay_pack_decks(setup->deck, setup->seats, setup->cards->count, arena);
    brs_deck again[2];
    if (setup->seats > 2 ||
        !replay_unpack_decks(out->decks, again, setup->seats, setup->cards->count, arena, err)) {
        return brs_fail(err, BRS_ILLEGAL, "at most two seats have decks");
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        const brs_deck *deck = &setup->deck[seat];
        if (deck->name != NULL && deck->name[0] != '\0') {
            out->deck_name[seat] = deck->name;
        }
        if (again[seat].count != deck->count ||
            memcmp(again[seat].card, deck->card, (size_t)deck->count * sizeof deck->card[0]) != 0) {
            return brs_fail(err, BRS_ILLEGAL,
                            "deck %d: its cards are not ascending numbers of the set", seat + 1);
        }
    }
    return true;
}

static bool record_setup(const brs_setup *setup, const brs_moves *moves, brs_arena *arena,
                         brs_replay *out, brs_err *err)
{
    *out = (brs_replay){
        .game = setup->game->id,
        .edition = setup->edition->id,
        .patch = setup->edition->patch,
        .seats = setup->seats,
        .seeded = setup->chance == BRS_CHANCE_SEEDED,
        .card_text = moves->card_text,
        .events = moves->events,
        .event_count = moves->event_count,
        .end = moves->end,
        .end_seat = moves->end == BRS_END_RULES || moves->end == BRS_END_UNFINISHED
                        ? BRS_SEAT_NONE
                        : moves->end_seat,
        .check_bits = moves->check_bits != 0 ? moves->check_bits : 8,
    };
    if (out->seeded) {
        out->rng = BRS_RNG_PHILOX4X32_10;
        out->seed = setup->seed;
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        out->name[seat] = setup->name[seat];
    }
    record_overrides(setup, arena, out);
    return record_decks(setup, arena, out, err);
}

// ---- how it went ----------------------------------------------------------------------------

static bool run_moves(brs_player *player, const brs_moves *moves, brs_err *err)
{
    brs_err found = BRS_ERR_NONE;
    while (brs_player_next(player, &found)) {
    }
    if (found.code != BRS_OK) {
        return err != NULL && err->code == BRS_OK ? (*err = found, false) : false;
    }
    if (player->run->move_at < moves->count) {
        return brs_fail(err, BRS_ILLEGAL, "the game is over after %lu of %lu choices",
                        (unsigned long)player->run->move_at, (unsigned long)moves->count);
    }
    return true;
}

bool replay_end_fits(uint8_t end, uint8_t seat, int seats)
{
    switch (end) {
    case BRS_END_RULES:
    case BRS_END_UNFINISHED: return seat == BRS_SEAT_NONE;
    case BRS_END_CONCEDED: return seat < seats;
    case BRS_END_AGREED: return seat == BRS_SEAT_NONE || seat < seats;
    default: return false;
    }
}

bool brs_replay_record(const brs_setup *setup, const brs_moves *moves, brs_arena *arena,
                       brs_replay *out, brs_err *err)
{
    brs_player player;
    if (!record_setup(setup, moves, arena, out, err) ||
        !replay_open_moves(&player, out, setup, NULL, moves, arena, err) ||
        !run_moves(&player, moves, err)) {
        return false;
    }
    if (!replay_end_fits(out->end, out->end_seat, setup->seats)) {
        return brs_fail(err, BRS_ILLEGAL, "the end of the game names a seat that does not fit");
    }
    bool over = player.game.n == 0;
    if (over != (moves->end == BRS_END_RULES)) {
        return brs_fail(
            err, BRS_ILLEGAL,
            over ? "the rules ended this game, so it was not broken off"
                 : "the game is not over: say that it was conceded, agreed or unfinished");
    }
    if (player.run->event_at < moves->event_count) {
        return brs_fail(err, BRS_ILLEGAL, "a table event comes after the last decision");
    }
    const brs_model *model = moves->pack == BRS_PACK_MODEL ? replay_find_model(setup->game, moves->model) : NULL;
    if (moves->pack == BRS_PACK_MODEL && model == NULL) {
        return brs_fail(err, BRS_NEWER, "%s has no model %lu of the coder", setup->game->title, (unsigned long)moves->model);
    }
    replay_harvest(&player, (brs_pack)moves->pack, &model, &out->decisions, &out->chance, &out->checks);
    if (model != NULL) {
        out->coder_mode = BRS_CODER_MODEL;
        out->coder_model = model->id;
    }
    out->final_hash = setup->game->digest(setup, player.game.state);
    out->result = replay_result(&player, out);
    replay_core_id(&player, out, arena, out->core);
    return true;
}

bool brs_replay_vary(brs_replay *replay, const brs_setup *setup, uint32_t parent, uint32_t start,
                     const brs_moves *moves, brs_arena *arena, brs_err *err)
{
    int count = replay->variation_count;
    replay_fork fork = {count > 0 ? replay->variations[count - 1].id + 1 : 1, parent, start};
    brs_player player;
    if (replay->coder_mode == BRS_CODER_EXPLICIT) {
        return brs_fail(err, BRS_USAGE, "this replay has its choices written out: pack it first");
    }
    if (!replay_open_moves(&player, replay, setup, &fork, moves, arena, err) ||
        !run_moves(&player, moves, err)) {
        return false;
    }
    if (player.run->at_leg < player.run->legs - 1) {
        return brs_fail(err, BRS_USAGE, "line %lu has no decision %lu", (unsigned long)parent,
                        (unsigned long)start);
    }
    brs_variation *grown = BRS_NEW(arena, brs_variation, (size_t)count + 1);
    if (count > 0) {
        memcpy(grown, replay->variations, (size_t)count * sizeof *grown);
    }
    grown[count] = (brs_variation){.id = fork.id, .parent = parent, .start = start};
    const brs_model *model = player.run->model;
    replay_harvest(&player, model != NULL ? BRS_PACK_MODEL : BRS_PACK_UNIFORM, &model, &grown[count].decisions,
                   &grown[count].chance, &grown[count].checks);
    replay->variations = grown;
    replay->variation_count = count + 1;
    return true;
}

// ---- writing --------------------------------------------------------------------------------

bool brs_replay_write(const char *path, const brs_replay *replay, const brs_library *library,
                      bool replace, brs_arena *scratch, brs_err *err)
{
    brs_str bytes;
    brs_replay again;
    brs_setup *setup = BRS_NEW(scratch, brs_setup, 1);
    return brs_replay_encode(replay, scratch, &bytes, err) &&
           brs_replay_decode(bytes, scratch, &again, err) &&
           brs_replay_setup(&again, library, scratch, setup, err) &&
           brs_replay_verify(&again, setup, scratch, NULL, brs_report_first(err)) &&
           fs_write(path, bytes, replace, err);
}
