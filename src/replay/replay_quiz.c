// Questions of people: read, and held against the game.
#include "replay_quiz.h"

#include <stdio.h>
#include <string.h>

#include "broadside/replay_tools.h"
#include "sort.h"
#include "str.h"

// ---- reading --------------------------------------------------------------------------------------

static bool fail_at(brs_err *err, int line, const char *what)
{
    brs_fail(err, BRS_TEXT, "%s", what);
    if (err != NULL && err->line == 0) {
        err->line = line;
    }
    return false;
}

// A number that opens an answer: "5", "-4 LP".
static bool opening_number(brs_str text, int64_t *out)
{
    brs_str word = str_word(&text);
    if (word.len > 0 && word.ptr[0] == '+') {
        word = str_behind(word, 1);
    }
    while (word.len > 0 && strchr(".,;:", word.ptr[word.len - 1]) != NULL) {
        word.len--;
    }
    return str_number(word, out);
}

static int by_value(const quiz_answer *a, const quiz_answer *b)
{
    int64_t x, y;
    if (opening_number(a->text, &x) && opening_number(b->text, &y) && x != y) {
        return x < y ? -1 : 1;
    }
    return str_compare(a->text, b->text);
}

// In an order that tells nothing of which is right.
static bool add_answer(brs_quiz *q, brs_str text, bool right, int line, brs_err *err)
{
    quiz_answer answer = {.why = text};
    answer.text = str_trim(str_cut(&answer.why, '|'));
    answer.why = str_trim(answer.why);
    if (answer.text.len == 0) {
        return fail_at(err, line, "this answer is empty");
    }
    if (q->answers == QUIZ_MAX_ANSWERS) {
        return fail_at(err, line, "a question has at most 6 answers");
    }
    if (right && q->right >= 0) {
        return fail_at(err, line, "this question has two right answers");
    }
    int at = q->answers++;
    for (; at > 0 && by_value(&answer, &q->answer[at - 1]) < 0; at--) {
        q->answer[at] = q->answer[at - 1];
    }
    if (at > 0 && str_equal(q->answer[at - 1].text, answer.text)) {
        return fail_at(err, line, "this answer stands there twice");
    }
    q->answer[at] = answer;
    q->right = right ? at : q->right >= at ? q->right + 1 : q->right;
    q->right_line = right ? line : q->right_line;
    return true;
}

static bool is_whole(const brs_quiz *q, brs_err *err)
{
    return q->right >= 0 || fail_at(err, q->ask_line, "this question has no right answer");
}

bool quiz_read(brs_str text, brs_quiz *out, int cap, int *count, brs_err *err)
{
    brs_str line;
    brs_quiz *q = NULL;
    *count = 0;
    for (int number = 1; str_line(&text, &line); number++) {
        line = str_trim(line);
        line = str_begins(line, BRS_STR("- ")) ? str_trim(str_behind(line, 2)) : line;
        brs_str rest = line, key = str_cut(&rest, ':');
        rest = str_trim(rest);
        if (line.len == 0) {
            continue;
        }
        if (str_is(key, "ask")) {
            if (q != NULL && !is_whole(q, err)) {
                return false;
            }
            if (*count == cap || rest.len == 0) {
                return fail_at(err, number, rest.len == 0 ? "this asks nothing" : "there are too many questions");
            }
            q = &out[(*count)++];
            *q = (brs_quiz){.ask = rest, .ask_line = number, .right = -1};
        } else if (q == NULL) {
            return fail_at(err, number, "a question begins with \"ask:\"");
        } else if (str_is(key, "check") && q->check.len == 0 && rest.len > 0) {
            q->check = rest;
            q->check_line = number;
        } else if (!str_is(key, "right") && !str_is(key, "wrong")) {
            return fail_at(err, number, "a question has lines that begin with ask:, check: (once), right: and wrong:");
        } else if (!add_answer(q, rest, key.ptr[0] == 'r', number, err)) {
            return false;
        }
    }
    return q != NULL ? is_whole(q, err) : fail_at(err, 1, "a question begins with \"ask:\"");
}

