#!/bin/bash
# Plays games between random players and holds each to the promises of tests/properties: make test 5,000 a series, make
# soak 100,000. A series is an edition of Revolt N Reign with random legal decks, or Revolution at all sizes of table and
# in all editions. Ends with "properties: N passed, N failed".
# usage: properties.sh BUILD [GAMES [SERIES...]]    SERIES as in "rnr-guide"
#        properties.sh --bless BUILD                writes tests/properties/signature.txt
cd "$(dirname "$0")/.." || exit 2
bless=
if [ "$1" = --bless ]; then bless=1; shift; fi
build=$1 games=${2:-${BRS_GAMES:-5000}} part=2500
shift; shift
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
passed=0 failed=0
series=${*:-$("$build/properties" series)}
if [ -n "$bless" ]; then games=5000 series=revolution-all; fi

# Long series are cut into parts, so that two processors share them.
for one in $series; do
    for ((first = 0; first < games; first += part)); do
        count=$((games - first < part ? games - first : part))
        echo "$one ${one%%-*} ${one#*-} $first $count"
    done
done > "$out/list"

# Games that once broke a promise are played on every change.
kept=$(grep -v '^#' tests/properties/kept.txt | awk '{ print $1 "-" $2, $1, $2, $3, 1 }')
if [ -z "$*$bless" ]; then
    echo "$kept" | xargs -P "$(nproc)" -L 1 sh -c "$build"'/properties "$1" "$2" "$3" "$4" > '"$out"'/kept.$0.$3 2>&1'
    grep -h '^FAIL\|^repro\|Assertion' "$out"/kept.*
    whole=$(cat "$out"/kept.* | grep -c '^properties: .* 0 failed')
    passed=$((passed + whole)) failed=$((failed + $(echo "$kept" | wc -l) - whole))
fi
xargs -P "$(nproc)" -L 1 sh -c "$build"'/properties "$1" "$2" "$3" "$4" > '"$out"'/$0.$(printf %09d "$3") 2>&1' < "$out/list"

# What the parts of a series say, summed up line by line; one signature over all of them.
for one in $series; do
    signature=$(cat "$out/$one".* | sed -n 's/.*signature //p' | sha256sum | cut -c1-16)
    awk -v one="$one" -v signature="$signature" '
        /^FAIL/ || /^repro/ || /Assertion|rror/ { print }
        / games, / { games += $3; decisions += $5 }
        /^ / { n = $1; $1 = ""; if (!($0 in sum)) { order[++k] = $0 } sum[$0] += n }
        END { printf "%s: %d games, %d decisions, signature %s\n", one, games, decisions, signature
              for (i = 1; i <= k; i++) { printf "  %11d%s\n", sum[order[i]], order[i] } }' "$out/$one".*
    parts=$(grep -c "^$one " "$out/list") whole=$(cat "$out/$one".* | grep -c '^properties: .* 0 failed')
    passed=$((passed + whole)) failed=$((failed + parts - whole))
    if [ "$games" = 5000 ] && grep -q "^$one " tests/properties/signature.txt; then
        if [ -n "$bless" ]; then
            echo "$one $signature" > tests/properties/signature.txt
        elif [ "$(grep "^$one " tests/properties/signature.txt)" = "$one $signature" ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL properties: $one: $(cat tests/properties/signature.txt) is the signature that was blessed"
            echo "repro: tests/properties.sh $build 5000 $one"
        fi
    fi
done
echo "properties: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
