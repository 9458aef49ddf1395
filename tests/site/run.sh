#!/bin/bash
# What a site promises from build to build: the same bytes whatever surrounds it, an incremental build equal to a
# clean one after any edits, the old site until the new one is whole, one run at a time.
# usage: run.sh BUILD [EDITS [SEED]]   (8 edits; make full does 50)
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "$1/broadside")
edits=${2:-8}
seed=${3:-7}
room=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
trap 'rm -rf "$room"' EXIT
cd "$room" || exit 2
export NO_COLOR=1 TERM=dumb LC_ALL=C
passed=0 failed=0

# right NAME STATUS: counts a check by the status of the command before.
right() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL site: %s\n%s\nrepro: %s\n' "$1" "$(head -c 2000 "$room/log")" "tests/site/run.sh BUILD $edits $seed"
    fi
}

# site FOLDER [OPTION...]: builds from in/, its messages in log.
site() {
    local to=$1
    shift
    "$program" site in -o "$to" "$@" > "$room/log" 2>&1
}

same() { diff -r "$1" "$2" > "$room/log" 2>&1; }

mkdir in pool
"$program" sim --quiet -n 5 --seed 3 --bot random --name Ann --name 'Bo <i>' -o pool 2> log
"$program" sim --quiet -n 4 --seed 8 --bot random --name $'Zo\xc3\xab' --name Ann -o pool 2>> log
"$program" sim --quiet -n 3 --game revolution --players 4 --set rounds=2 --bot random -o pool 2>> log
mapfile -t pool < <(cd pool && printf '%s\n' *-v-*-[3-7].replay *-v-*-{8,9,10,11}.replay revolution*.replay) # Ann and Bo, Zoë and Ann, four bots
cp "pool/${pool[0]}" "pool/${pool[1]}" "pool/${pool[2]}" "pool/${pool[9]}" in/

# ---- whatever surrounds it ----------------------------------------------------------------------------
site one -j1
right "a site is built" $?
env TZ=Pacific/Kiritimati LC_ALL=tr_TR.UTF-8 LANG=ar_EG HOME=/nowhere SOURCE_DATE_EPOCH=1 COLUMNS=20 \
    "$program" site in -o two -j16 > log 2>&1
same one two
right "another time zone, locale and number of jobs give the same bytes" $?
# A clock of 2099 that goes backwards at each look.
cat > clock.c <<'CLOCK'
#include <sys/time.h>
#include <time.h>
static time_t now = 4102444800;
time_t time(time_t *out) { return --now, out != 0 ? *out = now : now; }
int clock_gettime(clockid_t which, struct timespec *out) { (void)which; *out = (struct timespec){--now, 0}; return 0; }
int gettimeofday(struct timeval *restrict out, void *restrict zone) { (void)zone; *out = (struct timeval){--now, 0}; return 0; }
CLOCK
${CC:-cc} -shared -fPIC -o clock.so clock.c > log 2>&1 && rm -rf two &&
    env LD_PRELOAD="$room/clock.so" ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0" "$program" site in -o two -j2 > log 2>&1 && same one two &&
    env LD_PRELOAD="$room/clock.so" ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0" date +%Y 2>> log | grep -q '^2[01]99'
right "another clock, which goes backwards, gives the same bytes" $?
(umask 077 && cd in && "$program" site ../in -o ../three -j2 > ../log 2>&1)
diff -r -x .broadside-cache one three > log 2>&1
right "another folder to stand in and another umask give the same bytes" $?
mkdir back
for file in $(printf '%s\n' in/* | sort -r); do cp "$file" back/; done
touch -d 1970-01-02 back/*
mv in forth && mv back in
site four -j2
same one four
right "another order in the folder and other times of its files give the same bytes" $?
rm -rf two three four forth

# ---- incremental --------------------------------------------------------------------------------------
before=$(stat -c %i one one/index.html one/m/*/index.html)
site one
grep -q '; 0 games changed$' log && [ "$before" = "$(stat -c %i one one/index.html one/m/*/index.html)" ]
right "a build with nothing new writes nothing" $?

