// A program of the build: compiles the built-in card files and prints the sets as a C table, which
// rnr_game.c includes. So no start of Broadside compiles them again. The table names fields and
// gives numbers: it fits any machine.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rnr_data.h"
#include "rnr_state.h"
#include "str.h"

// ---- parts of a program; what is 0 is left out
// -------------------------------------------------------

static void number(const char *field, long value)
{
    if (value != 0) {
        printf(".%s=%ld,", field, value);
    }
}

#define NUMBER(of, field) number(#field, (of)->field)

static void selector(const char *field, const rnr_selector *s)
{
    static const rnr_selector absent;
    if (memcmp(s, &absent, sizeof absent) == 0) {
        return;
    }
    printf(".%s={.det=%d,", field, s->det);
    NUMBER(s, count);
    NUMBER(s, rarity);
    NUMBER(s, branch);
    NUMBER(s, type);
    NUMBER(s, who);
    NUMBER(s, where);
    NUMBER(s, cost_cmp);
    NUMBER(s, cost);
    NUMBER(s, word);
    NUMBER(s, from);
    printf("},");
}

static void cost(int i, const rnr_cost *c)
{
    printf(",.cost[%d]={.kind=%d,", i, c->kind);
    NUMBER(c, x);
    NUMBER(c, n);
    selector("what", &c->what);
    printf("}");
}

static void test(int i, const rnr_test *t)
{
    printf(",.test[%d]={.kind=%d,", i, t->kind);
    NUMBER(t, who);
    NUMBER(t, quant);
    NUMBER(t, resource);
    NUMBER(t, cmp);
    NUMBER(t, who2);
    NUMBER(t, resource2);
    NUMBER(t, carried);
    NUMBER(t, n);
    NUMBER(t, pad);
    selector("what", &t->what);
    printf("}");
}

static void effect(int i, const rnr_effect *e)
{
    printf(",.effect[%d]={.verb=%d,", i, e->verb);
    NUMBER(e, who);
    NUMBER(e, flags);
    NUMBER(e, resource);
    NUMBER(e, duration);
    NUMBER(e, flow);
    NUMBER(e, flow_who);
    NUMBER(e, word);
    printf(".amount={.kind=%d,", e->amount.kind);
    NUMBER(&e->amount, pad);
    NUMBER(&e->amount, n);
    selector("per", &e->amount.per);
    printf("},");
    selector("what", &e->what);
    selector("to", &e->to);
    NUMBER(e, begin);
    NUMBER(e, end);
    printf("}");
}

static void sentence(const rnr_sentence *s)
{
    printf("{");
    NUMBER(s, head);
    NUMBER(s, each_turn);
    NUMBER(s, ncost);
    NUMBER(s, ntest);
    NUMBER(s, neffect);
    NUMBER(s, trigger);
    NUMBER(s, begin);
    NUMBER(s, end);
    printf(".when={.on=%d,", s->when.on);
    NUMBER(&s->when, who);
    NUMBER(&s->when, bare);
    NUMBER(&s->when, pad);
    selector("what", &s->when.what);
    printf("}");
    for (int j = 0; j < s->ncost; j++) {
        cost(j, &s->cost[j]);
    }
    for (int j = 0; j < s->ntest; j++) {
        test(j, &s->test[j]);
    }
    for (int j = 0; j < s->neffect; j++) {
        effect(j, &s->effect[j]);
    }
    printf("},\n");
}

// ---- cards and sets
// --------------------------------------------------------------------------------

// Octal, since hexadecimal would go on into a digit behind it.
static void literal(brs_str text)
{
    putchar('"');
    for (size_t i = 0; i < text.len; i++) {
        const unsigned char c = (unsigned char)text.ptr[i];
        if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?') {
            printf("\\%03o", c);
        } else {
            putchar(c);
        }
    }
    putchar('"');
}

static void string(const char *field, const char *text)
{
    printf(".%s=", field);
    literal(str_of(text));
    printf(",");
}

static void slice(const char *field, brs_str text)
{
    if (text.ptr != NULL) {
        printf("\n .%s={", field);
        literal(text);
        printf(",%zu},", text.len);
    }
}

