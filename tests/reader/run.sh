#!/bin/bash
# The second reader (reader.py) against the program, on games of both kinds; and the JSON form against its schema.
# usage: run.sh BUILD
cd "$(dirname "$0")/../.." || exit 2
program=$1/broadside
passed=0 failed=0
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

check() {
    local what=$1
    shift
    if "$@" > "$room/out" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL reader, %s\n%s\nrepro: %s\n' "$what" "$(tail -12 "$room/out")" "$*"
    fi
}

schema() {
    python3 - "$@" << 'PY'
import json, sys
import jsonschema
schema = json.load(open("src/replay/replay.schema.json", encoding="utf-8"))
jsonschema.Draft7Validator.check_schema(schema)
for name in sys.argv[1:]:
    text = json.load(open(name, encoding="utf-8"))
    jsonschema.validate(text, schema)
    text["unheard of"] = 1
    try:
        jsonschema.validate(text, schema)
    except jsonschema.ValidationError:
        continue
    sys.exit("the schema lets an unknown member pass")
PY
}

# forms NAME KINDS CARDS: every form of NAME.replay, then the reader
forms() {
    local game=$room/$1
    "$program" convert --to packed "$game.replay" -o "$game.packed.replay" &&
        "$program" convert --to explicit "$game.replay" -o "$game.long.replay" &&
        "$program" convert --to journal "$game.replay" -o "$game.journal" &&
        "$program" convert "$game.replay" -o "$game.json" &&
        "$program" redact --for A "$game.replay" -o "$game.view.replay" > /dev/null 2>&1 &&
        "$program" convert "$game.view.replay" -o "$game.view.json" || return 1
    python3 tests/reader/reader.py "$game.packed.replay" "$game.long.replay" "$game.journal" "$game.json" "$game.view.replay" "$2" "$3"
}

cards=$("$program" cards check src/rnr/data/common-cause.cards.md | sed -n 's/.*[^0-9]\([0-9]\+\) cards.*/\1/p' | tail -1)
"$program" sim -n 1 -s 7 --bot random --name Ann --name 'Zoë <b>' -o "$room" > /dev/null 2>&1 && mv "$room"/[a-z]*-7.replay "$room/one.replay"
"$program" annotate "$room/one.replay" --decision 3 --text 'Why *not* here?' --author Zoe -o "$room/noted.replay" > /dev/null 2>&1
"$program" sim -n 1 -s 8 --edition guide -o "$room" > /dev/null 2>&1 && mv "$room"/[a-z]*-8.replay "$room/greedy.replay"
"$program" sim -n 1 -s 9 --game revolution --players 6 -o "$room" > /dev/null 2>&1 && mv "$room"/rev*-9.replay "$room/crowd.replay"
"$1/fuzz" decisions -w "$room" > /dev/null && mv "$room/06.replay" "$room/dealt.replay" && mv "$room/21.replay" "$room/dealtrev.replay"
check "Revolt N Reign, random" forms one src/rnr/rnr_choices.def "$cards"
check "Revolt N Reign, with a remark" forms noted src/rnr/rnr_choices.def "$cards"
check "Revolt N Reign, greedy" forms greedy src/rnr/rnr_choices.def "$cards"
check "Revolt N Reign, recorded chance" forms dealt src/rnr/rnr_choices.def "$cards"
check "Revolution" forms crowd src/revolution/rev_choices.def 0
check "Revolution, recorded chance" forms dealtrev src/revolution/rev_choices.def 0
check "words of Revolt N Reign" python3 tests/reader/reader.py --words rnr src/rnr/rnr_words.def
check "words of Revolution" python3 tests/reader/reader.py --words revolution src/revolution/rev_words.def
check "the schema describes what is written" schema "$room"/*.json
# A reader that finds nothing wrong in a wrong file would prove nothing.
sed 's/"final": "./"final": "f/; s/"words"/"word"/' "$room/one.json" > "$room/bad.json"
check "the reader sees a difference" bash -c "! python3 tests/reader/reader.py $room/one.packed.replay $room/one.long.replay $room/one.journal $room/bad.json $room/one.view.replay src/rnr/rnr_choices.def $cards"
check "the schema sees a difference" bash -c "! python3 -c 'import json, jsonschema; jsonschema.validate(json.load(open(\"$room/bad.json\")), json.load(open(\"src/replay/replay.schema.json\")))'"
echo "reader: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
