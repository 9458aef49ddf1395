#!/bin/bash
# Makes the hostile files and compares what `broadside verify` says of each with expected.txt; then gives them all to
# the other commands, which may refuse them but must not break.
# usage: run.sh BUILD          run.sh --bless BUILD   (writes expected.txt)
cd "$(dirname "$0")/../.." || exit 2
bless=
[ "$1" = --bless ] && bless=yes && shift
build=$1
passed=0 failed=0
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
mkdir "$room/files"

fail() {
    failed=$((failed + 1))
    printf 'FAIL hostile: %s\nrepro: %s\n' "$1" "$2"
}

# One line a file: "NAME: ok", or "NAME: code, @offset: why". N: a number that depends on the game played.
verdicts() {
    (cd "$room/files" && LC_ALL=C "$build/broadside" verify --json . 2> /dev/null) | LC_ALL=C sort |
        sed -E 's/^.*"file":"(\.\/)?([^"]*)\.replay","ok":true.*/\2: ok/
                s/^.*"file":"(\.\/)?([^"]*)\.replay","ok":false,"code":([0-9]+),"error":"[^"]*"(,"offset":([0-9]+))?,"message":"(.*)"\}$/\2: \3, @\5: \6/
                s/, @: /: /; s/[0-9a-f]{8,}/HASH/g; s/check [0-9a-f]{2}, here [0-9a-f]{2}/check HH, here HH/
                s/\\"/"/g; s/@[0-9]{2,}/@N/; s/(decision|unit|reason|winner|declares|to|than the|has|of) [0-9]+/\1 N/g; s/[0-9]+ (bytes|units)/N \1/g' |
        LC_ALL=C sort
}

case $build in /*) ;; *) build=$PWD/$build ;; esac
"$build/hostile" "$room/files" || { echo "hostile: 0 passed, 1 failed"; exit 1; }
# A game that its trigger limit ends (E6, E11): no decision, and verified as any other.
"$build/broadside" sim -n 1 -s 3 --set trigger_limit=1 -o "$room/files" > /dev/null 2>&1 && mv "$room"/files/[a-z]*-3.replay "$room/files/E11-too-many-firings.replay"
verdicts > "$room/said.txt"
if [ -n "$bless" ]; then
    cp "$room/said.txt" tests/hostile/expected.txt
    exit
fi

while IFS= read -r line; do
    if grep -qxF -- "$line" "$room/said.txt"; then
        passed=$((passed + 1))
    else
        fail "wanted  $line
        got     $(grep -F -- "${line%%:*}:" "$room/said.txt")" "$build/hostile FOLDER; $build/broadside verify FOLDER/${line%%:*}.replay"
    fi
done < tests/hostile/expected.txt
if [ "$(wc -l < "$room/said.txt")" != "$(wc -l < tests/hostile/expected.txt)" ] || [ "$(wc -l < "$room/said.txt")" != "$(find "$room/files" -type f | wc -l)" ]; then
    fail "not one line a file: $(find "$room/files" -type f | wc -l) files, $(wc -l < "$room/said.txt") lines" "make bless"
fi

# Refusing is right (10 to 30), so is success; a signal, a sanitizer or status 1 is not.
calm() {
    local what=$1
    shift
    timeout 60 "$@" > "$room/out" 2>&1 < /dev/null
    local status=$?
    if [ $status -eq 0 ] || { [ $status -ge 3 ] && [ $status -le 30 ]; }; then
        passed=$((passed + 1))
    else
        fail "$what ends with $status: $(tail -3 "$room/out")" "$*"
    fi
}

for command in info show verify; do
    calm "$command of all" "$build/broadside" $command "$room"/files/*.replay
done
for file in "$room"/files/{A,E,H}*.replay "$room"/files/{M16,Z02,Z12,D10}*.replay; do
    name=$(basename "$file" .replay)
    for command in convert "redact --for A -o $room/view.replay --force" "annotate --text hello -o $room/noted.replay --force"; do
        # shellcheck disable=SC2086
        calm "$command $name" "$build/broadside" $command "$file"
    done
done
calm "stats of all" "$build/broadside" stats "$room/files"
calm "diff" "$build/broadside" diff "$room/files/A01-a-good-game.replay" "$room/files/H02-unknown-edition.replay"
calm "site of all" "$build/broadside" site "$room/files" -o "$room/public"
# Nothing of a hostile text may come through as markup.
if grep -rlE '<img src=x|<script>alert' "$room/public" > "$room/out"; then
    fail "a page has somebody else's markup: $(cat "$room/out")" "make hostile"
else
    passed=$((passed + 1))
fi
# What a file does to its worker costs that file one line: the others are told, counted and published (X5).
lost() {
    local what=$1 wanted=$2 got=$3
    if [ "$wanted" = "$got" ]; then
        passed=$((passed + 1))
    else
        fail "$what: wanted  $wanted
        got     $got" "LD_PRELOAD=$build/apart.so"
    fi
}
mkdir "$room/many"
(cd "$room/many" && "$build/broadside" sim -n 7 --bot random -q -o . > /dev/null 2>&1 && set -- *.replay && mv "$1" crash.replay && mv "$2" loop.replay && mv "$3" hog.replay)
mkdir "$room/good" && cp "$room/many"/*-v-*.replay "$room/good"
if "$build/broadside" --version | grep -q '; off'; then  # no limits: a sanitizer needs more
    rm "$room/many/hog.replay"
fi
broken() { (cd "$room" && ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 LD_PRELOAD=$build/apart.so timeout 60 "$build/broadside" "$@" 2> said > out); echo $?; }
names() { sed -nE 's/^([^ :]*(crash|loop|hog)\.replay): error.*/\1/p' "$room/said" | LC_ALL=C sort | uniq -c | tr -s ' \n' ' '; }
each=$(cd "$room" && for name in many/crash.replay many/hog.replay many/loop.replay; do [ -e $name ] && echo " 1 $name"; done | tr -s ' \n' ' ')
lost "verify ends" 3 "$(broken verify --strict many)"
lost "verify tells of 4 others" 4 "$(grep -c '^ok' "$room/out")"
lost "stats ends" 3 "$(broken stats --strict --json many)"
lost "stats names" "$each" "$(names)"
lost "stats counts the others" "$("$build/broadside" stats --json "$room/good")" "$(cat "$room/out")"
for jobs in 1 3; do
    lost "site ends" 3 "$(broken site --strict -j$jobs many -o pub$jobs)"
    lost "site names" "$each" "$(names)"
done
lost "the site is the same however many look" "" "$(diff -r "$room/pub1" "$room/pub3")"
(cd "$room" && "$build/broadside" site -q good -o right > /dev/null)
lost "the pages of the others are there, and no piece of another" "" "$(diff -r "$room/right/m" "$room/pub1/m")"
lost "a site that stands loses nothing" 3 "$(broken site --strict -q many -o right)"
lost "nor its pages" "" "$(diff -r "$room/right/m" "$room/pub1/m")"
rm -r "$room/right" && mkdir "$room/right"
(cd "$room" && "$build/broadside" site -q many -o right && "$build/broadside" site -q many -o pub1) > /dev/null
lost "the next run has them all" "" "$(diff -r "$room/right" "$room/pub1")"
echo "hostile: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
