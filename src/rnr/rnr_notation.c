// How a transcript writes a game of Revolt N Reign: the words, one choice as it is written, and the checks.
#include <stdio.h>

#include "rnr_flow.h"
#include "str.h"

typedef enum {
    V_PILLAR, V_PLAY, V_AOA, V_USE, V_EQUALIZE, V_KEEP, V_MULLIGAN, V_SKIP, V_DONE, V_TO, V_ENOUGH, V_X, V_MAY, V_WITH,
    V_CHOOSE, V_ORDER, V_DISCARD, V_SPLIT, V_HAND, V_DRAW, V_MILL, V_LOOK, V_ROLL, V_FOR
} verb_row;

const brs_verb rnr_verbs[] = {
    [V_PLAY] = {"play", "", NULL, false, "CARD", "plays a card in the Play Phase", BRS_LINE_GOES_ON},
    [V_AOA] = {"aoa", "clash", NULL, false, "CARD", "sends an Attack, from hand or from play, against an Attack", BRS_LINE_GOES_ON},
    [V_USE] = {"use", "activate", NULL, false, "CARD.SENTENCE", "uses an ability: which sentence of which card", BRS_LINE_GOES_ON},
    [V_PILLAR] = {"pillar", "", NULL, false, "CARD", "plays a Pillar before IP is counted", BRS_LINE_GOES_ON},
    [V_EQUALIZE] = {"equalize", "", NULL, false, "CARD", "plays a card before the first turn", BRS_LINE_GOES_ON},
    [V_KEEP] = {"keep", "", NULL, false, "", "keeps the first hand", BRS_LINE_GOES_ON},
    [V_MULLIGAN] = {"mulligan", "", NULL, false, "", "takes a new first hand", BRS_LINE_GOES_ON},
    [V_SKIP] = {"skip", "", NULL, false, "", "plays no card here", BRS_LINE_GOES_ON},
    [V_DONE] = {"done", "", NULL, false, "", "ends the Play Phase", BRS_LINE_GOES_ON},
    [V_TO] = {"->", "=> \u2192", ", ", true, "CARD or SEAT", "names a target", BRS_LINE_GOES_ON},
    [V_ENOUGH] = {"enough", "", NULL, true, "", "names no further card", BRS_LINE_GOES_ON},
    [V_X] = {"x", "", NULL, true, "NUMBER", "pays X", BRS_LINE_GOES_ON},
    [V_MAY] = {"may", "", NULL, true, "yes or no", "does it or does not", BRS_LINE_GOES_ON},
    [V_WITH] = {"with", "", ", ", true, "CARD", "pays with a card", BRS_LINE_GOES_ON},
    [V_CHOOSE] = {"choose", "", ", ", false, "CARD", "chooses a card of one's own", BRS_LINE_GOES_ON},
    [V_ORDER] = {"order", "", "; ", false, "CARD.SENTENCE", "decides which effect happens next", BRS_LINE_GOES_ON},
    [V_DISCARD] = {"discard", "", ", ", false, "CARD", "discards down to the hand limit", BRS_LINE_GOES_ON},
    [V_SPLIT] = {"split", "", ", ", true, "CARD NUMBER", "gives points of a divided attack to a target", BRS_LINE_GOES_ON},
    [V_HAND] = {"hand", "draw", "; ", false, "CARD or ?", "the cards of a first hand", BRS_LINE_GOES_ON},
    [V_DRAW] = {"draw", "", "; ", false, "CARD or ?", "the card that was drawn", BRS_LINE_GOES_ON},
    [V_MILL] = {"mill", "draw exile", "; ", false, "CARD", "the card that came from the top of a pile", BRS_LINE_GOES_ON},
    [V_LOOK] = {"look", "draw", "; ", false, "CARD", "the card that was looked at", BRS_LINE_GOES_ON},
    [V_ROLL] = {"roll", "", "; ", false, "SEAT NUMBER", "what a die showed", BRS_LINE_GOES_ON},
    [V_FOR] = {"for", "", NULL, false, "CARD", "says whose question the rest of the line answers: for Stockade -> Ink Duty", BRS_LINE_GOES_ON},
    {NULL, NULL, NULL, false, NULL, NULL, BRS_LINE_GOES_ON},
};

