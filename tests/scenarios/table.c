// Scenarios of Revolt N Reign: this file looks into the state, which only the engine and its tests may.
#include "table.h"

#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "rnr_state.h"
#include "str.h"

// Cards that nothing depends on: they fill decks and areas, drain nothing and stand for ever.
static const char *const fillers =
    "\n\n## Quiet Act One\n\n- Type: UA\n- Rarity: Common\n\n0 Opponent LP Drain. 90 DP.\n"
    "\n## Quiet Act Two\n\n- Type: UA\n- Rarity: Common\n\n0 Opponent LP Drain. 90 DP.\n"
    "\n## Quiet Act Three\n\n- Type: UA\n- Rarity: Common\n\n0 Opponent LP Drain. 90 DP.\n"
    "\n## Quiet Farm\n\n- Type: Pillar\n- Branch: Bison\n- Rarity: Common\n- Cost: 0\n\nGenerate 1 IP.\n";
static const char *const quiet_acts[3] = {"Quiet Act One", "Quiet Act Two", "Quiet Act Three"};

// Cards for decks, numbered from 1 on. Fields and Quiet Acts fill a deck that is legal under every edition.
static const struct {
    const char *name;
    int count;
    const char *fields, *text;
} plain_cards[] = {
    {"Quiet Field", 57, "Type: Pillar\n- Branch: Bison\n- Rarity: Common\n- Cost: 0", "Generate 1 IP."},
    {"Scroll Field", 3, "Type: Pillar\n- Branch: Scroll\n- Rarity: Common\n- Cost: 0", "Generate 1 IP."},
    {"Petition Field", 2, "Type: Pillar\n- Branch: Scroll\n- Rarity: Common\n- Cost: 0",
     "Generate 1 IP. This card counts as a Petition."},
    {"Rare Field", 2, "Type: Pillar\n- Branch: Bison\n- Rarity: Rare\n- Cost: 5", "Generate 1 IP."},
    {"Plain Attack", 6, "Type: Attack\n- Branch: Bison\n- Rarity: Common\n- Cost: 1", "5 Attack to Opponent."},
    {"Plain Wall", 6, "Type: Defense\n- Branch: Bison\n- Rarity: Common\n- Cost: 1", "5 Defense."},
    {"Plain Right", 14, "Type: Rights\n- Branch: Bison\n- Rarity: Common\n- Cost: 1", "Gain 1 LP."},
    {"Petition Right", 3, "Type: Rights\n- Branch: Scroll\n- Rarity: Common\n- Cost: 1",
     "This card counts as a Petition."},
    {"Plain Freedom", 5, "Type: Freedom\n- Branch: Bison\n- Rarity: Uncommon\n- Cost: 3", "Pay 1 IP: gain 1 LP."},
    {"Plain Bill", 5, "Type: Bill\n- Branch: Bison\n- Rarity: Uncommon\n- Cost: 3", "Gain 1 LP."},
    {"Rare Attack", 9, "Type: Attack\n- Branch: Bison\n- Rarity: Rare\n- Cost: 5", "5 Attack to Opponent."},
    {"Rare Act", 3, "Type: UA\n- Rarity: Rare", "0 Opponent LP Drain. 90 DP."},
    {"Paramount Attack", 9, "Type: Attack\n- Branch: Bison\n- Rarity: Paramount\n- Cost: 5", "5 Attack to Opponent."},
};

// ---- the card set and the decks ---------------------------------------------------------------------

typedef struct {
    table *t;
    brs_err *err;
    int first, last;  // lines of the scenario's own cards
} ear;

static void hear(void *ctx, const brs_err *err, bool warning)
{
    const ear *e = ctx;
    if (!warning && e->err->code == BRS_OK) {
        *e->err = *err;
    } else if (warning && err->line >= e->first && err->line < e->last && e->t->warnings < TABLE_MAX_LABELS) {
        memcpy(e->t->warning[e->t->warnings++], err->label, sizeof err->label);
    }
}

static int lines_of(brs_str text)
{
    int lines = 1;
    for (size_t i = 0; i < text.len; i++) {
        lines += text.ptr[i] == '\n';
    }
    return lines;
}

static bool begins_so(brs_str name, brs_str beginning)
{
    return name.len >= beginning.len && memcmp(name.ptr, beginning.ptr, beginning.len) == 0;
}

