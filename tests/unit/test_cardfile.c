// Card files and deck files: what they say, where they are wrong.
#include <criterion/criterion.h>

#include "cards_help.h"
#include "rnr_cardfile.h"

static brs_arena arena;
static cards_report report;

static bool compile_text(const char *text, brs_card_set *set)
{
    brs_arena_init(&arena, 0);
    return rnr_compile_set(str_of(text), "t.cards.md", &arena, set, cards_reporter(&report));
}

static bool compile_file(const char *name, brs_card_set *set)
{
    char *text = cards_read(name);
    cr_assert_not_null(text, "%s", name);
    return compile_text(text, set); // the text stays: slices may point at it
}

// ---- card files -------------------------------------------------------------

static const char good[] =
    "# A Set\n\n- Set: AS1\n- Version: 3\n- Language: en\n- Licence: CC0\n\nProse, with\n1. a "
    "list.\n\n"
    "## Breed\xE2\x80\x99s  Hill\n\n- Type: Defense\n- Branch: Bison\n- Rarity: Common\n- Cost: 1\n"
    "- Source: a *book*\n\n<!-- about\nit -->\n\n15 Defense.\n\nWhen attacked,\ngain 1 LP.\n\n"
    "> Two lines\n> of it.\n\n## Duties\n\n- Type: UA\n- Rarity: Rare\n\n2 Opponent LP Drain. 30 "
    "DP.\n";

Test(cardfile, a_card_file_gives_names_frames_texts_and_descriptions)
{
    brs_card_set set;
    cr_assert(compile_text(good, &set), "%s", report.text);
    cr_assert_str_eq(report.text, "");
    cr_assert_str_eq(set.id, "AS1");
    cr_assert_str_eq(set.title, "A Set");
    cr_assert_str_eq(set.licence, "CC0");
    cr_assert_eq(set.version, 3);
    cr_assert_eq(set.count, 2);
    const rnr_card *card = rnr_card_at(&set, 0);
    cr_assert(str_is(card->name, "Breed\xE2\x80\x99s Hill"));
    cr_assert(str_is(card->text, "15 Defense. When attacked, gain 1 LP."), "%.*s",
              BRS_ARG(card->text));
    cr_assert(str_is(card->description, "Two lines of it."));
    cr_assert(str_is(card->source, "a *book*"));
    cr_assert_str_eq(card->slug, "breeds-hill");
    cr_assert_eq(card->type, RNR_DEFENSE);
    cr_assert_eq(card->branch, RNR_BISON);
    cr_assert_eq(card->rarity, RNR_COMMON);
    cr_assert_eq(card->cost, 1);
    cr_assert_eq(card->points, 15);
    cr_assert_eq(card->line, 11);
    cr_assert_eq(rnr_card_at(&set, 1)->drain, 2);
    cr_assert_eq(rnr_card_find(&set, BRS_STR(" breed's HILL ")), 0);
    cr_assert_eq(rnr_card_find(&set, BRS_STR("Breeds Hill")), -1);
    brs_arena_release(&arena);
}

Test(cardfile, every_mistake_is_told_with_its_place)
{
    brs_card_set set;
    cr_assert_not(compile_file("tests/cards/bad.cards.md", &set));
    char *wanted = cards_read("tests/cards/bad.cards.expected");
    cr_assert_not_null(wanted);
    cr_assert_str_eq(report.text, wanted);
    free(wanted);
    brs_arena_release(&arena);
}

Test(cardfile, the_hash_is_of_programs_and_names_not_of_wording)
{
    brs_card_set set;
    char *text = cards_read("tests/cards/examples.cards.md");
    cr_assert(compile_text(text, &set));
    uint64_t hash = set.hash;
    brs_arena_release(&arena);
    char *plus = strstr(text, "gain +1 IP");
    memcpy(plus, "gain  1 IP", 10);
    cr_assert(compile_text(text, &set));
    cr_assert_eq(set.hash, hash);
    brs_arena_release(&arena);
    memcpy(plus, "gain  2 IP", 10);
    cr_assert(compile_text(text, &set));
    cr_assert_neq(set.hash, hash);
    brs_arena_release(&arena);
    free(text);
}

