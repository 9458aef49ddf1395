// Pages that others point at: only with a base address (site_share.c).
#ifndef SITE_SHARE_H
#define SITE_SHARE_H

#include "site_bytes.h"
#include "site_pages.h"

// The whole address of a page, escaped.
void site_put_address(const site_build *build, brs_str path, brs_buf *out);

// "2026-05", "2026" and nothing as a whole date and time; no clock is asked.
void site_put_time(brs_buf *out, const char *date);

// Adds to the head of the page in build->html what search engines and messengers look for.
void site_share(site_build *build, const char *file);

// The picture of a match that messengers show, m/<match>/match.png.
bool site_write_emblem(site_build *build, const site_match *match, brs_err *err);

// What robots may read, and (base_url: NULL, without) where the list of pages is.
bool site_write_robots(site_out *to, const char *base_url, brs_arena *arena, brs_err *err);
bool site_write_feed(site_build *build, brs_err *err);

// `matches`: the pages of all matches, as texts (site_pack_text); the others are in build->out.
// More than one file can list are in several, and sitemap.xml names those.
bool site_write_sitemap(site_build *build, brs_str matches, brs_err *err);

// The same of a site in several languages, from the pages of one of them: each page in all of them, with the way to the
// others.
bool site_write_shared_sitemap(site_out *to, const char *base_url, site_build *one, brs_str matches, brs_err *err);

#endif