// Does a scenario speak of these cards? The fields also fill decks where no Pillar may repeat.
static bool wanted(const table_wish *wish, brs_str name)
{
    const bool decks = wish->deck_lines > 0 || wish->deck_size >= 0 || wish->deck_acts >= 0;
    bool found = str_is(name, "Quiet Field") && (decks || wish->edition.len > 0 || wish->options > 0);
    for (int i = 0; i < wish->cards; i++) {
        found = found || begins_so(wish->card[i].name, name);
    }
    for (int i = 0; i < wish->deck_lines; i++) {
        found = found || begins_so(wish->deck[i].name, name);
    }
    return found;
}

static void put_plain_cards(brs_buf *text, const table_wish *wish)
{
    for (size_t i = 0; i < sizeof plain_cards / sizeof *plain_cards; i++) {
        const int count = wanted(wish, str_of(plain_cards[i].name)) ? plain_cards[i].count : 0;
        for (int n = 1; n <= count; n++) {
            buf_putf(text, "\n## %s %d\n\n- %s\n\n%s\n", plain_cards[i].name, n, plain_cards[i].fields, plain_cards[i].text);
        }
    }
}

static bool has_heading(const char *set, brs_str name)
{
    char heading[128];
    snprintf(heading, sizeof heading, "\n## %.*s\n", BRS_ARG(name));
    return strstr(set, heading) != NULL;
}

// The built-in set: its head, and its cards when the scenario places one of them.
static brs_str built_in(const char *set, const table_wish *wish)
{
    bool named = false;
    for (int i = 0; i < wish->cards && !named; i++) {
        named = has_heading(set, wish->card[i].name);
    }
    for (int i = 0; i < wish->deck_lines && !named; i++) {
        named = has_heading(set, wish->deck[i].name);
    }
    return named ? str_of(set) : (brs_str){set, (size_t)(strstr(set, "\n## ") - set)};
}

// The built-in cards, the scenario's own, and the fillers, as one set.
static const brs_card_set *make_set(table *t, const brs_shelf *shelf, const table_wish *wish, brs_arena *arena, brs_err *err)
{
    brs_buf text;
    brs_card_set *set = BRS_NEW(arena, brs_card_set, 1);
    buf_init(&text, arena, 1 << 17);
    buf_put(&text, built_in(shelf->game->set_texts[0], wish));
    buf_puts(&text, "\n");
    ear e = {t, err, lines_of(buf_str(&text)), 0};
    buf_put(&text, wish->inline_cards);
    e.last = lines_of(buf_str(&text)) + 1;
    buf_puts(&text, fillers);
    put_plain_cards(&text, wish);
    return shelf->game->compile_set(buf_str(&text), "scenario cards", arena, set, (brs_report){hear, &e}) ? set : NULL;
}

static void insert_sorted(brs_deck *deck, int number)
{
    int at = deck->count++;
    for (; at > 0 && deck->card[at - 1] > number; at--) {
        deck->card[at] = deck->card[at - 1];
    }
    deck->card[at] = (uint16_t)number;
}

static bool holds(const brs_deck *deck, int number)
{
    for (int i = 0; i < deck->count; i++) {
        if (deck->card[i] == number) {
            return true;
        }
    }
    return false;
}

// Quiet cards up to the size of a deck: one Pillar many times, or different ones where an edition wants that.
static void fill_deck(const brs_setup *setup, brs_deck *deck, int acts, int act_count, int size, bool repeat)
{
    for (int i = 0; acts < act_count && i < 3; i++) {
        int number = rnr_card_find(setup->cards, str_of(quiet_acts[i]));
        if (!holds(deck, number)) {
            insert_sorted(deck, number);
            acts++;
        }
    }
    const int first = rnr_card_find(setup->cards, BRS_STR("Quiet Field 1"));
    for (int i = 0; deck->count < size && deck->count < BRS_MAX_DECK; i++) {
        insert_sorted(deck, repeat ? rnr_card_find(setup->cards, BRS_STR("Quiet Farm")) : first + i);
    }
}

