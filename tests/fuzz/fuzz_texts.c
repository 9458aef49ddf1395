// Texts of strangers: transcripts, card files, decks, editions. README.md says what is asked of each.
#include <string.h>

#include "broadside/transcript.h"
#include "fuzz_bench.h"
#include "str.h"

static void count_mistake(void *ctx, const brs_err *err, bool warning)
{
    int *mistakes = ctx;
    *mistakes += !warning;
    want(err->code != BRS_OK && err->msg[0] != '\0', "a mistake says what it is", NULL);
}

// ---- transcript --------------------------------------------------------------------------------------

static brs_str text_of(fuzz_bench *b, const brs_replay *replay, const brs_transcript_world *world)
{
    brs_str text = {NULL, 0};
    brs_err err = BRS_ERR_NONE;
    want(brs_transcript_text(replay, world, &b->scratch, &text, &err), "what was compiled has a text", &err);
    return text;
}

void fuzz_transcript(fuzz_bench *b, brs_str data)
{
    const brs_transcript_world world = {.library = &b->library};
    brs_replay replay, again;
    brs_setup setup;
    brs_err err = BRS_ERR_NONE;
    int mistakes = 0;
    bool ok = brs_transcript_compile(data, "a transcript", &world, &b->scratch, &replay, (brs_report){count_mistake, &mistakes});
    want(ok == (mistakes == 0), "a transcript is refused if and only if a mistake was told", NULL);
    want(mistakes <= BRS_TRANSCRIPT_MAX_ERRORS, "not too many mistakes are told", NULL);
    if (!ok) {
        return;
    }
    brs_str file;
    want(brs_replay_encode(&replay, &b->scratch, &file, &err), "what was compiled can be written", &err);
    want(brs_replay_setup(&replay, &b->library, &b->scratch, &setup, &err) &&
             brs_replay_verify(&replay, &setup, &b->scratch, NULL, brs_report_first(&err)),
         "what was compiled plays back", &err);
    brs_str text = text_of(b, &replay, &world);
    ok = brs_transcript_compile(text, "its text", &world, &b->scratch, &again, brs_report_first(&err));
    want(ok, "its text compiles", &err);
    want(memcmp(again.core, replay.core, BRS_CORE_ID) == 0, "to the same game", NULL);
    want(str_equal(text, text_of(b, &again, &world)), "which has the same text", NULL);
}

// ---- cards, decks, editions --------------------------------------------------------------------------

static const brs_shelf *with_cards(const fuzz_bench *b)
{
    const brs_shelf *shelf = b->library.shelf;
    while (shelf->game->compile_set == NULL) {
        shelf++;
    }
    return shelf;
}

// A card file of so many bytes that it may be carried in a replay.
void fuzz_cards(fuzz_bench *b, brs_str data)
{
    const brs_game_def *game = with_cards(b)->game;
    brs_card_set *set = BRS_NEW(&b->scratch, brs_card_set, 2), *again = set + 1;
    int mistakes = 0;
    bool ok = game->compile_set(data, "cards", &b->scratch, set, (brs_report){count_mistake, &mistakes});
    want(ok == (mistakes == 0), "a card file is refused if and only if a mistake was told", NULL);
    if (ok) {
        want(game->compile_set(data, "cards", &b->scratch, again, (brs_report){count_mistake, &mistakes}), "twice", NULL);
        want(set->hash == again->hash && set->count == again->count, "a card file has one meaning", NULL);
    }
}

void fuzz_deck(fuzz_bench *b, brs_str data)
{
    enum { MOST_TEXT = 65536 };
    const brs_shelf *shelf = with_cards(b);
    const brs_game_def *game = shelf->game;
    brs_deck *deck = BRS_NEW(&b->scratch, brs_deck, 2), *again = deck + 1;
    char *text = BRS_NEW(&b->scratch, char, MOST_TEXT);
    brs_deck_head head;
    int mistakes = 0;
    game->deck_head(data, &head);
    bool ok = game->read_deck(&shelf->sets[0], data, "deck", &b->scratch, deck, (brs_report){count_mistake, &mistakes});
    want(ok == (mistakes == 0), "a deck is refused if and only if a mistake was told", NULL);
    if (!ok) {
        return;
    }
    for (int i = 0; i < shelf->editions.count; i++) {
        const brs_edition *edition = shelf->editions.edition[i];
        mistakes = 0;
        ok = game->check_deck(edition, &edition->options, &shelf->sets[0], deck, (brs_report){count_mistake, &mistakes});
        want(ok == (mistakes == 0), "a deck is illegal if and only if a rule that it breaks was told", NULL);
    }
    int len = game->write_deck(&shelf->sets[0], deck, NULL, text, MOST_TEXT);
    want(len > 0 && len < MOST_TEXT, "a deck can be written", NULL);
    brs_err err = BRS_ERR_NONE;
    ok = game->read_deck(&shelf->sets[0], (brs_str){text, (size_t)len}, "its text", &b->scratch, again, brs_report_first(&err));
    want(ok, "what was written can be read", &err);
    want(deck->count == again->count && memcmp(deck->card, again->card, (size_t)deck->count * sizeof deck->card[0]) == 0,
         "and is the same deck", NULL);
}

// On top of the editions that there are.
void fuzz_edition(fuzz_bench *b, brs_str data)
{
    enum { MOST = 16 };
    const brs_game_def *game = with_cards(b)->game;
    brs_game_def *changed = BRS_NEW(&b->scratch, brs_game_def, 1);
    const char **texts = BRS_NEW(&b->scratch, const char *, MOST);
    brs_editions *editions = BRS_NEW(&b->scratch, brs_editions, 1);
    brs_err err = BRS_ERR_NONE;
    int n = 0;
    for (; game->edition_texts[n] != NULL && n < MOST - 2; n++) {
        texts[n] = game->edition_texts[n];
    }
    texts[n] = brs_arena_string(&b->scratch, data);
    *changed = *game;
    changed->edition_texts = texts;
    if (!told(brs_editions_load(changed, &b->scratch, editions, &err), &err, "edition")) {
        return;
    }
    for (int i = 0; i < editions->count; i++) {
        for (int row = 0; row < game->option_count; row++) {
            want(brs_option_valid(&game->options[row], editions->edition[i]->options.value[row]), "options are within their bounds", NULL);
        }
    }
}
