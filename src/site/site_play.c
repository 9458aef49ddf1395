// Playing a replay for its pages.
#include "site_play.h"

#include <string.h>

#include "buf.h"
#include "sort.h"
#include "str.h"

// What the watcher of the trace needs.
typedef struct {
    site_match *match;
    site_tree boards;
    const brs_game *game; // its state, once there is one
    bool backwards;       // a unit came back after it had ended
} watcher;

int site_viewer_seat(int viewer)
{
    return viewer == SITE_FOR_ALL ? BRS_SEAT_NONE : viewer == SITE_FOR_PUBLIC ? BRS_SEAT_CHANCE : viewer - SITE_FOR_SEAT;
}

bool site_read_viewer(const char *view, uint8_t *out, brs_err *err)
{
    if (view == NULL || strcmp(view, "all") == 0) {
        *out = SITE_FOR_ALL;
    } else if (strcmp(view, "public") == 0) {
        *out = SITE_FOR_PUBLIC;
    } else if (view[0] >= 'A' && view[0] < 'A' + BRS_MAX_SEATS && view[1] == '\0') {
        *out = (uint8_t)(SITE_FOR_SEAT + view[0] - 'A');
    } else {
        return brs_fail(err, BRS_USAGE, "a view is all, public or a seat (A, B ...), not \"%s\"", view);
    }
    return true;
}

int site_veil(const site_match *match, const brs_event *event, char *out, int cap)
{
    const brs_setup *setup = match->setup;
    return match->viewer == SITE_FOR_ALL || setup->game->veil == NULL
               ? 0
               : setup->game->veil(setup, event, site_viewer_seat(match->viewer), out, cap);
}

static site_unit *add_unit(site_match *match)
{
    if (match->unit_count + 1 >= match->unit_cap) {
        int cap = match->unit_cap == 0 ? 32 : match->unit_cap * 2;
        site_unit *grown = BRS_NEW(match->arena, site_unit, (size_t)cap);
        if (match->unit_count > 0) {
            memcpy(grown, match->units, (size_t)match->unit_count * sizeof *grown);
        }
        match->units = grown;
        match->unit_cap = cap;
    }
    return &match->units[match->unit_count];
}

// Cards on a table get the address of their page, where the game does not say it.
static void add_slugs(site_tree *tree, site_node *node, const brs_setup *setup)
{
    for (site_node *child = node->first; child != NULL; child = child->next) {
        int64_t number;
        brs_str text = site_value(child, SITE_number);
        bool lacks = child->name == SITE_card && site_value(child, SITE_slug).ptr == NULL;
        if (lacks && text.len > 0 && str_number(text, &number) && number >= 0 &&
            number < setup->cards->count) {
            tree->at = child;
            site_copy(tree, SITE_slug, setup->game->card_slug(setup->cards, (int)number));
        }
        add_slugs(tree, child, setup);
    }
}

static bool same_fields(const site_node *a, const site_node *b)
{
    const site_field *x = a->fields, *y = b->fields;
    while (x != NULL && y != NULL && x->name == y->name && str_equal(x->value, y->value)) {
        x = x->next;
        y = y->next;
    }
    return x == NULL && y == NULL;
}

// Cards that look alike are shown once, with their number; `last` is the one that is kept before.
static void merge_cards(site_tree *tree, site_node *node)
{
    for (site_node *child = node->first; child != NULL; child = child->next) {
        merge_cards(tree, child);
        int copies = 1;
        site_node *last = child;
        for (site_node *other = child->next; child->name == SITE_card && other != NULL;
             other = other->next) {
            if (other->name != SITE_card || !same_fields(child, other)) {
                last = other;
                continue;
            }
            copies++;
            last->next = other->next;
            node->last = node->last == other ? last : node->last;
        }
        if (child->name == SITE_card) {
            tree->at = child;
            site_number(tree, SITE_copies, copies);
            site_flag(tree, SITE_many, copies > 1);
            site_flag(tree, SITE_more, child->next != NULL);
        }
    }
}

