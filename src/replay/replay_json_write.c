// A replay as JSON: all that the file says, with names instead of numbers where the game has them.
#include <string.h>

#include "broadside/replay_tools.h"
#include "replay_json.h"
#include "replay_parts.h"
#include "replay_words.h"
#include "str.h"

typedef struct {
    brs_buf *buf;
    const brs_replay *replay;
    const brs_setup *setup;       // NULL: a view
    const brs_game_def *game;     // NULL: not known
    const brs_card_set *set;      // NULL: none, or not known
    bool first;                   // no member of the object yet
} json_writer;

// ---- pieces ------------------------------------------------------------------------------------

static void put_quoted(json_writer *w, brs_str text)
{
    buf_byte(w->buf, '"');
    buf_json(w->buf, text);
    buf_byte(w->buf, '"');
}

static void put_bytes_hex(json_writer *w, brs_str bytes)
{
    buf_byte(w->buf, '"');
    for (size_t i = 0; i < bytes.len; i++) {
        buf_hex(w->buf, (uint8_t)bytes.ptr[i], 2);
    }
    buf_byte(w->buf, '"');
}

static void put_hex_number(json_writer *w, uint64_t value, int digits)
{
    buf_byte(w->buf, '"');
    buf_hex(w->buf, value, digits);
    buf_byte(w->buf, '"');
}

// A member of the outer object, on a line of its own.
static void member(json_writer *w, const char *name)
{
    buf_putf(w->buf, "%s\n  \"%s\": ", w->first ? "" : ",", name);
    w->first = false;
}

static void put_text_member(json_writer *w, const char *name, const char *text)
{
    if (text != NULL) {
        member(w, name);
        put_quoted(w, str_of(text));
    }
}

static void put_seat(json_writer *w, uint8_t seat)
{
    if (seat == BRS_SEAT_CHANCE) {
        buf_puts(w->buf, "\"chance\"");
    } else if (seat == BRS_SEAT_NONE) {
        buf_puts(w->buf, "null");
    } else {
        buf_number(w->buf, seat);
    }
}

// ---- what was played -----------------------------------------------------------------------------

static void put_kind(json_writer *w, int kind)
{
    bool named = w->game != NULL && w->game->choice_kinds != NULL && kind < w->game->choice_count;
    if (named) {
        put_quoted(w, str_of(w->game->choice_kinds[kind].id));
    } else {
        buf_number(w->buf, kind);
    }
}

static void put_choice(json_writer *w, brs_choice choice)
{
    char room[512];
    brs_buf words = {.ptr = room, .cap = sizeof room, .arena = w->buf->arena};
    int args = choice.arg[2] != 0 ? 3 : choice.arg[1] != 0 ? 2 : choice.arg[0] != 0 ? 1 : 0;
    buf_puts(w->buf, "{\"seat\": ");
    put_seat(w, choice.seat);
    buf_puts(w->buf, ", \"kind\": ");
    put_kind(w, choice.kind);
    for (int i = 0; i < args; i++) {
        buf_putf(w->buf, "%s%d%s", i == 0 ? ", \"args\": [" : ", ", choice.arg[i],
                 i == args - 1 ? "]" : "");
    }
    if (w->setup != NULL && w->game->choice_kinds != NULL) {
        replay_say_choice(w->setup, choice, &words);
    } else if (w->game != NULL && w->game->choice_kinds != NULL) {
        replay_say_seen(w->game, w->set, choice, &words);
    }
    if (words.len > 0) {
        buf_puts(w->buf, ", \"words\": ");
        put_quoted(w, buf_str(&words));
    }
    buf_byte(w->buf, '}');
}

static void put_choices(json_writer *w, brs_str bytes, const char *indent)
{
    explicit_reader r = {bytes, 0};
    brs_choice choice;
    const char *lead = "";
    buf_byte(w->buf, '[');
    while (explicit_next(&r, &choice)) {
        buf_putf(w->buf, "%s\n%s  ", lead, indent);
        put_choice(w, choice);
        lead = ",";
    }
    if (lead[0] != '\0') {
        buf_putf(w->buf, "\n%s", indent);
    }
    buf_byte(w->buf, ']');
}

