// Variations: another way it might have gone, in the place of the statement above.
#include <stdio.h>

#include "transcript_parts.h"

bool ts_begin_alt(brs_scribe *s, brs_str text)
{
    ts_frame *parent = ts_top(s);
    brs_str label = {"", 0};
    uint8_t glyph;
    brs_str copy = text;
    ts_cut_glyph(&copy, &glyph);
    if (copy.len > 0 && !ts_unquote(copy, s->arena, &label)) {
        glyph = 0;
        if (!ts_unquote(text, s->arena, &label)) {
            label = text;
        }
    }
    if (s->depth == TS_MAX_DEPTH || s->variation_count == BRS_REPLAY_MAX_VARIATIONS) {
        parent->lost = true;
        return ts_error(s, 1, BRS_LIMIT, NULL, "variations nest at most %d deep", (int)TS_MAX_DEPTH - 1);
    }
    const bool possible = parent->has_statement && parent->before_is_ours;
    ts_frame *f = ts_new_frame(s);
    f->lost = parent->lost;
    f->unit = parent->unit;
    if (f->lost) {
        return true;
    }
    if (possible) {
        const brs_game_def *def = s->head.setup.game;
        memcpy(f->game.state, parent->before, def->used(parent->before));
        f->game.n = def->choices(&s->head.setup, f->game.state, f->game.choices, BRS_MAX_CHOICES);
    }
    if (!possible || ts_is_chance(&f->game)) {
        f->lost = true;
        return ts_error(s, 1, BRS_ILLEGAL, "Put it below a decision of a player.", "alt replaces the statement above it, and there is no decision in that");
    }
    ts_listen(f);
    f->base_events = parent->base_events + parent->before_events;
    f->id = (uint32_t)++s->variation_count;
    f->parent = parent->id;
    f->start = f->decisions = parent->before_decisions;
    f->game.decisions = 0;
    f->unit = ts_unit_of(f);
    f->group = parent->group;
    f->statement = f->decisions;
    s->variations[f->id - 1] = (ts_variation){.parent = f->parent, .start = f->start};
    brs_remark *remark = label.len > 0 || glyph != 0 ? ts_add_remark(s, f, BRS_REMARK_COMMENT) : NULL;
    if (remark != NULL) {
        char *told = BRS_NEW(s->arena, char, label.len + 5);
        memcpy(told, "alt: ", 5);
        memcpy(told + 5, label.ptr, label.len);
        remark->text = (brs_str){told, label.len + 5};
        remark->glyph = glyph;
    }
    return true;
}

bool ts_end_alt(brs_scribe *s)
{
    if (s->depth == 1) {
        return ts_error(s, 1, BRS_TEXT, "end closes an alt; a turn ends where the next header stands.", "end without alt");
    }
    ts_frame *f = ts_top(s);
    if (f->id > 0 && f->count == 0 && !f->lost) {
        ts_error(s, 1, BRS_ILLEGAL, NULL, "this alt has no statement");
        f->lost = true;
    }
    if (f->id > 0) {
        s->variations[f->id - 1].moves = (brs_moves){.index = f->index, .count = f->count,
                                                     .end = (uint8_t)(f->game.n == 0 ? BRS_END_RULES : BRS_END_UNFINISHED),
                                                     .end_seat = BRS_SEAT_NONE};
    }
    s->depth--;
    ts_top(s)->last = NULL;
    return true;
}
