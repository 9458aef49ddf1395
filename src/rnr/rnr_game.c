// The game definition: wires the tables and the files of this folder; nothing else.
#include "broadside/rnr.h"

#include <stdio.h>
#include <string.h>

#include "rnr_data.h"
#include "rnr_flow.h"
#include "rnr_sets.h"
#include "str.h"

// ---- the tables -----------------------------------------------------------------------------------------

static const brs_rule rules[] = {
    {"none", "", "no rule", "No rule."},
#undef RULE
#define RULE(id, rows, title, text) {#id, rows, title, text},
#include "rnr_rules.def"
#undef RULE
#define RULE(id) RNR_RULE_##id
};
static const brs_rule_group rule_groups[] = {
#undef RULE
#define RULE(id, rows, title, text)
#define GROUP(first, title) {RNR_RULE_##first, title},
#include "rnr_rules.def"
#undef RULE
#define RULE(id) RNR_RULE_##id
    {0, NULL},
};
static const char *const unseen[RNR_RULE_COUNT] = {
#define UNSEEN(rule, why) [RNR_RULE_##rule] = why,
#include "rnr_unseen.def"
#undef UNSEEN
};
static const brs_option_info options[] = {
#define OPTION(id, type, standard, min, max, rule, words, help) \
    {#id, BRS_OPTION_##type, standard, min, max, RULE(rule), words, help},
#include "rnr_options.def"
#undef OPTION
};
static const brs_choice_info choice_kinds[] = {
#define CHOICE(id, sentence) {#id, sentence},
#include "rnr_choices.def"
#undef CHOICE
};
static const brs_event_info event_kinds[] = {
    {"none", "", RNR_Q_none, NULL},
#define EVENT(id, quantity, sentence, question) {#id, sentence, RNR_Q_##quantity, question},
#include "rnr_events.def"
#undef EVENT
};
static const brs_quantity_info quantities[] = {
    {"none", "", "", false},
#define QUANTITY(id, title, subject, adds) {#id, title, subject, adds},
#include "rnr_quantities.def"
#undef QUANTITY
};
static const char *const terms[] = {
    "",
#define TERM(id, text) text,
#include "rnr_terms.def"
#undef TERM
};
static const char *const phrases[] = {
#define PHRASE(id, text) text,
#include "rnr_phrases.def"
#undef PHRASE
};
static const brs_victory_info victories[] = {
    {"none", "no decision", RULE(no_decision), "The game ends without a decision."},
#define VICTORY(id, title, rule, sentence) {#id, title, RULE(rule), sentence},
#include "rnr_victories.def"
#undef VICTORY
};
static const brs_slip_info slip_kinds[] = {
    {"none", "", RULE(no_decision), ""},
#define SLIP(id, title, rule, sentence) {#id, title, RULE(rule), sentence},
#include "rnr_slips.def"
#undef SLIP
};
static const brs_section_info sections[] = {
#define SECTION(id, title, group, rule, help, step) {#id, title, group, RULE(rule), help, step},
#include "rnr_sections.def"
#undef SECTION
    {NULL, NULL, NULL, 0, NULL, false},
};
static const brs_unit_info turn = {.id = "turn", .title = "Turn", .forms = "turn|turns", .file_prefix = "t", .sections = sections};

// ---- setup ------------------------------------------------------------------------------------------------

static void keep_first(void *ctx, const brs_err *err, bool warning)
{
    brs_err *first = ctx;
    if (!warning && first->code == BRS_OK) {
        *first = *err;
    }
}

static bool deck_is_legal(const brs_setup *setup, int seat, brs_err *err)
{
    brs_err first = BRS_ERR_NONE;
    if (setup->deck[seat].count > RNR_DECK) {
        return brs_fail(err, BRS_ILLEGAL, "deck %c has %d cards; a deck has at most %d", 'A' + seat,
                        setup->deck[seat].count, (int)RNR_DECK);
    }
    if (!rnr_check_deck(setup->edition, &setup->options, setup->cards, &setup->deck[seat], (brs_report){keep_first, &first})) {
        brs_fail(err, BRS_ILLEGAL, "deck %c is not legal under edition %s: %s", 'A' + seat, setup->edition->id, first.msg);
        brs_help(err, "broadside deck check lists every violation with its rule.");
        return false;
    }
    return true;
}

// Puts the deck's cards behind their handles; all of them lie in the Draw Pile until UAs are placed.
static void deal(rnr_state *g, const brs_setup *setup, int seat)
{
    const rnr_card *cards = setup->cards->cards;
    for (int i = 0; i < RNR_DECK; i++) {
        rnr_slot *slot = &g->card[handle_at(seat, i)];
        *slot = (rnr_slot){.number = RNR_NO_NUMBER, .controller = (uint8_t)seat};
        if (i < setup->deck[seat].count) {
            slot->number = setup->deck[seat].card[i];
            slot->type = cards[slot->number].type;
            slot->traits = cards[slot->number].traits;
            g->of_type[seat][slot->type] |= bit_of(handle_at(seat, i));
            g->petitioners[seat] |= (slot->traits & RNR_TRAIT_OUTSIDE) != 0 ? bit_of(handle_at(seat, i)) : 0;
            g->scrolls[seat] |= slot->type == RNR_PILLAR && cards[slot->number].branch == RNR_SCROLL ? bit_of(handle_at(seat, i)) : 0;
            bool ua = slot->type == RNR_UA;
            slot->zone = ua ? RNR_ZONES - 1 : RNR_PILE;
            g->zone[seat][slot->zone] |= bit_of(handle_at(seat, i));
            g->hidden[seat] |= ua ? 0 : bit_of(handle_at(seat, i));
            g->pile_count[seat] = (uint8_t)(g->pile_count[seat] + !ua);
        }
    }
}

static rnr_run run_over(void *state, const brs_setup *setup, brs_trace *trace, rnr_notes *notes)
{
    return (rnr_run){.setup = setup, .cards = setup->cards->cards, .opt = setup->options.value, .g = state,
                     .trace = trace, .notes = notes, .sentence = 0xFF};
}

static bool create(void *state, const brs_setup *setup, brs_trace *trace, brs_err *err)
{
    rnr_state *g = state;
    if (setup->seats != 2) {
        return brs_fail(err, BRS_ILLEGAL, "Revolt N Reign is for 2 players, not %d (rule players)", setup->seats);
    }
    if (setup->cards == NULL || !deck_is_legal(setup, 0, err) || !deck_is_legal(setup, 1, err)) {
        return brs_fail(err, BRS_CARD_SET_MISMATCH, "no card set was given");
    }
    memset(g, 0, sizeof *g);
    g->chance.mode = setup->chance;
    g->chance.seed = setup->seed;
    g->winner = BRS_SEAT_NONE;
    deal(g, setup, 0);
    deal(g, setup, 1);
    rnr_notes notes;
    rnr_run r = run_over(g, setup, trace, &notes);
    rnr_begin(&r);
    return true;
}

static size_t used(const void *state)
{
    const rnr_state *g = state;
    return offsetof(rnr_state, pending) + g->pending_count * sizeof g->pending[0];
}

// ---- choices ------------------------------------------------------------------------------------------------

static int choices(const brs_setup *setup, const void *state, brs_choice *out, int cap)
{
    rnr_run r = rnr_look(setup, state);
    return r.g->over != 0 ? 0 : rnr_choices(&r, out, cap);
}

static int refused(const brs_setup *setup, const void *state, brs_refusal *out, int cap)
{
    rnr_run r = rnr_look(setup, state);
    return r.g->over != 0 ? 0 : rnr_refused(&r, out, cap);
}

// The rule against a choice that is not among the legal ones.
static uint16_t why_refused(const rnr_run *r, brs_choice choice)
{
    brs_refusal list[BRS_MAX_CHOICES];
    int n = rnr_refused(r, list, BRS_MAX_CHOICES);
    for (int i = 0; i < n; i++) {
        if (memcmp(&list[i].choice, &choice, sizeof choice) == 0) {
            return list[i].rule;
        }
    }
    return choice.seat == r->g->ask.seat ? RULE(decision_steps) : RULE(no_responses);
}

static bool is_listed(rnr_run *r, brs_choice choice)
{
    // The question asked most has a quick answer; all others list what is legal.
    const rnr_ask *ask = &r->g->ask;
    if (ask->what == RNR_ASK_PLAY && choice.seat == ask->seat && r->g->over == 0) {
        return rnr_is_play_legal(r, choice);
    }
    brs_choice list[BRS_MAX_CHOICES];
    int n = r->g->over != 0 ? 0 : rnr_choices(r, list, BRS_MAX_CHOICES);
    for (int i = 0; i < n; i++) {
        if (memcmp(&list[i], &choice, sizeof choice) == 0) {
            return true;
        }
    }
    return false;
}

static void make(const brs_setup *setup, void *state, brs_choice choice, brs_trace *trace)
{
    rnr_notes notes;
    rnr_run r = run_over(state, setup, trace, &notes);
    if (r.g->ask.what == RNR_ASK_CHANCE) {
        brs_chance_answer(&r.g->chance, choice.kind == RNR_CH_roll ? (uint32_t)choice.arg[0] - 1
                                        : choice.arg[0] == 0       ? RNR_DECK
                                                                   : (uint32_t)(choice.arg[0] - 1) % RNR_DECK);
    } else {
        rnr_reveal_from_hand(&r, choice);
        r.g->answer = choice;
        r.g->play_decisions = (uint16_t)(r.g->play_decisions + (r.g->section == RNR_SEC_play && choice.seat == r.g->active && r.g->play_decisions < 1000));
    }
    rnr_continue(&r);
}

static brs_verdict apply(const brs_setup *setup, void *state, brs_choice choice, brs_trace *trace)
{
    rnr_run r = rnr_look(setup, state);
    if (!is_listed(&r, choice)) {
        return (brs_verdict){false, why_refused(&r, choice)};
    }
    make(setup, state, choice, trace);
    return (brs_verdict){true, 0};
}

static bool result(const brs_setup *setup, const void *state, brs_result *out)
{
    (void)setup;
    const rnr_state *g = state;
    *out = (brs_result){.over = g->over != 0, .winner = g->winner, .reason = g->reason, .units = g->turn};
    return out->over;
}

static int unit_now(const void *state)
{
    return ((const rnr_state *)state)->turn;
}

// A trigger takes about as long as listing twelve choices.
static uint32_t work_done(const void *state)
{
    return 12 * ((const rnr_state *)state)->fired;
}

static int turn_seat(const void *state)
{
    const rnr_state *g = state;
    return g->turn == 0 ? BRS_SEAT_NONE : g->active;
}

static int section_now(const void *state)
{
    return ((const rnr_state *)state)->section;
}

// ---- words --------------------------------------------------------------------------------------------------

static brs_str handle_name(const brs_setup *setup, int handle)
{
    int number = setup->game->card_of(setup, handle);
    if (handle == 0) {
        return BRS_STR("a card that nobody saw");
    }
    return number < 0 ? BRS_STR("no card") : ((const rnr_card *)setup->cards->cards)[number].name;
}

static int card_number(const brs_setup *setup, int handle)
{
    int seat = owner_of(handle), place = (handle - 1) % RNR_DECK;
    bool valid = handle > 0 && handle < RNR_HANDLES && place < setup->deck[seat].count;
    return valid ? setup->deck[seat].card[place] : -1;
}

static brs_str sentence_text(const brs_setup *setup, int handle, int sentence)
{
    int number = card_number(setup, handle);
    const rnr_card *card = number < 0 ? NULL : &((const rnr_card *)setup->cards->cards)[number];
    if (card == NULL || sentence < 0 || sentence >= card->nsentence) {
        return (brs_str){"", 0};
    }
    const rnr_sentence *s = &card->sentence[sentence];
    return (brs_str){card->text.ptr + s->begin, (size_t)(s->end - s->begin)};
}

// Which of several equal cards of a deck this is, 0 when the name alone says it.
static int copy_number(const brs_setup *setup, int handle)
{
    int seat = owner_of(handle), place = (handle - 1) % RNR_DECK, first = place;
    const brs_deck *deck = &setup->deck[seat];
    while (first > 0 && deck->card[first - 1] == deck->card[place]) {
        first--;
    }
    bool alone = first == place && (place + 1 == deck->count || deck->card[place + 1] != deck->card[place]);
    return alone ? 0 : place - first + 1;
}

static int print_card(const brs_setup *setup, const rnr_state *g, int handle, char *out, int cap)
{
    int copy = in_play(g, handle) ? copy_number(setup, handle) : 0;
    int len = 0;
    if (in_play(g, handle)) {
        len = snprintf(out, (size_t)cap, "%c:", 'A' + g->card[handle].controller);
    }
    len += snprintf(out + len, (size_t)(cap - len), "%.*s", BRS_ARG(handle_name(setup, handle)));
    if (copy > 0 && len < cap) {
        len += snprintf(out + len, (size_t)(cap - len), "#%d", copy);
    }
    return len;
}

int rnr_print_choice(const brs_setup *setup, const void *state, brs_choice choice, char *out, int cap)
{
    const char *verb = choice_kinds[choice.kind].id;
    int len = snprintf(out, (size_t)cap, "%s", verb);
    char card[120];
    switch (choice.kind) {
    case RNR_CH_keep: case RNR_CH_mulligan: case RNR_CH_skip: case RNR_CH_done: case RNR_CH_target_lp:
    case RNR_CH_enough: case RNR_CH_yes: case RNR_CH_no: return len;
    case RNR_CH_x: case RNR_CH_roll: case RNR_CH_split:
        return len + snprintf(out + len, (size_t)(cap - len), " %d", choice.arg[0]);
    default: print_card(setup, state, choice.arg[0], card, sizeof card); break;
    }
    len += snprintf(out + len, (size_t)(cap - len), " %s", card);
    if (choice.kind == RNR_CH_activate || choice.kind == RNR_CH_order) {
        len += snprintf(out + len, (size_t)(cap - len), ".%d", choice.arg[1] + 1);
    }
    return len;
}

static bool same_letter(char a, char b)
{
    a = a >= 'A' && a <= 'Z' ? (char)(a + 32) : a;
    b = b >= 'A' && b <= 'Z' ? (char)(b + 32) : b;
    return a == b;
}

static bool begins_alike(brs_str text, brs_str beginning)
{
    bool alike = beginning.len <= text.len;
    for (size_t i = 0; alike && i < beginning.len; i++) {
        alike = same_letter(text.ptr[i], beginning.ptr[i]);
    }
    return alike;
}

// A line names one legal choice, as print_choice writes it or any beginning of that which fits no other.
static int read_statement(const brs_setup *setup, const void *state, brs_str line, brs_choice *out, int cap, brs_err *err)
{
    brs_choice list[BRS_MAX_CHOICES];
    int n = choices(setup, state, list, BRS_MAX_CHOICES), found = -1, fits = 0;
    line = str_trim(line);
    for (int i = 0; i < n && cap > 0; i++) {
        char text[160];
        int len = rnr_print_choice(setup, state, list[i], text, sizeof text);
        if (!begins_alike((brs_str){text, (size_t)len}, line)) {
            continue;
        }
        found = i;
        fits++;
        if ((size_t)len == line.len) {
            fits = 1;
            break;
        }
    }
    if (fits != 1 || line.len == 0) {
        brs_fail(err, BRS_ILLEGAL, fits > 1 ? "\"%.*s\" fits several choices" : "\"%.*s\" is no legal choice here", BRS_ARG(line));
        brs_help(err, "Write one of the %d legal choices, or a beginning that fits only one.", n);
        return -1;
    }
    out[0] = list[found];
    return 1;
}

// A trigger that the table noticed too late: what waits from the card goes, else its next trigger of this turn
// does nothing (L25).
static bool miss_trigger(rnr_run *r, int handle, brs_err *err)
{
    bool waits = false;
    if (r->g->card[handle].number == RNR_NO_NUMBER || card_of(r, handle)->listens == 0) {
        brs_fail(err, BRS_ILLEGAL, "%.*s has no trigger that could be missed", BRS_ARG(handle_name(r->setup, handle)));
        brs_help(err, "UA drain is a rule and no trigger: mend its number with a fix.");
        return false;
    }
    r->source = (uint8_t)handle;
    for (int i = 0; i < r->g->pending_count; i++) {
        const rnr_pending *p = &r->g->pending[i];
        if (p->source == handle && (p->flags & RNR_PENDING_TRIGGER) != 0) {
            r->sentence = p->sentence;
            rnr_drop_pending(r, i);
            waits = true;
        }
    }
    if (waits) {
        rnr_check(r, RNR_TERM_noticed_late, false, handle, RULE(trigger_window));
        rnr_event(r, RNR_EV_missed, RULE(trigger_window), handle, 0, 0, 0);
    } else {
        r->g->missed[owner_of(handle)] |= bit_of(handle);
    }
    return true;
}

enum { MOST_FIXED_LP = 9999 };  // no table has more, and sums stay far from what a number can hold

// A fix sets LP to what the table had.
static bool amend(const brs_setup *setup, void *state, const brs_amend *a, brs_trace *trace, brs_err *err)
{
    rnr_notes notes;
    rnr_run r = run_over(state, setup, trace, &notes);
    if (a->kind == 1 && a->seat < 2 && a->what == RNR_Q_lp && a->value >= 0 && a->value <= MOST_FIXED_LP) {
        rnr_term(&r, RNR_TERM_fix, a->value - r.g->lp[a->seat], 0, RULE(trigger_window));
        int32_t before = r.g->lp[a->seat];
        r.g->lp[a->seat] = a->value;
        rnr_event(&r, RNR_EV_amended_lp, RULE(trigger_window), a->seat, before, a->value, 0);
        return true;
    }
    if (a->kind == 2 && a->what > 0 && a->what < RNR_HANDLES) {
        return miss_trigger(&r, a->what, err);
    }
    return brs_fail(err, BRS_ILLEGAL, "a table event sets LP (0 to 9999) or names a card whose trigger was missed");
}

static int section_order(const brs_setup *setup, uint8_t *out)
{
    static const uint8_t steps[] = {RNR_SEC_lock, RNR_SEC_aoa, RNR_SEC_drain, RNR_SEC_damage, RNR_SEC_cleanup,
                                    RNR_SEC_petition, RNR_SEC_gain};
    uint32_t order = (uint32_t)setup->options.value[RNR_OPT_resolve_order];
    int n = 0;
    for (int section = RNR_SEC_setup; section <= RNR_SEC_play; section++) {
        out[n++] = (uint8_t)section;
    }
    for (int i = 0; i < 7; i++) {
        uint8_t section = steps[order >> (4 * i) & 15];
        out[n++] = section;
        for (int part = RNR_SEC_cleanup_5a; section == RNR_SEC_cleanup && part <= RNR_SEC_cleanup_5c; part++) {
            out[n++] = (uint8_t)part;
        }
    }
    out[n++] = RNR_SEC_end;
    return n;
}

static void catalog(const brs_viewer *viewer)
{
    for (int verb = RNR_FX_NONE + 1; verb < RNR_FX_COUNT; verb++) {
        const rnr_effect_info *info = rnr_effect_row(verb);
        brs_view_open(viewer, "effect", verb);
        brs_view_text(viewer, "name", info->name);
        brs_view_text(viewer, "help", info->help);
        brs_view_text(viewer, "rule", info->rule);
        brs_view_close(viewer);
    }
}

#define COUNT(table) (int)(sizeof(table) / sizeof(table)[0])

// One card each turn of one's own; the first that is not there loses.
static int draws_left(const brs_setup *setup, const void *state, int seat)
{
    (void)setup;
    return ((const rnr_state *)state)->pile_count[seat];
}

static const brs_fuse fuse = {"the Draw Pile is empty, if one card a turn is all that leaves it", RULE(deck_out_victory), draws_left};

const brs_game_def brs_rnr = {
    .id = "rnr",
    .title = "Revolt N Reign",
    .publisher = "Revolt N Reign and its rule texts belong to their publisher; Broadside cites and paraphrases them.",
    .about = "Revolt N Reign is a card game for two about the revolt of the American colonies, each with a deck of 60 cards. A player wins by "
             "bringing the other to 0 Liberty Points, by destroying the other's Unconstitutional Acts, by Petitions, by the text "
             "of a card, or when the other has no card left to draw.",
    .min_seats = 2,
    .max_seats = 2,
    .options = options,
    .option_count = COUNT(options),
    .rules = rules,
    .rule_groups = rule_groups,
    .rule_count = COUNT(rules),
    .unseen = unseen,
    .choice_kinds = choice_kinds,
    .choice_count = COUNT(choice_kinds),
    .event_kinds = event_kinds,
    .event_count = COUNT(event_kinds),
    .quantities = quantities,
    .quantity_count = COUNT(quantities),
    .terms = terms,
    .phrases = phrases,
    .phrase_count = COUNT(phrases),
    .term_count = COUNT(terms),
    .victories = victories,
    .victory_count = COUNT(victories),
    .slip_kinds = slip_kinds,
    .slip_count = COUNT(slip_kinds),
    .slips = rnr_slips,
    .fuse = &fuse,
    .unit = &turn,
    .balance = &rnr_balance,
    .edition_texts = rnr_edition_texts,
    .set_texts = rnr_set_texts,
    .sets = rnr_sets,
    .deck_texts = rnr_deck_texts,
    .decks = rnr_decks,
    .state_size = sizeof(rnr_state),
    .used = used,
    .create = create,
    .choices = choices,
    .refused = refused,
    .apply = apply,
    .make = make,
    .result = result,
    .unit_now = unit_now,
    .decision_work = 150,
    .work_done = work_done,
    .section_now = section_now,
    .digest = rnr_digest,
    .facts = rnr_facts,
    .observe = rnr_observe,
    .knows = rnr_knows,
    .resample = rnr_resample,
    .rank = rnr_rank,
    .models = rnr_models,
    .model_count = RNR_MODELS,
    .shorthand = &rnr_shorthand,
    .evaluate = rnr_evaluate,
    .notable = 110,
    .prospect = rnr_prospect,
    .advise = rnr_advise,
    .read_statement = read_statement,
    .amend = amend,
    .verbs = rnr_verbs,
    .measures = "LP, IP, hand, pile, UA, petitions; CARD hand|play|UA|pillar|action|stack|discard|exile|pile; CARD AP|DP",
    .spell = rnr_spell,
    .turn_seat = turn_seat,
    .measure = rnr_measure,
    .where = rnr_place_of,
    .asker = rnr_asker,
    .shortfall = rnr_shortfall,
    .veil = rnr_veil,
    .handles = RNR_HANDLES,
    .is_kind = rnr_is_kind,
    .print_choice = rnr_print_choice,
    .view = rnr_view,
    .catalog = catalog,
    .sections = section_order,
    .handle_name = handle_name,
    .card_of = card_number,
    .sentence_text = sentence_text,
    .sentence_for = rnr_sentence_for,
    .compile_set = rnr_make_set,
    .same_set = rnr_same_set,
    .deck_head = rnr_deck_head,
    .read_deck = rnr_read_deck,
    .write_deck = rnr_write_deck,
    .check_deck = rnr_check_deck,
    .card_view = rnr_card_view,
    .card_slug = rnr_card_slug,
};
