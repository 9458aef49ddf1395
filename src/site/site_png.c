// A sketch as points, for messengers that show no SVG. Boxes, strokes and signs only: what letters look like depends on
// the fonts of a machine, and the same match has to give the same points everywhere. All of it is whole numbers.
#include "site_png.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

#include "site_path.h"
#include "str.h"

enum { SUB = 4, FULL = SUB * SITE_PATH_UNIT }; // lines that a row of points is looked at in; coverage of a whole point

typedef struct {
    uint8_t red, green, blue;
} ink;

typedef struct {
    int width, height;
    uint8_t *rgb;
    int *cover; // [width] of the row at hand
    brs_arena *arena;
} canvas;

static const struct {
    const char *look;
    ink colour;
} inks[] = {
    {"paper", {0xf7, 0xf0, 0xe0}}, {"sheet", {0xfb, 0xf6, 0xea}}, {"act", {0xef, 0xe4, 0xcb}}, {"ink", {0x22, 0x1b, 0x14}},
    {"line", {0xb9, 0xa8, 0x8a}},  {"s0", {0x8a, 0x2a, 0x1c}},    {"s1", {0x23, 0x44, 0x6b}},  {"s2", {0x2f, 0x5a, 0x2c}},
    {"s3", {0x6b, 0x3a, 0x7d}},    {"s4", {0x7d, 0x52, 0x00}},    {"s5", {0x0f, 0x5f, 0x66}},
};

static ink ink_of(const char *look)
{
    for (size_t i = 0; i < sizeof inks / sizeof inks[0]; i++) {
        if (strcmp(inks[i].look, look) == 0) {
            return inks[i].colour;
        }
    }
    return inks[3].colour;
}

static void blend(uint8_t *at, uint8_t to, int cover)
{
    *at = (uint8_t)((*at * (FULL - cover) + to * cover + FULL / 2) / FULL);
}

static void mark(canvas *c, int x, int y, int cover, ink colour)
{
    uint8_t *at = c->rgb + 3 * ((size_t)y * (size_t)c->width + (size_t)x);
    blend(&at[0], colour.red, cover);
    blend(&at[1], colour.green, cover);
    blend(&at[2], colour.blue, cover);
}

static void fill_box(canvas *c, const site_shape *s)
{
    for (int y = s->y < 0 ? 0 : s->y; y < s->y + s->height && y < c->height; y++) {
        for (int x = s->x < 0 ? 0 : s->x; x < s->x + s->width && x < c->width; x++) {
            mark(c, x, y, FULL, ink_of(s->look));
        }
    }
}

// ---- outlines ----------------------------------------------------------------------------------------

// Adds to the row what lies between two places on one of its lines.
static void cover_span(canvas *c, int from, int to)
{
    from = from < 0 ? 0 : from;
    to = to > c->width * SITE_PATH_UNIT ? c->width * SITE_PATH_UNIT : to;
    for (int x = from / SITE_PATH_UNIT; from < to; x++) {
        const int end = (x + 1) * SITE_PATH_UNIT < to ? (x + 1) * SITE_PATH_UNIT : to;
        c->cover[x] += end - from;
        from = end;
    }
}

// Where a line that is `y` down crosses the outline, from left to right, and which way.
static int cross(const site_path *path, int y, int *x, int *way, int cap)
{
    int count = 0;
    for (int i = 0; i < path->count; i++) {
        const site_point *a = &path->point[i], *b = &path->point[path->next[i]];
        if ((a->y <= y) == (b->y <= y) || count == cap) {
            continue;
        }
        const int at = a->x + (int)((int64_t)(b->x - a->x) * (y - a->y) / (b->y - a->y));
        int k = count++;
        for (; k > 0 && x[k - 1] > at; k--) {
            x[k] = x[k - 1];
            way[k] = way[k - 1];
        }
        x[k] = at;
        way[k] = a->y < b->y ? 1 : -1;
    }
    return count;
}

