// Reading the body: statements are played as they are read; notes, checks, fixes and variations find their places.
#include <stdarg.h>
#include <stdio.h>

#include "transcript_parts.h"

ts_frame *ts_top(brs_scribe *s)
{
    return s->frame[s->depth - 1];
}

// ---- mistakes --------------------------------------------------------------------------------------------------

static bool tell(brs_scribe *s, int column, brs_err *err)
{
    err->line = s->line;
    err->col = s->rewritten > 0 ? s->rewritten : column > 0 ? column : 1;
    err->file[0] = '\0';
    brs_err_file(err, s->file);
    s->last_code = err->code;
    if (++s->errors <= BRS_TRANSCRIPT_MAX_ERRORS && s->report.fn != NULL) {
        s->report.fn(s->report.ctx, err, false);
    }
    return false;
}

bool ts_pass_on(brs_scribe *s, int column, const brs_err *err)
{
    brs_err copy = *err;
    return tell(s, err->col > 0 ? err->col : column, &copy);
}

bool ts_error(brs_scribe *s, int column, brs_code code, const char *help, const char *format, ...)
{
    brs_err err = BRS_ERR_NONE;
    char text[sizeof err.msg];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    brs_fail(&err, code, "%s", text);
    if (help != NULL && help[0] != '\0') {
        brs_help(&err, "%s", help);
    }
    return tell(s, column, &err);
}

// ---- headers ---------------------------------------------------------------------------------------------------------------

static bool header_seat(brs_scribe *s, ts_frame *f, brs_str word, bool colon)
{
    const brs_setup *setup = &s->head.setup;
    if (word.len == 0) {
        return true;
    }
    int seat = ts_seat_of(setup, word);
    if (seat < 0) {
        return ts_error(s, 1, BRS_TEXT, NULL, "\"%.*s\" is no seat of this game", BRS_ARG(word));
    }
    int turn = setup->game->turn_seat != NULL ? setup->game->turn_seat(ts_state_in_unit(f, f->unit)) : seat;
    for (int i = 0; colon && i < f->forced_count; i++) {  // who leads may have had no choice
        turn = f->forced[i].spelled.spelling.seat == seat ? seat : turn;
    }
    if (turn != seat && turn < setup->seats && f->game.n > 0) {
        char help[480] = "";
        snprintf(help, sizeof help, colon ? "Write %c, or see whether a line above is missing" : "Write T%d %c, or see whether a turn above is missing",
                 colon ? brs_seat_letter(setup, turn) : f->unit, brs_seat_letter(setup, turn));
        ts_add_suspects(s, help, sizeof help);
        f->lost = true;
        return ts_error(s, 1, BRS_DESYNC, help, colon ? "%c does not lead here: %c does" : "this is not %c's turn but %c's", brs_seat_letter(setup, seat),
                        brs_seat_letter(setup, turn));
    }
    return true;
}

static bool wrong_unit(brs_scribe *s, ts_frame *f, int unit, const char *name)
{
    char here[64], help[480] = "";
    const brs_game_def *game = s->head.setup.game;
    f->lost = true;
    if (f->game.n == 0) {
        ts_add_suspects(s, help, sizeof help);
        return ts_error(s, 1, BRS_ILLEGAL, help, "%s cannot begin: the game is over", name);
    }
    brs_unit_name(game->unit, ts_unit_of(f), here, sizeof here);
    snprintf(help, sizeof help, "%s", unit > ts_unit_of(f) ? "What comes before it is missing." : "Lines above went beyond it.");
    ts_add_suspects(s, help, sizeof help);
    return ts_error(s, 1, BRS_DESYNC, help,
                    "%s cannot begin here: the game is in %s", name, ts_unit_of(f) == 0 ? "the setup" : here);
}

// "round 1 dealer N": the first seat deals the first round; who deals later does not matter.
static bool read_opener(brs_scribe *s, int unit, brs_str word)
{
    const brs_setup *setup = &s->head.setup;
    const brs_unit_info *info = setup->game->unit;
    const int seat = ts_seat_of(setup, word);
    if (seat < 0) {
        return ts_error(s, 1, BRS_TEXT, NULL, "\"%.*s\" is no seat of this game", BRS_ARG(word));
    }
    if (unit / info->group == 1 && seat != 0) {
        return ts_error(s, 1, BRS_DESYNC, "Name the players in the order of the table, from the dealer on.", "%c is not the %s: the player named first deals the first %s",
                        word.ptr[0], info->group_opener, info->group_word);
    }
    return true;
}

