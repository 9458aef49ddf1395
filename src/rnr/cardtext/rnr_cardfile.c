// NAME.cards.md: a set's title and fields, then for each card a heading, its fields, its text and
// its description. Markdown forgives too much, so every block that is none of these is a mistake.
#include <stdio.h>
#include <string.h>

#include "rnr_cardfile.h"
#include "str.h"

typedef enum { F_TYPE, F_BRANCH, F_RARITY, F_COST, F_SOURCE, F_NUMBER, F_ART, F_COUNT } field_id;
static const char *const field_names[F_COUNT] = {"Type",   "Branch", "Rarity", "Cost",
                                                 "Source", "Number", "Art"};

typedef enum { S_SET, S_VERSION, S_LANGUAGE, S_LICENCE, S_NOTES, S_COUNT } set_field_id;
static const char *const set_field_names[S_COUNT] = {"Set", "Version", "Language", "Licence",
                                                     "Notes"};

typedef enum { IN_PROSE, AT_FIELDS, IN_TEXT, AFTER_QUOTE } stage;

typedef struct {
    cardf_source *s;
    cardc_text *room;
    brs_card_set *set;
    rnr_card *card; // all cards of the set
    int count;
    bool titled;
    stage stage;
    cardf_field field[F_COUNT];
    cardf_field set_field[S_COUNT];
    uint16_t *slug_slot;       // by hash of a slug: 1 + the card that has it, 0: free
    int slugs;                 // in it; always far fewer than there is room for
    uint16_t *slug_next;       // by card: the number to try next behind its slug
    int text_first, text_last; // lines of the card's text, 0: none
    bool misnamed;             // by another heading than ##: what it lacks is not told too
    char *copy;                // of the file, with comments and formatting of card texts blanked
    bool *covered;             // lines that stand in a block
} reader;

static rnr_card *current(reader *r)
{
    return r->count > 0 ? &r->card[r->count - 1] : NULL;
}

// ---- the fields -------------------------------------------------------------

// Markdown joins what follows a field to it: the next line always, an indented one even after an
// empty line.
static void check_joined(reader *r, const cardf_block *item)
{
    int next = item->first + 1;
    while (next <= item->last && str_trim(r->s->line[next]).len == 0) {
        next++;
    }
    if (next > item->last) {
        return;
    }
    if (next > item->first + 1) {
        brs_help(cardf_fault(r->s, next, 1, "E108",
                             "this line is indented, so Markdown shows it as program code."),
                 "Remove the spaces at the start of the line.");
        return;
    }
    brs_help(cardf_fault(r->s, next, 1, "E109",
                         "Markdown joins this line to the field above it (\"%.*s\").",
                         BRS_ARG(str_trim(r->s->line[item->first]))),
             "Leave an empty line between the fields and the card text.");
}

static void read_item(reader *r, const cardf_block *item)
{
    if (r->stage == IN_PROSE) {
        cardf_read_field(r->s, item->first, set_field_names, S_COUNT, r->set_field);
    } else {
        cardf_read_field(r->s, item->first, field_names, F_COUNT, r->field);
    }
    check_joined(r, item);
}

static int choose(reader *r, field_id id, const char *const *names, int count)
{
    return cardf_choose(r->s, &r->field[id], field_names[id], names, count);
}

static void missing(reader *r, field_id id)
{
    rnr_card *card = current(r);
    if (r->field[id].line == 0 && !r->misnamed) {
        brs_help(cardf_fault(r->s, card->line, 1, "E111", "card \"%.*s\" has no %s field.",
                             BRS_ARG(card->name), field_names[id]),
                 "Add \"- %s: ...\" under its name.", field_names[id]);
    }
}

static void not_for_ua(reader *r, field_id id)
{
    if (r->field[id].line > 0) {
        brs_help(cardf_fault(r->s, current(r)->line, 1, "E112", "a UA has no %s.", field_names[id]),
                 "Remove the %s field.", field_names[id]);
    }
}

static uint16_t read_cost(reader *r)
{
    const cardf_field *f = &r->field[F_COST];
    int64_t value = 0;
    if (f->line > 0 && (!str_number(f->value, &value) || value < 0 || value > 99)) {
        brs_help(cardf_fault(r->s, f->line, f->col, "E103",
                             "Cost is a number of IP in digits, found \"%.*s\".",
                             BRS_ARG(f->value)),
                 "Write for example \"Cost: 3\".");
        value = 0;
    }
    return (uint16_t)value;
}

