// Catalogues: what may stand in one, what is refused and where, which form a number gets, and that a game in
// another language plays the same game.
#include <criterion/criterion.h>

#include "broadside/game.h"
#include "broadside/language.h"
#include "broadside/revolution.h"
#include "broadside/rnr.h"
#include "site_template.h"
#include "site_words.h"
#include "str.h"

#define HEAD "language xx\nname Xish\nplural one n = 1\nplural other\n\n"

static brs_arena arena;

static void begin(void)
{
    brs_arena_init(&arena, 0);
}

static void end(void)
{
    brs_arena_release(&arena);
}

TestSuite(language, .init = begin, .fini = end);

static brs_language read_all(const char *text)
{
    brs_language language;
    brs_err err = BRS_ERR_NONE;
    cr_assert(brs_language_read(str_of(text), "xx.words", &arena, &language, &err), "%s", err.msg);
    return language;
}

static void refused(const char *text, int line, const char *why)
{
    brs_language language;
    brs_err err = BRS_ERR_NONE;
    cr_expect_not(brs_language_read(str_of(text), "xx.words", &arena, &language, &err), "%s was taken", text);
    cr_expect_eq(err.line, line, "%s: line %d", text, err.line);
    cr_expect_str_eq(err.file, "xx.words");
    cr_expect_not_null(strstr(err.msg, why), "%s", err.msg);
}

static void says(const brs_language *language, const char *english, const char *game, const char *wanted)
{
    brs_str text = brs_translate(language, str_of(english), game, &arena);
    cr_expect(str_is(text, wanted), "%s: %.*s", english, BRS_ARG(text));
}

Test(language, a_catalogue_gives_a_sentence_for_all_games_or_for_one)
{
    brs_language language = read_all(HEAD "# a remark\n= Steps of this\n= {{unit_id}}\nZug\num Zug\n@revolution Stich\n\n= one\neins\n");
    says(&language, "Steps of this {{unit_id}}", "rnr", "Zug um Zug");
    says(&language, "Steps of this {{unit_id}}", "revolution", "Stich");
    says(&language, " one ", "", " eins ");
    says(&language, "two", "", "two");
    says(NULL, "one", "", "one");
}

Test(language, a_catalogue_that_is_wrong_is_refused_with_its_line)
{
    refused(HEAD "= {seat} draws {card:0}.\n{seat} zieht.\n", 7, "lacks {card:0}");
    refused(HEAD "= {seat} draws.\n{seat} zieht {card:0}.\n", 7, "{card:0}");
    refused(HEAD "= <b>x</b> y\nx y\n", 7, "lacks <b>");
    refused(HEAD "= <b>x</b> y\n<b>x <i>y</i></b>\n", 7, "<i>");
    refused(HEAD "= a\n\"b\"\n", 7, "bare \"");
    refused(HEAD "= a\na & b\n", 7, "bare &");
    refused(HEAD "= a\nb\n\n= a\nc\n", 9, "twice");
    refused("language xx\nplural other\n= a\nb\n", 1, "a name");
    refused("language xx\nname X\nplural one n = 1\n= a\nb\n", 1, "plural");
    refused("language xx\nname X\nplural one n == 1\nplural other\n", 3, "plural rule");
    refused("language <b>\nname X\nplural other\n", 1, "language tag");
    refused(HEAD "nonsense\n", 6, "begins with");
    refused(HEAD "= a\nb\n\nc\n", 9, "translation of");
    refused(HEAD "=\nb\n", 6, "behind");
}

Test(language, grammar_is_free)
{
    read_all(HEAD "= {seat:0} {loses|gains} {delta} card{s:delta}: {num:2}.\n{seat:0} {verliert|bekommt} {delta} {s:delta:Karte|Karten}: {num:2}.\n");
    read_all(HEAD "= {{count}} {{count?card|cards}}\n{{count?eine Karte|mehr}} {{count}}\n\n= The {{unit_id}}\nDer Zug\n");
}

