// Folders: made, listed, removed, exchanged, locked. As careful as fs.c: nothing is followed out of a folder
// through a symbolic link.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fs.h"
#include "fs_inside.h"
#include "sort.h"
#include "str.h"

enum { MAX_DEPTH = 32 };

// What asking cannot tell, for another reason than that nothing is there, opening may: a wrong answer would send the
// caller another way, and to a wrong message. `flags`: what it must be.
static bool opens(const char *path, int flags)
{
    const int fd = errno == ENOENT || errno == ENOTDIR ? -1 : open(path, O_PATH | O_CLOEXEC | flags);
    if (fd >= 0) {
        close(fd);
    }
    return fd >= 0;
}

bool fs_exists(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 || opens(path, O_NOFOLLOW);
}

bool fs_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? S_ISDIR(info.st_mode) : opens(path, O_DIRECTORY);
}

bool fs_make_folder(const char *path, brs_err *err)
{
    char part[FS_MAX_PATH];
    size_t len = strlen(path);
    if (len == 0 || len >= sizeof part) {
        errno = len == 0 ? ENOENT : ENAMETOOLONG;
        return fs_fail(err, path, "make the folder");
    }
    for (size_t i = 1; i <= len; i++) {
        if (path[i] != '/' && path[i] != '\0') {
            continue;
        }
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && (errno != EEXIST || !fs_is_folder(part))) {
            errno = errno == EEXIST ? ENOTDIR : errno;
            return fs_fail(err, path, "make the folder");
        }
    }
    return true;
}

typedef struct {
    brs_str *names;
    size_t count, cap;
    const char *ending;
    bool deep;
    brs_arena *arena;
} listing;

static void keep(listing *list, const char *prefix, const char *name)
{
    if (list->count == list->cap) {
        size_t cap = list->cap == 0 ? 64 : list->cap * 2;
        brs_str *larger = BRS_NEW(list->arena, brs_str, cap);
        if (list->count > 0) {
            memcpy(larger, list->names, list->count * sizeof *larger);
        }
        list->names = larger;
        list->cap = cap;
    }
    size_t head = strlen(prefix), len = head + strlen(name);
    char *copy = BRS_NEW(list->arena, char, len + 1);
    memcpy(copy, prefix, head);
    memcpy(copy + head, name, len - head);
    list->names[list->count++] = (brs_str){copy, len};
}

static bool ends_with(const char *name, const char *ending)
{
    size_t len = strlen(name), tail = strlen(ending);
    return len >= tail && memcmp(name + len - tail, ending, tail) == 0;
}

// Reads the entries of an open folder, if it could be opened; the descriptor is owned by the stream.
static DIR *entries_of(int fd)
{
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (fd >= 0 && dir == NULL) {
        close(fd);
    }
    return dir;
}

// Opens a folder below an open one, never through a link.
static DIR *open_folder(int at, const char *name)
{
    return entries_of(openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

static bool list_folder(listing *list, DIR *dir, const char *prefix, int depth);

// What an entry is, DT_UNKNOWN: it has gone. Not every file system says so beside the name.
static bool type_of(int folder, const char *name, unsigned char *type)
{
    struct stat info;
    if (*type != DT_UNKNOWN) {
        return true;
    }
    if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno == ENOENT;
    }
    *type = S_ISLNK(info.st_mode) ? DT_LNK : S_ISDIR(info.st_mode) ? DT_DIR : DT_REG;
    return true;
}

static bool list_entry(listing *list, DIR *dir, const char *prefix, const struct dirent *e, int depth)
{
    const char *name = e->d_name;
    unsigned char type = e->d_type;
    if (!type_of(dirfd(dir), name, &type)) {
        return false;
    }
    if (type != DT_DIR && type != DT_UNKNOWN && ends_with(name, list->ending)) {
        keep(list, prefix, name);
    }
    if (type != DT_DIR || !list->deep || depth >= MAX_DEPTH) {
        return true;
    }
    char below[FS_MAX_PATH];
    if (snprintf(below, sizeof below, "%s%s/", prefix, name) >= (int)sizeof below) {
        errno = ENAMETOOLONG;
        return false;
    }
    DIR *sub = open_folder(dirfd(dir), name);
    return sub != NULL && list_folder(list, sub, below, depth + 1);
}

static bool list_folder(listing *list, DIR *dir, const char *prefix, int depth)
{
    bool ok = true;
    errno = 0;
    for (struct dirent *e; ok && (e = readdir(dir)) != NULL; errno = ok ? 0 : errno) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
            ok = list_entry(list, dir, prefix, e, depth);
        }
    }
    int number = errno;
    closedir(dir);
    errno = number;
    return ok && number == 0;
}

