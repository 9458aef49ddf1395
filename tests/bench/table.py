#!/usr/bin/env python3
"""The rows that make bench printed, as a table of Markdown.
usage: table.py LOG > bench.md"""
import re, sys

ROW = re.compile(r"^(\w+) +(.*?) +(-?[\d.]+(?:e[+-]?\d+)?) +gate ([\d.e+]+), goal ([\d.e+]+), stretch ([\d.e+]+): (\w+)$")
rows = [m.groups() for m in map(ROW.match, open(sys.argv[1])) if m]
print("| row | what (least to most of the runs) | measured | gate | goal | stretch | met |\n| --- | --- | --- | --- | --- | --- | --- |")
for name, what, value, gate, goal, stretch, met in sorted(rows, key=lambda r: [int(p) if p.isdigit() else p for p in re.split(r"(\d+)", r[0])]):
    print("| %s | %s | %s | %s | %s | %s | %s |" % (name, what, value, gate, goal, stretch, met))
if not rows:
    sys.exit("table: no rows in %s" % sys.argv[1])
