// The front page, and the pages that are about nothing in particular.
#include "site_pages.h"

static void put_published(site_build *build, site_scene *scene)
{
    site_tree *tree = &scene->tree;
    int turns = 0;
    for (int i = 0; i < build->published_count; i++) {
        turns += build->published[i].units;
        const site_published *match = &build->published[i];
        site_open(tree, SITE_match, i);
        site_puts(tree, SITE_address, match->address);
        site_puts(tree, SITE_game_title, match->game_title);
        site_puts(tree, SITE_edition, match->edition);
        site_puts(tree, SITE_edition_title, match->edition_title);
        site_puts(tree, SITE_date, match->date);
        site_put(tree, SITE_names, match->names);
        site_put(tree, SITE_decks, match->decks);
        site_put(tree, SITE_heading, match->named ? (brs_str){"", 0} : match->decks);
        site_put(tree, SITE_text, match->ending);
        site_put_span(tree, match->unit, (int)match->units);
        site_close(tree);
    }
    for (int i = 0; i < build->refused_count; i++) {
        site_open(tree, SITE_failure, i);
        site_puts(tree, SITE_path, build->refused[i].path);
        site_put(tree, SITE_text, build->refused[i].why);
        site_close(tree);
    }
    site_number(tree, SITE_count, build->published_count);
    site_number(tree, SITE_turns, turns);
}

static void put_shelves(site_build *build, site_scene *scene)
{
    site_tree *tree = &scene->tree;
    for (int i = 0; i < build->rule_shelves; i++) {
        site_open(tree, SITE_shelf, i);
        site_puts(tree, SITE_edition, build->rules[i].edition->id);
        site_puts(tree, SITE_edition_title, build->rules[i].edition->title);
        site_puts(tree, SITE_game_title, build->rules[i].game->title);
        site_puts(tree, SITE_publisher, build->rules[i].game->publisher);
        site_close(tree);
    }
    site_number(tree, SITE_sets, build->card_shelves);
}

bool site_write_index(site_build *build, brs_err *err)
{
    site_scene scene;
    site_begin_page(build, &scene, NULL, "");
    put_published(build, &scene);
    put_shelves(build, &scene);
    if (!site_end_page(build, &scene, NULL, SITE_PAGE_INDEX, "index.html", err)) {
        return false;
    }
    site_begin_page(build, &scene, NULL, "");
    put_shelves(build, &scene);
    if (!site_end_page(build, &scene, NULL, SITE_PAGE_ABOUT, "about.html", err)) {
        return false;
    }
    site_begin_page(build, &scene, NULL, "");
    return site_end_page(build, &scene, NULL, SITE_PAGE_404, "404.html", err);
}
