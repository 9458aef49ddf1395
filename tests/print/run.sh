#!/bin/bash
# The scoresheet on paper: two pages on A4 and on Letter, whatever stands on it. Needs chromium and poppler-utils.
# usage: run.sh BUILD      the pages are left in BUILD/print, to look at
cd "$(dirname "$0")/../.." || exit 2
program=$1/broadside out=$1/print
passed=0 failed=0
rm -rf "$out" && mkdir -p "$out" || exit 2

# printed NAME OPTION...: the sheet as it is (its own policy allows its style), then with the paper named for each size.
printed() {
    local name=$1 size pages
    shift
    "$program" scoresheet "$@" -o "$out/$name.html" || return
    for size in A4 Letter; do
        # The paper is chosen in the print dialogue; here a line in a copy says it, and the policy lets the changed style be.
        sed "s/@page {/@page { size: $size;/; s/'sha256-[^']*'/'unsafe-inline'/" "$out/$name.html" > "$out/$name-$size.html"
        chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer --print-to-pdf="$out/$name-$size.pdf" \
            "$out/$name-$size.html" > "$out/log" 2>&1
        pages=$(pdfinfo "$out/$name-$size.pdf" 2> /dev/null | sed -n 's/^Pages: *//p')
        if [ "$pages" = 2 ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL print: $name on $size has ${pages:-no} pages, not 2"
        fi
        pdftoppm -r 80 -png "$out/$name-$size.pdf" "$out/$name-$size" 2> /dev/null
    done
}

long=$(printf 'Long name %.0s' {1..6})
printed plain
printed decks --deck paper-and-ink --deck hearth-and-field --name "$long" --name "$long" --title "$(printf 'A long title %.0s' {1..8})"
printed twelve --game revolution --players 12
printed four --game revolution --name Nia --name Eli --name Sam --name Wes
echo "print: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
