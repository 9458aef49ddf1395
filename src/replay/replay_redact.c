// A replay as one seat may know it: what was removed is not in the file. The choices are written out, with the cards
// that the viewer saw; without decks, seed, digests and checks, from which the rest could be worked out.
#include <sha2.h>
#include <string.h>

#include "broadside/replay_tools.h"
#include "replay_parts.h"
#include "replay_words.h"
#include "str.h"

enum { MAX_HANDLES = 4096 };

// ---- the id of a view ------------------------------------------------------------------------------

// Playing a game shows what is wrong in keys 3, 5 and 7; of a view only the id can.
static bool view_key(uint64_t key)
{
    return key % 2 == 0 || key == 3 || key == 5 || key == 7;
}

// The choices cannot be played, so the id covers their bytes.
void brs_replay_view_core(const brs_replay *replay, brs_arena *arena, uint8_t out[BRS_CORE_ID])
{
    brs_str map = replay_pack(replay, arena, view_key);
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA2_CTX sha;
    SHA256Init(&sha);
    SHA256Update(&sha, (const uint8_t *)map.ptr, map.len);
    SHA256Final(digest, &sha);
    memcpy(out, digest, BRS_CORE_ID);
}

// ---- which cards a seat sees -----------------------------------------------------------------------

typedef struct {
    uint8_t seen[MAX_HANDLES];
    bool hands;      // cards in a hand count
    int depth, hand_depth;
} sight;

static void sight_open(void *ctx, const char *name, int id)
{
    sight *s = ctx;
    s->depth++;
    bool counts = s->hand_depth == 0 || s->hands;
    if (strcmp(name, "card") == 0 && id > 0 && id < MAX_HANDLES && counts) {
        s->seen[id] = 1;
    }
}

static void sight_text(void *ctx, const char *key, brs_str value)
{
    sight *s = ctx;
    if (s->hand_depth == 0 && strcmp(key, "id") == 0 && str_is(value, "hand")) {
        s->hand_depth = s->depth;
    }
}

static void sight_close(void *ctx)
{
    sight *s = ctx;
    if (s->hand_depth == s->depth) {
        s->hand_depth = 0;
    }
    s->depth--;
}

// For the public no hand is open: what one player was shown is not for all.
static void look(sight *s, const brs_game *game, int viewer)
{
    brs_viewer view = {s, sight_open, sight_text, sight_close};
    int seat = viewer == BRS_SEAT_NONE ? BRS_MAX_SEATS : viewer;
    memset(s->seen, 0, sizeof s->seen);
    s->depth = s->hand_depth = 0;
    s->hands = viewer != BRS_SEAT_NONE;
    if (game->setup->game->view != NULL) {
        game->setup->game->view(game->setup, game->state, seat, &view);
    }
}

// ---- what is told ------------------------------------------------------------------------------------

typedef struct {
    const brs_setup *setup;
    int viewer;
    sight before, after;
    brs_buf *out;
    uint32_t heard;
} redactor;

static bool sees(const redactor *r, brs_choice choice, int cards)
{
    for (int i = 0; i < 3; i++) {
        int handle = choice.arg[i];
        bool card = (cards >> i & 1) != 0 && handle != 0;
        if (card && (handle >= MAX_HANDLES || (r->before.seen[handle] | r->after.seen[handle]) == 0)) {
            return false;
        }
    }
    return true;
}

static bool knows(const redactor *r, const void *state, brs_choice choice)
{
    const brs_game_def *game = r->setup->game;
    return choice.seat == r->viewer ||
           (r->viewer != BRS_SEAT_NONE && game->knows != NULL && game->knows(r->setup, state, choice, r->viewer));
}

// For the public: what every seat knows.
static bool all_know(const redactor *r, const void *state, brs_choice choice)
{
    const brs_game_def *game = r->setup->game;
    bool known = game->knows != NULL && r->viewer == BRS_SEAT_NONE;
    for (int seat = 0; known && seat < r->setup->seats; seat++) {
        known = game->knows(r->setup, state, choice, seat);
    }
    return known;
}

// Handles tell places in a deck, so cards become numbers of the set.
static void tell(redactor *r, brs_choice choice, bool known)
{
    const brs_game_def *game = r->setup->game;
    int cards = replay_card_arguments(game, choice.kind);
    bool shown = cards == 0 || known || sees(r, choice, cards);
    for (int i = 0; i < 3; i++) {
        if (!shown) {
            choice.arg[i] = 0;
        } else if ((cards >> i & 1) != 0 && choice.arg[i] != 0) {
            int number = game->card_of != NULL ? game->card_of(r->setup, choice.arg[i]) : -1;
            choice.arg[i] = (uint16_t)(1 + (number >= 0 ? number : choice.arg[i]));
        }
    }
    explicit_put(r->out, choice);
}