static void take_fields(reader *r)
{
    static const char *const types[] = {"",       "UA",      "Pillar", "Attack", "Defense",
                                        "Rights", "Freedom", "Bills",  "Bill"};
    static const char *const branches[] = {"", "Bison", "Eagle", "Liberty Bell", "Scroll"};
    static const char *const rarities[] = {"",          "Common",   "Uncommon",   "Rare",
                                           "Paramount", "Immortal", "Unalienable"};
    rnr_card *card = current(r);
    int type = choose(r, F_TYPE, types, 9);
    card->type = (uint8_t)(type == 8 ? RNR_BILL : type);
    card->branch = (uint8_t)choose(r, F_BRANCH, branches, 5);
    card->rarity = (uint8_t)choose(r, F_RARITY, rarities, 7);
    card->cost = read_cost(r);
    card->source = cardf_folded(r->s->arena, r->field[F_SOURCE].value);
    missing(r, F_TYPE);
    missing(r, F_RARITY);
    if (card->type == RNR_UA) {
        not_for_ua(r, F_BRANCH);
        not_for_ua(r, F_COST);
    } else if (r->field[F_TYPE].line > 0) {
        missing(r, F_BRANCH);
        missing(r, F_COST);
    }
}

// ---- the text of a card -----------------------------------------------------

static char *copy_of(reader *r, const char *at)
{
    return r->copy + (at - r->s->text.ptr);
}

static void blank_lines(reader *r, int first, int last)
{
    for (int i = first; i <= last; i++) {
        memset(copy_of(r, r->s->line[i].ptr), ' ', r->s->line[i].len);
    }
}

// Formatting would make the page differ from the bytes; it is reported once a paragraph and
// blanked.
static void check_plain(reader *r, int first, int last)
{
    bool told = false;
    for (int i = first; i <= last; i++) {
        brs_str line = r->s->line[i];
        for (size_t k = 0; k < line.len; k++) {
            if (strchr("*_`<&\\", line.ptr[k]) == NULL) {
                continue;
            }
            if (!told) {
                brs_help(
                    cardf_fault(r->s, i, cardf_column(line, k), "E110",
                                "\"%c\" is Markdown formatting and the card text must be plain.",
                                line.ptr[k]),
                    "Remove it.");
            }
            told = true;
            *copy_of(r, line.ptr + k) = ' ';
        }
    }
}

static void add_text(reader *r, int first, int last)
{
    if (r->stage == AFTER_QUOTE) {
        brs_help(cardf_fault(r->s, first, 1, "E104", "the card text stands above the quotation."),
                 "Move this paragraph up, or begin its lines with \">\".");
        return;
    }
    check_plain(r, first, last);
    r->text_first = r->text_first == 0 ? first : r->text_first;
    r->text_last = last;
    r->stage = IN_TEXT;
}

// Refuses what the engine cannot run, in so many words.
static void check_executes(reader *r, const rnr_card *card)
{
    for (int i = 0; i < card->nsentence; i++) {
        for (int j = 0; j < card->sentence[i].neffect; j++) {
            const rnr_effect_info *row = rnr_effect_row(card->sentence[i].effect[j].verb);
            const cardc_token *token = &r->room->sentence[i].token[r->room->places[i].effect[j]];
            const cardc_word *word = &r->room->words.word[token->word];
            if (!row->executes) {
                cardf_fault(
                    r->s, word->line, word->col, "E317",
                    "card \"%.*s\", sentence %d: the engine does not run the effect \"%s\" (%s).",
                    BRS_ARG(card->name), i + 1, row->name, row->help);
            }
        }
    }
}

