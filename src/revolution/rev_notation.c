// How a transcript writes a game of Revolution: the words, one choice as it is written, the signs behind it, the checks.
#include <stdio.h>
#include <string.h>

#include "rev_state.h"
#include "str.h"

typedef enum {
    V_PLAY, V_PASS, V_PICK, V_FORGO, V_TAX, V_SWAP, V_BLIND, V_OFFER, V_ASK, V_GIVE, V_DECLINE, V_ACCEPT, V_DEAL, V_GET
} verb_row;

const brs_verb rev_verbs[] = {
    [V_PLAY] = {"", "", NULL, false, "RANKS", "plays cards: 3 to 9, T J Q K A, a set repeats its rank (888), 2 clears, X is a joker", BRS_LINE_GOES_ON},
    [V_PASS] = {"-", "pass", NULL, false, "", "passes", BRS_LINE_GOES_ON},
    [V_PICK] = {"pick", "", NULL, false, "HAND", "picks one of the hands: p1, p2 ...", BRS_LINE_BEGINS_RUN},
    [V_FORGO] = {"forgo", "", NULL, false, "", "leaves the power unused", BRS_LINE_BEGINS},
    [V_TAX] = {"tax", "", NULL, false, "", "takes the tax", BRS_LINE_BEGINS},
    [V_SWAP] = {"swap", "", NULL, false, "", "swaps hands", BRS_LINE_BEGINS},
    [V_BLIND] = {"blind", "", NULL, false, "", "calls for the blind exchange", BRS_LINE_BEGINS},
    [V_OFFER] = {"offer", "", NULL, false, "RANKS", "offers a card", BRS_LINE_BEGINS},
    [V_ASK] = {"ask", "", ", ", false, "RANKS", "asks for a rank, or for nothing more", BRS_LINE_GOES_ON},
    [V_GIVE] = {"give", "gives", ", ", false, "RANKS", "gives a card back", BRS_LINE_GOES_ON},
    [V_DECLINE] = {"decline", "", NULL, false, "", "declines the trade", BRS_LINE_GOES_ON},
    [V_ACCEPT] = {"accept", "", NULL, false, "RANKS", "accepts and gives a card", BRS_LINE_GOES_ON},
    [V_DEAL] = {"deal", "", ", ", false, "RANKS", "the cards that were dealt, ? for one that nobody saw", BRS_LINE_BEGINS},
    [V_GET] = {"get", "takes", ", ", false, "RANKS", "the card that was taken or drawn", BRS_LINE_GOES_ON},
    {NULL, NULL, NULL, false, NULL, NULL, BRS_LINE_GOES_ON},
};

// ---- a choice as it is written ------------------------------------------------------------------------------

static verb_row verb_of(const rev_state *g, int kind)
{
    switch (kind) {
    case REV_CH_pass: return V_PASS;
    case REV_CH_pick: return V_PICK;
    case REV_CH_forgo: return V_FORGO;
    case REV_CH_tax: return V_TAX;
    case REV_CH_swap: return V_SWAP;
    case REV_CH_blind: return V_BLIND;
    case REV_CH_offer: return V_OFFER;
    case REV_CH_ask:
    case REV_CH_ask_nothing: return V_ASK;
    case REV_CH_give: return V_GIVE;
    case REV_CH_decline: return V_DECLINE;
    case REV_CH_accept: return V_ACCEPT;
    case REV_CH_outcome: return g->chance.purpose == REV_CHANCE_DEAL ? V_DEAL : V_GET;
    default: return V_PLAY;
    }
}

// Are all hands that are left of one size? Then it does not matter which is picked.
static bool one_size_left(const rev_state *g)
{
    int size = 0;
    for (int hand = 1; hand <= g->seats; hand++) {
        if ((g->picked >> (hand - 1) & 1) == 0) {
            if (size != 0 && rev_hand_size(g, hand - 1) != size) {
                return false;
            }
            size = rev_hand_size(g, hand - 1);
        }
    }
    return true;
}

