// The corpus of card texts, tests/cards/*.txt: a card type, a text, "---", then the canonical text
// or the mistakes (and warnings), exactly. Blocks are separated by a line "===". CARDTEXT_BLESS=1
// rewrites what follows "---".
#include <criterion/criterion.h>
#include <dirent.h>

#include "cards_help.h"

static void answer(brs_str type, brs_str text, char *out, int cap)
{
    static cards_report report;
    static rnr_card card, again;
    static rnr_sentence sentences[RNR_MAX_SENTENCES], others[RNR_MAX_SENTENCES];
    card = (rnr_card){.type = (uint8_t)cards_type(type)};
    bool ok = rnr_compile_text(text, &card, sentences, "corpus", 1, cards_reporter(&report));
    int len = 0;
    if (ok) {
        static char printed[8192], twice[8192];
        static uint8_t bytes[RNR_PROGRAM_BYTES], more[RNR_PROGRAM_BYTES];
        rnr_print_card_text(&card, printed, (int)sizeof printed);
        again = (rnr_card){.type = card.type};
        cr_assert(rnr_compile_text(str_of(printed), &again, others, "printed", 1, (brs_report){0}), "%s",
                  printed);
        rnr_print_card_text(&again, twice, (int)sizeof twice);
        cr_assert_str_eq(printed, twice);
        int a = rnr_program_bytes(&card, bytes), b = rnr_program_bytes(&again, more);
        cr_assert(a == b && memcmp(bytes, more, (size_t)a) == 0, "another program: %s", printed);
        len = snprintf(out, (size_t)cap, "%s\n", printed);
    }
    snprintf(out + len, (size_t)(cap - len), "%s", report.text);
}

// One block: "Type\ntext...\n---\nanswer...\n".
static void check_block(brs_str block, const char *file, FILE *bless)
{
    brs_str rest = block, type = str_trim(str_cut(&rest, '\n')), line, body = rest;
    size_t text_len = 0;
    while (str_line(&rest, &line) && !str_is(line, "---")) {
        text_len = (size_t)(rest.ptr - body.ptr);
    }
    static char got[32768];
    answer(type, (brs_str){body.ptr, text_len}, got, (int)sizeof got);
    if (bless != NULL) {
        fprintf(bless, "%.*s\n%.*s---\n%s", BRS_ARG(type), (int)text_len, body.ptr, got);
        return;
    }
    cr_expect(str_equal(str_trim(rest), str_trim(str_of(got))),
              "%s: %.*s | %.*s\nwanted:\n%.*s\ngot:\n%s", file, BRS_ARG(type), (int)text_len,
              body.ptr, BRS_ARG(rest), got);
}

static int check_file(const char *name)
{
    char *text = cards_read(name);
    cr_assert_not_null(text, "%s", name);
    FILE *bless = getenv("CARDTEXT_BLESS") != NULL ? fopen(name, "wb") : NULL;
    int blocks = 0;
    char *from = text;
    while (from != NULL && *from != '\0') {
        char *end = strstr(from, "===\n");
        brs_str block = {from, end != NULL ? (size_t)(end - from) : strlen(from)};
        if (blocks > 0 && bless != NULL) {
            fputs("===\n", bless);
        }
        check_block(block, name, bless);
        blocks++;
        from = end != NULL ? end + 4 : NULL;
    }
    if (bless != NULL) {
        fclose(bless);
    }
    free(text);
    return blocks;
}

Test(cardtext_corpus, every_text_compiles_or_is_refused_as_written)
{
    DIR *folder = opendir("tests/cards");
    cr_assert_not_null(folder);
    int blocks = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        size_t len = strlen(entry->d_name);
        if (len > 4 && strcmp(entry->d_name + len - 4, ".txt") == 0) {
            char name[300];
            snprintf(name, sizeof name, "tests/cards/%s", entry->d_name);
            blocks += check_file(name);
        }
    }
    closedir(folder);
    cr_assert_geq(blocks, 90);
}

// ---- how a text may be written ----------------------------------------------

