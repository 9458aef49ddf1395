#!/bin/sh
# The table of each game's README.md: each row of the rulings, the rules that settle it and where each edition's
# own text states them. It is made from the game's rules and editions.
# usage: coverage.sh [ROOT]           checks the tables, that no row is without a rule, and (Revolution) without a
#                                     scenario; status 1 if a table is stale or a row is missing
#        coverage.sh --write [ROOT]   writes the tables anew
write=
if [ "$1" = --write ]; then write=1; shift; fi
cd "${1:-.}" || exit 2

# table RULES EDITIONS ROWS SKIPPED DATA: EDITIONS are the columns, ROWS "A6 B9" the groups and their last rows
table() {
    LC_ALL=C awk -v columns="$2" -v groups="$3" -v skipped=" $4 " '
    function cell(edition, rule) {
        return (edition, rule) in cite ? cite[edition, rule] : "silent here"
    }
    function line(row, rule,   i, text) {
        text = "| " row " | " rule " | " title[rule] " |"
        for (i = 1; i <= ncolumn; i++) { text = text " " cell(column[i], rule) " |" }
        print text
    }
    BEGIN {
        ncolumn = split(columns, column); ngroup = split(groups, group)
        for (i = 1; i <= ngroup; i++) {
            for (j = 1; j <= substr(group[i], 2) + 0; j++) { rows[++nrow] = substr(group[i], 1, 1) j }
        }
    }
    FNR == 1 { edition = FILENAME; sub(/.*\//, "", edition); sub(/\.edition$/, "", edition) }
    FILENAME ~ /\.def$/ && /^RULE\(/ {
        rule = $0; sub(/^RULE\(/, "", rule); sub(/,.*/, "", rule)
        split($0, quoted, "\""); rule_rows[rule] = quoted[2]; title[rule] = quoted[4]; rules[++nrule] = rule
    }
    /^cite / { cite[edition, $2] = $3 }
    END {
        text = "| row | rule | title |"; bar = "|---|---|---|"
        for (i = 1; i <= ncolumn; i++) { text = text " " column[i] " |"; bar = bar "---|" }
        print text; print bar
        for (i = 1; i <= nrow; i++) {
            if (index(skipped, " " rows[i] " ")) { continue }  # no such row
            lines = 0
            for (j = 1; j <= nrule; j++) {
                if (index(" " rule_rows[rules[j]] " ", " " rows[i] " ")) { line(rows[i], rules[j]); lines++ }
            }
            if (!lines) { print "row " rows[i] " has no rule" > "/dev/stderr"; bad = 1 }
        }
        for (j = 1; j <= nrule; j++) { if (rule_rows[rules[j]] == "") { line("-", rules[j]) } }
        exit bad
    }' "$1" $5
}

# coverage GAME RULES EDITIONS ROWS SKIPPED
coverage() {
    readme=src/$1/README.md
    [ -d "src/$1" ] || return 0
    made=$(table "src/$1/$2" "$3" "$4" "$5" "$(ls src/"$1"/data/*.edition)") || return 1
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
        return 1
    fi
}

# played GAME ROWS CITED: every row but those that only a citation can show is named by a scenario's "rows:" line, and
# so is every option by an "option:" line or a "set" line of an edition.
played() {
    folder=tests/scenarios/$1
    [ -d "$folder" ] || return 0
    LC_ALL=C awk -v groups="$2" -v cited=" $3 " '
    /^rows:/ { for (i = 2; i <= NF; i++) { seen[$i] = 1 } }
    /^option:/ { option[$2] = 1 }
    /^set / { option[$2] = 1 }
    /^OPTION\(/ { name = $0; sub(/^OPTION\(/, "", name); sub(/,.*/, "", name); wanted[name] = 1 }
    END {
        ngroup = split(groups, group)
        for (i = 1; i <= ngroup; i++) {
            for (j = 1; j <= substr(group[i], 2) + 0; j++) {
                row = substr(group[i], 1, 1) j
                if (!(row in seen) && !index(cited, " " row " ")) { print "row " row " has no scenario"; bad = 1 }
            }
        }
        for (name in wanted) { if (!(name in option)) { print "no scenario changes the option " name; bad = 1 } }
        exit bad
    }' "$folder"/*.scn src/"$1"/*_options.def src/"$1"/data/*.edition
}

status=0
coverage rnr rnr_rules.def "rulebook glossary guide" "A6 B9 C12 D6 E8 F22 G31 H8 I22 L25 U62" U43 || status=1
coverage revolution rev_rules.def "basic ultimate" V55 "" || status=1
played revolution V55 "V50 V51 V54 V55" || status=1
exit $status
