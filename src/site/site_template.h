// Templates without logic: text with {{tags}}, compiled once into a flat list of steps.
//
//   {{name}}           the field of the node at hand, escaped; {{@name}} of the page's root node
//   {{name|slug}}      in lower case, all but letters and digits as '-': for classes and ids
//   {{id}}             the number of the node at hand
//   {{#name}}...       once for each child of that name; if there is none, once when the node has a
//                      field of that name that is neither "" nor "0"; {{#@name}} looks at the root
//   {{#name:3}}...     only children with that id
//   {{#?name}}...      once when there is such a child, or such a field that is not ""; the node at
//                      hand stays the same
//   {{^name}}...       when {{#name}} would show nothing
//   {{/name}}          ends a section, with the words that began it
//   {{>file}}          the template of that name, put in here
//   {{! words}}        nothing
//   {{name?one|more}}  the form for the number in that field, as the language has them
//   {{name?@field}}    the same with the forms that a field of the root holds
//   {{%language}}      the attributes that say the language of the page: lang="en"
//   {{%english}}       lang="en" on pages in another language: what is in this element is in English all the same
//   {{%span}}          begins such an element where there is none; {{%end}} ends it
//   [[words]]          a sentence: in another language what its catalogue says, else the words. There may be
//                      tags and marks in it; it stands on one line. The same goes for step.js, between quotes.
//   {{%names a b c}}   names that the game's own view gives (others are in site_names.def)
//
// There is no unescaped tag: fields are escaped as HTML, in pages/anki.txt and pages/gift.txt as their formats want it.
// Indentation, and lines that hold only a tag of structure, are dropped; empty lines are kept in a .txt.
// A misspelt name, an open section and a field that the node does not have are errors with file and
// line.
#ifndef SITE_TEMPLATE_H
#define SITE_TEMPLATE_H

#include "broadside/language.h"
#include "buf.h"
#include "site_tree.h"

// The sources: names relative to templates/, sorted.
typedef struct {
    brs_str *name, *text;
    const char **from; // the file that one was read from; NULL: it is built in
    int count;
    const brs_language *language; // of the pages; NULL: English
} site_sources;

// The built-in templates; those of the same name in `folder` (NULL: none) replace them.
bool site_sources_load(site_sources *out, const char *folder, brs_arena *arena, brs_err *err);

// The text of one source; ptr NULL when there is none.
brs_str site_source(const site_sources *sources, brs_str name);

// A text with its [[words]] in the language, between quotes of a script.
brs_str site_source_words(const site_sources *sources, brs_str text, brs_arena *arena);

// The next [[words]] of a text; false when there are none.
bool site_next_sentence(brs_str *rest, brs_str *sentence);

// Makes known the names that {{%names}} of any source declares.
bool site_sources_declare(const site_sources *sources, site_names *names, brs_err *err);

enum {
    STEP_TEXT, STEP_FIELD, STEP_SLUG, STEP_FORM, STEP_ID, STEP_BEGIN, STEP_UNLESS, STEP_END, STEP_STRETCH, STEP_STOP
};

typedef struct {
    uint8_t kind;
    bool page; // looks at the root
    bool once; // a condition only
    uint16_t name;
    int16_t id;    // -1: any
    uint16_t file; // which source
    int line;
    int jump; // index after the section's end, or of its begin; of a stretch
    brs_str text;
} site_step;

typedef struct site_stretches site_stretches; // what is the same on many pages (site_stretch.h)

typedef struct {
    site_step *steps;
    int count, cap;
    const site_sources *sources;
    const site_names *names;
    const brs_language *language;
    site_stretches *stretches;
    void (*escape)(brs_buf *out, brs_str text); // the only way by which a field gets into the page: buf_html ...
} site_template;

// Compiles "pages/NAME.html" for a game: {{>game/x}} is GAME/x.html if there is one, else
// partials/x.html;
// {{>x}} is partials/x.html.
bool site_template_compile(site_template *out, const site_sources *sources, const site_names *names,
                           const char *file, const char *game, brs_arena *arena, brs_err *err);

// Writes the page of a tree; the text of kept nodes goes to the arena `keep` too. False: a field
// was missing; *out is then worthless.
bool site_template_render(const site_template *template, site_node *root, brs_arena *keep,
                          brs_buf *out, brs_err *err);

#endif
