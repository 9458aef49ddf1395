# Completions: each shell that is here loads its file and is asked what it would offer.
for shell in bash zsh fish; do
    broadside completion $shell > "$room/completion.$shell"
done

# offered_bash WORD...: what bash offers for the last word, sorted.
offered_bash() (
    cd "$room/bin" || exit
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _broadside
    printf '%s\n' "${COMPREPLY[@]}" | sort
)
# The same of fish, for a line.
offered_fish() { fish --no-config -c "source $room/completion.fish; complete -C '$1'" | cut -f 1 | sort; }
options_of_zsh() {
    awk -v command="  '$1')" '$0 == command { on = 1 } on && /;;$/ { exit } on' "$room/completion.zsh" |
        sed -n "s/^      '\*''--\([a-z-]*\).*/\1/p" | sort
}
games=$'revolution\nrnr'

check 'bash reads its completions' bash -n "$room/completion.bash"
source "$room/completion.bash"
for name in "${commands[@]}"; do
    wanted=$(options_of_help "$name")
    same "bash offers the options of $name" "$wanted" \
        "$(offered_bash broadside $name -- | sed -n 's/^--//p')"
    same "zsh knows the options of $name" "$wanted" "$(options_of_zsh "$name")"
done
same 'bash offers the first words of commands' "$(printf '%s\n' "${commands[@]%% *}" --help --version | sort -u)" \
    "$(offered_bash broadside '')"
same 'bash offers the second words' $'check\nexplain\nlist\nshow' "$(offered_bash broadside cards '')"
same 'bash offers games' "$games" "$(offered_bash broadside sim --game '')"
same 'bash offers games after an equals sign' revolution "$(offered_bash broadside sim --game = re)"
same 'bash offers bots' $'random\nrules' "$(offered_bash broadside sim -b r)"
same 'bash offers editions' $'glossary\nguide' "$(offered_bash broadside migrate --edition g)"
same 'bash offers decks' "$(broadside deck list | sed -n 's/^\(p[^ ]*\) .*/\1/p' | sort)" "$(offered_bash broadside sim -d p)"
mkdir "$room/some" "$room/some/folder"
touch "$room/some/a game.replay" "$room/some/other.txt"
same 'bash offers replays and folders' "$(printf '%s\n' "$room/some/a game.replay" "$room/some/folder")" \
    "$(offered_bash broadside verify "$room/some/")"

if ! missing zsh zsh; then
    check 'zsh reads its completions' zsh -n "$room/completion.zsh"
    check 'zsh completes a game' tests/packaging/ask.zsh "$room/completion.zsh" 'broadside sim --game re' 'broadside sim --game revolution'
    check 'zsh completes a second word' tests/packaging/ask.zsh "$room/completion.zsh" 'broadside cards ex' 'broadside cards explain'
fi
if ! missing fish fish; then
    check 'fish reads its completions' fish --no-config -n "$room/completion.fish"
    same 'fish offers games' "$games" "$(offered_fish 'broadside sim --game ')"
    same 'fish offers second words' $'check\nexplain\nlist\nshow' "$(offered_fish 'broadside cards ')"
    {
        echo "source $room/completion.fish"
        for name in "${commands[@]}"; do
            printf "echo '= %s'\ncomplete -C 'broadside %s --'\n" "$name" "$name"
        done
    } > "$room/ask.fish"
    fish --no-config "$room/ask.fish" > "$room/fish" 2>&1
    for name in "${commands[@]}"; do
        same "fish offers the options of $name" "$(options_of_help "$name")" \
            "$(awk -F '\t' -v name="= $name" '/^= /{ on = $0 == name; next } on { print $1 }' "$room/fish" | sed -n 's/^--//p' | sort)"
    done
fi
