// Playing a line: a recorded one from its streams, or a new one from given moves. Both ask the same
// questions in the same order, so what records also verifies.
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "replay_parts.h"
#include "str.h"

// ---- checks ---------------------------------------------------------------------------------

static uint64_t put_le(uint8_t *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        out[i] = (uint8_t)(value >> (8 * i));
    }
    return value;
}

// The digest of the state, little-endian, then each legal choice: kind, seat, three numbers of two
// bytes.
uint64_t replay_check_hash(const brs_game *game)
{
    uint8_t bytes[8 + 8 * BRS_MAX_CHOICES];
    put_le(bytes, game->setup->game->digest(game->setup, game->state), 8);
    uint8_t *at = bytes + 8;
    for (int i = 0; i < game->n; i++, at += 8) {
        const brs_choice *choice = &game->choices[i];
        at[0] = choice->kind;
        at[1] = choice->seat;
        for (int k = 0; k < 3; k++) {
            put_le(at + 2 + 2 * k, choice->arg[k], 2);
        }
    }
    return XXH3_64bits(bytes, (size_t)(at - bytes));
}

static bool recording(const struct replay_run *run)
{
    return run->moves != NULL && run->at_leg == run->legs - 1;
}

// Before the first decision of each unit, or, of a game with short units, of the next one after some decisions.
static bool check_unit(brs_player *p, brs_err *err)
{
    struct replay_run *run = p->run;
    int unit = p->game.setup->game->unit_now(p->game.state);
    if (unit == run->unit) {
        return true;
    }
    if (unit > BRS_REPLAY_MAX_UNITS) {
        return brs_fail(err, BRS_LIMIT, "more than %d units", BRS_REPLAY_MAX_UNITS);
    }
    const bool first = run->unit < 0;
    const brs_unit_info *info = p->game.setup->game->unit;
    run->unit = unit;
    if (!first && info != NULL && p->decisions - run->checked_at < (uint32_t)info->check_gap) {
        return true;
    }
    run->checked_at = p->decisions;
    run->checked++;
    uint64_t hash = replay_check_hash(&p->game);
    const run_leg *leg = &run->leg[run->at_leg];
    for (int shift = run->replay->check_bits - 8; shift >= 0; shift -= 8) {
        uint8_t found = (uint8_t)(hash >> shift);
        if (recording(run)) {
            buf_byte(&run->checks_out, found);
            continue;
        }
        if (run->check_at >= leg->checks.len) {
            return brs_fail(err, BRS_DESYNC,
                            "decision %lu, unit %d: the file has no check for this unit",
                            (unsigned long)p->decisions, unit);
        }
        uint8_t wanted = (uint8_t)leg->checks.ptr[run->check_at++];
        if (wanted != found) {
            return brs_fail(err, BRS_DESYNC,
                            "decision %lu, unit %d: the state differs from the recorded game "
                            "(check %02x, here %02x)",
                            (unsigned long)p->decisions, unit, wanted, found);
        }
    }
    return true;
}

// ---- legs of a line --------------------------------------------------------------------------

static void begin_leg(struct replay_run *run)
{
    const run_leg *leg = &run->leg[run->at_leg];
    run->leg_decisions = run->leg_outcomes = 0;
    run->check_at = 0;
    run->decision_out.bytes.len = run->chance_out.bytes.len = run->checks_out.len = 0;
    run->decision_out.low = run->chance_out.low = 0;
    run->decision_out.range = run->chance_out.range = UINT32_MAX;
    if (recording(run)) {
        for (int i = 0; i < run->model_count; i++) {
            range_write_begin(&run->model_out[i], run->arena, 64);
        }
        return;
    }
    if (run->replay->coder_mode == BRS_CODER_EXPLICIT) {
        run->explicit_in = (explicit_reader){leg->decisions->bytes, 0};
        run->stream_at = run->stream != NULL ? run->stream->outcome_count : 0;
        return;
    }
    range_read_begin(&run->decision_in, leg->decisions->bytes);
    range_read_begin(&run->chance_in, leg->chance->bytes);
}

