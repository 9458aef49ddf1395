// Rules, options and editions of Revolt N Reign: rulings L1 and L2, the list that closes section 1 of the
// rulings, and the promise that every setting and citation names a place in a known text.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "broadside/game.h"
#include "rnr_data.h"
#include "str.h"

enum {
    ROW_NONE,
#define RULE(id, rows, title, text) ROW_##id,
#include "rnr_rules.def"
#undef RULE
    ROW_COUNT
};

static const brs_rule rules[] = {
    {"none", "", "", ""},
#define RULE(id, rows, title, text) {#id, rows, title, text},
#include "rnr_rules.def"
#undef RULE
};

#define OPTION(id, type, standard, min, max, rule, words, help) OPT_##id,
enum {
#include "rnr_options.def"
    OPT_COUNT
};
#undef OPTION

#define OPTION(id, type, standard, min, max, rule, words, help) \
    {#id, BRS_OPTION_##type, standard, min, max, ROW_##rule, words, help},
static const brs_option_info options[] = {
#include "rnr_options.def"
};
#undef OPTION

static const brs_game_def game = {
    .id = "rnr", .options = options, .option_count = OPT_COUNT, .rules = rules, .rule_count = ROW_COUNT,
    .edition_texts = rnr_edition_texts, .set_texts = rnr_set_texts, .deck_texts = rnr_deck_texts,
};

static brs_arena arena;
static brs_editions editions;

static void load(void)
{
    brs_err err = BRS_ERR_NONE;
    brs_arena_init(&arena, 0);
    char text[900] = "";
    bool ok = brs_editions_load(&game, &arena, &editions, &err);
    brs_err_format(&err, text, (int)sizeof text);
    cr_assert(ok, "%s", text);
}

static void unload(void)
{
    brs_arena_release(&arena);
}

TestSuite(rnr_editions, .init = load, .fini = unload);

static const brs_edition *edition(const char *id)
{
    const brs_edition *found = brs_edition_find(&editions, str_of(id));
    cr_assert_not_null(found, "no edition %s", id);
    return found;
}

// The value of an option in words.
static void expect(const char *id, int option, const char *want)
{
    char got[200];
    brs_option_write(&options[option], edition(id)->options.value[option], got, (int)sizeof got);
    cr_assert_str_eq(got, want, "%s: %s is %s, ruled %s", id, options[option].id, got, want);
}

Test(rnr_editions, the_default_is_the_rulebook_and_its_options_keep_their_standard)
{
    cr_assert_str_eq(editions.edition[0]->id, "rulebook");
    cr_assert_eq(editions.count, 3);
    for (int i = 0; i < OPT_COUNT; i++) {
        cr_expect_eq(edition("rulebook")->options.value[i], options[i].standard, "%s", options[i].id);
        cr_expect(brs_option_valid(&options[i], options[i].standard), "%s", options[i].id);
    }
}

Test(rnr_editions, L2_what_the_glossary_changes)
{
    expect("glossary", OPT_lp_gain_step, "cleanup");
    expect("glossary", OPT_petition_count, "3");
    expect("glossary", OPT_doubled_names, "2");
    expect("glossary", OPT_pillar_duplicates, "off");
    expect("glossary", OPT_freedom_max, "4");
    expect("glossary", OPT_bills_max, "4");
    expect("glossary", OPT_rights_max, "10");
    expect("glossary", OPT_rights_dedicated_max, "12");
    expect("glossary", OPT_bill_doubles, "any_return");
}

Test(rnr_editions, what_the_guide_changes)
{
    expect("guide", OPT_resolve_order, "lock aoa drain gain petition damage cleanup");
    expect("guide", OPT_petition_count, "3");
    expect("guide", OPT_petition_wins, "at_check");
    expect("guide", OPT_attack_order, "active_first");
    expect("guide", OPT_gain_order, "active_first");
    expect("guide", OPT_aoa_losers_leave, "at_once");
    expect("guide", OPT_aoa_survivors_attack, "both");
    expect("guide", OPT_hand_limit_who, "active");
    expect("guide", OPT_bill_doubles, "any_return");
}

// L21: what no row names stays as the RuleBook has it.
static int differences(const char *id)
{
    int count = 0;
    for (int i = 0; i < OPT_COUNT; i++) {
        count += edition(id)->options.value[i] != edition("rulebook")->options.value[i];
    }
    return count;
}

Test(rnr_editions, L21_an_edition_changes_nothing_else)
{
    // rights_dedicated_max is stated by the Glossary and equal in both
    cr_assert_eq(differences("glossary"), 8);
    cr_assert_eq(differences("guide"), 9);
}

// ---- patches: replay.md 6, an edition is never changed, it gets another patch -------------------------

Test(rnr_editions, a_former_patch_keeps_the_value_that_was_mended)
{
    static const char *const ids[] = {"rulebook", "glossary", "guide"};
    for (int i = 0; i < 3; i++) {
        const brs_edition *now = edition(ids[i]), *first = brs_edition_at(&editions, str_of(ids[i]), 1);
        cr_assert_eq(now->patch, 2);
        cr_assert(first != NULL && first == now->former && first->patch == 1 && first->former == NULL, "%s", ids[i]);
        cr_expect_eq(now->options.value[OPT_held_card_leaves], 0);
        cr_expect_eq(first->options.value[OPT_held_card_leaves], 1);
        for (int row = 0; row < OPT_COUNT; row++) {
            cr_expect(row == OPT_held_card_leaves || first->options.value[row] == now->options.value[row], "%s", options[row].id);
        }
        cr_expect_eq(brs_edition_at(&editions, str_of(ids[i]), 2), now);
        cr_expect_null(brs_edition_at(&editions, str_of(ids[i]), 3));
    }
}

Test(rnr_editions, an_edition_is_named_with_its_patch_or_without)
{
    cr_expect_eq(brs_edition_find(&editions, str_of("guide@2")), edition("guide"));
    cr_expect_eq(brs_edition_find(&editions, str_of("guide@1")), edition("guide")->former);
    static const char *const none[] = {"guide@3", "guide@0", "guide@", "guide@-1", "guide@1 ", "guide@1@1", "guide@x", "@1", "@", "guid@1", ""};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        cr_expect_null(brs_edition_find(&editions, str_of(none[i])), "%s", none[i]);
    }
}