// Fills what the outline winds round.
static void fill_path(canvas *c, const site_path *path, ink colour)
{
    enum { MOST = 64 };
    int x[MOST], way[MOST], top = c->height * SITE_PATH_UNIT, low = 0;
    for (int i = 0; i < path->count; i++) {
        top = path->point[i].y < top ? path->point[i].y : top;
        low = path->point[i].y > low ? path->point[i].y : low;
    }
    for (int y = top < 0 ? 0 : top / SITE_PATH_UNIT; y < c->height && y <= low / SITE_PATH_UNIT; y++) {
        memset(c->cover, 0, (size_t)c->width * sizeof *c->cover);
        for (int line = 0; line < SUB; line++) {
            const int count = cross(path, y * SITE_PATH_UNIT + (2 * line + 1) * SITE_PATH_UNIT / (2 * SUB), x, way, MOST);
            for (int i = 0, winding = 0; i + 1 < count; i++) {
                winding += way[i];
                if (winding != 0) {
                    cover_span(c, x[i], x[i + 1]);
                }
            }
        }
        for (int k = 0; k < c->width; k++) {
            if (c->cover[k] > 0) {
                mark(c, k, y, c->cover[k] > FULL ? FULL : c->cover[k], colour);
            }
        }
    }
}

static void fill_stroke(canvas *c, const site_shape *s)
{
    site_path path;
    site_path_init(&path, c->arena);
    site_path_stroke(&path, s->text, s->width);
    fill_path(c, &path, ink_of(s->look));
}

// ---- signs ---------------------------------------------------------------------------------------------

// The outline of the sign's symbol in its own measure, 32 by 32; empty when there is none.
static brs_str outline_of(brs_str symbols, brs_str sign, brs_arena *arena)
{
    brs_buf id;
    buf_init(&id, arena, 64);
    buf_puts(&id, "<symbol id=\"");
    site_put_symbol_id(&id, sign);
    buf_byte(&id, '"');
    const char *from = memmem(symbols.ptr, symbols.len, id.ptr, id.len);
    const char *d = from == NULL ? NULL : memmem(from, symbols.len - (size_t)(from - symbols.ptr), " d=\"", 4);
    if (d == NULL) {
        return (brs_str){"", 0};
    }
    d += 4;
    brs_str rest = {d, symbols.len - (size_t)(d - symbols.ptr)};
    return str_cut(&rest, '"');
}

static void fill_sign(canvas *c, const site_shape *s, brs_str symbols)
{
    enum { MEASURE = 32 };
    site_path path;
    site_path_init(&path, c->arena);
    site_path_read(&path, outline_of(symbols, s->text, c->arena), s->x, s->y, s->width, MEASURE);
    fill_path(c, &path, ink_of(s->look));
}

// ---- the file ----------------------------------------------------------------------------------------

static void put_bytes(png_structp png, png_bytep bytes, size_t len)
{
    buf_put(png_get_io_ptr(png), (brs_str){(const char *)bytes, len});
}

// Our message is the one that is shown.
static _Noreturn void give_up(png_structp png, png_const_charp why)
{
    (void)why;
    png_longjmp(png, 1);
}

static void keep_silent(png_structp png, png_const_charp why)
{
    (void)png;
    (void)why;
}

static void flush(png_structp png)
{
    (void)png;
}

static bool encode(const canvas *c, brs_buf *out)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, keep_silent);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info == NULL || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, out, put_bytes, flush);
    png_set_IHDR(png, info, (png_uint_32)c->width, (png_uint_32)c->height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    png_set_filter(png, 0, PNG_FILTER_UP);
    png_write_info(png, info);
    for (int y = 0; y < c->height; y++) {
        png_write_row(png, c->rgb + 3 * (size_t)y * (size_t)c->width);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return true;
}

bool site_write_png(const site_sketch *sketch, brs_str symbols, brs_buf *out, brs_err *err)
{
    canvas c = {.width = sketch->width, .height = sketch->height, .arena = sketch->arena};
    c.rgb = brs_arena_alloc(sketch->arena, 3 * (size_t)c.width * (size_t)c.height, 1);
    c.cover = BRS_NEW(sketch->arena, int, (size_t)c.width + 1);
    for (int i = 0; i < sketch->count; i++) {
        const site_shape *s = &sketch->shape[i];
        if (s->kind == SITE_BOX) {
            fill_box(&c, s);
        } else if (s->kind == SITE_STROKE) {
            fill_stroke(&c, s);
        } else if (s->kind == SITE_SIGN) {
            fill_sign(&c, s, symbols);
        }
    }
    return encode(&c, out) || brs_fail(err, BRS_RETRY, "libpng could not write the picture");
}
