// What an author may have meant by a sentence that does not parse: known mistakes first (words of
// other games, pronouns, a missing colon), then the nearest term that may stand there. Never a term
// that may not.
#include <stdio.h>
#include <string.h>

#include "rnr_cardc.h"
#include "str.h"

// ---- looking at the sentence ------------------------------------------------

typedef struct {
    const cardc_text *t;
    const cardc_parse *p;
    const cardc_set *tried;
    int word;        // of the text, where the found term begins; words.count at the end
    const char *low; // that word in lower case, "" at the end
    cardc_term found;
} finding;

static bool tried(const finding *f, cardc_term term)
{
    return cardc_has(f->tried, term);
}

static cardc_term token_before(const finding *f, int back)
{
    int at = f->p->token - back;
    return at < 0 ? T_END : (cardc_term)f->p->sentence->token[at].term;
}

static const char *word_at(const finding *f, int word)
{
    return word < f->t->words.count ? f->t->words.word[word].low : "";
}

static bool is_any(const char *low, const char *words)
{
    brs_str rest = str_of(words);
    while (rest.len > 0) {
        if (str_is(str_word(&rest), low)) {
            return low[0] != '\0';
        }
    }
    return false;
}

static bool may_begin(const finding *f, cardc_rule rule, cardc_term term)
{
    return cardc_has(&f->p->grammar->node[f->p->grammar->rule[rule]].first, term);
}

// An effect may stand here.
static bool at_effect(const finding *f)
{
    return tried(f, T_GAIN) && tried(f, T_DESTROY);
}

// The source from one word up to (not including) another.
static void quote(const finding *f, int from, int to, char *out, int cap)
{
    int last = f->p->sentence->word_end;
    to = to > last ? last : to;
    cardc_source(&f->t->words, from, to > from ? to - from : 0, out, cap);
}

// The source to the end of the sentence, without its period.
static void quote_rest(const finding *f, int from, char *out, int cap)
{
    int end = f->p->sentence->word_end;
    bool period = end > 0 && strcmp(word_at(f, end - 1), ".") == 0;
    quote(f, from, period ? end - 1 : end, out, cap);
}

static bool say(cardc_mistake *m, const char *label, const char *help)
{
    snprintf(m->label, sizeof m->label, "%s", label);
    snprintf(m->help, sizeof m->help, "%s", help);
    return true;
}

// ---- known mistakes: a word, where it stands, what to say -------------------

static const struct {
    const char *found; // one of these words
    uint8_t possible;  // and this term would have fitted (0: whatever)
    const char *label, *help;
} words_of_others[] = {
    {"life lives health hp hitpoints", T_LP, "E218",
     "This game counts LP (Liberty Points). Write \"LP\"."},
    {"mana energy gold coins", T_IP, "E218",
     "This game pays with IP (Independence Points). Write \"IP\"."},
    {"library", T_DRAW_PILE, "E218", "Write \"Draw Pile\"."},
    {"graveyard trash", T_DISCARD_PILE, "E218", "Write \"Discard Pile\"."},
    {"banished removed", T_EXILE_ZONE, "E218", "Write \"Exile Zone\"."},
    {"creature creatures unit units minion minions permanent permanents", T_CARD, "E218",
     "Cards are Attacks, Defenses, UAs, Pillars, Rights, Freedoms and Bills. Name one of these, or "
     "write \"card\"."},
    {"whenever", T_WHEN, "E211",
     "Write \"When\". It already means once for every time it happens."},
    {"at during", T_WHEN, "E212",
     "There are no phase triggers. For something that happens on your turn, end the "
     "sentence with \"Each Turn\"."},
    {"every", T_EACH_TURN, "E212", "Write \"Each Turn\"."},
    {"target targets", T_ANOTHER, "E214",
     "Leave out \"target\": \"a\", \"all\" or a number already makes the "
     "controller choose."},
    {"it them they this that those these him her", T_ANOTHER, "E215",
     "A pronoun can point at two cards. Name the card again: \"this card\", \"the attacking card\" "
     "or "
     "\"a Defense Opponent controls\"."},
    {"or", 0, "E216", "One sentence, one meaning. Write two sentences, one for each case."},
    {"unless instead otherwise except", 0, "E216",
     "One sentence, one meaning. Write the case in which it happens, with \"if\"."},
    {"then", 0, "E217",
     "Effects happen in the order written. Write \"and\", or start a new sentence."},
    {"counts count", T_COUNTS_AS, "E220",
     "A card may count as only one Petition. Write \"counts as a Petition\"."},
};

