// A unit's page in the making, and the part of it that shows one event.
#ifndef SITE_UNIT_H
#define SITE_UNIT_H

#include "site_pages.h"

enum { SITE_LIST_BLOCK = -1, SITE_NO_BLOCK = -2 };

// Who follows from whom, over the whole match: a list of later events for each event.
typedef struct {
    uint32_t event, next;
} site_led_link;

typedef struct {
    uint32_t *head; // [seq] first link, 0: none
    site_led_link *links;
    uint32_t count;
} site_led;

typedef struct {
    site_scene scene;
    const site_led *led;
    const brs_section_info *info;
    uint8_t order[BRS_MAX_SECTIONS];
    int order_count;
    uint8_t part_of[UINT8_MAX + 1]; // [section] what it is a part of, or itself; UINT8_MAX: it is not in `order`
    bool of_setup[UINT8_MAX + 1];    // [section] happens while the table is laid, and this is a later unit
    const site_unit *unit;
    int last_place; // in `order`: of the section in which the match ended; else of the last one
    int asked; // questions on the page
    int block; // kind of event that the open block is a table of, SITE_LIST_BLOCK, or SITE_NO_BLOCK
} site_unit_page;

// The links of a whole match, in its arena.
site_led site_map_led(const site_match *match, brs_arena *arena);

// Name, leader, decisions in short and all steps of a unit (by index), into the open node.
void site_put_unit(site_unit_page *p, int index);

// A node "event" with its sentence, its reasons and its neighbours.
void site_put_event(site_unit_page *p, const brs_event *e);

#endif
