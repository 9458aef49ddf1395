// Lessons: Markdown pages about a match, with parts of its pages put in by a line of reference. What a line refers to
// must be there, or the build stops.
//
//   ---
//   title: What drains, and what does not help
//   match: petition-below-20
//   ---
//   Text in Markdown; links to @t22 and @t22.drain.
//   @@ t22.drain
//
// The head may lack the match: then there are words only. After "@@ " stands a step (t22.drain) or an event (t22.e130), a turn, step or event with "before" or "after" (the table
// then), a step or event with "quiz" (a question about it), "card NAME", or "chart".
#include "site_book.h"
#include "site_notes.h"
#include "site_queue.h"

#include <string.h>

#include "fs.h"
#include "str.h"

enum { MAX_FILE = 256 * 1024 };

// ---- reading ----------------------------------------------------------------------------------------

static bool fail_at(const site_lesson *lesson, int line, brs_err *err, const char *what, brs_str text)
{
    brs_fail(err, BRS_TEXT, "%s \"%.*s\"", what, (int)(text.len < 80 ? text.len : 80), text.ptr);
    if (err != NULL) {
        err->line = line;
        brs_err_file(err, lesson->path);
    }
    return false;
}

static bool take_field(site_lesson *lesson, brs_str line, int number, brs_err *err)
{
    struct {
        const char *key;
        brs_str *value;
    } fields[] = {{"title", &lesson->title}, {"match", &lesson->match},   {"author", &lesson->author},
                  {"date", &lesson->date},   {"lang", &lesson->language}, {"description", &lesson->description}};
    brs_str rest = line, key = str_trim(str_cut(&rest, ':'));
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (str_is(key, fields[i].key)) {
            *fields[i].value = str_trim(rest);
            return true;
        }
    }
    return fail_at(lesson, number, err, "a lesson begins with title, match, author, date, lang, description, not", key);
}

static bool read_head(site_lesson *lesson, brs_err *err)
{
    brs_str rest = lesson->text, line = {"", 0};
    int number = 1;
    if (!str_line(&rest, &line) || !str_is(str_trim(line), "---")) {
        return fail_at(lesson, 1, err, "the first line of a lesson is ---, not", str_trim(line));
    }
    while (str_line(&rest, &line)) {
        number++;
        if (str_is(str_trim(line), "---")) {
            lesson->body = rest;
            lesson->body_line = number + 1;
            return lesson->title.len > 0 || fail_at(lesson, number, err, "a lesson needs a title, before", BRS_STR("---"));
        }
        if (!take_field(lesson, line, number, err)) {
            return false;
        }
    }
    return fail_at(lesson, number, err, "the head of a lesson ends with", BRS_STR("---"));
}

bool site_read_lessons(site_build *build, brs_err *err)
{
    const char *folder = build->options->lessons;
    brs_str *names;
    if (folder == NULL) {
        return true;
    }
    if (!fs_list(folder, ".md", false, build->arena, &names, &build->lesson_count, err)) {
        return false;
    }
    build->lessons = BRS_NEW(build->arena, site_lesson, (size_t)build->lesson_count + 1);
    for (int i = 0; i < build->lesson_count; i++) {
        site_lesson *lesson = &build->lessons[i];
        brs_buf path;
        buf_init(&path, build->arena, 64);
        buf_putf(&path, "%s/%.*s", folder, BRS_ARG(names[i]));
        buf_byte(&path, '\0');
        *lesson = (site_lesson){.path = path.ptr, .name = {names[i].ptr, names[i].len - 3}, .language = BRS_STR("en")};
        if (!fs_read(lesson->path, MAX_FILE, build->arena, &lesson->text, err) || !read_head(lesson, err)) {
            return false;
        }
    }
    return true;
}

// ---- what is put in -----------------------------------------------------------------------------------

enum { MAX_FACES = 16 };

typedef struct {
    site_build *build;
    site_scene scene;
    const site_lesson *lesson;
    int number; // of the line at hand
    const site_node *face[MAX_FACES]; // cards that stand on the page
    int faces, questions;
    brs_err *err;
} lesson_page;

static bool refuse(const lesson_page *p, const char *what, brs_str text)
{
    return fail_at(p->lesson, p->number, p->err, what, text);
}