static void put_deck(json_writer *w, const brs_deck *deck)
{
    const char *lead = "";
    buf_byte(w->buf, '[');
    for (int i = 0, next; i < deck->count; i = next) {
        for (next = i; next < deck->count && deck->card[next] == deck->card[i]; next++) {
        }
        brs_str name = replay_card_name(w->game, w->set, deck->card[i]);
        buf_putf(w->buf, "%s\n    {\"card\": %d, \"count\": %d", lead, deck->card[i], next - i);
        if (name.len > 0) {
            buf_puts(w->buf, ", \"name\": ");
            put_quoted(w, name);
        }
        buf_byte(w->buf, '}');
        lead = ",";
    }
    buf_puts(w->buf, "]");
}

static void put_sets(json_writer *w)
{
    const brs_replay *r = w->replay;
    if (r->set_count > 0) {
        member(w, "sets");
        for (int i = 0; i < r->set_count; i++) {
            buf_puts(w->buf, i == 0 ? "[" : ", ");
            put_hex_number(w, r->set_hash[i], 16);
        }
        buf_byte(w->buf, ']');
    }
    if (r->set_count > 0 && w->setup != NULL) {
        member(w, "decks");
        for (int seat = 0; seat < r->seats; seat++) {
            buf_puts(w->buf, seat == 0 ? "[" : ", ");
            put_deck(w, &w->setup->deck[seat]);
        }
        buf_byte(w->buf, ']');
    }
}

static void put_options(json_writer *w)
{
    const brs_replay *r = w->replay;
    for (int i = 0; i < r->override_count; i++) {
        if (i == 0) {
            member(w, "options");
        }
        buf_puts(w->buf, i == 0 ? "{" : ", ");
        put_quoted(w, r->overrides[i].option);
        buf_putf(w->buf, ": %d%s", r->overrides[i].value, i == r->override_count - 1 ? "}" : "");
    }
}

static void put_view(json_writer *w)
{
    const char *lead = "[";
    if (w->replay->hidden == 0) {
        return;
    }
    member(w, "hidden");
    for (int seat = 0; seat < BRS_MAX_SEATS; seat++) {
        if ((w->replay->hidden >> seat & 1) != 0) {
            buf_putf(w->buf, "%s%d", lead, seat);
            lead = ", ";
        }
    }
    buf_byte(w->buf, ']');
}

static void put_events(json_writer *w)
{
    const brs_replay *r = w->replay;
    for (int i = 0; i < r->event_count; i++) {
        const brs_table_event *e = &r->events[i];
        if (i == 0) {
            member(w, "table_events");
        }
        buf_putf(w->buf, "%s{\"decision\": %lu, \"section\": %d, \"kind\": %d, \"seat\": ",
                 i == 0 ? "[" : ", ", (unsigned long)e->decision, e->amend.section, e->amend.kind);
        put_seat(w, e->amend.seat);
        buf_putf(w->buf, ", \"what\": %d, \"value\": %d}%s", e->amend.what, e->amend.value,
                 i == r->event_count - 1 ? "]" : "");
    }
}

static void put_core(json_writer *w, const brs_replay *original)
{
    const brs_replay *r = w->replay;
    put_text_member(w, "game", r->game);
    put_text_member(w, "edition", r->edition);
    member(w, "patch");
    buf_number(w->buf, r->patch);
    member(w, "core");
    put_bytes_hex(w, (brs_str){(const char *)r->core, BRS_CORE_ID});
    member(w, "seats");
    buf_number(w->buf, r->seats);
    put_sets(w);
    put_options(w);
    put_view(w);
    if (r->seeded) {
        member(w, "seed");
        put_hex_number(w, r->seed, 16);
    }
    member(w, "coder");
    buf_putf(w->buf, "{\"mode\": \"%s\", \"model\": %lu}", json_coders[original->coder_mode],
             (unsigned long)original->coder_model);
    put_events(w);
    member(w, "choices");
    put_choices(w, r->decisions.bytes, "  ");
    if (r->end != BRS_END_RULES) {
        member(w, "end");
        buf_putf(w->buf, "{\"how\": \"%s\", \"seat\": ", json_ends[r->end]);
        put_seat(w, r->end_seat);
        buf_byte(w->buf, '}');
    }
}

