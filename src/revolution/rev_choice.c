// What a player may do: the candidates of the open question, and one verdict for each. What the verdict lets
// through is legal, what it stops is refused with its rule; both lists and the check of a choice use it.
#include <stdio.h>
#include <string.h>

#include "rev_state.h"
#include "str.h"

static int held(const rev_state *g, int seat, int rank)
{
    return rev_may_hold(g, seat, rank);
}

// ---- verdicts: the rule against a choice, 0 when it is legal ------------------------------------------------

// A set of so many cards may not be in the hand, nor be made up with twos.
static uint16_t why_no_set(const rev_state *g, int seat, int count, int rank)
{
    if (count < 1) {
        return RULE(same_number);
    }
    return held(g, seat, rank) >= count ? 0 : RULE(two_no_substitute);
}

static uint16_t why_not_play(const rev_state *g, int count, int rank)
{
    if (rank == REV_TWO) {
        return RULE(two_clears);
    }
    if (rank == REV_JOKER) {
        return RULE(joker);
    }
    if (g->count > 0 && count != g->count) {
        return RULE(same_number);
    }
    if (rank < g->rank) {
        return RULE(equal_or_higher);
    }
    return 0;
}

static uint16_t why_not_convert(const rev_state *g, bool totals, int count, int rank)
{
    if (!totals) {
        return RULE(same_number);
    }
    if (g->count == 0) {
        return RULE(conversion_on_set);
    }
    if (rank >= REV_TWO || g->rank >= REV_TWO) {
        return RULE(conversion_no_twos);
    }
    if (count == g->count) {
        return RULE(conversion_number);
    }
    return total_of(count, rank) == total_of(g->count, g->rank) ? 0 : RULE(conversion_table);
}

static uint16_t why_not_two_value(const rev_run *r, int count, int rank)
{
    const rev_state *g = r->g;
    bool fits = option(r, REV_OPT_twos_as_value) != 0 && rank == REV_TWO && g->count > 0 && count == g->count;
    return fits ? 0 : RULE(twos_as_value);
}

static uint16_t why_not_turn(const rev_run *r, brs_choice c)
{
    const rev_state *g = r->g;
    const int count = count_in(c.arg[0]), rank = rank_in(c.arg[0]), seat = g->asked;
    const bool totals = option(r, REV_OPT_equal_totals) != 0;
    uint16_t rule = 0;
    switch (c.kind) {
    case REV_CH_pass: return g->count == 0 ? RULE(leader_plays) : 0;
    case REV_CH_joker: return held(g, seat, REV_JOKER) > 0 ? 0 : RULE(joker);
    case REV_CH_clear: return held(g, seat, REV_TWO) > 0 ? 0 : RULE(two_clears);
    case REV_CH_play: rule = why_not_play(g, count, rank); break;
    case REV_CH_convert: rule = why_not_convert(g, totals, count, rank); break;
    case REV_CH_two_value: rule = why_not_two_value(r, count, rank); break;
    default: return RULE(equal_or_higher);
    }
    return rule != 0 ? rule : why_no_set(g, seat, count, rank);
}

// The first hand of a size stands for all of that size that are left: nobody knows what is in them.
static uint16_t why_not_pick(const rev_state *g, brs_choice c)
{
    const int hand = c.arg[0];
    if (c.kind != REV_CH_pick || hand < 1 || hand > g->seats || (g->picked >> (hand - 1) & 1) != 0) {
        return RULE(pick);
    }
    for (int other = 1; other < hand; other++) {
        if ((g->picked >> (other - 1) & 1) == 0 && rev_hand_size(g, other - 1) == rev_hand_size(g, hand - 1)) {
            return RULE(pick);
        }
    }
    return 0;
}

static uint16_t why_not_power(const rev_state *g, brs_choice c)
{
    static const uint8_t kinds[REV_PAIRS] = {REV_CH_tax, REV_CH_tax, REV_CH_swap, REV_CH_blind, REV_CH_offer};
    if (c.kind == REV_CH_forgo) {
        return 0;
    }
    if (c.kind != kinds[g->pair]) {
        return RULE(may_forgo);
    }
    const int rank = rank_in(c.arg[0]);
    return c.kind != REV_CH_offer || held(g, g->asked, rank) > 0 ? 0 : RULE(baron_trade);
}

static uint16_t why_not_request(const rev_state *g, brs_choice c)
{
    const int rank = rank_in(c.arg[0]);
    bool exists = rank < REV_JOKER || (rank == REV_JOKER && g->jokers > 0);
    return c.kind == REV_CH_ask_nothing || (c.kind == REV_CH_ask && exists && rank >= g->least) ? 0 : RULE(tax_return);
}

