// Revolt N Reign for the properties: random legal decks, where the cards are, what a seat cannot see.
#include <string.h>

#include "broadside/rnr.h"
#include "properties.h"
#include "rnr_state.h"

// ---- random legal decks ----------------------------------------------------------------------------------

typedef struct {
    const rnr_card *cards;
    const int32_t *opt;
    uint8_t copies[1024];
    int of_type[RNR_PETITION + 1];
    int count, rares, doubled, petitions, scroll_pillars;
} half_deck;

static bool may_repeat(const half_deck *d, const rnr_card *card)
{
    return card->type == RNR_PILLAR && d->opt[RNR_OPT_pillar_duplicates] != 0 && card->rarity != RNR_RARE &&
           (card->traits & RNR_TRAIT_PETITION) == 0;
}

static int most_of(const half_deck *d, const rnr_card *card)
{
    const bool dedicated = d->petitions >= d->opt[RNR_OPT_dedicated_petitions] &&
                           d->scroll_pillars >= d->opt[RNR_OPT_dedicated_scroll_pillars];
    switch (card->type) {
    case RNR_UA: return d->opt[RNR_OPT_ua_count];
    case RNR_RIGHTS: return d->opt[dedicated ? RNR_OPT_rights_dedicated_max : RNR_OPT_rights_max];
    case RNR_FREEDOM: return d->opt[RNR_OPT_freedom_max];
    case RNR_BILL: return d->opt[RNR_OPT_bills_max];
    default: return RNR_DECK;
    }
}

static bool fits_in(const half_deck *d, int number)
{
    const rnr_card *card = &d->cards[number];
    const int copies = d->copies[number];
    const bool doubles = copies == 1 && (card->type == RNR_ATTACK || card->type == RNR_DEFENSE) &&
                         d->doubled < d->opt[RNR_OPT_doubled_names];
    const int uas_to_come = card->type == RNR_UA ? 0 : d->opt[RNR_OPT_ua_count] - d->of_type[RNR_UA];
    return (copies == 0 || doubles || may_repeat(d, card)) && d->of_type[card->type] < most_of(d, card) &&
           (card->rarity != RNR_RARE || d->rares < d->opt[RNR_OPT_rare_max]) &&
           d->count + uas_to_come < d->opt[RNR_OPT_deck_size];
}

static void put_in(half_deck *d, int number)
{
    const rnr_card *card = &d->cards[number];
    d->doubled += d->copies[number] == 1 && !may_repeat(d, card);
    d->copies[number]++;
    d->of_type[card->type]++;
    d->rares += card->rarity == RNR_RARE;
    d->petitions += (card->traits & RNR_TRAIT_PETITION) != 0;
    d->scroll_pillars += card->type == RNR_PILLAR && card->branch == RNR_SCROLL;
    d->count++;
}

// Every deck has a taste: cards of some types and branches it takes less often.
static bool to_taste(const rnr_card *card, const int taste[2][8], die *d)
{
    return die_below(d, 100) < taste[0][card->type < 8 ? card->type : 0] * taste[1][card->branch] / 100;
}

static bool random_deck(const brs_setup *setup, uint64_t seed, brs_deck *out)
{
    die d = {seed, 0};
    half_deck half = {.cards = setup->cards->cards, .opt = setup->options.value};
    int taste[2][8];
    for (int i = 0; i < 16; i++) {
        taste[i / 8][i % 8] = 20 + die_below(&d, 81);
    }
    taste[0][RNR_UA] = taste[1][RNR_BRANCH_NONE] = 100;
    for (int tries = 0; tries < 20000 && half.count < half.opt[RNR_OPT_deck_size]; tries++) {
        int number = die_below(&d, setup->cards->count);
        if (fits_in(&half, number) && to_taste(&half.cards[number], (const int(*)[8])taste, &d)) {
            put_in(&half, number);
        }
    }
    *out = (brs_deck){.name = ""};
    for (int number = 0; number < setup->cards->count; number++) {
        for (int i = 0; i < half.copies[number]; i++) {
            out->card[out->count++] = (uint16_t)number;
        }
    }
    return half.count == half.opt[RNR_OPT_deck_size];
}

