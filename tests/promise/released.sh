#!/bin/bash
# What this build would release, a line each: editions and the value of every option in them, built-in card sets, words
# that replays say by number, and models of the coder with their hashes. A line of replays/released.txt that is not among these was changed after its
# release. More lines are no harm: a new option with the old behaviour as its value, a new patch, set or model.
# usage: released.sh BUILD
cd "$(dirname "$0")/../.." || exit 2
broadside=$1/broadside

"$broadside" editions list | while read -r game edition _ patch _; do
    echo "edition $game $edition@$patch"
    "$broadside" editions show -g "$game" "$edition@$patch" | sed -n '/^Options:/,/^$/p' | awk -v what="$game $edition@$patch" '
        /^[a-z_0-9]+ / {
            value = $2
            for (i = 3; i <= NF && $i !~ /^(-|[A-Z]+:[0-9,-]+)$/; i++) { value = value " " $i }
            print "option " what " " $1 " = " value
        }'
done
for set in src/*/data/*.cards.md; do
    "$broadside" cards check "$set" | sed -n 's/^.*: \([A-Z0-9]*@[0-9]*\) .*hash \([0-9a-f]*\)$/set \1 \2/p'
done
for words in $(grep -l ^WORD src/*/*_words.def); do  # in order: replays say them by number
    echo "words $(basename "$words" .def) $(grep ^WORD "$words" | sha256sum | cut -c1-32)"
done
for model in src/*/*_model_*.def; do  # the numbers; a comment may change
    echo "model $(basename "$model" .def) $(sed 's|//.*||' "$model" | tr -d ' \n' | sha256sum | cut -c1-32)"
done