static bool read_header(brs_scribe *s, brs_str line, int unit, brs_str rest)
{
    ts_frame *f = ts_top(s);
    const brs_game_def *game = s->head.setup.game;
    char name[64];
    brs_unit_name(game->unit, unit, name, sizeof name);
    f->anchor = -1;
    f->last = NULL;
    f->anchor_event = 0;
    if (game->unit->group > 0 && unit > 0) {
        f->group = unit / game->unit->group;
    }
    f->header = f->unit;
    f->unit = unit;
    if (f->lost) {
        return true;
    }
    if (!ts_go_to_unit(s, f, unit, name)) {
        return false;
    }
    if (ts_unit_of(f) != unit && !ts_passed_unit(f, unit)) {
        return wrong_unit(s, f, unit, name);
    }
    if (s->depth == 1 && !s->is_trial && !ts_check_misses(s, false)) {
        f->lost = true;
        return false;
    }
    f->statement = f->unit_first = f->decisions;
    f->before_is_ours = false;
    f->only_chance = false;
    f->first = f->game.n > 0 && ts_unit_of(f) == unit;
    brs_str word = str_word(&rest);
    if (game->unit->group_opener != NULL && ts_same_word(word, game->unit->group_opener)) {
        return read_opener(s, unit, rest);
    }
    bool colon = word.len > 0 && word.ptr[word.len - 1] == ':';
    brs_str seat = {word.ptr, word.len - colon};
    if (!header_seat(s, f, seat, colon)) {
        return false;
    }
    return rest.len == 0 || ts_play_line(s, line, rest);
}

// ---- checks, notes, fixes ---------------------------------------------------------------------------------------------------

static bool ends_word(char c)
{
    return str_blank(c) || c == ',' || c == '#';
}

// Is the word at `at` part of this name, in full?
static bool stands_there(brs_str check, size_t at, brs_str name)
{
    for (size_t from = at > name.len ? at - name.len : 0; from <= at; from++) {
        if (ts_begins((brs_str){check.ptr + from, check.len - from}, name)) {
            return true;
        }
    }
    return false;
}

// The check with its aliases written out: whole words behind the seat, unless the name stands there in full.
static brs_str expand_check(brs_scribe *s, brs_str check)
{
    brs_buf out;
    buf_init(&out, s->arena, check.len + 64);
    for (size_t at = 0, end; at < check.len; at = end) {
        for (end = at; end < check.len && !ends_word(check.ptr[end]); end++) {
        }
        brs_str word = {check.ptr + at, end - at}, name = word;
        ts_expand(&s->head.aliases, &name);
        buf_put(&out, at > 1 && !stands_there(check, at, name) ? name : word);
        while (end < check.len && ends_word(check.ptr[end])) {
            buf_byte(&out, (uint8_t)check.ptr[end++]);
        }
    }
    return buf_str(&out);
}

static bool check_one(brs_scribe *s, ts_frame *f, brs_str line, brs_str check, brs_buf *written)
{
    const brs_setup *setup = &s->head.setup;
    const ts_snapshot *snap = f->anchor >= 0 && !ts_is_at_section(f, f->anchor) ? ts_ended_section(f, f->anchor) : NULL;
    const void *state = snap != NULL ? snap->state : f->game.state;
    const uint32_t events = snap != NULL ? snap->events : f->trace.event_count;
    brs_measure *m = BRS_NEW(s->arena, brs_measure, 1);
    brs_err err = BRS_ERR_NONE;
    const int column = ts_column_of(line.ptr, check.ptr);
    if (!setup->game->measure(setup, state, s->head.aliases.count > 0 ? expand_check(s, check) : check, m, &err)) {
        return ts_pass_on(s, column, &err);
    }
    buf_putf(written, "%s%s", written->len > 0 ? "; " : "", m->text);
    if (m->holds) {
        return true;
    }
    return ts_teach_check(s, column, m, events);
}