// Returns go up in rank, so that the same cards are given in one way only; enough must be left to go on.
static uint16_t why_not_return(const rev_state *g, brs_choice c)
{
    const int rank = rank_in(c.arg[0]), left = g->taken - g->given;
    uint8_t own[REV_RANKS];
    rev_own_cards(g, g->asked, own);
    bool can = c.kind == REV_CH_give && rank >= g->least && own[rank] > 0 &&
               rev_own_from(g, g->asked, rank) >= left;
    return can ? 0 : RULE(tax_return);
}

static uint16_t why_not_accept(const rev_state *g, brs_choice c)
{
    const int rank = rank_in(c.arg[0]);
    bool can = c.kind == REV_CH_decline || (c.kind == REV_CH_accept && held(g, g->asked, rank) > 0);
    return can ? 0 : RULE(baron_trade);
}

static uint16_t why_not_outcome(const rev_state *g, brs_choice c)
{
    const int rank = rank_in(c.arg[0]);
    uint8_t from[REV_RANKS];
    if (c.kind == REV_CH_outcome && c.arg[0] == 0) {
        return rev_may_be_unseen(g) ? 0 : RULE(deal);
    }
    rev_chance_from(g, from);
    return c.kind == REV_CH_outcome && from[rank] > 0 ? 0 : RULE(deal);
}

// Every choice is written in one way only: one card is a set of one, and what names no card has no argument. There is
// no rank beyond the joker.
static bool is_written_well(brs_choice c)
{
    if (c.arg[1] != 0 || c.arg[2] != 0 || rank_in(c.arg[0]) >= REV_RANKS) {
        return false;
    }
    switch (c.kind) {
    case REV_CH_pass: case REV_CH_forgo: case REV_CH_tax: case REV_CH_swap: case REV_CH_blind:
    case REV_CH_ask_nothing: case REV_CH_decline: return c.arg[0] == 0;
    case REV_CH_joker: return c.arg[0] == set_of(1, REV_JOKER);
    case REV_CH_clear: return c.arg[0] == set_of(1, REV_TWO);
    case REV_CH_offer: case REV_CH_ask: case REV_CH_give: case REV_CH_accept: return count_in(c.arg[0]) == 1;
    case REV_CH_outcome: return count_in(c.arg[0]) == 1 || c.arg[0] == 0;  // or a card that nobody saw
    default: return true;
    }
}

uint16_t rev_why_not(const rev_run *r, brs_choice c)
{
    const rev_state *g = r->g;
    if (c.seat != g->asked) {
        return RULE(seats_stay);
    }
    if (!is_written_well(c)) {
        return RULE(same_number);
    }
    switch (g->ask) {
    case REV_ASK_TURN: return why_not_turn(r, c);
    case REV_ASK_PICK: return why_not_pick(g, c);
    case REV_ASK_POWER: return why_not_power(g, c);
    case REV_ASK_REQUEST: return why_not_request(g, c);
    case REV_ASK_RETURN: return why_not_return(g, c);
    case REV_ASK_ACCEPT: return why_not_accept(g, c);
    case REV_ASK_CHANCE: return why_not_outcome(g, c);
    default: return RULE(match_ends);
    }
}

// ---- candidates, in canonical order ----------------------------------------------------------------------------

typedef struct {
    const rev_run *r;
    brs_choice *legal;    // or NULL
    brs_refusal *refused;  // or NULL
    int n, cap;
} sieve;

static void try(sieve *s, rev_choice_id kind, int arg)
{
    brs_choice c = {.kind = (uint8_t)kind, .seat = s->r->g->asked, .arg = {(uint16_t)arg}};
    uint16_t rule = rev_why_not(s->r, c);
    if (s->n == s->cap || (rule == 0) == (s->legal == NULL)) {
        return;
    }
    if (rule == 0) {
        s->legal[s->n++] = c;
    } else {
        s->refused[s->n++] = (brs_refusal){c, rule};
    }
}

static void try_ranks(sieve *s, rev_choice_id kind, const uint8_t *counts)
{
    for (int rank = 0; rank < REV_RANKS; rank++) {
        if (counts == NULL || counts[rank] > 0) {
            try(s, kind, set_of(1, rank));
        }
    }
}

// Sets of the hand: of the number that lies there, or of all numbers.
static void try_sets(sieve *s, const uint8_t *hand)
{
    const int wanted = s->r->g->count;
    for (int rank = wanted > 0 ? s->r->g->rank : 0; rank < REV_TWO; rank++) {
        for (int count = wanted > 0 ? wanted : 1; count <= hand[rank]; count++) {
            try(s, REV_CH_play, set_of(count, rank));
            if (wanted > 0) {
                break;
            }
        }
    }
}

