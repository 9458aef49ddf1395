#!/usr/bin/env python3
"""The table of coverage.sh. usage: coverage.py EXPORT.json FLOORS REASONS [--bless | --list WHAT]

REASONS: conditions that have one answer only, whatever comes, each with its reason; they are taken out of the counts. What a
line there says and the tests disprove (the condition came out both ways), or what stands nowhere any more, is a failure.
--list: the conditions of a part or of files (a pattern) that the tests do not reach, instead of the table.
"""
import fnmatch
import json
import re
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
KINDS = ("lines", "branches", "mcdc")
NAMES = {"never true": (True,), "never false": (False,)}


class Reason:
    """FILE: CONDITION never true|never false  # why

    FILE may be *: then CONDITION is how a call begins, as in "fs_fail(", or the name of a macro.
    """

    def __init__(self, line):
        what, _, self.why = line.partition("  # ")
        self.file, _, rest = what.partition(": ")
        self.text, self.never = next((rest[: -len(name) - 1], answer[0]) for name, answer in NAMES.items() if rest.endswith(" " + name))
        self.line, self.met, self.wrong = line, 0, 0
        if not self.why:
            raise ValueError("no reason: " + line)

    def denies(self, name, text):
        """The answer that the condition never has, or None. "!" before a call turns it round."""
        if self.file != "*":
            return self.never if name.endswith("/" + self.file) and text == self.text else None
        turned = text.startswith("!")
        call = text.lstrip("!")
        return self.never != turned if (call.startswith(self.text) if self.text[-1] == "(" else call == self.text) else None


class Source:
    """One file's conditions: which of their answers came, and which of those that did not are explained."""

    def __init__(self, exported, reasons):
        name = exported["filename"]
        self.name = name[name.index("src/"):] if "src/" in name else name
        self.summary = exported["summary"]
        self.missing = []  # (line, text, what is not reached)
        self.excused = {kind: 0 for kind in KINDS}
        try:
            with open(self.name) as file:
                self.lines = file.read().split("\n")
        except OSError:
            return
        self.one_answer = set()
        branches = sorted(tuple(b[:4]) + (b[4], b[5]) for b in exported["branches"])
        for branch in branches:
            self.look_at(branch, self.text(*branch[:4]), reasons)
        for macro in exported["expansions"]:
            for branch in macro["branches"]:
                self.look_at(tuple(macro["source_region"][:4]) + tuple(branch[4:6]), self.text(*macro["source_region"][:4]), reasons)
        for record in sorted(exported["mcdc_records"]):
            self.decision(record, [b[:4] for b in branches])

    def text(self, l1, c1, l2, c2):
        if (l1, c1) == (l2, c2):  # a macro of the system's
            return re.match(r"\w*", self.lines[l1 - 1][c1 - 1:])[0]
        part = self.lines[l1 - 1: l2]
        part[-1] = part[-1][: c2 - 1]
        part[0] = part[0][c1 - 1:]
        return " ".join(line.strip() for line in part)

    def look_at(self, branch, text, reasons):
        for answer, count in ((True, branch[4]), (False, branch[5])):
            reason = next((r for r in reasons if r.denies(self.name, text) == answer), None)
            if reason:
                reason.met += 1
                reason.wrong += count > 0
                self.one_answer.add(branch[:4])
            if count == 0:
                self.excused["branches"] += bool(reason)
                if not reason:
                    self.missing.append((branch[0], text, f"never {str(answer).lower()}"))

    def decision(self, record, branches):
        start, end, shown = tuple(record[:2]), tuple(record[2:4]), record[6]
        inside = sorted({b for b in branches if start <= b[:2] and b[2:4] <= end})
        same = len(inside) == len(shown)  # otherwise a condition has conditions of its own, and none is taken out
        for place, done in enumerate(shown):
            if not done and same and inside[place] in self.one_answer:
                self.excused["mcdc"] += 1
            elif not done:
                self.missing.append((record[0], self.text(*record[:4]), f"condition {place + 1} decides nothing"))


def percent(files, kind):
    count = sum(f.summary[kind]["count"] - f.excused[kind] for f in files)
    covered = sum(f.summary[kind]["covered"] for f in files)
    return 100 * covered / count if count else 100.0


def read_lines(name):
    with open(name) as file:
        return [line.rstrip("\n") for line in file if line.strip() and line[0] != "#"]


def show(files, what):
    for name, _, patterns in PARTS:
        what = patterns if name == what else what
    for f in files:
        if any(fnmatch.fnmatch(f.name, p) for p in (what if isinstance(what, list) else [what])):
            for line, text, missing in sorted(f.missing):
                print(f"{f.name}:{line}: {text}  -- {missing}")


def table(files, floors, excused):
    failed, rows = 0, []
    print(f"{'':12}   lines  branches   MC/DC   goal          not below        one answer")
    for name, goal, patterns in PARTS:
        mine = [f for f in files if any(fnmatch.fnmatch(f.name, p) for p in patterns)]
        figures = [percent(mine, kind) for kind in KINDS]
        floor = floors.get(name, [0, 0, 0])
        low = [kind for kind, figure, least in zip(KINDS, figures, floor) if figure < least]
        failed += bool(low) or not mine
        rows.append((name, figures))
        print(f"{name:12} {figures[0]:6.1f}%  {figures[1]:6.1f}%  {figures[2]:5.1f}%   {goal:12}  {' '.join(map(str, floor)):15}  {excused(mine)}"
              + (f"   FAIL: fewer {', '.join(low)} than before" if low else ""))
    return failed, rows


def main():
    exported, floors, given, options = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    reasons = [Reason(line) for line in read_lines(given)]
    with open(exported) as file:
        files = [Source(f, reasons) for f in json.load(file)["data"][0]["files"]]
    if options[:1] == ["--list"]:
        show(files, options[1])
        return 0
    kept = {line.split(":")[0]: [float(x) for x in line.split(":")[1].split()] for line in read_lines(floors)}
    failed, rows = table(files, kept, lambda mine: sum(f.excused["branches"] for f in mine))
    if "--bless" in options:
        with open(floors, "w") as file:
            file.write("# What the tests reach at least: lines, branches, MC/DC, in percent (coverage.sh --bless).\n")
            for name, figures in rows:
                file.write(f"{name}: {' '.join(f'{int(x * 2) / 2:.1f}' for x in figures)}\n")
        failed = 0
    else:
        worst = sorted((f for f in files if f.name.startswith("src/")), key=lambda f: f.summary["lines"]["percent"])[:5]
        print("least: " + ", ".join(f"{f.name[4:]} {f.summary['lines']['percent']:.0f}%" for f in worst))
    for reason in reasons:
        if reason.wrong or not reason.met:
            failed += 1
            print(f"FAIL coverage: {given}: {'the tests reach it' if reason.wrong else 'it stands nowhere'}: {reason.line}")
    print(f"coverage: {len(PARTS) + len(reasons) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
