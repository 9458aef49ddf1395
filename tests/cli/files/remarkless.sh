# usage: remarkless.sh REPLAY OUTPUT    the same file without its remarks
broadside convert "$1" | sed '/^  "remarks": \[/,/^  \],/d' | broadside convert --to packed - -o "$2" -f