static void compile_text(reader *r)
{
    rnr_card *card = current(r);
    if (r->text_first == 0) {
        if (!r->misnamed) {
            brs_help(cardf_fault(r->s, card->line, 1, "E113", "card \"%.*s\" has no text.",
                                 BRS_ARG(card->name)),
                     "Write its text as a paragraph under the fields.");
        }
        return;
    }
    brs_str first = r->s->line[r->text_first], last = r->s->line[r->text_last];
    brs_str text = {copy_of(r, first.ptr), (size_t)(last.ptr + last.len - first.ptr)};
    card->text = cardf_folded(r->s->arena, text);
    // Without a type the sentences are still read, but not judged.
    bool ok = cardc_compile(r->room, text, card, r->text_first, (brs_report){cardf_collect, r->s});
    if (ok) {
        check_executes(r, card);
    }
    rnr_sentence *kept = BRS_NEW(r->s->arena, rnr_sentence, (size_t)card->nsentence + 1);
    memcpy(kept, card->sentence, card->nsentence * sizeof *kept);
    card->sentence = kept;
}

// ---- cards ------------------------------------------------------------------

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

enum { SLUG_SLOTS = 4 * CARDF_MAX_CARDS };

// Where a slug is, or may go, in the table of those given so far.
static uint16_t *slug_slot(reader *r, const char *slug)
{
    uint32_t hash = 2166136261u;
    for (const char *c = slug; *c != '\0'; c++) {
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    }
    uint32_t at = (hash ^ hash >> 15) % SLUG_SLOTS;
    while (r->slug_slot[at] != 0 && strcmp(r->card[r->slug_slot[at] - 1].slug, slug) != 0) {
        at = (at + 1) % SLUG_SLOTS;
    }
    return &r->slug_slot[at];
}

// Thousands of names may come to one slug, so each number is tried once for all of them.
static void make_slug(reader *r, rnr_card *card)
{
    size_t len = 0, most = sizeof card->slug - 8;
    for (size_t i = 0; i < card->name.len && len < most; i++) {
        char c = lower(card->name.ptr[i]);
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            card->slug[len++] = c;
        } else if (c == ' ' || c == '-') {
            if (len > 0 && card->slug[len - 1] != '-') {
                card->slug[len++] = '-';
            }
        }
    }
    while (len > 0 && card->slug[len - 1] == '-') {
        len--;
    }
    if (len == 0) {
        memcpy(card->slug, "card", 4);
        len = 4;
    }
    card->slug[len] = '\0';
    uint16_t *slot = slug_slot(r, card->slug);
    if (*slot != 0) {
        uint16_t *next = &r->slug_next[*slot - 1];
        for (; *slot != 0; slot = slug_slot(r, card->slug)) {
            *next = *next == 0 ? 2 : *next;
            snprintf(card->slug + len, sizeof card->slug - len, "-%d", (*next)++);
        }
    }
    if (r->slugs < CARDF_MAX_CARDS) {
        r->slugs++;
        *slot = (uint16_t)r->count;
    }
}

static void check_name(reader *r, rnr_card *card, int col)
{
    for (int i = 0; i < r->count - 1; i++) {
        if (cardf_same_name(r->card[i].name, card->name)) {
            brs_help(cardf_fault(r->s, card->line, col, "E114",
                                 "there are two cards named \"%.*s\" (the other is on line %d).",
                                 BRS_ARG(card->name), r->card[i].line),
                     "Names identify cards; change one.");
            return;
        }
    }
}

// RB:500-502 and GL:262: what a card of its rarity or type costs.
static void warn_cost(reader *r, const rnr_card *card)
{
    static const uint8_t range[][2] = {
        [RNR_COMMON] = {0, 2}, [RNR_UNCOMMON] = {3, 4}, [RNR_RARE] = {5, 8}};
    const cardf_field *f = &r->field[F_COST];
    bool freedom = card->type == RNR_FREEDOM,
         ranged = card->rarity >= RNR_COMMON && card->rarity <= RNR_RARE;
    int low = ranged ? range[card->rarity][0] : 0, high = ranged ? range[card->rarity][1] : 99;
    bool by_rarity = card->cost < low || card->cost > high;
    const bool exempt = card->type == RNR_PILLAR || card->type == RNR_UA;  // most Pillars cost nothing whatever they are (C8)
    if (f->line == 0 || exempt || (!by_rarity && !(freedom && (card->cost < 3 || card->cost > 7)))) {
        return;
    }
    brs_err err = BRS_ERR_NONE;
    if (by_rarity) {
        brs_fail(&err, BRS_TEXT, "%s cards cost %d to %d IP.", rnr_rarity_name(card->rarity), low,
                 high);
    } else {
        brs_fail(&err, BRS_TEXT, "Freedom cards cost 3 to 7 IP.");
    }
    snprintf(err.label, sizeof err.label, "W402");
    brs_err_file(&err, r->s->file);
    err.line = f->line;
    err.col = f->col;
    cardf_collect(r->s, &err, true);
}

