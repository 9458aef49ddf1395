// The compiler's main line: a text in, sentences and messages out.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rnr_cardc.h"
#include "sort.h"
#include "str.h"

// ---- messages ---------------------------------------------------------------

static void place_at(const cardc_text *t, int word, brs_err *err)
{
    const cardc_words *words = &t->words;
    if (words->count == 0) {
        err->line = words->first_line;
        err->col = 1;
    } else if (word < words->count) {
        err->line = words->word[word].line;
        err->col = words->word[word].col;
        err->offset = words->word[word].at;
    } else { // behind the last word
        const cardc_word *last = &words->word[words->count - 1];
        brs_str bytes = {words->text.ptr + last->at, last->len};
        err->line = last->line;
        err->col = last->col;
        for (size_t i = 0; i < bytes.len; i++) {
            err->col += ((unsigned char)bytes.ptr[i] & 0xC0) != 0x80;
        }
        err->offset = (int64_t)last->at + last->len;
    }
}

static brs_err *add_diag(cardc_text *t, int word, const char *label, bool warning,
                         const char *format, va_list args)
{
    char msg[sizeof((brs_err *)0)->msg];
    t->failed = t->failed || !warning;
    if (t->ndiag == CARDC_MAX_DIAGS) {
        return NULL;
    }
    cardc_diag *diag = &t->diag[t->ndiag++];
    diag->warning = warning;
    diag->err = BRS_ERR_NONE;
    vsnprintf(msg, sizeof msg, format, args);
    brs_fail(&diag->err, BRS_TEXT, "%s", msg);
    snprintf(diag->err.label, sizeof diag->err.label, "%s", label);
    brs_err_file(&diag->err, t->file);
    place_at(t, word, &diag->err);
    return &diag->err;
}

brs_err *cardc_fault(cardc_text *t, int word, const char *label, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    brs_err *err = add_diag(t, word, label, false, format, args);
    va_end(args);
    return err;
}

brs_err *cardc_warn(cardc_text *t, int word, const char *label, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    brs_err *err = add_diag(t, word, label, true, format, args);
    va_end(args);
    return err;
}

static int by_place(const void *a, const void *b)
{
    const cardc_diag *x = a, *y = b;
    if (x->err.line != y->err.line) {
        return x->err.line - y->err.line;
    }
    return x->err.col - y->err.col;
}

static void send_diags(cardc_text *t, brs_report report)
{
    cardc_diag room[CARDC_MAX_DIAGS];
    brs_sort(t->diag, (size_t)t->ndiag, sizeof t->diag[0], room, by_place);
    for (int i = 0; i < t->ndiag && report.fn != NULL; i++) {
        report.fn(report.ctx, &t->diag[i].err, t->diag[i].warning);
    }
}

// ---- sentences --------------------------------------------------------------

static void report_excess(cardc_text *t, const cardc_sentence *s, cardc_excess excess, int token)
{
    static const struct {
        int most;
        const char *what;
    } limits[] = {[CARDC_MANY_EFFECTS] = {RNR_MAX_EFFECTS, "effects"},
                  [CARDC_MANY_TESTS] = {RNR_MAX_TESTS, "conditions"},
                  [CARDC_MANY_COSTS] = {RNR_MAX_COSTS, "costs"},
                  [CARDC_MANY_CARDS] = {UINT8_MAX, "cards in a choice"}};
    brs_err *err = cardc_fault(t, s->token[token].word, "E240", "a sentence has at most %d %s.",
                               limits[excess].most, limits[excess].what);
    brs_help(err, excess == CARDC_MANY_CARDS ? "Write \"all\"." : "Make two sentences of it.");
}

// Compiles the sentence that begins at `word` into slot i. Returns the word after it.
static int compile_sentence(cardc_text *t, int i, int word)
{
    cardc_sentence *s = &t->sentence[i];
    cardc_take_sentence(&t->words, word, s);
    cardc_parse *parse = &t->parse;
    t->parsed[i] = false;
    parse->grammar = t->grammar;
    parse->words = &t->words;
    parse->sentence = s;
    parse->seen = NULL;
    if (s->too_long) {
        brs_help(cardc_fault(t, word, "E240", "this sentence is too long."),
                 "Make several sentences of it.");
    } else if (!cardc_parse_sentence(parse)) {
        cardc_explain(t);
    } else {
        int token;
        cardc_excess excess = cardc_build(parse, &t->program[i], &t->places[i], &token);
        t->parsed[i] = excess == CARDC_FITS;
        if (excess != CARDC_FITS) {
            report_excess(t, s, excess, token);
        }
    }
    return s->word_end;
}

static void compile_sentences(cardc_text *t, rnr_card *card)
{
    int word = 0;
    while (word < t->words.count && card->nsentence < RNR_MAX_SENTENCES) {
        word = compile_sentence(t, card->nsentence, word);
        card->nsentence++;
    }
    if (word < t->words.count) {
        cardc_fault(t, word, "E240", "a card has at most %d sentences.", RNR_MAX_SENTENCES);
    }
    if (t->words.too_long) {
        cardc_fault(t, t->words.count, "E240", "this text is too long.");
    }
    if (t->words.count == 0) {
        cardc_fault(t, 0, "E113", "the card has no text.");
    }
}

// The numbers on the card's face are in its text. The first of each counts.
static void take_stats(rnr_card *card)
{
    for (int i = card->nsentence - 1; i >= 0; i--) {
        const rnr_sentence *s = &card->sentence[i];
        for (int j = s->neffect - 1; j >= 0; j--) {
            uint16_t n = s->effect[j].amount.n;
            switch (s->effect[j].verb) {
            case RNR_FX_DEFENSE:
            case RNR_FX_DP: card->points = n; break;
            case RNR_FX_DRAIN: card->drain = n; break;
            case RNR_FX_GENERATE: card->yield = n; break;
            case RNR_FX_ATTACK:
                if (card->type == RNR_ATTACK && s->head == RNR_HEAD_NONE) {
                    card->points = n;
                }
                break;
            default: break;
            }
        }
    }
}

bool cardc_compile(cardc_text *room, brs_str text, rnr_card *card, int first_line,
                   brs_report report)
{
    room->ndiag = 0;
    room->failed = false;
    card->nsentence = 0;
    card->points = card->drain = card->yield = 0;
    memset(room->program, 0, sizeof room->program);
    card->sentence = room->program;
    cardc_split(text, first_line, &room->words);
    compile_sentences(room, card);
    if (!room->failed) {
        take_stats(card);
        cardc_check_card(room, card);
    }
    for (int i = 0; i < card->nsentence; i++) {
        if (room->parsed[i]) {
            cardc_check_sentence(room, card, i);
        }
    }
    send_diags(room, report);
    return !room->failed;
}

bool rnr_compile_text(brs_str text, rnr_card *card, rnr_sentence *sentences, const char *file,
                      int first_line, brs_report report)
{
    cardc_grammar grammar;
    cardc_text room = {.grammar = &grammar, .file = file};
    cardc_grammar_init(&grammar);
    bool ok = cardc_compile(&room, text, card, first_line, report);
    memcpy(sentences, room.program, sizeof room.program);
    card->sentence = sentences;
    return ok;
}
