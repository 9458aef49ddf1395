#!/usr/bin/env python3
"""Costs grow with the number of games, and no faster: games, pages, time and memory of 100, 1,000 and 10,000 replays.

usage: growth.py BUILD [N...]

A game costs as much among many as among few: for each command the processor's time a game of the largest N may be FACTOR times
that of the smallest N that can be measured, and memory a game likewise. What the program needs to start is taken off.
Status 1 when a cost grows by more.
"""
import os
import shutil
import sys
import tempfile

FACTOR = 2  # what grows with the square takes ten times as much for a game of ten times as many
BUILD = os.path.abspath(sys.argv[1])
SIZES = [int(n) for n in sys.argv[2:]] or [100, 1000, 10000]
GAME = "--game revolution --players 4 --set rounds=1 --bot random"
COMMANDS = [
    ("sim", "sim --quiet -n {n} --seed 1 " + GAME + " --archive {n}.replays"),
    ("verify", "verify --quiet {n}.replays"),
    ("stats", "stats --json {n}.replays"),
    ("site", "site -j1 {n}.replays -o site-{n}"),
]
MEASURABLE, SMALL = 0.03, 1 << 20  # below: seconds and bytes that say nothing about growth


def run(words, room):
    """Seconds of the processor, with those of workers, and bytes of memory at most."""
    child = os.fork()
    if child == 0:
        os.chdir(room)
        with open(os.devnull, "w") as nothing:
            os.dup2(nothing.fileno(), 1)
        os.execv(BUILD + "/broadside", ["broadside", *words.split()])
    _, status, used = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"growth: broadside {words} ends with {os.waitstatus_to_exitcode(status)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def pages(folder):
    """Its HTML files, and the bytes of all files."""
    count = size = 0
    for at, _, names in os.walk(folder):
        count += sum(name.endswith(".html") for name in names)
        size += sum(os.lstat(os.path.join(at, name)).st_size for name in names)
    return count, size


def grows(what, costs, least):
    """costs: N and what it takes. The first that can be measured is what the last is compared with."""
    measured = [(n, cost) for n, cost in costs if cost >= least]
    if not measured:
        right = least == SMALL  # memory may stay what it is; time that is too short to be measured shows nothing
        print(f"{'ok  ' if right else 'FAIL'} {what}: {'it stays' if right else 'too short to be measured; name larger N'}")
        return right
    if len(measured) == 1:  # fewer games take less than can be measured: at most that
        measured.insert(0, (max((n for n, _ in costs if n < measured[0][0]), default=measured[0][0]), least))
    (few, cheap), (many, dear) = measured[0], measured[-1]
    factor = dear / many / (cheap / few)
    right = factor <= FACTOR
    print(f"{'ok  ' if right else 'FAIL'} {what}: a game of {many:,} takes {factor:.2f} times what one of {few:,} takes; at most {FACTOR}")
    return right


def main():
    room = tempfile.mkdtemp(prefix="broadside-growth-")
    try:
        found = {name: [] for name, _ in COMMANDS}
        start, memory = run("sim --quiet -n 1 --seed 1 " + GAME + " --archive one.replays", room)
        print(f"{'':8}{'games':>8}{'seconds':>10}{'us a game':>11}{'MiB':>8}{'KiB a game':>12}{'pages':>9}{'MiB made':>10}")
        for name, line in COMMANDS:
            for n in SIZES:
                seconds, most = run(line.format(n=n), room)
                seconds, most = max(seconds - start, 0), max(most - memory, 0)
                made = f"site-{n}" if name == "site" else f"{n}.replays"
                count, size = pages(os.path.join(room, made)) if name == "site" else (0, os.path.getsize(os.path.join(room, made)))
                print(f"{name:8}{n:>8,}{seconds:>10.2f}{1e6 * seconds / n:>11.1f}{most / 2**20:>8.1f}{most / 1024 / n:>12.2f}"
                      f"{count or '':>9}{size / 2**20:>10.1f}", flush=True)
                found[name].append((n, seconds, most, size))
                if name == "site":
                    shutil.rmtree(os.path.join(room, made))
        right = True
        for name, rows in found.items():
            right &= grows(f"{name}, time", [(n, seconds) for n, seconds, _, _ in rows], MEASURABLE)
            right &= grows(f"{name}, memory", [(n, most) for n, _, most, _ in rows], SMALL)
        right &= grows("site, bytes", [(n, size) for n, _, _, size in found["site"]], SMALL)
        sys.exit(0 if right else 1)
    finally:
        shutil.rmtree(room)


main()
