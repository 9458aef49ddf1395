#!/bin/sh
# Our prose is our own: no eight words in a row from the publisher's texts. seed_runs.txt holds a short
# hash of every such run, so the texts themselves are not needed. The sentences of cards do not count:
# they are written in the game's own terms.
# usage: prose.sh [ROOT]           prints FILE:LINE: the run; status 1 if there is any
#        prose.sh --hash FILE...   prints the hashes of files, as seed_runs.txt was made from the texts
here=$(cd "$(dirname "$0")" && pwd)

# Words are lower case letters, digits and apostrophes; a run hashes to seven digits of base 36.
runs() {
    how=$1
    shift
    LC_ALL=C awk -v mode="$how" -v known="$here/seed_runs.txt" '
    BEGIN {
        for (i = 1; i < 256; i++) { code[sprintf("%c", i)] = i }
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"; size = 78364164073  # below 36^7
        if (mode == "find") { while ((getline hash < known) > 0) { seed[hash] = 1 } }
    }
    function word_hash(word,   i, h) {
        if (!(word in cache)) {
            for (h = i = 1; i <= length(word); i++) { h = (h * 65521 + code[substr(word, i, 1)]) % size }
            cache[word] = h
        }
        return cache[word]
    }
    function base36(h,   text) {
        while (length(text) < 7) { text = substr(digits, h % 36 + 1, 1) text; h = int(h / 36) }
        return text
    }
    function add(word,   i, h, text) {
        window[++count] = word
        if (count < 8) { return }
        for (i = count - 7; i <= count; i++) { h = (h * 65521 + word_hash(window[i])) % size }
        h = base36(h)
        if (mode == "hash") { print h; return }
        if (!(h in seed)) { return }
        for (i = count - 7; i <= count; i++) { text = text " " window[i] }
        print FILENAME ":" FNR ":" text
        bad = 1
    }
    FNR == 1 { count = 0; card = 0 }
    FILENAME ~ /\.cards\.md$/ {  # before the first card, or a field or a description of one
        if (/^## /) { card = 1 }
        if (card && !/^(>|- |## )/) { next }
        if (/^(- |## )/) { count = 0 }
    }
    {
        gsub(/\342\200\231/, "\047"); gsub(/<[^>]*>/, " ")
        n = split(tolower($0), words, /[^a-z0-9\047]+/)
        for (i = 1; i <= n; i++) {
            gsub(/^\047+|\047+$/, "", words[i])
            if (words[i] != "") { add(words[i]) }
        }
    }
    END { exit bad }' "$@"
}

if [ "$1" = --hash ]; then
    shift
    runs hash "$@" | LC_ALL=C sort -u
    exit
fi
cd "${1:-.}" || exit 2
set -- $(find . -path ./build -prune -o -path ./site/public -prune -o -path ./site/public-languages -prune -o -path ./.git -prune -o -type f \
    \( -name '*.md' -o -name '*.def' -o -name '*.edition' -o -name '*.html' -o -path '*/man/*.5' -o -path '*/templates/*' \) -print |
    sed 's|^\./||' | LC_ALL=C sort)
[ $# -eq 0 ] && exit 0
runs find "$@"
