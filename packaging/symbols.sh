#!/bin/bash
# The names that the library shows: what is defined in the objects and declared in a public header.
# usage: packaging/symbols.sh OBJECT...
export LC_ALL=C
headers=$(dirname "$0")/../include/broadside
comm -12 <(nm -g --defined-only "$@" | awk 'NF == 3 { print $3 }' | sort -u) \
    <(sed 's|//.*||' "$headers"/*.h | grep -oE '\bbrs_[a-z0-9_]+' | sort -u)
