#!/usr/bin/env python3
"""A site in several languages, made for https://example.org/b: every page stands in one sitemap with the way to itself in the
others, and says the same in its head. usage: tongues.py SITE"""
import pathlib, re, sys, xml.etree.ElementTree as tree

top, base = pathlib.Path(sys.argv[1]), "https://example.org/b/"
languages = sorted(p.name for p in top.iterdir() if p.is_dir())
places = {}
for url in tree.parse(top / "sitemap.xml").getroot():
    where, *ways = [e.text or e.get("href") for e in url]
    places[where] = sorted(ways)
pages = {base + str(p.relative_to(top)) for p in top.rglob("*.html") if p.name != "404.html" and p.parent != top}
assert len(languages) == 3 and len(pages) > 300, (languages, len(pages))
assert set(places) == pages, set(places) ^ pages
for where, ways in places.items():
    wanted = [re.sub("/b/../", "/b/%s/" % one, where) for one in languages]
    page = (top / where[len(base):]).read_text()
    assert ways == wanted, where
    assert sorted(re.findall('rel="alternate" hreflang="..*?" href="([^"]*)"', page)) == wanted or "/one/" in where, where
assert [p.name for p in sorted(top.rglob("sitemap*")) + sorted(top.rglob("robots.txt"))] == ["sitemap.xml", "robots.txt"]
