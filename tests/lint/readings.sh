#!/bin/sh
# The tables of docs/rulings.md: what is open in the texts, from the notes of the editions, and the rules that no text
# states, from the rules and their citations.
# usage: readings.sh [ROOT]           status 1 when the page is stale
#        readings.sh --write [ROOT]   writes its tables anew
write=
if [ "$1" = --write ]; then write=1; shift; fi
cd "${1:-.}" || exit 2
page=docs/rulings.md

# table GAME RULES: notes by edition, then rules without a citation.
table() {
    LC_ALL=C awk '
    function flush() { if (id != "") { order[++n] = id; says[id] = text } id = "" }
    FNR == 1 { flush(); edition = FILENAME; sub(/.*\//, "", edition); sub(/\.edition$/, "", edition) }
    FILENAME ~ /\.def$/ && /^RULE\(/ {
        flush(); id = $0; sub(/^RULE\(/, "", id); sub(/,.*/, "", id); split($0, part, "\""); title[id] = part[4]; text = ""; next
    }
    FILENAME ~ /\.def$/ && id != "" && /^ *"/ { line = $0; sub(/^ *"/, "", line); sub(/"\)?$/, "", line); text = text line; next }
    FILENAME ~ /\.def$/ { flush() }
    /^cite / { cited[$2] = 1 }
    /^note / { name = $2; line = $0; sub(/^note [a-z_0-9]+ "/, "", line); sub(/"$/, "", line); note[++notes] = "| `" edition "` | `" name "` | " line " |" }
    END {
        flush()
        print "\n| edition | about | what is open, and what we do |\n|---|---|---|"
        for (i = 1; i <= notes; i++) { print note[i] }
        print "\nRules that none of its texts states:\n\n| rule | title | our reading |\n|---|---|---|"
        for (i = 1; i <= n; i++) { if (!(order[i] in cited)) { print "| `" order[i] "` | " title[order[i]] " | " says[order[i]] " |" } }
        print ""
    }' "$2" src/"$1"/data/*.edition
}

[ -f "$page" ] || { echo "$page is not there"; exit 1; }
made=$(awk '/^<!-- end of table/ { skip = 0 } !skip { print } /^<!-- table / { print "@" $3; skip = 1 }' "$page" | while IFS= read -r line; do
    case $line in
    @rnr) table rnr src/rnr/rnr_rules.def ;;
    @revolution) table revolution src/revolution/rev_rules.def ;;
    *) printf '%s\n' "$line" ;;
    esac
done)
if [ -n "$write" ]; then
    printf '%s\n' "$made" > "$page"
elif [ "$made" != "$(cat "$page")" ]; then
    echo "$page: a table is stale; run tests/lint/readings.sh --write"
    exit 1
fi
