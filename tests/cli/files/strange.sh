# usage: strange.sh REPLAY VALUE OUTPUT    puts keys that nobody knows into both maps; VALUE: MessagePack in hexadecimal
broadside convert "$1" | sed '$d' |
    sed '$s/$/,\n  "meta_kept": {"77": "a3666f6f", "201": "c0"},\n  "kept": {"33": "'"$2"'", "101": "9201a378797a", "65535": "81a16bc3"}\n}/' |
    broadside convert - -o "$3"
