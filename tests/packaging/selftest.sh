# broadside selftest: sound here, quick, and not sound when a byte of what it carries is another one.
lines=$(broadside selftest)
check 'the program is sound' broadside selftest --quiet
same 'a line for each check' "selftest: $(grep -c '^ok  ' <<< "$lines") passed, 0 failed" "$(tail -1 <<< "$lines")"
while read -r game edition _ patch _; do
    check "replays of $game under $edition are among them" grep -q "^ok  replay $game-$edition-$patch/.* decisions" <<< "$lines"
    check "the coders of $game under $edition are tried" grep -q "^ok  replay $game-$edition-$patch/.*written out" <<< "$lines"
done < <(broadside editions list)
check 'it takes less than a second of the processor' bash -c 'ulimit -t 1; broadside selftest --quiet'

# spoilt STATUS LINE PYTHON: a copy of the program, its bytes b changed, must end with the status and say the line.
spoilt() {
    python3 -c "import re
b = open('$build/broadside', 'rb').read()
old, new = $3
assert b.count(old) >= 1 and len(old) == len(new), 'nothing to spoil'
open('$room/spoilt', 'wb').write(b.replace(old, new))" || return 1
    chmod +x "$room/spoilt"
    "$room/spoilt" selftest > "$room/said"
    [ $? -eq "$1" ] && grep -q "^FAILED  $2" "$room/said" && return
    cat "$room/said"
    return 1
}
first=$(ls replays/rnr-guide-1/*.replay | head -1)
check 'a replay that was changed' spoilt 11 'replay rnr-guide-1/' "(lambda r: (r, r[:60] + bytes([r[60] ^ 1]) + r[61:]))(open('$first', 'rb').read())"
check 'a card that does something else' spoilt 14 'card set CC1@1 .*: what is played' "(b'8 Attack to Opponent Each Turn.', b'9 Attack to Opponent Each Turn.')"
check 'words of a card that its file does not have' spoilt 14 'card set CC1@1 .*: what is played' \
    "(b'\0008 Attack to Opponent Each Turn.\0', b'\0009 Attack to Opponent Each Turn.\0')"
check 'a deck that its file has in other words' spoilt 14 'card set CC1@1 .*: the deck' "(b'Name: Night Post', b'Name: Night Past')"
hash=$(sed -n 's/^ok  coder.s model 1 of rnr, .* hash //p' <<< "$lines")
check 'a table of the coder that is not the released one' spoilt 20 "coder's model 1 of rnr" \
    "(bytes.fromhex('$hash')[::-1], bytes.fromhex('$hash'))"