static int by_bytes(const void *a, const void *b)
{
    return str_compare(*(const brs_str *)a, *(const brs_str *)b);
}

bool fs_list(const char *path, const char *ending, bool deep, brs_arena *arena, brs_str **out, int *count,
             brs_err *err)
{
    listing list = {.ending = ending, .deep = deep, .arena = arena};
    DIR *dir = entries_of(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (dir == NULL || !list_folder(&list, dir, "", 0)) {
        return fs_fail(err, path, "list the folder");
    }
    if (list.count > 1) {
        brs_sort(list.names, list.count, sizeof *list.names, BRS_NEW(arena, brs_str, list.count), by_bytes);
    }
    *out = list.names;
    *count = (int)list.count;
    return true;
}

static bool empty_folder(DIR *dir, const char *spare, int depth);

static bool remove_entry(DIR *dir, const char *name, int depth)
{
    if (unlinkat(dirfd(dir), name, 0) == 0) {
        return true;
    }
    if (errno != EISDIR && errno != EPERM) {
        return false;
    }
    DIR *sub = depth < MAX_DEPTH ? open_folder(dirfd(dir), name) : NULL;
    return sub != NULL && empty_folder(sub, "", depth + 1) && unlinkat(dirfd(dir), name, AT_REMOVEDIR) == 0;
}

// Removes all in it but the file `spare`.
static bool empty_folder(DIR *dir, const char *spare, int depth)
{
    bool ok = true;
    errno = 0;
    for (struct dirent *e; ok && (e = readdir(dir)) != NULL; errno = ok ? 0 : errno) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && strcmp(e->d_name, spare) != 0) {
            ok = remove_entry(dir, e->d_name, depth);
        }
    }
    int number = errno;
    closedir(dir);
    errno = number;
    return ok && number == 0;
}

bool fs_remove_tree(const char *path, const char *marker, brs_err *err)
{
    DIR *dir = open_folder(AT_FDCWD, path);
    if (dir == NULL) {
        return fs_fail(err, path, "remove the folder");
    }
    if (faccessat(dirfd(dir), marker, F_OK, AT_SYMLINK_NOFOLLOW) != 0) {
        const int number = errno;
        closedir(dir);
        if (number != ENOENT) {
            errno = number;
            return fs_fail(err, path, "look into the folder");
        }
        brs_err_file(err, path);
        brs_fail(err, BRS_USAGE, "this folder is not ours: it has no file %s", marker);
        brs_help(err, "give an empty or new folder");
        return false;
    }
    // The marker goes last: a run that was stopped half way can be done again.
    char last[FS_MAX_PATH];
    snprintf(last, sizeof last, "%s/%s", path, marker);
    if (!empty_folder(dir, marker, 0) || unlink(last) != 0 || rmdir(path) != 0) {
        return fs_fail(err, path, "remove the folder");
    }
    return true;
}

void fs_remove_empty(const char *path)
{
    rmdir(path);
}

static bool unlink_below(int folder, int depth, int *found);

static bool unlink_entry(int folder, const struct dirent64 *e, int depth, int *found)
{
    unsigned char type = e->d_type;
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) {
        return true;
    }
    if (!type_of(folder, e->d_name, &type)) {
        return false;
    }
    if (type == DT_LNK) {
        ++*found;
        return unlinkat(folder, e->d_name, 0) == 0;
    }
    if (type != DT_DIR || depth >= MAX_DEPTH) {
        return true;
    }
    const int below = openat(folder, e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return below >= 0 && unlink_below(below, depth + 1, found);
}

// A site has thousands of folders, and each build looks through them: entries are taken as the system gives them,
// which asks it half as often as a stream does. Closes the folder.
static bool unlink_below(int folder, int depth, int *found)
{
    enum { SOME_ENTRIES = 4096 };
    alignas(struct dirent64) char entries[SOME_ENTRIES];
    ssize_t len = -1;
    bool ok = true;
    while (ok && (len = getdents64(folder, entries, sizeof entries)) > 0) {
        for (ssize_t at = 0; ok && at < len;) {
            const struct dirent64 *e = (const struct dirent64 *)(entries + at);
            ok = unlink_entry(folder, e, depth, found);
            at += e->d_reclen;
        }
    }
    const int number = errno;
    close(folder);
    errno = number;
    return ok && len == 0;
}

bool fs_remove_links(const char *path, int *found, brs_err *err)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    *found = 0;
    return folder < 0 || unlink_below(folder, 0, found) || fs_fail(err, path, "remove a symbolic link in the folder");
}

