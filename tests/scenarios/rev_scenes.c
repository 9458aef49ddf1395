// Scenarios of Revolution. This file looks into the state, which only the engine and its tests may: it sets up a
// table by hands, pile and ranks, and leaves everything else to the engine.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fs.h"
#include "rev_scene.h"

void rev_scene_fail(rev_scene *s, const char *format, ...)
{
    va_list args;
    if (s->failed) {
        return;
    }
    s->failed = true;
    printf("FAIL %s:%d: %s (%s): ", s->file, s->line, s->id, s->edition->id);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

static void finish(rev_scene *s)
{
    if (s->id[0] == '\0') {
        return;
    }
    if (s->skipped) {
        s->id[0] = '\0';
        return;
    }
    if (!s->failed && s->expectations == 0) {
        rev_scene_fail(s, "it expects nothing");
    }
    if (s->failed) {
        printf("repro: %s %s\n", s->all->program, s->file);
    }
    s->all->passed += !s->failed;
    s->all->broken += s->failed;
    s->id[0] = '\0';
}

// ---- words ----------------------------------------------------------------------------------------------

int rev_scene_seat(brs_str word)
{
    return word.len == 1 && word.ptr[0] >= 'A' && word.ptr[0] <= 'L' ? word.ptr[0] - 'A' : -1;
}

int rev_scene_rank(char letter)
{
    static const char letters[] = "3456789TJQKA2X";
    const char *at = letter == '\0' ? NULL : strchr(letters, letter);
    return at == NULL ? -1 : (int)(at - letters);
}

// "888": a set; "empty": nothing.
int rev_scene_set(rev_scene *s, brs_str text)
{
    if (str_is(text, "empty")) {
        return 0;
    }
    int rank = text.len > 0 ? rev_scene_rank(text.ptr[0]) : -1;
    for (size_t i = 0; i < text.len; i++) {
        if (rank < 0 || rev_scene_rank(text.ptr[i]) != rank) {
            rev_scene_fail(s, "no set of one rank: %.*s", BRS_ARG(text));
            return 0;
        }
    }
    return set_of((int)text.len, rank);
}

static void add_cards(rev_scene *s, int seat, brs_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        int rank = rev_scene_rank(text.ptr[i]);
        if (rank >= 0) {
            s->wish[seat][rank]++;
        } else if (!str_blank(text.ptr[i])) {
            rev_scene_fail(s, "no rank: %c", text.ptr[i]);
        }
    }
}

int rev_scene_number(rev_scene *s, brs_str text)
{
    int64_t n = 0;
    if (!str_number(str_trim(text), &n) || n < 0 || n > 9999) {
        rev_scene_fail(s, "expected a number, not \"%.*s\"", BRS_ARG(text));
    }
    return (int)n;
}

// ---- the table ------------------------------------------------------------------------------------------------

static void begin_scene(rev_scene *s, brs_str id, brs_str ahead)
{
    brs_err err = BRS_ERR_NONE;
    finish(s);
    snprintf(s->id, sizeof s->id, "%.*s", BRS_ARG(id));
    brs_arena_reset(&s->arena);
    brs_trace_init(&s->trace, &s->arena);
    s->begun = s->failed = s->no_table = false;
    s->skipped = !scenes_holds(s->all, &s->shelf->editions, s->edition, ahead, &err);
    s->expectations = 0;
    s->setup = (brs_setup){.game = s->shelf->game, .edition = s->edition, .seats = 4,
                           .chance = BRS_CHANCE_SEEDED, .seed = 1};
    s->setup.options = s->setup.edition->options;
    memset(s->wish, 0, sizeof s->wish);
    s->at = 't';
    s->turn = s->direction = s->pile = s->locked = s->out_count = s->rank_count = 0;
    s->last = -1;
    s->round = 1;
    if (err.msg[0] != '\0') {
        rev_scene_fail(s, "%s", err.msg);
    }
}

static void fill_hands(rev_scene *s)
{
    rev_state *g = &s->state;
    memset(g->hand, 0, sizeof g->hand);
    for (int seat = 0; seat < g->seats; seat++) {
        int count = 0;
        for (int rank = 0; rank < REV_RANKS; rank++) {
            count += s->wish[seat][rank];
        }
        if (count == 0) {
            s->wish[seat][REV_THREE] = 2;  // nobody asked: two threes, which do nothing
            count = 2;
        }
        memcpy(g->hand[seat], s->wish[seat], REV_RANKS);
        g->hand_count[seat] = (uint8_t)count;
    }
}

