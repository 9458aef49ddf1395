#!/usr/bin/env python3
"""Writes docs/templates.md: what each template is for and which names stand in it.
usage: site/templates.py [--check]   (--check: says whether the page is what it would write)"""
import pathlib, re, sys

top = pathlib.Path(__file__).resolve().parent.parent
page = top / "docs/templates.md"
FOR = {
    "pages": "One page each", "partials": "Parts of pages, put in by `{{>name}}`",
    "rnr": "Parts that look different for Revolt N Reign", "revolution": "Parts that look different for Revolution", "": "Styles, script and icon",
}
PURPOSE = {
    "board.css": "shapes of the picture of a table (`broadside board`)", "board-light.css": "its colours on a light screen",
    "board-dark.css": "its colours on a dark screen", "book.css": "the style of books for e-readers",
    "style.css": "the style of all pages", "study.css": "a second one, for all pages but those of turns", "step.js": "the optional script",
    "favicon.svg": "the icon",
}


def names(text):
    found = set()
    for tag in re.findall(r"\{\{(.*?)\}\}", text):
        if tag[:1] in "!%>/":
            continue
        name = re.split(r"[|:?]", tag.lstrip("#^?@ "))[0].strip()
        found.update([name] if re.fullmatch(r"[a-z_0-9]+", name) else [])
    return sorted(found)


def first_sentence(text):
    """What a comment at the top says, or the title of the page."""
    comment = re.match(r"\s*\{\{!\s*(.*?)\s*\}\}", text)
    title = re.search(r"<title>(.*?)</title>", text)
    plain = re.sub(r"\[\[|\]\]", "", title[1]) if title else ""
    return comment[1] if comment else "the page \u201c" + " ".join(re.sub(r"\{\{[#^/].*?\}\}", "", plain).split()) + "\u201d" if title else ""


def write():
    out = ["# Templates", "",
           "`broadside site --templates FOLDER` takes each file of FOLDER in the place of the built-in one of that name, and leaves the others as they",
           "are: copy one from `templates/`, change it, and look at the pages with `--check`. `--css FILE` adds a sheet of style of your own after ours,",
           "which is enough for other colours, type and widths: the first lines of `style.css` have them as variables (`:root { --paper: #fff; }`).",
           "The page `s/index.html` of a site shows every part of the look, and how well its colours can be read; look at it after each change.", "",
           "The language is small: `{{name}}` a field, `{{#name}}...{{/name}}` for each node of that name or where a field holds something,",
           "`{{^name}}...{{/name}}` where there is nothing, `{{>file}}` a part, `[[...]]` a sentence that catalogues translate.",
           "[src/site/site_template.h](../src/site/site_template.h) has all of it. Every field is escaped, and there is no way round that. A name that does not exist, a section",
           "that is open and a file that replaces nothing are told with file and line, and nothing is published.", "",
           "Names of a page's root are asked for as `{{@name}}` inside a section. This page is written by `site/templates.py`.", ""]
    for folder, heading in FOR.items():
        out += [f"## {heading}", "", "| file | what | names in it |", "|---|---|---|"]
        files = sorted(p for p in (top / "templates" / folder).iterdir() if p.is_file())
        for path in files:
            text = path.read_text()
            name = str(path.relative_to(top / "templates"))
            what = PURPOSE.get(name) or first_sentence(text)
            listed = ", ".join(f"`{n}`" for n in names(text)) if path.suffix in (".html", ".txt") else ""
            out.append(f"| `{name}` | {what.replace('|', chr(92) + '|')} | {listed} |")
        out.append("")
    return "\n".join(out)


if "--check" in sys.argv:
    if page.read_text() != write():
        sys.exit("docs/templates.md is not what the templates are: run site/templates.py")
else:
    page.write_text(write())
