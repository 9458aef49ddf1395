// Files, the careful way: only regular files are read, never through a symbolic link and never blocking;
// files appear whole or not at all. Nothing here knows what the bytes mean.
#include "fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sort.h"
#include "str.h"

enum { MAX_PATH = 4096, MAX_DEPTH = 32, MAX_TEMP_TRIES = 100 };

// A wrong path will not mend by trying again; a full disk may.
static brs_code code_of(int number)
{
    switch (number) {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case ENAMETOOLONG:
        return BRS_USAGE;
    case ELOOP:
        return BRS_TEXT;
    default:
        return BRS_RETRY;
    }
}

static bool fail(brs_err *err, const char *path, const char *doing)
{
    int number = errno;
    brs_err_file(err, path);
    if (number == ELOOP) {
        return brs_fail(err, BRS_TEXT, "cannot %s: it is a symbolic link", doing);
    }
    return brs_fail(err, code_of(number), "cannot %s: %s", doing, strerror(number));
}

static bool refuse(brs_err *err, const char *path, brs_code code, const char *why)
{
    brs_err_file(err, path);
    return brs_fail(err, code, "%s", why);
}

// ---- reading ---------------------------------------------------------------------------------

// Reads up to `cap` bytes; the number read, or -1.
static ssize_t read_up_to(int fd, char *out, size_t cap)
{
    size_t len = 0;
    while (len < cap) {
        ssize_t got = read(fd, out + len, cap - len);
        if (got == 0) {
            break;
        }
        if (got > 0) {
            len += (size_t)got;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return (ssize_t)len;
}

static bool too_big(const char *path, size_t limit, brs_err *err)
{
    brs_err_file(err, path);
    return brs_fail(err, BRS_LIMIT, "the file is larger than %zu bytes", limit);
}

// A stream has no size to ask for: room doubles until the end or the limit.
static bool read_stream(int fd, const char *path, size_t limit, brs_arena *arena, brs_str *out, brs_err *err)
{
    size_t len = 0, cap = limit < 65536 ? limit + 1 : 65536;
    char *bytes = BRS_NEW(arena, char, cap);
    for (;;) {
        ssize_t got = read_up_to(fd, bytes + len, cap - len);
        if (got < 0) {
            return fail(err, path, "read");
        }
        len += (size_t)got;
        if (len > limit) {
            return too_big(path, limit, err);
        }
        if (len < cap) {
            *out = (brs_str){bytes, len};
            return true;
        }
        size_t more = cap < limit - cap ? cap * 2 : limit + 1;
        char *larger = BRS_NEW(arena, char, more);
        memcpy(larger, bytes, len);
        bytes = larger;
        cap = more;
    }
}

// One byte more than the size is asked for, so that a file that grows meanwhile is noticed.
static bool read_regular(int fd, const char *path, size_t limit, brs_arena *arena, brs_str *out, brs_err *err)
{
    struct stat info;
    if (fstat(fd, &info) != 0) {
        return fail(err, path, "look at the file");
    }
    if (!S_ISREG(info.st_mode)) {
        return refuse(err, path, S_ISDIR(info.st_mode) ? BRS_USAGE : BRS_TEXT, "not a regular file");
    }
    if ((uint64_t)info.st_size > limit) {
        return too_big(path, limit, err);
    }
    size_t size = (size_t)info.st_size;
    char *bytes = BRS_NEW(arena, char, size + 1);
    ssize_t got = read_up_to(fd, bytes, size + 1);
    if (got < 0) {
        return fail(err, path, "read");
    }
    if ((size_t)got != size) {
        return refuse(err, path, BRS_RETRY, "the file changed while it was read");
    }
    bytes[size] = '\0';
    *out = (brs_str){bytes, size};
    return true;
}

bool fs_read(const char *path, size_t limit, brs_arena *arena, brs_str *out, brs_err *err)
{
    if (strcmp(path, "-") == 0) {
        return read_stream(STDIN_FILENO, "standard input", limit, arena, out, err);
    }
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
        return fail(err, path, "open");
    }
    bool ok = read_regular(fd, path, limit, arena, out, err);
    close(fd);
    return ok;
}

// ---- writing ---------------------------------------------------------------------------------

static bool write_all(int fd, brs_str bytes)
{
    while (bytes.len > 0) {
        ssize_t put = write(fd, bytes.ptr, bytes.len);
        if (put >= 0) {
            bytes = (brs_str){bytes.ptr + put, bytes.len - (size_t)put};
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

// The folder of a path ("." when it names none) and the name in it.
static const char *split(const char *path, char folder[MAX_PATH])
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        memcpy(folder, ".", 2);
        return path;
    }
    size_t len = slash == path ? 1 : (size_t)(slash - path);
    if (len >= MAX_PATH) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    memcpy(folder, path, len);
    folder[len] = '\0';
    return slash + 1;
}

// Makes a new file beside the target under a name that nobody has.
static int open_temp(int folder, char name[40])
{
    for (int i = 0; i < MAX_TEMP_TRIES; i++) {
        snprintf(name, 40, ".broadside-%ld-%d.tmp", (long)getpid(), i);
        int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) {
            return fd;
        }
    }
    return -1;
}

// Some file systems cannot refuse to replace in one step; there we look first.
static int move_in_place(int folder, const char *temp, const char *name, bool replace)
{
    if (replace) {
        return renameat(folder, temp, folder, name);
    }
    int status = renameat2(folder, temp, folder, name, RENAME_NOREPLACE);
    if (status == 0 || (errno != EINVAL && errno != ENOSYS)) {
        return status;
    }
    if (faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return -1;
    }
    return renameat(folder, temp, folder, name);
}

static bool write_in(int folder, const char *name, brs_str bytes, bool replace, bool sync)
{
    char temp[40];
    int fd = open_temp(folder, temp);
    if (fd < 0) {
        return false;
    }
    bool ok = write_all(fd, bytes) && (!sync || fsync(fd) == 0);
    ok = close(fd) == 0 && ok;
    if (!ok || move_in_place(folder, temp, name, replace) != 0) {
        int number = errno;
        unlinkat(folder, temp, 0);
        errno = number;
        return false;
    }
    return !sync || fsync(folder) == 0;
}

static bool write_path(const char *path, brs_str bytes, bool replace, bool sync, brs_err *err)
{
    char folder[MAX_PATH];
    const char *name = split(path, folder);
    int fd = name == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return fail(err, path, "write into its folder");
    }
    bool ok = write_in(fd, name, bytes, replace, sync);
    int number = errno;
    close(fd);
    errno = number;
    if (ok) {
        return true;
    }
    if (errno == EEXIST && !replace) {
        refuse(err, path, BRS_USAGE, "the file exists and is left as it is");
        brs_help(err, "give another name, or remove it first");
        return false;
    }
    return fail(err, path, "write");
}