note="in/${pool[1]%.replay}.notes.md"
printf '# Notes by Lin\n## @match\nA quiet game.\n' > "$note"
before=$(stat -c '%i %n' one/m/*/index.html | sort)
site one
[ "$(comm -13 <(echo "$before") <(stat -c '%i %n' one/m/*/index.html | sort) | wc -l)" = 1 ] && grep -q '; 1 game changed$' log
right "a changed note makes only the pages of its match" $?
grep -q 'A quiet game' one/m/*/index.html
right "and they show it" $?

before=$(stat -c '%i %n' one/f/*.html one/k/*.html one/r/*.html | sort)
printf '# Notes by Lin\n## @match\nA quieter game.\n' > "$note"
site one
[ "$before" = "$(stat -c '%i %n' one/f/*.html one/k/*.html one/r/*.html | sort)" ]
right "but not the lists of games, nor the pages of rules and cards" $?
printf '# Notes by Lin\n## @match\nA quiet game.\n' > "$note"

# ---- lists of games -----------------------------------------------------------------------------------
player() { grep -l "<h1 class=\"many\"><bdi>Games of $1<" one/f/p/*.html; }
zoe="pool/${pool[5]}"
[ -z "$(player Zoë)" ] && [ "$(grep -c '<article' "$(player Ann)")" = 3 ]
right "the list of a player has her games" $?
grep -q '<bdi>Games of Bo &lt;i&gt;</bdi>' one/f/p/*.html && ! find one/f -name '*Bo*' | grep -q .
right "a name of a stranger is text on it, and no part of an address" $?
cp "$zoe" in/ && site one && [ "$(grep -c '<article' "$(player Zoë)")" = 1 ] && [ "$(grep -c '<article' "$(player Ann)")" = 4 ]
right "a new game is in the lists of both players" $?
rm "in/${zoe##*/}" && site one && [ -z "$(player Zoë)" ] && [ "$(grep -c '<article' "$(player Ann)")" = 3 ]
right "a game that is gone is in none" $?

