#!/bin/sh
# No data that changes lives outside a caller: no object of file scope may be writable.
# usage: data.sh OBJECT...; prints the object file and the name; status 1 if there is any.

for object in "$@"; do
    objdump -t "$object" | awk -v object="$(basename "$object")" '
        ($4 == ".data" || $4 == ".bss" || $4 == "*COM*" || $3 == ".data" || $3 == ".bss") &&
        $NF !~ /^\.(data|bss)$/ && $NF !~ /^(__gcov|__asan|__odr_asan|__llvm|__sanitizer|\.)/ { print object " " $NF }'
done | sed 's/$/: data at file scope that can change/' | { ! grep .; }
