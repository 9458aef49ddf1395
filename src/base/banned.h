// Forced into every file of base (but fs*.c), core and the games: what would let the clock, the locale,
// floating point, an unstable order or an unchecked copy reach a game does not compile there.
#ifndef BASE_BANNED_H
#define BASE_BANNED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC poison time clock gettimeofday clock_gettime rand srand random qsort strtok
#pragma GCC poison setlocale strtod strtof atof getenv strcpy strcat sprintf vsprintf gets

#endif