// Where a question stands: the states around the place (before may be NULL), and the events that it is about.
typedef struct {
    const brs_setup *setup;
    const brs_trace *trace;
    uint32_t first, end;
    const void *before, *after[2]; // after[1] NULL: there is only one moment; else a check may hold at either
} quiz_scene;

// ---- measuring --------------------------------------------------------------------------------------

typedef struct {
    bool counts, knows_before;
    int32_t found, before;
    char is[160];
} measured;

static int32_t distance(const measured *m)
{
    return m->found > m->before ? m->found - m->before : m->before - m->found;
}

// False: it is no check, or does not hold at any moment (err says what is).
static bool measure(const quiz_scene *scene, brs_str check, bool must_hold, measured *out, brs_err *err)
{
    const brs_game_def *game = scene->setup->game;
    brs_measure m;
    brs_err why = BRS_ERR_NONE;
    bool holds = false;
    *out = (measured){.counts = false};
    for (int i = 0; i < 2 && scene->after[i] != NULL && !holds; i++) {
        if (!game->measure(scene->setup, scene->after[i], check, &m, &why)) {
            return brs_fail(err, BRS_TEXT, "%s", why.msg);
        }
        holds = m.holds;
    }
    if (scene->after[0] == NULL) {
        return brs_fail(err, BRS_TEXT, "nothing is known there yet, so nothing can be checked");
    }
    out->counts = m.counts;
    out->found = m.found;
    memcpy(out->is, m.is, sizeof out->is);
    if (!holds && must_hold) {
        return brs_fail(err, BRS_TEXT, "the check \"%.*s\" does not hold: the engine says %s", BRS_ARG(check), m.is);
    }
    brs_measure before;
    out->knows_before = m.counts && scene->before != NULL && game->measure(scene->setup, scene->before, check, &before, &why);
    out->before = out->knows_before ? before.found : 0;
    return true;
}

static bool same_words(brs_str a, brs_str b)
{
    for (;;) {
        brs_str x = str_word(&a), y = str_word(&b);
        x.len -= x.len > 0 && a.len == 0 && x.ptr[x.len - 1] == '.';
        y.len -= y.len > 0 && b.len == 0 && y.ptr[y.len - 1] == '.';
        if (!str_equal(x, y)) {
            return false;
        }
        if (a.len == 0 && b.len == 0) {
            return true;
        }
    }
}

// In English, or in the language of the game.
static bool is_said(const quiz_scene *scene, brs_str sentence, brs_err *err)
{
    char text[600] = "nothing";
    brs_setup english = *scene->setup;
    english.game = brs_game_source(scene->setup->game);
    const brs_setup *const setups[] = {&english, scene->setup};
    for (int language = 0; language < 1 + (english.game != scene->setup->game); language++) {
        for (uint32_t seq = scene->first; seq < scene->end; seq++) {
            const int len = brs_event_text(setups[language], brs_trace_at(scene->trace, seq), text, sizeof text);
            if (same_words(sentence, (brs_str){text, (size_t)len})) {
                return true;
            }
        }
    }
    return brs_fail(err, BRS_TEXT, "the engine never says \"%.*s\" there; the last that it says is \"%.140s\"",
                    (int)(sentence.len < 140 ? sentence.len : 140), sentence.ptr, text);
}

// "..." cut to what stands between the quotes; false: it is no quote.
static bool unquote(brs_str *text)
{
    const bool quoted = text->len > 2 && text->ptr[0] == '"' && text->ptr[text->len - 1] == '"';
    *text = quoted ? (brs_str){text->ptr + 1, text->len - 2} : *text;
    return quoted;
}

// A semicolon within quotes divides nothing.
static brs_str next_part(brs_str *rest)
{
    bool quoted = false;
    size_t at = 0;
    for (; at < rest->len && (quoted || rest->ptr[at] != ';'); at++) {
        quoted ^= rest->ptr[at] == '"';
    }
    const brs_str part = {rest->ptr, at};
    *rest = str_behind(*rest, at < rest->len ? at + 1 : at);
    return str_trim(part);
}

