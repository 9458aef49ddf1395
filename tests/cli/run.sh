#!/bin/bash
# Runs the command lines in tests/cli/*.txt, README.md and src/rnr/cardtext/README.md in a fresh folder each and compares what they print.
# A line "  $ COMMAND" is run; the indented lines after it are what it must print (both streams), and
# "  [N]" its exit status when that is not 0. Everything else is prose.
# usage: run.sh PROGRAM          run.sh --bless PROGRAM   (writes what they print now)
here=$(cd "$(dirname "$0")" && pwd)
bless=
[ "$1" = --bless ] && bless=yes && shift
program=$(realpath "$1")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
mkdir "$room/bin"
ln -s "$program" "$room/bin/broadside"
export PATH=$room/bin:$PATH NO_COLOR= TERM=dumb LC_ALL=C
# Settings are read, each file's from a place of its own.
for name in $(compgen -e BRS_); do unset "$name"; done
export HOME=$room
passed=0 failed=0

# Runs one command; prints its indented output and status.
run_command() {
    (eval "$1") < /dev/null > "$room/out" 2>&1
    local status=$?
    sed 's/^/  /' "$room/out"
    [ -z "$(tail -c 1 "$room/out")" ] || echo
    [ $status -eq 0 ] || echo "  [$status]"
}

check() {
    [ -n "$command" ] || return
    if [ "$wanted" = "$got" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL commands: %s:%d: %s\n%s\nrepro: %s commands\n' "$file" "$line_number" "$command" \
            "$(echo "$wanted" > "$room/wanted"; echo "$got" | diff "$room/wanted" -)" make
    fi
    command=
}

for file in "$here"/*.txt "$here/../../README.md" "$here/../../src/rnr/cardtext/README.md"; do
    folder=$(mktemp -d "$room/XXXXXX")
    cp -r "$here"/files "$folder/" 2> /dev/null
    cd "$folder" || exit 2
    export XDG_CONFIG_HOME=$folder/.settings
    new=$room/new.txt command='' wanted='' got='' number=0 line_number=0
    : > "$new"
    while IFS= read -r line; do
        number=$((number + 1))
        if [[ $line == '  $ '* ]]; then
            check
            command=${line#  \$ } wanted='' line_number=$number
            got=$(run_command "$command")
            printf '%s\n' "$line" >> "$new"
            [ -z "$got" ] || printf '%s\n' "$got" >> "$new"
        elif [[ $line == '  '* && -n $command ]]; then
            wanted+=${wanted:+$'\n'}$line
        else
            check
            printf '%s\n' "$line" >> "$new"
        fi
    done < "$file"
    check
    [ -z "$bless" ] || cp "$new" "$file"
done
echo "commands: $passed passed, $failed failed"
[ "$failed" -eq 0 ] || [ -n "$bless" ]
