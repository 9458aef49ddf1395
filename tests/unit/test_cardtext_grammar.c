// The grammar of card text: LL(1), all of it shown by an example card, and every sentence that it
// can make compiles, prints and compiles again to the same program.
#include <criterion/criterion.h>

#include "cards_help.h"

static const char examples[] = "tests/cards/examples.cards.md";

// ---- the table --------------------------------------------------------------

Test(cardtext_grammar, one_term_of_look_ahead_decides_everything)
{
    static cardc_grammar grammar;
    static cardc_set follow[CARDC_MAX_NODES];
    cardc_grammar_init(&grammar);
    cardc_follow(&grammar, follow);
    int at = cardc_conflict(&grammar, follow);
    int rule = 0;
    while (rule + 1 < R_COUNT && at != 0 && (rule == 0 || grammar.rule[rule] < at)) {
        rule++; // a rule's right side is the last of its nodes
    }
    cr_assert_eq(at, 0, "the grammar is not LL(1) in rule %s",
                 at != 0 ? cardc_rule_name(rule) : "");
}

Test(cardtext_grammar, a_conflict_is_found_when_there_is_one)
{
    static cardc_grammar grammar;
    static cardc_set follow[CARDC_MAX_NODES];
    cardc_grammar_init(&grammar);
    // "One" (a | another) may now also begin like what follows it: a card noun.
    cardc_node *one = &grammar.node[grammar.rule[R_One]];
    one->nullable = true;
    cardc_add(&one->first, T_CARD);
    cardc_follow(&grammar, follow);
    cr_assert_neq(cardc_conflict(&grammar, follow), 0);
}

Test(cardtext_grammar, every_term_and_rule_is_used)
{
    static cardc_grammar grammar;
    bool term[T_COUNT] = {false}, rule[R_COUNT] = {false};
    cardc_grammar_init(&grammar);
    for (int i = 1; i < grammar.count; i++) {
        if (grammar.node[i].kind == CARDC_TERM) {
            term[grammar.node[i].id] = true;
        } else if (grammar.node[i].kind == CARDC_RULE) {
            rule[grammar.node[i].id] = true;
        }
    }
    for (int t = T_NUMBER; t < T_COUNT; t++) {
        cr_expect(term[t], "no rule uses the term %d (%s)", t,
                  t > T_COST ? cardc_term_words((cardc_term)t) : "");
    }
    for (int r = R_Sentence + 1; r < R_COUNT; r++) {
        cr_expect(rule[r], "no rule uses %s", cardc_rule_name(r));
    }
}

// ---- the example cards ------------------------------------------------------

typedef struct {
    cardc_grammar grammar;
    cardc_words words;
    cardc_sentence sentence;
    cardc_parse parse;
    uint8_t seen[CARDC_MAX_NODES];
} bench;

static void parse_all(bench *b, brs_str text)
{
    cardc_split(text, 1, &b->words);
    for (int word = 0; word < b->words.count; word = b->sentence.word_end) {
        cardc_take_sentence(&b->words, word, &b->sentence);
        b->parse = (cardc_parse){
            .grammar = &b->grammar, .words = &b->words, .sentence = &b->sentence, .seen = b->seen};
        cr_assert(cardc_parse_sentence(&b->parse), "does not parse: %.*s", BRS_ARG(text));
    }
}

Test(cardtext_grammar, the_example_cards_reach_every_alternative)
{
    static bench b;
    char *text = cards_read(examples);
    cr_assert_not_null(text);
    brs_arena arena;
    brs_arena_init(&arena, 0);
    brs_card_set set;
    static cards_report report;
    cr_assert(rnr_compile_set(str_of(text), examples, &arena, &set, cards_reporter(&report)), "%s",
              report.text);
    cr_assert_eq(set.count, 131);
    cardc_grammar_init(&b.grammar);
    for (int i = 0; i < set.count; i++) {
        parse_all(&b, rnr_card_at(&set, i)->text);
    }
    for (int rule = 1, at = 1; rule < R_COUNT; rule++) {
        for (; at <= b.grammar.rule[rule]; at++) {
            const cardc_node *node = &b.grammar.node[at];
            const char *what = node->kind == CARDC_TERM && node->id > T_COST
                                   ? cardc_term_words((cardc_term)node->id)
                               : node->kind == CARDC_RULE ? cardc_rule_name(node->id)
                                                          : "a group";
            cr_expect(b.seen[at], "no example reaches %s in rule %s", what, cardc_rule_name(rule));
        }
    }
    brs_arena_release(&arena);
    free(text);
}