static bool make_deck(const table_wish *wish, int seat, const brs_setup *setup, brs_deck *deck, brs_err *err)
{
    int acts = 0;
    *deck = (brs_deck){.name = "scenario"};
    for (int i = 0; i < wish->cards; i++) {
        const table_card *card = &wish->card[i];
        int number = rnr_card_find(setup->cards, card->name);
        if (number < 0) {
            err->line = card->line;
            return brs_fail(err, BRS_TEXT, "there is no card \"%.*s\"", BRS_ARG(card->name));
        }
        if (card->seat == seat) {
            acts += rnr_card_at(setup->cards, number)->type == RNR_UA;
            insert_sorted(deck, number);
        }
    }
    fill_deck(setup, deck, acts, setup->options.value[RNR_OPT_ua_count], setup->options.value[RNR_OPT_deck_size],
              setup->options.value[RNR_OPT_pillar_duplicates] != 0);
    return true;
}

// Puts a line's cards into a deck; how many of them there were.
static int put_line(const brs_card_set *set, const table_deck_line *line, brs_deck *deck, int *acts)
{
    const bool any = line->name.len > 0 && line->name.ptr[line->name.len - 1] == '*';
    const brs_str wanted = {line->name.ptr, line->name.len - any};
    int found = 0;
    for (int i = 0; i < set->count && found < line->count; i++) {
        const rnr_card *card = rnr_card_at(set, i);
        if (any ? !begins_so(card->name, wanted) : !str_equal(card->name, wanted)) {
            continue;
        }
        for (int copies = any ? 1 : line->count; copies > 0 && deck->count < BRS_MAX_DECK; copies--, found++) {
            insert_sorted(deck, i);
            *acts += card->type == RNR_UA;
        }
    }
    return found;
}

bool table_deck(const table *t, const table_wish *wish, brs_deck *deck, brs_err *err)
{
    const int32_t *option = t->setup.options.value;
    int acts = 0;
    *deck = (brs_deck){.name = "scenario"};
    for (int i = 0; i < wish->deck_lines; i++) {
        if (put_line(t->setup.cards, &wish->deck[i], deck, &acts) != wish->deck[i].count) {
            return brs_fail(err, BRS_TEXT, "there are no %d cards \"%.*s\"", wish->deck[i].count, BRS_ARG(wish->deck[i].name));
        }
    }
    fill_deck(&t->setup, deck, acts, wish->deck_acts >= 0 ? wish->deck_acts : option[RNR_OPT_ua_count],
              wish->deck_size >= 0 ? wish->deck_size : option[RNR_OPT_deck_size], false);
    return true;
}

static bool set_options(brs_setup *setup, const table_wish *wish, brs_err *err)
{
    if (!str_is(wish->begin, "roll")) {
        setup->options.value[RNR_OPT_first] = 1;  // a_by_age: Player A begins
    }
    for (int i = 0; i < wish->options; i++) {
        brs_str value = wish->option[i];
        int row = brs_option_find(setup->game, str_word(&value));
        if (row < 0) {
            return brs_fail(err, BRS_TEXT, "there is no option in \"%.*s\"", BRS_ARG(wish->option[i]));
        }
        if (!brs_option_read(&setup->game->options[row], value, &setup->options.value[row], err)) {
            return false;
        }
    }
    return true;
}

// ---- placing ------------------------------------------------------------------------------------------

static rnr_run run_of(table *t)
{
    return (rnr_run){.setup = &t->setup, .cards = t->setup.cards->cards, .opt = t->setup.options.value,
                     .g = t->state, .seat = 0xFF};
}

static int zone_of(const rnr_card *card, table_place place)
{
    switch (place) {
    case PLACE_HAND: return RNR_HAND;
    case PLACE_DISCARD: return RNR_DISCARD_PILE;
    case PLACE_EXILE: return RNR_EXILE_ZONE;
    case PLACE_TOP: return RNR_PILE;
    case PLACE_PLAY: break;
    }
    return card->type == RNR_UA ? RNR_UA_AREA : card->type == RNR_PILLAR ? RNR_PILLAR_ZONE : RNR_ACTION_ZONE;
}

// A scenario knows each hand: what was drawn goes back first.
static void empty_hands(table *t)
{
    rnr_state *g = t->state;
    rnr_run run = run_of(t);
    for (int handle = 1; handle < RNR_HANDLES; handle++) {
        if (g->card[handle].zone == RNR_HAND) {
            rnr_move(&run, handle, RNR_PILE, RNR_EV_shuffled_back, RULE(mulligan));
        }
    }
}

