// What a match has shown: of each rule of its edition and each card of its set, how often, in how many
// games, and one example a game.
#include "site_find.h"

#include <string.h>

#include "str.h"

// ---- shelves ----------------------------------------------------------------------------------

static site_shelf *rule_shelf(site_build *build, const site_record *record, brs_err *err)
{
    for (int i = 0; i < build->rule_shelves; i++) {
        if (build->rules[i].edition == record->edition) {
            return &build->rules[i];
        }
    }
    if (build->rule_shelves == SITE_MAX_SHELVES) {
        brs_fail(err, BRS_LIMIT, "more than %d editions in one site", SITE_MAX_SHELVES);
        return NULL;
    }
    site_shelf *shelf = &build->rules[build->rule_shelves++];
    *shelf = (site_shelf){
        .game = record->game, .edition = record->edition, .count = record->game->rule_count};
    shelf->seen = BRS_NEW(build->arena, site_seen, (size_t)shelf->count);
    return shelf;
}

// The rules that explain a sentence get their names; the card's page links them.
static void name_rules(site_tree *tree, const brs_game_def *game, site_node *sentence)
{
    uint16_t name = site_name(tree->names, BRS_STR("explain"));
    for (site_node *at = site_child(sentence->first, name, -1); at != NULL; at = site_child(at->next, name, -1)) {
        tree->at = at;
        site_puts(tree, SITE_rule, game->rules[at->id].title);
        site_puts(tree, SITE_rule_id, game->rules[at->id].id);
    }
}

// People count sentences from 1: "#s1".
static void number_sentences(site_tree *tree, const brs_game_def *game, site_node *card)
{
    site_node *at = card == NULL
                        ? NULL
                        : site_child(card->first, site_name(tree->names, BRS_STR("sentence")), -1);
    for (; at != NULL; at = site_child(at->next, at->name, -1)) {
        name_rules(tree, game, at);
        tree->at = at;
        site_number(tree, SITE_number, at->id + 1);
    }
}

// Keeps the cards as trees: the set itself may live in the arena of one match.
static void take_cards(site_build *build, site_shelf *shelf, const brs_card_set *set)
{
    for (int i = 0; i < shelf->count; i++) {
        site_tree tree;
        site_tree_init(&tree, build->arena, &build->names);
        brs_viewer viewer = site_viewer(&tree);
        shelf->game->card_view(shelf->game, set, i, &viewer);
        shelf->card[i] = tree.root;
        number_sentences(&tree, shelf->game, tree.root->first);
        brs_str slug = shelf->game->card_slug(set, i);
        shelf->slug[i] = (brs_str){brs_arena_string(build->arena, slug), slug.len};
        site_node *face = site_child(tree.root->first, SITE_card, -1);
        tree.at = face != NULL ? face : tree.root;
        site_put(&tree, SITE_slug, shelf->slug[i]);
    }
}

static const brs_shelf *library_shelf(const site_build *build, const brs_game_def *game)
{
    for (int i = 0; i < build->library->count; i++) {
        if (build->library->shelf[i].game == game) {
            return &build->library->shelf[i];
        }
    }
    return NULL;
}

const char *site_card_suffix(const site_build *build, const brs_game_def *game, uint64_t hash, brs_arena *arena)
{
    const brs_shelf *shelf = library_shelf(build, game);
    if (hash == 0 || (shelf != NULL && shelf->set_count > 0 && shelf->sets[0].hash == hash)) {
        return "";
    }
    brs_buf text;
    buf_init(&text, arena, 16);
    buf_byte(&text, '-');
    buf_hex(&text, hash >> 32, 8);
    buf_byte(&text, '\0');
    return text.ptr;
}

