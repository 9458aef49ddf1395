// Sentences: a template with named places, played to a viewer.
#include <string.h>

#include "broadside/game.h"
#include "broadside/trace.h"
#include "language_parts.h"
#include "str.h"

// What the places of a template stand for.
typedef struct {
    const brs_setup *setup;
    const brs_viewer *out;
    const int32_t *arg;  // of the event, choice or refusal
    int args;
    int seat, source, sentence, rule;
    int card;  // of a term or a check, 0: none
} speaker;

// Small words that stand for a card or a player.
static const char *const small_words[] = {"it", "chance", "nobody"};
enum { WORD_IT, WORD_CHANCE, WORD_NOBODY };

const char *const *language_small_words(int *count)
{
    *count = (int)(sizeof small_words / sizeof small_words[0]);
    return small_words;
}

static void say_word(const speaker *s, int word)
{
    const brs_game_def *game = s->setup->game;
    brs_view_text(s->out, "", game->small_words != NULL ? game->small_words[word] : small_words[word]);
}

static void say_seat(const speaker *s, int seat)
{
    static const char letters[] = "ABCDEFGHIJKL";
    brs_view_open(s->out, "seat", seat);
    if (seat >= 0 && seat < BRS_MAX_SEATS) {
        const char *name = s->setup->name[seat];
        brs_view_str(s->out, "", name != NULL ? str_of(name) : (brs_str){letters + seat, 1});
    } else {
        say_word(s, seat == BRS_SEAT_CHANCE ? WORD_CHANCE : WORD_NOBODY);
    }
    brs_view_close(s->out);
}

static void say_card(const speaker *s, int handle)
{
    brs_view_open(s->out, "card", handle);
    brs_view_str(s->out, "", s->setup->game->handle_name(s->setup, handle));
    brs_view_close(s->out);
}

static void say_quote(const speaker *s)
{
    if (s->source != 0 && s->sentence != 0xFF) {
        brs_view_open(s->out, "quote", s->sentence);
        brs_view_str(s->out, "", s->setup->game->sentence_text(s->setup, s->source, s->sentence));
        brs_view_close(s->out);
    }
}

static void say_number(const speaker *s, int64_t value, bool sign)
{
    if (sign && value > 0) {
        brs_view_text(s->out, "", "+");
    }
    if (value < 0) {
        brs_view_text(s->out, "", "\xE2\x88\x92");  // a true minus sign
    }
    brs_view_num(s->out, "", value < 0 ? -value : value);
}

// Up to the bar between two wordings; bars in {places} are another matter.
static brs_str cut_wording(brs_str *rest)
{
    int depth = 0;
    for (size_t i = 0; i < rest->len; i++) {
        depth += rest->ptr[i] == '{' ? 1 : rest->ptr[i] == '}' ? -1 : 0;
        if (rest->ptr[i] == '|' && depth == 0) {
            brs_str first = {rest->ptr, i};
            *rest = (brs_str){rest->ptr + i + 1, rest->len - i - 1};
            return first;
        }
    }
    brs_str whole = *rest;
    *rest = (brs_str){rest->ptr + rest->len, 0};
    return whole;
}

static void say_rule(const speaker *s, int rule)
{
    brs_view_open(s->out, "rule", rule);
    brs_view_text(s->out, "", s->setup->game->rules[rule].title);
    brs_view_close(s->out);
}

static int32_t arg_of(const speaker *s, brs_str index)
{
    int64_t at;
    return str_number(index, &at) && at >= 0 && at < s->args ? s->arg[at] : 0;
}

// "0", "delta": an ending; "0:card|cards": the form for that number.
static void say_form(const speaker *s, brs_str forms, int64_t delta)
{
    const brs_str index = str_cut(&forms, ':');
    const int64_t n = str_is(index, "delta") ? delta : arg_of(s, index);
    brs_view_str(s->out, "", brs_plural_form(s->setup->game->language, forms.len > 0 ? forms : BRS_STR("|s"), n));
}

static void say_place(const speaker *s, brs_str place)
{
    const brs_game_def *game = s->setup->game;
    brs_str rest = place;
    brs_str name = str_cut(&rest, ':');
    const int32_t value = arg_of(s, rest);
    const int64_t delta = s->args > 2 ? (int64_t)s->arg[2] - s->arg[1] : 0;
    if (str_is(name, "s")) {
        say_form(s, rest, delta);
    } else if (memchr(place.ptr, '|', place.len) != NULL) {
        brs_str second = place;
        brs_str first = str_cut(&second, '|');
        brs_view_str(s->out, "", delta < 0 ? first : second);
    } else if (str_is(name, "seat")) {
        say_seat(s, rest.len > 0 ? value : s->seat);
    } else if (str_is(name, "source")) {
        say_card(s, s->source);
    } else if (str_is(name, "card") && rest.len > 0) {
        say_card(s, value);
    } else if (str_is(name, "card") && s->card != 0) {
        say_card(s, s->card);
    } else if (str_is(name, "card")) {
        say_word(s, WORD_IT);
    } else if (str_is(name, "num")) {
        say_number(s, value, false);
    } else if (str_is(name, "delta")) {
        say_number(s, delta < 0 ? -delta : delta, false);
    } else if (str_is(name, "signed")) {
        say_number(s, delta, true);
    } else if (str_is(name, "word")) {
        brs_view_text(s->out, "", value >= 0 && value < game->term_count ? game->terms[value] : "?");
    } else if (str_is(name, "victory")) {
        brs_view_text(s->out, "", value >= 0 && value < game->victory_count ? game->victories[value].title : "?");
    } else if (str_is(name, "rule")) {
        say_rule(s, rest.len > 0 ? value : s->rule);
    } else if (str_is(name, "quote")) {
        say_quote(s);
    }
}

