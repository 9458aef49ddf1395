// Notes of a match: read from their files, taken from the replay, held against what happened, and
// put where they belong.
#include "site_notes.h"

#include <string.h>

#include "site_html.h"
#include "str.h"

enum { MAX_NOTES = 2048, MAX_WORDS = 48 };

static const char *const glyphs[] = {"", "!!", "!", "!?", "?!", "?", "?\?"};
static const site_say_id glyph_words[] = {0, SITE_SAY_excellent, SITE_SAY_good, SITE_SAY_interesting, SITE_SAY_doubtful, SITE_SAY_mistake, SITE_SAY_blunder};

// ---- anchors: what a note says that happened ----------------------------------------------------

typedef struct {
    brs_str word[MAX_WORDS];
    int count;
} word_list;

static word_list words_of(brs_str text)
{
    word_list list = {.count = 0};
    for (brs_str word = str_word(&text); word.len > 0 && list.count < MAX_WORDS; word = str_word(&text)) {
        while (word.len > 1 && (word.ptr[word.len - 1] == '.' || word.ptr[word.len - 1] == ',')) {
            word.len--;
        }
        list.word[list.count++] = word;
    }
    return list;
}

static bool same_words(const word_list *a, const word_list *b)
{
    bool same = a->count == b->count && a->count > 0;
    for (int i = 0; same && i < a->count; i++) {
        same = str_equal(a->word[i], b->word[i]);
    }
    return same;
}

// How many of the words both have, in thousandths.
static int likeness(const word_list *a, const word_list *b)
{
    bool used[MAX_WORDS] = {false};
    int common = 0;
    for (int i = 0; i < a->count; i++) {
        for (int j = 0; j < b->count; j++) {
            if (!used[j] && str_equal(a->word[i], b->word[j])) {
                used[j] = true;
                common++;
                break;
            }
        }
    }
    return a->count + b->count > 0 ? 2000 * common / (a->count + b->count) : 0;
}

static int likeness_in(const site_match *match, const brs_game_def *game, brs_str anchor, uint32_t seq)
{
    char text[600];
    brs_setup setup = *match->setup;
    setup.game = game;
    int len = brs_event_text(&setup, brs_trace_at(&match->trace, seq), text, sizeof text);
    word_list wanted = words_of(anchor), said = words_of((brs_str){text, (size_t)len});
    return same_words(&wanted, &said) ? SITE_ANCHOR_SAME : likeness(&wanted, &said);
}

// A quote is in English, or in the language of the pages.
int site_anchor_likeness(const site_match *match, brs_str anchor, uint32_t seq)
{
    const brs_game_def *game = match->setup->game, *source = brs_game_source(game);
    const int english = likeness_in(match, source, anchor, seq), own = source == game ? 0 : likeness_in(match, game, anchor, seq);
    return english > own ? english : own;
}

static bool check_anchor(const site_match *match, const site_note *note, brs_err *err)
{
    uint32_t first, end, near;
    int best = -1;
    site_place_events(match, &note->at, &first, &end);
    near = first;
    for (uint32_t seq = first; seq < end; seq++) {
        int like = site_place_holds(match, &note->at, seq) ? site_anchor_likeness(match, note->anchor, seq) : -1;
        if (like == SITE_ANCHOR_SAME) {
            return true;
        }
        near = like > best ? seq : near;
        best = like > best ? like : best;
    }
    char text[200] = "nothing at all";
    if (best >= 0) {
        brs_event_text(match->setup, brs_trace_at(&match->trace, near), text, sizeof text);
    }
    int old = note->anchor.len < 140 ? (int)note->anchor.len : 140;
    brs_fail(err, BRS_TEXT, "the note quotes \"%.*s\", but what happens is \"%.140s\"", old, note->anchor.ptr, text);
    brs_help(err, "change the quote, or let `broadside notes move` find its event");
    err->line = note->anchor_line;
    return false;
}

// ---- a file of notes ----------------------------------------------------------------------------

typedef struct {
    site_match *match;
    const char *file;
    brs_report report;
    bool ok;
    int line;
    brs_str author, lang;
    site_note note; // that is being read
    bool open;      // there is one
    bool placed;    // and its place is known
    brs_buf body;
} reader;

