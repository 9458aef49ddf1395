// From a transcript to a replay, as a whole or line by line.
#include <stdio.h>

#include "broadside/replay_tools.h"
#include "transcript_parts.h"

// ---- lines --------------------------------------------------------------------------------------------------------

static const brs_game_def *game_of(const ts_line *lines, int count, const brs_library *library)
{
    for (int i = 0; i < count; i++) {
        brs_str value = lines[i].text, key = str_trim(str_cut(&value, ':'));
        for (int k = 0; str_is(key, "game") && k < library->count; k++) {
            if (ts_same_word(str_trim(value), library->shelf[k].game->id)) {
                return library->shelf[k].game;
            }
        }
    }
    return library->shelf[0].game;
}

static ts_line *split(brs_str text, brs_arena *arena, int *count)
{
    int n = 0;
    for (size_t i = 0; i < text.len; i++) {
        n += text.ptr[i] == '\n';
    }
    ts_line *lines = BRS_NEW(arena, ts_line, (size_t)n + 1);
    brs_str line;
    *count = 0;
    while (str_line(&text, &line)) {
        lines[*count] = (ts_line){str_trim(line), *count + 1};
        (*count)++;
    }
    return lines;
}

// ---- the scribe -----------------------------------------------------------------------------------------------------

static brs_scribe *begin(const ts_line *lines, int count, const char *file, const brs_transcript_world *world, brs_arena *arena,
                         brs_report report)
{
    brs_scribe *s = BRS_NEW(arena, brs_scribe, 1);
    s->file = file;
    s->arena = arena;
    s->report = report;
    if (!ts_read_head(lines, count, file, world, arena, &s->head, report)) {
        return NULL;
    }
    s->line = count;
    s->search = world->search;
    return ts_begin_body(s) ? s : NULL;
}

static void report_source(const char *file, brs_report report, brs_err *err)
{
    brs_err_file(err, file);
    if (report.fn != NULL) {
        report.fn(report.ctx, err, false);
    }
}

brs_scribe *brs_scribe_begin(brs_str head, const char *file, const brs_transcript_world *world, brs_arena *arena, brs_report report)
{
    brs_err err = BRS_ERR_NONE;
    int count;
    head = str_of(brs_arena_string(arena, head));
    if (!ts_source(&head, &err)) {
        report_source(file, report, &err);
        return NULL;
    }
    ts_line *lines = split(head, arena, &count);
    return begin(lines, count, file, world, arena, report);
}

bool brs_scribe_line(brs_scribe *s, brs_str line)
{
    brs_err err = BRS_ERR_NONE;
    const int before = s->errors;
    line = str_of(brs_arena_string(s->arena, line));
    s->line++;
    if (!ts_source(&line, &err) || memchr(line.ptr, '\n', line.len) != NULL) {
        brs_fail(&err, BRS_TEXT, "a line has no line breaks in it");
        return ts_pass_on(s, 1, &err);
    }
    return ts_body_line(s, line) && s->errors == before;
}

const brs_game *brs_scribe_game(const brs_scribe *s)
{
    return &s->frame[s->depth - 1]->game;
}

// ---- the replay -------------------------------------------------------------------------------------------------------

static bool add_variations(brs_scribe *s, brs_replay *out, brs_err *err)
{
    for (int i = 0; i < s->variation_count; i++) {
        const ts_variation *v = &s->variations[i];
        if (!brs_replay_vary(out, &s->head.setup, v->parent, v->start, &v->moves, s->arena, err)) {
            return false;
        }
    }
    return true;
}

// Remarks are bound to the state of their decision.
static bool bind(brs_scribe *s, brs_replay *out, uint32_t line, brs_err *err)
{
    brs_player player;
    brs_err found = BRS_ERR_NONE;
    bool any = false;
    for (int i = 0; i < s->remark_count; i++) {
        any = any || s->remarks[i].line == line;
    }
    if (!any) {
        return true;
    }
    bool more = brs_player_open(&player, out, &s->head.setup, line, s->arena, NULL, &found);
    for (uint32_t bound = UINT32_MAX; more; more = player.index >= 0 && brs_player_next(&player, &found)) {
        const bool chance = player.game.n > 0 && player.game.choices[0].seat == BRS_SEAT_CHANCE;
        if (player.decisions == bound || (chance && player.index >= 0)) {
            continue;
        }
        bound = player.decisions;
        const uint32_t hash = (uint32_t)s->head.setup.game->digest(&s->head.setup, player.game.state);
        for (int i = 0; i < s->remark_count; i++) {
            if (s->remarks[i].line == line && s->remarks[i].decision == bound) {
                s->remarks[i].hash = hash;
            }
        }
    }
    if (found.code != BRS_OK) {
        *err = found;
    }
    return found.code == BRS_OK;
}

