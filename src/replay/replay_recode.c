// The same game in another form: its choices packed, or written out.
#include <string.h>

#include "broadside/replay_tools.h"
#include "replay_parts.h"

// What one line says, in both forms.
typedef struct {
    brs_buf choices;   // written out
    uint16_t *index;   // of each choice, chance among them
    uint32_t count, decisions, cap;
    uint32_t heard;    // outcomes of the trace that are dealt with
} line_copy;

static void copy_outcomes(line_copy *copy, const brs_trace *trace, bool own)
{
    for (; copy->heard < trace->outcome_count; copy->heard++) {
        const brs_outcome *outcome = &trace->outcomes[copy->heard];
        if (own) {
            explicit_put(&copy->choices,
                         (brs_choice){outcome->kind, BRS_SEAT_CHANCE, {outcome->arg, 0, 0}});
        }
    }
}

static void copy_choice(line_copy *copy, const brs_player *p, brs_arena *arena)
{
    brs_choice choice = p->game.choices[p->index];
    if (copy->count == copy->cap) {
        uint32_t cap = copy->cap == 0 ? 512 : 2 * copy->cap;
        uint16_t *more = BRS_NEW(arena, uint16_t, cap);
        if (copy->count > 0) {
            memcpy(more, copy->index, copy->count * sizeof *more);
        }
        copy->index = more;
        copy->cap = cap;
    }
    copy->index[copy->count++] = (uint16_t)p->index;
    copy->decisions += choice.seat != BRS_SEAT_CHANCE;
    explicit_put(&copy->choices, choice);
}

// Plays a line and copies its own part: what comes before a variation belongs to its parent.
static bool copy_line(const brs_replay *replay, const brs_setup *setup, uint32_t line,
                      brs_arena *arena, line_copy *out, brs_err *err)
{
    brs_player player;
    brs_trace trace;
    brs_err found = BRS_ERR_NONE;
    *out = (line_copy){0};
    buf_init(&out->choices, arena, 1024);
    brs_trace_init(&trace, arena);
    bool more = brs_player_open(&player, replay, setup, line, arena, &trace, &found);
    uint32_t forked = 0;
    for (; more; more = brs_player_next(&player, &found)) {
        bool own = player.run->at_leg == player.run->legs - 1;
        // What chance gave before the first decision of a variation was given before it left its parent.
        copy_outcomes(out, &trace, own && (line == 0 || forked > 0));
        if (player.index >= 0 && own) {
            copy_choice(out, &player, arena);
            forked++;
        }
    }
    if (found.code == BRS_OK) {
        brs_player_verify(&player, NULL, brs_report_first(&found));
    }
    return found.code == BRS_OK || (err->code == BRS_OK ? (*err = found, false) : false);
}

// ---- written out ----------------------------------------------------------------------------

static bool write_out(const brs_replay *replay, const brs_setup *setup, brs_arena *arena,
                      brs_replay *out, brs_err *err)
{
    line_copy copy;
    if (!copy_line(replay, setup, 0, arena, &copy, err)) {
        return false;
    }
    *out = *replay;
    out->coder_mode = BRS_CODER_EXPLICIT;
    out->coder_model = 0;
    out->decisions = (brs_coded){copy.decisions, buf_str(&copy.choices)};
    out->chance = (brs_coded){0, {NULL, 0}};
    brs_variation *variations = BRS_NEW(arena, brs_variation, (size_t)replay->variation_count + 1);
    for (int i = 0; i < replay->variation_count; i++) {
        variations[i] = replay->variations[i];
        if (!copy_line(replay, setup, variations[i].id, arena, &copy, err)) {
            return false;
        }
        variations[i].decisions = (brs_coded){copy.decisions, buf_str(&copy.choices)};
        variations[i].chance = (brs_coded){0, {NULL, 0}};
    }
    out->variations = variations;
    return true;
}

// ---- packed ---------------------------------------------------------------------------------

void brs_replay_copy_notes(const brs_replay *from, brs_replay *to)
{
    memcpy(to->name, from->name, sizeof to->name);
    memcpy(to->deck_name, from->deck_name, sizeof to->deck_name);
    memcpy(to->bot, from->bot, sizeof to->bot);
    to->date = from->date;
    to->event = from->event;
    to->place = from->place;
    to->annotator = from->annotator;
    to->lang = from->lang;
    to->producer = from->producer;
    to->remarks = from->remarks;
    to->remark_count = from->remark_count;
    to->head = from->head;
    to->head_count = from->head_count;
    to->meta_kept = from->meta_kept;
    to->meta_kept_count = from->meta_kept_count;
    to->kept = from->kept;
    to->kept_count = from->kept_count;
    to->critical = from->critical;
    to->critical_key = from->critical_key;
}

// The variations again, each under the id that it had.
static bool pack_variations(const brs_replay *replay, const brs_setup *setup, brs_arena *arena,
                            brs_replay *out, brs_err *err)
{
    for (int i = 0; i < replay->variation_count; i++) {
        const brs_variation *old = &replay->variations[i];
        line_copy copy;
        if (!copy_line(replay, setup, old->id, arena, &copy, err)) {
            return false;
        }
        brs_moves moves = {.index = copy.index, .count = copy.count};
        if (!brs_replay_vary(out, setup, old->parent, old->start, &moves, arena, err)) {
            return false;
        }
        ((brs_variation *)(uintptr_t)out->variations)[i].id = old->id;
    }
    return true;
}

static bool pack(const brs_replay *replay, const brs_setup *setup, brs_pack how, uint32_t model, brs_arena *arena,
                 brs_replay *out, brs_err *err)
{
    line_copy copy;
    if (!copy_line(replay, setup, 0, arena, &copy, err)) {
        return false;
    }
    brs_moves moves = {.index = copy.index,
                       .count = copy.count,
                       .events = replay->events,
                       .event_count = replay->event_count,
                       .end = replay->end,
                       .end_seat = replay->end_seat,
                       .card_text = replay->card_text,
                       .check_bits = replay->check_bits,
                       .pack = (uint8_t)how,
                       .model = model};
    if (!brs_replay_record(setup, &moves, arena, out, err)) {
        return false;
    }
    brs_replay_copy_notes(replay, out);
    return pack_variations(replay, setup, arena, out, err);
}

bool brs_replay_recode(const brs_replay *replay, const brs_setup *setup, brs_coder coder,
                       uint32_t model, brs_arena *arena, brs_replay *out, brs_err *err)
{
    brs_replay made;
    // Outcomes that are written out are compared here only: the copies listen to the streams themselves.
    if (replay->coder_mode == BRS_CODER_EXPLICIT &&
        !brs_replay_verify(replay, setup, arena, NULL, brs_report_first(err))) {
        return false;
    }
    const brs_pack how = coder == BRS_CODER_UNIFORM ? BRS_PACK_UNIFORM : model > 0 ? BRS_PACK_MODEL : BRS_PACK_SMALLEST;
    bool ok = coder == BRS_CODER_EXPLICIT ? write_out(replay, setup, arena, &made, err)
                                          : pack(replay, setup, how, model, arena, &made, err);
    if (!ok) {
        return false;
    }
    if (memcmp(made.core, replay->core, BRS_CORE_ID) != 0) {
        return brs_fail(err, BRS_DESYNC, "played again, the game has another core id");
    }
    *out = made;
    return true;
}
