#!/bin/bash
# The fifteen numeric goals of reliability as one table: goal, what was measured here, and whether it holds.
# usage: goals.sh BUILD [quick|full|soak] [GOAL...]    quick: what make test can afford (make goals); full, soak: longer
# Each row is a check of its own; planted.py shows that each turns red when what it looks for is planted.
cd "$(dirname "$0")/../.." || exit 2
build=$1 tier=${2:-quick}
shift; shift
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
log=$room/log
full() { [ "$tier" != quick ]; }
soak() { [ "$tier" = soak ]; }
# The numbers of a part's closing line: "N passed, M failed".
counted() { sed -n "s/^$1: \([0-9]* passed, [0-9]* failed\).*/\1/p" "$log" | tail -1; }

# Each goal prints what it measured, and its status says whether that is good. "-" as the first word: not in this tier; "<": no
# worse than before, but not yet what the goal says.
g1() {
    full || { echo "- make coverage"; return; }
    make --no-print-directory -s coverage > "$log" 2>&1
    local status=$?
    awk 'match($0, /[0-9.]+% +[0-9.]+% +[0-9.]+% +[0-9]+ [0-9]+ [0-9]+/) {
             name = substr($0, 1, 12); gsub(/ +$/, "", name); split(substr($0, RSTART, RLENGTH), f, " +")
             for (i = 1; i <= 3; i++) { below += f[i] + 0 < f[i + 3] }
             told = told (told ? "; " : "") name " " f[1] + 0 " " f[2] + 0 " " f[3] + 0
         }
         END { print (below ? "< " : "") told }' "$log"
    return $status
}
g2() {
    full || { echo "- make mutants, make mutants-boundary"; return; }
    local status=0 which
    for which in mutants mutants-boundary; do
        make --no-print-directory -s $which "N=${MUTANTS:-300}" "SEED=${SEED:-1}" > "$room/$which" 2>&1 || status=1
        grep -E '^GREEN|^RED| mutants, ' "$room/$which" >> "$log" || tail -5 "$room/$which" >> "$log"
        awk -v what="$([ $which = mutants ] && echo 'of rules' || echo '; at the boundary')" '/ mutants, / { all += $2; red += $4 }
            END { printf "%s: %.1f%% of %d", what, all > 0 ? 100 * red / all : 0, all }' "$room/$which"
    done
    return $status
}
g3() {
    local seconds=
    full && seconds=30
    soak && seconds=900
    # shellcheck disable=SC2086
    tests/fuzz/run.sh "$build" $seconds > "$log" 2>&1
    local status=$?
    printf '%s targets, %s changed files, nothing found' "$(grep -c '^ok ' "$log")" \
        "$(sed -n 's/^ok .* files, \([0-9]*\) changed.*/\1/p' "$log" | paste -sd+ | bc)"
    return $status
}
faults() { [ -f "$room/faults" ] || { python3 tests/faults/faults.py "$build" "$(full && echo 1 || echo "${SHARE:-150}")" > "$room/faults" 2>&1; echo $? > "$room/faults.status"; }; }
g4() {
    faults
    local tried
    tried=$(sed -n 's/^\([0-9]*\) faults at system calls,.*/\1/p' "$room/faults")
    printf '%s faults at system calls, %s commands whole' "$tried" "$(grep -c '^ok ' "$room/faults")"
    full && [ "${tried:-0}" -lt 10000 ] && return 1
    return "$(cat "$room/faults.status")"
}
g5() {
    faults
    sed -n 's/^[0-9]* faults at system calls, \([0-9]* at allocations\)$/\1, once and from then on/p' "$room/faults"
    return "$(cat "$room/faults.status")"
}
g6() {
    "$build/damage" "$(full && echo 1 || echo 17)" > "$log" 2>&1
    local status=$?
    sed -n 's/^ok   \([0-9]* files: [0-9]* cuts and [0-9]* flipped bits\);.*/\1, none unnoticed/p' "$log"
    return $status
}
g7() {
    if soak; then make --no-print-directory -s portability GAMES=200000 > "$log" 2>&1
    elif full; then tests/signature.sh > "$log" 2>&1
    else tests/signature.sh "$build" > "$log" 2>&1; fi
    local status=$?
    soak && counted portability && return $status
    printf '1,000 games of 5 editions, one signature: %s' "$(counted signature)"
    return $status
}
g8() {
    tests/site/same.sh "$build" > "$log" 2>&1
    local status=$?
    printf '%s of %s variations give the same bytes' "$(grep -c '^ok ' "$log")" "$(grep -cE '^(ok|FAIL) ' "$log")"
    return $status
}
g9() {
    full || { echo "- tests/site/xss.py"; return; }
    python3 tests/site/xss.py "$build" > "$log" 2>&1
    local status=$?
    sed -n 's/^measured: //p' "$log"
    return $status
}
g10() {
    python3 tests/hostile/many.py "$build" "$(full && echo 10000 || echo 500)" > "$log" 2>&1
    local status=$?
    sed -n 's/^ok   verify takes [0-9.]* MiB for [0-9]* files and \(.* MiB for [0-9]*\)$/verify \1/p; s/^ok   site takes .* and \([0-9.]* MiB\)$/; site \1/p' "$log" | tr -d '\n'
    return $status
}
g11() {
    full || { echo "- make asan, make findings"; return; }
    make --no-print-directory -s findings "PARTS=$FINDINGS" > "$log" 2>&1
    local status=$?
    counted findings
    return $status
}
g12() {
    "$build/broadside" selftest > "$log" 2>&1 && ! grep -q 'has no sandbox\|is off' "$log" && "$build/unit/test_cli_sandbox" > "$room/unit" 2>&1
    local status=$?
    printf '%s; %s tests' "$(sed -n 's/^ok  \(no network.*\)/\1/p' "$log")" "$(sed -n 's/.*Tested: .*\b\([0-9]\+\)\b.* | Passing.*/\1/p' "$room/unit" 2> /dev/null)"
    return $status
}
g13() {
    local seeds promised
    "$build/hostile" "$room" && seeds=$(find "$room" tests/fuzz/corpus -type f \( -name '*.replay' -o -path 'tests/fuzz/*' \) | wc -l)
    promised=$(wc -l < replays/SHA256SUMS)
    tests/promise/run.sh "$build" > "$log" 2>&1
    local status=$?
    printf '%s hostile files, %s promised replays verify' "$seeds" "$promised"
    [ "$seeds" -ge 250 ] && return $status
}
g14() {
    [ -n "$PLANTED" ] && { echo "- these are they"; return; }
    full || { echo "- make goals-planted"; return; }
    python3 tests/goals/planted.py "$build" > "$log" 2>&1
    local status=$?
    printf 'planted faults that turn their goal red: %s' "$(counted planted)"
    return $status
}
g15() {
    [ -s "$build/counts.txt" ] || { echo "- make test counts them"; return; }
    tests/goals/floor.sh --check "$build" > "$log" 2>&1
    local status=$?
    tail -1 "$log"
    return $status
}

