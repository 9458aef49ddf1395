// A stable sort. qsort is banned: it leaves the order of equal elements open.
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stddef.h>

// Sorts `count` elements of `size` bytes in place by merging through `room`, which holds as many
// elements. compare returns < 0, 0 or > 0; equal elements keep their order.
void brs_sort(void *base, size_t count, size_t size, void *room, int (*compare)(const void *, const void *));

#endif