static quiz_verdict fail_key(const brs_quiz *q, const measured *m, brs_err *err)
{
    const brs_str right = q->answer[q->right].text;
    const int len = (int)(right.len < 80 ? right.len : 80);
    if (m->knows_before && m->found != m->before) {
        brs_fail(err, BRS_TEXT, "the key says %.*s, but the engine says %s, a change of %d", len, right.ptr, m->is, distance(m));
    } else {
        brs_fail(err, BRS_TEXT, "the key says %.*s, but the engine says %s", len, right.ptr, m->is);
    }
    err->line = q->right_line;
    return QUIZ_FAILS;
}

static quiz_verdict check_told(const brs_quiz *q, const quiz_scene *scene, brs_err *err)
{
    int64_t right;
    const bool number = opening_number(q->answer[q->right].text, &right);
    bool counts = false, agrees = false;
    measured last = {.counts = false};
    for (brs_str rest = q->check; rest.len > 0;) {
        brs_str part = next_part(&rest);
        measured m = {.counts = false};
        if (part.len == 0) {
            continue;
        }
        if (unquote(&part) ? !is_said(scene, part, err) : !measure(scene, part, true, &m, err)) {
            err->line = q->check_line;
            return QUIZ_FAILS;
        }
        counts = counts || m.counts;
        agrees = agrees || (m.counts && (m.found == right || (m.knows_before && distance(&m) == right)));
        last = m.counts ? m : last;
    }
    return number && counts && !agrees ? fail_key(q, &last, err) : QUIZ_HOLDS;
}

// ---- a question that says itself what it asks for ---------------------------------------------------------

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

