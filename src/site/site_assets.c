// The files that every page may ask for, and what search engines are told.
#include <string.h>

#include "site_share.h"
#include "str.h"

static brs_str asset_name(site_build *build, const char *stem, const char *ending, brs_str text)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < text.len; i++) {
        hash = (hash ^ (unsigned char)text.ptr[i]) * 1099511628211u;
    }
    brs_buf name;
    buf_init(&name, build->arena, 40);
    buf_puts(&name, stem);
    buf_byte(&name, '.');
    buf_hex(&name, hash >> 32, 8);
    buf_puts(&name, ending);
    return buf_str(&name);
}

static bool in_set(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

// The style without its comments and the blanks that only people need.
static brs_str squeeze(site_build *build, brs_str text)
{
    brs_buf out;
    buf_init(&out, build->arena, text.len + 1);
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i], last = out.len > 0 ? out.ptr[out.len - 1] : '{';
        if (c == '/' && i + 1 < text.len && text.ptr[i + 1] == '*') {
            const char *end = memmem(text.ptr + i + 2, text.len - i - 2, "*/", 2);
            i = end == NULL ? text.len : (size_t)(end - text.ptr) + 1;
        } else if (str_blank(c)) {
            if (!in_set(last, " {};,:>")) {
                buf_byte(&out, ' ');
            }
        } else {
            if (last == ' ' && in_set(c, "{}>")) {
                out.len--;
                last = out.len > 0 ? out.ptr[out.len - 1] : '{';
            }
            if (c == '}' && last == ';') { // the last one of a block parts nothing
                out.len--;
            }
            buf_byte(&out, (uint8_t)c);
        }
    }
    return buf_str(&out);
}

static bool write_asset(site_build *build, brs_str name, brs_str text, brs_err *err)
{
    brs_buf path;
    buf_init(&path, build->arena, 64);
    buf_puts(&path, "a/");
    buf_put(&path, name);
    buf_byte(&path, '\0');
    return site_out_write(&build->out, path.ptr, text, err);
}

// A style or a script with its words in the language of the pages.
static brs_str said(site_build *build, brs_str name)
{
    return site_source_words(&build->sources, site_source(&build->sources, name), build->arena);
}

// A sheet with what somebody adds to it, who has the last word on every page.
static brs_str with_own(site_build *build, brs_str sheet)
{
    brs_buf both;
    if (build->own_css.len == 0) {
        return sheet;
    }
    buf_init(&both, build->arena, sheet.len + build->own_css.len + 2);
    buf_put(&both, sheet);
    buf_byte(&both, '\n');
    buf_put(&both, build->own_css);
    return buf_str(&both);
}

void site_name_assets(site_build *build)
{
    build->css_text = with_own(build, squeeze(build, said(build, BRS_STR("style.css"))));
    build->study_text = with_own(build, squeeze(build, said(build, BRS_STR("study.css"))));
    build->script_text = said(build, BRS_STR("step.js"));
    build->origin = str_of(build->options->base_url != NULL ? build->options->base_url : "");
    while (build->origin.len > 0 && build->origin.ptr[build->origin.len - 1] == '/') {
        build->origin.len--;
    }
    build->css = asset_name(build, "site", ".css", build->css_text);
    build->study = asset_name(build, "study", ".css", build->study_text);
    build->script = build->options->script ? asset_name(build, "step", ".js", build->script_text) : BRS_STR("");
}

bool site_write_assets(site_build *build, brs_err *err)
{
    const brs_str icon = site_source(&build->sources, BRS_STR("favicon.svg"));
    return write_asset(build, build->css, build->css_text, err) && write_asset(build, build->study, build->study_text, err) &&
           (!build->options->script || write_asset(build, build->script, build->script_text, err)) &&
           site_out_write(&build->out, "favicon.svg", icon, err) &&
           (build->options->beside != NULL || site_write_robots(&build->out, build->options->base_url, build->arena, err));
}
