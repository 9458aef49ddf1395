// NAME.deck: a head of "Key: value" lines, then "count name" lines. Section words and comments are
// for people, but a section word must be true.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rnr_cardfile.h"
#include "str.h"

typedef struct {
    cardf_source *s;
    const brs_card_set *set;
    uint16_t *copies; // of each card of the set
    int total;
    int section; // rnr_type of the section word above, ANY when there is none
    brs_str section_word;
    brs_str name;
    bool cards; // a card line was read
} reader;

static bool same(brs_str a, const char *b)
{
    return cardf_same_name(a, str_of(b));
}

// ---- the head ---------------------------------------------------------------

static void read_key(reader *r, int line, brs_str key, brs_str value)
{
    brs_str whole = r->s->line[line];
    int key_col = cardf_column(whole, (size_t)(key.ptr - whole.ptr));
    int col = cardf_column(whole, (size_t)(value.ptr - whole.ptr));
    if (r->cards) {
        brs_help(cardf_fault(r->s, line, key_col, "E122", "\"%.*s:\" stands below a card.",
                             BRS_ARG(key)),
                 "Name, Set and Edition come before the first card.");
    } else if (same(key, "Name")) {
        r->name = value;
    } else if (same(key, "Set")) {
        if (!same(value, r->set->id)) {
            brs_help(cardf_fault(r->s, line, col, "E126",
                                 "this deck is for the set \"%.*s\", not for \"%s\".",
                                 BRS_ARG(value), r->set->id),
                     "Load that set, or change the line.");
        }
    } else if (!same(key, "Edition")) {
        brs_help(cardf_fault(r->s, line, key_col, "E122", "unknown key \"%.*s\".", BRS_ARG(key)),
                 "A deck file knows Name, Set and Edition.");
    }
}

static bool read_section(reader *r, brs_str word)
{
    static const struct {
        const char *word;
        uint8_t type;
    } sections[] = {{"UA", RNR_UA},           {"UAs", RNR_UA},           {"Pillar", RNR_PILLAR},
                    {"Pillars", RNR_PILLAR},  {"Attack", RNR_ATTACK},    {"Attacks", RNR_ATTACK},
                    {"Defense", RNR_DEFENSE}, {"Defenses", RNR_DEFENSE}, {"Rights", RNR_RIGHTS},
                    {"Freedom", RNR_FREEDOM}, {"Freedoms", RNR_FREEDOM}, {"Bill", RNR_BILL},
                    {"Bills", RNR_BILL}};
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        if (same(word, sections[i].word)) {
            r->section = sections[i].type;
            r->section_word = word;
            return true;
        }
    }
    return false;
}

// ---- the cards --------------------------------------------------------------

static void suggest_card(reader *r, brs_err *err, brs_str name)
{
    int best = -1, least = name.len <= 4 ? 1 : name.len <= 8 ? 2 : 3;
    for (int i = 0; i < r->set->count; i++) {
        int distance = cardc_distance(name, rnr_card_at(r->set, i)->name, least);
        if (distance <= least) {
            best = i;
            least = distance - 1;
        }
    }
    if (best >= 0) {
        brs_help(err, "Did you mean \"%.*s\"?", BRS_ARG(rnr_card_at(r->set, best)->name));
    }
}

// "(CC1)" may follow a name when several sets are about.
static brs_str without_set(const reader *r, brs_str name)
{
    size_t open = name.len;
    while (open > 0 && name.ptr[open - 1] != '(') {
        open--;
    }
    if (open < 2 || name.ptr[name.len - 1] != ')') {
        return name;
    }
    brs_str set = {name.ptr + open, name.len - open - 1};
    return same(set, r->set->id) ? str_trim((brs_str){name.ptr, open - 1}) : name;
}

static void read_card(reader *r, int line, int64_t count, int count_col, brs_str name)
{
    brs_str whole = r->s->line[line];
    int col = cardf_column(whole, (size_t)(name.ptr - whole.ptr));
    r->cards = true;
    int number = rnr_card_find(r->set, without_set(r, name));
    if (number < 0) {
        brs_err *err = cardf_fault(r->s, line, col, "E121", "the set has no card named \"%.*s\".",
                                   BRS_ARG(name));
        suggest_card(r, err, name);
        return;
    }
    const rnr_card *card = rnr_card_at(r->set, number);
    if (r->section != RNR_TYPE_ANY && card->type != r->section) {
        const char *type = rnr_type_name(card->type);
        brs_help(cardf_fault(r->s, line, col, "E124",
                             "%.*s is a %s card, but stands under \"%.*s\".", BRS_ARG(card->name),
                             type, BRS_ARG(r->section_word)),
                 "Move it, or take the section word away.");
    }
    if (count < 1 || count > BRS_MAX_DECK || r->total + count > BRS_MAX_DECK) {
        cardf_fault(r->s, line, count_col, "E123", "a deck has 1 to %d cards.", BRS_MAX_DECK);
        return;
    }
    r->copies[number] = (uint16_t)(r->copies[number] + count);
    r->total += (int)count;
}

