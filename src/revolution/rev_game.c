// The game definition: wires the tables and the files of this folder; nothing else.
#include <string.h>

#include "broadside/revolution.h"
#include "rev_state.h"
#include "revolution_data.h"

// ---- the tables -----------------------------------------------------------------------------------------

static const brs_rule rules[] = {
    {"none", "", "no rule", "No rule."},
#undef RULE
#define RULE(id, rows, title, text) {#id, rows, title, text},
#include "rev_rules.def"
#undef RULE
#define RULE(id) REV_RULE_##id
};
static const brs_rule_group rule_groups[] = {
#undef RULE
#define RULE(id, rows, title, text)
#define GROUP(first, title) {REV_RULE_##first, title},
#include "rev_rules.def"
#undef RULE
#define RULE(id) REV_RULE_##id
    {0, NULL},
};
static const char *const unseen[REV_RULE_COUNT] = {
#define UNSEEN(rule, why) [REV_RULE_##rule] = why,
#include "rev_unseen.def"
#undef UNSEEN
};
static const brs_option_info options[] = {
#define OPTION(id, type, standard, min, max, rule, words, help) \
    {#id, BRS_OPTION_##type, standard, min, max, RULE(rule), words, help},
#include "rev_options.def"
#undef OPTION
};
static const brs_choice_info choice_kinds[] = {
#define CHOICE(id, sentence) {#id, sentence},
#include "rev_choices.def"
#undef CHOICE
};
static const brs_event_info event_kinds[] = {
    {"none", "", REV_Q_none, NULL},
#define EVENT(id, quantity, sentence, question) {#id, sentence, REV_Q_##quantity, question},
#include "rev_events.def"
#undef EVENT
};
static const brs_quantity_info quantities[] = {
    {"none", "", "", false},
#define QUANTITY(id, title, subject, adds) {#id, title, subject, adds},
#include "rev_quantities.def"
#undef QUANTITY
};
static const char *const terms[] = {
    "",
#define TERM(id, text) text,
#include "rev_terms.def"
#undef TERM
};
static const char *const phrases[] = {
#define PHRASE(id, text) text,
#include "rev_phrases.def"
#undef PHRASE
};
static const brs_victory_info victories[] = {
    {"none", "no decision", RULE(no_decision), "The match ends without a decision."},
#define VICTORY(id, title, rule, sentence) {#id, title, RULE(rule), sentence},
#include "rev_victories.def"
#undef VICTORY
};
static const brs_section_info sections[] = {
#define SECTION(id, title, group, rule, help) {#id, title, group, RULE(rule), help, false},
#include "rev_sections.def"
#undef SECTION
    {NULL, NULL, NULL, 0, NULL, false},
};
static const brs_unit_info trick = {
    .id = "trick", .title = "Trick", .forms = "trick|tricks", .group_forms = "round|rounds", .file_prefix = "t", .sections = sections, .skip_empty = true,
    .group = REV_UNIT, .group_title = "Round", .group_word = "round", .group_opener = "dealer", .group_prefix = "r", .group_start = "the deal and the exchange",
    .ladder = REV_Q_rank, .check_gap = 12};

// ---- setup ------------------------------------------------------------------------------------------------

static rev_run run_over(void *state, const brs_setup *setup, brs_trace *trace, rev_notes *notes)
{
    notes->nterm = notes->ncheck = 0;
    return (rev_run){.setup = setup, .opt = setup->options.value, .g = state, .trace = trace,
                     .notes = trace != NULL ? notes : NULL};
}

static int packs_for(const brs_setup *setup)
{
    return setup->seats <= setup->options.value[REV_OPT_one_pack_max]    ? 1
           : setup->seats <= setup->options.value[REV_OPT_two_packs_max] ? 2
                                                                         : 3;
}

static bool create(void *state, const brs_setup *setup, brs_trace *trace, brs_err *err)
{
    rev_state *g = state;
    if (setup->seats < setup->game->min_seats || setup->seats > setup->game->max_seats) {
        return brs_fail(err, BRS_ILLEGAL, "Revolution is for 4 to 12 players, not %d", setup->seats);
    }
    memset(g, 0, sizeof *g);
    g->chance.mode = setup->chance;
    g->chance.seed = setup->seed;
    g->winner = BRS_SEAT_NONE;
    g->seats = (uint8_t)setup->seats;
    g->packs = (uint8_t)packs_for(setup);
    g->jokers = (uint8_t)setup->options.value[REV_OPT_jokers_per_pack];
    rev_notes notes;
    rev_run r = run_over(g, setup, trace, &notes);
    rev_begin(&r);
    return true;
}

static size_t used(const void *state)
{
    (void)state;
    return sizeof(rev_state);
}

// ---- choices ------------------------------------------------------------------------------------------------

static int choices(const brs_setup *setup, const void *state, brs_choice *out, int cap)
{
    rev_run r = rev_look(setup, state);
    return rev_choices(&r, out, cap);
}

static int refused(const brs_setup *setup, const void *state, brs_refusal *out, int cap)
{
    rev_run r = rev_look(setup, state);
    return rev_refused(&r, out, cap);
}

static void make(const brs_setup *setup, void *state, brs_choice choice, brs_trace *trace)
{
    rev_notes notes;
    rev_run r = run_over(state, setup, trace, &notes);
    if (r.g->ask == REV_ASK_CHANCE) {
        brs_chance_answer(&r.g->chance, choice.arg[0] == 0 ? REV_UNSEEN : (uint32_t)rank_in(choice.arg[0]));
        r.g->ask = REV_ASK_NONE;
        r.g->asked = 0;
    } else {
        if (choice.kind != REV_CH_pick && choice.kind != REV_CH_ask) {
            const int kept = choice.kind == REV_CH_give ? rev_taxed_of(r.g, rank_in(choice.arg[0])) : 0;  // what was taken stays
            rev_reveal(r.g, choice.seat, set_of(count_in(choice.arg[0]) + kept, rank_in(choice.arg[0])));
        }
        r.g->answer = choice;
        r.g->answered = 1;
    }
    rev_continue(&r);
}

static brs_verdict apply(const brs_setup *setup, void *state, brs_choice choice, brs_trace *trace)
{
    rev_run r = rev_look(setup, state);
    const uint16_t rule = rev_why_not(&r, choice);
    if (rule != 0) {
        return (brs_verdict){false, rule};
    }
    make(setup, state, choice, trace);
    return (brs_verdict){true, 0};
}

static int unit_now(const void *state)
{
    const rev_state *g = state;
    return g->round * REV_UNIT + g->trick;
}

static bool result(const brs_setup *setup, const void *state, brs_result *out)
{
    (void)setup;
    const rev_state *g = state;
    *out = (brs_result){.over = g->over != 0, .winner = g->winner, .reason = g->over != 0 ? REV_WIN_king : REV_WIN_none,
                        .units = (uint16_t)unit_now(state)};
    for (int seat = 0; out->over && seat < g->seats; seat++) {
        out->place[seat] = g->held[seat];
    }
    return out->over;
}

static int section_now(const void *state)
{
    return ((const rev_state *)state)->section;
}

static int section_order(const brs_setup *setup, uint8_t *out)
{
    (void)setup;
    for (int section = 0; section < REV_SEC_COUNT; section++) {
        out[section] = (uint8_t)section;
    }
    return REV_SEC_COUNT;
}

static bool amend(const brs_setup *setup, void *state, const brs_amend *a, brs_trace *trace, brs_err *err)
{
    (void)setup;
    (void)state;
    (void)a;
    (void)trace;
    return brs_fail(err, BRS_ILLEGAL, "a game of Revolution has nothing that a table could mend");
}

static void catalog(const brs_viewer *viewer)
{
    (void)viewer;
}

// ---- words ------------------------------------------------------------------------------------------------------

static brs_str handle_name(const brs_setup *setup, int handle)
{
    return rev_set_said(setup->game, handle);
}

static int card_of(const brs_setup *setup, int handle)
{
    (void)setup;
    (void)handle;
    return -1;  // no page for a card
}

static brs_str sentence_text(const brs_setup *setup, int handle, int sentence)
{
    (void)setup;
    (void)handle;
    (void)sentence;
    return (brs_str){"", 0};
}

#define COUNT(table) (int)(sizeof(table) / sizeof(table)[0])

const brs_game_def brs_revolution = {
    .id = "revolution",
    .title = "Revolution",
    .publisher = "Revolution and its rule text belong to their publisher; Broadside cites and paraphrases it.",
    .about = "Revolution is a game of getting rid of cards for 4 to 12 players with ordinary packs: who has none left first is "
             "King in the next round, who is last is at the bottom. Ranks tax, swap and trade cards before each round, so that "
             "the strong stay strong until somebody topples them.",
    .min_seats = 4,
    .max_seats = REV_SEATS,
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
    .term_count = COUNT(terms),
    .phrases = phrases,
    .phrase_count = COUNT(phrases),
    .make_names = rev_make_names,
    .victories = victories,
    .victory_count = COUNT(victories),
    .unit = &trick,
    .edition_texts = revolution_edition_texts,
    .state_size = sizeof(rev_state),
    .used = used,
    .create = create,
    .choices = choices,
    .refused = refused,
    .apply = apply,
    .make = make,
    .result = result,
    .unit_now = unit_now,
    .decision_work = 16,
    .section_now = section_now,
    .digest = rev_digest,
    .facts = rev_facts,
    .observe = rev_observe,
    .knows = rev_knows,
    .resample = rev_resample,
    .rank = rev_rank,
    .models = rev_models,
    .model_count = REV_MODELS,
    .shorthand = &rev_shorthand,
    .evaluate = rev_evaluate,
    .notable = 240,
    .advise = rev_advise,
    .read_statement = rev_read_statement,
    .amend = amend,
    .verbs = rev_verbs,
    .measures = "hand NUMBER, rank TITLE",
    .spell = rev_spell,
    .turn_seat = rev_turn_seat,
    .measure = rev_measure,
    .pose = rev_pose,
    .marks = rev_marks,
    .rewrite = rev_rewrite,
    .gather = rev_gather,
    .veil = rev_veil,
    .print_choice = rev_print_choice,
    .view = rev_view,
    .catalog = catalog,
    .sections = section_order,
    .handle_name = handle_name,
    .card_of = card_of,
    .sentence_text = sentence_text,
};