// A file of one card with this after its fields; what is reported.
static const char *with_text(const char *text)
{
    static char file[4096];
    brs_card_set set;
    snprintf(file, sizeof file,
             "# T\n\n## N\n\n- Type: Rights\n- Branch: Eagle\n- Rarity: Common\n- Cost: 1\n\n%s",
             text);
    compile_text(file, &set);
    brs_arena_release(&arena);
    return report.text;
}

Test(cardfile, nothing_of_a_card_is_passed_over)
{
    cr_expect_str_eq(with_text("Draw 1 card.\n"), "");
    cr_expect(strstr(with_text("[Each Turn]: draw\n"), "E1") != NULL || report.errors > 0, "%s",
              report.text);
    cr_expect(strstr(with_text("Draw 1 card.\n\n[a]: b\n"), "12:1: error E104") != NULL, "%s",
              report.text);
    cr_expect(strstr(with_text("Draw 1 card.\n\n> a\n\nGain 1 LP.\n"), "14:1: error E104") != NULL,
              "%s", report.text);
    cr_expect(strstr(with_text("Draw 1 card.\n\n> a\n\n<!-- -->\n\n> b\n"), "16:1: error E104") !=
                  NULL,
              "%s", report.text);
    cr_expect(strstr(with_text("Draw 1 card.\n\n---\n"), "12:1: error E104") != NULL, "%s",
              report.text);
    cr_expect(strstr(with_text("Draw 1 card.\n\n```\nx\n```\n"), "12:1: error E104") != NULL, "%s",
              report.text);
    cr_expect(strstr(with_text("Draw 1 card.\n\n<b>\n"), "12:1: error E110") != NULL, "%s",
              report.text);
    cr_expect(strstr(with_text("Draw 1 card.\n\n- a\n"), "12:1: error E106") != NULL, "%s",
              report.text);
    cr_expect(strstr(with_text("Draw 1 card.\n\n### M\n"), "12:1: error E105") != NULL, "%s",
              report.text);
    cr_expect(strstr(with_text("Draw 1 card&nbsp;\n"), "10:12: error E110") != NULL, "%s",
              report.text);
    cr_expect(strstr(with_text("Draw 1 card.\n\n  Gain two LP.\n"), "12:8: error E210") != NULL,
              "%s", report.text);
}

