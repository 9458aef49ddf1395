// The head of a transcript, read: what was played, by whom, with which decks.
#include <stdio.h>

#include "transcript_parts.h"

// ---- what begins a body ---------------------------------------------------------------------------------------

int ts_seat_of(const brs_setup *setup, brs_str word)
{
    for (int seat = 0; word.len == 1 && seat < setup->seats; seat++) {
        if (word.ptr[0] == brs_seat_letter(setup, seat)) {
            return seat;
        }
    }
    return -1;
}

static bool number_of(brs_str text, int *out)
{
    int64_t value;
    if (text.len == 0 || text.len > 6 || !str_number(text, &value) || value < 0) {
        return false;
    }
    *out = (int)value;
    return true;
}

// "setup", "T4 B", "turn 4 B"; in games with groups "round 2 ..." and "trick 3 S: ...". `group`: the round that a trick
// is of. What follows the number is left in *rest.
bool ts_unit_header(const brs_game_def *game, brs_str line, int *unit, int group, brs_str *rest)
{
    const brs_unit_info *info = game->unit;
    brs_str text = line, word = str_word(&text);
    int number;
    if (info->group == 0) {
        if (ts_same_word(word, "setup")) {
            *unit = 0;
            *rest = text;
            return true;
        }
        brs_str tail = {word.ptr + 1, word.len > 0 ? word.len - 1 : 0};
        if (word.len > 1 && ts_lower(word.ptr[0]) == info->file_prefix[0] && number_of(tail, &number)) {
            *unit = number;
            *rest = text;
            return true;
        }
    } else if (ts_same_word(word, info->group_title)) {
        bool read = number_of(str_word(&text), &number) && number > 0 && number < 1000;
        *unit = read ? number * info->group : -1;
        *rest = text;
        return read;
    }
    if (ts_same_word(word, info->id)) {
        brs_str digits = str_word(&text);
        bool colon = digits.len > 0 && digits.ptr[digits.len - 1] == ':';
        digits.len -= colon;
        *rest = text;
        if (number_of(digits, &number) && number < (info->group > 0 ? info->group : 65536)) {
            *unit = group * info->group + number;
            return true;
        }
    }
    return false;
}

bool ts_is_section(const brs_game_def *game, brs_str line)
{
    int unit;
    brs_str rest;
    return ts_unit_header(game, line, &unit, 1, &rest);
}

// ---- reading ----------------------------------------------------------------------------------------------------

typedef struct {
    const char *file;
    const brs_transcript_world *world;
    brs_arena *arena;
    ts_head *out;
    brs_report report;
    const brs_shelf *shelf;
    ts_alias *aliases;
    brs_head_line *head;
    int line, errors;
    bool seeded, has_decks[2];
    brs_str chance, options, first, cards;
    int chance_line, options_line, first_line, cards_line, deck_line[2], decks_line;
    brs_str deck[2], decks;
} head_reader;

static bool fail(head_reader *r, int line, const char *help, brs_code code, const char *format, brs_str a)
{
    brs_err err = BRS_ERR_NONE;
    brs_fail(&err, code, format, BRS_ARG(a));
    if (help != NULL) {
        brs_help(&err, "%s", help);
    }
    err.line = line;
    err.col = 1;
    brs_err_file(&err, r->file);
    r->errors++;
    if (r->report.fn != NULL) {
        r->report.fn(r->report.ctx, &err, false);
    }
    return false;
}

static bool pass_on(head_reader *r, int line, brs_err *err)
{
    err->line = line;
    err->col = err->col > 0 ? err->col : 1;
    err->file[0] = '\0';
    brs_err_file(err, r->file);
    r->errors++;
    if (r->report.fn != NULL) {
        r->report.fn(r->report.ctx, err, false);
    }
    return false;
}

static void keep(head_reader *r, brs_str key, brs_str value)
{
    enum { MOST_LINES = 64, MOST_KEY = BRS_REPLAY_MAX_NAME, MOST_VALUE = 1024 };
    if (r->out->about.head_count == MOST_LINES || key.len > MOST_KEY || value.len > MOST_VALUE) {
        fail(r, r->line, "At most 64 lines are kept, 1,024 bytes each.", BRS_LIMIT, "the head is too long to keep \"%.*s\"", key);
        return;
    }
    r->head[r->out->about.head_count++] = (brs_head_line){key, value};
}

// One name, with or without quotes.
static const char *name_value(head_reader *r, brs_str value)
{
    brs_str text;
    if (!ts_unquote(value, r->arena, &text)) {
        text = value;
    }
    if (!brs_replay_name_valid(text)) {
        fail(r, r->line, "1 to 64 bytes, no control characters.", BRS_TEXT, "\"%.*s\" cannot be kept as a name", text);
        return NULL;
    }
    return brs_arena_string(r->arena, text);
}

