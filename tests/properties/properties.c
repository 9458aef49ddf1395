// Plays seeded games between random players and holds every game to its promises. What costs little is checked in every
// game or at every decision, what costs much at decisions that a die picks. Prints what was checked, how often, and a
// signature of all games; the first breach ends a series.
// usage: properties GAME EDITION|all FIRST COUNT
//        properties series    the series that tests/properties.sh plays
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadside/bot.h"
#include "properties.h"
#include "str.h"

enum {
    MAX_FACTS = 1024, MAX_SUBJECTS = 256, MAX_QUANTITIES = 16, MAX_DECISIONS = 60000,
    LOOK_EVERY = 16,          // decisions, on average, from one close look to the next
    TRIES_A_LOOK = 24,        // choices out of the air that are tried then
    ALL_TRIES_EVERY = 250,    // games from one in which all choices there could be are tried to the next
    PLAYOUT_BOT_EVERY = 40,   // games from one in which a bot that plays ahead is asked to the next
    FOLLOW_EVERY = 8,         // games from one that a view follows to its end to the next
    BLIND_EVERY = 8           // games from one in which hardly a card is known to the next
};

typedef enum {
    ENDS, CONSERVED, EVENTS, FACTS, ACCEPTED, REFUSED, OTHERS, COPIED, AGAIN, VIEWS, SWAPPED, ADVISED, FOLLOWED, LEARNT, BLIND, PROMISES
} promise;

static const char *const promise_text[PROMISES] = {
    "games end", "tables keep every card", "events' terms add up and cite a rule", "numbers are what the events say",
    "offered choices are accepted", "refusals name their rule", "other choices are refused and change nothing",
    "decisions after which a copy stands as the original", "decisions played again to the same table",
    "guesses look to the seat like the table", "views and choices are blind to swapped hidden cards and the seed",
    "bots' choices are blind to them", "choices are possible in a view that does not know all cards",
    "unknown cards turned out to be what they were", "bots choose where cards are unknown",
};

typedef struct {
    int32_t value[MAX_QUANTITIES][MAX_SUBJECTS];
    bool there[MAX_QUANTITIES][MAX_SUBJECTS];
    int count;
} numbers;

typedef struct {
    const subject *s;
    const brs_game_def *def;
    brs_setup setup;
    brs_editions editions;
    brs_card_set set;
    brs_arena arena;
    brs_trace trace;
    brs_game game;
    uint32_t number;
    bool broken;
    void *state, *copy, *view, *other;
    brs_choice choices[BRS_MAX_CHOICES], twin_choices[BRS_MAX_CHOICES], list[BRS_MAX_CHOICES];
    brs_bot bot[8];
    int bots;
    numbers told;
    table_memory memory;
    uint16_t chosen[MAX_DECISIONS];
    uint64_t checked[PROMISES];
    uint64_t decisions, signature;
} series;

int die_below(die *d, int n)
{
    return (int)brs_rng_below(d->seed, 99, 0, &d->draws, (uint32_t)n);
}

// Counts a promise kept, or ends the series with what was found.
static bool hold(series *p, promise what, bool kept, const char *format, ...)
{
    p->checked[what]++;
    if (kept || p->broken) {
        return kept;
    }
    va_list args;
    va_start(args, format);
    p->broken = true;
    printf("FAIL properties: %s %s game %u decision %u: %s: ", p->def->id, p->setup.edition->id, p->number,
           p->game.decisions, promise_text[what]);
    vprintf(format, args);
    printf("\nrepro: build/properties %s %s %u 1\n", p->def->id, p->setup.edition->id, p->number);
    va_end(args);
    return false;
}

// ---- numbers: what the events say ---------------------------------------------------------------------------

