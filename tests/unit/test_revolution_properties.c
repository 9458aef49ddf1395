// What must hold in every game of Revolution beside the promises of every game (tests/properties): over seeded games
// between random players, at all sizes of table, in both editions and with both customs of passing and of twos.
#include "rev_table.h"

enum { GAMES = 72, MAX_FACTS = 64 };

static int32_t *find_fact(brs_fact *facts, int n, int quantity, int subject)
{
    for (int i = 0; i < n; i++) {
        if (facts[i].quantity == quantity && facts[i].subject == subject) {
            return &facts[i].value;
        }
    }
    return NULL;
}

// Folds the events from `first` on over the facts: each must start from what is there.
static void fold(const brs_trace *trace, uint32_t first, brs_fact *facts, int n, uint64_t seed)
{
    for (uint32_t i = first; i < trace->event_count; i++) {
        const brs_event *e = &trace->events[i];
        const brs_event_info *info = &brs_revolution.event_kinds[e->kind];
        if (info->quantity != 0) {
            int32_t *value = find_fact(facts, n, info->quantity, e->arg[0]);
            cr_assert_not_null(value, "game %llu event %u (%s): unknown subject %d", (unsigned long long)seed, e->seq,
                               info->id, e->arg[0]);
            cr_assert_eq(*value, e->arg[1], "game %llu event %u (%s) starts from %d, the state had %d",
                         (unsigned long long)seed, e->seq, info->id, e->arg[1], *value);
            *value = e->arg[2];
        }
    }
}

Test(revolution, every_change_has_one_event_whose_terms_add_up_and_that_cites_a_rule)
{
    rev_bench *b = rev_bench_make();
    static brs_fact told[MAX_FACTS], now[MAX_FACTS];
    bool seen_kind[REV_EV_COUNT] = {false};
    for (int g = 0; g < GAMES; g++) {
        brs_setup setup = rev_bench_setup(b, g, 3);
        brs_err err = BRS_ERR_NONE;
        brs_game game;
        uint64_t count = 0;
        brs_trace_reset(&b->trace);
        cr_assert(brs_game_start(&game, &setup, &b->state, b->choices, &b->trace, &err), "%s", err.msg);
        game.looks = true;
        int n = brs_revolution.facts(&setup, &b->state, told, MAX_FACTS);
        cr_assert_lt(n, MAX_FACTS);
        uint32_t seen = b->trace.event_count;
        cr_assert(brs_trace_verify(&brs_revolution, &b->trace, 0, &err), "game %d: %s", g, err.msg);
        while (game.n > 0) {
            brs_game_choose(&game, rev_bench_pick(setup.seed, &count, game.n));
            cr_assert(!game.stuck, "game %d: an offered choice was refused", g);
            cr_assert(brs_trace_verify(&brs_revolution, &b->trace, seen, &err), "game %d: %s", g, err.msg);
            fold(&b->trace, seen, told, n, setup.seed);
            seen = b->trace.event_count;
            cr_assert_eq(brs_revolution.facts(&setup, &b->state, now, MAX_FACTS), n);
            for (int i = 0; i < n; i++) {
                cr_assert_eq(told[i].value, now[i].value, "game %d after decision %u: %s of %d is %d, the events say %d", g,
                             game.decisions, brs_revolution.quantities[now[i].quantity].id, now[i].subject, now[i].value,
                             told[i].value);
            }
        }
        for (uint32_t i = 0; i < b->trace.event_count; i++) {
            seen_kind[b->trace.events[i].kind] = true;
        }
    }
    for (int kind = 1; kind < REV_EV_COUNT; kind++) {
        if (kind != REV_EV_nothing_to_tax) {
            cr_expect(seen_kind[kind], "no game told of %s", brs_revolution.event_kinds[kind].id);
        }
    }
}

// All choices there could be, against the list: nothing legal is missing, nothing is listed twice.
Test(revolution, the_list_holds_every_legal_choice_once)
{
    rev_bench *b = rev_bench_make();
    for (int g = 0; g < GAMES; g++) {
        brs_setup setup = rev_bench_setup(b, g, 2);
        brs_game game;
        uint64_t count = 0;
        cr_assert(brs_game_start(&game, &setup, &b->state, b->choices, NULL, NULL));
        while (game.n > 0) {
            rev_run r = rev_look(&setup, &b->state);
            int legal = 0;
            for (int kind = 0; kind < REV_CH_COUNT; kind++) {
                bool bare = kind == REV_CH_pass || kind == REV_CH_forgo || kind == REV_CH_tax || kind == REV_CH_swap ||
                            kind == REV_CH_blind || kind == REV_CH_ask_nothing || kind == REV_CH_decline;
                bool single = kind == REV_CH_joker || kind == REV_CH_clear || (kind >= REV_CH_offer && !bare);
                for (int arg = bare ? 0 : 1; arg < (bare ? 1 : REV_HANDLES); arg++) {
                    int rank = kind == REV_CH_joker ? REV_JOKER : kind == REV_CH_clear ? REV_TWO : rank_in(arg);
                    if (single && arg != set_of(1, rank)) {
                        continue;
                    }
                    legal += rev_why_not(&r, (brs_choice){(uint8_t)kind, b->choices[0].seat, {(uint16_t)arg}}) == 0;
                }
            }
            cr_assert_eq(legal, game.n, "game %d decision %u: %d choices are legal, %d listed", g, game.decisions, legal, game.n);
            for (int i = 0; i < game.n; i++) {
                cr_assert_eq(brs_game_index(&game, b->choices[i]), i);
            }
            brs_game_choose(&game, rev_bench_pick(setup.seed, &count, game.n));
        }
    }
}

