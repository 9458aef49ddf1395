// One event on a unit's page: what it says, why, what the card's words are, what it led to.
#include "site_unit.h"

#include <string.h>

#include "site_notes.h"
#include "str.h"

enum { MAX_LED = 6, MAX_LEADS = 4, MAX_LEADS_OF_MANY = 12 };

// ---- "led to" ---------------------------------------------------------------------------------

static void add_led(site_led *map, uint32_t from, uint32_t to)
{
    if (from != 0 && (map->head[from] == 0 || map->links[map->head[from]].event != to)) {
        map->links[++map->count] = (site_led_link){to, map->head[from]};
        map->head[from] = map->count;
    }
}

// Backwards, so that each list comes out in the order of the game.
site_led site_map_led(const site_match *match, brs_arena *arena)
{
    const brs_trace *trace = &match->trace;
    site_led map = {BRS_NEW(arena, uint32_t, trace->event_count + 1),
                    BRS_NEW(arena, site_led_link, trace->event_count + trace->term_count + 1), 0};
    for (uint32_t i = trace->event_count; i > 0; i--) {
        const brs_event *e = &trace->events[i - 1];
        for (uint32_t t = 0; t < e->nterm; t++) {
            add_led(&map, trace->terms[e->term0 + t].event, e->seq);
        }
        add_led(&map, e->cause, e->seq);
    }
    return map;
}

static bool put_led(site_unit_page *p, const brs_event *e)
{
    site_tree *tree = &p->scene.tree;
    int shown = 0, more = 0;
    for (uint32_t at = p->led->head[e->seq]; at != 0; at = p->led->links[at].next) {
        if (p->led->links[at].event == e->seq + 1) {
            continue; // it stands right below, and names its cause
        }
        if (shown == MAX_LED) {
            more++;
            continue;
        }
        shown++;
        site_open(tree, SITE_led, (int)p->led->links[at].event);
        site_put_event_href(&p->scene, SITE_href, p->led->links[at].event);
        site_close(tree);
    }
    site_number(tree, SITE_more, more);
    return shown > 0;
}

// ---- one event --------------------------------------------------------------------------------

// A rule is named once: a part names its own only where it is another than the whole's.
static bool put_other_rule(site_unit_page *p, uint16_t rule, uint16_t named)
{
    if (rule != named) {
        site_put_rule(&p->scene, rule);
    } else {
        site_puts(&p->scene.tree, SITE_rule, "");
    }
    return rule != named;
}

// What a term or a check quotes: a sentence of its card, 0-based; -1: none.
static int words_of(const site_unit_page *p, const brs_event *e, uint16_t label, uint16_t card)
{
    const brs_setup *setup = p->scene.match->setup;
    return card == 0 || setup->game->sentence_for == NULL ? -1 : setup->game->sentence_for(setup, e, label, card);
}

static bool says_quote(const site_unit_page *p, const brs_event *e)
{
    return strstr(p->scene.match->setup->game->event_kinds[e->kind].sentence, "{quote}") != NULL;
}

// The reason for a change of place or state says something only when it names a card.
static bool term_says(const brs_term *term, bool adds)
{
    return adds || term->card != 0;
}

static int card_number(const site_unit_page *p, uint16_t handle)
{
    const brs_setup *setup = p->scene.match->setup;
    return handle == 0 || setup->game->card_of == NULL ? -1 : setup->game->card_of(setup, handle);
}

// Copies of a card that do the same are told once, with their number.
static bool same_term(const site_unit_page *p, const brs_term *a, const brs_term *b)
{
    return a->label == b->label && a->rule == b->rule && a->value == b->value && a->event == b->event &&
           card_number(p, a->card) == card_number(p, b->card) && (a->card == b->card || card_number(p, a->card) >= 0);
}

static int copies_before(const site_unit_page *p, const brs_event *e, uint32_t term)
{
    const brs_term *terms = &p->scene.match->trace.terms[e->term0];
    int count = 0;
    for (uint32_t i = 0; i < term; i++) {
        count += same_term(p, &terms[i], &terms[term]);
    }
    return count;
}

// One event quotes a sentence once.
static bool quoted_before(const site_unit_page *p, const brs_event *e, uint32_t term, int sentence)
{
    const brs_term *terms = &p->scene.match->trace.terms[e->term0];
    const int card = card_number(p, terms[term].card);
    for (uint32_t i = 0; i < term; i++) {
        if (card_number(p, terms[i].card) == card && words_of(p, e, terms[i].label, terms[i].card) == sentence) {
            return true;
        }
    }
    return card == card_number(p, e->source) && sentence == e->sentence && says_quote(p, e);
}

