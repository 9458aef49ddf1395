// The procedures of the flow, shared by rnr_flow.c (how things are done) and rnr_setup.c, rnr_turn.c and
// rnr_resolve.c (when).
#ifndef RNR_FLOW_H
#define RNR_FLOW_H

#include "rnr_state.h"

typedef enum {
    RNR_PROC_GAME, RNR_PROC_TURN, RNR_PROC_RESOLVE_STEP, RNR_PROC_END, RNR_PROC_LIMIT, RNR_PROC_DRAW,
    RNR_PROC_DECLARE, RNR_PROC_AIM, RNR_PROC_PLAY, RNR_PROC_CLASH, RNR_PROC_ACTIVATE, RNR_PROC_RESOLVE,
    RNR_PROC_NOW, RNR_PROC_BATCH
} rnr_proc;

enum { RNR_NO_ANSWER = 0xFF };

rnr_flow_result rnr_proc_game(rnr_run *r, rnr_frame *f);
rnr_flow_result rnr_proc_turn(rnr_run *r, rnr_frame *f);
rnr_flow_result rnr_proc_resolve_step(rnr_run *r, rnr_frame *f);
rnr_flow_result rnr_proc_end(rnr_run *r, rnr_frame *f);
rnr_flow_result rnr_proc_limit(rnr_run *r, rnr_frame *f);

// Nothing was pushed or set off since: the loop of rnr_flow.c would only come back.
static inline bool rnr_is_quiet(const rnr_state *g, int depth)
{
    return g->depth == depth && g->now_waits == 0 && g->over == 0;
}

// Steps that push nothing and set nothing off follow one another without a way through that loop.
static inline rnr_flow_result rnr_while_quiet(rnr_run *r, rnr_frame *f, rnr_flow_result (*once)(rnr_run *, rnr_frame *))
{
    rnr_state *g = r->g;
    for (;;) {
        const uint8_t depth = g->depth;
        rnr_flow_result result = once(r, f);
        bool quiet = rnr_is_quiet(g, depth);
        if (!quiet || result == RNR_POP || result == RNR_WAIT) {
            return result;
        }
        f->step = (uint8_t)(f->step + (result == RNR_NEXT));
    }
}

void rnr_begin_section(rnr_run *r, int section, int position);  // position: in the turn, as rnr_position says
void rnr_act_as(rnr_run *r, const rnr_pending *p);

static inline void rnr_act_as_rules(rnr_run *r)
{
    r->source = 0;
    r->chain = 0;
    r->seat = r->g->active;
    r->cause = 0;
}

bool rnr_draw_is_prevented(rnr_run *r, int seat);
int rnr_first_pending(const rnr_state *g, int home);  // -1: none

static inline bool rnr_has_pending(const rnr_state *g, int home)
{
    return (g->homes >> home & 1) != 0 && rnr_first_pending(g, home) >= 0;
}


// What waits for a section and happens together. Draws and looks with Each Turn happen before the rest of 5C (L15):
// as long as one waits, these are the batch.
typedef struct {
    uint8_t home, flags;  // flags: RNR_PENDING_EARLY, or 0
} rnr_batch;
rnr_batch rnr_batch_of(const rnr_state *g, int home);

static inline bool rnr_in_batch(rnr_batch batch, const rnr_pending *p)
{
    return p->source != 0 && p->home == batch.home && (p->flags & batch.flags) == batch.flags;
}

bool rnr_order_matters(const rnr_run *r, int home);     // rnr_order.c
void rnr_may_order(const rnr_run *r, int home, bool *out);  // of each waiting effect: is it one that does not commute?
bool rnr_once_a_turn(const rnr_run *r, int handle, int sentence);

#endif
