#!/usr/bin/env python3
"""Markup of strangers stays text (reliability: g9, N1-N9): payloads in every place where a stranger's words go, on pages that
a browser opens and that a parser reads.

usage: xss.py BUILD

Each payload would change the title of the page, ask another host, or make an element or attribute that pages do not have.
What must hold: no title changes, the policy has nothing to report (nothing even tries), no request leaves, and the pages
have only elements and attributes that the templates know. First a page with a raw payload must be caught by all of it.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

BUILD = os.path.abspath(sys.argv[1])
ENV = {**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "TERM": "dumb"}
DO = "document.title=/HACKED/.source"
PAYLOADS = [
    f"<script>{DO}</script>", f"</title><script>{DO}</script>", f"</script><script>{DO}</script>", f"<ScRiPt>{DO}</sCrIpT>",
    f"<img src=x onerror={DO}>", f"<svg onload={DO}>", f"<svg><script>{DO}</script></svg>", f"<body onload={DO}>",
    f"<iframe srcdoc='<script>parent.{DO}</script>'>", "<iframe src=//evil.invalid>", "<base href=//evil.invalid/>",
    "<meta http-equiv=refresh content='0;url=//evil.invalid'>", "<style>*{background:url(//evil.invalid)}</style>",
    "<link rel=stylesheet href=//evil.invalid>", f"<form action=javascript:{DO}><input autofocus onfocus={DO}>",
    f"\" autofocus onfocus={DO} x=\"", f"' onmouseover={DO} x='", f"\"><script>{DO}</script>", f"'><script>{DO}</script>",
    f"--><script>{DO}</script>", f"]]><script>{DO}</script>", f"</style><script>{DO}</script>", f"</textarea><script>{DO}</script>",
    f"</noscript><script>{DO}</script>", f"<math><mtext><script>{DO}</script>", f"<details open ontoggle={DO}>",
    f"<video><source onerror={DO}>", f"<object data=javascript:{DO}>", f"<embed src=javascript:{DO}>", f"<a href=javascript:{DO}>x</a>",
    f"[x](javascript:{DO})", f"[x](JaVaScRiPt:{DO})", f"[x](java&Tab;script:{DO})", f"[x](javascript&colon;{DO})",
    f"[x](&#106;avascript:{DO})", f"[x](%01javascript:{DO})", "[x](data:text/html;base64,PHNjcmlwdD4=)", "[x](vbscript:x)",
    "[x](//evil.invalid/x)", "![x](https://evil.invalid/x.png)", f"![x](x \"onerror={DO}\")", f"[x](u '\"><script>{DO}</script>')",
    f"```\"><script>{DO}</script>\nx\n```", f"<!--><script>{DO}</script>", f"<![CDATA[<script>{DO}</script>]]>", f"&lt;script&gt;{DO}&lt;/script&gt;",
    f"&#60;script&#62;{DO}", f"&amp;lt;script&amp;gt;{DO}", f"\\x3cscript\\x3e{DO}", "{{7*7}}", "${7*7}", "%s%n%x", "`", "{{>page}}", "{{&title}}",
    f"### constructor\n<script>{DO}</script>", f"<a name=x onclick={DO}>", f"<p class=verified>Verified by engine</p>", f"<svg><animate onbegin={DO}>",
    f"<xss style=xss:expression({DO})>", f"<input onfocus={DO} autofocus>", f"<marquee onstart={DO}>", f"<table background=javascript:{DO}>",
]
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
failures = []


def right(what, holds, say=""):
    if not holds:
        failures.append(what)
        print(f"FAIL xss: {what}: {say}")


def broadside(*words, cwd):
    done = subprocess.run([BUILD + "/broadside", *words], cwd=cwd, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stderr.decode(errors="replace")


class Page(HTMLParser):
    """What is on a page: elements with their attributes' names, and addresses."""
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.made, self.titles, self.in_title, self.addresses, self.fetched = set(), [], False, set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.made.update([tag] + [f"{tag} {name}" for name, _ in attrs])
        found = {value or "" for name, value in attrs if name in ("href", "src", "action", "data", "srcset")}
        self.addresses.update(found)
        if tag != "a":  # a reader may follow a link of a note; nothing is fetched from elsewhere
            self.fetched.update(found)
        if tag == "meta" and ("http-equiv", "refresh") in attrs:
            self.made.add("meta refresh")
        self.in_title = tag == "title"

    def handle_endtag(self, tag):
        self.in_title = False

    def handle_data(self, data):
        if self.in_title:
            self.titles.append(data)


def odd_address(address):
    plain = re.sub(r"[\x00-\x20]", "", address).lower()
    return plain.startswith(("javascript:", "vbscript:", "data:", "//", "blob:", "http:"))


# Elements and attributes that a site without strangers has, and those that a note may make.
OF_NOTES = {"p", "em", "strong", "code", "pre", "ul", "ol", "li", "blockquote", "br", "h3", "a", "a href", "a rel", "hr", "bdi", "li value", "ol start"}


def static(page_text, known):
    page = Page(page_text)
    return sorted(page.made - known - OF_NOTES) + sorted(a for a in page.addresses if odd_address(a)) + sorted(a for a in page.fetched if "evil.invalid" in a) + [t for t in page.titles if t == "HACKED"]


