#!/bin/sh
# Runs every lint on the tree, and first proves each on a copy with a planted fault: a lint that finds
# nothing there is broken. Ends with "lint: N passed, N failed".
# usage: run.sh OBJECT... (the objects that data.sh looks at)
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
plant=$(mktemp -d)
trap 'rm -rf "$plant"' EXIT
passed=0 failed=0

# check WHAT WANTED-STATUS COMMAND...
check() {
    what=$1 wanted=$2
    shift 2
    output=$("$@" 2>&1)
    if [ $? -eq "$wanted" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL lint: %s\n%s\nrepro: %s\n' "$what" "$output" "$*"
    fi
}

# tree FILE LINE: a small clean tree with one more line in FILE.
tree() {
    rm -rf "$plant/t"
    mkdir -p "$plant/t/src/base" "$plant/t/src/core" "$plant/t/src/rnr" "$plant/t/src/site" \
        "$plant/t/src/cli" "$plant/t/include/broadside" "$plant/t/tests" "$plant/t/templates"
    touch "$plant/t/include/broadside/types.h" "$plant/t/include/broadside/rnr.h" "$plant/t/src/base/str.h"
    echo '#include "broadside/types.h"' > "$plant/t/src/base/buf.c"
    echo '#include "str.h"  // double-check' > "$plant/t/src/core/trace.c"
    echo '#include "str.h"' > "$plant/t/src/rnr/rnr.c"
    mkdir -p "$(dirname "$plant/t/$1")"
    echo "$2" >> "$plant/t/$1"
}

fault() {
    tree "$3" "$4"
    check "$1 must refuse: $2" 1 "$here/$1.sh" "$plant/t"
}

for lint in layers words games; do
    tree src/cli/main.c '#include "broadside/rnr.h"'
    check "$lint accepts a clean tree" 0 "$here/$lint.sh" "$plant/t"
done
fault layers 'core includes a game' src/core/trace.c '#include "broadside/rnr.h"'
fault layers 'the site includes a game' src/site/site.c '#include "broadside/rnr.h"'
fault layers 'base includes core' src/base/buf.c '#include "broadside/game.h"'
fault layers 'a game asks the system' src/rnr/rnr.c '#include <time.h>'
fault layers 'an include that is nowhere' src/rnr/rnr.c '#include "nowhere.h"'
fault layers 'two files of one name' src/site/buf.c ''
fault games 'the site knows a game' src/site/site.c '#define PAGE "revolution"'
fault games 'the recorder reads a state of a game' src/replay/replay.c 'static int turn(const rev_state *g);'
fault words 'floating point in a game' src/rnr/rnr.c 'static double half;'
fault words 'unfinished work' src/cli/main.c '// TODO'
fault words 'memory past the arena' src/site/site.c 'void *p = malloc(3);'
fault words 'an unstable order' src/site/site.c 'qsort(a, n, s, f);'
fault words 'a layer that ends the program' src/site/site.c 'exit(1);'
echo 'int counter; const int limit = 3; static const char *const names[] = {"a"}; const char *first(void); const char *first(void) { return names[0]; }' > "$plant/bad.c"
echo 'static const char *const names[] = {"a"}; const char *first(void); const char *first(void) { return names[0]; }' > "$plant/good.c"
for name in good bad; do ${CC:-cc} -c "$plant/$name.c" -o "$plant/$name.o"; done
check 'data must refuse a global variable' 1 "$here/data.sh" "$plant/bad.o"
check 'data accepts tables' 0 "$here/data.sh" "$plant/good.o"

# prose.sh is proved with a list made of a sentence of ours, since the texts themselves are not here.
mkdir -p "$plant/p/our"
cp "$here/prose.sh" "$plant/p"
echo 'Nine small boats crossed the river before the moon had set.' > "$plant/p/text"
"$plant/p/prose.sh" --hash "$plant/p/text" > "$plant/p/seed_runs.txt"
echo 'Eight small boats crossed the river before the sun rose.' > "$plant/p/our/README.md"
check 'prose accepts seven words in a row' 0 "$plant/p/prose.sh" "$plant/p/our"
echo 'Then "Nine small <b>boats</b> crossed the River,' > "$plant/p/our/README.md"
echo 'before the moon..."' >> "$plant/p/our/README.md"
check 'prose must refuse eight words in a row' 1 "$plant/p/prose.sh" "$plant/p/our"
printf '## A card\n\n- Cost: 1\n\nNine small boats crossed the river before the moon.\n' > "$plant/p/our/README.md"
mv "$plant/p/our/README.md" "$plant/p/our/a.cards.md"
check 'prose passes over the sentences of cards' 0 "$plant/p/prose.sh" "$plant/p/our"
echo '> Nine small boats crossed the river before the moon.' >> "$plant/p/our/a.cards.md"
check 'prose must refuse a copied description' 1 "$plant/p/prose.sh" "$plant/p/our"

mkdir -p "$plant/c/src/rnr"
cp -r "$root/src/rnr/data" "$root/src/rnr/rnr_rules.def" "$root/src/rnr/README.md" "$plant/c/src/rnr"
sed -i 's/^cite no_split RB:285/cite no_split RB:284/' "$plant/c/src/rnr/data/rulebook.edition"
check 'coverage must refuse a place that the table does not show' 1 "$here/coverage.sh" "$plant/c"
"$here/coverage.sh" --write "$plant/c"
check 'coverage accepts the table made anew' 0 "$here/coverage.sh" "$plant/c"
sed -i 's/"G11 G12 F14"/"G11 F14"/' "$plant/c/src/rnr/rnr_rules.def"
check 'coverage must refuse a row without a rule' 1 "$here/coverage.sh" "$plant/c"
rm -rf "$plant/c/src/rnr"
mkdir -p "$plant/c/src/revolution" "$plant/c/tests/scenarios"
cp -r "$root"/src/revolution/*.def "$root/src/revolution/data" "$root/src/revolution/README.md" "$plant/c/src/revolution"
cp -r "$root/tests/scenarios/revolution" "$plant/c/tests/scenarios"
check 'coverage accepts the scenarios of Revolution' 0 "$here/coverage.sh" "$plant/c"
sed -i 's/^rows: V46$/rows: V45/' "$plant/c/tests/scenarios/revolution/exchange.scn"
check 'coverage must refuse a row without a scenario' 1 "$here/coverage.sh" "$plant/c"

mkdir -p "$plant/g/src/rnr/cardtext" "$plant/g/tests/scenarios/rnr"
cp "$root/src/rnr/cardtext/rnr_grammar.def" "$plant/g/src/rnr/cardtext"
cp "$root"/tests/scenarios/rnr/* "$plant/g/tests/scenarios/rnr"
check 'productions accepts the table' 0 "$here/productions.sh" "$plant/g"
sed -i 's/RULE(Status,     "lock | unlock/RULE(Status,     "lock | shackle | unlock/' "$plant/g/src/rnr/cardtext/rnr_grammar.def"
check 'productions must refuse an alternative without a row' 1 "$here/productions.sh" "$plant/g"
cp "$root/src/rnr/cardtext/rnr_grammar.def" "$plant/g/src/rnr/cardtext"
sed -i 's/^scenario: lock-too-late$/scenario: lock-too-soon/' "$plant/g/tests/scenarios/rnr/productions_effects.scn"
check 'productions must refuse a scenario that is not there' 1 "$here/productions.sh" "$plant/g"

mkdir -p "$plant/e/src"
cp -r "$root/editors" "$plant/e"
cp -r "$root/src/rnr" "$root/src/revolution" "$plant/e/src"
check 'editors know every word' 0 python3 "$root/editors/make.py" --check "$root"
sed -i 's/{"mulligan", ""/{"mulligan", "redraw"/' "$plant/e/src/rnr/rnr_notation.c"
check 'editors must refuse a word that is not highlighted' 1 python3 "$root/editors/make.py" --check "$plant/e"

mkdir -p "$plant/r/docs" "$plant/r/src"
cp "$root/docs/rulings.md" "$plant/r/docs"
cp -r "$root/src/rnr" "$root/src/revolution" "$plant/r/src"
check 'readings accepts the page' 0 "$here/readings.sh" "$plant/r"
sed -i 's/^note deck_out "A failed draw/note deck_out "The first failed draw/' "$plant/r/src/rnr/data/rulebook.edition"
check 'readings must refuse a note that the page does not show' 1 "$here/readings.sh" "$plant/r"
cp "$root/src/rnr/data/rulebook.edition" "$plant/r/src/rnr/data"
sed -i '/^cite deck_out /d' "$plant/r/src/rnr/data/"*.edition
check 'readings must refuse a rule that no text states and the page does not show' 1 "$here/readings.sh" "$plant/r"

check 'layers' 0 "$here/layers.sh" "$root"
check 'games' 0 "$here/games.sh" "$root"
check 'productions' 0 "$here/productions.sh" "$root"
check 'words' 0 "$here/words.sh" "$root"
check 'prose' 0 "$here/prose.sh" "$root"
check 'coverage' 0 "$here/coverage.sh" "$root"
check 'readings' 0 "$here/readings.sh" "$root"
if [ $# -gt 0 ]; then
    check 'data at file scope' 0 "$here/data.sh" "$@"
fi
echo "lint: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
