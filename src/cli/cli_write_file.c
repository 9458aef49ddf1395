// The file of `broadside write`: its lines are played by a scribe and on disk, each before the next one is asked for.
#include "cli_write.h"

#include <stdio.h>
#include <string.h>

#include "str.h"

static void take_mistake(void *ctx, const brs_err *err, bool warning)
{
    writing *w = ctx;
    (void)warning;
    if (w->mistakes++ == 0) {
        w->first = *err;
    }
}

// ---- the scribe ------------------------------------------------------------------------------------------------------

bool write_begin_anew(writing *w)
{
    const brs_report report = {take_mistake, w};
    brs_arena_reset(&w->work);
    w->mistakes = 0;
    w->first = BRS_ERR_NONE;
    w->scribe = brs_scribe_begin(w->head, w->path, &w->world, &w->work, report);
    for (int i = 0; w->scribe != NULL && i < w->lines; i++) {
        if (!brs_scribe_line(w->scribe, str_of(w->line[i]))) {
            return false;
        }
    }
    return w->scribe != NULL;
}

bool write_is_header(const char *line)
{
    return (line[0] == 'T' && line[1] >= '0' && line[1] <= '9') || strncmp(line, "round ", 6) == 0 || strncmp(line, "trick ", 6) == 0 ||
           strcmp(line, "setup") == 0;
}

bool write_save_line(writing *w, const char *line, brs_err *err)
{
    char text[CLI_MAX_LINE + 8];
    const int len = snprintf(text, sizeof text, "%s%s\n", write_is_header(line) ? "" : "  ", line);
    if (w->lines == WRITE_MAX_LINES) {
        return brs_fail(err, BRS_LIMIT, "more than %d lines", (int)WRITE_MAX_LINES);
    }
    w->step[w->lines] = w->steps;
    w->line[w->lines++] = brs_arena_string(&w->cli->arena, str_of(line));
    return fs_append(&w->file, (brs_str){text, (size_t)len}, err);
}

// "T5 B", "round 2", "trick 3": the header of the unit that the game is in.
void write_header_of(const writing *w, int unit, char *out, size_t cap, bool seat)
{
    const brs_game *game = brs_scribe_game(w->scribe);
    const brs_unit_info *info = game->setup->game->unit;
    if (info->group > 0) {
        if (unit % info->group == 0) {
            snprintf(out, cap, "round %d", unit / info->group);
        } else {
            snprintf(out, cap, "%s %d", info->id, unit % info->group);
        }
        return;
    }
    const int who = game->setup->game->turn_seat(game->state);
    if (unit == 0) {
        snprintf(out, cap, "setup");
    } else if (seat && who < game->setup->seats) {
        snprintf(out, cap, "T%d %c", unit, brs_seat_letter(game->setup, who));
    } else {
        snprintf(out, cap, "T%d", unit);
    }
}

int write_unit_now(const writing *w)
{
    const brs_game *game = brs_scribe_game(w->scribe);
    return game->setup->game->unit_now(game->state);
}

// Headers of units that have begun, so that nobody has to write them.
bool write_add_headers(writing *w, int before, brs_err *err)
{
    const int unit = write_unit_now(w), group = brs_scribe_game(w->scribe)->setup->game->unit->group;
    char header[64];
    if (brs_scribe_game(w->scribe)->n == 0 || unit == before) {
        return true;
    }
    write_header_of(w, unit, header, sizeof header, true);
    if (w->lines > 0 && strcmp(w->line[w->lines - 1], header) == 0) {  // it was written to get here
        return true;
    }
    if (group > 0 && unit / group != before / group && unit % group != 0) {
        write_header_of(w, unit / group * group, header, sizeof header, true);
        if (brs_scribe_line(w->scribe, str_of(header)) && !write_save_line(w, header, err)) {
            return false;
        }
    }
    write_header_of(w, unit, header, sizeof header, true);
    return brs_scribe_line(w->scribe, str_of(header)) ? write_save_line(w, header, err) : write_begin_anew(w);
}

// ---- changes of the whole ------------------------------------------------------------------------------------------

