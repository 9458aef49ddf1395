// From a replay to its transcript: the game is played again and each choice written as its game spells it.
//
// What a reader supplies by itself is left out, unless the text that comes next would be taken for an answer to it.
#include <stdio.h>

#include "transcript_writer.h"

static bool grouped(const writer *w)
{
    return w->setup->game->unit->group > 0;
}

static void put_own_line(writer *w, const char *text)
{
    tw_indent(w, 1);
    buf_puts(w->out, text);
    buf_byte(w->out, '\n');
}

// ---- lines -----------------------------------------------------------------------------------------------------------

static bool put_variations(writer *w, uint32_t from, uint32_t to);

// A piece ends: its glyph.
static void end_piece(writer *w, uint32_t from, uint32_t to)
{
    const uint8_t glyph = tw_glyph_at(w, from, to);
    if (glyph != 0) {
        buf_putf(&w->text, " %s", ts_glyphs[glyph]);
    }
}

static uint32_t decisions_now(const writer *w)
{
    return w->player.decisions;
}

static void put_line_text(writer *w)
{
    char gathered[256];
    const brs_game_def *game = w->setup->game;
    const brs_str text = buf_str(&w->text);
    if (w->head[0] != '\0') {
        buf_putf(w->out, "%s %.*s", w->head, BRS_ARG(text));
        w->head[0] = '\0';
        return;
    }
    const int len = game->gather != NULL ? game->gather(w->setup, w->player.game.state, text, gathered, sizeof gathered) : 0;
    buf_put(w->out, len > 0 ? (brs_str){gathered, (size_t)len} : text);
}

// Ends the line at hand; its remarks and variations follow.
static bool end_line(writer *w)
{
    w->may_go_on = false;
    if (!w->open) {
        return true;
    }
    w->open = false;
    const bool decided = w->line_end > w->line_begin;
    const uint32_t last = decided ? w->line_end - 1 : w->line_begin;
    if (decided) {
        end_piece(w, w->glyph_begin, last);
    }
    tw_indent(w, 1);
    put_line_text(w);
    buf_byte(w->out, '\n');
    buf_reset(&w->text);
    w->pieces = 0;
    w->begin = w->line_end;
    const uint32_t past = decided ? last : last > 0 ? last - 1 : 0;
    if (decided || last > 0) {
        tw_put_remarks(w, past, TW_PLAIN);
    }
    if (!w->mending) {
        tw_put_event_remarks(w);
    }
    if (decided && !put_variations(w, w->line_begin, last)) {
        return false;
    }
    if (decided || last > 0) {
        tw_put_remarks(w, past, TW_ENDED);
    }
    return true;
}

// Headers stand at the margin; in a variation, one level below its alt.
static void put_header(writer *w)
{
    w->deeper = 0;
    tw_indent(w, w->line > 0);
    w->deeper = w->line > 0;
}

static bool begin_unit(writer *w)
{
    const brs_game_def *game = w->setup->game;
    const int unit = game->unit_now(w->player.game.state);
    if (unit == w->unit || (w->line > 0 && w->player.index < 0 && !tw_is_marked(w, decisions_now(w)))) {
        return true;
    }
    if (!end_line(w)) {
        return false;
    }
    if (w->unit >= 0 && decisions_now(w) > 0) {
        tw_put_remarks(w, decisions_now(w) - 1, TW_ALL);
    }
    tw_put_section_remarks(w);
    const int before = w->unit;
    w->ended = 0;
    w->unit = unit;
    w->left_count = 0;
    w->begin = decisions_now(w);
    const int group = game->unit->group;
    const int seat = game->turn_seat(w->player.game.state);
    if (group == 0) {
        put_header(w);
        if (unit == 0) {
            buf_puts(w->out, "setup\n");
        } else {
            buf_putf(w->out, "T%d %c\n", unit, brs_seat_letter(w->setup, seat));
        }
        return true;
    }
    if (unit / group > before / group || before < 0) {
        put_header(w);
        buf_putf(w->out, "%s %d", game->unit->group_word, unit / group);
        if (unit / group == 1) {
            buf_putf(w->out, " %s %c", game->unit->group_opener, brs_seat_letter(w->setup, 0));
        }
        buf_byte(w->out, '\n');
    }
    if (unit % group > 0) {
        snprintf(w->head, sizeof w->head, "%s %d", game->unit->id, unit % group);
    }
    return true;
}

