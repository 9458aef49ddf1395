#!/bin/bash
# Makes the replays of editions that have none yet, and writes down what was released: run by `make promise` when an
# edition, patch, card set or model is new. What is there already is not touched; --anew makes all of it again, which
# is right only as long as nothing has been released.
# usage: make.sh [--anew] BUILD
cd "$(dirname "$0")/../.." || exit 2
anew=
[ "$1" = --anew ] && anew=yes && shift
build=$1
here=tests/promise

# Each file is synced when it is written; a folder in memory makes that quick.
room=$(mktemp -d -p "$([ -d /dev/shm ] && echo /dev/shm || echo /tmp)")
trap 'rm -rf "$room"' EXIT
mkdir -p replays
while read -r game edition patch; do
    folder=replays/$game-$edition-$patch
    [ -z "$anew" ] || rm -rf "$folder"
    [ -d "$folder" ] && continue
    made=$room/$game-$edition-$patch
    mkdir -p "$made"
    "$build/promise" "$game" "$edition" 200 "$made" || exit 1
    if [ "$game" = rnr ]; then
        # Cards that travel along, one of which wins by its text.
        "$build/broadside" sim -e "$edition" --cards $here/harbor-morning.cards.md --deck $here/harbor-morning.deck \
            --set pillar_duplicates=on --set doubled_names=4 -n 6 -s 200 --bot greedy --bot random -o "$made/cards" > /dev/null 2>&1 || exit 1
        for replay in "$made"/cards/*.replay; do
            number=${replay%.replay}
            mv "$replay" "$made/${number##*-}.replay"
        done
        rmdir "$made/cards"
    fi
    cp -r "$made" "$folder"
done < <("$here/released.sh" "$build" | sed -n 's/^edition \([^ ]*\) \([^@]*\)@\([0-9]*\)$/\1 \2 \3/p')
(cd replays && find . -name '*.replay' | LC_ALL=C sort | xargs sha256sum > SHA256SUMS)
{ [ -z "$anew" ] && cat replays/released.txt 2> /dev/null; "$here/released.sh" "$build"; } | LC_ALL=C sort -u > replays/released.new
mv replays/released.new replays/released.txt
