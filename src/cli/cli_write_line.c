// A line of `broadside write` as somebody types it: beginnings of words, words left out, checks, the next turn begun.
#include "cli_write.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "str.h"

// Tries lines one after the other; when one is refused, all is as before.
static bool try_lines(writing *w, const char *const *lines, int count)
{
    for (int i = 0; i < count; i++) {
        if (!brs_scribe_line(w->scribe, str_of(lines[i]))) {
            const brs_err kept = w->first;
            write_begin_anew(w);
            w->first = kept;
            return false;
        }
    }
    return true;
}

// ---- a line ---------------------------------------------------------------------------------------------------------------

static bool is_seat(const brs_setup *setup, brs_str word)
{
    bool found = false;
    for (int seat = 0; seat < setup->seats; seat++) {
        found = found || (word.len == 1 && word.ptr[0] == brs_seat_letter(setup, seat));
    }
    return found;
}

// A seat that stands before the rest of a line.
static brs_str cut_seat(const brs_setup *setup, brs_str *line)
{
    brs_str rest = *line, word = str_word(&rest);
    if (rest.len == 0 || !is_seat(setup, word)) {
        return (brs_str){"", 0};
    }
    *line = rest;
    return word;
}

static bool begins_with_word(const brs_setup *setup, const char *line)
{
    const brs_game_def *game = setup->game;
    brs_str rest = str_of(line);
    cut_seat(setup, &rest);
    brs_str word = str_word(&rest);
    for (const brs_verb *row = game->verbs; row->word != NULL; row++) {
        if (row->word[0] == '\0' || str_is(word, row->word)) {  // a game whose plays have no word lacks none
            return true;
        }
    }
    return word.len > 0 && strchr("#>@=", word.ptr[0]) != NULL;
}

static bool accept(writing *w, const char *const *lines, int count, brs_err *err)
{
    w->steps++;
    for (int i = 0; i < count; i++) {
        if (!write_save_line(w, lines[i], err)) {
            return false;
        }
    }
    return true;
}

// The words that the open question is answered with, a bit each; *unseen: how a card that nobody saw is written there.
static uint64_t open_words(const writing *w, char unseen[64])
{
    const brs_game *g = brs_scribe_game(w->scribe);
    uint64_t words = 0;
    unseen[0] = '\0';
    for (int i = 0; i < g->n; i++) {
        brs_spelling spelling;
        g->setup->game->spell(g->setup, g->state, g->choices[i], &spelling);
        words |= UINT64_C(1) << spelling.verb;
        if (g->choices[i].seat == BRS_SEAT_CHANCE && strcmp(spelling.name, "?") == 0) {
            snprintf(unseen, 64, "%s ?", g->setup->game->verbs[spelling.verb].word);
        }
    }
    return words;
}

// The words of the question that a player answers next, when nobody sees what chance brings until then.
static uint64_t next_words(writing *w, uint64_t *chance)
{
    char unseen[64];
    uint64_t words = open_words(w, unseen);
    *chance = unseen[0] != '\0' ? words : 0;
    while (unseen[0] != '\0' && brs_scribe_line(w->scribe, str_of(unseen))) {
        words = open_words(w, unseen);
    }
    if (*chance != 0) {
        write_begin_anew(w);
    }
    return words;
}

// The card that lines which were just taken speak of by a beginning of its name; empty: none.
static brs_str card_meant(const writing *w, uint32_t events, brs_str typed)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    for (; events < g->trace->event_count; events++) {
        const brs_event *e = &g->trace->events[events];
        const int handle[] = {e->source, e->arg[0], e->arg[1], e->arg[2], e->arg[3]};
        for (int i = 0; i < 5; i++) {
            const bool one = handle[i] > 0 && handle[i] < g->setup->game->handles;
            const brs_str name = one ? g->setup->game->handle_name(g->setup, handle[i]) : (brs_str){"", 0};
            if (name.len >= typed.len && typed.len > 0 && strncasecmp(name.ptr, typed.ptr, typed.len) == 0) {
                return name;
            }
        }
    }
    return (brs_str){"", 0};
}