// Applies the table's mends that are due at this decision. *again: the question may be another now.
static bool mend(brs_player *p, bool *again, brs_err *err)
{
    struct replay_run *run = p->run;
    const brs_replay *replay = run->replay;
    *again = false;
    while (run->at_leg == 0 && run->event_at < replay->event_count &&
           replay->events[run->event_at].decision == p->decisions) {
        if (!brs_game_amend(&p->game, &replay->events[run->event_at].amend, err)) {
            return brs_fail(err, BRS_ILLEGAL, "key 24 table events[%d]: it is not possible here",
                            run->event_at);
        }
        run->event_at++;
        *again = true;
    }
    return true;
}

static bool answered_by_chance(const brs_game *game)
{
    return game->choices[0].seat == BRS_SEAT_CHANCE;
}

static bool leg_has_more(const struct replay_run *run, bool chance)
{
    const run_leg *leg = &run->leg[run->at_leg];
    if (recording(run)) {
        return run->move_at < run->moves->count;
    }
    if (chance && run->replay->coder_mode == BRS_CODER_EXPLICIT) {
        return run->explicit_in.at < leg->decisions->bytes.len;
    }
    return chance ? run->leg_outcomes < leg->chance->count
                  : run->leg_decisions < leg->decisions->count;
}

// ---- choices written out --------------------------------------------------------------------

// In a seeded game the written outcomes say what the streams gave; they are compared.
static bool same_outcomes(struct replay_run *run)
{
    brs_choice written;
    while (explicit_peek(&run->explicit_in, &written) && written.seat == BRS_SEAT_CHANCE) {
        explicit_next(&run->explicit_in, &written);
        if (run->stream == NULL) {
            continue;
        }
        const brs_outcome *given = run->stream_at < run->stream->outcome_count
                                       ? &run->stream->outcomes[run->stream_at++]
                                       : NULL;
        if (given == NULL || given->kind != written.kind || given->arg != written.arg[0]) {
            return false;
        }
    }
    bool all = run->stream == NULL || run->stream_at == run->stream->outcome_count;
    if (run->stream != NULL && run->stream == run->own) {
        brs_trace_reset(run->stream);
        run->stream_at = 0;
    }
    return all;
}

static bool explicit_index(brs_player *p, bool chance, brs_err *err)
{
    struct replay_run *run = p->run;
    brs_choice wanted;
    if (!chance && run->replay->seeded && !same_outcomes(run)) {
        return brs_fail(err, BRS_DESYNC,
                        "decision %lu: before it, chance gives something else than the file says",
                        (unsigned long)p->decisions);
    }
    if (!explicit_next(&run->explicit_in, &wanted)) {
        return brs_fail(err, BRS_DESYNC, "decision %lu: the file has no further choice",
                        (unsigned long)p->decisions);
    }
    p->index = brs_game_index(&p->game, wanted);
    if (p->index < 0) {
        return brs_fail(err, BRS_ILLEGAL,
                        "decision %lu: seat %d, kind %d (%d, %d, %d) is no legal choice here",
                        (unsigned long)p->decisions, wanted.seat, wanted.kind, wanted.arg[0],
                        wanted.arg[1], wanted.arg[2]);
    }
    return true;
}

// ---- the next choice ------------------------------------------------------------------------

static bool next_index(brs_player *p, bool chance, brs_err *err)
{
    struct replay_run *run = p->run;
    uint32_t n = (uint32_t)p->game.n;
    if (recording(run)) {
        uint32_t given = run->moves->index[run->move_at];
        if (given >= n) {
            return brs_fail(err, BRS_ILLEGAL, "move %lu: choice %lu of %lu",
                            (unsigned long)run->move_at, (unsigned long)given, (unsigned long)n);
        }
        run->move_at++;
        p->index = (int)given;
        return true;
    }
    if (run->replay->coder_mode == BRS_CODER_EXPLICIT) {
        return explicit_index(p, chance, err);
    }
    if (!chance && run->model != NULL) {
        replay_rank(&p->game, run->model->key, run->ranks);
        run->rank = replay_model_read(&run->decision_in, run->model, run->ranks, n);
        p->index = run->ranks->order[run->rank];
        return true;
    }
    range_reader *in = chance ? &run->chance_in : &run->decision_in;
    uint32_t index = range_read_at(in, n);
    range_read(in, index, 1, n);
    p->index = (int)index;
    return true;
}

