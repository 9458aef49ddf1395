// Waste and slips in a finished trace. Nothing is weighed here: each is a sum or a condition that the trace holds.
#include "rnr_state.h"

typedef struct {
    const brs_setup *setup;
    const brs_trace *trace;
    brs_slip *out;
    int cap, count;
    bool short_before[2]; // one Petition short at the seat's last check
} finder;

static void add_slip(finder *f, rnr_slip_id kind, const brs_event *e, int seat, const int32_t arg[4])
{
    if (f->count < f->cap) {
        f->out[f->count] = (brs_slip){(uint16_t)kind, (uint8_t)seat, e->seq, {arg[0], arg[1], arg[2], arg[3]}};
    }
    f->count++;
}

static const brs_term *term_of(const finder *f, const brs_event *e, uint32_t index)
{
    return &f->trace->terms[e->term0 + index];
}

static bool is_hit(const brs_term *term)
{
    return term->value < 0 && term->event != 0;
}

// Hits on a Defense that falls: those that come when nothing is left of it are told one by one, what is lost of the
// others as a sum.
static void find_lost_damage(finder *f, const brs_event *e)
{
    const bool wall = rnr_is_kind(f->setup, e->arg[0], BRS_STR("defense"));
    const brs_event *hit = NULL;
    int32_t left = e->arg[1], lost = 0;
    for (uint32_t i = 0; i < e->nterm; i++) {
        const brs_term *term = term_of(f, e, i);
        if (term->label == RNR_TERM_excess_lost) {
            lost += term->value;
        }
    }
    for (uint32_t i = 0; i < e->nterm && lost > 0; i++) {
        const brs_term *term = term_of(f, e, i);
        if (!is_hit(term)) {
            continue;
        }
        hit = brs_trace_at(f->trace, term->event);
        if (wall && left <= 0) {
            add_slip(f, RNR_SLIP_dead_wall, hit, hit->seat, (int32_t[4]){e->arg[0], -term->value, term->card});
            lost += term->value;
        }
        left += term->value;
    }
    if (lost > 0 && hit != NULL) {
        add_slip(f, RNR_SLIP_lost_damage, e, hit->seat, (int32_t[4]){e->arg[0], lost});
    }
}

// The last LP that the seat gains in the same turn after the check, -1: it gains none.
static int32_t gained_later(const finder *f, const brs_event *check, const brs_event **gain)
{
    int32_t lp = -1;
    for (uint32_t seq = check->seq + 1; seq <= f->trace->event_count; seq++) {
        const brs_event *e = brs_trace_at(f->trace, seq);
        if (e->unit != check->unit) {
            break;
        }
        if (e->kind == RNR_EV_lp_gained && e->arg[0] == check->arg[0] && e->section == RNR_SEC_gain) {
            lp = e->arg[2];
            *gain = e;
        }
    }
    return lp;
}

static void look_at_check(finder *f, const brs_event *e)
{
    const int seat = e->arg[0];
    const int32_t petitions = f->setup->options.value[RNR_OPT_petition_count], lp = f->setup->options.value[RNR_OPT_petition_lp];
    const bool pillars = e->arg[2] >= f->setup->options.value[RNR_OPT_petition_scrolls];
    const bool one_short = pillars && e->arg[3] >= lp && e->arg[1] == petitions - 1;
    const brs_event *gain = NULL;
    if (one_short && !f->short_before[seat]) {
        add_slip(f, RNR_SLIP_petition_short, e, seat, (int32_t[4]){seat, e->arg[1], petitions});
    }
    f->short_before[seat] = one_short;
    if (pillars && e->arg[1] >= petitions && e->arg[3] < lp) {
        const int32_t later = gained_later(f, e, &gain);
        if (later >= lp) {
            add_slip(f, RNR_SLIP_late_gain, gain, seat, (int32_t[4]){seat, e->arg[3], lp, later});
        }
    }
}

int rnr_slips(const brs_setup *setup, const brs_trace *trace, brs_slip *out, int cap)
{
    finder f = {.setup = setup, .trace = trace, .out = out, .cap = cap};
    for (uint32_t seq = 1; seq <= trace->event_count; seq++) {
        const brs_event *e = brs_trace_at(trace, seq);
        if (e->kind == RNR_EV_points_damaged) {
            find_lost_damage(&f, e);
        } else if (e->kind == RNR_EV_ip_ends) {
            add_slip(&f, RNR_SLIP_unspent_ip, e, e->arg[0], (int32_t[4]){e->arg[0], e->arg[1] - e->arg[2]});
        } else if (e->kind == RNR_EV_petition_checked) {
            look_at_check(&f, e);
        }
    }
    return f.count;
}
