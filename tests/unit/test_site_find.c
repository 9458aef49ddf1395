// Names of strangers as keys of lists (reliability.md N6, U6-U9, P1, P9): no locale, no part of a path, no two lists
// for one name, no one list for two.
#include <criterion/criterion.h>
#include <locale.h>
#include <string.h>

#include "site_find.h"
#include "str.h"

static brs_arena arena;

static void begin(void)
{
    brs_arena_init(&arena, 0);
}

static void end(void)
{
    brs_arena_release(&arena);
}

TestSuite(site_find, .init = begin, .fini = end);

static bool same_player(const char *a, const char *b)
{
    return str_equal(site_find_player(str_of(a), &arena), site_find_player(str_of(b), &arena));
}

Test(site_find, one_name_in_two_normal_forms_is_one_player)
{
    cr_assert(same_player("Zo\xC3\xAB", "Zoe\xCC\x88"), "e with diaeresis, composed and not");
    cr_assert(same_player("\xEA\xB0\x80", "\xE1\x84\x80\xE1\x85\xA1"), "a Hangul syllable and its letters");
    cr_assert(same_player("q\xCC\xA3\xCC\x87", "q\xCC\x87\xCC\xA3"), "two marks in either order");
    cr_assert(same_player("\xE2\x84\xAB", "\xC3\x85"), "the sign of the angstrom is a letter");
    cr_assert(str_is(site_find_normal(BRS_STR("Zoe\xCC\x88"), &arena), "Zo\xC3\xAB"), "and is shown composed");
}

Test(site_find, names_that_only_look_alike_are_two_players)
{
    static const char *const names[] = {"admin", "\xD0\xB0" "dmin", "Admin", "ADMIN", "admin ", "ad\xE2\x80\x8Dmin", "\xEF\xBD\x81" "dmin",
                                        "I", "i", "\xC4\xB1", "\xC4\xB0", "ss", "\xC3\x9F", "\xEF\xAC\x81", "fi"};
    const int count = (int)(sizeof names / sizeof names[0]);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++) {
            cr_assert_not(same_player(names[i], names[k]), "%s and %s", names[i], names[k]);
        }
    }
}

Test(site_find, an_address_is_made_of_hex_digits_whatever_the_name)
{
    static const char *const names[] = {"../../x", "/etc/passwd", "CON", "a:b", ".", "..", "index", "-rf", "<script>", "\" onfocus=x",
                                        "%s%n", "{{7*7}}", "\xFF\xFE", "\xED\xA0\x80", "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const brs_str path = site_find_player(str_of(names[i]), &arena);
        cr_assert_eq(path.len, strlen("f/p/") + 24 + strlen(".html"));
        cr_assert(str_begins(path, BRS_STR("f/p/")) && str_ends(path, BRS_STR(".html")));
        for (size_t k = 4; k < 28; k++) {
            cr_assert((path.ptr[k] >= '0' && path.ptr[k] <= '9') || (path.ptr[k] >= 'a' && path.ptr[k] <= 'f'));
        }
    }
    cr_assert_eq(site_find_player(BRS_STR(""), &arena).len, 0, "nobody has no list");
}

Test(site_find, a_deck_belongs_to_its_game)
{
    cr_assert_not(str_equal(site_find_deck("rnr", BRS_STR("Aces"), &arena), site_find_deck("toy", BRS_STR("Aces"), &arena)));
    cr_assert(str_equal(site_find_deck("rnr", BRS_STR("Aces"), &arena), site_find_deck("rnr", BRS_STR("Aces"), &arena)));
    cr_assert_not(str_equal(site_find_deck("rn", BRS_STR("rAces"), &arena), site_find_deck("rnr", BRS_STR("Aces"), &arena)));
}

Test(site_find, a_locale_changes_nothing)
{
    const brs_str before = site_find_player(BRS_STR("ISTANBUL I\xC4\xB0"), &arena);
    setlocale(LC_ALL, "tr_TR.UTF-8");
    cr_assert(str_equal(before, site_find_player(BRS_STR("ISTANBUL I\xC4\xB0"), &arena)));
    cr_assert(str_is(before, "f/p/6e9b4b57446fd675f3f23aab.html"), "%.*s: an address that is out there stays", BRS_ARG(before));
    setlocale(LC_ALL, "C");
}

static void expect_points(const char *name, const char *points)
{
    const brs_str found = site_find_odd_points(str_of(name), &arena);
    cr_assert(str_is(found, points), "%s: %.*s", name, BRS_ARG(found));
}

Test(site_find, letters_of_another_alphabet_amid_latin_ones_are_told)
{
    expect_points("\xD0\xB0" "dmin", "U+0430");
    expect_points("Ad\xE2\x80\x8D" "a\xC2\xAD", "U+200D, U+00AD");
    expect_points("\xEF\xBC\xA1" "da", "U+FF21");
    expect_points("\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD", ""); // a Russian name is nothing odd
    expect_points("Zo\xC3\xAB", "");
    expect_points("\xE6\x9D\x8E Li", "");
}

// The games of a list stand packed in blocks: what is read is what was put in, across blocks and with the largest numbers.
Test(site_find, games_of_a_list_come_back_as_they_were_put_in)
{
    static const site_spot some[] = {{1, 0, 0, 0}, {2, 7, 3, 4}, {130, 0, 0, 0}, {131, 1, 1, 0}, {70000, 127, 128, 16384}, {UINT32_MAX, UINT32_MAX, UINT32_MAX, INT32_MAX}};
    enum { SOME = sizeof some / sizeof some[0], MANY = 5000 };
    for (int most = 0; most <= SOME; most++) {
        site_spots spots = {.count = 0};
        for (int i = 0; i < SOME; i++) {
            site_spot_add(&spots, some[i], most, &arena);
        }
        site_spot_reader reader = site_spot_first(&spots);
        site_spot spot;
        int count = 0;
        for (; site_spot_next(&reader, &spot); count++) {
            const site_spot again = site_spot_at(reader.at);
            cr_assert(spot.match == some[count].match && spot.seq == some[count].seq && spot.count == some[count].count && spot.unit == some[count].unit);
            cr_assert(again.seq == spot.seq && again.count == spot.count && again.unit == spot.unit, "read once more where it stands");
        }
        cr_assert_eq(count, most == 0 ? (int)SOME : most, "no more than so many");
    }
    site_spots spots = {.count = 0};
    const size_t before = arena.used;
    for (uint32_t i = 0; i < MANY; i++) {
        site_spot_add(&spots, (site_spot){.match = 2 * i + 1}, 0, &arena);
    }
    cr_assert_leq(arena.used - before, MANY + MANY / 4, "a byte a game that is only listed (performance.md M1), and a quarter for blocks");
    site_spot_reader reader = site_spot_first(&spots);
    site_spot spot;
    for (uint32_t i = 0; i < MANY; i++) {
        cr_assert(site_spot_next(&reader, &spot) && spot.match == 2 * i + 1 && spot.seq == 0);
    }
    cr_assert_not(site_spot_next(&reader, &spot));
}