// Comes to the next open question and looks up what is chosen there; index -1 at the end of the
// line.
static bool advance(brs_player *p, brs_err *err)
{
    struct replay_run *run = p->run;
    p->index = -1;
    for (;;) {
        if (p->game.stuck) {
            return brs_fail(err, BRS_UNEXPECTED,
                            "decision %lu: the engine refused its own choice; please report this",
                            (unsigned long)p->decisions);
        }
        if (p->game.n == 0) {
            return true;
        }
        bool chance = answered_by_chance(&p->game), again = false;
        if (!chance && !mend(p, &again, err)) {
            return false;
        }
        if (again) {
            continue;
        }
        while (!chance && run->at_leg < run->legs - 1 &&
               p->decisions == run->leg[run->at_leg].until) {
            run->at_leg++;
            begin_leg(run);
        }
        if (!leg_has_more(run, chance)) {
            return true;
        }
        return (chance || check_unit(p, err)) && next_index(p, chance, err);
    }
}

// ---- opening --------------------------------------------------------------------------------

static const brs_variation *find_variation(const brs_replay *replay, uint32_t id)
{
    for (int i = 0; i < replay->variation_count; i++) {
        if (replay->variations[i].id == id) {
            return &replay->variations[i];
        }
    }
    return NULL;
}

// Fills legs from the last to the first, then turns them round.
static bool find_legs(struct replay_run *run, uint32_t line, uint32_t until, brs_err *err)
{
    const brs_replay *replay = run->replay;
    run_leg back[REPLAY_MAX_LEGS];
    int count = run->legs;  // 1 when a new leg was put first
    back[0] = run->leg[0];
    for (;; count++) {
        const brs_variation *variation = find_variation(replay, line);
        if (line != 0 && variation == NULL) {
            return brs_fail(err, BRS_USAGE, "the replay has no line %lu", (unsigned long)line);
        }
        if (count == REPLAY_MAX_LEGS) {
            return brs_fail(err, BRS_LIMIT, "variation %lu: nested more than %d deep",
                            (unsigned long)line, REPLAY_MAX_LEGS - 1);
        }
        if (line == 0) {
            back[count] = (run_leg){&replay->decisions, &replay->chance, replay->checks, until};
            break;
        }
        back[count] =
            (run_leg){&variation->decisions, &variation->chance, variation->checks, until};
        until = variation->start;
        line = variation->parent;
    }
    run->legs = count + 1;
    for (int i = 0; i <= count; i++) {
        run->leg[i] = back[count - i];
    }
    return true;
}

// A player over the memory of a former one, or over new memory.
static void begin_player(brs_player *p, const brs_player *former, const brs_replay *replay,
                         uint32_t line, const brs_moves *moves, brs_arena *arena)
{
    bool fresh = former == NULL;
    struct replay_run *run = fresh ? BRS_NEW(arena, struct replay_run, 1) : former->run;
    brs_game game =
        fresh ? (brs_game){.choices = BRS_NEW(arena, brs_choice, BRS_MAX_CHOICES)} : former->game;
    if (fresh) {
        range_write_begin(&run->decision_out, arena, 64);
        range_write_begin(&run->chance_out, arena, 16);
        run->ranks = BRS_NEW(arena, replay_ranks, 1);
        buf_init(&run->checks_out, arena, 64);
        buf_init(&run->list, arena, 1024);
    }
    buf_reset(&run->list);
    if (fresh && moves == NULL && replay->seeded && replay->coder_mode == BRS_CODER_EXPLICIT) {
        run->own = BRS_NEW(arena, brs_trace, 1);
        brs_trace_init(run->own, arena);
    }
    run->replay = replay;
    run->line = line;
    run->moves = moves;
    run->move_at = 0;
    run->arena = arena;
    run->legs = run->at_leg = run->event_at = run->checked = 0;
    run->unit = -1;
    run->checked_at = 0;
    *p = (brs_player){
        .index = -1, .run = run, .game = {.choices = game.choices, .state = game.state}};
}

