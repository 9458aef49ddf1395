// What a transcript may say, construct by construct: it is read, compared, and written in its one form.
#include <stdio.h>

#include "transcript_help.h"

static const char RNR[] =
    "broadside-transcript 1\n"
    "game: rnr\n"
    "players: A \"Ada\"; B \"Bo\"\n"
    "decks: A Hearth and Field; B Paper and Ink\n"
    "chance: recorded\n"
    "alias: RF = Rail Fence Line\n"
    "\n"
    "setup\n"
    "  A hand Snow Wall; Freehold Farm; Rail; Rail; Freehold; ?; ?\n"
    "  roll A 5; B 3\n"
    "T1 A\n"
    "  pillar free\n"
    "T2 B\n"
    "  pillar town cl off\n"
    "T3 A\n"
    "  draw Freehold Farm\n"
    "  pillar FREEHOLD\n"
    "  play RF\n"
    "T4 B\n"
    "  pillar Town Clerk's Office\n";

static const char TWO_FENCES[] = "T5 A\n  play rail fence\nT6 B\n  pillar Town Clerk\n  play Broadside -> RF#2\n";

static const char REVOLUTION[] =
    "broadside-transcript 1\n"
    "game: revolution\n"
    "options: rounds 2\n"
    "players: N \"Nia\"; E \"Eli\"; S \"Sam\"; W \"Wes\"\n"
    "chance: recorded\n"
    "hands: hidden\n"
    "\n";

typedef struct {
    real_bench bench;
    char text[16384];
} written;

static written *put(const char *head, const char *body, const char *more)
{
    static real_bench b;
    real_open(&b);
    written *w = BRS_NEW(&b.arena, written, 1);
    w->bench = b;
    snprintf(w->text, sizeof w->text, "%s%s%s", head, body, more);
    return w;
}

// The text is good, and its form has these lines ("$" stands between them).
static void reads(const char *head, const char *body, const char *more, const char *lines)
{
    written *w = put(head, body, more);
    const char *form = format_of(&w->bench, w->text);
    cr_expect_str_eq(format_of(&w->bench, form), form, "the form of a form is that form");
    brs_str rest = str_of(lines);
    while (rest.len > 0) {
        char line[512];
        const brs_str each = str_cut(&rest, '$');
        snprintf(line, sizeof line, "\n%.*s\n", (int)each.len, each.ptr);
        cr_expect(strstr(form, line) != NULL, "a line \"%.*s\" in\n%s", (int)each.len, each.ptr, form);
    }
}

// One mistake, at that line of `more`, and it says that.
static void refuses(const char *head, const char *body, const char *more, int line, const char *says)
{
    written *w = put(head, body, more);
    brs_replay replay;
    mistakes *m = BRS_NEW(&w->bench.arena, mistakes, 1);
    cr_expect(!try_compile(&w->bench, w->text, &replay, m), "%s is accepted", more);
    for (const char *c = w->text; c < w->text + strlen(head) + strlen(body); c++) {
        line += *c == '\n';
    }
    cr_expect_eq(m->count, 1, "%s: one mistake, not\n%s", more, m->text);
    cr_expect_eq(m->line[0], line, "%s: at line %d, not\n%s", more, line, m->text);
    cr_expect(strstr(m->text, says) != NULL, "%s says \"%s\", not\n%s", more, says, m->text);
}

// Beginnings of names and of their words, small letters, aliases, copies.
Test(transcript_words, names_are_read_by_beginnings_and_aliases)
{
    reads(RNR, TWO_FENCES, "T7 A\n",
          "  A hand Snow Wall; Freehold Farm; Rail Fence Line; Rail Fence Line; Freehold Farm$"
          "  pillar Town Clerk's Office$  play Broadside Press -> Rail Fence Line#2$alias: RF = Rail Fence Line");
}

// Points of the second copy are not those of the first.
Test(transcript_words, a_check_may_name_a_copy)
{
    reads(RNR, TWO_FENCES, "  @cleanup\n  = A RF#2 DP 2; A Rail DP 14\n", "  = A Rail Fence Line#2 DP 2; A Rail Fence Line DP 14");
    refuses(RNR, TWO_FENCES, "  @cleanup\n  = A RF DP 2\n", 2, "you wrote A Rail Fence Line DP 2, the rules give 14");
}

// L25: missed CARD names the very card, and its trigger does nothing; what did nothing cannot have been missed.
Test(transcript_words, missed_names_the_card_and_is_skipped)
{
    reads(RNR, TWO_FENCES, "  @end\n  = A LP 90\n", "  = A LP 90");  // 88 and 2 for a fence that stands with another
    reads(RNR, TWO_FENCES, "  missed rf#2.1\n  @end\n  = A LP 88\n", "  missed Rail Fence Line#2$  = A LP 88");
    refuses(RNR, TWO_FENCES, "  missed rf#1\nT7 A\n", 1, "Rail Fence Line did nothing after this line in this turn");
    refuses(RNR, TWO_FENCES, "  missed RF.4\nT7 A\n", 1, "Rail Fence Line has no sentence 4");
    refuses(RNR, TWO_FENCES, "  missed Nobody\nT7 A\n", 1, "no card is called \"Nobody\"");
    refuses(RNR, TWO_FENCES, "  missed Stamp\nT7 A\n", 1, "no card is called \"Stamp\"");
    refuses(RNR, TWO_FENCES, "  missed Freehold\nT7 A\n", 1, "has no trigger that could be missed");
}