static void put_result(json_writer *w)
{
    const brs_result *result = &w->replay->result;
    bool named = w->game != NULL && result->reason < w->game->victory_count;
    member(w, "result");
    buf_puts(w->buf, "{\"winner\": ");
    put_seat(w, result->winner);
    buf_puts(w->buf, ", \"reason\": ");
    if (named) {
        put_quoted(w, str_of(w->game->victories[result->reason].id));
    } else {
        buf_number(w->buf, result->reason);
    }
    buf_putf(w->buf, ", \"units\": %d", result->units);
    bool places = false;
    for (int seat = 0; seat < w->replay->seats; seat++) {
        places = places || result->place[seat] != 0;
    }
    for (int seat = 0; places && seat < w->replay->seats; seat++) {
        buf_putf(w->buf, "%s%d", seat == 0 ? ", \"places\": [" : ", ", result->place[seat]);
    }
    buf_puts(w->buf, places ? "]}" : "}");
}

static void put_checks(json_writer *w)
{
    const brs_replay *r = w->replay;
    member(w, "checks");
    buf_putf(w->buf, "{\"bits\": %d, \"values\": ", r->check_bits);
    put_bytes_hex(w, r->checks);
    buf_byte(w->buf, '}');
    member(w, "final");
    put_hex_number(w, r->final_hash, 16);
    put_result(w);
}

// ---- what is said about it -------------------------------------------------------------------------

static void put_names(json_writer *w, const char *name, const char *const *names)
{
    bool any = false;
    for (int i = 0; i < w->replay->seats; i++) {
        any = any || names[i] != NULL;
    }
    if (!any) {
        return;
    }
    member(w, name);
    for (int i = 0; i < w->replay->seats; i++) {
        buf_puts(w->buf, i == 0 ? "[" : ", ");
        if (names[i] == NULL) {
            buf_puts(w->buf, "null");
        } else {
            put_quoted(w, str_of(names[i]));
        }
    }
    buf_byte(w->buf, ']');
}

static void put_remark(json_writer *w, const brs_remark *remark)
{
    buf_putf(w->buf, "{\"line\": %lu, \"decision\": %lu", (unsigned long)remark->line,
             (unsigned long)remark->decision);
    if (remark->section >= 0) {
        buf_putf(w->buf, ", \"section\": %d", remark->section);
    } else if (remark->event != 0) {
        buf_putf(w->buf, ", \"event\": %lu", (unsigned long)remark->event);
    }
    buf_puts(w->buf, ", \"hash\": ");
    put_hex_number(w, remark->hash, 8);
    buf_putf(w->buf, ", \"kind\": \"%s\", \"glyph\": \"%s\", \"author\": ",
             json_remark_kinds[remark->kind], json_glyphs[remark->glyph]);
    put_quoted(w, remark->author);
    buf_puts(w->buf, ", \"language\": ");
    put_quoted(w, remark->lang);
    buf_puts(w->buf, ", \"text\": ");
    put_quoted(w, remark->text);
    buf_byte(w->buf, '}');
}

static void put_remarks(json_writer *w)
{
    for (int i = 0; i < w->replay->remark_count; i++) {
        if (i == 0) {
            member(w, "remarks");
        }
        buf_puts(w->buf, i == 0 ? "[\n    " : ",\n    ");
        put_remark(w, &w->replay->remarks[i]);
        buf_puts(w->buf, i == w->replay->remark_count - 1 ? "\n  ]" : "");
    }
}

