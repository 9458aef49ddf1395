// Two replays side by side: what is said in them, their checks, and the first choice that differs.
#include <string.h>

#include "broadside/replay_tools.h"
#include "replay_parts.h"
#include "replay_words.h"
#include "str.h"

enum { MAX_HEADER = 96 };

typedef struct {
    brs_arena *arena;
    brs_difference *list;
    int count;
} header_list;

static void add_text(header_list *h, const char *key, brs_str a, brs_str b)
{
    if (!str_equal(a, b) && h->count < MAX_HEADER) {
        h->list[h->count++] = (brs_difference){{"", 0}, str_of(key), a, b};
    }
}

static void add_string(header_list *h, const char *key, const char *a, const char *b)
{
    add_text(h, key, str_of(a), str_of(b));
}

static brs_str digits(header_list *h, int64_t value)
{
    brs_buf buf;
    buf_init(&buf, h->arena, 8);
    buf_number(&buf, value);
    return buf_str(&buf);
}

static void add_number(header_list *h, const char *key, int64_t a, int64_t b)
{
    add_text(h, key, digits(h, a), digits(h, b));
}

static void add_hex(header_list *h, const char *key, uint64_t a, uint64_t b)
{
    brs_buf x, y;
    buf_init(&x, h->arena, 16);
    buf_init(&y, h->arena, 16);
    buf_hex(&x, a, 16);
    buf_hex(&y, b, 16);
    add_text(h, key, buf_str(&x), buf_str(&y));
}

static brs_str set_of(header_list *h, const brs_replay *r)
{
    brs_buf buf;
    buf_init(&buf, h->arena, 16);
    if (r->set_count > 0) {
        buf_hex(&buf, r->set_hash[0], 16);
    }
    return buf_str(&buf);
}

static brs_str seed_of(header_list *h, const brs_replay *r)
{
    brs_buf buf;
    buf_init(&buf, h->arena, 24);
    if (r->seeded) {
        buf_putf(&buf, "%llu", (unsigned long long)r->seed);
    } else {
        buf_puts(&buf, "chance recorded");
    }
    return buf_str(&buf);
}

static brs_str options_of(header_list *h, const brs_replay *r)
{
    brs_buf buf;
    buf_init(&buf, h->arena, 64);
    for (int i = 0; i < r->override_count; i++) {
        buf_putf(&buf, "%s%.*s=%d", i > 0 ? " " : "", BRS_ARG(r->overrides[i].option), r->overrides[i].value);
    }
    return buf_str(&buf);
}

static brs_str result_of(header_list *h, const brs_replay *r)
{
    brs_buf buf;
    char span[64];
    const brs_game_def *game = brs_game_find(str_of(r->game));
    const int reason = r->result.reason;
    buf_init(&buf, h->arena, 48);
    if (r->result.winner < BRS_MAX_SEATS) {
        buf_putf(&buf, "%c wins", 'A' + r->result.winner);
    } else {
        buf_puts(&buf, "nobody wins");
    }
    if (game != NULL && reason > 0 && reason < game->victory_count) {
        buf_putf(&buf, ": %s", game->victories[reason].title);
    } else if (reason > 0) {
        buf_putf(&buf, ", victory %d", reason);
    }
    if (game != NULL) {
        brs_unit_span(game->unit, r->result.units, span, sizeof span);
        buf_putf(&buf, ", %s", span);
    } else {
        buf_putf(&buf, ", unit %d", r->result.units);
    }
    return buf_str(&buf);
}

static void compare_header(header_list *h, const brs_replay *a, const brs_replay *b)
{
    static const char *const ends[] = {"by the rules", "conceded", "agreed", "unfinished"};
    static const char *const coders[] = {"uniform", "model", "written out"};
    add_string(h, "game", a->game, b->game);
    add_string(h, "edition", a->edition, b->edition);
    add_number(h, "patch", a->patch, b->patch);
    add_text(h, "card set", set_of(h, a), set_of(h, b));
    add_number(h, "seats", a->seats, b->seats);
    add_text(h, "options", options_of(h, a), options_of(h, b));
    add_text(h, "seed", seed_of(h, a), seed_of(h, b));
    add_string(h, "decks", "one", str_equal(a->decks, b->decks) ? "one" : "another");
    add_string(h, "coder", coders[a->coder_mode <= 2 ? a->coder_mode : 1], coders[b->coder_mode <= 2 ? b->coder_mode : 1]);
    add_number(h, "decisions", a->decisions.count, b->decisions.count);
    add_string(h, "end", ends[a->end & 3], ends[b->end & 3]);
    add_text(h, "result", result_of(h, a), result_of(h, b));
    add_hex(h, "last state", a->final_hash, b->final_hash);
    add_number(h, "hidden seats", a->hidden, b->hidden);
    add_number(h, "table events", a->event_count, b->event_count);
}

