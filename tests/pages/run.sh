#!/bin/bash
# make pages: what only a browser or a validator can tell about the pages, on 12 typical and 5 extreme ones, and what 600
# scripts in the words of strangers come to. Node, Chromium, Firefox and Java are needed here and nowhere else.
# usage: run.sh BUILD [CHECK...]   (after make demo) checks: vnu html-validate lighthouse walk axe payloads firefox paper (all)
# SKIP=1: a check whose tools cannot be had is told and left out; else it fails.
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath "$1")
shift
program=$build/broadside
tools=$build/pages-tools
# Tens of thousands of small files: in memory where there is room for it, and kept when a check fails.
room=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo "$build")/broadside-pages-XXXXXX") || exit 2
wanted=${*:-vnu html-validate lighthouse walk axe payloads firefox paper}
export NODE_PATH=$tools/node_modules PUPPETEER_SKIP_DOWNLOAD=1 LC_ALL=C.UTF-8
start=$SECONDS

# ---- tools ------------------------------------------------------------------------------------------------------
# What this machine lacks is installed; $missing tells what could not be.
missing=
mkdir -p "$tools"
have_packages() {
    local lacking=
    for p in "$@"; do
        case $p in
        # Whoever has Node of another make keeps it.
        nodejs | npm) command -v "${p%js}" > /dev/null && continue ;;
        esac
        dpkg-query -W -f='${Status}' "$p" 2> /dev/null | grep -q ' installed$' || lacking="$lacking $p"
    done
    [ -z "$lacking" ] && return
    echo "installing the Debian packages$lacking"
    local root=
    [ "$(id -u)" = 0 ] || root=sudo
    export DEBIAN_FRONTEND=noninteractive
    { $root apt-get update -qq && $root apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends $lacking; } > "$tools/apt.log" 2>&1 ||
        { missing="$missing$lacking"; tail -3 "$tools/apt.log"; return 1; }
}
have_modules() {
    [ -f "$tools/ready" ] && cmp -s "$here/package-lock.json" "$tools/package-lock.json" && return
    rm -rf "$tools/node_modules" "$tools/ready"
    cp "$here/package.json" "$here/package-lock.json" "$tools/"
    echo "installing the tools of package-lock.json from npm"
    (cd "$tools" && npm ci --no-audit --no-fund --ignore-scripts > npm.log 2>&1) ||
        { missing="$missing the modules of tests/pages/package.json"; tail -3 "$tools/npm.log"; return 1; }
    touch "$tools/ready"
}
have_packages nodejs npm; have_packages chromium; have_packages firefox-esr; have_packages default-jre-headless; have_packages poppler-utils
have_modules

can() {
    case $1 in
    vnu) command -v java > /dev/null && [ -f "$tools/ready" ] ;;
    html-validate) [ -f "$tools/ready" ] ;;
    lighthouse | walk | axe | payloads) command -v chromium > /dev/null && [ -f "$tools/ready" ] ;;
    firefox) command -v firefox-esr > /dev/null && [ -f "$tools/ready" ] ;;
    paper) command -v pdftotext > /dev/null && [ -f "$tools/ready" ] ;;
    esac
}

# ---- the sites: the demonstration with its one-file and paper pages, and one of extremes -------------------------
mkdir -p "$room/hard" || exit 2
"$program" site "$build/demo" "$here/../../replays/transcripts" -o "$room/demo" --lessons "$here/../../site/lessons" --script --one --print --embed \
    --title "Broadside: recorded games" --quiet > /dev/null || exit 1
hard() { "$program" sim --quiet -o "$room/hard" "$@" 2> "$room/log" || { cat "$room/log"; exit 1; }; }
hard -n 1 --seed 5 --bot random --name 'محمد بن عبد الله' --name 'שרה בת-אברהם'
hard -n 1 --seed 6 --bot random --name Lin --name Bo
hard -n 1 --game revolution --edition ultimate --players 12 --set rounds=2 --bot random --seed 9
noted=$(ls "$room"/hard/*-6.replay)
python3 - > "${noted%.replay}.notes.md" <<'NOTES'
print("# Notes by Long {lang=en}")
for i in range(4): print("## @t2\n" + 9 * ("Word after word, &<>\"' all *the same*. " * 40 + "\n\n"))
NOTES
"$program" site "$room/hard" -o "$room/extreme" --script --quiet > /dev/null || exit 1

first() { (cd "$room" && ls -d $1 2> /dev/null | head -1); }
largest() { (cd "$room" && ls -S $1 2> /dev/null | head -1); }
{
    echo "demo/index.html"; echo "demo/about.html"; echo "demo/404.html"; first 'demo/l/*.html'
    echo "demo/s/rnr.html"; echo "demo/f/index.html"; first 'demo/f/k/*.html'
    first 'demo/r/rulebook.html'; first 'demo/k/[a-m]*.html'
    first 'demo/m/rnr-rulebook-*/index.html'; first 'demo/m/rnr-rulebook-*/t/t005.html'; first 'demo/m/rnr-*/c/*.html'
    first 'demo/m/rnr-*/ledger.html'; first 'demo/m/rnr-*/quiz.html'; first 'demo/m/revolution-*/t/r01-t02.html'
} > "$room/typical.txt"
{
    largest 'demo/m/*/t/*.html'
    (cd "$room" && grep -l 'محمد' extreme/m/*/t/t003.html | head -1)
    largest 'extreme/m/revolution-*/t/*.html'
    (cd "$room" && ls -rS demo/m/*/t/*.html | head -1)
    (cd "$room" && grep -l 'Word after word' extreme/m/*/t/t002.html | head -1)
} > "$room/extreme.txt"
cat "$room/typical.txt" "$room/extreme.txt" > "$room/pages.txt"
[ "$(sort -u "$room/pages.txt" | wc -l)" = 20 ] || { echo "FAIL pages: 20 pages were wanted"; cat "$room/pages.txt"; exit 1; }
cd "$room" || exit 2

