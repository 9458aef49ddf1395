// Plural forms by number: rules as Unicode's CLDR writes them, for whole numbers.
#include <string.h>

#include "broadside/language.h"
#include "language_parts.h"
#include "str.h"

// "2..4" or "7"
static bool read_range(brs_str text, brs_relation *out)
{
    brs_str rest = text, low = str_trim(str_cut(&rest, '.'));
    int64_t from, to;
    if (out->ranges == BRS_MAX_RANGES || !str_number(low, &from)) {
        return false;
    }
    to = from;
    if (rest.len > 0 && (rest.ptr[0] != '.' || !str_number(str_trim(str_behind(rest, 1)), &to))) {
        return false;
    }
    out->low[out->ranges] = from;
    out->high[out->ranges++] = to;
    return true;
}

// "n = 1", "n % 10 != 2..4,7"
static bool read_relation(brs_str text, brs_relation *out)
{
    brs_str rest = text;
    if (!str_is(str_word(&rest), "n")) {
        return false;
    }
    brs_str word = str_word(&rest);
    if (str_is(word, "%")) {
        if (!str_number(str_word(&rest), &out->modulus) || out->modulus < 2) {
            return false;
        }
        word = str_word(&rest);
    }
    out->negated = str_is(word, "!=");
    if (!out->negated && !str_is(word, "=")) {
        return false;
    }
    bool ok = rest.len > 0;
    while (rest.len > 0 && ok) {
        ok = read_range(str_cut(&rest, ','), out);
    }
    return ok;
}

// Up to the next of the words "and" and "or"; *other: it was "or".
static brs_str cut_relation(brs_str *rest, bool *other)
{
    const brs_str whole = *rest;
    for (brs_str at = whole, word = str_word(&at); word.len > 0; word = str_word(&at)) {
        *other = str_is(word, "or");
        if (*other || str_is(word, "and")) {
            *rest = at;
            return str_trim((brs_str){whole.ptr, (size_t)(word.ptr - whole.ptr)});
        }
    }
    *other = false;
    *rest = (brs_str){NULL, 0};
    return str_trim(whole);
}

bool language_read_plural(brs_str text, brs_plural_rule *out)
{
    bool other = false;
    out->relations = 0;
    while (text.len > 0) {
        if (out->relations == BRS_MAX_RELATIONS) {
            return false;
        }
        brs_relation *relation = &out->relation[out->relations++];
        *relation = (brs_relation){.other = other};
        if (!read_relation(cut_relation(&text, &other), relation)) {
            return false;
        }
    }
    return !other;
}

static bool holds(const brs_relation *relation, int64_t n)
{
    const int64_t value = relation->modulus > 0 ? n % relation->modulus : n;
    bool in = false;
    for (int i = 0; i < relation->ranges; i++) {
        in = in || (value >= relation->low[i] && value <= relation->high[i]);
    }
    return in != relation->negated;
}

static bool meets(const brs_plural_rule *rule, int64_t n)
{
    bool all = true;
    for (int i = 0; i < rule->relations; i++) {
        if (rule->relation[i].other) {
            if (all) {
                return true;
            }
            all = true;
        }
        all = all && holds(&rule->relation[i], n);
    }
    return all;
}

static int form_of(const brs_language *language, int64_t n)
{
    n = n < 0 ? -n : n;
    if (language == NULL || language->forms == 0) {
        return n == 1 ? 0 : 1;
    }
    int form = 0;
    while (form + 1 < language->forms && !meets(&language->plural[form], n)) {
        form++;
    }
    return form;
}

// With fewer forms than the language has, the last one is for the rest.
brs_str brs_plural_form(const brs_language *language, brs_str forms, int64_t n)
{
    brs_str form = str_cut(&forms, '|');
    for (int i = form_of(language, n); i > 0 && forms.ptr != NULL && forms.len > 0; i--) {
        form = str_cut(&forms, '|');
    }
    return form;
}