// A set of the library, or the one that the replay carries; the latter lives in the arena of one match.
static const brs_card_set *find_set(site_build *build, const site_record *record, const brs_site_input *input, brs_err *err)
{
    const brs_shelf *shelf = library_shelf(build, record->game);
    for (int i = 0; shelf != NULL && i < shelf->set_count; i++) {
        if (shelf->sets[i].hash == record->set_hash) {
            return &shelf->sets[i];
        }
    }
    brs_replay *replay = BRS_NEW(&build->game, brs_replay, 1);
    brs_setup *setup = BRS_NEW(&build->game, brs_setup, 1);
    brs_str bytes;
    bool ok = site_read_replay(input, &build->game, replay, &bytes, err) &&
              brs_replay_setup(replay, build->library, &build->game, setup, err);
    if (ok && (setup->cards == NULL || setup->cards->hash != record->set_hash)) {
        ok = brs_fail(err, BRS_RETRY, "%s changed while its pages were made", input->path);
    }
    return ok ? setup->cards : NULL;
}

static site_shelf *card_shelf(site_build *build, const site_record *record, const brs_site_input *input, brs_err *err)
{
    for (int i = 0; i < build->card_shelves; i++) {
        if (build->cards[i].game == record->game && build->cards[i].set_hash == record->set_hash) {
            return &build->cards[i];
        }
    }
    if (build->card_shelves == SITE_MAX_SHELVES) {
        brs_fail(err, BRS_LIMIT, "more than %d card sets in one site", SITE_MAX_SHELVES);
        return NULL;
    }
    const brs_card_set *set = find_set(build, record, input, err);
    if (set == NULL) {
        return NULL;
    }
    site_shelf *shelf = &build->cards[build->card_shelves++];
    const size_t count = (size_t)set->count;
    *shelf = (site_shelf){.game = record->game, .set_hash = set->hash, .count = (int)count};
    shelf->suffix = site_card_suffix(build, record->game, set->hash, build->arena);
    brs_str title = str_of(set->title);
    shelf->title = (brs_str){brs_arena_string(build->arena, title), title.len};
    shelf->seen = BRS_NEW(build->arena, site_seen, count);
    shelf->card = BRS_NEW(build->arena, site_node *, count);
    shelf->slug = BRS_NEW(build->arena, brs_str, count);
    take_cards(build, shelf, set);
    return shelf;
}

// ---- what an event shows ------------------------------------------------------------------------

// What one match shows of a rule or a card; the example is the first event.
typedef struct {
    uint32_t count, looked, idle, example; // as in site_seen; example: seq
    int unit;
} glimpse;

// One match on its way to the shelves.
typedef struct {
    const site_match *match;
    glimpse *rules, *cards;              // [rule_count], [cards of the set]; no cards: NULL
    int card_count;
    bool *victory;                       // [rule]: a victory's, met only when all of its conditions hold
    uint32_t section[BRS_MAX_SECTIONS];  // first event of each section in the unit at hand, 0: none
} shelving;

static void note_seen(glimpse *seen, const brs_event *e)
{
    if (seen->count++ == 0) {
        seen->example = e->seq;
        seen->unit = e->unit;
    }
}

static bool any_failed(const shelving *s, const brs_event *e)
{
    for (uint32_t i = 0; i < e->ncheck; i++) {
        if (!s->match->trace.checks[e->check0 + i].passed) {
            return true;
        }
    }
    return false;
}

// Every rule that the event's lines on a page link, once. A victory that was looked at and not met was not seen.
static void shelve_rules(const shelving *s, const brs_event *e)
{
    const brs_trace *trace = &s->match->trace;
    uint16_t rule[64];
    int count = 0;
    for (uint32_t i = 0; i < 1u + e->nterm + e->ncheck && count < 64; i++) {
        uint16_t next = i == 0            ? e->rule
                        : i <= e->nterm   ? trace->terms[e->term0 + i - 1].rule
                                          : trace->checks[e->check0 + i - 1 - e->nterm].rule;
        bool again = false;
        for (int k = 0; k < count; k++) {
            again = again || rule[k] == next;
        }
        if (!again) {
            rule[count++] = next;
        }
    }
    const bool failed = any_failed(s, e);
    for (int i = 0; i < count; i++) {
        glimpse *seen = &s->rules[rule[i]];
        if (failed && s->victory[rule[i]]) {
            seen->looked++;
        } else {
            note_seen(seen, e);
        }
    }
}

