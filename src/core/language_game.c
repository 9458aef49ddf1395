// A game in another language: its tables again, with other words.
#include <string.h>

#include "broadside/game.h"
#include "language_parts.h"
#include "str.h"

typedef struct {
    const brs_language *language;
    brs_arena *arena;
    const brs_game_def *from;
    brs_game_def *to;
} translator;

static const char *say(const translator *t, const char *english)
{
    return brs_translate_string(t->language, english, t->from->id, t->arena);
}

// A copy of a table that may be changed.
static void *copy(const translator *t, const void *table, int count, size_t size)
{
    void *own = brs_arena_alloc(t->arena, (size_t)count + 1, size);
    if (table != NULL && count > 0) {
        memcpy(own, table, (size_t)count * size);
    }
    return own;
}

static const char *const *say_all(const translator *t, const char *const *texts, int count)
{
    const char **own = copy(t, texts, count, sizeof *own);
    for (int i = 0; i < count; i++) {
        own[i] = say(t, texts[i]);
    }
    return own;
}

static void say_rules(const translator *t)
{
    const brs_game_def *from = t->from;
    brs_rule *rules = copy(t, from->rules, from->rule_count, sizeof *rules);
    int groups = 0;
    for (int i = 1; i < from->rule_count; i++) {
        rules[i].title = say(t, rules[i].title);
        rules[i].text = say(t, rules[i].text);
    }
    t->to->rules = rules;
    while (from->rule_groups != NULL && from->rule_groups[groups].title != NULL) {
        groups++;
    }
    brs_rule_group *group = copy(t, from->rule_groups, groups, sizeof *group);
    for (int i = 0; i < groups; i++) {
        group[i].title = say(t, group[i].title);
    }
    t->to->rule_groups = from->rule_groups != NULL ? group : NULL;
    t->to->unseen = from->unseen != NULL ? say_all(t, from->unseen, from->rule_count) : NULL;
}

static void say_events(const translator *t)
{
    const brs_game_def *from = t->from;
    brs_event_info *events = copy(t, from->event_kinds, from->event_count, sizeof *events);
    brs_choice_info *choices = copy(t, from->choice_kinds, from->choice_count, sizeof *choices);
    for (int i = 0; i < from->event_count; i++) {
        events[i].sentence = say(t, events[i].sentence);
        events[i].question = say(t, events[i].question);
    }
    for (int i = 0; i < from->choice_count; i++) {
        choices[i].sentence = say(t, choices[i].sentence);
    }
    t->to->event_kinds = events;
    t->to->choice_kinds = choices;
    t->to->terms = say_all(t, from->terms, from->term_count);
    t->to->phrases = say_all(t, from->phrases, from->phrase_count);
}

static void say_numbers(const translator *t)
{
    const brs_game_def *from = t->from;
    brs_quantity_info *quantities = copy(t, from->quantities, from->quantity_count, sizeof *quantities);
    brs_option_info *options = copy(t, from->options, from->option_count, sizeof *options);
    for (int i = 0; i < from->quantity_count; i++) {
        quantities[i].title = say(t, quantities[i].title);
    }
    for (int i = 0; i < from->option_count; i++) {
        options[i].help = say(t, options[i].help);
    }
    t->to->quantities = quantities;
    t->to->options = options;
}

static void say_ends(const translator *t)
{
    const brs_game_def *from = t->from;
    brs_victory_info *victories = copy(t, from->victories, from->victory_count, sizeof *victories);
    brs_slip_info *slips = copy(t, from->slip_kinds, from->slip_count, sizeof *slips);
    for (int i = 0; i < from->victory_count; i++) {
        victories[i].title = say(t, victories[i].title);
        victories[i].sentence = say(t, victories[i].sentence);
    }
    for (int i = 1; i < from->slip_count; i++) {
        slips[i].title = say(t, slips[i].title);
        slips[i].sentence = say(t, slips[i].sentence);
    }
    t->to->victories = victories;
    t->to->slip_kinds = from->slip_kinds != NULL ? slips : NULL;
    if (from->fuse != NULL) {
        brs_fuse *fuse = copy(t, from->fuse, 1, sizeof *fuse);
        fuse->title = say(t, fuse->title);
        t->to->fuse = fuse;
    }
}

static void say_unit(const translator *t)
{
    const brs_unit_info *from = t->from->unit;
    if (from == NULL) {
        return;
    }
    brs_unit_info *unit = copy(t, from, 1, sizeof *unit);
    int count = 0;
    while (from->sections != NULL && from->sections[count].id != NULL) {
        count++;
    }
    brs_section_info *sections = copy(t, from->sections, count + 1, sizeof *sections);
    for (int i = 0; i < count; i++) {
        sections[i].title = say(t, sections[i].title);
        sections[i].help = say(t, sections[i].help);
    }
    unit->title = say(t, from->title);
    unit->word = say(t, from->word != NULL ? from->word : from->id);
    unit->forms = say(t, from->forms);
    unit->group_forms = say(t, from->group_forms);
    unit->group_title = say(t, from->group_title);
    unit->group_start = say(t, from->group_start);
    unit->group_word = say(t, from->group_word);
    unit->sections = from->sections != NULL ? sections : NULL;
    t->to->unit = unit;
}

const brs_game_def *brs_game_translate(const brs_game_def *game, const brs_language *language, brs_arena *arena)
{
    if (language == NULL) {
        return game;
    }
    brs_game_def *to = BRS_NEW(arena, brs_game_def, 1);
    const translator t = {language, arena, game, to};
    *to = *game;
    to->language = language;
    to->source = game;
    to->publisher = say(&t, game->publisher);
    to->about = say(&t, game->about);
    int words;
    const char *const *small = language_small_words(&words);
    to->small_words = say_all(&t, small, words);
    say_rules(&t);
    say_events(&t);
    say_numbers(&t);
    say_ends(&t);
    say_unit(&t);
    to->names = game->make_names != NULL ? game->make_names(to, arena) : NULL;
    return to;
}
