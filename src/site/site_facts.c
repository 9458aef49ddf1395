// Two accounts of the same game: what the events say, and what the state holds. They must agree.
#include <string.h>

#include "site_play.h"

static site_kept_fact *fact_slot(site_facts *facts, uint16_t quantity, uint16_t subject)
{
    uint32_t key = (uint32_t)quantity << 16 | subject;
    uint32_t at = key * 2654435769u >> 21; // 11 bits: 2 * SITE_MAX_FACTS
    while (facts->slot[at].key != 0 && facts->slot[at].key != key) {
        at = (at + 1) % (2 * SITE_MAX_FACTS);
    }
    facts->slot[at].key = key;
    return &facts->slot[at];
}

// A number that no state had yet, or that left with its card, is taken on trust: its arrival is
// another event.
static bool in_sight(const site_facts *facts, const site_kept_fact *kept)
{
    return kept->event != 0 || (kept->seen != 0 && kept->seen == facts->stamp);
}

static bool take_event(site_facts *facts, const brs_setup *setup, const brs_event *e, brs_err *err)
{
    const brs_game_def *game = setup->game;
    uint16_t quantity = game->event_kinds[e->kind].quantity;
    if (quantity == 0) {
        return true;
    }
    site_kept_fact *kept = fact_slot(facts, quantity, (uint16_t)e->arg[0]);
    if (in_sight(facts, kept) && kept->value != e->arg[1]) {
        return brs_fail(err, BRS_UNEXPECTED,
                        "event %u (%s, unit %d) says that %s of %d was %d, but it was %d", e->seq,
                        game->event_kinds[e->kind].id, e->unit, game->quantities[quantity].id,
                        e->arg[0], e->arg[1], kept->value);
    }
    kept->value = e->arg[2];
    kept->event = e->seq;
    return true;
}

// The events' account of one number against the state's.
static bool agree(const brs_setup *setup, const site_kept_fact *kept, uint32_t decision,
                  brs_err *err)
{
    if (kept->value == kept->state) {
        return true;
    }
    const char *id = setup->game->quantities[kept->key >> 16].id;
    int subject = (int)(kept->key & 0xFFFF);
    if (kept->event != 0) {
        return brs_fail(err, BRS_UNEXPECTED,
                        "event %u leaves %s of %d at %d, but the state has %d at decision %u",
                        kept->event, id, subject, kept->value, kept->state, decision);
    }
    return brs_fail(err, BRS_UNEXPECTED,
                    "%s of %d changed from %d to %d before decision %u without an event", id,
                    subject, kept->value, kept->state, decision);
}

static bool take_fact(site_facts *facts, const brs_setup *setup, const brs_fact *fact,
                      uint32_t decision, brs_err *err)
{
    site_kept_fact *kept = fact_slot(facts, fact->quantity, fact->subject);
    kept->state = fact->value;
    if (!in_sight(facts, kept)) {
        kept->value = fact->value;
    }
    kept->seen = facts->stamp;
    return agree(setup, kept, decision, err);
}

// The same numbers in the same places as last time? Then only those that changed need a second
// look.
static bool same_layout(const site_facts *facts, int count)
{
    bool same = facts->count == count;
    for (int i = 0; i < count && same; i++) {
        same = facts->before[i].quantity == facts->now[i].quantity &&
               facts->before[i].subject == facts->now[i].subject;
    }
    return same;
}

static bool take_state(site_facts *facts, const brs_setup *setup, int count, uint32_t decision,
                       brs_err *err)
{
    bool same = same_layout(facts, count);
    bool ok = true;
    if (!same) {
        for (int i = 0; i < count && ok; i++) {
            ok = take_fact(facts, setup, &facts->now[i], decision, err);
        }
        // What the new state does not have is out of sight.
        facts->stamp++;
        for (int i = 0; i < count; i++) {
            fact_slot(facts, facts->now[i].quantity, facts->now[i].subject)->seen = facts->stamp;
        }
    }
    for (int i = 0; i < count && ok && same; i++) {
        ok = facts->before[i].value == facts->now[i].value ||
             take_fact(facts, setup, &facts->now[i], decision, err);
    }
    memcpy(facts->before, facts->now, (size_t)count * sizeof facts->now[0]);
    facts->count = count;
    return ok;
}

bool site_facts_follow(site_facts *facts, const brs_setup *setup, const void *state,
                       const brs_trace *trace, uint32_t first, brs_err *err)
{
    for (uint32_t i = first; i < trace->event_count; i++) {
        if (!take_event(facts, setup, &trace->events[i], err)) {
            return false;
        }
    }
    int count = setup->game->facts(setup, state, facts->now, SITE_MAX_FACTS);
    if (!take_state(facts, setup, count, trace->decision, err)) {
        return false;
    }
    for (uint32_t i = first; i < trace->event_count; i++) {
        uint16_t quantity = setup->game->event_kinds[trace->events[i].kind].quantity;
        if (quantity == 0) {
            continue;
        }
        site_kept_fact *kept = fact_slot(facts, quantity, (uint16_t)trace->events[i].arg[0]);
        if (kept->seen == facts->stamp && !agree(setup, kept, trace->decision, err)) {
            return false;
        }
        kept->event = 0;
    }
    return true;
}