// ---- a choice as it is written ------------------------------------------------------------------------------

static void put_name(brs_spelling *out, brs_str name)
{
    size_t len = name.len < BRS_MAX_NOUN - 1 ? name.len : BRS_MAX_NOUN - 1;
    memcpy(out->name, name.ptr, len);
    out->name[len] = '\0';
    out->has_name = true;
}

static void put_card(const brs_setup *setup, const rnr_state *g, int handle, brs_spelling *out)
{
    put_name(out, setup->game->handle_name(setup, handle));
    if (!in_play(g, handle)) {
        return;
    }
    const rnr_slot *slot = &g->card[handle];
    out->of = slot->controller;
    for (int i = 0; i < g->play_count; i++) {
        const rnr_slot *twin = &g->card[g->play_order[i]];
        out->qualified = out->qualified || (twin->number == slot->number && twin->controller != slot->controller);
    }
}

static verb_row verb_of_draw(const rnr_state *g, const brs_setup *setup)
{
    const rnr_frame *f = &g->frame[g->depth - 1];
    if (f->proc == RNR_PROC_DRAW) {
        return g->section == RNR_SEC_setup ? V_HAND : V_DRAW;
    }
    const rnr_pending *p = &g->pending[f->arg[0]];
    const rnr_card *card = &((const rnr_card *)setup->cards->cards)[g->card[p->source].number];
    return card->sentence[p->sentence].effect[p->effect].verb == RNR_FX_LOOK ? V_LOOK : V_MILL;
}

static void spell_outcome(const brs_setup *setup, const rnr_state *g, brs_choice choice, brs_spelling *out)
{
    out->seat = g->chance.seat;
    if (choice.kind == RNR_CH_roll) {
        const char letter = brs_seat_letter(setup, g->chance.seat);
        out->verb = V_ROLL;
        out->seat = BRS_SEAT_NONE;
        out->number = choice.arg[0];
        put_name(out, (brs_str){&letter, 1});
        return;
    }
    out->verb = (uint8_t)verb_of_draw(g, setup);
    out->implied = choice.arg[0] == 0;
    put_name(out, choice.arg[0] == 0 ? BRS_STR("?") : setup->game->handle_name(setup, choice.arg[0]));
}

static verb_row verb_of(const rnr_state *g, int kind)
{
    switch (kind) {
    case RNR_CH_keep: return V_KEEP;
    case RNR_CH_mulligan: return V_MULLIGAN;
    case RNR_CH_skip: return V_SKIP;
    case RNR_CH_equalize: return V_EQUALIZE;
    case RNR_CH_pillar: return V_PILLAR;
    case RNR_CH_play: return V_PLAY;
    case RNR_CH_play_aoa:
    case RNR_CH_clash: return V_AOA;
    case RNR_CH_activate: return V_USE;
    case RNR_CH_done: return V_DONE;
    case RNR_CH_enough: return V_ENOUGH;
    case RNR_CH_x: return V_X;
    case RNR_CH_yes:
    case RNR_CH_no: return V_MAY;
    case RNR_CH_choose: return g->ask.what == RNR_ASK_COST ? V_WITH : V_CHOOSE;
    case RNR_CH_order: return V_ORDER;
    case RNR_CH_discard: return V_DISCARD;
    case RNR_CH_split: return V_SPLIT;
    default: return V_TO;
    }
}

void rnr_spell(const brs_setup *setup, const void *state, brs_choice choice, brs_spelling *out)
{
    const rnr_state *g = state;
    *out = (brs_spelling){.seat = choice.seat, .of = BRS_SEAT_NONE, .separator = ' ', .number = -1};
    if (choice.kind == RNR_CH_outcome || choice.kind == RNR_CH_roll) {
        spell_outcome(setup, g, choice, out);
        return;
    }
    out->verb = (uint8_t)verb_of(g, choice.kind);
    switch (choice.kind) {
    case RNR_CH_keep: case RNR_CH_skip: case RNR_CH_done: case RNR_CH_enough: out->implied = true; break;
    case RNR_CH_mulligan: break;
    case RNR_CH_yes: put_name(out, BRS_STR("yes")); break;
    case RNR_CH_no: put_name(out, BRS_STR("no")); break;
    case RNR_CH_x: out->number = choice.arg[0]; break;
    case RNR_CH_target_lp: put_name(out, (brs_str){(char[]){brs_seat_letter(setup, 1 - choice.seat)}, 1}); break;
    case RNR_CH_split:
        put_card(setup, g, choice.arg[1], out);
        out->number = choice.arg[0];
        break;
    case RNR_CH_activate: case RNR_CH_order:
        put_card(setup, g, choice.arg[0], out);
        out->separator = '.';
        out->number = choice.arg[1] + 1;
        break;
    default: put_card(setup, g, choice.arg[0], out); break;
    }
}