// What remains to be said about a card once all of it is read.
static void end_card(reader *r)
{
    if (r->count > 0 && r->stage != IN_PROSE) {
        take_fields(r);
        warn_cost(r, current(r));
        compile_text(r);
    }
}

static void begin_card(reader *r, int line)
{
    end_card(r);
    memset(r->field, 0, sizeof r->field);
    r->text_first = r->text_last = 0;
    r->stage = AT_FIELDS;
    if (r->count == CARDF_MAX_CARDS) {
        cardf_fault(r->s, line, 1, "E117", "a set has at most %d cards.", CARDF_MAX_CARDS);
        r->count--;
    }
    brs_str name = r->s->line[line];
    size_t at = 0;
    while (at < name.len && (name.ptr[at] == '#' || str_blank(name.ptr[at]))) {
        at++;
    }
    name = str_trim((brs_str){name.ptr + at, name.len - at});
    while (name.len > 0 && name.ptr[name.len - 1] == '#') {
        name = str_trim((brs_str){name.ptr, name.len - 1});
    }
    rnr_card *card = &r->card[r->count++];
    *card = (rnr_card){.name = cardf_folded(r->s->arena, name), .line = line};
    if (name.len == 0) {
        cardf_fault(r->s, line, 1, "E105", "this card has no name.");
    }
    make_slug(r, card);
    check_name(r, card, cardf_column(r->s->line[line], at));
}

// ---- the set ----------------------------------------------------------------

static const char *set_text(reader *r, set_field_id id, const char *otherwise)
{
    const cardf_field *f = &r->set_field[id];
    return f->line > 0 ? brs_arena_string(r->s->arena, f->value) : otherwise;
}

static void take_set_fields(reader *r)
{
    const cardf_field *version = &r->set_field[S_VERSION];
    int64_t number = 1;
    if (version->line > 0 &&
        (!str_number(version->value, &number) || number < 1 || number > 9999)) {
        brs_help(cardf_fault(r->s, version->line, version->col, "E103",
                             "Version is a number from 1, found \"%.*s\".",
                             BRS_ARG(version->value)),
                 "Write for example \"Version: 1\".");
        number = 1;
    }
    r->set->version = (int)number;
    r->set->id = set_text(r, S_SET, r->set->title);
    r->set->language = set_text(r, S_LANGUAGE, "");
    r->set->licence = set_text(r, S_LICENCE, "");
}

static void read_title(reader *r, int line)
{
    brs_str title = r->s->line[line];
    while (title.len > 0 && (title.ptr[0] == '#' || str_blank(title.ptr[0]))) {
        title = (brs_str){title.ptr + 1, title.len - 1};
    }
    r->set->title = brs_arena_string(r->s->arena, str_trim(title));
    r->titled = true;
    r->stage = AT_FIELDS;
}

// ---- blocks -----------------------------------------------------------------

static void heading(reader *r, const cardf_block *b)
{
    if (b->level == 1 && !r->titled && r->count == 0) {
        read_title(r, b->first);
        return;
    }
    if (b->level != 2) {
        brs_str name = r->s->line[b->first];
        while (name.len > 0 && (name.ptr[0] == '#' || str_blank(name.ptr[0]))) {
            name = (brs_str){name.ptr + 1, name.len - 1};
        }
        brs_help(cardf_fault(r->s, b->first, 1, "E105", "a card name is a heading with two #."),
                 "Write \"## %.*s\".", BRS_ARG(str_trim(name)));
    }
    begin_card(r, b->first);
    r->misnamed = b->level != 2;
}

// Text with a line of "-" under it, which Markdown shows as a heading.
static int underlined(reader *r, const cardf_block *b)
{
    int line = b->first + 1;
    for (; line < r->s->count; line++) {
        brs_str text = str_trim(r->s->line[line]);
        size_t marks = 0;
        while (marks < text.len && (text.ptr[marks] == '-' || text.ptr[marks] == '=')) {
            marks++;
        }
        if (text.len > 0 && marks == text.len) {
            break;
        }
    }
    brs_str mark = str_trim(r->s->line[line <= r->s->count ? line : r->s->count]);
    brs_help(cardf_fault(r->s, line, 1, "E107",
                         "a line of \"%c\" under text turns that text into a heading.",
                         mark.len > 0 ? mark.ptr[0] : '-'),
             "Delete the line, or leave an empty line above it.");
    if (r->count > 0) {
        add_text(r, b->first, line - 1);
    }
    return line;
}

