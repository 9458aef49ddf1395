// The card set Common Cause and its decks: every card compiles without a remark and says where its history
// can be checked, the set holds every rarity, branch and type (rulings L24, architecture 6), and there are decks
// for the RuleBook and for the Glossary (C1 to C7, L2).
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "broadside/rnr.h"
#include "rnr_cardtext.h"
#include "rnr_data.h"
#include "str.h"

static brs_arena arena;
static brs_card_set set;
static int remarks;

static void remark(void *ctx, const brs_err *err, bool warning)
{
    (void)ctx;
    char text[900];
    brs_err_format(err, text, (int)sizeof text);
    printf("%s%s", warning ? "warning: " : "", text);
    remarks++;
}

static const brs_report report = {.fn = remark};

static void compile(void)
{
    remarks = 0;
    brs_arena_init(&arena, 0);
    cr_assert(rnr_compile_set(str_of(rnr_set_texts[0]), "common-cause.cards.md", &arena, &set, report));
}

static void release(void)
{
    brs_arena_release(&arena);
}

TestSuite(common_cause, .init = compile, .fini = release);

Test(common_cause, every_card_compiles_without_a_remark)
{
    cr_assert_eq(remarks, 0, "%d remarks", remarks);
    cr_assert_geq(set.count, 160);
    cr_assert_str_eq(set.id, "CC1");
    cr_assert_str_eq(set.licence, "CC0");
    cr_assert_eq(set.version, 1);
}

// "Card text is the program": what a build compiles into the program is what the compiler makes of the text now.
Test(common_cause, what_is_played_is_what_the_texts_compile_to)
{
    int sets = 0;
    for (; brs_rnr.set_texts[sets] != NULL; sets++) {
        brs_card_set now;
        cr_assert(brs_rnr.compile_set(str_of(brs_rnr.set_texts[sets]), "now", &arena, &now, report));
        cr_assert(brs_rnr.same_set(&brs_rnr.sets[sets], &now), "set %d", sets);
    }
    cr_assert_geq(sets, 1);
}

