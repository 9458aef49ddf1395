// What a match has shown: of each rule of its edition and each card of its set, how often, in how many
// games, and one example a game.
#include "site_pages.h"

#include <string.h>

#include "str.h"

// ---- shelves ----------------------------------------------------------------------------------

static site_shelf *rule_shelf(site_build *build, const brs_setup *setup, brs_err *err)
{
    for (int i = 0; i < build->rule_shelves; i++) {
        if (build->rules[i].edition == setup->edition) {
            return &build->rules[i];
        }
    }
    if (build->rule_shelves == SITE_MAX_SHELVES) {
        brs_fail(err, BRS_LIMIT, "more than %d editions in one site", SITE_MAX_SHELVES);
        return NULL;
    }
    site_shelf *shelf = &build->rules[build->rule_shelves++];
    *shelf = (site_shelf){
        .game = setup->game, .edition = setup->edition, .count = setup->game->rule_count};
    shelf->seen = BRS_NEW(build->arena, site_seen, (size_t)shelf->count);
    return shelf;
}

// The rules that explain a sentence get their names; the card's page links them.
static void name_rules(site_tree *tree, const brs_game_def *game, site_node *sentence)
{
    uint16_t name = site_name(tree->names, BRS_STR("explain"));
    for (site_node *at = site_child(sentence->first, name, -1); at != NULL; at = site_child(at->next, name, -1)) {
        tree->at = at;
        site_puts(tree, SITE_rule, game->rules[at->id].title);
        site_puts(tree, SITE_rule_id, game->rules[at->id].id);
    }
}

// People count sentences from 1: "#s1".
static void number_sentences(site_tree *tree, const brs_game_def *game, site_node *card)
{
    site_node *at = card == NULL
                        ? NULL
                        : site_child(card->first, site_name(tree->names, BRS_STR("sentence")), -1);
    for (; at != NULL; at = site_child(at->next, at->name, -1)) {
        name_rules(tree, game, at);
        tree->at = at;
        site_number(tree, SITE_number, at->id + 1);
    }
}

// Keeps the cards as trees: the set itself may live in the arena of one match.
static void take_cards(site_build *build, site_shelf *shelf, const brs_setup *setup)
{
    for (int i = 0; i < shelf->count; i++) {
        site_tree tree;
        site_tree_init(&tree, build->arena, &build->names);
        brs_viewer viewer = site_viewer(&tree);
        setup->game->card_view(setup->cards, i, &viewer);
        shelf->card[i] = tree.root;
        number_sentences(&tree, setup->game, tree.root->first);
        brs_str slug = setup->game->card_slug(setup->cards, i);
        shelf->slug[i] = (brs_str){brs_arena_string(build->arena, slug), slug.len};
    }
}

// The first set of a game has the plain addresses; another one adds its hash.
static const char *shelf_suffix(site_build *build, uint64_t hash)
{
    if (build->card_shelves == 0) {
        return "";
    }
    brs_buf text;
    buf_init(&text, build->arena, 16);
    buf_byte(&text, '-');
    buf_hex(&text, hash >> 32, 8);
    buf_byte(&text, '\0');
    return text.ptr;
}

static site_shelf *card_shelf(site_build *build, const brs_setup *setup, brs_err *err)
{
    for (int i = 0; i < build->card_shelves; i++) {
        if (build->cards[i].game == setup->game && build->cards[i].set_hash == setup->cards->hash) {
            return &build->cards[i];
        }
    }
    if (build->card_shelves == SITE_MAX_SHELVES) {
        brs_fail(err, BRS_LIMIT, "more than %d card sets in one site", SITE_MAX_SHELVES);
        return NULL;
    }
    const char *suffix = shelf_suffix(build, setup->cards->hash);
    site_shelf *shelf = &build->cards[build->card_shelves++];
    size_t count = (size_t)setup->cards->count;
    *shelf = (site_shelf){
        .game = setup->game, .set_hash = setup->cards->hash, .count = (int)count, .suffix = suffix};
    brs_str title = str_of(setup->cards->title);
    shelf->title = (brs_str){brs_arena_string(build->arena, title), title.len};
    shelf->seen = BRS_NEW(build->arena, site_seen, count);
    shelf->card = BRS_NEW(build->arena, site_node *, count);
    shelf->slug = BRS_NEW(build->arena, brs_str, count);
    take_cards(build, shelf, setup);
    return shelf;
}

// ---- what an event shows ------------------------------------------------------------------------

// One match on its way to the shelves.
typedef struct {
    site_build *build;
    const site_match *match;
    site_shelf *rules, *cards;
    uint32_t published;
    bool *victory;                       // [rule]: a victory's, met only when all of its conditions hold
    uint32_t section[BRS_MAX_SECTIONS];  // first event of each section in the unit at hand, 0: none
} shelving;

static brs_str words_of_event(const shelving *s, const brs_event *e)
{
    char text[240];
    int len = brs_event_text(s->match->setup, e, text, sizeof text);
    return (brs_str){brs_arena_string(s->build->arena, (brs_str){text, (size_t)len}), (size_t)len};
}

static void note_seen(const shelving *s, site_seen *seen, const brs_event *e)
{
    seen->count++;
    if (seen->last_match == s->published) {
        return;
    }
    seen->last_match = s->published;
    seen->games++;
    if (seen->examples < SITE_EXAMPLES) {
        seen->example[seen->examples++] = (site_example){s->published, e->seq, e->unit, words_of_event(s, e)};
    }
}