// "free" may be a Pillar and a Right: nothing is taken, and w->first asks which.
static void tell_two(writing *w, brs_str typed, const char *word, const char *card, const char *other_word, brs_str other)
{
    char second[64];  // what the scribe gave is gone when it begins anew
    snprintf(second, sizeof second, "%.*s", BRS_ARG(other));
    write_begin_anew(w);
    w->first = BRS_ERR_NONE;
    brs_fail(&w->first, BRS_TEXT, "\"%.*s\" means more than one of what may stand here", BRS_ARG(typed));
    brs_help(&w->first, BRS_TRANSCRIPT_WHICH "%s %s, %s %s", word, card, other_word, second);
}

// ---- which one? ------------------------------------------------------------------------------------------------------------

// The n-th of "A, B, C", from 1 on; empty: there are not so many.
static brs_str of_list(const char *list, int64_t n)
{
    brs_str rest = str_of(list), item = {"", 0};
    for (; n > 0 && rest.len > 0; n--) {
        const char *end = memmem(rest.ptr, rest.len, ", ", 2);
        item = (brs_str){rest.ptr, end != NULL ? (size_t)(end - rest.ptr) : rest.len};
        rest = end != NULL ? str_behind(rest, item.len + 2) : (brs_str){"", 0};
    }
    return n == 0 ? item : (brs_str){"", 0};
}

bool write_ask_which(writing *w, const char *line, const brs_err *told)
{
    const char *quote = strchr(told->msg, '"'), *end = quote == NULL ? NULL : strchr(quote + 1, '"');
    const size_t len = end == NULL ? 0 : (size_t)(end - quote - 1);
    const char *at = len == 0 ? NULL : memmem(line, strlen(line), quote + 1, len);
    if (at == NULL || !str_begins(str_of(told->help), BRS_STR(BRS_TRANSCRIPT_WHICH))) {
        return false;
    }
    snprintf(w->unclear, sizeof w->unclear, "%s", line);
    snprintf(w->which, sizeof w->which, "%s", told->help + strlen(BRS_TRANSCRIPT_WHICH));
    w->unclear_at = (int)(at - line);
    w->unclear_len = (int)len;
    buf_putf(&w->out, "%s: nothing is taken yet.\nWhich one? Its number, or more of its name:\n", told->msg);
    for (int i = 1; of_list(w->which, i).len > 0; i++) {
        buf_putf(&w->out, "%5d  %.*s\n", i, BRS_ARG(of_list(w->which, i)));
    }
    return true;
}

const char *write_answer_which(writing *w, const char *line)
{
    int64_t number;
    if (w->which[0] == '\0' || !str_number(str_of(line), &number)) {
        w->which[0] = '\0';
        return line;
    }
    const brs_str meant = of_list(w->which, number);  // with a number that is not there it is asked again
    char *out = BRS_NEW(&w->cli->arena, char, CLI_MAX_LINE + sizeof w->which);
    snprintf(out, CLI_MAX_LINE + sizeof w->which, "%.*s%.*s%s", w->unclear_at, w->unclear, BRS_ARG(meant), w->unclear + w->unclear_at + w->unclear_len);
    w->which[0] = '\0';
    return meant.len > 0 ? out : brs_arena_string(&w->cli->arena, str_of(w->unclear));
}

enum { NO_WORD, ONE_WORD, MORE_WORDS };

