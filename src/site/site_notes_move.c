// Notes whose quotes are not true where they stand: where would they be?
#include "broadside/site.h"

#include "site_notes.h"
#include "str.h"

enum { ALIKE = 400 }; // thousandths of the words: less is another matter

static uint32_t distance(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

// The event that says most of what is quoted; the nearest of those that say as much. 0: none does.
static uint32_t find_event(const site_match *match, const site_note *note)
{
    uint32_t home = 1, end, best = 0;
    int most = ALIKE - 1;
    if (note->at.kind != SITE_AT_MATCH) {
        site_place_events(match, &note->at, &home, &end);
    }
    for (uint32_t seq = 1; seq <= match->trace.event_count; seq++) {
        int like = site_anchor_likeness(match, note->anchor, seq);
        if (like > most || (like == most && best != 0 && distance(seq, home) < distance(best, home))) {
            most = like;
            best = seq;
        }
    }
    return best;
}

// Where a note belongs whose quote this event says: a section that has the event stays its place.
static site_place place_for(const site_match *match, const site_note *note, uint32_t seq)
{
    const bool within = note->at.kind == SITE_AT_SECTION && site_place_holds(match, &note->at, seq) &&
                        note->at.unit == site_unit_of(match, seq);
    return within ? note->at : (site_place){SITE_AT_EVENT, 0, site_unit_of(match, seq), seq};
}

static void tell(const brs_notes_plan *plan, const site_match *match, const site_note *note, uint32_t seq)
{
    brs_err err = BRS_ERR_NONE;
    if (note->anchor.len == 0) {
        brs_fail(&err, BRS_TEXT, "its place is not there, and without a quote nothing says where the note belongs");
        brs_help(&err, "correct the place by hand; a quote (\"> \" and what happened) would find it the next time");
    } else if (seq == 0) {
        brs_fail(&err, BRS_TEXT, "nothing in this match says anything like \"%.*s\"", BRS_ARG(note->anchor));
    } else {
        char text[200];
        const site_place to = place_for(match, note, seq);
        brs_buf name;
        buf_init(&name, match->arena, 32);
        site_place_write(match, &to, &name);
        brs_event_text(match->setup, brs_trace_at(&match->trace, seq), text, sizeof text);
        const bool same = site_anchor_likeness(match, note->anchor, seq) == SITE_ANCHOR_SAME;
        brs_fail(&err, BRS_TEXT, "the note belongs to @%.*s: \"%.140s\"%s%.*s%s", BRS_ARG(buf_str(&name)), text,
                 same ? "" : ", not \"", same ? 0 : (int)(note->anchor.len < 140 ? note->anchor.len : 140), note->anchor.ptr, same ? "" : "\"");
    }
    err.line = note->line;
    brs_err_file(&err, plan->file);
    if (plan->offers.fn != NULL) {
        plan->offers.fn(plan->offers.ctx, &err, seq != 0);
    }
}

// The heading with another place; glyphs stay.
static void write_heading(const site_match *match, const site_note *note, brs_str line, uint32_t seq, brs_buf *out)
{
    brs_str rest = line;
    const site_place to = place_for(match, note, seq);
    str_word(&rest); // ##
    str_word(&rest); // @place
    buf_puts(out, "## @");
    site_place_write(match, &to, out);
    buf_puts(out, rest.len > 0 ? " " : "");
    buf_put(out, rest);
    buf_byte(out, '\n');
}

static void write_quote(const site_match *match, uint32_t seq, brs_buf *out)
{
    char text[600];
    int len = brs_event_text(match->setup, brs_trace_at(&match->trace, seq), text, sizeof text);
    buf_puts(out, "> ");
    buf_put(out, (brs_str){text, (size_t)len});
    buf_byte(out, '\n');
}

// Copies the text; the lines of notes that move are changed.
static int rewrite(const brs_notes_plan *plan, const site_match *match, brs_buf *out)
{
    brs_str rest = plan->text, line;
    int number = 0, at = 0, moved = 0;
    uint32_t seq = 0;
    while (str_line(&rest, &line)) {
        number++;
        if (at < match->note_count && match->notes[at].line == number) {
            const site_note *note = &match->notes[at++];
            seq = note->wrong && note->anchor.len > 0 ? find_event(match, note) : 0;
            if (note->wrong) {
                tell(plan, match, note, seq);
            }
            moved += seq != 0;
            if (seq != 0) {
                write_heading(match, note, line, seq, out);
                continue;
            }
        }
        const site_note *open = at > 0 ? &match->notes[at - 1] : NULL;
        if (seq != 0 && open != NULL && number >= open->anchor_line && number < open->anchor_line + open->anchor_lines) {
            if (number == open->anchor_line) {
                write_quote(match, seq, out);
            }
            continue;
        }
        buf_put(out, line);
        buf_byte(out, '\n');
    }
    return moved;
}

bool brs_notes_read(const brs_notes_plan *plan, brs_arena *arena, brs_str *moved, int *count, brs_err *err)
{
    site_names *names = BRS_NEW(arena, site_names, 1);
    site_match *match = BRS_NEW(arena, site_match, 1);
    brs_buf out;
    site_names_init(names, arena);
    if (!site_play(match, plan->replay, plan->setup, names, arena, err)) {
        return false;
    }
    bool ok = site_notes_read(match, plan->text, plan->file, plan->mistakes);
    buf_init(&out, arena, plan->text.len + 256);
    int changes = moved != NULL ? rewrite(plan, match, &out) : 0;
    if (moved != NULL) {
        *moved = buf_str(&out);
    }
    if (count != NULL) {
        *count = moved != NULL ? changes : match->note_count;
    }
    return ok || moved != NULL;
}