// The table around a place: of a turn it was kept, of a step or an event the match is played again for it.
static site_node *find_table(lesson_page *p, const site_place *place, bool before)
{
    const site_match *match = p->scene.match;
    uint32_t first, end, from = 0, to = 0;
    if (place->kind == SITE_AT_UNIT) {
        return match->units[place->unit + (before ? 0 : 1)].board;
    }
    site_place_events(match, place, &first, &end);
    for (uint32_t seq = first; seq < end; seq++) {
        const bool here = site_place_holds(match, place, seq);
        from = here && from == 0 ? seq : from;
        to = here ? seq : to;
    }
    const uint32_t seq = before ? from - 1 : to;
    return from > 1 ? site_table_at(match, seq, p->scene.tree.names) : NULL;
}

static bool put_board(lesson_page *p, const site_place *place, bool before, brs_str reference)
{
    site_tree *tree = &p->scene.tree;
    site_node *table = find_table(p, place, before);
    brs_buf name, href;
    if (table == NULL || table->parent != NULL) {
        return refuse(p, table == NULL ? "there is no table at" : "this table stands on the page already:", reference);
    }
    buf_init(&name, tree->arena, 64);
    buf_init(&href, tree->arena, 96);
    site_place_name(p->scene.match, tree->names->words, place, &name);
    site_place_href(&p->scene, place, &href);
    site_open(tree, SITE_board, -1);
    site_puts(tree, SITE_word, site_word(tree->names->words, before ? SITE_SAY_before_unit : SITE_SAY_after_unit));
    site_put(tree, SITE_href, buf_str(&href));
    site_put(tree, SITE_unit_name, buf_str(&name));
    table->name = SITE_table_before;
    site_graft(tree, table);
    site_close(tree);
    return true;
}

// A card of the match's set, as on its page.
static bool put_card(lesson_page *p, brs_str name, brs_str reference)
{
    site_tree *tree = &p->scene.tree;
    const brs_setup *setup = p->scene.match->setup;
    const site_shelf *shelf = NULL;
    int card = 0;
    for (int i = 0; i < p->build->card_shelves && setup->cards != NULL; i++) {
        const site_shelf *at = &p->build->cards[i];
        shelf = at->game == setup->game && at->set_hash == setup->cards->hash ? at : shelf;
    }
    while (shelf != NULL && card < shelf->count && !str_equal(site_value(site_child(shelf->card[card]->first, SITE_card, -1), SITE_name), name)) {
        card++;
    }
    if (shelf == NULL || card == shelf->count) {
        return refuse(p, "the match has no such card:", name);
    }
    site_node *face = site_child(shelf->card[card]->first, SITE_card, -1);
    for (int i = 0; i < p->faces; i++) {
        if (p->face[i] == face) {
            return refuse(p, "this card stands on the page already:", reference);
        }
    }
    if (p->faces == MAX_FACES) {
        return refuse(p, "a lesson shows at most 16 cards:", reference);
    }
    p->face[p->faces++] = face;
    brs_buf href;
    buf_init(&href, tree->arena, 64);
    buf_putf(&href, "../k/%.*s%s.html", BRS_ARG(shelf->slug[card]), shelf->suffix);
    site_open(tree, SITE_face, -1);
    site_put(tree, SITE_href, buf_str(&href));
    site_graft(tree, face);
    site_close(tree);
    return true;
}

// What people ask there, in notes or in the replay; else the first question about a sum of it.
static bool put_quiz(lesson_page *p, const site_place *place, brs_str reference)
{
    enum { OWN = 1000 }; // numbers that those of people do not have
    return site_put_quizzes(&p->scene, place, true) > 0 || site_put_question(&p->scene, place, OWN + ++p->questions) ||
           refuse(p, "nothing can be asked about", reference);
}

static void put_event(lesson_page *p, uint32_t seq)
{
    site_tree *tree = &p->scene.tree;
    const brs_event *e = brs_trace_at(&p->scene.match->trace, seq);
    site_open(tree, SITE_event, (int)seq);
    site_say_event(&p->scene, e, false);
    site_put_event_href(&p->scene, SITE_href, seq);
    site_put_rule(&p->scene, e->rule);
    site_close(tree);
}