// The number at the start of "4 Name" or "4x Name"; false when the line has another form.
static bool read_count(brs_str *rest, int64_t *count)
{
    size_t digits = 0;
    while (digits < rest->len && rest->ptr[digits] >= '0' && rest->ptr[digits] <= '9') {
        digits++;
    }
    size_t after = digits;
    if (after < rest->len && (rest->ptr[after] == 'x' || rest->ptr[after] == 'X')) {
        after++;
    }
    if (digits == 0 || after >= rest->len || !str_blank(rest->ptr[after])) {
        return false;
    }
    if (!str_number((brs_str){rest->ptr, digits}, count)) {
        *count = -1;
    }
    *rest = str_trim((brs_str){rest->ptr + after, rest->len - after});
    return true;
}

static void read_line(reader *r, int line)
{
    brs_str whole = r->s->line[line], text = str_trim(whole);
    int col = cardf_column(whole, (size_t)(text.ptr - whole.ptr));
    int64_t count;
    if (text.len == 0 || str_begins(text, BRS_STR("//"))) {
        return;
    }
    brs_str name = text;
    if (read_count(&name, &count)) {
        read_card(r, line, count, col, name);
        return;
    }
    if (read_section(r, text)) {
        return;
    }
    brs_str value = text, key = str_cut(&value, ':');
    if (key.len < text.len) {
        read_key(r, line, str_trim(key), str_trim(value));
        return;
    }
    brs_help(cardf_fault(r->s, line, col, "E120",
                         "expected \"count name\", a section or a comment; found \"%.*s\".",
                         BRS_ARG(text)),
             "Write for example \"2 Stockade\", or begin the line with \"//\".");
}

// ---- the head alone ---------------------------------------------------------

void rnr_deck_head(brs_str text, brs_deck_head *out)
{
    brs_str rest = text, whole;
    int64_t count;
    *out = (brs_deck_head){.name = {"", 0}, .set = {"", 0}, .edition = {"", 0}};
    for (int line = 1; str_line(&rest, &whole); line++) {
        brs_str trimmed = str_trim(whole), value = trimmed, cards = trimmed;
        brs_str key = str_trim(str_cut(&value, ':'));
        if (read_count(&cards, &count)) {
            return;
        }
        value = str_trim(value);
        int col = cardf_column(whole, (size_t)(value.ptr - whole.ptr));
        if (str_begins(trimmed, BRS_STR("//"))) {
            continue;
        } else if (same(key, "Name")) {
            out->name = value;
        } else if (same(key, "Set")) {
            out->set = value, out->set_line = line, out->set_col = col;
        } else if (same(key, "Edition")) {
            out->edition = value, out->edition_line = line, out->edition_col = col;
        }
    }
}

// ---- writing ----------------------------------------------------------------

typedef struct {
    char *out;
    int cap, len;
} deck_writer;

__attribute__((format(printf, 2, 3))) static void put(deck_writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int more = vsnprintf(w->out + w->len, (size_t)(w->cap - w->len), format, args);
    va_end(args);
    w->len += more < w->cap - w->len ? more : w->cap - w->len - 1;
}

// The cards of a type by name; a deck holds its cards by number.
static void put_section(deck_writer *w, const brs_card_set *set, const brs_deck *deck, int type)
{
    int order[BRS_MAX_DECK], n = 0;
    for (int i = 0; i < deck->count; i++) {
        const rnr_card *card = rnr_card_at(set, deck->card[i]);
        int at = n;
        if (card->type != type || (i > 0 && deck->card[i] == deck->card[i - 1])) {
            continue;
        }
        for (; at > 0 && str_compare(card->name, rnr_card_at(set, deck->card[order[at - 1]])->name) < 0; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
        n++;
    }
    for (int i = 0; i < n; i++) {
        int copies = 1;
        while (order[i] + copies < deck->count && deck->card[order[i] + copies] == deck->card[order[i]]) {
            copies++;
        }
        put(w, "%s%s%s%d %.*s\n", i == 0 ? "\n" : "", i == 0 ? rnr_type_name(type) : "", i == 0 ? "\n" : "", copies,
            BRS_ARG(rnr_card_at(set, deck->card[order[i]])->name));
    }
}

int rnr_write_deck(const brs_card_set *set, const brs_deck *deck, const char *edition, char *out, int cap)
{
    deck_writer w = {out, cap, 0};
    out[0] = '\0';
    if (deck->name[0] != '\0') {
        put(&w, "Name: %s\n", deck->name);
    }
    put(&w, "Set: %s\n", set->id);
    if (edition != NULL) {
        put(&w, "Edition: %s\n", edition);
    }
    for (int type = RNR_UA; type <= RNR_BILL; type++) {
        put_section(&w, set, deck, type);
    }
    return w.len;
}

bool rnr_read_deck(const brs_card_set *set, brs_str text, const char *file, brs_arena *arena,
                   brs_deck *out, brs_report report)
{
    cardf_source *s = BRS_NEW(arena, cardf_source, 1);
    reader r = {.s = s, .set = set, .copies = BRS_NEW(arena, uint16_t, (size_t)set->count + 1)};
    *out = (brs_deck){.name = ""};
    if (cardf_open(s, text, file, arena)) {
        for (int line = 1; line <= s->count; line++) {
            read_line(&r, line);
        }
    }
    for (int card = 0; card < set->count; card++) {
        for (int i = 0; i < r.copies[card]; i++) {
            out->card[out->count++] = (uint16_t)card;
        }
    }
    if (r.name.len > 0) {
        out->name = brs_arena_string(arena, r.name);
    }
    return cardf_send(s, report);
}
