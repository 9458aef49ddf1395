#!/usr/bin/env python3
"""A worksheet holds no answer: no sum of its key that leads to one, neither in its page nor as printed; the printed key has all.
usage: answers.py MATCH-FOLDER WORKSHEET-TEXT... KEY-TEXT"""
import html, pathlib, re, sys

match, *sheets, key_text = sys.argv[1:]
bad = 0


def words(text):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", text))).strip()


key = (pathlib.Path(match) / "key.html").read_text()
rows = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in re.findall(r"<tr>(.*?)</tr>", key, re.S)]
answers = [words(row[1]) for row in rows if len(row) == 3]  # the answer, the sum that leads to it, the rule
if len(answers) < 3:
    print("FAIL pages: the key of %s has %d answers" % (match, len(answers)))
    bad = 1
page = words((pathlib.Path(match) / "worksheet.html").read_text())
printed = re.sub(r"\s+", " ", pathlib.Path(key_text).read_text())
for answer in answers:
    if re.sub(r"\W", "", answer)[:40] not in re.sub(r"\W", "", printed):
        print("FAIL pages: the printed key lacks: %s" % answer)
        bad = 1
for name, text in [("worksheet.html", page)] + [(s, re.sub(r"\s+", " ", pathlib.Path(s).read_text())) for s in sheets]:
    if len(text) < 400:
        print("FAIL pages: %s is empty" % name)
        bad = 1
    for answer in answers:
        if re.sub(r"\W", "", answer) in re.sub(r"\W", "", text):
            print("FAIL pages: %s tells: %s" % (name, answer))
            bad = 1
sys.exit(bad)