mistaken="$note.kept"
cp "$note" "$mistaken"
printf '## @t1\n> Nobody ever says this.\n' >> "$note"
site one
[ $? = 15 ] && site_before=$(grep -c 'A quiet game' one/m/*/index.html | grep -c ':1$') && [ "$site_before" = 1 ] && [ ! -e one.new ]
right "a note that is not true leaves the old site, and nothing beside it" $?
mv "$mistaken" "$note"

# What may happen to a site and its sources between two builds.
RANDOM=$seed
edit() {
    local replay=${pool[RANDOM % ${#pool[@]}]} other=${pool[RANDOM % ${#pool[@]}]} size
    case $((RANDOM % 11)) in
    0 | 1) cp "pool/$replay" in/ ;;
    2) rm -f "in/$replay" ;;
    3) cp "pool/$replay" "in/$other" ;;                                   # another game under an old name, or a twin
    4) printf '# Notes by %s\n## @match\nWord %d.\n' Ann $RANDOM > "in/${replay%.replay}.notes.md" ;;
    5) printf '# Notes by %s\n## @match\nOther %d.\n' Bo $RANDOM > "in/${replay%.replay}.bo.notes.md" ;;
    6) rm -f "in/${replay%.replay}".*notes.md ;;
    7) head -c $((RANDOM % 200)) "pool/$replay" > "in/$replay" ;;         # damaged
    8) size=$(stat -c %s one/.broadside-cache); truncate -s $((RANDOM % size)) one/.broadside-cache ;;
    9) size=$(stat -c %s one/.broadside-cache); printf '\xA5' | dd of=one/.broadside-cache bs=1 seek=$((RANDOM % size)) conv=notrunc 2> /dev/null ;;
    10) rm -rf "$(printf '%s\n' one/m/* | sed -n "$((RANDOM % 3 + 1))p")" ;;
    esac
}
equal=0
for ((i = 0; i < edits; i++)); do
    for ((k = RANDOM % 3; k >= 0; k--)); do edit; done
    ls in/*.replay > /dev/null 2>&1 || cp "pool/${pool[0]}" in/
    site one -j$((RANDOM % 3 + 1))
    rm -rf clean
    site clean --clean
    if ! same clean one; then
        echo "after edit $((i + 1))" >> log
        equal=1
        break
    fi
done
right "after each of $edits random edits the incremental site is the clean one" $equal
[ -z "$(find one -path '*dropped*' | head -1)" ] && [ ! -e one.new ]
right "nothing is left of what was dropped" $?

# ---- damage -------------------------------------------------------------------------------------------
rm -f in/*; cp "pool/${pool[0]}" "pool/${pool[3]}" in/
rm -rf one clean; site one; cp -r one clean
page=$(find one/m -name 't001.html' | head -1)
truncate -s 100 "$page"; touch -d 2100-01-01 "$page"
"$program" site --check -o one > log 2>&1
[ $? = 1 ]
right "a page that was cut by hand is found" $?
site one --check; status=$?
same clean one && [ $status = 0 ]
right "and made anew" $?
echo junk >> one/index.html
site one --check; same clean one
right "the front page, too" $?

# A page, a folder of a match, the folder of all matches and the front page give way to symbolic links: what these name
# stays as it was, and the site is made whole, also while a match changes.
linked=0 match=$(ls one/m | head -1)
for place in index.html "m/$match/t/$(ls "one/m/$match/t" | head -1)" "m/$match/t" "m/$match" m k .broadside-cache; do
    for new in no yes; do
        rm -rf elsewhere; mkdir elsewhere; cp -r "one/$place" elsewhere/it; rm -rf "one/$place"; ln -s "$PWD/elsewhere/it" "one/$place"
        before=$(find elsewhere -exec stat -c '%n %i %Z' {} + | sort)
        if [ $new = yes ]; then cp "pool/${pool[4]}" in/; fi
        site one && [ "$before" = "$(find elsewhere -exec stat -c '%n %i %Z' {} + | sort)" ] || linked=1
        if [ $new = yes ]; then rm "in/${pool[4]}"; site one; fi
        same clean one && [ -z "$(find one -type l)" ] || { echo "$place, $new" >> log; linked=1; break 2; }
    done
done
right "a site never trusts a symbolic link in it, nor writes through one" $linked

# Each of these caches is used when one more match comes.
cp "pool/${pool[4]}" in/
rm -rf more; site more
size=$(stat -c %s one/.broadside-cache) spoilt=0
for ((i = 0; i < 10; i++)); do
    for damage in flip cut; do
        rm -rf try; cp -r one try
        at=$((size * i / 10))
        if [ $damage = cut ]; then
            truncate -s $at try/.broadside-cache
        else
            byte=$(od -An -tu1 -j$at -N1 try/.broadside-cache)
            printf "\\x$(printf %02x $((byte ^ 4)))" | dd of=try/.broadside-cache bs=1 seek=$at conv=notrunc 2> /dev/null
        fi
        site try && same more try || spoilt=1
    done
done
right "a cache that was cut or flipped anywhere is not used" $spoilt
rm "in/${pool[4]}"

# ---- views ----------------------------------------------------------------------------------------------
mkdir views
python3 "$here/view.py" "$program" views > log 2>&1
right "a view holds nothing that its viewer could not know" $?

# ---- how a match ended ------------------------------------------------------------------------------------
mkdir quiet
python3 "$here/spoilers.py" "$program" quiet "pool/${pool[0]}" "pool/${pool[1]}" "pool/${pool[9]}" > log 2>&1
right "without spoilers only closed parts and last pages tell how a match ended" $?

# ---- what is handed on -----------------------------------------------------------------------------------
rm -rf one; site one --one --print --embed --check
right "one-file pages, pages for paper and pages for frames are in order" $?
alone=$(ls one/m/rnr-*/one/match.html | head -1)
cp "$alone" handed.html
"$program" verify handed.html > log 2>&1 && "$program" show handed.html > carried.txt 2> log && "$program" show "${alone%one/match.html}x/match.replay" | cmp -s - carried.txt
right "a one-file page verifies from its own bytes: it carries the replay" $?
! grep -Eq '<(link|script|img|iframe)|<a [^>]*href="[^#]|url\(' one/m/*/one/*.html one/m/*/embed/*.html
right "it asks for no other file" $?
sed '/id="replay"/{s/[^Z]\(.\{12\}<\)/Z\1/;t;s/Z\(.\{12\}<\)/A\1/}' handed.html > spoilt.html
! cmp -s handed.html spoilt.html && ! "$program" verify spoilt.html > log 2>&1
right "with one letter of the replay changed it does not verify" $?
policy=$(sed -n "s/.*style-src 'sha256-\([^']*\)'.*/\1/p" handed.html)
style=$(python3 -c 'import base64, hashlib, re; print(base64.b64encode(hashlib.sha256(re.search("<style>(.*?)</style>", open("handed.html").read(), re.S)[1].encode()).digest()).decode())')
[ -n "$policy" ] && [ "$policy" = "$style" ]
right "its policy allows its own style and no other" $?
[ "$(grep -c 'class="leaf"' "${alone%one/match.html}print.html")" = "$(ls "${alone%one/match.html}t" | wc -l)" ]
right "the page for paper has every turn" $?
rm -rf one; site one --base-url https://example.org/b/ --check
right "a site with whole addresses is in order" $?
[ "$(grep -c '<loc>' one/sitemap.xml)" = "$(find one -name '*.html' ! -name 404.html | wc -l)" ] &&
    [ "$(grep -c '<entry>' one/feed.atom.xml)" = "$(ls one/m | wc -l)" ] && grep -q '^Sitemap: https://example.org/b/sitemap.xml$' one/robots.txt &&
    python3 -c 'import sys, xml.dom.minidom as m; [m.parse(p) for p in sys.argv[1:]]' one/sitemap.xml one/feed.atom.xml
