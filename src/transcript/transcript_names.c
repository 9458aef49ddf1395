// Words and names: splitting a statement into parts, and which choice a part means.
#include <stdio.h>

#include "transcript_parts.h"

// ---- splitting ---------------------------------------------------------------------------------------------

static bool is_listed(const char *words, brs_str word)
{
    brs_str rest = str_of(words);
    while (rest.len > 0) {
        brs_str each = str_word(&rest);
        if (each.len == word.len && ts_begins(each, word)) {
            return true;
        }
    }
    return false;
}

bool ts_is_verb(const brs_verb *row, brs_str word)
{
    return ts_same_word(word, row->word) || (word.len > 0 && is_listed(row->also, word));
}

// The row that a word belongs to first; NULL: it is no word of the game.
static const brs_verb *row_of(const brs_game_def *game, brs_str word)
{
    for (const brs_verb *row = game->verbs; row->word != NULL; row++) {
        if (ts_is_verb(row, word)) {
            return row;
        }
    }
    return NULL;
}

static brs_str first_word(brs_str text)
{
    if (str_begins(text, BRS_STR("->"))) {
        return (brs_str){text.ptr, 2};
    }
    size_t len = 0;
    while (len < text.len && !str_blank(text.ptr[len])) {
        len++;
    }
    return (brs_str){text.ptr, len};
}

static bool goes_on_at(const brs_game_def *game, brs_str text, size_t at)
{
    if (at > 0 && !str_blank(text.ptr[at - 1])) {
        return false;
    }
    const brs_str word = first_word((brs_str){text.ptr + at, text.len - at});
    const brs_verb *row = word.len > 0 ? row_of(game, word) : NULL;
    return row != NULL && row->goes_on;
}

// Length of the noun at the beginning of a text: up to the joint, to a word that goes on, or to the end.
static size_t noun_length(const brs_game_def *game, brs_str text, char joint)
{
    bool quoted = false;
    for (size_t i = 0; i < text.len; i++) {
        quoted = quoted != (text.ptr[i] == '"');
        if (!quoted && ((joint != 0 && text.ptr[i] == joint) || (i > 0 && goes_on_at(game, text, i)))) {
            return i;
        }
    }
    return text.len;
}

static int code_points(const char *from, const char *to)
{
    int n = 0;
    for (; from < to; from++) {
        n += ((unsigned char)*from & 0xC0) != 0x80;
    }
    return n;
}

static void cut_marks(const brs_game_def *game, ts_part *part)
{
    static const char signs[] = "~*<^0123456789";
    size_t len = part->noun.len;
    if (game->marks == NULL || part->noun.len < 2) {
        return;
    }
    size_t first = 1;
    while (first < len && strchr("~*<^", part->noun.ptr[first]) == NULL) {
        first++;
    }
    for (size_t i = first; i < len; i++) {
        if (strchr(signs, part->noun.ptr[i]) == NULL) {
            return;
        }
    }
    if (first < len && len - first < sizeof part->mark) {
        memcpy(part->mark, part->noun.ptr + first, len - first);
        part->mark[len - first] = '\0';
        part->noun.len = first;
    }
}

static bool refuse(brs_err *err, const char *start, const char *at, int column, const char *what, brs_str word)
{
    brs_fail(err, BRS_TEXT, what, BRS_ARG(word));
    err->col = column + code_points(start, at);
    return false;
}

// What a statement may begin with.
static bool list_words(const brs_game_def *game, brs_err *err)
{
    char list[240] = "Words:";
    for (const brs_verb *row = game->verbs; row->word != NULL; row++) {
        const size_t len = strlen(list);
        if (!row->goes_on && row->word[0] != '\0') {
            snprintf(list + len, sizeof list - len, " %s", row->word);
        }
    }
    brs_help(err, "%s; = begins a check, > a note, # a comment, @ a step of the turn", list);
    return false;
}

