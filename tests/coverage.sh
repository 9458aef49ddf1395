#!/bin/bash
# What the tests reach of the code: lines, branches, and MC/DC (each condition of a decision shown to decide it alone).
# Runs the parts of make test that run our code, with programs that clang-19 built to count (make coverage), and prints a
# table. Fails where a part of the code falls below tests/coverage.txt, which holds what it came to.
# usage: coverage.sh BUILD [--without PART]... [--bless | --list WHAT]    --without: as if that part of the tests were not
# there; --list: the conditions of a part of the code, or of files (src/base/fs*), that no test reaches
cd "$(dirname "$0")/.." || exit 2
build=$1 options=() only=unit,scenarios,properties,commands,terminal,fuzz,hostile,damage,faults,reader,promise,site,targets,texts,transcripts,packaging
shift
declare -A without
while [ $# -gt 0 ]; do
    case $1 in
    --without) without[$2]=1; shift ;;
    --bless) options=(--bless) ;;
    --list) options=(--list "$2"); shift ;;
    *) echo "what is $1?"; exit 2 ;;
    esac
    shift
done

# Each part leaves its counts apart, so that one can be left out without running the others again, as long as neither a
# program nor a test is newer. The sandbox would keep the counts from being written.
counted() {
    [ -s "$build/raw/$1.log" ] && [ -z "$(find "$build"/* tests -newer "$build/raw/$1.log" -type f \( -path 'tests/*' -not -name '*.pyc' -o -path "$build/*" -perm /100 \) \
        -not -path '*/raw/*' -print -quit)" ]
}
for part in ${only//,/ }; do
    [ -z "$AGAIN" ] && counted "$part" && continue
    rm -rf "$build/raw/$part"; mkdir -p "$build/raw/$part"
    if ! LLVM_PROFILE_FILE=$PWD/$build/raw/$part/%2m.profraw BROADSIDE_SANDBOX=off BRS_GAMES=200 FAULTS=10 tests/run.sh "$build" "$part" > "$build/raw/$part.log" 2>&1; then
        echo "the tests of $part are red with programs that count: $(grep '^FAIL' "$build/raw/$part.log" | head -1)"
        # What they run is counted all the same: terminal waits for a program, and these are slow; faults meets the calls that
        # write the counts; packaging builds programs that do not count.
        case $part in terminal|faults|packaging) ;; *) exit 1 ;; esac
    fi
done
for part in ${only//,/ }; do
    [ -n "${without[$part]}" ] || find "$build/raw/$part" -name '*.profraw'
done > "$build/raw/list"
llvm-profdata-19 merge -sparse -f "$build/raw/list" -o "$build/all.profdata" &&
    llvm-cov-19 export -instr-profile="$build/all.profdata" "$build/broadside" > "$build/coverage.json" &&
    python3 tests/coverage.py "$build/coverage.json" tests/coverage.txt tests/coverage-reasons.txt "${options[@]}"
