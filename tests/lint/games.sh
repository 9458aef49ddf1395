#!/bin/sh
# A game is known to nobody but its folder, its row in games.c, its header, its templates and its tests: no other source
# names Revolution, its functions or its rows. The places that name it as an example or as the sister game stand below.
# usage: games.sh [ROOT]; prints FILE:LINE: what is wrong, one line each; status 1 if there is any.
cd "${1:-.}" || exit 2
find src include templates -type f ! -name '*.md' 2> /dev/null | LC_ALL=C sort |
    grep -vE '^(src/revolution/|src/games\.c$|include/broadside/revolution\.h$|templates/revolution/)' |
    xargs grep -nHE 'revolution|Revolution|\b(rev|REV)_[a-z]' /dev/null |
    grep -vF \
        -e 'BRS_MAX_SEATS = 12,      // Revolution seats 4 to 12' \
        -e 'RULE(sister_game, "L3 L23", "Revolution is another game"' \
        -e '"The card game Revolution is recorded by the same program, but under rules of its own. "' \
        -e '"broadside sim --game revolution' \
        -e '"broadside play --game revolution' \
        -e '"broadside write evening.transcript --game revolution' \
        -e '"broadside scoresheet --game revolution' |
    awk '{ print $0 "   <- only src/revolution may know this game"; bad = 1 } END { exit bad }'
