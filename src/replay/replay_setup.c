// From a replay to the setup of its game: everything it refers to is found here, or refused by its
// id.
#include <stdio.h>

#include "replay_parts.h"
#include "str.h"

// ---- the library ----------------------------------------------------------------------------

static void keep_first(void *ctx, const brs_err *err, bool warning)
{
    brs_err *first = ctx;
    if (!warning && first != NULL && first->code == BRS_OK) {
        *first = *err;
    }
}

brs_report brs_report_first(brs_err *err)
{
    return (brs_report){keep_first, err};
}

static bool load_sets(brs_shelf *shelf, brs_arena *arena, brs_err *err)
{
    const char *const *texts = shelf->game->set_texts;
    int count = 0;
    while (texts != NULL && texts[count] != NULL) {
        count++;
    }
    shelf->set_count = count;
    if (shelf->game->sets != NULL) {
        shelf->sets = shelf->game->sets;
        return true;
    }
    brs_card_set *sets = BRS_NEW(arena, brs_card_set, (size_t)count + 1);
    for (int i = 0; i < count; i++) {
        if (!shelf->game->compile_set(str_of(texts[i]), BRS_BUILT_IN_SET, arena, &sets[i],
                                      brs_report_first(err))) {
            return brs_fail(err, BRS_TEXT, "a built-in card set of %s does not compile",
                            shelf->game->title);
        }
    }
    shelf->sets = sets;
    return true;
}

bool brs_library_load(const brs_game_def *const *games, brs_arena *arena, brs_library *out,
                      brs_err *err)
{
    games = games != NULL ? games : brs_games;
    int count = 0;
    while (games[count] != NULL) {
        count++;
    }
    brs_shelf *shelf = BRS_NEW(arena, brs_shelf, (size_t)count + 1);
    for (int i = 0; i < count; i++) {
        shelf[i].game = games[i];
        if (!brs_editions_load(games[i], arena, &shelf[i].editions, err) ||
            !load_sets(&shelf[i], arena, err)) {
            return false;
        }
    }
    *out = (brs_library){shelf, count};
    return true;
}

// ---- finding what a replay names ------------------------------------------------------------

static const brs_shelf *find_game(const brs_replay *replay, const brs_library *library,
                                  brs_err *err)
{
    for (int i = 0; i < library->count; i++) {
        if (str_is(str_of(replay->game), library->shelf[i].game->id)) {
            return &library->shelf[i];
        }
    }
    brs_fail(err, BRS_EDITION_MISSING, "this program does not know the game \"%s\"", replay->game);
    return NULL;
}

static bool find_edition(const brs_replay *replay, const brs_shelf *shelf, brs_setup *out,
                         brs_err *err)
{
    out->edition = brs_edition_at(&shelf->editions, str_of(replay->edition), replay->patch);
    if (out->edition == NULL) {
        const brs_edition *newest = brs_edition_find(&shelf->editions, str_of(replay->edition));
        brs_fail(err, BRS_EDITION_MISSING, "the edition %s@%d of %s is not here", replay->edition,
                 replay->patch, shelf->game->title);
        if (newest != NULL) {
            brs_help(err, "this program has %s@%d", newest->id, newest->patch);
        }
        return false;
    }
    out->options = out->edition->options;
    return true;
}

static bool apply_overrides(const brs_replay *replay, brs_setup *out, brs_err *err)
{
    for (int i = 0; i < replay->override_count; i++) {
        const brs_override *override = &replay->overrides[i];
        int row = brs_option_find(out->game, override->option);
        if (row < 0) {
            return brs_fail(err, BRS_EDITION_MISSING,
                            "key 20 options[%d]: %s has no option \"%.*s\"", i, out->game->title,
                            BRS_ARG(override->option));
        }
        if (!brs_option_valid(&out->game->options[row], override->value)) {
            return brs_fail(err, BRS_ILLEGAL, "key 20 options[%d]: %d is no value of %s", i,
                            override->value, out->game->options[row].id);
        }
        if (override->value == out->options.value[row]) {
            return brs_fail(err, BRS_NOT_CANONICAL,
                            "key 20 options[%d]: %s is what the edition says and is left out", i,
                            out->game->options[row].id);
        }
        out->options.value[row] = override->value;
    }
    return true;
}

