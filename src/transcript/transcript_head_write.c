// The head of a transcript, written.
#include <stdio.h>

#include "transcript_parts.h"

static brs_str kept_value(const brs_replay *replay, const char *key)
{
    for (int i = 0; i < replay->head_count; i++) {
        if (str_is(replay->head[i].key, key)) {
            return replay->head[i].value;
        }
    }
    return (brs_str){NULL, 0};
}

static void put_line(brs_buf *out, const char *key, const char *value)
{
    if (value != NULL) {
        buf_putf(out, "%s: %s\n", key, value);
    }
}

static void put_quoted(brs_buf *out, const char *key, const char *value)
{
    if (value != NULL) {
        buf_putf(out, "%s: ", key);
        ts_quote(out, str_of(value));
        buf_byte(out, '\n');
    }
}

static void put_players(const brs_replay *replay, const brs_setup *setup, brs_buf *out)
{
    buf_puts(out, "players:");
    for (int seat = 0; seat < setup->seats; seat++) {
        buf_putf(out, "%s %c", seat > 0 ? ";" : "", brs_seat_letter(setup, seat));
        if (replay->name[seat] != NULL) {
            buf_byte(out, ' ');
            ts_quote(out, str_of(replay->name[seat]));
        }
    }
    buf_byte(out, '\n');
    bool any = false;
    for (int seat = 0; seat < setup->seats; seat++) {
        if (replay->bot[seat] != NULL) {
            buf_putf(out, "%s %c ", any ? ";" : "bots:", brs_seat_letter(setup, seat));
            ts_quote(out, str_of(replay->bot[seat]));
            any = true;
        }
    }
    buf_puts(out, any ? "\n" : "");
}

static void put_deck(const brs_setup *setup, int seat, brs_buf *out)
{
    const brs_deck *deck = &setup->deck[seat];
    brs_setup probe = *setup;
    probe.deck[0] = *deck;
    buf_putf(out, "deck-%c:", "AB"[seat]);
    for (int i = 0, next; i < deck->count; i = next) {
        for (next = i; next < deck->count && deck->card[next] == deck->card[i]; next++) {
        }
        buf_putf(out, "%s %d %.*s", i > 0 ? ";" : "", next - i, BRS_ARG(setup->game->handle_name(&probe, i + 1)));
    }
    buf_byte(out, '\n');
}

static bool is_known_deck(const brs_setup *setup, const brs_transcript_world *world, int seat)
{
    const brs_deck *deck = &setup->deck[seat];
    const brs_card_set *set;
    brs_err err = BRS_ERR_NONE;
    brs_deck found;
    const char *name = deck->name;
    bool plain = name != NULL && name[0] != '\0' && strpbrk(name, ";./") == NULL;
    return plain && world->deck != NULL && world->deck(world->ctx, setup->game, str_of(name), &found, &set, &err) &&
           set->hash == setup->cards->hash && found.count == deck->count &&
           memcmp(found.card, deck->card, (size_t)deck->count * sizeof deck->card[0]) == 0;
}

static void put_decks(const brs_replay *replay, const brs_setup *setup, const brs_transcript_world *world, brs_buf *out)
{
    const brs_str as_written = kept_value(replay, "decks");
    if (as_written.ptr != NULL) {
        buf_putf(out, "decks: %.*s\n", BRS_ARG(as_written));
        return;
    }
    bool known[2] = {is_known_deck(setup, world, 0), is_known_deck(setup, world, 1)};
    for (int seat = 0; seat < 2; seat++) {
        if (known[seat]) {
            buf_putf(out, "%s %c %s", seat == 0 || !known[0] ? "decks:" : ";", brs_seat_letter(setup, seat), setup->deck[seat].name);
        }
    }
    buf_puts(out, known[0] || known[1] ? "\n" : "");
    for (int seat = 0; seat < 2; seat++) {
        if (!known[seat]) {
            put_deck(setup, seat, out);
        }
    }
}

