// Running a game one decision at a time, and what games share: chance and viewing.
#include "broadside/game.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "str.h"

// ---- chance ----------------------------------------------------------------------------------------

int brs_chance_below(brs_chance *chance, int purpose, int seat, uint32_t n)
{
    if (n <= 1) {
        return 0;
    }
    if (chance->answer != 0) {
        int outcome = chance->answer - 1;
        assert(chance->purpose == purpose && chance->seat == seat && chance->n == n);
        chance->answer = 0;
        return outcome;
    }
    if (chance->mode == BRS_CHANCE_SEEDED) {
        uint64_t count = chance->count[purpose][seat];
        uint32_t outcome = brs_rng_below(chance->seed, (uint32_t)purpose, (uint32_t)seat, &count, n);
        chance->count[purpose][seat] = (uint32_t)count;
        return (int)outcome;
    }
    chance->asked = 1;
    chance->purpose = (uint8_t)purpose;
    chance->seat = (uint8_t)seat;
    chance->n = (uint16_t)n;
    return -1;
}

void brs_chance_answer(brs_chance *chance, uint32_t outcome)
{
    chance->asked = 0;
    chance->answer = (uint16_t)(outcome + 1);
}

// ---- the run ---------------------------------------------------------------------------------------

static void stamp(brs_game *game)
{
    if (game->trace != NULL) {
        game->trace->decision = game->decisions;
    }
}

static void make(brs_game *game, int index)
{
    const brs_game_def *def = game->setup->game;
    if (game->looks || def->make == NULL) {
        game->stuck = !def->apply(game->setup, game->state, game->choices[index], game->trace).ok;
    } else {
        def->make(game->setup, game->state, game->choices[index], game->trace);
    }
}

// Lists the choices, and makes those decisions that leave none.
static void run_to_decision(brs_game *game)
{
    const brs_game_def *def = game->setup->game;
    for (;;) {
        game->n = def->choices(game->setup, game->state, game->choices, BRS_MAX_CHOICES);
        if (game->n != 1 || game->stuck) {
            return;
        }
        if (game->forced != NULL) {
            game->forced(game->forced_ctx);
        }
        make(game, 0);
    }
}

bool brs_game_start(brs_game *game, const brs_setup *setup, void *state, brs_choice *choices, brs_trace *trace,
                    brs_err *err)
{
    *game = (brs_game){.setup = setup, .state = state, .choices = choices, .trace = trace};
    stamp(game);
    if (!setup->game->create(state, setup, trace, err)) {
        return false;
    }
    run_to_decision(game);
    return true;
}

void brs_game_choose(brs_game *game, int index)
{
    assert(index >= 0 && index < game->n);
    game->decisions++;
    stamp(game);
    make(game, index);
    run_to_decision(game);
}

bool brs_game_amend(brs_game *game, const brs_amend *amend, brs_err *err)
{
    const brs_game_def *def = game->setup->game;
    if (def->amend == NULL) {
        return brs_fail(err, BRS_ILLEGAL, "%s takes no fixes of the table", def->title);
    }
    if (!def->amend(game->setup, game->state, amend, game->trace, err)) {
        return false;
    }
    run_to_decision(game);
    return true;
}

int brs_game_index(const brs_game *game, brs_choice choice)
{
    for (int i = 0; i < game->n; i++) {
        if (memcmp(&game->choices[i], &choice, sizeof choice) == 0) {
            return i;
        }
    }
    return -1;
}

const brs_game_def *brs_game_find(brs_str id)
{
    for (int i = 0; brs_games[i] != NULL; i++) {
        if (str_is(id, brs_games[i]->id)) {
            return brs_games[i];
        }
    }
    return NULL;
}

// ---- units ---------------------------------------------------------------------------------------------

// A page names dozens of units: their names are put together by hand, with the ends of snprintf.
typedef struct {
    char *out;
    int cap, len;
} spelling;

static void spell(spelling *s, const char *text)
{
    for (; *text != '\0'; text++, s->len++) {
        if (s->len < s->cap) {
            s->out[s->len] = *text;
        }
    }
}

static void spell_number(spelling *s, int number, int least)
{
    char digits[16];
    int at = (int)sizeof digits - 1;
    digits[at] = '\0';
    least -= number < 0 ? 1 : 0;
    for (unsigned rest = number < 0 ? 0U - (unsigned)number : (unsigned)number; rest > 0 || at > (int)sizeof digits - 1 - least; rest /= 10) {
        digits[--at] = (char)('0' + rest % 10);
    }
    spell(s, number < 0 ? "-" : "");
    spell(s, digits + at);
}

static int spelled(spelling *s)
{
    if (s->cap > 0) {
        s->out[s->len < s->cap ? s->len : s->cap - 1] = '\0';
    }
    return s->len;
}

int brs_unit_name(const brs_unit_info *info, int unit, char *out, int cap)
{
    spelling s = {out, cap, 0};
    const int group = info->group == 0 ? unit : unit / info->group, number = info->group == 0 ? 0 : unit % info->group;
    spell(&s, info->group == 0 ? info->title : info->group_title);
    spell(&s, " ");
    spell_number(&s, group, 1);
    if (info->group != 0) {
        spell(&s, ", ");
        spell(&s, number == 0 ? info->group_start : info->word != NULL ? info->word : info->id);
    }
    if (number != 0) {
        spell(&s, " ");
        spell_number(&s, number, 1);
    }
    return spelled(&s);
}

int brs_unit_file(const brs_unit_info *info, int unit, char *out, int cap)
{
    spelling s = {out, cap, 0};
    if (info->group != 0) {
        spell(&s, info->group_prefix);
        spell_number(&s, unit / info->group, 2);
        spell(&s, "-");
    }
    spell(&s, info->file_prefix);
    spell_number(&s, info->group == 0 ? unit : unit % info->group, info->group == 0 ? 3 : 2);
    return spelled(&s);
}

int brs_unit_span(const brs_unit_info *info, int unit, char *out, int cap)
{
    const int count = info->group == 0 ? unit : unit / info->group;
    const char *name = info->group == 0 ? info->title : info->group_title;
    int len = snprintf(out, (size_t)cap, "%d %s%s", count, name, count == 1 ? "" : "s");
    for (int i = 0; i < len && i < cap; i++) {
        out[i] = out[i] >= 'A' && out[i] <= 'Z' ? (char)(out[i] + 32) : out[i];
    }
    return len;
}

// ---- viewing -----------------------------------------------------------------------------------------

void brs_view_open(const brs_viewer *v, const char *name, int id)
{
    v->open(v->ctx, name, id);
}

void brs_view_str(const brs_viewer *v, const char *key, brs_str value)
{
    v->text(v->ctx, key, value);
}

void brs_view_text(const brs_viewer *v, const char *key, const char *value)
{
    v->text(v->ctx, key, str_of(value));
}

void brs_view_num(const brs_viewer *v, const char *key, int64_t value)
{
    char digits[24];
    int at = (int)sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    v->text(v->ctx, key, (brs_str){digits + at, sizeof digits - (size_t)at});
}

void brs_view_close(const brs_viewer *v)
{
    v->close(v->ctx);
}