// ---- sentences made from the grammar ----------------------------------------

typedef struct {
    const cardc_grammar *grammar;
    uint64_t random;
    char text[4096];
    int len;
} maker;

static uint32_t below(maker *m, uint32_t n)
{
    m->random += 0x9E3779B97F4A7C15u;
    uint64_t z = m->random;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)(((z ^ (z >> 31)) >> 32) % n);
}

static void emit(maker *m, const char *words)
{
    bool mark = strchr(",:.", words[0]) != NULL;
    m->len += snprintf(m->text + m->len, sizeof m->text - (size_t)m->len, "%s%s",
                       m->len > 0 && !mark ? " " : "", words);
}

static void make_term(maker *m, int term)
{
    char digits[8];
    if (term == T_NUMBER) {
        snprintf(digits, sizeof digits, "%u", below(m, 4) > 0 ? below(m, 6) : below(m, 256));
        emit(m, digits);
    } else if (term != T_COST) {
        emit(m, cardc_term_words((cardc_term)term));
    }
}

static void make(maker *m, int at)
{
    const cardc_node *node = &m->grammar->node[at];
    int children = 0;
    for (int i = node->child; i != 0; i = m->grammar->node[i].next) {
        children++;
    }
    int from = node->child;
    switch ((cardc_kind)node->kind) {
    case CARDC_TERM: make_term(m, node->id); return;
    case CARDC_RULE: make(m, m->grammar->rule[node->id]); return;
    case CARDC_CHOICE:
        for (uint32_t skip = below(m, (uint32_t)children); skip > 0; skip--) {
            from = m->grammar->node[from].next;
        }
        make(m, from);
        return;
    case CARDC_OPTION:
    case CARDC_REPEAT:
        if (below(m, node->kind == CARDC_OPTION ? 2 : 3) != 0) {
            return;
        }
        break;
    case CARDC_SEQUENCE: break;
    }
    for (; from != 0; from = m->grammar->node[from].next) {
        make(m, from);
    }
}

typedef struct {
    bench b;
    rnr_card card;
    rnr_sentence sentence;
    cardc_places places;
    uint8_t bytes[RNR_PROGRAM_BYTES];
    int nbytes;
    char printed[8192];
} compiled;

// Without checks of meaning: whatever parses has a program.
static cardc_excess compile_one(compiled *c, const char *text)
{
    int token;
    c->card = (rnr_card){.nsentence = 1, .sentence = &c->sentence};
    memset(c->b.seen, 0, sizeof c->b.seen);
    cardc_split(str_of(text), 1, &c->b.words);
    cardc_take_sentence(&c->b.words, 0, &c->b.sentence);
    c->b.parse =
        (cardc_parse){.grammar = &c->b.grammar, .words = &c->b.words, .sentence = &c->b.sentence};
    cr_assert(cardc_parse_sentence(&c->b.parse), "does not parse at \"%s\": %s",
              c->b.words.word[c->b.sentence.token[c->b.parse.token].word].low, text);
    cardc_excess excess = cardc_build(&c->b.parse, &c->sentence, &c->places, &token);
    if (excess == CARDC_FITS) {
        c->nbytes = rnr_program_bytes(&c->card, c->bytes);
        rnr_print_card_text(&c->card, c->printed, (int)sizeof c->printed);
    }
    return excess;
}

static long fuzz_count(void)
{
    const char *wanted = getenv("CARDTEXT_SENTENCES"); // for longer runs
    return wanted != NULL ? strtol(wanted, NULL, 10) : 20000;
}

// ---- nothing of a sentence is lost ------------------------------------------

