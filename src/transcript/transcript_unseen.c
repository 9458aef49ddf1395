// Cards that nobody saw, "?" and "?defense": what turns up later must fit.
#include <stdio.h>

#include "transcript_parts.h"

enum { MAX_UNSEEN = 128 };

bool ts_note_unseen(brs_scribe *s, ts_frame *f, const ts_part *part, int seat)
{
    const brs_setup *setup = &s->head.setup;
    const brs_str kind = {part->noun.ptr + 1, part->noun.len - 1};
    if (kind.len > 0 && (setup->game->is_kind == NULL || !setup->game->is_kind(setup, 0, kind))) {
        return ts_error(s, part->column, BRS_TEXT, "Like ?defense or ?pillar.", "\"%.*s\" is no kind of card", BRS_ARG(kind));
    }
    if (kind.len > 0 && !s->is_trial && s->unseen_count < MAX_UNSEEN && s->depth == 1) {
        ts_unseen *unseen = &s->unseen[s->unseen_count++];
        *unseen = (ts_unseen){.seat = seat, .line = s->line, .move = f->count};
        snprintf(unseen->kind, sizeof unseen->kind, "%.*s", BRS_ARG(kind));
    }
    return true;
}

// Could the cards of this seat that have turned up be among its unseen ones? Those of a kind must be of that kind.
static bool kinds_hold(brs_scribe *s, const ts_frame *f, int seat, uint32_t events)
{
    const brs_game_def *game = s->head.setup.game;
    int any = 0, used[MAX_UNSEEN] = {0};
    for (uint32_t seq = 1; seq <= events; seq++) {
        const brs_event *event = brs_trace_at(&f->trace, seq);
        const char *id = game->event_kinds[event->kind].id;
        any += strcmp(id, "drawn_unseen") == 0 && event->seat == seat;
        if (strcmp(id, "revealed") != 0 || event->arg[3] != seat) {
            continue;
        }
        int slot = -1;
        for (int i = 0; i < s->unseen_count && slot < 0; i++) {
            bool fits = s->unseen[i].seat == seat && used[i] == 0 && game->is_kind(&s->head.setup, event->arg[0], str_of(s->unseen[i].kind));
            slot = fits ? i : -1;
        }
        if (slot >= 0) {
            used[slot] = 1;
        } else {
            any -= 1;
        }
    }
    for (int i = 0; i < s->unseen_count; i++) {
        any -= s->unseen[i].seat == seat;  // a slot of a kind is not any card
    }
    return any >= 0;
}

// After each choice: a card that turns up must be one that was drawn unseen.
bool ts_check_kinds(brs_scribe *s, ts_frame *f, const ts_part *part)
{
    const brs_game_def *game = s->head.setup.game;
    if (s->unseen_count == 0 || s->depth > 1 || s->is_trial) {
        return true;
    }
    for (uint32_t seq = s->seen_events + 1; seq <= f->trace.event_count; seq++) {
        const brs_event *event = brs_trace_at(&f->trace, seq);
        if (strcmp(game->event_kinds[event->kind].id, "revealed") == 0 && !kinds_hold(s, f, event->arg[3], seq)) {
            const ts_unseen *unseen = &s->unseen[0];
            for (int i = 0; i < s->unseen_count; i++) {
                unseen = s->unseen[i].seat == event->arg[3] ? &s->unseen[i] : unseen;
            }
            f->lost = true;
            return ts_error(s, part->column, BRS_DESYNC, NULL, "%.*s contradicts line %d: the unseen card there was said to be of the kind \"%s\"",
                            BRS_ARG(game->handle_name(&s->head.setup, event->arg[0])), unseen->line, unseen->kind);
        }
    }
    s->seen_events = f->trace.event_count;
    return true;
}
