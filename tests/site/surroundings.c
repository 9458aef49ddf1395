// To be loaded before the program (LD_PRELOAD): other surroundings than this machine has. SURROUNDINGS is a word:
//   order       folders are listed in another order each time       1970, backwards    what the clock says
#include <dirent.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static bool is(const char *word)
{
    const char *wish = getenv("SURROUNDINGS");
    return wish != NULL && strcmp(wish, word) == 0;
}

// ---- the order of a folder: entries are handed out last first --------------------------------------------------

enum { MOST = 4096, FOLDERS = 64 };

static struct {
    DIR *dir;
    struct dirent *entry[MOST];
    int left;
} folder[FOLDERS];

// The C library's own; with large files it is called so.
static struct dirent *read_next(DIR *dir)
{
    static struct dirent *(*next)(DIR *);
    if (next == NULL) {
        void *found = dlsym(RTLD_NEXT, "readdir64");
        memcpy(&next, &found, sizeof next);
    }
    return next(dir);
}

static int begin(DIR *dir)
{
    int at = 0;
    while (at < FOLDERS - 1 && folder[at].dir != NULL && folder[at].dir != dir) {
        at++;
    }
    if (folder[at].dir != dir) {
        folder[at].dir = dir;
        folder[at].left = 0;
        for (struct dirent *e; folder[at].left < MOST && (e = read_next(dir)) != NULL;) {
            struct dirent *copy = malloc(e->d_reclen);
            folder[at].entry[folder[at].left++] = copy == NULL ? e : memcpy(copy, e, e->d_reclen);
        }
    }
    return at;
}

struct dirent *readdir(DIR *dir)
{
    if (!is("order")) {
        return read_next(dir);
    }
    const int at = begin(dir);
    if (folder[at].left == 0) {
        folder[at].dir = NULL;
        return NULL;
    }
    return folder[at].entry[--folder[at].left];
}

// ---- the clock -----------------------------------------------------------------------------------------------------

static time_t another_time(void)
{
    static time_t now = 4291747200;  // 2106
    return is("1970") ? 1 : (now -= 3600);
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    if (is("1970") || is("backwards")) {
        *out = (struct timespec){.tv_sec = another_time()};
        return 0;
    }
    return (int)syscall(SYS_clock_gettime, clock, out);
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != NULL) {
        *out = now.tv_sec;
    }
    return now.tv_sec;
}
