// The front page, and the pages that are about nothing in particular.
#include "site_find.h"

#include <string.h>

#include "str.h"

void site_open_match(site_scene *scene, const site_published *match, int place)
{
    site_tree *tree = &scene->tree;
    site_open(tree, SITE_match, place);
    site_puts(tree, SITE_address, match->address);
    site_puts(tree, SITE_game_title, match->game_title);
    site_puts(tree, SITE_edition, match->edition);
    site_puts(tree, SITE_edition_title, match->edition_title);
    site_puts(tree, SITE_date, match->date);
    site_put(tree, SITE_names, match->names);
    site_put(tree, SITE_decks, match->decks);
    site_put(tree, SITE_bots, match->bots);
    site_put(tree, SITE_seed, match->seed);
    site_put(tree, SITE_text, match->ending);
    site_put_span(tree, match->unit, match->units);
}

static void put_published(site_build *build, site_scene *scene)
{
    enum { MOST_REFUSED = 60 };
    site_tree *tree = &scene->tree;
    const int turns = build->told;
    site_put_games(build, scene, 0);
    site_number(tree, SITE_more, build->refused_count > MOST_REFUSED ? build->refused_count - MOST_REFUSED : 0);
    for (int i = 0; i < build->refused_count && i < MOST_REFUSED; i++) {
        site_open(tree, SITE_failure, i);
        site_puts(tree, SITE_path, build->refused[i].path);
        site_put(tree, SITE_text, build->refused[i].why);
        site_close(tree);
    }
    site_number(tree, SITE_count, build->published_count);
    site_flag(tree, SITE_many, build->published_count != 1);
    site_number(tree, SITE_turns, turns);
    site_flag(tree, SITE_leaves, turns != 1);
}

void site_put_shelves(site_build *build, site_scene *scene)
{
    site_tree *tree = &scene->tree;
    for (int i = 0; i < build->rule_shelves; i++) {
        site_open(tree, SITE_shelf, i);
        site_puts(tree, SITE_edition, build->rules[i].edition->id);
        site_puts(tree, SITE_edition_title, build->rules[i].edition->title);
        site_puts(tree, SITE_game_title, build->rules[i].game->title);
        site_puts(tree, SITE_publisher, build->rules[i].game->publisher);
        const bool again = i > 0 && build->rules[i].game == build->rules[i - 1].game;  // said once for each game
        site_puts(tree, SITE_about, again ? "" : build->rules[i].game->about);
        site_close(tree);
    }
    site_number(tree, SITE_sets, build->card_shelves);
}

// Whoever serves the site shows this page at any address: with a base address its links begin at the top of the host.
static const char *root_of_lost(site_build *build)
{
    const char *base = build->options->base_url, *host = base == NULL ? NULL : strstr(base, "://");
    const char *path = host == NULL ? NULL : strchr(host + 3, '/');
    brs_buf root;
    if (base == NULL) {
        return "";
    }
    buf_init(&root, build->arena, 64);
    buf_puts(&root, path == NULL ? "" : path);
    if (root.len == 0 || root.ptr[root.len - 1] != '/') {
        buf_byte(&root, '/');
    }
    buf_byte(&root, '\0');
    return root.ptr;
}

// The front page comes last: it links all others.
bool site_write_index(site_build *build, brs_err *err)
{
    site_scene scene;
    site_begin_study(build, &scene, NULL, "");
    site_put_shelves(build, &scene);
    if (!site_end_page(build, &scene, NULL, SITE_PAGE_ABOUT, "about.html", err)) {
        return false;
    }
    site_begin_study(build, &scene, NULL, root_of_lost(build));
    if (!site_end_page(build, &scene, NULL, SITE_PAGE_404, "404.html", err)) {
        return false;
    }
    site_begin_study(build, &scene, NULL, "");
    put_published(build, &scene);
    site_put_lessons(build, &scene);
    site_put_shelves(build, &scene);
    return site_end_page(build, &scene, NULL, SITE_PAGE_INDEX, "index.html", err);
}