static void put_words(site_unit_page *p, const brs_event *e, uint32_t term)
{
    const brs_setup *setup = p->scene.match->setup;
    const brs_term *at = &p->scene.match->trace.terms[e->term0 + term];
    const int sentence = words_of(p, e, at->label, at->card);
    if (sentence >= 0 && !quoted_before(p, e, term, sentence)) {
        site_copy(&p->scene.tree, SITE_quote, setup->game->sentence_text(setup, at->card, sentence));
    }
}

// Terms of a number are addends; those of a place or a state are reasons without a value. `named`: the rule that
// stands above.
static void put_term(site_unit_page *p, const brs_event *e, uint32_t index, bool adds, uint16_t named)
{
    site_tree *tree = &p->scene.tree;
    const brs_term *terms = &p->scene.match->trace.terms[e->term0], *term = &terms[index];
    int copies = 1;
    for (uint32_t i = index + 1; i < e->nterm; i++) {
        copies += same_term(p, term, &terms[i]);
    }
    site_open(tree, SITE_term, -1);
    if (adds) {
        site_put_signed(&p->scene, SITE_value, (int64_t)term->value * copies);
        put_words(p, e, index);
    }
    site_flag(tree, SITE_many, copies > 1);
    site_number(tree, SITE_copies, copies);
    site_say_term(&p->scene, e, term);
    put_other_rule(p, term->rule, named);
    if (term->event != 0 && term->event != e->cause) { // the cause stands beside the event
        site_open(tree, SITE_from, (int)term->event);
        site_put_event_href(&p->scene, SITE_href, term->event);
        site_close(tree);
    }
    site_close(tree);
}

static void put_terms(site_unit_page *p, const brs_event *e, bool adds)
{
    const brs_term *terms = &p->scene.match->trace.terms[e->term0];
    uint16_t named = e->rule;
    for (uint32_t i = 0; i < e->nterm; i++) {
        if (term_says(&terms[i], adds) && copies_before(p, e, i) == 0) {
            put_term(p, e, i, adds, named);
            named = terms[i].rule;
        }
    }
}

static void put_check(site_unit_page *p, const brs_event *e, const brs_check *check)
{
    site_tree *tree = &p->scene.tree;
    site_open(tree, SITE_check, -1);
    site_say_check(&p->scene, e, check);
    put_other_rule(p, check->rule, e->rule);
    site_close(tree);
}

static bool why_says(const site_unit_page *p, const brs_event *e, bool adds)
{
    const brs_trace *trace = &p->scene.match->trace;
    const brs_event_info *kind = &p->scene.match->setup->game->event_kinds[e->kind];
    uint32_t telling = 0;
    for (uint32_t i = 0; i < e->nterm; i++) {
        telling += term_says(&trace->terms[e->term0 + i], adds);
    }
    return e->ncheck > 0 || (telling > 0 && kind->question != NULL) || (adds && telling > 1);
}

static int count_checks(const brs_trace *trace, const brs_event *e, bool passed)
{
    int count = 0;
    for (uint32_t i = 0; i < e->ncheck; i++) {
        count += trace->checks[e->check0 + i].passed == passed;
    }
    return count;
}

// Copies of a card are looked at for the same reason.
static bool looked_before(const site_unit_page *p, const brs_event *e, uint32_t index)
{
    const brs_check *checks = &p->scene.match->trace.checks[e->check0], *at = &checks[index];
    bool found = false;
    for (uint32_t i = 0; i < index; i++) {
        found = found || (checks[i].label == at->label && checks[i].rule == at->rule && checks[i].passed == at->passed &&
                          card_number(p, checks[i].card) == card_number(p, at->card));
    }
    return found;
}

static void put_checks(site_unit_page *p, const brs_event *e, site_say_id title, bool held, bool failed)
{
    const brs_trace *trace = &p->scene.match->trace;
    if ((held && count_checks(trace, e, true) > 0) || (failed && count_checks(trace, e, false) > 0)) {
        site_open(&p->scene.tree, SITE_checks, -1);
        site_puts(&p->scene.tree, SITE_title, site_word(p->scene.tree.names->words, title));
        for (uint32_t i = 0; i < e->ncheck; i++) {
            const brs_check *check = &trace->checks[e->check0 + i];
            if ((check->passed ? held : failed) && !looked_before(p, e, i)) {
                put_check(p, e, check);
            }
        }
        site_close(&p->scene.tree);
    }
}