// The line with a word that was left out: those that a player answers with next come first, those of chance last. Where two
// words that take one card each (a play, no discard) take it for two cards it is not guessed.
static int try_words(writing *w, const char *line, const char **lines, int count, char *room, size_t cap)
{
    // What the scribe gives is gone when it begins anew; the game's tables stay.
    const brs_game_def *game = brs_scribe_game(w->scribe)->setup->game;
    const uint32_t events = brs_scribe_game(w->scribe)->trace->event_count;
    brs_str rest = str_of(line);
    const brs_str seat = cut_seat(brs_scribe_game(w->scribe)->setup, &rest);
    if (rest.len < 2) {  // "d" is rather done than a card with such a word
        return NO_WORD;
    }
    uint64_t chance;
    const uint64_t next = next_words(w, &chance), order[3] = {next & ~chance, ~next & ~chance, chance};
    char card[64] = "", first[CLI_MAX_LINE + 32] = "";
    const char *word = "";
    bool single = false;
    brs_err which = BRS_ERR_NONE;  // what a word says that takes the line for several cards by itself
    lines[count - 1] = room;
    for (int pass = 0; pass < 3 && (pass < 2 || first[0] == '\0'); pass++) {
        for (int row = 0; game->verbs[row].word != NULL; row++) {
            const brs_verb *verb = &game->verbs[row];
            if (verb->noun[0] == '\0' || verb->word[0] == '\0' || (order[pass] >> row & 1) == 0) {
                continue;
            }
            snprintf(room, cap, "%.*s%s%s %.*s", BRS_ARG(seat), seat.len > 0 ? " " : "", verb->word, BRS_ARG(rest));
            if (!try_lines(w, lines, count)) {
                if (verb->joint == NULL && pass < 2 && str_begins(str_of(w->first.help), BRS_STR(BRS_TRANSCRIPT_WHICH))) {
                    which = w->first;
                }
                continue;
            }
            const brs_str meant = card_meant(w, events, rest);
            if (first[0] != '\0' && single && verb->joint == NULL && meant.len > 0 && card[0] != '\0' && !str_is(meant, card)) {
                tell_two(w, rest, word, card, verb->word, meant);
                return MORE_WORDS;
            }
            if (first[0] == '\0') {
                snprintf(first, sizeof first, "%s", room);
                snprintf(card, sizeof card, "%.*s", BRS_ARG(meant));
                word = verb->word;
                single = verb->joint == NULL;
                if (meant.len == 0 || meant.len == rest.len) {  // nothing to be mistaken about
                    return ONE_WORD;
                }
            }
            write_begin_anew(w);
        }
    }
    if (which.code != BRS_OK && (single || first[0] == '\0')) {
        w->first = which;
        return MORE_WORDS;
    }
    snprintf(room, cap, "%s", first);
    return first[0] != '\0' && try_lines(w, lines, count) ? ONE_WORD : NO_WORD;
}

// What is counted at the end of a turn is written when the next one has begun: a check that comes first in a turn stands
// at the end of the one before.
static bool submit_check(writing *w, const char *line, brs_err *err)
{
    enum { HEADERS = 2 };
    const char *lines[2 + HEADERS];
    int count = 0, headers = 0;
    while (headers < HEADERS && headers < w->lines && write_is_header(w->line[w->lines - 1 - headers])) {
        headers++;
    }
    const int kept = w->lines - headers;
    if (line[0] != '=' || headers == 0 || kept == 0) {
        return false;
    }
    if (brs_scribe_game(w->scribe)->setup->game->unit->group == 0) {
        lines[count++] = "@end";
    }
    lines[count++] = brs_arena_string(&w->cli->arena, str_of(line));
    for (int i = 0; i < headers; i++) {
        lines[count + i] = w->line[kept + i];
    }
    w->lines = kept;
    write_begin_anew(w);
    const bool taken = try_lines(w, lines, count + headers) && kept + count + headers < WRITE_MAX_LINES;
    w->lines = kept + headers;
    if (!taken) {
        const brs_err told = w->first;
        write_begin_anew(w);
        w->first = told;
        return false;
    }
    w->steps++;
    for (int i = headers - 1; i >= 0; i--) {
        w->line[kept + count + i] = w->line[kept + i];
        w->step[kept + count + i] = w->step[kept + i];
    }
    for (int i = 0; i < count; i++) {
        w->line[kept + i] = lines[i];
        w->step[kept + i] = w->steps;
    }
    w->lines += count;
    return write_rewrite_file(w, err);
}

// A check that does not hold yet is one of the end of the turn: it stands there, and the next turn begins. *told: why not.
static bool submit_end(writing *w, const char *line, brs_err *told, brs_err *err)
{
    const int before = write_unit_now(w);
    const char *lines[2] = {"@end", line};
    if (!try_lines(w, lines, 2)) {
        *told = w->first;
        return false;
    }
    return accept(w, lines, 2, err) && write_add_headers(w, before, err);
}

// A check within a turn: of this moment, or of the turn's end. `counts`: of all LP, so it is the end that it is held against,
// be it that of the turn before.
static bool submit_count(writing *w, const char *line, bool counts, brs_err *err)
{
    const int before = write_unit_now(w);
    const bool fresh = write_is_header(w->line[w->lines - 1]);
    const char *only[1] = {line};
    brs_err told = w->first, at_end = BRS_ERR_NONE;  // w->first: of the turn before, if that is the fresh one
    if (try_lines(w, only, 1)) {
        return accept(w, only, 1, err) && write_add_headers(w, before, err);
    }
    told = fresh ? told : w->first;
    const bool taken = told.code != BRS_TEXT && submit_end(w, line, &at_end, err);
    w->first = counts && !fresh && at_end.code != BRS_OK ? at_end : told;
    return taken;
}

