// To be loaded before the program (LD_PRELOAD): whichever process of its own opens one of these files meets its end there, as a
// worker does that a stranger's file breaks (reliability.md 5, X5). The first process, that of the run, opens them as any.
//   crash.replay: a signal; loop.replay: no end; hog.replay: all the memory
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static pid_t first;

__attribute__((constructor)) static void begin(void)
{
    first = getpid();
}

static _Noreturn void loop(void)
{
    const struct rlimit soon = {1, RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &soon);  // nobody wants to wait for the true limit, and where there is none the test would hang
    for (volatile unsigned long turns = 0;; turns++) {
    }
}

static _Noreturn void hog(void)
{
    while (calloc(1, (size_t)64 << 20) != NULL) {
    }
    exit(75);  // as memory_is_out
}

static bool is(const char *path, const char *name)
{
    const size_t len = strlen(path), end = strlen(name);
    return len >= end && strcmp(path + len - end, name) == 0;
}

int open(const char *path, int flags, ...)
{
    static int (*real)(const char *, int, ...);
    va_list more;
    va_start(more, flags);
    const int mode = flags & O_CREAT ? va_arg(more, int) : 0;
    va_end(more);
    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "open");
    }
    const bool apart = getpid() != first;
    if (apart && is(path, "crash.replay")) {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    if (apart && is(path, "loop.replay")) {
        loop();
    }
    if (apart && is(path, "hog.replay")) {
        hog();
    }
    return real(path, flags, mode);
}