static bool read_checks(brs_scribe *s, brs_str line, brs_str text)
{
    ts_frame *f = ts_top(s);
    if (f->lost || f->no_place || s->head.setup.game->measure == NULL) {
        return true;
    }
    bool good = true;
    brs_buf written;
    buf_init(&written, s->arena, 64);
    while (text.len > 0) {
        brs_str check = str_trim(str_cut(&text, ';'));
        const int before = s->errors;
        good = (check.len == 0 || check_one(s, f, line, check, &written)) && good;
        if (s->errors > before && s->last_code == BRS_TEXT) {  // the others of the line are written alike
            break;
        }
    }
    brs_remark *remark = good && written.len > 0 ? ts_add_remark(s, f, BRS_REMARK_CHECK) : NULL;
    if (remark != NULL) {
        remark->text = buf_str(&written);
    }
    f->last = NULL;
    return good;
}

// A line that goes on with the remark of the line above, or begins one.
static bool add_text(brs_scribe *s, int kind, brs_str text)
{
    ts_frame *f = ts_top(s);
    if (f->lost) {
        return true;
    }
    if (f->last == NULL || f->last_kind != kind || f->last != &s->remarks[s->remark_count - 1]) {
        brs_remark *fresh = ts_add_remark(s, f, kind);
        if (fresh == NULL) {
            return false;
        }
        fresh->text = text;
        if (kind == BRS_REMARK_QUIZ) {
            ts_note_question(s, f, fresh);
        }
        f->last = fresh;
        f->last_kind = (uint8_t)kind;
        return true;
    }
    if (f->last->text.len + text.len + 1 > BRS_REPLAY_MAX_REMARK) {
        return ts_error(s, 1, BRS_LIMIT, NULL, "this remark is longer than %d bytes", (int)BRS_REPLAY_MAX_REMARK);
    }
    char *joined = BRS_NEW(s->arena, char, f->last->text.len + text.len + 1);
    memcpy(joined, f->last->text.ptr, f->last->text.len);
    joined[f->last->text.len] = '\n';
    memcpy(joined + f->last->text.len + 1, text.ptr, text.len);
    f->last->text = (brs_str){joined, f->last->text.len + text.len + 1};
    return true;
}

static bool read_anchor(brs_scribe *s, brs_str word)
{
    ts_frame *f = ts_top(s);
    const brs_section_info *sections = s->head.setup.game->unit->sections;
    int64_t event;
    f->last = NULL;
    f->anchor_event = 0;
    f->no_place = false;
    if (word.len > 1 && word.ptr[0] == 'e' && str_number((brs_str){word.ptr + 1, word.len - 1}, &event) && event > 0 && event < 1000000000) {
        f->anchor_event = (uint32_t)event;
        f->anchor = -1;
        return true;
    }
    char list[220] = "Sections:";
    for (int i = 0; sections[i].id != NULL; i++) {
        if (ts_same_word(word, sections[i].id)) {
            f->anchor = i;
            return f->lost || ts_go_to_section(s, f, i);
        }
        size_t len = strlen(list);
        snprintf(list + len, sizeof list - len, " @%s", sections[i].id);
    }
    f->no_place = true;
    for (int i = 0; i < s->known_count; i++) {
        if (s->known[i].quantity == UINT16_MAX && ts_same_word(word, s->known[i].is)) {
            return true;  // it has been told
        }
    }
    if (s->known_count < 64) {
        ts_known_error *known = &s->known[s->known_count++];
        *known = (ts_known_error){.quantity = UINT16_MAX};
        snprintf(known->is, sizeof known->is, "%.*s", BRS_ARG(word));
    }
    return ts_error(s, 1, BRS_TEXT, list, "there is no section @%.*s", BRS_ARG(word));
}

// ---- a line -----------------------------------------------------------------------------------------------------------------------

