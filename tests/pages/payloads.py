#!/usr/bin/env python3
"""600 ways to get a script into a page, each in every place where a stranger's words end up on one, and the sites that
come of them, built as anybody would.
usage: payloads.py PROGRAM ROOM   makes ROOM/hostile/*, writes ROOM/payload-pages.txt: the pages to open"""
import concurrent.futures, pathlib, re, subprocess, sys

program, room = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
files = pathlib.Path(__file__).resolve().parent.parent / "cli/files"
act = "document.title=7"
shells = [
    "<script>%s</script>", "<img src=x onerror=%s>", "<svg onload=%s>", "<iframe src=//x.invalid>%s", "<body onload=%s>",
    "<a href=javascript:%s>x</a>", "[x](javascript:%s)", "[x](&#106;avascript:%s)", "![x](https://x.invalid/%s)",
    "<base href=//x.invalid>%s", "<meta http-equiv=refresh>%s", "<style>@import '//x.invalid'</style>", "<form><input autofocus>%s",
    "\" autofocus onfocus=%s x=\"", "' onmouseover=%s '", "</title><script>%s</script>", "--><script>%s</script>",
    "]]><script>%s</script>", "</style><script>%s</script>", "<link rel=stylesheet href=//x.invalid>",
]
coats = [
    "%s", "<b>%s</b>", "`%s`", "**%s**", "> %s", "- %s", "# %s", "[%s](x)", "<!--%s-->", "<div>%s", "&lt;%s", "{{%s}}", "${%s}", "<x %s>",
    '"%s"', "'%s'", '<p id="%s">', "<![CDATA[%s]]>", "<textarea>%s", "<math>%s</math>", "<noscript>%s", "<template>%s", "<xmp>%s</xmp>",
    "<plaintext>%s", "<select>%s", "<table>%s", "~~~%s", "1. %s", "%s\\", "&quot;%s",
]
payloads = [coat.replace("%s", shell.replace("%s", act)) for shell in shells for coat in coats]
assert len(set(payloads)) == 600 and max(map(len, payloads)) <= 64
sites = room / "hostile"


def run(*words, ok=(0,)):
    done = subprocess.run([str(program), *map(str, words)], capture_output=True, text=True)
    if done.returncode not in ok:
        sys.exit("FAIL pages: payloads: %s: %s" % (words, done.stderr))
    return done.stdout


def site(name, *more, ok=(0,)):
    # 3: a replay that is none is among them, and is listed.
    run("site", room / "sources" / name, "-o", sites / name, "--quiet", "--script", *more, ok=ok)


def folder(name):
    made = room / "sources" / name
    made.mkdir(parents=True)
    return made


def record(to, seed, *more):
    run("sim", "--quiet", "-n", 1, "--seed", seed, "--bot", "random", "--set", "starting_lp=1", "-o", to, *more)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def transcripts():
    """Names, event, place, annotator and a remark of 600 short games; a turn of each has one more name."""
    to, from_ = folder("heads"), folder("plain")
    run("sim", "--quiet", "-n", 600, "--bot", "random", "--set", "starting_lp=1", "-o", from_)

    def one(at):
        i, replay = at
        words = [payloads[(i + k * 97) % 600] for k in range(6)]
        text = run("text", replay)
        text = text.replace("players: A; B", "players: A %s; B %s" % (quoted(words[0]), quoted(words[1])))
        text = text.replace("options:", "event: %s\nplace: %s\nannotator: %s\noptions:" % tuple(map(quoted, words[2:5])))
        text = re.sub(r"\n(T1 .)\n", lambda m: "\n%s\n  > %s\n" % (m[1], words[5]), text)
        (to / ("%03d.transcript" % i)).write_text(text)
        run("compile", to / ("%03d.transcript" % i), "-o", to / ("%03d.replay" % i))
        (to / ("%03d.transcript" % i)).unlink()

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(one, enumerate(sorted(from_.iterdir()))))
    site("heads")


def decks():
    """Names of decks, two a game; and names of files of replays that are none, which the front page lists."""
    to, made = folder("decks"), folder("deck-files")
    for i, p in enumerate(payloads):
        deck = (files / "harbor.deck").read_text()
        (made / ("%d.deck" % i)).write_text(re.sub(r"Name: .*", lambda _: "Name: " + p, deck))
        (to / (p.replace("/", "\\") + ".replay")).write_bytes(b"junk")
    cards = files / "harbor.cards.md"
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda i: record(to, i + 1, "--cards", cards, "--deck", made / ("%d.deck" % i), "--deck", made / ("%d.deck" % (i + 300))),
                      range(300)))
    site("decks", ok=(0, 3))


