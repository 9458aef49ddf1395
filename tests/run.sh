#!/bin/bash
# Runs the tests of a build and counts them: make test. Nothing that ran no test may pass.
# usage: tests/run.sh BUILD [PART...]; parts: the rows of run_part below, in their order
# Every part ends its output with "NAME: N passed, N failed"; the last line sums them up.
cd "$(dirname "$0")/.." || exit 2
build=$1
shift
export BRS_NO_CONFIG=yes  # what a user has set changes no test; cli/run.sh has an empty place for settings
passed=0 failed=0

# count NAME OUTPUT-FILE: adds the sums of the part's closing line; a part without one has failed.
count() {
    local line
    line=$(grep -E "^$1: [0-9]+ passed, [0-9]+ failed" "$2" | tail -1)
    if [[ $line =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]] && ((BASH_REMATCH[1] + BASH_REMATCH[2] > 0)); then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
        echo "$1 $((BASH_REMATCH[1] + BASH_REMATCH[2]))" >> "$build/counts.txt"
        grep -v -E "^$1: [0-9]+ passed" "$2"
        echo "$line"
    else
        failed=$((failed + 1))
        cat "$2"
        echo "FAIL $1: it ran no test"
    fi
}

# Criterion writes all to stderr, passes when nothing ran, and may count a leak as passing (its status is right).
run_unit() {
    local ok=0 bad=0 program log status tested failing
    for source in tests/unit/test_*.c; do
        program=$build/unit/$(basename "$source" .c)
        log=$program.log
        timeout 600 "$program" --timeout 60 > "$log" 2>&1
        status=$?
        tested=$(sed -n 's/.*Synthesis: Tested: .*\b\([0-9]\+\)\b.* | Passing.*/\1/p' "$log")
        failing=$(sed -n 's/.*| Failing: .*\b\([0-9]\+\)\b.* | Crashing.*/\1/p' "$log")
        tested=${tested:-0} failing=${failing:-0}
        if ((tested == 0 || (status != 0 && failing == 0))); then
            failing=$((failing + 1))
            tested=$((tested > failing ? tested : failing))
        fi
        if ((failing > 0)); then
            printf 'FAIL unit: %s\n%s\nrepro: %s --timeout 60\n' "$source" "$(tail -40 "$log")" "$program"
        fi
        ok=$((ok + tested - failing)) bad=$((bad + failing))
    done
    echo "unit: $ok passed, $bad failed"
}

run_targets() {
    local room
    room=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
    python3 tests/site/targets.py "$build/broadside" replays "$room/x"
    rm -rf "$room"
}

run_part() {
    case $1 in
    lint) find "$build/src" -name "*.o" -print0 | LC_ALL=C sort -z | xargs -0 tests/lint/run.sh ;;
    unit) run_unit ;;
    scenarios) "$build/scenarios" tests/scenarios ;;
    properties) tests/properties.sh "$build" ;;
    commands) tests/cli/run.sh "$build/broadside" ;;
    terminal) python3 tests/terminal/terminal.py "$build" ;;
    fuzz) tests/fuzz/run.sh "$build" ;;
    hostile) tests/hostile/run.sh "$build" ;;
    damage) "$build/damage" 17 ;;
    faults) python3 tests/faults/faults.py "$build" "${FAULTS:-150}" ;;
    reader) tests/reader/run.sh "$build" ;;
    promise) tests/promise/run.sh "$build" ;;
    site) tests/site/run.sh "$build" ;;
    texts) python3 tests/transcripts/texts.py "$build/broadside" ;;
    targets) run_targets ;;
    transcripts) python3 tests/transcripts/mutants.py "$build/broadside" 12 ;;
    signature) tests/signature.sh "$build" ;;
    packaging) tests/packaging/run.sh "$build" ;;
    *) echo "no part named $1" ;;
    esac
}

log=$(mktemp)
rm -f "$build/counts.txt"
trap 'rm -f "$log"' EXIT
for part in ${*:-$(sed -n 's/^    \([a-z]*\)) .* ;;$/\1/p' tests/run.sh)}; do
    run_part "$part" > "$log" 2>&1
    count "$part" "$log"
done
# Fewer tests than there were is a failure, but where somebody asked for fewer games.
if [ -z "$BRS_GAMES" ] && ! tests/goals/floor.sh --check "$build" > "$log"; then
    failed=$((failed + 1))
    grep -v 'with fewer than before$' "$log"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
