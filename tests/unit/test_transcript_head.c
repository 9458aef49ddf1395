// What the head of a transcript says when a line of it is wrong: the line, the code, what is wrong. And what it takes.
#include <stdio.h>

#include "transcript_help.h"
#include "transcript_parts.h"

static real_bench b;
static ts_head head;
static mistakes said;
static brs_transcript_world world;

// A file of cards: "wrong.cards" cannot be read, another is the built-in set.
static bool cards_file(void *ctx, const brs_game_def *game, brs_str file, const brs_card_set **out, brs_str *text, brs_err *err)
{
    *out = &real_shelf(ctx, game->id)->sets[0];
    *text = BRS_STR("text of the cards");
    return !str_is(file, "wrong.cards") || brs_fail(err, BRS_TEXT, "line 3 of it is no card");
}

// A deck by its name, of the built-in set; "other.deck" is of another one.
static bool any_deck(void *ctx, const brs_game_def *game, brs_str name, brs_deck *out, const brs_card_set **set, brs_err *err)
{
    static brs_card_set other;
    const bool strange = str_is(name, "other.deck") || str_is(name, "decks/same");
    const bool found = built_in_deck(ctx, game, strange || str_is(name, "my.deck") ? BRS_STR("Hearth") : name, out, set, err);
    if (found && strange) {  // another set, with the same cards or with others
        other = **set;
        other.hash += str_is(name, "other.deck");
        *set = &other;
    }
    return found;
}

static void open_bench(void)
{
    real_open(&b);
    world = real_world(&b);
    world.deck = any_deck;
}

static void close_bench(void)
{
    brs_arena_release(&b.arena);
}

TestSuite(transcript_head, .init = open_bench, .fini = close_bench);

static bool read_head(const char *text)
{
    ts_line *lines = BRS_NEW(&b.arena, ts_line, 200);
    brs_str rest = str_of(text), line;
    int count = 0;
    while (count < 200 && str_line(&rest, &line)) {
        lines[count] = (ts_line){line, count + 1};
        count++;
    }
    said = (mistakes){.count = 0};
    return ts_read_head(lines, count, "game.transcript", &world, &b.arena, &head, (brs_report){take_mistake, &said});
}

static void refused_here(int at, const char *text, int line, brs_code code, const char *words)
{
    const bool ok = read_head(text);
    cr_expect(!ok, "line %d: accepted, not refused for \"%s\"", at, words);
    cr_expect(said.line[0] == line && said.code[0] == code, "line %d: %s", at, said.text);
    cr_expect_not_null(strstr(said.text, words), "line %d: %s does not say \"%s\"", at, said.text, words);
}

static void good_here(int at, const char *text)
{
    cr_expect(read_head(text), "line %d: %s", at, said.text);
}

#define FIRST "broadside-transcript 1\n"
#define RNR FIRST "game: rnr\n"
#define DECKS "decks: A Hearth; B Paper\n"
#define REFUSED(text, line, code, words) refused_here(__LINE__, text, line, code, words)
#define GOOD(text) good_here(__LINE__, text)

// A head of many lines of one kind: what goes before, then `line` so often, with its number where it has a %d.
static const char *many(const char *before, const char *line, int count)
{
    brs_buf out;
    buf_init(&out, &b.arena, 4096);
    buf_puts(&out, before);
    for (int i = 0; i < count; i++) {
        const char *number = strstr(line, "%d");
        buf_put(&out, (brs_str){line, number != NULL ? (size_t)(number - line) : strlen(line)});
        if (number != NULL) {
            buf_number(&out, i);
            buf_puts(&out, number + 2);
        }
    }
    buf_byte(&out, '\0');
    return out.ptr;
}

Test(transcript_head, a_transcript_says_that_it_is_one)
{
    REFUSED("", 1, BRS_TEXT, "this is no transcript");
    REFUSED("game: rnr\n", 1, BRS_TEXT, "this is no transcript");
    REFUSED("broadside-transcript 2\n", 1, BRS_NEWER, "this transcript is of version 2");
    REFUSED("broadside-transcript\n", 1, BRS_NEWER, "this transcript is of version");
    GOOD(RNR DECKS);
    GOOD(FIRST DECKS);
    cr_expect_str_eq(head.setup.game->id, "rnr", "the first game, and its first edition");
}