static void read_numbers(series *p, numbers *out)
{
    static brs_fact fact[MAX_FACTS];
    memset(out->there, 0, sizeof out->there);
    out->count = p->def->facts(&p->setup, p->state, fact, MAX_FACTS);
    for (int i = 0; i < out->count && i < MAX_FACTS; i++) {
        out->value[fact[i].quantity][fact[i].subject] = fact[i].value;
        out->there[fact[i].quantity][fact[i].subject] = true;
    }
    hold(p, FACTS, out->count < MAX_FACTS, "there are %d", out->count);
}

// Each change starts from what is there.
static void fold(series *p, uint32_t first)
{
    for (uint32_t i = first; i < p->trace.event_count; i++) {
        const brs_event *e = &p->trace.events[i];
        const brs_event_info *info = &p->def->event_kinds[e->kind];
        if (info->quantity == 0) {
            continue;
        }
        const bool known = e->arg[0] >= 0 && e->arg[0] < MAX_SUBJECTS && p->told.there[info->quantity][e->arg[0]];
        if (!hold(p, FACTS, known, "event %u (%s) speaks of an unknown subject %d", e->seq, info->id, e->arg[0])) {
            return;
        }
        int32_t *value = &p->told.value[info->quantity][e->arg[0]];
        hold(p, FACTS, *value == e->arg[1], "event %u (%s) starts from %d, the table had %d", e->seq, info->id, e->arg[1], *value);
        *value = e->arg[2];
    }
}

static void compare_numbers(series *p)
{
    static brs_fact fact[MAX_FACTS];
    const int n = p->def->facts(&p->setup, p->state, fact, MAX_FACTS);
    hold(p, FACTS, n == p->told.count, "there are %d, the game began with %d", n, p->told.count);
    for (int i = 0; i < n && i < MAX_FACTS; i++) {
        const int32_t told = p->told.value[fact[i].quantity][fact[i].subject];
        hold(p, FACTS, told == fact[i].value, "%s of %d is %d, the events say %d", p->def->quantities[fact[i].quantity].id,
             fact[i].subject, fact[i].value, told);
    }
}

// ---- choices --------------------------------------------------------------------------------------------------

static bool is_offered(const series *p, brs_choice choice)
{
    return brs_game_index(&p->game, choice) >= 0;
}

static void take_copy(series *p, void *to)
{
    memset(to, 0xAA, p->def->state_size);
    memcpy(to, p->state, p->def->used(p->state));
}

static void offered_are_accepted(series *p)
{
    for (int i = 0; i < p->game.n; i++) {
        take_copy(p, p->copy);
        const bool ok = p->def->apply(&p->setup, p->copy, p->choices[i], NULL).ok;
        hold(p, ACCEPTED, ok, "kind %d of %d is not", p->choices[i].kind, p->choices[i].arg[0]);
    }
}

static void refusals_name_their_rule(series *p)
{
    static brs_refusal refused[BRS_MAX_CHOICES];
    const int n = p->def->refused(&p->setup, p->state, refused, BRS_MAX_CHOICES);
    const uint64_t before = p->def->digest(&p->setup, p->state);
    for (int i = 0; i < n; i++) {
        const brs_verdict v = p->def->apply(&p->setup, p->state, refused[i].choice, NULL);
        hold(p, REFUSED, !v.ok && v.rule != 0 && v.rule == refused[i].rule && !is_offered(p, refused[i].choice),
             "kind %d of %d: %s", refused[i].choice.kind, refused[i].choice.arg[0], v.ok ? "accepted" : "another rule");
    }
    hold(p, REFUSED, p->def->digest(&p->setup, p->state) == before, "the table has changed");
}

static void try_other(series *p, brs_choice choice)
{
    if (!is_offered(p, choice)) {
        const bool ok = p->def->apply(&p->setup, p->state, choice, NULL).ok;
        hold(p, OTHERS, !ok, "kind %d seat %d of %d %d %d is accepted", choice.kind, choice.seat, choice.arg[0],
             choice.arg[1], choice.arg[2]);
    }
}