// Under a sum, what held decided it, and what did not answers the next question, if the first was how much.
static void put_looked_at(site_unit_page *p, const brs_event *e, bool summed)
{
    const int64_t delta = (int64_t)e->arg[2] - e->arg[1];
    const char *question = p->scene.match->setup->game->event_kinds[e->kind].question;
    const bool how_much = question != NULL && strstr(question, "{delta}") != NULL;
    if (summed) {
        put_checks(p, e, SITE_SAY_decided, true, false);
        put_checks(p, e, !how_much ? SITE_SAY_looked_else : delta < 0 ? SITE_SAY_why_less : SITE_SAY_why_more, false, true);
    } else {
        put_checks(p, e, SITE_SAY_looked_at, true, true);
    }
}

// The box that answers the question; the sum is the event's own change.
static void put_why(site_unit_page *p, const brs_event *e)
{
    site_tree *tree = &p->scene.tree;
    const brs_event_info *kind = &p->scene.match->setup->game->event_kinds[e->kind];
    bool adds = p->scene.match->setup->game->quantities[kind->quantity].adds;
    if (!why_says(p, e, adds)) {
        return;
    }
    site_open(tree, SITE_why, -1);
    if (kind->question != NULL) {
        site_open(tree, SITE_question, -1);
        site_say_event(&p->scene, e, true);
        site_close(tree);
    }
    put_terms(p, e, adds);
    if (adds && e->nterm > 1) {
        site_open(tree, SITE_sum, -1);
        site_put_signed(&p->scene, SITE_value, (int64_t)e->arg[2] - e->arg[1]);
        site_number(tree, SITE_before, e->arg[1]);
        site_number(tree, SITE_after, e->arg[2]);
        site_close(tree);
    }
    put_looked_at(p, e, adds && e->nterm > 0);
    site_close(tree);
}

static bool same_words(const brs_event *e, const brs_event *other)
{
    return other != NULL && other->unit == e->unit && other->source == e->source &&
           other->sentence == e->sentence;
}

// Does a term of the sum quote the words of the card that did it?
static bool sum_quotes(const site_unit_page *p, const brs_event *e)
{
    const brs_setup *setup = p->scene.match->setup;
    const brs_trace *trace = &p->scene.match->trace;
    bool found = false;
    for (uint32_t i = 0; i < e->nterm && setup->game->quantities[setup->game->event_kinds[e->kind].quantity].adds; i++) {
        const brs_term *term = &trace->terms[e->term0 + i];
        found = found || (term->card == e->source && words_of(p, e, term->label, term->card) == e->sentence);
    }
    return found && why_says(p, e, true);
}

// The words of the card that did it.
static void put_law(site_unit_page *p, const brs_event *e)
{
    const brs_setup *setup = p->scene.match->setup;
    if (sum_quotes(p, e) || says_quote(p, e)) {
        return; // the sum, or the sentence of the event, says them already
    }
    if (same_words(e, brs_trace_at(&p->scene.match->trace, e->seq - 1)) ||
        same_words(e, brs_trace_at(&p->scene.match->trace, e->cause))) {
        return; // they stand there
    }
    if (e->source == 0 || e->sentence == 0xFF || setup->game->sentence_text == NULL) {
        return;
    }
    brs_str text = setup->game->sentence_text(setup, e->source, e->sentence);
    if (text.len > 0) {
        site_open(&p->scene.tree, SITE_law, e->sentence + 1);
        site_put_card(&p->scene, SITE_card, e->source);
        site_copy(&p->scene.tree, SITE_quote, text);
        site_close(&p->scene.tree);
    }
}

// "Ada plays a six", "Ada, the Queen, taxes Bo".
static bool tells_who_acts(const site_match *match, const brs_event *e)
{
    brs_str sentence = str_of(brs_game_source(match->setup->game)->event_kinds[e->kind].sentence);
    return str_begins(sentence, BRS_STR("{seat} ")) || str_begins(sentence, BRS_STR("{seat}, "));
}

// The event before, but for what became known by this decision: an unseen card turns out to be the one that is played.
static const brs_event *event_before(const site_match *match, const brs_event *e)
{
    const brs_event *before = brs_trace_at(&match->trace, e->seq - 1);
    while (before != NULL && before->seat == BRS_SEAT_CHANCE && before->decision == e->decision) {
        before = brs_trace_at(&match->trace, before->seq - 1);
    }
    return before;
}

// A decision names the card that was chosen, or begins with who acts.
bool site_is_decision(const site_match *match, const brs_event *e)
{
    const brs_event *before = event_before(match, e);
    if (e->decision <= (before == NULL ? 0 : before->decision)) {
        return false;
    }
    brs_choice made = match->decisions[e->decision - 1].made;
    bool names_it = made.arg[0] != 0 && (e->arg[0] == made.arg[0] || e->source == made.arg[0]);
    return made.seat == e->seat && (names_it || tells_who_acts(match, e));
}

static bool may_know_choices(const site_match *match, const site_decision *decision)
{
    return match->viewer == SITE_FOR_ALL || decision->made.seat == site_viewer_seat(match->viewer);
}