static site_node *take_board(watcher *w)
{
    site_tree *tree = &w->boards;
    site_tree_next(tree);
    brs_viewer viewer = site_viewer(tree);
    w->match->setup->game->view(w->match->setup, w->game->state, site_viewer_seat(w->match->viewer), &viewer);
    if (w->match->setup->cards != NULL && w->match->setup->game->card_slug != NULL) {
        add_slugs(tree, tree->root, w->match->setup);
    }
    merge_cards(tree, tree->root);
    for (site_node *child = tree->root->first; child != NULL; child = child->next) {
        child->kept = true;
    }
    return tree->root;
}

static void take_scores(const watcher *w, site_unit *unit)
{
    const brs_setup *setup = w->match->setup;
    brs_fact facts[SITE_MAX_FACTS];
    const uint16_t ladder = setup->game->unit->ladder;
    unit->ladder = ladder != 0 ? BRS_NEW(w->match->arena, int32_t, BRS_MAX_SEATS) : NULL;
    int count = setup->game->facts(setup, w->game->state, facts, SITE_MAX_FACTS);
    for (int i = 0; i < count; i++) {
        if (ladder != 0 && facts[i].quantity == ladder && facts[i].subject < BRS_MAX_SEATS) {
            unit->ladder[facts[i].subject] = facts[i].value;
        }
        if (facts[i].quantity == w->match->score && facts[i].subject < BRS_MAX_SEATS) {
            unit->score[facts[i].subject] = facts[i].value;
        }
    }
}

// The first event of a unit: the table is still as the unit finds it.
// How long each seat's fuse is.
static void take_fuse(const watcher *w, site_unit *unit)
{
    const brs_setup *setup = w->match->setup;
    const brs_fuse *fuse = setup->game->fuse;
    unit->fuse = fuse != NULL ? BRS_NEW(w->match->arena, int32_t, BRS_MAX_SEATS) : NULL;
    for (int seat = 0; seat < setup->seats && fuse != NULL; seat++) {
        unit->fuse[seat] = fuse->left(setup, w->game->state, seat);
    }
}

static void watch(void *ctx, const brs_event *event)
{
    watcher *w = ctx;
    site_match *match = w->match;
    int last = match->unit_count > 0 ? match->units[match->unit_count - 1].number : -1;
    if (event->unit == last) {
        return;
    }
    w->backwards = w->backwards || event->unit < last;
    if (match->unit_count > 0) {
        match->units[match->unit_count - 1].end = match->trace.event_count + 1;
    }
    site_unit *unit = add_unit(match);
    *unit = (site_unit){
        .number = event->unit, .first = match->trace.event_count + 1, .seat = event->seat};
    unit->score = BRS_NEW(match->arena, int32_t, BRS_MAX_SEATS);
    if (event->unit > 0 &&
        w->game->state != NULL) { // before the first unit the table is still being laid
        unit->board = take_board(w);
        take_scores(w, unit);
        take_fuse(w, unit);
        if (match->setup->game->event_kinds[event->kind].quantity == match->score &&
            match->score != 0) {
            unit->score[event->arg[0]] = event->arg[1]; // told after the fact
        }
    }
    match->unit_count++;
}

// The table at the end stands behind the last unit.
static void take_end(watcher *w)
{
    site_match *match = w->match;
    if (match->unit_count > 0) {
        match->units[match->unit_count - 1].end = match->trace.event_count + 1;
    }
    site_unit *end = add_unit(match);
    *end = (site_unit){
        .number = -1, .first = match->trace.event_count + 1, .end = match->trace.event_count + 1};
    end->seat = BRS_SEAT_NONE;
    end->score = BRS_NEW(match->arena, int32_t, BRS_MAX_SEATS);
    end->board = take_board(w);
    take_scores(w, end);
    take_fuse(w, end);
}

// ---- the table at one event ---------------------------------------------------------------------

typedef struct {
    watcher w;
    const brs_trace *trace;
    uint32_t seq;
    site_node *found;
} looker;

// The engine writes first and tells then.
static void look(void *ctx, const brs_event *event)
{
    looker *l = ctx;
    if (l->trace->event_count + 1 == l->seq && event->unit > 0 && l->w.game->state != NULL) {
        l->found = take_board(&l->w);
    }
}

