# What make install puts in place: it is complete, it works from there, and make uninstall takes it away again.
CC=${CC:-cc}
CXX=${CXX:-c++}

# Each header by itself, in both languages.
for header in include/broadside/*.h; do
    echo "#include \"broadside/${header##*/}\"" > "$room/alone.c"
    echo 'int nothing_else;' >> "$room/alone.c"
    cp "$room/alone.c" "$room/alone.cpp"
    check "${header##*/} compiles alone as C" $CC -std=c17 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only "$room/alone.c"
    if ! missing "$CXX" g++ > /dev/null; then
        check "${header##*/} compiles alone as C++" $CXX -std=c++17 -Wall -Wextra -Werror -Iinclude -fsyntax-only "$room/alone.cpp"
    fi
done
missing "$CXX" g++

# What belongs to the library is what a header declares, with a version, under a name that holds the major one.
shows_documented() {
    diff "$build/lib/symbols" <(nm -D --defined-only "$build/lib/libbroadside.so" |
        sed -n 's/^[0-9a-f]* [A-Z] \(.*\)@@BROADSIDE_0$/\1/p' | sort) &&
        diff "$build/lib/symbols" <(nm -g --defined-only "$build/lib/libbroadside.a" | awk 'NF == 3 { print $3 }' | sort) &&
        ! grep -v '^brs_' "$build/lib/symbols"
}

# tree FOLDER: its files and links.
tree() { (cd "$1" && find . ! -type d | sed 's/^\.//' | sort); }

run_example() {  # FLAGS: compiled as the manual says, plus these
    $CC -std=c17 -Wall -Wextra -Werror $1 again.c $(pkg-config --cflags --libs $2 broadside) -o again$2 &&
        [ "$("./again$2" "$replay")" = "rnr under rulebook: $counted hold" ]
}
refuses_damage() {
    head -c 100 "$replay" > cut.replay
    ./again--static cut.replay 2> said
    [ $? -eq 10 ] && grep -q '100 bytes of' said
}
links_cplusplus() {
    printf '#include <broadside/bot.h>\nint main() { return brs_bot_find(brs_str{"greedy", 6}) == nullptr; }\n' > bot.cpp
    $CXX -std=c++17 bot.cpp $(pkg-config --cflags --libs broadside) -o bot && LD_LIBRARY_PATH=$prefix/lib ./bot
}

try_installed() {
    prefix=$room/usr
    check 'the library shows what headers declare, with versions' shows_documented
    check 'the name of the library' eval "objdump -p $build/lib/libbroadside.so | grep -q 'SONAME *libbroadside.so.0$'"
    check 'make install' env PREFIX="$prefix" packaging/install.sh install "$build"
    check 'make install below DESTDIR' env PREFIX="$prefix" DESTDIR="$room/dest" packaging/install.sh install "$build"
    same 'DESTDIR changes only where the files go' "$(tree "$prefix" | sed "s|^|$prefix|")" "$(tree "$room/dest")"
    same 'install puts in place what it lists' "$(PREFIX=$prefix packaging/install.sh list "$build" | sort)" \
        "$(tree "$prefix" | sed "s|^|$prefix|")"
    for name in "${commands[@]}"; do
        check "a manual page of $name" test -s "$prefix/share/man/man1/broadside-${name// /-}.1"
    done
    check 'the installed program runs' "$prefix/bin/broadside" --version
    if ! missing pkg-config pkgconf; then
        export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
        same 'pkg-config knows the version' "$(packaging/version.sh)" "$(pkg-config --modversion broadside)"
        local manual=$PWD/man/broadside.3
        mkdir "$room/example"
        cd "$room/example" || return
        shown "$manual"
        broadside sim --seed 3 --quiet -o . 2> /dev/null
        replay=$(echo *-3.replay)
        counted=$(broadside verify "$replay" | grep -oE '[0-9]+ decisions, [0-9]+ checks')
        LD_LIBRARY_PATH=$prefix/lib check 'the example of broadside(3), with the shared library' run_example '' ''
        check 'the example of broadside(3), all static' run_example -static --static
        check 'the example refuses what was cut short' refuses_damage
        missing "$CXX" g++ || check 'a C++ program links the library' links_cplusplus
        cd - > /dev/null || return
    fi
    check 'make uninstall' env PREFIX="$prefix" packaging/install.sh uninstall "$build"
    same 'make uninstall leaves no file' '' "$(tree "$prefix")"
    check 'the static program asks for no library' eval "! objdump -p $build/static/broadside | grep -q NEEDED"
    same 'the static program says the same' "$("$build/broadside" bench --signature -n 5)" \
        "$("$build/static/broadside" bench --signature -n 5)"
}
if nm "$build/broadside" | grep -q __asan_init; then
    echo 'a build with sanitizers: its library is not tried'
else
    try_installed
fi
