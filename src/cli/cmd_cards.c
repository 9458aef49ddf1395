// broadside cards check, cards explain, cards show: is what a person wrote understood, and how?
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "fs.h"
#include "str.h"

static const cli_option list_options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

static const cli_option cards_options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {'q', "quiet", NULL, "no line for what is right"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    const char *game, *edition;
    bool quiet;
    const cli_library *library;
    const cli_game *found;
} check_options;

// Reads the options and finds the game; true when the command should go on, else *status is set.
static bool begin(cli_run *cli, check_options *o, int *status)
{
    const char *value;
    int letter;
    *o = (check_options){0};
    while ((letter = cli_next(cli, &value)) >= 0) {
        o->game = letter == 'g' ? value : o->game;
        o->edition = letter == 'e' ? value : o->edition;
        o->quiet = o->quiet || letter == 'q';
    }
    if (!cli_ready(letter, status)) {
        return false;
    }
    o->library = cli_library_load(cli);
    *status = o->library == NULL ? cli->failed : BRS_USAGE;
    o->found = o->library == NULL ? NULL : cli_find_game(cli, o->library, o->game);
    if (o->found != NULL && o->found->game->compile_set == NULL) {
        *status = cli_misuse(cli, "%s has no card sets", o->found->game->title);
        o->found = NULL;
    }
    return o->found != NULL;
}

// The set of an operand: a built-in one by id, else a file that is compiled now.
static const brs_card_set *find_set(cli_run *cli, const cli_game *game, const char *name, cli_tally *tally)
{
    brs_report report = cli_reporter(tally);
    const brs_card_set *known = cli_find_set(game, str_of(name));
    if (known != NULL) {
        return known;
    }
    brs_err err = BRS_ERR_NONE;
    brs_str text;
    brs_card_set *set = BRS_NEW(&cli->arena, brs_card_set, 1);
    if (!fs_read(name, CLI_MAX_FILE, &cli->arena, &text, &err)) {
        if (err.code == BRS_USAGE && game->set_count > 0) {
            brs_help(&err, "give a file, or the name of a built-in set: %s", game->sets[0].id);
        }
        report.fn(report.ctx, &err, false);
        return NULL;
    }
    return game->game->compile_set(text, name, &cli->arena, set, report) ? set : NULL;
}

