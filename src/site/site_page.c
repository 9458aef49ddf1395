// From a tree to a file: the fields that every page has, the template of its kind, the bytes.
#include "site_pages.h"

#include <stdio.h>
#include <string.h>

#include "site_book.h"
#include "site_share.h"
#include "str.h"

static const char *const page_files[SITE_PAGE_COUNT] = {
    [SITE_PAGE_INDEX] = "pages/index.html", [SITE_PAGE_MATCH] = "pages/match.html",
    [SITE_PAGE_UNIT] = "pages/unit.html",   [SITE_PAGE_COMPARE] = "pages/compare.html",
    [SITE_PAGE_LESSON] = "pages/lesson.html", [SITE_PAGE_LINE] = "pages/line.html",
     [SITE_PAGE_LEDGER] = "pages/ledger.html",
    [SITE_PAGE_QUIZ] = "pages/quiz.html",
    [SITE_PAGE_WORKSHEET] = "pages/worksheet.html", [SITE_PAGE_KEY] = "pages/key.html",
    [SITE_PAGE_ANKI] = "pages/anki.txt", [SITE_PAGE_GIFT] = "pages/gift.txt",
    [SITE_PAGE_RULES] = "pages/rules.html", [SITE_PAGE_CARD] = "pages/card.html",
    [SITE_PAGE_CARDS] = "pages/cards.html", [SITE_PAGE_ABOUT] = "pages/about.html",
    [SITE_PAGE_404] = "pages/404.html",
    [SITE_PAGE_PRINT] = "pages/print.html", [SITE_PAGE_EMBED] = "pages/embed.html",
    [SITE_PAGE_FIND] = "pages/find.html", [SITE_PAGE_FINDING] = "pages/finding.html", [SITE_PAGE_NAMES] = "pages/names.html",
    [SITE_PAGE_STYLE] = "pages/style.html", [SITE_PAGE_SPECIMEN] = "pages/specimen.html", [SITE_PAGE_TONGUES] = "pages/tongues.html",
};

const char *site_page_file(site_page_kind kind)
{
    return page_files[kind];
}

void site_begin_page(site_build *build, site_scene *scene, const site_match *match,
                     const char *root)
{
    brs_arena_reset(&build->page);
    *scene = (site_scene){.match = match, .root = root, .units = "", .unit = -1};
    site_tree *tree = &scene->tree;
    site_tree_init(tree, &build->page, &build->names);
    site_puts(tree, SITE_root, root);
    site_puts(tree, SITE_site_title,
              build->options->title != NULL ? build->options->title : "Broadside");
    site_put(tree, SITE_css, build->css);
    site_put(tree, SITE_origin, build->origin);
    site_put(tree, SITE_script, build->script);
    site_flag(tree, SITE_closed, build->options->no_spoilers);
}

void site_begin_study(site_build *build, site_scene *scene, const site_match *match, const char *root)
{
    site_begin_page(build, scene, match, root);
    site_put(&scene->tree, SITE_study, build->study);
}

// Templates of a game are compiled when its first page of a kind is written.
static const site_template *template_for(site_build *build, const brs_game_def *game,
                                         site_page_kind kind, brs_err *err)
{
    int at = 0;
    while (at < build->kits && build->kit[at].game != game) {
        at++;
    }
    if (at == (int)(sizeof build->kit / sizeof build->kit[0])) {
        brs_fail(err, BRS_LIMIT, "too many games in one site");
        return NULL;
    }
    if (at == build->kits) {
        build->kit[build->kits++].game = game;
    }
    if (!build->kit[at].compiled[kind]) {
        const char *folder = game != NULL ? game->id : "";
        if (!site_template_compile(&build->kit[at].page[kind], &build->sources, &build->names,
                                   page_files[kind], folder, build->arena, err)) {
            return NULL;
        }
        if (kind == SITE_PAGE_ANKI || kind == SITE_PAGE_GIFT) {
            build->kit[at].page[kind].escape = kind == SITE_PAGE_ANKI ? buf_html_field : buf_gift;
        }
        build->kit[at].compiled[kind] = true;
    }
    return &build->kit[at].page[kind];
}