static void fill_ranks(rev_scene *s)
{
    rev_state *g = &s->state;
    for (int place = 0; place < g->seats; place++) {
        g->held[place < s->rank_count ? s->ranks[place] : place] = (uint8_t)(place + 1);
    }
}

static void lay_table(rev_scene *s)
{
    rev_state *g = &s->state;
    fill_hands(s);
    g->phase = REV_PLAY;
    g->round = (uint16_t)s->round;
    g->trick = 1;
    g->turn = (uint8_t)s->turn;
    g->direction = (uint8_t)s->direction;
    g->locked = (uint16_t)s->locked;
    for (int i = 0; i < s->out_count; i++) {
        g->place[s->out[i]] = ++g->out;
        memset(g->hand[s->out[i]], 0, REV_RANKS);
        g->hand_count[s->out[i]] = 0;
    }
    if (s->pile != 0) {
        g->count = (uint8_t)count_in(s->pile);
        g->rank = (uint8_t)rank_in(s->pile);
        g->direction = (uint8_t)(1 - s->direction);
        int before = rev_next_seat(g, s->turn);
        g->direction = (uint8_t)s->direction;
        g->last = (uint8_t)(s->last >= 0 ? s->last : before);
    }
    g->section = REV_SEC_play;
}

// Before the picks, or before the exchange with the hands that are given.
static void lay_round(rev_scene *s)
{
    rev_state *g = &s->state;
    memset(g->hand, 0, sizeof g->hand);
    memset(g->hand_count, 0, sizeof g->hand_count);
    fill_ranks(s);
    g->round = (uint16_t)(s->round > 1 ? s->round : 2);
    g->trick = 0;
    g->step = g->pair = 0;
    for (int rank = 0; rank < REV_RANKS; rank++) {
        g->pool[rank] = (uint8_t)(rank == REV_JOKER ? g->packs * g->jokers : 4 * g->packs);
    }
    g->phase = REV_PICK;
    if (s->at == 'e') {
        fill_hands(s);
        rev_set_partners(g);
        g->phase = REV_POWERS;
    }
}

static void begin_table(rev_scene *s)
{
    brs_err err = BRS_ERR_NONE;
    s->begun = true;
    s->since = 0;
    s->no_table = !rev_scene_game(s)->create(&s->state, &s->setup, &s->trace, &err);
    if (s->no_table || s->at == 'd') {
        return;
    }
    brs_trace_reset(&s->trace);
    s->state.ask = s->state.asked = 0;
    if (s->at == 't') {
        lay_table(s);
    } else {
        lay_round(s);
    }
    rev_notes notes = {.nterm = 0};
    rev_run r = {.setup = &s->setup, .opt = s->setup.options.value, .g = &s->state, .trace = &s->trace, .notes = &notes};
    rev_continue(&r);
}

static void seat_list(rev_scene *s, brs_str value, int *out, int *count)
{
    for (*count = 0; value.len > 0 && *count < REV_SEATS;) {
        out[(*count)++] = rev_scene_seat(str_word(&value));
        if (out[*count - 1] < 0) {
            rev_scene_fail(s, "expected seats, A to L");
            out[*count - 1] = 0;
        }
    }
}

static void set_option(rev_scene *s, brs_str value)
{
    brs_err err = BRS_ERR_NONE;
    int row = brs_option_find(rev_scene_game(s), str_word(&value));
    if (row < 0 || !brs_option_read(&rev_scene_game(s)->options[row], str_trim(value), &s->setup.options.value[row], &err)) {
        rev_scene_fail(s, "no such option or value: %s", err.msg);
    }
}

static void check_rules(rev_scene *s, brs_str value)
{
    while (value.len > 0) {
        brs_str id = str_word(&value);
        if (brs_rule_find(rev_scene_game(s), id) == 0) {
            rev_scene_fail(s, "there is no rule %.*s", BRS_ARG(id));
        }
    }
}