// Which unseen cards are of a kind is kept as a line of the head: "5 defense; 12 attack", by number of choice.
static void keep_kinds(brs_scribe *s)
{
    brs_buf value;
    buf_init(&value, s->arena, 64);
    for (int i = 0; i < s->unseen_count; i++) {
        buf_putf(&value, "%s%lu %s", i > 0 ? "; " : "", (unsigned long)s->unseen[i].move, s->unseen[i].kind);
    }
    brs_replay *about = &s->head.about;
    if (value.len > 0 && value.len <= 1024 && about->head_count < 64) {
        ((brs_head_line *)(uintptr_t)about->head)[about->head_count++] = (brs_head_line){BRS_STR("?"), buf_str(&value)};
    }
}

// A letter per seat, when they are not A, B, ...: "seats: NESW".
static void keep_letters(brs_scribe *s)
{
    const brs_setup *setup = &s->head.setup;
    char *letters = BRS_NEW(s->arena, char, BRS_MAX_SEATS + 1);
    bool own = false;
    for (int seat = 0; seat < setup->seats; seat++) {
        letters[seat] = brs_seat_letter(setup, seat);
        own = own || letters[seat] != 'A' + seat;
    }
    brs_replay *about = &s->head.about;
    if (own && about->head_count < 64) {
        ((brs_head_line *)(uintptr_t)about->head)[about->head_count++] = (brs_head_line){BRS_STR("seats"), {letters, (size_t)setup->seats}};
    }
}

static bool before(brs_str a, brs_str b)
{
    return a.len != b.len ? a.len < b.len : str_compare(a, b) < 0;
}

static void sort_head(brs_replay *about)
{
    brs_head_line *head = (brs_head_line *)(uintptr_t)about->head;
    int kept = 0;
    for (int i = 0; i < about->head_count; i++) {
        brs_head_line line = head[i];
        int at = kept;
        while (at > 0 && before(line.key, head[at - 1].key)) {
            at--;
        }
        if (at > 0 && str_equal(head[at - 1].key, line.key)) {
            continue;  // the first of two is kept
        }
        memmove(&head[at + 1], &head[at], (size_t)(kept - at) * sizeof *head);
        head[at] = line;
        kept++;
    }
    about->head_count = kept;
}

char ts_comes_to(const brs_scribe *s)
{
    const brs_setup *setup = &s->head.setup;
    const ts_frame *f = s->frame[0];
    brs_result result;
    memset(&result, 0, sizeof result);
    if (f->game.n > 0 && f->end == BRS_END_RULES) {
        return '*';
    }
    setup->game->result(setup, f->game.state, &result);
    const bool conceded = f->end == BRS_END_CONCEDED;
    const int told = conceded && setup->seats == 2 ? 1 - f->end_seat : conceded ? BRS_SEAT_NONE : f->end_seat;
    const int winner = f->game.n > 0 ? told : result.winner;
    return winner < setup->seats ? brs_seat_letter(setup, winner) : '-';
}

static bool check_result(brs_scribe *s, const brs_replay *out)
{
    const brs_setup *setup = &s->head.setup;
    const char wanted = s->head.result;
    const char found = out->end == BRS_END_UNFINISHED ? '*' : out->result.winner < setup->seats ? brs_seat_letter(setup, out->result.winner) : '-';
    char suspects[260] = "";
    if (wanted == 0 || wanted == '*' || wanted == found) {  // "*" was written while the game went on
        return true;
    }
    if (found != '*') {
        ts_suspects(s, s->body_count, suspects, sizeof suspects);
    }
    s->line = s->head.result_line;
    return ts_error(s, 1, BRS_RESULT, suspects, "the head says result %c, the game comes to %c%s%s", wanted, found,
                    found == '*' ? " (not over)" : out->result.reason != 0 ? ", " : "",
                    out->result.reason != 0 ? setup->game->victories[out->result.reason].title : "");
}

