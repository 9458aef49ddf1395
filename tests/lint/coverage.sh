#!/bin/sh
# The table of src/rnr/README.md: each row of the rulings, the rules that settle it and where each edition's
# own text states them. It is made from rnr_rules.def and the editions.
# usage: coverage.sh [ROOT]           checks the table and that no row is missing; status 1 if it is stale
#        coverage.sh --write [ROOT]   writes the table anew
write=
if [ "$1" = --write ]; then write=1; shift; fi
cd "${1:-.}" || exit 2
readme=src/rnr/README.md

table() {
    LC_ALL=C awk '
    function have(group, last,   i) { for (i = 1; i <= last; i++) { rows[++nrow] = group i } }
    function cell(edition, rule) {
        return (edition, rule) in cite ? cite[edition, rule] : "silent here"
    }
    function line(row, rule) {
        print "| " row " | " rule " | " title[rule] " | " cell("rulebook", rule) " | " cell("glossary", rule) \
            " | " cell("guide", rule) " |"
    }
    FNR == 1 { edition = FILENAME; sub(/.*\//, "", edition); sub(/\.edition$/, "", edition) }
    FILENAME ~ /\.def$/ && /^RULE\(/ {
        rule = $0; sub(/^RULE\(/, "", rule); sub(/,.*/, "", rule)
        split($0, quoted, "\""); rule_rows[rule] = quoted[2]; title[rule] = quoted[4]; rules[++nrule] = rule
    }
    /^cite / { cite[edition, $2] = $3 }
    END {
        have("A", 6); have("B", 9); have("C", 12); have("D", 6); have("E", 8); have("F", 22)
        have("G", 31); have("H", 8); have("I", 22); have("L", 25); have("U", 62)
        print "| row | rule | title | rulebook | glossary | guide |"
        print "|---|---|---|---|---|---|"
        for (i = 1; i <= nrow; i++) {
            if (rows[i] == "U43") { continue }  # no such row
            lines = 0
            for (j = 1; j <= nrule; j++) {
                if (index(" " rule_rows[rules[j]] " ", " " rows[i] " ")) { line(rows[i], rules[j]); lines++ }
            }
            if (!lines) { print "row " rows[i] " has no rule" > "/dev/stderr"; bad = 1 }
        }
        for (j = 1; j <= nrule; j++) { if (rule_rows[rules[j]] == "") { line("-", rules[j]) } }
        exit bad
    }' src/rnr/rnr_rules.def src/rnr/data/*.edition
}

made=$(table) || exit 1
new=$(printf '%s\n' "$made" | awk '
    NR == FNR { table = table $0 "\n"; next }
    /^<!-- end of table/ { skip = 0 }
    !skip { print }
    /^<!-- table/ { printf "%s", table; skip = 1 }' - "$readme")
if [ -n "$write" ]; then
    printf '%s\n' "$new" > "$readme"
elif [ "$new" != "$(cat "$readme")" ]; then
    printf '%s\n' "$new" | diff "$readme" - | head -8
    echo "$readme: the table is stale; run tests/lint/coverage.sh --write"
    exit 1
fi