static brs_choice any_choice(series *p, die *d)
{
    brs_choice c = p->choices[die_below(d, p->game.n)];  // mostly near a legal one
    switch (die_below(d, 6)) {
    case 0: c.kind = (uint8_t)die_below(d, p->def->choice_count); break;
    case 1: c.seat = (uint8_t)die_below(d, p->setup.seats + 1); break;
    case 2: c.arg[1] = (uint16_t)die_below(d, 9); break;
    case 3: c.arg[2] = (uint16_t)die_below(d, 3); break;
    case 4: c.arg[0] = (uint16_t)die_below(d, 65536); break;
    default:
        c = (brs_choice){(uint8_t)die_below(d, p->def->choice_count), c.seat, {(uint16_t)die_below(d, p->s->handles), 0, 0}};
        break;
    }
    return c;
}

static void others_are_refused(series *p, die *d, bool all)
{
    const uint64_t before = p->def->digest(&p->setup, p->state);
    for (int i = 0; i < TRIES_A_LOOK; i++) {
        try_other(p, any_choice(p, d));
    }
    for (int kind = 0; all && kind < p->def->choice_count; kind++) {
        for (int arg = 0; arg < p->s->handles; arg++) {
            try_other(p, (brs_choice){(uint8_t)kind, p->choices[0].seat, {(uint16_t)arg, 0, 0}});
        }
    }
    hold(p, OTHERS, p->def->digest(&p->setup, p->state) == before, "the table has changed");
}

// ---- what a seat knows ------------------------------------------------------------------------------------------

// Views are compared byte by byte; a guess is a seeded game, whatever the table is.
static void observe(const series *p, const void *state, int seat, void *out)
{
    memset(out, 0, p->def->state_size);
    p->def->observe(&p->setup, state, seat, out);
}

static void guesses_look_alike(series *p, int seat, uint64_t seed)
{
    observe(p, p->state, seat, p->view);
    memcpy(p->copy, p->view, p->def->state_size);
    p->def->resample(&p->setup, p->copy, seed);
    observe(p, p->copy, seat, p->other);
    hold(p, VIEWS, memcmp(p->view, p->other, p->def->state_size) == 0, "seat %d sees a difference", seat);
    hold(p, VIEWS, p->s->forgets == NULL || !p->s->forgets(p->copy, seat, &p->memory), "seat %d forgets a card", seat);
}

static int ask_bot(series *p, brs_bot *bot, const void *state)
{
    brs_game there = p->game;
    memcpy(p->view, state, p->def->used(state));
    there.state = p->view;
    there.trace = NULL;
    brs_bot_begin(bot, p->number, p->choices[0].seat);
    return brs_bot_choose(bot, &there);
}

static void hidden_cards_do_not_matter(series *p, int seat, uint64_t seed)
{
    take_copy(p, p->copy);
    if (p->s->swap_hidden(&p->setup, p->copy, seat, seed) == 0) {
        return;
    }
    observe(p, p->state, seat, p->view);
    observe(p, p->copy, seat, p->other);
    hold(p, SWAPPED, memcmp(p->view, p->other, p->def->state_size) == 0, "seat %d sees a difference", seat);
    if (seat != p->choices[0].seat) {
        return;
    }
    const int n = p->def->choices(&p->setup, p->copy, p->list, BRS_MAX_CHOICES);
    hold(p, SWAPPED, n == p->game.n && memcmp(p->list, p->choices, (size_t)n * sizeof *p->list) == 0,
         "seat %d is offered other choices", seat);
    for (int i = 0; i < p->bots && !p->broken; i++) {
        if (p->bot[i].kind->playouts == 0 || p->number % PLAYOUT_BOT_EVERY == 0) {
            const int here = ask_bot(p, &p->bot[i], p->state), there = ask_bot(p, &p->bot[i], p->copy);
            hold(p, ADVISED, here == there, "%s takes choice %d and not %d", p->bot[i].kind->id, there, here);
        }
    }
}