bool brs_scribe_end(brs_scribe *s, brs_replay *out)
{
    brs_err err = BRS_ERR_NONE;
    if (s->errors > 0 || !ts_finish_body(s)) {
        return false;
    }
    const ts_frame *f = s->frame[0];
    brs_moves moves = {.index = f->index, .count = f->count, .events = s->events, .event_count = s->event_count, .end = f->end,
                       .end_seat = f->end_seat, .card_text = s->head.card_text};
    if (f->game.n > 0 && f->end == BRS_END_RULES) {
        moves.end = BRS_END_UNFINISHED;
    } else if (f->game.n == 0) {
        moves.end = BRS_END_RULES;
        moves.end_seat = BRS_SEAT_NONE;
    }
    if (!brs_replay_record(&s->head.setup, &moves, s->arena, out, &err) || !add_variations(s, out, &err) || !bind(s, out, 0, &err)) {
        return ts_pass_on(s, 1, &err);
    }
    for (int i = 0; i < s->variation_count; i++) {
        if (!bind(s, out, (uint32_t)i + 1, &err)) {
            return ts_pass_on(s, 1, &err);
        }
    }
    keep_kinds(s);
    keep_letters(s);
    sort_head(&s->head.about);
    const brs_replay *about = &s->head.about;
    brs_replay kept = *out;
    brs_replay_copy_notes(about, out);
    out->variations = kept.variations;
    out->variation_count = kept.variation_count;
    out->remarks = s->remarks;
    out->remark_count = s->remark_count;
    const bool asked = ts_check_questions(s, out);
    return check_result(s, out) && asked;
}

// A variation without its end would take in all that follows, and be blamed for none of it.
static bool alts_end(brs_scribe *s, const ts_line *lines, int count)
{
    int begun[TS_MAX_DEPTH] = {0}, depth = 0;
    for (int i = 0; i < count; i++) {
        brs_str rest = lines[i].text;
        const brs_str word = str_word(&rest);
        if (ts_same_word(word, "alt") && depth < TS_MAX_DEPTH) {
            begun[depth++] = lines[i].number;
        } else if (ts_same_word(word, "end") && str_trim(rest).len == 0 && depth > 0) {
            depth--;
        }
    }
    s->line = depth > 0 ? begun[depth - 1] : 0;
    return depth == 0 || ts_error(s, 1, BRS_TEXT, "Write end below the last line of the variation.", "alt without end");
}

bool brs_transcript_compile(brs_str text, const char *file, const brs_transcript_world *world, brs_arena *arena, brs_replay *out,
                            brs_report report)
{
    brs_err err = BRS_ERR_NONE;
    int count, body = 0;
    char *own = BRS_NEW(arena, char, text.len + 1);
    memcpy(own, text.ptr != NULL ? text.ptr : "", text.len);
    text = (brs_str){own, text.len};
    if (!ts_source(&text, &err)) {
        report_source(file, report, &err);
        return false;
    }
    ts_line *lines = split(text, arena, &count);
    const brs_game_def *game = game_of(lines, count, world->library);
    if (count > BRS_TRANSCRIPT_MAX_LINES) {
        brs_fail(&err, BRS_LIMIT, "the transcript has more than %d lines", BRS_TRANSCRIPT_MAX_LINES);
        report_source(file, report, &err);
        return false;
    }
    while (body < count && (body == 0 || !ts_is_section(game, lines[body].text))) {
        body++;
    }
    brs_scribe *s = begin(lines, body, file, world, arena, report);
    if (s != NULL && !alts_end(s, lines + body, count - body)) {
        return false;
    }
    for (int i = body; s != NULL && i < count && s->errors < BRS_TRANSCRIPT_MAX_ERRORS; i++) {
        s->line = lines[i].number;
        ts_body_line(s, lines[i].text);
    }
    return s != NULL && brs_scribe_end(s, out);
}
