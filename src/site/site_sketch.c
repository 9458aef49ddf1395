// Shapes are put one after the other; words are measured without a font.
#include "site_sketch.h"

#include <string.h>

#include "str.h"
#include "text.h"

void site_sketch_init(site_sketch *sketch, brs_arena *arena, int width)
{
    *sketch = (site_sketch){.arena = arena, .width = width};
}

static site_shape *add(site_sketch *sketch, site_shape shape)
{
    if (sketch->count == sketch->cap) {
        const int cap = sketch->cap == 0 ? 256 : 2 * sketch->cap;
        site_shape *grown = BRS_NEW(sketch->arena, site_shape, (size_t)cap);
        if (sketch->count > 0) {
            memcpy(grown, sketch->shape, (size_t)sketch->count * sizeof *grown);
        }
        sketch->shape = grown;
        sketch->cap = cap;
    }
    sketch->shape[sketch->count] = shape;
    return &sketch->shape[sketch->count++];
}

void site_box(site_sketch *sketch, const char *look, int x, int y, int width, int height)
{
    add(sketch, (site_shape){.kind = SITE_BOX, .look = look, .x = x, .y = y, .width = width, .height = height});
}

void site_stroke(site_sketch *sketch, const char *look, int width, brs_str points)
{
    add(sketch, (site_shape){.kind = SITE_STROKE, .look = look, .width = width, .text = points});
}

void site_sign(site_sketch *sketch, const char *look, int x, int y, int size, brs_str sign)
{
    add(sketch, (site_shape){.kind = SITE_SIGN, .look = look, .x = x, .y = y, .width = size, .height = size, .text = sign});
}

// Thousandths of the size that a letter takes in a wide serif face.
static int letter_width(uint32_t point)
{
    if (point >= 0x1100) {  // Hangul, kana, Chinese: square
        return point < 0x2E80 && point >= 0x1200 ? 650 : 1000;
    }
    if (point >= 0x80) {
        return 720;
    }
    if (point >= 'A' && point <= 'Z') {
        return strchr("MW", (int)point) != NULL ? 1000 : strchr("IJ", (int)point) != NULL ? 460 : 780;
    }
    return strchr("mw", (int)point) != NULL     ? 960
           : strchr("ijl.,:;'!|", (int)point) != NULL ? 340
           : strchr("frt ()-[]", (int)point) != NULL  ? 430
                                                      : 620;
}

int site_words_width(brs_str text, int size)
{
    int64_t sum = 0;
    for (size_t at = 0; at < text.len;) {
        uint32_t point = 0;
        const int bytes = text_point((const uint8_t *)text.ptr + at, text.len - at, &point);
        sum += letter_width(point);
        at += bytes > 0 ? (size_t)bytes : 1;
    }
    return (int)((sum * size + 999) / 1000);
}

void site_words(site_sketch *sketch, const char *look, site_anchor anchor, int x, int y, int width, int size, brs_str text)
{
    if (text.len > 0) {
        add(sketch, (site_shape){.kind = SITE_WORDS, .anchor = (uint8_t)anchor, .look = look, .x = x, .y = y, .width = width,
                                 .height = size, .squeezed = site_words_width(text, size) > width, .text = text});
    }
}

void site_tail(site_sketch *sketch, const char *look, int size, brs_str text)
{
    site_shape *last = &sketch->shape[sketch->count - 1];
    last->tail_look = look;
    last->tail_size = size;
    last->tail = text;
}

// As much of a text as fits, up to a blank; where one word is too long, all of it.
static brs_str take_line(brs_str *rest, int width, int size)
{
    size_t end = 0;
    for (size_t at = 0; at <= rest->len; at++) {
        if (at < rest->len && rest->ptr[at] != ' ') {
            continue;
        }
        if (end > 0 && site_words_width((brs_str){rest->ptr, at}, size) > width) {
            break;
        }
        end = at;
    }
    const brs_str line = {rest->ptr, end};
    *rest = str_trim(str_behind(*rest, end));
    return line;
}

// The beginning of a text that fits, with an ellipsis.
static brs_str cut(site_sketch *sketch, brs_str text, int width, int size)
{
    static const char dots[] = "\xe2\x80\xa6";
    size_t len = text.len;
    while (len > 0 && site_words_width((brs_str){text.ptr, len}, size) + size > width) {
        do {
            len--;
        } while (len > 0 && ((unsigned char)text.ptr[len] & 0xC0) == 0x80);
    }
    brs_buf out;
    buf_init(&out, sketch->arena, len + sizeof dots);
    buf_put(&out, str_trim((brs_str){text.ptr, len}));
    buf_puts(&out, dots);
    return buf_str(&out);
}

int site_paragraph(site_sketch *sketch, const char *look, int x, int y, int width, int size, int leading, int most,
                   brs_str text)
{
    brs_str rest = str_trim(text);
    int lines = 0;
    while (rest.len > 0 && lines < most) {
        const brs_str all = rest;
        brs_str line = take_line(&rest, width, size);
        if (rest.len > 0 && lines + 1 == most) {
            line = cut(sketch, all, width, size);
        }
        site_words(sketch, look, SITE_FROM_LEFT, x, y + lines * leading, width, size, line);
        lines++;
    }
    return lines;
}