// The comparison above sees every byte of every sentence, and each thing on the face of a card.
Test(common_cause, a_set_with_one_other_byte_is_another_set)
{
    const brs_card_set *here = &brs_rnr.sets[0];
    const int last = here->count - 1;
    rnr_card *card = BRS_NEW(&arena, rnr_card, (size_t)here->count);
    memcpy(card, here->cards, (size_t)here->count * sizeof *card);
    brs_card_set other = *here;
    other.cards = card;
    cr_assert(brs_rnr.same_set(here, &other));
    const size_t size = card[last].nsentence * sizeof(rnr_sentence);
    uint8_t *sentences = memcpy(brs_arena_alloc(&arena, size, 1), card[last].sentence, size);
    card[last].sentence = (const rnr_sentence *)(const void *)sentences;
    for (size_t i = 0; i < size; i++) {
        sentences[i] ^= 1;
        cr_assert_not(brs_rnr.same_set(here, &other), "byte %zu of the sentences", i);
        sentences[i] ^= 1;
    }
#define OTHER(field, change)                                          \
    do {                                                              \
        const rnr_card kept = card[last];                             \
        card[last].field change;                                      \
        cr_assert_not(brs_rnr.same_set(here, &other), "%s", #field);  \
        card[last] = kept;                                            \
    } while (0)
    OTHER(type, ^= 1);
    OTHER(branch, ^= 1);
    OTHER(rarity, ^= 1);
    OTHER(nsentence, ^= 1);
    OTHER(cost, ^= 1);
    OTHER(points, ^= 1);
    OTHER(drain, ^= 1);
    OTHER(yield, ^= 1);
    OTHER(listens, ^= 1);
    OTHER(traits, ^= 1);
    OTHER(attack_sentence, ^= 1);
    OTHER(attack_effect, ^= 1);
    OTHER(line, ^= 1);
    OTHER(slug[0], ^= 1);
    OTHER(name.len, -= 1);
    OTHER(text, = BRS_STR("Draw 1 card."));
    OTHER(description.len, -= 1);
    OTHER(source, = BRS_STR(""));
    cr_assert(brs_rnr.same_set(here, &other));
}

Test(common_cause, every_card_is_described_and_names_a_source)
{
    for (int i = 0; i < set.count; i++) {
        const rnr_card *card = rnr_card_at(&set, i);
        cr_expect(card->description.len > 40, "%.*s", BRS_ARG(card->name));
        cr_expect(card->source.len > 10, "%.*s", BRS_ARG(card->name));
    }
}

Test(common_cause, every_rarity_branch_and_type_occurs)
{
    int types[RNR_PETITION + 1] = {0}, branches[RNR_SCROLL + 1] = {0}, rarities[RNR_UNALIENABLE + 1] = {0};
    for (int i = 0; i < set.count; i++) {
        const rnr_card *card = rnr_card_at(&set, i);
        types[card->type]++;
        branches[card->branch]++;
        rarities[card->rarity]++;
        cr_expect_eq(card->type == RNR_UA, card->branch == RNR_BRANCH_NONE, "C11: %.*s", BRS_ARG(card->name));
    }
    for (int t = RNR_UA; t <= RNR_BILL; t++) {
        cr_expect_geq(types[t], 10, "%s", rnr_type_name(t));
    }
    for (int b = RNR_BISON; b <= RNR_SCROLL; b++) {
        cr_expect_geq(branches[b], 30, "%s", rnr_branch_name(b));
    }
    for (int r = RNR_COMMON; r <= RNR_UNALIENABLE; r++) {
        cr_expect_geq(rarities[r], 2, "%s", rnr_rarity_name(r));
    }
}

static bool attacks_each_turn(const rnr_card *card)
{
    for (int s = 0; s < card->nsentence; s++) {
        const rnr_sentence *sentence = &card->sentence[s];
        if (card->type == RNR_ATTACK && sentence->each_turn && sentence->neffect > 0 &&
            sentence->effect[0].verb == RNR_FX_ATTACK) {
            return true;
        }
    }
    return false;
}

// F7: without Attacks that stay in play there is nothing to clash with; B6 needs cards of cost 0.
Test(common_cause, the_set_gives_every_step_something_to_do)
{
    int standing = 0, free_of_cost[RNR_BILL + 1] = {0}, drain = 0, thirty = 0;
    for (int i = 0; i < set.count; i++) {
        const rnr_card *card = rnr_card_at(&set, i);
        standing += attacks_each_turn(card);
        free_of_cost[card->type] += card->type != RNR_UA && card->cost == 0;
        drain = card->drain > drain ? card->drain : drain;
        thirty += card->points == 30 && card->type != RNR_ATTACK;
    }
    cr_expect_geq(standing, 6);
    cr_expect_geq(free_of_cost[RNR_ATTACK], 1);
    cr_expect_geq(free_of_cost[RNR_DEFENSE], 1);
    cr_expect_geq(free_of_cost[RNR_RIGHTS], 1);
    cr_expect_geq(free_of_cost[RNR_PILLAR], 4);
    cr_expect_eq(drain, 3);
    cr_expect_geq(thirty, 2);
}

static bool is_petition(const rnr_card *card)
{
    for (int s = 0; s < card->nsentence; s++) {
        for (int e = 0; e < card->sentence[s].neffect; e++) {
            const rnr_effect *effect = &card->sentence[s].effect[e];
            if (effect->verb == RNR_FX_COUNTS && effect->what.det == RNR_DET_THIS) {
                return true;
            }
        }
    }
    return false;
}

// The decks of the project, read; returns how many.
static int read_decks(brs_deck out[16])
{
    int count = 0;
    for (; count < 16 && rnr_deck_texts[count] != NULL; count++) {
        cr_assert(rnr_read_deck(&set, str_of(rnr_deck_texts[count]), "a.deck", &arena, &out[count], report));
    }
    cr_assert_eq(remarks, 0, "%d remarks", remarks);
    return count;
}

// What an edition allows in a deck, written down here from its text (C1 to C7, L2).
typedef struct {
    int rights, rights_for_petitions, freedoms, bills, doubled;
    bool repeats_pillars;
} limits;

static const limits rulebook = {12, 12, 3, 3, 4, true}, glossary = {10, 12, 4, 4, 2, false};

static bool fits(const brs_deck *deck, const limits *most)
{
    int types[RNR_BILL + 1] = {0}, doubled = 0, rare = 0, petitions = 0, scrolls = 0;
    bool copies = true;
    for (int i = 0; i < deck->count; i++) {
        const rnr_card *card = rnr_card_at(&set, deck->card[i]);
        types[card->type]++;
        rare += card->rarity == RNR_RARE;
        petitions += is_petition(card);
        scrolls += card->type == RNR_PILLAR && card->branch == RNR_SCROLL;
        if (i == 0 || deck->card[i] != deck->card[i - 1]) {
            continue;
        }
        bool attack_or_defense = card->type == RNR_ATTACK || card->type == RNR_DEFENSE;
        bool third = i >= 2 && deck->card[i - 2] == deck->card[i];
        bool plain_pillar = card->type == RNR_PILLAR && card->rarity != RNR_RARE && !is_petition(card);
        doubled += attack_or_defense;
        copies = copies && ((plain_pillar && most->repeats_pillars) || (attack_or_defense && !third));
    }
    const int rights = petitions >= 3 && scrolls >= 3 ? most->rights_for_petitions : most->rights;
    return copies && deck->count == 60 && types[RNR_UA] == 3 && types[RNR_RIGHTS] <= rights &&
           types[RNR_FREEDOM] <= most->freedoms && types[RNR_BILL] <= most->bills && doubled <= most->doubled && rare <= 8;
}

Test(common_cause, eight_decks_are_legal_under_the_rulebook_and_four_under_the_glossary)
{
    brs_deck decks[16];
    int count = read_decks(decks), rulebooks = 0, glossaries = 0;
    for (int i = 0; i < count; i++) {
        const bool one = fits(&decks[i], &rulebook), other = fits(&decks[i], &glossary);
        cr_expect(one || other, "%s is legal nowhere", decks[i].name);
        rulebooks += one;
        glossaries += other;
    }
    cr_expect_geq(rulebooks, 8);
    cr_expect_geq(glossaries, 4);
}

// The decks that the program carries are those of the files, card by card.
Test(common_cause, what_a_built_in_deck_holds_is_what_its_file_says)
{
    brs_deck decks[16];
    const int count = read_decks(decks);
    cr_assert_eq(count, 12);
    for (int i = 0; i < count; i++) {
        const brs_built_deck *built = &brs_rnr.decks[i];
        brs_deck_head head;
        rnr_deck_head(str_of(rnr_deck_texts[i]), &head);
        cr_expect_eq(built->set, 0);
        cr_expect(str_is(head.edition, built->edition), "%s", built->edition);
        cr_expect_str_eq(built->deck.name, decks[i].name);
        cr_expect_eq(built->deck.count, decks[i].count, "%s", decks[i].name);
        cr_expect_eq(memcmp(built->deck.card, decks[i].card, sizeof decks[i].card), 0, "%s", decks[i].name);
    }
}

// Each branch has two decks in which it is the strongest.
Test(common_cause, every_branch_has_two_decks)
{
    brs_deck decks[16];
    int count = read_decks(decks), main_branch[RNR_SCROLL + 1] = {0};
    for (int i = 0; i < count; i++) {
        if (!fits(&decks[i], &rulebook)) {
            continue;
        }
        int branches[RNR_SCROLL + 1] = {0}, most = RNR_BISON;
        for (int k = 0; k < decks[i].count; k++) {
            branches[rnr_card_at(&set, decks[i].card[k])->branch]++;
        }
        for (int b = RNR_BISON; b <= RNR_SCROLL; b++) {
            most = branches[b] > branches[most] ? b : most;
        }
        main_branch[most]++;
    }
    for (int b = RNR_BISON; b <= RNR_SCROLL; b++) {
        cr_expect_geq(main_branch[b], 2, "%s", rnr_branch_name(b));
    }
}
