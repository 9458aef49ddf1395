// What the pages about all matches need to know of one, as bytes: it comes from whoever made the match's own
// pages, or from the cache of an earlier build, and both say the same.
#ifndef SITE_RECORD_H
#define SITE_RECORD_H

#include "site_bytes.h"
#include "site_pages.h"

struct site_record {
    brs_code code;            // BRS_OK: the match has pages
    brs_str why;              // else the reason
    const brs_game_def *game;
    const brs_edition *edition;
    brs_str address, date, names, short_names, decks, ending, bots, seed; // as in site_published
    int last, told; // number of the last unit, and how many have a page
    uint64_t set_hash;        // 0: a game without cards
    int pages, units;
    uint64_t bytes;           // of its files
    brs_str files;            // site_take_file
    brs_str seen;             // what it shows of rules, cards and slips: site_merge
    brs_str finding;          // who played with what, and how it ended: site_find_take
};

// Plays nothing: puts down what the match, whose pages build->out has listed, shows.
void site_record_match(site_build *build, const site_match *match, brs_buf *out);
void site_record_refusal(const brs_err *why, brs_buf *out);

// False: these bytes are no record.
bool site_record_read(const site_build *build, brs_str bytes, site_record *out);

// Of the beginning of a match's record: all but its files, what it shows and who played. False: it is cut off before that.
bool site_record_read_head(const site_build *build, brs_str bytes, site_record *out);

// All of a record that a page about several matches may tell of, as one number that goes on from `before`.
site_key site_record_told(const site_record *record, site_key before, brs_arena *arena);

// What rules and cards the match shows, as bytes (site_shelf.c); and its way to the shelves of the site.
void site_gather(const site_match *match, brs_buf *out);
bool site_merge(site_build *build, const site_record *record, const brs_site_input *input, brs_err *err);

// The shelves that site_merge would fill: the pages about all matches name them. It does that by itself.
bool site_open_shelves(site_build *build, const site_record *record, const brs_site_input *input, brs_err *err);

// The addresses of a match's card pages end in this: nothing for the set that the game came with.
const char *site_card_suffix(const site_build *build, const brs_game_def *game, uint64_t hash, brs_arena *arena);

// Reads and decodes a replay.
bool site_read_replay(const brs_site_input *input, brs_arena *arena, brs_replay *out, brs_str *bytes, brs_err *err);

#endif
