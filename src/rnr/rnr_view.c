// The state as a tree, as numbers and as a digest: for pages, checks and dumps. Only reads.
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "rnr_state.h"

rnr_run rnr_look(const brs_setup *setup, const void *state)
{
    return (rnr_run){.setup = setup, .cards = setup->cards->cards, .opt = setup->options.value,
                     .g = (rnr_state *)(uintptr_t)state};
}

// ---- the table -------------------------------------------------------------------------------------------

static const struct {
    const char *id, *slug;
    uint8_t zone, type;  // type ANY: every card of the zone
    rnr_phrase_id title;
} boards[] = {
    {"ua", "ua-area", RNR_UA_AREA, RNR_TYPE_ANY, RNR_SAY_zone_ua},
    {"pillars", "pillars", RNR_PILLAR_ZONE, RNR_TYPE_ANY, RNR_SAY_zone_pillars},
    {"defense", "defense", RNR_ACTION_ZONE, RNR_DEFENSE, RNR_SAY_zone_defense},
    {"attack", "attack", RNR_ACTION_ZONE, RNR_ATTACK, RNR_SAY_zone_attack},
    {"freedom", "freedom", RNR_ACTION_ZONE, RNR_FREEDOM, RNR_SAY_zone_freedom},
    {"rights", "rights", RNR_ACTION_ZONE, RNR_RIGHTS, RNR_SAY_zone_rights},
    {"bills", "bills", RNR_ACTION_ZONE, RNR_BILL, RNR_SAY_zone_bills},
    {"petitions", "petition-stack", RNR_PETITION_STACK, RNR_TYPE_ANY, RNR_SAY_zone_petitions},
    {"hand", "hand", RNR_HAND, RNR_TYPE_ANY, RNR_SAY_zone_hand},
    {"discard", "discard-pile", RNR_DISCARD_PILE, RNR_TYPE_ANY, RNR_SAY_zone_discard},
    {"exile", "exile-zone", RNR_EXILE_ZONE, RNR_TYPE_ANY, RNR_SAY_zone_exile},
};

static const char *phrase(const brs_game_def *game, unsigned id)
{
    return game->phrases[id];
}

static void add_status(const rnr_run *r, char *out, int cap, rnr_phrase_id what)
{
    const char *text = phrase(r->setup->game, what);
    int len = (int)strlen(out);
    snprintf(out + len, (size_t)(cap - len), "%s%s", len > 0 ? ", " : "", text);
}

static void status_of(const rnr_run *r, int handle, char *out, int cap)
{
    const rnr_slot *slot = &r->g->card[handle];
    out[0] = '\0';
    if (!in_play(r->g, handle)) {
        return;
    }
    if (slot->lock_turn != 0) {
        add_status(r, out, cap, RNR_SAY_locked);
    } else if (rnr_locked(r, handle)) {
        add_status(r, out, cap, RNR_SAY_blocked);
    }
    if (card_of(r, handle)->type != RNR_RIGHTS && rnr_is_petition(r, handle)) {
        add_status(r, out, cap, RNR_SAY_counts_as_petition);
    }
    if (slot->controller != owner_of(handle)) {
        add_status(r, out, cap, RNR_SAY_taken_over);
    }
    if (slot->clash != 0) {
        add_status(r, out, cap, RNR_SAY_sent_to_clash);
    }
}

// What the type, the branch and the rarity are called; the words of card files stay what they are.
static void view_names(const brs_game_def *game, const rnr_card *card, const brs_viewer *v)
{
    brs_view_text(v, "type_name", phrase(game, RNR_SAY_type + card->type));
    brs_view_text(v, "branch_name", phrase(game, RNR_SAY_branch + card->branch));
    brs_view_text(v, "rarity_name", phrase(game, RNR_SAY_rarity + card->rarity));
}

