// Single values of a JSON text, with their ranges; and choices that are written out.
#include <string.h>

#include "replay_json.h"
#include "replay_parts.h"
#include "str.h"

const char *const json_coders[] = {"uniform", "model", "explicit", NULL};
const char *const json_ends[] = {"rules", "conceded", "agreed", "unfinished", NULL};
const char *const json_remark_kinds[] = {"note", "quiz", "check", "comment", NULL};
const char *const json_glyphs[] = {"", "!!", "!", "!?", "?!", "?", "??", NULL};

bool json_fail(json_reading *in, const json_value *at, const char *what)
{
    if (in->err != NULL && in->err->code == BRS_OK) {
        brs_fail(in->err, BRS_TEXT, "JSON: %.*s%s%s", BRS_ARG(at->name),
                 at->name.len > 0 ? ": " : "", what);
        in->err->line = at->line;
        in->err->col = at->col;
    }
    return false;
}

// ---- values ------------------------------------------------------------------------------------

bool take_number(json_reading *in, const json_value *v, int64_t least, int64_t most,
                       int64_t *out)
{
    *out = least;
    if (v->kind != JSON_NUMBER || v->number < least || v->number > most) {
        return json_fail(in, v, "a number within its range is due here");
    }
    *out = v->number;
    return true;
}

bool take_text(json_reading *in, const json_value *v, brs_str *out)
{
    *out = v->text;
    return v->kind == JSON_TEXT || json_fail(in, v, "a text is due here");
}

bool take_string(json_reading *in, const json_value *v, const char **out)
{
    brs_str text;
    if (!take_text(in, v, &text)) {
        return false;
    }
    *out = brs_arena_string(in->arena, text);
    return strlen(*out) == text.len || json_fail(in, v, "a NUL within a name");
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Bytes as hexadecimal digits; `least`..`most` of them.
bool take_hex(json_reading *in, const json_value *v, size_t least, size_t most, brs_str *out)
{
    brs_str text;
    if (!take_text(in, v, &text)) {
        return false;
    }
    if (text.len % 2 != 0 || text.len / 2 < least || text.len / 2 > most) {
        return json_fail(in, v, "not as many hexadecimal digits as are due here");
    }
    char *bytes = BRS_NEW(in->arena, char, text.len / 2 + 1);
    for (size_t i = 0; i < text.len / 2; i++) {
        int high = hex_digit(text.ptr[2 * i]), low = hex_digit(text.ptr[2 * i + 1]);
        if (high < 0 || low < 0) {
            return json_fail(in, v, "hexadecimal digits are 0-9 and a-f");
        }
        bytes[i] = (char)(high << 4 | low);
    }
    *out = (brs_str){bytes, text.len / 2};
    return true;
}

bool take_hex_number(json_reading *in, const json_value *v, size_t bytes, uint64_t *out)
{
    brs_str hex;
    *out = 0;
    if (!take_hex(in, v, bytes, bytes, &hex)) {
        return false;
    }
    for (size_t i = 0; i < bytes; i++) {
        *out = *out << 8 | (uint8_t)hex.ptr[i];
    }
    return true;
}

bool take_word(json_reading *in, const json_value *v, const char *const *words, uint8_t *out)
{
    for (int i = 0; v->kind == JSON_TEXT && words[i] != NULL; i++) {
        if (str_is(v->text, words[i])) {
            *out = (uint8_t)i;
            return true;
        }
    }
    return json_fail(in, v, "no such word");
}

bool take_seat(json_reading *in, const json_value *v, uint8_t *out)
{
    int64_t seat = BRS_SEAT_NONE;
    bool chance = v->kind == JSON_TEXT && str_is(v->text, "chance");
    if (chance) {
        seat = BRS_SEAT_CHANCE;
    } else if (v->kind != JSON_NULL && !take_number(in, v, 0, BRS_MAX_SEATS - 1, &seat)) {
        return false;
    }
    *out = (uint8_t)seat;
    return true;
}

// ---- objects: which members there may be --------------------------------------------------------

// An object with these members and no others.
bool json_has_shape(json_reading *in, const json_value *v, const json_shape *shape)
{
    if (v->kind != JSON_OBJECT) {
        return json_fail(in, v, "an object is due here");
    }
    for (const json_value *m = v->first; m != NULL; m = m->next) {
        int i = 0;
        while (shape[i].name != NULL && !str_is(m->name, shape[i].name)) {
            i++;
        }
        if (shape[i].name == NULL) {
            return json_fail(in, m, "there is no such member");
        }
    }
    for (int i = 0; shape[i].name != NULL; i++) {
        if (shape[i].must && json_member(v, shape[i].name) == NULL) {
            brs_fail(in->err, BRS_TEXT, "JSON: the member \"%s\" is missing", shape[i].name);
            return json_fail(in, v, "");
        }
    }
    return true;
}

bool json_is_list(json_reading *in, const json_value *v, int most)
{
    return (v->kind == JSON_LIST && v->count <= most) || json_fail(in, v, "a list is due here, not too long");
}

// ---- choices -----------------------------------------------------------------------------------

static bool get_kind(json_reading *in, const json_value *v, uint8_t *out)
{
    int64_t number = 0;
    if (v->kind != JSON_TEXT) {
        bool ok = take_number(in, v, 0, UINT8_MAX, &number);
        *out = (uint8_t)number;
        return ok;
    }
    const brs_game_def *game = in->game;
    for (int i = 0; game != NULL && game->choice_kinds != NULL && i < game->choice_count; i++) {
        if (str_is(v->text, game->choice_kinds[i].id)) {
            *out = (uint8_t)i;
            return true;
        }
    }
    return json_fail(in, v, "this game has no such choice");
}

static bool get_choice(json_reading *in, const json_value *v, brs_choice *out)
{
    static const json_shape shape[] = {
        {"seat", true}, {"kind", true}, {"args", false}, {"words", false}, {NULL, false}};
    *out = (brs_choice){0};
    if (!json_has_shape(in, v, shape) || !take_seat(in, json_member(v, "seat"), &out->seat) ||
        !get_kind(in, json_member(v, "kind"), &out->kind)) {
        return false;
    }
    const json_value *args = json_member(v, "args");
    if (args == NULL) {
        return true;
    }
    if (!json_is_list(in, args, 3)) {
        return false;
    }
    int i = 0;
    for (const json_value *arg = args->first; arg != NULL; arg = arg->next) {
        int64_t number;
        if (!take_number(in, arg, 0, UINT16_MAX, &number)) {
            return false;
        }
        out->arg[i++] = (uint16_t)number;
    }
    return true;
}

bool take_choices(json_reading *in, const json_value *v, brs_coded *out)
{
    brs_buf bytes;
    buf_init(&bytes, in->arena, 1024);
    *out = (brs_coded){0, {NULL, 0}};
    if (!json_is_list(in, v, 4 * BRS_REPLAY_MAX_DECISIONS)) {
        return false;
    }
    for (const json_value *item = v->first; item != NULL; item = item->next) {
        brs_choice choice;
        if (!get_choice(in, item, &choice)) {
            return false;
        }
        explicit_put(&bytes, choice);
        out->count += choice.seat != BRS_SEAT_CHANCE;
    }
    out->bytes = buf_str(&bytes);
    return true;
}