// Lines before the first choice; false when it is none.
static bool header_line(rev_scene *s, brs_str key, brs_str value)
{
    brs_str what = key;
    const int seat = rev_scene_seat(str_word(&what));
    int one[REV_SEATS], count = 0;
    if (seat >= 0 && str_is(what, "hand")) {
        add_cards(s, seat, value);
    } else if (str_is(key, "edition")) {
        return true;  // read at the beginning
    } else if (str_is(key, "option")) {
        set_option(s, value);
    } else if (str_is(key, "rule")) {
        check_rules(s, value);
    } else if (str_is(key, "players")) {
        s->setup.seats = rev_scene_number(s, value);
    } else if (str_is(key, "round")) {
        s->round = rev_scene_number(s, value);
    } else if (str_is(key, "seed")) {
        s->setup.seed = (uint64_t)rev_scene_number(s, value);
    } else if (str_is(key, "chance")) {
        s->setup.chance = str_is(value, "recorded") ? BRS_CHANCE_RECORDED : BRS_CHANCE_SEEDED;
    } else if (str_is(key, "at")) {
        s->at = value.len > 0 ? value.ptr[0] : '?';
    } else if (str_is(key, "turn") || str_is(key, "last")) {
        seat_list(s, value, one, &count);
        *(str_is(key, "turn") ? &s->turn : &s->last) = one[0];
    } else if (str_is(key, "locked")) {
        seat_list(s, value, one, &count);
        for (int i = 0; i < count; i++) {
            s->locked |= 1 << one[i];
        }
    } else if (str_is(key, "out")) {
        seat_list(s, value, s->out, &s->out_count);
    } else if (str_is(key, "ranks")) {
        seat_list(s, value, s->ranks, &s->rank_count);
    } else if (str_is(key, "pile")) {
        s->pile = rev_scene_set(s, value);
    } else if (str_is(key, "direction")) {
        s->direction = str_is(value, "right");
    } else {
        return str_is(key, "rows") || str_is(key, "says");
    }
    return true;
}

// ---- lines --------------------------------------------------------------------------------------------------------------

static void play_line(rev_scene *s, brs_str line, brs_str key, brs_str value)
{
    if (!s->begun) {
        begin_table(s);
    }
    if (str_is(key, "expect")) {
        rev_scene_expect(s, value);
    } else if (str_is(key, "refuse")) {
        rev_scene_refuse(s, value);
    } else {
        s->since = s->trace.event_count;
        while (line.len > 0 && !s->failed) {
            rev_scene_choose(s, str_trim(str_cut(&line, '|')));
            line = str_trim(line);
        }
    }
}

// ahead: the lines that follow.
static void run_line(rev_scene *s, brs_str line, brs_str ahead)
{
    brs_str value = line;
    brs_str key = str_cut(&value, ':');
    const bool colon = key.len < line.len;
    value = str_trim(value);
    if (colon && str_is(key, "scenario")) {
        begin_scene(s, value, ahead);
    } else if (s->id[0] == '\0') {
        snprintf(s->id, sizeof s->id, "(no scenario)");
        rev_scene_fail(s, "a file begins with scenario: NAME");
    } else if (s->failed || s->skipped) {
        return;
    } else if (!colon || str_is(key, "expect") || str_is(key, "refuse")) {
        play_line(s, line, key, value);
    } else if (s->begun) {
        rev_scene_fail(s, "too late: the table stands");
    } else if (!header_line(s, key, value)) {
        rev_scene_fail(s, "not understood: %.*s", BRS_ARG(line));
    }
}

void rev_scenes_run(scenes *all, const char *path)
{
    static rev_scene s;
    brs_err err = BRS_ERR_NONE;
    brs_str whole = {"", 0}, text, line;
    brs_arena arena;
    brs_arena_init(&arena, 0);
    memset(&s, 0, sizeof s);
    brs_arena_init(&s.arena, 0);
    s.all = all;
    s.file = path;
    for (int i = 0; i < all->library->count; i++) {
        s.shelf = strcmp(all->library->shelf[i].game->id, "revolution") == 0 ? &all->library->shelf[i] : s.shelf;
    }
    if (!fs_read(path, 1 << 20, &arena, &whole, &err)) {
        printf("FAIL %s: %s\n", path, err.msg);
        all->broken++;
    }
    for (int e = 0; e < s.shelf->editions.count && !scenes_done(all); e++) {
        s.edition = s.shelf->editions.edition[e];
        s.line = 0;
        if (all->edition != NULL && all->edition != s.edition) {
            continue;
        }
        for (text = whole; !scenes_done(all) && str_line(&text, &line);) {
            s.line++;
            line = str_trim(line);
            if (line.len > 0 && line.ptr[0] != '#') {
                run_line(&s, line, text);
            }
        }
        finish(&s);
    }
    brs_arena_release(&s.arena);
    brs_arena_release(&arena);
}
