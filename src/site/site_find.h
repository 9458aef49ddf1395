// Where people look for a game: lists of the games of a player, with a deck, in which a card did something, that
// show a rule, ended by a victory or have a slip. What a list holds is gathered while matches are taken, in the
// order of their core ids, so it is the same whether a match was played now or came from the cache.
//
// Names of players and decks are strangers' text: no part of an address is made of them, but of a hash (SHA-256) over
// their normal form (NFC), which needs no locale. Two names that differ only in how an accent is encoded are one
// player; two that differ in case, or in letters that look alike, are two, with addresses of their own.
#ifndef SITE_FIND_H
#define SITE_FIND_H

#include "site_record.h"

// A page of a list has so many games, one of names so many names. At most MOST games of a card or a rule are
// listed: the first ones by core id, which others do not push out when games are added after them.
enum { SITE_FIND_ROWS = 50, SITE_FIND_NAMES = 200, SITE_FIND_MOST = 100, SITE_FIND_ID = 25 };

// ---- the games of a list (site_spots.c) ----------------------------------------------------------------

// Appends one that stands behind all others among the published matches; beyond `most` (0: no end) nothing happens.
void site_spot_add(site_spots *spots, site_spot spot, int most, brs_arena *arena);

// One after the other; `at` tells where it stands, and site_spot_at reads it again, but for its match.
typedef struct {
    const site_spot_block *block;
    uint32_t used, match;
    const uint8_t *at;
} site_spot_reader;
site_spot_reader site_spot_first(const site_spots *spots);
bool site_spot_next(site_spot_reader *reader, site_spot *out);
site_spot site_spot_at(const uint8_t *at);

// ---- names (site_find_names.c) ------------------------------------------------------------------------

// A name in its normal form, in the arena; a name that is not UTF-8 as it is.
brs_str site_find_normal(brs_str name, brs_arena *arena);

// The part of an address that stands for a name in normal form: 24 hex digits. `realm`: "" for players, a game's id for
// its decks.
void site_find_id(const char *realm, brs_str normal, char out[SITE_FIND_ID]);

// "U+0430, U+200D": letters of another alphabet amid Latin ones, and what nobody can see. Empty: nothing of the kind.
brs_str site_find_odd_points(brs_str name, brs_arena *arena);

// The address of a list from the top of the site, "f/p/0123....html", for a name as it was written; "" for no name.
brs_str site_find_player(brs_str name, brs_arena *arena);
brs_str site_find_deck(const char *game, brs_str name, brs_arena *arena);

// ---- lists --------------------------------------------------------------------------------------------

// What a match gives to the lists of players, decks, victories and slips, as bytes.
void site_find_pack(const site_match *match, brs_buf *out);

// The slips of a game and where they are; NULL: too many games.
site_shelf *site_slip_shelf(site_build *build, const brs_game_def *game);

// Takes it back, of the match that was published last. False: the bytes make no sense.
bool site_find_take(site_build *build, const site_record *record);

// The lists, their indexes, and the front page's games beyond its first page.
bool site_write_finding(site_build *build, brs_err *err);

// Nodes "match" for those games of the front page's order that stand on page `page` (from 0), and the way to the others.
void site_put_games(site_build *build, site_scene *scene, int page);

// Field "find": the list of a card's or rule's games, when there are more than the `shown` that stand here.
void site_put_find(site_scene *scene, const site_seen *seen, int shown, const char *folder, const char *name);

#endif