static void view_card(const rnr_run *r, int handle, bool hidden, const brs_viewer *v)
{
    const rnr_card *card = card_of(r, handle);
    const rnr_slot *slot = &r->g->card[handle];
    char status[96];
    brs_view_open(v, "card", hidden ? -1 : handle);
    brs_view_text(v, "hidden", hidden ? "1" : "");
    if (!hidden) {
        bool playing = in_play(r->g, handle);
        int points = playing ? rnr_points(r, handle) : card->points;
        const char *kind = card->type == RNR_ATTACK ? "AP" : card->points > 0 ? "DP" : "";
        status_of(r, handle, status, sizeof status);
        brs_view_str(v, "name", card->name);
        brs_view_str(v, "slug", (brs_str){card->slug, strlen(card->slug)});
        brs_view_num(v, "number", slot->number);
        brs_view_text(v, "type", rnr_type_name(card->type));
        brs_view_text(v, "branch", rnr_branch_name(card->branch));
        brs_view_text(v, "rarity", rnr_rarity_name(card->rarity));
        view_names(r->setup->game, card, v);
        brs_view_num(v, "cost", card->cost << slot->doubled);
        brs_view_num(v, "points", points);
        brs_view_num(v, "printed", card->points);
        brs_view_text(v, "points_kind", kind);
        brs_view_num(v, "drain", card->drain);
        brs_view_num(v, "yield", card->yield);
        brs_view_text(v, "status", status);
    }
    brs_view_close(v);
}

static bool on_board(const rnr_run *r, int board, int seat, int handle)
{
    const rnr_slot *slot = &r->g->card[handle];
    int whose = in_play_zone(slot->zone) ? slot->controller : owner_of(handle);
    return whose == seat && slot->zone == boards[board].zone &&
           (boards[board].type == RNR_TYPE_ANY || card_of(r, handle)->type == boards[board].type);
}

static void view_board(const rnr_run *r, int board, int seat, int viewer, const brs_viewer *v)
{
    brs_view_open(v, "zone", board);
    brs_view_text(v, "id", boards[board].id);
    brs_view_text(v, "title", phrase(r->setup->game, boards[board].title));
    brs_view_text(v, "slug", boards[board].slug);
    if (in_play_zone(boards[board].zone)) {
        for (int i = 0; i < r->g->play_count; i++) {
            if (on_board(r, board, seat, r->g->play_order[i])) {
                view_card(r, r->g->play_order[i], false, v);
            }
        }
    } else {
        for (uint64_t mask = r->g->zone[seat][boards[board].zone]; mask != 0; mask &= mask - 1) {
            int handle = handle_at(seat, __builtin_ctzll(mask));
            bool hidden = boards[board].zone == RNR_HAND && viewer != BRS_SEAT_NONE && viewer != seat &&
                          (r->g->seen[seat] & bit_of(handle)) == 0;
            view_card(r, handle, hidden, v);
        }
        for (int i = 0; boards[board].zone == RNR_HAND && i < r->g->unknown_hand[seat]; i++) {
            view_card(r, handle_at(seat, 0), true, v);
        }
    }
    brs_view_close(v);
}

// ---- effects that go on by themselves -----------------------------------------------------------------------

static const char *player_name(const rnr_run *r, int seat)
{
    return r->setup->name[seat] != NULL ? r->setup->name[seat] : seat == 0 ? "A" : "B";
}

static void say_until(const rnr_run *r, const rnr_modifier *m, char *out, int cap)
{
    const char *you = player_name(r, m->controller), *other = player_name(r, 1 - m->controller);
    const rnr_duration lasts = (rnr_duration)m->duration;
    const bool yours = lasts == RNR_UNTIL_YOUR_NEXT || lasts == RNR_UNTIL_END_OF_YOUR_NEXT;
    rnr_phrase_id what = RNR_SAY_rest_of_game;
    switch (lasts) {
    case RNR_THIS_TURN: what = RNR_SAY_until_end; break;
    case RNR_UNTIL_YOUR_NEXT:
    case RNR_UNTIL_OPPONENT_NEXT: what = RNR_SAY_until_next; break;
    case RNR_UNTIL_END_OF_YOUR_NEXT:
    case RNR_UNTIL_END_OF_OPPONENT_NEXT: what = RNR_SAY_until_end_of_next; break;
    default: break;
    }
    const char *name = yours ? you : other;
    brs_fill(out, cap, phrase(r->setup->game, what), &(brs_str){name, strlen(name)}, 1);
}

