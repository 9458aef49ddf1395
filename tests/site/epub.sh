#!/bin/bash
# make epub: books of both games, of all editions, with notes, comparisons and names of strangers, and the book of the
# lessons: epubcheck finds nothing in any of them.
# usage: epub.sh BUILD; ends with "epub: N passed, N failed"
cd "$(dirname "$0")/../.." || exit 2
program=$(realpath "$1/broadside")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
passed=0 failed=0
export LC_ALL=C.UTF-8
seed=5
for edition in rulebook glossary guide; do
    "$program" sim --quiet --edition $edition --seed $((seed++)) -o "$room/games" --name '</b>&"' --name $'\u05e9\u05e8\u05d4' 2> "$room/log" || { cat "$room/log"; exit 1; }
done
for players in 4 12; do
    "$program" sim --quiet --game revolution --players $players --set rounds=2 --seed 5 -o "$room/games" 2> "$room/log" || { cat "$room/log"; exit 1; }
done
"$program" compile site/demo/petition-below-20.transcript -o "$room/games/petition-below-20.replay" || exit 1
cp site/demo/petition-below-20.notes.md "$room/games/"
"$program" sim --quiet --seed 87 --deck site/demo/attic-chest.deck --deck site/demo/back-drawer.deck --bot rules -o "$room/games" 2> /dev/null
# Lessons are about matches of the demonstration; those that are here have to do.
mkdir "$room/lessons"
grep -l '^match: petition-below-20' site/lessons/*.md | xargs cp -t "$room/lessons"
"$program" site "$room/games" -o "$room/plain" --epub --quiet --lessons "$room/lessons" || exit 1
"$program" site "$room/games" -o "$room/based" --epub --quiet --base-url 'https://example.org/a&b' || exit 1
for book in "$room"/plain/m/*/x/match.epub "$room"/based/m/*/x/match.epub "$room/plain/l/lessons.epub"; do
    if java -jar /usr/bin/epubcheck --failonwarnings -q "$book" > "$room/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL epub: %s\n%s\n' "${book#"$room"/}" "$(head -20 "$room/log")"
    fi
done
echo "epub: $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 10 ]
