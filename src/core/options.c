// Option values: read, write, check.
#include "broadside/options.h"

#include <stdio.h>

#include "broadside/game.h"
#include "str.h"

int brs_option_find(const brs_game_def *game, brs_str id)
{
    for (int i = 0; i < game->option_count; i++) {
        if (str_is(id, game->options[i].id)) {
            return i;
        }
    }
    return -1;
}

// The position of a word among "a b c", -1 when it is none of them.
static int word_position(const char *words, brs_str word)
{
    brs_str rest = str_of(words);
    for (int at = 0; rest.len > 0; at++) {
        if (str_equal(str_word(&rest), word)) {
            return at;
        }
    }
    return -1;
}

static brs_str word_at(const char *words, int position)
{
    brs_str rest = str_of(words), word = {NULL, 0};
    for (int at = 0; at <= position; at++) {
        word = str_word(&rest);
    }
    return word;
}

static int word_count(const char *words)
{
    brs_str rest = str_of(words);
    int count = 0;
    for (; rest.len > 0; count++) {
        str_word(&rest);
    }
    return count;
}

static bool order_valid(const brs_option_info *info, int32_t value)
{
    int count = word_count(info->words);
    unsigned seen = 0;
    for (int i = 0; i < count; i++) {
        seen |= 1u << ((uint32_t)value >> (4 * i) & 15);
    }
    return seen == (1u << count) - 1 && (uint32_t)value >> (4 * count) == 0;
}

bool brs_option_valid(const brs_option_info *info, int32_t value)
{
    switch (info->type) {
    case BRS_OPTION_INT: return value >= info->min && value <= info->max;
    case BRS_OPTION_BOOL: return value == 0 || value == 1;
    case BRS_OPTION_CHOICE: return value >= 0 && value < word_count(info->words);
    case BRS_OPTION_ORDER: return order_valid(info, value);
    }
    return false;
}

static bool read_order(const brs_option_info *info, brs_str text, int64_t *out)
{
    uint32_t value = 0;
    int place = 0;
    while (text.len > 0 && place < 7) {
        int at = word_position(info->words, str_word(&text));
        if (at < 0) {
            return false;
        }
        value |= (uint32_t)at << (4 * place++);
    }
    *out = (int32_t)value;
    return text.len == 0;
}

static void help_with_value(const brs_option_info *info, brs_err *err)
{
    switch (info->type) {
    case BRS_OPTION_INT:
        brs_help(err, "Write a number from %d to %d.", (int)info->min, (int)info->max);
        break;
    case BRS_OPTION_BOOL: brs_help(err, "Write on or off."); break;
    case BRS_OPTION_CHOICE: brs_help(err, "Write one of: %s.", info->words); break;
    case BRS_OPTION_ORDER: brs_help(err, "Write each once, in order: %s.", info->words); break;
    }
}

bool brs_option_read(const brs_option_info *info, brs_str text, int32_t *out, brs_err *err)
{
    int64_t number = -1;
    bool ok = true;
    switch (info->type) {
    case BRS_OPTION_INT: ok = str_number(text, &number); break;
    case BRS_OPTION_BOOL: number = word_position("off on", text); break;
    case BRS_OPTION_CHOICE: number = word_position(info->words, text); break;
    case BRS_OPTION_ORDER: ok = read_order(info, text, &number); break;
    }
    ok = ok && number >= INT32_MIN && number <= INT32_MAX && brs_option_valid(info, (int32_t)number);
    if (!ok) {
        brs_fail(err, BRS_TEXT, "option %s cannot be \"%.*s\"", info->id, BRS_ARG(text));
        help_with_value(info, err);
        return false;
    }
    *out = (int32_t)number;
    return true;
}

int brs_option_write(const brs_option_info *info, int32_t value, char *out, int cap)
{
    switch (info->type) {
    case BRS_OPTION_INT: return snprintf(out, (size_t)cap, "%d", (int)value);
    case BRS_OPTION_BOOL: return snprintf(out, (size_t)cap, "%s", value != 0 ? "on" : "off");
    case BRS_OPTION_CHOICE:
        return snprintf(out, (size_t)cap, "%.*s", BRS_ARG(word_at(info->words, value)));
    case BRS_OPTION_ORDER: break;
    }
    int len = 0;
    for (int i = 0; i < word_count(info->words) && len < cap; i++) {
        brs_str word = word_at(info->words, (int)((uint32_t)value >> (4 * i) & 15));
        len += snprintf(out + len, (size_t)(cap - len), "%s%.*s", i > 0 ? " " : "", BRS_ARG(word));
    }
    return len;
}