// N "Nia"; E "Eli"
static void read_players(head_reader *r, brs_str value)
{
    brs_setup *setup = &r->out->setup;
    int seat = 0;
    while (value.len > 0) {
        size_t end = 0;
        for (bool quoted = false; end < value.len && (quoted || value.ptr[end] != ';'); end++) {
            quoted = value.ptr[end] == '"' ? !quoted : quoted;
            end += value.ptr[end] == '\\' && end + 1 < value.len;
        }
        end = end < value.len ? end : value.len;
        brs_str item = str_trim((brs_str){value.ptr, end}), letter = str_word(&item);
        value = (brs_str){value.ptr + end + (end < value.len), value.len - end - (end < value.len)};
        if (seat == BRS_MAX_SEATS || letter.len != 1 || letter.ptr[0] < 'A' || letter.ptr[0] > 'Z') {
            fail(r, r->line, "players: A \"Ada\"; B \"Bo\"", BRS_TEXT, "\"%.*s\" is no seat: a seat is one capital letter", letter);
            return;
        }
        for (int other = 0; other < seat; other++) {
            if (setup->letter[other] == letter.ptr[0]) {
                fail(r, r->line, NULL, BRS_TEXT, "seat %.*s is named twice", letter);
            }
        }
        setup->letter[seat] = letter.ptr[0];
        setup->name[seat] = item.len > 0 ? name_value(r, item) : NULL;
        r->out->about.name[seat] = setup->name[seat];
        seat++;
    }
    setup->seats = seat;
}

static void read_alias(head_reader *r, brs_str value)
{
    while (value.len > 0) {
        brs_str item = str_trim(str_cut(&value, ';')), name = item, word = str_trim(str_cut(&name, '='));
        name = str_trim(name);
        if (word.len == 0 || name.len == 0 || r->out->aliases.count == 60) {
            fail(r, r->line, "alias: TS = Town Square", BRS_TEXT, "\"%.*s\" names no card", item);
            return;
        }
        r->aliases[r->out->aliases.count++] = (ts_alias){word, name};
        char *key = BRS_NEW(r->arena, char, word.len + 8);
        int len = snprintf(key, word.len + 8, "alias %.*s", BRS_ARG(word));
        keep(r, (brs_str){key, (size_t)len}, name);
    }
}

static void read_bots(head_reader *r, brs_str value)
{
    while (value.len > 0) {
        brs_str item = str_trim(str_cut(&value, ';')), letter = str_word(&item);
        int seat = ts_seat_of(&r->out->setup, letter);
        if (seat < 0) {
            fail(r, r->line, "bots: A greedy", BRS_TEXT, "\"%.*s\" is no seat", letter);
            return;
        }
        r->out->about.bot[seat] = name_value(r, item);
    }
}

bool ts_is_kept_as_is(brs_str key)
{
    return str_begins(key, BRS_STR("x-")) || str_is(key, "hands");
}

static void read_line(head_reader *r, brs_str key, brs_str value)
{
    brs_replay *about = &r->out->about;
    static const char *const singles[] = {"date", "event", "place", "annotator", "lang"};
    const char **const to[] = {&about->date, &about->event, &about->place, &about->annotator, &about->lang};
    for (size_t i = 0; i < sizeof to / sizeof to[0]; i++) {
        if (str_is(key, singles[i])) {
            *to[i] = name_value(r, value);
            return;
        }
    }
    if (ts_is_kept_as_is(key)) {
        keep(r, key, value);
    } else if (str_is(key, "players")) {
        read_players(r, value);
    } else if (str_is(key, "alias")) {
        read_alias(r, value);
    } else if (str_is(key, "bots")) {
        read_bots(r, value);
    } else if (str_is(key, "chance")) {
        r->chance = value, r->chance_line = r->line;
    } else if (str_is(key, "options")) {
        r->options = value, r->options_line = r->line;
    } else if (str_is(key, "first")) {
        r->first = value, r->first_line = r->line;
    } else if (str_is(key, "cards")) {
        r->cards = value, r->cards_line = r->line;
    } else if (str_is(key, "decks")) {
        r->decks = value, r->decks_line = r->line;
    } else if (key.len == 6 && str_begins(key, BRS_STR("deck-")) && (key.ptr[5] == 'A' || key.ptr[5] == 'B')) {
        r->deck[key.ptr[5] - 'A'] = value, r->deck_line[key.ptr[5] - 'A'] = r->line;
    } else if (str_is(key, "result")) {
        r->out->result = value.len > 0 ? value.ptr[0] : '*', r->out->result_line = r->line;
    } else if (!str_is(key, "game") && !str_is(key, "edition") && !str_is(key, "seats")) {
        fail(r, r->line, "Keys: game, edition, options, cards, event, date, place, players, decks, first, chance, result, annotator, lang, alias, bots; your own begin with x-.",
             BRS_TEXT, "the head has no key \"%.*s\"", key);
    }
}