static void list(reader *r, const cardf_block *b)
{
    brs_str line = str_trim(r->s->line[b->first]);
    size_t len = 0;
    while (len < line.len && !str_blank(line.ptr[len])) {
        len++;
    }
    brs_help(cardf_fault(r->s, b->first, 1, "E106",
                         "a line that starts with \"%.*s\" is shown as a list, so it is not part "
                         "of the card text.",
                         (int)len, line.ptr),
             "Move the start of this line to the end of the line above.");
}

static void quote(reader *r, const cardf_block *b)
{
    rnr_card *card = current(r);
    if (r->stage == AFTER_QUOTE) {
        cardf_fault(r->s, b->first, 1, "E104", "a card has one quotation.");
        return;
    }
    r->stage = AFTER_QUOTE;
    size_t size = 0, len = 0;
    for (int i = b->first; i <= b->last; i++) {
        size += r->s->line[i].len + 1;
    }
    char *joined = brs_arena_alloc(r->s->arena, size + 1, 1);
    for (int i = b->first; i <= b->last; i++) {
        brs_str line = str_trim(r->s->line[i]);
        if (line.len == 0 || line.ptr[0] != '>') {
            brs_help(cardf_fault(r->s, i, 1, "E109",
                                 "Markdown joins this line to the quotation above it."),
                     "Leave an empty line after the quotation, or start this line with \">\".");
            return;
        }
        memcpy(joined + len, line.ptr + 1, line.len - 1);
        len += line.len - 1;
        joined[len++] = ' ';
    }
    card->description = cardf_folded(r->s->arena, (brs_str){joined, len});
}

// A comment reaches to its "-->"; other HTML is formatting.
static int html(reader *r, const cardf_block *b)
{
    int last = b->first;
    if (!str_begins(str_trim(r->s->line[b->first]), BRS_STR("<!--"))) {
        brs_help(cardf_fault(r->s, b->first, 1, "E110",
                             "\"<\" is Markdown formatting and the card text must be plain."),
                 "Remove it.");
        return last;
    }
    bool ended = false;
    for (; !ended; last += ended ? 0 : 1) {
        brs_str line = r->s->line[last];
        for (size_t i = 0; i + 3 <= line.len && !ended; i++) {
            ended = memcmp(line.ptr + i, "-->", 3) == 0;
        }
        ended = ended || last == r->s->count;
    }
    blank_lines(r, b->first, last);
    return last;
}

static void code(reader *r, const cardf_block *b)
{
    brs_str line = r->s->line[b->first];
    bool fence =
        str_begins(str_trim(line), BRS_STR("```")) || str_begins(str_trim(line), BRS_STR("~~~"));
    if (fence) {
        cardf_fault(r->s, b->first, 1, "E104", "program code has no place in a card.");
        return;
    }
    brs_help(cardf_fault(r->s, b->first, 1, "E108",
                         "this line is indented, so Markdown shows it as program code."),
             "Remove the spaces at the start of the line.");
}

// One block; returns its last line. A list's items are read here too.
static int read_block(reader *r, const cardf_block *b)
{
    bool prose = r->count == 0 && !(r->stage == AT_FIELDS && b->kind == CARDF_LIST);
    if (b->kind == CARDF_HEADING && (b->level == 2 || !prose || !r->titled)) {
        heading(r, b);
        return b->last;
    }
    if (prose) {
        r->stage = IN_PROSE;
        return b->kind == CARDF_HTML ? html(r, b) : b->last;
    }
    switch ((cardf_kind)b->kind) {
    case CARDF_HEADING:
    case CARDF_ITEM: break;
    case CARDF_UNDERLINED: return underlined(r, b);
    case CARDF_LIST: list(r, b); break;
    case CARDF_PARAGRAPH: add_text(r, b->first, b->last); break;
    case CARDF_QUOTE: quote(r, b); break;
    case CARDF_CODE: code(r, b); break;
    case CARDF_HTML: return html(r, b);
    case CARDF_BREAK:
        cardf_fault(r->s, b->first, 1, "E104", "a dividing line has no place in a card.");
        break;
    }
    return b->last;
}