Test(transcript_head, games_and_editions_are_known)
{
    REFUSED(FIRST "game: chess\n", 2, BRS_EDITION_MISSING, "there is no game \"chess\"");
    REFUSED(FIRST "game: chess\n", 2, BRS_EDITION_MISSING, "Games: rnr, revolution");
    REFUSED(RNR "# a remark: edition: x\nedition: nope\n", 4, BRS_EDITION_MISSING, "there is no edition \"nope\"");
    REFUSED(RNR "seats: 2\nfoo: 1\n" DECKS, 4, BRS_TEXT, "the head has no key \"foo\"");
    REFUSED(RNR "no key\n" DECKS, 3, BRS_TEXT, "\"no key\" is no line of the head");
    REFUSED(RNR ": no key\n" DECKS, 3, BRS_TEXT, "is no line of the head");
    GOOD(RNR "\n#\n# a remark\nseats: 2\n" DECKS);
    cr_expect_eq(head.about.head_count, 2, "the remarks are kept");
    cr_expect(str_is(head.about.head[1].key, "#02") && str_is(head.about.head[1].value, "a remark"));
}

Test(transcript_head, players_have_letters_and_names)
{
    static const char *const wrong[] = {"a x", "AB x", "@ x", "[ x", "1", "; B x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[80];
        snprintf(text, sizeof text, RNR "players: %s\n" DECKS, wrong[i]);
        REFUSED(text, 3, BRS_TEXT, "is no seat: a seat is one capital letter");
    }
    REFUSED(RNR "players: A x; A y\n" DECKS, 3, BRS_TEXT, "seat A is named twice");
    REFUSED(RNR "players: A x\n" DECKS, 1, BRS_TEXT, "this game is not for 1 players");
    REFUSED(RNR "players: A x; B y; C z\n" DECKS, 1, BRS_TEXT, "this game is not for 3 players");
    REFUSED(FIRST "game: revolution\nplayers: A; B; C; D; E; F; G; H; I; J; K; L; M\n", 3, BRS_TEXT, "\"M\" is no seat");
    GOOD(FIRST "game: revolution\nplayers: A; B; C; D; E; F; G; H; I; J; K; L\n");
    REFUSED(RNR "players: A \"\"; B y\n" DECKS, 3, BRS_TEXT, "\"\" cannot be kept as a name");
    GOOD(RNR "players: N \"a;b\"; E \"c\\\"d\";\ndecks: N Hearth; E Paper\n");
    cr_expect(strcmp(head.setup.name[0], "a;b") == 0 && strcmp(head.setup.name[1], "c\"d") == 0 && head.setup.letter[1] == 'E');
    GOOD(RNR "players: A; B \\\n" DECKS);
    cr_expect(head.setup.name[0] == NULL && strcmp(head.setup.name[1], "\\") == 0);
}

Test(transcript_head, bots_sit_on_seats)
{
    REFUSED(RNR "bots: C greedy\n" DECKS, 3, BRS_TEXT, "\"C\" is no seat");
    REFUSED(RNR "bots: AA greedy\n" DECKS, 3, BRS_TEXT, "\"AA\" is no seat");
    REFUSED(RNR "bots: A\n" DECKS, 3, BRS_TEXT, "cannot be kept as a name");
    GOOD(RNR "bots: B greedy\n" DECKS);
    cr_expect(head.about.bot[0] == NULL && strcmp(head.about.bot[1], "greedy") == 0);
}

Test(transcript_head, aliases_name_cards)
{
    REFUSED(RNR "alias: = Town Square\n" DECKS, 3, BRS_TEXT, "\"= Town Square\" names no card");
    REFUSED(RNR "alias: TS =\n" DECKS, 3, BRS_TEXT, "\"TS =\" names no card");
    REFUSED(RNR "alias: TS = Town Square; X\n" DECKS, 3, BRS_TEXT, "\"X\" names no card");
    GOOD(many(RNR DECKS, "alias: w%d = Town Square\n", 60));
    cr_expect_eq(head.aliases.count, 60);
    REFUSED(many(RNR DECKS, "alias: w%d = Town Square\n", 61), 64, BRS_TEXT, "names no card");
}

// What is kept of a head has its limits: 64 lines, keys of 64 bytes, values of 1,024.
Test(transcript_head, so_much_is_kept)
{
    char text[1300], value[1026];
    for (int len = 1024; len <= 1025; len++) {
        memset(value, 'v', sizeof value);
        value[len] = '\0';
        snprintf(text, sizeof text, RNR DECKS "x-note: %s\n", value);
        cr_expect_eq(read_head(text), len == 1024, "%s", said.text);
    }
    cr_expect(said.line[0] == 4 && said.code[0] == BRS_LIMIT && strstr(said.text, "the head is too long to keep \"x-note\"") != NULL);
    for (int len = 64; len <= 65; len++) {
        memset(value, 'v', sizeof value);
        value[len] = '\0';
        memcpy(value, "x-", 2);
        snprintf(text, sizeof text, RNR DECKS "%s: v\n", value);
        cr_expect_eq(read_head(text), len == 64, "%s", said.text);
    }
    cr_expect(said.line[0] == 4 && said.code[0] == BRS_LIMIT);
    GOOD(many(RNR DECKS, "x-%d: v\n", 64));
    REFUSED(many(RNR DECKS, "x-%d: v\n", 65), 68, BRS_LIMIT, "the head is too long to keep \"x-64\"");
}

