#!/bin/bash
# What tools find that no test asks for (reliability: g11); each finding is a failure.
# usage: findings.sh BUILD [PART...]    threads, memory, valgrind, cppcheck, analyzer; each first finds a planted one
cd "$(dirname "$0")/.." || exit 2
build=$1
shift
parts=${*:-threads memory valgrind cppcheck analyzer}
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
passed=0 failed=0
export NO_COLOR=1 TERM=dumb LC_ALL=C BROADSIDE_SANDBOX=off

right() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1)); echo "ok   $1"
    else
        failed=$((failed + 1)); printf 'FAIL findings: %s\n%s\nrepro: tests/findings.sh %s %s\n' "$1" "$(tail -25 "$room/log")" "$build" "$part"
    fi
}
made() { "$build/broadside" sim --quiet -n "$1" --seed 5 --bot random -o "$room/in" 2> "$room/log" && "$build/broadside" sim --quiet -n 4 --game revolution --players 4 --set rounds=1 --bot random -o "$room/in" 2>> "$room/log"; }

# ThreadSanitizer: those commands that have threads. Criterion cannot run under it.
threads() {
    printf '#include <pthread.h>\nstatic int n;\nstatic void *go(void *x) { n++; return x; }\nint main(void) { pthread_t a, b; pthread_create(&a, 0, go, 0); pthread_create(&b, 0, go, 0); pthread_join(a, 0); pthread_join(b, 0); return n == 3; }\n' > "$room/race.c"
    clang -O1 -g -fsanitize=thread -o "$room/race" "$room/race.c" && TSAN_OPTIONS=exitcode=66 setarch -R "$room/race" > "$room/log" 2>&1
    [ $? = 66 ]
    right "a planted race is found" $?
    make --no-print-directory -s "-j$(nproc)" CC=clang BUILD=build/tsan EMBEDDER="$build/embed" OPT=-O1 SAN="-fsanitize=thread" build/tsan/broadside > "$room/log" 2>&1
    right "it builds" $?
    local run
    made 20
    for run in "verify -j4 $room/in" "site $room/in -o $room/site -j4" "sim --matrix -n 2 -j2 --bot random --quiet" "verify -j8 $room/in/none $room/in"; do
        # shellcheck disable=SC2086
        TSAN_OPTIONS="exitcode=66 log_path=$room/tsan" setarch -R build/tsan/broadside $run > "$room/log" 2>&1
        [ $? != 66 ] && ! ls "$room"/tsan.* > /dev/null 2>&1
        right "threads of ${run%% /*}" $?
        cat "$room"/tsan.* >> "$room/log" 2> /dev/null; rm -f "$room"/tsan.*
    done
}

# MemorySanitizer: the unit tests of what reads bytes, with the plain runner; libraries.c says what the libraries wrote.
memory() {
    printf '#include <stdlib.h>\nint main(void) { int *p = malloc(4); return *p == 7 ? 1 : 0; }\n' > "$room/unset.c"
    clang -O0 -g -fsanitize=memory -o "$room/unset" "$room/unset.c" && MSAN_OPTIONS=exitcode=67 "$room/unset" > "$room/log" 2>&1
    [ $? = 67 ]
    right "a planted use of an unset byte is found" $?
    make --no-print-directory -s "-j$(nproc)" CC=clang BUILD=build/msan EMBEDDER="$build/embed" OPT=-O1 SAN="-fsanitize=memory -fno-omit-frame-pointer" \
        EXTRA="-fsanitize-memory-track-origins" build/msan/libbroadside.a > "$room/log" 2>&1
    right "it builds" $?
    local name status
    for name in test_replay_coder test_replay_round test_replay_forms test_replay_promises test_replay_hostile test_replay_fields test_replay_journal \
        test_replay_archive test_text test_rng test_trace; do
        clang -std=c17 -w -O1 -g -fsanitize=memory -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Iinclude -Ibuild/msan/gen $(printf -- '-I%s ' src/*/ src/*/*/) -Itests/unit \
            -isystem tests/plain -o "$room/$name" "tests/unit/$name.c" tests/plain/plain.c tests/plain/libraries.c \
            $(printf -- '-Wl,--wrap=%s ' $(sed -n 's/.*__real_\([A-Za-z0-9_]*\)(.*);$/\1/p' tests/plain/libraries.c | sort -u)) build/msan/libbroadside.a -lmsgpackc -lcmark -lz -lmd -lxxhash > "$room/log" 2>&1 &&
            MSAN_OPTIONS=exitcode=67:halt_on_error=1 timeout 600 "$room/$name" > "$room/log" 2>&1
        status=$?
        right "unset bytes in $name: $(tail -1 "$room/log")" $status
    done
}

valgrind() {
    local run
    made 2
    "$build/hostile" "$room/hostile" 2> /dev/null || { mkdir -p "$room/hostile"; "$build/hostile" "$room/hostile"; }
    for run in "verify -j1 $room/hostile $room/in" "site $room/in -o $room/paid -j1" "info $room/in" "sim -n 1 --bot random --quiet --archive $room/all.replays"; do
        # shellcheck disable=SC2086
        command valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite "$build/broadside" $run > "$room/log" 2>&1
        [ $? != 99 ]
        right "valgrind: ${run%% /*}" $?
    done
}

cppcheck() {
    printf 'int f(int i) { int a[2] = {0, 0}; return a[i = 2]; }\nint g(void) { int a[2]; a[2] = 0; return a[0]; }\n' > "$room/over.c"
    ! command cppcheck -q --error-exitcode=1 "$room/over.c" > "$room/log" 2>&1
    right "a planted overrun is found" $?
    command cppcheck -q "-j$(nproc)" --std=c11 --language=c --enable=warning,portability --inline-suppr --error-exitcode=1 --suppress=missingInclude --suppress=internalAstError \
        --suppress=compareBoolExpressionWithInt --suppress=uninitvar:src/site/site_shelf.c --suppress=arrayIndexThenCheck:src/site/site_alone.c \
        -D__GNUC__=12 -Iinclude "-I$build/gen" $(printf -- '-I%s ' src/*/ src/*/*/) src/base src/core src/replay src/site src/transcript > "$room/log" 2>&1
    right "cppcheck" $?
}

# gcc's analyzer, on what reads a stranger's bytes.
analyzer() {
    local file bad=0
    printf '#include <stdlib.h>\nint f(void) { int *p = malloc(4); free(p); return *p; }\n' > "$room/freed.c"
    gcc -c -O1 -fanalyzer -o /dev/null "$room/freed.c" 2>&1 | grep -q 'Wanalyzer'
    right "a planted use after free is found" $?
    : > "$room/log"
    for file in src/base/*.c src/replay/*.c; do
        gcc -std=c17 -O1 -fanalyzer -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Iinclude "-I$build/gen" $(printf -- '-I%s ' src/*/ src/*/*/) -c -o /dev/null "$file" 2>&1 | grep 'Wanalyzer' >> "$room/log" && bad=1
    done
    right "gcc -fanalyzer on $(ls src/base/*.c src/replay/*.c | wc -l) files" $bad
}

for part in $parts; do "$part"; done
echo "findings: $passed passed, $failed failed"
[ $failed = 0 ]