static bool deal(brs_setup *setup, uint32_t number, brs_err *err)
{
    setup->seats = 2;
    if (number % 8 == 7) {  // no two equal cards: these games are followed by a view, in which a name must be one card
        setup->options.value[RNR_OPT_pillar_duplicates] = setup->options.value[RNR_OPT_doubled_names] = 0;
    }
    for (int seat = 0; seat < 2; seat++) {
        int tries = 0;
        while (!random_deck(setup, (uint64_t)number * 1000 + (uint64_t)(seat * 100 + tries), &setup->deck[seat])) {
            if (++tries == 100) {
                return brs_fail(err, BRS_ILLEGAL, "no legal deck is found");
            }
        }
        if (!brs_rnr.check_deck(setup->edition, &setup->options, setup->cards, &setup->deck[seat], (brs_report){NULL, NULL})) {
            return brs_fail(err, BRS_ILLEGAL, "the deck of seat %c is not legal", 'A' + seat);
        }
    }
    return true;
}

// ---- where the cards are -----------------------------------------------------------------------------------

static const char *lost_of(const brs_setup *setup, const rnr_state *g, int owner)
{
    uint64_t all = 0;
    for (int zone = 0; zone < RNR_ZONES; zone++) {
        if ((all & g->zone[owner][zone]) != 0) {
            return "a card lies in two zones";
        }
        all |= g->zone[owner][zone];
        for (uint64_t mask = g->zone[owner][zone]; mask != 0; mask &= mask - 1) {
            if (g->card[handle_at(owner, __builtin_ctzll(mask))].zone != zone) {
                return "a card and its zone disagree";
            }
        }
    }
    uint64_t top = 0;
    for (int i = 0; i < g->top_count[owner]; i++) {
        top |= bit_of(g->top[owner][i]);
    }
    if (all != (setup->deck[owner].count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << setup->deck[owner].count) - 1)) {
        return "a card lies in no zone";
    }
    if (__builtin_popcountll(top) != g->top_count[owner] || (top & g->hidden[owner]) != 0 ||
        (top | g->hidden[owner]) != g->zone[owner][RNR_PILE] ||
        __builtin_popcountll(g->zone[owner][RNR_PILE]) != g->pile_count[owner] + g->unknown_hand[owner]) {
        return "the Draw Pile does not add up";
    }
    return (g->seen[owner] & ~g->zone[owner][RNR_HAND]) != 0 ? "a card is remembered in a hand that it has left" : NULL;
}

// Cards that came to a hand from where all could see them.
static void remember(const brs_trace *trace, table_memory *memory)
{
    for (; memory->seen < trace->event_count; memory->seen++) {
        const brs_event *e = &trace->events[memory->seen];
        if (brs_rnr.event_kinds[e->kind].quantity == RNR_Q_zone) {
            uint64_t *open = &memory->came_openly[owner_of(e->arg[0])];
            *open &= ~bit_of(e->arg[0]);
            *open |= e->arg[2] == RNR_HAND && e->arg[1] != RNR_PILE ? bit_of(e->arg[0]) : 0;
        }
    }
}

static bool forgets(const void *guess, int seat, const table_memory *memory)
{
    const rnr_state *g = guess;
    return (memory->came_openly[1 - seat] & ~g->zone[1 - seat][RNR_HAND]) != 0;
}

// ---- what the engine keeps beside the cards, to find them ----------------------------------------------------

static bool has_place(const rnr_state *g, int set, int place)
{
    return (g->places[set].half[place / 64] >> place % 64 & 1) != 0;
}