// A fix stands at the next decision of a player, with its reason; not in a variation.
Test(transcript_words, a_fix_keeps_its_reason)
{
    reads(RNR, TWO_FENCES, "  fix B LP 90 because \"we forgot the \\\"drain\\\"\"\n  = B LP 90\nT7 A\n",
          "  fix B LP 90 because \"we forgot the \\\"drain\\\"\"$  = B LP 90");
    refuses(RNR, TWO_FENCES, "  alt\n    done\n    fix B LP 90 because \"x\"\n  end\n", 3, "a variation has no fixes");
    refuses(RNR, TWO_FENCES, "  fix B LP many because \"x\"\n", 1, "does not say whose number is what");
}

// Variations nest, run into later turns, stand below implied moves, and keep their notes, glyphs and labels.
Test(transcript_words, variations_nest_and_run_on)
{
    reads(RNR, TWO_FENCES,
          "  > the game\n"
          "  alt \"wait\" !?\n"
          "    done\n"
          "    alt \"wait \\\"longer\\\"\"\n"
          "      play Town\n"
          "      > inner\n"
          "    end\n"
          "    T7 A\n"
          "    draw ?\n"
          "    pillar Freehold\n"
          "    > later\n"
          "    T8 B\n"
          "    pillar Ferry ??\n"
          "  end\n"
          "T7 A\n",
          "  play Broadside Press -> Rail Fence Line#2$  > the game$  alt \"wait\" !?$    done$    alt \"wait \\\"longer\\\"\"$"
          "      play Town Pound$      > inner$    end$    T7 A$      pillar Freehold Farm$      > later$    T8 B$"
          "      pillar Ferry Landing ??$  end");
}

// A line that goes on with what a card began says which card that is, and it is compared.
Test(transcript_words, whose_question_a_line_answers)
{
    static const char head[] =
        "broadside-transcript 1\ngame: rnr\ndecks: A Hawks over the Sound; B Bells at Midnight\nchance: recorded\n\n";
    static const char attack[] =
        "setup\n  roll A 3; B 6\nT1 B\n  pillar County\nT2 A\n  pillar Ferry\nT3 B\n  pillar Town M\nT4 A\n  pillar Ferry\nT5 B\n  pillar County\n"
        "  play Sons -> Duties\nT6 A\n  pillar Ferry\nT7 B\n";
    reads(head, attack, "  for sons of -> Tea\n", "  for Sons of Liberty Parade -> Tea Ship Consignment");
    reads(head, attack, "  -> Tea\n", "  for Sons of Liberty Parade -> Tea Ship Consignment");
    refuses(head, attack, "  for Stockade -> Tea\n", 1, "this question is not of \"Stockade\" but of Sons of Liberty Parade");
    refuses(head, attack, "  for Sons\n", 1, "an answer is missing behind");
}

// Revolution: the dealer of the first round is compared; a trick stands on a line, and another way below it.
Test(transcript_words, tricks_of_revolution)
{
    static const char round[] =
        "round 1 dealer N\n  trick 1 E: 3 | S 5 | W 5~ | E 9 | S - | W - | N -\n  trick 2 E: 4 | S 2* !\n"
        "  trick 3 S: 888 | W - | N JJJ !? | E - | S - | W -\n"
        "  alt \"Nia keeps the jacks\"\n    trick 3 S: 888 | W - | N - | E -\n    > Sam leads again.\n  end\n";
    reads(REVOLUTION, round, "  trick 4 N: K\n",
          "round 1 dealer N$  trick 2 E: 4 | S 2* !$  trick 3 S: 888 | W - | N JJJ !? | E - | S - | W -$    S 888 | W - | N - | E -");
    refuses(REVOLUTION, round, "  trick 4 N: K^1\n", 1, "you wrote K^1, the rules give K");
    refuses(REVOLUTION, "", "round 1 dealer E\n", 1, "E is not the dealer");
}

// `game` with the first `from` replaced by `to`: one mistake that says that. NULL: `from` is not in it.
static bool spoilt(real_bench *b, const char *game, const char *from, const char *to, const char *says)
{
    const char *at = strstr(game, from);
    const size_t size = strlen(game) + strlen(to) + 1;
    char *text = BRS_NEW(&b->arena, char, size);
    brs_replay replay;
    mistakes *m = BRS_NEW(&b->arena, mistakes, 1);
    if (at == NULL) {
        return false;
    }
    snprintf(text, size, "%.*s%s%s", (int)(at - game), game, to, at + strlen(from));
    cr_expect(!try_compile(b, text, &replay, m), "%s -> %s is accepted", from, to);
    cr_expect_eq(m->count, 1, "%s -> %s: one mistake, not\n%s", from, to, m->text);
    cr_expect(strstr(m->text, says) != NULL, "%s -> %s says \"%s\", not\n%s", from, to, says, m->text);
    return true;
}

// Revolution: hands that are picked and taxes that are paid, several on a line; the title is compared.
Test(transcript_words, compact_lines_of_an_exchange)
{
    real_bench b;
    real_open(&b);
    brs_setup *setup = BRS_NEW(&b.arena, brs_setup, 1);
    brs_replay replay;
    real_setup(&b, "revolution", 0, 5, setup);
    real_game(&b, setup, 3, &replay);
    const char *text = text_of(&b, &replay);
    cr_expect(strstr(text, "\n  pick ") != NULL && strstr(text, "; ") != NULL && strstr(text, "\n  tax King ") != NULL, "%s", text);
    cr_expect(spoilt(&b, text, "tax King", "tax Queen", "but King"), "%s", text);
    cr_expect(spoilt(&b, text, " gives ", " grants ", "is no part of a line of taxes"), "%s", text);
    const char *at = strstr(text, "King ");
    char *bare = BRS_NEW(&b.arena, char, strlen(text) + 1);  // the title may be left out
    snprintf(bare, strlen(text) + 1, "%.*s%s", (int)(at - text), text, at + 5);
    cr_expect_str_eq(format_of(&b, bare), text);
}