static void look_closely(series *p, die *d)
{
    const uint64_t seed = (uint64_t)p->number * 7919 + p->game.decisions;
    const int seat = die_below(d, p->setup.seats);
    compare_numbers(p);
    offered_are_accepted(p);
    refusals_name_their_rule(p);
    others_are_refused(p, d, p->number % ALL_TRIES_EVERY == 0 && p->game.decisions % 8 == 0);
    guesses_look_alike(p, p->choices[0].seat, seed);
    guesses_look_alike(p, seat, seed);
    hidden_cards_do_not_matter(p, p->choices[0].seat, seed);
    hidden_cards_do_not_matter(p, seat, seed);
}

// ---- one game ---------------------------------------------------------------------------------------------------

// A copy goes along, without a trace, on memory that held something else.
static void go_along(series *p, brs_game *twin, int index)
{
    brs_game_choose(twin, index);
    hold(p, COPIED, twin->n == p->game.n && memcmp(p->twin_choices, p->choices, (size_t)twin->n * sizeof *p->choices) == 0 &&
         p->def->digest(&p->setup, twin->state) == p->def->digest(&p->setup, p->state), "another table");
}

static void play_again(series *p, uint32_t to, uint64_t digest)
{
    brs_game again;
    memset(p->copy, 0x55, p->def->state_size);
    hold(p, AGAIN, brs_game_start(&again, &p->setup, p->copy, p->twin_choices, NULL, NULL), "it does not begin");
    while (!p->broken && again.decisions < to) {
        if (!hold(p, AGAIN, p->chosen[again.decisions] < again.n, "decision %u has other choices", again.decisions)) {
            return;
        }
        brs_game_choose(&again, p->chosen[again.decisions]);
    }
    hold(p, AGAIN, p->def->digest(&p->setup, p->copy) == digest, "at decision %u stands another table", to);
}

static void play(series *p, die *d, void *twin_state)
{
    brs_game twin = {.n = 0};
    p->memory = (table_memory){.round = 1};
    const uint32_t copy_at = (uint32_t)die_below(d, 160), again_at = (uint32_t)die_below(d, 160);
    uint64_t again_digest = 0;
    uint32_t seen = p->trace.event_count;
    while (!p->broken && p->game.n > 0 && p->game.decisions < MAX_DECISIONS) {
        const char *lost = p->s->lost(&p->setup, p->state, &p->trace, &p->memory);
        hold(p, CONSERVED, lost == NULL, "%s", lost);
        if (p->game.decisions == copy_at) {
            twin = p->game;
            take_copy(p, twin_state);
            memcpy(p->twin_choices, p->choices, sizeof p->choices);
            twin.state = twin_state;
            twin.choices = p->twin_choices;
            twin.trace = NULL;
        }
        if (p->game.decisions == again_at) {
            again_digest = p->def->digest(&p->setup, p->state);
        }
        if (die_below(d, LOOK_EVERY) == 0) {
            look_closely(p, d);
        }
        const int index = die_below(d, p->game.n);
        p->chosen[p->game.decisions] = (uint16_t)index;
        brs_game_choose(&p->game, index);
        hold(p, ACCEPTED, !p->game.stuck, "choice %d is not", index);
        fold(p, seen);
        seen = p->trace.event_count;
        if (twin.n > 0) {
            go_along(p, &twin, index);
        }
    }
    if (!p->broken && p->game.decisions >= again_at) {
        play_again(p, again_at, p->game.decisions == again_at ? p->def->digest(&p->setup, p->state) : again_digest);
    }
}

static uint64_t mix(uint64_t sum, uint64_t more)
{
    sum = (sum ^ more) * UINT64_C(0x9E3779B97F4A7C15);
    return sum ^ sum >> 29;
}

