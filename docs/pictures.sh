#!/bin/bash
# make pictures: the pictures of the README, from pages made now. Wants Chromium and pngquant.
# usage: docs/pictures.sh BUILD
set -eu
cd "$(dirname "$0")/.."
program=$1/broadside
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

mkdir "$room/games"
"$program" compile site/demo/petition-below-20.transcript -o "$room/games/petition-below-20.replay"
cp site/demo/petition-below-20.notes.md "$room/games/"
for seed in 87 88 89 90; do # the match of two of the lessons, and some more to list
    "$program" sim --quiet -o "$room/games" --edition rulebook --seed $seed --deck site/demo/attic-chest.deck --deck site/demo/back-drawer.deck \
        --bot planner --name Phillis --name Haym 2> /dev/null
done

# shot NAME HEIGHT PAGE STYLE: a page as it is, but for the parts that STYLE leaves out or opens.
shot() {
    echo "$4" > "$room/my.css"
    "$program" site "$room/games" -o "$room/site" --quiet --lessons site/lessons --title Broadside --css "$room/my.css"
    page=$(ls "$room/site"/$3)
    chromium --headless --no-sandbox --hide-scrollbars --blink-settings=preferredColorScheme=1 --window-size=1000,"$2" \
        --screenshot="$room/$1.png" "file://$page" 2> "$room/log" || { cat "$room/log" >&2; exit 1; }
    pngquant 16 --nofs --strip --force --output "docs/$1.png" "$room/$1.png"
    echo "docs/$1.png: $(stat -c %s "docs/$1.png") bytes"
}

match=$(basename "$(dirname "$("$program" site "$room/games/petition-below-20.replay" -o "$room/one" --quiet && ls "$room"/one/m/*/index.html)")")
shot turn 1090 "m/$match/t/t022.html" '
    #before, #s-draw, #s-independence, #s-play, #s-lock, #s-aoa, .alt { display: none }
    #s-drain .ev summary { list-style-type: disclosure-open }
    #s-drain .ev details::details-content { content-visibility: visible; block-size: auto }'
shot front 1010 index.html ''
shot lesson 1250 l/6-petition-check.html '.list { display: none }'