static void complain(reader *r, brs_err *err, int line)
{
    err->line = err->line > 0 ? err->line : line;
    brs_err_file(err, r->file);
    r->ok = false;
    if (r->report.fn != NULL) {
        r->report.fn(r->report.ctx, err, false);
    }
}

static void mistake(reader *r, const char *what)
{
    brs_err err = BRS_ERR_NONE;
    brs_fail(&err, BRS_TEXT, "%s", what);
    complain(r, &err, r->line);
}

static void keep_note(site_match *match, const site_note *note)
{
    if (match->note_count == 0) {
        match->notes = BRS_NEW(match->arena, site_note, MAX_NOTES + BRS_REPLAY_MAX_REMARKS);
    }
    match->notes[match->note_count++] = *note;
}

// The quote that opens a note, its lines joined.
static brs_str cut_anchor(reader *r, brs_str *text)
{
    brs_buf quote;
    brs_str rest = *text, line;
    buf_init(&quote, r->match->arena, 64);
    while (rest.len > 0) {
        brs_str before = rest;
        str_line(&rest, &line);
        line = str_trim(line);
        if (line.len == 0 && quote.len == 0) {
            r->note.anchor_line++;
            *text = rest;
            continue;
        }
        if (line.len == 0 || line.ptr[0] != '>') {
            *text = quote.len > 0 ? before : *text;
            break;
        }
        buf_puts(&quote, quote.len > 0 ? " " : "");
        buf_put(&quote, str_trim((brs_str){line.ptr + 1, line.len - 1}));
        r->note.anchor_lines++;
        *text = rest;
    }
    return quote.len > 0 ? buf_str(&quote) : (brs_str){NULL, 0};
}

static void take_quiz(reader *r, brs_str block)
{
    brs_err err = BRS_ERR_NONE;
    site_quiz origin = {.author = r->author, .lang = r->lang, .line = r->note.line};
    for (const char *c = r->body.ptr; c < block.ptr; c++) {
        origin.line += *c == '\n';
    }
    if (!site_quiz_add(r->match, &r->note.at, block, &origin, &err)) {
        err.line += origin.line;
        complain(r, &err, r->note.line);
        r->note.wrong = true;
    }
}

static void end_note(reader *r)
{
    if (!r->open) {
        return;
    }
    brs_err err = BRS_ERR_NONE;
    brs_str text = buf_str(&r->body);
    r->open = false;
    r->note.anchor_line = r->note.line + 1;
    r->note.anchor = cut_anchor(r, &text);
    const brs_str block = text;
    r->note.text = str_trim(text);
    if (r->placed && r->note.quiz) {
        take_quiz(r, block);
    }
    if (!r->placed) {
        r->note.wrong = true; // told already
    } else if (r->note.text.len > BRS_REPLAY_MAX_REMARK) {
        brs_fail(&err, BRS_LIMIT, "a note may have at most 16 KiB");
    } else if (r->note.text.len == 0 && r->note.anchor.len == 0 && r->note.glyph == 0) {
        brs_fail(&err, BRS_TEXT, "the note says nothing");
    } else if (r->note.anchor.len > 0) {
        check_anchor(r->match, &r->note, &err);
    }
    if (err.code != BRS_OK) {
        complain(r, &err, r->note.line);
        r->note.wrong = true;
    }
    keep_note(r->match, &r->note);
}

static bool read_glyph(brs_str word, uint8_t *out)
{
    for (uint8_t i = 1; i < sizeof glyphs / sizeof glyphs[0]; i++) {
        if (str_is(word, glyphs[i])) {
            *out = i;
            return true;
        }
    }
    return false;
}