static bool put_events(lesson_page *p, const site_place *place, brs_str reference)
{
    site_tree *tree = &p->scene.tree;
    const site_match *match = p->scene.match;
    brs_buf name, href;
    uint32_t first, end;
    int count = 0;
    buf_init(&name, tree->arena, 64);
    buf_init(&href, tree->arena, 96);
    site_place_name(match, tree->names->words, place, &name);
    site_place_href(&p->scene, place, &href);
    site_open(tree, SITE_lines, -1);
    site_put(tree, SITE_title, buf_str(&name));
    site_put(tree, SITE_href, buf_str(&href));
    site_place_events(match, place, &first, &end);
    for (uint32_t seq = first; seq < end; seq++) {
        if (site_place_holds(match, place, seq)) {
            put_event(p, seq);
            count++;
        }
    }
    site_close(tree);
    return count > 0 || refuse(p, "nothing happened at", reference);
}

static bool put_reference(lesson_page *p, brs_str reference)
{
    brs_str rest = reference, word = str_trim(str_cut(&rest, ' '));
    brs_err why = BRS_ERR_NONE;
    site_place place;
    rest = str_trim(rest);
    if (p->scene.match == NULL) {
        return refuse(p, "the lesson names no match (match: NAME), so it has no such place:", reference);
    }
    if (str_is(word, "chart") && rest.len == 0) {
        site_put_chart(&p->scene);
        return true;
    }
    if (str_is(word, "card")) {
        return put_card(p, rest, reference);
    }
    if (!site_place_read(p->scene.match, word, &place, &why) || place.kind == SITE_AT_MATCH) {
        return refuse(p, "the match has no such place:", reference);
    }
    if (rest.len == 0 && place.kind != SITE_AT_UNIT) {
        return put_events(p, &place, reference);
    }
    if (str_is(rest, "before") || str_is(rest, "after")) {
        return put_board(p, &place, str_is(rest, "before"), reference);
    }
    if (str_is(rest, "quiz")) {
        return put_quiz(p, &place, reference);
    }
    return refuse(p, "a reference is a step or event, a turn, step or event with before, after or quiz, card NAME, or chart, not", reference);
}

// ---- the page -----------------------------------------------------------------------------------------

static bool put_words(lesson_page *p, const char *from, const char *to)
{
    const brs_str text = str_trim((brs_str){from, (size_t)(to - from)});
    if (text.len == 0) {
        return true;
    }
    site_open(&p->scene.tree, SITE_entry, -1);
    const bool whole = site_put_markdown(&p->scene, text, true);
    site_close(&p->scene.tree);
    return whole || refuse(p, "this text has more marks than a lesson may have:", text);
}

static bool put_body(lesson_page *p)
{
    brs_str rest = p->lesson->body, line;
    const char *from = rest.ptr;
    p->number = p->lesson->body_line;
    for (; rest.len > 0 && str_line(&rest, &line); p->number++) {
        if (!str_begins(line, BRS_STR("@@ "))) {
            continue;
        }
        site_tree *tree = &p->scene.tree;
        if (!put_words(p, from, line.ptr)) {
            return false;
        }
        site_open(tree, SITE_entry, -1);
        if (!put_reference(p, str_trim((brs_str){line.ptr + 3, line.len - 3}))) {
            return false;
        }
        site_close(tree);
        from = rest.ptr;
    }
    return put_words(p, from, p->lesson->body.ptr + p->lesson->body.len);
}

// The part of a path that names a replay: "petition-below-20" of "games/petition-below-20.replay".
static bool is_named(const char *path, brs_str name)
{
    const char *slash = strrchr(path, '/');
    const brs_str file = str_of(slash == NULL ? path : slash + 1);
    return str_begins(file, name) && str_is((brs_str){file.ptr + name.len, file.len - name.len}, ".replay");
}

static bool play_match(site_build *build, const lesson_page *p, const site_queue *queue, site_match **out)
{
    const site_queued *found = NULL;
    for (int i = 0; i < queue->count; i++) {
        const site_queued *item = &queue->item[i];
        found = is_named(site_queue_path(queue, item), p->lesson->match) && site_queue_refused(queue, item).len == 0 ? item : found;
    }
    if (found == NULL) {
        return fail_at(p->lesson, 1, p->err, "no replay is published that is named", p->lesson->match);
    }
    const site_job job = site_queue_job(queue, found);
    brs_replay *replay = BRS_NEW(&build->game, brs_replay, 1);
    brs_setup *setup = BRS_NEW(&build->game, brs_setup, 1);
    brs_str bytes;
    *out = BRS_NEW(&build->game, site_match, 1);
    if (!site_read_replay(job.input, &build->game, replay, &bytes, p->err) ||
        !brs_replay_setup(replay, build->library, &build->game, setup, p->err) ||
        !site_play(*out, replay, setup, &build->names, &build->game, p->err)) {
        return false;
    }
    site_take_notes(build, job.notes, *out);
    site_quiz_pose(*out);
    (*out)->card_suffix = site_card_suffix(build, setup->game, setup->cards != NULL ? setup->cards->hash : 0, &build->game);
    return true;
}