static bool any_failed(const shelving *s, const brs_event *e)
{
    for (uint32_t i = 0; i < e->ncheck; i++) {
        if (!s->match->trace.checks[e->check0 + i].passed) {
            return true;
        }
    }
    return false;
}

// Every rule that the event's lines on a page link, once. A victory that was looked at and not met was not seen.
static void shelve_rules(const shelving *s, const brs_event *e)
{
    const brs_trace *trace = &s->match->trace;
    uint16_t rule[64];
    int count = 0;
    for (uint32_t i = 0; i < 1u + e->nterm + e->ncheck && count < 64; i++) {
        uint16_t next = i == 0            ? e->rule
                        : i <= e->nterm   ? trace->terms[e->term0 + i - 1].rule
                                          : trace->checks[e->check0 + i - 1 - e->nterm].rule;
        bool again = false;
        for (int k = 0; k < count; k++) {
            again = again || rule[k] == next;
        }
        if (!again) {
            rule[count++] = next;
        }
    }
    const bool failed = any_failed(s, e);
    for (int i = 0; i < count; i++) {
        site_seen *seen = &s->rules->seen[rule[i]];
        if (failed && s->victory[rule[i]]) {
            seen->looked++;
        } else {
            note_seen(s, seen, e);
        }
    }
}

static void shelve_card(const shelving *s, const brs_event *e, int handle, int last[2])
{
    const brs_setup *setup = s->match->setup;
    int card = handle != 0 ? setup->game->card_of(setup, handle) : -1;
    if (card >= 0 && card < s->cards->count && card != last[0] && card != last[1]) {
        note_seen(s, &s->cards->seen[card], e);
        last[1] = last[0];
        last[0] = card;
    }
}

// The card whose text did it, and those whose sentences stand behind its addends and conditions.
static void shelve_cards(const shelving *s, const brs_event *e)
{
    const brs_setup *setup = s->match->setup;
    const brs_trace *trace = &s->match->trace;
    int last[2] = {-1, -1};
    shelve_card(s, e, e->source, last);
    for (uint32_t i = 0; i < e->nterm && setup->game->sentence_for != NULL; i++) {
        const brs_term *term = &trace->terms[e->term0 + i];
        if (term->card != 0 && setup->game->sentence_for(setup, e, term->label, term->card) >= 0) {
            shelve_card(s, e, term->card, last);
        }
    }
    for (uint32_t i = 0; i < e->ncheck && setup->game->sentence_for != NULL; i++) {
        const brs_check *check = &trace->checks[e->check0 + i];
        if (check->card != 0 && setup->game->sentence_for(setup, e, check->label, check->card) >= 0) {
            shelve_card(s, e, check->card, last);
        }
    }
}

// ---- sections -----------------------------------------------------------------------------------

static void take_section(shelving *s, const brs_event *e)
{
    const brs_section_info *info = s->match->setup->game->unit->sections;
    const char *group = info[e->section].group;
    for (int i = 0; info[i].id != NULL; i++) {
        bool part = group != NULL && group[0] != '\0' && strcmp(group, info[i].id) == 0;
        if ((i == e->section || part) && s->section[i] == 0) {
            s->section[i] = e->seq;
        }
    }
}

// A step whose turn came: its rule was seen if anything happened in it.
static void shelve_sections(shelving *s, int unit)
{
    const brs_setup *setup = s->match->setup;
    uint8_t order[BRS_MAX_SECTIONS];
    int count = unit > 0 ? setup->game->sections(setup, order) : 0;
    for (int i = 0; i < count; i++) {
        const uint16_t rule = setup->game->unit->sections[order[i]].rule;
        const uint32_t first = s->section[order[i]];
        if (first != 0 && rule != 0) {
            note_seen(s, &s->rules->seen[rule], brs_trace_at(&s->match->trace, first));
        } else if (rule != 0) {
            s->rules->seen[rule].idle++;
        }
    }
    memset(s->section, 0, sizeof s->section);
}

static void find_victories(shelving *s, brs_arena *arena)
{
    const brs_game_def *game = s->match->setup->game;
    s->victory = BRS_NEW(arena, bool, (size_t)game->rule_count);
    for (int i = 1; i < game->victory_count; i++) {
        s->victory[game->victories[i].rule] = true;
    }
}

bool site_shelve(site_build *build, site_match *match, uint32_t published, brs_err *err)
{
    const brs_setup *setup = match->setup;
    shelving s = {.build = build, .match = match, .published = published};
    bool has_cards = setup->cards != NULL && setup->game->card_view != NULL;
    s.rules = rule_shelf(build, setup, err);
    s.cards = s.rules != NULL && has_cards ? card_shelf(build, setup, err) : NULL;
    if (s.rules == NULL || (has_cards && s.cards == NULL)) {
        return false;
    }
    match->card_suffix = s.cards != NULL ? s.cards->suffix : "";
    find_victories(&s, match->arena);
    for (uint32_t i = 0; i < match->trace.event_count; i++) {
        const brs_event *e = &match->trace.events[i];
        shelve_rules(&s, e);
        if (s.cards != NULL) {
            shelve_cards(&s, e);
        }
        take_section(&s, e);
        if (i + 1 == match->trace.event_count || match->trace.events[i + 1].unit != e->unit) {
            shelve_sections(&s, e->unit);
        }
    }
    return true;
}
