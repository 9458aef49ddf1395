#include "toy_deck_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "str.h"

enum { TOY_MAX_CARDS = 64, TOY_HAND = 8, TOY_LAST_TURN = 60 };
enum { TOY_KEEP, TOY_REDRAW, TOY_PUT, TOY_PASS, TOY_OUTCOME };
enum { STEP_DEAL, STEP_KEEP, STEP_DRAW, STEP_PUT, STEP_OVER };

typedef struct {
    int count;
    int power[TOY_MAX_CARDS];
} toy_set;

typedef struct {
    brs_chance chance;
    int32_t score[BRS_MAX_SEATS];
    uint16_t left[2][TOY_MAX_CARDS];         // of each card in the deck
    uint16_t hand[BRS_MAX_SEATS][TOY_HAND];  // card numbers, ascending
    uint8_t held[BRS_MAX_SEATS], redrawn[BRS_MAX_SEATS];
    uint8_t seats, step, seat, winner;
    uint16_t turn;
} toy_state;

// ---- drawing --------------------------------------------------------------------------------

static int left_in_deck(const brs_setup *setup, const toy_state *s)
{
    int sum = 0;
    for (int card = 0; setup->cards != NULL && card < setup->cards->count; card++) {
        sum += s->left[s->seat][card];
    }
    return setup->cards == NULL ? 9 : sum;
}

static void take(toy_state *s, int card)
{
    int at = s->held[s->seat]++;
    for (; at > 0 && s->hand[s->seat][at - 1] > card; at--) {
        s->hand[s->seat][at] = s->hand[s->seat][at - 1];
    }
    s->hand[s->seat][at] = (uint16_t)card;
}

// False: the question was put to the seat of chance. An empty deck or a full hand draws nothing.
static bool draw(const brs_setup *setup, toy_state *s)
{
    int left = left_in_deck(setup, s);
    if (left == 0 || s->held[s->seat] == setup->options.value[TOY_OPTION_CAP]) {
        return true;
    }
    int which = brs_chance_below(&s->chance, 0, s->seat, (uint32_t)left);
    if (which < 0) {
        return false;
    }
    int card = which;
    if (setup->cards != NULL) {
        for (card = 0; which >= s->left[s->seat][card]; card++) {
            which -= s->left[s->seat][card];
        }
        s->left[s->seat][card]--;
    }
    take(s, card);
    return true;
}

static void put_back(const brs_setup *setup, toy_state *s)
{
    for (int i = 0; setup->cards != NULL && i < s->held[s->seat]; i++) {
        s->left[s->seat][s->hand[s->seat][i]]++;
    }
    memset(s->hand[s->seat], 0, sizeof s->hand[0]);
    s->held[s->seat] = 0;
}

// ---- the flow -------------------------------------------------------------------------------

static void next_seat(toy_state *s)
{
    s->seat = (uint8_t)((s->seat + 1) % s->seats);
}

static void end_turn(toy_state *s)
{
    next_seat(s);
    s->turn++;
    s->step = s->turn > TOY_LAST_TURN ? STEP_OVER : STEP_DRAW;
}

// Runs to the next question.
static void run(const brs_setup *setup, toy_state *s)
{
    while (!s->chance.asked) {
        switch (s->step) {
        case STEP_DEAL:
            if (s->held[s->seat] == 3) {
                s->step = STEP_KEEP;
            } else if (!draw(setup, s)) {
                return;
            }
            break;
        case STEP_DRAW:
            if (!draw(setup, s)) {
                return;
            }
            s->step = STEP_PUT;
            break;
        default: return;
        }
    }
}

static bool toy_create(void *state, const brs_setup *setup, brs_trace *trace, brs_err *err)
{
    toy_state *s = state;
    (void)trace;
    memset(s, 0, sizeof *s);
    s->chance = (brs_chance){.seed = setup->seed, .mode = setup->chance};
    s->seats = (uint8_t)setup->seats;
    s->winner = BRS_SEAT_NONE;
    for (int seat = 0; setup->cards != NULL && seat < setup->seats; seat++) {
        if (setup->deck[seat].count < 10) {
            return brs_fail(err, BRS_ILLEGAL, "a toy deck has at least 10 cards");
        }
        for (int i = 0; i < setup->deck[seat].count; i++) {
            s->left[seat][setup->deck[seat].card[i]]++;
        }
    }
    run(setup, s);
    return true;
}

