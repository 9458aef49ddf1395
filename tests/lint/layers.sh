#!/bin/sh
# Includes point downwards only (the picture in src/README.md), and file names are unique.
# usage: layers.sh [ROOT]; prints FILE:LINE: what is wrong, one line each; status 1 if there is any.
cd "${1:-.}" || exit 2
find src include -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort | awk '
BEGIN {
    below["base"] = "base";                      below["core"] = "base core"
    below["rnr"] = "base core rnr";              below["revolution"] = "base core revolution"
    below["games"] = "base core rnr revolution"; below["bots"] = "base core bots"
    below["replay"] = "base core replay";        below["transcript"] = "base core replay transcript"
    below["review"] = "base core replay bots review"
    below["site"] = "base core replay review site"
    below["cli"] = "base core games rnr revolution bots replay transcript review site cli"
    split("types error arena version", b); for (i in b) { home["broadside/" b[i] ".h"] = "base" }
    split("rng rules options trace game language", c); for (i in c) { home["broadside/" c[i] ".h"] = "core" }
    split("rnr revolution bot replay replay_tools journal archive transcript review site", p)
    for (i in p) { home["broadside/" p[i] ".h"] = p[i] == "bot" ? "bots" : p[i] ~ /^(replay_tools|journal|archive)$/ ? "replay" : p[i] }
    home["rnr_data.h"] = home["rnr_sets.h"] = "rnr"; home["revolution_data.h"] = "revolution"; home["templates.h"] = "site"; home["languages.h"] = "site"; home["selftest.h"] = "cli"
    system_ok = " assert inttypes limits malloc setjmp stdarg stdbool stddef stdint stdio stdlib string xxhash cmark "
}
function layer(file,   part) {
    split(file, part, "/")
    return part[1] == "include" ? home["broadside/" part[3]] : part[2] == "games.c" ? "games" : part[2]
}
{
    name = $0; sub(/.*\//, "", name)
    if (name in seen) { print $0 ":1: the same name as " seen[name]; bad = 1 }
    seen[name] = $0; files[++n] = $0
    if ($0 !~ /^include/) { home[name] = layer($0) }
}
END {
    for (i = 1; i <= n; i++) {
        from = layer(files[i]); line = 0
        while ((getline text < files[i]) > 0) {
            line++
            if (text !~ /^[ \t]*#[ \t]*include/) { continue }
            split(text, part, /["<>]/); what = part[2]; if (what !~ /^broadside\//) { sub(/.*\//, "", what) }; to = home[what]
            if (text ~ /</) {
                base = what; sub(/\.h$/, "", base)
                engine = from ~ /^(base|core|rnr|revolution)$/ && files[i] !~ /^src\/base\/fs(_[a-z]+)?\.c$/
                if (engine && !index(system_ok, " " base " ")) { complain("the engine may not use <" what ">") }
            } else if (to == "") { complain("\"" what "\" is nowhere in the tree")
            } else if (!index(" " below[from] " ", " " to " ")) { complain(from " may not include " what " of " to) }
        }
    }
    exit bad
}
function complain(why) { print files[i] ":" line ": " why; bad = 1 }'
