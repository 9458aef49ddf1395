// The look that somebody gives a site: a sheet of his own after ours.
#include <string.h>

#include "fs.h"
#include "site_html.h"
#include "site_pages.h"
#include "str.h"

enum { MAX_SHEET = 64 * 1024 };

static bool fail_at(const char *path, int line, brs_err *err, const char *what, const char *why)
{
    brs_fail(err, BRS_TEXT, "%s", what);
    brs_help(err, "%s", why);
    brs_err_file(err, path);
    if (err != NULL) {
        err->line = line;
    }
    return false;
}

static bool holds(brs_str line, const char *words)
{
    return memmem(line.ptr, line.len, words, strlen(words)) != NULL;
}

bool site_read_css(site_build *build, brs_err *err)
{
    const char *path = build->options->css;
    brs_str text, line;
    int number = 0;
    build->own_css = (brs_str){"", 0};
    if (path == NULL) {
        return true;
    }
    if (!fs_read(path, MAX_SHEET, build->arena, &text, err)) {
        return false;
    }
    for (brs_str rest = text; str_line(&rest, &line);) {
        number++;
        if (!site_is_utf8(line)) {
            return fail_at(path, number, err, "this is not UTF-8", "save it as UTF-8");
        }
        if (holds(line, "@import") || holds(line, "url(")) {
            return fail_at(path, number, err, "the sheet asks for another file, and a page has no others",
                           "draw it with CSS, or put it into a template as SVG");
        }
        if (holds(line, "</")) {
            return fail_at(path, number, err, "\"</\" would end the style of a page that is one file", "take it out");
        }
    }
    build->own_css = text;
    return true;
}