static bool other_words(const finding *f, cardc_mistake *m)
{
    for (size_t i = 0; i < sizeof words_of_others / sizeof words_of_others[0]; i++) {
        uint8_t possible = words_of_others[i].possible;
        if (is_any(f->low, words_of_others[i].found) &&
            (possible == 0 || tried(f, (cardc_term)possible))) {
            return say(m, words_of_others[i].label, words_of_others[i].help);
        }
    }
    return false;
}

// Named by the rule texts, never defined there.
static bool reserved(const finding *f, cardc_mistake *m)
{
    const char *words = "override overrides overriding replacement skip skips alter alters "
                        "transfer transfers status "
                        "trait traits retaliate retaliates";
    bool lp_damage = strcmp(f->low, "lp") == 0 && strcmp(word_at(f, f->word + 1), "damage") == 0;
    if (!lp_damage && !is_any(f->low, words)) {
        return false;
    }
    char source[40];
    quote(f, f->word, f->word + (lp_damage ? 2 : 1), source, (int)sizeof source);
    snprintf(m->msg, sizeof m->msg, "\"%s\" is named by the Glossary but not defined there.",
             source);
    return say(m, "E230", "No rule says what it does, so a card cannot use it.");
}

static bool number_words(const finding *f, cardc_mistake *m)
{
    static const char *const names[] = {"zero",  "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++) {
        if (tried(f, T_NUMBER) && strcmp(f->low, names[i]) == 0) {
            say(m, "E210", "");
            snprintf(m->help, sizeof m->help, "Write the number in digits: %d.", i);
            return true;
        }
    }
    if (f->word < f->t->words.count && f->t->words.word[f->word].is_number &&
        f->found == T_UNKNOWN) {
        return say(m, "E210", "Numbers go from 0 to 999.");
    }
    return false;
}

static bool amount_missing(const finding *f, cardc_mistake *m)
{
    if (f->found == T_OPPONENT && token_before(f, 1) == T_MILL && tried(f, T_NUMBER)) {
        char rest[60];
        quote_rest(f, f->word + 1, rest, (int)sizeof rest);
        bool amount = rest[0] >= '0' && rest[0] <= '9';
        say(m, "E222", "");
        snprintf(m->help, sizeof m->help,
                 "\"Mill\" already means Opponent's Draw Pile. Write \"Mill %s.\"",
                 amount ? rest : "2 cards");
        return true;
    }
    if (token_before(f, 1) == T_PREVENT && may_begin(f, R_Flow, f->found)) {
        char flow[40], low[40];
        cardc_source(&f->t->words, f->word, f->p->sentence->token[f->p->token].count, flow,
                     (int)sizeof flow);
        snprintf(low, sizeof low, "%s", flow);
        say(m, "E210", "");
        snprintf(m->help, sizeof m->help,
                 "Prevent needs an amount: \"prevent 2 %s\" or \"prevent all %s\".", low, low);
        return true;
    }
    return false;
}

// ---- mistakes at the start of an effect -------------------------------------

