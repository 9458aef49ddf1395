// To be loaded before the program (LD_PRELOAD): the k-th time that anything in it asks for memory there is none.
//   BRS_ALLOC=K     only then        BRS_ALLOC=K+    from then on        BRS_ALLOC=0    never
//   BRS_ALLOCS      set: at the end the number of times is the last line of standard error
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_long asked;
static long failing;
static bool sticky;

__attribute__((constructor)) static void begin(void)
{
    const char *which = getenv("BRS_ALLOC");
    failing = which != NULL ? atol(which) : 0;
    sticky = which != NULL && strchr(which, '+') != NULL;
    atomic_store(&asked, 0);
}

__attribute__((destructor)) static void end(void)
{
    char text[32];
    const int len = snprintf(text, sizeof text, "allocations %ld\n", atomic_load(&asked));
    if (getenv("BRS_ALLOCS") != NULL && write(STDERR_FILENO, text, (size_t)len) != len) {
        _exit(2);
    }
}

static bool is_refused(void)
{
    const long now = atomic_fetch_add(&asked, 1) + 1;
    const bool refused = failing > 0 && (now == failing || (sticky && now > failing));
    if (refused) {
        errno = ENOMEM;
    }
    return refused;
}

void *malloc(size_t size)
{
    return is_refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return is_refused() ? NULL : __libc_realloc(old, size);
}