bool fs_write(const char *path, brs_str bytes, bool replace, brs_err *err)
{
    return write_path(path, bytes, replace, true, err);
}

static bool holds(const char *path, brs_str bytes)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    struct stat info;
    bool same = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && (uint64_t)info.st_size == bytes.len;
    char chunk[32768];
    while (same && bytes.len > 0) {
        size_t want = bytes.len < sizeof chunk ? bytes.len : sizeof chunk;
        same = read_up_to(fd, chunk, want) == (ssize_t)want && memcmp(chunk, bytes.ptr, want) == 0;
        bytes = (brs_str){bytes.ptr + want, bytes.len - want};
    }
    close(fd);
    return same;
}

bool fs_write_if_changed(const char *path, brs_str bytes, bool *wrote, brs_err *err)
{
    bool same = holds(path, bytes);
    if (wrote != NULL) {
        *wrote = !same;
    }
    return same || write_path(path, bytes, true, false, err);
}

// ---- folders ---------------------------------------------------------------------------------

bool fs_write_new(const char *path, brs_str bytes, brs_err *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) {
        return fail(err, path, "make");
    }
    bool ok = write_all(fd, bytes);
    int number = errno;
    ok = close(fd) == 0 && ok;
    errno = ok ? errno : number;
    return ok || fail(err, path, "write");
}

// ---- appending -------------------------------------------------------------------------------

bool fs_append_open(const char *path, int64_t keep, fs_appender *out, brs_err *err)
{
    struct stat info;
    int flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (keep < 0 ? O_CREAT | O_EXCL : 0);
    *out = (fs_appender){open(path, flags, 0666), path};
    if (out->fd < 0) {
        return errno == EEXIST ? refuse(err, path, BRS_USAGE, "the file exists and is left as it is")
                               : fail(err, path, "open");
    }
    bool ok = fstat(out->fd, &info) == 0 && S_ISREG(info.st_mode) && (keep < 0 || keep <= info.st_size) &&
              (keep < 0 || ftruncate(out->fd, keep) == 0);
    if (!ok) {
        close(out->fd);
        out->fd = -1;
        return refuse(err, path, BRS_TEXT, "not a file that can be gone on with");
    }
    return true;
}

bool fs_append(fs_appender *to, brs_str bytes, brs_err *err)
{
    return write_all(to->fd, bytes) || fail(err, to->path, "write");
}

