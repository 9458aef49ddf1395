#!/usr/bin/env python3
"""With --no-spoilers nothing outside a closed part (<details>) or the last page of a match tells who won, how it ended or
the final numbers: no text, no title, no description, no heading, no chart, no address, no list, neither feed nor sitemap.
The same look at a site made without the option has to find them.
usage: spoilers.py PROGRAM ROOM GAMES...   (prints what is told too early; status 1 if anything is)"""
import html, html.parser, pathlib, re, subprocess, sys

program, room, games = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]


class Open(html.parser.HTMLParser):
    """What a reader sees or a machine reads before anything is opened; and what is inside."""

    def __init__(self, page):
        super().__init__()
        self.depth, self.summary, self.shown, self.closed, self.tags = 0, 0, [], [], []
        self.feed(page)

    def add(self, text):
        (self.closed if self.depth and not self.summary else self.shown).append(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.add(" ".join(str(attrs[k]) for k in ("href", "content", "alt", "title", "aria-label", "points") if attrs.get(k)))
        if tag == "details":
            self.depth += 1
            if "open" in attrs:
                raise SystemExit("a closed part stands open")
        elif not self.depth:
            self.tags.append((tag, attrs.get("class") or ""))
        self.summary += tag == "summary"

    def handle_endtag(self, tag):
        self.depth -= tag == "details"
        self.summary -= tag == "summary"

    def handle_data(self, text):
        self.add(text)


def build(to, *options):
    done = subprocess.run([program, "site", *games, "-o", str(room / to), "--check", "--quiet", "--print", "--base-url", "https://e.org", *options],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return room / to


def read(path):
    """(shown, closed, tags); of a turn's page all of its text is shown, of a match for paper all before its last turn."""
    text = path.read_text()
    if "t" in path.parts[-2:-1] or path.name == "print.html":
        shown, _, closed = text.partition("<details><summary>Show the end of the match")
        return *(html.unescape(re.sub(r"<[^>]*>", "", part)) for part in (shown, closed)), []
    page = Open(text)
    return re.sub(r"\s+", " ", " ".join(page.shown)), re.sub(r"\s+", " ", " ".join(page.closed)), page.tags


plain, quiet = build("plain"), build("quiet", "--no-spoilers")
assert sorted(p.relative_to(plain) for p in plain.rglob("m/**/t/*")) == sorted(p.relative_to(quiet) for p in quiet.rglob("m/**/t/*"))


# Of each match: how it ended, and the numbers at the end, as the site without the option has them.
endings, finals = {}, {}
for match in sorted(plain.glob("m/*")):
    text = (match / "index.html").read_text()
    told = re.search(r"How did it end\?</summary><p>(.*?)</p>", text)[1]
    endings[match.name] = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", told)))
    last = re.search(r'<th scope="row">end</th>(.*?)</tr>', text)
    finals[match.name] = re.findall(r"<td>(-?\d+)</td>", last[1]) if last else []
victories = set(re.findall(r"f/v/[\w/]+", " ".join(p.read_text() for p in plain.glob("m/*/index.html"))))
winners = "|".join(sorted({re.escape(e.split(" wins")[0].split(" goes out")[0]) for e in endings.values()}))
told_of = re.compile(r".{0,20}\b(?:%s) (?:wins|concedes|goes out first in the last)\b.{0,20}" % winners)
assert len(set(endings.values())) > 1 and victories and any(finals.values())


def told_in(site):
    """Every place that tells too early."""
    found = []

    def complain(path, what):
        found.append("%s: %s" % (path.relative_to(site), what))

    for path in sorted(site.rglob("*.html")) + sorted(site.glob("*.xml")):
        if site == plain and (path.parent.name == "t" or path.name == "print.html"):
            continue
        parts = path.relative_to(site).parts
        match = parts[1] if parts[0] == "m" else None
        if match and "t" in parts and path == sorted(path.parent.glob("*.html"))[-1]:
            continue  # the last page
        shown, _, tags = read(path)
        for name, ending in endings.items():
            if (match in (None, name)) and ending in shown:
                complain(path, ending)
        if told_of.search(shown) and parts[0] not in ("r", "k"):
            complain(path, told_of.search(shown)[0])
        if any(v in shown for v in victories) and parts[:2] != ("f", "v") and parts[0] != "sitemap.xml":
            complain(path, "an address that names the ending")
        if any(tag == "svg" and "chart" in kind for tag, kind in tags) or any("sc" in kind.split() for _, kind in tags):
            complain(path, "a line of the score")
        if parts[0] == "f" and ("v" in parts or any(v.split("/")[-1] in shown for v in victories if "v" in parts)):
            if ("article", "bill") in tags:
                complain(path, "the games that ended so")
        if match and parts[-1] in ("ledger.html", "quiz.html", "worksheet.html", "key.html"):
            last = sorted((site / "m" / match / "t").glob("*.html"))[-1].name
            if last in shown:
                complain(path, "the last unit")
        if match and parts[-1] in ("index.html", "ledger.html") and len(parts) == 3:
            for number in finals[match]:
                if re.search(r"(?<![\w.:-])%s LP|to %s:|LP %s\b" % (number, number, number), shown):
                    complain(path, "the final number %s" % number)
        if parts == ("r", "rnr-rulebook.html") or parts[0] == "r":
            if re.search(r"Victory[^.]*: no match here has come to it", shown):
                complain(path, "which ending no match had")
    return found


quietly, openly = told_in(quiet), told_in(plain)
for line in quietly:
    print("told too early:", line)
kinds = {line.split(": ", 1)[1] for line in openly}
for wanted in ("a line of the score", "the last unit", "the games that ended so"):
    if wanted not in kinds:
        print("this look finds no '%s' in a site that tells all" % wanted)
        quietly.append(wanted)
# Nothing is lost: what is closed is there.
for name, ending in endings.items():
    if ending not in read(quiet / "m" / name / "index.html")[1] or ending not in read(quiet / "m" / name / "print.html")[1]:
        print("not told at all:", name, ending)
        quietly.append(name)
sys.exit(bool(quietly))