static bool find_edition(head_reader *r, brs_str name, int line)
{
    const brs_editions *editions = &r->shelf->editions;
    brs_setup *setup = &r->out->setup;
    setup->edition = name.len == 0 ? editions->edition[0] : brs_edition_find(editions, str_trim(name));
    if (setup->edition == NULL) {
        char list[160] = "Editions:";
        for (int i = 0; i < editions->count; i++) {
            size_t len = strlen(list);
            snprintf(list + len, sizeof list - len, "%s %s", i > 0 ? "," : "", editions->edition[i]->id);
        }
        return fail(r, line, list, BRS_EDITION_MISSING, "there is no edition \"%.*s\"", name);
    }
    setup->options = setup->edition->options;
    return true;
}

static void set_option(head_reader *r, int line, brs_str id, brs_str value)
{
    brs_setup *setup = &r->out->setup;
    brs_err err = BRS_ERR_NONE;
    int row = brs_option_find(setup->game, id);
    if (row < 0) {
        fail(r, line, "broadside editions show EDITION lists the options.", BRS_TEXT, "this game has no option \"%.*s\"", id);
    } else if (!brs_option_read(&setup->game->options[row], value, &setup->options.value[row], &err)) {
        pass_on(r, line, &err);
    }
}

static void read_options(head_reader *r)
{
    brs_str all = r->options;
    while (all.len > 0) {
        brs_str item = str_trim(str_cut(&all, ';')), id = str_word(&item);
        set_option(r, r->options_line, id, item);
    }
    if (r->first.len > 0) {
        brs_str word = r->first, letter = str_word(&word);
        int seat = ts_seat_of(&r->out->setup, letter), row = brs_option_find(r->out->setup.game, BRS_STR("first"));
        if (seat < 0 || row < 0) {
            fail(r, r->first_line, "first: B (age rule)", BRS_TEXT, "\"%.*s\" is no seat", letter);
        } else {
            r->out->setup.options.value[row] = seat + 1;
        }
    }
}

static void read_chance(head_reader *r)
{
    brs_str value = r->chance, word = str_word(&value);
    brs_setup *setup = &r->out->setup;
    setup->chance = BRS_CHANCE_RECORDED;
    if (r->chance_line == 0 || ts_same_word(word, "recorded")) {
        return;
    }
    bool good = ts_same_word(word, "seed") && value.len >= 1 && value.len <= 16;
    setup->chance = BRS_CHANCE_SEEDED;
    for (size_t i = 0; i < value.len && good; i++) {
        const char c = ts_lower(value.ptr[i]);
        good = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        setup->seed = setup->seed << 4 | (uint64_t)(c >= 'a' ? c - 'a' + 10 : c - '0');
    }
    if (!good) {
        fail(r, r->chance_line, "chance: recorded, or chance: seed and up to 16 hexadecimal digits.", BRS_TEXT,
             "\"%.*s\" is no chance", r->chance);
    }
}

static void find_cards(head_reader *r)
{
    brs_setup *setup = &r->out->setup;
    brs_str rest = r->cards, word = str_word(&rest), version = word, id = str_cut(&version, '@');
    brs_err err = BRS_ERR_NONE;
    if (r->shelf->game->compile_set == NULL) {
        return;
    }
    if (memchr(word.ptr != NULL ? word.ptr : "", '.', word.len) != NULL && r->world->cards != NULL) {
        if (!r->world->cards(r->world->ctx, setup->game, word, &setup->cards, &r->out->card_text, &err)) {
            pass_on(r, r->cards_line, &err);
        } else {
            keep(r, BRS_STR("cards"), r->cards);
        }
        return;
    }
    for (int i = 0; i < r->shelf->set_count && setup->cards == NULL; i++) {
        if (word.len == 0 || ts_same_word(id, r->shelf->sets[i].id) || ts_same_word(id, r->shelf->sets[i].title)) {
            setup->cards = &r->shelf->sets[i];
        }
    }
    if (setup->cards == NULL) {
        fail(r, r->cards_line, "Leave the line out for the built-in set, or name a file.", BRS_CARD_SET_MISMATCH, "there is no card set \"%.*s\"", word);
        return;
    }
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)setup->cards->hash);
    if (rest.len > 0 && !ts_same_word(rest, hash)) {
        fail(r, r->cards_line, "The game was played with other cards than those here.", BRS_CARD_SET_MISMATCH, "the card set here has not the hash %.*s", rest);
    }
}

