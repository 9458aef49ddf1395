# Manual pages: those of commands, made by the program, and those of formats, in man/.
mapfile -t commands < <(broadside help --list)
man=$room/man
mkdir -p "$man/man1" "$man/man3" "$man/man5"
broadside help --man > "$man/man1/broadside.1"
for name in "${commands[@]}"; do
    broadside help --man $name > "$man/man1/broadside-${name// /-}.1"
done
cp man/*.3 "$man/man3"
cp man/*.5 "$man/man5"

# A page may refer to every page there is, and to no other.
lint_page() {
    local said
    said=$(cd "$man" && mandoc -T lint -W style "$1" | grep -v 'STYLE: referenced manual not found')
    sed -n 's/^\.Xr \([a-z-]*\) \([135]\).*/man\2\/\1.\2/p' "$man/$1" | while read -r other; do
        [ -e "$man/$other" ] || echo "$1 refers to $other, which is not there"
    done > "$room/said"
    printf '%s' "$said" >> "$room/said"
    cat "$room/said"
    [ ! -s "$room/said" ]
}

# Options in the help of a command, one a line.
options_of_help() { broadside help $1 | sed -n 's/^  .\{4\}--\([a-z-]*\).*/\1/p' | sort; }
options_of_page() {
    sed -n '/^\.It Fl/s/.*Fl \\-\([a-z-]*\).*/\1/p' "$man/man1/broadside-${1// /-}.1" | sort
}

if ! missing mandoc mandoc; then
    for page in "$man"/man[135]/*; do
        check "mandoc has nothing to say about $(basename "$page")" lint_page "${page#"$man"/}"
    done
    # The lint is awake: a page with a fault, and one that refers to none.
    printf '.Dd December 1, 2026\n.Dt BAD 1\n.Os\n.Sh NAME\n.Nm bad\n.Nd bad\n.Sh NONSENSE\n.Zz\n' > "$man/man1/bad.1"
    check 'mandoc must find a fault' eval '! lint_page man1/bad.1'
    printf '.Dd December 1, 2026\n.Dt BAD 1\n.Os\n.Sh NAME\n.Nm bad\n.Nd bad\n.Sh SEE ALSO\n.Xr broadside-none 1\n' > "$man/man1/bad.1"
    check 'a reference to no page must be found' eval '! lint_page man1/bad.1'
    rm "$man/man1/bad.1"
fi
for name in "${commands[@]}"; do
    same "the page of $name has the options of its help" "$(options_of_help "$name")" "$(options_of_page "$name")"
    check "broadside(1) names $name" grep -q "^\.It Xr broadside-${name// /-} 1$" "$man/man1/broadside.1"
done
broadside help --codes | while read -r code meaning; do
    printf '.It %s\n%s\n' "$code" "$meaning"
done > "$room/codes"
same 'broadside(1) has the exit codes of help --codes' "$(cat "$room/codes")" \
    "$(sed -n '/^\.Sh EXIT STATUS/,/^\.El/p' "$man/man1/broadside.1" | sed '1,2d; $d')"

# shown PAGE: writes the files that it shows ('.\" file: NAME' before a display) into this folder.
shown() {
    awk '/^\.\\" file: /{ file = $3 } /^\.Ed/{ file = ""; on = 0 } on { print > file } /^\.Bd/{ on = file != "" }' "$1"
    sed -i "s/^\\\\&//; s/\\\\-/-/g; s/\\\\(aq/'/g; s/\\\\(ga/\`/g; s/\\\\(ti/~/g; s/\\\\(ha/^/g; s/\\\\e/\\\\/g" ./* 2> /dev/null
}

# try_page PAGE: runs its '.\" run:' lines beside the files that it shows.
try_page() {
    local page=$PWD/man/$1 folder runs=0 line
    folder=$(mktemp -d "$room/XXXXXX")
    cd "$folder" || return 1
    shown "$page"
    while read -r line; do
        runs=$((runs + 1))
        (eval "$line") || { echo "$1: $line"; return 1; }
    done < <(sed -n 's/^\.\\" run: //p' "$page")
    [ "$runs" -gt 0 ]
}
for page in man/*.5; do
    check "the examples of $(basename "$page") work" try_page "$(basename "$page")"
done
