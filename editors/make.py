#!/usr/bin/env python3
"""Writes the highlighting of transcripts for Vim and VS Code, from the tables of words in the sources of the games.

usage: editors/make.py [--check] [ROOT]     --check: changes nothing, fails when a file is not what it would write
"""
import json
import pathlib
import re
import sys

# Words of the language itself; those of the games come from their tables.
LANGUAGE = ["setup", "round", "trick", "dealer", "fix", "because", "missed", "concede", "agreed", "ranks", "alt", "end"]


def words(root):
    """First words and others of each row of a table `brs_verb NAME[]`; signs are highlighted by themselves."""
    found = set(LANGUAGE)
    for source in sorted(root.glob("src/*/*_notation.c")):
        table = re.search(r"const brs_verb \w+\[\] = \{(.*?)\n\};", source.read_text(encoding="utf-8"), re.S)
        for word, also in re.findall(r'= \{"([^"]*)", "([^"]*)"', table.group(1) if table else ""):
            found.update([word, *also.split()])
    return sorted(word for word in found if re.fullmatch("[a-z]+", word))


def vim(known):
    return """" Transcripts of Broadside. Written by editors/make.py from the games' tables of words.
if exists("b:current_syntax")
  finish
endif
syn case match
syn keyword brsWord %s
syn match brsSign "->\\||"
syn match brsTurn "^\\s*\\(T\\d\\+\\( [A-Z]\\)\\?\\|round \\d\\+\\|trick \\d\\+\\|setup\\)\\>"
syn match brsHead "^[a-z][a-z-]*: .*" contains=brsText
syn match brsFirst "^broadside-transcript \\d\\+$"
syn match brsQuiz "^\\s*\\(ask\\|check\\|right\\|wrong\\):"
syn match brsCheck "^\\s*= .*"
syn match brsAnchor "^\\s*@[a-z0-9]\\+"
syn match brsNote "^\\s*> .*"
syn match brsRemark "^\\s*#.*"
syn match brsGlyph "\\s\\(!!\\|!?\\|?!\\|??\\|!\\)\\s*$"
syn region brsText start=+"+ skip=+\\\\.+ end=+"+ oneline
hi def link brsWord Keyword
hi def link brsSign Operator
hi def link brsTurn Title
hi def link brsHead PreProc
hi def link brsFirst PreProc
hi def link brsQuiz Label
hi def link brsCheck Constant
hi def link brsAnchor Label
hi def link brsNote SpecialComment
hi def link brsRemark Comment
hi def link brsGlyph Special
hi def link brsText String
let b:current_syntax = "broadside"
""" % " ".join(known)


def grammar(known):
    rules = [
        ("comment.line", r"^\s*#.*"), ("markup.quote", r"^\s*> .*"), ("constant.other.check", r"^\s*= .*"),
        ("entity.name.tag.anchor", r"^\s*@[a-z0-9]+"), ("entity.name.section", r"^\s*(T\d+( [A-Z])?|round \d+|trick \d+|setup)\b"),
        ("keyword.other.quiz", r"^\s*(ask|check|right|wrong):"), ("meta.preprocessor", r"^(broadside-transcript \d+$|[a-z][a-z-]*: )"),
        ("string.quoted.double", r'"(\\.|[^"\\])*"'), ("keyword.control", r"\b(%s)\b" % "|".join(known)),
        ("keyword.operator", r"->|\|"), ("invalid.deprecated.glyph", r"\s(!!|!\?|\?!|\?\?|!)\s*$")]
    return json.dumps({"name": "Broadside transcript", "scopeName": "source.broadside", "fileTypes": ["transcript"],
                       "patterns": [{"name": name + ".broadside", "match": match} for name, match in rules]}, indent=2) + "\n"


def package():
    return json.dumps({"name": "broadside-transcript", "displayName": "Broadside transcripts", "version": "1.0.0",
                       "publisher": "broadside", "license": "MIT", "engines": {"vscode": "^1.50.0"},
                       "contributes": {
                           "languages": [{"id": "broadside", "aliases": ["Broadside transcript"], "extensions": [".transcript"]}],
                           "grammars": [{"language": "broadside", "scopeName": "source.broadside",
                                         "path": "./syntaxes/broadside.tmLanguage.json"}]}}, indent=2) + "\n"


def main():
    check = "--check" in sys.argv[1:]
    roots = [word for word in sys.argv[1:] if word != "--check"]
    root = pathlib.Path(roots[0] if roots else pathlib.Path(__file__).resolve().parent.parent)
    known = words(root)
    wrong = 0
    for name, text in (("vim/syntax/broadside.vim", vim(known)), ("vscode/syntaxes/broadside.tmLanguage.json", grammar(known)),
                       ("vim/ftdetect/broadside.vim", "au BufRead,BufNewFile *.transcript setfiletype broadside\n"),
                       ("vscode/package.json", package())):
        path = root / "editors" / name
        if check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            print("%s:1: is not what the tables of words make of it; run editors/make.py" % path)
            wrong = 1
        elif not check:
            path.write_text(text, encoding="utf-8")
    return wrong


sys.exit(main())