static bool folder_is_empty(const char *path)
{
    DIR *dir = open_folder(AT_FDCWD, path);
    int names = 0;
    errno = 0;
    while (dir != NULL && names < 3 && readdir(dir) != NULL) {
        names++;
    }
    const bool read = errno == 0;
    if (dir != NULL) {
        closedir(dir);
    }
    return dir != NULL && read && names == 2;  // "." and ".."
}

bool fs_is_ours(const char *path, const char *marker, brs_err *err)
{
    char last[FS_MAX_PATH];
    struct stat info;
    snprintf(last, sizeof last, "%s/%s", path, marker);
    if (lstat(path, &info) != 0) {
        return errno == ENOENT || fs_fail(err, path, "look at the folder");
    }
    if (folder_is_empty(path) || lstat(last, &info) == 0) {
        return true;
    }
    if (errno != ENOENT) {
        return fs_fail(err, path, "look at the folder");
    }
    brs_fail(err, BRS_USAGE, "this folder is not ours: it has no file %s", marker);
    brs_help(err, "give an empty or new folder");
    brs_err_file(err, path);
    return false;
}

bool fs_exchange(const char *fresh, const char *path, brs_err *err)
{
    if (!fs_exists(path)) {
        return rename(fresh, path) == 0 || fs_fail(err, path, "move the folder into place");
    }
    if (renameat2(AT_FDCWD, fresh, AT_FDCWD, path, RENAME_EXCHANGE) == 0) {
        return true;
    }
    // Where the system cannot exchange two names there is a short moment without a folder.
    char old[FS_MAX_PATH];
    snprintf(old, sizeof old, "%s.old", path);
    if (rename(path, old) != 0 || rename(fresh, path) != 0 || rename(old, fresh) != 0) {
        return fs_fail(err, path, "move the folder into place");
    }
    return true;
}

bool fs_move(const char *from, const char *to, brs_err *err)
{
    return rename(from, to) == 0 || fs_fail(err, to, "move into place");
}

bool fs_is_link(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

// ---- one run at a time, and the disk ------------------------------------------------------------

// The folder that a path lies in.
static int open_parent(const char *path)
{
    char folder[FS_MAX_PATH];
    const char *slash = strrchr(path, '/');
    const size_t len = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    if (len >= sizeof folder) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(folder, path, len);
    folder[len] = '\0';
    return open(len == 0 ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool fs_lock(const char *path, int *lock, brs_err *err)
{
    *lock = open_parent(path);
    if (*lock < 0) {
        return fs_fail(err, path, "open its folder");
    }
    if (flock(*lock, LOCK_EX | LOCK_NB) == 0) {
        return true;
    }
    const bool taken = errno == EWOULDBLOCK;
    fs_fail(err, path, "lock its folder");
    if (taken && err != NULL) {
        *err = BRS_ERR_NONE;
        fs_refuse(err, path, BRS_RETRY, "locked: another run is at work in this folder");
        brs_help(err, "try again when it has ended");
    }
    fs_unlock(*lock);
    *lock = -1;
    return false;
}

void fs_unlock(int lock)
{
    if (lock >= 0) {
        close(lock);
    }
}

bool fs_sync_all(const char *path, brs_err *err)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = fd >= 0 && syncfs(fd) == 0;
    ok = ok || fs_fail(err, path, "bring to the disk");
    fs_unlock(fd);
    return ok;
}

bool fs_sync_names(const char *path, brs_err *err)
{
    int fd = open_parent(path);
    bool ok = fd >= 0 && fsync(fd) == 0;
    ok = ok || fs_fail(err, path, "bring to the disk");
    fs_unlock(fd);
    return ok;
}

bool fs_lies_in(const char *path, const char *folder)
{
    char a[FS_MAX_PATH], b[FS_MAX_PATH];
    if (realpath(path, a) == NULL || realpath(folder, b) == NULL) {
        return false;
    }
    const size_t len = strlen(b);
    return strncmp(a, b, len) == 0 && (a[len] == '/' || a[len] == '\0' || b[len - 1] == '/');
}

void fs_prune(const char *path, const char *top)
{
    char folder[4096];
    const size_t least = strlen(top);
    size_t len = strlen(path);
    if (len >= sizeof folder) {
        return;
    }
    memcpy(folder, path, len + 1);
    do {
        char *slash = strrchr(folder, '/');
        len = slash == NULL ? 0 : (size_t)(slash - folder);
        folder[len] = '\0';
    } while (len > least && rmdir(folder) == 0);
}