// What Markdown makes of a card's text in another way than it is meant.
Test(cardfile, what_markdown_would_show_otherwise_is_told)
{
    static const char *const rows[][2] = {
        {"Draw 1 card.\n===\n", "11:1: error E107: a line of \"=\""},
        {"Draw 1 card.\nGain 1 LP. -\n---\n", "12:1: error E107: a line of \"-\""},
        {"Draw 1 card.\n\n-\n", "12:1: error E106: a line that starts with \"-\""},
        {"Draw 1 card.\n\n* a\n", "12:1: error E106: a line that starts with \"*\""},
        {"Draw 1 card.\n\n~~~\nx\n~~~\n", "12:1: error E104: program code"},
        {"Draw 1 card.\n\n***\n", "12:1: error E104: a dividing line"},
        {"Draw 1 card.\n\n> a\nb\n", "13:1: error E109"},
        {"Draw 1 card.\n\n# M\n", "12:1: error E105: a card name is a heading with two #"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_expect_not_null(strstr(with_text(rows[i][0]), rows[i][1]), "%s gives %s", rows[i][0], report.text);
    }
}

// A set of one card whose lines `from` are `to`; what is told of it.
static const char *changed(const char *from, const char *to)
{
    char text[2000];
    brs_card_set set;
    const char *at = strstr(good, from);
    cr_assert_not_null(at, "%s", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
    compile_text(text, &set);
    brs_arena_release(&arena);
    return report.text;
}

Test(cardfile, numbers_have_their_range)
{
    static const char *const costs[] = {"x", "-1", "100", "1.5", ""}, *const versions[] = {"x", "0", "-1", "10000"};
    char line[40];
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        snprintf(line, sizeof line, "Cost: %s\n", costs[i]);
        cr_expect_not_null(strstr(changed("Cost: 1\n", line), "error E103: Cost is a number of IP in digits"), "%s: %s", line, report.text);
    }
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        snprintf(line, sizeof line, "Version: %s\n", versions[i]);
        cr_expect_not_null(strstr(changed("Version: 3\n", line), "error E103: Version is a number from 1"), "%s: %s", line, report.text);
    }
    changed("Cost: 1\n", "Cost: 99\n");
    cr_expect(report.errors == 0 && report.warnings == 1, "unusual, but a number: %s", report.text);
    cr_expect_str_eq(changed("Version: 3\n", "Version: 9999\n"), "");
    cr_expect_str_eq(changed("Version: 3\n", "Version: 1\n"), "");
    cr_expect(strstr(changed("15 Defense", "1000 Defense"), "error") != NULL, "no number of a card is above 999");
    cr_expect(strstr(changed("15 Defense", "99999999999999999999999999999999999999999999999999 Defense"), "error") != NULL);
}

// Space of any kind is one space (Unicode's Zs, tab to return); what only looks near it is a letter.
Test(cardfile, any_white_space_is_a_space)
{
    static const char *const spaces[] = {" ", "\t", "\n", "\r", "\xC2\xA0", "\xE2\x80\x80", "\xE2\x80\x8A", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"};
    static const char *const none[] = {"", "a", "\x08", "\x0E", "\xC2", "\xC2\xA1", "\xC3\xA0", "\xE2\x80", "\xE2\x80\x8B", "\xE2\x80\x7F", "\xE2\x80\xB0",
                                       "\xE2\x81\xA0", "\xE2\x82\x80", "\xE3\x80\x81", "\xE3\x81\x80", "\xE1\x80\x80", "\xE2\x82\x9F", "\xE1\x81\x9F"};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        char text[8];
        snprintf(text, sizeof text, "%sx", spaces[i]);
        cr_expect_eq(cardc_space(str_of(text)), strlen(spaces[i]), "number %zu", i);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        cr_expect_eq(cardc_space(str_of(none[i])), 0, "number %zu", i);
    }
}

