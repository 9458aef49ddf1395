#!/usr/bin/zsh -f
# Types a line and a tab into an interactive zsh that has loaded a file of completions, and reads what becomes of it.
# usage: ask.zsh COMPLETIONS TYPED WANTED; status 1 when the line is not WANTED then
zmodload zsh/zpty
zpty shell TERM=dumb zsh -f -i
zpty -w shell "PS1='> '; autoload -U compinit; compinit -u -D; source $1; bindkey '^I' complete-word; print -r ready''now"
zpty -r -m shell seen '*readynow*> ' || exit 2
zpty -w -n shell "$2"$'\t'
for i in {1..50}; do
    while zpty -r -t shell more; do seen+=$more; done
    [[ $seen == *"$3"* ]] && { zpty -d shell; exit 0; }
    sleep 0.1
done
print -r -- "${seen: -200}"
exit 1