static void say_template(const speaker *s, brs_str sentence)
{
    brs_str rest = sentence;
    while (rest.len > 0) {
        brs_str literal = str_cut(&rest, '{');
        brs_view_str(s->out, "", literal);
        if (rest.len > 0) {
            say_place(s, str_cut(&rest, '}'));
        }
    }
}

void brs_event_say(const brs_setup *setup, const brs_event *event, bool question, const brs_viewer *out)
{
    const brs_event_info *info = &setup->game->event_kinds[event->kind];
    const char *sentence = question ? info->question : info->sentence;
    speaker s = {setup, out, event->arg, 4, event->seat, event->source, event->sentence, event->rule, 0};
    if (sentence != NULL) {
        say_template(&s, str_of(sentence));
    }
}

static void say_label(const brs_setup *setup, const brs_event *event, brs_str label, int card, const brs_viewer *out)
{
    speaker s = {setup, out, event->arg, 4, event->seat, event->source, event->sentence, event->rule, card};
    say_template(&s, label);
}

void brs_term_say(const brs_setup *setup, const brs_event *event, const brs_term *term, const brs_viewer *out)
{
    say_label(setup, event, str_of(setup->game->terms[term->label]), term->card, out);
}

void brs_check_say(const brs_setup *setup, const brs_event *event, const brs_check *check, const brs_viewer *out)
{
    brs_str other = str_of(setup->game->terms[check->label]);
    brs_str holds = cut_wording(&other);
    say_label(setup, event, check->passed || other.len == 0 ? holds : other, check->card, out);
}

void brs_choice_say(const brs_setup *setup, brs_choice choice, const brs_viewer *out)
{
    const int32_t arg[3] = {choice.arg[0], choice.arg[1], choice.arg[2]};
    speaker s = {setup, out, arg, 3, choice.seat, choice.arg[0], choice.arg[1], 0, 0};
    say_template(&s, str_of(setup->game->choice_kinds[choice.kind].sentence));
}

void brs_victory_say(const brs_setup *setup, const brs_result *result, const brs_viewer *out)
{
    const int32_t arg[3] = {result->winner, result->reason, result->units};
    speaker s = {setup, out, arg, 3, result->winner, 0, 0xFF, setup->game->victories[result->reason].rule, 0};
    say_template(&s, str_of(setup->game->victories[result->reason].sentence));
}

void brs_slip_say(const brs_setup *setup, const brs_slip *slip, const brs_viewer *out)
{
    const brs_slip_info *info = &setup->game->slip_kinds[slip->kind];
    speaker s = {setup, out, slip->arg, 4, slip->seat, 0, 0xFF, info->rule, 0};
    say_template(&s, str_of(info->sentence));
}

// ---- saying to plain text -----------------------------------------------------------------------

typedef struct {
    char *out;
    int len, cap;
} plain;

static void plain_open(void *ctx, const char *name, int id)
{
    (void)ctx;
    (void)name;
    (void)id;
}

static void plain_text(void *ctx, const char *key, brs_str value)
{
    plain *p = ctx;
    (void)key;
    size_t room = (size_t)(p->cap - 1 - p->len);
    size_t len = value.len < room ? value.len : room;
    if (len > 0) {
        memcpy(p->out + p->len, value.ptr, len);
        p->len += (int)len;
    }
}

static void plain_close(void *ctx)
{
    (void)ctx;
}

int brs_event_text(const brs_setup *setup, const brs_event *event, char *out, int cap)
{
    plain p = {out, 0, cap};
    brs_viewer viewer = {&p, plain_open, plain_text, plain_close};
    brs_event_say(setup, event, false, &viewer);
    out[p.len] = '\0';
    return p.len;
}

int brs_check_text(const brs_setup *setup, const brs_event *event, const brs_check *check, char *out, int cap)
{
    plain p = {out, 0, cap};
    brs_viewer viewer = {&p, plain_open, plain_text, plain_close};
    brs_check_say(setup, event, check, &viewer);
    out[p.len] = '\0';
    return p.len;
}

int brs_pose_text(const brs_setup *setup, const brs_pose *pose, uint16_t row, int seat, char *out, int cap)
{
    plain p = {out, 0, cap};
    brs_viewer viewer = {&p, plain_open, plain_text, plain_close};
    speaker s = {setup, &viewer, pose->arg, 4, (uint8_t)seat, 0, 0xFF, 0, 0};
    say_template(&s, str_of(setup->game->terms[row]));
    out[p.len] = '\0';
    return p.len;
}