static void same_program(const char *a, const char *b)
{
    static cards_report report;
    static rnr_card one, two;
    static rnr_sentence ones[RNR_MAX_SENTENCES], twos[RNR_MAX_SENTENCES];
    static uint8_t x[RNR_PROGRAM_BYTES], y[RNR_PROGRAM_BYTES];
    one = (rnr_card){.type = RNR_FREEDOM};
    two = (rnr_card){.type = RNR_FREEDOM};
    cr_assert(rnr_compile_text(str_of(a), &one, ones, "a", 1, cards_reporter(&report)), "%s\n%s", a,
              report.text);
    cr_assert(rnr_compile_text(str_of(b), &two, twos, "b", 1, cards_reporter(&report)), "%s\n%s", b,
              report.text);
    int m = rnr_program_bytes(&one, x), n = rnr_program_bytes(&two, y);
    cr_assert(m == n && memcmp(x, y, (size_t)m) == 0, "not the same:\n%s\n%s", a, b);
}

Test(cardtext_corpus, case_space_apostrophes_and_the_last_period_do_not_matter)
{
    same_program("Look at Opponent's hand.", "LOOK   at\n\topponent\xE2\x80\x99s\xC2\xA0hand");
    same_program("Draw 1 card Each Turn.", "[Each Turn] draw 01 cards");
    same_program("Draw 1 card Each Turn.", "(each turn), you draw a card");
    same_program("Draw 1 card Each Turn.", "Each Controller's Turn: draw a card.");
}

Test(cardtext_corpus, only_the_words_that_the_glossary_equates_are_folded)
{
    same_program("Opponent loses 2 LP.", "Any opponent loses 2 Liberty Points.");
    same_program("When you gain IP, gain 1 LP.", "When you gain Independence Points, gain 1 LP.");
    same_program("Exile the top card of Opponent's Draw Pile.",
                 "Exile the top card of any opponent's deck.");
    same_program(
        "Block Opponent from declaring AoA until end of Opponent's next turn.",
        "Block Opponent from declaring Attack on Attack until end of Opponent's next turn.");
    same_program("Block AoA until your next turn.", "Block Rebel Clash until your next turn.");
    same_program("Destroy a UA Opponent controls.",
                 "Destroy an Unconstitutional Act Opponent controls.");
    same_program("All UAs Opponent controls lose 2 DP.",
                 "All UA's Opponent controls lose 2 Defense Points.");
    same_program("All Attacks you control gain 2 AP.",
                 "All Attacks you control gain 2 Attack Points.");
    same_program("Prevent 2 Attack Damage to this card this turn.",
                 "Prevent 2 AD to this card this turn.");
    same_program("This card counts as a Petition.", "(This card) counts as a Petition");
}

// ---- what the engine relies on ----------------------------------------------

static const rnr_card *compile(rnr_type type, const char *text)
{
    static rnr_card card;
    static rnr_sentence sentences[RNR_MAX_SENTENCES];
    static cards_report report;
    card = (rnr_card){.type = (uint8_t)type};
    cr_assert(rnr_compile_text(str_of(text), &card, sentences, "t", 1, cards_reporter(&report)), "%s",
              report.text);
    return &card;
}

Test(cardtext_corpus, the_numbers_of_a_card_come_from_its_text)
{
    const rnr_card *card =
        compile(RNR_UA, "2 Opponent LP Drain. 30 DP. Opponent draws 1 card Each Turn.");
    cr_assert_eq(card->drain, 2);
    cr_assert_eq(card->points, 30);
    cr_assert_eq(compile(RNR_PILLAR, "Generate 2 IP.")->yield, 2);
    cr_assert_eq(compile(RNR_DEFENSE, "15 Defense.")->points, 15);
    card = compile(RNR_ATTACK, "Gain 2 LP. 5 Attack to Opponent for each Bison card you control. "
                               "30 Attack to Opponent LP.");
    cr_assert_eq(card->points, 5);
}

