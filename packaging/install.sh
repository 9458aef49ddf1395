#!/bin/bash
# Copies what was built to where it is used, or removes exactly that again: make install, make uninstall.
# usage: packaging/install.sh install|uninstall|list BUILD
# Variables: DESTDIR, PREFIX (/usr/local), BINDIR, LIBDIR, INCLUDEDIR, MANDIR, DOCDIR, BASHDIR, ZSHDIR, FISHDIR.
set -eu
cd "$(dirname "$0")/.."
what=$1 build=$2
PREFIX=${PREFIX:-/usr/local}
BINDIR=${BINDIR:-$PREFIX/bin} LIBDIR=${LIBDIR:-$PREFIX/lib} INCLUDEDIR=${INCLUDEDIR:-$PREFIX/include}
MANDIR=${MANDIR:-$PREFIX/share/man} DOCDIR=${DOCDIR:-$PREFIX/share/doc/broadside}
BASHDIR=${BASHDIR:-$PREFIX/share/bash-completion/completions}
ZSHDIR=${ZSHDIR:-$PREFIX/share/zsh/site-functions} FISHDIR=${FISHDIR:-$PREFIX/share/fish/vendor_completions.d}
version=$(packaging/version.sh)
soname=libbroadside.so.${version%%.*}
stage=$build/stage

# What the program itself writes: its manual pages, completions and the file for pkg-config.
make_files() {
    local name
    rm -rf "$stage"
    mkdir -p "$stage"
    "$build/broadside" help --man > "$stage/broadside.1"
    "$build/broadside" help --list | while read -r name; do
        # shellcheck disable=SC2086  # a name may be two words
        "$build/broadside" help --man $name > "$stage/broadside-${name// /-}.1"
    done
    for name in bash zsh fish; do
        "$build/broadside" completion $name > "$stage/$name"
    done
    sed -e "s|@PREFIX@|$PREFIX|; s|@LIBDIR@|$LIBDIR|; s|@INCLUDEDIR@|$INCLUDEDIR|; s|@VERSION@|$version|" \
        packaging/broadside.pc.in > "$stage/broadside.pc"
}

# Every file: mode, where it comes from, where it goes. "link": the second is what the link says.
list() {
    local file
    echo "755 $build/broadside $BINDIR/broadside"
    for file in "$stage"/*.1; do echo "644 $file $MANDIR/man1/${file##*/}"; done
    for file in man/*.[35]; do echo "644 $file $MANDIR/man${file##*.}/${file##*/}"; done
    echo "644 $stage/bash $BASHDIR/broadside"
    echo "644 $stage/zsh $ZSHDIR/_broadside"
    echo "644 $stage/fish $FISHDIR/broadside.fish"
    for file in include/broadside/*.h; do echo "644 $file $INCLUDEDIR/broadside/${file##*/}"; done
    echo "644 $build/lib/libbroadside.a $LIBDIR/libbroadside.a"
    echo "755 $build/lib/libbroadside.so $LIBDIR/libbroadside.so.$version"
    echo "link libbroadside.so.$version $LIBDIR/$soname"
    echo "link $soname $LIBDIR/libbroadside.so"
    echo "644 $stage/broadside.pc $LIBDIR/pkgconfig/broadside.pc"
    for file in README.md LICENSE; do echo "644 $file $DOCDIR/$file"; done
    echo "644 src/replay/README.md $DOCDIR/README.replay.md"
    echo "644 src/replay/replay.schema.json $DOCDIR/replay.schema.json"
    echo "644 src/transcript/README.md $DOCDIR/README.transcript.md"
    echo "644 src/rnr/cardtext/README.md $DOCDIR/README.cards.md"
    echo "644 src/site/README.md $DOCDIR/README.site.md"
}

case $what in
install)
    make_files
    list | while read -r mode from to; do
        to=${DESTDIR:-}$to
        mkdir -p "${to%/*}"
        if [ "$mode" = link ]; then
            ln -sfn "$from" "$to"
        else
            install -m "$mode" "$from" "$to"
        fi
    done
    ;;
uninstall)
    make_files
    list | while read -r mode from to; do rm -f "${DESTDIR:-}$to"; done
    for folder in "$INCLUDEDIR/broadside" "$DOCDIR"; do
        rmdir "${DESTDIR:-}$folder" 2> /dev/null || true
    done
    ;;
list)
    make_files
    list | while read -r mode from to; do echo "$to"; done
    ;;
*)
    echo "usage: $0 install|uninstall|list BUILD" >&2
    exit 2
    ;;
esac
