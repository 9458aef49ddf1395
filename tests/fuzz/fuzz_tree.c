// Mutations of a MessagePack body that keep it well-formed: a file whose lengths are wrong is refused by the
// pre-scan, and nothing behind it would ever be tried.
#include <string.h>

#include "fuzz.h"

enum { MOST_TOKENS = 4096, MOST_DEPTH = 12, MOST_STEPS = 4 };

typedef enum { TOKEN_NUMBER, TOKEN_MINUS, TOKEN_TEXT, TOKEN_BYTES, TOKEN_LIST, TOKEN_MAP, TOKEN_WORD } token_kind;

// One value; those that hold others come before what they hold.
typedef struct {
    uint8_t kind, word;  // word: c0, c2, c3
    int parent, span;    // span: tokens of the whole value
    uint64_t number;     // TOKEN_MINUS: two's complement
    brs_str bytes;
} token;

typedef struct {
    token *at;
    int count;
} tree;

// ---- reading -----------------------------------------------------------------------------------------

static bool get_number(brs_str body, size_t *at, unsigned width, uint64_t *out)
{
    *out = 0;
    if (body.len - *at < width) {
        return false;
    }
    for (unsigned i = 0; i < width; i++) {
        *out = *out << 8 | (uint8_t)body.ptr[(*at)++];
    }
    return true;
}

// The head of a value: its kind, and how many bytes or values follow.
static bool get_head(brs_str body, size_t *at, token *out, uint64_t *follow)
{
    uint8_t b = (uint8_t)body.ptr[(*at)++];
    *follow = 0;
    if (b <= 0x7f) {
        *out = (token){.kind = TOKEN_NUMBER, .number = b};
    } else if (b >= 0xe0) {
        *out = (token){.kind = TOKEN_MINUS, .number = (uint64_t)(int64_t)(int8_t)b};
    } else if (b <= 0x9f) {
        *out = (token){.kind = b <= 0x8f ? TOKEN_MAP : TOKEN_LIST};
        *follow = b & 15;
    } else if (b <= 0xbf) {
        *out = (token){.kind = TOKEN_TEXT};
        *follow = b & 31;
    } else if (b == 0xc0 || b == 0xc2 || b == 0xc3) {
        *out = (token){.kind = TOKEN_WORD, .word = b};
    } else if (b >= 0xcc && b <= 0xd3) {
        *out = (token){.kind = b <= 0xcf ? TOKEN_NUMBER : TOKEN_MINUS};
        return get_number(body, at, 1U << ((b - 0xcc) & 3), &out->number);
    } else if (b >= 0xc4 && b <= 0xc6) {
        *out = (token){.kind = TOKEN_BYTES};
        return get_number(body, at, 1U << (b - 0xc4), follow);
    } else if (b >= 0xd9 && b <= 0xdb) {
        *out = (token){.kind = TOKEN_TEXT};
        return get_number(body, at, 1U << (b - 0xd9), follow);
    } else if (b >= 0xdc) {
        *out = (token){.kind = b <= 0xdd ? TOKEN_LIST : TOKEN_MAP};
        return get_number(body, at, 2U << (b & 1), follow);
    } else {
        return false;
    }
    return true;
}

// Where the next value belongs; what is complete gets its span.
typedef struct {
    int holder[MOST_DEPTH];
    uint64_t left[MOST_DEPTH];
    int depth;
} holders;

static void close_full(tree *t, holders *h)
{
    while (h->depth > 0 && h->left[h->depth - 1] == 0) {
        int holder = h->holder[--h->depth];
        t->at[holder].span = t->count - holder;
    }
}

