#!/bin/bash
# Shows that the scenarios notice every rule: plants mutants into the rules of both games (tests/mutants), builds once, and
# runs the scenarios for each. Fails when a mutant stays green that tests/mutants/green.txt does not list with its reason.
# usage: mutants.sh BUILD [HOW-MANY [KINDS [SEED]]]    HOW-MANY: of all, picked by the seed; 0: all
#        KINDS: option,row,rule (what must be red), when, call (the rest of the conditions and calls)
cd "$(dirname "$0")/.." || exit 2
build=$1 many=${2:-0} kinds=${3:-option,row,rule} seed=${4:-1}
out=$build/mutants
mkdir -p "$out"
${CC:-gcc} -std=c17 -O1 -D_GNU_SOURCE -o "$out/plant" tests/mutants/plant.c || exit 2

# What only shows a game, writes it down, guesses or advises has other tests: goldens and properties.
sources=$(ls src/rnr/rnr_*.c src/revolution/rev_*.c | grep -vE '_(view|observe|balance|explain|advise|rank|notation|prospect|worth)\.c')
next=1
rm -f "$out/list"
for source in $sources; do
    next=$("$out/plant" "$next" "$source" "$out/$(basename "$source")" "$out/list") || exit 2
done
flags="-std=c17 -O1 -w -D_GNU_SOURCE -Iinclude -I$build/gen -Itests/mutants -Itests/scenarios $(printf -- '-I%s ' src/*/ src/rnr/cardtext)"
echo $sources | xargs -n 1 basename | xargs -P "$(nproc)" -I@ ${CC:-gcc} $flags -c -o "$out/@.o" "$out/@" || exit 2
${CC:-gcc} $flags -o "$out/mutants" tests/mutants/mutants.c $(ls tests/scenarios/*.c | grep -v runner.c) \
    $(echo $sources | xargs -n 1 basename | sed "s|.*|$out/&.o|") "$build/libbroadside.a" -lmsgpackc -lcmark -lpng16 -lminizip -lz -lm -lmd -lxxhash -lutf8proc || exit 2
"$out/mutants" "$out/list" tests/mutants/green.txt "$kinds" "$many" "$seed" tests/scenarios