static bool deal(const finding *f, cardc_mistake *m)
{
    if (!is_any(f->low, "deal deals inflict")) {
        return false;
    }
    const char *amount = word_at(f, f->word + 1);
    bool is_number = f->word + 1 < f->t->words.count && f->t->words.word[f->word + 1].is_number;
    say(m, "E213", "");
    snprintf(m->help, sizeof m->help,
             "Write \"%s Attack to Opponent\" for Attack Damage, or \"Opponent loses %s LP\" "
             "for a loss of Liberty.",
             is_number ? amount : "10", is_number ? amount : "10");
    return true;
}

static bool lose(const finding *f, cardc_mistake *m)
{
    if (!is_any(f->low, "lose loses")) {
        return false;
    }
    char rest[60];
    quote_rest(f, f->word + 1, rest, (int)sizeof rest);
    say(m, "E301", "");
    snprintf(m->help, sizeof m->help,
             "Revolt N Reign has no self-harm: without \"Opponent\" this would take your own "
             "LP. Did you mean \"Opponent loses %s\"?",
             rest);
    return true;
}

static bool pay(const finding *f, cardc_mistake *m)
{
    if (strcmp(f->low, "pay") != 0) {
        return false;
    }
    char cost[40], rest[80];
    quote(f, f->word, f->word + 3, cost, (int)sizeof cost);
    quote_rest(f, f->word + 3, rest, (int)sizeof rest);
    say(m, "E204", "");
    snprintf(m->help, sizeof m->help, "\"Pay\" is a cost. End the cost with a colon: \"%s: %s.\"",
             cost, rest[0] != '\0' ? rest : "gain 3 LP");
    return true;
}

static bool effect_start(const finding *f, cardc_mistake *m)
{
    return at_effect(f) && (deal(f, m) || lose(f, m) || pay(f, m));
}

// ---- mistakes between and after effects -------------------------------------

// Token at which the rule was last entered, -1.
static int last_rule(const finding *f, cardc_rule rule, int before)
{
    for (int i = f->p->count - 1; i >= 0; i--) {
        const cardc_leaf *leaf = &f->p->tree[i];
        if (leaf->is_rule && leaf->id == rule && leaf->token < before) {
            return leaf->token;
        }
    }
    return -1;
}

// "Gain 2 LP and 1 IP": the second has no verb.
static bool verb_missing(const finding *f, cardc_mistake *m)
{
    bool led =
        tried(f, T_ATTACK) && tried(f, T_OPPONENT_LP_DRAIN) && token_before(f, 1) == T_NUMBER;
    if (!led ||
        !(f->found == T_LP || f->found == T_IP || f->found == T_CARD || f->found == T_CARDS)) {
        return false;
    }
    int number = f->p->token - 1, first = last_rule(f, R_Effect, number);
    const cardc_token *token = f->p->sentence->token;
    char with[40], before[80], verb[24];
    quote(f, token[number].word, f->word + 1, with, (int)sizeof with);
    if (first < 0 || token_before(f, 2) != T_AND) {
        say(m, "E223", "");
        snprintf(m->help, sizeof m->help, "An effect needs a verb: \"gain %s\".", with);
        return true;
    }
    quote(f, token[first].word, token[number - 1].word, before, (int)sizeof before);
    snprintf(verb, sizeof verb, "%s", word_at(f, token[first].word));
    if (before[0] >= 'A' && before[0] <= 'Z') {
        before[0] = (char)(before[0] - 'A' + 'a');
    }
    bool gain = !is_any(verb, "gain draw mill");
    say(m, "E223", "");
    snprintf(m->help, sizeof m->help,
             "After \"and\" each effect needs its own verb: \"%s and %s %s\".", before,
             gain ? "gain" : verb, with);
    return true;
}

static bool for_every(const finding *f, cardc_mistake *m)
{
    if (!tried(f, T_FOR_EACH) || strcmp(f->low, "for") != 0) {
        return false;
    }
    if (strcmp(word_at(f, f->word + 2), "turn") == 0) {
        return say(m, "E212", "Write \"Each Turn\".");
    }
    char rest[80];
    quote_rest(f, f->word + 2, rest, (int)sizeof rest);
    say(m, "E212", "");
    snprintf(m->help, sizeof m->help, "Write \"for each %s\".",
             rest[0] != '\0' ? rest : "Bison you control");
    return true;
}