static void shelve_card(const shelving *s, const brs_event *e, int handle, int last[2])
{
    const brs_setup *setup = s->match->setup;
    int card = handle != 0 ? setup->game->card_of(setup, handle) : -1;
    if (card >= 0 && card < s->card_count && card != last[0] && card != last[1]) {
        note_seen(&s->cards[card], e);
        last[1] = last[0];
        last[0] = card;
    }
}

// The card whose text did it, and those whose sentences stand behind its addends and conditions.
static void shelve_cards(const shelving *s, const brs_event *e)
{
    char veiled[160];
    if (site_veil(s->match, e, veiled, sizeof veiled) > 0) {
        return;
    }
    const brs_setup *setup = s->match->setup;
    const brs_trace *trace = &s->match->trace;
    int last[2] = {-1, -1};
    shelve_card(s, e, e->source, last);
    for (uint32_t i = 0; i < e->nterm && setup->game->sentence_for != NULL; i++) {
        const brs_term *term = &trace->terms[e->term0 + i];
        if (term->card != 0 && setup->game->sentence_for(setup, e, term->label, term->card) >= 0) {
            shelve_card(s, e, term->card, last);
        }
    }
    for (uint32_t i = 0; i < e->ncheck && setup->game->sentence_for != NULL; i++) {
        const brs_check *check = &trace->checks[e->check0 + i];
        if (check->card != 0 && setup->game->sentence_for(setup, e, check->label, check->card) >= 0) {
            shelve_card(s, e, check->card, last);
        }
    }
}

// ---- sections -----------------------------------------------------------------------------------

static void take_section(shelving *s, const brs_event *e)
{
    const brs_section_info *info = s->match->setup->game->unit->sections;
    const char *group = info[e->section].group;
    for (int i = 0; info[i].id != NULL; i++) {
        bool part = group != NULL && group[0] != '\0' && strcmp(group, info[i].id) == 0;
        if ((i == e->section || part) && s->section[i] == 0) {
            s->section[i] = e->seq;
        }
    }
}

// A step whose turn came: its rule was seen if anything happened in it.
static void shelve_sections(shelving *s, int unit)
{
    const brs_setup *setup = s->match->setup;
    uint8_t order[BRS_MAX_SECTIONS];
    int count = unit > 0 ? setup->game->sections(setup, order) : 0;
    for (int i = 0; i < count; i++) {
        const uint16_t rule = setup->game->unit->sections[order[i]].rule;
        const uint32_t first = s->section[order[i]];
        if (first != 0 && rule != 0) {
            note_seen(&s->rules[rule], brs_trace_at(&s->match->trace, first));
        } else if (rule != 0) {
            s->rules[rule].idle++;
        }
    }
    memset(s->section, 0, sizeof s->section);
}

static void find_victories(shelving *s, brs_arena *arena)
{
    const brs_game_def *game = s->match->setup->game;
    s->victory = BRS_NEW(arena, bool, (size_t)game->rule_count);
    for (int i = 1; i < game->victory_count; i++) {
        s->victory[game->victories[i].rule] = true;
    }
}

// ---- from the match to bytes, and from there to the shelves --------------------------------------

static void look_through(shelving *s)
{
    const brs_trace *trace = &s->match->trace;
    for (uint32_t i = 0; i < trace->event_count; i++) {
        const brs_event *e = &trace->events[i];
        shelve_rules(s, e);
        if (s->cards != NULL) {
            shelve_cards(s, e);
        }
        take_section(s, e);
        if (i + 1 == trace->event_count || trace->events[i + 1].unit != e->unit) {
            shelve_sections(s, e->unit);
        }
    }
}