bool fs_append_close(fs_appender *to, bool sync, brs_err *err)
{
    bool ok = !sync || fsync(to->fd) == 0;
    ok = close(to->fd) == 0 && ok;
    to->fd = -1;
    return ok || fail(err, to->path, "write");
}

bool fs_remove(const char *path, brs_err *err)
{
    return unlink(path) == 0 || errno == ENOENT || fail(err, path, "remove");
}

bool fs_exists(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

bool fs_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool fs_make_folder(const char *path, brs_err *err)
{
    char part[MAX_PATH];
    size_t len = strlen(path);
    if (len == 0 || len >= sizeof part) {
        errno = len == 0 ? ENOENT : ENAMETOOLONG;
        return fail(err, path, "make the folder");
    }
    for (size_t i = 1; i <= len; i++) {
        if (path[i] != '/' && path[i] != '\0') {
            continue;
        }
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && (errno != EEXIST || !fs_is_folder(part))) {
            errno = errno == EEXIST ? ENOTDIR : errno;
            return fail(err, path, "make the folder");
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

// Opens a folder below an open one and reads its entries; the descriptor is owned by the stream.
static DIR *open_folder(int at, const char *name)
{
    int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (fd >= 0 && dir == NULL) {
        close(fd);
    }
    return dir;
}

static bool list_folder(listing *list, DIR *dir, const char *prefix, int depth);

static bool list_entry(listing *list, DIR *dir, const char *prefix, const char *name, int depth)
{
    struct stat info;
    if (fstatat(dirfd(dir), name, &info, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno == ENOENT;
    }
    if (S_ISREG(info.st_mode) && ends_with(name, list->ending)) {
        keep(list, prefix, name);
    }
    if (!S_ISDIR(info.st_mode) || !list->deep || depth >= MAX_DEPTH) {
        return true;
    }
    char below[MAX_PATH];
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
            ok = list_entry(list, dir, prefix, e->d_name, depth);
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
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (dir == NULL || !list_folder(&list, dir, "", 0)) {
        return fail(err, path, "list the folder");
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
    for (struct dirent *e; ok && (e = readdir(dir)) != NULL;) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && strcmp(e->d_name, spare) != 0) {
            ok = remove_entry(dir, e->d_name, depth);
        }
    }
    int number = errno;
    closedir(dir);
    errno = number;
    return ok;
}

bool fs_remove_tree(const char *path, const char *marker, brs_err *err)
{
    DIR *dir = open_folder(AT_FDCWD, path);
    if (dir == NULL) {
        return fail(err, path, "remove the folder");
    }
    if (faccessat(dirfd(dir), marker, F_OK, AT_SYMLINK_NOFOLLOW) != 0) {
        closedir(dir);
        brs_err_file(err, path);
        brs_fail(err, BRS_USAGE, "this folder is not ours: it has no file %s", marker);
        brs_help(err, "give an empty or new folder");
        return false;
    }
    // The marker goes last: a run that was stopped half way can be done again.
    char last[MAX_PATH];
    snprintf(last, sizeof last, "%s/%s", path, marker);
    if (!empty_folder(dir, marker, 0) || unlink(last) != 0 || rmdir(path) != 0) {
        return fail(err, path, "remove the folder");
    }
    return true;
}

static bool folder_is_empty(const char *path)
{
    DIR *dir = open_folder(AT_FDCWD, path);
    int names = 0;
    while (dir != NULL && names < 3 && readdir(dir) != NULL) {
        names++;
    }
    if (dir != NULL) {
        closedir(dir);
    }
    return dir != NULL && names == 2;  // "." and ".."
}

bool fs_is_ours(const char *path, const char *marker, brs_err *err)
{
    char last[MAX_PATH];
    snprintf(last, sizeof last, "%s/%s", path, marker);
    if (!fs_exists(path) || folder_is_empty(path) || fs_exists(last)) {
        return true;
    }
    brs_fail(err, BRS_USAGE, "this folder is not ours: it has no file %s", marker);
    brs_help(err, "give an empty or new folder");
    brs_err_file(err, path);
    return false;
}

bool fs_exchange(const char *fresh, const char *path, brs_err *err)
{
    if (!fs_exists(path)) {
        return rename(fresh, path) == 0 || fail(err, path, "move the folder into place");
    }
    if (renameat2(AT_FDCWD, fresh, AT_FDCWD, path, RENAME_EXCHANGE) == 0) {
        return true;
    }
    // Where the system cannot exchange two names there is a short moment without a folder.
    char old[MAX_PATH];
    snprintf(old, sizeof old, "%s.old", path);
    if (rename(path, old) != 0 || rename(fresh, path) != 0 || rename(old, fresh) != 0) {
        return fail(err, path, "move the folder into place");
    }
    return true;
}