// What the others hold and the seed are hidden: a guess at them looks the same to the seat.
Test(revolution, what_a_seat_observes_does_not_depend_on_hidden_cards)
{
    rev_bench *b = rev_bench_make();
    static rev_state seen, guess, again;
    int other_hands = 0;
    for (int g = 0; g < GAMES; g++) {
        brs_setup setup = rev_bench_setup(b, g, 2);
        brs_game game;
        uint64_t count = 0;
        cr_assert(brs_game_start(&game, &setup, &b->state, b->choices, NULL, NULL));
        while (game.n > 0) {
            for (int seat = 0; seat < setup.seats; seat += seat == b->choices[0].seat ? 1 : 3) {
                brs_revolution.observe(&setup, &b->state, seat, &seen);
                guess = seen;
                brs_revolution.resample(&setup, &guess, (uint64_t)g * 7919 + game.decisions);
                for (int owner = 0; owner < setup.seats; owner++) {
                    cr_assert_eq(guess.unknown[owner], 0, "game %d decision %u: no card was left for seat %d", g,
                                 game.decisions, owner);
                    other_hands += memcmp(guess.hand[owner], b->state.hand[owner], REV_RANKS) != 0;
                }
                brs_revolution.observe(&setup, &guess, seat, &again);
                again.chance.mode = seen.chance.mode;
                cr_assert_eq(memcmp(&seen, &again, sizeof seen), 0, "game %d decision %u seat %d", g, game.decisions, seat);
            }
            brs_game_choose(&game, rev_bench_pick(setup.seed, &count, game.n));
        }
    }
    cr_assert_gt(other_hands, 1000, "a guess is not the truth");
}

Test(revolution, a_guess_offers_the_seat_its_own_choices)
{
    rev_bench *b = rev_bench_make();
    static rev_state guess;
    for (int g = 0; g < GAMES / 2; g++) {
        brs_setup setup = rev_bench_setup(b, g, 2);
        brs_game game;
        uint64_t count = 0;
        cr_assert(brs_game_start(&game, &setup, &b->state, b->choices, NULL, NULL));
        while (game.n > 0) {
            brs_revolution.observe(&setup, &b->state, b->choices[0].seat, &guess);
            cr_assert_eq(brs_revolution.choices(&setup, &guess, b->other, BRS_MAX_CHOICES), game.n);
            cr_assert_eq(memcmp(b->other, b->choices, (size_t)game.n * sizeof(brs_choice)), 0);
            int advice = brs_revolution.advise(&setup, &guess, b->other, game.n);
            cr_assert(advice >= 0 && advice < game.n);
            brs_game_choose(&game, rev_bench_pick(setup.seed, &count, game.n));
        }
    }
}

// Every answer that chance could give is one rank; played by chance's seat, the game goes on to its end.
Test(revolution, recorded_chance_is_asked_rank_by_rank)
{
    rev_bench *b = rev_bench_make();
    for (int g = 0; g < 18; g++) {
        brs_setup setup = rev_bench_setup(b, g, 2);
        setup.chance = BRS_CHANCE_RECORDED;
        brs_game game;
        uint64_t count = 0;
        int asked = 0;
        cr_assert(brs_game_start(&game, &setup, &b->state, b->choices, NULL, NULL));
        while (game.n > 0 && !game.stuck) {
            asked += b->choices[0].seat == BRS_SEAT_CHANCE;
            cr_assert_eq(b->choices[0].kind == REV_CH_outcome, b->choices[0].seat == BRS_SEAT_CHANCE);
            brs_game_choose(&game, rev_bench_pick(setup.seed, &count, game.n));
        }
        cr_assert(!game.stuck);
        cr_assert_eq(b->state.over, 1);
        cr_assert_gt(asked, 80, "two deals, but for the last cards");
    }
}

Test(revolution, what_is_printed_is_read_back_as_the_same_choice)
{
    rev_bench *b = rev_bench_make();
    for (int g = 0; g < GAMES; g++) {
        brs_setup setup = rev_bench_setup(b, g, 2);
        brs_game game;
        uint64_t count = 0;
        cr_assert(brs_game_start(&game, &setup, &b->state, b->choices, NULL, NULL));
        while (game.n > 0) {
            for (int i = 0; i < game.n; i++) {
                char text[64];
                brs_choice back;
                brs_err err = BRS_ERR_NONE;
                int len = brs_revolution.print_choice(&setup, &b->state, b->choices[i], text, sizeof text);
                cr_assert_eq(brs_revolution.read_statement(&setup, &b->state, (brs_str){text, (size_t)len}, &back, 1, &err),
                             1, "game %d: %s: %s", g, text, err.msg);
                cr_assert_eq(memcmp(&back, &b->choices[i], sizeof back), 0, "game %d: %s", g, text);
            }
            brs_game_choose(&game, rev_bench_pick(setup.seed, &count, game.n));
        }
    }
}