// 12 Freehold Farm; 4 Iron Furnace
static void read_deck_list(head_reader *r, int seat)
{
    brs_setup *setup = &r->out->setup;
    brs_str all = r->deck[seat];
    uint16_t *counts = BRS_NEW(r->arena, uint16_t, (size_t)setup->cards->count + 1);
    int total = 0;
    brs_setup probe = *setup;
    probe.deck[0] = (brs_deck){.count = 1, .name = ""};
    while (all.len > 0) {
        brs_str item = str_trim(str_cut(&all, ';')), number = str_word(&item);
        int count = 1, best = 0, found = -1;
        if (!number_of(number, &count) || count < 1 || count > 60 || total + count > BRS_MAX_DECK) {
            fail(r, r->deck_line[seat], "deck-A: 2 Town Square; 1 Muster", BRS_TEXT, "\"%.*s\" is no number of copies", number);
            return;
        }
        for (int card = 0; card < setup->cards->count; card++) {
            probe.deck[0].card[0] = (uint16_t)card;
            int like = ts_likeness(setup->game->handle_name(&probe, 1), item);
            found = like > best ? card : like == best && like > 0 ? -2 : found;
            best = like > best ? like : best;
        }
        if (found < 0) {
            fail(r, r->deck_line[seat], NULL, BRS_TEXT, found == -1 ? "there is no card \"%.*s\"" : "several cards are called \"%.*s...\"", item);
            return;
        }
        counts[found] = (uint16_t)(counts[found] + count);
        total += count;
    }
    brs_deck *deck = &setup->deck[seat];
    deck->count = 0;
    deck->name = "";
    for (int card = 0; card < setup->cards->count; card++) {
        for (int i = 0; i < counts[card]; i++) {
            deck->card[deck->count++] = (uint16_t)card;
        }
    }
    r->has_decks[seat] = true;
}

// A decks/ada.deck; B hearth-and-field
static void read_deck_names(head_reader *r)
{
    brs_setup *setup = &r->out->setup;
    brs_str all = r->decks;
    bool file = false;
    while (all.len > 0) {
        brs_str item = str_trim(str_cut(&all, ';')), letter = str_word(&item);
        const brs_card_set *set = NULL;
        brs_err err = BRS_ERR_NONE;
        int seat = ts_seat_of(setup, letter);
        if (seat < 0 || seat > 1 || item.len == 0) {
            fail(r, r->decks_line, "decks: A hearth-and-field; B decks/bo.deck", BRS_TEXT, "\"%.*s\" is no seat with a deck", letter);
            return;
        }
        if (r->world->deck == NULL || !r->world->deck(r->world->ctx, setup->game, item, &setup->deck[seat], &set, &err)) {
            brs_fail(&err, BRS_TEXT, "there is no deck \"%.*s\"", BRS_ARG(item));
            pass_on(r, r->decks_line, &err);
            return;
        }
        if (set != setup->cards && set->hash != setup->cards->hash) {
            fail(r, r->decks_line, "Name that set in a line cards: ...", BRS_CARD_SET_MISMATCH, "the deck %.*s is of another card set", item);
            return;
        }
        file = file || memchr(item.ptr, '.', item.len) != NULL || memchr(item.ptr, '/', item.len) != NULL;
        r->has_decks[seat] = true;
    }
    if (file) {
        keep(r, BRS_STR("decks"), r->decks);
    }
}

static void find_decks(head_reader *r)
{
    brs_setup *setup = &r->out->setup;
    if (setup->cards == NULL) {
        return;
    }
    if (r->decks_line > 0) {
        read_deck_names(r);
    }
    for (int seat = 0; seat < 2; seat++) {
        if (r->deck_line[seat] > 0) {
            read_deck_list(r, seat);
        }
        if (!r->has_decks[seat] && r->errors == 0) {
            fail(r, r->decks_line > 0 ? r->decks_line : 1, "decks: A hearth-and-field; B paper-and-ink", BRS_TEXT,
                 "the head does not say what deck seat %.*s has", (brs_str){&"AB"[seat], 1});
        }
        r->out->about.deck_name[seat] = setup->deck[seat].name != NULL && setup->deck[seat].name[0] != '\0' ? setup->deck[seat].name : NULL;
    }
}