Test(cardtext_corpus, a_sentence_knows_how_it_starts)
{
    cr_assert_eq(rnr_sentence_trigger(compile(RNR_DEFENSE, "15 Defense. Gain 1 LP."), 0),
                 RNR_TRIGGER_STAT);
    cr_assert_eq(rnr_sentence_trigger(compile(RNR_DEFENSE, "15 Defense. Gain 1 LP."), 1),
                 RNR_TRIGGER_WHEN_ATTACKED);
    cr_assert_eq(rnr_sentence_trigger(
                     compile(RNR_DEFENSE, "15 Defense. Prevent 2 LP loss to you this turn."), 1),
                 RNR_TRIGGER_AT_PLAY);
    cr_assert_eq(
        rnr_sentence_trigger(compile(RNR_DEFENSE, "15 Defense. This card is immune to Lock."), 1),
        RNR_TRIGGER_CONTINUOUS);
    cr_assert_eq(rnr_sentence_trigger(compile(RNR_FREEDOM, "Gain 1 LP."), 0), RNR_TRIGGER_AT_PLAY);
    cr_assert_eq(rnr_sentence_trigger(compile(RNR_FREEDOM, "Gain 1 LP Each Turn."), 0),
                 RNR_TRIGGER_EACH_TURN);
    cr_assert_eq(
        rnr_sentence_trigger(compile(RNR_FREEDOM, "When you gain IP, gain 1 LP Each Turn."), 0),
        RNR_TRIGGER_WHEN);
    cr_assert_eq(rnr_sentence_trigger(compile(RNR_FREEDOM, "Pay 1 IP: gain 1 LP."), 0),
                 RNR_TRIGGER_ACTIVATED);
    cr_assert_eq(rnr_sentence_trigger(compile(RNR_RIGHTS, "This card counts as a Petition."), 0),
                 RNR_TRIGGER_CONTINUOUS);
    cr_assert_eq(rnr_sentence_trigger(compile(RNR_ATTACK, "10 Attack to Opponent."), 0),
                 RNR_TRIGGER_AT_PLAY);
}

Test(cardtext_corpus, only_a_cost_of_exactly_discard_this_card_is_forced)
{
    cr_assert(rnr_is_forced(compile(RNR_FREEDOM, "Discard this card: Opponent loses 5 LP."), 0));
    cr_assert_not(rnr_is_forced(
        compile(RNR_FREEDOM, "Pay 2 IP and discard this card: Opponent loses 5 LP."), 0));
    cr_assert_not(
        rnr_is_forced(compile(RNR_DEFENSE, "9 Defense. Discard this card: gain 5 LP."), 1));
    cr_assert(rnr_is_forced(
        compile(RNR_DEFENSE, "9 Defense. When this card is destroyed, gain 5 LP."), 1));
}

Test(cardtext_corpus, unsaid_cards_are_yours_but_for_attacks_and_mill)
{
    cr_assert_eq(rnr_default_who(RNR_RIGHTS,
                                 &compile(RNR_RIGHTS, "Unlock a Freedom.")->sentence[0].effect[0]),
                 RNR_WHO_YOU);
    cr_assert_eq(
        rnr_default_who(
            RNR_ATTACK,
            &compile(RNR_ATTACK, "5 Attack to Opponent. Lock a Freedom.")->sentence[1].effect[0]),
        RNR_WHO_OPPONENT);
    cr_assert_eq(
        rnr_default_who(RNR_FREEDOM, &compile(RNR_FREEDOM, "Mill 1 card.")->sentence[0].effect[0]),
        RNR_WHO_OPPONENT);
}

Test(cardtext_corpus, spans_are_bytes_of_the_folded_text)
{
    const rnr_card *card = compile(RNR_RIGHTS, "  Gain 2 LP\n and   draw 1 card.  Draw 2 cards ");
    const char *folded = "Gain 2 LP and draw 1 card. Draw 2 cards";
    const rnr_effect *e = &card->sentence[0].effect[1];
    cr_assert_eq(card->sentence[0].end, strlen("Gain 2 LP and draw 1 card."));
    cr_assert(strncmp(folded + e->begin, "draw 1 card", (size_t)(e->end - e->begin)) == 0 &&
              e->end - e->begin == 11);
    cr_assert_eq(card->sentence[1].begin, 27);
    cr_assert_eq(card->sentence[1].end, strlen(folded));
}