bool site_render_page(site_build *build, site_scene *scene, const brs_game_def *game, site_page_kind kind, brs_err *err)
{
    const site_template *template = template_for(build, game, kind, err);
    if (template == NULL) {
        return false;
    }
    if (build->html.ptr == NULL) {
        buf_init(&build->html, build->arena, 256 * 1024);
    }
    buf_reset(&build->html);
    return site_template_render(template, scene->tree.root, &build->game, &build->html, err);
}

bool site_end_page(site_build *build, site_scene *scene, const brs_game_def *game,
                   site_page_kind kind, const char *path, brs_err *err)
{
    if (!site_render_page(build, scene, game, kind, err)) {
        return false;
    }
    if (kind != SITE_PAGE_ANKI && kind != SITE_PAGE_GIFT) {
        build->pages++;
        site_book_take(build, kind, path);
        site_share(build, path);
    }
    return site_out_write(&build->out, path, site_with_tongues(build, path), err);
}

// ---- fields that many pages share -------------------------------------------------------------

const char *site_join(const site_wording *words, int index, int count)
{
    return index == 0 ? "" : site_word(words, index + 1 < count ? SITE_SAY_comma : SITE_SAY_and);
}

static void put_player(site_scene *scene, int seat)
{
    const site_match *match = scene->match;
    const brs_setup *setup = match->setup;
    site_open(&scene->tree, SITE_player, seat);
    site_put_seat(scene, seat);
    site_puts(&scene->tree, SITE_join, site_join(scene->tree.names->words, seat, setup->seats));
    const char *deck = match->replay->deck_name[seat];
    if (deck == NULL && seat < 2 && setup->deck[seat].count > 0 && match->viewer == SITE_FOR_ALL) {
        deck = setup->deck[seat].name;
    }
    site_puts(&scene->tree, SITE_deck, deck != NULL ? deck : "");
    site_puts(&scene->tree, SITE_bot, match->replay->bot[seat] != NULL ? match->replay->bot[seat] : "");
    site_put(&scene->tree, SITE_letter, (brs_str){&"ABCDEFGHIJKL"[seat], 1});
    site_flag(&scene->tree, SITE_won, match->result.over && match->result.winner == seat);
    site_close(&scene->tree);
}

bool site_has_leader(const site_match *match, const site_unit *unit)
{
    const int group = match->setup->game->unit->group;
    return unit->seat < match->setup->seats && (group == 0 || unit->number % group != 0);
}

// "Turn 4", "Round 2, trick 5"; "Setup" before the first.
void site_put_unit_name(site_tree *tree, uint16_t name, const brs_unit_info *info, int unit)
{
    char text[96];
    if (unit == 0) {
        site_puts(tree, name, site_word(tree->names->words, SITE_SAY_setup));
        return;
    }
    int len = brs_unit_name(info, unit, text, sizeof text);
    site_put(tree, name, (brs_str){brs_arena_string(tree->arena, (brs_str){text, (size_t)len}), (size_t)len});
}

void site_put_span(site_tree *tree, const brs_unit_info *info, int unit)
{
    const int count = info->group == 0 ? unit : unit / info->group;
    const char *forms = info->group == 0 ? info->forms : info->group_forms;
    const site_wording *words = tree->names->words;
    brs_buf text;
    buf_init(&text, tree->arena, 48);
    buf_number(&text, count);
    buf_byte(&text, ' ');
    buf_put(&text, brs_plural_form(words == NULL ? NULL : words->language, str_of(forms != NULL ? forms : info->id), count));
    site_put(tree, SITE_span, buf_str(&text));
}

// "A, Ada": whose eyes the page is for; empty for everybody's.
static void site_put_viewer(site_scene *scene)
{
    const site_match *match = scene->match;
    const int seat = site_viewer_seat(match->viewer);
    site_flag(&scene->tree, SITE_view, match->viewer != SITE_FOR_ALL);
    site_put(&scene->tree, SITE_eyes, match->viewer >= SITE_FOR_SEAT ? site_seat_name(match->setup, seat) : BRS_STR(""));
}