Test(transcript_head, a_head_with_so_many_mistakes_is_none)
{
    cr_expect_not(read_head(many(RNR DECKS, "foo%d: v\n", 20)));
    cr_expect_eq(said.count, 12, "%s", said.text);
}

Test(transcript_head, options_have_values)
{
    REFUSED(RNR "options: nope 1\n" DECKS, 3, BRS_TEXT, "this game has no option \"nope\"");
    REFUSED(RNR "options: first x\n" DECKS, 3, BRS_TEXT, "first");
    REFUSED(RNR "first: C (age rule)\n" DECKS, 3, BRS_TEXT, "\"C\" is no seat");
    REFUSED(FIRST "game: revolution\nfirst: A\n", 3, BRS_TEXT, "\"A\" is no seat");
    GOOD(RNR "first: B (age rule)\n" DECKS);
    cr_expect_eq(head.setup.options.value[brs_option_find(head.setup.game, BRS_STR("first"))], 2);
}

Test(transcript_head, chance_is_recorded_or_a_seed)
{
    static const char *const wrong[] = {"luck", "seed", "seed 12345678901234567", "seed 12g4", "seed 1:", "seed 1/", "seed 1`", "sow 12"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[120];
        snprintf(text, sizeof text, RNR DECKS "chance: %s\n", wrong[i]);
        REFUSED(text, 4, BRS_TEXT, "is no chance");
    }
    GOOD(RNR DECKS "chance: seed 09aFfffffffffff1\n");
    cr_expect(head.setup.chance == BRS_CHANCE_SEEDED && head.setup.seed == 0x09affffffffffff1);
    GOOD(RNR DECKS "chance: recorded\n");
    cr_expect_eq(head.setup.chance, BRS_CHANCE_RECORDED);
    GOOD(RNR DECKS);
    cr_expect_eq(head.setup.chance, BRS_CHANCE_RECORDED);
}

Test(transcript_head, cards_are_a_set_or_a_file)
{
    char text[200];
    const brs_card_set *set = &real_shelf(&b, "rnr")->sets[0];
    REFUSED(RNR DECKS "cards: nope\n", 4, BRS_CARD_SET_MISMATCH, "there is no card set \"nope\"");
    REFUSED(RNR DECKS "cards: my.cards\n", 4, BRS_CARD_SET_MISMATCH, "there is no card set \"my.cards\"");
    world.cards = cards_file;
    REFUSED(RNR DECKS "cards: wrong.cards\n", 4, BRS_TEXT, "line 3 of it is no card");
    GOOD(RNR DECKS "cards: my.cards\n");
    cr_expect(head.setup.cards == set && str_is(head.card_text, "text of the cards") && str_is(head.about.head[0].value, "my.cards"));
    GOOD(FIRST "game: revolution\ncards: nope\n");  // has none, and looks for none
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, RNR DECKS "cards: %s%s %016llx\n", i == 1 ? set->title : set->id, i == 0 ? "@1" : "",
                 (unsigned long long)set->hash + (i == 2));
        if (i == 0) {
            GOOD(text);
        } else if (i == 2) {
            REFUSED(text, 4, BRS_CARD_SET_MISMATCH, "the card set here has not the hash");
        }
    }
    snprintf(text, sizeof text, RNR DECKS "cards: %s\n", set->id);
    GOOD(text);
}

Test(transcript_head, decks_are_named)
{
    REFUSED(RNR "decks: C Hearth; B Paper\n", 3, BRS_TEXT, "\"C\" is no seat with a deck");
    REFUSED(RNR "decks: A; B Paper\n", 3, BRS_TEXT, "\"A\" is no seat with a deck");
    REFUSED(RNR "decks: A Nothing; B Paper\n", 3, BRS_TEXT, "there is no deck \"Nothing\"");
    REFUSED(RNR "decks: A other.deck; B Paper\n", 3, BRS_CARD_SET_MISMATCH, "the deck other.deck is of another card set");
    REFUSED(RNR "decks: A Hearth\n", 3, BRS_TEXT, "the head does not say what deck seat B has");
    REFUSED(RNR "deck-A: 1 Muster\n", 1, BRS_TEXT, "the head does not say what deck seat B has");
    REFUSED(RNR, 1, BRS_TEXT, "the head does not say what deck seat A has");
    GOOD(RNR "decks: A decks/same; B Paper\n");
    cr_expect(str_is(head.about.head[0].key, "decks"), "a file's name is kept");
    GOOD(RNR "decks: A my.deck; B Paper\n");
    cr_expect(str_is(head.about.head[0].value, "A my.deck; B Paper"));
    GOOD(RNR DECKS);
    cr_expect_eq(head.about.head_count, 0, "the name of a built-in deck is not");
    world.deck = NULL;
    REFUSED(RNR DECKS, 3, BRS_TEXT, "there is no deck \"Hearth\"");
}

