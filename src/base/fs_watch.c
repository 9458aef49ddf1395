// Waiting until something changes in a folder.
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "fs.h"
#include "fs_inside.h"

bool fs_watch_open(int *watch, brs_err *err)
{
    *watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return *watch >= 0 || fs_fail(err, ".", "wait for changes");
}

bool fs_watch_folder(int watch, const char *path, brs_err *err)
{
    const uint32_t what = IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_ONLYDIR;
    return inotify_add_watch(watch, path, what) >= 0 || fs_fail(err, path, "wait for changes in the folder");
}

bool fs_watch_file(int watch, const char *path, brs_err *err)
{
    const uint32_t what = IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF;
    if (inotify_add_watch(watch, path, what) >= 0) {
        return true;
    }
    const char *slash = strrchr(path, '/');
    char folder[4096];
    const int len = slash == NULL ? 0 : slash == path ? 1 : (int)(slash - path);
    if (errno != ENOENT || (size_t)len >= sizeof folder) {
        return fs_fail(err, path, "wait for changes of the file");
    }
    snprintf(folder, sizeof folder, "%.*s", len == 0 ? 1 : len, len == 0 ? "." : path);
    return fs_watch_folder(watch, folder, err);
}

// Reads away what was told.
static void drain(int watch)
{
    char events[4096];
    while (read(watch, events, sizeof events) > 0) {
    }
}

void fs_watch_wait(int watch, int quiet_ms)
{
    struct pollfd ready = {.fd = watch, .events = POLLIN};
    int got = poll(&ready, 1, -1);
    while (got > 0 || (got < 0 && errno == EINTR)) { // people save several files, and editors save one in pieces
        drain(watch);
        got = poll(&ready, 1, quiet_ms);
    }
}