// A copy that no earlier line has placed.
static int unplaced(const table *t, const table_card *card, const uint8_t *placed)
{
    for (int nth = 0;; nth++) {
        int handle = table_handle(t, card->seat, card->name, nth);
        if (handle == 0 || !placed[handle]) {
            return handle;
        }
    }
}

static void place_cards(table *t, const table_wish *wish)
{
    rnr_state *g = t->state;
    rnr_run run = run_of(t);
    uint8_t placed[RNR_HANDLES] = {0};
    for (int i = 0; i < wish->cards; i++) {
        const table_card *card = &wish->card[i];
        int handle = unplaced(t, card, placed);
        int zone = zone_of(card_of(&run, handle), card->place);
        placed[handle] = 1;
        if (g->card[handle].zone != zone) {
            rnr_move(&run, handle, zone, RNR_EV_put, RULE(setup_place_uas));
        }
        g->card[handle].flags &= (uint8_t)~RNR_FRESH;
        if (card->place == PLACE_TOP) {
            g->hidden[card->seat] &= ~bit_of(handle);
            g->top[card->seat][g->top_count[card->seat]++] = (uint8_t)handle;
        }
    }
}

// Leaves so many cards in a pile; the others are exiled.
static void shorten_pile(table *t, int seat, int count)
{
    rnr_state *g = t->state;
    rnr_run run = run_of(t);
    for (int handle = seat * RNR_DECK + 1; handle <= (seat + 1) * RNR_DECK && g->pile_count[seat] > count; handle++) {
        if (g->card[handle].zone == RNR_PILE && (g->hidden[seat] & bit_of(handle)) != 0) {
            rnr_move(&run, handle, RNR_EXILE_ZONE, RNR_EV_exiled, RULE(setup_place_uas));
        }
    }
}

static void set_numbers(table *t, const table_wish *wish)
{
    rnr_state *g = t->state;
    g->turn = wish->turn > 0 ? (uint16_t)wish->turn : g->turn;
    g->triggers = (uint16_t)(g->triggers + wish->triggers);
    g->play_decisions = (uint16_t)(g->play_decisions + wish->decisions);
    for (int seat = 0; seat < 2; seat++) {
        g->lp[seat] = wish->lp[seat] >= 0 ? wish->lp[seat] : g->lp[seat];
        g->ip[seat] = wish->ip[seat] >= 0 ? (int16_t)wish->ip[seat] : g->ip[seat];
        if (wish->pile[seat] >= 0) {
            shorten_pile(t, seat, wish->pile[seat]);
        }
    }
}

// ---- running ----------------------------------------------------------------------------------------------

static const char *kind_of(const table *t, int index)
{
    return t->setup.game->choice_kinds[t->choices[index].kind].id;
}

static void list_choices(table *t)
{
    t->n = t->setup.game->choices(&t->setup, t->state, t->choices, BRS_MAX_CHOICES);
}

bool table_can_end_phase(const table *t)
{
    for (int i = 0; i < t->n; i++) {
        if (strcmp(kind_of(t, i), "done") == 0) {
            return true;
        }
    }
    return false;
}

int table_pass(const table *t)
{
    static const char *const nothing[] = {"done", "no", "skip", "enough", "keep"};
    for (size_t k = 0; k < sizeof nothing / sizeof *nothing; k++) {
        for (int i = 0; i < t->n; i++) {
            if (strcmp(kind_of(t, i), nothing[k]) == 0) {
                return i;
            }
        }
    }
    return 0;
}

bool table_apply(table *t, int index)
{
    const brs_game_def *game = t->setup.game;
    if (!game->apply(&t->setup, t->state, t->choices[index], &t->trace).ok) {
        return false;
    }
    for (list_choices(t); t->n == 1 && !table_can_end_phase(t); list_choices(t)) {
        if (!game->apply(&t->setup, t->state, t->choices[0], &t->trace).ok) {
            return false;
        }
    }
    return true;
}

static bool offers(const table *t, brs_str kind)
{
    for (int i = 0; i < t->n; i++) {
        if (str_is(kind, kind_of(t, i))) {
            return true;
        }
    }
    return false;
}

// To the first question that offers such a choice, everybody wanting nothing until then.
static bool reach(table *t, brs_str kind, brs_err *err)
{
    for (list_choices(t); t->n > 0 && !offers(t, kind); list_choices(t)) {
        if (!t->setup.game->apply(&t->setup, t->state, t->choices[table_pass(t)], &t->trace).ok) {
            return brs_fail(err, BRS_UNEXPECTED, "the engine refused its own choice during setup");
        }
    }
    return t->n > 0 || brs_fail(err, BRS_UNEXPECTED, "the game ended before a question of the kind %.*s", BRS_ARG(kind));
}