static bool read_end(brs_scribe *s, brs_str text)
{
    ts_frame *f = ts_top(s);
    brs_str rest = text;
    int seat = ts_cut_seat(&s->head.setup, &rest);
    if (seat == BRS_SEAT_NONE && s->head.setup.game->turn_seat != NULL) {
        seat = s->head.setup.game->turn_seat(f->game.state);
    }
    if (seat >= s->head.setup.seats) {
        return ts_error(s, 1, BRS_TEXT, "A concede", "who concedes?");
    }
    if (s->depth == 1 && !f->lost) {
        f->end = BRS_END_CONCEDED;
        f->end_seat = (uint8_t)seat;
    }
    return true;
}

// A statement that is the game's own but a check in fact: "A ua Ink Duty; Harbor Ban" , "ranks King N; Queen E".
static bool is_told_result(const brs_setup *setup, brs_str line, brs_buf *check)
{
    brs_str rest = line, word = str_word(&rest);
    if (ts_seat_of(setup, word) >= 0) {
        brs_str verb = str_word(&rest);
        if (!ts_same_word(verb, "ua")) {
            return false;
        }
        buf_putf(check, "%.*s ua ", BRS_ARG(word));
        for (size_t i = 0; i < rest.len; i++) {
            buf_byte(check, rest.ptr[i] == ';' ? ',' : (uint8_t)rest.ptr[i]);
        }
        return true;
    }
    if (ts_same_word(word, "ranks")) {
        buf_puts(check, "ranks ");
        for (size_t i = 0; i < rest.len; i++) {
            buf_byte(check, rest.ptr[i] == ';' ? ',' : (uint8_t)rest.ptr[i]);
        }
        return true;
    }
    return false;
}

// "agreed A", "agreed draw": the players settled it.
static bool read_agreed(brs_scribe *s, brs_str text)
{
    ts_frame *f = ts_top(s);
    const int seat = ts_seat_of(&s->head.setup, text);
    if (seat < 0 && !ts_same_word(text, "draw")) {
        return ts_error(s, 1, BRS_TEXT, "agreed A, or agreed draw", "who was agreed to have won?");
    }
    if (s->depth == 1 && !f->lost) {
        f->end = BRS_END_AGREED;
        f->end_seat = seat < 0 ? BRS_SEAT_NONE : (uint8_t)seat;
    }
    return true;
}

static bool ends_with_concede(const brs_setup *setup, brs_str line)
{
    brs_str rest = line, word = str_word(&rest);
    return ts_same_word(line, "concede") || (ts_seat_of(setup, word) >= 0 && ts_same_word(rest, "concede"));
}

static bool read_words(brs_scribe *s, brs_str line)
{
    const brs_setup *setup = &s->head.setup;
    ts_frame *f = ts_top(s);
    brs_str rest = line, word = str_word(&rest);
    brs_buf check;
    int unit;
    if (ts_same_word(word, "alt")) {
        return ts_begin_alt(s, rest);
    }
    if (ts_same_word(line, "end")) {
        return ts_end_alt(s);
    }
    if (ts_unit_header(setup->game, line, &unit, f->group, &rest)) {
        return read_header(s, line, unit, rest);
    }
    if (f->end != BRS_END_RULES) {
        const bool told = f->lost;
        f->lost = true;
        return told || ts_error(s, 1, BRS_ILLEGAL, "Take the line that ends it out, or what stands below it.",
                                "the players ended the game above: nothing can follow");
    }
    if (f->unit < 0 && !f->lost) {
        f->lost = true;
        return ts_error(s, 1, BRS_TEXT, NULL, "a statement stands below a header: setup, T1 A, or round 1");
    }
    if (ts_same_word(word, "fix")) {
        return ts_read_fix(s, line, rest);
    }
    if (ts_same_word(word, "missed")) {
        return ts_read_missed(s, line, rest);
    }
    if (ends_with_concede(setup, line)) {
        return read_end(s, line);
    }
    if (ts_same_word(word, "agreed")) {
        return read_agreed(s, rest);
    }
    buf_init(&check, s->arena, 16);
    if (is_told_result(setup, line, &check)) {
        return read_checks(s, buf_str(&check), buf_str(&check));
    }
    return ts_play_line(s, line, line);
}

