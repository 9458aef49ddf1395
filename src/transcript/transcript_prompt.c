// What a prompt needs: which choice a few letters mean, and why something is not possible.
#include <stdio.h>

#include "transcript_parts.h"

// The words of the open decision, tried one after the other when a text begins with none.
static ts_found find_bare(const brs_setup *setup, const ts_spelled *spelled, int n, brs_str noun, int *index)
{
    uint64_t tried = 0;
    int hits = 0, hit = -1;
    for (int i = 0; i < n; i++) {
        const int row = spelled[i].spelling.verb;
        if ((tried >> row & 1) != 0) {
            continue;
        }
        tried |= UINT64_C(1) << row;
        const ts_part part = {.verb = str_of(setup->game->verbs[row].word), .noun = noun};
        int found;
        ts_found kind = ts_find(setup, spelled, n, &part, BRS_SEAT_NONE, NULL, &found);
        if (kind == TS_SEVERAL) {
            return TS_SEVERAL;
        }
        hits += kind == TS_ONE;
        hit = kind == TS_ONE ? found : hit;
    }
    *index = hit;
    return hits == 0 ? TS_NONE : hits == 1 ? TS_ONE : TS_SEVERAL;
}

// "p" or "dis": the beginning of exactly one word of the open decision, that takes no noun or has one choice.
static int by_word(const brs_setup *setup, const ts_spelled *spelled, int n, brs_str word)
{
    int found = -1;
    for (int i = 0; i < n; i++) {
        const brs_verb *row = &setup->game->verbs[spelled[i].spelling.verb];
        if (row->word[0] != '\0' && ts_begins(str_of(row->word), word) && row->noun[0] == '\0') {
            if (found >= 0) {
                return -1;
            }
            found = i;
        }
    }
    return found;
}

static void why_not(const brs_game *game, brs_str text, brs_arena *arena, brs_err *err)
{
    const brs_setup *setup = game->setup;
    brs_refusal *list = BRS_NEW(arena, brs_refusal, BRS_MAX_CHOICES);
    const int n = setup->game->refused(setup, game->state, list, BRS_MAX_CHOICES);
    for (int i = 0; i < n; i++) {
        ts_spelled spelled;
        ts_spell(setup, game->state, &list[i].choice, 1, &spelled);
        const brs_verb *row = &setup->game->verbs[spelled.spelling.verb];
        brs_str noun = text, word = str_word(&noun);
        if (!ts_is_verb(row, word) || noun.len == 0) {
            noun = text;
        }
        if (ts_likeness(str_of(spelled.spelling.name), noun) > 0) {
            const brs_rule *rule = &setup->game->rules[list[i].rule];
            const brs_citation *cite = brs_cite(setup->edition, list[i].rule);
            brs_fail(err, BRS_ILLEGAL, "%s%s%s: not now. %s (%s%s%s): %s", row->word, row->word[0] != '\0' ? " " : "", spelled.spelling.name, rule->title, rule->id,
                     cite != NULL ? ", " : "", cite != NULL ? cite->place : "", rule->text);
            return;
        }
    }
}

// "broad" of "broad -> rail": what is not possible is the card.
static brs_str without_targets(brs_str text)
{
    const char *arrow = memmem(text.ptr, text.len, "->", 2);
    return arrow == NULL ? text : str_trim((brs_str){text.ptr, (size_t)(arrow - text.ptr)});
}

// "Which one: draw Ferry Landing, draw Freehold Farm": what of the open decision a beginning fits.
static void name_several(const brs_setup *setup, const ts_spelled *spelled, int n, brs_str noun, brs_err *err)
{
    char list[240] = "Which one: ", text[2 * BRS_MAX_NOUN + 32];
    size_t len = strlen(list);
    int told = 0;
    for (int i = 0; i < n; i++) {
        ts_print(setup, &spelled[i], true, text, sizeof text);
        if (ts_likeness(str_of(spelled[i].spelling.name), noun) > 0 && len + strlen(text) + 3 < sizeof list) {
            len += (size_t)snprintf(list + len, sizeof list - len, "%s%s", told++ > 0 ? ", " : "", text);
        }
    }
    brs_help(err, "%s", told > 0 ? list : "l lists it all.");
}

int brs_choice_read(const brs_game *game, brs_str text, brs_arena *arena, brs_str *rest, brs_err *err)
{
    const brs_setup *setup = game->setup;
    ts_spelled *spelled = BRS_NEW(arena, ts_spelled, (size_t)game->n + 1);
    ts_part *parts = BRS_NEW(arena, ts_part, TS_MAX_PARTS);
    brs_err ignored = BRS_ERR_NONE;
    int count = 0, index = -1;
    *rest = (brs_str){"", 0};
    text = str_trim(text);
    ts_spell(setup, game->state, game->choices, game->n, spelled);
    ts_found found = TS_NONE;
    if (ts_split(setup->game, text, 1, parts, &count, &ignored) && count > 0) {
        found = ts_find(setup, spelled, game->n, &parts[0], BRS_SEAT_NONE, NULL, &index);
        if (found == TS_ONE && count > 1) {
            const char *from = parts[1].verb.ptr == parts[0].verb.ptr ? parts[1].noun.ptr : parts[1].verb.ptr;
            *rest = (brs_str){from, (size_t)(text.ptr + text.len - from)};
        }
    }
    if (found == TS_NONE && text.len == 1 && (index = by_word(setup, spelled, game->n, text)) >= 0) {
        return index;  // "d" is rather done than a card with such a word
    }
    if (found == TS_NONE && text.len > 0) {
        found = find_bare(setup, spelled, game->n, text, &index);
    }
    if (found == TS_NONE && text.len > 0 && (index = by_word(setup, spelled, game->n, text)) >= 0) {
        found = TS_ONE;
    }
    if (found == TS_ONE) {
        return index;
    }
    if (found == TS_SEVERAL) {
        brs_fail(err, BRS_TEXT, "\"%.*s\" means more than one of what is legal", BRS_ARG(text));
        name_several(setup, spelled, game->n, count > 0 && parts[0].noun.len > 0 ? parts[0].noun : text, err);
        return -1;
    }
    why_not(game, without_targets(text), arena, err);
    if (err->code == BRS_OK) {
        brs_fail(err, BRS_ILLEGAL, "\"%.*s\" is not among what is legal here", BRS_ARG(text));
        brs_help(err, "l lists what is.");
    }
    return -1;
}