static bool punctuation(const finding *f, cardc_mistake *m)
{
    bool mark = f->found == T_COMMA || strcmp(f->low, ";") == 0;
    if (mark && tried(f, T_AND)) {
        return say(m, "E205",
                   "A comma does not join effects. Write \"and\", or end the sentence and start a "
                   "new one.");
    }
    if (f->found == T_IF && token_before(f, 1) == T_EACH_TURN) {
        return say(m, "E206", "\"Each Turn\" comes last: put the condition before it.");
    }
    if (f->word < f->t->words.count && tried(f, T_PERIOD) && may_begin(f, R_Sentence, f->found)) {
        char c = f->t->words.text.ptr[f->t->words.word[f->word].at];
        if (c >= 'A' && c <= 'Z') {
            return say(m, "E202", "End the sentence before it with a period.");
        }
    }
    if (tried(f, T_COMMA) && (may_begin(f, R_Effects, f->found) || f->found == T_IF)) {
        bool when =
            f->p->count > 1 && !tried(f, T_PERIOD) && last_rule(f, R_Tests, f->p->token) < 0;
        return say(m, "E203",
                   when ? "Put a comma after the \"When ...\" part."
                        : "Put a comma after the \"If ...\" part.");
    }
    return false;
}

static bool owner(const finding *f, cardc_mistake *m)
{
    if (tried(f, T_MAXIMUM_IP_IS) && may_begin(f, R_CardNoun, f->found)) {
        return say(m, "E221",
                   "Say whose card it is after the card: \"a Defense Opponent controls\".");
    }
    int effect = last_rule(f, R_Effect, f->p->token);
    bool protect = effect >= 0 && f->p->sentence->token[effect].term == T_PROTECT;
    if (protect && is_any(f->low, "from against")) {
        return say(m, "E224",
                   "Protect stops discard and nothing else. For destruction write \"cannot be "
                   "destroyed\".");
    }
    return false;
}

// ---- the nearest term -------------------------------------------------------

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

int cardc_distance(brs_str a, brs_str b, int most)
{
    enum { LONGEST = 48 };
    if (a.len > LONGEST || b.len > LONGEST) {
        return most + 1;
    }
    int row[3][LONGEST + 1];
    for (int j = 0; j <= (int)b.len; j++) {
        row[0][j] = j;
    }
    for (int i = 1; i <= (int)a.len; i++) {
        int *now = row[i % 3], *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= (int)b.len; j++) {
            bool same = lower(a.ptr[i - 1]) == lower(b.ptr[j - 1]);
            int best = up[j - 1] + (same ? 0 : 1);
            best = up[j] + 1 < best ? up[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            bool swap = i > 1 && j > 1 && lower(a.ptr[i - 1]) == lower(b.ptr[j - 2]) &&
                        lower(a.ptr[i - 2]) == lower(b.ptr[j - 1]);
            if (swap && up2[j - 2] + 1 < best) {
                best = up2[j - 2] + 1;
            }
            now[j] = best;
        }
    }
    int distance = row[a.len % 3][b.len];
    return distance > most ? most + 1 : distance;
}

// How many letters may differ in a word or phrase of this length.
static int tolerance(size_t len)
{
    return len <= 4 ? 1 : len <= 8 ? 2 : 3;
}

static int count_words(const char *words)
{
    int count = 1;
    for (; *words != '\0'; words++) {
        count += *words == ' ';
    }
    return count;
}