site_node *site_table_at(const site_match *match, uint32_t seq, site_names *names)
{
    brs_player *player = BRS_NEW(match->arena, brs_player, 1);
    brs_trace trace;
    brs_err err = BRS_ERR_NONE;
    site_match again = *match;
    looker l = {.w = {.match = &again, .game = &player->game}, .trace = &trace, .seq = seq};
    site_tree_init(&l.w.boards, match->arena, names);
    brs_trace_init(&trace, match->arena);
    trace.watch = look;
    trace.watch_ctx = &l;
    bool more = brs_player_open(player, match->replay, match->setup, 0, match->arena, &trace, &err);
    while (more && l.found == NULL) {
        more = brs_player_next(player, &err);
    }
    return l.found;
}

// ---- all of it ------------------------------------------------------------------------------------

static void first_error(void *ctx, const brs_err *err, bool warning)
{
    brs_err *first = ctx;
    if (!warning && first != NULL && first->code == BRS_OK) {
        *first = *err;
    }
}

static uint16_t score_quantity(const brs_game_def *game)
{
    for (int i = 1; i < game->quantity_count; i++) {
        if (strcmp(game->quantities[i].subject, "seat") == 0) {
            return (uint16_t)i;
        }
    }
    return 0;
}

static const brs_choice *keep_choices(const site_match *match, const brs_game *game)
{
    brs_choice *kept = BRS_NEW(match->arena, brs_choice, (size_t)game->n + 1);
    memcpy(kept, game->choices, (size_t)game->n * sizeof *kept);
    return kept;
}

// There may be more than the replay counts: where choices are written out, outcomes of chance stand among them.
static void keep_decision(site_match *match, const site_decision *decision)
{
    if (match->decision_count == match->decision_cap) {
        const uint32_t cap = 2 * match->decision_cap;
        site_decision *grown = BRS_NEW(match->arena, site_decision, cap);
        memcpy(grown, match->decisions, match->decision_count * sizeof *grown);
        match->decisions = grown;
        match->decision_cap = cap;
    }
    match->decisions[match->decision_count++] = *decision;
}

// A remark carries some bits of the state that it was made for.
static void look_at_remarks(site_match *match, const brs_player *player)
{
    const brs_replay *replay = match->replay;
    const bool asked = player->game.n > 0 && player->game.choices[0].seat == BRS_SEAT_CHANCE;
    for (int i = 0; i < replay->remark_count && !asked; i++) {
        const brs_remark *remark = &replay->remarks[i];
        if (remark->line == 0 && remark->decision == player->decisions && remark->hash != 0) {
            match->astray[i] =
                remark->hash != (uint32_t)match->setup->game->digest(match->setup, player->game.state);
        }
    }
}

// Plays to the end; at each decision the events and the state must tell the same story.
static bool run(watcher *w, brs_player *player, brs_err *err)
{
    site_match *match = w->match;
    site_facts *facts = BRS_NEW(match->arena, site_facts, 1);
    brs_err none = BRS_ERR_NONE;
    uint32_t told = 0;
    site_decision open = {.legal = 0};
    bool more =
        brs_player_open(player, match->replay, match->setup, 0, match->arena, &match->trace, &none);
    while (more) {
        if (!site_facts_follow(facts, match->setup, player->game.state, &match->trace, told, err)) {
            return false;
        }
        told = match->trace.event_count;
        if (player->game.decisions > match->decision_count) {
            open.made = player->made;
            keep_decision(match, &open);
        }
        look_at_remarks(match, player);
        open = (site_decision){.legal = (uint16_t)player->game.n, .choices = keep_choices(match, &player->game)};
        more = brs_player_next(player, &none);
    }
    if (none.code != BRS_OK) {
        if (err != NULL && err->code == BRS_OK) {
            *err = none;
        }
        return false;
    }
    return true;
}

static int by_event(const void *a, const void *b)
{
    const brs_slip *x = a, *y = b;
    return x->event < y->event ? -1 : x->event > y->event;
}

static void find_slips(site_match *match)
{
    const brs_setup *setup = match->setup;
    if (setup->game->slips == NULL) {
        return;
    }
    const int count = setup->game->slips(setup, &match->trace, NULL, 0);
    match->slips = BRS_NEW(match->arena, brs_slip, (size_t)count + 1);
    match->slip_count = setup->game->slips(setup, &match->trace, match->slips, count);
    brs_sort(match->slips, (size_t)count, sizeof(brs_slip), BRS_NEW(match->arena, brs_slip, (size_t)count + 1), by_event);
}