void site_put_match_head(site_scene *scene)
{
    const site_match *match = scene->match;
    const brs_setup *setup = match->setup;
    site_tree *tree = &scene->tree;
    site_puts(tree, SITE_game, setup->game->id);
    site_puts(tree, SITE_game_title, setup->game->title);
    site_puts(tree, SITE_publisher, setup->game->publisher);
    site_puts(tree, SITE_edition, setup->edition->id);
    site_puts(tree, SITE_edition_title, setup->edition->title);
    site_puts(tree, SITE_address, match->address);
    site_puts(tree, SITE_card_suffix, match->card_suffix);
    site_put_viewer(scene);
    site_puts(tree, SITE_unit_title, setup->game->unit->title);
    site_puts(tree, SITE_unit_id, setup->game->unit->word != NULL ? setup->game->unit->word : setup->game->unit->id);
    site_puts(tree, SITE_unit_forms, setup->game->unit->forms != NULL ? setup->game->unit->forms : "");
    site_put_span(tree, setup->game->unit, site_last_unit(match));
    site_put(tree, SITE_bots, site_bots_text(match, tree->names->words, tree->arena));
    site_flag(tree, SITE_many, setup->seats > 3);
    site_flag(tree, SITE_grouped, setup->game->unit->group != 0);
    site_put(tree, SITE_crowd, site_is_crowd(setup) ? site_short_names(setup, tree->names->words, tree->arena) : (brs_str){"", 0});
    for (int seat = 0; seat < setup->seats; seat++) {
        put_player(scene, seat);
    }
}

bool site_is_crowd(const brs_setup *setup)
{
    return setup->seats > SITE_SMALL_TABLE;
}

bool site_is_unnamed(const brs_setup *setup)
{
    bool named = false;
    for (int seat = 0; seat < setup->seats; seat++) {
        named = named || setup->name[seat] != NULL;
    }
    return !named;
}

brs_str site_short_names(const brs_setup *setup, const site_wording *words, brs_arena *arena)
{
    enum { NAMED = 2 };
    brs_buf text;
    buf_init(&text, arena, 64);
    if (site_is_unnamed(setup)) {
        const brs_str last = {&"ABCDEFGHIJKL"[setup->seats - 1], 1};
        site_put_words(&text, words, setup->seats == 2 ? SITE_SAY_players_two : SITE_SAY_players_many, &last, 1);
        return buf_str(&text);
    }
    const int named = site_is_crowd(setup) ? NAMED : setup->seats;
    for (int seat = 0; seat < named; seat++) {
        buf_puts(&text, site_join(words, seat, setup->seats));
        buf_put(&text, site_seat_name(setup, seat));
    }
    if (named < setup->seats) {
        char digits[12];
        snprintf(digits, sizeof digits, "%d", setup->seats - named);
        const brs_str more = str_of(digits);
        site_put_words(&text, words, SITE_SAY_more_names, &more, 1);
    }
    return buf_str(&text);
}

brs_str site_seed_text(const site_match *match, brs_arena *arena)
{
    brs_buf text;
    buf_init(&text, arena, 24);
    if (match->replay->seeded) {
        buf_putf(&text, "%llu", (unsigned long long)match->replay->seed);
    }
    return buf_str(&text);
}

// "Ada, Bo and Cy are played by the greedy bot": the seats from this one on that the same program played. Each name
// stands between marks that keep its direction to itself, as <bdi> would: this goes where no tag may be, too.
static void name_seats(brs_buf *text, const brs_setup *setup, const site_wording *words, const char *const *bot, int seat)
{
    brs_buf names;
    buf_init(&names, text->arena, 64);
    int count = 0, named = 0;
    for (int other = seat; other < setup->seats; other++) {
        count += bot[other] != NULL && strcmp(bot[other], bot[seat]) == 0;
    }
    buf_puts(text, text->len > 0 ? "; " : "");
    for (int other = seat; other < setup->seats; other++) {
        if (bot[other] != NULL && strcmp(bot[other], bot[seat]) == 0) {
            buf_puts(&names, site_join(words, named++, count));
            buf_putf(&names, "\u2068%.*s\u2069", BRS_ARG(site_seat_name(setup, other)));
        }
    }
    const brs_str args[] = {buf_str(&names), str_of(bot[seat])};
    site_put_words(text, words, count > 1 ? SITE_SAY_bot_many : SITE_SAY_bot_one, args, 2);
}