static bool said_before(const rnr_run *r, int index)
{
    const rnr_modifier *m = &r->g->modifier[index];
    for (int i = 0; i < index; i++) {
        const rnr_modifier *at = &r->g->modifier[i];
        if (at->verb != 0 && at->source == m->source && at->sentence == m->sentence && at->made == m->made) {
            return true;
        }
    }
    return false;
}

// What goes on whatever becomes of its card; an effect of a card in play can be read on the card.
static void view_effects(const rnr_run *r, int seat, const brs_viewer *v)
{
    char until[120];
    for (int i = 0; i < r->g->modifier_count; i++) {
        const rnr_modifier *m = &r->g->modifier[i];
        if (m->verb == 0 || m->duration == RNR_WHILE_IN_PLAY || m->controller != seat || said_before(r, i)) {
            continue;
        }
        const rnr_card *card = card_of(r, m->source);
        say_until(r, m, until, sizeof until);
        brs_view_open(v, "effect", i);
        brs_view_str(v, "source", card->name);
        brs_view_str(v, "slug", (brs_str){card->slug, strlen(card->slug)});
        brs_view_str(v, "text", r->setup->game->sentence_text(r->setup, m->source, m->sentence));
        for (int k = 0; m->count != 0xFF && k < m->count && m->target[k] != RNR_LP_TARGET; k++) {
            brs_view_open(v, "on", m->target[k]);
            brs_view_str(v, "name", card_of(r, m->target[k])->name);
            brs_view_text(v, "again", k > 0 ? "1" : "");
            brs_view_close(v);
        }
        brs_view_text(v, "until", until);
        brs_view_close(v);
    }
}

static void view_player(const rnr_run *r, int seat, int viewer, const brs_viewer *v)
{
    static const char letters[] = "AB";
    const rnr_state *g = r->g;
    const char *name = r->setup->name[seat];
    brs_view_open(v, "player", seat);
    brs_view_str(v, "name", name != NULL ? (brs_str){name, strlen(name)} : (brs_str){letters + seat, 1});
    brs_view_num(v, "lp", g->lp[seat]);
    brs_view_num(v, "ip", g->ip[seat]);
    brs_view_num(v, "pile", g->pile_count[seat]);
    brs_view_num(v, "hand_count", __builtin_popcountll(g->zone[seat][RNR_HAND]) + g->unknown_hand[seat]);
    brs_view_num(v, "discard_count", __builtin_popcountll(g->zone[seat][RNR_DISCARD_PILE]));
    for (int board = 0; board < (int)(sizeof boards / sizeof boards[0]); board++) {
        view_board(r, board, seat, viewer, v);
    }
    view_effects(r, seat, v);
    brs_view_close(v);
}

void rnr_view(const brs_setup *setup, const void *state, int seat, const brs_viewer *viewer)
{
    rnr_run r = rnr_look(setup, state);
    brs_view_open(viewer, "table", -1);
    brs_view_num(viewer, "turn", r.g->turn);
    brs_view_num(viewer, "active", r.g->active);
    brs_view_text(viewer, "phase", setup->game->unit->sections[r.g->section].title);
    view_player(&r, 0, seat, viewer);
    view_player(&r, 1, seat, viewer);
    brs_view_close(viewer);
}

// ---- one card -----------------------------------------------------------------------------------------------