// The line as it is; with a word that was left out; in the next turn. `counts`: it is what is counted when a turn ends.
static bool submit(writing *w, const char *line, bool counts, brs_err *err)
{
    const int before = write_unit_now(w);
    char header[64], with_word[CLI_MAX_LINE + 32];
    const bool plain = begins_with_word(brs_scribe_game(w->scribe)->setup, line);
    brs_err told = BRS_ERR_NONE;
    if (submit_check(w, line, err)) {
        return true;
    }
    if (line[0] == '=' && before > 0 && brs_scribe_game(w->scribe)->setup->game->unit->group == 0) {
        return submit_count(w, line, counts, err);
    }
    for (int later = 0; later < 2 && err->code == BRS_OK; later++) {
        const char *lines[2] = {header, line};
        write_header_of(w, before + 1, header, sizeof header, false);
        if (try_lines(w, lines + (1 - later), 1 + later)) {
            return accept(w, lines + (1 - later), 1 + later, err) && write_add_headers(w, later == 1 ? before + 1 : before, err);
        }
        told = told.code == BRS_OK ? w->first : told;
        const int words = plain ? NO_WORD : try_words(w, line, lines + (1 - later), 1 + later, with_word, sizeof with_word);
        if (words == MORE_WORDS) {
            return false;
        }
        if (words == ONE_WORD) {
            return accept(w, lines + (1 - later), 1 + later, err) && write_add_headers(w, later == 1 ? before + 1 : before, err);
        }
    }
    w->first = told;
    return false;
}

// "= 96 88": a number for each player, of what this game counts first.
static bool spread_check(const brs_setup *setup, const char *line, char text[CLI_MAX_LINE])
{
    const brs_str what = {setup->game->measures, strcspn(setup->game->measures, " ,")};
    brs_str rest = str_of(line + 1);
    int64_t number;
    int len = snprintf(text, CLI_MAX_LINE, "=");
    for (int seat = 0; seat < setup->seats; seat++) {
        const brs_str word = str_word(&rest);
        if (line[0] != '=' || !str_number(word, &number) || len > CLI_MAX_LINE - 64) {
            return false;
        }
        len += snprintf(text + len, (size_t)(CLI_MAX_LINE - len), "%s %c %.*s %lld", seat > 0 ? ";" : "", brs_seat_letter(setup, seat), BRS_ARG(what),
                        (long long)number);
    }
    return rest.len == 0;
}

// "= A LP 70; B LP 65", or one of them: the same, written out.
static bool counts_only(const brs_setup *setup, const char *line)
{
    const brs_str what = {setup->game->measures, strcspn(setup->game->measures, " ,")};
    brs_str rest = str_of(line + (line[0] == '='));
    int64_t number;
    bool all = line[0] == '=';
    while (all && rest.len > 0) {
        const char *end = memchr(rest.ptr, ';', rest.len);
        brs_str part = {rest.ptr, end != NULL ? (size_t)(end - rest.ptr) : rest.len};
        rest = (brs_str){part.ptr + part.len + (end != NULL), rest.len - part.len - (end != NULL)};
        str_word(&part);
        const brs_str word = str_word(&part);
        all = word.len == what.len && strncasecmp(word.ptr, what.ptr, what.len) == 0 && str_number(str_word(&part), &number) && str_trim(part).len == 0;
    }
    return all;
}

// The choice that the beginning of a word means ("d" for done), as it is written in full.
static bool spell_out(const writing *w, const char *line, char text[CLI_MAX_LINE], brs_err *why)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    brs_arena arena;
    brs_str rest;
    brs_arena_init(&arena, 0);
    const int index = g->n > 0 ? brs_choice_read(g, str_of(line), &arena, &rest, why) : -1;
    const bool whole = index >= 0 && rest.len == 0;
    if (whole) {
        brs_choice_write(g->setup, g->state, g->choices, g->n, index, text, CLI_MAX_LINE);
    }
    brs_arena_release(&arena);
    return whole;
}

// ---- who begins -----------------------------------------------------------------------------------------------------------

// The word for dice; NULL: this game throws none.
static const char *dice_word(const brs_game_def *game)
{
    const brs_verb *row = game->verbs;
    while (row->word != NULL && strcmp(row->noun, "SEAT NUMBER") != 0) {
        row++;
    }
    return row->word;
}