brs_str site_bots_text(const site_match *match, const site_wording *words, brs_arena *arena)
{
    const brs_setup *setup = match->setup;
    const char *const *bot = match->replay->bot;
    brs_buf text;
    buf_init(&text, arena, 64);
    for (int seat = 0; seat < setup->seats; seat++) {
        bool first = bot[seat] != NULL;
        for (int other = 0; other < seat; other++) {
            first = first && (bot[other] == NULL || strcmp(bot[other], bot[seat]) != 0);
        }
        if (first) {
            name_seats(&text, setup, words, bot, seat);
        }
    }
    return buf_str(&text);
}

void site_put_slip(site_scene *scene, const brs_slip *slip)
{
    const brs_slip_info *info = &scene->match->setup->game->slip_kinds[slip->kind];
    site_open(&scene->tree, SITE_slip, slip->kind);
    site_puts(&scene->tree, SITE_title, info->title);
    site_puts(&scene->tree, SITE_sid, info->id);
    site_put_rule(scene, info->rule);
    site_put_seat(scene, slip->seat);
    site_say_slip(scene, slip);
    site_close(&scene->tree);
}

void site_put_scores(site_scene *scene, const site_unit *before, const site_unit *after)
{
    const site_match *match = scene->match;
    site_tree *tree = &scene->tree;
    if (match->score == 0) {
        return;
    }
    site_puts(tree, SITE_score_title, match->setup->game->quantities[match->score].title);
    for (int seat = 0; seat < match->setup->seats; seat++) {
        site_open(tree, SITE_score, seat);
        site_put_seat(scene, seat);
        site_number(tree, SITE_before, before->score[seat]);
        site_number(tree, SITE_after, after->score[seat]);
        site_put_signed(scene, SITE_delta, (int64_t)after->score[seat] - before->score[seat]);
        const bool changed = after->score[seat] != before->score[seat];
        site_flag(tree, SITE_changed, changed);
        site_flag(tree, SITE_shown, changed || !site_is_crowd(match->setup));
        site_flag(tree, SITE_lost, after->score[seat] < before->score[seat]);
        site_close(tree);
    }
}

// "A is the Active Player." of "Turn 1: A is the Active Player.": the link before it has said the turn.
static brs_str without_unit(brs_str text, const brs_unit_info *info, int unit)
{
    char name[96];
    const size_t len = (size_t)brs_unit_name(info, unit, name, sizeof name);
    const bool named = str_begins(text, (brs_str){name, len}) && text.len > len + 2 && text.ptr[len] == ':';
    return named ? (brs_str){text.ptr + len + 2, text.len - len - 2} : text;
}

static void put_example(site_build *build, site_scene *scene, const site_example *example)
{
    site_tree *tree = &scene->tree;
    const site_published match = site_published_at(build, (int)example->match - 1, tree->arena);
    char file[48];
    brs_buf href;
    buf_init(&href, tree->arena, 128);
    buf_puts(&href, "../m/");
    buf_puts(&href, match.address);
    buf_puts(&href, "/t/");
    brs_unit_file(match.unit, example->unit, file, sizeof file);
    buf_puts(&href, file);
    buf_puts(&href, ".html#e");
    buf_number(&href, example->seq);
    site_open(tree, SITE_example, (int)example->seq);
    site_put(tree, SITE_href, buf_str(&href));
    site_put(tree, SITE_names, match.short_names);
    site_put(tree, SITE_seed, match.seed);
    site_put(tree, SITE_decks, match.decks);
    site_put_unit_name(tree, SITE_unit_name, match.unit, example->unit);
    site_put(tree, SITE_text, without_unit(example->text, match.unit, example->unit));
    site_close(tree);
}

void site_put_examples(site_build *build, site_scene *scene, const site_seen *seen, int most)
{
    site_tree *tree = &scene->tree;
    site_number(tree, SITE_count, seen->count);
    site_flag(tree, SITE_many, seen->count != 1);
    site_number(tree, SITE_games, seen->games);
    site_flag(tree, SITE_more, seen->games != 1);
    site_number(tree, SITE_looked, seen->looked);
    site_number(tree, SITE_idle, seen->idle);
    int shown = seen->examples < most ? seen->examples : most;
    site_number(tree, SITE_fewer, (uint32_t)shown < seen->games ? shown : 0);
    for (int i = 0; i < shown; i++) {
        put_example(build, scene, &seen->example[i]);
    }
}