static bool start(brs_player *p, const brs_setup *setup, brs_trace *trace, brs_err *err)
{
    void *state = p->game.state;
    if (state == NULL) {
        state = brs_arena_alloc(p->run->arena, 1, setup->game->state_size);
    }
    struct replay_run *run = p->run;
    run->stream = run->own == NULL ? NULL : trace != NULL ? trace : run->own;
    if (run->stream != NULL && trace == NULL) {
        brs_trace_reset(run->own);
        trace = run->own;
    }
    run->model_count = run->moves != NULL ? setup->game->model_count : 0;
    run->model_out = run->model_count > 0 ? BRS_NEW(run->arena, range_writer, (size_t)run->model_count) : NULL;
    run->model = run->replay->coder_mode == BRS_CODER_MODEL
                     ? replay_find_model(setup->game, run->replay->coder_model)
                     : NULL;
    begin_leg(run);
    return brs_game_start(&p->game, setup, state, p->game.choices, trace, err) && advance(p, err);
}

bool brs_player_open(brs_player *player, const brs_replay *replay, const brs_setup *setup,
                     uint32_t line, brs_arena *arena, brs_trace *trace, brs_err *err)
{
    begin_player(player, NULL, replay, line, NULL, arena);
    return find_legs(player->run, line, UINT32_MAX, err) && start(player, setup, trace, err);
}

bool replay_open_again(brs_player *player, const brs_replay *replay, const brs_setup *setup,
                       uint32_t line, brs_err *err)
{
    brs_player former = *player;
    begin_player(player, &former, replay, line, NULL, former.run->arena);
    return find_legs(player->run, line, UINT32_MAX, err) && start(player, setup, NULL, err);
}

bool replay_open_moves(brs_player *player, const brs_replay *replay, const brs_setup *setup,
                       const replay_fork *fork, const brs_moves *moves, brs_arena *arena,
                       brs_err *err)
{
    begin_player(player, NULL, replay, fork != NULL ? fork->id : 0, moves, arena);
    struct replay_run *run = player->run;
    run->legs = 1;
    run->leg[0] = (run_leg){&replay->decisions, &replay->chance, {NULL, 0}, UINT32_MAX};
    return (fork == NULL || find_legs(run, fork->parent, fork->start, err)) &&
           start(player, setup, NULL, err);
}

// ---- stepping -------------------------------------------------------------------------------

// The decision once more: under every model when it is recorded, else as the line is coded.
static void write_decision(brs_player *p, uint32_t n, uint32_t index)
{
    struct replay_run *run = p->run;
    if (!recording(run) && run->model != NULL) {
        replay_model_write(&run->decision_out, run->model, run->ranks, n, run->rank);
        return;
    }
    range_write(&run->decision_out, index, 1, n);
    const brs_model *models = p->game.setup->game->models;
    for (int i = 0; i < run->model_count && recording(run); i++) {
        if (i == 0 || models[i].key != models[i - 1].key) {
            replay_rank(&p->game, models[i].key, run->ranks);
            run->rank = replay_rank_of(run->ranks, index);
        }
        replay_model_write(&run->model_out[i], &models[i], run->ranks, n, run->rank);
    }
}

bool brs_player_next(brs_player *p, brs_err *err)
{
    struct replay_run *run = p->run;
    if (p->index < 0) {
        return false;
    }
    bool chance = answered_by_chance(&p->game);
    uint32_t n = (uint32_t)p->game.n, index = (uint32_t)p->index;
    p->made = p->game.choices[index];
    if (chance) {
        range_write(&run->chance_out, index, 1, n);
        run->leg_outcomes++;
        p->outcomes++;
    } else {
        write_decision(p, n, index);
        run->leg_decisions++;
        p->decisions++;
        if (run->line == 0) {
            const char pair[4] = {(char)(n >> 8), (char)n, (char)(index >> 8), (char)index};
            buf_put(&run->list, (brs_str){pair, sizeof pair});
        }
    }
    if (p->decisions > BRS_REPLAY_MAX_DECISIONS || p->outcomes > BRS_REPLAY_MAX_DECISIONS) {
        return brs_fail(err, BRS_LIMIT, "more than %d decisions", BRS_REPLAY_MAX_DECISIONS);
    }
    brs_game_choose(&p->game, p->index);
    return advance(p, err);
}

