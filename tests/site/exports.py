#!/usr/bin/env python3
"""What is exported is what its readers read: Moodle's GIFT by its grammar, Anki's text by its table, a book by its lists,
whatever names players have.
usage: exports.py PROGRAM ROOM   (prints what is wrong; status 1 if anything is)"""
import html.parser, io, pathlib, re, subprocess, sys, xml.etree.ElementTree, zipfile

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
QUESTION = re.compile(rf"::{PLAIN}::\[plain\]{PLAIN}\{{\n((?:[=~]{PLAIN}#{PLAIN}\n)+)(?:####{PLAIN}\n)?\}}")


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
        if "-n" in title:  # of a person
            continue
        check(len(right) == 1 and len(others) >= 1 and right[0] not in others, replay.name, title, right, others)
        check(key.get(title.rsplit("-e", 1)[1]) == right[0], title, "the key has", key.get(title.rsplit("-e", 1)[1]), "GIFT", right[0])
    check(len({q[0] for q in questions}) == len(questions) == key["rows"] > 0, replay.name, "titles of their own, as many as the key has")
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


# ---- EPUB 3: what a book must have; epubcheck looks at the rest (make epub) ----------------------------------

XHTML = "{http://www.w3.org/1999/xhtml}"
OPF = "{http://www.idpf.org/2007/opf}"


def check_epub(name, data, least):
    """A book: the type first and plain, no dates, every file listed, every link in it leads somewhere."""
    book = zipfile.ZipFile(io.BytesIO(data))
    files = book.infolist()
    check(book.testzip() is None and data[30:58] == b"mimetypeapplication/epub+zip", name, "its type comes first, not compressed")
    check({f.date_time for f in files} == {(1980, 1, 1, 0, 0, 0)}, name, "the dates of its files")
    package = xml.etree.ElementTree.fromstring(book.read("EPUB/package.opf"))
    items = {i.attrib["id"]: i.attrib for i in package.iter(OPF + "item")}
    listed = {"EPUB/" + i["href"] for i in items.values()} | {"EPUB/package.opf", "mimetype", "META-INF/container.xml"}
    check(listed == {f.filename for f in files}, name, "what is listed and what is there:", listed ^ {f.filename for f in files})
    spine = [items[i.attrib["idref"]]["href"] for i in package.iter(OPF + "itemref")]
    check(len(spine) > least and spine[0] == "nav.xhtml" and len(set(spine)) == len(spine), name, spine)
    pages = {href: xml.etree.ElementTree.fromstring(book.read("EPUB/" + href)) for href in spine}
    ids = {href: {e.attrib["id"] for e in page.iter() if "id" in e.attrib} for href, page in pages.items()}
    links = 0
    for href, page in pages.items():
        drawn = any("svg" in e.tag for e in page.iter() if "svg" in e.tag)
        properties = next(i for i in items.values() if i["href"] == href).get("properties", "")
        check(href == "nav.xhtml" or drawn == (properties == "svg"), name, href, properties)
        check(not any(e.tag in (XHTML + "script", XHTML + "form") for e in page.iter()), name, href, "what a book does not do")
        for link in page.iter(XHTML + "a"):
            to, _, fragment = link.attrib.get("href", "").partition("#")
            check((to or href) in pages and (fragment == "" or fragment in ids[to or href]), name, href, link.attrib.get("href"))
            links += 1
    check(links > least, name, links, "links")


def lessons():
    """All lessons are one book, in their order."""
    (room / "lessons").mkdir()
    replay = sorted((room / "games").glob("*.replay"))[0]
    for number in (1, 2):
        (room / "lessons" / f"{number}.md").write_text(f"---\ntitle: Part {number} & more\nmatch: {replay.stem}\ndate: 2026-05-0{number}\n---\n"
                                                       "See @t2.drain and https://example.org/?a=1&b=2\n@@ t2 before\n@@ chart\n")
    run("site", "--quiet", "--epub", replay, "--lessons", room / "lessons", "-o", room / "school")
    data = (room / "school/l/lessons.epub").read_bytes()
    check_epub("lessons", data, 2)
    check(b"2026-05-02T00:00:00Z" in zipfile.ZipFile(io.BytesIO(data)).read("EPUB/package.opf"), "the date of the latest")


def people():
    """The questions that people ask stand before those that are made."""
    transcript = pathlib.Path(__file__).parents[2] / "replays/transcripts/boats-against-bells.transcript"
    questions = read_gift(run("export", transcript, "--to", "gift").decode()) or []
    own = [q for q in questions if "-n" in q[0]]
    check([len(q[3]) for q in own] == [2, 2] and own == questions[:2], "questions of people:", own)
    check(own and own[0][2] == ["[plain]The Stockade"], own)
    check_anki(transcript, questions)


def answers_of(key):
    """What the page of answers says, by event; and how many answers it has."""
    rows = re.findall(r'<tr><th scope="row">\d+: <a href="[^"]*#e(\d+)">.*?</th><td[^>]*>(.*?)</td>', key)
    return {**dict(rows), "rows": len(re.findall(r'<tr><th scope="row">\d+: ', key))}


for replay in games():
    run("site", "--quiet", replay, "-o", room / replay.stem)
    key = answers_of(next((room / replay.stem).glob("m/*/key.html")).read_text())
    questions = check_gift(replay, key)
    check_anki(replay, questions)
    for name in ("anki.txt", "quiz.gift.txt"):
        published = next((room / replay.stem).glob("m/*/x/" + name)).read_bytes()
        check(published == run("export", replay, "--to", "anki" if name == "anki.txt" else "gift"), name, "differs from the site's")

    book = run("export", replay, "--to", "epub")
    check_epub(replay.name, book, 10)
    check(book == run("export", replay, "--to", "epub"), replay.name, "the same book again")
lessons()
people()

check(checks > 2000, "only", checks, "checks")
sys.exit(wrong > 0)
