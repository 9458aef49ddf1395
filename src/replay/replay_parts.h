// What the files of this folder share. Nothing outside includes it (tests of the parts do).
#ifndef REPLAY_PARTS_H
#define REPLAY_PARTS_H

#include "broadside/replay.h"
#include "buf.h"

// Fills *err with a byte offset; always false.
bool replay_fail(brs_err *err, brs_code code, int64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// ---- text (replay_text.c) -------------------------------------------------------------------


// ---- range coder (replay_range.c) -----------------------------------------------------------

// Writes symbols into a buffer. range 0: nothing began.
typedef struct {
    brs_buf bytes;
    uint32_t low, range;
} range_writer;

typedef struct {
    brs_str bytes;
    size_t at;
    uint32_t code, range;
} range_reader;

void range_write_begin(range_writer *w, brs_arena *arena, size_t first_cap);
// Ends the stream: the shortest bytes that read back the same. The writer is done then.
brs_str range_write_end(range_writer *w);

void range_read_begin(range_reader *r, brs_str bytes);

// Here rather than in replay_range.c because a total that is known makes its division cheap.
enum { RANGE_LEAST = 1 << 24 };

// The carry runs back over bytes of 255; it cannot leave the stream, whose value stays below 1.
static inline void range_add(range_writer *w, uint64_t amount)
{
    uint64_t sum = w->low + amount;
    w->low = (uint32_t)sum;
    if (sum > UINT32_MAX) {
        size_t at = w->bytes.len;
        do {
            at--;
            w->bytes.ptr[at]++;
        } while (w->bytes.ptr[at] == 0);
    }
}

static inline void range_narrow(uint32_t *range, uint32_t share, uint32_t from, uint32_t width, uint32_t total)
{
    *range = from + width == total ? *range - share * from : share * width;
}

// A symbol that takes [from, from + width) of [0, total); total <= 65536.
static inline void range_write(range_writer *w, uint32_t from, uint32_t width, uint32_t total)
{
    uint32_t share = w->range / total;
    range_add(w, (uint64_t)share * from);
    range_narrow(&w->range, share, from, width, total);
    while (w->range < RANGE_LEAST) {
        buf_byte(&w->bytes, (uint8_t)(w->low >> 24));
        w->low <<= 8;
        w->range <<= 8;
    }
}

static inline uint32_t range_next_byte(range_reader *r)
{
    return r->at < r->bytes.len ? (uint8_t)r->bytes.ptr[r->at++] : 0;
}

// Where in [0, total) the next symbol lies; always < total. Then say what was there.
static inline uint32_t range_read_at(const range_reader *r, uint32_t total)
{
    uint32_t at = r->code / (r->range / total);
    return at < total ? at : total - 1;
}

static inline void range_read(range_reader *r, uint32_t from, uint32_t width, uint32_t total)
{
    uint32_t share = r->range / total;
    r->code -= share * from;
    range_narrow(&r->range, share, from, width, total);
    while (r->range < RANGE_LEAST) {
        r->code = r->code << 8 | range_next_byte(r);
        r->range <<= 8;
    }
}

// ---- models (replay_model.c) ------------------------------------------------------------------

enum { REPLAY_STANDARD_MODEL = 2 };  // of a file that does not say by which it is coded

// The choices of one decision as a model ranks them.
typedef struct {
    int row, size;
    uint16_t order[BRS_MAX_CHOICES];  // by rank: the index of the choice
} replay_ranks;

// NULL: the game has no such model.
const brs_model *replay_find_model(const brs_game_def *game, uint32_t id);
void replay_rank(const brs_game *game, int key, replay_ranks *out);
uint32_t replay_rank_of(const replay_ranks *ranks, uint32_t index);
void replay_model_write(range_writer *w, const brs_model *model, const replay_ranks *ranks, uint32_t n, uint32_t rank);
// The rank of the next choice, below n.
uint32_t replay_model_read(range_reader *r, const brs_model *model, const replay_ranks *ranks, uint32_t n);

// ---- explicit choices (replay_explicit.c) ----------------------------------------------------

// Walks choices that are written out: those of players, and those of chance among them.
typedef struct {
    brs_str bytes;
    size_t at;
} explicit_reader;

enum { EXPLICIT_MAX_CHOICE = 11 };  // bytes of one

void explicit_put(brs_buf *out, brs_choice choice);
// The next choice; false at the end, or where the bytes are not a choice in its one form.
bool explicit_next(explicit_reader *r, brs_choice *out);
// As explicit_next, without going on.
bool explicit_peek(const explicit_reader *r, brs_choice *out);
// Why these bytes are not the choices of `players` decisions of players; NULL: they are.
const char *explicit_flaw(brs_str bytes, uint32_t players, int seats);

// ---- container (replay_container.c) ---------------------------------------------------------

// The body of a file: checks signature, version, lengths, CRC, and inflates. *base is the body's
// offset in the file, or -1 when it was inflated. The body is copied into the arena.
bool replay_open_container(brs_str file, brs_arena *arena, brs_str *body, int64_t *base,
                           brs_err *err);
brs_str replay_close_container(brs_str body, brs_arena *arena);

// ---- pre-scan (replay_scan.c) ---------------------------------------------------------------

enum {
    REPLAY_MAX_DEPTH = 8,
    REPLAY_MAX_ENTRIES = 256,     // of a map
    REPLAY_MAX_ITEMS = 65536,     // of an array
    REPLAY_MAX_ELEMENTS = 262144  // of a file
};

// One entry of the top map: where its key and value lie in the body, and how many elements the
// value holds.
typedef struct {
    uint32_t key_at, value_at, end, elements;
} replay_span;

typedef struct {
    replay_span span[REPLAY_MAX_ENTRIES];
    int count;
} replay_spans;

// Walks a body before anything is allocated: well-formed, canonical, within the limits, no byte
// left over.
bool replay_scan(brs_str body, int64_t base, replay_spans *out, brs_err *err);

// ---- fields (replay_codec.c, replay_fields.c, replay_notes.c) -------------------------------

// The bytes of a map of all keys for which `want` says yes.
brs_str replay_pack(const brs_replay *replay, brs_arena *arena, bool (*want)(uint64_t key));

// The whole body, and a replay from a body without its container: offsets in errors are those in the body.
brs_str replay_body(const brs_replay *replay, brs_arena *arena);
bool replay_decode_body(brs_str body, brs_arena *arena, brs_replay *out, brs_err *err);
// Pieces of a body: the head of a map, a key, bytes; and a key read. False: not a key of at most 32 bits.
void replay_put_map(brs_buf *out, size_t count);
void replay_put_key(brs_buf *out, uint32_t key);
void replay_put_bytes(brs_buf *out, brs_str bytes);
bool replay_read_key(brs_str bytes, size_t *at, uint32_t *out);

// ---- what goes by number (replay_shorthand.c) --------------------------------------------------

// NULL: the game has no numbers, and everything goes by its name.
const brs_shorthand *replay_shorthand(const char *game);
// The id of the game with that number, NULL: there is none.
const char *replay_game_of(uint64_t number);
// The number that a file has in place of a word or a card set's hash, from 1; 0: it has none.
uint32_t replay_word_number(const brs_shorthand *in, brs_str word);
uint32_t replay_set_number(const brs_shorthand *in, uint64_t hash);

// The cards that a replay was played with, from the library or carried along (replay_setup.c); NULL: its game has none.
bool replay_find_cards(const brs_replay *replay, const brs_library *library, brs_arena *arena, const brs_card_set **out,
                       brs_err *err);

// The setup of a view: all but decks and seed, which are not in it (replay_setup.c).
bool replay_setup_view(const brs_replay *replay, const brs_library *library, brs_arena *arena, brs_setup *out,
                       brs_err *err);

// ---- decks (replay_decks.c) -----------------------------------------------------------------

// Decks of all seats as counts per card of a set of `cards` cards.
brs_str replay_pack_decks(const brs_deck *decks, int seats, int cards, brs_arena *arena);
bool replay_unpack_decks(brs_str bytes, brs_deck *decks, int seats, int cards, brs_arena *arena,
                         brs_err *err);

// ---- playing and recording (replay_play.c, replay_verify.c) ---------------------------------

// What a check of the open decision is the low bits of.
uint64_t replay_check_hash(const brs_game *game);

enum { REPLAY_MAX_LEGS = 16 };  // a variation of a variation of ...

// One stretch of a line. A variation is played through the legs of its ancestors, then its own.
typedef struct {
    const brs_coded *decisions, *chance;
    brs_str checks;
    uint32_t until;  // the next leg begins while decision `until` is open
} run_leg;

struct replay_run {
    const brs_replay *replay;
    run_leg leg[REPLAY_MAX_LEGS];
    int legs, at_leg;
    const brs_moves *moves;  // of the last leg, when it is being recorded
    uint32_t move_at;
    uint32_t line;
    uint32_t leg_decisions, leg_outcomes;
    range_reader decision_in, chance_in;
    explicit_reader explicit_in;  // instead of both, when choices are written out
    brs_trace *stream;            // what the seeded streams gave, to compare written outcomes with: the caller's trace, or
    brs_trace *own;               // ours, which is emptied; NULL: nothing is to be compared
    uint32_t stream_at;
    range_writer decision_out,
        chance_out;  // the leg once more: what is recorded, or must equal what was read
    const brs_model *model;    // that the line is coded by, NULL: equal shares, or written out
    uint32_t rank;             // of the choice at the open decision, under the model
    replay_ranks *ranks;       // room for one decision's
    range_writer *model_out;   // recording: the leg under each model of the game
    int model_count;
    brs_str chance_bytes;  // of chance_out, once it is ended
    brs_buf checks_out;
    size_t check_at;
    int checked;
    int unit;  // whose first decision was seen last, -1: none
    uint32_t checked_at;  // decisions made before the last check
    int event_at;
    brs_buf list;  // (n, index) of each decision, for the core id; line 0 only
    brs_arena *arena;
};

// A new variation: its id, the line that it leaves and where.
typedef struct {
    uint32_t id, parent, start;
} replay_fork;

// As brs_player_open, but over the memory of a player that is done.
bool replay_open_again(brs_player *player, const brs_replay *replay, const brs_setup *setup,
                       uint32_t line, brs_err *err);
// As brs_player_open, but the last leg's choices come from `moves` and its checks are made, not
// compared. fork NULL: the game itself.
bool replay_open_moves(brs_player *player, const brs_replay *replay, const brs_setup *setup,
                       const replay_fork *fork, const brs_moves *moves, brs_arena *arena,
                       brs_err *err);
// What the last leg came to; once, at the end. Decisions are coded as `pack` says; *model: the model that was used,
// NULL: none.
void replay_harvest(brs_player *player, brs_pack pack, const brs_model **model, brs_coded *decisions,
                    brs_coded *chance, brs_str *checks);
// Why streams, checks or events of the line are not used up exactly, NULL: they are. Once, at the
// end.
const char *replay_left_over(brs_player *player);
void replay_core_id(const brs_player *player, const brs_replay *replay, brs_arena *arena,
                    uint8_t out[BRS_CORE_ID]);
// Does an end name whom it must, and nobody whom it may not? BRS_SEAT_NONE: nobody.
bool replay_end_fits(uint8_t end, uint8_t seat, int seats);
// Plays the game and fills in what can be worked out from the rest: core id, final hash, result. False: it does not
// play to its end as it should.
bool replay_work_out(brs_replay *replay, const brs_setup *setup, brs_arena *arena, brs_err *err);
// The result as it is stored: by the rules, or as `end` says.
brs_result replay_result(const brs_player *player, const brs_replay *replay);

#endif
