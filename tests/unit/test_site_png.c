// The picture for messengers: the same points on every machine, a frame and signs in it, and no ending told.
#include <criterion/criterion.h>
#include <png.h>
#include <string.h>

#include "broadside/site.h"
#include "real_games.h"
#include "site_emblem.h"
#include "site_path.h"
#include "site_png.h"
#include "site_template.h"

static real_bench bench;

static void begin(void)
{
    real_open(&bench);
}

static void end(void)
{
    brs_arena_release(&bench.arena);
}

TestSuite(png, .init = begin, .fini = end);

// ---- outlines ------------------------------------------------------------------------------------------

Test(png, a_path_is_read_in_both_cases_and_by_its_shorthands)
{
    static const char *const same[] = {"M2 2L10 2L10 10L2 10Z", "m2 2l8 0 0 8-8 0z", "M2,2H10V10H2Z", "M2 2h8v8h-8z", "M2.0 2 10 2 10 10 2 10z"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        site_path path;
        site_path_init(&path, &bench.arena);
        cr_assert(site_path_read(&path, str_of(same[i]), 0, 0, 32, 32), "%s", same[i]);
        cr_assert_eq(path.count, 4, "%s: %d corners", same[i], path.count);
        cr_assert(path.point[2].x == 10 * SITE_PATH_UNIT && path.point[2].y == 10 * SITE_PATH_UNIT, "%s", same[i]);
        cr_assert_eq(path.next[3], 0, "%s is closed", same[i]);
    }
}

Test(png, what_a_path_may_not_have_is_noticed)
{
    static const char *const bad[] = {"M2 2a3 3 0 0 1 6 0z", "M2", "2 2", "M2 2Lx", "Z 3"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        site_path path;
        site_path_init(&path, &bench.arena);
        cr_assert_not(site_path_read(&path, str_of(bad[i]), 0, 0, 32, 32), "%s", bad[i]);
    }
}

Test(png, every_sign_of_the_templates_can_be_drawn)
{
    site_sources sources;
    brs_err err = BRS_ERR_NONE;
    int signs = 0;
    cr_assert(site_sources_load(&sources, NULL, &bench.arena, &err));
    for (int i = 0; i < sources.count; i++) {
        if (memmem(sources.name[i].ptr, sources.name[i].len, "symbols.html", 12) == NULL) {
            continue;
        }
        brs_str rest = sources.text[i];
        const char *at;
        while ((at = memmem(rest.ptr, rest.len, " d=\"", 4)) != NULL) {
            rest = (brs_str){at + 4, rest.len - (size_t)(at + 4 - rest.ptr)};
            const brs_str d = str_cut(&rest, '"');
            site_path path;
            site_path_init(&path, &bench.arena);
            cr_assert(site_path_read(&path, d, 0, 0, 32, 32), "%.*s", BRS_ARG(d));
            signs++;
        }
    }
    cr_assert_geq(signs, 4);
}

// ---- points -----------------------------------------------------------------------------------------------

typedef struct {
    uint8_t *rgb;
    int width, height;
} points;

static points read_png(const brs_buf *png)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    cr_assert(png_image_begin_read_from_memory(&image, png->ptr, png->len) != 0, "%s", image.message);
    image.format = PNG_FORMAT_RGB;
    points p = {.width = (int)image.width, .height = (int)image.height};
    p.rgb = brs_arena_alloc(&bench.arena, PNG_IMAGE_SIZE(image), 1);
    cr_assert(png_image_finish_read(&image, NULL, p.rgb, 0, NULL) != 0, "%s", image.message);
    return p;
}

static int grey(const points *p, int x, int y)
{
    return p->rgb[3 * ((size_t)y * (size_t)p->width + (size_t)x)];
}

static points draw(const site_sketch *sketch, brs_str symbols)
{
    brs_err err = BRS_ERR_NONE;
    brs_buf png;
    buf_init(&png, &bench.arena, 1024);
    cr_assert(site_write_png(sketch, symbols, &png, &err), "%s", err.msg);
    return read_png(&png);
}

Test(png, boxes_strokes_and_signs_lie_where_they_are_put)
{
    site_sketch sketch;
    site_sketch_init(&sketch, &bench.arena, 64);
    sketch.height = 64;
    site_box(&sketch, "paper", 0, 0, 64, 64);
    site_stroke(&sketch, "ink", 4, BRS_STR("8,8 56,8"));
    site_sign(&sketch, "ink", 32, 32, 32, BRS_STR("Black Box"));
    const points p = draw(&sketch, BRS_STR("<symbol id=\"br-black-box\"><path d=\"M0 0h32v32h-32zM8 8v16h16v-16z\"/></symbol>"));
    cr_assert_eq(grey(&p, 30, 30), 0xf7, "paper");
    cr_assert_eq(grey(&p, 30, 7), 0x22, "the stroke is 4 wide");
    cr_assert_eq(grey(&p, 30, 9), 0x22);
    cr_assert_eq(grey(&p, 30, 11), 0xf7);
    cr_assert_eq(grey(&p, 34, 34), 0x22, "the sign");
    cr_assert_eq(grey(&p, 48, 48), 0xf7, "what is wound the other way round is a hole");
    cr_assert(grey(&p, 6, 6) > 0x22 && grey(&p, 6, 6) < 0xf7, "a round corner is soft: %x", grey(&p, 6, 6));
}

// XXH is for bytes of ours; here one sum is enough to tell another picture.
static uint64_t sum_of(const points *p)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < 3 * (size_t)p->width * (size_t)p->height; i++) {
        hash = (hash ^ p->rgb[i]) * 1099511628211u;
    }
    return hash;
}

static points emblem_of(const char *game, int seats, uint64_t seed)
{
    static brs_setup setup;
    static brs_replay replay;
    static site_match match;
    site_names *names = BRS_NEW(&bench.arena, site_names, 1);
    site_sources sources;
    site_sketch sketch;
    brs_err err = BRS_ERR_NONE;
    real_setup(&bench, game, 0, seed, &setup);
    setup.seats = seats;
    real_game(&bench, &setup, seed, &replay);
    site_names_init(names, &bench.arena);
    cr_assert(site_sources_load(&sources, NULL, &bench.arena, &err) && site_sources_declare(&sources, names, &err));
    cr_assert(site_play(&match, &replay, &setup, names, &bench.arena, &err), "%s", err.msg);
    site_sketch_init(&sketch, &bench.arena, 0);
    site_draw_emblem(&match, names, &sketch);
    return draw(&sketch, site_source(&sources, BRS_STR("rnr/symbols.html")));
}

// The sums are those of the machine that they were made on; another compiler or machine must come to the same.
Test(png, a_match_has_the_same_points_everywhere)
{
    const points table = emblem_of("rnr", 2, 3), crowd = emblem_of("revolution", 12, 5);
    cr_assert(table.width == SITE_EMBLEM_WIDTH && table.height == SITE_EMBLEM_HEIGHT);
    cr_assert_eq(grey(&table, 26, 300), 0x22, "the frame");
    cr_assert_eq(sum_of(&table), UINT64_C(0x694e6a48d83c616a), "%llx", (unsigned long long)sum_of(&table));
    cr_assert_eq(sum_of(&crowd), UINT64_C(0x62e97f88aa961102), "%llx", (unsigned long long)sum_of(&crowd));
}
