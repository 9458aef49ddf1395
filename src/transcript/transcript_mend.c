// What the table did otherwise than the rules: fixes and missed triggers.
#include <stdio.h>

#include "transcript_parts.h"

static int quantity_of(const brs_game_def *game, brs_str word)
{
    for (int i = 1; i < game->quantity_count; i++) {
        if (ts_same_word(word, game->quantities[i].id) && strcmp(game->quantities[i].subject, "seat") == 0) {
            return i;
        }
    }
    return 0;
}

static bool is_due(brs_scribe *s, ts_frame *f, brs_amend amend)
{
    if (f->due_count == TS_MAX_DUE || s->depth > 1) {
        return ts_error(s, 1, BRS_ILLEGAL, NULL, s->depth > 1 ? "a variation has no fixes: the table did not play it" : "too many fixes at once");
    }
    f->due[f->due_count++] = (brs_table_event){f->decisions, amend};
    return ts_mend(s, f);
}

// Notes and checks that follow stand behind the mend.
static void stand_behind(ts_frame *f)
{
    f->statement = f->decisions;
    f->only_chance = f->due_count == 0;
    f->first = false;
    f->anchor = -1;
    f->anchor_event = 0;
    f->last = NULL;
}

// fix B LP 94 because "we forgot the drain"
bool ts_read_fix(brs_scribe *s, brs_str line, brs_str text)
{
    ts_frame *f = ts_top(s);
    brs_str reason = {"", 0}, copy = text;
    for (size_t i = 0; i + 8 < text.len; i++) {
        if (str_begins((brs_str){text.ptr + i, text.len - i}, BRS_STR(" because"))) {
            brs_str quoted = {text.ptr + i + 8, text.len - i - 8};
            copy = (brs_str){text.ptr, i};
            if (!ts_unquote(quoted, s->arena, &reason)) {
                reason = str_trim(quoted);
            }
            break;
        }
    }
    int64_t value;
    const int seat = ts_seat_of(&s->head.setup, str_word(&copy)), what = quantity_of(s->head.setup.game, str_word(&copy));
    if (seat < 0 || what == 0 || !str_number(copy, &value) || value < -1000000 || value > 1000000) {
        f->lost = true;
        return ts_error(s, ts_column_of(line.ptr, text.ptr), BRS_TEXT, "fix B LP 94 because \"we forgot the drain\"", "this fix does not say whose number is what");
    }
    if (f->lost) {
        return true;
    }
    if (!is_due(s, f, (brs_amend){.kind = 1, .seat = (uint8_t)seat, .what = (uint16_t)what, .value = (int32_t)value})) {
        return false;
    }
    stand_behind(f);
    f->only_chance = false;  // the reason stands at the decision
    brs_remark *remark = reason.len > 0 ? ts_add_remark(s, f, BRS_REMARK_NOTE) : NULL;
    if (remark != NULL) {
        char *told = BRS_NEW(s->arena, char, reason.len + 6);
        memcpy(told, "Fix: ", 5);
        memcpy(told + 5, reason.ptr, reason.len);
        remark->text = (brs_str){told, reason.len + 5};
        remark->section = -1;
    }
    stand_behind(f);
    return true;
}

// A missed trigger that was none: told at its line, once its unit is over.
bool ts_check_misses(brs_scribe *s, bool all)
{
    const ts_frame *f = s->frame[0];
    const brs_setup *setup = &s->head.setup;
    const int here = s->line, open = s->miss_count;
    bool good = true;
    s->miss_count = 0;
    for (int i = 0; i < open; i++) {
        const ts_miss miss = s->miss[i];
        bool happened = false;
        for (uint32_t seq = miss.events + 1; seq <= f->trace.event_count && !happened; seq++) {
            const brs_event *event = brs_trace_at(&f->trace, seq);
            happened = strcmp(setup->game->event_kinds[event->kind].id, "missed") == 0 && event->arg[0] == miss.handle;
        }
        if (!happened && !all && ts_unit_of(f) == miss.unit && f->game.n > 0) {
            s->miss[s->miss_count++] = miss;
        } else if (!happened) {
            s->line = miss.line;
            good = ts_error(s, 1, BRS_DESYNC, "It stands before the move or the step that sets the card off; a forgotten number is mended by fix.",
                            "%.*s did nothing after this line in this turn, so nothing was missed", BRS_ARG(setup->game->handle_name(setup, miss.handle)));
            s->line = here;
        }
    }
    return good;
}

bool ts_read_missed(brs_scribe *s, brs_str line, brs_str text)
{
    ts_frame *f = ts_top(s);
    const brs_setup *setup = &s->head.setup;
    const int column = ts_column_of(line.ptr, text.ptr);
    brs_str name = text;
    int of, copy, sentence;
    if (f->lost) {
        return true;
    }
    ts_cut_qualifiers(setup, &name, &of, &copy, &sentence);
    const int handle = setup->game->handles > 0 ? ts_card_named(setup, f->game.state, text, &s->head.aliases, BRS_SEAT_NONE) : 0;
    if (handle == 0) {
        f->lost = true;
        return ts_error(s, column, BRS_TEXT, "missed Stockade", "no card is called \"%.*s\"", BRS_ARG(text));
    }
    if (sentence >= 0 && setup->game->sentence_text(setup, handle, sentence - 1).len == 0) {
        f->lost = true;
        return ts_error(s, column, BRS_TEXT, NULL, "%.*s has no sentence %d", BRS_ARG(setup->game->handle_name(setup, handle)), sentence);
    }
    if (s->miss_count < TS_MAX_DUE && s->depth == 1) {
        s->miss[s->miss_count++] = (ts_miss){handle, s->line, f->unit, f->trace.event_count};
    }
    const bool good = is_due(s, f, (brs_amend){.kind = 2, .what = (uint16_t)handle});
    stand_behind(f);
    return good;
}
