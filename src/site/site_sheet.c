// The scoresheet: a form to fill in at the table, with the words of the game's transcripts on its back.
#include <sha2.h>
#include <stdio.h>
#include <string.h>

#include "broadside/site.h"
#include "site_template.h"
#include "str.h"

enum { ROWS = 20, BLANKS = 16, MIN_SHORT = 2 };

static void put(site_tree *tree, const char *name, const char *value)
{
    site_puts(tree, site_name(tree->names, str_of(name)), value);
}

static void open_node(site_tree *tree, const char *name, int id)
{
    site_open(tree, site_name(tree->names, str_of(name)), id);
}

static void put_letter(site_tree *tree, const brs_setup *setup, int seat)
{
    const char letter = brs_seat_letter(setup, seat);
    site_copy(tree, site_name(tree->names, BRS_STR("seat_letter")), (brs_str){&letter, 1});
}

static void put_players(site_tree *tree, const brs_setup *setup)
{
    for (int seat = 0; seat < setup->seats; seat++) {
        site_open(tree, SITE_player, seat);
        put_letter(tree, setup, seat);
        put(tree, "name", setup->name[seat] != NULL ? setup->name[seat] : "");
        site_close(tree);
    }
}

// Two columns of numbered rows: turns one after the other, or the tricks of a round each.
static void put_rows(site_tree *tree, bool grouped)
{
    for (int column = 0; column < 2; column++) {
        const int before = grouped ? 0 : column * ROWS;
        open_node(tree, "column", column);
        site_number(tree, SITE_from, before + 1);
        site_number(tree, site_name(tree->names, BRS_STR("to")), before + ROWS);
        for (int row = 1; row <= ROWS; row++) {
            open_node(tree, "row", row);
            site_number(tree, SITE_number, before + row);
            site_close(tree);
        }
        site_close(tree);
    }
}

static void put_words(site_tree *tree, const brs_game_def *game)
{
    for (const brs_verb *verb = game->verbs; verb->word != NULL; verb++) {
        open_node(tree, "words", -1);
        put(tree, "word", verb->word);
        put(tree, "noun", verb->noun);
        put(tree, "says", verb->help);
        site_close(tree);
    }
}

// ---- the shortest beginning of a name that fits no other card of the two decks --------------------------

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static size_t common(brs_str a, brs_str b)
{
    size_t n = 0;
    while (n < a.len && n < b.len && lower(a.ptr[n]) == lower(b.ptr[n])) {
        n++;
    }
    return n;
}

typedef struct {
    brs_str name[2 * BRS_MAX_DECK];
    int deck[2 * BRS_MAX_DECK];
    int count;
} sheet_cards;

static void field_text(void *ctx, const char *key, brs_str value)
{
    brs_str *name = ctx;
    *name = strcmp(key, "name") == 0 && name->len == 0 ? value : *name;
}

static void no_open(void *ctx, const char *name, int id)
{
    (void)ctx;
    (void)name;
    (void)id;
}

static void no_close(void *ctx)
{
    (void)ctx;
}

static brs_str card_name(const brs_setup *setup, int card, brs_arena *arena)
{
    brs_str name = {"", 0};
    const brs_viewer viewer = {&name, no_open, field_text, no_close};
    setup->game->card_view(setup->game, setup->cards, card, &viewer);
    return str_of(brs_arena_string(arena, name));
}

static void gather(const brs_setup *setup, sheet_cards *cards, brs_arena *arena)
{
    for (int deck = 0; deck < 2; deck++) {
        for (int i = 0; i < setup->deck[deck].count; i++) {
            if (i == 0 || setup->deck[deck].card[i] != setup->deck[deck].card[i - 1]) {
                cards->deck[cards->count] = deck;
                cards->name[cards->count++] = card_name(setup, setup->deck[deck].card[i], arena);
            }
        }
    }
}

static void put_card(site_tree *tree, const sheet_cards *cards, int at)
{
    const brs_str name = cards->name[at];
    size_t len = MIN_SHORT;
    for (int i = 0; i < cards->count; i++) {
        const size_t same = common(name, cards->name[i]);
        const bool other = !str_equal(name, cards->name[i]);
        len = other && same + 1 > len ? same + 1 : len;
    }
    len = len > name.len ? name.len : len;
    while (len < name.len && name.ptr[len - 1] == ' ') {
        len++;
    }
    char *text = BRS_NEW(tree->arena, char, len + 1);
    for (size_t i = 0; i < len; i++) {
        text[i] = lower(name.ptr[i]);
    }
    site_open(tree, SITE_card, -1);
    put(tree, "short", text);
    site_put(tree, SITE_name, name);
    site_close(tree);
}