static void put_head(lesson_page *p)
{
    site_tree *tree = &p->scene.tree;
    site_put(tree, SITE_title, p->lesson->title);
    site_put(tree, SITE_author, p->lesson->author);
    site_put(tree, SITE_date, p->lesson->date);
    site_put(tree, SITE_lang, p->lesson->language);
    site_put(tree, SITE_help, p->lesson->description);
}

static void put_match(lesson_page *p)
{
    site_tree *tree = &p->scene.tree;
    brs_buf units;
    buf_init(&units, tree->arena, 96);
    buf_putf(&units, "../m/%s/t/", p->scene.match->address);
    buf_byte(&units, '\0');
    p->scene.units = units.ptr;
    p->scene.home = brs_arena_string(tree->arena, (brs_str){units.ptr, units.len - 3});
    site_put_match_head(&p->scene);
}

static void put_neighbour(site_tree *tree, uint16_t name, const site_lesson *lesson)
{
    site_open(tree, name, -1);
    site_put(tree, SITE_name, lesson->name);
    site_put(tree, SITE_title, lesson->title);
    site_close(tree);
}

static bool write_lesson(site_build *build, const site_queue *queue, int index, brs_err *err)
{
    const site_lesson *lesson = &build->lessons[index];
    lesson_page p = {.build = build, .lesson = lesson, .err = err};
    site_match *match = NULL; // it may be about none
    brs_buf path;
    brs_arena_reset(&build->game);
    if (lesson->match.len > 0 && !play_match(build, &p, queue, &match)) {
        return false;
    }
    site_begin_study(build, &p.scene, match, "../");
    site_tree *tree = &p.scene.tree;
    put_head(&p); // before the head of the match: a lesson has a date and a title of its own
    if (match != NULL) {
        put_match(&p);
    }
    site_flag(tree, SITE_lesson, true);
    if (index > 0) {
        put_neighbour(tree, SITE_before, &build->lessons[index - 1]);
    }
    if (index + 1 < build->lesson_count) {
        put_neighbour(tree, SITE_after, &build->lessons[index + 1]);
    }
    if (!put_body(&p)) {
        return false;
    }
    buf_init(&path, tree->arena, 96);
    buf_putf(&path, "l/%.*s.html", BRS_ARG(lesson->name));
    buf_byte(&path, '\0');
    return site_end_page(build, &p.scene, match != NULL ? match->setup->game : NULL, SITE_PAGE_LESSON, path.ptr, err);
}

bool site_write_lessons(site_build *build, const site_queue *queue, brs_err *err)
{
    const char *title = build->options->title != NULL ? build->options->title : "Broadside", *date = "";
    site_book_begin(build, build->arena);
    for (int i = 0; i < build->lesson_count; i++) {
        if (!write_lesson(build, queue, i, err)) {
            return false;
        }
        const char *own = brs_arena_string(build->arena, build->lessons[i].date);
        date = strcmp(own, date) > 0 ? own : date;
    }
    brs_buf name;
    buf_init(&name, build->arena, 96);
    site_put_words(&name, build->words, SITE_SAY_lessons_title, &(brs_str){title, strlen(title)}, 1);
    const site_book_cover cover = {"l/lessons.epub", "lessons", date, buf_str(&name)};
    return site_book_end(build, &cover, err);
}

void site_put_lessons(site_build *build, site_scene *scene)
{
    for (int i = 0; i < build->lesson_count; i++) {
        const site_lesson *lesson = &build->lessons[i];
        site_open(&scene->tree, SITE_lesson, i + 1);
        site_put(&scene->tree, SITE_name, lesson->name);
        site_put(&scene->tree, SITE_title, lesson->title);
        site_put(&scene->tree, SITE_help, lesson->description);
        site_close(&scene->tree);
    }
}
