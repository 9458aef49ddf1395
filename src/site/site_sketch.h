// A picture as a list of shapes, before it is written as SVG (site_svg.c) or as points (site_png.c). Whole numbers only,
// so it is the same everywhere; how a shape looks is the word that the style sheet (templates/board.css) knows it by.
#ifndef SITE_SKETCH_H
#define SITE_SKETCH_H

#include "broadside/arena.h"
#include "buf.h"

typedef enum { SITE_BOX, SITE_STROKE, SITE_WORDS, SITE_SIGN } site_shape_kind;

typedef enum { SITE_FROM_LEFT, SITE_CENTRED, SITE_FROM_RIGHT } site_anchor;

typedef struct {
    uint8_t kind;         // site_shape_kind
    uint8_t anchor;       // of words: what of them stands at x
    const char *look;     // "card ua": words of the style sheet
    int x, y;             // upper left corner; of words the base line
    int width, height;    // of words: the room they have and the size of the type; of a stroke: how wide it is
    bool squeezed;        // words that may need more room than they have
    brs_str text;         // the words; "x,y x,y" of a stroke; of a sign: what it stands for ("Liberty Bell")
    const char *tail_look; // of words: more of them that follow at once, NULL: none
    int tail_size;
    brs_str tail;
} site_shape;

typedef struct {
    brs_arena *arena;
    site_shape *shape;
    int count, cap;
    int width, height;
    const char *language; // of its words, "en"
    brs_str title, about; // for those who do not see it; about: line by line
} site_sketch;

void site_sketch_init(site_sketch *sketch, brs_arena *arena, int width);

void site_box(site_sketch *sketch, const char *look, int x, int y, int width, int height);
void site_stroke(site_sketch *sketch, const char *look, int width, brs_str points);
void site_sign(site_sketch *sketch, const char *look, int x, int y, int size, brs_str sign);

// One line of words; what may not fit is squeezed.
void site_words(site_sketch *sketch, const char *look, site_anchor anchor, int x, int y, int width, int size, brs_str text);

// More words right behind those put last, such as the unit of a number.
void site_tail(site_sketch *sketch, const char *look, int size, brs_str text);

// Words in as many lines as they need, at most `most`; what is left of them is cut off and "..." says so. The base line
// of the first is y, that of the next `leading` below. Returns how many lines there are.
int site_paragraph(site_sketch *sketch, const char *look, int x, int y, int width, int size, int leading, int most,
                   brs_str text);

// Room that a text may take at most, whatever the serif face is. In points of the picture.
int site_words_width(brs_str text, int size);

// Writes it as a picture that asks for no other file. sheets: the styles; of `dark` those for a dark screen, ptr NULL:
// the others are for both. symbols: a text with a <symbol id="br-..."> for each sign.
void site_write_svg(const site_sketch *sketch, brs_str style, brs_str dark, brs_str symbols, brs_buf *out);

// "Liberty Bell" is drawn by the symbol "br-liberty-bell".
void site_put_symbol_id(brs_buf *out, brs_str sign);

#endif
