#!/usr/bin/env python3
"""The table of coverage.sh. usage: coverage.py SUMMARY.json FLOORS [--bless]"""
import fnmatch
import json
import sys

# A part of the code, what it is to come to (reliability: g1), and its files.
BOUNDARY = ["replay_container", "replay_scan", "replay_msgpack", "replay_codec", "replay_fields", "buf", "text", "fs", "fs_folder"]
PARTS = [
    ("boundary", "100 100 100", [f"src/*/{name}.c" for name in BOUNDARY]),
    ("engine", "100 100 95", ["src/base/*", "src/core/*", "src/rnr/rnr_*", "src/rnr/data/*", "src/revolution/*"]),
    ("card text", "100 100 95", ["src/rnr/cardtext/*"]),
    ("replay", "100 100 95", ["src/replay/*"]),
    ("transcript", "100 100 95", ["src/transcript/*"]),
    ("bots", "100 100 95", ["src/bots/*"]),
    ("site", "100 100 95", ["src/site/*"]),
    ("commands", "100 100 95", ["src/cli/*"]),
]


def percent(files, kind):
    count = sum(f["summary"][kind]["count"] for f in files)
    covered = sum(f["summary"][kind]["covered"] for f in files)
    return 100 * covered / count if count else 100.0


def main():
    summary, floors, bless = sys.argv[1], sys.argv[2], "--bless" in sys.argv
    with open(summary) as file:
        files = json.load(file)["data"][0]["files"]
    for f in files:
        f["name"] = f["filename"][f["filename"].index("src/"):] if "src/" in f["filename"] else f["filename"]
    kinds = ("lines", "branches", "mcdc")
    rows, kept = [], {}
    try:
        with open(floors) as file:
            kept = {line.split(":")[0]: [float(x) for x in line.split(":")[1].split()] for line in file if ":" in line and line[0] != "#"}
    except FileNotFoundError:
        pass
    failed = 0
    print(f"{'':12}   lines  branches   MC/DC   goal          not below")
    for name, goal, patterns in PARTS:
        mine = [f for f in files if any(fnmatch.fnmatch(f["name"], p) for p in patterns)]
        figures = [percent(mine, kind) for kind in kinds]
        floor = kept.get(name, [0, 0, 0])
        low = [kind for kind, figure, least in zip(kinds, figures, floor) if figure < least]
        failed += bool(low) or not mine
        rows.append((name, figures))
        print(f"{name:12} {figures[0]:6.1f}%  {figures[1]:6.1f}%  {figures[2]:5.1f}%   {goal:12}  {' '.join(map(str, floor))}"
              + (f"   FAIL: fewer {', '.join(low)} than before" if low else ""))
    if bless:
        with open(floors, "w") as file:
            file.write("# What the tests reach at least: lines, branches, MC/DC, in percent (coverage.sh --bless).\n")
            for name, figures in rows:
                file.write(f"{name}: {' '.join(f'{int(x * 2) / 2:.1f}' for x in figures)}\n")
        failed = 0
    else:
        worst = sorted((f for f in files if f["name"].startswith("src/")), key=lambda f: f["summary"]["lines"]["percent"])[:5]
        print("least: " + ", ".join(f"{f['name'][4:]} {f['summary']['lines']['percent']:.0f}%" for f in worst))
    print(f"coverage: {len(PARTS) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