static void flush_left_out(writer *w)
{
    if (w->left_count > 0 && w->open) {
        end_line(w);
    }
    for (int i = 0; i < w->left_count; i++) {
        const left_out *left = &w->left[i];
        const bool on = i > 0 && left->joint != NULL && strcmp(left[-1].begin, left->begin) == 0;
        if (on) {
            w->out->len--;  // of the line above
            buf_puts(w->out, left->joint);
        } else {
            tw_indent(w, 1);
            buf_putf(w->out, "%s%s", left->begin, left->noun[0] != '\0' ? " " : "");
        }
        buf_putf(w->out, "%s\n", left->noun);
        w->begin = left->decision;
    }
    w->left_count = 0;
}

// Would this word be taken for an answer to what was left out?
static bool would_be_taken(const writer *w, int verb)
{
    const brs_verb *rows = w->setup->game->verbs;
    for (int i = 0; i < w->left_count; i++) {
        for (int row = 0; row < MAX_VERBS && rows[row].word != NULL; row++) {
            if ((w->left[i].verbs >> row & 1) != 0 && ts_is_verb(&rows[row], str_of(rows[verb].word))) {
                return true;
            }
        }
    }
    return false;
}

static void begin_piece(writer *w, const ts_spelled *spelled)
{
    const int seat = spelled->spelling.seat;
    const int turn = w->setup->game->turn_seat(w->player.game.state);
    if (!w->open) {
        w->open = true;
        w->line_begin = w->begin;
        w->pieces = 0;
    }
    w->glyph_begin = w->line_end > w->line_begin && w->pieces > 0 ? w->line_end : w->line_begin;
    if (w->pieces++ > 0) {
        buf_puts(&w->text, " | ");
    }
    if (w->head[0] != '\0' && strchr(w->head, ':') == NULL) {
        size_t len = strlen(w->head);
        snprintf(w->head + len, sizeof w->head - len, " %c:", brs_seat_letter(w->setup, seat < w->setup->seats ? seat : 0));
        return;
    }
    if (seat < w->setup->seats && (grouped(w) || seat != turn)) {
        buf_putf(&w->text, "%c ", brs_seat_letter(w->setup, seat));
    }
}

// A statement that goes on with what a card began says which: "for Stockade -> Ink Duty".
static void put_asker(writer *w, const brs_verb *row)
{
    const brs_game_def *game = w->setup->game;
    const void *state = w->player.game.state;
    const int handle = row->goes_on && game->asker != NULL ? game->asker(w->setup, state) : 0;
    if (handle > 0) {
        ts_spelled card = {.spelling = {.number = -1, .of = BRS_SEAT_NONE}};
        char name[2 * BRS_MAX_NOUN];
        snprintf(card.spelling.name, sizeof card.spelling.name, "%.*s", BRS_ARG(game->handle_name(w->setup, handle)));
        ts_print_noun(w->setup, &card, name, sizeof name);
        buf_putf(&w->text, "for %s ", name);
    }
}

static const char *kind_of_unseen(const writer *w, uint32_t move, brs_arena *arena)
{
    for (int i = 0; i < w->replay->head_count; i++) {
        brs_str rest = w->replay->head[i].value;
        while (str_is(w->replay->head[i].key, "?") && rest.len > 0) {
            brs_str item = str_trim(str_cut(&rest, ';'));
            int64_t number;
            if (str_number(str_word(&item), &number) && number == (int64_t)move && w->line == 0) {
                return brs_arena_string(arena, item);
            }
        }
    }
    return "";
}