static void tell_outcomes(redactor *r, const brs_trace *trace, const void *state)
{
    for (; r->heard < trace->outcome_count; r->heard++) {
        const brs_outcome *outcome = &trace->outcomes[r->heard];
        brs_choice choice = {outcome->kind, outcome->seat, {outcome->arg, 0, 0}};
        bool known = r->viewer != BRS_SEAT_NONE && r->setup->game->knows != NULL &&
                     r->setup->game->knows(r->setup, state, choice, r->viewer);
        choice.seat = BRS_SEAT_CHANCE;
        tell(r, choice, known);
    }
}

static bool redact_choices(redactor *r, const brs_replay *replay, brs_arena *arena, brs_err *err)
{
    brs_player player;
    brs_trace trace;
    brs_err found = BRS_ERR_NONE;
    bool told = true, known = false;
    brs_choice choice = {0};
    brs_trace_init(&trace, arena);
    bool more = brs_player_open(&player, replay, r->setup, 0, arena, &trace, &found);
    for (; more; more = brs_player_next(&player, &found)) {
        look(&r->after, &player.game, r->viewer);
        if (!told) {
            tell(r, choice, known);
        }
        tell_outcomes(r, &trace, player.game.state);
        r->before = r->after;
        told = player.index < 0;
        if (!told) {
            choice = player.game.choices[player.index];
            known = knows(r, player.game.state, choice) || all_know(r, player.game.state, choice);
        }
    }
    return found.code == BRS_OK || (err->code == BRS_OK ? (*err = found, false) : false);
}

// ---- the whole -----------------------------------------------------------------------------------------

static void copy_open(const brs_replay *from, int viewer, brs_replay *to)
{
    *to = (brs_replay){.game = from->game,
                       .edition = from->edition,
                       .patch = from->patch,
                       .seats = from->seats,
                       .set_count = from->set_count,
                       .coder_mode = BRS_CODER_EXPLICIT,
                       .overrides = from->overrides,
                       .override_count = from->override_count,
                       .end = from->end,
                       .end_seat = from->end_seat,
                       .check_bits = 8,
                       .result = from->result,
                       .date = from->date,
                       .event = from->event,
                       .place = from->place,
                       .annotator = from->annotator,
                       .lang = from->lang,
                       .producer = from->producer};
    memcpy(to->set_hash, from->set_hash, sizeof to->set_hash);
    memcpy(to->name, from->name, sizeof to->name);
    memcpy(to->bot, from->bot, sizeof to->bot);
    if (viewer != BRS_SEAT_NONE) {
        to->deck_name[viewer] = from->deck_name[viewer];
    }
    for (int seat = 0; seat < from->seats; seat++) {
        to->hidden |= seat != viewer ? 1U << seat : 0;
    }
}

// Fixes of counts are open to all; a missed trigger names a handle.
static void copy_events(const brs_replay *from, const brs_setup *setup, brs_arena *arena, brs_replay *to)
{
    enum { MISSED = 2 };
    brs_table_event *events = BRS_NEW(arena, brs_table_event, (size_t)from->event_count + 1);
    for (int i = 0; i < from->event_count; i++) {
        events[i] = from->events[i];
        if (events[i].amend.kind == MISSED && setup->game->card_of != NULL) {
            int number = setup->game->card_of(setup, events[i].amend.what);
            events[i].amend.what = (uint16_t)(number >= 0 ? number + 1 : 0);
        }
    }
    to->events = events;
    to->event_count = from->event_count;
}

bool brs_replay_redact(const brs_replay *replay, const brs_setup *setup, int viewer, brs_arena *arena,
                       brs_replay *out, brs_err *err)
{
    const brs_game_def *game = setup->game;
    brs_buf choices;
    buf_init(&choices, arena, 1024);
    redactor *r = BRS_NEW(arena, redactor, 1);
    *r = (redactor){.setup = setup, .viewer = viewer, .out = &choices};
    if (game->choice_kinds == NULL) {
        return brs_fail(err, BRS_USAGE, "%s does not say which choices name cards", game->title);
    }
    if (!redact_choices(r, replay, arena, err)) {
        return false;
    }
    copy_open(replay, viewer, out);
    copy_events(replay, setup, arena, out);
    out->decisions = (brs_coded){replay->decisions.count, buf_str(&choices)};
    brs_replay_view_core(out, arena, out->core);
    return true;
}