static void compare_notes(header_list *h, const brs_replay *a, const brs_replay *b)
{
    static const char *const names[] = {"player A", "player B", "player C", "player D", "player E", "player F",
                                        "player G", "player H", "player I", "player J", "player K", "player L"};
    static const char *const bots[] = {"bot A", "bot B", "bot C", "bot D", "bot E", "bot F",
                                       "bot G", "bot H", "bot I", "bot J", "bot K", "bot L"};
    for (int i = 0; i < BRS_MAX_SEATS; i++) {
        add_string(h, names[i], a->name[i], b->name[i]);
        add_string(h, bots[i], a->bot[i], b->bot[i]);
    }
    add_string(h, "deck of A", a->deck_name[0], b->deck_name[0]);
    add_string(h, "deck of B", a->deck_name[1], b->deck_name[1]);
    add_string(h, "date", a->date, b->date);
    add_string(h, "event", a->event, b->event);
    add_string(h, "place", a->place, b->place);
    add_string(h, "annotator", a->annotator, b->annotator);
    add_string(h, "language", a->lang, b->lang);
    add_string(h, "producer", a->producer, b->producer);
    add_number(h, "remarks", a->remark_count, b->remark_count);
    for (int i = 0; i < a->remark_count && i < b->remark_count; i++) {
        add_text(h, "a remark", a->remarks[i].text, b->remarks[i].text);
    }
    add_number(h, "variations", a->variation_count, b->variation_count);
    add_number(h, "head lines", a->head_count, b->head_count);
    add_number(h, "unknown keys", a->kept_count, b->kept_count);
}

static void compare_checks(const brs_replay *a, const brs_replay *b, brs_replay_differences *out)
{
    int width = a->check_bits / 8 > 0 ? a->check_bits / 8 : 1;
    out->check = -1;
    out->checks[0] = (int)a->checks.len / width;
    out->checks[1] = (int)b->checks.len / (b->check_bits / 8 > 0 ? b->check_bits / 8 : 1);
    if (a->check_bits != b->check_bits) {
        return;
    }
    size_t at = 0, shorter = a->checks.len < b->checks.len ? a->checks.len : b->checks.len;
    while (at < shorter && a->checks.ptr[at] == b->checks.ptr[at]) {
        at++;
    }
    if (at < shorter || a->checks.len != b->checks.len) {
        out->check = (int)at / width;
    }
}

static brs_str words_of(const brs_player *p, brs_arena *arena)
{
    brs_buf buf;
    buf_init(&buf, arena, 64);
    replay_say_choice(p->game.setup, p->game.choices[p->index], &buf);
    return buf_str(&buf);
}

// Handles differ when decks do, so choices are compared as they are said.
static bool same_choice(const brs_player p[2], brs_arena *arena)
{
    if (p[0].index < 0 || p[1].index < 0) {
        return p[0].index < 0 && p[1].index < 0;
    }
    const brs_choice *a = &p[0].game.choices[p[0].index], *b = &p[1].game.choices[p[1].index];
    return a->seat == b->seat && a->kind == b->kind &&
           (memcmp(a, b, sizeof *a) == 0 || str_equal(words_of(&p[0], arena), words_of(&p[1], arena)));
}

static void compare_choices(const brs_replay *const replay[2], const brs_setup *const setup[2], brs_arena *arena,
                            brs_replay_differences *out)
{
    brs_player p[2];
    brs_err found = BRS_ERR_NONE;
    bool more = brs_player_open(&p[0], replay[0], setup[0], 0, arena, NULL, &found) &&
                brs_player_open(&p[1], replay[1], setup[1], 0, arena, NULL, &found);
    while (more && same_choice(p, arena)) {
        bool first = brs_player_next(&p[0], &found), second = brs_player_next(&p[1], &found);
        more = first && second;
    }
    out->played = found.code == BRS_OK;
    if (more && out->played) {
        out->decision = p[0].decisions;
        out->unit = setup[0]->game->unit_now(p[0].game.state);
        for (int i = 0; i < 2; i++) {
            out->seat[i] = p[i].index < 0 ? BRS_SEAT_NONE : p[i].game.choices[p[i].index].seat;
            out->choice[i] = p[i].index < 0 ? (brs_str){"", 0} : words_of(&p[i], arena);
        }
    }
}

void brs_replay_compare(const brs_replay *const replay[2], const brs_setup *const setup[2], brs_arena *arena,
                        brs_replay_differences *out)
{
    header_list header = {arena, BRS_NEW(arena, brs_difference, MAX_HEADER), 0};
    *out = (brs_replay_differences){.decision = -1};
    out->same_game = memcmp(replay[0]->core, replay[1]->core, BRS_CORE_ID) == 0;
    compare_header(&header, replay[0], replay[1]);
    compare_notes(&header, replay[0], replay[1]);
    compare_checks(replay[0], replay[1], out);
    out->header = header.list;
    out->header_count = header.count;
    bool both = setup != NULL && setup[0] != NULL && setup[1] != NULL && setup[0]->game == setup[1]->game;
    if (both) {
        compare_choices(replay, setup, arena, out);
    }
}
