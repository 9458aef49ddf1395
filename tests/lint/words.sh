#!/bin/sh
# Words that may not stand in the code: floating point in the engine, memory outside its two homes,
# functions without a fixed result, and words of unfinished work. Comments and strings do not count,
# but for the words of unfinished work.
# usage: words.sh [ROOT]; prints FILE:LINE: what is wrong; status 1 if there is any.
cd "${1:-.}" || exit 2
find src include tests $(ls -d templates 2>/dev/null) -name '*.[ch]' -o -name '*.def' -o -name '*.html' | LC_ALL=C sort | awk '
function word(text, words) { return match(" " text " ", "[^A-Za-z0-9_](" words ")[^A-Za-z0-9_]") }
function found(text, words) { return word(text, words) ? substr(" " text " ", RSTART + 1, RLENGTH - 2) : "" }
function complain(what, why) { if (what != "") { print file ":" line ": " what ": " why; bad = 1 } }
{
    file = $0; line = 0
    engine = file ~ /^(src\/(base|core|rnr|revolution)|include)\// && file !~ /^src\/base\/fs(_[a-z]+)?\.c$/
    adapter = file ~ /\/(arena|replay_codec|replay_pack|replay_map|md|rnr_md|cardfile|cardc_file|site_md)\.c$/
    tests = file ~ /^tests\//; command = file ~ /^src\/cli\//; page = file ~ /\.html$/
    while ((getline text < file) > 0) {
        line++
        complain(found(text, "TODO|FIXME|XXX|HACK|stub|Stub|STUB|placeholder|Placeholder"), "unfinished work")
        if (page || file == "src/base/banned.h") { continue }
        gsub(/\\./, "", text); gsub(/"[^"]*"/, "", text); sub(/\/\/.*/, "", text)
        if (engine) { complain(found(text, "float|double"), "no floating point in the engine") }
        if (!tests) {
            complain(found(text, "qsort|strtok|setlocale|rand|srand|random|strcpy|strcat|sprintf|gets"), "not repeatable or not safe")
            if (!adapter) { complain(found(text, "malloc|calloc|realloc|free"), "memory comes from an arena") }
            if (!command && file != "src/base/arena.c") { complain(found(text, "exit|abort"), "only commands end the program") }
        }
    }
    close(file)
}
END { exit bad }'
