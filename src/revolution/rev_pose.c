// Questions that a trick answers: who leads, whose turn it is. Wrong answers are what a rule that is overlooked comes to.
#include "rev_state.h"

static const brs_event *event_at(const brs_trace *trace, uint32_t seq)
{
    return seq >= 1 && seq <= trace->event_count ? &trace->events[seq - 1] : NULL;
}

static bool lays_cards(const brs_event *e)
{
    return e->kind == REV_EV_led || e->kind == REV_EV_played || e->kind == REV_EV_repeated || e->kind == REV_EV_converted ||
           e->kind == REV_EV_two_clears || e->kind == REV_EV_two_on_nothing || e->kind == REV_EV_joker_left ||
           e->kind == REV_EV_joker_right;
}

static void add_wrong(brs_pose *pose, int seat, rev_term_id why)
{
    bool known = seat == pose->right || seat == REV_NOBODY;
    for (int i = 0; i < pose->wrongs; i++) {
        known = known || pose->wrong[i].seat == seat;
    }
    if (!known && pose->wrongs < BRS_POSE_WRONG) {
        pose->wrong[pose->wrongs].seat = (uint8_t)seat;
        pose->wrong[pose->wrongs++].why = (uint16_t)why;
    }
}

// Who plays or passes next after an event, in the same unit; REV_NOBODY: nobody does.
static int acts_after(const brs_trace *trace, const brs_event *event)
{
    for (const brs_event *e = event_at(trace, event->seq + 1); e != NULL && e->unit == event->unit; e = event_at(trace, e->seq + 1)) {
        if (lays_cards(e) || e->kind == REV_EV_passed) { // a forced one, too
            return e->seat;
        }
    }
    return REV_NOBODY;
}

// The trick before: who led it, who laid the last cards, whether that one is out.
static bool pose_lead(const brs_trace *trace, const brs_event *event, brs_pose *out)
{
    int led = REV_NOBODY, laid = REV_NOBODY, second = REV_NOBODY;
    bool is_out = false;
    for (const brs_event *e = event_at(trace, event->seq - 1); e != NULL && e->unit + 1 == event->unit; e = event_at(trace, e->seq - 1)) {
        laid = lays_cards(e) && laid == REV_NOBODY ? e->seat : laid;
        led = e->kind == REV_EV_led ? e->seat : led;
        is_out = is_out || (e->kind == REV_EV_went_out && (laid == REV_NOBODY || laid == e->arg[0]));
    }
    for (const brs_event *e = event_at(trace, event->seq + 1); e != NULL && e->unit == event->unit && second == REV_NOBODY; e = event_at(trace, e->seq + 1)) {
        second = (lays_cards(e) || e->kind == REV_EV_passed) && e->seat != event->arg[0] ? e->seat : second;
    }
    if (led == REV_NOBODY) {
        return false; // the first of a round
    }
    out->ask = REV_TERM_ask_lead;
    out->ahead = true;
    out->right = (uint8_t)event->arg[0];
    if (is_out) {
        add_wrong(out, laid, REV_TERM_laid_last);
    }
    add_wrong(out, led, REV_TERM_led_before);
    add_wrong(out, second, REV_TERM_comes_after);
    return out->wrongs > 1;
}

static bool pose_turn(const brs_trace *trace, const brs_event *event, brs_pose *out)
{
    const brs_event *repeated = event_at(trace, event->cause);
    const int next = acts_after(trace, event);
    int led = REV_NOBODY;
    if (repeated == NULL || repeated->kind != REV_EV_repeated || next == REV_NOBODY || next == repeated->seat) {
        return false;
    }
    for (const brs_event *e = repeated; e != NULL && e->unit == event->unit && led == REV_NOBODY; e = event_at(trace, e->seq - 1)) {
        led = e->kind == REV_EV_led ? e->seat : led;
    }
    out->ask = REV_TERM_ask_turn;
    out->right = (uint8_t)next;
    out->arg[0] = repeated->seat;
    out->arg[1] = repeated->arg[3];
    add_wrong(out, event->arg[0], REV_TERM_is_skipped);
    add_wrong(out, repeated->seat, REV_TERM_plays_on);
    add_wrong(out, led, REV_TERM_led_this);
    return out->wrongs > 1;
}

bool rev_pose(const brs_setup *setup, const brs_trace *trace, const brs_event *event, brs_pose *out)
{
    (void)setup;
    *out = (brs_pose){.right = REV_NOBODY};
    return event->kind == REV_EV_to_lead ? pose_lead(trace, event, out)
                                         : event->kind == REV_EV_skipped && pose_turn(trace, event, out);
}