static int toy_choices(const brs_setup *setup, const void *state, brs_choice *out, int cap)
{
    const toy_state *s = state;
    int n = 0;
    (void)setup;
    (void)cap;
    if (s->chance.asked) {
        for (; n < s->chance.n; n++) {
            out[n] = (brs_choice){TOY_OUTCOME, BRS_SEAT_CHANCE, {(uint16_t)n, 0, 0}};
        }
    } else if (s->step == STEP_KEEP) {
        out[n++] = (brs_choice){TOY_KEEP, s->seat, {0, 0, 0}};
        if (!s->redrawn[s->seat]) {
            out[n++] = (brs_choice){TOY_REDRAW, s->seat, {0, 0, 0}};
        }
    } else if (s->step == STEP_PUT) {
        for (int i = 0; i < s->held[s->seat]; i++) {
            if (i == 0 || s->hand[s->seat][i] != s->hand[s->seat][i - 1]) {
                out[n++] = (brs_choice){TOY_PUT, s->seat, {s->hand[s->seat][i], 0, 0}};
            }
        }
        out[n++] = (brs_choice){TOY_PASS, s->seat, {0, 0, 0}};
    }
    return n;
}

static void put_down(const brs_setup *setup, toy_state *s, int card)
{
    int at = 0;
    while (s->hand[s->seat][at] != card) {
        at++;
    }
    s->held[s->seat]--;
    for (; at < s->held[s->seat]; at++) {
        s->hand[s->seat][at] = s->hand[s->seat][at + 1];
    }
    s->hand[s->seat][at] = 0;
    const toy_set *set = setup->cards != NULL ? setup->cards->cards : NULL;
    s->score[s->seat] +=
        (set != NULL ? set->power[card] : card) + setup->options.value[TOY_OPTION_EXTRA];
    if (s->score[s->seat] >= setup->options.value[TOY_OPTION_GOAL]) {
        s->winner = s->seat;
        s->step = STEP_OVER;
    }
}

static brs_verdict toy_apply(const brs_setup *setup, void *state, brs_choice choice,
                             brs_trace *trace)
{
    toy_state *s = state;
    (void)trace;
    switch (choice.kind) {
    case TOY_OUTCOME: brs_chance_answer(&s->chance, choice.arg[0]); break;
    case TOY_KEEP:
        next_seat(s);
        s->step = s->seat == 0 ? STEP_DRAW : STEP_DEAL;
        s->turn = s->seat == 0;
        break;
    case TOY_REDRAW:
        put_back(setup, s);
        s->redrawn[s->seat] = 1;
        s->step = STEP_DEAL;
        break;
    case TOY_PUT: put_down(setup, s, choice.arg[0]); break;
    case TOY_PASS: end_turn(s); break;
    default: return (brs_verdict){false, 1};
    }
    run(setup, s);
    return (brs_verdict){true, 0};
}

static bool toy_result(const brs_setup *setup, const void *state, brs_result *out)
{
    const toy_state *s = state;
    *out = (brs_result){.over = s->step == STEP_OVER, .winner = s->winner, .units = s->turn};
    out->reason = s->winner != BRS_SEAT_NONE ? 1 : 0;
    for (int seat = 0; setup->cards == NULL && out->over && seat < s->seats; seat++) {
        out->place[seat] = 1;
        for (int other = 0; other < s->seats; other++) {
            out->place[seat] = (uint8_t)(out->place[seat] + (s->score[other] > s->score[seat]));
        }
    }
    return out->over;
}

static int toy_unit_now(const void *state)
{
    return ((const toy_state *)state)->turn;
}

static uint64_t toy_digest(const brs_setup *setup, const void *state)
{
    (void)setup;
    return XXH3_64bits(state, sizeof(toy_state));  // zeroed at creation, so padding is 0
}

static size_t toy_used(const void *state)
{
    (void)state;
    return sizeof(toy_state);
}

static bool toy_amend(const brs_setup *setup, void *state, const brs_amend *amend, brs_trace *trace,
                      brs_err *err)
{
    toy_state *s = state;
    (void)setup;
    (void)trace;
    if (amend->kind != 1 || amend->seat >= s->seats || amend->what != 1) {
        return brs_fail(err, BRS_ILLEGAL, "only scores can be mended");
    }
    s->score[amend->seat] = amend->value;
    return true;
}

// ---- card sets: one line a card, "name power" -----------------------------------------------

static bool toy_compile_set(brs_str text, const char *file, brs_arena *arena, brs_card_set *out,
                            brs_report report)
{
    toy_set *set = BRS_NEW(arena, toy_set, 1);
    brs_str line, rest = text;
    (void)file;
    while (str_line(&rest, &line)) {
        int64_t power;
        brs_str name = str_word(&line);
        if (name.len == 0 || !str_number(line, &power) || power < 0 || power > 99 ||
            set->count == TOY_MAX_CARDS) {
            brs_err err = BRS_ERR_NONE;
            brs_fail(&err, BRS_TEXT, "a toy card is a name and a power");
            if (report.fn != NULL) {
                report.fn(report.ctx, &err, false);
            }
            return false;
        }
        set->power[set->count++] = (int)power;
    }
    *out = (brs_card_set){.id = "toy",
                          .title = "Toy",
                          .count = set->count,
                          .cards = set,
                          .hash = XXH3_64bits(text.ptr, text.len)};
    return true;
}

// ---- the tables -----------------------------------------------------------------------------