static bool read_tree(brs_str body, tree *t)
{
    holders h = {.depth = 0};
    size_t at = 0;
    t->count = 0;
    do {
        uint64_t follow;
        if (at >= body.len || t->count == MOST_TOKENS) {
            return false;
        }
        token *new = &t->at[t->count];
        if (!get_head(body, &at, new, &follow)) {
            return false;
        }
        new->parent = h.depth > 0 ? h.holder[h.depth - 1] : -1;
        new->span = 1;
        h.left[h.depth > 0 ? h.depth - 1 : 0] -= h.depth > 0;
        bool holds = new->kind == TOKEN_LIST || new->kind == TOKEN_MAP;
        if (!holds && follow > body.len - at) {
            return false;
        }
        if (holds && h.depth == MOST_DEPTH) {
            return false;
        }
        if (holds) {
            h.holder[h.depth] = t->count;
            h.left[h.depth++] = new->kind == TOKEN_MAP ? follow * 2 : follow;
        } else {
            new->bytes = (brs_str){body.ptr + at, (size_t)follow};
            at += (size_t)follow;
        }
        t->count++;
        close_full(t, &h);
    } while (h.depth > 0);
    return at == body.len;
}

// ---- writing -----------------------------------------------------------------------------------------

typedef struct {
    uint8_t *to;
    size_t len, most;
    bool full;
} sink;

static void put(sink *s, const void *bytes, size_t len)
{
    if (s->full || s->most - s->len < len) {
        s->full = true;
        return;
    }
    if (len > 0) {
        memcpy(s->to + s->len, bytes, len);
    }
    s->len += len;
}

static void put_head(sink *s, uint8_t head, uint64_t value, unsigned width)
{
    uint8_t bytes[9] = {head};
    for (unsigned i = 0; i < width; i++) {
        bytes[1 + i] = (uint8_t)(value >> (8 * (width - 1 - i)));
    }
    put(s, bytes, 1 + width);
}

// The shortest of the forms `head`, `head` + 1 ...: 1, 2, 4, 8 bytes.
static void put_sized(sink *s, uint8_t head, uint64_t value, unsigned first_width)
{
    unsigned width = first_width;
    while (width < 8 && value >> (8 * width) != 0) {
        width *= 2;
        head++;
    }
    put_head(s, head, value, width);
}

static void put_minus(sink *s, uint64_t number)
{
    int64_t value = (int64_t)number;
    if (value >= -32) {
        put_head(s, (uint8_t)value, 0, 0);
    } else if (value >= INT8_MIN) {
        put_head(s, 0xd0, number, 1);
    } else if (value >= INT16_MIN) {
        put_head(s, 0xd1, number, 2);
    } else if (value >= INT32_MIN) {
        put_head(s, 0xd2, number, 4);
    } else {
        put_head(s, 0xd3, number, 8);
    }
}

static uint64_t held_by(const tree *t, int holder)
{
    uint64_t count = 0;
    for (int i = holder + 1; i < holder + t->at[holder].span; i += t->at[i].span) {
        count++;
    }
    return count;
}

static void put_token(sink *s, const tree *t, int i)
{
    const token *it = &t->at[i];
    uint64_t held = it->kind == TOKEN_LIST || it->kind == TOKEN_MAP ? held_by(t, i) : 0;
    switch (it->kind) {
    case TOKEN_NUMBER:
        it->number < 0x80 ? put_head(s, (uint8_t)it->number, 0, 0) : put_sized(s, 0xcc, it->number, 1);
        break;
    case TOKEN_MINUS: put_minus(s, it->number); break;
    case TOKEN_WORD: put_head(s, it->word, 0, 0); break;
    case TOKEN_TEXT:
        it->bytes.len < 32 ? put_head(s, (uint8_t)(0xa0 | it->bytes.len), 0, 0) : put_sized(s, 0xd9, it->bytes.len, 1);
        put(s, it->bytes.ptr, it->bytes.len);
        break;
    case TOKEN_BYTES:
        put_sized(s, 0xc4, it->bytes.len, 1);
        put(s, it->bytes.ptr, it->bytes.len);
        break;
    case TOKEN_LIST: held < 16 ? put_head(s, (uint8_t)(0x90 | held), 0, 0) : put_sized(s, 0xdc, held, 2); break;
    case TOKEN_MAP:
        held /= 2;
        held < 16 ? put_head(s, (uint8_t)(0x80 | held), 0, 0) : put_sized(s, 0xde, held, 2);
        break;
    default: break;
    }
}

// ---- changing ----------------------------------------------------------------------------------------