right "all pages are in the sitemap, all matches in the feed" $?
! grep -L 'rel="canonical" href="https://example.org/b/' $(find one -name '*.html' ! -name 404.html) | grep -q . &&
    grep -q 'href="/b/index.html"' one/404.html
right "every page says its whole address, and the page for lost readers has links that work from anywhere" $?
site one --clean --max-bytes 100k
[ $? = 30 ] && grep -q 'leave out' log
right "more than --max-bytes is not published, and says what to leave out" $?
rm -rf one; site one

# ---- one at a time, and nobody else's folder --------------------------------------------------------------
exec 8< . && flock -x 8
site one --clean
[ $? = 75 ] && grep -q 'locked: another run' log
right "a second run beside the same site ends with 75" $?
exec 8<&-
same clean one
right "and changes nothing" $?
site one --clean
right "a lock goes with its run" $?

mkdir mine && echo dear > mine/letter
site mine
[ $? = 2 ] && [ "$(cat mine/letter)" = dear ] && [ "$(ls mine)" = letter ]
right "a folder that is not ours is left alone" $?
ln -s one link
site link
[ $? = 2 ] && [ -L link ] && same clean one
right "a site does not take the place of a symbolic link" $?
mkdir in/deep
site in/deep/out
[ $? = 2 ] && [ ! -e in/deep/out ] && "$program" site one/m -o one > log 2>&1
[ $? = 2 ]
right "input and output may not lie in one another" $?
mkdir one.new && echo dear > one.new/letter
site one --clean
[ $? = 2 ] && [ "$(cat one.new/letter)" = dear ]
right "nor is what lies beside the site, if it is not ours" $?
rm -r one.new
mkdir one.new && touch one.new/.broadside-site one.new/half
site one --clean && [ ! -e one.new ] && same clean one
right "what a stopped run left beside the site goes" $?
rm -rf empty && mkdir empty && "$program" site empty -o none > log 2>&1
[ $? = 2 ]
right "no replays, no site" $?

