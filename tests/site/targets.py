#!/usr/bin/env python3
"""Every target that the site has set itself, on every page of a site of both games and all editions with what is
hardest for pages in it: the longest game, twelve players, names from right to left, names and notes that are scripts.
usage: targets.py PROGRAM REPLAYS ROOM     (make test; ends with "targets: N passed, N failed")

Beside sizes: every number that changes on a page has a sum that is right, with a source and a rule for each addend, and
what a step says to have changed is what its events say. Each check has to find faults planted in a page first."""
import html, pathlib, re, subprocess, sys, zlib

program, replays, room = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
act = "document.title=7"
scripts = ["<script>%s</script>" % act, "<img src=x onerror=%s>" % act, "\" autofocus onfocus=%s x=\"" % act, "</title><script>%s</script>" % act,
           "-->%s<!--" % act, "]]>%s" % act, "{{7*7}}${7*7}%s%n&amp;lt;", "'`%s`" % act]
passed = failed = 0


def right(what, problems):
    global passed, failed
    if problems:
        failed += 1
        print("FAIL targets: %s" % what)
        for p in problems[:8]:
            print("    %s" % p)
        print("repro: tests/site/targets.py %s %s FOLDER" % (sys.argv[1], sys.argv[2]))
    else:
        passed += 1