static bool begin(series *p, uint8_t chance)
{
    brs_err err = BRS_ERR_NONE;
    p->setup.options = p->setup.edition->options;
    p->setup.seed = (uint64_t)p->number + 1;
    p->setup.chance = chance;
    p->game = (brs_game){.decisions = 0};
    return hold(p, ENDS, p->s->deal(&p->setup, p->number, &err), "%s", err.msg);
}

// Where a game gives places, each is given once and the winner has the first.
static bool places_add_up(const series *p, const brs_result *result)
{
    uint32_t given = 0;
    for (int seat = 0; seat < p->setup.seats; seat++) {
        given |= UINT32_C(1) << result->place[seat];
    }
    const bool none = given == 1, all = given == (UINT32_C(1) << (p->setup.seats + 1)) - 2;
    return none || (all && result->place[result->winner] == 1);
}

static void run_game(series *p, void *twin_state)
{
    die d = {(uint64_t)p->number + 1, 0};
    brs_err err = BRS_ERR_NONE;
    if (!begin(p, BRS_CHANCE_SEEDED)) {
        return;
    }
    brs_trace_reset(&p->trace);
    memset(p->state, 0xAA, p->def->state_size);
    if (!hold(p, ENDS, brs_game_start(&p->game, &p->setup, p->state, p->choices, &p->trace, &err), "it does not begin: %s", err.msg)) {
        return;
    }
    p->game.looks = true;
    read_numbers(p, &p->told);
    play(p, &d, twin_state);
    if (p->broken) {
        return;
    }
    brs_result result = {.over = false};
    compare_numbers(p);
    hold(p, EVENTS, brs_trace_verify(p->def, &p->trace, 0, &err), "%s", err.msg);
    p->checked[EVENTS] += p->trace.event_count - 1;
    hold(p, ENDS, p->def->result(&p->setup, p->state, &result), "it does not, after %u decisions", p->game.decisions);
    hold(p, ENDS, places_add_up(p, &result), "a place is given twice, or none");
    p->checked[ENDS] -= 3;  // begun and dealt counts for nothing
    p->decisions += p->game.decisions;
    p->signature = mix(mix(p->signature, p->def->digest(&p->setup, p->state)), result.winner * 65536u + result.units);
}

// ---- a view follows ------------------------------------------------------------------------------------------------

// A game whose chance is recorded: from some decision on, what a seat knows of the table is played on beside it. All that
// happens is possible there, and the cards that it did not know become known as what they are.
static void follow(series *p)
{
    die d = {(uint64_t)p->number + 77777, 0};
    brs_err err = BRS_ERR_NONE;
    if (p->broken || !begin(p, BRS_CHANCE_RECORDED)) {
        return;
    }
    p->checked[ENDS]--;
    const int from = 20 + die_below(&d, 120), seat = die_below(&d, p->setup.seats);
    int unknown = 0, now = 0, n, step = 0;
    hold(p, ENDS, p->def->create(p->state, &p->setup, NULL, &err), "it does not begin: %s", err.msg);
    p->checked[ENDS]--;
    for (bool follows = false; !p->broken && (n = p->def->choices(&p->setup, p->state, p->list, BRS_MAX_CHOICES)) > 0; step++) {
        const brs_choice *last = &p->list[n - 1];
        n -= last->seat == BRS_SEAT_CHANCE && last->arg[0] == 0;  // a card that nobody saw: the table would not know it either
        const brs_choice choice = p->list[die_below(&d, n)];
        if (!follows && step >= from && choice.seat != BRS_SEAT_CHANCE) {
            follows = true;
            observe(p, p->state, seat, p->other);
            hold(p, FOLLOWED, p->s->disagree(&p->setup, p->other, p->state, &unknown) == NULL, "at once it contradicts the table");
        }
        hold(p, ACCEPTED, p->def->apply(&p->setup, p->state, choice, NULL).ok, "kind %d is not", choice.kind);
        if (!follows) {
            continue;
        }
        p->game.decisions = (uint32_t)step;
        const brs_verdict verdict = p->def->apply(&p->setup, p->other, choice, NULL);
        char words[160];
        p->def->print_choice(&p->setup, p->other, choice, words, sizeof words);
        hold(p, FOLLOWED, verdict.ok, "\"%s\" is refused by %s, for seat %d", words, p->def->rules[verdict.rule].id, seat);
        for (brs_choice none; p->s->unasked != NULL && p->s->unasked(p->other, p->state, &none);) {
            if (!hold(p, FOLLOWED, p->def->apply(&p->setup, p->other, none, NULL).ok, "it cannot say that a hand holds no such card")) {
                return;
            }
        }
        const char *wrong = p->s->disagree(&p->setup, p->other, p->state, &now);
        if (now < 0) {
            return;
        }
        hold(p, LEARNT, wrong == NULL && now <= unknown, "%s", wrong != NULL ? wrong : "the view forgets");
        p->checked[LEARNT] += (uint64_t)(wrong == NULL && now <= unknown ? unknown - now : 0) - 1;
        unknown = now;
    }
}

