#!/usr/bin/env python3
"""make bench, the rows of games that need more than one process: G2, G3, G8, R2, R3 and S1 of the goals. A peer that is not
there is told, with what installs it, and left out. Ratios are medians of runs in turn, with their spread.
usage: games.py BUILD"""
import json, os, pathlib, resource, shutil, statistics, subprocess, sys, tempfile, time

build = pathlib.Path(sys.argv[1]).resolve()
program = build / "broadside"
here = pathlib.Path(__file__).resolve().parent
modules = build / "bench-peers/node_modules"
RUNS = int(os.environ.get("BENCH_RUNS", 5))
room = pathlib.Path(tempfile.mkdtemp(prefix="broadside-bench-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
figures = dict(line.split("\t")[:2] for line in (build / "bench.tsv").read_text().splitlines()[1:])


def row(name, what, values, gate, goal, stretch, least=True):
    value = statistics.median(values)
    spread = " (%.3g to %.3g)" % (min(values), max(values)) if len(values) > 1 else ""
    met = [word for word, limit in (("gate", gate), ("goal", goal), ("stretch", stretch)) if (value >= limit if least else value <= limit)]
    print("%-4s %-66s %10.3g   gate %g, goal %g, stretch %g: %s" % (name, what + spread, value, gate, goal, stretch, met[-1] if met else "MISSED"))


def run(*words):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("games: %s: %s" % (" ".join(map(str, words))[:200], done.stderr[-2000:]))
    return done.stdout


def peer(script, package, count):
    """What the peer says in each run; [] when it is not there."""
    if shutil.which("node") is None or not (modules / package.split("@")[0]).exists():
        print("     no %s here (make bench-peers): not compared" % package.split("@")[0])
        return []
    return [json.loads(run("env", "NODE_ENV=production", "node", here / "peers" / script, modules, count)) for _ in range(RUNS)]


def against_peers():
    ours = float(figures["decisions"])  # a second on one core, of this run of make bench
    battles = peer("showdown.js", "pokemon-showdown@0.11.11", 40)
    if battles:
        row("G2", "decisions, times Pokemon Showdown's", [ours / b["perSecond"] for b in battles], 200, 400, 800)
        sizes(battles)
    moves = peer("boardgame.js", "boardgame.io@0.50.2", 60)
    if moves:
        row("G3", "decisions, times boardgame.io's moves", [ours / m["perSecond"] for m in moves], 40, 85, 170)


def sizes(battles):
    """Bits a decision: our whole file against the whole input log, our decisions against its lines of choices; zlib -9."""
    whole = float(figures["long_bits"])  # of games of 200 decisions
    row("R2", "input log of Showdown, times our file (%.3g bits a decision)" % whole, [b["whole"] / whole for b in battles], 4, 7, 10)
    row("R3", "its choices, times our coded decisions (all bots)", [b["lines"] / float(figures["coded_bits"]) for b in battles], 5, 10, 13)


def two_cores():
    games = room / "games"
    run(program, "sim", "-n", 3000, "--quiet", "--bot", "random", "-o", games)
    ratios = []
    for _ in range(RUNS):
        took = []
        for jobs in (1, 2):
            start = time.monotonic()
            run(program, "verify", "--quiet", "-j", jobs, games)
            took.append(time.monotonic() - start)
        ratios.append(took[0] / took[1])
    row("G8", "two cores over one, 3,000 games verified", ratios, 1.7, 1.9, 1.95)


def took(*words):
    """Wall and CPU milliseconds."""
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    run(*words)
    wall, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * wall, 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def start():
    """What any process takes to start is the machine's: a program that does nothing is started in between, and taken off."""
    times, nothing = [], []
    for i in range(4 * RUNS):
        nothing.append(took("/bin/true"))
        times.append(took(program, "play", "--you", "A", "--seed", 1, "-o", room / ("%d.replay" % i)))  # no input: it leaves at the first question
    (least, least_cpu), cpu = map(statistics.median, zip(*nothing)), statistics.median(c for _, c in times)
    print("     /bin/true takes %.1f ms here, %.1f of CPU; the start %.1f of CPU more" % (least, least_cpu, cpu - least_cpu))
    row("S1", "ms from the start to the first decision, less those", [wall - least for wall, _ in times], 20, 5, 2, least=False)


try:
    against_peers()
    print("     load of this machine: %.1f, %d cores; G8 and S1 are by the clock and need a quiet one" % (os.getloadavg()[0], os.cpu_count()))
    two_cores()
    start()
finally:
    shutil.rmtree(room, ignore_errors=True)