// Writes one choice, as a part of the statement before or as a statement.
static bool write_choice(writer *w, const ts_spelled *spelled, bool implied, uint64_t verbs, bool chance, bool forced)
{
    const brs_game_def *game = w->setup->game;
    const brs_verb *row = &game->verbs[spelled->spelling.verb];
    const int section = game->section_now != NULL ? game->section_now(w->player.game.state) : -1;
    char noun[2 * BRS_MAX_NOUN + 16];
    ts_print_noun(w->setup, spelled, noun, sizeof noun);
    const char *kind = chance && strcmp(noun, "?") == 0 ? kind_of_unseen(w, w->move, w->arena) : "";
    const uint32_t now = decisions_now(w);
    if (kind[0] != '\0') {
        size_t len = strlen(noun);
        snprintf(noun + len, sizeof noun - len, "%s", kind);
    }
    const bool begins = w->pieces > 0 && (row->line == BRS_LINE_BEGINS || (row->line == BRS_LINE_BEGINS_RUN && w->verb != spelled->spelling.verb));
    const bool on = w->may_go_on && w->open && w->left_count == 0 && w->seat == spelled->spelling.seat && w->section == section &&
                    !(grouped(w) && !row->goes_on && row->joint == NULL);
    const bool joined = on && row->joint != NULL && w->verb == spelled->spelling.verb;
    if (forced && !grouped(w) && !(row->goes_on && on)) {
        w->may_go_on = w->may_go_on && row->goes_on;
        return true;
    }
    if (implied && kind[0] == '\0' && w->left_count < MAX_LEFT_OUT && !(forced && grouped(w))) {
        left_out *left = &w->left[w->left_count++];
        *left = (left_out){.verbs = verbs, .decision = now + !chance, .joint = row->joint};
        const bool other = spelled->spelling.seat < w->setup->seats && spelled->spelling.seat != game->turn_seat(w->player.game.state);
        snprintf(left->begin, sizeof left->begin, "%c %s", brs_seat_letter(w->setup, other ? spelled->spelling.seat : 0), row->word);
        memmove(left->begin, left->begin + (other ? 0 : 2), strlen(left->begin) + 1 - (other ? 0 : 2));
        snprintf(left->noun, sizeof left->noun, "%s", noun);
        w->was_implied = true;
        return true;
    }
    if (would_be_taken(w, spelled->spelling.verb)) {
        if (w->open && !end_line(w)) {
            return false;
        }
        flush_left_out(w);
    }
    w->left_count = 0;
    if (joined) {
        buf_putf(&w->text, "%s%s", row->joint, noun);
    } else if (on && row->goes_on) {
        buf_putf(&w->text, " %s%s%s", row->word, noun[0] != '\0' ? " " : "", noun);
    } else {
        if (w->open && (!grouped(w) || begins) && !end_line(w)) {
            return false;
        }
        if (w->open) {
            end_piece(w, w->glyph_begin, w->line_end > w->line_begin ? w->line_end - 1 : w->line_begin);
        }
        begin_piece(w, spelled);
        put_asker(w, row);
        buf_putf(&w->text, "%s%s%s", row->word, row->word[0] != '\0' && noun[0] != '\0' ? " " : "", noun);
    }
    w->may_go_on = true;
    w->seat = spelled->spelling.seat;
    w->section = section;
    w->verb = spelled->spelling.verb;
    w->line_end = forced || chance ? now : now + 1;
    return true;
}

// ---- choices that leave none, and marks -----------------------------------------------------------------------------

static void settle_marks(writer *w)
{
    char marks[16] = "";
    if (!w->marks_wait) {
        return;
    }
    w->marks_wait = false;
    if (w->setup->game->marks != NULL && w->open) {
        w->setup->game->marks(w->setup, w->before, w->player.game.state, w->pending, marks, sizeof marks);
        buf_puts(&w->text, marks);
    }
}

// Remarks that stand behind what just happened without a decision.
static bool put_event_remarks(writer *w)
{
    if (!tw_has_event_remarks(w) || w->player.game.n == 0) {
        return true;
    }
    if (!end_line(w)) {
        return false;
    }
    flush_left_out(w);
    tw_put_event_remarks(w);
    return true;
}

static void wait_for_marks(writer *w, brs_choice choice)
{
    memcpy(w->before, w->player.game.state, w->setup->game->used(w->player.game.state));
    w->pending = choice;
    w->marks_wait = true;
}

static void on_forced(void *ctx)
{
    writer *w = ctx;
    ts_spelled spelled;
    const brs_choice choice = w->player.game.choices[0];
    settle_marks(w);
    const int unit = w->unit;
    if (begin_unit(w) && w->unit != unit && grouped(w)) {  // below the new header, before what is forced there
        put_event_remarks(w);
    }
    ts_spell(w->setup, w->player.game.state, &choice, 1, &spelled);
    write_choice(w, &spelled, false, 0, choice.seat == BRS_SEAT_CHANCE, true);
    if (w->open && grouped(w)) {
        wait_for_marks(w, choice);
    }
}

static void on_boundary(void *ctx)
{
    writer *w = ctx;
    const brs_game_def *game = w->setup->game;
    if (game->section_now != NULL && game->unit_now(w->player.game.state) == w->unit) {
        const int section = game->section_now(w->player.game.state);
        w->ended |= UINT64_C(1) << section;
        w->ended_with[section] = w->trace.event_count;
    }
}

// ---- a line of play ------------------------------------------------------------------------------------------------------

