#!/bin/bash
# Runs the fuzz targets of a build.
# usage: run.sh BUILD            every target on the committed files and 2,000 changed ones: part of make test
#        run.sh BUILD SECONDS    every target for so long, with another seed each time; what breaks one is left in BUILD
# BUILD/fuzz is the driver of this folder; BUILD/libfuzzer, when it is there, is clang's and used instead for SECONDS.
cd "$(dirname "$0")/../.." || exit 2
build=$1 seconds=$2
passed=0 failed=0

ran() {
    local status=$1 what=$2 log=$3
    shift 3
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok   $what"
    else
        failed=$((failed + 1))
        printf 'FAIL fuzz %s\n%s\nrepro: %s\n' "$what" "$(tail -30 "$log")" "$*"
    fi
}

# One target under libFuzzer, from the files that this build makes and those that were found before; what reaches new
# code goes to a folder of its own.
run_clang() {
    local found=$build/fuzz-$1
    mkdir -p "$found"
    "$build/fuzz" "$1" -n 0 -o "$build" -w "$found" "${files[@]}" > "$build/fuzz-$1.log" 2>&1 ||
        { ran 1 "$1, files to begin from" "$build/fuzz-$1.log" "$build/fuzz $1 -n 0"; return; }
    FUZZ_TARGET=$1 "$build/libfuzzer" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -malloc_limit_mb=512 \
        -max_len=65536 -artifact_prefix="$build/found-$1-" -verbosity=1 "$found" > "$build/fuzz-$1.log" 2>&1
    ran $? "$1, libFuzzer: $(grep '^Done' "$build/fuzz-$1.log"), $(find "$found" -type f | wc -l) files" "$build/fuzz-$1.log" \
        "FUZZ_TARGET=$1 $build/libfuzzer FILE"
}

while read -r target corpus; do
    mapfile -t files < <(find "tests/fuzz/corpus/$corpus" -type f 2> /dev/null | LC_ALL=C sort)
    log=$build/fuzz-$target.log
    if [ -z "$seconds" ]; then
        runs=2000
        [ "$target" = cards ] && runs=300  # a whole set each
        timeout 300 "$build/fuzz" "$target" -n $runs -o "$build" "${files[@]}" > "$log" 2>&1
        ran $? "$(tail -1 "$log")" "$log" "$build/fuzz $target -n $runs -o $build ${files[*]}"
        continue
    fi
    if [ -x "$build/libfuzzer" ]; then
        run_clang "$target"
        continue
    fi
    seed=$(od -An -N4 -tu4 /dev/urandom)
    "$build/fuzz" "$target" -t "$seconds" -s "${seed// /}" -o "$build" "${files[@]}" > "$log" 2>&1
    ran $? "$(tail -1 "$log")" "$log" "$build/fuzz $target FILE"
done < <("$build/fuzz")
echo "fuzz: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
