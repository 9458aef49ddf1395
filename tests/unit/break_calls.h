// System calls that fail when a test says so. The linker puts these in the place of the calls that our code makes
// (-Wl,--wrap, in the "link:" line of the test), so Criterion's own calls stay whole. A call that is not told to fail is made.
#ifndef UNIT_BREAK_CALLS_H
#define UNIT_BREAK_CALLS_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

enum { ANY_TIMES = 1000 };

// The nth call of this name, from now on, and the ones that follow it fail with an errno: so many of them.
typedef struct {
    const char *call;
    int nth, times, number;
} break_row;

static break_row breaks_now[3];
static int breaks_seen[3];
static bool types_untold;  // entries of folders do not say what they are, as on some file systems

static void break_call(int slot, const char *call, int nth, int times, int number)
{
    breaks_now[slot] = (break_row){call, nth, times, number};
    breaks_seen[slot] = 0;
}

static void break_nothing(void)
{
    memset(breaks_now, 0, sizeof breaks_now);
    types_untold = false;
}

static bool broken(const char *call)
{
    bool fails = false;
    for (int i = 0; i < 3; i++) {
        const break_row *row = &breaks_now[i];
        if (row->call != NULL && strcmp(row->call, call) == 0) {
            const int now = ++breaks_seen[i];
            if (now >= row->nth && now < row->nth + row->times) {
                errno = row->number;
                fails = true;
            }
        }
    }
    return fails;
}

// A call that can be told to fail: what it gives back, its name, its parameters, what it is called with, what it says then.
#define BREAKS(type, name, link, parameters, arguments, failed)                                                        \
    type __real_##link parameters;                                                                                     \
    type __wrap_##link parameters;                                                                                     \
    type __wrap_##link parameters { return broken(#name) ? (failed) : __real_##link arguments; }

BREAKS(ssize_t, read, read, (int fd, void *to, size_t n), (fd, to, n), -1)
BREAKS(ssize_t, pread, pread64, (int fd, void *to, size_t n, off_t at), (fd, to, n, at), -1)
BREAKS(ssize_t, write, write, (int fd, const void *from, size_t n), (fd, from, n), -1)
BREAKS(int, fsync, fsync, (int fd), (fd), -1)
BREAKS(int, syncfs, syncfs, (int fd), (fd), -1)
BREAKS(int, fstat, fstat64, (int fd, struct stat *out), (fd, out), -1)
BREAKS(int, lstat, lstat64, (const char *path, struct stat *out), (path, out), -1)
BREAKS(int, stat, stat64, (const char *path, struct stat *out), (path, out), -1)
BREAKS(int, fstatat, fstatat64, (int at, const char *path, struct stat *out, int flags), (at, path, out, flags), -1)
BREAKS(int, faccessat, faccessat, (int at, const char *path, int mode, int flags), (at, path, mode, flags), -1)
BREAKS(int, ftruncate, ftruncate64, (int fd, off_t to), (fd, to), -1)
BREAKS(int, rename, rename, (const char *from, const char *to), (from, to), -1)
BREAKS(int, renameat2, renameat2, (int a, const char *from, int b, const char *to, unsigned int flags), (a, from, b, to, flags), -1)
BREAKS(int, unlink, unlink, (const char *path), (path), -1)
BREAKS(int, unlinkat, unlinkat, (int at, const char *path, int flags), (at, path, flags), -1)
BREAKS(int, mkdir, mkdir, (const char *path, mode_t mode), (path, mode), -1)
BREAKS(int, rmdir, rmdir, (const char *path), (path), -1)
BREAKS(int, flock, flock, (int fd, int how), (fd, how), -1)
BREAKS(DIR *, fdopendir, fdopendir, (int fd), (fd), NULL)

// It closes all the same, as the system does.
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
    const int status = __real_close(fd);
    return broken("close") ? -1 : status;
}

#define BREAKS_OPEN(name, link, parameters, arguments)                                                                 \
    int __real_##link parameters;                                                                                      \
    int __wrap_##link parameters;                                                                                      \
    int __wrap_##link parameters                                                                                       \
    {                                                                                                                  \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;                                         \
        va_end(more);                                                                                                  \
        return broken(#name) ? -1 : __real_##link arguments;                                                           \
    }
BREAKS_OPEN(open, open64, (const char *path, int flags, ...), (path, flags, mode))
BREAKS_OPEN(openat, openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode))

struct dirent *__real_readdir64(DIR *dir);
struct dirent *__wrap_readdir64(DIR *dir);
struct dirent *__wrap_readdir64(DIR *dir)
{
    struct dirent *e = broken("readdir") ? NULL : __real_readdir64(dir);
    if (e != NULL && types_untold) {
        e->d_type = DT_UNKNOWN;
    }
    return e;
}

ssize_t __real_getdents64(int fd, void *to, size_t n);
ssize_t __wrap_getdents64(int fd, void *to, size_t n);
ssize_t __wrap_getdents64(int fd, void *to, size_t n)
{
    const ssize_t len = broken("getdents") ? -1 : __real_getdents64(fd, to, n);
    for (ssize_t at = 0; types_untold && at < len;) {
        struct dirent64 *e = (struct dirent64 *)((char *)to + at);
        e->d_type = DT_UNKNOWN;
        at += e->d_reclen;
    }
    return len;
}

#endif