Test(transcript_head, decks_are_written_out)
{
    static const char *const numbers[] = {"0 Freehold Farm", "x Freehold Farm", "61 Freehold Farm", "-1 Freehold Farm", "1234567 Freehold Farm",
                                          ";"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char text[160];
        snprintf(text, sizeof text, RNR DECKS "deck-A: %s\n", numbers[i]);
        REFUSED(text, 4, BRS_TEXT, "is no number of copies");
    }
    REFUSED(RNR DECKS "deck-A: 1 Nosuch\n", 4, BRS_TEXT, "there is no card \"Nosuch\"");
    REFUSED(RNR DECKS "deck-A: 1 F\n", 4, BRS_TEXT, "several cards are called \"F...\"");
    REFUSED(RNR DECKS "deck-A: 1\n", 4, BRS_TEXT, "there is no card \"\"");
    REFUSED(RNR DECKS "deck-C: 1 Freehold Farm\n", 4, BRS_TEXT, "the head has no key \"deck-C\"");
    REFUSED(RNR DECKS "deck-AB: 1 Freehold Farm\n", 4, BRS_TEXT, "the head has no key \"deck-AB\"");
    GOOD(RNR DECKS "deck-B: 3 Freehold; 2 Freehold Farm; 1 Iron Furnace\n");
    cr_expect_eq(head.setup.deck[1].count, 6);
    cr_expect_neq(head.setup.deck[0].count, 6);
    // All copies count, more of one card than a byte holds too; a deck has room for 512.
    GOOD(many(RNR DECKS "deck-B: 8 Iron Furnace", "; 60 Freehold Farm", 8));
    cr_expect_eq(head.setup.deck[1].count, 488);
    REFUSED(many(RNR DECKS "deck-B: 33 Iron Furnace", "; 60 Freehold Farm", 8), 4, BRS_TEXT, "\"60\" is no number of copies");
}

Test(transcript_head, a_result_is_a_letter)
{
    GOOD(RNR DECKS "result: B\n");
    cr_expect(head.result == 'B' && head.result_line == 4);
    GOOD(RNR DECKS "result:\n");
    cr_expect_eq(head.result, '*');
    GOOD(RNR DECKS);
    cr_expect_eq(head.result, 0);
}

// What begins a section, and which; -1: nothing does.
static int unit_of(const char *game, const char *line, const char *left)
{
    int unit = -7;
    brs_str rest = {NULL, 0};
    const bool is = ts_unit_header(real_shelf(&b, game)->game, str_of(line), &unit, 3, &rest);
    cr_expect(!is || str_is(rest, left), "%s leaves \"%.*s\"", line, BRS_ARG(rest));
    return is ? unit : -1;
}

Test(transcript_head, headers_of_turns)
{
    cr_expect_eq(unit_of("rnr", "setup", ""), 0);
    cr_expect_eq(unit_of("rnr", "T4 B", "B"), 4);
    cr_expect_eq(unit_of("rnr", "t999999", ""), 999999);
    cr_expect_eq(unit_of("rnr", "turn 4 B", "B"), 4);
    cr_expect_eq(unit_of("rnr", "Turn 65535: B", "B"), 65535);
    static const char *const none[] = {"", "t", "T-1", "T4x", "T1234567", "x4", "turn", "turn x", "turn :", "turn -1", "turn 65536", "round 1"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        cr_expect_eq(unit_of("rnr", none[i], ""), -1, "%s", none[i]);
    }
}

Test(transcript_head, headers_of_rounds_and_tricks)
{
    const int group = real_shelf(&b, "revolution")->game->unit->group;
    cr_expect_eq(unit_of("revolution", "round 1 dealer N", "dealer N"), group);
    cr_expect_eq(unit_of("revolution", "Round 999", ""), 999 * group);
    cr_expect_eq(unit_of("revolution", "trick 2 S: 4", "S: 4"), 3 * group + 2);
    cr_expect_eq(unit_of("revolution", "trick 2:", ""), 3 * group + 2);
    static const char *const none[] = {"setup", "T4", "round", "round x", "round 0", "round 1000", "round -1", "trick", "trick x"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        cr_expect_eq(unit_of("revolution", none[i], ""), -1, "%s", none[i]);
    }
    char text[32];
    snprintf(text, sizeof text, "trick %d", group);
    cr_expect_eq(unit_of("revolution", text, ""), -1);
}
