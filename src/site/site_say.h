// Sentences and links as nodes: what an event says, where a card, a rule or another event is.
#ifndef SITE_SAY_H
#define SITE_SAY_H

#include "buf.h"
#include "site_play.h"
#include "site_words.h"

// A page in the making, and how to get elsewhere from it.
typedef struct {
    site_tree tree;
    const site_match *match;
    const char *root;  // "../../../": from the page to the top
    const char *units; // from the page to the units of this match: "" or "t/"
    const char *home;  // from the page to the match's own; NULL: beside it, or above the unit's page
    int unit;          // index of the unit that the page shows, -1: none
    bool whole;        // the page shows all units
} site_scene;

// Appends "t004.html" for a unit.
void site_put_unit_file(brs_buf *out, const site_match *match, int unit);

// Sets href to an event: "#e17", or "t003.html#e17" when it is on another page.
void site_put_event_href(site_scene *scene, uint16_t name, uint32_t seq);

// Sets href to a unit's page (index unit_count: empty).
void site_put_unit_href(site_scene *scene, uint16_t name, int unit);

// Fields "rule" (its title) and "rule_id".
void site_put_rule(site_scene *scene, uint16_t rule);

// Fields `name` (the card's name) and "slug" (empty when it has no page). Names and slugs live as
// long as the set.
void site_put_card(site_scene *scene, uint16_t name, int handle);

// The name of a seat for a sentence: the player's, or a letter.
brs_str site_seat_name(const brs_setup *setup, int seat);

// Fields "seat" (its name) and "n" (its number) of the open node.
void site_put_seat(site_scene *scene, int seat);

// Nodes "part" under the open node, in the order of the sentence. Each has exactly one of the
// fields plain, card (with slug), seat (with n), rule (with rule_id) and quote.
void site_say_event(site_scene *scene, const brs_event *event, bool question);
void site_say_term(site_scene *scene, const brs_event *event, const brs_term *term);
void site_say_check(site_scene *scene, const brs_event *event, const brs_check *check);
// What a player might have done, as plain text: "plays a three; passes".
void site_put_choices(site_scene *scene, uint16_t name, const brs_choice *choices, int n);
void site_say_slip(site_scene *scene, const brs_slip *slip);
void site_say_victory(site_scene *scene, const brs_result *result);

// "+4", "−4" (a true minus), "0".
void site_put_signed(site_scene *scene, uint16_t name, int64_t value);

#endif