void rev_spell(const brs_setup *setup, const void *state, brs_choice choice, brs_spelling *out)
{
    const rev_state *g = state;
    (void)setup;
    *out = (brs_spelling){.seat = choice.kind == REV_CH_outcome ? g->chance.seat : choice.seat, .of = BRS_SEAT_NONE,
                          .separator = ' ', .number = -1, .verb = (uint8_t)verb_of(g, choice.kind)};
    switch (choice.kind) {
    case REV_CH_forgo: case REV_CH_decline: out->implied = true; break;
    case REV_CH_ask_nothing:
        out->implied = out->has_name = true;
        snprintf(out->name, sizeof out->name, "nothing");
        break;
    case REV_CH_pick:
        out->has_name = true;
        out->any = one_size_left(g);
        snprintf(out->name, sizeof out->name, "p%d", choice.arg[0]);
        break;
    case REV_CH_pass: case REV_CH_tax: case REV_CH_swap: case REV_CH_blind: break;
    default:
        out->has_name = true;
        out->implied = choice.kind == REV_CH_outcome && choice.arg[0] == 0;
        if (choice.arg[0] == 0) {
            snprintf(out->name, sizeof out->name, "?");
        } else {
            int len = choice.kind == REV_CH_two_value ? snprintf(out->name, sizeof out->name, "=") : 0;
            rev_print_set(choice.arg[0], out->name + len, (int)sizeof out->name - len);
        }
        break;
    }
}

int rev_turn_seat(const void *state)
{
    const rev_state *g = state;
    return g->phase == REV_PLAY ? g->turn : BRS_SEAT_NONE;
}

// An exchange is known to its two partners only.
int rev_veil(const brs_setup *setup, const brs_event *event, int seat, char *out, int cap)
{
    if (seat == BRS_SEAT_NONE || event->seat == seat || event->arg[0] == seat || event->arg[1] == seat) {
        return 0;
    }
    switch (event->kind) {
    case REV_EV_tax_paid: case REV_EV_returned: case REV_EV_drawn_away: case REV_EV_received: case REV_EV_traded_away:
    case REV_EV_requested: case REV_EV_offered: case REV_EV_accepted:
        return brs_fill(out, cap, setup->game->phrases[REV_SAY_unseen], NULL, 0);
    default: return 0;
    }
}

// ---- signs: ~ the next player is skipped, * the table is cleared, < the direction turns, ^1 goes out as number 1 -----

int rev_marks(const brs_setup *setup, const void *before, const void *after, brs_choice choice, char *out, int cap)
{
    const rev_state *g = before;
    const int seat = choice.seat, set = choice.arg[0];
    int len = 0;
    (void)setup;
    (void)after;
    out[0] = '\0';
    if (choice.kind > REV_CH_clear || choice.kind == REV_CH_pass || seat >= g->seats) {
        return 0;
    }
    const bool out_of_cards = g->hand_count[seat] == count_in(set);
    const bool same = choice.kind != REV_CH_convert && g->count > 0 && set == set_of(g->count, g->rank);
    if (same && !out_of_cards && rev_next_seat(g, seat) != seat) {
        len += snprintf(out + len, (size_t)(cap - len), "~");
    }
    if (choice.kind == REV_CH_clear && g->count > 0) {
        len += snprintf(out + len, (size_t)(cap - len), "*");
    }
    if (choice.kind == REV_CH_joker) {
        len += snprintf(out + len, (size_t)(cap - len), "<");
    }
    if (out_of_cards) {
        len += snprintf(out + len, (size_t)(cap - len), "^%d", g->out + 1);
    }
    return len;
}

// ---- checks: SEAT hand n; SEAT rank TITLE; ranks TITLE SEAT, TITLE SEAT ------------------------------------------------

static int seat_named(const brs_setup *setup, brs_str word)
{
    for (int seat = 0; seat < setup->seats; seat++) {
        if (word.len == 1 && word.ptr[0] == brs_seat_letter(setup, seat)) {
            return seat;
        }
    }
    return -1;
}