// Dice by which this seat begins: all show 1, its own 2.
static bool dice_for(const brs_setup *setup, int first, char text[CLI_MAX_LINE])
{
    const char *word = dice_word(setup->game);
    int len = snprintf(text, CLI_MAX_LINE, "%s", word != NULL ? word : "");
    for (int seat = 0; seat < setup->seats; seat++) {
        len += snprintf(text + len, (size_t)(CLI_MAX_LINE - len), "%s %c %d", seat > 0 ? ";" : "", brs_seat_letter(setup, seat), seat == first ? 2 : 1);
    }
    return word != NULL;
}

bool write_asks_who_begins(writing *w)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    char dice[CLI_MAX_LINE];
    if (write_unit_now(w) > 0 || g->n == 0 || g->choices[0].seat != BRS_SEAT_CHANCE || !dice_for(g->setup, 0, dice)) {
        return false;
    }
    const bool open = try_lines(w, (const char *const[]){dice}, 1);
    if (open) {
        write_begin_anew(w);
    }
    return open;
}

// The seat that a letter or the beginning of one name means, -1: none or several.
static int seat_called(const brs_setup *setup, brs_str who)
{
    int found = -1, hits = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        const char *name = setup->name[seat] != NULL ? setup->name[seat] : "";
        const bool letter = who.len == 1 && who.ptr[0] == brs_seat_letter(setup, seat);
        const bool named = who.len > 0 && strncasecmp(name, who.ptr, who.len) == 0;
        found = letter || (named && found < 0) ? seat : found;
        hits += letter ? 2 * BRS_MAX_SEATS : named;
    }
    return hits == 1 || hits >= 2 * BRS_MAX_SEATS ? found : -1;
}

// "first B", "Bo first": who begins, when nobody noted the dice. A note says so to readers. False: it is another line.
static bool first_player(writing *w, const char *line, bool *taken, brs_err *told, brs_err *err)
{
    const brs_setup *setup = brs_scribe_game(w->scribe)->setup;
    const brs_str whole = str_trim(str_of(line));
    brs_str who = whole, word = str_word(&who);
    char dice[CLI_MAX_LINE];
    if (!str_is(word, "first")) {
        const size_t tail = strlen(" first");
        who = (brs_str){whole.ptr, whole.len > tail ? whole.len - tail : 0};
        if (!str_is((brs_str){who.ptr + who.len, whole.len - who.len}, " first")) {
            return false;
        }
    }
    const int seat = seat_called(setup, str_trim(who));
    if (seat < 0 || !dice_for(setup, seat, dice)) {
        return false;
    }
    const char *lines[2] = {dice, "> The dice were not noted, only who begins."};
    const int before = write_unit_now(w);
    *taken = try_lines(w, lines, 2) && accept(w, lines, 2, err) && write_add_headers(w, before, err);
    *told = w->first;
    return true;
}

// ---- any line ------------------------------------------------------------------------------------------------------------

bool write_take_line(writing *w, const char *line, brs_err *told, brs_err *err)
{
    const brs_game *g = brs_scribe_game(w->scribe);
    char text[CLI_MAX_LINE];
    bool taken = false;
    const int listed = cli_listed(g, line);
    bool counts = false;
    if (first_player(w, line, &taken, told, err)) {
        return taken;
    }
    if (listed >= 0) {
        brs_choice_write(g->setup, g->state, g->choices, g->n, listed, text, sizeof text);
        line = text;
    } else if ((counts = spread_check(g->setup, line, text))) {
        line = text;
    } else {
        counts = counts_only(g->setup, line);
    }
    const bool worded = begins_with_word(g->setup, line);
    taken = submit(w, line, counts, err);
    brs_err why = BRS_ERR_NONE;
    *told = w->first;
    const bool ends = strcmp(line, "d") == 0 || strcmp(line, "done") == 0;  // and nobody saw the card that is asked for
    if (!taken && ends && err->code == BRS_OK && open_words(w, text) != 0 && text[0] != '\0') {
        return submit(w, brs_arena_string(&w->cli->arena, str_of(text)), false, err);
    }
    const bool several = str_begins(str_of(told->help), BRS_STR(BRS_TRANSCRIPT_WHICH));
    if (!taken && !several && err->code == BRS_OK && spell_out(w, line, text, &why)) {
        taken = submit(w, text, false, err);
    }
    *told = !worded && why.code != BRS_OK ? why : *told;
    return taken;
}