// Terms that mean the same, folded to one; T_END for what the canonical text may leave out or add.
static int folded(const cardc_token *token)
{
    static const uint8_t pairs[][2] = {{T_ATTACKS, T_ATTACK},
                                       {T_DEFENSES, T_DEFENSE},
                                       {T_UAS, T_UA},
                                       {T_PILLARS, T_PILLAR},
                                       {T_FREEDOMS, T_FREEDOM},
                                       {T_BILLS, T_BILL},
                                       {T_PETITIONS, T_PETITION},
                                       {T_EAGLES, T_EAGLE},
                                       {T_LIBERTY_BELLS, T_LIBERTY_BELL},
                                       {T_SCROLLS, T_SCROLL},
                                       {T_CARDS, T_CARD},
                                       {T_GAINS, T_GAIN},
                                       {T_LOSES, T_LOSE},
                                       {T_COSTS, T_COST_PLURAL},
                                       {T_IS_IMMUNE_TO, T_ARE_IMMUNE_TO},
                                       {T_COUNTS_AS, T_COUNT_AS},
                                       {T_BYPASSES, T_BYPASS},
                                       {T_OR_GREATER, T_OR_MORE},
                                       {T_OR_FEWER, T_OR_LESS},
                                       {T_UNTIL_END_OF_TURN, T_THIS_TURN},
                                       {T_PLUS, T_END},
                                       {T_YOU, T_END},
                                       {T_IF, T_END},
                                       {T_AND, T_END},
                                       {T_COMMA, T_END},
                                       {T_COLON, T_END},
                                       {T_PERIOD, T_END},
                                       {T_COST, T_END},
                                       {T_EACH_TURN, T_END},
                                       {T_THIS_CARD, T_END},
                                       {T_A, T_END}};
    if (token->term == T_NUMBER && token->number == 1) {
        return T_END; // "a card" is "1 card", "the top 1 card" is "the top card"
    }
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (pairs[i][0] == token->term) {
            return pairs[i][1];
        }
    }
    return token->term;
}

static void weigh(const cardc_sentence *s, long weight[T_COUNT])
{
    memset(weight, 0, T_COUNT * sizeof weight[0]);
    for (int i = 0; i < s->count; i++) {
        int term = folded(&s->token[i]);
        weight[term] += term == T_NUMBER ? 1000 + s->token[i].number : 1;
    }
    weight[T_GAIN] += weight[T_PLUS];
    weight[T_END] = 0;
}

// "+2 LP" is "gain 2 LP", "gain +2 LP" too: with a "+", the number of gains is not compared.
static void expect_nothing_lost(const cardc_sentence *made, const cardc_sentence *printed,
                                const char *a, const char *b)
{
    long x[T_COUNT], y[T_COUNT];
    weigh(made, x);
    weigh(printed, y);
    if (strchr(a, '+') != NULL) {
        x[T_GAIN] = y[T_GAIN] = 0;
    }
    for (int term = 0; term < T_COUNT; term++) {
        cr_assert_eq(x[term], y[term], "\"%s\" was lost or changed:\n  %s\n  %s",
                     term > T_COST ? cardc_term_words((cardc_term)term) : "a number", a, b);
    }
}

// The sentence with one term replaced by another that may stand in its place; false when it has
// none such.
static bool vary(maker *m, const cardc_sentence *s, char *out, int cap)
{
    int at = (int)below(m, (uint32_t)s->count), others[64], n = 0, len = 0;
    for (int i = 1; i < m->grammar->count; i++) {
        const cardc_node *node = &m->grammar->node[i];
        bool here = false;
        int start = n;
        for (int c = node->child; node->kind == CARDC_CHOICE && c != 0;
             c = m->grammar->node[c].next) {
            const cardc_node *option = &m->grammar->node[c];
            here = here || (option->kind == CARDC_TERM && option->id == s->token[at].term);
            if (option->kind == CARDC_TERM && n < 64) {
                others[n++] = option->id;
            }
        }
        n = here ? n : start;
    }
    if (n == 0) {
        return false;
    }
    int other = others[below(m, (uint32_t)n)];
    for (int i = 0; i < s->count; i++) {
        const cardc_token *token = &s->token[i];
        char digits[8];
        snprintf(digits, sizeof digits, "%d", token->number);
        const char *words = token->term == T_NUMBER ? digits
                            : token->term == T_COST
                                ? ""
                                : cardc_term_words((cardc_term)(i == at ? other : token->term));
        len += snprintf(out + len, (size_t)(cap - len), "%s%s", i > 0 ? " " : "", words);
    }
    return true;
}