static void pack_glimpses(const shelving *s, const glimpse *seen, int count, bool told, brs_buf *out)
{
    char text[240];
    int some = 0;
    for (int i = 0; i < count; i++) {
        some += seen[i].count + seen[i].looked + seen[i].idle > 0;
    }
    site_pack_number(out, (uint64_t)some);
    for (int i = 0; i < count; i++) {
        if (seen[i].count + seen[i].looked + seen[i].idle == 0) {
            continue;
        }
        site_pack_number(out, (uint64_t)i);
        site_pack_number(out, seen[i].count);
        site_pack_number(out, seen[i].looked);
        site_pack_number(out, seen[i].idle);
        if (seen[i].count > 0) {
            const brs_event *e = brs_trace_at(&s->match->trace, seen[i].example);
            int len = told ? site_veil(s->match, e, text, sizeof text) : 0;
            len = len > 0 || !told ? len : brs_event_text(s->match->setup, e, text, sizeof text);
            site_pack_number(out, seen[i].example);
            site_pack_number(out, (uint64_t)seen[i].unit);
            site_pack_text(out, (brs_str){text, (size_t)len});
        }
    }
}

void site_gather(const site_match *match, brs_buf *out)
{
    const brs_setup *setup = match->setup;
    const bool has_cards = setup->cards != NULL && setup->game->card_view != NULL;
    shelving s = {.match = match, .card_count = has_cards ? setup->cards->count : 0};
    s.rules = BRS_NEW(match->arena, glimpse, (size_t)setup->game->rule_count);
    s.cards = has_cards ? BRS_NEW(match->arena, glimpse, (size_t)s.card_count) : NULL;
    find_victories(&s, match->arena);
    look_through(&s);
    pack_glimpses(&s, s.rules, setup->game->rule_count, true, out);
    pack_glimpses(&s, s.cards, s.card_count, true, out);
    glimpse *slips = BRS_NEW(match->arena, glimpse, (size_t)setup->game->slip_count + 1);
    for (int i = 0; i < match->slip_count; i++) {
        note_seen(&slips[match->slips[i].kind], brs_trace_at(&match->trace, match->slips[i].event));
    }
    pack_glimpses(&s, slips, setup->game->slip_count, false, out);
}

// False: the bytes speak of what is not on the shelf.
static bool take_glimpses(site_build *build, site_shelf *shelf, brs_str *rest)
{
    for (uint64_t left = site_take_number(rest); left > 0; left--) {
        const uint64_t index = site_take_number(rest);
        if (rest->ptr == NULL || shelf == NULL || index >= (uint64_t)shelf->count) {
            return false;
        }
        site_seen *seen = &shelf->seen[index];
        const uint32_t count = (uint32_t)site_take_number(rest);
        seen->count += count;
        seen->looked += (uint32_t)site_take_number(rest);
        seen->idle += (uint32_t)site_take_number(rest);
        if (count == 0) {
            continue;
        }
        site_example example = {.match = (uint32_t)build->published_count};
        example.seq = (uint32_t)site_take_number(rest);
        example.unit = (int)site_take_number(rest);
        const brs_str text = site_take_text(rest);
        seen->games++;
        site_spot_add(&seen->spots, (site_spot){example.match, example.seq, count, example.unit}, shelf->all_games ? 0 : SITE_FIND_MOST,
                      build->arena);
        if (seen->examples < SITE_EXAMPLES) {
            example.text = (brs_str){brs_arena_string(build->arena, text), text.len};
            seen->example[seen->examples++] = example;
        }
    }
    return rest->ptr != NULL;
}

bool site_open_shelves(site_build *build, const site_record *record, const brs_site_input *input, brs_err *err)
{
    return rule_shelf(build, record, err) != NULL && (record->set_hash == 0 || card_shelf(build, record, input, err) != NULL);
}

bool site_merge(site_build *build, const site_record *record, const brs_site_input *input, brs_err *err)
{
    if (!site_open_shelves(build, record, input, err)) {
        return false;
    }
    site_shelf *rules = rule_shelf(build, record, err), *cards = record->set_hash != 0 ? card_shelf(build, record, input, err) : NULL;
    brs_str rest = record->seen;
    return (take_glimpses(build, rules, &rest) && take_glimpses(build, cards, &rest) &&
            take_glimpses(build, site_slip_shelf(build, record->game), &rest) && site_find_take(build, record)) ||
           brs_fail(err, BRS_UNEXPECTED, "what is remembered of %.*s makes no sense", BRS_ARG(record->address));
}