static bool filed_wrongly(const rnr_state *g, const rnr_card *card, int place)
{
    const rnr_slot *slot = &g->card[g->play_order[place]];
    bool wrong = slot->type != card->type || slot->traits != card->traits ||
                 has_place(g, RNR_PLACES_OF_B, place) != (slot->controller == 1) ||
                 has_place(g, RNR_PLACES_EACH_TURN, place) != ((card->traits & RNR_TRAIT_EACH_TURN) != 0) ||
                 has_place(g, RNR_PLACES_ACTIVATED, place) != ((card->traits & RNR_TRAIT_ACTIVATED) != 0) ||
                 has_place(g, RNR_PLACES_YIELD, place) != (card->yield > 0);
    for (int type = RNR_UA; type <= RNR_BILL; type++) {
        wrong = wrong || has_place(g, type, place) != (card->type == type);
    }
    for (int on = 0; on < RNR_ON_COUNT; on++) {
        wrong = wrong || has_place(g, RNR_PLACES_HEAR + on, place) != ((card->listens >> on & 1) != 0);
    }
    return wrong;
}

static const char *misfiled(const brs_setup *setup, const rnr_state *g)
{
    int locks = 0;
    for (int place = 0; place < 128; place++) {
        for (int set = 0; place >= g->play_count && set < RNR_PLACES; set++) {
            if (has_place(g, set, place)) {
                return "a set of places has one where no card is";
            }
        }
        if (place < g->play_count) {
            const rnr_slot *slot = &g->card[g->play_order[place]];
            locks += slot->lock_turn != 0;
            if (filed_wrongly(g, rnr_card_at(setup->cards, slot->number), place)) {
                return "a card in play is not among those of its kind, or among others";
            }
            if ((((slot->flags & RNR_STRUCK) != 0 || slot->marked != 0) && g->struck == 0) ||
                ((slot->flags & RNR_FALLEN) != 0 && g->fallen == 0)) {
                return "a card was hit and the state does not know of any";
            }
        }
    }
    for (int i = 0; i < g->pending_count; i++) {
        if (g->pending[i].source != 0 && (g->homes >> g->pending[i].home & 1) == 0) {
            return "an effect waits where none is known to wait";
        }
    }
    return locks != g->locks ? "the locked cards are miscounted" : NULL;
}

static const char *lost(const brs_setup *setup, const void *state, const brs_trace *trace, table_memory *memory)
{
    const rnr_state *g = state;
    remember(trace, memory);
    uint64_t listed[2] = {0, 0};
    for (int i = 0; i < g->play_count; i++) {
        const int handle = g->play_order[i];
        if ((listed[owner_of(handle)] & bit_of(handle)) != 0 || !in_play(g, handle)) {
            return "a card is listed in play and is not, or twice";
        }
        listed[owner_of(handle)] |= bit_of(handle);
    }
    for (int owner = 0; owner < 2; owner++) {
        uint64_t standing = 0;
        for (int zone = RNR_UA_AREA; zone <= RNR_PETITION_STACK; zone++) {
            standing |= g->zone[owner][zone];
        }
        const char *wrong = lost_of(setup, g, owner);
        if (wrong != NULL || standing != listed[owner]) {
            return wrong != NULL ? wrong : "a card in play is not listed";
        }
    }
    return misfiled(setup, g);
}

// ---- what a seat cannot see ----------------------------------------------------------------------------------

static int nth_card(uint64_t mask, int n)
{
    for (; n > 0; n--) {
        mask &= mask - 1;
    }
    return __builtin_ctzll(mask);
}

static int swap_hand(rnr_state *g, int owner, die *d)
{
    const uint64_t held = g->zone[owner][RNR_HAND] & ~g->seen[owner], hidden = g->hidden[owner];
    if (held == 0 || hidden == 0) {
        return 0;
    }
    const int a = nth_card(held, die_below(d, __builtin_popcountll(held)));
    const int b = nth_card(hidden, die_below(d, __builtin_popcountll(hidden)));
    const uint64_t both = UINT64_C(1) << a | UINT64_C(1) << b;
    g->zone[owner][RNR_HAND] ^= both;
    g->zone[owner][RNR_PILE] ^= both;
    g->hidden[owner] ^= both;
    g->card[handle_at(owner, a)].zone = RNR_PILE;
    g->card[handle_at(owner, b)].zone = RNR_HAND;
    return 1;
}

