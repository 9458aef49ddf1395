#include "site_path.h"

#include <string.h>

#include "str.h"

enum { THOUSAND = 1000, PIECES = 8 };

void site_path_init(site_path *path, brs_arena *arena)
{
    *path = (site_path){.arena = arena};
}

static void add(site_path *path, int x, int y)
{
    if (path->count == path->cap) {
        const int cap = path->cap == 0 ? 128 : 2 * path->cap;
        site_point *point = BRS_NEW(path->arena, site_point, (size_t)cap);
        int *next = BRS_NEW(path->arena, int, (size_t)cap);
        if (path->count > 0) {
            memcpy(point, path->point, (size_t)path->count * sizeof *point);
            memcpy(next, path->next, (size_t)path->count * sizeof *next);
        }
        path->point = point;
        path->next = next;
        path->cap = cap;
    }
    path->point[path->count] = (site_point){x, y};
    path->next[path->count] = path->count + 1;
    path->count++;
}

// The outline goes back to where it began; the next point begins another one.
static void close(site_path *path)
{
    if (path->count > path->first) {
        path->next[path->count - 1] = path->first;
    }
    path->first = path->count;
}

// ---- the path of an SVG -----------------------------------------------------------------------------

typedef struct {
    site_path *path;
    brs_str rest;
    int x, y, size, measure;       // where the picture is put
    int64_t at_x, at_y;            // in thousandths of the picture's own measure
    int64_t start_x, start_y, control_x, control_y;
} pen;

static void skip(pen *p)
{
    while (p->rest.len > 0 && (str_blank(p->rest.ptr[0]) || p->rest.ptr[0] == ',')) {
        p->rest = str_behind(p->rest, 1);
    }
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// "-1.5" as -1500; a second point or a sign begins the next number. False: here is none.
static bool take_number(pen *p, int64_t *out)
{
    skip(p);
    size_t i = p->rest.len > 0 && p->rest.ptr[0] == '-' ? 1 : 0;
    const bool minus = i == 1;
    const size_t begin = i;
    int64_t whole = 0, part = 0, worth = THOUSAND;
    for (; i < p->rest.len && is_digit(p->rest.ptr[i]) && whole < 100000; i++) {
        whole = whole * 10 + (p->rest.ptr[i] - '0');
    }
    if (i < p->rest.len && p->rest.ptr[i] == '.') {
        for (i++; i < p->rest.len && is_digit(p->rest.ptr[i]); i++) {
            worth /= 10;
            part += worth * (p->rest.ptr[i] - '0');
        }
    }
    *out = (minus ? -1 : 1) * (whole * THOUSAND + part);
    p->rest = str_behind(p->rest, i);
    return i > begin;
}

static int to_picture(int64_t value, int from, int size, int measure)
{
    return from * SITE_PATH_UNIT + (int)(value * size * SITE_PATH_UNIT / ((int64_t)measure * THOUSAND));
}

static void line_to(pen *p, int64_t x, int64_t y)
{
    p->at_x = x;
    p->at_y = y;
    add(p->path, to_picture(x, p->x, p->size, p->measure), to_picture(y, p->y, p->size, p->measure));
}

// Along a cubic curve: a, b its controls, to its end.
static void curve_to(pen *p, const int64_t n[6])
{
    const int64_t x = p->at_x, y = p->at_y;
    for (int i = 1; i <= PIECES; i++) {
        const int64_t t = i, u = PIECES - i, all = PIECES * PIECES * PIECES;
        line_to(p, (u * u * u * x + 3 * u * u * t * n[0] + 3 * u * t * t * n[2] + t * t * t * n[4]) / all,
                (u * u * u * y + 3 * u * u * t * n[1] + 3 * u * t * t * n[3] + t * t * t * n[5]) / all);
    }
    p->control_x = n[2];
    p->control_y = n[3];
}

static int count_of(char command)
{
    switch (command | 32) {
    case 'm':
    case 'l': return 2;
    case 'h':
    case 'v': return 1;
    case 'c': return 6;
    case 's':
    case 'q': return 4;
    default: return 0;
    }
}

// What a command does with its numbers, which are absolute by now.
static void draw(pen *p, char command, const int64_t n[6])
{
    const int64_t again_x = 2 * p->at_x - p->control_x, again_y = 2 * p->at_y - p->control_y;
    switch (command) {
    case 'm':
        close(p->path);
        p->start_x = n[0];
        p->start_y = n[1];
        line_to(p, n[0], n[1]);
        break;
    case 'l': line_to(p, n[0], n[1]); break;
    case 'h': line_to(p, n[0], p->at_y); break;
    case 'v': line_to(p, p->at_x, n[0]); break;
    case 'c': curve_to(p, n); break;
    case 's': curve_to(p, (const int64_t[6]){again_x, again_y, n[0], n[1], n[2], n[3]}); break;
    case 'q':
        curve_to(p, (const int64_t[6]){p->at_x + 2 * (n[0] - p->at_x) / 3, p->at_y + 2 * (n[1] - p->at_y) / 3,
                                       n[2] + 2 * (n[0] - n[2]) / 3, n[3] + 2 * (n[1] - n[3]) / 3, n[2], n[3]});
        break;
    default: break;
    }
    if (command != 'c' && command != 's') {
        p->control_x = p->at_x;
        p->control_y = p->at_y;
    }
}

// The numbers of one command, absolute; false: they do not all follow.
static bool take_numbers(pen *p, char command, int64_t n[6])
{
    const bool relative = command >= 'a';
    for (int i = 0; i < count_of(command); i++) {
        const bool down = (command | 32) == 'v' || ((command | 32) != 'h' && i % 2 == 1);
        if (!take_number(p, &n[i])) {
            return false;
        }
        n[i] += !relative ? 0 : down ? p->at_y : p->at_x;
    }
    return true;
}

bool site_path_read(site_path *path, brs_str d, int x, int y, int size, int measure)
{
    pen p = {.path = path, .rest = d, .x = x, .y = y, .size = size, .measure = measure};
    char command = 0;
    int64_t n[6];
    for (skip(&p); p.rest.len > 0; skip(&p)) {
        const char c = p.rest.ptr[0];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (letter) {
            command = c;
            p.rest = str_behind(p.rest, 1);
        }
        if ((command | 32) == 'z' && letter) {
            close(path);
            p.at_x = p.control_x = p.start_x;
            p.at_y = p.control_y = p.start_y;
        } else if (count_of(command) == 0 || !take_numbers(&p, command, n)) {
            close(path);
            return false;
        } else {
            draw(&p, (char)(command | 32), n);
            command = command == 'm' ? 'l' : command == 'M' ? 'L' : command; // more of them are lines
        }
    }
    close(path);
    return true;
}

// ---- strokes ----------------------------------------------------------------------------------------

static int64_t root_of(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = INT64_C(1) << 30; bit > 0; bit /= 2) {
        if ((root + bit) * (root + bit) <= square) {
            root += bit;
        }
    }
    return root;
}