static void try_totals(sieve *s, const uint8_t *hand)
{
    const rev_state *g = s->r->g;
    if (g->count == 0 || g->rank >= REV_TWO || option(s->r, REV_OPT_equal_totals) == 0) {
        return;
    }
    const int total = total_of(g->count, g->rank);
    for (int rank = 0; rank < REV_TWO; rank++) {
        int count = hand[rank] > 0 ? total / value_of(rank) : 0;
        if (count > 0 && count != g->count && count <= hand[rank] && count * value_of(rank) == total) {
            try(s, REV_CH_convert, set_of(count, rank));
        }
    }
}

static void try_turn(sieve *s)
{
    const rev_state *g = s->r->g;
    uint8_t hand[REV_RANKS];
    rev_holdings(g, g->asked, hand);
    try(s, REV_CH_pass, 0);
    try_sets(s, hand);
    try_totals(s, hand);
    if (hand[REV_TWO] > 0) {
        try(s, REV_CH_two_value, set_of(g->count, REV_TWO));
    }
    if (hand[REV_JOKER] > 0) {
        try(s, REV_CH_joker, set_of(1, REV_JOKER));
    }
    if (hand[REV_TWO] > 0) {
        try(s, REV_CH_clear, set_of(1, REV_TWO));
    }
}

// What one might try with the cards of a rank: one, as many as lie there (filled up with twos, perhaps), all.
static void try_wishes_of(sieve *s, int rank, const uint8_t *hand)
{
    const rev_state *g = s->r->g;
    const int have = hand[rank], number = g->count > 0 && g->count <= have + hand[REV_TWO] ? g->count : 1;
    try(s, REV_CH_play, set_of(1, rank));
    if (number > 1) {
        try(s, REV_CH_play, set_of(number, rank));
    }
    if (have > 1 && have != number) {
        try(s, REV_CH_play, set_of(have, rank));
    }
}

// What one might think of: sets of the hand, and twos as a set or in a total.
static void try_wishes(sieve *s)
{
    const rev_state *g = s->r->g;
    uint8_t hand[REV_RANKS];
    rev_holdings(g, g->asked, hand);
    const bool totals = option(s->r, REV_OPT_equal_totals) != 0 && g->count > 0 && g->rank < REV_TWO;
    try(s, REV_CH_pass, 0);
    for (int rank = 0; rank < REV_TWO; rank++) {
        if (hand[rank] > 0) {
            try_wishes_of(s, rank, hand);
        }
    }
    for (int count = 2; count <= hand[REV_TWO]; count++) {
        bool by_value = option(s->r, REV_OPT_twos_as_value) != 0 && count == g->count;
        bool by_total = totals && 2 * count == total_of(g->count, g->rank);
        if (!by_value) {
            try(s, by_total ? REV_CH_convert : REV_CH_play, set_of(count, REV_TWO));
        }
    }
}

static void try_power(sieve *s)
{
    const rev_state *g = s->r->g;
    try(s, REV_CH_forgo, 0);
    switch (g->pair) {
    case 0: case 1: try(s, REV_CH_tax, 0); break;
    case 2: try(s, REV_CH_swap, 0); break;
    case 3: try(s, REV_CH_blind, 0); break;
    default: {
        uint8_t hand[REV_RANKS];
        rev_holdings(g, g->asked, hand);
        try_ranks(s, REV_CH_offer, hand);
        break;
    }
    }
}

// Hands of the smaller size first. Of those that are alike only the first is a choice; one that is taken is refused.
static void try_picks(sieve *s, bool wishes)
{
    const rev_state *g = s->r->g;
    for (int hand = 1; wishes && hand <= g->seats; hand++) {
        if ((g->picked >> (hand - 1) & 1) != 0) {
            try(s, REV_CH_pick, hand);
        }
    }
    if (wishes) {
        return;
    }
    for (int size = rev_hand_size(g, g->seats - 1); size <= rev_hand_size(g, 0); size++) {
        for (int hand = 1; hand <= g->seats; hand++) {
            if (rev_hand_size(g, hand - 1) == size) {
                try(s, REV_CH_pick, hand);
            }
        }
    }
}

// One might give back what was just taken.
static void try_returns(sieve *s, const uint8_t *hand, bool wishes)
{
    const rev_state *g = s->r->g;
    uint8_t own[REV_RANKS];
    rev_own_cards(g, g->asked, own);
    for (int rank = 0; rank < REV_RANKS; rank++) {
        if (hand[rank] > 0 && (!wishes || own[rank] == 0)) {
            try(s, REV_CH_give, set_of(1, rank));
        }
    }
}

static void try_requests(sieve *s)
{
    try(s, REV_CH_ask_nothing, 0);
    try_ranks(s, REV_CH_ask, NULL);
}

