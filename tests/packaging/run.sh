#!/bin/bash
# Manual pages, completions and what is installed: every command and option is in the help, in its manual page and in
# the completions of three shells; mandoc has nothing to say about a page; what a page shows as an example works; the
# headers compile alone, and programs find the installed library.
# usage: tests/packaging/run.sh BUILD; ends with "packaging: N passed, N failed"
cd "$(dirname "$0")/../.." || exit 2
source tests/packaging/check.sh
build=$(realpath "$1")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
mkdir "$room/bin"
ln -s "$build/broadside" "$room/bin/broadside"
export PATH=$room/bin:$PATH NO_COLOR= TERM=dumb LC_ALL=C
source tests/packaging/manual.sh
source tests/packaging/completions.sh
source tests/packaging/selftest.sh
source tests/packaging/installed.sh
source tests/packaging/recipe.sh
summary