// The next n words of the sentence in lower case, one space between; false when there are fewer.
static bool phrase(const finding *f, int n, char *out, int cap)
{
    int len = 0;
    for (int i = 0; i < n; i++) {
        const char *word = word_at(f, f->word + i);
        if (word[0] == '\0' || f->word + i >= f->p->sentence->word_end) {
            return false;
        }
        len += snprintf(out + len, (size_t)(cap - len), i > 0 ? " %s" : "%s", word);
        if (len >= cap) {
            return false;
        }
    }
    return true;
}

// True when the phrase stands in the term as whole words.
static bool contains(const char *words, const char *part)
{
    size_t len = strlen(part), all = strlen(words);
    for (size_t i = 0; i + len <= all; i++) {
        bool starts = i == 0 || words[i - 1] == ' ',
             ends = words[i + len] == '\0' || words[i + len] == ' ';
        size_t k = 0;
        while (k < len && lower(words[i + k]) == lower(part[k])) {
            k++;
        }
        if (starts && ends && k == len) {
            return true;
        }
    }
    return false;
}

static bool begins_with(const char *words, const char *part)
{
    size_t len = strlen(part), k = 0;
    while (k < len && lower(words[k]) == lower(part[k])) {
        k++;
    }
    return k == len;
}

// The term of n words that fits here and differs least from the phrase.
static int nearest_spelling(const finding *f, int n, const char *next)
{
    int best = T_UNKNOWN, least = 99, most = tolerance(strlen(next));
    for (int term = T_COST + 1; term < T_COUNT; term++) {
        const char *words = cardc_term_words((cardc_term)term);
        if (!tried(f, (cardc_term)term) || strlen(words) < 2 || count_words(words) != n) {
            continue;
        }
        int distance = cardc_distance(str_of(next), str_of(words), most);
        if (distance <= most && distance < least) {
            best = term;
            least = distance;
        }
    }
    return best;
}

// Among the terms that fit here: one that holds the next two or more words, then the nearest in
// spelling, longest phrases first, then one that begins with the word or holds it.
static int nearest(const finding *f)
{
    char next[64];
    for (int n = 7; n >= 2; n--) {
        bool enough = phrase(f, n, next, (int)sizeof next);
        for (int term = T_COST + 1; enough && term < T_COUNT; term++) {
            if (tried(f, (cardc_term)term) && contains(cardc_term_words((cardc_term)term), next)) {
                return term;
            }
        }
    }
    for (int n = 7; n >= 1; n--) {
        int best = phrase(f, n, next, (int)sizeof next) ? nearest_spelling(f, n, next) : T_UNKNOWN;
        if (best != T_UNKNOWN) {
            return best;
        }
    }
    for (int term = T_COST + 1; strlen(f->low) >= 4 && term < T_COUNT; term++) {
        if (tried(f, (cardc_term)term) && begins_with(cardc_term_words((cardc_term)term), f->low)) {
            return term;
        }
    }
    return T_UNKNOWN;
}

void cardc_diagnose(const cardc_text *t, cardc_mistake *m)
{
    const cardc_parse *p = &t->parse;
    bool end = p->token >= p->sentence->count;
    finding f = {
        .t = t, .p = p, .tried = &p->tried, .found = T_END, .low = "", .word = t->words.count};
    if (!end) {
        f.found = (cardc_term)p->sentence->token[p->token].term;
        f.word = p->sentence->token[p->token].word;
        f.low = word_at(&f, f.word);
    }
    memset(m, 0, sizeof *m);
    if (effect_start(&f, m) || number_words(&f, m) || amount_missing(&f, m) || for_every(&f, m) ||
        verb_missing(&f, m) || owner(&f, m) || other_words(&f, m) || punctuation(&f, m) ||
        reserved(&f, m)) {
        return;
    }
    say(m, "E201", "");
    int term = nearest(&f);
    if (term != T_UNKNOWN) {
        snprintf(m->help, sizeof m->help, "Did you mean \"%s\"?",
                 cardc_term_words((cardc_term)term));
    }
}