static bool compile_carried(const brs_replay *replay, const brs_game_def *game, brs_arena *arena,
                            const brs_card_set **out, brs_err *err)
{
    brs_card_set *set = BRS_NEW(arena, brs_card_set, 1);
    if (game->compile_set == NULL ||
        !game->compile_set(replay->card_text, "key 22", arena, set, brs_report_first(err))) {
        return brs_fail(err, BRS_TEXT, "key 22 card file: it does not compile");
    }
    if (set->count > BRS_REPLAY_MAX_CARD_COUNT) {
        return brs_fail(err, BRS_LIMIT, "key 22 card file: %d cards, the limit is %d", set->count,
                        BRS_REPLAY_MAX_CARD_COUNT);
    }
    if (set->hash != replay->set_hash[0]) {
        return brs_fail(err, BRS_CARD_SET_MISMATCH,
                        "key 22 card file: its hash is %016llx, key 2 says %016llx",
                        (unsigned long long)set->hash, (unsigned long long)replay->set_hash[0]);
    }
    *out = set;
    return true;
}

static bool find_set(const brs_replay *replay, const brs_shelf *shelf, brs_arena *arena,
                     brs_setup *out, brs_err *err)
{
    bool wants = shelf->game->compile_set != NULL;
    if (wants != (replay->set_count == 1)) {
        return brs_fail(err, BRS_CARD_SET_MISMATCH, "%s is played with %s, the file names %d",
                        shelf->game->title, wants ? "one card set" : "no card set",
                        replay->set_count);
    }
    if (replay->card_text.len > 0) {
        return compile_carried(replay, shelf->game, arena, &out->cards, err);
    }
    for (int i = 0; i < shelf->set_count; i++) {
        if (replay->set_count == 1 && shelf->sets[i].hash == replay->set_hash[0]) {
            out->cards = &shelf->sets[i];
        }
    }
    if (wants && out->cards == NULL) {
        brs_fail(err, BRS_CARD_SET_MISMATCH, "the card set with the hash %016llx is not here",
                 (unsigned long long)replay->set_hash[0]);
        brs_help(err, "give the card file that the game was played with: --cards FILE");
        return false;
    }
    return true;
}

bool replay_find_cards(const brs_replay *replay, const brs_library *library, brs_arena *arena, const brs_card_set **out,
                       brs_err *err)
{
    const brs_shelf *shelf = find_game(replay, library, err);
    brs_setup *setup = BRS_NEW(arena, brs_setup, 1);
    if (shelf == NULL || !find_set(replay, shelf, arena, setup, err)) {
        return false;
    }
    *out = setup->cards;
    return true;
}

// ---- the setup ------------------------------------------------------------------------------

static bool check_critical(const brs_replay *replay, brs_err *err)
{
    if (replay->critical) {
        brs_fail(err, BRS_CRITICAL_KEY, "the even key %llu is unknown here and may change the game",
                 (unsigned long long)replay->critical_key);
        brs_help(err, "use a newer Broadside; info, copy and annotate work all the same");
    }
    return !replay->critical;
}

// What no version of us can play, and what this one cannot.
static bool check_playable(const brs_replay *replay, brs_err *err)
{
    if (!check_critical(replay, err)) {
        return false;
    }
    if (replay->seeded && replay->rng != BRS_RNG_PHILOX4X32_10) {
        return brs_fail(err, BRS_NEWER,
                        "key 8 random stream: this program does not know algorithm %d",
                        replay->rng);
    }
    if (replay->hidden != 0) {
        brs_fail(err, BRS_CRITICAL_KEY, "key 18 view: secrets were removed, so the game cannot be played again");
        brs_help(err, "show and site tell what it has; the whole game is in the replay that it was made of");
        return false;
    }
    return true;
}