static const char *title_held(const brs_setup *setup, const rev_state *g, int seat)
{
    return g->held[seat] == 0 ? "nothing" : setup->game->terms[rev_word(rev_title_at(g->seats, g->held[seat] - 1))];
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool is_word(brs_str a, const char *word)
{
    bool same = a.len == strlen(word);
    for (size_t i = 0; same && i < a.len; i++) {
        same = lower(a.ptr[i]) == lower(word[i]);
    }
    return same;
}

static void put(char *text, size_t cap, const char *format_word, const char *title, char letter, bool more)
{
    size_t len = strlen(text);
    snprintf(text + len, cap - len, "%s%s %c", more ? ", " : format_word, title, letter);
}

static bool measure_ranks(const brs_setup *setup, const rev_state *g, brs_str list, brs_measure *out, brs_err *err)
{
    bool first = true;
    out->holds = true;
    for (brs_str item; list.len > 0; first = false) {
        item = str_trim(str_cut(&list, ','));
        brs_str title = str_word(&item);
        const int seat = seat_named(setup, item);
        if (seat < 0) {
            brs_fail(err, BRS_TEXT, "\"%.*s\" is no seat", BRS_ARG(item));
            brs_help(err, "ranks King N; Queen E; Serf W; Dung S");
            return false;
        }
        const char *held = title_held(setup, g, seat);
        char written[24];
        snprintf(written, sizeof written, "%.*s", BRS_ARG(title));
        const bool holds = is_word(title, held);
        out->holds = out->holds && holds;
        put(out->text, sizeof out->text, "ranks ", holds ? held : written, brs_seat_letter(setup, seat), !first);
        put(out->is, sizeof out->is, "ranks ", held, brs_seat_letter(setup, seat), !first);
    }
    return true;
}

bool rev_measure(const brs_setup *setup, const void *state, brs_str check, brs_measure *out, brs_err *err)
{
    const rev_state *g = state;
    brs_str rest = check, first = str_word(&rest);
    *out = (brs_measure){0};
    if (is_word(first, "ranks")) {
        return measure_ranks(setup, g, rest, out, err);
    }
    const int seat = seat_named(setup, first);
    brs_str word = str_word(&rest);
    int64_t number;
    if (seat >= 0 && is_word(word, "hand") && str_number(rest, &number) && number >= 0 && number < 1000) {
        out->counts = true;
        out->quantity = REV_Q_hand;
        out->subject = (uint16_t)seat;
        out->wanted = (int32_t)number;
        out->found = g->hand_count[seat];
        out->holds = out->wanted == out->found;
        snprintf(out->text, sizeof out->text, "%c hand %d", brs_seat_letter(setup, seat), out->wanted);
        snprintf(out->is, sizeof out->is, "%c hand %d", brs_seat_letter(setup, seat), out->found);
        return true;
    }
    if (seat >= 0 && is_word(word, "rank") && rest.len > 0 && rest.len < 20) {
        out->quantity = REV_Q_rank;
        out->subject = (uint16_t)seat;
        out->holds = is_word(rest, title_held(setup, g, seat));
        snprintf(out->text, sizeof out->text, "%c rank %.*s", brs_seat_letter(setup, seat), BRS_ARG(rest));
        snprintf(out->is, sizeof out->is, "%c rank %s", brs_seat_letter(setup, seat), title_held(setup, g, seat));
        return true;
    }
    brs_fail(err, BRS_TEXT, "\"%.*s\" is no check of this game", BRS_ARG(check));
    brs_help(err, "Checks are SEAT and one of %s; like N hand 5.", setup->game->measures);
    return false;
}

// ---- lines that say several things: "pick N p1; E p3", "tax King N takes 2 A; gives 3 4; asked 7" --------------------------

static int add_ranks(char *out, int len, int cap, const char *verb, const char *seat, brs_str ranks)
{
    for (brs_str word = str_word(&ranks); word.len > 0; word = str_word(&ranks)) {
        len += len < cap ? snprintf(out + len, (size_t)(cap - len), " | %s%s %.*s", seat, verb, BRS_ARG(word)) : 0;
    }
    return len;
}

// "tax King N takes 2 A; gives 3 4; asked 7". The title may be left out; if it stands there it is compared.
static int rewrite_tax(const brs_setup *setup, const rev_state *g, brs_str rest, char *out, int cap, brs_err *err)
{
    brs_str word = str_word(&rest), title = {"", 0}, takes = {"", 0}, gives = {"", 0}, asked = {"", 0};
    if (seat_named(setup, word) < 0) {
        title = word;
        word = str_word(&rest);
    }
    const int by = seat_named(setup, word);
    char seat[4];
    if (by < 0) {
        return 0;
    }
    if (g != NULL && title.len > 0 && !is_word(title, title_held(setup, g, by))) {
        brs_fail(err, BRS_DESYNC, "%c is not %.*s but %s", word.ptr[0], BRS_ARG(title), title_held(setup, g, by));
        return -1;
    }
    snprintf(seat, sizeof seat, "%c ", word.ptr[0]);
    while (rest.len > 0) {
        brs_str clause = str_trim(str_cut(&rest, ';')), what = str_word(&clause);
        if (!is_word(what, "takes") && !is_word(what, "gives") && !is_word(what, "asked")) {
            brs_fail(err, BRS_TEXT, "\"%.*s\" is no part of a line of taxes", BRS_ARG(what));
            brs_help(err, "tax King N takes 2 A; gives 3 4; asked 7");
            return -1;
        }
        takes = is_word(what, "takes") ? clause : takes;
        gives = is_word(what, "gives") ? clause : gives;
        asked = is_word(what, "asked") ? clause : asked;
    }
    int len = snprintf(out, (size_t)cap, "%stax", seat);
    len = add_ranks(out, len, cap, "get", "", takes);
    len = add_ranks(out, len, cap, "ask", "", asked);
    return add_ranks(out, len, cap, "give", seat, gives);
}

int rev_rewrite(const brs_setup *setup, const void *state, brs_str line, char *out, int cap, brs_err *err)
{
    brs_str rest = line, word = str_word(&rest);
    if (is_word(word, "tax") && rest.len > 0) {
        return rewrite_tax(setup, state, rest, out, cap, err);
    }
    if (!is_word(word, "pick") || memchr(rest.ptr, ' ', rest.len) == NULL) {
        return 0;
    }
    int len = 0;
    while (rest.len > 0) {
        brs_str item = str_trim(str_cut(&rest, ';')), letter = str_word(&item);
        len += len < cap ? snprintf(out + len, (size_t)(cap - len), "%s%.*s pick %.*s", len > 0 ? " | " : "", BRS_ARG(letter), BRS_ARG(item)) : 0;
    }
    return len;
}

// "N pick p1 | E pick p3" as "pick N p1; E p3".
static int gather_picks(brs_str line, char *out, int cap)
{
    int len = 0;
    while (line.len > 0) {
        brs_str piece = str_trim(str_cut(&line, '|')), letter = str_word(&piece), word = str_word(&piece);
        if (!is_word(word, "pick") || len >= cap) {
            return 0;
        }
        len += snprintf(out + len, (size_t)(cap - len), "%s %.*s %.*s", len > 0 ? ";" : "pick", BRS_ARG(letter), BRS_ARG(piece));
    }
    return len < cap ? len : 0;
}

typedef struct {
    char takes[80], asked[80], gives[80];
} tax_line;

// "2, A" behind "takes" and so on; false: the piece is no part of such a line.
static bool gather_piece(tax_line *tax, brs_str piece)
{
    brs_str word = str_word(&piece);
    if (word.len == 1 && word.ptr[0] >= 'A' && word.ptr[0] <= 'Z') {
        word = str_word(&piece);
    }
    char *to = is_word(word, "get") ? tax->takes : is_word(word, "ask") ? tax->asked : is_word(word, "give") ? tax->gives : NULL;
    while (to != NULL && piece.len > 0) {
        brs_str rank = str_trim(str_cut(&piece, ','));
        const size_t len = strlen(to);
        if (!is_word(rank, "nothing") && rank.len + len + 2 < sizeof tax->takes) {
            snprintf(to + len, sizeof tax->takes - len, " %.*s", BRS_ARG(rank));
        } else {
            to = NULL;
        }
    }
    return to != NULL;
}

int rev_gather(const brs_setup *setup, const void *state, brs_str line, char *out, int cap)
{
    brs_str rest = line, first = str_trim(str_cut(&rest, '|')), letter = str_word(&first);
    const int seat = seat_named(setup, letter);
    if (seat >= 0 && first.len > 5 && is_word((brs_str){first.ptr, 4}, "pick")) {
        return gather_picks(line, out, cap);
    }
    tax_line tax = {"", "", ""};
    if (seat < 0 || !is_word(first, "tax")) {
        return 0;
    }
    while (rest.len > 0) {
        if (!gather_piece(&tax, str_trim(str_cut(&rest, '|')))) {
            return 0;
        }
    }
    int len = snprintf(out, (size_t)cap, "tax %s %c", title_held(setup, state, seat), letter.ptr[0]);
    const char *const clause[] = {tax.takes, tax.gives, tax.asked}, *const word[] = {" takes", " gives", " asked"};
    for (int i = 0, told = 0; i < 3; i++) {
        if (clause[i][0] != '\0' && len < cap) {
            len += snprintf(out + len, (size_t)(cap - len), "%s%s%s", told++ > 0 ? ";" : "", word[i], clause[i]);
        }
    }
    return len < cap ? len : 0;
}
