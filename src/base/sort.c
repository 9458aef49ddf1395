// Bottom-up merge sort.
#include "sort.h"

#include <string.h>

static void merge(char *from, char *to, size_t low, size_t middle, size_t high, size_t size,
                  int (*compare)(const void *, const void *))
{
    size_t left = low, right = middle;
    for (size_t out = low; out < high; out++) {
        size_t pick;
        if (left < middle &&
            (right >= high || compare(from + left * size, from + right * size) <= 0)) {
            pick = left++;
        } else {
            pick = right++;
        }
        memcpy(to + out * size, from + pick * size, size);
    }
}

void brs_sort(void *base, size_t count, size_t size, void *room,
              int (*compare)(const void *, const void *))
{
    char *from = base, *to = room;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            size_t middle = low + width < count ? low + width : count;
            size_t high = low + 2 * width < count ? low + 2 * width : count;
            merge(from, to, low, middle, high, size, compare);
        }
        char *swap = from;
        from = to;
        to = swap;
    }
    if (from != base) {
        memcpy(base, from, count * size);
    }
}
