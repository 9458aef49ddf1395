// One scenario of Revolt N Reign at work: shared by the files that read, play and check it.
#ifndef SCENE_H
#define SCENE_H

#include "buf.h"
#include "scenes.h"
#include "str.h"
#include "table.h"

enum { SCENE_TOKENS = 24, SCENE_REFUSALS = 256, SCENE_WORDS = 256 };

typedef struct {
    brs_str text;
    bool quoted;
} token;

typedef struct {
    scenes *all;
    const char *file;
    const brs_edition *edition;  // the one of this pass through the file
    char edition_name[48];       // as a person names it: rulebook@1
    brs_arena arena;
    int line;

    char id[128];          // of the scenario at hand, "" before the first
    table_wish wish;
    table *t;
    bool begun, failed, in_cards, refused;
    bool skipped;          // it does not hold under this edition
    brs_buf own;           // card blocks of the scenario
    uint32_t since;        // events from here on follow the last choice
    int expectations;
} runner;

// ---- scene_words.c: telling, and the words of a line ------------------------------------------------------

const brs_game_def *scene_game(const runner *r);
// The first failure of a scenario is told, later ones are not.
void scene_fail(runner *r, const char *format, ...);
void scene_fail_with(runner *r, const brs_err *err);
void scene_finish(runner *r);
int scene_split(brs_str line, token *out);
bool scene_is(token t, const char *word);
int scene_seat(token t);
// Lower case, no quotes, single spaces: as choices are compared.
void scene_plain(brs_str text, char out[SCENE_WORDS]);
void scene_choice_words(const table *t, brs_choice choice, char out[SCENE_WORDS]);

// ---- scene_setup.c: before the first choice ---------------------------------------------------------------

void scene_begin(runner *r, brs_str rest, brs_str ahead);
void scene_begin_table(runner *r);
bool scene_setup_line(runner *r, int seat, brs_str what, brs_str value);
bool scene_header_line(runner *r, brs_str key, brs_str value);
void scene_expect_deck(runner *r, const token *t, int n);
void scene_expect_warning(runner *r, token label, bool wanted);
void scene_refuse_setup(runner *r, const token *t, int n);

// ---- scene_play.c: choices ----------------------------------------------------------------------------------

void scene_drop_owner(char *words);
void scene_list_legal(const runner *r);
void scene_choice_line(runner *r, int seat, brs_str text);
void scene_end_turn(runner *r);
bool scene_is_mend(brs_str line);
void scene_mend(runner *r, brs_str line, bool refused);
void scene_refuse(runner *r, brs_str line);

// ---- scene_expect.c: what must follow -----------------------------------------------------------------------

void scene_expect(runner *r, brs_str line);

#endif