static const char *kind_of_sentence(const brs_game_def *game, const rnr_card *card, int sentence)
{
    static const rnr_phrase_id kinds[] = {
        [RNR_TRIGGER_AT_PLAY] = RNR_SAY_kind_played, [RNR_TRIGGER_WHEN_ATTACKED] = RNR_SAY_kind_attacked,
        [RNR_TRIGGER_CONTINUOUS] = RNR_SAY_kind_continuous, [RNR_TRIGGER_EACH_TURN] = RNR_SAY_kind_each_turn,
        [RNR_TRIGGER_WHEN] = RNR_SAY_kind_triggered, [RNR_TRIGGER_ACTIVATED] = RNR_SAY_kind_ability,
        [RNR_TRIGGER_STAT] = RNR_SAY_kind_stat};
    return phrase(game, kinds[card->sentence[sentence].trigger]);
}

void rnr_card_view(const brs_game_def *game, const brs_card_set *set, int number, const brs_viewer *v)
{
    const rnr_card *card = rnr_card_at(set, number);
    brs_view_open(v, "card", number);
    brs_view_str(v, "name", card->name);
    brs_view_str(v, "slug", (brs_str){card->slug, strlen(card->slug)});
    brs_view_text(v, "type", rnr_type_name(card->type));
    brs_view_text(v, "branch", rnr_branch_name(card->branch));
    brs_view_text(v, "rarity", rnr_rarity_name(card->rarity));
    view_names(game, card, v);
    if (card->type != RNR_UA) {
        brs_view_num(v, "cost", card->cost);
    } else {
        brs_view_text(v, "cost", "");
    }
    brs_view_num(v, "points", card->points);
    brs_view_text(v, "points_kind", card->type == RNR_ATTACK ? "AP" : card->points > 0 ? "DP" : "");
    brs_view_num(v, "drain", card->drain);
    brs_view_num(v, "yield", card->yield);
    brs_view_str(v, "description", card->description);
    brs_view_str(v, "source", card->source);
    brs_view_num(v, "line", card->line);
    for (int s = 0; s < card->nsentence; s++) {
        const rnr_sentence *sentence = &card->sentence[s];
        brs_view_open(v, "sentence", s);
        brs_view_str(v, "text", (brs_str){card->text.ptr + sentence->begin, (size_t)(sentence->end - sentence->begin)});
        brs_view_text(v, "kind", kind_of_sentence(game, card, s));
        rnr_explain(game, card, s, v);
        brs_view_close(v);
    }
    brs_view_close(v);
}

brs_str rnr_card_slug(const brs_card_set *set, int number)
{
    const rnr_card *card = rnr_card_at(set, number);
    return (brs_str){card->slug, strlen(card->slug)};
}

// ---- whose words a term or a check stands for -------------------------------------------------------------------

#define VERB(name) (UINT64_C(1) << RNR_FX_##name)

// The effects that a label may come from, a bit each.
static uint64_t verbs_of_label(uint16_t label)
{
    switch ((rnr_term_id)label) {
    case RNR_TERM_printed_drain: return VERB(DRAIN);
    case RNR_TERM_yield: return VERB(GENERATE);
    case RNR_TERM_effect: return VERB(GAIN);  // with the Pillars, where the rules act
    case RNR_TERM_attack:
    case RNR_TERM_damage_marked:
    case RNR_TERM_opposing_ap: return VERB(ATTACK);
    case RNR_TERM_cost_more:
    case RNR_TERM_cost_less: return VERB(COST);
    case RNR_TERM_increased: return VERB(INCREASE);
    case RNR_TERM_reduced: return VERB(REDUCE);
    case RNR_TERM_prevented: return VERB(PREVENT) | VERB(PROTECT);
    case RNR_TERM_lp_prevent_not_drain: return VERB(PREVENT);
    case RNR_TERM_blocked: return VERB(BLOCK_FLOW);
    case RNR_TERM_block_applies: return VERB(BLOCK_FLOW) | VERB(BLOCK_ACTION) | VERB(BLOCK_CARD);
    case RNR_TERM_redirected: return VERB(REDIRECT);
    case RNR_TERM_immune: return VERB(IMMUNE);
    case RNR_TERM_ip_cap: return VERB(MAX_IP);
    case RNR_TERM_barred: return VERB(CANNOT);
    case RNR_TERM_petition_counts: return VERB(COUNTS);
    default: return 0;
    }
}

