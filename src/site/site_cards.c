// The pages of cards: each with its text sentence by sentence, and what it caused; and the list of all.
#include "site_find.h"

#include <string.h>

#include "str.h"

static void put_card_path(brs_buf *path, const site_shelf *shelf, int card)
{
    buf_put(path, shelf->slug[card]);
    buf_puts(path, shelf->suffix);
    buf_puts(path, ".html");
}

// Rules are linked under the first edition of the game that this site has a page of.
static const char *edition_of(const site_build *build, const brs_game_def *game)
{
    for (int i = 0; i < build->rule_shelves; i++) {
        if (build->rules[i].game == game) {
            return build->rules[i].edition->id;
        }
    }
    return "";
}

static bool write_card(site_build *build, site_shelf *shelf, int card, brs_err *err)
{
    site_scene scene;
    site_begin_study(build, &scene, NULL, "../");
    site_tree *tree = &scene.tree;
    site_puts(tree, SITE_game, shelf->game->id);
    site_puts(tree, SITE_game_title, shelf->game->title);
    site_put(tree, SITE_set_title, shelf->title);
    site_puts(tree, SITE_edition, edition_of(build, shelf->game));
    site_node *view = site_child(shelf->card[card]->first, SITE_card, -1);
    if (view == NULL) {
        return brs_fail(err, BRS_UNEXPECTED, "card %d of %.*s shows nothing", card,
                        BRS_ARG(shelf->title));
    }
    site_put(tree, SITE_title, site_value(view, SITE_name));
    site_graft(tree, view);
    site_put_examples(build, &scene, &shelf->seen[card], SITE_EXAMPLES);
    brs_buf path;
    buf_init(&path, tree->arena, 64);
    buf_put(&path, shelf->slug[card]);
    buf_puts(&path, shelf->suffix);
    buf_byte(&path, '\0');
    site_put_find(&scene, &shelf->seen[card], SITE_EXAMPLES, "k", path.ptr);
    buf_init(&path, tree->arena, 64);
    buf_puts(&path, "k/");
    put_card_path(&path, shelf, card);
    buf_byte(&path, '\0');
    return site_end_page(build, &scene, shelf->game, SITE_PAGE_CARD, path.ptr, err);
}

static void put_listed(site_scene *scene, const site_shelf *shelf, int card)
{
    site_tree *tree = &scene->tree;
    brs_buf path;
    buf_init(&path, tree->arena, 64);
    put_card_path(&path, shelf, card);
    site_open(tree, SITE_entry, card);
    site_put(tree, SITE_name, site_value(site_child(shelf->card[card]->first, SITE_card, -1), SITE_name));
    site_put(tree, SITE_href, buf_str(&path));
    site_number(tree, SITE_count, shelf->seen[card].count);
    site_flag(tree, SITE_many, shelf->seen[card].count != 1);
    site_close(tree);
}

static brs_str type_of(const site_tree *tree, const site_shelf *shelf, int card)
{
    const site_node *view = site_child(shelf->card[card]->first, SITE_card, -1);
    const uint16_t type = site_name_find(tree->names, BRS_STR("type_name"));
    return site_value(view, type != SITE_NAME_NONE && site_value(view, type).ptr != NULL ? type : SITE_type);
}

// All cards of a set, by number; those of one type that follow each other are a group.
static bool write_card_list(site_build *build, brs_err *err)
{
    site_scene scene;
    site_begin_study(build, &scene, NULL, "../");
    site_tree *tree = &scene.tree;
    for (int i = 0; i < build->card_shelves; i++) {
        const site_shelf *shelf = &build->cards[i];
        site_open(tree, SITE_set, i);
        site_put(tree, SITE_title, shelf->title);
        site_puts(tree, SITE_game_title, shelf->game->title);
        for (int card = 0; card < shelf->count; card++) {
            const bool same = card > 0 && str_equal(type_of(tree, shelf, card), type_of(tree, shelf, card - 1));
            if (card > 0 && !same) {
                site_close(tree);
            }
            if (!same) {
                site_open(tree, SITE_group, card);
                site_put(tree, SITE_title, type_of(tree, shelf, card));
            }
            put_listed(&scene, shelf, card);
        }
        if (shelf->count > 0) {
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