static void put_fix(writer *w, const brs_table_event *event)
{
    const brs_game_def *game = w->setup->game;
    const brs_amend *a = &event->amend;
    tw_indent(w, 1);
    if (a->kind == 2) {
        char name[2 * BRS_MAX_NOUN];
        ts_card_text(w->setup, w->player.game.state, a->what, name, sizeof name);
        buf_putf(w->out, "missed %s\n", name);
        return;
    }
    char upper[32];
    size_t len = 0;
    for (const char *id = game->quantities[a->what].id; *id != '\0' && len + 1 < sizeof upper; id++) {
        upper[len++] = *id >= 'a' && *id <= 'z' ? (char)(*id - 32) : *id;
    }
    buf_putf(w->out, "fix %c %.*s %d", brs_seat_letter(w->setup, a->seat), (int)len, upper, a->value);
    for (int i = 0; i < w->replay->remark_count; i++) {
        const brs_remark *remark = &w->replay->remarks[i];
        if (!w->told[i] && remark->decision == event->decision && tw_is_fix_reason(w, remark)) {
            w->told[i] = true;
            buf_puts(w->out, " because ");
            ts_quote(w->out, (brs_str){remark->text.ptr + 5, remark->text.len - 5});
            break;
        }
    }
    buf_byte(w->out, '\n');
}

// Do mends of the table stand at the open decision, number `at` and on? Then remarks come behind them.
static bool is_mended(const writer *w, int at)
{
    return w->line == 0 && at < w->replay->event_count && w->replay->events[at].decision == decisions_now(w);
}

static bool put_fixes(writer *w, uint32_t decision, int *at)
{
    bool any = false;
    while (w->line == 0 && *at < w->replay->event_count && w->replay->events[*at].decision == decision) {
        w->mending = true;
        if (!any && !end_line(w)) {
            return false;
        }
        flush_left_out(w);
        w->mending = false;
        put_fix(w, &w->replay->events[(*at)++]);
        any = true;
    }
    if (any) {
        w->begin = decision;
    }
    return !any || put_event_remarks(w);
}

static int first_implied(const writer *w, int n)
{
    for (int i = 0; i < n; i++) {
        if (w->spelled[i].spelling.implied) {
            return i;
        }
    }
    return -1;
}

static bool write_step(writer *w)
{
    const brs_game *game = &w->player.game;
    const bool chance = game->choices[0].seat == BRS_SEAT_CHANCE;
    const uint32_t now = decisions_now(w);
    uint64_t verbs = 0;
    ts_spell(w->setup, game->state, game->choices, game->n, w->spelled);
    for (int i = 0; i < game->n; i++) {
        verbs |= UINT64_C(1) << w->spelled[i].spelling.verb;
    }
    if (!chance && (tw_varies_at(w, now) || (tw_is_marked(w, now) && w->left_count == 0))) {
        const brs_verb *row = &w->setup->game->verbs[w->spelled[w->player.index].spelling.verb];
        if (!row->goes_on || tw_varies_at(w, now)) {
            if (!end_line(w)) {
                return false;
            }
            if (tw_varies_at(w, now)) {
                flush_left_out(w);
            }
            w->begin = now;
        }
    }
    const bool implied = w->player.index == first_implied(w, game->n) && (chance || !tw_varies_at(w, now));  // an alt stands below a line
    if (!write_choice(w, &w->spelled[w->player.index], implied, verbs, chance, false)) {
        return false;
    }
    if (!implied || w->left_count == 0) {
        wait_for_marks(w, game->choices[w->player.index]);
    }
    w->move++;
    return true;
}

static void put_end(writer *w)
{
    const brs_replay *r = w->replay;
    if (w->line == 0 && r->end == BRS_END_CONCEDED && r->end_seat < w->setup->seats) {
        buf_putf(w->out, "  %c concede\n", brs_seat_letter(w->setup, r->end_seat));
    } else if (w->line == 0 && r->end == BRS_END_AGREED) {
        buf_putf(w->out, "  agreed %.*s\n", r->end_seat < w->setup->seats ? 1 : 4,
                 r->end_seat < w->setup->seats ? (char[]){brs_seat_letter(w->setup, r->end_seat), '\0'} : "draw");
    }
}