bool ts_split(const brs_game_def *game, brs_str text, int column, ts_part *out, int *count, brs_err *err)
{
    const char *start = text.ptr;
    *count = 0;
    for (text = str_trim(text); text.len > 0;) {
        brs_str word = first_word(text);
        const brs_verb *row = row_of(game, word);
        if (row == NULL || word.len == 0) {
            row = row_of(game, BRS_STR(""));
            if (row == NULL || *count > 0) {
                refuse(err, start, text.ptr, column, "\"%.*s\" is no word of this game's transcripts", word);
                return list_words(game, err);
            }
            word = (brs_str){text.ptr, 0};
        }
        text = str_trim((brs_str){text.ptr + word.len, text.len - word.len});
        for (bool more = true; more;) {
            if (*count == TS_MAX_PARTS) {
                return refuse(err, start, text.ptr, column, "a statement has at most 128 parts%.*s", BRS_STR(""));
            }
            const char joint = row->joint != NULL ? row->joint[0] : 0;
            size_t len = row->noun[0] != '\0' ? noun_length(game, text, joint) : 0;
            ts_part *part = &out[(*count)++];
            *part = (ts_part){.verb = word, .noun = str_trim((brs_str){text.ptr, len}), .column = column + code_points(start, text.ptr)};
            if (row->noun[0] != '\0' && part->noun.len == 0) {
                return refuse(err, start, text.ptr, column, "\"%.*s\" wants to know what", word);
            }
            cut_marks(game, part);
            more = joint != 0 && len < text.len && text.ptr[len] == joint;
            text = str_trim((brs_str){text.ptr + len + more, text.len - len - more});
        }
        if (text.len > 0 && !goes_on_at(game, (brs_str){text.ptr, text.len}, 0)) {
            return refuse(err, start, text.ptr, column, "\"%.*s\" does not continue a statement", first_word(text));
        }
    }
    return true;
}

// ---- spelling ------------------------------------------------------------------------------------------------

static bool same_noun(const brs_spelling *a, const brs_spelling *b)
{
    return a->verb == b->verb && a->seat == b->seat && a->number == b->number && strcmp(a->name, b->name) == 0 &&
           (!a->qualified || !b->qualified || a->of == b->of);
}

void ts_spell(const brs_setup *setup, const void *state, const brs_choice *choices, int n, ts_spelled *out)
{
    for (int i = 0; i < n; i++) {
        out[i].copy = 0;
        setup->game->spell(setup, state, choices[i], &out[i].spelling);
        int before = 0;
        for (int k = 0; k < i && n <= 256; k++) {
            before += same_noun(&out[k].spelling, &out[i].spelling);
        }
        out[i].copy = before > 0 ? before + 1 : 0;
    }
}

// A name that the splitting of statements would cut.
static bool needs_quotes(const brs_game_def *game, const char *name)
{
    const brs_str text = str_of(name);
    return strpbrk(name, ",;|") != NULL || noun_length(game, text, 0) < text.len;
}

int ts_print_noun(const brs_setup *setup, const ts_spelled *spelled, char *out, int cap)
{
    const brs_spelling *s = &spelled->spelling;
    int len = 0;
    out[0] = '\0';
    if (s->qualified) {
        len += snprintf(out, (size_t)cap, "%c:", brs_seat_letter(setup, s->of));
    }
    const char *quote = needs_quotes(setup->game, s->name) ? "\"" : "";
    len += snprintf(out + len, (size_t)(cap - len), "%s%s%s", quote, s->name, quote);
    if (spelled->copy > 0) {
        len += snprintf(out + len, (size_t)(cap - len), "#%d", spelled->copy);
    }
    if (s->number >= 0) {
        len += s->has_name ? snprintf(out + len, (size_t)(cap - len), "%c%d", s->separator, s->number)
                           : snprintf(out + len, (size_t)(cap - len), "%d", s->number);
    }
    return len;
}