static void put_slips(site_unit_page *p, const brs_event *e)
{
    const site_match *match = p->scene.match;
    for (int i = site_slip_from(match, e->seq); i < match->slip_count && match->slips[i].event == e->seq; i++) {
        site_put_slip(&p->scene, &match->slips[i]);
    }
}

void site_put_event(site_unit_page *p, const brs_event *e)
{
    site_tree *tree = &p->scene.tree;
    const brs_game_def *game = p->scene.match->setup->game;
    site_open(tree, SITE_event, (int)e->seq);
    bool led = site_is_decision(p->scene.match, e);
    site_flag(tree, SITE_decision, led);
    char veiled[160];
    const bool hidden = site_veil(p->scene.match, e, veiled, sizeof veiled) > 0;
    const site_decision *decision = led ? &p->scene.match->decisions[e->decision - 1] : NULL;
    const bool told = led && may_know_choices(p->scene.match, decision); // what else there was shows a hand
    site_number(tree, SITE_legal, told ? decision->legal : 0);
    site_put_choices(&p->scene, SITE_choices, told ? decision->choices : NULL, told ? decision->legal : 0);
    const bool change = game->quantities[game->event_kinds[e->kind].quantity].adds;
    site_flag(tree, SITE_change, change);
    site_puts(tree, SITE_kind, game->event_kinds[e->kind].id);
    // The step has named its rule, but while the table is laid there is no step; a change of a number names it all the same.
    const bool headed = p->unit->number > 0 && e->section < BRS_MAX_SECTIONS;
    uint16_t named = change || p->block >= 0 || !headed ? 0 : p->info[e->section].rule;
    const bool shows_rule = put_other_rule(p, e->rule, named);
    site_open(tree, SITE_say, -1);
    site_say_event(&p->scene, e, false);
    site_close(tree);
    site_put_notes(&p->scene, &(site_place){SITE_AT_EVENT, e->section, p->scene.unit, e->seq});
    if (!hidden) {
        put_slips(p, e);
        put_why(p, e);
        put_law(p, e);
    }
    if (e->cause != 0) {
        site_open(tree, SITE_cause, (int)e->cause);
        site_put_event_href(&p->scene, SITE_href, e->cause);
        site_close(tree);
    }
    bool leads_on = put_led(p, e);
    site_flag(tree, SITE_beside, shows_rule || e->cause != 0 || leads_on);
    site_close(tree);
}

// ---- the decisions of a unit in short ---------------------------------------------------------

typedef struct {
    const brs_event *said[MAX_LEADS_OF_MANY];
    int shown, more;
} leads;

// The same said again. Where everybody acts in turn, as in an exchange, each does each thing once.
static bool said_before(const leads *l, const brs_event *e, bool of_many)
{
    bool again = false;
    for (int k = 0; k < l->shown; k++) {
        const brs_event *at = l->said[k];
        again = again || (at->kind == e->kind && (of_many ? at->seat == e->seat : at->source == e->source && at->arg[0] == e->arg[0]));
    }
    return again;
}

static void add_lead(site_scene *scene, leads *l, const brs_event *e, bool of_many)
{
    if (said_before(l, e, of_many) || l->shown == (of_many ? MAX_LEADS_OF_MANY : MAX_LEADS)) {
        l->more++;
        return;
    }
    l->said[l->shown++] = e;
    site_open(&scene->tree, SITE_lead, (int)e->seq);
    site_say_event(scene, e, false);
    site_close(&scene->tree);
}

// What is worth a word although nobody chose it: who acted, and what it did to the score.
static bool happens(const site_match *match, const brs_event *e)
{
    const uint16_t quantity = match->setup->game->event_kinds[e->kind].quantity;
    return tells_who_acts(match, e) || (quantity != 0 && quantity == match->score && e->arg[1] != e->arg[2]);
}

void site_put_leads(site_scene *scene, const site_unit *unit)
{
    const site_match *match = scene->match;
    const bool of_many = !site_has_leader(match, unit);
    leads l = {.shown = 0};
    for (uint32_t i = unit->first; i < unit->end; i++) {
        const brs_event *e = brs_trace_at(&match->trace, i);
        if (site_is_decision(match, e)) {
            add_lead(scene, &l, e, of_many);
        }
    }
    const bool forced = l.shown == 0 && !of_many;
    for (uint32_t i = unit->first; forced && i < unit->end; i++) {
        const brs_event *e = brs_trace_at(&match->trace, i);
        if (happens(match, e)) {
            add_lead(scene, &l, e, false);
        }
    }
    site_flag(&scene->tree, SITE_forced, forced && l.shown > 0);
    site_number(&scene->tree, SITE_more_leads, l.more);
}
