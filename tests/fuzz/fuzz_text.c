// Other bytes for texts, transcripts and JSON among them: whole lines and words change places, so that most of what comes
// out still says something.
#include <string.h>

#include "fuzz.h"

enum { MOST_FILE = BRS_REPLAY_MAX_FILE };

static bool ends_word(char c)
{
    return c == ' ' || c == '\n' || c == ';' || c == ',' || c == ':' || c == '"' || c == '(' || c == ')';
}

static bool ends_line(char c)
{
    return c == '\n';
}

// The piece around a random place of a text: to the next ends on both sides, without them.
static brs_str piece_of(brs_str text, bool (*ends)(char), fuzz_dice *dice)
{
    size_t from = fuzz_below(dice, (uint32_t)text.len), to = from;
    while (from > 0 && !ends(text.ptr[from - 1])) {
        from--;
    }
    while (to < text.len && !ends(text.ptr[to])) {
        to++;
    }
    return (brs_str){text.ptr + from, to - from};
}

// Puts `with` in the place of text[from, from + len).
static size_t put_there(uint8_t *data, size_t size, size_t most, size_t from, size_t len, brs_str with)
{
    if (size - len + with.len > most) {
        return size;
    }
    memmove(data + from + with.len, data + from + len, size - from - len);
    if (with.len > 0) {
        memcpy(data + from, with.ptr, with.len);
    }
    return size - len + with.len;
}

static const char *const words[] = {"?",   "#2",   "->",   "@",    "=",    "A",     "B",     "fix", "alt",  "end", "draw", "pillar", "-",   "x",     "0",
                                    "-1",  "1e9",  "\"",   "\\",   "\t",   "\r",    "\xff",  "_",   "T9999", "ask:", "right:", "> ", "null", "{",    "}",
                                    "[",   "]",    ";",    "missed", "because", "*", "concede", "setup", "99999999999999999999", "\xe2\x80\xae", "\xc3\xa9", "split", "with", "players:", "cards: |"};

static size_t change_word(uint8_t *data, size_t size, size_t most, brs_str copy, brs_str other, fuzz_dice *dice)
{
    brs_str old = piece_of(copy, ends_word, dice);
    size_t from = (size_t)(old.ptr - copy.ptr);
    switch (fuzz_below(dice, 4)) {
    case 0: return put_there(data, size, most, from, old.len, piece_of(other, ends_word, dice));
    case 1: return put_there(data, size, most, from, old.len, piece_of(copy, ends_word, dice));
    case 2: {
        const char *word = words[fuzz_below(dice, sizeof words / sizeof words[0])];
        return put_there(data, size, most, from, fuzz_below(dice, 2) == 0 ? old.len : 0, (brs_str){word, strlen(word)});
    }
    default: return put_there(data, size, most, from, old.len > 0 ? fuzz_below(dice, (uint32_t)old.len) + 1 : 0, (brs_str){"", 0});
    }
}

static size_t change_line(uint8_t *data, size_t size, size_t most, brs_str copy, brs_str other, fuzz_dice *dice)
{
    brs_str old = piece_of(copy, ends_line, dice), with = piece_of(fuzz_below(dice, 2) == 0 ? other : copy, ends_line, dice);
    size_t from = (size_t)(old.ptr - copy.ptr);
    switch (fuzz_below(dice, 4)) {
    case 0: return put_there(data, size, most, from, old.len, with);
    case 1: return put_there(data, size, most, from, old.len + (from + old.len < size), (brs_str){"", 0});
    case 2:
        size = put_there(data, size, most, from, 0, (brs_str){"\n", 1});
        return put_there(data, size, most, from, 0, with);
    default: return from + old.len;  // what follows is lost
    }
}

size_t fuzz_text(uint8_t *data, size_t size, size_t most, brs_str other, fuzz_dice *dice)
{
    static char copy[MOST_FILE];
    for (uint32_t steps = 1 + fuzz_below(dice, 3); steps > 0; steps--) {
        if (size == 0 || size > sizeof copy) {
            return fuzz_bytes(data, size, most, dice);
        }
        memcpy(copy, data, size);
        brs_str text = {copy, size}, lent = other.len > 0 ? other : text;
        size = fuzz_below(dice, 3) > 0 ? change_word(data, size, most, text, lent, dice)
                                       : change_line(data, size, most, text, lent, dice);
    }
    return size;
}