int site_slip_from(const site_match *match, uint32_t seq)
{
    int low = 0, high = match->slip_count;
    while (low < high) {
        const int middle = (low + high) / 2;
        low = match->slips[middle].event < seq ? middle + 1 : low;
        high = match->slips[middle].event < seq ? high : middle;
    }
    return low;
}

bool site_play_for(site_match *out, int viewer, const brs_replay *replay, const brs_setup *setup, site_names *names,
                   brs_arena *arena, brs_err *err)
{
    *out = (site_match){
        .replay = replay, .setup = setup, .arena = arena, .viewer = (uint8_t)viewer, .score = score_quantity(setup->game)};
    site_address(out->address, replay);
    out->decision_cap = replay->decisions.count + replay->chance.count + 1;
    out->decisions = BRS_NEW(arena, site_decision, out->decision_cap);
    out->card_suffix = "";
    out->astray = replay->remark_count > 0 ? BRS_NEW(arena, bool, (size_t)replay->remark_count) : NULL;
    brs_trace_init(&out->trace, arena);
    brs_player *player = BRS_NEW(arena, brs_player, 1);
    watcher w = {.match = out, .game = &player->game};
    site_tree_init(&w.boards, arena, names);
    out->trace.watch = watch;
    out->trace.watch_ctx = &w;
    bool ok = run(&w, player, err);
    out->trace.watch = NULL;
    if (!ok) {
        return false;
    }
    take_end(&w);
    brs_played played;
    brs_err first = BRS_ERR_NONE;
    if (!brs_player_verify(player, &played, (brs_report){first_error, &first})) {
        if (err != NULL && err->code == BRS_OK) {
            *err = first;
        }
        return false;
    }
    out->result = replay->result;
    out->final_hash = played.final_hash;
    if (w.backwards) {
        return brs_fail(err, BRS_UNEXPECTED, "events of a %s came after it had ended",
                        setup->game->unit->id);
    }
    if (!brs_trace_verify(setup->game, &out->trace, 0, err)) {
        return false;
    }
    if (viewer == SITE_FOR_ALL) {
        find_slips(out);
    }
    return true;
}

bool site_read_view(site_match *out, const brs_replay *replay, const brs_library *library, brs_setup *setup, brs_arena *arena,
                    brs_err *err)
{
    *out = (site_match){.replay = replay, .setup = setup, .arena = arena, .card_suffix = "", .result = replay->result};
    site_address(out->address, replay);
    out->decision_count = replay->decisions.count;
    out->units = BRS_NEW(arena, site_unit, 1);
    brs_trace_init(&out->trace, arena);
    return brs_replay_view(replay, library, arena, setup, &out->told, &out->told_count, err);
}

int site_last_unit(const site_match *match)
{
    return match->told != NULL         ? match->result.units
           : match->unit_count > 0 ? match->units[match->unit_count - 1].number
                                   : 0;
}

bool site_play(site_match *out, const brs_replay *replay, const brs_setup *setup, site_names *names,
               brs_arena *arena, brs_err *err)
{
    return site_play_for(out, SITE_FOR_ALL, replay, setup, names, arena, err);
}

int site_unit_of(const site_match *match, uint32_t seq)
{
    int low = 0, high = match->unit_count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        low = match->units[middle].first <= seq ? middle : low;
        high = match->units[middle].first <= seq ? high : middle - 1;
    }
    return low;
}

void site_address(char out[SITE_MAX_ADDRESS], const brs_replay *replay)
{
    size_t at = 0;
    const char *parts[] = {replay->game, "-", replay->edition, "-"};
    for (int i = 0; i < 4; i++) {
        for (const char *p = parts[i]; *p != '\0' && at < SITE_MAX_ADDRESS - 20; p++) {
            out[at++] = *p;
        }
    }
    for (int i = 0; i < 8; i++) {
        out[at++] = "0123456789abcdef"[replay->core[i] >> 4];
        out[at++] = "0123456789abcdef"[replay->core[i] & 15];
    }
    out[at] = '\0';
}