static bool write_line(writer *w, uint32_t start)
{
    int fixes = 0;
    brs_err found = BRS_ERR_NONE;
    brs_trace_init(&w->trace, w->arena);
    w->trace.boundary = on_boundary;
    w->trace.watch_ctx = w;
    bool more = brs_player_open(&w->player, w->replay, w->setup, w->line, w->arena, &w->trace, &found);
    while (more && w->line > 0 && w->player.index >= 0 &&
           (w->player.decisions < start || w->player.game.choices[0].seat == BRS_SEAT_CHANCE)) {
        more = brs_player_next(&w->player, &found);
    }
    w->unit = w->line == 0 ? -1 : w->setup->game->unit_now(w->player.game.state);
    w->begin = w->line == 0 ? 0 : start;
    w->player.game.forced = on_forced;
    w->player.game.forced_ctx = w;
    while (more) {
        settle_marks(w);
        if (!begin_unit(w) || (!is_mended(w, fixes) && !put_event_remarks(w))) {
            return false;
        }
        if (w->line == 0 && w->replay->decisions.count == 0) {
            tw_put_remarks(w, 0, TW_PLAIN);  // behind what was dealt they would be read as said of that
        }
        if (w->player.game.n > 0 && w->player.game.choices[0].seat != BRS_SEAT_CHANCE && !put_fixes(w, decisions_now(w), &fixes)) {
            return false;
        }
        if (w->player.index < 0) {
            break;
        }
        if (!write_step(w)) {
            return false;
        }
        more = brs_player_next(&w->player, &found);
        settle_marks(w);
        if (more && !is_mended(w, fixes) && !put_event_remarks(w)) {
            return false;
        }
    }
    if (found.code != BRS_OK) {
        *w->err = found;
        return false;
    }
    settle_marks(w);
    if (!end_line(w)) {
        return false;
    }
    flush_left_out(w);
    tw_put_section_remarks(w);
    tw_put_remarks(w, UINT32_MAX, TW_ALL);
    put_end(w);
    return true;
}

static writer *new_writer(brs_arena *arena, const brs_replay *replay, const brs_setup *setup, brs_buf *out, brs_err *err)
{
    writer *w = BRS_NEW(arena, writer, 1);
    *w = (writer){.replay = replay, .setup = setup, .arena = arena, .out = out, .err = err, .unit = -1};
    buf_init(&w->text, arena, 160);
    w->spelled = BRS_NEW(arena, ts_spelled, BRS_MAX_CHOICES);
    w->before = brs_arena_alloc(arena, 1, setup->game->state_size);
    return w;
}

static bool put_variation(writer *w, const brs_variation *v)
{
    writer *inner = new_writer(w->arena, w->replay, w->setup, w->out, w->err);
    inner->told = w->told;
    inner->line = v->id;
    inner->indent = w->indent + w->deeper + 1;
    tw_indent(w, 1);
    buf_puts(w->out, "alt");
    for (int i = 0; i < w->replay->remark_count; i++) {
        const brs_remark *remark = &w->replay->remarks[i];
        if (remark->line == v->id && tw_is_label(remark) && !w->told[i]) {
            w->told[i] = true;
            if (remark->text.len > 5) {
                buf_byte(w->out, ' ');
                ts_quote(w->out, (brs_str){remark->text.ptr + 5, remark->text.len - 5});
            }
            if (remark->glyph != 0) {
                buf_putf(w->out, " %s", ts_glyphs[remark->glyph]);
            }
            break;
        }
    }
    buf_byte(w->out, '\n');
    if (!write_line(inner, v->start)) {
        return false;
    }
    put_own_line(w, "end");
    return true;
}

static bool put_variations(writer *w, uint32_t from, uint32_t to)
{
    for (int i = 0; i < w->replay->variation_count; i++) {
        const brs_variation *v = &w->replay->variations[i];
        if (v->parent == w->line && v->start >= from && v->start <= to && !put_variation(w, v)) {
            return false;
        }
    }
    return true;
}

bool brs_transcript_text(const brs_replay *replay, const brs_transcript_world *world, brs_arena *arena, brs_str *out, brs_err *err)
{
    brs_setup *setup = BRS_NEW(arena, brs_setup, 1);
    brs_buf *buf = BRS_NEW(arena, brs_buf, 1);
    if (!brs_replay_setup(replay, world->library, arena, setup, err)) {
        return false;
    }
    for (int i = 0; i < replay->head_count; i++) {
        const brs_str letters = replay->head[i].value;
        if (str_is(replay->head[i].key, "seats") && (int)letters.len == setup->seats) {
            memcpy(setup->letter, letters.ptr, letters.len);
        }
    }
    buf_init(buf, arena, 4096);
    writer *w = new_writer(arena, replay, setup, buf, err);
    w->told = BRS_NEW(arena, bool, (size_t)replay->remark_count + 1);
    if (!ts_write_head(replay, setup, world, arena, buf, err)) {
        return false;
    }
    buf_byte(buf, '\n');
    if (!write_line(w, 0)) {
        return false;
    }
    *out = buf_str(buf);
    return true;
}

// ---- single choices ------------------------------------------------------------------------------------------------------

int brs_choice_write(const brs_setup *setup, const void *state, const brs_choice *choices, int n, int index, char *out, int cap)
{
    ts_spelled spelled[BRS_MAX_CHOICES];
    ts_spell(setup, state, choices, n, spelled);
    return ts_print(setup, &spelled[index], true, out, cap);
}
