#!/bin/bash
# The last commit, built and packed in two places of other names, with other users' settings: the same bytes.
# usage: tests/packaging/reproducible.sh; status 1 when a package differs
set -eu
cd "$(dirname "$0")/../.."
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
export SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)

# build FOLDER JOBS
build() {
    mkdir -p "$1"
    git archive HEAD | tar -x -C "$1"
    make -s -C "$1" -j "$2" all build/lib/libbroadside.so build/lib/libbroadside.a > /dev/null
    "$1/packaging/deb.sh" "$1/build" > /dev/null
}
(build "$room/one" 1)
(umask 077; export TZ=America/Lima LC_ALL=C.UTF-8 HOME=/nonexistent; build "$room/another/of-a-longer-name" 2)
status=0
for file in "$room"/one/build/deb/*.deb; do
    other=$(find "$room/another" -name "${file##*/}")
    if cmp "$file" "$other"; then
        echo "the same bytes: $(sha256sum < "$file" | cut -c1-16) ${file##*/}"
    else
        status=1
    fi
done
exit $status