// ---- hands that nobody saw -----------------------------------------------------------------------------------------

// Of a choice of chance mostly the last, a card that nobody saw; else any.
static int blind_choice(const series *p, die *d, int n)
{
    return p->list[n - 1].seat == BRS_SEAT_CHANCE && die_below(d, 8) > 0 ? n - 1 : die_below(d, n);
}

// A game as a table writes it down whose hands are unknown: what is offered is accepted, bots choose, and it ends.
static void play_blindly(series *p)
{
    die d = {(uint64_t)p->number + 555555, 0};
    brs_err err = BRS_ERR_NONE;
    brs_result result = {.over = false};
    int n;
    if (p->broken || !begin(p, BRS_CHANCE_RECORDED)) {
        return;
    }
    hold(p, ENDS, p->def->create(p->state, &p->setup, NULL, &err), "it does not begin: %s", err.msg);
    p->checked[ENDS] -= 2;
    while (!p->broken && (n = p->def->choices(&p->setup, p->state, p->list, BRS_MAX_CHOICES)) > 0) {
        int at = blind_choice(p, &d, n);
        p->game = (brs_game){.setup = &p->setup, .state = p->state, .choices = p->choices, .n = n, .decisions = p->game.decisions};
        for (int i = 0; p->list[0].seat != BRS_SEAT_CHANCE && n > 1 && i < p->bots && die_below(&d, LOOK_EVERY) == 0; i++) {
            memcpy(p->choices, p->list, (size_t)n * sizeof *p->list);
            at = ask_bot(p, &p->bot[i], p->state);
            hold(p, BLIND, at >= 0 && at < n, "%s takes choice %d of %d", p->bot[i].kind->id, at, n);
        }
        const brs_choice choice = p->list[at];
        hold(p, ACCEPTED, p->def->apply(&p->setup, p->state, choice, NULL).ok, "kind %d is not", choice.kind);
        p->game.decisions++;
    }
    hold(p, ENDS, p->broken || p->def->result(&p->setup, p->state, &result), "it does not, after %u decisions", p->game.decisions);
    p->checked[ENDS] -= !p->broken;
}

// ---- the series ----------------------------------------------------------------------------------------------------

static void complain(void *ctx, const brs_err *err, bool warning)
{
    (void)ctx;
    if (!warning) {
        printf("%s:%d: %s\n", err->file, err->line, err->msg);
    }
}

static const subject *const subjects[] = {&rnr_subject, &rev_subject};

