"""Changes the games of replays/transcripts one line at a time; every change that matters must be found at its line.

usage: mutants.py PROGRAM [EVERY]: only every EVERY-th change (1: all)
  checks   each number of a check, one more and one less: told at that line
  illegal  each play replaced by a card that cannot be played: told at that line
  legal    each play replaced by another that was legal there: told at no line but a later one that contradicts it, and
           then the changed line is among those named; or nothing contradicts it, and nothing is told
"""
import json, re, subprocess, sys, tempfile
from pathlib import Path

program, every = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
games = sorted(Path("replays/transcripts").glob("*.transcript"))
room = Path(tempfile.mkdtemp())
passed = failed = 0


def tell(texts):
    """The first mistake of each text, None when there is none."""
    names = []
    for i, text in enumerate(texts):
        names.append(room / f"{i}.transcript")
        names[-1].write_text(text)
    said = {}
    for at in range(0, len(names), 50):
        run = subprocess.run([program, "check", "--json", *map(str, names[at:at + 50])], capture_output=True, text=True)
        for line in run.stdout.splitlines():
            row = json.loads(line)
            said.setdefault(row["file"], row if "line" in row else None)
    return [said.get(str(name), {"line": -1, "message": "nothing was said"}) for name in names]


def judge(kind, rows):
    """rows: (file, line, what was put there, is it right, what was said)"""
    global passed, failed
    good = sum(right for _, _, _, right, _ in rows)
    passed, failed = passed + good, failed + len(rows) - good
    print(f"{kind}: {good} of {len(rows)} as it must be")
    for file, line, put, right, said in rows:
        if not right:
            print(f"FAIL transcripts: {file}:{line}: {put!r}: {said and (said['line'], said['message'], said.get('help'))}")


def put(lines, i, text):
    return "\n".join(lines[:i] + [text] + lines[i + 1:])


def names_line(said, line):
    if f"Line {line} is not whole" in said.get("help", ""):
        return True
    named = re.search(r"look at line (\d+)(?:[^,]*?(?:, or line ([\d, ]+)))?", said.get("help", ""))
    rest = re.findall(r"\d+", said["help"][named.start():]) if named else []
    return str(line) in rest


checks, illegal = [], []
for game in games:
    lines = game.read_text().split("\n")
    nested = 0
    impossible = "22222" if "game: revolution" in lines else "Stamp Duties"
    for i, line in enumerate(lines):
        word = line.split()[0] if line.split() else ""
        nested += word == "alt"
        if word == "=":
            for number in re.finditer(r"(?<![\w#])-?\d+\b", line):
                for step in (1, -1):
                    checks.append((game, lines, i, line[:number.start()] + str(int(number[0]) + step) + line[number.end():]))
        if nested == 0 and re.match(r"  play ", line):
            illegal.append((game, lines, i, f"  play {impossible}"))
        if nested == 0 and re.match(r"  trick \d+ \w: ", line):
            illegal.append((game, lines, i, re.sub(r": \S+", f": {impossible}", line, count=1)))
        nested -= word == "end"

checks, illegal = checks[::every], illegal[::every]
said = tell([put(lines, i, text) for _, lines, i, text in checks])
judge("changed checks", [(g.name, i + 1, text, s is not None and s["line"] == i + 1, s) for (g, _, i, text), s in zip(checks, said)])
said = tell([put(lines, i, text) for _, lines, i, text in illegal])
judge("illegal moves", [(g.name, i + 1, text, s is not None and s["line"] == i + 1, s) for (g, _, i, text), s in zip(illegal, said)])

legal = []
for (game, lines, i, text), s in zip(illegal, said):
    choices = re.match(r"Legal: (.*?)(?: and \d+ more|\. If|$)", s.get("help", "") if s else "")
    for choice in (choices[1].split(", ") if choices else [])[:6]:
        other = re.sub(r": \S+", lambda _: f": {choice}", lines[i], count=1) if "trick" in lines[i] else f"  {choice}"
        if other.split("->")[0].strip() != lines[i].split("->")[0].split("!")[0].split("?")[0].strip():
            legal.append((game, lines, i, other))
legal = legal[::max(1, every // 3)]
rows, told, silent, at_once = [], 0, 0, 0
for (game, lines, i, text), s in zip(legal, tell([put(lines, i, text) for _, lines, i, text in legal])):
    if s is None or s["line"] == i + 1 or s["line"] < i:  # nothing contradicts it, it wants a target, or only the result does
        silent, at_once = silent + (s is None), at_once + (s is not None)
        continue
    told += 1
    rows.append((game.name, i + 1, text, names_line(s, i + 1), s))
judge("legal moves that a later line contradicts, their line named", rows)
print(f"(of {len(legal)}: {told} contradicted later, {silent} never, {at_once} not whole or against the result)")
print(f"transcripts: {passed} passed, {failed} failed")
sys.exit(failed > 0)