static bool parses(compiled *c, const char *text)
{
    cardc_split(str_of(text), 1, &c->b.words);
    cardc_take_sentence(&c->b.words, 0, &c->b.sentence);
    c->b.parse =
        (cardc_parse){.grammar = &c->b.grammar, .words = &c->b.words, .sentence = &c->b.sentence};
    return cardc_parse_sentence(&c->b.parse) && c->b.sentence.word_end == c->b.words.count;
}

Test(cardtext_grammar, texts_that_differ_have_programs_that_differ, .timeout = 600)
{
    static compiled first, second;
    static char other[8192];
    cardc_grammar_init(&first.b.grammar);
    cardc_grammar_init(&second.b.grammar);
    maker m = {.grammar = &first.b.grammar, .random = 1791};
    long varied = 0, count = fuzz_count();
    for (long i = 0; i < count; i++) {
        m.len = 0;
        make(&m, m.grammar->rule[R_Sentence]);
        if (compile_one(&first, m.text) != CARDC_FITS ||
            !vary(&m, &first.b.sentence, other, (int)sizeof other) || !parses(&second, other) ||
            compile_one(&second, other) != CARDC_FITS) {
            continue;
        }
        bool same_text = strcmp(first.printed, second.printed) == 0;
        bool same_bytes = first.nbytes == second.nbytes &&
                          memcmp(first.bytes, second.bytes, (size_t)first.nbytes) == 0;
        cr_assert_eq(same_text, same_bytes, "%s program:\n  %s\n  %s\n  %s\n  %s",
                     same_bytes ? "the same" : "another", m.text, other, first.printed,
                     second.printed);
        varied += !same_text;
    }
    cr_assert_gt(varied, count / 20);
}

Test(cardtext_grammar, whatever_the_grammar_makes_prints_back_to_the_same_program, .timeout = 600)
{
    static compiled first, second;
    static cardc_grammar grammar;
    cardc_grammar_init(&grammar);
    cardc_grammar_init(&first.b.grammar);
    cardc_grammar_init(&second.b.grammar);
    maker m = {.grammar = &grammar, .random = 1776};
    long kept = 0, count = fuzz_count();
    for (long i = 0; i < count; i++) {
        m.len = 0;
        make(&m, grammar.rule[R_Sentence]);
        if (compile_one(&first, m.text) != CARDC_FITS) {
            continue;
        }
        kept++;
        cr_assert_eq(compile_one(&second, first.printed), CARDC_FITS);
        expect_nothing_lost(&first.b.sentence, &second.b.sentence, m.text, first.printed);
        cr_assert(first.nbytes == second.nbytes &&
                      memcmp(first.bytes, second.bytes, (size_t)first.nbytes) == 0,
                  "another program:\n  %s\n  %s\n  %s", m.text, first.printed, second.printed);
        cr_assert_str_eq(first.printed, second.printed);
    }
    cr_assert_gt(kept, count * 8 / 10, "only %ld of %ld sentences fit a program", kept, count);
}

Test(cardtext_grammar, damaged_sentences_are_refused_at_a_place_or_compile, .timeout = 600)
{
    static cardc_grammar grammar;
    static cards_report report;
    static rnr_card card;
    cardc_grammar_init(&grammar);
    cardc_text *room = calloc(1, sizeof *room);
    room->grammar = &grammar;
    maker m = {.grammar = &grammar, .random = 1787};
    long refused = 0, count = fuzz_count() / 4;
    for (long i = 0; i < count; i++) {
        m.len = 0;
        make(&m, grammar.rule[R_Sentence]);
        int cut = (int)below(&m, (uint32_t)m.len), len = 1 + (int)below(&m, 6);
        len = cut + len > m.len ? m.len - cut : len;
        memmove(m.text + cut, m.text + cut + len, (size_t)(m.len - cut - len) + 1);
        card = (rnr_card){.type = (uint8_t)(1 + below(&m, 7))};
        bool ok = cardc_compile(room, str_of(m.text), &card, 7, cards_reporter(&report));
        cr_assert_eq(ok, report.errors == 0, "%s\n%s", m.text, report.text);
        cr_assert(ok || strncmp(report.text, "7:", 2) == 0, "%s\n%s", m.text, report.text);
        refused += !ok;
    }
    cr_assert_gt(refused, count / 2);
    free(room);
}