static void put_variations(json_writer *w)
{
    for (int i = 0; i < w->replay->variation_count; i++) {
        const brs_variation *v = &w->replay->variations[i];
        if (i == 0) {
            member(w, "variations");
        }
        buf_putf(w->buf, "%s{\"id\": %lu, \"parent\": %lu, \"start\": %lu, \"choices\": ",
                 i == 0 ? "[" : ", ", (unsigned long)v->id, (unsigned long)v->parent,
                 (unsigned long)v->start);
        put_choices(w, v->decisions.bytes, "    ");
        buf_puts(w->buf, ", \"checks\": ");
        put_bytes_hex(w, v->checks);
        buf_puts(w->buf, i == w->replay->variation_count - 1 ? "}]" : "}");
    }
}

static void put_kept(json_writer *w, const char *name, const brs_kept *kept, int count)
{
    for (int i = 0; i < count; i++) {
        if (i == 0) {
            member(w, name);
        }
        buf_putf(w->buf, "%s\"%llu\": ", i == 0 ? "{" : ", ", (unsigned long long)kept[i].key);
        put_bytes_hex(w, kept[i].raw);
        buf_puts(w->buf, i == count - 1 ? "}" : "");
    }
}

static void put_notes(json_writer *w)
{
    const brs_replay *r = w->replay;
    put_names(w, "names", r->name);
    put_names(w, "deck_names", r->deck_name);
    put_names(w, "bots", r->bot);
    put_text_member(w, "date", r->date);
    put_text_member(w, "event", r->event);
    put_text_member(w, "place", r->place);
    put_text_member(w, "annotator", r->annotator);
    put_text_member(w, "language", r->lang);
    put_text_member(w, "producer", r->producer);
    put_remarks(w);
    put_variations(w);
    for (int i = 0; i < r->head_count; i++) {
        if (i == 0) {
            member(w, "head");
        }
        buf_puts(w->buf, i == 0 ? "{" : ", ");
        put_quoted(w, r->head[i].key);
        buf_puts(w->buf, ": ");
        put_quoted(w, r->head[i].value);
        buf_puts(w->buf, i == r->head_count - 1 ? "}" : "");
    }
    put_kept(w, "meta_kept", r->meta_kept, r->meta_kept_count);
    put_kept(w, "kept", r->kept, r->kept_count);
}

// ---- the whole -----------------------------------------------------------------------------------

bool brs_replay_to_json(const brs_replay *replay, const brs_library *library, brs_arena *arena,
                        brs_str *out, brs_err *err)
{
    brs_setup *setup = BRS_NEW(arena, brs_setup, 1);
    brs_replay written = *replay;
    bool view = replay->hidden != 0;
    if (view && replay->coder_mode != BRS_CODER_EXPLICIT) {
        return brs_fail(err, BRS_CRITICAL_KEY, "secrets were removed, and the choices are not written out");
    }
    if (!view && (!brs_replay_setup(replay, library, arena, setup, err) ||
                  !brs_replay_recode(replay, setup, BRS_CODER_EXPLICIT, 0, arena, &written, err))) {
        return false;
    }
    brs_buf buf;
    buf_init(&buf, arena, 16384);
    const brs_shelf *shelf = replay_shelf(library, replay->game);
    json_writer w = {.buf = &buf,
                     .replay = &written,
                     .setup = view ? NULL : setup,
                     .game = shelf != NULL ? shelf->game : NULL,
                     .set = view ? replay_set(shelf, replay) : setup->cards,
                     .first = true};
    buf_byte(&buf, '{');
    put_text_member(&w, "format", "broadside-replay");
    member(&w, "version");
    buf_puts(&buf, "1");
    put_core(&w, replay);
    put_checks(&w);
    put_notes(&w);
    if (replay->card_text.len > 0) {
        member(&w, "card_file");
        put_quoted(&w, replay->card_text);
    }
    buf_puts(&buf, "\n}\n");
    *out = buf_str(&buf);
    return true;
}
