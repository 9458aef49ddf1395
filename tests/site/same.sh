#!/bin/bash
# The same replays are the same site, whatever surrounds the program that makes it (reliability: g8): fourteen variations,
# each against the plain build, byte for byte.
# usage: same.sh BUILD
program=$(realpath "$1/broadside")
shim=$(realpath "$1/surroundings.so")
room=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
trap 'rm -rf "$room"' EXIT
chmod 755 "$room"
cd "$room" || exit 2
export NO_COLOR=1 TERM=dumb LC_ALL=C
passed=0 failed=0 except=

mkdir in
"$program" sim --quiet -n 2 --seed 3 --bot random -o in 2> log
"$program" sim --quiet -n 2 --game revolution --players 4 --set rounds=1 --bot random -o in 2>> log
one=$(basename "$(find in -name '*.replay' | LC_ALL=C sort | head -1)" .replay)
printf '# Notes by Lin\n## @match\nA quiet game.\n' > "in/$one.notes.md"
printf '# Notes by Bo\n## @match\nNot so quiet.\n' > "in/$one.bo.notes.md"
"$program" site in -o plain -j2 > log 2>&1 || { cat log; echo "same: 0 passed, 1 failed"; exit 1; }

# as NAME COMMAND...: the command has built the site as `other`, or builds it.
as() {
    local name=$1
    shift
    if "$@" > log 2>&1 && diff -r $except plain other > log 2>&1; then
        passed=$((passed + 1)); echo "ok   $name"
    else
        failed=$((failed + 1)); printf 'FAIL site, %s: other bytes\n%s\nrepro: tests/site/same.sh BUILD\n' "$name" "$(head -c 1000 log)"
    fi
    rm -rf other
}

reversed() { local file; mkdir back; for file in $(printf '%s\n' in/* | LC_ALL=C sort -r); do cp "$file" back/; done; mv in forth; mv back in
             "$program" site in -o other; local status=$?; rm -rf in; mv forth in; return $status; }
dated() { touch -d 1971-01-02 in/*; "$program" site in -o other && touch -d 2100-01-01 in/* && rm -rf other && "$program" site in -o other; }
elsewhere() { mkdir -p far/away && (cd far/away && "$program" site ../../in -o ../../other); }
masked() { (umask 027; "$program" site in -o other); }
as_nobody() { chmod -R a+rX in; mkdir -m 777 hall
              setpriv --reuid=65534 --regid=65534 --clear-groups "$program" site in -o hall/site && mv hall/site other; }
moved() { cp "$program" a-program-elsewhere && ./a-program-elsewhere site in -o other; }
little_by_little() { local file; mkdir few; for file in in/*; do cp "$file" few/; "$program" site few -o other || true; done; mv in whole; mv few in
                     "$program" site in -o other; local status=$?; rm -rf in; mv whole in; return $status; }

as "files put into the folder in another order" reversed
as "folders listed in another order" env LD_PRELOAD="$shim" SURROUNDINGS=order "$program" site in -o other
as "clock in 1970" env LD_PRELOAD="$shim" SURROUNDINGS=1970 "$program" site in -o other
as "clock in 2106, running backwards" env LD_PRELOAD="$shim" SURROUNDINGS=backwards "$program" site in -o other
as "files dated 1971 and 2100" dated
as "another time zone" env TZ=Pacific/Kiritimati "$program" site in -o other
as "another locale" env LC_ALL=tr_TR.UTF-8 LANG=ar_EG "$program" site in -o other
as "no HOME, SOURCE_DATE_EPOCH, COLUMNS, many variables" env -u HOME SOURCE_DATE_EPOCH=-1 COLUMNS=20 MSGPACK_X=1 CMARK_SAFE=0 $(seq -f 'V%g=x' 300) "$program" site in -o other
except="-x .broadside-cache" # it remembers the paths
as "another folder to stand in" elsewhere
except=
as "another umask" masked
as "another user" as_nobody
as "the program under another name, elsewhere" moved
as "one processor, one job" taskset -c 0 "$program" site in -o other -j1
as "sixteen jobs" "$program" site in -o other -j16
as "memory that is not zero" env MALLOC_PERTURB_=165 "$program" site in -o other
as "one match after the other" little_by_little
echo "same: $passed passed, $failed failed"
[ $failed = 0 ]
