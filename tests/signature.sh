#!/bin/bash
# The signature: what seeded games come to, one line a game, the same on every machine and compiler.
# A change that moves it changed a rule, an order or the evaluation of the rules; the commit says which.
# usage: signature.sh BUILD           this build, twice in one process, against tests/signature.txt
#        signature.sh                 as built, gcc and clang, -O0 and -O2, and the sanitizers
#        signature.sh --bless BUILD   writes tests/signature.txt
cd "$(dirname "$0")/.." || exit 2
games=1000
passed=0 failed=0

sign() { "$1" bench --signature -n $games --repeat "${2:-1}"; }

compare() {
    local what=$1 got
    got=$(sign "$2" "${3:-1}" 2>&1)
    if [ "$got" = "$(cat tests/signature.txt)" ]; then
        passed=$((passed + 1))
        echo "ok   $what: $got"
    else
        failed=$((failed + 1))
        printf 'FAIL signature, %s\n  wanted %s\n  got    %s\nrepro: %s bench --signature -n %s\n' \
            "$what" "$(cat tests/signature.txt)" "$got" "$2" $games
    fi
}

# variant NAME FOLDER MAKE-ARGUMENTS...
variant() {
    local name=$1 folder=$2
    shift 2
    mkdir -p "$folder"
    if make --no-print-directory -s -j"$(nproc)" BUILD="$folder" "$@" all > "$folder/variant.log" 2>&1; then
        compare "$name" "$folder/broadside"
    else
        failed=$((failed + 1))
        tail -20 "$folder/variant.log"
        echo "FAIL signature, $name: it does not build"
    fi
}

if [ "$1" = --bless ]; then
    sign "$2/broadside" > tests/signature.txt
    exit
elif [ -n "$1" ]; then
    compare "twice in one process" "$1/broadside" 2
else
    variant "gcc, as built" build CC=gcc
    variant "gcc -O2" build/gcc-O2 CC=gcc OPT=-O2
    variant "gcc -O0" build/gcc-O0 CC=gcc OPT=-O0
    variant "clang -O0" build/clang-O0 CC=clang OPT=-O0
    variant "clang -O2" build/clang-O2 CC=clang OPT=-O2
    variant "gcc, address and undefined behaviour sanitizers" build/asan CC=gcc OPT=-O1 \
        SAN="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
fi
echo "signature: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