# ---- checks: each writes NAME.txt and ends with its verdict ---------------------------------------------------------
# A fault is put in front of every check; what it says of our pages counts only if it sees that one.
check_vnu() {
    printf '<!DOCTYPE html>\n<html lang="en"><head><title>planted</title></head><body><p><div>x</div></p><nope></nope></body></html>\n' > planted-vnu.html
    java -jar "$tools/node_modules/vnu-jar/build/dist/vnu.jar" --stdout --errors-only planted-vnu.html $(cat pages.txt) $(first 'demo/m/*/print.html') > vnu.raw 2>&1
    grep -q 'planted-vnu.html.*error' vnu.raw || { echo "FAIL pages: vnu does not find a planted fault"; head -5 vnu.raw; return 1; }
    if grep -v 'planted-vnu.html' vnu.raw; then
        echo "FAIL pages: the HTML checker (vnu)"
        return 1
    fi
    echo "ok   vnu: no error in $(wc -l < pages.txt) pages and a match on one page"
}

check_html-validate() {
    printf '<!DOCTYPE html>\n<html lang="en"><head><title>planted</title></head><body><h1>x</h1><h3>y</h3><p id="a">x</p><p id="a">x</p></body></html>\n' > planted-hv.html
    local validate=("$tools/node_modules/.bin/html-validate" --config "$here/htmlvalidate.json" --formatter text)
    "${validate[@]}" planted-hv.html > /dev/null 2>&1 && { echo "FAIL pages: html-validate does not find a planted fault"; return 1; }
    if ! "${validate[@]}" $(cat pages.txt) 2>&1; then
        echo "FAIL pages: html-validate"
        return 1
    fi
    echo "ok   html-validate: no error in $(wc -l < pages.txt) pages"
}

check_lighthouse() { node "$here/lighthouse.cjs" "$room"; }
check_walk() { node "$here/chromium.cjs" "$room" walk; }
check_axe() { node "$here/chromium.cjs" "$room" axe; }
check_payloads() { node "$here/chromium.cjs" "$room" payloads; }
check_firefox() { node "$here/firefox.cjs" "$room"; }

# What the browsers printed: words are there, in an order that can be read aloud, and a worksheet holds no answer.
check_paper() {
    local bad=0 pdf
    for pdf in chromium-turn chromium-print chromium-worksheet chromium-key firefox-turn firefox-worksheet; do
        [ -s $pdf.pdf ] || { echo "FAIL pages: $pdf.pdf was not printed"; bad=1; continue; }
        pdftotext $pdf.pdf $pdf.text
        [ "$(wc -w < $pdf.text)" -gt 80 ] || { echo "FAIL pages: hardly a word is on $pdf.pdf"; bad=1; }
    done
    pdfinfo chromium-turn.pdf | grep -q '^Tagged: *yes' || { echo "FAIL pages: the printed turn has no tags"; bad=1; }
    # What is closed on the screen is open on paper, but for the end of the match.
    grep -q 'in all: from' chromium-turn.text || { echo "FAIL pages: the sums of a turn are not on paper"; bad=1; }
    python3 "$here/answers.py" "$(dirname "$(grep 'rnr-.*/t/' pages.txt | head -1)")/.." chromium-worksheet.text firefox-worksheet.text chromium-key.text || bad=1
    [ $bad = 0 ] && echo "ok   paper: a turn, a match, a worksheet without answers and its key, from both browsers"
}

failed=0
lane() {
    for check in "$@"; do
        case " $wanted " in *" $check "*) ;; *) continue ;; esac
        if ! can "$check"; then
            echo skipped > "$check.status"
            continue
        fi
        local before=$SECONDS
        "check_$check" > "$check.txt" 2>&1 && echo ok > "$check.status" || echo failed > "$check.status"
        echo "     $check took $((SECONDS - before)) s" >> "$check.txt"
    done
}
case " $wanted " in *" payloads "* | *" firefox "*)
    python3 "$here/payloads.py" "$program" "$room" || failed=1 ;;
esac
lane vnu html-validate lighthouse axe &
lane walk payloads firefox paper
wait

passed=0 skipped=0
for check in $wanted; do
    case $(cat "$check.status" 2> /dev/null) in
    ok) passed=$((passed + 1)); cat "$check.txt" ;;
    skipped)
        skipped=$((skipped + 1))
        echo "SKIP pages: $check was not checked: it needs$missing, which could not be installed (no network?)" ;;
    *) failed=$((failed + 1)); cat "$check.txt" ;;
    esac
done
[ $skipped -gt 0 ] && [ -z "$SKIP" ] && { failed=$((failed + skipped)); echo "FAIL pages: $skipped checks could not be made; SKIP=1 allows that"; }
cd "$build" || exit 2
if [ $failed = 0 ]; then rm -rf "$room"; else echo "the sites and what the tools said are in $room"; fi
echo "pages: $passed passed, $failed failed, $skipped skipped, in $((SECONDS - start)) s"
[ $failed = 0 ]