int rnr_shortfall(const brs_setup *setup, const void *state, const brs_refusal *refusal, char *out, int cap)
{
    const rnr_state *g = state;
    const brs_choice c = refusal->choice;
    if (refusal->rule == RULE(play_phase) && c.kind == RNR_CH_pillar) {
        return snprintf(out, (size_t)cap, "it is no Pillar, and comes in the Play Phase");
    }
    if (refusal->rule != RULE(pay_cost) || (c.kind != RNR_CH_play && c.kind != RNR_CH_play_aoa)) {
        return 0;
    }
    rnr_run r = rnr_look(setup, g);
    return snprintf(out, (size_t)cap, "it costs %d IP and %c has %d", rnr_ip_cost(&r, c.arg[0], c.kind == RNR_CH_play_aoa),
                    brs_seat_letter(setup, c.seat), g->ip[c.seat]);
}

// Whose question is open: what a sentence asks while it happens names its card; what is asked of a player does not.
int rnr_asker(const brs_setup *setup, const void *state)
{
    const rnr_ask *ask = &((const rnr_state *)state)->ask;
    (void)setup;
    switch (ask->what) {
    case RNR_ASK_TARGET: case RNR_ASK_ATTACK: case RNR_ASK_SPLIT: case RNR_ASK_X: case RNR_ASK_MAY: case RNR_ASK_COST: case RNR_ASK_OWN:
        return ask->source;
    default: return 0;
    }
}

// ---- where a card is ------------------------------------------------------------------------------------------

