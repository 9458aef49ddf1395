"""Transcripts as files: the canonical form is one, a replay carries all of it, and what the documents show is so.

usage: texts.py PROGRAM
  samples   fmt(fmt(x)) = fmt(x) and fmt(text(compile(x))) = fmt(x), for the games of replays/transcripts and of the tests
  examples  the transcripts that the documents show are right as they stand there
"""
import re, subprocess, sys, tempfile
from pathlib import Path

program = sys.argv[1]
room = Path(tempfile.mkdtemp())
passed = failed = 0


def run(*args):
    done = subprocess.run([program, *map(str, args)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def judge(right, what, said=""):
    global passed, failed
    passed, failed = passed + right, failed + (not right)
    if not right:
        print(f"FAIL texts: {what}\n{said[:2000]}")


samples = [*sorted(Path("replays/transcripts").glob("*.transcript")), *sorted(Path("tests/cli/files").glob("*.transcript"))]
for sample in samples:
    status, form, said = run("fmt", sample)
    judge(status == 0, f"{sample}: fmt", said)
    once = room / sample.name
    once.write_text(form)
    judge(run("fmt", once)[1] == form, f"{sample}: fmt of its canonical form is another one")
    replay = once.with_suffix(".replay")
    status, _, said = run("compile", sample, "-o", replay)
    judge(status == 0, f"{sample}: compile", said)
    judge(run("text", replay)[1] == form, f"{sample}: the text of its replay is not its canonical form")
judge(len(samples) >= 6, f"only {len(samples)} samples")

shown = 0
for page in (Path("replays/transcripts/README.md"), Path("src/transcript/README.md")):
    text = page.read_text()
    for block in re.findall(r"\n```\n(broadside-transcript 1\n.*?)\n```", text, re.S) + re.findall(r"\n( {4}broadside-transcript 1\n.*?)(?=\n\S)", text, re.S):
        shown += 1
        indent = len(block) - len(block.lstrip(" "))
        example = room / f"example{shown}.transcript"
        example.write_text("\n".join(line[indent:] for line in block.split("\n")).rstrip() + "\n")
        status, _, said = run("check", example)
        judge(status == 0, f"{page}: the example is not right", said)
judge(shown >= 2, f"only {shown} examples were found")
print(f"texts: {passed} passed, {failed} failed")
sys.exit(failed > 0)