def run(*words):
    done = subprocess.run([str(program), *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("FAIL targets: broadside %s ...: %s" % (words[0], done.stderr[:2000]))
    return done.stdout + done.stderr


# ---- the games ------------------------------------------------------------------------------------------------------

# Nobody does anything until a Draw Pile is empty, every card that was drawn is in a hand: no game has more turns unless
# cards go back into the pile.
LONGEST = """broadside-transcript 1
game: rnr
edition: rulebook
options: starting_lp 999; hand_limit 60
cards: CC1@1
players: A; B
decks: A Bells at Midnight; B Hawks over the Sound
chance: seed 0000000000000001

setup
  A keep
  B keep
"""


def sim(*words):
    run("sim", "--quiet", "--bot", "random", "-o", room / "games", *words)


room.mkdir(parents=True, exist_ok=True)
(room / "games").mkdir()
sources = [p for folder in sorted(replays.glob("r*-*-*/")) for p in sorted(folder.glob("*.replay"))[:12]]
(room / "games/longest.transcript").write_text(LONGEST + "".join("T%d %s\n" % (t, "AB"[t % 2]) for t in range(1, 102)))
sim("--seed", 5, "--name", "محمد بن عبد الله", "--name", "שרה בת-אברהם")
sim("--seed", 9, "--game", "revolution", "--edition", "ultimate", "--players", 12, "--set", "rounds=2")
for i in range(0, len(scripts), 2):
    sim("--seed", 40 + i, "--set", "starting_lp=9", "--name", scripts[i], "--name", scripts[i + 1])
noted = sorted((room / "games").glob("*-46.replay"))[0]
notes = ["# Notes by %s" % scripts[0]] + ["## @t%d\nx %s\n\n[x](%s)\n" % (i % 2 + 1, s, s) for i, s in enumerate(scripts)]
noted.with_suffix(".notes.md").write_text("\n".join(notes))
built = run("site", room / "games", *sources, replays / "transcripts", "-o", room / "site", "--script", "--check")
folder = room / "site"
pages = {str(p.relative_to(folder)): p.read_text() for p in sorted(folder.rglob("*.html"))}
units = {name: text for name, text in pages.items() if re.match(r"m/[^/]*/t/", name)}

right("links lead somewhere, ids are unique, nothing is asked of others (site --check)", [] if ": 0 problems" in built else built.splitlines())
matches = sorted(set(name.split("/")[1] for name in units))
right("at least 60 matches of both games and all editions are looked at",
      ["%d matches" % len(matches)] * (len(matches) < 60)
      + [e for e in ("rnr-rulebook-", "rnr-glossary-", "rnr-guide-", "revolution-basic-", "revolution-ultimate-") if not any(m.startswith(e) for m in matches)])

# ---- sizes ----------------------------------------------------------------------------------------------------------

assets = {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.suffix in (".css", ".js", ".svg")}


def gzip(data):
    return len(zlib.compress(data, 6)) + 12  # its head and tail are longer than those of zlib


css = next(data for name, data in assets.items() if name.startswith("a/site."))
small_css = gzip(css)
sizes = {name: (len(text.encode()), gzip(text.encode())) for name, text in units.items()}
most = len(units) * 95 // 100


def share(what, limit, values):
    worse = sorted(values)[most:]
    right("%s of 95 of 100 pages of turns" % what, ["the 95th is %d" % worse[0]] if worse and worse[0] > limit else [])


share("at most 40 KB", 40 * 1024, [raw for raw, _ in sizes.values()])
share("at most 10 KB packed", 10 * 1024, [packed for _, packed in sizes.values()])
share("at most 14 KB packed with their style", 14 * 1024, [packed + small_css for _, packed in sizes.values()])
right("no page of a turn is larger than 150 KB", ["%s: %d" % (n, raw) for n, (raw, _) in sizes.items() if raw > 150 * 1024])
right("a sheet has at most 12 KB, the script 4 KB",
      ["%s: %d" % (n, len(d)) for n, d in assets.items() if len(d) > (4096 if n.endswith(".js") else 12 * 1024)])
right("at most 1,500 elements a page of a turn",
      ["%s: %d" % (n, c) for n, c in ((n, len(re.findall(r"<[a-z]", t))) for n, t in units.items()) if c > 1500])


def requests(text):
    return re.findall(r'<(?:link [^>]*rel="(?:stylesheet|icon)"|script [^>]*src=|img|iframe|object|embed|source|video|audio)', text)


right("at most three other files a page, and no picture or font",
      ["%s: %s" % (n, requests(t)) for n, t in pages.items() if len(requests(t)) > 3 or re.search(r"<(img|iframe|object|embed|video|audio)\b", t)]
      + ["%s: url(" % n for n, d in assets.items() if b"url(" in d or b"@import" in d or b"@font-face" in d])

# The longest game that the rules allow ends when a Draw Pile is empty, or at turn_limit: as many pages of at most 150 KB.
by_match = {}
for name in units:
    by_match.setdefault(name.split("/")[1], []).append(name)
longest = max((names for match, names in by_match.items() if match.startswith("rnr-")), key=len)
right("the longest game has 101 turns, and its pages of turns stay within 40 KB each on average",
      ["%d turns" % (len(longest) - 1)] * (len(longest) != 102)
      + ["%d KB a turn" % (sum(sizes[n][0] for n in longest) // len(longest) // 1024)] * (sum(sizes[n][0] for n in longest) > 40 * 1024 * len(longest)))

# ---- the page of the look -----------------------------------------------------------------------------------------------
# What the sheets know stands on a page of the look: only what is the frame of another kind of page does not.
FRAMES = {"front": "the front page", "fold": "its two columns", "read": "a page of text alone", "talk": "a lesson", "many": "a title of many names",
          "tongues": "the choice of languages", "get": "the line with the replay", "part": "a step in a comparison", "vh": "the script's word to screen readers",
          "o3": "a fourth answer", "o4": "a fifth answer", "o5": "a sixth answer", "x": "what is nothing, or several", "off": "a card out of force",
          "st": "and why", **{"s%d" % n: "a seat that not every match has" for n in range(2, 12)}}
look = {n: t for n, t in pages.items() if n.startswith("s/")}
styled = {c for n, d in assets.items() if n.endswith(".css") for rule in re.findall(r"([^{}]+)\{", d.decode()) if not rule.lstrip().startswith("@")
          for c in re.findall(r"\.([a-zA-Z][\w-]*)", rule)}
shown = {c for t in look.values() for names in re.findall(r'class="([^"]*)"', t) for c in names.split()}
right("every part that the sheets of style know is on the pages of the look", sorted(styled - shown - set(FRAMES))
      + ["%s: is no class of the sheets" % c for c in sorted(set(FRAMES) - styled) if not re.fullmatch(r"s\d+", c)] + ["only %d parts" % len(shown)] * (len(shown) < 60)
      + ["no page of %s" % g for g in ("rnr", "revolution") if "s/%s.html" % g not in look])


def luminance(rgb):
    parts = [int(rgb[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return sum(w * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for w, c in zip((0.2126, 0.7152, 0.0722), parts))


def contrast(a, b):
    less, more = sorted((luminance(a) + 0.05, luminance(b) + 0.05))
    return more / less


figures = [(name, contrast(face, ink), float(told)) for name, row in re.findall(r"<code>--(\w+)</code></th>(.*?)</tr>", look["s/index.html"], re.S)
           for face, ink, told in re.findall(r'height="28" fill="(#\w{6})"/><text[^>]*fill="(#\w{6})".*?</code> ([\d.]+) to 1', row, re.S)]
right("the contrast that the page of the look tells is that of its colours, and all but thin rules can be read by light and dark (WCAG 1.4.3)",
      ["--%s: %.2f, told as %s" % (n, is_, told) for n, is_, told in figures if not -0.01 <= is_ - told < 0.12]
      + ["--%s: %.2f" % (n, is_) for n, is_, _ in figures if is_ < 4.5 and n != "line"] + ["%d figures" % len(figures)] * (len(figures) != 30))

# ---- words of strangers -----------------------------------------------------------------------------------------------


def raw_script(text):
    return re.findall(r"<(?:script|img|svg|body|a|input)[^>]*(?:onerror|onload|onfocus|document\.title)[^>]*>", re.sub(r'"[^"<>]*"', '""', text))


hostile = [n for n, t in pages.items() if act in t]
right("names and notes that are scripts are on many pages, as words",
      ["on %d pages only" % len(hostile)] * (len(hostile) < 50) + [n for n in hostile if raw_script(pages[n])] + ["no note is shown"] * (not any('role="note"' in pages[n] for n in hostile)))
right("a name from right to left stands by itself",
      [n for n, t in units.items() if "محمد" in t and re.search(r"(?<!<bdi>)(?<!<bdi class=\"s[0-9]\">)(?<!\u2068)محمد(?! بن عبد الله&#39;s)", re.sub(r"<title>.*?</title>|content=\"[^\"]*\"|aria-label=\"[^\"]*\"", "", t))])

# ---- numbers ----------------------------------------------------------------------------------------------------------

EVENT = re.compile(r'<li id="e(\d+)"(.*?)(?=<li id="e\d+"|</ol>\s*(?:<table class="strip"|<section|</section|<p class="on"|<table class="grid"|<ol))', re.S)
CHANGE = re.compile(r"([-−]?\d+) to ([-−]?\d+)\.?$")
TERM = re.compile(r'<p class="term">(?:<b>(.*?)</b>)?<span>(.*?)</span></p>')
ROW = re.compile(r'<tr><th scope="row">(.*?)</th><td>(.*?)</td><td>([-−]?\d+) to ([-−]?\d+)</td><td class="(lost|won)">(.*?)</td></tr>')


def number(text):
    return int(text.replace("−", "-").replace("+", ""))


def plain(text):
    return html.unescape(re.sub(r"<[^>]*>", "", text)).strip()


def lies(text, moves=False):
    """What a page of a turn says that does not hold, and how many changes it has. Moves of cards need no sum."""
    found, changes = [], 0
    for section in re.split(r'(?=<section id="s-[a-z_0-9]*" class="step)', text)[1:]:
        rule_of_step = re.search(r'<p class="help">.*?r/[a-z0-9-]*\.html#', section)
        befores, afters = {}, {}
        for m in EVENT.finditer(section):
            seq, body = int(m[1]), m[2]
            said = re.search(r"<p>(.*?)</p>", body, re.S)
            sentence = plain(said[1]) if said else ""
            where = "event %d: %s" % (seq, sentence[:80])
            change = CHANGE.search(sentence)
            side = re.search(r'<p class="side">.*?r/[a-z0-9-]*\.html#', body)
            if not side and not rule_of_step:
                found.append(where + ": no rule")
            if not change:
                continue
            changes += 1
            before, after = number(change[1]), number(change[2])
            befores.setdefault(before, 0)
            afters.setdefault(after, 0)
            total = re.search(r'<p class="sum"><b>(.*?)</b> in all: from ([-−]?\d+) to ([-−]?\d+)\.</p>', body)
            terms = TERM.findall(body)
            values = [number(v) for v, _ in terms if v]
            if not values or sum(values) != after - before:
                found.append(where + ": the addends are %s" % values)
            # One addend needs no sum.
            if total and (number(total[1]), number(total[2]), number(total[3])) != (after - before, before, after) or not total and len(values) > 1:
                found.append(where + ": the sum is %s" % (total[0] if total else "missing"))
            for _, label in terms:
                source = re.search(r'<a href="|<a class="r"', label)
                if not source and not side and not rule_of_step or not plain(label):
                    found.append(where + ": an addend without source and rule: " + plain(label))
        for who, what, before, after, way, delta in ROW.findall(section):
            changes += 1
            before, after = number(before), number(after)
            if number(delta) != after - before or (way == "lost") != (number(delta) < 0):
                found.append("%s, %s: %s to %s is not %s" % (plain(who), what, before, after, delta))
            # A card that comes or goes brings or takes its points; its event names it.
            placed = "Points" in what and "Defense" in what and 0 in (before, after) and plain(who) in plain(section.split('<table class="strip"')[0])
            if not moves and not placed and (before not in befores or after not in afters):
                found.append("%s, %s: %s to %s, which no event says" % (plain(who), what, before, after))
    return found, changes


# The checker is checked: each single addend, sum, row and rule of some pages, changed, has to be found.
tried, missed = 0, []
for name in [n for n in sorted(units) if n.startswith("m/rnr") and 'class="sum"' in units[n]][::97][:12]:
    text = units[name]
    if lies(text)[0]:
        continue
    for pattern, change in ((r'<p class="term"><b>([^<]*)</b>', lambda m: m[0].replace(m[1], "%+d" % (number(m[1]) + 1))),
                            (r'<p class="sum"><b>([^<]*)</b>', lambda m: m[0].replace(m[1], "%+d" % (number(m[1]) + 1))),
                            (r'<td class="(?:lost|won)">([^<]*)</td>', lambda m: m[0].replace(m[1], "%+d" % (number(m[1]) + 1))),
                            (r"in all: from ([^ ]*)", lambda m: "in all: from %d" % (number(m[1]) + 1))):
        for m in re.finditer(pattern, text):
            fault = text[: m.start()] + change(m) + text[m.end() :]
            tried += 1
            if not lies(fault)[0]:
                missed.append("%s: %s" % (name, m[0]))
right("the check of numbers finds every changed addend, sum and row of twelve pages", missed + ["only %d were tried" % tried] * (tried < 100))

wrong, changes = [], 0
for name, text in units.items():
    found, some = lies(text, name.startswith("m/revolution-"))
    changes += some
    wrong += ["%s: %s" % (name, f) for f in found]
right("each change of a number has addends that sum up, their sources and a rule", wrong + ["only %d changes" % changes] * (changes < 2000))


def numbers(text, place):
    table = re.search(r'<section id="%s".*?</section>\s*</div></section>' % place, text, re.S)
    return re.findall(r"<b>(-?\d+)</b> LP", table[0]) if table else []


gaps = []
for match, names in by_match.items():
    if match.startswith("rnr-"):
        for one, next_one in zip(names, names[1:]):
            if numbers(units[one], "after") != numbers(units[next_one], "before"):
                gaps.append("%s and %s" % (one, next_one))
right("a turn begins with the Liberty Points that the one before ended with", gaps)

print("targets: %d passed, %d failed" % (passed, failed))
if "-v" in sys.argv:
    print("%d matches, %d pages, %d of turns; %d changes of numbers; %d faults planted; longest %d turns" % (len(matches), len(pages), len(units), changes, tried, len(longest)))
    raw, packed = sorted(r for r, _ in sizes.values()), sorted(p for _, p in sizes.values())
    print("raw: median %d, 95th %d, largest %d; packed: median %d, 95th %d, largest %d; style packed %d" % (raw[len(raw) // 2], raw[most], raw[-1], packed[len(raw) // 2], packed[most], packed[-1], small_css))
sys.exit(failed > 0)