// Where decks follow an edition, each edition is a series; else one goes through all.
static int list_series(void)
{
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        brs_arena arena;
        brs_editions editions;
        brs_arena_init(&arena, 0);
        if (subjects[i]->game->set_texts == NULL) {
            printf("%s-all\n", subjects[i]->game->id);
        } else if (brs_editions_load(subjects[i]->game, &arena, &editions, NULL)) {
            for (int e = 0; e < editions.count; e++) {
                printf("%s-%s\n", subjects[i]->game->id, editions.edition[e]->id);
            }
        }
        brs_arena_release(&arena);
    }
    return 0;
}

static bool set_up(series *p, const char *game, brs_err *err)
{
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        p->s = strcmp(subjects[i]->game->id, game) == 0 ? subjects[i] : p->s;
    }
    if (p->s == NULL) {
        return brs_fail(err, BRS_ILLEGAL, "there is no game %s", game);
    }
    p->def = p->s->game;
    brs_arena_init(&p->arena, 0);
    brs_trace_init(&p->trace, &p->arena);
    void **states[] = {&p->state, &p->copy, &p->view, &p->other};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        *states[i] = brs_arena_alloc(&p->arena, 1, p->def->state_size);
    }
    for (int i = 0; brs_bots[i] != NULL && p->bots < 8; i++) {
        if (brs_bots[i]->sees) {
            brs_bot_init(&p->bot[p->bots++], brs_bots[i], p->def, &p->arena);
        }
    }
    if (p->def->set_texts != NULL) {
        const char *text = p->def->set_texts[0];
        if (!p->def->compile_set((brs_str){text, strlen(text)}, "set", &p->arena, &p->set, (brs_report){complain, NULL})) {
            return brs_fail(err, BRS_ILLEGAL, "the card set does not compile");
        }
    }
    return brs_editions_load(p->def, &p->arena, &p->editions, err);
}

static int tell(const series *p, const char *edition, uint32_t count)
{
    int kept = 0;
    printf("%s %s: %u games, %llu decisions, signature %016llx\n", p->def->id, edition, count,
           (unsigned long long)p->decisions, (unsigned long long)p->signature);
    for (int i = 0; i < PROMISES; i++) {
        kept += p->checked[i] > 0;
        if (p->checked[i] > 0) {
            printf("  %10llu %s\n", (unsigned long long)p->checked[i], promise_text[i]);
        }
    }
    printf("properties: %d passed, %d failed\n", p->broken ? 0 : kept, p->broken);
    return p->broken || kept == 0;
}

int main(int argc, char **argv)
{
    static series p;
    brs_err err = BRS_ERR_NONE;
    if (argc == 2 && strcmp(argv[1], "series") == 0) {
        return list_series();
    }
    if (argc != 5) {
        printf("usage: properties GAME EDITION|all FIRST COUNT\n");
        return 2;
    }
    if (!set_up(&p, argv[1], &err)) {
        printf("%s\n", err.msg);
        return 2;
    }
    const uint32_t first = (uint32_t)strtoul(argv[3], NULL, 10), count = (uint32_t)strtoul(argv[4], NULL, 10);
    const bool all = strcmp(argv[2], "all") == 0;
    void *twin_state = brs_arena_alloc(&p.arena, 1, p.def->state_size);
    const brs_edition *named = all ? p.editions.edition[0] : brs_edition_find(&p.editions, str_of(argv[2]));
    if (named == NULL) {
        printf("%s has no edition %s\n", argv[1], argv[2]);
        return 2;
    }
    p.setup = (brs_setup){.game = p.def, .cards = p.def->set_texts != NULL ? &p.set : NULL, .edition = named};
    for (p.number = first; p.number < first + count && !p.broken; p.number++) {
        p.setup.edition = all ? p.editions.edition[p.number / 9 % (uint32_t)p.editions.count] : named;
        run_game(&p, twin_state);
        if (p.number % FOLLOW_EVERY == FOLLOW_EVERY - 1) {
            follow(&p);
        }
        if (p.number % BLIND_EVERY == 3) {
            play_blindly(&p);
        }
    }
    return tell(&p, argv[2], count);
}