static void put_options(const brs_setup *setup, brs_buf *out)
{
    bool any = false;
    const int first = brs_option_find(setup->game, BRS_STR("first"));
    for (int i = 0; i < setup->game->option_count; i++) {
        char value[160];
        if (setup->options.value[i] == setup->edition->options.value[i] || i == first) {
            continue;
        }
        brs_option_write(&setup->game->options[i], setup->options.value[i], value, sizeof value);
        buf_putf(out, "%s %s %s", any ? ";" : "options:", setup->game->options[i].id, value);
        any = true;
    }
    buf_puts(out, any ? "\n" : "");
    if (first >= 0 && setup->options.value[first] != setup->edition->options.value[first] && setup->options.value[first] > 0 &&
        setup->options.value[first] <= setup->seats) {
        buf_putf(out, "first: %c (age rule)\n", brs_seat_letter(setup, setup->options.value[first] - 1));
    }
}

static void put_result(const brs_replay *replay, const brs_setup *setup, brs_buf *out)
{
    if (replay->end == BRS_END_UNFINISHED) {
        buf_puts(out, "result: *\n");
    } else if (replay->result.winner < setup->seats) {
        buf_putf(out, "result: %c\n", brs_seat_letter(setup, replay->result.winner));
    } else {
        buf_puts(out, "result: -\n");
    }
}

static void put_kept(const brs_replay *replay, brs_buf *out)
{
    for (int i = 0; i < replay->head_count; i++) {
        const brs_head_line *line = &replay->head[i];
        brs_str word = line->key;
        if (str_begins(line->key, BRS_STR("alias "))) {
            str_word(&word);
            buf_putf(out, "alias: %.*s = %.*s\n", BRS_ARG(word), BRS_ARG(line->value));
        } else if (ts_is_kept_as_is(line->key)) {
            buf_putf(out, "%.*s: %.*s\n", BRS_ARG(line->key), BRS_ARG(line->value));
        }
    }
}

// The newest patch is meant when none is named.
static void put_edition(const brs_setup *setup, const brs_transcript_world *world, brs_buf *out)
{
    buf_putf(out, "game: %s\nedition: %s", setup->game->id, setup->edition->id);
    for (int i = 0; i < world->library->count; i++) {
        const brs_shelf *shelf = &world->library->shelf[i];
        const brs_str id = {setup->edition->id, strlen(setup->edition->id)};
        if (shelf->game == setup->game && brs_edition_find(&shelf->editions, id) != setup->edition) {
            buf_putf(out, "@%d", setup->edition->patch);
        }
    }
    buf_puts(out, "\n");
}

bool ts_write_head(const brs_replay *replay, const brs_setup *setup, const brs_transcript_world *world, brs_arena *arena,
                   brs_buf *out, brs_err *err)
{
    (void)arena;
    (void)err;
    buf_puts(out, "broadside-transcript 1\n");
    for (int i = 0; i < replay->head_count; i++) {
        if (replay->head[i].key.len > 0 && replay->head[i].key.ptr[0] == '#') {
            buf_putf(out, "# %.*s\n", BRS_ARG(replay->head[i].value));
        }
    }
    put_edition(setup, world, out);
    put_options(setup, out);
    if (setup->cards != NULL) {
        const brs_str file = kept_value(replay, "cards");
        if (file.ptr != NULL) {
            buf_putf(out, "cards: %.*s\n", BRS_ARG(file));
        } else {
            buf_putf(out, "cards: %s@%d\n", setup->cards->id, setup->cards->version);
        }
    }
    put_quoted(out, "event", replay->event);
    put_line(out, "date", replay->date);
    put_quoted(out, "place", replay->place);
    put_players(replay, setup, out);
    if (setup->cards != NULL) {
        put_decks(replay, setup, world, out);
    }
    if (setup->chance == BRS_CHANCE_SEEDED) {
        buf_putf(out, "chance: seed %016llx\n", (unsigned long long)setup->seed);
    } else {
        buf_puts(out, "chance: recorded\n");
    }
    put_result(replay, setup, out);
    put_quoted(out, "annotator", replay->annotator);
    put_line(out, "lang", replay->lang);
    put_kept(replay, out);
    return true;
}
