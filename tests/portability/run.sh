#!/bin/bash
# The same games, the same bytes on other machines: 32-bit x86, and s390x, which has its bytes the other way round.
# Builds for them, runs there (under qemu where this machine cannot), compares with the build of this machine.
# usage: run.sh BUILD GAMES ARCH...    ARCH: i686, s390x, clang (this machine); GAMES: an edition, for the signature
set -o pipefail
cd "$(dirname "$0")/../.." || exit 2
native=$1 games=$2
shift 2
passed=0 failed=0
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

check() {
    local what=$1
    shift
    if "$@" > "$room/log" 2>&1; then
        passed=$((passed + 1))
        echo "ok   $what"
    else
        failed=$((failed + 1))
        printf 'FAIL portability, %s\n%s\nrepro: %s\n' "$what" "$(tail -20 "$room/log")" "$*"
    fi
}

# The libraries of another machine, unpacked into a folder; the package system here is left as it is.
fetch_libraries() {
    local debian=$1 root=$2
    [ -e "$root/complete" ] && return
    mkdir -p "$root"/apt/lists/partial "$root"/apt/cache/archives/partial
    : > "$root/apt/status"
    local options=(-o "APT::Architecture=$debian" -o "APT::Architectures=$debian" -o "Dir::State=$root/apt"
        -o "Dir::State::lists=$root/apt/lists" -o "Dir::State::status=$root/apt/status" -o "Dir::Cache=$root/apt/cache"
        -o APT::Sandbox::User=root)
    apt-get "${options[@]}" -qq update || echo "some lists did not come; trying with those that did"
    (cd "$root" && apt-get "${options[@]}" -qq download libmsgpack-dev libcmark-dev zlib1g-dev libpng-dev libminizip-dev libmd-dev libxxhash-dev libutf8proc-dev) || return 1
    for package in "$root"/*.deb; do
        dpkg -x "$package" "$root" || return 1
    done
    touch "$root/complete"
}

# What a build there says of games, replays, journals and JSON, as one text.
tell() {
    local folder=$1
    shift
    rm -rf "$folder" && mkdir -p "$folder" || return 1
    "$@" bench --signature -n "$games" || return 1
    "$@" sim -n 40 --bot random --bot rules -s 11 -o "$folder/rnr" 2> /dev/null | sed "s|$folder||" || return 1
    "$@" sim -n 6 --game revolution --players 8 -s 11 -o "$folder/rev" 2> /dev/null | sed "s|$folder||" || return 1
    "$@" verify "$folder/rnr" "$folder/rev" | sed "s|$folder||" || return 1
    for replay in "$folder"/rnr/*1.replay "$folder"/rev/*1.replay; do
        "$@" convert "$replay" || return 1
        "$@" convert --to explicit "$replay" -o "$replay.long" || return 1
        "$@" convert --to journal "$replay" -o "$replay.journal" || return 1
        "$@" redact --for A "$replay" -o "$replay.view" || return 1
        "$@" show --why "$replay" | cksum || return 1
    done
    (cd "$folder" && find . -type f | LC_ALL=C sort | xargs cksum)
}

same_text() {
    tell "$room/there" "$@" > "$room/there.txt" && diff "$room/here.txt" "$room/there.txt"
}

# The files of there are read here, and those of here there.
crossed() {
    "$native/broadside" verify -q "$room/there" && "$@" verify -q "$room/here"
}

# plain BUILD TEST RUNNER...: one file of unit tests, without Criterion
plain() {
    local build=$1 test=$2
    shift 2
    "${compiler[@]}" -std=c17 -w -O1 -g -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Iinclude "-I$build/gen" $(printf -- '-I%s ' src/*/ src/*/*/) -Itests/unit \
        -isystem tests/plain -o "$build/plain-$test" "tests/unit/$test.c" tests/plain/plain.c "$build/libbroadside.a" $libraries &&
        timeout 900 "$@" "$build/plain-$test"
}

tell "$room/here" "$native/broadside" > "$room/here.txt" || { echo "FAIL portability: this build itself fails"; failed=1; }
for arch in "$@"; do
    if [ "$arch" = clang ]; then
        check "clang builds" make --no-print-directory -s "-j$(nproc)" CC=clang BUILD=build/clang build/clang/broadside
        check "clang: selftest" build/clang/broadside selftest
        check "clang: $games games an edition, replays, JSON, journals, views: the same bytes" same_text build/clang/broadside
        continue
    fi
    case $arch in
    i686) debian=i386 triplet=i386-linux-gnu runner=(qemu-i386) ;;
    s390x) debian=s390x triplet=s390x-linux-gnu runner=(qemu-s390x) ;;
    *) echo "no machine named $arch"; exit 2 ;;
    esac
    build=build/$arch root=$PWD/build/sysroot/$debian
    if ! fetch_libraries "$debian" "$root"; then
        failed=$((failed + 1))
        echo "FAIL portability, $arch: its libraries cannot be fetched"
        continue
    fi
    headers="-isystem $root/usr/include -isystem $root/usr/include/$triplet"
    libraries="-static -L$root/usr/lib/$triplet -lmsgpackc -lcmark -lpng16 -lminizip -lz -lm -lmd -lxxhash -lutf8proc"
    # shellcheck disable=SC2206
    compiler=("$arch-linux-gnu-gcc" $headers)
    check "$arch builds" make --no-print-directory -s "-j$(nproc)" CC="$arch-linux-gnu-gcc" AR="$arch-linux-gnu-ar" \
        BUILD="$build" EMBEDDER="$native/embed" EXTRA="$headers" LIBS="$libraries" "$build/broadside" "$build/fuzz" "$build/damage"
    [ "$arch" = i686 ] && "$build/broadside" --version > /dev/null 2>&1 && runner=()
    check "$arch: $games games an edition, replays, JSON, journals, views: the same bytes" same_text "${runner[@]}" "$build/broadside"
    check "$arch: selftest: what is played is what the texts of the cards compile to there" "${runner[@]}" "$build/broadside" selftest
    check "$arch: replays of there verify here, and those of here there" crossed "${runner[@]}" "$build/broadside"
    # test_replay_memory puts itself in the place of malloc, which a static program does not allow
    for test in tests/unit/test_replay_*.c tests/unit/test_rng.c tests/unit/test_trace.c; do
        name=$(basename "$test" .c)
        [ "$name" = test_replay_memory ] || check "$arch: $name" plain "$build" "$name" "${runner[@]}"
    done
    check "$arch: damage" "${runner[@]}" "$build/damage" 97
    while read -r target corpus; do
        mapfile -t files < <(find "tests/fuzz/corpus/$corpus" -type f 2> /dev/null | LC_ALL=C sort)
        check "$arch: fuzz $target" "${runner[@]}" "$build/fuzz" "$target" -n 300 -o "$build" "${files[@]}"
    done < <("$native/fuzz")
done
echo "portability: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