static int swap_top(rnr_state *g, int owner, int seat, die *d)
{
    int swapped = 0;
    for (int i = 0; i < g->top_count[owner] && g->hidden[owner] != 0; i++) {
        if ((g->top_known[owner][i] >> seat & 1) == 0) {
            const int b = nth_card(g->hidden[owner], die_below(d, __builtin_popcountll(g->hidden[owner])));
            g->hidden[owner] ^= UINT64_C(1) << b | bit_of(g->top[owner][i]);
            g->top[owner][i] = (uint8_t)handle_at(owner, b);
            swapped++;
        }
    }
    return swapped;
}

static int swap_hidden(const brs_setup *setup, void *state, int seat, uint64_t seed)
{
    (void)setup;
    rnr_state *g = state;
    die d = {seed, 0};
    int swapped = swap_top(g, 0, seat, &d) + swap_top(g, 1, seat, &d);
    for (int i = 0; i < 7; i++) {
        swapped += swap_hand(g, 1 - seat, &d);
    }
    g->chance.seed = seed;
    g->chance.count[0][0] += 1 + (uint32_t)die_below(&d, 50);
    return swapped;
}

// ---- unknown cards -------------------------------------------------------------------------------------------------

// The table draws its last card, or one that it knows, and asks nobody; for the view it might be another.
static bool view_waits(const rnr_state *v, const rnr_state *t)
{
    return v->ask.what == RNR_ASK_CHANCE && (t->ask.what != RNR_ASK_CHANCE || t->chance.seat != v->chance.seat ||
                                             t->pile_count[v->chance.seat] != v->pile_count[v->chance.seat]);
}

static bool unasked(const void *view, const void *truth, brs_choice *out)
{
    const rnr_state *v = view, *t = truth;
    *out = (brs_choice){.kind = RNR_CH_enough, .seat = v->ask.seat};
    return v->ask.may_stop != 0 && (v->ask.what == RNR_ASK_TARGET || v->ask.what == RNR_ASK_OWN) &&
           memcmp(&v->ask, &t->ask, sizeof v->ask - 1) != 0;
}

static const char *disagree(const brs_setup *setup, const void *view, const void *truth, int *unknown)
{
    (void)setup;
    const rnr_state *v = view, *t = truth;
    *unknown = 0;
    if (view_waits(v, t)) {
        *unknown = -1;
        return NULL;
    }
    for (int owner = 0; owner < 2; owner++) {
        const uint64_t open = t->zone[owner][RNR_HAND] & ~v->zone[owner][RNR_HAND];
        *unknown += v->unknown_hand[owner];
        if ((v->zone[owner][RNR_HAND] & ~t->zone[owner][RNR_HAND]) != 0) {
            return "the view knows a card in a hand where it is not";
        }
        if (__builtin_popcountll(open) != v->unknown_hand[owner]) {
            return "known and unknown cards of a hand are not as many as it holds";
        }
        if ((open & ~v->hidden[owner]) != 0) {
            return "a card of a hand is not among those that the view holds possible";
        }
        for (int zone = RNR_UA_AREA; zone < RNR_ZONES; zone++) {
            if (v->zone[owner][zone] != t->zone[owner][zone]) {
                return "the view has other cards on the table";
            }
        }
        if (v->lp[owner] != t->lp[owner] || v->ip[owner] != t->ip[owner] || v->pile_count[owner] != t->pile_count[owner]) {
            return "the view has other numbers";
        }
    }
    return NULL;
}

const subject rnr_subject = {&brs_rnr, deal, lost, swap_hidden, forgets, RNR_HANDLES, unasked, disagree};