static void card(const rnr_card *c, int set, int first)
{
    printf("{");
    NUMBER(c, type);
    NUMBER(c, branch);
    NUMBER(c, rarity);
    NUMBER(c, nsentence);
    NUMBER(c, cost);
    NUMBER(c, points);
    NUMBER(c, drain);
    NUMBER(c, yield);
    NUMBER(c, listens);
    NUMBER(c, traits);
    NUMBER(c, attack_sentence);
    NUMBER(c, attack_effect);
    NUMBER(c, line);
    slice("name", c->name);
    slice("text", c->text);
    slice("description", c->description);
    slice("source", c->source);
    string("slug", c->slug);
    printf(".sentence=rnr_set_sentences_%d+%d},\n", set, first);
}

// The sentences stand apart: they hold no address, so no start has to put them in order.
static void cards(const brs_card_set *set, int index)
{
    int first = 0;
    printf("static const rnr_sentence rnr_set_sentences_%d[] = {\n", index);
    for (int i = 0; i < set->count; i++) {
        for (int j = 0; j < rnr_card_at(set, i)->nsentence; j++) {
            sentence(&rnr_card_at(set, i)->sentence[j]);
        }
    }
    printf("};\nstatic const rnr_card rnr_set_cards_%d[] = {\n", index);
    for (int i = 0; i < set->count; i++) {
        card(rnr_card_at(set, i), index, first);
        first += rnr_card_at(set, i)->nsentence;
    }
    printf("};\n");
}

static void head(const brs_card_set *set, int index)
{
    printf("{");
    string("id", set->id);
    string("title", set->title);
    string("language", set->language);
    string("licence", set->licence);
    string("source", set->source);
    printf(".version=%d,.count=%d,.hash=UINT64_C(0x%016" PRIx64 "),.cards=rnr_set_cards_%d},\n",
           set->version, set->count, set->hash, index);
}

// ---- the program
// --------------------------------------------------------------------------------------

enum { MOST_SETS = 16 };

static void complain(void *ctx, const brs_err *err, bool warning)
{
    (void)ctx;
    (void)warning;
    char text[1024];
    brs_err_format(err, text, (int)sizeof text);
    fprintf(stderr, "%s\n", text);
}

// The first set that has all the cards of a deck; -1: none, and why not in the first is told.
static int read_deck(brs_str text, const brs_card_set *set, int sets, brs_arena *arena, brs_deck *out)
{
    for (int i = 0; i < sets; i++) {
        if (rnr_read_deck(&set[i], text, "built-in deck", arena, out, (brs_report){NULL, NULL})) {
            return i;
        }
    }
    rnr_read_deck(&set[0], text, "built-in deck", arena, out, (brs_report){complain, NULL});
    return -1;
}

static bool decks(const brs_card_set *set, int sets, brs_arena *arena)
{
    bool ok = true;
    printf("static const brs_built_deck rnr_decks[] = {\n");
    for (int i = 0; ok && rnr_deck_texts[i] != NULL; i++) {
        brs_deck deck;
        brs_deck_head top;
        const int of = read_deck(str_of(rnr_deck_texts[i]), set, sets, arena, &deck);
        rnr_deck_head(str_of(rnr_deck_texts[i]), &top);
        printf("{.deck={.count=%d,", deck.count);
        string("name", deck.name);
        printf(".card={");
        for (int j = 0; j < deck.count; j++) {
            printf("%d,", deck.card[j]);
        }
        printf("}},.set=%d,.edition=", of);
        literal(top.edition);
        printf("},\n");
        ok = of >= 0;
    }
    printf("};\n");
    return ok;
}

int main(void)
{
    brs_arena arena;
    brs_card_set set[MOST_SETS];
    int sets = 0;
    bool ok = true;
    brs_arena_init(&arena, 0);
    for (; ok && rnr_set_texts[sets] != NULL; sets++) {
        ok = sets < MOST_SETS && rnr_make_set(str_of(rnr_set_texts[sets]), BRS_BUILT_IN_SET, &arena,
                                              &set[sets], (brs_report){complain, NULL});
        if (ok) {
            cards(&set[sets], sets);
        }
    }
    printf("static const brs_card_set rnr_sets[] = {\n");
    for (int i = 0; ok && i < sets; i++) {
        head(&set[i], i);
    }
    printf("};\n");
    ok = ok && decks(set, sets, &arena);
    brs_arena_release(&arena);
    return ok && fflush(stdout) == 0 ? 0 : 1;
}