static bool does_one_of(const rnr_sentence *s, uint64_t verbs)
{
    bool found = false;
    for (int i = 0; i < s->neffect; i++) {
        found = found || (verbs >> s->effect[i].verb & 1) != 0;
    }
    return found;
}

int rnr_sentence_for(const brs_setup *setup, const brs_event *event, uint16_t label, int handle)
{
    const uint64_t verbs = verbs_of_label(label);
    const int number = setup->game->card_of(setup, handle);
    if (number < 0 || verbs == 0) {
        return -1;
    }
    if (handle == event->source && event->sentence != 0xFF) {
        return event->sentence;
    }
    const rnr_card *card = rnr_card_at(setup->cards, number);
    int found = -1;
    for (int s = 0; s < card->nsentence; s++) {
        if (does_one_of(&card->sentence[s], verbs)) {
            if (found >= 0) {
                return -1;  // two sentences say so: the event does not tell which
            }
            found = s;
        }
    }
    return found;
}

#undef VERB

// ---- facts and digest ------------------------------------------------------------------------------------------

int rnr_facts(const brs_setup *setup, const void *state, brs_fact *out, int cap)
{
    (void)setup;
    const rnr_state *g = state;
    int n = 0;
#define FACT(q, s, v) if (n < cap) { out[n++] = (brs_fact){RNR_Q_##q, (uint16_t)(s), (v)}; }
    for (int seat = 0; seat < 2; seat++) {
        FACT(lp, seat, g->lp[seat])
        FACT(ip, seat, g->ip[seat])
    }
    for (int handle = 1; handle < RNR_HANDLES; handle++) {
        const rnr_slot *slot = &g->card[handle];
        if (slot->number != RNR_NO_NUMBER) {
            FACT(points, handle, slot->points)
            FACT(zone, handle, slot->zone)
            FACT(controller, handle, slot->controller)
            FACT(lock, handle, slot->lock_turn != 0)
            FACT(doubled, handle, slot->doubled)
        }
    }
#undef FACT
    return n;
}

// Each writes at a place and returns the next, which stays in a register that way. Numbers are little-endian.
static inline uint8_t *put(uint8_t *at, uint64_t value, size_t bytes)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap64(value);
#endif
    memcpy(at, &value, bytes);
    return at + bytes;
}

static inline uint8_t *put_all(uint8_t *at, const uint8_t *from, size_t count)
{
    memcpy(at, from, count);
    return at + count;
}

static uint8_t *put_chance(uint8_t *at, const brs_chance *c)
{
    at = put(at, c->seed, 8);
    at = put(at, c->mode, 1);
    at = put(at, c->asked, 1);
    at = put(at, c->n, 2);
    for (int purpose = 0; purpose < 2; purpose++) {  // Revolt N Reign draws cards and rolls dice
        for (int seat = 0; seat < 2; seat++) {
            at = put(at, c->count[purpose][seat], 4);
        }
    }
    return at;
}

static uint8_t *put_slots(uint8_t *at, const rnr_state *g)
{
    for (int handle = 1; handle < RNR_HANDLES; handle++) {
        const rnr_slot *s = &g->card[handle];
        at = put(at, s->zone, 1);
        at = put(at, s->doubled, 1);
        if (!in_play_zone(s->zone)) {
            continue;  // the rest is the same for every card outside play
        }
        at = put(at, s->number, 2);
        at = put(at, (uint16_t)s->points, 2);
        at = put(at, (uint16_t)s->marked, 2);
        at = put(at, s->entered, 2);
        at = put(at, s->lock_turn, 2);
        const uint8_t small[] = {s->controller, s->flags, s->used, s->target, s->division, s->clash, s->attacker};
        at = put_all(at, small, sizeof small);
    }
    return at;
}