// CLDR's rules of Polish and Arabic, which need ranges, remainders, "and" and "or".
Test(language, numbers_get_the_forms_of_the_language)
{
    brs_language polish = read_all("language pl\nname P\nplural one n = 1\nplural few n % 10 = 2..4 and n % 100 != 12..14\n"
                                   "plural many n % 10 = 0..1 or n % 10 = 5..9 or n % 100 = 12..14\nplural other\n");
    static const struct { int64_t n; const char *form; } wanted[] = {
        {1, "one"}, {2, "few"}, {5, "many"}, {12, "many"}, {22, "few"}, {111, "many"}, {0, "many"}, {-1, "one"}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        cr_expect(str_is(brs_plural_form(&polish, BRS_STR("one|few|many|other"), wanted[i].n), wanted[i].form), "%d", (int)wanted[i].n);
    }
    cr_expect(str_is(brs_plural_form(&polish, BRS_STR("one|rest"), 5), "rest"));
    cr_expect(str_is(brs_plural_form(NULL, BRS_STR("card|cards"), 1), "card"));
    cr_expect(str_is(brs_plural_form(NULL, BRS_STR("|s"), 0), "s"));
}

static void renders(const brs_language *language, const char *page, const char *count, const char *wanted)
{
    brs_err err = BRS_ERR_NONE;
    site_names *names = BRS_NEW(&arena, site_names, 1);
    site_names_init(names, &arena);
    brs_str name = BRS_STR("pages/p.html"), text = str_of(page);
    site_sources sources = {.name = &name, .text = &text, .count = 1, .language = language};
    site_template template;
    cr_assert(site_template_compile(&template, &sources, names, "pages/p.html", "rnr", &arena, &err), "%s", err.msg);
    site_tree tree;
    brs_buf out;
    site_tree_init(&tree, &arena, names);
    site_puts(&tree, SITE_count, count);
    buf_init(&out, &arena, 64);
    cr_assert(site_template_render(&template, tree.root, &arena, &out, &err), "%s", err.msg);
    cr_expect(str_is(buf_str(&out), wanted), "%.*s", BRS_ARG(buf_str(&out)));
}

Test(language, a_template_says_its_sentences_in_the_language)
{
    brs_language language = read_all(HEAD "= <b>{{count}}</b> {{count?card|cards}} left\nnoch <b>{{count}}</b> {{count?Karte|Karten}}\n");
    const char *page = "<html{{%language}}><p>{{^count}}x{{/count}}[[<b>{{count}}</b> {{count?card|cards}} left]]</p><q{{%english}}>y</q>";
    renders(NULL, page, "1", "<html lang=\"en\"><p><b>1</b> card left</p><q>y</q>");
    renders(NULL, page, "0", "<html lang=\"en\"><p>x<b>0</b> cards left</p><q>y</q>");
    renders(&language, page, "2", "<html lang=\"xx\"><p>noch <b>2</b> Karten</p><q lang=\"en\">y</q>");
    language.right_to_left = true;
    renders(&language, "<html{{%language}}>", "2", "<html lang=\"xx\" dir=\"rtl\">");
}

Test(language, the_pseudo_language_keeps_places_and_marks)
{
    brs_language pseudo;
    brs_language_pseudo(&pseudo);
    says(&pseudo, "{seat} draws <b>{{n}}</b> card{s:0}, {{n?one|two}}, {lost|won} &times;",
         "", "[!! {seat} ḓřȧẇş <b>{{n}}</b> ƈȧřḓ{s:0:|ş}, {{n?ǿƞḗ|ŧẇǿ}}, {ŀǿşŧ|ẇǿƞ} &times; !!]");
}

Test(language, a_game_in_another_language_has_the_same_rows)
{
    brs_language language = read_all(HEAD "= UA drain\nUA-Abzug\n\n= two\nzwei\n\n= sixes\nSechsen\n\n= it\nes\n");
    const brs_game_def *game = brs_game_translate(&brs_rnr, &language, &arena), *other = brs_game_translate(&brs_revolution, &language, &arena);
    const uint16_t rule = brs_rule_find(game, BRS_STR("ua_drain"));
    cr_expect_str_eq(game->rules[rule].title, "UA-Abzug");
    cr_expect_str_eq(game->rules[rule].id, "ua_drain");
    cr_expect_str_eq(brs_rnr.rules[rule].title, "UA drain");
    cr_expect_eq(brs_game_source(game), &brs_rnr);
    cr_expect_eq(game->apply, brs_rnr.apply);
    brs_setup setup = {.game = other}, english = {.game = &brs_revolution};
    bool found = false;
    for (int handle = 0; handle < 0x4000; handle++) {
        found = found || str_is(other->handle_name(&setup, handle), "zwei Sechsen");
        cr_expect_not(str_is(brs_revolution.handle_name(&english, handle), "zwei Sechsen"));
    }
    cr_expect(found);
}
