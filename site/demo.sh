#!/bin/bash
# make demo: records games of both games between all decks and bots, verifies them, publishes them as site/public/.
# usage: site/demo.sh BUILD
set -eu
cd "$(dirname "$0")/.."
program=$1/broadside
games=$1/demo
start=$(date +%s%N)

rm -rf "$games"
read -ra decks <<< "$("$program" deck list | cut -d' ' -f1 | tr "\n" " ")"
seed=1

# record GAMES DECK-A DECK-B BOT-A BOT-B NAME-A NAME-B
record() {
    "$program" sim --quiet -o "$games" --seed $seed -n "$1" --deck "$2" --deck "$3" --bot "$4" --bot "$5" \
        --name "$6" --name "$7" 2> "$games.log" || { cat "$games.log" >&2; exit 1; }
    seed=$((seed + $1))
}

# Every deck meets the next one and the one after the next; and a bot without a plan now and then.
echo "Recording games between ${#decks[@]} decks: ${decks[*]}"
for ((i = 0; i < ${#decks[@]}; i++)); do
    a=${decks[i]} b=${decks[(i + 1) % ${#decks[@]}]} c=${decks[(i + 2) % ${#decks[@]}]}
    record 2 "$a" "$b" greedy greedy Abigail Benjamin
    record 1 "$a" "$c" greedy greedy Mercy Samuel
    record 1 "$a" "$b" random greedy Chance Benjamin
done
# The same under the Gameplay Guide, whose steps come in another order.
"$program" sim --quiet -o "$games" --edition guide --seed 100 -n 2 --deck "${decks[0]}" --deck "${decks[1]}" \
    --name Mercy --name Benjamin 2> "$games.log" || { cat "$games.log" >&2; exit 1; }

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
count=$(find "$games" -name '*.replay' | wc -l)
bytes=$(cat "$games"/*.replay | wc -c)
echo "$count replays, $((bytes / count)) bytes each on average, in $games/"
[ "$count" -ge 24 ]

"$program" verify --quiet "$games"
echo "Each was played again: every check on the way and every final state agrees."
"$program" site "$games" -o site/public --check --title "Broadside: recorded games" > /dev/null

example=$(find "$games" -name '*.replay' | LC_ALL=C sort | head -1)
seconds=$(awk "BEGIN { printf \"%.1f\", ($(date +%s%N) - $start) / 1e9 }")
echo "Done in $seconds seconds. Open site/public/index.html in a browser, or read one here:"
echo "  $program show $example | less -R"