def cards():
    """Names, sources and descriptions of cards: 55 sets of eleven cards; a site takes at most 32 sets."""
    to, made = [folder("cards-1"), folder("cards-2")], folder("card-files")
    text, deck = (files / "harbor.cards.md").read_text(), (files / "harbor.deck").read_text()
    names = re.findall(r"^## (.*)$", text, re.M)
    for n in range(0, 600, len(names)):
        own, own_deck = text.replace("HN1", "H%d" % n), deck.replace("HN1", "H%d" % n)
        for k, name in enumerate(names):
            p, q, r = (payloads[(n + k + shift) % 600] for shift in (0, 200, 400))
            called = "Card %d %s" % (k, p) if len(p) < 55 else p
            called = re.sub(r"^[#>`-]+ ?", "", called)
            own = re.sub(r"^## %s\n" % re.escape(name), lambda _: "## %s\n" % called, own, flags=re.M)
            own_deck = re.sub(r"^(\d+x?) %s$" % re.escape(name), lambda m: "%s %s" % (m[1], called), own_deck, flags=re.M)
            own = re.sub(r"(## %s\n\n(?:- .*\n)*?)- Source: .*\n" % re.escape(called), lambda m: m[1] + "- Source: %s\n" % q, own)
            own = re.sub(r"(## %s\n[^#]*?\n> )" % re.escape(called), lambda m: m[1] + r + " ", own)
        path = made / ("%d.cards.md" % n)
        path.write_text(own)
        (made / ("%d.deck" % n)).write_text(own_deck)
        record(to[n >= 300], n + 1, "--cards", path, "--deck", made / ("%d.deck" % n))
    for part in to:
        site(part.name)  # the replays carry the cards


def notes():
    """All 600 in notes (a quote that opens one would have to be true), 50 as their authors; and in lessons: titles,
    authors, descriptions, words."""
    to, lessons = folder("notes"), folder("lessons")
    run("sim", "--quiet", "-n", 2, "--bot", "random", "--seed", 3, "-o", to)
    replay = sorted(to.glob("*.replay"))[0]
    lines = []
    for i in range(0, 600, 12):
        lines += ["# Notes by " + payloads[i % 600 + i // 12 % 12].replace("{", "(")]
        for p in payloads[i : i + 12]:
            lines += ["## @t%d" % (i // 12 % 4 + 1), "*", ("x " if p[0] == "#" else "") + p, ""]
    replay.with_suffix(".notes.md").write_text("\n".join(lines))
    for i in range(0, 600, 30):
        some = payloads[i : i + 30]
        head = "---\ntitle: %s\nmatch: %s\nauthor: %s\ndescription: %s\n---\n" % (some[0], replay.stem, some[1], some[2])
        (lessons / ("%03d.md" % i)).write_text(head + "\n\n".join(some) + "\n\n@@ chart\n")
    (room / "sources/titled").symlink_to(to)
    site("notes", "--lessons", lessons)
    site("titled", "--title", " ".join(payloads))


for make in (transcripts, decks, cards, notes):
    make()

# Every page on which the words of strangers stand, and some of those where they stand in passing.
pages = []
for made in sorted(sites.iterdir()):
    found = sorted(p.relative_to(room) for p in made.rglob("*.html"))
    inner = [p for p in found if re.search(r"/m/[^/]*/index\.html$|/k/index|^hostile/[^/]*/index|/l/|notes/m/.*/t/t00[0-4]", str(p))]
    if made.name == "titled":
        inner = [p for p in inner if "/l/" not in str(p)]
    own = [p for p in found if made.name.startswith("cards") and "/k/" in str(p)]
    pages += inner + own + [p for p in found if p not in inner and p not in own][::60]
unescaped = [str(p) for p in pages if re.search(r"<(?:script|svg|img|body|style|link)[^>]*(?:document\.title|x\.invalid)", (room / p).read_text())]
for page in unescaped:
    print("FAIL pages: %s: a payload stands there as it came" % page)
(room / "payload-pages.txt").write_text("\n".join(map(str, pages)) + "\n")
words = sum((room / p).read_text().count("document.title=7") for p in pages)
print("600 payloads in every place, %d times on %d pages" % (words, len(pages)))
sys.exit(bool(unescaped))