static void put_decks(site_tree *tree, const brs_setup *setup)
{
    sheet_cards *cards = BRS_NEW(tree->arena, sheet_cards, 1);
    if (setup->cards == NULL) {
        return;
    }
    gather(setup, cards, tree->arena);
    for (int deck = 0; deck < 2; deck++) {
        if (setup->deck[deck].count == 0) {
            continue;
        }
        open_node(tree, "deck_list", deck);
        put_letter(tree, setup, deck);
        put(tree, "name", setup->deck[deck].name != NULL ? setup->deck[deck].name : "");
        for (int i = 0; i < cards->count; i++) {
            if (cards->deck[i] == deck) {
                put_card(tree, cards, i);
            }
        }
        site_close(tree);
    }
}

// ---- the page ---------------------------------------------------------------------------------------------

static void put_page(site_tree *tree, const brs_sheet_options *o, const char *hash)
{
    const brs_setup *setup = o->setup;
    const brs_game_def *game = setup->game;
    const bool grouped = game->unit->group > 0;
    const size_t len = strcspn(game->measures, " ,");
    char example[64];
    snprintf(example, sizeof example, "%c %.*s %d", brs_seat_letter(setup, setup->seats - 1), (int)len, game->measures, grouped ? 5 : 96);
    put(tree, "headline", o->title != NULL ? o->title : "Scoresheet");
    put(tree, "style_hash", hash);
    put(tree, "game", game->id);
    put(tree, "game_title", game->title);
    put(tree, "edition_title", setup->edition->title);
    site_copy(tree, site_name(tree->names, BRS_STR("measure")), (brs_str){game->measures, len});
    site_copy(tree, SITE_example, str_of(example));
    site_flag(tree, SITE_grouped, grouped);
    put_players(tree, setup);
    for (int i = 0; i < BLANKS; i++) {
        open_node(tree, "blank", i);
        site_close(tree);
    }
    put_rows(tree, grouped);
    put_words(tree, game);
    put_decks(tree, setup);
}

// What a content security policy calls a style: the SHA-256 of its text, in base 64. Empty for a template without one.
static const char *style_hash(brs_str page, brs_arena *arena)
{
    static const char begin[] = "<style>", end[] = "</style>";
    const char *from = memmem(page.ptr, page.len, begin, sizeof begin - 1);
    const char *to = memmem(page.ptr, page.len, end, sizeof end - 1);
    uint8_t sum[SHA256_DIGEST_LENGTH];
    SHA2_CTX sha;
    brs_buf out;
    if (from == NULL || to == NULL || to < from) {
        return "";
    }
    from += sizeof begin - 1;
    SHA256Init(&sha);
    SHA256Update(&sha, (const uint8_t *)from, (size_t)(to - from));
    SHA256Final(sum, &sha);
    buf_init(&out, arena, 64);
    buf_base64(&out, (brs_str){(const char *)sum, sizeof sum});
    return brs_arena_string(arena, buf_str(&out));
}

bool brs_site_scoresheet(const brs_sheet_options *options, brs_arena *arena, brs_str *out, brs_err *err)
{
    site_sources sources;
    site_names *names = BRS_NEW(arena, site_names, 1);
    site_template template;
    const char *hash = "";
    site_names_init(names, arena);
    if (!site_sources_load(&sources, options->templates, arena, err) || !site_sources_declare(&sources, names, err) ||
        !site_template_compile(&template, &sources, names, "pages/scoresheet.html", "", arena, err)) {
        return false;
    }
    // Once to see the style, and once to name it.
    for (int pass = 0; pass < 2; pass++) {
        site_tree tree;
        brs_buf page;
        buf_init(&page, arena, 64 * 1024);
        site_tree_init(&tree, arena, names);
        put_page(&tree, options, hash);
        if (!site_template_render(&template, tree.root, arena, &page, err)) {
            return false;
        }
        *out = buf_str(&page);
        hash = style_hash(*out, arena);
    }
    return true;
}
