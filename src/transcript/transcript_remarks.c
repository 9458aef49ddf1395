// Remarks as lines between the statements: notes, quizzes, checks, comments, and where they stand.
#include "transcript_writer.h"

void tw_indent(writer *w, int more)
{
    for (int i = 0; i < w->indent + w->deeper + more; i++) {
        buf_puts(w->out, "  ");
    }
}

bool tw_is_fix_reason(const writer *w, const brs_remark *remark)
{
    if (remark->kind != BRS_REMARK_NOTE || !str_begins(remark->text, BRS_STR("Fix: ")) || remark->line != 0) {
        return false;
    }
    for (int i = 0; i < w->replay->event_count; i++) {
        if (w->replay->events[i].decision == remark->decision && w->replay->events[i].amend.kind == 1) {
            return true;
        }
    }
    return false;
}

bool tw_is_label(const brs_remark *remark)
{
    return remark->kind == BRS_REMARK_COMMENT && remark->line != 0 && str_begins(remark->text, BRS_STR("alt: "));
}

void tw_put_remark(writer *w, const brs_remark *remark)
{
    brs_str rest = remark->text, line;
    const char *sign = remark->kind == BRS_REMARK_NOTE ? "> " : remark->kind == BRS_REMARK_CHECK ? "= " : remark->kind == BRS_REMARK_COMMENT ? "# " : "";
    if (remark->kind == BRS_REMARK_CHECK) {
        tw_indent(w, 1);
        buf_putf(w->out, "= %.*s\n", BRS_ARG(rest));
        return;
    }
    while (rest.len > 0) {
        line = str_cut(&rest, '\n');
        tw_indent(w, 1);
        buf_putf(w->out, "%s%.*s", sign, BRS_ARG(line));
        while (w->out->len > 0 && w->out->ptr[w->out->len - 1] == ' ') {
            w->out->len--;
        }
        buf_byte(w->out, '\n');
    }
}

// Does the last line that was written begin with this sign?
static bool ends_with_sign(const writer *w, uint8_t sign)
{
    size_t at = w->out->len > 0 ? w->out->len - 1 : 0;
    while (at > 0 && w->out->ptr[at - 1] != '\n') {
        at--;
    }
    while (at < w->out->len && w->out->ptr[at] == ' ') {
        at++;
    }
    return at < w->out->len && w->out->ptr[at] == sign;
}

static bool section_is_over(const writer *w, int section, bool all)
{
    const brs_section_info *info = w->setup->game->unit->sections;
    for (int i = 0; info[i].id != NULL; i++) {
        bool part = i == section || strcmp(info[i].group, info[section].id) == 0;
        if (part && (w->ended >> i & 1) != 0) {
            return true;
        }
    }
    return all;
}

static void put_anchor(writer *w, int section, int *above)
{
    if (section != *above) {
        *above = section;
        tw_indent(w, 1);
        buf_putf(w->out, "@%s\n", w->setup->game->unit->sections[section].id);
    }
}

static void put_next(writer *w, const brs_remark *remark)
{
    if ((remark->kind == BRS_REMARK_NOTE && ends_with_sign(w, '>')) || (remark->kind == BRS_REMARK_COMMENT && ends_with_sign(w, '#'))) {
        buf_byte(w->out, '\n');  // two remarks, not one
    }
    tw_put_remark(w, remark);
}

// Remarks of a unit without decisions: each at the section that ended with its event.
void tw_put_section_remarks(writer *w)
{
    const brs_section_info *info = w->setup->game->unit->sections;
    int above = -1;
    for (int section = 0; info[section].id != NULL; section++) {
        for (int i = 0; i < w->replay->remark_count && (w->ended >> section & 1) != 0; i++) {
            const brs_remark *remark = &w->replay->remarks[i];
            if (!w->told[i] && remark->line == w->line && remark->event != 0 && remark->event == w->ended_with[section]) {
                w->told[i] = true;
                put_anchor(w, section, &above);
                put_next(w, remark);
            }
        }
    }
}

// Has it happened, and does it belong to the unit whose header was written last, or to one before?
static bool stands_behind(const writer *w, const brs_remark *remark)
{
    return remark->line == w->line && remark->event != 0 && remark->decision == w->player.decisions &&
           remark->event <= w->trace.event_count && brs_trace_at(&w->trace, remark->event)->unit <= w->unit;
}

bool tw_has_event_remarks(const writer *w)
{
    bool any = false;
    for (int i = 0; i < w->replay->remark_count && !any; i++) {
        any = !w->told[i] && stands_behind(w, &w->replay->remarks[i]);
    }
    return any;
}

void tw_put_event_remarks(writer *w)
{
    for (int i = 0; i < w->replay->remark_count; i++) {
        if (!w->told[i] && stands_behind(w, &w->replay->remarks[i])) {
            w->told[i] = true;
            put_next(w, &w->replay->remarks[i]);
        }
    }
}

// Remarks of decisions up to `last`, those without a section first.
void tw_put_remarks(writer *w, uint32_t last, tw_which which)
{
    const bool all = which == TW_ALL;
    int section = -2;
    for (int pass = which == TW_ENDED; pass < 1 + (which != TW_PLAIN); pass++) {
        for (int i = 0; i < w->replay->remark_count; i++) {
            const brs_remark *remark = &w->replay->remarks[i];
            const bool plain = remark->section < 0 && remark->event == 0;
            if (w->told[i] || remark->line != w->line || remark->decision > last || tw_is_label(remark) || plain != (pass == 0) ||
                tw_is_fix_reason(w, remark) || (!plain && remark->section >= 0 && !section_is_over(w, remark->section, all))) {
                continue;
            }
            w->told[i] = true;
            if (remark->text.len == 0) {
                continue;
            }
            if (remark->event != 0) {
                tw_indent(w, 1);
                buf_putf(w->out, "@e%lu\n", (unsigned long)remark->event);
            } else if (remark->section >= 0) {
                put_anchor(w, remark->section, &section);
            }
            put_next(w, remark);
        }
    }
}

uint8_t tw_glyph_at(writer *w, uint32_t from, uint32_t to)
{
    for (int i = 0; i < w->replay->remark_count; i++) {
        const brs_remark *remark = &w->replay->remarks[i];
        if (remark->line == w->line && remark->glyph != 0 && remark->decision >= from && remark->decision <= to && !tw_is_label(remark)) {
            return remark->glyph;
        }
    }
    return 0;
}

// Does something but a glyph stand at this decision?
bool tw_is_marked(const writer *w, uint32_t decision)
{
    for (int i = 0; i < w->replay->remark_count; i++) {
        const brs_remark *remark = &w->replay->remarks[i];
        if (remark->line == w->line && remark->decision == decision && remark->text.len > 0 && !w->told[i]) {
            return true;
        }
    }
    return false;
}

bool tw_varies_at(const writer *w, uint32_t decision)
{
    for (int i = 0; i < w->replay->variation_count; i++) {
        if (w->replay->variations[i].parent == w->line && w->replay->variations[i].start == decision) {
            return true;
        }
    }
    return false;
}
