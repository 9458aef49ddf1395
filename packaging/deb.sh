#!/bin/bash
# Makes Debian packages of what was built: the program, the shared library, and what is needed to compile with it.
# The same tree gives the same bytes: times are those of the last commit, owners are root, orders are sorted.
# usage: packaging/deb.sh BUILD; writes BUILD/deb/*.deb and prints their names. SOURCE_DATE_EPOCH: the time of all files
set -euo pipefail
umask 022
export LC_ALL=C TZ=UTC
cd "$(dirname "$0")/.."
build=$(realpath "$1")
out=$build/deb
version=$(packaging/version.sh)
arch=$(dpkg --print-architecture)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
soname=libbroadside${version%%.*}
maintainer='Broadside maintainers <maintainers@users.noreply.a-seed-cb19ee94.example>'
# Outside a checkout the day of the version is the time of all files.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || date -d "$(packaging/version.sh --day)" +%s)}
export SOURCE_DATE_EPOCH

rm -rf "$out"
mkdir -p "$out"
all=$out/all
PREFIX=/usr LIBDIR=/usr/lib/$triplet ZSHDIR=/usr/share/zsh/vendor-completions DESTDIR=$all packaging/install.sh install "$build"
rm -f "$all/usr/share/doc/broadside/LICENSE"  # Debian's place for it is the file "copyright"
strip --remove-section=.comment --remove-section=.note "$all/usr/bin/broadside"
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$all/usr/lib/$triplet"/libbroadside.so.*.*
strip --strip-debug --enable-deterministic-archives "$all/usr/lib/$triplet/libbroadside.a"
chmod 644 "$all/usr/lib/$triplet"/libbroadside.so.*.*
find "$all/usr/share/man" -type f -exec gzip -9n {} +

# take PACKAGE PATH...: moves files of the installed tree into a package.
take() {
    local package=$1 path
    shift
    for path; do
        mkdir -p "$out/$package/${path%/*}"
        mv "$all/$path" "$out/$package/$path"
    done
}
cd "$all"
take "$soname" usr/lib/"$triplet"/libbroadside.so.*
take libbroadside-dev usr/lib/"$triplet"/* usr/include/broadside usr/share/man/man3
cd - > /dev/null
mv "$all" "$out/broadside"
find "$out/broadside" -type d -empty -delete

# depends FILE: the packages of the libraries that it needs, our own apart.
depends() {
    local room
    room=$(mktemp -d "$out/XXXXXX")
    mkdir "$room/debian"
    printf 'Source: broadside\n\nPackage: x\nArchitecture: any\n' > "$room/debian/control"
    (cd "$room" && dpkg-shlibdeps -O --ignore-missing-info "$(realpath "$1")" 2> /dev/null) |
        sed -n 's/^shlibs:Depends=//p'
    rm -rf "$room"
}

# changes: the headings and lines of CHANGELOG.md as Debian's changelogs are written.
changes() {
    awk -v version="$version" -v maintainer="$maintainer" -v date="$(date -R -d "@$SOURCE_DATE_EPOCH")" '
        /^## / { n++; next }
        n == 1 && /^- / { line = $0; sub(/^- /, "", line); text = text "  * " line "\n"; next }
        n == 1 && /^  / { text = text "    " substr($0, 3) "\n" }
        END { printf "broadside (%s) unstable; urgency=low\n\n%s\n -- %s  %s\n", version, text, maintainer, date }' CHANGELOG.md
}

# finish PACKAGE SECTION DEPENDS SUMMARY, the description on standard input.
finish() {
    local package=$1 section=$2 needs=$3 summary=$4 folder=$out/$1 doc=$out/$1/usr/share/doc/$1 same=
    mkdir -p "$doc" "$folder/DEBIAN"
    cp packaging/copyright "$doc/copyright"
    changes | gzip -9n > "$doc/changelog.gz"
    [ "$section" = utils ] || same=$'Multi-Arch: same\n'
    if [ "$section" = libs ]; then
        echo "libbroadside ${version%%.*} $package (>= $version)" > "$folder/DEBIAN/shlibs"
        echo 'activate-noawait ldconfig' > "$folder/DEBIAN/triggers"
    fi
    find "$folder" ! -type l -exec chmod u=rwX,go=rX {} +
    (cd "$folder" && find usr -type f -print0 | sort -z | xargs -0 md5sum) > "$folder/DEBIAN/md5sums"
    {
        printf 'Package: %s\nSource: broadside\nVersion: %s\nArchitecture: %s\n' "$package" "$version" "$arch"
        printf 'Maintainer: %s\n' "$maintainer"
        printf 'Installed-Size: %d\n' "$(find "$folder/usr" -type f -printf '%s\n' | awk '{ s += int(($1 + 1023) / 1024) } END { print s }')"
        printf 'Depends: %s\nSection: %s\nPriority: optional\n%s' "$needs" "$section" "$same"
        printf 'Description: %s\n' "$summary"
        sed 's/^$/./; s/^/ /'
    } > "$folder/DEBIAN/control"
    find "$folder" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --build "$folder" "$out/${package}_${version}_$arch.deb" > /dev/null
    rm -rf "$folder"
    echo "$out/${package}_${version}_$arch.deb"
}

finish broadside utils "$(depends "$out/broadside/usr/bin/broadside")" \
    'record card games as tiny replays and publish them as web pages' << 'TEXT'
Broadside plays the card games Revolt N Reign and Revolution by the book and
shows why everything happened. It records a game as a replay of a few hundred
bytes, plays it again on any machine to the same last byte, and publishes it as
a site of plain HTML: a page for each turn, every change with its cause, the
sentence of the card and the rule.
TEXT
finish "$soname" libs "$(depends "$(echo "$out/$soname/usr/lib/$triplet"/libbroadside.so.*.*)")" \
    'shared library of Broadside, card games by the book' << 'TEXT'
Broadside records card games as replays of a few hundred bytes, and plays them
again to the same last byte.
.
This package holds the shared library.
TEXT
finish libbroadside-dev libdevel "$soname (= $version), libmsgpack-dev, libcmark-dev, zlib1g-dev, libpng-dev, libminizip-dev, libmd-dev, libxxhash-dev, libutf8proc-dev" \
    'headers and static library of Broadside, card games by the book' << 'TEXT'
Broadside records card games as replays of a few hundred bytes, and plays them
again to the same last byte.
.
This package holds what is needed to compile programs with the library.
TEXT
