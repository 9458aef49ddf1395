// Deck construction: every violation with its rule. One row a rule.
#include <stdio.h>

#include "broadside/rnr.h"
#include "rnr_state.h"

typedef struct {
    const brs_edition *edition;
    const int32_t *opt;
    const brs_card_set *set;
    const brs_deck *deck;
    brs_report report;
    bool legal;
    uint8_t copies[BRS_MAX_DECK];  // by position: how many of this card stand at it; 0 for later copies
    int of_type[RNR_PETITION + 1];
    int rares, petitions, scroll_pillars;
} deck_check;

static void violation(deck_check *c, rnr_rule_id rule, const char *what, const char *name, int found, int allowed)
{
    const brs_rule *info = &brs_rnr.rules[rule];
    const brs_citation *cite = brs_cite(c->edition, (uint16_t)rule);
    brs_err err = BRS_ERR_NONE;
    char text[160];
    snprintf(text, sizeof text, what, found, name, allowed);
    brs_fail(&err, BRS_ILLEGAL, "%s (rule %s \"%s\"%s%s)", text, info->id, info->title, cite != NULL ? ", " : "",
             cite != NULL ? cite->place : "");
    c->legal = false;
    if (c->report.fn != NULL) {
        c->report.fn(c->report.ctx, &err, false);
    }
}

static const rnr_card *card_at(const deck_check *c, int place)
{
    return rnr_card_at(c->set, c->deck->card[place]);
}

static void count_cards(deck_check *c)
{
    for (int i = 0; i < c->deck->count; i++) {
        const rnr_card *card = card_at(c, i);
        int first = i;
        while (first > 0 && c->deck->card[first - 1] == c->deck->card[i]) {
            first--;
        }
        c->copies[first]++;
        c->of_type[card->type]++;
        c->rares += card->rarity == RNR_RARE;
        c->petitions += (card->traits & RNR_TRAIT_PETITION) != 0;
        c->scroll_pillars += card->type == RNR_PILLAR && card->branch == RNR_SCROLL;
    }
}

static void check_sizes(deck_check *c)
{
    if (c->deck->count != c->opt[RNR_OPT_deck_size]) {
        violation(c, RULE(deck_size), "%d card%s; a deck has exactly %d", c->deck->count == 1 ? "" : "s", c->deck->count, c->opt[RNR_OPT_deck_size]);
    }
    if (c->of_type[RNR_UA] != c->opt[RNR_OPT_ua_count]) {
        violation(c, RULE(deck_uas), "%d UA%s; a deck has exactly %d", c->of_type[RNR_UA] == 1 ? "" : "s", c->of_type[RNR_UA], c->opt[RNR_OPT_ua_count]);
    }
}

static void check_types(deck_check *c)
{
    bool dedicated = c->petitions >= c->opt[RNR_OPT_dedicated_petitions] &&
                     c->scroll_pillars >= c->opt[RNR_OPT_dedicated_scroll_pillars];
    const struct {
        int type, allowed;
        rnr_rule_id rule;
        const char *name;
    } rows[] = {
        {RNR_RIGHTS, c->opt[dedicated ? RNR_OPT_rights_dedicated_max : RNR_OPT_rights_max], RULE(deck_rights), "Rights"},
        {RNR_FREEDOM, c->opt[RNR_OPT_freedom_max], RULE(deck_freedom), "Freedoms"},
        {RNR_BILL, c->opt[RNR_OPT_bills_max], RULE(deck_bills), "Bills"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (c->of_type[rows[i].type] > rows[i].allowed) {
            violation(c, rows[i].rule, "%d %s; at most %d are allowed", rows[i].name, c->of_type[rows[i].type], rows[i].allowed);
        }
    }
    if (c->rares > c->opt[RNR_OPT_rare_max]) {
        violation(c, RULE(deck_rares), "%d Rare cards%s; at most %d are allowed", "", c->rares, c->opt[RNR_OPT_rare_max]);
    }
}

static bool free_pillar(const deck_check *c, const rnr_card *card)
{
    return card->type == RNR_PILLAR && c->opt[RNR_OPT_pillar_duplicates] != 0 && card->rarity != RNR_RARE &&
           (card->traits & RNR_TRAIT_PETITION) == 0;
}

// The rule that says how often a card of a type may be there.
static rnr_rule_id copies_rule(int type)
{
    switch (type) {
    case RNR_UA: return RULE(deck_uas);
    case RNR_PILLAR: return RULE(deck_pillars);
    case RNR_RIGHTS: return RULE(deck_rights);
    case RNR_FREEDOM: return RULE(deck_freedom);
    case RNR_BILL: return RULE(deck_bills);
    default: return RULE(copies);
    }
}

static void check_copies(deck_check *c)
{
    int doubled = 0;
    for (int i = 0; i < c->deck->count; i++) {
        const rnr_card *card = card_at(c, i);
        if (c->copies[i] <= 1 || free_pillar(c, card)) {
            continue;
        }
        bool may_double = card->type == RNR_ATTACK || card->type == RNR_DEFENSE;
        int allowed = may_double ? c->opt[RNR_OPT_doubled_copies] : 1;
        if (c->copies[i] > allowed) {
            char name[80];
            snprintf(name, sizeof name, "copies of %.*s", BRS_ARG(card->name));
            violation(c, copies_rule(card->type), "%d %s; at most %d allowed", name, c->copies[i], allowed);
        }
        doubled += may_double;
    }
    if (doubled > c->opt[RNR_OPT_doubled_names]) {
        violation(c, RULE(deck_duplicates), "%d Attack and Defense names are doubled%s; at most %d may be", "", doubled,
                  c->opt[RNR_OPT_doubled_names]);
    }
}

bool rnr_check_deck(const brs_edition *edition, const brs_options *options, const brs_card_set *set,
                    const brs_deck *deck, brs_report report)
{
    deck_check c = {.edition = edition, .opt = options->value, .set = set, .deck = deck, .report = report, .legal = true};
    count_cards(&c);
    check_sizes(&c);
    check_types(&c);
    check_copies(&c);
    return c.legal;
}
