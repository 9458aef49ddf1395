# docs/pages is a repository that publishes itself: the commands of its workflow are run as they stand, step by step.
recipe=docs/pages/.github/workflows/site.yml

# steps: the commands of each step into files 0, 1, ...
steps() {
    awk -v folder="$1" '/^      - run: \|$/ { file = folder "/" n++; on = 1; next }
        on && /^          / { print substr($0, 11) > file; next } { on = 0 }' "$recipe"
}
# run_steps: as the host runs them, each in a shell that stops at the first failure.
run_steps() {
    local step
    for step in "$room"/steps/*; do
        bash -eo pipefail "$step" || { echo "step $(basename "$step") failed"; return 1; }
    done
}
publishes() {
    (cd "$room/repository" && run_steps) && [ -s "$room/repository/public/index.html" ] &&
        grep -q 'https://me.example/games' "$room/repository/public/sitemap.xml"
}
refuses() {  # STEP: the first that must fail
    local said
    said=$(cd "$room/repository" && run_steps 2>&1) && return 1
    [[ $said == *"step $1 failed" ]]
}

if ! missing curl curl && [ -x "$build/static/broadside" ]; then
    mkdir "$room/steps"
    cp -r docs/pages "$room/repository"
    steps "$room/steps"
    same 'the workflow has three steps of its own' $'0\n1\n2' "$(ls "$room/steps")"
    export BRS_URL=file://$build/static/broadside BASE_URL=https://me.example/games
    BRS_SHA256=$(sha256sum < "$build/static/broadside" | cut -d ' ' -f 1)
    export BRS_SHA256
    broadside sim --seed 5 --quiet -o "$room/repository/games" 2> /dev/null
    check 'the recipe publishes a transcript and a replay' publishes
    sed -i 's/B LP 95/B LP 96/' "$room/repository/games/first.transcript"
    check 'a transcript with a mistake stops it' refuses 1
    cp docs/pages/games/first.transcript "$room/repository/games"
    head -c 100 "$(ls "$room"/repository/games/*.replay)" > "$room/repository/games/cut.replay"
    check 'a damaged replay stops it' refuses 2
    BRS_SHA256=${BRS_SHA256/[0-9a-f]/x}
    check 'another program than the one that was named is not run' refuses 0
fi