static int run_cards(cli_run *cli)
{
    check_options o;
    int status;
    if (!begin(cli, &o, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which card file, or which built-in set?");
    }
    status = BRS_OK;
    for (int i = 0; i < cli->operands; i++) {
        cli_tally tally;
        const brs_card_set *set = find_set(cli, o.found, cli->operand[i], &tally);
        if (set == NULL) {
            if (tally.first == BRS_TEXT) {
                fprintf(stderr, "%s: %d mistake%s; no card of it can be played\n", cli_tame(&cli->arena, cli->operand[i]), tally.errors,
                        tally.errors == 1 ? "" : "s");
            }
            status = status == BRS_OK ? (int)tally.first : status;
        } else if (!o.quiet) {
            printf("%s: %s@%d \"%s\", %d cards, every sentence understood%s; hash %016llx\n", cli_tame(&cli->arena, cli->operand[i]), set->id,
                   set->version, set->title, set->count, tally.warnings > 0 ? ", with warnings" : "",
                   (unsigned long long)set->hash);
        }
    }
    return status;
}

// ---- cards explain ---------------------------------------------------------------------------------

typedef struct {
    const cli_run *cli;
    const brs_game_def *game;
    const brs_edition *edition;
    int depth, rule;     // rule: of the explanation that is being told, -1: none
} explain_view;

static void explain_open(void *ctx, const char *name, int id)
{
    explain_view *view = ctx;
    view->depth++;
    view->rule = strcmp(name, "explain") == 0 ? id : -1;
}

static void explain_text(void *ctx, const char *key, brs_str value)
{
    const explain_view *view = ctx;
    const char *strong = cli_paint(view->cli, "bold"), *off = cli_paint(view->cli, "off");
    if (view->depth == 1 && strcmp(key, "name") == 0) {
        printf("%s%.*s%s\n", strong, BRS_ARG(value), off);
    } else if (view->depth == 2 && strcmp(key, "text") == 0) {
        printf("\n  %s%.*s%s\n", strong, BRS_ARG(value), off);
    } else if (view->depth == 3 && view->rule > 0 && strcmp(key, "text") == 0) {
        const brs_citation *cite = brs_cite(view->edition, (uint16_t)view->rule);
        printf("    %.*s  [%s, %s]\n", BRS_ARG(value), view->game->rules[view->rule].title,
               cite != NULL ? cite->place : "our reading");
    }
}

static void explain_close(void *ctx)
{
    explain_view *view = ctx;
    view->depth--;
}

static bool same_name(brs_str a, const char *b)
{
    return a.len == strlen(b) && strncasecmp(a.ptr, b, a.len) == 0;
}

typedef struct {
    brs_str name;
    int depth;
} name_view;

static void name_open(void *ctx, const char *name, int id)
{
    (void)name;
    (void)id;
    ((name_view *)ctx)->depth++;
}

static void name_text(void *ctx, const char *key, brs_str value)
{
    name_view *view = ctx;
    if (view->depth == 1 && strcmp(key, "name") == 0) {
        view->name = value;
    }
}

static void name_close(void *ctx)
{
    ((name_view *)ctx)->depth--;
}

static brs_str name_of(const brs_game_def *game, const brs_card_set *set, int card)
{
    name_view view = {{NULL, 0}, 0};
    game->card_view(game, set, card, &(brs_viewer){&view, name_open, name_text, name_close});
    return view.name;
}

static int find_card(const brs_game_def *game, const brs_card_set *set, const char *name)
{
    char slug[64];
    cli_slug(name, slug, sizeof slug);
    for (int i = 0; i < set->count; i++) {
        if (same_name(name_of(game, set, i), name) || str_is(game->card_slug(set, i), slug)) {
            return i;
        }
    }
    return -1;
}

// A card of any set, those of --cards first; -1 is reported, with the name that is nearest.
static int find_any_card(cli_run *cli, const cli_game *game, const char *name, const brs_card_set **set)
{
    int count = 0, n = 0;
    for (int i = game->set_count - 1; i >= 0; i--) {
        int card = find_card(game->game, &game->sets[i], name);
        *set = &game->sets[i];
        count += (*set)->count;
        if (card >= 0) {
            return card;
        }
    }
    const char **names = BRS_NEW(&cli->arena, const char *, (size_t)count + 1);
    for (int i = 0; i < game->set_count; i++) {
        for (int card = 0; card < game->sets[i].count; card++) {
            names[n++] = brs_arena_string(&cli->arena, name_of(game->game, &game->sets[i], card));
        }
    }
    const char *near = cli_nearest(name, names);
    fprintf(stderr, "broadside %s: there is no card \"%s\"", cli->command->name, cli_tame(&cli->arena, name));
    if (near != NULL) {
        fprintf(stderr, "; did you mean \"%s\"?", near);
    }
    fputs("\n    help: `broadside cards list` names them all; --cards FILE adds your own\n", stderr);
    return -1;
}

static int run_explain(cli_run *cli)
{
    check_options o;
    int status;
    if (!begin(cli, &o, &status)) {
        return status;
    }
    const brs_edition *edition = cli_find_edition(cli, o.found, o.edition);
    if (edition == NULL || cli->operands == 0) {
        return edition == NULL ? BRS_USAGE : cli_misuse(cli, "which card?");
    }
    for (int i = 0; i < cli->operands; i++) {
        const brs_card_set *set;
        int card = find_any_card(cli, o.found, cli->operand[i], &set);
        if (card < 0) {
            return BRS_USAGE;
        }
        explain_view view = {cli, o.found->game, edition, 0, -1};
        o.found->game->card_view(o.found->game, set, card, &(brs_viewer){&view, explain_open, explain_text, explain_close});
        puts("");
    }
    return BRS_OK;
}

// ---- cards show, cards list --------------------------------------------------------------------------

enum { CARD_FIELDS = 5 };
static const char *const card_fields[CARD_FIELDS][2] = {
    {"type", "Type"}, {"branch", "Branch"}, {"rarity", "Rarity"}, {"cost", "Cost"}, {"source", "Source"}};

// A card as a card file has it.
typedef struct {
    const cli_run *cli;
    brs_str name, description, field[CARD_FIELDS];
    brs_buf text;
    int depth;
} card_block;

static void block_open(void *ctx, const char *name, int id)
{
    (void)name;
    (void)id;
    ((card_block *)ctx)->depth++;
}

static void block_text(void *ctx, const char *key, brs_str value)
{
    card_block *block = ctx;
    if (block->depth == 2 && strcmp(key, "text") == 0) {
        buf_puts(&block->text, block->text.len > 0 ? " " : "");
        buf_put(&block->text, value);
    } else if (block->depth == 1 && strcmp(key, "name") == 0) {
        block->name = value;
    } else if (block->depth == 1 && strcmp(key, "description") == 0) {
        block->description = value;
    }
    for (int i = 0; i < CARD_FIELDS && block->depth == 1; i++) {
        if (strcmp(key, card_fields[i][0]) == 0) {
            block->field[i] = (brs_str){brs_arena_string((brs_arena *)(uintptr_t)&block->cli->arena, value), value.len};
        }
    }
}

static void block_close(void *ctx)
{
    ((card_block *)ctx)->depth--;
}

// Lines of at most 96 bytes, each with a mark before it.
static void print_wrapped(const char *mark, brs_str text)
{
    enum { WIDTH = 96 };
    while (text.len > 0) {
        size_t len = text.len;
        for (size_t i = WIDTH; len > WIDTH && i > 0; i--) {
            len = text.ptr[i] == ' ' ? i : len;
            i = text.ptr[i] == ' ' ? 1 : i;
        }
        printf("%s%.*s\n", mark, (int)len, text.ptr);
        text = str_trim((brs_str){text.ptr + len, text.len - len});
    }
}

static void print_card(cli_run *cli, const brs_game_def *game, const brs_card_set *set, int card)
{
    card_block block = {.cli = cli};
    buf_init(&block.text, &cli->arena, 512);
    game->card_view(game, set, card, &(brs_viewer){&block, block_open, block_text, block_close});
    printf("%s## %.*s%s\n\n", cli_paint(cli, "bold"), BRS_ARG(block.name), cli_paint(cli, "off"));
    for (int i = 0; i < CARD_FIELDS; i++) {
        if (block.field[i].len > 0) {
            printf("- %s: %.*s\n", card_fields[i][1], BRS_ARG(block.field[i]));
        }
    }
    printf("\n%.*s\n", BRS_ARG(buf_str(&block.text)));
    if (block.description.len > 0) {
        puts("");
        print_wrapped("> ", block.description);
    }
}

static int run_show(cli_run *cli)
{
    check_options o;
    int status;
    if (!begin(cli, &o, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which card, or which set?");
    }
    for (int i = 0; i < cli->operands; i++) {
        const brs_card_set *set = cli_find_set(o.found, str_of(cli->operand[i]));
        if (set != NULL) {
            brs_str text = o.found->set_text[set - o.found->sets];
            fwrite(text.ptr, 1, text.len, stdout);
            continue;
        }
        int card = find_any_card(cli, o.found, cli->operand[i], &set);
        if (card < 0) {
            return BRS_USAGE;
        }
        fputs(i > 0 ? "\n" : "", stdout);
        print_card(cli, o.found->game, set, card);
    }
    return BRS_OK;
}

static int run_cards_list(cli_run *cli)
{
    check_options o;
    int status;
    if (!begin(cli, &o, &status)) {
        return status;
    }
    for (int i = 0; i < o.found->set_count; i++) {
        const brs_card_set *set = &o.found->sets[i];
        if (cli->operands > 0 && set != cli_find_set(o.found, str_of(cli->operand[0]))) {
            continue;
        }
        for (int card = 0; card < set->count; card++) {
            card_block block = {.cli = cli};
            buf_init(&block.text, &cli->arena, 512);
            o.found->game->card_view(o.found->game, set, card, &(brs_viewer){&block, block_open, block_text, block_close});
            printf("%-8s %-28.*s %-8.*s %-13.*s %-12.*s %.*s\n", set->id, BRS_ARG(block.name), BRS_ARG(block.field[0]),
                   BRS_ARG(block.field[1]), BRS_ARG(block.field[2]),
                   BRS_ARG(block.field[3].len > 0 ? block.field[3] : BRS_STR("-")));
        }
    }
    return BRS_OK;
}
const cli_command cmd_cards_check = {
    "cards check", "FILE|SET...", "Says whether every sentence of a card file is understood.",
    "broadside cards check my.cards.md     every mistake with line, column and what was expected\n"
    "broadside cards check CC1             a built-in set\n",
    cards_options, run_cards, CLI_READS,
};

static const cli_option explain_options[] = {
    {'g', "game", "GAME", "which game (default: rnr)"},
    {'e' | CLI_SETTING, "edition", "EDITION", "whose places to cite (default: the first of `broadside editions list`)"},
    CLI_CARDS,
    {0, NULL, NULL, NULL},
};

const cli_command cmd_cards_explain = {
    "cards explain", "CARD...", "Says what each sentence of a card does, when, to whom, for how long, and by which rule.",
    "broadside cards explain \"Palmetto Log Fort\"\n"
    "broadside cards explain nathan-hale --edition guide\n",
    explain_options, run_explain, CLI_READS,
};

const cli_command cmd_cards_show = {
    "cards show", "CARD|SET...", "Prints a card, or a whole set, as a card file has it.",
    "broadside cards show \"Palmetto Log Fort\"\n"
    "broadside cards show CC1 > mine.cards.md     to begin a set of your own: change its line \"Set\"\n",
    list_options, run_show, CLI_READS,
};

const cli_command cmd_cards_list = {
    "cards list", "[SET]", "Lists all cards: set, name, type, branch, rarity, cost in IP.",
    "broadside cards list\n"
    "broadside cards list --cards mine.cards.md MINE\n",
    list_options, run_cards_list, CLI_READS,
};