// "@t4.drain !?"
static void begin_note(reader *r, brs_str head)
{
    brs_err err = BRS_ERR_NONE;
    end_note(r);
    brs_str place = str_word(&head);
    r->note = (site_note){.author = r->author, .lang = r->lang, .trusted = true, .line = r->line};
    r->open = true;
    buf_init(&r->body, r->match->arena, 256);
    r->placed = place.len > 1 && place.ptr[0] == '@' &&
                site_place_read(r->match, (brs_str){place.ptr + 1, place.len - 1}, &r->note.at, &err);
    if (!r->placed) {
        brs_fail(&err, BRS_TEXT, "a note begins with its place: ## @t4, ## @t4.drain, ## @t4.e17 or ## @match");
        complain(r, &err, r->line);
    }
    for (brs_str word = str_word(&head); word.len > 0; word = str_word(&head)) {
        if (str_is(word, "quiz")) {
            r->note.quiz = true;
        } else if (!read_glyph(word, &r->note.glyph)) {
            mistake(r, "after its place a note may have one of !! ! !? ?! ? ?\?, or quiz");
        }
    }
    if (r->match->note_count >= MAX_NOTES) {
        mistake(r, "there are too many notes");
        r->open = false;
    }
}

// "Notes by Coach Lin {lang=en}"
static void begin_author(reader *r, brs_str head)
{
    end_note(r);
    brs_str name = str_trim(str_cut(&head, '{'));
    if (!str_begins(name, BRS_STR("Notes by ")) ||
        !brs_replay_name_valid(str_trim((brs_str){name.ptr + 9, name.len - 9}))) {
        mistake(r, "whose notes? A file begins with: # Notes by NAME {lang=en}");
        return;
    }
    r->author = str_trim((brs_str){name.ptr + 9, name.len - 9});
    r->lang = BRS_STR("");
    brs_str inside = str_trim(str_cut(&head, '}'));
    if (inside.len == 0) {
        return;
    }
    bool tag = str_begins(inside, BRS_STR("lang=")) && inside.len > 5 && inside.len < 36;
    for (size_t i = 5; tag && i < inside.len; i++) {
        char c = inside.ptr[i];
        tag = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    }
    if (!tag) {
        mistake(r, "a language is written {lang=en}");
        return;
    }
    r->lang = (brs_str){inside.ptr + 5, inside.len - 5};
}

static bool is_fence(brs_str line)
{
    line = str_trim(line);
    return str_begins(line, BRS_STR("```")) || str_begins(line, BRS_STR("~~~"));
}

static void read_line(reader *r, brs_str line, bool fenced)
{
    bool head = !fenced && str_begins(line, BRS_STR("# "));
    if (head) {
        begin_author(r, (brs_str){line.ptr + 2, line.len - 2});
    } else if (!fenced && str_begins(line, BRS_STR("## "))) {
        begin_note(r, (brs_str){line.ptr + 3, line.len - 3});
    } else if (r->open) {
        buf_put(&r->body, line);
        buf_byte(&r->body, '\n');
    } else if (str_trim(line).len > 0) {
        mistake(r, "this belongs to no note: ## and a place come first");
    }
}

bool site_notes_read(site_match *match, brs_str text, const char *file, brs_report report)
{
    reader r = {.match = match, .file = file, .report = report, .ok = true};
    brs_str line;
    bool fenced = false;
    const int asked = match->quiz_count;
    if (!site_is_utf8(text)) {
        mistake(&r, "the file is not UTF-8");
        return false;
    }
    if (str_begins(text, BRS_STR("\xEF\xBB\xBF"))) {
        text = (brs_str){text.ptr + 3, text.len - 3};
    }
    while (str_line(&text, &line)) {
        r.line++;
        fenced ^= is_fence(line);
        read_line(&r, line, fenced);
    }
    end_note(&r);
    return site_quiz_check(match, asked, file, report) && r.ok;
}

// ---- remarks of the replay ----------------------------------------------------------------------

// The decision of the trace (all choices, of chance too) that follows so many decisions of players.
static uint32_t overall(const site_match *match, uint32_t players)
{
    uint32_t at = 0;
    while (at < match->decision_count && (players > 0 || match->decisions[at].made.seat == BRS_SEAT_CHANCE)) {
        players -= match->decisions[at++].made.seat != BRS_SEAT_CHANCE;
    }
    return at;
}

