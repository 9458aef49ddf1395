#!/usr/bin/env python3
"""A view of a site holds nothing that its viewer could not know: no card that his own recording of the game does not
name, no seed, no id of the whole replay, not the replay itself.
usage: view.py PROGRAM ROOM   (prints what leaks; status 1 if anything does)"""
import json, pathlib, re, subprocess, sys

program, room = sys.argv[1], pathlib.Path(sys.argv[2])
leaks = 0


def run(*words):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def complain(*what):
    global leaks
    leaks += 1
    print("leak:", *what)


def cards_of(deck):
    return {m[1] for m in re.finditer(r"^\d+ (.+)$", run("deck", "show", deck), re.M)}


decks = [line.split()[0] for line in run("deck", "list").splitlines()[:2]]
names = cards_of(decks[0]) | cards_of(decks[1])
assert len(names) > 40
run("sim", "--quiet", "-n", 2, "--seed", 21, "--bot", "rules", "--deck", decks[0], "--deck", decks[1], "-o", room / "games")
hidden_all = 0
for viewer in "public", "A", "B":
    run("site", room / "games", "-o", room / viewer, "--view", viewer, "--check", "--quiet")
    whole = b"".join(p.read_bytes() for p in sorted((room / viewer).rglob("*")) if p.is_file())
    for replay in sorted((room / "games").glob("*.replay")):
        full = json.loads(run("convert", replay))
        if bytes.fromhex(full["core"]) in whole or full["core"][:16].encode() in whole:
            complain(viewer, replay, "its core id")
        if replay.read_bytes() in whole or b"seed 2" in whole:
            complain(viewer, replay, "its bytes or its seed")
        run("redact", "--for", viewer, "-f", "-o", room / "view.replay", replay)
        text = run("convert", room / "view.replay")
        pages = room / viewer / "m" / ("rnr-%s-%s" % (full["edition"], json.loads(text)["core"][:16]))
        said = "".join(p.read_text() for p in pages.rglob("*.html")).replace("&#39;", "'")
        laid = set(re.findall(r"places <a [^>]*>([^<]*)</a> in the", said))  # openly, before the first choice
        hidden = {n for n in names if n not in text} - laid
        hidden_all += len(hidden)
        for name in sorted(n for n in hidden if n in said):
            complain(viewer, replay, name)
        for page in pages.glob("*"):
            if page.name not in ("index.html", "t", "x"):
                complain(viewer, page, "looks at every hand")
assert hidden_all > 20, "nothing was hidden, so nothing was tested"
sys.exit(leaks > 0)