# ---- exports ------------------------------------------------------------------------------------------
mkdir exports
python3 "$here/exports.py" "$program" exports > log 2>&1
right "what is exported is what its readers read" $?

# ---- staying --------------------------------------------------------------------------------------------
"$program" site in -o one --watch > log 2>&1 &
watcher=$!
wait_for() { for ((n = 0; n < 100; n++)); do "$@" && return 0; sleep 0.05; done; return 1; }
wait_for grep -q index.html log
printf '# Notes by Lin\n## @match\nSeen by the watcher.\n' > "in/${pool[3]%.replay}.notes.md"
wait_for grep -rqs 'Seen by the watcher' one/m
right "a watching run publishes a note that was written meanwhile" $?
pkill -P $watcher; kill $watcher; wait $watcher 2> /dev/null
mkdir -p look/pages
echo 'a { color: red }' > look.css
cp "$here/../../templates/pages/404.html" look/pages/
"$program" site "in/${pool[3]}" -o one --watch --css look.css --templates look > log 2>&1 &
watcher=$!
wait_for grep -q index.html log
wait_for grep -rqs 'color: red' one/a && echo 'a { color: lime }' > other.css && mv other.css look.css
wait_for grep -rqs 'color: lime' one/a
told=$?
echo 'a { color: navy }' > look.css
[ $told = 0 ] && wait_for grep -rqs 'color: navy' one/a && sed -i 's/Not here/Not there/' look/pages/404.html && wait_for grep -q 'Not there' one/404.html
right "and a sheet of style that another one took the place of, or that was written anew, and a template" $?
pkill -P $watcher; kill $watcher; wait $watcher 2> /dev/null

# ---- languages ----------------------------------------------------------------------------------------
# All of our words are accented in the pseudo-language; those that are not stand in no catalogue.
mkdir tongues
cp "pool/${pool[0]}" "pool/${pool[9]}" tongues/
"$program" site tongues -o pseudo --lang pseudo --print --one --embed --script --base-url https://example.org/b --check > log 2>&1
right "a site in the pseudo-language is whole" $?
"$program" cards show CC1 > cards.md
"$program" deck list | sed 's/.*: //' > decks
mapfile -t decks < decks
python3 "$here/pseudo.py" pseudo cards.md random Ann 'Bo <i>' "${decks[@]}" > log 2>&1
right "every word of the pages stands in the catalogue" $?
"$program" words check de es > log 2>&1 && [ "$(grep -c ' 0 not translated, 0 that no page says$' log)" = 2 ]
right "German and Spanish are complete" $?
sed '/^= Discard Pile$/,/^$/d' "$here/../../languages/de.words" > lacking.words
"$program" words check ./lacking.words > log 2>&1
[ $? = 15 ] && grep -q 'error: not translated: Discard Pile' log
right "a language that lacks a sentence is told" $?

# Several are one site: made before any takes its place, listed in one sitemap, and a build on top of another is a clean one.
several() { local to=$1; shift; "$program" site tongues -o "$to" --lang en,de,es --base-url https://example.org/b "$@" > log 2>&1; }
several all --check
right "a site in several languages is whole" $?
python3 "$here/tongues.py" all > log 2>&1
right "one sitemap has every page in every language, with the way to the others" $?
cp -a all before
printf '# Notes by Lin\n## @match\nNew.\n' > "tongues/${pool[0]%.replay}.notes.md"
bytes=$(cat $(find all/en -type f ! -name '.broad*') | wc -c)
several all --max-bytes $((bytes * 2)); [ $? = 30 ] && diff -rq before all > log 2>&1
right "where one language does not fit, none takes its place" $?
rm -rf fresh; several all --check && several fresh && diff -rq all fresh > log 2>&1
right "a note that is new is on the pages of all languages as in a clean build" $?
rm all/.broadside-site all/de/.broadside-cache; several all && diff -rq all fresh > log 2>&1
right "what is left of one language makes all of them anew, in one step" $?

echo "site: $passed passed, $failed failed"
[ $failed = 0 ]