int ts_print(const brs_setup *setup, const ts_spelled *spelled, bool with_verb, char *out, int cap)
{
    const char *verb = setup->game->verbs[spelled->spelling.verb].word;
    int len = with_verb ? snprintf(out, (size_t)cap, "%s", verb) : 0;
    char noun[2 * BRS_MAX_NOUN];
    int more = ts_print_noun(setup, spelled, noun, sizeof noun);
    return len + snprintf(out + len, (size_t)(cap - len), "%s%s", len > 0 && more > 0 ? " " : "", noun);
}

// ---- finding ---------------------------------------------------------------------------------------------------

// "tow sq" means "Town Square": each word begins one of the name's, in order.
static bool words_begin(brs_str name, brs_str wanted)
{
    while (wanted.len > 0) {
        brs_str word = str_word(&wanted);
        bool found = false;
        while (!found && name.len > 0) {
            brs_str next = str_word(&name);
            found = ts_begins(next, word);
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

int ts_likeness(brs_str name, brs_str wanted)
{
    if (wanted.len == 0) {
        return 0;
    }
    return ts_begins(name, wanted) ? (name.len == wanted.len ? 3 : 2) : words_begin(name, wanted) ? 1 : 0;
}

int ts_distance(brs_str a, brs_str b, int most)
{
    enum { CAP = 64 };
    int row[CAP + 1], n = a.len < CAP ? (int)a.len : CAP, m = b.len < CAP ? (int)b.len : CAP;
    if (n - m > most || m - n > most) {
        return most + 1;
    }
    for (int j = 0; j <= m; j++) {
        row[j] = j;
    }
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int change = diagonal + (ts_lower(a.ptr[i - 1]) != ts_lower(b.ptr[j - 1]));
            diagonal = row[j];
            int drop = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = change < drop ? change : drop;
        }
    }
    return row[m];
}

typedef struct {
    brs_str name;   // without qualifier, copy and number; may be empty
    int of;         // seat, -1: not said
    int copy;       // 0: not said
    int number;     // -1: not said
    bool has_number;
    brs_str whole;
} wanted_noun;

// A decimal number at the end of a text, after `before`; cut off. -1: there is none.
static int cut_number(brs_str *text, char before)
{
    size_t at = text->len;
    int value = 0;
    while (at > 0 && text->ptr[at - 1] >= '0' && text->ptr[at - 1] <= '9' && text->len - at < 6) {
        at--;
    }
    if (at == text->len || at == 0 || text->ptr[at - 1] != before) {
        return -1;
    }
    for (size_t i = at; i < text->len; i++) {
        value = 10 * value + (text->ptr[i] - '0');
    }
    *text = str_trim((brs_str){text->ptr, at - 1});
    return value;
}

void ts_expand(const ts_aliases *aliases, brs_str *name)
{
    for (int i = 0; aliases != NULL && i < aliases->count; i++) {
        const brs_str word = aliases->alias[i].short_name;
        if (word.len == name->len && ts_begins(*name, word)) {
            *name = aliases->alias[i].name;
            return;
        }
    }
}

static wanted_noun read_noun(const brs_setup *setup, brs_str noun, const ts_aliases *aliases, char separator)
{
    wanted_noun w = {.name = str_trim(noun), .of = -1, .number = -1, .whole = noun};
    if (w.name.len > 2 && w.name.ptr[1] == ':') {
        w.of = ts_seat_of(setup, (brs_str){w.name.ptr, 1});
        w.name = w.of >= 0 ? str_trim((brs_str){w.name.ptr + 2, w.name.len - 2}) : w.name;
    }
    w.number = cut_number(&w.name, separator);
    int64_t all;
    if (w.number < 0 && str_number(w.name, &all) && all >= 0 && all < 1000000) {
        w.has_number = true;  // a number and nothing else
        w.number = (int)all;
        w.name.len = 0;
    }
    int copy = cut_number(&w.name, '#');
    w.copy = copy > 0 ? copy : 0;
    if (w.name.len > 1 && w.name.ptr[0] == '"' && w.name.ptr[w.name.len - 1] == '"') {
        w.name = (brs_str){w.name.ptr + 1, w.name.len - 2};
    }
    ts_expand(aliases, &w.name);
    return w;
}

void ts_cut_qualifiers(const brs_setup *setup, brs_str *name, int *of, int *copy, int *sentence)
{
    const wanted_noun w = read_noun(setup, *name, NULL, '.');
    *name = w.name;
    *of = w.of;
    *copy = w.copy;
    if (sentence != NULL) {
        *sentence = w.number;
    }
}

static bool seat_fits(const brs_spelling *s, int seat)
{
    return seat == BRS_SEAT_NONE || s->seat == BRS_SEAT_NONE || s->seat == seat;
}

static int likeness_of(const brs_setup *setup, const ts_spelled *spelled, const ts_part *part, const ts_aliases *aliases)
{
    const brs_spelling *s = &spelled->spelling;
    const char *noun = setup->game->verbs[s->verb].noun;
    if (noun[0] == '\0') {
        return part->noun.len == 0 ? 3 : 0;
    }
    if (s->any) {
        return 3;
    }
    if (strcmp(noun, "RANKS") == 0) {  // "8" is no beginning of "888"
        return part->noun.len == strlen(s->name) && ts_begins(str_of(s->name), part->noun) ? 3 : 0;
    }
    const wanted_noun w = read_noun(setup, part->noun, aliases, s->separator);
    if (!s->has_name) {
        return w.name.len == 0 && w.number == s->number ? 3 : 0;
    }
    if (str_is(str_of(s->name), "?")) {
        return part->noun.len > 0 && part->noun.ptr[0] == '?' ? 3 : 0;
    }
    int like = ts_likeness(str_of(s->name), w.has_number && s->number < 0 ? part->noun : w.name);
    bool right = (w.of < 0 || s->of == BRS_SEAT_NONE || w.of == s->of) && (w.number < 0 || s->number < 0 || w.number == s->number);
    bool wants_more = s->number < 0 && w.number >= 0 && !w.has_number;
    bool copy = w.copy == 0 || w.copy == (spelled->copy > 0 ? spelled->copy : 1) || spelled->copy == 0;
    return right && copy && !wants_more ? like : 0;
}

bool ts_fits(const brs_setup *setup, const ts_spelled *spelled, int n, const ts_part *part, int seat)
{
    for (int i = 0; i < n; i++) {
        if (ts_is_verb(&setup->game->verbs[spelled[i].spelling.verb], part->verb) && seat_fits(&spelled[i].spelling, seat)) {
            return true;
        }
    }
    return false;
}

// A name that is written as a whole goes before one that only begins so; copies: the first.
ts_found ts_find(const brs_setup *setup, const ts_spelled *spelled, int n, const ts_part *part, int seat,
                 const ts_aliases *aliases, int *index)
{
    int best = 0, first = -1;
    bool several = false;
    for (int i = 0; i < n; i++) {
        const brs_spelling *s = &spelled[i].spelling;
        if (!ts_is_verb(&setup->game->verbs[s->verb], part->verb) || !seat_fits(s, seat)) {
            continue;
        }
        const int like = likeness_of(setup, &spelled[i], part, aliases);
        const bool exact_copy = like > 0 && like == best && first >= 0 && same_noun(&spelled[first].spelling, s);
        if (like > best) {
            best = like;
            first = i;
            several = false;
        } else if (like > 0 && like == best) {
            const bool wanted_copy = exact_copy && memchr(part->noun.ptr, '#', part->noun.len) != NULL && spelled[i].copy > 0;
            first = wanted_copy ? i : first;
            several = several || !exact_copy;
        }
    }
    *index = first;
    return first < 0 ? TS_NONE : several ? TS_SEVERAL : TS_ONE;
}
