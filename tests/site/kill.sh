#!/bin/bash
# A build that is killed, or told that the disk is full, at any moment leaves a site that is whole, and the next
# build gives what a clean one gives (reliability: F1, F2, K1, K3, K6). Wants strace. Minutes: part of make full.
# usage: kill.sh BUILD [MOMENTS]
program=$(realpath "$1/broadside")
moments=${2:-40}
room=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
trap 'rm -rf "$room"' EXIT
cd "$room" || exit 2
export NO_COLOR=1 TERM=dumb LC_ALL=C
passed=0 failed=0
places=rename,renameat,renameat2,unlink,rmdir,fsync,syncfs # where one thing takes the place of another

mkdir in
"$program" sim --quiet -n 3 --seed 3 --bot random -o in 2> log
replay=$(ls in/*.replay | head -1) last=$(ls in/*.replay | tail -1)
changed=${replay%.replay}.notes.md
mv "$last" kept
"$program" site in -o before > log 2>&1
mv kept "$last"
"$program" site in -o more > log 2>&1
printf '# Notes by Lin\n## @match\nNew.\n' > "$changed"
"$program" site in -o after > log 2>&1

# whole A B: is the site as A or as B, or, of a patch that was stopped half way, whole at least?
whole() {
    diff -rq "$1" site > /dev/null 2>&1 || diff -rq "$2" site > /dev/null 2>&1 || "$program" site --check --quiet -o site > log 2>&1
}

# try NAME FROM TO INJECTION-AND-OPTIONS: a build over a copy of FROM with every fault on its way to TO.
try() {
    try_calls "$places" 1000 "$@"
    try_calls openat,write,close,mkdir,unlinkat "$moments" "$@"
}

# The same at each of these calls, or at so many of them.
try_calls() {
    local calls=$1 most=$2 name=$3 from=$4 to=$5 fault=$6 option=$7 total step n
    rm -rf site site.new; cp -a "$from" site
    strace -f -qq -e trace="$calls" -o trace "$program" site in -o site -j1 $option > /dev/null 2>&1
    total=$(awk '{ n[$1]++ } END { for (i in n) if (n[i] > most) most = n[i]; print most }' trace)
    step=$((total / most + 1))
    for ((n = 1; n <= total; n += step)); do # the shell's word on each kill is not wanted
        rm -rf site site.new; cp -a "$from" site
        strace -f -qq -e trace="$calls" -o /dev/null -e inject="$calls:$fault:when=$n" \
            "$program" site in -o site -j1 $option > /dev/null 2>&1
        if ! whole "$from" "$to"; then
            failed=$((failed + 1)); printf 'FAIL kill: %s at call %d: the site is not whole\n%s\n' "$name" $n "$(head -c 500 log)"
            continue
        fi
        "$program" site in -o site $option > log 2>&1
        if ! diff -r "$to" site > log 2>&1 || [ -e site.new ]; then
            failed=$((failed + 1)); printf 'FAIL kill: %s at call %d: the next build is not as a clean one\n%s\n' "$name" $n "$(head -c 500 log)"
            continue
        fi
        # And if what had been changed is changed back before the next build?
        rm -rf site site.new; cp -a "$from" site
        strace -f -qq -e trace="$calls" -o /dev/null -e inject="$calls:$fault:when=$n" \
            "$program" site in -o site -j1 $option > /dev/null 2>&1
        mv "$changed" aside
        "$program" site in -o site $option > log 2>&1
        diff -r "$from" site > log 2>&1 || {
            failed=$((failed + 1)); printf 'FAIL kill: %s at call %d: the build after a change back is not as a clean one\n%s\n' "$name" $n "$(head -c 500 log)"
        }
        mv aside "$changed"
        passed=$((passed + 1))
    done 2> /dev/null
}

try "a note changes, killed" more after signal=KILL
try "a note changes, no such luck" more after error=EIO
try "all anew, killed" more after signal=KILL --clean
rm "$changed"
changed=$last
try "a match comes, killed" before more signal=KILL
try "a match comes, disk full" before more error=ENOSPC
echo "kill: $passed passed, $failed failed"
[ $failed = 0 ]