// A dot of twelve corners.
static void add_dot(site_path *path, site_point at, int radius)
{
    static const int cosine[12] = {1000, 866, 500, 0, -500, -866, -1000, -866, -500, 0, 500, 866};
    for (int i = 0; i < 12; i++) {
        add(path, at.x + radius * cosine[i] / 1000, at.y + radius * cosine[(i + 9) % 12] / 1000);
    }
    close(path);
}

static void add_bar(site_path *path, site_point a, site_point b, int radius)
{
    const int64_t dx = b.x - a.x, dy = b.y - a.y, length = root_of(dx * dx + dy * dy);
    if (length > 0) {
        const int nx = (int)(-dy * radius / length), ny = (int)(dx * radius / length);
        add(path, a.x - nx, a.y - ny);
        add(path, b.x - nx, b.y - ny);
        add(path, b.x + nx, b.y + ny);
        add(path, a.x + nx, a.y + ny);
        close(path);
    }
}

void site_path_stroke(site_path *path, brs_str points, int width)
{
    const int radius = width * SITE_PATH_UNIT / 2;
    site_point last = {0, 0};
    bool begun = false;
    while (points.len > 0) {
        brs_str rest = str_cut(&points, ' '), x = str_cut(&rest, ',');
        int64_t h = 0, v = 0;
        if (!str_number(x, &h) || !str_number(rest, &v)) {
            continue;
        }
        const site_point at = {(int)h * SITE_PATH_UNIT, (int)v * SITE_PATH_UNIT};
        if (begun) {
            add_bar(path, last, at, radius);
        }
        add_dot(path, at, radius);
        last = at;
        begun = true;
    }
}