static void place_at_decision(const site_match *match, const brs_remark *remark, site_place *at)
{
    uint32_t made = overall(match, remark->decision);
    uint32_t last = 1;
    for (uint32_t seq = 1; seq <= match->trace.event_count; seq++) {
        const brs_event *e = brs_trace_at(&match->trace, seq);
        const brs_event *next = brs_trace_at(&match->trace, seq + 1);
        if (e->decision > made && e->seat == BRS_SEAT_CHANCE && next != NULL && next->decision == e->decision) {
            continue;  // it became known by the decision
        }
        if (e->decision > made) {
            at->kind = SITE_AT_EVENT; // what the open decision led to
            at->event = seq;
            at->section = e->section;
            at->unit = site_unit_of(match, remark->section >= 0 ? last : seq);
            return;
        }
        last = seq;
    }
    at->unit = site_unit_of(match, last);
}

static site_place place_of(const site_match *match, const brs_remark *remark)
{
    site_place at = {.kind = SITE_AT_UNIT};
    const brs_event *event = brs_trace_at(&match->trace, remark->event);
    if (event != NULL) {
        return (site_place){SITE_AT_EVENT, event->section, site_unit_of(match, event->seq), event->seq};
    }
    if (remark->decision == 0 && remark->section < 0) {
        return (site_place){.kind = SITE_AT_MATCH};
    }
    place_at_decision(match, remark, &at);
    if (remark->section >= 0) {
        at.kind = SITE_AT_SECTION;
        at.section = (uint8_t)remark->section;
    }
    return at;
}

void site_quiz_warn(const site_match *match, const site_place *at, const brs_err *why, brs_report report)
{
    brs_buf place;
    brs_err err = BRS_ERR_NONE;
    buf_init(&place, match->arena, 48);
    site_place_write(match, at, &place);
    brs_fail(&err, BRS_TEXT, "the question at @%.*s is left out: %s", BRS_ARG(buf_str(&place)), why->msg);
    brs_help(&err, "it came with the replay; broadside annotate can add it again, with the right answer");
    if (report.fn != NULL) {
        report.fn(report.ctx, &err, true);
    }
}

static void take_question(site_match *match, const brs_remark *remark, brs_report report)
{
    const site_place at = place_of(match, remark);
    const site_quiz origin = {.author = remark->author, .lang = remark->lang};
    brs_err why = BRS_ERR_NONE;
    if (!site_quiz_add(match, &at, remark->text, &origin, &why)) {
        match->quiz_wrong++;
        site_quiz_warn(match, &at, &why, report);
    }
}

// Are the checks what the rules come to? A replay may carry what nobody compared.
static void compare_counts(site_match *match)
{
    quiz_asked *asked = BRS_NEW(match->arena, quiz_asked, (size_t)match->note_count + 1);
    int count = 0;
    for (int i = 0; i < match->note_count; i++) {
        const site_note *note = &match->notes[i];
        if (note->counted) {
            asked[count++] = (quiz_asked){.q = {.check = note->text, .answer = {{.text = BRS_STR("it is so")}}, .answers = 1},
                                          .unit = note->at.kind == SITE_AT_MATCH ? -1 : match->units[note->at.unit].number,
                                          .section = note->at.kind == SITE_AT_SECTION ? note->at.section : -1,
                                          .event = note->at.kind == SITE_AT_EVENT ? note->at.event : 0};
        }
    }
    brs_err ignored = BRS_ERR_NONE;  // the match was played before
    const bool compared = quiz_check_all(match->replay, match->setup, asked, count, match->arena, &ignored);
    count = 0;
    for (int i = 0; i < match->note_count; i++) {
        match->notes[i].holds = match->notes[i].counted && asked[count++].verdict == QUIZ_HOLDS && compared;
    }
}

void site_notes_take_remarks(site_match *match, brs_report report)
{
    const brs_replay *replay = match->replay;
    const int asked = match->quiz_count;
    for (int i = 0; i < replay->remark_count && match->trace.event_count > 0; i++) {
        const brs_remark *remark = &replay->remarks[i];
        if (remark->line == 0 && remark->kind == BRS_REMARK_QUIZ) {
            take_question(match, remark, report);
        }
        if (remark->line != 0 || remark->kind == BRS_REMARK_QUIZ) {
            continue;
        }
        site_note note = {.at = place_of(match, remark),
                          .glyph = remark->glyph,
                          .astray = match->astray != NULL && match->astray[i],
                          .counted = remark->kind == BRS_REMARK_CHECK,
                          .author = remark->author,
                          .lang = remark->lang,
                          .text = remark->text};
        keep_note(match, &note);
    }
    site_quiz_check(match, asked, "", report);
    compare_counts(match);
}

