"""Finds words that stand in no catalogue: in a site in the pseudo-language every visible letter of ours is accented.

usage: pseudo.py SITE FILE [NAME...]: prints PAGE: words in question, and ends with 1 when there are any. NAMEs and the
lines of FILE (cards as `broadside cards show` prints them) are what others wrote and may stand as they are; so may
what the page marks as English (lang="en"), names (<bdi>), code, and what can be written in one way only (below).
"""
import html.parser
import pathlib
import re
import sys

# Short forms of the game, and names that are the same in every language.
SAME = set("ABCDEFGHIJKLX") | {"LP", "IP", "AP", "DP", "UA", "UAs", "Broadside", "J", "Q", "K", "Joker", "RB", "GG", "GL", "RV"}
SPOKEN = {"aria-label", "alt", "title", "placeholder", "content"}
INLINE = {"a", "b", "i", "bdi", "span", "q", "small", "code", "strong"}
VOID = {"meta", "link", "br", "input", "img", "hr", "path", "use", "circle", "polyline"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.stack, self.text = [], []

    def silent(self):
        return any(quiet for _, quiet in self.stack)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.text += [] if tag in INLINE else [" "]
        foreign = tag != "html" and (attrs.get("lang") or "").startswith("en") and "pseudo" not in attrs["lang"]
        quiet = foreign or tag in ("style", "script", "code", "bdi", "pre")
        if not self.silent() and not foreign:
            spoken = [attrs[name] for name in SPOKEN & attrs.keys() if attrs[name]]
            if tag != "meta" or attrs.get("name") == "description" or (attrs.get("property") or "").startswith("og:t") or attrs.get("property") == "og:description":
                self.text += [" " + words + " " for words in spoken if tag != "meta" or attrs.get("property") != "og:type"]
        if tag not in VOID:
            self.stack.append((tag, quiet))

    def handle_endtag(self, tag):
        self.text += [] if tag in INLINE else [" "]
        while self.stack and self.stack.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not self.silent():
            self.text.append(data)


def fixed_words(path, names):
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    text = " ".join("".join(page.text).split())
    text = re.sub(r"(rnr|revolution)-[a-z]+-[0-9a-f]{16}", " ", text)
    for name in names:
        text = text.replace(name, " ")
    found = []
    for words in re.findall(r"[A-Za-z][A-Za-z' ,.:;-]*", text):
        left = [word for word in re.findall(r"[A-Za-z]+", words) if word not in SAME]
        if left:
            found.append(words.strip())
    return found


def main():
    site, names = pathlib.Path(sys.argv[1]), set(sys.argv[3:]) | {"Revolt N Reign", "Revolution"}
    for line in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines():
        line = line.lstrip("#- ").strip()
        names |= {part for part in {line} | set(re.split(r"(?<=[.]) ", line)) if len(part) > 2}
    names = sorted(names, key=len, reverse=True)
    pages = sorted(site.rglob("*.html"))
    told, bad = set(), 0
    for path in pages:
        for words in fixed_words(path, names):
            bad += 1
            if words not in told:
                told.add(words)
                print(f"{path.relative_to(site)}: {words}")
    print(f"{len(pages)} pages, {bad} times words that no catalogue has ({len(told)} different)", file=sys.stderr)
    sys.exit(1 if bad or not pages else 0)


if __name__ == "__main__":
    main()
