// The pages of cards, and the shelves: what a match has shown of rules and cards.
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

// People count sentences from 1: "#s1".
static void number_sentences(site_tree *tree, site_node *card)
{
    site_node *at = card == NULL
                        ? NULL
                        : site_child(card->first, site_name(tree->names, BRS_STR("sentence")), -1);
    for (; at != NULL; at = site_child(at->next, at->name, -1)) {
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
        number_sentences(&tree, tree.root->first);
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

static void note_seen(site_seen *seen, uint32_t published, const brs_event *e)
{
    seen->count++;
    bool listed = seen->examples > 0 && seen->example[seen->examples - 1].match == published;
    if (!listed && seen->examples < SITE_EXAMPLES) {
        seen->example[seen->examples++] = (site_example){published, e->seq, e->unit};
    }
}

bool site_shelve(site_build *build, site_match *match, uint32_t published, brs_err *err)
{
    const brs_setup *setup = match->setup;
    site_shelf *rules = rule_shelf(build, setup, err);
    bool has_cards = setup->cards != NULL && setup->game->card_view != NULL;
    site_shelf *cards = rules != NULL && has_cards ? card_shelf(build, setup, err) : NULL;
    if (rules == NULL || (has_cards && cards == NULL)) {
        return false;
    }
    match->card_suffix = cards != NULL ? cards->suffix : "";
    for (uint32_t i = 0; i < match->trace.event_count; i++) {
        const brs_event *e = &match->trace.events[i];
        note_seen(&rules->seen[e->rule], published, e);
        int card = cards != NULL && e->source != 0 ? setup->game->card_of(setup, e->source) : -1;
        if (card >= 0 && card < cards->count) {
            note_seen(&cards->seen[card], published, e);
        }
    }
    return true;
}

// ---- pages ------------------------------------------------------------------------------------

static void put_card_path(brs_buf *path, const site_shelf *shelf, int card)
{
    buf_put(path, shelf->slug[card]);
    buf_puts(path, shelf->suffix);
    buf_puts(path, ".html");
}

static bool write_card(site_build *build, site_shelf *shelf, int card, brs_err *err)
{
    site_scene scene;
    site_begin_page(build, &scene, NULL, "../");
    site_tree *tree = &scene.tree;
    site_puts(tree, SITE_game, shelf->game->id);
    site_puts(tree, SITE_game_title, shelf->game->title);
    site_put(tree, SITE_set_title, shelf->title);
    site_node *view = site_child(shelf->card[card]->first, SITE_card, -1);
    if (view == NULL) {
        return brs_fail(err, BRS_UNEXPECTED, "card %d of %.*s shows nothing", card,
                        BRS_ARG(shelf->title));
    }
    site_put(tree, SITE_title, site_value(view, SITE_name));
    site_graft(tree, view);
    site_put_examples(build, &scene, &shelf->seen[card]);
    brs_buf path;
    buf_init(&path, tree->arena, 64);
    buf_puts(&path, "k/");
    put_card_path(&path, shelf, card);
    buf_byte(&path, '\0');
    return site_end_page(build, &scene, shelf->game, SITE_PAGE_CARD, path.ptr, err);
}

// All cards of a set, by number.
static bool write_card_list(site_build *build, brs_err *err)
{
    site_scene scene;
    site_begin_page(build, &scene, NULL, "../");
    site_tree *tree = &scene.tree;
    for (int i = 0; i < build->card_shelves; i++) {
        site_shelf *shelf = &build->cards[i];
        site_open(tree, SITE_set, i);
        site_put(tree, SITE_title, shelf->title);
        site_puts(tree, SITE_game_title, shelf->game->title);
        for (int card = 0; card < shelf->count; card++) {
            site_node *view = site_child(shelf->card[card]->first, SITE_card, -1);
            brs_buf path;
            buf_init(&path, tree->arena, 64);
            put_card_path(&path, shelf, card);
            site_open(tree, SITE_entry, card);
            site_put(tree, SITE_name, site_value(view, SITE_name));
            site_put(tree, SITE_type, site_value(view, SITE_type));
            site_put(tree, SITE_href, buf_str(&path));
            site_number(tree, SITE_count, shelf->seen[card].count);
            site_close(tree);
        }
        site_close(tree);
    }
    return site_end_page(build, &scene, NULL, SITE_PAGE_CARDS, "k/index.html", err);
}

bool site_write_cards(site_build *build, brs_err *err)
{
    for (int i = 0; i < build->card_shelves; i++) {
        for (int card = 0; card < build->cards[i].count; card++) {
            if (!write_card(build, &build->cards[i], card, err)) {
                return false;
            }
        }
    }
    return build->card_shelves == 0 || write_card_list(build, err);
}
