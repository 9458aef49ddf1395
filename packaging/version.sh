#!/bin/sh
# Prints the version, from the one place that says it; with --day the day of it.
cd "$(dirname "$0")/.." || exit 2
case ${1:-} in
--day) sed -n 's/^#define BRS_RELEASED "\(.*\)"$/\1/p' include/broadside/version.h ;;
*) sed -n 's/^#define BRS_VERSION "\(.*\)"$/\1/p' include/broadside/version.h ;;
esac