int rnr_place_of(const brs_setup *setup, const void *state, int handle, char *out, int cap)
{
    static const char *const places[RNR_ZONES] = {
        [RNR_PILE] = "is of %c's deck and has not been drawn", [RNR_HAND] = "is in %c's hand", [RNR_UA_AREA] = "is in %c's UA Area",
        [RNR_PILLAR_ZONE] = "is in play, %c's Pillar", [RNR_ACTION_ZONE] = "is in play, in %c's Action Zone",
        [RNR_PETITION_STACK] = "is in %c's Petition Stack", [RNR_DISCARD_PILE] = "lies in %c's Discard Pile",
        [RNR_EXILE_ZONE] = "is exiled"};
    const rnr_state *g = state;
    if (handle <= 0 || handle >= RNR_HANDLES || setup->game->card_of(setup, handle) < 0) {
        return 0;
    }
    const rnr_slot *slot = &g->card[handle];
    const int seat = in_play(g, handle) ? slot->controller : owner_of(handle);
    char letter[2] = {brs_seat_letter(setup, seat), '\0'};
    brs_str text = str_of(places[slot->zone]), head = str_cut(&text, '%');
    return text.len == 0 ? snprintf(out, (size_t)cap, "%.*s", BRS_ARG(head))
                         : snprintf(out, (size_t)cap, "%.*s%s%.*s", BRS_ARG(head), letter, (int)text.len - 1, text.ptr + 1);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool alike(brs_str text, brs_str beginning)
{
    bool same = beginning.len <= text.len && beginning.len > 0;
    for (size_t i = 0; same && i < beginning.len; i++) {
        same = lower(text.ptr[i]) == lower(beginning.ptr[i]);
    }
    return same;
}

bool rnr_is_kind(const brs_setup *setup, int handle, brs_str kind)
{
    static const char *const words[] = {[RNR_UA] = "ua", [RNR_PILLAR] = "pillar", [RNR_ATTACK] = "attack",
                                        [RNR_DEFENSE] = "defense", [RNR_RIGHTS] = "rights", [RNR_FREEDOM] = "freedom",
                                        [RNR_BILL] = "bill"};
    int number = setup->game->card_of(setup, handle);
    if (number < 0) {  // is there such a kind at all?
        bool any = false;
        for (int type = RNR_UA; type <= RNR_BILL; type++) {
            any = any || (alike(str_of(words[type]), kind) && kind.len == strlen(words[type]));
        }
        return any;
    }
    const int type = ((const rnr_card *)setup->cards->cards)[number].type;
    return kind.len == strlen(words[type]) && alike(str_of(words[type]), kind);
}

// ---- what a seat sees of a draw -------------------------------------------------------------------------------

int rnr_veil(const brs_setup *setup, const brs_event *event, int seat, char *out, int cap)
{
    const int owner = owner_of(event->arg[0]);
    const char letter[2] = {brs_seat_letter(setup, owner), '\0'};
    const brs_str owner_name = str_of(setup->name[owner] != NULL ? setup->name[owner] : letter);
    if (seat == BRS_SEAT_NONE || seat == owner) {
        return 0;
    }
    switch (event->kind) {
    case RNR_EV_drawn: return brs_fill(out, cap, setup->game->phrases[RNR_SAY_draws_a_card], &owner_name, 1);
    case RNR_EV_shuffled_back: return brs_fill(out, cap, setup->game->phrases[RNR_SAY_card_goes_back], &owner_name, 1);
    default: return 0;
    }
}

// ---- checks: SEAT NUMBER-WORD n; SEAT CARD place; SEAT CARD AP|DP n; SEAT ua CARD, CARD ----------------------------

typedef struct {
    const brs_setup *setup;
    const rnr_state *g;
    int seat;
    brs_measure *out;
    brs_err *err;
} measuring;

static bool is_word(brs_str a, const char *word)
{
    return a.len == strlen(word) && alike(str_of(word), a);
}

// The first card of a seat's deck that a name or a beginning of it means; 0: none or several (told).
static int card_named(measuring *m, brs_str name)
{
    int found = 0, best = 0;
    for (int i = 0; i < m->setup->deck[m->seat].count; i++) {
        const int handle = handle_at(m->seat, i);
        const brs_str full = m->setup->game->handle_name(m->setup, handle);
        if (!alike(full, name)) {
            continue;
        }
        if (full.len == name.len) {
            return handle;
        }
        bool other = found != 0 && m->g->card[found].number != m->g->card[handle].number;
        best = best < 1 + other ? 1 + other : best;
        found = found != 0 ? found : handle;
    }
    if (best != 1) {
        brs_fail(m->err, BRS_TEXT, best == 0 ? "no card of %c's deck is called \"%.*s\"" : "several cards of %c's deck are called \"%.*s...\"",
                 brs_seat_letter(m->setup, m->seat), BRS_ARG(name));
        return 0;
    }
    return found;
}

static void tell_number(measuring *m, const char *word, int32_t found)
{
    const char letter = brs_seat_letter(m->setup, m->seat);
    m->out->counts = true;
    m->out->found = found;
    m->out->holds = m->out->wanted == found;
    snprintf(m->out->text, sizeof m->out->text, "%c %s %d", letter, word, m->out->wanted);
    snprintf(m->out->is, sizeof m->out->is, "%c %s %d", letter, word, found);
}

static bool measure_number(measuring *m, brs_str word)
{
    static const char *const words[] = {"LP", "IP", "hand", "pile", "UA", "petitions"};
    const rnr_state *g = m->g;
    int row = 0, found = 0;
    while (row < 6 && !is_word(word, words[row])) {
        row++;
    }
    rnr_run run = rnr_look(m->setup, g);
    switch (row) {
    case 0: found = g->lp[m->seat]; m->out->quantity = RNR_Q_lp; break;
    case 1: found = g->ip[m->seat]; m->out->quantity = RNR_Q_ip; break;
    case 2: found = __builtin_popcountll(g->zone[m->seat][RNR_HAND]) + g->unknown_hand[m->seat]; break;
    case 3: found = g->pile_count[m->seat]; break;
    case 4:
        for (int i = 0; i < g->play_count; i++) {
            found += g->card[g->play_order[i]].type == RNR_UA && g->card[g->play_order[i]].controller == m->seat;
        }
        break;
    case 5: found = rnr_petitions(&run, m->seat); break;
    default: return false;
    }
    m->out->subject = (uint16_t)m->seat;
    tell_number(m, words[row], found);
    return true;
}

// Cuts "#2" off a name; 1: it says nothing of copies.
static int cut_copy(brs_str *name)
{
    const char *sign = memchr(name->ptr != NULL ? name->ptr : "", '#', name->len);
    int64_t copy = 1;
    if (sign != NULL && str_number((brs_str){sign + 1, name->len - (size_t)(sign + 1 - name->ptr)}, &copy) && copy > 0 && copy < 100) {
        *name = str_trim((brs_str){name->ptr, (size_t)(sign - name->ptr)});
        return (int)copy;
    }
    return 1;
}

// The copies of a card that a seat controls, counted as they lie in play; 0: there are not so many.
static int copy_in_play(const measuring *m, int number, int copy)
{
    for (int i = 0; i < m->g->play_count; i++) {
        const int handle = m->g->play_order[i];
        if (m->g->card[handle].number == number && m->g->card[handle].controller == m->seat && --copy == 0) {
            return handle;
        }
    }
    return 0;
}

static bool measure_points(measuring *m, brs_str name, brs_str word)
{
    if (!is_word(word, "AP") && !is_word(word, "DP")) {
        return false;
    }
    const int copy = cut_copy(&name), first = card_named(m, name);
    if (first == 0) {
        return true;  // told
    }
    const int found = copy_in_play(m, m->g->card[first].number, copy), handle = found > 0 ? found : first;
    char text[BRS_MAX_NOUN + 24], number[16] = "";
    rnr_run run = rnr_look(m->setup, m->g);
    if (copy > 1) {
        snprintf(number, sizeof number, "#%d", copy);
    }
    snprintf(text, sizeof text, "%.*s%s %s", BRS_ARG(m->setup->game->handle_name(m->setup, handle)), number, is_word(word, "AP") ? "AP" : "DP");
    m->out->quantity = RNR_Q_points;
    m->out->subject = (uint16_t)handle;
    tell_number(m, text, found > 0 ? rnr_points(&run, handle) : 0);
    return true;
}

static const struct {
    const char *word;
    uint8_t first, last;  // rnr_zone
} places[] = {
    {"hand", RNR_HAND, RNR_HAND}, {"play", RNR_UA_AREA, RNR_PETITION_STACK}, {"UA", RNR_UA_AREA, RNR_UA_AREA},
    {"pillar", RNR_PILLAR_ZONE, RNR_PILLAR_ZONE}, {"action", RNR_ACTION_ZONE, RNR_ACTION_ZONE},
    {"stack", RNR_PETITION_STACK, RNR_PETITION_STACK}, {"discard", RNR_DISCARD_PILE, RNR_DISCARD_PILE},
    {"exile", RNR_EXILE_ZONE, RNR_EXILE_ZONE}, {"pile", RNR_PILE, RNR_PILE},
};

static const char *word_of_zone(int zone)
{
    static const char *const words[RNR_ZONES] = {"pile", "hand", "UA", "pillar", "action", "stack", "discard", "exile"};
    return words[zone];
}

// Holds when any copy of that name is there.
static bool measure_place(measuring *m, brs_str name, brs_str word)
{
    size_t row = 0;
    while (row < sizeof places / sizeof places[0] && !is_word(word, places[row].word)) {
        row++;
    }
    if (row == sizeof places / sizeof places[0] || name.len == 0) {
        return false;
    }
    int handle = card_named(m, name);
    if (handle == 0) {
        return true;  // told
    }
    const char letter = brs_seat_letter(m->setup, m->seat);
    const brs_str full = m->setup->game->handle_name(m->setup, handle);
    m->out->quantity = RNR_Q_zone;
    m->out->subject = (uint16_t)handle;
    for (int i = 0; i < m->setup->deck[m->seat].count; i++) {
        const rnr_slot *slot = &m->g->card[handle_at(m->seat, i)];
        if (slot->number == m->g->card[handle].number && slot->zone >= places[row].first && slot->zone <= places[row].last) {
            m->out->holds = true;
        }
    }
    snprintf(m->out->text, sizeof m->out->text, "%c %.*s %s", letter, BRS_ARG(full), places[row].word);
    snprintf(m->out->is, sizeof m->out->is, "%c %.*s %s", letter, BRS_ARG(full), word_of_zone(m->g->card[handle].zone));
    return true;
}

// "A ua Ink Duty, Harbor Ban": these Acts, and no others.
static bool measure_uas(measuring *m, brs_str rest)
{
    brs_measure *out = m->out;
    int named = 0, all = 0;
    size_t len = (size_t)snprintf(out->text, sizeof out->text, "%c ua", brs_seat_letter(m->setup, m->seat));
    size_t is = (size_t)snprintf(out->is, sizeof out->is, "%c ua", brs_seat_letter(m->setup, m->seat));
    out->holds = true;
    for (brs_str each; rest.len > 0; named++) {
        each = str_trim(str_cut(&rest, ','));
        int handle = card_named(m, each);
        if (handle == 0) {
            return true;  // told
        }
        out->holds = out->holds && m->g->card[handle].type == RNR_UA;
        len += len < sizeof out->text ? (size_t)snprintf(out->text + len, sizeof out->text - len, "%s %.*s", named > 0 ? "," : "",
                                                         BRS_ARG(m->setup->game->handle_name(m->setup, handle))) : 0;
    }
    for (int i = 0; i < m->g->play_count; i++) {
        const int handle = m->g->play_order[i];
        if (m->g->card[handle].type == RNR_UA && m->g->card[handle].controller == m->seat) {
            is += is < sizeof out->is ? (size_t)snprintf(out->is + is, sizeof out->is - is, "%s %.*s", all > 0 ? "," : "",
                                                         BRS_ARG(m->setup->game->handle_name(m->setup, handle))) : 0;
            all++;
        }
    }
    out->holds = out->holds && named == all;
    return true;
}

static int seat_named(const brs_setup *setup, brs_str word)
{
    for (int seat = 0; seat < setup->seats; seat++) {
        if (word.len == 1 && word.ptr[0] == brs_seat_letter(setup, seat)) {
            return seat;
        }
    }
    return -1;
}

static brs_str last_word(brs_str *rest)
{
    size_t len = rest->len;
    while (len > 0 && !str_blank(rest->ptr[len - 1])) {
        len--;
    }
    brs_str word = {rest->ptr + len, rest->len - len};
    *rest = str_trim((brs_str){rest->ptr, len});
    return word;
}

bool rnr_measure(const brs_setup *setup, const void *state, brs_str check, brs_measure *out, brs_err *err)
{
    brs_str rest = check, first = str_word(&rest), copy = rest;
    brs_err found = BRS_ERR_NONE;
    measuring m = {setup, state, seat_named(setup, first), out, &found};
    int64_t number;
    bool read;
    *out = (brs_measure){0};
    if (m.seat < 0 || rest.len == 0) {
        brs_fail(err, BRS_TEXT, "a check begins with a seat: \"%.*s\" is none", BRS_ARG(first));
        brs_help(err, "Checks are SEAT and one of %s; like B LP 96.", setup->game->measures);
        return false;
    }
    brs_str list = rest, word = str_word(&list);
    if (list.len > 0 && is_word(word, "ua") && !str_number(list, &number)) {
        read = measure_uas(&m, list);
    } else {
        word = last_word(&copy);
        if (str_number(word, &number) && number >= -30000 && number <= 30000) {
            out->wanted = (int32_t)number;
            brs_str what = copy, unit = last_word(&what);
            read = what.len == 0 ? measure_number(&m, unit) : measure_points(&m, what, unit);
        } else {
            read = measure_place(&m, copy, word);
        }
    }
    if (!read || found.code != BRS_OK) {
        if (found.code == BRS_OK) {
            brs_fail(&found, BRS_TEXT, "\"%.*s\" is no check of this game", BRS_ARG(check));
            brs_help(&found, "Checks are SEAT and one of %s; like B LP 96.", setup->game->measures);
        }
        *err = err->code == BRS_OK ? found : *err;
        return false;
    }
    return true;
}