// The token array is pre-order, so a value is the run [i, i + span).
static bool replace_run(tree *t, int from, int span, const token *with, int count, int parent)
{
    int more = count - span;
    if (t->count + more > MOST_TOKENS) {
        return false;
    }
    memmove(&t->at[from + count], &t->at[from + span], (size_t)(t->count - from - span) * sizeof *t->at);
    for (int i = 0; i < count; i++) {
        t->at[from + i] = with[i];
    }
    t->count += more;
    for (int i = from + count; i < t->count; i++) {
        t->at[i].parent += t->at[i].parent >= from + span ? more : 0;
    }
    for (int holder = parent; holder >= 0; holder = t->at[holder].parent) {
        t->at[holder].span += more;
    }
    return true;
}

// A copy of a value with parents counted from its new place.
static int lift(const tree *from, int i, token *out, int place, int parent)
{
    int span = from->at[i].span;
    memcpy(out, &from->at[i], (size_t)span * sizeof *out);
    for (int k = 1; k < span; k++) {
        out[k].parent += place - i;
    }
    out[0].parent = parent;
    return span;
}

typedef struct {
    tree tree, other;
    token *spare;    // room for one value
    uint8_t *room;   // for bytes that were changed
    size_t room_left;
    fuzz_dice *dice;
} gardener;

static void change_number(gardener *g, token *it)
{
    static const uint64_t edges[] = {0,      1,      2,       15,     16,         127,        128,       255,        256,
                                     1023,   1024,   65534,   65535,  65536,      0x7fffffff, 0x80000000, UINT32_MAX, 0x100000000,
                                     INT64_MAX, UINT64_MAX};
    switch (fuzz_below(g->dice, 5)) {
    case 0: it->number = edges[fuzz_below(g->dice, sizeof edges / sizeof edges[0])]; break;
    case 1: it->number++; break;
    case 2: it->number--; break;
    case 3: it->number ^= UINT64_C(1) << fuzz_below(g->dice, 16); break;
    default: it->number = fuzz_below(g->dice, 32); break;
    }
    it->kind = TOKEN_NUMBER;
    if (fuzz_below(g->dice, 16) == 0) {
        it->number = 0 - it->number;
        it->kind = (int64_t)it->number < 0 ? TOKEN_MINUS : TOKEN_NUMBER;
    }
}

static void put_in(gardener *g, token *it, brs_str what)
{
    size_t at = fuzz_below(g->dice, (uint32_t)it->bytes.len + 1);
    if (g->room_left < it->bytes.len + what.len) {
        return;
    }
    char *to = (char *)g->room;
    memcpy(to, it->bytes.ptr, at);
    memcpy(to + at, what.ptr, what.len);
    memcpy(to + at + what.len, it->bytes.ptr + at, it->bytes.len - at);
    it->bytes = (brs_str){to, it->bytes.len + what.len};
    g->room += it->bytes.len;
    g->room_left -= it->bytes.len;
}

static void change_bytes(gardener *g, token *it)
{
    enum { MORE = 64 };
    if (it->kind == TOKEN_TEXT && fuzz_below(g->dice, 2) == 0) {
        static const char *const bad[] = {"\xe2\x80\xae", "<script>", "\n", "\x7f",      "../",  "\xef\xbb\xbf", "&#1;", "]]>", "\xcc\x81\xcc\x81\xcc\x81",
                                          "\"",           "\\",       "> ", "[a](b:c)", "- - -", "{card:1}",     "\t",   "%s",  "\xf0\x9f\x91\xa9\xe2\x80\x8d"};
        const char *one = bad[fuzz_below(g->dice, sizeof bad / sizeof bad[0])];
        put_in(g, it, (brs_str){one, strlen(one)});
        return;
    }
    size_t most = it->bytes.len + MORE;
    if (g->room_left < most) {
        return;
    }
    if (it->bytes.len > 0) {
        memcpy(g->room, it->bytes.ptr, it->bytes.len);
    }
    size_t len = fuzz_bytes(g->room, it->bytes.len, most, g->dice);
    it->bytes = (brs_str){(char *)g->room, len};
    g->room += len;
    g->room_left -= len;
}