static const brs_option_info TOY_OPTIONS[] = {
    [TOY_OPTION_GOAL] = {"goal", BRS_OPTION_INT, 60, 5, 999, 1, NULL, "points that win"},
    [TOY_OPTION_EXTRA] = {"extra", BRS_OPTION_INT, 0, 0, 9, 1, NULL, "points added to each card"},
    [TOY_OPTION_CAP] = {"cap", BRS_OPTION_INT, TOY_HAND, 3, TOY_HAND, 1, NULL, "cards in a hand"},
};
static const brs_rule TOY_RULES[] = {{"none", "", "", ""}, {"toy", "", "Toy", "The only rule."}};
static const brs_victory_info TOY_VICTORIES[] = {{"none", "", 0, ""},
                                                 {"goal", "Goal", 1, "{seat} reached the goal"}};
static const char *const TOY_EDITIONS[] = {
    "edition basic\npatch 1\ntitle \"Basic\"\n",
    "edition long\npatch 2\ntitle \"Long\"\nbase basic\nset goal 90 T:1\n",
    NULL,
};
static const char *const TOY_SETS[] = {
    "ant 1\nbee 2\ncat 3\ndog 4\neel 5\nfox 6\ngnu 7\nhen 8\nibex 1\njay 2\nkite 3\nlynx 4\nmole "
    "5\nnewt 6\nowl 7\n"
    "pike 2\nquail 1\nrook 3\nstag 4\ntern 2\n",
    NULL,
};

#define TOY_COMMON                                                                                 \
    .publisher = "Nobody's game.", .min_seats = 2, .options = TOY_OPTIONS, .option_count = 3,      \
    .rules = TOY_RULES, .rule_count = 2, .victories = TOY_VICTORIES, .victory_count = 2,           \
    .edition_texts = TOY_EDITIONS, .state_size = sizeof(toy_state), .used = toy_used,              \
    .create = toy_create, .choices = toy_choices, .apply = toy_apply, .result = toy_result,        \
    .unit_now = toy_unit_now, .digest = toy_digest, .amend = toy_amend

const brs_game_def toy_cards = {
    .id = "toycards",
    .title = "Toy Cards",
    .max_seats = 2,
    .set_texts = TOY_SETS,
    .compile_set = toy_compile_set,
    TOY_COMMON,
};
const brs_game_def toy_dice = {.id = "toydice", .title = "Toy Dice", .max_seats = 5, TOY_COMMON};
const brs_game_def *const toy_games[] = {&toy_cards, &toy_dice, NULL};

// ---- for tests ------------------------------------------------------------------------------

static void toy_deck(const brs_card_set *set, int number, brs_deck *out)
{
    *out = (brs_deck){.name = ""};
    for (int card = number; card < set->count && out->count < 30; card += number + 1) {
        for (int copy = 0; copy < 1 + (card + number) % 4; copy++) {
            out->card[out->count++] = (uint16_t)card;
        }
    }
}

void toy_setup(const brs_library *library, const brs_game_def *game, int seats, uint64_t seed,
               brs_setup *out)
{
    const brs_shelf *shelf = &library->shelf[game == &toy_cards ? 0 : 1];
    *out = (brs_setup){.game = game,
                       .edition = shelf->editions.edition[0],
                       .seats = seats,
                       .seed = seed,
                       .chance = seed != 0 ? BRS_CHANCE_SEEDED : BRS_CHANCE_RECORDED};
    out->options = out->edition->options;
    if (game == &toy_cards) {
        out->cards = &shelf->sets[0];
        toy_deck(out->cards, (int)(seed % 3), &out->deck[0]);
        toy_deck(out->cards, (int)(seed / 3 % 3), &out->deck[1]);
    }
}

uint32_t toy_play(const brs_setup *setup, uint64_t wish, uint16_t *index, uint32_t cap,
                  brs_arena *arena)
{
    brs_game game;
    brs_err err = BRS_ERR_NONE;
    void *state = brs_arena_alloc(arena, 1, setup->game->state_size);
    brs_choice *choices = BRS_NEW(arena, brs_choice, BRS_MAX_CHOICES);
    uint64_t draws = 0;
    uint32_t count = 0;
    if (!brs_game_start(&game, setup, state, choices, NULL, &err)) {
        abort();
    }
    while (game.n > 0 && count < cap) {
        index[count] = (uint16_t)brs_rng_below(wish, 7, 7, &draws, (uint32_t)game.n);
        brs_game_choose(&game, index[count++]);
    }
    return count;
}

void toy_replay(const brs_setup *setup, uint64_t wish, brs_arena *arena, brs_replay *out)
{
    enum { CAP = 4096 };
    uint16_t *index = BRS_NEW(arena, uint16_t, CAP);
    brs_moves moves = {.index = index, .count = toy_play(setup, wish, index, CAP, arena)};
    brs_err err = BRS_ERR_NONE;
    if (!brs_replay_record(setup, &moves, arena, out, &err)) {
        fprintf(stderr, "toy game not recorded: %s\n", err.msg);
        abort();
    }
}
