// A compiled set: its cards by number and name, and the bytes that its hash is of.
#define XXH_INLINE_ALL
#include <string.h>
#include <xxhash.h>

#include "rnr_cardfile.h"
#include "str.h"

const rnr_card *rnr_card_at(const brs_card_set *set, int number)
{
    return (const rnr_card *)set->cards + number;
}

// A letter, as it is folded; 0: what the name begins with is to be looked at closely.
static int first_letter(brs_str name)
{
    const int c = name.len > 0 ? name.ptr[0] | 0x20 : 0;
    return c >= 'a' && c <= 'z' ? c : 0;
}

static bool same_slice(brs_str a, brs_str b)
{
    return a.len == b.len && (a.len == 0 || (a.ptr[0] == b.ptr[0] && memcmp(a.ptr, b.ptr, a.len) == 0));
}

int rnr_card_find(const brs_card_set *set, brs_str name)
{
    for (int i = 0; i < set->count; i++) {  // nearly all names are written as the set writes them
        if (same_slice(rnr_card_at(set, i)->name, name)) {
            return i;
        }
    }
    const int wanted = first_letter(name);
    for (int i = 0; i < set->count; i++) {
        const brs_str own = rnr_card_at(set, i)->name;
        const int first = first_letter(own);
        if ((first == wanted || first == 0 || wanted == 0) && cardf_same_name(own, name)) {
            return i;
        }
    }
    return -1;
}

// ---- two sets ---------------------------------------------------------------

static bool same_face(const rnr_card *a, const rnr_card *b)
{
    return a->type == b->type && a->branch == b->branch && a->rarity == b->rarity && a->cost == b->cost &&
           a->points == b->points && a->drain == b->drain && a->yield == b->yield && a->line == b->line &&
           same_slice(a->name, b->name) && same_slice(a->text, b->text) && same_slice(a->description, b->description) &&
           same_slice(a->source, b->source) && strcmp(a->slug, b->slug) == 0;
}

static bool same_program(const rnr_card *a, const rnr_card *b)
{
    return a->nsentence == b->nsentence && a->listens == b->listens && a->traits == b->traits &&
           a->attack_sentence == b->attack_sentence && a->attack_effect == b->attack_effect &&
           memcmp(a->sentence, b->sentence, a->nsentence * sizeof *a->sentence) == 0;
}

bool rnr_same_set(const brs_card_set *a, const brs_card_set *b)
{
    bool same = strcmp(a->id, b->id) == 0 && strcmp(a->title, b->title) == 0 && strcmp(a->language, b->language) == 0 &&
                strcmp(a->licence, b->licence) == 0 && a->version == b->version && a->count == b->count && a->hash == b->hash;
    for (int i = 0; same && i < a->count; i++) {
        const rnr_card *x = rnr_card_at(a, i), *y = rnr_card_at(b, i);
        same = same_face(x, y) && same_program(x, y);
    }
    return same;
}

// ---- bytes of a program -----------------------------------------------------

typedef struct {
    uint8_t *out;
    int len;
} writer;

static void byte(writer *w, unsigned value)
{
    w->out[w->len++] = (uint8_t)value;
}

static void pair(writer *w, unsigned value)
{
    byte(w, value & 0xFF);
    byte(w, value >> 8);
}

static void selector(writer *w, const rnr_selector *s)
{
    byte(w, s->det);
    if (s->det == RNR_DET_NONE && s->word == 0 && s->type == 0 && s->branch == 0 &&
        s->rarity == 0) {
        return; // absent
    }
    byte(w, s->count);
    byte(w, s->rarity);
    byte(w, s->branch);
    byte(w, s->type);
    byte(w, s->who);
    byte(w, s->where);
    byte(w, s->cost_cmp);
    pair(w, s->cost);
    byte(w, s->word);
    byte(w, s->from);
}

static void effect(writer *w, const rnr_effect *e)
{
    byte(w, e->verb);
    byte(w, e->who);
    byte(w, e->flags);
    byte(w, e->resource);
    byte(w, e->duration);
    byte(w, e->flow);
    byte(w, e->flow_who);
    byte(w, e->word);
    byte(w, e->amount.kind);
    pair(w, e->amount.n);
    selector(w, &e->amount.per);
    selector(w, &e->what);
    selector(w, &e->to);
}

static void test(writer *w, const rnr_test *t)
{
    byte(w, t->kind);
    byte(w, t->who);
    byte(w, t->quant);
    byte(w, t->resource);
    byte(w, t->cmp);
    byte(w, t->who2);
    byte(w, t->resource2);
    byte(w, t->carried);
    pair(w, t->n);
    selector(w, &t->what);
}

static void sentence(writer *w, const rnr_sentence *s)
{
    byte(w, s->head);
    byte(w, s->each_turn);
    byte(w, s->when.on);
    byte(w, s->when.who);
    byte(w, s->when.bare);
    selector(w, &s->when.what);
    byte(w, s->ncost);
    for (int i = 0; i < s->ncost; i++) {
        byte(w, s->cost[i].kind);
        byte(w, s->cost[i].x);
        pair(w, s->cost[i].n);
        selector(w, &s->cost[i].what);
    }
    byte(w, s->ntest);
    for (int i = 0; i < s->ntest; i++) {
        test(w, &s->test[i]);
    }
    byte(w, s->neffect);
    for (int i = 0; i < s->neffect; i++) {
        effect(w, &s->effect[i]);
    }
}

int rnr_program_bytes(const rnr_card *card, uint8_t out[RNR_PROGRAM_BYTES])
{
    writer w = {.out = out};
    byte(&w, card->type);
    byte(&w, card->branch);
    byte(&w, card->rarity);
    pair(&w, card->cost);
    byte(&w, card->nsentence);
    for (int i = 0; i < card->nsentence; i++) {
        sentence(&w, &card->sentence[i]);
    }
    return w.len;
}

uint64_t cardf_hash(const brs_card_set *set)
{
    XXH3_state_t state;
    uint8_t program[RNR_PROGRAM_BYTES];
    XXH3_64bits_reset(&state);
    for (int i = 0; i < set->count; i++) {
        const rnr_card *card = rnr_card_at(set, i);
        XXH3_64bits_update(&state, card->name.ptr, card->name.len);
        XXH3_64bits_update(&state, "", 1);
        XXH3_64bits_update(&state, program, (size_t)rnr_program_bytes(card, program));
    }
    return XXH3_64bits_digest(&state);
}
