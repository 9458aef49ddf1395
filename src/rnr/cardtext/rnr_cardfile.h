// Inside the readers of card files and deck files: lines, Markdown blocks, messages with places.
#ifndef RNR_CARDFILE_H
#define RNR_CARDFILE_H

#include "rnr_cardc.h"

// ---- lines ------------------------------------------------------------------

enum {
    CARDF_MAX_BYTES = 1 << 20, // of a card file or deck file
    // libcmark 0.30.2 is slow on long paragraphs and deep lists; no card needs them.
    CARDF_MAX_LINE = 2000, // bytes
    CARDF_MAX_RUN = 8000,  // bytes without an empty line
    CARDF_MAX_DEPTH = 16,  // list and quotation marks, and fours of spaces, that begin a line
    CARDF_MAX_DIAGS = 500,
    CARDF_MAX_CARDS = 4096
};

typedef struct {
    brs_str text; // the whole file, without a byte order mark
    const char *file;
    brs_arena *arena;
    brs_str *line; // line[1..count], without their ends
    int count;
    cardc_diag *diag; // grows in the arena up to CARDF_MAX_DIAGS
    int ndiag, diag_cap;
    size_t run; // bytes since the last empty line, while lines are checked
    bool failed;
} cardf_source;

// Cuts the file into lines and checks that it is text: UTF-8, no control characters, within the
// limits above.
bool cardf_open(cardf_source *s, brs_str text, const char *file, brs_arena *arena);

// A mistake at a place, kept for cardf_send; the caller may add help. NULL when there are too many.
brs_err *cardf_fault(cardf_source *s, int line, int col, const char *label, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// Keeps mistakes and warnings that somebody else found (a brs_report with ctx = source).
void cardf_collect(void *ctx, const brs_err *err, bool warning);

// Reports everything in order of place. True when there was no mistake.
bool cardf_send(cardf_source *s, brs_report report);

// Column (1-based, in code points) of a byte of a line.
int cardf_column(brs_str line, size_t at);

// A copy with white space folded, NUL-terminated.
brs_str cardf_folded(brs_arena *arena, brs_str text);

// Equal when case, kinds of apostrophe and runs of white space are ignored.
bool cardf_same_name(brs_str a, brs_str b);

// ---- fields (rnr_fields.c) --------------------------------------------------

typedef struct {
    brs_str value;
    int line, col; // of the value; line 0: not given
} cardf_field;

// Reads the "- Name: value" of a line into out[i], where names[i] is its name.
void cardf_read_field(cardf_source *s, int line, const char *const *names, int count,
                      cardf_field *out);

// The index of the field's value among names[1..], 0 when it is not given or none of them (which is
// a mistake).
int cardf_choose(cardf_source *s, const cardf_field *f, const char *name, const char *const *names,
                 int count);

// XXH3-64 over the names and programs of a set, in order.
uint64_t cardf_hash(const brs_card_set *set);

// ---- Markdown blocks (rnr_md.c) ---------------------------------------------

typedef enum {
    CARDF_HEADING,
    CARDF_UNDERLINED,
    CARDF_LIST,
    CARDF_ITEM,
    CARDF_PARAGRAPH,
    CARDF_QUOTE,
    CARDF_CODE,
    CARDF_HTML,
    CARDF_BREAK
} cardf_kind;

// A block of the document, or an item of a top-level list (it follows its list).
typedef struct {
    uint8_t kind;    // cardf_kind; UNDERLINED: a heading by a line of - or = under it
    uint8_t level;   // of a heading
    bool nested;     // ITEM: holds more than one paragraph
    int first, last; // lines; last = first for what has no paragraph in it
} cardf_block;

// The blocks of the file in order; at most 2 * lines + 2. Returns how many.
int cardf_blocks(const cardf_source *s, cardf_block *out, int cap);

#endif
