#!/usr/bin/env python3
"""What is exported is what its readers read: Moodle's GIFT by its grammar, Anki's text by its table, whatever names
players have.
usage: exports.py PROGRAM ROOM   (prints what is wrong; status 1 if anything is)"""
import html.parser, pathlib, re, subprocess, sys

program, room = sys.argv[1], pathlib.Path(sys.argv[2])
wrong = checks = 0


def run(*words):
    done = subprocess.run([program, *map(str, words)], capture_output=True)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def check(holds, *what):
    global wrong, checks
    checks += 1
    if not holds:
        wrong += 1
        print("wrong:", *what)


NAMES = ["A{=5#x}~b\\:c", "</li>\u05e9 & \"q\" ::"]


def games():
    run("sim", "--quiet", "--seed", 12, "--bot", "rules", "--name", NAMES[0], "--name", NAMES[1], "-o", room / "games")
    run("sim", "--quiet", "--seed", 12, "--game", "revolution", "--players", 5, "--set", "rounds=2", "--name", NAMES[0], "--name",
        NAMES[1], "-o", room / "games")
    return sorted((room / "games").glob("*.replay"))


# ---- GIFT: https://docs.moodle.org/en/GIFT_format ----------------------------------------------------------

PLAIN = r"((?:[^\\~=#{}:\n]|\\[~=#{}:\\])*)"
QUESTION = re.compile(rf"::{PLAIN}::\[plain\]{PLAIN}\{{\n((?:[=~]{PLAIN}#{PLAIN}\n)+)####{PLAIN}\n\}}")


def unescape(text):
    return re.sub(r"\\(.)", r"\1", text)


def read_gift(text):
    """The questions: title, text, right answers, wrong answers. None: something is no question."""
    questions = []
    for block in re.split(r"\n\s*\n", text.strip()):
        block = "\n".join(line for line in block.split("\n") if not line.startswith("//")).strip()
        if block == "" or re.fullmatch(r"\$CATEGORY: [^\n]+", block):
            continue
        match = QUESTION.fullmatch(block)
        if match is None:
            return None
        answers = re.findall(rf"^([=~]){PLAIN}#{PLAIN}$", match[3], re.M)
        questions.append((unescape(match[1]), unescape(match[2]), [unescape(a) for m, a, _ in answers if m == "="],
                          [unescape(a) for m, a, _ in answers if m == "~"]))
    return questions


def check_gift(replay, key):
    text = run("export", replay, "--to", "gift").decode()
    questions = read_gift(text)
    check(questions is not None, replay.name, "GIFT that is not read:\n" + text)
    questions = questions or []
    for title, asked, right, others in questions:
        check(len(right) == 1 and len(others) >= 1 and right[0] not in others, replay.name, title, right, others)
        check(key.get(title.rsplit("-e", 1)[1]) == right[0], title, "the key has", key.get(title.rsplit("-e", 1)[1]), "GIFT", right[0])
    check(len({q[0] for q in questions}) == len(questions) == len(key) > 0, replay.name, "titles of their own, as many as the key has")
    return questions


# ---- Anki: https://docs.ankiweb.net/importing/text-files.html -----------------------------------------------

class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.text, self.balanced = [], "", True

    def handle_starttag(self, tag, attributes):
        self.open += [tag] if tag != "br" else []

    def handle_endtag(self, tag):
        self.balanced = self.balanced and self.open[-1:] == [tag]
        self.open = self.open[:-1]

    def handle_data(self, data):
        self.text += data


def check_anki(replay, questions):
    lines = run("export", replay, "--to", "anki").decode().split("\n")
    head = [line for line in lines if line.startswith("#")]
    rows = [line.split("\t") for line in lines[len(head):] if line]
    check(head[:3] == ["#separator:tab", "#html:true", "#guid column:1"], replay.name, head)
    check(all(len(row) == 4 for row in rows), replay.name, "four fields in each row")
    check([row[0] for row in rows] == [q[0] for q in questions], replay.name, "an id of its own for each, the same as in GIFT")
    for row, question in zip(rows, questions):
        for field in row[1:3]:
            tags = Tags()
            tags.feed(field)
            check(tags.balanced and tags.open == [], replay.name, field)
        tags = Tags()
        tags.feed(row[1])
        check(tags.text.startswith(question[1]), replay.name, tags.text, question[1])


def answers_of(key):
    """What the page of answers says, by event."""
    rows = re.findall(r'<tr><th scope="row">\d+: <a href="[^"]*#e(\d+)">.*?</th><td>(.*?)</td>', key)
    return dict(rows)


for replay in games():
    run("site", "--quiet", replay, "-o", room / replay.stem)
    key = answers_of(next((room / replay.stem).glob("m/*/key.html")).read_text())
    questions = check_gift(replay, key)
    check_anki(replay, questions)
    for name in ("anki.txt", "quiz.gift.txt"):
        published = next((room / replay.stem).glob("m/*/x/" + name)).read_bytes()
        check(published == run("export", replay, "--to", "anki" if name == "anki.txt" else "gift"), name, "differs from the site's")

check(checks > 60, "only", checks, "checks")
sys.exit(wrong > 0)
