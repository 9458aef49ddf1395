// Words for choices and cards, from the game's own tables.
#include "replay_words.h"

#include "str.h"

// ---- plain text from a viewer ------------------------------------------------------------------

static void plain_open(void *ctx, const char *name, int id)
{
    (void)ctx;
    (void)name;
    (void)id;
}

static void plain_text(void *ctx, const char *key, brs_str value)
{
    if (key[0] == '\0') {
        buf_put(ctx, value);
    }
}

static void plain_close(void *ctx)
{
    (void)ctx;
}

static bool has_words(const brs_game_def *game, int kind)
{
    return game->choice_kinds != NULL && kind < game->choice_count;
}

static void say_bare(brs_choice choice, brs_buf *out)
{
    buf_putf(out, "choice %d (%d, %d, %d)", choice.kind, choice.arg[0], choice.arg[1],
             choice.arg[2]);
}

void replay_say_choice(const brs_setup *setup, brs_choice choice, brs_buf *out)
{
    brs_viewer viewer = {out, plain_open, plain_text, plain_close};
    if (has_words(setup->game, choice.kind)) {
        brs_choice_say(setup, choice, &viewer);
    } else {
        say_bare(choice, out);
    }
}

// ---- cards -------------------------------------------------------------------------------------

typedef struct {
    brs_str name;
    int depth;
} name_finder;

static void find_open(void *ctx, const char *name, int id)
{
    (void)name;
    (void)id;
    ((name_finder *)ctx)->depth++;
}

static void find_text(void *ctx, const char *key, brs_str value)
{
    name_finder *finder = ctx;
    if (finder->depth == 1 && str_is(str_of(key), "name")) {
        finder->name = value;
    }
}

static void find_close(void *ctx)
{
    ((name_finder *)ctx)->depth--;
}

brs_str replay_card_name(const brs_game_def *game, const brs_card_set *set, int number)
{
    name_finder finder = {{"", 0}, 0};
    brs_viewer viewer = {&finder, find_open, find_text, find_close};
    if (game->card_view != NULL && set != NULL && number >= 0 && number < set->count) {
        game->card_view(game, set, number, &viewer);
    }
    return finder.name;
}

int replay_card_arguments(const brs_game_def *game, int kind)
{
    int cards = 0;
    brs_str rest = str_of(has_words(game, kind) ? game->choice_kinds[kind].sentence : "");
    while (rest.len > 0) {
        str_cut(&rest, '{');
        brs_str place = str_cut(&rest, '}');
        if (str_begins(place, BRS_STR("card:")) && place.len == 6) {
            cards |= 1 << (place.ptr[5] - '0');
        } else if (str_is(place, "quote")) {
            cards |= 1;
        }
    }
    return cards;
}

// ---- views -------------------------------------------------------------------------------------

static void say_place(const brs_game_def *game, const brs_card_set *set, brs_choice choice,
                      brs_str place, brs_buf *out)
{
    int at = place.len > 0 ? place.ptr[place.len - 1] - '0' : 0;
    int value = at >= 0 && at < 3 ? choice.arg[at] : 0;
    if (str_begins(place, BRS_STR("num:"))) {
        buf_number(out, value);
    } else if (str_begins(place, BRS_STR("card:")) && value == 0) {
        buf_puts(out, "an unseen card");
    } else if (str_begins(place, BRS_STR("card:"))) {
        brs_setup bare = {.game = game};
        brs_str name = game->compile_set == NULL && game->handle_name != NULL
                           ? game->handle_name(&bare, value - 1)  // cards that are the same in every game
                           : replay_card_name(game, set, value - 1);
        if (name.len > 0) {
            buf_put(out, name);
        } else {
            buf_putf(out, "card %d", value - 1);
        }
    }
}

void replay_say_seen(const brs_game_def *game, const brs_card_set *set, brs_choice choice,
                     brs_buf *out)
{
    if (!has_words(game, choice.kind)) {
        say_bare(choice, out);
        return;
    }
    brs_str rest = str_of(game->choice_kinds[choice.kind].sentence);
    while (rest.len > 0) {
        buf_put(out, str_cut(&rest, '{'));
        if (rest.len > 0) {
            say_place(game, set, choice, str_cut(&rest, '}'), out);
        }
    }
    while (out->len > 0 && (out->ptr[out->len - 1] == ' ' || out->ptr[out->len - 1] == ':')) {
        out->len--;  // the sentence of a card would follow: a view has no state to find it in
    }
}

// ---- the library -------------------------------------------------------------------------------

const brs_shelf *replay_shelf(const brs_library *library, const char *game)
{
    for (int i = 0; i < library->count; i++) {
        if (str_is(str_of(game), library->shelf[i].game->id)) {
            return &library->shelf[i];
        }
    }
    return NULL;
}

const brs_card_set *replay_set(const brs_shelf *shelf, const brs_replay *replay)
{
    for (int i = 0; shelf != NULL && i < shelf->set_count; i++) {
        if (replay->set_count > 0 && shelf->sets[i].hash == replay->set_hash[0]) {
            return &shelf->sets[i];
        }
    }
    return NULL;
}