static void cover(reader *r, int first, int last)
{
    for (int i = first; i <= last && i <= r->s->count; i++) {
        r->covered[i] = true;
    }
}

// Fields come as a list right after a heading: the items of it, not the list, are read.
static int read_fields(reader *r, const cardf_block *blocks, int i, int count)
{
    bool set = r->count == 0;
    int at = i + 1;
    for (; at < count && blocks[at].kind == CARDF_ITEM; at++) {
        r->stage = set ? IN_PROSE : AT_FIELDS;
        read_item(r, &blocks[at]);
    }
    r->stage = set ? IN_PROSE : IN_TEXT;
    return at;
}

static void read_blocks(reader *r, const cardf_block *blocks, int count)
{
    for (int i = 0; i < count;) {
        const cardf_block *b = &blocks[i];
        if (b->kind == CARDF_LIST && r->stage == AT_FIELDS) {
            cover(r, b->first, b->last);
            i = read_fields(r, blocks, i, count);
            continue;
        }
        cover(r, b->first, read_block(r, b));
        i++;
        while (i < count && blocks[i].kind == CARDF_ITEM) {
            i++;
        }
    }
}

// Markdown swallows link definitions; a line of a card that stands in no block is a mistake.
static void check_covered(reader *r)
{
    int first = r->count > 0 ? r->card[0].line : r->s->count + 1;
    for (int i = first; i <= r->s->count; i++) {
        brs_str line = str_trim(r->s->line[i]);
        if (!r->covered[i] && line.len > 0 && line.ptr[0] == '[') {
            brs_help(
                cardf_fault(r->s, i, 1, "E104",
                            "Markdown reads this line as a link, so it is not part of the card."),
                "Take away the brackets.");
        }
    }
}

static int count_headings(const cardf_block *blocks, int count)
{
    int headings = 0;
    for (int i = 0; i < count; i++) {
        headings += blocks[i].kind == CARDF_HEADING;
    }
    return headings < CARDF_MAX_CARDS ? headings : CARDF_MAX_CARDS;
}

static void read_set(cardf_source *s, brs_card_set *out)
{
    int cap = 2 * s->count + 2;
    cardf_block *blocks = BRS_NEW(s->arena, cardf_block, (size_t)cap);
    int count = cardf_blocks(s, blocks, cap);
    cardc_grammar *grammar = BRS_NEW(s->arena, cardc_grammar, 1);
    reader r = {.s = s, .set = out, .room = BRS_NEW(s->arena, cardc_text, 1)};
    cardc_grammar_init(grammar);
    r.room->grammar = grammar;
    r.room->file = s->file;
    r.card = BRS_NEW(s->arena, rnr_card, (size_t)count_headings(blocks, count) + 1);
    r.slug_slot = BRS_NEW(s->arena, uint16_t, SLUG_SLOTS);
    r.slug_next = BRS_NEW(s->arena, uint16_t, (size_t)count_headings(blocks, count) + 1);
    r.copy = brs_arena_string(s->arena, s->text);
    r.covered = BRS_NEW(s->arena, bool, (size_t)s->count + 2);
    out->title = "";
    read_blocks(&r, blocks, count);
    end_card(&r);
    check_covered(&r);
    take_set_fields(&r);
    if (!r.titled) {
        brs_help(cardf_fault(s, 1, 1, "E115", "the file has no title."),
                 "Begin it with \"# Name of the set\".");
    } else if (r.count == 0) {
        brs_help(cardf_fault(s, 1, 1, "E115", "the set has no cards."),
                 "Begin a card with \"## Its Name\".");
    }
    out->cards = r.card;
    out->count = r.count;
}

bool rnr_compile_set(brs_str text, const char *file, brs_arena *arena, brs_card_set *out,
                     brs_report report)
{
    cardf_source *s = BRS_NEW(arena, cardf_source, 1);
    *out = (brs_card_set){.source = brs_arena_string(arena, str_of(file))};
    if (cardf_open(s, text, file, arena)) {
        read_set(s, out);
        out->hash = cardf_hash(out);
    }
    return cardf_send(s, report);
}