static void try_question(sieve *s, bool wishes)
{
    const rev_state *g = s->r->g;
    uint8_t holds[REV_RANKS];
    const uint8_t *hand = g->asked < REV_SEATS ? holds : NULL;
    if (hand != NULL) {
        rev_holdings(g, g->asked, holds);
    }
    switch (g->ask) {
    case REV_ASK_TURN: wishes ? try_wishes(s) : try_turn(s); break;
    case REV_ASK_PICK: try_picks(s, wishes); break;
    case REV_ASK_POWER: try_power(s); break;
    case REV_ASK_REQUEST: if (!wishes) { try_requests(s); } break;
    case REV_ASK_RETURN: try_returns(s, hand, wishes); break;
    case REV_ASK_ACCEPT: try(s, REV_CH_decline, 0); try_ranks(s, REV_CH_accept, hand); break;
    case REV_ASK_CHANCE:
        rev_chance_from(g, holds);
        try_ranks(s, REV_CH_outcome, holds);
        try(s, REV_CH_outcome, 0);
        break;
    default: break;
    }
}

int rev_choices(const rev_run *r, brs_choice *out, int cap)
{
    sieve s = {.r = r, .legal = out, .cap = cap};
    try_question(&s, false);
    return s.n;
}

int rev_refused(const rev_run *r, brs_refusal *out, int cap)
{
    sieve s = {.r = r, .refused = out, .cap = cap};
    try_question(&s, true);
    return s.n;
}

// ---- notation -----------------------------------------------------------------------------------------------------

int rev_print_set(int handle, char *out, int cap)
{
    static const char letters[] = "3456789TJQKA2X";
    int n = 0;
    for (; n < count_in(handle) && n < cap - 1; n++) {
        out[n] = letters[rank_in(handle)];
    }
    out[n] = '\0';
    return n;
}

int rev_print_choice(const brs_setup *setup, const void *state, brs_choice choice, char *out, int cap)
{
    static const char *const words[REV_CH_COUNT] = {
        [REV_CH_pass] = "-", [REV_CH_two_value] = "=", [REV_CH_forgo] = "forgo", [REV_CH_tax] = "tax",
        [REV_CH_swap] = "swap", [REV_CH_blind] = "blind", [REV_CH_ask_nothing] = "ask nothing",
        [REV_CH_decline] = "decline", [REV_CH_offer] = "offer ", [REV_CH_ask] = "ask ", [REV_CH_give] = "give ",
        [REV_CH_accept] = "accept ", [REV_CH_outcome] = "get "};
    (void)setup;
    (void)state;
    if (choice.kind == REV_CH_pick) {
        return snprintf(out, (size_t)cap, "pick %d", choice.arg[0]);
    }
    const char *word = words[choice.kind];
    int len = word == NULL ? 0 : snprintf(out, (size_t)cap, "%s", word);
    return choice.arg[0] == 0 ? len : len + rev_print_set(choice.arg[0], out + len, cap - len);
}

static bool reads_as(brs_str line, const char *text, size_t len)
{
    bool alike = line.len == len;
    for (size_t i = 0; alike && i < len; i++) {
        char a = line.ptr[i], b = text[i];
        a = a >= 'A' && a <= 'Z' ? (char)(a + 32) : a;
        b = b >= 'A' && b <= 'Z' ? (char)(b + 32) : b;
        alike = a == b;
    }
    return alike;
}

// "pick 3" is whichever hand of that size is listed: those of one size are one choice.
static int read_pick(const rev_state *g, brs_str line, const brs_choice *list, int n)
{
    int64_t hand = 0;
    brs_str word = str_word(&line);
    if (g->ask != REV_ASK_PICK || !str_is(word, "pick") || !str_number(line, &hand) || hand < 1 || hand > g->seats) {
        return -1;
    }
    for (int i = 0; i < n; i++) {
        if (rev_hand_size(g, list[i].arg[0] - 1) == rev_hand_size(g, (int)hand - 1)) {
            return i;
        }
    }
    return -1;
}

int rev_read_statement(const brs_setup *setup, const void *state, brs_str line, brs_choice *out, int cap, brs_err *err)
{
    brs_choice list[BRS_MAX_CHOICES];
    rev_run r = rev_look(setup, state);
    int n = rev_choices(&r, list, BRS_MAX_CHOICES);
    line = str_trim(line);
    int found = read_pick(r.g, line, list, n);
    for (int i = 0; i < n && found < 0; i++) {
        char text[64];
        const int len = rev_print_choice(setup, state, list[i], text, sizeof text);
        const brs_str words = str_trim((brs_str){text, (size_t)len});  // "get" alone: a card that nobody saw
        found = reads_as(line, words.ptr, words.len) ? i : -1;
    }
    if (found < 0 || cap < 1) {
        brs_fail(err, BRS_ILLEGAL, "\"%.*s\" is no legal choice here", BRS_ARG(line));
        brs_help(err, "Ranks are 3 to 9, T J Q K A 2; a set repeats its rank (888), a joker is X, - passes.");
        return -1;
    }
    out[0] = list[found];
    return 1;
}