// An edition of its own over the rulebook, with these lines; NULL with *err filled when it is refused.
static const brs_edition *own_edition(const char *lines, brs_err *err)
{
    static char text[1024];
    static brs_editions both;
    const char *texts[] = {text, rnr_edition_texts[0], rnr_edition_texts[1], rnr_edition_texts[2], NULL};
    brs_game_def own = game;
    own.edition_texts = texts;
    snprintf(text, sizeof text, "edition own\ntitle \"Own\"\nbase rulebook\nsource OW \"Own\"\n%s", lines);
    return brs_editions_load(&own, &arena, &both, err) ? brs_edition_find(&both, str_of("own")) : NULL;
}

Test(rnr_editions, each_patch_holds_what_was_until_then)
{
    brs_err err = BRS_ERR_NONE;
    const brs_edition *own = own_edition("was 3 hand_limit 8\nwas 1 hand_limit 9\nset hand_limit 6 OW:1\npatch 5\n", &err);
    cr_assert_not_null(own, "%s", err.msg);
    static const int want[] = {6, 6, 8, 8, 9};
    for (int i = 0; i < 5; i++, own = own->former) {
        cr_assert(own != NULL && own->patch == 5 - i);
        cr_expect_eq(own->options.value[OPT_hand_limit], want[i], "patch %d", own->patch);
    }
    cr_assert_null(own);
    cr_assert_null(edition("rulebook")->former->former);
}

