// Fields of a card file: "- Name: value".
#include <stdio.h>

#include "rnr_cardfile.h"
#include "str.h"

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool same_bytes(brs_str a, brs_str b)
{
    size_t i = 0;
    while (i < a.len && i < b.len && lower(a.ptr[i]) == lower(b.ptr[i])) {
        i++;
    }
    return i == a.len && i == b.len;
}

static bool same(brs_str a, const char *b)
{
    return same_bytes(a, str_of(b));
}

// The word that was most likely meant, NULL when none is near.
static const char *near_word(brs_str word, const char *const *words, int count)
{
    const char *best = NULL;
    int least = word.len <= 4 ? 1 : word.len <= 8 ? 2 : 3;
    for (int i = 0; i < count; i++) {
        brs_str other = str_of(words[i]);
        int distance = cardc_distance(word, other, least);
        if (other.len > 0 && distance <= least) {
            best = words[i];
            least = distance - 1;
        }
    }
    for (int i = 0; i < count && best == NULL && word.len >= 3; i++) {
        brs_str other = str_of(words[i]);
        bool begins = other.len > word.len && same_bytes((brs_str){other.ptr, word.len}, word);
        best = begins ? words[i] : NULL;
    }
    return best;
}

// The word that was meant, or all that may stand here; of two spellings of one word the first.
static void suggest(brs_err *err, brs_str word, const char *const *words, int count)
{
    const char *meant = near_word(word, words, count);
    char list[160] = "";
    int len = 0;
    for (int i = 0; i < count && meant == NULL; i++) {
        brs_str other = str_of(words[i]);
        bool again = i > 0 && str_begins(str_of(words[i - 1]), other);
        if (!again && len < (int)sizeof list) {
            len += snprintf(list + len, sizeof list - (size_t)len, "%s%s", len > 0 ? ", " : "", words[i]);
        }
    }
    if (meant != NULL) {
        brs_help(err, "Did you mean \"%s\"?", meant);
    } else {
        brs_help(err, "Write one of: %s.", list);
    }
}

void cardf_read_field(cardf_source *s, int line, const char *const *names, int count,
                      cardf_field *out)
{
    brs_str whole = s->line[line];
    size_t at = 0;
    while (at < whole.len && whole.ptr[at] == ' ') {
        at++;
    }
    if (at >= whole.len || whole.ptr[at] != '-') {
        brs_help(cardf_fault(s, line, 1, "E101", "a field begins with \"- \"."),
                 "Write for example \"- Type: Attack\".");
        return;
    }
    at++;
    while (at < whole.len && str_blank(whole.ptr[at])) {
        at++;
    }
    brs_str value = {whole.ptr + at, whole.len - at}, name = str_cut(&value, ':');
    int col = cardf_column(whole, at);
    if (name.len == whole.len - at) {
        brs_help(cardf_fault(s, line, col, "E101",
                             "expected \"Name: value\", for example \"Type: Attack\"."),
                 "Put a colon after the field name.");
        return;
    }
    name = str_trim(name);
    value = str_trim(value);
    int i = 0;
    while (i < count && !same(name, names[i])) {
        i++;
    }
    if (i == count) {
        suggest(cardf_fault(s, line, col, "E101", "unknown field \"%.*s\".", BRS_ARG(name)), name,
                names, count);
    } else if (out[i].line > 0) {
        cardf_fault(s, line, col, "E101", "the field \"%s\" is given twice.", names[i]);
    } else {
        out[i] = (cardf_field){value, line, cardf_column(whole, (size_t)(value.ptr - whole.ptr))};
    }
}

int cardf_choose(cardf_source *s, const cardf_field *f, const char *name, const char *const *names,
                 int count)
{
    for (int i = 1; i < count && f->line > 0; i++) {
        if (same(f->value, names[i])) {
            return i;
        }
    }
    if (f->line > 0) {
        suggest(cardf_fault(s, f->line, f->col, "E102", "%s cannot be \"%.*s\".", name,
                            BRS_ARG(f->value)),
                f->value, names + 1, count - 1);
    }
    return 0;
}
