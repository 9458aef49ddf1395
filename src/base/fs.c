// Files, the careful way: only regular files are read, never through a symbolic link and never blocking;
// files appear whole or not at all. Nothing here knows what the bytes mean.
#include "fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fs_inside.h"
#include "memory.h"
#include "str.h"

enum { MAX_TEMP_TRIES = 100 };

// A wrong path will not mend by trying again; a full disk may.
static brs_code code_of(int number)
{
    switch (number) {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case ENAMETOOLONG:
        return BRS_USAGE;
    default:
        return BRS_RETRY;
    }
}

// An empty name is said to be one.
static void name_file(brs_err *err, const char *path)
{
    brs_err_file(err, path[0] != '\0' ? path : "\"\"");
}

bool fs_fail(brs_err *err, const char *path, const char *doing)
{
    int number = errno;
    name_file(err, path);
    if (number == ELOOP) {
        return brs_fail(err, BRS_TEXT, "cannot %s: it is a symbolic link", doing);
    }
    return brs_fail(err, code_of(number), "cannot %s: %s", doing, strerror(number));
}

bool fs_refuse(brs_err *err, const char *path, brs_code code, const char *why)
{
    name_file(err, path);
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
            return fs_fail(err, path, "read");
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
        return fs_fail(err, path, "look at the file");
    }
    if (!S_ISREG(info.st_mode)) {
        return fs_refuse(err, path, S_ISDIR(info.st_mode) ? BRS_USAGE : BRS_TEXT, "not a regular file");
    }
    if ((uint64_t)info.st_size > limit) {
        return too_big(path, limit, err);
    }
    size_t size = (size_t)info.st_size;
    char *bytes = memory_raw(arena, size + 1);
    ssize_t got = read_up_to(fd, bytes, size + 1);
    if (got < 0) {
        return fs_fail(err, path, "read");
    }
    if ((size_t)got != size) {
        return fs_refuse(err, path, BRS_RETRY, "the file changed while it was read");
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
        return fs_fail(err, path, "open");
    }
    bool ok = read_regular(fd, path, limit, arena, out, err);
    close(fd);
    return ok;
}

bool fs_reader_open(const char *path, fs_reader *out, brs_err *err)
{
    struct stat info;
    *out = (fs_reader){open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), path};
    if (out->fd < 0) {
        return fs_fail(err, path, "open");
    }
    const bool asked = fstat(out->fd, &info) == 0;
    if (asked && S_ISREG(info.st_mode)) {
        return true;
    }
    asked ? fs_refuse(err, path, BRS_TEXT, "not a regular file") : fs_fail(err, path, "look at the file");
    fs_reader_close(out);
    return false;
}

bool fs_read_at(const fs_reader *from, uint64_t at, size_t len, brs_arena *arena, brs_str *out, brs_err *err)
{
    char *bytes = memory_raw(arena, len);
    *out = (brs_str){bytes, 0};
    while (out->len < len) {
        const ssize_t got = pread(from->fd, bytes + out->len, len - out->len, (off_t)(at + out->len));
        if (got == 0) {
            break;
        }
        if (got > 0) {
            out->len += (size_t)got;
        } else if (errno != EINTR) {
            return fs_fail(err, from->path, "read");
        }
    }
    return true;
}

void fs_reader_close(fs_reader *reader)
{
    close(reader->fd);
    reader->fd = -1;
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
static const char *split(const char *path, char folder[FS_MAX_PATH])
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        memcpy(folder, ".", 2);
        return path;
    }
    size_t len = slash == path ? 1 : (size_t)(slash - path);
    if (len >= FS_MAX_PATH) {
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

// A device or a pipe (or a link to one) must not be replaced by a file: /dev/null would be gone for everybody.
static bool is_special(int folder, const char *name)
{
    struct stat info;
    return fstatat(folder, name, &info, 0) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

static bool write_path(const char *path, brs_str bytes, bool replace, bool sync, brs_err *err)
{
    char folder[FS_MAX_PATH];
    const char *name = split(path, folder);
    int fd = name == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        return fs_fail(err, path, "write into its folder");
    }
    bool special = is_special(fd, name), ok = name[0] != '\0' && !special && write_in(fd, name, bytes, replace, sync);
    int number = errno;
    close(fd);
    errno = number;
    if (ok) {
        return true;
    }
    if (name[0] == '\0') {
        return fs_refuse(err, path, BRS_USAGE, "cannot write: that is no name of a file");
    }
    if (special) {
        fs_refuse(err, path, BRS_USAGE, "it is not a regular file, and is left as it is");
        brs_help(err, "- writes to standard output");
        return false;
    }
    if (errno == EEXIST && !replace) {
        fs_refuse(err, path, BRS_USAGE, "the file exists and is left as it is");
        brs_help(err, "give another name, or remove it first");
        return false;
    }
    return fs_fail(err, path, "write");
}

bool fs_write(const char *path, brs_str bytes, bool replace, brs_err *err)
{
    return write_path(path, bytes, replace, true, err);
}

bool fs_holds(const char *path, brs_str bytes)
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
    bool same = fs_holds(path, bytes);
    if (wrote != NULL) {
        *wrote = !same;
    }
    return same || write_path(path, bytes, true, false, err);
}

bool fs_write_new(const char *path, brs_str bytes, brs_err *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) {
        return fs_fail(err, path, "make");
    }
    bool ok = write_all(fd, bytes);
    int number = errno;
    if (close(fd) != 0 && ok) {
        number = errno;
        ok = false;
    }
    errno = number;
    return ok || fs_fail(err, path, "write");
}

// ---- the three streams -----------------------------------------------------------------------

void fs_guard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

// ---- appending -------------------------------------------------------------------------------

bool fs_append_open(const char *path, int64_t keep, fs_appender *out, brs_err *err)
{
    struct stat info;
    int flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (keep < 0 ? O_CREAT | O_EXCL : 0);
    *out = (fs_appender){open(path, flags, 0666), path};
    if (out->fd < 0) {
        return errno == EEXIST ? fs_refuse(err, path, BRS_USAGE, "the file exists and is left as it is")
                               : fs_fail(err, path, "open");
    }
    bool asked = fstat(out->fd, &info) == 0, fits = asked && S_ISREG(info.st_mode) && keep <= info.st_size;
    if (fits && (keep < 0 || ftruncate(out->fd, keep) == 0)) {
        return true;
    }
    if (asked && !fits) {
        fs_refuse(err, path, BRS_TEXT, "not a file that can be gone on with");
    } else {
        fs_fail(err, path, "open");
    }
    close(out->fd);
    out->fd = -1;
    return false;
}

bool fs_append(fs_appender *to, brs_str bytes, brs_err *err)
{
    return write_all(to->fd, bytes) || fs_fail(err, to->path, "write");
}

bool fs_append_close(fs_appender *to, bool sync, brs_err *err)
{
    bool ok = !sync || fsync(to->fd) == 0;
    ok = close(to->fd) == 0 && ok;
    to->fd = -1;
    return ok || fs_fail(err, to->path, "write");
}

bool fs_remove(const char *path, brs_err *err)
{
    return unlink(path) == 0 || errno == ENOENT || fs_fail(err, path, "remove");
}