static bool find_game(head_reader *r, brs_str name, int line)
{
    char list[120] = "Games:";
    for (int i = 0; i < r->world->library->count; i++) {
        const brs_shelf *shelf = &r->world->library->shelf[i];
        if (name.len == 0 || ts_same_word(name, shelf->game->id)) {
            r->shelf = shelf;
            r->out->setup.game = shelf->game;
            return true;
        }
        size_t len = strlen(list);
        snprintf(list + len, sizeof list - len, "%s %s", i > 0 ? "," : "", shelf->game->id);
    }
    return fail(r, line, list, BRS_EDITION_MISSING, "there is no game \"%.*s\"", name);
}

static bool cut_key(brs_str line, brs_str *key, brs_str *value)
{
    brs_str rest = line;
    if (memchr(line.ptr, ':', line.len) == NULL) {
        return false;
    }
    *key = str_trim(str_cut(&rest, ':'));
    *value = str_trim(rest);
    return key->len > 0;
}

// The value of a key, before the lines are read in order.
static brs_str look_up(const ts_line *lines, int count, const char *wanted, int *number)
{
    for (int i = 1; i < count; i++) {
        brs_str key, value;
        if (lines[i].text.len > 0 && lines[i].text.ptr[0] != '#' && cut_key(lines[i].text, &key, &value) && str_is(key, wanted)) {
            *number = lines[i].number;
            return value;
        }
    }
    return (brs_str){"", 0};
}

// A head with so many mistakes is a body whose beginning was not seen: what follows is not looked at.
enum { MOST_HEAD_MISTAKES = 12 };

static void read_lines(head_reader *r, const ts_line *lines, int count)
{
    int comments = 0;
    for (int i = 1; i < count && r->errors < MOST_HEAD_MISTAKES; i++) {
        const brs_str line = lines[i].text;
        brs_str key, value;
        r->line = lines[i].number;
        if (line.len == 0) {
            continue;
        }
        if (line.ptr[0] == '#') {
            char *name = BRS_NEW(r->arena, char, 16);
            int len = snprintf(name, 16, "#%02d", ++comments);
            keep(r, (brs_str){name, (size_t)len}, str_trim((brs_str){line.ptr + 1, line.len - 1}));
        } else if (cut_key(line, &key, &value)) {
            read_line(r, key, value);
        } else {
            fail(r, r->line, "The body begins with setup, or with the first turn (T1 A).", BRS_TEXT, "\"%.*s\" is no line of the head (key: value)", line);
        }
    }
}

bool ts_read_head(const ts_line *lines, int count, const char *file, const brs_transcript_world *world, brs_arena *arena,
                  ts_head *out, brs_report report)
{
    head_reader *r = BRS_NEW(arena, head_reader, 1);
    *r = (head_reader){.file = file, .world = world, .arena = arena, .out = out, .report = report};
    *out = (ts_head){.setup.seats = 0};
    r->aliases = BRS_NEW(arena, ts_alias, 64);
    r->head = BRS_NEW(arena, brs_head_line, 64);
    out->about.head = r->head;
    out->aliases.alias = r->aliases;
    brs_str rest = count > 0 ? lines[0].text : (brs_str){"", 0}, word = str_word(&rest);
    if (!ts_same_word(word, "broadside-transcript")) {
        return fail(r, 1, "The first line is: broadside-transcript 1", BRS_TEXT, "this is no transcript%.*s", BRS_STR(""));
    }
    if (!str_is(rest, "1")) {
        return fail(r, 1, "Use a newer Broadside.", BRS_NEWER, "this transcript is of version %.*s; this program reads version 1", rest);
    }
    int game_line = 1, edition_line = 1;
    brs_str game = look_up(lines, count, "game", &game_line), edition = look_up(lines, count, "edition", &edition_line);
    if (!find_game(r, game, game_line) || !find_edition(r, edition, edition_line)) {
        return false;
    }
    for (int seat = 0; seat < r->shelf->game->min_seats; seat++) {
        out->setup.letter[seat] = (char)('A' + seat);
    }
    out->setup.seats = r->shelf->game->min_seats;
    read_lines(r, lines, count);
    if (out->setup.seats < r->shelf->game->min_seats || out->setup.seats > r->shelf->game->max_seats) {
        char seats[32];
        int len = snprintf(seats, sizeof seats, "%d", out->setup.seats);
        fail(r, 1, "players: A \"Ada\"; B \"Bo\"", BRS_TEXT, "this game is not for %.*s players", (brs_str){seats, (size_t)len});
        return false;
    }
    read_options(r);
    read_chance(r);
    find_cards(r);
    find_decks(r);
    return r->errors == 0;
}