Test(rnr_editions, a_line_of_a_former_patch_is_refused_where_it_stands)
{
    static const struct {
        const char *lines, *says;
        int line;
    } bad[] = {
        {"patch 1\nwas 1 hand_limit 8\n", "was names one of the 16 patches before the edition's own", 6},
        {"patch 2\nwas 2 hand_limit 8\n", "was names one of the 16 patches before the edition's own", 6},
        {"patch 9999\nwas 1 hand_limit 8\n", "was names one of the 16 patches before the edition's own", 6},
        {"patch 2\nwas 0 hand_limit 8\n", "was begins with the number of a former patch", 6},
        {"patch 2\nwas hand_limit 8\n", "was begins with the number of a former patch", 6},
        {"patch 2\nwas 99999999999999999999 hand_limit 8\n", "was begins with the number of a former patch", 6},
        {"patch 2\nwas 1\n", "was names an option that does not exist", 6},
        {"patch 2\nwas 1 hand_limits 8\n", "was names an option that does not exist", 6},
        {"patch 2\nwas 1 hand_limit 61\n", "hand_limit", 6},
        {"patch 2\nwas 1 hand_limit\n", "hand_limit", 6},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        brs_err err = BRS_ERR_NONE;
        cr_expect_null(own_edition(bad[i].lines, &err), "%s", bad[i].lines);
        cr_expect(err.code == BRS_TEXT && err.line == bad[i].line && strstr(err.msg, bad[i].says) != NULL, "%s%d: %s", bad[i].lines, err.line, err.msg);
    }
    brs_err err = BRS_ERR_NONE;
    cr_expect_not_null(own_edition("patch 9999\nwas 9983 hand_limit 8\n", &err));
}

static bool known_source(const brs_edition *e, const char *place)
{
    for (int i = 0; i < e->source_count; i++) {
        size_t len = strlen(e->sources[i].key);
        if (strncmp(place, e->sources[i].key, len) == 0 && place[len] == ':') {
            return true;
        }
    }
    return false;
}

Test(rnr_editions, every_place_names_a_source_and_lines_in_it)
{
    for (int e = 0; e < editions.count; e++) {
        const brs_edition *now = editions.edition[e];
        for (int i = 0; i < now->citation_count; i++) {
            const brs_citation *cite = &now->citations[i];
            int first = 0, last = 0;
            cr_expect(known_source(now, cite->place), "%s", cite->place);
            int read = sscanf(cite->place + 3, "%d-%d", &first, &last);
            cr_expect(read >= 1 && first > 0 && (read == 1 || last > first), "%s", cite->place);
            cr_expect(cite->heading[0] != '\0');
        }
        for (int i = 0; i < OPT_COUNT; i++) {
            const char *place = now->option_place[i];
            cr_expect(place == NULL || known_source(now, place), "%s", place);
        }
    }
}

Test(rnr_editions, a_silent_text_falls_back_to_the_rulebook)
{
    cr_assert_str_eq(brs_cite(edition("guide"), ROW_aoa_loser)->place, "GG:107-113");
    cr_assert_str_eq(brs_cite(edition("guide"), ROW_mulligan)->place, "RB:63-64");
    cr_assert_null(brs_cite(edition("guide"), ROW_no_decision), "a limit of ours is in no text");
}

Test(rnr_editions, notes_are_about_rules_and_options_that_exist)
{
    for (int e = 0; e < editions.count; e++) {
        for (int i = 0; i < editions.edition[e]->note_count; i++) {
            brs_str id = str_of(editions.edition[e]->notes[i][0]);
            cr_expect(brs_rule_find(&game, id) != 0 || brs_option_find(&game, id) >= 0, "%s", id.ptr);
        }
    }
}

// Counts sentences: a stop, an exclamation or a question mark before a blank or the end.
static int sentences(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++) {
        count += (text[0] == '.' || text[0] == '?' || text[0] == '!') && (text[1] == ' ' || text[1] == '\0');
    }
    return count;
}

Test(rnr_editions, a_rule_is_one_to_three_sentences_under_an_id_of_its_own)
{
    for (int i = 1; i < ROW_COUNT; i++) {
        int count = sentences(rules[i].text);
        cr_expect(count >= 1 && count <= 3, "%s has %d sentences", rules[i].id, count);
        cr_expect_eq(brs_rule_find(&game, str_of(rules[i].id)), i, "%s stands twice", rules[i].id);
        cr_expect(rules[i].title[0] != '\0');
    }
}
