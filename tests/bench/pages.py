#!/usr/bin/env python3
"""make bench, the rows of pages: H1 to H7 (H5 is in bench.c), M1 and M2 of the goals. Each peer is handed our pages cut into words, links
and runs of markup as JSON, and a template that puts them together again: the same HTML to 1 %. CPU seconds of one core,
output in memory (/dev/shm), both in this run, in turn. A peer that is not there is told and left out.
usage: pages.py BUILD [ROW...]    BENCH_GAMES=1000 and BENCH_FLAT=10000 are the sizes of the two large sites"""
import html, json, os, pathlib, re, shutil, statistics, subprocess, sys, tempfile, time

build = pathlib.Path(sys.argv[1]).resolve()
program = build / "broadside"
wanted = sys.argv[2:]
here = pathlib.Path(__file__).resolve().parent
many, flat = int(os.environ.get("BENCH_GAMES", 1000)), int(os.environ.get("BENCH_FLAT", 10000))
room = pathlib.Path(tempfile.mkdtemp(prefix="broadside-bench-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
RUNS = int(os.environ.get("BENCH_RUNS", 5))
rows = []


def measure(*words, env=None, cwd=None):
    """CPU seconds, the most memory in MB and wall seconds; by time(1), whose child starts small, as this process is not."""
    done = subprocess.run(["/usr/bin/time", "-f", "%U %S %M %e", *map(str, words)], capture_output=True, text=True, cwd=cwd,
                          env={**os.environ, **(env or {})})
    if done.returncode != 0:
        sys.exit("pages: %s: %s" % (" ".join(map(str, words))[:200], done.stderr[-2000:]))
    user, system, peak, wall = done.stderr.split()[-4:]
    return float(user) + float(system), int(peak) / 1024, float(wall)


def row(name, what, value, gate, goal, stretch, least=True):
    met = [word for word, limit in (("gate", gate), ("goal", goal), ("stretch", stretch)) if (value >= limit if least else value <= limit)]
    rows.append((name, value))
    print("%-4s %-66s %10.1f   gate %g, goal %g, stretch %g: %s" % (name, what, value, gate, goal, stretch, met[-1] if met else "MISSED"))


def record(folder, *words):
    measure(program, "sim", "--quiet", "-o", folder, *words)


def site(inputs, out, *words):
    return measure(program, "site", inputs, "-o", out, "-j1", "--quiet", *words)


def pages_of(folder):
    return {p.relative_to(folder): p.read_text() for p in sorted(folder.rglob("*.html"))}


# ---- peers ------------------------------------------------------------------------------------------------------------

LINK = re.compile(r'<a href="([^"]*)">([^<]*)</a>')
TOKEN = re.compile(r'(<a href="[^"]*">[^<]*</a>)|((?:<(?!a href="[^"]*">[^<]*</a>)[^>]*>\s*)+)|([^<]+)')


def cut(text):
    """A page as a list of words {t}, links {h, x} and runs of markup {r}."""
    parts = []
    for m in TOKEN.finditer(text):
        if m[1]:
            href, words = LINK.match(m[1]).groups()
            parts.append({"h": html.unescape(href), "x": html.unescape(words)})
        elif m[2]:
            parts.append({"r": m[2]})
        else:
            parts.append({"t": html.unescape(m[3])})
    return parts


def for_hugo(pages, folder):
    for i, text in enumerate(pages.values()):
        stub = folder / "content/p" / ("%05d.md" % i)
        stub.parent.mkdir(parents=True, exist_ok=True)
        stub.write_text("---\nn: p%05d\n---\n" % i)
        data = folder / "data" / ("p%05d.json" % i)
        data.parent.mkdir(parents=True, exist_ok=True)
        data.write_text(json.dumps(cut(text), ensure_ascii=False))
    (folder / "layouts/_default").mkdir(parents=True)
    (folder / "layouts/_default/single.html").write_text(
        '{{ range index site.Data .Params.n }}{{ if .t }}{{ .t }}{{ else if .x }}<a href="{{ .h }}">{{ .x }}</a>{{ else }}{{ .r | safeHTML }}{{ end }}{{ end }}')
    (folder / "config.toml").write_text('baseURL = "https://example.org/"\ntitle = "x"\ndisableKinds = ["taxonomy","term","RSS","sitemap","404","section","home"]\n')


def run_hugo(folder):
    shutil.rmtree(folder / "out", ignore_errors=True)
    return measure("hugo", "--quiet", "-s", folder, "-d", folder / "out", env={"GOMAXPROCS": "1"})


def for_eleventy(pages, folder):
    (folder / "src/_data").mkdir(parents=True)
    (folder / "src/_data/pages.json").write_text(json.dumps([cut(t) for t in pages.values()], ensure_ascii=False))
    (folder / "src/page.njk").write_text(
        '---\npagination:\n  data: pages\n  size: 1\n  alias: p\npermalink: "p/{{ pagination.pageNumber }}.html"\n---\n'
        '{% for k in p %}{% if k.t %}{{ k.t }}{% elif k.x %}<a href="{{ k.h }}">{{ k.x }}</a>{% else %}{{ k.r | safe }}{% endif %}{% endfor %}')


ELEVENTY = build / "bench-peers/node_modules/@11ty/eleventy/cmd.cjs"


def run_eleventy(folder):
    shutil.rmtree(folder / "out", ignore_errors=True)
    return measure("node", ELEVENTY, "--quiet", "--input=" + str(folder / "src"), "--output=" + str(folder / "out"), cwd=folder)


def same_bytes(peer, pages, folder):
    theirs = sum(p.stat().st_size for p in (folder / "out").rglob("*.html"))
    ours = sum(len(t.encode()) for t in pages.values())
    if abs(theirs - ours) * 100 > ours or len(list((folder / "out").rglob("*.html"))) != len(pages):
        sys.exit("pages: %s wrote %d bytes where we write %d" % (peer, theirs, ours))


def against(name, what, peer, prepare, run, inputs, words, targets):
    """Our pages a CPU second over the peer's, run in turn; and our pages and MB a second."""
    out = room / "ours"
    shutil.rmtree(out, ignore_errors=True)
    site(inputs, out, *words)
    pages = pages_of(out)
    size = sum(len(t.encode()) for t in pages.values())
    folder = room / peer
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if prepare:
        prepare(pages, folder)
    ours, ratios = [], []
    for i in range(RUNS):
        shutil.rmtree(out, ignore_errors=True)
        ours.append(site(inputs, out, *words)[0])
        if prepare:
            theirs = run(folder)[0]
            ratios.append(theirs / ours[-1])
            if i == 0:
                same_bytes(peer, pages, folder)
    if prepare:
        row(name, "%s, times %s on one core (%d pages of %.1f KB)" % (what, peer, len(pages), size / len(pages) / 1024), statistics.median(ratios), *targets)
    shutil.rmtree(folder)
    return len(pages) / statistics.median(ours), size / 1e6 / statistics.median(ours)


def peers():
    record(room / "games", "-n", 24, "--bot", "greedy")
    hugo = shutil.which("hugo") is not None
    if not hugo:
        print("     no hugo here (apt-get install hugo): H1 and H2 are not compared")
    pace, speed = against("H1", "pages, replay to file", "hugo", for_hugo if hugo else None, run_hugo, room / "games", [], (10, 25, 40))
    print("     %.0f pages/s on one core (goal 8,400 pages of turns)" % pace)
    row("H3", "MB of HTML a second on one core, replay to file", speed, 90, 220, 350)
    small = here / "small"
    against("H2", "small pages", "hugo", for_hugo if hugo else None, run_hugo, room / "games", ["--templates", small], (5, 10, 20))
    if ELEVENTY.exists():
        against("H4", "pages, replay to file", "eleventy", for_eleventy, run_eleventy, room / "games", [], (15, 40, 65))
    else:
        print("     no Eleventy here (make bench-peers): H4 is not compared")


# ---- a large site, one note ----------------------------------------------------------------------------------------------


def changes():
    games, out = room / "many", room / "large"
    record(games, "-n", many, "--bot", "greedy")
    first = site(games, out)
    print("     %d games, %d pages: %.1f s CPU for all of it, %.1f MB at most" % (many, sum(1 for _ in out.rglob("*.html")), first[0], first[1]))
    row("M2", "MB of memory at most, one worker", first[1], 64, 24, 12, least=False)
    again = [site(games, out) for _ in range(RUNS)]
    before = {p: p.stat().st_ino for p in out.rglob("*.html")}
    site(games, out)
    touched = sum(1 for p, inode in before.items() if p.stat().st_ino != inode)
    opened = -1
    if shutil.which("strace"):
        trace = subprocess.run(["strace", "-f", "-e", "trace=openat", program, "site", games, "-o", out, "-j1", "--quiet"], capture_output=True, text=True).stderr
        opened = len(re.findall(r'\.html"', trace))
    print("     nothing changed: %d pages written, %s opened; %.1f ms of CPU, %.1f ms in all" % (
        touched, opened if opened >= 0 else "(no strace) ?", 1000 * statistics.median(a[0] for a in again), 1000 * statistics.median(a[2] for a in again)))
    what = "pages written or opened" if opened >= 0 else "pages written (no strace: not those opened)"
    row("H7", what + " when nothing changed", touched + max(opened, 0), 2 * len(before), 0, 0, least=False)  # gate: each read twice
    note = sorted(games.glob("*.replay"))[many // 2].with_suffix(".notes.md")
    times = []
    for i in range(RUNS):
        note.write_text("# Notes by Lin\n## @match\nWord %d.\n" % i)
        start = time.monotonic()
        subprocess.run([program, "site", games, "-o", out, "--quiet"], check=True, capture_output=True)
        times.append(1000 * (time.monotonic() - start))
    row("H6", "ms for one changed note in a site of %d games, cold process" % many, statistics.median(times), 100, 20, 10, least=False)
    shutil.rmtree(out), shutil.rmtree(games)


# ---- flat memory -----------------------------------------------------------------------------------------------------------


def memory():
    peak = {}
    for count in (100, flat):
        games, out = room / "short", room / "flat"
        record(games, "-n", count, "--bot", "random", "--set", "starting_lp=5")
        peak[count] = site(games, out)[1]
        shutil.rmtree(games), shutil.rmtree(out)
    print("     %.1f MB for 100 games, %.1f MB for %d" % (peak[100], peak[flat], flat))
    row("M1", "MB more for %d games than for 100" % flat, peak[flat] - peak[100], 4, 1, 0, least=False)


try:
    for name, part in (("peers", peers), ("changes", changes), ("memory", memory)):
        if not wanted or name in wanted:
            part()
    with open(build / "bench-pages.tsv", "w") as out:
        out.writelines("%s\t%.3f\n" % r for r in rows)
finally:
    shutil.rmtree(room, ignore_errors=True)
