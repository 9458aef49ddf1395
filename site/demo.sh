#!/bin/bash
# make demo: records games of both games between all decks and bots, verifies them, publishes them as site/public/.
# usage: site/demo.sh BUILD
set -eu
cd "$(dirname "$0")/.."
program=$1/broadside
games=$1/demo
start=$(date +%s%N)

rm -rf "$games"

# The decks that are legal under an edition.
legal_under() {
    for deck in $("$program" deck list | cut -d' ' -f1); do
        if "$program" deck check --quiet --edition "$1" "$deck" > /dev/null 2>&1; then
            echo "$deck"
        fi
    done
}
seed=1

# record EDITION GAMES DECK-A DECK-B BOT-A BOT-B NAME-A NAME-B
record() {
    "$program" sim --quiet -o "$games" --edition "$1" --seed $seed -n "$2" --deck "$3" --deck "$4" --bot "$5" --bot "$6" \
        --name "$7" --name "$8" 2> "$games.log" || { cat "$games.log" >&2; exit 1; }
    seed=$((seed + $2))
}

# Every deck meets the next one and the one after the next, under each edition; and a bot without a plan now and then.
for edition in rulebook glossary guide; do
    mapfile -t decks < <(legal_under $edition)
    echo "Recording games under $edition between ${#decks[@]} decks: ${decks[*]}"
    for ((i = 0; i < ${#decks[@]}; i++)); do
        a=${decks[i]} b=${decks[(i + 1) % ${#decks[@]}]} c=${decks[(i + 2) % ${#decks[@]}]}
        record $edition 2 "$a" "$b" planner planner Abigail Benjamin
        record $edition 1 "$a" "$c" greedy rules Mercy Samuel
        record $edition 1 "$a" "$b" random greedy Chance Benjamin
    done
done

# Cards that these decks leave at home, and what bots without a plan do with them.
for bot in rules planner random; do
    record rulebook 4 site/demo/attic-chest.deck site/demo/back-drawer.deck $bot $bot Phillis Haym
done
# Two games found by their seeds: a clash is blocked after it was declared; two victories meet.
for seed in 9 17; do
    record rulebook 1 site/demo/attic-chest.deck site/demo/back-drawer.deck rules rules Haym Phillis
done

# The other game: small and large rounds, under both of its rule texts.
people=(Abigail Benjamin Mercy Samuel Deborah Thomas Phillis Crispus Sybil Haym Esther Peter)
for edition in basic ultimate; do
    for players in 4 7 10 12; do
        names=()
        for ((i = 0; i < players; i++)); do
            names+=(--name "${people[i]}")
        done
        "$program" sim --quiet -o "$games" --game revolution --edition $edition --players $players --bot rules \
            --set rounds=5 --seed $((players + 40)) "${names[@]}" 2> "$games.log" || { cat "$games.log" >&2; exit 1; }
    done
done
# The customs of some tables, among people who lay whatever fits.
for seed in 1 2 3; do
    "$program" sim --quiet -o "$games" --game revolution --edition ultimate --players $((seed + 3)) --bot random --bot rules \
        --set rounds=4 --set twos_as_value=on --set passing_lockout=on --seed $seed 2> "$games.log" ||
        { cat "$games.log" >&2; exit 1; }
done
# Found by its seed: somebody goes out on a joker.
"$program" sim --quiet -o "$games" --game revolution --edition ultimate --players 4 --bot random --set rounds=6 --seed 5 \
    2> "$games.log" || { cat "$games.log" >&2; exit 1; }
# The matches of the lessons: this one has notes and another line beside the game; Locks and clashes are in one of the
# games above, attic-chest-v-back-drawer-87.
"$program" compile site/demo/petition-below-20.transcript -o "$games/petition-below-20.replay"
cp site/demo/petition-below-20.notes.md "$games/"
count=$(find "$games" -name '*.replay' | wc -l)
bytes=$(cat "$games"/*.replay | wc -c)
echo "$count replays, $((bytes / count)) bytes each on average, in $games/"
[ "$count" -ge 24 ]

"$program" verify --quiet "$games"
echo "Each was played again: every check on the way and every final state agrees."
# Games of people, as they wrote them down.
"$program" check replays/transcripts/*.transcript
"$program" site "$games" replays/transcripts -o site/public --lessons site/lessons --check --title "Broadside: recorded games" > /dev/null

# The same in other languages: one match, and every rule.
"$program" site "$games"/petition-below-20.replay "$(find "$games" -name 'revolution*' | LC_ALL=C sort | head -1)" -o site/public-languages \
    --lang en,de,es --check --title "Broadside: recorded games" > /dev/null

# A rule that no match shows is on its page with a reason, and no reason is a gap in the demonstration.
if grep -h 'class="unexplained"' site/public/r/*.html; then
    echo "make demo: these rules are neither seen nor does their page say why (add games here, or a reason to *_unseen.def)" >&2
    exit 1
fi
example=$(find "$games" -name '*.replay' | LC_ALL=C sort | head -1)
seconds=$(awk "BEGIN { printf \"%.1f\", ($(date +%s%N) - $start) / 1e9 }")
echo "Done in $seconds seconds. Open site/public/index.html in a browser (site/public-languages/index.html: German and Spanish), or read one here:"
echo "  $program show $example | less -R"