while IFS='|' read -r name what wanted; do
    [ $# -gt 0 ] && [[ " $* " != *" $name "* ]] && continue
    : > "$log"
    measured=$($name)
    status=$?
    state=ok
    [[ $measured = "- "* ]] && state=-
    [[ $measured = "< "* ]] && state=below
    [ $status -ne 0 ] && state=RED
    printf '%-4s %-34s %-42s %-66s %s\n' "$name" "$what" "$wanted" "$measured" "$state"
    [ $status -ne 0 ] && { tail -15 "$log"; [ -s "$room/faults" ] && grep FAIL "$room/faults" | head -5; red=1; }
done << 'ROWS'
g1|coverage|lines, branches 100%; MC/DC 100% boundary, 95%
g2|mutants killed|95% at the boundary, 90% of the rules
g3|fuzzing|8 targets, nothing found
g4|faults at system calls|10,000 a release, no broken promise
g5|no memory|at every allocation, once and sticky
g6|damage|20 files, every cut and bit
g7|one signature|same on all machines and compilers
g8|site, same bytes|under 14 variations
g9|markup of strangers|600 payloads, no title, no report
g10|hostile files in one folder|10,000, memory flat
g11|findings of tools|0
g12|sandbox|network, programs, files refused
g13|corpus|250 hostile files; releases verify
g14|the tests are tested|12 planted faults turn red
g15|number of tests|never falls
ROWS
exit ${red:-0}
