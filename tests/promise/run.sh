#!/bin/bash
# The promise: every replay of replays/ is there, unchanged, and verifies; what was released is as it was.
# usage: run.sh BUILD
cd "$(dirname "$0")/../.." || exit 2
build=$1
passed=0 failed=0
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

ok() {
    passed=$((passed + 1))
    echo "ok   $1"
}
fail() {
    failed=$((failed + 1))
    printf 'FAIL promise: %s\n%s\nrepro: %s\n(replays/README.md says what to do when rules, cards or models change)\n' "$1" "$2" "$3"
}

# Nothing is edited, nothing is missing.
if said=$(cd replays && sha256sum --quiet -c SHA256SUMS 2>&1) &&
    said=$(diff <(cd replays && find . -name '*.replay' | LC_ALL=C sort) <(sed 's/^[0-9a-f]*  //' replays/SHA256SUMS)); then
    ok "$(wc -l < replays/SHA256SUMS) files are as they were"
else
    fail "a promised replay was changed, lost or not written down" "$(echo "$said" | head -5)" "cd replays && sha256sum -c SHA256SUMS"
fi

# Every edition has at least 200, and every victory of its game.
while read -r game edition patch; do
    folder=replays/$game-$edition-$patch
    count=$(find "$folder" -name '*.replay' 2> /dev/null | wc -l)
    victories=$("$build/broadside" verify --json "$folder" 2> /dev/null | sed -n 's/.*"ok":true.*"victory":"\([a-z_]*\)".*/\1/p' | sort | uniq -c | awk '{printf "%s %s, ", $2, $1}')
    missing=
    while read -r victory; do
        [[ " $victories" == *" $victory "* ]] || missing+=" $victory"
    done < <(sed -n 's/^VICTORY(\([a-z_]*\),.*/\1/p' src/"${game:0:3}"*/*_victories.def; echo none)
    if ((count >= 200)) && [ -z "$missing" ]; then
        ok "$game $edition@$patch: $count replays; ${victories%, }"
    else
        fail "$game $edition@$patch has $count replays, none of:$missing" "make promise" "ls $folder"
    fi
done < <(tests/promise/released.sh "$build" | sed -n 's/^edition \([^ ]*\) \([^@]*\)@\([0-9]*\)$/\1 \2 \3/p')

# Each of them plays as it did.
if "$build/broadside" verify -q replays > "$room/said" 2>&1; then
    ok "all verify"
else
    fail "$(grep -c FAILED "$room/said") replays do not verify any more" "$(head -5 "$room/said")" "$build/broadside verify -q replays"
fi

# Released values are as they were.
tests/promise/released.sh "$build" | LC_ALL=C sort > "$room/now"
changed=$(LC_ALL=C comm -23 replays/released.txt "$room/now")
if [ -z "$changed" ] && [ "$(wc -l < replays/released.txt)" -gt 100 ]; then
    ok "$(wc -l < replays/released.txt) released values are as they were"
else
    fail "something that was released is not as it was" "$(echo "$changed" | head -8)" "tests/promise/released.sh $build"
fi
echo "promise: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