def browse(path, profile):
    """The title after the page was open for two seconds, and what the policy or the network had to say."""
    done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--no-first-run", "--disable-extensions",
                           f"--user-data-dir={profile}", "--virtual-time-budget=2000", "--dump-dom", f"file://{path}"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    dom, log = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    # Only scripts could make this: the DOM is written out after they ran.
    hacked = re.search(r"<title[^>]*>HACKED", dom) is not None
    reports = [line for line in log.splitlines() if "Content Security Policy" in line or "Refused to" in line or "evil.invalid" in line]
    return hacked, reports


def make(room, payloads):
    """A site with the payloads in it; an empty list gives one without."""
    folder = f"{room}/{'hostile' if payloads else 'plain'}"
    os.makedirs(folder + "/in")
    os.makedirs(folder + "/lessons")
    words = payloads or [f"word{i}" for i in range(40)]
    names = [p.replace("\n", " ") for p in words if 0 < len(p.replace("\n", " ").encode()) <= 64]
    for i in range(0, len(names), 2):
        two = (names[i:i + 2] * 2)[:2]
        status, said = broadside("sim", "--quiet", "-n", "1", "--seed", str(100 + i), "--set", "turn_limit=2", "--bot", "random",
                                 *[f"--name={name}" for name in two], "-o", "in", cwd=folder)
        right("a game with such names is recorded or its names are refused", status == 0 or status in (2, 16), said)
    replays = sorted(os.listdir(folder + "/in"))
    first = replays[0][:-len(".replay")]
    everywhere = "\n\n".join(words)
    # Notes have 16 KiB and 32 marks of blocks; so they are cut into several.
    parts = ["\n\n".join(words[i:i + 12]) for i in range(0, len(words), 12)]
    places = ["match", "t1", "t2"] * 4
    for number, part in enumerate(parts):
        with open(f"{folder}/in/{first}.p{number}.notes.md", "w") as notes:
            notes.write(f"# Notes by {names[number % len(names)] if names else 'Lin'}\n## @{places[number]}\n{part}\n")
    for number, part in enumerate(words):
        status, said = broadside("annotate", "--text", part, "-o", f"in/{replays[1]}", "--force", f"in/{replays[1]}", cwd=folder)
        if number > 60:
            break
    with open(folder + "/lessons/one.md", "w") as lesson:
        title = (names[0] if names else "Words")
        lesson.write(f"---\ntitle: {title}\nmatch: {first}\nauthor: {names[1 % len(names)] if names else 'Lin'}\ndescription: {title}\n---\n\n"
                     + "\n\n".join(p for p in words if "](" not in p) + "\n")
    shutil.copy(f"{folder}/in/{replays[-1]}", f"{folder}/in/" + ("<img onerror=x>'\".replay" if payloads else "copy.replay"))
    with open(folder + "/in/" + ("</li><script>1<\\script>.replay" if payloads else "bad.replay").replace("/", "_"), "w") as bad:
        bad.write("no replay\n")
    status, said = broadside("site", "in", "-o", "public", "--lessons", "lessons", "--title", words[0], "--print", "--one", "--embed",
                             "--base-url", "https://example.org/b", cwd=folder)
    right(f"the site of {len(words)} payloads is built", status == 0, said)
    return Path(folder + "/public"), everywhere


def main():
    room = tempfile.mkdtemp()
    plain, _ = make(room, [])
    known = set()
    for page in plain.rglob("*.html"):
        known |= Page(page.read_text()).made
    raw = room + "/raw.html"
    with open(raw, "w") as file:
        file.write(f"<!doctype html><title>calm</title><p><script>{DO}</script>")
    hacked, _ = browse(raw, room + "/profile")
    right("a raw payload is caught by the browser", hacked)
    right("a raw payload is caught by the parser", bool(static(f"<p><img src=x onerror={DO}></p>", known)))
    guarded = room + "/guarded.html"
    with open(guarded, "w") as file:
        file.write(f"<!doctype html><meta http-equiv=Content-Security-Policy content=\"default-src 'none'\"><title>calm</title><script>{DO}</script>")
    hacked, reports = browse(guarded, room + "/profile")
    right("what the policy stops is reported", not hacked and bool(reports), reports)
    public, _ = make(room, PAYLOADS)
    pages = sorted(public.rglob("*.html"))
    sinks = 0
    for page in pages:
        text = page.read_text()
        sinks += text.count("/HACKED/")
        odd = static(text, known)
        right(f"{page.relative_to(public)} has only what templates and notes make", not odd, odd[:5])
    for xml in list(public.glob("*.xml")):
        right(f"{xml.name} is well formed", subprocess.run([sys.executable, "-c", "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])", str(xml)]).returncode == 0)
    # The browser opens one page of each kind that has payloads on it, and the front pages.
    chosen = {}
    for page in sorted(pages, key=lambda p: -p.read_text().count("/HACKED/")):
        kind = re.sub(r"rnr-[a-z]+-[0-9a-f]+", "M", str(page.relative_to(public)))
        chosen.setdefault(kind, page)
    chosen = [page for page in list(chosen.values())[:24] if page.read_text().count("/HACKED/") > 0]
    reported = 0
    for page in chosen:
        hacked, reports = browse(page, room + "/profile")
        reported += len(reports)
        right(f"{page.relative_to(public)} keeps its title", not hacked)
        right(f"the policy has nothing to report on {page.relative_to(public)}", not reports, reports[:2])
    right("there are 600 payloads on the pages", sinks >= 600, sinks)
    print(f"measured: {sinks} payloads on {len(pages)} pages, {len(chosen)} opened in Chromium: {reported} reports")
    print(f"xss: {7 + len(pages) + 2 * len(chosen) - len(failures)} passed, {len(failures)} failed")
    shutil.rmtree(room)
    return bool(failures)


sys.exit(main())