static bool check_coder(const brs_replay *replay, const brs_game_def *game, brs_err *err)
{
    bool known = replay->coder_mode == BRS_CODER_MODEL ? replay_find_model(game, replay->coder_model) != NULL
                                                       : replay->coder_mode <= BRS_CODER_EXPLICIT;
    return known || brs_fail(err, BRS_NEWER, "key 10 coder: this program does not know coder %d, model %lu",
                             replay->coder_mode, (unsigned long)replay->coder_model);
}

static bool set_seats(const brs_replay *replay, brs_setup *out, brs_err *err)
{
    if (replay->seats < out->game->min_seats || replay->seats > out->game->max_seats) {
        int least = out->game->min_seats, most = out->game->max_seats;
        return least == most ? brs_fail(err, BRS_ILLEGAL, "key 4 seats: %s is for %d players, not %d",
                                        out->game->title, most, replay->seats)
                             : brs_fail(err, BRS_ILLEGAL, "key 4 seats: %s is for %d to %d players, not %d",
                                        out->game->title, least, most, replay->seats);
    }
    out->seats = replay->seats;
    for (int i = 0; i < replay->seats; i++) {
        out->name[i] = replay->name[i];
    }
    return true;
}

static bool set_decks(const brs_replay *replay, brs_arena *arena, brs_setup *out, brs_err *err)
{
    enum { DECKS = sizeof out->deck / sizeof out->deck[0] };
    if (out->cards == NULL) {
        return true;
    }
    if (replay->seats > DECKS) {
        return brs_fail(err, BRS_LIMIT, "key 4 seats: at most %d players have decks", DECKS);
    }
    for (int i = 0; i < replay->seats; i++) {
        out->deck[i].name = replay->deck_name[i] != NULL ? replay->deck_name[i] : "";
    }
    return replay_unpack_decks(replay->decks, out->deck, replay->seats, out->cards->count, arena,
                               err);
}

bool replay_setup_view(const brs_replay *replay, const brs_library *library, brs_arena *arena, brs_setup *out, brs_err *err)
{
    *out = (brs_setup){.chance = BRS_CHANCE_RECORDED};
    const brs_shelf *shelf = check_critical(replay, err) ? find_game(replay, library, err) : NULL;
    if (shelf == NULL) {
        return false;
    }
    out->game = shelf->game;
    if (!set_seats(replay, out, err) || !find_edition(replay, shelf, out, err) || !apply_overrides(replay, out, err) ||
        !find_set(replay, shelf, arena, out, err)) {
        return false;
    }
    enum { DECKS = sizeof out->deck / sizeof out->deck[0] };
    for (int i = 0; i < replay->seats && i < DECKS; i++) {
        out->deck[i].name = replay->deck_name[i] != NULL ? replay->deck_name[i] : "";
    }
    return true;
}

bool brs_replay_setup(const brs_replay *replay, const brs_library *library, brs_arena *arena,
                      brs_setup *out, brs_err *err)
{
    *out = (brs_setup){.chance = replay->seeded ? BRS_CHANCE_SEEDED : BRS_CHANCE_RECORDED,
                       .seed = replay->seed};
    if (!check_playable(replay, err)) {
        return false;
    }
    const brs_shelf *shelf = find_game(replay, library, err);
    if (shelf == NULL) {
        return false;
    }
    out->game = shelf->game;
    return check_coder(replay, out->game, err) && set_seats(replay, out, err) && find_edition(replay, shelf, out, err) &&
           apply_overrides(replay, out, err) && find_set(replay, shelf, arena, out, err) &&
           set_decks(replay, arena, out, err);
}
