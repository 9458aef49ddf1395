#!/bin/bash
# The Debian packages that were made: lintian accepts them, they hold what they should, the program in them takes a
# reader from nothing to a published game as README.md says, and packing again gives the same bytes.
# usage: tests/packaging/deb.sh BUILD; ends with "packaging: N passed, N failed"
cd "$(dirname "$0")/../.." || exit 2
source tests/packaging/check.sh
build=$(realpath "$1")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
version=$(packaging/version.sh)
arch=$(dpkg --print-architecture)
lib=usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)

if ! missing lintian lintian; then
    check 'lintian has nothing to say' lintian --fail-on error,warning "$build"/deb/*.deb
fi
for package in broadside libbroadside0 libbroadside-dev; do
    file=$build/deb/${package}_${version}_$arch.deb
    check "$package is made" test -s "$file"
    check "$package belongs to root and has no odd modes" eval \
        "! dpkg-deb -c $file | awk '{ print \$1, \$2 }' | grep -vE '^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx) root/root$'"
    mkdir "$room/$package"
    check "$package is whole" eval "dpkg-deb -R $file $room/$package && cd $room/$package && md5sum --quiet -c DEBIAN/md5sums"
    cp -r "$room/$package/usr" "$room"
done
same 'what make install lists is in the packages, but for the licence, which Debian keeps as "copyright"' \
    "$(PREFIX=/usr LIBDIR=/$lib ZSHDIR=/usr/share/zsh/vendor-completions packaging/install.sh list "$build" |
        sed '/\/LICENSE$/d; /\/man\/man/s/$/.gz/' | sort)" \
    "$(cd "$room" && find usr ! -type d | sed 's|^|/|' | grep -vE '/(copyright|changelog.gz)$' | sort)"
check 'the manual can be read' eval "mandoc -T utf8 <(zcat $room/usr/share/man/man1/broadside-sim.1.gz) | grep -q 'Plays games between bots'"

# README.md, "Install": the first line installs the package, the others must work with what is in it.
from_package() {
    local lines line
    mkdir "$room/reader" && cd "$room/reader" || return 1
    mapfile -t lines < <(sed -n '/<!-- from the package -->/,/^## /s/^    //p' "$OLDPWD/README.md")
    [ ${#lines[@]} -eq 3 ] && [[ ${lines[0]} == *"apt-get install ./broadside_${version}_"*.deb ]] || return 1
    for line in "${lines[@]:1}"; do
        (PATH=$room/usr/bin:/usr/bin:/bin; eval "$line") || return 1
    done
    "$room/usr/bin/broadside" site --check -o public && [ -s public/index.html ]
}
check 'from the package to a published game in three commands' from_package
compiles() {
    export PKG_CONFIG_PATH=$room/$lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$room
    echo '#include <broadside/bot.h>
int main(void) { return brs_bots[0] == 0; }' > "$room/try.c"
    ${CC:-cc} "$room/try.c" $(pkg-config --cflags --libs broadside) -o "$room/try" && LD_LIBRARY_PATH=$room/$lib "$room/try"
}
check 'a program compiles with the packages' compiles

mkdir "$room/first"
cp "$build"/deb/*.deb "$room/first"
again() {
    (umask 077; TZ=Asia/Tokyo LC_ALL=C.UTF-8 packaging/deb.sh "$build") > /dev/null || return 1
    for file in "$room"/first/*.deb; do cmp "$file" "$build/deb/${file##*/}" || return 1; done
}
check 'packed again, the same bytes' again
summary
