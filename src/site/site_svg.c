// A sketch as SVG: one file with its own style, title and description, and nothing that runs or is asked for.
#include "site_sketch.h"

#include <string.h>

#include "str.h"

void site_put_symbol_id(brs_buf *out, brs_str sign)
{
    buf_puts(out, "br-");
    for (size_t i = 0; i < sign.len; i++) {
        const char c = sign.ptr[i];
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        buf_byte(out, (uint8_t)(plain ? c : c >= 'A' && c <= 'Z' ? c + 32 : '-'));
    }
}

static void put_words(const site_shape *s, brs_buf *out)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    buf_putf(out, "<text class=\"%s\" x=\"%d\" y=\"%d\" font-size=\"%d\"%s", s->look, s->x, s->y, s->height, anchors[s->anchor]);
    if (s->squeezed) {
        buf_putf(out, " textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\"", s->width);
    }
    buf_byte(out, '>');
    buf_xml(out, s->text);
    if (s->tail_look != NULL) {
        buf_putf(out, "<tspan class=\"%s\" font-size=\"%d\" dx=\"4\">", s->tail_look, s->tail_size);
        buf_xml(out, s->tail);
        buf_puts(out, "</tspan>");
    }
    buf_puts(out, "</text>\n");
}

static void put_shape(const site_shape *s, brs_buf *out)
{
    switch ((site_shape_kind)s->kind) {
    case SITE_BOX:
        buf_putf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", s->look, s->x, s->y, s->width, s->height);
        break;
    case SITE_STROKE:
        buf_putf(out, "<polyline class=\"%s\" stroke-width=\"%d\" points=\"%.*s\"/>\n", s->look, s->width, BRS_ARG(s->text));
        break;
    case SITE_WORDS: put_words(s, out); break;
    case SITE_SIGN:
        buf_putf(out, "<use class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" href=\"#", s->look, s->x, s->y, s->width, s->height);
        site_put_symbol_id(out, s->text);
        buf_puts(out, "\"/>\n");
        break;
    }
}

// The symbols that the sketch uses, each once.
static void put_symbols(const site_sketch *sketch, brs_str symbols, brs_buf *out)
{
    brs_buf id;
    buf_init(&id, sketch->arena, 64);
    while (symbols.len > 0) {
        const char *from = memmem(symbols.ptr, symbols.len, "<symbol id=\"", 12);
        const char *to = from == NULL ? NULL : memmem(from, symbols.len - (size_t)(from - symbols.ptr), "</symbol>", 9);
        if (to == NULL) {
            return;
        }
        bool used = false;
        for (int i = 0; i < sketch->count && !used; i++) {
            buf_reset(&id);
            if (sketch->shape[i].kind == SITE_SIGN) {
                site_put_symbol_id(&id, sketch->shape[i].text);
                buf_byte(&id, '"');
                used = str_begins((brs_str){from + 12, (size_t)(to - from) - 12}, buf_str(&id));
            }
        }
        if (used) {
            buf_put(out, (brs_str){from, (size_t)(to - from) + 9});
            buf_byte(out, '\n');
        }
        symbols = str_behind(symbols, (size_t)(to - symbols.ptr) + 9);
    }
}

void site_write_svg(const site_sketch *sketch, brs_str style, brs_str dark, brs_str symbols, brs_buf *out)
{
    buf_putf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" "
                  "aria-labelledby=\"t d\" lang=\"%s\">\n<title id=\"t\">",
             sketch->width, sketch->height, sketch->width, sketch->height, sketch->language);
    buf_xml(out, sketch->title);
    buf_puts(out, "</title>\n<desc id=\"d\">");
    buf_xml(out, sketch->about);
    buf_puts(out, "</desc>\n<style>\n");
    buf_put(out, style);
    if (dark.ptr != NULL) {
        buf_puts(out, "@media (prefers-color-scheme: dark) {\n");
        buf_put(out, dark);
        buf_puts(out, "}\n");
    }
    buf_puts(out, "</style>\n<defs>\n");
    put_symbols(sketch, symbols, out);
    buf_puts(out, "</defs>\n");
    for (int i = 0; i < sketch->count; i++) {
        put_shape(&sketch->shape[i], out);
    }
    buf_puts(out, "</svg>\n");
}