static void keep_line(brs_scribe *s, brs_str line)
{
    if (s->body_count == s->body_cap) {
        const int cap = s->body_cap == 0 ? 256 : 2 * s->body_cap;
        ts_body *more = BRS_NEW(s->arena, ts_body, (size_t)cap);
        if (s->body_count > 0) {
            memcpy(more, s->body, (size_t)s->body_count * sizeof *more);
        }
        s->body = more;
        s->body_cap = cap;
    }
    s->body[s->body_count++] = (ts_body){line, s->line};
}

bool ts_body_line(brs_scribe *s, brs_str line)
{
    line = str_trim(line);
    if (s->search > 0) {
        keep_line(s, line);
    }
    brs_str rest = {line.ptr + 1, line.len > 0 ? line.len - 1 : 0};
    if (line.len == 0) {
        ts_top(s)->last = NULL;
        return true;
    }
    switch (line.ptr[0]) {
    case '#': return add_text(s, BRS_REMARK_COMMENT, str_trim(rest));
    case '>': return add_text(s, BRS_REMARK_NOTE, rest.len > 0 && rest.ptr[0] == ' ' ? (brs_str){rest.ptr + 1, rest.len - 1} : rest);
    case '@': return read_anchor(s, str_trim(rest));
    default: break;
    }
    if (line.ptr[0] == '=' && (rest.len == 0 || str_blank(rest.ptr[0]))) {
        return read_checks(s, line, str_trim(rest));
    }
    if (ts_begins(line, BRS_STR("ask:")) || ts_begins(line, BRS_STR("check:")) || ts_begins(line, BRS_STR("right:")) ||
        ts_begins(line, BRS_STR("wrong:"))) {
        if (ts_begins(line, BRS_STR("ask:"))) {
            ts_top(s)->last = NULL;
        }
        return add_text(s, BRS_REMARK_QUIZ, line);
    }
    return read_words(s, line);
}

// The file is at its end, and its head says that the game was over: what is implied is made.
bool ts_finish_body(brs_scribe *s)
{
    ts_frame *f = ts_top(s);
    if (s->depth > 1) {
        return ts_error(s, 1, BRS_TEXT, NULL, "alt without end");
    }
    const int unit = f->lost ? 0 : ts_unit_of(f);
    while (!f->lost && f->end == BRS_END_RULES && f->game.n > 0 && s->head.result != 0 && s->head.result != '*' && ts_unit_of(f) == unit) {
        ts_spell_open(s, f);
        const int index = ts_implied_of(s, f);
        if (index < 0 || !ts_choose(s, f, index)) {
            break;
        }
    }
    if (f->due_count > 0 && !f->lost) {
        return ts_error(s, 1, BRS_ILLEGAL, NULL, "a fix or a missed trigger takes hold at the next decision of a player: none follows this one");
    }
    if (!f->lost && !s->is_trial && !ts_check_misses(s, f->game.n == 0)) {
        return false;
    }
    return s->errors == 0;
}

// ---- beginning ------------------------------------------------------------------------------------------------------------------------

bool ts_begin_body(brs_scribe *s)
{
    brs_err err = BRS_ERR_NONE;
    const size_t size = s->head.setup.game->state_size;
    s->spelled = BRS_NEW(s->arena, ts_spelled, BRS_MAX_CHOICES);
    s->choices = BRS_NEW(s->arena, brs_choice, BRS_MAX_CHOICES);
    s->parts = BRS_NEW(s->arena, ts_part, TS_MAX_PARTS);
    s->scratch = brs_arena_alloc(s->arena, 1, size);
    s->origin = brs_arena_alloc(s->arena, 1, size);
    s->events = BRS_NEW(s->arena, brs_table_event, BRS_REPLAY_MAX_EVENTS);
    s->variations = BRS_NEW(s->arena, ts_variation, BRS_REPLAY_MAX_VARIATIONS);
    s->known = BRS_NEW(s->arena, ts_known_error, 64);
    s->unseen = BRS_NEW(s->arena, ts_unseen, 128);
    ts_frame *f = ts_new_frame(s);
    if (!brs_game_start(&f->game, &s->head.setup, f->game.state, f->game.choices, &f->trace, &err)) {
        return ts_pass_on(s, 1, &err);
    }
    ts_listen(f);
    return true;
}