static uint8_t *put_divisions(uint8_t *at, const rnr_state *g)
{
    for (int i = 0; i < RNR_MAX_DIVISIONS; i++) {
        const rnr_division *divided = &g->division[i];
        at = put(at, divided->handle, 1);
        if (divided->handle != 0) {
            at = put_all(at, divided->target, divided->count);
            at = put_all(at, divided->points, divided->count);
        }
    }
    return at;
}

static uint8_t *put_waiting(uint8_t *at, const rnr_state *g)
{
    at = put_divisions(at, g);
    for (int i = 0; i < g->modifier_count; i++) {
        const rnr_modifier *m = &g->modifier[i];
        const uint8_t small[] = {m->source, m->sentence, m->effect, m->controller, m->duration, m->verb, m->count, m->once};
        at = put_all(at, small, sizeof small);
        at = put_all(at, m->target, sizeof m->target);
        at = put(at, m->made, 2);
        at = put(at, (uint16_t)m->amount, 2);
    }
    for (int i = 0; i < g->pending_count; i++) {
        const rnr_pending *p = &g->pending[i];
        const uint8_t small[] = {p->source, p->sentence, p->effect, p->controller, p->home, p->flags, p->count,
                                 p->attacker, p->order, p->split};
        at = put_all(at, small, sizeof small);
        at = put_all(at, p->target, p->count);
        at = put(at, p->x, 2);
        at = put(at, p->chain, 2);
    }
    for (int i = 1; i <= g->chain_count; i++) {
        at = put(at, g->chain[i].source, 1);
        at = put(at, g->chain[i].sentence, 1);
        at = put(at, g->chain[i].parent, 2);
    }
    return at;
}

static uint8_t *put_flow(uint8_t *at, const rnr_state *g)
{
    const uint8_t small[] = {g->active, g->first, g->section, g->position, g->over, g->winner, g->reason, g->petition_met,
                             g->pillars_played, g->pregame, g->mulligans[0], g->mulligans[1], g->unknown_hand[0],
                             g->unknown_hand[1], g->pile_count[0], g->pile_count[1], g->busy_now, g->now_waits, g->unsettled, g->hold, g->dice[0],
                             g->dice[1], g->wall, g->ordered, g->won, g->ask.what, g->ask.seat, g->ask.source,
                             g->ask.sentence, g->ask.effect, g->ask.zone, g->ask.chosen, g->ask.may_stop};
    at = put_all(at, small, sizeof small);
    at = put(at, g->ask.index, 2);
    at = put(at, g->turn, 2);
    at = put(at, g->entered, 2);
    at = put(at, g->triggers, 2);
    at = put(at, g->play_decisions, 2);
    for (int i = 0; i < g->depth; i++) {
        const rnr_frame *f = &g->frame[i];
        at = put(at, f->proc, 1);
        at = put(at, f->step, 1);
        at = put(at, f->arg[0], 2);
        at = put(at, f->arg[1], 2);
        at = put(at, f->arg[2], 2);
        at = put(at, f->x, 2);
    }
    return at;
}

uint64_t rnr_digest(const brs_setup *setup, const void *state)
{
    (void)setup;
    const rnr_state *g = state;
    uint8_t bytes[24 * 1024], *at = bytes;
    at = put_chance(at, &g->chance);
    for (int seat = 0; seat < 2; seat++) {
        at = put(at, (uint32_t)g->lp[seat], 4);
        at = put(at, (uint32_t)g->lp_marked[seat], 4);
        at = put(at, (uint16_t)g->ip[seat], 2);
        at = put(at, g->hidden[seat], 8);
        at = put(at, g->stolen[seat], 8);
        at = put(at, g->missed[seat], 8);
        at = put(at, g->seen[seat], 8);
        at = put_all(at, g->top[seat], g->top_count[seat]);
        at = put_all(at, g->top_known[seat], g->top_count[seat]);
    }
    at = put_flow(at, g);
    at = put_all(at, g->play_order, g->play_count);
    at = put_slots(at, g);
    at = put_waiting(at, g);
    return XXH3_64bits(bytes, (size_t)(at - bytes));
}