// Names are the same whatever their case, their spaces and the kind of their apostrophes.
Test(cardfile, names_are_compared_as_people_read_them)
{
    static const char *const pairs[][2] = {{"Breed's Hill", "breed\xE2\x80\x99s  HILL"}, {" a", "A "}, {"Breed's", "Breed\xE2\x80\x98s"},
                                           {"\xC2\xA0" "x", "x"}, {"\xC3\x89t\xC3\xA9", "\xC3\x89T\xC3\xA9"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        cr_expect(cardf_same_name(str_of(pairs[i][0]), str_of(pairs[i][1])), "%s, %s", pairs[i][0], pairs[i][1]);
    }
    cr_expect(!cardf_same_name(BRS_STR("ab"), BRS_STR("a b")) && !cardf_same_name(BRS_STR("a"), BRS_STR("")));
    cr_expect(!cardf_same_name(BRS_STR("a\x7f"), BRS_STR("a")) && !cardf_same_name(BRS_STR("\xE2\x80\x99"), BRS_STR("\xE2\x80\x9A")));
}

Test(cardfile, hostile_bytes_are_refused_in_time)
{
    brs_card_set set;
    cr_expect_not(compile_text("# T\n\n\xFF\n", &set));
    cr_expect(strstr(report.text, "3:1: error E116") != NULL, "%s", report.text);
    brs_arena_release(&arena);
    cr_expect_not(compile_text("# T\n\na\xED\xA0\x80\n", &set));
    cr_expect(strstr(report.text, "3:2: error E116") != NULL, "%s", report.text);
    brs_arena_release(&arena);
    cr_expect_not(compile_text("# T\n\n\xE0\x9F\xBF\xC1\x81\n", &set)); // overlong
    cr_expect(strstr(report.text, "3:1: error E116") != NULL, "%s", report.text);
    brs_arena_release(&arena);
    cr_expect_not(compile_text("", &set));
    brs_arena_release(&arena);
    char *text = malloc(300000);
    memset(text, '\n', 300000);
    for (int i = 0; i < 1900;
         i += 2) { // deep lists, then empty lines: slow in libcmark without a limit
        memcpy(text + i, "- ", 2);
    }
    text[299999] = '\0';
    cr_expect_not(compile_text(text, &set));
    brs_arena_release(&arena);
    memset(text, '>', 299998);
    cr_expect_not(compile_text(text, &set));
    cr_expect(strstr(report.text, "error E116") != NULL, "%s", report.text);
    brs_arena_release(&arena);
    free(text);
}

// Cuts and flips of a good file must end in a report or in a set, never outside their memory.
Test(cardfile, damaged_files_are_refused_or_compile)
{
    char *text = malloc(sizeof good);
    uint32_t random = 1776;
    for (int i = 0; i < 1500; i++) {
        memcpy(text, good, sizeof good);
        for (int k = 0; k < 3; k++) {
            random = random * 1664525u + 1013904223u;
            text[(random >> 8) % (sizeof good - 1)] = "\n#-> *[1.\t\"A\\<:~"[random >> 28];
        }
        random = random * 1664525u + 1013904223u;
        size_t len = i % 2 == 0 ? sizeof good - 1 : (random >> 8) % sizeof good;
        char *exact = malloc(len + 1);
        memcpy(exact, text, len);
        brs_card_set set;
        brs_arena_init(&arena, 0);
        bool ok =
            rnr_compile_set((brs_str){exact, len}, "t", &arena, &set, cards_reporter(&report));
        cr_assert_eq(ok, report.errors == 0);
        brs_arena_release(&arena);
        free(exact);
    }
    free(text);
}

// ---- decks ------------------------------------------------------------------

static brs_deck deck;

static bool read_deck(const char *text)
{
    static brs_card_set set;
    cr_assert(compile_file("tests/cards/examples.cards.md", &set));
    return rnr_read_deck(&set, str_of(text), "t.deck", &arena, &deck, cards_reporter(&report));
}

Test(cardfile, a_deck_is_read_into_ascending_card_numbers)
{
    cr_assert(
        read_deck(
            "// mine\nName: Paper and Ink\nSet: EX1\nEdition: guide\n\nPillars\n2 Town Meeting\n"
            "3x continental post\nUA\n1 Stamp Duties (EX1)\n"),
        "%s", report.text);
    cr_assert_str_eq(deck.name, "Paper and Ink");
    cr_assert_eq(deck.count, 6);
    uint16_t wanted[] = {0, 6, 6, 9, 9, 9};
    cr_assert(memcmp(deck.card, wanted, sizeof wanted) == 0);
    brs_arena_release(&arena);
}

Test(cardfile, a_deck_tells_every_line_that_it_cannot_read)
{
    cr_assert_not(read_deck(
        "Nmae: X\nSet: ZZ\nAttack\n1 Town Meeting\n2 Town Meetin\nTown Meeting\n0 Stockade\n"
        "600 Stockade\nName: late\n"));
    cr_assert_str_eq(
        report.text,
        "1:1: error E122: unknown key \"Nmae\".\n    help: A deck file knows Name, Set and "
        "Edition.\n"
        "2:6: error E126: this deck is for the set \"ZZ\", not for \"EX1\".\n    help: Load that "
        "set, or change the line.\n"
        "4:3: error E124: Town Meeting is a Pillar card, but stands under \"Attack\".\n"
        "    help: Move it, or take the section word away.\n"
        "5:3: error E121: the set has no card named \"Town Meetin\".\n    help: Did you mean "
        "\"Town Meeting\"?\n"
        "6:1: error E120: expected \"count name\", a section or a comment; found \"Town "
        "Meeting\".\n"
        "    help: Write for example \"2 Stockade\", or begin the line with \"//\".\n"
        "7:1: error E123: a deck has 1 to 512 cards.\n"
        "7:3: error E124: Stockade is a Defense card, but stands under \"Attack\".\n"
        "    help: Move it, or take the section word away.\n"
        "8:1: error E123: a deck has 1 to 512 cards.\n"
        "8:5: error E124: Stockade is a Defense card, but stands under \"Attack\".\n"
        "    help: Move it, or take the section word away.\n"
        "9:1: error E122: \"Name:\" stands below a card.\n    help: Name, Set and Edition come "
        "before the first card.\n");
    brs_arena_release(&arena);
}

// "4 Name", "4x Name" and "4X Name" are four of it; a deck has room for 512 cards in all.
Test(cardfile, copies_are_a_number_before_the_name)
{
    cr_expect(read_deck("Name: X\n4x Town Meeting\n4X Town Meeting\n4 Town Meeting\n500 Stockade\n"), "%s", report.text);
    brs_arena_release(&arena);
    cr_expect_not(read_deck("Name: X\n4x Town Meeting\n509 Stockade\n"));
    cr_expect_str_eq(report.text, "3:1: error E123: a deck has 1 to 512 cards.\n");
    brs_arena_release(&arena);
    static const char *const none[] = {"x Town Meeting", "4xx Town Meeting", "4y Town Meeting", "4xTown Meeting", "4", "4x"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char text[80];
        snprintf(text, sizeof text, "Name: X\n%s\n", none[i]);
        cr_expect_not(read_deck(text));
        cr_expect_not_null(strstr(report.text, "2:1: error E120: expected \"count name\""), "%s: %s", none[i], report.text);
        brs_arena_release(&arena);
    }
}

// Names may all come to one address; each card still has its own, and thousands of them take no time.
Test(cardfile, addresses_are_distinct_however_many_names_come_to_one, .timeout = 30)
{
    enum { CARDS = 2000 };
    static char text[CARDS * 110];
    brs_card_set set;
    size_t len = (size_t)snprintf(text, sizeof text, "# A Set\n");
    for (int i = 0; i < CARDS; i++) {
        len += (size_t)snprintf(text + len, sizeof text - len, "\n## ");
        for (int bit = 0; bit < 12; bit++) {
            len += (size_t)snprintf(text + len, sizeof text - len, "%s", (i >> bit & 1) != 0 ? "\xC3\xA9" : "\xC3\xA8");
        }
        len += (size_t)snprintf(text + len, sizeof text - len,
                                "\n\n- Type: UA\n- Rarity: Common\n\n1 Opponent LP Drain. 20 DP.\n");
    }
    snprintf(text + len, sizeof text - len,
             "\n## Card 2\n\n- Type: UA\n- Rarity: Common\n\n1 Opponent LP Drain. 20 DP.\n");
    cr_assert(compile_text(text, &set), "%s", report.text);
    cr_assert_eq(set.count, CARDS + 1);
    cr_assert_str_eq(rnr_card_at(&set, 0)->slug, "card");
    cr_assert_str_eq(rnr_card_at(&set, 1)->slug, "card-2");
    cr_assert_str_eq(rnr_card_at(&set, CARDS - 1)->slug, "card-2000");
    cr_assert_str_eq(rnr_card_at(&set, CARDS)->slug, "card-2-2");
    brs_arena_release(&arena);
}