static char folded(char c, bool fold)
{
    return fold && c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

// Does the text have this as whole words?
static bool names(brs_str text, brs_str words, bool fold)
{
    for (size_t at = 0; words.len > 0 && at + words.len <= text.len; at++) {
        size_t i = 0;
        while (i < words.len && folded(text.ptr[at + i], fold) == folded(words.ptr[i], fold)) {
            i++;
        }
        if (i == words.len && (at == 0 || !is_letter(text.ptr[at - 1])) &&
            (at + i == text.len || !is_letter(text.ptr[at + i]))) {
            return true;
        }
    }
    return false;
}

// What comes after, by how much it changes, or (in words that are not known here) either.
typedef enum { ASKS_EITHER, ASKS_CHANGE, ASKS_VALUE } asks_for;

static asks_for asks(brs_str ask)
{
    static const char *const change[] = {"lose", "loses", "lost", "gain", "gains", "gained", "cost", "costs", "take", "takes",
                                         "drop", "drops", "draw", "draws", "lay", "lays"};
    static const char *const value[] = {"has", "have", "is", "are", "after", "left"};
    for (size_t i = 0; i < sizeof change / sizeof change[0]; i++) {
        if (names(ask, str_of(change[i]), true)) {
            return ASKS_CHANGE;
        }
    }
    for (size_t i = 0; i < sizeof value / sizeof value[0]; i++) {
        if (names(ask, str_of(value[i]), true)) {
            return ASKS_VALUE;
        }
    }
    return ASKS_EITHER;
}

// The one player whom the question names, -1: none, or several.
static int seat_named(const brs_setup *setup, brs_str ask)
{
    int found = -1;
    for (int seat = 0; seat < setup->seats; seat++) {
        if (setup->name[seat] != NULL && names(ask, str_of(setup->name[seat]), false)) {
            if (found >= 0) {
                return -1;
            }
            found = seat;
        }
    }
    return found;
}

// The one number of a seat that it names ("LP", "hand"; "Liberty Points" is lp); empty: none, or several.
static brs_str measure_named(const brs_game_def *game, brs_str ask)
{
    brs_str rest = str_of(brs_game_source(game)->measures), found = {"", 0};
    rest = str_cut(&rest, ';');
    while (rest.len > 0) {
        brs_str word = str_trim(str_cut(&rest, ','));
        brs_str plain = str_word(&word);
        bool named = names(ask, plain, true);
        for (int i = 1; i < game->quantity_count; i++) {
            const brs_quantity_info *quantity = &game->quantities[i];
            named = named || (names(plain, str_of(quantity->id), true) && names(ask, str_of(quantity->title), true));
        }
        if (named && found.len > 0) {
            return (brs_str){"", 0};
        }
        found = named ? plain : found;
    }
    return found;
}

static quiz_verdict check_by_itself(const brs_quiz *q, const quiz_scene *scene, brs_err *err)
{
    const brs_setup *setup = scene->setup;
    int64_t right;
    const int seat = seat_named(setup, q->ask);
    const brs_str word = setup->game->measures != NULL ? measure_named(setup->game, q->ask) : (brs_str){"", 0};
    if (seat < 0 || word.len == 0 || word.len > 32 || !opening_number(q->answer[q->right].text, &right) || right < 0 ||
        right > 9999) {
        return QUIZ_UNCHECKED;
    }
    char check[64];
    const int len = snprintf(check, sizeof check, "%c %.*s %d", brs_seat_letter(setup, seat), BRS_ARG(word), (int)right);
    measured m;
    brs_err why = BRS_ERR_NONE;
    if (!measure(scene, (brs_str){check, (size_t)len}, false, &m, &why) || !m.counts) {
        return QUIZ_UNCHECKED;
    }
    const asks_for what = asks(q->ask);
    if (what == ASKS_CHANGE && !m.knows_before) {
        return QUIZ_UNCHECKED;
    }
    const bool value = what != ASKS_CHANGE && m.found == right, change = what != ASKS_VALUE && m.knows_before && distance(&m) == right;
    return value || change ? QUIZ_HOLDS : fail_key(q, &m, err);
}

static quiz_verdict check_key(const brs_quiz *q, const quiz_scene *scene, brs_err *err)
{
    if (scene->setup->game->measure == NULL) {
        return QUIZ_UNCHECKED;
    }
    return q->check.len > 0 ? check_told(q, scene, err) : check_by_itself(q, scene, err);
}

// ---- states ------------------------------------------------------------------------------------------------

typedef struct {
    const brs_setup *setup;
    const brs_player *player;
    const brs_trace *trace;
    const uint32_t *seq;
    int count, next;
    brs_arena *arena;
    const void **out;
} keeper;

// The engine writes first and tells then.
static void keep(void *ctx, const brs_event *event)
{
    keeper *k = ctx;
    (void)event;
    while (k->next < k->count && k->seq[k->next] <= k->trace->event_count + 1) {
        if (k->seq[k->next] == k->trace->event_count + 1 && k->player->game.state != NULL) {
            const size_t size = k->setup->game->state_size;
            void *copy = brs_arena_alloc(k->arena, 1, size);
            memcpy(copy, k->player->game.state, size);
            k->out[k->next] = copy;
        }
        k->next++;
    }
}

// The states of a game right after the events seq[0] <= seq[1] ...; NULL for 0 and for what never came.
static bool take_states(const brs_replay *replay, keeper *k, brs_err *err)
{
    brs_player *player = BRS_NEW(k->arena, brs_player, 1);
    brs_trace *trace = BRS_NEW(k->arena, brs_trace, 1);
    brs_err found = BRS_ERR_NONE;
    brs_trace_init(trace, k->arena);
    trace->watch = keep;
    trace->watch_ctx = k;
    k->player = player;
    k->trace = trace;
    bool more = brs_player_open(player, replay, k->setup, 0, k->arena, trace, &found);
    while (more && k->next < k->count) {
        more = brs_player_next(player, &found);
    }
    if (found.code != BRS_OK && err != NULL) {
        *err = found;
    }
    return found.code == BRS_OK;
}

// ---- all questions of a game ---------------------------------------------------------------------------------

// Moments of a question, by event: before, after, and the other one after (0: none).
typedef struct {
    uint32_t first, end, seq[3];
} moments;

static bool is_in(const brs_section_info *info, int section, int at)
{
    const char *group = info[at].group;
    return at == section || (group != NULL && group[0] != '\0' && strcmp(group, info[section].id) == 0);
}

// A remark on a step of a transcript stands at the last event of it, and means the step. -1: none.
static int section_of(const brs_trace *trace, const quiz_asked *asked, uint32_t end)
{
    if (asked->event == 0 || asked->event >= end) {
        return asked->event == 0 ? asked->section : -1;
    }
    const int section = brs_trace_at(trace, asked->event)->section;
    for (uint32_t seq = asked->event + 1; seq < end; seq++) {
        if (brs_trace_at(trace, seq)->section == section) {
            return -1;
        }
    }
    return section;
}

static moments moments_of(const brs_setup *setup, const brs_trace *trace, const quiz_asked *asked)
{
    moments m = {.first = 1, .end = trace->event_count + 1};
    while (asked->unit >= 0 && m.first < m.end && brs_trace_at(trace, m.first)->unit != asked->unit) {
        m.first++;
    }
    for (uint32_t seq = m.first; asked->unit >= 0 && seq < m.end; seq++) {
        m.end = brs_trace_at(trace, seq)->unit != asked->unit ? seq : m.end;
    }
    const int section = section_of(trace, asked, m.end);
    uint32_t from = 0, to = 0;
    for (uint32_t seq = m.first; seq < m.end; seq++) {
        const int at = brs_trace_at(trace, seq)->section;
        const bool here = section >= 0 ? is_in(setup->game->unit->sections, section, at) : asked->event == 0 || seq == asked->event;
        from = here && from == 0 ? seq : from;
        to = here ? seq : to;
    }
    m.seq[0] = (from != 0 ? from : m.first) - 1;
    m.seq[1] = to != 0 ? to : m.end - 1;
    m.seq[2] = asked->event != 0 ? m.end - 1 : 0;
    return m;
}

static int by_seq(const void *a, const void *b)
{
    return (*(const uint32_t *)a > *(const uint32_t *)b) - (*(const uint32_t *)a < *(const uint32_t *)b);
}

static const void *state_of(const keeper *k, uint32_t seq)
{
    for (int i = 0; i < k->count; i++) {
        if (k->seq[i] == seq) {
            return k->out[i];
        }
    }
    return NULL;
}

static bool tell(const brs_replay *replay, const brs_setup *setup, brs_trace *trace, brs_arena *arena, brs_err *err)
{
    brs_player *player = BRS_NEW(arena, brs_player, 1);
    brs_err found = BRS_ERR_NONE;
    brs_trace_init(trace, arena);
    for (bool more = brs_player_open(player, replay, setup, 0, arena, trace, &found); more;) {
        more = brs_player_next(player, &found);
    }
    if (found.code != BRS_OK && err != NULL) {
        *err = found;
    }
    return found.code == BRS_OK;
}

bool quiz_check_all(const brs_replay *replay, const brs_setup *setup, quiz_asked *asked, int count, brs_arena *arena, brs_err *err)
{
    brs_trace *trace = BRS_NEW(arena, brs_trace, 1);
    const size_t places = (size_t)count * 3;
    moments *at = BRS_NEW(arena, moments, (size_t)count + 1);
    uint32_t *seq = BRS_NEW(arena, uint32_t, places + 1);
    if (count == 0 || !tell(replay, setup, trace, arena, err)) {
        return count == 0;
    }
    for (int i = 0; i < count; i++) {
        at[i] = moments_of(setup, trace, &asked[i]);
        memcpy(&seq[3 * i], at[i].seq, sizeof at[i].seq);
    }
    brs_sort(seq, places, sizeof *seq, BRS_NEW(arena, uint32_t, places + 1), by_seq);
    keeper k = {.setup = setup, .seq = seq, .count = (int)places, .arena = arena};
    k.out = brs_arena_alloc(arena, places + 1, sizeof *k.out);
    if (!take_states(replay, &k, err)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        const uint32_t *moment = at[i].seq;
        const quiz_scene scene = {setup, trace, at[i].first, at[i].end, state_of(&k, moment[0]),
                                  {state_of(&k, moment[1]), moment[2] != 0 ? state_of(&k, moment[2]) : NULL}};
        asked[i].err = BRS_ERR_NONE;
        asked[i].verdict = check_key(&asked[i].q, &scene, &asked[i].err);
    }
    return true;
}
