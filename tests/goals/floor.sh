#!/bin/bash
# The number of tests of each part never falls without a reason: tests/goals/floor.txt holds what it was, tests/run.sh
# leaves what it is in BUILD/counts.txt.
# usage: floor.sh --check BUILD    fails when a part ran fewer tests than it did
#        floor.sh --bless BUILD    what the last run of all parts came to is the floor from now on
cd "$(dirname "$0")/../.." || exit 2
floors=tests/goals/floor.txt
counts=$2/counts.txt
[ -s "$counts" ] || { echo "no tests were counted: make test"; exit 1; }
if [ "$1" = --bless ]; then
    { grep '^#' "$floors"; LC_ALL=C sort "$counts"; } > "$floors.new" && mv "$floors.new" "$floors"
    exit
fi
fewer=0 all=0
while read -r part was; do
    is=$(awk -v part="$part" '$1 == part { n = $2 } END { print n + 0 }' "$counts")
    grep -q "^$part " "$counts" || continue
    all=$((all + is))
    if [ "$is" -lt "$was" ]; then
        fewer=$((fewer + 1))
        printf 'FAIL %s: %d tests ran, it was %d\nrepro: tests/run.sh %s %s (if fewer is right: make bless, and say why)\n' "$part" "$is" "$was" "$2" "$part"
    fi
done < <(grep -v '^#' "$floors")
echo "$all tests, $fewer parts with fewer than before"
[ $fewer = 0 ]
