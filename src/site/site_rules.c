// The page of an edition: every rule in our own words, where the text states it, where it was seen.
#include "site_find.h"

#include "str.h"

enum { MAX_NAMED = 6 };

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

// ---- cards whose texts rest on a rule ------------------------------------------------------------

static bool rests_on(site_build *build, const site_shelf *cards, int card, int rule)
{
    uint16_t sentence = site_name(&build->names, BRS_STR("sentence")), explain = site_name(&build->names, BRS_STR("explain"));
    site_node *view = site_child(cards->card[card]->first, SITE_card, -1);
    site_node *at = view == NULL ? NULL : site_child(view->first, sentence, -1);
    for (; at != NULL; at = site_child(at->next, sentence, -1)) {
        if (site_child(at->first, explain, rule) != NULL) {
            return true;
        }
    }
    return false;
}

// Card pages link the rules that explain their sentences: nodes "named" {href, name}, the first few.
static void put_cards_of_rule(site_build *build, site_scene *scene, const brs_game_def *game, int rule)
{
    site_tree *tree = &scene->tree;
    int shown = 0, more = 0;
    for (int i = 0; i < build->card_shelves; i++) {
        const site_shelf *cards = &build->cards[i];
        for (int card = 0; cards->game == game && card < cards->count; card++) {
            if (!rests_on(build, cards, card, rule)) {
                continue;
            }
            if (shown == MAX_NAMED) {
                more++;
                continue;
            }
            shown++;
            brs_buf href;
            buf_init(&href, tree->arena, 64);
            buf_puts(&href, "../k/");
            buf_put(&href, cards->slug[card]);
            buf_puts(&href, cards->suffix);
            buf_puts(&href, ".html");
            site_open(tree, SITE_named, card);
            site_put(tree, SITE_href, buf_str(&href));
            site_flag(tree, SITE_again, shown > 1);
            site_put(tree, SITE_name, site_value(site_child(cards->card[card]->first, SITE_card, -1), SITE_name));
            site_close(tree);
        }
    }
    site_number(tree, SITE_more_leads, more);
}

// ---- why a rule was not seen ------------------------------------------------------------------------

// Another text of the same game under which the rule was seen; NULL: none.
static const site_shelf *seen_elsewhere(const site_build *build, const site_shelf *shelf, int rule)
{
    for (int i = 0; i < build->rule_shelves; i++) {
        const site_shelf *other = &build->rules[i];
        if (other != shelf && other->game == shelf->game && other->seen[rule].count > 0) {
            return other;
        }
    }
    return NULL;
}

// The game says why no match shows it, or a match under another text does; else that is a gap, and marked so.
static void put_why_unseen(const site_build *build, site_tree *tree, const site_shelf *shelf, int rule)
{
    const char *reason = shelf->game->unseen != NULL ? shelf->game->unseen[rule] : NULL;
    const site_shelf *other = seen_elsewhere(build, shelf, rule);
    if (other != NULL) {
        site_open(tree, SITE_elsewhere, -1);
        site_puts(tree, SITE_sid, shelf->game->rules[rule].id);
        site_puts(tree, SITE_edition, other->edition->id);
        site_puts(tree, SITE_edition_title, other->edition->title);
        site_close(tree);
    } else if (reason != NULL) {
        site_puts(tree, SITE_reason, reason);
    }
    site_flag(tree, SITE_unexplained, other == NULL && reason == NULL);
}

// ---- the page -----------------------------------------------------------------------------------

// Whether it was seen tells how a match ended.
static bool is_closed(const site_build *build, const brs_game_def *game, int rule)
{
    bool ends = false;
    for (int i = 1; i < game->victory_count; i++) {
        ends = ends || game->victories[i].rule == rule;
    }
    return ends && build->options->no_spoilers;
}

static void put_rule_section(site_build *build, site_scene *scene, const site_shelf *shelf, int rule)
{
    const brs_game_def *game = shelf->game;
    site_tree *tree = &scene->tree;
    site_open(tree, SITE_rule, rule);
    site_puts(tree, SITE_sid, game->rules[rule].id);
    site_puts(tree, SITE_title, game->rules[rule].title);
    site_puts(tree, SITE_text, game->rules[rule].text);
    put_citation(scene, shelf->edition, (uint16_t)rule);
    put_options(scene, game, shelf->edition, (uint16_t)rule);
    put_notes(scene, shelf->edition, game->rules[rule].id);
    site_flag(tree, SITE_closed, is_closed(build, game, rule));
    site_put_examples(build, scene, &shelf->seen[rule], SITE_RULE_EXAMPLES);
    brs_buf name;
    buf_init(&name, tree->arena, 64);
    buf_putf(&name, "%s/%s", shelf->edition->id, game->rules[rule].id);
    buf_byte(&name, '\0');
    site_put_find(scene, &shelf->seen[rule], SITE_RULE_EXAMPLES, "r", name.ptr);
    if (shelf->seen[rule].count == 0) {
        put_why_unseen(build, tree, shelf, rule);
        put_cards_of_rule(build, scene, game, rule);
    }
    site_close(tree);
}

// The rules under their headings; a game without headings has one for all.
static void put_groups(site_build *build, site_scene *scene, const site_shelf *shelf)
{
    const brs_rule_group all[] = {{1, site_word(scene->tree.names->words, SITE_SAY_all_rules)}, {0, NULL}};
    const brs_game_def *game = shelf->game;
    site_tree *tree = &scene->tree;
    const brs_rule_group *group = game->rule_groups != NULL ? game->rule_groups : all;
    for (int n = 0; group[n].title != NULL; n++) {
        const int first = n == 0 ? 1 : group[n].first;
        const int end = group[n + 1].title != NULL ? group[n + 1].first : game->rule_count;
        site_open(tree, SITE_group, n + 1);
        site_puts(tree, SITE_title, group[n].title);
        site_number(tree, SITE_count, end - first);
        site_flag(tree, SITE_many, end - first != 1);
        for (int rule = first; rule < end; rule++) {
            put_rule_section(build, scene, shelf, rule);
        }
        site_close(tree);
    }
}

// How many rules were seen, and those that were not: nodes "unseen". What tells how a match ended is not among either.
static int put_unseen(const site_build *build, site_scene *scene, const site_shelf *shelf)
{
    site_tree *tree = &scene->tree;
    int seen = 0;
    for (int i = 1; i < shelf->game->rule_count; i++) {
        const bool closed = is_closed(build, shelf->game, i);
        seen += !closed && shelf->seen[i].count > 0;
        if (!closed && shelf->seen[i].count == 0) {
            site_open(tree, SITE_unseen, i);
            site_puts(tree, SITE_sid, shelf->game->rules[i].id);
            site_puts(tree, SITE_title, shelf->game->rules[i].title);
            put_why_unseen(build, tree, shelf, i);
            site_close(tree);
        }
    }
    return seen;
}

static bool write_edition(site_build *build, site_shelf *shelf, brs_err *err)
{
    const brs_game_def *game = shelf->game;
    site_scene scene;
    site_begin_study(build, &scene, NULL, "../");
    site_tree *tree = &scene.tree;
    site_puts(tree, SITE_game, game->id);
    site_puts(tree, SITE_game_title, game->title);
    site_puts(tree, SITE_publisher, game->publisher);
    site_puts(tree, SITE_about, game->about);
    site_puts(tree, SITE_edition, shelf->edition->id);
    site_puts(tree, SITE_edition_title, shelf->edition->title);
    put_groups(build, &scene, shelf);
    site_number(tree, SITE_count, game->rule_count - 1);
    site_number(tree, SITE_seen, put_unseen(build, &scene, shelf));
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
