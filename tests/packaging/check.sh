# For the scripts of this folder: count what holds, and say what does not.
passed=0 failed=0

# check WHAT COMMAND...: the command must succeed; else what it said is shown.
check() {
    local what=$1 output
    shift
    if output=$("$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL packaging: %s\n%s\nrepro: make packaging\n' "$what" "$output"
    fi
}

# same WHAT WANTED GOT
same() {
    check "$1" diff <(printf '%s\n' "$2") <(printf '%s\n' "$3")
}

# missing PROGRAM PACKAGE: true, and says so, when it is not there to be asked.
missing() {
    command -v "$1" > /dev/null && return 1
    echo "$1 is not installed (package $2): not asked"
}

summary() {
    echo "packaging: $passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