// ---- on the pages ---------------------------------------------------------------------------------

static bool is_at(const site_match *match, const site_note *note, const site_place *place)
{
    const brs_section_info *info = match->setup->game->unit->sections;
    if (note->quiz || note->at.kind != place->kind || note->at.unit != place->unit) {
        return false;
    }
    if (place->kind == SITE_AT_SECTION) {
        return note->at.section == place->section || strcmp(info[note->at.section].group, info[place->section].id) == 0;
    }
    return place->kind != SITE_AT_EVENT || note->at.event == place->event;
}

static void put_glyph(site_tree *tree, uint8_t glyph)
{
    site_puts(tree, SITE_glyph, glyphs[glyph <= 6 ? glyph : 0]);
    site_puts(tree, SITE_word, glyph > 0 && glyph <= 6 ? site_word(tree->names->words, glyph_words[glyph]) : "");
}

static void put_note(site_scene *scene, site_note *note, int number)
{
    site_tree *tree = &scene->tree;
    note->shown = true;
    site_open(tree, SITE_note, number);
    site_put(tree, SITE_author, note->author);
    site_put(tree, SITE_lang, note->lang);
    put_glyph(tree, note->glyph);
    site_flag(tree, SITE_astray, note->astray);
    site_flag(tree, SITE_counted, note->counted);
    site_flag(tree, SITE_holds, note->holds);
    site_flag(tree, SITE_plainly, !site_put_markdown(scene, note->text, note->trusted));
    site_close(tree);
}

void site_put_notes(site_scene *scene, const site_place *place)
{
    const site_match *match = scene->match;
    for (int i = 0; i < match->note_count; i++) {
        if (is_at(match, &match->notes[i], place)) {
            put_note(scene, &match->notes[i], i + 1);
        }
    }
}

void site_put_line_label(site_scene *scene, uint32_t line)
{
    const brs_str head = BRS_STR("alt: ");  // as transcript_alt.c keeps it
    const brs_replay *replay = scene->match->replay;
    for (int i = 0; i < replay->remark_count; i++) {
        const brs_remark *remark = &replay->remarks[i];
        if (remark->line == line && remark->kind == BRS_REMARK_COMMENT && str_begins(remark->text, head)) {
            site_put(&scene->tree, SITE_label, (brs_str){remark->text.ptr + head.len, remark->text.len - head.len});
            put_glyph(&scene->tree, remark->glyph);
            return;
        }
    }
}

void site_put_line_notes(site_scene *scene, uint32_t line)
{
    const brs_replay *replay = scene->match->replay;
    int number = 0;
    for (int i = 0; i < replay->remark_count; i++) {
        const brs_remark *remark = &replay->remarks[i];
        if (remark->line == line && remark->kind == BRS_REMARK_NOTE) {
            site_note note = {.glyph = remark->glyph, .author = remark->author, .lang = remark->lang, .text = remark->text};
            put_note(scene, &note, ++number);
        }
    }
}

void site_notes_again(site_match *match)
{
    for (int i = 0; i < match->note_count; i++) {
        match->notes[i].shown = false;
    }
}

void site_put_rest(site_scene *scene, int unit)
{
    const site_match *match = scene->match;
    for (int i = 0; i < match->note_count; i++) {
        if (!match->notes[i].shown && !match->notes[i].quiz && match->notes[i].at.kind != SITE_AT_MATCH && match->notes[i].at.unit == unit) {
            put_note(scene, &match->notes[i], i + 1);
        }
    }
}

int site_notes_of_unit(const site_match *match, int unit)
{
    int count = 0;
    for (int i = 0; i < match->note_count; i++) {
        count += !match->notes[i].quiz && !match->notes[i].counted && match->notes[i].at.kind != SITE_AT_MATCH && match->notes[i].at.unit == unit;
    }
    return count;
}