// ---- what a line came to --------------------------------------------------------------------

brs_result replay_result(const brs_player *p, const brs_replay *replay)
{
    const brs_setup *setup = p->game.setup;
    brs_result result = {.winner = BRS_SEAT_NONE};
    if (p->game.n == 0) {
        setup->game->result(setup, p->game.state, &result);
        result.over = true;
        return result;
    }
    result.units = (uint16_t)setup->game->unit_now(p->game.state);
    if (replay->end == BRS_END_CONCEDED && setup->seats == 2) {
        result.winner = (uint8_t)(1 - replay->end_seat);
    }
    if (replay->end == BRS_END_AGREED) {
        result.winner = replay->end_seat;
    }
    return result;
}

// The smallest file: all but the standard model are named by key 10. No model's stream is taken that is longer than
// equal shares need, so that what a game takes at most stays as it is without models.
static brs_str smallest(brs_player *p, const brs_model **model)
{
    enum { BYTES_OF_KEY_10 = 2 };
    struct replay_run *run = p->run;
    brs_str best = range_write_end(&run->decision_out);
    const size_t most = best.len;
    size_t least = most + BYTES_OF_KEY_10;
    *model = NULL;
    for (int i = 0; i < run->model_count; i++) {
        const brs_model *tried = &p->game.setup->game->models[i];
        const brs_str bytes = range_write_end(&run->model_out[i]);
        const size_t size = bytes.len + (tried->id == REPLAY_STANDARD_MODEL ? 0 : BYTES_OF_KEY_10);
        if (bytes.len <= most && size < least) {
            best = bytes;
            least = size;
            *model = tried;
        }
    }
    return best;
}

void replay_harvest(brs_player *p, brs_pack pack, const brs_model **model, brs_coded *decisions, brs_coded *chance,
                    brs_str *checks)
{
    struct replay_run *run = p->run;
    const brs_model *wanted = *model;
    brs_str bytes = pack == BRS_PACK_SMALLEST ? smallest(p, model)
                    : pack == BRS_PACK_MODEL  ? range_write_end(&run->model_out[wanted - p->game.setup->game->models])
                                              : range_write_end(&run->decision_out);
    *decisions = (brs_coded){run->leg_decisions, bytes};
    run->chance_bytes = range_write_end(&run->chance_out);
    *chance = (brs_coded){run->leg_outcomes, run->chance_bytes};
    *checks = buf_str(&run->checks_out);
}

// Why the streams, checks and events of the line are not used up exactly; NULL when they are.
const char *replay_left_over(brs_player *p)
{
    struct replay_run *run = p->run;
    const run_leg *leg = &run->leg[run->at_leg];
    run->chance_bytes = range_write_end(&run->chance_out);
    if (run->at_leg < run->legs - 1) {
        return "the line ends before the variation begins";
    }
    if (run->leg_decisions < leg->decisions->count) {
        return "the game is over, but the file has more decisions";
    }
    if (run->leg_outcomes < leg->chance->count) {
        return "the game is over, but the file has more outcomes of chance";
    }
    if (run->replay->coder_mode == BRS_CODER_EXPLICIT) {
        if (run->replay->seeded && !same_outcomes(run)) {
            return "at the end, chance gives something else than the file says";
        }
        if (run->explicit_in.at < leg->decisions->bytes.len) {
            return "the game is over, but the file has more choices";
        }
    } else if (!str_equal(leg->decisions->bytes, range_write_end(&run->decision_out))) {
        return "the bytes of the decisions are not those that these decisions have";
    } else if (!str_equal(leg->chance->bytes, run->chance_bytes)) {
        return "the bytes of the outcomes are not those that these outcomes have";
    }
    if (run->check_at < leg->checks.len) {
        return "the file has checks for more units than were played";
    }
    if (run->line == 0 && run->event_at < run->replay->event_count) {
        return "the file has table events after the last decision";
    }
    return NULL;
}