// The whole file anew, in one step.
bool write_rewrite_file(writing *w, brs_err *err)
{
    brs_buf all;
    buf_init(&all, &w->cli->arena, 4096);
    buf_put(&all, w->head);
    for (int i = 0; i < w->lines; i++) {
        buf_putf(&all, "%s%s\n", write_is_header(w->line[i]) ? "" : "  ", w->line[i]);
    }
    return fs_append_close(&w->file, false, err) && fs_write(w->path, buf_str(&all), true, err) &&
           fs_append_open(w->path, (int64_t)all.len, &w->file, err);
}

bool write_take_back(writing *w, const char **taken, brs_err *err)
{
    int kept = 0;
    *taken = NULL;
    for (int i = 0; i < w->lines; i++) {
        if (w->step[i] != w->steps) {
            w->step[kept] = w->step[i];
            w->line[kept++] = w->line[i];
        } else if (!write_is_header(w->line[i])) {
            *taken = w->line[i];
        }
    }
    w->lines = kept;
    w->steps--;
    return write_rewrite_file(w, err) && (write_begin_anew(w), true);
}

// ---- beginning --------------------------------------------------------------------------------------------------------

brs_str write_new_head(writing *w)
{
    const write_options *o = &w->o;
    brs_buf *head = BRS_NEW(&w->cli->arena, brs_buf, 1);
    buf_init(head, &w->cli->arena, 512);
    buf_putf(head, "broadside-transcript 1\ngame: %s\n", o->game != NULL ? o->game : "rnr");
    if (o->edition != NULL) {
        buf_putf(head, "edition: %s\n", o->edition);
    }
    for (int seat = 0; seat < o->names; seat++) {
        buf_putf(head, "%s %c \"", seat == 0 ? "players:" : ";", 'A' + seat);
        for (const char *c = o->name[seat]; *c != '\0'; c++) {
            buf_putf(head, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
        }
        buf_byte(head, '"');
    }
    buf_puts(head, o->names > 0 ? "\n" : "");
    for (int seat = 0; seat < o->decks; seat++) {
        buf_putf(head, "%s %c %s", seat == 0 ? "decks:" : ";", 'A' + seat, o->deck[seat]);
    }
    buf_puts(head, o->decks > 0 ? "\n" : "");
    buf_putf(head, o->seed != NULL ? "chance: seed %s\n\n" : "chance: recorded\n\n", o->seed);
    return buf_str(head);
}

// A transcript that is there already: its head, and its lines.
bool write_read_file(writing *w, brs_err *err)
{
    brs_str text, line;
    bool joins = false;
    int statement = 0;  // step of the last one
    if (!fs_read(w->path, BRS_TRANSCRIPT_MAX_FILE, &w->cli->arena, &text, err)) {
        return false;
    }
    // A line without its end was not finished.
    while (text.len > 0 && text.ptr[text.len - 1] != '\n') {
        text.len--;
    }
    brs_str rest = text;
    w->head = text;
    while (str_line(&rest, &line)) {
        const char *own = brs_arena_string(&w->cli->arena, str_trim(line));
        if (w->lines == 0 && !write_is_header(own)) {
            continue;
        }
        if (w->lines == 0) {
            w->head.len = (size_t)(line.ptr - text.ptr);
        }
        if (w->lines == WRITE_MAX_LINES) {
            return brs_fail(err, BRS_LIMIT, "more than %d lines", (int)WRITE_MAX_LINES);
        }
        // A header came with the last statement before it; "T4" without a seat was written to get to the line below it.
        const bool header = write_is_header(own) && strchr(own, ':') == NULL, bare = header && own[0] == 'T' && strchr(own, ' ') == NULL;
        w->steps += w->lines > 0 && !joins && (bare || !header);
        joins = bare;
        w->step[w->lines] = header && !bare ? statement : w->steps;
        statement = strchr("=@>#", own[0]) == NULL ? w->steps : statement;
        w->line[w->lines++] = own;
    }
    return fs_append_open(w->path, (int64_t)text.len, &w->file, err);
}