bool table_prepare(table *t, const brs_library *library, const table_wish *wish, brs_arena *arena, brs_err *err)
{
    const brs_shelf *shelf = &library->shelf[0];
    const brs_edition *edition =
        wish->edition.len == 0 ? shelf->editions.edition[0] : brs_edition_find(&shelf->editions, wish->edition);
    if (edition == NULL) {
        return brs_fail(err, BRS_EDITION_MISSING, "there is no edition \"%.*s\"", BRS_ARG(wish->edition));
    }
    t->setup = (brs_setup){.game = shelf->game, .edition = edition, .options = edition->options, .seats = wish->seats,
                           .chance = wish->recorded ? BRS_CHANCE_RECORDED : BRS_CHANCE_SEEDED, .seed = wish->seed};
    t->setup.cards = make_set(t, shelf, wish, arena, err);
    return t->setup.cards != NULL && set_options(&t->setup, wish, err);
}

bool table_begin(table *t, const brs_library *library, const table_wish *wish, brs_arena *arena, brs_err *err)
{
    const brs_str begin = wish->begin.len > 0 ? wish->begin : BRS_STR("done");
    brs_trace_init(&t->trace, arena);
    if (!table_prepare(t, library, wish, arena, err) || !make_deck(wish, 0, &t->setup, &t->setup.deck[0], err) ||
        !make_deck(wish, 1, &t->setup, &t->setup.deck[1], err)) {
        return false;
    }
    const brs_game_def *game = t->setup.game;
    t->state = brs_arena_alloc(arena, 1, game->state_size);
    if (!game->create(t->state, &t->setup, &t->trace, err) || !reach(t, begin, err)) {
        return false;
    }
    if (!str_is(begin, "mulligan") && !str_is(begin, "outcome")) {
        empty_hands(t);
    }
    place_cards(t, wish);
    set_numbers(t, wish);
    list_choices(t);
    return true;
}

// ---- looking --------------------------------------------------------------------------------------------------

int table_handle(const table *t, int seat, brs_str name, int nth)
{
    const rnr_state *g = t->state;
    int number = rnr_card_find(t->setup.cards, name);
    for (int handle = 1; number >= 0 && handle < RNR_HANDLES; handle++) {
        if ((seat < 0 || owner_of(handle) == seat) && g->card[handle].number == number && nth-- == 0) {
            return handle;
        }
    }
    return 0;
}

const char *table_zone(const table *t, int handle)
{
    const rnr_state *g = t->state;
    switch (g->card[handle].zone) {
    case RNR_PILE: return "pile";
    case RNR_HAND: return "hand";
    case RNR_DISCARD_PILE: return "discard";
    case RNR_EXILE_ZONE: return "exile";
    default: return "play";
    }
}

bool table_locked(const table *t, int handle)
{
    return ((const rnr_state *)t->state)->card[handle].lock_turn != 0;
}

int table_strength(const table *t, int handle)
{
    const rnr_run run = rnr_look(&t->setup, t->state);
    return rnr_points(&run, handle);
}

int table_controller(const table *t, int handle)
{
    return ((const rnr_state *)t->state)->card[handle].controller;
}

int table_place_count(const table *t, int seat, brs_str zone)
{
    const rnr_state *g = t->state;
    if (str_is(zone, "pile")) {
        return g->pile_count[seat];
    }
    const int at = str_is(zone, "hand")      ? RNR_HAND
                   : str_is(zone, "discard") ? RNR_DISCARD_PILE
                   : str_is(zone, "exile")   ? RNR_EXILE_ZONE
                                             : -1;
    const int unseen = at == RNR_HAND ? g->unknown_hand[seat] : 0;
    return at < 0 ? -1 : __builtin_popcountll(g->zone[seat][at]) + unseen;
}

int table_label(brs_str id)
{
    static const char *const labels[] = {
        "",
#define TERM(id, text) #id,
#include "rnr_terms.def"
#undef TERM
    };
    for (int i = 1; i < (int)(sizeof labels / sizeof *labels); i++) {
        if (str_is(id, labels[i])) {
            return i;
        }
    }
    return 0;
}
