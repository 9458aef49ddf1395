#!/bin/sh
# The table of tests/scenarios/rnr/productions.md: each alternative of the grammar of card text has a scenario in
# which it acts and one in which the trace says why nothing happens (or "-", with a reason in the last column).
# usage: productions.sh [ROOT]          checks that each alternative is listed and each scenario named is there
#        productions.sh --list [ROOT]   prints the alternatives of the grammar
# An alternative is one branch of a choice with the words before it, or what may be absent. A branch that holds a choice
# itself is listed by the branches of that choice.
list=
if [ "$1" = --list ]; then list=1; shift; fi
cd "${1:-.}" || exit 2
table=tests/scenarios/rnr/productions.md

alternatives() {
    LC_ALL=C awk '
    function put(level, text) { part[level] = part[level] (part[level] == "" ? "" : " ") text }
    function found(text) {
        if (text != "" && index(text, "(..)") == 0 && !((rule, text) in seen)) { seen[rule, text] = 1; print rule "\t" text }
    }
    function close_branch(level) { branch[level, ++branches[level]] = part[level]; part[level] = "" }
    function close_group(level, optional,   i, before) {
        close_branch(level)
        before = ""
        for (i = 0; i < level; i++) { before = before (part[i] == "" ? "" : part[i] " ") }
        gsub(/\(\.\.\) /, "", before)
        if (branches[level] > 1) {
            for (i = 1; i <= branches[level]; i++) { found(before branch[level, i]) }
        } else if (optional) {
            found("[ " branch[level, 1] " ]")
        }
        return branches[level] > 1 ? "(..)" : branch[level, 1]
    }
    function walk(side,   n, i, word, level, inner) {
        n = split(side, word_at, " ")
        level = 0; part[0] = ""; branches[0] = 0
        for (i = 1; i <= n; i++) {
            word = word_at[i]
            if (word == "(" || word == "[" || word == "{") {
                opened[++level] = word; part[level] = ""; branches[level] = 0
            } else if (word == ")" || word == "]" || word == "}") {
                inner = close_group(level, opened[level] != "(")
                level--
                put(level, opened[level + 1] == "(" ? inner : "[ " inner " ]")
            } else if (word == "|") {
                close_branch(level)
            } else {
                put(level, word)
            }
        }
        close_group(0, 0)
    }
    /^#ifdef TERM/ { exit }
    /^RULE\(/ { rule = $0; sub(/^RULE\(/, "", rule); sub(/,.*/, "", rule); side = "" }
    rule != "" {
        line = $0
        sub(/^RULE\([A-Za-z]*,/, "", line)
        while (match(line, /"[^"]*"/)) {
            side = side " " substr(line, RSTART + 1, RLENGTH - 2)
            line = substr(line, RSTART + RLENGTH)
        }
        if ($0 ~ /\)$/) { walk(side); rule = "" }
    }' src/rnr/cardtext/rnr_grammar.def
}

if [ -n "$list" ]; then
    alternatives
    exit
fi

lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT
sed -n 's/^scenario: *//p' tests/scenarios/rnr/*.scn > "$lists/scenarios"
alternatives > "$lists/alternatives"
LC_ALL=C awk -F '\t' -v table="$table" '
    function trim(s) { gsub(/^ +| +$/, "", s); return s }
    function complain(text) { print text; bad = 1 }
    FILENAME ~ /\/scenarios$/ { scenario[$1] = 1; next }
    FILENAME ~ /\/alternatives$/ { wanted[$1 "\t" $2] = 1; next }
    /^\| [A-Z][A-Za-z]* \|/ {
        split($0, cell, "|")
        rule = trim(cell[2])
        n = split(cell[3], text, "`")
        for (i = 2; i <= n; i += 2) {
            key = rule "\t" text[i]
            if (!(key in wanted)) { complain(table ": the grammar has no " rule ": " text[i]) }
            listed[key] = 1
        }
        for (c = 4; c <= 5; c++) {
            n = split(cell[c], id, ",")
            for (i = 1; i <= n; i++) {
                name = trim(id[i])
                if (name == "-" && c == 5 && trim(cell[6]) != "") { continue }
                if (!(name in scenario)) { complain(table ": there is no scenario \"" name "\" (" rule ")") }
            }
        }
    }
    END {
        for (key in wanted) {
            if (!(key in listed)) { sub(/\t/, ": ", key); complain(table ": not listed: " key) }
        }
        exit bad
    }' "$lists/scenarios" "$lists/alternatives" "$table"