static void change_value(gardener *g, int i)
{
    token *it = &g->tree.at[i];
    if (it->kind == TOKEN_NUMBER || it->kind == TOKEN_MINUS) {
        change_number(g, it);
    } else if (it->kind == TOKEN_TEXT || it->kind == TOKEN_BYTES) {
        change_bytes(g, it);
    } else if (it->kind == TOKEN_WORD) {
        it->word = (uint8_t)(0xc0 + fuzz_below(g->dice, 4));
        it->word = it->word == 0xc1 ? 0xc0 : it->word;
    }
}

// Another kind of value in its place.
static void exchange(gardener *g, int i)
{
    static const token kinds[] = {{.kind = TOKEN_NUMBER, .span = 1},           {.kind = TOKEN_WORD, .word = 0xc0, .span = 1},
                                  {.kind = TOKEN_WORD, .word = 0xc3, .span = 1}, {.kind = TOKEN_TEXT, .span = 1},
                                  {.kind = TOKEN_BYTES, .span = 1},            {.kind = TOKEN_LIST, .span = 1},
                                  {.kind = TOKEN_MAP, .span = 1},              {.kind = TOKEN_MINUS, .number = UINT64_MAX, .span = 1}};
    token one = kinds[fuzz_below(g->dice, sizeof kinds / sizeof kinds[0])];
    one.bytes = (brs_str){"", 0};
    one.parent = g->tree.at[i].parent;
    replace_run(&g->tree, i, g->tree.at[i].span, &one, 1, one.parent);
}

// The value with which it is taken out or doubled: of a map, key and value together.
static int unit_of(const tree *t, int *i)
{
    int parent = t->at[*i].parent, at = parent + 1;
    if (parent < 0 || t->at[parent].kind != TOKEN_MAP) {
        return t->at[*i].span;
    }
    for (;;) {
        int pair = t->at[at].span + t->at[at + t->at[at].span].span;
        if (at + pair > *i) {
            *i = at;
            return pair;
        }
        at += pair;
    }
}

static void take_out(gardener *g, int i)
{
    int span = unit_of(&g->tree, &i);
    replace_run(&g->tree, i, span, NULL, 0, g->tree.at[i].parent);
}

static void copy_to(gardener *g, const tree *from, int source, int i, bool beside)
{
    int parent = g->tree.at[i].parent;
    int count = lift(from, source, g->spare, i, parent);
    replace_run(&g->tree, i, beside ? 0 : g->tree.at[i].span, g->spare, count, parent);
}

static void double_one(gardener *g, int i)
{
    int parent = g->tree.at[i].parent;
    if (g->tree.at[parent].kind == TOKEN_MAP) {
        return;  // the same key twice is tried by change_number
    }
    copy_to(g, &g->tree, i, i, true);
}

static void step(gardener *g)
{
    int i = 1 + (int)fuzz_below(g->dice, (uint32_t)g->tree.count - 1);
    uint32_t what = fuzz_below(g->dice, 20);
    if (what < 12) {
        change_value(g, i);
    } else if (what < 13) {
        exchange(g, i);
    } else if (what < 15) {
        take_out(g, i);
    } else if (what < 17) {
        double_one(g, i);
    } else if (what < 18 && g->other.count > 1) {
        copy_to(g, &g->other, 1 + (int)fuzz_below(g->dice, (uint32_t)g->other.count - 1), i, false);
    } else {
        copy_to(g, &g->tree, 1 + (int)fuzz_below(g->dice, (uint32_t)g->tree.count - 1), i, false);
    }
}

size_t fuzz_tree(brs_str body, brs_str other, uint8_t *out, size_t most, fuzz_dice *dice)
{
    static token tokens[3][MOST_TOKENS];
    static uint8_t room[2 << 20];
    gardener g = {.tree = {tokens[0], 0}, .other = {tokens[1], 0}, .spare = tokens[2], .room = room, .room_left = sizeof room, .dice = dice};
    if (!read_tree(body, &g.tree)) {
        return 0;
    }
    if (!read_tree(other, &g.other)) {
        g.other.count = 0;
    }
    for (uint32_t steps = 1 + fuzz_below(dice, MOST_STEPS); steps > 0 && g.tree.count > 1; steps--) {
        step(&g);
    }
    sink s = {.to = out, .most = most};
    for (int i = 0; i < g.tree.count; i++) {
        put_token(&s, &g.tree, i);
    }
    return s.full ? 0 : s.len;
}
