// The page of an edition: every rule in our own words, where the text states it, where it was seen.
#include "site_pages.h"

#include "str.h"

static void put_citation(site_scene *scene, const brs_edition *edition, uint16_t rule)
{
    site_tree *tree = &scene->tree;
    const brs_citation *cite = brs_cite(edition, rule);
    if (cite == NULL) {
        return;
    }
    site_open(tree, SITE_cite, -1);
    site_puts(tree, SITE_place, cite->place);
    site_puts(tree, SITE_heading, cite->heading);
    brs_str rest = str_of(cite->place), key = str_cut(&rest, ':');
    site_put(tree, SITE_source, key);
    site_put(tree, SITE_lines, rest);
    for (const brs_edition *at = edition; at != NULL; at = at->base) {
        for (int i = 0; i < at->source_count; i++) {
            if (str_is(key, at->sources[i].key)) {
                site_puts(tree, SITE_source_title, at->sources[i].title);
                site_close(tree);
                return;
            }
        }
    }
    site_put(tree, SITE_source_title, key);
    site_close(tree);
}

static void put_options(site_scene *scene, const brs_game_def *game, const brs_edition *edition,
                        uint16_t rule)
{
    for (int i = 0; i < game->option_count; i++) {
        if (game->options[i].rule != rule) {
            continue;
        }
        char *value = brs_arena_alloc(scene->tree.arena, 128, 1);
        int len = brs_option_write(&game->options[i], edition->options.value[i], value, 128);
        site_open(&scene->tree, SITE_option, i);
        site_puts(&scene->tree, SITE_help, game->options[i].help);
        site_put(&scene->tree, SITE_value, (brs_str){value, (size_t)len});
        site_close(&scene->tree);
    }
}

static void put_notes(site_scene *scene, const brs_edition *edition, const char *id)
{
    for (const brs_edition *at = edition; at != NULL; at = at->base) {
        for (int i = 0; i < at->note_count; i++) {
            if (str_is(str_of(at->notes[i][0]), id)) {
                site_open(&scene->tree, SITE_note, i);
                site_puts(&scene->tree, SITE_text, at->notes[i][1]);
                site_close(&scene->tree);
            }
        }
    }
}

static bool write_edition(site_build *build, site_shelf *shelf, brs_err *err)
{
    const brs_game_def *game = shelf->game;
    site_scene scene;
    site_begin_page(build, &scene, NULL, "../");
    site_tree *tree = &scene.tree;
    site_puts(tree, SITE_game, game->id);
    site_puts(tree, SITE_game_title, game->title);
    site_puts(tree, SITE_publisher, game->publisher);
    site_puts(tree, SITE_edition, shelf->edition->id);
    site_puts(tree, SITE_edition_title, shelf->edition->title);
    int seen = 0;
    for (int i = 1; i < game->rule_count; i++) {
        site_open(tree, SITE_rule, i);
        site_puts(tree, SITE_sid, game->rules[i].id);
        site_puts(tree, SITE_title, game->rules[i].title);
        site_puts(tree, SITE_text, game->rules[i].text);
        put_citation(&scene, shelf->edition, (uint16_t)i);
        put_options(&scene, game, shelf->edition, (uint16_t)i);
        put_notes(&scene, shelf->edition, game->rules[i].id);
        site_put_examples(build, &scene, &shelf->seen[i]);
        site_close(tree);
        seen += shelf->seen[i].count > 0;
    }
    for (int i = 1; i < game->rule_count; i++) {
        if (shelf->seen[i].count == 0) {
            site_open(tree, SITE_unseen, i);
            site_puts(tree, SITE_sid, game->rules[i].id);
            site_puts(tree, SITE_title, game->rules[i].title);
            site_close(tree);
        }
    }
    site_number(tree, SITE_count, game->rule_count - 1);
    site_number(tree, SITE_seen, seen);
    brs_buf path;
    buf_init(&path, tree->arena, 64);
    buf_puts(&path, "r/");
    buf_puts(&path, shelf->edition->id);
    buf_puts(&path, ".html");
    buf_byte(&path, '\0');
    return site_end_page(build, &scene, game, SITE_PAGE_RULES, path.ptr, err);
}

bool site_write_rules(site_build *build, brs_err *err)
{
    for (int i = 0; i < build->rule_shelves; i++) {
        if (!write_edition(build, &build->rules[i], err)) {
            return false;
        }
    }
    return true;
}
